//! The consequences of an action or an outcome: a function a kind.

use super::Arkwright;
use super::data::{card, event};
use super::flow::{
    asks_for_ships, begin_decade, end_extra_production, first_turn, good_picked, next_break, next_turn, place_of,
    point_spent, produce_from, to_develop, to_price,
};
use super::market::{appeal_for, change_demand, loan_income, raise_wage, shift_demand};
use super::moves::{card_missing, patent_boards};
use super::production::{output, pay, ship, ship_capacity, store, take_stored};
use super::state::{Factory, Kind, NONE, Phase, State, Warehouse};
use super::table::Move;
use crate::game::Action;

/// A legal action takes effect.
#[inline]
pub(super) fn decision(game: &Arkwright, s: &mut State, action: Action) {
    match game.move_of(action) {
        Move::Build(g) => build(game, s, usize::from(g)),
        Move::Upgrade(g) => upgrade(game, s, usize::from(g)),
        Move::Employ(f) => employ(game, s, usize::from(f)),
        Move::Automate(f, c) => automate(game, s, usize::from(f), usize::from(c)),
        Move::Quality(f, v) => set_quality(game, s, usize::from(f), v),
        Move::Distribution(f, v) => set_distribution(game, s, usize::from(f), v),
        Move::EngineerTo(f) => engineer_to(game, s, f),
        Move::EngineerTurn => turn_engineer(game, s),
        Move::Stock(n) => buy_shares(s, n),
        Move::Loan(m) => take_loans(game, s, m),
        Move::Extra(f) => extra_production(game, s, usize::from(f)),
        Move::Early(f) => ship_early(game, s, usize::from(f)),
        Move::Done => end_action(game, s),
        Move::Price(x) => set_price(game, s, x),
        Move::Board(t) => develop(game, s, usize::from(t)),
        Move::Patent => use_patent(s),
        Move::Take(k) => take_card(game, s, usize::from(k)),
        Move::GiveUp(k) => give_up(game, s, usize::from(k)),
        Move::Ship(n) => ship_chosen(game, s, n),
        Move::Start(p) => choose_start(game, s, p),
        Move::Break(f, c) => break_machine(game, s, usize::from(f), usize::from(c)),
        Move::Good(g) => begin_with(game, s, usize::from(g)),
        Move::Cash => point_for_cash(game, s),
    }
}

// --- set-up ----------------------------------------------------------------------------------------------------------

/// R5.
fn begin_with(game: &Arkwright, s: &mut State, good: usize) {
    let seat = s.acting_mut();
    let worker_cards = game.data.expert_worker_cards;
    seat.factories[good] = Factory { decade: 1, worker_cards, ..Factory::default() };
    seat.open |= 1 << good;
    good_picked(game, s);
}

/// R6.
fn point_for_cash(game: &Arkwright, s: &mut State) {
    s.acting_mut().cash += i32::from(game.data.point_cash);
    point_spent(game, s);
}

// --- the action ------------------------------------------------------------------------------------------------------

/// Demand falls and the wage rises, for the first building or employing step of an action (R11, R13).
fn hire_and_build(game: &Arkwright, s: &mut State) {
    change_demand(game, s, -i32::from(game.data.demand_drop));
    raise_wage(game, s, game.data.wage_rise);
}

/// R10, R11.
fn build(game: &Arkwright, s: &mut State, good: usize) {
    if !s.built {
        hire_and_build(game, s);
    }
    s.kind = Kind::Build;
    s.built = true;
    let decade = s.decade(&game.data);
    let seat = s.acting_mut();
    seat.factories[good] = Factory { decade, ..Factory::default() };
    seat.open |= 1 << good;
}

/// R10, R12: sides flip with the tile, machines stay.
fn upgrade(game: &Arkwright, s: &mut State, good: usize) {
    s.kind = Kind::Build;
    let decade = s.decade(&game.data);
    s.acting_mut().factories[good].decade = decade;
}

/// R13; in the set-up a point's worth (R6).
fn employ(game: &Arkwright, s: &mut State, good: usize) {
    s.acting_mut().factories[good].worker_cards += 1;
    if s.phase == Phase::Points {
        point_spent(game, s);
        return;
    }
    if s.kind == Kind::None {
        hire_and_build(game, s);
    }
    s.kind = Kind::Employ;
}

/// R14, R15, R58.
fn automate(game: &Arkwright, s: &mut State, good: usize, card: usize) {
    s.kind = Kind::Automate;
    s.used += 1;
    let factory = &mut s.acting_mut().factories[good];
    factory.machines[card] += 1;
    let (machines, units) = (factory.machines[card], game.data.units[usize::from(factory.decade)][card]);
    let bit = 1 << game.begun_place(good, card);
    if machines == units {
        s.begun &= !bit;
    } else if machines == 1 {
        s.begun |= bit;
    }
}

/// R16, R17; a set-up point's worth (R6); what frees a card (R30).
fn set_quality(game: &Arkwright, s: &mut State, good: usize, value: u8) {
    let quality = &mut s.acting_mut().factories[good].quality;
    let rise = value.saturating_sub(*quality);
    *quality = value;
    setting_made(game, s, good, rise, Kind::Quality);
}

/// R19; a set-up point's worth (R6); what frees a card (R30).
fn set_distribution(game: &Arkwright, s: &mut State, good: usize, value: u8) {
    let distribution = &mut s.acting_mut().factories[good].distribution;
    let rise = value.saturating_sub(*distribution);
    *distribution = value;
    setting_made(game, s, good, rise, Kind::Distribution);
}

fn setting_made(game: &Arkwright, s: &mut State, good: usize, rise: u8, kind: Kind) {
    match s.phase {
        Phase::Points => point_spent(game, s),
        Phase::Lower => lower_or_take(game, s),
        _ => {
            s.kind = kind;
            s.used += rise;
            s.set_factories |= 1 << good;
        }
    }
}

/// R18; after taking the card the token's first place (R32).
fn engineer_to(game: &Arkwright, s: &mut State, good: u8) {
    let seat = s.acting_mut();
    seat.engineer = good;
    seat.engineer_turned = false;
    if s.phase == Phase::Engineer {
        next_turn(game, s);
        return;
    }
    s.kind = Kind::Quality;
    s.used += game.data.engineer_cost;
    s.token_moved = true;
}

/// R18.
fn turn_engineer(game: &Arkwright, s: &mut State) {
    s.acting_mut().engineer_turned = true;
    s.kind = Kind::Quality;
    s.used += game.data.engineer_cost;
    s.card_turned = true;
}

/// R20.
fn buy_shares(s: &mut State, shares: u8) {
    let seat = s.acting_mut();
    seat.shares += shares;
    seat.cash -= i32::from(shares) * i32::from(seat.share_value);
    s.phase = Phase::Loan;
}

/// R21.
fn take_loans(game: &Arkwright, s: &mut State, loans: u8) {
    let income = loan_income(game, s, s.acting());
    let seat = s.acting_mut();
    seat.loans += loans;
    seat.cash += i32::from(loans) * income;
    seat.ships_used = 0;
    to_price(game, s);
}

/// R22: all output is stored, what does not fit is shipped.
fn extra_production(game: &Arkwright, s: &mut State, good: usize) {
    let player = usize::from(s.actor);
    let seat = &mut s.seats[player];
    seat.extra_used = true;
    let output = output(game, seat.factories[good], good);
    let rest = store(game, seat, good, output);
    if rest > 0 && asks_for_ships(game, s, player, good, rest) {
        return;
    }
    end_extra_production(game, s, good);
}

/// R23: one ship of stored goods.
fn ship_early(game: &Arkwright, s: &mut State, good: usize) {
    let player = usize::from(s.actor);
    let seat = &mut s.seats[player];
    let goods = seat.stored(good).min(ship_capacity(game, seat).into()) as u8;
    take_stored(seat, good, goods);
    ship(game, s, player, good, goods, 1);
    s.kind = Kind::Early;
}

/// The action is over: its bookkeeping goes, then price and appeal (R9).
fn end_action(game: &Arkwright, s: &mut State) {
    s.clear_steps();
    to_price(game, s);
}

// --- the rest of a turn ----------------------------------------------------------------------------------------------

/// R24, R25.
fn set_price(game: &Arkwright, s: &mut State, price: u8) {
    let good = s.active(&game.data);
    let seat = s.acting_mut();
    let appeal = appeal_for(game, seat, good, price);
    let before = std::mem::replace(&mut seat.factories[good].appeal, appeal);
    seat.price = price;
    shift_demand(game, s, good, before, appeal);
    to_develop(game, s);
}

/// A step on a track: the development of the turn (R27), one of the Patent's steps (R31), or a set-up point's
/// worth (R6).
fn develop(game: &Arkwright, s: &mut State, track: usize) {
    s.acting_mut().levels[track] += 1;
    match s.phase {
        Phase::Points => point_spent(game, s),
        Phase::PatentStep => {
            s.used += 1;
            if s.used >= game.data.patent_steps || patent_boards(game, s) == 0 {
                s.used = 0;
                next_turn(game, s);
            }
        }
        _ => next_turn(game, s),
    }
}

/// R31: the steps follow.
fn use_patent(s: &mut State) {
    s.acting_mut().patent_used = true;
    s.phase = Phase::PatentStep;
}

/// R28; the Engineer's place comes next (R32).
fn take_card(game: &Arkwright, s: &mut State, k: usize) {
    s.supply[k] -= 1;
    if s.supply[k] == 0 {
        s.in_supply &= !(1 << k);
    }
    s.given_up = NONE;
    s.acting_mut().cards |= 1 << k;
    if game.data.card_number(k as u8) == card::ENGINEER {
        s.phase = Phase::Engineer;
    } else {
        next_turn(game, s);
    }
}

/// R29, R30.
fn give_up(game: &Arkwright, s: &mut State, k: usize) {
    s.supply[k] += 1;
    s.in_supply |= 1 << k;
    s.given_up = k as u8;
    let seat = s.acting_mut();
    seat.cards &= !(1 << k);
    match game.data.card_number(k as u8) {
        card::PATENT => seat.patent_used = false,
        card::LARGE_WAREHOUSE => seat.warehouses[game.data.small_warehouses] = Warehouse::EMPTY,
        card::SHIPYARD => seat.ships_used = seat.ships_used.saturating_sub(game.data.shipyard_ships),
        card::ENGINEER => {
            let quality = &mut seat.factories[usize::from(seat.engineer)].quality;
            *quality = (*quality).min(game.data.quality_cap);
            seat.engineer = NONE;
            seat.engineer_turned = false;
        }
        _ => {}
    }
    lower_or_take(game, s);
}

/// While a card is missing a factory is lowered (R30, R64).
fn lower_or_take(game: &Arkwright, s: &mut State) {
    s.phase = if card_missing(game, s) { Phase::Lower } else { Phase::Take };
}

/// The answer to a `ship` decision; then the production or the turn goes on (R39).
fn ship_chosen(game: &Arkwright, s: &mut State, ships: u8) {
    let (player, good) = (usize::from(s.actor), usize::from(s.producing));
    let rest = s.rest;
    s.producing = NONE;
    s.rest = 0;
    ship(game, s, player, good, rest, ships);
    if good == s.active(&game.data) {
        pay(game, s, player, good);
        let place = place_of(game, s, player);
        produce_from(game, s, place + 1);
    } else {
        end_extra_production(game, s, good);
    }
}

// --- decades ---------------------------------------------------------------------------------------------------------

/// R48.
fn choose_start(game: &Arkwright, s: &mut State, player: u8) {
    s.start = player;
    begin_decade(game, s);
}

/// R8, R57: a player turns back as many machines as the event says, or all there are.
fn break_machine(game: &Arkwright, s: &mut State, good: usize, card: usize) {
    s.acting_mut().factories[good].machines[card] -= 1;
    s.used += 1;
    if s.used < game.data.event_amount[event::MACHINE_BREAKERS] && s.acting().has_machine() {
        return;
    }
    s.used = 0;
    let place = place_of(game, s, usize::from(s.actor));
    next_break(game, s, place + 1);
}

/// An event is shown (R7, R8).
pub(super) fn outcome(game: &Arkwright, s: &mut State, outcome: u32) {
    let shown = outcome as u8;
    s.event = shown;
    s.events_shown |= 1 << shown;
    let number = usize::from(game.data.event_numbers[usize::from(shown)]);
    let amount = game.data.event_amount[number];
    match number {
        event::BREAD_RIOTS => raise_wage(game, s, amount),
        event::BOOM => change_demand(game, s, -i32::from(amount)),
        event::SLUMP => change_demand(game, s, amount.into()),
        event::WINDOW_TAX => collect_window_tax(game, s, amount),
        event::MACHINE_BREAKERS if amount > 0 => return next_break(game, s, 0),
        _ => {}
    }
    first_turn(s);
}

fn collect_window_tax(game: &Arkwright, s: &mut State, amount: u8) {
    for seat in &mut s.seats[..game.setup.players] {
        let tax = i32::from(amount) * seat.open.count_ones().cast_signed();
        seat.cash -= tax.min(seat.cash);
    }
}

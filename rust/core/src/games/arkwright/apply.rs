//! The consequences of an action: a function an action kind.

use super::Arkwright;
use super::action::{MOVES, Move};
use super::board::take_stored;
use super::data::{CARDS, Data, card, track};
use super::state::{Factory, Kind, NONE, Phase, State, Warehouse};
use crate::game::Action;

impl Arkwright {
    /// A legal action takes effect.
    #[inline]
    pub(super) fn take_action(&self, state: &mut State, action: Action) {
        match MOVES[usize::from(action)] {
            Move::Build(g) => self.build(state, usize::from(g)),
            Move::Upgrade(g) => upgrade(state, usize::from(g)),
            Move::Employ(f) => self.employ(state, usize::from(f)),
            Move::Automate(f, c) => self.automate(state, usize::from(f), usize::from(c)),
            Move::Quality(f, v) => self.set_quality(state, usize::from(f), v),
            Move::Distribution(f, v) => self.set_distribution(state, usize::from(f), v),
            Move::EngineerTo(f) => self.engineer_to(state, f),
            Move::EngineerTurn => self.turn_engineer(state),
            Move::Stock(n) => buy_shares(state, n),
            Move::Loan(m) => self.take_loans(state, m),
            Move::Extra(f) => self.extra_production(state, usize::from(f)),
            Move::Early(f) => self.ship_early(state, usize::from(f)),
            Move::Done => self.end_action(state),
            Move::Price(x) => self.set_price(state, x),
            Move::Board(t) => self.develop(state, usize::from(t)),
            Move::Patent => use_patent(state),
            Move::Take(k) => self.take_card(state, usize::from(k)),
            Move::GiveUp(k) => self.give_up(state, usize::from(k)),
            Move::Ship(n) => self.ship_chosen(state, n),
            Move::Start(p) => self.choose_start(state, p),
            Move::Break(f, c) => self.break_machine(state, usize::from(f), usize::from(c)),
            Move::Good(g) => self.begin_with(state, usize::from(g)),
            Move::Cash => self.point_for_cash(state),
        }
    }

    /// Demand falls and the wage rises, for the first building or employing step of an action (R11, R13).
    fn hire_and_build(&self, state: &mut State) {
        self.change_demand(state, -self.data.demand_drop);
        self.raise_wage(state, self.data.wage_rise);
    }

    /// R10, R11.
    fn build(&self, state: &mut State, good: usize) {
        if !state.built {
            self.hire_and_build(state);
        }
        state.kind = Kind::Build;
        state.built = true;
        let decade = state.decade();
        let seat = state.acting_mut();
        seat.factories[good] = Factory { decade, ..Factory::default() };
        seat.open |= 1 << good;
    }

    /// R13; in the set-up a point's worth (R6).
    fn employ(&self, state: &mut State, good: usize) {
        state.acting_mut().factories[good].worker_cards += 1;
        if state.phase == Phase::Points {
            self.point_spent(state);
            return;
        }
        if state.kind == Kind::None {
            self.hire_and_build(state);
        }
        state.kind = Kind::Employ;
    }

    /// R14, R15.
    fn automate(&self, state: &mut State, good: usize, card: usize) {
        state.kind = Kind::Automate;
        state.used += 1;
        let factory = &mut state.acting_mut().factories[good];
        factory.machines[card] += 1;
        let begins = self.data.units[usize::from(factory.decade)][card] == 2 && factory.machines[card] == 1;
        let bit = 1 << (2 * good + card);
        if begins {
            state.begun |= bit;
        } else {
            state.begun &= !bit;
        }
    }

    /// R16, R17; a set-up point's worth (R6); what frees a card (R30).
    fn set_quality(&self, state: &mut State, good: usize, value: u8) {
        let quality = &mut state.acting_mut().factories[good].quality;
        let rise = value.saturating_sub(*quality);
        *quality = value;
        self.setting_made(state, good, rise, Kind::Quality);
    }

    /// R19; a set-up point's worth (R6); what frees a card (R30).
    fn set_distribution(&self, state: &mut State, good: usize, value: u8) {
        let distribution = &mut state.acting_mut().factories[good].distribution;
        let rise = value.saturating_sub(*distribution);
        *distribution = value;
        self.setting_made(state, good, rise, Kind::Distribution);
    }

    fn setting_made(&self, state: &mut State, good: usize, rise: u8, kind: Kind) {
        match state.phase {
            Phase::Points => self.point_spent(state),
            Phase::Lower => state.phase = Phase::Take,
            _ => {
                state.kind = kind;
                state.used += rise;
                state.set_factories |= 1 << good;
            }
        }
    }

    /// R18; after taking the card the token's first place (R32).
    fn engineer_to(&self, state: &mut State, good: u8) {
        let seat = state.acting_mut();
        seat.engineer = good;
        seat.engineer_turned = false;
        if state.phase == Phase::Engineer {
            self.next_turn(state);
            return;
        }
        state.kind = Kind::Quality;
        state.used += self.data.engineer_cost;
        state.token_moved = true;
    }

    /// R18.
    fn turn_engineer(&self, state: &mut State) {
        state.acting_mut().engineer_turned = true;
        state.kind = Kind::Quality;
        state.used += self.data.engineer_cost;
        state.card_turned = true;
    }

    /// R21.
    fn take_loans(&self, state: &mut State, loans: u8) {
        let income = self.loan_income(state, state.acting());
        let seat = state.acting_mut();
        seat.loans += loans;
        seat.cash += i32::from(loans) * income;
        seat.ships_used = 0;
        self.to_price(state);
    }

    /// R23: one ship of stored goods.
    fn ship_early(&self, state: &mut State, good: usize) {
        let player = usize::from(state.actor);
        let seat = &mut state.seats[player];
        let goods = seat.stored(good).min(self.data.ship_capacity(seat));
        take_stored(seat, good, goods);
        self.ship(state, player, good, goods, 1);
        state.kind = Kind::Early;
    }

    /// R24, R25.
    fn set_price(&self, state: &mut State, price: u8) {
        let good = state.active();
        let seat = state.acting_mut();
        let appeal = self.data.appeal_for(seat, good, price);
        let before = std::mem::replace(&mut seat.factories[good].appeal, appeal);
        seat.price = price;
        self.shift_demand(state, good, before, appeal);
        self.to_develop(state);
    }

    /// A step on a track: the development of the turn (R27), one of the Patent's steps (R31), or a set-up point's
    /// worth (R6).
    fn develop(&self, state: &mut State, track: usize) {
        state.acting_mut().levels[track] += 1;
        match state.phase {
            Phase::Points => self.point_spent(state),
            Phase::PatentStep => {
                state.used += 1;
                if state.used >= self.data.patent_steps || self.patent_boards(state) == 0 {
                    state.used = 0;
                    self.next_turn(state);
                }
            }
            _ => self.next_turn(state),
        }
    }

    /// R28; the Engineer's place comes next (R32).
    fn take_card(&self, state: &mut State, k: usize) {
        state.supply[k] -= 1;
        if state.supply[k] == 0 {
            state.in_supply &= !(1 << k);
        }
        state.given_up = NONE;
        state.acting_mut().cards |= 1 << k;
        if 1 << k == card::ENGINEER {
            state.phase = Phase::Engineer;
        } else {
            self.next_turn(state);
        }
    }

    /// R29, R30.
    fn give_up(&self, state: &mut State, k: usize) {
        state.supply[k] += 1;
        state.in_supply |= 1 << k;
        state.given_up = k as u8;
        let seat = state.acting_mut();
        let given = 1 << k;
        seat.cards &= !given;
        match given {
            card::PATENT => seat.patent_used = false,
            card::LARGE_WAREHOUSE => seat.warehouses[2] = Warehouse::EMPTY,
            card::SHIPYARD => seat.ships_used = seat.ships_used.saturating_sub(self.data.shipyard_ships),
            card::ENGINEER => {
                let quality = &mut seat.factories[usize::from(seat.engineer)].quality;
                *quality = (*quality).min(self.data.quality_cap);
                seat.engineer = NONE;
                seat.engineer_turned = false;
            }
            _ => {}
        }
        state.phase = if self.card_missing(state) { Phase::Lower } else { Phase::Take };
    }

    /// Whether the acting player has more cards in use than are left (R30).
    pub(super) fn card_missing(&self, state: &State) -> bool {
        let seat = state.acting();
        match state.given_up {
            CRAFTSMAN => self.data.quality_cards_used(seat) > self.data.quality_cards_owned(seat),
            ADVERTISER => Data::distribution_cards_used(seat) > self.data.distribution_cards_owned(seat),
            _ => false,
        }
    }

    /// R48.
    fn choose_start(&self, state: &mut State, player: u8) {
        state.start = player;
        self.begin_decade(state);
    }

    /// R8.
    fn break_machine(&self, state: &mut State, good: usize, card: usize) {
        state.acting_mut().factories[good].machines[card] -= 1;
        let place = self.place_of(state, usize::from(state.actor));
        self.next_break(state, place + 1);
    }

    /// R6.
    fn point_for_cash(&self, state: &mut State) {
        state.acting_mut().cash += i32::from(self.data.point_cash);
        self.point_spent(state);
    }
}

/// Places of the two cards that bring Quality and Distribution cards, from 0.
const CRAFTSMAN: u8 = card::CRAFTSMAN.trailing_zeros() as u8;
const ADVERTISER: u8 = card::ADVERTISER.trailing_zeros() as u8;

/// R10, R12: sides flip with the tile, machines stay.
fn upgrade(state: &mut State, good: usize) {
    state.kind = Kind::Build;
    let decade = state.decade();
    state.acting_mut().factories[good].decade = decade;
}

/// R20.
fn buy_shares(state: &mut State, shares: u8) {
    let seat = state.acting_mut();
    seat.shares += shares;
    seat.cash -= i32::from(shares) * i32::from(seat.share_value);
    state.phase = Phase::Loan;
}

/// R31: the steps follow.
fn use_patent(state: &mut State) {
    state.acting_mut().patent_used = true;
    state.phase = Phase::PatentStep;
}

const _: () = assert!(track::OFFICE == 5 && CARDS == 12);

//! The common market: demand, the wage, prices and appeal, what is paid for goods abroad and for loans, and the supply of
//! Development cards.

use super::Arkwright;
use super::data::{card, event};
use super::state::{Factory, Seat, State};

/// The wage now.
#[inline]
pub(super) fn wage(game: &Arkwright, s: &State) -> u8 {
    game.wages[usize::from(s.wage_space)]
}

/// The wage goes up, as far as there are spaces (R26).
#[inline]
pub(super) fn raise_wage(game: &Arkwright, s: &mut State, spaces: u8) {
    s.wage_space = (s.wage_space + spaces).min(game.last_wage_space);
}

/// All demand changes by so much, within its track (R26).
#[inline]
pub(super) fn change_demand(game: &Arkwright, s: &mut State, change: i32) {
    for demand in &mut s.demand[..game.data.goods_count] {
        *demand = on_track(game, i32::from(*demand) + change);
    }
}

/// Demand as it can be on its track (R26).
#[inline]
pub(super) fn on_track(game: &Arkwright, demand: i32) -> i8 {
    demand.clamp(game.data.demand_low.into(), game.data.demand_high.into()) as i8
}

/// An appeal marker goes from one space to another, and demand follows the arrows (R25).
#[inline]
pub(super) fn shift_demand(game: &Arkwright, s: &mut State, good: usize, from: u8, to: u8) {
    let arrows = &game.data.arrows;
    let change = i32::from(arrows[usize::from(to)]) - i32::from(arrows[usize::from(from)]);
    s.demand[good] = on_track(game, i32::from(s.demand[good]) + change);
}

/// R49, R63.
pub(super) fn raise_neutral(game: &Arkwright, s: &mut State) {
    for good in 0..game.data.goods_count {
        let appeal = s.neutral[good];
        let next = (appeal + game.data.neutral_climb).min(game.data.appeal_top);
        s.neutral[good] = next;
        shift_demand(game, s, good, appeal, next);
    }
}

/// Takes the appeal markers of a bankrupt player off (R42).
pub(super) fn take_markers_off(game: &Arkwright, s: &mut State, player: usize) {
    if s.seats[player].solvent() {
        return;
    }
    for good in 0..game.data.goods_count {
        let appeal = std::mem::take(&mut s.seats[player].factories[good].appeal);
        shift_demand(game, s, good, appeal, 0);
    }
}

// --- prices and appeal -----------------------------------------------------------------------------------------------

/// The Engineer's value at a factory (R18).
#[inline]
fn engineer_at(game: &Arkwright, seat: &Seat, good: usize) -> u8 {
    if usize::from(seat.engineer) == good { engineer_shows(game, seat.engineer_turned) } else { 0 }
}

/// The value on the Engineer's card.
#[inline]
pub(super) fn engineer_shows(game: &Arkwright, turned: bool) -> u8 {
    if turned { game.data.engineer_turned } else { game.data.engineer_value }
}

/// The lowest and the highest price of a factory (R24).
#[inline]
pub(super) fn price_range(game: &Arkwright, factory: Factory, good: usize) -> (u8, u8) {
    let low = game.data.tiles[good][usize::from(factory.decade)].price;
    let from_quality = game.data.quality_as_price[usize::from(factory.quality)];
    (low, low + game.data.token_positions - 1 + game.data.office + from_quality)
}

/// The appeal that goes with a price (R24).
#[inline]
pub(super) fn appeal_for(game: &Arkwright, seat: &Seat, good: usize, price: u8) -> u8 {
    let total = total_but_distribution(game, seat, good) + u16::from(seat.factories[good].distribution);
    appeal_of(game, total, price)
}

/// The appeal that a total leaves at a price (R24).
#[inline]
pub(super) fn appeal_of(game: &Arkwright, total: u16, price: u8) -> u8 {
    total.saturating_sub(price.into()).min(game.data.appeal_top.into()) as u8
}

/// Price and appeal of a factory together, without its Distribution (R24).
#[inline]
pub(super) fn total_but_distribution(game: &Arkwright, seat: &Seat, good: usize) -> u16 {
    let factory = &seat.factories[good];
    let tile = &game.data.tiles[good][usize::from(factory.decade)];
    u16::from(tile.sum)
        + u16::from(game.data.office)
        + u16::from(factory.quality)
        + u16::from(engineer_at(game, seat, good))
}

/// R35.
#[inline]
pub(super) fn home_limit(appeal: u8, demand: i8) -> u8 {
    (i16::from(appeal) - i16::from(demand)).clamp(0, i16::from(appeal)) as u8
}

// --- money from outside ----------------------------------------------------------------------------------------------

/// What a shipped good pays (R38; Merchant, R33; Navigation Act, R8).
pub(super) fn export_income(game: &Arkwright, s: &State, seat: &Seat, good: usize) -> u16 {
    let data = &game.data;
    let tile = &data.tiles[good][usize::from(seat.factories[good].decade)];
    let merchant = if seat.holds(data, card::MERCHANT) { data.merchant_income } else { 0 };
    u16::from(tile.export) + u16::from(merchant) + u16::from(amount_of(game, s, event::NAVIGATION_ACT))
}

/// What each loan pays that is taken by an action (R21; Cheap credit, R8).
pub(super) fn loan_income(game: &Arkwright, s: &State, seat: &Seat) -> i32 {
    i32::from(seat.share_value) + i32::from(amount_of(game, s, event::CHEAP_CREDIT))
}

/// The amount of an event in the decade in which it is shown, else 0 (R8).
fn amount_of(game: &Arkwright, s: &State, event: usize) -> u8 {
    if s.event == game.data.event_rows[event] { game.data.event_amount[event] } else { 0 }
}

// --- the supply ------------------------------------------------------------------------------------------------------

/// The present decade's Development cards join the supply.
pub(super) fn add_cards(game: &Arkwright, s: &mut State) {
    let copies = game.data.setup(game.setup.players).copies;
    let decade = s.decade(&game.data);
    for (supply, from) in s.supply.iter_mut().zip(&game.data.card_decade) {
        if *from == decade {
            *supply += copies;
        }
    }
    s.in_supply = s.in_supply_now();
}

//! What is legal, a list a phase.

use super::Workshop;
use super::data::LEAST_VALUE;
use super::state::{NONE, Phase, State};
use super::table::{DEMAND, DONE, KEEP, OVERBID, PASS, REMOVE, SWAP, TAKE};
use crate::bits::places;
use crate::game::{Action, ActionList};
use std::ops::RangeInclusive;

/// Fills `list` with the legal actions of a decision, ascending.
#[inline]
pub(super) fn list(game: &Workshop, s: &State, list: &mut ActionList) {
    match s.phase {
        Phase::DemandMust => counters(s, list),
        Phase::DemandMay => {
            list.push(PASS);
            counters(s, list);
        }
        Phase::Nominate | Phase::Pick => {
            game.deck.kinds(s.face_up).for_each(|kind| list.push(game.ids.choose + Action::from(kind)));
        }
        Phase::Bid => {
            list.push(PASS);
            push_bids(game, s.auction.standing + 1..=bid_limit(game, s, s.mover()), list);
        }
        Phase::Close => closings(s, list),
        Phase::FistColour => {
            (0..game.colours() as u8)
                .filter(|colour| usize::from(game.owner(*colour)) == s.mover())
                .for_each(|colour| list.push(game.ids.fist + Action::from(colour)));
        }
        Phase::FistAmount => push_bids(game, hidden_bids(game, s, s.mover()), list),
        Phase::Swap => list.extend([KEEP, SWAP]),
        Phase::Town => {
            let towns = game.board.of_value(game.card_value(s.turn.card));
            places(u64::from(towns)).for_each(|town| list.push(game.ids.place + Action::from(town)));
        }
        Phase::Displace => {
            let works = s.industries[usize::from(s.turn.town)];
            (0..game.colours() as u8)
                .filter(|colour| works.count(*colour) > 0)
                .for_each(|colour| list.push(REMOVE + Action::from(colour)));
        }
        Phase::Build => {
            list.push(DONE);
            places(open_links(game, s)).for_each(|link| list.push(game.ids.link + Action::from(link)));
        }
        _ => {}
    }
}

/// The types of which the player holds a counter (R5).
fn counters(s: &State, list: &mut ActionList) {
    for (kind, count) in s.hands[s.mover()].iter().enumerate() {
        if *count > 0 {
            list.push(DEMAND + kind as Action);
        }
    }
}

/// The nominator's last word (R10).
fn closings(s: &State, list: &mut ActionList) {
    if s.auction.standing == 0 {
        list.push(TAKE);
        return;
    }
    list.push(PASS);
    if s.auction.standing < s.payable(s.mover()) {
        list.push(OVERBID);
    }
}

#[inline]
fn push_bids(game: &Workshop, amounts: RangeInclusive<u16>, list: &mut ActionList) {
    let (low, high) = amounts.into_inner();
    if low <= high {
        // The table's ids one after another: cheaper to copy than to count.
        let ids = &game.numbers[usize::from(game.ids.bid + low)..=usize::from(game.ids.bid + high)];
        list.try_extend_from_slice(ids).expect("the table has room for all bids");
    }
}

/// The most that a player can bid: what they can pay, as far as the table goes (R9, R15).
#[inline]
fn bid_limit(game: &Workshop, s: &State, player: usize) -> u16 {
    s.payable(player).min(game.ids.highest_bid())
}

/// The hidden bids that a player can make: 0 only if they can raise nothing (R15).
#[inline]
pub(super) fn hidden_bids(game: &Workshop, s: &State, player: usize) -> RangeInclusive<u16> {
    let limit = bid_limit(game, s, player);
    limit.min(1)..=limit
}

/// Whether a card may be swapped: its town, or each town of its value, is blocked (R20, R21).
#[inline]
pub(super) fn is_blocked(game: &Workshop, s: &State, card: u8) -> bool {
    let blocked = |town: u8| game.board.is_blocked(town, s.derived.occupied);
    if game.is_wild(card) {
        places(u64::from(game.board.of_value(game.card_value(card)))).all(blocked)
    } else {
        blocked(card)
    }
}

/// Whether an Industry of a card may stand in a town (R22).
pub(super) fn fits_card(game: &Workshop, town: u8, card: u8) -> bool {
    if game.is_wild(card) { game.board.value(town) == game.card_value(card) } else { town == card }
}

/// The connections that may be laid now (R25 to R31).
#[inline]
pub(super) fn open_links(game: &Workshop, s: &State) -> u64 {
    let (town, first) = (s.turn.town, s.turn.link);
    let payable = affordable(game, s.payable(s.mover()), s.era.price());
    let free = !s.derived.occupied & !game.board.banned[usize::from(town)] & payable;
    let here = game.board.at[usize::from(town)];
    if first == NONE {
        return here & free;
    }
    second_links(game, town, first) & free
}

/// The connections that may follow a first single one, as far as the map goes (R25, R26, R31).
#[inline]
pub(super) fn second_links(game: &Workshop, town: u8, first: u8) -> u64 {
    let here = game.board.at[usize::from(town)];
    let there = game.board.at[usize::from(game.board.far(first, town))];
    // Two at the town in the order of the table; beyond the first one any.
    (here & (u64::MAX << first << 1) | there & !here) & game.board.singles
}

/// What a connection costs now (R26, R27).
#[inline]
pub(super) fn link_cost(game: &Workshop, s: &State, link: u8) -> u16 {
    s.era.price() << u8::from(game.board.is_double(link))
}

/// The connections whose price is within a limit (R26, R27).
#[inline]
pub(super) fn affordable(game: &Workshop, limit: u16, price: u16) -> u64 {
    if limit >= 2 * price {
        u64::MAX
    } else if limit >= price {
        game.board.singles
    } else {
        0
    }
}

const _: () = assert!(LEAST_VALUE > 0, "every town holds an Industry");

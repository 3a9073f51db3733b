//! What is legal, a list a phase.

use super::Workshop;
use super::limits::MOST_BID;
use super::state::{Era, NONE, Phase, State};
use super::table::{DEMAND, DONE, KEEP, OVERBID, PASS, SWAP, TAKE};
use crate::bits::{WideBits, nonzero_bytes, places, wide_places};
use crate::game::{Action, ActionList, MAX_LEGAL};
use crate::rng::Rng;
use std::ops::RangeInclusive;

/// Fills `list` with the legal actions of a decision, ascending.
#[inline]
pub(super) fn list(game: &Workshop, s: &State, list: &mut ActionList) {
    match s.phase {
        Phase::DemandMust => list.extend(places(held(s)).map(|place| counter(place.into()))),
        Phase::DemandMay => {
            list.push(PASS);
            list.extend(places(held(s)).map(|place| counter(place.into())));
        }
        Phase::Nominate | Phase::Pick => {
            game.deck.kinds(s.face_up).for_each(|kind| list.push(game.ids.choose + Action::from(kind)));
        }
        Phase::Bid => {
            list.push(PASS);
            push_bids(game, least_bid(game, s)..=bid_limit(game, s, s.mover()), list);
        }
        Phase::Close => list.extend(closings(game, s).iter().copied()),
        Phase::FistColour => {
            (0..game.colours() as u8)
                .filter(|colour| usize::from(game.owner(*colour)) == s.mover())
                .for_each(|colour| list.push(game.ids.fist + Action::from(colour)));
        }
        Phase::FistAmount => push_bids(game, hidden_bids(game, s, s.mover()), list),
        Phase::Swap => list.extend([KEEP, SWAP]),
        Phase::Town => {
            let towns = game.towns_of_card(s.turn.card);
            places(towns).for_each(|town| list.push(game.ids.place + Action::from(town)));
        }
        Phase::Move => {
            let works = s.industries[..game.towns()].iter().zip(game.ids.relocate..);
            list.extend(works.filter(|(works, _)| works.count(s.turn.colour) > 0).map(|(_, id)| id));
        }
        Phase::Displace => {
            let works = s.industries[usize::from(s.turn.town)];
            (0..game.colours() as u8)
                .filter(|colour| works.count(*colour) > 0)
                .for_each(|colour| list.push(game.ids.remove + Action::from(colour)));
        }
        Phase::Build => {
            list.push(DONE);
            wide_places(open_links(game, s)).for_each(|link| list.push(game.ids.link + Action::from(link)));
        }
        _ => {}
    }
}

/// Without the list: the same number from the generator, the same choice.
#[inline]
pub(super) fn draw(game: &Workshop, s: &State, rng: &mut Rng) -> Action {
    let mut below = |choices: u32| rng.below(u64::from(choices)) as u32;
    match s.phase {
        Phase::DemandMust => {
            let held = WideBits::new(held(s).into());
            counter(held.nth(below(held.size())))
        }
        Phase::DemandMay => {
            let held = WideBits::new(held(s).into());
            match below(1 + held.size()) {
                0 => PASS,
                number => counter(held.nth(number - 1)),
            }
        }
        Phase::Nominate | Phase::Pick => {
            let kinds = game.deck.numbered_kinds(s.face_up);
            game.ids.choose + Action::from(game.deck.kind(kinds.nth(below(kinds.size()))))
        }
        Phase::Bid => {
            let (low, high) = (least_bid(game, s), bid_limit(game, s, s.mover()));
            match below(1 + u32::from((high + 1).saturating_sub(low))) {
                0 => PASS,
                bid => game.ids.bid + low + bid as u16 - 1,
            }
        }
        Phase::Close => rng.pick(closings(game, s)),
        Phase::FistAmount => {
            let (low, high) = hidden_bids(game, s, s.mover()).into_inner();
            game.ids.bid + low + below(u32::from(high - low) + 1) as u16
        }
        Phase::Town => {
            let towns = WideBits::new(game.towns_of_card(s.turn.card).into());
            game.ids.place + towns.nth(below(towns.size())) as Action
        }
        Phase::Build => {
            // Half of the work for a small map.
            let open = if game.board.is_small { (open_links(game, s) as u64).into() } else { many_open_links(game, s) };
            let open = WideBits::new(open);
            match below(1 + open.size()) {
                0 => DONE,
                link => game.ids.link + open.nth(link - 1) as Action,
            }
        }
        _ => {
            let mut actions = ActionList::new();
            list(game, s, &mut actions);
            rng.pick(&actions)
        }
    }
}

/// The types of which the player holds a counter, the top bit of a byte each (R5).
#[inline]
fn held(s: &State) -> u64 {
    nonzero_bytes(u64::from_le_bytes(s.hands[s.mover()]))
}

/// The action of a bit of [`held`].
#[inline]
fn counter(place: u32) -> Action {
    DEMAND + (place / 8) as Action
}

/// The nominator's last word (R10).
#[inline]
fn closings(game: &Workshop, s: &State) -> &'static [Action] {
    match s.auction.standing {
        0 => &[TAKE],
        standing if standing < s.payable(game, s.mover()) => &[PASS, OVERBID],
        _ => &[PASS],
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

/// The least bid above the standing one (R9).
#[inline]
pub(super) fn least_bid(game: &Workshop, s: &State) -> u16 {
    (s.auction.standing + 1).max(game.plan.figures.minimum_bid)
}

/// The most that a player can bid: what they can pay, as far as the table goes (R9, R15).
#[inline]
fn bid_limit(game: &Workshop, s: &State, player: usize) -> u16 {
    s.payable(game, player).min(game.ids.highest_bid())
}

/// The hidden bids that a player can make: less than the minimum bid only if they cannot raise it (R15).
#[inline]
pub(super) fn hidden_bids(game: &Workshop, s: &State, player: usize) -> RangeInclusive<u16> {
    let limit = bid_limit(game, s, player);
    limit.min(game.plan.figures.minimum_bid)..=limit
}

/// Whether a card may be swapped: its town, or each town of its value, is blocked (R20, R21).
#[inline]
pub(super) fn is_blocked(game: &Workshop, s: &State, card: u8) -> bool {
    let blocked = |town: u8| game.board.is_blocked(town, s.derived.occupied);
    if game.is_wild(card) { places(game.towns_of_card(card)).all(blocked) } else { blocked(card) }
}

/// Whether an Industry of a card may stand in a town (R22).
pub(super) fn fits_card(game: &Workshop, town: u8, card: u8) -> bool {
    game.towns_of_card(card) >> town & 1 == 1
}

/// The connections that may be laid now (R25 to R31).
#[expect(clippy::inline_always, reason = "a call would be a tenth of what it takes")]
#[inline(always)]
pub(super) fn open_links(game: &Workshop, s: &State) -> u128 {
    let (town, first) = (s.turn.town, s.turn.link);
    let at_once = links_at_once(game, s.payable(game, s.mover()), s.era, s.links_left(game, s.turn.colour));
    let free = !s.derived.occupied & !game.board.banned[usize::from(town)] & game.board.of_links(at_once);
    let here = game.board.at[usize::from(town)];
    if first == NONE {
        return here & free;
    }
    second_links(game, town, first) & free
}

/// The same out of the way.
#[cold]
#[inline(never)]
fn many_open_links(game: &Workshop, s: &State) -> u128 {
    open_links(game, s)
}

/// The connections that may follow a first single one, as far as the map goes (R25, R26, R31).
#[inline]
pub(super) fn second_links(game: &Workshop, town: u8, first: u8) -> u128 {
    let here = game.board.at[usize::from(town)];
    let there = game.board.at[usize::from(game.board.far(first, town))];
    // Two at the town in the order of the table; beyond the first one any.
    let later = (game.board.bit(first) << 1).wrapping_neg();
    (here & later | there & !here) & game.board.singles
}

/// What a connection costs now (R26, R27).
#[inline]
pub(super) fn link_cost(game: &Workshop, s: &State, link: u8) -> u16 {
    game.link_price(s.era) * u16::from(game.board.links(link))
}

/// The Links, 2 at most, that a turn can take at once, that can be paid for and that are left (R25, R27, R43).
#[inline]
pub(super) fn links_at_once(game: &Workshop, payable: u16, era: Era, left: u8) -> u8 {
    let price = game.link_price(era);
    let paid = u8::from(payable >= price) + u8::from(payable >= 2 * price);
    paid.min(left).min(game.plan.figures.in_turn)
}

const _: () = assert!(MOST_BID as usize + 2 <= MAX_LEGAL, "all bids from 0 and a pass can be legal at once");

impl Workshop {
    /// What a Link costs (R27).
    #[inline]
    pub(super) fn link_price(&self, era: Era) -> u16 {
        self.plan.figures.link_costs[era as usize]
    }
}

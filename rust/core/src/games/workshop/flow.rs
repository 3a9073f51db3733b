//! What comes next: boxes, rounds, auctions, turns, eras, the end.

use super::Workshop;
use super::moves;
use super::score;
use super::state::{Era, Fist, NONE, Phase, State, Turn};
use crate::game::MAX_PLAYERS;

/// The position before the first chance outcome (R1 to R4).
pub(super) fn initial(game: &Workshop) -> State {
    let mut state = State::empty();
    if game.plan.two() {
        state.phase = Phase::TossDemand;
    }
    state.round = 1;
    state.cash[..game.players()].fill(game.plan.start);
    state.pool = game.counters;
    state.deck = game.plan.deck();
    state.set_aside = game.plan.aside;
    state.unseen_setup = game.deck.setup();
    state.unseen = game.deck.without_setup();
    state
}

// --- set-up and Demand (R3 to R6, R33, R38) ------------------------------------------------------------------------------

/// An era begins: with counters to draw, else with those to place (R5, R38, R44).
pub(super) fn begin_demand(game: &Workshop, s: &mut State) {
    if game.plan.draw > 0 {
        return s.leave_to_chance(Phase::DrawDemand);
    }
    ask_for_counter(game, s);
}

/// The next slot of Demand 1 or 3.
pub(super) fn next_slot(game: &Workshop, s: &mut State) {
    s.step += 1;
    ask_for_counter(game, s);
}

/// The owner of the slot must place a counter, unless all slots are done (R5, R6, R38, R44).
pub(super) fn ask_for_counter(game: &Workshop, s: &mut State) {
    if s.step == game.plan.must_slots() {
        s.step = 0;
        s.demand_first = NONE;
        s.leave_to_chance(Phase::Reveal);
        return;
    }
    let owner =
        if s.demand_first == NONE { game.owner(s.order[game.box_of(s.step)]) } else { (s.demand_first ^ s.step) & 1 };
    s.ask(Phase::DemandMust, owner);
}

/// The next slot of Demand 2 or 4 whose owner holds a counter (R33, R38).
pub(super) fn next_optional(game: &Workshop, s: &mut State) {
    s.step += 1;
    offer_demand(game, s);
}

fn offer_demand(game: &Workshop, s: &mut State) {
    while s.step < game.plan.may_slots() {
        let owner = game.owner(s.order[game.box_of(s.step)]);
        if s.holds_counters(usize::from(owner)) {
            return s.ask(Phase::DemandMay, owner);
        }
        s.step += 1;
    }
    end_era(game, s);
}

// --- rounds (R7, R32) ----------------------------------------------------------------------------------------------------

pub(super) fn begin_round(game: &Workshop, s: &mut State) {
    if !game.plan.hidden_bids {
        s.ask(Phase::Nominate, s.order[0]);
    } else if game.plan.two() {
        s.ask(Phase::FistColour, 0);
    } else {
        s.ask(Phase::FistAmount, 0);
    }
}

/// The order in which cards were taken is the new order (R32).
fn end_round(game: &Workshop, s: &mut State) {
    s.order = s.next_order;
    s.clear_boxes();
    s.fists = [Fist::NONE; MAX_PLAYERS];
    if s.round < game.plan.rounds {
        s.round += 1;
        return s.leave_to_chance(Phase::Reveal);
    }
    s.step = 0;
    offer_demand(game, s);
}

// --- the once-round auction (R8 to R12); a player is a colour ------------------------------------------------------------

/// Clockwise the next player without a card; the nominator speaks last (R9, R10).
#[inline]
pub(super) fn next_speaker(game: &Workshop, s: &mut State) {
    let mut speaker = s.auction.speaker;
    loop {
        speaker = if usize::from(speaker) + 1 == game.players() { 0 } else { speaker + 1 };
        if !s.has_card(speaker) {
            break;
        }
    }
    s.auction.speaker = speaker;
    let phase = if speaker == s.auction.nominator { Phase::Close } else { Phase::Bid };
    s.ask(phase, speaker);
}

/// The winner pays, takes the next box and their turn (R11).
pub(super) fn buy(game: &Workshop, s: &mut State, player: u8, card: u8, price: u16) {
    s.pay(game, usize::from(player), price);
    s.fill_box(player);
    begin_turn(game, s, player, card);
}

/// Who comes next in the once-round auction (R11, R12).
fn next_auction(game: &Workshop, s: &mut State) {
    match game.colours() as u8 - s.derived.boxes {
        0 => end_round(game, s),
        1 => {
            let last = earliest_without_card(game, s);
            let price = least_price(game, s, last);
            let card = last_card(game, s);
            buy(game, s, last, card, price);
        }
        _ => s.ask(Phase::Nominate, earliest_without_card(game, s)),
    }
}

/// What a card costs that nobody bids for: the minimum bid, or all that can be paid (R10, R12).
pub(super) fn least_price(game: &Workshop, s: &State, player: u8) -> u16 {
    s.payable(game, usize::from(player)).min(game.plan.figures.minimum_bid)
}

/// The player who nominates (R8).
fn earliest_without_card(game: &Workshop, s: &State) -> u8 {
    let order = &s.order[..game.colours()];
    order.iter().copied().find(|player| !s.has_card(*player)).unwrap_or(NONE)
}

/// The only card that lies open.
fn last_card(game: &Workshop, s: &State) -> u8 {
    game.deck.nth(s.face_up, 0)
}

// --- hidden bids (R14 to R19) --------------------------------------------------------------------------------------------

/// Who comes next where turn order was bid for (R14, R18).
fn next_pick(game: &Workshop, s: &mut State) {
    let taken = s.taken(game);
    if usize::from(taken) == game.colours() {
        return end_round(game, s);
    }
    if taken == s.derived.boxes {
        s.fists = [Fist::NONE; MAX_PLAYERS];
        return s.ask(Phase::FistAmount, 0);
    }
    let colour = s.next_order[usize::from(taken)];
    if s.derived.lying == 1 {
        let card = last_card(game, s);
        return begin_turn(game, s, colour, card);
    }
    s.ask(Phase::Pick, game.owner(colour));
}

// --- the turn (R20 to R31) -----------------------------------------------------------------------------------------------

pub(super) fn begin_turn(game: &Workshop, s: &mut State, colour: u8, card: u8) {
    game.deck.take(&mut s.face_up, card);
    s.derived.lying -= 1;
    s.turn = Turn { colour, card, ..Turn::NONE };
    if s.set_aside > 0 && moves::is_blocked(game, s, card) {
        s.ask(Phase::Swap, game.owner(colour));
    } else {
        use_card(game, s);
    }
}

/// The card is used, blocked or not (R22).
#[inline]
pub(super) fn use_card(game: &Workshop, s: &mut State) {
    if game.is_wild(s.turn.card) {
        s.ask(Phase::Town, game.owner(s.turn.colour));
    } else {
        arrive(game, s, s.turn.card);
    }
}

/// The town of the Industry is known; if none is left, one comes from the map (R22, R42).
#[inline]
pub(super) fn arrive(game: &Workshop, s: &mut State, town: u8) {
    s.turn.town = town;
    if game.plan.short_of_industries() && s.is_out_of_industries(game, s.turn.colour) {
        return s.ask(Phase::Move, game.owner(s.turn.colour));
    }
    place_industry(game, s);
}

/// The Industry is placed, unless the town is full (R23).
#[inline]
pub(super) fn place_industry(game: &Workshop, s: &mut State) {
    let Turn { colour, town, .. } = s.turn;
    if s.is_full(game, town) {
        return s.ask(Phase::Displace, game.owner(colour));
    }
    s.add_industry(town, colour);
    s.ask(Phase::Build, game.owner(colour));
}

/// Revenue is counted, the card is used; `last` is the connection laid in this decision (R30).
#[inline]
pub(super) fn end_turn(game: &Workshop, s: &mut State, last: u8) {
    let player = s.mover();
    s.revenue[player] += score::turn_revenue(game, s, s.turn, last);
    s.turn = Turn::NONE;
    if game.plan.hidden_bids { next_pick(game, s) } else { next_auction(game, s) }
}

// --- the end of an era (R34 to R39) --------------------------------------------------------------------------------------

fn end_era(game: &Workshop, s: &mut State) {
    score::collect(game, s);
    s.links = Default::default();
    s.derived.occupied = 0;
    s.step = 0;
    if s.era == Era::Rail {
        return s.leave_to_chance(Phase::Over);
    }
    s.era = Era::Rail;
    s.round = 1;
    s.unseen = game.deck.all();
    s.deck = game.plan.deck();
    s.set_aside = game.plan.aside;
    begin_demand(game, s);
}

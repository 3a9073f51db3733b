//! What comes next: the set-up, drawing, turns, rounds, the end.

use super::Railways;
use super::data::ENGINE;
use super::moves;
use super::state::{Phase, State, Trigger};
use crate::fields::NONE;

/// The position before the first chance outcome (R1, R2).
pub(super) fn initial(game: &Railways) -> State {
    let mut state = State::empty();
    state.deck = game.cards;
    for p in 0..game.players() {
        for _ in 0..game.dealt_engines {
            state.hands[p].add(ENGINE);
            state.known[p].add(ENGINE);
            state.deck.remove(ENGINE);
        }
    }
    state.bag = game.cubes;
    begin_deal(game, &mut state, Phase::DealCity);
    state
}

/// The deal of cities, of cards, of the open row: from one of them on, the first that deals anything (R48).
pub(super) fn begin_deal(game: &Railways, s: &mut State, from: Phase) {
    let hand = &game.data.hand;
    s.phase = match from {
        Phase::DealCity if hand.cities > 0 => Phase::DealCity,
        Phase::DealCity | Phase::DealCard if hand.cards > 0 => Phase::DealCard,
        _ => Phase::DealOpen,
    };
    s.turn = if s.phase == Phase::DealOpen { NONE } else { 0 };
}

// --- drawing (R8 to R12) -----------------------------------------------------------------------------------------------

/// Another card, if there may and can be one; else the check of the hand (R8, R11, R12).
#[inline]
pub(super) fn go_on_drawing(game: &Railways, s: &mut State) {
    if s.picks < game.data.most_drawn && moves::can_take(game, s) {
        s.phase = Phase::Draw;
    } else {
        end_drawing(game, s);
    }
}

pub(super) fn end_drawing(game: &Railways, s: &mut State) {
    s.picks = 0;
    if s.hands[s.mover()].size() > game.data.hand.limit {
        s.phase = Phase::Trim;
    } else {
        end_turn(game, s);
    }
}

// --- turns, rounds, the end (R7, R37 to R39) ---------------------------------------------------------------------------

/// The next player's turn; after the last one's the next round, or the final deliveries.
pub(super) fn end_turn(game: &Railways, s: &mut State) {
    let next = if usize::from(s.turn) + 1 == game.players() { 0 } else { s.turn + 1 };
    if next != s.first {
        s.turn = next;
        s.phase = Phase::Action;
    } else if s.trigger.is_none() {
        begin_round(game, s);
    } else {
        begin_final_deliveries(game, s);
    }
}

pub(super) fn begin_round(game: &Railways, s: &mut State) {
    s.round += 1;
    if s.round == game.options.max_rounds {
        set_trigger(s, Trigger::MaxRounds);
    }
    s.turn = s.first;
    s.phase = Phase::Action;
}

/// The first round of final deliveries, if there is one (R38, R51).
fn begin_final_deliveries(game: &Railways, s: &mut State) {
    if game.data.deliveries == 0 {
        (s.turn, s.phase) = (NONE, Phase::Over);
    } else {
        s.final_deliveries = 1;
        final_delivery(game, s, 0);
    }
}

/// The first player, from this many seats after the first player, who has a delivery makes it; if nobody has, the next
/// round begins, and the game is over if there is none or nobody has a delivery in all of it (R38, R51).
pub(super) fn final_delivery(game: &Railways, s: &mut State, seats: usize) {
    let mut next = next_delivery(game, s, seats);
    if next.is_none() && seats > 0 && s.final_deliveries < game.data.deliveries {
        s.final_deliveries += 1;
        next = next_delivery(game, s, 0);
    }
    (s.turn, s.phase) = match next {
        Some(player) => (player as u8, Phase::FinalDelivery),
        None => (NONE, Phase::Over),
    };
}

/// Who has a delivery, from this many seats after the first player up to the last one.
fn next_delivery(game: &Railways, s: &State, seats: usize) -> Option<usize> {
    let players = game.players();
    let mut in_turn = (seats..players).map(|seat| (usize::from(s.first) + seat) % players);
    in_turn.find(|player| moves::has_delivery(game, s, *player))
}

/// The first trigger stays (R36).
#[inline]
pub(super) fn set_trigger(s: &mut State, trigger: Trigger) {
    s.trigger = s.trigger.or(Some(trigger));
}

//! What comes next: the set-up, drawing, turns, rounds, the end.

use super::Railways;
use super::cards::Cards;
use super::data::{ENGINE, GOODS, HAND_LIMIT};
use super::moves;
use super::state::{Phase, State, Trigger};
use crate::fields::NONE;

/// The position before the first chance outcome (R1, R2).
pub(super) fn initial(game: &Railways) -> State {
    let mut state = State::empty();
    state.turn = 0;
    let mut deck = game.kind_totals;
    if game.options.engines {
        for p in 0..game.players() {
            state.hands[p].add(ENGINE);
            state.known[p].add(ENGINE);
            deck[usize::from(ENGINE)] -= 1;
        }
    }
    state.deck = Cards::from_counts(&deck);
    state.bag = [game.options.cubes(); GOODS];
    state
}

// --- drawing (R8 to R12) -----------------------------------------------------------------------------------------------

/// Another card, if there may and can be one; else the check of the hand (R8, R11, R12).
#[inline]
pub(super) fn go_on_drawing(game: &Railways, s: &mut State) {
    if s.picks < 2 && moves::can_take(game, s) {
        s.phase = Phase::Draw;
    } else {
        end_drawing(game, s);
    }
}

pub(super) fn end_drawing(game: &Railways, s: &mut State) {
    s.picks = 0;
    if s.hands[s.mover()].size() > HAND_LIMIT {
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
        s.final_deliveries = true;
        final_delivery(game, s, 0);
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

/// The first player, from this many seats after the first player, who has a delivery makes it; the game is over if
/// nobody has (R38).
pub(super) fn final_delivery(game: &Railways, s: &mut State, seats: usize) {
    let players = game.players();
    let in_turn = (seats..players).map(|seat| (usize::from(s.first) + seat) % players);
    let next = in_turn.into_iter().find(|player| moves::has_delivery(game, s, *player));
    (s.turn, s.phase) = match next {
        Some(player) => (player as u8, Phase::FinalDelivery),
        None => (NONE, Phase::Over),
    };
}

/// The first trigger stays (R36).
#[inline]
pub(super) fn set_trigger(s: &mut State, trigger: Trigger) {
    s.trigger = s.trigger.or(Some(trigger));
}

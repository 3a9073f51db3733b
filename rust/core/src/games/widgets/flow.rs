//! What comes next: the beginning, the decision after a read, the end of a turn, the end of the game.

use super::Widgets;
use super::chance::pending;
use super::parts::{NONE, PLAYERS};
use super::state::{End, Phase, State};

/// The position before the first chance outcome (R2).
pub(super) fn initial(game: &Widgets) -> State {
    let mut s = game.empty.clone();
    if let Some(first) = game.options.start_player {
        s.first = first;
        s.phase = after_start(game);
    }
    s
}

/// What follows when it is known who starts (R34).
pub(super) fn after_start(game: &Widgets) -> Phase {
    if game.counts.dealt > 0 { Phase::Deal } else { Phase::FirstDrop }
}

/// Play goes clockwise (R2).
#[inline]
pub(super) fn next_player(game: &Widgets, player: u8) -> u8 {
    if usize::from(player) + 1 == game.players() { 0 } else { player + 1 }
}

/// R12: a decision, after all that can be read now has been read.
#[inline]
pub(super) fn read_before(s: &mut State, decision: Phase) {
    s.phase = decision;
    if !pending(s).is_empty() {
        s.phase = Phase::Read;
        s.next = Some(decision);
    }
}

/// Whether a player may take a turn (R22, R23).
#[inline]
pub(super) fn may_play(game: &Widgets, s: &State, player: u8) -> bool {
    let p = usize::from(player);
    s.trigger == NONE || player != s.trigger && s.final_turns[p] > 0 && s.finished[p] < game.options.constructs
}

/// R25.
#[inline]
pub(super) fn pile_is_empty(game: &Widgets, s: &State) -> bool {
    if game.options.two_sets { (s.pile.up() | s.unseen).is_empty() } else { s.pile.is_empty() }
}

/// R22 to R27.
#[inline]
pub(super) fn end_turn(game: &Widgets, s: &mut State) {
    s.turn += 1;
    if pile_is_empty(game, s) {
        return game_over(s, End::PileEmpty);
    }
    if s.trigger != NONE && s.trigger != s.turn_of {
        let turns = &mut s.final_turns[usize::from(s.turn_of)];
        *turns = turns.saturating_sub(1);
    }
    let mut next = next_player(game, s.turn_of);
    for _ in 0..PLAYERS {
        if may_play(game, s, next) {
            if s.turn >= game.options.max_turns {
                return game_over(s, End::TurnCap);
            }
            s.turn_of = next;
            s.phase = Phase::Pull;
            return;
        }
        next = next_player(game, next);
    }
    game_over(s, End::Finished);
}

/// The end, for a reason.
pub(super) fn game_over(s: &mut State, end: End) {
    s.phase = Phase::Over;
    s.next = None;
    s.end = Some(end);
}

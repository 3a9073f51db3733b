//! What can be drawn: a start player, cards; salts are sampled.

use super::Widgets;
use super::parts::Parts;
use super::state::{Phase, State};
use crate::game::{OutcomeList, SALTS};
use crate::rng::Rng;

/// The parts whose card must be drawn before the game goes on (R7, R12).
#[inline]
pub(super) fn pending(s: &State) -> Parts {
    let mut open = s.pile.known();
    if matches!(s.next.unwrap_or(s.phase), Phase::Keep | Phase::Resolve) {
        s.in_hand().for_each(|part| open.insert(part));
    }
    open & !s.drawn
}

/// Fills the list with the outcomes, ascending, all of the same weight.
pub(super) fn list(game: &Widgets, s: &State, list: &mut OutcomeList) {
    match s.phase {
        Phase::Start => list.extend((0..game.players()).map(|player| ((game.deck.parts + player) as u16, 1))),
        Phase::Deal | Phase::Read => list.extend(s.unseen.iter().map(|card| (u16::from(card), 1))),
        _ => {}
    }
}

/// An outcome without the list: the same number from the generator, the same walk.
#[inline]
pub(super) fn draw(game: &Widgets, s: &State, rng: &mut Rng) -> u32 {
    match s.phase {
        Phase::Start => game.deck.parts as u32 + rng.below(game.players() as u64) as u32,
        Phase::Deal | Phase::Read => u32::from(s.unseen.nth(rng.below(s.unseen.len() as u64) as usize)),
        _ => rng.below(u64::from(SALTS)) as u32,
    }
}

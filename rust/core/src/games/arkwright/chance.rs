//! What can be drawn: the events not yet shown, each equally likely (R7).

use super::Arkwright;
use super::state::{Phase, State};
use crate::bits::{nth_bit, places, running_counts};
use crate::game::OutcomeList;
use crate::rng::Rng;

/// The events that can be shown, with their weights.
pub(super) fn outcomes(game: &Arkwright, s: &State, list: &mut OutcomeList) {
    if s.phase == Phase::Event {
        list.extend(places(unseen(game, s)).map(|event| (u16::from(event), 1)));
    }
}

/// One of them, by the same draw as from the list.
#[inline]
pub(super) fn draw(game: &Arkwright, s: &State, rng: &mut Rng) -> u32 {
    let left = unseen(game, s);
    let counts = running_counts(left);
    nth_bit(left, counts, rng.below(counts >> 56) as u32)
}

/// A bit for each event not yet shown.
#[inline]
pub(super) fn unseen(game: &Arkwright, s: &State) -> u64 {
    let all = u8::MAX >> (8 - game.data.events.len());
    u64::from(all & !s.events_shown)
}

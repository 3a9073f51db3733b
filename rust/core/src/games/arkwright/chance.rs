//! What can be drawn: the events not yet shown, each equally likely (R7).

use super::data::EVENTS;
use super::state::{Phase, State};
use crate::bits::{nth_bit, places, running_counts};
use crate::game::OutcomeList;
use crate::rng::Rng;

/// The events that can be shown, with their weights.
pub(super) fn outcomes(s: &State, list: &mut OutcomeList) {
    if s.phase == Phase::Event {
        list.extend(places(unseen(s)).map(|event| (u16::from(event), 1)));
    }
}

/// One of them, by the same draw as from the list.
#[inline]
pub(super) fn draw(s: &State, rng: &mut Rng) -> u32 {
    let left = unseen(s);
    let counts = running_counts(left);
    nth_bit(left, counts, rng.below(counts >> 56) as u32)
}

/// A bit for each event not yet shown.
#[inline]
fn unseen(s: &State) -> u64 {
    u64::from(!s.events_shown)
}

const _: () = assert!(EVENTS == 8, "a bit set of events is a byte");

//! What can be drawn: outcomes with their weights, and the fast draw of one.

use super::Workshop;
use super::data::MOST_COUNTERS;
use super::state::{NONE, Phase, State};
use crate::bits::{byte_of, nth_bit, running_counts, running_sums};
use crate::game::OutcomeList;
use crate::rng::Rng;

/// Fills `list` with the outcomes of a chance node and their weights, ascending.
pub(super) fn outcomes(game: &Workshop, s: &State, list: &mut OutcomeList) {
    let cards = |list: &mut OutcomeList, weight: &dyn Fn(u8) -> u32| {
        let weighted = (0..game.kinds() as u8).map(|kind| (u16::from(game.card_outcome + kind), weight(kind)));
        list.extend(weighted.filter(|(_, weight)| *weight > 0));
    };
    match s.phase {
        Phase::DrawOrder => {
            let missing = (0..game.colours() as u8).filter(|colour| !s.order.contains(colour));
            list.extend(missing.map(|colour| (u16::from(colour), 1)));
        }
        Phase::TossDemand | Phase::TossFists => list.extend([(0, 1), (1, 1)]),
        Phase::DrawDemand => {
            let first = u16::from(game.counter_outcome);
            let counters = s.pool.iter().zip(first..).filter(|(count, _)| **count > 0);
            list.extend(counters.map(|(count, outcome)| (outcome, u32::from(*count))));
        }
        Phase::Reveal if s.unseen_setup != 0 => cards(list, &|kind| s.setup_count(kind) as u32),
        Phase::Reveal | Phase::DrawSwap => cards(list, &|kind| u32::from(game.deck.count(s.unseen, kind))),
        _ => {}
    }
}

/// Without the list: the same number from the generator, the same walk.
#[inline]
pub(super) fn draw(game: &Workshop, s: &State, rng: &mut Rng) -> u32 {
    let mut below = |total: u32| rng.below(u64::from(total)) as u32;
    match s.phase {
        Phase::DrawOrder => {
            let placed = s.order.iter().filter(|colour| **colour != NONE).fold(0, |all, c| all | 1_u64 << c);
            let missing = ((1 << game.colours()) - 1) & !placed;
            nth_bit(missing, running_counts(missing), below(missing.count_ones()))
        }
        Phase::TossDemand | Phase::TossFists => below(2),
        Phase::DrawDemand => {
            let sums = running_sums(s.pool);
            u32::from(game.counter_outcome) + byte_of(sums, below((sums >> 56) as u32))
        }
        Phase::Reveal if s.unseen_setup != 0 => {
            let setup = s.unseen_setup;
            let counts = running_counts(setup);
            u32::from(game.card_outcome) + nth_bit(setup, counts, below((counts >> 56) as u32))
        }
        _ => {
            let setup = s.unseen_setup.count_ones();
            let unseen = u32::from(s.deck) + u32::from(s.set_aside) - setup;
            u32::from(game.card_outcome + game.deck.nth(s.unseen, below(unseen)))
        }
    }
}

const _: () = assert!(MOST_COUNTERS <= 128, "what `byte_of` takes");

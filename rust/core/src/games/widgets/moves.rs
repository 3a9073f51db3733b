//! What is legal: a function a phase.

use super::Widgets;
use super::pile::expanded;
use super::state::{BAYS, Phase, State, is_empty};
use super::table::PULL_DOWN;
use crate::bits::{nth_bit, places, running_counts};
use crate::game::{Action, ActionList};
use crate::rng::Rng;

/// Fills the list with the legal actions, ascending.
#[inline]
pub(super) fn list(game: &Widgets, s: &State, list: &mut ActionList) {
    match s.phase {
        Phase::Pull if game.options.two_sets => list_cards(s, list),
        Phase::Pull => list_pulls(*s.pile.pulls(), list),
        Phase::Second => list_pulls(second_pulls(s), list),
        Phase::Keep => list.extend([game.ids.keep, game.ids.keep + 1]),
        Phase::Setup => list_bays(game, s, list),
        Phase::Resolve => {
            list_bays(game, s, list);
            list.push(game.ids.drop_back);
        }
        _ => {}
    }
}

/// R31: each face-up card, and a face-down pull while something lies face-down.
#[inline]
fn list_cards(s: &State, list: &mut ActionList) {
    list.extend(s.pile.up().iter().map(Action::from));
    if !s.unseen.is_empty() {
        list.push(PULL_DOWN);
    }
}

/// R9, R10.
#[inline]
fn list_pulls(pulls: [u64; 5], list: &mut ActionList) {
    for (first, word) in (0..).step_by(64).zip(pulls) {
        list.extend(places(word).map(|bit| first + Action::from(bit)));
    }
}

/// R7: the second part lies face-down too.
#[inline]
fn second_pulls(s: &State) -> [u64; 5] {
    let [low, high] = (!s.pile.up()).words();
    let down = [low, low >> 16, low >> 32, low >> 48, high];
    std::array::from_fn(|i| s.pile.pulls()[i] & expanded(down[i]))
}

/// R15, R16.
#[inline]
fn list_bays(game: &Widgets, s: &State, list: &mut ActionList) {
    let bays = (0..BAYS).filter(|bay| same_empty_bay(game, s, *bay).is_none());
    list.extend(bays.map(|bay| game.ids.place + bay as Action));
}

/// With `dedupe`, the earlier bay that is as empty as this one (R16).
#[inline]
pub(super) fn same_empty_bay(game: &Widgets, s: &State, bay: usize) -> Option<usize> {
    if !game.options.dedupe {
        return None;
    }
    let bays = &s.bays[usize::from(s.turn_of)];
    (0..bay).find(|earlier| is_empty(bays[*earlier])).filter(|_| is_empty(bays[bay]))
}

/// A legal action without the list: the same number from the generator, the same place in the order.
#[inline]
pub(super) fn draw(game: &Widgets, s: &State, rng: &mut Rng) -> Action {
    let mut below = |count: usize| rng.below(count as u64) as usize;
    match s.phase {
        Phase::Pull if game.options.two_sets => {
            let up = s.pile.up().len();
            let index = below(up + usize::from(!s.unseen.is_empty()));
            if index < up { Action::from(s.pile.up().nth(index)) } else { PULL_DOWN }
        }
        Phase::Pull => draw_pull(*s.pile.pulls(), below),
        Phase::Second => draw_pull(second_pulls(s), below),
        Phase::Keep => game.ids.keep + below(2) as Action,
        Phase::Resolve if !game.options.dedupe => game.ids.place + below(BAYS + 1) as Action,
        _ => {
            let mut bays = ActionList::new();
            list(game, s, &mut bays);
            bays[below(bays.len())]
        }
    }
}

#[inline]
fn draw_pull(pulls: [u64; 5], below: impl FnOnce(usize) -> usize) -> Action {
    let counts = pulls.map(running_counts);
    let mut index = below(counts.iter().map(|counts| (counts >> 56) as usize).sum());
    for (first, (word, counts)) in (0..).step_by(64).zip(pulls.into_iter().zip(counts)) {
        let count = (counts >> 56) as usize;
        if index < count {
            return first + nth_bit(word, counts, index as u32) as Action;
        }
        index -= count;
    }
    unreachable!("the index is below the sum of the counts")
}

//! What is legal: a function a phase.

use super::Widgets;
use super::parts::NONE;
use super::pile::{Pulls, expanded};
use super::state::{Phase, State, is_empty};
use crate::bits::{nth_bit, places, running_counts};
use crate::game::{Action, ActionList};
use crate::rng::Rng;

/// Fills the list with the legal actions, ascending.
#[inline]
pub(super) fn list(game: &Widgets, s: &State, list: &mut ActionList) {
    match s.phase {
        Phase::Pull if game.options.two_sets => list_cards(game, s, list),
        Phase::Pull => list_pulls(game, s.pile.pulls(), list),
        Phase::Second => list_pulls(game, &second_pulls(s), list),
        Phase::Keep => list.extend((0..s.held()).map(|index| game.ids.keep + index as Action)),
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
fn list_cards(game: &Widgets, s: &State, list: &mut ActionList) {
    list.extend(s.pile.up().iter().map(Action::from));
    if !s.unseen.is_empty() {
        list.push(game.ids.pull_down);
    }
}

/// R9, R10.
#[inline]
fn list_pulls(game: &Widgets, pulls: &Pulls, list: &mut ActionList) {
    for (first, word) in (0..).step_by(64).zip(&pulls[..game.physics.words()]) {
        list.extend(places(*word).map(|bit| first + Action::from(bit)));
    }
}

/// R7, R35: the other parts lie face-down too.
#[inline]
fn second_pulls(s: &State) -> Pulls {
    let down = (!s.pile.up()).words();
    std::array::from_fn(|i| s.pile.pulls()[i] & expanded(down[i / 4] >> (16 * (i % 4))))
}

/// R15, R16, R34.
#[inline]
fn list_bays(game: &Widgets, s: &State, list: &mut ActionList) {
    let may = |bay: &usize| !is_taken(game, s, *bay) && same_empty_bay(game, s, *bay).is_none();
    list.extend((0..game.counts.bays).filter(may).map(|bay| game.ids.place + bay as Action));
}

/// In set-up: whether a part lies where the dealt one would go (R34).
#[inline]
pub(super) fn is_taken(game: &Widgets, s: &State, bay: usize) -> bool {
    let player = usize::from(s.turn_of);
    s.phase == Phase::Setup && s.bays[player][bay][game.deck.type_of(s.card(s.dealt[player]))] != NONE
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
            if index < up { Action::from(s.pile.up().nth(index)) } else { game.ids.pull_down }
        }
        Phase::Pull => draw_pull(game, s.pile.pulls(), below),
        Phase::Second => draw_pull(game, &second_pulls(s), below),
        Phase::Keep => game.ids.keep + below(s.held()) as Action,
        Phase::Resolve if !game.options.dedupe => game.ids.place + below(game.counts.bays + 1) as Action,
        _ => {
            let mut bays = ActionList::new();
            list(game, s, &mut bays);
            bays[below(bays.len())]
        }
    }
}

#[inline]
fn draw_pull(game: &Widgets, pulls: &Pulls, below: impl FnOnce(usize) -> usize) -> Action {
    let pulls = &pulls[..game.physics.words()];
    let mut counts = Pulls::default();
    counts.iter_mut().zip(pulls).for_each(|(counts, word)| *counts = running_counts(*word));
    let mut index = below(counts.iter().map(|counts| (counts >> 56) as usize).sum());
    for (first, (word, counts)) in (0..).step_by(64).zip(pulls.iter().zip(counts)) {
        let count = (counts >> 56) as usize;
        if index < count {
            return first + nth_bit(*word, counts, index as u32) as Action;
        }
        index -= count;
    }
    unreachable!("the index is below the sum of the counts")
}

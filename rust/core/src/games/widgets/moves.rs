//! What is legal: a function a phase, and why an action is not.

use super::Widgets;
use super::action::{Move, PULL_DOWN};
use super::parts::bits;
use super::pile::expanded;
use super::shape::SIDE_NAMES;
use super::state::{BAYS, Phase, State, is_empty};
use crate::bits::{nth_bit, running_counts};
use crate::error::Error;
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
        list.extend(bits(word).map(|bit| first + Action::from(bit)));
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
fn same_empty_bay(game: &Widgets, s: &State, bay: usize) -> Option<usize> {
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

/// Whether an action is legal at a decision.
#[inline]
pub(super) fn is_legal(game: &Widgets, s: &State, action: Action) -> bool {
    action <= game.ids.drop_back && why_not(game, s, action).is_none()
}

/// The first reason why an action is not legal, in the order of the page.
pub(super) fn why_not(game: &Widgets, s: &State, action: Action) -> Option<Error> {
    let typed = game.ids.typed(action);
    let in_phase = match typed {
        Move::Pull(..) => matches!(s.phase, Phase::Pull | Phase::Second),
        Move::PullCard(_) | Move::PullDown => s.phase == Phase::Pull,
        Move::Keep(_) => s.phase == Phase::Keep,
        Move::Place(_) => matches!(s.phase, Phase::Setup | Phase::Resolve),
        Move::DropBack => s.phase == Phase::Resolve,
    };
    if !in_phase {
        let text = &game.tables.actions[usize::from(action)];
        let message = format!("{text} is not a choice now: the phase is {}", s.phase.name());
        return Some(Error::illegal("wrong_phase", None, message));
    }
    match typed {
        Move::Pull(part, side) => why_not_pull(game, s, part, side),
        Move::PullCard(card) => (!s.pile.up().has(card)).then(|| {
            let message = format!("{} does not lie face-up in the pile", game.card_name(card));
            Error::illegal("not_face_up", Some("R31"), message)
        }),
        Move::PullDown => s
            .unseen
            .is_empty()
            .then(|| Error::illegal("none_face_down", Some("R31"), "no part lies face-down in the pile")),
        Move::Place(bay) => same_empty_bay(game, s, usize::from(bay)).map(|earlier| {
            let (bay, earlier) = (bay + 1, earlier + 1);
            let message = format!("bay {bay} is as empty as bay {earlier}; choose bay {earlier}");
            Error::illegal("same_empty_bay", Some("R16"), message)
        }),
        Move::Keep(_) | Move::DropBack => None,
    }
}

fn why_not_pull(game: &Widgets, s: &State, part: u8, side: u8) -> Option<Error> {
    let error = |code, rule, message| Some(Error::illegal(code, Some(rule), message));
    if !s.pile.has(part) {
        return error("not_in_pile", "R9", format!("part {part} is not in the pile"));
    }
    if s.phase == Phase::Second && s.pile.up().has(part) {
        let message = format!("part {part} lies face-up; the second part must lie face-down");
        return error("face_up", "R7", message);
    }
    let faced = s.pile.faced_sides(&game.physics, part);
    if faced == 0 {
        return error("not_free", "R9", format!("no edge of part {part} is free"));
    }
    if faced >> side & 1 == 0 {
        let name = SIDE_NAMES[usize::from(side)];
        return error("wrong_side", "R10", format!("no free edge of part {part} faces {name}"));
    }
    if s.pile.sides(part) >> side & 1 == 0 {
        let nearest = s.pile.nearest_side(part, faced)?;
        let name = SIDE_NAMES[usize::from(nearest)];
        return error("not_nearest", "R10", format!("part {part} is pulled to the nearest side, {name}"));
    }
    None
}

//! Why an action is not legal, in the order of the page.

use super::Widgets;
use super::moves::{is_taken, same_empty_bay};
use super::shape::SIDE_NAMES;
use super::state::{Phase, State};
use super::table::{Move, NTH};
use crate::error::Error;
use crate::game::Action;

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
        let message = format!("{text} is not a choice now: {}; now {}", when(typed), now(s.phase));
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
        Move::Keep(index) => (usize::from(index) >= s.held()).then(|| {
            let message = format!("there is no {} part in hand", NTH[usize::from(index)]);
            Error::illegal("not_in_hand", Some("R35"), message)
        }),
        Move::Place(bay) => why_not_place(game, s, usize::from(bay)),
        Move::DropBack => None,
    }
}

/// When a move of another phase is possible.
fn when(chosen: Move) -> &'static str {
    match chosen {
        Move::Pull(..) | Move::PullCard(_) | Move::PullDown => "parts are pulled when a turn begins (R5)",
        Move::Keep(_) => "one of two parts is kept when both were pulled face-down (R14)",
        Move::Place(_) => "parts are placed when they are in hand, or dealt (R3, R15)",
        Move::DropBack => "a part is dropped back when it is in hand (R15)",
    }
}

/// What is done in a phase; no player decides in the last ones.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "the dealt part is placed (R3)",
        Phase::Pull => "a part is pulled (R5)",
        Phase::Second => "a second part is pulled (R7)",
        Phase::Keep => "one of two parts is kept (R14)",
        Phase::Resolve => "the part in hand is placed or dropped back (R15)",
        Phase::Start | Phase::Deal | Phase::FirstDrop | Phase::Shake | Phase::Fall | Phase::Read | Phase::Over => {
            "no player decides"
        }
    }
}

fn why_not_place(game: &Widgets, s: &State, bay: usize) -> Option<Error> {
    let number = bay + 1;
    if is_taken(game, s, bay) {
        let kind = game.deck.type_of(s.card(s.dealt[usize::from(s.turn_of)]));
        let name = &game.data.types[kind];
        let message = format!("bay {number} has a {name} already; no part is replaced in set-up");
        return Some(Error::illegal("place_taken", Some("R34"), message));
    }
    same_empty_bay(game, s, bay).map(|earlier| {
        let earlier = earlier + 1;
        let message = format!("bay {number} is as empty as bay {earlier}; choose bay {earlier}");
        Error::illegal("same_empty_bay", Some("R16"), message)
    })
}

fn why_not_pull(game: &Widgets, s: &State, part: u8, side: u8) -> Option<Error> {
    let error = |code, rule, message| Some(Error::illegal(code, Some(rule), message));
    if !s.pile.has(part) {
        return error("not_in_pile", "R9", format!("part {part} is not in the pile"));
    }
    if s.phase == Phase::Second && s.pile.up().has(part) {
        let nth = NTH[s.held()];
        let message = format!("part {part} lies face-up; the {nth} part must lie face-down");
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

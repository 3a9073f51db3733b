//! Actions and chance outcomes: typed, as ids, as texts.

use super::parts::PARTS;
use super::shape::SIDE_NAMES;
use super::state::BAYS;
use crate::game::Action;

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A part and the side it is pulled to (R9, R10).
    Pull(u8, u8),
    /// With two sets: a card that lies face-up (R31).
    PullCard(u8),
    /// With two sets: two of those that lie face-down (R31).
    PullDown,
    /// Of two parts the one that is kept, 0 or 1 (R14).
    Keep(u8),
    /// The part goes into a bay, 0 to 2 (R15).
    Place(u8),
    /// The part goes back on the pile (R15).
    DropBack,
}

/// Where the kinds of actions begin in the table of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids {
    two_sets: bool,
    pub(super) keep: Action,
    pub(super) place: Action,
    pub(super) drop_back: Action,
}

/// With two sets: pulling face-down.
pub(super) const PULL_DOWN: Action = PARTS as Action;

impl Ids {
    pub(super) const fn new(two_sets: bool) -> Self {
        let keep = if two_sets { PULL_DOWN + 1 } else { 4 * PARTS as Action };
        Self { two_sets, keep, place: keep + 2, drop_back: keep + 2 + BAYS as Action }
    }

    /// The move of an id of the table.
    #[inline]
    pub(super) fn typed(self, id: Action) -> Move {
        if id < self.keep {
            return match (self.two_sets, id) {
                (false, _) => Move::Pull((id / 4) as u8, (id % 4) as u8),
                (true, PULL_DOWN) => Move::PullDown,
                (true, _) => Move::PullCard(id as u8),
            };
        }
        if id < self.place {
            Move::Keep((id - self.keep) as u8)
        } else if id < self.drop_back {
            Move::Place((id - self.place) as u8)
        } else {
            Move::DropBack
        }
    }

    /// The texts of all actions.
    pub(super) fn texts(self, cards: &[String]) -> Vec<String> {
        (0..=self.drop_back).map(|id| text(self.typed(id), cards)).collect()
    }
}

fn text(action: Move, cards: &[String]) -> String {
    match action {
        Move::Pull(part, side) => format!("pull {part} {}", SIDE_NAMES[usize::from(side)]),
        Move::PullCard(card) => format!("pull {}", cards[usize::from(card)]),
        Move::PullDown => "pull face down".to_owned(),
        Move::Keep(0) => "keep first".to_owned(),
        Move::Keep(_) => "keep second".to_owned(),
        Move::Place(bay) => format!("place in bay {}", bay + 1),
        Move::DropBack => "drop back".to_owned(),
    }
}

/// Chance outcomes: cards are 0 to 79, then start players.
pub(super) const START_OUTCOME: u32 = PARTS as u32;

/// The texts of all chance outcomes.
pub(super) fn outcome_texts(cards: &[String], players: usize) -> Vec<String> {
    cards.iter().cloned().chain((0..players).map(|player| format!("player {player} starts"))).collect()
}

//! Actions and chance outcomes: typed, as ids, as texts.

use super::parts::{Counts, Deck, MOST_HAND};
use super::shape::SIDE_NAMES;
use crate::game::Action;

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A part and the side it is pulled to (R9, R10).
    Pull(u8, u8),
    /// With two sets: a card that lies face-up (R31).
    PullCard(u8),
    /// With two sets: some of those that lie face-down (R31).
    PullDown,
    /// Of several parts the one that is kept, by the order of pulling from 0 (R14).
    Keep(u8),
    /// The part goes into a bay, from 0 (R15).
    Place(u8),
    /// The part goes back on the pile (R15).
    DropBack,
}

/// Where the kinds of actions begin in the table of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids {
    two_sets: bool,
    /// With two sets: pulling face-down.
    pub(super) pull_down: Action,
    pub(super) keep: Action,
    pub(super) place: Action,
    pub(super) drop_back: Action,
}

impl Ids {
    pub(super) const fn new(deck: &Deck, counts: Counts, two_sets: bool) -> Self {
        let pull_down = deck.parts as Action;
        let keep = if two_sets { pull_down + 1 } else { 4 * pull_down };
        let keeps = if counts.hand > 1 { counts.hand } else { 0 };
        let place = keep + keeps as Action;
        Self { two_sets, pull_down, keep, place, drop_back: place + counts.bays as Action }
    }

    /// The move of an id of the table.
    #[inline]
    pub(super) fn typed(self, id: Action) -> Move {
        if id < self.keep {
            return match (self.two_sets, id) {
                (false, _) => Move::Pull((id / 4) as u8, (id % 4) as u8),
                (true, id) if id == self.pull_down => Move::PullDown,
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
        Move::Keep(index) => format!("keep {}", NTH[usize::from(index)]),
        Move::Place(bay) => format!("place in bay {}", bay + 1),
        Move::DropBack => "drop back".to_owned(),
    }
}

/// The parts in hand are called by the order in which they were pulled.
pub(super) const NTH: [&str; MOST_HAND] = ["first", "second", "third", "fourth"];

/// The texts of all chance outcomes: cards, then start players.
pub(super) fn outcome_texts(cards: &[String], players: usize) -> Vec<String> {
    cards.iter().cloned().chain((0..players).map(|player| format!("player {player} starts"))).collect()
}

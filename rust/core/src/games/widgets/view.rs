//! Who may see what: step texts, resampling, what lies face-down, and the nouns that a view offers.

use super::Widgets;
use super::parts::{Counts, Deck, MOST_TYPES, NONE, Parts};
use super::pile::Lying;
use super::score::Worth;
use super::state::{Phase, State};
use super::table::Move;
use crate::View;
use crate::game::Action;

/// What everybody reads instead of a salt.
pub(super) fn hidden_step(s: &State) -> Option<&'static str> {
    match s.phase {
        Phase::FirstDrop => Some("the parts fall"),
        Phase::Shake => Some("the pile shifts"),
        Phase::Fall => Some("the part falls"),
        _ => None,
    }
}

/// What everybody sees of a salt: the parts that lie in another way than before, from bottom to top; with two sets those
/// that fell face-up.
pub(super) fn opened(game: &Widgets, before: &State, after: &State) -> Vec<String> {
    if hidden_step(before).is_none() {
        return Vec::new();
    }
    if game.options.two_sets {
        return after.pile.up().iter().map(|card| format!("{} lies face up", game.card_name(card))).collect();
    }
    let pose = |lying: &Lying| (lying.x, lying.y, lying.rotation, lying.up);
    let moved = |lying: &Lying| !before.pile.has(lying.part) || pose(&before.pile.lying(lying.part)) != pose(lying);
    let line = |Lying { part, x, y, rotation, up, .. }| {
        format!("part {part} lies face {} at {x}, {y}, rotation {rotation}", if up { "up" } else { "down" })
    };
    after.pile.bottom_up().into_iter().filter(moved).map(line).collect()
}

/// Nobody knows more than the others: all that a state holds is public (R33).
pub(super) fn resample(s: &State) -> State {
    s.clone()
}

// --- accessors for bots ------------------------------------------------------------------------------------------------

impl View<'_, Widgets> {
    /// Points for agreeing parts.
    pub fn worth(&self) -> &Worth {
        self.game().worth()
    }

    /// What the cards are.
    #[inline]
    pub fn deck(&self) -> &Deck {
        &self.game().deck
    }

    /// How many bays and parts in hand there are.
    #[inline]
    pub fn counts(&self) -> Counts {
        self.game().counts
    }

    /// The phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The typed move of an action.
    #[inline]
    pub fn typed(&self, action: Action) -> Move {
        self.game().typed(action)
    }

    /// The card of a part, if anybody has seen it.
    #[inline]
    pub fn card(&self, part: u8) -> Option<u8> {
        let state = self.state();
        if self.game().options.two_sets && state.unseen.has(part) {
            return None;
        }
        Some(state.card(part)).filter(|card| *card != NONE)
    }

    /// A part in hand, by the order of pulling from 0.
    #[inline]
    pub fn hand(&self, index: usize) -> Option<u8> {
        Some(self.state().hand[index]).filter(|part| *part != NONE)
    }

    /// The cards in a bay, by type.
    #[inline]
    pub fn bay(&self, player: usize, bay: usize) -> [Option<u8>; MOST_TYPES] {
        self.state().bays[player][bay].map(|part| if part == NONE { None } else { self.card(part) })
    }

    /// How many constructs a player still needs.
    #[inline]
    pub fn constructs_left(&self, player: usize) -> usize {
        usize::from(self.game().options.constructs - self.state().finished[player])
    }

    /// The final turns a player has left, this one included; None before the trigger.
    #[inline]
    pub fn final_turns(&self, player: usize) -> Option<u8> {
        let state = self.state();
        (state.trigger != NONE).then(|| state.final_turns[player])
    }

    /// The cards that nobody has seen.
    #[inline]
    pub fn unseen(&self) -> Parts {
        self.state().unseen
    }

    /// The parts that lie face-up in the pile.
    #[inline]
    pub fn face_up(&self) -> Parts {
        self.state().pile.up()
    }

    /// The parts of the pile that can be pulled; with two sets, the face-up ones.
    #[inline]
    pub fn free_parts(&self) -> Parts {
        if self.game().options.two_sets { self.face_up() } else { self.state().pile.free_parts() }
    }

    /// How many parts lie face-down and can be pulled.
    #[inline]
    pub fn face_down_parts(&self) -> usize {
        let state = self.state();
        if self.game().options.two_sets { state.unseen.len() } else { (self.free_parts() & !state.pile.up()).len() }
    }

    /// The visible cells of a part of the pile; with two sets, none.
    #[inline]
    pub fn visible(&self, part: u8) -> u8 {
        self.state().pile.visible(part)
    }
}

/// With two sets: what lies face-down.
pub(super) fn face_down(s: &State) -> Parts {
    if s.phase.is_before_the_drop() { Parts::default() } else { s.unseen }
}

//! What a game advises: its own knowledge of good play, for bots.

use super::view::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// A game's advice.
pub trait Greedy: Game {
    /// The action of `legal` (never empty) that the advice rates highest; `rng` breaks ties.
    fn advise(view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action;

    /// How a search of this game is done where nothing else is said: what was measured to play best.
    fn searching(&self) -> Searching {
        Searching::default()
    }
}

/// How the actions of a decision are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Each by itself, on the same worlds, the worse half dropped again and again.
    Flat,
    /// In a tree of the decisions that follow.
    Tree,
}

impl Method {
    /// The word that names it.
    pub fn word(self) -> &'static str {
        match self {
            Method::Flat => "flat",
            Method::Tree => "tree",
        }
    }
}

/// How a position is played on where the search knows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollout {
    /// By the advice, now and then at random.
    Greedy,
    /// At random.
    Random,
}

/// How a game is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searching {
    /// How the actions are compared.
    pub method: Method,
    /// How a position is played on.
    pub rollout: Rollout,
    /// The chance of a decision of a greedy rollout to be any legal action.
    pub epsilon: f64,
    /// A rollout stops before the searching player's turn of this number, counted from where it begins; 0: at the end.
    pub turns: u32,
    /// The lead in points that is valued at three quarters: about as far as leads differ.
    pub scale: f64,
    /// Flat: how far the advised action is ahead after one simulation, falling with the root of their number.
    pub bonus: f64,
    /// Tree: the part of the prior that the advised action gets; all actions share the rest.
    pub prior: f64,
    /// Tree: how much is explored.
    pub exploration: f64,
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            method: Method::Tree,
            rollout: Rollout::Random,
            epsilon: 0.1,
            turns: 0,
            scale: 10.0,
            bonus: 0.05,
            prior: 0.3,
            exploration: 1.0,
        }
    }
}

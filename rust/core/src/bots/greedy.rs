//! The greedy bot: it follows a game's advice, which stands in the game's folder.

use super::Bot;
use crate::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// A game's advice.
pub trait Greedy: Game {
    /// The action of `legal` (never empty) that the advice rates highest; `rng` breaks ties.
    fn advise(view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action;
}

/// Follows the advice.
pub(super) struct GreedyBot;

impl<G: Greedy> Bot<G> for GreedyBot {
    fn choose(&mut self, view: &View<'_, G>, legal: &[Action], rng: &mut Rng) -> Action {
        G::advise(view, legal, rng)
    }
}

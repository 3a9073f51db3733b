//! The greedy bot: it follows a game's advice, which stands in the game's folder.

use super::Bot;
use crate::View;
use crate::game::Action;
pub use crate::games::advice::Greedy;
use crate::rng::Rng;

/// Follows the advice.
pub(super) struct GreedyBot;

impl<G: Greedy> Bot<G> for GreedyBot {
    fn choose(&mut self, view: &View<'_, G>, legal: &[Action], rng: &mut Rng, _: &mut dyn FnMut() -> bool) -> Action {
        G::advise(view, legal, rng)
    }
}

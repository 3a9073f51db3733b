//! The greedy bot: each game's advice, a file a game.

mod arkwright;
mod railways;
mod widgets;
mod workshop;

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

/// The best-rated action; among equals one is drawn, each equally likely.
pub(crate) fn best_by(legal: &[Action], rng: &mut Rng, mut rate: impl FnMut(Action) -> i32) -> Action {
    let mut best = (i32::MIN, legal[0]);
    let mut ties = 0;
    for &action in legal {
        let rating = rate(action);
        if rating > best.0 {
            best = (rating, action);
            ties = 1;
        } else if rating == best.0 {
            ties += 1;
            if rng.below(ties) == 0 {
                best.1 = action;
            }
        }
    }
    best.1
}

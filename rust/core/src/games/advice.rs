//! What a game advises: its own knowledge of good play, for bots.

use super::view::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// A game's advice.
pub trait Greedy: Game {
    /// The action of `legal` (never empty) that the advice rates highest; `rng` breaks ties.
    fn advise(view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action;
}

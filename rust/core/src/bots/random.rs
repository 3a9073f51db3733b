use super::Bot;
use crate::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// Plays any legal action, each equally likely.
pub(super) struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, _view: &View<'_, G>, legal: &[Action], rng: &mut Rng) -> Action {
        rng.pick(legal)
    }
}

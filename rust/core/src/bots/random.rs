use super::Bot;
use crate::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// Plays any legal action, each equally likely.
pub(super) struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, _: &View<'_, G>, legal: &[Action], rng: &mut Rng, _: &mut dyn FnMut() -> bool) -> Action {
        rng.pick(legal)
    }
}

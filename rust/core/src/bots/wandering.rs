use super::Bot;
use crate::View;
use crate::game::{Action, Game};
use crate::rng::Rng;

/// Now and then plays any legal action, each equally likely, else what another bot chooses.
pub(super) struct Wandering<G: Game> {
    bot: Box<dyn Bot<G>>,
    epsilon: f64,
}

/// The bot that leaves `bot`'s way with a chance of `epsilon`; where that is never, `bot` itself.
pub(super) fn wandering<G: Game>(bot: Box<dyn Bot<G>>, epsilon: f64) -> Box<dyn Bot<G>> {
    if epsilon > 0.0 { Box::new(Wandering { bot, epsilon }) } else { bot }
}

impl<G: Game> Bot<G> for Wandering<G> {
    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[Action],
        rng: &mut Rng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Action {
        if rng.fraction() < self.epsilon { rng.pick(legal) } else { self.bot.choose(view, legal, rng, keep_going) }
    }
}

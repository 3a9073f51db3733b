//! Actions drawn for the caller: of the legal ones, without a mask in between.

use super::slot::Slot;
use crate::bots::{self, Bot, Greedy};
use crate::game::{ActionList, Game};
use crate::rng::{BOT_ACTIONS, Rng, SAMPLES};

/// How an action is drawn. Logits are a row of the action table a slot; only those of legal actions count.
#[derive(Clone, Copy, Debug)]
pub enum Sampling<'a> {
    /// Each legal one as likely.
    Uniform,
    /// By the softmax of logits, divided by a temperature above 0.
    Softmax(&'a [f32], f32),
    /// The one of the largest logit; of equal ones the first.
    Largest(&'a [f32]),
}

impl Sampling<'_> {
    /// The action of a slot, and the logarithm of how likely it was if that is asked for; 0 where there is none. None where
    /// the logits of the legal actions are no numbers to draw by.
    pub(super) fn draw<G: Game + Greedy>(
        self,
        game: &G,
        slot: &Slot<G>,
        index: usize,
        seed: u64,
        logp: bool,
    ) -> Option<(i32, f32)> {
        if slot.player(game) < 0 {
            return Some((0, 0.0));
        }
        let mut rng = Rng::new(seed, SAMPLES + index as u64);
        if matches!(self, Sampling::Uniform) && !logp {
            return Some((game.draw_action(&slot.state, &mut rng).into(), 0.0));
        }
        let mut legal = ActionList::new();
        slot.legal(game, &mut legal);
        let (logits, heat) = match self {
            Sampling::Uniform => return Some((rng.pick(&legal).into(), -libm::log(legal.len() as f64) as f32)),
            Sampling::Softmax(logits, temperature) => (logits, f64::from(temperature)),
            Sampling::Largest(logits) => (logits, 1.0),
        };
        let width = game.tables().actions.len();
        let logit = |action: u16| f64::from(logits[index * width + usize::from(action)]) / heat;
        let better = |best: u16, next: u16| if logit(next) > logit(best) { next } else { best };
        let best = legal.iter().copied().reduce(better)?;
        let weight = |action: u16| libm::exp(logit(action) - logit(best));
        let total: f64 = legal.iter().map(|action| weight(*action)).sum();
        let mut rest = unit(&mut rng) * total;
        let mut passed = |action: &u16| {
            rest -= weight(*action);
            rest < 0.0
        };
        let drawn = if matches!(self, Sampling::Softmax(..)) { legal.iter().copied().find(&mut passed) } else { None };
        let action = drawn.unwrap_or(best);
        total.is_finite().then(|| (action.into(), (logit(action) - logit(best) - libm::log(total)) as f32))
    }
}

/// A number from 0 to below 1, of 53 bits.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// What a bot would play in a slot, 0 where nobody acts.
pub(super) fn of_bot<G: Game + Greedy>(game: &G, bot: &mut dyn Bot<G>, slot: &Slot<G>, index: usize, seed: u64) -> i32 {
    let Ok(player) = usize::try_from(slot.player(game)) else { return 0 };
    let mut rng = Rng::new(seed, BOT_ACTIONS + index as u64);
    bots::decide(game, &slot.state, player, bot, &mut rng, &mut || true).into()
}

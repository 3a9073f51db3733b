//! How a position is played on where the search knows nothing, and what it is worth then.

use super::value::{Judge, Values};
use crate::View;
use crate::game::{Action, ActionList, Game};
use crate::games::advice::{Greedy, Rollout};
use crate::rng::Rng;
use crate::runner::Runner;

/// What a position at the edge of what a search knows is worth. A search asks it one leaf after the other; who evaluates
/// many leaves together steps many searches up to their leaves (`Descent`) and asks for all of them.
pub trait Evaluator<G: Game> {
    /// The values of a leaf, from 0 to 1 each. `root` is the searching player, `last` who decided last; the state may be
    /// played on, with the luck of `rng`.
    fn values(&mut self, game: &G, state: &mut G::State, root: usize, last: usize, rng: &mut Rng) -> Values;

    /// How likely each legal action of a decision is to be best: numbers from 0 that sum to 1, `priors` has one an action.
    fn priors(
        &mut self,
        game: &G,
        state: &G::State,
        player: usize,
        legal: &[Action],
        rng: &mut Rng,
        priors: &mut Vec<f64>,
    );
}

/// Plays on and counts the points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playing {
    pub(super) rollout: Rollout,
    pub(super) epsilon: f64,
    pub(super) turns: u32,
    pub(super) prior: f64,
    pub(super) judge: Judge,
}

impl Playing {
    /// What the rollouts play at a decision with more than one action.
    pub(super) fn choose<G: Game + Greedy>(
        self,
        game: &G,
        state: &G::State,
        player: usize,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Action {
        if self.rollout == Rollout::Random || rng.fraction() < self.epsilon {
            return rng.pick(legal);
        }
        G::advise(&View::new(game, state, Some(player)), legal, rng)
    }

    /// A decision of a rollout.
    fn decide<G: Game + Greedy>(self, game: &G, state: &G::State, player: usize, rng: &mut Rng) -> Action {
        if self.rollout == Rollout::Random {
            return game.draw_action(state, rng);
        }
        let mut legal = ActionList::new();
        game.legal_actions(state, &mut legal);
        if legal.len() == 1 { legal[0] } else { self.choose(game, state, player, &legal, rng) }
    }
}

impl<G: Game + Greedy> Evaluator<G> for Playing {
    /// A turn is all that a player decides before another one does, so that no rollout stops between the small decisions of
    /// a larger one: what is begun would be paid for and not yet be worth anything.
    fn values(&mut self, game: &G, state: &mut G::State, root: usize, last: usize, rng: &mut Rng) -> Values {
        let playing = *self;
        let (mut last, mut turns) = (last, 0);
        let runner = Runner { game, state: &mut *state, chance: rng, notes: &mut () };
        runner.run(|game, state, player, rng| {
            if player == root && last != root {
                turns += 1;
                if turns == playing.turns {
                    return None;
                }
            }
            last = player;
            Some(playing.decide(game, state, player, rng))
        });
        playing.judge.values(game, state)
    }

    fn priors(
        &mut self,
        game: &G,
        state: &G::State,
        player: usize,
        legal: &[Action],
        rng: &mut Rng,
        priors: &mut Vec<f64>,
    ) {
        priors.clear();
        priors.resize(legal.len(), (1.0 - self.prior) / legal.len() as f64);
        if self.prior > 0.0 {
            let advised = G::advise(&View::new(game, state, Some(player)), legal, rng);
            let index = legal.binary_search(&advised).expect("the advice is legal");
            priors[index] += self.prior;
        }
    }
}

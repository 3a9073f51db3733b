//! Random playouts: the fastest way through a game, for measuring and for search.

use crate::game::{Actor, Game};
use crate::rng::Rng;
use crate::runner::{Notes, Runner};

/// What playouts did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games played to the end.
    pub games: u64,
    /// Decisions of players.
    pub decisions: u64,
    /// Chance outcomes.
    pub chance: u64,
}

impl<G: Game> Notes<G> for Counts {
    #[inline]
    fn note(&mut self, _: &G, _: &G::State, actor: Actor, _: u32) {
        match actor {
            Actor::Player(_) => self.decisions += 1,
            _ => self.chance += 1,
        }
    }
}

/// Plays from `state` to the end, every choice uniform among the legal ones.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, counts: &mut Counts) {
    let runner = Runner { game, state, chance: rng, notes: counts };
    runner.run(|game, state, _, rng| Some(game.draw_action(state, rng)));
    counts.games += 1;
}

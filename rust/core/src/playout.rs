//! Random playouts: the fastest way through a game, for measuring and for search.

use crate::game::{Actor, Game};
use crate::rng::Rng;

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

/// Plays from `state` to the end, every choice uniform among the legal ones.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, counts: &mut Counts) {
    loop {
        match game.actor(state) {
            Actor::Player(_) => {
                let action = game.draw_action(state, rng);
                game.apply_decision(state, action);
                counts.decisions += 1;
            }
            Actor::Over => break,
            Actor::Chance | Actor::Sampled => {
                let outcome = game.draw_outcome(state, rng);
                game.apply_outcome(state, outcome);
                counts.chance += 1;
            }
        }
    }
    counts.games += 1;
}

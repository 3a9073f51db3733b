//! Playing on: chance drawn from a stream, decisions asked for, every step applied and noted.

use crate::game::{Action, Actor, Game};
use crate::rng::Rng;

/// What is told of every step that was just applied.
pub trait Notes<G: Game> {
    /// `state` is the position after the step.
    fn note(&mut self, game: &G, state: &G::State, actor: Actor, id: u32);
}

impl<G: Game> Notes<G> for () {
    #[inline]
    fn note(&mut self, _: &G, _: &G::State, _: Actor, _: u32) {}
}

/// A position that is played on.
pub struct Runner<'a, G: Game, N> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: &'a mut G::State,
    /// Where chance is drawn from.
    pub chance: &'a mut Rng,
    /// Who is told.
    pub notes: &'a mut N,
}

impl<G: Game, N: Notes<G>> Runner<'_, G, N> {
    /// Plays on to the end, or until `choose` has no answer; whether the game is over. `choose` is given the player who acts
    /// and the stream of chance, which random players share.
    #[inline]
    pub fn run(self, mut choose: impl FnMut(&G, &G::State, usize, &mut Rng) -> Option<Action>) -> bool {
        let Self { game, state, chance, notes } = self;
        loop {
            let actor = game.actor(state);
            let id = match actor {
                Actor::Over => return true,
                Actor::Player(player) => {
                    let Some(action) = choose(game, state, player, chance) else { return false };
                    game.apply_decision(state, action);
                    u32::from(action)
                }
                Actor::Chance | Actor::Sampled => {
                    let outcome = game.draw_outcome(state, chance);
                    game.apply_outcome(state, outcome);
                    outcome
                }
            };
            notes.note(game, state, actor, id);
        }
    }

    /// Resolves chance up to the next decision.
    #[inline]
    pub fn resolve_chance(self) {
        self.run(|_, _, _, _| None);
    }
}

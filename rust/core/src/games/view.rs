//! What a player may know: the only thing a bot receives.
//!
//! A [`View`] borrows the game and the state; its fields are private, so no code outside the games can reach what is
//! hidden. A game adds accessors for its own public nouns in its `view` module.

use crate::channels::Encoder;
use crate::game::{Actor, Game};
use crate::rng::{DETERMINIZE, Rng};

/// All that a player (None: a spectator) may know of a position.
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    viewer: Option<usize>,
}

impl<'a, G: Game> View<'a, G> {
    /// The view of `viewer`.
    #[inline]
    pub fn new(game: &'a G, state: &'a G::State, viewer: Option<usize>) -> Self {
        Self { game, state, viewer }
    }

    /// The game: tables, variant and options are no secret.
    #[inline]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Whose view it is.
    #[inline]
    pub fn viewer(&self) -> Option<usize> {
        self.viewer
    }

    /// Who acts.
    pub fn actor(&self) -> Actor {
        self.game.actor(self.state)
    }

    /// The view as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        self.game.view_json(self.state, self.viewer)
    }

    /// The view as a vector.
    pub fn observation(&self) -> Vec<f32> {
        let channels = &self.game.tables().channels;
        let mut values = vec![0.0; self.game.tables().observation_size()];
        self.game.observe(self.state, self.viewer, &mut Encoder::new(channels, &mut values[..]));
        values
    }

    /// A full state drawn among those that this viewer cannot tell from the real one.
    pub fn determinize(&self, seed: u64) -> Option<G::State> {
        self.resample(&mut Rng::new(seed, DETERMINIZE))
    }

    /// The same, drawn with a generator of the caller's. Only a player's view can be resampled: `None` for a spectator.
    pub fn resample(&self, rng: &mut Rng) -> Option<G::State> {
        self.viewer.map(|viewer| self.game.resample(self.state, viewer, rng))
    }

    /// The state itself, for the accessors that a game's `view` module adds.
    #[inline]
    pub(super) fn state(&self) -> &'a G::State {
        self.state
    }
}

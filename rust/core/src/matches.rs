//! A match: a state, its chance resolved from a seed, and a log of every step.

use crate::codec::hex;
use crate::erased::{AnyGame, AnyState};
use crate::error::{Error, Result};
use crate::game::Actor;
use crate::replay::{Replay, Step, step_line};
use crate::rng::{CHANCE, Rng};
use std::sync::Arc;

/// One game being played: decisions come from the caller, chance from stream 0 of the seed.
pub struct Match {
    game: Arc<dyn AnyGame>,
    state: Box<dyn AnyState>,
    seed: u64,
    chance: Rng,
    steps: Vec<Step>,
}

impl Clone for Match {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            state: self.state.boxed_clone(),
            seed: self.seed,
            chance: self.chance.clone(),
            steps: self.steps.clone(),
        }
    }
}

impl Match {
    /// Sets the game up: chance runs on to the first decision.
    pub fn new(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let mut played = Self::unresolved(game, seed);
        played.resolve_chance();
        played
    }

    fn unresolved(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let state = game.new_initial_state();
        Self { game, state, seed, chance: Rng::new(seed, CHANCE), steps: Vec::new() }
    }

    /// Follows a replay. Each chance outcome is also drawn, and the draw dropped, so that a match which is played on
    /// has the same chance as the one that was recorded.
    pub fn from_replay(game: Arc<dyn AnyGame>, replay: &Replay) -> Result<Self> {
        replay.check_game(game.declaration(), game.setup())?;
        let mut played = Self::unresolved(game, replay.seed()?);
        for (ply, line) in replay.steps.iter().enumerate() {
            played.follow(line).map_err(|error| Error::replay(format!("step {ply} ({line}): {error}")))?;
        }
        let now = played.replay(None);
        let same = (&now.end_reason, &now.scores, &now.ranking, &now.hash)
            == (&replay.end_reason, &replay.scores, &replay.ranking, &replay.hash);
        if !same {
            return Err(Error::replay(format!(
                "the steps lead to {:?} with scores {:?} and hash {}; the replay says {:?}, {:?} and {}",
                now.end_reason, now.scores, now.hash, replay.end_reason, replay.scores, replay.hash
            )));
        }
        Ok(played)
    }

    fn follow(&mut self, line: &str) -> Result<()> {
        let (who, text) = line.split_once(' ').unwrap_or((line, ""));
        let player = match self.state.actor() {
            Actor::Over => return Err(Error::replay("the game is over already")),
            Actor::Player(player) => Some(player as u8),
            Actor::Chance | Actor::Sampled => {
                self.state.draw_outcome(&mut self.chance);
                None
            }
        };
        let expected = player.map_or_else(|| "*".to_owned(), |p| p.to_string());
        if who != expected {
            return Err(Error::replay(format!("the one to act is {expected}")));
        }
        let id = self.state.parse_step(text)?;
        self.state.apply(i64::from(id))?;
        self.steps.push(Step { player, id });
        Ok(())
    }

    fn resolve_chance(&mut self) {
        while matches!(self.state.actor(), Actor::Chance | Actor::Sampled) {
            let id = self.state.draw_outcome(&mut self.chance);
            self.state.apply_legal(id);
            self.steps.push(Step { player: None, id });
        }
    }

    /// Applies a decision and resolves the chance that follows; on an illegal action nothing changes.
    pub fn apply(&mut self, action: i64) -> Result<()> {
        let player = match self.state.actor() {
            Actor::Player(player) => Some(player as u8),
            _ => None,
        };
        self.state.apply(action)?;
        self.steps.push(Step { player, id: action as u32 });
        self.resolve_chance();
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The position now.
    pub fn state(&self) -> &dyn AnyState {
        &*self.state
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Every decision and chance outcome so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The replay so far.
    pub fn replay(&self, bots: Option<Vec<String>>) -> Replay {
        let mut replay = Replay::begin(self.game.declaration(), self.game.setup(), self.seed, bots);
        replay.steps = self.lines(|state, id| state.step_text(id));
        replay.end_reason = self.state.end_reason().map(str::to_owned);
        replay.scores = self.state.scores().to_vec();
        replay.ranking = self.state.ranking().to_vec();
        replay.hash = hex(self.state.hash64().to_le_bytes());
        replay
    }

    /// The steps as `viewer` (None: a spectator) saw them: his information state.
    pub fn log(&self, viewer: Option<usize>) -> Vec<String> {
        self.lines(|state, id| state.visible_step(id, viewer))
    }

    fn lines(&self, text: impl Fn(&dyn AnyState, i64) -> Result<String>) -> Vec<String> {
        let mut state = self.game.new_initial_state();
        let mut lines = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let id = i64::from(step.id);
            lines.push(step_line(step.player, &text(&*state, id).expect("a step that was applied")));
            state.apply_legal(step.id);
        }
        lines
    }
}

//! A match: a state, its chance resolved from a seed, and a log of every step.

use crate::erased::{AnyGame, AnyState};
use crate::error::Result;
use crate::following::{Following, Library};
use crate::game::Actor;
use crate::replay::{Record, Replay, Step, step_line};
use crate::rng::{CHANCE, Rng};
use crate::setup::OwnData;
use std::sync::Arc;

/// One game being played: decisions come from the caller, chance from stream 0 of the seed.
pub struct Match {
    game: Arc<dyn AnyGame>,
    state: Box<dyn AnyState>,
    seed: u64,
    chance: Rng,
    record: Record,
}

impl Clone for Match {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            state: self.state.boxed_clone(),
            seed: self.seed,
            chance: self.chance.clone(),
            record: self.record.clone(),
        }
    }
}

impl Match {
    /// Sets the game up: chance runs on to the first decision.
    pub fn new(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let state = game.new_initial_state();
        let mut played = Self { game, state, seed, chance: Rng::new(seed, CHANCE), record: Record::default() };
        played.resolve_chance();
        played
    }

    /// Loads the game of a replay (`data` is its data file, if that is not the shipped one) and follows it.
    pub fn open(replay: Replay, data: Option<OwnData>) -> Result<Self> {
        Self::of(Library::new(data).follow(replay)?)
    }

    /// Follows a replay of a game.
    pub fn from_replay(game: Arc<dyn AnyGame>, replay: Replay) -> Result<Self> {
        Self::of(Following::new(game, Arc::new(replay))?)
    }

    /// Each chance outcome is also drawn, and the draw dropped, so that a match which is played on has the same chance as the
    /// one that was recorded.
    fn of(mut following: Following) -> Result<Self> {
        let seed = following.replay().seed()?;
        let mut chance = Rng::new(seed, CHANCE);
        let mut record = Record::default();
        let mut taken: Option<Step> = None;
        while let Some(ply) = following.next() {
            let (step, state) = (ply?.step, following.state());
            if let Some(Step { actor, id }) = taken {
                record.push(actor, id, || state.hash64().to_le_bytes());
            }
            if matches!(step, Some(Step { actor: Actor::Chance | Actor::Sampled, .. })) {
                state.draw_outcome(&mut chance);
            }
            taken = step;
        }
        Ok(Self { game: Arc::clone(following.game()), state: following.into_state(), seed, chance, record })
    }

    fn resolve_chance(&mut self) {
        self.state.resolve_chance(&mut self.chance, &mut self.record);
    }

    /// Applies a decision and resolves the chance that follows; on an illegal action nothing changes.
    pub fn apply(&mut self, action: i64) -> Result<()> {
        let actor = self.state.actor();
        self.state.apply(action)?;
        let state = &self.state;
        self.record.push(actor, action as u32, || state.hash64().to_le_bytes());
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
        self.record.steps()
    }

    /// The replay so far.
    pub fn replay(&self, bots: Option<Vec<String>>) -> Replay {
        let mut replay = Replay::begin(self.game.declaration(), self.game.setup(), self.seed, bots);
        replay.note(&self.record, |actor, id| self.game.choice_text(actor, id));
        let state = &self.state;
        replay.end(state.end_reason(), &state.scores(), &state.ranking(), state.hash64().to_le_bytes());
        replay
    }

    /// The steps as `viewer` (None: a spectator) saw them, and what was opened: their information state.
    pub fn log(&self, viewer: Option<usize>) -> Vec<String> {
        let mut state = self.game.new_initial_state();
        let mut lines = Vec::with_capacity(self.steps().len());
        for step in self.steps() {
            let text = state.visible_step(i64::from(step.id), viewer).expect("a step that was applied");
            lines.push(step_line(step.actor, &text));
            let opened = state.opened(i64::from(step.id)).expect("a step that was applied");
            lines.extend(opened.iter().map(|line| format!("opened: {line}")));
            state.apply_legal(step.id);
        }
        lines
    }
}

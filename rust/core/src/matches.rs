//! A match: a state, its chance resolved from a seed, and a log of every step.

use crate::erased::{AnyGame, AnyState};
use crate::error::{Error, Result};
use crate::following::{Following, Library};
use crate::game::Actor;
use crate::history::{acts, misstep, told};
use crate::replay::{Record, Replay, Step};
use crate::rng::{CHANCE, Rng};
use crate::setup::OwnData;
use std::sync::Arc;

/// One game being played: decisions come from the caller, chance from stream 0 of the seed.
pub struct Match {
    game: Arc<dyn AnyGame>,
    /// Where it began, if that was not the start of the game.
    begun: Option<Arc<dyn AnyState>>,
    state: Box<dyn AnyState>,
    seed: u64,
    chance: Rng,
    record: Record,
}

impl Clone for Match {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            begun: self.begun.clone(),
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
        let (chance, record) = (Rng::new(seed, CHANCE), Record::default());
        let mut played = Self { game, begun: None, state, seed, chance, record };
        played.resolve_chance();
        played
    }

    /// Begins at a position of the game and follows steps (who acted, and the id of the action or outcome). For each chance
    /// outcome one is also drawn and dropped, so that the match goes on as the one whose steps they are.
    pub fn from_state(
        game: Arc<dyn AnyGame>,
        state: Box<dyn AnyState>,
        seed: u64,
        steps: &[(i64, i64)],
    ) -> Result<Self> {
        let begun = (!state.equals(&*game.new_initial_state())).then(|| Arc::from(state.boxed_clone()));
        let (chance, record) = (Rng::new(seed, CHANCE), Record::default());
        let mut played = Self { game, begun, state, seed, chance, record };
        for (ply, step) in steps.iter().enumerate() {
            played.follow(*step).map_err(|error| misstep(ply, *step, &error))?;
        }
        played.resolve_chance();
        Ok(played)
    }

    fn follow(&mut self, step: (i64, i64)) -> Result<()> {
        let (actor, id) = (acts(&*self.state, step)?, step.1);
        if matches!(actor, Actor::Chance | Actor::Sampled) {
            self.state.draw_outcome(&mut self.chance);
        }
        self.state.apply(id)?;
        self.note(actor, id);
        Ok(())
    }

    fn note(&mut self, actor: Actor, id: i64) {
        let state = &self.state;
        self.record.push(actor, id as u32, || state.hash64().to_le_bytes());
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
        let game = Arc::clone(following.game());
        Ok(Self { game, begun: None, state: following.into_state(), seed, chance, record })
    }

    fn resolve_chance(&mut self) {
        self.state.resolve_chance(&mut self.chance, &mut self.record);
    }

    /// Applies a decision and resolves the chance that follows; on an illegal action nothing changes.
    pub fn apply(&mut self, action: i64) -> Result<()> {
        let actor = self.state.actor();
        self.state.apply(action)?;
        self.note(actor, action);
        self.resolve_chance();
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The position where it began, if that was not the start of the game.
    pub fn begun(&self) -> Option<&dyn AnyState> {
        self.begun.as_deref()
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

    /// The replay so far. A match that began at another position than the start has none.
    pub fn replay(&self, bots: Option<Vec<String>>) -> Result<Replay> {
        if self.begun.is_some() {
            let message = "this match began at a position of its own, and the steps of a replay lead from the start of a \
                           game: keep the position, seed and steps, Game.match_from_state follows them";
            return Err(Error::replay(message).with_code("own_start"));
        }
        let mut replay = Replay::begin(self.game.declaration(), self.game.setup(), self.seed, bots);
        replay.note(&self.record, |actor, id| self.game.choice_text(actor, id));
        let state = &self.state;
        replay.end(state.end_reason(), &state.scores(), &state.ranking(), state.hash64().to_le_bytes());
        Ok(replay)
    }

    /// The steps as `viewer` (None: a spectator) saw them, and what was opened: their information state.
    pub fn log(&self, viewer: Option<usize>) -> Vec<String> {
        let mut state = self.begun().map_or_else(|| self.game.new_initial_state(), AnyState::boxed_clone);
        let mut lines = Vec::with_capacity(self.steps().len());
        for step in self.steps() {
            let texts = told(&*state, i64::from(step.id), &[viewer]).expect("a step that was applied");
            lines.extend(texts[0].split('\n').map(str::to_owned));
            state.apply_legal(step.id);
        }
        lines
    }
}

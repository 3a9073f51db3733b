//! A match: a state, its chance resolved from a seed, and a log of every step.

use crate::codec::{digest64_as, hex};
use crate::erased::{AnyGame, AnyState};
use crate::error::{Error, Kind, Result};
use crate::game::Actor;
use crate::registry;
use crate::replay::{Record, Replay, Step, mark_line, mark_ply, step_line};
use crate::rng::{CHANCE, Rng};
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
        let mut played = Self::unresolved(game, seed);
        played.resolve_chance();
        played
    }

    fn unresolved(game: Arc<dyn AnyGame>, seed: u64) -> Self {
        let state = game.new_initial_state();
        Self { game, state, seed, chance: Rng::new(seed, CHANCE), record: Record::default() }
    }

    /// Loads the game of a replay (`data` is the text of its data file, if that is not the shipped one) and follows it.
    pub fn open(replay: &Replay, data: Option<String>) -> Result<Self> {
        let game =
            registry::load(&replay.game, replay.choices(data)?).map_err(|error| {
                match registry::declarations().into_iter().find(|decl| decl.name == replay.game) {
                    Some(decl) if error.kind == Kind::InvalidVariant => replay.explain(decl, 0, error),
                    _ => error,
                }
            })?;
        Self::from_replay(game, replay)
    }

    /// Follows a replay. Each chance outcome is also drawn, and the draw dropped, so that a match which is played on
    /// has the same chance as the one that was recorded. A replay of another rules version is followed too, if its game went
    /// the same way under this one.
    pub fn from_replay(game: Arc<dyn AnyGame>, replay: &Replay) -> Result<Self> {
        replay.check_game(game.declaration(), game.setup())?;
        let mut played = Self::unresolved(game, replay.seed()?);
        match played.follow(replay) {
            Ok(()) => Ok(played),
            Err((agreed, error)) => Err(replay.explain(played.game.declaration(), agreed, error)),
        }
    }

    /// Takes all steps, with a look at each mark and at the end. An error comes with the last ply that is known to agree.
    fn follow(&mut self, replay: &Replay) -> Result<(), (usize, Error)> {
        let mut marks = replay.marks.iter().peekable();
        let mut agreed = 0;
        for (ply, line) in replay.steps.iter().enumerate() {
            let wrong = |error| (ply, Error::replay(format!("step {ply} ({line}): {error}")));
            self.follow_step(line).map_err(wrong)?;
            if let Some(mark) = marks.next_if(|mark| mark_ply(mark) == Some(ply + 1)) {
                self.check_mark(ply + 1, agreed, mark, replay).map_err(|error| (agreed, error))?;
                agreed = ply + 1;
            }
        }
        if let Some(mark) = marks.next() {
            let message = format!("the mark '{mark}' is after no step, or out of order");
            return Err((agreed, Error::replay(message)));
        }
        self.check_end(replay).map_err(|error| (agreed, error))
    }

    fn follow_step(&mut self, line: &str) -> Result<()> {
        let (who, text) = line.split_once(' ').unwrap_or((line, ""));
        let actor = self.state.actor();
        let expected = match actor {
            Actor::Over => return Err(Error::replay("the game is over already")),
            Actor::Player(player) => player.to_string(),
            Actor::Chance | Actor::Sampled => {
                self.state.draw_outcome(&mut self.chance);
                "*".to_owned()
            }
        };
        if who != expected {
            let actor = if expected == "*" { "chance (*)".to_owned() } else { format!("player {expected}") };
            return Err(Error::replay(format!("it is {actor} who acts now")));
        }
        let id = self.state.parse_step(text)?;
        self.state.apply(i64::from(id))?;
        self.note(actor, id);
        Ok(())
    }

    fn check_mark(&self, ply: usize, agreed: usize, mark: &str, replay: &Replay) -> Result<()> {
        let own = mark_line(ply, self.digest_for(replay));
        if mark == own {
            return Ok(());
        }
        Err(Error::replay(format!(
            "the position at ply {ply} is not the one that was recorded (its mark is {own}, the replay says {mark}): \
             the first difference lies between ply {agreed} and ply {ply}"
        )))
    }

    fn check_end(&self, replay: &Replay) -> Result<()> {
        let (end_reason, scores, ranking) = (self.state.end_reason(), self.state.scores(), self.state.ranking());
        let hash = hex(self.digest_for(replay));
        let same = (end_reason, &scores[..], &ranking[..], hash.as_str())
            == (replay.end_reason.as_deref(), &replay.scores[..], &replay.ranking[..], replay.hash.as_str());
        if same {
            return Ok(());
        }
        let named = |reason: Option<&str>| reason.unwrap_or("none").to_owned();
        Err(Error::replay(format!(
            "the steps lead to end reason {}, scores {scores:?}, ranking {ranking:?} and hash {hash}; \
             the replay says {}, {:?}, {:?} and {}",
            named(end_reason),
            named(replay.end_reason.as_deref()),
            replay.scores,
            replay.ranking,
            replay.hash
        )))
    }

    /// The digest of the position now as the replay's own rules version would write it.
    fn digest_for(&self, replay: &Replay) -> [u8; 8] {
        if replay.rules_version == self.game.declaration().rules_version {
            return self.state.hash64().to_le_bytes();
        }
        digest64_as(replay.config_digest(), &self.state.to_bytes())
    }

    /// Notes a step that was just applied.
    fn note(&mut self, actor: Actor, id: u32) {
        let state = &self.state;
        self.record.push(actor, id, || state.hash64().to_le_bytes());
    }

    fn resolve_chance(&mut self) {
        while let actor @ (Actor::Chance | Actor::Sampled) = self.state.actor() {
            let id = self.state.draw_outcome(&mut self.chance);
            self.state.apply_legal(id);
            self.note(actor, id);
        }
    }

    /// Applies a decision and resolves the chance that follows; on an illegal action nothing changes.
    pub fn apply(&mut self, action: i64) -> Result<()> {
        let actor = self.state.actor();
        self.state.apply(action)?;
        self.note(actor, action as u32);
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

    /// The steps as `viewer` (None: a spectator) saw them: his information state.
    pub fn log(&self, viewer: Option<usize>) -> Vec<String> {
        let mut state = self.game.new_initial_state();
        let mut lines = Vec::with_capacity(self.steps().len());
        for step in self.steps() {
            let text = state.visible_step(i64::from(step.id), viewer).expect("a step that was applied");
            lines.push(step_line(step.actor, &text));
            state.apply_legal(step.id);
        }
        lines
    }
}

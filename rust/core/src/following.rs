//! Following a replay: through all its positions, with a look at each step, mark and result; and many of them, on threads.

use crate::codec::{digest64_as, hex};
use crate::crew::work_in_order;
use crate::erased::{AnyGame, AnyState};
use crate::error::{Error, Kind, Result};
use crate::game::Actor;
use crate::registry;
use crate::replay::{Replay, Step, mark_line, mark_ply};
use crate::setup::OwnData;
use std::sync::{Arc, Mutex, PoisonError};

/// How many games a library keeps loaded.
const LOADED: usize = 32;

/// The games of replays, each loaded once.
pub struct Library {
    data: Option<OwnData>,
    loaded: Mutex<Vec<Loaded>>,
}

/// A game, and what the replays of it say that it was loaded with.
struct Loaded {
    game: Arc<dyn AnyGame>,
    players: usize,
    variant: String,
    rules: serde_json::Map<String, serde_json::Value>,
}

impl Loaded {
    fn is_of(&self, replay: &Replay) -> bool {
        (self.game.declaration().name, self.players, &self.variant) == (&replay.game, replay.players, &replay.variant)
            && self.rules == replay.rules
    }
}

impl Library {
    /// `data` is the data file that the games were played with, if that was not the shipped one.
    pub fn new(data: Option<OwnData>) -> Self {
        Self { data, loaded: Mutex::default() }
    }

    /// The game of a replay.
    pub fn game(&self, replay: &Replay) -> Result<Arc<dyn AnyGame>> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = loaded.iter().find(|loaded| loaded.is_of(replay)) {
            return Ok(Arc::clone(&found.game));
        }
        let game = registry::load(&replay.game, replay.choices(self.data.clone())?).map_err(|error| {
            match registry::declarations().into_iter().find(|decl| decl.name == replay.game) {
                Some(decl) if error.kind == Kind::InvalidVariant => replay.explain(decl, 0, error),
                _ => error,
            }
        })?;
        if loaded.len() == LOADED {
            loaded.remove(0);
        }
        let Replay { players, variant, rules, .. } = replay;
        let (variant, rules) = (variant.clone(), rules.clone());
        loaded.push(Loaded { game: Arc::clone(&game), players: *players, variant, rules });
        Ok(game)
    }

    /// A replay with its game, at its start.
    pub fn follow(&self, replay: Replay) -> Result<Following> {
        Following::new(self.game(&replay)?, Arc::new(replay))
    }
}

/// A position on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// How many steps lead to it.
    pub number: usize,
    /// The step that the replay takes here, legal or not. None if it takes none: it names no action or outcome, which is the
    /// error that comes next, or this is the last position.
    pub step: Option<Step>,
}

/// A replay being followed. The iterator hands out every position; [`Following::state`] is the one of the last ply that was
/// handed out. Its step is applied, and the mark after it compared, when the next ply is asked for; the last ply comes when
/// everything is found to be right. After an error there is nothing more.
///
/// A replay of another rules version is followed too, as long as its game goes the same way under this one.
pub struct Following {
    game: Arc<dyn AnyGame>,
    replay: Arc<Replay>,
    /// What the replay's canonical bytes have for a digest of the configuration, if its rules version is another one.
    config: Option<[u8; 8]>,
    state: Box<dyn AnyState>,
    stage: Stage,
    ply: usize,
    /// How many marks were passed.
    marks: usize,
    /// The ply of the next mark.
    marked: Option<usize>,
    /// The last ply that is known to agree.
    agreed: usize,
}

#[derive(Clone)]
enum Stage {
    Before,
    /// At a ply, with the step to take or why there is none.
    At(Result<Step>),
    Done,
}

impl Clone for Following {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            replay: Arc::clone(&self.replay),
            state: self.state.boxed_clone(),
            stage: self.stage.clone(),
            ..*self
        }
    }
}

impl Following {
    /// The replay must be of this game.
    pub fn new(game: Arc<dyn AnyGame>, replay: Arc<Replay>) -> Result<Self> {
        let (decl, setup) = (game.declaration(), game.setup());
        replay.check_game(decl, setup)?;
        let config = (replay.rules_version != decl.rules_version).then(|| replay.config_digest(setup));
        let marked = replay.marks.first().and_then(|mark| mark_ply(mark));
        let state = game.new_initial_state();
        Ok(Self { game, replay, config, state, stage: Stage::Before, ply: 0, marks: 0, marked, agreed: 0 })
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The position of the ply that was handed out last.
    pub fn state(&self) -> &dyn AnyState {
        &*self.state
    }

    /// That position for the caller.
    pub fn into_state(self) -> Box<dyn AnyState> {
        self.state
    }

    /// The replay for the caller.
    pub fn into_replay(self) -> Arc<Replay> {
        self.replay
    }

    /// Follows it to the end.
    pub fn finish(&mut self) -> Result<()> {
        self.try_for_each(|ply| ply.map(drop))
    }

    /// Goes to the next ply. An error comes with the last ply that is known to agree.
    fn advance(&mut self) -> Result<Ply, (usize, Error)> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::At(step) => self.take(step)?,
            Stage::Before | Stage::Done => {}
        }
        let number = self.ply;
        let Some(line) = self.replay.steps.get(number) else {
            self.check_end().map_err(|error| (self.agreed, error))?;
            return Ok(Ply { number, step: None });
        };
        let step = self.read_step(line);
        let ply = Ply { number, step: step.as_ref().ok().copied() };
        self.stage = Stage::At(step);
        Ok(ply)
    }

    /// The step that a line names.
    fn read_step(&self, line: &str) -> Result<Step> {
        let (who, text) = line.split_once(' ').unwrap_or((line, ""));
        let actor = self.state.actor();
        let (acts, name) = match actor {
            Actor::Over => return Err(Error::replay("the game is over already")),
            Actor::Player(player) => (is_number(who, player), "player "),
            Actor::Chance | Actor::Sampled => (who == "*", "chance (*)"),
        };
        if !acts {
            let player = if let Actor::Player(player) = actor { player.to_string() } else { String::new() };
            return Err(Error::replay(format!("it is {name}{player} who acts now")));
        }
        Ok(Step { actor, id: self.state.parse_step(text)? })
    }

    /// Applies the step at this ply, if it is legal, and compares the mark after it.
    fn take(&mut self, step: Result<Step>) -> Result<(), (usize, Error)> {
        let ply = self.ply;
        step.and_then(|step| self.state.apply(i64::from(step.id))).map_err(|error| {
            let line = self.replay.steps.get(ply).unwrap_or_default();
            (ply, Error::replay(format!("step {ply} ({line}): {error}")))
        })?;
        self.ply += 1;
        if self.marked == Some(self.ply) {
            self.check_mark().map_err(|error| (self.agreed, error))?;
            self.agreed = self.ply;
            self.marks += 1;
            self.marked = self.replay.marks.get(self.marks).and_then(|mark| mark_ply(mark));
        }
        Ok(())
    }

    fn check_mark(&self) -> Result<()> {
        let (mark, ply, agreed) = (&self.replay.marks[self.marks], self.ply, self.agreed);
        let own = mark_line(ply, self.digest());
        if *mark == own {
            return Ok(());
        }
        Err(Error::replay(format!(
            "the position at ply {ply} is not the one that was recorded (its mark is {own}, the replay says {mark}): \
             the first difference lies between ply {agreed} and ply {ply}"
        )))
    }

    fn check_end(&self) -> Result<()> {
        let replay = &self.replay;
        if let Some(mark) = replay.marks.get(self.marks) {
            return Err(Error::replay(format!("the mark '{mark}' is after no step, or out of order")));
        }
        let (end_reason, scores, ranking) = (self.state.end_reason(), self.state.scores(), self.state.ranking());
        let hash = hex(self.digest());
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
    fn digest(&self) -> [u8; 8] {
        match self.config {
            None => self.state.hash64().to_le_bytes(),
            Some(config) => digest64_as(config, &self.state.to_bytes()),
        }
    }
}

impl Iterator for Following {
    type Item = Result<Ply>;

    fn next(&mut self) -> Option<Result<Ply>> {
        if matches!(self.stage, Stage::Done) {
            return None;
        }
        let ply = self.advance();
        Some(ply.map_err(|(agreed, error)| self.replay.explain(self.game.declaration(), agreed, error)))
    }
}

/// Whether a text is the number of a player.
fn is_number(text: &str, player: usize) -> bool {
    matches!(text.as_bytes(), [digit] if usize::from(digit.wrapping_sub(b'0')) == player)
}

/// The lines of a block of whole lines that are not empty, each with its number; that of the block's first line is `first`.
pub fn lines_of(block: &[u8], first: u64) -> Vec<(u64, &[u8])> {
    let lines = (first..).zip(block.split_inclusive(|byte| *byte == b'\n'));
    lines.filter(|(_, line)| !line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii().is_empty()).collect()
}

/// Follows the replays of many lines on threads: `read` is given each one at its start. `sink` receives, in the order of the
/// lines, the number of each with what `read` made of it, or with what is wrong. It may refuse further ones with an error.
pub fn follow_lines<T: Send>(
    library: &Library,
    lines: &[(u64, &[u8])],
    threads: usize,
    read: impl Fn(Following) -> Result<T> + Sync,
    sink: &mut dyn FnMut(u64, Result<T>) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let follow = |line: &[u8]| Replay::read(line).and_then(|replay| library.follow(replay)).and_then(&read);
    let work = |(): &mut (), job, _: &_| {
        let (number, line) = lines[job as usize];
        Some((number, follow(line)))
    };
    let mut take = |(number, found)| sink(number, found);
    work_in_order(lines.len() as u64, threads, || (), work, &mut take, keep_going)
}

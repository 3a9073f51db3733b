//! Replays: one game a line of JSON, readable by eye, self-contained.
//!
//! A step is a text: the player's number and the action (`0 build Chicago`), or `*` and the chance outcome
//! (`* card orange 1`). Whoever follows the steps needs neither our generator nor the bots. Now and then a mark (`128
//! 0f1e2d3c4b5a6978`) names the position reached, so that a difference is found near the step that made it.
//!
//! The *ply* of a position is the number of steps that lead to it; step `n` is the one taken at ply `n`.

use crate::codec::{digest64, hex};
use crate::data_file::{differences, first_few};
use crate::error::{Error, Result, counted, quoted};
use crate::game::{Actor, Choices, Declaration, Game, MAX_PLAYERS, Setup};
use crate::options::{Given, Value};
use crate::runner::Notes;
use crate::setup::{OwnData, config_text};
use crate::texts::Texts;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The format number that this version writes and reads.
pub const FORMAT: &str = "lineshaft-replay/2";

/// A mark is written after each so many steps; one that is read may stand anywhere.
pub const MARK_EVERY: usize = 128;

/// What some programs put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One step of a game: who acted, and the id of the action or outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The player, or the kind of chance.
    pub actor: Actor,
    /// The action's or outcome's id, or the salt.
    pub id: u32,
}

/// What is noted while a game is played: enough for its replay, without playing it again.
#[derive(Clone, Debug, Default)]
pub struct Record {
    steps: Vec<Step>,
    marks: Vec<[u8; 8]>,
}

impl Record {
    /// Notes a step that was just applied; `digest` is asked for that of the position where a mark is due.
    pub fn push(&mut self, actor: Actor, id: u32, digest: impl FnOnce() -> [u8; 8]) {
        self.steps.push(Step { actor, id });
        if self.steps.len().is_multiple_of(MARK_EVERY) {
            self.marks.push(digest());
        }
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl<G: Game> Notes<G> for Record {
    fn note(&mut self, game: &G, state: &G::State, actor: Actor, id: u32) {
        self.push(actor, id, || digest64(&game.to_bytes(state)));
    }
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// [`FORMAT`].
    pub format: String,
    /// The game's name in the registry.
    pub game: String,
    /// The rules version it was played under.
    pub rules_version: u32,
    /// The variant's name.
    pub variant: String,
    /// Every rules option.
    pub rules: serde_json::Map<String, serde_json::Value>,
    /// The number of players.
    pub players: usize,
    /// BLAKE2b-64 of the data file, in hexadecimal.
    pub data_digest: String,
    /// The match's seed, a 64-bit number as text.
    pub seed: String,
    /// The bot at each seat; None where the match was driven by hand.
    pub bots: Option<Vec<String>>,
    /// The steps in order.
    pub steps: Texts,
    /// After some steps: how many, and BLAKE2b-64 of the position's canonical bytes in hexadecimal.
    pub marks: Vec<String>,
    /// Why the game ended; None if it was still going on.
    pub end_reason: Option<String>,
    /// The points on the table after the last step.
    pub scores: Vec<i32>,
    /// The places after the last step.
    pub ranking: Vec<u8>,
    /// BLAKE2b-64 of the canonical bytes after the last step, in hexadecimal.
    pub hash: String,
}

impl Replay {
    /// The first part of a replay: what was set up.
    pub fn begin(decl: &Declaration, setup: &Setup, seed: u64, bots: Option<Vec<String>>) -> Self {
        let rules = setup.rules.iter().map(|(name, value)| (name.to_owned(), value_json(value))).collect();
        Self {
            format: FORMAT.to_owned(),
            game: decl.name.to_owned(),
            rules_version: decl.rules_version,
            variant: setup.variant.to_owned(),
            rules,
            players: setup.players,
            data_digest: hex(setup.data_digest),
            seed: seed.to_string(),
            bots,
            steps: Texts::default(),
            marks: Vec::new(),
            end_reason: None,
            scores: Vec::new(),
            ranking: Vec::new(),
            hash: String::new(),
        }
    }

    /// The second part: what happened. `text` is that of an actor's id.
    pub fn note<'a>(&mut self, record: &Record, text: impl Fn(Actor, i64) -> Result<Cow<'a, str>>) {
        let line = |step: &Step| {
            step_line(step.actor, &text(step.actor, i64::from(step.id)).expect("the text of a step that was applied"))
        };
        self.steps = record.steps.iter().map(line).collect();
        let mark = |(index, digest): (usize, &[u8; 8])| mark_line((index + 1) * MARK_EVERY, *digest);
        self.marks = record.marks.iter().enumerate().map(mark).collect();
    }

    /// The last part: where it led.
    pub fn end(&mut self, end_reason: Option<&str>, scores: &[i32], ranking: &[u8], digest: [u8; 8]) {
        self.end_reason = end_reason.map(str::to_owned);
        self.scores = scores.to_vec();
        self.ranking = ranking.to_vec();
        self.hash = hex(digest);
    }

    /// Reads one line.
    pub fn parse(line: &str) -> Result<Self> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        // serde would take a list of the values as well.
        if !line.trim_start().starts_with('{') {
            return Err(Error::replay("this is not a replay, which is one JSON object"));
        }
        let replay: Self = serde_json::from_str(line).map_err(|error| damaged(line, &error))?;
        if replay.format != FORMAT {
            return Err(foreign(&replay.format));
        }
        replay.check_head()?;
        Ok(replay)
    }

    /// Reads one line of a file, its end included.
    pub fn read(line: &[u8]) -> Result<Self> {
        let text = str::from_utf8(line.trim_ascii_end()).map_err(|error| {
            let at = error.valid_up_to();
            let reason = match error.error_len() {
                None => "unexpected end of data",
                Some(_) if matches!(line[at], 0xc2..=0xf4) => "invalid continuation byte",
                Some(_) => "invalid start byte",
            };
            Error::replay(format!("this is not UTF-8 text: {reason} at byte {at}"))
        })?;
        Self::parse(text).map_err(|mut error| {
            if !line.ends_with(b"\n") {
                error.message.push_str("; the last line has no end, as if its writer had been stopped");
            }
            error
        })
    }

    /// What can be seen to be wrong without the game. The steps and marks are looked at when they are followed, so that what
    /// comes before a wrong one can be shown.
    fn check_head(&self) -> Result<()> {
        self.seed()?;
        if self.rules_version == 0 {
            return Err(Error::replay("there is no rules version 0"));
        }
        let players = self.players;
        if !(1..=MAX_PLAYERS).contains(&players) {
            return Err(Error::replay(format!("a game takes 1 to {MAX_PLAYERS} players, not {players}")));
        }
        let bots = self.bots.as_ref().map_or(players, Vec::len);
        let lists = [("bots", bots), ("scores", self.scores.len()), ("ranking", self.ranking.len())];
        for (name, length) in lists {
            if length != players {
                return Err(Error::replay(format!(
                    "{name} has {} for {}",
                    counted(length, "entry"),
                    counted(players, "player")
                )));
            }
        }
        for (name, digest) in [("data_digest", &self.data_digest), ("hash", &self.hash)] {
            if digest.len() != 16 || !digest.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
                return Err(Error::replay(format!("{name} {} is not 16 hexadecimal digits", quoted(digest))));
            }
        }
        Ok(())
    }

    /// One line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a replay is plain data")
    }

    /// The seed as a number.
    pub fn seed(&self) -> Result<u64> {
        let number: Option<u64> = self.seed.parse().ok();
        number
            .filter(|number| number.to_string() == self.seed)
            .ok_or_else(|| Error::replay(format!("seed {} is not a 64-bit number", quoted(&self.seed))))
    }

    /// What to load to follow it. `data` replaces the shipped data file.
    pub fn choices(&self, data: Option<OwnData>) -> Result<Choices> {
        let mut rules = Vec::new();
        for (name, value) in &self.rules {
            let given = given_from_json(value)
                .ok_or_else(|| Error::replay(format!("rules option {name} has the value {value}")))?;
            rules.push((name.clone(), given));
        }
        Ok(Choices { players: Some(self.players), variant: Some(self.variant.clone()), rules, data, utility: None })
    }

    /// The value of each rules option that a game has and the replay names, in the game's declared order: an object of JSON
    /// has none.
    pub fn rules_of<'a>(&'a self, setup: &'a Setup) -> impl Iterator<Item = (&'static str, &'a serde_json::Value)> {
        setup.rules.iter().filter_map(|(name, _)| Some((name, self.rules.get(name)?)))
    }

    /// These options as an object of JSON.
    pub fn rules_text(&self, setup: &Setup) -> String {
        let rules = self.rules_of(setup).map(|(name, value)| (name.to_owned(), value.clone())).collect();
        serde_json::Value::Object(rules).to_string()
    }

    /// The configuration's digest in the canonical bytes of this game's positions under the rules version that it was played
    /// with: marks can be compared with positions of another one.
    pub fn config_digest(&self, setup: &Setup) -> [u8; 8] {
        let rules = self.rules_of(setup).map(|(name, value)| (name, given_from_json(value).unwrap_or(Given::None)));
        let Self { game, rules_version, variant, players, data_digest, .. } = self;
        digest64(config_text(game, *rules_version, variant, *players, rules, data_digest).as_bytes())
    }

    /// Whether a loaded game is the one that was played. Its rules version may be another.
    pub fn check_game(&self, decl: &Declaration, setup: &Setup) -> Result<()> {
        let own = Self::begin(decl, setup, 0, None);
        if own.game != self.game {
            return Err(Error::replay(format!("the replay is of {}, not of {}", self.game, own.game)));
        }
        if own.data_digest != self.data_digest {
            return Err(self.other_data(decl, setup));
        }
        // A later rules version may have options of which the replay knows nothing.
        let missing = own.rules.keys().find(|name| !self.rules.contains_key(*name));
        if let Some(name) = missing.filter(|_| own.rules_version == self.rules_version) {
            return Err(Error::replay(format!("the replay lacks the rules option {name}")));
        }
        let rules = self.rules.iter().all(|(name, value)| own.rules.get(name) == Some(value));
        if (own.variant, own.players) != (self.variant.clone(), self.players) || !rules {
            return Err(Error::replay("the replay has another variant, player count or rules option than this game"));
        }
        Ok(())
    }

    /// The error for a game with another data file. Where the shipped one was played, which is at hand, it says what differs.
    fn other_data(&self, decl: &Declaration, setup: &Setup) -> Error {
        let (played, own, shipped) = (&self.data_digest, hex(setup.data_digest), hex(digest64(decl.data.as_bytes())));
        let sentence = if *played == shipped {
            let found = differences(&setup.data_name, decl.data, &setup.data).unwrap_or_default();
            let what = if found.is_empty() { "comments or layout alone".to_owned() } else { first_few(&found) };
            format!(
                "the replay was played with the shipped data {played}, this game has the data {own} of {}, which differs: \
                 {what}. Follow it without a data file of your own",
                setup.data_name
            )
        } else {
            let whose = if own == shipped { "the shipped data" } else { "data" };
            format!(
                "the replay was played with data {played}, this game has {whose} {own}: pass the file it was played with \
                 (--data FILE, in Python data=)"
            )
        };
        Error::replay(sentence).with_code("other_data")
    }

    /// An error in following it; if its rules version is another than the game's, that is the likely reason, and the error
    /// says so. Up to `agreed` steps the replay is followed without a difference.
    #[must_use]
    pub fn explain(&self, decl: &Declaration, agreed: usize, error: Error) -> Error {
        let (own, other) = (decl.rules_version, self.rules_version);
        if own == other {
            return error;
        }
        let game = decl.name;
        Error::replay(format!(
            "the replay is of rules version {other} of {game}, this is rules version {own}, and they differ here: {error}. \
             'lineshaft replay show FILE --ply {agreed}' shows the last position that agrees; the rest can be followed \
             with a Lineshaft whose 'lineshaft games {game}' names rules version {other}"
        ))
        .with_code("rules_version")
    }
}

/// Why a line is no replay.
fn damaged(line: &str, error: &serde_json::Error) -> Error {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    match serde_json::from_str::<Head>(line) {
        Ok(head) if head.format != FORMAT => return foreign(&head.format),
        _ => {}
    }
    let (reason, column) = (error.to_string(), error.column());
    let reason = reason.split(" at line ").next().unwrap_or_default();
    Error::replay(match error.classify() {
        serde_json::error::Category::Eof => format!("the line is cut off after column {column}"),
        serde_json::error::Category::Data => format!("this is not a replay: {reason} (column {column})"),
        _ => format!("this is not a line of JSON: {reason} (column {column})"),
    })
}

fn foreign(format: &str) -> Error {
    Error::replay(format!("this has the format {}; this version reads {FORMAT}", quoted(format)))
}

/// A rules option's value as JSON.
pub fn value_json(value: Value) -> serde_json::Value {
    match value {
        Value::Bool(b) => b.into(),
        Value::Int(i) => i.into(),
        Value::Name(s) => s.into(),
        Value::None => serde_json::Value::Null,
    }
}

fn given_from_json(value: &serde_json::Value) -> Option<Given> {
    match value {
        serde_json::Value::Bool(b) => Some(Given::Bool(*b)),
        serde_json::Value::Number(n) => n.as_i64().map(Given::Int),
        serde_json::Value::String(s) => Some(Given::Text(s.clone())),
        serde_json::Value::Null => Some(Given::None),
        _ => None,
    }
}

/// How a step is written: `0 build Chicago`, `* card orange 1`.
pub fn step_line(actor: Actor, text: &str) -> String {
    match actor {
        Actor::Player(player) => format!("{player} {text}"),
        _ => format!("* {text}"),
    }
}

/// How a mark is written: `128 0f1e2d3c4b5a6978`.
pub fn mark_line(ply: usize, digest: [u8; 8]) -> String {
    format!("{ply} {}", hex(digest))
}

/// The ply that a mark is of.
pub fn mark_ply(mark: &str) -> Option<usize> {
    mark.split_once(' ')?.0.parse().ok()
}

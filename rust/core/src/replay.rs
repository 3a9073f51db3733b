//! Replays: one game a line of JSON, readable by eye, self-contained.
//!
//! A step is a text: the player's number and the action (`0 build Chicago`), or `*` and the chance outcome
//! (`* card orange 1`). Whoever follows the steps needs neither our generator nor the bots.

use crate::codec::hex;
use crate::error::{Error, Result};
use crate::game::{Choices, Declaration, Setup};
use crate::options::{Given, Value};
use serde::{Deserialize, Serialize};

/// The format number that this version writes and reads.
pub const FORMAT: &str = "lineshaft-replay/1";

/// One step of a game: who acted, and the id of the action or outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The player, or None for chance.
    pub player: Option<u8>,
    /// The action's or outcome's id, or the salt.
    pub id: u32,
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
    pub steps: Vec<String>,
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
            steps: Vec::new(),
            end_reason: None,
            scores: Vec::new(),
            ranking: Vec::new(),
            hash: String::new(),
        }
    }

    /// Reads one line.
    pub fn parse(line: &str) -> Result<Self> {
        let replay: Self =
            serde_json::from_str(line).map_err(|error| Error::replay(format!("this is not a replay: {error}")))?;
        if replay.format != FORMAT {
            return Err(Error::replay(format!(
                "the replay has format {:?}; this version reads {FORMAT}",
                replay.format
            )));
        }
        Ok(replay)
    }

    /// One line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a replay is plain data")
    }

    /// The seed as a number.
    pub fn seed(&self) -> Result<u64> {
        self.seed.parse().map_err(|_| Error::replay(format!("seed {:?} is not a 64-bit number", self.seed)))
    }

    /// What to load to follow it. `data` replaces the shipped data file.
    pub fn choices(&self, data: Option<String>) -> Result<Choices> {
        let mut rules = Vec::new();
        for (name, value) in &self.rules {
            let given = given_from_json(value)
                .ok_or_else(|| Error::replay(format!("rules option {name} has the value {value}")))?;
            rules.push((name.clone(), given));
        }
        Ok(Choices { players: Some(self.players), variant: Some(self.variant.clone()), rules, data, utility: None })
    }

    /// Whether a loaded game is the one that was played.
    pub fn check_game(&self, decl: &Declaration, setup: &Setup) -> Result<()> {
        let own = Self::begin(decl, setup, 0, None);
        if own.game != self.game {
            return Err(Error::replay(format!("the replay is of {}, not of {}", self.game, own.game)));
        }
        if own.rules_version != self.rules_version {
            return Err(Error::replay(format!(
                "the replay follows rules version {} of {}; this is rules version {}",
                self.rules_version, self.game, own.rules_version
            )));
        }
        if own.data_digest != self.data_digest {
            return Err(Error::replay(format!(
                "the replay was played with data {}, this game has data {}: pass the file it was played with",
                self.data_digest, own.data_digest
            )));
        }
        if (own.variant, own.players) != (self.variant.clone(), self.players) || own.rules != self.rules {
            return Err(Error::replay("the replay has another variant, player count or rules option than this game"));
        }
        Ok(())
    }
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
pub fn step_line(player: Option<u8>, text: &str) -> String {
    match player {
        Some(player) => format!("{player} {text}"),
        None => format!("* {text}"),
    }
}

//! What is known of a game before it is played: its declaration, what a caller chooses, and the tables that follow.

use crate::channels::Channel;
use crate::codec::{digest64, hex};
use crate::error::{Error, Result, quoted};
use crate::options::{Given, OptionSpec, Rules, VariantSpec};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// What `returns` pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utility {
    /// 1 shared by the winners, less 1/players.
    Win,
    /// The score.
    Score,
    /// The score less the best other score.
    Margin,
}

/// The fixed facts of a game, known before any variant is chosen.
pub struct Declaration {
    /// The name in the registry.
    pub name: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// Changed when, and only when, behaviour changes.
    pub rules_version: u32,
    /// Changed when an observation tells something else or in another way.
    pub observation_version: u32,
    /// Whether all players know the same of every position.
    pub perfect_information: bool,
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// The players of a game that names no number; a variant that does not take so many takes the nearest it can.
    pub default_players: usize,
    /// The variants, the default first.
    pub variants: &'static [VariantSpec],
    /// The rules options.
    pub options: &'static [OptionSpec],
    /// The text of the shipped data file.
    pub data: &'static str,
}

impl Declaration {
    /// The fewest and the most players of a variant.
    pub fn players_of(&self, variant: &VariantSpec) -> (usize, usize) {
        variant.players.unwrap_or((self.min_players, self.max_players))
    }

    /// The players of a game that names no number, or an unknown variant.
    fn usual_players(&self, variant: Option<&VariantSpec>) -> usize {
        variant.map_or(self.default_players, |variant| {
            let (low, high) = self.players_of(variant);
            self.default_players.clamp(low, high)
        })
    }

    /// The error for a number of players that no variant takes.
    pub fn refuse_players(&self, players: impl fmt::Display) -> Error {
        let Self { name, min_players, max_players, .. } = self;
        Error::variant(format!("{name} takes {min_players} to {max_players} players, not {players}"))
    }

    /// The variant must take that many players.
    fn check_players(&self, variant: &VariantSpec, players: usize) -> Result<()> {
        let (low, high) = self.players_of(variant);
        if (low..=high).contains(&players) {
            return Ok(());
        }
        let takes = if high == 1 { "1 player".into() } else { format!("{low} to {high} players") };
        Err(Error::variant(format!("{} takes {takes}, not {players}", variant.name)))
    }
}

/// What a caller chose: checked against the declaration.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The number of players.
    pub players: usize,
    /// The variant's name.
    pub variant: &'static str,
    /// Every option's value.
    pub rules: Rules,
    /// The text of the data file.
    pub data: Arc<str>,
    /// What sentences about the data call its file.
    pub data_name: Arc<str>,
    /// BLAKE2b-64 of that text.
    pub data_digest: [u8; 8],
    /// What `returns` pays.
    pub utility: Utility,
    /// What canonical bytes must agree on, see [`Setup::config_text`].
    pub config_digest: [u8; 8],
}

/// What a caller may choose, before it is checked. `None` takes the default.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The number of players.
    pub players: Option<usize>,
    /// The variant's name.
    pub variant: Option<String>,
    /// Option values.
    pub rules: Vec<(String, Given)>,
    /// A data file in place of the shipped one.
    pub data: Option<OwnData>,
    /// `win`, `score` or `margin`.
    pub utility: Option<String>,
}

/// A caller's own data file.
#[derive(Clone, Debug)]
pub struct OwnData {
    /// Its text.
    pub text: String,
    /// What sentences call it; without a name it is called as the shipped file.
    pub name: Option<String>,
}

impl From<String> for OwnData {
    fn from(text: String) -> Self {
        Self { text, name: None }
    }
}

impl Setup {
    /// Checks a caller's choices.
    pub fn new(decl: &Declaration, choices: Choices) -> Result<Self> {
        let wanted = choices.variant.as_deref().unwrap_or(decl.variants[0].name);
        let variant = decl.variants.iter().find(|variant| variant.name == wanted);
        let players = choices.players.unwrap_or_else(|| decl.usual_players(variant));
        if !(decl.min_players..=decl.max_players).contains(&players) {
            return Err(decl.refuse_players(players));
        }
        let utility = match choices.utility.as_deref().unwrap_or("win") {
            "score" => Utility::Score,
            "win" | "margin" if players == 1 => Utility::Score,
            "win" => Utility::Win,
            "margin" => Utility::Margin,
            other => {
                let message = format!("there is no utility {}; choose one of: win, score, margin", quoted(other));
                return Err(Error::variant(message));
            }
        };
        let variant = variant.ok_or_else(|| {
            let names: Vec<&str> = decl.variants.iter().map(|variant| variant.name).collect();
            Error::variant(format!("there is no variant {}; choose one of: {}", quoted(wanted), names.join(", ")))
        })?;
        let rules = Rules::resolve(decl.options, variant, &choices.rules)?;
        decl.check_players(variant, players)?;
        let own = choices.data.unwrap_or_else(|| decl.data.to_owned().into());
        let (data, data_digest) = (Arc::from(own.text.as_str()), digest64(own.text.as_bytes()));
        let data_name = own.name.unwrap_or_else(|| format!("{}.toml", decl.name)).into();
        let mut setup = Self {
            players,
            variant: variant.name,
            rules,
            data,
            data_name,
            data_digest,
            utility,
            config_digest: [0; 8],
        };
        setup.config_digest = digest64(setup.config_text(decl).as_bytes());
        Ok(setup)
    }

    /// The error for something that is wrong in the data file.
    pub fn wrong_data(&self, reason: impl fmt::Display) -> Error {
        Error::data(format!("{}: {reason}", self.data_name))
    }

    /// What a position must agree on with its game.
    pub fn config_text(&self, decl: &Declaration) -> String {
        let digest = hex(self.data_digest);
        config_text(decl.name, decl.rules_version, self.variant, self.players, self.rules.iter(), &digest)
    }
}

/// A game's configuration: one `key=value` a line, options in declared order.
pub fn config_text<'a>(
    name: &str,
    rules_version: u32,
    variant: &str,
    players: usize,
    rules: impl Iterator<Item = (&'a str, impl fmt::Display)>,
    data_digest: &str,
) -> String {
    let mut lines = vec![
        format!("game={name}"),
        format!("rules_version={rules_version}"),
        format!("variant={variant}"),
        format!("players={players}"),
    ];
    lines.extend(rules.map(|(name, value)| format!("rule.{name}={value}")));
    lines.push(format!("data={data_digest}"));
    lines.join("\n")
}

/// The ids of texts.
fn index(setup: &Setup, what: &str, texts: &[String]) -> Result<FxHashMap<String, u16>> {
    let mut ids = FxHashMap::default();
    for (id, text) in texts.iter().enumerate() {
        if let Some(first) = ids.insert(text.clone(), id as u16) {
            return Err(setup.wrong_data(format!("the {what} {first} and {id} have the same text: {text}")));
        }
    }
    Ok(ids)
}

/// The static tables and bounds of a loaded game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The text of each action; its position is the id.
    pub actions: Vec<String>,
    /// The text of each listed chance outcome; its position is the id.
    pub outcomes: Vec<String>,
    /// The slices of the observation vector.
    pub channels: Vec<Channel>,
    /// No game has more decisions of players than this.
    pub max_game_length: usize,
    /// No game has more chance nodes than this.
    pub max_chance_nodes: usize,
    // Texts come from the shipped data or the user's own file: a fast hash will do.
    action_ids: FxHashMap<String, u16>,
    outcome_ids: FxHashMap<String, u16>,
}

impl Tables {
    /// Indexes the texts, which must be unique within each table: the names in a data file can make two alike.
    pub fn new(
        setup: &Setup,
        actions: Vec<String>,
        outcomes: Vec<String>,
        channels: Vec<Channel>,
        max_game_length: usize,
        max_chance_nodes: usize,
    ) -> Result<Self> {
        let (action_ids, outcome_ids) = (index(setup, "actions", &actions)?, index(setup, "outcomes", &outcomes)?);
        Ok(Self { actions, outcomes, channels, max_game_length, max_chance_nodes, action_ids, outcome_ids })
    }

    /// The length of the observation vector.
    pub fn observation_size(&self) -> usize {
        self.channels.iter().map(Channel::size).sum()
    }

    /// The action of a text.
    pub(crate) fn action_of(&self, text: &str) -> Option<u16> {
        self.action_ids.get(text).copied()
    }

    /// The listed chance outcome of a text.
    pub(crate) fn outcome_of(&self, text: &str) -> Option<u16> {
        self.outcome_ids.get(text).copied()
    }
}

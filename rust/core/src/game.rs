//! The contract: what a game is.
//!
//! A [`Game`] holds everything that is fixed in play (variant, options, players, tables loaded from data); its `State` is
//! plain data. Core's functions take `(&game, &state)`. Chance is explicit: at a chance node the state offers weighted
//! outcomes, or waits for a *salt* (sampled chance), and never contains a generator.

use crate::channels::Encoder;
use crate::codec::{Reader, Writer, digest64};
use crate::error::{Error, Kind, Result, quoted};
use crate::fields::Fields;
use crate::rng::Rng;
pub use crate::setup::{Choices, Declaration, Setup, Tables, Utility};
use arrayvec::ArrayVec;
use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

/// The most players any game takes.
pub const MAX_PLAYERS: usize = 5;
/// The most actions that can be legal at once in any game.
pub const MAX_LEGAL: usize = 4096;
/// The most outcomes a listed chance node has in any game.
pub const MAX_OUTCOMES: usize = 128;
/// Salts of sampled chance are numbers below this.
pub const SALTS: u32 = 1 << 31;

fn is_salt(id: i64) -> bool {
    (0..i64::from(SALTS)).contains(&id)
}

fn no_salt(id: i64) -> String {
    format!("a salt is a number from 0 to {}, not {id}", SALTS - 1)
}

/// The id of a player's action in the game's static table.
pub type Action = u16;
/// Legal actions, ascending.
pub type ActionList = ArrayVec<Action, MAX_LEGAL>;
/// Chance outcomes with their weights (at least 1), ascending ids.
pub type OutcomeList = ArrayVec<(u16, u32), MAX_OUTCOMES>;
/// One number a player.
pub type PerPlayer<T> = ArrayVec<T, MAX_PLAYERS>;
/// What players are ranked by: larger is better, equal keys share the place; unused entries are 0.
pub type RankKey = [i32; 8];

/// What a number is called and the rule that it comes from, as `("links", "R43")`.
pub type Named = (&'static str, &'static str);

/// A part of a player's score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// What the points are for.
    pub label: Cow<'static, str>,
    /// The rule that gives them.
    pub rule: &'static str,
    /// The points, which may be negative.
    pub points: i32,
}

impl ScorePart {
    /// Points for what a label says.
    pub fn new(label: impl Into<Cow<'static, str>>, rule: &'static str, points: i32) -> Self {
        Self { label: label.into(), rule, points }
    }
}

/// Who acts on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player of this number.
    Player(usize),
    /// Chance, with listed outcomes.
    Chance,
    /// Chance, by a salt from 0 to 2^31 - 1.
    Sampled,
    /// Nobody: the game is over.
    Over,
}

impl Actor {
    /// The player's number, -1 for chance, -4 when the game is over.
    pub fn number(self) -> i32 {
        match self {
            Actor::Player(player) => player as i32,
            Actor::Chance | Actor::Sampled => -1,
            Actor::Over => -4,
        }
    }

    /// Who that is, for error sentences.
    pub(crate) fn named(self) -> String {
        match self {
            Actor::Player(player) => format!("player {player} is to act"),
            Actor::Chance | Actor::Sampled => "chance is to act".to_owned(),
            Actor::Over => "the game is over".to_owned(),
        }
    }
}

/// A scoring kernel: a function of a row of whole numbers, for the analysis of many positions at once.
pub struct Kernel<G> {
    /// Its name.
    pub name: &'static str,
    /// What it gives, in one line with the rule's number.
    pub summary: &'static str,
    /// What each column of a row is.
    pub columns: fn(&G) -> Vec<String>,
    /// The score of a row of that many columns, None where a number is out of its range.
    pub score: fn(&G, &[i32]) -> Option<i32>,
}

/// A game of the registry. The methods below the line are shared; a game fills in those above it.
///
/// "Legal" has one source: `legal_actions` and `why_not` agree over the whole table, and the `apply_` functions are only
/// called with what is legal.
pub trait Game: Sized + Send + Sync + 'static {
    /// One position: plain fixed-size data, no heap.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// The fixed facts.
    fn declaration() -> &'static Declaration;

    /// Loads and validates the data and builds the tables.
    fn load(setup: Setup) -> Result<Self>;

    /// What the caller chose.
    fn setup(&self) -> &Setup;

    /// Action and outcome texts, channels, bounds.
    fn tables(&self) -> &Tables;

    /// The position before the first chance outcome.
    fn initial_state(&self) -> Self::State;

    /// Who acts.
    fn actor(&self, state: &Self::State) -> Actor;

    /// The phase, as the game's page names it.
    fn phase_name(&self, state: &Self::State) -> &'static str;

    /// Why the game ended, None while it goes on.
    fn end_reason(&self, state: &Self::State) -> Option<&'static str>;

    /// Fills `list` (empty on entry) with the legal actions at a player's decision, ascending.
    fn legal_actions(&self, state: &Self::State, list: &mut ActionList);

    /// Why an action of the table is not legal at a player's decision, None if it is.
    fn why_not(&self, state: &Self::State, action: Action) -> Option<Error>;

    /// Fills `list` (empty on entry) with the outcomes of a listed chance node, ascending.
    fn chance_outcomes(&self, state: &Self::State, list: &mut OutcomeList);

    /// The consequences of a legal action.
    fn apply_decision(&self, state: &mut Self::State, action: Action);

    /// The consequences of an outcome that can happen (a salt, where chance is sampled).
    fn apply_outcome(&self, state: &mut Self::State, outcome: u32);

    /// Whether it has chance nodes that are sampled.
    fn samples_chance(&self) -> bool {
        false
    }

    /// No score is below the first or above the second.
    fn score_bounds(&self) -> (i32, i32);

    /// The points on the table now.
    fn scores(&self, state: &Self::State) -> PerPlayer<i32>;

    /// Where the points come from: parts that add up to `scores`.
    fn score_parts(&self, state: &Self::State) -> PerPlayer<Vec<ScorePart>>;

    /// What the players are ranked by: score first, then the tie-breaks.
    fn rank_keys(&self, state: &Self::State) -> PerPlayer<RankKey>;

    /// What the entries of a rank key are, each with its rule; those behind the last one are unused.
    fn rank_names(&self) -> &'static [Named];

    /// What `viewer` sees instead of a step's own text, None where they see it all. `state` is before the step.
    fn hidden_step(&self, state: &Self::State, id: u32, viewer: Option<usize>) -> Option<String>;

    /// What the step from `before` to `after` opened to everybody, a line each: whatever was hidden and is shown from now on
    /// by anything but the steps as they read. With these lines equal logs mean equal views.
    fn opened(&self, before: &Self::State, after: &Self::State) -> Vec<String>;

    /// A full state drawn among those that `viewer` cannot tell from this one.
    fn resample(&self, state: &Self::State, viewer: usize, rng: &mut Rng) -> Self::State;

    /// The declared fields of a position, from which its forms come.
    fn fields(&self) -> &Fields<Self>;

    /// Every piece accounted for, every cache equal to its slow twin. Must not panic on any state that
    /// `read_json` or `decode` let through.
    fn check_invariants(&self, state: &Self::State) -> Result<()>;

    /// The game's scoring kernels.
    fn kernels() -> Vec<Kernel<Self>> {
        Vec::new()
    }

    // --- shared, or faster where a game knows how ----------------------------------------------------------------------

    /// All that `viewer` (None: a spectator) may know, as JSON.
    fn view_json(&self, state: &Self::State, viewer: Option<usize>) -> serde_json::Value {
        self.fields().view_json(self, state, viewer)
    }

    /// The same as a vector.
    fn observe(&self, state: &Self::State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        self.fields().observe(self, state, viewer, out);
    }

    /// Whether points, places and utilities are known to everybody now, so that a view tells them. A game in which they hang
    /// on something hidden says no.
    fn scores_are_open(&self, _state: &Self::State) -> bool {
        true
    }

    /// The whole position as JSON.
    fn to_json(&self, state: &Self::State) -> serde_json::Value {
        self.fields().to_json(self, state)
    }

    /// The position that `to_json` wrote; the caller runs `check_invariants`.
    fn read_json(&self, position: &serde_json::Value) -> Result<Self::State> {
        self.fields().read_json(self, position)
    }

    /// Writes the canonical bytes.
    fn encode(&self, state: &Self::State, out: &mut Writer) {
        self.fields().encode(self, state, out);
    }

    /// Reads them back; the caller runs `check_invariants`. Any bytes give a state or an error, never a panic.
    fn decode(&self, from: &mut Reader<'_>) -> Result<Self::State> {
        self.fields().decode(self, from)
    }

    /// No return is below the first or above the second.
    fn utility_bounds(&self) -> (f64, f64) {
        let (least, most) = self.score_bounds();
        let width = f64::from(most) - f64::from(least);
        let share = 1.0 / self.setup().players as f64;
        match self.setup().utility {
            Utility::Win => (-share, 1.0 - share),
            Utility::Score => (least.into(), most.into()),
            Utility::Margin => (-width, width),
        }
    }

    /// A chance outcome drawn by weight: `rng.below(total)`, then walking up the list; a salt where chance is sampled.
    /// A game may override it with a faster way to the same draw.
    #[inline]
    fn draw_outcome(&self, state: &Self::State, rng: &mut Rng) -> u32 {
        if self.actor(state) == Actor::Sampled {
            return rng.below(u64::from(SALTS)) as u32;
        }
        let mut list = OutcomeList::new();
        self.chance_outcomes(state, &mut list);
        u32::from(list[rng.weighted(list.iter().map(|(_, weight)| *weight))].0)
    }

    /// A legal action at a player's decision, each equally likely: what `rng.pick` takes of the list.
    /// A game may override it with a faster way to the same draw.
    #[inline]
    fn draw_action(&self, state: &Self::State, rng: &mut Rng) -> Action {
        let mut list = ActionList::new();
        self.legal_actions(state, &mut list);
        rng.pick(&list)
    }

    /// Whether an action is legal at a player's decision.
    fn is_legal(&self, state: &Self::State, action: Action) -> bool {
        let mut list = ActionList::new();
        self.legal_actions(state, &mut list);
        list.binary_search(&action).is_ok()
    }

    /// The error that applying `id` would raise now, None if it is legal.
    fn explain(&self, state: &Self::State, id: i64) -> Option<Error> {
        match self.actor(state) {
            Actor::Over => {
                let reason = self.end_reason(state).unwrap_or("over");
                let message = format!("the game is over ({reason}): nothing can be applied any more");
                Some(Error::new(Kind::GameOver, message))
            }
            Actor::Sampled => (!is_salt(id)).then(|| Error::illegal("illegal_outcome", None, no_salt(id))),
            Actor::Chance => {
                let mut list = OutcomeList::new();
                self.chance_outcomes(state, &mut list);
                let known = list.iter().any(|(outcome, _)| i64::from(*outcome) == id);
                (!known).then(|| {
                    let message = format!("{id} is not a chance outcome that can happen now");
                    Error::illegal("illegal_outcome", None, message)
                })
            }
            Actor::Player(_) => match self.action_id(id) {
                Err(error) => Some(Error { kind: Kind::IllegalAction, code: "out_of_range", ..error }),
                Ok(action) => self.why_not(state, action),
            },
        }
    }

    /// Whether an id is a legal action, or an outcome that can happen.
    fn accepts(&self, state: &Self::State, id: i64) -> bool {
        match self.actor(state) {
            Actor::Player(_) => Action::try_from(id).is_ok_and(|action| self.is_legal(state, action)),
            _ => self.explain(state, id).is_none(),
        }
    }

    /// The legal actions as flags, one an action of the table; none but at a player's decision.
    fn mask(&self, state: &Self::State, flags: &mut [bool]) {
        flags.fill(false);
        if let Actor::Player(_) = self.actor(state) {
            let mut legal = ActionList::new();
            self.legal_actions(state, &mut legal);
            legal.iter().for_each(|action| flags[usize::from(*action)] = true);
        }
    }

    /// Applies a legal action or outcome; on any other id the state stays as it is.
    fn apply(&self, state: &mut Self::State, id: i64) -> Result<()> {
        if !self.accepts(state, id) {
            let unlisted = || Error::illegal("illegal_action", None, format!("action {id} is not legal now"));
            return Err(self.explain(state, id).unwrap_or_else(unlisted));
        }
        self.apply_legal(state, id as u32);
        Ok(())
    }

    /// Applies an action or outcome that was just taken from the legal list.
    #[inline]
    fn apply_legal(&self, state: &mut Self::State, id: u32) {
        if matches!(self.actor(state), Actor::Player(_)) {
            self.apply_decision(state, id as Action);
        } else {
            self.apply_outcome(state, id);
        }
    }

    /// An id of the action table.
    fn action_id(&self, id: i64) -> Result<Action> {
        let count = self.tables().actions.len();
        if (0..count as i64).contains(&id) {
            return Ok(id as Action);
        }
        Err(Error::argument(format!("action {id} is not in the table of {count} actions")))
    }

    /// The text of an action.
    fn action_text(&self, id: i64) -> Result<&str> {
        Ok(&self.tables().actions[usize::from(self.action_id(id)?)])
    }

    /// The action of a text.
    fn parse_action(&self, text: &str) -> Result<Action> {
        self.tables().action_of(text).ok_or_else(|| {
            Error::text(format!("no action of {} is written {}", Self::declaration().name, quoted(text)))
        })
    }

    /// The text of a listed chance outcome.
    fn outcome_text(&self, id: i64) -> Result<&str> {
        let outcomes = &self.tables().outcomes;
        usize::try_from(id)
            .ok()
            .and_then(|index| outcomes.get(index))
            .map(String::as_str)
            .ok_or_else(|| Error::argument(format!("outcome {id} is not in the table of {} outcomes", outcomes.len())))
    }

    /// The listed chance outcome of a text.
    fn parse_outcome(&self, text: &str) -> Result<u16> {
        self.tables().outcome_of(text).ok_or_else(|| {
            Error::text(format!("no chance outcome of {} is written {}", Self::declaration().name, quoted(text)))
        })
    }

    /// The text of what an actor chooses: an action's, an outcome's, or `salt N`.
    fn choice_text(&self, actor: Actor, id: i64) -> Result<Cow<'_, str>> {
        match actor {
            Actor::Sampled if !is_salt(id) => Err(Error::argument(no_salt(id))),
            Actor::Sampled => Ok(Cow::Owned(format!("salt {id}"))),
            Actor::Chance => self.outcome_text(id).map(Cow::Borrowed),
            _ => self.action_text(id).map(Cow::Borrowed),
        }
    }

    /// The text of an id at this state.
    fn step_text(&self, state: &Self::State, id: i64) -> Result<String> {
        self.choice_text(self.actor(state), id).map(Cow::into_owned)
    }

    /// The id of a text at this state.
    fn parse_step(&self, state: &Self::State, text: &str) -> Result<u32> {
        match self.actor(state) {
            Actor::Sampled => {
                let number = text.strip_prefix("salt ").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
                number.and_then(|digits| digits.parse().ok()).filter(|salt| *salt < SALTS).ok_or_else(|| {
                    Error::text(format!(
                        "a sampled chance outcome is written 'salt NUMBER', a number from 0 to {}, not {}",
                        SALTS - 1,
                        quoted(text)
                    ))
                })
            }
            Actor::Chance => self.parse_outcome(text).map(u32::from),
            _ => self.parse_action(text).map(u32::from),
        }
    }

    /// The place of each player, from 1; players who cannot be told apart share a place.
    fn ranking(&self, state: &Self::State) -> PerPlayer<u8> {
        let keys = self.rank_keys(state);
        keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect()
    }

    /// What the players are ranked by: what each entry of the keys is, and the entry of each player. The first entry in which
    /// two players differ tells them apart.
    fn ranked_by(&self, state: &Self::State) -> Vec<(Named, PerPlayer<i32>)> {
        let keys = self.rank_keys(state);
        let entries = |(i, name): (usize, &Named)| (*name, keys.iter().map(|key| key[i]).collect());
        self.rank_names().iter().enumerate().map(entries).collect()
    }

    /// The utility of each player; zeros until the game is over.
    fn returns(&self, state: &Self::State) -> PerPlayer<f64> {
        let n = self.setup().players;
        if self.actor(state) != Actor::Over {
            return (0..n).map(|_| 0.0).collect();
        }
        let scores = self.scores(state);
        match self.setup().utility {
            Utility::Score => scores.iter().map(|s| f64::from(*s)).collect(),
            Utility::Margin => (0..n)
                .map(|p| {
                    let best = (0..n).filter(|q| *q != p).map(|q| scores[q]).max().unwrap_or(0);
                    f64::from(scores[p] - best)
                })
                .collect(),
            Utility::Win => {
                let places = self.ranking(state);
                let winners: f64 = places.iter().map(|place| f64::from(u8::from(*place == 1))).sum();
                let share = |place: &u8| if *place == 1 { 1.0 / winners } else { 0.0 };
                places.iter().map(|place| share(place) - 1.0 / n as f64).collect()
            }
        }
    }

    /// Canonical bytes, header included.
    fn to_bytes(&self, state: &Self::State) -> Vec<u8> {
        let mut writer = Writer::new(self.setup().config_digest);
        self.encode(state, &mut writer);
        writer.finish()
    }

    /// The checked position of canonical bytes.
    fn state_from_bytes(&self, bytes: &[u8]) -> Result<Self::State> {
        let mut reader = Reader::new(bytes, self.setup().config_digest)?;
        let state = self.decode(&mut reader)?;
        reader.finish()?;
        self.check_invariants(&state)?;
        Ok(state)
    }

    /// The checked position of a JSON value.
    fn state_from_json(&self, position: &serde_json::Value) -> Result<Self::State> {
        let state = self.read_json(position)?;
        self.check_invariants(&state)?;
        Ok(state)
    }

    /// BLAKE2b-64 of the canonical bytes.
    fn hash64(&self, state: &Self::State) -> u64 {
        u64::from_le_bytes(digest64(&self.to_bytes(state)))
    }
}

//! `Game`: a loaded game, and the functions that list and load games.

use crate::batch::Batch;
use crate::convert::{self, Id, Seed, is_overflow, json_to_py, lookup, py_to_json, shown};
use crate::errors::{detached, invalid, run, to_py, total};
use crate::history::History;
use crate::matches::{Match, line_text};
use crate::state::State;
use lineshaft_core::axis::Axis;
use lineshaft_core::codec::hex;
use lineshaft_core::data_file::{Difference, differences};
use lineshaft_core::erased::{AnyGame, AnyState};
use lineshaft_core::error::{Kind, Result};
use lineshaft_core::game::{Choices, Declaration, MAX_LEGAL, Tables, Utility};
use lineshaft_core::options::{Given, Value};
use lineshaft_core::setup::OwnData;
use lineshaft_core::{history, matches, registry, replay};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A game with its variant, rules options, number of players and data: everything that does not change in play.
///
/// ``lineshaft.load_game`` makes it. Two games are equal if their positions are exchangeable and their utility is the
/// same. Pickles carry the text of the data file.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Game {
    inner: Arc<dyn AnyGame>,
}

impl Game {
    pub(crate) fn new(inner: Arc<dyn AnyGame>) -> Self {
        Self { inner }
    }

    /// Core's game.
    pub(crate) fn inner(&self) -> &Arc<dyn AnyGame> {
        &self.inner
    }

    /// The number of players.
    pub(crate) fn players(&self) -> usize {
        self.inner.setup().players
    }

    /// Texts, channels, bounds.
    pub(crate) fn tables(&self) -> &Tables {
        self.inner.tables()
    }

    fn utility_name(&self) -> &'static str {
        match self.inner.setup().utility {
            Utility::Win => "win",
            Utility::Score => "score",
            Utility::Margin => "margin",
        }
    }

    /// Whether positions of another game are positions of this one: variant, options and data are the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.inner.setup().config_digest == other.inner.setup().config_digest
    }

    /// A copy of a position of this game.
    fn own(&self, state: &Bound<'_, State>) -> PyResult<Box<dyn AnyState>> {
        if !state.get().is_of(self) {
            return Err(invalid(state.py(), "the position is of another game, variant, player count, options or data"));
        }
        let position = state.get().behind()?;
        total(state.py(), || self.inner.adopt(position.state_as_any()))
    }

    fn same(&self, other: &Self) -> bool {
        self.is_like(other) && self.inner.setup().utility == other.inner.setup().utility
    }
}

#[pymethods]
impl Game {
    /// The name in the registry.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.declaration().name
    }

    /// The name on the box.
    #[getter]
    fn title(&self) -> &'static str {
        self.inner.declaration().title
    }

    /// The number of players.
    #[getter]
    fn num_players(&self) -> usize {
        self.players()
    }

    /// The fewest players that the game takes.
    #[getter]
    fn min_players(&self) -> usize {
        self.inner.declaration().min_players
    }

    /// The most players that the game takes.
    #[getter]
    fn max_players(&self) -> usize {
        self.inner.declaration().max_players
    }

    /// The players of a game that was loaded without a number.
    #[getter]
    fn default_players(&self) -> usize {
        self.inner.declaration().default_players
    }

    /// The variant's name.
    #[getter]
    fn variant(&self) -> &'static str {
        self.inner.setup().variant
    }

    /// Every rules option and its value, in declared order (a new dict).
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = PyDict::new(py);
        for (name, value) in self.inner.setup().rules.iter() {
            rules.set_item(name, option_value(py, value)?)?;
        }
        Ok(rules)
    }

    /// What ``State.returns`` pays: ``win``, ``score`` or ``margin``.
    #[getter]
    fn utility(&self) -> &'static str {
        self.utility_name()
    }

    /// The size of the table of actions: ids are 0 to ``num_actions - 1`` in every position.
    #[getter]
    fn num_actions(&self) -> usize {
        self.tables().actions.len()
    }

    /// The size of the table of listed chance outcomes, whose ids are their own. Salts are not listed.
    #[getter]
    fn num_outcomes(&self) -> usize {
        self.tables().outcomes.len()
    }

    /// No game has more decisions of players than this.
    #[getter]
    fn max_game_length(&self) -> usize {
        self.tables().max_game_length
    }

    /// No game has more chance nodes than this.
    #[getter]
    fn max_chance_nodes(&self) -> usize {
        self.tables().max_chance_nodes
    }

    /// The shape of an observation: one axis.
    #[getter]
    fn observation_shape(&self) -> (usize,) {
        (self.tables().observation_size(),)
    }

    /// The slices of an observation, in order; they cover all of it.
    #[getter]
    fn observation_channels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let registry = py.import("lineshaft.registry")?;
        let (class, axis_class) = (registry.getattr("Channel")?, registry.getattr("ChannelAxis")?);
        let mut offset = 0;
        let mut channels = Vec::new();
        for channel in &self.tables().channels {
            let axes = channel.axes.iter().map(|axis| axis_class.call1((axis.one, labels(py, axis)?)));
            let facts = PyDict::new(py);
            facts.set_item("name", channel.name)?;
            facts.set_item("shape", PyTuple::new(py, &channel.shape)?)?;
            facts.set_item("high", channel.high)?;
            facts.set_item("summary", &*channel.summary)?;
            facts.set_item("offset", offset)?;
            facts.set_item("size", channel.size())?;
            facts.set_item("least", channel.least)?;
            facts.set_item("most", channel.most)?;
            facts.set_item("kind", channel.coding.name())?;
            facts.set_item("axes", PyTuple::new(py, axes.collect::<PyResult<Vec<_>>>()?)?)?;
            facts.set_item("seats", channel.seats())?;
            facts.set_item("active", channel.active)?;
            channels.push(class.call((), Some(&facts))?);
            offset += channel.size();
        }
        PyTuple::new(py, channels)
    }

    /// [observation_shape]: what no entry of an observation is below, float32.
    #[getter]
    fn observation_low<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        of_registry(slf, "observation_low", (slf,))
    }

    /// [observation_shape]: what no entry of an observation is above, float32.
    #[getter]
    fn observation_high<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        of_registry(slf, "observation_high", (slf,))
    }

    /// The raw whole numbers of observations, a channel each.
    ///
    /// Args:
    ///     observation: [..., observation_shape[0]], as ``observation_tensor`` gives it.
    ///
    /// Returns:
    ///     An int32 array of shape [..., *channel.shape] for each channel, by its name.
    ///
    /// Raises:
    ///     InvalidArgument: the last axis is not of that length.
    fn decode_observation<'py>(slf: &Bound<'py, Self>, observation: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        of_registry(slf, "decode_observation", (slf, observation))
    }

    /// Changed when an observation tells something else or in another way; 1 is that of version 0.1.0.
    #[getter]
    fn observation_version(&self) -> u32 {
        self.inner.declaration().observation_version
    }

    /// No return is below this.
    #[getter]
    fn min_utility(&self) -> f64 {
        self.inner.utility_bounds().0
    }

    /// No return is above this.
    #[getter]
    fn max_utility(&self) -> f64 {
        self.inner.utility_bounds().1
    }

    /// What the returns of all players add up to: 0 for ``win``, else None, as it depends on the game.
    #[getter]
    fn utility_sum(&self) -> Option<f64> {
        (self.inner.setup().utility == Utility::Win).then_some(0.0)
    }

    /// Whether there are chance nodes.
    #[getter]
    fn has_chance(&self) -> bool {
        self.tables().max_chance_nodes > 0
    }

    /// Whether some chance nodes are sampled: they take a salt and list no outcomes.
    #[getter]
    fn has_sampled_chance(&self) -> bool {
        self.inner.samples_chance()
    }

    /// Whether all players see the same of every position, hidden bids and hands included.
    #[getter]
    fn perfect_information(&self) -> bool {
        self.players() == 1 || self.inner.declaration().perfect_information
    }

    /// No player ever has more legal actions than this.
    #[getter]
    fn max_legal_actions(&self) -> usize {
        self.num_actions().min(MAX_LEGAL)
    }

    /// Changed when, and only when, the game's behaviour changes.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.inner.declaration().rules_version
    }

    /// BLAKE2b-64 of the text of the data file, 16 hexadecimal digits.
    #[getter]
    fn data_digest(&self) -> String {
        hex(self.inner.setup().data_digest)
    }

    /// BLAKE2b-64 of game, rules version, variant, players, rules and data: what canonical bytes must agree on.
    #[getter]
    fn config_digest(&self) -> String {
        hex(self.inner.setup().config_digest)
    }

    /// The text of the data file that was loaded.
    #[getter]
    fn data_text(&self) -> &str {
        &self.inner.setup().data
    }

    /// The size of a position in memory, in bytes.
    #[getter]
    fn state_size(&self) -> usize {
        self.inner.state_size()
    }

    /// The position before the first chance outcome.
    fn new_initial_state(slf: Bound<'_, Self>) -> PyResult<State> {
        let state = total(slf.py(), || slf.get().inner.new_initial_state())?;
        Ok(State::new(slf.unbind(), state))
    }

    /// The position that ``State.to_dict`` wrote, or one that was set up by hand.
    ///
    /// Args:
    ///     position: a dict, or another mapping, of texts, whole numbers, lists and such mappings.
    ///
    /// Raises:
    ///     InvalidState: a field is missing, unknown, of the wrong kind or out of range, or the pieces do not add up.
    fn state_from_dict(slf: Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<State> {
        let position = py_to_json(position, Kind::InvalidState)?;
        let state = run(slf.py(), || slf.get().inner.state_from_json(&position))?;
        Ok(State::new(slf.unbind(), state))
    }

    /// The position that ``State.to_bytes`` wrote, checked as by ``State.check_invariants``.
    ///
    /// Raises:
    ///     InvalidState: the bytes are damaged, or belong to another game, variant, player count or data file.
    fn state_from_bytes(slf: Bound<'_, Self>, data: &[u8]) -> PyResult<State> {
        let state = run(slf.py(), || slf.get().inner.state_from_bytes(data))?;
        Ok(State::new(slf.unbind(), state))
    }

    /// The JSON schema (draft 2020-12) of ``State.to_dict``, as new plain objects.
    ///
    /// Each key has a ``description`` and a ``visibility``: ``open``, ``hidden`` or ``follows``.
    fn position_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.inner.position_schema())
    }

    /// The JSON schema (draft 2020-12) of ``View.to_dict``, as new plain objects.
    ///
    /// Each key has a ``description`` and a ``visibility``: ``open``, ``seen`` or ``follows``.
    fn view_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.inner.view_schema())
    }

    /// The text of an action of the table; raises InvalidArgument outside it.
    fn action_to_string(&self, py: Python<'_>, action: Id) -> PyResult<&str> {
        action.named(py, run(py, || self.inner.action_text(action.0)))
    }

    /// The action of a text; raises InvalidText if there is none.
    fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u16> {
        run(py, || self.inner.parse_action(&lookup(text)))
    }

    /// The text of a listed chance outcome; raises InvalidArgument outside the table.
    fn outcome_to_string(&self, py: Python<'_>, outcome: Id) -> PyResult<&str> {
        outcome.named(py, run(py, || self.inner.outcome_text(outcome.0)))
    }

    /// The listed chance outcome of a text; raises InvalidText if there is none.
    fn string_to_outcome(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u16> {
        run(py, || self.inner.parse_outcome(&lookup(text)))
    }

    /// A match: its chance is drawn from the seed, up to the first decision already; every step is recorded.
    #[pyo3(signature = (seed = Seed(0)), text_signature = "($self, seed=0)")]
    fn new_match(slf: Bound<'_, Self>, seed: Seed) -> PyResult<Match> {
        let played = total(slf.py(), || matches::Match::new(Arc::clone(&slf.get().inner), seed.0))?;
        Ok(Match::new(slf.unbind(), played))
    }

    /// A match that begins at a position: its chance, from there on, is drawn from the seed.
    ///
    /// It has no replay, for the steps of a replay lead from the start of a game. What is kept of it are the position, the
    /// seed and ``Match.steps``, with which this method gives a match that goes on in the same way.
    ///
    /// Args:
    ///     state: the position, which stays as it is.
    ///     seed: what chance is drawn from.
    ///     steps: what was played from there, as ``Match.steps`` has it.
    ///
    /// Raises:
    ///     InvalidArgument: the position is of another game, variant, number of players, options or data.
    ///     ReplayError: the steps do not follow the rules; the message names the first that does not.
    #[pyo3(signature = (state, seed = Seed(0), steps = Vec::new()), text_signature = "($self, state, seed=0, steps=())")]
    fn match_from_state(
        slf: Bound<'_, Self>,
        state: &Bound<'_, State>,
        seed: Seed,
        steps: Vec<(Id, Id)>,
    ) -> PyResult<Match> {
        let begun = slf.get().own(state)?;
        let steps = convert::steps(&steps);
        let inner = Arc::clone(&slf.get().inner);
        let played = run(slf.py(), || matches::Match::from_state(inner, begun, seed.0, &steps))?;
        Ok(Match::new(slf.unbind(), played))
    }

    /// A history, with explicit chance, after these steps.
    ///
    /// Args:
    ///     steps: (player, action), or (-1, outcome) for chance, from the start of the game, as ``History.steps`` and
    ///         ``Match.steps`` have them.
    ///     position: where the history stands in place of the position that the steps lead to, see
    ///         ``History.determinize``.
    ///
    /// Raises:
    ///     ReplayError: the steps do not follow the rules; the message names the first that does not.
    ///     InvalidArgument: the position is of another game.
    #[pyo3(signature = (steps = Vec::new(), position = None), text_signature = "($self, steps=(), position=None)")]
    fn new_history(
        slf: Bound<'_, Self>,
        steps: Vec<(Id, Id)>,
        position: Option<&Bound<'_, State>>,
    ) -> PyResult<History> {
        let position = position.map(|position| slf.get().own(position)).transpose()?;
        let steps = convert::steps(&steps);
        let history = run(slf.py(), || {
            let history = history::History::new(Arc::clone(&slf.get().inner), &steps)?;
            Ok(match position {
                Some(position) => history.at(position),
                None => history,
            })
        })?;
        Ok(History::new(slf.unbind(), history))
    }

    /// The match that a replay of this very game recorded, followed and checked. ``Match.from_replay`` loads the
    /// game as well.
    ///
    /// Raises:
    ///     ReplayError: the line is no replay, is of another game, or does not follow the rules.
    fn match_from_replay(slf: Bound<'_, Self>, line: &Bound<'_, PyString>) -> PyResult<Match> {
        let line = line_text(line)?;
        let played = run(slf.py(), || {
            let record = replay::Replay::parse(line)?;
            matches::Match::from_replay(Arc::clone(&slf.get().inner), record)
        })?;
        Ok(Match::new(slf.unbind(), played))
    }

    /// The batch that ``Batch.to_bytes`` wrote.
    ///
    /// Raises:
    ///     InvalidState: the bytes are damaged, or of another game, variant, number of players, options or data.
    fn batch_from_bytes(slf: Bound<'_, Self>, data: &[u8]) -> PyResult<Batch> {
        let loaded = &slf.get().inner;
        let inner = detached(slf.py(), || loaded.batch_from_bytes(data))?;
        Ok(Batch::new_of(slf.unbind(), inner))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.inner.setup().config_digest, self.utility_name()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let setup = self.inner.setup();
        format!("Game({:?}, players={}, variant={:?})", self.name(), setup.players, setup.variant)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let setup = self.inner.setup();
        let arguments =
            (self.name(), setup.players, setup.variant, self.rules(py)?, self.data_text(), self.utility_name());
        Ok((py.import("lineshaft._engine")?.getattr("load_game_text")?, arguments.into_pyobject(py)?))
    }
}

/// The names of the games, ascending.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, registry::declarations().iter().map(|decl| decl.name))
}

/// The fixed facts of a game; raises UnknownGame.
#[pyfunction]
pub(crate) fn declaration<'py>(py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyDict>> {
    let decl = run(py, || find(&lookup(name)))?;
    let facts = PyDict::new(py);
    facts.set_item("name", decl.name)?;
    facts.set_item("title", decl.title)?;
    facts.set_item("rules_version", decl.rules_version)?;
    facts.set_item("players", (decl.min_players, decl.max_players))?;
    facts.set_item("default_players", decl.default_players)?;
    facts.set_item("variants", variants(py, decl)?)?;
    facts.set_item("options", options(py, decl)?)?;
    Ok(facts)
}

fn find(name: &str) -> Result<&'static Declaration> {
    registry::declarations().into_iter().find(|decl| decl.name == name).ok_or_else(|| registry::unknown(name))
}

fn variants<'py>(py: Python<'py>, decl: &Declaration) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for variant in decl.variants {
        let rules = PyDict::new(py);
        for (option, value) in variant.rules {
            rules.set_item(option, option_value(py, *value)?)?;
        }
        let facts = words(py, &[("name", variant.name), ("rule", variant.rule), ("summary", variant.summary)])?;
        facts.set_item("rules", rules)?;
        facts.set_item("players", decl.players_of(variant))?;
        list.append(facts)?;
    }
    Ok(list)
}

fn options<'py>(py: Python<'py>, decl: &Declaration) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for option in decl.options {
        let facts = words(py, &[("name", option.name), ("rule", option.rule), ("summary", option.summary)])?;
        facts.set_item("default", option_value(py, option.default)?)?;
        facts.set_item("allowed", option.allowed.to_string())?;
        list.append(facts)?;
    }
    Ok(list)
}

fn words<'py>(py: Python<'py>, entries: &[(&str, &str)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    entries.iter().try_for_each(|(key, word)| dict.set_item(key, word))?;
    Ok(dict)
}

fn option_value(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    json_to_py(py, &replay::value_json(value))
}

/// A data file: its text and what sentences call it, or its text alone.
#[derive(FromPyObject)]
pub(crate) enum Data {
    Named(String, String),
    Text(String),
}

impl From<Data> for OwnData {
    fn from(data: Data) -> Self {
        match data {
            Data::Named(text, name) => Self { text, name: Some(name) },
            Data::Text(text) => text.into(),
        }
    }
}

/// ``lineshaft.load_game`` with the text of a data file, or the text and its name, in place of its path.
#[pyfunction]
#[pyo3(signature = (name, players = None, variant = None, rules = None, data = None, utility = None))]
pub(crate) fn load_game_text(
    py: Python<'_>,
    name: &Bound<'_, PyString>,
    players: Option<Id>,
    variant: Option<&Bound<'_, PyString>>,
    rules: Option<&Bound<'_, PyDict>>,
    data: Option<Data>,
    utility: Option<&Bound<'_, PyString>>,
) -> PyResult<Game> {
    let name = lookup(name);
    let players = players.map(|number| player_count(py, &name, number)).transpose()?;
    let [variant, utility] = [variant, utility].map(|text| text.map(|text| lookup(text).into_owned()));
    let rules = rules.map(given_rules).transpose()?.unwrap_or_default();
    let choices = Choices { players, variant, rules, data: data.map(OwnData::from), utility };
    run(py, || registry::load(&name, choices)).map(Game::new)
}

/// A place in which a data file differs from the shipped one: table or row, key, what the shipped file has there, what the
/// file has there, the sentence.
type Differing = (String, String, Option<String>, Option<String>, String);

/// What differs between the shipped data file and another: place, key, shipped, found, sentence.
#[pyfunction]
pub(crate) fn data_differences(py: Python<'_>, name: &Bound<'_, PyString>, data: Data) -> PyResult<Vec<Differing>> {
    let own = OwnData::from(data);
    let found = run(py, || {
        let decl = find(&lookup(name))?;
        let file = own.name.clone().unwrap_or_else(|| format!("{}.toml", decl.name));
        differences(&file, decl.data, &own.text)
    })?;
    let told = |found: Difference| {
        let sentence = found.to_string();
        (found.place, found.key, found.before, found.after, sentence)
    };
    Ok(found.into_iter().map(told).collect())
}

/// Names, or numbers where there are none or the viewer's own comes first.
fn labels<'py>(py: Python<'py>, axis: &Axis) -> PyResult<Bound<'py, PyTuple>> {
    if axis.turns {
        return PyTuple::new(py, 0..axis.size);
    }
    let words: Vec<_> = axis.words().iter().map(|word| json_to_py(py, word)).collect::<PyResult<_>>()?;
    PyTuple::new(py, words)
}

/// What the package works out of what is declared here.
fn of_registry<'py>(
    game: &Bound<'py, Game>,
    name: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    game.py().import("lineshaft.registry")?.getattr(name)?.call1(arguments)
}

/// A number of players that core can be asked about.
fn player_count(py: Python<'_>, name: &str, number: Id) -> PyResult<usize> {
    let Some(players) = usize::try_from(number.0).ok().filter(|_| number.fits()) else {
        let decl = run(py, || find(name))?;
        return number.named(py, Err(to_py(py, &decl.refuse_players(number.0))));
    };
    Ok(players)
}

fn given_rules(rules: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Given)>> {
    let given =
        |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| Ok((lookup(name.cast()?).into_owned(), given(&value)?));
    rules.iter().map(given).collect()
}

/// A rules option's value as the caller gave it. Core refuses what is not allowed; a fraction or a number of more than 64
/// bits never is.
fn given(value: &Bound<'_, PyAny>) -> PyResult<Given> {
    if value.is_none() {
        Ok(Given::None)
    } else if let Ok(flag) = value.cast::<PyBool>() {
        Ok(Given::Bool(flag.is_true()))
    } else if let Ok(text) = value.cast::<PyString>() {
        Ok(Given::Text(lookup(text).into_owned()))
    } else if value.is_instance_of::<PyFloat>() {
        Ok(Given::Foreign(shown(value)))
    } else {
        match value.extract::<i64>() {
            Ok(number) => Ok(Given::Int(number)),
            Err(error) if is_overflow(value.py(), &error) => Ok(Given::Foreign(shown(value))),
            Err(_) => {
                let value_text = shown(value);
                let message =
                    format!("a rules option is true, false, a whole number, a word or None, not {value_text}");
                Err(invalid(value.py(), message))
            }
        }
    }
}

//! `State`: one position, as in the contract's words.

use crate::convert::{Id, Seed, json_to_py, legal_array, lookup, mask_array, observation, player, viewer};
use crate::errors::{to_object, total};
use crate::game::Game;
use crate::sharing::OneThread;
use crate::view::View;
use lineshaft_core::erased::AnyState;
use lineshaft_core::game::{Actor, OutcomeList, PerPlayer};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

/// One position: pure rules, with explicit chance. It serves one thread at a time.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct State {
    game: Py<Game>,
    inner: OneThread<Box<dyn AnyState>>,
}

impl State {
    pub(crate) fn new(game: Py<Game>, inner: Box<dyn AnyState>) -> Self {
        Self { game, inner: OneThread::new("State", inner) }
    }

    fn players(&self) -> usize {
        self.game.get().players()
    }

    fn outcomes(&self, py: Python<'_>) -> PyResult<OutcomeList> {
        let mut list = OutcomeList::new();
        self.inner.look(py, |state| state.chance_outcomes(&mut list))?;
        Ok(list)
    }
}

#[pymethods]
impl State {
    /// The game, shared by all its states.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The player to act, -1 at a chance node, -4 when the game is over.
    fn current_player(&self) -> PyResult<i32> {
        Ok(self.inner.read()?.actor().number())
    }

    /// Whether chance acts.
    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(matches!(self.inner.read()?.actor(), Actor::Chance | Actor::Sampled))
    }

    /// Whether the state waits for a salt (0 to 2^31 - 1) instead of a listed outcome.
    fn is_sampled_chance(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.actor() == Actor::Sampled)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.actor() == Actor::Over)
    }

    /// The phase in `snake_case`, as the game's page names it.
    fn phase_name(&self) -> PyResult<&'static str> {
        Ok(self.inner.read()?.phase_name())
    }

    /// Why the game ended, None while it goes on.
    fn end_reason(&self) -> PyResult<Option<&'static str>> {
        Ok(self.inner.read()?.end_reason())
    }

    /// Outcome and probability at a listed chance node; empty elsewhere.
    fn chance_outcomes(&self, py: Python<'_>) -> PyResult<Vec<(u16, f64)>> {
        let list = self.outcomes(py)?;
        let total: u64 = list.iter().map(|(_, weight)| u64::from(*weight)).sum();
        Ok(list.iter().map(|(outcome, weight)| (*outcome, f64::from(*weight) / total as f64)).collect())
    }

    /// Outcome and weight at a listed chance node; empty elsewhere.
    fn chance_weights(&self, py: Python<'_>) -> PyResult<Vec<(u16, u32)>> {
        Ok(self.outcomes(py)?.to_vec())
    }

    /// The legal actions, ascending; at a listed chance node its outcomes.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        legal_array(py, &**self.inner.read()?)
    }

    /// One flag an action of the table; all False but at a player's decision.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask_array(py, &**self.inner.read()?, self.game.get().tables().actions.len())
    }

    /// Applies a legal action or chance outcome; on an error nothing changes.
    fn apply_action(&self, py: Python<'_>, action: Id) -> PyResult<()> {
        action.named(py, self.inner.change(py, |state| state.apply(action.0)))
    }

    /// A copy to which an action has been applied.
    fn child(&self, py: Python<'_>, action: Id) -> PyResult<Self> {
        let twin = self.clone(py)?;
        twin.apply_action(py, action)?;
        Ok(twin)
    }

    /// A copy.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, |state| state.boxed_clone())?))
    }

    /// The text of an action; at a chance node, of an outcome.
    fn action_to_string(&self, py: Python<'_>, action: Id) -> PyResult<String> {
        action.named(py, self.inner.ask(py, |state| state.step_text(action.0)))
    }

    /// The action of a text; at a chance node, the outcome.
    fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u32> {
        self.inner.ask(py, |state| state.parse_step(&lookup(text)))
    }

    /// How a step that is legal now reads to a viewer (None: a spectator).
    #[pyo3(signature = (action, viewer))]
    fn step_to_string(&self, py: Python<'_>, action: Id, viewer: Option<Id>) -> PyResult<String> {
        let viewer = self::viewer(py, self.players(), viewer)?;
        action.named(py, self.inner.ask(py, |state| state.visible_step(action.0, viewer)))
    }

    /// The error that `apply_action` would raise now, None if the action is legal.
    fn explain<'py>(&self, py: Python<'py>, action: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        let error = self.inner.look(py, |state| state.explain(action.0))?;
        error.map(|error| action.name(to_object(py, &error)?)).transpose()
    }

    /// The points on the table now, by player.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        Ok(PyArray1::from_slice(py, &self.inner.look(py, |state| state.scores())?))
    }

    /// The utility of each player; zeros until the game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, &self.inner.look(py, |state| state.returns())?))
    }

    /// The place of each player, from 1; players who cannot be told apart share a place.
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let places: PerPlayer<i32> = self.inner.look(py, |state| state.ranking())?.into_iter().map(i32::from).collect();
        Ok(PyArray1::from_slice(py, &places))
    }

    /// All that a player (None: a spectator) may know.
    #[pyo3(signature = (player))]
    fn view(&self, py: Python<'_>, player: Option<Id>) -> PyResult<View> {
        let viewer = viewer(py, self.players(), player)?;
        Ok(View::new(self.game.clone_ref(py), self.inner.look(py, |state| state.boxed_clone())?, viewer))
    }

    /// The same as a vector, see `Game.observation_channels`.
    #[pyo3(signature = (player, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Id>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let viewer = viewer(py, self.players(), player)?;
        observation(py, &**self.inner.read()?, viewer, self.game.get().tables().observation_size(), out)
    }

    /// A full state drawn among those that a player cannot tell from this one.
    fn determinize(&self, py: Python<'_>, player: Id, seed: Seed) -> PyResult<Self> {
        let player = self::player(py, self.players(), player)?;
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, |state| state.determinize(player, seed.0))?))
    }

    /// The whole position, hidden things included, as plain objects.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.inner.look(py, |state| state.to_json())?)
    }

    /// Canonical bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.inner.look(py, |state| state.to_bytes())?))
    }

    /// BLAKE2b-64 of the canonical bytes.
    fn hash64(&self, py: Python<'_>) -> PyResult<u64> {
        self.inner.look(py, |state| state.hash64())
    }

    /// Raises `InvalidState` where a piece is missing, doubled or impossible.
    fn check_invariants(&self, py: Python<'_>) -> PyResult<()> {
        self.inner.ask(py, |state| state.check_invariants())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = self.game.bind(py).getattr("state_from_bytes")?;
        Ok((restore, PyTuple::new(py, [self.to_bytes(py)?])?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => {
                let (state, other) = (self.inner.read()?, other.get().inner.read()?);
                total(py, || state.equals(&**other))
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.hash64(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let scores = self.inner.look(py, |state| state.scores())?;
        Ok(format!(
            "{}, {}, player {}, scores {}",
            self.game.get().inner().declaration().title,
            self.phase_name()?,
            self.current_player()?,
            PyList::new(py, scores)?
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<State: {}>", self.__str__(py)?))
    }
}

//! `View`: all that one player, or a spectator, may know. Nothing in it leads to the state.

use crate::convert::{
    Id, Seed, json_to_py, legal_array, lookup, mask, observation, ranking_array, returns_array, scores_array,
};
use crate::errors::{invalid, run, total};
use crate::game::Game;
use crate::state::State;
use lineshaft_core::erased::{AnyGame, AnyState};
use lineshaft_core::game::Actor;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::Value;

/// All that a player, or a spectator, may know of a position, as it was when the view was taken.
///
/// This is what a bot gets. Nothing in it leads to the state, and it cannot be pickled.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct View {
    game: Py<Game>,
    state: Box<dyn AnyState>,
    viewer: Option<usize>,
}

impl View {
    pub(crate) fn new(game: Py<Game>, state: Box<dyn AnyState>, viewer: Option<usize>) -> Self {
        Self { game, state, viewer }
    }

    /// The state behind the view, for core's bots: they wrap it again before they look.
    pub(crate) fn behind(&self) -> &dyn AnyState {
        &*self.state
    }

    /// The game without its type.
    pub(crate) fn loaded(&self) -> &dyn AnyGame {
        &**self.game.get().inner()
    }

    /// Whose view it is.
    pub(crate) fn viewer(&self) -> Option<usize> {
        self.viewer
    }

    /// Whether the viewer is the one to decide: only then are the legal actions theirs to know.
    fn is_to_act(&self) -> bool {
        matches!(self.state.actor(), Actor::Player(player) if Some(player) == self.viewer)
    }

    fn json(&self, py: Python<'_>) -> PyResult<Value> {
        total(py, || self.state.view_json(self.viewer))
    }

    /// The state, to tell its points, if everybody may know them.
    fn open_scores(&self, py: Python<'_>) -> PyResult<&dyn AnyState> {
        run(py, || self.state.check_open_scores())?;
        Ok(&*self.state)
    }

    fn who(&self) -> String {
        self.viewer.map_or_else(|| "a spectator".to_owned(), |player| format!("player {player}"))
    }
}

#[pymethods]
impl View {
    /// The game: tables, variant and options are no secret.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Whose view it is; None for a spectator.
    #[getter]
    fn player(&self) -> Option<usize> {
        self.viewer
    }

    /// The player to act, -1 at a chance node, -4 when the game is over.
    fn current_player(&self) -> i32 {
        self.state.actor().number()
    }

    /// The phase in snake_case, as the game's page names it.
    fn phase_name(&self) -> &'static str {
        self.state.phase_name()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.state.actor() == Actor::Over
    }

    /// [n]: the viewer's legal actions, ascending; empty unless it is the viewer's decision.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        if self.is_to_act() { legal_array(py, &*self.state) } else { Ok(PyArray1::from_slice(py, &[])) }
    }

    /// [num_actions]: one flag an action of the table; all False unless it is the viewer's decision.
    /// ``out`` as in ``State.legal_actions_mask``.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        mask(py, self.is_to_act().then_some(&*self.state), self.game.get().tables().actions.len(), out)
    }

    /// Whether the viewer may choose an action now; False unless it is the viewer's decision.
    fn is_legal(&self, py: Python<'_>, action: Id) -> PyResult<bool> {
        total(py, || self.is_to_act() && self.state.accepts(action.0))
    }

    /// [players]: the points on the table now.
    ///
    /// Raises:
    ///     InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        scores_array(py, self.open_scores(py)?)
    }

    /// [players]: the utilities that ``Game.utility`` names; zeros until the game is over.
    ///
    /// Raises:
    ///     InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        returns_array(py, self.open_scores(py)?)
    }

    /// [players]: the places now, from 1; players who cannot be told apart share a place.
    ///
    /// Raises:
    ///     InvalidArgument: they hang on something hidden (code ``hidden_scores``), as in none of the games so far.
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        ranking_array(py, self.open_scores(py)?)
    }

    /// [observation_shape]: the view as a vector; ``out`` as in ``State.observation_tensor``.
    #[pyo3(signature = (out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        observation(py, &*self.state, self.viewer, self.game.get().tables().observation_size(), out)
    }

    /// A full state drawn at random among those that the viewer cannot tell from the real one.
    ///
    /// Raises:
    ///     InvalidArgument: this is a spectator's view.
    fn determinize(&self, py: Python<'_>, seed: Seed) -> PyResult<State> {
        let Some(player) = self.viewer else {
            return Err(invalid(py, "a spectator's view cannot be determinized: take the view of a player"));
        };
        let state = total(py, || self.state.determinize(player, seed.0))?;
        Ok(State::new(self.game.clone_ref(py), state))
    }

    /// The text of an action of the table; raises InvalidArgument outside it.
    fn action_to_string(&self, py: Python<'_>, action: Id) -> PyResult<&str> {
        action.named(py, run(py, || self.game.get().inner().action_text(action.0)))
    }

    /// The action of a text; raises InvalidText if there is none.
    fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u16> {
        run(py, || self.game.get().inner().parse_action(&lookup(text)))
    }

    /// The view as new plain objects.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.json(py)?)
    }

    fn __reduce__(&self) -> PyResult<()> {
        let message = "cannot be pickled or copied: it would have to carry the state behind it";
        Err(PyTypeError::new_err(format!("the view of {} {message}", self.who())))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.game.get().inner().declaration().title;
        let view = self.json(py)?;
        let mut lines = vec![format!("{title}, as {} sees it", self.who())];
        lines.extend(view.as_object().into_iter().flatten().map(|(key, value)| format!("{key}: {value}")));
        Ok(lines.join("\n"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<View of {}: {}>", self.who(), self.json(py)?))
    }
}

//! `History`: a position with the log of its steps.

use crate::convert::{Id, Seed, legal_array, lookup, observation, player, returns_array, viewer};
use crate::game::Game;
use crate::sharing::OneThread;
use crate::state::{State, outcomes, shares};
use crate::view::View;
use lineshaft_core::error::counted;
use lineshaft_core::game::Actor;
use lineshaft_core::history;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// A position with the log of the steps that led to it; chance is explicit, as in a State.
///
/// ``Game.new_history`` makes it. What a State is asked of most can be asked of it directly, everything else of
/// ``state``. Copies share the log, so they cost no more than those of a State; pickles keep everything.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct History {
    game: Py<Game>,
    inner: OneThread<history::History>,
}

impl History {
    pub(crate) fn new(game: Py<Game>, inner: history::History) -> Self {
        Self { game, inner: OneThread::new("History", inner) }
    }

    fn players(&self) -> usize {
        self.game.get().players()
    }
}

#[pymethods]
impl History {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// A copy of the position now: changing it does not change the history.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State::new(self.game.clone_ref(py), self.inner.look(py, |history| history.state().boxed_clone())?))
    }

    /// Every step so far: (player, action), or (-1, outcome) for chance.
    #[getter]
    fn steps(&self) -> PyResult<Vec<(i32, u32)>> {
        Ok(self.inner.read()?.steps().into_iter().map(|step| (step.actor.number(), step.id)).collect())
    }

    /// How many steps were taken so far.
    #[getter]
    fn ply(&self) -> PyResult<usize> {
        Ok(self.inner.read()?.ply())
    }

    /// The player to act, -1 at a chance node, -4 when the game is over.
    fn current_player(&self) -> PyResult<i32> {
        Ok(self.inner.read()?.state().actor().number())
    }

    /// Whether chance acts.
    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(matches!(self.inner.read()?.state().actor(), Actor::Chance | Actor::Sampled))
    }

    /// Whether the position waits for a salt, see ``State.is_sampled_chance``.
    fn is_sampled_chance(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.state().actor() == Actor::Sampled)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.state().actor() == Actor::Over)
    }

    /// (outcome, probability) at a listed chance node, ascending; [] elsewhere.
    fn chance_outcomes(&self, py: Python<'_>) -> PyResult<Vec<(u16, f64)>> {
        Ok(shares(&self.inner.look(py, |history| outcomes(history.state()))?))
    }

    /// [n]: the legal actions, as ``State.legal_actions`` has them.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        legal_array(py, self.inner.read()?.state())
    }

    /// Applies a legal action; at a chance node, an outcome that can happen (a salt, where chance is sampled).
    ///
    /// Raises:
    ///     IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The history is as it was.
    ///     GameOver: the game has ended.
    fn apply_action(&self, py: Python<'_>, action: Id) -> PyResult<()> {
        action.named(py, self.inner.change(py, |history| history.apply(action.0)))
    }

    /// The text of an action, or at a chance node of an outcome, as ``State.action_to_string`` has it.
    fn action_to_string(&self, py: Python<'_>, action: Id) -> PyResult<String> {
        action.named(py, self.inner.ask(py, |history| history.state().step_text(action.0)))
    }

    /// The action of a text; at a chance node, the outcome. Raises InvalidText if there is none.
    fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u32> {
        self.inner.ask(py, |history| history.state().parse_step(&lookup(text)))
    }

    /// [players]: the utilities that ``Game.utility`` names; zeros until the game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        returns_array(py, self.inner.read()?.state())
    }

    /// All that a player may know of the position now.
    #[pyo3(signature = (player))]
    fn view(&self, py: Python<'_>, player: Option<Id>) -> PyResult<View> {
        let viewer = viewer(py, self.players(), player)?;
        let state = self.inner.look(py, |history| history.state().boxed_clone())?;
        Ok(View::new(self.game.clone_ref(py), state, viewer))
    }

    /// [observation_shape]: the same as a vector; ``out`` as in ``State.observation_tensor``.
    #[pyo3(signature = (player, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Id>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let viewer = viewer(py, self.players(), player)?;
        let size = self.game.get().tables().observation_size();
        observation(py, self.inner.read()?.state(), viewer, size, out)
    }

    /// The steps as a player saw them, a line each, with what they opened: those of ``Match.log`` in one text.
    #[pyo3(signature = (player))]
    fn information_state(&self, py: Python<'_>, player: Option<Id>) -> PyResult<String> {
        let viewer = viewer(py, self.players(), player)?;
        self.inner.look(py, |history| history.information_state(viewer))
    }

    /// A copy at a full state drawn at random among those that this player cannot tell from the real one. Its log is
    /// still that of the real steps.
    fn determinize(&self, py: Python<'_>, player: Id, seed: Seed) -> PyResult<Self> {
        let player = self::player(py, self.players(), player)?;
        let drawn = self.inner.look(py, |history| history.at(history.state().determinize(player, seed.0)))?;
        Ok(Self::new(self.game.clone_ref(py), drawn))
    }

    /// A copy, which shares the log so far.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, Clone::clone)?))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let redrawn = self.inner.read()?.is_redrawn();
        let position = redrawn.then(|| self.state(py)).transpose()?;
        let restore = self.game.bind(py).getattr("new_history")?;
        Ok((restore, (self.steps()?, position).into_pyobject(py)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.state(py)?.__str__(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<History of {}: {}>", counted(self.ply()?, "step"), self.__str__(py)?))
    }
}

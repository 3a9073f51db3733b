//! `Match`: a game being played, with its chance resolved and every step recorded.

use crate::convert::{Id, legal_array, mask_array, py_to_json, viewer};
use crate::errors::{invalid, run, to_py, total};
use crate::game::{Data, Game};
use crate::sharing::OneThread;
use crate::state::State;
use crate::view::View;
use lineshaft_core::error::{Error, Kind, count};
use lineshaft_core::game::Actor;
use lineshaft_core::setup::OwnData;
use lineshaft_core::{matches, replay};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;

/// A state whose chance is drawn from a seed, and a log of every step. It serves one thread at a time.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Match {
    game: Py<Game>,
    inner: OneThread<matches::Match>,
}

impl Match {
    pub(crate) fn new(game: Py<Game>, inner: matches::Match) -> Self {
        Self { game, inner: OneThread::new("Match", inner) }
    }

    fn line(&self, py: Python<'_>, bots: Option<Vec<String>>) -> PyResult<String> {
        self.inner.look(py, |played| played.replay(bots).to_line())
    }
}

#[pymethods]
impl Match {
    /// Loads the game of a replay (a `Replay`, its line or its dict), follows the steps and checks where they lead.
    #[staticmethod]
    #[pyo3(signature = (replay, data = None))]
    fn from_replay(py: Python<'_>, replay: &Bound<'_, PyAny>, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let record = read(replay)?;
        let data = match data {
            None => None,
            Some(path) => {
                Some(py.import("lineshaft.registry")?.getattr("named_data")?.call1((path,))?.extract::<Data>()?)
            }
        };
        let played = run(py, || matches::Match::open(record, data.map(OwnData::from)))?;
        Ok(Self::new(Py::new(py, Game::new(Arc::clone(played.game())))?, played))
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The seed that chance is drawn from.
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.inner.read()?.seed())
    }

    /// A copy of the position now.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State::new(self.game.clone_ref(py), self.inner.look(py, |played| played.state().boxed_clone())?))
    }

    /// Every step so far: the player, or -1 for chance, and the id.
    #[getter]
    fn steps(&self) -> PyResult<Vec<(i32, u32)>> {
        Ok(self.inner.read()?.steps().iter().map(|step| (step.actor.number(), step.id)).collect())
    }

    /// How many steps were taken so far.
    #[getter]
    fn ply(&self) -> PyResult<usize> {
        Ok(self.inner.read()?.steps().len())
    }

    /// The player to act, -4 when the game is over.
    fn current_player(&self) -> PyResult<i32> {
        Ok(self.inner.read()?.state().actor().number())
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.state().actor() == Actor::Over)
    }

    /// The legal actions, ascending.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        legal_array(py, self.inner.read()?.state())
    }

    /// One flag an action of the table; all False when the game is over.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask_array(py, self.inner.read()?.state(), self.game.get().tables().actions.len())
    }

    /// Applies a decision and resolves the chance that follows; on an error nothing changes.
    fn apply_action(&self, py: Python<'_>, action: Id) -> PyResult<()> {
        action.named(py, self.inner.change(py, |played| played.apply(action.0)))
    }

    /// All that a player (None: a spectator) may know now.
    #[pyo3(signature = (player))]
    fn view(&self, py: Python<'_>, player: Option<Id>) -> PyResult<View> {
        let viewer = viewer(py, self.game.get().players(), player)?;
        Ok(View::new(self.game.clone_ref(py), self.inner.look(py, |played| played.state().boxed_clone())?, viewer))
    }

    /// The steps as a player (None: a spectator) saw them.
    #[pyo3(signature = (player))]
    fn log(&self, py: Python<'_>, player: Option<Id>) -> PyResult<Vec<String>> {
        let viewer = viewer(py, self.game.get().players(), player)?;
        self.inner.look(py, |played| played.log(viewer))
    }

    /// The replay so far; `bots` names who sat at each seat.
    #[pyo3(signature = (bots = None))]
    fn replay<'py>(&self, py: Python<'py>, bots: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        let (players, named) = (self.game.get().players(), bots.as_ref().map(Vec::len));
        if let Some(named) = named.filter(|named| *named != players) {
            return Err(invalid(
                py,
                format!("{} for {}: name one bot a player", count(named, "bot"), count(players, "player")),
            ));
        }
        let line = self.line(py, bots)?;
        py.import("lineshaft.replays")?.getattr("Replay")?.call_method1("_of", (line,))
    }

    /// A copy, its generator included: both play on with the same chance.
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
        let restore = self.game.bind(py).getattr("match_from_replay")?;
        Ok((restore, PyTuple::new(py, [self.line(py, None)?])?))
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.get().inner().declaration().name;
        let (seed, ply, player) = (self.seed()?, self.ply()?, self.current_player()?);
        Ok(format!("<Match of {name}, seed {seed}, {ply} steps, player {player}>"))
    }
}

/// A replay from its line, its dict, or an object that writes its line.
pub(crate) fn read(replay: &Bound<'_, PyAny>) -> PyResult<replay::Replay> {
    let py = replay.py();
    let line = match replay.getattr_opt("to_json")? {
        Some(write) => write.call0()?,
        None => replay.clone(),
    };
    if let Ok(line) = line.cast::<PyString>() {
        let line = line_text(line)?;
        return run(py, || replay::Replay::parse(line));
    }
    let record = py_to_json(&line, Kind::ReplayError)?;
    run(py, || {
        let line = serde_json::to_string(&record).map_err(|error| Error::replay(error.to_string()))?;
        replay::Replay::parse(&line)
    })
}

/// The text of a replay line. What is no Unicode may stand in a name that is read back: nothing must replace it.
pub(crate) fn line_text<'a>(line: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    line.to_str().map_err(|_| to_py(line.py(), &Error::replay("the line is not Unicode text")))
}

/// A replay line, checked and written in the canonical way.
#[pyfunction]
pub(crate) fn check_replay(replay: &Bound<'_, PyAny>) -> PyResult<String> {
    let record = read(replay)?;
    total(replay.py(), || record.to_line())
}

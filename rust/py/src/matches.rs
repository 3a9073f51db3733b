//! `Match`: a game being played, with its chance resolved and every step recorded.

use crate::convert::{
    Id, Part, Ranked, legal_array, mask, observation, py_to_json, ranked_by, ranking_array, returns_array, score_parts,
    scores_array, viewer,
};
use crate::errors::{invalid, run, to_py, total};
use crate::game::{Data, Game};
use crate::sharing::OneThread;
use crate::state::State;
use crate::view::View;
use lineshaft_core::erased::AnyState;
use lineshaft_core::error::{Error, Kind, counted};
use lineshaft_core::game::Actor;
use lineshaft_core::setup::OwnData;
use lineshaft_core::{matches, replay};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;

/// A game being played: a state whose chance is drawn from a seed, and a log of every step.
///
/// ``Game.new_match`` makes it. Copies and pickles play on with the same chance as the original.
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
        self.inner.ask(py, |played| Ok(played.replay(bots)?.to_line()))
    }
}

#[pymethods]
impl Match {
    /// The match of a replay: loads its game, follows the steps, checks where they lead.
    ///
    /// Args:
    ///     replay: a ``Replay``, its line or its dict (or another mapping).
    ///     data: the path of the data file that it was played with, if that was not the shipped one.
    ///
    /// Raises:
    ///     ReplayError: it is no replay, is of another rules version or data file, breaks a rule (the message names
    ///         the step), or ends elsewhere than it says.
    ///     UnknownGame, InvalidVariant: its game, variant, player count or options are not declared.
    ///     InvalidData: the data file cannot be read or is wrong.
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

    /// A copy of the position now: changing it does not change the match.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State::new(self.game.clone_ref(py), self.inner.look(py, |played| played.state().boxed_clone())?))
    }

    /// Every step so far: (player, action), or (-1, outcome) for chance.
    #[getter]
    fn steps(&self) -> PyResult<Vec<(i32, u32)>> {
        Ok(self.inner.read()?.steps().iter().map(|step| (step.actor.number(), step.id)).collect())
    }

    /// How many steps were taken so far, ``len(steps)`` without the list.
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

    /// The phase in snake_case, as the game's page names it.
    fn phase_name(&self) -> PyResult<&'static str> {
        Ok(self.inner.read()?.state().phase_name())
    }

    /// Why the game ended (snake_case), None while it goes on.
    fn end_reason(&self) -> PyResult<Option<&'static str>> {
        Ok(self.inner.read()?.state().end_reason())
    }

    /// [players]: the points on the table now.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        scores_array(py, self.inner.read()?.state())
    }

    /// [players]: where the points of ``scores`` come from, a list of (label, rule, points) for each player.
    ///
    /// The points of a player's parts add up to the score; they may be negative.
    fn score_parts(&self, py: Python<'_>) -> PyResult<Vec<Vec<Part>>> {
        score_parts(py, self.inner.read()?.state())
    }

    /// What players are ranked by, in order: (name, rule, a number for each player). Larger is better, and the first
    /// entry in which two players differ tells them apart.
    fn ranked_by(&self, py: Python<'_>) -> PyResult<Vec<Ranked>> {
        ranked_by(py, self.inner.read()?.state())
    }

    /// [players]: the utilities that ``Game.utility`` names; zeros until the game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        returns_array(py, self.inner.read()?.state())
    }

    /// [players]: the places now, from 1; players who cannot be told apart share a place.
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        ranking_array(py, self.inner.read()?.state())
    }

    /// [n]: the legal actions of the player to act, ascending; empty at the end.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        legal_array(py, self.inner.read()?.state())
    }

    /// [num_actions]: one flag an action of the table; all False at the end. ``out`` as in
    /// ``State.legal_actions_mask``.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        mask(py, Some(self.inner.read()?.state()), self.game.get().tables().actions.len(), out)
    }

    /// Whether ``apply_action`` would take it.
    fn is_legal(&self, py: Python<'_>, action: Id) -> PyResult<bool> {
        self.inner.look(py, |played| played.state().accepts(action.0))
    }

    /// [observation_shape]: what a player may know now as a vector; ``out`` as in ``State.observation_tensor``.
    #[pyo3(signature = (player, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Id>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (viewer, size) = (viewer(py, self.game.get().players(), player)?, self.game.get().tables());
        observation(py, self.inner.read()?.state(), viewer, size.observation_size(), out)
    }

    /// Applies a decision of the player to act, and the chance that follows it.
    ///
    /// Raises:
    ///     IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The match is as it was.
    ///     GameOver: the game has ended.
    fn apply_action(&self, py: Python<'_>, action: Id) -> PyResult<()> {
        action.named(py, self.inner.change(py, |played| played.apply(action.0)))
    }

    /// All that a player may know now.
    #[pyo3(signature = (player))]
    fn view(&self, py: Python<'_>, player: Option<Id>) -> PyResult<View> {
        let viewer = viewer(py, self.game.get().players(), player)?;
        Ok(View::new(self.game.clone_ref(py), self.inner.look(py, |played| played.state().boxed_clone())?, viewer))
    }

    /// The steps as a player saw them: ``0 build Chicago``, ``* card orange 1``; and behind a step what it opened,
    /// see ``State.opened``: ``opened: player 0 bid 7 pounds for green``.
    ///
    /// This is the player's information state: equal logs mean equal views.
    #[pyo3(signature = (player))]
    fn log(&self, py: Python<'_>, player: Option<Id>) -> PyResult<Vec<String>> {
        let viewer = viewer(py, self.game.get().players(), player)?;
        self.inner.look(py, |played| played.log(viewer))
    }

    /// The replay so far. ``bots`` names who sat at each seat.
    ///
    /// Raises:
    ///     ReplayError: the match began at a position of its own, see ``Game.match_from_state``.
    #[pyo3(signature = (bots = None))]
    fn replay<'py>(&self, py: Python<'py>, bots: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        let (players, named) = (self.game.get().players(), bots.as_ref().map(Vec::len));
        if let Some(named) = named.filter(|named| *named != players) {
            return Err(invalid(
                py,
                format!("{} for {}: name one bot a player", counted(named, "bot"), counted(players, "player")),
            ));
        }
        let line = self.line(py, bots)?;
        py.import("lineshaft.replays")?.getattr("Replay")?.call_method1("_of", (line,))
    }

    /// A copy.
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
        let begun = self.inner.look(py, |played| played.begun().map(AnyState::boxed_clone))?;
        let Some(begun) = begun else {
            let restore = self.game.bind(py).getattr("match_from_replay")?;
            return Ok((restore, PyTuple::new(py, [self.line(py, None)?])?));
        };
        let begun = State::new(self.game.clone_ref(py), begun);
        let restore = self.game.bind(py).getattr("match_from_state")?;
        Ok((restore, (begun, self.seed()?, self.steps()?).into_pyobject(py)?))
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.get().inner().declaration().name;
        let (seed, ply, player) = (self.seed()?, self.ply()?, self.current_player()?);
        Ok(format!("<Match of {name}, seed {seed}, {}, player {player}>", counted(ply, "step")))
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

/// The canonical line of a replay; raises ReplayError if it is none.
#[pyfunction]
pub(crate) fn check_replay(replay: &Bound<'_, PyAny>) -> PyResult<String> {
    let record = read(replay)?;
    total(replay.py(), || record.to_line())
}

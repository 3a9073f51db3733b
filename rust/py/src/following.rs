//! Following replays: one step by step, or the lines of a file by the block.

use crate::convert::{self, Count};
use crate::errors::{released, run, to_object};
use crate::game::{Data, Game};
use crate::matches::read;
use crate::sharing::OneThread;
use crate::state::State;
use lineshaft_core::columns::{Columns, Rows, Steps};
use lineshaft_core::error::{Error, Kind, Result};
use lineshaft_core::following::{self, follow_lines, lines_of};
use lineshaft_core::replay::Replay;
use lineshaft_core::setup::OwnData;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// The games of replays, each loaded once.
///
/// Args:
///     data: the text of the data file that the games were played with, or text and name; None: the shipped one.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Library {
    inner: following::Library,
}

/// What is wrong with lines: the number of each, and why.
type Faults<'py> = Vec<(u64, Bound<'py, PyAny>)>;

#[pymethods]
impl Library {
    /// `data` is the data file that the games were played with, if that was not the shipped one.
    #[new]
    #[pyo3(signature = (data = None))]
    fn new(data: Option<Data>) -> Self {
        Self { inner: following::Library::new(data.map(OwnData::from)) }
    }

    /// A replay with its game, before its first position.
    ///
    /// Raises:
    ///     ReplayError: it is no replay, was played with another data file, or under another rules version with other
    ///         options.
    ///     UnknownGame, InvalidVariant, InvalidData: its game cannot be loaded.
    fn follow(&self, replay: &Bound<'_, PyAny>) -> PyResult<Following> {
        let py = replay.py();
        let record = read(replay)?;
        let inner = run(py, || self.inner.follow(record))?;
        let game = Py::new(py, Game::new(Arc::clone(inner.game())))?;
        Ok(Following::new(game, inner))
    }

    /// Follows the replays of a block of whole lines, outside the GIL.
    ///
    /// Args:
    ///     block: the lines; what follows the last line end is one, too.
    ///     first: the number of the first line.
    ///     threads: how many threads follow, from 1 to ``MAX_THREADS``.
    ///
    /// Returns:
    ///     The number of games that were followed, the number of their steps, and of each other line that is not empty
    ///     its number and what is wrong.
    ///
    /// Raises:
    ///     InvalidData: the data file is wrong.
    ///     KeyboardInterrupt: Ctrl-C, within half a second.
    fn verify<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        first: Count,
        threads: Count,
    ) -> PyResult<(u64, u64, Faults<'py>)> {
        let (mut games, mut steps) = (0, 0);
        let follow = |mut following: following::Following| {
            following.finish()?;
            Ok(following.replay().steps.len() as u64)
        };
        let faults = self.follow_block(py, (block, first, threads), follow, |_, taken| {
            games += 1;
            steps += taken;
        })?;
        Ok((games, steps, faults))
    }

    /// The same as ``verify``, with the games and steps by column.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        first: Count,
        threads: Count,
    ) -> PyResult<(Bound<'py, PyDict>, Faults<'py>)> {
        let mut columns = Columns::default();
        let faults =
            self.follow_block(py, (block, first, threads), Rows::read, |line, rows| columns.push(line, rows))?;
        Ok((columns_dict(py, columns)?, faults))
    }
}

impl Library {
    /// Follows the lines of a block outside the GIL. A wrong data file ends it; what else is wrong is a line's own fault.
    fn follow_block<'py, T: Send>(
        &self,
        py: Python<'py>,
        (block, first, threads): (&[u8], Count, Count),
        read: impl Fn(following::Following) -> Result<T> + Send + Sync,
        mut take: impl FnMut(u64, T) + Send,
    ) -> PyResult<Faults<'py>> {
        let threads = convert::threads(py, threads)?;
        let mut faults: Vec<(u64, Error)> = Vec::new();
        released(
            py,
            |_| Ok(()),
            |keep_going| {
                let mut sink = |line, found: Result<T>| {
                    match found {
                        Ok(found) => take(line, found),
                        Err(error) if error.kind == Kind::InvalidData => return Err(error),
                        Err(error) => faults.push((line, error)),
                    }
                    Ok(())
                };
                follow_lines(&self.inner, &lines_of(block, first.0), threads, read, &mut sink, keep_going)
            },
        )?;
        faults.into_iter().map(|(line, error)| Ok((line, to_object(py, &error)?))).collect()
    }
}

/// Games and steps by column, and the table of the steps' texts. Numbers are arrays, texts are lists; the scores, places and
/// bots of all seats stand one after the other.
fn columns_dict(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("texts", columns.texts().collect::<Vec<_>>())?;
    let Columns { lines, replays, rules, decisions, games, plies, steps, .. } = columns;
    let columns = PyDict::new(py);
    columns.set_item("line", PyArray1::from_iter(py, lines.into_iter().map(|line| line as i32)))?;
    columns.set_item("decisions", PyArray1::from_vec(py, decisions))?;
    columns.set_item("rules", rules)?;
    let texts = |of: fn(&Replay) -> &str| replays.iter().map(|replay| of(replay)).collect::<Vec<_>>();
    columns.set_item("game", texts(|replay| &replay.game))?;
    columns.set_item("variant", texts(|replay| &replay.variant))?;
    columns.set_item("data_digest", texts(|replay| &replay.data_digest))?;
    columns.set_item("end_reason", texts(|replay| replay.end_reason.as_deref().unwrap_or_default()))?;
    let numbers = |of: fn(&Replay) -> i32| PyArray1::from_iter(py, replays.iter().map(|replay| of(replay)));
    columns.set_item("rules_version", numbers(|replay| replay.rules_version as i32))?;
    columns.set_item("players", numbers(|replay| replay.players as i32))?;
    columns.set_item("steps", numbers(|replay| replay.steps.len() as i32))?;
    let seeds: Result<Vec<u64>> = replays.iter().map(|replay| replay.seed()).collect();
    columns.set_item("seed", PyArray1::from_vec(py, run(py, || seeds)?))?;
    let bots: Vec<&Vec<String>> = replays.iter().filter_map(|replay| replay.bots.as_ref()).collect();
    columns.set_item("bots", bots.into_iter().flatten().collect::<Vec<_>>())?;
    columns.set_item("driven", PyArray1::from_iter(py, replays.iter().map(|replay| replay.bots.is_none())))?;
    columns.set_item("scores", PyArray1::from_iter(py, replays.iter().flat_map(|replay| replay.scores.clone())))?;
    let places = replays.iter().flat_map(|replay| replay.ranking.iter().map(|place| i32::from(*place)));
    columns.set_item("ranking", PyArray1::from_iter(py, places))?;
    found.set_item("games", columns)?;
    let columns = PyDict::new(py);
    let Steps { player, id, text, legal } = steps;
    let by_name = [("game", games), ("ply", plies), ("player", player), ("id", id), ("text", text), ("legal", legal)];
    for (name, values) in by_name {
        columns.set_item(name, PyArray1::from_vec(py, values))?;
    }
    found.set_item("steps", columns)?;
    Ok(found)
}

/// A replay being followed: an iterator over its positions. It serves one thread at a time.
///
/// Each ply comes with the action or outcome that is taken there, legal or not; None if the replay names none. That
/// step is applied, and the mark after it compared, when the next ply is asked for; the last ply comes when everything
/// is found to be right. What is wrong raises ReplayError, and then there is nothing more.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Following {
    game: Py<Game>,
    inner: OneThread<following::Following>,
}

impl Following {
    fn new(game: Py<Game>, inner: following::Following) -> Self {
        Self { game, inner: OneThread::new("Following", inner) }
    }
}

#[pymethods]
impl Following {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// A copy of the position that was handed out last.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State::new(self.game.clone_ref(py), self.inner.look(py, |following| following.state().boxed_clone())?))
    }

    /// A copy, at the same position.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, Clone::clone)?))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The next ply, and the action or outcome that is taken there, if the replay names one.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(usize, Option<u32>)>> {
        let ply = self.inner.change(py, |following| following.next().transpose())?;
        Ok(ply.map(|ply| (ply.number, ply.step.map(|step| step.id))))
    }
}

/// The same of a line of a file, its end included.
#[pyfunction]
pub(crate) fn read_line(py: Python<'_>, line: &[u8]) -> PyResult<String> {
    run(py, || Replay::read(line).map(|replay| replay.to_line()))
}

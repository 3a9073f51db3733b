//! Many games at once: self-play, playouts; and the specified generator for those who check it.

use crate::convert::{self, Count, Seed, lookup, no_array, numbers};
use crate::errors::{detached, invalid, released, to_py};
use crate::game::Game;
use lineshaft_core::error::{Error, Result};
use lineshaft_core::rng::{self, Rng};
use lineshaft_core::selfplay::{GameResult, Plan};
use numpy::{Ix2, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::sync::{Mutex, PoisonError};

/// Results by column, a row a game.
#[derive(Default)]
struct Columns {
    seeds: Vec<u64>,
    bots_at: Vec<i32>,
    scores: Vec<i32>,
    ranking: Vec<i32>,
    returns: Vec<f64>,
    decisions: Vec<i32>,
    chance: Vec<i32>,
    end_reasons: Vec<&'static str>,
}

impl Columns {
    /// A long series fills the memory: then it ends with an error, not with the process.
    fn push(&mut self, result: &GameResult) -> Result<()> {
        let players = result.seats.len();
        self.seeds.try_reserve(1)?;
        self.bots_at.try_reserve(players)?;
        self.scores.try_reserve(players)?;
        self.ranking.try_reserve(players)?;
        self.returns.try_reserve(players)?;
        self.decisions.try_reserve(1)?;
        self.chance.try_reserve(1)?;
        self.end_reasons.try_reserve(1)?;
        self.seeds.push(result.seed);
        self.bots_at.extend(result.seats.iter().map(|bot| i32::from(*bot)));
        self.scores.extend(&result.scores);
        self.ranking.extend(result.ranking.iter().map(|place| i32::from(*place)));
        self.returns.extend(&result.returns);
        self.decisions.push(result.decisions as i32);
        self.chance.push(result.chance as i32);
        self.end_reasons.push(result.end_reason);
        Ok(())
    }

    fn into_dict(self, py: Python<'_>, players: usize) -> PyResult<Bound<'_, PyDict>> {
        let shape = [self.seeds.len(), players];
        let columns = PyDict::new(py);
        columns.set_item("seeds", PyArray1::from_vec(py, self.seeds))?;
        columns.set_item("bots_at", PyArray1::from_vec(py, self.bots_at).reshape(shape)?)?;
        columns.set_item("scores", PyArray1::from_vec(py, self.scores).reshape(shape)?)?;
        columns.set_item("ranking", PyArray1::from_vec(py, self.ranking).reshape(shape)?)?;
        columns.set_item("returns", PyArray1::from_vec(py, self.returns).reshape(shape)?)?;
        columns.set_item("decisions", PyArray1::from_vec(py, self.decisions))?;
        columns.set_item("chance", PyArray1::from_vec(py, self.chance))?;
        columns.set_item("end_reasons", self.end_reasons)?;
        Ok(columns)
    }
}

/// What has come in since Python was last told.
#[derive(Default)]
struct News {
    results: Vec<GameResult>,
    games: u64,
    steps: u64,
    lines: Vec<u8>,
}

impl News {
    /// A replay goes where it is wanted: with its result, or as a line.
    fn push(&mut self, mut result: GameResult, rows: bool, progress: bool) {
        self.games += 1;
        self.steps += u64::from(result.decisions) + u64::from(result.chance);
        if progress && let Some(line) = if rows { result.replay.clone() } else { result.replay.take() } {
            self.lines.extend_from_slice(line.as_bytes());
            self.lines.push(b'\n');
        }
        if rows {
            self.results.push(result);
        }
    }
}

/// One game's row for `on_results`.
fn row(py: Python<'_>, result: GameResult) -> PyResult<Bound<'_, PyTuple>> {
    let GameResult { index, seed, seats, scores, ranking, returns, decisions, chance, end_reason, replay } = result;
    (
        index,
        seed,
        PyTuple::new(py, seats)?,
        PyTuple::new(py, scores)?,
        PyTuple::new(py, ranking)?,
        PyTuple::new(py, returns)?,
        decisions,
        chance,
        end_reason,
        replay,
    )
        .into_pyobject(py)
}

/// ``lineshaft.selfplay`` for built-in bots alone; also whether it was interrupted.
#[pyfunction]
#[pyo3(signature = (game, bots, games, seed, threads, rotate, record, first, on_rows = None, on_progress = None))]
#[expect(clippy::too_many_arguments, reason = "the plan's fields, in order")]
pub(crate) fn selfplay<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: Vec<String>,
    games: Count,
    seed: Seed,
    threads: Count,
    rotate: bool,
    record: bool,
    first: Count,
    on_rows: Option<&Bound<'py, PyAny>>,
    on_progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let threads = convert::threads(py, threads)?;
    let plan = Plan { bots, games: games.0, first: first.0, seed: seed.0, threads, rotate, record };
    let on_rows = on_rows.map(|callback| callback.clone().unbind());
    let on_progress = on_progress.map(|callback| callback.clone().unbind());
    let (rows, progress) = (on_rows.is_some(), on_progress.is_some());
    let waiting = Mutex::new(News::default());
    let hand_on = |py: Python<'_>| deliver(py, on_rows.as_ref(), on_progress.as_ref(), &waiting);
    let mut columns = Columns::default();
    let core = game.get().inner();
    let outcome = released(py, hand_on, |keep_going| {
        let mut sink = |result: GameResult| {
            columns.push(&result)?;
            if rows || progress {
                waiting.lock().unwrap_or_else(PoisonError::into_inner).push(result, rows, progress);
            }
            Ok(())
        };
        core.selfplay(&plan, &mut sink, keep_going)
    });
    // After Ctrl-C, too, what is finished is handed on.
    let interrupted = stopped(py, outcome)? | stopped(py, hand_on(py))?;
    Ok((columns.into_dict(py, game.get().players())?, interrupted))
}

/// Whether Ctrl-C ended something; another error stays one.
fn stopped(py: Python<'_>, outcome: PyResult<()>) -> PyResult<bool> {
    match outcome {
        Err(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
        outcome => Ok(outcome.is_err()),
    }
}

/// Gives the callbacks what has come in since the last time.
fn deliver(
    py: Python<'_>,
    on_rows: Option<&Py<PyAny>>,
    on_progress: Option<&Py<PyAny>>,
    waiting: &Mutex<News>,
) -> PyResult<()> {
    let news = std::mem::take(&mut *waiting.lock().unwrap_or_else(PoisonError::into_inner));
    if news.games == 0 {
        return Ok(());
    }
    if let Some(callback) = on_rows {
        let rows = PyList::empty(py);
        for result in news.results {
            rows.append(row(py, result)?)?;
        }
        callback.call1(py, (rows,))?;
    }
    match on_progress {
        Some(callback) => callback.call1(py, (news.games, news.steps, PyBytes::new(py, &news.lines))).map(drop),
        None => Ok(()),
    }
}

/// ``lineshaft.playouts``: games, decisions, chance outcomes.
#[pyfunction]
#[pyo3(signature = (game, games, seed = Seed(0)), text_signature = "(game, games, seed=0)")]
pub(crate) fn playouts(game: &Bound<'_, Game>, games: Count, seed: Seed) -> PyResult<(u64, u64, u64)> {
    let core = game.get().inner();
    let counts = released(game.py(), |_| Ok(()), |keep_going| Ok(core.playouts(games.0, seed.0, keep_going)))?;
    Ok((counts.games, counts.decisions, counts.chance))
}

/// [count]: the first numbers of a stream of the specified generator.
///
/// Args:
///     seed: the seed.
///     stream: 0 for chance, 1 + p for the bot of player p.
///     count: how many; more than there is memory for raises MemoryError.
///     below: bounded draws from 0 to ``below - 1`` in place of 64-bit numbers.
#[pyfunction]
#[pyo3(signature = (seed, stream, count, below = None))]
pub(crate) fn rng_numbers(
    py: Python<'_>,
    seed: Seed,
    stream: Seed,
    count: Count,
    below: Option<Seed>,
) -> PyResult<Bound<'_, PyArray1<u64>>> {
    if below.is_some_and(|below| below.0 == 0) {
        return Err(invalid(py, "below must be at least 1"));
    }
    let mut rng = Rng::new(seed.0, stream.0);
    let mut draw = || match below {
        Some(Seed(below)) => rng.below(below),
        None => rng.next_u64(),
    };
    let count = usize::try_from(count.0).unwrap_or(usize::MAX);
    let numbers = released(
        py,
        |_| Ok(()),
        |keep_going| {
            let mut numbers = Vec::new();
            numbers.try_reserve_exact(count)?;
            while numbers.len() < count {
                if !keep_going() {
                    return Err(Error::interrupted());
                }
                let rest = count - numbers.len();
                numbers.extend((0..rest.min(1 << 16)).map(|_| draw()));
            }
            Ok(numbers)
        },
    )?;
    Ok(PyArray1::from_vec(py, numbers))
}

/// The seed of game ``index`` (0 to 2^64 - 1) of the series that starts from ``seed``.
#[pyfunction]
pub(crate) fn game_seed(seed: Seed, index: Count) -> u64 {
    rng::game_seed(seed.0, index.0)
}

/// Name, summary and columns of each scoring kernel of a game.
#[pyfunction]
pub(crate) fn kernels(game: &Bound<'_, Game>) -> Vec<(&'static str, &'static str, Vec<String>)> {
    game.get().inner().kernels()
}

/// [n]: the scores of ``rows`` ([n, columns], int32) by a kernel, see ``lineshaft.kernels``.
#[pyfunction]
pub(crate) fn run_kernel<'py>(
    game: &Bound<'py, Game>,
    name: &Bound<'_, PyString>,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let py = game.py();
    let mut count = 0;
    let flat = numbers::<i32, Ix2>(rows, |shape| {
        count = shape[0];
        true
    })?;
    let flat = flat.ok_or_else(|| no_array(rows, "rows", "an int32 array of shape [rows, columns]"))?;
    let mut scores = Vec::new();
    scores.try_reserve_exact(count).map_err(|error| to_py(py, &error.into()))?;
    scores.resize(count, 0);
    let loaded = game.get().inner();
    let name = lookup(name);
    detached(py, || loaded.run_kernel(&name, &flat, &mut scores))?;
    Ok(PyArray1::from_vec(py, scores))
}

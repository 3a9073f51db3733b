//! `Pool`: rows of positions that are named by numbers, arrays in and arrays out.

use crate::batch::Batch;
use crate::convert::{self, Count, Id, bots_of, flags, output, with_slice};
use crate::errors::{detached, invalid, released, total};
use crate::game::Game;
use crate::lists::{self, Viewers};
use crate::sharing::OneThread;
use crate::state::State;
use crate::step::{Sizes, Step, filling, given};
use lineshaft_core::error::{Result, counted};
use lineshaft_core::pool::{AnyPool, Choices, Playouts};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::any::Any;

/// Rows of positions that are named by numbers, for search: NumPy in, NumPy out, on threads.
///
/// A tree keeps the numbers of rows (int32), ``alloc`` hands them out. A list of rows is an int32 or int64 array; k is
/// its length, and other arrays have an entry a row. A row that one entry of a call writes to (``dst``) must not be named
/// by another entry of it, so the entries are independent of each other: nothing depends on the number of threads. ``src``
/// and ``dst`` may be the same row in one entry, and ``src`` may name a row many times.
///
/// After an error no row has changed. Methods with ``out=`` write into the caller's array (C-contiguous, of the stated
/// shape and dtype) and return it; without it the array is new and the caller's. All of them raise InvalidArgument where
/// an array has another type or shape, or a row is not handed out.
///
/// Args:
///     game: the game of the positions.
///     capacity: the number of rows.
///     threads: how many threads work on the rows of a call.
///
/// Raises:
///     InvalidArgument: ``capacity`` is not 1 to 16,777,216, or ``threads`` not 1 to ``MAX_THREADS``, 1024.
///     MemoryError: so many rows have no room, see ``Game.state_size``.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Pool {
    game: Py<Game>,
    inner: OneThread<Box<dyn AnyPool>>,
    capacity: usize,
    threads: usize,
}

/// Ends, outcomes, probabilities, and where a salt is waited for.
type Chances<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>);

impl Pool {
    fn rows(&self, rows: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i32>> {
        lists::places(rows, what, "row", self.capacity - 1)
    }

    fn sizes(&self, count: usize) -> Sizes {
        let game = self.game.get();
        Sizes {
            slots: count,
            players: game.players(),
            actions: game.tables().actions.len(),
            observation: game.tables().observation_size(),
        }
    }

    /// Lets core change rows.
    fn change<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyPool) -> Result<T> + Send) -> PyResult<T> {
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        detached(py, || work(inner))
    }

    /// Applies choices and fills a step.
    fn advance<'py>(
        &self,
        py: Python<'py>,
        (src, dst): (&[i32], &[i32]),
        choices: Choices<'_>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Step>> {
        let step = out.map_or_else(|| Bound::new(py, self.step_of(py, src.len())?), given)?;
        if let Some(field) = filling(&step)?.not_of_pool() {
            return Err(invalid(py, format!("a pool does not fill the field {field} of a Step: leave it None")));
        }
        let sizes = self.sizes(src.len());
        let mut held = filling(&step)?.hold(py, sizes)?;
        let table = held.table(sizes);
        self.change(py, |pool| pool.step(src, dst, choices, table))?;
        drop(held);
        Ok(step)
    }

    fn step_of(&self, py: Python<'_>, count: usize) -> PyResult<Step> {
        Ok(Step::allocated(py, self.sizes(count), false)?.of_pool())
    }
}

#[pymethods]
impl Pool {
    #[new]
    #[pyo3(signature = (game, capacity, threads = Count(1)), text_signature = "(game, capacity, threads=1)")]
    fn new(py: Python<'_>, game: Py<Game>, capacity: Count, threads: Count) -> PyResult<Self> {
        if !(1..=1 << 24).contains(&capacity.0) {
            return Err(invalid(py, format!("a pool has 1 to {} rows, not {}", 1 << 24, capacity.0)));
        }
        let (capacity, threads) = (capacity.0 as usize, convert::threads(py, threads)?);
        let loaded = game.get().inner();
        let inner = detached(py, || loaded.make_pool(capacity, threads))?;
        Ok(Self { game, inner: OneThread::new("Pool", inner), capacity, threads })
    }

    /// The game of the positions.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of rows.
    #[getter]
    fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of threads that work on the rows of a call.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// [count]: rows that are handed out, those that were freed last before others; each holds the initial position.
    ///
    /// Raises:
    ///     PoolFull: so many are not free. None was handed out.
    fn alloc<'py>(&self, py: Python<'py>, count: Count) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let count = usize::try_from(count.0).unwrap_or(usize::MAX);
        Ok(PyArray1::from_vec(py, self.change(py, |pool| pool.alloc(count))?))
    }

    /// Takes rows back: all of them, or none if one is not handed out or named twice.
    fn free(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<()> {
        let rows = self.rows(rows, "rows")?;
        self.change(py, |pool| pool.free(&rows))
    }

    /// A mark: ``release`` takes back what was handed out since.
    fn mark(&self, py: Python<'_>) -> PyResult<u64> {
        self.inner.look(py, |pool| pool.mark())
    }

    /// Takes back all rows that were handed out since a mark and are not free. ``release(0)`` takes back all there are.
    ///
    /// Raises:
    ///     InvalidArgument: the mark is not one of this pool.
    fn release(&self, py: Python<'_>, mark: Count) -> PyResult<()> {
        self.change(py, |pool| pool.release(mark.0))
    }

    /// Copies states into rows.
    ///
    /// Raises:
    ///     InvalidArgument: a row is named twice, there is not a state a row, or one is of another game.
    fn load(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, states: Vec<PyRef<'_, State>>) -> PyResult<()> {
        let rows = self.rows(rows, "rows")?;
        let game = self.game.get();
        if let Some(place) = states.iter().position(|state| !state.is_of(game)) {
            return Err(invalid(py, format!("state {place} is of another game than the pool")));
        }
        let states = states.iter().map(|state| state.behind()).collect::<PyResult<Vec<_>>>()?;
        let states: Vec<&dyn Any> = states.iter().map(|state| state.state_as_any()).collect();
        self.inner.change(py, |pool| pool.load(&rows, &states))
    }

    /// Copies the states in slots of a batch, a slot a row, into rows.
    ///
    /// Raises:
    ///     InvalidArgument: a row is named twice, there is not a slot a row or no such slot, or the batch plays another
    ///         game.
    fn load_batch(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        batch: &Bound<'_, Batch>,
        slots: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let batch = batch.get();
        if !batch.of().is_like(self.game.get()) {
            return Err(invalid(py, "the batch plays another game than that of the pool"));
        }
        let (rows, slots) = (self.rows(rows, "rows")?, lists::places(slots, "slots", "slot", batch.last())?);
        let games = batch.behind()?;
        let states: Vec<&dyn Any> = slots.iter().map(|slot| games.state(*slot as usize)).collect();
        self.inner.change(py, |pool| pool.load(&rows, &states))
    }

    /// A copy of the state in a row.
    ///
    /// Raises:
    ///     InvalidArgument: the row is not handed out.
    fn state(&self, py: Python<'_>, row: Id) -> PyResult<State> {
        let last = self.capacity - 1;
        let place = i32::try_from(row.0).ok().filter(|place| (0..=last as i32).contains(place));
        let place = place.ok_or_else(|| invalid(py, format!("there is no row {row}; rows are 0 to {last}")))?;
        let loaded = self.game.get().inner();
        let state = self.inner.change(py, |pool| Ok(loaded.adopt(pool.state(place)?)))?;
        Ok(State::new(self.game.clone_ref(py), state))
    }

    /// Draws for each row of ``src`` a state that a player cannot tell from the real one, into ``dst``: that of
    /// ``State.determinize``.
    ///
    /// Args:
    ///     src: [k], rows.
    ///     dst: [k], rows.
    ///     players: whose knowledge counts: None for the player to act, a player's number, or [k], int32.
    ///     seeds: [k], uint64.
    ///
    /// Raises:
    ///     InvalidArgument: also where ``players`` is None and nobody acts in a row of ``src``.
    #[pyo3(signature = (src, dst, players, seeds))]
    fn determinize(
        &self,
        py: Python<'_>,
        src: &Bound<'_, PyAny>,
        dst: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        seeds: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (src, dst) = (self.rows(src, "src")?, self.rows(dst, "dst")?);
        let viewers = Viewers::read(players, "players", "row", src.len(), self.game.get().players())?;
        if matches!(viewers, Viewers::All) {
            return Err(invalid(py, "players: a row is drawn for one player, not for 'all'"));
        }
        let seeds = lists::seeds(seeds, src.len())?;
        self.change(py, |pool| pool.determinize(&src, &dst, viewers.eyes(), &seeds))
    }

    /// New arrays for the results of ``step`` and ``apply_outcome`` with so many rows: ``player``, ``observation``,
    /// ``action_mask``, ``reward``, ``terminated`` and ``scores``.
    fn new_step(&self, py: Python<'_>, count: Count) -> PyResult<Step> {
        let count = usize::try_from(count.0).ok().filter(|count| *count <= self.capacity).ok_or_else(|| {
            invalid(py, format!("a step of this pool has 0 to {} rows, not {}", self.capacity, count.0))
        })?;
        self.step_of(py, count)
    }

    /// Copies each row of ``src`` to ``dst`` and applies the action of the player to act there.
    ///
    /// The chance that follows is drawn as by ``State.resolve_chance`` with the entry's seed; without ``seeds`` it is
    /// left to ``apply_outcome``. ``reward`` is the utility where the game ends in this call, else 0. A row whose game
    /// is over is copied, and its action ignored. With an array in ``out.illegal`` illegal actions are flagged there and
    /// their rows copied; without it they raise.
    ///
    /// Args:
    ///     src: [k], rows.
    ///     dst: [k], rows.
    ///     actions: [k], whole numbers.
    ///     seeds: [k], uint64, or None.
    ///     out: the arrays to fill, those of ``new_step(k)`` without it.
    ///
    /// Raises:
    ///     IllegalAction: the message names the first entry whose action is not legal, ``slots`` all of them, ``errors``
    ///         says what is wrong in the first 16. No row has changed.
    ///     InvalidArgument: also where a row of ``dst`` is named by another entry, or ``out`` has ``decisions``, ``game``
    ///         or ``truncated``, which a pool does not know.
    #[pyo3(signature = (src, dst, actions, seeds = None, out = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        src: &Bound<'py, PyAny>,
        dst: &Bound<'py, PyAny>,
        actions: &Bound<'py, PyAny>,
        seeds: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Step>> {
        let (src, dst) = (self.rows(src, "src")?, self.rows(dst, "dst")?);
        let actions = lists::choices(actions, "actions", "entry", src.len())?;
        let seeds = seeds.map(|seeds| lists::seeds(seeds, src.len())).transpose()?;
        self.advance(py, (&src, &dst), Choices::Actions(&actions, seeds.as_deref()), out)
    }

    /// Copies each row of ``src`` to ``dst`` and applies a chance outcome there, a salt where chance is sampled; no more
    /// chance than that. All else is as in ``step``.
    #[pyo3(signature = (src, dst, outcomes, out = None))]
    fn apply_outcome<'py>(
        &self,
        py: Python<'py>,
        src: &Bound<'py, PyAny>,
        dst: &Bound<'py, PyAny>,
        outcomes: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Step>> {
        let (src, dst) = (self.rows(src, "src")?, self.rows(dst, "dst")?);
        let outcomes = lists::choices(outcomes, "outcomes", "entry", src.len())?;
        self.advance(py, (&src, &dst), Choices::Outcomes(&outcomes), out)
    }

    /// Ends [k + 1] int64, outcomes [n] int32, probabilities [n] float64, sampled [k] bool.
    ///
    /// The outcomes of row ``i`` are ``outcomes[ends[i]:ends[i + 1]]``, ascending; none but at a listed chance node. Where
    /// ``sampled`` is set, the row waits for a salt, any number from 0 to 2^31 - 1.
    fn chance<'py>(&self, py: Python<'py>, rows: &Bound<'py, PyAny>) -> PyResult<Chances<'py>> {
        let rows = self.rows(rows, "rows")?;
        let inner = self.inner.read()?;
        let inner = &**inner;
        let found = detached(py, || inner.chance(&rows))?;
        let (ends, outcomes) = (PyArray1::from_vec(py, found.ends), PyArray1::from_vec(py, found.outcomes));
        let (shares, sampled) = (PyArray1::from_vec(py, found.probabilities), PyArray1::from_vec(py, found.sampled));
        Ok((ends, outcomes, shares, sampled))
    }

    /// [k, num_actions]: one flag an action; all False where no player acts. ``out`` may be int8.
    #[pyo3(signature = (rows, out = None))]
    fn masks<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.rows(rows, "rows")?;
        let shape = [rows.len(), self.game.get().tables().actions.len()];
        let flags = out.map(flags).transpose()?;
        let mask = self.inner.fill(py, shape, flags.as_ref(), |pool, values| pool.masks(&rows, values))?;
        Ok(out.cloned().unwrap_or_else(|| mask.into_any()))
    }

    /// [k, observation_shape[0]]: what the player to act observes; where nobody acts, player 0.
    ///
    /// Args:
    ///     rows: [k], rows.
    ///     players: whose eyes it is seen with: one player's, [k] int32 with one a row, or ``"all"`` players', then the
    ///         shape is [k, players, observation_shape[0]].
    #[pyo3(signature = (rows, players = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        players: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.rows(rows, "rows")?;
        let Sizes { slots, players: seats, observation, .. } = self.sizes(rows.len());
        let viewers = Viewers::read(players, "players", "row", slots, seats)?;
        let eyes = viewers.eyes();
        if matches!(viewers, Viewers::All) {
            let shape = [slots, seats, observation];
            let seen = self.inner.fill(py, shape, out, |pool, values| pool.observe(&rows, eyes, values))?;
            return Ok(seen.into_any());
        }
        let seen = self.inner.fill(py, [slots, observation], out, |pool, values| pool.observe(&rows, eyes, values))?;
        Ok(seen.into_any())
    }

    /// [k, players]: the utilities; zeros until a game is over.
    #[pyo3(signature = (rows, out = None))]
    fn returns<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.rows(rows, "rows")?;
        self.inner.fill(py, [rows.len(), self.game.get().players()], out, |pool, values| pool.returns(&rows, values))
    }

    /// [k, players]: the points on the table.
    #[pyo3(signature = (rows, out = None))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let rows = self.rows(rows, "rows")?;
        self.inner.fill(py, [rows.len(), self.game.get().players()], out, |pool, values| pool.scores(&rows, values))
    }

    /// [k]: the player to act, -1 at a chance node, -4 where the game is over.
    #[pyo3(signature = (rows, out = None))]
    fn players<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let rows = self.rows(rows, "rows")?;
        self.inner.fill(py, [rows.len()], out, |pool, values| pool.actors(&rows, values))
    }

    /// [k]: BLAKE2b-64 of the canonical bytes, ``State.hash64``.
    #[pyo3(signature = (rows, out = None))]
    fn hash64<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let rows = self.rows(rows, "rows")?;
        self.inner.fill(py, [rows.len()], out, |pool, values| pool.hash64(&rows, values))
    }

    /// [k, players]: the mean utilities of games that bots play on from each row; the rows stay as they are.
    ///
    /// The first game of a row is ``State.playout`` with its seed, the others those with ``game_seed(seed, 1)``,
    /// ``game_seed(seed, 2)``, ... The sum of the games, in this order, is divided by their number.
    ///
    /// Args:
    ///     rows: [k], rows.
    ///     seeds: [k], uint64.
    ///     bot: the text of a built-in bot for all seats, or a list with one a seat.
    ///     repeat: how many games a row.
    ///     max_decisions: a game is broken off, with utilities of 0, after so many decisions of players.
    ///
    /// Raises:
    ///     InvalidText: there is no such bot.
    ///     InvalidArgument: also where ``repeat`` or ``max_decisions`` is 0, or the list has not a bot a seat.
    ///     KeyboardInterrupt: Ctrl-C, within half a second.
    #[pyo3(
        signature = (rows, seeds, bot = None, repeat = Count(1), max_decisions = None, out = None),
        text_signature = "($self, rows, seeds, bot='random', repeat=1, max_decisions=None, out=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
        seeds: &Bound<'py, PyAny>,
        bot: Option<&Bound<'py, PyAny>>,
        repeat: Count,
        max_decisions: Option<Count>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = self.rows(rows, "rows")?;
        let seeds = lists::seeds(seeds, rows.len())?;
        for (what, number) in [("repeat", Some(&repeat)), ("max_decisions", max_decisions.as_ref())] {
            if number.is_some_and(|number| number.0 == 0) {
                return Err(invalid(py, format!("{what} must be 1 or more, not 0")));
            }
        }
        let players = self.game.get().players();
        let bots = bots_of(bot, players)?;
        let plan = Playouts { bots, repeat: repeat.0, max_decisions: max_decisions.map(|most| most.0) };
        let array = output(py, [rows.len(), players], out)?;
        let inner = self.inner.read()?;
        let inner = &**inner;
        let means = released(py, |_| Ok(()), |keep_going| inner.playout(&rows, &seeds, &plan, keep_going))?;
        with_slice(&array, |values| total(py, || values.copy_from_slice(&means)))?;
        Ok(array)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.inner.look(py, |pool| pool.used())
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().inner().declaration().name;
        format!("<lineshaft.Pool of {name}: {}>", counted(self.capacity, "row"))
    }
}

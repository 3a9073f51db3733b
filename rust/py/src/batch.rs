//! `Batch`: many games stepped together, arrays in and arrays out.

use crate::convert::{self, Count, Id, Seed, no_array, numbers, output, with_slice};
use crate::errors::{detached, invalid, released, run, to_py};
use crate::game::Game;
use crate::state::State;
use lineshaft_core::batch::AnyBatch;
use lineshaft_core::error::{Result, counted};
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, Ix1, PyArray, PyArray1, PyArray2};
use pyo3::prelude::*;

/// Many games stepped together, for training: NumPy in, NumPy out, chance resolved inside, on threads.
///
/// Slot ``i`` of a batch plays the games ``i``, ``i + size``, ``i + 2 * size``, ... of the series that starts from
/// ``seed``; each is the match that ``game.new_match(lineshaft.game_seed(seed, index))`` would be. Nothing depends on
/// the number of threads. Methods with ``out=`` write into the caller's array (C-contiguous, of the stated shape and
/// dtype) and return it; without it the array is new and the caller's.
///
/// Args:
///     game: the game to play.
///     size: the number of slots.
///     seed: the seed of the series.
///     threads: how many threads step it.
///
/// Raises:
///     InvalidArgument: ``size`` is not 1 to 16,777,216, or ``threads`` not 1 to ``MAX_THREADS``, 1024.
///     MemoryError: so many slots have no room, see ``Game.state_size``.
///     KeyboardInterrupt: Ctrl-C, within half a second.
// Not frozen: `step` changes it in place. It serves one thread at a time.
#[pyclass(module = "lineshaft._engine")]
pub(crate) struct Batch {
    game: Py<Game>,
    inner: Box<dyn AnyBatch>,
    seed: u64,
    threads: usize,
}

impl Batch {
    fn filled<'py, T: Element, const N: usize>(
        &self,
        py: Python<'py>,
        shape: [usize; N],
        out: Option<&Bound<'py, PyAny>>,
        fill: impl FnOnce(&dyn AnyBatch, &mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let array = output(py, shape, out)?;
        let inner = &*self.inner;
        with_slice(&array, |values| {
            detached(py, || -> Result<()> {
                fill(inner, values);
                Ok(())
            })
        })?;
        Ok(array)
    }

    fn size(&self) -> usize {
        self.inner.size()
    }
}

/// The actions of an array of `size`. `NumPy`'s own whole numbers, those of `argmax` for one, have 64 bits.
fn read_actions(array: &Bound<'_, PyAny>, size: usize) -> PyResult<Vec<i32>> {
    if let Some(actions) = numbers::<i32, Ix1>(array, |shape| shape == [size])? {
        return Ok(actions);
    }
    let py = array.py();
    let Some(wide) = numbers::<i64, Ix1>(array, |shape| shape == [size])? else {
        return Err(no_array(array, "actions", &format!("an int32 or int64 array of shape [{size}]")));
    };
    let mut actions = Vec::new();
    actions.try_reserve_exact(size).map_err(|error| to_py(py, &error.into()))?;
    for (slot, action) in wide.into_iter().enumerate() {
        let narrow = i32::try_from(action);
        actions.push(narrow.map_err(|_| invalid(py, format!("slot {slot}: {action} is no 32-bit number")))?);
    }
    Ok(actions)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (game, size, seed = Seed(0), threads = Count(1)),
        text_signature = "(game, size, seed=0, threads=1)"
    )]
    fn new(py: Python<'_>, game: Py<Game>, size: Count, seed: Seed, threads: Count) -> PyResult<Self> {
        if !(1..=1 << 24).contains(&size.0) {
            return Err(invalid(py, format!("a batch has 1 to {} slots, not {}", 1 << 24, size.0)));
        }
        let (size, threads) = (size.0 as usize, convert::threads(py, threads)?);
        let loaded = game.get().inner();
        let make = |keep_going: &mut dyn FnMut() -> bool| loaded.make_batch(size, seed.0, threads, keep_going);
        let inner = released(py, |_| Ok(()), make)?;
        Ok(Self { game, inner, seed: seed.0, threads })
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of slots.
    #[getter(size)]
    fn slots(&self) -> usize {
        self.size()
    }

    /// The seed of the series.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of threads that step it.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// Applies one action a slot, then the chance that follows it. Slots whose game is over ignore their entry.
    ///
    /// Args:
    ///     actions: [size], int32; or int64, as from ``argmax``.
    ///
    /// Raises:
    ///     IllegalAction: an action is not legal; the message names the first such slot. No slot has changed.
    ///     InvalidArgument: it is no array of that type and shape, or a number in it does not fit into 32 bits.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read_actions(actions, self.size())?;
        let inner = &mut *self.inner;
        detached(py, || inner.step(&actions))
    }

    /// Starts the next game of the series in the slots that ``which`` ([size], bool) flags; in all without it.
    ///
    /// Raises:
    ///     InvalidArgument: ``which`` is no array of that type and shape.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let size = self.size();
        let read = |which: &Bound<'_, PyAny>| {
            let flags = numbers::<bool, Ix1>(which, |shape| shape == [size])?;
            flags.ok_or_else(|| no_array(which, "which", &format!("a bool array of shape [{size}]")))
        };
        let flags = which.map(read).transpose()?;
        let inner = &mut *self.inner;
        detached(py, || {
            inner.reset(flags.as_deref());
            Ok(())
        })
    }

    /// [size]: the player to act, -4 where the game is over.
    #[pyo3(signature = (out = None))]
    fn current_players<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.filled(py, [self.size()], out, |batch, values| batch.actors(values))
    }

    /// [size, num_actions]: one flag an action; all False where the game is over.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = [self.size(), self.game.get().tables().actions.len()];
        self.filled(py, shape, out, |batch, values| batch.masks(values))
    }

    /// [size, observation_shape[0]]: what the player to act observes; player 0 where the game is over.
    #[pyo3(signature = (out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let shape = [self.size(), self.game.get().tables().observation_size()];
        self.filled(py, shape, out, |batch, values| batch.observe(values))
    }

    /// [size, players]: the points on the table.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.filled(py, [self.size(), self.game.get().players()], None, |batch, values| batch.scores(values))
    }

    /// [size, players]: the utilities; zeros until a game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.filled(py, [self.size(), self.game.get().players()], None, |batch, values| batch.returns(values))
    }

    /// [size]: the index in the series of the game that each slot plays.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.filled(py, [self.size()], None, |batch, values| batch.games(values))
    }

    /// A copy of the state in a slot.
    fn state(&self, py: Python<'_>, slot: Id) -> PyResult<State> {
        let index = usize::try_from(slot.0)
            .ok()
            .filter(|index| *index < self.size())
            .ok_or_else(|| invalid(py, format!("there is no slot {}; slots are 0 to {}", slot.0, self.size() - 1)))?;
        let loaded = self.game.get().inner();
        let state = run(py, || loaded.state_from_bytes(&self.inner.to_bytes(index)))?;
        Ok(State::new(self.game.clone_ref(py), state))
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().inner().declaration().name;
        format!("<lineshaft.Batch of {name}: {}, seed {}>", counted(self.size(), "slot"), self.seed)
    }
}

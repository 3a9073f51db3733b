//! `Batch`: many games stepped together, arrays in and arrays out.

use crate::convert::{self, Count, Id, Seed, no_array, numbers, output, with_slice};
use crate::errors::{detached, invalid, released, run, to_py};
use crate::game::Game;
use crate::sharing::OneThread;
use crate::state::State;
use lineshaft_core::batch::AnyBatch;
use lineshaft_core::error::Result;
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, Ix1, PyArray, PyArray1, PyArray2};
use pyo3::prelude::*;

/// Slots that play games of one series side by side. It serves one thread at a time.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Batch {
    game: Py<Game>,
    inner: OneThread<Box<dyn AnyBatch>>,
    size: usize,
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
        let inner = self.inner.read()?;
        let inner = &**inner;
        with_slice(&array, |values| {
            detached(py, || -> Result<()> {
                fill(inner, values);
                Ok(())
            })
        })?;
        Ok(array)
    }

    fn size(&self) -> usize {
        self.size
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
        Ok(Self { game, inner: OneThread::new("Batch", inner), size, seed: seed.0, threads })
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

    /// Applies one action a slot and resolves the chance that follows; all of them, or on an error none.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read_actions(actions, self.size())?;
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        detached(py, || inner.step(&actions))
    }

    /// Starts the next game of the slots that `which` flags; of all slots without it.
    #[pyo3(signature = (which = None))]
    fn reset(&self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let size = self.size();
        let read = |which: &Bound<'_, PyAny>| {
            let flags = numbers::<bool, Ix1>(which, |shape| shape == [size])?;
            flags.ok_or_else(|| no_array(which, "which", &format!("a bool array of shape [{size}]")))
        };
        let flags = which.map(read).transpose()?;
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        detached(py, || {
            inner.reset(flags.as_deref());
            Ok(())
        })
    }

    /// The player to act in each slot, -4 where the game is over.
    #[pyo3(signature = (out = None))]
    fn current_players<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.filled(py, [self.size()], out, |batch, values| batch.actors(values))
    }

    /// The legal actions as flags, a row a slot.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = [self.size(), self.game.get().tables().actions.len()];
        self.filled(py, shape, out, |batch, values| batch.masks(values))
    }

    /// What the player to act observes, a row a slot (player 0 where the game is over).
    #[pyo3(signature = (out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let shape = [self.size(), self.game.get().tables().observation_size()];
        self.filled(py, shape, out, |batch, values| batch.observe(values))
    }

    /// The points on the table, a row a slot.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.filled(py, [self.size(), self.game.get().players()], None, |batch, values| batch.scores(values))
    }

    /// The utilities, a row a slot; zeros until a game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.filled(py, [self.size(), self.game.get().players()], None, |batch, values| batch.returns(values))
    }

    /// The index in the series of the game that each slot plays.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.filled(py, [self.size()], None, |batch, values| batch.games(values))
    }

    /// A copy of the state in a slot.
    fn state(&self, py: Python<'_>, slot: Id) -> PyResult<State> {
        let index = usize::try_from(slot.0)
            .ok()
            .filter(|index| *index < self.size())
            .ok_or_else(|| invalid(py, format!("there is no slot {}; slots are 0 to {}", slot, self.size() - 1)))?;
        let loaded = self.game.get().inner();
        let bytes = self.inner.look(py, |batch| batch.to_bytes(index))?;
        let state = run(py, || loaded.state_from_bytes(&bytes))?;
        Ok(State::new(self.game.clone_ref(py), state))
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().inner().declaration().name;
        format!("<lineshaft.Batch of {name}: {} slots, seed {}>", self.size(), self.seed)
    }
}

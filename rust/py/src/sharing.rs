//! What serves one thread at a time, and says so by name to another one that comes meanwhile.

use crate::convert::{output, with_slice};
use crate::errors::{detached, in_use, run, total};
use lineshaft_core::error::Result;
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, PyArray};
use pyo3::prelude::*;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult};

/// A value that one thread may change, or several may look at. Nobody waits: whoever comes at the wrong time gets an error.
pub(crate) struct OneThread<T> {
    class: &'static str,
    value: RwLock<T>,
}

impl<T> OneThread<T> {
    /// `class` is what the error calls the object that holds the value.
    pub(crate) fn new(class: &'static str, value: T) -> Self {
        Self { class, value: RwLock::new(value) }
    }

    /// What core, which cannot fail, sees in the value.
    pub(crate) fn look<R>(&self, py: Python<'_>, work: impl FnOnce(&T) -> R) -> PyResult<R> {
        let value = self.read()?;
        total(py, || work(&value))
    }

    /// What core, which may fail, sees in the value. An error is made when the value is free again: that runs Python.
    pub(crate) fn ask<R>(&self, py: Python<'_>, work: impl FnOnce(&T) -> Result<R>) -> PyResult<R> {
        let outcome = self.look(py, work)?;
        run(py, || outcome)
    }

    /// Lets core change the value.
    pub(crate) fn change<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> Result<R>) -> PyResult<R> {
        let mut value = self.write()?;
        let outcome = total(py, || work(&mut value))?;
        drop(value);
        run(py, || outcome)
    }

    /// Lets core fill an array, the caller's or a new one, from the value.
    pub(crate) fn fill<'py, E: Element, const N: usize>(
        &self,
        py: Python<'py>,
        shape: [usize; N],
        out: Option<&Bound<'py, PyAny>>,
        work: impl FnOnce(&T, &mut [E]) -> Result<()> + Send,
    ) -> PyResult<Bound<'py, PyArray<E, Dim<[usize; N]>>>>
    where
        T: Sync,
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        let array = output(py, shape, out)?;
        let value = self.read()?;
        let value = &*value;
        with_slice(&array, |values| detached(py, || work(value, values)))?;
        Ok(array)
    }

    /// To look at the value.
    #[inline]
    pub(crate) fn read(&self) -> PyResult<RwLockReadGuard<'_, T>> {
        enter(self.class, self.value.try_read())
    }

    /// To change it.
    #[inline]
    pub(crate) fn write(&self) -> PyResult<RwLockWriteGuard<'_, T>> {
        enter(self.class, self.value.try_write())
    }
}

/// What a lock lets in at once; a panic of an earlier holder has left nothing half done.
#[inline]
pub(crate) fn enter<Guard>(class: &str, entered: TryLockResult<Guard>) -> PyResult<Guard> {
    match entered {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(in_use(class)),
    }
}

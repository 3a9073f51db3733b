//! From core's errors to the Python classes, and the one way to call core: no panic gets past it.

use lineshaft_core::error::{Error, Kind, Result};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How often a long call looks after Ctrl-C and after what waits for Python.
const SLICE: Duration = Duration::from_millis(20);
/// Of how many slots or entries an error says what is wrong.
const NAMED: usize = 16;

/// The class of `lineshaft.errors` that an error belongs to.
fn class_name(kind: Kind) -> &'static str {
    match kind {
        Kind::IllegalAction => "IllegalAction",
        Kind::GameOver => "GameOver",
        Kind::InvalidState => "InvalidState",
        Kind::InvalidVariant => "InvalidVariant",
        Kind::InvalidData => "InvalidData",
        Kind::InvalidArgument => "InvalidArgument",
        Kind::InvalidText => "InvalidText",
        Kind::UnknownGame => "UnknownGame",
        Kind::ReplayError => "ReplayError",
        Kind::PoolFull => "PoolFull",
        Kind::Interrupted | Kind::OutOfMemory => "LineshaftError",
    }
}

/// An object of `lineshaft.errors`.
fn instance<'py>(
    py: Python<'py>,
    class: &str,
    message: &str,
    code: &str,
    rule: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("lineshaft.errors")?.getattr(class)?.call1((message, code, rule))
}

/// The Python exception of a core error, as an object.
pub(crate) fn to_object<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let object = instance(py, class_name(error.kind), &error.message, error.code, error.rule)?;
    if !error.slots.is_empty() {
        let slots = error.slots.iter().map(|(slot, _)| *slot as i32);
        object.setattr("slots", PyArray1::from_iter(py, slots))?;
        let texts: Vec<&str> = error.slots.iter().take(NAMED).map(|(_, text)| text.as_str()).collect();
        object.setattr("errors", texts)?;
    }
    Ok(object)
}

/// The Python exception of a core error, to raise.
#[cold]
pub(crate) fn to_py(py: Python<'_>, error: &Error) -> PyErr {
    match error.kind {
        Kind::Interrupted => PyKeyboardInterrupt::new_err(()),
        Kind::OutOfMemory => PyMemoryError::new_err(error.message.clone()),
        _ => to_object(py, error).map_or_else(|failure| failure, PyErr::from_value),
    }
}

/// `InvalidArgument` with a sentence.
#[cold]
pub(crate) fn invalid(py: Python<'_>, message: impl Into<String>) -> PyErr {
    to_py(py, &Error::argument(message))
}

/// A panic is a mistake of ours; the caller gets an error with code `internal` all the same.
#[cold]
fn internal(py: Python<'_>, payload: &(dyn Any + Send)) -> PyErr {
    let reason = payload.downcast_ref::<String>().map(String::as_str);
    let reason = reason.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    let message = format!("a mistake inside Lineshaft, please report it: {reason}");
    instance(py, "LineshaftError", &message, "internal", None).map_or_else(|failure| failure, PyErr::from_value)
}

/// Another thread is at work on an object of the class.
#[cold]
pub(crate) fn in_use(class: &str) -> PyErr {
    let message =
        format!("this {class} is in use by another thread: a {class} serves one thread at a time; nothing was changed");
    Python::attach(|py| {
        instance(py, "LineshaftError", &message, "in_use", None).map_or_else(|failure| failure, PyErr::from_value)
    })
}

/// Calls core, which may fail.
pub(crate) fn run<T>(py: Python<'_>, work: impl FnOnce() -> Result<T>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(to_py(py, &error)),
        Err(payload) => Err(internal(py, &*payload)),
    }
}

/// Calls core where it cannot fail.
pub(crate) fn total<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| internal(py, &*payload))
}

/// Calls core without the GIL, for work that is short but not trivial.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    run(py, || outcome.unwrap_or_else(|payload| std::panic::resume_unwind(payload)))
}

/// Calls core without the GIL for as long as it takes. Core asks `keep_going` often; every 20 milliseconds that goes back
/// to Python for a moment, raises what Ctrl-C left there, and calls `between`. An exception of either ends the work.
pub(crate) fn released<T: Send>(
    py: Python<'_>,
    mut between: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T> + Send,
) -> PyResult<T> {
    let mut raised = None;
    let outcome = detached(py, || {
        let mut last = Instant::now();
        work(&mut || {
            if raised.is_none() && last.elapsed() >= SLICE {
                raised = Python::attach(|py| py.check_signals().and_then(|()| between(py))).err();
                last = Instant::now();
            }
            raised.is_none()
        })
    });
    match raised {
        Some(error) => Err(error),
        None => outcome,
    }
}

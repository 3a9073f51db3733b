//! Between Python's values and core's: numbers with their ranges, JSON, arrays.

use crate::errors::{invalid, to_py, total};
use arrayvec::ArrayVec;
use lineshaft_core::erased::AnyState;
use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, MAX_LEGAL, OutcomeList};
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

/// How deep a JSON value from Python may be nested; positions and replays need four levels.
const MAX_DEPTH: usize = 32;

/// Any whole number that an action, outcome or player may be given as; what does not fit is far outside every range.
#[derive(Clone, Copy)]
pub(crate) struct Id(pub(crate) i64);

impl<'py> FromPyObject<'_, 'py> for Id {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(id) => Ok(Self(id)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// A 64-bit seed.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<u64>().map(Self).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                let message = format!("a seed is a number from 0 to {}, not {}", u64::MAX, text_of(&object));
                return invalid(object.py(), message);
            }
            error
        })
    }
}

/// A number of things, at least 0.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<Id>()?.0 {
            count @ 0.. => Ok(Self(count as u64)),
            _ => Err(invalid(object.py(), format!("a count cannot be negative: {}", text_of(&object)))),
        }
    }
}

fn text_of(object: &Bound<'_, PyAny>) -> String {
    object.str().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// A player's number, checked.
pub(crate) fn player(py: Python<'_>, players: usize, number: Id) -> PyResult<usize> {
    usize::try_from(number.0)
        .ok()
        .filter(|player| *player < players)
        .ok_or_else(|| invalid(py, format!("there is no player {}; players are 0 to {}", number.0, players - 1)))
}

/// A player's number, or None for a spectator.
pub(crate) fn viewer(py: Python<'_>, players: usize, number: Option<Id>) -> PyResult<Option<usize>> {
    number.map(|number| player(py, players, number)).transpose()
}

// --- JSON ---

/// A JSON value as plain Python objects, all of them new.
pub(crate) fn json_to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}

/// Plain Python objects as a JSON value; what JSON cannot say is an error of `kind`.
pub(crate) fn py_to_json(object: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Value> {
    to_json(object, MAX_DEPTH).map_err(|reason| match reason {
        Trouble::Raised(error) => error,
        Trouble::Unfit(message) => to_py(object.py(), &Error::new(kind, message)),
    })
}

/// Why something is not JSON.
enum Trouble {
    Raised(PyErr),
    Unfit(String),
}

impl From<PyErr> for Trouble {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

fn to_json(object: &Bound<'_, PyAny>, depth: usize) -> Result<Value, Trouble> {
    if depth == 0 {
        return Err(Trouble::Unfit(format!("this is nested more than {MAX_DEPTH} levels deep")));
    }
    if object.is_none() {
        Ok(Value::Null)
    } else if let Ok(flag) = object.cast::<PyBool>() {
        Ok(flag.is_true().into())
    } else if let Ok(text) = object.cast::<PyString>() {
        Ok(text.to_str()?.into())
    } else if let Ok(dict) = object.cast::<PyDict>() {
        object_to_json(dict, depth).map(Value::Object)
    } else if let Ok(list) = object.cast::<PyList>() {
        list.iter().map(|item| to_json(&item, depth - 1)).collect::<Result<_, _>>().map(Value::Array)
    } else if let Ok(tuple) = object.cast::<PyTuple>() {
        tuple.iter().map(|item| to_json(&item, depth - 1)).collect::<Result<_, _>>().map(Value::Array)
    } else {
        number_to_json(object)
    }
}

fn object_to_json(dict: &Bound<'_, PyDict>, depth: usize) -> Result<Map<String, Value>, Trouble> {
    let mut map = Map::with_capacity(dict.len());
    for (key, value) in dict.iter() {
        let Ok(key) = key.cast::<PyString>() else {
            return Err(Trouble::Unfit(format!("a key must be a text, not {}", text_of(&key))));
        };
        map.insert(key.to_str()?.to_owned(), to_json(&value, depth - 1)?);
    }
    Ok(map)
}

fn number_to_json(object: &Bound<'_, PyAny>) -> Result<Value, Trouble> {
    if let Ok(number) = object.extract::<i64>() {
        return Ok(number.into());
    }
    if let Ok(number) = object.extract::<u64>() {
        return Ok(number.into());
    }
    if let Ok(number) = object.cast::<PyFloat>()
        && let Some(number) = serde_json::Number::from_f64(number.value())
    {
        return Ok(Value::Number(number));
    }
    Err(Trouble::Unfit(format!("{} is not a text, number, list or dict", text_of(object))))
}

// --- arrays ---

/// A state's legal actions, or the outcomes of a listed chance node, as a new array.
pub(crate) fn legal_array<'py>(py: Python<'py>, state: &dyn AnyState) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let mut ids = ArrayVec::<i32, MAX_LEGAL>::new();
    total(py, || match state.actor() {
        Actor::Player(_) => {
            let mut list = ActionList::new();
            state.legal_actions(&mut list);
            ids.extend(list.iter().map(|action| i32::from(*action)));
        }
        Actor::Chance => {
            let mut list = OutcomeList::new();
            state.chance_outcomes(&mut list);
            ids.extend(list.iter().map(|(outcome, _)| i32::from(*outcome)));
        }
        Actor::Sampled | Actor::Over => {}
    })?;
    Ok(PyArray1::from_slice(py, &ids))
}

/// One flag an action of the table, as a new array.
pub(crate) fn mask_array<'py>(
    py: Python<'py>,
    state: &dyn AnyState,
    num_actions: usize,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let mut mask = vec![false; num_actions];
    total(py, || {
        let mut list = ActionList::new();
        state.legal_actions(&mut list);
        for action in list {
            mask[usize::from(action)] = true;
        }
    })?;
    Ok(PyArray1::from_slice(py, &mask))
}

/// What `viewer` may know as a vector of `size` numbers: into `out` if it is given, else into a new array.
pub(crate) fn observation<'py>(
    py: Python<'py>,
    state: &dyn AnyState,
    viewer: Option<usize>,
    size: usize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let array = output(py, [size], out)?;
    with_slice(&array, |values| total(py, || state.observe(viewer, values)))?;
    Ok(array)
}

/// A new array of zeros, or the caller's `out` if its type and shape fit.
pub(crate) fn output<'py, T: Element, const N: usize>(
    py: Python<'py>,
    shape: [usize; N],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
where
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: Dimension,
{
    let Some(out) = out else { return Ok(PyArray::zeros(py, shape, false)) };
    let array = out.cast::<PyArray<T, Dim<[usize; N]>>>().map_err(|_| misfit::<T>(out, &shape))?;
    let fits = array.shape() == shape && array.is_c_contiguous();
    if fits { Ok(array.clone()) } else { Err(misfit::<T>(out, &shape)) }
}

/// Lets `write` fill an array that [`output`] gave.
pub(crate) fn with_slice<T: Element, D: Dimension>(
    array: &Bound<'_, PyArray<T, D>>,
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<()> {
    let mut values = array.try_readwrite().map_err(|_| misfit::<T>(array.as_any(), array.shape()))?;
    match values.as_slice_mut() {
        Ok(slice) => write(slice),
        Err(_) => Err(misfit::<T>(array.as_any(), array.shape())),
    }
}

/// Why an `out` buffer cannot be written to.
#[cold]
fn misfit<T: Element>(out: &Bound<'_, PyAny>, wanted: &[usize]) -> PyErr {
    let py = out.py();
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        let message = format!("out must be a NumPy array, not {}", out.get_type());
        return PyTypeError::new_err(message);
    };
    let dtype = T::get_dtype(py);
    let text = |shape: &[usize]| PyTuple::new(py, shape).map_or_else(|_| "?".to_owned(), |shape| shape.to_string());
    let fault = if !array.dtype().is_equiv_to(&dtype) {
        format!("has dtype {}", array.dtype())
    } else if array.shape() != wanted {
        format!("has shape {}", text(array.shape()))
    } else if !array.is_c_contiguous() {
        "is not contiguous".to_owned()
    } else {
        "is read-only or in use elsewhere".to_owned()
    };
    let wanted = text(wanted);
    invalid(py, format!("out must be a writable, contiguous {dtype} array of shape {wanted}; this one {fault}"))
}

//! Between Python's values and core's: numbers with their ranges, JSON, arrays.

use crate::errors::{invalid, to_py, total};
use arrayvec::ArrayVec;
use lineshaft_core::erased::AnyState;
use lineshaft_core::error::{Error, Kind, quoted};
use lineshaft_core::game::{ActionList, Actor, MAX_LEGAL, OutcomeList, PerPlayer, ScorePart};
use lineshaft_core::threads::MAX_THREADS;
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;

/// How deep a JSON value from Python may be nested; positions and replays need four levels.
const MAX_DEPTH: usize = 32;

/// How many values a JSON value from Python may hold: one that holds others in many places is small in Python alone.
const MAX_VALUES: usize = 1 << 20;

/// How many bytes of text it may hold.
const MAX_TEXT: usize = 1 << 26;

/// An array of more bytes than this is asked of `NumPy` in a way that may fail; for a smaller one that would take too long.
const LARGE: usize = 1 << 20;

/// Any whole number that an action, outcome or player may be given as. What does not fit is far outside every range, and
/// errors show it as it was given.
pub(crate) struct Id(pub(crate) i64, Option<String>);

impl Id {
    /// The number of the first thing.
    pub(crate) const FIRST: Self = Self(0, None);

    /// Whether it is the number that was given.
    pub(crate) fn fits(&self) -> bool {
        self.1.is_none()
    }

    /// An outcome of core, whose errors show the number that was given.
    pub(crate) fn named<T>(&self, py: Python<'_>, outcome: PyResult<T>) -> PyResult<T> {
        if self.1.is_none() {
            return outcome;
        }
        outcome.map_err(|error| {
            self.name(error.into_value(py).into_bound(py).into_any()).map_or_else(|e| e, PyErr::from_value)
        })
    }

    /// An error of core that shows the number that was given.
    pub(crate) fn name<'py>(&self, error: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(exact) = &self.1 else { return Ok(error) };
        let Ok(message) = error.getattr("message").and_then(|message| message.extract::<String>()) else {
            return Ok(error);
        };
        let message = message.replace(&self.0.to_string(), exact);
        error.get_type().call1((message, error.getattr("code")?, error.getattr("rule")?))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.1 {
            Some(exact) => f.write_str(exact),
            None => self.0.fmt(f),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Id {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(id) => Ok(Self(id, None)),
            Err(error) if is_overflow(object.py(), &error) => {
                let number = index(&object)?;
                Ok(Self(if number.lt(0)? { i64::MIN } else { i64::MAX }, Some(shown(&number))))
            }
            Err(error) => Err(error),
        }
    }
}

/// The whole number that an object stands for.
fn index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import(intern!(object.py(), "operator"))?.getattr(intern!(object.py(), "index"))?.call1((object,))
}

/// A 64-bit seed.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        natural(&object, "a seed").map(Self)
    }
}

/// A number of things, or the index of one.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        natural(&object, "a count").map(Self)
    }
}

fn natural(object: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    match object.extract::<u64>() {
        Err(error) if is_overflow(object.py(), &error) => {
            let message = format!("{what} is a number from 0 to {}, not {}", u64::MAX, shown(&index(object)?));
            Err(invalid(object.py(), message))
        }
        outcome => outcome,
    }
}

/// Whether a number was refused for its size alone.
pub(crate) fn is_overflow(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}

/// A text that is looked up somewhere. In one that is no Unicode, U+FFFD stands for what is wrong: it is found nowhere.
pub(crate) fn lookup<'a>(text: &'a Bound<'_, PyString>) -> Cow<'a, str> {
    text.to_string_lossy()
}

/// A built-in bot for each of so many players: the caller's one text for all, or one each.
pub(crate) fn bots_of(bots: Option<&Bound<'_, PyAny>>, players: usize) -> PyResult<Vec<String>> {
    let Some(bots) = bots else { return Ok(vec!["random".to_owned(); players]) };
    if let Ok(text) = bots.cast::<PyString>() {
        return Ok(vec![lookup(text).into_owned(); players]);
    }
    let wrong = |_| invalid(bots.py(), "bots are the text of a built-in bot, or a list with one a player");
    bots.extract().map_err(wrong)
}

/// Steps as (player, id) for core.
pub(crate) fn steps(steps: &[(Id, Id)]) -> Vec<(i64, i64)> {
    steps.iter().map(|(who, id)| (who.0, id.0)).collect()
}

/// A caller's value for error sentences: texts and numbers as they are, of other things the type. A look into those could
/// go on for ever.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    if object.is_none() {
        return "None".to_owned();
    }
    if let Ok(text) = object.cast::<PyString>() {
        return quoted(&lookup(text));
    }
    if !(object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>()) {
        let name = object.get_type().qualname().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        return format!("a value of the type {name}");
    }
    // Python writes no whole number of some thousand digits.
    let bits =
        || object.call_method0(intern!(object.py(), "bit_length")).map(|bits| format!("a number of {bits} bits"));
    object.str().map(|text| text.to_string()).or_else(|_| bits()).unwrap_or_else(|_| "a number".to_owned())
}

/// A number of threads, checked.
pub(crate) fn threads(py: Python<'_>, number: Count) -> PyResult<usize> {
    usize::try_from(number.0)
        .ok()
        .filter(|number| (1..=MAX_THREADS).contains(number))
        .ok_or_else(|| invalid(py, format!("threads must be 1 to {MAX_THREADS}, not {}", number.0)))
}

/// A player's number, checked.
pub(crate) fn player(py: Python<'_>, players: usize, number: Id) -> PyResult<usize> {
    usize::try_from(number.0).ok().filter(|player| *player < players).ok_or_else(|| {
        let known =
            if players == 1 { "the only one is 0".to_owned() } else { format!("players are 0 to {}", players - 1) };
        invalid(py, format!("there is no player {number}; {known}"))
    })
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

/// Plain Python objects as a JSON value; what JSON cannot say, or takes too much room, is an error of `kind`.
pub(crate) fn py_to_json(object: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Value> {
    let mut room = Room { values: MAX_VALUES, text: MAX_TEXT };
    room.value(object, MAX_DEPTH).map_err(|reason| match reason {
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

/// What a JSON value may still take. What stands in many places counts in each: JSON cannot share.
struct Room {
    values: usize,
    text: usize,
}

impl Room {
    fn value(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> Result<Value, Trouble> {
        if depth == 0 {
            return Err(Trouble::Unfit(format!("this is nested more than {MAX_DEPTH} levels deep")));
        }
        let full = || Trouble::Unfit(format!("this holds more than {MAX_VALUES} values"));
        self.values = self.values.checked_sub(1).ok_or_else(full)?;
        if object.is_none() {
            Ok(Value::Null)
        } else if let Ok(flag) = object.cast::<PyBool>() {
            Ok(flag.is_true().into())
        } else if let Ok(text) = object.cast::<PyString>() {
            Ok(self.text(text)?.into())
        } else if let Ok(dict) = object.cast::<PyDict>() {
            self.object(&dict.items(), depth).map(Value::Object)
        } else if let Ok(list) = object.cast::<PyList>() {
            list.iter().map(|item| self.value(&item, depth - 1)).collect::<Result<_, _>>().map(Value::Array)
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            tuple.iter().map(|item| self.value(&item, depth - 1)).collect::<Result<_, _>>().map(Value::Array)
        } else if let Some(number) = number_to_json(object)? {
            Ok(number)
        } else if let Ok(mapping) = object.cast::<PyMapping>() {
            self.object(&mapping.items()?, depth).map(Value::Object)
        } else {
            Err(Trouble::Unfit(format!("{} is not a text, number, list or dict", shown(object))))
        }
    }

    /// The pairs come as a list of their own: reading a value may run the caller's code, which may change the mapping.
    fn object(&mut self, items: &Bound<'_, PyList>, depth: usize) -> Result<Map<String, Value>, Trouble> {
        let mut map = Map::new();
        for item in items.iter() {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let Ok(key) = key.cast::<PyString>() else {
                return Err(Trouble::Unfit(format!("a key must be a text, not {}", shown(&key))));
            };
            map.insert(self.text(key)?.to_owned(), self.value(&value, depth - 1)?);
        }
        Ok(map)
    }

    fn text<'a>(&mut self, text: &'a Bound<'_, PyString>) -> Result<&'a str, Trouble> {
        let full = || Trouble::Unfit(format!("this holds texts of more than {MAX_TEXT} bytes"));
        let text =
            text.to_str().map_err(|_| Trouble::Unfit(format!("the text {} is not Unicode", shown(text.as_any()))))?;
        self.text = self.text.checked_sub(text.len()).ok_or_else(full)?;
        Ok(text)
    }
}

/// None for what is no number.
fn number_to_json(object: &Bound<'_, PyAny>) -> Result<Option<Value>, Trouble> {
    if let Ok(number) = object.cast::<PyFloat>() {
        let number = serde_json::Number::from_f64(number.value());
        let number = number.ok_or_else(|| Trouble::Unfit(format!("the number {} is not finite", shown(object))))?;
        return Ok(Some(Value::Number(number)));
    }
    if let Ok(number) = object.extract::<i64>() {
        return Ok(Some(number.into()));
    }
    match object.extract::<u64>() {
        Ok(number) => Ok(Some(number.into())),
        Err(error) if is_overflow(object.py(), &error) => {
            Err(Trouble::Unfit(format!("the number {} is too large", shown(object))))
        }
        Err(_) => Ok(None),
    }
}

// --- arrays ---

/// The points on the table, by player, as a new array.
pub(crate) fn scores_array<'py>(py: Python<'py>, state: &dyn AnyState) -> PyResult<Bound<'py, PyArray1<i32>>> {
    Ok(PyArray1::from_slice(py, &total(py, || state.scores())?))
}

/// A part of a score: label, rule, points.
pub(crate) type Part = (String, &'static str, i32);
/// What players are ranked by: name, rule, the number of each.
pub(crate) type Ranked = (&'static str, &'static str, Vec<i32>);

/// The parts of each player's score.
pub(crate) fn score_parts(py: Python<'_>, state: &dyn AnyState) -> PyResult<Vec<Vec<Part>>> {
    let parts = total(py, || state.score_parts())?;
    let told = |part: ScorePart| (part.label.into_owned(), part.rule, part.points);
    Ok(parts.into_iter().map(|parts| parts.into_iter().map(told).collect()).collect())
}

/// What the players are ranked by, in order.
pub(crate) fn ranked_by(py: Python<'_>, state: &dyn AnyState) -> PyResult<Vec<Ranked>> {
    let entries = total(py, || state.ranked_by())?;
    Ok(entries.into_iter().map(|((name, rule), numbers)| (name, rule, numbers.to_vec())).collect())
}

/// The utilities by player as a new array.
pub(crate) fn returns_array<'py>(py: Python<'py>, state: &dyn AnyState) -> PyResult<Bound<'py, PyArray1<f64>>> {
    Ok(PyArray1::from_slice(py, &total(py, || state.returns())?))
}

/// The places by player as a new array.
pub(crate) fn ranking_array<'py>(py: Python<'py>, state: &dyn AnyState) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let places: PerPlayer<i32> = total(py, || state.ranking())?.into_iter().map(i32::from).collect();
    Ok(PyArray1::from_slice(py, &places))
}

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

/// One flag an action of the table: into `out` if it is given, else into a new array. No state: no action is legal.
pub(crate) fn mask<'py>(
    py: Python<'py>,
    state: Option<&dyn AnyState>,
    num_actions: usize,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = out.map(flags).transpose()?;
    let mask = output::<bool, 1>(py, [num_actions], given.as_ref())?;
    with_slice(&mask, |flags| {
        total(py, || match state {
            Some(state) => state.mask(flags),
            None => flags.fill(false),
        })
    })?;
    Ok(out.cloned().unwrap_or_else(|| mask.into_any()))
}

/// An array for flags: the frameworks' `int8` has the same bytes.
pub(crate) fn flags<'py>(mask: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = mask.py();
    let bytes = mask.cast::<PyUntypedArray>().ok();
    let bytes = bytes.filter(|bytes| bytes.dtype().is_equiv_to(&i8::get_dtype(py)) && bytes.is_c_contiguous());
    bytes.map_or_else(|| Ok(mask.clone()), |b| b.call_method1(intern!(py, "view"), (intern!(py, "bool"),)))
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
    out.map_or_else(|| zeros(py, shape), |out| fitting("out", shape, out))
}

/// The caller's array of this name, if its type and shape fit.
pub(crate) fn fitting<'py, T: Element, const N: usize>(
    what: &str,
    shape: [usize; N],
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
where
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: Dimension,
{
    let fits = array.cast::<PyArray<T, Dim<[usize; N]>>>().ok();
    let fits = fits.filter(|array| array.shape() == shape && array.is_c_contiguous());
    fits.cloned().ok_or_else(|| misfit::<T>(what, array, &shape))
}

/// A new array of zeros. `PyArray::zeros` panics where there is no memory for it, `numpy.zeros` raises `MemoryError`.
pub(crate) fn zeros<T: Element, const N: usize>(
    py: Python<'_>,
    shape: [usize; N],
) -> PyResult<Bound<'_, PyArray<T, Dim<[usize; N]>>>>
where
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: Dimension,
{
    if shape.iter().try_fold(size_of::<T>(), |bytes, length| bytes.checked_mul(*length)).is_some_and(|b| b <= LARGE) {
        return Ok(PyArray::zeros(py, shape, false));
    }
    let array = py.import(intern!(py, "numpy"))?.getattr(intern!(py, "zeros"))?;
    Ok(array.call1((PyTuple::new(py, shape)?, T::get_dtype(py)))?.cast_into()?)
}

/// The numbers of a caller's array, contiguous or not; None if it has another type or a shape that does not fit.
pub(crate) fn numbers<T: Element + Copy, D: Dimension>(
    object: &Bound<'_, PyAny>,
    fits: impl FnOnce(&[usize]) -> bool,
) -> PyResult<Option<Vec<T>>> {
    let py = object.py();
    let Ok(array) = object.cast::<PyArray<T, D>>() else { return Ok(None) };
    if !fits(array.shape()) {
        return Ok(None);
    }
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(array.len()).map_err(|error| to_py(py, &error.into()))?;
    if array.is_empty() {
        return Ok(Some(numbers));
    }
    // A field of a structured array may lie anywhere; a copy of it is where numbers belong.
    let array =
        if array.is_aligned() { array.clone() } else { array.call_method0(intern!(py, "copy"))?.cast_into()? };
    let values = array.try_readonly().map_err(|_| invalid(py, "the array is being written to elsewhere"))?;
    let values = values.as_array();
    match values.as_slice() {
        Some(values) => numbers.extend_from_slice(values),
        None => numbers.extend(values.iter()),
    }
    Ok(Some(numbers))
}

/// Why an argument is not the array that it must be.
#[cold]
pub(crate) fn no_array(object: &Bound<'_, PyAny>, what: &str, wanted: &str) -> PyErr {
    let given = match object.cast::<PyUntypedArray>() {
        Ok(array) => format!("{} of {:?}", array.dtype(), array.shape()),
        Err(_) => object.get_type().to_string(),
    };
    invalid(object.py(), format!("{what} must be {wanted}, not {given}"))
}

/// Lets `write` fill an array that [`output`] gave.
pub(crate) fn with_slice<T: Element, D: Dimension>(
    array: &Bound<'_, PyArray<T, D>>,
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<()> {
    let mut values = array.try_readwrite().map_err(|_| misfit::<T>("out", array.as_any(), array.shape()))?;
    match values.as_slice_mut() {
        Ok(slice) => write(slice),
        Err(_) => Err(misfit::<T>("out", array.as_any(), array.shape())),
    }
}

/// Why an `out` buffer cannot be written to.
#[cold]
pub(crate) fn misfit<T: Element>(what: &str, out: &Bound<'_, PyAny>, wanted: &[usize]) -> PyErr {
    let py = out.py();
    let dtype = T::get_dtype(py);
    let Ok(array) = out.cast::<PyUntypedArray>() else {
        return no_array(out, what, &format!("a NumPy array ({dtype} of {wanted:?})"));
    };
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
    invalid(py, format!("{what} must be a writable, contiguous {dtype} array of shape {wanted}; this one {fault}"))
}

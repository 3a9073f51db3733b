//! Walks along axes: lists of lists of values, as JSON and back.

use super::wording::{length, missing, nothing, unknown, wrong};
use crate::axis::{Axis, Style};
use crate::error::{Error, Result, quoted};
use serde_json::{Map, Value, json};
use std::convert::Infallible;
use std::fmt::{self, Display};

/// A piece of the path of a field.
#[derive(Clone, Debug)]
pub enum Step {
    /// A key.
    Key(&'static str),
    /// An entry along an axis.
    Along(Axis),
}

/// The path of a value: the pieces of the field's path with the indices of the entries, as many as there are.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The pieces.
    pub steps: &'a [Step],
    /// The indices.
    pub index: &'a [usize],
}

impl Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut indices = self.index.iter();
        for (i, step) in self.steps.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Along(axis) => match indices.next() {
                    Some(index) if matches!(axis.style, Style::List | Style::Row) => write!(f, "[{index}]")?,
                    Some(index) => write!(f, ".{}", axis.name(*index).unwrap_or_default())?,
                    None => return Ok(()),
                },
            }
        }
        Ok(())
    }
}

/// Calls `with` for the begin of each row along the last axis, for indices whose first `fixed` entries are given.
#[inline]
fn each_row<const D: usize, E>(
    axes: &[Axis; D],
    mut index: [usize; D],
    fixed: usize,
    mut with: impl FnMut([usize; D]) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    loop {
        with(index)?;
        let mut depth = D - 1;
        loop {
            if depth <= fixed {
                return Ok(());
            }
            depth -= 1;
            index[depth] += 1;
            if index[depth] < axes[depth].size {
                break;
            }
            index[depth] = 0;
        }
    }
}

/// Calls `with` for each index whose first `fixed` entries are given, until it fails.
#[inline]
pub(super) fn try_each_index<const D: usize, E>(
    axes: &[Axis; D],
    index: [usize; D],
    fixed: usize,
    mut with: impl FnMut([usize; D]) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    if fixed == D {
        return with(index);
    }
    each_row(axes, index, fixed, |mut index| {
        (0..axes[D - 1].size).try_for_each(|i| {
            index[D - 1] = i;
            with(index)
        })
    })
}

/// The same for what cannot fail.
#[inline]
pub(super) fn each_index<const D: usize>(
    axes: &[Axis; D],
    index: [usize; D],
    fixed: usize,
    mut with: impl FnMut([usize; D]),
) {
    let Ok(()) = try_each_index(axes, index, fixed, |index| {
        with(index);
        Ok::<(), Infallible>(())
    });
}

/// Calls `with` for each index with its place: `place`, and further by what `along` says of the axis and the entry.
#[inline]
pub(super) fn each_place<const D: usize>(
    axes: &[Axis; D],
    place: usize,
    along: impl Fn(usize, usize) -> usize,
    mut with: impl FnMut([usize; D], usize),
) {
    let Some(last) = D.checked_sub(1) else { return with([0; D], place) };
    let Ok(()) = each_row(axes, [0; D], 0, |mut index| {
        let row = (0..last).fold(place, |place, d| place + along(d, index[d]));
        for i in 0..axes[last].size {
            index[last] = i;
            with(index, row + along(last, i));
        }
        Ok::<(), Infallible>(())
    });
}

/// The entries below an index as JSON; `entry` gives a value and whether it is nothing.
pub(super) fn to_json<const D: usize>(
    axes: &[Axis; D],
    index: &mut [usize; D],
    depth: usize,
    entry: &dyn Fn([usize; D]) -> (Value, bool),
) -> (Value, bool) {
    if depth == D {
        return entry(*index);
    }
    let axis = &axes[depth];
    let mut next = |i: usize| {
        index[depth] = i;
        to_json(axes, index, depth + 1, entry)
    };
    if matches!(axis.style, Style::List | Style::Row | Style::Listed(_)) {
        let all = axis.style == Style::List;
        let list: Vec<Value> =
            (0..axis.size).map(&mut next).filter(|(_, nothing)| all || !nothing).map(|(value, _)| value).collect();
        return (Value::Array(list), false);
    }
    let mut map = Map::new();
    for i in 0..axis.size {
        let (value, nothing) = next(i);
        if axis.style == Style::Full || !nothing {
            if map.is_empty() {
                map = Map::with_capacity(axis.size - i);
            }
            map.insert(axis.name(i).unwrap_or_default().to_owned(), value);
        }
    }
    let nothing = map.is_empty();
    (Value::Object(map), nothing)
}

/// What reading needs to know on its way.
pub(super) struct Walk<'a, const D: usize> {
    /// The axes.
    pub(super) axes: &'a [Axis; D],
    /// The path of the field.
    pub(super) steps: &'a [Step],
}

impl<const D: usize> Walk<'_, D> {
    /// Shows `entry` each entry below an index; it says whether what it read is nothing. Returns whether all is nothing.
    pub(super) fn parse(
        &self,
        index: &mut [usize; D],
        depth: usize,
        value: &Value,
        entry: &mut dyn FnMut([usize; D], &Value) -> Result<bool>,
    ) -> Result<bool> {
        if depth == D {
            return entry(*index, value);
        }
        match self.axes[depth].style {
            Style::List | Style::Row => self.parse_list(index, depth, value, entry),
            Style::Listed(key) => self.parse_listed(index, depth, key, value, entry),
            Style::Sparse | Style::Full => self.parse_map(index, depth, value, entry),
        }
    }

    fn parse_list(
        &self,
        index: &mut [usize; D],
        depth: usize,
        value: &Value,
        entry: &mut dyn FnMut([usize; D], &Value) -> Result<bool>,
    ) -> Result<bool> {
        let axis = &self.axes[depth];
        let at = *index;
        let here = At { steps: self.steps, index: &at[..depth] };
        let list = value.as_array().ok_or_else(|| wrong(&here, "a list", value))?;
        let fits = if axis.style == Style::List { list.len() == axis.size } else { list.len() <= axis.size };
        if !fits {
            return Err(length(&here, list.len(), axis.size, axis.many));
        }
        for (i, value) in list.iter().enumerate() {
            index[depth] = i;
            let is_nothing = self.parse(index, depth + 1, value, entry)?;
            if is_nothing && axis.style == Style::Row {
                return Err(nothing(&At { steps: self.steps, index: &index[..=depth] }, value));
            }
        }
        Ok(false)
    }

    fn parse_listed(
        &self,
        index: &mut [usize; D],
        depth: usize,
        key: &str,
        value: &Value,
        entry: &mut dyn FnMut([usize; D], &Value) -> Result<bool>,
    ) -> Result<bool> {
        let axis = &self.axes[depth];
        let at = *index;
        let here = At { steps: self.steps, index: &at[..depth] };
        let mut next = 0;
        for value in value.as_array().ok_or_else(|| wrong(&here, "a list", value))? {
            let map = value.as_object().ok_or_else(|| wrong(&here, "a list of objects", value))?;
            let word = map.get(key).ok_or_else(|| missing(&here, key))?;
            let name = word.as_str().ok_or_else(|| wrong(&format_args!("{here}: {key}"), "a text", word))?;
            let i = axis.find(name).ok_or_else(|| unknown(&here, axis.one, name))?;
            if i < next {
                return Err(Error::state(format!("{here}: each is there once, in order; {} is not", quoted(name))));
            }
            next = i + 1;
            index[depth] = i;
            self.parse(index, depth + 1, value, entry)?;
        }
        Ok(next == 0)
    }

    fn parse_map(
        &self,
        index: &mut [usize; D],
        depth: usize,
        value: &Value,
        entry: &mut dyn FnMut([usize; D], &Value) -> Result<bool>,
    ) -> Result<bool> {
        let axis = &self.axes[depth];
        let at = *index;
        let here = At { steps: self.steps, index: &at[..depth] };
        let map = value.as_object().ok_or_else(|| wrong(&here, "an object", value))?;
        for (name, value) in map {
            index[depth] = axis.find(name).ok_or_else(|| unknown(&here, axis.one, name))?;
            let is_nothing = self.parse(index, depth + 1, value, entry)?;
            if is_nothing && axis.style == Style::Sparse {
                return Err(nothing(&At { steps: self.steps, index: &index[..=depth] }, value));
            }
        }
        let absent = |i: &usize| axis.name(*i).is_none_or(|name| !map.contains_key(name));
        if axis.style == Style::Full && map.len() < axis.size {
            let key = (0..axis.size).find(absent).and_then(|i| axis.name(i)).unwrap_or_default();
            return Err(missing(&here, key));
        }
        Ok(map.is_empty())
    }
}

/// The schema of the entries along axes.
pub(super) fn schema(axes: &[Axis], something: bool, entry: &dyn Fn(bool) -> Value) -> Value {
    let Some((axis, rest)) = axes.split_first() else { return entry(something) };
    let item = schema(rest, !matches!(axis.style, Style::List | Style::Full), entry);
    let names: Vec<&str> = (0..axis.size).filter_map(|i| axis.name(i)).collect();
    match axis.style {
        Style::List => json!({"type": "array", "items": item, "minItems": axis.size, "maxItems": axis.size}),
        Style::Row | Style::Listed(_) => json!({"type": "array", "items": item, "maxItems": axis.size}),
        Style::Sparse => json!({
            "type": "object",
            "propertyNames": {"enum": names},
            "additionalProperties": item,
            "minProperties": u8::from(something),
        }),
        Style::Full => {
            let properties: Map<String, Value> = names.iter().map(|name| ((*name).to_owned(), item.clone())).collect();
            json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
        }
    }
}

//! The sentences for the wrong form of a position, each written once.

use crate::error::{Error, counted, quoted};
use serde_json::Value;
use std::fmt::Display;

/// A value of the wrong kind or out of its range.
#[cold]
pub fn wrong(at: &dyn Display, expected: impl Display, found: &Value) -> Error {
    Error::state(format!("{at} must be {expected}, not {}", shown(found)))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// A name that nothing has.
#[cold]
pub fn unknown(at: &dyn Display, one: &str, name: &str) -> Error {
    Error::state(format!("{at}: there is no {one} {}", quoted(name)))
}

/// An entry that is there twice.
#[cold]
pub fn twice(at: &dyn Display, word: &Value) -> Error {
    Error::state(format!("{at}: {} is there twice", shown(word)))
}

/// A key that is not there.
#[cold]
pub fn missing(at: &dyn Display, key: &str) -> Error {
    Error::state(format!("{at}: the key {key} is missing"))
}

/// A key that does not belong there.
#[cold]
pub fn no_key(at: &dyn Display, key: &str) -> Error {
    Error::state(format!("{at}: there is no key {}", quoted(key)))
}

/// A list of the wrong length.
#[cold]
pub fn length(at: &dyn Display, found: usize, needed: usize, many: &str) -> Error {
    Error::state(format!("{at} must have {} for the {many}, not {found}", counted(needed, "entry")))
}

/// Something that is written by leaving it out.
#[cold]
pub fn nothing(at: &dyn Display, found: &Value) -> Error {
    Error::state(format!("{at} cannot be {}: it is left out then", shown(found)))
}

/// A field that follows from the rest and does not.
#[cold]
pub fn does_not_follow(at: &dyn Display, found: &Value) -> Error {
    Error::state(format!("{at} cannot be {}: it does not follow from the rest", shown(found)))
}

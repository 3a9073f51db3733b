//! Axes: what the entries of a list are — players, towns, cards — and how a list of them is written.

use serde_json::Value;
use std::sync::Arc;

/// How the entries along an axis are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A list of all.
    List,
    /// A list of those that are there, from the first on.
    Row,
    /// A list of those that are there; each says under this key which one it is.
    Listed(&'static str),
    /// An object by name that leaves out what is nothing.
    Sparse,
    /// An object by name of all.
    Full,
}

/// What the entries of a list are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The noun for one: town.
    pub one: &'static str,
    /// And for several: towns.
    pub many: &'static str,
    /// How many there are.
    pub size: usize,
    /// How a list of them is written.
    pub style: Style,
    /// Whether the viewer's own come first in the observation.
    pub turns: bool,
    /// The names; without, they are told by number.
    names: Arc<[String]>,
    /// The number of the first.
    first: usize,
}

impl Axis {
    /// Told by number, from 0; a list of all.
    pub fn numbered(one: &'static str, many: &'static str, size: usize) -> Self {
        Self { one, many, size, style: Style::List, turns: false, names: Arc::default(), first: 0 }
    }

    /// Told by name; an object that leaves out what is nothing.
    pub fn named<T: AsRef<str>>(one: &'static str, many: &'static str, names: &[T]) -> Self {
        let names: Arc<[String]> = names.iter().map(|name| name.as_ref().to_owned()).collect();
        Self { one, many, size: names.len(), style: Style::Sparse, turns: false, names, first: 0 }
    }

    /// The same, counted from another number.
    #[must_use]
    pub fn from(self, first: usize) -> Self {
        Self { first, ..self }
    }

    /// The same, with the viewer's own first in the observation.
    #[must_use]
    pub fn turning(self) -> Self {
        Self { turns: true, ..self }
    }

    /// The same, written in another way.
    #[must_use]
    pub fn styled(&self, style: Style) -> Self {
        Self { style, ..self.clone() }
    }

    /// What is added to an index, modulo the size, in the observation of the viewer in seat `first`.
    #[inline]
    pub fn shift(&self, first: usize) -> usize {
        if self.turns { self.size - first } else { 0 }
    }

    /// The place of an index in the observation.
    #[inline]
    pub fn seen(&self, index: usize, shift: usize) -> usize {
        let place = index + shift;
        if place < self.size { place } else { place - self.size }
    }

    /// The name of an entry.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.get(index).map(String::as_str)
    }

    /// Name or number of an entry.
    pub fn word(&self, index: usize) -> Value {
        self.name(index).map_or_else(|| (index + self.first).into(), Value::from)
    }

    /// The entry of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The entry of a name or number.
    pub fn index(&self, word: &Value) -> Option<usize> {
        match word {
            Value::String(name) => self.find(name),
            Value::Number(number) if self.names.is_empty() => {
                let index = usize::try_from(number.as_u64()?).ok()?.checked_sub(self.first)?;
                (index < self.size).then_some(index)
            }
            _ => None,
        }
    }

    /// What a word for an entry must be.
    pub fn expected(&self) -> String {
        match &*self.names {
            [] => format!("a whole number from {} to {}", self.first, self.first + self.size - 1),
            names if self.is_long() => format!("one of the {} {}, by name", names.len(), self.many),
            names => format!("one of: {}", names.join(", ")),
        }
    }

    /// All words.
    pub fn words(&self) -> Vec<Value> {
        (0..self.size).map(|index| self.word(index)).collect()
    }

    /// Whether it has more names than a sentence should list.
    pub fn is_long(&self) -> bool {
        self.names.len() > 8
    }
}

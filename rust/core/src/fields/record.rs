//! A record: parts under one key, once or an entry each of some axes, there or not.

use super::form::{Audience, Form, Info, Pass, strides};
use super::leaf::begin;
use super::tree::{Walk, each_index, schema, to_json, try_each_index};
use super::wording::{missing, no_key, nothing, wrong};
use crate::axis::{Axis, Style};
use crate::channels::{Channel, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::Result;
use crate::game::Game;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Whether the record of an entry is there.
pub(super) type There<G, const D: usize> = Box<dyn Fn(&G, &<G as Game>::State, [usize; D]) -> bool + Send + Sync>;

/// Parts under one key. Their axes begin with those of the record.
pub(super) struct Record<G: Game, const D: usize> {
    /// What is told of every field.
    pub(super) info: Info<G>,
    /// The axes.
    pub(super) axes: [Axis; D],
    /// Whether it is there; None: it always is.
    pub(super) there: Option<There<G, D>>,
    /// The parts.
    pub(super) parts: Vec<Arc<dyn Form<G>>>,
    /// How many bytes of an entry each part that is kept takes, where that is always the same.
    pub(super) widths: Option<Vec<usize>>,
}

/// The parts that are kept.
pub(super) fn kept<G: Game>(parts: &[Arc<dyn Form<G>>]) -> impl Iterator<Item = &Arc<dyn Form<G>>> {
    parts.iter().filter(|part| part.info().place.is_kept())
}

impl<G: Game, const D: usize> Record<G, D> {
    fn is_there(&self, game: &G, state: &G::State, index: [usize; D]) -> bool {
        self.there.as_ref().is_none_or(|there| there(game, state, index))
    }

    fn object(&self, game: &G, state: &G::State, audience: Audience, index: [usize; D]) -> Value {
        let mut map = Map::with_capacity(self.parts.len());
        for part in self.parts.iter().filter(|part| audience.reads(part.info().place)) {
            map.insert(part.info().name.to_owned(), part.json(game, state, audience, &index));
        }
        Value::Object(map)
    }

    /// Reads the record of an entry; whether it is nothing.
    fn entry(&self, game: &G, state: &mut G::State, pass: Pass, index: [usize; D], value: &Value) -> Result<bool> {
        let at = self.info.at(&index);
        if value.is_null() && self.there.is_some() {
            return Ok(true);
        }
        let map = value.as_object().ok_or_else(|| wrong(&at, "an object", value))?;
        check_keys(&at, map, &self.parts)?;
        for part in self.parts.iter().filter(|part| pass.reads(part.info().place) || !part.parts().is_empty()) {
            part.parse(game, state, pass, &index, &map[part.info().name])?;
        }
        if self.is_there(game, state, index) { Ok(false) } else { Err(nothing(&at, value)) }
    }
}

/// Every key of a position must be that of a part, and every part's must be there.
fn check_keys<G: Game>(at: &dyn std::fmt::Display, map: &Map<String, Value>, parts: &[Arc<dyn Form<G>>]) -> Result<()> {
    let names = || parts.iter().map(|part| part.info()).filter(|info| Audience::Position.reads(info.place));
    if let Some(info) = names().find(|info| !map.contains_key(info.name)) {
        return Err(missing(at, info.name));
    }
    match map.keys().find(|key| !names().any(|info| info.name == key.as_str())) {
        Some(key) => Err(no_key(at, key)),
        None => Ok(()),
    }
}

impl<G: Game, const D: usize> Form<G> for Record<G, D> {
    fn info(&self) -> &Info<G> {
        &self.info
    }

    fn info_mut(&mut self) -> &mut Info<G> {
        &mut self.info
    }

    fn json(&self, game: &G, state: &G::State, audience: Audience, at: &[usize]) -> Value {
        let entry = |index| {
            let there = self.is_there(game, state, index);
            (if there { self.object(game, state, audience, index) } else { Value::Null }, !there)
        };
        to_json(&self.axes, &mut begin(at), at.len(), &entry).0
    }

    fn parse(&self, game: &G, state: &mut G::State, pass: Pass, at: &[usize], value: &Value) -> Result<()> {
        let mut entry = |index, value: &Value| self.entry(game, state, pass, index, value);
        Walk { axes: &self.axes, steps: &self.info.steps }.parse(&mut begin(at), at.len(), value, &mut entry)?;
        Ok(())
    }

    fn write(&self, game: &G, state: &G::State, at: &[usize], out: &mut Writer) {
        if let Some((write, _)) = self.info.bytes {
            return write(game, state, out);
        }
        match self.width() {
            Some(width) if at.is_empty() => {
                let place = out.claim(width);
                self.spread(game, state, place, &[], out);
                out.go_to(place + width);
            }
            _ => each_index(&self.axes, begin(at), at.len(), |index| {
                kept(&self.parts).for_each(|part| part.write(game, state, &index, out));
            }),
        }
    }

    fn width(&self) -> Option<usize> {
        let own = &self.axes[D - self.info.along()..];
        let size: usize = own.iter().map(|axis| axis.size).product();
        let widths = self.widths.as_ref().filter(|_| self.info.bytes.is_none());
        widths.map(|widths| size * widths.iter().sum::<usize>())
    }

    fn spread(&self, game: &G, state: &G::State, place: usize, given: &[usize], out: &mut Writer) {
        let widths = self.widths.as_deref().unwrap_or_default();
        let strides = strides(&self.axes, given, widths.iter().sum());
        kept(&self.parts).zip(widths).fold(place, |place, (part, width)| {
            part.spread(game, state, place, &strides, out);
            place + width
        });
    }

    fn read(&self, game: &G, state: &mut G::State, at: &[usize], from: &mut Reader<'_>) -> Result<()> {
        if let Some((_, read)) = self.info.bytes {
            return read(game, state, from);
        }
        try_each_index(&self.axes, begin(at), at.len(), |index| {
            kept(&self.parts).try_for_each(|part| part.read(game, state, &index, from))
        })
    }

    fn schema(&self, audience: Audience) -> Value {
        let parts = || self.parts.iter().filter(|part| audience.reads(part.info().place));
        let object = object_schema(parts().map(|part| (part.info().name, part.schema(audience))));
        let rows = self.axes.last().is_some_and(|axis| axis.style == Style::Row);
        let entry = |something: bool| match &self.there {
            Some(_) if !something && !rows => json!({"anyOf": [object, {"type": "null"}]}),
            _ => object.clone(),
        };
        self.info.described(schema(&self.axes[D - self.info.along()..], false, &entry), audience)
    }

    fn channels(&self) -> Vec<Channel> {
        self.info.channels_over(self.axes.to_vec(), 1)
    }

    /// The channel of a record is a flag: it is there.
    fn observe(&self, game: &G, state: &G::State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        if let Some(fill) = self.info.fill {
            return fill(game, state, viewer, out);
        }
        out.next(self.info.channel.as_ref().map_or(self.info.name, |(name, _)| *name));
        let shifts: [usize; D] = std::array::from_fn(|d| self.axes[d].shift(viewer.unwrap_or(0)));
        each_index(&self.axes, [0; D], 0, |index| {
            if self.is_there(game, state, index) {
                let axes = self.axes.iter().enumerate();
                out.mark(axes.fold(0, |place, (d, axis)| place * axis.size + axis.seen(index[d], shifts[d])));
            }
        });
    }

    fn parts(&self) -> &[Arc<dyn Form<G>>] {
        &self.parts
    }

    fn entries(&self) -> usize {
        self.axes.first().map_or(1, |axis| axis.size)
    }
}

/// The schema of an object with exactly these keys.
pub(super) fn object_schema<'a>(keys: impl Iterator<Item = (&'a str, Value)>) -> Value {
    let properties: Map<String, Value> = keys.map(|(name, schema)| (name.to_owned(), schema)).collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
}

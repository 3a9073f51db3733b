//! A field of values of one kind along axes, and a field that is only told.

use super::form::{Audience, Form, Info, Pass, strides};
use super::kind::Kind;
use super::tree::{Walk, each_index, each_place, schema, to_json, try_each_index};
use super::wording::does_not_follow;
use crate::axis::Axis;
use crate::channels::{Channel, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::Result;
use crate::game::Game;
use serde_json::{Value, json};
use std::marker::PhantomData;

/// Values of one kind, an entry each of the axes; those of the records it is part of come first.
pub(super) struct Leaf<G: Game, T, K, Get, Set, const D: usize> {
    /// What is told of every field.
    pub(super) info: Info<G>,
    /// The axes.
    pub(super) axes: [Axis; D],
    /// The kind of the values.
    pub(super) kind: K,
    /// Takes a value out of the state.
    pub(super) get: Get,
    /// Puts it in.
    pub(super) set: Set,
    /// The type of a value.
    pub(super) of: PhantomData<fn() -> T>,
}

/// An index that begins with the given entries.
pub(super) fn begin<const D: usize>(at: &[usize]) -> [usize; D] {
    let mut index = [0; D];
    index[..at.len()].copy_from_slice(at);
    index
}

impl<G, T, K, Get, Set, const D: usize> Form<G> for Leaf<G, T, K, Get, Set, D>
where
    G: Game,
    T: Copy + 'static,
    K: Kind<T>,
    Get: Fn(&G, &G::State, Option<usize>, [usize; D]) -> T + Send + Sync,
    Set: Fn(&G, &mut G::State, [usize; D], T) -> Result<()> + Send + Sync,
{
    fn info(&self) -> &Info<G> {
        &self.info
    }

    fn info_mut(&mut self) -> &mut Info<G> {
        &mut self.info
    }

    fn json(&self, game: &G, state: &G::State, audience: Audience, at: &[usize]) -> Value {
        let Leaf { info, axes, kind, get, .. } = self;
        let viewer = audience.viewer();
        if info.is_null(game, state, viewer) {
            return Value::Null;
        }
        let entry = |index| {
            let value = get(game, state, viewer, index);
            (kind.json(value), kind.is_nothing(value))
        };
        to_json(axes, &mut begin(at), at.len(), &entry).0
    }

    fn parse(&self, game: &G, state: &mut G::State, pass: Pass, at: &[usize], value: &Value) -> Result<()> {
        let Leaf { info, axes, kind, set, .. } = self;
        if pass == Pass::Follows {
            let follows = *value == self.json(game, state, Audience::Position, at);
            return if follows { Ok(()) } else { Err(does_not_follow(&info.at(at), value)) };
        }
        if value.is_null() && info.missing.is_some() {
            return Ok(());
        }
        let mut entry = |index: [usize; D], json: &Value| {
            let value = kind.parse(&info.at(&index), json)?;
            set(game, state, index, value)?;
            Ok(kind.is_nothing(value))
        };
        Walk { axes, steps: &info.steps }.parse(&mut begin(at), at.len(), value, &mut entry)?;
        Ok(())
    }

    fn write(&self, game: &G, state: &G::State, at: &[usize], out: &mut Writer) {
        let Leaf { info, axes, kind, get, .. } = self;
        match info.bytes {
            Some((write, _)) => write(game, state, out),
            None => each_index(axes, begin(at), at.len(), |index| kind.write(get(game, state, None, index), out)),
        }
    }

    fn width(&self) -> Option<usize> {
        let Leaf { info, axes, kind, .. } = self;
        let own = axes[D - info.along()..].iter().map(|axis| axis.size);
        kind.width().filter(|_| info.bytes.is_none()).map(|width| width * own.product::<usize>())
    }

    fn spread(&self, game: &G, state: &G::State, place: usize, given: &[usize], out: &mut Writer) {
        let Leaf { axes, kind, get, .. } = self;
        let strides = strides(axes, given, kind.width().unwrap_or(0));
        each_place(
            axes,
            place,
            |d, i| i * strides[d],
            |index, place| {
                out.go_to(place);
                kind.write(get(game, state, None, index), out);
            },
        );
    }

    fn read(&self, game: &G, state: &mut G::State, at: &[usize], from: &mut Reader<'_>) -> Result<()> {
        let Leaf { info, axes, kind, set, .. } = self;
        if let Some((_, read)) = info.bytes {
            return read(game, state, from);
        }
        try_each_index(axes, begin(at), at.len(), |index| {
            let value = kind.read(&info.at(&index), from)?;
            set(game, state, index, value)
        })
    }

    fn schema(&self, audience: Audience) -> Value {
        let Leaf { info, axes, kind, .. } = self;
        let along = info.along();
        let whole = schema(&axes[D - along..], false, &|something| kind.schema(something));
        let null = info.missing.is_some() || info.private && audience != Audience::Position;
        info.described(if null { json!({"anyOf": [whole, {"type": "null"}]}) } else { whole }, audience)
    }

    fn channels(&self) -> Vec<Channel> {
        let Leaf { info, axes, kind, .. } = self;
        let channels = info.channels_over([axes.to_vec(), kind.axes()].concat(), kind.high());
        let own = info.channel.is_some();
        let coded = |channel: Channel| channel.within(kind.least(), kind.most()).coded(kind.coding());
        channels.into_iter().map(|channel| if own { coded(channel) } else { channel }).collect()
    }

    fn observe(&self, game: &G, state: &G::State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        let Leaf { info, axes, kind, get, .. } = self;
        if let Some(fill) = info.fill {
            return fill(game, state, viewer, out);
        }
        out.next(info.channel.as_ref().map_or(info.name, |(name, _)| *name));
        if info.is_null(game, state, viewer) {
            return;
        }
        let first = viewer.unwrap_or(0);
        let (shifts, strides): ([usize; D], _) = (std::array::from_fn(|d| axes[d].shift(first)), strides(axes, &[], 1));
        each_place(
            axes,
            0,
            |d, i| axes[d].seen(i, shifts[d]) * strides[d],
            |index, place| {
                kind.put(get(game, state, viewer, index), place, first, out);
            },
        );
    }

    fn entries(&self) -> usize {
        self.axes.first().map_or(1, |axis| axis.size)
    }
}

/// Any JSON that is worked out: told to a viewer, or following from the rest. No channel holds it.
pub(super) struct Told<G: Game, Tell, const D: usize> {
    /// What is told of every field; it is `Seen` or `Follows`.
    pub(super) info: Info<G>,
    /// The axes.
    pub(super) axes: [Axis; D],
    /// What is told.
    pub(super) tell: Tell,
    /// Its schema.
    pub(super) schema: Value,
}

impl<G, Tell, const D: usize> Form<G> for Told<G, Tell, D>
where
    G: Game,
    Tell: Fn(&G, &G::State, Option<usize>, [usize; D]) -> Value + Send + Sync,
{
    fn info(&self) -> &Info<G> {
        &self.info
    }

    fn info_mut(&mut self) -> &mut Info<G> {
        &mut self.info
    }

    fn json(&self, game: &G, state: &G::State, audience: Audience, at: &[usize]) -> Value {
        let entry = |index| ((self.tell)(game, state, audience.viewer(), index), false);
        to_json(&self.axes, &mut begin(at), at.len(), &entry).0
    }

    /// Nothing of it is kept.
    fn parse(&self, game: &G, state: &mut G::State, _: Pass, at: &[usize], value: &Value) -> Result<()> {
        let follows = *value == self.json(game, state, Audience::Position, at);
        if follows { Ok(()) } else { Err(does_not_follow(&self.info.at(at), value)) }
    }

    fn write(&self, _: &G, _: &G::State, _: &[usize], _: &mut Writer) {}

    fn read(&self, _: &G, _: &mut G::State, _: &[usize], _: &mut Reader<'_>) -> Result<()> {
        Ok(())
    }

    fn schema(&self, audience: Audience) -> Value {
        let axes = &self.axes[D - self.info.along()..];
        self.info.described(schema(axes, false, &|_| self.schema.clone()), audience)
    }

    fn channels(&self) -> Vec<Channel> {
        self.info.channels.clone()
    }

    fn observe(&self, game: &G, state: &G::State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        if let Some(fill) = self.info.fill {
            fill(game, state, viewer, out);
        }
    }
}

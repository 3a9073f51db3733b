//! A field without the type of its value, and what is told of every field.

use super::tree::{At, Step};
use crate::axis::Axis;
use crate::channels::{Channel, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::Result;
use crate::game::Game;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Who sees a field: the one visibility function. A getter of what is `Open`, `Hidden` or `Follows` is not told who looks, and
/// what is `Hidden` is in no view and no observation; what is seen of it is a field of its own, declared `Seen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Position, bytes, view, observation.
    Open,
    /// Position and bytes: nobody sees it.
    Hidden,
    /// View and observation: what is seen of what is hidden.
    Seen,
    /// Position, view, observation: it follows from the rest, and is compared when a position is read.
    Follows,
}

impl Place {
    /// Whether it is kept: in bytes, and read into the state.
    pub fn is_kept(self) -> bool {
        matches!(self, Place::Open | Place::Hidden)
    }

    fn name(self) -> &'static str {
        match self {
            Place::Open => "open",
            Place::Hidden => "hidden",
            Place::Seen => "seen",
            Place::Follows => "follows",
        }
    }
}

/// For whom a field is written as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The position, for nobody's eyes.
    Position,
    /// The view of a player, or of a spectator.
    View(Option<usize>),
}

impl Audience {
    /// Whether it reads a field.
    pub fn reads(self, place: Place) -> bool {
        match self {
            Audience::Position => place != Place::Seen,
            Audience::View(_) => place != Place::Hidden,
        }
    }

    /// The player who looks.
    pub fn viewer(self) -> Option<usize> {
        match self {
            Audience::Position => None,
            Audience::View(viewer) => viewer,
        }
    }
}

/// What a position is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// What is kept goes into the state.
    Kept,
    /// What follows is compared.
    Follows,
}

impl Pass {
    /// Whether it reads a field.
    pub fn reads(self, place: Place) -> bool {
        match self {
            Pass::Kept => place.is_kept(),
            Pass::Follows => place == Place::Follows,
        }
    }
}

/// Fills channels: the game, the position, the viewer.
pub type Fill<G> = fn(&G, &<G as Game>::State, Option<usize>, &mut Encoder<'_>);

/// How a field is written into bytes, and read back.
pub type Bytes<G> =
    (fn(&G, &<G as Game>::State, &mut Writer), fn(&G, &mut <G as Game>::State, &mut Reader<'_>) -> Result<()>);

/// What is told of every field.
pub struct Info<G: Game> {
    /// The key in JSON.
    pub name: &'static str,
    /// Who sees it.
    pub place: Place,
    /// One line for the docs.
    pub summary: Cow<'static, str>,
    /// The same of the view, where it differs.
    pub view_summary: Option<&'static str>,
    /// The path: the records it is part of, its key, its axes.
    pub steps: Vec<Step>,
    /// Name and summary of the channel.
    pub channel: Option<(&'static str, Cow<'static, str>)>,
    /// Several channels in place of one.
    pub channels: Vec<Channel>,
    /// Fills the channels faster, or otherwise, than value by value.
    pub fill: Option<Fill<G>>,
    /// Writes and reads bytes faster, or otherwise, than value by value.
    pub bytes: Option<Bytes<G>>,
    /// The channel after which its channels come, where that is not the one before.
    pub observed_after: Option<&'static str>,
    /// The field after which it comes in bytes, where that is not the one before.
    pub written_after: Option<&'static str>,
    /// Whether it takes turns with the field before it in bytes: an entry of the first axis of each.
    pub in_turn: bool,
    /// Whether a spectator has none.
    pub private: bool,
    /// Where all of it can be missing: whether it is.
    pub missing: Option<fn(&G, &G::State) -> bool>,
}

impl<G: Game> Info<G> {
    /// Of a field that has no channel.
    pub fn new(name: &'static str, place: Place, steps: Vec<Step>) -> Self {
        Self {
            name,
            place,
            summary: Cow::Borrowed(""),
            view_summary: None,
            steps,
            channel: None,
            channels: Vec::new(),
            fill: None,
            bytes: None,
            observed_after: None,
            written_after: None,
            in_turn: false,
            private: false,
            missing: None,
        }
    }

    /// The line for the docs.
    pub fn says(&mut self, summary: impl Into<Cow<'static, str>>) -> &mut Self {
        self.summary = summary.into();
        self
    }

    /// The line for the docs of the view, where it differs.
    pub fn says_in_view(&mut self, summary: &'static str) -> &mut Self {
        self.view_summary = Some(summary);
        self
    }

    /// It has a channel of its name, with this line for the docs.
    pub fn shown(&mut self, summary: impl Into<Cow<'static, str>>) -> &mut Self {
        self.shown_as(self.name, summary)
    }

    /// It has a channel of another name.
    pub fn shown_as(&mut self, name: &'static str, summary: impl Into<Cow<'static, str>>) -> &mut Self {
        self.channel = Some((name, summary.into()));
        self
    }

    /// Its channel is filled in a way of its own.
    pub fn filled(&mut self, fill: Fill<G>) -> &mut Self {
        self.fill = Some(fill);
        self
    }

    /// It has these channels, which are filled in a way of its own.
    pub fn shown_in(&mut self, channels: Vec<Channel>, fill: Fill<G>) -> &mut Self {
        self.channels = channels;
        self.filled(fill)
    }

    /// Its bytes are written and read in a way of its own.
    pub fn written(&mut self, bytes: Bytes<G>) -> &mut Self {
        self.bytes = Some(bytes);
        self
    }

    /// All of it can be missing: then JSON is null and its channel zero; the state keeps what it holds when empty.
    pub fn or_null(&mut self, missing: fn(&G, &G::State) -> bool) -> &mut Self {
        self.missing = Some(missing);
        self
    }

    /// Its channels come after the one of this name.
    pub fn observed_after(&mut self, channel: &'static str) -> &mut Self {
        self.observed_after = Some(channel);
        self
    }

    /// In bytes it comes after the field of this name.
    pub fn written_after(&mut self, field: &'static str) -> &mut Self {
        self.written_after = Some(field);
        self
    }

    /// In bytes it takes turns with the field before it: an entry of the first axis of each.
    pub fn written_in_turn(&mut self) -> &mut Self {
        self.in_turn = true;
        self
    }

    /// The path of an entry.
    pub fn at<'a>(&'a self, index: &'a [usize]) -> At<'a> {
        At { steps: &self.steps, index }
    }

    /// Whether a viewer is shown nothing of it: it is missing, or it is a player's own and a spectator looks.
    pub fn is_null(&self, game: &G, state: &G::State, viewer: Option<usize>) -> bool {
        self.private && viewer.is_none() || self.missing.is_some_and(|missing| missing(game, state))
    }

    /// How many axes it has beyond those of the records that it is part of.
    pub fn along(&self) -> usize {
        self.steps.iter().rev().take_while(|step| matches!(step, Step::Along(_))).count()
    }

    /// The channels over these axes.
    pub fn channels_over(&self, axes: Vec<Axis>, high: i32) -> Vec<Channel> {
        match &self.channel {
            Some((name, summary)) => vec![Channel::over(name, axes, high, summary.clone())],
            None => self.channels.clone(),
        }
    }

    /// A schema with the line for the docs and who sees it.
    pub fn described(&self, schema: Value, audience: Audience) -> Value {
        let in_view = self.view_summary.filter(|_| audience != Audience::Position);
        let mut map = Map::new();
        map.insert("description".to_owned(), in_view.unwrap_or(&self.summary).into());
        map.insert("visibility".to_owned(), self.place.name().into());
        if let Value::Object(schema) = schema {
            map.extend(schema);
        }
        Value::Object(map)
    }
}

/// The strides of all axes: the given ones, then those of entries of `width` bytes side by side.
pub(super) fn strides<const D: usize>(axes: &[Axis; D], given: &[usize], width: usize) -> [usize; D] {
    let mut strides = [width; D];
    strides[..given.len()].copy_from_slice(given);
    for d in (given.len() + 1..D).rev() {
        strides[d - 1] = strides[d] * axes[d].size;
    }
    strides
}

/// A field without the type of its value. `at` are the indices of the entry of the records that it is part of.
pub trait Form<G: Game>: Send + Sync {
    /// What is told of every field.
    fn info(&self) -> &Info<G>;
    /// The same, while the list is written.
    fn info_mut(&mut self) -> &mut Info<G>;
    /// As JSON.
    fn json(&self, game: &G, state: &G::State, audience: Audience, at: &[usize]) -> Value;
    /// From JSON.
    fn parse(&self, game: &G, state: &mut G::State, pass: Pass, at: &[usize], value: &Value) -> Result<()>;
    /// Into canonical bytes.
    fn write(&self, game: &G, state: &G::State, at: &[usize], out: &mut Writer);
    /// How many bytes it takes in an entry of the records that it is part of, where that is always the same.
    fn width(&self) -> Option<usize> {
        None
    }
    /// Writes what it has of all entries of the records that it is part of, where there is room: the first entry's begins at
    /// `place`, along each axis of the records the next one's is a stride further. Field by field is faster than entry by entry.
    fn spread(&self, _game: &G, _state: &G::State, _place: usize, _strides: &[usize], _out: &mut Writer) {}
    /// And back.
    fn read(&self, game: &G, state: &mut G::State, at: &[usize], from: &mut Reader<'_>) -> Result<()>;
    /// Its schema.
    fn schema(&self, audience: Audience) -> Value;
    /// Its channels.
    fn channels(&self) -> Vec<Channel>;
    /// Fills them.
    fn observe(&self, game: &G, state: &G::State, viewer: Option<usize>, out: &mut Encoder<'_>);
    /// The parts of a record.
    fn parts(&self) -> &[Arc<dyn Form<G>>] {
        &[]
    }
    /// The size of the first axis.
    fn entries(&self) -> usize {
        0
    }
}

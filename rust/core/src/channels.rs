//! Observation channels: a named, declared slice of the observation vector each.
//!
//! An entry is `raw / high` as `f32`, where `raw` is a whole number and `high` the channel's declared scale.

use crate::axis::Axis;
use std::borrow::Cow;
use std::mem;
use std::slice;

/// Raw numbers below this are looked up, not divided: the same value, sooner.
const STEPS: i32 = 256;

/// How the raw numbers of a channel are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// 1 for yes.
    Flag,
    /// Along the last axis a 1 at the value, nothing where there is none.
    OneHot,
    /// A count or an amount.
    Number,
    /// The number of a thing + 1, 0 for none: larger means nothing.
    Category,
}

impl Coding {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::OneHot => "one_hot",
            Self::Number => "number",
            Self::Category => "category",
        }
    }
}

/// One slice of the observation vector, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Its name.
    pub name: &'static str,
    /// The sizes of its axes.
    pub shape: Vec<usize>,
    /// The axes, where they are declared.
    pub axes: Vec<Axis>,
    /// The scale: 1 for flags and one-hot codes.
    pub high: i32,
    /// What no raw number is below.
    pub least: i64,
    /// What no raw number is above.
    pub most: i64,
    /// How the raw numbers are meant.
    pub coding: Coding,
    /// Whether it can be anything but zeros in this configuration.
    pub active: bool,
    /// One line for the docs.
    pub summary: Cow<'static, str>,
    size: usize,
    /// The entries of the raw numbers from 0.
    steps: Box<[f32]>,
}

impl Channel {
    /// A channel.
    pub fn new(name: &'static str, shape: &[usize], high: i32, summary: impl Into<Cow<'static, str>>) -> Self {
        let steps = (0..STEPS).map(|raw| scaled(raw, high)).collect();
        Self {
            name,
            shape: shape.to_vec(),
            axes: Vec::new(),
            high,
            least: 0,
            most: high.into(),
            coding: if high == 1 { Coding::Flag } else { Coding::Number },
            active: true,
            summary: summary.into(),
            size: shape.iter().product(),
            steps,
        }
    }

    /// A channel over declared axes; one of a single entry has none.
    pub fn over(name: &'static str, axes: Vec<Axis>, high: i32, summary: impl Into<Cow<'static, str>>) -> Self {
        let shape: Vec<usize> = axes.iter().map(|axis| axis.size).collect();
        let one = if shape.is_empty() { &[1][..] } else { &shape };
        Self { axes, ..Self::new(name, one, high, summary) }
    }

    /// The same channel where raw numbers can go below 0 or beyond its scale.
    #[must_use]
    pub fn within(self, least: i64, most: i64) -> Self {
        Self { least: least.min(0), most: most.max(self.high.into()), ..self }
    }

    /// The same channel, coded in this way.
    #[must_use]
    pub fn coded(self, coding: Coding) -> Self {
        Self { coding, ..self }
    }

    /// The axis along which the viewer's own entry comes first.
    pub fn seats(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.turns)
    }

    /// The number of entries.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }
}

fn scaled(raw: i32, high: i32) -> f32 {
    (f64::from(raw) / f64::from(high)) as f32
}

/// Where an observation goes.
pub enum Cells<'a> {
    /// Raw numbers over their channel's scale.
    Scaled(&'a mut [f32]),
    /// Raw numbers; what is beyond 16 bits is cut off there.
    Raw(&'a mut [i16]),
}

impl Cells<'_> {
    /// The first so many, which are taken off.
    #[inline]
    fn take(&mut self, size: usize) -> Self {
        match self {
            Self::Scaled(values) => {
                let (first, rest) = mem::take(values).split_at_mut(size);
                *values = rest;
                Self::Scaled(first)
            }
            Self::Raw(values) => {
                let (first, rest) = mem::take(values).split_at_mut(size);
                *values = rest;
                Self::Raw(first)
            }
        }
    }
}

impl<'a> From<&'a mut [f32]> for Cells<'a> {
    fn from(values: &'a mut [f32]) -> Self {
        values.fill(0.0);
        Self::Scaled(values)
    }
}

impl<'a> From<&'a mut [i16]> for Cells<'a> {
    fn from(values: &'a mut [i16]) -> Self {
        values.fill(0);
        Self::Raw(values)
    }
}

/// Fills a vector of zeros channel by channel, in the declared order.
///
/// `next` opens the next channel; `put` and `mark` write at a flat (row-major) index inside it. A game's encoder therefore
/// reads like its list of channels, and no name is looked up on the way.
pub struct Encoder<'a> {
    coming: slice::Iter<'a, Channel>,
    rest: Cells<'a>,
    values: Cells<'a>,
    steps: &'a [f32],
    high: i32,
}

impl<'a> Encoder<'a> {
    /// Clears the cells, as many as the sum of the channels' sizes.
    pub fn new(channels: &'a [Channel], cells: impl Into<Cells<'a>>) -> Self {
        Self { coming: channels.iter(), rest: cells.into(), values: Cells::Scaled(&mut []), steps: &[], high: 1 }
    }

    /// Opens the next channel, which is called `name`.
    #[inline]
    pub fn next(&mut self, name: &str) {
        let channel = self.coming.next().expect("a channel is declared for each that is filled");
        debug_assert_eq!(channel.name, name, "channels are filled in the declared order");
        self.values = self.rest.take(channel.size);
        (self.steps, self.high) = (&channel.steps, channel.high);
    }

    /// Writes a raw number into the open channel.
    #[inline]
    pub fn put(&mut self, index: usize, raw: impl Into<i32>) {
        let raw = raw.into();
        match &mut self.values {
            Cells::Scaled(values) => {
                values[index] = self.steps.get(raw as usize).copied().unwrap_or_else(|| scaled(raw, self.high));
            }
            Cells::Raw(values) => values[index] = raw.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        }
    }

    /// Writes a one into the open channel of flags or one-hot codes.
    #[inline]
    pub fn mark(&mut self, index: usize) {
        debug_assert_eq!(self.high, 1, "a flag is not scaled");
        match &mut self.values {
            Cells::Scaled(values) => values[index] = 1.0,
            Cells::Raw(values) => values[index] = 1,
        }
    }
}

//! Observation channels: a named, declared slice of the observation vector each.
//!
//! An entry is `raw / high` as `f32`, where `raw` is a whole number and `high` the channel's declared scale.

use crate::axis::Axis;
use std::borrow::Cow;
use std::mem;
use std::slice;

/// Raw numbers below this are looked up, not divided: the same value, sooner.
const STEPS: i32 = 256;

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
    /// What no raw number is above.
    pub most: i64,
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
        let (axes, size) = (Vec::new(), shape.iter().product());
        Self { name, shape: shape.to_vec(), axes, high, most: high.into(), summary: summary.into(), size, steps }
    }

    /// A channel over declared axes; one of a single entry has none.
    pub fn over(name: &'static str, axes: Vec<Axis>, high: i32, summary: impl Into<Cow<'static, str>>) -> Self {
        let shape: Vec<usize> = axes.iter().map(|axis| axis.size).collect();
        let one = if shape.is_empty() { &[1][..] } else { &shape };
        Self { axes, ..Self::new(name, one, high, summary) }
    }

    /// The same channel where raw numbers can go beyond its scale.
    #[must_use]
    pub fn up_to(self, most: i64) -> Self {
        Self { most: most.max(self.high.into()), ..self }
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

/// Fills a vector of zeros channel by channel, in the declared order.
///
/// `next` opens the next channel; `put` and `mark` write at a flat (row-major) index inside it. A game's encoder therefore
/// reads like its list of channels, and no name is looked up on the way.
pub struct Encoder<'a> {
    coming: slice::Iter<'a, Channel>,
    rest: &'a mut [f32],
    values: &'a mut [f32],
    steps: &'a [f32],
    high: i32,
}

impl<'a> Encoder<'a> {
    /// Clears `values`, whose length is the sum of the channels' sizes.
    pub fn new(channels: &'a [Channel], values: &'a mut [f32]) -> Self {
        values.fill(0.0);
        Self { coming: channels.iter(), rest: values, values: &mut [], steps: &[], high: 1 }
    }

    /// Opens the next channel, which is called `name`.
    #[inline]
    pub fn next(&mut self, name: &str) {
        let channel = self.coming.next().expect("a channel is declared for each that is filled");
        debug_assert_eq!(channel.name, name, "channels are filled in the declared order");
        (self.values, self.rest) = mem::take(&mut self.rest).split_at_mut(channel.size);
        (self.steps, self.high) = (&channel.steps, channel.high);
    }

    /// Writes a raw number into the open channel.
    #[inline]
    pub fn put(&mut self, index: usize, raw: impl Into<i32>) {
        let raw = raw.into();
        self.values[index] = self.steps.get(raw as usize).copied().unwrap_or_else(|| scaled(raw, self.high));
    }

    /// Writes a one into the open channel of flags or one-hot codes.
    #[inline]
    pub fn mark(&mut self, index: usize) {
        debug_assert_eq!(self.high, 1, "a flag is not scaled");
        self.values[index] = 1.0;
    }
}

//! Observation channels: a named, declared slice of the observation vector each.
//!
//! An entry is `raw / high` as `f32`, where `raw` is a whole number and `high` the channel's declared scale.

/// One slice of the observation vector, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its name.
    pub name: &'static str,
    /// Its axes.
    pub shape: Vec<usize>,
    /// The scale: 1 for flags and one-hot codes.
    pub high: i32,
    /// One line for the docs.
    pub summary: &'static str,
}

impl Channel {
    /// A channel.
    pub fn new(name: &'static str, shape: &[usize], high: i32, summary: &'static str) -> Self {
        Self { name, shape: shape.to_vec(), high, summary }
    }

    /// The number of entries.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Fills a vector of zeros channel by channel, in the declared order.
///
/// `next` opens the next channel; `put` writes at a flat index inside it. A game's encoder therefore reads like its
/// list of channels, and no name is looked up on the way.
pub struct Encoder<'a> {
    channels: &'a [Channel],
    values: &'a mut [f32],
    current: usize,
    offset: usize,
}

impl<'a> Encoder<'a> {
    /// Clears `values`, whose length is the sum of the channels' sizes.
    pub fn new(channels: &'a [Channel], values: &'a mut [f32]) -> Self {
        values.fill(0.0);
        Self { channels, values, current: usize::MAX, offset: 0 }
    }

    /// Opens the next channel, which is called `name`.
    #[inline]
    pub fn next(&mut self, name: &str) {
        if self.current == usize::MAX {
            self.current = 0;
        } else {
            self.offset += self.channels[self.current].size();
            self.current += 1;
        }
        debug_assert_eq!(self.channels[self.current].name, name, "channels are filled in the declared order");
    }

    /// Writes a raw number at a flat (row-major) index of the open channel.
    #[inline]
    pub fn put(&mut self, index: usize, raw: impl Into<i32>) {
        let channel = &self.channels[self.current];
        debug_assert!(index < channel.size(), "{}[{index}] lies outside", channel.name);
        self.values[self.offset + index] = (f64::from(raw.into()) / f64::from(channel.high)) as f32;
    }
}

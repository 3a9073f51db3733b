//! Sets of parts or cards, and the cards' traits.

use crate::axis::Axis;
use crate::bits::{nth_bit, places, running_counts};
use crate::channels::Encoder;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::fields::{Kind, Set, twice, wrong};
pub(super) use crate::forms::NONE;
use serde_json::{Value, json};
use std::fmt::Display;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Parts and cards are numbered 0 to 79.
pub const PARTS: usize = 80;
/// The types of part: torso, left arm, right arm, left leg, right leg.
pub const TYPES: usize = 5;
/// The cards of a type: one for each triple of element, archetype and makeup.
pub const TRIPLES: usize = 16;

/// The type of a card, 0 to 4.
#[inline]
pub const fn type_of(card: u8) -> usize {
    (card >> 4) as usize
}

/// The triple of a card: element * 4 + archetype * 2 + makeup.
#[inline]
pub const fn triple_of(card: u8) -> usize {
    (card & 15) as usize
}

/// A set of numbers from 0 to 79.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u128);

impl Parts {
    /// All 80.
    pub const ALL: Self = Self((1 << PARTS) - 1);

    /// One number.
    #[inline]
    pub const fn one(part: u8) -> Self {
        Self(1 << part)
    }

    /// A set of its lower 64 bits and the bits above them.
    #[inline]
    pub(super) const fn of_words(low: u64, high: u64) -> Self {
        Self(low as u128 | (high as u128) << 64)
    }

    /// The lower 64 bits and the bits above them.
    #[inline]
    pub(super) const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a number is in it.
    #[inline]
    pub const fn has(self, part: u8) -> bool {
        self.words()[(part >> 6) as usize] >> (part & 63) & 1 == 1
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Puts a number in.
    #[inline]
    pub(super) fn insert(&mut self, part: u8) {
        self.0 |= 1 << part;
    }

    /// Takes a number out.
    #[inline]
    pub(super) fn remove(&mut self, part: u8) {
        self.0 &= !(1 << part);
    }

    /// Puts a number in or takes it out.
    #[inline]
    pub(super) fn set(&mut self, part: u8, belongs: bool) {
        self.remove(part);
        self.0 |= u128::from(belongs) << part;
    }

    /// The lowest number of a set that is not empty.
    #[inline]
    pub(super) const fn first(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The highest number of a set that is not empty.
    pub(super) const fn last(self) -> u8 {
        127 - self.0.leading_zeros() as u8
    }

    /// The number with `index` lower ones in the set.
    #[inline]
    pub(super) fn nth(self, index: usize) -> u8 {
        let [low, high] = self.words();
        let counts = running_counts(low);
        let lower = (counts >> 56) as usize;
        if index < lower {
            return nth_bit(low, counts, index as u32) as u8;
        }
        64 + nth_bit(high, running_counts(high), (index - lower) as u32) as u8
    }

    /// The numbers, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let [low, high] = self.words();
        places(low).chain(places(high).map(|place| place + 64))
    }
}

impl BitAnd for Parts {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Parts {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Parts {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Parts {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<u8> for Parts {
    fn from_iter<I: IntoIterator<Item = u8>>(parts: I) -> Self {
        parts.into_iter().fold(Self::default(), |set, part| set | Self::one(part))
    }
}

/// Some parts or cards: a list of words, ascending, in JSON; ten bytes; flags in the observation.
impl Kind<Parts> for Set {
    fn json(&self, value: Parts) -> Value {
        value.iter().map(|index| self.0.word(usize::from(index))).collect()
    }

    fn parse(&self, at: &dyn Display, json: &Value) -> Result<Parts> {
        let mut parts = Parts::default();
        for word in json.as_array().ok_or_else(|| wrong(at, "a list", json))? {
            let index =
                self.0.index(word).ok_or_else(|| wrong(at, format_args!("a list of {}", self.0.many), word))? as u8;
            if parts.has(index) {
                return Err(twice(at, word));
            }
            if !parts.is_empty() && parts.last() > index {
                return Err(Error::state(format!("{at}: the {} must be in their order", self.0.many)));
            }
            parts.insert(index);
        }
        Ok(parts)
    }

    fn write(&self, value: Parts, out: &mut Writer) {
        let [low, high] = value.words();
        out.u8s(&low.to_le_bytes());
        out.u16(high as u16);
    }

    fn read(&self, _: &dyn Display, from: &mut Reader<'_>) -> Result<Parts> {
        let low = u64::from_le_bytes(from.u8s()?);
        Ok(Parts::of_words(low, u64::from(from.u16()?)))
    }

    fn is_nothing(&self, value: Parts) -> bool {
        value.is_empty()
    }

    fn schema(&self, _something: bool) -> Value {
        json!({"type": "array", "items": {"enum": self.0.words()}, "uniqueItems": true})
    }

    fn axes(&self) -> Vec<Axis> {
        vec![self.0.clone()]
    }

    fn put(&self, value: Parts, place: usize, _first: usize, out: &mut Encoder<'_>) {
        value.iter().for_each(|index| out.mark(place * self.0.size + usize::from(index)));
    }
}

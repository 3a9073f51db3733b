//! Sets of parts or cards, and the cards' traits.

use crate::axis::Axis;
use crate::bits::{nth_bit, places, running_counts};
use crate::channels::Encoder;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
pub(super) use crate::fields::NONE;
use crate::fields::{Kind, Set, twice, wrong};
use serde_json::{Value, json};
use std::fmt::Display;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The most parts, and the most cards.
pub const MOST_PARTS: usize = 128;
/// The most types of part.
pub const MOST_TYPES: usize = 6;
/// The most elements.
pub const MOST_ELEMENTS: usize = 6;
/// The most archetypes, and the most makeups.
pub const MOST_VALUES: usize = 4;
/// The most elements, archetypes and makeups in all.
pub(super) const MOST_TRAITS: usize = MOST_ELEMENTS + 2 * MOST_VALUES;

/// The most players.
pub(super) const PLAYERS: usize = 5;
/// The most bays of a player (R1).
pub const MOST_BAYS: usize = 6;
/// The most constructs of a player.
pub const MOST_CONSTRUCTS: usize = 6;
/// The most parts in hand.
pub const MOST_HAND: usize = 4;

/// How many there are of what a position holds, beside the deck.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Bays of a player (R1).
    pub bays: usize,
    /// Parts dealt to a player (R34).
    pub dealt: usize,
    /// The most face-down parts that are pulled in a turn, and so the most in hand (R35).
    pub hand: usize,
    /// The most constructs of a player, whatever the number of players and the options (R20).
    pub constructs: usize,
}

/// What the cards are: the product of the data file's lists (R1). Parts and cards are numbered from 0.
#[derive(Clone, Debug)]
pub struct Deck {
    /// How many parts there are, and cards.
    pub parts: usize,
    /// How many types of part.
    pub types: usize,
    /// How many elements, archetypes and makeups.
    pub values: [usize; 3],
    /// All parts.
    pub(super) all: Parts,
    /// A byte for each type: the bit that tells [`NONE`] from parts, whose numbers are below 128.
    pub(super) gaps: u64,
    /// By card.
    kinds: [u8; MOST_PARTS],
    /// Element, archetype and makeup, by card.
    traits: [[u8; 3]; MOST_PARTS],
}

impl Deck {
    pub(super) fn new(types: usize, values: [usize; 3]) -> Self {
        let [elements, archetypes, makeups] = values;
        let triples = elements * archetypes * makeups;
        let triple =
            |card: usize| [card / (archetypes * makeups) % elements, card / makeups % archetypes, card % makeups];
        let parts = types * triples;
        Self {
            parts,
            types,
            values,
            all: Parts(u128::MAX >> (MOST_PARTS - parts)),
            gaps: 0x8080_8080_8080_8080 >> (8 * (8 - types)),
            kinds: std::array::from_fn(|card| (card / triples) as u8),
            traits: std::array::from_fn(|card| triple(card).map(|value| value as u8)),
        }
    }

    /// How many triples of traits there are, and cards of a type.
    pub fn triples(&self) -> usize {
        self.values.iter().product()
    }

    /// How many elements, archetypes and makeups there are in all.
    pub(super) fn traits(&self) -> usize {
        self.values.iter().sum()
    }

    /// The type of a card.
    #[inline]
    pub fn type_of(&self, card: u8) -> usize {
        self.kinds[usize::from(card)].into()
    }

    /// Element, archetype and makeup of a card.
    #[inline]
    pub fn traits_of(&self, card: u8) -> [usize; 3] {
        self.traits[usize::from(card)].map(usize::from)
    }

    /// The same, where all elements, archetypes and makeups are counted through.
    #[inline]
    pub(super) fn places_of(&self, card: u8) -> [usize; 3] {
        let ([element, archetype, makeup], [elements, archetypes, _]) = (self.traits_of(card), self.values);
        [element, elements + archetype, elements + archetypes + makeup]
    }

    /// The numbers of all parts, ascending.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.parts as u8
    }
}

/// A set of parts or cards, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u128);

impl Parts {
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

/// Also the numbers that no part has: it is for taking what others have.
impl Not for Parts {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<u8> for Parts {
    fn from_iter<I: IntoIterator<Item = u8>>(parts: I) -> Self {
        parts.into_iter().fold(Self::default(), |set, part| set | Self::one(part))
    }
}

/// Some parts or cards: a list of words, ascending, in JSON; a bit each in bytes; flags in the observation.
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
        out.u8s(&value.0.to_le_bytes()[..self.0.size.div_ceil(8)]);
    }

    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<Parts> {
        let mut bytes = [0; MOST_PARTS / 8];
        for byte in &mut bytes[..self.0.size.div_ceil(8)] {
            *byte = from.u8()?;
        }
        let parts = Parts(u128::from_le_bytes(bytes));
        let most = self.0.size - 1;
        if parts.is_empty() || usize::from(parts.last()) <= most {
            return Ok(parts);
        }
        Err(wrong(at, format_args!("numbers from 0 to {most}"), &parts.last().into()))
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

//! The kinds of values: each in all its forms.

use super::NONE;
use super::wording::{twice, unknown, wrong};
use crate::axis::Axis;
use crate::bits::places;
use crate::channels::{Coding, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::convert::identity;
use std::fmt::Display;

/// A value in its forms. `at` is the path of the value, for errors.
pub trait Kind<T: Copy>: Send + Sync + 'static {
    /// As JSON.
    fn json(&self, value: T) -> Value;
    /// From JSON.
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<T>;
    /// How many canonical bytes it takes, where that is always the same.
    fn width(&self) -> Option<usize> {
        None
    }
    /// Into canonical bytes.
    fn write(&self, value: T, out: &mut Writer);
    /// And back.
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<T>;
    /// Whether it is nothing: left out where that is left out.
    fn is_nothing(&self, _value: T) -> bool {
        false
    }
    /// Its JSON schema; `something`: what is nothing is left out there.
    fn schema(&self, something: bool) -> Value;
    /// The axes of its entries in a channel, where there is not just one.
    fn axes(&self) -> Vec<Axis> {
        Vec::new()
    }
    /// The scale of its channel.
    fn high(&self) -> i32 {
        1
    }
    /// The smallest number of its channel.
    fn least(&self) -> i64 {
        0
    }
    /// The largest number of its channel.
    fn most(&self) -> i64 {
        1
    }
    /// How the numbers of its channel are meant.
    fn coding(&self) -> Coding {
        Coding::Flag
    }
    /// Into the open channel, as value number `place`; `first` is the seat that comes first. Not for a kind that has no
    /// channel of its own.
    fn put(&self, _value: T, _place: usize, _first: usize, _out: &mut Encoder<'_>) {}
}

/// A whole number in range.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    least: i64,
    most: i64,
    high: i32,
}

impl Number {
    /// From `least` to `most`; the observation divides it by `high`.
    pub fn new(least: i64, most: impl Into<i64>, high: impl Into<i32>) -> Self {
        Self { least, most: most.into(), high: high.into() }
    }

    fn takes(&self, number: i64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    fn expected(&self) -> String {
        format!("a whole number from {} to {}", self.least, self.most)
    }
}

macro_rules! number {
    ($($type:ident by $raw:expr),*) => {$(
        impl Kind<$type> for Number {
            #[inline]
            fn width(&self) -> Option<usize> {
                Some(size_of::<$type>())
            }
            fn json(&self, value: $type) -> Value {
                value.into()
            }
            fn parse(&self, at: &dyn Display, json: &Value) -> Result<$type> {
                let number = json.as_i64().filter(|number| self.takes(*number));
                number.map(|number| number as $type).ok_or_else(|| wrong(at, self.expected(), json))
            }
            #[inline]
            fn write(&self, value: $type, out: &mut Writer) {
                out.$type(value);
            }
            #[inline]
            fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<$type> {
                let number = from.$type()?;
                if self.takes(number.into()) { Ok(number) } else { Err(wrong(at, self.expected(), &number.into())) }
            }
            #[inline]
            fn is_nothing(&self, value: $type) -> bool {
                value == 0
            }
            fn schema(&self, something: bool) -> Value {
                let least = if something { self.least.max(1) } else { self.least };
                json!({"type": "integer", "minimum": least, "maximum": self.most})
            }
            fn high(&self) -> i32 {
                self.high
            }
            fn least(&self) -> i64 {
                self.least
            }
            fn most(&self) -> i64 {
                self.most.min(i64::from($type::MAX))
            }
            fn coding(&self) -> Coding {
                Coding::Number
            }
            #[inline]
            fn put(&self, value: $type, place: usize, _first: usize, out: &mut Encoder<'_>) {
                out.put(place, $raw(value));
            }
        }
    )*};
}

number!(u8 by i32::from, u16 by i32::from, u32 by u32::cast_signed, i16 by i32::from, i32 by identity);

/// A number or none: null in JSON, `none` in the state and in bytes, nothing in the observation.
#[derive(Clone, Copy, Debug)]
pub struct Maybe<T> {
    /// The number, if there is one.
    pub of: Number,
    /// What stands for none.
    pub none: T,
}

impl<T: Copy + PartialEq + Send + Sync + 'static> Kind<T> for Maybe<T>
where
    Number: Kind<T>,
{
    #[inline]
    fn width(&self) -> Option<usize> {
        self.of.width()
    }
    fn json(&self, value: T) -> Value {
        if value == self.none { Value::Null } else { self.of.json(value) }
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<T> {
        if json.is_null() { Ok(self.none) } else { self.of.parse(at, json) }
    }
    fn write(&self, value: T, out: &mut Writer) {
        self.of.write(value, out);
    }
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<T> {
        let any = Number { least: i64::MIN, most: i64::MAX, ..self.of };
        let value = any.read(at, from)?;
        if value == self.none { Ok(value) } else { self.of.parse(at, &any.json(value)) }
    }
    fn is_nothing(&self, value: T) -> bool {
        value == self.none
    }
    fn schema(&self, something: bool) -> Value {
        if something { self.of.schema(false) } else { json!({"anyOf": [self.of.schema(false), {"type": "null"}]}) }
    }
    fn high(&self) -> i32 {
        self.of.high
    }
    fn least(&self) -> i64 {
        self.of.least()
    }
    fn most(&self) -> i64 {
        self.of.most()
    }
    fn coding(&self) -> Coding {
        Coding::Number
    }
    fn put(&self, value: T, place: usize, first: usize, out: &mut Encoder<'_>) {
        if value != self.none {
            self.of.put(value, place, first, out);
        }
    }
}

/// Yes or no.
#[derive(Clone, Copy, Debug)]
pub struct Flag;

impl Kind<bool> for Flag {
    #[inline]
    fn width(&self) -> Option<usize> {
        Some(1)
    }
    fn json(&self, value: bool) -> Value {
        value.into()
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<bool> {
        json.as_bool().ok_or_else(|| wrong(at, "true or false", json))
    }
    fn write(&self, value: bool, out: &mut Writer) {
        out.u8(u8::from(value));
    }
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<bool> {
        match from.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(wrong(at, "0 or 1", &other.into())),
        }
    }
    fn is_nothing(&self, value: bool) -> bool {
        !value
    }
    fn schema(&self, _something: bool) -> Value {
        json!({"type": "boolean"})
    }
    fn put(&self, value: bool, place: usize, _first: usize, out: &mut Encoder<'_>) {
        if value {
            out.mark(place);
        }
    }
}

/// An entry of an axis, [`NONE`] where there is none; one-hot in the observation.
#[derive(Clone, Debug)]
pub struct Choice {
    axis: Axis,
    /// Whether bytes may hold none.
    none: bool,
    /// Whether JSON may be null.
    null: bool,
}

impl Choice {
    /// Always one of these.
    pub fn of(axis: &Axis) -> Self {
        Self { axis: axis.clone(), none: false, null: false }
    }

    /// Of a record or row that may be missing: then there is none in bytes; JSON never says null for it.
    pub fn part(axis: &Axis) -> Self {
        Self { axis: axis.clone(), none: true, null: false }
    }

    /// One of these or none.
    pub fn or_none(axis: &Axis) -> Self {
        Self { axis: axis.clone(), none: true, null: true }
    }

    fn refuse(&self, at: &dyn Display, json: &Value) -> Error {
        match json {
            Value::String(name) if self.axis.is_long() => unknown(at, self.axis.one, name),
            _ => wrong(at, self.axis.expected(), json),
        }
    }
}

impl Kind<u8> for Choice {
    #[inline]
    fn width(&self) -> Option<usize> {
        Some(1)
    }
    fn json(&self, value: u8) -> Value {
        if value == NONE { Value::Null } else { self.axis.word(usize::from(value)) }
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<u8> {
        if json.is_null() && self.null {
            return Ok(NONE);
        }
        self.axis.index(json).map(|index| index as u8).ok_or_else(|| self.refuse(at, json))
    }
    #[inline]
    fn write(&self, value: u8, out: &mut Writer) {
        out.u8(value);
    }
    #[inline]
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<u8> {
        let value = from.u8()?;
        if usize::from(value) < self.axis.size || value == NONE && self.none {
            return Ok(value);
        }
        let none = if self.none { " or 255" } else { "" };
        Err(wrong(at, format!("a number from 0 to {}{none}", self.axis.size - 1), &value.into()))
    }
    #[inline]
    fn is_nothing(&self, value: u8) -> bool {
        value == NONE
    }
    fn schema(&self, something: bool) -> Value {
        let mut words = self.axis.words();
        if self.null && !something {
            words.push(Value::Null);
        }
        json!({"enum": words})
    }
    fn axes(&self) -> Vec<Axis> {
        vec![self.axis.clone()]
    }
    fn coding(&self) -> Coding {
        Coding::OneHot
    }
    #[inline]
    fn put(&self, value: u8, place: usize, first: usize, out: &mut Encoder<'_>) {
        if value != NONE {
            out.mark(place * self.axis.size + self.axis.seen(usize::from(value), self.axis.shift(first)));
        }
    }
}

/// Some entries of an axis, a bit each: a list of words in JSON, the bits in bytes, flags in the observation.
#[derive(Clone, Debug)]
pub struct Set(pub Axis);

macro_rules! set {
    ($($type:ident),*) => {$(
        impl Kind<$type> for Set {
            #[inline]
            fn width(&self) -> Option<usize> {
                Some(size_of::<$type>())
            }
            fn json(&self, value: $type) -> Value {
                places(value.into()).map(|index| self.0.word(usize::from(index))).collect()
            }
            fn parse(&self, at: &dyn Display, json: &Value) -> Result<$type> {
                let mut bits = 0;
                for word in json.as_array().ok_or_else(|| wrong(at, "a list", json))? {
                    let bit = 1 << self.0.index(word).ok_or_else(|| wrong(at, self.0.expected(), word))?;
                    if bits & bit != 0 {
                        return Err(twice(at, word));
                    }
                    bits |= bit;
                }
                Ok(bits)
            }
            fn write(&self, value: $type, out: &mut Writer) {
                out.$type(value);
            }
            fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<$type> {
                let bits = from.$type()?;
                let fits = u64::from(bits) >> (self.0.size - 1) <= 1;
                if fits { Ok(bits) } else { Err(wrong(at, format!("{} bits", self.0.size), &bits.into())) }
            }
            fn is_nothing(&self, value: $type) -> bool {
                value == 0
            }
            fn schema(&self, _something: bool) -> Value {
                json!({"type": "array", "items": {"enum": self.0.words()}, "uniqueItems": true})
            }
            fn axes(&self) -> Vec<Axis> {
                vec![self.0.clone()]
            }
            fn put(&self, value: $type, place: usize, first: usize, out: &mut Encoder<'_>) {
                let shift = self.0.shift(first);
                for index in places(value.into()) {
                    out.mark(place * self.0.size + self.0.seen(usize::from(index), shift));
                }
            }
        }
    )*};
}

set!(u8, u16, u32);

/// Who acts: the player's number, -1 for chance, -4 at the end.
#[derive(Clone, Debug)]
pub struct Acting(pub Axis);

impl Kind<i32> for Acting {
    fn json(&self, value: i32) -> Value {
        value.into()
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<i32> {
        let number =
            json.as_i64().filter(|number| matches!(number, -4 | -1) || (0..self.0.size as i64).contains(number));
        let expected = || format!("{}, -1 for chance or -4 at the end", self.0.expected());
        number.map(|number| number as i32).ok_or_else(|| wrong(at, expected(), json))
    }
    fn write(&self, value: i32, out: &mut Writer) {
        out.u8(u8::try_from(value).unwrap_or(NONE));
    }
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<i32> {
        let player = Choice::or_none(&self.0).read(at, from)?;
        Ok(if player == NONE { -1 } else { i32::from(player) })
    }
    fn schema(&self, _something: bool) -> Value {
        let nobody = [Value::from(-4), Value::from(-1)];
        let all: Vec<Value> = nobody.into_iter().chain((0..self.0.size).map(Value::from)).collect();
        json!({"enum": all})
    }
    fn axes(&self) -> Vec<Axis> {
        vec![self.0.clone()]
    }
    fn coding(&self) -> Coding {
        Coding::OneHot
    }
    fn put(&self, value: i32, place: usize, first: usize, out: &mut Encoder<'_>) {
        if let Ok(player) = usize::try_from(value) {
            out.mark(place * self.0.size + self.0.seen(player, self.0.shift(first)));
        }
    }
}

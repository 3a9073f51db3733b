//! What the forms of all games share: JSON, TOML and canonical bytes. A helper is here if its sentences are the same in
//! each game that uses it; a game whose page words them otherwise has its own.

use crate::error::{Error, Result, quoted};
pub use crate::fields::{NONE, choices_of, some};
use crate::game::Game;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;

/// A struct that is read from a map only, where serde would also take a list of the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object<T>(pub T);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(MapOnly(PhantomData))
    }
}

struct MapOnly<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MapOnly<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// For `deserialize_with`: a key that must be there, be it null.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// Counts by name, zeros left out.
pub type Counts = Map<String, Value>;

// --- writing -----------------------------------------------------------------------------------------------------------

/// Counts by name.
pub fn counts<'a>(names: impl Iterator<Item = &'a str>, counts: impl IntoIterator<Item = u8>) -> Counts {
    names.zip(counts).filter(|(_, count)| *count > 0).map(|(name, count)| (name.to_owned(), count.into())).collect()
}

// --- reading -----------------------------------------------------------------------------------------------------------

/// The form that a JSON value has; where it does not fit, its place is named.
pub fn read_form<'de, T: Deserialize<'de>>(what: &str, value: &'de Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let reason = in_words(&error.inner().to_string());
        match error.path().to_string().as_str() {
            "." | "?" => Error::state(format!("{what}: {reason}")),
            path => Error::state(format!("{what}: {path}: {reason}")),
        }
    })
}

/// A reason of serde's without the names of Rust's types.
pub fn in_words(reason: &str) -> String {
    let numbers = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number of at least 0"),
        ("expected usize", "expected a whole number of at least 0"),
        ("expected i32", "expected a whole number"),
        ("expected i64", "expected a whole number"),
    ];
    let found = numbers.iter().find_map(|(name, words)| Some(format!("{}{words}", reason.strip_suffix(name)?)));
    found.unwrap_or_else(|| reason.to_owned())
}

/// A position that says `its_format`, `its_game` and `its_players` must be of this game, in the `format` that it reads.
pub fn check_head<G: Game>(
    game: &G,
    format: u32,
    (its_format, its_game, its_players): (u32, &str, usize),
) -> Result<()> {
    let (name, players) = (G::declaration().name, game.setup().players);
    if its_format != format {
        return Err(Error::state(format!("the position has format {its_format}; this version reads {format}")));
    }
    if its_game != name {
        return Err(Error::state(format!("the position is of {}, not of {name}", quoted(its_game))));
    }
    if its_players != players {
        return Err(Error::state(format!("the position has {its_players} players, not {players}")));
    }
    Ok(())
}

/// The number that the position gives for who acts must be that of who does.
pub fn check_current_player<G: Game>(game: &G, state: &G::State, number: i32) -> Result<()> {
    if number != game.actor(state).number() {
        return Err(Error::state(format!("current_player cannot be {number}")));
    }
    Ok(())
}

/// Lists, given by key and length, must have an entry a player.
pub fn check_lengths<const N: usize>(players: usize, lengths: [(&str, usize); N]) -> Result<()> {
    if let Some((key, length)) = lengths.into_iter().find(|(_, length)| *length != players) {
        return Err(Error::state(format!("{key} has {length} entries for {players} players")));
    }
    Ok(())
}

/// The place of a name.
pub fn named<T: AsRef<str>>(names: &[T], name: &str, what: &str) -> Result<u8> {
    let found = names.iter().position(|known| known.as_ref() == name);
    found.map(|i| i as u8).ok_or_else(|| Error::state(format!("there is no {what} {}", quoted(name))))
}

/// Numbers at the places of their names, from 1 to the most there can be.
pub fn read_counts<T: AsRef<str>, const N: usize>(names: &[T], most: &[u8; N], form: &Counts) -> Result<[u8; N]> {
    let mut counts = [0; N];
    for (name, count) in form {
        let i = usize::from(named(names, name, "piece")?);
        let number = count.as_u64().filter(|n| (1..=u64::from(most[i])).contains(n));
        let Some(number) = number else { return Err(Error::state(format!("there cannot be {count} of {name}"))) };
        counts[i] = number as u8;
    }
    Ok(counts)
}

/// A number in range.
pub fn at_most(number: u8, most: usize, what: &str) -> Result<u8> {
    if usize::from(number) > most {
        return Err(Error::state(format!("{what} cannot be {number}")));
    }
    Ok(number)
}

/// A number below `count`, or none.
pub fn none_or(number: u8, count: usize, what: &str) -> Result<u8> {
    if number == NONE { Ok(NONE) } else { at_most(number, count - 1, what) }
}

/// A player, or nobody.
pub fn seat<G: Game>(game: &G, player: Option<u8>, what: &str) -> Result<u8> {
    player.map_or(Ok(NONE), |player| at_most(player, game.setup().players - 1, what))
}

//! The data file of a game: read, and held against the game's declaration of its keys, kinds and bounds.
//!
//! A game declares each table once, [`Keys`] in their order, and reads the checked values from a [`Part`]. The order of the
//! checks and the sentences are those of `docs/your-own-cards.md`; what holds between tables is checked by the game.

mod differences;
mod syntax;
mod words;

pub use differences::{Difference, differences, first_few};

use crate::error::Result;
use crate::setup::Setup;
use std::fmt::Display;
use toml::{Table, Value};
use words::{NAME_RULE, is_name, shown, shown_key};

/// The keys of a table in their order, each with what it holds.
pub type Keys = &'static [(&'static str, Kind)];

/// Where the numbers of a table or row come from, of its weakest entry: its first key, in the files of all games.
pub const SOURCE: (&str, Kind) = ("source", Kind::Choice(&["rulebook", "inferred", "reconstructed", "invented"]));

/// What a key or an entry of a list holds, and what that may be.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// A whole number within bounds that depend on what stands before it.
    NumberBy(fn(&At<'_>) -> (i64, i64)),
    /// One of some texts.
    Choice(&'static [&'static str]),
    /// One of some texts that depend on what stands before it.
    ChoiceBy(for<'a> fn(&At<'a>) -> Vec<&'a str>),
    /// A name that stands before in the rows of the first, which are each what the second says: no name stands there twice,
    /// as that was checked then.
    NameIn(&'static str, &'static str),
    /// A new name in its column or list, and none of these.
    Name(&'static [&'static str]),
    /// A new name in its column or list, and none of those that depend on what stands before it.
    NameBy(fn(&At<'_>) -> Vec<String>),
    /// Any text.
    Text,
    /// A text that passes the test; the second says what it must be.
    Fitting(fn(&str) -> bool, &'static str),
    /// True or false.
    Flag,
    /// A list with a least and a greatest number of entries, and what each is.
    List(usize, usize, &'static Kind),
    /// Such a list whose entries differ.
    Set(usize, usize, &'static Kind),
    /// A table.
    Table(Keys),
    /// A list of tables with a least and a greatest number of rows.
    Rows(usize, usize, Keys),
}

/// Where a value stands, for bounds that depend on other values. What stands before it in the order of the declaration
/// has been checked.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The whole file.
    pub file: Part<'a>,
    /// The table or row that has the key.
    pub own: Part<'a>,
    /// The row's number, from 0.
    pub row: usize,
    /// In a list, the entry's number, from 0.
    pub entry: usize,
    /// The rows or entries that stand before it, and how their places are called.
    before: &'a [&'a Value],
    places: &'static str,
}

/// A table whose form has been checked, so that each declared key has its kind.
#[derive(Clone, Copy)]
pub struct Part<'a>(&'a Table);

/// Data that passed the checks of its declaration.
pub struct DataFile(Table);

impl DataFile {
    /// The data that a game is loaded with.
    pub fn read(setup: &Setup, keys: Keys) -> Result<Self> {
        let table = syntax::parse(&setup.data_name, &setup.data)?;
        let refuse = |sentence: String| setup.wrong_data(sentence);
        check_format(&table, keys).map_err(refuse)?;
        check_form("", &table, keys).map_err(refuse)?;
        let file = Part(&table);
        check_values("", At { file, own: file, row: 0, entry: 0, before: &[], places: "" }, keys).map_err(refuse)?;
        Ok(Self(table))
    }

    /// The table of the keys at the top.
    pub fn top(&self) -> Part<'_> {
        Part(&self.0)
    }
}

impl<'a> Part<'a> {
    fn value(self, key: &str) -> &'a Value {
        self.0.get(key).unwrap_or_else(|| panic!("{key} is not declared"))
    }

    fn items(self, key: &str) -> &'a [Value] {
        self.value(key).as_array().unwrap_or_else(|| panic!("{key} is not declared as a list"))
    }

    /// A whole number.
    pub fn number<T: TryFrom<i64>>(self, key: &str) -> T {
        whole(self.value(key))
    }

    /// A list of whole numbers.
    pub fn numbers<T: TryFrom<i64>>(self, key: &str) -> Vec<T> {
        self.items(key).iter().map(whole).collect()
    }

    /// A list of lists of whole numbers.
    pub fn lists<T: TryFrom<i64>>(self, key: &str) -> Vec<Vec<T>> {
        let lists = self.items(key).iter().map(|list| list.as_array().expect("it is declared as a list"));
        lists.map(|list| list.iter().map(whole).collect()).collect()
    }

    /// A text.
    pub fn text(self, key: &str) -> &'a str {
        self.value(key).as_str().unwrap_or_else(|| panic!("{key} is not declared as a text"))
    }

    /// A list of texts.
    pub fn texts(self, key: &str) -> Vec<&'a str> {
        self.items(key).iter().map(|item| item.as_str().expect("it is declared as a text")).collect()
    }

    /// True or false.
    pub fn flag(self, key: &str) -> bool {
        self.value(key).as_bool().unwrap_or_else(|| panic!("{key} is not declared as a flag"))
    }

    /// A table.
    #[must_use]
    pub fn table(self, key: &str) -> Self {
        Self(self.value(key).as_table().unwrap_or_else(|| panic!("{key} is not declared as a table")))
    }

    /// The rows of a list of tables.
    pub fn rows(self, key: &str) -> Vec<Self> {
        self.items(key).iter().map(|row| Self(row.as_table().expect("a row is a table"))).collect()
    }

    /// A text of each row.
    pub fn column(self, rows: &str, key: &str) -> Vec<&'a str> {
        self.rows(rows).into_iter().map(|row| row.text(key)).collect()
    }
}

fn whole<T: TryFrom<i64>>(value: &Value) -> T {
    let number = value.as_integer().expect("it is declared as a number");
    T::try_from(number).ok().expect("its bounds fit the type")
}

/// A range, or the one number that it has.
pub fn span<T: Copy + Display + PartialEq>(low: T, high: T) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

// --- the places -------------------------------------------------------------------------------------------------------

/// How a sentence about a key begins: not at all for the keys at the top.
fn lead(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("{place}: ") }
}

/// The table that a key is for: its own, or that of the key that holds its rows.
fn table_of(place: &str, key: &str) -> String {
    if place.is_empty() { format!("[{key}]") } else { place.to_owned() }
}

/// A row, counted from 1, with its name if it has one.
fn row_of(table: &str, index: usize, row: &Table) -> String {
    let number = index + 1;
    match row.get("name").and_then(Value::as_str) {
        Some(name) if is_name(name) => format!("{table} row {number} ({name})"),
        _ => format!("{table} row {number}"),
    }
}

/// An entry of a list, or of a list in a list.
fn entry_of(key: &str, index: usize) -> String {
    let number = index + 1;
    if key.contains(" entry ") { format!("{key}.{number}") } else { format!("{key} entry {number}") }
}

// --- the form ---------------------------------------------------------------------------------------------------------

type Checked = Result<(), String>;

impl Kind {
    fn in_words(self) -> &'static str {
        match self {
            Self::Number(..) | Self::NumberBy(_) => "a whole number",
            Self::Flag => "true or false",
            Self::List(..) | Self::Set(..) => "a list",
            Self::Table(_) => "a table",
            Self::Rows(..) => "a list of tables",
            _ => "a text",
        }
    }
}

/// The number of the format, where there is one: what another format requires, this one need not know.
fn check_format(table: &Table, keys: Keys) -> Checked {
    match (keys.first(), table.get("format")) {
        (Some(("format", Kind::Number(low, high))), Some(format @ Value::Integer(_))) => {
            check_range("", "format", format, (*low, *high))
        }
        _ => Ok(()),
    }
}

fn check_form(place: &str, table: &Table, keys: Keys) -> Checked {
    let is_known = |key: &str| keys.iter().any(|(known, _)| *known == key);
    if let Some(key) = table.keys().filter(|key| !is_known(key)).min() {
        let names: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        return Err(format!("{}there is no key {}; keys are: {}", lead(place), shown_key(key), names.join(", ")));
    }
    if let Some((key, _)) = keys.iter().find(|(key, _)| !table.contains_key(*key)) {
        return Err(format!("{}the key {key} is missing", lead(place)));
    }
    keys.iter().try_for_each(|(key, kind)| check_kind(place, key, &table[*key], *kind))
}

fn check_kind(place: &str, key: &str, value: &Value, kind: Kind) -> Checked {
    match (kind, value) {
        (Kind::List(_, _, each) | Kind::Set(_, _, each), Value::Array(items)) => {
            let mut entries = items.iter().enumerate();
            entries.try_for_each(|(i, item)| check_kind(place, &entry_of(key, i), item, *each))
        }
        (Kind::Table(keys), Value::Table(table)) => check_form(&format!("[{key}]"), table, keys),
        (Kind::Rows(_, _, keys), Value::Array(rows)) => {
            let table = table_of(place, key);
            rows.iter().enumerate().try_for_each(|(i, row)| match row {
                Value::Table(row) => check_form(&row_of(&table, i, row), row, keys),
                _ => Err(format!("{table} row {} must be a table, not {}", i + 1, shown(row))),
            })
        }
        _ if kind.in_words() == plain_kind(value) => Ok(()),
        _ => Err(format!("{}{key} must be {}, not {}", lead(place), kind.in_words(), shown(value))),
    }
}

/// The kind of a value that holds no others.
fn plain_kind(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) => "a whole number",
        Value::String(_) => "a text",
        Value::Boolean(_) => "true or false",
        _ => "",
    }
}

// --- the values -------------------------------------------------------------------------------------------------------

fn check_values(place: &str, at: At<'_>, keys: Keys) -> Checked {
    keys.iter().try_for_each(|(key, kind)| match (*kind, at.own.value(key)) {
        (Kind::Table(keys), Value::Table(table)) => {
            check_values(&format!("[{key}]"), At { own: Part(table), ..at }, keys)
        }
        (Kind::Rows(least, most, keys), Value::Array(rows)) => {
            check_rows(&table_of(place, key), at, rows, (least, most), keys)
        }
        (kind, value) => check_value(place, key, value, kind, at),
    })
}

fn check_rows(table: &str, at: At<'_>, rows: &[Value], (least, most): (usize, usize), keys: Keys) -> Checked {
    if !(least..=most).contains(&rows.len()) {
        return Err(format!("{table} must have {} rows, not {}", span(least, most), rows.len()));
    }
    let tables: Vec<&Table> = rows.iter().filter_map(Value::as_table).collect();
    let all: Vec<&Value> = rows.iter().collect();
    tables.iter().enumerate().try_for_each(|(i, row)| {
        let before = &all[..i];
        check_values(&row_of(table, i, row), At { own: Part(row), row: i, before, places: "row", ..at }, keys)
    })
}

fn check_value(place: &str, key: &str, value: &Value, kind: Kind, at: At<'_>) -> Checked {
    let text = value.as_str().unwrap_or_default();
    match (kind, value) {
        (Kind::Number(low, high), _) => check_range(place, key, value, (low, high)),
        (Kind::NumberBy(bounds), _) => check_range(place, key, value, bounds(&at)),
        (Kind::Choice(words), _) => check_choice(place, key, value, words),
        (Kind::ChoiceBy(words), _) => check_choice(place, key, value, &words(&at)),
        (Kind::NameIn(rows, what), _) => {
            must_be(place, key, value, at.file.column(rows, "name").contains(&text), &format!("the name of {what}"))
        }
        (Kind::Name(taken), _) => check_name(place, key, text, taken.contains(&text), at),
        (Kind::NameBy(taken), _) => check_name(place, key, text, taken(&at).iter().any(|name| name == text), at),
        (Kind::Fitting(fits, what), _) => must_be(place, key, value, fits(text), what),
        (Kind::List(least, most, each) | Kind::Set(least, most, each), Value::Array(items)) => {
            check_length(place, key, items.len(), (least, most))?;
            let all: Vec<&Value> = items.iter().collect();
            items.iter().enumerate().try_for_each(|(i, item)| {
                let (key, before) = (entry_of(key, i), &all[..i]);
                check_value(place, &key, item, *each, At { entry: i, before, places: "entry", ..at })?;
                if matches!(kind, Kind::Set(..)) { check_new(place, &key, item, before) } else { Ok(()) }
            })
        }
        _ => Ok(()),
    }
}

fn must_be(place: &str, key: &str, value: &Value, holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(format!("{}{key} must be {what}, not {}", lead(place), shown(value))) }
}

fn check_range(place: &str, key: &str, value: &Value, (low, high): (i64, i64)) -> Checked {
    must_be(place, key, value, (low..=high).contains(&whole(value)), &span(low, high))
}

fn check_choice(place: &str, key: &str, value: &Value, words: &[&str]) -> Checked {
    let only = if let [word] = words { (*word).to_owned() } else { format!("one of {}", words.join(", ")) };
    must_be(place, key, value, value.as_str().is_some_and(|text| words.contains(&text)), &only)
}

/// A name: its form, then that no other thing has it, neither one of the game nor one of the same column or list.
fn check_name(place: &str, key: &str, name: &str, taken: bool, at: At<'_>) -> Checked {
    if !is_name(name) {
        let found = shown(&Value::String(name.to_owned()));
        return Err(format!("{}{key} must be {NAME_RULE} not {found}", lead(place)));
    }
    let in_list = at.places == "entry";
    let place = if in_list { format!("{}{key}: ", lead(place)) } else { lead(place) };
    if taken {
        return Err(format!("{place}the name {name} belongs to another thing of the game"));
    }
    let name_of =
        |before: &Value| if in_list { before.as_str() } else { before.get(key).and_then(Value::as_str) } == Some(name);
    match at.before.iter().position(|before| name_of(before)) {
        Some(i) => Err(format!("{place}the name {name} stands twice (first in {} {})", at.places, i + 1)),
        None => Ok(()),
    }
}

/// A list at a place has so many entries; also for a game whose lists depend on what stands after them.
pub fn check_length(place: &str, key: &str, length: usize, (least, most): (usize, usize)) -> Result<(), String> {
    if (least..=most).contains(&length) {
        return Ok(());
    }
    let entries = if (least, most) == (1, 1) { "entry" } else { "entries" };
    Err(format!("{}{key} must have {} {entries}, not {length}", lead(place), span(least, most)))
}

/// An entry of a list whose entries differ.
fn check_new(place: &str, key: &str, item: &Value, before: &[&Value]) -> Checked {
    match before.iter().position(|earlier| *earlier == item) {
        Some(i) => {
            let word = item.as_str().map_or_else(|| shown(item), str::to_owned);
            Err(format!("{}{key}: {word} stands twice (first in entry {})", lead(place), i + 1))
        }
        None => Ok(()),
    }
}

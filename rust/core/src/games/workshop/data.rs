//! The data file: towns, connections, cards and counters, read and held against the checks on the game's page.

use crate::data_file;
use crate::error::{Error, Result};
use crate::forms::Object;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::fmt::Display;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/workshop.toml");

/// The most colours in play.
pub const COLOURS: usize = 5;
/// Kinds of towns, and of Demand counters.
pub const TYPES: usize = 5;
/// The most towns.
pub const TOWNS: usize = 32;
/// The most connections.
pub const CONNECTIONS: usize = 64;
/// The most card kinds: the towns and three values of wild cards.
pub const KINDS: usize = TOWNS + WILDS;
/// The most cards.
pub(super) const CARDS: usize = 64;
/// Kinds of wild cards.
pub(super) const WILDS: usize = 3;
/// The lowest value of a town; wild cards have this one and the next two.
pub(super) const LEAST_VALUE: u8 = 2;
/// The kinds of towns with their values.
pub const TYPE_VALUES: [(&str, u8); TYPES] =
    [("Textile", 4), ("Light Industry", 3), ("Heavy Industry", 3), ("Port", 2), ("Crafts", 2)];
/// Players, cards set aside, cards turned up in a round (R4).
pub(super) const CARD_PLANS: [(usize, usize, usize); 4] = [(2, 11, 4), (3, 12, 3), (4, 11, 4), (5, 9, 5)];

const STATUSES: [&str; 3] = ["rulebook", "inferred", "reconstructed"];

/// A town of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Town {
    /// Its name.
    pub(super) name: String,
    /// Its type, an index into [`TYPE_VALUES`].
    pub(super) kind: u8,
    /// Town cards of this town.
    pub(super) cards: u8,
    /// Whether one of them is a set-up card.
    pub(super) setup: bool,
}

/// A connection of two towns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Connection {
    /// The towns.
    pub(super) ends: [u8; 2],
    /// Whether it takes two Links.
    pub(super) double: bool,
}

/// All tables, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Data {
    /// Colour names.
    pub(super) colours: [String; COLOURS],
    /// Demand counters of each type.
    pub(super) counters: [u8; TYPES],
    /// Towns.
    pub(super) towns: Vec<Town>,
    /// Connections.
    pub(super) connections: Vec<Connection>,
    /// The two connections that cross without a junction.
    pub(super) crossing: [u8; 2],
    /// Wild cards of the values 2, 3, 4.
    pub(super) wilds: [u8; WILDS],
}

impl Data {
    /// The value of a town.
    pub(super) fn value(&self, town: usize) -> u8 {
        TYPE_VALUES[usize::from(self.towns[town].kind)].1
    }

    /// The name of a connection.
    pub(super) fn connection_name(&self, connection: usize) -> String {
        let [a, b] = self.connections[connection].ends.map(|end| &self.towns[usize::from(end)].name);
        format!("{a} - {b}")
    }

    /// The names of the card kinds: the towns, then the wild cards.
    pub(super) fn kind_names(&self) -> Vec<String> {
        let wilds = (0..WILDS).map(|wild| format!("Wild {}", wild + usize::from(LEAST_VALUE)));
        self.towns.iter().map(|town| town.name.clone()).chain(wilds).collect()
    }

    /// The number of cards of each kind.
    pub(super) fn copies(&self) -> Vec<u8> {
        self.towns.iter().map(|town| town.cards).chain(self.wilds).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: i64,
    game: String,
    board: Object<BoardTable>,
    pieces: Object<PiecesTable>,
    colours: Vec<Object<ColourRow>>,
    types: Vec<Object<TypeRow>>,
    towns: Vec<Object<TownRow>>,
    connections: Vec<Object<ConnectionRow>>,
    crossing: Object<CrossingTable>,
    wilds: Vec<Object<WildRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardTable {
    width: i64,
    height: i64,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecesTable {
    industries_per_colour: i64,
    links_per_colour: i64,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColourRow {
    name: String,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeRow {
    name: String,
    value: i64,
    counters: i64,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TownRow {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    x: i64,
    y: i64,
    cards: i64,
    setup: bool,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConnectionRow {
    a: String,
    b: String,
    links: i64,
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrossingTable {
    #[serde(deserialize_with = "two_names")]
    first: [String; 2],
    #[serde(deserialize_with = "two_names")]
    second: [String; 2],
    status: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WildRow {
    value: i64,
    count: i64,
    status: String,
}

/// Two names and no more: an array of two would be read from the beginning of a longer list as well.
fn two_names<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<[String; 2], D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    names.try_into().map_err(|names: Vec<String>| D::Error::invalid_length(names.len(), &"two town names"))
}

/// Reads and checks the text of a data file.
pub(super) fn parse(text: &str) -> Result<Data> {
    let file: File = data_file::read("workshop.toml", text)?;
    check_head(&file)?;
    check_pieces(&file.pieces.0)?;
    let colours = read_colours(&file.colours)?;
    let counters = read_types(&file.types)?;
    let towns = read_towns(&file)?;
    let connections = read_connections(&file.connections, &towns)?;
    check_connected(&towns, &connections)?;
    let crossing = read_crossing(&file.crossing.0, &towns, &connections)?;
    let wilds = read_wilds(&file.wilds, &towns)?;
    let data = Data { colours, counters, towns, connections, crossing, wilds };
    check_cards(&data)?;
    Ok(data)
}

fn wrong(reason: impl Display) -> Error {
    Error::data(format!("workshop.toml: {reason}"))
}

/// Refuses with the reason unless the condition holds.
fn check(holds: bool, reason: impl FnOnce() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(wrong(reason())) }
}

fn check_status(row: impl Display, status: &str) -> Result<()> {
    check(STATUSES.contains(&status), || format!("{row}: status must be rulebook, inferred or reconstructed"))
}

/// Words joined by one space, each a letter followed by letters, apostrophes, full stops or hyphens.
fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '\'' | '.' | '-'))
    };
    (1..=24).contains(&name.len()) && name.split(' ').all(is_word)
}

/// Checks the name of row `i` of a table against the rule and the rows before it.
fn check_name<'a>(table: &str, i: usize, name: &str, mut earlier: impl Iterator<Item = &'a str>) -> Result<()> {
    check(is_name(name), || format!("{table} {}: \"{name}\" is not a name", i + 1))?;
    check(earlier.all(|other| other != name), || format!("{table} {}: {name} is there twice", i + 1))
}

fn check_head(file: &File) -> Result<()> {
    check(file.format == 1, || "format: must be 1".to_owned())?;
    check(file.game == "workshop", || "game: must be \"workshop\"".to_owned())?;
    let BoardTable { width, height, status } = &file.board.0;
    let fits = |size: &i64| (1..=10_000).contains(size);
    check(fits(width) && fits(height), || "board: width and height must be from 1 to 10000".to_owned())?;
    check_status("board", status)
}

fn check_pieces(table: &PiecesTable) -> Result<()> {
    let PiecesTable { industries_per_colour, links_per_colour, status } = table;
    check((20..=100).contains(industries_per_colour), || {
        "pieces: industries_per_colour must be from 20 to 100".to_owned()
    })?;
    check((18..=100).contains(links_per_colour), || "pieces: links_per_colour must be from 18 to 100".to_owned())?;
    check_status("pieces", status)
}

fn read_colours(rows: &[Object<ColourRow>]) -> Result<[String; COLOURS]> {
    check(rows.len() == COLOURS, || format!("colours: there must be 5, not {}", rows.len()))?;
    for (i, Object(row)) in rows.iter().enumerate() {
        check_name("colours", i, &row.name, rows[..i].iter().map(|earlier| earlier.0.name.as_str()))?;
        check_status(format_args!("colours {}", i + 1), &row.status)?;
    }
    Ok(std::array::from_fn(|i| rows[i].0.name.clone()))
}

fn read_types(rows: &[Object<TypeRow>]) -> Result<[u8; TYPES]> {
    check(rows.len() == TYPES, || format!("types: there must be 5, not {}", rows.len()))?;
    for (i, Object(row)) in rows.iter().enumerate() {
        let (name, value) = TYPE_VALUES[i];
        let row_number = i + 1;
        check(row.name == name && row.value == i64::from(value), || {
            format!("types {row_number}: must be {name} with value {value}")
        })?;
        check((1..=15).contains(&row.counters), || format!("types {row_number}: counters must be from 1 to 15"))?;
        check_status(format_args!("types {row_number}"), &row.status)?;
    }
    let counters = std::array::from_fn(|i| rows[i].0.counters as u8);
    let all: u32 = counters.iter().map(|count| u32::from(*count)).sum();
    check((20..=40).contains(&all), || format!("types: there must be 20 to 40 counters, not {all}"))?;
    Ok(counters)
}

fn read_towns(file: &File) -> Result<Vec<Town>> {
    let rows = &file.towns;
    check((2..=TOWNS).contains(&rows.len()), || format!("towns: there must be 2 to 32, not {}", rows.len()))?;
    let mut towns = Vec::with_capacity(rows.len());
    for (i, Object(row)) in rows.iter().enumerate() {
        check_name("towns", i, &row.name, rows[..i].iter().map(|earlier| earlier.0.name.as_str()))?;
        towns.push(read_town(row, &file.board.0).map_err(|reason| wrong(format_args!("towns {}: {reason}", i + 1)))?);
        check_status(format_args!("towns {}", i + 1), &row.status)?;
    }
    Ok(towns)
}

fn read_town(row: &TownRow, board: &BoardTable) -> Result<Town, String> {
    let kind = TYPE_VALUES.iter().position(|(name, _)| *name == row.kind);
    let kind = kind.ok_or_else(|| format!("{} is not a type", row.kind))? as u8;
    if !(0..=board.width).contains(&row.x) || !(0..=board.height).contains(&row.y) {
        return Err("x and y must lie on the board".to_owned());
    }
    if !(0..=9).contains(&row.cards) {
        return Err("cards must be from 0 to 9".to_owned());
    }
    if row.setup && row.cards == 0 {
        return Err("a set-up town needs a card".to_owned());
    }
    Ok(Town { name: row.name.clone(), kind, cards: row.cards as u8, setup: row.setup })
}

fn town_index(towns: &[Town], name: &str) -> Option<u8> {
    towns.iter().position(|town| town.name == name).map(|i| i as u8)
}

/// The connection of two towns, whichever is named first.
fn joined(connections: &[Connection], a: u8, b: u8) -> Option<usize> {
    connections.iter().position(|connection| connection.ends == [a, b] || connection.ends == [b, a])
}

fn read_connections(rows: &[Object<ConnectionRow>], towns: &[Town]) -> Result<Vec<Connection>> {
    let count = rows.len();
    check((1..=CONNECTIONS).contains(&count), || format!("connections: there must be 1 to 64, not {count}"))?;
    let mut connections = Vec::with_capacity(count);
    for (i, Object(row)) in rows.iter().enumerate() {
        let connection = read_connection(row, towns, &connections)
            .map_err(|reason| wrong(format_args!("connections {}: {reason}", i + 1)))?;
        connections.push(connection);
        check_status(format_args!("connections {}", i + 1), &row.status)?;
    }
    Ok(connections)
}

fn read_connection(row: &ConnectionRow, towns: &[Town], earlier: &[Connection]) -> Result<Connection, String> {
    let end = |name: &str| town_index(towns, name).ok_or_else(|| format!("{name} is not a town"));
    let (a, b) = (end(&row.a)?, end(&row.b)?);
    if a == b {
        return Err("a town is not connected with itself".to_owned());
    }
    if joined(earlier, a, b).is_some() {
        return Err(format!("{} and {} are connected twice", row.a, row.b));
    }
    if !(1..=2).contains(&row.links) {
        return Err("links must be 1 or 2".to_owned());
    }
    Ok(Connection { ends: [a, b], double: row.links == 2 })
}

fn check_connected(towns: &[Town], connections: &[Connection]) -> Result<()> {
    let mut reached = 1_u32;
    for _ in towns {
        for [a, b] in connections.iter().map(|connection| connection.ends) {
            if (reached >> a | reached >> b) & 1 == 1 {
                reached |= 1 << a | 1 << b;
            }
        }
    }
    match (0..towns.len()).find(|town| reached >> town & 1 == 0) {
        Some(town) => {
            Err(wrong(format_args!("connections: {} cannot be reached from {}", towns[town].name, towns[0].name)))
        }
        None => Ok(()),
    }
}

fn read_crossing(table: &CrossingTable, towns: &[Town], connections: &[Connection]) -> Result<[u8; 2]> {
    let line = |names: &[String; 2]| {
        let ends = (town_index(towns, &names[0]), town_index(towns, &names[1]));
        let found = if let (Some(a), Some(b)) = ends { joined(connections, a, b) } else { None };
        found.ok_or_else(|| wrong(format_args!("crossing: {} - {} is not a connection", names[0], names[1])))
    };
    let (first, second) = (line(&table.first)?, line(&table.second)?);
    let ends = connections[second].ends;
    check(connections[first].ends.iter().all(|end| !ends.contains(end)), || {
        "crossing: the two connections share a town".to_owned()
    })?;
    check_status("crossing", &table.status)?;
    Ok([first as u8, second as u8])
}

fn read_wilds(rows: &[Object<WildRow>], towns: &[Town]) -> Result<[u8; WILDS]> {
    check(rows.len() == WILDS, || format!("wilds: there must be 3, not {}", rows.len()))?;
    for (i, Object(row)) in rows.iter().enumerate() {
        let (row_number, value) = (i + 1, LEAST_VALUE + i as u8);
        check(row.value == i64::from(value), || format!("wilds {row_number}: value must be {value}"))?;
        check((0..=9).contains(&row.count), || format!("wilds {row_number}: count must be from 0 to 9"))?;
        let of_value = |town: &Town| TYPE_VALUES[usize::from(town.kind)].1 == value;
        check(row.count == 0 || towns.iter().any(of_value), || {
            format!("wilds {row_number}: no town has value {value}")
        })?;
        check_status(format_args!("wilds {row_number}"), &row.status)?;
    }
    Ok(std::array::from_fn(|i| rows[i].0.count as u8))
}

fn check_cards(data: &Data) -> Result<()> {
    let setups = data.towns.iter().filter(|town| town.setup).count();
    check(setups == 6, || format!("towns: 6 must be set-up towns, not {setups}"))?;
    let cards: usize = data.copies().into_iter().map(usize::from).sum();
    check(cards <= CARDS, || format!("cards: there must be at most 64, not {cards}"))?;
    for (_, aside, colours) in CARD_PLANS {
        check(cards > aside && (cards - aside).is_multiple_of(colours), || {
            format!("cards: {cards} cards less {aside} set aside are no whole rounds of {colours}")
        })?;
    }
    Ok(())
}

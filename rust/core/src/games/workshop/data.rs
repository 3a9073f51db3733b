//! The data file: towns, connections, cards and counters, read and held against the checks on the game's page.

use crate::data_file::Kind::{self, Choice, ChoiceBy, Flag, List, Name, NameIn, Number, NumberBy, Rows, Table};
use crate::data_file::{DataFile, Keys, Part};
use crate::error::Result;
use crate::setup::Setup;

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
/// The names of the wild cards, by value.
const WILD_NAMES: [&str; WILDS] = ["Wild 2", "Wild 3", "Wild 4"];
/// The kinds of towns with their values.
pub const TYPE_VALUES: [(&str, u8); TYPES] =
    [("Textile", 4), ("Light Industry", 3), ("Heavy Industry", 3), ("Port", 2), ("Crafts", 2)];
/// Players, cards set aside, cards turned up in a round (R4).
pub(super) const CARD_PLANS: [(usize, usize, usize); 4] = [(2, 11, 4), (3, 12, 3), (4, 11, 4), (5, 9, 5)];

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
        let wilds = WILD_NAMES.iter().map(|name| (*name).to_owned());
        self.towns.iter().map(|town| town.name.clone()).chain(wilds).collect()
    }

    /// The number of cards of each kind.
    pub(super) fn copies(&self) -> Vec<u8> {
        self.towns.iter().map(|town| town.cards).chain(self.wilds).collect()
    }
}

const STATUS: Kind = Choice(&["rulebook", "inferred", "reconstructed"]);
const TOWN: Kind = NameIn("towns", "a town");

const FILE: Keys = &[
    ("format", Number(1, 1)),
    ("game", Choice(&["workshop"])),
    ("board", Table(&[("width", Number(1, 10_000)), ("height", Number(1, 10_000)), ("status", STATUS)])),
    ("pieces", Table(PIECES)),
    ("colours", Rows(COLOURS, COLOURS, &[("name", Name(&[])), ("status", STATUS)])),
    ("types", Rows(TYPES, TYPES, TYPE_ROW)),
    ("towns", Rows(2, TOWNS, TOWN_ROW)),
    ("connections", Rows(1, CONNECTIONS, CONNECTION_ROW)),
    ("crossing", Table(&[("first", List(2, 2, &TOWN)), ("second", List(2, 2, &TOWN)), ("status", STATUS)])),
    ("wilds", Rows(WILDS, WILDS, WILD_ROW)),
];

const PIECES: Keys =
    &[("industries_per_colour", Number(20, 100)), ("links_per_colour", Number(18, 100)), ("status", STATUS)];

const TYPE_ROW: Keys = &[
    ("name", ChoiceBy(|at| vec![TYPE_VALUES[at.row].0])),
    ("value", NumberBy(|at| (TYPE_VALUES[at.row].1.into(), TYPE_VALUES[at.row].1.into()))),
    ("counters", Number(1, 15)),
    ("status", STATUS),
];

const TOWN_ROW: Keys = &[
    ("name", Name(&WILD_NAMES)),
    ("type", ChoiceBy(|_| TYPE_VALUES.map(|(name, _)| name).to_vec())),
    ("x", NumberBy(|at| (0, at.file.table("board").number("width")))),
    ("y", NumberBy(|at| (0, at.file.table("board").number("height")))),
    ("cards", Number(0, 9)),
    ("setup", Flag),
    ("status", STATUS),
];

const CONNECTION_ROW: Keys = &[("a", TOWN), ("b", TOWN), ("links", Number(1, 2)), ("status", STATUS)];

const WILD_ROW: Keys =
    &[("value", NumberBy(|at| (wild_value(at.row), wild_value(at.row)))), ("count", Number(0, 9)), ("status", STATUS)];

fn wild_value(wild: usize) -> i64 {
    wild as i64 + i64::from(LEAST_VALUE)
}

/// Reads and checks the data of a game.
pub(super) fn parse(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    let file = file.top();
    let refuse = |sentence: String| setup.wrong_data(sentence);
    let counters = numbers(file, "types", "counters");
    check_counters(counters).map_err(refuse)?;
    let towns = towns(file).map_err(refuse)?;
    let connections = connections(file, &towns).map_err(refuse)?;
    check_connected(&towns, &connections).map_err(refuse)?;
    let crossing = crossing(file.table("crossing"), &towns, &connections).map_err(refuse)?;
    let wilds = numbers(file, "wilds", "count");
    check_wilds(wilds, &towns).map_err(refuse)?;
    let names = file.column("colours", "name");
    let data =
        Data { colours: std::array::from_fn(|i| names[i].to_owned()), counters, towns, connections, crossing, wilds };
    check_cards(&data).map_err(refuse)?;
    Ok(data)
}

/// A number of each row.
fn numbers<const N: usize>(file: Part<'_>, rows: &str, key: &str) -> [u8; N] {
    let rows = file.rows(rows);
    std::array::from_fn(|i| rows[i].number(key))
}

/// Refuses with the reason unless the condition holds.
fn check(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

fn check_counters(counters: [u8; TYPES]) -> Result<(), String> {
    let all: u8 = counters.into_iter().sum();
    check((20..=40).contains(&all), || format!("[types]: counters must be 20 to 40 in all, not {all}"))
}

fn towns(file: Part<'_>) -> Result<Vec<Town>, String> {
    let town = |(i, row): (usize, Part<'_>)| {
        let kind = TYPE_VALUES.iter().position(|(name, _)| *name == row.text("type")).expect("it was checked") as u8;
        let town =
            Town { name: row.text("name").to_owned(), kind, cards: row.number("cards"), setup: row.flag("setup") };
        let sentence = || format!("[towns] row {} ({}): a set-up town needs a card", i + 1, town.name);
        check(!town.setup || town.cards > 0, sentence)?;
        Ok(town)
    };
    file.rows("towns").into_iter().enumerate().map(town).collect()
}

fn town_index(towns: &[Town], name: &str) -> u8 {
    towns.iter().position(|town| town.name == name).expect("it was checked") as u8
}

/// The connection of two towns, whichever is named first.
fn joined(connections: &[Connection], [a, b]: [u8; 2]) -> Option<usize> {
    connections.iter().position(|connection| connection.ends == [a, b] || connection.ends == [b, a])
}

fn connections(file: Part<'_>, towns: &[Town]) -> Result<Vec<Connection>, String> {
    let mut connections = Vec::new();
    for (i, row) in file.rows("connections").into_iter().enumerate() {
        let names = [row.text("a"), row.text("b")];
        let ends = names.map(|name| town_index(towns, name));
        let place = format!("[connections] row {}", i + 1);
        check(ends[0] != ends[1], || format!("{place}: a town is not connected with itself"))?;
        if let Some(first) = joined(&connections, ends) {
            let [a, b] = names;
            return Err(format!("{place}: {a} and {b} are connected twice (first in row {})", first + 1));
        }
        connections.push(Connection { ends, double: row.number::<u8>("links") == 2 });
    }
    Ok(connections)
}

fn check_connected(towns: &[Town], connections: &[Connection]) -> Result<(), String> {
    let mut reached = 1_u32;
    for _ in towns {
        for [a, b] in connections.iter().map(|connection| connection.ends) {
            if (reached >> a | reached >> b) & 1 == 1 {
                reached |= 1 << a | 1 << b;
            }
        }
    }
    match (0..towns.len()).find(|town| reached >> town & 1 == 0) {
        Some(town) => Err(format!("[connections]: {} cannot be reached from {}", towns[town].name, towns[0].name)),
        None => Ok(()),
    }
}

fn crossing(table: Part<'_>, towns: &[Town], connections: &[Connection]) -> Result<[u8; 2], String> {
    let line = |key: &str| {
        let names = table.texts(key);
        let found = joined(connections, [town_index(towns, names[0]), town_index(towns, names[1])]);
        found.ok_or_else(|| format!("[crossing]: {} is not a connection", names.join(" - ")))
    };
    let (first, second) = (line("first")?, line("second")?);
    let ends = connections[second].ends;
    let apart = connections[first].ends.iter().all(|end| !ends.contains(end));
    check(apart, || "[crossing]: the two connections share a town".to_owned())?;
    Ok([first as u8, second as u8])
}

fn check_wilds(wilds: [u8; WILDS], towns: &[Town]) -> Result<(), String> {
    for (i, count) in wilds.into_iter().enumerate() {
        let value = LEAST_VALUE + i as u8;
        let is_there = towns.iter().any(|town| TYPE_VALUES[usize::from(town.kind)].1 == value);
        check(count == 0 || is_there, || format!("[wilds] row {}: no town has value {value}", i + 1))?;
    }
    Ok(())
}

fn check_cards(data: &Data) -> Result<(), String> {
    let setups = data.towns.iter().filter(|town| town.setup).count();
    check(setups == 6, || format!("[towns]: 6 must be set-up towns, not {setups}"))?;
    let cards: usize = data.copies().into_iter().map(usize::from).sum();
    check(cards <= CARDS, || format!("[towns]: cards must be at most 64 in all with the wild ones, not {cards}"))?;
    for (_, aside, colours) in CARD_PLANS {
        check(cards > aside && (cards - aside).is_multiple_of(colours), || {
            format!("[towns]: {cards} cards less {aside} set aside are no whole rounds of {colours}")
        })?;
    }
    Ok(())
}

//! The data file: every number of the rules, towns, connections, cards and counters, read and held against the checks on
//! the game's page.

use crate::data_file::Kind::{self, Choice, Flag, List, Name, NameIn, Number, NumberBy, Rows, Table};
use crate::data_file::{DataFile, Keys, Part, SOURCE};
use crate::error::Result;
use crate::setup::Setup;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/workshop.toml");

/// The most colours in play.
pub const COLOURS: usize = 5;
/// The most types of towns, and of Demand counters.
pub const MOST_TYPES: usize = 8;
/// The most towns.
pub const MOST_TOWNS: usize = 48;
/// The most connections.
pub const MOST_CONNECTIONS: usize = 96;
/// The most kinds of wild cards.
pub(super) const MOST_WILDS: usize = 8;
/// The most card kinds: the towns and the wild cards.
pub const MOST_KINDS: usize = MOST_TOWNS + MOST_WILDS;
/// The most pairs of connections that cross.
const MOST_CROSSINGS: usize = 8;
/// The most cards.
pub(super) const MOST_CARDS: usize = 128;
/// The most Demand counters.
pub(super) const MOST_COUNTERS: usize = 128;
/// The highest value of a town.
pub(super) const MOST_VALUE: u8 = 9;
/// Names that no town can have, whatever the values of the file: those of the wild cards.
const WILD_NAMES: [&str; MOST_VALUE as usize] =
    ["Wild 1", "Wild 2", "Wild 3", "Wild 4", "Wild 5", "Wild 6", "Wild 7", "Wild 8", "Wild 9"];
/// The numbers of players, a row of `[[players]]` each, with the colours in play (R1).
const PLAYERS: [(usize, usize); 4] = [(2, 4), (3, 3), (4, 4), (5, 5)];

/// A type of town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Type {
    /// Its name.
    pub(super) name: String,
    /// What a town pays, and how many Industries it holds (R23, R30).
    pub(super) value: u8,
    /// Demand counters of it.
    pub(super) counters: u8,
}

/// A town of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Town {
    /// Its name.
    pub(super) name: String,
    /// Its type, an index.
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

/// A kind of wild card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wild {
    /// The value of the towns that it is good for.
    pub(super) value: u8,
    /// Cards of it.
    pub(super) count: u8,
}

/// What depends on the number of players, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seats {
    /// Players.
    pub(super) players: usize,
    /// Colours in play (R1).
    pub(super) colours: usize,
    /// Cash at the start (R2).
    pub(super) start: u16,
    /// Cards set aside (R4).
    pub(super) aside: u8,
    /// Demand counters that a player draws in an era (R5).
    pub(super) draw: u8,
}

/// The numbers of the rules that are the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    /// The least bid, also the price of a card that nobody bids for (R9, R10, R12, R15).
    pub(super) minimum_bid: u16,
    /// Revenue given back for a pound (R24).
    pub(super) revenue_for_pound: u16,
    /// Demand counters for each box that must be placed (R5, R38), and that may be (R33, R38).
    pub(super) must_place: u8,
    pub(super) may_place: u8,
    /// Pounds for an Industry, for each counter of its type (R36).
    pub(super) demand_pay: u16,
    /// The price of a Link in the canal and in the railway era (R27).
    pub(super) link_costs: [u16; 2],
    /// Links in a turn at most (R25).
    pub(super) in_turn: u8,
    /// Pounds for a Link of the largest network and for another one (R35).
    pub(super) largest_network: u16,
    pub(super) other_networks: u16,
    /// Industries and Links of a colour (R41 to R43).
    pub(super) industries: u8,
    pub(super) links: u8,
}

/// All tables, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Data {
    /// The rows of the numbers of players.
    pub(super) seats: [Seats; PLAYERS.len()],
    /// The numbers of the rules.
    pub(super) figures: Figures,
    /// Colour names, those in play first.
    pub(super) colours: Vec<String>,
    /// Types of towns.
    pub(super) types: Vec<Type>,
    /// Towns.
    pub(super) towns: Vec<Town>,
    /// Connections.
    pub(super) connections: Vec<Connection>,
    /// Pairs of connections that cross without a junction.
    pub(super) crossings: Vec<[u8; 2]>,
    /// Wild cards.
    pub(super) wilds: Vec<Wild>,
}

impl Data {
    /// The value of a town.
    pub(super) fn value(&self, town: usize) -> u8 {
        self.type_of(town).value
    }

    /// The type of a town.
    pub(super) fn type_of(&self, town: usize) -> &Type {
        &self.types[usize::from(self.towns[town].kind)]
    }

    /// The name of a connection.
    pub(super) fn connection_name(&self, connection: usize) -> String {
        let [a, b] = self.connections[connection].ends.map(|end| &self.towns[usize::from(end)].name);
        format!("{a} - {b}")
    }

    /// The names of the card kinds: the towns, then the wild cards.
    pub(super) fn kind_names(&self) -> Vec<String> {
        let wilds = self.wilds.iter().map(|wild| format!("Wild {}", wild.value));
        self.towns.iter().map(|town| town.name.clone()).chain(wilds).collect()
    }

    /// The number of cards of each kind.
    pub(super) fn copies(&self) -> Vec<u8> {
        self.towns.iter().map(|town| town.cards).chain(self.wilds.iter().map(|wild| wild.count)).collect()
    }

    /// The number of cards.
    pub(super) fn cards(&self) -> usize {
        self.copies().into_iter().map(usize::from).sum()
    }

    /// The number of Demand counters of each type.
    pub(super) fn counters_by_type(&self) -> [u8; MOST_TYPES] {
        std::array::from_fn(|kind| self.types.get(kind).map_or(0, |kind| kind.counters))
    }

    /// The number of Demand counters.
    fn counters(&self) -> usize {
        self.types.iter().map(|kind| usize::from(kind.counters)).sum()
    }

    /// The row of a number of players.
    pub(super) fn seats_of(&self, players: usize) -> Seats {
        *self.seats.iter().find(|seats| seats.players == players).expect("2 to 5 players")
    }

    /// The rounds of an era (R4).
    pub(super) fn rounds(&self, seats: &Seats) -> usize {
        (self.cards() - usize::from(seats.aside)) / seats.colours
    }
}

const TOWN: Kind = NameIn("towns", "a town");

const FILE: Keys = &[
    ("format", Number(2, 2)),
    ("game", Choice(&["workshop"])),
    ("board", Table(&[SOURCE, ("width", Number(1, 10_000)), ("height", Number(1, 10_000))])),
    ("pieces", Table(PIECES)),
    ("players", Rows(PLAYERS.len(), PLAYERS.len(), PLAYERS_ROW)),
    ("money", Table(MONEY)),
    ("demand", Table(DEMAND)),
    ("links", Table(LINKS)),
    ("colours", Rows(COLOURS, 6, &[SOURCE, ("name", Name(&[]))])),
    ("types", Rows(2, MOST_TYPES, TYPE_ROW)),
    ("towns", Rows(2, MOST_TOWNS, TOWN_ROW)),
    ("connections", Rows(1, MOST_CONNECTIONS, CONNECTION_ROW)),
    ("crossings", Rows(0, MOST_CROSSINGS, CROSSING_ROW)),
    ("wilds", Rows(0, MOST_WILDS, WILD_ROW)),
];

const PIECES: Keys = &[SOURCE, ("industries_per_colour", Number(3, 100)), ("links_per_colour", Number(0, 200))];

const PLAYERS_ROW: Keys = &[
    SOURCE,
    ("number", NumberBy(|at| (PLAYERS[at.row].0 as i64, PLAYERS[at.row].0 as i64))),
    ("start_cash", Number(0, 1000)),
    ("set_aside", Number(0, 125)),
    ("counters", Number(0, 20)),
];

const MONEY: Keys = &[SOURCE, ("minimum_bid", Number(0, 100)), ("revenue_for_pound", Number(1, 20))];

const DEMAND: Keys = &[SOURCE, ("must_place", Number(0, 10)), ("may_place", Number(0, 20)), ("pay", Number(0, 20))];

const LINKS: Keys = &[
    SOURCE,
    ("canal_cost", Number(0, 50)),
    ("rail_cost", Number(0, 50)),
    ("in_turn", Number(0, 2)),
    ("largest_network", Number(0, 20)),
    ("other_networks", Number(0, 20)),
];

const TYPE_ROW: Keys =
    &[SOURCE, ("name", Name(&[])), ("value", Number(1, MOST_VALUE as i64)), ("counters", Number(0, 60))];

const TOWN_ROW: Keys = &[
    SOURCE,
    ("name", Name(&WILD_NAMES)),
    ("type", NameIn("types", "a type")),
    ("x", NumberBy(|at| (0, at.file.table("board").number("width")))),
    ("y", NumberBy(|at| (0, at.file.table("board").number("height")))),
    ("cards", Number(0, 20)),
    ("setup", Flag),
];

const CONNECTION_ROW: Keys = &[SOURCE, ("a", TOWN), ("b", TOWN), ("links", Number(1, 2))];

const CROSSING_ROW: Keys = &[SOURCE, ("first", List(2, 2, &TOWN)), ("second", List(2, 2, &TOWN))];

const WILD_ROW: Keys = &[SOURCE, ("value", Number(1, MOST_VALUE as i64)), ("count", Number(0, 20))];

/// Reads and checks the data of a game.
pub(super) fn parse(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    let data = tables(file.top());
    check_tables(&data, file.top()).map_err(|sentence| setup.wrong_data(sentence))?;
    Ok(data)
}

// --- the tables ----------------------------------------------------------------------------------------------------------

fn tables(file: Part<'_>) -> Data {
    let types = each(file, "types", |row| Type {
        name: row.text("name").to_owned(),
        value: row.number("value"),
        counters: row.number("counters"),
    });
    let type_index = |name: &str| types.iter().position(|kind| kind.name == name).expect("it was checked") as u8;
    let towns = each(file, "towns", |row| Town {
        name: row.text("name").to_owned(),
        kind: type_index(row.text("type")),
        cards: row.number("cards"),
        setup: row.flag("setup"),
    });
    let connections = each(file, "connections", |row| Connection {
        ends: ["a", "b"].map(|key| town_index(&towns, row.text(key))),
        double: row.number::<u8>("links") == 2,
    });
    let crossing = |row: Part<'_>| {
        // What is no connection is refused before it is looked at.
        let line = |key| joined(&connections, line_ends(&towns, row, key)).unwrap_or(0) as u8;
        [line("first"), line("second")]
    };
    Data {
        seats: seats(file),
        figures: figures(file),
        colours: file.column("colours", "name").into_iter().map(str::to_owned).collect(),
        crossings: each(file, "crossings", crossing),
        wilds: each(file, "wilds", |row| Wild { value: row.number("value"), count: row.number("count") }),
        types,
        towns,
        connections,
    }
}

/// What each row of a list of tables says.
fn each<T>(file: Part<'_>, rows: &str, read: impl Fn(Part<'_>) -> T) -> Vec<T> {
    file.rows(rows).into_iter().map(read).collect()
}

fn seats(file: Part<'_>) -> [Seats; PLAYERS.len()] {
    let rows = file.rows("players");
    std::array::from_fn(|i| {
        let (players, colours) = PLAYERS[i];
        let row = rows[i];
        let [aside, draw] = ["set_aside", "counters"].map(|key| row.number(key));
        Seats { players, colours, start: row.number("start_cash"), aside, draw }
    })
}

fn figures(file: Part<'_>) -> Figures {
    let [pieces, money, demand, links] = ["pieces", "money", "demand", "links"].map(|table| file.table(table));
    Figures {
        minimum_bid: money.number("minimum_bid"),
        revenue_for_pound: money.number("revenue_for_pound"),
        must_place: demand.number("must_place"),
        may_place: demand.number("may_place"),
        demand_pay: demand.number("pay"),
        link_costs: ["canal_cost", "rail_cost"].map(|key| links.number(key)),
        in_turn: links.number("in_turn"),
        largest_network: links.number("largest_network"),
        other_networks: links.number("other_networks"),
        industries: pieces.number("industries_per_colour"),
        links: pieces.number("links_per_colour"),
    }
}

fn town_index(towns: &[Town], name: &str) -> u8 {
    towns.iter().position(|town| town.name == name).expect("it was checked") as u8
}

/// The towns that a row names under a key.
fn line_ends(towns: &[Town], row: Part<'_>, key: &str) -> [u8; 2] {
    let names = row.texts(key);
    [names[0], names[1]].map(|name| town_index(towns, name))
}

/// The connection of two towns, whichever is named first.
fn joined(connections: &[Connection], [a, b]: [u8; 2]) -> Option<usize> {
    connections.iter().position(|connection| connection.ends == [a, b] || connection.ends == [b, a])
}

// --- the cross-checks ----------------------------------------------------------------------------------------------------

type Checked = Result<(), String>;

fn check_tables(data: &Data, file: Part<'_>) -> Checked {
    check_counters(data)?;
    check_setup_towns(data)?;
    check_connections(data)?;
    check_connected(data)?;
    check_crossings(data, file)?;
    check_wilds(data)?;
    check_cards(data)
}

/// Refuses with the reason unless the condition holds.
fn check(holds: bool, reason: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(reason()) }
}

fn check_counters(data: &Data) -> Checked {
    let total = data.counters();
    check(total <= MOST_COUNTERS, || format!("[types]: counters must be at most {MOST_COUNTERS} in all, not {total}"))?;
    for (i, Seats { players, colours, draw, .. }) in data.seats.into_iter().enumerate() {
        let row = format!("[players] row {}", i + 1);
        let drawn = 2 * players * usize::from(draw);
        let sentence = || format!("{row}: {players} players draw {drawn} counters in a game, [types] has {total}");
        check(drawn <= total, sentence)?;
        let must = usize::from(data.figures.must_place) * colours / players;
        let sentence = || format!("{row}: each player must place {must} counters and draws {draw}");
        check(must <= usize::from(draw), sentence)?;
    }
    Ok(())
}

fn check_setup_towns(data: &Data) -> Checked {
    data.towns.iter().enumerate().try_for_each(|(i, town)| {
        let sentence = || format!("[towns] row {} ({}): a set-up town needs a card", i + 1, town.name);
        check(!town.setup || town.cards > 0, sentence)
    })
}

fn check_connections(data: &Data) -> Checked {
    for (i, Connection { ends, .. }) in data.connections.iter().enumerate() {
        let place = format!("[connections] row {}", i + 1);
        check(ends[0] != ends[1], || format!("{place}: a town is not connected with itself"))?;
        if let Some(first) = joined(&data.connections[..i], *ends) {
            let [a, b] = ends.map(|end| &data.towns[usize::from(end)].name);
            return Err(format!("{place}: {a} and {b} are connected twice (first in row {})", first + 1));
        }
    }
    Ok(())
}

fn check_connected(data: &Data) -> Checked {
    let towns = &data.towns;
    let mut reached = 1_u64;
    for _ in towns {
        for [a, b] in data.connections.iter().map(|connection| connection.ends) {
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

fn check_crossings(data: &Data, file: Part<'_>) -> Checked {
    for (i, row) in file.rows("crossings").into_iter().enumerate() {
        let place = format!("[crossings] row {}", i + 1);
        let lines = ["first", "second"].map(|key| (key, line_ends(&data.towns, row, key)));
        for (key, ends) in lines {
            let there = joined(&data.connections, ends).is_some();
            check(there, || format!("{place}: {} is not a connection", row.texts(key).join(" - ")))?;
        }
        let [(_, first), (_, second)] = lines;
        let apart = first.iter().all(|end| !second.contains(end));
        check(apart, || format!("{place}: the two connections share a town"))?;
    }
    Ok(())
}

fn check_wilds(data: &Data) -> Checked {
    for (i, Wild { value, count }) in data.wilds.iter().copied().enumerate() {
        let place = format!("[wilds] row {}", i + 1);
        if let Some(first) = data.wilds[..i].iter().position(|wild| wild.value == value) {
            return Err(format!("{place}: value {value} stands twice (first in row {})", first + 1));
        }
        let is_there = (0..data.towns.len()).any(|town| data.value(town) == value);
        check(count == 0 || is_there, || format!("{place}: no town has value {value}"))?;
    }
    Ok(())
}

fn check_cards(data: &Data) -> Checked {
    let cards = data.cards();
    let sentence = || format!("[towns]: cards must be at most {MOST_CARDS} in all with the wild ones, not {cards}");
    check(cards <= MOST_CARDS, sentence)?;
    let setups = data.towns.iter().filter(|town| town.setup).count();
    for Seats { players, colours, aside, .. } in data.seats {
        let deck = cards.saturating_sub(aside.into());
        check(deck > 0 && deck.is_multiple_of(colours), || {
            format!("[towns]: {cards} cards less {aside} set aside are no whole rounds of {colours}")
        })?;
        check(setups <= deck, || {
            format!("[towns]: {setups} set-up cards are more than the {deck} cards of the deck of {players} players")
        })?;
    }
    Ok(())
}

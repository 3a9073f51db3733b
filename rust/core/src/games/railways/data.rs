//! The data file: cards, counts and cities, read and held against the checks on the game's page.

use crate::data_file::Kind::{self, Choice, ChoiceBy, Name, Number, NumberBy, Rows, Set, Table};
use crate::data_file::{DataFile, Keys, Part};
use crate::error::Result;
use crate::setup::Setup;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/railways.toml");

/// Track colours.
pub const COLOURS: usize = 5;
/// Goods.
pub const GOODS: usize = 4;
/// City cards.
pub const CITIES: usize = 25;
/// Cities and Start.
pub const PLACES: usize = CITIES + 1;
/// Card kinds: two a colour, the engine, the cities.
pub const KINDS: usize = 36;
/// The place number of Start.
pub const START: u8 = 25;
/// The kind of the engines.
pub const ENGINE: u8 = 10;
/// All cards: no pile is larger.
pub(super) const CARDS: usize = 111;
/// The most players.
pub(super) const PLAYERS: usize = 4;
/// Open slots.
pub(super) const SLOTS: usize = 3;
/// Cards that may be kept at the end of a turn (R12).
pub(super) const HAND_LIMIT: u8 = 13;

/// The track colours, in the order of their numbers.
pub const COLOUR_NAMES: [&str; COLOURS] = ["violet", "green", "brown", "orange", "white"];
/// The colours of the cubes, in the order of their numbers.
pub const GOOD_NAMES: [&str; GOODS] = ["red", "yellow", "blue", "black"];
/// What the cubes stand for.
const GOODS_CARRIED: [&str; GOODS] = ["wood", "grain", "ore", "cattle"];
/// The names that no city may have: those of the other card kinds, in their order, and of the place where lines begin.
const OTHER_NAMES: [&str; 12] = [
    "violet 1", "violet 2", "green 1", "green 2", "brown 1", "brown 2", "orange 1", "orange 2", "white 1", "white 2",
    "engine", "Start",
];
/// How many cities there are of each value.
const CITIES_OF_VALUE: [(i64, usize); 4] = [(2, 5), (3, 10), (4, 5), (5, 5)];

/// The copies of a track card worth 1, a colour (R1).
pub(super) const ONES: u8 = 6;
/// The copies of a track card worth 2, a colour (R1).
pub(super) const TWOS: u8 = 7;
/// The engines of the game (R1).
pub(super) const ENGINES: u8 = 21;
/// The cubes of a colour (R1).
pub(super) const CUBES: u8 = 15;

/// One city card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Its value, 2 to 5.
    pub value: u8,
    /// The good it demands, None for all.
    pub demand: Option<u8>,
    /// Its track colours, a bit each.
    pub colours: u8,
}

const SOURCE: Kind = Choice(&["known", "reconstructed"]);
const COLOUR: Kind = Choice(&COLOUR_NAMES);

const FILE: Keys = &[
    ("format", Number(1, 1)),
    ("game", Choice(&["railways"])),
    ("provenance", Table(PROVENANCE)),
    ("engines", Table(&[("count", Number(ENGINES as i64, ENGINES as i64))])),
    ("trains", Table(&[("per_player", Number(12, 12)), ("markers", Number(2, 2))])),
    ("hand", Table(HAND)),
    ("open_row", Table(&[("slots", Number(3, 3))])),
    ("track", Rows(COLOURS, COLOURS, TRACK_ROW)),
    ("goods", Rows(GOODS, GOODS, GOODS_ROW)),
    ("cities", Rows(CITIES, CITIES, CITY_ROW)),
];

const PROVENANCE: Keys = &[
    ("track", SOURCE),
    ("engines", SOURCE),
    ("goods", SOURCE),
    ("trains", SOURCE),
    ("hand", SOURCE),
    ("open_row", SOURCE),
    ("city_values", SOURCE),
    ("city_goods", SOURCE),
    ("city_names", SOURCE),
    ("city_demands", SOURCE),
    ("city_colours", SOURCE),
];

const HAND: Keys =
    &[("limit", Number(13, 13)), ("engines", Number(1, 1)), ("value_2_cities", Number(1, 1)), ("cards", Number(2, 2))];

const TRACK_ROW: Keys = &[
    ("colour", ChoiceBy(|at| vec![COLOUR_NAMES[at.row]])),
    ("ones", Number(ONES as i64, ONES as i64)),
    ("twos", Number(TWOS as i64, TWOS as i64)),
];

const GOODS_ROW: Keys = &[
    ("colour", ChoiceBy(|at| vec![GOOD_NAMES[at.row]])),
    ("good", ChoiceBy(|at| vec![GOODS_CARRIED[at.row]])),
    ("cubes", Number(CUBES as i64, CUBES as i64)),
];

const CITY_ROW: Keys = &[
    ("name", Name(&OTHER_NAMES)),
    ("value", Number(2, 5)),
    ("goods", NumberBy(|at| (value(at.own) - 1, value(at.own) - 1))),
    ("demand", ChoiceBy(|at| if value(at.own) == 5 { vec!["any"] } else { GOOD_NAMES.to_vec() })),
    ("colours", Set(1, COLOURS, &COLOUR)),
];

fn value(city: Part<'_>) -> i64 {
    city.number("value")
}

/// Reads and checks the data of a game.
pub(super) fn parse(setup: &Setup) -> Result<[City; CITIES]> {
    let file = DataFile::read(setup, FILE)?;
    let cities = file.top().rows("cities");
    for (value, expected) in CITIES_OF_VALUE {
        let found = cities.iter().filter(|city| self::value(**city) == value).count();
        if found != expected {
            return Err(setup.wrong_data(format!("[cities] must have {expected} rows of value {value}, not {found}")));
        }
    }
    Ok(std::array::from_fn(|i| city(cities[i])))
}

fn city(row: Part<'_>) -> City {
    let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
    let demand = place(&GOOD_NAMES, row.text("demand")).map(|good| good as u8);
    let colours = row.texts("colours").into_iter().filter_map(|colour| place(&COLOUR_NAMES, colour));
    City {
        name: row.text("name").to_owned(),
        value: row.number("value"),
        demand,
        colours: colours.fold(0, |bits, colour| bits | 1 << colour),
    }
}

/// The names of all card kinds.
pub(super) fn kind_names(cities: &[City; CITIES]) -> [String; KINDS] {
    let cities = cities.iter().map(|city| city.name.clone());
    let mut names = OTHER_NAMES[..KINDS - CITIES].iter().map(|name| (*name).to_owned()).chain(cities);
    std::array::from_fn(|_| names.next().expect("ten kinds of track, the engine, the cities"))
}

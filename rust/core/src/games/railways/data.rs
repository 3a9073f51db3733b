//! The data file: cards, counts and cities, read and held against the checks on the game's page.

use crate::data_file;
use crate::error::{Error, Result};
use serde::Deserialize;

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: i64,
    game: String,
    provenance: Provenance,
    engines: Engines,
    trains: Trains,
    hand: Hand,
    open_row: OpenRow,
    track: Vec<TrackRow>,
    goods: Vec<GoodsRow>,
    cities: Vec<CityRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Provenance {
    track: String,
    engines: String,
    goods: String,
    trains: String,
    hand: String,
    open_row: String,
    city_values: String,
    city_goods: String,
    city_names: String,
    city_demands: String,
    city_colours: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Engines {
    count: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trains {
    per_player: i64,
    markers: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hand {
    limit: i64,
    engines: i64,
    value_2_cities: i64,
    cards: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenRow {
    slots: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackRow {
    colour: String,
    ones: i64,
    twos: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoodsRow {
    colour: String,
    good: String,
    cubes: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityRow {
    name: String,
    value: i64,
    goods: i64,
    demand: String,
    colours: Vec<String>,
}

/// Reads and checks the text of a data file.
pub(super) fn parse(text: &str) -> Result<[City; CITIES]> {
    let file: File = data_file::read("railways.toml", text)?;
    check_head(&file)?;
    check_provenance(&file.provenance)?;
    check_counts(&file)?;
    check_track(&file.track)?;
    check_goods(&file.goods)?;
    read_cities(&file.cities)
}

fn wrong(reason: impl std::fmt::Display) -> Error {
    Error::data(format!("railways.toml: {reason}"))
}

fn must<T: Copy + PartialEq + std::fmt::Display>(what: &str, value: T, expected: T) -> Result<()> {
    if value == expected { Ok(()) } else { Err(wrong(format!("{what} must be {expected}, not {value}"))) }
}

fn check_head(file: &File) -> Result<()> {
    must("format:", file.format, 1)?;
    must("game:", file.game.as_str(), "railways")
}

fn check_provenance(from: &Provenance) -> Result<()> {
    let entries = [
        ("track", &from.track),
        ("engines", &from.engines),
        ("goods", &from.goods),
        ("trains", &from.trains),
        ("hand", &from.hand),
        ("open_row", &from.open_row),
        ("city_values", &from.city_values),
        ("city_goods", &from.city_goods),
        ("city_names", &from.city_names),
        ("city_demands", &from.city_demands),
        ("city_colours", &from.city_colours),
    ];
    for (key, value) in entries {
        if value != "known" && value != "reconstructed" {
            return Err(wrong(format!("provenance.{key}: must be known or reconstructed, not {value}")));
        }
    }
    Ok(())
}

fn check_counts(file: &File) -> Result<()> {
    must("engines.count:", file.engines.count, i64::from(ENGINES))?;
    must("trains.per_player:", file.trains.per_player, 12)?;
    must("trains.markers:", file.trains.markers, 2)?;
    must("hand.limit:", file.hand.limit, 13)?;
    must("hand.engines:", file.hand.engines, 1)?;
    must("hand.value_2_cities:", file.hand.value_2_cities, 1)?;
    must("hand.cards:", file.hand.cards, 2)?;
    must("open_row.slots:", file.open_row.slots, 3)
}

fn check_rows(table: &str, rows: usize, expected: usize) -> Result<()> {
    if rows == expected {
        return Ok(());
    }
    Err(wrong(format!("{table}: must have {expected} rows, not {rows}")))
}

fn check_track(rows: &[TrackRow]) -> Result<()> {
    check_rows("track", rows.len(), COLOURS)?;
    for (i, (row, colour)) in rows.iter().zip(COLOUR_NAMES).enumerate() {
        must(&format!("track {i}: colour"), row.colour.as_str(), colour)?;
        must(&format!("track {i}: ones"), row.ones, i64::from(ONES))?;
        must(&format!("track {i}: twos"), row.twos, i64::from(TWOS))?;
    }
    Ok(())
}

fn check_goods(rows: &[GoodsRow]) -> Result<()> {
    check_rows("goods", rows.len(), GOODS)?;
    for (i, row) in rows.iter().enumerate() {
        must(&format!("goods {i}: colour"), row.colour.as_str(), GOOD_NAMES[i])?;
        must(&format!("goods {i}: good"), row.good.as_str(), GOODS_CARRIED[i])?;
        must(&format!("goods {i}: cubes"), row.cubes, i64::from(CUBES))?;
    }
    Ok(())
}

fn read_cities(rows: &[CityRow]) -> Result<[City; CITIES]> {
    check_rows("cities", rows.len(), CITIES)?;
    let mut cities = Vec::with_capacity(CITIES);
    for (i, row) in rows.iter().enumerate() {
        check_name(i, row, &rows[..i])?;
        cities.push(read_city(row).map_err(|reason| wrong(format!("cities {i} ({}): {reason}", row.name)))?);
    }
    for (value, expected) in CITIES_OF_VALUE {
        let found = rows.iter().filter(|row| row.value == value).count();
        if found != expected {
            return Err(wrong(format!("cities: must have {expected} of value {value}, not {found}")));
        }
    }
    Ok(cities.try_into().expect("the rows were counted"))
}

fn check_name(i: usize, row: &CityRow, earlier: &[CityRow]) -> Result<()> {
    let name = row.name.as_str();
    let long = !(1..=40).contains(&name.chars().count());
    let control = name.chars().any(|c| c < ' ' || c == '\u{7f}');
    if long || control || name.starts_with(' ') || name.ends_with(' ') {
        let rule = "name must have 1 to 40 characters, none of them a control character, no space at either end";
        return Err(wrong(format!("cities {i}: {rule}")));
    }
    if name == "Start" || track_and_engine_names().iter().any(|other| other == name) {
        return Err(wrong(format!("cities {i} ({name}): the name belongs to another thing of the game")));
    }
    if earlier.iter().any(|other| other.name == name) {
        return Err(wrong(format!("cities {i} ({name}): the name is used twice")));
    }
    Ok(())
}

fn read_city(row: &CityRow) -> Result<City, String> {
    if !(2..=5).contains(&row.value) {
        return Err(format!("value must be 2 to 5, not {}", row.value));
    }
    if row.goods != row.value - 1 {
        return Err(format!("goods must be {}, not {}", row.value - 1, row.goods));
    }
    let demand = GOOD_NAMES.iter().position(|good| *good == row.demand).map(|good| good as u8);
    if row.value == 5 && row.demand != "any" {
        return Err(format!("demand must be any, not {}", row.demand));
    }
    if row.value < 5 && demand.is_none() {
        return Err(format!("demand must be red, yellow, blue or black, not {}", row.demand));
    }
    if !(1..=COLOURS).contains(&row.colours.len()) {
        return Err(format!("colours must have 1 to 5 entries, not {}", row.colours.len()));
    }
    let mut colours = 0;
    for colour in &row.colours {
        let k = COLOUR_NAMES.iter().position(|name| name == colour);
        let bit = 1 << k.ok_or_else(|| format!("{colour} is not a track colour"))?;
        if colours & bit != 0 {
            return Err(format!("{colour} is given twice"));
        }
        colours |= bit;
    }
    Ok(City { name: row.name.clone(), value: row.value as u8, demand, colours })
}

fn track_and_engine_names() -> Vec<String> {
    let track = COLOUR_NAMES.iter().flat_map(|colour| [format!("{colour} 1"), format!("{colour} 2")]);
    track.chain(["engine".to_owned()]).collect()
}

/// The names of all card kinds.
pub(super) fn kind_names(cities: &[City; CITIES]) -> [String; KINDS] {
    let mut names = track_and_engine_names();
    names.extend(cities.iter().map(|city| city.name.clone()));
    names.try_into().expect("ten kinds of track, the engine, the cities")
}

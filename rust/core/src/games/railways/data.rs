//! The data file: cards, counts, points and cities, read and held against the checks on the game's page.
//!
//! In the engine the card kinds have fixed numbers, whatever the file's counts are: the track kinds from 0, [`ENGINE`],
//! the cities from [`FIRST_CITY`]; [`START`] is a place above all cities. `Ids` has the numbers that are told outside.

use crate::data_file::Kind::{self, Choice, ChoiceBy, Name, NameBy, Number, NumberBy, Rows, Set, Table};
use crate::data_file::{At, DataFile, Keys, Part, SOURCE};
use crate::error::Result;
use crate::setup::Setup;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/railways.toml");

/// The most track colours.
pub const MOST_COLOURS: usize = 6;
/// The most goods.
pub const MOST_GOODS: usize = 6;
/// The most city cards.
pub const MOST_CITIES: usize = 40;
/// The most cities, and Start.
pub(super) const MOST_PLACES: usize = MOST_CITIES + 1;
/// The most card kinds: two a colour, the engine, the cities.
pub(super) const MOST_KINDS: usize = 2 * MOST_COLOURS + 1 + MOST_CITIES;
/// The most open slots.
pub const MOST_SLOTS: usize = 8;
/// The most cards: no pile is larger.
pub(super) const MOST_CARDS: usize = 200;
/// The most cubes.
pub(super) const MOST_CUBES: usize = 120;
/// The greatest value of a city.
pub(super) const MOST_VALUE: usize = 12;
/// The most players.
pub(super) const PLAYERS: usize = 4;
/// The place number of Start.
pub const START: u8 = MOST_CITIES as u8;
/// The kind of the engines.
pub const ENGINE: u8 = 2 * MOST_COLOURS as u8;
/// The kind of the first city.
pub const FIRST_CITY: u8 = ENGINE + 1;

/// One city card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u8,
    /// The cubes that go on it when it is built.
    pub goods: u8,
    /// The good it demands, None for all.
    pub demand: Option<u8>,
    /// Its track colours, a bit each.
    pub colours: u8,
}

/// What a player begins with, and how many cards may be kept (R2, R12).
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    pub(super) limit: u8,
    pub(super) engines: u8,
    pub(super) cities: u8,
    pub(super) city_value: u8,
    pub(super) cards: u8,
}

/// What deliveries and engines score (R32, R41).
#[derive(Clone, Copy, Debug)]
pub(super) struct Scoring {
    pub(super) delivery: u16,
    pub(super) owner: u16,
    pub(super) engine: u16,
}

/// What sets of delivered cubes score (R42, R53).
#[derive(Clone, Debug)]
pub(super) struct Sets {
    pub(super) different: u8,
    pub(super) different_points: u16,
    /// Size and points.
    pub(super) alike: Vec<(u8, u16)>,
}

/// What the file says.
#[derive(Clone, Debug)]
pub(super) struct Data {
    /// The engine cards.
    pub(super) engines: u8,
    /// What an engine laid as track is worth (R17).
    pub(super) wild_value: u8,
    /// The links that each engine played covers (R47).
    pub(super) links: u8,
    pub(super) per_player: u8,
    pub(super) markers: u8,
    pub(super) hand: Hand,
    /// Open slots.
    pub(super) slots: usize,
    /// Cards drawn after an action: at most, at least (R50).
    pub(super) most_drawn: u8,
    pub(super) least_drawn: u8,
    /// Rounds of final deliveries (R51).
    pub(super) deliveries: u8,
    pub(super) colours: Vec<String>,
    /// The copies of the track cards worth 1 and 2 of each colour.
    pub(super) track: [(u8, u8); MOST_COLOURS],
    pub(super) goods: Vec<String>,
    pub(super) cubes: [u8; MOST_GOODS],
    pub(super) scoring: Scoring,
    pub(super) sets: Sets,
    pub(super) cities: Vec<City>,
}

const TRACK_COLOUR: Kind = ChoiceBy(|at| at.file.column("track", "colour"));

const FILE: Keys = &[
    ("format", Number(2, 2)),
    ("game", Choice(&["railways"])),
    ("engines", Table(ENGINES)),
    ("trains", Table(TRAINS)),
    ("hand", Table(HAND)),
    ("open_row", Table(&[SOURCE, ("slots", Number(1, MOST_SLOTS as i64))])),
    ("drawing", Table(DRAWING)),
    ("end", Table(&[SOURCE, ("deliveries", Number(0, 10))])),
    ("track", Rows(3, MOST_COLOURS, TRACK_ROW)),
    ("goods", Rows(2, MOST_GOODS, GOODS_ROW)),
    ("scoring", Table(SCORING)),
    ("alike", Rows(1, 4, ALIKE_ROW)),
    ("cities", Rows(8, MOST_CITIES, CITY_ROW)),
];

const ENGINES: Keys = &[SOURCE, ("count", Number(0, 60)), ("wild_value", Number(0, 2)), ("links", Number(1, 10))];

const TRAINS: Keys =
    &[SOURCE, ("per_player", Number(1, 64)), ("markers", NumberBy(|at| (0, at.own.number::<i64>("per_player") - 1)))];

const HAND: Keys = &[
    SOURCE,
    ("limit", Number(1, 40)),
    ("engines", Number(0, 3)),
    ("cities", Number(0, 3)),
    ("city_value", Number(1, MOST_VALUE as i64)),
    ("cards", Number(0, 10)),
];

const DRAWING: Keys = &[SOURCE, ("most", Number(0, 5)), ("least", NumberBy(|at| (0, at.own.number("most"))))];

const TRACK_ROW: Keys = &[SOURCE, ("colour", Name(&[])), ("ones", Number(0, 30)), ("twos", Number(0, 30))];

const GOODS_ROW: Keys = &[SOURCE, ("colour", Name(&["any"])), ("good", Name(&[])), ("cubes", Number(0, 60))];

const SCORING: Keys = &[
    SOURCE,
    ("delivery", Number(0, 10)),
    ("owner", Number(0, 10)),
    ("engine", Number(0, 10)),
    ("different", NumberBy(|at| (2, at.file.rows("goods").len() as i64))),
    ("different_points", Number(0, 50)),
];

const ALIKE_ROW: Keys = &[SOURCE, ("size", Number(1, 12)), ("points", Number(0, 50))];

const CITY_ROW: Keys = &[
    SOURCE,
    ("name", NameBy(other_names)),
    ("value", Number(1, MOST_VALUE as i64)),
    ("goods", Number(0, 12)),
    ("demand", ChoiceBy(|at| std::iter::once("any").chain(at.file.column("goods", "colour")).collect())),
    ("colours", Set(1, MOST_COLOURS, &TRACK_COLOUR)),
];

/// The names that no city may have: those of the other card kinds, and of the place where lines begin.
fn other_names(at: &At<'_>) -> Vec<String> {
    let track = at.file.column("track", "colour").into_iter().flat_map(track_names);
    track.chain(["engine".to_owned(), "Start".to_owned()]).collect()
}

fn track_names(colour: &str) -> [String; 2] {
    [1, 2].map(|value| format!("{colour} {value}"))
}

/// Reads and checks the data of a game.
pub(super) fn parse(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    let data = Data::of(file.top());
    match data.misfit() {
        Some(sentence) => Err(setup.wrong_data(sentence)),
        None => Ok(data),
    }
}

impl Data {
    fn of(file: Part<'_>) -> Self {
        let table = |key| file.table(key);
        let (engines, trains, drawing, scoring) =
            (table("engines"), table("trains"), table("drawing"), table("scoring"));
        let names = |rows| file.column(rows, "colour").into_iter().map(str::to_owned).collect();
        let (track, goods) = (file.rows("track"), file.rows("goods"));
        Self {
            engines: engines.number("count"),
            wild_value: engines.number("wild_value"),
            links: engines.number("links"),
            per_player: trains.number("per_player"),
            markers: trains.number("markers"),
            hand: hand(table("hand")),
            slots: table("open_row").number("slots"),
            most_drawn: drawing.number("most"),
            least_drawn: drawing.number("least"),
            deliveries: table("end").number("deliveries"),
            colours: names("track"),
            track: std::array::from_fn(|k| track.get(k).map_or((0, 0), |row| (row.number("ones"), row.number("twos")))),
            goods: names("goods"),
            cubes: std::array::from_fn(|g| goods.get(g).map_or(0, |row| row.number("cubes"))),
            scoring: Scoring {
                delivery: scoring.number("delivery"),
                owner: scoring.number("owner"),
                engine: scoring.number("engine"),
            },
            sets: Sets {
                different: scoring.number("different"),
                different_points: scoring.number("different_points"),
                alike: file.rows("alike").into_iter().map(|row| (row.number("size"), row.number("points"))).collect(),
            },
            cities: file.rows("cities").into_iter().map(|row| city(file, row)).collect(),
        }
    }

    /// All cards of the file.
    pub(super) fn cards(&self) -> usize {
        let track: usize = self.track.iter().map(|(ones, twos)| usize::from(ones + twos)).sum();
        track + usize::from(self.engines) + self.cities.len()
    }

    /// The names of the card kinds: the track of each colour, the engine, the cities.
    pub(super) fn card_names(&self) -> Vec<String> {
        let track = self.colours.iter().flat_map(|colour| track_names(colour));
        let cities = self.cities.iter().map(|city| city.name.clone());
        track.chain(["engine".to_owned()]).chain(cities).collect()
    }

    /// The most ones and the most twos of a colour.
    pub(super) fn most_track(&self) -> (u8, u8) {
        let most = |of: fn(&(u8, u8)) -> u8| self.track.iter().map(of).max().unwrap_or(0);
        (most(|track| track.0), most(|track| track.1))
    }

    /// The most copies of any card kind.
    pub(super) fn most_copies(&self) -> u8 {
        let (ones, twos) = self.most_track();
        ones.max(twos).max(self.engines).max(1)
    }

    /// The most that a link can be worth: a hand without its city card, all of it laid (R12, R16, R17).
    pub(super) fn most_link_value(&self) -> u8 {
        let of_colour = |(ones, twos): (u8, u8)| {
            let mut left = self.hand.limit - 1;
            if ones + twos == 0 || left == 0 {
                return 0;
            }
            left -= 1;
            let (first, ones, twos) = if twos > 0 { (2, ones, twos - 1) } else { (1, ones - 1, twos) };
            let mut others = [(2, twos), (self.wild_value, self.engines), (1, ones)];
            others.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
            first
                + others.into_iter().fold(0, |sum, (worth, copies)| {
                    let laid = copies.min(left);
                    left -= laid;
                    sum + worth * laid
                })
        };
        self.track.into_iter().map(of_colour).max().unwrap_or(0)
    }

    /// What does not fit together, between the tables.
    fn misfit(&self) -> Option<String> {
        let Hand { limit, engines, cities, city_value, cards } = self.hand;
        let (all, cubes) = (self.cards(), self.cubes.iter().map(|cubes| u16::from(*cubes)).sum::<u16>());
        let of_value = self.cities.iter().filter(|city| city.value == city_value).count();
        let dealt = |engines: u8| 4 * usize::from(engines + cities + cards) + self.slots;
        let (deal, without) = (dealt(engines), dealt(0));
        let least = engines + cities + cards;
        if limit < least {
            return Some(format!("[hand]: limit must be {least} or more, the cards dealt to a player, not {limit}"));
        }
        if self.engines < 4 * engines {
            let (least, count) = (4 * engines, self.engines);
            return Some(format!(
                "[engines]: count must be {least} or more, the cards dealt to four players, not {count}"
            ));
        }
        if all > MOST_CARDS {
            return Some(format!("the game must have {MOST_CARDS} cards at most, not {all}"));
        }
        if !(1..=MOST_CUBES).contains(&usize::from(cubes)) {
            return Some(format!("[goods] must have 1 to {MOST_CUBES} cubes, not {cubes}"));
        }
        if of_value < 4 * usize::from(cities) {
            let least = 4 * cities;
            return Some(format!("[cities] must have {least} rows or more of value {city_value}, not {of_value}"));
        }
        if all <= deal {
            return Some(format!("the deal to four players takes {deal} cards: there must be more, not {all}"));
        }
        let rest = all - usize::from(self.engines);
        (rest <= without).then(|| {
            format!("without engines the deal to four players takes {without} cards: there must be more, not {rest}")
        })
    }
}

fn hand(table: Part<'_>) -> Hand {
    Hand {
        limit: table.number("limit"),
        engines: table.number("engines"),
        cities: table.number("cities"),
        city_value: table.number("city_value"),
        cards: table.number("cards"),
    }
}

fn city(file: Part<'_>, row: Part<'_>) -> City {
    let place = |rows: &str, name: &str| file.column(rows, "colour").into_iter().position(|known| known == name);
    let colours = row.texts("colours").into_iter().filter_map(|colour| place("track", colour));
    City {
        name: row.text("name").to_owned(),
        value: row.number("value"),
        goods: row.number("goods"),
        demand: place("goods", row.text("demand")).map(|good| good as u8),
        colours: colours.fold(0, |bits, colour| bits | 1 << colour),
    }
}

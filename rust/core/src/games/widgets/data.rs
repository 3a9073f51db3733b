//! The data file: names, points, ends and the measures of the pile, read and held against the checks on the game's page.

use super::parts::{
    Counts, MOST_BAYS, MOST_CONSTRUCTS, MOST_ELEMENTS, MOST_HAND, MOST_PARTS, MOST_TYPES, MOST_VALUES, PLAYERS,
};
use crate::data_file::Kind::{self, Choice, Fitting, List, Name, Number, NumberBy, Rows, Table};
use crate::data_file::{DataFile, Keys, Part, SOURCE, check_length, span};
use crate::error::Result;
use crate::setup::Setup;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/widgets.toml");

const FILE: Keys = &[
    ("format", Number(2, 2)),
    ("game", Choice(&["widgets"])),
    ("parts", Rows(3, MOST_TYPES, PART_ROW)),
    ("elements", Rows(2, MOST_ELEMENTS, NAME_ROW)),
    ("archetypes", Rows(2, MOST_VALUES, NAME_ROW)),
    ("makeups", Rows(2, MOST_VALUES, NAME_ROW)),
    ("setup", Table(SETUP)),
    ("turn", Table(&[SOURCE, ("face_down", Number(1, MOST_HAND as i64))])),
    ("scoring", Table(SCORING)),
    ("endgame", Table(&[SOURCE, ("final_turns", Number(0, 10))])),
    ("ends", Rows(PLAYERS, PLAYERS, END_ROW)),
    ("pile", Table(PILE)),
    ("gear", Table(&[SOURCE, ("diameter", Number(400, 880))])),
    ("rectangle", Table(RECTANGLE)),
];

const NAME_ROW: Keys = &[SOURCE, ("name", Name(&[]))];

const PART_ROW: Keys = &[SOURCE, ("name", Name(&[])), ("fragments", List(8, MOST_FRAGMENTS, &FRAGMENT))];

const FRAGMENT: Kind = Fitting(
    |text| (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
    "1 to 12 letters from A to Z or a to z",
);

const SETUP: Keys = &[
    SOURCE,
    ("bays", Number(1, MOST_BAYS as i64)),
    ("dealt", NumberBy(|at| (0, at.own.number("bays")))),
    ("face_up", Number(0, 100)),
];

const SCORING: Keys = &[SOURCE, ("points", List(3, MOST_TYPES, &Number(0, 50))), ("bonus", Number(0, 100))];

const END_ROW: Keys = &[
    SOURCE,
    ("players", NumberBy(|at| (at.row as i64 + 1, at.row as i64 + 1))),
    ("constructs", Number(1, LONGEST)),
    ("longer", Number(0, LONGEST)),
    ("max_turns", Number(1, 1000)),
];

const PILE: Keys = &[
    SOURCE,
    ("finger_width", Number(100, 200)),
    ("finger_depth", Number(75, 150)),
    ("clear_centre", Number(0, 800)),
    ("drag", Number(0, 24)),
    ("flip_least", Number(0, 24)),
    ("jitter", Number(0, 24)),
];

const RECTANGLE: Keys = &[
    SOURCE,
    ("width", Number(400, 700)),
    ("height", NumberBy(|at| (at.own.number("width"), 1000))),
    ("long_spots", List(2, 2, &SPOT)),
    ("short_spots", List(1, 1, &SPOT)),
];

const SPOT: Kind = Number(1, 500);

/// The most fragments that a type is given: those of the most triples of traits, so that a deck that is too large is
/// refused for its parts.
const MOST_FRAGMENTS: usize = MOST_ELEMENTS * MOST_VALUES * MOST_VALUES;

/// The most constructs that end a game.
const LONGEST: i64 = MOST_CONSTRUCTS as i64;

/// What each player has and gets before the first turn (R1, R3, R4).
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub(super) bays: usize,
    pub(super) dealt: usize,
    /// Per cent.
    pub(super) face_up: u32,
}

/// Points for a trait by the number of parts that agree, from 1, and the bonus (R19, R21).
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    pub(super) points: Vec<u8>,
    pub(super) bonus: u8,
}

impl Scoring {
    /// What a construct is worth whose parts agree in everything (R19).
    pub(super) fn most_of_construct(&self) -> i32 {
        3 * self.points.iter().copied().max().map_or(0, i32::from)
    }
}

/// What ends a game of so many players (R20, R27).
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) constructs: i64,
    pub(super) longer: i64,
    pub(super) max_turns: i64,
}

/// Measures of the pile; lengths in tenths of a millimetre, the last three in cells.
#[derive(Clone, Debug)]
pub(super) struct Measures {
    pub(super) finger_width: i64,
    pub(super) finger_depth: i64,
    pub(super) clear_centre: i64,
    pub(super) drag: i64,
    pub(super) flip_least: i64,
    pub(super) jitter: i64,
}

/// A round part.
#[derive(Clone, Debug)]
pub(super) struct Gear {
    pub(super) diameter: i64,
}

/// A rectangular part.
#[derive(Clone, Debug)]
pub(super) struct Rectangle {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) long_spots: Vec<i64>,
    pub(super) short_spots: Vec<i64>,
}

/// A data file that passed all checks but those of the outlines of parts.
#[derive(Clone, Debug)]
pub(super) struct Data {
    /// Names of the types of part.
    pub(super) types: Vec<String>,
    /// How many elements, archetypes and makeups there are.
    pub(super) values: [usize; 3],
    /// Names of the elements, archetypes and makeups.
    pub(super) traits: Vec<String>,
    /// Names of the cards.
    pub(super) cards: Vec<String>,
    /// Of a construct's name, by card.
    pub(super) fragments: Vec<String>,
    pub(super) opening: Opening,
    /// The most face-down parts of a turn (R7).
    pub(super) face_down: usize,
    pub(super) scoring: Scoring,
    pub(super) final_turns: u8,
    /// By the number of players, from 1.
    pub(super) ends: Vec<End>,
    pub(super) measures: Measures,
    pub(super) gear: Gear,
    pub(super) rectangle: Rectangle,
}

impl Data {
    /// The numbers that the sizes of a position follow.
    pub(super) fn counts(&self) -> Counts {
        let constructs = self.ends.iter().map(|end| end.constructs.max(end.longer)).max();
        Counts {
            bays: self.opening.bays,
            dealt: self.opening.dealt,
            hand: self.face_down,
            constructs: constructs.unwrap_or(LONGEST) as usize,
        }
    }
}

/// Reads and checks the data of a game; what its measures come to is for [`super::shape::check_outlines`].
pub(super) fn parse(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    let refuse = |sentence| setup.wrong_data(sentence);
    check_deck(file.top()).map_err(refuse)?;
    let data = data(file.top());
    check_deal(&data).map_err(refuse)?;
    check_ends(&data.ends).map_err(refuse)?;
    check_rectangle(&data.rectangle).map_err(refuse)?;
    Ok(data)
}

fn data(file: Part<'_>) -> Data {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect();
    let [setup, scoring, pile, rectangle] = ["setup", "scoring", "pile", "rectangle"].map(|key| file.table(key));
    let end = |row: Part<'_>| End {
        constructs: row.number("constructs"),
        longer: row.number("longer"),
        max_turns: row.number("max_turns"),
    };
    Data {
        types: owned(file.column("parts", "name")),
        values: ["elements", "archetypes", "makeups"].map(|rows| file.rows(rows).len()),
        traits: owned(LISTS[1..].iter().flat_map(|rows| file.column(rows, "name")).collect()),
        cards: card_names(file),
        fragments: owned(file.rows("parts").into_iter().flat_map(|row| row.texts("fragments")).collect()),
        opening: Opening { bays: setup.number("bays"), dealt: setup.number("dealt"), face_up: setup.number("face_up") },
        face_down: file.table("turn").number("face_down"),
        scoring: Scoring { points: scoring.numbers("points"), bonus: scoring.number("bonus") },
        final_turns: file.table("endgame").number("final_turns"),
        ends: file.rows("ends").into_iter().map(end).collect(),
        measures: Measures {
            finger_width: pile.number("finger_width"),
            finger_depth: pile.number("finger_depth"),
            clear_centre: pile.number("clear_centre"),
            drag: pile.number("drag"),
            flip_least: pile.number("flip_least"),
            jitter: pile.number("jitter"),
        },
        gear: Gear { diameter: file.table("gear").number("diameter") },
        rectangle: Rectangle {
            width: rectangle.number("width"),
            height: rectangle.number("height"),
            long_spots: rectangle.numbers("long_spots"),
            short_spots: rectangle.numbers("short_spots"),
        },
    }
}

/// The names of all cards, by number: the deck is the product of four lists.
fn card_names(file: Part<'_>) -> Vec<String> {
    let [types, elements, archetypes, makeups] = LISTS.map(|rows| file.column(rows, "name"));
    let mut names = Vec::with_capacity(MOST_PARTS);
    for part in types {
        for element in &elements {
            for archetype in &archetypes {
                names.extend(makeups.iter().map(|makeup| format!("{element} {archetype} {makeup} {part}")));
            }
        }
    }
    names
}

/// The lists whose product the deck is.
const LISTS: [&str; 4] = ["parts", "elements", "archetypes", "makeups"];

/// The deck is not too large; each type of part has a fragment for each triple, and each number of parts that may agree
/// has points.
fn check_deck(file: Part<'_>) -> Result<(), String> {
    let [types, elements, archetypes, makeups] = LISTS.map(|rows| file.rows(rows).len());
    let triples = elements * archetypes * makeups;
    let parts = types * triples;
    if parts > MOST_PARTS {
        let tables = LISTS.map(|rows| format!("[{rows}]")).join(", ");
        let product = format!("{types} x {elements} x {archetypes} x {makeups}");
        return Err(format!("{tables}: {product} make {parts} parts, over {MOST_PARTS}"));
    }
    for (number, row) in (1..).zip(file.rows("parts")) {
        let place = format!("[parts] row {number} ({})", row.text("name"));
        check_length(&place, "fragments", row.texts("fragments").len(), (triples, triples))?;
    }
    let points: Vec<u8> = file.table("scoring").numbers("points");
    check_length("[scoring]", "points", points.len(), (types, types))
}

/// Something is left for the pile.
fn check_deal(data: &Data) -> Result<(), String> {
    let (dealt, parts) = (PLAYERS * data.opening.dealt, data.cards.len());
    if dealt < parts {
        return Ok(());
    }
    Err(format!("[setup]: {dealt} parts are dealt to {PLAYERS} players, there are {parts}"))
}

/// A longer game is longer.
fn check_ends(ends: &[End]) -> Result<(), String> {
    let is_right = |end: &End| end.longer == 0 || end.longer > end.constructs;
    let Some((row, end)) = (1..).zip(ends).find(|(_, end)| !is_right(end)) else { return Ok(()) };
    let longer =
        if end.constructs == LONGEST { String::new() } else { format!(" or {}", span(end.constructs + 1, LONGEST)) };
    Err(format!("[ends] row {row}: longer must be 0{longer}, not {}", end.longer))
}

fn check_rectangle(rectangle: &Rectangle) -> Result<(), String> {
    let Rectangle { width, height, long_spots, .. } = rectangle;
    let (diagonal, area) = (width * width + height * height, width * height);
    if diagonal > 1150 * 1150 {
        return Err("[rectangle]: the diagonal is longer than 1150".to_owned());
    }
    if area > 600_000 {
        return Err(format!("[rectangle]: the area must be at most 600000, not {area}"));
    }
    if !long_spots.is_sorted_by(|a, b| a < b) {
        return Err("[rectangle]: long_spots must rise".to_owned());
    }
    Ok(())
}

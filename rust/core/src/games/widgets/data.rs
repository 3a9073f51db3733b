//! The data file: names, points, ends and the measures of the pile, read and held against the checks on the game's page.

use super::parts::{PARTS, TRIPLES, TYPES};
use crate::data_file::Kind::{self, Choice, Fitting, List, Name, Number, NumberBy, Rows, Table, Text};
use crate::data_file::{DataFile, Keys, Part, span};
use crate::error::Result;
use crate::setup::Setup;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/widgets.toml");

const FILE: Keys = &[
    ("format", Number(1, 1)),
    ("game", Choice(&["widgets"])),
    ("provenance", Text),
    ("parts", Rows(TYPES, TYPES, PART_ROW)),
    ("elements", Rows(4, 4, NAME_ROW)),
    ("archetypes", Rows(2, 2, NAME_ROW)),
    ("makeups", Rows(2, 2, NAME_ROW)),
    ("scoring", Table(SCORING)),
    ("endgame", Table(&[("final_turns", Number(1, 10)), ("provenance", Text)])),
    ("ends", Rows(5, 5, END_ROW)),
    ("pile", Table(PILE)),
    ("gear", Table(&[("diameter", Number(400, 880)), ("provenance", Text)])),
    ("rectangle", Table(RECTANGLE)),
];

const NAME_ROW: Keys = &[("name", Name(&[])), ("provenance", Text)];

const PART_ROW: Keys = &[("name", Name(&[])), ("fragments", List(TRIPLES, TRIPLES, &FRAGMENT)), ("provenance", Text)];

const FRAGMENT: Kind = Fitting(
    |text| (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
    "1 to 12 letters from A to Z or a to z",
);

const SCORING: Keys =
    &[("four", Number(0, 50)), ("five", Number(0, 50)), ("bonus", Number(0, 100)), ("provenance", Text)];

const END_ROW: Keys = &[
    ("players", NumberBy(|at| (at.row as i64 + 1, at.row as i64 + 1))),
    ("constructs", Number(1, 4)),
    ("longer", Number(0, LONGEST)),
    ("max_turns", Number(1, 1000)),
    ("provenance", Text),
];

const PILE: Keys = &[
    ("finger_width", Number(100, 200)),
    ("finger_depth", Number(75, 150)),
    ("clear_centre", Number(0, 800)),
    ("drag", Number(0, 24)),
    ("flip_least", Number(0, 24)),
    ("jitter", Number(0, 24)),
    ("provenance", Text),
];

const RECTANGLE: Keys = &[
    ("width", Number(400, 700)),
    ("height", NumberBy(|at| (at.own.number("width"), 1000))),
    ("long_spots", List(2, 2, &SPOT)),
    ("short_spots", List(1, 1, &SPOT)),
    ("provenance", Text),
];

const SPOT: Kind = Number(1, 500);

/// The most constructs that end a longer game.
const LONGEST: i64 = 5;

/// Points for a trait, and the bonus (R19, R21).
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    pub(super) four: i64,
    pub(super) five: i64,
    pub(super) bonus: i64,
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
    /// Names of the five types.
    pub(super) types: Vec<String>,
    /// Names of the 80 cards.
    pub(super) cards: Vec<String>,
    /// Of a construct's name, by card.
    pub(super) fragments: Vec<String>,
    pub(super) scoring: Scoring,
    pub(super) final_turns: u8,
    /// By the number of players, from 1.
    pub(super) ends: Vec<End>,
    pub(super) measures: Measures,
    pub(super) gear: Gear,
    pub(super) rectangle: Rectangle,
}

/// Reads and checks the data of a game; what its measures come to is for [`super::shape::check_outlines`].
pub(super) fn parse(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    let data = data(file.top());
    check_ends(&data.ends).map_err(|sentence| setup.wrong_data(sentence))?;
    check_rectangle(&data.rectangle).map_err(|sentence| setup.wrong_data(sentence))?;
    Ok(data)
}

fn data(file: Part<'_>) -> Data {
    let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect();
    let (scoring, pile, rectangle) = (file.table("scoring"), file.table("pile"), file.table("rectangle"));
    let end = |row: Part<'_>| End {
        constructs: row.number("constructs"),
        longer: row.number("longer"),
        max_turns: row.number("max_turns"),
    };
    Data {
        types: owned(file.column("parts", "name")),
        cards: card_names(file),
        fragments: owned(file.rows("parts").into_iter().flat_map(|row| row.texts("fragments")).collect()),
        scoring: Scoring { four: scoring.number("four"), five: scoring.number("five"), bonus: scoring.number("bonus") },
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
    let [types, elements, archetypes, makeups] =
        ["parts", "elements", "archetypes", "makeups"].map(|rows| file.column(rows, "name"));
    let name = |card: usize| {
        let (element, archetype) = (elements[card / 4 % 4], archetypes[card / 2 % 2]);
        format!("{element} {archetype} {} {}", makeups[card % 2], types[card / TRIPLES])
    };
    (0..PARTS).map(name).collect()
}

fn check_ends(ends: &[End]) -> Result<(), String> {
    for (players, end) in (1..).zip(ends) {
        let place = format!("[ends] row {players}");
        let least = end.constructs + 1;
        if end.longer != 0 && end.longer < least {
            return Err(format!("{place}: longer must be 0 or {}, not {}", span(least, LONGEST), end.longer));
        }
        let parts = players * TYPES as i64 * end.constructs.max(end.longer);
        if parts > PARTS as i64 {
            return Err(format!("{place}: {parts} parts are needed, there are {PARTS}"));
        }
    }
    Ok(())
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

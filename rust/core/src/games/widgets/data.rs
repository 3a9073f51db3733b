//! The data file: names, points, ends and the measures of the pile, read and held against the checks on the game's page.

use super::parts::{PARTS, TRIPLES, TYPES};
use crate::data_file;
use crate::error::{Error, Result};
use crate::forms::Object;
use serde::Deserialize;

/// The text that ships with the project.
pub(super) const SHIPPED: &str = include_str!("../../../../../python/lineshaft/data/widgets.toml");

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: i64,
    game: String,
    #[serde(rename = "provenance")]
    _provenance: String,
    parts: Vec<Object<PartRow>>,
    elements: Vec<Object<NameRow>>,
    archetypes: Vec<Object<NameRow>>,
    makeups: Vec<Object<NameRow>>,
    scoring: Object<Scoring>,
    endgame: Object<Endgame>,
    ends: Vec<Object<End>>,
    pile: Object<Measures>,
    gear: Object<Gear>,
    rectangle: Object<Rectangle>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartRow {
    name: String,
    fragments: Vec<String>,
    #[serde(rename = "provenance")]
    _provenance: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameRow {
    name: String,
    #[serde(rename = "provenance")]
    _provenance: String,
}

/// Points for a trait, and the bonus (R19, R21).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scoring {
    pub(super) four: i64,
    pub(super) five: i64,
    pub(super) bonus: i64,
    #[serde(rename = "provenance")]
    _provenance: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Endgame {
    final_turns: i64,
    #[serde(rename = "provenance")]
    _provenance: String,
}

/// What ends a game of so many players (R20, R27).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    players: i64,
    pub(super) constructs: i64,
    pub(super) longer: i64,
    pub(super) max_turns: i64,
    #[serde(rename = "provenance")]
    _provenance: String,
}

/// Measures of the pile; lengths in tenths of a millimetre, the last three in cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Measures {
    pub(super) finger_width: i64,
    pub(super) finger_depth: i64,
    pub(super) clear_centre: i64,
    pub(super) drag: i64,
    pub(super) flip_least: i64,
    pub(super) jitter: i64,
    #[serde(rename = "provenance")]
    _provenance: String,
}

/// A round part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gear {
    pub(super) diameter: i64,
    #[serde(rename = "provenance")]
    _provenance: String,
}

/// A rectangular part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rectangle {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) long_spots: Vec<i64>,
    pub(super) short_spots: Vec<i64>,
    #[serde(rename = "provenance")]
    _provenance: String,
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

pub(super) fn wrong(reason: impl std::fmt::Display) -> Error {
    Error::data(format!("widgets.toml: {reason}"))
}

fn check_range(row: &str, key: &str, value: i64, low: i64, high: i64) -> Result<()> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(wrong(format!("{row}: {key} is {value}; {low} to {high} is allowed")))
}

/// Reads a data file and checks it; what its measures come to is for [`super::shape::check_outlines`].
pub(super) fn parse(text: &str) -> Result<Data> {
    let file: File = data_file::read("widgets.toml", text)?;
    let ends: Vec<End> = file.ends.iter().map(|Object(end)| end.clone()).collect();
    let (Object(scoring), Object(endgame)) = (&file.scoring, &file.endgame);
    let (Object(pile), Object(gear), Object(rectangle)) = (&file.pile, &file.gear, &file.rectangle);
    if file.format != 1 {
        return Err(wrong(format!("format: must be 1, not {}", file.format)));
    }
    if file.game != "widgets" {
        return Err(wrong(format!("game: must be widgets, not {}", file.game)));
    }
    let names = check_names(&file)?;
    let cards = card_names(&names)?;
    let fragments = check_fragments(&file.parts)?;
    check_scoring(scoring)?;
    check_range("endgame", "final_turns", endgame.final_turns, 1, 10)?;
    check_ends(&ends)?;
    check_measures(pile)?;
    check_range("gear", "diameter", gear.diameter, 400, 880)?;
    check_rectangle(rectangle)?;
    Ok(Data {
        types: names[0].iter().map(|name| (*name).to_owned()).collect(),
        cards,
        fragments,
        scoring: scoring.clone(),
        final_turns: endgame.final_turns as u8,
        ends,
        measures: pile.clone(),
        gear: gear.clone(),
        rectangle: rectangle.clone(),
    })
}

/// Counts and names of the four lists whose product is the deck.
fn check_names(file: &File) -> Result<[Vec<&str>; 4]> {
    let tables = ["parts", "elements", "archetypes", "makeups"];
    let lists: [Vec<&str>; 4] = [
        file.parts.iter().map(|Object(row)| row.name.as_str()).collect(),
        file.elements.iter().map(|Object(row)| row.name.as_str()).collect(),
        file.archetypes.iter().map(|Object(row)| row.name.as_str()).collect(),
        file.makeups.iter().map(|Object(row)| row.name.as_str()).collect(),
    ];
    for ((table, names), needed) in tables.iter().zip(&lists).zip([TYPES, 4, 2, 2]) {
        if names.len() != needed {
            return Err(wrong(format!("{table}: {} rows; exactly {needed} are needed", names.len())));
        }
    }
    for (table, names) in tables.iter().zip(&lists) {
        for (i, name) in names.iter().enumerate() {
            check_name(table, i, name, &names[..i])?;
        }
    }
    Ok(lists)
}

fn check_name(table: &str, i: usize, name: &str, earlier: &[&str]) -> Result<()> {
    let words = name.split(' ').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
    if !words || name.len() > 20 {
        let rule = "the name must be lower-case words, 20 characters at most";
        return Err(wrong(format!("{table} row {}: {rule}", i + 1)));
    }
    if earlier.contains(&name) {
        return Err(wrong(format!("{table} row {}: the name {name} is used twice", i + 1)));
    }
    Ok(())
}

/// The names of all cards, by number.
fn card_names([types, elements, archetypes, makeups]: &[Vec<&str>; 4]) -> Result<Vec<String>> {
    let mut cards = Vec::with_capacity(PARTS);
    for card in 0..PARTS {
        let (element, archetype) = (elements[card / 4 % 4], archetypes[card / 2 % 2]);
        let name = format!("{element} {archetype} {} {}", makeups[card % 2], types[card / TRIPLES]);
        if cards.contains(&name) {
            return Err(wrong(format!("cards: the name {name} is used twice")));
        }
        cards.push(name);
    }
    Ok(cards)
}

fn check_fragments(rows: &[Object<PartRow>]) -> Result<Vec<String>> {
    for (i, Object(row)) in rows.iter().enumerate() {
        let count = row.fragments.len();
        if count != TRIPLES {
            return Err(wrong(format!("parts row {}: {count} fragments; exactly {TRIPLES} are needed", i + 1)));
        }
        for (j, fragment) in row.fragments.iter().enumerate() {
            if !(1..=12).contains(&fragment.len()) || !fragment.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                let rule = format!("fragment {} must be 1 to 12 letters", j + 1);
                return Err(wrong(format!("parts row {}: {rule}", i + 1)));
            }
        }
    }
    Ok(rows.iter().flat_map(|Object(row)| row.fragments.iter().cloned()).collect())
}

fn check_scoring(scoring: &Scoring) -> Result<()> {
    check_range("scoring", "four", scoring.four, 0, 50)?;
    check_range("scoring", "five", scoring.five, 0, 50)?;
    check_range("scoring", "bonus", scoring.bonus, 0, 100)
}

fn check_ends(ends: &[End]) -> Result<()> {
    if ends.len() != 5 {
        return Err(wrong(format!("ends: {} rows; exactly 5 are needed", ends.len())));
    }
    for (i, end) in (1..).zip(ends) {
        let row = format!("ends row {i}");
        if end.players != i {
            return Err(wrong(format!("{row}: players is {}; {i} is expected", end.players)));
        }
        check_range(&row, "constructs", end.constructs, 1, 4)?;
        let least = end.constructs + 1;
        if end.longer != 0 && !(least..=5).contains(&end.longer) {
            return Err(wrong(format!("{row}: longer is {}; 0 or {least} to 5 is allowed", end.longer)));
        }
        let parts = i * TYPES as i64 * end.constructs.max(end.longer);
        if parts > PARTS as i64 {
            return Err(wrong(format!("{row}: {parts} parts are needed; there are 80")));
        }
        check_range(&row, "max_turns", end.max_turns, 1, 1000)?;
    }
    Ok(())
}

fn check_measures(pile: &Measures) -> Result<()> {
    check_range("pile", "finger_width", pile.finger_width, 100, 200)?;
    check_range("pile", "finger_depth", pile.finger_depth, 75, 150)?;
    check_range("pile", "clear_centre", pile.clear_centre, 0, 800)?;
    check_range("pile", "drag", pile.drag, 0, 24)?;
    check_range("pile", "flip_least", pile.flip_least, 0, 24)?;
    check_range("pile", "jitter", pile.jitter, 0, 24)
}

fn check_rectangle(rectangle: &Rectangle) -> Result<()> {
    let Rectangle { width, height, long_spots, short_spots, .. } = rectangle;
    let (width, height) = (*width, *height);
    check_range("rectangle", "width", width, 400, 700)?;
    check_range("rectangle", "height", height, 400, 1000)?;
    if width > height {
        return Err(wrong(format!("rectangle: width is {width}; it may not exceed height, {height}")));
    }
    if width * width + height * height > 1150 * 1150 {
        return Err(wrong("rectangle: the diagonal is longer than 1150"));
    }
    if width * height > 600_000 {
        return Err(wrong(format!("rectangle: the area is {}; at most 600000 is allowed", width * height)));
    }
    for (key, spots, needed) in [("long_spots", long_spots, 2), ("short_spots", short_spots, 1)] {
        if spots.len() != needed {
            return Err(wrong(format!("rectangle: {key} has {} numbers; exactly {needed} are needed", spots.len())));
        }
        spots.iter().try_for_each(|spot| check_range("rectangle", key, *spot, 1, 500))?;
    }
    if long_spots[0] >= long_spots[1] {
        return Err(wrong("rectangle: long_spots must ascend"));
    }
    Ok(())
}

//! The tables of `arkwright.toml`: read, checked row by row, and packed for play.

use crate::data_file::Kind::{self, Choice, ChoiceBy, List, Name, Number, NumberBy, Rows, Table, Text};
use crate::data_file::{DataFile, Keys, Part};
use crate::error::Result;
use crate::setup::Setup;

/// Goods, and so factories of a player.
pub(super) const GOODS: usize = 4;
/// Board development tracks.
pub(super) const TRACKS: usize = 6;
/// Development cards.
pub(super) const CARDS: usize = 12;
/// Events.
pub(super) const EVENTS: usize = 8;
/// Rounds of a game.
pub(super) const LAST_ROUND: u8 = 12;
/// Levels of the longest track, the zeroth included.
const LEVELS: usize = 5;
/// Crews that a factory can have: decade of the tile, worker cards, machines on each.
const CREWS: usize = 4 * 3 * 3 * 3;
/// One more than the highest Quality of any data file.
const QUALITIES: usize = 7;
/// One more than the highest appeal of any data file.
const APPEALS: usize = 31;

/// The board developments, in the order of the tracks.
pub(super) mod track {
    pub(in super::super) const AUTOMATION: usize = 0;
    pub(in super::super) const QUALITY: usize = 1;
    pub(in super::super) const DISTRIBUTION: usize = 2;
    pub(in super::super) const SHIPPING: usize = 3;
    pub(in super::super) const WAREHOUSE: usize = 4;
    pub(in super::super) const OFFICE: usize = 5;
}

/// The Development cards as bits; the bit's place is the card's number less one.
pub(super) mod card {
    pub(in super::super) const FOREMAN: u16 = 1 << 0;
    pub(in super::super) const STEWARD: u16 = 1 << 1;
    pub(in super::super) const SALES_AGENT: u16 = 1 << 2;
    pub(in super::super) const CRAFTSMAN: u16 = 1 << 3;
    pub(in super::super) const ADVERTISER: u16 = 1 << 4;
    pub(in super::super) const PATENT: u16 = 1 << 5;
    pub(in super::super) const LARGE_WAREHOUSE: u16 = 1 << 6;
    pub(in super::super) const SHIPYARD: u16 = 1 << 7;
    pub(in super::super) const MERCHANT: u16 = 1 << 8;
    pub(in super::super) const MECHANIC: u16 = 1 << 9;
    pub(in super::super) const ENTREPRENEUR: u16 = 1 << 10;
    pub(in super::super) const ENGINEER: u16 = 1 << 11;
}

/// The events, by row.
pub(super) mod event {
    pub(in super::super) const BREAD_RIOTS: u8 = 0;
    pub(in super::super) const BOOM: u8 = 1;
    pub(in super::super) const SLUMP: u8 = 2;
    pub(in super::super) const NAVIGATION_ACT: u8 = 3;
    pub(in super::super) const BLOCKADE: u8 = 4;
    pub(in super::super) const CHEAP_CREDIT: u8 = 5;
    pub(in super::super) const WINDOW_TAX: u8 = 6;
    pub(in super::super) const MACHINE_BREAKERS: u8 = 7;
}

/// A factory tile (R10, R24, R34, R38, R40).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tile {
    /// Price of the cheapest token position.
    pub(super) price: u8,
    /// Price and appeal together, the same at each token position.
    pub(super) sum: u8,
    pub(super) output: u8,
    pub(super) fixed_cost: u8,
    pub(super) export: u8,
}

/// The set-up for a number of players (R3, R4).
#[derive(Clone, Debug)]
pub(super) struct SetupRow {
    pub(super) demand: [i8; GOODS],
    pub(super) neutral: Option<u8>,
    pub(super) copies: u8,
    pub(super) wages: Vec<u8>,
}

/// What a seat begins with (R3).
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatRow {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) cash: u8,
}

/// A row of the titles of a solo game (R53).
#[derive(Clone, Debug)]
pub(super) struct TitleRow {
    pub(super) from: i64,
    pub(super) title: String,
}

/// The checked numbers, in the types that play uses.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) goods: Vec<String>,
    pub(super) tracks: Vec<String>,
    pub(super) cards: Vec<String>,
    pub(super) events: Vec<String>,
    pub(super) titles: Vec<TitleRow>,

    pub(super) loan_spaces: u8,
    pub(super) ship_tokens: u8,
    pub(super) worker_cards: u8,
    pub(super) quality_cards: u8,
    pub(super) distribution_cards: u8,
    pub(super) quality_cap: u8,
    pub(super) engineer_quality_cap: u8,
    pub(super) distribution_cap: u8,

    pub(super) token_positions: u8,
    pub(super) machine_upkeep: u8,
    pub(super) emergency_divisor: u8,
    pub(super) qualify_sales: u8,
    pub(super) qualify_steps: u8,
    pub(super) appeal_steps: u8,
    pub(super) distribution_loss: u8,
    pub(super) demand_drop: i8,
    pub(super) wage_rise: u8,

    pub(super) start_shares: u8,
    pub(super) start_value: u8,
    pub(super) value_cap: u8,
    pub(super) holding_cap: u8,
    pub(super) office: u8,
    pub(super) quality_per_card: u8,
    pub(super) ships_owned: u8,
    pub(super) ship_penalty: [u8; 10],
    pub(super) appeal_top: u8,
    /// Arrow spaces up to each appeal (R25).
    pub(super) arrows: [u8; APPEALS],
    pub(super) demand_low: i8,
    pub(super) demand_high: i8,
    pub(super) setups: Vec<SetupRow>,
    /// For 1 player seat 1, for 2 players seats 1 and 2, and so on.
    pub(super) seats: Vec<SeatRow>,
    pub(super) start_worker_cards: u8,
    pub(super) first_distribution: u8,
    pub(super) second_quality: u8,
    /// By good, then by decade 1 to 3 (entry 0 stands for no tile).
    pub(super) tiles: [[Tile; 4]; GOODS],
    /// What a factory makes, by good, decade of the tile, worker cards (R34).
    pub(super) output: [[[u8; 3]; 4]; GOODS],
    /// Labour units of a factory, machines and workers together, by decade and worker cards.
    pub(super) labour: [[u8; 3]; 4],
    /// What an Automate action finds on the two worker cards, by `crew_index`: bits 0 and 1 where there is a worker,
    /// bits 2 and 3 where two of them and no machine.
    pub(super) crews: [u8; CREWS],
    /// Quality cards that show a Quality (R17).
    pub(super) quality_cards_for: [u8; QUALITIES],
    /// How much of a Quality may count as price (R24).
    pub(super) quality_as_price: [u8; QUALITIES],
    /// Labour units of the first and the second worker card, by decade 1 to 3.
    pub(super) units: [[u8; 2]; 4],

    /// By the decade that counts, track and present level: the track's bit if its next level is open (R27, R31).
    pub(super) open_boards: [[[u8; LEVELS]; TRACKS]; 6],
    /// The decade that opens each level 1, 2, ….
    pub(super) gates: [u8; 4],
    /// The last level of each track.
    pub(super) last_level: [u8; TRACKS],
    /// What a level of a track gives; the warehouse track has `warehouse` instead.
    pub(super) level_value: [[u8; LEVELS]; TRACKS],
    /// Sizes of the two small warehouses, 0 where there is none.
    pub(super) warehouse: [[u8; 2]; LEVELS],
    /// The decade from which a card is in the supply.
    pub(super) card_decade: [u8; CARDS],

    pub(super) foreman_wage_cut: u8,
    pub(super) foreman_least_wage: u8,
    pub(super) steward_cost_cut: u8,
    pub(super) agent_keeps: u8,
    pub(super) craftsman_cards: u8,
    pub(super) craftsman_points: u8,
    pub(super) advertiser_cards: u8,
    pub(super) advertiser_points: u8,
    pub(super) patent_decades: u8,
    pub(super) patent_steps: u8,
    pub(super) large_warehouse_size: u8,
    pub(super) shipyard_ships: u8,
    pub(super) shipyard_capacity: u8,
    pub(super) merchant_income: u8,
    pub(super) merchant_tokens: u8,
    pub(super) mechanic_upkeep: u8,
    pub(super) entrepreneur_sales: u8,
    pub(super) engineer_value: u8,
    pub(super) engineer_turned: u8,
    pub(super) engineer_cost: u8,

    pub(super) expert_takers: [u8; 4],
    pub(super) expert_cash: [u8; 4],
    pub(super) expert_worker_cards: u8,
    pub(super) points: u8,
    pub(super) point_quality: u8,
    pub(super) point_distribution: u8,
    pub(super) point_cash: u8,
    pub(super) point_level: u8,
    pub(super) event_amount: [u8; EVENTS],
}

// --- the declaration ------------------------------------------------------------------------------------------------

const SOURCE: (&str, Kind) = ("source", Choice(&["fact", "inferred", "reconstruction", "invention"]));
const GOOD: Kind = ChoiceBy(|at| at.file.table("goods").texts("names"));
const NEW_NAME: Kind = Name(&[]);

const FILE: Keys = &[
    ("format", Number(1, 1)),
    ("game", Table(&[SOURCE, ("decades", Number(3, 3)), ("rounds_per_decade", Number(4, 4))])),
    ("goods", Table(&[SOURCE, ("names", List(GOODS, GOODS, &NEW_NAME))])),
    ("limits", Table(LIMITS)),
    ("rules", Table(RULES)),
    ("shares", Table(SHARES)),
    ("office", Table(&[SOURCE, ("value", Number(0, 4))])),
    ("quality", Table(&[SOURCE, ("per_card", Number(1, 6)), ("price_divisor", Number(1, 6))])),
    ("ships", Table(&[SOURCE, ("owned", Number(0, 9)), ("penalty", List(10, 10, &Number(0, 99)))])),
    ("appeal", Table(&[SOURCE, ("top", Number(1, 30)), ("arrows", List(0, 20, &ARROW))])),
    ("demand", Table(&[SOURCE, ("low", Number(-20, 0)), ("high", Number(1, 40))])),
    ("setups", Table(&[SOURCE, ("rows", Rows(4, 4, SETUP_ROW))])),
    ("seats", Table(&[SOURCE, ("rows", Rows(10, 10, SEAT_ROW))])),
    ("start", Table(START)),
    ("tiles", Table(&[SOURCE, ("rows", Rows(12, 12, TILE_ROW))])),
    ("crew_sides", Table(CREW_SIDES)),
    ("crew_flips", Table(&[SOURCE, ("by_decade", List(3, 3, &Choice(&["AA", "AB", "BA", "BB"])))])),
    ("tracks", Table(TRACK_LISTS)),
    ("cards", Table(&[SOURCE, ("rows", Rows(CARDS, CARDS, CARD_ROW))])),
    ("card_effects", Table(CARD_EFFECTS)),
    ("expert", Table(EXPERT)),
    ("events", Table(&[SOURCE, ("rows", Rows(EVENTS, EVENTS, EVENT_ROW))])),
    ("solo", Table(&[SOURCE, ("rows", Rows(5, 5, TITLE_ROW))])),
];

const LIMITS: Keys = &[
    SOURCE,
    ("loans", Number(1, 9)),
    ("ship_tokens", Number(1, 9)),
    ("worker_cards", Number(2, 2)),
    ("quality_cards", Number(1, 8)),
    ("distribution_cards", Number(1, 4)),
    ("quality_cap", Number(1, 6)),
    ("engineer_quality_cap", NumberBy(|at| (at.own.number("quality_cap"), 6))),
    ("distribution_cap", Number(1, 4)),
];

const RULES: Keys = &[
    SOURCE,
    ("token_positions", Number(1, 4)),
    ("machine_upkeep", Number(0, 9)),
    ("emergency_divisor", Number(1, 9)),
    ("qualify_sales", Number(1, 9)),
    ("qualify_steps", Number(0, 9)),
    ("appeal_steps", Number(0, 9)),
    ("distribution_loss", Number(0, 4)),
    ("demand_drop", Number(0, 9)),
    ("wage_rise", Number(0, 9)),
];

const SHARES: Keys = &[
    SOURCE,
    ("start", Number(0, 30)),
    ("start_value", Number(1, 99)),
    ("value_cap", NumberBy(|at| (at.own.number("start_value"), 99))),
    ("holding_cap", NumberBy(|at| (at.own.number("start"), 30))),
];

const ARROW: Kind = NumberBy(|at| (1, at.own.number("top")));

const SETUP_ROW: Keys = &[
    ("players", NumberBy(|at| only(at.row + 1))),
    ("side", Choice(&["A", "B"])),
    ("demand", List(GOODS, GOODS, &DEMAND)),
    ("neutral", NumberBy(|at| (-1, at.file.table("appeal").number("top")))),
    ("copies", Number(1, 4)),
    ("wages", List(1, 24, &Number(1, 20))),
];

const DEMAND: Kind = NumberBy(|at| {
    let demand = at.file.table("demand");
    (demand.number("low"), demand.number("high"))
});

/// Players and seat of each row: for 1 player seat 1, for 2 players seats 1 and 2, and so on.
const SEATS: [(usize, usize); 10] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)];

const SEAT_ROW: Keys = &[
    ("players", NumberBy(|at| only(SEATS[at.row].0))),
    ("seat", NumberBy(|at| only(SEATS[at.row].1))),
    ("first", GOOD),
    ("second", GOOD),
    ("cash", Number(0, 99)),
];

const START: Keys = &[
    SOURCE,
    ("worker_cards", Number(0, 2)),
    ("first_distribution", NumberBy(|at| (0, at.file.table("limits").number("distribution_cap")))),
    ("second_quality", NumberBy(|at| (0, most_quality_of_one_card(at.file)))),
];

fn most_quality_of_one_card(file: Part<'_>) -> i64 {
    let (cap, per_card): (i64, i64) =
        (file.table("limits").number("quality_cap"), file.table("quality").number("per_card"));
    cap.min(per_card)
}

const TILE_ROW: Keys = &[
    ("good", ChoiceBy(|at| vec![at.file.table("goods").texts("names")[at.row / 3]])),
    ("decade", NumberBy(|at| only(at.row % 3 + 1))),
    ("price", Number(0, 20)),
    ("appeal", NumberBy(|at| (at.file.table("rules").number::<i64>("token_positions") - 1, 20))),
    ("output", Number(0, 9)),
    ("fixed_cost", Number(0, 99)),
    ("export", Number(0, 20)),
];

const CREW_SIDES: Keys = &[
    SOURCE,
    ("a_units", Number(1, 2)),
    ("a_output", Number(0, 9)),
    ("b_units", NumberBy(|at| (at.own.number("a_units"), 2))),
    ("b_output", Number(0, 9)),
];

const TRACK_LISTS: Keys = &[
    SOURCE,
    ("names", List(TRACKS, TRACKS, &NEW_NAME)),
    ("gates", List(4, 4, &Number(1, 3))),
    ("automation", List(1, LEVELS, &Number(1, 16))),
    ("quality", List(1, LEVELS, &Number(0, 20))),
    ("distribution", List(1, LEVELS, &Number(0, 20))),
    ("shipping", List(1, LEVELS, &Number(1, 9))),
    ("warehouse", List(1, LEVELS, &List(0, 2, &Number(1, 9)))),
    ("office", List(1, LEVELS, &Number(0, 12))),
];

const CARD_ROW: Keys = &[("number", NumberBy(|at| only(at.row + 1))), ("name", NEW_NAME), ("decade", Number(1, 3))];

const CARD_EFFECTS: Keys = &[
    SOURCE,
    ("foreman_wage_cut", Number(0, 9)),
    ("foreman_least_wage", Number(0, 9)),
    ("steward_cost_cut", Number(0, 99)),
    ("agent_keeps", Number(0, 4)),
    ("craftsman_cards", Number(0, 1)),
    ("craftsman_points", Number(0, 9)),
    ("advertiser_cards", Number(0, 1)),
    ("advertiser_points", Number(0, 9)),
    ("patent_decades", Number(0, 2)),
    ("patent_steps", Number(1, 2)),
    ("large_warehouse_size", Number(1, 9)),
    ("shipyard_ships", Number(0, 1)),
    ("shipyard_capacity", Number(0, 9)),
    ("merchant_income", Number(0, 9)),
    ("merchant_tokens", Number(0, 9)),
    ("mechanic_upkeep", Number(0, 9)),
    ("entrepreneur_sales", NumberBy(|at| (1, at.file.table("rules").number("qualify_sales")))),
    ("engineer_value", Number(1, 6)),
    ("engineer_turned", Number(1, 6)),
    ("engineer_cost", Number(1, 9)),
];

const EXPERT: Keys = &[
    SOURCE,
    ("takers", List(4, 4, &TAKERS)),
    ("cash", List(4, 4, &Number(0, 99))),
    ("worker_cards", Number(0, 2)),
    ("points", Number(0, 9)),
    ("point_quality", Number(1, 6)),
    ("point_distribution", Number(1, 4)),
    ("point_cash", Number(0, 99)),
    ("point_level", Number(0, 4)),
];

const TAKERS: Kind = NumberBy(|at| ([1, 1, 2, 2][at.entry], at.entry as i64 + 1));

const EVENT_ROW: Keys = &[
    ("name", NEW_NAME),
    ("amount", NumberBy(|at| if at.row == usize::from(event::MACHINE_BREAKERS) { (1, 1) } else { (0, 9) })),
];

const TITLE_ROW: Keys = &[("from", NumberBy(|at| (0, if at.row == 0 { 0 } else { 9999 }))), ("title", Text)];

/// The bounds of a number that the place of its row fixes.
fn only(number: usize) -> (i64, i64) {
    (number as i64, number as i64)
}

/// Reads and checks the data of a game.
pub(super) fn load(setup: &Setup) -> Result<Data> {
    let file = DataFile::read(setup, FILE)?;
    check_together(file.top()).map_err(|sentence| setup.wrong_data(sentence))?;
    Ok(pack(file.top()))
}

// --- checks across tables -------------------------------------------------------------------------------------------

fn check_together(file: Part<'_>) -> Result<(), String> {
    let seats = file.table("seats").rows("rows");
    if let Some(i) = seats.iter().position(|seat| seat.text("first") == seat.text("second")) {
        return Err(format!("[seats] row {}: first and second must differ", i + 1));
    }
    if !file.table("appeal").numbers::<i64>("arrows").is_sorted_by(|a, b| a < b) {
        return Err("[appeal]: arrows must rise".to_owned());
    }
    check_highest_prices(file)?;
    check_flips(file)?;
    check_growth(file.table("tracks"))?;
    check_card_effects(file)?;
    let titles: Vec<i64> = file.table("solo").rows("rows").into_iter().map(|row| row.number("from")).collect();
    match titles.windows(2).position(|pair| pair[0] >= pair[1]) {
        Some(i) => Err(format!("[solo] row {}: from must rise", i + 2)),
        None => Ok(()),
    }
}

fn check_card_effects(file: Part<'_>) -> Result<(), String> {
    let (limits, effects) = (file.table("limits"), file.table("card_effects"));
    let quality: i64 = limits.number("quality_cap");
    if limits.number::<i64>("engineer_quality_cap") - effects.number::<i64>("engineer_value") < quality {
        return Err(format!("[card_effects]: the Engineer leaves no room for Quality {quality}"));
    }
    let ships = file.table("ships").number::<i64>("owned") + effects.number::<i64>("shipyard_ships");
    if ships > 9 {
        return Err(format!("[card_effects]: ships would number {ships}, over 9"));
    }
    Ok(())
}

/// Every price must have an action id (R24).
fn check_highest_prices(file: Part<'_>) -> Result<(), String> {
    let number = |table: &str, key: &str| file.table(table).number::<i64>(key);
    let engineer = number("card_effects", "engineer_value").min(number("card_effects", "engineer_turned"));
    let quality = number("limits", "quality_cap").max(number("limits", "engineer_quality_cap") - engineer);
    let divisor = number("quality", "price_divisor");
    let more = number("rules", "token_positions") - 1 + number("office", "value") + (quality + divisor - 1) / divisor;
    let highest = file.table("tiles").rows("rows").into_iter().map(|row| row.number::<i64>("price") + more);
    match highest.enumerate().find(|(_, highest)| *highest > 31) {
        Some((i, highest)) => Err(format!("[tiles] row {}: the highest price would be {highest}, over 31", i + 1)),
        None => Ok(()),
    }
}

fn check_flips(file: Part<'_>) -> Result<(), String> {
    let units = pack_crew(file, ["a_units", "b_units"]);
    for (decade, pair) in (2..).zip(units[1..].windows(2)) {
        if let Some(card) = (0..2).find(|card| pair[1][*card] < pair[0][*card]) {
            return Err(format!("[crew_flips]: card {} must not shrink in decade {decade}", card + 1));
        }
    }
    Ok(())
}

fn check_growth(tracks: Part<'_>) -> Result<(), String> {
    let warehouse: Vec<Vec<u8>> = tracks.lists("warehouse");
    for level in 1..warehouse.len() {
        let (before, now) = (&warehouse[level - 1], &warehouse[level]);
        if now.len() < before.len() || before.iter().zip(now).any(|(old, new)| new < old) {
            return Err(format!("[tracks]: warehouse level {level} must not shrink"));
        }
    }
    match tracks.numbers::<u8>("office").windows(2).position(|pair| pair[1] < pair[0]) {
        Some(i) => Err(format!("[tracks]: office level {} must not shrink", i + 1)),
        None => Ok(()),
    }
}

// --- packing --------------------------------------------------------------------------------------------------------

/// The first entries of a checked list; what it lacks is 0.
fn array<const N: usize>(values: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(0))
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}

/// A number of each row of a table.
fn column<const N: usize>(table: Part<'_>, key: &str) -> [u8; N] {
    let rows = table.rows("rows");
    std::array::from_fn(|i| rows[i].number(key))
}

#[expect(clippy::too_many_lines, reason = "a line a number")]
fn pack(file: Part<'_>) -> Data {
    let [limits, rules, shares, effects, expert, tracks] =
        ["limits", "rules", "shares", "card_effects", "expert", "tracks"].map(|table| file.table(table));
    let [quality, ships, appeal, demand, start] =
        ["quality", "ships", "appeal", "demand", "start"].map(|table| file.table(table));
    let (per_card, price_divisor): (usize, usize) = (quality.number("per_card"), quality.number("price_divisor"));
    let arrows: Vec<usize> = appeal.numbers("arrows");
    let warehouse: Vec<Vec<u8>> = tracks.lists("warehouse");
    let lists: [Vec<u8>; TRACKS] = ["automation", "quality", "distribution", "shipping", "", "office"]
        .map(|track| if track.is_empty() { Vec::new() } else { tracks.numbers(track) });
    let mut last_level = lists.each_ref().map(|list| list.len().saturating_sub(1) as u8);
    last_level[track::WAREHOUSE] = warehouse.len() as u8 - 1;
    let gates: [u8; 4] = array(&tracks.numbers("gates"));
    let next_opens = |decade: usize, track: usize, level: usize| {
        level < usize::from(last_level[track]) && usize::from(gates[level]) <= decade
    };
    let units = pack_crew(file, ["a_units", "b_units"]);
    let card_output = pack_crew(file, ["a_output", "b_output"]);
    let tiles = pack_tiles(&file.table("tiles").rows("rows"));
    Data {
        goods: owned(file.table("goods").texts("names")),
        tracks: owned(tracks.texts("names")),
        cards: owned(file.table("cards").column("rows", "name")),
        events: owned(file.table("events").column("rows", "name")),
        titles: file.table("solo").rows("rows").into_iter().map(pack_title).collect(),
        loan_spaces: limits.number("loans"),
        ship_tokens: limits.number("ship_tokens"),
        worker_cards: limits.number("worker_cards"),
        quality_cards: limits.number("quality_cards"),
        distribution_cards: limits.number("distribution_cards"),
        quality_cap: limits.number("quality_cap"),
        engineer_quality_cap: limits.number("engineer_quality_cap"),
        distribution_cap: limits.number("distribution_cap"),
        token_positions: rules.number("token_positions"),
        machine_upkeep: rules.number("machine_upkeep"),
        emergency_divisor: rules.number("emergency_divisor"),
        qualify_sales: rules.number("qualify_sales"),
        qualify_steps: rules.number("qualify_steps"),
        appeal_steps: rules.number("appeal_steps"),
        distribution_loss: rules.number("distribution_loss"),
        demand_drop: rules.number("demand_drop"),
        wage_rise: rules.number("wage_rise"),
        start_shares: shares.number("start"),
        start_value: shares.number("start_value"),
        value_cap: shares.number("value_cap"),
        holding_cap: shares.number("holding_cap"),
        office: file.table("office").number("value"),
        quality_per_card: quality.number("per_card"),
        ships_owned: ships.number("owned"),
        ship_penalty: array(&ships.numbers("penalty")),
        appeal_top: appeal.number("top"),
        arrows: std::array::from_fn(|appeal| arrows.iter().filter(|arrow| **arrow <= appeal).count() as u8),
        demand_low: demand.number("low"),
        demand_high: demand.number("high"),
        setups: file.table("setups").rows("rows").into_iter().map(pack_setup).collect(),
        seats: file.table("seats").rows("rows").into_iter().map(|row| pack_seat(file, row)).collect(),
        start_worker_cards: start.number("worker_cards"),
        first_distribution: start.number("first_distribution"),
        second_quality: start.number("second_quality"),
        output: std::array::from_fn(|good| {
            std::array::from_fn(|decade| up_to_two(card_output[decade]).map(|more| tiles[good][decade].output + more))
        }),
        labour: units.map(up_to_two),
        crews: pack_crews(units),
        quality_cards_for: std::array::from_fn(|level| level.div_ceil(per_card) as u8),
        quality_as_price: std::array::from_fn(|level| level.div_ceil(price_divisor) as u8),
        tiles,
        units,
        open_boards: std::array::from_fn(|decade| {
            std::array::from_fn(|track| {
                std::array::from_fn(|level| u8::from(next_opens(decade, track, level)) << track)
            })
        }),
        gates,
        last_level,
        level_value: lists.map(|list| array(&list)),
        warehouse: std::array::from_fn(|level| warehouse.get(level).map_or([0; 2], |sizes| array(sizes))),
        card_decade: column(file.table("cards"), "decade"),
        foreman_wage_cut: effects.number("foreman_wage_cut"),
        foreman_least_wage: effects.number("foreman_least_wage"),
        steward_cost_cut: effects.number("steward_cost_cut"),
        agent_keeps: effects.number("agent_keeps"),
        craftsman_cards: effects.number("craftsman_cards"),
        craftsman_points: effects.number("craftsman_points"),
        advertiser_cards: effects.number("advertiser_cards"),
        advertiser_points: effects.number("advertiser_points"),
        patent_decades: effects.number("patent_decades"),
        patent_steps: effects.number("patent_steps"),
        large_warehouse_size: effects.number("large_warehouse_size"),
        shipyard_ships: effects.number("shipyard_ships"),
        shipyard_capacity: effects.number("shipyard_capacity"),
        merchant_income: effects.number("merchant_income"),
        merchant_tokens: effects.number("merchant_tokens"),
        mechanic_upkeep: effects.number("mechanic_upkeep"),
        entrepreneur_sales: effects.number("entrepreneur_sales"),
        engineer_value: effects.number("engineer_value"),
        engineer_turned: effects.number("engineer_turned"),
        engineer_cost: effects.number("engineer_cost"),
        expert_takers: array(&expert.numbers("takers")),
        expert_cash: array(&expert.numbers("cash")),
        expert_worker_cards: expert.number("worker_cards"),
        points: expert.number("points"),
        point_quality: expert.number("point_quality"),
        point_distribution: expert.number("point_distribution"),
        point_cash: expert.number("point_cash"),
        point_level: expert.number("point_level"),
        event_amount: column(file.table("events"), "amount"),
    }
}

/// What no, one and two worker cards give together.
fn up_to_two([first, second]: [u8; 2]) -> [u8; 3] {
    [0, first, first + second]
}

/// The place of a crew in `Data::crews`: decade of the tile, worker cards, machines on each.
#[inline]
pub(super) fn crew_index(decade: u8, worker_cards: u8, machines: [u8; 2]) -> usize {
    let [first, second] = machines.map(usize::from);
    27 * usize::from(decade) + 9 * usize::from(worker_cards) + 3 * first + second
}

fn pack_crews(units: [[u8; 2]; 4]) -> [u8; CREWS] {
    std::array::from_fn(|index| {
        let (decade, cards, machines) = (index / 27, index / 9 % 3, [index / 3 % 3, index % 3]);
        (0..cards).fold(0, |found, card| {
            let units = usize::from(units[decade][card]);
            let worker = u8::from(machines[card] < units) << card;
            let untouched = u8::from(units == 2 && machines[card] == 0) << card;
            found | worker | untouched << 2
        })
    })
}

fn pack_setup(row: Part<'_>) -> SetupRow {
    let demand: Vec<i8> = row.numbers("demand");
    SetupRow {
        demand: std::array::from_fn(|good| demand[good]),
        neutral: u8::try_from(row.number::<i8>("neutral")).ok(),
        copies: row.number("copies"),
        wages: row.numbers("wages"),
    }
}

fn pack_seat(file: Part<'_>, row: Part<'_>) -> SeatRow {
    let goods = file.table("goods").texts("names");
    let good = |key: &str| goods.iter().position(|good| *good == row.text(key)).expect("it was checked") as u8;
    SeatRow { first: good("first"), second: good("second"), cash: row.number("cash") }
}

fn pack_title(row: Part<'_>) -> TitleRow {
    TitleRow { from: row.number("from"), title: row.text("title").to_owned() }
}

fn pack_tiles(rows: &[Part<'_>]) -> [[Tile; 4]; GOODS] {
    let tile = |row: Part<'_>| Tile {
        price: row.number("price"),
        sum: row.number::<u8>("price") + row.number::<u8>("appeal"),
        output: row.number("output"),
        fixed_cost: row.number("fixed_cost"),
        export: row.number("export"),
    };
    std::array::from_fn(|good| {
        std::array::from_fn(|decade| if decade == 0 { Tile::default() } else { tile(rows[3 * good + decade - 1]) })
    })
}

/// What side A or B, by their keys, of the two worker cards gives, by decade of the tile.
fn pack_crew(file: Part<'_>, sides: [&str; 2]) -> [[u8; 2]; 4] {
    let [a, b] = sides.map(|key| file.table("crew_sides").number::<u8>(key));
    let flips = file.table("crew_flips").texts("by_decade");
    let side = |decade: usize, card: usize| if flips[decade].as_bytes()[card] == b'A' { a } else { b };
    std::array::from_fn(|decade| std::array::from_fn(|card| if decade == 0 { 0 } else { side(decade - 1, card) }))
}

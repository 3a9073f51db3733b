//! The tables of `arkwright.toml`: read, checked row by row, and packed for play.

use crate::data_file::Kind::{self, Choice, ChoiceBy, Fitting, List, Name, Number, NumberBy, Rows, Table};
use crate::data_file::{DataFile, Keys, Part, SOURCE};
use crate::error::Result;
use crate::setup::Setup;

/// Goods, and so factories of a player, of the largest data file.
pub(super) const MOST_GOODS: usize = 6;
/// Board development tracks.
pub(super) const TRACKS: usize = 6;
/// Development cards at most, which have the numbers from 1 on.
pub(super) const MOST_CARDS: usize = 12;
/// Events at most, which have the numbers from 1 on.
pub(super) const MOST_EVENTS: usize = 8;
/// Decades of the longest game.
const MOST_DECADES: usize = 4;
/// Rounds of the longest game.
pub(super) const MOST_ROUNDS: usize = MOST_DECADES * 12;
/// Productions of one good in the longest game: every second round.
pub(super) const MOST_PRODUCTIONS: usize = MOST_ROUNDS / 2;
/// Worker cards of a factory at most.
pub(super) const MOST_CREW: usize = 3;
/// Small warehouses of a player at most.
pub(super) const MOST_SMALL: usize = 4;
/// Wage spaces at most.
pub(super) const MOST_WAGES: usize = 40;
/// Levels of the longest track, the zeroth included.
const LEVELS: usize = 9;
/// Gates at most.
const GATES: usize = LEVELS - 1;
/// One more than the latest decade that can count: the last one, and the Patent's.
const COUNTED_DECADES: usize = MOST_DECADES + 9 + 1;
/// One more than the highest Quality of any data file.
const QUALITIES: usize = 21;
/// One more than the highest appeal of any data file.
const APPEALS: usize = 100;
/// One more than the ship tokens of any data file.
const PENALTIES: usize = 21;
/// Every data file has action ids up to this price.
const LEAST_HIGHEST_PRICE: usize = 31;

/// The board developments, in the order of the tracks.
pub(super) mod track {
    pub(in super::super) const AUTOMATION: usize = 0;
    pub(in super::super) const QUALITY: usize = 1;
    pub(in super::super) const DISTRIBUTION: usize = 2;
    pub(in super::super) const SHIPPING: usize = 3;
    pub(in super::super) const WAREHOUSE: usize = 4;
    pub(in super::super) const OFFICE: usize = 5;
}

/// The Development cards, by number.
pub(super) mod card {
    pub(in super::super) const FOREMAN: usize = 1;
    pub(in super::super) const STEWARD: usize = 2;
    pub(in super::super) const SALES_AGENT: usize = 3;
    pub(in super::super) const CRAFTSMAN: usize = 4;
    pub(in super::super) const ADVERTISER: usize = 5;
    pub(in super::super) const PATENT: usize = 6;
    pub(in super::super) const LARGE_WAREHOUSE: usize = 7;
    pub(in super::super) const SHIPYARD: usize = 8;
    pub(in super::super) const MERCHANT: usize = 9;
    pub(in super::super) const MECHANIC: usize = 10;
    pub(in super::super) const ENTREPRENEUR: usize = 11;
    pub(in super::super) const ENGINEER: usize = 12;
}

/// The events, by number.
pub(super) mod event {
    pub(in super::super) const BREAD_RIOTS: usize = 1;
    pub(in super::super) const BOOM: usize = 2;
    pub(in super::super) const SLUMP: usize = 3;
    pub(in super::super) const NAVIGATION_ACT: usize = 4;
    pub(in super::super) const BLOCKADE: usize = 5;
    pub(in super::super) const CHEAP_CREDIT: usize = 6;
    pub(in super::super) const WINDOW_TAX: usize = 7;
    pub(in super::super) const MACHINE_BREAKERS: usize = 8;
}

/// What the place of a round says (R1, R55).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round {
    /// From 1.
    pub(super) decade: u8,
    /// Whether it is the first of its decade.
    pub(super) opens: bool,
    /// The active good.
    pub(super) active: u8,
    /// How many rounds before this one had the same active good.
    pub(super) turn: u8,
    /// A bit for each good that is active in this round or a later one.
    pub(super) still: u8,
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
    pub(super) demand: [i8; MOST_GOODS],
    pub(super) neutral: Option<u8>,
    pub(super) copies: u8,
    pub(super) wages: Vec<u8>,
}

/// What a seat begins with (R3).
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatRow {
    pub(super) first: u8,
    pub(super) second: u8,
    pub(super) cash: u16,
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

    /// The goods, and so the factories of a player.
    pub(super) goods_count: usize,
    /// A bit for each good.
    pub(super) all_goods: u8,
    pub(super) decades: u8,
    /// Rounds of the whole game.
    pub(super) round_count: u8,
    /// By round from 0.
    pub(super) rounds: [Round; MOST_ROUNDS],
    /// The rounds in which each good is active, ascending.
    pub(super) productions: Vec<Vec<u8>>,
    /// Small warehouses of the level that has most; the large one comes next.
    pub(super) small_warehouses: usize,
    /// The highest price that has an action.
    pub(super) highest_price: u8,
    /// No factory makes more in a production (R34).
    pub(super) highest_output: u8,

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
    pub(super) demand_drop: u8,
    pub(super) wage_rise: u8,
    pub(super) neutral_climb: u8,
    pub(super) loan_shares: u8,

    pub(super) start_shares: u8,
    pub(super) start_value: u8,
    pub(super) value_cap: u8,
    pub(super) holding_cap: u8,
    pub(super) office: u8,
    pub(super) quality_per_card: u8,
    pub(super) ships_owned: u8,
    pub(super) ship_penalty: [u8; PENALTIES],
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
    /// By good, then by decade from 1 (entry 0 stands for no tile).
    pub(super) tiles: [[Tile; MOST_DECADES + 1]; MOST_GOODS],
    /// What a factory makes, by good, decade of the tile, worker cards (R34).
    pub(super) output: [[[u8; MOST_CREW + 1]; MOST_DECADES + 1]; MOST_GOODS],
    /// Labour units of a factory, machines and workers together, by decade and worker cards.
    pub(super) labour: [[u8; MOST_CREW + 1]; MOST_DECADES + 1],
    /// Quality cards that show a Quality (R17).
    pub(super) quality_cards_for: [u8; QUALITIES],
    /// How much of a Quality may count as price (R24).
    pub(super) quality_as_price: [u8; QUALITIES],
    /// Labour units of the worker cards that a factory has, by decade and their number; 0 for those it lacks.
    pub(super) crews: [[[u8; MOST_CREW]; MOST_CREW + 1]; MOST_DECADES + 1],
    /// Labour units of each worker card, by decade from 1.
    pub(super) units: [[u8; MOST_CREW]; MOST_DECADES + 1],
    /// The most labour units of a worker card.
    pub(super) most_units: u8,

    /// By the decade that counts, track and present level: the track's bit if its next level is open (R27, R31).
    pub(super) open_boards: [[[u8; LEVELS]; TRACKS]; COUNTED_DECADES],
    /// The decade that opens each level 1, 2, ….
    pub(super) gates: Vec<u8>,
    /// The last level of each track.
    pub(super) last_level: [u8; TRACKS],
    /// What a level of a track gives; the warehouse track has `warehouse` instead.
    pub(super) level_value: [[u8; LEVELS]; TRACKS],
    /// Sizes of the small warehouses, 0 where there is none; the place after the last one is for the large one.
    pub(super) warehouse: [[u8; MOST_SMALL + 1]; LEVELS],
    /// The decade from which a card is in the supply, by row.
    pub(super) card_decade: Vec<u8>,
    /// The number of a card, by row.
    pub(super) card_numbers: Vec<u8>,
    /// The bit of a card's row, by number; 0 for a card that is left out.
    pub(super) card_bits: [u16; MOST_CARDS + 1],

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
    pub(super) expert_cash: [u16; 4],
    pub(super) expert_worker_cards: u8,
    pub(super) points: u8,
    pub(super) point_quality: u8,
    pub(super) point_distribution: u8,
    pub(super) point_cash: u16,
    pub(super) point_level: u8,
    /// The number of an event, by row.
    pub(super) event_numbers: Vec<u8>,
    /// By number; `LEFT_OUT` for an event that has no row.
    pub(super) event_rows: [u8; MOST_EVENTS + 1],
    /// By number; 0 for an event that has no row.
    pub(super) event_amount: [u8; MOST_EVENTS + 1],
}

/// The row of an event that is left out: no event of a position is this one.
const LEFT_OUT: u8 = 254;

impl Data {
    /// The set-up for a number of players.
    pub(super) fn setup(&self, players: usize) -> &SetupRow {
        &self.setups[players - 1]
    }

    /// The rounds of the game.
    pub(super) fn played_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds[..usize::from(self.round_count)].iter()
    }

    /// The number of the Development card in a row; 0 for none.
    #[inline]
    pub(super) fn card_number(&self, row: u8) -> usize {
        self.card_numbers.get(usize::from(row)).copied().unwrap_or(0).into()
    }

    /// The row of a Development card, by number.
    pub(super) fn card_row(&self, number: usize) -> Option<usize> {
        self.card_numbers.iter().position(|other| usize::from(*other) == number)
    }

    /// The highest value of a track, its warehouses apart.
    pub(super) fn highest_value(&self, track: usize) -> u8 {
        self.level_value[track].into_iter().max().unwrap_or(0)
    }
}

// --- the declaration ------------------------------------------------------------------------------------------------

const GOOD: Kind = ChoiceBy(|at| at.file.table("goods").texts("names"));
const NEW_NAME: Kind = Name(&[]);

const FILE: Keys = &[
    ("format", Number(2, 2)),
    ("game", Table(&[SOURCE, ("decades", Number(1, 4)), ("rounds_per_decade", Number(1, 12))])),
    ("goods", Table(&[SOURCE, ("names", List(2, MOST_GOODS, &NEW_NAME))])),
    ("limits", Table(LIMITS)),
    ("rules", Table(RULES)),
    ("shares", Table(SHARES)),
    ("office", Table(&[SOURCE, ("value", Number(0, 20))])),
    ("quality", Table(&[SOURCE, ("per_card", Number(1, 20)), ("price_divisor", Number(1, 20))])),
    ("ships", Table(&[SOURCE, ("owned", Number(0, 20)), ("penalty", List(1, PENALTIES, &Number(0, 250)))])),
    ("appeal", Table(&[SOURCE, ("top", Number(1, 99)), ("arrows", List(0, 40, &ARROW))])),
    ("demand", Table(&[SOURCE, ("low", Number(-99, 0)), ("high", Number(1, 99))])),
    ("setups", Table(&[SOURCE, ("rows", Rows(4, 4, SETUP_ROW))])),
    ("seats", Table(&[SOURCE, ("rows", Rows(10, 10, SEAT_ROW))])),
    ("start", Table(START)),
    ("tiles", Table(&[SOURCE, ("rows", Rows(2, MOST_GOODS * MOST_DECADES, TILE_ROW))])),
    ("crew_sides", Table(CREW_SIDES)),
    ("crew_flips", Table(&[SOURCE, ("by_decade", List(1, MOST_DECADES, &SIDES))])),
    ("tracks", Table(TRACK_LISTS)),
    ("cards", Table(&[SOURCE, ("rows", Rows(1, MOST_CARDS, CARD_ROW))])),
    ("card_effects", Table(CARD_EFFECTS)),
    ("expert", Table(EXPERT)),
    ("events", Table(&[SOURCE, ("rows", Rows(1, MOST_EVENTS, EVENT_ROW))])),
    ("solo", Table(&[SOURCE, ("rows", Rows(1, 12, TITLE_ROW))])),
];

const LIMITS: Keys = &[
    SOURCE,
    ("loans", Number(0, 20)),
    ("ship_tokens", Number(0, 20)),
    ("worker_cards", Number(1, MOST_CREW as i64)),
    ("quality_cards", Number(0, 12)),
    ("distribution_cards", Number(0, 12)),
    ("quality_cap", Number(0, 20)),
    ("engineer_quality_cap", NumberBy(|at| (at.own.number("quality_cap"), 20))),
    ("distribution_cap", Number(0, 12)),
];

const RULES: Keys = &[
    SOURCE,
    ("token_positions", Number(1, 9)),
    ("machine_upkeep", Number(0, 99)),
    ("emergency_divisor", Number(1, 99)),
    ("qualify_sales", Number(0, 99)),
    ("qualify_steps", Number(0, 99)),
    ("appeal_steps", Number(0, 99)),
    ("distribution_loss", Number(0, 12)),
    ("demand_drop", Number(0, 99)),
    ("wage_rise", Number(0, 99)),
    ("neutral_climb", Number(0, 99)),
    ("loan_shares", Number(0, 9)),
];

const SHARES: Keys = &[
    SOURCE,
    ("start", Number(0, 100)),
    ("start_value", Number(1, 250)),
    ("value_cap", NumberBy(|at| (at.own.number("start_value"), 250))),
    ("holding_cap", NumberBy(|at| (at.own.number("start"), 100))),
];

const ARROW: Kind = NumberBy(|at| (1, at.own.number("top")));

const SETUP_ROW: Keys = &[
    ("players", NumberBy(|at| only(at.row + 1))),
    ("side", Choice(&["A", "B"])),
    ("demand", List(2, MOST_GOODS, &DEMAND)),
    ("neutral", NumberBy(|at| (-1, at.file.table("appeal").number("top")))),
    ("copies", Number(0, 9)),
    ("wages", List(1, MOST_WAGES, &Number(0, 99))),
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
    ("cash", Number(0, 999)),
];

const START: Keys = &[
    SOURCE,
    ("worker_cards", CREW_CARDS),
    ("first_distribution", NumberBy(|at| (0, most_distribution_of_one_card(at.file)))),
    ("second_quality", NumberBy(|at| (0, most_quality_of_one_factory(at.file)))),
];

const CREW_CARDS: Kind = NumberBy(|at| (0, at.file.table("limits").number("worker_cards")));

fn most_distribution_of_one_card(file: Part<'_>) -> i64 {
    let limits = file.table("limits");
    if limits.number::<i64>("distribution_cards") == 0 { 0 } else { limits.number("distribution_cap") }
}

fn most_quality_of_one_factory(file: Part<'_>) -> i64 {
    let limits = file.table("limits");
    let shown = file.table("quality").number::<i64>("per_card") * limits.number::<i64>("quality_cards");
    shown.min(limits.number("quality_cap"))
}

/// Rows beyond the last good's have bounds too; that there are none is a check across tables.
const TILE_ROW: Keys = &[
    (
        "good",
        ChoiceBy(|at| {
            let goods = at.file.table("goods").texts("names");
            vec![goods[at.row / decades(at.file) % goods.len()]]
        }),
    ),
    ("decade", NumberBy(|at| only(at.row % decades(at.file) + 1))),
    ("price", Number(0, 99)),
    ("appeal", NumberBy(|at| (at.file.table("rules").number::<i64>("token_positions") - 1, 99))),
    ("output", Number(0, 50)),
    ("fixed_cost", Number(0, 250)),
    ("export", Number(0, 99)),
];

fn decades(file: Part<'_>) -> usize {
    file.table("game").number("decades")
}

const CREW_SIDES: Keys = &[
    SOURCE,
    ("a_units", Number(1, 4)),
    ("a_output", Number(0, 50)),
    ("b_units", Number(1, 4)),
    ("b_output", Number(0, 50)),
];

const SIDES: Kind = Fitting(is_sides, "1 to 3 letters A or B");

fn is_sides(text: &str) -> bool {
    (1..=MOST_CREW).contains(&text.len()) && text.bytes().all(|side| matches!(side, b'A' | b'B'))
}

const TRACK_LISTS: Keys = &[
    SOURCE,
    ("names", List(TRACKS, TRACKS, &NEW_NAME)),
    ("gates", List(0, GATES, &Number(1, 9))),
    ("automation", List(1, LEVELS, &Number(0, 30))),
    ("quality", List(1, LEVELS, &Number(0, 30))),
    ("distribution", List(1, LEVELS, &Number(0, 30))),
    ("shipping", List(1, LEVELS, &Number(1, 99))),
    ("warehouse", List(1, LEVELS, &List(0, MOST_SMALL, &Number(1, 99)))),
    ("office", List(1, LEVELS, &Number(0, 12))),
];

/// The tracks' keys, in their order.
const TRACK_KEYS: [&str; TRACKS] = ["automation", "quality", "distribution", "shipping", "warehouse", "office"];

const CARD_ROW: Keys = &[("number", Number(1, MOST_CARDS as i64)), ("name", NEW_NAME), ("decade", Number(1, 9))];

const CARD_EFFECTS: Keys = &[
    SOURCE,
    ("foreman_wage_cut", Number(0, 99)),
    ("foreman_least_wage", Number(0, 99)),
    ("steward_cost_cut", Number(0, 250)),
    ("agent_keeps", Number(0, 12)),
    ("craftsman_cards", Number(0, 12)),
    ("craftsman_points", Number(0, 30)),
    ("advertiser_cards", Number(0, 12)),
    ("advertiser_points", Number(0, 30)),
    ("patent_decades", Number(0, 9)),
    ("patent_steps", Number(1, 9)),
    ("large_warehouse_size", Number(1, 99)),
    ("shipyard_ships", Number(0, 20)),
    ("shipyard_capacity", Number(0, 99)),
    ("merchant_income", Number(0, 99)),
    ("merchant_tokens", Number(0, 20)),
    ("mechanic_upkeep", Number(0, 99)),
    ("entrepreneur_sales", NumberBy(|at| (0, at.file.table("rules").number("qualify_sales")))),
    ("engineer_value", ENGINEER),
    ("engineer_turned", ENGINEER),
    ("engineer_cost", Number(0, 9)),
];

const ENGINEER: Kind = NumberBy(|at| (0, at.file.table("limits").number("engineer_quality_cap")));

const EXPERT: Keys = &[
    SOURCE,
    ("takers", List(4, 4, &TAKERS)),
    ("cash", List(4, 4, &Number(0, 999))),
    ("worker_cards", CREW_CARDS),
    ("points", Number(0, 20)),
    ("point_quality", Number(1, 20)),
    ("point_distribution", Number(1, 12)),
    ("point_cash", Number(0, 999)),
    ("point_level", Number(0, 8)),
];

/// At least as many as two goods for each player need.
const TAKERS: Kind = NumberBy(|at| {
    let (players, goods) = (at.entry + 1, at.file.table("goods").texts("names").len());
    ((2 * players).div_ceil(goods) as i64, players as i64)
});

const EVENT_ROW: Keys = &[("number", Number(1, MOST_EVENTS as i64)), ("name", NEW_NAME), ("amount", Number(0, 99))];

const TITLE_ROW: Keys = &[("from", NumberBy(|at| (0, if at.row == 0 { 0 } else { 99_999 }))), ("title", NEW_NAME)];

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
    check_penalty(file)?;
    check_rises("[appeal]: arrows", &file.table("appeal").numbers("arrows"))?;
    check_goods(file)?;
    check_flips(file)?;
    check_levels(file.table("tracks"))?;
    check_growth(file.table("tracks"))?;
    check_rows_rise(file, "cards", "number")?;
    check_engineer(file)?;
    check_rows_rise(file, "events", "number")?;
    check_rows_rise(file, "solo", "from")
}

fn check_penalty(file: Part<'_>) -> Result<(), String> {
    let (due, found) =
        (file.table("limits").number::<usize>("ship_tokens") + 1, file.table("ships").numbers::<u8>("penalty").len());
    if found == due {
        return Ok(());
    }
    Err(format!("[ships]: penalty must have {due} entries, one for each number of ship tokens from 0, not {found}"))
}

/// Set-ups, seats and tiles by the number of goods.
fn check_goods(file: Part<'_>) -> Result<(), String> {
    let goods = file.table("goods").texts("names").len();
    for (i, row) in file.table("setups").rows("rows").into_iter().enumerate() {
        let found = row.numbers::<i8>("demand").len();
        if found != goods {
            return Err(format!(
                "[setups] row {}: demand must have {goods} entries, one for each good, not {found}",
                i + 1
            ));
        }
    }
    let seats = file.table("seats").rows("rows");
    if let Some(i) = seats.iter().position(|seat| seat.text("first") == seat.text("second")) {
        return Err(format!("[seats] row {}: first and second must differ", i + 1));
    }
    let (due, found) = (goods * decades(file), file.table("tiles").rows("rows").len());
    if found == due {
        return Ok(());
    }
    Err(format!("[tiles] must have {due} rows, one for each good and decade, not {found}"))
}

fn check_rises(what: &str, numbers: &[i64]) -> Result<(), String> {
    if numbers.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(format!("{what} must rise")) }
}

fn check_rows_rise(file: Part<'_>, table: &str, key: &str) -> Result<(), String> {
    let numbers: Vec<i64> = file.table(table).rows("rows").into_iter().map(|row| row.number(key)).collect();
    (1..numbers.len()).try_for_each(|i| check_rises(&format!("[{table}] row {}: {key}", i + 1), &numbers[i - 1..=i]))
}

fn check_engineer(file: Part<'_>) -> Result<(), String> {
    let (limits, effects) = (file.table("limits"), file.table("card_effects"));
    let quality: i64 = limits.number("quality_cap");
    if limits.number::<i64>("engineer_quality_cap") - effects.number::<i64>("engineer_value") < quality {
        return Err(format!("[card_effects]: the Engineer leaves no room for Quality {quality}"));
    }
    Ok(())
}

/// The highest price that any factory can have (R24).
fn highest_price(file: Part<'_>) -> usize {
    let number = |table: &str, key: &str| file.table(table).number::<usize>(key);
    let engineer = number("card_effects", "engineer_value").min(number("card_effects", "engineer_turned"));
    let quality = number("limits", "quality_cap").max(number("limits", "engineer_quality_cap") - engineer);
    let from_quality = quality.div_ceil(number("quality", "price_divisor"));
    let more = number("rules", "token_positions") - 1 + number("office", "value") + from_quality;
    let prices = file.table("tiles").rows("rows").into_iter().map(|row| row.number::<usize>("price"));
    more + prices.max().unwrap_or(0)
}

fn check_flips(file: Part<'_>) -> Result<(), String> {
    let flips = file.table("crew_flips").texts("by_decade");
    let (decades, cards) = (decades(file), file.table("limits").number::<usize>("worker_cards"));
    if flips.len() != decades {
        let found = flips.len();
        return Err(format!("[crew_flips]: by_decade must have {decades} entries, one for each decade, not {found}"));
    }
    if let Some((i, sides)) = flips.iter().enumerate().find(|(_, sides)| sides.len() != cards) {
        return Err(format!(
            "[crew_flips]: by_decade entry {} must have {cards} letters, one for each worker card, not {}",
            i + 1,
            sides.len()
        ));
    }
    let units = pack_crew(file, ["a_units", "b_units"]);
    for decade in 2..=decades {
        if let Some(card) = (0..cards).find(|card| units[decade][*card] < units[decade - 1][*card]) {
            return Err(format!("[crew_flips]: card {} must not shrink in decade {decade}", card + 1));
        }
    }
    Ok(())
}

/// Every level above 0 needs its gate.
fn check_levels(tracks: Part<'_>) -> Result<(), String> {
    let most = tracks.numbers::<u8>("gates").len() + 1;
    TRACK_KEYS.into_iter().try_for_each(|key| {
        let found = if key == TRACK_KEYS[track::WAREHOUSE] {
            tracks.lists::<u8>(key).len()
        } else {
            tracks.numbers::<u8>(key).len()
        };
        if found <= most {
            return Ok(());
        }
        Err(format!("[tracks]: {key} must have at most {most} entries, one more than gates, not {found}"))
    })
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
fn array<T: Copy + Default, const N: usize>(values: &[T]) -> [T; N] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or_default())
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}

/// A number of each row of a table.
fn column(table: Part<'_>, key: &str) -> Vec<u8> {
    table.rows("rows").into_iter().map(|row| row.number(key)).collect()
}

/// What stands in the rows of these numbers, by number; else what is said.
fn by_number<T: Copy, const N: usize>(numbers: &[u8], missing: T, of_row: impl Fn(usize) -> T) -> [T; N] {
    let row = |number: usize| numbers.iter().position(|other| usize::from(*other) == number);
    std::array::from_fn(|number| row(number).map_or(missing, &of_row))
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
    let lists =
        TRACK_KEYS.map(|key| if key == TRACK_KEYS[track::WAREHOUSE] { Vec::new() } else { tracks.numbers(key) });
    let mut last_level = lists.each_ref().map(|list: &Vec<u8>| list.len().saturating_sub(1) as u8);
    last_level[track::WAREHOUSE] = warehouse.len() as u8 - 1;
    let gates: Vec<u8> = tracks.numbers("gates");
    let next_opens = |decade: usize, track: usize, level: usize| {
        level < usize::from(last_level[track]) && usize::from(gates[level]) <= decade
    };
    let units = pack_crew(file, ["a_units", "b_units"]);
    let card_output = pack_crew(file, ["a_output", "b_output"]);
    let tiles = pack_tiles(file);
    let output = std::array::from_fn(|good| {
        std::array::from_fn(|decade| sums(card_output[decade]).map(|more| tiles[good][decade].output + more))
    });
    let goods = owned(file.table("goods").texts("names"));
    let goods_count = goods.len();
    let rounds = pack_rounds(file.table("game"), goods_count);
    let (cards, events) = (file.table("cards"), file.table("events"));
    let (card_numbers, event_numbers) = (column(cards, "number"), column(events, "number"));
    let amounts = column(events, "amount");
    let sides = file.table("crew_sides");
    let highest_tile = tiles.iter().flatten().map(|tile| tile.output).max().unwrap_or(0);
    let highest_side = sides.number::<u8>("a_output").max(sides.number("b_output"));
    Data {
        tracks: owned(tracks.texts("names")),
        cards: owned(cards.column("rows", "name")),
        events: owned(events.column("rows", "name")),
        titles: file.table("solo").rows("rows").into_iter().map(pack_title).collect(),
        goods_count,
        all_goods: u8::MAX >> (8 - goods.len()),
        goods,
        decades: file.table("game").number("decades"),
        round_count: rounds.len() as u8,
        rounds: std::array::from_fn(|round| rounds.get(round).copied().unwrap_or_default()),
        productions: (0..goods_count).map(|good| rounds_of(&rounds, good)).collect(),
        small_warehouses: warehouse.iter().map(Vec::len).max().unwrap_or(0),
        highest_price: highest_price(file).max(LEAST_HIGHEST_PRICE) as u8,
        highest_output: highest_tile + limits.number::<u8>("worker_cards") * highest_side,
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
        neutral_climb: rules.number("neutral_climb"),
        loan_shares: rules.number("loan_shares"),
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
        output,
        labour: units.map(sums),
        quality_cards_for: std::array::from_fn(|level| level.div_ceil(per_card) as u8),
        quality_as_price: std::array::from_fn(|level| level.div_ceil(price_divisor) as u8),
        tiles,
        most_units: units.iter().flatten().copied().max().unwrap_or(0),
        crews: units
            .map(|units| std::array::from_fn(|cards| std::array::from_fn(|c| if c < cards { units[c] } else { 0 }))),
        units,
        open_boards: std::array::from_fn(|decade| {
            std::array::from_fn(|track| {
                std::array::from_fn(|level| u8::from(next_opens(decade, track, level)) << track)
            })
        }),
        gates,
        last_level,
        level_value: lists.map(|list| array(&list)),
        warehouse: std::array::from_fn(|level| warehouse.get(level).map_or([0; MOST_SMALL + 1], |sizes| array(sizes))),
        card_decade: column(cards, "decade"),
        card_bits: by_number(&card_numbers, 0, |row| 1 << row),
        card_numbers,
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
        event_rows: by_number(&event_numbers, LEFT_OUT, |row| row as u8),
        event_amount: by_number(&event_numbers, 0, |row| amounts[row]),
        event_numbers,
    }
}

/// What no worker card, one, two and so on give together.
fn sums(each: [u8; MOST_CREW]) -> [u8; MOST_CREW + 1] {
    std::array::from_fn(|cards| each[..cards].iter().sum())
}

/// R1, R55.
fn pack_rounds(game: Part<'_>, goods: usize) -> Vec<Round> {
    let (decades, length): (usize, usize) = (game.number("decades"), game.number("rounds_per_decade"));
    let actives: Vec<usize> = (0..decades * length).map(|round| round % length % goods).collect();
    let round = |round: usize| Round {
        decade: (round / length + 1) as u8,
        opens: round.is_multiple_of(length),
        active: actives[round] as u8,
        turn: actives[..round].iter().filter(|good| **good == actives[round]).count() as u8,
        still: actives[round..].iter().fold(0, |set, good| set | 1 << good),
    };
    (0..actives.len()).map(round).collect()
}

/// The rounds in which a good is active.
fn rounds_of(rounds: &[Round], good: usize) -> Vec<u8> {
    (0..).zip(rounds).filter(|(_, round)| usize::from(round.active) == good).map(|(number, _)| number).collect()
}

fn pack_setup(row: Part<'_>) -> SetupRow {
    let demand: Vec<i8> = row.numbers("demand");
    SetupRow {
        demand: std::array::from_fn(|good| demand.get(good).copied().unwrap_or(0)),
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

fn pack_tiles(file: Part<'_>) -> [[Tile; MOST_DECADES + 1]; MOST_GOODS] {
    let (rows, decades) = (file.table("tiles").rows("rows"), decades(file));
    let tile = |row: Part<'_>| Tile {
        price: row.number("price"),
        sum: row.number::<u8>("price") + row.number::<u8>("appeal"),
        output: row.number("output"),
        fixed_cost: row.number("fixed_cost"),
        export: row.number("export"),
    };
    let mut tiles = [[Tile::default(); MOST_DECADES + 1]; MOST_GOODS];
    for (i, row) in rows.into_iter().enumerate() {
        tiles[i / decades][i % decades + 1] = tile(row);
    }
    tiles
}

/// What side A or B, by their keys, of each worker card gives, by decade of the tile.
fn pack_crew(file: Part<'_>, sides: [&str; 2]) -> [[u8; MOST_CREW]; MOST_DECADES + 1] {
    let [a, b] = sides.map(|key| file.table("crew_sides").number::<u8>(key));
    let mut crew = [[0; MOST_CREW]; MOST_DECADES + 1];
    for (cards, flips) in crew[1..].iter_mut().zip(file.table("crew_flips").texts("by_decade")) {
        for (card, side) in cards.iter_mut().zip(flips.bytes()) {
            *card = if side == b'A' { a } else { b };
        }
    }
    crew
}

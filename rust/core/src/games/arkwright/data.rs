//! The tables of `arkwright.toml`: read, checked row by row, and packed for play.

use crate::data_file;
use crate::error::{Error, Result};
use serde::Deserialize;

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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Declares the tables as they stand in the file; each begins with `source`.
macro_rules! tables {
    ($($name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(#[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            source: String,
            $($field: $kind,)*
        })*
    };
}

/// Declares the rows of such tables.
macro_rules! rows {
    ($($name:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(#[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            $($field: $kind,)*
        })*
    };
}

tables! {
    GameTable { decades: i64, rounds_per_decade: i64 }
    GoodsTable { names: Vec<String> }
    LimitsTable {
        loans: i64, ship_tokens: i64, worker_cards: i64, quality_cards: i64, distribution_cards: i64,
        quality_cap: i64, engineer_quality_cap: i64, distribution_cap: i64,
    }
    RulesTable {
        token_positions: i64, machine_upkeep: i64, emergency_divisor: i64, qualify_sales: i64, qualify_steps: i64,
        appeal_steps: i64, distribution_loss: i64, demand_drop: i64, wage_rise: i64,
    }
    SharesTable { start: i64, start_value: i64, value_cap: i64, holding_cap: i64 }
    OfficeTable { value: i64 }
    QualityTable { per_card: i64, price_divisor: i64 }
    ShipsTable { owned: i64, penalty: Vec<i64> }
    AppealTable { top: i64, arrows: Vec<i64> }
    DemandTable { low: i64, high: i64 }
    SetupsTable { rows: Vec<RawSetup> }
    SeatsTable { rows: Vec<RawSeat> }
    StartTable { worker_cards: i64, first_distribution: i64, second_quality: i64 }
    TilesTable { rows: Vec<RawTile> }
    SidesTable { a_units: i64, a_output: i64, b_units: i64, b_output: i64 }
    FlipsTable { by_decade: Vec<String> }
    TracksTable {
        names: Vec<String>, gates: Vec<i64>, automation: Vec<i64>, quality: Vec<i64>, distribution: Vec<i64>,
        shipping: Vec<i64>, warehouse: Vec<Vec<i64>>, office: Vec<i64>,
    }
    CardsTable { rows: Vec<RawCard> }
    EffectsTable {
        foreman_wage_cut: i64, foreman_least_wage: i64, steward_cost_cut: i64, agent_keeps: i64,
        craftsman_cards: i64, craftsman_points: i64, advertiser_cards: i64, advertiser_points: i64,
        patent_decades: i64, patent_steps: i64, large_warehouse_size: i64, shipyard_ships: i64,
        shipyard_capacity: i64, merchant_income: i64, merchant_tokens: i64, mechanic_upkeep: i64,
        entrepreneur_sales: i64, engineer_value: i64, engineer_turned: i64, engineer_cost: i64,
    }
    ExpertTable {
        takers: Vec<i64>, cash: Vec<i64>, worker_cards: i64, points: i64, point_quality: i64,
        point_distribution: i64, point_cash: i64, point_level: i64,
    }
    EventsTable { rows: Vec<RawEvent> }
    SoloTable { rows: Vec<TitleRow> }
}

rows! {
    File {
        format: i64, game: GameTable, goods: GoodsTable, limits: LimitsTable, rules: RulesTable, shares: SharesTable,
        office: OfficeTable, quality: QualityTable, ships: ShipsTable, appeal: AppealTable, demand: DemandTable,
        setups: SetupsTable, seats: SeatsTable, start: StartTable, tiles: TilesTable, crew_sides: SidesTable,
        crew_flips: FlipsTable, tracks: TracksTable, cards: CardsTable, card_effects: EffectsTable,
        expert: ExpertTable, events: EventsTable, solo: SoloTable,
    }
    RawSetup { players: i64, side: String, demand: Vec<i64>, neutral: i64, copies: i64, wages: Vec<i64> }
    RawSeat { players: i64, seat: i64, first: String, second: String, cash: i64 }
    RawTile { good: String, decade: i64, price: i64, appeal: i64, output: i64, fixed_cost: i64, export: i64 }
    RawCard { number: i64, name: String, decade: i64 }
    RawEvent { name: String, amount: i64 }
}

/// Reads and checks the text of a data file.
pub(super) fn load(text: &str) -> Result<Data> {
    let file: File = data_file::read("arkwright.toml", text)?;
    check_tables(&file)?;
    check_together(&file)?;
    Ok(pack(&file))
}

fn refuse(sentence: impl AsRef<str>) -> Error {
    Error::data(format!("arkwright.toml: {}", sentence.as_ref()))
}

// --- the sentences --------------------------------------------------------------------------------------------------

/// Where in the file a check stands: `top`, `[table]` or `[table] row 3`.
struct Place(String);

impl Place {
    fn table(name: &str, source: &str) -> Result<Self> {
        let place = Self(format!("[{name}]"));
        if matches!(source, "fact" | "inferred" | "reconstruction" | "invention") {
            return Ok(place);
        }
        Err(place.wrong(format!("source must be one of fact, inferred, reconstruction, invention, not {source}")))
    }

    fn row(&self, index: usize) -> Self {
        Self(format!("{} row {}", self.0, index + 1))
    }

    fn wrong(&self, sentence: impl AsRef<str>) -> Error {
        refuse(format!("{}: {}", self.0, sentence.as_ref()))
    }

    fn range(&self, key: &str, value: i64, low: i64, high: i64) -> Result<()> {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        Err(self.wrong(format!("{key} must be {}, not {value}", span(low, high))))
    }

    /// Several keys with a range each, in order.
    fn ranges(&self, checks: &[(&str, i64, i64, i64)]) -> Result<()> {
        checks.iter().try_for_each(|&(key, value, low, high)| self.range(key, value, low, high))
    }

    fn length(&self, key: &str, count: usize, low: i64, high: i64) -> Result<()> {
        if (low..=high).contains(&(count as i64)) {
            return Ok(());
        }
        Err(self.wrong(format!("{key} must have {} entries, not {count}", span(low, high))))
    }

    /// A list: its length, then its entries.
    fn list(&self, key: &str, values: &[i64], length: (i64, i64), low: i64, high: i64) -> Result<()> {
        self.length(key, values.len(), length.0, length.1)?;
        let entries = values.iter().enumerate();
        entries.into_iter().try_for_each(|(i, value)| self.range(&entry(key, i), *value, low, high))
    }

    fn name(&self, key: &str, value: &str) -> Result<()> {
        let letters = value.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        let spaced = value.split(' ').all(|word| !word.is_empty());
        let capital = value.starts_with(|c: char| c.is_ascii_uppercase());
        if letters && spaced && capital && value.len() <= 24 {
            return Ok(());
        }
        Err(self.wrong(format!("{key} must be a name of letters, first a capital, not {value}")))
    }

    fn names(&self, key: &str, values: &[String], count: i64) -> Result<()> {
        self.length(key, values.len(), count, count)?;
        values.iter().enumerate().try_for_each(|(i, value)| self.name(&entry(key, i), value))
    }

    fn good(&self, key: &str, value: &str, goods: &[String]) -> Result<()> {
        if goods.iter().any(|good| good == value) {
            return Ok(());
        }
        Err(self.wrong(format!("{key} must be one of {}, not {value}", goods.join(", "))))
    }
}

fn span(low: i64, high: i64) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn entry(key: &str, index: usize) -> String {
    format!("{key} entry {}", index + 1)
}

// --- table by table -------------------------------------------------------------------------------------------------

fn check_tables(file: &File) -> Result<()> {
    Place("top".to_owned()).range("format", file.format, 1, 1)?;
    check_frame(file)?;
    check_market(file)?;
    check_setups(file)?;
    check_seats(file)?;
    check_factories(file)?;
    check_tracks(&file.tracks)?;
    check_cards(file)?;
    check_expert(file)?;
    check_events(file)
}

fn check_frame(file: &File) -> Result<()> {
    let place = Place::table("game", &file.game.source)?;
    place.ranges(&[("decades", file.game.decades, 3, 3), ("rounds_per_decade", file.game.rounds_per_decade, 4, 4)])?;
    let place = Place::table("goods", &file.goods.source)?;
    place.names("names", &file.goods.names, GOODS as i64)?;
    let limits = &file.limits;
    Place::table("limits", &limits.source)?.ranges(&[
        ("loans", limits.loans, 1, 9),
        ("ship_tokens", limits.ship_tokens, 1, 9),
        ("worker_cards", limits.worker_cards, 2, 2),
        ("quality_cards", limits.quality_cards, 1, 8),
        ("distribution_cards", limits.distribution_cards, 1, 4),
        ("quality_cap", limits.quality_cap, 1, 6),
        ("engineer_quality_cap", limits.engineer_quality_cap, limits.quality_cap, 6),
        ("distribution_cap", limits.distribution_cap, 1, 4),
    ])?;
    let rules = &file.rules;
    Place::table("rules", &rules.source)?.ranges(&[
        ("token_positions", rules.token_positions, 1, 4),
        ("machine_upkeep", rules.machine_upkeep, 0, 9),
        ("emergency_divisor", rules.emergency_divisor, 1, 9),
        ("qualify_sales", rules.qualify_sales, 1, 9),
        ("qualify_steps", rules.qualify_steps, 0, 9),
        ("appeal_steps", rules.appeal_steps, 0, 9),
        ("distribution_loss", rules.distribution_loss, 0, 4),
        ("demand_drop", rules.demand_drop, 0, 9),
        ("wage_rise", rules.wage_rise, 0, 9),
    ])
}

fn check_market(file: &File) -> Result<()> {
    let shares = &file.shares;
    Place::table("shares", &shares.source)?.ranges(&[
        ("start", shares.start, 0, 30),
        ("start_value", shares.start_value, 1, 99),
        ("value_cap", shares.value_cap, shares.start_value, 99),
        ("holding_cap", shares.holding_cap, shares.start, 30),
    ])?;
    Place::table("office", &file.office.source)?.range("value", file.office.value, 0, 4)?;
    let quality = &file.quality;
    Place::table("quality", &quality.source)?
        .ranges(&[("per_card", quality.per_card, 1, 6), ("price_divisor", quality.price_divisor, 1, 6)])?;
    let place = Place::table("ships", &file.ships.source)?;
    place.range("owned", file.ships.owned, 0, 9)?;
    place.list("penalty", &file.ships.penalty, (10, 10), 0, 99)?;
    let place = Place::table("appeal", &file.appeal.source)?;
    place.range("top", file.appeal.top, 1, 30)?;
    place.list("arrows", &file.appeal.arrows, (0, 20), 1, file.appeal.top)?;
    let demand = &file.demand;
    Place::table("demand", &demand.source)?.ranges(&[("low", demand.low, -20, 0), ("high", demand.high, 1, 40)])
}

fn check_setups(file: &File) -> Result<()> {
    let table = Place::table("setups", &file.setups.source)?;
    table.length("rows", file.setups.rows.len(), 4, 4)?;
    for (i, row) in file.setups.rows.iter().enumerate() {
        let place = table.row(i);
        place.range("players", row.players, i as i64 + 1, i as i64 + 1)?;
        if !matches!(row.side.as_str(), "A" | "B") {
            return Err(place.wrong(format!("side must be A or B, not {}", row.side)));
        }
        place.list("demand", &row.demand, (4, 4), file.demand.low, file.demand.high)?;
        place.range("neutral", row.neutral, -1, file.appeal.top)?;
        place.range("copies", row.copies, 1, 4)?;
        place.list("wages", &row.wages, (1, 24), 1, 20)?;
    }
    Ok(())
}

fn check_seats(file: &File) -> Result<()> {
    let table = Place::table("seats", &file.seats.source)?;
    table.length("rows", file.seats.rows.len(), 10, 10)?;
    let seats = (1..=4).flat_map(|players| (1..=players).map(move |seat| (players, seat)));
    for ((i, row), (players, seat)) in file.seats.rows.iter().enumerate().zip(seats) {
        let place = table.row(i);
        place.ranges(&[("players", row.players, players, players), ("seat", row.seat, seat, seat)])?;
        place.good("first", &row.first, &file.goods.names)?;
        place.good("second", &row.second, &file.goods.names)?;
        place.range("cash", row.cash, 0, 99)?;
        if row.first == row.second {
            return Err(place.wrong("first and second must differ"));
        }
    }
    Ok(())
}

fn check_factories(file: &File) -> Result<()> {
    let start = &file.start;
    Place::table("start", &start.source)?.ranges(&[
        ("worker_cards", start.worker_cards, 0, 2),
        ("first_distribution", start.first_distribution, 0, file.limits.distribution_cap),
        ("second_quality", start.second_quality, 0, file.limits.quality_cap.min(file.quality.per_card)),
    ])?;
    let table = Place::table("tiles", &file.tiles.source)?;
    table.length("rows", file.tiles.rows.len(), 12, 12)?;
    for (i, row) in file.tiles.rows.iter().enumerate() {
        let place = table.row(i);
        let good = &file.goods.names[i / 3];
        if row.good != *good {
            return Err(place.wrong(format!("good must be {good}, not {}", row.good)));
        }
        let decade = i as i64 % 3 + 1;
        place.ranges(&[
            ("decade", row.decade, decade, decade),
            ("price", row.price, 0, 20),
            ("appeal", row.appeal, file.rules.token_positions - 1, 20),
            ("output", row.output, 0, 9),
            ("fixed_cost", row.fixed_cost, 0, 99),
            ("export", row.export, 0, 20),
        ])?;
    }
    let sides = &file.crew_sides;
    Place::table("crew_sides", &sides.source)?.ranges(&[
        ("a_units", sides.a_units, 1, 2),
        ("a_output", sides.a_output, 0, 9),
        ("b_units", sides.b_units, sides.a_units, 2),
        ("b_output", sides.b_output, 0, 9),
    ])?;
    let place = Place::table("crew_flips", &file.crew_flips.source)?;
    place.length("by_decade", file.crew_flips.by_decade.len(), 3, 3)?;
    for (i, flip) in file.crew_flips.by_decade.iter().enumerate() {
        if !matches!(flip.as_str(), "AA" | "AB" | "BA" | "BB") {
            let key = entry("by_decade", i);
            return Err(place.wrong(format!("{key} must be AA, AB, BA or BB, not {flip}")));
        }
    }
    Ok(())
}

fn check_tracks(tracks: &TracksTable) -> Result<()> {
    let levels = (1, LEVELS as i64);
    let place = Place::table("tracks", &tracks.source)?;
    place.names("names", &tracks.names, TRACKS as i64)?;
    place.list("gates", &tracks.gates, (4, 4), 1, 3)?;
    place.list("automation", &tracks.automation, levels, 1, 16)?;
    place.list("quality", &tracks.quality, levels, 0, 20)?;
    place.list("distribution", &tracks.distribution, levels, 0, 20)?;
    place.list("shipping", &tracks.shipping, levels, 1, 9)?;
    place.length("warehouse", tracks.warehouse.len(), levels.0, levels.1)?;
    for (i, sizes) in tracks.warehouse.iter().enumerate() {
        let key = entry("warehouse", i);
        place.length(&key, sizes.len(), 0, 2)?;
        for (j, size) in sizes.iter().enumerate() {
            place.range(&format!("{key}.{}", j + 1), *size, 1, 9)?;
        }
    }
    place.list("office", &tracks.office, levels, 0, 12)
}

fn check_cards(file: &File) -> Result<()> {
    let table = Place::table("cards", &file.cards.source)?;
    table.length("rows", file.cards.rows.len(), CARDS as i64, CARDS as i64)?;
    for (i, row) in file.cards.rows.iter().enumerate() {
        let place = table.row(i);
        place.range("number", row.number, i as i64 + 1, i as i64 + 1)?;
        place.name("name", &row.name)?;
        place.range("decade", row.decade, 1, 3)?;
    }
    let effects = &file.card_effects;
    Place::table("card_effects", &effects.source)?.ranges(&[
        ("foreman_wage_cut", effects.foreman_wage_cut, 0, 9),
        ("foreman_least_wage", effects.foreman_least_wage, 0, 9),
        ("steward_cost_cut", effects.steward_cost_cut, 0, 99),
        ("agent_keeps", effects.agent_keeps, 0, 4),
        ("craftsman_cards", effects.craftsman_cards, 0, 1),
        ("craftsman_points", effects.craftsman_points, 0, 9),
        ("advertiser_cards", effects.advertiser_cards, 0, 1),
        ("advertiser_points", effects.advertiser_points, 0, 9),
        ("patent_decades", effects.patent_decades, 0, 2),
        ("patent_steps", effects.patent_steps, 1, 2),
        ("large_warehouse_size", effects.large_warehouse_size, 1, 9),
        ("shipyard_ships", effects.shipyard_ships, 0, 1),
        ("shipyard_capacity", effects.shipyard_capacity, 0, 9),
        ("merchant_income", effects.merchant_income, 0, 9),
        ("merchant_tokens", effects.merchant_tokens, 0, 9),
        ("mechanic_upkeep", effects.mechanic_upkeep, 0, 9),
        ("entrepreneur_sales", effects.entrepreneur_sales, 1, file.rules.qualify_sales),
        ("engineer_value", effects.engineer_value, 1, 6),
        ("engineer_turned", effects.engineer_turned, 1, 6),
        ("engineer_cost", effects.engineer_cost, 1, 9),
    ])
}

fn check_expert(file: &File) -> Result<()> {
    let expert = &file.expert;
    let place = Place::table("expert", &expert.source)?;
    place.length("takers", expert.takers.len(), 4, 4)?;
    for (i, takers) in expert.takers.iter().enumerate() {
        place.range(&entry("takers", i), *takers, [1, 1, 2, 2][i], i as i64 + 1)?;
    }
    place.list("cash", &expert.cash, (4, 4), 0, 99)?;
    place.ranges(&[
        ("worker_cards", expert.worker_cards, 0, 2),
        ("points", expert.points, 0, 9),
        ("point_quality", expert.point_quality, 1, 6),
        ("point_distribution", expert.point_distribution, 1, 4),
        ("point_cash", expert.point_cash, 0, 99),
        ("point_level", expert.point_level, 0, 4),
    ])
}

fn check_events(file: &File) -> Result<()> {
    let table = Place::table("events", &file.events.source)?;
    table.length("rows", file.events.rows.len(), EVENTS as i64, EVENTS as i64)?;
    for (i, row) in file.events.rows.iter().enumerate() {
        let place = table.row(i);
        place.name("name", &row.name)?;
        let (low, high) = if i == usize::from(event::MACHINE_BREAKERS) { (1, 1) } else { (0, 9) };
        place.range("amount", row.amount, low, high)?;
    }
    let table = Place::table("solo", &file.solo.source)?;
    table.length("rows", file.solo.rows.len(), 5, 5)?;
    for (i, row) in file.solo.rows.iter().enumerate() {
        table.row(i).range("from", row.from, 0, if i == 0 { 0 } else { 9999 })?;
    }
    Ok(())
}

// --- checks across tables -------------------------------------------------------------------------------------------

fn check_together(file: &File) -> Result<()> {
    let cards: Vec<&String> = file.cards.rows.iter().map(|row| &row.name).collect();
    let events: Vec<&String> = file.events.rows.iter().map(|row| &row.name).collect();
    check_unique("goods", &file.goods.names.iter().collect::<Vec<_>>())?;
    check_unique("tracks", &file.tracks.names.iter().collect::<Vec<_>>())?;
    check_unique("cards", &cards)?;
    check_unique("events", &events)?;
    if !file.appeal.arrows.is_sorted_by(|a, b| a < b) {
        return Err(refuse("[appeal]: arrows must rise"));
    }
    check_highest_prices(file)?;
    check_flips(file)?;
    check_growth(&file.tracks)?;
    let (limits, effects) = (&file.limits, &file.card_effects);
    if limits.engineer_quality_cap - effects.engineer_value < limits.quality_cap {
        let sentence = format!("[card_effects]: the Engineer leaves no room for Quality {}", limits.quality_cap);
        return Err(refuse(sentence));
    }
    let ships = file.ships.owned + effects.shipyard_ships;
    if ships > 9 {
        return Err(refuse(format!("[card_effects]: ships would number {ships}, over 9")));
    }
    match file.solo.rows.windows(2).position(|pair| pair[0].from >= pair[1].from) {
        Some(i) => Err(refuse(format!("[solo] row {}: from must rise", i + 2))),
        None => Ok(()),
    }
}

fn check_unique(table: &str, names: &[&String]) -> Result<()> {
    match (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
        Some(i) => Err(refuse(format!("[{table}]: the name {} stands twice", names[i]))),
        None => Ok(()),
    }
}

/// Every price must have an action id (R24).
fn check_highest_prices(file: &File) -> Result<()> {
    let (limits, effects) = (&file.limits, &file.card_effects);
    let at_engineer = limits.engineer_quality_cap - effects.engineer_value.min(effects.engineer_turned);
    let quality = limits.quality_cap.max(at_engineer);
    let from_quality = (quality + file.quality.price_divisor - 1) / file.quality.price_divisor;
    for (i, row) in file.tiles.rows.iter().enumerate() {
        let highest = row.price + file.rules.token_positions - 1 + file.office.value + from_quality;
        if highest > 31 {
            return Err(refuse(format!("[tiles] row {}: the highest price would be {highest}, over 31", i + 1)));
        }
    }
    Ok(())
}

fn units_of(file: &File, decade: usize, card: usize) -> i64 {
    let side = file.crew_flips.by_decade[decade].as_bytes()[card];
    if side == b'A' { file.crew_sides.a_units } else { file.crew_sides.b_units }
}

fn check_flips(file: &File) -> Result<()> {
    for decade in 1..3 {
        for card in 0..2 {
            if units_of(file, decade, card) < units_of(file, decade - 1, card) {
                let sentence = format!("[crew_flips]: card {} must not shrink in decade {}", card + 1, decade + 1);
                return Err(refuse(sentence));
            }
        }
    }
    Ok(())
}

fn check_growth(tracks: &TracksTable) -> Result<()> {
    for level in 1..tracks.warehouse.len() {
        let (before, now) = (&tracks.warehouse[level - 1], &tracks.warehouse[level]);
        if now.len() < before.len() || before.iter().zip(now).any(|(old, new)| new < old) {
            return Err(refuse(format!("[tracks]: warehouse level {level} must not shrink")));
        }
    }
    match (1..tracks.office.len()).find(|level| tracks.office[*level] < tracks.office[level - 1]) {
        Some(level) => Err(refuse(format!("[tracks]: office level {level} must not shrink"))),
        None => Ok(()),
    }
}

// --- packing --------------------------------------------------------------------------------------------------------

/// The first entries of a checked list; what it lacks is 0.
fn array<const N: usize>(values: &[i64]) -> [u8; N] {
    std::array::from_fn(|i| values.get(i).map_or(0, |value| *value as u8))
}

#[expect(clippy::too_many_lines, reason = "a line a number")]
fn pack(file: &File) -> Data {
    let (limits, rules, shares, effects, expert) =
        (&file.limits, &file.rules, &file.shares, &file.card_effects, &file.expert);
    let tracks = &file.tracks;
    let lists = [&tracks.automation, &tracks.quality, &tracks.distribution, &tracks.shipping, &vec![], &tracks.office];
    let mut last_level = lists.map(|list| list.len().saturating_sub(1) as u8);
    last_level[track::WAREHOUSE] = tracks.warehouse.len() as u8 - 1;
    let gates: [u8; 4] = array(&tracks.gates);
    let next_opens = |decade: usize, track: usize, level: usize| {
        level < usize::from(last_level[track]) && usize::from(gates[level]) <= decade
    };
    let units = pack_crew(file, file.crew_sides.a_units, file.crew_sides.b_units);
    let card_output = pack_crew(file, file.crew_sides.a_output, file.crew_sides.b_output);
    let tiles = pack_tiles(&file.tiles.rows);
    Data {
        goods: file.goods.names.clone(),
        tracks: tracks.names.clone(),
        cards: file.cards.rows.iter().map(|row| row.name.clone()).collect(),
        events: file.events.rows.iter().map(|row| row.name.clone()).collect(),
        titles: file.solo.rows.clone(),
        loan_spaces: limits.loans as u8,
        ship_tokens: limits.ship_tokens as u8,
        worker_cards: limits.worker_cards as u8,
        quality_cards: limits.quality_cards as u8,
        distribution_cards: limits.distribution_cards as u8,
        quality_cap: limits.quality_cap as u8,
        engineer_quality_cap: limits.engineer_quality_cap as u8,
        distribution_cap: limits.distribution_cap as u8,
        token_positions: rules.token_positions as u8,
        machine_upkeep: rules.machine_upkeep as u8,
        emergency_divisor: rules.emergency_divisor as u8,
        qualify_sales: rules.qualify_sales as u8,
        qualify_steps: rules.qualify_steps as u8,
        appeal_steps: rules.appeal_steps as u8,
        distribution_loss: rules.distribution_loss as u8,
        demand_drop: rules.demand_drop as i8,
        wage_rise: rules.wage_rise as u8,
        start_shares: shares.start as u8,
        start_value: shares.start_value as u8,
        value_cap: shares.value_cap as u8,
        holding_cap: shares.holding_cap as u8,
        office: file.office.value as u8,
        quality_per_card: file.quality.per_card as u8,
        ships_owned: file.ships.owned as u8,
        ship_penalty: array(&file.ships.penalty),
        appeal_top: file.appeal.top as u8,
        arrows: std::array::from_fn(|appeal| {
            file.appeal.arrows.iter().filter(|arrow| **arrow <= appeal as i64).count() as u8
        }),
        demand_low: file.demand.low as i8,
        demand_high: file.demand.high as i8,
        setups: file.setups.rows.iter().map(pack_setup).collect(),
        seats: file.seats.rows.iter().map(|row| pack_seat(file, row)).collect(),
        start_worker_cards: file.start.worker_cards as u8,
        first_distribution: file.start.first_distribution as u8,
        second_quality: file.start.second_quality as u8,
        output: std::array::from_fn(|good| {
            std::array::from_fn(|decade| up_to_two(card_output[decade]).map(|more| tiles[good][decade].output + more))
        }),
        labour: units.map(up_to_two),
        crews: pack_crews(units),
        quality_cards_for: std::array::from_fn(|quality| quality.div_ceil(file.quality.per_card as usize) as u8),
        quality_as_price: std::array::from_fn(|quality| quality.div_ceil(file.quality.price_divisor as usize) as u8),
        tiles,
        units,
        open_boards: std::array::from_fn(|decade| {
            std::array::from_fn(|track| {
                std::array::from_fn(|level| u8::from(next_opens(decade, track, level)) << track)
            })
        }),
        gates,
        last_level,
        level_value: lists.map(|list| array(list)),
        warehouse: std::array::from_fn(|level| tracks.warehouse.get(level).map_or([0; 2], |sizes| array(sizes))),
        card_decade: std::array::from_fn(|k| file.cards.rows[k].decade as u8),
        foreman_wage_cut: effects.foreman_wage_cut as u8,
        foreman_least_wage: effects.foreman_least_wage as u8,
        steward_cost_cut: effects.steward_cost_cut as u8,
        agent_keeps: effects.agent_keeps as u8,
        craftsman_cards: effects.craftsman_cards as u8,
        craftsman_points: effects.craftsman_points as u8,
        advertiser_cards: effects.advertiser_cards as u8,
        advertiser_points: effects.advertiser_points as u8,
        patent_decades: effects.patent_decades as u8,
        patent_steps: effects.patent_steps as u8,
        large_warehouse_size: effects.large_warehouse_size as u8,
        shipyard_ships: effects.shipyard_ships as u8,
        shipyard_capacity: effects.shipyard_capacity as u8,
        merchant_income: effects.merchant_income as u8,
        merchant_tokens: effects.merchant_tokens as u8,
        mechanic_upkeep: effects.mechanic_upkeep as u8,
        entrepreneur_sales: effects.entrepreneur_sales as u8,
        engineer_value: effects.engineer_value as u8,
        engineer_turned: effects.engineer_turned as u8,
        engineer_cost: effects.engineer_cost as u8,
        expert_takers: array(&expert.takers),
        expert_cash: array(&expert.cash),
        expert_worker_cards: expert.worker_cards as u8,
        points: expert.points as u8,
        point_quality: expert.point_quality as u8,
        point_distribution: expert.point_distribution as u8,
        point_cash: expert.point_cash as u8,
        point_level: expert.point_level as u8,
        event_amount: std::array::from_fn(|i| file.events.rows[i].amount as u8),
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

fn pack_setup(row: &RawSetup) -> SetupRow {
    SetupRow {
        demand: std::array::from_fn(|g| row.demand[g] as i8),
        neutral: u8::try_from(row.neutral).ok(),
        copies: row.copies as u8,
        wages: row.wages.iter().map(|wage| *wage as u8).collect(),
    }
}

fn pack_seat(file: &File, row: &RawSeat) -> SeatRow {
    let good = |name: &String| file.goods.names.iter().position(|good| good == name).unwrap_or(0) as u8;
    SeatRow { first: good(&row.first), second: good(&row.second), cash: row.cash as u8 }
}

fn pack_tiles(rows: &[RawTile]) -> [[Tile; 4]; GOODS] {
    let tile = |row: &RawTile| Tile {
        price: row.price as u8,
        sum: (row.price + row.appeal) as u8,
        output: row.output as u8,
        fixed_cost: row.fixed_cost as u8,
        export: row.export as u8,
    };
    std::array::from_fn(|good| {
        std::array::from_fn(|decade| if decade == 0 { Tile::default() } else { tile(&rows[3 * good + decade - 1]) })
    })
}

/// What side A or B of the two worker cards gives, by decade of the tile.
fn pack_crew(file: &File, a: i64, b: i64) -> [[u8; 2]; 4] {
    let side = |decade: usize, card: usize| file.crew_flips.by_decade[decade].as_bytes()[card];
    std::array::from_fn(|decade| {
        std::array::from_fn(|card| match decade {
            0 => 0,
            _ if side(decade - 1, card) == b'A' => a as u8,
            _ => b as u8,
        })
    })
}

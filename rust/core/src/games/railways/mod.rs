//! Railways of the World: The Card Game.
//!
//! The rules in short; `docs/games/railways.md` has them in full, with their sources.
//!
//! * Set-up. R1 components. R2 a hand of an engine, a value-2 city and two cards. R3 the rest is the deck, three cards
//!   lie open. R4 a random first player for the whole game. R5 hands and deck are hidden. R6 Start: no cubes, no demand,
//!   no value.
//! * The turn. R7 one action, drawing, the check of the hand. R8 one or two cards from deck, open row, discard pile. R9
//!   open cards are replaced at once. R10 an engine taken face up ends the drawing and is never the second card. R11
//!   what cannot be taken is skipped. R12 down to 13 cards. R13 only discards feed the discard pile.
//! * Building. R14 a link joins a city from the hand to Start or a city on the table. R15 one colour that both ends
//!   have. R16 worth the new city's value at least. R17 engines as wilds beside one track card. R18 overpaying counts.
//!   R19 a colour carries any number of links. R20 train and points. R21 value - 1 cubes. R22 a tree.
//! * Engines. R23 the size is the number of engines played. R24 a delivery may follow.
//! * Deliveries. R25 one cube from any city. R26 the first link is one's own. R27 as many links as the engine covers.
//!   R28 to another city that takes it. R29 the first such city. R30 a value-5 city takes all. R31 no place twice. R32 a
//!   point a link, and one for each link of another.
//! * Discards. R33 one card for one of two uses. R34 a card. R35 a cube onto an empty city.
//! * The end. R36 the triggers: deck, trains, bag. R37 the round is finished. R38 a last delivery each. R39 the last
//!   round.
//! * Scoring. R40 cities by the worth of links. R41 engines. R42 sets of cubes. R43 ties: links, cubes.
//! * The younger players' game. R44 no cubes, deliveries, engines. R45 without the engine cards, or with them as wilds.
//! * Other data. R46 engines worth nothing are no wilds. R47 links an engine. R48 the order of the deal. R49 which dealt
//!   cities stay hidden. R50 cards after an action. R51 rounds of final deliveries. R52 cities without cubes. R53 sets.
//!
//! The numbers above are those of the shipped file; `data.rs` says what another file may say instead.

mod advice;
mod apply;
mod cards;
mod chance;
mod data;
mod fields;
mod flow;
mod invariants;
mod moves;
mod network;
mod reasons;
mod score;
mod state;
mod table;
mod variant;
mod view;

pub use data::{City, ENGINE, FIRST_CITY, MOST_CITIES, MOST_COLOURS, MOST_GOODS, MOST_SLOTS, START};
pub use moves::Delivery;
pub use network::Link;
pub use state::{Build, Phase, Shipment, State, Trigger};
pub use table::Move;

use crate::error::{Error, Result};
use crate::fields::Fields;
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, Kernel, Named, OutcomeList, PerPlayer, RankKey, ScorePart, Setup,
    Tables,
};
use crate::rng::Rng;
use cards::Cards;
use data::{Data, MOST_KINDS, MOST_PLACES, MOST_VALUE};
use score::CubeBonus;
use table::{Ids, Names};
use variant::Options;

const DECLARATION: Declaration = Declaration {
    name: "railways",
    title: "Railways of the World: The Card Game",
    rules_version: 1,
    observation_version: 1,
    perfect_information: false,
    min_players: 2,
    max_players: 4,
    default_players: 2,
    variants: variant::VARIANTS,
    options: variant::OPTIONS,
    data: data::SHIPPED,
};

/// The loaded game.
pub struct Railways {
    setup: Setup,
    tables: Tables,
    fields: Fields<Self>,
    options: Options,
    ids: Ids,
    /// The moves by their ids.
    moves: Box<[Move]>,
    names: Names,
    data: Data,
    /// The copies of each kind in the game.
    kind_totals: [u8; MOST_KINDS],
    /// All of them.
    cards: Cards,
    /// The cubes of each good in the game.
    cubes: [u8; MOST_GOODS],
    /// The engines that are dealt to each player (R2, R45).
    dealt_engines: u8,
    /// Values of the cities.
    values: [u8; MOST_CITIES],
    /// The cubes that go on each city (R21).
    city_goods: [u8; MOST_CITIES],
    /// The colours of each place; Start has all.
    place_colours: [u8; MOST_PLACES],
    /// The cities that take a good (R28, R30).
    accepts: [u64; MOST_GOODS],
    /// The goods that a place takes, a bit each; Start takes none.
    taken_by: [u8; MOST_PLACES],
    /// The cities that a good cannot pass (R29, R30).
    stops: [u64; MOST_GOODS],
    /// The cities of the value that is dealt at the start (R2).
    dealt_cities: u64,
    /// The cities that a colour can pay for, by what a link of it would be worth (the greatest value and more in one).
    payable: [[u64; MOST_VALUE + 1]; MOST_COLOURS],
    /// What sets of delivered cubes score (R42).
    cube_bonus: CubeBonus,
}

impl Railways {
    /// The city cards.
    pub fn cities(&self) -> &[City] {
        &self.data.cities
    }

    /// Whether this is the younger players' game (R44).
    #[inline]
    pub fn is_family(&self) -> bool {
        self.options.family
    }

    /// What a set of delivered cubes is worth (R42).
    #[inline]
    pub fn cube_bonus(&self, cubes: [u8; MOST_GOODS]) -> u16 {
        self.cube_bonus.of(cubes)
    }

    #[inline]
    fn players(&self) -> usize {
        self.setup.players
    }

    /// The move of an id of the table.
    #[inline]
    fn move_of(&self, action: Action) -> Move {
        self.moves[usize::from(action)]
    }

    /// How many track colours there are.
    #[inline]
    fn colour_count(&self) -> u8 {
        self.ids.colours
    }

    /// How many goods there are.
    #[inline]
    fn good_count(&self) -> usize {
        usize::from(self.ids.goods)
    }

    /// The slots of the open row that there are.
    #[inline]
    fn open<'a>(&self, s: &'a State) -> &'a [u8] {
        &s.open[..usize::from(self.ids.slots)]
    }

    /// The value of a city.
    #[inline]
    pub fn value(&self, city: u8) -> u8 {
        self.values[usize::from(city)]
    }

    /// The cubes that go on a city when it is built (R21).
    #[inline]
    pub fn goods_of(&self, city: u8) -> u8 {
        self.city_goods[usize::from(city)]
    }

    /// The track colours of a place, a bit each; Start has all.
    #[inline]
    pub fn colours(&self, place: u8) -> u8 {
        self.place_colours[usize::from(place)]
    }

    /// What an engine laid as track is worth (R17).
    #[inline]
    pub fn wild_value(&self) -> u8 {
        self.data.wild_value
    }

    /// The links that an engine of a size covers (R47).
    #[inline]
    fn reach(&self, size: u8) -> u16 {
        u16::from(size) * u16::from(self.data.links)
    }

    /// Whether a kind is a city of the value that is dealt at the start (R2).
    #[inline]
    fn is_dealt_city(&self, kind: u8) -> bool {
        kind > ENGINE && self.dealt_cities >> (kind - FIRST_CITY) & 1 == 1
    }
}

fn mask_of(cities: &[City], belongs: impl Fn(&City) -> bool) -> u64 {
    cities.iter().enumerate().fold(0, |mask, (i, city)| mask | u64::from(belongs(city)) << i)
}

impl Game for Railways {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::parse(&setup)?;
        let options = Options::new(&setup, &data)?;
        let names = Names::new(&data);
        let ids = names.ids;
        let moves: Box<[Move]> = ids.moves().into();
        let (decisions, chance_nodes) = options.bounds(setup.players, &data);
        let kind_totals = options.copies(&data);
        let fields = fields::fields(setup.players, &data, &options, &names);
        let tables = Tables::new(
            &setup,
            moves.iter().map(|chosen| names.text(*chosen)).collect(),
            names.outcome_texts(),
            fields.channels(),
            decisions,
            chance_nodes,
        )?;
        let cities = &data.cities;
        let takes = |city: &City, good: usize| city.demand.is_none_or(|demand| usize::from(demand) == good);
        let goods_taken =
            |city: &City| (0..data.goods.len()).fold(0, |all, good| all | u8::from(takes(city, good)) << good);
        let ends = |city: &City, good: usize| match city.demand {
            Some(demand) => usize::from(demand) == good,
            None => options.value5_must_stop,
        };
        let cheap = |k: usize, worth: usize| {
            mask_of(cities, |city| city.colours >> k & 1 == 1 && usize::from(city.value) <= worth)
        };
        let all_colours = (1 << ids.colours) - 1;
        Ok(Self {
            options,
            ids,
            moves,
            kind_totals,
            cards: Cards::from_counts(&kind_totals),
            cubes: options.cubes(&data),
            dealt_engines: options.dealt_engines(&data),
            values: std::array::from_fn(|i| cities.get(i).map_or(0, |city| city.value)),
            city_goods: std::array::from_fn(|i| cities.get(i).map_or(0, |city| city.goods)),
            place_colours: std::array::from_fn(|i| cities.get(i).map_or(all_colours, |city| city.colours)),
            accepts: std::array::from_fn(|good| mask_of(cities, |city| takes(city, good))),
            taken_by: std::array::from_fn(|i| cities.get(i).map_or(0, goods_taken)),
            stops: std::array::from_fn(|good| mask_of(cities, |city| ends(city, good))),
            dealt_cities: mask_of(cities, |city| city.value == data.hand.city_value),
            payable: std::array::from_fn(|k| std::array::from_fn(|worth| cheap(k, worth))),
            cube_bonus: CubeBonus::new(&data.sets, data.goods.len()),
            setup,
            tables,
            fields,
            names,
            data,
        })
    }

    #[inline]
    fn setup(&self) -> &Setup {
        &self.setup
    }

    #[inline]
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn initial_state(&self) -> State {
        flow::initial(self)
    }

    #[inline]
    fn actor(&self, s: &State) -> Actor {
        match s.phase {
            Phase::Over => Actor::Over,
            phase if phase.is_chance() => Actor::Chance,
            _ => Actor::Player(s.mover()),
        }
    }

    fn phase_name(&self, s: &State) -> &'static str {
        s.phase.name()
    }

    fn end_reason(&self, s: &State) -> Option<&'static str> {
        s.trigger.filter(|_| s.phase == Phase::Over).map(Trigger::name)
    }

    #[inline]
    fn legal_actions(&self, s: &State, list: &mut ActionList) {
        moves::list(self, s, list);
    }

    fn why_not(&self, s: &State, action: Action) -> Option<Error> {
        reasons::why_not(self, s, action)
    }

    fn chance_outcomes(&self, s: &State, list: &mut OutcomeList) {
        chance::outcomes(self, s, list);
    }

    #[inline]
    fn draw_outcome(&self, s: &State, rng: &mut Rng) -> u32 {
        chance::draw(self, s, rng)
    }

    #[inline]
    fn apply_decision(&self, s: &mut State, action: Action) {
        apply::decision(self, s, action);
    }

    #[inline]
    fn apply_outcome(&self, s: &mut State, outcome: u32) {
        apply::outcome(self, s, outcome);
    }

    /// The points of the track, and those of the end, are kept in 16 bits each.
    fn score_bounds(&self) -> (i32, i32) {
        (0, 2 * i32::from(u16::MAX))
    }

    fn scores(&self, s: &State) -> PerPlayer<i32> {
        score::scores(self, s)
    }

    fn score_parts(&self, s: &State) -> PerPlayer<Vec<ScorePart>> {
        score::score_parts(self, s)
    }

    fn rank_keys(&self, s: &State) -> PerPlayer<RankKey> {
        score::rank_keys(self, s)
    }

    fn rank_names(&self) -> &'static [Named] {
        score::RANK_NAMES
    }

    fn hidden_step(&self, s: &State, _id: u32, viewer: Option<usize>) -> Option<String> {
        view::hidden_step(self, s, viewer)
    }

    /// Dealt and blind cards come out by the steps of those who hold them (R5).
    fn opened(&self, _before: &State, _after: &State) -> Vec<String> {
        Vec::new()
    }

    fn resample(&self, s: &State, viewer: usize, rng: &mut Rng) -> State {
        view::resample(self, s, viewer, rng)
    }

    fn fields(&self) -> &Fields<Self> {
        &self.fields
    }

    fn kernels() -> Vec<Kernel<Self>> {
        vec![Kernel {
            name: "cube_bonus",
            summary: "what a set of delivered cubes is worth at the end (R42)",
            columns: |game| game.data.goods.clone(),
            score: |game, cubes| {
                let mut counts = [0; MOST_GOODS];
                for (good, (count, cubes)) in counts.iter_mut().zip(cubes).enumerate() {
                    *count = u8::try_from(*cubes).ok().filter(|cubes| *cubes <= game.data.cubes[good])?;
                }
                Some(i32::from(game.cube_bonus(counts)))
            },
        }]
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        invariants::check(self, s)
    }
}

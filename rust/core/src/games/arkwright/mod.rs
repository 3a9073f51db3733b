//! Arkwright: The Card Game: factories for four goods, a common market, and one's own shares.
//!
//! The rules in short, with the numbers of the shipped data file; `docs/games/arkwright.md` has them with their sources and all tables.
//!
//! *Frame.* R1 three decades of four rounds, a round a good: Action phase, Production, Preparation. R2 clockwise from the
//! start player, bankrupt seats left out. R3 fixed set-up by seat. R4 neutral markers with one or two players.
//! R5, R6 expert set-up: two starting goods in turn order and back, then three points each. R7, R8 events, a module.
//!
//! *Action phase.* R9 one action, then price and appeal, then one development. R10 build and upgrade any number;
//! R11 building lowers all demand and raises the wage, once. R12 sides of the worker cards follow from the tile.
//! R13 employ any number of cards, with the same shift. R14, R15 automate within the limit; a card that was begun is
//! finished unless the limit ends. R16–R18 Quality and the Engineer, R17 caps and cards, R19 Distribution.
//! R20, R21 Stock Exchange: buy shares, then take loans, then all ships are free. R22, R23 Extra Production and Early
//! Shipping. R24 total = tile + office + Quality + Engineer + Distribution, split into price and appeal. R25 a marker
//! moves demand by the arrows it passes. R26 demand and wage stay on their tracks. R27 one step on a track or R28 a
//! Development card; R29, R30 at the limit a card is given up for another. R31 Patent, R32 Engineer, R33 the other cards.
//!
//! *Production.* R34 full output. R35 home limit = appeal - demand. R36 income. R37 warehouses. R38, R39 ships. R40 costs.
//! R41 emergency loans. R42 bankruptcy. R43, R44 share value. R45 Distribution falls.
//!
//! *Preparation and end.* R46 the start player passes on. R47 a new decade's cards; R48 the lowest portfolio chooses who
//! starts. R49 neutral markers climb. R50 the end. R51 final score, R52 ranking, R53 solo titles. R54 what never happens:
//! loans repaid, shares sold, workers dismissed, ship tokens taken off.

mod advice;
mod apply;
mod chance;
mod data;
mod fields;
mod flow;
mod invariants;
mod market;
mod moves;
mod production;
mod reasons;
mod score;
mod setup;
mod state;
mod table;
mod variant;
mod view;

use crate::error::{Error, Result};
use crate::fields::Fields;
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, Kernel, Named, OutcomeList, PerPlayer, RankKey, ScorePart, Setup,
    Tables,
};
use crate::rng::Rng;
use data::{Data, MOST_WAGES};
pub use state::{Factory, Kind, Phase, Seat, State, Warehouse};
pub use table::Move;
use table::Table;
use variant::Options;

/// The game with its variant, options, players and data.
pub struct Arkwright {
    setup: Setup,
    tables: Tables,
    fields: Fields<Self>,
    options: Options,
    data: Data,
    table: Table,
    /// The wage on each space, from the set-up's row.
    wages: [u8; MOST_WAGES],
    last_wage_space: u8,
    /// The position before the first decision or event.
    first: State,
}

impl Game for Arkwright {
    type State = State;

    fn declaration() -> &'static Declaration {
        &variant::DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::load(&setup)?;
        let options = Options::new(&setup);
        let table = Table::new(&data);
        let spaces = &data.setup(setup.players).wages;
        let wages = std::array::from_fn(|space| spaces.get(space).copied().unwrap_or(0));
        let last_wage_space = spaces.len() as u8 - 1;
        let fields = fields::fields(setup.players, &data, &options);
        let tables = Tables::new(
            &setup,
            table.texts(&data),
            data.events.clone(),
            fields.channels(),
            variant::max_game_length(&setup, options, &data),
            variant::max_chance_nodes(options, &data),
        )?;
        let mut game =
            Self { setup, tables, fields, options, data, table, wages, last_wage_space, first: State::empty() };
        game.first = flow::initial(&game);
        Ok(game)
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn initial_state(&self) -> State {
        self.first.clone()
    }

    #[inline]
    fn actor(&self, s: &State) -> Actor {
        match s.phase {
            Phase::Event => Actor::Chance,
            Phase::Over => Actor::Over,
            _ => Actor::Player(usize::from(s.actor)),
        }
    }

    fn phase_name(&self, s: &State) -> &'static str {
        s.phase.name()
    }

    fn end_reason(&self, s: &State) -> Option<&'static str> {
        score::end_reason(self, s)
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
    fn apply_decision(&self, s: &mut State, action: Action) {
        apply::decision(self, s, action);
    }

    fn apply_outcome(&self, s: &mut State, outcome: u32) {
        apply::outcome(self, s, outcome);
    }

    fn score_bounds(&self) -> (i32, i32) {
        (0, i32::from(self.data.holding_cap) * i32::from(self.data.value_cap))
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

    fn hidden_step(&self, _state: &State, _id: u32, _viewer: Option<usize>) -> Option<String> {
        None
    }

    fn opened(&self, _before: &State, _after: &State) -> Vec<String> {
        Vec::new()
    }

    fn resample(&self, s: &State, _viewer: usize, _rng: &mut Rng) -> State {
        s.clone()
    }

    fn fields(&self) -> &Fields<Self> {
        &self.fields
    }

    fn kernels() -> Vec<Kernel<Self>> {
        vec![Kernel {
            name: "final_score",
            summary: "what money (stored goods sold), shares, loans and ship tokens come to at the end (R51)",
            columns: |_| {
                ["money", "shares", "share value", "loans", "ship tokens", "Merchant held"].map(str::to_owned).to_vec()
            },
            score: |game, row| score::score_of_row(game, row),
        }]
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        invariants::check(self, s)
    }

    #[inline]
    fn draw_action(&self, s: &State, rng: &mut Rng) -> Action {
        moves::draw(self, s, rng)
    }

    #[inline]
    fn draw_outcome(&self, s: &State, rng: &mut Rng) -> u32 {
        chance::draw(self, s, rng)
    }

    #[inline]
    fn is_legal(&self, s: &State, action: Action) -> bool {
        moves::is_legal(self, s, action)
    }
}

impl Arkwright {
    /// The move of an action's id.
    #[inline]
    pub fn move_of(&self, action: Action) -> Move {
        self.table.moves[usize::from(action)]
    }

    /// The bit of a worker card of a factory in `State::begun`.
    #[inline]
    fn begun_place(&self, f: usize, c: usize) -> usize {
        usize::from(self.data.worker_cards) * f + c
    }
}

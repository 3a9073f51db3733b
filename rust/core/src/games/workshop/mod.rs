//! Workshop of the World.
//!
//! The rules in short; `docs/games/workshop.md` has them in full, with their sources.
//!
//! * Players and set-up. R1 a colour each, two players two colours each. R2 cash. R3 a random first order, none
//!   with two. R4 cards: set aside, set-up cards on top, rounds.
//! * Demand 1. R5 draw, then each must place one counter. R6 two players place two each after a toss.
//! * The once-round auction. R7 cards are turned up. R8 the earliest player without a card nominates. R9 the others speak
//!   once. R10 the nominator speaks last and must take what nobody wants. R11 the winner pays, takes the next box and a
//!   turn. R12 the last card goes to the last player. R13 no deals, used cards lie open.
//! * Hidden bids. R14 two players: two auctions of two colours. R15 at least 1. R16 everybody pays. R17 ties. R18 any card
//!   without a further price. R19 the first edition: all bid for turn order.
//! * The card. R20 a blocked town may be swapped. R21 a wild card if all its towns are blocked.
//! * The Industry. R22 in the town, or any of the wild card's value. R23 a full town sends one home.
//! * Links. R24 revenue is turned into cash. R25 none or more, from the town. R26 a double is two. R27 the
//!   price. R28 one owner. R29 the crossing. R30 revenue of the towns touched. R31 the order of two at the town.
//! * The end of an era. R32 the new order. R33 Demand 2. R34 revenue, R35 Links, R36 Industries are collected.
//! * Railway era and end. R37 all cards again. R38 Demand 3 and 4. R39 most cash, then the earlier box. R40 secrets.
//! * What other numbers in the data bring. R41 pieces that suffice are not counted. R42 out of Industries one is moved. R43
//!   out of Links none is laid. R44 a Demand phase with nothing to do is left out. R45 no minimum bid.

mod advice;
mod apply;
mod board;
mod cards;
mod chance;
mod data;
mod fields;
mod flow;
mod invariants;
mod limits;
mod moves;
mod reasons;
mod score;
mod state;
mod table;
mod variant;
mod view;

pub use data::{COLOURS, MOST_CONNECTIONS, MOST_KINDS, MOST_TOWNS, MOST_TYPES};
pub use state::{Era, Phase, State};
pub use table::Move;

use crate::error::{Error, Result};
use crate::fields::Fields;
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, MAX_PLAYERS, Named, OutcomeList, PerPlayer, RankKey, ScorePart,
    Setup, Tables,
};
use crate::rng::Rng;
use board::Board;
use cards::Deck;
use limits::Limits;
use limits::Rate;
use table::{Ids, Names};
use variant::Plan;

const DECLARATION: Declaration = Declaration {
    name: "workshop",
    title: "Workshop of the World",
    rules_version: 1,
    observation_version: 1,
    perfect_information: false,
    min_players: 2,
    max_players: 5,
    default_players: 3,
    variants: variant::VARIANTS,
    options: variant::OPTIONS,
    data: data::SHIPPED,
};

/// The loaded game.
pub struct Workshop {
    setup: Setup,
    tables: Tables,
    plan: Plan,
    board: Board,
    deck: Deck,
    ids: Ids,
    fields: Fields<Self>,
    names: Names,
    /// Demand counters of each type.
    counters: [u8; MOST_TYPES],
    towns: u8,
    /// How revenue is turned into cash (R24).
    rate: Rate,
    /// What a player may have in a position for each round begun.
    most_of_round: u16,
    /// The largest value of a town.
    top_value: u8,
    /// The first outcome that is a counter, and the first that is a card.
    counter_outcome: u8,
    card_outcome: u8,
    /// The ids of the table, in order.
    numbers: Vec<Action>,
}

impl Game for Workshop {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::parse(&setup)?;
        limits::check_money(&data).map_err(|sentence| setup.wrong_data(sentence))?;
        let plan = Plan::new(&setup, &data);
        let limits = Limits::new(&data, &data.seats_of(plan.players));
        let names = Names::new(&data);
        let ids = Ids::new(&plan, &data, limits.bid as u16);
        let fields = fields::fields(&names, &fields::Sizes { plan: &plan, ids: &ids, limits: &limits, data: &data });
        let tables = Tables::new(
            &setup,
            names.action_texts(ids),
            names.outcome_texts(plan.colours, plan.two()),
            fields.channels(),
            plan.max_game_length(),
            plan.max_chance_nodes(),
        )?;
        let counter_outcome = if plan.two() { 2 } else { plan.colours as u8 };
        Ok(Self {
            board: Board::new(&data, plan.crossing_strict),
            deck: Deck::new(&data),
            counters: data.counters_by_type(),
            towns: data.towns.len() as u8,
            rate: Rate::new(plan.figures.revenue_for_pound),
            most_of_round: limits.most_of_round as u16,
            top_value: (0..data.towns.len()).map(|town| data.value(town)).max().unwrap_or(0),
            counter_outcome,
            card_outcome: counter_outcome + data.types.len() as u8,
            numbers: (0..ids.end).collect(),
            setup,
            tables,
            plan,
            ids,
            fields,
            names,
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
        (s.phase == Phase::Over).then_some("railway_collected")
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
    fn draw_action(&self, s: &State, rng: &mut Rng) -> Action {
        moves::draw(self, s, rng)
    }

    #[inline]
    fn apply_decision(&self, s: &mut State, action: Action) {
        apply::decision(self, s, action);
    }

    #[inline]
    fn apply_outcome(&self, s: &mut State, outcome: u32) {
        apply::outcome(self, s, outcome);
    }

    /// Cash and revenue are kept in 16 bits each.
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

    fn opened(&self, before: &State, after: &State) -> Vec<String> {
        view::opened(self, before, after)
    }

    fn resample(&self, s: &State, viewer: usize, rng: &mut Rng) -> State {
        view::resample(self, s, viewer, rng)
    }

    fn fields(&self) -> &Fields<Self> {
        &self.fields
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        invariants::check(self, s)
    }
}

const _: () = assert!(COLOURS == MAX_PLAYERS, "a colour a player");

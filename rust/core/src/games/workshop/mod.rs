//! Workshop of the World.
//!
//! The rules in short; `docs/games/workshop.md` has them in full, with their sources.
//!
//! * Players and set-up. R1 a colour each, two players two colours each. R2 cash 50 or 100. R3 a random first order, none
//!   with two. R4 cards: set aside, set-up cards on top, rounds.
//! * Demand 1. R5 draw, then each must place one counter. R6 two players place two each after a toss.
//! * The once-round auction. R7 cards are turned up. R8 the earliest player without a card nominates. R9 the others speak
//!   once. R10 the nominator speaks last and must take what nobody wants. R11 the winner pays, takes the next box and his
//!   turn. R12 the last card goes to the last player. R13 no deals, used cards lie open.
//! * Hidden bids. R14 two players: two auctions of two colours. R15 at least 1. R16 everybody pays. R17 ties. R18 any card
//!   without a further price. R19 the first edition: all bid for turn order.
//! * The card. R20 a blocked town may be swapped. R21 a wild card if all its towns are blocked.
//! * The Industry. R22 in the town, or any of the wild card's value. R23 a full town sends one home.
//! * Links. R24 revenue is turned into cash two for one. R25 none, one or two, from the town. R26 a double is two. R27 the
//!   price. R28 one owner. R29 the crossing. R30 revenue of the towns touched. R31 the order of two at the town.
//! * The end of an era. R32 the new order. R33 Demand 2. R34 revenue, R35 Links, R36 Industries are collected.
//! * Railway era and end. R37 all cards again. R38 Demand 3 and 4. R39 most cash, then the earlier box. R40 secrets. R41
//!   pieces do not run out.

mod action;
mod apply;
mod board;
mod cards;
mod data;
mod fields;
mod invariants;
mod moves;
mod score;
mod state;
mod variant;
mod view;

pub use action::Move;
pub use data::{COLOURS, CONNECTIONS, KINDS, TOWNS, TYPE_VALUES, TYPES};
pub use state::{Era, Phase, State};

use crate::bits::{nth_bit, running_counts};
use crate::channels::Encoder;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::fields::Fields;
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, MAX_PLAYERS, OutcomeList, PerPlayer, RankKey, Setup, Tables,
};
use crate::rng::Rng;
use action::{Ids, Names};
use board::Board;
use cards::Deck;
use variant::{Highest, Plan};

const DECLARATION: Declaration = Declaration {
    name: "workshop",
    title: "Workshop of the World",
    rules_version: 1,
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
    counters: [u8; TYPES],
    towns: u8,
    /// The first outcome that is a counter, and the first that is a card.
    counter_outcome: u8,
    card_outcome: u8,
    /// The ids of the table, in order.
    numbers: Vec<Action>,
}

impl Workshop {
    #[inline]
    fn players(&self) -> usize {
        self.plan.players
    }

    #[inline]
    fn colours(&self) -> usize {
        self.plan.colours
    }

    #[inline]
    fn towns(&self) -> usize {
        usize::from(self.towns)
    }

    fn kinds(&self) -> usize {
        self.names.kinds.len()
    }

    /// The player whose colour it is (R1): with two players every other one.
    #[inline]
    fn owner(&self, colour: u8) -> u8 {
        if self.plan.two() { colour & 1 } else { colour }
    }

    /// Whether a card is wild.
    #[inline]
    fn is_wild(&self, card: u8) -> bool {
        card >= self.towns
    }

    /// The value of a wild card.
    #[inline]
    fn card_value(&self, card: u8) -> u8 {
        card - self.towns + data::LEAST_VALUE
    }

    /// What a connection costs now (R26, R27).
    #[inline]
    fn link_cost(&self, s: &State, link: u8) -> u16 {
        s.era.price() << u8::from(self.board.is_double(link))
    }

    /// The colours of a player (R1).
    pub fn colours_of(&self, player: usize) -> impl Iterator<Item = u8> + '_ {
        (player..self.colours()).step_by(self.players()).map(|colour| colour as u8)
    }

    /// The value of a town (R23, R30).
    pub fn town_value(&self, town: u8) -> u8 {
        self.board.value(town)
    }

    /// The type of a town, an index into [`TYPE_VALUES`].
    pub fn town_type(&self, town: u8) -> usize {
        self.board.kind(town)
    }

    /// The towns where a card's Industry may be placed, a bit each (R22).
    pub fn towns_of_card(&self, card: u8) -> u32 {
        if self.is_wild(card) { self.board.of_value(self.card_value(card)) } else { 1 << card }
    }

    /// The town of a card that is not wild.
    pub fn town_of_card(&self, card: u8) -> Option<u8> {
        (!self.is_wild(card)).then_some(card)
    }

    /// The other end of a connection at a town.
    pub fn far_end(&self, connection: u8, town: u8) -> u8 {
        self.board.far(connection, town)
    }

    /// Whether a connection takes two Links.
    pub fn is_double(&self, connection: u8) -> bool {
        self.board.is_double(connection)
    }

    /// The connections that can be the first of a build at a town, were all free, a bit each (R25, R29).
    pub fn first_links(&self, town: u8) -> u64 {
        self.board.at[usize::from(town)] & !self.board.banned[usize::from(town)]
    }

    /// The connections that can follow a first single one at a town, were all free, a bit each (R25, R26, R29, R31).
    pub fn second_links(&self, town: u8, first: u8) -> u64 {
        moves::second_links(self, town, first) & !self.board.banned[usize::from(town)]
    }

    /// The connections whose price a player with this limit can pay, a bit each (R26, R27).
    pub fn affordable_links(&self, limit: u16, era: Era) -> u64 {
        moves::affordable(self, limit, era.price())
    }

    /// The move of an action of the table.
    pub fn move_of(&self, action: Action) -> Move {
        self.ids.to_move(action)
    }

    /// The action of a move; its number must be of the table.
    pub fn action_of(&self, chosen: Move) -> Action {
        self.ids.of_move(chosen)
    }
}

impl Game for Workshop {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::parse(&setup.data)?;
        let plan = Plan::new(&setup, &data);
        let highest = Highest::new(&plan, &data);
        let names = Names::new(&data);
        let (towns, connections) = (data.towns.len(), data.connections.len());
        let ids = Ids::new(plan.colours, plan.two(), names.kinds.len(), towns, connections, highest.bid);
        let sizes = fields::Sizes {
            plan: &plan,
            ids: &ids,
            highest,
            towns,
            counters: data.counters.into_iter().max().unwrap_or(0),
            copies: data.copies().into_iter().max().unwrap_or(0),
        };
        let fields = fields::fields(&names, &sizes);
        let tables = Tables::new(
            names.action_texts(ids),
            names.outcome_texts(plan.colours, plan.two()),
            fields.channels(),
            plan.max_game_length(),
            plan.max_chance_nodes(),
        );
        let counter_outcome = if plan.two() { 2 } else { plan.colours as u8 };
        Ok(Self {
            board: Board::new(&data, plan.crossing_strict),
            deck: Deck::new(&data),
            counters: data.counters,
            towns: towns as u8,
            counter_outcome,
            card_outcome: counter_outcome + TYPES as u8,
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
        State::initial(self)
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
        moves::why_not(self, s, action)
    }

    fn chance_outcomes(&self, s: &State, list: &mut OutcomeList) {
        let cards = |list: &mut OutcomeList, weight: &dyn Fn(u8) -> u32| {
            let weighted = (0..self.kinds() as u8).map(|kind| (u16::from(self.card_outcome + kind), weight(kind)));
            list.extend(weighted.filter(|(_, weight)| *weight > 0));
        };
        match s.phase {
            Phase::DrawOrder => {
                let missing = (0..self.colours() as u8).filter(|colour| !s.order.contains(colour));
                list.extend(missing.map(|colour| (u16::from(colour), 1)));
            }
            Phase::TossDemand | Phase::TossFists => list.extend([(0, 1), (1, 1)]),
            Phase::DrawDemand => {
                let first = u16::from(self.counter_outcome);
                let counters = s.pool.iter().zip(first..).filter(|(count, _)| **count > 0);
                list.extend(counters.map(|(count, outcome)| (outcome, u32::from(*count))));
            }
            Phase::Reveal if s.unseen_setup != 0 => cards(list, &|kind| s.setup_count(kind) as u32),
            Phase::Reveal | Phase::DrawSwap => cards(list, &|kind| u32::from(self.deck.count(s.unseen, kind))),
            _ => {}
        }
    }

    /// Without the list: the same number from the generator, the same walk.
    #[inline]
    fn draw_outcome(&self, s: &State, rng: &mut Rng) -> u32 {
        let mut below = |total: u32| rng.below(u64::from(total)) as u32;
        match s.phase {
            Phase::DrawOrder => {
                let placed = s.order.iter().filter(|colour| **colour != state::NONE).fold(0, |all, c| all | 1_u64 << c);
                let missing = ((1 << self.colours()) - 1) & !placed;
                nth_bit(missing, running_counts(missing), below(missing.count_ones()))
            }
            Phase::TossDemand | Phase::TossFists => below(2),
            Phase::DrawDemand => {
                let index = below(s.pool.iter().map(|count| u32::from(*count)).sum());
                u32::from(self.counter_outcome) + nth_counter(s.pool, index)
            }
            Phase::Reveal if s.unseen_setup != 0 => {
                let setup = u64::from(s.unseen_setup);
                let counts = running_counts(setup);
                u32::from(self.card_outcome) + nth_bit(setup, counts, below((counts >> 56) as u32))
            }
            _ => {
                let setup = s.unseen_setup.count_ones();
                let unseen = u32::from(s.deck) + u32::from(s.set_aside) - setup;
                u32::from(self.card_outcome + self.deck.nth(s.unseen, below(unseen)))
            }
        }
    }

    #[inline]
    fn apply_decision(&self, s: &mut State, action: Action) {
        apply::decision(self, s, action);
    }

    #[inline]
    fn apply_outcome(&self, s: &mut State, outcome: u32) {
        apply::outcome(self, s, outcome);
    }

    fn scores(&self, s: &State) -> PerPlayer<i32> {
        score::scores(self, s)
    }

    fn rank_keys(&self, s: &State) -> PerPlayer<RankKey> {
        score::rank_keys(self, s)
    }

    fn hidden_step(&self, s: &State, _id: u32, viewer: Option<usize>) -> Option<String> {
        view::hidden_step(self, s, viewer)
    }

    fn view_json(&self, s: &State, viewer: Option<usize>) -> serde_json::Value {
        self.fields.view_json(self, s, viewer)
    }

    fn observe(&self, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        self.fields.observe(self, s, viewer, out);
    }

    fn resample(&self, s: &State, viewer: usize, rng: &mut Rng) -> State {
        view::resample(self, s, viewer, rng)
    }

    fn to_json(&self, s: &State) -> serde_json::Value {
        self.fields.to_json(self, s)
    }

    fn read_json(&self, position: &serde_json::Value) -> Result<State> {
        self.fields.read_json(self, position)
    }

    fn encode(&self, s: &State, out: &mut Writer) {
        self.fields.encode(self, s, out);
    }

    fn decode(&self, from: &mut Reader<'_>) -> Result<State> {
        self.fields.decode(self, from)
    }

    fn fields(&self) -> Option<&Fields<Self>> {
        Some(&self.fields)
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        s.check(self)
    }
}

/// The type of counter number `index`, counted from 0 in the order of types.
#[inline]
fn nth_counter(pool: [u8; TYPES], index: u32) -> u32 {
    let mut before = 0;
    let mut kind = 0;
    for count in &pool[..TYPES - 1] {
        before += u32::from(*count);
        kind += u32::from(before <= index);
    }
    kind
}

const _: () = assert!(COLOURS == MAX_PLAYERS, "a colour a player");

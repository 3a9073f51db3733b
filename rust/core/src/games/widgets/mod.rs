//! Widget's Workshop.
//!
//! The rules in short, with the numbers of the shipped data file; `docs/games/widgets.md` has them in full, with their
//! sources.
//!
//! * Set-up. R1 80 parts: five types, each with one element, archetype and makeup; three bays a player. R2 a random start
//!   player. R3 a part for each player, face-up, into a bay. R4 all other parts fall on the table, face-up or face-down.
//! * The turn. R5 one pull. R6 a face-up part. R7 or two face-down parts, revealed together. R8 or one, if no second can be
//!   pulled. R9 what has a free edge can be pulled. R10 to a side that a free edge faces. R11 what rests on it is dragged
//!   along. R12 what is in sight face-up is read. R13 and seen by everybody.
//! * Placing. R14 of two parts one is kept, the other dropped. R15 into a bay, or back on the pile. R16 one part of each
//!   type; one that is replaced is dropped. R17 a dropped part lands face-up on top. R18 five types are a construct. R19
//!   ten points for a trait in which five agree, five for four.
//! * The end. R20 the number of constructs. R21 the first player who has it gets the bonus. R22 three final turns for the
//!   others. R23 nobody builds more, and drops what is left in the bays. R24 the order within a placement. R25 the empty
//!   pile. R26 nobody has a turn left. R27 the last turn. R28 scores. R29 ties.
//! * House rules and rulings. R30 one player. R31 two sets instead of the pile. R32 names. R33 nothing is private. R34
//!   several parts dealt, or none. R35 another number of face-down parts. R36 one group counts for a trait. R37 parts that
//!   do not suffice for all constructs.

mod advice;
mod apply;
mod chance;
mod data;
mod fields;
mod flow;
mod invariants;
mod moves;
mod parts;
mod pile;
mod reasons;
mod score;
mod shape;
mod state;
mod table;
mod variant;
mod view;

pub use parts::{
    Counts, Deck, MOST_BAYS, MOST_CONSTRUCTS, MOST_ELEMENTS, MOST_HAND, MOST_PARTS, MOST_TYPES, MOST_VALUES, Parts,
};
pub use pile::{Lying, Physics, Pile, PileRng};
pub use score::Worth;
pub use shape::{ROTATIONS, SIDE_NAMES, SIDES, SPOTS, Shape};
pub use state::{End, Phase, State};
pub use table::Move;

use crate::error::{Error, Result};
use crate::fields::Fields;
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, Kernel, Named, OutcomeList, PerPlayer, RankKey, ScorePart, Setup,
    Tables,
};
use crate::rng::Rng;
use data::Data;
use table::Ids;
use variant::Options;

const DECLARATION: Declaration = Declaration {
    name: "widgets",
    title: "Widget's Workshop",
    rules_version: 1,
    observation_version: 2,
    perfect_information: true,
    min_players: 1,
    max_players: 5,
    default_players: 2,
    variants: variant::VARIANTS,
    options: variant::OPTIONS,
    data: data::SHIPPED,
};

/// The loaded game.
pub struct Widgets {
    setup: Setup,
    tables: Tables,
    options: Options,
    data: Data,
    deck: Deck,
    counts: Counts,
    /// What a game begins with, and the readers of positions: nothing anywhere.
    empty: State,
    ids: Ids,
    fields: Fields<Self>,
    worth: Worth,
    bonus: u8,
    final_turns: u8,
    physics: Physics,
}

impl Widgets {
    #[inline]
    fn players(&self) -> usize {
        self.setup.players
    }

    fn card_name(&self, card: u8) -> &str {
        &self.data.cards[usize::from(card)]
    }

    /// How parts look and move.
    pub fn physics(&self) -> &Physics {
        &self.physics
    }

    /// What constructs are worth.
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// What the cards are.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The typed move of an id of the action table.
    #[inline]
    pub fn typed(&self, action: Action) -> Move {
        self.ids.typed(action)
    }

    /// Whether the pile is two sets of cards (R31).
    pub fn has_two_sets(&self) -> bool {
        self.options.two_sets
    }
}

impl Game for Widgets {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::parse(&setup)?;
        shape::check_outlines(&data).map_err(|sentence| setup.wrong_data(sentence))?;
        let options = Options::new(&setup, &data)?;
        let deck = Deck::new(data.types.len(), data.values);
        let counts = data.counts();
        let ids = Ids::new(&deck, counts, options.two_sets);
        let fields = fields::fields(setup.players, &options, &data, &deck);
        let (decisions, chance_nodes) = variant::bounds(setup.players, &options, &deck, counts);
        let tables = Tables::new(
            &setup,
            ids.texts(&data.cards),
            table::outcome_texts(&data.cards, setup.players),
            fields.channels(),
            decisions,
            chance_nodes,
        )?;
        Ok(Self {
            worth: Worth::new(&data.scoring, &deck),
            bonus: data.scoring.bonus,
            final_turns: data.final_turns,
            physics: Physics::new(&data, &options),
            empty: State::empty(&deck, options.two_sets),
            setup,
            tables,
            options,
            data,
            deck,
            counts,
            ids,
            fields,
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
            Phase::Start | Phase::Deal | Phase::Read => Actor::Chance,
            Phase::FirstDrop | Phase::Shake | Phase::Fall => Actor::Sampled,
            _ => Actor::Player(usize::from(s.turn_of)),
        }
    }

    fn phase_name(&self, s: &State) -> &'static str {
        s.phase.name()
    }

    fn end_reason(&self, s: &State) -> Option<&'static str> {
        s.end.map(End::name)
    }

    #[inline]
    fn legal_actions(&self, s: &State, list: &mut ActionList) {
        moves::list(self, s, list);
    }

    fn why_not(&self, s: &State, action: Action) -> Option<Error> {
        reasons::why_not(self, s, action)
    }

    fn chance_outcomes(&self, s: &State, list: &mut OutcomeList) {
        chance::list(self, s, list);
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
    fn is_legal(&self, s: &State, action: Action) -> bool {
        reasons::is_legal(self, s, action)
    }

    #[inline]
    fn apply_decision(&self, s: &mut State, action: Action) {
        apply::decision(self, s, action);
    }

    #[inline]
    fn apply_outcome(&self, s: &mut State, outcome: u32) {
        apply::outcome(self, s, outcome);
    }

    fn samples_chance(&self) -> bool {
        true
    }

    fn score_bounds(&self) -> (i32, i32) {
        (0, 1000)
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
        &score::RANK_NAMES[..=self.counts.constructs]
    }

    fn hidden_step(&self, s: &State, _id: u32, _viewer: Option<usize>) -> Option<String> {
        view::hidden_step(s).map(str::to_owned)
    }

    fn opened(&self, before: &State, after: &State) -> Vec<String> {
        view::opened(self, before, after)
    }

    fn resample(&self, s: &State, _viewer: usize, _rng: &mut Rng) -> State {
        view::resample(s)
    }

    fn fields(&self) -> &Fields<Self> {
        &self.fields
    }

    fn kernels() -> Vec<Kernel<Self>> {
        score::kernels()
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        invariants::check(self, s)
    }
}

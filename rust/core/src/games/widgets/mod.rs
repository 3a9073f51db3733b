//! Widget's Workshop.
//!
//! The rules in short; `docs/games/widgets.md` has them in full, with their sources.
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
//! * House rules and rulings. R30 one player. R31 two sets instead of the pile. R32 names. R33 nothing is private.

mod action;
mod apply;
mod data;
mod forms;
mod moves;
mod parts;
mod pile;
mod score;
mod shape;
mod state;
mod variant;
mod view;

pub use action::Move;
pub use parts::{PARTS, Parts, TRIPLES, TYPES, triple_of, type_of};
pub use pile::{Lying, Physics, Pile, PileRng};
pub use score::Worth;
pub use shape::{ROTATIONS, SIDE_NAMES, SIDES, SPOTS, Shape};
pub use state::{BAYS, CONSTRUCTS, End, Phase, State};

use crate::channels::Encoder;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, Kernel, OutcomeList, PerPlayer, RankKey, SALTS, Setup, Tables,
};
use crate::rng::Rng;
use action::{Ids, START_OUTCOME};
use data::Data;
use variant::Options;

const DECLARATION: Declaration = Declaration {
    name: "widgets",
    title: "Widget's Workshop",
    rules_version: 1,
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
    ids: Ids,
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

    #[inline]
    fn next_player(&self, player: u8) -> u8 {
        if usize::from(player) + 1 == self.players() { 0 } else { player + 1 }
    }

    /// The start player, where chance has no say (R2).
    fn fixed_first(&self) -> Option<u8> {
        self.options.start_player.or((self.players() == 1).then_some(0))
    }

    /// R25.
    #[inline]
    fn pile_is_empty(&self, s: &State) -> bool {
        if self.options.two_sets { (s.pile.up() | s.unseen).is_empty() } else { s.pile.is_empty() }
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

/// The bounds on decisions and chance nodes (see the page, "Scores, end and ranking").
fn bounds(players: usize, options: &Options) -> (usize, usize) {
    let turns = usize::from(options.max_turns);
    let set_up = if options.auto_setup { 0 } else { players };
    if options.two_sets { (3 * turns + set_up, 82) } else { (4 * turns + set_up, 4 * turns + 8 * players + 82) }
}

impl Game for Widgets {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let data = data::parse(&setup.data)?;
        let options = Options::new(&setup, &data)?;
        let ids = Ids::new(options.two_sets);
        let (decisions, chance_nodes) = bounds(setup.players, &options);
        let tables = Tables::new(
            ids.texts(&data.cards),
            action::outcome_texts(&data.cards, setup.players),
            view::channels(setup.players, options.two_sets),
            decisions,
            chance_nodes,
        );
        Ok(Self {
            worth: Worth::new(&data.scoring),
            bonus: data.scoring.bonus as u8,
            final_turns: data.final_turns,
            physics: Physics::new(&data, &options),
            setup,
            tables,
            options,
            data,
            ids,
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
        moves::why_not(self, s, action)
    }

    fn chance_outcomes(&self, s: &State, list: &mut OutcomeList) {
        match s.phase {
            Phase::Start => list.extend((0..self.players()).map(|player| (START_OUTCOME as u16 + player as u16, 1))),
            Phase::Deal | Phase::Read => list.extend(s.unseen.iter().map(|card| (u16::from(card), 1))),
            _ => {}
        }
    }

    /// Without the list: the same number from the generator, the same walk.
    #[inline]
    fn draw_outcome(&self, s: &State, rng: &mut Rng) -> u32 {
        match s.phase {
            Phase::Start => START_OUTCOME + rng.below(self.players() as u64) as u32,
            Phase::Deal | Phase::Read => u32::from(s.unseen.nth(rng.below(s.unseen.len() as u64) as usize)),
            _ => rng.below(u64::from(SALTS)) as u32,
        }
    }

    #[inline]
    fn draw_action(&self, s: &State, rng: &mut Rng) -> Action {
        moves::draw(self, s, rng)
    }

    #[inline]
    fn is_legal(&self, s: &State, action: Action) -> bool {
        moves::is_legal(self, s, action)
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
        self.all_scores(s)
    }

    fn rank_keys(&self, s: &State) -> PerPlayer<RankKey> {
        self.all_rank_keys(s)
    }

    fn hidden_step(&self, s: &State, _id: u32, _viewer: Option<usize>) -> Option<String> {
        view::hidden_step(s).map(str::to_owned)
    }

    fn view_json(&self, s: &State, viewer: Option<usize>) -> serde_json::Value {
        self.view_form(s, viewer)
    }

    fn observe(&self, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        view::observe(self, s, viewer, out);
    }

    /// Nobody knows more than the others (R33).
    fn resample(&self, s: &State, _viewer: usize, _rng: &mut Rng) -> State {
        s.clone()
    }

    fn to_json(&self, s: &State) -> serde_json::Value {
        self.position_form(s)
    }

    fn read_json(&self, position: &serde_json::Value) -> Result<State> {
        forms::read_json(self, position)
    }

    fn encode(&self, s: &State, out: &mut Writer) {
        forms::encode(self, s, out);
    }

    fn decode(&self, from: &mut Reader<'_>) -> Result<State> {
        forms::decode(self, from)
    }

    fn kernels() -> Vec<Kernel<Self>> {
        vec![Kernel {
            name: "construct_points",
            summary: "what a construct of five cards, one of each type, is worth (R19)",
            columns: &["torso", "left arm", "right arm", "left leg", "right leg"],
            score: |game, row| {
                let mut cards = [0; TYPES];
                for (t, (card, number)) in cards.iter_mut().zip(row).enumerate() {
                    *card = u8::try_from(*number).ok().filter(|card| usize::from(*card) / TRIPLES == t)?;
                }
                Some(i32::from(game.worth.points(cards)))
            },
        }]
    }

    fn check_invariants(&self, s: &State) -> Result<()> {
        s.check(self)
    }
}

//! Stones: a toy game, added as `docs/how-to-add-a-game.md` says, in one file. It is in no registry and keeps every
//! promise of the contract. `tests/toy/stones.py` is its reference.
//!
//! * **R1** Two players, a bag of white and black stones.
//! * **R2** In a turn a stone is drawn blind. Only the player whose turn it is sees it.
//! * **R3** That player keeps it, face down, or throws it away, face up.
//! * **R4** A player throws away two stones at most.
//! * **R5** The game ends when the bag is empty. A white stone kept is worth 2, a black one `black_points`.
//! * **R6** Ties: more stones kept, then shared victory.

use lineshaft_core::View;
use lineshaft_core::axis::Axis;
use lineshaft_core::bots::Greedy;
use lineshaft_core::data_file::{DataFile, Keys, Kind};
use lineshaft_core::error::{Error, Result};
use lineshaft_core::fields::{Choice, Fields, NONE, Number, Reading, kept};
use lineshaft_core::game::{
    Action, ActionList, Actor, Declaration, Game, Named, OutcomeList, PerPlayer, RankKey, ScorePart, Setup, Tables,
};
use lineshaft_core::options::{Allowed, OptionSpec, Value, VariantSpec};
use lineshaft_core::rng::Rng;
use serde_json::json;

const KEEP: Action = 0;
const THROW: Action = 1;
const THROWS: u8 = 2;
const COLOURS: [&str; 2] = ["white stone", "black stone"];

static DECLARATION: Declaration = Declaration {
    name: "stones",
    title: "Stones",
    rules_version: 1,
    observation_version: 1,
    perfect_information: false,
    min_players: 2,
    max_players: 2,
    default_players: 2,
    variants: &[
        VariantSpec { name: "plain", rule: "R1", summary: "as above", rules: &[], players: None },
        VariantSpec {
            name: "kind",
            rule: "R5",
            summary: "black stones do no harm",
            rules: &[("black_points", Value::Int(0))],
            players: None,
        },
    ],
    options: &[OptionSpec {
        name: "black_points",
        default: Value::Int(-1),
        allowed: Allowed::Range(-3, 1),
        rule: "R5",
        summary: "what a black stone is worth",
    }],
    data: include_str!("stones.toml"),
};

const DATA: Keys = &[
    ("format", Kind::Number(1, 1)),
    ("game", Kind::Choice(&["stones"])),
    ("white", Kind::Number(1, 50)),
    ("black", Kind::Number(1, 50)),
];

/// The tables.
pub(crate) struct Stones {
    setup: Setup,
    tables: Tables,
    stones: [u8; 2],
    fields: Fields<Stones>,
}

/// A position. Each pair counts white and black; `drawn` is a colour, or 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    bag: [u8; 2],
    kept: [[u8; 2]; 2],
    thrown: [[u8; 2]; 2],
    drawn: u8,
}

fn sum(stones: [u8; 2]) -> u8 {
    stones[0].saturating_add(stones[1])
}

impl State {
    fn done(&self, player: usize) -> u8 {
        sum(self.kept[player]).saturating_add(sum(self.thrown[player]))
    }

    fn turn(&self) -> usize {
        usize::from(self.done(0) > self.done(1))
    }

    /// R2
    fn seen_by(&self, viewer: Option<usize>) -> u8 {
        if viewer == Some(self.turn()) { self.drawn } else { NONE }
    }
}

/// The fields of a position, in the order of the keys. R2: what a player keeps is their own to see.
fn fields(high: i32) -> Fields<Stones> {
    let (player, colour) = (Axis::numbered("player", "players", 2), Axis::numbered("colour", "colours", 2));
    let empty = |_: &_| State { bag: [0; 2], kept: [[0; 2]; 2], thrown: [[0; 2]; 2], drawn: NONE };
    let stones = || Number::new(0, u8::MAX, high);
    Fields::new(1, 2, Reading { empty, settle: |_, _| Ok(()) }, |f| {
        f.hidden("bag", [&colour], stones(), kept!(s, [c] => s.bag[c])).says("stones in the bag");
        f.seen("bag_size", [], stones(), |_, s, _, []| sum(s.bag)).says("how many are in the bag");
        f.hidden("kept", [&player, &colour], stones(), kept!(s, [p, c] => s.kept[p][c])).says("stones kept");
        f.open("thrown", [&player, &colour], stones(), kept!(s, [p, c] => s.thrown[p][c]))
            .says("stones thrown away")
            .shown("stones thrown away, by player and colour");
        f.seen("kept_sizes", [&player], stones(), |_, s, _, [p]| sum(s.kept[p]))
            .says("how many each player keeps")
            .shown_as("kept", "how many each player keeps");
        f.own("own", [&colour], stones(), |_, s, viewer, [c]| s.kept[viewer][c])
            .says("the viewer's own stones")
            .shown("the viewer's own stones by colour");
        f.hidden("drawn", [], Choice::or_none(&colour), kept!(s => s.drawn)).says("the stone in the hand");
        f.seen("drawn", [], Choice::or_none(&colour), |_, s, viewer, []| s.seen_by(viewer))
            .says("the stone in the viewer's hand")
            .shown("the stone in the viewer's hand");
    })
}

impl Game for Stones {
    type State = State;

    fn declaration() -> &'static Declaration {
        &DECLARATION
    }

    fn load(setup: Setup) -> Result<Self> {
        let file = DataFile::read(&setup, DATA)?;
        let stones = ["white", "black"].map(|colour| file.top().number(colour));
        let (all, high) = (usize::from(sum(stones)), i32::from(sum(stones)));
        let fields = fields(high);
        let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let tables = Tables::new(&setup, texts(&["keep", "throw away"]), texts(&COLOURS), fields.channels(), all, all)?;
        Ok(Self { setup, tables, stones, fields })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn fields(&self) -> &Fields<Self> {
        &self.fields
    }

    fn initial_state(&self) -> State {
        State { bag: self.stones, kept: [[0; 2]; 2], thrown: [[0; 2]; 2], drawn: NONE }
    }

    fn actor(&self, state: &State) -> Actor {
        match (state.drawn, sum(state.bag)) {
            (NONE, 0) => Actor::Over,
            (NONE, _) => Actor::Chance,
            _ => Actor::Player(state.turn()),
        }
    }

    fn phase_name(&self, state: &State) -> &'static str {
        match self.actor(state) {
            Actor::Over => "over",
            Actor::Player(_) => "choose",
            _ => "draw",
        }
    }

    fn end_reason(&self, state: &State) -> Option<&'static str> {
        (self.actor(state) == Actor::Over).then_some("bag_empty") // R5
    }

    fn legal_actions(&self, state: &State, list: &mut ActionList) {
        if !matches!(self.actor(state), Actor::Player(_)) {
            return;
        }
        list.extend([KEEP, THROW].into_iter().filter(|action| self.why_not(state, *action).is_none()));
    }

    fn why_not(&self, state: &State, action: Action) -> Option<Error> {
        let exhausted = action == THROW && sum(state.thrown[state.turn()]) >= THROWS;
        exhausted.then(|| Error::illegal("no_throw_left", Some("R4"), "you have thrown away two stones")) // R4
    }

    fn chance_outcomes(&self, state: &State, list: &mut OutcomeList) {
        if self.actor(state) != Actor::Chance {
            return;
        }
        let stones = state.bag.iter().enumerate().filter(|(_, count)| **count > 0);
        list.extend(stones.map(|(colour, count)| (colour as u16, u32::from(*count))));
    }

    fn apply_decision(&self, state: &mut State, action: Action) {
        let (player, colour) = (state.turn(), usize::from(state.drawn));
        let pile = if action == KEEP { &mut state.kept } else { &mut state.thrown };
        pile[player][colour] += 1; // R3
        state.drawn = NONE;
    }

    fn apply_outcome(&self, state: &mut State, outcome: u32) {
        state.bag[outcome as usize] -= 1; // R2
        state.drawn = outcome as u8;
    }

    fn score_bounds(&self) -> (i32, i32) {
        let stones = i32::from(sum(self.stones));
        (-3 * stones, 2 * stones)
    }

    fn scores(&self, state: &State) -> PerPlayer<i32> {
        let black = self.setup.rules.number("black_points").unwrap_or(0) as i32;
        state.kept.iter().map(|kept| 2 * i32::from(kept[0]) + black * i32::from(kept[1])).collect() // R5
    }

    fn scores_are_open(&self, _state: &State) -> bool {
        false // R3: what is kept is never shown
    }

    fn score_parts(&self, state: &State) -> PerPlayer<Vec<ScorePart>> {
        self.scores(state).into_iter().map(|points| vec![ScorePart::new("stones kept", "R5", points)]).collect()
    }

    fn rank_names(&self) -> &'static [Named] {
        &[("score", "R6"), ("stones kept", "R6")]
    }

    fn rank_keys(&self, state: &State) -> PerPlayer<RankKey> {
        let scores = self.scores(state);
        let key = |player: usize| [scores[player], i32::from(sum(state.kept[player])), 0, 0, 0, 0, 0, 0]; // R6
        [key(0), key(1)].into_iter().collect()
    }

    fn hidden_step(&self, state: &State, _id: u32, viewer: Option<usize>) -> Option<String> {
        let blind = self.actor(state) == Actor::Chance && viewer != Some(state.turn());
        blind.then(|| "a stone".to_owned()) // R2
    }

    fn opened(&self, _before: &State, _after: &State) -> Vec<String> {
        Vec::new() // R2: what is kept stays hidden
    }

    fn resample(&self, state: &State, viewer: usize, rng: &mut Rng) -> State {
        let (mut other, rival) = (state.clone(), 1 - viewer);
        let hidden = state.drawn != NONE && state.seen_by(Some(viewer)) == NONE;
        for colour in 0..2 {
            other.bag[colour] += state.kept[rival][colour];
        }
        if hidden {
            other.bag[usize::from(state.drawn)] += 1;
        }
        let mut draw = |bag: &mut [u8; 2]| {
            let colour = rng.weighted(bag.map(u32::from).into_iter());
            bag[colour] -= 1;
            colour
        };
        other.kept[rival] = [0; 2];
        for _ in 0..sum(state.kept[rival]) {
            other.kept[rival][draw(&mut other.bag)] += 1;
        }
        if hidden {
            other.drawn = draw(&mut other.bag) as u8;
        }
        other
    }

    fn check_invariants(&self, state: &State) -> Result<()> {
        for (colour, stones) in self.stones.iter().enumerate() {
            let lying = [state.kept[0], state.kept[1], state.thrown[0], state.thrown[1], state.bag];
            let drawn = u32::from(usize::from(state.drawn) == colour);
            let found = lying.iter().map(|pile| u32::from(pile[colour])).sum::<u32>() + drawn;
            if found != u32::from(*stones) {
                return Err(Error::state(format!("{found} of {stones} {}s", COLOURS[colour])));
            }
        }
        if state.thrown.iter().any(|thrown| sum(*thrown) > THROWS) {
            return Err(Error::state("a player has thrown away more than two stones").with_rule("R4"));
        }
        match state.done(0).checked_sub(state.done(1)) {
            Some(0 | 1) => Ok(()),
            _ => Err(Error::state("the players have not taken turns")),
        }
    }
}

impl Greedy for Stones {
    /// Keep what counts, throw away what hurts.
    fn advise(view: &View<'_, Self>, legal: &[Action], _rng: &mut Rng) -> Action {
        let white = view.to_json()["drawn"] == json!(0);
        if white || !legal.contains(&THROW) { KEEP } else { THROW }
    }
}

/// The reference's test takes the same steps and comes to the same bytes.
#[test]
fn a_game_of_stones() {
    let game = Stones::load(Setup::new(&DECLARATION, lineshaft_core::game::Choices::default()).unwrap()).unwrap();
    let mut state = game.initial_state();
    let steps = ["white stone", "keep", "black stone", "throw away", "black stone", "keep", "white stone"];
    for text in steps {
        let id = game.parse_step(&state, text).unwrap();
        game.apply(&mut state, i64::from(id)).unwrap();
    }
    let bytes: Vec<u8> = game.to_bytes(&state);
    assert_eq!(bytes[12..], [4, 2, 1, 1, 0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(format!("{:016x}", game.hash64(&state)), "1f6658d51add401c");
    assert_eq!(game.scores(&state).to_vec(), [1, 0]);
}

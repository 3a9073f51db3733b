//! What every game promises, for every variant, number of players and rules option of the registry, and for a toy game
//! that is in no registry.

mod toy;

use lineshaft_core::bots::Greedy;
use lineshaft_core::channels::Encoder;
use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, OutcomeList, SALTS, Setup};
use lineshaft_core::options::{Allowed, Given, Value};
use lineshaft_core::registry::{Visitor, visit};
use lineshaft_core::rng::Rng;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;

/// A test that is done with every loaded game.
trait Promise {
    fn check<G: Game + Greedy>(game: &G, label: &str);
}

/// Loads each game with every variant and number of players, and with each value of each option: those of the set-ups
/// whose labels are in the part that is asked for.
struct Everywhere<P> {
    part: fn(&str) -> bool,
    promise: PhantomData<P>,
}

impl<P: Promise> Visitor for Everywhere<P> {
    fn visit<G: Game + Greedy>(&mut self) {
        for (choices, label) in setups::<G>().into_iter().filter(|(_, label)| (self.part)(label)) {
            match load::<G>(choices) {
                Ok(game) => P::check(&game, &label),
                Err(error) => assert_eq!(error.kind, Kind::InvalidVariant, "{label}: {error}"),
            }
        }
    }
}

fn load<G: Game>(choices: Choices) -> Result<G, Error> {
    G::load(Setup::new(G::declaration(), choices)?)
}

fn setups<G: Game>() -> Vec<(Choices, String)> {
    let decl = G::declaration();
    let mut setups = Vec::new();
    for variant in decl.variants {
        for players in decl.min_players..=decl.max_players {
            let label = format!("{} {} {players}", decl.name, variant.name);
            let choices =
                || Choices { players: Some(players), variant: Some(variant.name.to_owned()), ..Choices::default() };
            setups.push((choices(), label.clone()));
            for option in decl.options {
                for value in some_values(option.allowed).into_iter().filter(|value| *value != given(option.default)) {
                    let label = format!("{label} {}={value}", option.name);
                    setups.push((Choices { rules: vec![(option.name.to_owned(), value)], ..choices() }, label));
                }
            }
        }
    }
    setups
}

/// All values of a short list, the ends of a range.
fn some_values(allowed: Allowed) -> Vec<Given> {
    match allowed {
        Allowed::Choices(values) => values.iter().copied().map(given).collect(),
        Allowed::Range(low, high) => vec![Given::Int(low), Given::Int(high)],
        Allowed::NoneOrRange(low, high) => vec![Given::None, Given::Int(low), Given::Int(high)],
    }
}

fn given(value: Value) -> Given {
    match value {
        Value::Bool(b) => Given::Bool(b),
        Value::Int(i) => Given::Int(i),
        Value::Name(name) => Given::Text(name.to_owned()),
        Value::None => Given::None,
    }
}

fn everywhere<P: Promise>() {
    in_part::<P>(|_| true);
}

/// A part of the set-ups, for a promise that takes so long that two tests side by side share it.
fn in_part<P: Promise>(part: fn(&str) -> bool) {
    let mut everywhere = Everywhere::<P> { part, promise: PhantomData };
    visit(&mut everywhere);
    everywhere.visit::<toy::Stones>();
}

/// A variant as it is, or with an option that is not the default?
fn is_plain(label: &str) -> bool {
    !label.contains('=')
}

/// Whether a costly look at a position is worth it: at every ply of the plain variants, at some of those with options.
fn looks(label: &str, ply: usize) -> bool {
    is_plain(label) || ply.is_multiple_of(13)
}

fn legal<G: Game>(game: &G, state: &G::State) -> ActionList {
    let mut list = ActionList::new();
    game.legal_actions(state, &mut list);
    list
}

/// Plays a game at random; `look` sees every position, and the ply.
fn play<G: Game>(game: &G, seed: u64, mut look: impl FnMut(&G::State, usize)) {
    let mut rng = Rng::new(seed, 0);
    let mut state = game.initial_state();
    let mut ply = 0;
    loop {
        look(&state, ply);
        let id = match game.actor(&state) {
            Actor::Over => break,
            Actor::Player(_) => u32::from(rng.pick(&legal(game, &state))),
            Actor::Chance | Actor::Sampled => game.draw_outcome(&state, &mut rng),
        };
        game.apply_legal(&mut state, id);
        ply += 1;
    }
}

struct Tables;

impl Promise for Tables {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        let tables = game.tables();
        for (id, text) in tables.actions.iter().enumerate() {
            assert_eq!(game.parse_action(text).map(usize::from), Ok(id), "{label}: {text}");
        }
        for (id, text) in tables.outcomes.iter().enumerate() {
            assert_eq!(game.parse_outcome(text).map(usize::from), Ok(id), "{label}: {text}");
        }
        let names: HashSet<_> = tables.channels.iter().map(|channel| channel.name).collect();
        assert_eq!(names.len(), tables.channels.len(), "{label}: channel names");
    }
}

#[test]
fn texts_are_unique_and_parse_back() {
    everywhere::<Tables>();
}

struct Legality;

impl Promise for Legality {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        play(game, 1, |state, ply| {
            let list = legal(game, state);
            if let Actor::Player(player) = game.actor(state) {
                assert!(player < game.setup().players, "{label}");
                assert!(!list.is_empty(), "{label} ply {ply}: a decision without a choice");
                assert!(list.is_sorted_by(|a, b| a < b), "{label} ply {ply}: {list:?}");
            } else {
                assert!(list.is_empty(), "{label} ply {ply}: choices where no player acts");
            }
            if looks(label, ply) && ply.is_multiple_of(5) {
                same_as_explained(game, state, &list, &format!("{label} ply {ply}"));
            }
        });
    }
}

/// What is listed is accepted; nothing else is, and the state stays as it was.
fn same_as_explained<G: Game>(game: &G, state: &G::State, list: &ActionList, label: &str) {
    let ids = -1..=game.tables().actions.len() as i64;
    let mut outcomes = OutcomeList::new();
    game.chance_outcomes(state, &mut outcomes);
    for id in ids {
        let listed = match game.actor(state) {
            Actor::Over => false,
            Actor::Player(_) => list.iter().any(|action| i64::from(*action) == id),
            Actor::Chance => outcomes.iter().any(|(outcome, _)| i64::from(*outcome) == id),
            Actor::Sampled => (0..i64::from(SALTS)).contains(&id),
        };
        let why = game.explain(state, id);
        assert_eq!(why.is_none(), listed, "{label} id {id}: {why:?}");
        let mut next = state.clone();
        let result = game.apply(&mut next, id);
        assert_eq!(result.err(), why, "{label} id {id}");
        assert!(listed || next == *state, "{label} id {id}: refused, but changed");
    }
}

#[test]
fn what_is_listed_is_accepted_and_nothing_else() {
    everywhere::<Legality>();
}

/// Bytes at every look, JSON and what is cut off at half of them, drawn so that no kind of ply is left out.
struct Forms;

impl Promise for Forms {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        let mut rng = Rng::new(2, 2);
        play(game, 2, |state, ply| {
            if !looks(label, ply) {
                return;
            }
            let label = format!("{label} ply {ply} ({})", game.phase_name(state));
            assert_eq!(game.check_invariants(state), Ok(()), "{label}");
            let bytes = game.to_bytes(state);
            let from_bytes = game.state_from_bytes(&bytes);
            assert_eq!(from_bytes.as_ref(), Ok(state), "{label}");
            if rng.below(2) == 0 {
                return;
            }
            let json = game.to_json(state);
            let from_json = game.state_from_json(&json);
            assert_eq!(from_json.as_ref(), Ok(state), "{label}: {json}");
            assert_eq!(from_json.map(|other| hash(&other)), Ok(hash(state)), "{label}");
            for length in [0, 3, 12, bytes.len() - 1] {
                assert!(game.state_from_bytes(&bytes[..length]).is_err(), "{label}: {length} bytes");
            }
            assert!(game.state_from_bytes(&[&bytes[..], &[0]].concat()).is_err(), "{label}: a byte too many");
        });
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn positions_survive_bytes_and_json_in_each_variant() {
    in_part::<Forms>(is_plain);
}

#[test]
fn positions_survive_bytes_and_json_with_each_option() {
    in_part::<Forms>(|label| !is_plain(label));
}

struct Chance;

impl Promise for Chance {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        let mut rng = Rng::new(3, 3);
        for seed in 30..34 {
            play(game, seed, |state, ply| {
                let mut outcomes = OutcomeList::new();
                game.chance_outcomes(state, &mut outcomes);
                assert_eq!(outcomes.is_empty(), game.actor(state) != Actor::Chance, "{label} ply {ply}");
                assert!(outcomes.is_sorted_by(|a, b| a.0 < b.0), "{label} ply {ply}: {outcomes:?}");
                assert!(outcomes.iter().all(|(_, weight)| *weight > 0), "{label} ply {ply}: {outcomes:?}");
                let expected = match game.actor(state) {
                    Actor::Chance => u32::from(walk(&outcomes, &mut rng.clone())),
                    Actor::Sampled => rng.clone().below(u64::from(SALTS)) as u32,
                    _ => return,
                };
                let mut walked = rng.clone();
                if game.actor(state) == Actor::Chance {
                    walk(&outcomes, &mut walked);
                } else {
                    walked.below(u64::from(SALTS));
                }
                assert_eq!(game.draw_outcome(state, &mut rng), expected, "{label} ply {ply}: {outcomes:?}");
                assert_eq!(rng, walked, "{label} ply {ply}: the generator moved on differently");
            });
        }
    }
}

struct Draws;

impl Promise for Draws {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        let mut rng = Rng::new(6, 6);
        for seed in 40..44 {
            play(game, seed, |state, ply| {
                if matches!(game.actor(state), Actor::Player(_)) {
                    let mut picked = rng.clone();
                    let expected = picked.pick(&legal(game, state));
                    assert_eq!(game.draw_action(state, &mut rng), expected, "{label} ply {ply}");
                    assert_eq!(rng, picked, "{label} ply {ply}: the generator moved on differently");
                }
            });
        }
    }
}

#[test]
fn actions_are_drawn_evenly() {
    everywhere::<Draws>();
}

/// The draw as the contract describes it.
fn walk(outcomes: &OutcomeList, rng: &mut Rng) -> u16 {
    outcomes[rng.weighted(outcomes.iter().map(|(_, weight)| *weight))].0
}

#[test]
fn chance_is_drawn_by_weight() {
    everywhere::<Chance>();
}

/// At half of the looks, which are drawn: for one player, drawn as well; at every fourth ply for all.
struct Knowledge;

impl Promise for Knowledge {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        let mut rng = Rng::new(4, 4);
        let observe = |state: &G::State, viewer| {
            let mut values = vec![f32::NAN; game.tables().observation_size()];
            game.observe(state, viewer, &mut Encoder::new(&game.tables().channels, &mut values[..]));
            assert!(values.iter().all(|value| value.is_finite()), "{label}");
            values
        };
        play(game, 5, |state, ply| {
            if !looks(label, ply) || rng.below(2) == 0 {
                return;
            }
            observe(state, None);
            let spectator = game.view_json(state, None);
            let players = game.setup().players;
            let drawn = rng.below(players as u64) as usize;
            for player in (0..players).filter(|player| ply.is_multiple_of(4) || *player == drawn) {
                let viewer = Some(player);
                let imagined = game.resample(state, player, &mut rng);
                let label = format!("{label} ply {ply} ({}) viewer {viewer:?}", game.phase_name(state));
                assert_eq!(game.check_invariants(&imagined), Ok(()), "{label}");
                assert_eq!(game.view_json(&imagined, viewer), game.view_json(state, viewer), "{label}");
                assert_eq!(observe(&imagined, viewer), observe(state, viewer), "{label}");
                if game.scores_are_open(state) {
                    assert_eq!(game.scores(&imagined), game.scores(state), "{label}");
                    assert_eq!(game.rank_keys(&imagined), game.rank_keys(state), "{label}");
                }
                assert_eq!(game.view_json(&imagined, None), spectator, "{label}: the spectator");
            }
        });
    }
}

#[test]
fn resampling_changes_only_what_the_viewer_cannot_see_in_each_variant() {
    in_part::<Knowledge>(is_plain);
}

#[test]
fn resampling_changes_only_what_the_viewer_cannot_see_with_each_option() {
    in_part::<Knowledge>(|label| !is_plain(label));
}

struct Endings;

impl Promise for Endings {
    fn check<G: Game + Greedy>(game: &G, label: &str) {
        for seed in 60..70 {
            let (mut decisions, mut chance) = (0, 0);
            play(game, seed, |state, _| match game.actor(state) {
                Actor::Player(_) => decisions += 1,
                Actor::Chance | Actor::Sampled => chance += 1,
                Actor::Over => check_end(game, state, label),
            });
            assert!(decisions <= game.tables().max_game_length, "{label}: {decisions} decisions");
            assert!(chance <= game.tables().max_chance_nodes, "{label}: {chance} chance nodes");
        }
    }
}

fn check_end<G: Game>(game: &G, state: &G::State, label: &str) {
    assert!(game.end_reason(state).is_some(), "{label}: an end without a reason");
    assert_eq!(game.explain(state, 0).map(|error| error.kind), Some(Kind::GameOver), "{label}");
    let places = game.ranking(state);
    assert_eq!(places.iter().min(), Some(&1), "{label}: {places:?}");
    let scores = game.scores(state);
    let returns = game.returns(state);
    assert_eq!((scores.len(), returns.len()), (places.len(), places.len()), "{label}");
    if game.setup().players > 1 {
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{label}: {returns:?}");
    }
    check_score_parts(game, state, label);
    let best = scores.iter().max();
    assert!(places.iter().zip(&scores).all(|(place, score)| *place > 1 || Some(score) == best), "{label}");
}

/// The parts add up, and nothing decides the ranking that has no name.
fn check_score_parts<G: Game>(game: &G, state: &G::State, label: &str) {
    let sums: Vec<i32> =
        game.score_parts(state).iter().map(|parts| parts.iter().map(|part| part.points).sum()).collect();
    assert_eq!(sums, game.scores(state).to_vec(), "{label}");
    let named = game.rank_names().len();
    assert!(game.rank_keys(state).iter().all(|key| key[named..].iter().all(|entry| *entry == 0)), "{label}");
}

#[test]
fn games_end_within_their_bounds() {
    everywhere::<Endings>();
}

//! Search on the toy game, whose values can be worked out by hand, and its room in every game.

mod toy;

use lineshaft_core::View;
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use lineshaft_core::search::{Analysis, Greedy, Method, Objective, Opponents, Searching, Settings, search};
use toy::Stones;

const METHODS: [Method; 2] = [Method::Flat, Method::Tree];

/// Stones where a black one counts for so much.
fn stones(black_points: i64) -> Stones {
    let rules = vec![("black_points".to_owned(), Given::Int(black_points))];
    let choices = Choices { rules, ..Choices::default() };
    Stones::load(Setup::new(Stones::declaration(), choices).expect("declared choices")).expect("shipped data")
}

fn settings(game: &Stones, method: Method, simulations: u64) -> Settings {
    let searching = Searching { method, ..game.searching() };
    Settings { simulations, objective: Objective::Leader, opponents: Opponents::Maxn, searching }
}

/// The position after steps in words.
fn after(game: &Stones, steps: &[&str]) -> <Stones as Game>::State {
    let mut state = game.initial_state();
    for text in steps {
        let id = game.parse_step(&state, text).expect("a step");
        game.apply(&mut state, i64::from(id)).expect("a legal step");
    }
    state
}

fn analysis(game: &Stones, state: &<Stones as Game>::State, settings: &Settings, seed: u64) -> Analysis {
    let Actor::Player(player) = game.actor(state) else { panic!("nobody decides") };
    let mut legal = ActionList::new();
    game.legal_actions(state, &mut legal);
    search(&View::new(game, state, Some(player)), &legal, settings, seed, true, &mut || true).expect("a player's view")
}

fn best<'a>(game: &'a Stones, analysis: &Analysis) -> &'a str {
    game.action_text(analysis.choices[0].action.into()).expect("an action")
}

#[test]
fn the_better_action_is_found_with_the_advice_and_against_it() {
    // The advice throws black stones away, which is right where they cost points and wrong where they are worth one. Two
    // stones before the end no throw can be saved for anything better.
    let white = ["white stone", "keep"].repeat(6);
    let steps = [&white[..], &["black stone", "keep", "black stone", "keep", "black stone"]].concat();
    for (points, right) in [(-3, "throw away"), (1, "keep")] {
        let game = stones(points);
        let state = after(&game, &steps);
        for method in METHODS {
            for seed in 0..5 {
                let found = analysis(&game, &state, &settings(&game, method, 400), seed);
                assert_eq!(best(&game, &found), right, "{points} points, {method:?}, seed {seed}");
            }
        }
    }
}

/// The bag holds what `steps` leave of it: at the last stone nothing is left to chance, so the values are exact.
#[test]
fn the_values_of_the_last_decision_are_those_of_the_end() {
    let game = stones(-1);
    let mut state = after(&game, &[]);
    let mut luck = Rng::new(1, 0);
    loop {
        if let Actor::Player(_) = game.actor(&state) {
            let mut last = state.clone();
            game.apply_decision(&mut last, 0);
            if game.actor(&last) == Actor::Over {
                break;
            }
            game.apply_decision(&mut state, 0);
        } else {
            let outcome = game.draw_outcome(&state, &mut luck);
            game.apply_outcome(&mut state, outcome);
        }
    }
    let Actor::Player(player) = game.actor(&state) else { unreachable!() };
    for method in METHODS {
        let found = analysis(&game, &state, &Settings { objective: Objective::Win, ..settings(&game, method, 64) }, 3);
        for choice in &found.choices {
            let values = choice.values.as_ref().expect("it was tried");
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9, "one of two wins: {values:?}");
            assert_eq!(choice.line, [(player, choice.action)]);
        }
        assert_eq!(found.choices.iter().map(|choice| u64::from(choice.visits)).sum::<u64>(), found.simulations);
    }
}

#[test]
fn the_seed_and_the_number_of_simulations_fix_all_of_it() {
    let game = stones(-1);
    let state = after(&game, &["white stone", "keep", "black stone", "throw away", "white stone"]);
    for method in METHODS {
        let with = settings(&game, method, 300);
        let first = analysis(&game, &state, &with, 5);
        assert_eq!(first, analysis(&game, &state, &with, 5));
        assert_ne!(first, analysis(&game, &state, &with, 6), "another seed has other worlds");
        assert!(first.simulations <= 300 && first.simulations >= 290);
    }
}

#[test]
fn what_cannot_be_seen_changes_nothing() {
    let game = stones(-1);
    let steps =
        ["white stone", "keep", "black stone", "keep", "white stone", "keep", "black stone", "keep", "black stone"];
    let state = after(&game, &steps);
    let Actor::Player(player) = game.actor(&state) else { panic!("nobody decides") };
    for method in METHODS {
        let with = settings(&game, method, 100);
        for seed in 0..8 {
            let other = game.resample(&state, player, &mut Rng::new(seed, 9));
            assert_eq!(analysis(&game, &state, &with, 5), analysis(&game, &other, &with, 5));
        }
    }
}

/// Who plays for the own score does not care for another's loss; who plays against the searching player does.
#[test]
fn opponents_play_for_what_they_are_said_to() {
    let game = stones(1);
    let state = after(&game, &["white stone"]);
    let of = |opponents| {
        let with = Settings { opponents, objective: Objective::Score, ..settings(&game, Method::Tree, 200) };
        analysis(&game, &state, &with, 2)
    };
    let [maxn, paranoid, own] = [Opponents::Maxn, Opponents::Paranoid, Opponents::Own].map(of);
    assert!(maxn != paranoid && paranoid != own && maxn != own);
    assert!(own.decisions < maxn.decisions, "only the own decisions branch");
}

#[test]
fn it_stops_when_it_is_told_to_and_has_an_answer() {
    let game = stones(-1);
    let state = after(&game, &["black stone"]);
    for method in METHODS {
        for most in [0, 1, 17] {
            let (mut asked, view) = (0, View::new(&game, &state, Some(0)));
            let mut keep_going = || {
                asked += 1;
                asked <= most
            };
            let with = settings(&game, method, 1_000_000);
            let found = search(&view, &[0, 1], &with, 1, false, &mut keep_going).expect("a player's view");
            assert_eq!((found.simulations, found.choices.len()), (most, 2));
            if most == 0 {
                assert_eq!(best(&game, &found), "throw away", "the advice");
            }
        }
    }
}

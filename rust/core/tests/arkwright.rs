//! Arkwright: what only the engine can show. Its rules are tested in `tests/rules/arkwright`, together with the
//! reference's.

use lineshaft_core::View;
use lineshaft_core::bots;
use lineshaft_core::error::Error;
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::arkwright::{Arkwright, State};
use lineshaft_core::options::Given;
use lineshaft_core::replay::{Replay, step_line};
use lineshaft_core::rng::{self, Rng};
use lineshaft_core::selfplay::{Plan, selfplay};
use lineshaft_core::setup::OwnData;
use serde_json::{Value, json};

fn load_with(players: usize, variant: &str, rules: &[(&str, Given)], data: Option<&str>) -> Result<Arkwright, Error> {
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let data = data.map(|text| OwnData { text: text.to_owned(), name: None });
    let choices =
        Choices { players: Some(players), variant: Some(variant.to_owned()), rules, data, ..Choices::default() };
    Arkwright::load(Setup::new(Arkwright::declaration(), choices)?)
}

fn load(players: usize, variant: &str, rules: &[(&str, Given)]) -> Arkwright {
    load_with(players, variant, rules, None).expect("shipped data")
}

fn on(name: &str) -> (&str, Given) {
    (name, Given::Bool(true))
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<State>() <= 768, "{} bytes", size_of::<State>());
}

#[test]
fn the_scoring_kernel_follows_the_steps() {
    let game = load(4, "standard", &[]);
    let kernel = &Arkwright::kernels()[0];
    let score = |row: [i32; 6]| (kernel.score)(&game, &row);
    assert_eq!(score([43, 14, 23, 2, 3, 0]), Some(273));
    assert_eq!(score([43, 14, 23, 2, 3, 1]), Some(13 * 22));
    assert_eq!([score([0, 31, 10, 0, 0, 0]), score([0, 6, 0, 0, 0, 0]), score([-1; 6])], [None; 3]);
}

// --- the shipped file --------------------------------------------------------------------------------------------------

/// The same draws, the same choices of the bots, or of whoever played, the same end: step by step.
fn check_replay(line: &str) {
    let replay = Replay::read(line.as_bytes()).expect("a line of a corpus");
    let recorded: Value = serde_json::from_str(line).expect("JSON");
    let setup = Setup::new(Arkwright::declaration(), replay.choices(None).expect("choices")).expect("a set-up");
    let game = Arkwright::load(setup).expect("shipped data");
    let seed = replay.seed().expect("a seed");
    let bot = |(player, bot): (usize, &String)| {
        (bots::make::<Arkwright>(bot).expect("a built-in bot"), Rng::new(seed, rng::bot_stream(player)))
    };
    let mut players: Vec<_> = replay.bots.iter().flatten().enumerate().map(bot).collect();
    let mut chance = Rng::new(seed, rng::CHANCE);
    let mut state = game.initial_state();
    let mut list = ActionList::new();
    for (ply, step) in recorded["steps"].as_array().expect("a list").iter().enumerate() {
        let (actor, step) = (game.actor(&state), step.as_str().expect("a text"));
        let id = match actor {
            Actor::Player(player) => {
                list.clear();
                game.legal_actions(&state, &mut list);
                match players.get_mut(player) {
                    Some(_) if list.len() == 1 => list[0].into(), // nobody is asked
                    Some((bot, random)) => bot.choose(&View::new(&game, &state, Some(player)), &list, random).into(),
                    None => {
                        let text = step.split_once(' ').expect("an actor and a text").1;
                        let action = game.parse_action(text).expect("an action");
                        assert!(list.contains(&action), "ply {ply}: {step}");
                        u32::from(action)
                    }
                }
            }
            _ => game.draw_outcome(&state, &mut chance),
        };
        let tables = game.tables();
        let texts = if actor == Actor::Chance { &tables.outcomes } else { &tables.actions };
        assert_eq!(step_line(actor, &texts[id as usize]), step, "ply {ply}");
        game.apply_legal(&mut state, id);
    }
    assert_eq!(game.end_reason(&state), recorded["end_reason"].as_str());
    assert_eq!(json!(game.scores(&state).to_vec()), recorded["scores"]);
    assert_eq!(json!(game.ranking(&state).to_vec()), recorded["ranking"]);
}

#[test]
fn recorded_games_are_played_as_they_were() {
    include_str!("../../../seeds/arkwright.jsonl").lines().for_each(check_replay);
    for line in include_str!("../../../seeds/edges/arkwright.jsonl").lines() {
        let edge: Value = serde_json::from_str(line).expect("JSON");
        check_replay(&edge["replay"].to_string());
    }
}

#[test]
fn the_shipped_tables_have_their_sizes() {
    for players in 1..=4 {
        let game = load(players, if players == 1 { "solo" } else { "standard" }, &[]);
        let tables = game.tables();
        assert_eq!((tables.actions.len(), tables.outcomes.len()), (213, 8));
        assert_eq!(tables.max_game_length, 204 * players + if players > 1 { 2 } else { 0 });
        assert_eq!(tables.max_chance_nodes, 0);
    }
    let game = load(4, "expert", &[on("events")]);
    assert_eq!((game.tables().max_game_length, game.tables().max_chance_nodes), (212 * 4 + 2, 3));
}

// --- damaged bytes ---------------------------------------------------------------------------------------------------

/// Any bytes give a position that can be played on, or an error.
#[test]
fn damaged_bytes_are_refused_or_playable() {
    let mut rng = Rng::new(11, 0);
    let rules = [on("expert_setup"), on("expert_actions"), on("events"), on("shipping_optional")];
    let game = load(3, "standard", &rules);
    let (mut state, mut let_in) = (game.initial_state(), 0);
    while game.actor(&state) != Actor::Over {
        let bytes = game.to_bytes(&state);
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(3) {
                let place = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                damaged[place] = [rng.below(256) as u8, rng.below(5) as u8, damaged[place] ^ 1][rng.below(3) as usize];
            }
            if let Ok(mut odd) = game.state_from_bytes(&damaged) {
                let_in += 1;
                assert_eq!(game.to_bytes(&odd), damaged);
                for _ in 0..30 {
                    match game.actor(&odd) {
                        Actor::Over => break,
                        Actor::Player(_) => {
                            let action = game.draw_action(&odd, &mut rng);
                            game.apply_decision(&mut odd, action);
                        }
                        _ => {
                            let outcome = game.draw_outcome(&odd, &mut rng);
                            game.apply_outcome(&mut odd, outcome);
                        }
                    }
                }
                game.view_json(&odd, Some(0));
                game.scores(&odd);
            }
        }
        let step = match game.actor(&state) {
            Actor::Player(_) => u32::from(game.draw_action(&state, &mut rng)),
            _ => game.draw_outcome(&state, &mut rng),
        };
        game.apply_legal(&mut state, step);
    }
    assert!(let_in > 100, "{let_in} of the damaged positions were consistent");
}

// --- books -----------------------------------------------------------------------------------------------------------------

/// What a decision may do to the acting player's money, from the positions before and after, within a turn.
fn expected_money(before: &Value, after: &Value, text: &str, player: usize) -> Option<i64> {
    let number = |value: &Value| value.as_i64().expect("a number");
    let (seat, next) = (&before["seats"][player], &after["seats"][player]);
    let words: Vec<&str> = text.split(' ').collect();
    match words[0] {
        "buy" => Some(-number(&seat["share_value"]) * words[1].parse::<i64>().expect("a number")),
        "take" if words.len() == 3 && words[2].starts_with("loan") => {
            let extra = if before["event"] == "Cheap credit" { 3 } else { 0 };
            Some((number(&seat["share_value"]) + extra) * (number(&next["loans"]) - number(&seat["loans"])))
        }
        "cash" => Some(5),
        "extra" | "ship" => None,
        _ => Some(0),
    }
}

#[test]
fn money_moves_only_by_what_the_rules_name() {
    for (players, variant, rules) in [
        (4, "standard", vec![]),
        (3, "expert", vec![on("events"), on("shipping_optional")]),
        (2, "expert", vec![on("events")]),
        (1, "solo", vec![on("expert_actions"), on("expert_setup")]),
    ] {
        let game = load(players, variant, &rules);
        for seed in 0..6 {
            let mut rng = Rng::new(seed, 9);
            let mut state = game.initial_state();
            while let actor @ (Actor::Player(_) | Actor::Chance) = game.actor(&state) {
                let before = game.to_json(&state);
                let step = match actor {
                    Actor::Player(_) => u32::from(game.draw_action(&state, &mut rng)),
                    _ => game.draw_outcome(&state, &mut rng),
                };
                let text = game.step_text(&state, i64::from(step)).expect("a legal step");
                game.apply_legal(&mut state, step);
                game.check_invariants(&state).unwrap_or_else(|error| panic!("{text}: {error}"));
                check_books(&before, &game.to_json(&state), &text, actor, players);
            }
        }
    }
}

fn check_books(before: &Value, after: &Value, text: &str, actor: Actor, players: usize) {
    let number = |value: &Value| value.as_i64().expect("a number");
    let same_round = before["round"] == after["round"]
        && after["phase"] != "over"
        && before["phase"] != "ship"
        && after["phase"] != "ship";
    for player in 0..players {
        let (seat, next) = (&before["seats"][player], &after["seats"][player]);
        let change = number(&next["cash"]) - number(&seat["cash"]);
        assert!(number(&next["ship_tokens"]) >= number(&seat["ship_tokens"]), "{text}: ship tokens come off (R54)");
        assert!(number(&next["loans"]) >= number(&seat["loans"]), "{text}: a loan is repaid (R54)");
        assert!(number(&next["shares"]) >= number(&seat["shares"]), "{text}: shares are sold (R54)");
        if actor == Actor::Chance {
            let tax = if text == "Window tax" {
                2 * seat["factories"].as_object().map_or(0, serde_json::Map::len) as i64
            } else {
                0
            };
            assert_eq!(change, -tax.min(number(&seat["cash"])), "{text}");
        } else if same_round {
            let expected =
                if actor == Actor::Player(player) { expected_money(before, after, text, player) } else { Some(0) };
            assert!(expected.is_none_or(|expected| change == expected), "{text}: £{change}, not {expected:?}");
        }
    }
    if !same_round || actor == Actor::Chance {
        return;
    }
    let levels = |position: &Value| -> i64 {
        let seats = position["seats"].as_array().expect("a list");
        seats.iter().flat_map(|seat| seat["levels"].as_object().expect("a map").values()).map(number).sum()
    };
    let steps = i64::from(text.starts_with("develop "));
    assert_eq!(levels(after) - levels(before), steps, "{text}");
}

// --- the greedy bot --------------------------------------------------------------------------------------------------------

#[test]
fn greedy_players_stay_solvent_and_build() {
    for (players, variant, least) in [(4, "standard", 200), (3, "expert", 200), (2, "standard", 220), (1, "solo", 200)]
    {
        let game = load(players, variant, &[]);
        let bots = vec!["greedy".to_owned(); players];
        let plan = Plan { bots, games: 2, first: 0, seed: 3, threads: 1, rotate: false, record: false };
        let mut keep = || true;
        let mut take = |result: lineshaft_core::selfplay::GameResult| {
            assert_eq!(result.end_reason, "rounds_played");
            let mean = result.scores.iter().sum::<i32>() / players as i32;
            assert!(mean > least, "{variant} {players}: {:?}", result.scores);
            Ok(())
        };
        selfplay(&game, &plan, &mut take, &mut keep).expect("nothing is refused");
    }
}

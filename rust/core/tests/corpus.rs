//! The recorded games of the shipped data, once more: the same draws, the same choices of the bots, the same end.

use lineshaft_core::View;
use lineshaft_core::bots::{self, Greedy};
use lineshaft_core::game::{ActionList, Actor, Game, Setup};
use lineshaft_core::registry::{Visitor, visit};
use lineshaft_core::replay::{Replay, step_line};
use lineshaft_core::rng::{self, Rng};
use serde_json::{Value, json};
use std::fs::read_to_string;

const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds");

/// Step by step what bots and chance choose; of a game without bots the recorded steps, each of which must be legal.
fn check_replay<G: Game + Greedy>(line: &str) {
    let replay = Replay::read(line.as_bytes()).expect("a line of a corpus");
    let recorded: Value = serde_json::from_str(line).expect("JSON");
    let setup = Setup::new(G::declaration(), replay.choices(None).expect("choices")).expect("a set-up");
    let game = G::load(setup).expect("shipped data");
    let seed = replay.seed().expect("a seed");
    let bot = |(player, bot): (usize, &String)| {
        (bots::make::<G>(bot).expect("a built-in bot"), Rng::new(seed, rng::bot_stream(player)))
    };
    let mut players: Vec<_> = replay.bots.iter().flatten().enumerate().map(bot).collect();
    let mut chance = Rng::new(seed, rng::CHANCE);
    let mut state = game.initial_state();
    let mut list = ActionList::new();
    for (ply, step) in recorded["steps"].as_array().expect("a list").iter().enumerate() {
        let (actor, step) = (game.actor(&state), step.as_str().expect("a text"));
        let text = step.split_once(' ').expect("an actor and a text").1;
        let id = match actor {
            Actor::Player(player) => {
                list.clear();
                game.legal_actions(&state, &mut list);
                match players.get_mut(player) {
                    Some(_) if list.len() == 1 => list[0].into(), // nobody is asked
                    Some((bot, random)) => {
                        bot.choose(&View::new(&game, &state, Some(player)), &list, random, &mut || true).into()
                    }
                    None => {
                        let action = game.parse_action(text).expect("an action");
                        assert!(list.contains(&action), "ply {ply}: {step}");
                        u32::from(action)
                    }
                }
            }
            _ if replay.bots.is_none() => game.parse_step(&state, text).expect("an outcome"),
            _ => game.draw_outcome(&state, &mut chance),
        };
        let text = game.step_text(&state, id.into()).expect("an id");
        assert_eq!(step_line(actor, &text), step, "ply {ply}");
        game.apply_legal(&mut state, id);
    }
    assert_eq!(game.actor(&state), Actor::Over);
    assert_eq!(game.end_reason(&state), recorded["end_reason"].as_str());
    assert_eq!(json!(game.scores(&state).to_vec()), recorded["scores"]);
    assert_eq!(json!(game.ranking(&state).to_vec()), recorded["ranking"]);
}

struct Corpus;

impl Visitor for Corpus {
    fn visit<G: Game + Greedy>(&mut self) {
        let name = G::declaration().name;
        let read = |folder: &str| read_to_string(format!("{SEEDS}{folder}/{name}.jsonl")).expect("a corpus");
        read("").lines().for_each(check_replay::<G>);
        for line in read("/edges").lines() {
            let edge: Value = serde_json::from_str(line).expect("JSON");
            check_replay::<G>(&edge["replay"].to_string());
        }
    }
}

#[test]
fn recorded_games_are_played_as_they_were() {
    visit(&mut Corpus);
}

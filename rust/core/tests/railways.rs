//! Railways: what only the engine can show. Its rules are tested in `tests/rules/railways`, together with the reference's.

use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::railways::{Railways, State, cube_bonus};
use lineshaft_core::rng::Rng;
use serde_json::{Value, json};

fn load(players: usize, variant: &str) -> Railways {
    let choices = Choices { players: Some(players), variant: Some(variant.to_owned()), ..Choices::default() };
    let setup = Setup::new(Railways::declaration(), choices).expect("declared choices");
    Railways::load(setup).expect("shipped data")
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 640, "{} bytes", size_of::<State>());
}

// --- scoring -----------------------------------------------------------------------------------------------------------

/// Against every split, tried one by one.
#[test]
fn the_cube_bonus_is_the_best_of_all_splits() {
    fn best(cubes: [u8; 4]) -> u16 {
        let mut most = 0;
        if cubes.iter().all(|n| *n > 0) {
            most = most.max(5 + best(cubes.map(|n| n - 1)));
        }
        for good in 0..4 {
            for (size, worth) in [(3, 2), (4, 3)] {
                if cubes[good] >= size {
                    let mut rest = cubes;
                    rest[good] -= size;
                    most = most.max(worth + best(rest));
                }
            }
        }
        most
    }
    for code in 0..7u32.pow(4) {
        let cubes = [0, 1, 2, 3].map(|good| (code / 7u32.pow(good) % 7) as u8);
        assert_eq!(cube_bonus(cubes), best(cubes), "{cubes:?}");
    }
}

// --- damaged positions -------------------------------------------------------------------------------------------------

/// Whatever is accepted can be played to the end.
fn play_on(game: &Railways, state: &mut State, rng: &mut Rng) {
    let mut list = ActionList::new();
    loop {
        let id = match game.actor(state) {
            Actor::Over => break,
            Actor::Player(player) => {
                list.clear();
                game.legal_actions(state, &mut list);
                assert!(!list.is_empty(), "{}", game.to_json(state));
                let imagined = game.resample(state, (player + 1) % game.setup().players, rng);
                assert_eq!(game.check_invariants(&imagined), Ok(()), "{}", game.to_json(state));
                u32::from(rng.pick(&list))
            }
            _ => game.draw_outcome(state, rng),
        };
        game.apply_legal(state, id);
        assert_eq!(game.check_invariants(state), Ok(()), "{}", game.to_json(state));
    }
}

/// A position somewhere in a random game.
fn somewhere(game: &Railways, rng: &mut Rng) -> State {
    let mut state = game.initial_state();
    let mut list = ActionList::new();
    for _ in 0..rng.below(250) {
        match game.actor(&state) {
            Actor::Over => break,
            Actor::Player(_) => {
                list.clear();
                game.legal_actions(&state, &mut list);
                game.apply_decision(&mut state, rng.pick(&list));
            }
            _ => {
                let outcome = game.draw_outcome(&state, rng);
                game.apply_outcome(&mut state, outcome);
            }
        }
    }
    state
}

#[test]
fn damaged_bytes_are_refused_or_make_a_playable_position() {
    let mut rng = Rng::new(21, 0);
    for (players, variant) in [(2, "standard"), (3, "standard"), (4, "family")] {
        let game = load(players, variant);
        let mut accepted = 0;
        for _ in 0..60 {
            let bytes = game.to_bytes(&somewhere(&game, &mut rng));
            for _ in 0..300 {
                let mut damaged = bytes.clone();
                for _ in 0..=rng.below(3) {
                    let at = 12 + rng.below(damaged.len() as u64 - 12) as usize;
                    let small = [0, 1, 2, 3, damaged[at].wrapping_add(1), damaged[at].wrapping_sub(1), 255];
                    damaged[at] = if rng.below(4) == 0 { rng.below(256) as u8 } else { rng.pick(&small) };
                }
                if let Ok(mut state) = game.state_from_bytes(&damaged) {
                    accepted += 1;
                    assert_eq!(game.to_bytes(&state), damaged, "read and written back");
                    play_on(&game, &mut state, &mut rng);
                }
            }
        }
        assert!(accepted > 100, "{accepted} damaged positions were accepted");
        for _ in 0..2000 {
            let mut noise: Vec<u8> = game.to_bytes(&game.initial_state())[..12].to_vec();
            noise.extend((0..800).map(|_| rng.below(256) as u8));
            assert!(game.state_from_bytes(&noise).is_err());
        }
    }
}

/// Changes one leaf or list of a JSON value.
fn damage(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(map) if !map.is_empty() && rng.below(8) > 0 => {
            let at = rng.below(map.len() as u64) as usize;
            damage(map.values_mut().nth(at).expect("an entry"), rng);
        }
        Value::Array(list) if !list.is_empty() && rng.below(8) > 0 => {
            let at = rng.below(list.len() as u64) as usize;
            damage(&mut list[at], rng);
        }
        Value::Array(list) if !list.is_empty() => drop(list.pop()),
        Value::Number(number) if rng.below(3) > 0 => {
            let number = number.as_i64().unwrap_or(0);
            *value = json!(number + rng.pick(&[-1, 1, 2, 10, 250, 1 << 40]));
        }
        _ => {
            let others = [json!(null), json!(0), json!(true), json!("Start"), json!("draw"), json!("red"), json!({})];
            *value = others[rng.below(others.len() as u64) as usize].clone();
        }
    }
}

#[test]
fn damaged_json_is_refused_or_makes_a_playable_position() {
    let mut rng = Rng::new(22, 0);
    let game = load(3, "standard");
    let mut accepted = 0;
    for _ in 0..60 {
        let json = game.to_json(&somewhere(&game, &mut rng));
        for _ in 0..100 {
            let mut damaged = json.clone();
            damage(&mut damaged, &mut rng);
            if let Ok(mut state) = game.state_from_json(&damaged) {
                accepted += 1;
                play_on(&game, &mut state, &mut rng);
            }
        }
    }
    assert!(accepted > 10, "{accepted} damaged positions were accepted");
}

//! Railways: what only the engine can show. Its rules are tested in `tests/rules/railways`, together with the reference's.

mod promises;

use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::railways::{Railways, State};
use lineshaft_core::rng::Rng;
use lineshaft_core::setup::OwnData;
use promises::check_game;
use serde_json::{Value, json};
use std::fmt::Write;

fn load(players: usize, variant: &str) -> Railways {
    let choices = Choices { players: Some(players), variant: Some(variant.to_owned()), ..Choices::default() };
    let setup = Setup::new(Railways::declaration(), choices).expect("declared choices");
    Railways::load(setup).expect("shipped data")
}

fn load_data(players: usize, variant: &str, text: String) -> Result<Railways, Error> {
    let data = Some(OwnData { text, name: None });
    let choices = Choices { players: Some(players), variant: Some(variant.to_owned()), data, ..Choices::default() };
    Railways::load(Setup::new(Railways::declaration(), choices)?)
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 1136, "{} bytes", size_of::<State>());
}

// --- the shipped file --------------------------------------------------------------------------------------------------

#[test]
fn the_shipped_tables_have_their_sizes() {
    let game = load(2, "standard");
    let tables = game.tables();
    assert_eq!((tables.actions.len(), tables.outcomes.len()), (355, 44));
    assert_eq!((tables.max_game_length, tables.max_chance_nodes), (6 * 200 + 11 * 25 + 4, 109 + 60 + 1));
}

// --- scoring -----------------------------------------------------------------------------------------------------------

/// Against every split, tried one by one.
fn best_split(cubes: [u8; 6], goods: usize, different: u32, points: u16, alike: &[(u8, u16)]) -> u16 {
    let mut most = 0;
    for some in (0..1_u8 << goods).filter(|some| some.count_ones() == different) {
        let mut rest = cubes;
        let given = (0..goods).filter(|good| some >> good & 1 == 1);
        if given.into_iter().all(|good| rest[good].checked_sub(1).map(|left| rest[good] = left).is_some()) {
            most = most.max(points + best_split(rest, goods, different, points, alike));
        }
    }
    for good in 0..goods {
        for (size, worth) in alike.iter().filter(|(size, _)| cubes[good] >= *size) {
            let mut rest = cubes;
            rest[good] -= size;
            most = most.max(worth + best_split(rest, goods, different, points, alike));
        }
    }
    most
}

#[test]
fn the_cube_bonus_is_the_best_of_all_splits() {
    let game = load(2, "standard");
    for code in 0..7u32.pow(4) {
        let cubes = [0, 1, 2, 3, 4, 5].map(|good| if good < 4 { (code / 7u32.pow(good) % 7) as u8 } else { 0 });
        assert_eq!(game.cube_bonus(cubes), best_split(cubes, 4, 4, 5, &[(3, 2), (4, 3)]), "{cubes:?}");
    }
}

/// Sets that do not take a cube of each good.
#[test]
fn the_cube_bonus_is_the_best_of_all_splits_with_other_sets() {
    let shipped = Railways::declaration().data;
    for (different, points, size, worth) in [(2, 5, 3, 2), (3, 7, 2, 4), (2, 1, 3, 5), (3, 4, 1, 1)] {
        let text = shipped
            .replace("different = 4", &format!("different = {different}"))
            .replace("different_points = 5", &format!("different_points = {points}"))
            .replace("size = 3\npoints = 2", &format!("size = {size}\npoints = {worth}"));
        let game = load_data(2, "standard", text).expect("data that fit");
        for code in 0..4u32.pow(4) {
            let cubes = [0, 1, 2, 3, 4, 5].map(|good| if good < 4 { (code / 4u32.pow(good) % 4) as u8 } else { 0 });
            let best = best_split(cubes, 4, different, points, &[(size, worth), (4, 3)]);
            assert_eq!(game.cube_bonus(cubes), best, "{different} {points} {size} {worth} {cubes:?}");
        }
    }
}

// --- other files -------------------------------------------------------------------------------------------------------

/// A file within the bounds of every key, mostly small or at the ends; the tables may not fit together.
fn some_file(rng: &mut Rng) -> String {
    let mut number = |low: u64, high: u64| match rng.below(4) {
        0 => low,
        1 => high,
        _ => low + rng.below(high - low + 1),
    };
    let (per_player, most) = (number(1, 64), number(0, 5));
    let mut text = String::from("format = 2\ngame = \"railways\"\n");
    let mut put = |line: String| writeln!(text, "{line}").expect("a string takes all that is written");
    let table = |name: &str, keys: &[(&str, u64)]| {
        let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        format!("{name}\nsource = \"invented\"\n{}", keys.concat())
    };
    put(table("[engines]", &[("count", number(0, 30)), ("wild_value", number(0, 2)), ("links", number(1, 10))]));
    put(table("[trains]", &[("per_player", per_player), ("markers", number(0, per_player - 1))]));
    let [engines, cities, cards] = [number(0, 2), number(0, 2), number(0, 3)];
    let limit = number(engines + cities + cards, 40).max(1);
    let hand = [("limit", limit), ("engines", engines), ("cities", cities), ("city_value", 2), ("cards", cards)];
    put(table("[hand]", &hand));
    put(table("[open_row]", &[("slots", number(1, 8))]));
    put(table("[drawing]", &[("most", most), ("least", number(0, most))]));
    put(table("[end]", &[("deliveries", number(0, 3))]));
    let (colours, goods) = (number(3, 6), number(2, 6));
    for colour in 0..colours {
        put(table("[[track]]", &[("ones", number(0, 12)), ("twos", number(0, 12))])
            + &format!("colour = \"k{colour}\"\n"));
    }
    for good in 0..goods {
        let names = format!("colour = \"g{good}\"\ngood = \"good {good}\"\n");
        put(table("[[goods]]", &[("cubes", number(0, 20))]) + &names);
    }
    let scores = [("delivery", number(0, 10)), ("owner", number(0, 10)), ("engine", number(0, 10))];
    put(table("[scoring]", &scores));
    put(format!("different = {}\ndifferent_points = {}\n", number(2, goods), number(0, 50)));
    for _ in 0..number(1, 4) {
        put(table("[[alike]]", &[("size", number(1, 12)), ("points", number(0, 50))]));
    }
    for city in 0..number(8, 40) {
        let demand = number(0, goods);
        let demand = if demand == goods { "any".to_owned() } else { format!("g{demand}") };
        let mask = number(1, (1 << colours) - 1);
        let of: Vec<String> = (0..colours).filter(|k| mask >> k & 1 == 1).map(|k| format!("\"k{k}\"")).collect();
        let value = if city < 8 { 2 } else { number(1, 12) };
        let rest = format!("name = \"c{city}\"\ndemand = \"{demand}\"\ncolours = [{}]\n", of.join(", "));
        put(table("[[cities]]", &[("value", value), ("goods", number(0, 12))]) + &rest);
    }
    text
}

#[test]
fn games_of_other_files_keep_the_promises() {
    let mut rng = Rng::new(23, 0);
    let mut played = 0;
    for _ in 0..120 {
        let text = some_file(&mut rng);
        for (players, variant) in [(2, "standard"), (3, "standard"), (4, "family")] {
            match load_data(players, variant, text.clone()) {
                Ok(game) => {
                    check_game(&game, "random", 6, &mut rng);
                    check_game(&game, "greedy", 6, &mut rng);
                    played += 1;
                }
                Err(error) => assert_eq!(error.kind, Kind::InvalidData, "{error}\n{text}"),
            }
        }
    }
    assert!(played > 60, "{played} of the files were played");
}

/// All sentences in one place, as the page has them.
#[test]
fn what_does_not_fit_together_is_refused() {
    let shipped = Railways::declaration().data;
    let cases = [
        ("limit = 13", "limit = 3", "[hand]: limit must be 4 or more, the cards dealt to a player, not 3"),
        ("count = 21", "count = 3", "[engines]: count must be 4 or more, the cards dealt to four players, not 3"),
        ("ones = 6", "ones = 30", "the game must have 200 cards at most, not 231"),
        ("cubes = 15", "cubes = 60", "[goods] must have 1 to 120 cubes, not 240"),
        ("cubes = 15", "cubes = 0", "[goods] must have 1 to 120 cubes, not 0"),
        ("cities = 1 ", "cities = 2 ", "[cities] must have 8 rows or more of value 2, not 5"),
        ("markers = 2", "markers = 12", "[trains]: markers must be 0 to 11, not 12"),
        ("least = 1", "least = 3", "[drawing]: least must be 0 to 2, not 3"),
        ("different = 4", "different = 5", "[scoring]: different must be 2 to 4, not 5"),
        ("\"yellow\"\ngood", "\"red\"\ngood", "[goods] row 2: the name red stands twice (first in row 1)"),
        ("good = \"ore\"", "good = \"wood\"", "[goods] row 3: the name wood stands twice (first in row 1)"),
        (
            "\"Boston\"",
            "\"violet 1\"",
            "[cities] row 4 (violet 1): the name violet 1 belongs to another thing of the game",
        ),
        (
            "demand = \"yellow\"",
            "demand = \"pink\"",
            "[cities] row 6 (Rochester): demand must be one of any, red, yellow, blue, black, not \"pink\"",
        ),
    ];
    for (found, put, sentence) in cases {
        let error = load_data(2, "standard", shipped.replace(found, put)).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("railways.toml: {sentence}")));
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

/// Damages the bytes of positions somewhere in random games; how many were accepted, each of them played to the end.
fn damage_bytes(game: &Railways, positions: usize, rng: &mut Rng) -> usize {
    let mut accepted = 0;
    for _ in 0..positions {
        let bytes = game.to_bytes(&somewhere(game, rng));
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
                play_on(game, &mut state, rng);
            }
        }
    }
    accepted
}

#[test]
fn damaged_bytes_are_refused_or_make_a_playable_position() {
    let mut rng = Rng::new(21, 0);
    for (players, variant) in [(2, "standard"), (3, "standard"), (4, "family")] {
        let game = load(players, variant);
        let accepted = damage_bytes(&game, 60, &mut rng);
        assert!(accepted > 100, "{accepted} damaged positions were accepted");
        for _ in 0..2000 {
            let mut noise: Vec<u8> = game.to_bytes(&game.initial_state())[..12].to_vec();
            noise.extend((0..800).map(|_| rng.below(256) as u8));
            assert!(game.state_from_bytes(&noise).is_err());
        }
    }
}

#[test]
fn damaged_bytes_of_other_files_are_refused_or_make_a_playable_position() {
    let mut rng = Rng::new(24, 0);
    let mut accepted = 0;
    for _ in 0..60 {
        let text = some_file(&mut rng);
        for (players, variant) in [(2, "standard"), (4, "family")] {
            if let Ok(game) = load_data(players, variant, text.clone()) {
                accepted += damage_bytes(&game, 3, &mut rng);
            }
        }
    }
    assert!(accepted > 100, "{accepted} damaged positions were accepted");
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

//! Railways: the rulebook's examples, each "may not", each end, each ruling and option.

use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::railways::{Railways, State, cube_bonus};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use serde_json::{Map, Value, json};

// --- setting positions up ----------------------------------------------------------------------------------------------

fn load(players: usize, variant: &str, rules: &[(&str, Given)]) -> Railways {
    try_load(players, variant, rules, None).expect("declared choices")
}

fn try_load(players: usize, variant: &str, rules: &[(&str, Given)], data: Option<String>) -> Result<Railways, Error> {
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let choices =
        Choices { players: Some(players), variant: Some(variant.to_owned()), rules, data, ..Choices::default() };
    Railways::load(Setup::new(Railways::declaration(), choices)?)
}

fn standard() -> Railways {
    load(2, "standard", &[])
}

/// A city on the table: name, parent, owner, colour of the link, the ones, twos and wilds in it.
type Built = (&'static str, &'static str, u8, &'static str, u8, u8, u8);

/// A position in the making: what is not said is as in a quiet first turn of player 0.
#[derive(Clone)]
struct Scene {
    phase: &'static str,
    turn: Option<u8>,
    first: u8,
    round: u8,
    trigger: Option<&'static str>,
    finals: bool,
    picks: u8,
    open: Vec<&'static str>,
    pile: Vec<&'static str>,
    /// The deck's cards lie under the discard pile instead.
    no_deck: bool,
    hands: Vec<Vec<&'static str>>,
    table: Vec<Built>,
    cubes: Vec<(&'static str, &'static str, u8)>,
    engines: Vec<u8>,
    delivered: Vec<[u8; 4]>,
    build: Value,
    shipment: Value,
    cube: Value,
}

const GOODS: [&str; 4] = ["red", "yellow", "blue", "black"];
const COLOURS: [&str; 5] = ["violet", "green", "brown", "orange", "white"];

fn scene(hands: &[&[&'static str]]) -> Scene {
    Scene {
        phase: "action",
        turn: Some(0),
        first: 0,
        round: 1,
        trigger: None,
        finals: false,
        picks: 0,
        open: vec!["white 1", "white 1", "white 2"],
        pile: Vec::new(),
        no_deck: false,
        hands: hands.iter().map(|hand| hand.to_vec()).collect(),
        table: Vec::new(),
        cubes: Vec::new(),
        engines: vec![0; hands.len()],
        delivered: vec![[0; 4]; hands.len()],
        build: Value::Null,
        shipment: Value::Null,
        cube: Value::Null,
    }
}

fn count(names: impl IntoIterator<Item = String>) -> Map<String, Value> {
    let mut counts = Map::new();
    for name in names {
        let number = counts.get(&name).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(name, (number + 1).into());
    }
    counts
}

fn goods(cubes: [u8; 4]) -> Map<String, Value> {
    GOODS.iter().zip(cubes).filter(|(_, n)| *n > 0).map(|(good, n)| ((*good).to_owned(), n.into())).collect()
}

impl Scene {
    /// What is left when hands, open row, pile, table and engines are taken out of all cards.
    fn rest(&self, game: &Railways) -> Vec<String> {
        let mut cards = Vec::new();
        for colour in COLOURS {
            cards.extend((0..6).map(|_| format!("{colour} 1")));
            cards.extend((0..7).map(|_| format!("{colour} 2")));
        }
        let with_engines = !game.is_family() || game.setup().rules.switch("family_wilds");
        cards.extend((0..if with_engines { 21 } else { 0 }).map(|_| "engine".to_owned()));
        cards.extend(game.cities().iter().map(|city| city.name.clone()));
        let mut take = |name: &str| {
            let at = cards.iter().position(|card| card == name).unwrap_or_else(|| panic!("no {name} is left"));
            cards.remove(at);
        };
        self.hands.iter().flatten().chain(&self.open).chain(&self.pile).for_each(|name| take(name));
        for (city, _, _, colour, ones, twos, wilds) in &self.table {
            take(city);
            (0..*ones).for_each(|_| take(&format!("{colour} 1")));
            (0..*twos).for_each(|_| take(&format!("{colour} 2")));
            (0..*wilds).for_each(|_| take("engine"));
        }
        (0..self.engines.iter().sum()).for_each(|_| take("engine"));
        cards
    }

    fn city(&self, name: &str) -> Value {
        let (_, parent, owner, colour, ones, twos, wilds) =
            self.table.iter().find(|built| built.0 == name).expect("a city on the table");
        let mut cubes = [0; 4];
        for (_, good, n) in self.cubes.iter().filter(|(city, _, _)| *city == name) {
            cubes[GOODS.iter().position(|g| g == good).expect("a good")] += n;
        }
        let value = ones + 2 * twos + wilds;
        json!({"name": name, "parent": parent, "owner": owner, "value": value, "colour": colour, "cubes": goods(cubes)})
    }

    fn points(&self, player: usize) -> u8 {
        let own = self.table.iter().filter(|built| usize::from(built.2) == player);
        own.map(|built| built.4 + 2 * built.5 + built.6).sum::<u8>() + self.delivered[player].iter().sum::<u8>()
    }

    fn json(&self, game: &Railways) -> Value {
        let players = self.hands.len();
        let rest = self.rest(game);
        let (deck, under) = if self.no_deck { (Vec::new(), rest) } else { (rest, Vec::new()) };
        let pile: Vec<String> = under.into_iter().chain(self.pile.iter().map(|name| (*name).to_owned())).collect();
        let mut open: Vec<Value> = self.open.iter().map(|name| json!(name)).collect();
        open.resize(3, Value::Null);
        let mut bag = [if game.is_family() { 0 } else { 15 }; 4];
        for (g, good) in GOODS.iter().enumerate() {
            bag[g] -= self.cubes.iter().filter(|cubes| cubes.1 == *good).map(|cubes| cubes.2).sum::<u8>();
            bag[g] -= self.delivered.iter().map(|cubes| cubes[g]).sum::<u8>();
            bag[g] -= u8::from(self.cube == json!(good));
        }
        let cities = game.cities().iter().filter(|city| self.table.iter().any(|built| built.0 == city.name));
        let current = match self.phase {
            "over" => -4,
            "place_goods" | "draw_card" | "refill" | "replenish_cube" => -1,
            _ => i32::from(self.turn.expect("a turn player")),
        };
        let own = |name: &&str| (*name).to_owned();
        json!({
            "format": 1, "game": "railways", "players": players, "phase": self.phase, "current_player": current,
            "turn_player": self.turn, "first_player": self.first, "round": self.round, "end_trigger": self.trigger,
            "final_deliveries": self.finals, "picks_done": self.picks, "deck": count(deck), "open": open,
            "discard_pile": pile, "bag": goods(bag),
            "cities": cities.map(|city| self.city(&city.name)).collect::<Vec<_>>(),
            "hands": self.hands.iter().map(|hand| count(hand.iter().map(own))).collect::<Vec<_>>(),
            "known": vec![json!({}); players], "v2_hidden": vec![false; players], "engines": self.engines,
            "points": (0..players).map(|p| self.points(p)).collect::<Vec<_>>(),
            "delivered": self.delivered.iter().map(|cubes| goods(*cubes)).collect::<Vec<_>>(),
            "build": self.build, "shipment": self.shipment, "cube": self.cube,
        })
    }

    fn state(&self, game: &Railways) -> State {
        let json = self.json(game);
        game.state_from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
    }
}

/// Applies actions and outcomes by their texts.
fn act(game: &Railways, state: &mut State, texts: &[&str]) {
    for text in texts {
        let id = game.parse_step(state, text).expect("a text of the table");
        game.apply(state, i64::from(id)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.check_invariants(state), Ok(()), "after {text}");
    }
}

fn legal(game: &Railways, state: &State) -> Vec<String> {
    let mut list = ActionList::new();
    game.legal_actions(state, &mut list);
    list.iter().map(|id| game.tables().actions[usize::from(*id)].clone()).collect()
}

fn is_legal(game: &Railways, state: &State, text: &str) -> bool {
    legal(game, state).iter().any(|known| known == text)
}

/// Asserts why an action is not legal.
fn refused(game: &Railways, state: &State, text: &str, code: &str, rule: Option<&str>, message: &str) {
    let id = game.parse_action(text).expect("a text of the table");
    let error = game.explain(state, i64::from(id)).unwrap_or_else(|| panic!("{text} is legal"));
    assert_eq!((error.code, error.rule, error.message.as_str()), (code, rule, message), "{text}");
    assert!(!is_legal(game, state, text), "{text}");
}

fn points(game: &Railways, state: &State) -> Vec<i32> {
    game.scores(state).to_vec()
}

fn field(game: &Railways, state: &State, key: &str) -> Value {
    game.to_json(state)[key].clone()
}

// --- set-up ------------------------------------------------------------------------------------------------------------

#[test]
fn the_set_up_deals_what_the_rulebook_says() {
    for (variant, wilds, hand, decks) in
        [("standard", false, 4, [100, 96, 92]), ("family", false, 3, [81, 78, 75]), ("family", true, 4, [100, 96, 92])]
    {
        for (players, deck) in (2..=4).zip(decks) {
            let game = load(players, variant, &[("family_wilds", Given::Bool(wilds))]);
            let mut rng = Rng::new(1, 0);
            let mut state = game.initial_state();
            while game.actor(&state) == Actor::Chance {
                let outcome = game.draw_outcome(&state, &mut rng);
                game.apply(&mut state, i64::from(outcome)).expect("a drawn outcome");
            }
            let view = game.view_json(&state, None);
            assert_eq!(view["hand_sizes"], json!(vec![hand; players]));
            assert_eq!(view["deck_size"], deck);
            assert_eq!(view["v2_hidden"], json!(vec![true; players]));
            assert_eq!(game.phase_name(&state), "action");
            assert_eq!((view["round"].clone(), view["turn_player"] == view["first_player"]), (json!(1), true));
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 640, "{} bytes", size_of::<State>());
}

// --- building ----------------------------------------------------------------------------------------------------------

fn beside_louisville(hand: &[&'static str]) -> Scene {
    let mut scene = scene(&[hand, &[]]);
    scene.table = vec![("Louisville", "Start", 1, "green", 1, 1, 0)];
    scene
}

#[test]
fn becky_links_a_value_4_city_with_track_and_a_wild() {
    let game = standard();
    for place in ["Louisville", "Start"] {
        let mut state = beside_louisville(&["orange 1", "orange 2", "engine", "Rochester"]).state(&game);
        act(&game, &mut state, &["build Rochester", &format!("from {place} in orange")]);
        assert_eq!(legal(&game, &state), ["lay a two"]);
        act(&game, &mut state, &["lay a two", "lay a one", "lay a wild", "done laying"]);
        assert_eq!(points(&game, &state), [4, 3]);
        act(&game, &mut state, &["cube red", "cube red", "cube black"]);
        assert_eq!(game.phase_name(&state), "draw");
        assert_eq!(field(&game, &state, "cities")[0]["cubes"], json!({"red": 2, "black": 1}));
        assert_eq!(game.view_json(&state, None)["trains"], json!([9, 9]));
        assert_eq!(field(&game, &state, "hands")[0], json!({}));
    }
}

#[test]
fn a_link_needs_the_new_citys_value_in_one_colour_with_real_track() {
    let game = standard();
    let message =
        "your hand cannot pay a link to Rochester: it needs 4, with a track card in one of the city's colours";
    for hand in [
        &["orange 1", "orange 2", "Rochester"][..],
        &["engine", "engine", "engine", "engine", "Rochester"],
        &["orange 2", "brown 2", "Rochester"],
        &["violet 2", "violet 2", "Rochester"],
    ] {
        let state = beside_louisville(hand).state(&game);
        refused(&game, &state, "build Rochester", "cannot_pay", Some("R16"), message);
    }
}

#[test]
fn overpaying_counts() {
    let game = standard();
    let mut state = beside_louisville(&["orange 2", "orange 2", "orange 1", "Rochester"]).state(&game);
    act(&game, &mut state, &["build Rochester", "from Louisville in orange", "lay a two", "lay a two"]);
    assert_eq!(legal(&game, &state), ["lay a one", "done laying"]);
    act(&game, &mut state, &["lay a one", "done laying"]);
    assert_eq!(points(&game, &state), [5, 3]);
    assert_eq!(field(&game, &state, "cities")[0]["value"], 5);
}

#[test]
fn both_ends_have_the_links_colour() {
    let game = standard();
    let mut scene = beside_louisville(&["orange 2", "orange 2", "brown 2", "Rochester"]);
    scene.table.push(("Fort Worth", "Start", 1, "violet", 0, 2, 0));
    let mut state = scene.state(&game);
    act(&game, &mut state, &["build Rochester"]);
    assert_eq!(legal(&game, &state), ["from Louisville in orange", "from Start in orange"]);
    let no = |text, code, rule, message| refused(&game, &state, text, code, Some(rule), message);
    no("from Boston in orange", "not_on_table", "R14", "Boston is not on the table");
    no("from Start in violet", "new_city_lacks_colour", "R15", "Rochester has no violet track");
    no("from Fort Worth in orange", "near_city_lacks_colour", "R15", "Fort Worth has no orange track");
    let message =
        "your brown track and engines cannot pay a link to Rochester: it needs 4, with a track card of that colour";
    no("from Louisville in brown", "cannot_pay", "R16", message);
}

#[test]
fn a_payment_is_one_path() {
    let game = standard();
    let hand = ["green 1", "green 1", "green 2", "green 2", "engine", "engine", "Topeka", "New York"];
    let mut state = scene(&[&hand, &[]]).state(&game);
    act(&game, &mut state, &["build New York", "from Start in green"]);
    let no = |state: &State, text, code, rule, message| refused(&game, state, text, code, rule, message);
    assert_eq!(legal(&game, &state), ["lay a two"]);
    no(&state, "lay a one", "cannot_finish", Some("R16"), "the cards that may follow do not reach 5");
    no(&state, "lay a wild", "track_first", Some("R17"), "a link needs at least one green track card");
    no(&state, "done laying", "too_low", Some("R16"), "the link is worth 0: New York needs 5");
    act(&game, &mut state, &["lay a two"]);
    assert_eq!(legal(&game, &state), ["lay a one", "lay a two"]);
    no(&state, "lay a wild", "cannot_finish", Some("R16"), "the cards that may follow do not reach 5");
    act(&game, &mut state, &["lay a one"]);
    assert_eq!(legal(&game, &state), ["lay a one", "lay a wild"]);
    no(&state, "lay a two", "lay_order", None, "twos are laid first, then ones, then wilds");
    act(&game, &mut state, &["lay a wild", "lay a wild"]);
    no(&state, "lay a one", "lay_order", None, "twos are laid first, then ones, then wilds");
    no(&state, "lay a wild", "no_card_left", Some("R17"), "you have no engine left to lay");
    assert_eq!(legal(&game, &state), ["done laying"]);
    act(&game, &mut state, &["done laying"]);
    assert_eq!(points(&game, &state), [5, 0]);
    assert_eq!(field(&game, &state, "hands")[0], json!({"green 1": 1, "green 2": 1, "Topeka": 1}));

    let mut state = scene(&[&["green 1", "green 2", "Topeka"], &[]]).state(&game);
    act(&game, &mut state, &["build Topeka", "from Start in green", "lay a two"]);
    no(&state, "lay a two", "no_card_left", Some("R17"), "you have no green 2 left to lay");
    act(&game, &mut state, &["lay a one"]);
    no(&state, "lay a one", "no_card_left", Some("R17"), "you have no green 1 left to lay");
}

#[test]
fn only_a_city_from_the_hand_is_built_and_only_with_a_train() {
    let game = load(2, "standard", &[("link_trains", Given::Int(1))]);
    let mut scene = beside_louisville(&["orange 2", "orange 2", "Rochester"]);
    refused(
        &game,
        &{
            let mut other = scene.clone();
            other.trigger = Some("trains");
            other.state(&game)
        },
        "build Boston",
        "card_not_in_hand",
        Some("R14"),
        "you do not hold Boston",
    );
    scene.table[0].2 = 0;
    scene.trigger = Some("trains");
    let state = scene.state(&game);
    refused(&game, &state, "build Louisville", "card_not_in_hand", Some("R14"), "you do not hold Louisville");
    refused(&game, &state, "build Rochester", "no_train_left", Some("R20"), "you have no train left for a link");
}

#[test]
fn a_short_bag_gives_what_it_has() {
    let game = standard();
    let mut scene = beside_louisville(&["orange 2", "orange 2", "Rochester"]);
    scene.engines = vec![0, 1];
    scene.delivered[1] = [15, 15, 15, 14];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["build Rochester", "from Start in orange", "lay a two", "lay a two", "done laying"]);
    act(&game, &mut state, &["cube black"]);
    assert_eq!(game.phase_name(&state), "draw");
    assert_eq!(field(&game, &state, "end_trigger"), "bag_empty");
    act(&game, &mut state, &["draw from deck", "card white 1", "stop drawing", "pass"]);
}

#[test]
fn an_empty_bag_gives_nothing() {
    let game = standard();
    let mut scene = beside_louisville(&["orange 2", "orange 2", "Rochester"]);
    scene.engines = vec![0, 1];
    scene.delivered[1] = [15; 4];
    scene.trigger = Some("bag_empty");
    let mut state = scene.state(&game);
    act(&game, &mut state, &["build Rochester", "from Start in orange", "lay a two", "lay a two", "done laying"]);
    assert_eq!(game.phase_name(&state), "draw");
}

// --- engines and deliveries --------------------------------------------------------------------------------------------

/// Start - Denver (black) - Atlanta (red) - Cleveland (blue) - Topeka (yellow), a yellow cube on Denver; the links from
/// Denver on belong to 0, 1, 0.
fn line() -> Scene {
    let mut scene = scene(&[&["engine", "white 1"], &[]]);
    scene.table = vec![
        ("Denver", "Start", 1, "white", 1, 1, 0),
        ("Atlanta", "Denver", 0, "brown", 1, 1, 0),
        ("Cleveland", "Atlanta", 1, "green", 1, 1, 0),
        ("Topeka", "Cleveland", 0, "violet", 0, 1, 0),
    ];
    scene.cubes = vec![("Denver", "yellow", 1)];
    scene.engines = vec![3, 0];
    scene
}

#[test]
fn steve_delivers_over_three_links_and_becky_scores_one() {
    let game = standard();
    let mut state = line().state(&game);
    act(&game, &mut state, &["ship yellow from Denver"]);
    assert_eq!(legal(&game, &state), ["deliver to Topeka"]);
    act(&game, &mut state, &["deliver to Topeka"]);
    assert_eq!(points(&game, &state), [5 + 3, 6 + 1]);
    assert_eq!(field(&game, &state, "delivered"), json!([{"yellow": 1}, {}]));
    assert_eq!(field(&game, &state, "cities")[2]["cubes"], json!({}));
    assert_eq!(game.phase_name(&state), "draw");
}

#[test]
fn a_delivery_needs_an_engine_reach_and_an_own_first_link() {
    let game = standard();
    let no = |scene: &Scene, code, rule, message| {
        refused(&game, &scene.state(&game), "ship yellow from Denver", code, Some(rule), message);
    };
    let mut short = line();
    short.engines = vec![2, 0];
    let message = "no city within 2 links of Denver, the first of them yours, takes a yellow cube";
    no(&short, "no_destination", "R27", message);
    let mut none = line();
    none.engines = vec![0, 0];
    no(&none, "no_engine", "R25", "you have not played an engine");
    let mut foreign = line();
    foreign.table[1].2 = 1;
    no(&foreign, "no_own_link", "R26", "no link of yours touches Denver");
    let mut bare = line();
    bare.cubes = vec![("Atlanta", "yellow", 1)];
    no(&bare, "no_such_cube", "R25", "there is no yellow cube on Denver");
}

fn shipped(mut scene: Scene, from: &str, good: &str) -> Scene {
    scene.phase = "deliver";
    scene.shipment = json!({"from": from, "good": good});
    scene
}

#[test]
fn a_cube_stops_at_the_first_city_that_takes_it() {
    let game = standard();
    let mut scene = line();
    scene.table.push(("Fargo", "Topeka", 1, "violet", 0, 1, 0));
    scene.table.push(("Savannah", "Denver", 1, "brown", 0, 1, 0));
    scene.cubes.push(("Atlanta", "red", 1));
    scene.engines = vec![4, 0];
    let state = shipped(scene.clone(), "Denver", "yellow").state(&game);
    let no = |text, code, rule, message| refused(&game, &state, text, code, Some(rule), message);
    no("deliver to Boston", "not_on_table", "R28", "Boston is not on the table");
    no("deliver to Denver", "same_city", "R28", "the cube lies on Denver already");
    no("deliver to Savannah", "first_link", "R26", "the first link from Denver to Savannah is not yours");
    no("deliver to Cleveland", "not_accepted", "R28", "Cleveland does not take yellow cubes");
    let stop = "the cube must stop at Topeka, the first city on its way that takes it";
    no("deliver to Fargo", "must_stop", "R29", stop);
    scene.engines = vec![3, 0];
    let state = shipped(scene.clone(), "Denver", "yellow").state(&game);
    let far = "Fargo is 4 links away: your engine covers 3";
    refused(&game, &state, "deliver to Fargo", "too_far", Some("R27"), far);
    // A cube on a city that wants it goes to another city (R28).
    let state = shipped(scene, "Atlanta", "red").state(&game);
    assert_eq!(legal(&game, &state), ["deliver to Savannah"]);
}

#[test]
fn a_value_5_city_takes_all_and_ends_the_route_unless_the_option_says_otherwise() {
    let mut scene = line();
    scene.table[2] = ("Philadelphia", "Atlanta", 1, "brown", 1, 2, 0);
    scene.table[3] = ("Topeka", "Philadelphia", 0, "brown", 0, 1, 0);
    for (must_stop, reached) in
        [(true, vec!["deliver to Philadelphia"]), (false, vec!["deliver to Philadelphia", "deliver to Topeka"])]
    {
        let game = load(2, "standard", &[("value5_must_stop", Given::Bool(must_stop))]);
        let state = shipped(scene.clone(), "Denver", "yellow").state(&game);
        assert_eq!(legal(&game, &state), reached);
        if must_stop {
            let message = "the cube must stop at Philadelphia, the first city on its way that takes it";
            refused(&game, &state, "deliver to Topeka", "must_stop", Some("R29"), message);
        }
    }
}

#[test]
fn start_is_passed_but_never_reached() {
    let game = standard();
    let mut scene = line();
    scene.table = vec![("Denver", "Start", 0, "white", 1, 1, 0), ("Topeka", "Start", 1, "violet", 0, 1, 0)];
    scene.engines = vec![1, 0];
    assert!(!is_legal(&game, &scene.state(&game), "ship yellow from Denver"));
    scene.engines = vec![2, 0];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["ship yellow from Denver", "deliver to Topeka"]);
    assert_eq!(points(&game, &state), [3 + 2, 2 + 1]);
}

#[test]
fn a_played_engine_allows_one_delivery_or_none() {
    let game = standard();
    let mut scene = line();
    scene.engines = vec![2, 0];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["play engine"]);
    assert_eq!(legal(&game, &state), ["ship yellow from Denver", "skip"]);
    assert_eq!(field(&game, &state, "engines"), json!([3, 0]));
    let mut other = state;
    act(&game, &mut other, &["skip"]);
    assert_eq!(game.phase_name(&other), "draw");
    act(&game, &mut state, &["ship yellow from Denver", "deliver to Topeka"]);
    assert_eq!(game.phase_name(&state), "draw");
    // Without a delivery the phase is not entered.
    scene.engines = vec![0, 0];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["play engine"]);
    assert_eq!(game.phase_name(&state), "draw");
    refused(
        &game,
        &scene_without_engine().state(&game),
        "play engine",
        "card_not_in_hand",
        Some("R23"),
        "you do not hold engine",
    );
}

fn scene_without_engine() -> Scene {
    scene(&[&["white 1"], &[]])
}

#[test]
fn engine_cap_limits_the_size() {
    let game = load(2, "standard", &[("engine_cap", Given::Int(3))]);
    let state = line().state(&game);
    refused(&game, &state, "play engine", "engine_cap", Some("R23"), "your engine cannot grow beyond 3");
}

// --- discards ----------------------------------------------------------------------------------------------------------

#[test]
fn a_discard_buys_a_card_but_no_open_engine_and_none_from_the_pile() {
    let game = standard();
    let mut scene = scene(&[&["white 2"], &[]]);
    scene.open[1] = "engine";
    scene.pile = vec!["green 1"];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["discard white 2"]);
    assert_eq!(legal(&game, &state), ["draw from deck", "draw open 1", "draw open 3"]);
    let no = |text, code, rule, message| refused(&game, &state, text, code, Some(rule), message);
    no("draw open 2", "no_open_engine", "R34", "an open engine cannot be drawn for a discard");
    let message = "the card for a discard does not come from the discard pile";
    no("draw from discard pile", "not_from_pile", "R34", message);
    no("replenish", "no_empty_city", "R35", "no city on the table is without cubes");
    act(&game, &mut state, &["draw open 1", "card brown 2"]);
    assert_eq!((game.phase_name(&state), field(&game, &state, "picks_done")), ("draw", json!(0)));
    assert_eq!(field(&game, &state, "open")[0], "brown 2");
    // The card discarded in this turn may be taken back (R8).
    act(&game, &mut state, &["draw from discard pile"]);
    assert_eq!(field(&game, &state, "hands")[0], json!({"white 1": 1, "white 2": 1}));
}

#[test]
fn a_discard_replenishes_an_empty_city() {
    let game = standard();
    let mut scene = line();
    let mut state = scene.state(&game);
    act(&game, &mut state, &["discard white 1", "replenish", "cube blue"]);
    assert_eq!(field(&game, &state, "cube"), "blue");
    let no = |text, code, message| refused(&game, &state, text, code, Some("R35"), message);
    no("place cube on Denver", "has_cubes", "Denver has cubes");
    no("place cube on Boston", "not_on_table", "Boston is not on the table");
    let cities = ["place cube on Cleveland", "place cube on Atlanta", "place cube on Topeka"];
    assert_eq!(legal(&game, &state), cities);
    act(&game, &mut state, &["place cube on Topeka"]);
    assert_eq!(game.phase_name(&state), "draw");
    assert_eq!(field(&game, &state, "cities")[3]["cubes"], json!({"blue": 1}));
    // The last cube of the bag triggers the end.
    scene.delivered[0] = [15, 14, 15, 14];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["discard white 1", "replenish", "cube black", "place cube on Topeka"]);
    assert_eq!(field(&game, &state, "end_trigger"), "bag_empty");
    scene.delivered[0] = [15, 14, 15, 15];
    scene.trigger = Some("bag_empty");
    let mut state = scene.state(&game);
    act(&game, &mut state, &["discard white 1"]);
    refused(&game, &state, "replenish", "bag_empty", Some("R35"), "the bag is empty");
}

#[test]
fn a_discard_without_a_use_is_not_possible() {
    let game = standard();
    let mut scene = scene(&[&["white 2"], &[]]);
    scene.open = vec!["engine"];
    scene.no_deck = true;
    scene.trigger = Some("deck_empty");
    let state = scene.state(&game);
    let message = "there is neither a card to draw nor a city to replenish";
    refused(&game, &state, "discard white 2", "no_use", Some("R33"), message);
    refused(&game, &state, "discard engine", "card_not_in_hand", Some("R33"), "you do not hold engine");
    assert_eq!(legal(&game, &state), ["pass"]);
}

// --- drawing -----------------------------------------------------------------------------------------------------------

#[test]
fn an_engine_taken_face_up_ends_the_drawing() {
    let game = standard();
    let mut scene = scene(&[&[], &[]]);
    scene.open[0] = "engine";
    scene.pile = vec!["white 2", "engine"];
    for text in ["draw open 1", "draw from discard pile"] {
        let mut state = scene.state(&game);
        act(&game, &mut state, &["pass", text]);
        if text == "draw open 1" {
            act(&game, &mut state, &["card green 1"]);
        }
        assert_eq!((game.phase_name(&state), game.actor(&state)), ("action", Actor::Player(1)));
        assert_eq!(field(&game, &state, "known")[0], json!({"engine": 1}));
    }
}

#[test]
fn a_face_up_engine_is_never_the_second_card_unless_the_option_says_so() {
    let mut scene = scene(&[&[], &[]]);
    scene.open[0] = "engine";
    scene.pile = vec!["engine"];
    let game = standard();
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass", "draw open 2", "card engine"]);
    let message = "a face-up engine cannot be the second card";
    for text in ["draw open 1", "draw open 2", "draw from discard pile"] {
        refused(&game, &state, text, "engine_second", Some("R10"), message);
    }
    assert_eq!(legal(&game, &state), ["draw from deck", "draw open 3", "stop drawing"]);
    // A blind engine is no restriction.
    act(&game, &mut state, &["draw from deck", "card engine"]);
    assert_eq!(game.actor(&state), Actor::Player(1));

    let game = load(2, "standard", &[("faceup_engine_second", Given::Bool(true))]);
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass", "draw open 2", "card engine", "draw open 1", "card white 1"]);
    assert_eq!(game.actor(&state), Actor::Player(1));
}

#[test]
fn one_card_is_taken_at_least_and_two_at_most() {
    let game = standard();
    let mut scene = scene(&[&[], &[]]);
    scene.pile = vec!["green 1", "green 2"];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass"]);
    refused(&game, &state, "stop drawing", "draw_first", Some("R8"), "you must take one card at least");
    act(&game, &mut state, &["draw from discard pile"]);
    assert!(is_legal(&game, &state, "stop drawing"));
    // The card that the first one uncovered may be the second.
    act(&game, &mut state, &["draw from discard pile"]);
    assert_eq!(game.actor(&state), Actor::Player(1));
    act(&game, &mut state, &["pass"]);
    refused(&game, &state, "draw from discard pile", "pile_empty", Some("R11"), "the discard pile is empty");
    // And so may the card that replaced it.
    act(&game, &mut state, &["draw open 1", "card green 1", "draw open 1", "card green 1"]);
    assert_eq!(field(&game, &state, "hands")[1], json!({"green 1": 1, "white 1": 1}));
}

#[test]
fn more_than_13_cards_are_trimmed_at_the_end_of_the_turn() {
    let game = standard();
    let hand = ["white 2"; 6].iter().chain(&["green 2"; 7]).copied().collect::<Vec<_>>();
    let mut scene = scene(&[&hand, &[]]);
    scene.open = vec!["orange 1", "orange 1", "orange 2"];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass", "draw open 1", "card brown 1", "draw open 2", "card brown 1"]);
    assert_eq!(game.phase_name(&state), "trim");
    assert_eq!(legal(&game, &state), ["discard green 2", "discard orange 1", "discard white 2"]);
    refused(&game, &state, "discard white 1", "card_not_in_hand", Some("R12"), "you do not hold white 1");
    act(&game, &mut state, &["discard white 2", "discard orange 1"]);
    assert_eq!(field(&game, &state, "discard_pile"), json!(["white 2", "orange 1"]));
    assert_eq!(game.actor(&state), Actor::Player(1));
}

#[test]
fn with_the_deck_empty_open_row_and_pile_remain() {
    let game = standard();
    let mut scene = scene(&[&[], &[]]);
    scene.no_deck = true;
    scene.trigger = Some("deck_empty");
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass"]);
    refused(&game, &state, "draw from deck", "deck_empty", Some("R11"), "the deck is empty");
    act(&game, &mut state, &["draw open 2"]);
    assert_eq!(field(&game, &state, "open"), json!(["white 1", null, "white 2"]));
    refused(&game, &state, "draw open 2", "slot_empty", Some("R11"), "there is no card in open slot 2");
    act(&game, &mut state, &["draw from discard pile"]);
}

#[test]
fn drawing_is_skipped_where_nothing_can_be_taken() {
    let game = load(4, "standard", &[]);
    let mut scene = scene(&[&[], &[], &[], &[]]);
    // 38 cards in three links, 21 engines played: the other 52 fill four hands.
    scene.table = vec![
        ("Chicago", "Start", 0, "violet", 5, 7, 0),
        ("New York", "Start", 1, "green", 5, 7, 0),
        ("Philadelphia", "Start", 2, "brown", 4, 7, 0),
    ];
    scene.engines = vec![6, 5, 5, 5];
    scene.open = Vec::new();
    scene.no_deck = true;
    scene.trigger = Some("deck_empty");
    let mut cards = scene.rest(&game);
    let mut json = scene.json(&game);
    json["discard_pile"] = json!([]);
    json["hands"] = cards.chunks(13).map(|hand| Value::from(count(hand.iter().cloned()))).collect();
    let mut state = game.state_from_json(&json).expect("a position");
    act(&game, &mut state, &["pass"]);
    assert_eq!((game.phase_name(&state), game.actor(&state)), ("action", Actor::Player(1)));
    // With one card to take, the second is skipped.
    json["open"][2] = json!(cards.remove(0));
    json["hands"][0] = Value::from(count(cards[..12].iter().cloned()));
    let mut state = game.state_from_json(&json).expect("a position");
    act(&game, &mut state, &["pass"]);
    assert_eq!(legal(&game, &state), ["draw open 3"]);
    act(&game, &mut state, &["draw open 3"]);
    assert_eq!((game.phase_name(&state), game.actor(&state)), ("action", Actor::Player(1)));
}

// --- ends --------------------------------------------------------------------------------------------------------------

#[test]
fn the_last_train_ends_the_game_after_the_round_and_final_deliveries() {
    let game = load(3, "standard", &[("link_trains", Given::Int(3))]);
    let mut scene = line();
    scene.hands = vec![vec!["engine"], vec!["orange 2", "orange 2", "Rochester"], vec![]];
    scene.engines = vec![3, 4, 0];
    scene.delivered = vec![[0; 4]; 3];
    scene.cubes.push(("Topeka", "red", 1));
    scene.turn = Some(1);
    scene.first = 2;
    let mut state = scene.state(&game);
    act(&game, &mut state, &["build Rochester", "from Start in orange", "lay a two", "lay a two", "done laying"]);
    assert_eq!(field(&game, &state, "end_trigger"), "trains");
    act(&game, &mut state, &["cube red", "cube red", "cube red", "draw from deck", "card white 1", "stop drawing"]);
    // Player 1 was the last of the round that player 2 began: player 2 has no engine, so player 0 delivers first.
    assert_eq!((game.phase_name(&state), game.actor(&state)), ("final_delivery", Actor::Player(0)));
    assert_eq!(legal(&game, &state), ["ship yellow from Denver", "ship red from Topeka", "skip"]);
    act(&game, &mut state, &["ship red from Topeka", "deliver to Atlanta"]);
    assert_eq!((game.phase_name(&state), game.actor(&state)), ("final_delivery", Actor::Player(1)));
    assert_eq!(field(&game, &state, "final_deliveries"), true);
    act(&game, &mut state, &["skip"]);
    assert_eq!((game.actor(&state), game.end_reason(&state)), (Actor::Over, Some("trains")));
    assert_eq!(field(&game, &state, "turn_player"), Value::Null);
}

#[test]
fn the_last_card_of_the_deck_ends_the_game_after_the_round() {
    let game = standard();
    let mut scene = scene(&[&[], &[]]);
    scene.pile = vec!["white 2"];
    let rest = scene.rest(&game);
    let last = rest.last().expect("cards").clone();
    // All of the deck but one card lies on the discard pile.
    let mut json = scene.json(&game);
    let pile: Vec<_> = rest[..rest.len() - 1].iter().cloned().chain(["white 2".to_owned()]).collect();
    json["deck"] = json!({last.clone(): 1});
    json["discard_pile"] = json!(pile);
    let mut state = game.state_from_json(&json).expect("a position");
    act(&game, &mut state, &["pass", "draw open 1", &format!("card {last}")]);
    assert_eq!(field(&game, &state, "end_trigger"), "deck_empty");
    act(&game, &mut state, &["stop drawing", "pass", "draw open 1"]);
    act(&game, &mut state, &["stop drawing"]);
    assert_eq!((game.actor(&state), game.end_reason(&state)), (Actor::Over, Some("deck_empty")));
}

#[test]
fn the_last_round_is_the_last() {
    let game = load(2, "standard", &[("max_rounds", Given::Int(2))]);
    let mut scene = scene(&[&[], &[]]);
    scene.turn = Some(1);
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass", "draw from deck", "card white 1", "stop drawing"]);
    assert_eq!((field(&game, &state, "round"), field(&game, &state, "end_trigger")), (json!(2), json!("max_rounds")));
    for _ in 0..2 {
        act(&game, &mut state, &["pass", "draw from deck", "card green 1", "stop drawing"]);
    }
    assert_eq!(game.end_reason(&state), Some("max_rounds"));
}

// --- scoring -----------------------------------------------------------------------------------------------------------

#[test]
fn sets_of_cubes_are_split_for_the_best() {
    let table = [
        ([1, 1, 1, 1], 5),
        ([3, 0, 0, 0], 2),
        ([4, 0, 0, 0], 3),
        ([5, 0, 0, 0], 3),
        ([6, 0, 0, 0], 4),
        ([7, 0, 0, 0], 5),
        ([8, 0, 0, 0], 6),
        ([4, 1, 1, 1], 7),
        ([4, 4, 1, 1], 9),
        ([2, 2, 2, 2], 10),
        ([0, 0, 0, 0], 0),
        ([2, 2, 2, 0], 0),
    ];
    for (cubes, bonus) in table {
        assert_eq!(cube_bonus(cubes), bonus, "{cubes:?}");
    }
}

/// The same by trying every split.
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

fn finished(table: &[Built], players: usize) -> Scene {
    let mut scene = scene(&vec![&[][..]; players]);
    scene.table = table.to_vec();
    scene.phase = "over";
    scene.turn = None;
    scene.trigger = Some("deck_empty");
    scene.finals = true;
    scene.no_deck = true;
    scene
}

#[test]
fn the_highest_sum_of_links_scores_a_city() {
    let game = standard();
    let scene = finished(
        &[
            ("Louisville", "Start", 1, "orange", 0, 2, 0),
            ("Rochester", "Louisville", 0, "brown", 0, 2, 0),
            ("Savannah", "Rochester", 0, "orange", 1, 1, 0),
            ("Denver", "Rochester", 1, "brown", 1, 1, 0),
        ],
        2,
    );
    // Louisville: 4 against 4, both 3. Rochester: 7 against 3, player 0. Savannah: player 0. Denver: player 1.
    assert_eq!(points(&game, &scene.state(&game)), [4 + 3 + 3 + 4 + 2, 4 + 3 + 3 + 3]);
}

#[test]
fn two_players_who_tie_at_a_value_5_city_both_score_it() {
    let game = standard();
    let scene = finished(&[("Chicago", "Start", 0, "violet", 1, 2, 0), ("Topeka", "Chicago", 1, "violet", 1, 2, 0)], 2);
    assert_eq!(points(&game, &scene.state(&game)), [5 + 5, 5 + 5 + 2]);
}

#[test]
fn engines_and_cubes_score_at_the_end_only() {
    let game = standard();
    let mut scene = finished(&[], 2);
    scene.engines = vec![2, 0];
    scene.delivered[0] = [1, 1, 1, 1];
    assert_eq!(points(&game, &scene.state(&game)), [4 + 2 + 5, 0]);
    scene.phase = "action";
    scene.turn = Some(0);
    scene.finals = false;
    assert_eq!(points(&game, &scene.state(&game)), [4, 0]);
}

#[test]
fn ties_go_to_links_then_to_cubes_and_are_shared_then() {
    let game = load(3, "standard", &[]);
    let same = finished(&[("Abilene", "Start", 0, "green", 0, 1, 0), ("Savannah", "Start", 1, "white", 0, 1, 0)], 3);
    let state = same.state(&game);
    assert_eq!(game.ranking(&state).to_vec(), [1, 1, 3]);
    // 4 points each: two links beat one link with an engine.
    let game = standard();
    let mut links = finished(
        &[
            ("Abilene", "Start", 0, "green", 0, 1, 0),
            ("Savannah", "Start", 0, "white", 0, 1, 0),
            ("Kansas City", "Start", 1, "green", 0, 2, 0),
        ],
        2,
    );
    links.engines = vec![0, 1];
    let state = links.state(&game);
    assert_eq!((points(&game, &state), game.ranking(&state).to_vec()), (vec![8, 8], vec![1, 2]));
    // The same points and links, a cube delivered: one point of a delivery against one of an engine.
    let mut cubes =
        finished(&[("Abilene", "Start", 0, "green", 0, 1, 0), ("Savannah", "Start", 1, "white", 0, 1, 0)], 2);
    cubes.engines = vec![1, 2];
    cubes.delivered[0] = [1, 0, 0, 0];
    let state = cubes.state(&game);
    assert_eq!((points(&game, &state), game.ranking(&state).to_vec()), (vec![6, 6], vec![1, 2]));
}

// --- the younger players' game, and options ----------------------------------------------------------------------------

#[test]
fn the_family_game_has_no_goods_and_no_engines() {
    let game = load(2, "family", &[]);
    let mut scene = beside_louisville(&["orange 2", "orange 2", "Rochester", "white 1"]);
    scene.open = vec!["white 1", "white 1", "white 2"];
    let mut state = scene.state(&game);
    let no = |state: &State, text, code, rule, message| refused(&game, state, text, code, Some(rule), message);
    no(&state, "play engine", "no_engines_in_family", "R44", "engines are not played in the family game");
    let goods = "there are no goods in the family game";
    no(&state, "ship red from Louisville", "no_goods_in_family", "R44", goods);
    let mut other = state;
    act(&game, &mut other, &["discard white 1"]);
    no(&other, "replenish", "no_goods_in_family", "R44", goods);
    act(&game, &mut state, &["build Rochester", "from Start in orange", "lay a two", "lay a two", "done laying"]);
    assert_eq!(game.phase_name(&state), "draw");
    assert_eq!(field(&game, &state, "end_trigger"), Value::Null);
}

#[test]
fn family_wilds_are_track_only() {
    let game = load(2, "family", &[("family_wilds", Given::Bool(true))]);
    let mut state = beside_louisville(&["orange 2", "orange 1", "engine", "Rochester"]).state(&game);
    assert_eq!(
        legal(&game, &state),
        ["pass", "build Rochester", "discard orange 1", "discard orange 2", "discard engine", "discard Rochester"]
    );
    act(&game, &mut state, &["build Rochester", "from Start in orange", "lay a two", "lay a one", "lay a wild"]);
    act(&game, &mut state, &["done laying"]);
    let refusal = try_load(2, "standard", &[("family_wilds", Given::Bool(true))], None).err().expect("a refusal");
    assert_eq!((refusal.kind, refusal.rule), (Kind::InvalidVariant, Some("R45")));
    let message = "rules option family_wilds cannot be true in the variant standard; choose false";
    assert_eq!(refusal.message, message);
}

#[test]
fn exit_capacity_limits_the_links_of_a_colour() {
    let mut scene = beside_louisville(&["green 2", "green 2", "green 2", "Atlanta", "Youngstown"]);
    scene.table.push(("Abilene", "Louisville", 1, "brown", 0, 1, 0));
    for (most, free) in [(1, false), (2, true)] {
        let game = load(2, "standard", &[("exit_capacity", Given::Int(most))]);
        let mut state = scene.state(&game);
        act(&game, &mut state, &["build Youngstown"]);
        assert_eq!(is_legal(&game, &state, "from Louisville in green"), free);
        assert!(is_legal(&game, &state, "from Start in green"));
        if !free {
            let message = "Louisville carries no more green links: 1 is the limit";
            refused(&game, &state, "from Louisville in green", "exit_full", Some("R19"), message);
        }
    }
    let game = load(2, "standard", &[("exit_capacity", Given::Int(1))]);
    scene.table.push(("Fargo", "Abilene", 1, "brown", 0, 1, 0));
    let error = game.state_from_json(&scene.json(&game)).expect_err("two brown links at Abilene");
    assert_eq!(error.kind, Kind::InvalidState);
}

#[test]
fn overpay_cap_limits_the_surplus() {
    let game = load(2, "standard", &[("overpay_cap", Given::Int(1))]);
    let mut state = scene(&[&["green 2", "green 2", "green 1", "engine", "Topeka"], &[]]).state(&game);
    act(&game, &mut state, &["build Topeka", "from Start in green", "lay a two"]);
    let message = "a link to Topeka may be worth 3 at most";
    refused(&game, &state, "lay a two", "overpaid", Some("R18"), message);
    act(&game, &mut state, &["lay a one"]);
    refused(&game, &state, "lay a wild", "overpaid", Some("R18"), message);
    act(&game, &mut state, &["done laying"]);
    assert_eq!(points(&game, &state), [3, 0]);
}

#[test]
fn what_is_not_in_the_phases_row_is_the_wrong_phase() {
    let game = standard();
    let state = line().state(&game);
    for text in ["skip", "done laying", "deliver to Topeka", "draw from deck", "draw from discard pile"] {
        let message = format!("{text} is not a choice now: the phase is action");
        refused(&game, &state, text, "wrong_phase", None, &message);
    }
}

// --- hidden information ------------------------------------------------------------------------------------------------

#[test]
fn what_was_taken_face_up_stays_known_until_it_is_given_up() {
    let game = standard();
    let mut scene = scene(&[&["white 1"], &[]]);
    scene.open = vec!["white 1", "Abilene", "white 2"];
    let mut state = scene.state(&game);
    act(&game, &mut state, &["pass", "draw open 1", "card green 1", "draw open 2", "card green 1"]);
    assert_eq!(field(&game, &state, "known")[0], json!({"white 1": 1, "Abilene": 1}));
    act(&game, &mut state, &["pass", "draw from deck", "card green 1", "stop drawing", "discard white 1"]);
    assert_eq!(field(&game, &state, "known")[0], json!({"Abilene": 1}));
    assert_eq!(field(&game, &state, "hands")[0], json!({"white 1": 1, "Abilene": 1}));
}

#[test]
fn a_hidden_value_2_city_is_shown_when_it_is_built_or_discarded() {
    let game = standard();
    let scene = scene(&[&["Abilene", "Fargo", "green 2"], &["Topeka"]]);
    let mut json = scene.json(&game);
    json["known"][0] = json!({"Fargo": 1});
    json["v2_hidden"] = json!([true, true]);
    let start = game.state_from_json(&json).expect("a position");
    let mut state = start;
    act(&game, &mut state, &["discard Fargo"]);
    assert_eq!(field(&game, &state, "v2_hidden"), json!([true, true]));
    let mut state = start;
    act(&game, &mut state, &["discard Abilene"]);
    assert_eq!(field(&game, &state, "v2_hidden"), json!([false, true]));
    let mut state = start;
    act(&game, &mut state, &["build Abilene"]);
    // Announced, not yet built: whoever resamples knows that it is in the hand, and that no other need be.
    let imagined = game.resample(&state, 1, &mut Rng::new(1, 1));
    assert_eq!(field(&game, &imagined, "hands")[0]["Abilene"], 1);
    act(&game, &mut state, &["from Start in green", "lay a two", "done laying"]);
    assert_eq!(field(&game, &state, "v2_hidden"), json!([false, true]));
}

#[test]
fn blind_cards_are_hidden_from_others() {
    let game = standard();
    let mut state = scene(&[&[], &[]]).state(&game);
    act(&game, &mut state, &["pass", "draw from deck"]);
    assert_eq!(game.hidden_step(&state, 10, Some(0)), None);
    assert_eq!(game.hidden_step(&state, 10, Some(1)).as_deref(), Some("a card"));
    assert_eq!(game.hidden_step(&state, 10, None).as_deref(), Some("a card"));
    let state = game.initial_state();
    assert_eq!(game.hidden_step(&state, 31, Some(1)).as_deref(), Some("a value-2 city"));
}

#[test]
fn an_announced_link_stays_possible_in_every_resample() {
    let game = standard();
    let mut rng = Rng::new(11, 0);
    // A link of ones and engines that a random hand would hardly allow.
    let hand = ["violet 1", "engine", "engine", "engine", "engine", "Chicago", "Abilene"];
    let mut state = scene(&[&hand, &["white 1"; 4][..4]]).state(&game);
    act(&game, &mut state, &["build Chicago"]);
    for text in ["", "from Start in violet", "lay a one", "lay a wild"] {
        if !text.is_empty() {
            act(&game, &mut state, &[text]);
        }
        for _ in 0..20 {
            let imagined = game.resample(&state, 1, &mut rng);
            assert_eq!(game.check_invariants(&imagined), Ok(()), "after {text}");
        }
    }
}

// --- damaged positions -------------------------------------------------------------------------------------------------

/// Each change breaks one rule of the page's list.
#[test]
fn inconsistent_positions_are_refused() {
    let game = standard();
    let good = line().json(&game);
    assert!(game.state_from_json(&good).is_ok());
    let changes: Vec<(&str, Value)> = vec![
        ("/format", json!(2)),
        ("/game", json!("widgets")),
        ("/players", json!(3)),
        ("/phase", json!("sleep")),
        ("/phase", json!("pay")),
        ("/phase", json!("replenish")),
        ("/current_player", json!(1)),
        ("/turn_player", json!(2)),
        ("/turn_player", Value::Null),
        ("/first_player", Value::Null),
        ("/round", json!(0)),
        ("/round", json!(101)),
        ("/round", json!(100)),
        ("/round", json!(-1)),
        ("/round", json!(1.0)),
        ("/round", json!(true)),
        ("/end_trigger", json!("trains")),
        ("/end_trigger", json!("boredom")),
        ("/final_deliveries", json!(true)),
        ("/picks_done", json!(1)),
        ("/deck/engine", json!(21)),
        ("/deck/engine", json!(0)),
        ("/deck/green 1", json!(6)),
        ("/deck/green 1", json!(1)),
        ("/deck/engine", json!(5)),
        ("/deck", json!([])),
        ("/open", json!(["white 1", "white 1"])),
        ("/open/0", Value::Null),
        ("/open/0", json!("white 3")),
        ("/discard_pile", json!(["Denver"])),
        ("/discard_pile", json!("Boston")),
        ("/bag/red", json!(14)),
        ("/bag", json!({"red": 15, "yellow": 14, "blue": 15, "black": 15, "pink": 1})),
        ("/cities/0/name", json!("Atlanta")),
        ("/cities/0/parent", json!("Cleveland")),
        ("/cities/0/parent", json!("Boston")),
        ("/cities/0/owner", json!(2)),
        ("/cities/0/value", json!(2)),
        ("/cities/0/value", json!(20)),
        ("/cities/0/colour", json!("white")),
        ("/cities/2/cubes", json!({"yellow": 3})),
        ("/cities/0", json!(["Cleveland", "Atlanta", 1, 3, "green", {}])),
        ("/hands/0", json!({"engine": 1})),
        ("/hands", json!([{}])),
        ("/known/0", json!({"engine": 2})),
        ("/v2_hidden/0", json!(true)),
        ("/v2_hidden/0", json!(1)),
        ("/engines/0", json!(0)),
        ("/engines/0", json!(22)),
        ("/points/0", json!(4)),
        ("/points/0", json!(99)),
        ("/points/0", json!(70000)),
        ("/delivered/1", json!({"red": 1})),
        ("/build", json!({"city": "Boston", "from": null, "colour": null, "ones": 0, "twos": 0, "wilds": 0})),
        ("/shipment", json!({"from": "Denver", "good": "yellow"})),
        ("/cube", json!("red")),
    ];
    for (pointer, value) in changes {
        let mut json = good.clone();
        *json.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.clone();
        let error = game.state_from_json(&json).map(|_| ()).expect_err(&format!("{pointer} = {value}"));
        assert_eq!(error.kind, Kind::InvalidState, "{pointer} = {value}: {error}");
    }
    for key in good.as_object().expect("an object").keys() {
        let mut json = good.clone();
        json.as_object_mut().expect("an object").shift_remove(key);
        assert!(game.state_from_json(&json).is_err(), "without {key}");
    }
    let mut json = good.clone();
    json["more"] = json!(1);
    assert!(game.state_from_json(&json).is_err());
}

#[test]
fn payments_that_play_does_not_lead_to_are_refused() {
    let game = standard();
    let mut scene = beside_louisville(&["orange 1", "orange 2", "engine", "engine", "Rochester"]);
    scene.phase = "pay";
    let json = |colour: &str, from: &str, ones: u8, twos: u8, wilds: u8| {
        let mut scene = scene.clone();
        scene.build = json!({
            "city": "Rochester", "from": from, "colour": colour, "ones": ones, "twos": twos, "wilds": wilds
        });
        scene.json(&game)
    };
    for (ones, twos, wilds, fits) in [
        (0, 0, 0, true),
        (1, 1, 0, true),
        (1, 1, 2, true),
        (0, 1, 2, true),
        (1, 0, 0, false),
        (0, 1, 1, true),
        (0, 0, 1, false),
        (2, 1, 0, false),
        (0, 2, 0, false),
        (1, 1, 3, false),
    ] {
        let found = game.state_from_json(&json("orange", "Louisville", ones, twos, wilds));
        assert_eq!(found.is_ok(), fits, "{ones} {twos} {wilds}: {found:?}");
    }
    assert!(game.state_from_json(&json("brown", "Louisville", 0, 0, 0)).is_err());
    assert!(game.state_from_json(&json("green", "Louisville", 0, 0, 0)).is_err());
    assert!(game.state_from_json(&json("orange", "Boston", 0, 0, 0)).is_err());
}

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
        let game = load(players, variant, &[]);
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
    let game = load(3, "standard", &[]);
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

// --- data files --------------------------------------------------------------------------------------------------------

fn data_error(from: &str, to: &str) -> Error {
    let shipped = Railways::declaration().data;
    assert!(shipped.contains(from), "{from}");
    let error = try_load(2, "standard", &[], Some(shipped.replacen(from, to, 1))).err().expect("a refusal");
    assert_eq!(error.kind, Kind::InvalidData);
    error
}

#[test]
fn wrong_data_files_are_refused_with_the_row_and_the_reason() {
    let cases = [
        ("format = 1", "format = 2", "format: must be 1, not 2"),
        ("game = \"railways\"", "game = \"rails\"", "game: must be railways, not rails"),
        ("trains = \"known\"", "trains = \"so\"", "provenance.trains: must be known or reconstructed, not so"),
        ("count = 21", "count = 20", "engines.count: must be 21, not 20"),
        ("markers = 2", "markers = 1", "trains.markers: must be 2, not 1"),
        ("slots = 3", "slots = 4", "open_row.slots: must be 3, not 4"),
        ("[[track]]\ncolour = \"violet\"\nones = 6\ntwos = 7\n", "", "track: must have 5 rows, not 4"),
        ("colour = \"green\"", "colour = \"lime\"", "track 1: colour must be green, not lime"),
        ("ones = 6", "ones = 7", "track 0: ones must be 6, not 7"),
        ("good = \"ore\"", "good = \"tin\"", "goods 2: good must be ore, not tin"),
        ("cubes = 15", "cubes = 14", "goods 0: cubes must be 15, not 14"),
        (
            "name = \"Chicago\"",
            "name = \" Chicago\"",
            "cities 0: name must have 1 to 40 characters, none of them a control character, no space at either end",
        ),
        (
            "name = \"Chicago\"",
            "name = \"green 2\"",
            "cities 0 (green 2): the name belongs to another thing of the game",
        ),
        ("name = \"Boston\"", "name = \"Chicago\"", "cities 3 (Chicago): the name is used twice"),
        ("value = 5", "value = 6", "cities 0 (Chicago): value must be 2 to 5, not 6"),
        ("goods = 4", "goods = 3", "cities 0 (Chicago): goods must be 4, not 3"),
        ("demand = \"any\"", "demand = \"red\"", "cities 0 (Chicago): demand must be any, not red"),
        (
            "demand = \"yellow\"",
            "demand = \"any\"",
            "cities 5 (Rochester): demand must be red, yellow, blue or black, not any",
        ),
        ("colours = [\"violet\"]", "colours = []", "cities 0 (Chicago): colours must have 1 to 5 entries, not 0"),
        ("colours = [\"violet\"]", "colours = [\"pink\"]", "cities 0 (Chicago): pink is not a track colour"),
        ("colours = [\"violet\"]", "colours = [\"violet\", \"violet\"]", "cities 0 (Chicago): violet is given twice"),
        ("value = 3\ngoods = 2", "value = 2\ngoods = 1", "cities: must have 5 of value 2, not 6"),
    ];
    for (from, to, message) in cases {
        assert_eq!(data_error(from, to).message, format!("railways.toml: {message}"));
    }
    for (from, to) in [("count = 21", "count = true"), ("slots = 3", "slots = 3\nmore = 1"), ("slots = 3", "")] {
        assert!(data_error(from, to).message.starts_with("railways.toml: "));
    }
}

#[test]
fn a_corrected_data_file_changes_the_game() {
    let data = Railways::declaration().data.replacen("colours = [\"violet\"]", "colours = [\"white\", \"green\"]", 1);
    let game = try_load(2, "standard", &[], Some(data)).expect("a right file");
    let mut state = scene(&[&["white 2", "white 2", "white 2", "Chicago"], &[]]);
    state.open = vec!["green 1", "green 1", "green 1"];
    let mut state = state.state(&game);
    act(&game, &mut state, &["build Chicago", "from Start in white"]);
}

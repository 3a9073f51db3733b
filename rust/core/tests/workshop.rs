//! Workshop of the World: the rulebook's examples, each "may not", each end, each ruling and option.

use lineshaft_core::View;
use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, OutcomeList, Setup};
use lineshaft_core::games::workshop::{Move, Phase, State, TYPE_VALUES, Workshop};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use serde_json::{Map, Value, json};

// --- setting positions up ------------------------------------------------------------------------------------------------

fn try_load(players: usize, variant: &str, rules: &[(&str, Given)], data: Option<String>) -> Result<Workshop, Error> {
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let choices =
        Choices { players: Some(players), variant: Some(variant.to_owned()), rules, data, ..Choices::default() };
    Workshop::load(Setup::new(Workshop::declaration(), choices)?)
}

fn load(players: usize) -> Workshop {
    try_load(players, "standard", &[], None).expect("declared choices")
}

fn first_edition(players: usize) -> Workshop {
    try_load(players, "first-edition", &[], None).expect("declared choices")
}

/// Players, colours, cards set aside, rounds, cash at the start, counters drawn.
const PLANS: [(usize, usize, usize, usize, u16, usize); 4] =
    [(2, 4, 11, 7, 100, 4), (3, 3, 12, 9, 50, 2), (4, 4, 11, 7, 50, 2), (5, 5, 9, 6, 50, 2)];
const COLOURS: [&str; 5] = ["red", "blue", "green", "yellow", "black"];
const SETUP: [&str; 6] = ["Newcastle", "York", "Manchester", "Birmingham", "Bristol", "London"];

/// Names with numbers.
type Pairs = Vec<(&'static str, u8)>;

/// A position in the making: what is not said is as in a round of the canal era that begins.
#[derive(Clone)]
struct Scene {
    phase: &'static str,
    player: i32,
    era: &'static str,
    round: usize,
    step: usize,
    demand_first: Option<u8>,
    cash: Vec<u16>,
    revenue: Vec<u16>,
    order: Vec<&'static str>,
    next_order: Vec<&'static str>,
    industries: Vec<(&'static str, &'static str, u8)>,
    links: Vec<(String, &'static str)>,
    demand: Pairs,
    hands: Vec<Pairs>,
    face_up: Vec<&'static str>,
    set_aside: usize,
    auction: Value,
    fists: Vec<Value>,
    turn: Value,
}

fn plan(players: usize) -> (usize, usize, usize, usize, u16, usize) {
    PLANS[players - 2]
}

/// The nomination in the third round; of two players the choice of fists.
fn scene(players: usize) -> Scene {
    let (_, colours, aside, _, start, _) = plan(players);
    Scene {
        phase: if players == 2 { "fist_colour" } else { "nominate" },
        player: 0,
        era: "canal",
        round: 3,
        step: 0,
        demand_first: None,
        cash: vec![start; players],
        revenue: vec![0; players],
        order: COLOURS[..colours].to_vec(),
        next_order: Vec::new(),
        industries: Vec::new(),
        links: Vec::new(),
        demand: Vec::new(),
        hands: vec![Vec::new(); players],
        face_up: vec!["Leeds", "Hull", "Stoke", "Exeter", "Dover"][..colours].to_vec(),
        set_aside: aside,
        auction: Value::Null,
        fists: vec![Value::Null; players],
        turn: Value::Null,
    }
}

/// A turn of red, the first in the round, with its Industry in a town and all money in the world.
fn building(town: &'static str) -> Scene {
    let mut s = scene(3);
    s.phase = "build";
    s.next_order = vec!["red"];
    s.industries = vec![(town, "red", 1)];
    s.face_up = vec!["Wild 2", "Wild 3"];
    s.cash = vec![100; 3];
    s.turn = json!({"colour": "red", "card": town, "town": town, "link": null});
    s
}

/// The last box of the last Demand phase of an era: `pass` brings the collecting.
fn collecting(players: usize, era: &'static str) -> Scene {
    let (_, colours, _, rounds, _, _) = plan(players);
    let mut s = scene(players);
    s.phase = "demand_may";
    s.era = era;
    s.round = rounds;
    s.step = colours - 1;
    s.player = (players - 1) as i32;
    s.hands[players - 1] = vec![("Crafts", 1)];
    s.face_up = Vec::new();
    s
}

fn count(names: impl IntoIterator<Item = String>) -> Map<String, Value> {
    let mut counts = Map::new();
    for name in names {
        let number = counts.get(&name).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(name, (number + 1).into());
    }
    counts
}

fn pairs(pairs: &Pairs) -> Map<String, Value> {
    pairs.iter().map(|(name, number)| ((*name).to_owned(), (*number).into())).collect()
}

/// All cards; those that are no set-up cards first.
fn all_cards(game: &Workshop) -> Vec<String> {
    let texts = game.tables().actions.iter().filter_map(|text| text.strip_prefix("choose "));
    let kinds: Vec<String> = texts.map(str::to_owned).collect();
    let copies = |kind: &String| if kind.starts_with("Wild") { 3 } else { 1 };
    let mut cards: Vec<String> = kinds.iter().flat_map(|kind| vec![kind.clone(); copies(kind)]).collect();
    cards.sort_by_key(|card| SETUP.contains(&card.as_str()));
    cards
}

impl Scene {
    /// The cards that are neither open nor in the turn: so many unseen, the rest used.
    fn cards(&self, game: &Workshop, unseen: usize) -> (Vec<String>, Vec<String>) {
        let mut cards = all_cards(game);
        for card in self.face_up.iter().copied().chain(self.turn["card"].as_str()) {
            let at = cards.iter().position(|other| other == card).unwrap_or_else(|| panic!("no {card} is left"));
            cards.remove(at);
        }
        let used = cards.split_off(unseen);
        (cards, used)
    }

    /// Chart and pool: what has been drawn and is not in hand lies on the chart, of types not asked for.
    fn counters(&self) -> (Map<String, Value>, Map<String, Value>) {
        let (players, _, _, _, _, draw) = plan(self.hands.len());
        let drawn = players * draw * if self.era == "canal" { 1 } else { 2 };
        let number =
            |pairs: &Pairs, name| pairs.iter().find(|pair| pair.0 == name).map_or(0, |pair| usize::from(pair.1));
        let held = |name| self.hands.iter().map(|hand| number(hand, name)).sum::<usize>();
        let asked = |name: &str| self.demand.iter().any(|pair| pair.0 == name);
        let names = || TYPE_VALUES.into_iter().map(|(name, _)| name);
        let mut to_chart = drawn - names().map(|name| held(name) + number(&self.demand, name)).sum::<usize>();
        let (mut chart, mut pool) = (Map::new(), Map::new());
        for name in names().rev().collect::<Vec<_>>() {
            let left = 5 - held(name) - number(&self.demand, name);
            let more = if asked(name) { 0 } else { left.min(to_chart) };
            to_chart -= more;
            for (map, count) in [(&mut chart, number(&self.demand, name) + more), (&mut pool, left - more)] {
                if count > 0 {
                    map.insert(name.to_owned(), count.into());
                }
            }
        }
        assert_eq!(to_chart, 0, "every drawn counter is somewhere");
        (chart, pool)
    }

    fn json(&self, game: &Workshop) -> Value {
        let players = self.hands.len();
        let (_, colours, _, rounds, _, _) = plan(players);
        let to_come = match self.phase {
            "reveal" => colours - self.face_up.len(),
            "draw_order" | "toss_demand" | "draw_demand" | "demand_must" => colours,
            _ => 0,
        };
        let deck = (rounds - self.round) * colours + to_come;
        let (unseen, used) = self.cards(game, deck + self.set_aside);
        let mut industries = Map::new();
        for (town, colour, number) in &self.industries {
            let of_town = industries.entry(*town).or_insert_with(|| json!({}));
            of_town[*colour] = (*number).into();
        }
        let links: Map<String, Value> = self.links.iter().map(|(link, colour)| (link.clone(), json!(colour))).collect();
        let (demand, pool) = self.counters();
        json!({
            "format": 1, "game": "workshop", "players": players, "phase": self.phase, "current_player": self.player,
            "era": self.era, "round": self.round, "step": self.step, "demand_first": self.demand_first,
            "cash": self.cash, "revenue": self.revenue, "order": self.order, "next_order": self.next_order,
            "industries": industries, "links": links, "demand": demand,
            "hands": self.hands.iter().map(pairs).collect::<Vec<_>>(), "pool": pool,
            "unseen_setup": {}, "unseen": count(unseen), "deck": deck, "set_aside": self.set_aside,
            "face_up": count(self.face_up.iter().map(|card| (*card).to_owned())), "used": count(used),
            "auction": self.auction, "fists": self.fists, "turn": self.turn,
        })
    }

    fn state(&self, game: &Workshop) -> State {
        let json = self.json(game);
        game.state_from_json(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
    }
}

/// Applies steps by their texts.
fn play(game: &Workshop, s: &mut State, steps: &[&str]) {
    for text in steps {
        let id = game.parse_step(s, text).unwrap_or_else(|error| panic!("{error}"));
        game.apply(s, i64::from(id)).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.check_invariants(s).unwrap_or_else(|error| panic!("after {text}: {error}"));
    }
}

/// The position after some steps.
fn after(game: &Workshop, scene: &Scene, steps: &[&str]) -> State {
    let mut s = scene.state(game);
    play(game, &mut s, steps);
    s
}

/// The texts of the legal actions.
fn legal(game: &Workshop, s: &State) -> Vec<String> {
    let mut list = ActionList::new();
    game.legal_actions(s, &mut list);
    list.iter().map(|id| game.action_text(i64::from(*id)).expect("of the table").to_owned()).collect()
}

/// The texts of the outcomes with their weights.
fn outcomes(game: &Workshop, s: &State) -> Vec<(String, u32)> {
    let mut list = OutcomeList::new();
    game.chance_outcomes(s, &mut list);
    list.iter()
        .map(|(id, weight)| (game.outcome_text(i64::from(*id)).expect("of the table").to_owned(), *weight))
        .collect()
}

/// Code, rule and sentence of a refused action.
fn refusal(game: &Workshop, s: &State, text: &str) -> (&'static str, Option<&'static str>, String) {
    let id = game.parse_action(text).expect("an action of the table");
    assert!(!legal(game, s).contains(&text.to_owned()), "{text} is legal");
    let error = game.explain(s, i64::from(id)).expect("a reason");
    assert_eq!(error.kind, Kind::IllegalAction);
    (error.code, error.rule, error.message)
}

fn refused(game: &Workshop, s: &State, text: &str, code: &str, rule: &str, sentence: &str) {
    let (found, found_rule, message) = refusal(game, s, text);
    assert_eq!((found, found_rule, message.as_str()), (code, Some(rule), sentence), "{text}");
}

fn get(game: &Workshop, s: &State, key: &str) -> Value {
    game.to_json(s)[key].clone()
}

fn phase(game: &Workshop, s: &State) -> &'static str {
    game.phase_name(s)
}

fn actor(game: &Workshop, s: &State) -> i32 {
    game.actor(s).number()
}

/// Draws chance outcomes until a player decides or the game ends; takes the last one listed.
fn through_chance(game: &Workshop, s: &mut State) {
    while game.actor(s) == Actor::Chance {
        let text = outcomes(game, s).pop().expect("an outcome").0;
        play(game, s, &[&text]);
    }
}

// --- players and set-up (R1 to R4) ---------------------------------------------------------------------------------------

#[test]
fn the_set_up_has_the_rulebooks_numbers() {
    for (players, colours, aside, rounds, start, _) in PLANS {
        let game = load(players);
        let s = game.initial_state();
        assert_eq!(get(&game, &s, "cash"), json!(vec![start; players]), "R2");
        assert_eq!(get(&game, &s, "revenue"), json!(vec![0; players]));
        assert_eq!(
            (get(&game, &s, "set_aside"), get(&game, &s, "deck")),
            (json!(aside), json!(rounds * colours)),
            "R4"
        );
        assert_eq!(aside + rounds * colours, 39);
        assert_eq!(get(&game, &s, "unseen_setup").as_object().map(Map::len), Some(6), "R4");
        assert_eq!(phase(&game, &s), if players == 2 { "toss_demand" } else { "draw_order" }, "R3");
    }
}

#[test]
fn the_first_order_is_drawn_box_by_box() {
    let game = load(4);
    let mut s = game.initial_state();
    play(&game, &mut s, &["order green", "order red"]);
    let both = [("order blue".to_owned(), 1), ("order yellow".to_owned(), 1)];
    assert_eq!(outcomes(&game, &s), both);
    play(&game, &mut s, &["order yellow"]);
    assert_eq!(outcomes(&game, &s), both[..1], "the last one is a node too");
    play(&game, &mut s, &["order blue"]);
    assert_eq!(get(&game, &s, "order"), json!(["green", "red", "yellow", "blue"]));
    assert_eq!(phase(&game, &s), "draw_demand");
}

#[test]
fn two_players_have_two_colours_each_and_no_first_order() {
    let game = load(2);
    assert_eq!(game.colours_of(0).collect::<Vec<_>>(), [0, 2], "R1");
    assert_eq!(game.colours_of(1).collect::<Vec<_>>(), [1, 3], "R1");
    let mut s = game.initial_state();
    assert_eq!(outcomes(&game, &s), [("toss player 0".to_owned(), 1), ("toss player 1".to_owned(), 1)]);
    play(&game, &mut s, &["toss player 1"]);
    through_chance(&game, &mut s);
    assert_eq!(get(&game, &s, "order"), json!([]), "R3");
}

#[test]
fn the_set_up_cards_come_first() {
    let game = load(5);
    let mut s = game.initial_state();
    play(&game, &mut s, &["order red", "order blue", "order green", "order yellow", "order black"]);
    through_chance(&game, &mut s);
    while phase(&game, &s) == "demand_must" {
        let first = legal(&game, &s)[0].clone();
        play(&game, &mut s, &[&first]);
    }
    let cards = |s: &State| outcomes(&game, s).into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    let expected: Vec<String> = SETUP.iter().map(|town| format!("card {town}")).collect();
    assert_eq!(cards(&s), expected, "R4");
    play(&game, &mut s, &["card London", "card York", "card Bristol", "card Newcastle", "card Manchester"]);
    while phase(&game, &s) != "reveal" {
        let first = legal(&game, &s)[0].clone();
        play(&game, &mut s, &[&first]);
    }
    assert_eq!(cards(&s), ["card Birmingham"], "the sixth opens the second round");
    play(&game, &mut s, &["card Birmingham"]);
    let weights = outcomes(&game, &s);
    assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u32>(), 33);
    assert!(weights.contains(&("card Wild 2".to_owned(), 3)) && weights.contains(&("card Leeds".to_owned(), 1)));
}

#[test]
fn an_era_has_seven_nine_seven_or_six_rounds() {
    for (players, colours, _, rounds, _, _) in PLANS {
        for variant in ["standard", "first-edition"] {
            let game = try_load(players, variant, &[], None).expect("declared choices");
            let (mut s, mut rng) = (game.initial_state(), Rng::new(players as u64, 0));
            let mut reveals = 0;
            let mut legal = ActionList::new();
            loop {
                let id = match game.actor(&s) {
                    Actor::Over => break,
                    Actor::Player(_) => {
                        legal.clear();
                        game.legal_actions(&s, &mut legal);
                        u32::from(rng.pick(&legal))
                    }
                    _ => {
                        reveals += usize::from(phase(&game, &s) == "reveal");
                        game.draw_outcome(&s, &mut rng)
                    }
                };
                game.apply_legal(&mut s, id);
            }
            assert_eq!(reveals, 2 * rounds * colours, "{players} {variant}");
            assert_eq!((get(&game, &s, "deck"), get(&game, &s, "round")), (json!(0), json!(rounds)));
            assert_eq!(game.end_reason(&s), Some("railway_collected"));
        }
    }
}

// --- Demand (R5, R6, R33, R38) -------------------------------------------------------------------------------------------

#[test]
fn everybody_draws_before_the_first_counter_is_placed() {
    let game = load(3);
    let mut s = game.initial_state();
    play(&game, &mut s, &["order blue", "order green", "order red"]);
    assert_eq!(outcomes(&game, &s)[0], ("counter Textile".to_owned(), 5));
    play(&game, &mut s, &["counter Port", "counter Port", "counter Textile", "counter Crafts"]);
    assert_eq!(get(&game, &s, "hands"), json!([{"Port": 2}, {"Textile": 1, "Crafts": 1}, {}]));
    assert_eq!(outcomes(&game, &s)[3], ("counter Port".to_owned(), 3), "R5");
    play(&game, &mut s, &["counter Port", "counter Crafts"]);
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("demand_must", 1), "in turn order");
    assert_eq!(legal(&game, &s), ["demand Textile", "demand Crafts"], "no pass");
    refused(&game, &s, "demand Port", "no_counter", "R5", "player 1 holds no Port counter");
    let wrong = refusal(&game, &s, "pass");
    assert_eq!(wrong, ("wrong_phase", None, "pass is not a choice now: the phase is demand_must".to_owned()));
    play(&game, &mut s, &["demand Textile", "demand Port"]);
    assert_eq!(legal(&game, &s), ["demand Port"], "a decision with one choice");
    play(&game, &mut s, &["demand Port"]);
    assert_eq!(get(&game, &s, "demand"), json!({"Textile": 1, "Port": 2}));
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("reveal", -1));
}

#[test]
fn two_players_place_two_each_in_turns() {
    let game = load(2);
    let mut s = game.initial_state();
    play(&game, &mut s, &["toss player 1"]);
    through_chance(&game, &mut s);
    let mut order = Vec::new();
    while phase(&game, &s) == "demand_must" {
        order.push(actor(&game, &s));
        let first = legal(&game, &s)[0].clone();
        play(&game, &mut s, &[&first]);
    }
    assert_eq!(order, [1, 0, 1, 0], "R6");
    assert_eq!(get(&game, &s, "demand_first"), Value::Null);
}

#[test]
fn demand_2_is_optional_and_follows_the_new_order() {
    let game = load(3);
    let mut s = scene(3);
    s.phase = "demand_may";
    s.round = 9;
    s.face_up = Vec::new();
    s.order = vec!["green", "blue", "red"];
    s.hands = vec![vec![("Port", 1)], vec![], vec![("Textile", 1)]];
    s.player = 2;
    let mut s = s.state(&game);
    assert_eq!(legal(&game, &s), ["pass", "demand Textile"], "R33");
    play(&game, &mut s, &["demand Textile"]);
    assert_eq!((actor(&game, &s), get(&game, &s, "step")), (0, json!(2)), "who has none is not asked");
    play(&game, &mut s, &["pass"]);
    assert_eq!(get(&game, &s, "hands"), json!([{"Port": 1}, {}, {}]), "kept");
    assert_eq!(
        (phase(&game, &s), get(&game, &s, "era"), get(&game, &s, "round")),
        ("draw_demand", json!("rail"), json!(1))
    );
}

#[test]
fn two_players_may_place_two_one_or_none() {
    let game = load(2);
    let mut s = collecting(2, "canal");
    s.step = 0;
    s.player = 0;
    s.hands = vec![vec![("Port", 2)], vec![("Crafts", 1)]];
    let mut s = s.state(&game);
    play(&game, &mut s, &["demand Port", "demand Crafts"]);
    assert_eq!((actor(&game, &s), get(&game, &s, "step")), (0, json!(2)));
    play(&game, &mut s, &["demand Port"]);
    assert_eq!(get(&game, &s, "era"), json!("rail"), "the last box has nobody to ask");
}

#[test]
fn demand_3_counts_kept_counters_in() {
    let game = load(3);
    let mut s = collecting(3, "canal");
    s.order = vec!["green", "red", "blue"];
    s.player = 1;
    s.hands = vec![vec![], vec![("Crafts", 1)], vec![]];
    let mut s = after(&game, &s, &["pass"]);
    let drawn =
        ["counter Port", "counter Port", "counter Textile", "counter Textile", "counter Port", "counter Textile"];
    play(&game, &mut s, &drawn);
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("demand_must", 2), "R38: the boxes' order");
    play(&game, &mut s, &["demand Port", "demand Port"]);
    assert_eq!(legal(&game, &s), ["demand Textile", "demand Crafts"]);
    play(&game, &mut s, &["demand Crafts"]);
    assert_eq!(get(&game, &s, "hands"), json!([{"Port": 1}, {"Textile": 2}, {"Textile": 1}]));
}

// --- the once-round auction (R7 to R12) ----------------------------------------------------------------------------------

#[test]
fn the_earliest_player_without_a_card_nominates() {
    let game = load(4);
    let mut s = scene(4);
    s.order = vec!["green", "blue", "red", "yellow"];
    s.player = 2;
    let mut s = s.state(&game);
    assert_eq!(legal(&game, &s), ["choose Leeds", "choose Hull", "choose Stoke", "choose Exeter"], "R8");
    refused(&game, &s, "choose Dover", "not_face_up", "R8", "Dover is not face up");
    play(&game, &mut s, &["choose Hull"]);
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("bid", 3), "R9: the nominator's left");
}

#[test]
fn bids_go_round_once_and_rise() {
    let game = load(4);
    let mut s = scene(4);
    s.cash = vec![5, 7, 50, 50];
    s.revenue = vec![3, 0, 0, 0];
    s.order = vec!["yellow", "red", "blue", "green"];
    s.player = 3;
    let mut s = after(&game, &s, &["choose Stoke"]);
    assert_eq!(actor(&game, &s), 0);
    let bids: Vec<String> = (1..=6).map(|n| format!("bid {n}")).collect();
    assert_eq!(legal(&game, &s), [&["pass".to_owned()][..], &bids].concat(), "R9, R24: 5 + 3 / 2");
    refused(&game, &s, "bid 0", "below_minimum", "R9", "the minimum bid is 1");
    refused(&game, &s, "bid 7", "not_payable", "R9", "7 is more than the 6 that player 0 can pay");
    play(&game, &mut s, &["bid 3"]);
    refused(&game, &s, "bid 3", "not_higher", "R9", "3 is not above the standing bid of 3");
    assert_eq!(legal(&game, &s), ["pass", "bid 4", "bid 5", "bid 6", "bid 7"]);
    play(&game, &mut s, &["bid 7"]);
    assert_eq!(get(&game, &s, "auction")["leader"], json!(1));
    play(&game, &mut s, &["pass"]);
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("close", 3), "R10: the nominator speaks last");
    assert_eq!(legal(&game, &s), ["pass", "overbid"]);
    refused(&game, &s, "take", "bid_made", "R10", "player 1 has bid 7: pass or overbid");
}

#[test]
fn who_cannot_bid_higher_still_speaks() {
    let game = load(3);
    let mut s = scene(3);
    s.cash = vec![50, 50, 4];
    let s = after(&game, &s, &["choose Leeds", "bid 4"]);
    assert_eq!((actor(&game, &s), legal(&game, &s)), (2, vec!["pass".to_owned()]));
}

#[test]
fn the_nominator_takes_what_nobody_wants_for_1() {
    let game = load(3);
    let mut s = after(&game, &scene(3), &["choose Leeds", "pass", "pass"]);
    assert_eq!(legal(&game, &s), ["take"], "R10");
    refused(&game, &s, "pass", "must_take", "R10", "nobody has bid: the nominator must take the card");
    refused(&game, &s, "overbid", "no_bid", "R10", "nobody has bid: the nominator must take the card");
    play(&game, &mut s, &["take"]);
    assert_eq!(get(&game, &s, "cash"), json!([49, 50, 50]), "example: everybody passes");
    let mut poor = scene(3);
    poor.cash = vec![0, 50, 50];
    poor.revenue = vec![1, 0, 0];
    let s = after(&game, &poor, &["choose Leeds", "pass", "pass", "take"]);
    assert_eq!((get(&game, &s, "cash"), get(&game, &s, "revenue")), (json!([0, 50, 50]), json!([1, 0, 0])), "for 0");
    poor.revenue = vec![3, 0, 0];
    let s = after(&game, &poor, &["choose Leeds", "pass", "pass", "take"]);
    assert_eq!(get(&game, &s, "revenue"), json!([1, 0, 0]), "R24");
}

#[test]
fn the_nominator_overbids_by_exactly_1_if_he_can_pay() {
    let game = load(3);
    let mut s = after(&game, &scene(3), &["choose Leeds", "bid 3", "pass", "overbid"]);
    assert_eq!(get(&game, &s, "cash"), json!([46, 50, 50]), "R10; losing bids cost nothing");
    assert_eq!(get(&game, &s, "turn")["colour"], json!("red"), "R11: his turn at once");
    play(&game, &mut s, &["done"]);
    assert_eq!(actor(&game, &s), 1);
    let mut poor = scene(3);
    poor.cash = vec![3, 50, 50];
    let s = after(&game, &poor, &["choose Leeds", "bid 3", "pass"]);
    assert_eq!(legal(&game, &s), ["pass"]);
    refused(&game, &s, "overbid", "not_payable", "R10", "4 is more than the 3 that player 0 can pay");
}

#[test]
fn an_overbid_nominator_nominates_again_and_the_last_card_costs_1() {
    let game = load(3);
    let mut s = after(&game, &scene(3), &["choose Leeds", "pass", "bid 2", "pass"]);
    assert_eq!(get(&game, &s, "next_order"), json!(["green"]), "R11");
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("build", 2), "the winner's turn comes at once");
    play(&game, &mut s, &["link Leeds - Hull", "done"]);
    assert_eq!(get(&game, &s, "cash"), json!([50, 50, 45]), "2 and a Link");
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("nominate", 0), "R11: again the earliest");
    play(&game, &mut s, &["choose Hull"]);
    assert_eq!(actor(&game, &s), 1, "green has a card and does not speak");
    play(&game, &mut s, &["bid 1", "pass", "done"]);
    assert_eq!(get(&game, &s, "turn")["card"], json!("Stoke"), "R12: no decision");
    assert_eq!(get(&game, &s, "cash"), json!([49, 49, 45]), "R12: 1 pound");
    play(&game, &mut s, &["done"]);
    assert_eq!(get(&game, &s, "order"), json!(["green", "blue", "red"]), "R32");
    assert_eq!((phase(&game, &s), get(&game, &s, "round")), ("reveal", json!(4)));
}

#[test]
fn the_last_card_is_free_for_who_has_nothing() {
    let game = load(3);
    let mut s = scene(3);
    s.cash = vec![50, 50, 0];
    let steps = ["choose Leeds", "pass", "pass", "take", "done", "choose Hull", "pass", "take", "done"];
    let s = after(&game, &s, &steps);
    assert_eq!((actor(&game, &s), get(&game, &s, "cash")), (2, json!([49, 49, 0])), "R12");
}

// --- hidden bids (R14 to R19) --------------------------------------------------------------------------------------------

#[test]
fn two_players_bid_for_two_colours_at_a_time() {
    let game = load(2);
    let mut s = scene(2).state(&game);
    assert_eq!(legal(&game, &s), ["fist red", "fist green"], "R14");
    refused(&game, &s, "fist blue", "not_yours", "R14", "blue is not a colour of player 0");
    play(&game, &mut s, &["fist green"]);
    assert_eq!(legal(&game, &s).len(), 100, "R15: 1 to 100");
    refused(&game, &s, "bid 0", "below_minimum", "R15", "the minimum bid is 1");
    refused(&game, &s, "bid 101", "not_payable", "R15", "101 is more than the 100 that player 0 can pay");
    play(&game, &mut s, &["bid 2", "fist blue", "bid 5"]);
    assert_eq!(get(&game, &s, "cash"), json!([98, 95]), "R16: both pay");
    assert_eq!((get(&game, &s, "next_order"), actor(&game, &s)), (json!(["blue", "green"]), 1));
    assert_eq!(phase(&game, &s), "pick");
    refused(&game, &s, "choose York", "not_face_up", "R18", "York is not face up");
    play(&game, &mut s, &["choose Leeds", "done"]);
    assert_eq!((get(&game, &s, "cash"), actor(&game, &s)), (json!([98, 95]), 0), "R18: no further price");
    assert_eq!(get(&game, &s, "fists")[1], json!({"colour": "blue", "amount": 5}), "open until the next auction");
    play(&game, &mut s, &["choose Hull", "done"]);
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("fist_amount", 0), "R14: auction 2, the colour is forced");
    assert_eq!(get(&game, &s, "fists"), json!([null, null]));
    play(&game, &mut s, &["bid 1", "bid 3"]);
    assert_eq!(get(&game, &s, "next_order"), json!(["blue", "green", "yellow", "red"]));
    play(&game, &mut s, &["choose Exeter", "done"]);
    assert_eq!(get(&game, &s, "turn")["card"], json!("Stoke"), "R18: the last card without a choice");
    play(&game, &mut s, &["done"]);
    assert_eq!((phase(&game, &s), get(&game, &s, "order")), ("reveal", json!(["blue", "green", "yellow", "red"])));
}

#[test]
fn a_hidden_bid_is_0_only_for_who_has_nothing() {
    let game = load(2);
    let mut s = scene(2);
    s.cash = vec![0, 0];
    s.revenue = vec![1, 2];
    let mut s = after(&game, &s, &["fist red"]);
    assert_eq!(legal(&game, &s), ["bid 0"], "R15");
    play(&game, &mut s, &["bid 0", "fist blue"]);
    assert_eq!(legal(&game, &s), ["bid 1"], "R15, R24");
}

#[test]
fn with_fists_paid_winner_only_the_first_pays() {
    let winner = [("fists_paid", Given::Text("winner".to_owned()))];
    let game = try_load(2, "standard", &winner, None).expect("a declared option");
    let s = after(&game, &scene(2), &["fist red", "bid 4", "fist blue", "bid 6"]);
    assert_eq!(get(&game, &s, "cash"), json!([100, 94]), "R16");
    let game = try_load(4, "first-edition", &winner, None).expect("a declared option");
    let mut s = scene(4);
    s.phase = "fist_amount";
    let s = after(&game, &s, &["bid 1", "bid 2", "bid 9", "bid 3"]);
    assert_eq!(get(&game, &s, "cash"), json!([50, 50, 41, 50]));
}

#[test]
fn the_very_first_tie_is_tossed() {
    let game = load(2);
    let mut s = game.initial_state();
    play(&game, &mut s, &["toss player 0"]);
    through_chance(&game, &mut s);
    while phase(&game, &s) == "demand_must" {
        let first = legal(&game, &s)[0].clone();
        play(&game, &mut s, &[&first]);
    }
    through_chance(&game, &mut s);
    play(&game, &mut s, &["fist red", "bid 3", "fist yellow", "bid 3"]);
    assert_eq!((phase(&game, &s), get(&game, &s, "cash")), ("toss_fists", json!([100, 100])), "R17");
    assert_eq!(outcomes(&game, &s).len(), 2);
    play(&game, &mut s, &["toss player 1"]);
    assert_eq!((get(&game, &s, "next_order"), get(&game, &s, "cash")), (json!(["yellow", "red"]), json!([97, 97])));
}

#[test]
fn later_ties_go_by_box_1() {
    let game = load(2);
    let mut s = scene(2);
    s.order = vec!["yellow", "red", "blue", "green"];
    let mut s = after(&game, &s, &["fist red", "bid 3", "fist blue", "bid 3"]);
    assert_eq!(get(&game, &s, "next_order"), json!(["blue", "red"]), "R17: box 1 of the last round");
    play(&game, &mut s, &["choose Leeds", "done", "choose Hull", "done", "bid 2", "bid 2"]);
    assert_eq!(get(&game, &s, "next_order"), json!(["blue", "red", "yellow", "green"]), "R17: box 1 of this round");
    let mut rail = scene(2);
    rail.era = "rail";
    rail.round = 1;
    let s = after(&game, &rail, &["fist red", "bid 3", "fist blue", "bid 3"]);
    assert_eq!(get(&game, &s, "next_order"), json!(["red", "blue"]), "R17: the last canal round");
}

#[test]
fn in_the_first_edition_all_bid_for_turn_order() {
    let game = first_edition(5);
    let mut s = scene(5);
    s.phase = "fist_amount";
    s.order = vec!["black", "green", "red", "yellow", "blue"];
    let mut s = after(&game, &s, &["bid 2", "bid 5", "bid 2", "bid 1", "bid 2"]);
    let expected = json!(["blue", "black", "green", "red", "yellow"]);
    assert_eq!(get(&game, &s, "next_order"), expected, "R19: highest first, ties by the last order");
    assert_eq!(get(&game, &s, "cash"), json!([48, 45, 48, 49, 48]), "R16");
    assert_eq!((phase(&game, &s), actor(&game, &s)), ("pick", 1));
    let steps =
        ["choose Leeds", "done", "choose Hull", "done", "choose Stoke", "done", "choose Exeter", "done", "done"];
    play(&game, &mut s, &steps);
    assert_eq!(get(&game, &s, "order"), expected, "the fifth took Dover without a choice");
    assert_eq!((phase(&game, &s), get(&game, &s, "cash")), ("reveal", json!([48, 45, 48, 49, 48])));
}

#[test]
fn two_players_play_the_first_edition_like_the_standard_game() {
    let (standard, first) = (load(2), first_edition(2));
    assert_eq!(standard.tables().actions, first.tables().actions);
    let (mut a, mut b, mut rng) = (standard.initial_state(), first.initial_state(), Rng::new(5, 0));
    let mut list = ActionList::new();
    while game_goes_on(&standard, &a) {
        assert_eq!(a, b, "R19");
        let id = if standard.actor(&a) == Actor::Chance {
            standard.draw_outcome(&a, &mut rng)
        } else {
            list.clear();
            standard.legal_actions(&a, &mut list);
            u32::from(rng.pick(&list))
        };
        standard.apply_legal(&mut a, id);
        first.apply(&mut b, i64::from(id)).expect("legal in both");
    }
}

fn game_goes_on(game: &Workshop, s: &State) -> bool {
    game.actor(s) != Actor::Over
}

// --- the card (R20, R21) -------------------------------------------------------------------------------------------------

/// The connections at a town, by name.
fn connections_at(game: &Workshop, town: &str) -> Vec<String> {
    let links = game.tables().actions.iter().filter_map(|text| text.strip_prefix("link "));
    links.filter(|link| link.split(" - ").any(|end| end == town)).map(str::to_owned).collect()
}

/// Round 3 with all connections of some towns taken, so that no colour has too many.
fn blocked(game: &Workshop, towns: &[&str]) -> Scene {
    let mut s = scene(3);
    for town in towns {
        for link in connections_at(game, town) {
            if !s.links.iter().any(|(other, _)| *other == link) {
                s.links.push((link, COLOURS[s.links.len() % 3]));
            }
        }
    }
    s
}

#[test]
fn a_blocked_card_may_be_swapped_once() {
    let game = load(3);
    let mut s = after(&game, &blocked(&game, &["Leeds"]), &["choose Leeds", "pass", "pass", "take"]);
    assert_eq!((phase(&game, &s), legal(&game, &s)), ("swap", vec!["keep".to_owned(), "swap".to_owned()]), "R20");
    let mut kept = s.clone();
    play(&game, &mut kept, &["keep"]);
    assert_eq!(get(&game, &kept, "turn")["town"], json!("Leeds"));
    assert_eq!(legal(&game, &kept), ["done"], "nothing to build");
    play(&game, &mut s, &["swap"]);
    assert_eq!((phase(&game, &s), get(&game, &s, "turn")["card"].clone()), ("draw_swap", Value::Null));
    assert_eq!(get(&game, &s, "used")["Leeds"], json!(1), "R13: discarded openly");
    let unseen: u64 = get(&game, &s, "unseen").as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(outcomes(&game, &s).iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>(), unseen);
    play(&game, &mut s, &["card Lancaster"]);
    assert_eq!((get(&game, &s, "set_aside"), phase(&game, &s)), (json!(11), "build"));
    assert_eq!(get(&game, &s, "turn")["town"], json!("Lancaster"));
    assert_eq!(get(&game, &s, "cash"), json!([49, 50, 50]), "no refund");
}

#[test]
fn a_swapped_card_must_be_used_even_if_it_is_blocked() {
    let game = load(3);
    let steps = ["choose Leeds", "pass", "pass", "take", "swap", "card Glasgow"];
    let s = after(&game, &blocked(&game, &["Leeds", "Glasgow"]), &steps);
    assert_eq!((phase(&game, &s), legal(&game, &s)), ("build", vec!["done".to_owned()]), "R20: no second swap");
    let s = after(&game, &blocked(&game, &["Leeds"]), &[&steps[..5], &["card Wild 3"]].concat());
    assert_eq!((phase(&game, &s), legal(&game, &s).len()), ("town", 12), "a wild card is a wild card");
}

#[test]
fn there_is_no_swap_without_a_cause_or_a_card() {
    let game = load(3);
    let steps = ["choose Leeds", "pass", "pass", "take"];
    let mut s = blocked(&game, &["Leeds"]);
    s.links.pop();
    s.cash = vec![1, 50, 50];
    assert_eq!(phase(&game, &after(&game, &s, &steps)), "build", "R20: one free connection, money does not matter");
    let mut s = blocked(&game, &["Leeds"]);
    s.set_aside = 0;
    assert_eq!(phase(&game, &after(&game, &s, &steps)), "build", "R20: no set-aside card");
}

#[test]
fn blocking_is_tested_when_the_turn_begins() {
    let game = load(3);
    let mut s = blocked(&game, &["Leeds"]);
    s.links.retain(|(link, _)| link != "Leeds - Hull");
    s.face_up = vec!["Leeds", "Hull", "Stoke"];
    let mut s = after(&game, &s, &["choose Hull", "pass", "pass", "take", "link Leeds - Hull", "done"]);
    play(&game, &mut s, &["choose Leeds", "pass", "take"]);
    assert_eq!(phase(&game, &s), "swap", "R20: the last connection was taken this round");
}

#[test]
fn a_wild_card_is_swapped_only_if_all_its_towns_are_blocked() {
    let game = load(3);
    let towns = ["Carlisle", "Leeds", "Manchester", "Nottingham", "Leicester", "Norwich"];
    let mut s = blocked(&game, &towns);
    s.face_up = vec!["Wild 4", "Hull", "Stoke"];
    let steps = ["choose Wild 4", "pass", "pass", "take"];
    assert_eq!(phase(&game, &after(&game, &s, &steps)), "swap", "R21");
    s.links.retain(|(link, _)| link != "London - Norwich");
    let s = after(&game, &s, &steps);
    assert_eq!((phase(&game, &s), legal(&game, &s).len()), ("town", 6), "R21; R22: blocked towns too");
}

// --- the Industry (R22, R23) ---------------------------------------------------------------------------------------------

#[test]
fn a_wild_card_goes_to_any_town_of_exactly_its_value() {
    let game = load(3);
    let mut s = scene(3);
    s.face_up = vec!["Wild 4", "Wild 2", "Wild 3"];
    s.industries = vec![("Leeds", "blue", 4)];
    let s = after(&game, &s, &["choose Wild 4", "pass", "pass", "take"]);
    let towns = ["Carlisle", "Leeds", "Manchester", "Nottingham", "Leicester", "Norwich"];
    assert_eq!(legal(&game, &s), towns.map(|town| format!("place {town}")), "R22: full ones too");
    refused(&game, &s, "place Stoke", "wrong_value", "R22", "Stoke has value 3, the card is Wild 4");
    for (wild, number) in [("Wild 2", 12), ("Wild 3", 12)] {
        let mut s = scene(3);
        s.face_up = vec!["Wild 4", "Wild 2", "Wild 3"];
        let s = after(&game, &s, &[&format!("choose {wild}"), "pass", "pass", "take"]);
        assert_eq!(legal(&game, &s).len(), number);
    }
}

#[test]
fn a_full_town_sends_one_that_was_there_home() {
    let game = load(3);
    let mut s = scene(3);
    s.industries = vec![("Leeds", "blue", 2), ("Leeds", "red", 2)];
    s.revenue = vec![0, 7, 0];
    let steps = ["choose Leeds", "pass", "pass", "take"];
    let mut s = after(&game, &s, &steps);
    assert_eq!(
        (phase(&game, &s), legal(&game, &s)),
        ("displace", vec!["remove red".to_owned(), "remove blue".to_owned()]),
        "R23"
    );
    refused(&game, &s, "remove green", "not_there", "R23", "green has no Industry in Leeds");
    assert_eq!(get(&game, &s, "industries")["Leeds"], json!({"red": 2, "blue": 2}), "placed and removed together");
    let mut own = s.clone();
    play(&game, &mut own, &["remove red"]);
    assert_eq!(get(&game, &own, "industries")["Leeds"], json!({"red": 2, "blue": 2}), "R23: also an own one");
    play(&game, &mut s, &["remove blue"]);
    assert_eq!(get(&game, &s, "industries")["Leeds"], json!({"red": 3, "blue": 1}));
    assert_eq!((get(&game, &s, "revenue"), phase(&game, &s)), (json!([0, 7, 0]), "build"), "revenue stays");
    let mut room = scene(3);
    room.industries = vec![("Leeds", "blue", 3)];
    let s = after(&game, &room, &steps);
    assert_eq!(phase(&game, &s), "build", "R22: there was room for a fourth");
}

#[test]
fn who_has_gone_home_earns_nothing_there_this_turn() {
    let game = load(3);
    let mut s = scene(3);
    s.industries = vec![("Hull", "blue", 2), ("Leeds", "blue", 1)];
    let mut s = after(&game, &s, &["choose Hull", "pass", "bid 1", "pass", "remove blue", "link Leeds - Hull", "done"]);
    assert_eq!(get(&game, &s, "revenue"), json!([0, 0, 2]), "R23 before R30; blue's Leeds is blue's");
    play(&game, &mut s, &["choose Leeds", "bid 1", "pass", "link York - Leeds", "done"]);
    assert_eq!(get(&game, &s, "revenue"), json!([0, 4, 2]), "R30: old Links count nothing");
}

// --- Links (R24 to R31) --------------------------------------------------------------------------------------------------

/// The rulebook's player, red, with Industries in Southampton and Gloucester, has placed in Reading.
fn roger() -> Scene {
    let mut s = building("Reading");
    s.industries.extend([("Southampton", "red", 1), ("Gloucester", "red", 1), ("Oxford", "blue", 1)]);
    s
}

#[test]
fn the_rulebooks_examples_of_revenue() {
    let game = load(3);
    let builds: [(&[&str], u16, u16); 6] = [
        (&["link Oxford - Reading", "done"], 2, 3),
        (&["link Reading - Southampton", "done"], 4, 3),
        (&["link Oxford - Reading", "link Reading - Southampton"], 4, 6),
        (&["link Gloucester - Reading"], 4, 6),
        (&["done"], 0, 0),
        (&["link Reading - Guildford", "link Guildford - Portsmouth"], 2, 6),
    ];
    for (steps, revenue, cost) in builds {
        let s = after(&game, &roger(), steps);
        assert_eq!(get(&game, &s, "revenue")[0], json!(revenue), "R30: {steps:?}");
        assert_eq!(get(&game, &s, "cash")[0], json!(100 - cost), "R27: {steps:?}");
        assert_eq!(phase(&game, &s), "nominate");
    }
    let mut rail = roger();
    rail.era = "rail";
    let s = after(&game, &rail, &["link Gloucester - Reading"]);
    assert_eq!(get(&game, &s, "cash")[0], json!(96), "R27: 2 a Link");
}

#[test]
fn several_industries_in_a_town_count_once_and_three_towns_may_count() {
    let game = load(3);
    let mut s = building("Leeds");
    s.industries = vec![("Leeds", "red", 3), ("Manchester", "red", 2), ("Nottingham", "red", 1), ("Stoke", "red", 1)];
    let t = after(&game, &s, &["link Leeds - Manchester", "link Manchester - Stoke"]);
    assert_eq!(get(&game, &t, "revenue")[0], json!(11), "R30: 4 + 4 + 3");
}

#[test]
fn legal_builds_are_the_five_kinds() {
    let game = load(3);
    let mut s = roger().state(&game);
    let first = [
        "done",
        "link Gloucester - Reading",
        "link Oxford - Reading",
        "link London - Reading",
        "link Reading - Southampton",
        "link Reading - Guildford",
        "link Reading - Bristol",
    ];
    assert_eq!(legal(&game, &s), first, "R25");
    refused(
        &game,
        &s,
        "link Guildford - Portsmouth",
        "not_at_town",
        "R25",
        "Guildford - Portsmouth does not touch Reading",
    );
    play(&game, &mut s, &["link London - Reading"]);
    assert_eq!(get(&game, &s, "turn")["link"], json!("London - Reading"));
    let second = [
        "done",
        "link Northampton - London",
        "link London - Guildford",
        "link London - Dover",
        "link Reading - Southampton",
        "link Reading - Guildford",
    ];
    assert_eq!(legal(&game, &s), second, "R25, R31");
    let sentence = "Oxford - Reading comes before London - Reading in the table: lay it first";
    refused(&game, &s, "link Oxford - Reading", "table_order", "R31", sentence);
    let sentence = "Gloucester - Reading is double and takes both Links of a turn";
    refused(&game, &s, "link Gloucester - Reading", "double_second", "R26", sentence);
    let sentence = "London - Norwich is double and takes both Links of a turn";
    refused(&game, &s, "link London - Norwich", "double_second", "R26", sentence);
    let sentence = "Bristol - Exeter touches neither Reading nor London";
    refused(&game, &s, "link Bristol - Exeter", "not_at_town", "R25", sentence);
    refused(&game, &s, "link London - Reading", "occupied", "R28", "London - Reading already holds Links of red");
    let wrong = refusal(&game, &s, "take");
    assert_eq!(wrong, ("wrong_phase", None, "take is not a choice now: the phase is build".to_owned()));
}

#[test]
fn a_connection_has_one_owner() {
    let game = load(3);
    let mut s = roger();
    s.links = vec![("Oxford - Reading".to_owned(), "blue"), ("Reading - Southampton".to_owned(), "red")];
    let s = s.state(&game);
    refused(&game, &s, "link Oxford - Reading", "occupied", "R28", "Oxford - Reading already holds Links of blue");
    let sentence = "Reading - Southampton already holds Links of red";
    refused(&game, &s, "link Reading - Southampton", "occupied", "R28", sentence);
    refused(&game, &s, "link Birmingham - Oxford", "not_at_town", "R25", "Birmingham - Oxford does not touch Reading");
}

#[test]
fn cash_is_raised_for_what_a_payment_lacks() {
    let game = load(3);
    let mut s = roger();
    s.cash = vec![2, 50, 50];
    s.revenue = vec![5, 0, 0];
    let mut s = s.state(&game);
    let sentence = "Gloucester - Reading costs 6, more than the 4 that player 0 can pay";
    refused(&game, &s, "link Gloucester - Reading", "not_payable", "R27", sentence);
    play(&game, &mut s, &["link Oxford - Reading"]);
    assert_eq!((get(&game, &s, "cash")[0].clone(), get(&game, &s, "revenue")[0].clone()), (json!(0), json!(3)), "R24");
    assert_eq!(legal(&game, &s), ["done"], "only one Link");
    let sentence = "Reading - Southampton costs 3, more than the 1 that player 0 can pay";
    refused(&game, &s, "link Reading - Southampton", "not_payable", "R27", sentence);
    play(&game, &mut s, &["done"]);
    assert_eq!(get(&game, &s, "revenue")[0], json!(5), "R27: this turn's revenue comes after");
}

#[test]
fn the_crossing_is_banned_for_who_placed_at_the_other_line() {
    let game = load(3);
    let loose = try_load(3, "standard", &[("crossing_strict", Given::Bool(false))], None).expect("a declared option");
    let ways = [
        ("Leeds", "link Leeds - Manchester"),
        ("Liverpool", "link Manchester - Liverpool"),
        ("Liverpool", "link Lancaster - Liverpool"),
    ];
    for (town, first) in ways {
        let s = after(&game, &building(town), &[first]);
        let sentence = format!("Lancaster - Manchester crosses a line of {town}, where the Industry was placed");
        refused(&game, &s, "link Lancaster - Manchester", "crossing", "R29", &sentence);
        let mut s = after(&loose, &building(town), &[first]);
        play(&loose, &mut s, &["link Lancaster - Manchester"]);
    }
    let mut s = building("Manchester");
    s.links = vec![("Leeds - Liverpool".to_owned(), "blue")];
    after(&game, &s, &["link Lancaster - Manchester", "done"]);
    let mut s = building("Liverpool");
    s.links = vec![("Lancaster - Manchester".to_owned(), "blue")];
    let s = after(&game, &s, &["link Leeds - Liverpool"]);
    assert_eq!(phase(&game, &s), "nominate", "both can be built");
}

/// The number of builds at a town, none included: done, a double, a single, two singles.
fn builds_at(game: &Workshop, town: &'static str) -> usize {
    let s = building(town).state(game);
    let mut builds = 1;
    for first in legal(game, &s).iter().filter(|text| *text != "done") {
        let mut next = s.clone();
        play(game, &mut next, &[first]);
        builds += if phase(game, &next) == "build" { legal(game, &next).len() } else { 1 };
    }
    builds
}

#[test]
fn the_map_has_460_builds() {
    let game = load(3);
    let loose = try_load(3, "standard", &[("crossing_strict", Given::Bool(false))], None).expect("a declared option");
    let towns: Vec<&'static str> =
        all_cards(&game).into_iter().filter(|card| !card.starts_with("Wild")).map(|card| &*card.leak()).collect();
    let number: usize = towns.iter().map(|town| builds_at(&game, town)).sum();
    assert_eq!((towns.len(), number), (30, 460));
    assert_eq!(builds_at(&game, "Birmingham"), 37);
    assert_eq!(towns.iter().map(|town| builds_at(&loose, town)).sum::<usize>(), 463, "R29 takes three away");
}

// --- the end of an era (R32 to R38) --------------------------------------------------------------------------------------

#[test]
fn the_rulebooks_network_pays_9() {
    let game = load(3);
    let mut s = collecting(3, "rail");
    s.cash = vec![0; 3];
    let roger = ["Oxford - Reading", "Reading - Southampton", "Gloucester - Reading", "Guildford - Portsmouth"];
    s.links = roger.iter().map(|link| ((*link).to_owned(), "red")).collect();
    s.links.extend([("Lancaster - Manchester".to_owned(), "blue"), ("Leeds - Liverpool".to_owned(), "blue")]);
    s.revenue = vec![0, 0, 7];
    let s = after(&game, &s, &["pass"]);
    assert_eq!(get(&game, &s, "cash"), json!([9, 3 + 2, 7]), "R35; the crossing joins nothing; R34");
}

#[test]
fn industries_are_paid_by_demand() {
    let game = load(3);
    let mut s = collecting(3, "rail");
    s.cash = vec![0; 3];
    s.demand = vec![("Port", 3), ("Textile", 0), ("Heavy Industry", 2)];
    s.industries =
        vec![("Bristol", "red", 1), ("Southampton", "red", 1), ("Leeds", "green", 2), ("Cardiff", "blue", 2)];
    let s = after(&game, &s, &["pass"]);
    assert_eq!(get(&game, &s, "cash"), json!([6, 4, 0]), "R36: each Industry; no demand, no pay");
}

#[test]
fn the_railway_era_begins_with_all_cards() {
    let game = load(3);
    let mut s = collecting(3, "canal");
    s.cash = vec![10, 20, 30];
    s.revenue = vec![1, 0, 2];
    s.order = vec!["blue", "red", "green"];
    s.industries = vec![("Leeds", "blue", 2)];
    s.links = vec![("Leeds - Hull".to_owned(), "blue")];
    s.demand = vec![("Textile", 2)];
    let s = after(&game, &s, &["pass"]);
    assert_eq!(get(&game, &s, "cash"), json!([11, 20 + 2 + 4, 32]));
    assert_eq!(get(&game, &s, "revenue"), json!([0, 0, 0]), "R34");
    assert_eq!(get(&game, &s, "links"), json!({}), "R35");
    assert_eq!(get(&game, &s, "industries"), json!({"Leeds": {"blue": 2}}), "R36");
    assert_eq!(get(&game, &s, "demand")["Textile"], json!(2), "R36");
    assert_eq!(get(&game, &s, "order"), json!(["blue", "red", "green"]), "R37");
    assert_eq!((get(&game, &s, "deck"), get(&game, &s, "set_aside")), (json!(27), json!(12)), "R37");
    assert_eq!(get(&game, &s, "unseen"), Value::Object(count_in_order(&game)), "R37: set-up cards too");
    assert_eq!((get(&game, &s, "unseen_setup"), get(&game, &s, "used")), (json!({}), json!({})));
    assert_eq!(
        (get(&game, &s, "era"), get(&game, &s, "round"), phase(&game, &s)),
        (json!("rail"), json!(1), "draw_demand")
    );
}

fn count_in_order(game: &Workshop) -> Map<String, Value> {
    let texts = game.tables().actions.iter().filter_map(|text| text.strip_prefix("choose "));
    texts.map(|kind| (kind.to_owned(), if kind.starts_with("Wild") { 3 } else { 1 }.into())).collect()
}

// --- the end (R39) -------------------------------------------------------------------------------------------------------

#[test]
fn most_cash_wins_and_ties_go_by_the_order() {
    let game = load(3);
    let mut s = collecting(3, "rail");
    s.order = vec!["blue", "red", "green"];
    s.player = 2;
    s.cash = vec![70, 60, 60];
    s.revenue = vec![0, 10, 9];
    let before = s.state(&game);
    assert_eq!(game.scores(&before).to_vec(), [70, 70, 69], "cash and revenue");
    let t = after(&game, &s, &["pass"]);
    assert_eq!((game.scores(&t).to_vec(), game.ranking(&t).to_vec()), (vec![70, 70, 69], vec![2, 1, 3]), "R39");
    assert_eq!((game.actor(&t), game.end_reason(&t)), (Actor::Over, Some("railway_collected")));
    let error = game.explain(&t, 0).expect("nothing goes any more");
    assert_eq!((error.kind, error.code), (Kind::GameOver, "game_over"));
    s.cash = vec![69, 60, 65];
    let t = after(&game, &s, &["pass"]);
    assert_eq!(game.ranking(&t).to_vec(), [3, 2, 1], "most cash");
}

#[test]
fn two_players_tie_by_the_owner_of_box_1() {
    let game = load(2);
    let mut s = collecting(2, "rail");
    s.order = vec!["yellow", "red", "green", "blue"];
    s.cash = vec![200, 200];
    let s = after(&game, &s, &["pass"]);
    assert_eq!(game.ranking(&s).to_vec(), [2, 1], "R39");
    assert_eq!(game.returns(&s).to_vec(), [-0.5, 0.5]);
}

#[test]
fn two_colours_share_the_purse_but_not_the_network() {
    let game = load(2);
    let mut s = collecting(2, "rail");
    s.cash = vec![0, 0];
    s.demand = vec![("Textile", 0)];
    s.links = vec![("Leeds - Hull".to_owned(), "red"), ("York - Hull".to_owned(), "green")];
    s.industries = vec![("Leeds", "red", 1), ("Leeds", "green", 1)];
    let s = after(&game, &s, &["pass"]);
    assert_eq!(get(&game, &s, "cash"), json!([4, 0]), "R1, R35: 1 + 1 and 1 + 1");
}

// --- secrets (R40) -------------------------------------------------------------------------------------------------------

#[test]
fn counters_are_seen_by_their_owner_alone() {
    let game = load(3);
    let mut s = game.initial_state();
    play(&game, &mut s, &["order red", "order blue", "order green", "counter Port", "counter Port"]);
    let id = game.parse_outcome("counter Crafts").expect("an outcome");
    let seen = |viewer| game.hidden_step(&s, u32::from(id), viewer);
    assert_eq!(
        (seen(Some(1)), seen(Some(0)).as_deref(), seen(None).as_deref()),
        (None, Some("a counter"), Some("a counter"))
    );
    let own = game.view_json(&s, Some(0));
    assert_eq!((&own["hand"], &own["hand_sizes"]), (&json!({"Port": 2}), &json!([2, 0, 0])));
    assert_eq!(own["unseen_counters"]["Port"], json!(3));
    let other = game.view_json(&s, Some(1));
    assert_eq!((&other["hand"], &other["unseen_counters"]["Port"]), (&json!({}), &json!(5)));
    assert_eq!(game.view_json(&s, None)["hand"], Value::Null);
    assert_eq!(other["cash"], json!([50, 50, 50]), "cash is open");
}

#[test]
fn a_closed_fist_is_hidden_until_all_are() {
    let game = load(2);
    let mut s = after(&game, &scene(2), &["fist red"]);
    let other = game.view_json(&s, Some(1));
    assert_eq!(other["fists"][0], json!({"colour": null, "amount": null, "closed": false}));
    assert_eq!(game.view_json(&s, Some(0))["fists"][0], json!({"colour": "red", "amount": null, "closed": false}));
    play(&game, &mut s, &["bid 7"]);
    for viewer in [None, Some(1)] {
        assert_eq!(game.view_json(&s, viewer)["fists"][0], json!({"colour": null, "amount": null, "closed": true}));
    }
    assert_eq!(game.view_json(&s, Some(0))["fists"][0], json!({"colour": "red", "amount": 7, "closed": true}));
    play(&game, &mut s, &["fist blue"]);
    assert_eq!(game.hidden_step(&s, 0, Some(0)), None, "the last amount opens the fists");
    play(&game, &mut s, &["bid 1"]);
    assert_eq!(game.view_json(&s, None)["fists"][0], json!({"colour": "red", "amount": 7, "closed": true}));
    let mut s = scene(2).state(&game);
    assert_eq!(game.hidden_step(&s, 0, Some(1)).as_deref(), Some("a colour"));
    play(&game, &mut s, &["fist red"]);
    assert_eq!(game.hidden_step(&s, 0, None).as_deref(), Some("a bid"));
    assert_eq!(game.hidden_step(&s, 0, Some(0)), None);
}

#[test]
fn a_hidden_bid_is_redrawn_among_the_legal_ones() {
    let game = load(2);
    let mut poor = scene(2);
    poor.cash = vec![3, 50];
    let s = after(&game, &poor, &["fist red", "bid 3"]);
    let view = View::new(&game, &s, Some(1));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let drawn = view.determinize(seed).expect("a player's view");
        assert_eq!(game.check_invariants(&drawn), Ok(()));
        seen.insert(get(&game, &drawn, "fists")[0].to_string());
    }
    assert_eq!(seen.len(), 2 * 3, "two colours, 1 to 3 pounds: {seen:?}");
    let own = View::new(&game, &s, Some(0)).determinize(1).expect("a player's view");
    assert_eq!(get(&game, &own, "fists"), get(&game, &s, "fists"), "one's own stays");
}

// --- tables and bounds ---------------------------------------------------------------------------------------------------

#[test]
fn tables_and_bounds_have_the_pages_sizes() {
    let sizes = [
        (2, 461, 322, 422, 422, 96),
        (3, 326, 192, 408, 372, 93),
        (4, 295, 160, 464, 394, 98),
        (5, 280, 144, 536, 428, 103),
    ];
    for (players, actions, bid, standard, first, chance) in sizes {
        let (a, b) = (load(players), first_edition(players));
        assert_eq!(a.tables().actions, b.tables().actions, "the table does not depend on the variant");
        assert_eq!((a.tables().actions.len(), a.tables().actions.last()), (actions, Some(&format!("bid {bid}"))));
        assert_eq!((a.tables().max_game_length, b.tables().max_game_length), (standard, first));
        assert_eq!((a.tables().max_chance_nodes, b.tables().max_chance_nodes), (chance, chance));
        for id in 0..actions as u16 {
            assert_eq!(a.action_of(a.move_of(id)), id);
        }
    }
    let highs = |players| {
        let game = load(players);
        let high =
            |name| game.tables().channels.iter().find(|channel| channel.name == name).map(|channel| channel.high);
        [high("cash"), high("revenue"), high("auction_standing")].map(|high| high.expect("a channel"))
    };
    assert_eq!([2, 3, 4, 5].map(highs), [[590, 154, 322], [365, 99, 192], [295, 77, 160], [260, 66, 144]]);
}

#[test]
fn a_rich_player_bids_as_far_as_the_table_goes() {
    let game = load(3);
    let mut s = scene(3);
    s.cash = vec![500; 3];
    let mut s = after(&game, &s, &["choose Leeds"]);
    assert_eq!(legal(&game, &s).len(), 1 + 192);
    play(&game, &mut s, &["bid 192", "pass"]);
    assert_eq!(legal(&game, &s), ["pass", "overbid"], "an overbid has no such end");
    play(&game, &mut s, &["overbid"]);
    assert_eq!(get(&game, &s, "cash")[0], json!(500 - 193));
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<State>() <= 512, "{} bytes", size_of::<State>());
}

// --- the data file -------------------------------------------------------------------------------------------------------

/// The error of the shipped data with one text replaced by another, the first time it occurs.
fn data_error(from: &str, to: &str) -> String {
    let text = Workshop::declaration().data;
    assert!(text.contains(from), "{from}");
    let error = try_load(3, "standard", &[], Some(text.replacen(from, to, 1))).err();
    let error = error.unwrap_or_else(|| panic!("{to} is accepted"));
    assert_eq!(error.kind, Kind::InvalidData);
    error.message
}

#[test]
fn a_wrong_data_file_is_refused_with_the_reason() {
    let glasgow = "name = \"Glasgow\"\ntype = \"Heavy Industry\"\nx = 80\ny = 95\ncards = 1\nsetup = false";
    let edge = "a = \"Glasgow\"\nb = \"Edinburgh\"\nlinks = 1";
    let cases = [
        ("format = 1", "format = 2", "format: must be 1"),
        ("game = \"workshop\"", "game = \"x\"", "game: must be \"workshop\""),
        ("width = 900", "width = 0", "board: width and height must be from 1 to 10000"),
        (
            "height = 1360\nstatus = \"reconstructed\"",
            "height = 1360\nstatus = \"x\"",
            "board: status must be rulebook, inferred or reconstructed",
        ),
        ("per_colour = 20", "per_colour = 19", "pieces: industries_per_colour must be from 20 to 100"),
        ("links_per_colour = 18", "links_per_colour = 101", "pieces: links_per_colour must be from 18 to 100"),
        ("[[colours]]\nname = \"red\"\nstatus = \"reconstructed\"\n", "", "colours: there must be 5, not 4"),
        ("name = \"red\"", "name = \"r2\"", "colours 1: \"r2\" is not a name"),
        ("name = \"blue\"", "name = \"red\"", "colours 2: red is there twice"),
        ("name = \"Port\"\nvalue = 2", "name = \"Port\"\nvalue = 3", "types 4: must be Port with value 2"),
        ("counters = 5", "counters = 16", "types 1: counters must be from 1 to 15"),
        ("type = \"Heavy Industry\"", "type = \"Heavy\"", "towns 1: Heavy is not a type"),
        ("x = 80", "x = 901", "towns 1: x and y must lie on the board"),
        ("y = 95", "y = -1", "towns 1: x and y must lie on the board"),
        ("cards = 1", "cards = 10", "towns 1: cards must be from 0 to 9"),
        ("cards = 1\nsetup = true", "cards = 0\nsetup = true", "towns 4: a set-up town needs a card"),
        ("name = \"Edinburgh\"", "name = \"Edinburgh  Castle\"", "towns 2: \"Edinburgh  Castle\" is not a name"),
        ("name = \"Edinburgh\"", "name = \"Glasgow\"", "towns 2: Glasgow is there twice"),
        ("a = \"Glasgow\"", "a = \"Perth\"", "connections 1: Perth is not a town"),
        ("b = \"Edinburgh\"", "b = \"Glasgow\"", "connections 1: a town is not connected with itself"),
        (
            "b = \"Carlisle\"\nlinks = 2",
            "b = \"Edinburgh\"\nlinks = 2",
            "connections 2: Glasgow and Edinburgh are connected twice",
        ),
        (edge, "a = \"Glasgow\"\nb = \"Edinburgh\"\nlinks = 3", "connections 1: links must be 1 or 2"),
        (
            "first = [\"Lancaster\", \"Manchester\"]",
            "first = [\"Lancaster\", \"York\"]",
            "crossing: Lancaster - York is not a connection",
        ),
        (
            "first = [\"Lancaster\", \"Manchester\"]",
            "first = [\"Leeds\", \"Manchester\"]",
            "crossing: the two connections share a town",
        ),
        ("value = 4\ncount = 3", "value = 5\ncount = 3", "wilds 3: value must be 4"),
        ("value = 4\ncount = 3", "value = 4\ncount = 10", "wilds 3: count must be from 0 to 9"),
        (glasgow, &glasgow.replace("false", "true"), "towns: 6 must be set-up towns, not 7"),
        ("cards = 1", "cards = 2", "cards: 40 cards less 11 set aside are no whole rounds of 4"),
    ];
    for (from, to, reason) in cases {
        assert_eq!(data_error(from, to), format!("workshop.toml: {reason}"));
    }
    for (from, to) in [
        ("width = 900", "width = true"),
        ("width = 900", "width = 9.5"),
        ("width = 900", "width = 900\ndepth = 1"),
        ("height = 1360", ""),
        ("first = [\"Lancaster\", \"Manchester\"]", "first = [\"Lancaster\"]"),
        ("first = [\"Lancaster\", \"Manchester\"]", "first = [\"Lancaster\", \"Manchester\", \"York\"]"),
        ("[board]\nwidth = 900\nheight = 1360\nstatus = \"reconstructed\"", "board = [900, 1360, \"reconstructed\"]"),
    ] {
        assert!(data_error(from, to).starts_with("workshop.toml: "), "{to}");
    }
}

#[test]
fn a_town_that_cannot_be_reached_is_named() {
    let text = Workshop::declaration().data;
    let without = text
        .replace("a = \"Southampton\"\nb = \"Exeter\"", "a = \"Southampton\"\nb = \"Bristol\"")
        .replace("a = \"Bristol\"\nb = \"Exeter\"", "a = \"Bristol\"\nb = \"Oxford\"");
    let error = try_load(3, "standard", &[], Some(without)).err().expect("Exeter is cut off");
    assert_eq!(error.message, "workshop.toml: connections: Exeter cannot be reached from Glasgow");
}

#[test]
fn options_are_validated() {
    let given = [("crossing_strict", Given::Int(1))];
    let error = try_load(3, "standard", &given, None).err().expect("not a switch");
    assert_eq!((error.kind, error.rule), (Kind::InvalidVariant, Some("R29")));
    assert_eq!(error.message, "rules option crossing_strict cannot be 1; choose true or false");
    let given = [("fists_paid", Given::Text("nobody".to_owned()))];
    let error = try_load(3, "standard", &given, None).err().expect("not a choice");
    assert_eq!(error.message, "rules option fists_paid cannot be nobody; choose both or winner");
    assert_eq!(try_load(1, "standard", &[], None).err().map(|error| error.kind), Some(Kind::InvalidVariant));
    assert_eq!(try_load(6, "standard", &[], None).err().map(|error| error.kind), Some(Kind::InvalidVariant));
}

// --- positions that are refused ------------------------------------------------------------------------------------------

/// Changes one entry of a position and expects it to be refused.
fn refuses(game: &Workshop, scene: &Scene, change: impl Fn(&mut Value), what: &str) {
    let mut position = scene.json(game);
    assert!(game.state_from_json(&position).is_ok(), "{what}: the scene itself");
    change(&mut position);
    let error = game.state_from_json(&position).err().unwrap_or_else(|| panic!("{what} is accepted"));
    assert_eq!((error.kind, error.code), (Kind::InvalidState, "invalid_state"), "{what}");
}

/// A path into a position, and what is put there.
type Change = (&'static str, Value);

fn put(position: &mut Value, path: &str, value: Value) {
    let mut place = position;
    for key in path.split('/') {
        place = match key.parse::<usize>() {
            Ok(index) => &mut place[index],
            Err(_) => &mut place[key],
        };
    }
    *place = value;
}

#[test]
fn inconsistent_positions_are_refused() {
    let game = load(3);
    let nominate: Vec<Change> = vec![
        ("format", json!(2)),
        ("game", json!("widgets")),
        ("players", json!(4)),
        ("current_player", json!(1)),
        ("extra", json!(1)),
        ("phase", json!("fist_amount")),
        ("phase", json!("demand_may")),
        ("phase", json!("reveal")),
        ("era", json!("steam")),
        ("round", json!(0)),
        ("round", json!(10)),
        ("step", json!(1)),
        ("demand_first", json!(0)),
        ("cash/0", json!(10000)),
        ("cash/0", json!(-1)),
        ("cash/0", json!(true)),
        ("cash", json!([1, 2])),
        ("revenue/1", json!(10000)),
        ("order", json!(["red", "blue"])),
        ("order", json!(["red", "blue", "blue"])),
        ("order", json!(["red", "blue", "black"])),
        ("next_order", json!(["red"])),
        ("industries", json!({"Leeds": {"red": 5}})),
        ("industries", json!({"Leeds": {"red": 0}})),
        ("industries", json!({"Perth": {"red": 1}})),
        ("links", json!({"Leeds - York": "red"})),
        ("links", json!({"Leeds - Hull": "black"})),
        ("demand/Port", json!(5)),
        ("hands/0", json!({"Crafts": 1})),
        ("pool", json!({})),
        ("unseen_setup", json!({"York": 1})),
        ("unseen/Leeds", json!(1)),
        ("unseen/Glasgow", json!(2)),
        ("deck", json!(17)),
        ("set_aside", json!(13)),
        ("face_up", json!({"Leeds": 1, "Hull": 1})),
        ("used", json!({})),
        ("auction", json!({"card": "Leeds", "nominator": 0, "standing": 0, "leader": null, "speaker": 1})),
        ("fists/0", json!({"colour": "red", "amount": 1})),
        ("turn", json!({"colour": "red", "card": "Leeds", "town": null, "link": null})),
    ];
    for (path, value) in nominate {
        let what = format!("{path} = {value}");
        refuses(&game, &scene(3), |position| put(position, path, value.clone()), &what);
    }
    refuses(&game, &scene(3), |position| drop(position.as_object_mut().map(|map| map.remove("pool"))), "no pool");
    assert!(game.state_from_json(&json!([1, 2])).is_err());
}

#[test]
fn auctions_that_cannot_be_are_refused() {
    let game = load(4);
    let mut s = scene(4);
    s.phase = "bid";
    s.player = 2;
    s.order = vec!["green", "red", "blue", "yellow"];
    s.next_order = vec!["green"];
    s.face_up.truncate(3);
    s.auction = json!({"card": "Leeds", "nominator": 0, "standing": 5, "leader": 1, "speaker": 3});
    s.player = 3;
    for (path, value) in [
        ("auction", Value::Null),
        ("auction/card", json!("Dover")),
        ("auction/nominator", json!(1)),
        ("auction/speaker", json!(0)),
        ("auction/speaker", json!(2)),
        ("auction/leader", json!(3)),
        ("auction/leader", json!(0)),
        ("auction/leader", json!(2)),
        ("auction/leader", json!(null)),
        ("auction/leader", json!(4)),
        ("auction/standing", json!(0)),
        ("auction/standing", json!(51)),
        ("auction", json!(["Leeds", 0, 5, 1, 3])),
    ] {
        let what = format!("{path} = {value}");
        refuses(&game, &s, |position| put(position, path, value.clone()), &what);
    }
}

#[test]
fn fists_that_cannot_be_are_refused() {
    let game = load(2);
    let mut s = scene(2);
    s.phase = "fist_amount";
    s.player = 1;
    s.fists = vec![json!({"colour": "red", "amount": 3}), json!({"colour": "blue", "amount": null})];
    for (path, value) in [
        ("fists/0", Value::Null),
        ("fists/1", Value::Null),
        ("fists/1/amount", json!(2)),
        ("fists/0/amount", json!(0)),
        ("fists/0/amount", json!(101)),
        ("fists/0/amount", json!(65535)),
        ("fists/0/amount", Value::Null),
        ("fists/0/colour", json!("blue")),
        ("order", json!(["red", "green", "blue", "yellow"])),
    ] {
        let what = format!("{path} = {value}");
        refuses(&game, &s, |position| put(position, path, value.clone()), &what);
    }
    let mut picking = scene(2);
    picking.phase = "pick";
    picking.next_order = vec!["blue", "red"];
    picking.player = 1;
    picking.fists = vec![json!({"colour": "red", "amount": 3}), json!({"colour": "blue", "amount": 9999})];
    for (path, value) in [
        ("fists/0", Value::Null),
        ("fists/0/colour", json!("green")),
        ("next_order", json!(["blue", "red", "green", "yellow"])),
        ("next_order", json!(["blue", "yellow"])),
    ] {
        let what = format!("{path} = {value}");
        refuses(&game, &picking, |position| put(position, path, value.clone()), &what);
    }
}

#[test]
fn turns_that_cannot_be_are_refused() {
    let game = load(3);
    for (path, value) in [
        ("turn", Value::Null),
        ("turn/colour", json!("blue")),
        ("turn/card", Value::Null),
        ("turn/town", Value::Null),
        ("turn/town", json!("Oxford")),
        ("turn/link", json!("Oxford - Reading")),
        ("phase", json!("swap")),
        ("phase", json!("town")),
        ("phase", json!("displace")),
        ("industries", json!({})),
    ] {
        let what = format!("{path} = {value}");
        refuses(&game, &building("Reading"), |position| put(position, path, value.clone()), &what);
    }
    let mut leeds = building("Leeds");
    leeds.links = ["Leeds - Liverpool", "Leeds - Hull", "York - Hull"].map(|link| (link.to_owned(), "red")).to_vec();
    for link in ["Leeds - Liverpool", "York - Hull", "Leeds - Manchester"] {
        refuses(&game, &leeds, |position| put(position, "turn/link", json!(link)), link);
    }
    leeds.turn["link"] = json!("Leeds - Hull");
    leeds.state(&game);
}

#[test]
fn any_bytes_give_a_position_or_an_error() {
    for players in 2..=5 {
        for game in [load(players), first_edition(players)] {
            let mut rng = Rng::new(players as u64, 9);
            let mut s = game.initial_state();
            let mut list = ActionList::new();
            while game_goes_on(&game, &s) {
                let mut bytes = game.to_bytes(&s);
                for _ in 0..6 {
                    let at = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                    bytes[at] = if rng.below(2) == 0 { rng.below(256) as u8 } else { bytes[at] ^ 1 };
                    if let Ok(other) = game.state_from_bytes(&bytes) {
                        assert_eq!(game.to_bytes(&other), bytes);
                        look_at(&game, &other);
                    }
                }
                let id = if game.actor(&s) == Actor::Chance {
                    game.draw_outcome(&s, &mut rng)
                } else {
                    list.clear();
                    game.legal_actions(&s, &mut list);
                    u32::from(rng.pick(&list))
                };
                game.apply_legal(&mut s, id);
            }
        }
    }
}

/// A position that was let through can be looked at and played on.
fn look_at(game: &Workshop, s: &State) {
    game.view_json(s, Some(0));
    let mut list = ActionList::new();
    match game.actor(s) {
        Actor::Player(_) => {
            game.legal_actions(s, &mut list);
            assert!(!list.is_empty());
            game.apply_legal(&mut s.clone(), u32::from(list[0]));
        }
        Actor::Chance => assert!(!outcomes(game, s).is_empty()),
        _ => {}
    }
}

// --- the greedy bot ------------------------------------------------------------------------------------------------------

/// What the greedy bot of the player to act does.
fn advice(game: &Workshop, s: &State) -> String {
    use lineshaft_core::bots::Greedy;
    let Actor::Player(player) = game.actor(s) else { panic!("nobody decides") };
    let mut list = ActionList::new();
    game.legal_actions(s, &mut list);
    let action = Workshop::advise(&View::new(game, s, Some(player)), &list, &mut Rng::new(0, 1));
    game.action_text(i64::from(action)).expect("of the table").to_owned()
}

#[test]
fn the_greedy_bot_plays_sensibly() {
    let game = load(3);
    let mut s = building("Reading");
    s.industries.push(("Southampton", "red", 1));
    let mut s = s.state(&game);
    assert_eq!(advice(&game, &s), "link Reading - Southampton", "2 + 2 pounds for 3");
    play(&game, &mut s, &["link Reading - Southampton"]);
    assert_eq!(advice(&game, &s), "done", "no second one pays");
    let mut full = scene(3);
    full.industries = vec![("Leeds", "blue", 1), ("Leeds", "green", 1), ("Leeds", "red", 2)];
    full.cash = vec![50, 50, 51];
    let s = after(&game, &full, &["choose Leeds", "pass", "pass", "take"]);
    assert_eq!(advice(&game, &s), "remove green", "the richer opponent's");
    let mut counters = collecting(3, "rail");
    counters.hands[2] = vec![("Port", 1), ("Crafts", 1)];
    counters.industries = vec![("Hull", "green", 1), ("Hull", "red", 1)];
    assert_eq!(advice(&game, &counters.state(&game)), "demand Port");
    counters.industries.push(("Dover", "blue", 1));
    assert_eq!(advice(&game, &counters.state(&game)), "pass", "the others have as much");
}

#[test]
fn phases_have_their_names() {
    let game = load(3);
    let s = scene(3).state(&game);
    assert_eq!(View::new(&game, &s, None).phase(), Phase::Nominate);
    assert_eq!(game.move_of(game.parse_action("bid 7").expect("of the table")), Move::Bid(7));
}

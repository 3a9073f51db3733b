//! Workshop of the World: what only the engine can show. Its rules are tested in `tests/rules/workshop`, together with
//! the reference's.

use lineshaft_core::View;
use lineshaft_core::error::Kind;
use lineshaft_core::game::{ActionList, Actor, Choices, Game, OutcomeList, Setup};
use lineshaft_core::games::workshop::{Move, Phase, State, Workshop};
use lineshaft_core::rng::Rng;
use serde_json::{Map, Value, json};

// --- setting positions up ------------------------------------------------------------------------------------------------

fn load_variant(players: usize, variant: &str) -> Workshop {
    let choices = Choices { players: Some(players), variant: Some(variant.to_owned()), ..Choices::default() };
    let setup = Setup::new(Workshop::declaration(), choices).expect("declared choices");
    Workshop::load(setup).expect("shipped data")
}

fn load(players: usize) -> Workshop {
    load_variant(players, "standard")
}

/// Players, colours, cards set aside, rounds, cash at the start, counters drawn.
const PLANS: [(usize, usize, usize, usize, u16, usize); 4] =
    [(2, 4, 11, 7, 100, 4), (3, 3, 12, 9, 50, 2), (4, 4, 11, 7, 50, 2), (5, 5, 9, 6, 50, 2)];
const TYPES: [&str; 5] = ["Textile", "Light Industry", "Heavy Industry", "Port", "Crafts"];
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
        let mut to_chart = drawn - TYPES.into_iter().map(|name| held(name) + number(&self.demand, name)).sum::<usize>();
        let (mut chart, mut pool) = (Map::new(), Map::new());
        for name in TYPES.into_iter().rev() {
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

fn game_goes_on(game: &Workshop, s: &State) -> bool {
    game.actor(s) != Actor::Over
}

// --- table and state -------------------------------------------------------------------------------------------------

#[test]
fn each_action_of_the_table_is_its_move() {
    for players in 2..=5 {
        let game = load(players);
        for id in 0..game.tables().actions.len() as u16 {
            assert_eq!(game.action_of(game.move_of(id)), id);
        }
    }
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<State>() <= 512, "{} bytes", size_of::<State>());
}

// --- damaged bytes ---------------------------------------------------------------------------------------------------

#[test]
fn any_bytes_give_a_position_or_an_error() {
    for players in 2..=5 {
        for game in ["standard", "first-edition"].map(|variant| load_variant(players, variant)) {
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

/// A path into a position, what is put there, and what is said of it.
type Wrong = (&'static [&'static str], Value, &'static str);

#[test]
fn a_wrong_form_is_named_by_its_path() {
    let game = load(3);
    let wrong: [Wrong; 13] = [
        (&["cash"], json!({}), "cash must be a list, not an object"),
        (&["cash", "1"], json!(1.5), "cash[1] must be a whole number from 0 to 65535, not 1.5"),
        (&["cash", "1"], json!(true), "cash[1] must be a whole number from 0 to 65535, not true"),
        (&["fists"], json!([null, null]), "fists must have 3 entries for the players, not 2"),
        (&["fists", "1"], json!([]), "fists[1] must be an object, not a list"),
        (
            &["fists", "1"],
            json!({"colour": "red", "amount": 10_000}),
            "fists[1].amount must be a whole number from 0 to 9999, not 10000",
        ),
        (&["industries"], json!({"Ayr": {"red": 1}}), "industries: there is no town 'Ayr'"),
        (&["industries"], json!({"Leeds": {"red": 0}}), "industries.Leeds.red cannot be 0: it is left out then"),
        (&["industries"], json!({"Leeds": {}}), "industries.Leeds cannot be an object: it is left out then"),
        (&["era"], json!("steam"), "era must be one of: canal, rail, not 'steam'"),
        (&["turn"], json!({"colour": "red"}), "turn: the key card is missing"),
        (&["used"], json!({}), "used cannot be an object: it does not follow from the rest"),
        (&["extra"], json!(1), "the position: there is no key 'extra'"),
    ];
    for (path, value, sentence) in wrong {
        let mut position = game.to_json(&scene(3).state(&game));
        let place = path.iter().fold(&mut position, |place, key| match key.parse::<usize>() {
            Ok(index) => &mut place[index],
            Err(_) => &mut place[*key],
        });
        *place = value;
        let error = game.state_from_json(&position).expect_err(sentence);
        assert_eq!((error.kind, error.code, error.message.as_str()), (Kind::InvalidState, "invalid_state", sentence));
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
        Actor::Chance => {
            let mut outcomes = OutcomeList::new();
            game.chance_outcomes(s, &mut outcomes);
            assert!(!outcomes.is_empty());
        }
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

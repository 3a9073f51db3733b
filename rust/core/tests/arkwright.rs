//! Arkwright: what only the engine can show. Its rules are tested in `tests/rules/arkwright`, together with the
//! reference's.

use lineshaft_core::View;
use lineshaft_core::bots;
use lineshaft_core::channels::Encoder;
use lineshaft_core::error::Error;
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::arkwright::{Arkwright, State};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use lineshaft_core::selfplay::{Plan, selfplay};
use lineshaft_core::setup::OwnData;
use serde_json::Value;

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

/// Any bytes give a position that can be played on, or an error; returns how many positions were let in.
fn damage(game: &Arkwright, rng: &mut Rng) -> usize {
    let (mut state, mut let_in) = (game.initial_state(), 0);
    while game.actor(&state) != Actor::Over {
        let bytes = game.to_bytes(&state);
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(3) {
                let place = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                damaged[place] = [rng.below(256) as u8, rng.below(5) as u8, damaged[place] ^ 1][rng.below(3) as usize];
            }
            if let Ok(odd) = game.state_from_bytes(&damaged) {
                let_in += 1;
                assert_eq!(game.to_bytes(&odd), damaged);
                play_on(game, odd, rng);
            }
        }
        let step = match game.actor(&state) {
            Actor::Player(_) => u32::from(game.draw_action(&state, rng)),
            _ => game.draw_outcome(&state, rng),
        };
        game.apply_legal(&mut state, step);
    }
    let_in
}

fn play_on(game: &Arkwright, mut odd: State, rng: &mut Rng) {
    for _ in 0..30 {
        match game.actor(&odd) {
            Actor::Over => break,
            Actor::Player(_) => {
                let action = game.draw_action(&odd, rng);
                game.apply_decision(&mut odd, action);
            }
            _ => {
                let outcome = game.draw_outcome(&odd, rng);
                game.apply_outcome(&mut odd, outcome);
            }
        }
    }
    game.view_json(&odd, Some(0));
    game.scores(&odd);
}

#[test]
fn damaged_bytes_are_refused_or_playable() {
    let mut rng = Rng::new(11, 0);
    let rules = [on("expert_setup"), on("expert_actions"), on("events"), on("shipping_optional")];
    let let_in = damage(&load(3, "standard", &rules), &mut rng);
    assert!(let_in > 100, "{let_in} of the damaged positions were consistent");
    for seed in 0..DAMAGED_FILES {
        let game = load_with(2, "standard", &rules, Some(&random_file(seed))).expect("data within the bounds");
        damage(&game, &mut rng);
    }
}

/// Data files of which positions are damaged.
const DAMAGED_FILES: u64 = 12;

// --- what a data file may say --------------------------------------------------------------------------------------------

#[test]
fn numbers_that_do_not_fit_together_are_refused() {
    let shipped = Arkwright::declaration().data;
    for (old, new, sentence) in [
        ("format = 2", "format = 1", "format must be 2, not 1"),
        (
            "ship_tokens = 9 ",
            "ship_tokens = 8 ",
            "[ships]: penalty must have 9 entries, one for each number of ship tokens from 0, not 10",
        ),
        ("arrows = [3, 5", "arrows = [5, 5", "[appeal]: arrows must rise"),
        (
            "demand = [1, 2, 3, 4]",
            "demand = [1, 2, 3]",
            "[setups] row 4: demand must have 4 entries, one for each good, not 3",
        ),
        ("seat = 1, first = \"Food\"", "seat = 1, first = \"Cutlery\"", "[seats] row 1: first and second must differ"),
        (
            "by_decade = [\"AA\", \"BA\", \"BB\"]",
            "by_decade = [\"AA\", \"BA\"]",
            "[crew_flips]: by_decade must have 3 entries, one for each decade, not 2",
        ),
        (
            "\"BA\", \"BB\"",
            "\"BC\", \"BB\"",
            "[crew_flips]: by_decade entry 2 must be 1 to 3 letters A or B, not \"BC\"",
        ),
        (
            "\"BA\", \"BB\"",
            "\"B\", \"BB\"",
            "[crew_flips]: by_decade entry 2 must have 2 letters, one for each worker card, not 1",
        ),
        ("\"BA\", \"BB\"", "\"BA\", \"AB\"", "[crew_flips]: card 1 must not shrink in decade 3"),
        (
            "gates = [1, 1, 2, 3]",
            "gates = [1, 1, 2]",
            "[tracks]: automation must have at most 4 entries, one more than gates, not 5",
        ),
        ("[2, 1], [2, 2]]", "[2, 1], [2]]", "[tracks]: warehouse level 4 must not shrink"),
        ("office = [1, 2, 3, 4]", "office = [1, 2, 3, 2]", "[tracks]: office level 3 must not shrink"),
        ("{ number = 2, name = \"Steward\"", "{ number = 1, name = \"Steward\"", "[cards] row 2: number must rise"),
        ("engineer_value = 1", "engineer_value = 3", "[card_effects]: the Engineer leaves no room for Quality 4"),
        ("{ number = 3, name = \"Slump\"", "{ number = 2, name = \"Slump\"", "[events] row 3: number must rise"),
        ("from = 280", "from = 200", "[solo] row 3: from must rise"),
        (
            "number = 3, name = \"Sales Agent\", decade = 1",
            "number = 3, name = \"Sales Agent\", decade = 0",
            "[cards] row 3 (Sales Agent): decade must be 1 to 9, not 0",
        ),
        ("takers = [1, 1, 2, 2]", "takers = [1, 1, 1, 2]", "[expert]: takers entry 3 must be 2 to 3, not 1"),
        ("first_distribution = 2", "first_distribution = 5", "[start]: first_distribution must be 0 to 4, not 5"),
    ] {
        assert!(shipped.contains(old), "{old}");
        let error = load_with(2, "standard", &[], Some(&shipped.replacen(old, new, 1))).err().expect(sentence);
        assert!(error.message.contains(sentence), "{error}, not {sentence}");
    }
}

#[test]
fn tiles_are_counted_by_goods_and_decades() {
    let shipped = Arkwright::declaration().data;
    let last =
        "    { good = \"Lamps\", decade = 3, price = 7, appeal = 10, output = 2, fixed_cost = 19, export = 7 },\n";
    let error = load_with(2, "standard", &[], Some(&shipped.replacen(last, "", 1))).err().expect("a tile is missing");
    let sentence = "[tiles] must have 12 rows, one for each good and decade, not 11";
    assert!(error.message.contains(sentence), "{error}");
}

// --- other data files ------------------------------------------------------------------------------------------------

/// A data file drawn at random: every count and number may lie anywhere within its bounds, often at their ends.
struct Draft {
    rng: Rng,
    lines: Vec<String>,
}

impl Draft {
    /// A number from `low` to `high`: one of the ends, near the low one, or any.
    fn number(&mut self, low: i64, high: i64) -> i64 {
        let span = (high - low) as u64;
        match self.rng.below(5) {
            0 => low,
            1 => high,
            2 | 3 => low + self.rng.below(span.min(6) + 1) as i64,
            _ => low + self.rng.below(span + 1) as i64,
        }
    }

    fn table(&mut self, name: &str) {
        self.lines.push(format!("[{name}]\nsource = \"invented\""));
    }

    fn put(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    /// A line `key = number`, and the number.
    fn key(&mut self, key: &str, low: i64, high: i64) -> i64 {
        let number = self.number(low, high);
        self.put(key, number);
        number
    }

    fn keys(&mut self, bounds: &[(&str, i64, i64)]) {
        for (key, low, high) in bounds {
            self.key(key, *low, *high);
        }
    }

    fn numbers(&mut self, count: i64, low: i64, high: i64) -> Vec<i64> {
        (0..count).map(|_| self.number(low, high)).collect()
    }

    /// Some of the numbers from 1 to `most`, at least one, ascending.
    fn some_of(&mut self, most: i64) -> Vec<i64> {
        let skipped = self.rng.below(4);
        let mut some: Vec<i64> = (1..=most).filter(|_| self.rng.below(4) >= skipped).collect();
        if some.is_empty() {
            some.push(self.number(1, most));
        }
        some
    }
}

fn names(kind: &str, count: i64) -> String {
    let names: Vec<String> = (1..=count).map(|i| format!("\"{kind} {}\"", (b'A' + i as u8) as char)).collect();
    format!("[{}]", names.join(", "))
}

#[expect(clippy::too_many_lines, reason = "a line a number")]
fn random_file(seed: u64) -> String {
    let mut d = Draft { rng: Rng::new(seed, 77), lines: vec!["format = 2".to_owned()] };
    d.table("game");
    let decades = d.key("decades", 1, 4);
    d.key("rounds_per_decade", 1, 12);
    d.table("goods");
    let goods = d.number(2, 6);
    d.put("names", names("Good", goods));
    d.table("limits");
    d.key("loans", 0, 20);
    let tokens = d.key("ship_tokens", 0, 20);
    let crew = d.key("worker_cards", 1, 3);
    let quality_cards = d.key("quality_cards", 0, 12);
    let distribution_cards = d.key("distribution_cards", 0, 12);
    let cap = d.key("quality_cap", 0, 20);
    let engineer_cap = d.key("engineer_quality_cap", cap, 20);
    let distribution_cap = d.key("distribution_cap", 0, 12);
    d.table("rules");
    let positions = d.key("token_positions", 1, 9);
    d.keys(&[("machine_upkeep", 0, 99), ("emergency_divisor", 1, 99)]);
    let sales = d.key("qualify_sales", 0, 99);
    d.keys(&[("qualify_steps", 0, 99), ("appeal_steps", 0, 99), ("distribution_loss", 0, 12), ("demand_drop", 0, 99)]);
    d.keys(&[("wage_rise", 0, 99), ("neutral_climb", 0, 99), ("loan_shares", 0, 9)]);
    d.table("shares");
    let shares = d.key("start", 0, 100);
    let value = d.key("start_value", 1, 250);
    d.keys(&[("value_cap", value, 250), ("holding_cap", shares, 100)]);
    d.table("office");
    d.key("value", 0, 20);
    d.table("quality");
    let per_card = d.key("per_card", 1, 20);
    d.key("price_divisor", 1, 20);
    d.table("ships");
    d.key("owned", 0, 20);
    let penalty = d.numbers(tokens + 1, 0, 250);
    d.put("penalty", format!("{penalty:?}"));
    d.table("appeal");
    let top = d.key("top", 1, 99);
    let arrows = d.some_of(top.min(40));
    d.put("arrows", format!("{arrows:?}"));
    d.table("demand");
    let (low, high) = (d.key("low", -99, 0), d.key("high", 1, 99));
    d.table("setups");
    d.lines.push("rows = [".to_owned());
    for players in 1..=4 {
        let (demand, neutral, copies) = (d.numbers(goods, low, high), d.number(-1, top), d.number(0, 9));
        let spaces = d.number(1, 40);
        let wages = d.numbers(spaces, 0, 99);
        d.lines.push(format!(
            "{{ players = {players}, side = \"A\", demand = {demand:?}, neutral = {neutral}, copies = {copies}, wages = {wages:?} }},"
        ));
    }
    d.lines.push("]".to_owned());
    d.table("seats");
    d.lines.push("rows = [".to_owned());
    for (players, seat) in (1..=4).flat_map(|players| (1..=players).map(move |seat| (players, seat))) {
        let first = d.rng.below(goods as u64) as u8;
        let second = (first + 1 + d.rng.below(goods as u64 - 1) as u8) % goods as u8;
        let [first, second] = [first, second].map(|good| (b'B' + good) as char);
        let cash = d.number(0, 999);
        d.lines.push(format!(
            "{{ players = {players}, seat = {seat}, first = \"Good {first}\", second = \"Good {second}\", cash = {cash} }},"
        ));
    }
    d.lines.push("]".to_owned());
    d.table("start");
    d.keys(&[
        ("worker_cards", 0, crew),
        ("first_distribution", 0, if distribution_cards == 0 { 0 } else { distribution_cap }),
        ("second_quality", 0, cap.min(per_card * quality_cards)),
    ]);
    d.table("tiles");
    d.lines.push("rows = [".to_owned());
    for (good, decade) in (0..goods).flat_map(|good| (1..=decades).map(move |decade| (good, decade))) {
        let good = (b'B' + good as u8) as char;
        let (price, appeal, output) = (d.number(0, 99), d.number(positions - 1, 99), d.number(0, 50));
        let (cost, export) = (d.number(0, 250), d.number(0, 99));
        d.lines.push(format!(
            "{{ good = \"Good {good}\", decade = {decade}, price = {price}, appeal = {appeal}, output = {output}, \
             fixed_cost = {cost}, export = {export} }},"
        ));
    }
    d.lines.push("]".to_owned());
    d.table("crew_sides");
    let a_units = d.key("a_units", 1, 4);
    d.key("a_output", 0, 50);
    d.keys(&[("b_units", a_units, 4), ("b_output", 0, 50)]);
    d.table("crew_flips");
    let turned: Vec<u64> = (0..crew).map(|_| d.rng.below(decades as u64 + 1)).collect();
    let flips: Vec<String> = (0..decades as u64)
        .map(|decade| turned.iter().map(|from| if decade >= *from { 'B' } else { 'A' }).collect())
        .collect();
    d.put("by_decade", format!("{flips:?}"));
    d.table("tracks");
    d.put("names", names("Track", 6));
    let gate_count = d.number(0, 8);
    let gates = d.numbers(gate_count, 1, 9);
    d.put("gates", format!("{gates:?}"));
    for (track, low, high) in
        [("automation", 0, 30), ("quality", 0, 30), ("distribution", 0, 30), ("shipping", 1, 99), ("office", 0, 12)]
    {
        let levels = d.number(1, gate_count + 1);
        let mut values = d.numbers(levels, low, high);
        if track == "office" {
            values.sort_unstable();
        }
        d.put(track, format!("{values:?}"));
    }
    let levels = d.number(1, gate_count + 1);
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 1..levels {
        let mut next = sizes[sizes.len() - 1].clone();
        next.iter_mut().for_each(|size| *size = (*size + d.number(0, 30)).min(99));
        if next.len() < 4 && d.rng.below(2) == 0 {
            next.push(d.number(1, 99));
        }
        sizes.push(next);
    }
    d.put("warehouse", format!("{sizes:?}"));
    d.table("cards");
    let cards: Vec<String> = d
        .some_of(12)
        .into_iter()
        .map(|card| {
            format!("{{ number = {card}, name = \"Card {card}\", decade = {} }}", d.number(1, 9).min(decades + 1))
        })
        .collect();
    d.put("rows", format!("[{}]", cards.join(", ")));
    d.table("card_effects");
    d.keys(&[("foreman_wage_cut", 0, 99), ("foreman_least_wage", 0, 99), ("steward_cost_cut", 0, 250)]);
    d.keys(&[("agent_keeps", 0, 12), ("craftsman_cards", 0, 12), ("craftsman_points", 0, 30)]);
    d.keys(&[("advertiser_cards", 0, 12), ("advertiser_points", 0, 30), ("patent_decades", 0, 9)]);
    d.keys(&[("patent_steps", 1, 9), ("large_warehouse_size", 1, 99), ("shipyard_ships", 0, 20)]);
    d.keys(&[("shipyard_capacity", 0, 99), ("merchant_income", 0, 99), ("merchant_tokens", 0, 20)]);
    d.keys(&[("mechanic_upkeep", 0, 99), ("entrepreneur_sales", 0, sales), ("engineer_value", 0, engineer_cap - cap)]);
    d.keys(&[("engineer_turned", 0, engineer_cap), ("engineer_cost", 0, 9)]);
    d.table("expert");
    let takers: Vec<i64> = (1..=4).map(|players| d.number((2 * players + goods - 1) / goods, players)).collect();
    d.put("takers", format!("{takers:?}"));
    let cash = d.numbers(4, 0, 999);
    d.put("cash", format!("{cash:?}"));
    d.keys(&[("worker_cards", 0, crew), ("points", 0, 20), ("point_quality", 1, 20), ("point_distribution", 1, 12)]);
    d.keys(&[("point_cash", 0, 999), ("point_level", 0, 8)]);
    d.table("events");
    let events: Vec<String> = d
        .some_of(8)
        .into_iter()
        .map(|event| format!("{{ number = {event}, name = \"Event {event}\", amount = {} }}", d.number(0, 99)))
        .collect();
    d.put("rows", format!("[{}]", events.join(", ")));
    d.table("solo");
    d.put("rows", "[{ from = 0, title = \"spinner\" }, { from = 99999, title = \"Arkwright\" }]");
    d.lines.join("\n")
}

/// A game at random, or by greedy players; each position holds, has its forms, and explains what is not legal.
fn play_by(game: &Arkwright, seed: u64, bot: &str) {
    let mut rng = Rng::new(seed, 5);
    let mut players: Vec<_> = (0..game.setup().players).map(|_| bots::make::<Arkwright>(bot).expect("a bot")).collect();
    let (mut state, mut decisions, mut shown) = (game.initial_state(), 0, 0);
    while game.actor(&state) != Actor::Over {
        assert_eq!(game.check_invariants(&state), Ok(()));
        let mut legal = ActionList::new();
        game.legal_actions(&state, &mut legal);
        if rng.below(8) == 0 {
            assert_eq!(game.state_from_bytes(&game.to_bytes(&state)).as_ref(), Ok(&state));
            assert_eq!(game.state_from_json(&game.to_json(&state)).as_ref(), Ok(&state));
            let tables = game.tables();
            let mut values = vec![f32::NAN; tables.observation_size()];
            game.observe(&state, Some(0), &mut Encoder::new(&tables.channels, &mut values[..]));
            assert!(values.iter().all(|value| value.is_finite()));
            if let Actor::Player(_) = game.actor(&state) {
                for action in 0..tables.actions.len() as u16 {
                    let why = game.explain(&state, i64::from(action));
                    let text = &tables.actions[usize::from(action)];
                    assert_eq!(why.is_none(), legal.contains(&action), "{text}: {why:?}");
                }
            }
        }
        let step = if let Actor::Player(player) = game.actor(&state) {
            decisions += 1;
            assert!(!legal.is_empty(), "{}: nothing can be chosen", game.phase_name(&state));
            let mut copy = rng.clone();
            let drawn = game.draw_action(&state, &mut copy);
            assert_eq!(drawn, rng.clone().pick(&legal));
            let view = View::new(game, &state, Some(player));
            u32::from(players[player].choose(&view, &legal, &mut rng, &mut || true))
        } else {
            shown += 1;
            game.draw_outcome(&state, &mut rng)
        };
        game.apply_legal(&mut state, step);
    }
    assert_eq!(game.check_invariants(&state), Ok(()));
    let parts = game.score_parts(&state);
    let sums: Vec<i32> = parts.iter().map(|parts| parts.iter().map(|part| part.points).sum()).collect();
    assert_eq!(game.scores(&state).to_vec(), sums);
    assert!(decisions <= game.tables().max_game_length, "{decisions} decisions");
    assert!(shown <= game.tables().max_chance_nodes, "{shown} events");
}

#[test]
fn any_data_file_within_the_bounds_can_be_played() {
    for seed in 0..FILES {
        let text = random_file(seed);
        let players = 1 + seed as usize % 4;
        let mut rng = Rng::new(seed, 78);
        let switches = ["expert_setup", "expert_actions", "events", "shipping_optional", "neutral_blocks_bonus"];
        let mut rules: Vec<_> = switches.into_iter().filter(|_| rng.below(2) == 0).map(on).collect();
        if rng.below(2) == 0 {
            rules.push(("neutral_step", Given::Text("every_round".to_owned())));
        }
        let variant = if players == 1 { "solo" } else { "standard" };
        let game = load_with(players, variant, &rules, Some(&text)).unwrap_or_else(|error| panic!("{seed}: {error}"));
        eprintln!("file {seed}, {players} players, {rules:?}");
        play_by(&game, seed, "random");
        play_by(&game, seed + 1, "random");
        if seed % 8 < 2 {
            play_by(&game, seed, "greedy");
        }
    }
}

/// Data files that are drawn.
const FILES: u64 = 40;

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

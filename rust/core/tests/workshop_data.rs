//! Workshop of the World with other data, and that the shipped data plays as it always did.

use lineshaft_core::View;
use lineshaft_core::bots::Greedy;
use lineshaft_core::error::Error;
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::workshop::{State, Workshop};
use lineshaft_core::rng::Rng;
use std::fmt::Write;

fn load(choices: Choices) -> Result<Workshop, Error> {
    Workshop::load(Setup::new(Workshop::declaration(), choices)?)
}

fn load_text(text: &str, players: usize, variant: &str) -> Result<Workshop, Error> {
    load(Choices {
        players: Some(players),
        variant: Some(variant.to_owned()),
        data: Some(text.to_owned().into()),
        ..Choices::default()
    })
}

fn shipped() -> &'static str {
    Workshop::declaration().data
}

/// The shipped text with a key's first value after a place changed.
fn changed(text: &str, place: &str, key: &str, value: impl std::fmt::Display) -> String {
    let table = text.find(place).unwrap_or_else(|| panic!("there is no {place}"));
    let at = table + text[table..].find(&format!("\n{key} = ")).unwrap_or_else(|| panic!("{place} has no {key}")) + 1;
    let end = at + text[at..].find('\n').expect("a line ends");
    format!("{}{key} = {value}{}", &text[..at], &text[end..])
}

fn refusal(text: &str) -> Option<String> {
    load_text(text, 3, "standard").err().map(|error| error.message)
}

fn legal(game: &Workshop, s: &State) -> ActionList {
    let mut list = ActionList::new();
    game.legal_actions(s, &mut list);
    list
}

fn advice(game: &Workshop, s: &State, player: usize) -> u16 {
    Workshop::advise(&View::new(game, s, Some(player)), &legal(game, s), &mut Rng::new(0, 1))
}

// --- other data ----------------------------------------------------------------------------------------------------------

/// Plays a game; at each decision what is listed is what is accepted, and some positions are written and read back.
fn play(game: &Workshop, rng: &mut Rng, greedy: bool, label: &str) {
    let mut s = game.initial_state();
    let (mut decisions, mut draws) = (0, 0);
    loop {
        if rng.below(8) == 0 {
            look_at(game, &s, label);
        }
        let id = match game.actor(&s) {
            Actor::Over => break,
            Actor::Player(player) => {
                decisions += 1;
                let list = legal(game, &s);
                assert!(!list.is_empty(), "{label}: nothing is legal in {}", game.phase_name(&s));
                assert!(!is_bidding(game, &s) || payable(game, &s, player) <= top_bid(game), "{label}: a bid too few");
                if greedy { u32::from(advice(game, &s, player)) } else { u32::from(rng.pick(&list)) }
            }
            _ => {
                draws += 1;
                game.draw_outcome(&s, rng)
            }
        };
        game.apply(&mut s, id.into()).unwrap_or_else(|error| panic!("{label}: {error}"));
    }
    let tables = game.tables();
    assert!(decisions <= tables.max_game_length && draws <= tables.max_chance_nodes, "{label}: {decisions}, {draws}");
}

fn is_bidding(game: &Workshop, s: &State) -> bool {
    ["bid", "close", "fist_amount"].contains(&game.phase_name(s))
}

fn payable(game: &Workshop, s: &State, player: usize) -> u16 {
    View::new(game, s, None).payable(player)
}

fn top_bid(game: &Workshop) -> u16 {
    let text = game.tables().actions.last().and_then(|text| text.strip_prefix("bid "));
    text.and_then(|bid| bid.parse().ok()).expect("the last action is a bid")
}

fn look_at(game: &Workshop, s: &State, label: &str) {
    let label = format!("{label} in {}", game.phase_name(s));
    assert_eq!(game.check_invariants(s), Ok(()), "{label}");
    assert_eq!(game.state_from_bytes(&game.to_bytes(s)).as_ref(), Ok(s), "{label}");
    assert_eq!(game.state_from_json(&game.to_json(s)).as_ref(), Ok(s), "{label}");
    let mut rng = Rng::new(1, 1);
    assert_eq!(game.check_invariants(&game.resample(s, 0, &mut rng)), Ok(()), "{label}");
    if let Actor::Player(_) = game.actor(s) {
        let list = legal(game, s);
        for id in 0..game.tables().actions.len() as u16 {
            let why = game.why_not(s, id);
            assert_eq!(
                why.is_none(),
                list.contains(&id),
                "{label}, {}: {why:?}",
                game.tables().actions[usize::from(id)]
            );
        }
    }
}

/// Each cross-check of the page, in its order.
#[test]
fn what_does_not_fit_together_is_named() {
    let number = |place, key, value: i64| changed(shipped(), place, key, value);
    let text = |place, key, value| changed(shipped(), place, key, format!("\"{value}\""));
    let in_row = |place: &str, row: usize, key, value: i64| {
        let at = shipped().match_indices(place).nth(row - 1).expect("so many rows").0;
        format!("{}{}", &shipped()[..at], changed(&shipped()[at..], place, key, value))
    };
    let crossing = |first: &str, second: &str| {
        let rows = format!("[[crossings]]\nsource = \"rulebook\"\nfirst = {first}\nsecond = {second}\n");
        format!("{}\n{rows}", shipped())
    };
    let wild = |value: u8, count: u8| {
        format!("{}\n[[wilds]]\nsource = \"invented\"\nvalue = {value}\ncount = {count}\n", shipped())
    };
    let rich = number("[demand]", "pay", 20).replace("counters = 5\n", "counters = 25\n");
    let wrong = [
        (
            in_row("[[types]]", 2, "counters", 60).replacen("counters = 5", "counters = 54", 2),
            "[types]: counters must be at most 128 in all, not 178",
        ),
        (
            in_row("[[players]]", 4, "counters", 3),
            "[players] row 4: 5 players draw 30 counters in a game, [types] has 25",
        ),
        (number("[demand]", "must_place", 3), "[players] row 1: each player must place 6 counters and draws 4"),
        (in_row("[[towns]]", 4, "cards", 0), "[towns] row 4 (Newcastle): a set-up town needs a card"),
        (text("[[connections]]", "b", "Glasgow"), "[connections] row 1: a town is not connected with itself"),
        (
            text("[[connections]]", "b", "Carlisle"),
            "[connections] row 2: Glasgow and Carlisle are connected twice (first in row 1)",
        ),
        (
            crossing(r#"["York", "Dover"]"#, r#"["Leeds", "Hull"]"#),
            "[crossings] row 2: York - Dover is not a connection",
        ),
        (
            crossing(r#"["Hull", "Leeds"]"#, r#"["York", "Hull"]"#),
            "[crossings] row 2: the two connections share a town",
        ),
        (wild(4, 0), "[wilds] row 4: value 4 stands twice (first in row 3)"),
        (wild(5, 1), "[wilds] row 4: no town has value 5"),
        (
            shipped().replace("cards = 1\n", "cards = 4\n"),
            "[towns]: cards must be at most 128 in all with the wild ones, not 129",
        ),
        (number("[[players]]", "set_aside", 12), "[towns]: 39 cards less 12 set aside are no whole rounds of 4"),
        (
            number("[[players]]", "set_aside", 35),
            "[towns]: 6 set-up cards are more than the 4 cards of the deck of 2 players",
        ),
        (
            changed(&rich, "[[players]]", "counters", 20),
            "[players] row 1: 2 players could bid up to 7252, more than 4000",
        ),
        (rich, "[players] row 1: 2 players could have 5646 pounds for each round, more than 0"),
    ];
    for (text, sentence) in wrong {
        assert_eq!(refusal(&text), Some(format!("workshop.toml: {sentence}")));
    }
    assert_eq!(refusal(&wild(5, 0)), None, "no card, no town needed");
}

/// Plays a file with all numbers of players, by chance and greedily.
fn play_all(text: &str, rng: &mut Rng, label: &str) {
    for players in 2..=5 {
        for variant in ["standard", "first-edition"] {
            let label = format!("{label}, {players} in {variant}");
            let game = load_text(text, players, variant).unwrap_or_else(|error| panic!("{label}: {error}\n{text}"));
            play(&game, rng, false, &label);
            play(&game, rng, true, &label);
        }
    }
}

#[test]
fn one_number_at_its_ends_is_played_or_refused() {
    let ends: [(&str, &str, &[i64]); 16] = [
        ("[pieces]", "industries_per_colour", &[3, 4, 100]),
        ("[pieces]", "links_per_colour", &[0, 1, 2, 200]),
        ("[[players]]", "start_cash", &[0, 1000]),
        ("[[players]]", "counters", &[0, 1, 2, 3]),
        ("[money]", "minimum_bid", &[0, 2, 100]),
        ("[money]", "revenue_for_pound", &[1, 3, 20]),
        ("[demand]", "must_place", &[0, 2]),
        ("[demand]", "may_place", &[0, 2, 20]),
        ("[demand]", "pay", &[0, 2, 5]),
        ("[links]", "canal_cost", &[0, 50]),
        ("[links]", "rail_cost", &[0, 50]),
        ("[links]", "in_turn", &[0, 1]),
        ("[links]", "largest_network", &[0, 5]),
        ("[links]", "other_networks", &[0, 5]),
        ("[[types]]", "value", &[1, 9]),
        ("[[types]]", "counters", &[0, 60]),
    ];
    let mut rng = Rng::new(3, 3);
    for (place, key, values) in ends {
        for value in values {
            let text = changed(shipped(), place, key, value);
            match load_text(&text, 3, "standard") {
                Ok(_) => play_all(&text, &mut rng, &format!("{place} {key} = {value}")),
                Err(error) => assert!(error.message.starts_with("workshop.toml: ["), "{error}"),
            }
        }
    }
}

/// A file that says anything within the bounds; some are refused by the cross-checks.
fn any_file(rng: &mut Rng) -> String {
    let mut text = "format = 2\ngame = \"workshop\"\n".to_owned();
    let towns = [2, 3, 8, 20, 30, 48][rng.below(6) as usize];
    let types = 2 + rng.below(7).min(towns - 1);
    let wilds = rng.below(9);
    let values: Vec<u64> = (0..types).map(|_| 1 + rng.below(9)).collect();
    let cards: Vec<u64> = (0..towns).map(|_| rng.below(if towns > 20 { 4 } else { 8 })).collect();
    let first = rng.below(9);
    let wild_values: Vec<u64> = (0..9).map(|i| 1 + (first + i) % 9).collect();
    let counts: Vec<u64> =
        (0..wilds as usize).map(|i| if values.contains(&wild_values[i]) { rng.below(5) } else { 0 }).collect();
    let all = cards.iter().chain(&counts).sum::<u64>();
    let setups: Vec<bool> = cards.iter().map(|cards| *cards > 0 && rng.below(4) == 0).collect();
    let small = |rng: &mut Rng, most: u64| rng.below(most + 1).min(rng.below(most + 1));
    let number = |text: &mut String, key: &str, value: u64| writeln!(text, "{key} = {value}").expect("a string");
    let source = "source = \"invented\"\n";
    write!(text, "crossings = []\n{}", if wilds == 0 { "wilds = []\n" } else { "" }).expect("a string");
    write!(text, "[board]\n{source}width = 9\nheight = 9\n[pieces]\n{source}").expect("a string");
    number(&mut text, "industries_per_colour", 3 + small(rng, 30));
    number(&mut text, "links_per_colour", small(rng, 40));
    let must = small(rng, 3);
    for (players, colours) in [(2, 4), (3, 3), (4, 4), (5, 5)] {
        let rounds = if all < colours { 0 } else { 1 + rng.below(all / colours) };
        write!(text, "[[players]]\n{source}number = {players}\n").expect("a string");
        number(&mut text, "start_cash", small(rng, 300));
        number(&mut text, "set_aside", all.saturating_sub(rounds * colours));
        number(&mut text, "counters", must * colours / players + small(rng, 3));
    }
    write!(text, "[money]\n{source}").expect("a string");
    number(&mut text, "minimum_bid", small(rng, 20));
    number(&mut text, "revenue_for_pound", 1 + small(rng, 19));
    write!(text, "[demand]\n{source}").expect("a string");
    number(&mut text, "must_place", must);
    number(&mut text, "may_place", small(rng, 20));
    number(&mut text, "pay", small(rng, 6));
    write!(text, "[links]\n{source}").expect("a string");
    number(&mut text, "canal_cost", small(rng, 12));
    number(&mut text, "rail_cost", small(rng, 12));
    number(&mut text, "in_turn", rng.below(3));
    number(&mut text, "largest_network", small(rng, 6));
    number(&mut text, "other_networks", small(rng, 6));
    for colour in 0..5 + rng.below(2) {
        write!(text, "[[colours]]\n{source}name = \"colour {colour}\"\n").expect("a string");
    }
    for (kind, value) in values.iter().enumerate() {
        write!(text, "[[types]]\n{source}name = \"type {kind}\"\nvalue = {value}\n").expect("a string");
        number(&mut text, "counters", (128 / types).min(60));
    }
    for (town, cards) in cards.iter().enumerate() {
        let kind = town as u64 % types;
        write!(text, "[[towns]]\n{source}name = \"town {town}\"\ntype = \"type {kind}\"\nx = 0\ny = 0\n")
            .expect("a string");
        number(&mut text, "cards", *cards);
        writeln!(text, "setup = {}", setups[town]).expect("a string");
    }
    let mut ends: Vec<(u64, u64)> = (1..towns).map(|town| (rng.below(town), town)).collect();
    for _ in 0..rng.below(49) {
        let (a, b) = (rng.below(towns), rng.below(towns));
        if a < b && !ends.contains(&(a, b)) {
            ends.push((a, b));
        }
    }
    for (a, b) in ends {
        write!(text, "[[connections]]\n{source}a = \"town {a}\"\nb = \"town {b}\"\n").expect("a string");
        number(&mut text, "links", 1 + rng.below(2));
    }
    for (value, count) in wild_values.iter().zip(&counts) {
        write!(text, "[[wilds]]\n{source}value = {value}\ncount = {count}\n").expect("a string");
    }
    text
}

#[test]
fn any_valid_file_is_played_to_the_end() {
    let files: u64 = std::env::var("LINESHAFT_FILES").ok().and_then(|files| files.parse().ok()).unwrap_or(40);
    let mut rng = Rng::new(4, 4);
    let mut played = 0;
    for number in 0..files {
        let text = any_file(&mut rng);
        if load_text(&text, 3, "standard").is_ok() {
            played += 1;
            play_all(&text, &mut rng, &format!("file {number}"));
        }
    }
    assert!(played * 3 > files, "{played} of {files} files were played");
}

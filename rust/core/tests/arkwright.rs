//! Arkwright: the worked decade, each rule and ruling with its numbers, each "may not", each card, each end, each option.

use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, OutcomeList, Setup};
use lineshaft_core::games::arkwright::{Arkwright, State};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use lineshaft_core::selfplay::{Plan, selfplay};
use serde_json::{Value, json};

const GOODS: [&str; 4] = ["Food", "Clothes", "Cutlery", "Lamps"];
const LATER_CARDS: [&str; 6] = ["Steward", "Large Warehouse", "Shipyard", "Merchant", "Mechanic", "Entrepreneur"];

// --- setting positions up ------------------------------------------------------------------------------------------------

fn try_load(players: usize, variant: &str, rules: &[(&str, Given)], data: Option<String>) -> Result<Arkwright, Error> {
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let choices =
        Choices { players: Some(players), variant: Some(variant.to_owned()), rules, data, ..Choices::default() };
    Arkwright::load(Setup::new(Arkwright::declaration(), choices)?)
}

fn on(name: &str) -> (&str, Given) {
    (name, Given::Bool(true))
}

/// A game on the table.
struct Table {
    game: Arkwright,
    state: State,
}

impl Table {
    fn new(players: usize, variant: &str, rules: &[(&str, Given)]) -> Self {
        let game = try_load(players, variant, rules, None).expect("declared choices");
        let state = game.initial_state();
        Self { game, state }
    }

    /// The start of a round, the start player to act, with the numbers of the set-up.
    fn at(players: usize, round: usize, rules: &[(&str, Given)]) -> Self {
        let variant = if players == 1 { "solo" } else { "standard" };
        let mut table = Self::new(players, variant, rules);
        table.edit(|p| {
            p["round"] = round.into();
            let copies = [1, 1, 2, 3][players - 1];
            for card in LATER_CARDS.iter().filter(|_| round > 4) {
                p["supply"][*card] = copies.into();
            }
        });
        table
    }

    /// Changes the position by its JSON form; it must stay consistent.
    fn edit(&mut self, change: impl FnOnce(&mut Value)) -> &mut Self {
        let mut position = self.game.to_json(&self.state);
        change(&mut position);
        self.state = self.game.state_from_json(&position).unwrap_or_else(|error| panic!("{error}: {position}"));
        self
    }

    /// Changes one entry, `/seats/0/cash` for instance.
    fn set(&mut self, pointer: &str, value: impl Into<Value>) -> &mut Self {
        self.edit(|p| put(p, pointer, value.into()))
    }

    /// A factory with an old tile and two worker cards.
    fn factory(&mut self, seat: usize, good: &str, decade: u8, cards: u8) -> &mut Self {
        self.edit(|p| {
            p["seats"][seat]["factories"][good] = json!({"decade": decade, "worker_cards": cards, "machines": [0, 0],
                "quality": 0, "distribution": 0, "appeal": 0});
        })
    }

    /// A Development card from the supply, and an Office that allows it.
    fn hold(&mut self, seat: usize, card: &str) -> &mut Self {
        self.edit(|p| {
            let left = p["supply"][card].as_i64().unwrap_or(0) - 1;
            assert!(left >= 0, "there is no {card}");
            if left == 0 {
                p["supply"].as_object_mut().expect("a map").remove(card);
            } else {
                p["supply"][card] = left.into();
            }
            let cards = p["seats"][seat]["cards"].as_array_mut().expect("a list");
            cards.push(card.into());
            let office = cards.len() - 1;
            if office > 0 {
                p["seats"][seat]["levels"]["Office"] = office.into();
            }
            if card == "Engineer" {
                let first = p["seats"][seat]["factories"].as_object().and_then(|all| all.keys().next().cloned());
                p["seats"][seat]["engineer"] = first.into();
            }
        })
    }

    /// The round begins with this seat.
    fn starts(&mut self, seat: usize) -> &mut Self {
        self.edit(|p| (p["start_player"], p["current_player"]) = (seat.into(), seat.into()))
    }

    fn json(&self) -> Value {
        self.game.to_json(&self.state)
    }

    fn get(&self, pointer: &str) -> Value {
        self.json().pointer(pointer).cloned().unwrap_or_else(|| panic!("no {pointer}"))
    }

    fn number(&self, pointer: &str) -> i64 {
        self.get(pointer).as_i64().unwrap_or_else(|| panic!("{pointer} is no number"))
    }

    fn demand(&self) -> [i64; 4] {
        GOODS.map(|good| self.number(&format!("/demand/{good}")))
    }

    fn each(&self, key: &str) -> Vec<i64> {
        (0..self.game.setup().players).map(|p| self.number(&format!("/seats/{p}/{key}"))).collect()
    }

    fn phase(&self) -> &'static str {
        self.game.phase_name(&self.state)
    }

    fn player(&self) -> i32 {
        self.game.actor(&self.state).number()
    }

    fn legal(&self) -> Vec<&str> {
        let mut list = ActionList::new();
        self.game.legal_actions(&self.state, &mut list);
        list.iter().map(|id| self.game.action_text(i64::from(*id)).expect("in the table")).collect()
    }

    /// The legal texts that begin with a word, without it.
    fn legal_after(&self, word: &str) -> Vec<String> {
        let texts = self.legal();
        texts.iter().filter_map(|text| text.strip_prefix(word)).map(|rest| rest.trim().to_owned()).collect()
    }

    fn can(&self, text: &str) -> bool {
        self.legal().contains(&text)
    }

    /// Applies steps that are parted by semicolons; each must be legal.
    fn play(&mut self, steps: &str) -> &mut Self {
        for text in steps.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let id = self.game.parse_step(&self.state, text).unwrap_or_else(|error| panic!("{error}"));
            let applied = self.game.apply(&mut self.state, i64::from(id));
            applied.unwrap_or_else(|error| panic!("{text} in {}: {error}; legal: {:?}", self.phase(), self.legal()));
            self.game.check_invariants(&self.state).unwrap_or_else(|error| panic!("after {text}: {error}"));
        }
        self
    }

    /// Code, rule and sentence of why an action is not legal.
    fn why(&self, text: &str) -> (&'static str, &'static str, String) {
        let id = self.game.parse_action(text).unwrap_or_else(|error| panic!("{error}"));
        let error = self.game.why_not(&self.state, id).unwrap_or_else(|| panic!("{text} is legal"));
        assert_eq!(error.kind, Kind::IllegalAction);
        (error.code, error.rule.unwrap_or(""), error.message)
    }

    #[track_caller]
    fn refuses(&self, text: &str, code: &str, rule: &str, sentence: &str) {
        assert!(!self.can(text), "{text} is listed");
        assert_eq!(self.why(text), (unstatic(code), unstatic(rule), sentence.to_owned()), "{text}");
    }

    /// Passes until the phase and player are reached: zero shares, no loan, the lowest price, the first development.
    fn pass_to(&mut self, phase: &str, player: i32) -> &mut Self {
        for _ in 0..40 {
            if self.phase() == phase && self.player() == player {
                return self;
            }
            self.pass_once();
        }
        panic!("{phase} of player {player} does not come");
    }

    fn pass_once(&mut self) {
        let text = match self.phase() {
            "action" => "buy 0 shares".to_owned(),
            "loan" => "take 0 loans".to_owned(),
            "start" => format!("start seat {}", self.player() + 1),
            _ => self.legal()[0].to_owned(),
        };
        self.play(&text);
    }

    /// Passes on to the next round.
    fn pass_round(&mut self) -> &mut Self {
        let round = self.get("/round");
        while self.phase() != "over" && (self.get("/round") == round || self.phase() == "start") {
            self.pass_once();
        }
        self
    }
}

/// The tests compare with literals; the lifetime does not matter.
fn unstatic(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn put(position: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = position.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent}"));
    match parent {
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        _ => parent[key] = value,
    }
}

// --- the worked decade, and the page's other examples ----------------------------------------------------------------------

/// Four players, nobody ships; development steps that change nothing.
#[test]
fn the_worked_decade_move_by_move() {
    let mut t = Table::new(4, "standard", &[on("shipping_optional")]);
    assert_eq!((t.demand(), t.number("/wage_space"), t.each("cash")), ([1, 2, 3, 4], 1, vec![12, 11, 10, 15]));

    t.play("employ Food; done");
    assert_eq!((t.demand(), t.number("/wage_space")), ([0, 1, 2, 3], 2));
    t.play("price 3");
    assert_eq!((t.number("/seats/0/factories/Food/appeal"), t.demand()), (8, [3, 1, 2, 3]));
    t.play("develop Office; employ Clothes; employ Lamps; done; develop Office");
    assert_eq!((t.demand(), t.number("/wage_space")), ([2, 0, 1, 2], 3));
    t.play("distribution Food 4; done; price 3");
    assert_eq!((t.number("/seats/2/factories/Food/appeal"), t.demand()), (10, [6, 0, 1, 2]));
    t.play("develop Office; automate Clothes 1; automate Cutlery 1; done; develop Office");
    // P1 makes 4, limit 2, sells 2 × £3, pays 8 + 2 × 2; P3 makes 3, limit 4, sells 3 × £3, pays 8 + 2.
    assert_eq!((t.phase(), t.player(), t.number("/rest"), t.number("/seats/0/sold")), ("ship", 0, 2, 2));
    t.play("ship 0");
    assert_eq!((t.each("cash"), t.each("share_value")), (vec![6, 11, 9, 15], vec![11, 10, 12, 10]));

    assert_eq!((t.number("/round"), t.phase(), t.player()), (2, "action", 1));
    t.play("automate Clothes 1; automate Clothes 2; done; price 4");
    assert_eq!((t.number("/seats/1/factories/Clothes/appeal"), t.demand()), (8, [6, 3, 1, 2]));
    t.play("develop Shipping; employ Food; employ Lamps; done; develop Shipping");
    assert_eq!(t.demand(), [5, 2, 0, 1]);
    t.play("employ Clothes; employ Cutlery; done; price 4");
    assert_eq!((t.number("/seats/3/factories/Clothes/appeal"), t.demand()), (8, [4, 4, -1, 0]));
    t.play("develop Shipping; build Clothes; build Lamps; done; price 3");
    assert_eq!((t.number("/seats/0/factories/Clothes/appeal"), t.demand()), (7, [3, 6, -2, -1]));
    assert_eq!(t.number("/wage_space"), 6, "the sixth space is the second of £3");
    t.play("develop Shipping");
    // P2 makes 4, limit 2, 8 - 11; P4 makes 4, limit 2, 8 - (9 + 3 + 1); P1 makes 2, limit 1, 3 - 9.
    t.play("ship 0; ship 0; ship 0");
    assert_eq!((t.each("cash"), t.each("share_value")), (vec![0, 8, 9, 10], vec![11, 11, 12, 11]));
}

#[test]
fn the_final_score_step_by_step() {
    let mut t = Table::at(4, 12, &[]);
    t.edit(|p| {
        p["seats"][0]["factories"]["Food"]["decade"] = 3.into();
        p["seats"][0]["levels"] = json!({"Warehouse": 4});
        p["seats"][0]["warehouses"] = json!([["Food", 2], ["Food", 1], null]);
        let seat = &mut p["seats"][0];
        (seat["shares"], seat["loans"], seat["share_value"]) = (14.into(), 2.into(), 23.into());
        (seat["ship_tokens"], seat["cash"]) = (3.into(), 31.into());
    });
    assert_eq!(t.game.scores(&t.state)[0], 273, "13 shares at 21");
    assert_eq!(t.game.rank_keys(&t.state)[0][..4], [1, 273, 20, 21]);
    let mut without = Table::at(4, 12, &[("final_purchase", Given::Bool(false))]);
    without.edit(|p| *p = t.json());
    assert_eq!(without.game.scores(&without.state)[0], 12 * 21, "cash buys nothing");
}

#[test]
fn an_upgrade_flips_cards_and_keeps_machines() {
    let mut t = Table::at(4, 9, &[]);
    t.factory(0, "Food", 1, 2).set("/seats/0/factories/Food/machines", json!([1, 1]));
    t.play("upgrade Food");
    // Four labour units, two machines: two workers still to automate; no demand, no wage (R11, R12).
    assert_eq!((t.get("/seats/0/factories/Food/machines"), t.number("/wage_space")), (json!([1, 1]), 1));
    assert_eq!(t.demand(), [1, 2, 3, 4]);
    t.play("done; price 4; develop Automation").pass_to("action", 0);
    assert_eq!(t.legal_after("automate"), ["Food 1", "Food 2", "Cutlery 1"]);
}

// --- set-up ----------------------------------------------------------------------------------------------------------------

/// The number of players, the goods and the share value of each seat, the demand.
type SetUp = (usize, &'static [(&'static str, &'static str, i64)], [i64; 4]);

#[test]
fn the_fixed_set_up_by_seat() {
    let rows: [SetUp; 4] = [
        (1, &[("Food", "Cutlery", 12)], [3, 4, 5, 6]),
        (2, &[("Food", "Cutlery", 12), ("Clothes", "Lamps", 13)], [2, 3, 5, 6]),
        (3, &[("Food", "Cutlery", 11), ("Clothes", "Lamps", 16), ("Clothes", "Cutlery", 13)], [2, 3, 4, 5]),
        (
            4,
            &[("Food", "Cutlery", 12), ("Clothes", "Lamps", 11), ("Food", "Lamps", 10), ("Clothes", "Cutlery", 15)],
            [1, 2, 3, 4],
        ),
    ];
    for (players, seats, demand) in rows {
        let t = Table::at(players, 1, &[]);
        assert_eq!((t.demand(), t.phase(), t.player()), (demand, "action", 0));
        for (p, (first, second, cash)) in seats.iter().enumerate() {
            let seat = t.get(&format!("/seats/{p}"));
            assert_eq!((&seat["cash"], &seat["shares"], &seat["share_value"]), (&json!(cash), &json!(6), &json!(10)));
            assert_eq!(seat["factories"].as_object().map(serde_json::Map::len), Some(2));
            let tile = |quality: u8, distribution: u8| {
                json!({"decade": 1, "worker_cards": 1, "machines": [0, 0], "quality": quality,
                    "distribution": distribution, "appeal": 0})
            };
            assert_eq!((&seat["factories"][first], &seat["factories"][second]), (&tile(0, 2), &tile(1, 0)));
        }
        let copies = json!([1, 1, 2, 3][players - 1]);
        let names = ["Foreman", "Sales Agent", "Craftsman", "Advertiser", "Patent", "Engineer"];
        assert_eq!(
            t.get("/supply"),
            Value::Object(names.map(|name| (name.to_owned(), copies.clone())).into_iter().collect())
        );
        let neutral =
            if players < 3 { json!({"Food": 4, "Clothes": 4, "Cutlery": 4, "Lamps": 4}) } else { Value::Null };
        assert_eq!(t.get("/neutral"), neutral);
    }
}

#[test]
fn variants_take_their_numbers_of_players() {
    let message =
        |players, variant| try_load(players, variant, &[], None).err().map(|error| (error.kind, error.message));
    let invalid = |text: &str| Some((Kind::InvalidVariant, text.to_owned()));
    assert_eq!(message(1, "standard"), invalid("standard takes 2 to 4 players, not 1"));
    assert_eq!(message(1, "expert"), invalid("expert takes 2 to 4 players, not 1"));
    assert_eq!(message(2, "solo"), invalid("solo takes 1 player, not 2"));
    assert_eq!(message(5, "standard"), invalid("arkwright takes 1 to 4 players, not 5"));
    let usual = |variant: Option<&str>| {
        let choices = Choices { variant: variant.map(str::to_owned), ..Choices::default() };
        Setup::new(Arkwright::declaration(), choices).map(|setup| setup.players)
    };
    assert_eq!(usual(None), Ok(4));
    assert_eq!(usual(Some("expert")), Ok(4));
    assert_eq!(usual(Some("solo")), Ok(1), "the game's default, or the nearest that the variant takes");
    assert!(usual(Some("duo")).is_err_and(|error| error.message.starts_with("there is no variant 'duo'")));
    let error = try_load(2, "standard", &[("starter", Given::Text("me".into()))], None).err().expect("refused");
    assert_eq!(
        (error.rule, error.message.as_str()),
        (Some("R48"), "rules option starter cannot be me; choose choose or lowest_starts")
    );
}

#[test]
fn the_expert_set_up() {
    let mut t = Table::new(4, "expert", &[]);
    assert_eq!((t.phase(), t.player(), t.each("cash")), ("goods", 0, vec![10, 11, 12, 13]));
    t.refuses("build Food", "wrong_phase", "", "build Food is not a choice now: the phase is goods");
    t.play("begin with Food; begin with Food; begin with Clothes");
    t.refuses("begin with Food", "good_full", "R5", "no more players may begin with Food");
    t.play("begin with Clothes");
    assert_eq!(t.player(), 3, "the last one picks again, then the others backwards");
    t.refuses("begin with Clothes", "good_held", "R5", "Clothes is among your starting goods already");
    t.play("begin with Cutlery; begin with Cutlery");
    t.play("begin with Lamps; begin with Lamps");
    assert_eq!((t.phase(), t.player(), t.demand()), ("points", 0, [1, 2, 3, 4]));
    let open =
        json!({"decade": 1, "worker_cards": 1, "machines": [0, 0], "quality": 0, "distribution": 0, "appeal": 0});
    assert_eq!(t.get("/seats/0/factories"), json!({"Food": open, "Lamps": open}));
    t.refuses("quality Food 2", "wrong_value", "R6", "a point raises Quality of Food to 1");
    t.refuses("distribution Food 1", "wrong_value", "R6", "a point raises Distribution of Food to 2");
    t.refuses("quality Clothes 1", "not_open", "R6", "you have no Clothes factory");
    t.play("employ Food");
    assert_eq!((t.demand(), t.number("/wage_space")), ([1, 2, 3, 4], 1), "set-up moves neither demand nor wage");
    t.refuses("employ Food", "crew_full", "R6", "Food has no place for a worker card");
    t.play("quality Food 1; cash");
    assert_eq!((t.number("/seats/0/cash"), t.player(), t.number("/used")), (15, 1, 0));
    t.play("develop Quality; develop Quality");
    t.refuses("develop Quality", "top_level", "R6", "Quality can go no further in the set-up");
    t.play("develop Office; distribution Clothes 2; distribution Clothes 4");
    assert_eq!(t.why("distribution Clothes 3").0, "wrong_value");
    t.pass_to("action", 0);
    assert_eq!((t.number("/round"), t.number("/used"), t.each("share_value")), (1, 0, vec![10; 4]));
}

#[test]
fn a_pick_that_blocks_the_others_is_not_allowed() {
    // Three seats hold Food/Clothes, Food/Clothes-to-come …: the last one must not be left with the own first good.
    let mut t = Table::new(4, "expert", &[]);
    t.play("begin with Food; begin with Clothes; begin with Clothes; begin with Cutlery");
    t.play("begin with Lamps; begin with Lamps");
    assert_eq!(t.player(), 1);
    // Left are Food and Cutlery once each: seat 1 holds Food, so seat 2 must not take Cutlery.
    assert_eq!(t.legal(), ["begin with Food"]);
    t.refuses("begin with Cutlery", "blocks_others", "R5", "after Cutlery the other choices could not all be made");
    let mut duel = Table::new(2, "expert", &[]);
    duel.play("begin with Food");
    duel.refuses("begin with Food", "good_full", "R5", "no more players may begin with Food");
    let mut solo = Table::new(1, "solo", &[on("expert_setup")]);
    solo.play("begin with Lamps; begin with Clothes; cash; cash; cash");
    assert_eq!((solo.phase(), solo.each("cash")), ("action", vec![25]));
}

// --- building and upgrading ------------------------------------------------------------------------------------------------

#[test]
fn building_shifts_the_market_once_and_upgrades_never() {
    let mut t = Table::at(4, 5, &[]);
    t.play("build Clothes; build Lamps; upgrade Food; upgrade Cutlery");
    assert_eq!((t.demand(), t.number("/wage_space"), t.number("/seats/0/cash")), ([0, 1, 2, 3], 2, 12));
    let built =
        json!({"decade": 2, "worker_cards": 0, "machines": [0, 0], "quality": 0, "distribution": 0, "appeal": 0});
    assert_eq!(t.get("/seats/0/factories/Clothes"), built);
    t.refuses("build Lamps", "already_open", "R10", "your Lamps factory is open already");
    t.refuses("upgrade Lamps", "newest_tile", "R10", "Lamps has the tile of this decade already");
    t.refuses("employ Lamps", "other_kind", "R9", "employ Lamps is no step of the action begun: build");
    t.refuses("buy 0 shares", "other_kind", "R9", "buy 0 shares is no step of the action begun: build");
    assert_eq!(t.legal(), ["done"]);
    t.play("done");
    let mut upgrades = Table::at(4, 9, &[]);
    upgrades.play("upgrade Food; done");
    assert_eq!((upgrades.demand(), upgrades.number("/wage_space")), ([1, 2, 3, 4], 1));
    assert_eq!(upgrades.number("/seats/0/factories/Food/decade"), 3, "a decade is jumped");
    assert!(upgrades.get("/seats/0/factories/Cutlery/decade") == 1);
    let closed = Table::at(4, 5, &[]);
    closed.refuses("upgrade Clothes", "not_open", "R10", "you have no Clothes factory");
    closed.refuses("done", "nothing_begun", "R9", "done ends an action, and none has been begun");
}

#[test]
fn in_decade_three_only_what_is_still_produced_is_built_and_staffed() {
    let mut t = Table::at(4, 10, &[]);
    assert_eq!(t.legal_after("build"), ["Clothes", "Lamps"]);
    t.factory(0, "Clothes", 3, 0);
    assert_eq!(t.legal_after("employ"), ["Clothes", "Cutlery"], "Clothes is produced in this round");
    t.refuses("employ Food", "no_more_production", "R13", "Food is not produced any more");
    let mut late = Table::at(4, 11, &[]);
    late.starts(1);
    late.refuses("build Food", "no_more_production", "R10", "Food is not produced any more");
    assert_eq!(late.legal_after("upgrade"), ["Clothes", "Lamps"], "upgrades have no such limit");
}

#[test]
fn a_factory_that_is_built_for_the_active_good_produces_at_once() {
    let mut t = Table::at(4, 2, &[]);
    t.play("build Clothes; done");
    assert_eq!((t.phase(), t.legal_after("price")), ("price", ["3", "4", "5", "6", "7"].map(str::to_owned).to_vec()));
    t.play("price 3");
    // From appeal 0 to 7 three arrows are passed; the demand was 2 and fell by one (R25).
    assert_eq!((t.number("/seats/0/factories/Clothes/appeal"), t.demand()), (7, [0, 4, 2, 3]));
}

// --- employing and automating ----------------------------------------------------------------------------------------------

#[test]
fn employing_shifts_the_market_once() {
    let mut t = Table::at(4, 1, &[]);
    t.play("employ Food; employ Cutlery");
    assert_eq!((t.demand(), t.number("/wage_space")), ([0, 1, 2, 3], 2));
    t.refuses("employ Food", "crew_full", "R13", "Food has no place for a worker card");
    t.refuses("employ Lamps", "not_open", "R13", "you have no Lamps factory");
    t.play("done");
    let mut one = Table::at(4, 1, &[]);
    one.play("employ Cutlery; done; price 2; develop Office");
    assert_eq!(one.number("/seats/0/factories/Food/worker_cards"), 1, "one card in one factory is enough");
}

#[test]
fn automating_finishes_what_it_begins() {
    // Limit 2 and two cards of two units each: one may be left half done only when the limit is used up.
    let mut t = Table::at(4, 9, &[]);
    t.factory(0, "Food", 3, 2).factory(0, "Cutlery", 3, 1);
    t.play("automate Food 1");
    assert_eq!(t.get("/begun"), json!([["Food", 1]]));
    t.refuses("automate Food 2", "finish_card", "R15", "a card that was begun must be finished first");
    t.refuses("done", "finish_card", "R15", "a card that was begun must be finished first");
    t.play("automate Food 1");
    t.refuses("automate Food 1", "no_worker", "R14", "card 1 of Food has no worker to replace");
    t.refuses("automate Food 2", "limit_used", "R14", "all 2 machines of this action are used");
    t.refuses("automate Cutlery 2", "no_worker", "R14", "card 2 of Cutlery has no worker to replace");
    t.refuses("automate Lamps 1", "not_open", "R14", "you have no Lamps factory");
    assert_eq!(t.legal(), ["done"]);

    // Limit 4: two cards may be open at a time, but one of them must be closed again.
    let mut four = Table::at(4, 9, &[]);
    four.factory(0, "Food", 3, 2).factory(0, "Cutlery", 3, 1).set("/seats/0/levels", json!({"Automation": 1}));
    four.play("automate Food 1; automate Food 2");
    four.refuses("automate Cutlery 1", "finish_card", "R15", "a card that was begun must be finished first");
    four.play("automate Food 1");
    assert!(!four.can("done"), "one machine is left and a card is half done");
    four.play("automate Food 2; done");

    // An odd unit first: then a card of two may be begun with the last machine.
    let mut mixed = Table::at(4, 5, &[]);
    mixed.factory(0, "Food", 2, 2);
    mixed.play("automate Food 2; automate Food 1; done");
    assert_eq!(mixed.get("/seats/0/factories/Food/machines"), json!([1, 1]));
    assert_eq!(mixed.get("/begun"), json!([]));

    // A card that was half done before is no matter: it may be left or finished freely (R15).
    let mut old = Table::at(4, 9, &[]);
    old.factory(0, "Food", 3, 2).set("/seats/0/factories/Food/machines", json!([1, 1]));
    old.play("automate Food 2");
    assert!(old.can("done") && old.can("automate Food 1"));
}

// --- Quality, Distribution, the Engineer -------------------------------------------------------------------------------------

#[test]
fn quality_is_raised_for_points_and_lowered_for_nothing() {
    let mut t = Table::at(4, 1, &[]);
    t.set("/seats/0/levels", json!({"Quality": 2})).set("/seats/0/factories/Cutlery/quality", 3);
    t.refuses("quality Food 4", "points", "R16", "raising Food to Quality 4 costs 4, 3 left");
    t.refuses("quality Cutlery 3", "no_change", "R16", "Cutlery has Quality 3 already");
    t.refuses("quality Cutlery 5", "cap", "R17", "Quality of Cutlery stops at 4");
    t.refuses("quality Lamps 1", "not_open", "R16", "you have no Lamps factory");
    t.play("quality Cutlery 0; quality Food 3");
    assert_eq!(t.number("/used"), 3, "what is lowered is lost and gives nothing back");
    t.refuses("quality Food 2", "set_already", "R16", "Food has been set in this action already");
    t.refuses("distribution Food 4", "other_kind", "R9", "distribution Food 4 is no step of the action begun: quality");
    t.play("done");
    assert_eq!((t.number("/used"), t.get("/set_factories"), t.get("/kind")), (0, json!([]), Value::Null));
}

#[test]
fn a_player_has_three_quality_and_two_distribution_cards() {
    let mut t = Table::at(4, 1, &[]);
    t.factory(0, "Clothes", 1, 0).factory(0, "Lamps", 1, 0);
    for good in ["Food", "Clothes"] {
        t.set(&format!("/seats/0/factories/{good}/quality"), 1);
    }
    t.refuses("quality Lamps 1", "no_card", "R17", "you have no more Quality cards");
    t.play("quality Food 0");
    assert!(t.can("quality Lamps 1"), "a card came free");
    let mut d = Table::at(4, 1, &[]);
    d.factory(0, "Clothes", 1, 0).set("/seats/0/factories/Clothes/distribution", 1);
    d.refuses("distribution Cutlery 1", "no_card", "R17", "you have no more Distribution cards");
    d.refuses("distribution Food 2", "no_change", "R19", "Food has Distribution 2 already");
    d.refuses("distribution Lamps 2", "not_open", "R19", "you have no Lamps factory");
    d.play("distribution Food 0");
    d.refuses("distribution Clothes 4", "points", "R19", "raising Clothes to Distribution 4 costs 3, 2 left");
    d.play("distribution Cutlery 2");
    assert_eq!((d.number("/seats/0/factories/Food/distribution"), d.number("/used")), (0, 2));
    d.refuses("distribution Food 1", "set_already", "R19", "Food has been set in this action already");
}

#[test]
fn the_engineer_moves_once_and_turns_once() {
    let mut t = Table::at(4, 1, &[]);
    t.hold(0, "Engineer").set("/seats/0/levels", json!({"Quality": 3}));
    assert_eq!(t.get("/seats/0/engineer"), "Food");
    t.refuses("engineer to Food", "engineer_there", "R18", "the token is at Food already");
    t.refuses("engineer to Lamps", "not_open", "R18", "you have no Lamps factory");
    t.play("engineer to Cutlery");
    t.refuses("engineer to Food", "engineer_done", "R18", "the token cannot move any more in this action");
    t.play("turn engineer");
    t.refuses("turn engineer", "turned", "R18", "the card shows its second side already");
    assert_eq!((t.number("/used"), t.get("/seats/0/engineer_turned")), (2, json!(true)));
    // 6 with the Engineer's 2 included (R17).
    t.refuses("quality Cutlery 5", "points", "R16", "raising Cutlery to Quality 5 costs 4, 2 left");
    t.play("quality Cutlery 3; done").pass_to("action", 0);
    t.refuses("quality Cutlery 5", "cap", "R17", "Quality of Cutlery stops at 4");
    t.play("engineer to Food");
    assert_eq!(t.get("/seats/0/engineer_turned"), json!(false), "the card goes back to its 1 side");
    t.play("quality Food 3; done");

    let mut high = Table::at(4, 1, &[]);
    high.hold(0, "Engineer").set("/seats/0/levels", json!({"Quality": 1}));
    high.set("/seats/0/factories/Food/quality", 5);
    high.refuses("engineer to Cutlery", "quality_high", "R18", "Quality of Food must be 4 or less first");
    high.refuses("turn engineer", "quality_high", "R18", "Quality of Food must be 4 or less first");
    high.refuses("quality Food 6", "cap", "R17", "Quality of Food stops at 5");
    high.play("quality Food 4; turn engineer");
    high.refuses("engineer to Cutlery", "engineer_done", "R18", "the token cannot move any more in this action");
    high.play("quality Cutlery 2");
    let mut poor = Table::at(4, 1, &[]);
    poor.hold(0, "Engineer").set("/seats/0/levels", json!({}));
    poor.play("quality Food 1");
    poor.refuses("turn engineer", "points", "R18", "turning the card costs 1, 0 left");
    poor.refuses("engineer to Cutlery", "points", "R18", "moving the token costs 1, 0 left");
    let none = Table::at(4, 1, &[]);
    none.refuses("turn engineer", "no_engineer", "R18", "you do not hold Engineer");
    none.refuses("engineer to Food", "no_engineer", "R18", "you do not hold Engineer");
}

// --- Stock Exchange ------------------------------------------------------------------------------------------------------

#[test]
fn shares_are_bought_before_loans_are_taken() {
    let mut t = Table::at(4, 1, &[]);
    t.set("/seats/0/cash", 25).set("/seats/0/ship_tokens", 2).set("/seats/0/ships_used", 2);
    assert_eq!(t.legal_after("buy"), ["0 shares", "1 share", "2 shares"]);
    t.refuses("buy 3 shares", "cash", "R20", "buying 3 costs £30, you have £25");
    t.play("buy 2 shares");
    assert_eq!((t.phase(), t.number("/seats/0/cash"), t.number("/seats/0/shares")), ("loan", 5, 8));
    t.set("/seats/0/loans", 7);
    t.refuses("take 3 loans", "loan_spaces", "R21", "you have 2 free loan spaces");
    t.play("take 2 loans");
    assert_eq!((t.number("/seats/0/cash"), t.number("/seats/0/loans")), (25, 9));
    assert_eq!((t.number("/seats/0/ships_used"), t.number("/seats/0/ship_tokens")), (0, 2), "ships only come free");
    let mut full = Table::at(4, 1, &[]);
    full.set("/seats/0/cash", 99).set("/seats/0/shares", 29);
    full.refuses("buy 2 shares", "holding", "R20", "nobody holds more than 30 shares");
    full.play("buy 1 share; take 0 loans");
}

// --- expert actions ------------------------------------------------------------------------------------------------------

#[test]
fn extra_production_stores_ships_and_pays_at_once() {
    let rules = [on("expert_actions")];
    let mut t = Table::at(4, 5, &rules);
    t.factory(0, "Clothes", 2, 2).set("/seats/0/factories/Clothes/distribution", 1).set("/seats/0/cash", 40);
    t.set("/seats/0/levels", json!({"Warehouse": 2})).set("/seats/0/share_value", 12);
    t.refuses("extra Food", "active_good", "R22", "Food is produced in this round anyway");
    t.refuses("extra Lamps", "not_open", "R22", "you have no Lamps factory");
    // Makes 2 + 3 + 1 = 6: two are stored, two ships take one each, the rest is lost. Cost 13 + 3 × £2.
    t.play("extra Clothes");
    assert_eq!(t.get("/seats/0/warehouses"), json!([["Clothes", 2], null, null]));
    assert_eq!((t.number("/seats/0/cash"), t.number("/seats/0/ship_tokens")), (40 + 2 * 4 - 19, 2));
    assert_eq!(t.number("/seats/0/share_value"), 12, "the share value does not change");
    assert_eq!(t.number("/seats/0/factories/Clothes/distribution"), 0);
    assert_eq!((t.get("/seats/0/extra_used"), t.phase()), (json!(true), "price"));
    t.pass_to("action", 0);
    t.refuses("extra Cutlery", "extra_used", "R22", "you have had your Extra Production of this decade");
    let mut bare = Table::at(4, 1, &rules);
    bare.factory(0, "Clothes", 1, 0);
    bare.refuses("extra Clothes", "no_crew", "R22", "Clothes has no worker card");
    let standard = Table::at(4, 1, &[]);
    standard.refuses("extra Cutlery", "expert_only", "R22", "Extra Production is not in this game");
    standard.refuses("ship early Food", "expert_only", "R23", "Early Shipping is not in this game");
    let mut late = Table::at(4, 12, &rules);
    assert!(late.can("extra Food"), "in decade III too any factory may be chosen");
    late.play("extra Food");
}

#[test]
fn a_bankruptcy_by_extra_production_ends_the_turn() {
    let ruined = |players: usize| {
        let mut t = Table::at(players, 2, &[on("expert_actions")]);
        t.set("/seats/0/loans", 9).set("/seats/0/cash", 0);
        t.factory(0, "Lamps", 1, 1)
            .set("/seats/0/factories/Food/appeal", 6)
            .set("/seats/0/factories/Food/distribution", 2);
        t
    };
    let mut t = ruined(3);
    t.play("extra Lamps");
    assert_eq!((t.number("/seats/0/bankrupt_round"), t.number("/seats/0/cash")), (2, 0));
    assert_eq!(t.number("/demand/Food"), 0, "its marker is taken off: two arrows down");
    assert_eq!((t.phase(), t.player()), ("action", 1));
    assert_eq!(t.number("/seats/0/factories/Food/distribution"), 2, "its board stays as it is");
    let mut duel = ruined(2);
    duel.play("extra Lamps");
    assert_eq!((duel.phase(), duel.game.end_reason(&duel.state)), ("over", Some("last_solvent")));
    assert_eq!(duel.game.ranking(&duel.state).to_vec(), [2, 1]);
}

#[test]
fn early_shipping_sends_one_good_a_ship() {
    let mut t = Table::at(4, 5, &[on("expert_actions")]);
    t.set("/seats/0/levels", json!({"Warehouse": 3, "Shipping": 1}));
    t.refuses("ship early Food", "nothing_stored", "R23", "you have no Food in store");
    t.set("/seats/0/warehouses", json!([["Food", 2], ["Cutlery", 1], null]));
    t.play("ship early Food; ship early Cutlery");
    assert_eq!((t.number("/seats/0/cash"), t.number("/seats/0/ship_tokens")), (12 + 2 * 2 + 4, 2));
    assert_eq!(t.get("/seats/0/warehouses"), json!([null, null, null]));
    assert_eq!(t.legal(), ["done"]);
    let mut none = Table::at(4, 5, &[on("expert_actions")]);
    none.set("/seats/0/levels", json!({"Warehouse": 1})).set("/seats/0/warehouses", json!([["Food", 1], null, null]));
    none.set("/seats/0/ship_tokens", 9);
    none.refuses("ship early Food", "no_ship", "R23", "you have no ship available");
}

// --- price and appeal --------------------------------------------------------------------------------------------------------

#[test]
fn price_and_appeal_share_one_total() {
    let mut t = Table::at(4, 9, &[]);
    t.edit(|p| {
        p["seats"][0]["factories"]["Food"] = json!({"decade": 2, "worker_cards": 1, "machines": [0, 0], "quality": 3,
            "distribution": 2, "appeal": 7});
    });
    t.play("buy 0 shares; take 0 loans");
    // 3 to 3 + 3 (token) + 1 (office) + 2 (half of Quality 3, rounded up); total 11 + 1 + 3 + 2 = 17.
    assert_eq!(t.legal_after("price"), ["3", "4", "5", "6", "7", "8", "9"]);
    t.refuses("price 10", "price_range", "R24", "Food can have a price of £3 to £9");
    t.refuses("price 2", "price_range", "R24", "Food can have a price of £3 to £9");
    t.play("price 9");
    // From 7 to 8 no arrow is passed.
    assert_eq!((t.number("/seats/0/factories/Food/appeal"), t.demand()), (8, [1, 2, 3, 4]));
    let mut down = Table::at(4, 9, &[]);
    down.set("/seats/0/factories/Food/appeal", 10);
    down.play("buy 0 shares; take 0 loans; price 6");
    assert_eq!((down.number("/seats/0/factories/Food/appeal"), down.demand()), (5, [-1, 2, 3, 4]), "two arrows back");
}

#[test]
fn the_engineer_counts_as_appeal_and_the_track_ends_at_twenty() {
    let mut t = Table::at(4, 12, &[]);
    t.hold(3, "Engineer").starts(3);
    t.edit(|p| {
        let seat = &mut p["seats"][3];
        seat["factories"]["Lamps"] = json!({"decade": 3, "worker_cards": 2, "machines": [0, 0], "quality": 4,
            "distribution": 4, "appeal": 0});
        (seat["engineer"], seat["engineer_turned"]) = ("Lamps".into(), true.into());
    });
    t.play("buy 0 shares; take 0 loans");
    // 17 + 1 + 4 + 2 + 4 = 28: at £7 an appeal of 21 counts as 20.
    assert_eq!(t.legal_after("price"), ["7", "8", "9", "10", "11", "12", "13"]);
    t.play("price 7");
    assert_eq!(
        (t.number("/seats/3/factories/Lamps/appeal"), t.number("/demand/Lamps")),
        (20, 12),
        "nine arrows, track end"
    );
}

#[test]
fn demand_and_wage_stay_on_their_tracks() {
    let mut t = Table::at(4, 2, &[]);
    for good in GOODS {
        t.set(&format!("/demand/{good}"), -4);
    }
    t.set("/wage_space", 17).play("employ Food; done");
    assert_eq!((t.demand(), t.number("/wage_space")), ([-4; 4], 17));
}

// --- developments --------------------------------------------------------------------------------------------------------

/// A turn of player 0 that has come to the development; Clothes is active and not his.
fn developing(round: usize, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::at(4, round, &[]);
    prepare(&mut t);
    t.play("buy 0 shares; take 0 loans");
    assert_eq!(t.phase(), "develop");
    t
}

#[test]
fn levels_open_with_the_decades() {
    let levels = json!({"Automation": 2, "Quality": 1, "Office": 2});
    let t = developing(2, |t| {
        t.set("/seats/0/levels", levels.clone());
    });
    t.refuses("develop Automation", "level_closed", "R27", "level 3 of Automation opens in decade 2");
    assert_eq!(t.legal_after("develop"), ["Quality", "Distribution", "Shipping", "Warehouse"]);
    let second = developing(6, |t| {
        t.set("/seats/0/levels", json!({"Automation": 2, "Quality": 3, "Office": 3}));
    });
    assert_eq!(second.legal_after("develop"), ["Automation", "Distribution", "Shipping", "Warehouse"]);
    second.refuses("develop Office", "top_level", "R27", "Office is at its last level");
    second.refuses("develop Quality", "level_closed", "R27", "level 4 of Quality opens in decade 3");
    let mut third = developing(10, |t| {
        t.set("/seats/0/levels", json!({"Quality": 3}));
    });
    third.play("develop Quality");
    assert_eq!((third.number("/seats/0/levels/Quality"), third.player()), (4, 1));
}

#[test]
fn development_cards_are_limited_and_differ() {
    let mut t = developing(2, |_| {});
    t.refuses("take Steward", "no_copy", "R28", "there is no Steward in the supply");
    t.refuses("give up Foreman", "not_held", "R29", "you do not hold Foreman");
    t.play("take Foreman");
    assert_eq!((t.get("/seats/0/cards"), t.number("/supply/Foreman")), (json!(["Foreman"]), 2));
    let mut full = developing(2, |t| {
        t.hold(0, "Foreman");
    });
    full.refuses("take Foreman", "held", "R28", "you hold Foreman already");
    full.refuses("take Patent", "card_limit", "R28", "you hold 1 cards, your limit: give one up first");
    full.play("give up Foreman");
    assert_eq!((full.phase(), full.number("/supply/Foreman"), full.get("/given_up")), ("take", 3, json!("Foreman")));
    full.refuses("take Foreman", "just_given_up", "R29", "you have just given up Foreman");
    full.refuses("develop Quality", "wrong_phase", "", "develop Quality is not a choice now: the phase is take");
    full.play("take Patent");
    assert_eq!(full.get("/given_up"), Value::Null);
    full.pass_to("develop", 1);
    assert!(full.can("take Foreman"), "anyone may take it later");
    let below = developing(2, |t| {
        t.hold(0, "Foreman").set("/seats/0/levels/Office", 1);
    });
    below.refuses(
        "give up Foreman",
        "below_limit",
        "R29",
        "cards are given up at the card limit only, and you may hold 2",
    );
}

#[test]
fn a_card_is_given_up_only_for_another_one() {
    // Solo has one copy each: with all of decade I in hand nothing can be taken.
    let mut t = Table::at(1, 2, &[]);
    t.set("/seats/0/levels/Office", 3);
    for card in ["Foreman", "Sales Agent", "Craftsman", "Advertiser"] {
        t.hold(0, card);
    }
    t.edit(|p| p["seats"][0]["levels"]["Office"] = 3.into());
    t.play("buy 0 shares; take 0 loans");
    assert!(t.can("give up Foreman"), "Patent and Engineer are there");
    let text = include_str!("../../../python/lineshaft/data/arkwright.toml")
        .replace("name = \"Patent\", decade = 1", "name = \"Patent\", decade = 3");
    let text = text.replace("name = \"Engineer\", decade = 1", "name = \"Engineer\", decade = 3");
    let game = try_load(1, "solo", &[], Some(text)).expect("a valid file");
    let state = game.initial_state();
    let mut short = Table { game, state };
    for card in ["Foreman", "Sales Agent", "Craftsman", "Advertiser"] {
        short.hold(0, card);
    }
    short.play("employ Food; done; price 2");
    short.refuses("give up Foreman", "nothing_to_take", "R29", "there is no card that you could take instead");
    short.refuses("take Patent", "no_copy", "R28", "there is no Patent in the supply");
}

#[test]
fn the_patent_gives_two_steps_one_decade_ahead() {
    let mut t = developing(2, |t| {
        t.hold(0, "Patent").set("/seats/0/levels", json!({"Quality": 2}));
    });
    t.refuses("develop Quality", "level_closed", "R27", "level 3 of Quality opens in decade 2");
    t.play("patent");
    assert_eq!((t.phase(), t.get("/seats/0/patent_used")), ("patent_step", json!(true)));
    t.refuses("take Foreman", "wrong_phase", "", "take Foreman is not a choice now: the phase is patent_step");
    t.play("develop Quality");
    t.refuses("develop Quality", "level_closed", "R27", "level 4 of Quality opens in decade 3");
    assert_eq!(t.number("/used"), 1);
    t.play("develop Office");
    assert_eq!((t.player(), t.number("/used"), t.number("/seats/0/levels/Quality")), (1, 0, 3));
    t.pass_to("develop", 0);
    t.refuses("patent", "patent_used", "R31", "Patent has been used in this decade");
    let none = developing(2, |_| {});
    none.refuses("patent", "no_patent", "R31", "you do not hold Patent");
    // It is free again in the next decade, even of the bankrupt (R47).
    let mut next = Table::at(4, 4, &[]);
    next.hold(0, "Patent").set("/seats/0/patent_used", true).pass_round();
    assert_eq!((next.number("/round"), next.get("/seats/0/patent_used")), (5, json!(false)));
}

#[test]
fn the_patents_second_step_falls_away_if_nothing_is_open() {
    let all = json!({"Automation": 2, "Quality": 2, "Distribution": 3, "Shipping": 3, "Warehouse": 3, "Office": 3});
    let mut t = developing(2, |t| {
        t.hold(0, "Patent").set("/seats/0/levels", all.clone());
    });
    t.play("patent; develop Quality; develop Automation");
    assert_eq!(t.player(), 1);
    let mut last = all;
    last["Quality"] = 3.into();
    let mut one = developing(2, |t| {
        t.hold(0, "Patent").set("/seats/0/levels", last.clone());
    });
    one.play("patent; develop Automation");
    assert_eq!((one.phase(), one.player(), one.number("/used")), ("action", 1, 0));
    last["Automation"] = 3.into();
    let nothing = developing(2, |t| {
        t.hold(0, "Patent").set("/seats/0/levels", last);
    });
    nothing.refuses("patent", "nothing_open", "R31", "no track has an open level");
}

#[test]
fn taking_the_engineer_places_the_token() {
    let mut t = developing(2, |_| {});
    t.play("take Engineer");
    assert_eq!((t.phase(), t.legal_after("engineer to")), ("engineer", vec!["Food".into(), "Cutlery".into()]));
    t.refuses("engineer to Lamps", "not_open", "R32", "you have no Lamps factory");
    assert_eq!((t.get("/seats/0/engineer"), t.get("/seats/0/cards")), (Value::Null, json!(["Engineer"])));
    t.play("engineer to Cutlery");
    assert_eq!((t.get("/seats/0/engineer"), t.get("/seats/0/engineer_turned")), (json!("Cutlery"), json!(false)));
}

#[test]
fn what_a_given_up_card_brought_is_lost() {
    // The Engineer: his value is gone, a Quality above 4 drops to 4.
    let mut t = developing(2, |t| {
        t.hold(0, "Engineer").set("/seats/0/factories/Food/quality", 5);
    });
    t.play("give up Engineer");
    assert_eq!((t.number("/seats/0/factories/Food/quality"), t.get("/seats/0/engineer")), (4, Value::Null));
    assert_eq!(t.phase(), "take");
    // The Large Warehouse: its goods.
    let mut t = developing(6, |t| {
        t.hold(0, "Large Warehouse").set("/seats/0/warehouses", json!([null, null, ["Food", 4]]));
    });
    t.play("give up Large Warehouse");
    assert_eq!(t.get("/seats/0/warehouses"), json!([null, null, null]));
    // The Shipyard: a used ship first.
    let mut t = developing(6, |t| {
        t.hold(0, "Shipyard").set("/seats/0/ship_tokens", 3).set("/seats/0/ships_used", 0);
    });
    t.edit(|p| p["seats"][0]["ships_used"] = 3.into()).play("give up Shipyard");
    assert_eq!((t.number("/seats/0/ships_used"), t.number("/seats/0/ship_tokens")), (2, 3));
    // A used Patent comes back unused.
    let mut t = developing(2, |t| {
        t.hold(0, "Patent").set("/seats/0/patent_used", true);
    });
    t.play("give up Patent");
    assert_eq!((t.get("/seats/0/patent_used"), t.number("/supply/Patent")), (json!(false), 3));
}

#[test]
fn a_missing_card_is_freed_at_once() {
    let mut enough = developing(2, |t| {
        t.factory(0, "Lamps", 1, 0).hold(0, "Craftsman");
        for good in ["Food", "Cutlery", "Lamps"] {
            t.set(&format!("/seats/0/factories/{good}/quality"), 2);
        }
    });
    enough.play("give up Craftsman");
    assert_eq!(enough.phase(), "take", "three cards are enough for three factories");
    let mut t = Table::at(4, 2, &[]);
    t.factory(0, "Clothes", 1, 0).factory(0, "Lamps", 1, 0).hold(0, "Craftsman");
    for (good, quality) in [("Food", 3), ("Clothes", 4), ("Cutlery", 1), ("Lamps", 2)] {
        t.set(&format!("/seats/0/factories/{good}/quality"), quality);
    }
    t.play("buy 0 shares; take 0 loans; price 5; give up Craftsman");
    assert_eq!(
        (t.phase(), t.legal_after("quality")),
        ("lower", ["Food 0", "Clothes 0", "Cutlery 0", "Lamps 0"].map(str::to_owned).to_vec())
    );
    t.refuses("quality Food 1", "wrong_value", "R30", "Food does not free a card with Quality 1");
    t.refuses("distribution Food 0", "not_too_many", "R30", "you have Distribution cards enough");
    t.play("quality Cutlery 0");
    assert_eq!((t.phase(), t.number("/seats/0/factories/Cutlery/quality")), ("take", 0));
    t.play("take Advertiser");

    let mut d = developing(2, |t| {
        t.factory(0, "Lamps", 1, 0).hold(0, "Advertiser");
        for good in ["Food", "Cutlery", "Lamps"] {
            t.set(&format!("/seats/0/factories/{good}/distribution"), 1);
        }
    });
    d.play("give up Advertiser");
    assert_eq!(d.legal_after("distribution"), ["Food 0", "Cutlery 0", "Lamps 0"]);
    d.refuses("quality Food 0", "not_too_many", "R30", "you have Quality cards enough");
    d.refuses("distribution Clothes 0", "not_open", "R30", "you have no Clothes factory");
    d.refuses("distribution Food 1", "wrong_value", "R30", "Food does not free a card with Distribution 1");
    d.play("distribution Lamps 0; take Foreman");
}

#[test]
fn quality_above_four_comes_down_to_four() {
    // One card for 1 to 4 and two for 5 (with the Engineer at Food): 5, 1 and 1 need four.
    let mut t = Table::at(4, 6, &[]);
    t.factory(0, "Lamps", 2, 0).hold(0, "Engineer").hold(0, "Craftsman");
    for (good, quality) in [("Food", 5), ("Cutlery", 1), ("Lamps", 1)] {
        t.set(&format!("/seats/0/factories/{good}/quality"), quality);
    }
    t.play("buy 0 shares; take 0 loans; give up Craftsman");
    assert_eq!(t.legal_after("quality"), ["Food 4", "Cutlery 0", "Lamps 0"]);
    t.play("quality Food 4");
}

#[test]
fn craftsman_and_advertiser_bring_points_and_cards() {
    let mut t = Table::at(4, 1, &[]);
    t.hold(0, "Craftsman");
    assert_eq!(t.legal_after("quality Food"), ["1", "2"]);
    let mut t = Table::at(4, 1, &[]);
    t.hold(0, "Advertiser");
    assert_eq!(t.legal_after("distribution Cutlery"), ["1", "2", "3", "4"]);
}

#[test]
fn without_anything_to_develop_the_turn_ends() {
    let text = include_str!("../../../python/lineshaft/data/arkwright.toml");
    let mut text = text
        .replace("office = [1, 2, 3, 4]", "office = [0]")
        .replace("warehouse = [[], [1], [2], [2, 1], [2, 2]]", "warehouse = [[]]");
    for (track, first) in [("automation", 2), ("quality", 1), ("distribution", 2), ("shipping", 1)] {
        let line = text.lines().find(|line| line.starts_with(&format!("{track} = ["))).expect("a track").to_owned();
        text = text.replace(&line, &format!("{track} = [{first}]"));
    }
    let game = try_load(4, "standard", &[], Some(text)).expect("a valid file");
    let state = game.initial_state();
    let mut t = Table { game, state };
    t.play("buy 0 shares; take 0 loans; price 2");
    assert_eq!((t.phase(), t.player()), ("action", 1));
    t.play("buy 0 shares; take 0 loans");
    assert_eq!((t.phase(), t.player()), ("action", 2));
}

// --- production ------------------------------------------------------------------------------------------------------------

/// One player's Food factory, everything else passed: the round is over after it.
fn producing(prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::at(2, 5, &[]);
    prepare(&mut t);
    t.play("buy 0 shares; take 0 loans");
    t
}

/// The seat of player 0 after the production of round 5.
fn after(t: &mut Table, price: u8) -> Value {
    t.play(&format!("price {price}"));
    while t.number("/round") == 5 {
        t.pass_once();
    }
    t.get("/seats/0")
}

#[test]
fn the_home_limit_is_appeal_less_demand_and_at_most_the_appeal() {
    // Food of decade I, Distribution 2: appeal 9 at £2, three are made.
    // The marker passes four arrows first (at £6 two). No demand lies above the appeal, no limit above it.
    for (demand, price, sold) in [(1, 2, 3), (4, 2, 1), (5, 2, 0), (8, 2, 0), (-4, 6, 3)] {
        let mut t = producing(|t| {
            t.set("/demand/Food", demand).set("/seats/0/cash", 50).set("/seats/0/ship_tokens", 9);
        });
        assert_eq!(after(&mut t, price)["cash"], 50 + sold * i64::from(price) - 10, "demand {demand}");
    }
}

#[test]
fn stored_goods_are_sold_after_new_ones_the_smallest_content_first() {
    let mut t = producing(|t| {
        t.set("/seats/0/levels", json!({"Warehouse": 3})).hold(0, "Large Warehouse").set("/demand/Food", -4);
        t.edit(|p| p["seats"][0]["warehouses"] = json!([["Food", 2], ["Food", 1], ["Food", 3]]));
        t.set("/seats/0/cash", 20);
    });
    // Appeal 6 at £5, demand -2: the limit is 6, for 3 new ones and 3 from the warehouses.
    let seat = after(&mut t, 5);
    assert_eq!(seat["warehouses"], json!([null, null, ["Food", 3]]));
    assert_eq!(seat["cash"], 20 + 6 * 5 - 10);
    assert_eq!(seat["share_value"], 12, "goods from the warehouse are home sales too");
}

#[test]
fn unsold_goods_are_stored_by_the_rule_of_the_fitting_warehouse() {
    // (small sizes by level, Large Warehouse, before, goods that are left over, after)
    let cases: [(u8, bool, Value, Value); 7] = [
        (1, false, json!([null, null, null]), json!([["Food", 1], null, null])),
        (3, false, json!([null, null, null]), json!([["Food", 2], ["Food", 1], null])),
        (3, true, json!([null, null, null]), json!([null, null, ["Food", 3]])),
        (3, true, json!([["Food", 1], null, null]), json!([["Food", 2], null, ["Food", 2]])),
        (3, true, json!([["Food", 1], ["Cutlery", 1], ["Food", 3]]), json!([["Food", 2], ["Cutlery", 1], ["Food", 4]])),
        (3, true, json!([null, null, ["Cutlery", 1]]), json!([["Food", 2], ["Food", 1], ["Cutlery", 1]])),
        (0, true, json!([null, null, ["Food", 2]]), json!([null, null, ["Food", 4]])),
    ];
    for (level, large, before, expected) in cases {
        let mut t = producing(|t| {
            if large {
                t.hold(0, "Large Warehouse");
            }
            if level > 0 {
                t.set("/seats/0/levels", json!({"Warehouse": level}));
            }
            // Nothing is sold: demand is far above the appeal. Nothing is shipped: all tokens are placed.
            t.set("/demand/Food", 12).set("/seats/0/warehouses", before.clone()).set("/seats/0/ship_tokens", 9);
        });
        assert_eq!(after(&mut t, 6)["warehouses"], expected, "level {level}, {large}, {before}");
    }
}

#[test]
fn a_small_warehouse_that_takes_all_is_preferred_to_the_large_one() {
    let mut t = producing(|t| {
        t.hold(0, "Large Warehouse").set("/seats/0/levels", json!({"Warehouse": 2})).set("/demand/Food", 12);
        t.set("/seats/0/factories/Food/worker_cards", 0);
    });
    // Two are made and left over: the small warehouse of two takes them, not the large one.
    assert_eq!(after(&mut t, 6)["warehouses"], json!([["Food", 2], null, null]));
}

#[test]
fn what_does_not_fit_is_shipped_and_the_rest_lost() {
    let shipped = |prepare: &dyn Fn(&mut Table)| {
        let mut t = producing(|t| {
            t.set("/demand/Food", 12).factory(0, "Food", 2, 2).set("/seats/0/cash", 60);
            prepare(t);
        });
        let seat = after(&mut t, 7);
        let cost = 12 + 3 * 2;
        (
            seat["cash"].as_i64().expect("cash") + cost - 60,
            seat["ship_tokens"].as_i64().expect("tokens"),
            seat["share_value"].clone(),
        )
    };
    // Six are made. Two ships of one good each at £3; no home sale, so the share value stays.
    assert_eq!(shipped(&|_| {}), (6, 2, json!(10)));
    // Ships of four: the second carries two, one token each.
    let four = json!({"Shipping": 3});
    assert_eq!(
        shipped(&|t| {
            t.set("/seats/0/levels", four.clone());
        }),
        (18, 2, json!(10))
    );
    // One used ship, or one token left: a single ship.
    assert_eq!(
        shipped(&|t| {
            t.set("/seats/0/levels", four.clone()).set("/seats/0/ship_tokens", 8);
        }),
        (12, 9, json!(10))
    );
    // Nine tokens: no shipping any more.
    assert_eq!(
        shipped(&|t| {
            t.set("/seats/0/ship_tokens", 9);
        }),
        (0, 9, json!(10))
    );
    // Shipyard: three ships of two.
    assert_eq!(
        shipped(&|t| {
            t.hold(0, "Shipyard");
        }),
        (18, 3, json!(10))
    );
    // Merchant: £1 more a good.
    assert_eq!(
        shipped(&|t| {
            t.hold(0, "Merchant");
        }),
        (8, 2, json!(10))
    );
    // What is stored first is not shipped.
    assert_eq!(
        shipped(&|t| {
            t.hold(0, "Large Warehouse");
        }),
        (6, 2, json!(10))
    );
    assert_eq!(
        shipped(&|t| {
            t.hold(0, "Large Warehouse").set("/seats/0/levels", json!({"Warehouse": 1}));
        }),
        (3, 1, json!(10))
    );
}

#[test]
fn used_ships_wait_for_the_stock_exchange() {
    let mut t = Table::at(2, 5, &[]);
    t.set("/demand/Food", 12).set("/seats/0/ship_tokens", 2).set("/seats/0/ships_used", 2).set("/seats/0/cash", 30);
    t.play("quality Food 1; done; price 2; develop Office").pass_round();
    assert_eq!((t.number("/seats/0/ship_tokens"), t.number("/seats/0/ships_used")), (2, 2), "no ship was available");
}

#[test]
fn the_owner_may_choose_how_many_ships_sail() {
    let mut t = Table::at(2, 5, &[on("shipping_optional")]);
    t.set("/demand/Food", 12)
        .factory(0, "Food", 2, 2)
        .set("/seats/0/cash", 60)
        .set("/seats/0/levels", json!({"Shipping": 2}));
    t.play("buy 0 shares; take 0 loans; price 7").pass_to("ship", 0);
    assert_eq!((t.get("/producing"), t.number("/rest"), t.number("/seats/0/sold")), (json!("Food"), 6, 0));
    assert_eq!(t.legal_after("ship"), ["0", "1", "2"]);
    t.refuses("ship 3", "too_many_ships", "R39", "at most 2 ships can sail");
    t.play("ship 1");
    assert_eq!((t.number("/round"), t.number("/seats/0/ship_tokens"), t.number("/seats/0/cash")), (6, 1, 60 + 9 - 18));
    let mut few = Table::at(2, 5, &[on("shipping_optional")]);
    few.set("/demand/Food", 12).set("/seats/0/levels", json!({"Shipping": 3}));
    few.play("buy 0 shares; take 0 loans; price 6").pass_to("ship", 0);
    assert_eq!(few.legal_after("ship"), ["0", "1"], "one ship takes all three");
}

#[test]
fn costs_are_fixed_cost_wages_and_upkeep_at_the_wage_of_the_moment() {
    let paid = |prepare: &dyn Fn(&mut Table)| {
        let mut t = producing(|t| {
            t.factory(0, "Food", 2, 2).set("/demand/Food", 12).set("/seats/0/ship_tokens", 9).set("/seats/0/cash", 90);
            t.set("/seats/0/factories/Food/machines", json!([1, 0])).set("/wage_space", 6);
            prepare(t);
        });
        90 - after(&mut t, 7)["cash"].as_i64().expect("cash")
    };
    // Three units, one of them a machine; the sixth space says £4.
    assert_eq!(paid(&|_| {}), 12 + 2 * 4 + 1);
    let held = |card: &'static str| {
        paid(&move |t| {
            t.hold(0, card);
        })
    };
    assert_eq!(held("Steward"), 10 + 2 * 4 + 1);
    assert_eq!(held("Foreman"), 12 + 2 * 3 + 1);
    assert_eq!(held("Mechanic"), 12 + 2 * 4);
    let alone = paid(&|t| {
        t.set("/seats/0/factories/Food/machines", json!([0, 0])).set("/seats/0/factories/Food/worker_cards", 0);
    });
    assert_eq!(alone, 12, "a factory without workers pays its fixed cost");
}

#[test]
fn the_foreman_does_not_pay_less_than_one_pound() {
    let text = include_str!("../../../python/lineshaft/data/arkwright.toml")
        .replace("foreman_wage_cut = 1", "foreman_wage_cut = 9");
    let game = try_load(2, "standard", &[], Some(text)).expect("a valid file");
    let state = game.initial_state();
    let mut t = Table { game, state };
    t.hold(0, "Foreman").set("/demand/Food", 12).set("/seats/0/ship_tokens", 9);
    t.play("buy 0 shares; take 0 loans; price 6; develop Office").pass_round();
    assert_eq!(t.number("/seats/0/cash"), 12 - 8 - 1);
}

#[test]
fn emergency_loans_pay_half_the_share_value_before_it_rises() {
    let mut t = producing(|t| {
        t.set("/seats/0/cash", 0).set("/seats/0/share_value", 13).set("/demand/Food", -4).set("/seats/0/loans", 3);
    });
    // Two goods sell at £2: -6, one loan of half of 13, rounded up; the value rises only then.
    t.set("/seats/0/factories/Food/worker_cards", 0);
    let seat = after(&mut t, 2);
    assert_eq!((&seat["cash"], &seat["loans"], &seat["share_value"]), (&json!(4 - 8 + 7), &json!(4), &json!(15)));
    let mut deep = producing(|t| {
        t.set("/seats/0/cash", 0).set("/demand/Food", 12).set("/seats/0/ship_tokens", 9);
    });
    let seat = after(&mut deep, 6);
    assert_eq!((&seat["cash"], &seat["loans"]), (&json!(0), &json!(2)), "no more loans than needed");
}

/// Player 0 of three without money or loans, Food active, bankrupt after the round.
fn ruined() -> Table {
    let mut t = Table::at(3, 5, &[]);
    t.set("/seats/0/loans", 9).set("/seats/0/cash", 0).set("/demand/Food", 12).set("/seats/0/ship_tokens", 9);
    t.set("/seats/0/factories/Cutlery/appeal", 6).hold(0, "Foreman");
    t.play("buy 0 shares; take 0 loans; price 6; develop Office");
    t
}

#[test]
fn a_bankrupt_player_leaves_the_game_with_markers_and_cards() {
    let mut t = ruined();
    assert_eq!(t.number("/demand/Food"), 12);
    t.pass_round();
    let seat = t.get("/seats/0");
    assert_eq!((&seat["bankrupt_round"], &seat["cash"], &seat["price"]), (&json!(5), &json!(0), &Value::Null));
    assert_eq!((&seat["factories"]["Food"]["appeal"], &seat["factories"]["Cutlery"]["appeal"]), (&json!(0), &json!(0)));
    assert_eq!((t.number("/demand/Food"), t.number("/demand/Cutlery")), (10, 2), "two arrows each");
    assert_eq!(seat["factories"]["Food"]["distribution"], 1, "it produced");
    assert_eq!((&seat["cards"], t.number("/supply/Foreman")), (&json!(["Foreman"]), 1), "its card does not come back");
    assert_eq!((t.player(), t.get("/start_player")), (1, json!(1)));
    t.pass_to("action", 2).pass_to("action", 1);
    assert_eq!(t.game.scores(&t.state)[0], 0);
    assert_eq!(t.game.ranking(&t.state)[0], 3);
    // It is no longer asked, nor can it start a decade.
    t.set("/seats/1/cash", 90).set("/seats/2/cash", 90);
    while t.phase() != "start" {
        t.pass_once();
    }
    t.refuses("start seat 1", "bankrupt", "R48", "seat 1 is bankrupt");
    t.refuses("start seat 4", "no_player", "R48", "there is no seat 4");
    assert_eq!(t.legal(), ["start seat 2", "start seat 3"]);
}

#[test]
fn the_last_solvent_player_wins_at_once() {
    let mut t = ruined();
    t.edit(|p| {
        let seat = &mut p["seats"][2];
        (seat["bankrupt_round"], seat["cash"]) = (4.into(), 0.into());
    });
    t.set("/seats/1/shares", 0).pass_round();
    assert_eq!((t.phase(), t.number("/round"), t.game.end_reason(&t.state)), ("over", 5, Some("last_solvent")));
    assert_eq!(t.game.actor(&t.state), Actor::Over);
    assert_eq!(t.game.scores(&t.state)[0], 0);
    assert_eq!(t.game.ranking(&t.state).to_vec(), [2, 1, 3], "who left later is ahead");
    let mut solo = Table::at(1, 1, &[]);
    solo.set("/seats/0/loans", 9).set("/seats/0/cash", 0).set("/demand/Food", 12).set("/seats/0/ship_tokens", 9);
    solo.play("buy 0 shares; take 0 loans; price 6; develop Office");
    assert_eq!((solo.phase(), solo.game.end_reason(&solo.state)), ("over", Some("all_bankrupt")));
    assert_eq!(solo.game.returns(&solo.state).to_vec(), [0.0]);
}

#[test]
fn bankrupt_in_the_same_round_share_the_place() {
    let mut t = Table::at(4, 5, &[]);
    for seat in [0, 2] {
        t.edit(|p| {
            let seat = &mut p["seats"][seat];
            (seat["loans"], seat["cash"], seat["ship_tokens"]) = (9.into(), 0.into(), 9.into());
        });
    }
    t.set("/demand/Food", 12).pass_round();
    let rounds: Vec<Value> = (0..4).map(|p| t.get(&format!("/seats/{p}/bankrupt_round"))).collect();
    assert_eq!(rounds, [json!(5), Value::Null, json!(5), Value::Null]);
    assert_eq!(t.game.ranking(&t.state).to_vec()[..3], [3, 2, 3], "below every solvent player, the place is shared");
}

// --- share value -----------------------------------------------------------------------------------------------------------

/// Share values after round 5 for three or four Food factories: (appeal wanted, worker cards, Entrepreneur, demand).
fn share_values(players: &[(i64, u8, bool)], demand: i64, rules: &[(&str, Given)]) -> Vec<i64> {
    let mut t = Table::at(players.len(), 5, rules);
    for (seat, (appeal, cards, entrepreneur)) in players.iter().enumerate() {
        t.edit(|p| {
            p["seats"][seat]["factories"]["Food"] = json!({"decade": 2, "worker_cards": cards, "machines": [0, 0],
                "quality": 0, "distribution": 0, "appeal": appeal});
            p["seats"][seat]["cash"] = 60.into();
        });
        if *entrepreneur {
            t.hold(seat, "Entrepreneur");
        }
    }
    // Markers stand where they will be, so no arrow is passed: the price is 12 less the appeal.
    t.set("/demand/Food", demand);
    for (appeal, ..) in players {
        t.play(&format!("buy 0 shares; take 0 loans; price {}; develop Office", 12 - appeal));
    }
    t.each("share_value")
}

#[test]
fn two_home_sales_and_the_highest_appeal_raise_the_share_value() {
    // Limits are appeal less demand: sales of 3, 2 and 1.
    assert_eq!(share_values(&[(8, 2, false), (7, 2, false), (6, 2, false)], 5, &[]), [12, 11, 10]);
    // The first two tie at the highest appeal among the qualified.
    assert_eq!(share_values(&[(7, 2, false), (7, 2, false), (6, 2, false)], 5, &[]), [11, 11, 10]);
    // A higher appeal that sold too little does not count: it made only two, and sold them; here one is made.
    assert_eq!(share_values(&[(8, 0, false), (7, 2, false), (6, 2, false)], 4, &[]), [12, 11, 11]);
    // Tied holders of the Entrepreneur win the tie, each of them; the others do not.
    assert_eq!(share_values(&[(7, 2, true), (7, 2, false), (6, 2, false)], 5, &[]), [12, 11, 10]);
    assert_eq!(share_values(&[(7, 2, true), (7, 2, true), (7, 2, false)], 5, &[]), [12, 12, 11]);
    // With the Entrepreneur one sale qualifies.
    assert_eq!(share_values(&[(7, 2, false), (7, 2, false), (6, 2, true)], 5, &[]), [11, 11, 11]);
    // A sole producer who sells two.
    assert_eq!(share_values(&[(7, 2, false), (5, 2, false)], 5, &[]), [12, 10]);
    // Nobody sells.
    assert_eq!(share_values(&[(7, 2, false), (5, 2, false)], 9, &[]), [10, 10]);
}

#[test]
fn the_neutral_marker_may_compete_for_the_highest_appeal() {
    let rules = [on("neutral_blocks_bonus")];
    let values = |neutral: i64, entrepreneur: bool, rules: &[(&str, Given)]| {
        let mut t = Table::at(2, 5, rules);
        t.edit(|p| {
            p["seats"][0]["factories"]["Food"] = json!({"decade": 2, "worker_cards": 2, "machines": [0, 0],
                "quality": 0, "distribution": 0, "appeal": 8});
            p["neutral"]["Food"] = neutral.into();
            p["demand"]["Food"] = 2.into();
        });
        if entrepreneur {
            t.hold(0, "Entrepreneur");
        }
        t.play("buy 0 shares; take 0 loans; price 4; develop Office").pass_round();
        t.number("/seats/0/share_value")
    };
    assert_eq!(values(20, false, &[]), 12, "by default only players compete");
    assert_eq!([values(7, false, &rules), values(8, false, &rules), values(9, false, &rules)], [12, 11, 11]);
    assert_eq!([values(8, true, &rules), values(9, true, &rules)], [12, 11], "the Entrepreneur wins a tie, no more");
}

#[test]
fn the_share_value_has_an_end() {
    let mut t = Table::at(2, 5, &[]);
    t.set("/seats/0/share_value", 39).set("/demand/Food", -4);
    t.play("buy 0 shares; take 0 loans; price 5; develop Office").pass_round();
    assert_eq!(t.number("/seats/0/share_value"), 40);
}

#[test]
fn distribution_falls_with_each_production() {
    let left = |card: Option<&str>, distribution: u8, demand: i64| {
        let mut t = Table::at(2, 5, &[]);
        t.set("/seats/0/factories/Food/distribution", distribution)
            .set("/demand/Food", demand)
            .set("/seats/0/cash", 40);
        t.set("/seats/0/factories/Cutlery/distribution", 1);
        if let Some(card) = card {
            t.hold(0, card);
        }
        t.play("buy 0 shares; take 0 loans; price 3; develop Office").pass_round();
        assert_eq!(t.number("/seats/0/factories/Cutlery/distribution"), 1, "it did not produce");
        t.number("/seats/0/factories/Food/distribution")
    };
    assert_eq!([left(None, 3, 0), left(None, 1, 12), left(None, 0, 0)], [2, 0, 0], "whether it sold or not");
    let agent = Some("Sales Agent");
    assert_eq!([left(agent, 2, 0), left(agent, 3, 0), left(agent, 4, 0)], [2, 2, 3]);
}

#[test]
fn a_lost_distribution_shows_only_at_the_next_price() {
    let mut t = Table::at(2, 5, &[]);
    t.play("buy 0 shares; take 0 loans; price 3; develop Office").pass_round();
    assert_eq!((t.number("/seats/0/factories/Food/distribution"), t.number("/seats/0/factories/Food/appeal")), (1, 8));
}

// --- preparation -----------------------------------------------------------------------------------------------------------

#[test]
fn the_start_player_passes_on_within_a_decade() {
    let mut t = Table::at(4, 1, &[]);
    for seat in 0..4 {
        t.set(&format!("/seats/{seat}/cash"), 60);
    }
    let starts: Vec<i64> = (0..3)
        .map(|_| {
            t.pass_round();
            t.number("/start_player")
        })
        .collect();
    assert_eq!(starts, [1, 2, 3]);
    let mut gone = Table::at(4, 2, &[]);
    gone.edit(|p| {
        p["seats"][1]["bankrupt_round"] = 1.into();
        p["seats"][1]["cash"] = 0.into();
    });
    gone.pass_round();
    assert_eq!(gone.number("/start_player"), 2, "a bankrupt seat is left out");
}

/// The end of decade I with these share values, shares and cash, started by `start`.
fn decade_end(start: usize, seats: [(i64, i64, i64); 4], rules: &[(&str, Given)]) -> Table {
    let mut t = Table::at(4, 4, rules);
    t.starts(start);
    // Nobody has a Lamps factory, so nothing is produced.
    t.edit(|p| {
        for (seat, (value, shares, cash)) in seats.into_iter().enumerate() {
            let seat = &mut p["seats"][seat];
            (seat["share_value"], seat["shares"], seat["cash"]) = (value.into(), shares.into(), cash.into());
            let factories = seat["factories"].as_object_mut().expect("a map");
            if let Some(factory) = factories.remove("Lamps") {
                let other = if factories.contains_key("Cutlery") { "Clothes" } else { "Cutlery" };
                factories.insert(other.to_owned(), factory);
            }
        }
    });
    while t.number("/round") == 4 {
        t.pass_once();
    }
    t
}

#[test]
fn the_lowest_portfolio_chooses_who_starts() {
    let t = decade_end(0, [(10, 9, 5), (10, 8, 5), (12, 6, 5), (10, 8, 5)], &[]);
    assert_eq!((t.phase(), t.player(), t.number("/start_player")), ("start", 2, 0), "72 is the lowest");
    assert_eq!(t.legal(), ["start seat 1", "start seat 2", "start seat 3", "start seat 4"]);
    let mut t = decade_end(0, [(10, 8, 5), (10, 8, 4), (12, 9, 5), (10, 8, 5)], &[]);
    assert_eq!(t.player(), 1, "equal: less cash");
    t.play("start seat 4");
    assert_eq!((t.phase(), t.player(), t.number("/start_player")), ("action", 3, 3), "any solvent player");
    let t = decade_end(1, [(10, 8, 5), (10, 8, 5), (12, 9, 5), (10, 8, 5)], &[]);
    assert_eq!(t.player(), 3, "equal: clockwise from the former start player");
    let t = decade_end(2, [(12, 8, 5), (12, 8, 5), (10, 8, 5), (12, 8, 5)], &[]);
    assert_eq!(t.player(), 2, "loans, ships and the former start do not matter");
    let t = decade_end(0, [(10, 6, 5), (10, 8, 5), (10, 6, 5), (10, 6, 5)], &[]);
    assert_eq!(t.player(), 2, "the former start player comes last");
    let t = decade_end(
        0,
        [(10, 9, 5), (10, 8, 5), (12, 6, 5), (10, 8, 5)],
        &[("starter", Given::Text("lowest_starts".into()))],
    );
    assert_eq!((t.phase(), t.player(), t.number("/start_player")), ("action", 2, 2));
}

#[test]
fn a_new_decade_brings_cards_and_frees_what_was_used() {
    let mut t = Table::at(4, 4, &[on("expert_actions")]);
    t.set("/seats/2/extra_used", true).pass_round();
    assert_eq!((t.number("/round"), t.get("/seats/2/extra_used")), (5, json!(false)));
    assert_eq!((t.number("/supply/Merchant"), t.number("/supply/Foreman")), (3, 3));
    let mut later = Table::at(4, 8, &[]);
    later.pass_round();
    assert_eq!((later.number("/round"), later.number("/supply/Merchant")), (9, 3), "no card comes twice");
}

#[test]
fn neutral_markers_climb_at_the_ends_of_decades() {
    let appeals = |round: usize, rules: &[(&str, Given)]| {
        let mut t = Table::at(2, round, rules);
        t.set("/seats/0/cash", 60).set("/seats/1/cash", 60);
        t.set("/demand/Cutlery", 5).set("/neutral/Cutlery", 20);
        let before = t.demand();
        let food = t.number("/neutral/Food");
        t.pass_round();
        (t.number("/neutral/Food") - food, t.number("/demand/Food") - before[0], t.number("/neutral/Cutlery"))
    };
    assert_eq!(appeals(4, &[]), (1, 1, 20), "from 4 to 5 an arrow is passed; not past 20");
    assert_eq!(appeals(2, &[]), (0, 0, 20));
    let every = [("neutral_step", Given::Text("every_round".into()))];
    assert_eq!(appeals(2, &every), (1, 1, 20));
    let mut last = Table::at(2, 12, &every);
    last.set("/seats/0/cash", 90).set("/seats/1/cash", 90).pass_round();
    assert_eq!((last.phase(), last.number("/neutral/Food")), ("over", 4), "none after round 12");
}

// --- the end ---------------------------------------------------------------------------------------------------------------

#[test]
fn the_game_ends_after_round_twelve() {
    let mut t = Table::at(4, 12, &[]);
    for seat in 0..4 {
        t.set(&format!("/seats/{seat}/cash"), 60);
    }
    t.pass_round();
    assert_eq!((t.phase(), t.number("/round"), t.player()), ("over", 12, -4));
    assert_eq!(t.game.end_reason(&t.state), Some("rounds_played"));
    assert_eq!(t.each("share_value").len(), 4);
    assert!(
        (0..4).all(|p| t.get(&format!("/seats/{p}/price")).is_null() && t.get(&format!("/seats/{p}/sold")).is_null())
    );
    assert_eq!(t.game.explain(&t.state, 0).map(|error| error.kind), Some(Kind::GameOver));
}

/// Ranking of two players at the end: share value, shares, cash, loans, ship tokens, cards.
fn ranking(seats: [(i64, i64, i64, i64, i64); 2], merchant: Option<usize>) -> (Vec<u8>, Vec<i32>) {
    let mut t = Table::at(2, 12, &[("final_purchase", Given::Bool(false))]);
    t.edit(|p| {
        for (seat, (value, shares, cash, loans, tokens)) in seats.into_iter().enumerate() {
            let seat = &mut p["seats"][seat];
            (seat["share_value"], seat["shares"], seat["cash"]) = (value.into(), shares.into(), cash.into());
            (seat["loans"], seat["ship_tokens"]) = (loans.into(), tokens.into());
        }
    });
    if let Some(seat) = merchant {
        t.hold(seat, "Merchant");
    }
    (t.game.ranking(&t.state).to_vec(), t.game.scores(&t.state).to_vec())
}

#[test]
fn ties_go_to_cash_then_share_value() {
    assert_eq!(ranking([(20, 10, 5, 0, 0), (21, 10, 5, 0, 0)], None), (vec![2, 1], vec![200, 210]));
    assert_eq!(ranking([(20, 10, 6, 0, 0), (20, 10, 5, 0, 0)], None).0, [1, 2]);
    assert_eq!(ranking([(20, 10, 5, 0, 0), (10, 20, 5, 0, 0)], None), (vec![1, 2], vec![200, 200]));
    assert_eq!(ranking([(20, 10, 5, 0, 0), (20, 10, 5, 0, 0)], None).0, [1, 1], "all equal: the place is shared");
    // A loan costs a share, not under nothing; ship tokens cost share value, the Merchant's owner ignores two.
    assert_eq!(ranking([(20, 10, 5, 3, 0), (20, 2, 5, 5, 0)], None).1, [140, 0]);
    assert_eq!(ranking([(20, 10, 5, 0, 9), (1, 10, 5, 0, 9)], None).1, [150, 0]);
    assert_eq!(ranking([(20, 10, 5, 0, 5), (20, 10, 5, 0, 5)], Some(0)).1, [180, 170]);
    let penalties = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5];
    for (tokens, penalty) in penalties.into_iter().enumerate() {
        assert_eq!(ranking([(20, 1, 0, 0, tokens as i64), (20, 1, 0, 0, 0)], None).1, [20 - penalty, 20]);
    }
}

#[test]
fn the_final_purchase_stops_at_thirty_shares() {
    let mut t = Table::at(4, 12, &[]);
    t.edit(|p| {
        let seat = &mut p["seats"][0];
        (seat["share_value"], seat["shares"], seat["cash"]) = (20.into(), 28.into(), 99.into());
    });
    assert_eq!(t.game.scores(&t.state)[0], 600);
    assert_eq!(t.game.rank_keys(&t.state)[0][..4], [1, 600, 59, 20]);
}

#[test]
fn the_scoring_kernel_follows_the_steps() {
    let game = try_load(4, "standard", &[], None).expect("declared choices");
    let kernel = &Arkwright::kernels()[0];
    let score = |row: [i32; 6]| (kernel.score)(&game, &row);
    assert_eq!(score([43, 14, 23, 2, 3, 0]), Some(273));
    assert_eq!(score([43, 14, 23, 2, 3, 1]), Some(13 * 22));
    assert_eq!([score([0, 31, 10, 0, 0, 0]), score([0, 6, 0, 0, 0, 0]), score([-1; 6])], [None; 3]);
}

#[test]
fn a_solo_score_has_a_title() {
    let titles = [
        (19, 10, "workshop"),
        (20, 10, "manufacturer"),
        (9, 31, "manufacturer"),
        (28, 10, "mill owner"),
        (18, 20, "magnate"),
        (22, 20, "Arkwright"),
    ];
    for (shares, value, title) in titles {
        let mut end = Table::at(1, 12, &[]);
        end.edit(|p| {
            (p["phase"], p["current_player"]) = ("over".into(), (-4).into());
            let seat = &mut p["seats"][0];
            (seat["cash"], seat["shares"], seat["share_value"]) = (0.into(), shares.into(), value.into());
        });
        assert_eq!(end.game.view_json(&end.state, None)["title"], title, "{shares} shares at £{value}");
    }
    let mut end = Table::at(1, 12, &[]);
    end.set("/seats/0/cash", 60).pass_round();
    assert_eq!((end.phase(), end.game.ranking(&end.state).to_vec()), ("over", vec![1]));
}

// --- events ----------------------------------------------------------------------------------------------------------------

/// A game with events, at its first chance node.
fn eventful(prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::new(4, "standard", &[on("events"), on("expert_actions")]);
    assert_eq!((t.phase(), t.player(), t.get("/event")), ("event", -1, Value::Null));
    prepare(&mut t);
    t
}

#[test]
fn each_event_does_what_it_says() {
    let mut t = eventful(|_| {});
    let mut outcomes = OutcomeList::new();
    t.game.chance_outcomes(&t.state, &mut outcomes);
    assert_eq!(outcomes.as_slice(), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]);
    t.play("Bread riots");
    assert_eq!(
        (t.number("/wage_space"), t.get("/event"), t.get("/events_shown")),
        (3, json!("Bread riots"), json!(["Bread riots"]))
    );
    assert_eq!((t.phase(), t.player()), ("action", 0));
    let mut t = eventful(|_| {});
    assert_eq!(t.play("Boom").demand(), [-1, 0, 1, 2]);
    let mut t = eventful(|_| {});
    assert_eq!(t.play("Slump").demand(), [3, 4, 5, 6]);
    // Navigation Act: £1 more for each good shipped, not in the final sale.
    let mut t = eventful(|t| {
        t.set("/demand/Food", 12);
    });
    t.play("Navigation Act; buy 0 shares; take 0 loans; price 6; develop Office").pass_round();
    assert_eq!(t.number("/seats/0/cash"), 12 + 2 * 3 - 10);
    // Blockade: one ship in each production, Early Shipping as always.
    let mut t = eventful(|t| {
        t.set("/demand/Food", 12);
    });
    t.play("Blockade; buy 0 shares; take 0 loans; price 6; develop Office").pass_round();
    assert_eq!((t.number("/seats/0/ship_tokens"), t.number("/seats/0/cash")), (1, 12 + 2 - 10));
    // Cheap credit: £3 more for a regular loan.
    let mut t = eventful(|_| {});
    t.play("Cheap credit; buy 0 shares; take 2 loans");
    assert_eq!(t.number("/seats/0/cash"), 12 + 2 * 13);
    // Window tax: £2 for each open factory, as far as cash goes.
    let mut t = eventful(|t| {
        t.set("/seats/1/cash", 3);
    });
    assert_eq!(t.play("Window tax").each("cash"), [8, 0, 6, 11]);
}

#[test]
fn machine_breakers_ask_who_has_machines() {
    let mut t = eventful(|t| {
        t.set("/seats/1/factories/Clothes/machines", json!([1, 0]));
        t.set("/seats/3/factories/Clothes/machines", json!([1, 0]))
            .set("/seats/3/factories/Cutlery/machines", json!([1, 0]));
    });
    t.play("Machine breakers");
    assert_eq!((t.phase(), t.player(), t.legal()), ("break", 1, vec!["break Clothes 1"]));
    t.refuses("break Food 1", "not_open", "R8", "you have no Food factory");
    t.refuses("break Lamps 1", "no_machine", "R8", "card 1 of Lamps has no machine");
    t.play("break Clothes 1");
    assert_eq!((t.player(), t.legal()), (3, vec!["break Clothes 1", "break Cutlery 1"]));
    t.play("break Cutlery 1");
    assert_eq!((t.phase(), t.player(), t.get("/seats/3/factories/Cutlery/machines")), ("action", 0, json!([0, 0])));
    let mut none = eventful(|_| {});
    assert_eq!((none.play("Machine breakers").phase(), none.player()), ("action", 0));
}

#[test]
fn an_event_ends_with_its_decade_and_does_not_come_back() {
    let mut t = eventful(|t| {
        for seat in 0..4 {
            t.set(&format!("/seats/{seat}/cash"), 200);
        }
    });
    t.play("Blockade");
    while t.phase() != "event" {
        t.pass_once();
    }
    assert_eq!((t.number("/round"), t.get("/event"), t.get("/events_shown")), (5, Value::Null, json!(["Blockade"])));
    let mut outcomes = OutcomeList::new();
    t.game.chance_outcomes(&t.state, &mut outcomes);
    assert_eq!(outcomes.len(), 7);
    assert!(outcomes.iter().all(|(event, _)| *event != 4));
    let refused = t.game.explain(&t.state, 4).expect("shown already");
    assert_eq!(
        (refused.code, refused.message.as_str()),
        ("illegal_outcome", "4 is not a chance outcome that can happen now")
    );
    t.play("Boom");
    assert_eq!(t.get("/events_shown"), json!(["Boom", "Blockade"]), "in table order");
}

// --- data ------------------------------------------------------------------------------------------------------------------

const SHIPPED: &str = include_str!("../../../python/lineshaft/data/arkwright.toml");

fn data_error(old: &str, new: &str) -> String {
    assert!(SHIPPED.contains(old), "{old}");
    let error = try_load(4, "standard", &[], Some(SHIPPED.replacen(old, new, 1))).err().expect("refused");
    assert_eq!((error.kind, error.code), (Kind::InvalidData, "invalid_data"), "{old}");
    error.message.strip_prefix("arkwright.toml: ").expect("the file is named").to_owned()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a case a check")]
fn a_wrong_data_file_is_refused_with_place_and_reason() {
    let cases = [
        ("format = 1", "format = 2", "top: format must be 1, not 2"),
        (
            "source = \"fact\"\ndecades",
            "source = \"guess\"\ndecades",
            "[game]: source must be one of fact, inferred, reconstruction, invention, not guess",
        ),
        ("decades = 3", "decades = 4", "[game]: decades must be 3, not 4"),
        (
            "[\"Food\", \"Clothes\", \"Cutlery\", \"Lamps\"]",
            "[\"Food\", \"Clothes\"]",
            "[goods]: names must have 4 entries, not 2",
        ),
        (
            "[\"Food\", \"Clothes\"",
            "[\"Food\", \"clothes\"",
            "[goods]: names entry 2 must be a name of letters, first a capital, not clothes",
        ),
        (
            "[\"Food\", \"Clothes\", \"Cutlery\", \"Lamps\"]",
            "[\"Food\", \"Clothes\", \"Food\", \"Lamps\"]",
            "[seats] row 1: second must be one of Food, Clothes, Food, Lamps, not Cutlery",
        ),
        ("loans = 9", "loans = 10", "[limits]: loans must be 1 to 9, not 10"),
        (
            "engineer_quality_cap = 6",
            "engineer_quality_cap = 3",
            "[limits]: engineer_quality_cap must be 4 to 6, not 3",
        ),
        ("emergency_divisor = 2", "emergency_divisor = 0", "[rules]: emergency_divisor must be 1 to 9, not 0"),
        ("value_cap = 40", "value_cap = 9", "[shares]: value_cap must be 10 to 99, not 9"),
        ("penalty = [0, 1,", "penalty = [0, 100,", "[ships]: penalty entry 2 must be 0 to 99, not 100"),
        ("penalty = [0, 1,", "penalty = [1,", "[ships]: penalty must have 10 entries, not 9"),
        ("arrows = [3, 5,", "arrows = [3, 21,", "[appeal]: arrows entry 2 must be 1 to 20, not 21"),
        ("arrows = [3, 5,", "arrows = [5, 5,", "[appeal]: arrows must rise"),
        ("side = \"A\"", "side = \"C\"", "[setups] row 1: side must be A or B, not C"),
        (
            "demand = [2, 3, 4, 5], neutral = 4",
            "demand = [2, 3, 4, 13], neutral = 4",
            "[setups] row 1: demand entry 4 must be -4 to 12, not 13",
        ),
        ("players = 2, seat = 2", "players = 2, seat = 1", "[seats] row 3: seat must be 2, not 1"),
        (
            "first = \"Food\", second = \"Cutlery\", cash = 12",
            "first = \"Food\", second = \"Food\", cash = 12",
            "[seats] row 1: first and second must differ",
        ),
        ("second_quality = 1", "second_quality = 5", "[start]: second_quality must be 0 to 4, not 5"),
        ("good = \"Food\", decade = 2", "good = \"Lamps\", decade = 2", "[tiles] row 2: good must be Food, not Lamps"),
        ("good = \"Food\", decade = 2", "good = \"Food\", decade = 3", "[tiles] row 2: decade must be 2, not 3"),
        ("price = 2, appeal = 6", "price = 2, appeal = 2", "[tiles] row 1: appeal must be 3 to 20, not 2"),
        ("b_units = 2", "b_units = 3", "[crew_sides]: b_units must be 1 to 2, not 3"),
        (
            "[\"AA\", \"BA\", \"BB\"]",
            "[\"AA\", \"BC\", \"BB\"]",
            "[crew_flips]: by_decade entry 2 must be AA, AB, BA or BB, not BC",
        ),
        ("[\"AA\", \"BA\", \"BB\"]", "[\"AA\", \"BA\", \"AB\"]", "[crew_flips]: card 1 must not shrink in decade 3"),
        (
            "warehouse = [[], [1], [2]",
            "warehouse = [[], [1, 1, 1], [2]",
            "[tracks]: warehouse entry 2 must have 0 to 2 entries, not 3",
        ),
        (
            "warehouse = [[], [1], [2]",
            "warehouse = [[], [0], [2]",
            "[tracks]: warehouse entry 2.1 must be 1 to 9, not 0",
        ),
        ("warehouse = [[], [1], [2]", "warehouse = [[], [3], [2]", "[tracks]: warehouse level 2 must not shrink"),
        ("office = [1, 2, 3, 4]", "office = [1, 2, 1, 4]", "[tracks]: office level 2 must not shrink"),
        ("number = 2, name", "number = 3, name", "[cards] row 2: number must be 2, not 3"),
        ("name = \"Steward\"", "name = \"Foreman\"", "[cards]: the name Foreman stands twice"),
        (
            "name = \"Steward\"",
            "name = \"Ste  ward\"",
            "[cards] row 2: name must be a name of letters, first a capital, not Ste  ward",
        ),
        ("engineer_value = 1", "engineer_value = 3", "[card_effects]: the Engineer leaves no room for Quality 4"),
        ("shipyard_ships = 1", "shipyard_ships = 2", "[card_effects]: shipyard_ships must be 0 to 1, not 2"),
        ("owned = 2", "owned = 9", "[card_effects]: ships would number 10, over 9"),
        ("takers = [1, 1,", "takers = [1, 3,", "[expert]: takers entry 2 must be 1 to 2, not 3"),
        ("takers = [1, 1,", "takers = [2, 1,", "[expert]: takers entry 1 must be 1, not 2"),
        (
            "name = \"Machine breakers\", amount = 1",
            "name = \"Machine breakers\", amount = 2",
            "[events] row 8: amount must be 1, not 2",
        ),
        ("from = 200", "from = 0", "[solo] row 2: from must rise"),
        ("from = 0,", "from = 1,", "[solo] row 1: from must be 0, not 1"),
        ("price = 7, appeal = 10", "price = 20, appeal = 10", "[tiles] row 12: the highest price would be 27, over 31"),
    ];
    for (old, new, expected) in cases {
        if expected.contains("27, over 31") {
            assert!(try_load(4, "standard", &[], Some(SHIPPED.replacen(old, new, 1))).is_ok(), "27 is in the table");
            let text = SHIPPED.replacen(old, new, 1).replace("price_divisor = 2", "price_divisor = 1");
            let text = text.replace(
                "[office]\nsource = \"reconstruction\"\nvalue = 1",
                "[office]\nsource = \"reconstruction\"\nvalue = 4",
            );
            let error = try_load(4, "standard", &[], Some(text)).err().expect("refused");
            assert_eq!(error.message, "arkwright.toml: [tiles] row 12: the highest price would be 32, over 31");
        } else {
            assert_eq!(data_error(old, new), expected);
        }
    }
    for (old, new) in [
        ("format = 1", "format = true"),
        ("loans = 9", "loans = 9.0"),
        ("loans = 9", ""),
        ("loans = 9", "loans = 9\nmore = 1"),
        ("[game]", "[game"),
    ] {
        assert!(!data_error(old, new).is_empty());
    }
}

#[test]
fn names_of_the_data_are_used_in_texts() {
    let text = SHIPPED.replace("\"Lamps\"", "\"Oil Lamps\"").replace("name = \"Patent\"", "name = \"Letters Patent\"");
    let game = try_load(4, "standard", &[], Some(text)).expect("a valid file");
    assert_eq!(game.action_text(3), Ok("build Oil Lamps"));
    assert_eq!(game.action_text(167), Ok("take Letters Patent"));
}

// --- tables, bounds, forms -------------------------------------------------------------------------------------------------

#[test]
fn the_table_has_the_ids_of_the_page() {
    let t = Table::at(4, 1, &[]);
    let texts = [
        (0, "build Food"),
        (7, "upgrade Lamps"),
        (8, "employ Food"),
        (15, "automate Clothes 2"),
        (26, "quality Food 6"),
        (27, "quality Clothes 0"),
        (67, "distribution Lamps 4"),
        (68, "engineer to Food"),
        (72, "turn engineer"),
        (73, "buy 0 shares"),
        (74, "buy 1 share"),
        (103, "buy 30 shares"),
        (104, "take 0 loans"),
        (105, "take 1 loan"),
        (114, "extra Food"),
        (118, "ship early Food"),
        (122, "done"),
        (123, "price 0"),
        (154, "price 31"),
        (155, "develop Automation"),
        (160, "develop Office"),
        (161, "patent"),
        (162, "take Foreman"),
        (173, "take Engineer"),
        (174, "give up Foreman"),
        (186, "ship 0"),
        (195, "ship 9"),
        (196, "start seat 1"),
        (200, "break Food 1"),
        (208, "begin with Food"),
        (212, "cash"),
    ];
    for (id, text) in texts {
        assert_eq!(t.game.action_text(id), Ok(text));
    }
    assert_eq!(t.game.tables().actions.len(), 213);
    assert_eq!(t.game.tables().outcomes.len(), 8);
    assert!(size_of::<State>() <= 768);
}

#[test]
fn the_bounds_are_those_of_the_page() {
    let bounds = |players, variant, rules: &[(&str, Given)]| {
        let game = try_load(players, variant, rules, None).expect("declared choices");
        (game.tables().max_game_length, game.tables().max_chance_nodes)
    };
    assert_eq!(bounds(4, "standard", &[]), (818, 0));
    assert_eq!(bounds(1, "solo", &[]), (204, 0));
    assert_eq!(bounds(4, "expert", &[on("events")]), (850, 3));
    assert_eq!(bounds(1, "solo", &[on("expert_setup"), on("events")]), (212, 3));
}

#[test]
fn the_observation_begins_with_the_viewers_seat() {
    let mut t = Table::at(4, 6, &[]);
    t.set("/seats/2/cash", 50);
    let sixteenths = |viewer: Option<usize>, name: &str, index: usize| {
        let channels = &t.game.tables().channels;
        let at = channels.iter().position(|channel| channel.name == name).expect("a channel");
        let offset: usize = channels[..at].iter().map(lineshaft_core::channels::Channel::size).sum();
        (16.0 * lineshaft_core::View::new(&t.game, &t.state, viewer).observation()[offset + index]) as i32
    };
    let (half, whole) = (8, 16);
    for (viewer, index) in [(Some(2), 0), (Some(1), 1), (None, 2)] {
        assert_eq!(sixteenths(viewer, "cash", index), half);
    }
    assert_eq!(sixteenths(Some(2), "seat", 2), whole);
    assert_eq!(sixteenths(Some(2), "current_player", 2), whole);
    assert_eq!(sixteenths(None, "current_player", 0), whole);
    for (name, index) in [("round", 5), ("phase", 4), ("wage_space", 0)] {
        assert_eq!(sixteenths(None, name, index), whole);
    }
    assert_eq!(sixteenths(None, "demand", 3), half, "4 - (-4) of 16");
    let tiles = [sixteenths(Some(3), "tile", 12), sixteenths(Some(3), "tile", 3 * 12 + 3)];
    assert_eq!(tiles, [whole, 0], "seat 1 follows seat 4");
}

/// What must not be let in: a pointer and a value that breaks the position.
#[test]
fn inconsistent_positions_are_refused() {
    let mut t = Table::at(4, 6, &[]);
    t.hold(0, "Engineer").hold(1, "Patent");
    let cases = [
        ("/format", json!(2)),
        ("/game", json!("railways")),
        ("/players", json!(3)),
        ("/phase", json!("actions")),
        ("/phase", json!("loan2")),
        ("/phase", json!("over")),
        ("/phase", json!("start")),
        ("/phase", json!("goods")),
        ("/phase", json!("ship")),
        ("/phase", json!("lower")),
        ("/phase", json!("take")),
        ("/phase", json!("price")),
        ("/phase", json!("engineer")),
        ("/phase", json!("patent_step")),
        ("/current_player", json!(4)),
        ("/current_player", json!(-1)),
        ("/round", json!(0)),
        ("/round", json!(13)),
        ("/round", json!(4)),
        ("/start_player", json!(4)),
        ("/start_player", json!(true)),
        ("/demand/Food", json!(13)),
        ("/demand", json!({"Food": 1})),
        ("/wage_space", json!(18)),
        ("/wage_space", json!(0)),
        ("/neutral", json!({"Food": 4, "Clothes": 4, "Cutlery": 4, "Lamps": 4})),
        ("/supply/Foreman", json!(2)),
        ("/supply/Foreman", json!(0)),
        ("/event", json!("Boom")),
        ("/events_shown", json!(["Boom"])),
        ("/kind", json!("price")),
        ("/used", json!(1)),
        ("/built", json!(true)),
        ("/token_moved", json!(true)),
        ("/set_factories", json!(["Food"])),
        ("/begun", json!([["Food", 1]])),
        ("/begun", json!([["Food", 3]])),
        ("/producing", json!("Food")),
        ("/rest", json!(1)),
        ("/given_up", json!("Foreman")),
        ("/seats", json!([])),
        ("/more", json!(1)),
        ("/seats/0/cash", json!(-1)),
        ("/seats/0/cash", json!(2_000_000_001)),
        ("/seats/0/cash", json!(1.5)),
        ("/seats/0/shares", json!(31)),
        ("/seats/0/share_value", json!(0)),
        ("/seats/0/share_value", json!(41)),
        ("/seats/0/loans", json!(10)),
        ("/seats/0/ship_tokens", json!(10)),
        ("/seats/0/ships_used", json!(1)),
        ("/seats/0/levels/Quality", json!(0)),
        ("/seats/0/levels/Quality", json!(5)),
        ("/seats/0/levels/Mining", json!(1)),
        ("/seats/0/cards", json!([])),
        ("/seats/0/cards", json!(["Engineer", "Engineer"])),
        ("/seats/0/patent_used", json!(true)),
        ("/seats/0/engineer", Value::Null),
        ("/seats/0/engineer", json!("Lamps")),
        ("/seats/1/engineer_turned", json!(true)),
        ("/seats/0/price", json!(3)),
        ("/seats/0/price", json!(255)),
        ("/seats/0/sold", json!(0)),
        ("/seats/0/bankrupt_round", json!(6)),
        ("/seats/0/bankrupt_round", json!(0)),
        ("/seats/0/factories/Food/decade", json!(3)),
        ("/seats/0/factories/Food/decade", json!(0)),
        ("/seats/0/factories/Food/worker_cards", json!(3)),
        ("/seats/0/factories/Food/machines", json!([2, 0])),
        ("/seats/0/factories/Food/machines", json!([0, 1])),
        ("/seats/0/factories/Food/quality", json!(6)),
        ("/seats/0/factories/Cutlery/quality", json!(5)),
        ("/seats/0/factories/Food/distribution", json!(5)),
        ("/seats/0/factories/Food/appeal", json!(21)),
        ("/seats/0/factories", json!({})),
        ("/seats/0/warehouses", json!([["Food", 1], null, null])),
        ("/seats/0/warehouses", json!([null, null])),
        ("/seats/0/warehouses", json!([null, null, ["Food", 0]])),
    ];
    for (pointer, value) in cases {
        let mut position = t.json();
        put(&mut position, pointer, value.clone());
        let read = t.game.state_from_json(&position);
        let error = read.err().unwrap_or_else(|| panic!("{pointer} = {value} is let in"));
        assert_eq!((error.kind, error.code), (Kind::InvalidState, "invalid_state"), "{pointer} = {value}");
    }
    let mut unpriced = Table::at(4, 5, &[]).json();
    put(&mut unpriced, "/phase", json!("develop"));
    assert!(t.game.state_from_json(&unpriced).is_err(), "who has the active good sets its price before developing");
    for key in ["event", "given_up", "seats", "round"] {
        let mut position = t.json();
        position.as_object_mut().expect("a map").remove(key);
        assert!(t.game.state_from_json(&position).is_err(), "without {key}");
    }
}

#[test]
fn names_may_come_in_any_order() {
    let mut t = Table::at(4, 6, &[]);
    t.hold(0, "Steward").hold(0, "Foreman");
    let mut position = t.json();
    put(&mut position, "/seats/0/cards", json!(["Steward", "Foreman"]));
    let demand = json!({"Lamps": 4, "Food": 1, "Cutlery": 3, "Clothes": 2});
    put(&mut position, "/demand", demand);
    assert_eq!(t.game.state_from_json(&position), Ok(t.state));
}

/// Any bytes give a position that can be played on, or an error.
#[test]
fn damaged_bytes_are_refused_or_playable() {
    let mut rng = Rng::new(11, 0);
    let rules = [on("expert_setup"), on("expert_actions"), on("events"), on("shipping_optional")];
    let t = Table::new(3, "standard", &rules);
    let (mut state, mut let_in) = (t.game.initial_state(), 0);
    while t.game.actor(&state) != Actor::Over {
        let bytes = t.game.to_bytes(&state);
        for _ in 0..40 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(3) {
                let place = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                damaged[place] = [rng.below(256) as u8, rng.below(5) as u8, damaged[place] ^ 1][rng.below(3) as usize];
            }
            if let Ok(mut odd) = t.game.state_from_bytes(&damaged) {
                let_in += 1;
                assert_eq!(t.game.to_bytes(&odd), damaged);
                for _ in 0..30 {
                    match t.game.actor(&odd) {
                        Actor::Over => break,
                        Actor::Player(_) => {
                            let action = t.game.draw_action(&odd, &mut rng);
                            t.game.apply_decision(&mut odd, action);
                        }
                        _ => {
                            let outcome = t.game.draw_outcome(&odd, &mut rng);
                            t.game.apply_outcome(&mut odd, outcome);
                        }
                    }
                }
                t.game.view_json(&odd, Some(0));
                t.game.scores(&odd);
            }
        }
        let step = match t.game.actor(&state) {
            Actor::Player(_) => u32::from(t.game.draw_action(&state, &mut rng)),
            _ => t.game.draw_outcome(&state, &mut rng),
        };
        t.game.apply_legal(&mut state, step);
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
        let t = Table::new(players, variant, &rules);
        for seed in 0..6 {
            let mut rng = Rng::new(seed, 9);
            let mut state = t.game.initial_state();
            while let actor @ (Actor::Player(_) | Actor::Chance) = t.game.actor(&state) {
                let before = t.game.to_json(&state);
                let step = match actor {
                    Actor::Player(_) => u32::from(t.game.draw_action(&state, &mut rng)),
                    _ => t.game.draw_outcome(&state, &mut rng),
                };
                let text = t.game.step_text(&state, i64::from(step)).expect("a legal step");
                t.game.apply_legal(&mut state, step);
                t.game.check_invariants(&state).unwrap_or_else(|error| panic!("{text}: {error}"));
                check_books(&before, &t.game.to_json(&state), &text, actor, players);
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
        let t = Table::new(players, variant, &[]);
        let bots = vec!["greedy".to_owned(); players];
        let plan = Plan { bots, games: 2, first: 0, seed: 3, threads: 1, rotate: false, record: false };
        let mut keep = || true;
        let mut take = |result: lineshaft_core::selfplay::GameResult| {
            assert_eq!(result.end_reason, "rounds_played");
            let mean = result.scores.iter().sum::<i32>() / players as i32;
            assert!(mean > least, "{variant} {players}: {:?}", result.scores);
            Ok(())
        };
        selfplay(&t.game, &plan, &mut take, &mut keep).expect("nothing is refused");
    }
}

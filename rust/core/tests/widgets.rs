//! Widget's Workshop: what is special about it.

use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, OutcomeList, Setup};
use lineshaft_core::games::widgets::{Lying, Physics, Pile, PileRng, State, Widgets};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use serde_json::{Value, json};

fn setup(players: usize, variant: &str, rules: &[(&str, Given)]) -> Setup {
    let choices = Choices {
        players: Some(players),
        variant: Some(variant.to_owned()),
        rules: rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        ..Choices::default()
    };
    Setup::new(Widgets::declaration(), choices).expect("declared")
}

fn load(players: usize, variant: &str, rules: &[(&str, Given)]) -> Widgets {
    Widgets::load(setup(players, variant, rules)).expect("shipped data")
}

fn text(value: &str) -> Given {
    Given::Text(value.to_owned())
}

fn shaped(shape: &str) -> Widgets {
    load(2, "table", &[("shape", text(shape))])
}

// --- the pile by itself ------------------------------------------------------------------------------------------------

const PRIME: u64 = 0x0100_0000_01B3;

fn digest(pile: &Pile) -> u64 {
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    for Lying { part, x, y, rotation, up, known } in pile.bottom_up() {
        let free = pile.free(part);
        let pose = rotation | u8::from(up) << 4 | u8::from(known) << 5;
        for value in [part, x, y, pose, pile.visible(part), free as u8, (free >> 8) as u8] {
            digest = (digest ^ u64::from(value)).wrapping_mul(PRIME);
        }
    }
    digest
}

fn dropped(physics: &Physics, rng: &mut PileRng) -> Pile {
    let mut pile = Pile::default();
    pile.first_drop(physics, 78, rng);
    pile
}

#[test]
fn the_generator_of_the_pile() {
    let mut rng = PileRng::new(0);
    let words = [0xA706_DD2F_4D19_7E6F, 0xB382_A305_F441_4F5E, 0x631A_9154_FBAB_F717, 0xA80A_BA8C_8664_0906];
    assert_eq!(words.map(|_| rng.next_u64()), words);
    let mut rng = PileRng::new(12345);
    assert_eq!([rng.next_u64(), rng.next_u64()], [0x040D_6020_823F_BD3F, 0x803D_F548_DE3A_1110]);
    assert_eq!([0; 6].map(|_| rng.below(105)), [18, 74, 9, 31, 85, 81]);
}

#[test]
fn areas_and_facing_spots() {
    let gear = shaped("gear");
    let rectangle = shaped("rectangle");
    let areas = [216, 224, 220, 226, 212, 226, 220, 224];
    for r in 0..16 {
        assert_eq!(gear.physics().shape.area(r), 120);
        assert_eq!(gear.physics().shape.facing(r), [0x7C00, 0xC007, 0x007C, 0x07C0]);
        assert_eq!(rectangle.physics().shape.area(r), areas[usize::from(r) % 8]);
    }
    assert_eq!(rectangle.physics().shape.facing(0), [0xE000, 0x001F, 0x1C00, 0x03E0]);
}

struct Golden {
    shape: &'static str,
    dropped: u64,
    sums: [usize; 3],
    pulled: (u64, u64),
    fallen: (u64, (u8, u8), u8),
    runs: [u64; 2],
}

const GOLDEN: [Golden; 2] = [
    Golden {
        shape: "gear",
        dropped: 0x61A8_5AC3_3FAA_3C6A,
        sums: [5045, 18, 66],
        pulled: (0xC3D6_4A94_1B88_F536, 470),
        fallen: (0xF3D7_86D2_CBA5_3ACD, (20, 63), 11),
        runs: [0x87F5_7222_AAC5_C462, 0x8341_9BDF_663C_070D],
    },
    Golden {
        shape: "rectangle",
        dropped: 0xFF4C_4977_B8E1_62A1,
        sums: [6826, 15, 54],
        pulled: (0xA60F_48EF_FA16_E33E, 472),
        fallen: (0x391B_2FB5_6076_8C2A, (86, 20), 4),
        runs: [0x870E_36CD_9C55_1F98, 0x2A69_4F44_2C6C_1751],
    },
];

#[test]
fn first_drop_pull_and_drop_are_as_written() {
    for golden in GOLDEN {
        let game = shaped(golden.shape);
        let physics = game.physics();
        let rng = &mut PileRng::new(0);
        let mut pile = dropped(physics, rng);
        let lying = pile.bottom_up();
        let pose = |i: usize| (lying[i].x, lying[i].y, lying[i].rotation, lying[i].up);
        let bottom = [(70, 50, 12, false), (63, 46, 6, false), (24, 51, 11, true)];
        assert_eq!([pose(0), pose(1), pose(2)], bottom);
        assert_eq!(pose(77), (31, 76, 3, true));
        assert_eq!((digest(&pile), rng.drawn()), (golden.dropped, 468));
        let visible: usize = (0..78).map(|part| usize::from(pile.visible(part))).sum();
        assert_eq!([visible, pile.known().len(), pile.free_parts().len()], golden.sums);
        pile.pull(physics, 5, 1, rng);
        assert_eq!((digest(&pile), rng.drawn()), golden.pulled);
        pile.drop(physics, 5, rng);
        assert_eq!((digest(&pile), pile.place(5), pile.rotation(5)), golden.fallen);
    }
}

/// The driver of the page: random pulls with a drop now and then. After each event the pile equals a full refresh.
fn run(physics: &Physics, seed: u64) -> u64 {
    let rng = &mut PileRng::new(seed);
    let choices = &mut PileRng::new(seed ^ 0x00AB_CDEF);
    let mut pile = dropped(physics, rng);
    let mut all = digest(&pile);
    for _ in 0..200 {
        let free: Vec<u8> =
            pile.bottom_up().into_iter().map(|lying| lying.part).filter(|part| pile.free(*part) != 0).collect();
        if free.is_empty() {
            break;
        }
        let part = free[choices.below(free.len() as u32) as usize];
        let sides: Vec<u8> = (0..4).filter(|side| pile.sides(part) >> side & 1 == 1).collect();
        let side = sides[choices.below(sides.len() as u32) as usize];
        pile.pull(physics, part, side, rng);
        assert_eq!(pile, pile.refreshed(physics));
        if choices.below(4) == 0 {
            pile.drop(physics, part, rng);
            assert_eq!(pile, pile.refreshed(physics));
        }
        all = (all ^ digest(&pile)).wrapping_mul(PRIME);
    }
    all
}

#[test]
fn long_runs_are_as_written() {
    for golden in GOLDEN {
        let game = shaped(golden.shape);
        assert_eq!([0, 1].map(|seed| run(game.physics(), seed)), golden.runs, "{}", golden.shape);
    }
}

// --- positions ---------------------------------------------------------------------------------------------------------

/// A part of the pile, from bottom to top; its number is its card's.
#[derive(Clone, Copy)]
struct Lies {
    part: u8,
    at: (u8, u8),
    up: bool,
    known: bool,
}

/// A position in short. Parts are numbered like their cards; those not mentioned lie in a heap at the bottom of the
/// pile's corner (`table`) or face-down (`abstract`).
#[derive(Clone)]
struct Sketch {
    phase: &'static str,
    next: Option<&'static str>,
    turn_of: usize,
    turn: u16,
    trigger: Option<usize>,
    final_turns: [u8; 5],
    end: Option<&'static str>,
    hand: Vec<u8>,
    /// Of these the card is unknown.
    secret: Vec<u8>,
    bays: [[Vec<u8>; 3]; 5],
    constructs: [Vec<[u8; 5]>; 5],
    /// In `abstract`: what lies face-up.
    up: Vec<u8>,
    pile: Vec<Lies>,
    /// The heap lies face-up, all known.
    heap_up: bool,
}

impl Default for Sketch {
    fn default() -> Self {
        Self {
            phase: "pull",
            next: None,
            turn_of: 0,
            turn: 10,
            trigger: None,
            final_turns: [0; 5],
            end: None,
            hand: Vec::new(),
            secret: Vec::new(),
            bays: Default::default(),
            constructs: Default::default(),
            up: Vec::new(),
            pile: Vec::new(),
            heap_up: false,
        }
    }
}

fn card(kind: usize, triple: usize) -> u8 {
    (kind * 16 + triple) as u8
}

/// The construct of one triple: 30 points.
fn perfect(triple: usize) -> [u8; 5] {
    std::array::from_fn(|kind| card(kind, triple))
}

const KINDS: [&str; 5] = ["torso", "left arm", "right arm", "left leg", "right leg"];

impl Sketch {
    fn name(game: &Widgets, card: u8) -> String {
        game.tables().outcomes[usize::from(card)].clone()
    }

    fn part(&self, game: &Widgets, part: u8) -> Value {
        let name = if self.secret.contains(&part) { None } else { Some(Self::name(game, part)) };
        if game.has_two_sets() { json!({"card": name}) } else { json!({"part": part, "card": name}) }
    }

    fn bay(&self, game: &Widgets, cards: &[u8]) -> Value {
        let mut sorted = cards.to_vec();
        sorted.sort_unstable();
        sorted.iter().map(|c| (KINDS[usize::from(c / 16)].to_owned(), self.part(game, *c))).collect()
    }

    fn construct(&self, game: &Widgets, cards: [u8; 5]) -> Value {
        let parts: Vec<Value> = cards.iter().map(|card| self.part(game, *card)).collect();
        json!({"name": game.construct_name(cards), "points": game.worth().points(cards), "parts": parts})
    }

    fn pile(&self, game: &Widgets) -> Value {
        let mut used = self.hand.clone();
        used.extend(self.bays.iter().flatten().flatten());
        used.extend(self.constructs.iter().flatten().flatten());
        used.extend(self.up.iter());
        used.extend(self.pile.iter().map(|lies| lies.part));
        let rest: Vec<u8> = (0..80).filter(|part| !used.contains(part)).collect();
        if game.has_two_sets() {
            let names = |cards: &[u8]| -> Vec<String> { cards.iter().map(|card| Self::name(game, *card)).collect() };
            let mut up = self.up.clone();
            up.sort_unstable();
            return json!({"face_up": names(&up), "face_down": names(&rest)});
        }
        let heap = rest.iter().map(|part| Lies { part: *part, at: (0, 0), up: self.heap_up, known: self.heap_up });
        let form = |lies: Lies| {
            let name = lies.known.then(|| Self::name(game, lies.part)).filter(|_| !self.secret.contains(&lies.part));
            json!({"part": lies.part, "card": name, "x": lies.at.0, "y": lies.at.1, "rotation": 0,
                "face": if lies.up { "up" } else { "down" }, "known": lies.known})
        };
        heap.chain(self.pile.iter().copied()).map(form).collect()
    }

    fn json(&self, game: &Widgets) -> Value {
        let players = game.setup().players;
        let current = match self.phase {
            "game_over" => -4,
            "shake" | "fall" | "read" => -1,
            _ => self.turn_of as i32,
        };
        let hand: Vec<Value> = self.hand.iter().map(|part| self.part(game, *part)).collect();
        let bays: Vec<Value> =
            self.bays[..players].iter().map(|bays| bays.iter().map(|bay| self.bay(game, bay)).collect()).collect();
        let constructs: Vec<Value> = self.constructs[..players]
            .iter()
            .map(|all| all.iter().map(|cards| self.construct(game, *cards)).collect())
            .collect();
        json!({"format": 1, "game": "widgets", "players": players, "phase": self.phase, "current_player": current,
            "next_phase": self.next, "first": 0, "turn_of": self.turn_of, "turn": self.turn, "trigger": self.trigger,
            "final_turns": self.final_turns[..players], "end_reason": self.end, "dealt": vec![Value::Null; players],
            "hand": hand, "shaking": null, "falling": null, "bays": bays, "constructs": constructs,
            "pile": self.pile(game)})
    }

    fn state(&self, game: &Widgets) -> State {
        game.state_from_json(&self.json(game)).unwrap_or_else(|error| panic!("{error}: {}", self.json(game)))
    }

    fn refused(&self, game: &Widgets) {
        let json = self.json(game);
        assert!(game.state_from_json(&json).is_err(), "accepted: {json}");
    }
}

fn legal(game: &Widgets, s: &State) -> Vec<String> {
    let mut list = ActionList::new();
    game.legal_actions(s, &mut list);
    list.iter().map(|action| game.tables().actions[usize::from(*action)].clone()).collect()
}

/// Applies a step by its text and checks the position that follows.
fn step(game: &Widgets, s: &mut State, text: &str) {
    let id = game.parse_step(s, text).expect("a text of the table");
    game.apply(s, i64::from(id)).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.check_invariants(s), Ok(()), "after {text}");
}

fn steps(game: &Widgets, s: &mut State, texts: &[&str]) {
    texts.iter().for_each(|text| step(game, s, text));
}

fn why(game: &Widgets, s: &State, text: &str) -> (&'static str, Option<&'static str>, String) {
    let id = game.parse_action(text).expect("a text of the table");
    let error = game.explain(s, i64::from(id)).unwrap_or_else(|| panic!("{text} is legal"));
    (error.code, error.rule, error.message)
}

fn actor(game: &Widgets, s: &State) -> i32 {
    game.actor(s).number()
}

fn on(game: &Widgets, s: &State, key: &str) -> Value {
    game.to_json(s)[key].clone()
}

fn yes() -> Given {
    Given::Bool(true)
}

// --- scoring (R18, R19, R28, R29, R32) ---------------------------------------------------------------------------------

#[test]
fn the_rulebooks_example_is_worth_15() {
    let game = load(2, "abstract", &[]);
    // Three fire, four strength, five mechanical; then a makeup of three to two.
    let cards = [card(0, 0), card(1, 0), card(2, 0), card(3, 4), card(4, 10)];
    assert_eq!(game.worth().points(cards), 15);
    let cards = [card(0, 0), card(1, 0), card(2, 0), card(3, 5), card(4, 11)];
    assert_eq!(game.worth().points(cards), 5);
    assert_eq!(game.worth().points(perfect(7)), 30);
}

#[test]
fn all_constructs_are_worth_what_they_should() {
    let worth = *load(2, "abstract", &[]).worth();
    let mut histogram = [0_u32; 7];
    for all in 0..1_u32 << 20 {
        let cards = std::array::from_fn(|kind| card(kind, (all >> (4 * kind) & 15) as usize));
        histogram[usize::from(worth.points(cards) / 5)] += 1;
    }
    assert_eq!(histogram, [384_000, 408_000, 198_400, 50_800, 6_960, 400, 16]);
}

#[test]
fn fragments_make_a_name() {
    let game = load(2, "abstract", &[]);
    assert_eq!(game.construct_name(perfect(0)), "Bolbabrimonk");
    assert_eq!(game.construct_name([card(0, 15), card(1, 1), card(2, 2), card(3, 3), card(4, 4)]), "Vashkatrisom");
}

/// Two players' constructs: 30, 20, 20, 20 with the bonus against 25, 25, 25, 20.
fn tied() -> (Widgets, State) {
    let game = load(2, "abstract", &[]);
    let mixed = |torso: usize, others: usize| -> [u8; 5] {
        std::array::from_fn(|kind| card(kind, if kind == 0 { torso } else { others }))
    };
    let mut sketch = Sketch { phase: "game_over", end: Some("finished"), trigger: Some(0), ..Sketch::default() };
    // A torso that differs in element costs 5, one that differs in element and archetype 10.
    sketch.constructs[0] = vec![mixed(6, 0), perfect(2), mixed(7, 1), mixed(5, 3)];
    sketch.constructs[1] = vec![mixed(8, 4), mixed(9, 5), mixed(14, 8), mixed(10, 6)];
    let s = sketch.state(&game);
    (game, s)
}

#[test]
fn of_tied_players_the_best_construct_wins() {
    let (game, s) = tied();
    assert_eq!(game.scores(&s).to_vec(), [95, 95]);
    let keys = game.rank_keys(&s);
    assert_eq!(keys[0][..6], [95, 30, 20, 20, 20, 0]);
    assert_eq!(keys[1][..6], [95, 25, 25, 25, 20, 0]);
    assert_eq!(game.ranking(&s).to_vec(), [1, 2]);
    assert_eq!(game.returns(&s).to_vec(), [0.5, -0.5]);
}

#[test]
fn equal_constructs_share_the_victory() {
    let game = load(3, "abstract", &[("max_turns", Given::Int(10))]);
    let mut sketch = Sketch { phase: "game_over", end: Some("turn_cap"), ..Sketch::default() };
    sketch.constructs[0] = vec![perfect(0)];
    sketch.constructs[2] = vec![perfect(9)];
    let s = sketch.state(&game);
    assert_eq!(game.scores(&s).to_vec(), [30, 0, 30]);
    assert_eq!(game.ranking(&s).to_vec(), [1, 3, 1]);
}

#[test]
fn a_construct_of_no_points_counts_as_one() {
    let game = load(2, "abstract", &[]);
    // Two fire, one of each other element; three to two in archetype and makeup.
    let cards = [card(0, 0), card(1, 1), card(2, 6), card(3, 11), card(4, 12)];
    let mut sketch = Sketch { phase: "resolve", hand: vec![cards[4]], ..Sketch::default() };
    sketch.bays[0][1] = cards[..4].to_vec();
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 2");
    assert_eq!(on(&game, &s, "constructs")[0][0]["points"], 0);
    assert_eq!(on(&game, &s, "bays")[0][1], json!({}));
    assert_eq!(game.scores(&s).to_vec(), [0, 0]);
}

// --- set-up (R2 to R4) -------------------------------------------------------------------------------------------------

#[test]
fn start_player_and_deal() {
    let game = load(3, "table", &[]);
    let mut s = game.initial_state();
    step(&game, &mut s, "player 2 starts");
    let names = ["air speed organic left arm", "fire strength mechanical torso", "water speed organic right leg"];
    steps(&game, &mut s, &names);
    assert_eq!(game.phase_name(&s), "first_drop");
    let bays = on(&game, &s, "bays");
    assert_eq!(bays[2][0]["left arm"], json!({"part": 79, "card": names[0]}));
    assert_eq!(bays[0][0]["torso"], json!({"part": 78, "card": names[1]}));
    assert_eq!(bays[1][0]["right leg"], json!({"part": 77, "card": names[2]}));
    step(&game, &mut s, "salt 1");
    assert_eq!(on(&game, &s, "pile").as_array().map(Vec::len), Some(77));
    assert_eq!(on(&game, &s, "turn_of"), 2);
    // What can be read is read, lowest number first.
    let pending = game.view_json(&s, None)["pending"].clone();
    assert_eq!(game.phase_name(&s), "read");
    step(&game, &mut s, "fire speed organic left leg");
    let part = pending[0].as_u64();
    let pile = on(&game, &s, "pile");
    let read = pile.as_array().and_then(|pile| pile.iter().find(|lying| lying["part"].as_u64() == part).cloned());
    assert_eq!(read.map(|lying| lying["card"].clone()), Some(json!("fire speed organic left leg")));
}

#[test]
fn a_dealt_part_may_be_placed_by_choice() {
    let game = load(2, "abstract", &[("auto_setup", Given::Bool(false)), ("start_player", Given::Int(1))]);
    let mut s = game.initial_state();
    assert_eq!(game.phase_name(&s), "deal");
    let dealt = ["fire strength mechanical torso", "fire strength organic torso", "salt 5"];
    steps(&game, &mut s, &dealt);
    assert_eq!((game.phase_name(&s), actor(&game, &s)), ("setup", 1));
    assert_eq!(legal(&game, &s), ["place in bay 1", "place in bay 2", "place in bay 3"]);
    steps(&game, &mut s, &["place in bay 3"]);
    assert_eq!((game.phase_name(&s), actor(&game, &s)), ("setup", 0));
    steps(&game, &mut s, &["place in bay 1"]);
    assert_eq!((game.phase_name(&s), actor(&game, &s)), ("pull", 1));
    assert_eq!(on(&game, &s, "bays")[1][2]["torso"]["card"], dealt[0]);
}

#[test]
fn there_are_about_as_many_choices_as_measured() {
    let mean = |variant: &str, rules: &[(&str, Given)]| {
        let game = load(2, variant, rules);
        let count = |seed: u64| {
            let mut rng = Rng::new(seed, 0);
            let mut s = game.initial_state();
            while !matches!(game.actor(&s), Actor::Player(_)) {
                let outcome = game.draw_outcome(&s, &mut rng);
                game.apply_outcome(&mut s, outcome);
            }
            legal(&game, &s).len()
        };
        (0..60).map(count).sum::<usize>() / 60
    };
    assert!((205..220).contains(&mean("table", &[])));
    assert!((160..176).contains(&mean("table", &[("shape", text("rectangle"))])));
    assert!((38..43).contains(&mean("abstract", &[])));
}

// --- the turn (R5 to R17) ----------------------------------------------------------------------------------------------

/// Parts that lie apart: 1 face-up and known, 2 and 3 face-down, 4 face-up with 5 on top of it, known both.
fn apart() -> Sketch {
    let lies = |part, at, up, known| Lies { part, at, up, known };
    Sketch {
        pile: vec![
            lies(1, (40, 0), true, true),
            lies(20, (80, 0), false, false),
            lies(21, (0, 60), false, false),
            lies(40, (60, 60), true, true),
            lies(41, (60, 60), true, true),
        ],
        heap_up: true,
        ..Sketch::default()
    }
}

#[test]
fn a_turn_is_one_pull() {
    let game = load(2, "table", &[]);
    let s = apart().state(&game);
    let list = legal(&game, &s);
    assert!(list.iter().all(|text| text.starts_with("pull ")), "no passing: {list:?}");
    for part in [1, 20, 21, 41] {
        assert!(list.contains(&format!("pull {part} north")), "{list:?}");
    }
    for text in ["keep first", "place in bay 1", "drop back"] {
        let message = format!("{text} is not a choice now: the phase is pull");
        assert_eq!(why(&game, &s, text), ("wrong_phase", None, message));
    }
    let message = "no edge of part 40 is free".to_owned();
    assert_eq!(why(&game, &s, "pull 40 north"), ("not_free", Some("R9"), message));
}

#[test]
fn a_face_up_part_goes_into_a_bay_or_back() {
    let game = load(2, "table", &[]);
    let mut s = apart().state(&game);
    step(&game, &mut s, "pull 1 east");
    assert_eq!(on(&game, &s, "shaking"), json!({"part": 1, "direction": "east"}));
    step(&game, &mut s, "salt 9");
    assert_eq!(legal(&game, &s), ["place in bay 1", "place in bay 2", "place in bay 3", "drop back"]);
    let mut back = s.clone();
    steps(&game, &mut back, &["drop back"]);
    assert_eq!(on(&game, &back, "falling")["part"], 1);
    step(&game, &mut back, "salt 3");
    let pile = on(&game, &back, "pile");
    let top = pile.as_array().and_then(|pile| pile.last()).cloned().unwrap_or_default();
    assert_eq!((&top["part"], &top["face"], &top["known"]), (&json!(1), &json!("up"), &json!(true)));
    assert_eq!((game.phase_name(&back), actor(&game, &back)), ("pull", 1));
    step(&game, &mut s, "place in bay 2");
    assert_eq!(on(&game, &s, "bays")[0][1]["torso"]["part"], 1);
    assert_eq!((game.phase_name(&s), actor(&game, &s), on(&game, &s, "turn")), ("pull", 1, json!(11)));
    assert_eq!(why(&game, &s, "pull 1 east").2, "part 1 is not in the pile");
}

#[test]
fn the_first_face_down_part_is_secret_until_the_second_is_out() {
    let game = load(2, "table", &[]);
    let mut s = apart().state(&game);
    steps(&game, &mut s, &["pull 20 north", "salt 1"]);
    assert_eq!(game.phase_name(&s), "second");
    assert_eq!(on(&game, &s, "hand"), json!([{"part": 20, "card": null}]));
    let list = legal(&game, &s);
    assert!(list.iter().all(|text| text.starts_with("pull 21 ")), "{list:?}");
    let message = "part 1 lies face-up; the second part must lie face-down".to_owned();
    assert_eq!(why(&game, &s, "pull 1 north"), ("face_up", Some("R7"), message));
    steps(&game, &mut s, &["pull 21 south", "salt 2"]);
    assert_eq!((game.phase_name(&s), on(&game, &s, "next_phase")), ("read", json!("keep")));
    assert_eq!(game.view_json(&s, Some(0))["pending"], json!([20, 21]));
    assert_eq!(game.view_json(&s, Some(0))["unseen"].as_array().map(Vec::len), Some(2));
    // Either card may be either part; the part with the lower number is read first.
    let mut outcomes = OutcomeList::new();
    game.chance_outcomes(&s, &mut outcomes);
    assert_eq!(outcomes.to_vec(), [(20, 1), (21, 1)]);
    game.apply(&mut s, 21).expect("an unseen card");
    game.apply(&mut s, 20).expect("the other");
    assert_eq!(legal(&game, &s), ["keep first", "keep second"]);
    assert_eq!(on(&game, &s, "hand")[0]["card"], Sketch::name(&game, 21));
}

#[test]
fn of_two_parts_one_is_kept_and_may_be_dropped_too() {
    let game = load(2, "table", &[]);
    let mut sketch = apart();
    sketch.pile.retain(|lies| ![20, 21].contains(&lies.part));
    sketch.phase = "keep";
    sketch.hand = vec![20, 21];
    let mut s = sketch.state(&game);
    step(&game, &mut s, "keep second");
    assert_eq!(on(&game, &s, "falling")["part"], 20);
    steps(&game, &mut s, &["salt 1"]);
    assert_eq!(on(&game, &s, "hand")[0]["part"], 21);
    assert_eq!(legal(&game, &s), ["place in bay 1", "place in bay 2", "place in bay 3", "drop back"]);
    steps(&game, &mut s, &["drop back", "salt 2"]);
    let pile = on(&game, &s, "pile");
    let order: Vec<u64> = pile.as_array().into_iter().flatten().filter_map(|lying| lying["part"].as_u64()).collect();
    assert!(order.ends_with(&[20, 21]), "{order:?}");
    assert_eq!(on(&game, &s, "hand"), json!([]));
}

#[test]
fn a_single_face_down_part_is_pulled_alone() {
    let game = load(2, "table", &[]);
    // None left; or the other one is buried under part 41 (R8).
    for buried in [false, true] {
        let mut sketch = apart();
        for lies in &mut sketch.pile {
            lies.up = lies.part != 20 && !(buried && lies.part == 40);
            lies.known = lies.part != 20;
        }
        let mut s = sketch.state(&game);
        steps(&game, &mut s, &["pull 20 north", "salt 1"]);
        assert_eq!((game.phase_name(&s), on(&game, &s, "next_phase")), ("read", json!("resolve")), "{buried}");
        game.apply(&mut s, 20).expect("the only unseen card");
        assert_eq!(game.phase_name(&s), "resolve");
    }
}

#[test]
fn the_first_pull_may_free_the_second() {
    let game = load(2, "table", &[]);
    let mut sketch = apart();
    // Part 40 lies face-down below part 41, which is face-down too; all others face-up.
    for lies in &mut sketch.pile {
        lies.up = ![40, 41].contains(&lies.part);
        lies.known = true;
    }
    let mut s = sketch.state(&game);
    steps(&game, &mut s, &["pull 41 north", "salt 1"]);
    assert_eq!(game.phase_name(&s), "second");
    // Their cards are known, as they were turned over: they may be pulled all the same (R7), and nothing is read.
    steps(&game, &mut s, &["pull 40 west", "salt 1"]);
    assert_eq!(game.phase_name(&s), "keep");
}

#[test]
fn a_covered_face_up_part_may_be_pulled_and_is_read_when_out() {
    let game = load(2, "table", &[]);
    let mut sketch = apart();
    // Part 41 hides more than 60 per cent of part 40, but not its west edge.
    for lies in &mut sketch.pile {
        match lies.part {
            40 => lies.known = false,
            41 => lies.at = (63, 60),
            _ => {}
        }
    }
    let mut s = sketch.state(&game);
    let view = game.view_json(&s, None);
    let seen = view["pile"].as_array().and_then(|pile| pile.iter().find(|lying| lying["part"] == 40)).cloned();
    let seen = seen.unwrap_or_default();
    assert!(seen["visible"].as_u64() < Some(48) && seen["card"].is_null(), "{seen}");
    let list = legal(&game, &s);
    assert!(list.contains(&"pull 40 west".to_owned()) && !list.contains(&"pull 40 east".to_owned()), "{list:?}");
    let message = "no free edge of part 40 faces east".to_owned();
    assert_eq!(why(&game, &s, "pull 40 east"), ("wrong_side", Some("R10"), message));
    steps(&game, &mut s, &["pull 40 west", "salt 1"]);
    assert_eq!((game.phase_name(&s), on(&game, &s, "next_phase")), ("read", json!("resolve")));
}

#[test]
fn what_rests_on_a_pulled_part_is_dragged_along() {
    let moved = |rules: &[(&str, Given)], salt: u32| {
        let game = load(2, "table", rules);
        let mut sketch = apart();
        sketch.pile[4].at = (63, 60);
        sketch.pile[3].known = true;
        let mut s = sketch.state(&game);
        game.apply(&mut s, i64::from(game.parse_action("pull 40 west").expect("a text"))).expect("free");
        game.apply(&mut s, i64::from(salt)).expect("a salt");
        let pile = on(&game, &s, "pile");
        let other = pile.as_array().and_then(|pile| pile.iter().find(|lying| lying["part"] == 41)).cloned();
        other.unwrap_or_default()
    };
    for salt in 0..50 {
        let still = moved(&[("friction", Given::Int(0))], salt);
        assert_eq!((&still["x"], &still["y"], &still["face"]), (&json!(63), &json!(60), &json!("up")));
        let dragged = moved(&[("flips", Given::Int(0))], salt);
        assert!(dragged["x"].as_u64() < Some(63) && dragged["face"] == "up", "{dragged}");
        let turned = moved(&[("flips", Given::Int(256)), ("friction", Given::Int(256))], salt);
        assert_eq!(turned["face"], "down", "{turned}");
        assert_eq!(turned["known"], true, "what has been read stays known (R12)");
    }
}

#[test]
fn only_the_nearest_side_with_auto() {
    let game = load(2, "table", &[("dir_mode", text("auto"))]);
    let s = apart().state(&game);
    let sides = |part: u8| -> Vec<String> {
        let own = format!("pull {part} ");
        legal(&game, &s).into_iter().filter(|text| text.starts_with(&own)).collect()
    };
    // Part 1 lies at (40, 0): north is 12 cells away. Part 21 at (0, 60): west. Part 41 at (60, 60): east and south tie.
    assert_eq!(sides(1), ["pull 1 north"]);
    assert_eq!(sides(21), ["pull 21 west"]);
    assert_eq!(sides(41), ["pull 41 east"]);
    let message = "part 41 is pulled to the nearest side, east".to_owned();
    assert_eq!(why(&game, &s, "pull 41 north"), ("not_nearest", Some("R10"), message));
    assert_eq!(why(&game, &s, "pull 40 north").0, "not_free");
}

#[test]
fn a_replaced_part_is_dropped_face_up() {
    let game = load(2, "table", &[]);
    let mut sketch = apart();
    sketch.phase = "resolve";
    sketch.hand = vec![22];
    sketch.bays[0][0] = vec![23];
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 1");
    assert_eq!(on(&game, &s, "falling")["part"], 23);
    assert_eq!(on(&game, &s, "bays")[0][0]["left arm"]["part"], 22);
    step(&game, &mut s, "salt 8");
    let pile = on(&game, &s, "pile");
    let top = pile.as_array().and_then(|pile| pile.last()).cloned().unwrap_or_default();
    assert_eq!((&top["part"], &top["face"]), (&json!(23), &json!("up")));
    assert_eq!(actor(&game, &s), 1);
}

#[test]
fn equal_empty_bays_are_one_choice_with_dedupe() {
    let game = load(2, "abstract", &[("dedupe", yes())]);
    let mut sketch = Sketch { phase: "resolve", hand: vec![22], ..Sketch::default() };
    let s = sketch.state(&game);
    assert_eq!(legal(&game, &s), ["place in bay 1", "drop back"]);
    let message = "bay 3 is as empty as bay 1; choose bay 1".to_owned();
    assert_eq!(why(&game, &s, "place in bay 3"), ("same_empty_bay", Some("R16"), message));
    sketch.bays[0][0] = vec![5];
    let s = sketch.state(&game);
    assert_eq!(legal(&game, &s), ["place in bay 1", "place in bay 2", "drop back"]);
}

#[test]
fn reading_needs_its_share() {
    // Part 41 hides a part of part 40; who may read how much.
    for (share, see_through, known) in [(1, false, true), (40, false, false), (100, false, false), (40, true, true)] {
        let game = load(2, "table", &[("read_share", Given::Int(share)), ("see_through", Given::Bool(see_through))]);
        let mut sketch = apart();
        sketch.pile[3].known = false;
        sketch.pile[4].at = (63, 60);
        if known {
            sketch.refused(&game);
            sketch.pile[3].known = true;
        }
        sketch.state(&game);
    }
}

// --- two sets (R31) ----------------------------------------------------------------------------------------------------

#[test]
fn two_sets_of_cards() {
    let game = load(2, "abstract", &[]);
    let sketch = Sketch { up: vec![0, 17], ..Sketch::default() };
    let mut s = sketch.state(&game);
    let torso = "pull fire strength mechanical torso";
    assert_eq!(legal(&game, &s), [torso, "pull fire strength organic left arm", "pull face down"]);
    let message = "fire strength organic torso does not lie face-up in the pile".to_owned();
    assert_eq!(why(&game, &s, "pull fire strength organic torso"), ("not_face_up", Some("R31"), message));
    let mut other = s.clone();
    steps(&game, &mut other, &[torso, "drop back"]);
    assert_eq!((actor(&game, &other), on(&game, &other, "pile")["face_up"].as_array().map(Vec::len)), (1, Some(2)));
    steps(&game, &mut s, &["pull face down", "water speed organic torso", "air speed organic torso"]);
    assert_eq!(legal(&game, &s), ["keep first", "keep second"]);
    step(&game, &mut s, "keep first");
    assert_eq!(on(&game, &s, "hand"), json!([{"card": "water speed organic torso"}]));
    assert!(
        on(&game, &s, "pile")["face_up"].as_array().is_some_and(|up| up.contains(&json!("air speed organic torso")))
    );
}

#[test]
fn the_last_face_down_card_is_pulled_alone() {
    let game = load(2, "abstract", &[]);
    let mut sketch = Sketch { up: (0..79).collect(), ..Sketch::default() };
    let mut s = sketch.state(&game);
    steps(&game, &mut s, &["pull face down", "water speed organic right leg"]);
    assert_eq!(game.phase_name(&s), "resolve");
    sketch.up = (0..80).collect();
    let s = sketch.state(&game);
    let message = "no part lies face-down in the pile".to_owned();
    assert_eq!(why(&game, &s, "pull face down"), ("none_face_down", Some("R31"), message));
    assert!(!legal(&game, &s).contains(&"pull face down".to_owned()));
}

// --- the end (R20 to R27, R30) -----------------------------------------------------------------------------------------

/// A bay that lacks its right leg, and the leg.
fn nearly(triple: usize) -> (Vec<u8>, u8) {
    (perfect(triple)[..4].to_vec(), card(4, triple))
}

/// The player is about to complete the last construct.
fn about_to_trigger(players: usize, player: usize, needed: usize) -> Sketch {
    let (bay, leg) = nearly(15);
    let mut sketch = Sketch { phase: "resolve", turn_of: player, hand: vec![leg], ..Sketch::default() };
    sketch.constructs[player] = (0..needed - 1).map(perfect).collect();
    sketch.bays[player][0] = bay;
    assert!(player < players);
    sketch
}

/// Pulls something and drops it back.
fn idle(game: &Widgets, s: &mut State) {
    let first = legal(game, s)[0].clone();
    steps(game, s, &[&first, "drop back"]);
}

#[test]
fn the_trigger_gets_the_bonus_and_all_others_three_turns() {
    for (players, needed) in [(2, 4), (3, 4), (4, 3), (5, 3)] {
        let game = load(players, "abstract", &[]);
        for player in 0..players {
            let mut sketch = about_to_trigger(players, player, needed);
            sketch.up = vec![card(0, 14), card(0, 13)];
            let mut s = sketch.state(&game);
            step(&game, &mut s, "place in bay 1");
            assert_eq!(on(&game, &s, "trigger"), player);
            assert_eq!(game.scores(&s)[player], 30 * needed as i32 + 5);
            let mut turns = Vec::new();
            while game.end_reason(&s).is_none() {
                turns.push(actor(&game, &s) as usize);
                idle(&game, &mut s);
            }
            let order = (0..3).flat_map(|_| (1..players).map(|k| (player + k) % players));
            assert_eq!(turns, order.collect::<Vec<_>>(), "{players} players, trigger {player}");
            assert_eq!(game.end_reason(&s), Some("finished"));
            assert_eq!(game.scores(&s)[player], 30 * needed as i32 + 5);
        }
    }
}

#[test]
fn the_longer_game_needs_one_more() {
    for (players, needed) in [(2, 5), (3, 5), (4, 4)] {
        let game = load(players, "abstract", &[("longer", yes())]);
        let mut s = about_to_trigger(players, 0, needed - 1).state(&game);
        step(&game, &mut s, "place in bay 1");
        assert_eq!(on(&game, &s, "trigger"), Value::Null);
        let mut s = about_to_trigger(players, 0, needed).state(&game);
        step(&game, &mut s, "place in bay 1");
        assert_eq!(on(&game, &s, "trigger"), 0);
    }
    let refused = Widgets::load(setup(5, "table", &[("longer", yes())])).err().expect("five players");
    assert_eq!(refused.message, "rules option longer cannot be true with 5 players; choose false");
    assert_eq!(refused.rule, Some("R20"));
    let refused = Widgets::load(setup(1, "table", &[("start_player", Given::Int(1))])).err().expect("no such player");
    assert_eq!(refused.message, "rules option start_player cannot be 1 with 1 player; choose none or 0 to 0");
    assert_eq!(refused.rule, Some("R2"));
}

#[test]
fn what_is_left_in_the_bays_is_dropped_in_order() {
    let game = load(2, "table", &[]);
    let mut sketch = about_to_trigger(2, 1, 4);
    sketch.bays[1][0] = perfect(15)[..4].to_vec();
    sketch.bays[1][1] = vec![card(3, 12), card(0, 12)];
    sketch.bays[1][2] = vec![card(4, 11)];
    sketch.heap_up = true;
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 1");
    for part in [card(0, 12), card(3, 12), card(4, 11)] {
        assert_eq!((game.phase_name(&s), on(&game, &s, "falling")["part"].clone()), ("fall", json!(part)));
        step(&game, &mut s, "salt 4");
    }
    assert_eq!((game.phase_name(&s), actor(&game, &s)), ("pull", 0));
    assert_eq!(on(&game, &s, "bays")[1], json!([{}, {}, {}]));
    // With two players the other one takes the final turns in a row.
    assert_eq!(on(&game, &s, "final_turns"), json!([3, 0]));
}

#[test]
fn who_reaches_the_number_in_the_final_turns_stops_without_a_bonus() {
    let game = load(3, "abstract", &[]);
    let mut sketch = about_to_trigger(3, 1, 4);
    sketch.trigger = Some(0);
    sketch.final_turns = [0, 3, 3, 0, 0];
    sketch.constructs[0] = (5..9).map(perfect).collect();
    sketch.bays[1][1] = vec![card(0, 12)];
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 1");
    assert_eq!((on(&game, &s, "trigger"), on(&game, &s, "final_turns")), (json!(0), json!([0, 2, 3])));
    assert_eq!(on(&game, &s, "bays")[1], json!([{}, {}, {}]));
    assert!(on(&game, &s, "pile")["face_up"].as_array().is_some_and(|up| up.len() == 1));
    assert_eq!(game.scores(&s).to_vec(), [125, 120, 0]);
    for _ in 0..3 {
        assert_eq!(actor(&game, &s), 2);
        idle(&game, &mut s);
    }
    assert_eq!(game.end_reason(&s), Some("finished"));
}

#[test]
fn the_game_is_over_when_all_have_the_number() {
    let game = load(2, "abstract", &[]);
    let mut sketch = about_to_trigger(2, 1, 4);
    sketch.trigger = Some(0);
    sketch.final_turns = [0, 3, 0, 0, 0];
    sketch.constructs[0] = (5..9).map(perfect).collect();
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 1");
    assert_eq!(game.end_reason(&s), Some("finished"));
    assert_eq!(game.ranking(&s).to_vec(), [1, 2]);
}

/// Five players with so many constructs of 30 points each; player 0 has one bay, what is not set aside fills the bays of
/// the others who still build.
fn nearly_empty(constructs: [usize; 5], bay: &[u8], aside: &[u8]) -> Sketch {
    let mut sketch = Sketch::default();
    let mut triples = 0..16;
    for (all, count) in sketch.constructs.iter_mut().zip(constructs) {
        all.extend(triples.by_ref().take(count).map(perfect));
    }
    sketch.bays[0][0] = bay.to_vec();
    let mut rest: Vec<u8> = triples.flat_map(perfect).filter(|c| !bay.contains(c) && !aside.contains(c)).collect();
    let builders = (1..5).filter(|player| constructs[*player] < 3);
    for bay in builders.flat_map(|player| (0..3).map(move |bay| (player, bay))) {
        for kind in 0..4 {
            let found = rest.iter().position(|card| usize::from(card / 16) == (kind + bay.1) % 5);
            sketch.bays[bay.0][bay.1].extend(found.map(|i| rest.swap_remove(i)));
        }
    }
    assert!(rest.is_empty(), "{rest:?}");
    sketch
}

#[test]
fn an_empty_pile_ends_the_game_after_the_turn() {
    let game = load(5, "abstract", &[]);
    let last = card(0, 15);
    for bay in [vec![], vec![card(0, 14)]] {
        let mut sketch = nearly_empty([2; 5], &bay, &[last]);
        sketch.up = vec![last];
        let mut s = sketch.state(&game);
        step(&game, &mut s, "pull water speed organic torso");
        assert_eq!(game.phase_name(&s), "resolve");
        let mut back = s.clone();
        step(&game, &mut back, "drop back");
        assert_eq!(game.end_reason(&back), None, "the part came back");
        step(&game, &mut s, "place in bay 1");
        let end = if bay.is_empty() { Some("pile_empty") } else { None };
        assert_eq!(game.end_reason(&s), end, "unless a replaced part fell");
        assert_eq!(game.scores(&s).to_vec(), [60; 5], "nobody gets the bonus");
    }
}

#[test]
fn a_strictly_empty_pile_ends_the_game_at_once() {
    let last = card(0, 15);
    let game = load(5, "abstract", &[("strict_empty", yes())]);
    let mut sketch = nearly_empty([2; 5], &[], &[last]);
    let mut s = sketch.state(&game);
    steps(&game, &mut s, &["pull face down", "water speed organic torso"]);
    assert_eq!((game.end_reason(&s), on(&game, &s, "hand").as_array().map(Vec::len)), (Some("pile_empty"), Some(1)));
    sketch.up = vec![last];
    let mut s = sketch.state(&game);
    step(&game, &mut s, "pull water speed organic torso");
    assert_eq!(game.end_reason(&s), Some("pile_empty"));
    // On the table the card of a face-down part is not even read.
    let game = load(5, "table", &[("strict_empty", yes())]);
    sketch.up.clear();
    let mut s = sketch.state(&game);
    steps(&game, &mut s, &["pull 15 south", "salt 1"]);
    assert_eq!(game.end_reason(&s), Some("pile_empty"));
    assert_eq!(on(&game, &s, "hand"), json!([{"part": 15, "card": null}]));
}

#[test]
fn leftovers_may_refill_the_pile_in_the_same_turn() {
    let game = load(5, "table", &[]);
    let (bay, leg) = nearly(15);
    let left = card(0, 14);
    for leftovers in [true, false] {
        let aside = [leg, left];
        let mut sketch = nearly_empty([2; 5], &bay, if leftovers { &aside } else { &aside[..1] });
        (sketch.phase, sketch.hand) = ("resolve", vec![leg]);
        sketch.bays[0][1].extend(leftovers.then_some(left));
        let mut s = sketch.state(&game);
        step(&game, &mut s, "place in bay 1");
        if leftovers {
            assert_eq!(game.phase_name(&s), "fall");
            step(&game, &mut s, "salt 0");
            let pile = on(&game, &s, "pile");
            assert_eq!((&pile[0]["x"], &pile[0]["y"]), (&json!(52), &json!(52)), "in the middle of the table");
        }
        assert_eq!(game.end_reason(&s), if leftovers { None } else { Some("pile_empty") });
        assert_eq!(game.scores(&s).to_vec(), [95, 60, 60, 60, 60], "the bonus stays");
    }
}

#[test]
fn an_empty_pile_cuts_the_final_turns_short() {
    let game = load(5, "abstract", &[]);
    let last = card(0, 15);
    let mut sketch = nearly_empty([2, 3, 2, 2, 2], &[], &[last]);
    (sketch.phase, sketch.hand, sketch.trigger) = ("resolve", vec![last], Some(1));
    sketch.final_turns = [1, 0, 3, 3, 3];
    let mut s = sketch.state(&game);
    step(&game, &mut s, "place in bay 3");
    assert_eq!(game.end_reason(&s), Some("pile_empty"));
    assert_eq!(game.scores(&s).to_vec(), [60, 95, 60, 60, 60]);
}

#[test]
fn a_game_ends_after_its_last_turn() {
    let game = load(2, "abstract", &[("max_turns", Given::Int(11))]);
    let mut s = Sketch::default().state(&game);
    steps(&game, &mut s, &["pull face down", "air speed organic torso", "fire speed organic torso", "keep first"]);
    step(&game, &mut s, "drop back");
    assert_eq!(game.end_reason(&s), Some("turn_cap"));
    assert_eq!(game.scores(&s).to_vec(), [0, 0]);
}

#[test]
fn one_player_has_25_turns() {
    let game = load(1, "abstract", &[]);
    let mut s = game.initial_state();
    assert_eq!(game.phase_name(&s), "deal");
    steps(&game, &mut s, &["fire strength mechanical torso", "salt 0"]);
    for _ in 0..25 {
        assert_eq!(actor(&game, &s), 0);
        let first = legal(&game, &s)[0].clone();
        steps(&game, &mut s, &[&first, "drop back"]);
    }
    assert_eq!(game.end_reason(&s), Some("turn_cap"));
    let mut s = about_to_trigger(1, 0, 4).state(&game);
    step(&game, &mut s, "place in bay 1");
    assert_eq!((game.end_reason(&s), game.scores(&s)[0]), (Some("finished"), 125));
}

// --- what is public (R33) ----------------------------------------------------------------------------------------------

#[test]
fn salts_are_hidden_and_nothing_else() {
    let game = load(2, "table", &[]);
    let mut s = game.initial_state();
    steps(&game, &mut s, &["player 0 starts", "fire strength mechanical torso", "fire strength organic torso"]);
    for viewer in [None, Some(0), Some(1)] {
        assert_eq!(game.hidden_step(&s, 7, viewer).as_deref(), Some("the parts fall"));
    }
    let mut s = apart().state(&game);
    assert_eq!(game.hidden_step(&s, 7, Some(1)), None);
    step(&game, &mut s, "pull 1 north");
    assert_eq!(game.hidden_step(&s, 7, Some(0)).as_deref(), Some("the pile shifts"));
    steps(&game, &mut s, &["salt 7", "drop back"]);
    assert_eq!(game.hidden_step(&s, 7, None).as_deref(), Some("the part falls"));
    let (mut mine, mut theirs) = (game.view_json(&s, Some(0)), game.view_json(&s, Some(1)));
    for view in [&mut mine, &mut theirs] {
        view["viewer"] = Value::Null;
        view["legal_actions"] = Value::Null;
    }
    assert_eq!(mine, theirs);
    assert_eq!(game.resample(&s, 1, &mut Rng::new(0, 0)), s);
}

#[test]
fn a_view_says_how_the_pile_looks() {
    let game = load(2, "table", &[]);
    let view = game.view_json(&apart().state(&game), None);
    assert_eq!(view["shape"], json!({"name": "gear", "cell": 50, "size": [635, 635]}));
    let pile = view["pile"].as_array().expect("a list");
    let top = pile.last().expect("parts");
    let all: Vec<u32> = (0..16).collect();
    assert_eq!((&top["height"], &top["visible"], &top["area"]), (&json!(79), &json!(120), &json!(120)));
    assert_eq!((&top["free_spots"], &top["sides"]), (&json!(all), &json!(["north", "east", "south", "west"])));
    let buried = &pile[78];
    assert_eq!((&buried["visible"], &buried["free_spots"], &buried["sides"]), (&json!(0), &json!([]), &json!([])));
    let flat = load(2, "abstract", &[]);
    assert_eq!(flat.view_json(&Sketch::default().state(&flat), None)["shape"], Value::Null);
}

// --- positions that cannot be ------------------------------------------------------------------------------------------

#[test]
fn inconsistent_positions_are_refused() {
    let flat = load(2, "abstract", &[]);
    let table = load(2, "table", &[]);
    let refuse = |game: &Widgets, base: &Sketch, edit: &dyn Fn(&mut Sketch)| {
        let mut sketch = base.clone();
        sketch.state(game);
        edit(&mut sketch);
        sketch.refused(game);
    };
    let base = Sketch { up: vec![0], ..Sketch::default() };
    refuse(&flat, &base, &|s| s.bays[0][0] = vec![0]);
    refuse(&flat, &base, &|s| s.bays[0][0] = perfect(3).to_vec());
    refuse(&flat, &base, &|s| s.hand = vec![5]);
    refuse(&flat, &base, &|s| s.next = Some("keep"));
    refuse(&flat, &base, &|s| s.phase = "resolve");
    refuse(&flat, &base, &|s| s.phase = "second");
    refuse(&flat, &base, &|s| s.phase = "setup");
    refuse(&flat, &base, &|s| s.turn = 400);
    refuse(&flat, &base, &|s| s.trigger = Some(1));
    refuse(&flat, &base, &|s| s.final_turns[1] = 1);
    refuse(&flat, &base, &|s| s.end = Some("finished"));
    refuse(&flat, &base, &|s| s.constructs[0] = (1..5).map(perfect).collect());
    refuse(&flat, &base, &|s| s.constructs[0] = (1..7).map(perfect).collect());
    let base = apart();
    refuse(&table, &base, &|s| s.pile[4].known = false);
    refuse(&table, &base, &|s| s.pile[0].at = (105, 0));
    refuse(&table, &base, &|s| s.secret = vec![1]);
    refuse(&table, &base, &|s| s.pile[1].part = 1);
    refuse(&table, &base, &|s| s.phase = "shake");
    refuse(&table, &base, &|s| s.phase = "fall");
    let second = Sketch { phase: "second", hand: vec![30], secret: vec![30], ..apart() };
    refuse(&table, &second, &|s| s.pile.iter_mut().for_each(|lies| (lies.up, lies.known) = (true, true)));
    let mut over = Sketch { phase: "game_over", end: Some("finished"), trigger: Some(0), ..Sketch::default() };
    over.constructs[0] = (0..4).map(perfect).collect();
    refuse(&flat, &over, &|s| s.final_turns[1] = 1);
    refuse(&flat, &over, &|s| s.end = Some("pile_empty"));
    refuse(&flat, &over, &|s| s.end = Some("turn_cap"));
    refuse(&flat, &over, &|s| s.bays[0][0] = vec![card(0, 9)]);
    refuse(&flat, &over, &|s| s.trigger = Some(1));
}

#[test]
fn every_key_of_a_position_counts() {
    for variant in ["table", "abstract"] {
        let game = load(2, variant, &[]);
        let mut rng = Rng::new(1, 0);
        let mut s = game.initial_state();
        for _ in 0..120 {
            advance(&game, &mut s, &mut rng);
        }
        let json = game.to_json(&s);
        for key in json.as_object().expect("an object").keys() {
            let mut without = json.clone();
            without.as_object_mut().expect("an object").shift_remove(key);
            assert!(game.state_from_json(&without).is_err(), "{key} is missing");
            for value in [json!(-7), json!("nothing"), json!([[[]]]), json!({"a": 1}), json!(1.5), json!(true)] {
                let mut other = json.clone();
                other[key] = value;
                assert!(game.state_from_json(&other).is_err(), "{key}: {}", other[key]);
            }
        }
        let mut more = json.clone();
        more["more"] = json!(1);
        assert!(game.state_from_json(&more).is_err());
        for other in [json!(null), json!([]), json!("widgets"), json!({})] {
            assert!(game.state_from_json(&other).is_err());
        }
    }
}

fn advance(game: &Widgets, s: &mut State, rng: &mut Rng) {
    let id = match game.actor(s) {
        Actor::Over => return,
        Actor::Player(_) => {
            let mut list = ActionList::new();
            game.legal_actions(s, &mut list);
            u32::from(rng.pick(&list))
        }
        _ => game.draw_outcome(s, rng),
    };
    game.apply_legal(s, id);
}

/// Whatever the bytes, there is a sound state or an error; sound states can be played on.
#[test]
fn damaged_bytes_never_panic() {
    let mut rng = Rng::new(11, 0);
    for (players, variant, strict) in
        [(2, "table", false), (5, "abstract", true), (3, "abstract", false), (1, "table", true)]
    {
        let game = load(players, variant, &[("strict_empty", Given::Bool(strict))]);
        let mut s = game.initial_state();
        for _ in 0..150 {
            advance(&game, &mut s, &mut rng);
            for _ in 0..40 {
                let mut bytes = game.to_bytes(&s);
                for _ in 0..=rng.below(3) {
                    let i = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                    bytes[i] = [0, 1, 2, 3, 4, 15, 32, 63, 79, 80, 104, 105, 128, 254, 255][rng.below(15) as usize];
                }
                if let Ok(mut other) = game.state_from_bytes(&bytes) {
                    assert_eq!(game.to_bytes(&other), bytes, "one position, one form");
                    assert_eq!(game.state_from_json(&game.to_json(&other)).as_ref(), Ok(&other));
                    (0..20).for_each(|_| advance(&game, &mut other, &mut rng));
                    assert_eq!(game.check_invariants(&other), Ok(()));
                }
            }
        }
    }
}

// --- the data file -----------------------------------------------------------------------------------------------------

fn with_data(edits: &[(&str, &str)], rules: &[(&str, Given)]) -> Result<Widgets, Error> {
    let mut data = Widgets::declaration().data.to_owned();
    for (from, to) in edits {
        assert!(data.contains(from), "{from}");
        data = data.replacen(from, to, 1);
    }
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let choices = Choices { data: Some(data), rules, ..Choices::default() };
    Widgets::load(Setup::new(Widgets::declaration(), choices)?)
}

#[test]
fn wrong_data_is_refused_with_its_row() {
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("format = 1", "format = 2")], "format: must be 1, not 2"),
        (&[("game = \"widgets\"", "game = \"gadgets\"")], "game: must be widgets, not gadgets"),
        (
            &[("[[makeups]]\nname = \"organic\"\nprovenance = \"rulebook\"\n", "")],
            "makeups: 1 rows; exactly 2 are needed",
        ),
        (
            &[("name = \"left arm\"", "name = \"Left arm\"")],
            "parts row 2: the name must be lower-case words, 20 characters at most",
        ),
        (&[("name = \"left arm\"", "name = \"torso\"")], "parts row 2: the name torso is used twice"),
        (
            &[
                ("name = \"fire\"", "name = \"a\""),
                ("name = \"air\"", "name = \"a b\""),
                ("name = \"strength\"", "name = \"b c\""),
                ("name = \"speed\"", "name = \"c\""),
            ],
            "cards: the name a b c mechanical torso is used twice",
        ),
        (&[("\"Bol\", ", "")], "parts row 1: 15 fragments; exactly 16 are needed"),
        (&[("\"ka\"", "\"k4\"")], "parts row 2: fragment 2 must be 1 to 12 letters"),
        (&[("four = 5", "four = 51")], "scoring: four is 51; 0 to 50 is allowed"),
        (&[("five = 10", "five = -1")], "scoring: five is -1; 0 to 50 is allowed"),
        (&[("bonus = 5", "bonus = 101")], "scoring: bonus is 101; 0 to 100 is allowed"),
        (&[("final_turns = 3", "final_turns = 0")], "endgame: final_turns is 0; 1 to 10 is allowed"),
        (&[("players = 2", "players = 3")], "ends row 2: players is 3; 2 is expected"),
        (&[("constructs = 4", "constructs = 5")], "ends row 1: constructs is 5; 1 to 4 is allowed"),
        (&[("longer = 5", "longer = 4")], "ends row 1: longer is 4; 0 or 5 to 5 is allowed"),
        (&[("longer = 0\n", "longer = 4\n")], "ends row 5: 100 parts are needed; there are 80"),
        (&[("max_turns = 25", "max_turns = 1001")], "ends row 1: max_turns is 1001; 1 to 1000 is allowed"),
        (&[("finger_width = 150", "finger_width = 99")], "pile: finger_width is 99; 100 to 200 is allowed"),
        (&[("jitter = 8", "jitter = 25")], "pile: jitter is 25; 0 to 24 is allowed"),
        (&[("diameter = 635", "diameter = 399")], "gear: diameter is 399; 400 to 880 is allowed"),
        (&[("width = 630", "width = 701")], "rectangle: width is 701; 400 to 700 is allowed"),
        (&[("height = 880", "height = 629")], "rectangle: width is 630; it may not exceed height, 629"),
        (&[("height = 880", "height = 1000")], "rectangle: the diagonal is longer than 1150"),
        (
            &[("width = 630", "width = 700"), ("height = 880", "height = 900")],
            "rectangle: the area is 630000; at most 600000 is allowed",
        ),
        (&[("[170, 340]", "[170]")], "rectangle: long_spots has 1 numbers; exactly 2 are needed"),
        (&[("[200]", "[501]")], "rectangle: short_spots is 501; 1 to 500 is allowed"),
        (&[("[170, 340]", "[340, 340]")], "rectangle: long_spots must ascend"),
        (
            &[("[170, 340]", "[170, 500]"), ("finger_width = 150", "finger_width = 100")],
            "rectangle: spot 0 has no cell at rotation 0",
        ),
    ];
    for (edits, sentence) in cases {
        let error = with_data(edits, &[]).err().unwrap_or_else(|| panic!("{sentence}: accepted"));
        assert_eq!((error.kind, error.message), (Kind::InvalidData, format!("widgets.toml: {sentence}")));
    }
    let list = ("[endgame]\nfinal_turns = 3\nprovenance = \"rulebook\"\n", "");
    let error = with_data(&[list, ("format = 1", "format = 1\nendgame = [3, \"rulebook\"]")], &[]).err();
    assert_eq!(error.map(|error| error.kind), Some(Kind::InvalidData), "a list is no table");
    for edit in [("format = 1", "format = true"), ("jitter = 8", "jitters = 8"), ("game =", "more = 1\ngame =")] {
        assert_eq!(with_data(&[edit], &[]).err().map(|error| error.kind), Some(Kind::InvalidData), "{edit:?}");
    }
}

// --- the pile against a plain raster -----------------------------------------------------------------------------------

/// The shapes as the page writes them, cell by cell.
struct Raster {
    round: bool,
    width: i64,
    height: i64,
    inwards: i64,
    half: i64,
    spots: [i64; 3],
    centre: i64,
}

const COS: [i64; 16] =
    [4096, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0, -799, -1567, -2276, -2896, -3406, -3784, -4017];
const SIN: [i64; 16] = [0, 799, 1567, 2276, 2896, 3406, 3784, 4017, 4096, 4017, 3784, 3406, 2896, 2276, 1567, 799];

impl Raster {
    /// Half-cell coordinates of a table cell in the frame of a part.
    fn coordinates(lying: Lying, column: i64, row: i64) -> Option<(i64, i64)> {
        let (j, i) = (column - i64::from(lying.x), row - i64::from(lying.y));
        ((0..24).contains(&i) && (0..24).contains(&j)).then_some((2 * j - 23, 2 * i - 23))
    }

    fn has(&self, lying: Lying, column: i64, row: i64) -> bool {
        let Some((u, v)) = Self::coordinates(lying, column, row) else { return false };
        if self.round {
            return u * u + v * v <= self.width * self.width / 2500;
        }
        let (a, b) = Self::turned(lying, u, v);
        a.abs() <= self.width * 4096 / 50 && b.abs() <= self.height * 4096 / 50
    }

    fn turned(lying: Lying, u: i64, v: i64) -> (i64, i64) {
        let (c, s) = (COS[usize::from(lying.rotation)], SIN[usize::from(lying.rotation)]);
        (u * c + v * s, v * c - u * s)
    }

    fn is_clear(&self, lying: Lying, column: i64, row: i64) -> bool {
        Self::coordinates(lying, column, row).is_some_and(|(u, v)| u * u + v * v <= self.centre * self.centre / 2500)
    }

    fn in_spot(&self, lying: Lying, k: usize, column: i64, row: i64) -> bool {
        let Some((u, v)) = Self::coordinates(lying, column, row) else { return false };
        let inwards = self.inwards * 4096 / 25;
        let half = self.half * 4096 / 50;
        if self.round {
            let (c, s) = if k < 8 { (COS[2 * k], SIN[2 * k]) } else { (-COS[2 * k - 16], -SIN[2 * k - 16]) };
            return u * c + v * s >= self.width * 4096 / 50 - inwards && (v * c - u * s).abs() <= half;
        }
        let (a, b) = Self::turned(lying, u, v);
        let [l1, l2, s1] = self.spots.map(|length| length * 4096 / 25);
        let long = [-l2, -l1, 0, l1, l2];
        let (w, h) = (self.width * 4096 / 50, self.height * 4096 / 50);
        match k {
            0..5 => a >= w - inwards && (b - long[k]).abs() <= half,
            5..10 => -a >= w - inwards && (b - long[k - 5]).abs() <= half,
            10..13 => b >= h - inwards && (a - [-s1, 0, s1][k - 10]).abs() <= half,
            _ => -b >= h - inwards && (a - [-s1, 0, s1][k - 13]).abs() <= half,
        }
    }

    /// Visible cells, cells that count for reading, free spots.
    fn look(&self, above: &[Lying], lying: Lying, see_through: bool) -> (u8, u8, u16) {
        let (mut visible, mut readable, mut free) = (0, 0, u16::MAX);
        for row in i64::from(lying.y)..i64::from(lying.y) + 24 {
            for column in i64::from(lying.x)..i64::from(lying.x) + 24 {
                if !self.has(lying, column, row) {
                    continue;
                }
                let hidden = above.iter().any(|other| self.has(*other, column, row));
                let opaque = |other: &&Lying| !see_through || !self.is_clear(**other, column, row);
                let unread = above.iter().filter(opaque).any(|other| self.has(*other, column, row));
                visible += u8::from(!hidden);
                readable += u8::from(!unread);
                let covered = |k: &usize| hidden && self.in_spot(lying, *k, column, row);
                (0..16).filter(covered).for_each(|k| free &= !(1 << k));
            }
        }
        (visible, readable, free)
    }
}

#[test]
fn piles_of_other_measures_equal_a_plain_raster() {
    let gear = |diameter| Raster {
        round: true,
        width: diameter,
        height: 0,
        inwards: 100,
        half: 150,
        spots: [0; 3],
        centre: 350,
    };
    let rectangle =
        |width, height, inwards, half, spots| Raster { round: false, width, height, inwards, half, spots, centre: 350 };
    let cases = [
        (gear(635), false),
        (gear(400), false),
        (gear(880), true),
        (rectangle(630, 880, 100, 150, [170, 340, 200]), false),
        (rectangle(700, 857, 150, 200, [170, 340, 200]), true),
        (rectangle(400, 1000, 75, 100, [200, 400, 100]), false),
    ];
    for (raster, see_through) in cases {
        let mut edits = vec![
            ("finger_width = 150".to_owned(), format!("finger_width = {}", raster.half)),
            ("finger_depth = 100".to_owned(), format!("finger_depth = {}", raster.inwards)),
        ];
        if raster.round {
            edits.push(("diameter = 635".to_owned(), format!("diameter = {}", raster.width)));
        } else {
            edits.push(("width = 630".to_owned(), format!("width = {}", raster.width)));
            edits.push(("height = 880".to_owned(), format!("height = {}", raster.height)));
            edits.push(("[170, 340]".to_owned(), format!("[{}, {}]", raster.spots[0], raster.spots[1])));
            edits.push(("[200]".to_owned(), format!("[{}]", raster.spots[2])));
        }
        let edits: Vec<(&str, &str)> = edits.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        let shape = if raster.round { "gear" } else { "rectangle" };
        let rules = [("shape", text(shape)), ("see_through", Given::Bool(see_through))];
        let game = with_data(&edits, &rules).expect("allowed measures");
        compare(&game, &raster, see_through);
    }
}

fn compare(game: &Widgets, raster: &Raster, see_through: bool) {
    let physics = game.physics();
    let rng = &mut PileRng::new(99);
    let mut pile = dropped(physics, rng);
    for part in [3, 40, 77, 12, 50] {
        let side = (0..4).find(|side| pile.sides(part) >> side & 1 == 1);
        if let Some(side) = side {
            pile.pull(physics, part, side, rng);
            assert_eq!(pile, pile.refreshed(physics));
        }
        let lying = pile.bottom_up();
        for (height, one) in lying.iter().enumerate() {
            let (visible, readable, free) = raster.look(&lying[height + 1..], *one, see_through);
            assert_eq!((pile.visible(one.part), pile.free(one.part)), (visible, free), "{one:?}");
            let legible = one.up && 100 * u32::from(readable) >= 40 * u32::from(physics.shape.area(one.rotation));
            assert!(!legible || one.known, "{one:?}");
            assert!(free == 0 || pile.sides(one.part) != 0, "a free part has a side");
        }
        assert_eq!(lying.last().map(|top| pile.free(top.part)), Some(u16::MAX), "the topmost part is free");
    }
}

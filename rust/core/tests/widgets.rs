//! Widget's Workshop: what only the engine can show. Its rules are tested in `tests/rules/widgets`, together with the
//! reference's.

mod promises;

use lineshaft_core::View;
use lineshaft_core::bots;
use lineshaft_core::error::{Error, Kind};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::widgets::{Lying, Physics, Pile, PileRng, State, Widgets};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;
use promises::check_game;
use serde_json::json;

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

// --- scoring ---------------------------------------------------------------------------------------------------------

fn card(kind: usize, triple: usize) -> u8 {
    (kind * 16 + triple) as u8
}

#[test]
fn all_constructs_are_worth_what_they_should() {
    let game = load(2, "abstract", &[]);
    let worth = game.worth();
    let mut histogram = [0_u32; 7];
    for all in 0..1_u32 << 20 {
        let cards = (0..5).map(|kind| card(kind, (all >> (4 * kind) & 15) as usize));
        histogram[usize::from(worth.points(cards) / 5)] += 1;
    }
    assert_eq!(histogram, [384_000, 408_000, 198_400, 50_800, 6_960, 400, 16]);
}

/// Against groups counted one by one.
#[test]
fn constructs_of_other_decks_are_worth_their_largest_groups() {
    let mut rng = Rng::new(31, 0);
    for _ in 0..200 {
        let file = SomeFile::any(&mut rng);
        let Ok(game) = file.load(2, "abstract", &[]) else { continue };
        let triples = game.deck().triples();
        for _ in 0..50 {
            let cards: Vec<u8> =
                (0..file.lists[0]).map(|kind| (kind * triples) as u8 + rng.below(triples as u64) as u8).collect();
            let mut points = 0;
            for (size, step) in game.deck().values.into_iter().zip([file.lists[2] * file.lists[3], file.lists[3], 1]) {
                let value = |card: &u8| usize::from(*card) % triples / step % size;
                let largest = (0..size).map(|v| cards.iter().filter(|card| value(card) == v).count()).max();
                points += file.points[largest.expect("a value") - 1];
            }
            assert_eq!(usize::from(game.worth().points(cards.iter().copied())), points, "{cards:?}");
        }
    }
}

// --- choices ---------------------------------------------------------------------------------------------------------

fn legal(game: &Widgets, s: &State) -> Vec<String> {
    let mut list = ActionList::new();
    game.legal_actions(s, &mut list);
    list.iter().map(|action| game.tables().actions[usize::from(*action)].clone()).collect()
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

// --- damaged positions -----------------------------------------------------------------------------------------------

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

// --- the shipped file ------------------------------------------------------------------------------------------------

#[test]
fn the_shipped_tables_have_their_sizes() {
    let sizes = |variant| {
        let game = load(2, variant, &[]);
        let tables = game.tables();
        let observed = tables.observation_size();
        [tables.actions.len(), tables.outcomes.len(), tables.max_game_length, tables.max_chance_nodes, observed]
    };
    let (head, shared) = (12 + 12 + 2 + 2 + 2 + 2 + 1 + 2 + 3 + 2, 5 * (1 + 13) + 30 + 240 + 50 + 10 + 80);
    assert_eq!(sizes("table"), [326, 82, 1600, 82 + 1600 + 16, head + shared + 14 + 4 + 80 * (9 + 16 + 4 + 5 + 8)]);
    assert_eq!(sizes("abstract"), [87, 82, 1200, 82, head + shared + 160]);
}

// --- the data file -----------------------------------------------------------------------------------------------------

fn with_data(edits: &[(&str, &str)], rules: &[(&str, Given)]) -> Result<Widgets, Error> {
    let mut data = Widgets::declaration().data.to_owned();
    for (from, to) in edits {
        assert!(data.contains(from), "{from}");
        data = data.replacen(from, to, 1);
    }
    let rules = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let choices = Choices { data: Some(data.into()), rules, ..Choices::default() };
    Widgets::load(Setup::new(Widgets::declaration(), choices)?)
}

/// The numbers of a data file that positions and rules follow.
struct SomeFile {
    /// Types, elements, archetypes, makeups.
    lists: [usize; 4],
    bays: usize,
    dealt: usize,
    face_up: usize,
    face_down: usize,
    points: Vec<usize>,
    final_turns: usize,
    /// By the number of players.
    ends: [(usize, usize); 5],
    max_turns: usize,
    /// `finger_width`, `drag`, `flip_least`, `jitter`.
    pile: [usize; 4],
}

impl SomeFile {
    /// Within the bounds of every key, often at their ends; the tables may not fit together.
    fn any(rng: &mut Rng) -> Self {
        let mut number = |low: usize, high: usize| match rng.below(4) {
            0 => low,
            1 => high,
            _ => low + rng.below((high - low + 1) as u64) as usize,
        };
        let lists = [number(3, 6), number(2, 6), number(2, 4), number(2, 4)];
        let bays = number(1, 6);
        let end = |number: &mut dyn FnMut(usize, usize) -> usize| {
            let constructs = number(1, 6);
            (constructs, if constructs == 6 { 0 } else { number(constructs + 1, 6) })
        };
        Self {
            lists,
            bays,
            dealt: number(0, bays),
            face_up: number(0, 100),
            face_down: number(1, 4),
            points: (0..lists[0]).map(|_| number(0, 50)).collect(),
            final_turns: number(0, 10),
            ends: [(); 5].map(|()| end(&mut number)),
            max_turns: number(1, 60),
            pile: [number(100, 200), number(0, 24), number(0, 24), number(0, 24)],
        }
    }

    /// As shipped, but for its fields.
    fn text(&self) -> String {
        let shipped = Widgets::declaration().data;
        let [width, drag, flip_least, jitter] = self.pile;
        let measures = &shipped[shipped.find("[pile]").expect("a pile")..];
        let measures = measures
            .replace("finger_width = 150", &format!("finger_width = {width}"))
            .replace("drag = 12", &format!("drag = {drag}"))
            .replace("flip_least = 2", &format!("flip_least = {flip_least}"))
            .replace("jitter = 8", &format!("jitter = {jitter}"));
        let triples = self.lists[1] * self.lists[2] * self.lists[3];
        let row = |(name, row): (&str, usize)| {
            let fragments =
                if name == "parts" { format!("fragments = {:?}\n", vec!["x"; triples]) } else { String::new() };
            format!("[[{name}]]\nsource = \"invented\"\nname = \"{}{row}\"\n{fragments}", &name[..1])
        };
        let lists = ["parts", "elements", "archetypes", "makeups"].into_iter().zip(self.lists);
        let rows: Vec<String> = lists.flat_map(|(name, count)| (0..count).map(move |i| (name, i))).map(row).collect();
        let rows = rows.concat();
        let ends = self.ends.iter().enumerate().map(|(i, (constructs, longer))| {
            let (players, max_turns) = (i + 1, self.max_turns);
            format!(
                "[[ends]]\nsource = \"invented\"\nplayers = {players}\nconstructs = {constructs}\nlonger = {longer}\n\
                max_turns = {max_turns}\n"
            )
        });
        let Self { bays, dealt, face_up, face_down, points, final_turns, .. } = self;
        format!(
            "format = 2\ngame = \"widgets\"\n{rows}\
            [setup]\nsource = \"invented\"\nbays = {bays}\ndealt = {dealt}\nface_up = {face_up}\n\
            [turn]\nsource = \"invented\"\nface_down = {face_down}\n\
            [scoring]\nsource = \"invented\"\npoints = {points:?}\nbonus = 7\n\
            [endgame]\nsource = \"invented\"\nfinal_turns = {final_turns}\n{}{measures}",
            ends.collect::<String>()
        )
    }

    fn load(&self, players: usize, variant: &str, rules: &[(&str, Given)]) -> Result<Widgets, Error> {
        let choices = Choices {
            players: Some(players),
            variant: Some(variant.to_owned()),
            data: Some(self.text().into()),
            rules: rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            ..Choices::default()
        };
        Widgets::load(Setup::new(Widgets::declaration(), choices)?)
    }
}

/// Set-ups and options under which other files are played.
fn some_setup(rng: &mut Rng) -> (usize, &'static str, Vec<(&'static str, Given)>) {
    let variant = if rng.below(3) == 0 { "table" } else { "abstract" };
    let mut switch = |name| (name, Given::Bool(rng.below(2) == 0));
    let rules = vec![switch("auto_setup"), switch("strict_empty"), switch("dedupe")];
    (1 + rng.below(5) as usize, variant, rules)
}

#[test]
fn games_of_other_files_keep_the_promises() {
    let mut rng = Rng::new(23, 0);
    let mut played = 0;
    for _ in 0..150 {
        let file = SomeFile::any(&mut rng);
        let (players, variant, rules) = some_setup(&mut rng);
        match file.load(players, variant, &rules) {
            Ok(game) => {
                check_game(&game, "random", 8, &mut rng);
                check_game(&game, "greedy", 8, &mut rng);
                played += 1;
            }
            Err(error) => assert_eq!(error.kind, Kind::InvalidData, "{error}"),
        }
    }
    assert!(played > 50, "{played} of the files were played");
}

#[test]
fn damaged_bytes_of_other_files_are_refused_or_make_a_playable_position() {
    let mut rng = Rng::new(24, 0);
    let mut accepted = 0;
    for _ in 0..120 {
        let file = SomeFile::any(&mut rng);
        let (players, variant, rules) = some_setup(&mut rng);
        let Ok(game) = file.load(players, variant, &rules) else { continue };
        let mut s = game.initial_state();
        for _ in 0..60 {
            advance(&game, &mut s, &mut rng);
            for _ in 0..10 {
                let mut bytes = game.to_bytes(&s);
                for _ in 0..=rng.below(3) {
                    let i = 12 + rng.below(bytes.len() as u64 - 12) as usize;
                    let near = [bytes[i].wrapping_add(1), bytes[i].wrapping_sub(1), 0, 1, 2, 4, 6, 7, 127, 254, 255];
                    bytes[i] = rng.pick(&near);
                }
                if let Ok(mut other) = game.state_from_bytes(&bytes) {
                    accepted += 1;
                    assert_eq!(game.to_bytes(&other), bytes, "one position, one form");
                    assert_eq!(game.state_from_json(&game.to_json(&other)).as_ref(), Ok(&other));
                    (0..12).for_each(|_| advance(&game, &mut other, &mut rng));
                    assert_eq!(game.check_invariants(&other), Ok(()));
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted} damaged positions were accepted");
}

/// Whatever the points are, it builds constructs.
#[test]
fn greedy_ends_games_of_other_points() {
    let mut rng = Rng::new(25, 0);
    let lists: [&[usize]; 6] =
        [&[0, 0, 0, 50, 50], &[50, 0, 0, 0, 0], &[0; 5], &[0, 0, 0, 0, 50], &[1, 2, 3], &[0, 5, 0, 9, 2, 7]];
    for points in lists {
        for (variant, bays, face_down) in [("abstract", 3, 2), ("abstract", 1, 4), ("table", 2, 3)] {
            let file = SomeFile {
                lists: [points.len(), 3, 2, 3],
                bays,
                dealt: 1,
                face_up: 50,
                face_down,
                points: points.to_vec(),
                final_turns: 3,
                ends: [(3, 4); 5],
                max_turns: 400,
                pile: [150, 12, 2, 8],
            };
            let game = file.load(2, variant, &[]).expect("a file that fits");
            let mut bot = bots::make::<Widgets>("greedy").expect("a built-in bot");
            let mut s = game.initial_state();
            while game.actor(&s) != Actor::Over {
                let id = match game.actor(&s) {
                    Actor::Player(player) => {
                        let mut list = ActionList::new();
                        game.legal_actions(&s, &mut list);
                        u32::from(bot.choose(&View::new(&game, &s, Some(player)), &list, &mut rng, &mut || true))
                    }
                    _ => game.draw_outcome(&s, &mut rng),
                };
                game.apply_legal(&mut s, id);
            }
            assert_eq!(game.end_reason(&s), Some("finished"), "{points:?} {variant} {}", game.to_json(&s)["turn"]);
        }
    }
}

/// All sentences in one place, as the page has them.
#[test]
fn what_does_not_fit_together_is_refused() {
    let strength = "[[archetypes]]\nsource = \"rulebook\"\nname = \"strength\"";
    let element = |name| format!("[[elements]]\nsource = \"invented\"\nname = \"{name}\"\n\n");
    let more = [element("ice"), element("wood"), strength.to_owned()].concat();
    let third = "[[makeups]]\nsource = \"rulebook\"\nname = \"organic\"";
    let another = format!("{third}\n\n[[makeups]]\nsource = \"invented\"\nname = \"ghostly\"");
    let tables = "[parts], [elements], [archetypes], [makeups]";
    let too_large = format!("{tables}: 5 x 6 x 2 x 3 make 180 parts, over 128");
    let cases: [(&[(&str, &str)], &str); 14] = [
        (&[("format = 2", "format = 1")], "format must be 2, not 1"),
        (&[(strength, &more), (third, &another)], &too_large),
        (&[(third, &another)], "[parts] row 1 (torso): fragments must have 24 entries, not 16"),
        (&[("\"ba\", ", "")], "[parts] row 2 (left arm): fragments must have 16 entries, not 15"),
        (&[("[0, 0, 0, 5, 10]", "[0, 0, 5, 10]")], "[scoring]: points must have 5 entries, not 4"),
        (&[("[0, 0, 0, 5, 10]", "[0, 10]")], "[scoring]: points must have 3 to 6 entries, not 2"),
        (&[("dealt = 1", "dealt = 4")], "[setup]: dealt must be 0 to 3, not 4"),
        (&[("longer = 5", "longer = 4")], "[ends] row 1: longer must be 0 or 5 to 6, not 4"),
        (&[("constructs = 4", "constructs = 5")], "[ends] row 1: longer must be 0 or 6, not 5"),
        (&[("constructs = 4", "constructs = 6")], "[ends] row 1: longer must be 0, not 5"),
        (&[("longer = 0\n", "longer = 7\n")], "[ends] row 5: longer must be 0 to 6, not 7"),
        (
            &[("width = 630", "width = 700"), ("height = 880", "height = 950")],
            "[rectangle]: the diagonal is longer than 1150",
        ),
        (&[("[170, 340]", "[340, 340]")], "[rectangle]: long_spots must rise"),
        (
            &[("source = \"invented\"", "source = \"dream\"")],
            "[parts] row 1 (torso): source must be one of rulebook, inferred, reconstructed, invented, not \"dream\"",
        ),
    ];
    for (edits, sentence) in cases {
        let error = with_data(edits, &[]).err().map(|error| error.to_string());
        assert_eq!(error, Some(format!("widgets.toml: {sentence}")));
    }
    let mut file = SomeFile::any(&mut Rng::new(26, 0));
    (file.lists, file.bays, file.dealt, file.points) = ([3, 2, 2, 2], 6, 5, vec![0; 3]);
    let error = file.load(2, "table", &[]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.ends_with("[setup]: 25 parts are dealt to 5 players, there are 24"), "{error}");
    file.dealt = 4;
    assert!(file.load(2, "table", &[]).is_ok());
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

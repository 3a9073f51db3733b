//! Widget's Workshop: what is special about it.

use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::games::widgets::{Lying, Physics, Pile, PileRng, State, Widgets};
use lineshaft_core::options::Given;
use lineshaft_core::rng::Rng;

fn load(players: usize, variant: &str, rules: &[(&str, Given)]) -> Widgets {
    let choices = Choices {
        players: Some(players),
        variant: Some(variant.to_owned()),
        rules: rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        ..Choices::default()
    };
    Widgets::load(Setup::new(Widgets::declaration(), choices).expect("declared")).expect("shipped data")
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

// --- whole games -------------------------------------------------------------------------------------------------------

fn check_everything(game: &Widgets, s: &State) {
    game.check_invariants(s).expect("sound");
    assert_eq!(&game.state_from_bytes(&game.to_bytes(s)).expect("own bytes"), s);
    assert_eq!(&game.state_from_json(&game.to_json(s)).expect("own JSON"), s);
}

#[test]
fn random_games_are_sound() {
    let mut rng = Rng::new(7, 0);
    for variant in ["table", "abstract"] {
        for players in 1..=5 {
            let game = load(players, variant, &[]);
            let mut s = game.initial_state();
            let mut list = ActionList::new();
            loop {
                check_everything(&game, &s);
                match game.actor(&s) {
                    Actor::Over => break,
                    Actor::Player(_) => {
                        list.clear();
                        game.legal_actions(&s, &mut list);
                        let action = rng.pick(&list);
                        game.apply_decision(&mut s, action);
                    }
                    _ => {
                        let outcome = game.draw_outcome(&s, &mut rng);
                        game.apply_outcome(&mut s, outcome);
                    }
                }
            }
        }
    }
}

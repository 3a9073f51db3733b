//! How fast the pile of Widget's Workshop is, on one thread and for both shapes.
//!
//! `cargo bench -p lineshaft-core --bench pile`. Pulls and drops work on a fresh copy of a full pile of 78 parts each time.

use divan::{Bencher, black_box};
use lineshaft_core::game::{Choices, Game, Setup};
use lineshaft_core::games::widgets::{MOST_PARTS, Pile, PileRng, Widgets};
use lineshaft_core::options::Given;

/// Parts of a full pile of two players.
const FULL: u8 = 78;
const SHAPES: [&str; 2] = ["gear", "rectangle"];
/// Piles that are copied in turn.
const PILES: usize = 16;

fn main() {
    divan::main();
}

fn load(shape: &str) -> Widgets {
    let rules = vec![("shape".to_owned(), Given::Text(shape.to_owned()))];
    let choices = Choices { rules, ..Choices::default() };
    Widgets::load(Setup::new(Widgets::declaration(), choices).expect("declared")).expect("shipped data")
}

fn full_pile(game: &Widgets, salt: u64) -> Pile {
    let mut pile = Pile::default();
    pile.first_drop(game.physics(), FULL, &mut PileRng::new(salt));
    pile
}

fn full_piles(game: &Widgets) -> Vec<Pile> {
    (0..PILES as u64).map(|salt| full_pile(game, salt)).collect()
}

/// Every pull of a pile: part and side.
fn pulls(pile: &Pile) -> Vec<(u8, u8)> {
    let sides = (0..MOST_PARTS as u8).flat_map(|part| (0..4).map(move |side| (part, side)));
    sides.filter(|(part, side)| pile.sides(*part) >> side & 1 == 1).collect()
}

#[divan::bench(args = SHAPES, sample_size = 64)]
fn first_drop(bencher: Bencher<'_, '_>, shape: &str) {
    let game = load(shape);
    let mut salt = 0;
    bencher.bench_local(|| {
        salt += 1;
        full_pile(&game, salt)
    });
}

/// Over all pulls of some piles in turn.
#[divan::bench(args = SHAPES, sample_size = 64)]
fn copy_and_pull(bencher: Bencher<'_, '_>, shape: &str) {
    let game = load(shape);
    let piles = full_piles(&game);
    let of_pile = |pile: &Pile| pulls(pile).into_iter().map(|pull| (*pile, pull)).collect::<Vec<_>>();
    let events: Vec<(Pile, (u8, u8))> = piles.iter().flat_map(of_pile).collect();
    let mut salt = 0;
    bencher.bench_local(|| {
        salt += 1;
        let (mut pile, (part, side)) = events[salt % events.len()];
        pile.pull(game.physics(), part, side, &mut PileRng::new(salt as u64));
        black_box(&pile);
    });
}

/// Over some piles in turn.
#[divan::bench(args = SHAPES, sample_size = 64)]
fn copy_and_drop(bencher: Bencher<'_, '_>, shape: &str) {
    let game = load(shape);
    let piles = full_piles(&game);
    let mut salt = 0;
    bencher.bench_local(|| {
        salt += 1;
        let mut pile = piles[salt % PILES];
        pile.drop(game.physics(), FULL, &mut PileRng::new(salt as u64));
        black_box(&pile);
    });
}

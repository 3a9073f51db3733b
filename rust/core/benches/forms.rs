//! How fast positions are written, read and observed, over positions from the middle of random games.
//!
//! `cargo bench -p lineshaft-core --bench forms`; a filter such as `forms::observe::workshop` narrows it down. Items a second are
//! positions.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lineshaft_core::erased::{AnyGame, AnyState};
use lineshaft_core::game::{ActionList, Actor, Choices};
use lineshaft_core::registry::{declarations, load};
use lineshaft_core::rng::Rng;
use std::sync::Arc;

/// Games whose positions are taken.
const GAMES: u64 = 4;
/// Positions of each.
const POSITIONS: usize = 16;

fn main() {
    divan::main();
}

/// Every game and variant, with the number of players that is usual.
fn cases() -> Vec<(&'static str, &'static str)> {
    let of_game = |decl: &'static lineshaft_core::game::Declaration| decl.variants.iter().map(|v| (decl.name, v.name));
    declarations().into_iter().flat_map(of_game).collect()
}

/// The steps of a random game, each with the position before it.
fn play(game: &dyn AnyGame, seed: u64, mut seen: impl FnMut(&dyn AnyState)) {
    let mut rng = Rng::new(seed, 0);
    let mut state = game.new_initial_state();
    while state.actor() != Actor::Over {
        seen(&*state);
        let mut legal = ActionList::new();
        state.legal_actions(&mut legal);
        let id = if legal.is_empty() { state.draw_outcome(&mut rng) } else { u32::from(rng.pick(&legal)) };
        state.apply_legal(id);
    }
}

/// Positions from the middle half of a few games.
fn positions((name, variant): (&str, &str)) -> (Arc<dyn AnyGame>, Vec<Box<dyn AnyState>>) {
    let choices = Choices { variant: Some(variant.to_owned()), ..Choices::default() };
    let game = load(name, choices).expect("declared choices");
    let mut kept = Vec::new();
    for seed in 0..GAMES {
        let mut steps = 0;
        play(&*game, seed, |_| steps += 1);
        let (from, every) = (steps / 4, (steps / 2 / POSITIONS).max(1));
        let mut step = 0;
        play(&*game, seed, |state| {
            if step >= from && step < from + POSITIONS * every && (step - from) % every == 0 {
                kept.push(state.boxed_clone());
            }
            step += 1;
        });
    }
    (game, kept)
}

#[divan::bench(args = cases())]
fn observe(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (game, states) = positions(case);
    let mut values = vec![0.0; game.tables().observation_size()];
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().for_each(|state| state.observe(Some(0), black_box(&mut values))));
}

#[divan::bench(args = cases())]
fn encode(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (_game, states) = positions(case);
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().for_each(|state| drop(black_box(state.to_bytes()))));
}

#[divan::bench(args = cases())]
fn decode(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (game, states) = positions(case);
    let written: Vec<_> = states.iter().map(|state| state.to_bytes()).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| written.iter().for_each(|bytes| drop(black_box(game.state_from_bytes(bytes)))));
}

#[divan::bench(args = cases())]
fn to_json(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (_game, states) = positions(case);
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().for_each(|state| drop(black_box(state.to_json()))));
}

#[divan::bench(args = cases())]
fn view_json(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (_game, states) = positions(case);
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().for_each(|state| drop(black_box(state.view_json(Some(0))))));
}

#[divan::bench(args = cases())]
fn read_json(bencher: Bencher<'_, '_>, case: (&str, &str)) {
    let (game, states) = positions(case);
    let written: Vec<_> = states.iter().map(|state| state.to_json()).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| written.iter().for_each(|json| drop(black_box(game.state_from_json(json)))));
}

//! Playing allocates nothing: no step of a random playout, no decision of the greedy bot, no step of a pool, no simulation of a
//! search.

use lineshaft_core::View;
use lineshaft_core::batch::{Column, Eyes, Table};
use lineshaft_core::bots::{self, Greedy};
use lineshaft_core::erased::{AnyGame, Loaded};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::playout::{Counts, random_playout};
use lineshaft_core::pool;
use lineshaft_core::registry::{Visitor, visit};
use lineshaft_core::rng::Rng;
use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts what each thread asks of it.
struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Counts in every game, variant and number of players.
struct Counter;

impl Visitor for Counter {
    fn visit<G: Game + Greedy>(&mut self) {
        let decl = G::declaration();
        for variant in decl.variants {
            let (low, high) = decl.players_of(variant);
            for players in low..=high {
                let choices =
                    Choices { players: Some(players), variant: Some(variant.name.to_owned()), ..Choices::default() };
                let setup = Setup::new(decl, choices).expect("declared choices");
                let game = G::load(setup).expect("shipped data");
                let label = format!("{} {} {players}", decl.name, variant.name);
                assert_eq!(random_games(&game), 0, "{label}: random playouts");
                assert_eq!(greedy_games(&game), 0, "{label}: greedy games");
                for method in ["flat", "tree"] {
                    let few = search(&game, &format!("mcts:simulations=20,method={method}"));
                    let many = search(&game, &format!("mcts:simulations=60,method={method}"));
                    assert!(many <= few + 8, "{label}: {method} search: {few} and {many}");
                }
                assert_eq!(pool_steps(&Arc::new(game)), 0, "{label}: steps of a pool");
            }
        }
    }
}

fn random_games<G: Game>(game: &G) -> usize {
    allocations(|| {
        for seed in 0..20 {
            let mut counts = Counts::default();
            random_playout(game, &mut game.initial_state(), &mut Rng::new(seed, 0), &mut counts);
        }
    })
}

fn greedy_games<G: Game + Greedy>(game: &G) -> usize {
    let mut bot = bots::make::<G>("greedy").expect("a built-in bot");
    let mut legal = ActionList::new();
    let mut play = |seed| {
        let (mut chance, mut choice) = (Rng::new(seed, 0), Rng::new(seed, 1));
        let mut state = game.initial_state();
        loop {
            let id = match game.actor(&state) {
                Actor::Over => break,
                Actor::Chance | Actor::Sampled => game.draw_outcome(&state, &mut chance),
                Actor::Player(player) => {
                    legal.clear();
                    game.legal_actions(&state, &mut legal);
                    let view = View::new(game, &state, Some(player));
                    u32::from(bot.choose(&view, &legal, &mut choice, &mut || true))
                }
            };
            game.apply_legal(&mut state, id);
        }
    };
    play(0);
    allocations(|| (1..10).for_each(play))
}

fn pool_steps<G: Game + Greedy>(game: &Arc<G>) -> usize {
    let mut pool = Loaded(Arc::clone(game)).make_pool(20, 1).expect("room");
    let (rows, others) = (pool.alloc(10).expect("room"), pool.alloc(10).expect("room"));
    let mut state = game.initial_state();
    let mut rng = Rng::new(1, 0);
    while !matches!(game.actor(&state), Actor::Player(_)) {
        let outcome = game.draw_outcome(&state, &mut rng);
        game.apply_outcome(&mut state, outcome);
    }
    pool.load(&rows, &[&state as &dyn Any; 10]).expect("rows in use");
    let actions = [i32::from(game.draw_action(&state, &mut rng)); 10];
    let (mut players, mut mask) = ([0; 10], vec![false; 10 * game.tables().actions.len()]);
    allocations(|| {
        let table = Table {
            player: Some(Column::new(&mut players, 1)),
            mask: Some(Column::new(&mut mask, game.tables().actions.len())),
            ..Table::default()
        };
        let choices = pool::Choices::Actions(&actions, Some(&[7; 10]));
        pool.step(&rows, &others, choices, table).expect("legal actions");
        pool.determinize(&rows, &others, Eyes::Of(0), &[7; 10]).expect("rows in use");
    })
}

/// A decision of a bot.
fn search<G: Game + Greedy>(game: &G, bot: &str) -> usize {
    let (mut bot, mut chance, mut state) = (bots::make::<G>(bot).expect("a bot"), Rng::new(5, 0), game.initial_state());
    let mut legal = ActionList::new();
    loop {
        if let Actor::Player(player) = game.actor(&state) {
            legal.clear();
            game.legal_actions(&state, &mut legal);
            if legal.len() > 1 {
                let view = View::new(game, &state, Some(player));
                return allocations(|| {
                    bot.choose(&view, &legal, &mut Rng::new(1, 1), &mut || true);
                });
            }
        }
        let id = match game.actor(&state) {
            Actor::Player(_) => legal[0].into(),
            _ => game.draw_outcome(&state, &mut chance),
        };
        game.apply_legal(&mut state, id);
    }
}

#[test]
fn playing_allocates_nothing() {
    visit(&mut Counter);
}

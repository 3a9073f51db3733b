//! How fast the games are, on one thread: random playouts, copies, lists of legal actions, greedy games played and followed.
//!
//! `cargo bench -p lineshaft-core --bench playouts`; a filter such as `playouts::playout::railways` narrows it down. Items a second
//! are applied actions and chance outcomes, copies, lists, decisions, or replays.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lineshaft_core::bots::Greedy;
use lineshaft_core::following::{Library, lines_of};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::playout::{Counts, random_playout};
use lineshaft_core::registry::{Visitor, declarations, visit};
use lineshaft_core::replay::Replay;
use lineshaft_core::rng::Rng;
use lineshaft_core::selfplay::{Plan, selfplay};
use std::fmt;

/// Games an iteration.
const GAMES: u64 = 64;

fn main() {
    divan::main();
}

/// One game as it is set up for measuring.
#[derive(Clone)]
struct Case {
    game: &'static str,
    variant: &'static str,
    players: usize,
}

impl Case {
    fn choices(&self) -> Choices {
        Choices { players: Some(self.players), variant: Some(self.variant.to_owned()), ..Choices::default() }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.variant, self.players)
    }
}

/// Every game, variant and number of players that the variant takes.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for decl in declarations() {
        for variant in decl.variants {
            let (low, high) = decl.players_of(variant);
            cases.extend((low..=high).map(|players| Case { game: decl.name, variant: variant.name, players }));
        }
    }
    cases
}

/// What is measured of a game whose type is known.
trait Workload {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G);
}

/// Finds the game of a case.
struct Finder<'a, 'b, W> {
    case: &'a Case,
    bencher: Option<Bencher<'a, 'b>>,
    workload: std::marker::PhantomData<W>,
}

impl<W: Workload> Visitor for Finder<'_, '_, W> {
    fn visit<G: Game + Greedy>(&mut self) {
        if G::declaration().name != self.case.game {
            return;
        }
        let setup = Setup::new(G::declaration(), self.case.choices()).expect("declared choices");
        let game = G::load(setup).expect("shipped data");
        if let Some(bencher) = self.bencher.take() {
            W::run(bencher, &game);
        }
    }
}

fn measure<W: Workload>(bencher: Bencher<'_, '_>, case: &Case) {
    visit(&mut Finder::<W> { case, bencher: Some(bencher), workload: std::marker::PhantomData });
}

struct Playout;

impl Workload for Playout {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G) {
        let play = || {
            let mut counts = Counts::default();
            for seed in 0..GAMES {
                random_playout(game, &mut game.initial_state(), &mut Rng::new(seed, 0), &mut counts);
            }
            counts
        };
        let counts = play();
        bencher.counter(ItemsCount::new(counts.decisions + counts.chance)).bench_local(play);
    }
}

#[divan::bench(args = cases())]
fn playout(bencher: Bencher<'_, '_>, case: &Case) {
    measure::<Playout>(bencher, case);
}

/// The positions of random games at which a player decides.
fn decisions<G: Game>(game: &G) -> Vec<G::State> {
    let mut states = Vec::new();
    let mut legal = ActionList::new();
    for seed in 0..8 {
        let mut rng = Rng::new(seed, 0);
        let mut state = game.initial_state();
        loop {
            let id = match game.actor(&state) {
                Actor::Over => break,
                Actor::Player(_) => {
                    states.push(state.clone());
                    legal.clear();
                    game.legal_actions(&state, &mut legal);
                    u32::from(rng.pick(&legal))
                }
                Actor::Chance | Actor::Sampled => game.draw_outcome(&state, &mut rng),
            };
            game.apply_legal(&mut state, id);
        }
    }
    states
}

struct Copies;

impl Workload for Copies {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G) {
        let all = decisions(game);
        let states: Vec<_> = all.iter().step_by(all.len() / 64).collect();
        let mut copy = states[0].clone();
        bencher.counter(ItemsCount::new(states.len() * 64)).bench_local(|| {
            for _ in 0..64 {
                for state in &states {
                    copy.clone_from(state);
                    black_box(&copy);
                }
            }
        });
    }
}

#[divan::bench(args = cases())]
fn state_clone(bencher: Bencher<'_, '_>, case: &Case) {
    measure::<Copies>(bencher, case);
}

struct Lists;

impl Workload for Lists {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G) {
        let states = decisions(game);
        let mut legal = ActionList::new();
        bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
            for state in &states {
                legal.clear();
                game.legal_actions(state, &mut legal);
                black_box(&legal);
            }
        });
    }
}

#[divan::bench(args = cases())]
fn legal_actions(bencher: Bencher<'_, '_>, case: &Case) {
    measure::<Lists>(bencher, case);
}

struct GreedyGames;

fn greedy_plan<G: Game>(game: &G, record: bool) -> Plan {
    let bots = vec!["greedy".to_owned(); game.setup().players];
    Plan { bots, games: GAMES, first: 0, seed: 0, threads: 1, rotate: false, record }
}

impl Workload for GreedyGames {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G) {
        let plan = greedy_plan(game, false);
        let run = || {
            let mut decisions = 0;
            let mut sink = |result: lineshaft_core::selfplay::GameResult| {
                decisions += u64::from(result.decisions);
                Ok(())
            };
            selfplay(game, &plan, &mut sink, &mut || true).expect("greedy bots play on");
            decisions
        };
        bencher.counter(ItemsCount::new(run())).bench_local(run);
    }
}

#[divan::bench(args = cases())]
fn greedy_games(bencher: Bencher<'_, '_>, case: &Case) {
    measure::<GreedyGames>(bencher, case);
}

struct Followed;

impl Workload for Followed {
    fn run<G: Game + Greedy>(bencher: Bencher<'_, '_>, game: &G) {
        let mut block = Vec::new();
        let mut sink = |result: lineshaft_core::selfplay::GameResult| {
            block.extend(result.replay.expect("the plan records").bytes().chain(*b"\n"));
            Ok(())
        };
        selfplay(game, &greedy_plan(game, true), &mut sink, &mut || true).expect("greedy bots play on");
        let library = Library::new(None);
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
            for (_, line) in lines_of(&block, 1) {
                let mut following = library.follow(Replay::read(line).expect("a line")).expect("its game");
                following.finish().expect("a game that was played");
            }
        });
    }
}

#[divan::bench(args = cases())]
fn followed(bencher: Bencher<'_, '_>, case: &Case) {
    measure::<Followed>(bencher, case);
}

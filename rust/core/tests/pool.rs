//! Pools, matches from anywhere and histories: what they do with a position is what is done by hand with its typed state, in
//! every game and in the toy game that is in no registry, on any number of threads.

mod toy;

use lineshaft_core::batch::{Column, Eyes, Table};
use lineshaft_core::bots::Greedy;
use lineshaft_core::erased::{AnyGame, Loaded};
use lineshaft_core::game::{ActionList, Actor, Choices, Game, Setup};
use lineshaft_core::history::History;
use lineshaft_core::matches::Match;
use lineshaft_core::pool::{self, AnyPool, Playouts};
use lineshaft_core::registry::{Visitor, visit};
use lineshaft_core::rng::{self, Rng};
use lineshaft_core::runner::Runner;
use std::any::Any;
use std::sync::Arc;

/// Enough rows that they are shared out.
const ROWS: usize = 130;

/// A test that is done with every game, with each variant and its fewest and most players.
struct Everywhere(fn(&dyn Check));

/// A loaded game that is checked.
trait Check {
    fn rows_are_positions(&self);
    fn logs_are_shared(&self);
    fn matches_begin_anywhere(&self);
}

struct Subject<G: Game>(Arc<G>);

impl Visitor for Everywhere {
    fn visit<G: Game + Greedy>(&mut self) {
        let decl = G::declaration();
        for variant in decl.variants {
            let (low, high) = decl.players_of(variant);
            for players in std::collections::BTreeSet::from([low, high]) {
                let variant = Some(variant.name.to_owned());
                let choices = Choices { players: Some(players), variant, ..Choices::default() };
                let setup = Setup::new(decl, choices).expect("declared choices");
                (self.0)(&Subject(Arc::new(G::load(setup).expect("shipped data"))));
            }
        }
    }
}

fn everywhere(check: fn(&dyn Check)) {
    let mut everywhere = Everywhere(check);
    visit(&mut everywhere);
    everywhere.visit::<toy::Stones>();
}

impl<G: Game + Greedy> Subject<G> {
    fn loaded(&self) -> Arc<dyn AnyGame> {
        Arc::new(Loaded(Arc::clone(&self.0)))
    }

    fn resolve(&self, state: &mut G::State, seed: u64) {
        let chance = &mut Rng::new(seed, rng::CHANCE);
        Runner { game: &*self.0, state, chance, notes: &mut () }.resolve_chance();
    }

    /// An action for a position, 0 at the end.
    fn pick(&self, state: &G::State, rng: &mut Rng) -> i32 {
        if let Actor::Player(_) = self.0.actor(state) { self.0.draw_action(state, rng).into() } else { 0 }
    }

    fn held(pool: &mut dyn AnyPool, rows: &[i32]) -> Vec<G::State> {
        let copy =
            |row: &i32| pool.state(*row).expect("a row in use").downcast_ref::<G::State>().expect("its type").clone();
        rows.iter().map(copy).collect()
    }

    /// Whole games in the rows of a pool: positions, and utilities at the end.
    fn play(&self, threads: usize) -> (Vec<G::State>, Vec<f64>) {
        let game = &*self.0;
        let mut pool = self.loaded().make_pool(2 * ROWS, threads).expect("room");
        let (mut rows, mut others) = (pool.alloc(ROWS).expect("room"), pool.alloc(ROWS).expect("room"));
        let mut singles: Vec<_> = (0..ROWS).map(|_| game.initial_state()).collect();
        (0..).zip(&mut singles).for_each(|(seed, single)| self.resolve(single, seed));
        let states: Vec<&dyn Any> = singles.iter().map(|single| single as &dyn Any).collect();
        pool.load(&rows, &states).expect("rows in use");
        let mut rng = Rng::new(1, 1);
        let mut players = vec![0; ROWS];
        for turn in 0.. {
            let actions: Vec<_> = singles.iter().map(|single| self.pick(single, &mut rng)).collect();
            let seeds: Vec<_> = (turn..).take(ROWS).collect();
            let table = Table { player: Some(Column::new(&mut players, 1)), ..Table::default() };
            let choices = pool::Choices::Actions(&actions, Some(&seeds));
            pool.step(&rows, &others, choices, table).expect("legal actions");
            std::mem::swap(&mut rows, &mut others);
            for ((single, action), seed) in singles.iter_mut().zip(&actions).zip(&seeds) {
                if game.actor(single) != Actor::Over {
                    game.apply_decision(single, *action as u16);
                    self.resolve(single, *seed);
                }
            }
            if turn % 16 == 0 {
                assert_eq!(Self::held(&mut *pool, &rows), singles, "turn {turn}");
            }
            if players.iter().all(|player| *player == -4) {
                break;
            }
        }
        let mut returns = vec![0.0; ROWS * game.setup().players];
        pool.returns(&rows, &mut returns).expect("rows in use");
        (Self::held(&mut *pool, &rows), returns)
    }

    fn drawn(&self, threads: usize) -> (Vec<G::State>, Vec<f64>) {
        let mut pool = self.loaded().make_pool(2 * ROWS, threads).expect("room");
        let (rows, others) = (pool.alloc(ROWS).expect("room"), pool.alloc(ROWS).expect("room"));
        let mut state = self.0.initial_state();
        self.resolve(&mut state, 5);
        pool.load(&rows[..1], &[&state]).expect("a row in use");
        let (roots, seeds): (Vec<_>, Vec<_>) = (vec![rows[0]; ROWS], (0..ROWS as u64).collect());
        pool.determinize(&roots, &others, Eyes::Acting, &seeds).expect("rows in use");
        let bots = vec!["random".to_owned(); self.0.setup().players];
        let plan = Playouts { bots, repeat: 2, max_decisions: None };
        let means = pool.playout(&others, &seeds, &plan, &mut || true).expect("rows in use");
        (Self::held(&mut *pool, &others), means)
    }
}

impl<G: Game + Greedy> Check for Subject<G> {
    fn rows_are_positions(&self) {
        let (played, drawn) = (self.play(1), self.drawn(1));
        assert!(played.0.iter().all(|state| self.0.actor(state) == Actor::Over));
        for threads in [2, 3] {
            assert_eq!(self.play(threads), played);
            assert_eq!(self.drawn(threads), drawn);
        }
    }

    fn logs_are_shared(&self) {
        let played = self.half_played();
        let mut history = History::new(self.loaded(), &[]).expect("no steps");
        for step in played.steps() {
            let kept = history.clone();
            history.apply(step.id.into()).expect("a legal step");
            assert_eq!(kept.ply() + 1, history.ply());
        }
        assert_eq!(history.steps(), played.steps());
        assert!(history.state().equals(played.state()));
        for viewer in (0..self.0.setup().players).map(Some).chain([None]) {
            assert_eq!(history.information_state(viewer), played.log(viewer).join("\n"));
        }
    }

    fn matches_begin_anywhere(&self) {
        let played = self.half_played();
        let begin = |steps: &[(i64, i64)]| {
            Match::from_state(self.loaded(), played.state().boxed_clone(), 3, steps).expect("legal steps")
        };
        let mut rest = begin(&[]);
        play_on(&mut rest, 1000);
        let steps: Vec<_> = rest.steps().iter().map(|step| (step.actor.number().into(), step.id.into())).collect();
        assert!(begin(&steps).state().equals(rest.state()));
        assert_eq!(rest.replay(None).map_err(|error| error.code).err(), Some("own_start"));
        let start = self.loaded().new_initial_state();
        let whole = Match::from_state(self.loaded(), start, 3, &[]).expect("no steps");
        assert_eq!(whole.replay(None), Match::new(self.loaded(), 3).replay(None));
    }
}

impl<G: Game + Greedy> Subject<G> {
    fn half_played(&self) -> Match {
        let mut played = Match::new(self.loaded(), 4);
        play_on(&mut played, 5);
        played
    }
}

/// A number of decisions by the last legal action.
fn play_on(played: &mut Match, decisions: usize) {
    for _ in 0..decisions {
        let mut legal = ActionList::new();
        played.state().legal_actions(&mut legal);
        let Some(action) = legal.last() else { return };
        played.apply((*action).into()).expect("a legal action");
    }
}

#[test]
fn rows_of_a_pool_are_positions() {
    everywhere(|subject| subject.rows_are_positions());
}

#[test]
fn a_history_is_a_position_and_its_log() {
    everywhere(|subject| subject.logs_are_shared());
}

#[test]
fn matches_begin_at_any_position() {
    everywhere(|subject| subject.matches_begin_anywhere());
}

#[test]
fn points_that_hang_on_hidden_things_are_told_by_no_view() {
    let stones = toy::Stones::load(Setup::new(toy::Stones::declaration(), Choices::default()).expect("defaults"));
    let state = Loaded(Arc::new(stones.expect("shipped data"))).new_initial_state();
    assert_eq!(state.check_open_scores().map_err(|error| error.code), Err("hidden_scores"));
}

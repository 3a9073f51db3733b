//! Rows of positions that are named by numbers, for search: a tree keeps the numbers, and many of its rows are stepped,
//! resampled, observed and played out in one call.
//!
//! The entries of a call are independent of each other, so nothing depends on the number of threads: a row may be written by
//! one entry alone, and read then by no other one.

mod rows;

use crate::batch::{Column, Eyes, Table, refuse};
use crate::bots::Greedy;
use crate::channels::{Cells, Encoder};
use crate::crew::work_in_order;
use crate::error::{Error, Result};
use crate::game::{Actor, Game, OutcomeList, PerPlayer};
use crate::playout::Company;
use crate::rng::{self, Rng};
use crate::runner::Runner;
use crate::threads::share;
use rows::Rows;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What is applied to rows, an entry each.
#[derive(Clone, Copy, Debug)]
pub enum Choices<'a> {
    /// Actions of the players to act; the chance that follows is drawn with the streams of seeds, or left where there are none.
    Actions(&'a [i32], Option<&'a [u64]>),
    /// Chance outcomes.
    Outcomes(&'a [i32]),
}

/// How to play rows out.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// One a seat.
    pub bots: Vec<String>,
    /// How many games a row, at least 1.
    pub repeat: u64,
    /// After how many decisions a game is broken off.
    pub max_decisions: Option<u64>,
}

/// The chance outcomes of rows, one row after the other.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// Where each row's end, after a leading 0.
    pub ends: Vec<i64>,
    /// The outcomes.
    pub outcomes: Vec<i32>,
    /// How likely each is.
    pub probabilities: Vec<f64>,
    /// Whether a row waits for a salt, which is not listed.
    pub sampled: Vec<bool>,
}

/// A pool without its game's type. Lists have an entry a row that is named; on an error nothing has changed.
pub trait AnyPool: Send + Sync {
    /// How many rows are handed out.
    fn used(&self) -> usize;
    /// Hands out so many rows, each at the initial position.
    fn alloc(&mut self, count: usize) -> Result<Vec<i32>>;
    /// Takes rows back.
    fn free(&mut self, rows: &[i32]) -> Result<()>;
    /// How many rows were handed out so far.
    fn mark(&self) -> u64;
    /// Takes back all rows that were handed out since a mark.
    fn release(&mut self, mark: u64) -> Result<()>;
    /// Copies positions of the game's state type into rows.
    fn load(&mut self, rows: &[i32], states: &[&dyn Any]) -> Result<()>;
    /// The position in a row, of the game's state type.
    fn state(&mut self, row: i32) -> Result<&dyn Any>;
    /// Draws for each row of `src` a position that a player cannot tell from it, into the row of `dst`.
    fn determinize(&mut self, src: &[i32], dst: &[i32], eyes: Eyes<'_>, seeds: &[u64]) -> Result<()>;
    /// Copies each row of `src` to that of `dst` and applies a choice there. Rows whose game is over are copied alone.
    /// Where `table` flags illegal choices, their rows are too; else one of them is an error, which names all.
    fn step(&mut self, src: &[i32], dst: &[i32], choices: Choices<'_>, table: Table<'_>) -> Result<()>;
    /// What can happen next by chance.
    fn chance(&self, rows: &[i32]) -> Result<Outcomes>;
    /// The legal actions as flags, a row of the action table each.
    fn masks(&self, rows: &[i32], out: &mut [bool]) -> Result<()>;
    /// What players observe, a row each; of all players, as many rows each as there are.
    fn observe(&self, rows: &[i32], eyes: Eyes<'_>, out: &mut [f32]) -> Result<()>;
    /// The utilities, a row of players each; zeros until a game is over.
    fn returns(&self, rows: &[i32], out: &mut [f64]) -> Result<()>;
    /// The points on the table, a row of players each.
    fn scores(&self, rows: &[i32], out: &mut [i32]) -> Result<()>;
    /// The player to act, -1 for chance, -4 where the game is over.
    fn actors(&self, rows: &[i32], out: &mut [i32]) -> Result<()>;
    /// BLAKE2b-64 of the canonical bytes.
    fn hash64(&self, rows: &[i32], out: &mut [u64]) -> Result<()>;
    /// The mean utilities of playouts, a row of players each: the first as the match of the row's seed, the others as those of
    /// games 1, 2, … of the series that starts from it. Gives up when `keep_going` says so.
    fn playout(
        &self,
        rows: &[i32],
        seeds: &[u64],
        plan: &Playouts,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<f64>>;
}

/// A pool of known type behind [`AnyPool`].
pub(crate) struct Pool<G: Game> {
    game: Arc<G>,
    threads: usize,
    rows: Rows,
    /// The positions of the rows that were ever handed out. No two entries of a call want the same one for writing, so nobody
    /// waits; the locks are how threads may write here and there in one list.
    states: Vec<RwLock<G::State>>,
    initial: G::State,
}

impl<G: Game + Greedy> Pool<G> {
    /// All rows are free.
    pub(crate) fn new(game: Arc<G>, capacity: usize, threads: usize) -> Result<Self> {
        let mut states = Vec::new();
        states.try_reserve_exact(capacity)?;
        let initial = game.initial_state();
        Ok(Self { game, threads, rows: Rows::new(capacity)?, states, initial })
    }

    fn read(&self, row: i32) -> RwLockReadGuard<'_, G::State> {
        self.states[row as usize].read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, row: i32) -> RwLockWriteGuard<'_, G::State> {
        self.states[row as usize].write().unwrap_or_else(PoisonError::into_inner)
    }

    /// A row for writing that holds the position of another, or of itself.
    fn copied(&self, from: i32, to: i32) -> RwLockWriteGuard<'_, G::State> {
        let mut state = self.write(to);
        if from != to {
            state.clone_from(&self.read(from));
        }
        state
    }

    /// Looks at rows, each with its place in `out`.
    fn each<T: Send>(
        &self,
        rows: &[i32],
        (out, width): (&mut [T], usize),
        look: impl Fn(&G::State, &mut [T]) + Sync,
    ) -> Result<()> {
        self.rows.check("rows", rows)?;
        share(self.threads, rows.len(), (rows, Column::new(out, width)), |_, (rows, mut out)| {
            rows.iter().enumerate().for_each(|(place, row)| look(&self.read(*row), out.row(place)));
        });
        Ok(())
    }

    /// The player who looks at an entry's position; the first one, where nobody acts.
    fn viewer(&self, state: &G::State, eyes: Eyes<'_>, entry: usize) -> usize {
        match (eyes, self.game.actor(state)) {
            (Eyes::Each(players), _) => players[entry] as usize,
            (Eyes::Of(player), _) | (Eyes::Acting, Actor::Player(player)) => player,
            (Eyes::Acting | Eyes::All, _) => 0,
        }
    }

    fn observation<'a>(&'a self, state: &G::State, viewer: usize, out: impl Into<Cells<'a>>) {
        self.game.observe(state, Some(viewer), &mut Encoder::new(&self.game.tables().channels, out));
    }

    /// Why a choice cannot be made at a position; None if it can, or is ignored because the game is over.
    fn wrong(&self, state: &G::State, choices: Choices<'_>, choice: i32) -> Option<Error> {
        let game = &*self.game;
        match (choices, game.actor(state)) {
            (_, Actor::Over) => None,
            (Choices::Actions(..), Actor::Chance | Actor::Sampled) => {
                Some(Error::illegal("illegal_action", None, "chance is to act: apply_outcome takes what it brings"))
            }
            (Choices::Outcomes(_), Actor::Player(player)) => {
                let message = format!("player {player} is to act, not chance: step takes what they choose");
                Some(Error::illegal("illegal_outcome", None, message))
            }
            _ if game.accepts(state, choice.into()) => None,
            _ => game.explain(state, choice.into()),
        }
    }

    /// Makes an entry's choice at a position, and what follows from it.
    fn advance(&self, state: &mut G::State, choices: Choices<'_>, entry: usize, table: &mut Table<'_>, place: usize) {
        let game = &*self.game;
        match choices {
            Choices::Outcomes(outcomes) => game.apply_outcome(state, outcomes[entry] as u32),
            Choices::Actions(actions, seeds) => {
                game.apply_decision(state, actions[entry] as u16);
                if let Some(seeds) = seeds {
                    let chance = &mut Rng::new(seeds[entry], rng::CHANCE);
                    Runner { game, state, chance, notes: &mut () }.resolve_chance();
                }
            }
        }
        if game.actor(state) == Actor::Over {
            table.put(|t| &mut t.terminated, place, true);
            if let Some(reward) = table.row(|t| &mut t.reward, place) {
                reward.iter_mut().zip(game.returns(state)).for_each(|(gain, utility)| *gain = utility as f32);
            }
        }
    }

    /// Fills a row of the table with how a position stands.
    fn show(&self, state: &G::State, table: &mut Table<'_>, place: usize) {
        let game = &*self.game;
        table.put(|t| &mut t.player, place, game.actor(state).number());
        if let Some(scores) = table.row(|t| &mut t.scores, place) {
            scores.copy_from_slice(&game.scores(state));
        }
        if let Some(mask) = table.row(|t| &mut t.mask, place) {
            game.mask(state, mask);
        }
        table.observe(place, |cells| self.observation(state, self.viewer(state, Eyes::Acting, place), cells));
    }
}

/// Refuses a list that has not an entry a row.
fn check_length(what: &str, length: usize, rows: usize) -> Result<()> {
    if length == rows {
        return Ok(());
    }
    Err(Error::argument(format!("{length} {what} for {rows} rows: give one a row")))
}

impl<G: Game + Greedy> AnyPool for Pool<G> {
    fn used(&self) -> usize {
        self.rows.used()
    }

    fn alloc(&mut self, count: usize) -> Result<Vec<i32>> {
        let rows = self.rows.alloc(count)?;
        for row in &rows {
            match self.states.get_mut(*row as usize) {
                Some(state) => *state.get_mut().unwrap_or_else(PoisonError::into_inner) = self.initial.clone(),
                None => self.states.push(RwLock::new(self.initial.clone())),
            }
        }
        Ok(rows)
    }

    fn free(&mut self, rows: &[i32]) -> Result<()> {
        self.rows.free(rows)
    }

    fn mark(&self) -> u64 {
        self.rows.mark()
    }

    fn release(&mut self, mark: u64) -> Result<()> {
        self.rows.release(mark)
    }

    fn load(&mut self, rows: &[i32], states: &[&dyn Any]) -> Result<()> {
        check_length("states", states.len(), rows.len())?;
        self.rows.check("rows", rows)?;
        self.rows.check_distinct("rows", rows)?;
        for (row, state) in rows.iter().zip(states) {
            let state: &G::State = state.downcast_ref().expect("the caller has checked the game");
            self.write(*row).clone_from(state);
        }
        Ok(())
    }

    fn state(&mut self, row: i32) -> Result<&dyn Any> {
        self.rows.check("row", &[row])?;
        Ok(self.states[row as usize].get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    fn determinize(&mut self, src: &[i32], dst: &[i32], eyes: Eyes<'_>, seeds: &[u64]) -> Result<()> {
        self.rows.check_apart(src, dst)?;
        check_length("seeds", seeds.len(), src.len())?;
        let nobody = |row: &i32| !matches!(self.game.actor(&self.read(*row)), Actor::Player(_));
        let unclear = matches!(eyes, Eyes::Acting).then(|| src.iter().position(nobody)).flatten();
        if let Some(entry) = unclear {
            let (row, who) = (src[entry], self.game.actor(&self.read(src[entry])).named());
            let message = format!("entry {entry} (row {row}): {who}: name the player whose knowledge counts");
            return Err(Error::argument(message));
        }
        share(self.threads, src.len(), (src, dst), |first, (src, dst)| {
            for (entry, (from, to)) in (first..).zip(src.iter().zip(dst)) {
                let real = self.read(*from);
                let stream = &mut Rng::new(seeds[entry], rng::DETERMINIZE);
                let drawn = self.game.resample(&real, self.viewer(&real, eyes, entry), stream);
                drop(real);
                *self.write(*to) = drawn;
            }
        });
        Ok(())
    }

    fn step(&mut self, src: &[i32], dst: &[i32], choices: Choices<'_>, table: Table<'_>) -> Result<()> {
        self.rows.check_apart(src, dst)?;
        let (Choices::Actions(chosen, _) | Choices::Outcomes(chosen)) = choices;
        check_length("choices", chosen.len(), src.len())?;
        if let Choices::Actions(_, Some(seeds)) = choices {
            check_length("seeds", seeds.len(), src.len())?;
        }
        let flagged = table.illegal.is_some();
        let wrong = |entry: usize, choice| self.wrong(&self.read(src[entry]), choices, choice);
        if !flagged {
            refuse(self.threads, chosen, wrong, |entry| format!("entry {entry} (row {})", src[entry]))?;
        }
        share(self.threads, src.len(), (src, (dst, table)), |first, (src, (dst, mut table))| {
            for (place, (from, to)) in src.iter().zip(dst).enumerate() {
                let entry = first + place;
                let state = &mut *self.copied(*from, *to);
                table.begin(place);
                let illegal = flagged && self.wrong(state, choices, chosen[entry]).is_some();
                table.put(|t| &mut t.illegal, place, illegal);
                if !illegal && self.game.actor(state) != Actor::Over {
                    self.advance(state, choices, entry, &mut table, place);
                }
                self.show(state, &mut table, place);
            }
        });
        Ok(())
    }

    fn chance(&self, rows: &[i32]) -> Result<Outcomes> {
        self.rows.check("rows", rows)?;
        let mut found = Outcomes { ends: vec![0], ..Outcomes::default() };
        for row in rows {
            let state = &*self.read(*row);
            let actor = self.game.actor(state);
            if actor == Actor::Chance {
                let mut list = OutcomeList::new();
                self.game.chance_outcomes(state, &mut list);
                let total: u64 = list.iter().map(|(_, weight)| u64::from(*weight)).sum();
                found.outcomes.extend(list.iter().map(|(outcome, _)| i32::from(*outcome)));
                found.probabilities.extend(list.iter().map(|(_, weight)| f64::from(*weight) / total as f64));
            }
            found.ends.push(found.outcomes.len() as i64);
            found.sampled.push(actor == Actor::Sampled);
        }
        Ok(found)
    }

    fn masks(&self, rows: &[i32], out: &mut [bool]) -> Result<()> {
        let width = self.game.tables().actions.len();
        self.each(rows, (out, width), |state, flags| self.game.mask(state, flags))
    }

    fn observe(&self, rows: &[i32], eyes: Eyes<'_>, out: &mut [f32]) -> Result<()> {
        self.rows.check("rows", rows)?;
        let (size, players) = (self.game.tables().observation_size(), self.game.setup().players);
        let width = if matches!(eyes, Eyes::All) { players * size } else { size };
        share(self.threads, rows.len(), (rows, Column::new(out, width)), |first, (rows, mut out)| {
            for (place, row) in rows.iter().enumerate() {
                let state = &*self.read(*row);
                let viewer = self.viewer(state, eyes, first + place);
                let seen = out.row(place).chunks_exact_mut(size);
                seen.enumerate().for_each(|(next, out)| self.observation(state, viewer + next, out));
            }
        });
        Ok(())
    }

    fn returns(&self, rows: &[i32], out: &mut [f64]) -> Result<()> {
        let width = self.game.setup().players;
        self.each(rows, (out, width), |state, out| out.copy_from_slice(&self.game.returns(state)))
    }

    fn scores(&self, rows: &[i32], out: &mut [i32]) -> Result<()> {
        let width = self.game.setup().players;
        self.each(rows, (out, width), |state, out| out.copy_from_slice(&self.game.scores(state)))
    }

    fn actors(&self, rows: &[i32], out: &mut [i32]) -> Result<()> {
        self.each(rows, (out, 1), |state, out| out[0] = self.game.actor(state).number())
    }

    fn hash64(&self, rows: &[i32], out: &mut [u64]) -> Result<()> {
        self.each(rows, (out, 1), |state, out| out[0] = self.game.hash64(state))
    }

    fn playout(
        &self,
        rows: &[i32],
        seeds: &[u64],
        plan: &Playouts,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<f64>> {
        self.rows.check("rows", rows)?;
        check_length("seeds", seeds.len(), rows.len())?;
        let players = self.game.setup().players;
        Company::<G>::new(&plan.bots, players)?;
        let desk = || Company::<G>::new(&plan.bots, players).expect("it was checked");
        let work = |company: &mut Company<G>, entry, stop: &AtomicBool| {
            let entry = entry as usize;
            let start = self.read(rows[entry]).clone();
            let mut sums: PerPlayer<f64> = (0..players).map(|_| 0.0).collect();
            for index in 0..plan.repeat {
                let seed = if index == 0 { seeds[entry] } else { rng::game_seed(seeds[entry], index) };
                let going = &mut || !stop.load(Ordering::Relaxed);
                let returns = company.play_out(&self.game, &mut start.clone(), seed, plan.max_decisions, going)?;
                sums.iter_mut().zip(returns).for_each(|(sum, utility)| *sum += utility);
            }
            Some(sums)
        };
        let mut means = Vec::new();
        means.try_reserve_exact(rows.len() * players)?;
        let mut take = |sums: PerPlayer<f64>| {
            means.extend(sums.iter().map(|sum| sum / plan.repeat as f64));
            Ok(())
        };
        let threads = self.threads.min(rows.len());
        work_in_order(rows.len() as u64, threads, desk, work, &mut take, keep_going)?;
        Ok(means)
    }
}

//! Many games stepped together, for training: actions in, arrays out, chance resolved inside.
//!
//! Slot `i` of a batch of `size` plays the games `i`, `i + size`, `i + 2 size`, … of the series that starts from the
//! batch's seed, each exactly as a match from `game_seed(seed, index)` would go. Slots are independent, so nothing
//! depends on the number of threads. A step goes over the slots once, a few at a time, so that what is applied, shown and
//! masked is still in the cache.

mod rules;
mod sample;
mod saved;
mod slot;
mod table;

use crate::bots::{self, Greedy};
use crate::error::{Error, Result};
use crate::game::{ActionList, Game, PerPlayer};
use crate::rng::mix;
use crate::threads::{Rows, share};
pub use rules::{Autoreset, Illegal, Reward, Rules};
pub use sample::Sampling;
use slot::{Ended, House, Series, Slot};
use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
pub use table::{Column, Table};

/// How many slots are set up between two looks at whether to go on: some 50 milliseconds on one thread in the slowest game.
const CHUNK: usize = 4096;

/// Which games a reset starts.
#[derive(Clone, Copy, Debug)]
pub enum Seeds<'a> {
    /// The next ones of each slot's series.
    Next,
    /// A new series from this seed: game `i` in slot `i`.
    Series(u64),
    /// A series a slot, which starts with the match of its seed.
    Each(&'a [u64]),
}

/// Whose eyes a slot is seen with.
#[derive(Clone, Copy, Debug)]
pub enum Eyes<'a> {
    /// The player's who acts; where the game has ended, of the caller's first seat.
    Acting,
    /// This player's in every slot.
    Of(usize),
    /// A player's a slot.
    Each(&'a [i32]),
    /// Every player's, one after the other.
    All,
}

/// How a game stands at its end.
pub struct Ending {
    /// The points on the table.
    pub scores: PerPlayer<i32>,
    /// The utilities.
    pub returns: PerPlayer<f64>,
    /// Decisions made.
    pub decisions: u32,
    /// Its index in the series.
    pub game: u64,
}

/// A batch without its game's type. Slices have one row a slot, in order of the slots.
pub trait AnyBatch: Send + Sync {
    /// The number of slots.
    fn size(&self) -> usize;
    /// The seed of the series.
    fn seed(&self) -> u64;
    /// The number of threads.
    fn threads(&self) -> usize;
    /// What the caller chose.
    fn rules(&self) -> &Rules;
    /// Applies one action a slot and plays on to the caller's next decision. Slots whose game is over ignore their entry.
    /// Either all actions are applied or, if illegal ones are refused and there is one, none; the error names all such slots.
    /// Slots that restart in the step in which they end wait for [`Self::restart`].
    fn step(&mut self, actions: &[i32], table: Table<'_>) -> Result<()>;
    /// The player to act in each slot, -4 where the game has ended.
    fn actors(&self, out: &mut [i32]);
    /// The legal actions as flags, one row of the action table a slot.
    fn masks(&self, out: &mut [bool]);
    /// The points on the table, one row of players a slot.
    fn scores(&self, out: &mut [i32]);
    /// The index in its series of the game that each slot plays.
    fn games(&self, out: &mut [u64]);
    /// How the game of a slot stands at its end.
    fn ending(&self, slot: usize) -> Ending;
    /// The slots whose game has ended.
    fn ended(&self) -> Vec<i32>;
    /// Starts the next game where one has ended, and fills these slots' rows.
    fn restart(&mut self, table: Table<'_>);
    /// Starts games in the slots that `which` names (all slots, if it is None), and fills all rows.
    fn reset(&mut self, which: Option<&[bool]>, seeds: Seeds<'_>, table: Table<'_>);
    /// Fills all rows with how the games stand.
    fn look(&self, table: Table<'_>);
    /// What players of some slots observe (None: of all), a row each; of all players, as many rows a slot as there are.
    fn observe(&self, slots: Option<&[i32]>, eyes: Eyes<'_>, out: &mut [f32]);
    /// The utilities, one row of players a slot; zeros until a game is over.
    fn returns(&self, out: &mut [f64]);
    /// The places, one row of players a slot.
    fn ranking(&self, out: &mut [i32]);
    /// Draws a legal action a slot, 0 where there is none.
    fn sample(&mut self, sampling: Sampling<'_>, out: &mut [i32], logp: Option<&mut [f32]>) -> Result<()>;
    /// What the bot that a text names would play in each slot, 0 where nobody acts.
    fn bot_actions(&mut self, spec: &str, out: &mut [i32]) -> Result<()>;
    /// The legal actions of all slots one after the other; `ends` gets where each slot's end, after a leading 0.
    fn legal(&self, ends: &mut [i64]) -> Vec<i32>;
    /// A position in a slot, of the game's state type.
    fn state(&self, slot: usize) -> &dyn Any;
    /// Goes on in slots from positions of the game's state type, each with the streams of a seed.
    fn set_states(&mut self, slots: &[i32], states: &[&dyn Any], seeds: &[u64]);
    /// Makes slots copies of others.
    fn copy_rows(&mut self, from: &[i32], to: &[i32]);
    /// A copy of all.
    fn boxed_clone(&self) -> Box<dyn AnyBatch>;
    /// All of it as bytes.
    fn to_bytes(&self) -> Vec<u8>;
}

/// A batch of known type behind [`AnyBatch`].
pub(crate) struct Batch<G: Game> {
    game: Arc<G>,
    slots: Vec<Slot<G>>,
    seed: u64,
    threads: usize,
    rules: Rules,
    /// How often something was drawn for the caller.
    draws: u64,
}

impl<G: Game + Greedy> Batch<G> {
    /// Sets up the first game of every slot; stops early when `keep_going` says so.
    pub(crate) fn new(
        game: Arc<G>,
        size: usize,
        seed: u64,
        threads: usize,
        rules: Rules,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Self> {
        rules.check(game.setup().players)?;
        for spec in rules.bots.iter().flatten() {
            bots::make::<G>(spec)?;
        }
        let mut slots = Vec::new();
        slots.try_reserve_exact(size)?;
        let mut batch = Self { game, slots, seed, threads, rules, draws: 0 };
        for first in (0..size).step_by(CHUNK) {
            if !keep_going() {
                return Err(Error::interrupted());
            }
            let house = House { game: &*batch.game, rules: &batch.rules, seed, size: size as u64 };
            let index = |index: usize| Slot::new(&house, Series::Shared, index as u64);
            batch.slots.extend((first..size.min(first + CHUNK)).map(index));
        }
        Ok(batch)
    }

    fn house(&self) -> House<'_, G> {
        House { game: &*self.game, rules: &self.rules, seed: self.seed, size: self.slots.len() as u64 }
    }

    /// Changes all slots, a row each.
    fn change<R: Rows>(&mut self, rows: R, work: impl Fn(&House<'_, G>, usize, &mut [Slot<G>], R) + Sync) {
        let Self { game, slots, rules, seed, threads, .. } = self;
        let house = House { game: &**game, rules, seed: *seed, size: slots.len() as u64 };
        share(*threads, slots.len(), (&mut slots[..], rows), |first, (slots, rows)| work(&house, first, slots, rows));
    }

    /// Looks at all slots, a row each.
    fn each<R: Rows>(&self, rows: R, work: impl Fn(&Slot<G>, &mut R, usize) + Sync) {
        share(self.threads, self.slots.len(), (&self.slots[..], rows), |_, (slots, mut rows)| {
            slots.iter().enumerate().for_each(|(row, slot)| work(slot, &mut rows, row));
        });
    }

    /// The error of a step with illegal actions: all slots, and what is wrong in the first ones.
    fn refuse(&self, actions: &[i32]) -> Result<()> {
        let wrong = |slot: usize, action| self.slots[slot].refuse(&self.game, action);
        refuse(self.threads, actions, wrong, |slot| format!("slot {slot}"))
    }

    /// The seed of what is drawn now for the caller.
    fn next_draw(&mut self) -> u64 {
        self.draws += 1;
        mix(self.seed ^ mix(self.draws))
    }
}

/// The error of a call with illegal actions: all places of them, and what is wrong in the first ones. `name` is what sentences
/// call a place.
pub(crate) fn refuse(
    threads: usize,
    actions: &[i32],
    wrong: impl Fn(usize, i32) -> Option<Error> + Sync,
    name: impl Fn(usize) -> String,
) -> Result<()> {
    let found = Mutex::new(Vec::new());
    share(threads, actions.len(), actions, |first, actions| {
        for (place, action) in (first..).zip(actions) {
            if let Some(error) = wrong(place, *action) {
                found.lock().expect("no holder panics").push((place, error));
            }
        }
    });
    let mut found = found.into_inner().expect("no holder panics");
    found.sort_by_key(|(place, _)| *place);
    let Some((place, error)) = found.first() else { return Ok(()) };
    let message = format!("{}: {}", name(*place), error.message);
    let slots = found.iter().map(|(place, error)| (*place, error.to_string())).collect();
    Err(Error { message, slots, ..error.clone() })
}

/// A slot's number, which the caller has checked.
fn place(slot: i32) -> usize {
    slot as usize
}

impl<G: Game + Greedy> AnyBatch for Batch<G> {
    fn size(&self) -> usize {
        self.slots.len()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn step(&mut self, actions: &[i32], table: Table<'_>) -> Result<()> {
        if actions.len() != self.slots.len() {
            let message = format!("a batch takes an action a slot, {} in all, not {}", self.slots.len(), actions.len());
            return Err(Error::argument(message));
        }
        if self.rules.illegal == Illegal::Raise {
            self.refuse(actions)?;
        }
        self.change((actions, table), |house, _, slots, (actions, mut table)| {
            for (row, (slot, action)) in slots.iter_mut().zip(actions).enumerate() {
                slot.step(house, *action, &mut table, row);
            }
        });
        Ok(())
    }

    fn actors(&self, out: &mut [i32]) {
        self.look(Table { player: Some(Column::new(out, 1)), ..Table::default() });
    }

    fn masks(&self, out: &mut [bool]) {
        let width = self.game.tables().actions.len();
        self.look(Table { mask: Some(Column::new(out, width)), ..Table::default() });
    }

    fn scores(&self, out: &mut [i32]) {
        self.look(Table { scores: Some(Column::new(out, self.game.setup().players)), ..Table::default() });
    }

    fn games(&self, out: &mut [u64]) {
        self.look(Table { game: Some(Column::new(out, 1)), ..Table::default() });
    }

    fn ending(&self, slot: usize) -> Ending {
        let Slot { state, decisions, game, .. } = &self.slots[slot];
        let (scores, returns) = (self.game.scores(state), self.game.returns(state));
        Ending { scores, returns, decisions: *decisions, game: *game }
    }

    fn ended(&self) -> Vec<i32> {
        (0..).zip(&self.slots).filter(|(_, slot)| slot.ended != Ended::No).map(|(index, _)| index).collect()
    }

    fn restart(&mut self, table: Table<'_>) {
        self.change(table, |house, _, slots, mut table| {
            for (row, slot) in slots.iter_mut().enumerate().filter(|(_, slot)| slot.ended != Ended::No) {
                slot.start_next(house);
                slot.show(house, &mut table, row);
            }
        });
    }

    fn reset(&mut self, which: Option<&[bool]>, seeds: Seeds<'_>, table: Table<'_>) {
        if let Seeds::Series(seed) = seeds {
            (self.seed, self.draws) = (seed, 0);
        }
        self.change(table, |house, first, slots, mut table| {
            for (row, slot) in slots.iter_mut().enumerate() {
                let index = first + row;
                if which.is_none_or(|flags| flags[index]) {
                    match seeds {
                        Seeds::Next => slot.start_next(house),
                        Seeds::Series(_) => slot.start(house, Series::Shared, index as u64),
                        Seeds::Each(seeds) => slot.start(house, Series::Own(seeds[index]), 0),
                    }
                }
                table.begin(row);
                slot.show(house, &mut table, row);
            }
        });
    }

    fn look(&self, table: Table<'_>) {
        let house = self.house();
        self.each(table, |slot, table, row| slot.show(&house, table, row));
    }

    fn observe(&self, slots: Option<&[i32]>, eyes: Eyes<'_>, out: &mut [f32]) {
        let (house, size) = (self.house(), self.game.tables().observation_size());
        let players = self.game.setup().players;
        let width = if matches!(eyes, Eyes::All) { players * size } else { size };
        let count = slots.map_or(self.slots.len(), <[i32]>::len);
        share(self.threads, count, Column::new(out, width), |first, mut column| {
            for (row, index) in (first..count.min(first + column.rows())).enumerate() {
                let slot = &self.slots[slots.map_or(index, |slots| place(slots[index]))];
                let viewer = match eyes {
                    Eyes::Acting => slot.viewer(&house),
                    Eyes::Of(player) => player,
                    Eyes::Each(players) => place(players[index]),
                    Eyes::All => 0,
                };
                let seen = column.row(row).chunks_exact_mut(size);
                seen.enumerate().for_each(|(next, out)| slot.observe(&self.game, viewer + next, out));
            }
        });
    }

    fn returns(&self, out: &mut [f64]) {
        self.each(Column::new(out, self.game.setup().players), |slot, out, row| {
            out.row(row).copy_from_slice(&self.game.returns(&slot.state));
        });
    }

    fn ranking(&self, out: &mut [i32]) {
        self.each(Column::new(out, self.game.setup().players), |slot, out, row| {
            out.row(row).iter_mut().zip(self.game.ranking(&slot.state)).for_each(|(out, place)| *out = place.into());
        });
    }

    fn sample(&mut self, sampling: Sampling<'_>, out: &mut [i32], logp: Option<&mut [f32]>) -> Result<()> {
        let (seed, bad) = (self.next_draw(), AtomicUsize::new(usize::MAX));
        let game = &*self.game;
        share(self.threads, self.slots.len(), (&self.slots[..], (out, logp)), |first, (slots, (out, mut logp))| {
            for (row, slot) in slots.iter().enumerate() {
                let Some((action, log)) = sampling.draw(game, slot, first + row, seed, logp.is_some()) else {
                    bad.fetch_min(first + row, Ordering::Relaxed);
                    continue;
                };
                out[row] = action;
                if let Some(logp) = &mut logp {
                    logp[row] = log;
                }
            }
        });
        match bad.into_inner() {
            usize::MAX => Ok(()),
            slot => Err(Error::argument(format!("slot {slot}: the logits of its legal actions must be finite"))),
        }
    }

    fn bot_actions(&mut self, spec: &str, out: &mut [i32]) -> Result<()> {
        bots::make::<G>(spec)?;
        let seed = self.next_draw();
        let game = &*self.game;
        share(self.threads, self.slots.len(), (&self.slots[..], out), |first, (slots, out)| {
            let mut bot = bots::make::<G>(spec).expect("it was checked");
            for (row, (slot, out)) in slots.iter().zip(out).enumerate() {
                *out = sample::of_bot(game, &mut *bot, slot, first + row, seed);
            }
        });
        Ok(())
    }

    fn legal(&self, ends: &mut [i64]) -> Vec<i32> {
        let (mut actions, mut legal) = (Vec::new(), ActionList::new());
        ends[0] = 0;
        for (slot, end) in self.slots.iter().zip(&mut ends[1..]) {
            slot.legal(&self.game, &mut legal);
            actions.extend(legal.iter().map(|action| i32::from(*action)));
            *end = actions.len() as i64;
        }
        actions
    }

    fn state(&self, slot: usize) -> &dyn Any {
        &self.slots[slot].state
    }

    fn set_states(&mut self, slots: &[i32], states: &[&dyn Any], seeds: &[u64]) {
        let House { seed, size, .. } = self.house();
        let house = House { game: &*self.game, rules: &self.rules, seed, size };
        for ((slot, state), seed) in slots.iter().zip(states).zip(seeds) {
            let state = state.downcast_ref::<G::State>().expect("the caller has checked the game").clone();
            self.slots[place(*slot)].put(&house, Series::Own(*seed), 0, state, *seed);
        }
    }

    fn copy_rows(&mut self, from: &[i32], to: &[i32]) {
        let copies: Vec<_> = from.iter().map(|slot| self.slots[place(*slot)].copy(&self.house())).collect();
        to.iter().zip(copies).for_each(|(slot, copy)| self.slots[place(*slot)] = copy);
    }

    fn boxed_clone(&self) -> Box<dyn AnyBatch> {
        let slots = self.slots.iter().map(|slot| slot.copy(&self.house())).collect();
        let (game, rules) = (Arc::clone(&self.game), self.rules.clone());
        Box::new(Self { game, slots, rules, ..*self })
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.save()
    }
}

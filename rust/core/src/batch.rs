//! Many games stepped together, for training: actions in, arrays out, chance resolved inside.
//!
//! Slot `i` of a batch of `size` plays the games `i`, `i + size`, `i + 2 size`, … of the series that starts from the
//! batch's seed, each exactly as a match from `game_seed(seed, index)` would go. Slots are independent, so nothing
//! depends on the number of threads.

use crate::channels::Encoder;
use crate::error::{Error, Result};
use crate::game::{Action, ActionList, Actor, Game};
use crate::pool;
use crate::rng::{self, Rng};
use crate::runner::Runner;
use rayon::prelude::*;
use std::ops::RangeFrom;
use std::sync::Arc;

/// How many slots are set up between two looks at whether to go on: some 50 milliseconds on one thread in the slowest game.
const CHUNK: usize = 4096;

/// A batch without its game's type. Slices have one row a slot, in order of the slots.
pub trait AnyBatch: Send + Sync {
    /// The number of slots.
    fn size(&self) -> usize;
    /// Applies one action a slot, then resolves chance. Slots whose game is over ignore their entry. Either all
    /// actions are applied or, on the first illegal one, none; the error names the slot.
    fn step(&mut self, actions: &[i32]) -> Result<()>;
    /// Starts the next game in the slots that `which` names (all slots, if it is None).
    fn reset(&mut self, which: Option<&[bool]>);
    /// The player to act in each slot, -4 where the game is over.
    fn actors(&self, out: &mut [i32]);
    /// The legal actions as flags, one row of the action table a slot.
    fn masks(&self, out: &mut [bool]);
    /// What the player to act (player 0 where the game is over) observes, one row a slot.
    fn observe(&self, out: &mut [f32]);
    /// The points on the table, one row of players a slot.
    fn scores(&self, out: &mut [i32]);
    /// The utilities, one row of players a slot; zeros until a game is over.
    fn returns(&self, out: &mut [f64]);
    /// The index in the series of the game that each slot plays.
    fn games(&self, out: &mut [u64]);
    /// The canonical bytes of a slot.
    fn to_bytes(&self, slot: usize) -> Vec<u8>;
}

struct Slot<G: Game> {
    state: G::State,
    chance: Rng,
    game: u64,
}

/// A batch of known type behind [`AnyBatch`].
pub(crate) struct Batch<G: Game> {
    game: Arc<G>,
    slots: Vec<Slot<G>>,
    seed: u64,
    threads: usize,
}

impl<G: Game> Batch<G> {
    /// Sets up the first game of every slot; stops early when `keep_going` says so.
    pub(crate) fn new(
        game: Arc<G>,
        size: usize,
        seed: u64,
        threads: usize,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(size)?;
        let mut batch = Self { game, slots, seed, threads };
        for first in (0..size).step_by(CHUNK) {
            if !keep_going() {
                return Err(Error::interrupted());
            }
            let start = |index: usize| Slot {
                state: batch.game.initial_state(),
                chance: Rng::new(rng::game_seed(seed, index as u64), rng::CHANCE),
                game: index as u64,
            };
            batch.slots.extend((first..size.min(first + CHUNK)).map(start));
            batch.each_mut(first.., |game, slot| slot.resolve_chance(game));
        }
        Ok(batch)
    }

    fn each_mut(&mut self, range: RangeFrom<usize>, change: impl Fn(&G, &mut Slot<G>) + Sync) {
        let (game, slots) = (&*self.game, &mut self.slots[range]);
        pool::run(self.threads, || slots.par_iter_mut().with_min_len(64).for_each(|slot| change(game, slot)));
    }

    fn rows<T: Send>(&self, width: usize, out: &mut [T], fill: impl Fn(&G, &Slot<G>, &mut [T]) + Sync) {
        debug_assert_eq!(out.len(), width * self.slots.len(), "one row a slot");
        let rows = out.par_chunks_mut(width).zip(&self.slots).with_min_len(64);
        pool::run(self.threads, || rows.for_each(|(row, slot)| fill(&self.game, slot, row)));
    }
}

impl<G: Game> Slot<G> {
    /// Up to the next decision.
    fn resolve_chance(&mut self, game: &G) {
        let Self { state, chance, .. } = self;
        Runner { game, state, chance, notes: &mut () }.resolve_chance();
    }
}

/// The error that stops a step, if the slot's action is not legal.
fn refuse<G: Game>(game: &G, index: usize, slot: &Slot<G>, action: i32) -> Option<Error> {
    let is_over = game.actor(&slot.state) == Actor::Over;
    if is_over || Action::try_from(action).is_ok_and(|id| game.is_legal(&slot.state, id)) {
        return None;
    }
    let error = game.explain(&slot.state, i64::from(action))?;
    Some(Error { message: format!("slot {index}: {}", error.message), ..error })
}

impl<G: Game> AnyBatch for Batch<G> {
    fn size(&self) -> usize {
        self.slots.len()
    }

    fn step(&mut self, actions: &[i32]) -> Result<()> {
        if actions.len() != self.slots.len() {
            let message = format!("a batch takes an action a slot, {} in all, not {}", self.slots.len(), actions.len());
            return Err(Error::argument(message));
        }
        let (game, slots) = (&*self.game, &mut self.slots);
        pool::run(self.threads, || {
            let entries = slots.par_iter().zip(actions).with_min_len(64).enumerate();
            if let Some(error) = entries.find_map_first(|(i, (slot, action))| refuse(game, i, slot, *action)) {
                return Err(error);
            }
            slots.par_iter_mut().zip(actions).with_min_len(64).for_each(|(slot, action)| {
                if game.actor(&slot.state) != Actor::Over {
                    game.apply_decision(&mut slot.state, *action as Action);
                    slot.resolve_chance(game);
                }
            });
            Ok(())
        })
    }

    fn reset(&mut self, which: Option<&[bool]>) {
        let (seed, size) = (self.seed, self.slots.len() as u64);
        self.each_mut(0.., |game, slot| {
            if which.is_none_or(|flags| flags[(slot.game % size) as usize]) {
                slot.game += size;
                slot.state = game.initial_state();
                slot.chance = Rng::new(rng::game_seed(seed, slot.game), rng::CHANCE);
                slot.resolve_chance(game);
            }
        });
    }

    fn actors(&self, out: &mut [i32]) {
        self.rows(1, out, |game, slot, row| row[0] = game.actor(&slot.state).number());
    }

    fn masks(&self, out: &mut [bool]) {
        self.rows(self.game.tables().actions.len(), out, |game, slot, row| {
            row.fill(false);
            if matches!(game.actor(&slot.state), Actor::Player(_)) {
                let mut legal = ActionList::new();
                game.legal_actions(&slot.state, &mut legal);
                legal.iter().for_each(|action| row[usize::from(*action)] = true);
            }
        });
    }

    fn observe(&self, out: &mut [f32]) {
        let tables = self.game.tables();
        self.rows(tables.observation_size(), out, |game, slot, row| {
            let viewer = match game.actor(&slot.state) {
                Actor::Player(player) => player,
                _ => 0,
            };
            game.observe(&slot.state, Some(viewer), &mut Encoder::new(&tables.channels, row));
        });
    }

    fn scores(&self, out: &mut [i32]) {
        self.rows(self.game.setup().players, out, |game, slot, row| row.copy_from_slice(&game.scores(&slot.state)));
    }

    fn returns(&self, out: &mut [f64]) {
        self.rows(self.game.setup().players, out, |game, slot, row| row.copy_from_slice(&game.returns(&slot.state)));
    }

    fn games(&self, out: &mut [u64]) {
        self.rows(1, out, |_, slot, row| row[0] = slot.game);
    }

    fn to_bytes(&self, slot: usize) -> Vec<u8> {
        self.game.to_bytes(&self.slots[slot].state)
    }
}

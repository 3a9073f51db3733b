//! A batch as bytes, and back: the rules, then slot by slot the position with its streams.
//!
//! Everything is little-endian. Header: `LSB`, one byte format version (1), eight bytes config digest, so that bytes of another
//! game, variant, player count, rules version or data file are refused.

use super::Batch;
use super::rules::{Autoreset, Illegal, Reward, Rules};
use super::slot::{Ended, House, Saved, Series, Slot};
use crate::bots::{self, Greedy};
use crate::error::{Error, Result};
use crate::game::{Game, MAX_PLAYERS};
use crate::rng::Rng;
use serde_json::{Value, json};
use std::sync::Arc;

const MAGIC: &[u8; 4] = b"LSB\x01";

const AUTORESET: [Autoreset; 3] = [Autoreset::Disabled, Autoreset::NextStep, Autoreset::SameStep];
const REWARD: [Reward; 3] = [Reward::Returns, Reward::Score, Reward::Margin];
const ILLEGAL: [Illegal; 3] = [Illegal::Raise, Illegal::Lose, Illegal::Random];
const ENDED: [Ended; 4] = [Ended::No, Ended::Over, Ended::Lost, Ended::CutOff];

fn number<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|other| other == one).unwrap_or_default() as u8
}

impl Rules {
    fn to_json(&self, threads: usize) -> Value {
        let numbers = [
            number(&AUTORESET, &self.autoreset),
            number(&REWARD, &self.reward),
            number(&ILLEGAL, &self.illegal),
            self.rotate.into(),
            self.skip_forced.into(),
        ];
        json!([threads, numbers, self.max_decisions, self.bots])
    }

    fn from_json(value: &Value) -> Option<(usize, Self)> {
        let [threads, numbers, max_decisions, bots] = value.as_array()?.as_slice() else { return None };
        let numbers = numbers.as_array()?;
        let at = |i: usize| numbers.get(i)?.as_u64().map(|number| number as usize);
        let bot = |bot: &Value| match bot {
            Value::Null => Some(None),
            Value::String(spec) => Some(Some(spec.clone())),
            _ => None,
        };
        let rules = Self {
            autoreset: *AUTORESET.get(at(0)?)?,
            reward: *REWARD.get(at(1)?)?,
            illegal: *ILLEGAL.get(at(2)?)?,
            rotate: at(3)? != 0,
            skip_forced: at(4)? != 0,
            max_decisions: max_decisions.as_u64().and_then(|most| u32::try_from(most).ok()),
            bots: bots.as_array()?.iter().map(bot).collect::<Option<_>>()?,
        };
        Some((threads.as_u64()? as usize, rules))
    }
}

/// Reads little-endian pieces; None where they end early.
struct Pieces<'a>(&'a [u8]);

impl<'a> Pieces<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (piece, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(piece)
    }

    fn u64(&mut self) -> Option<u64> {
        self.bytes(8).map(|piece| u64::from_le_bytes(piece.try_into().expect("eight bytes")))
    }

    fn block(&mut self) -> Option<&'a [u8]> {
        let size = self.u64()?;
        self.bytes(usize::try_from(size).ok()?)
    }

    fn stream(&mut self) -> Option<Rng> {
        Rng::at([self.u64()?, self.u64()?, self.u64()?, self.u64()?])
    }
}

fn put(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_block(out: &mut Vec<u8>, block: &[u8]) {
    put(out, block.len() as u64);
    out.extend_from_slice(block);
}

fn damaged() -> Error {
    Error::state("the bytes of the batch are damaged")
}

impl<G: Game + Greedy> Batch<G> {
    /// All of it as bytes.
    pub(super) fn save(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&self.game.setup().config_digest);
        put_block(&mut out, self.rules.to_json(self.threads).to_string().as_bytes());
        [self.seed, self.draws, self.slots.len() as u64].into_iter().for_each(|number| put(&mut out, number));
        for slot in &self.slots {
            let Saved { game, series, ended, decisions, told, streams } = slot.saved();
            put_block(&mut out, &self.game.to_bytes(&slot.state));
            let (own, seed) = if let Series::Own(seed) = series { (1, seed) } else { (0, 0) };
            let numbers = [game, own, seed, number(&ENDED, &ended).into(), decisions.into()];
            numbers.into_iter().for_each(|number| put(&mut out, number));
            told.iter().for_each(|score| put(&mut out, i64::from(*score).cast_unsigned()));
            put(&mut out, streams.len() as u64);
            streams.iter().flat_map(Rng::words).for_each(|word| put(&mut out, word));
        }
        out
    }

    /// The batch of its bytes.
    pub(crate) fn load(game: Arc<G>, bytes: &[u8]) -> Result<Self> {
        let mut pieces = Pieces(bytes);
        if pieces.bytes(4) != Some(MAGIC) {
            return Err(Error::state("these are not the bytes of a batch of this version"));
        }
        if pieces.bytes(8) != Some(&game.setup().config_digest) {
            let message = "the batch belongs to another game, variant, player count, rules version or data file";
            return Err(Error::state(message));
        }
        let rules = pieces.block().and_then(|block| serde_json::from_slice(block).ok());
        let (threads, rules) = rules.as_ref().and_then(Rules::from_json).ok_or_else(damaged)?;
        rules.check(game.setup().players)?;
        for spec in rules.bots.iter().flatten() {
            bots::make::<G>(spec)?;
        }
        let mut numbers = || pieces.u64().ok_or_else(damaged);
        let (seed, draws, size) = (numbers()?, numbers()?, numbers()?);
        if !(1..=1 << 24).contains(&size) || !(1..=crate::threads::MAX_THREADS).contains(&threads) {
            return Err(damaged());
        }
        let mut batch = Self { game, slots: Vec::new(), seed, threads, rules, draws };
        for _ in 0..size {
            let slot = batch.load_slot(&mut pieces, size)?;
            batch.slots.push(slot);
        }
        if pieces.0.is_empty() { Ok(batch) } else { Err(damaged()) }
    }

    fn load_slot(&self, pieces: &mut Pieces<'_>, size: u64) -> Result<Slot<G>> {
        let state = self.game.state_from_bytes(pieces.block().ok_or_else(damaged)?)?;
        let mut read = || {
            let [game, own, seed, ended, decisions] =
                [pieces.u64()?, pieces.u64()?, pieces.u64()?, pieces.u64()?, pieces.u64()?];
            let mut told = [0; MAX_PLAYERS];
            for score in &mut told {
                *score = i32::try_from(pieces.u64()?.cast_signed()).ok()?;
            }
            let count = usize::try_from(pieces.u64()?).ok().filter(|count| *count <= 1 + 2 * MAX_PLAYERS)?;
            let streams = (0..count).map(|_| pieces.stream()).collect::<Option<_>>()?;
            let series = if own == 0 { Series::Shared } else { Series::Own(seed) };
            let ended = *ENDED.get(usize::try_from(ended).ok()?)?;
            Some(Saved { game, series, ended, decisions: u32::try_from(decisions).ok()?, told, streams })
        };
        let saved = read().ok_or_else(damaged)?;
        let house = House { game: &*self.game, rules: &self.rules, seed: self.seed, size };
        Slot::restored(&house, state, saved).ok_or_else(damaged)
    }
}

//! What a batch does beyond stepping: whose decisions the caller makes, what is rewarded, what happens at an end.

use crate::error::{Error, Result};
use crate::setup::Utility;

/// What happens to a slot whose game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// It waits for a reset.
    Disabled,
    /// The next step starts the next game and ignores the slot's action.
    NextStep,
    /// The step that ends a game starts the next one.
    SameStep,
}

/// What a step is rewarded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The utility when the game ends, else nothing.
    Returns,
    /// The change of the score.
    Score,
    /// The change of the score less the best other player's.
    Margin,
}

/// What an illegal action leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// An error; nothing moves.
    Raise,
    /// The game ends, as lost for the player who chose it.
    Lose,
    /// A legal action drawn at random takes its place.
    Random,
}

/// What a caller chooses.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What follows the end of a game.
    pub autoreset: Autoreset,
    /// The bot at each seat; None where the caller decides. Empty: the caller decides everywhere.
    pub bots: Vec<Option<String>>,
    /// Whether the entries of `bots` move on by one seat from game to game, as in self-play.
    pub rotate: bool,
    /// What is rewarded.
    pub reward: Reward,
    /// Whether decisions with one legal action are made inside.
    pub skip_forced: bool,
    /// After how many decisions of a game it is cut off, at the caller's next decision.
    pub max_decisions: Option<u32>,
    /// What an illegal action leads to.
    pub illegal: Illegal,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            autoreset: Autoreset::Disabled,
            bots: Vec::new(),
            rotate: false,
            reward: Reward::Returns,
            skip_forced: false,
            max_decisions: None,
            illegal: Illegal::Raise,
        }
    }
}

impl Rules {
    /// Refuses what does not fit a number of players.
    pub fn check(&self, players: usize) -> Result<()> {
        if !self.bots.is_empty() && self.bots.len() != players {
            let message = format!(
                "{} opponents for {players} players: name one a player, None where you decide",
                self.bots.len()
            );
            return Err(Error::argument(message));
        }
        if !self.bots.is_empty() && self.bots.iter().all(Option::is_some) {
            return Err(Error::argument("a bot sits at every seat: leave at least one to the caller"));
        }
        Ok(())
    }

    /// Which entry of `bots` holds a seat in a game of the series.
    #[inline]
    pub(super) fn entry(&self, seat: usize, game: u64) -> usize {
        let players = self.bots.len();
        if self.rotate { (seat + (game % players as u64) as usize) % players } else { seat }
    }

    /// Whether the caller decides for a seat in a game of the series.
    #[inline]
    pub(super) fn is_callers(&self, seat: usize, game: u64) -> bool {
        self.bots.is_empty() || self.bots[self.entry(seat, game)].is_none()
    }

    /// The first seat of the caller in a game of the series.
    pub(super) fn learner(&self, game: u64) -> usize {
        (0..self.bots.len()).find(|seat| self.is_callers(*seat, game)).unwrap_or(0)
    }
}

/// What a player is rewarded with for what happened between two scores.
pub(super) fn gains(reward: Reward, before: &[i32], after: &[i32], out: &mut [f32]) {
    let change = |p: usize| match reward {
        Reward::Margin => margin(after, p) - margin(before, p),
        Reward::Returns | Reward::Score => after[p] - before[p],
    };
    out.iter_mut().enumerate().for_each(|(p, gain)| *gain = change(p) as f32);
}

/// The score of a player less the best of the others; the score itself, where there is no other.
fn margin(scores: &[i32], player: usize) -> i32 {
    let others = scores.iter().enumerate().filter(|(p, _)| *p != player).map(|(_, score)| *score);
    scores[player] - others.max().unwrap_or(0)
}

/// What is lost by an illegal action.
pub(super) fn penalty(reward: Reward, utility: Utility, players: usize) -> f32 {
    match (reward, utility) {
        (Reward::Returns, Utility::Win) => (-1.0 / players as f64) as f32,
        _ => -1.0,
    }
}

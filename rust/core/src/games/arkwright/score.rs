//! The final score (R51), the ranking (R52) and the solo title (R53).

use super::Arkwright;
use super::data::card;
use super::invariants::MOST_CASH;
use super::state::{NONE, Phase, Seat, State};
use crate::game::RankKey;

/// What the final scoring gives a solvent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FinalScore {
    pub(super) score: i32,
    /// Left after the final purchase.
    pub(super) cash: i32,
    /// After the ship penalty.
    pub(super) share_value: i32,
}

impl Arkwright {
    /// R51, as if the game ended now; the position stays as it is.
    pub(super) fn final_score(&self, seat: &Seat) -> FinalScore {
        let data = &self.data;
        let value = i32::from(seat.share_value);
        let mut cash = seat.cash + self.stock_sale(seat);
        let mut shares = i32::from(seat.shares);
        if self.options.final_purchase {
            let bought = (cash / value).min(i32::from(data.holding_cap) - shares);
            shares += bought;
            cash -= bought * value;
        }
        shares = (shares - i32::from(seat.loans)).max(0);
        let ignored = if seat.holds(card::MERCHANT) { data.merchant_tokens } else { 0 };
        let tokens = seat.ship_tokens.saturating_sub(ignored);
        let share_value = (value - i32::from(data.ship_penalty[usize::from(tokens)])).max(0);
        FinalScore { score: shares * share_value, cash, share_value }
    }

    /// The scoring kernel: money, shares, share value, loans, ship tokens, whether the Merchant is held.
    pub(super) fn score_of_row(&self, row: &[i32]) -> Option<i32> {
        let data = &self.data;
        let within = |number: i32, low: u8, high: u8| u8::try_from(number).ok().filter(|n| (low..=high).contains(n));
        let seat = Seat {
            cash: Some(row[0]).filter(|money| (0..=MOST_CASH).contains(money))?,
            shares: within(row[1], 0, data.holding_cap)?,
            share_value: within(row[2], 1, data.value_cap)?,
            loans: within(row[3], 0, data.loan_spaces)?,
            ship_tokens: within(row[4], 0, data.ship_tokens)?,
            cards: if within(row[5], 0, 1)? == 1 { card::MERCHANT } else { 0 },
            ..Seat::default()
        };
        Some(self.final_score(&seat).score)
    }

    /// All stored goods for the export price of their factory's tile.
    pub(super) fn stock_sale(&self, seat: &Seat) -> i32 {
        let sale = |good: u8, count: u8| {
            let tile = &self.data.tiles[usize::from(good)][usize::from(seat.factories[usize::from(good)].decade)];
            i32::from(count) * i32::from(tile.export)
        };
        seat.warehouses.iter().filter(|w| w.good != NONE).map(|w| sale(w.good, w.count)).sum()
    }

    /// The score of a seat; nothing for the bankrupt.
    pub(super) fn score_of(&self, seat: &Seat) -> i32 {
        if seat.solvent() { self.final_score(seat).score } else { 0 }
    }

    /// R52.
    pub(super) fn rank_key(&self, seat: &Seat) -> RankKey {
        let mut key = RankKey::default();
        if seat.solvent() {
            let last = self.final_score(seat);
            key[..4].copy_from_slice(&[1, last.score, last.cash, last.share_value]);
        } else {
            key[1] = i32::from(seat.bankrupt_round);
        }
        key
    }

    /// The title that the score of a finished solo game earns (R53).
    pub(super) fn title(&self, state: &State) -> Option<&str> {
        if self.setup.players > 1 || state.phase != Phase::Over {
            return None;
        }
        let score = i64::from(self.score_of(&state.seats[0]));
        self.data.titles.iter().rev().find(|row| row.from <= score).map(|row| row.title.as_str())
    }

    /// Why the game ended.
    pub(super) fn ending(&self, state: &State) -> Option<&'static str> {
        if state.phase != Phase::Over {
            return None;
        }
        Some(match self.solvent_count(state) {
            0 => "all_bankrupt",
            1 if self.setup.players > 1 => "last_solvent",
            _ => "rounds_played",
        })
    }
}

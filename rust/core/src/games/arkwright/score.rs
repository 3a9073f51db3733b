//! The final score (R51), the ranking (R52), the solo title (R53), and how a game ended.

use super::Arkwright;
use super::data::card;
use super::flow::solvent_count;
use super::state::{MOST_CASH, NONE, Phase, Seat, State};
use crate::game::{Named, PerPlayer, RankKey, ScorePart};

/// What the final scoring gives a solvent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FinalScore {
    pub(super) score: i32,
    /// Left after the final purchase.
    pub(super) cash: i32,
    /// After the ship penalty.
    pub(super) share_value: i32,
    /// Bought in the final purchase.
    bought: i32,
    /// After the final purchase and the loans.
    shares: i32,
}

/// R51, as if the game ended now; the position stays as it is.
pub(super) fn final_score(game: &Arkwright, seat: &Seat) -> FinalScore {
    let data = &game.data;
    let value = i32::from(seat.share_value);
    let mut cash = seat.cash + stock_sale(game, seat);
    let held = i32::from(seat.shares);
    let mut bought = 0;
    if game.options.final_purchase {
        bought = (cash / value).min(i32::from(data.holding_cap) - held);
        cash -= bought * value;
    }
    let shares = (held + bought - i32::from(seat.loans) * i32::from(data.loan_shares)).max(0);
    let share_value = final_share_value(game, seat);
    FinalScore { score: shares * share_value, cash, share_value, bought, shares }
}

/// The share value less the penalty for ships (R51).
pub(super) fn final_share_value(game: &Arkwright, seat: &Seat) -> i32 {
    let data = &game.data;
    let ignored = if seat.holds(data, card::MERCHANT) { data.merchant_tokens } else { 0 };
    let tokens = seat.ship_tokens.saturating_sub(ignored);
    (i32::from(seat.share_value) - i32::from(data.ship_penalty[usize::from(tokens)])).max(0)
}

/// All stored goods for the export price of their factory's tile.
pub(super) fn stock_sale(game: &Arkwright, seat: &Seat) -> i32 {
    let sale = |good: u8, count: u8| {
        let tile = &game.data.tiles[usize::from(good)][usize::from(seat.factories[usize::from(good)].decade)];
        i32::from(count) * i32::from(tile.export)
    };
    seat.warehouses.iter().filter(|w| w.good != NONE).map(|w| sale(w.good, w.count)).sum()
}

/// Every player's score.
pub(super) fn scores(game: &Arkwright, s: &State) -> PerPlayer<i32> {
    s.seats[..game.setup.players].iter().map(|seat| score_of(game, seat)).collect()
}

/// The score of a seat; nothing for the bankrupt.
fn score_of(game: &Arkwright, seat: &Seat) -> i32 {
    if seat.solvent() { final_score(game, seat).score } else { 0 }
}

/// R51: the shares at the share value, less what loans and ship tokens take of it; nothing for the bankrupt.
pub(super) fn score_parts(game: &Arkwright, s: &State) -> PerPlayer<Vec<ScorePart>> {
    let parts = |seat: &Seat| if seat.solvent() { final_parts(seat, final_score(game, seat)) } else { Vec::new() };
    s.seats[..game.setup.players].iter().map(parts).collect()
}

fn final_parts(seat: &Seat, last: FinalScore) -> Vec<ScorePart> {
    let (held, value) = (i32::from(seat.shares), i32::from(seat.share_value));
    vec![
        ScorePart::new("shares held", "R51", held * value),
        ScorePart::new("final purchase of shares", "R51", last.bought * value),
        ScorePart::new("shares for loans", "R51", (last.shares - held - last.bought) * value),
        ScorePart::new("ship tokens", "R51", last.shares * (last.share_value - value)),
    ]
}

/// The entries of a rank key.
pub(super) const RANK_NAMES: &[Named] = &[
    ("solvency", "R52"),
    ("score, of the bankrupt the round of leaving", "R52"),
    ("cash left", "R52"),
    ("share value", "R52"),
];

/// What decides the ranking (R52), a key a player.
pub(super) fn rank_keys(game: &Arkwright, s: &State) -> PerPlayer<RankKey> {
    s.seats[..game.setup.players].iter().map(|seat| rank_key(game, seat)).collect()
}

fn rank_key(game: &Arkwright, seat: &Seat) -> RankKey {
    let mut key = RankKey::default();
    if seat.solvent() {
        let last = final_score(game, seat);
        key[..4].copy_from_slice(&[1, last.score, last.cash, last.share_value]);
    } else {
        key[1] = i32::from(seat.bankrupt_round);
    }
    key
}

/// The scoring kernel: money, shares, share value, loans, ship tokens, whether the Merchant is held.
pub(super) fn score_of_row(game: &Arkwright, row: &[i32]) -> Option<i32> {
    let data = &game.data;
    let within = |number: i32, low: u8, high: u8| u8::try_from(number).ok().filter(|n| (low..=high).contains(n));
    let seat = Seat {
        cash: Some(row[0]).filter(|money| (0..=MOST_CASH).contains(money))?,
        shares: within(row[1], 0, data.holding_cap)?,
        share_value: within(row[2], 1, data.value_cap)?,
        loans: within(row[3], 0, data.loan_spaces)?,
        ship_tokens: within(row[4], 0, data.ship_tokens)?,
        cards: if within(row[5], 0, 1)? == 1 { data.card_bits[card::MERCHANT] } else { 0 },
        ..Seat::default()
    };
    Some(final_score(game, &seat).score)
}

/// The title that the score of a finished solo game earns (R53).
pub(super) fn title<'a>(game: &'a Arkwright, s: &State) -> Option<&'a str> {
    if game.setup.players > 1 || s.phase != Phase::Over {
        return None;
    }
    let score = i64::from(score_of(game, &s.seats[0]));
    game.data.titles.iter().rev().find(|row| row.from <= score).map(|row| row.title.as_str())
}

/// Why the game ended.
pub(super) fn end_reason(game: &Arkwright, s: &State) -> Option<&'static str> {
    if s.phase != Phase::Over {
        return None;
    }
    Some(match solvent_count(game, s) {
        0 => "all_bankrupt",
        1 if game.setup.players > 1 => "last_solvent",
        _ => "rounds_played",
    })
}

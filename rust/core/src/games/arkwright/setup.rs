//! Set-up: the fixed one (R3, R4), and what may be chosen in the expert one (R5).

use super::Arkwright;
use super::data::MOST_GOODS;
use super::market::{add_cards, shift_demand};
use super::state::{Factory, NONE, SEATS, Seat, State};

/// Why a good cannot be picked.
pub(super) enum GoodRefused {
    Held,
    Full,
    BlocksOthers,
}

/// The table as it is laid out, before the first decade begins.
pub(super) fn lay_out(game: &Arkwright) -> State {
    let row = game.data.setup(game.setup.players);
    let goods = game.data.goods_count;
    let mut s = State::empty();
    s.demand = row.demand;
    s.neutral[..goods].fill(row.neutral.unwrap_or(NONE));
    add_cards(game, &mut s);
    if let Some(appeal) = row.neutral {
        for good in 0..goods {
            shift_demand(game, &mut s, good, 0, appeal);
        }
    }
    for player in 0..game.setup.players {
        begin_seat(game, &mut s.seats[player], player);
    }
    s
}

fn begin_seat(game: &Arkwright, seat: &mut Seat, player: usize) {
    let data = &game.data;
    seat.shares = data.start_shares;
    seat.share_value = data.start_value;
    if game.options.expert_setup {
        seat.cash = i32::from(data.expert_cash[player]);
        return;
    }
    let players = game.setup.players;
    let row = data.seats[players * (players - 1) / 2 + player];
    let factory = Factory { decade: 1, worker_cards: data.start_worker_cards, ..Factory::default() };
    seat.cash = i32::from(row.cash);
    seat.factories[usize::from(row.first)] = Factory { distribution: data.first_distribution, ..factory };
    seat.factories[usize::from(row.second)] = Factory { quality: data.second_quality, ..factory };
    seat.open = seat.open_now();
}

// --- starting goods (R5) ---------------------------------------------------------------------------------------------

/// Why the acting player cannot begin with a good.
pub(super) fn why_not_good(game: &Arkwright, s: &State, good: u8) -> Option<GoodRefused> {
    let good = usize::from(good);
    if s.acting().is_open(good) {
        return Some(GoodRefused::Held);
    }
    let mut free = free_starts(game, s);
    if free[good] == 0 {
        return Some(GoodRefused::Full);
    }
    free[good] -= 1;
    let mut held = std::array::from_fn(|p| s.seats[p].open);
    held[usize::from(s.actor)] |= 1 << good;
    (!can_complete(game, &mut free, &mut held, 0)).then_some(GoodRefused::BlocksOthers)
}

/// How many more players may begin with each good.
fn free_starts(game: &Arkwright, s: &State) -> [u8; MOST_GOODS] {
    let takers = game.data.expert_takers[game.setup.players - 1];
    std::array::from_fn(|g| takers.saturating_sub(s.seats.iter().filter(|seat| seat.is_open(g)).count() as u8))
}

/// Whether every seat from `player` on can come to two different goods.
fn can_complete(game: &Arkwright, free: &mut [u8; MOST_GOODS], held: &mut [u8; SEATS], player: usize) -> bool {
    if player == game.setup.players {
        return true;
    }
    if held[player].count_ones() >= 2 {
        return can_complete(game, free, held, player + 1);
    }
    for good in 0..game.data.goods_count {
        if free[good] == 0 || held[player] >> good & 1 != 0 {
            continue;
        }
        free[good] -= 1;
        held[player] |= 1 << good;
        let possible = can_complete(game, free, held, player);
        free[good] += 1;
        held[player] &= !(1 << good);
        if possible {
            return true;
        }
    }
    false
}

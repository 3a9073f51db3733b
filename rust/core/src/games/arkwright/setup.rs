//! Set-up: the fixed one (R3, R4), and the choices of the expert one (R5, R6).

use super::Arkwright;
use super::data::GOODS;
use super::state::{Factory, NONE, Phase, SEATS, Seat, State};

/// Why a good cannot be picked.
pub(super) enum GoodRefused {
    Held,
    Full,
    BlocksOthers,
}

impl Arkwright {
    /// The position before the first decision or event.
    pub(super) fn begin(&self) -> State {
        let row = &self.data.setups[self.setup.players - 1];
        let mut state = State::empty();
        state.demand = row.demand;
        state.neutral = [row.neutral.unwrap_or(NONE); GOODS];
        self.add_cards(&mut state);
        if let Some(appeal) = row.neutral {
            for good in 0..GOODS {
                self.shift_demand(&mut state, good, 0, appeal);
            }
        }
        for player in 0..self.setup.players {
            self.begin_seat(&mut state.seats[player], player);
        }
        if !self.options.expert_setup {
            self.begin_decade(&mut state);
        }
        state
    }

    fn begin_seat(&self, seat: &mut Seat, player: usize) {
        let data = &self.data;
        seat.shares = data.start_shares;
        seat.share_value = data.start_value;
        if self.options.expert_setup {
            seat.cash = i32::from(data.expert_cash[player]);
            return;
        }
        let players = self.setup.players;
        let row = data.seats[players * (players - 1) / 2 + player];
        let factory = Factory { decade: 1, worker_cards: data.start_worker_cards, ..Factory::default() };
        seat.cash = i32::from(row.cash);
        seat.factories[usize::from(row.first)] = Factory { distribution: data.first_distribution, ..factory };
        seat.factories[usize::from(row.second)] = Factory { quality: data.second_quality, ..factory };
        seat.open = seat.open_now();
    }

    // --- starting goods (R5) --------------------------------------------------------------------------------------

    /// Why the acting player cannot begin with a good.
    pub(super) fn why_not_good(&self, state: &State, good: u8) -> Option<GoodRefused> {
        let good = usize::from(good);
        if state.acting().is_open(good) {
            return Some(GoodRefused::Held);
        }
        let mut free = self.free_starts(state);
        if free[good] == 0 {
            return Some(GoodRefused::Full);
        }
        free[good] -= 1;
        let mut held = std::array::from_fn(|p| state.seats[p].open);
        held[usize::from(state.actor)] |= 1 << good;
        (!self.can_complete(&mut free, &mut held, 0)).then_some(GoodRefused::BlocksOthers)
    }

    /// How many more players may begin with each good.
    fn free_starts(&self, state: &State) -> [u8; GOODS] {
        let takers = self.data.expert_takers[self.setup.players - 1];
        std::array::from_fn(|g| takers.saturating_sub(state.seats.iter().filter(|seat| seat.is_open(g)).count() as u8))
    }

    /// Whether every seat from `player` on can come to two different goods.
    fn can_complete(&self, free: &mut [u8; GOODS], held: &mut [u8; SEATS], player: usize) -> bool {
        if player == self.setup.players {
            return true;
        }
        if held[player].count_ones() >= 2 {
            return self.can_complete(free, held, player + 1);
        }
        for good in 0..GOODS {
            if free[good] == 0 || held[player] >> good & 1 != 0 {
                continue;
            }
            free[good] -= 1;
            held[player] |= 1 << good;
            let possible = self.can_complete(free, held, player);
            free[good] += 1;
            held[player] &= !(1 << good);
            if possible {
                return true;
            }
        }
        false
    }

    /// The acting player begins with a good; then the next one picks, in turn order and back (R5).
    pub(super) fn begin_with(&self, state: &mut State, good: usize) {
        let seat = state.acting_mut();
        let worker_cards = self.data.expert_worker_cards;
        seat.factories[good] = Factory { decade: 1, worker_cards, ..Factory::default() };
        seat.open |= 1 << good;
        let last = self.setup.players as u8 - 1;
        if seat.open.is_power_of_two() {
            state.actor = (state.actor + 1).min(last);
        } else if state.actor > 0 {
            state.actor -= 1;
        } else if self.data.points > 0 {
            state.phase = Phase::Points;
        } else {
            self.begin_decade(state);
        }
    }

    /// A set-up point was spent; then the same player's next one, the next player's first, or the first decade (R6).
    pub(super) fn point_spent(&self, state: &mut State) {
        state.used += 1;
        if state.used < self.data.points {
            return;
        }
        state.used = 0;
        state.actor += 1;
        if usize::from(state.actor) == self.setup.players {
            self.begin_decade(state);
        }
    }
}

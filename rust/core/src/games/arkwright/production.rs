//! The production (R34–R45): by the round, and as an action of its own.

use super::Arkwright;
use super::board::take_stored;
use super::data::{GOODS, LAST_ROUND, card, event};
use super::flow::finish;
use super::state::{NONE, Phase, Seat, State};

impl Arkwright {
    /// The producers from a place in the turn order on; stops at a `ship` decision, else ends the production.
    pub(super) fn produce_from(&self, state: &mut State, place: usize) {
        let good = state.active();
        for place in place..self.setup.players {
            let player = self.in_turn(state, place);
            let seat = &state.seats[player];
            if seat.solvent() && seat.is_open(good) {
                let rest = self.sell_and_store(state, player, good);
                if rest > 0 && self.asks_for_ships(state, player, good, rest) {
                    return;
                }
                self.pay(state, player, good);
            }
        }
        self.end_production(state, good);
    }

    /// R34–R37: sells at home, stores, and returns what is left over.
    fn sell_and_store(&self, state: &mut State, player: usize, good: usize) -> u8 {
        let demand = state.demand[good];
        let seat = &mut state.seats[player];
        let factory = seat.factories[good];
        let output = self.data.output(factory, good);
        let limit = home_limit(factory.appeal, demand);
        let fresh = output.min(limit);
        let stock = seat.stored(good).min(limit - fresh);
        take_stored(seat, good, stock);
        seat.sold = fresh + stock;
        seat.cash += i32::from(seat.sold) * i32::from(seat.price);
        if output > fresh { self.data.store(seat, good, output - fresh) } else { 0 }
    }

    /// R38, R39: ships what is left over, or makes the state ask how many ships sail.
    fn asks_for_ships(&self, state: &mut State, player: usize, good: usize, rest: u8) -> bool {
        let seat = &state.seats[player];
        let available = self.ships_in_production(state, seat);
        if available == 0 {
            return false;
        }
        if self.options.shipping_optional {
            state.phase = Phase::Ship;
            state.actor = player as u8;
            state.producing = good as u8;
            state.rest = rest;
            return true;
        }
        let useful = rest.div_ceil(self.data.ship_capacity(seat));
        self.ship(state, player, good, rest, useful.min(available));
        false
    }

    /// Ships that may sail in a production (R38; a blockade, R8).
    pub(super) fn ships_in_production(&self, state: &State, seat: &Seat) -> u8 {
        let available = self.data.ships_available(seat);
        if state.event == event::BLOCKADE {
            available.min(self.data.event_amount[usize::from(event::BLOCKADE)])
        } else {
            available
        }
    }

    /// So many ships carry off the goods, or as many of them as fit (R38).
    pub(super) fn ship(&self, state: &mut State, player: usize, good: usize, goods: u8, ships: u8) {
        let seat = &state.seats[player];
        let shipped = goods.min(ships.saturating_mul(self.data.ship_capacity(seat)));
        let income = i32::from(shipped) * i32::from(self.export_income(state, seat, good));
        let seat = &mut state.seats[player];
        seat.ships_used += ships;
        seat.ship_tokens += ships;
        seat.cash += income;
    }

    /// What a shipped good pays (R38; Merchant, R33; Navigation Act, R8).
    pub(super) fn export_income(&self, state: &State, seat: &Seat, good: usize) -> u8 {
        let data = &self.data;
        let tile = &data.tiles[good][usize::from(seat.factories[good].decade)];
        let merchant = if seat.holds(card::MERCHANT) { data.merchant_income } else { 0 };
        tile.export + merchant + self.amount_of(state, event::NAVIGATION_ACT)
    }

    /// What each loan pays that is taken by an action (R21; Cheap credit, R8).
    pub(super) fn loan_income(&self, state: &State, seat: &Seat) -> i32 {
        i32::from(seat.share_value) + i32::from(self.amount_of(state, event::CHEAP_CREDIT))
    }

    /// The amount of an event in the decade in which it is shown, else 0 (R8).
    fn amount_of(&self, state: &State, event: u8) -> u8 {
        if state.event == event { self.data.event_amount[usize::from(event)] } else { 0 }
    }

    /// The answer to a `ship` decision; then the production or the turn goes on (R39).
    pub(super) fn ship_chosen(&self, state: &mut State, ships: u8) {
        let (player, good) = (usize::from(state.actor), usize::from(state.producing));
        let rest = state.rest;
        state.producing = NONE;
        state.rest = 0;
        self.ship(state, player, good, rest, ships);
        if good == state.active() {
            self.pay(state, player, good);
            let place = self.place_of(state, player);
            self.produce_from(state, place + 1);
        } else {
            self.end_extra_production(state, good);
        }
    }

    /// R40–R42.
    fn pay(&self, state: &mut State, player: usize, good: usize) {
        let wage = self.wage(state);
        let round = state.round + 1;
        let seat = &mut state.seats[player];
        seat.cash -= self.data.cost(seat, good, wage);
        if seat.cash >= 0 {
            return;
        }
        let loan = i32::from(seat.share_value.div_ceil(self.data.emergency_divisor));
        while seat.cash < 0 && seat.loans < self.data.loan_spaces {
            seat.loans += 1;
            seat.cash += loan;
        }
        if seat.cash < 0 {
            seat.bankrupt_round = round;
            seat.cash = 0;
            seat.price = NONE;
        }
    }

    /// R43–R45, the markers of bankrupt players (R42), and the end of the round.
    fn end_production(&self, state: &mut State, good: usize) {
        self.raise_share_values(state, good);
        let mut left = false;
        for seat in &mut state.seats[..self.setup.players] {
            if seat.sold != NONE {
                let distribution = seat.factories[good].distribution;
                seat.factories[good].distribution = self.data.distribution_after(seat, distribution);
            }
            left |= !seat.solvent();
            seat.sold = NONE;
            seat.price = NONE;
        }
        if left {
            for player in 0..self.setup.players {
                self.take_markers_off(state, player);
            }
        }
        if state.round + 1 == LAST_ROUND || (left && self.few_are_solvent(state)) {
            finish(state);
        } else {
            self.prepare(state);
        }
    }

    /// R43, R44.
    fn raise_share_values(&self, state: &mut State, good: usize) {
        let data = &self.data;
        let mut qualified = 0u8;
        let mut best = 0;
        let mut holders = 0u8;
        let mut compare = |appeal: u8, bit: u8| {
            if appeal > best || holders == 0 {
                best = appeal;
                holders = bit;
            } else if appeal == best {
                holders |= bit;
            }
        };
        for (player, seat) in state.seats[..self.setup.players].iter().enumerate() {
            let wanted = if seat.holds(card::ENTREPRENEUR) { data.entrepreneur_sales } else { data.qualify_sales };
            if seat.sold != NONE && seat.solvent() && seat.sold >= wanted {
                qualified |= 1 << player;
                compare(seat.factories[good].appeal, 1 << player);
            }
        }
        if qualified == 0 {
            return;
        }
        if self.options.neutral_blocks_bonus && state.neutral[good] != NONE {
            compare(state.neutral[good], NEUTRAL);
        }
        let tied = holders.count_ones() > 1;
        for (player, seat) in state.seats[..self.setup.players].iter_mut().enumerate() {
            if qualified >> player & 1 != 0 {
                let wins = holders >> player & 1 != 0 && (!tied || seat.holds(card::ENTREPRENEUR));
                let steps = data.qualify_steps + if wins { data.appeal_steps } else { 0 };
                seat.share_value = (seat.share_value + steps).min(data.value_cap);
            }
        }
    }

    /// Takes the appeal markers of a bankrupt player off (R42).
    fn take_markers_off(&self, state: &mut State, player: usize) {
        if state.seats[player].solvent() {
            return;
        }
        for good in 0..GOODS {
            let appeal = std::mem::take(&mut state.seats[player].factories[good].appeal);
            self.shift_demand(state, good, appeal, 0);
        }
    }

    // --- Extra Production (R22) -----------------------------------------------------------------------------------

    /// All output is stored, what does not fit is shipped.
    pub(super) fn extra_production(&self, state: &mut State, good: usize) {
        let player = usize::from(state.actor);
        let seat = &mut state.seats[player];
        seat.extra_used = true;
        let output = self.data.output(seat.factories[good], good);
        let rest = self.data.store(seat, good, output);
        if rest > 0 && self.asks_for_ships(state, player, good, rest) {
            return;
        }
        self.end_extra_production(state, good);
    }

    /// Costs and the loss of Distribution; a bankruptcy takes effect at once and ends the turn.
    fn end_extra_production(&self, state: &mut State, good: usize) {
        let player = usize::from(state.actor);
        self.pay(state, player, good);
        let seat = &mut state.seats[player];
        let distribution = seat.factories[good].distribution;
        seat.factories[good].distribution = self.data.distribution_after(seat, distribution);
        if seat.solvent() {
            self.to_price(state);
            return;
        }
        self.take_markers_off(state, player);
        if self.few_are_solvent(state) {
            finish(state);
        } else {
            self.next_turn(state);
        }
    }
}

/// Stands for the neutral marker among the seats' bits.
const NEUTRAL: u8 = 1 << 7;

/// R35.
#[inline]
pub(super) fn home_limit(appeal: u8, demand: i8) -> u8 {
    (i16::from(appeal) - i16::from(demand)).clamp(0, i16::from(appeal)) as u8
}

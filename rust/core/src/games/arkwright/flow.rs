//! How the game goes on: turns, rounds, decades, and the market's markers.

use super::Arkwright;
use super::data::{CARDS, GOODS, event};
use super::state::{NONE, Phase, Seat, State};

impl Arkwright {
    // --- the market -----------------------------------------------------------------------------------------------

    /// The wage now.
    #[inline]
    pub(super) fn wage(&self, state: &State) -> u8 {
        self.wages[usize::from(state.wage_space)]
    }

    /// The wage goes up, as far as there are spaces (R26).
    #[inline]
    pub(super) fn raise_wage(&self, state: &mut State, spaces: u8) {
        state.wage_space = (state.wage_space + spaces).min(self.last_wage_space);
    }

    /// All demand changes by so much, within its track (R26).
    #[inline]
    pub(super) fn change_demand(&self, state: &mut State, change: i8) {
        for demand in &mut state.demand {
            *demand = (*demand + change).clamp(self.data.demand_low, self.data.demand_high);
        }
    }

    /// An appeal marker goes from one space to another, and demand follows the arrows (R25).
    #[inline]
    pub(super) fn shift_demand(&self, state: &mut State, good: usize, from: u8, to: u8) {
        let arrows = &self.data.arrows;
        let change = arrows[usize::from(to)].cast_signed() - arrows[usize::from(from)].cast_signed();
        let demand = &mut state.demand[good];
        *demand = (*demand + change).clamp(self.data.demand_low, self.data.demand_high);
    }

    // --- turns ----------------------------------------------------------------------------------------------------

    /// The player at a place of the turn order (R2), places counted from 0.
    #[inline]
    pub(super) fn in_turn(&self, state: &State, place: usize) -> usize {
        let player = usize::from(state.start) + place;
        if player < self.setup.players { player } else { player - self.setup.players }
    }

    /// The place of a player in the turn order.
    #[inline]
    pub(super) fn place_of(&self, state: &State, player: usize) -> usize {
        let start = usize::from(state.start);
        if player < start { player + self.setup.players - start } else { player - start }
    }

    /// The first player of the turn order, from a place on, of whom `wanted` is true.
    pub(super) fn first_in_turn(&self, state: &State, place: usize, wanted: impl Fn(&Seat) -> bool) -> Option<u8> {
        (place..self.setup.players)
            .map(|place| self.in_turn(state, place))
            .find(|player| state.seats[*player].solvent() && wanted(&state.seats[*player]))
            .map(|player| player as u8)
    }

    /// The next solvent player's turn, or the production (R9).
    pub(super) fn next_turn(&self, state: &mut State) {
        let place = self.place_of(state, usize::from(state.actor));
        match self.first_in_turn(state, place + 1, |_| true) {
            Some(player) => {
                state.phase = Phase::Action;
                state.actor = player;
            }
            None => self.produce_from(state, 0),
        }
    }

    /// The action is over: its bookkeeping goes, then price and appeal (R9).
    pub(super) fn end_action(&self, state: &mut State) {
        state.clear_steps();
        self.to_price(state);
    }

    /// Price and appeal, if the factory of the active good is open (R24).
    pub(super) fn to_price(&self, state: &mut State) {
        if state.acting().is_open(state.active()) {
            state.phase = Phase::Price;
        } else {
            self.to_develop(state);
        }
    }

    /// The development, if any is possible (R27).
    pub(super) fn to_develop(&self, state: &mut State) {
        if self.can_develop(state) {
            state.phase = Phase::Develop;
        } else {
            self.next_turn(state);
        }
    }

    // --- rounds and decades ---------------------------------------------------------------------------------------

    /// The Preparation (R46–R49).
    pub(super) fn prepare(&self, state: &mut State) {
        state.round += 1;
        let new_decade = state.round.is_multiple_of(4);
        if new_decade {
            self.refresh(state);
        }
        if (new_decade || self.options.neutral_every_round) && state.neutral[0] != NONE {
            self.raise_neutral(state);
        }
        if !new_decade {
            state.start = self.next_solvent(state);
            first_turn(state);
            return;
        }
        let chooser = self.lowest_portfolio(state);
        if self.options.lowest_starts || self.setup.players == 1 {
            state.start = chooser;
            self.begin_decade(state);
        } else {
            state.phase = Phase::Start;
            state.actor = chooser;
        }
    }

    /// R47.
    fn refresh(&self, state: &mut State) {
        self.add_cards(state);
        state.event = NONE;
        for seat in &mut state.seats[..self.setup.players] {
            seat.patent_used = false;
            seat.extra_used = false;
        }
    }

    /// The present decade's Development cards join the supply.
    pub(super) fn add_cards(&self, state: &mut State) {
        let copies = self.data.setups[self.setup.players - 1].copies;
        for k in 0..CARDS {
            if self.data.card_decade[k] == state.decade() {
                state.supply[k] += copies;
            }
        }
        state.in_supply = state.in_supply_now();
    }

    /// R49.
    fn raise_neutral(&self, state: &mut State) {
        for good in 0..GOODS {
            let appeal = state.neutral[good];
            if appeal < self.data.appeal_top {
                state.neutral[good] = appeal + 1;
                self.shift_demand(state, good, appeal, appeal + 1);
            }
        }
    }

    /// The next solvent seat clockwise after the start player's (R46).
    fn next_solvent(&self, state: &State) -> u8 {
        self.first_in_turn(state, 1, |_| true).unwrap_or(state.start)
    }

    /// Who chooses the start player (R48): the former one is looked at last.
    pub(super) fn lowest_portfolio(&self, state: &State) -> u8 {
        (1..=self.setup.players)
            .map(|place| self.in_turn(state, place % self.setup.players))
            .filter(|player| state.seats[*player].solvent())
            .min_by_key(|player| {
                let seat = &state.seats[*player];
                (u32::from(seat.share_value) * u32::from(seat.shares), seat.cash)
            })
            .map_or(state.start, |player| player as u8)
    }

    /// The start player is known: the event of the decade, or the first turn.
    pub(super) fn begin_decade(&self, state: &mut State) {
        if self.options.events {
            state.phase = Phase::Event;
            state.actor = NONE;
        } else {
            first_turn(state);
        }
    }

    // --- events ---------------------------------------------------------------------------------------------------

    /// An event is shown (R7, R8).
    pub(super) fn show_event(&self, state: &mut State, shown: u8) {
        state.event = shown;
        state.events_shown |= 1 << shown;
        let amount = self.data.event_amount[usize::from(shown)];
        match shown {
            event::BREAD_RIOTS => self.raise_wage(state, amount),
            event::BOOM => self.change_demand(state, -amount.cast_signed()),
            event::SLUMP => self.change_demand(state, amount.cast_signed()),
            event::WINDOW_TAX => self.collect_window_tax(state, amount),
            event::MACHINE_BREAKERS => return self.next_break(state, 0),
            _ => {}
        }
        first_turn(state);
    }

    fn collect_window_tax(&self, state: &mut State, amount: u8) {
        for seat in &mut state.seats[..self.setup.players] {
            let tax = i32::from(amount) * seat.open.count_ones().cast_signed();
            seat.cash -= tax.min(seat.cash);
        }
    }

    /// The next player, from a place of the turn order on, who has a machine to lose; else the first turn.
    pub(super) fn next_break(&self, state: &mut State, place: usize) {
        match self.first_in_turn(state, place, Seat::has_machine) {
            Some(player) => {
                state.phase = Phase::Break;
                state.actor = player;
            }
            None => first_turn(state),
        }
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /// The number of solvent players.
    pub(super) fn solvent_count(&self, state: &State) -> u32 {
        self.solvent_seats(state).count_ones()
    }

    /// Whether the game ends for want of players (R50).
    pub(super) fn few_are_solvent(&self, state: &State) -> bool {
        self.solvent_count(state) < if self.setup.players > 1 { 2 } else { 1 }
    }
}

/// The start player's turn.
fn first_turn(state: &mut State) {
    state.phase = Phase::Action;
    state.actor = state.start;
}

/// The game is over: no price stands any more, also where a player went bankrupt in the middle of a round.
pub(super) fn finish(state: &mut State) {
    for seat in &mut state.seats {
        seat.price = NONE;
    }
    state.phase = Phase::Over;
    state.actor = NONE;
}

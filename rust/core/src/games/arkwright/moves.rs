//! What is legal: a function a phase and an action kind, each giving a set of ids.

use super::Arkwright;
use super::action::{ActionSet, id};
use super::board::stored_goods;
use super::data::{Data, GOODS, TRACKS, card, crew_index};
use super::state::{Kind, Phase, Seat, State};
use std::cmp::Ordering;

/// A bit for each good.
const ALL_GOODS: u32 = (1 << GOODS) - 1;

impl Arkwright {
    /// The legal actions; none but at a player's decision.
    pub(super) fn legal_set(&self, state: &State) -> ActionSet {
        self.with_legal(state, |legal| legal)
    }

    /// Does something with the legal actions. (Each phase gets a copy of it that knows which ids can occur there.)
    #[inline]
    pub(super) fn with_legal<T>(&self, state: &State, mut then: impl FnMut(ActionSet) -> T) -> T {
        match state.phase {
            Phase::Action => then(ActionSet::of_low(self.action_steps(state))),
            Phase::Price => then(self.prices(state)),
            Phase::Develop => then(self.developments(state)),
            Phase::Loan => then(ActionSet::at(id::LOAN, first(self.data.loan_spaces - state.acting().loans))),
            Phase::PatentStep => then(ActionSet::at(id::BOARD, self.patent_boards(state))),
            Phase::Take => then(ActionSet::at(id::TAKE, takeable(state))),
            Phase::Engineer => then(ActionSet::at(id::ENGINEER_TO, u32::from(state.acting().open))),
            Phase::Lower => then(ActionSet::of_low(self.lowerings(state))),
            Phase::Ship => then(ActionSet::at(id::SHIP, first(self.most_ships(state)))),
            Phase::Start => then(ActionSet::at(id::START, self.solvent_seats(state))),
            Phase::Break => then(ActionSet::at(id::BREAK, breakable(state.acting()))),
            Phase::Goods => then(ActionSet::at(id::GOOD, self.choosable_goods(state))),
            Phase::Points => then(self.point_uses(state)),
            Phase::Event | Phase::Over => then(ActionSet::default()),
        }
    }

    // --- the action -----------------------------------------------------------------------------------------------

    /// The first step of any action, or the next one of the kind begun (R9).
    #[inline]
    fn action_steps(&self, state: &State) -> u128 {
        match state.kind {
            Kind::None => self.first_steps(state),
            Kind::Build => building(state) | DONE,
            Kind::Employ => employing(state, self.data.worker_cards) | DONE,
            Kind::Automate => self.automating(state),
            Kind::Quality => self.quality_steps(state) | self.engineer_steps(state) | DONE,
            Kind::Distribution => self.distribution_steps(state) | DONE,
            Kind::Early => self.early_ships(state) | DONE,
        }
    }

    #[inline]
    fn first_steps(&self, state: &State) -> u128 {
        let mut steps = building(state)
            | employing(state, self.data.worker_cards)
            | self.automating(state)
            | self.quality_steps(state)
            | self.distribution_steps(state)
            | self.purchases(state);
        if state.acting().holds(card::ENGINEER) {
            steps |= self.engineer_steps(state);
        }
        if self.options.expert_actions {
            steps |= extra_productions(state) | self.early_ships(state);
        }
        steps
    }

    /// R14, R15; with DONE once the action may end.
    #[inline]
    fn automating(&self, state: &State) -> u128 {
        let seat = state.acting();
        let (mut workers, mut untouched) = (0, 0);
        for (f, factory) in seat.factories.iter().enumerate() {
            let crew = self.data.crews[crew_index(*factory)];
            workers |= (crew & 3) << (2 * f);
            untouched |= (crew >> 2) << (2 * f);
        }
        if state.kind == Kind::None {
            return u128::from(workers) << id::AUTOMATE;
        }
        let left = u32::from(self.data.automation_limit(seat) - state.used);
        let begun = state.begun.count_ones();
        let legal = match begun.cmp(&left) {
            _ if left == 0 => 0,
            Ordering::Less => workers,
            Ordering::Equal => workers & !untouched,
            Ordering::Greater => workers & state.begun,
        };
        let ends = begun == 0 || begun == 1 && left == 0;
        u128::from(legal) << id::AUTOMATE | if ends { DONE } else { 0 }
    }

    /// R16, R17.
    #[inline]
    fn quality_steps(&self, state: &State) -> u128 {
        let seat = state.acting();
        let data = &self.data;
        let left = data.quality_points(seat) - state.used;
        let free = data.quality_cards_owned(seat) - data.quality_cards_used(seat);
        let mut steps = 0;
        let settable = seat.open & !state.set_factories;
        for (f, factory) in seat.factories.iter().enumerate() {
            let quality = factory.quality;
            let shown = data.quality_per_card * (free + data.quality_cards_for[usize::from(quality)]);
            let most = (quality + left).min(data.quality_cap_at(seat, f)).min(shown);
            let values = first(most) & !(1 << quality);
            steps |= if settable >> f & 1 != 0 { values } else { 0 } << (7 * f);
        }
        u128::from(steps) << id::QUALITY
    }

    /// R18.
    fn engineer_steps(&self, state: &State) -> u128 {
        let seat = state.acting();
        let data = &self.data;
        if !seat.holds(card::ENGINEER) || data.quality_points(seat) - state.used < data.engineer_cost {
            return 0;
        }
        let quality = seat.factories[usize::from(seat.engineer)].quality;
        let mut steps = 0;
        if !state.token_moved && !state.card_turned && quality <= data.quality_cap {
            steps |= u128::from(seat.open & !(1 << seat.engineer)) << id::ENGINEER_TO;
        }
        if !seat.engineer_turned && quality + data.engineer_turned <= data.engineer_quality_cap {
            steps |= 1 << id::ENGINEER_TURN;
        }
        steps
    }

    /// R19.
    #[inline]
    fn distribution_steps(&self, state: &State) -> u128 {
        let seat = state.acting();
        let data = &self.data;
        let left = data.distribution_points(seat) - state.used;
        let free = data.distribution_cards_owned(seat) > Data::distribution_cards_used(seat);
        let mut steps = 0;
        let settable = seat.open & !state.set_factories;
        for (f, factory) in seat.factories.iter().enumerate() {
            let present = factory.distribution;
            let values = first((present + left).min(data.distribution_cap)) & !(1 << present);
            let legal = settable >> f & 1 != 0 && (present > 0 || free);
            steps |= if legal { values } else { 0 } << (5 * f);
        }
        u128::from(steps) << id::DISTRIBUTION
    }

    /// R20.
    fn purchases(&self, state: &State) -> u128 {
        u128::from(first(self.data.affordable_shares(state.acting()))) << id::STOCK
    }

    /// R23.
    pub(super) fn early_ships(&self, state: &State) -> u128 {
        let seat = state.acting();
        if self.data.ships_available(seat) == 0 {
            return 0;
        }
        u128::from(stored_goods(seat)) << id::EARLY
    }

    // --- the rest of a turn ---------------------------------------------------------------------------------------

    /// R24.
    #[inline]
    fn prices(&self, state: &State) -> ActionSet {
        let good = state.active();
        let (low, high) = self.data.price_range(state.acting().factories[good], good);
        ActionSet::at(id::PRICE + u32::from(low), first(high - low))
    }

    /// R27–R31.
    #[inline]
    fn developments(&self, state: &State) -> ActionSet {
        let seat = state.acting();
        let mut boards = ActionSet::at(id::BOARD, self.data.open_boards(seat, state.decade()));
        if self.patent_usable(state) {
            boards = boards.with(ActionSet::at(id::PATENT, 1));
        }
        let (held, limit) = (seat.cards.count_ones(), self.data.card_limit(seat));
        let takeable = takeable(state);
        if held < limit {
            boards.with(ActionSet::at(id::TAKE, takeable))
        } else if held > 0 && takeable != 0 {
            boards.with(ActionSet::at(id::GIVE_UP, u32::from(seat.cards)))
        } else {
            boards
        }
    }

    /// Whether the development phase has a choice (R27).
    pub(super) fn can_develop(&self, state: &State) -> bool {
        self.data.open_boards(state.acting(), state.decade()) != 0 || self.developments(state) != ActionSet::default()
    }

    /// R31.
    pub(super) fn patent_usable(&self, state: &State) -> bool {
        let seat = state.acting();
        seat.holds(card::PATENT) && !seat.patent_used && self.patent_boards(state) != 0
    }

    /// Tracks that are open with the decade counted later (R31).
    pub(super) fn patent_boards(&self, state: &State) -> u32 {
        self.data.open_boards(state.acting(), state.decade() + self.data.patent_decades)
    }

    /// R30: what frees exactly one card.
    fn lowerings(&self, state: &State) -> u128 {
        let seat = state.acting();
        let data = &self.data;
        let quality = data.quality_cards_used(seat) > data.quality_cards_owned(seat);
        let distribution = Data::distribution_cards_used(seat) > data.distribution_cards_owned(seat);
        let mut steps = 0;
        for f in open_factories(seat.open) {
            let factory = &seat.factories[f];
            if quality && factory.quality > 0 {
                let value = data.quality_per_card * (data.quality_cards_for[usize::from(factory.quality)] - 1);
                steps |= 1 << (id::QUALITY + 7 * f as u32 + u32::from(value));
            }
            if distribution && factory.distribution > 0 {
                steps |= 1 << (id::DISTRIBUTION + 5 * f as u32);
            }
        }
        steps
    }

    /// The most ships that a pending `ship` decision may send (R38, R8).
    pub(super) fn most_ships(&self, state: &State) -> u8 {
        let seat = state.acting();
        let useful = state.rest.div_ceil(self.data.ship_capacity(seat));
        useful.min(self.ships_in_production(state, seat))
    }

    // --- set-up, events, decades ----------------------------------------------------------------------------------

    /// R5.
    fn choosable_goods(&self, state: &State) -> u32 {
        (0..GOODS as u8).filter(|g| self.why_not_good(state, *g).is_none()).fold(0, |set, g| set | 1 << g)
    }

    /// R6.
    fn point_uses(&self, state: &State) -> ActionSet {
        let seat = state.acting();
        let data = &self.data;
        let free = data.quality_cards_owned(seat) - data.quality_cards_used(seat);
        let distribution_free = data.distribution_cards_owned(seat) > Data::distribution_cards_used(seat);
        let mut steps = 0;
        for f in open_factories(seat.open) {
            let factory = &seat.factories[f];
            if factory.worker_cards < data.worker_cards {
                steps |= 1 << (id::EMPLOY + f as u32);
            }
            let quality = factory.quality + data.point_quality;
            let shown = data.quality_per_card * (free + data.quality_cards_for[usize::from(factory.quality)]);
            if quality <= data.quality_cap_at(seat, f).min(shown) {
                steps |= 1 << (id::QUALITY + 7 * f as u32 + u32::from(quality));
            }
            let distribution = factory.distribution + data.point_distribution;
            if distribution <= data.distribution_cap && (factory.distribution > 0 || distribution_free) {
                steps |= 1 << (id::DISTRIBUTION + 5 * f as u32 + u32::from(distribution));
            }
        }
        let boards = (0..TRACKS).filter(|t| data.point_board(seat, *t)).fold(0, |set, t| set | 1 << t);
        ActionSet::of_low(steps).with(ActionSet::at(id::BOARD, boards)).with(ActionSet::at(id::CASH, 1))
    }

    /// A bit for each solvent seat.
    pub(super) fn solvent_seats(&self, state: &State) -> u32 {
        (0..self.setup.players).filter(|p| state.seats[*p].solvent()).fold(0, |set, p| set | 1 << p)
    }
}

impl Data {
    /// Machines of an Automate action (R14).
    #[inline]
    pub(super) fn automation_limit(&self, seat: &Seat) -> u8 {
        self.track_value(seat, super::data::track::AUTOMATION)
    }

    /// Shares that cash buys, within the holding limit (R20).
    #[inline]
    pub(super) fn affordable_shares(&self, seat: &Seat) -> u8 {
        let room = u32::from(self.holding_cap - seat.shares);
        (seat.cash.max(0).cast_unsigned() / u32::from(seat.share_value)).min(room) as u8
    }

    /// Whether a track's next level is open when the decade counts as `decade` (R27).
    #[inline]
    pub(super) fn board_open(&self, seat: &Seat, track: usize, decade: u8) -> bool {
        let level = seat.levels[track];
        self.open_boards[usize::from(decade)][track][usize::from(level)] != 0
    }

    /// A bit for each such track.
    #[inline]
    pub(super) fn open_boards(&self, seat: &Seat, decade: u8) -> u32 {
        let open = &self.open_boards[usize::from(decade)];
        u32::from((0..TRACKS).fold(0, |set, t| set | open[t][usize::from(seat.levels[t])]))
    }

    /// Whether a set-up point may go to a track (R6).
    pub(super) fn point_board(&self, seat: &Seat, track: usize) -> bool {
        self.board_open(seat, track, 1) && seat.levels[track] < self.point_level
    }
}

const DONE: u128 = 1 << id::DONE;

/// The lowest `n + 1` bits.
#[inline]
fn first(n: u8) -> u32 {
    u32::MAX >> (31 - u32::from(n))
}

/// The factories of a mask, ascending.
#[inline]
pub(super) fn open_factories(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let f = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (f < 8).then_some(f)
    })
}

/// Goods still to produce, this round's included; all of them before decade III (R10, R13).
#[inline]
pub(super) fn worth_building(state: &State) -> u32 {
    if state.decade() == 3 { ALL_GOODS & (ALL_GOODS << state.active()) } else { ALL_GOODS }
}

/// R10.
#[inline]
fn building(state: &State) -> u128 {
    let seat = state.acting();
    let decade = state.decade();
    let closed = worth_building(state) & !u32::from(seat.open);
    let old = open_factories(seat.open).filter(|f| seat.factories[*f].decade < decade).fold(0, |set, f| set | 1 << f);
    u128::from(closed << id::BUILD | old << id::UPGRADE)
}

/// R13.
#[inline]
fn employing(state: &State, worker_cards: u8) -> u128 {
    let seat = state.acting();
    let places = open_factories(seat.open)
        .filter(|f| seat.factories[*f].worker_cards < worker_cards)
        .fold(0, |set, f| set | 1 << f);
    u128::from((places & worth_building(state)) << id::EMPLOY)
}

/// R22.
fn extra_productions(state: &State) -> u128 {
    let seat = state.acting();
    if seat.extra_used {
        return 0;
    }
    let staffed = open_factories(seat.open & !(1 << state.active()))
        .filter(|f| seat.factories[*f].worker_cards > 0)
        .fold(0u32, |set, f| set | 1 << f);
    u128::from(staffed) << id::EXTRA
}

/// Cards that the acting player may take, the limit apart (R28, R29).
#[inline]
pub(super) fn takeable(state: &State) -> u32 {
    let given_up = 1u32.checked_shl(u32::from(state.given_up)).unwrap_or(0);
    u32::from(state.in_supply & !state.acting().cards) & !given_up
}

/// A bit 2f + c for each worker card with a machine.
pub(super) fn breakable(seat: &Seat) -> u32 {
    (0..2 * GOODS).filter(|i| seat.factories[i / 2].machines[i % 2] > 0).fold(0, |set, i| set | 1 << i)
}

//! What is legal: a function a phase and an action kind, each giving a set of ids.

use super::Arkwright;
use super::data::{GOODS, TRACKS, card, crew_index, track};
use super::market::{engineer_shows, price_range};
use super::production::{ship_capacity, ships_available, ships_in_production, stored_goods};
use super::setup::why_not_good;
use super::state::{Kind, Phase, Seat, State};
use super::table::{ActionSet, id};
use crate::game::{Action, ActionList};
use crate::rng::Rng;
use std::cmp::Ordering;

/// A bit for each good.
const ALL_GOODS: u32 = (1 << GOODS) - 1;

const DONE: u128 = 1 << id::DONE;

/// Places of the two cards that bring Quality and Distribution cards, from 0.
const CRAFTSMAN: u8 = card::CRAFTSMAN.trailing_zeros() as u8;
const ADVERTISER: u8 = card::ADVERTISER.trailing_zeros() as u8;

/// Fills `list` with the legal actions of a decision, ascending.
#[inline]
pub(super) fn list(game: &Arkwright, s: &State, list: &mut ActionList) {
    legal_set(game, s).each(|action| list.push(action));
}

/// The legal actions; none but at a player's decision.
pub(super) fn legal_set(game: &Arkwright, s: &State) -> ActionSet {
    with_legal(game, s, |legal| legal)
}

/// One of them, each equally likely.
#[inline]
pub(super) fn draw(game: &Arkwright, s: &State, rng: &mut Rng) -> Action {
    with_legal(game, s, |legal| legal.draw(rng))
}

/// Does something with the legal actions. (Each phase gets a copy of it that knows which ids can occur there.)
#[inline]
fn with_legal<T>(game: &Arkwright, s: &State, mut then: impl FnMut(ActionSet) -> T) -> T {
    match s.phase {
        Phase::Action => then(ActionSet::of_low(action_steps(game, s))),
        Phase::Price => then(prices(game, s)),
        Phase::Develop => then(developments(game, s)),
        Phase::Loan => then(ActionSet::at(id::LOAN, first(game.data.loan_spaces - s.acting().loans))),
        Phase::PatentStep => then(ActionSet::at(id::BOARD, patent_boards(game, s))),
        Phase::Take => then(ActionSet::at(id::TAKE, takeable(s))),
        Phase::Engineer => then(ActionSet::at(id::ENGINEER_TO, u32::from(s.acting().open))),
        Phase::Lower => then(ActionSet::of_low(lowerings(game, s))),
        Phase::Ship => then(ActionSet::at(id::SHIP, first(most_ships(game, s)))),
        Phase::Start => then(ActionSet::at(id::START, solvent_seats(game, s))),
        Phase::Break => then(ActionSet::at(id::BREAK, breakable(s.acting()))),
        Phase::Goods => then(ActionSet::at(id::GOOD, choosable_goods(game, s))),
        Phase::Points => then(point_uses(game, s)),
        Phase::Event | Phase::Over => then(ActionSet::default()),
    }
}

// --- the action ------------------------------------------------------------------------------------------------------

/// The first step of any action, or the next one of the kind begun (R9).
#[inline]
fn action_steps(game: &Arkwright, s: &State) -> u128 {
    match s.kind {
        Kind::None => first_steps(game, s),
        Kind::Build => building(s) | DONE,
        Kind::Employ => employing(s, game.data.worker_cards) | DONE,
        Kind::Automate => automating(game, s),
        Kind::Quality => quality_steps(game, s) | engineer_steps(game, s) | DONE,
        Kind::Distribution => distribution_steps(game, s) | DONE,
        Kind::Early => early_ships(game, s) | DONE,
    }
}

#[inline]
fn first_steps(game: &Arkwright, s: &State) -> u128 {
    let mut steps = building(s)
        | employing(s, game.data.worker_cards)
        | automating(game, s)
        | quality_steps(game, s)
        | distribution_steps(game, s)
        | purchases(game, s);
    if s.acting().holds(card::ENGINEER) {
        steps |= engineer_steps(game, s);
    }
    if game.options.expert_actions {
        steps |= extra_productions(s) | early_ships(game, s);
    }
    steps
}

/// Goods still to produce, this round's included; all of them before decade III (R10, R13).
#[inline]
pub(super) fn worth_building(s: &State) -> u32 {
    if s.decade() == 3 { ALL_GOODS & (ALL_GOODS << s.active()) } else { ALL_GOODS }
}

/// R10.
#[inline]
fn building(s: &State) -> u128 {
    let seat = s.acting();
    let decade = s.decade();
    let closed = worth_building(s) & !u32::from(seat.open);
    let old = seat.open_factories().filter(|f| seat.factories[*f].decade < decade).fold(0, |set, f| set | 1 << f);
    u128::from(closed << id::BUILD | old << id::UPGRADE)
}

/// R13.
#[inline]
fn employing(s: &State, worker_cards: u8) -> u128 {
    let seat = s.acting();
    let places =
        seat.open_factories().filter(|f| seat.factories[*f].worker_cards < worker_cards).fold(0, |set, f| set | 1 << f);
    u128::from((places & worth_building(s)) << id::EMPLOY)
}

/// Machines of an Automate action (R14).
#[inline]
pub(super) fn automation_limit(game: &Arkwright, seat: &Seat) -> u8 {
    seat.track_value(&game.data, track::AUTOMATION)
}

/// R14, R15; with DONE once the action may end.
#[inline]
fn automating(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    let (mut workers, mut untouched) = (0, 0);
    for (f, factory) in seat.factories.iter().enumerate() {
        let crew = game.data.crews[crew_index(factory.decade, factory.worker_cards, factory.machines)];
        workers |= (crew & 3) << (2 * f);
        untouched |= (crew >> 2) << (2 * f);
    }
    if s.kind == Kind::None {
        return u128::from(workers) << id::AUTOMATE;
    }
    let left = u32::from(automation_limit(game, seat) - s.used);
    let begun = s.begun.count_ones();
    let legal = match begun.cmp(&left) {
        _ if left == 0 => 0,
        Ordering::Less => workers,
        Ordering::Equal => workers & !untouched,
        Ordering::Greater => workers & s.begun,
    };
    let ends = begun == 0 || begun == 1 && left == 0;
    u128::from(legal) << id::AUTOMATE | if ends { DONE } else { 0 }
}

/// R16, R17.
#[inline]
fn quality_steps(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    let data = &game.data;
    let left = quality_points(game, seat) - s.used;
    let free = quality_cards_owned(game, seat) - quality_cards_used(game, seat);
    let mut steps = 0;
    let settable = seat.open & !s.set_factories;
    for (f, factory) in seat.factories.iter().enumerate() {
        let quality = factory.quality;
        let shown = data.quality_per_card * (free + data.quality_cards_for[usize::from(quality)]);
        let most = (quality + left).min(quality_cap_at(game, seat, f)).min(shown);
        let values = first(most) & !(1 << quality);
        steps |= if settable >> f & 1 != 0 { values } else { 0 } << (7 * f);
    }
    u128::from(steps) << id::QUALITY
}

/// R18.
fn engineer_steps(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    let data = &game.data;
    if !seat.holds(card::ENGINEER) || quality_points(game, seat) - s.used < data.engineer_cost {
        return 0;
    }
    let quality = seat.factories[usize::from(seat.engineer)].quality;
    let mut steps = 0;
    if !s.token_moved && !s.card_turned && quality <= data.quality_cap {
        steps |= u128::from(seat.open & !(1 << seat.engineer)) << id::ENGINEER_TO;
    }
    if !seat.engineer_turned && quality + data.engineer_turned <= data.engineer_quality_cap {
        steps |= 1 << id::ENGINEER_TURN;
    }
    steps
}

/// R19.
#[inline]
fn distribution_steps(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    let data = &game.data;
    let left = distribution_points(game, seat) - s.used;
    let free = distribution_cards_owned(game, seat) > distribution_cards_used(seat);
    let mut steps = 0;
    let settable = seat.open & !s.set_factories;
    for (f, factory) in seat.factories.iter().enumerate() {
        let present = factory.distribution;
        let values = first((present + left).min(data.distribution_cap)) & !(1 << present);
        let legal = settable >> f & 1 != 0 && (present > 0 || free);
        steps |= if legal { values } else { 0 } << (5 * f);
    }
    u128::from(steps) << id::DISTRIBUTION
}

/// Shares that cash buys, within the holding limit (R20).
#[inline]
fn affordable_shares(game: &Arkwright, seat: &Seat) -> u8 {
    let room = u32::from(game.data.holding_cap - seat.shares);
    (seat.cash.max(0).cast_unsigned() / u32::from(seat.share_value)).min(room) as u8
}

/// R20.
fn purchases(game: &Arkwright, s: &State) -> u128 {
    u128::from(first(affordable_shares(game, s.acting()))) << id::STOCK
}

/// R22.
fn extra_productions(s: &State) -> u128 {
    let seat = s.acting();
    if seat.extra_used {
        return 0;
    }
    let staffed = seat
        .open_factories()
        .filter(|f| *f != s.active() && seat.factories[*f].worker_cards > 0)
        .fold(0u32, |set, f| set | 1 << f);
    u128::from(staffed) << id::EXTRA
}

/// R23.
fn early_ships(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    if ships_available(game, seat) == 0 {
        return 0;
    }
    u128::from(stored_goods(seat)) << id::EARLY
}

// --- Quality and Distribution: points, caps, cards -------------------------------------------------------------------

/// Points of a Quality action (R16).
#[inline]
pub(super) fn quality_points(game: &Arkwright, seat: &Seat) -> u8 {
    let bonus = if seat.holds(card::CRAFTSMAN) { game.data.craftsman_points } else { 0 };
    seat.track_value(&game.data, track::QUALITY) + bonus
}

/// Points of a Distribution action (R19).
#[inline]
pub(super) fn distribution_points(game: &Arkwright, seat: &Seat) -> u8 {
    let bonus = if seat.holds(card::ADVERTISER) { game.data.advertiser_points } else { 0 };
    seat.track_value(&game.data, track::DISTRIBUTION) + bonus
}

/// The highest Quality of a factory (R17).
#[inline]
pub(super) fn quality_cap_at(game: &Arkwright, seat: &Seat, good: usize) -> u8 {
    if usize::from(seat.engineer) == good {
        game.data.engineer_quality_cap.saturating_sub(engineer_shows(game, seat.engineer_turned))
    } else {
        game.data.quality_cap
    }
}

/// Quality cards of a player (R17).
#[inline]
pub(super) fn quality_cards_owned(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.quality_cards + if seat.holds(card::CRAFTSMAN) { game.data.craftsman_cards } else { 0 }
}

/// Distribution cards of a player (R17).
#[inline]
pub(super) fn distribution_cards_owned(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.distribution_cards + if seat.holds(card::ADVERTISER) { game.data.advertiser_cards } else { 0 }
}

/// Quality cards on the table.
#[inline]
pub(super) fn quality_cards_used(game: &Arkwright, seat: &Seat) -> u8 {
    seat.factories.iter().map(|factory| game.data.quality_cards_for[usize::from(factory.quality)]).sum()
}

/// Distribution cards on the table.
#[inline]
pub(super) fn distribution_cards_used(seat: &Seat) -> u8 {
    seat.factories.iter().map(|factory| u8::from(factory.distribution > 0)).sum()
}

// --- the rest of a turn ----------------------------------------------------------------------------------------------

/// R24.
#[inline]
fn prices(game: &Arkwright, s: &State) -> ActionSet {
    let good = s.active();
    let (low, high) = price_range(game, s.acting().factories[good], good);
    ActionSet::at(id::PRICE + u32::from(low), first(high - low))
}

/// R27–R31.
#[inline]
fn developments(game: &Arkwright, s: &State) -> ActionSet {
    let seat = s.acting();
    let mut boards = ActionSet::at(id::BOARD, open_boards(game, seat, s.decade()));
    if patent_usable(game, s) {
        boards = boards.with(ActionSet::at(id::PATENT, 1));
    }
    let (held, limit) = (seat.cards.count_ones(), card_limit(game, seat));
    let takeable = takeable(s);
    if held < limit {
        boards.with(ActionSet::at(id::TAKE, takeable))
    } else if held > 0 && takeable != 0 {
        boards.with(ActionSet::at(id::GIVE_UP, u32::from(seat.cards)))
    } else {
        boards
    }
}

/// Whether the development phase has a choice (R27).
pub(super) fn can_develop(game: &Arkwright, s: &State) -> bool {
    open_boards(game, s.acting(), s.decade()) != 0 || developments(game, s) != ActionSet::default()
}

/// A bit for each such track.
#[inline]
pub(super) fn open_boards(game: &Arkwright, seat: &Seat, decade: u8) -> u32 {
    let open = &game.data.open_boards[usize::from(decade)];
    u32::from((0..TRACKS).fold(0, |set, t| set | open[t][usize::from(seat.levels[t])]))
}

/// Whether a track's next level is open when the decade counts as `decade` (R27).
#[inline]
fn board_open(game: &Arkwright, seat: &Seat, track: usize, decade: u8) -> bool {
    let level = seat.levels[track];
    game.data.open_boards[usize::from(decade)][track][usize::from(level)] != 0
}

/// Development cards a player may hold (R28).
#[inline]
pub(super) fn card_limit(game: &Arkwright, seat: &Seat) -> u32 {
    u32::from(seat.track_value(&game.data, track::OFFICE))
}

/// Cards that the acting player may take, the limit apart (R28, R29).
#[inline]
pub(super) fn takeable(s: &State) -> u32 {
    let given_up = 1u32.checked_shl(u32::from(s.given_up)).unwrap_or(0);
    u32::from(s.in_supply & !s.acting().cards) & !given_up
}

/// R31.
fn patent_usable(game: &Arkwright, s: &State) -> bool {
    let seat = s.acting();
    seat.holds(card::PATENT) && !seat.patent_used && patent_boards(game, s) != 0
}

/// Tracks that are open with the decade counted later (R31).
pub(super) fn patent_boards(game: &Arkwright, s: &State) -> u32 {
    open_boards(game, s.acting(), s.decade() + game.data.patent_decades)
}

/// Whether the acting player has more cards in use than are left (R30).
pub(super) fn card_missing(game: &Arkwright, s: &State) -> bool {
    let seat = s.acting();
    match s.given_up {
        CRAFTSMAN => quality_cards_used(game, seat) > quality_cards_owned(game, seat),
        ADVERTISER => distribution_cards_used(seat) > distribution_cards_owned(game, seat),
        _ => false,
    }
}

/// R30: what frees exactly one card.
fn lowerings(game: &Arkwright, s: &State) -> u128 {
    let seat = s.acting();
    let data = &game.data;
    let quality = quality_cards_used(game, seat) > quality_cards_owned(game, seat);
    let distribution = distribution_cards_used(seat) > distribution_cards_owned(game, seat);
    let mut steps = 0;
    for f in seat.open_factories() {
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
pub(super) fn most_ships(game: &Arkwright, s: &State) -> u8 {
    let seat = s.acting();
    let useful = s.rest.div_ceil(ship_capacity(game, seat));
    useful.min(ships_in_production(game, s, seat))
}

// --- set-up, events, decades -----------------------------------------------------------------------------------------

/// R5.
fn choosable_goods(game: &Arkwright, s: &State) -> u32 {
    (0..GOODS as u8).filter(|g| why_not_good(game, s, *g).is_none()).fold(0, |set, g| set | 1 << g)
}

/// R6.
fn point_uses(game: &Arkwright, s: &State) -> ActionSet {
    let seat = s.acting();
    let data = &game.data;
    let free = quality_cards_owned(game, seat) - quality_cards_used(game, seat);
    let distribution_free = distribution_cards_owned(game, seat) > distribution_cards_used(seat);
    let mut steps = 0;
    for f in seat.open_factories() {
        let factory = &seat.factories[f];
        if factory.worker_cards < data.worker_cards {
            steps |= 1 << (id::EMPLOY + f as u32);
        }
        let quality = factory.quality + data.point_quality;
        let shown = data.quality_per_card * (free + data.quality_cards_for[usize::from(factory.quality)]);
        if quality <= quality_cap_at(game, seat, f).min(shown) {
            steps |= 1 << (id::QUALITY + 7 * f as u32 + u32::from(quality));
        }
        let distribution = factory.distribution + data.point_distribution;
        if distribution <= data.distribution_cap && (factory.distribution > 0 || distribution_free) {
            steps |= 1 << (id::DISTRIBUTION + 5 * f as u32 + u32::from(distribution));
        }
    }
    let boards = (0..TRACKS).filter(|t| point_board(game, seat, *t)).fold(0, |set, t| set | 1 << t);
    ActionSet::of_low(steps).with(ActionSet::at(id::BOARD, boards)).with(ActionSet::at(id::CASH, 1))
}

/// Whether a set-up point may go to a track (R6).
pub(super) fn point_board(game: &Arkwright, seat: &Seat, track: usize) -> bool {
    board_open(game, seat, track, 1) && seat.levels[track] < game.data.point_level
}

/// A bit 2f + c for each worker card with a machine.
pub(super) fn breakable(seat: &Seat) -> u32 {
    (0..2 * GOODS).filter(|i| seat.factories[i / 2].machines[i % 2] > 0).fold(0, |set, i| set | 1 << i)
}

/// A bit for each solvent seat.
pub(super) fn solvent_seats(game: &Arkwright, s: &State) -> u32 {
    (0..game.setup.players).filter(|p| s.seats[*p].solvent()).fold(0, |set, p| set | 1 << p)
}

// --- sets ------------------------------------------------------------------------------------------------------------

/// The lowest `n + 1` bits.
#[inline]
fn first(n: u8) -> u32 {
    u32::MAX >> (31 - u32::from(n))
}

//! What is legal: a function a phase and an action kind, each giving a set of ids.

use super::Arkwright;
use super::data::{MOST_CREW, TRACKS, card, track};
use super::market::{engineer_shows, price_range};
use super::production::{ship_capacity, ships_available, ships_in_production, stored_goods};
use super::setup::why_not_good;
use super::state::{Factory, Kind, Phase, Seat, State};
use super::table::{Grid, Set, Span, Words};
use crate::bits::places;
use crate::game::{Action, ActionList};
use crate::rng::Rng;

/// Fills `list` with the legal actions of a decision, ascending.
#[inline]
pub(super) fn list(game: &Arkwright, s: &State, list: &mut ActionList) {
    with_legal(game, s, List(list));
}

/// Whether an action is legal now.
#[inline]
pub(super) fn is_legal(game: &Arkwright, s: &State, action: Action) -> bool {
    with_legal(game, s, Contains(action))
}

/// Whether there is a legal action; none but at a player's decision.
pub(super) fn any_legal(game: &Arkwright, s: &State) -> bool {
    with_legal(game, s, Any)
}

/// One of them, each equally likely.
#[inline]
pub(super) fn draw(game: &Arkwright, s: &State, rng: &mut Rng) -> Action {
    with_legal(game, s, Draw(rng))
}

/// What is done with the legal actions, in whichever kind of set they come.
trait Use {
    type Output;

    fn of(self, legal: &impl Set) -> Self::Output;
}

struct List<'a>(&'a mut ActionList);

impl Use for List<'_> {
    type Output = ();

    #[inline]
    fn of(self, legal: &impl Set) {
        legal.each(|action| self.0.push(action));
    }
}

struct Contains(Action);

impl Use for Contains {
    type Output = bool;

    #[inline]
    fn of(self, legal: &impl Set) -> bool {
        legal.contains(self.0)
    }
}

struct Any;

impl Use for Any {
    type Output = bool;

    #[inline]
    fn of(self, legal: &impl Set) -> bool {
        legal.any()
    }
}

struct Draw<'a>(&'a mut Rng);

impl Use for Draw<'_> {
    type Output = Action;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "each phase leaves out the words that are always 0 there")]
    fn of(self, legal: &impl Set) -> Action {
        legal.draw(self.0)
    }
}

/// Does something with the legal actions. (Each phase gets a copy of it that knows how they are made there.)
#[inline]
fn with_legal<U: Use>(game: &Arkwright, s: &State, then: U) -> U::Output {
    let ids = &game.table.ids;
    match s.phase {
        Phase::Action if game.table.short_actions => then.of(&Span::from_0(short_action_steps(game, s))),
        Phase::Action => then.of(&long_action_steps(game, s)),
        Phase::Price => {
            let (low, range) = prices(game, s);
            then.of(&Span::at(ids.price + low, first(range)))
        }
        Phase::Develop => then.of(&Span::at(ids.board, developments(game, s))),
        Phase::Loan => then.of(&Span::at(ids.loan, first(game.data.loan_spaces - s.acting().loans))),
        Phase::PatentStep => then.of(&Span::at(ids.board, patent_boards(game, s).into())),
        Phase::Take => then.of(&Span::at(ids.take, takeable(s).into())),
        Phase::Engineer => then.of(&Span::at(ids.engineer_to, s.acting().open.into())),
        Phase::Lower => then.of(&lowerings(game, s)),
        Phase::Ship => then.of(&Span::at(ids.ship, first(most_ships(game, s)))),
        Phase::Start => then.of(&Span::at(ids.start, solvent_seats(game, s).into())),
        Phase::Break => then.of(&Span::at(ids.broken, breakable(game, s.acting()))),
        Phase::Goods => then.of(&Span::at(ids.good, choosable_goods(game, s))),
        Phase::Points => then.of(&point_uses(game, s)),
        Phase::Event | Phase::Over => then.of(&Span::at(0, 0)),
    }
}

// --- the action ------------------------------------------------------------------------------------------------------

/// The first step of any action, or the next one of the kind begun (R9).
#[inline]
fn action_steps<S: Set>(game: &Arkwright, s: &State) -> S {
    let ids = &game.table.ids;
    let mut steps = S::within(0, ids.done);
    match s.kind {
        Kind::None => first_steps(game, s, &mut steps),
        Kind::Build => steps.put_low(building(game, s)),
        Kind::Employ => steps.put_low(employing(game, s)),
        Kind::Automate => steps.put_low(automating(game, s)),
        Kind::Quality => {
            steps.put_grid(ids.quality, quality_steps(game, s));
            steps.put(ids.engineer_to, engineer_steps(game, s));
        }
        Kind::Distribution => steps.put_grid(ids.distribution, distribution_steps(game, s)),
        Kind::Early => steps.put(ids.early, early_ships(game, s)),
    }
    steps.put(ids.done, may_end(game, s).into());
    steps
}

/// As bits: they come back in two registers, a `Span` would be read from memory before it had all reached it.
fn short_action_steps(game: &Arkwright, s: &State) -> u128 {
    action_steps::<Span>(game, s).bits()
}

/// Where a `Span` is too short.
#[cold]
#[inline(never)]
fn long_action_steps(game: &Arkwright, s: &State) -> Words {
    action_steps(game, s)
}

/// Whether an action has been begun and may end now: no worker card is left half done while the limit lasts (R9, R15).
#[inline]
fn may_end(game: &Arkwright, s: &State) -> bool {
    match s.kind {
        Kind::None => false,
        Kind::Automate => may_stop_automating(game, s),
        _ => true,
    }
}

#[inline]
fn first_steps<S: Set>(game: &Arkwright, s: &State, steps: &mut S) {
    let ids = &game.table.ids;
    steps.put_low(building(game, s) | employing(game, s) | automating(game, s));
    steps.put_grid(ids.quality, quality_steps(game, s));
    steps.put_grid(ids.distribution, distribution_steps(game, s));
    steps.put_grid(ids.stock, purchases(game, s));
    if s.acting().holds(&game.data, card::ENGINEER) {
        steps.put(ids.engineer_to, engineer_steps(game, s));
    }
    if game.options.expert_actions {
        steps.put(ids.extra, extra_productions(game, s));
        steps.put(ids.early, early_ships(game, s));
    }
}

/// Goods still to produce, this round's included (R10, R13, R55).
#[inline]
pub(super) fn worth_building(game: &Arkwright, s: &State) -> u8 {
    game.data.rounds[usize::from(s.round)].still
}

/// R10; the ids are all below 64, as those of `employing` and `automating`.
#[inline]
fn building(game: &Arkwright, s: &State) -> u64 {
    let (seat, ids) = (s.acting(), &game.table.ids);
    let decade = s.decade(&game.data);
    let old = factories_where(game, seat, |factory| factory.decade < decade);
    at(ids.build, worth_building(game, s) & !seat.open) | at(ids.upgrade, old & seat.open)
}

/// R13.
#[inline]
fn employing(game: &Arkwright, s: &State) -> u64 {
    let seat = s.acting();
    let most = game.data.worker_cards;
    let places = factories_where(game, seat, |factory| factory.worker_cards < most);
    at(game.table.ids.employ, places & seat.open & worth_building(game, s))
}

/// Machines of an Automate action (R14).
#[inline]
pub(super) fn automation_limit(game: &Arkwright, seat: &Seat) -> u8 {
    seat.track_value(&game.data, track::AUTOMATION)
}

/// R14, R15.
#[inline]
fn automating(game: &Arkwright, s: &State) -> u64 {
    let seat = s.acting();
    let left = automation_limit(game, seat) - s.used;
    if left == 0 {
        return 0;
    }
    let workers = workers(game, seat);
    at(game.table.ids.automate, if s.begun == 0 { workers } else { workers & !unfinished(game, s, left) })
}

/// The worker cards that may not get a machine, as not all that is begun then could be finished (R15).
fn unfinished(game: &Arkwright, s: &State, left: u8) -> u64 {
    let (begun, width) = (Begun::of(game, s), usize::from(game.data.worker_cards));
    let mut cards = 0;
    for f in 0..game.data.goods_count {
        for c in 0..width {
            cards |= u64::from(begun.excess_after(game, s, f, c) >= left) << (width * f + c);
        }
    }
    cards
}

/// A bit for each worker card with a worker: W f + c, with W worker cards of a factory.
#[inline]
fn workers(game: &Arkwright, seat: &Seat) -> u64 {
    let width = u32::from(game.data.worker_cards);
    let (mut workers, mut place) = (0, 0_u32);
    for factory in &seat.factories[..game.data.goods_count] {
        let units = &game.data.crews[usize::from(factory.decade)][usize::from(factory.worker_cards)];
        let of_factory = (0..MOST_CREW).fold(0, |set, c| set | u32::from(factory.machines[c] < units[c]) << c);
        workers |= at(place, of_factory);
        place = place.wrapping_add(width);
    }
    workers
}

/// What an Automate action has begun and not finished (R15, R58).
#[derive(Clone, Copy, Default)]
pub(super) struct Begun {
    /// Workers on all such cards but one that has the most: those that must still become machines.
    pub(super) excess: u8,
    /// The most workers on such a card.
    largest: u8,
    /// How many of the cards have so many.
    with_largest: u8,
}

impl Begun {
    #[inline]
    pub(super) fn of(game: &Arkwright, s: &State) -> Self {
        let width = game.data.worker_cards;
        let seat = s.acting();
        let mut begun = Self::default();
        let mut sum = 0;
        for place in places(s.begun.into()) {
            let (f, c) = (usize::from(place / width), usize::from(place % width));
            let factory = &seat.factories[f];
            let rest = game.data.units[usize::from(factory.decade)][c] - factory.machines[c];
            sum += rest;
            if rest > begun.largest {
                (begun.largest, begun.with_largest) = (rest, 0);
            }
            begun.with_largest += u8::from(rest == begun.largest);
        }
        begun.excess = sum - begun.largest;
        begun
    }

    /// `excess` when the card has got one machine more. (For a card without a worker the number says nothing.)
    #[inline]
    pub(super) fn excess_after(self, game: &Arkwright, s: &State, f: usize, c: usize) -> u8 {
        let factory = &s.acting().factories[f];
        let (machines, units) = (factory.machines[c], game.data.units[usize::from(factory.decade)][c]);
        let rest = units.saturating_sub(machines);
        let is_begun = s.begun >> game.begun_place(f, c) & 1 != 0;
        let alone = rest == self.largest && self.with_largest == 1;
        let finished = u8::from(is_begun && !alone);
        let opened = if machines == 0 { rest.saturating_sub(1).min(self.largest) } else { 0 };
        self.excess - finished + opened
    }
}

/// No card is half done, or one only and the limit is used up (R15).
#[inline]
pub(super) fn may_stop_automating(game: &Arkwright, s: &State) -> bool {
    s.begun == 0 || s.begun.is_power_of_two() && s.used >= automation_limit(game, s.acting())
}

/// R16, R17.
fn quality_steps<G: Grid>(game: &Arkwright, s: &State) -> G {
    let seat = s.acting();
    let left = quality_points(game, seat) - s.used;
    let free = quality_cards_owned(game, seat) - quality_cards_used(game, seat);
    let settable = seat.open & !s.set_factories;
    let caps = [game.data.quality_cap, engineer_cap(game, seat)];
    let (mut legal, mut place) = (G::default(), 0_u32);
    for (f, factory) in seat.factories[..game.data.goods_count].iter().enumerate() {
        let quality = factory.quality;
        let cap = caps[usize::from(usize::from(seat.engineer) == f)];
        let most = (u32::from(quality) + u32::from(left)).min(cap.into()).min(quality_shown(game, quality, free));
        legal.put(place, first(most) & !at(quality, 1_u8) & all_if(settable >> f & 1 != 0));
        place = place.wrapping_add(game.table.ids.qualities);
    }
    legal
}

/// The highest Quality that a factory's cards show together with so many more (R17).
#[inline]
fn quality_shown(game: &Arkwright, quality: u8, more: u8) -> u32 {
    let cards = u32::from(more) + u32::from(game.data.quality_cards_for[usize::from(quality)]);
    u32::from(game.data.quality_per_card) * cards
}

/// R18; from the first place for the Engineer on.
fn engineer_steps(game: &Arkwright, s: &State) -> u64 {
    let (seat, data, ids) = (s.acting(), &game.data, &game.table.ids);
    if !seat.holds(data, card::ENGINEER) || quality_points(game, seat) - s.used < data.engineer_cost {
        return 0;
    }
    let quality = seat.factories[usize::from(seat.engineer)].quality;
    let moves = !s.token_moved && !s.card_turned && quality <= data.quality_cap;
    let turns = !seat.engineer_turned && quality + data.engineer_turned <= data.engineer_quality_cap;
    let others = u64::from(seat.open) & !at(seat.engineer, 1_u8);
    others & all_if(moves) | at(ids.engineer_turn - ids.engineer_to, turns)
}

/// R19.
fn distribution_steps<G: Grid>(game: &Arkwright, s: &State) -> G {
    let seat = s.acting();
    let left = distribution_points(game, seat) - s.used;
    let free = distribution_cards_owned(game, seat) > distribution_cards_used(game, seat);
    let settable = seat.open & !s.set_factories;
    let cap = u32::from(game.data.distribution_cap);
    let (mut legal, mut place) = (G::default(), 0_u32);
    for (f, factory) in seat.factories[..game.data.goods_count].iter().enumerate() {
        let present = factory.distribution;
        let most = (u32::from(present) + u32::from(left)).min(cap);
        let may_be_set = all_if(settable >> f & 1 != 0) & all_if(free || present > 0);
        legal.put(place, first(most) & !at(present, 1_u8) & may_be_set);
        place = place.wrapping_add(game.table.ids.distributions);
    }
    legal
}

/// Shares that cash buys, within the holding limit (R20).
#[inline]
fn affordable_shares(game: &Arkwright, seat: &Seat) -> u8 {
    let room = u32::from(game.data.holding_cap - seat.shares);
    (seat.cash.max(0).cast_unsigned() / u32::from(seat.share_value)).min(room) as u8
}

/// R20.
#[inline]
fn purchases<G: Grid>(game: &Arkwright, s: &State) -> G {
    G::first(affordable_shares(game, s.acting()))
}

/// R22.
fn extra_productions(game: &Arkwright, s: &State) -> u64 {
    let seat = s.acting();
    if seat.extra_used {
        return 0;
    }
    let active = s.active(&game.data);
    seat.open_factories().filter(|f| *f != active && seat.factories[*f].worker_cards > 0).fold(0, |set, f| set | 1 << f)
}

/// R23.
fn early_ships(game: &Arkwright, s: &State) -> u64 {
    let seat = s.acting();
    if ships_available(game, seat) > 0 { stored_goods(seat) } else { 0 }
}

// --- Quality and Distribution: points, caps, cards -------------------------------------------------------------------

/// Points of a Quality action (R16).
#[inline]
pub(super) fn quality_points(game: &Arkwright, seat: &Seat) -> u8 {
    let bonus = if seat.holds(&game.data, card::CRAFTSMAN) { game.data.craftsman_points } else { 0 };
    seat.track_value(&game.data, track::QUALITY) + bonus
}

/// Points of a Distribution action (R19).
#[inline]
pub(super) fn distribution_points(game: &Arkwright, seat: &Seat) -> u8 {
    let bonus = if seat.holds(&game.data, card::ADVERTISER) { game.data.advertiser_points } else { 0 };
    seat.track_value(&game.data, track::DISTRIBUTION) + bonus
}

/// The highest Quality of a factory (R17).
#[inline]
pub(super) fn quality_cap_at(game: &Arkwright, seat: &Seat, good: usize) -> u8 {
    if usize::from(seat.engineer) == good { engineer_cap(game, seat) } else { game.data.quality_cap }
}

/// The highest Quality of the factory with the Engineer (R17).
#[inline]
fn engineer_cap(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.engineer_quality_cap.saturating_sub(engineer_shows(game, seat.engineer_turned))
}

/// Quality cards of a player (R17).
#[inline]
pub(super) fn quality_cards_owned(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.quality_cards + if seat.holds(&game.data, card::CRAFTSMAN) { game.data.craftsman_cards } else { 0 }
}

/// Distribution cards of a player (R17).
#[inline]
pub(super) fn distribution_cards_owned(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.distribution_cards + if seat.holds(&game.data, card::ADVERTISER) { game.data.advertiser_cards } else { 0 }
}

/// Quality cards on the table.
#[inline]
pub(super) fn quality_cards_used(game: &Arkwright, seat: &Seat) -> u8 {
    let factories = &seat.factories[..game.data.goods_count];
    factories.iter().map(|factory| game.data.quality_cards_for[usize::from(factory.quality)]).sum()
}

/// Distribution cards on the table.
#[inline]
pub(super) fn distribution_cards_used(game: &Arkwright, seat: &Seat) -> u8 {
    seat.factories[..game.data.goods_count].iter().map(|factory| u8::from(factory.distribution > 0)).sum()
}

// --- the rest of a turn ----------------------------------------------------------------------------------------------

/// R24: the lowest price, and how many there are above it.
#[inline]
fn prices(game: &Arkwright, s: &State) -> (u32, u32) {
    let good = s.active(&game.data);
    let (low, high) = price_range(game, s.acting().factories[good], good);
    (low.into(), (high - low).into())
}

/// R27–R31; from the first track on.
#[inline]
fn developments(game: &Arkwright, s: &State) -> u64 {
    let (seat, ids) = (s.acting(), &game.table.ids);
    let mut choices = u64::from(open_boards(game, seat, s.decade(&game.data)));
    if patent_usable(game, s) {
        choices |= 1 << (ids.patent - ids.board);
    }
    let (held, limit) = (seat.cards.count_ones(), card_limit(game, seat));
    let takeable = takeable(s);
    if held < limit {
        choices |= u64::from(takeable) << (ids.take - ids.board);
    } else if held > 0 && takeable != 0 {
        choices |= u64::from(seat.cards) << (ids.give_up - ids.board);
    }
    choices
}

/// Whether the development phase has a choice (R27).
pub(super) fn can_develop(game: &Arkwright, s: &State) -> bool {
    open_boards(game, s.acting(), s.decade(&game.data)) != 0 || developments(game, s) != 0
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
    seat.holds(&game.data, card::PATENT) && !seat.patent_used && patent_boards(game, s) != 0
}

/// Tracks that are open with the decade counted later (R31).
pub(super) fn patent_boards(game: &Arkwright, s: &State) -> u32 {
    open_boards(game, s.acting(), s.decade(&game.data) + game.data.patent_decades)
}

/// Whether the acting player has more cards in use than are left (R30).
pub(super) fn card_missing(game: &Arkwright, s: &State) -> bool {
    let seat = s.acting();
    match game.data.card_number(s.given_up) {
        card::CRAFTSMAN => quality_cards_used(game, seat) > quality_cards_owned(game, seat),
        card::ADVERTISER => distribution_cards_used(game, seat) > distribution_cards_owned(game, seat),
        _ => false,
    }
}

/// R30: what frees exactly one card.
fn lowerings(game: &Arkwright, s: &State) -> Words {
    let (seat, data, ids) = (s.acting(), &game.data, &game.table.ids);
    let quality = quality_cards_used(game, seat) > quality_cards_owned(game, seat);
    let distribution = distribution_cards_used(game, seat) > distribution_cards_owned(game, seat);
    let mut steps = Words::within(ids.quality, ids.engineer_to);
    for f in seat.open_factories() {
        let factory = &seat.factories[f];
        if quality && factory.quality > 0 {
            let value = data.quality_per_card * (data.quality_cards_for[usize::from(factory.quality)] - 1);
            steps.put(ids.quality + ids.qualities * f as u32 + u32::from(value), 1);
        }
        if distribution && factory.distribution > 0 {
            steps.put(ids.distribution + ids.distributions * f as u32, 1);
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
fn choosable_goods(game: &Arkwright, s: &State) -> u64 {
    let goods = game.data.goods_count as u8;
    (0..goods).filter(|g| why_not_good(game, s, *g).is_none()).fold(0, |set, g| set | 1 << g)
}

/// R6.
fn point_uses(game: &Arkwright, s: &State) -> Words {
    let (seat, data, ids) = (s.acting(), &game.data, &game.table.ids);
    let free = quality_cards_owned(game, seat) - quality_cards_used(game, seat);
    let distribution_free = distribution_cards_owned(game, seat) > distribution_cards_used(game, seat);
    let mut steps = Words::within(ids.employ, ids.cash);
    for f in seat.open_factories() {
        let (factory, place) = (&seat.factories[f], f as u32);
        if factory.worker_cards < data.worker_cards {
            steps.put(ids.employ + place, 1);
        }
        let quality = factory.quality + data.point_quality;
        if quality <= quality_cap_at(game, seat, f) && u32::from(quality) <= quality_shown(game, factory.quality, free)
        {
            steps.put(ids.quality + ids.qualities * place + u32::from(quality), 1);
        }
        let distribution = factory.distribution + data.point_distribution;
        if distribution <= data.distribution_cap && (factory.distribution > 0 || distribution_free) {
            steps.put(ids.distribution + ids.distributions * place + u32::from(distribution), 1);
        }
    }
    steps.put(ids.board, (0..TRACKS).filter(|t| point_board(game, seat, *t)).fold(0, |set, t| set | 1 << t));
    steps.put(ids.cash, 1);
    steps
}

/// Whether a set-up point may go to a track (R6).
pub(super) fn point_board(game: &Arkwright, seat: &Seat, track: usize) -> bool {
    board_open(game, seat, track, 1) && seat.levels[track] < game.data.point_level
}

/// A bit for each worker card with a machine: W f + c, with W worker cards of a factory.
pub(super) fn breakable(game: &Arkwright, seat: &Seat) -> u64 {
    let width = usize::from(game.data.worker_cards);
    let has_machine = |place: &usize| seat.factories[place / width].machines[place % width] > 0;
    (0..width * game.data.goods_count).filter(has_machine).fold(0, |set, place| set | 1 << place)
}

/// A bit for each solvent seat.
pub(super) fn solvent_seats(game: &Arkwright, s: &State) -> u32 {
    (0..game.setup.players).filter(|p| s.seats[*p].solvent()).fold(0, |set, p| set | 1 << p)
}

// --- sets ------------------------------------------------------------------------------------------------------------

/// A bit for each factory, open or not, of which `wanted` is true.
#[inline]
fn factories_where(game: &Arkwright, seat: &Seat, wanted: impl Fn(&Factory) -> bool) -> u8 {
    let factories = seat.factories[..game.data.goods_count].iter().enumerate();
    factories.fold(0, |set, (f, factory)| set | u8::from(wanted(factory)) << f)
}

/// All bits or none.
#[inline]
fn all_if(wanted: bool) -> u64 {
    u64::from(wanted).wrapping_neg()
}

/// Bits from a place below 64 on.
#[inline]
fn at(place: impl Into<u32>, bits: impl Into<u64>) -> u64 {
    bits.into().wrapping_shl(place.into())
}

/// The lowest `n + 1` bits, `n` below 64.
#[inline]
fn first(n: impl Into<u32>) -> u64 {
    Grid::first(n)
}

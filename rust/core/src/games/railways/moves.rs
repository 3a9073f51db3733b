//! What is legal: a list a phase.

use super::Railways;
use super::cards::Cards;
use super::data::{ENGINE, MOST_COLOURS, MOST_VALUE, START};
use super::state::{Build, Phase, Shipment, State, slots};
use super::table::{BUILD, PASS};
use crate::bits::places;
use crate::fields::NONE;
use crate::game::{Action, ActionList};

/// Fills `list` with the legal actions of a decision, ascending.
#[inline]
pub(super) fn list(game: &Railways, s: &State, list: &mut ActionList) {
    match s.phase {
        Phase::Action => actions(game, s, list),
        Phase::Connect => connections(game, s, list),
        Phase::Pay => payments(game, s, list),
        Phase::EngineDelivery | Phase::FinalDelivery => {
            ships(game, s, s.mover(), list);
            list.push(game.ids.skip);
        }
        Phase::Deliver => {
            places(destinations(game, s, s.shipment)).for_each(|c| list.push(game.ids.deliver_to + Action::from(c)));
        }
        Phase::DiscardUse => discard_uses(game, s, list),
        Phase::Replenish => {
            places(s.network.empty_cities()).for_each(|c| list.push(game.ids.place_cube + Action::from(c)));
        }
        Phase::Draw => draws(game, s, list),
        Phase::Trim => discards(game, &s.hands[s.mover()], list),
        _ => {}
    }
}

/// The one action of a turn (R7).
fn actions(game: &Railways, s: &State, list: &mut ActionList) {
    let player = s.mover();
    let hand = &s.hands[player];
    list.push(PASS);
    if has_train(game, s, player) {
        places(payable_cities(game, hand)).for_each(|city| list.push(BUILD + Action::from(city)));
    }
    if can_play_engine(game, s) {
        list.push(game.ids.play_engine);
    }
    if s.engines[player] > 0 {
        ships(game, s, player, list);
    }
    if discard_has_use(game, s) {
        discards(game, hand, list);
    }
}

/// The trains that a player has left for links (R20).
#[inline]
pub(super) fn trains(game: &Railways, s: &State, player: usize) -> u8 {
    game.options.link_trains - s.network.links_of(player)
}

#[inline]
pub(super) fn has_train(game: &Railways, s: &State, player: usize) -> bool {
    s.network.links_of(player) < game.options.link_trains
}

/// The cities of a hand that it can pay for (R16, R17).
#[inline]
fn payable_cities(game: &Railways, hand: &Cards) -> u64 {
    let worth = |k: u8| usize::from(hand.worth(k, game.wild_value())).min(MOST_VALUE);
    hand.cities() & (0..MOST_COLOURS).fold(0, |all, k| all | game.payable[k][worth(k as u8)])
}

/// The colours of a city in which a hand can pay for it (R15 to R17).
#[inline]
pub(super) fn payable_colours(game: &Railways, hand: &Cards, city: u8) -> u8 {
    let value = game.value(city);
    let pays = |k: u8| hand.worth(k, game.wild_value()) >= value;
    let paid = (0..MOST_COLOURS as u8).fold(0, |all, k| all | u8::from(pays(k)) << k);
    game.colours(city) & paid
}

/// What a link to a city may be worth (R18).
#[inline]
pub(super) fn most_for(game: &Railways, city: u8) -> u8 {
    game.options.overpay_cap.map_or(u8::MAX, |surplus| game.value(city) + surplus)
}

/// Whether `build city` is legal, or was: the announced city is still in the hand (R14, R16, R17, R20).
pub(super) fn can_build(game: &Railways, s: &State, city: u8) -> bool {
    let player = s.mover();
    has_train(game, s, player) && payable_cities(game, &s.hands[player]) >> city & 1 == 1
}

/// R23, R44.
fn can_play_engine(game: &Railways, s: &State) -> bool {
    let player = s.mover();
    !game.options.family && s.hands[player].engines() > 0 && s.engines[player] < game.options.engine_cap
}

fn discards(game: &Railways, hand: &Cards, list: &mut ActionList) {
    hand.each_kind(|kind| list.push(game.ids.discard + Action::from(game.ids.card(kind))));
}

/// Whether a discard buys anything (R33): a card (R34) or a cube (R35).
#[inline]
pub(super) fn discard_has_use(game: &Railways, s: &State) -> bool {
    !s.deck.is_empty() || s.lying(false) != 0 || can_replenish(game, s)
}

/// R35, R44.
#[inline]
pub(super) fn can_replenish(game: &Railways, s: &State) -> bool {
    !game.options.family && !s.bag_is_empty() && s.network.empty_cities() != 0
}

fn discard_uses(game: &Railways, s: &State, list: &mut ActionList) {
    if can_replenish(game, s) {
        list.push(game.ids.replenish);
    }
    if !s.deck.is_empty() {
        list.push(game.ids.draw_deck);
    }
    slots(s.lying(false)).for_each(|slot| list.push(game.ids.draw_open + Action::from(slot)));
}

/// Where the announced link may start, in which colours (R14, R15, R19).
fn connections(game: &Railways, s: &State, list: &mut ActionList) {
    let city = s.build.city;
    let colours = payable_colours(game, &s.hands[s.mover()], city);
    for place in places(s.network.built | 1 << START) {
        let mut fitting = colours & game.colours(place);
        if game.options.exit_capacity.is_some() {
            fitting &= free_exits(game, s, place);
        }
        let first = game.ids.first_from(place);
        places(fitting.into()).for_each(|colour| list.push(first + Action::from(colour)));
    }
}

/// The colours of a place that carry another link (R19).
pub(super) fn free_exits(game: &Railways, s: &State, place: u8) -> u8 {
    let Some(most) = game.options.exit_capacity.filter(|_| place != START) else { return u8::MAX };
    (0..game.colour_count()).filter(|k| s.network.exits_used(place, *k) < most).fold(0, |free, k| free | 1 << k)
}

/// A payment under way (R16 to R18).
pub(super) struct Payment {
    /// The value of the new city.
    pub(super) value: u8,
    /// What the link may be worth.
    pub(super) most: u8,
    /// What an engine is worth.
    pub(super) wild: u8,
    /// What is laid: what it is worth, ones, twos, wilds.
    pub(super) total: u8,
    pub(super) ones: u8,
    pub(super) twos: u8,
    pub(super) wilds: u8,
    /// What is in hand and not laid.
    pub(super) ones_left: u8,
    pub(super) twos_left: u8,
    pub(super) wilds_left: u8,
}

impl Payment {
    /// The announced payment out of a hand; None if the hand does not hold what is laid.
    #[inline]
    pub(super) fn of(game: &Railways, s: &State, hand: &Cards) -> Option<Self> {
        let build = s.build;
        let (ones, twos) = hand.track(build.colour);
        Some(Self {
            value: game.value(build.city),
            most: most_for(game, build.city),
            wild: game.wild_value(),
            total: build.total(game.wild_value()),
            ones: build.ones,
            twos: build.twos,
            wilds: build.wilds,
            ones_left: ones.checked_sub(build.ones)?,
            twos_left: twos.checked_sub(build.twos)?,
            wilds_left: hand.engines().checked_sub(build.wilds)?,
        })
    }

    /// What the engines in hand add.
    #[inline]
    pub(super) fn wilds_add(&self) -> u8 {
        self.wild * self.wilds_left
    }

    fn may_lay_one(&self) -> bool {
        self.wilds == 0
            && self.ones_left > 0
            && self.total < self.most
            && self.total + self.ones_left + self.wilds_add() >= self.value
    }

    fn may_lay_two(&self) -> bool {
        self.ones == 0 && self.wilds == 0 && self.twos_left > 0 && self.total + 2 <= self.most
    }

    fn may_lay_wild(&self) -> bool {
        self.wild > 0
            && self.wilds_left > 0
            && self.ones + self.twos > 0
            && self.total + self.wild <= self.most
            && self.total + self.wilds_add() >= self.value
    }

    fn is_enough(&self) -> bool {
        self.total >= self.value
    }

    /// Whether what may still follow reaches the city's value, with a track card in it.
    fn can_be_completed(&self) -> bool {
        let following = if self.wilds > 0 {
            self.wilds_add()
        } else if self.ones > 0 {
            self.ones_left + self.wilds_add()
        } else {
            2 * self.twos_left + self.ones_left + self.wilds_add()
        };
        let track = self.ones + self.twos > 0 || self.wilds == 0 && self.ones_left + self.twos_left > 0;
        track && self.total + following >= self.value
    }
}

fn payments(game: &Railways, s: &State, list: &mut ActionList) {
    let payment = Payment::of(game, s, &s.hands[s.mover()]).expect("laid cards are in the hand");
    if payment.may_lay_one() {
        list.push(game.ids.lay_one);
    }
    if payment.may_lay_two() {
        list.push(game.ids.lay_two());
    }
    if payment.may_lay_wild() {
        list.push(game.ids.lay_wild());
    }
    if payment.is_enough() {
        list.push(game.ids.done_laying());
    }
}

/// Whether a payment under way is one that play leads to.
pub(super) fn payment_fits(game: &Railways, s: &State) -> bool {
    let Build { city, from, colour, .. } = s.build;
    let hand = &s.hands[s.mover()];
    let on_table = from == START || s.network.has(from);
    if !on_table || !can_build(game, s, city) {
        return false;
    }
    let fitting = payable_colours(game, hand, city) & game.colours(from) & free_exits(game, s, from);
    fitting >> colour & 1 == 1
        && Payment::of(game, s, hand).is_some_and(|payment| {
            payment.total <= payment.most
                && payment.can_be_completed()
                && (payment.wilds == 0 || payment.wild > 0 && payment.ones + payment.twos > 0)
        })
}

/// Whether the link that is announced could be completed out of a hand.
pub(super) fn link_is_possible(game: &Railways, s: &State, hand: &Cards) -> bool {
    if s.phase == Phase::Connect {
        return payable_colours(game, hand, s.build.city) != 0;
    }
    Payment::of(game, s, hand).is_some_and(|payment| payment.can_be_completed())
}

/// Fills `list` with the cubes that a player can deliver somewhere (R25 to R31).
#[inline]
fn ships(game: &Railways, s: &State, player: usize, list: &mut ActionList) {
    each_source(s, player, |city| {
        for good in places(shippable(game, s, player, city).into()) {
            list.push(game.ids.first_ship(city) + Action::from(good));
        }
        true
    });
}

/// Whether a player can deliver anything.
pub(super) fn has_delivery(game: &Railways, s: &State, player: usize) -> bool {
    let mut found = false;
    if s.engines[player] > 0 {
        each_source(s, player, |city| {
            found = shippable(game, s, player, city) != 0;
            !found
        });
    }
    found
}

/// The cities with cubes that a link of the player touches, ascending, while `with` says so (R26).
#[inline]
fn each_source(s: &State, player: usize, mut with: impl FnMut(u8) -> bool) {
    for city in places(s.network.sources(player)) {
        if !with(city) {
            return;
        }
    }
}

/// The goods on a city, a bit each, that some city takes within the player's reach. The first one on a way that takes
/// the good is where it stops (R29); whether there is one does not depend on that.
#[inline]
pub(super) fn shippable(game: &Railways, s: &State, player: usize, city: u8) -> u8 {
    let present = s.network.goods_on(city);
    let mut wanted = present;
    let mut front = s.network.own_neighbours(player, city);
    let mut seen = front | 1u64 << city;
    let reach = game.reach(s.engines[player]);
    let mut length = 1;
    loop {
        wanted &= !places(front).fold(0, |taken, place| taken | game.taken_by[usize::from(place)]);
        if wanted == 0 || length == reach {
            break;
        }
        front = places(front).fold(0, |next, place| next | s.network.neighbours(place)) & !seen;
        if front == 0 {
            break;
        }
        seen |= front;
        length += 1;
    }
    present & !wanted
}

/// The cities where a cube may go (R26 to R31).
pub(super) fn destinations(game: &Railways, s: &State, shipment: Shipment) -> u64 {
    let (city, good) = (shipment.from, usize::from(shipment.good));
    let player = s.mover();
    let mut front = s.network.own_neighbours(player, city);
    let mut seen = front | 1u64 << city;
    let mut found = 0;
    for _ in 0..game.reach(s.engines[player]) {
        found |= front & game.accepts[good];
        let going_on = front & !game.stops[good];
        front = places(going_on).fold(0, |next, place| next | s.network.neighbours(place)) & !seen;
        seen |= front;
        if front == 0 {
            break;
        }
    }
    found
}

/// A delivery that a player could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Where the cube lies.
    pub from: u8,
    /// Its colour.
    pub good: u8,
    /// Where it goes.
    pub to: u8,
    /// The links of the route.
    pub length: u8,
    /// Those that belong to others.
    pub others: u8,
}

/// Shows `with` every delivery that a player could make with an engine of a size (R25 to R31).
pub(super) fn each_delivery(game: &Railways, s: &State, player: usize, size: u8, with: impl FnMut(Delivery)) {
    let mut tour = Tour { game, s, player, reach: game.reach(size), with };
    each_source(s, player, |from| {
        tour.leave(from, s.network.goods_on(from));
        true
    });
}

/// A search of deliveries, city by city: all that is shown to `with`.
pub(super) struct Tour<'a, F> {
    pub(super) game: &'a Railways,
    pub(super) s: &'a State,
    pub(super) player: usize,
    /// The links that the engine covers.
    pub(super) reach: u16,
    pub(super) with: F,
}

impl<F: FnMut(Delivery)> Tour<'_, F> {
    /// The deliveries from one city, if the goods of a mask lay there.
    pub(super) fn leave(&mut self, from: u8, goods: u8) {
        if self.reach == 0 {
            return;
        }
        for place in places(self.s.network.own_neighbours(self.player, from)) {
            self.walk(from, goods, Delivery { from, good: 0, to: place, length: 1, others: 0 });
        }
    }

    /// One place on the way of a city's cubes: who stops here, who goes on.
    fn walk(&mut self, before: u8, mut goods: u8, at: Delivery) {
        let (game, network, place) = (self.game, &self.s.network, at.to);
        for good in 0..game.good_count() as u8 {
            let stays = game.accepts[usize::from(good)] >> place & 1 == 1;
            if goods >> good & 1 == 1 && stays {
                (self.with)(Delivery { good, ..at });
            }
            goods &= !((game.stops[usize::from(good)] >> place & 1) << good) as u8;
        }
        if goods == 0 || u16::from(at.length) == self.reach {
            return;
        }
        for next in places(network.neighbours(place) & !(1 << before)) {
            let link = if network.children(place) >> next & 1 == 1 { next } else { place };
            let others = at.others + u8::from(usize::from(network.link(link).owner) != self.player);
            self.walk(place, goods, Delivery { to: next, length: at.length + 1, others, ..at });
        }
    }
}

/// The cards that may be taken (R8, R10, R11, R50).
fn draws(game: &Railways, s: &State, list: &mut ActionList) {
    if !s.deck.is_empty() {
        list.push(game.ids.draw_deck);
    }
    slots(s.lying(engines_too(game, s))).for_each(|slot| list.push(game.ids.draw_open + Action::from(slot)));
    if s.pile_top().is_some_and(|top| may_take(game, s, top)) {
        list.push(game.ids.draw_pile);
    }
    if s.picks >= game.data.least_drawn {
        list.push(game.ids.stop_drawing());
    }
}

/// Whether a card that lies open may be taken now (R10).
#[inline]
pub(super) fn may_take(game: &Railways, s: &State, kind: u8) -> bool {
    kind != NONE && (kind != ENGINE || engines_too(game, s))
}

/// Whether an engine that lies open may be taken now (R10).
#[inline]
fn engines_too(game: &Railways, s: &State) -> bool {
    s.picks == 0 || game.options.faceup_engine_second
}

/// Whether there is any card to take (R11).
#[inline]
pub(super) fn can_take(game: &Railways, s: &State) -> bool {
    !s.deck.is_empty() || s.lying(engines_too(game, s)) != 0 || s.pile_top().is_some_and(|top| may_take(game, s, top))
}

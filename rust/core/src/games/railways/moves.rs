//! What is legal: a list a phase, and why anything else is not.

use super::Railways;
use super::action::{
    BUILD, DELIVER_TO, DISCARD, DONE_LAYING, DRAW_DECK, DRAW_OPEN, DRAW_PILE, FROM, LAY_ONE, LAY_TWO, LAY_WILD, Move,
    PASS, PLACE_CUBE, PLAY_ENGINE, REPLENISH, SHIP, SKIP, STOP_DRAWING,
};
use super::cards::Cards;
use super::data::GOOD_NAMES;
use super::state::{Build, COLOURS, ENGINE, GOODS, NONE, Phase, SLOTS, START, Shipment, State, bits};
use crate::error::Error;
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
            list.push(SKIP);
        }
        Phase::Deliver => bits(destinations(game, s, s.shipment)).for_each(|c| list.push(DELIVER_TO + Action::from(c))),
        Phase::DiscardUse => discard_uses(game, s, list),
        Phase::Replenish => bits(s.network.empty_cities()).for_each(|c| list.push(PLACE_CUBE + Action::from(c))),
        Phase::Draw => draws(game, s, list),
        Phase::Trim => discards(&s.hands[s.mover()], list),
        _ => {}
    }
}

/// The one action of a turn (R7).
fn actions(game: &Railways, s: &State, list: &mut ActionList) {
    let player = s.mover();
    let hand = &s.hands[player];
    list.push(PASS);
    if s.has_train(game, player) {
        bits(game.payable_cities(hand)).for_each(|city| list.push(BUILD + Action::from(city)));
    }
    if can_play_engine(game, s) {
        list.push(PLAY_ENGINE);
    }
    if s.engines[player] > 0 {
        ships(game, s, player, list);
    }
    if discard_has_use(game, s) {
        discards(hand, list);
    }
}

/// Whether `build city` is legal, or was: the announced city is still in the hand (R14, R16, R17, R20).
pub(super) fn can_build(game: &Railways, s: &State, city: u8) -> bool {
    let player = s.mover();
    s.has_train(game, player) && game.payable_cities(&s.hands[player]) >> city & 1 == 1
}

/// R23, R44.
fn can_play_engine(game: &Railways, s: &State) -> bool {
    let player = s.mover();
    !game.options.family && s.hands[player].engines() > 0 && s.engines[player] < game.options.engine_cap
}

fn discards(hand: &Cards, list: &mut ActionList) {
    hand.each_kind(|kind| list.push(DISCARD + Action::from(kind)));
}

/// Whether a discard buys anything (R33): a card (R34) or a cube (R35).
#[inline]
pub(super) fn discard_has_use(game: &Railways, s: &State) -> bool {
    !s.deck.is_empty() || s.open.iter().any(|kind| *kind != NONE && *kind != ENGINE) || can_replenish(game, s)
}

/// R35, R44.
#[inline]
pub(super) fn can_replenish(game: &Railways, s: &State) -> bool {
    !game.options.family && !s.bag_is_empty() && s.network.empty_cities() != 0
}

fn discard_uses(game: &Railways, s: &State, list: &mut ActionList) {
    if can_replenish(game, s) {
        list.push(REPLENISH);
    }
    if !s.deck.is_empty() {
        list.push(DRAW_DECK);
    }
    for (slot, kind) in s.open.iter().enumerate() {
        if *kind != NONE && *kind != ENGINE {
            list.push(DRAW_OPEN + slot as Action);
        }
    }
}

/// Where the announced link may start, in which colours (R14, R15, R19).
fn connections(game: &Railways, s: &State, list: &mut ActionList) {
    let city = s.build.city;
    let colours = game.payable_colours(&s.hands[s.mover()], city);
    for place in bits(s.network.built | 1 << START) {
        let mut fitting = colours & game.colours(place);
        if game.options.exit_capacity.is_some() {
            fitting &= free_exits(game, s, place);
        }
        let first = FROM + Action::from(place) * COLOURS as Action;
        bits(u32::from(fitting)).for_each(|colour| list.push(first + Action::from(colour)));
    }
}

/// The colours of a place that carry another link (R19).
fn free_exits(game: &Railways, s: &State, place: u8) -> u8 {
    let Some(most) = game.options.exit_capacity.filter(|_| place != START) else { return u8::MAX };
    (0..COLOURS as u8).filter(|k| exits_used(s, place, *k) < most).fold(0, |free, k| free | 1 << k)
}

/// The links of a colour at a city, the one it was built with included (R19).
pub(super) fn exits_used(s: &State, city: u8, colour: u8) -> u8 {
    let own = u8::from(s.links[usize::from(city)].colour == colour);
    let children = bits(s.network.children[usize::from(city)]);
    own + children.filter(|child| s.links[usize::from(*child)].colour == colour).count() as u8
}

/// A payment under way (R16 to R18).
struct Payment {
    /// The value of the new city.
    value: u8,
    /// What the link may be worth.
    most: u8,
    /// What is laid: all, ones, twos, wilds.
    total: u8,
    ones: u8,
    twos: u8,
    wilds: u8,
    /// What is in hand and not laid.
    ones_left: u8,
    twos_left: u8,
    wilds_left: u8,
}

impl Payment {
    /// The announced payment out of a hand; None if the hand does not hold what is laid.
    #[inline]
    fn of(game: &Railways, s: &State, hand: &Cards) -> Option<Self> {
        let build = s.build;
        let (ones, twos) = hand.track(build.colour);
        Some(Self {
            value: game.value(build.city),
            most: game.most_for(build.city),
            total: build.total(),
            ones: build.ones,
            twos: build.twos,
            wilds: build.wilds,
            ones_left: ones.checked_sub(build.ones)?,
            twos_left: twos.checked_sub(build.twos)?,
            wilds_left: hand.engines().checked_sub(build.wilds)?,
        })
    }

    fn may_lay_one(&self) -> bool {
        self.wilds == 0
            && self.ones_left > 0
            && self.total < self.most
            && self.total + self.ones_left + self.wilds_left >= self.value
    }

    fn may_lay_two(&self) -> bool {
        self.ones == 0 && self.wilds == 0 && self.twos_left > 0 && self.total + 2 <= self.most
    }

    fn may_lay_wild(&self) -> bool {
        self.wilds_left > 0
            && self.ones + self.twos > 0
            && self.total < self.most
            && self.total + self.wilds_left >= self.value
    }

    fn is_enough(&self) -> bool {
        self.total >= self.value
    }

    /// Whether what may still follow reaches the city's value, with a track card in it.
    fn can_be_completed(&self) -> bool {
        let following = if self.wilds > 0 {
            self.wilds_left
        } else if self.ones > 0 {
            self.ones_left + self.wilds_left
        } else {
            2 * self.twos_left + self.ones_left + self.wilds_left
        };
        let track = self.ones + self.twos > 0 || self.wilds == 0 && self.ones_left + self.twos_left > 0;
        track && self.total + following >= self.value
    }
}

fn payments(game: &Railways, s: &State, list: &mut ActionList) {
    let payment = Payment::of(game, s, &s.hands[s.mover()]).expect("laid cards are in the hand");
    if payment.may_lay_one() {
        list.push(LAY_ONE);
    }
    if payment.may_lay_two() {
        list.push(LAY_TWO);
    }
    if payment.may_lay_wild() {
        list.push(LAY_WILD);
    }
    if payment.is_enough() {
        list.push(DONE_LAYING);
    }
}

/// Whether a payment under way is one that play leads to.
pub(super) fn payment_fits(game: &Railways, s: &State) -> bool {
    let Build { city, from, colour, .. } = s.build;
    let hand = &s.hands[s.mover()];
    let on_table = from == START || s.network.built >> from & 1 == 1;
    if !on_table || !can_build(game, s, city) {
        return false;
    }
    let fitting = game.payable_colours(hand, city) & game.colours(from) & free_exits(game, s, from);
    fitting >> colour & 1 == 1
        && Payment::of(game, s, hand).is_some_and(|payment| {
            payment.total <= payment.most
                && payment.can_be_completed()
                && (payment.wilds == 0 || payment.ones + payment.twos > 0)
        })
}

/// Whether the link that is announced could be completed out of a hand.
pub(super) fn link_is_possible(game: &Railways, s: &State, hand: &Cards) -> bool {
    if s.phase == Phase::Connect {
        return game.payable_colours(hand, s.build.city) != 0;
    }
    Payment::of(game, s, hand).is_some_and(|payment| payment.can_be_completed())
}

/// Fills `list` with the cubes that a player can deliver somewhere (R25 to R31).
#[inline]
fn ships(game: &Railways, s: &State, player: usize, list: &mut ActionList) {
    each_source(s, player, |city| {
        for good in bits(u32::from(shippable(game, s, player, city))) {
            list.push(SHIP + Action::from(city) * GOODS as Action + Action::from(good));
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
    let stocked = s.network.stocked.iter().fold(0, |all, cities| all | cities);
    for city in bits(stocked) {
        if own_neighbours(s, player, city) != 0 && !with(city) {
            return;
        }
    }
}

/// The goods on a city, a bit each.
#[inline]
fn goods_on(s: &State, city: u8) -> u8 {
    (0..GOODS).fold(0, |goods, g| goods | (s.network.stocked[g] >> city & 1) << g) as u8
}

/// The places that links join a place to.
#[inline]
pub(super) fn neighbours(s: &State, place: u8) -> u32 {
    let parent = if place == START { 0 } else { 1 << s.links[usize::from(place)].parent };
    s.network.children[usize::from(place)] | parent
}

/// The places that a player's own links join a city to.
#[inline]
pub(super) fn own_neighbours(s: &State, player: usize, city: u8) -> u32 {
    let owned = s.network.owned[player];
    let up = (owned >> city & 1) << (s.links[usize::from(city)].parent & 31);
    s.network.children[usize::from(city)] & owned | up
}

/// The goods on a city, a bit each, that some city takes within the player's reach. The first one on a way that takes
/// the good is where it stops (R29); whether there is one does not depend on that.
#[inline]
fn shippable(game: &Railways, s: &State, player: usize, city: u8) -> u8 {
    let present = goods_on(s, city);
    let mut wanted = present;
    let mut front = own_neighbours(s, player, city);
    let mut seen = front | 1 << city;
    let mut length = 1;
    loop {
        for good in 0..GOODS {
            wanted &= !(u8::from(front & game.accepts[good] != 0) << good);
        }
        if wanted == 0 || length == s.engines[player] {
            break;
        }
        front = bits(front).fold(0, |next, place| next | neighbours(s, place)) & !seen;
        if front == 0 {
            break;
        }
        seen |= front;
        length += 1;
    }
    present & !wanted
}

/// The cities where a cube may go (R26 to R31).
pub(super) fn destinations(game: &Railways, s: &State, shipment: Shipment) -> u32 {
    let (city, good) = (shipment.from, usize::from(shipment.good));
    let player = s.mover();
    let mut front = own_neighbours(s, player, city);
    let mut seen = front | 1 << city;
    let mut found = 0;
    for _ in 0..s.engines[player] {
        found |= front & game.accepts[good];
        let going_on = front & !game.stops[good];
        front = bits(going_on).fold(0, |next, place| next | neighbours(s, place)) & !seen;
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
pub(super) fn each_delivery(game: &Railways, s: &State, player: usize, size: u8, mut with: impl FnMut(Delivery)) {
    each_source(s, player, |from| {
        each_delivery_from(game, s, player, size, from, goods_on(s, from), &mut with);
        true
    });
}

/// The same for the goods of a mask on one city.
pub(super) fn each_delivery_from(
    game: &Railways,
    s: &State,
    player: usize,
    size: u8,
    from: u8,
    goods: u8,
    with: &mut impl FnMut(Delivery),
) {
    if size == 0 {
        return;
    }
    for place in bits(own_neighbours(s, player, from)) {
        let step = Delivery { from, good: 0, to: place, length: 1, others: 0 };
        walk(game, s, player as u8, size, from, goods, step, with);
    }
}

/// One place on the way of a city's cubes: who stops here, who goes on.
#[allow(clippy::too_many_arguments)] // a recursion's luggage
fn walk(
    game: &Railways,
    s: &State,
    player: u8,
    size: u8,
    before: u8,
    mut goods: u8,
    at: Delivery,
    with: &mut impl FnMut(Delivery),
) {
    let place = at.to;
    for good in 0..GOODS as u8 {
        let stays = game.accepts[usize::from(good)] >> place & 1 == 1;
        if goods >> good & 1 == 1 && stays {
            with(Delivery { good, ..at });
        }
        goods &= !((game.stops[usize::from(good)] >> place & 1) << good) as u8;
    }
    if goods == 0 || at.length == size {
        return;
    }
    for next in bits(neighbours(s, place) & !(1 << before)) {
        let link = if s.network.children[usize::from(place)] >> next & 1 == 1 { next } else { place };
        let others = at.others + u8::from(s.links[usize::from(link)].owner != player);
        let step = Delivery { to: next, length: at.length + 1, others, ..at };
        walk(game, s, player, size, place, goods, step, with);
    }
}

/// The cards that may be taken (R8, R10, R11).
fn draws(game: &Railways, s: &State, list: &mut ActionList) {
    if !s.deck.is_empty() {
        list.push(DRAW_DECK);
    }
    for slot in 0..SLOTS {
        if may_take(game, s, s.open[slot]) {
            list.push(DRAW_OPEN + slot as Action);
        }
    }
    if s.pile_top().is_some_and(|top| may_take(game, s, top)) {
        list.push(DRAW_PILE);
    }
    if s.picks > 0 {
        list.push(STOP_DRAWING);
    }
}

/// Whether a card that lies open may be taken now (R10).
#[inline]
fn may_take(game: &Railways, s: &State, kind: u8) -> bool {
    kind != NONE && (kind != ENGINE || s.picks == 0 || game.options.faceup_engine_second)
}

/// Whether there is any card to take (R11).
#[inline]
pub(super) fn can_take(game: &Railways, s: &State) -> bool {
    !s.deck.is_empty()
        || s.open.iter().any(|kind| may_take(game, s, *kind))
        || s.pile_top().is_some_and(|top| may_take(game, s, top))
}

/// The places from one city to another over the tree, the first left out and the last included, with the owner of the
/// link that leads to each.
pub(super) fn route(s: &State, from: u8, to: u8) -> arrayvec::ArrayVec<(u8, u8), 32> {
    let mut above = 1 << from;
    let mut place = from;
    while place != START {
        place = s.links[usize::from(place)].parent;
        above |= 1u32 << place;
    }
    let mut down = arrayvec::ArrayVec::<(u8, u8), 32>::new();
    let mut meeting = to;
    while above >> meeting & 1 == 0 {
        let link = s.links[usize::from(meeting)];
        down.push((meeting, link.owner));
        meeting = link.parent;
    }
    let mut route = arrayvec::ArrayVec::new();
    let mut place = from;
    while place != meeting {
        let link = s.links[usize::from(place)];
        place = link.parent;
        route.push((place, link.owner));
    }
    route.extend(down.into_iter().rev());
    route
}

/// Why an action of the table is not legal at a decision, None if it is.
pub(super) fn why_not(game: &Railways, s: &State, action: Action) -> Option<Error> {
    let chosen = Move::of(action);
    if !belongs(s.phase, chosen) {
        let text = &game.action_texts()[usize::from(action)];
        let message = format!("{text} is not a choice now: the phase is {}", s.phase.name());
        return no("wrong_phase", None, message);
    }
    match chosen {
        Move::Pass | Move::Skip => None,
        Move::Build(city) => why_not_build(game, s, city),
        Move::From(place, colour) => why_not_from(game, s, place, colour),
        Move::LayOne | Move::LayTwo | Move::LayWild | Move::DoneLaying => why_not_lay(game, s, chosen),
        Move::PlayEngine => why_not_engine(game, s),
        Move::Ship(city, good) => why_not_ship(game, s, city, good),
        Move::DeliverTo(city) => why_not_deliver(game, s, city),
        Move::Discard(kind) => why_not_discard(game, s, kind),
        Move::Replenish => why_not_replenish(game, s),
        Move::PlaceCube(city) => why_not_place(game, s, city),
        Move::DrawDeck => {
            if s.deck.is_empty() {
                no("deck_empty", Some("R11"), "the deck is empty")
            } else {
                None
            }
        }
        Move::DrawOpen(slot) => why_not_open(game, s, slot),
        Move::DrawPile => why_not_pile(game, s),
        Move::StopDrawing => {
            if s.picks == 0 {
                no("draw_first", Some("R8"), "you must take one card at least")
            } else {
                None
            }
        }
    }
}

/// Whether a move is in the phase's row of the page's table.
fn belongs(phase: Phase, chosen: Move) -> bool {
    match chosen {
        Move::Pass | Move::Build(_) | Move::PlayEngine => phase == Phase::Action,
        Move::From(..) => phase == Phase::Connect,
        Move::LayOne | Move::LayTwo | Move::LayWild | Move::DoneLaying => phase == Phase::Pay,
        Move::Ship(..) => matches!(phase, Phase::Action | Phase::EngineDelivery | Phase::FinalDelivery),
        Move::DeliverTo(_) => phase == Phase::Deliver,
        Move::Skip => matches!(phase, Phase::EngineDelivery | Phase::FinalDelivery),
        Move::Discard(_) => matches!(phase, Phase::Action | Phase::Trim),
        Move::Replenish => phase == Phase::DiscardUse,
        Move::PlaceCube(_) => phase == Phase::Replenish,
        Move::DrawDeck | Move::DrawOpen(_) | Move::DrawPile => matches!(phase, Phase::DiscardUse | Phase::Draw),
        Move::StopDrawing => phase == Phase::Draw,
    }
}

#[allow(clippy::unnecessary_wraps)] // reads like the other answers
fn no(code: &'static str, rule: Option<&'static str>, message: impl Into<String>) -> Option<Error> {
    Some(Error::illegal(code, rule, message))
}

fn why_not_build(game: &Railways, s: &State, city: u8) -> Option<Error> {
    let hand = &s.hands[s.mover()];
    let name = game.place_name(city);
    if hand.cities() >> city & 1 == 0 {
        return no("card_not_in_hand", Some("R14"), format!("you do not hold {name}"));
    }
    if !s.has_train(game, s.mover()) {
        return no("no_train_left", Some("R20"), "you have no train left for a link");
    }
    if game.payable_colours(hand, city) == 0 {
        let message = format!(
            "your hand cannot pay a link to {name}: it needs {}, with a track card in one of the city's colours",
            game.value(city)
        );
        return no("cannot_pay", Some("R16"), message);
    }
    None
}

fn why_not_from(game: &Railways, s: &State, place: u8, colour: u8) -> Option<Error> {
    let city = s.build.city;
    let (near, new, k) = (game.place_name(place), game.place_name(city), game.colour_name(usize::from(colour)));
    if place != START && s.network.built >> place & 1 == 0 {
        return no("not_on_table", Some("R14"), format!("{near} is not on the table"));
    }
    if game.colours(city) >> colour & 1 == 0 {
        return no("new_city_lacks_colour", Some("R15"), format!("{new} has no {k} track"));
    }
    if game.colours(place) >> colour & 1 == 0 {
        return no("near_city_lacks_colour", Some("R15"), format!("{near} has no {k} track"));
    }
    if free_exits(game, s, place) >> colour & 1 == 0 {
        let most = game.options.exit_capacity.unwrap_or(u8::MAX);
        return no("exit_full", Some("R19"), format!("{near} carries no more {k} links: {most} is the limit"));
    }
    if game.payable_colours(&s.hands[s.mover()], city) >> colour & 1 == 0 {
        let message = format!(
            "your {k} track and engines cannot pay a link to {new}: it needs {}, with a track card of that colour",
            game.value(city)
        );
        return no("cannot_pay", Some("R16"), message);
    }
    None
}

fn why_not_lay(game: &Railways, s: &State, chosen: Move) -> Option<Error> {
    let payment = Payment::of(game, s, &s.hands[s.mover()])?;
    let name = game.place_name(s.build.city);
    let k = game.colour_name(usize::from(s.build.colour));
    let (value, total) = (payment.value, payment.total);
    let order = || no("lay_order", None, "twos are laid first, then ones, then wilds");
    let missing = |card: String| no("no_card_left", Some("R17"), format!("you have no {card} left to lay"));
    let overpaid = || no("overpaid", Some("R18"), format!("a link to {name} may be worth {} at most", payment.most));
    let unfinished = || no("cannot_finish", Some("R16"), format!("the cards that may follow do not reach {value}"));
    match chosen {
        Move::LayTwo if payment.ones + payment.wilds > 0 => order(),
        Move::LayTwo if payment.twos_left == 0 => missing(format!("{k} 2")),
        Move::LayTwo if total + 2 > payment.most => overpaid(),
        Move::LayOne if payment.wilds > 0 => order(),
        Move::LayOne if payment.ones_left == 0 => missing(format!("{k} 1")),
        Move::LayOne if total + 1 > payment.most => overpaid(),
        Move::LayOne if total + payment.ones_left + payment.wilds_left < value => unfinished(),
        Move::LayWild if payment.wilds_left == 0 => missing("engine".to_owned()),
        Move::LayWild if payment.ones + payment.twos == 0 => {
            no("track_first", Some("R17"), format!("a link needs at least one {k} track card"))
        }
        Move::LayWild if total + 1 > payment.most => overpaid(),
        Move::LayWild if total + payment.wilds_left < value => unfinished(),
        Move::DoneLaying if total < value => {
            no("too_low", Some("R16"), format!("the link is worth {total}: {name} needs {value}"))
        }
        _ => None,
    }
}

fn why_not_engine(game: &Railways, s: &State) -> Option<Error> {
    if game.options.family {
        return no("no_engines_in_family", Some("R44"), "engines are not played in the family game");
    }
    if s.hands[s.mover()].engines() == 0 {
        return no("card_not_in_hand", Some("R23"), "you do not hold engine");
    }
    if s.engines[s.mover()] >= game.options.engine_cap {
        let message = format!("your engine cannot grow beyond {}", game.options.engine_cap);
        return no("engine_cap", Some("R23"), message);
    }
    None
}

fn no_goods_in_family(game: &Railways) -> Option<Error> {
    if game.options.family {
        return no("no_goods_in_family", Some("R44"), "there are no goods in the family game");
    }
    None
}

fn why_not_ship(game: &Railways, s: &State, city: u8, good: u8) -> Option<Error> {
    let player = s.mover();
    let size = s.engines[player];
    let (name, g) = (game.place_name(city), GOOD_NAMES[usize::from(good)]);
    if let Some(error) = no_goods_in_family(game) {
        return Some(error);
    }
    if s.cubes_of(city, good) == 0 {
        return no("no_such_cube", Some("R25"), format!("there is no {g} cube on {name}"));
    }
    if size == 0 {
        return no("no_engine", Some("R25"), "you have not played an engine");
    }
    if own_neighbours(s, player, city) == 0 {
        return no("no_own_link", Some("R26"), format!("no link of yours touches {name}"));
    }
    if shippable(game, s, player, city) >> good & 1 == 0 {
        let message = format!("no city within {size} links of {name}, the first of them yours, takes a {g} cube");
        return no("no_destination", Some("R27"), message);
    }
    None
}

fn why_not_deliver(game: &Railways, s: &State, city: u8) -> Option<Error> {
    let Shipment { from, good } = s.shipment;
    let (start, end, g) = (game.place_name(from), game.place_name(city), GOOD_NAMES[usize::from(good)]);
    if s.network.built >> city & 1 == 0 {
        return no("not_on_table", Some("R28"), format!("{end} is not on the table"));
    }
    if city == from {
        return no("same_city", Some("R28"), format!("the cube lies on {end} already"));
    }
    let route = route(s, from, city);
    let (length, size) = (route.len(), s.engines[s.mover()]);
    if route[0].1 != s.turn {
        return no("first_link", Some("R26"), format!("the first link from {start} to {end} is not yours"));
    }
    if length > usize::from(size) {
        let message = format!("{end} is {length} links away: your engine covers {size}");
        return no("too_far", Some("R27"), message);
    }
    if game.accepts[usize::from(good)] >> city & 1 == 0 {
        return no("not_accepted", Some("R28"), format!("{end} does not take {g} cubes"));
    }
    let stop = route[..length - 1].iter().find(|(place, _)| game.stops[usize::from(good)] >> place & 1 == 1);
    stop.and_then(|(place, _)| {
        let message =
            format!("the cube must stop at {}, the first city on its way that takes it", game.place_name(*place));
        no("must_stop", Some("R29"), message)
    })
}

fn why_not_discard(game: &Railways, s: &State, kind: u8) -> Option<Error> {
    let rule = if s.phase == Phase::Trim { "R12" } else { "R33" };
    if s.hands[s.mover()].count(kind) == 0 {
        let message = format!("you do not hold {}", game.kinds[usize::from(kind)]);
        return no("card_not_in_hand", Some(rule), message);
    }
    if s.phase == Phase::Action && !discard_has_use(game, s) {
        return no("no_use", Some("R33"), "there is neither a card to draw nor a city to replenish");
    }
    None
}

fn why_not_replenish(game: &Railways, s: &State) -> Option<Error> {
    if let Some(error) = no_goods_in_family(game) {
        return Some(error);
    }
    if s.bag_is_empty() {
        return no("bag_empty", Some("R35"), "the bag is empty");
    }
    if s.network.empty_cities() == 0 {
        return no("no_empty_city", Some("R35"), "no city on the table is without cubes");
    }
    None
}

fn why_not_place(game: &Railways, s: &State, city: u8) -> Option<Error> {
    let name = game.place_name(city);
    if s.network.built >> city & 1 == 0 {
        return no("not_on_table", Some("R35"), format!("{name} is not on the table"));
    }
    if s.network.empty_cities() >> city & 1 == 0 {
        return no("has_cubes", Some("R35"), format!("{name} has cubes"));
    }
    None
}

fn engine_second(game: &Railways, s: &State, kind: u8) -> Option<Error> {
    if may_take(game, s, kind) {
        return None;
    }
    no("engine_second", Some("R10"), "a face-up engine cannot be the second card")
}

fn why_not_open(game: &Railways, s: &State, slot: u8) -> Option<Error> {
    let kind = s.open[usize::from(slot)];
    if kind == NONE {
        return no("slot_empty", Some("R11"), format!("there is no card in open slot {}", slot + 1));
    }
    if s.phase == Phase::Draw {
        return engine_second(game, s, kind);
    }
    if kind == ENGINE {
        return no("no_open_engine", Some("R34"), "an open engine cannot be drawn for a discard");
    }
    None
}

fn why_not_pile(game: &Railways, s: &State) -> Option<Error> {
    if s.phase == Phase::DiscardUse {
        let message = "the card for a discard does not come from the discard pile";
        return no("not_from_pile", Some("R34"), message);
    }
    let Some(top) = s.pile_top() else {
        return no("pile_empty", Some("R11"), "the discard pile is empty");
    };
    engine_second(game, s, top)
}

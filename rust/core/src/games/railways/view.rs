//! Who may know what (R5): the view's accessors, the observation, hidden steps, and the resampling of hidden cards.

use super::Railways;
use super::cards::{Cards, nth_city};
use super::data::{CARDS, CITIES, COLOURS, ENGINE, GOODS, KINDS, PLACES, PLAYERS, SLOTS, START};
use super::moves::{self, Delivery, Tour};
use super::network::Link;
use super::score;
use super::state::{Build, Phase, Shipment, State, Trigger};
use crate::View;
use crate::bits::places;
use crate::channels::{Channel, Encoder};
use crate::forms::NONE;
use crate::game::{Actor, Game};
use crate::rng::Rng;

/// What lies open (R5), and the viewer's own hand.
impl View<'_, Railways> {
    /// The phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The end trigger, if there was one.
    #[inline]
    pub fn trigger(&self) -> Option<Trigger> {
        self.state().trigger
    }

    /// Cards taken in this drawing step.
    #[inline]
    pub fn picks_done(&self) -> u8 {
        self.state().picks
    }

    /// The copies of a card kind in the viewer's hand.
    #[inline]
    pub fn hand_count(&self, kind: u8) -> u8 {
        self.hand().count(kind)
    }

    /// The cities in the viewer's hand, a bit each.
    #[inline]
    pub fn hand_cities(&self) -> u32 {
        self.hand().cities()
    }

    /// The track of a colour in the viewer's hand: cards worth 1, cards worth 2.
    #[inline]
    pub fn hand_track(&self, colour: u8) -> (u8, u8) {
        self.hand().track(colour)
    }

    /// The engines in the viewer's hand.
    #[inline]
    pub fn hand_engines(&self) -> u8 {
        self.hand().engines()
    }

    /// The cards in a player's hand.
    #[inline]
    pub fn hand_size(&self, player: usize) -> u8 {
        self.state().hands[player].size()
    }

    /// The kind in an open slot.
    #[inline]
    pub fn open(&self, slot: usize) -> Option<u8> {
        Some(self.state().open[slot]).filter(|kind| *kind != NONE)
    }

    /// The kind on top of the discard pile.
    #[inline]
    pub fn pile_top(&self) -> Option<u8> {
        self.state().pile_top()
    }

    /// The cards in the deck.
    #[inline]
    pub fn deck_size(&self) -> u8 {
        self.state().deck.size()
    }

    /// The cities on the table, a bit each.
    #[inline]
    pub fn built(&self) -> u32 {
        self.state().network.built
    }

    /// The link of a city on the table.
    #[inline]
    pub fn link(&self, city: u8) -> Link {
        self.state().network.link(city)
    }

    /// The cities whose link belongs to a player, a bit each.
    #[inline]
    pub fn owned(&self, player: usize) -> u32 {
        self.state().network.owned[player]
    }

    /// What each player's links that touch a city are worth (R40).
    #[inline]
    pub fn control(&self, city: u8) -> [u8; PLAYERS] {
        score::control(self.state(), city)
    }

    /// The places that a player's own links join a city to, a bit each.
    #[inline]
    pub fn own_neighbours(&self, player: usize, city: u8) -> u32 {
        self.state().network.own_neighbours(player, city)
    }

    /// The places that links join a place to, a bit each.
    #[inline]
    pub fn neighbours(&self, place: u8) -> u32 {
        self.state().network.neighbours(place)
    }

    /// The cubes of a good on a city.
    #[inline]
    pub fn cubes(&self, city: u8, good: u8) -> u8 {
        self.state().network.cubes_of(city, good)
    }

    /// The cities with cubes of a good, a bit each.
    #[inline]
    pub fn cities_with(&self, good: u8) -> u32 {
        self.state().network.stocked[usize::from(good)]
    }

    /// The cubes that a player delivered.
    #[inline]
    pub fn delivered(&self, player: usize) -> [u8; GOODS] {
        self.state().delivered[player]
    }

    /// The size of a player's engine.
    #[inline]
    pub fn engines(&self, player: usize) -> u8 {
        self.state().engines[player]
    }

    /// The trains that a player has for links.
    #[inline]
    pub fn trains(&self, player: usize) -> u8 {
        moves::trains(self.game(), self.state(), player)
    }

    /// A player's place on the score track.
    #[inline]
    pub fn points(&self, player: usize) -> u16 {
        self.state().points[player]
    }

    /// The link being built.
    #[inline]
    pub fn build(&self) -> Build {
        self.state().build
    }

    /// The cube under way.
    #[inline]
    pub fn shipment(&self) -> Shipment {
        self.state().shipment
    }

    /// Shows `with` every delivery that a player could make with an engine of a size.
    #[inline]
    pub fn each_delivery(&self, player: usize, size: u8, with: impl FnMut(Delivery)) {
        moves::each_delivery(self.game(), self.state(), player, size, with);
    }

    /// Shows `with` every delivery that a player could make from one city with an engine of a size, if the goods of a
    /// mask lay there.
    #[inline]
    pub fn each_delivery_from(&self, player: usize, size: u8, from: u8, goods: u8, with: impl FnMut(Delivery)) {
        Tour { game: self.game(), s: self.state(), player, size, with }.leave(from, goods);
    }

    /// The cubes of each good in the bag.
    #[inline]
    pub fn bag(&self) -> [u8; GOODS] {
        self.state().bag
    }

    /// The good that was drawn to replenish a city.
    #[inline]
    pub fn drawn_cube(&self) -> Option<u8> {
        Some(self.state().cube).filter(|good| *good != NONE)
    }

    /// The cities on the table without cubes, a bit each.
    #[inline]
    pub fn empty_cities(&self) -> u32 {
        self.state().network.empty_cities()
    }

    #[inline]
    fn hand(&self) -> Cards {
        self.viewer().map_or_else(Cards::default, |player| self.state().hands[player])
    }
}

/// What a viewer reads instead of a step's own text. `state` is before the step.
pub(super) fn hidden_step(s: &State, viewer: Option<usize>) -> Option<String> {
    let text = match s.phase {
        Phase::DealCity => "a value-2 city",
        Phase::DealCard | Phase::DrawCard => "a card",
        _ => return None,
    };
    (viewer != Some(s.mover())).then(|| text.to_owned())
}

/// What lies on the table as links: ones and twos of each colour, engines. Negative if cards were invented.
pub(super) fn laid(game: &Railways, s: &State) -> [i32; 11] {
    let mut laid: [i32; 11] = std::array::from_fn(|kind| {
        let held: i32 = s.hands.iter().map(|hand| i32::from(hand.count(kind as u8))).sum();
        i32::from(game.kind_totals[kind]) - i32::from(s.deck.count(kind as u8)) - held
    });
    for kind in s.open.iter().chain(s.pile()).filter(|kind| **kind <= ENGINE) {
        laid[usize::from(*kind)] -= 1;
    }
    laid[usize::from(ENGINE)] -= s.engines.iter().map(|size| i32::from(*size)).sum::<i32>();
    laid
}

// --- the observation ---------------------------------------------------------------------------------------------------

/// The channels for a number of players.
pub(super) fn channels(n: usize) -> Vec<Channel> {
    let one = |name, shape: &[usize], high, summary| Channel::new(name, shape, high, summary);
    vec![
        one("phase", &[Phase::ALL.len()], 1, "one-hot"),
        one("current_player", &[n], 1, "one-hot, zero at chance and at the end"),
        one("turn_player", &[n], 1, "one-hot"),
        one("first_player", &[n], 1, "one-hot"),
        one("round", &[1], 100, "the round, from 1"),
        one("end_trigger", &[4], 1, "one-hot: deck_empty, trains, bag_empty, max_rounds"),
        one("final_deliveries", &[1], 1, "flag"),
        one("picks_done", &[1], 2, "cards taken in this drawing step"),
        one("deck_size", &[1], 111, "cards in the deck"),
        one("open", &[SLOTS, KINDS], 1, "one-hot a slot"),
        one("discard_pile", &[CARDS], 36, "kind + 1, bottom first, then 0"),
        one("discard_top", &[KINDS], 1, "one-hot"),
        one("bag", &[GOODS], 15, "cubes in the bag"),
        one("laid", &[11], 21, "track kinds and engine on the table as links"),
        one("parent", &[CITIES, PLACES], 1, "one-hot a city on the table"),
        one("owner", &[CITIES, n], 1, "one-hot"),
        one("colour", &[CITIES, COLOURS], 1, "one-hot"),
        one("link_value", &[CITIES], 19, "what was laid"),
        one("cubes", &[CITIES, GOODS], 4, "cubes on the city"),
        one("hand_size", &[n], 15, "cards in hand"),
        one("known_track", &[n, 10], 7, "track known to be in the hand"),
        one("known_engines", &[n], 21, "engines known to be in the hand"),
        one("known_cities", &[n, CITIES], 1, "cities known to be in the hand"),
        one("v2_hidden", &[n], 1, "flag"),
        one("engines", &[n], 21, "engines played"),
        one("trains", &[n], 10, "trains left for links"),
        one("points", &[n], 200, "the score track, may exceed 1"),
        one("delivered", &[n, GOODS], 15, "delivered cubes"),
        one("build_city", &[CITIES], 1, "one-hot"),
        one("build_from", &[PLACES], 1, "one-hot"),
        one("build_colour", &[COLOURS], 1, "one-hot"),
        one("build_laid", &[3], 21, "ones, twos, wilds"),
        one("ship_from", &[CITIES], 1, "one-hot"),
        one("ship_good", &[GOODS], 1, "one-hot"),
        one("cube", &[GOODS], 1, "one-hot"),
        one("hand_track", &[10], 7, "private: the viewer's hand, zero for a spectator"),
        one("hand_engines", &[1], 21, "private"),
        one("hand_cities", &[CITIES], 1, "private"),
    ]
}

/// Fills the channels.
pub(super) fn observe(game: &Railways, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let seats = Seats { players: game.players(), viewer: viewer.unwrap_or(0) };
    observe_turn(game, s, seats, out);
    observe_supply(game, s, out);
    observe_network(s, seats, out);
    observe_players(game, s, seats, out);
    observe_choice(s, out);
    observe_hand(s, viewer, out);
}

/// Seats as the viewer counts them: the own seat is 0.
#[derive(Clone, Copy)]
struct Seats {
    players: usize,
    viewer: usize,
}

impl Seats {
    /// The relative number of a player.
    fn of(self, player: u8) -> usize {
        (usize::from(player) + self.players - self.viewer) % self.players
    }

    /// Each relative number with its player.
    fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.players).map(move |seat| (seat, (seat + self.viewer) % self.players))
    }
}

fn one_hot(out: &mut Encoder<'_>, name: &str, index: Option<usize>) {
    out.next(name);
    if let Some(index) = index {
        out.put(index, 1);
    }
}

fn some(number: u8) -> Option<usize> {
    (number != NONE).then_some(usize::from(number))
}

fn observe_turn(game: &Railways, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    let seat = |player: u8| (player != NONE).then(|| seats.of(player));
    one_hot(out, "phase", Some(s.phase as usize));
    let acting = if let Actor::Player(player) = game.actor(s) { player as u8 } else { NONE };
    one_hot(out, "current_player", seat(acting));
    one_hot(out, "turn_player", seat(s.turn));
    one_hot(out, "first_player", seat(s.first));
    out.next("round");
    out.put(0, s.round);
    one_hot(out, "end_trigger", s.trigger.map(|trigger| trigger as usize));
    out.next("final_deliveries");
    out.put(0, u8::from(s.final_deliveries));
    out.next("picks_done");
    out.put(0, s.picks);
}

fn observe_supply(game: &Railways, s: &State, out: &mut Encoder<'_>) {
    out.next("deck_size");
    out.put(0, s.deck.size());
    out.next("open");
    for (slot, kind) in s.open.iter().enumerate() {
        if let Some(kind) = some(*kind) {
            out.put(slot * KINDS + kind, 1);
        }
    }
    out.next("discard_pile");
    for (i, kind) in s.pile().iter().enumerate() {
        out.put(i, kind + 1);
    }
    one_hot(out, "discard_top", s.pile_top().map(usize::from));
    out.next("bag");
    (0..GOODS).for_each(|good| out.put(good, s.bag[good]));
    out.next("laid");
    for (kind, count) in laid(game, s).into_iter().enumerate() {
        out.put(kind, count);
    }
}

fn observe_network(s: &State, seats: Seats, out: &mut Encoder<'_>) {
    let built = || places(s.network.built.into()).map(|city| (usize::from(city), s.network.link(city)));
    out.next("parent");
    built().for_each(|(city, link)| out.put(city * PLACES + usize::from(link.parent), 1));
    out.next("owner");
    built().for_each(|(city, link)| out.put(city * seats.players + seats.of(link.owner), 1));
    out.next("colour");
    built().for_each(|(city, link)| out.put(city * COLOURS + usize::from(link.colour), 1));
    out.next("link_value");
    built().for_each(|(city, link)| out.put(city, link.value));
    out.next("cubes");
    for (city, _) in built() {
        (0..GOODS).for_each(|good| out.put(city * GOODS + good, s.network.cubes_of(city as u8, good as u8)));
    }
}

fn observe_players(game: &Railways, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    out.next("hand_size");
    seats.each().for_each(|(seat, player)| out.put(seat, s.hands[player].size()));
    out.next("known_track");
    seats.each().for_each(|(seat, player)| put_track(out, seat * 10, &s.known[player]));
    out.next("known_engines");
    seats.each().for_each(|(seat, player)| out.put(seat, s.known[player].engines()));
    out.next("known_cities");
    seats.each().for_each(|(seat, player)| put_cities(out, seat * CITIES, &s.known[player]));
    out.next("v2_hidden");
    seats.each().for_each(|(seat, player)| out.put(seat, s.v2_hidden >> player & 1));
    out.next("engines");
    seats.each().for_each(|(seat, player)| out.put(seat, s.engines[player]));
    out.next("trains");
    seats.each().for_each(|(seat, player)| out.put(seat, moves::trains(game, s, player)));
    out.next("points");
    seats.each().for_each(|(seat, player)| out.put(seat, s.points[player]));
    out.next("delivered");
    for (seat, player) in seats.each() {
        (0..GOODS).for_each(|good| out.put(seat * GOODS + good, s.delivered[player][good]));
    }
}

fn put_track(out: &mut Encoder<'_>, first: usize, cards: &Cards) {
    (0..usize::from(ENGINE)).for_each(|kind| out.put(first + kind, cards.count(kind as u8)));
}

fn put_cities(out: &mut Encoder<'_>, first: usize, cards: &Cards) {
    places(cards.cities().into()).for_each(|city| out.put(first + usize::from(city), 1));
}

fn observe_choice(s: &State, out: &mut Encoder<'_>) {
    one_hot(out, "build_city", some(s.build.city));
    one_hot(out, "build_from", some(s.build.from));
    one_hot(out, "build_colour", some(s.build.colour));
    out.next("build_laid");
    out.put(0, s.build.ones);
    out.put(1, s.build.twos);
    out.put(2, s.build.wilds);
    one_hot(out, "ship_from", some(s.shipment.from));
    one_hot(out, "ship_good", some(s.shipment.good));
    one_hot(out, "cube", some(s.cube));
}

fn observe_hand(s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let hand = viewer.map_or_else(Cards::default, |player| s.hands[player]);
    out.next("hand_track");
    put_track(out, 0, &hand);
    out.next("hand_engines");
    out.put(0, hand.engines());
    out.next("hand_cities");
    put_cities(out, 0, &hand);
}

// --- resampling --------------------------------------------------------------------------------------------------------

/// Deals with which an announced link must fit, before its cards are dealt on purpose.
const DEALS: usize = 100;

/// What a viewer cannot tell apart: the pool of unseen cards, and what each other player certainly holds.
struct Unseen {
    pool: Cards,
    kept: [Cards; PLAYERS],
    /// Who certainly holds an unseen value-2 city, a bit a player.
    needs_v2: u8,
}

/// A position drawn among those that `viewer` cannot tell from `s`.
pub(super) fn resample(game: &Railways, s: &State, viewer: usize, rng: &mut Rng) -> State {
    let mut unseen = Unseen::of(game, s, viewer);
    let announced = matches!(s.phase, Phase::Connect | Phase::Pay) && s.mover() != viewer;
    for _ in 0..DEALS {
        let dealt = unseen.deal(game, s, viewer, rng);
        if !announced || moves::link_is_possible(game, s, &dealt.hands[s.mover()]) {
            return dealt;
        }
    }
    unseen.top_up(game, s);
    unseen.deal(game, s, viewer, rng)
}

impl Unseen {
    fn of(game: &Railways, s: &State, viewer: usize) -> Self {
        let mut pool = s.deck;
        let mut kept = [Cards::default(); PLAYERS];
        for p in (0..game.players()).filter(|p| *p != viewer) {
            let certain = certain_cards(s, p);
            for kind in 0..KINDS as u8 {
                (0..s.hands[p].count(kind) - certain.count(kind)).for_each(|_| pool.add(kind));
            }
            kept[p] = certain;
        }
        let mut needs_v2 = s.v2_hidden & !(1 << viewer);
        if matches!(s.phase, Phase::Connect | Phase::Pay) {
            let kind = ENGINE + 1 + s.build.city;
            if game.is_small_city(kind) && s.known[s.mover()].count(kind) == 0 {
                needs_v2 &= !(1 << s.turn);
            }
        }
        Self { pool, kept, needs_v2 }
    }

    /// Deals the pool: the hidden value-2 cities, then hand by hand; the rest is the deck.
    fn deal(&self, game: &Railways, s: &State, viewer: usize, rng: &mut Rng) -> State {
        let mut dealt = *s;
        let mut pool = self.pool;
        let others = || (0..game.players()).filter(|p| *p != viewer);
        for p in others() {
            dealt.hands[p] = self.kept[p];
            if self.needs_v2 >> p & 1 == 1 {
                let cities = pool.cities() & game.small_cities;
                let index = rng.below(u64::from(cities.count_ones())) as u8;
                let kind = ENGINE + 1 + nth_city(cities, index);
                pool.remove(kind);
                dealt.hands[p].add(kind);
            }
        }
        for p in others() {
            for _ in dealt.hands[p].size()..s.hands[p].size() {
                let kind = pool.nth(rng.below(u64::from(pool.size())) as u8);
                pool.remove(kind);
                dealt.hands[p].add(kind);
            }
        }
        dealt.deck = pool;
        dealt
    }

    /// Makes sure of an announced link that a hundred deals did not allow.
    fn top_up(&mut self, game: &Railways, s: &State) {
        let player = s.mover();
        let room = s.hands[player].size() - (self.needs_v2 >> player & 1);
        let colours = if s.phase == Phase::Pay { 1 << s.build.colour } else { game.colours(s.build.city) };
        for colour in places(colours.into()) {
            let (mut kept, mut pool) = (self.kept[player], self.pool);
            while !moves::link_is_possible(game, s, &kept) {
                let wanted = wanted_cards(s, colour).find(|kind| pool.count(*kind) > 0);
                let Some(kind) = wanted.filter(|_| kept.size() < room) else { break };
                pool.remove(kind);
                kept.add(kind);
            }
            if moves::link_is_possible(game, s, &kept) {
                (self.kept[player], self.pool) = (kept, pool);
                return;
            }
        }
        self.keep_real_hand(s, player);
    }

    fn keep_real_hand(&mut self, s: &State, player: usize) {
        for kind in 0..KINDS as u8 {
            for _ in self.kept[player].count(kind)..s.hands[player].count(kind) {
                self.pool.remove(kind);
            }
        }
        self.kept[player] = s.hands[player];
        self.needs_v2 &= !(1 << player);
    }
}

/// What a player certainly holds: the known cards, and what an announced link shows.
fn certain_cards(s: &State, player: usize) -> Cards {
    let mut certain = s.known[player];
    if !matches!(s.phase, Phase::Connect | Phase::Pay) || player != s.mover() {
        return certain;
    }
    let build = s.build;
    let mut shown = [(ENGINE + 1 + build.city, 1), (ENGINE, build.wilds), (0, 0), (0, 0)];
    if s.phase == Phase::Pay {
        shown[2] = (2 * build.colour, build.ones);
        shown[3] = (2 * build.colour + 1, build.twos);
    }
    for (kind, count) in shown {
        (certain.count(kind)..count).for_each(|_| certain.add(kind));
    }
    certain
}

/// The kinds that may still go into the announced link, the most valuable first.
fn wanted_cards(s: &State, colour: u8) -> impl Iterator<Item = u8> {
    let build = s.build;
    let two = (build.ones + build.wilds == 0).then_some(2 * colour + 1);
    let one = (build.wilds == 0).then_some(2 * colour);
    two.into_iter().chain(one).chain([ENGINE])
}

const _: () = assert!(Trigger::ALL.len() == 4 && START as usize == CITIES, "as the channels are declared");

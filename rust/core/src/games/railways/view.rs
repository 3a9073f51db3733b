//! Who may know what (R5): the accessors of the view, hidden steps, what lies laid, and the resampling of hidden cards.

use super::Railways;
use super::cards::{Cards, nth_city};
use super::data::{ENGINE, FIRST_CITY, MOST_GOODS, PLAYERS};
use super::moves::{self, Delivery, Tour};
use super::network::Link;
use super::score;
use super::state::{Build, Phase, Shipment, State, Trigger};
use crate::View;
use crate::bits::places;
use crate::fields::NONE;
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
    pub fn hand_cities(&self) -> u64 {
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

    /// How many open slots there are.
    #[inline]
    pub fn slots(&self) -> usize {
        self.game().open(self.state()).len()
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
    pub fn built(&self) -> u64 {
        self.state().network.built
    }

    /// The link of a city on the table.
    #[inline]
    pub fn link(&self, city: u8) -> Link {
        self.state().network.link(city)
    }

    /// The cities whose link belongs to a player, a bit each.
    #[inline]
    pub fn owned(&self, player: usize) -> u64 {
        self.state().network.owned[player]
    }

    /// What each player's links that touch a city are worth (R40).
    #[inline]
    pub fn control(&self, city: u8) -> [u16; PLAYERS] {
        score::control(self.state(), city)
    }

    /// The places that a player's own links join a city to, a bit each.
    #[inline]
    pub fn own_neighbours(&self, player: usize, city: u8) -> u64 {
        self.state().network.own_neighbours(player, city)
    }

    /// The places that links join a place to, a bit each.
    #[inline]
    pub fn neighbours(&self, place: u8) -> u64 {
        self.state().network.neighbours(place)
    }

    /// The cubes of a good on a city.
    #[inline]
    pub fn cubes(&self, city: u8, good: u8) -> u8 {
        self.state().network.cubes_of(city, good)
    }

    /// The cities with cubes of a good, a bit each.
    #[inline]
    pub fn cities_with(&self, good: u8) -> u64 {
        self.state().network.stocked[usize::from(good)]
    }

    /// The cubes that a player delivered.
    #[inline]
    pub fn delivered(&self, player: usize) -> [u8; MOST_GOODS] {
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
        let (game, s) = (self.game(), self.state());
        Tour { game, s, player, reach: game.reach(size), with }.leave(from, goods);
    }

    /// The cubes of each good in the bag.
    #[inline]
    pub fn bag(&self) -> [u8; MOST_GOODS] {
        self.state().bag
    }

    /// The good that was drawn to replenish a city.
    #[inline]
    pub fn drawn_cube(&self) -> Option<u8> {
        Some(self.state().cube).filter(|good| *good != NONE)
    }

    /// The cities on the table without cubes, a bit each.
    #[inline]
    pub fn empty_cities(&self) -> u64 {
        self.state().network.empty_cities()
    }

    #[inline]
    fn hand(&self) -> Cards {
        self.viewer().map_or_else(Cards::default, |player| self.state().hands[player])
    }
}

/// What a viewer reads instead of a step's own text. `state` is before the step.
pub(super) fn hidden_step(game: &Railways, s: &State, viewer: Option<usize>) -> Option<String> {
    let text = match s.phase {
        Phase::DealCity => format!("a value-{} city", game.data.hand.city_value),
        Phase::DealCard | Phase::DrawCard => "a card".to_owned(),
        _ => return None,
    };
    (viewer != Some(s.mover())).then_some(text)
}

/// The kinds that links are laid with.
pub(super) const LAID: usize = ENGINE as usize + 1;

/// What lies on the table as links: ones and twos of each colour, engines. Negative if cards were invented.
pub(super) fn laid(game: &Railways, s: &State) -> [i32; LAID] {
    let mut laid: [i32; LAID] = std::array::from_fn(|kind| {
        let held: i32 = s.hands.iter().map(|hand| i32::from(hand.count(kind as u8))).sum();
        i32::from(game.kind_totals[kind]) - i32::from(s.deck.count(kind as u8)) - held
    });
    for kind in game.open(s).iter().chain(s.pile()).filter(|kind| **kind <= ENGINE) {
        laid[usize::from(*kind)] -= 1;
    }
    laid[usize::from(ENGINE)] -= s.engines.iter().map(|size| i32::from(*size)).sum::<i32>();
    laid
}

// --- resampling --------------------------------------------------------------------------------------------------------

/// Deals with which an announced link must fit, before its cards are dealt on purpose.
const DEALS: usize = 100;

/// What a viewer cannot tell apart: the pool of unseen cards, and what each other player certainly holds.
struct Unseen {
    pool: Cards,
    kept: [Cards; PLAYERS],
    /// How many unseen cities of the value dealt at the start each certainly holds, beside the announced one (R49).
    needs_cities: [u8; PLAYERS],
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
            for kind in game.ids.each_kind() {
                (0..s.hands[p].count(kind) - certain.count(kind)).for_each(|_| pool.add(kind));
            }
            kept[p] = certain;
        }
        let mut needs_cities = s.v2_hidden;
        needs_cities[viewer] = 0;
        if matches!(s.phase, Phase::Connect | Phase::Pay) {
            let kind = FIRST_CITY + s.build.city;
            if game.is_dealt_city(kind) && s.known[s.mover()].count(kind) == 0 {
                let needs = &mut needs_cities[s.mover()];
                *needs = needs.saturating_sub(1);
            }
        }
        Self { pool, kept, needs_cities }
    }

    /// Deals the pool: the hidden cities of the value dealt at the start, then hand by hand; the rest is the deck.
    fn deal(&self, game: &Railways, s: &State, viewer: usize, rng: &mut Rng) -> State {
        let mut dealt = *s;
        let mut pool = self.pool;
        let others = || (0..game.players()).filter(|p| *p != viewer);
        for p in others() {
            dealt.hands[p] = self.kept[p];
            for _ in 0..self.needs_cities[p] {
                let cities = pool.cities() & game.dealt_cities;
                let index = rng.below(u64::from(cities.count_ones())) as u8;
                let kind = FIRST_CITY + nth_city(cities, index);
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
        let room = s.hands[player].size() - self.needs_cities[player];
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
        self.keep_real_hand(game, s, player);
    }

    fn keep_real_hand(&mut self, game: &Railways, s: &State, player: usize) {
        for kind in game.ids.each_kind() {
            for _ in self.kept[player].count(kind)..s.hands[player].count(kind) {
                self.pool.remove(kind);
            }
        }
        self.kept[player] = s.hands[player];
        self.needs_cities[player] = 0;
    }
}

/// What a player certainly holds: the known cards, and what an announced link shows.
fn certain_cards(s: &State, player: usize) -> Cards {
    let mut certain = s.known[player];
    if !matches!(s.phase, Phase::Connect | Phase::Pay) || player != s.mover() {
        return certain;
    }
    let build = s.build;
    let mut shown = [(FIRST_CITY + build.city, 1), (ENGINE, build.wilds), (0, 0), (0, 0)];
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

//! Who may know what (R40): the view's accessors, the observation, hidden steps, and the resampling of hidden things.

use super::Workshop;
use super::action::Ids;
use super::data::{COLOURS, TYPES};
use super::moves;
use super::state::{Auction, Era, Fist, NONE, Phase, State, Turn};
use super::variant::{Highest, Plan};
use crate::View;
use crate::bits::places;
use crate::channels::{Channel, Encoder};
use crate::game::{Action, Actor, Game, MAX_PLAYERS};
use crate::rng::Rng;

/// What a viewer reads instead of a step's own text. `state` is before the step.
pub(super) fn hidden_step(game: &Workshop, s: &State, viewer: Option<usize>) -> Option<String> {
    let (actor, text) = match s.phase {
        Phase::DrawDemand => (usize::from(s.step / game.plan.draw), "a counter"),
        Phase::FistColour => (s.mover(), "a colour"),
        // The last amount opens the fists.
        Phase::FistAmount if s.mover() + 1 < game.players() => (s.mover(), "a bid"),
        _ => return None,
    };
    (viewer != Some(actor)).then(|| text.to_owned())
}

/// Whether all hidden bids have been made.
pub(super) fn fists_are_open(game: &Workshop, s: &State) -> bool {
    s.fists[..game.players()].iter().all(|fist| fist.is_closed())
}

/// The counters that a viewer cannot tell apart: the pool and all hands but his own.
pub(super) fn unseen_counters(game: &Workshop, s: &State, viewer: Option<usize>) -> [u8; TYPES] {
    let mut unseen = s.pool;
    for player in (0..game.players()).filter(|player| Some(*player) != viewer) {
        (0..TYPES).for_each(|kind| unseen[kind] += s.hands[player][kind]);
    }
    unseen
}

// --- what a bot may ask --------------------------------------------------------------------------------------------------

impl View<'_, Workshop> {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The era.
    pub fn era(&self) -> Era {
        self.state().era
    }

    /// A player's cash.
    pub fn cash(&self, player: usize) -> u16 {
        self.state().cash[player]
    }

    /// A player's revenue.
    pub fn revenue(&self, player: usize) -> u16 {
        self.state().revenue[player]
    }

    /// What a player can pay (R24).
    pub fn payable(&self, player: usize) -> u16 {
        self.state().payable(player)
    }

    /// The counters of a type on the Demand chart.
    pub fn demand(&self, kind: usize) -> u8 {
        self.state().demand[kind]
    }

    /// The viewer's counters of a type; none for a spectator.
    pub fn counters(&self, kind: usize) -> u8 {
        self.viewer().map_or(0, |player| self.state().hands[player][kind])
    }

    /// The Industries of a colour in towns of a type.
    pub fn works(&self, colour: u8, kind: usize) -> u8 {
        self.state().derived.works[usize::from(colour)][kind]
    }

    /// The Industries of a colour in a town.
    pub fn industries(&self, town: u8, colour: u8) -> u8 {
        self.state().industries[usize::from(town)].count(colour)
    }

    /// Whether a town is full (R23).
    pub fn is_full(&self, town: u8) -> bool {
        self.state().is_full(self.game(), town)
    }

    /// The connections that hold Links of a colour, a bit each.
    pub fn links(&self, colour: u8) -> u64 {
        self.state().links[usize::from(colour)]
    }

    /// The connections that touch the largest network of a colour, a bit each; all of them if it has no Links (R35).
    pub fn joining_links(&self, colour: u8) -> u64 {
        let links = self.links(colour);
        let board = &self.game().board;
        if links == 0 { u64::MAX } else { board.touching_any(board.largest_network(links).0) }
    }

    /// The connections that hold Links, a bit each.
    pub fn occupied(&self) -> u64 {
        self.state().derived.occupied
    }

    /// The card kinds that lie face up, ascending.
    pub fn face_up(&self) -> impl Iterator<Item = u8> + '_ {
        self.game().deck.kinds(self.state().face_up)
    }

    /// How many cards of a kind lie face up.
    pub fn face_up_count(&self, kind: u8) -> u8 {
        self.game().deck.count(self.state().face_up, kind)
    }

    /// The auctioned card and the standing bid.
    pub fn auction(&self) -> Option<(u8, u16)> {
        let Auction { card, standing, .. } = self.state().auction;
        (card != NONE).then_some((card, standing))
    }

    /// Whether a colour has a box in the next round's order.
    pub fn has_box(&self, colour: u8) -> bool {
        self.state().derived.boxed >> colour & 1 == 1
    }

    /// The colour whose turn it is.
    pub fn turn_colour(&self) -> Option<u8> {
        some(self.state().turn.colour).map(|colour| colour as u8)
    }

    /// The colour that takes a card in the phase pick.
    pub fn picking_colour(&self) -> Option<u8> {
        let s = self.state();
        (s.phase == Phase::Pick).then(|| s.next_order[usize::from(s.taken(self.game()))])
    }

    /// The card, town and first connection of the turn.
    pub fn turn(&self) -> (Option<u8>, Option<u8>, Option<u8>) {
        let Turn { card, town, link, .. } = self.state().turn;
        let part = |part| (part != NONE).then_some(part);
        (part(card), part(town), part(link))
    }

    /// The colour that the viewer has chosen for his hidden bid.
    pub fn own_fist(&self) -> Option<u8> {
        let fist = self.state().fists[self.viewer()?];
        (fist.colour != NONE).then_some(fist.colour)
    }
}

// --- the observation -----------------------------------------------------------------------------------------------------

/// What the channels' sizes depend on.
pub(super) struct Sizes<'a> {
    pub(super) plan: &'a Plan,
    pub(super) ids: &'a Ids,
    pub(super) highest: Highest,
    pub(super) towns: usize,
    pub(super) connections: usize,
    /// The most counters of a type.
    pub(super) counters: u8,
    /// The most cards of a kind.
    pub(super) copies: u8,
}

/// The channels, in order.
pub(super) fn channels(sizes: &Sizes<'_>) -> Vec<Channel> {
    let one = |name, shape: &[usize], high: i32, summary| Channel::new(name, shape, high, summary);
    let (n, k) = (sizes.plan.players, sizes.plan.colours);
    let (towns, links, kinds) = (sizes.towns, sizes.connections, sizes.towns + super::data::WILDS);
    let (counters, copies) = (i32::from(sizes.counters), i32::from(sizes.copies));
    let bid = i32::from(sizes.ids.highest_bid());
    vec![
        one("phase", &[Phase::ALL.len()], 1, "one-hot"),
        one("current_player", &[n], 1, "one-hot, zero at chance and at the end"),
        one("era", &[2], 1, "one-hot: canal, rail"),
        one("round", &[1], i32::from(sizes.plan.rounds), "the round, from 1"),
        one("step", &[1], i32::from(sizes.plan.drawn()), "counters drawn or boxes served in a Demand phase"),
        one("demand_first", &[n], 1, "one-hot: who won the toss for Demand 1"),
        one("cash", &[n], i32::from(sizes.highest.cash), "cash"),
        one("revenue", &[n], i32::from(sizes.highest.revenue), "revenue"),
        one("order", &[k, k], 1, "box, colour"),
        one("next_order", &[k, k], 1, "box, colour"),
        one("industries", &[towns, k], 4, "Industries in the town"),
        one("links", &[links, k], 1, "owner of the connection"),
        one("demand", &[TYPES], counters, "the Demand chart"),
        one("hand_sizes", &[n], 2 * i32::from(sizes.plan.draw), "Demand counters in hand"),
        one("hand", &[TYPES], counters, "private: the viewer's counters, zero for a spectator"),
        one("unseen_counters", &[TYPES], counters, "the pool and the others' hands together"),
        one("unseen_setup", &[kinds], 1, "set-up cards not yet seen"),
        one("unseen", &[kinds], copies, "other cards not yet seen"),
        one("deck", &[1], i32::from(sizes.plan.deck()), "cards to be turned up this era"),
        one("set_aside", &[1], i32::from(sizes.plan.aside), "cards set aside"),
        one("face_up", &[kinds], copies, "cards that lie open"),
        one("used", &[kinds], copies, "cards used or discarded this era"),
        one("auction_card", &[kinds], 1, "one-hot"),
        one("auction_nominator", &[n], 1, "one-hot"),
        one("auction_standing", &[1], bid, "the standing bid"),
        one("auction_leader", &[n], 1, "one-hot"),
        one("auction_speaker", &[n], 1, "one-hot"),
        one("fist_begun", &[n], 1, "flag"),
        one("fist_closed", &[n], 1, "flag"),
        one("fist_colour", &[n, k], 1, "one-hot where the viewer knows it"),
        one("fist_amount", &[n], bid, "where the viewer knows it"),
        one("turn_colour", &[k], 1, "one-hot"),
        one("turn_card", &[kinds], 1, "one-hot"),
        one("turn_town", &[towns], 1, "one-hot"),
        one("turn_link", &[links], 1, "one-hot"),
    ]
}

/// Fills the channels.
pub(super) fn observe(game: &Workshop, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let seats = Seats { players: game.players(), colours: game.colours(), first: viewer.unwrap_or(0) };
    observe_progress(game, s, seats, out);
    observe_map(game, s, seats, out);
    observe_demand(game, s, seats, viewer, out);
    observe_cards(game, s, out);
    observe_auction(s, seats, out);
    observe_fists(game, s, seats, viewer, out);
    observe_turn(s, seats, out);
}

/// Players and colours as the viewer counts them: his own come first (with two players at places 0 and 2).
#[derive(Clone, Copy)]
struct Seats {
    players: usize,
    colours: usize,
    first: usize,
}

impl Seats {
    /// The relative number of a player, None for nobody.
    fn seat(self, player: u8) -> Option<usize> {
        some(player).map(|player| (player + self.players - self.first) % self.players)
    }

    /// The relative number of a colour, None for no colour.
    fn colour(self, colour: u8) -> Option<usize> {
        some(colour).map(|colour| (colour + self.colours - self.first) % self.colours)
    }

    /// Each relative seat with its player.
    fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.players).map(move |seat| (seat, (seat + self.first) % self.players))
    }
}

fn some(number: u8) -> Option<usize> {
    (number != NONE).then_some(usize::from(number))
}

fn one_hot(out: &mut Encoder<'_>, name: &str, index: Option<usize>) {
    out.next(name);
    if let Some(index) = index {
        out.put(index, 1);
    }
}

fn number(out: &mut Encoder<'_>, name: &str, raw: impl Into<i32>) {
    out.next(name);
    out.put(0, raw);
}

fn observe_progress(game: &Workshop, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    one_hot(out, "phase", Some(s.phase as usize));
    let acting = if let Actor::Player(player) = game.actor(s) { player as u8 } else { NONE };
    one_hot(out, "current_player", seats.seat(acting));
    one_hot(out, "era", Some(s.era as usize));
    number(out, "round", s.round);
    number(out, "step", s.step);
    one_hot(out, "demand_first", seats.seat(s.demand_first));
    out.next("cash");
    seats.each().for_each(|(seat, player)| out.put(seat, s.cash[player]));
    out.next("revenue");
    seats.each().for_each(|(seat, player)| out.put(seat, s.revenue[player]));
    for (name, boxes) in [("order", &s.order), ("next_order", &s.next_order)] {
        out.next(name);
        for (place, colour) in boxes.iter().enumerate() {
            if let Some(colour) = seats.colour(*colour) {
                out.put(place * seats.colours + colour, 1);
            }
        }
    }
}

fn observe_map(game: &Workshop, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    let colours = || (0..seats.colours as u8).filter_map(|colour| Some((colour, seats.colour(colour)?)));
    out.next("industries");
    for town in 0..game.towns() {
        colours().for_each(|(colour, seat)| out.put(town * seats.colours + seat, s.industries[town].count(colour)));
    }
    out.next("links");
    for (colour, seat) in colours() {
        places(s.links[usize::from(colour)]).for_each(|link| out.put(usize::from(link) * seats.colours + seat, 1));
    }
}

fn observe_demand(game: &Workshop, s: &State, seats: Seats, viewer: Option<usize>, out: &mut Encoder<'_>) {
    out.next("demand");
    (0..TYPES).for_each(|kind| out.put(kind, s.demand[kind]));
    out.next("hand_sizes");
    seats.each().for_each(|(seat, player)| out.put(seat, s.hands[player].iter().sum::<u8>()));
    out.next("hand");
    if let Some(player) = viewer {
        (0..TYPES).for_each(|kind| out.put(kind, s.hands[player][kind]));
    }
    out.next("unseen_counters");
    let unseen = unseen_counters(game, s, viewer);
    (0..TYPES).for_each(|kind| out.put(kind, unseen[kind]));
}

fn observe_cards(game: &Workshop, s: &State, out: &mut Encoder<'_>) {
    let kinds = || 0..game.kinds() as u8;
    out.next("unseen_setup");
    kinds().for_each(|kind| out.put(usize::from(kind), s.setup_count(kind)));
    out.next("unseen");
    kinds().for_each(|kind| out.put(usize::from(kind), game.deck.count(s.unseen, kind)));
    number(out, "deck", s.deck);
    number(out, "set_aside", s.set_aside);
    out.next("face_up");
    kinds().for_each(|kind| out.put(usize::from(kind), game.deck.count(s.face_up, kind)));
    out.next("used");
    kinds().for_each(|kind| out.put(usize::from(kind), s.used(game, kind)));
}

fn observe_auction(s: &State, seats: Seats, out: &mut Encoder<'_>) {
    let Auction { card, nominator, standing, leader, speaker } = s.auction;
    one_hot(out, "auction_card", some(card));
    one_hot(out, "auction_nominator", seats.seat(nominator));
    number(out, "auction_standing", standing);
    one_hot(out, "auction_leader", seats.seat(leader));
    one_hot(out, "auction_speaker", seats.seat(speaker));
}

fn observe_fists(game: &Workshop, s: &State, seats: Seats, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let open = fists_are_open(game, s);
    let known = || seats.each().filter(|(_, player)| open || viewer == Some(*player));
    out.next("fist_begun");
    seats.each().for_each(|(seat, player)| out.put(seat, u8::from(s.fists[player] != Fist::NONE)));
    out.next("fist_closed");
    seats.each().for_each(|(seat, player)| out.put(seat, u8::from(s.fists[player].is_closed())));
    out.next("fist_colour");
    for (seat, player) in known() {
        if let Some(colour) = seats.colour(s.fists[player].colour) {
            out.put(seat * seats.colours + colour, 1);
        }
    }
    out.next("fist_amount");
    known()
        .filter(|(_, player)| s.fists[*player].is_closed())
        .for_each(|(seat, player)| out.put(seat, s.fists[player].amount));
}

fn observe_turn(s: &State, seats: Seats, out: &mut Encoder<'_>) {
    let Turn { colour, card, town, link } = s.turn;
    one_hot(out, "turn_colour", seats.colour(colour));
    one_hot(out, "turn_card", some(card));
    one_hot(out, "turn_town", some(town));
    one_hot(out, "turn_link", some(link));
}

// --- resampling ----------------------------------------------------------------------------------------------------------

/// A position drawn among those that `viewer` cannot tell from `s`.
pub(super) fn resample(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng) -> State {
    let mut drawn = s.clone();
    resample_counters(game, s, viewer, rng, &mut drawn);
    if !fists_are_open(game, s) {
        resample_fists(game, s, viewer, rng, &mut drawn);
    }
    drawn
}

/// The others' counters are drawn from the pool and their hands together.
fn resample_counters(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng, drawn: &mut State) {
    let mut rest = unseen_counters(game, s, Some(viewer));
    for player in (0..game.players()).filter(|player| *player != viewer) {
        let size: u8 = s.hands[player].iter().sum();
        drawn.hands[player] = [0; TYPES];
        for _ in 0..size {
            let kind = rng.weighted(rest.iter().map(|count| u32::from(*count)));
            rest[kind] -= 1;
            drawn.hands[player][kind] += 1;
        }
    }
    drawn.pool = rest;
}

/// The others' hidden bids are drawn among the legal ones.
fn resample_fists(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng, drawn: &mut State) {
    let begun = |player: &usize| *player != viewer && s.fists[*player] != Fist::NONE;
    for player in (0..game.players()).filter(begun) {
        let fist = &mut drawn.fists[player];
        if game.plan.two() && s.derived.boxes == 0 {
            fist.colour = player as u8 + 2 * rng.below(2) as u8;
        }
        if fist.is_closed() {
            let (low, high) = moves::hidden_bids(game, s, player).into_inner();
            fist.amount = low + rng.below(u64::from(high - low) + 1) as u16;
        }
    }
}

const _: () = assert!(COLOURS <= MAX_PLAYERS && size_of::<Action>() == 2, "a fist a player, bids as ids");

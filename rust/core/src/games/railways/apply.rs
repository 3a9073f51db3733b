//! Consequences: a function an action kind and an outcome kind, in the order of play.

use super::Railways;
use super::data::{ENGINE, FIRST_CITY};
use super::flow;
use super::moves;
use super::network::Link;
use super::state::{Build, Phase, Shipment, State, Trigger};
use super::table::Move;
use crate::fields::NONE;
use crate::game::Action;

/// The consequences of a legal action.
#[inline]
pub(super) fn decision(game: &Railways, s: &mut State, action: Action) {
    match game.move_of(action) {
        Move::Pass => flow::go_on_drawing(game, s),
        Move::Build(city) => announce(s, city),
        Move::From(place, colour) => connect(s, place, colour),
        Move::LayOne => s.build.ones += 1,
        Move::LayTwo => s.build.twos += 1,
        Move::LayWild => s.build.wilds += 1,
        Move::DoneLaying => complete_link(game, s),
        Move::PlayEngine => play_engine(game, s),
        Move::Ship(city, good) => ship(s, city, good),
        Move::DeliverTo(city) => deliver(game, s, city),
        Move::Skip => after_delivery(game, s),
        Move::Discard(kind) => discard(game, s, kind),
        Move::Replenish => s.phase = Phase::ReplenishCube,
        Move::PlaceCube(city) => place_cube(game, s, city),
        Move::DrawDeck => draw_blind(game, s),
        Move::DrawOpen(slot) => draw_open(game, s, usize::from(slot)),
        Move::DrawPile => draw_pile(game, s),
        Move::StopDrawing => flow::end_drawing(game, s),
    }
}

/// The consequences of a chance outcome that can happen.
#[inline]
pub(super) fn outcome(game: &Railways, s: &mut State, outcome: u32) {
    let card = |outcome: u32| game.ids.kind(outcome as u8);
    match s.phase {
        Phase::DealCity => deal_city(game, s, card(outcome)),
        Phase::DealCard => deal_card(game, s, card(outcome)),
        Phase::DealOpen => deal_open(game, s, card(outcome)),
        Phase::FirstPlayer => begin(game, s, (outcome - game.ids.first_player) as u8),
        Phase::PlaceGoods => place_goods(game, s, (outcome - game.ids.cube) as u8),
        Phase::ReplenishCube => {
            s.cube = (outcome - game.ids.cube) as u8;
            take_from_bag(s, s.cube);
            s.phase = Phase::Replenish;
        }
        Phase::DrawCard => {
            let kind = card(outcome);
            take_from_deck(s, kind);
            s.hands[s.mover()].add(kind);
            flow::go_on_drawing(game, s);
        }
        Phase::Refill => {
            refill(s, card(outcome));
            flow::go_on_drawing(game, s);
        }
        _ => debug_assert!(false, "chance does not act in the phase {}", s.phase.name()),
    }
}

// --- set-up (R2 to R4) -------------------------------------------------------------------------------------------------

fn deal_city(game: &Railways, s: &mut State, kind: u8) {
    let player = s.mover();
    take_from_deck(s, kind);
    s.hands[player].add(kind);
    s.v2_hidden[player] += 1;
    if s.v2_hidden[player] < game.data.hand.cities {
        return;
    }
    s.turn += 1;
    if usize::from(s.turn) == game.players() {
        flow::begin_deal(game, s, Phase::DealCard);
    }
}

fn deal_card(game: &Railways, s: &mut State, kind: u8) {
    let player = s.mover();
    take_from_deck(s, kind);
    s.hands[player].add(kind);
    let hand = &game.data.hand;
    if s.hands[player].size() < game.dealt_engines + hand.cities + hand.cards {
        return;
    }
    s.turn += 1;
    if usize::from(s.turn) == game.players() {
        flow::begin_deal(game, s, Phase::DealOpen);
    }
}

fn deal_open(game: &Railways, s: &mut State, kind: u8) {
    refill(s, kind);
    if s.empty_slot() >= game.ids.slots.into() {
        s.phase = Phase::FirstPlayer;
    }
}

fn begin(game: &Railways, s: &mut State, first: u8) {
    s.first = first;
    s.round = 0;
    flow::begin_round(game, s);
}

// --- deck, bag, hands --------------------------------------------------------------------------------------------------

/// The last card of the deck triggers the end (R36).
#[inline]
fn take_from_deck(s: &mut State, kind: u8) {
    s.deck.remove(kind);
    if s.deck.is_empty() {
        flow::set_trigger(s, Trigger::DeckEmpty);
    }
}

/// The last cube of the bag triggers the end (R36).
#[inline]
fn take_from_bag(s: &mut State, good: u8) {
    s.bag[usize::from(good)] -= 1;
    if s.bag_is_empty() {
        flow::set_trigger(s, Trigger::BagEmpty);
    }
}

/// The lowest empty slot of the open row is filled (R3, R9).
#[inline]
fn refill(s: &mut State, kind: u8) {
    take_from_deck(s, kind);
    let slot = s.empty_slot();
    s.open[slot] = kind;
}

/// A card taken face up stays known (R5).
#[inline]
fn take_face_up(s: &mut State, kind: u8) {
    let player = s.mover();
    s.hands[player].add(kind);
    s.known[player].add(kind);
}

/// A card leaves the turn player's hand before all eyes; it may be one of the cities dealt at the start (R49).
#[inline]
fn give_up(game: &Railways, s: &mut State, kind: u8) {
    let player = s.mover();
    s.hands[player].remove(kind);
    if !s.known[player].remove_if_there(kind) && game.is_dealt_city(kind) {
        s.v2_hidden[player] = s.v2_hidden[player].saturating_sub(1);
    }
}

// --- building (R14 to R22) ---------------------------------------------------------------------------------------------

fn announce(s: &mut State, city: u8) {
    s.build.city = city;
    s.phase = Phase::Connect;
}

fn connect(s: &mut State, place: u8, colour: u8) {
    s.build.from = place;
    s.build.colour = colour;
    s.phase = Phase::Pay;
}

/// The link with its train and points (R20), then the cubes (R21).
fn complete_link(game: &Railways, s: &mut State) {
    let Build { city, from, colour, ones, twos, wilds } = s.build;
    let value = s.build.total(game.wild_value());
    let player = s.mover();
    give_up(game, s, FIRST_CITY + city);
    for (kind, count) in [(2 * colour, ones), (2 * colour + 1, twos), (ENGINE, wilds)] {
        for _ in 0..count {
            give_up(game, s, kind);
        }
    }
    s.network.join(city, Link { parent: from, owner: s.turn, value, colour });
    s.points[player] += u16::from(value);
    if !moves::has_train(game, s, player) {
        flow::set_trigger(s, Trigger::Trains);
    }
    s.build = Build::NONE;
    if s.bag_is_empty() || game.goods_of(city) == 0 {
        flow::go_on_drawing(game, s);
    } else {
        s.build.city = city;
        s.phase = Phase::PlaceGoods;
    }
}

/// One cube onto the new city; all of them, or what the bag holds (R21, R52).
fn place_goods(game: &Railways, s: &mut State, good: u8) {
    let city = s.build.city;
    take_from_bag(s, good);
    s.network.add_cube(city, good);
    if s.bag_is_empty() || s.network.cubes_on(city) == game.goods_of(city) {
        s.build = Build::NONE;
        flow::go_on_drawing(game, s);
    }
}

// --- engines and deliveries (R23 to R32) -------------------------------------------------------------------------------

fn play_engine(game: &Railways, s: &mut State) {
    let player = s.mover();
    give_up(game, s, ENGINE);
    s.engines[player] += 1;
    if moves::has_delivery(game, s, player) {
        s.phase = Phase::EngineDelivery;
    } else {
        flow::go_on_drawing(game, s);
    }
}

fn ship(s: &mut State, city: u8, good: u8) {
    s.shipment = Shipment { from: city, good };
    s.phase = Phase::Deliver;
}

/// The points for each link of the route, and those of each other owner's link (R32).
fn deliver(game: &Railways, s: &mut State, city: u8) {
    let Shipment { from, good } = s.shipment;
    let player = s.mover();
    for (_, owner) in s.network.route(from, city) {
        s.points[player] += game.data.scoring.delivery;
        if owner != s.turn {
            s.points[usize::from(owner)] += game.data.scoring.owner;
        }
    }
    s.network.take_cube(from, good);
    s.delivered[player][usize::from(good)] += 1;
    s.shipment = Shipment::NONE;
    after_delivery(game, s);
}

/// After a delivery, or one that was waived.
fn after_delivery(game: &Railways, s: &mut State) {
    if s.final_deliveries > 0 {
        let players = game.players();
        flow::final_delivery(game, s, (s.mover() + players - usize::from(s.first)) % players + 1);
    } else {
        flow::go_on_drawing(game, s);
    }
}

// --- discards (R12, R33 to R35) ----------------------------------------------------------------------------------------

fn discard(game: &Railways, s: &mut State, kind: u8) {
    give_up(game, s, kind);
    s.push_pile(kind);
    if s.phase == Phase::Action {
        s.phase = Phase::DiscardUse;
    } else if s.hands[s.mover()].size() <= game.data.hand.limit {
        flow::end_turn(game, s);
    }
}

fn place_cube(game: &Railways, s: &mut State, city: u8) {
    let good = s.cube;
    s.cube = NONE;
    s.network.add_cube(city, good);
    flow::go_on_drawing(game, s);
}

// --- drawing (R8 to R11, R50) ------------------------------------------------------------------------------------------

/// A pick of the drawing step, not of a discard.
#[inline]
fn count_pick(game: &Railways, s: &mut State, face_up_engine: bool) {
    if s.phase == Phase::Draw {
        s.picks = if face_up_engine { game.data.most_drawn } else { s.picks + 1 };
    }
}

fn draw_blind(game: &Railways, s: &mut State) {
    count_pick(game, s, false);
    s.phase = Phase::DrawCard;
}

fn draw_open(game: &Railways, s: &mut State, slot: usize) {
    let kind = std::mem::replace(&mut s.open[slot], NONE);
    count_pick(game, s, kind == ENGINE);
    take_face_up(s, kind);
    if s.deck.is_empty() {
        flow::go_on_drawing(game, s);
    } else {
        s.phase = Phase::Refill;
    }
}

fn draw_pile(game: &Railways, s: &mut State) {
    let kind = s.pop_pile();
    count_pick(game, s, kind == ENGINE);
    take_face_up(s, kind);
    flow::go_on_drawing(game, s);
}

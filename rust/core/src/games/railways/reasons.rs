//! Why an action is not legal, with the rule that it breaks.

use super::Railways;
use super::data::{ENGINE, START};
use super::moves::{Payment, discard_has_use, free_exits, has_train, may_take, payable_colours, shippable};
use super::state::{Phase, Shipment, State};
use super::table::Move;
use crate::error::{Error, counted};
use crate::fields::NONE;
use crate::game::Action;

/// Why an action of the table is not legal at a decision, None if it is.
pub(super) fn why_not(game: &Railways, s: &State, action: Action) -> Option<Error> {
    let chosen = game.move_of(action);
    if !belongs(s.phase, chosen) {
        let text = &game.tables.actions[usize::from(action)];
        let message = format!("{text} is not a choice now: {}; now {}", when(chosen), now(s.phase));
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
            if s.picks < game.data.least_drawn {
                no("draw_first", Some("R8"), draw_first(game.data.least_drawn))
            } else {
                None
            }
        }
    }
}

fn draw_first(least: u8) -> String {
    match least {
        1 => "you must take one card at least".to_owned(),
        _ => format!("you must take {least} cards at least"),
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

/// When a move of another phase is possible.
fn when(chosen: Move) -> &'static str {
    match chosen {
        Move::Pass => "passing is an action, with which a turn begins (R7)",
        Move::Build(_) => "a link is an action, with which a turn begins (R7, R14)",
        Move::From(..) => "the other end of a link is chosen when its new city is announced (R14)",
        Move::LayOne | Move::LayTwo | Move::LayWild | Move::DoneLaying => {
            "cards are laid when both ends and the colour of a link are chosen (R16)"
        }
        Move::PlayEngine => "playing an engine is an action, with which a turn begins (R7, R23)",
        Move::Ship(..) => "a delivery is the action of a turn, or follows an engine or the last round (R7, R24, R38)",
        Move::DeliverTo(_) => "the destination is chosen when the cube is (R28)",
        Move::Skip => "the delivery after an engine or after the last round can be skipped (R24, R38)",
        Move::Discard(_) => "cards are discarded as the action of a turn, or when it ends with too many (R12, R33)",
        Move::Replenish => "a city is replenished as the use of a discard (R35)",
        Move::PlaceCube(_) => "a cube is placed when it is drawn for a discard (R35)",
        Move::DrawDeck | Move::DrawOpen(_) => "cards are drawn after the action of a turn, or for a discard (R8, R34)",
        Move::DrawPile | Move::StopDrawing => "cards are drawn after the action of a turn (R8)",
    }
}

/// What is done in a phase; no player decides in the last ones.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::Action => "the turn begins with an action (R7)",
        Phase::Connect => "the other end of the link is chosen (R14)",
        Phase::Pay => "cards are laid for the link (R16)",
        Phase::EngineDelivery => "a delivery may follow the engine (R24)",
        Phase::Deliver => "the destination of the cube is chosen (R28)",
        Phase::DiscardUse => "the use of the discard is chosen (R33)",
        Phase::Replenish => "a city is chosen for the drawn cube (R35)",
        Phase::Draw => "cards are drawn (R8)",
        Phase::Trim => "the hand is discarded down to its limit (R12)",
        Phase::FinalDelivery => "a last delivery may be made (R38)",
        Phase::DealCity
        | Phase::DealCard
        | Phase::DealOpen
        | Phase::FirstPlayer
        | Phase::PlaceGoods
        | Phase::ReplenishCube
        | Phase::DrawCard
        | Phase::Refill
        | Phase::Over => "no player decides",
    }
}

#[allow(clippy::unnecessary_wraps)] // reads like the other answers
fn no(code: &'static str, rule: Option<&'static str>, message: impl Into<String>) -> Option<Error> {
    Some(Error::illegal(code, rule, message))
}

fn why_not_build(game: &Railways, s: &State, city: u8) -> Option<Error> {
    let hand = &s.hands[s.mover()];
    let name = game.names.place(city);
    if hand.cities() >> city & 1 == 0 {
        return no("card_not_in_hand", Some("R14"), format!("you do not hold {name}"));
    }
    if !has_train(game, s, s.mover()) {
        return no("no_train_left", Some("R20"), "you have no train left for a link");
    }
    if payable_colours(game, hand, city) == 0 {
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
    let (near, new, k) = (game.names.place(place), game.names.place(city), game.names.colour(colour));
    if place != START && !s.network.has(place) {
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
    if payable_colours(game, &s.hands[s.mover()], city) >> colour & 1 == 0 {
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
    let name = game.names.place(s.build.city);
    let k = game.names.colour(s.build.colour);
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
        Move::LayOne if total + payment.ones_left + payment.wilds_add() < value => unfinished(),
        Move::LayWild if payment.wild == 0 => no("no_wild", Some("R46"), "an engine is worth nothing as track"),
        Move::LayWild if payment.wilds_left == 0 => missing("engine".to_owned()),
        Move::LayWild if payment.ones + payment.twos == 0 => {
            no("track_first", Some("R17"), format!("a link needs at least one {k} track card"))
        }
        Move::LayWild if total + payment.wild > payment.most => overpaid(),
        Move::LayWild if total + payment.wilds_add() < value => unfinished(),
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
    let reach = game.reach(s.engines[player]);
    let (name, g) = (game.names.place(city), game.names.good(good));
    if let Some(error) = no_goods_in_family(game) {
        return Some(error);
    }
    if s.network.cubes_of(city, good) == 0 {
        return no("no_such_cube", Some("R25"), format!("there is no {g} cube on {name}"));
    }
    if reach == 0 {
        return no("no_engine", Some("R25"), "you have not played an engine");
    }
    if s.network.own_neighbours(player, city) == 0 {
        return no("no_own_link", Some("R26"), format!("no link of yours touches {name}"));
    }
    if shippable(game, s, player, city) >> good & 1 == 0 {
        let reach = if reach == 1 { "one link of yours" } else { &format!("{reach} links, the first of them yours,") };
        let message = format!("no city within {reach} of {name} takes a {g} cube");
        return no("no_destination", Some("R27"), message);
    }
    None
}

fn why_not_deliver(game: &Railways, s: &State, city: u8) -> Option<Error> {
    let Shipment { from, good } = s.shipment;
    let (start, end, g) = (game.names.place(from), game.names.place(city), game.names.good(good));
    if !s.network.has(city) {
        return no("not_on_table", Some("R28"), format!("{end} is not on the table"));
    }
    if city == from {
        return no("same_city", Some("R28"), format!("the cube lies on {end} already"));
    }
    let route = s.network.route(from, city);
    let (length, reach) = (route.len(), game.reach(s.engines[s.mover()]));
    if route[0].1 != s.turn {
        return no("first_link", Some("R26"), format!("the first link from {start} to {end} is not yours"));
    }
    if length > usize::from(reach) {
        let message = format!("{end} is {} away: your engine covers {reach}", counted(length, "link"));
        return no("too_far", Some("R27"), message);
    }
    if game.accepts[usize::from(good)] >> city & 1 == 0 {
        return no("not_accepted", Some("R28"), format!("{end} does not take {g} cubes"));
    }
    let stop = route[..length - 1].iter().find(|(place, _)| game.stops[usize::from(good)] >> place & 1 == 1);
    stop.and_then(|(place, _)| {
        let message =
            format!("the cube must stop at {}, the first city on its way that takes it", game.names.place(*place));
        no("must_stop", Some("R29"), message)
    })
}

fn why_not_discard(game: &Railways, s: &State, kind: u8) -> Option<Error> {
    let rule = if s.phase == Phase::Trim { "R12" } else { "R33" };
    if s.hands[s.mover()].count(kind) == 0 {
        let message = format!("you do not hold {}", game.names.card(kind));
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
    let name = game.names.place(city);
    if !s.network.has(city) {
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
    let nth = ["second", "third", "fourth", "fifth"][usize::from(s.picks) - 1];
    no("engine_second", Some("R10"), format!("a face-up engine cannot be the {nth} card"))
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

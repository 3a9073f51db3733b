//! What must hold between the fields of a position: the page's numbered checks.

use super::Railways;
use super::cards::Cards;
use super::data::{CITIES, COLOUR_NAMES, COLOURS, ENGINE, GOOD_NAMES, GOODS, HAND_LIMIT, KINDS, PLAYERS, SLOTS};
use super::moves;
use super::network::Network;
use super::state::{Build, Phase, Shipment, State, Trigger};
use super::view;
use crate::bits::places;
use crate::error::{Error, Result, counted};
use crate::fields::NONE;

/// Refuses a position that play cannot lead to, as far as the page's list goes. The numbers are in range.
pub(super) fn check(game: &Railways, s: &State) -> Result<()> {
    check_cards(game, s)?;
    check_cubes(game, s)?;
    check_network(game, s)?;
    check_open_row(s)?;
    check_hands(game, s)?;
    check_players(game, s)?;
    check_triggers(game, s)?;
    check_fields(game, s)?;
    check_choices(game, s)
}

fn check_cards(game: &Railways, s: &State) -> Result<()> {
    for city in 0..CITIES as u8 {
        let kind = ENGINE + 1 + city;
        let held: usize = s.hands.iter().map(|hand| usize::from(hand.count(kind))).sum();
        let shown = s.open.iter().chain(s.pile()).filter(|card| **card == kind).count();
        let on_table = usize::from(s.network.has(city));
        let places = usize::from(s.deck.count(kind)) + held + shown + on_table;
        if places != 1 {
            return refuse(format!("the card {} is in {places} places", game.kinds[usize::from(kind)]));
        }
    }
    let laid = view::laid(game, s);
    if let Some((kind, count)) = laid.iter().enumerate().find(|(_, count)| **count < 0) {
        return refuse(format!("the card {} is there {} too often", game.kinds[kind], counted(-count, "time")));
    }
    let mut wilds = 0;
    for colour in 0..COLOURS {
        let of_colour = || s.network.links.iter().filter(|link| usize::from(link.colour) == colour);
        let values: i32 = of_colour().map(|link| i32::from(link.value)).sum();
        let (ones, twos) = (laid[2 * colour], laid[2 * colour + 1]);
        let missing = values - ones - 2 * twos;
        if missing < 0 || of_colour().count() as i32 > ones + twos {
            return refuse(format!("the {} track on the table does not fit its links", COLOUR_NAMES[colour]));
        }
        wilds += missing;
    }
    if wilds != laid[usize::from(ENGINE)] {
        return refuse("the engines on the table do not fit the links");
    }
    Ok(())
}

fn check_cubes(game: &Railways, s: &State) -> Result<()> {
    for good in 0..GOODS {
        let on_cities: u32 = (0..CITIES as u8).map(|city| u32::from(s.network.cubes_of(city, good as u8))).sum();
        let delivered: u32 = s.delivered.iter().map(|cubes| u32::from(cubes[good])).sum();
        let drawn = u32::from(usize::from(s.cube) == good);
        let found = u32::from(s.bag[good]) + on_cities + delivered + drawn;
        if found != u32::from(game.options.cubes()) {
            return refuse(format!("the game cannot have {}", counted(found, &format!("{} cube", GOOD_NAMES[good]))));
        }
    }
    for city in 0..CITIES as u8 {
        let most = if s.network.has(city) { game.value(city) - 1 } else { 0 };
        if s.network.cubes_on(city) > most {
            return refuse(format!("{} holds more cubes than it may", game.place_name(city)));
        }
    }
    Ok(())
}

fn check_network(game: &Railways, s: &State) -> Result<()> {
    if s.network != Network::of(&s.network.links, &s.network.cubes) {
        return refuse("the network is not the one of the links");
    }
    for city in places(s.network.built.into()) {
        let link = s.network.link(city);
        let name = game.place_name(city);
        if !s.network.leads_to_start(city) {
            return refuse(format!("{name} is not joined to Start"));
        }
        if (game.colours(city) & game.colours(link.parent)) >> link.colour & 1 == 0 {
            return refuse(format!("the link to {name} has a wrong colour"));
        }
        let most = moves::most_for(game, city).min(19);
        if !(game.value(city)..=most).contains(&link.value) {
            return refuse(format!("the link to {name} cannot be worth {}", link.value));
        }
        if usize::from(link.owner) >= game.players() {
            return refuse(format!("the link to {name} has no owner"));
        }
        for colour in 0..COLOURS as u8 {
            if s.network.exits_used(city, colour) > game.options.exit_capacity.unwrap_or(u8::MAX) {
                return refuse(format!("{name} carries too many {} links", COLOUR_NAMES[usize::from(colour)]));
            }
        }
    }
    let most = u32::from(game.options.link_trains);
    if s.network.owned.iter().any(|cities| cities.count_ones() > most) {
        return refuse(format!("a player has more than {}", counted(most, "link")));
    }
    Ok(())
}

fn check_open_row(s: &State) -> Result<()> {
    let empty = s.open.map(|kind| usize::from(kind == NONE)).iter().sum::<usize>();
    let first_empty = s.open.iter().position(|kind| *kind == NONE).unwrap_or(SLOTS);
    let fits = match s.phase {
        Phase::DealCity | Phase::DealCard => empty == SLOTS,
        Phase::DealOpen => empty > 0 && first_empty + empty == SLOTS,
        Phase::Refill => empty == 1 && !s.deck.is_empty(),
        _ => empty == 0 || s.deck.is_empty(),
    };
    if fits { Ok(()) } else { refuse(format!("the open row does not fit the phase {}", s.phase.name())) }
}

fn check_hands(game: &Railways, s: &State) -> Result<()> {
    for p in 0..PLAYERS {
        let (hand, known) = (&s.hands[p], &s.known[p]);
        let hidden = s.v2_hidden >> p & 1 == 1;
        if p >= game.players() && (!hand.is_empty() || !known.is_empty() || hidden) {
            return refuse(format!("there is no player {p}"));
        }
        if (0..KINDS as u8).any(|kind| known.count(kind) > hand.count(kind)) {
            return refuse(format!("player {p} does not hold all the cards that are known of the hand"));
        }
        if hidden && hand.cities() & !known.cities() & game.small_cities == 0 {
            return refuse(format!("player {p} holds no hidden city of value 2"));
        }
        let sizes = if s.phase.is_deal() { dealt_size(game, s, p) } else { hand_size_bounds(s, p) };
        if !(sizes.0..=sizes.1).contains(&hand.size()) && p < game.players() {
            return refuse(format!("player {p} cannot hold {}", counted(hand.size(), "card")));
        }
    }
    if s.phase.is_deal() { check_deal(game, s) } else { Ok(()) }
}

fn hand_size_bounds(s: &State, player: usize) -> (u8, u8) {
    if player != usize::from(s.turn) {
        return (0, HAND_LIMIT);
    }
    match s.phase {
        Phase::Trim => (HAND_LIMIT + 1, HAND_LIMIT + 2),
        Phase::Draw | Phase::Refill => (0, HAND_LIMIT + s.picks),
        Phase::DrawCard => (0, HAND_LIMIT + s.picks - 1),
        Phase::DiscardUse => (0, HAND_LIMIT - 1),
        _ => (0, HAND_LIMIT),
    }
}

/// The hand sizes during the deal (R2).
fn dealt_size(game: &Railways, s: &State, player: usize) -> (u8, u8) {
    let engine = u8::from(game.options.engines);
    let turn = usize::from(s.turn);
    match s.phase {
        Phase::DealCity if player < turn => (engine + 1, engine + 1),
        Phase::DealCity => (engine, engine),
        Phase::DealCard if player == turn => (engine + 1, engine + 2),
        Phase::DealCard if player > turn => (engine + 1, engine + 1),
        _ => (engine + 3, engine + 3),
    }
}

fn check_deal(game: &Railways, s: &State) -> Result<()> {
    let mut engine = Cards::default();
    if game.options.engines {
        engine.add(ENGINE);
    }
    for p in 0..game.players() {
        let dealt = s.phase != Phase::DealCity || p < usize::from(s.turn);
        if (s.v2_hidden >> p & 1 == 1) != dealt {
            return refuse(format!("the value-2 city of player {p} does not fit the phase {}", s.phase.name()));
        }
        if s.known[p] != engine {
            return refuse(format!("nothing but the engine is known of the hand of player {p}"));
        }
    }
    let nothing_yet = s.network.built == 0
        && s.pile_len == 0
        && s.points == [0; PLAYERS]
        && s.engines == [0; PLAYERS]
        && s.delivered == [[0; GOODS]; PLAYERS]
        && s.trigger.is_none();
    if nothing_yet { Ok(()) } else { refuse("the game has begun before the deal is over") }
}

fn check_players(game: &Railways, s: &State) -> Result<()> {
    let by_all: u32 = s.delivered.iter().flatten().map(|cubes| u32::from(*cubes)).sum();
    for p in 0..PLAYERS {
        let delivered: u32 = s.delivered[p].iter().map(|cubes| u32::from(*cubes)).sum();
        let (engines, points) = (s.engines[p], u32::from(s.points[p]));
        if p >= game.players() && (engines > 0 || delivered > 0 || points > 0) {
            return refuse(format!("there is no player {p}"));
        }
        if engines > game.options.engine_cap || game.options.family && engines > 0 {
            return refuse(format!("player {p} cannot have an engine of size {engines}"));
        }
        if delivered > 0 && engines == 0 {
            return refuse(format!("player {p} has delivered without an engine"));
        }
        let links: u32 = places(s.network.owned[p].into()).map(|city| u32::from(s.network.link(city).value)).sum();
        if p < game.players() && !(links + delivered..=links + 25 * by_all).contains(&points) {
            return refuse(format!("player {p} cannot have {}", counted(points, "point")));
        }
    }
    Ok(())
}

fn check_triggers(game: &Railways, s: &State) -> Result<()> {
    if s.phase.is_deal() {
        return Ok(());
    }
    let is_cause = |trigger| match trigger {
        Trigger::DeckEmpty => s.deck.is_empty(),
        Trigger::Trains => (0..game.players()).any(|p| !moves::has_train(game, s, p)),
        Trigger::BagEmpty => !game.options.family && s.bag_is_empty(),
        Trigger::MaxRounds => s.round == game.options.max_rounds,
    };
    match s.trigger {
        None if Trigger::ALL.into_iter().any(is_cause) => refuse("the end is not triggered, but has a cause"),
        None if s.final_deliveries => refuse("final deliveries need an end trigger"),
        Some(trigger) if !is_cause(trigger) => refuse(format!("the end trigger {} has no cause", trigger.name())),
        _ if s.round > game.options.max_rounds => refuse(format!("there is no round {}", s.round)),
        _ => Ok(()),
    }
}

/// The fields that belong to phases (check 8 of the page).
fn check_fields(game: &Railways, s: &State) -> Result<()> {
    use Phase as P;
    let phase = s.phase;
    let is_player = |player: u8| usize::from(player) < game.players();
    let nobody = matches!(phase, P::DealOpen | P::FirstPlayer | P::Over);
    let turn = if nobody { s.turn == NONE } else { is_player(s.turn) };
    let first = if phase.is_deal() { s.first == NONE } else { is_player(s.first) };
    let round = (s.round == 0) == phase.is_deal();
    let picks = match phase {
        P::Draw => s.picks <= 1,
        P::DrawCard | P::Refill => s.picks <= 2,
        _ => s.picks == 0,
    };
    let finals = match phase {
        P::FinalDelivery | P::Over => s.final_deliveries,
        P::Deliver => true,
        _ => !s.final_deliveries,
    };
    let build = match phase {
        P::Connect | P::PlaceGoods => s.build.city != NONE && s.build == (Build { city: s.build.city, ..Build::NONE }),
        P::Pay => s.build.city != NONE && s.build.from != NONE && s.build.colour != NONE,
        _ => s.build == Build::NONE,
    };
    let shipment = match phase {
        P::Deliver => s.shipment.from != NONE && s.shipment.good != NONE,
        _ => s.shipment == Shipment::NONE,
    };
    let cube = (s.cube != NONE) == (phase == P::Replenish);
    let fields = [
        ("turn_player", turn),
        ("first_player", first),
        ("round", round),
        ("picks_done", picks),
        ("final_deliveries", finals),
        ("build", build),
        ("shipment", shipment),
        ("cube", cube),
    ];
    match fields.iter().find(|(_, fits)| !fits) {
        Some((field, _)) => refuse(format!("{field} does not fit the phase {}", phase.name())),
        None => Ok(()),
    }
}

/// That the phase's player has a choice, or chance an outcome.
fn check_choices(game: &Railways, s: &State) -> Result<()> {
    let fits = match s.phase {
        Phase::Connect => moves::can_build(game, s, s.build.city),
        Phase::Pay => moves::payment_fits(game, s),
        Phase::PlaceGoods => {
            let city = s.build.city;
            let built = s.network.has(city);
            built && s.network.cubes_on(city) < game.value(city) - 1 && !s.bag_is_empty()
        }
        Phase::EngineDelivery | Phase::FinalDelivery => moves::has_delivery(game, s, s.mover()),
        Phase::Deliver => {
            s.network.cubes_of(s.shipment.from, s.shipment.good) > 0 && moves::destinations(game, s, s.shipment) != 0
        }
        Phase::DiscardUse => moves::discard_has_use(game, s),
        Phase::ReplenishCube => moves::can_replenish(game, s),
        Phase::Replenish => s.network.empty_cities() != 0,
        Phase::Draw => moves::can_take(game, s),
        Phase::DrawCard => !s.deck.is_empty(),
        _ => true,
    };
    if fits { Ok(()) } else { refuse(format!("there is no choice in the phase {}", s.phase.name())) }
}

fn refuse(reason: impl Into<String>) -> Result<()> {
    Err(Error::state(reason))
}

//! What must hold between the fields of a position: the page's numbered checks.

use super::Railways;
use super::cards::Cards;
use super::data::{ENGINE, FIRST_CITY, MOST_GOODS, PLAYERS, Scoring};
use super::moves;
use super::network::Network;
use super::state::{Build, Phase, Shipment, State, Trigger};
use super::view;
use crate::bits::places;
use crate::error::{Error, Result, counted};
use crate::fields::NONE;
use std::ops::Range;

/// Refuses a position that play cannot lead to, as far as the page's list goes. The numbers are in range.
pub(super) fn check(game: &Railways, s: &State) -> Result<()> {
    check_cards(game, s)?;
    check_cubes(game, s)?;
    check_network(game, s)?;
    check_open_row(game, s)?;
    check_hands(game, s)?;
    check_players(game, s)?;
    check_triggers(game, s)?;
    check_fields(game, s)?;
    check_choices(game, s)
}

fn check_cards(game: &Railways, s: &State) -> Result<()> {
    for city in 0..game.ids.cities {
        let kind = FIRST_CITY + city;
        let held: usize = s.hands.iter().map(|hand| usize::from(hand.count(kind))).sum();
        let shown = game.open(s).iter().chain(s.pile()).filter(|card| **card == kind).count();
        let on_table = usize::from(s.network.has(city));
        let places = usize::from(s.deck.count(kind)) + held + shown + on_table;
        if places != 1 {
            return refuse(format!("the card {} is in {places} places", game.names.card(kind)));
        }
    }
    let laid = view::laid(game, s);
    if let Some((kind, count)) = laid.iter().enumerate().find(|(_, count)| **count < 0) {
        let times = counted(-count, "time");
        return refuse(format!("the card {} is there {times} too often", game.names.card(kind as u8)));
    }
    let (wild, mut wilds) = (i32::from(game.wild_value()), 0);
    for colour in 0..usize::from(game.colour_count()) {
        let of_colour = || s.network.links.iter().filter(|link| usize::from(link.colour) == colour);
        let values: i32 = of_colour().map(|link| i32::from(link.value)).sum();
        let (ones, twos) = (laid[2 * colour], laid[2 * colour + 1]);
        let missing = values - ones - 2 * twos;
        let paid = missing >= 0 && if wild == 0 { missing == 0 } else { missing % wild == 0 };
        if !paid || of_colour().count() as i32 > ones + twos {
            let colour = game.names.colour(colour as u8);
            return refuse(format!("the {colour} track on the table does not fit its links"));
        }
        wilds += missing;
    }
    let engines = laid[usize::from(ENGINE)];
    if wilds != wild * engines || wild == 0 && engines > 0 {
        return refuse("the engines on the table do not fit the links");
    }
    Ok(())
}

fn check_cubes(game: &Railways, s: &State) -> Result<()> {
    for good in 0..game.good_count() {
        let on_cities: u32 = (0..game.ids.cities).map(|city| u32::from(s.network.cubes_of(city, good as u8))).sum();
        let delivered: u32 = s.delivered.iter().map(|cubes| u32::from(cubes[good])).sum();
        let drawn = u32::from(usize::from(s.cube) == good);
        let found = u32::from(s.bag[good]) + on_cities + delivered + drawn;
        if found != u32::from(game.cubes[good]) {
            let cubes = counted(found, &format!("{} cube", game.names.good(good as u8)));
            return refuse(format!("the game cannot have {cubes}"));
        }
    }
    for city in 0..game.ids.cities {
        let most = if s.network.has(city) { game.goods_of(city).max(1) } else { 0 };
        if s.network.cubes_on(city) > most {
            return refuse(format!("{} holds more cubes than it may", game.names.place(city)));
        }
    }
    Ok(())
}

fn check_network(game: &Railways, s: &State) -> Result<()> {
    if s.network != Network::of(&s.network.links, &s.network.cubes) {
        return refuse("the network is not the one of the links");
    }
    let greatest = game.data.most_link_value();
    for city in places(s.network.built) {
        let link = s.network.link(city);
        let name = game.names.place(city);
        if !s.network.leads_to_start(city) {
            return refuse(format!("{name} is not joined to Start"));
        }
        if (game.colours(city) & game.colours(link.parent)) >> link.colour & 1 == 0 {
            return refuse(format!("the link to {name} has a wrong colour"));
        }
        let most = moves::most_for(game, city).min(greatest);
        if !(game.value(city)..=most).contains(&link.value) {
            return refuse(format!("the link to {name} cannot be worth {}", link.value));
        }
        if usize::from(link.owner) >= game.players() {
            return refuse(format!("the link to {name} has no owner"));
        }
        for colour in 0..game.colour_count() {
            if s.network.exits_used(city, colour) > game.options.exit_capacity.unwrap_or(u8::MAX) {
                return refuse(format!("{name} carries too many {} links", game.names.colour(colour)));
            }
        }
    }
    let most = u32::from(game.options.link_trains);
    if s.network.owned.iter().any(|cities| cities.count_ones() > most) {
        return refuse(format!("a player has more than {}", counted(most, "link")));
    }
    Ok(())
}

fn check_open_row(game: &Railways, s: &State) -> Result<()> {
    let (open, slots) = (game.open(s), game.open(s).len());
    let empty = open.iter().map(|kind| usize::from(*kind == NONE)).sum::<usize>();
    let first_empty = open.iter().position(|kind| *kind == NONE).unwrap_or(slots);
    let fits = match s.phase {
        Phase::DealCity | Phase::DealCard => empty == slots,
        Phase::DealOpen => empty > 0 && first_empty + empty == slots,
        Phase::Refill => empty == 1 && !s.deck.is_empty(),
        _ => empty == 0 || s.deck.is_empty(),
    };
    if fits { Ok(()) } else { refuse(format!("the open row does not fit the phase {}", s.phase.name())) }
}

fn check_hands(game: &Railways, s: &State) -> Result<()> {
    for p in 0..PLAYERS {
        let (hand, known) = (&s.hands[p], &s.known[p]);
        let hidden = u32::from(s.v2_hidden[p]);
        if p >= game.players() && (!hand.is_empty() || !known.is_empty() || hidden > 0) {
            return refuse(format!("there is no player {p}"));
        }
        if game.ids.each_kind().any(|kind| known.count(kind) > hand.count(kind)) {
            return refuse(format!("player {p} does not hold all the cards that are known of the hand"));
        }
        if (hand.cities() & !known.cities() & game.dealt_cities).count_ones() < hidden {
            let value = game.data.hand.city_value;
            return refuse(format!("v2_hidden: player {p} has too few hidden cities of value {value}"));
        }
        let sizes = if s.phase.is_deal() { dealt_sizes(game, s, p) } else { hand_sizes(game, s, p) };
        if !sizes.contains(&hand.size()) && p < game.players() {
            return refuse(format!("player {p} cannot hold {}", counted(hand.size(), "card")));
        }
    }
    if s.phase.is_deal() { check_deal(game, s) } else { Ok(()) }
}

fn hand_sizes(game: &Railways, s: &State, player: usize) -> Range<u8> {
    let full = game.data.hand.limit + 1;
    if player != usize::from(s.turn) {
        return 0..full;
    }
    match s.phase {
        Phase::Trim => full..full + game.data.most_drawn,
        Phase::Draw | Phase::Refill => 0..full + s.picks,
        Phase::DrawCard => 0..full + s.picks - 1,
        Phase::DiscardUse => 0..full - 1,
        _ => 0..full,
    }
}

/// The hand sizes during the deal (R2, R48).
fn dealt_sizes(game: &Railways, s: &State, player: usize) -> Range<u8> {
    let engines = game.dealt_engines;
    let cities = engines + game.data.hand.cities;
    let all = cities + game.data.hand.cards;
    let turn = usize::from(s.turn);
    match s.phase {
        Phase::DealCity if player < turn => cities..cities + 1,
        Phase::DealCity if player == turn => engines..cities,
        Phase::DealCity => engines..engines + 1,
        Phase::DealCard if player == turn => cities..all,
        Phase::DealCard if player > turn => cities..cities + 1,
        _ => all..all + 1,
    }
}

fn check_deal(game: &Railways, s: &State) -> Result<()> {
    let mut engines = Cards::default();
    (0..game.dealt_engines).for_each(|_| engines.add(ENGINE));
    for p in 0..game.players() {
        let dealt = match s.phase {
            Phase::DealCity => s.hands[p].size() - game.dealt_engines,
            _ => game.data.hand.cities,
        };
        if s.v2_hidden[p] != dealt {
            return refuse(format!(
                "v2_hidden: {dealt} cities are dealt to player {p} in the phase {}",
                s.phase.name()
            ));
        }
        if s.known[p] != engines {
            return refuse(format!("nothing but the engines is known of the hand of player {p}"));
        }
    }
    let nothing_yet = s.network.built == 0
        && s.pile_len == 0
        && s.points == [0; PLAYERS]
        && s.engines == [0; PLAYERS]
        && s.delivered == [[0; MOST_GOODS]; PLAYERS]
        && s.trigger.is_none();
    if nothing_yet { Ok(()) } else { refuse("the game has begun before the deal is over") }
}

fn check_players(game: &Railways, s: &State) -> Result<()> {
    let Scoring { delivery, owner, .. } = game.data.scoring;
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
        let links: u32 = places(s.network.owned[p]).map(|city| u32::from(s.network.link(city).value)).sum();
        let least = links + u32::from(delivery) * delivered;
        let most = links + game.cities().len() as u32 * u32::from(delivery.max(owner)) * by_all;
        if p < game.players() && !(least..=most).contains(&points) {
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
        None if s.final_deliveries > 0 => refuse("final deliveries need an end trigger"),
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
        P::Draw => s.picks < game.data.most_drawn,
        P::DrawCard | P::Refill => s.picks <= game.data.most_drawn,
        _ => s.picks == 0,
    };
    let finals = match phase {
        P::FinalDelivery => s.final_deliveries > 0,
        P::Over => s.final_deliveries > 0 || game.data.deliveries == 0,
        P::Deliver => true,
        _ => s.final_deliveries == 0,
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
            built && s.network.cubes_on(city) < game.goods_of(city) && !s.bag_is_empty()
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

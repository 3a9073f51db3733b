//! Positions and views as JSON, positions as canonical bytes.

use super::Railways;
use super::cards::Cards;
use super::data::{CARDS, CITIES, COLOUR_NAMES, COLOURS, CUBES, ENGINE, GOOD_NAMES, GOODS, KINDS, SLOTS, START};
use super::moves;
use super::network::{Link, Network};
use super::state::{Build, Phase, Shipment, State, Trigger};
use super::view;
use crate::bits::places;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::forms::{
    Counts, NONE, Object, at_most, check_current_player, check_head, check_lengths, choices_of, counts, named, none_or,
    nullable, read_counts, read_form, seat, some,
};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The format number of positions and views.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionForm {
    format: u32,
    game: String,
    players: usize,
    phase: String,
    current_player: i32,
    #[serde(deserialize_with = "nullable")]
    turn_player: Option<u8>,
    #[serde(deserialize_with = "nullable")]
    first_player: Option<u8>,
    round: u8,
    #[serde(deserialize_with = "nullable")]
    end_trigger: Option<String>,
    final_deliveries: bool,
    picks_done: u8,
    deck: Counts,
    open: Vec<Option<String>>,
    discard_pile: Vec<String>,
    bag: Counts,
    cities: Vec<Object<CityForm>>,
    hands: Vec<Counts>,
    known: Vec<Counts>,
    v2_hidden: Vec<bool>,
    engines: Vec<u8>,
    points: Vec<u16>,
    delivered: Vec<Counts>,
    #[serde(deserialize_with = "nullable")]
    build: Option<Object<BuildForm>>,
    #[serde(deserialize_with = "nullable")]
    shipment: Option<Object<ShipmentForm>>,
    #[serde(deserialize_with = "nullable")]
    cube: Option<String>,
}

#[derive(Serialize)]
struct ViewForm {
    format: u32,
    game: &'static str,
    players: usize,
    viewer: Option<usize>,
    phase: &'static str,
    current_player: i32,
    legal_actions: Vec<u16>,
    turn_player: Option<u8>,
    first_player: Option<u8>,
    round: u8,
    end_trigger: Option<&'static str>,
    final_deliveries: bool,
    picks_done: u8,
    deck_size: u8,
    open: Vec<Option<String>>,
    discard_pile: Vec<String>,
    bag: Counts,
    cities: Vec<Object<CityForm>>,
    laid: Counts,
    hand: Option<Counts>,
    hand_sizes: Vec<u8>,
    known: Vec<Counts>,
    v2_hidden: Vec<bool>,
    engines: Vec<u8>,
    trains: Vec<u8>,
    points: Vec<u16>,
    delivered: Vec<Counts>,
    build: Option<Object<BuildForm>>,
    shipment: Option<Object<ShipmentForm>>,
    cube: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CityForm {
    name: String,
    parent: String,
    owner: u8,
    value: u8,
    colour: String,
    cubes: Counts,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildForm {
    city: String,
    #[serde(deserialize_with = "nullable")]
    from: Option<String>,
    #[serde(deserialize_with = "nullable")]
    colour: Option<String>,
    ones: u8,
    twos: u8,
    wilds: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipmentForm {
    from: String,
    good: String,
}

// --- writing JSON ------------------------------------------------------------------------------------------------------

fn goods(cubes: [u8; GOODS]) -> Counts {
    counts(GOOD_NAMES.into_iter(), cubes)
}

fn cube_form(s: &State) -> Option<String> {
    some(s.cube).map(|good| GOOD_NAMES[usize::from(good)].to_owned())
}

impl Railways {
    fn card_counts(&self, cards: &Cards) -> Counts {
        counts(self.kinds.iter().map(String::as_str), cards.counts())
    }

    fn kind_text(&self, kind: u8) -> String {
        self.kinds[usize::from(kind)].clone()
    }

    fn open_form(&self, s: &State) -> Vec<Option<String>> {
        s.open.iter().map(|kind| some(*kind).map(|kind| self.kind_text(kind))).collect()
    }

    fn pile_form(&self, s: &State) -> Vec<String> {
        s.pile().iter().map(|kind| self.kind_text(*kind)).collect()
    }

    fn city_forms(&self, s: &State) -> Vec<Object<CityForm>> {
        let form = |city: u8| {
            let link = s.network.link(city);
            Object(CityForm {
                name: self.place_name(city).to_owned(),
                parent: self.place_name(link.parent).to_owned(),
                owner: link.owner,
                value: link.value,
                colour: COLOUR_NAMES[usize::from(link.colour)].to_owned(),
                cubes: goods(std::array::from_fn(|good| s.network.cubes_of(city, good as u8))),
            })
        };
        places(s.network.built.into()).map(form).collect()
    }

    fn build_form(&self, s: &State) -> Option<Object<BuildForm>> {
        let Build { city, from, colour, ones, twos, wilds } = s.build;
        some(city).map(|city| {
            Object(BuildForm {
                city: self.place_name(city).to_owned(),
                from: some(from).map(|place| self.place_name(place).to_owned()),
                colour: some(colour).map(|colour| COLOUR_NAMES[usize::from(colour)].to_owned()),
                ones,
                twos,
                wilds,
            })
        })
    }

    fn shipment_form(&self, s: &State) -> Option<Object<ShipmentForm>> {
        some(s.shipment.from).map(|from| {
            Object(ShipmentForm {
                from: self.place_name(from).to_owned(),
                good: GOOD_NAMES[usize::from(s.shipment.good)].to_owned(),
            })
        })
    }

    fn v2_hidden_form(&self, s: &State) -> Vec<bool> {
        (0..self.players()).map(|p| s.v2_hidden >> p & 1 == 1).collect()
    }

    /// The position as JSON.
    pub(super) fn position_json(&self, s: &State) -> Value {
        let players = self.players();
        let form = PositionForm {
            format: FORMAT,
            game: Self::declaration().name.to_owned(),
            players,
            phase: s.phase.name().to_owned(),
            current_player: self.actor(s).number(),
            turn_player: some(s.turn),
            first_player: some(s.first),
            round: s.round,
            end_trigger: s.trigger.map(|trigger| trigger.name().to_owned()),
            final_deliveries: s.final_deliveries,
            picks_done: s.picks,
            deck: self.card_counts(&s.deck),
            open: self.open_form(s),
            discard_pile: self.pile_form(s),
            bag: goods(s.bag),
            cities: self.city_forms(s),
            hands: s.hands[..players].iter().map(|hand| self.card_counts(hand)).collect(),
            known: s.known[..players].iter().map(|hand| self.card_counts(hand)).collect(),
            v2_hidden: self.v2_hidden_form(s),
            engines: s.engines[..players].to_vec(),
            points: s.points[..players].to_vec(),
            delivered: s.delivered[..players].iter().map(|cubes| goods(*cubes)).collect(),
            build: self.build_form(s),
            shipment: self.shipment_form(s),
            cube: cube_form(s),
        };
        serde_json::to_value(form).expect("plain data")
    }

    /// What a viewer may know, as JSON (R5).
    pub(super) fn view_form(&self, s: &State, viewer: Option<usize>) -> Value {
        let players = self.players();
        let form = ViewForm {
            format: FORMAT,
            game: Self::declaration().name,
            players,
            viewer,
            phase: s.phase.name(),
            current_player: self.actor(s).number(),
            legal_actions: choices_of(self, s, viewer),
            turn_player: some(s.turn),
            first_player: some(s.first),
            round: s.round,
            end_trigger: s.trigger.map(Trigger::name),
            final_deliveries: s.final_deliveries,
            picks_done: s.picks,
            deck_size: s.deck.size(),
            open: self.open_form(s),
            discard_pile: self.pile_form(s),
            bag: goods(s.bag),
            cities: self.city_forms(s),
            laid: counts(self.kinds.iter().map(String::as_str), view::laid(self, s).map(|count| count as u8)),
            hand: viewer.map(|player| self.card_counts(&s.hands[player])),
            hand_sizes: s.hands[..players].iter().map(Cards::size).collect(),
            known: s.known[..players].iter().map(|hand| self.card_counts(hand)).collect(),
            v2_hidden: self.v2_hidden_form(s),
            engines: s.engines[..players].to_vec(),
            trains: (0..players).map(|p| moves::trains(self, s, p)).collect(),
            points: s.points[..players].to_vec(),
            delivered: s.delivered[..players].iter().map(|cubes| goods(*cubes)).collect(),
            build: self.build_form(s),
            shipment: self.shipment_form(s),
            cube: cube_form(s),
        };
        serde_json::to_value(form).expect("plain data")
    }
}

// --- reading JSON ------------------------------------------------------------------------------------------------------

/// The position of a JSON value, every number in range; what must hold between them is for [`super::invariants`].
pub(super) fn read_json(game: &Railways, position: &Value) -> Result<State> {
    let Object(form) = read_form::<Object<PositionForm>>("this is not a position of railways", position)?;
    check_head(game, FORMAT, (form.format, &form.game, form.players))?;
    let mut s = State::empty();
    s.phase = named(&Phase::ALL.map(Phase::name), &form.phase, "phase").map(|i| Phase::ALL[usize::from(i)])?;
    s.turn = seat(game, form.turn_player, "turn_player")?;
    s.first = seat(game, form.first_player, "first_player")?;
    s.round = form.round;
    if let Some(trigger) = &form.end_trigger {
        let id = named(&Trigger::ALL.map(Trigger::name), trigger, "end trigger")?;
        s.trigger = Some(Trigger::ALL[usize::from(id)]);
    }
    s.final_deliveries = form.final_deliveries;
    s.picks = at_most(form.picks_done, 2, "picks_done")?;
    s.deck = read_cards(game, &form.deck)?;
    read_shown_cards(game, &form, &mut s)?;
    s.bag = read_goods(&form.bag, CUBES)?;
    read_cities(game, &form.cities, &mut s)?;
    read_players(game, &form, &mut s)?;
    read_choice(game, &form, &mut s)?;
    s.network = Network::of(&s.network.links, &s.network.cubes);
    check_current_player(game, &s, form.current_player)?;
    Ok(s)
}

fn read_cards(game: &Railways, form: &Counts) -> Result<Cards> {
    Ok(Cards::from_counts(&read_counts(&game.kinds, &game.kind_totals, form)?))
}

fn read_goods(form: &Counts, most: u8) -> Result<[u8; GOODS]> {
    read_counts(&GOOD_NAMES, &[most; GOODS], form)
}

fn read_kind(game: &Railways, name: &str) -> Result<u8> {
    named(&game.kinds, name, "card")
}

fn read_city(game: &Railways, name: &str) -> Result<u8> {
    named(game.city_names(), name, "city")
}

fn read_place(game: &Railways, name: &str) -> Result<u8> {
    if name == "Start" { Ok(START) } else { read_city(game, name) }
}

fn read_shown_cards(game: &Railways, form: &PositionForm, s: &mut State) -> Result<()> {
    if form.open.len() != SLOTS {
        return Err(Error::state(format!("open has {} entries, not {SLOTS}", form.open.len())));
    }
    for (slot, name) in s.open.iter_mut().zip(&form.open) {
        *slot = name.as_ref().map_or(Ok(NONE), |name| read_kind(game, name))?;
    }
    if form.discard_pile.len() > CARDS {
        return Err(Error::state("the discard pile has more cards than there are"));
    }
    for name in &form.discard_pile {
        s.push_pile(read_kind(game, name)?);
    }
    Ok(())
}

fn read_cities(game: &Railways, forms: &[Object<CityForm>], s: &mut State) -> Result<()> {
    let mut last = None;
    for Object(form) in forms {
        let city = read_city(game, &form.name)?;
        if last >= Some(city) {
            return Err(Error::state("each city on the table is given once, in the order of the data file"));
        }
        last = Some(city);
        let parent = read_place(game, &form.parent)?;
        let owner = at_most(form.owner, game.players() - 1, "owner")?;
        let colour = named(&COLOUR_NAMES, &form.colour, "colour")?;
        s.network.links[usize::from(city)] = Link { parent, owner, value: form.value, colour };
        let cubes = read_goods(&form.cubes, CUBES)?;
        s.network.cubes[usize::from(city)] = pack_cubes(cubes);
    }
    Ok(())
}

fn pack_cubes(cubes: [u8; GOODS]) -> u16 {
    cubes.iter().rev().fold(0, |packed, count| packed << 4 | u16::from(*count))
}

fn read_players(game: &Railways, form: &PositionForm, s: &mut State) -> Result<()> {
    let players = game.players();
    let lengths = [
        ("hands", form.hands.len()),
        ("known", form.known.len()),
        ("v2_hidden", form.v2_hidden.len()),
        ("engines", form.engines.len()),
        ("points", form.points.len()),
        ("delivered", form.delivered.len()),
    ];
    check_lengths(players, lengths)?;
    for p in 0..players {
        s.hands[p] = read_cards(game, &form.hands[p])?;
        s.known[p] = read_cards(game, &form.known[p])?;
        s.v2_hidden |= u8::from(form.v2_hidden[p]) << p;
        s.engines[p] = at_most(form.engines[p], usize::from(game.kind_totals[usize::from(ENGINE)]), "engines")?;
        s.points[p] = form.points[p];
        s.delivered[p] = read_goods(&form.delivered[p], CUBES)?;
    }
    Ok(())
}

fn read_choice(game: &Railways, form: &PositionForm, s: &mut State) -> Result<()> {
    if let Some(Object(build)) = &form.build {
        let from = build.from.as_ref().map_or(Ok(NONE), |name| read_place(game, name))?;
        let colour = build.colour.as_ref().map_or(Ok(NONE), |name| named(&COLOUR_NAMES, name, "colour"))?;
        let city = read_city(game, &build.city)?;
        s.build = Build { city, from, colour, ones: build.ones, twos: build.twos, wilds: build.wilds };
        check_build(s.build)?;
    }
    if let Some(Object(shipment)) = &form.shipment {
        let from = read_city(game, &shipment.from)?;
        s.shipment = Shipment { from, good: named(&GOOD_NAMES, &shipment.good, "good")? };
    }
    if let Some(good) = &form.cube {
        s.cube = named(&GOOD_NAMES, good, "good")?;
    }
    Ok(())
}

fn check_build(build: Build) -> Result<()> {
    at_most(build.ones, CARDS, "ones laid")?;
    at_most(build.twos, CARDS / 2, "twos laid")?;
    at_most(build.wilds, 21, "wilds laid")?;
    Ok(())
}

// --- bytes -------------------------------------------------------------------------------------------------------------

/// Writes the fields in the page's order.
pub(super) fn encode(game: &Railways, s: &State, out: &mut Writer) {
    let trigger = s.trigger.map_or(NONE, |trigger| trigger as u8);
    out.u8s(&[s.phase as u8, s.turn, s.first, s.round, trigger, u8::from(s.final_deliveries), s.picks]);
    out.u8s(&s.deck.counts());
    out.u8s(&s.open);
    out.u8(s.pile_len);
    out.u8s(s.pile());
    out.u8s(&s.bag);
    for (city, link) in s.network.links.iter().enumerate() {
        out.u8s(&[link.parent, link.owner, link.value, link.colour]);
        out.u8s(&[0, 1, 2, 3].map(|good| s.network.cubes_of(city as u8, good)));
    }
    for p in 0..game.players() {
        out.u8s(&s.hands[p].counts());
        out.u8s(&s.known[p].counts());
        out.u8s(&[s.v2_hidden >> p & 1, s.engines[p]]);
        out.u16(s.points[p]);
        out.u8s(&s.delivered[p]);
    }
    let Build { city, from, colour, ones, twos, wilds } = s.build;
    out.u8s(&[city, from, colour, ones, twos, wilds, s.shipment.from, s.shipment.good, s.cube]);
}

/// Reads them back, every number in range; what must hold between them is for [`super::invariants`].
pub(super) fn decode(game: &Railways, from: &mut Reader<'_>) -> Result<State> {
    let players = game.players();
    let mut s = State::empty();
    s.phase = Phase::ALL[usize::from(at_most(from.u8()?, Phase::ALL.len() - 1, "phase")?)];
    s.turn = none_or(from.u8()?, players, "turn player")?;
    s.first = none_or(from.u8()?, players, "first player")?;
    s.round = from.u8()?;
    let trigger = none_or(from.u8()?, Trigger::ALL.len(), "end trigger")?;
    s.trigger = Trigger::ALL.get(usize::from(trigger)).copied();
    s.final_deliveries = flag(from)?;
    s.picks = at_most(from.u8()?, 2, "picks_done")?;
    s.deck = decode_cards(game, from)?;
    for slot in &mut s.open {
        *slot = none_or(from.u8()?, KINDS, "open card")?;
    }
    for _ in 0..at_most(from.u8()?, CARDS, "length of the discard pile")? {
        s.push_pile(at_most(from.u8()?, KINDS - 1, "discarded card")?);
    }
    s.bag = decode_goods(from)?;
    for city in 0..CITIES {
        (s.network.links[city], s.network.cubes[city]) = decode_city(game, from)?;
    }
    for p in 0..players {
        s.hands[p] = decode_cards(game, from)?;
        s.known[p] = decode_cards(game, from)?;
        s.v2_hidden |= u8::from(flag(from)?) << p;
        s.engines[p] = at_most(from.u8()?, usize::from(game.kind_totals[usize::from(ENGINE)]), "engine size")?;
        s.points[p] = from.u16()?;
        s.delivered[p] = decode_goods(from)?;
    }
    decode_choice(from, &mut s)?;
    s.network = Network::of(&s.network.links, &s.network.cubes);
    Ok(s)
}

fn flag(from: &mut Reader<'_>) -> Result<bool> {
    Ok(at_most(from.u8()?, 1, "a flag")? == 1)
}

fn decode_cards(game: &Railways, from: &mut Reader<'_>) -> Result<Cards> {
    let counts = from.u8s::<KINDS>()?;
    for (kind, count) in counts.iter().enumerate() {
        at_most(*count, usize::from(game.kind_totals[kind]), "number of cards")?;
    }
    Ok(Cards::from_counts(&counts))
}

fn decode_goods(from: &mut Reader<'_>) -> Result<[u8; GOODS]> {
    let cubes = from.u8s::<GOODS>()?;
    for count in cubes {
        at_most(count, usize::from(CUBES), "number of cubes")?;
    }
    Ok(cubes)
}

fn decode_city(game: &Railways, from: &mut Reader<'_>) -> Result<(Link, u16)> {
    let [parent, owner, value, colour] = from.u8s::<4>()?;
    let link = Link { parent, owner, value, colour };
    let cubes = pack_cubes(decode_goods(from)?);
    if link == Link::NONE && cubes == 0 {
        return Ok((link, cubes));
    }
    at_most(parent, usize::from(START), "parent")?;
    at_most(owner, game.players() - 1, "owner")?;
    at_most(colour, COLOURS - 1, "colour")?;
    Ok((link, cubes))
}

fn decode_choice(from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    let [city, start, colour, ones, twos, wilds] = from.u8s::<6>()?;
    none_or(city, CITIES, "new city")?;
    none_or(start, usize::from(START) + 1, "start of the link")?;
    none_or(colour, COLOURS, "colour of the link")?;
    s.build = Build { city, from: start, colour, ones, twos, wilds };
    check_build(s.build)?;
    s.shipment.from = none_or(from.u8()?, CITIES, "city of the cube")?;
    s.shipment.good = none_or(from.u8()?, GOODS, "good")?;
    s.cube = none_or(from.u8()?, GOODS, "cube")?;
    Ok(())
}

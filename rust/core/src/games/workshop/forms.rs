//! Positions and views as JSON, positions as canonical bytes.

use super::Workshop;
use super::action::type_name;
use super::cards::Cards;
use super::data::{COLOURS, KINDS, TYPES};
use super::invariants::MOST_BID;
use super::state::{Auction, Derived, Era, Fist, NO_AMOUNT, NONE, Phase, State, Turn, Works};
use super::view;
use crate::bits::places;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::forms::{
    Counts, Object, at_most, check_current_player, check_head, check_lengths, choices_of, counts, named, none_or,
    nullable, read_counts, read_form, seat, some,
};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    era: String,
    round: u8,
    step: u8,
    #[serde(deserialize_with = "nullable")]
    demand_first: Option<u8>,
    cash: Vec<u16>,
    revenue: Vec<u16>,
    order: Vec<String>,
    next_order: Vec<String>,
    industries: Map<String, Value>,
    links: Map<String, Value>,
    demand: Counts,
    hands: Vec<Counts>,
    pool: Counts,
    unseen_setup: Counts,
    unseen: Counts,
    deck: u8,
    set_aside: u8,
    face_up: Counts,
    used: Counts,
    #[serde(deserialize_with = "nullable")]
    auction: Option<Object<AuctionForm>>,
    fists: Vec<Option<Object<FistForm>>>,
    #[serde(deserialize_with = "nullable")]
    turn: Option<Object<TurnForm>>,
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
    era: &'static str,
    round: u8,
    step: u8,
    demand_first: Option<u8>,
    cash: Vec<u16>,
    revenue: Vec<u16>,
    order: Vec<String>,
    next_order: Vec<String>,
    industries: Map<String, Value>,
    links: Map<String, Value>,
    demand: Counts,
    hand_sizes: Vec<u8>,
    hand: Option<Counts>,
    unseen_counters: Counts,
    unseen_setup: Counts,
    unseen: Counts,
    deck: u8,
    set_aside: u8,
    face_up: Counts,
    used: Counts,
    auction: Option<Object<AuctionForm>>,
    fists: Vec<Option<ShownFist>>,
    turn: Option<Object<TurnForm>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AuctionForm {
    card: String,
    nominator: u8,
    standing: u16,
    #[serde(deserialize_with = "nullable")]
    leader: Option<u8>,
    speaker: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FistForm {
    colour: String,
    #[serde(deserialize_with = "nullable")]
    amount: Option<u16>,
}

#[derive(Serialize)]
struct ShownFist {
    colour: Option<String>,
    amount: Option<u16>,
    closed: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnForm {
    colour: String,
    #[serde(deserialize_with = "nullable")]
    card: Option<String>,
    #[serde(deserialize_with = "nullable")]
    town: Option<String>,
    #[serde(deserialize_with = "nullable")]
    link: Option<String>,
}

// --- writing JSON --------------------------------------------------------------------------------------------------------

fn counters(of_types: [u8; TYPES]) -> Counts {
    counts((0..TYPES).map(type_name), of_types)
}

impl Workshop {
    fn kind_counts(&self, count: impl Fn(u8) -> u8) -> Counts {
        counts(self.names.kinds.iter().map(String::as_str), (0..self.kinds() as u8).map(count))
    }

    fn card_counts(&self, cards: Cards) -> Counts {
        self.kind_counts(|kind| self.deck.count(cards, kind))
    }

    fn setup_form(&self, s: &State) -> Counts {
        self.kind_counts(|kind| s.setup_count(kind) as u8)
    }

    fn used_form(&self, s: &State) -> Counts {
        self.kind_counts(|kind| s.used(self, kind) as u8)
    }

    fn colour_text(&self, colour: u8) -> String {
        self.names.colour(colour).to_owned()
    }

    fn boxes_form(&self, boxes: [u8; COLOURS]) -> Vec<String> {
        boxes.iter().filter(|colour| **colour != NONE).map(|colour| self.colour_text(*colour)).collect()
    }

    fn industries_form(&self, s: &State) -> Map<String, Value> {
        let mut form = Map::new();
        for (town, works) in s.industries.iter().enumerate().filter(|(_, works)| !works.is_empty()) {
            let colours = self.names.colours[..self.colours()].iter().map(String::as_str);
            let of_town = counts(colours, (0..self.colours() as u8).map(|colour| works.count(colour)));
            form.insert(self.names.kinds[town].clone(), Value::Object(of_town));
        }
        form
    }

    fn links_form(&self, s: &State) -> Map<String, Value> {
        let owner = |link: u8| Some((self.names.link(link).to_owned(), self.colour_text(s.link_owner(link)?).into()));
        places(s.derived.occupied).filter_map(owner).collect()
    }

    fn auction_form(&self, s: &State) -> Option<Object<AuctionForm>> {
        let Auction { card, nominator, standing, leader, speaker } = s.auction;
        some(card).map(|card| {
            let card = self.names.kind(card).to_owned();
            Object(AuctionForm { card, nominator, standing, leader: some(leader), speaker })
        })
    }

    fn turn_form(&self, s: &State) -> Option<Object<TurnForm>> {
        let Turn { colour, card, town, link } = s.turn;
        some(colour).map(|colour| {
            Object(TurnForm {
                colour: self.colour_text(colour),
                card: some(card).map(|card| self.names.kind(card).to_owned()),
                town: some(town).map(|town| self.names.kind(town).to_owned()),
                link: some(link).map(|link| self.names.link(link).to_owned()),
            })
        })
    }

    fn fist_form(&self, fist: Fist) -> Option<Object<FistForm>> {
        let amount = fist.is_closed().then_some(fist.amount);
        some(fist.colour).map(|colour| Object(FistForm { colour: self.colour_text(colour), amount }))
    }

    fn shown_fist(&self, fist: Fist, known: bool) -> Option<ShownFist> {
        let closed = fist.is_closed();
        some(fist.colour).map(|colour| ShownFist {
            colour: known.then(|| self.colour_text(colour)),
            amount: (known && closed).then_some(fist.amount),
            closed,
        })
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
            era: s.era.name().to_owned(),
            round: s.round,
            step: s.step,
            demand_first: some(s.demand_first),
            cash: s.cash[..players].to_vec(),
            revenue: s.revenue[..players].to_vec(),
            order: self.boxes_form(s.order),
            next_order: self.boxes_form(s.next_order),
            industries: self.industries_form(s),
            links: self.links_form(s),
            demand: counters(s.demand),
            hands: s.hands[..players].iter().map(|hand| counters(*hand)).collect(),
            pool: counters(s.pool),
            unseen_setup: self.setup_form(s),
            unseen: self.card_counts(s.unseen),
            deck: s.deck,
            set_aside: s.set_aside,
            face_up: self.card_counts(s.face_up),
            used: self.used_form(s),
            auction: self.auction_form(s),
            fists: s.fists[..players].iter().map(|fist| self.fist_form(*fist)).collect(),
            turn: self.turn_form(s),
        };
        serde_json::to_value(form).expect("plain data")
    }

    /// What a viewer may know, as JSON (R40).
    pub(super) fn view_form(&self, s: &State, viewer: Option<usize>) -> Value {
        let players = self.players();
        let open = view::fists_are_open(self, s);
        let shown = |(player, fist): (usize, &Fist)| self.shown_fist(*fist, open || viewer == Some(player));
        let form = ViewForm {
            format: FORMAT,
            game: Self::declaration().name,
            players,
            viewer,
            phase: s.phase.name(),
            current_player: self.actor(s).number(),
            legal_actions: choices_of(self, s, viewer),
            era: s.era.name(),
            round: s.round,
            step: s.step,
            demand_first: some(s.demand_first),
            cash: s.cash[..players].to_vec(),
            revenue: s.revenue[..players].to_vec(),
            order: self.boxes_form(s.order),
            next_order: self.boxes_form(s.next_order),
            industries: self.industries_form(s),
            links: self.links_form(s),
            demand: counters(s.demand),
            hand_sizes: s.hands[..players].iter().map(|hand| hand.iter().sum()).collect(),
            hand: viewer.map(|player| counters(s.hands[player])),
            unseen_counters: counters(view::unseen_counters(self, s, viewer)),
            unseen_setup: self.setup_form(s),
            unseen: self.card_counts(s.unseen),
            deck: s.deck,
            set_aside: s.set_aside,
            face_up: self.card_counts(s.face_up),
            used: self.used_form(s),
            auction: self.auction_form(s),
            fists: s.fists[..players].iter().enumerate().map(shown).collect(),
            turn: self.turn_form(s),
        };
        serde_json::to_value(form).expect("plain data")
    }
}

// --- reading JSON --------------------------------------------------------------------------------------------------------

/// The position of a JSON value, every number in range; what must hold between them is for [`State::check`].
pub(super) fn read_json(game: &Workshop, position: &Value) -> Result<State> {
    let Object(form) = read_form::<Object<PositionForm>>("this is not a position of workshop", position)?;
    check_head(game, FORMAT, (form.format, &form.game, form.players))?;
    let mut s = State::empty();
    s.phase = named(&Phase::ALL.map(Phase::name), &form.phase, "phase").map(|i| Phase::ALL[usize::from(i)])?;
    s.era = if named(&[Era::Canal.name(), Era::Rail.name()], &form.era, "era")? == 0 { Era::Canal } else { Era::Rail };
    s.round = form.round;
    s.step = form.step;
    s.demand_first = seat(game, form.demand_first, "demand_first")?;
    s.order = read_boxes(game, &form.order, "order")?;
    s.next_order = read_boxes(game, &form.next_order, "next_order")?;
    read_map(game, &form, &mut s)?;
    read_players(game, &form, &mut s)?;
    s.demand = read_counters(game, &form.demand)?;
    s.pool = read_counters(game, &form.pool)?;
    read_unseen(game, &form, &mut s)?;
    read_choice(game, &form, &mut s)?;
    s.derived = Derived::of(game, &s);
    if read_kinds(game, &form.used)?.iter().zip(0..).any(|(count, kind)| i32::from(*count) != s.used(game, kind)) {
        return Err(Error::state("used does not hold the cards that are nowhere else"));
    }
    check_current_player(game, &s, form.current_player)?;
    Ok(s)
}

fn read_colour(game: &Workshop, name: &str) -> Result<u8> {
    named(&game.names.colours[..game.colours()], name, "colour in play")
}

fn read_town(game: &Workshop, name: &str) -> Result<u8> {
    named(&game.names.kinds[..game.towns()], name, "town")
}

fn read_kind(game: &Workshop, name: &str) -> Result<u8> {
    named(&game.names.kinds, name, "card")
}

fn read_link(game: &Workshop, name: &str) -> Result<u8> {
    named(&game.names.links, name, "connection")
}

fn read_kinds(game: &Workshop, form: &Counts) -> Result<[u8; KINDS]> {
    read_counts(&game.names.kinds, &[u8::MAX; KINDS], form)
}

fn cards_of(game: &Workshop, counts: &[u8; KINDS]) -> Result<Cards> {
    game.deck.of_counts(counts).ok_or_else(|| Error::state("there are more cards of a kind than the game has"))
}

fn checked_counters(game: &Workshop, counts: [u8; TYPES]) -> Result<[u8; TYPES]> {
    for (count, most) in counts.iter().zip(game.counters) {
        at_most(*count, usize::from(most), "a number of counters")?;
    }
    Ok(counts)
}

fn read_counters(game: &Workshop, form: &Counts) -> Result<[u8; TYPES]> {
    checked_counters(game, read_counts(&std::array::from_fn::<_, TYPES, _>(type_name), &[u8::MAX; TYPES], form)?)
}

fn read_boxes(game: &Workshop, form: &[String], what: &str) -> Result<[u8; COLOURS]> {
    if form.len() > game.colours() {
        return Err(Error::state(format!("{what} has {} boxes", form.len())));
    }
    let mut boxes = [NONE; COLOURS];
    for (place, name) in form.iter().enumerate() {
        boxes[place] = read_colour(game, name)?;
    }
    Ok(boxes)
}

fn works_of(game: &Workshop, town: u8, counts: [u8; COLOURS]) -> Result<Works> {
    Works::from_counts(counts, game.board.value(town))
        .ok_or_else(|| Error::state(format!("{} holds more Industries than it may", game.names.kind(town))))
}

fn read_map(game: &Workshop, form: &PositionForm, s: &mut State) -> Result<()> {
    for (name, colours) in &form.industries {
        let town = read_town(game, name)?;
        let of_town = colours.as_object().filter(|of_town| !of_town.is_empty());
        let of_town = of_town.ok_or_else(|| Error::state(format!("the Industries of {name} cannot be {colours}")))?;
        let counts = read_counts(&game.names.colours[..game.colours()], &[u8::MAX; COLOURS], of_town)?;
        s.industries[usize::from(town)] = works_of(game, town, counts)?;
    }
    for (name, colour) in &form.links {
        let link = read_link(game, name)?;
        let colour = colour.as_str().ok_or_else(|| Error::state(format!("the owner of {name} cannot be {colour}")))?;
        s.links[usize::from(read_colour(game, colour)?)] |= 1 << link;
    }
    Ok(())
}

fn read_players(game: &Workshop, form: &PositionForm, s: &mut State) -> Result<()> {
    let players = game.players();
    let lengths = [
        ("cash", form.cash.len()),
        ("revenue", form.revenue.len()),
        ("hands", form.hands.len()),
        ("fists", form.fists.len()),
    ];
    check_lengths(players, lengths)?;
    for p in 0..players {
        s.cash[p] = form.cash[p];
        s.revenue[p] = form.revenue[p];
        s.hands[p] = read_counters(game, &form.hands[p])?;
        if let Some(Object(fist)) = &form.fists[p] {
            let colour = read_colour(game, &fist.colour)?;
            let amount = fist.amount.map_or(Ok(NO_AMOUNT), checked_bid)?;
            s.fists[p] = Fist { colour, amount };
        }
    }
    Ok(())
}

fn checked_bid(amount: u16) -> Result<u16> {
    if amount > MOST_BID {
        return Err(Error::state(format!("a hidden bid cannot be {amount}")));
    }
    Ok(amount)
}

fn read_unseen(game: &Workshop, form: &PositionForm, s: &mut State) -> Result<()> {
    s.unseen_setup = setup_of(&read_kinds(game, &form.unseen_setup)?)?;
    s.unseen = cards_of(game, &read_kinds(game, &form.unseen)?)?;
    s.face_up = cards_of(game, &read_kinds(game, &form.face_up)?)?;
    s.deck = form.deck;
    s.set_aside = form.set_aside;
    Ok(())
}

/// The kinds of a count a kind, each at most once and none of them wild beyond the mask.
fn setup_of(counts: &[u8; KINDS]) -> Result<u32> {
    let mut kinds = 0;
    for (kind, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        if *count > 1 || kind >= 32 {
            return Err(Error::state("unseen_setup has a card that is no set-up card"));
        }
        kinds |= 1 << kind;
    }
    Ok(kinds)
}

fn read_choice(game: &Workshop, form: &PositionForm, s: &mut State) -> Result<()> {
    if let Some(Object(auction)) = &form.auction {
        s.auction = Auction {
            card: read_kind(game, &auction.card)?,
            nominator: seat(game, Some(auction.nominator), "nominator")?,
            standing: auction.standing,
            leader: seat(game, auction.leader, "leader")?,
            speaker: seat(game, Some(auction.speaker), "speaker")?,
        };
    }
    if let Some(Object(turn)) = &form.turn {
        let part = |name: &Option<String>, read: fn(&Workshop, &str) -> Result<u8>| {
            name.as_ref().map_or(Ok(NONE), |name| read(game, name))
        };
        s.turn = Turn {
            colour: read_colour(game, &turn.colour)?,
            card: part(&turn.card, read_kind)?,
            town: part(&turn.town, read_town)?,
            link: part(&turn.link, read_link)?,
        };
    }
    Ok(())
}

// --- bytes ---------------------------------------------------------------------------------------------------------------

/// Writes the fields in the page's order.
pub(super) fn encode(game: &Workshop, s: &State, out: &mut Writer) {
    let (players, colours) = (game.players(), game.colours());
    out.u8s(&[s.phase as u8, s.era as u8, s.round, s.step, s.demand_first]);
    s.cash[..players].iter().chain(&s.revenue[..players]).for_each(|money| out.u16(*money));
    out.u8s(&s.order[..colours]);
    out.u8s(&s.next_order[..colours]);
    for works in &s.industries[..game.towns()] {
        (0..colours as u8).for_each(|colour| out.u8(works.count(colour)));
    }
    (0..game.connections() as u8).for_each(|link| out.u8(s.link_owner(link).unwrap_or(NONE)));
    out.u8s(&s.demand);
    s.hands[..players].iter().for_each(|hand| out.u8s(hand));
    out.u8s(&s.pool);
    let kinds = || 0..game.kinds() as u8;
    kinds().for_each(|kind| out.u8(s.setup_count(kind) as u8));
    kinds().for_each(|kind| out.u8(game.deck.count(s.unseen, kind)));
    out.u8s(&[s.deck, s.set_aside]);
    kinds().for_each(|kind| out.u8(game.deck.count(s.face_up, kind)));
    let Auction { card, nominator, standing, leader, speaker } = s.auction;
    out.u8s(&[card, nominator]);
    out.u16(standing);
    out.u8s(&[leader, speaker]);
    for fist in &s.fists[..players] {
        out.u8(fist.colour);
        out.u16(fist.amount);
    }
    let Turn { colour, card, town, link } = s.turn;
    out.u8s(&[colour, card, town, link]);
}

/// Reads them back, every number in range; what must hold between them is for [`State::check`].
pub(super) fn decode(game: &Workshop, from: &mut Reader<'_>) -> Result<State> {
    let players = game.players();
    let mut s = State::empty();
    s.phase = Phase::ALL[usize::from(at_most(from.u8()?, Phase::ALL.len() - 1, "phase")?)];
    s.era = if at_most(from.u8()?, 1, "era")? == 0 { Era::Canal } else { Era::Rail };
    s.round = from.u8()?;
    s.step = from.u8()?;
    s.demand_first = decode_seat(game, from)?;
    for money in s.cash[..players].iter_mut().chain(&mut s.revenue[..players]) {
        *money = from.u16()?;
    }
    let colours = game.colours();
    for place in s.order[..colours].iter_mut().chain(&mut s.next_order[..colours]) {
        *place = none_or(from.u8()?, colours, "a colour")?;
    }
    decode_map(game, from, &mut s)?;
    s.demand = checked_counters(game, from.u8s()?)?;
    for hand in &mut s.hands[..players] {
        *hand = checked_counters(game, from.u8s()?)?;
    }
    s.pool = checked_counters(game, from.u8s()?)?;
    s.unseen_setup = setup_of(&decode_kinds(game, from)?)?;
    s.unseen = cards_of(game, &decode_kinds(game, from)?)?;
    s.deck = from.u8()?;
    s.set_aside = from.u8()?;
    s.face_up = cards_of(game, &decode_kinds(game, from)?)?;
    decode_choice(game, from, &mut s)?;
    s.derived = Derived::of(game, &s);
    Ok(s)
}

fn decode_seat(game: &Workshop, from: &mut Reader<'_>) -> Result<u8> {
    none_or(from.u8()?, game.players(), "a player")
}

fn decode_map(game: &Workshop, from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    for town in 0..game.towns() as u8 {
        let mut counts = [0; COLOURS];
        for count in &mut counts[..game.colours()] {
            *count = from.u8()?;
        }
        s.industries[usize::from(town)] = works_of(game, town, counts)?;
    }
    for link in 0..game.connections() {
        let owner = none_or(from.u8()?, game.colours(), "the owner of a connection")?;
        if owner != NONE {
            s.links[usize::from(owner)] |= 1 << link;
        }
    }
    Ok(())
}

fn decode_kinds(game: &Workshop, from: &mut Reader<'_>) -> Result<[u8; KINDS]> {
    let mut counts = [0; KINDS];
    for count in &mut counts[..game.kinds()] {
        *count = from.u8()?;
    }
    Ok(counts)
}

fn decode_choice(game: &Workshop, from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    let colours = game.colours();
    s.auction = Auction {
        card: none_or(from.u8()?, game.kinds(), "a card")?,
        nominator: decode_seat(game, from)?,
        standing: from.u16()?,
        leader: decode_seat(game, from)?,
        speaker: decode_seat(game, from)?,
    };
    for fist in &mut s.fists[..game.players()] {
        let colour = none_or(from.u8()?, colours, "a colour")?;
        let amount = from.u16()?;
        *fist = Fist { colour, amount: if amount == NO_AMOUNT { amount } else { checked_bid(amount)? } };
    }
    s.turn = Turn {
        colour: none_or(from.u8()?, colours, "a colour")?,
        card: none_or(from.u8()?, game.kinds(), "a card")?,
        town: none_or(from.u8()?, game.towns(), "a town")?,
        link: none_or(from.u8()?, game.connections(), "a connection")?,
    };
    Ok(())
}

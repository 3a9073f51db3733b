//! The position as JSON and as canonical bytes. Reading takes any input; what it lets through is then held against
//! `check_invariants`.

use super::Arkwright;
use super::data::{CARDS, GOODS, TRACKS};
use super::state::{Factory, Kind, NONE, Phase, SEATS, Seat, State, WAREHOUSES, Warehouse};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result, quoted};
use crate::forms::{nullable, read_form, some};
use crate::game::Game;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// The format of the JSON form.
pub(super) const FORMAT: u8 = 1;

/// Entries by name, in order.
struct Named<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, entry)| map.serialize_entry(name, entry))?;
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("entries by name")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// The keys of a position, in order (table "The position as a dict" of the page).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionForm {
    format: u8,
    game: String,
    players: usize,
    phase: String,
    current_player: i32,
    round: u8,
    start_player: u8,
    demand: Named<i8>,
    wage_space: u8,
    #[serde(deserialize_with = "nullable")]
    neutral: Option<Named<u8>>,
    supply: Named<u8>,
    #[serde(deserialize_with = "nullable")]
    event: Option<String>,
    events_shown: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    kind: Option<String>,
    used: u8,
    built: bool,
    token_moved: bool,
    card_turned: bool,
    set_factories: Vec<String>,
    begun: Vec<(String, u8)>,
    #[serde(deserialize_with = "nullable")]
    producing: Option<String>,
    rest: u8,
    #[serde(deserialize_with = "nullable")]
    given_up: Option<String>,
    seats: Vec<SeatForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatForm {
    #[serde(deserialize_with = "nullable")]
    bankrupt_round: Option<u8>,
    cash: i32,
    shares: u8,
    share_value: u8,
    loans: u8,
    ship_tokens: u8,
    ships_used: u8,
    extra_used: bool,
    levels: Named<u8>,
    cards: Vec<String>,
    patent_used: bool,
    #[serde(deserialize_with = "nullable")]
    engineer: Option<String>,
    engineer_turned: bool,
    #[serde(deserialize_with = "nullable")]
    price: Option<u8>,
    #[serde(deserialize_with = "nullable")]
    sold: Option<u8>,
    factories: Named<FactoryForm>,
    warehouses: [Option<(String, u8)>; WAREHOUSES],
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactoryForm {
    decade: u8,
    worker_cards: u8,
    machines: [u8; 2],
    quality: u8,
    distribution: u8,
    appeal: u8,
}

// --- writing JSON ---------------------------------------------------------------------------------------------------

/// The names of the set bits.
fn names_of(mask: u32, names: &[String]) -> Vec<String> {
    names.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).map(|(_, name)| name.clone()).collect()
}

/// The name at an index, None for `NONE`.
fn name_at(index: u8, names: &[String]) -> Option<String> {
    names.get(usize::from(index)).cloned()
}

/// The entries that differ from 0, by name.
fn non_zero(values: &[u8], names: &[String]) -> Named<u8> {
    let entries = names.iter().zip(values).filter(|(_, value)| **value != 0);
    Named(entries.map(|(name, value)| (name.clone(), *value)).collect())
}

fn all<T: Copy>(values: &[T], names: &[String]) -> Named<T> {
    Named(names.iter().cloned().zip(values.iter().copied()).collect())
}

impl Arkwright {
    /// The position as JSON.
    pub(super) fn position_value(&self, state: &State) -> Value {
        serde_json::to_value(self.position_form(state)).expect("names and numbers")
    }

    fn position_form(&self, state: &State) -> PositionForm {
        let data = &self.data;
        let begun = (0..2 * GOODS as u8).filter(|i| state.begun >> i & 1 != 0);
        PositionForm {
            format: FORMAT,
            game: Self::declaration().name.to_owned(),
            players: self.setup.players,
            phase: state.phase.name().to_owned(),
            current_player: self.actor(state).number(),
            round: state.round + 1,
            start_player: state.start,
            demand: all(&state.demand, &data.goods),
            wage_space: state.wage_space + 1,
            neutral: (state.neutral[0] != NONE).then(|| all(&state.neutral, &data.goods)),
            supply: non_zero(&state.supply, &data.cards),
            event: name_at(state.event, &data.events),
            events_shown: names_of(u32::from(state.events_shown), &data.events),
            kind: (state.kind != Kind::None).then(|| state.kind.name().to_owned()),
            used: state.used,
            built: state.built,
            token_moved: state.token_moved,
            card_turned: state.card_turned,
            set_factories: names_of(u32::from(state.set_factories), &data.goods),
            begun: begun.map(|i| (data.goods[usize::from(i / 2)].clone(), i % 2 + 1)).collect(),
            producing: name_at(state.producing, &data.goods),
            rest: state.rest,
            given_up: name_at(state.given_up, &data.cards),
            seats: state.seats[..self.setup.players].iter().map(|seat| self.seat_form(seat)).collect(),
        }
    }

    fn seat_form(&self, seat: &Seat) -> SeatForm {
        let data = &self.data;
        let factories = data.goods.iter().zip(&seat.factories).filter(|(_, factory)| factory.decade != 0);
        SeatForm {
            bankrupt_round: (seat.bankrupt_round != 0).then_some(seat.bankrupt_round),
            cash: seat.cash,
            shares: seat.shares,
            share_value: seat.share_value,
            loans: seat.loans,
            ship_tokens: seat.ship_tokens,
            ships_used: seat.ships_used,
            extra_used: seat.extra_used,
            levels: non_zero(&seat.levels, &data.tracks),
            cards: names_of(u32::from(seat.cards), &data.cards),
            patent_used: seat.patent_used,
            engineer: name_at(seat.engineer, &data.goods),
            engineer_turned: seat.engineer_turned,
            price: some(seat.price),
            sold: some(seat.sold),
            factories: Named(factories.map(|(good, factory)| (good.clone(), factory_form(*factory))).collect()),
            warehouses: seat.warehouses.map(|w| name_at(w.good, &data.goods).map(|good| (good, w.count))),
        }
    }
}

fn factory_form(factory: Factory) -> FactoryForm {
    FactoryForm {
        decade: factory.decade,
        worker_cards: factory.worker_cards,
        machines: factory.machines,
        quality: factory.quality,
        distribution: factory.distribution,
        appeal: factory.appeal,
    }
}

// --- reading JSON ---------------------------------------------------------------------------------------------------

fn wrong(sentence: impl Into<String>) -> Error {
    Error::state(sentence)
}

/// The place of a name.
fn find(what: &str, name: &str, names: &[String]) -> Result<u8> {
    let place = names.iter().position(|known| known == name);
    let unknown = || wrong(format!("there is no {what} {}; choose one of: {}", quoted(name), names.join(", ")));
    place.map(|i| i as u8).ok_or_else(unknown)
}

fn find_optional(what: &str, name: Option<&String>, names: &[String]) -> Result<u8> {
    name.map_or(Ok(NONE), |name| find(what, name, names))
}

/// A bit for each name.
fn mask_of(what: &str, listed: &[String], names: &[String]) -> Result<u16> {
    let mut mask = 0;
    for name in listed {
        let bit = 1 << find(what, name, names)?;
        if mask & bit != 0 {
            return Err(wrong(format!("{what} {name} is listed twice")));
        }
        mask |= bit;
    }
    Ok(mask)
}

/// A number for each name.
fn read_all<T: Copy + Default, const N: usize>(what: &str, entries: &Named<T>, names: &[String]) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    if entries.0.len() != N {
        return Err(wrong(format!("{} {what} entries, not {N}", entries.0.len())));
    }
    for (name, value) in &entries.0 {
        values[usize::from(find(what, name, names)?)] = *value;
    }
    Ok(values)
}

/// Numbers that are not 0 for some of the names.
fn read_non_zero<const N: usize>(what: &str, entries: &Named<u8>, names: &[String]) -> Result<[u8; N]> {
    let mut values = [0; N];
    for (name, value) in &entries.0 {
        if *value == 0 {
            return Err(wrong(format!("{what} {name} is 0: it is left out then")));
        }
        values[usize::from(find(what, name, names)?)] = *value;
    }
    Ok(values)
}

/// A number that may be null; `NONE` itself is no number of any position.
fn read_optional(what: &str, number: Option<u8>) -> Result<u8> {
    if number == Some(NONE) {
        return Err(wrong(format!("{what} cannot be {NONE}")));
    }
    Ok(number.unwrap_or(NONE))
}

fn read_phase(name: &str) -> Result<Phase> {
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name);
    phase.ok_or_else(|| wrong(format!("there is no phase {}", quoted(name))))
}

fn read_kind(name: &str) -> Result<Kind> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    kind.ok_or_else(|| wrong(format!("there is no kind of action {}", quoted(name))))
}

impl Arkwright {
    /// The position of a JSON value.
    pub(super) fn read_position(&self, value: &Value) -> Result<State> {
        let form = read_form::<PositionForm>("this is not a position of arkwright", value)?;
        self.check_header(&form)?;
        let data = &self.data;
        let phase = read_phase(&form.phase)?;
        let neutral = form.neutral.as_ref().map(|entries| read_all("neutral", entries, &data.goods)).transpose()?;
        let mut seats = [Seat::default(); SEATS];
        for (seat, form) in seats.iter_mut().zip(&form.seats) {
            *seat = self.read_seat(form)?;
        }
        if neutral.is_some_and(|appeals: [u8; GOODS]| appeals.contains(&NONE)) {
            return Err(wrong(format!("neutral cannot be {NONE}")));
        }
        let mut state = State {
            phase,
            actor: read_actor(phase, form.current_player)?,
            round: form.round.checked_sub(1).ok_or_else(|| wrong("rounds are counted from 1"))?,
            start: form.start_player,
            demand: read_all("demand", &form.demand, &data.goods)?,
            wage_space: form.wage_space.checked_sub(1).ok_or_else(|| wrong("wage spaces are counted from 1"))?,
            neutral: neutral.unwrap_or([NONE; GOODS]),
            supply: read_non_zero::<CARDS>("supply of", &form.supply, &data.cards)?,
            event: find_optional("event", form.event.as_ref(), &data.events)?,
            events_shown: mask_of("event", &form.events_shown, &data.events)? as u8,
            kind: form.kind.as_deref().map_or(Ok(Kind::None), read_kind)?,
            used: form.used,
            built: form.built,
            token_moved: form.token_moved,
            card_turned: form.card_turned,
            set_factories: mask_of("good", &form.set_factories, &data.goods)? as u8,
            begun: self.read_begun(&form.begun)?,
            producing: find_optional("good", form.producing.as_ref(), &data.goods)?,
            rest: form.rest,
            given_up: find_optional("card", form.given_up.as_ref(), &data.cards)?,
            seats,
            ..State::empty()
        };
        state.in_supply = state.in_supply_now();
        Ok(state)
    }

    fn check_header(&self, form: &PositionForm) -> Result<()> {
        let (name, players) = (Self::declaration().name, self.setup.players);
        if form.format != FORMAT {
            return Err(wrong(format!("the position has format {}; this version reads format {FORMAT}", form.format)));
        }
        if form.game != name {
            return Err(wrong(format!("the position is one of {}, not of {name}", quoted(&form.game))));
        }
        if form.players != players || form.seats.len() != players {
            let sentence = format!("{} players and {} seats, not {players}", form.players, form.seats.len());
            return Err(wrong(sentence));
        }
        Ok(())
    }

    fn read_begun(&self, entries: &[(String, u8)]) -> Result<u8> {
        let mut begun = 0;
        for (good, card) in entries {
            if !(1..=2).contains(card) {
                return Err(wrong(format!("worker cards are 1 and 2, not {card}")));
            }
            let bit = 1 << (2 * find("good", good, &self.data.goods)? + card - 1);
            if begun & bit != 0 {
                return Err(wrong(format!("card {card} of {good} is listed twice")));
            }
            begun |= bit;
        }
        Ok(begun)
    }

    fn read_seat(&self, form: &SeatForm) -> Result<Seat> {
        let data = &self.data;
        if form.bankrupt_round == Some(0) {
            return Err(wrong("rounds are counted from 1"));
        }
        let mut seat = Seat {
            cash: form.cash,
            cards: mask_of("card", &form.cards, &data.cards)?,
            bankrupt_round: form.bankrupt_round.unwrap_or(0),
            shares: form.shares,
            share_value: form.share_value,
            loans: form.loans,
            ship_tokens: form.ship_tokens,
            ships_used: form.ships_used,
            extra_used: form.extra_used,
            patent_used: form.patent_used,
            engineer: find_optional("good", form.engineer.as_ref(), &data.goods)?,
            engineer_turned: form.engineer_turned,
            price: read_optional("price", form.price)?,
            sold: read_optional("sold", form.sold)?,
            levels: read_non_zero::<TRACKS>("level of", &form.levels, &data.tracks)?,
            ..Seat::default()
        };
        for (good, factory) in &form.factories.0 {
            if factory.decade == 0 {
                return Err(wrong(format!("the {good} factory has no tile")));
            }
            seat.factories[usize::from(find("good", good, &data.goods)?)] = read_factory(factory);
        }
        for (warehouse, entry) in seat.warehouses.iter_mut().zip(&form.warehouses) {
            if let Some((good, count)) = entry {
                *warehouse = Warehouse { good: find("good", good, &data.goods)?, count: *count };
            }
        }
        seat.open = seat.open_now();
        Ok(seat)
    }
}

fn read_actor(phase: Phase, number: i32) -> Result<u8> {
    let expected = match phase {
        Phase::Event => Some(-1),
        Phase::Over => Some(-4),
        _ => None,
    };
    match expected {
        Some(expected) if number == expected => Ok(NONE),
        None if (0..SEATS as i32).contains(&number) => Ok(number as u8),
        _ => Err(wrong(format!("in the phase {} the current player cannot be {number}", phase.name()))),
    }
}

fn read_factory(form: &FactoryForm) -> Factory {
    Factory {
        decade: form.decade,
        worker_cards: form.worker_cards,
        machines: form.machines,
        quality: form.quality,
        distribution: form.distribution,
        appeal: form.appeal,
    }
}

// --- bytes ----------------------------------------------------------------------------------------------------------

impl Arkwright {
    /// The fields after the header, in the page's order.
    pub(super) fn write_bytes(&self, state: &State, out: &mut Writer) {
        out.u8s(&[state.phase as u8, state.actor, state.round, state.start]);
        state.demand.iter().for_each(|demand| out.i16(i16::from(*demand)));
        out.u8(state.wage_space);
        out.u8s(&state.neutral);
        out.u8s(&state.supply);
        out.u8s(&[state.event, state.events_shown, state.kind as u8, state.used]);
        out.u8s(&[u8::from(state.built), u8::from(state.token_moved), u8::from(state.card_turned)]);
        out.u8s(&[state.set_factories, state.begun, state.producing, state.rest, state.given_up]);
        state.seats[..self.setup.players].iter().for_each(|seat| write_seat(seat, out));
    }

    /// Reads the same fields.
    pub(super) fn read_bytes(&self, from: &mut Reader<'_>) -> Result<State> {
        let [phase, actor, round, start] = from.u8s()?;
        let phase = *Phase::ALL.get(usize::from(phase)).ok_or_else(|| wrong(format!("there is no phase {phase}")))?;
        let mut demand = [0; GOODS];
        for entry in &mut demand {
            let number = from.i16()?;
            *entry = i8::try_from(number).map_err(|_| wrong(format!("demand cannot be {number}")))?;
        }
        let mut state = State {
            phase,
            actor,
            round,
            start,
            demand,
            wage_space: from.u8()?,
            neutral: from.u8s()?,
            supply: from.u8s()?,
            event: from.u8()?,
            events_shown: from.u8()?,
            kind: kind_of(from.u8()?)?,
            used: from.u8()?,
            built: read_flag(from)?,
            token_moved: read_flag(from)?,
            card_turned: read_flag(from)?,
            set_factories: from.u8()?,
            begun: from.u8()?,
            producing: from.u8()?,
            rest: from.u8()?,
            given_up: from.u8()?,
            ..State::empty()
        };
        state.in_supply = state.in_supply_now();
        for seat in &mut state.seats[..self.setup.players] {
            *seat = read_seat_bytes(from)?;
        }
        Ok(state)
    }
}

fn kind_of(number: u8) -> Result<Kind> {
    if number == NONE {
        return Ok(Kind::None);
    }
    Kind::ALL.get(usize::from(number)).copied().ok_or_else(|| wrong(format!("there is no kind of action {number}")))
}

fn read_flag(from: &mut Reader<'_>) -> Result<bool> {
    match from.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(wrong(format!("a flag is 0 or 1, not {other}"))),
    }
}

fn write_seat(seat: &Seat, out: &mut Writer) {
    out.u8(seat.bankrupt_round);
    out.i32(seat.cash);
    out.u8s(&[seat.shares, seat.share_value, seat.loans, seat.ship_tokens, seat.ships_used]);
    out.u8(u8::from(seat.extra_used));
    out.u8s(&seat.levels);
    out.u16(seat.cards);
    out.u8s(&[u8::from(seat.patent_used), seat.engineer, u8::from(seat.engineer_turned), seat.price, seat.sold]);
    for factory in &seat.factories {
        out.u8s(&[factory.decade, factory.worker_cards, factory.machines[0], factory.machines[1]]);
        out.u8s(&[factory.quality, factory.distribution, factory.appeal]);
    }
    for warehouse in &seat.warehouses {
        out.u8s(&[warehouse.good, warehouse.count]);
    }
}

fn read_seat_bytes(from: &mut Reader<'_>) -> Result<Seat> {
    let bankrupt_round = from.u8()?;
    let cash = from.i32()?;
    let [shares, share_value, loans, ship_tokens, ships_used] = from.u8s()?;
    let mut seat = Seat {
        cash,
        bankrupt_round,
        shares,
        share_value,
        loans,
        ship_tokens,
        ships_used,
        extra_used: read_flag(from)?,
        levels: from.u8s()?,
        cards: from.u16()?,
        patent_used: read_flag(from)?,
        engineer: from.u8()?,
        engineer_turned: read_flag(from)?,
        price: from.u8()?,
        sold: from.u8()?,
        ..Seat::default()
    };
    for factory in &mut seat.factories {
        let [decade, worker_cards, first, second, quality, distribution, appeal] = from.u8s()?;
        *factory = Factory { decade, worker_cards, machines: [first, second], quality, distribution, appeal };
    }
    for warehouse in &mut seat.warehouses {
        let [good, count] = from.u8s()?;
        *warehouse = Warehouse { good, count };
    }
    seat.open = seat.open_now();
    Ok(seat)
}

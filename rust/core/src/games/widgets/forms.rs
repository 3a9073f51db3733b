//! Positions and views as JSON, positions as canonical bytes.

use super::Widgets;
use super::parts::{NONE, PARTS, Parts, TYPES};
use super::pile::{Lying, MOST};
use super::shape::{SIDE_NAMES, SIDES, SPOTS};
use super::state::{BAYS, CONSTRUCTS, End, Phase, Places, State, derive};
use super::view::face_down;
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result, quoted};
use crate::forms::{at_most, choices_of, none_or, read_form, seat, some};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The format number of positions and views.
const FORMAT: u32 = 1;

/// A part with its card; with two sets a part is its card and has no number.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartForm {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    part: Option<u8>,
    card: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShakingForm {
    part: u8,
    direction: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConstructForm {
    name: String,
    points: u8,
    parts: Vec<PartForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LyingForm {
    part: u8,
    card: Option<String>,
    x: u8,
    y: u8,
    rotation: u8,
    face: String,
    known: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetsForm {
    face_up: Vec<String>,
    face_down: Vec<String>,
}

/// A bay: part type to part, only filled places.
type BayForm = Map<String, Value>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionForm {
    format: u32,
    game: String,
    players: usize,
    phase: String,
    current_player: i32,
    next_phase: Option<String>,
    first: Option<u8>,
    turn_of: Option<u8>,
    turn: u16,
    trigger: Option<u8>,
    final_turns: Vec<u8>,
    end_reason: Option<String>,
    dealt: Vec<Option<PartForm>>,
    hand: Vec<PartForm>,
    shaking: Option<ShakingForm>,
    falling: Option<PartForm>,
    bays: Vec<Vec<BayForm>>,
    constructs: Vec<Vec<ConstructForm>>,
    pile: Value,
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
    next_phase: Option<String>,
    first: Option<u8>,
    turn_of: Option<u8>,
    turn: u16,
    max_turns: u16,
    constructs_needed: u8,
    trigger: Option<u8>,
    final_turns: Vec<u8>,
    end_reason: Option<String>,
    scores: Vec<i32>,
    dealt: Vec<Option<PartForm>>,
    hand: Vec<PartForm>,
    shaking: Option<ShakingForm>,
    falling: Option<PartForm>,
    bays: Vec<Vec<BayForm>>,
    constructs: Vec<Vec<ConstructForm>>,
    shape: Option<ShapeForm>,
    pile: Value,
    pending: Vec<u8>,
    unseen: Vec<String>,
}

#[derive(Serialize)]
struct ShapeForm {
    name: &'static str,
    cell: u8,
    size: [i64; 2],
}

/// A part of the pile with all that a picture needs.
#[derive(Serialize)]
struct SeenForm {
    part: u8,
    card: Option<String>,
    x: u8,
    y: u8,
    height: u8,
    rotation: u8,
    face: &'static str,
    known: bool,
    visible: u8,
    area: u8,
    free_spots: Vec<usize>,
    sides: Vec<&'static str>,
}

// --- writing JSON ------------------------------------------------------------------------------------------------------

fn value(form: impl Serialize) -> Value {
    serde_json::to_value(form).expect("plain data")
}

fn face(up: bool) -> &'static str {
    if up { "up" } else { "down" }
}

impl Widgets {
    fn card_text(&self, card: u8) -> Option<String> {
        some(card).map(|card| self.card_name(card).to_owned())
    }

    fn part_form(&self, s: &State, part: u8) -> Option<PartForm> {
        let number = (!self.options.two_sets).then_some(part);
        some(part).map(|part| PartForm { part: number, card: self.card_text(s.card(part)) })
    }

    fn bay_form(&self, s: &State, bay: Places) -> BayForm {
        let parts = self.data.types.iter().zip(bay);
        let filled = parts.filter_map(|(name, part)| Some((name.clone(), value(self.part_form(s, part)?))));
        filled.collect()
    }

    fn construct_form(&self, s: &State, parts: Places) -> ConstructForm {
        let cards = s.cards_of(parts);
        ConstructForm {
            name: self.construct_name(cards),
            points: self.worth.points(cards),
            parts: parts.into_iter().filter_map(|part| self.part_form(s, part)).collect(),
        }
    }

    fn card_names(&self, cards: Parts) -> Vec<String> {
        cards.iter().map(|card| self.card_name(card).to_owned()).collect()
    }

    fn dealt_form(&self, s: &State) -> Vec<Option<PartForm>> {
        s.dealt[..self.players()].iter().map(|part| self.part_form(s, *part)).collect()
    }

    fn hand_form(&self, s: &State) -> Vec<PartForm> {
        s.in_hand().filter_map(|part| self.part_form(s, part)).collect()
    }

    fn bays_form(&self, s: &State) -> Vec<Vec<BayForm>> {
        let of_player = |bays: &[Places; BAYS]| bays.iter().map(|bay| self.bay_form(s, *bay)).collect();
        s.bays[..self.players()].iter().map(of_player).collect()
    }

    fn constructs_form(&self, s: &State) -> Vec<Vec<ConstructForm>> {
        let of_player = |p| s.constructs(p).iter().map(|parts| self.construct_form(s, *parts)).collect();
        (0..self.players()).map(of_player).collect()
    }

    fn pile_form(&self, s: &State) -> Value {
        if self.options.two_sets {
            let (face_up, face_down) = (self.card_names(s.pile.up()), self.card_names(face_down(s)));
            return value(SetsForm { face_up, face_down });
        }
        let form = |lying: Lying| LyingForm {
            part: lying.part,
            card: self.card_text(s.card(lying.part)),
            x: lying.x,
            y: lying.y,
            rotation: lying.rotation,
            face: face(lying.up).to_owned(),
            known: lying.known,
        };
        value(s.pile.bottom_up().into_iter().map(form).collect::<Vec<_>>())
    }

    fn seen_form(&self, s: &State, lying: Lying) -> SeenForm {
        let part = lying.part;
        SeenForm {
            part,
            card: self.card_text(s.card(part)),
            x: lying.x,
            y: lying.y,
            height: s.pile.height(part),
            rotation: lying.rotation,
            face: face(lying.up),
            known: lying.known,
            visible: s.pile.visible(part),
            area: self.physics.shape.area(lying.rotation),
            free_spots: (0..SPOTS).filter(|k| s.pile.free(part) >> k & 1 == 1).collect(),
            sides: (0..SIDES).filter(|d| s.pile.sides(part) >> d & 1 == 1).map(|d| SIDE_NAMES[d]).collect(),
        }
    }

    /// The pile as a viewer sees it.
    fn seen_pile(&self, s: &State) -> Value {
        if self.options.two_sets {
            return self.pile_form(s);
        }
        value(s.pile.bottom_up().into_iter().map(|lying| self.seen_form(s, lying)).collect::<Vec<_>>())
    }

    fn shape_form(&self) -> Option<ShapeForm> {
        let name = if self.options.rectangle { "rectangle" } else { "gear" };
        (!self.options.two_sets).then(|| ShapeForm { name, cell: 50, size: self.physics.shape.size() })
    }

    #[allow(clippy::unused_self)] // as the other forms
    fn shaking_form(&self, s: &State) -> Option<ShakingForm> {
        let direction = || SIDE_NAMES[usize::from(s.side)].to_owned();
        some(s.shaking).map(|part| ShakingForm { part, direction: direction() })
    }

    /// The position as JSON.
    pub(super) fn position_form(&self, s: &State) -> Value {
        value(PositionForm {
            format: FORMAT,
            game: Self::declaration().name.to_owned(),
            players: self.players(),
            phase: s.phase.name().to_owned(),
            current_player: self.actor(s).number(),
            next_phase: s.next.map(|phase| phase.name().to_owned()),
            first: some(s.first),
            turn_of: some(s.turn_of),
            turn: s.turn,
            trigger: some(s.trigger),
            final_turns: s.final_turns[..self.players()].to_vec(),
            end_reason: s.end.map(|end| end.name().to_owned()),
            dealt: self.dealt_form(s),
            hand: self.hand_form(s),
            shaking: self.shaking_form(s),
            falling: self.part_form(s, s.falling),
            bays: self.bays_form(s),
            constructs: self.constructs_form(s),
            pile: self.pile_form(s),
        })
    }

    /// What a viewer may know, as JSON (R33).
    pub(super) fn view_form(&self, s: &State, viewer: Option<usize>) -> Value {
        let pending = if self.options.two_sets { Parts::default() } else { super::chance::pending(s) };
        value(ViewForm {
            format: FORMAT,
            game: Self::declaration().name,
            players: self.players(),
            viewer,
            phase: s.phase.name(),
            current_player: self.actor(s).number(),
            legal_actions: choices_of(self, s, viewer),
            next_phase: s.next.map(|phase| phase.name().to_owned()),
            first: some(s.first),
            turn_of: some(s.turn_of),
            turn: s.turn,
            max_turns: self.options.max_turns,
            constructs_needed: self.options.constructs,
            trigger: some(s.trigger),
            final_turns: s.final_turns[..self.players()].to_vec(),
            end_reason: s.end.map(|end| end.name().to_owned()),
            scores: super::score::scores(self, s).to_vec(),
            dealt: self.dealt_form(s),
            hand: self.hand_form(s),
            shaking: self.shaking_form(s),
            falling: self.part_form(s, s.falling),
            bays: self.bays_form(s),
            constructs: self.constructs_form(s),
            shape: self.shape_form(),
            pile: self.seen_pile(s),
            pending: pending.iter().collect(),
            unseen: self.card_names(s.unseen),
        })
    }
}

// --- reading JSON ------------------------------------------------------------------------------------------------------

/// The position of a JSON value. Whatever is not exactly what [`Widgets::position_form`] writes for it is refused; what
/// must hold between its parts is for [`super::invariants::check`].
pub(super) fn read_json(game: &Widgets, position: &Value) -> Result<State> {
    let form: PositionForm = read_form("this is not a position of widgets", position)?;
    let mut s = State::empty(game);
    read_turn(game, &form, &mut s)?;
    read_held(game, &form, &mut s)?;
    read_bays(game, &form, &mut s)?;
    read_constructs(game, &form, &mut s)?;
    read_pile(game, &form.pile, &mut s)?;
    derive(game, &mut s);
    let written = game.position_form(&s);
    if written == *position {
        return Ok(s);
    }
    let absent = |key: &&String| position.get(key.as_str()).is_none();
    if let Some(key) = written.as_object().and_then(|keys| keys.keys().find(absent)) {
        return Err(Error::state(format!("this is not a position of widgets: missing field `{key}`")));
    }
    let differs = |(key, value): &(&String, &Value)| position.get(key.as_str()) != Some(*value);
    let key = written.as_object().and_then(|keys| keys.iter().find(differs)).map_or("", |(key, _)| key.as_str());
    Err(Error::state(format!("{key} is not as it would be written for this position")))
}

/// The number of a name.
fn named<T: AsRef<str>>(names: &[T], name: &str, what: &str) -> Result<u8> {
    let found = names.iter().position(|known| known.as_ref() == name);
    found.map(|i| i as u8).ok_or_else(|| Error::state(format!("{what} cannot be {}", quoted(name))))
}

fn phase(name: &str, what: &str) -> Result<Phase> {
    named(&Phase::ALL.map(Phase::name), name, what).map(|i| Phase::ALL[usize::from(i)])
}

fn check_length(found: usize, needed: usize, what: &str) -> Result<()> {
    if found == needed { Ok(()) } else { Err(Error::state(format!("{what} has {found} entries, not {needed}"))) }
}

fn read_turn(game: &Widgets, form: &PositionForm, s: &mut State) -> Result<()> {
    s.phase = phase(&form.phase, "phase")?;
    s.next = form.next_phase.as_ref().map(|name| phase(name, "next_phase")).transpose()?;
    s.first = seat(game, form.first, "first")?;
    s.turn_of = seat(game, form.turn_of, "turn_of")?;
    s.turn = form.turn;
    s.trigger = seat(game, form.trigger, "trigger")?;
    check_length(form.final_turns.len(), game.players(), "final_turns")?;
    s.final_turns[..game.players()].copy_from_slice(&form.final_turns);
    if let Some(name) = &form.end_reason {
        s.end = Some(End::ALL[usize::from(named(&End::ALL.map(End::name), name, "end_reason")?)]);
    }
    Ok(())
}

/// The number of a part, with its card noted.
fn read_part(game: &Widgets, form: &PartForm, s: &mut State) -> Result<u8> {
    let card = form.card.as_ref().map_or(Ok(NONE), |name| named(&game.data.cards, name, "card"))?;
    if game.options.two_sets {
        return at_most(card, PARTS - 1, "card");
    }
    let part = form.part.ok_or_else(|| Error::state("part: the number of a part is missing"))?;
    set_card(s, at_most(part, PARTS - 1, "part")?, card)
}

/// Notes the card of a part; one that is there twice cannot have two.
fn set_card(s: &mut State, part: u8, card: u8) -> Result<u8> {
    let known = &mut s.cards[usize::from(part)];
    if *known != NONE && *known != card {
        return Err(Error::state(format!("part {part} has two cards")));
    }
    *known = card;
    Ok(part)
}

fn read_held(game: &Widgets, form: &PositionForm, s: &mut State) -> Result<()> {
    check_length(form.dealt.len(), game.players(), "dealt")?;
    for (player, part) in form.dealt.iter().enumerate() {
        s.dealt[player] = part.as_ref().map_or(Ok(NONE), |part| read_part(game, part, s))?;
    }
    if form.hand.len() > 2 {
        return Err(Error::state("hand has more than two entries"));
    }
    for (i, part) in form.hand.iter().enumerate() {
        s.hand[i] = read_part(game, part, s)?;
    }
    s.falling = form.falling.as_ref().map_or(Ok(NONE), |part| read_part(game, part, s))?;
    if let Some(shaking) = &form.shaking {
        s.shaking = at_most(shaking.part, PARTS - 1, "shaking")?;
        s.side = named(&SIDE_NAMES, &shaking.direction, "direction")?;
    }
    Ok(())
}

fn read_bays(game: &Widgets, form: &PositionForm, s: &mut State) -> Result<()> {
    check_length(form.bays.len(), game.players(), "bays")?;
    for (player, bays) in form.bays.iter().enumerate() {
        check_length(bays.len(), BAYS, "bays")?;
        for (bay, parts) in bays.iter().enumerate() {
            for (name, part) in parts {
                let place = named(&game.data.types, name, "the part type in bays")?;
                let part = read_form::<PartForm>("bays", part)?;
                s.bays[player][bay][usize::from(place)] = read_part(game, &part, s)?;
            }
        }
    }
    Ok(())
}

fn read_constructs(game: &Widgets, form: &PositionForm, s: &mut State) -> Result<()> {
    check_length(form.constructs.len(), game.players(), "constructs")?;
    for (player, constructs) in form.constructs.iter().enumerate() {
        if constructs.len() > CONSTRUCTS {
            return Err(Error::state("constructs has more than five entries"));
        }
        for (i, construct) in constructs.iter().enumerate() {
            check_length(construct.parts.len(), TYPES, "the parts of constructs")?;
            for (place, part) in construct.parts.iter().enumerate() {
                let part = read_part(game, part, s)?;
                if s.card(part) == NONE {
                    return Err(Error::state("constructs: a card cannot be null"));
                }
                s.constructs[player][i][place] = part;
            }
        }
    }
    Ok(())
}

fn read_pile(game: &Widgets, form: &Value, s: &mut State) -> Result<()> {
    if game.options.two_sets {
        let sets = read_form::<SetsForm>("pile", form)?;
        for name in &sets.face_up {
            s.pile.set_up(named(&game.data.cards, name, "card")?, true);
        }
        return Ok(());
    }
    let parts = read_form::<Vec<LyingForm>>("pile", form)?;
    if parts.len() > PARTS {
        return Err(Error::state("pile has more than 80 entries"));
    }
    for form in &parts {
        let card = form.card.as_ref().map_or(Ok(NONE), |name| named(&game.data.cards, name, "card"))?;
        let part = set_card(s, at_most(form.part, PARTS - 1, "part")?, card)?;
        let (x, y) = (at_most(form.x, usize::from(MOST), "x")?, at_most(form.y, usize::from(MOST), "y")?);
        let rotation = at_most(form.rotation, 15, "rotation")?;
        let up = named(&["down", "up"], &form.face, "face")? == 1;
        put(s, Lying { part, x, y, rotation, up, known: form.known })?;
    }
    settle(game, s)
}

fn put(s: &mut State, lying: Lying) -> Result<()> {
    if s.pile.has(lying.part) {
        return Err(Error::state(format!("pile: part {} is there twice", lying.part)));
    }
    s.pile.put(lying);
    Ok(())
}

/// Works out what can be seen in the pile. What can be read must be known already.
fn settle(game: &Widgets, s: &mut State) -> Result<()> {
    let fresh = s.pile.refreshed(&game.physics);
    if fresh.known() != s.pile.known() {
        return Err(Error::state("pile: a part that can be read must be known"));
    }
    s.pile = fresh;
    Ok(())
}

// --- canonical bytes ---------------------------------------------------------------------------------------------------

/// Writes the canonical bytes.
pub(super) fn encode(game: &Widgets, s: &State, out: &mut Writer) {
    let players = game.players();
    out.u8s(&[s.phase as u8, s.next.map_or(NONE, |phase| phase as u8), s.first, s.turn_of]);
    out.u16(s.turn);
    out.u8s(&[s.trigger, s.end.map_or(NONE, |end| end as u8)]);
    out.u8s(&s.final_turns[..players]);
    out.u8s(&s.dealt[..players]);
    out.u8s(&s.hand);
    out.u8s(&[s.falling, s.shaking, s.side]);
    s.bays[..players].iter().flatten().for_each(|bay| out.u8s(bay));
    s.constructs[..players].iter().flatten().for_each(|construct| out.u8s(construct));
    if game.options.two_sets {
        for cards in [s.pile.up(), face_down(s)] {
            let [low, high] = cards.words();
            out.u8s(&low.to_le_bytes());
            out.u16(high as u16);
        }
        return;
    }
    out.u8s(&s.cards);
    out.u8(s.pile.len() as u8);
    for lying in s.pile.bottom_up() {
        let pose = lying.rotation | u8::from(lying.up) << 4 | u8::from(lying.known) << 5;
        out.u8s(&[lying.part, lying.x, lying.y, pose]);
    }
}

/// Reads them back, every number in range.
pub(super) fn decode(game: &Widgets, from: &mut Reader<'_>) -> Result<State> {
    let mut s = State::empty(game);
    decode_turn(game, from, &mut s)?;
    let players = game.players();
    for part in &mut s.dealt[..players] {
        *part = decode_part(from)?;
    }
    for part in &mut s.hand {
        *part = decode_part(from)?;
    }
    s.falling = decode_part(from)?;
    s.shaking = decode_part(from)?;
    s.side = none_or(from.u8()?, SIDES, "the side")?;
    let bays = s.bays[..players].iter_mut().flatten();
    let constructs = s.constructs[..players].iter_mut().flatten();
    for part in bays.chain(constructs).flatten() {
        *part = decode_part(from)?;
    }
    if game.options.two_sets {
        decode_sets(game, from, &mut s)?;
    } else {
        decode_pile(game, from, &mut s)?;
        derive(game, &mut s);
    }
    Ok(s)
}

fn decode_part(from: &mut Reader<'_>) -> Result<u8> {
    none_or(from.u8()?, PARTS, "a part")
}

fn decode_turn(game: &Widgets, from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    let players = game.players();
    let phase = at_most(from.u8()?, Phase::ALL.len() - 1, "phase")?;
    s.phase = Phase::ALL[usize::from(phase)];
    let next = none_or(from.u8()?, Phase::ALL.len(), "next phase")?;
    s.next = some(next).map(|phase| Phase::ALL[usize::from(phase)]);
    s.first = none_or(from.u8()?, players, "first")?;
    s.turn_of = none_or(from.u8()?, players, "turn_of")?;
    s.turn = from.u16()?;
    s.trigger = none_or(from.u8()?, players, "trigger")?;
    s.end = some(none_or(from.u8()?, End::ALL.len(), "end reason")?).map(|end| End::ALL[usize::from(end)]);
    for turns in &mut s.final_turns[..players] {
        *turns = from.u8()?;
    }
    Ok(())
}

fn decode_sets(game: &Widgets, from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    let mut set = || -> Result<Parts> {
        let low = u64::from_le_bytes(from.u8s()?);
        Ok(Parts::of_words(low, u64::from(from.u16()?)))
    };
    let (up, down) = (set()?, set()?);
    up.iter().for_each(|card| s.pile.set_up(card, true));
    derive(game, s);
    if face_down(s) != down {
        return Err(Error::state("the cards that lie face-down are not those that are nowhere else"));
    }
    Ok(())
}

fn decode_pile(game: &Widgets, from: &mut Reader<'_>, s: &mut State) -> Result<()> {
    for card in &mut s.cards {
        *card = none_or(from.u8()?, PARTS, "a card")?;
    }
    let size = at_most(from.u8()?, PARTS, "the size of the pile")?;
    for _ in 0..size {
        let [part, x, y, pose] = from.u8s()?;
        at_most(part, PARTS - 1, "a part")?;
        at_most(x, usize::from(MOST), "x")?;
        at_most(y, usize::from(MOST), "y")?;
        at_most(pose, 63, "rotation and facing")?;
        put(s, Lying { part, x, y, rotation: pose & 15, up: pose >> 4 & 1 == 1, known: pose >> 5 == 1 })?;
    }
    settle(game, s)
}

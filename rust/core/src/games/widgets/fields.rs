//! The fields of a position, in the order of the page.

use super::Widgets;
use super::chance::pending;
use super::data::{Data, Scoring};
use super::parts::{Counts, Deck, NONE, PLAYERS, Parts};
use super::pile::{Lying, MOST};
use super::score::score;
use super::shape::{ROTATIONS, SIDE_NAMES, SIDES, SPOTS};
use super::state::{End, Phase, Places, State, derive, is_empty};
use super::variant::Options;
use super::view::face_down;
use crate::axis::{Axis, Style};
use crate::bits::places;
use crate::channels::{Channel, Coding, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::fields::{Choice, Fields, Flag, Kind, List, Number, Reading, Set, kept, missing, no_key, some, wrong};
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::iter;

/// The format number of positions and views.
const FORMAT: u32 = 1;

/// Where the variants differ, the lines for the docs tell of both.
const SHAPE: &str = "`table`: `{\"name\": \"gear\", \"cell\": 50, \"size\": [635, 635]}` or `{\"name\": \"rectangle\", \
    \"cell\": 50, \"size\": [630, 880]}`, tenths of a millimetre; `abstract`: null";
const PILE: &str = "`table`: from bottom to top `{\"part\", \"card\", \"x\", \"y\", \"rotation\", \
    \"face\": \"up\" or \"down\", \"known\": bool}`; `abstract`: `{\"face_up\": [names], \"face_down\": [names]}`, ascending card ids";
const SEEN_PILE: &str = "`abstract`: as in the position; `table`: a list from bottom to top of the dict below";
const PENDING: &str = "numbers of the parts that are about to be read, ascending (`abstract`: always [])";

/// What the entries of the lists are.
struct Axes {
    player: Axis,
    bay: Axis,
    held: Axis,
    /// The types of part.
    place: Axis,
    construct: Axis,
    /// Types, then elements, archetypes and makeups: what a card is, and what a card in its place is.
    nature: Axis,
    value: Axis,
    card: Axis,
    part: Axis,
    side: Axis,
    spot: Axis,
}

impl Axes {
    fn new(players: usize, data: &Data, counts: Counts) -> Self {
        Self {
            player: Axis::numbered("player", "players", players).turning(),
            bay: Axis::numbered("bay", "bays", counts.bays),
            held: Axis::numbered("place", "parts in hand", counts.hand).styled(Style::Row),
            place: Axis::named("type of part", "types", &data.types),
            construct: Axis::numbered("construct", "constructs", counts.constructs).styled(Style::Row),
            nature: Axis::named("trait", "traits", &[&data.types[..], &data.traits].concat()),
            value: Axis::named("trait", "traits", &data.traits),
            card: Axis::named("card", "cards", &data.cards),
            part: Axis::numbered("part", "parts", data.cards.len()),
            side: Axis::named("side", "sides", &SIDE_NAMES),
            spot: Axis::numbered("spot", "spots", SPOTS),
        }
    }
}

/// The forms of a position.
pub(super) fn fields(players: usize, options: &Options, data: &Data, deck: &Deck) -> Fields<Widgets> {
    let counts = data.counts();
    let axes = Axes::new(players, data, counts);
    let two_sets = options.two_sets;
    Fields::new(FORMAT, players, Reading { empty: |game: &Widgets| game.empty.clone(), settle }, |f| {
        progress(f, &axes, options);
        points_and_end(f, &axes, data);
        parts_on_the_way(f, &axes, two_sets);
        bays(f, &axes, two_sets, deck);
        constructs(f, &axes, two_sets, &data.scoring);
        if two_sets {
            f.told("shape", json!({"type": "null"}), |_, _, _| Value::Null).says(SHAPE);
            sets(f, &axes);
        } else {
            f.told("shape", shape_schema(), shape).says(SHAPE);
            pile(f, &axes, deck);
        }
        unread(f, &axes, two_sets);
    })
    .idle_if(options.auto_setup, &["dealt", "dealt_traits"])
    .idle_if(players == 1, &["final_turns"])
    .idle_if(two_sets, &["falling", "falling_traits"])
}

/// Works out what can be seen in the pile, and what else is derived. What can be read must be known already.
fn settle(game: &Widgets, s: &mut State) -> Result<()> {
    if !game.options.two_sets {
        let fresh = s.pile.refreshed(&game.physics);
        if fresh.known() != s.pile.known() {
            return Err(Error::state("pile: a part that can be read must be known"));
        }
        s.pile = fresh;
    }
    derive(game, s);
    Ok(())
}

// --- the turn ----------------------------------------------------------------------------------------------------------

fn progress(f: &mut List<Widgets>, axes: &Axes, options: &Options) {
    let phase = Axis::named("phase", "phases", &Phase::ALL.map(Phase::name));
    let set_phase = |_: &_, s: &mut State, []: [usize; 0], phase: u8| {
        s.phase = Phase::ALL[usize::from(phase)];
        Ok(())
    };
    f.open("phase", [], Choice::of(&phase), (|_, s, []| s.phase as u8, set_phase))
        .says("phase name")
        .shown("the phase, one-hot");
    f.current_player(&axes.player).shown("who acts, one-hot; zero at chance nodes").observed_after("next_phase");
    f.legal_actions();
    let set_next = |_: &_, s: &mut State, []: [usize; 0], next: u8| {
        s.next = some(next).map(|next| Phase::ALL[usize::from(next)]);
        Ok(())
    };
    f.open("next_phase", [], Choice::or_none(&phase), (|_, s, []| s.next.map_or(NONE, |next| next as u8), set_next))
        .says("the phase after reading, null if the phase is not `read`")
        .shown("the decision after reading, one-hot, in `read` only");
    f.open("first", [], Choice::or_none(&axes.player), kept!(s => s.first))
        .says("start player, null before it is known")
        .shown("the start player, one-hot")
        .observed_after("turn_of");
    f.open("turn_of", [], Choice::or_none(&axes.player), kept!(s => s.turn_of))
        .says("whose turn it is or was last, in `setup` who places; null until `first_drop` is done")
        .shown("whose turn it is, one-hot");
    f.open("turn", [], Number::new(0, u16::MAX, options.max_turns), kept!(s => s.turn))
        .says("completed turns")
        .shown("completed turns")
        .observed_after("trigger");
}

fn points_and_end(f: &mut List<Widgets>, axes: &Axes, data: &Data) {
    let (player, counts) = (&axes.player, data.counts());
    f.seen("max_turns", [], Number::new(1, 1000, 1), |game, _, _, []| game.options.max_turns).says("M");
    let most = Number::new(1, counts.constructs as i64, 1);
    f.seen("constructs_needed", [], most, |game, _, _, []| game.options.constructs).says("N");
    f.open("trigger", [], Choice::or_none(player), kept!(s => s.trigger))
        .says("player or null")
        .shown("who triggered the end, one-hot");
    f.open("final_turns", [player], Number::new(0, u8::MAX, 10), kept!(s, [p] => s.final_turns[p]))
        .says("a list, final turns left; all 0 before the trigger")
        .shown("final turns left");
    let end = Axis::named("end reason", "end reasons", &End::ALL.map(End::name));
    let set_end = |_: &_, s: &mut State, []: [usize; 0], end: u8| {
        s.end = some(end).map(|end| End::ALL[usize::from(end)]);
        Ok(())
    };
    f.open("end_reason", [], Choice::or_none(&end), (|_, s, []| s.end.map_or(NONE, |end| end as u8), set_end))
        .says("text, or null")
        .shown("one-hot: finished, pile_empty, turn_cap")
        .written_after("trigger");
    let score_most = counts.constructs as i32 * data.scoring.most_of_construct() + i32::from(data.scoring.bonus);
    f.seen("scores", [player], Number::new(0, score_most, score_most.max(1)), |game, s, _, [p]| score(game, s, p))
        .says("a list, points")
        .shown("points");
}

// --- parts -------------------------------------------------------------------------------------------------------------

/// A part with its card; 255 for none, and for a card that nobody knows.
#[derive(Clone, Copy)]
struct Held {
    part: u8,
    card: u8,
}

impl Held {
    fn of(s: &State, part: u8) -> Self {
        Self { part, card: s.cards.get(usize::from(part)).copied().unwrap_or(NONE) }
    }

    /// The part, its card noted.
    fn noted(self, s: &mut State) -> Result<u8> {
        note(s, self.part, self.card)?;
        Ok(self.part)
    }
}

/// Notes the card of a part; one that is there twice cannot have two.
fn note(s: &mut State, part: u8, card: u8) -> Result<()> {
    if card == NONE {
        return Ok(());
    }
    let known = &mut s.cards[usize::from(part)];
    if *known != NONE && *known != card {
        return Err(Error::state(format!("part {part} has two cards")));
    }
    *known = card;
    Ok(())
}

/// A part's number + 1, nothing for none.
fn number(out: &mut Encoder<'_>, place: usize, part: u8) {
    if part != NONE {
        out.put(place, i32::from(part) + 1);
    }
}

/// Getter and setter of a place of a part.
macro_rules! held {
    ($state:ident, $index:pat => $place:expr) => {
        (
            |_: &Widgets, $state: &State, $index| Held::of($state, $place),
            |_: &Widgets, $state: &mut State, $index, held: Held| {
                $place = held.noted($state)?;
                Ok(())
            },
        )
    };
}

/// A part: its number and its card in JSON, with two sets the card alone; the number in bytes.
struct Part {
    number: Choice,
    card: Choice,
    two_sets: bool,
    /// How many parts there are.
    parts: usize,
    /// Whether there can be none where JSON has a place for one.
    null: bool,
}

impl Part {
    /// Whose card is known.
    fn known(axes: &Axes, two_sets: bool) -> Self {
        let (number, card) = (Choice::part(&axes.part), Choice::of(&axes.card));
        Self { number, card, two_sets, parts: axes.part.size, null: false }
    }

    /// The same, or none.
    fn or_none(axes: &Axes, two_sets: bool) -> Self {
        Self { null: true, ..Self::known(axes, two_sets) }
    }

    /// That may not have been read yet.
    fn unread(axes: &Axes, two_sets: bool) -> Self {
        let card = if two_sets { Choice::of(&axes.card) } else { Choice::or_none(&axes.card) };
        Self { card, ..Self::known(axes, two_sets) }
    }

    fn keys(&self) -> &'static [&'static str] {
        if self.two_sets { &["card"] } else { &["part", "card"] }
    }
}

impl Kind<Held> for Part {
    fn json(&self, held: Held) -> Value {
        if held.part == NONE {
            return Value::Null;
        }
        let mut map = Map::with_capacity(2);
        if !self.two_sets {
            map.insert("part".to_owned(), held.part.into());
        }
        map.insert("card".to_owned(), self.card.json(held.card));
        Value::Object(map)
    }

    fn parse(&self, at: &dyn Display, json: &Value) -> Result<Held> {
        if json.is_null() && self.null {
            return Ok(Held { part: NONE, card: NONE });
        }
        let map = json.as_object().ok_or_else(|| wrong(at, "an object", json))?;
        if let Some(key) = self.keys().iter().find(|key| !map.contains_key(**key)) {
            return Err(missing(at, key));
        }
        if let Some(key) = map.keys().find(|key| !self.keys().contains(&key.as_str())) {
            return Err(no_key(at, key));
        }
        let card = self.card.parse(&format_args!("{at}.card"), &map["card"])?;
        let number = || self.number.parse(&format_args!("{at}.part"), &map["part"]);
        Ok(Held { part: if self.two_sets { card } else { number()? }, card })
    }

    fn write(&self, held: Held, out: &mut Writer) {
        out.u8(held.part);
    }

    /// The cards of parts are read apart.
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<Held> {
        Ok(Held { part: self.number.read(at, from)?, card: NONE })
    }

    fn is_nothing(&self, held: Held) -> bool {
        held.part == NONE
    }

    fn schema(&self, something: bool) -> Value {
        let (number, card) = (Kind::<u8>::schema(&self.number, true), Kind::<u8>::schema(&self.card, false));
        let properties = if self.two_sets { json!({"card": card}) } else { json!({"part": number, "card": card}) };
        let keys = self.keys();
        let part = json!({"type": "object", "properties": properties, "required": keys, "additionalProperties": false});
        if self.null && !something { json!({"anyOf": [part, {"type": "null"}]}) } else { part }
    }

    fn high(&self) -> i32 {
        self.parts as i32
    }

    fn coding(&self) -> Coding {
        Coding::Category
    }

    fn put(&self, held: Held, place: usize, _first: usize, out: &mut Encoder<'_>) {
        number(out, place, held.part);
    }
}

/// A small number in words, for the docs.
fn in_words(number: usize) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six"][number]
}

/// The players as the viewer counts them, from their own seat on.
fn seats(players: usize, viewer: Option<usize>) -> impl Iterator<Item = (usize, usize)> {
    let first = viewer.unwrap_or(0);
    (0..players).map(move |seat| (seat, (seat + first) % players))
}

/// The parts at the places of all players, with their index as the viewer counts; each player has `entries` bays or
/// constructs.
fn filled<'a, const N: usize>(
    game: &Widgets,
    all: &'a [[Places; N]; PLAYERS],
    entries: usize,
    viewer: Option<usize>,
) -> impl Iterator<Item = (usize, u8)> + use<'a, N> {
    let types = game.deck.types;
    let placed = move |(seat, p): (usize, usize)| (seat * entries..).zip(&all[p][..entries]);
    let places = move |(entry, places): (usize, &'a Places)| (entry * types..).zip(places[..types].iter().copied());
    seats(game.players(), viewer).flat_map(placed).flat_map(places).filter(|(_, part)| *part != NONE)
}

/// Bytes of the parts at the places of all players.
fn write_places<const N: usize>(game: &Widgets, all: &[[Places; N]], entries: usize, out: &mut Writer) {
    let placed = all[..game.players()].iter().flat_map(|own| &own[..entries]);
    placed.for_each(|places| out.u8s(&places[..game.deck.types]));
}

fn read_places<const N: usize>(
    game: &Widgets,
    all: &mut [[Places; N]],
    entries: usize,
    from: &mut Reader<'_>,
) -> Result<()> {
    let placed = all[..game.players()].iter_mut().flat_map(|own| &mut own[..entries]);
    for part in placed.flat_map(|places| &mut places[..game.deck.types]) {
        *part = from.u8()?;
        if *part != NONE {
            check_most("a part", *part, game.deck.parts as u8 - 1)?;
        }
    }
    Ok(())
}

/// A number in bytes.
fn check_most(what: &str, number: u8, most: u8) -> Result<u8> {
    if number <= most { Ok(number) } else { Err(wrong(&what, format!("a number from 0 to {most}"), &number.into())) }
}

fn parts_on_the_way(f: &mut List<Widgets>, axes: &Axes, two_sets: bool) {
    f.open("dealt", [&axes.player], Part::or_none(axes, two_sets), held!(s, [p] => s.dealt[p]))
        .says("a list, a part that waits for `setup`, or null")
        .shown_in(
            held_channels(axes, ["dealt", "dealt_traits"], &[&axes.player], "part that waits for set-up"),
            |game, s, viewer, out| {
                let dealt = || seats(game.players(), viewer).map(|(seat, p)| (seat, s.dealt[p]));
                observe_held(game, s, ["dealt", "dealt_traits"], dealt, out);
            },
        );
    f.open("hand", [&axes.held], Part::unread(axes, two_sets), held!(s, [i] => s.hand[i]))
        .says(format!("a list of 0 to {} parts, in the order in which they were pulled", axes.held.size))
        .shown_in(
            held_channels(axes, ["hand", "hand_traits"], &[&axes.held], "parts in hand, in the order of pulling"),
            |game, s, _, out| {
                let hand = || s.hand[..game.counts.hand].iter().copied().enumerate();
                observe_held(game, s, ["hand", "hand_traits"], hand, out);
            },
        );
    let shakes = |_: &Widgets, s: &State, []: [usize; 0]| s.shaking != NONE;
    f.record_if("shaking", [], shakes, |f| {
        let part = f.open("part", [], Choice::part(&axes.part), kept!(s => s.shaking)).says("number");
        if !two_sets {
            let channels = held_channels(axes, ["shaking", "shaking_traits"], &[], "part of the pull that happens");
            part.shown_in(channels, |game, s, _, out| {
                observe_held(game, s, ["shaking", "shaking_traits"], || iter::once((0, s.shaking)), out);
            })
            .observed_after("unseen");
        }
        let side = f.open("direction", [], Choice::part(&axes.side), kept!(s => s.side)).says("side");
        if !two_sets {
            side.shown_as("shaking_direction", "to which side it is pulled, one-hot").observed_after("shaking_traits");
        }
    })
    .says(
        "`{\"part\": number, \"direction\": side}`: the pull that waits for its salt \
        (the part still lies in the pile); else null",
    )
    .written_after("falling");
    f.open("falling", [], Part::or_none(axes, two_sets), held!(s, [] => s.falling))
        .says("the part that is being dropped (nowhere else then), or null")
        .shown_in(
            held_channels(axes, ["falling", "falling_traits"], &[], "part that is being dropped"),
            |game, s, _, out| {
                observe_held(game, s, ["falling", "falling_traits"], || iter::once((0, s.falling)), out);
            },
        );
}

/// Parts over some axes: their numbers, and what their cards are.
fn held_channels(
    axes: &Axes,
    [number, traits]: [&'static str; 2],
    over: &[&Axis],
    summary: &'static str,
) -> Vec<Channel> {
    let over: Vec<Axis> = over.iter().map(|axis| (*axis).clone()).collect();
    let nature = [&over[..], std::slice::from_ref(&axes.nature)].concat();
    vec![
        Channel::over(number, over, axes.part.size as i32, summary).coded(Coding::Category),
        Channel::over(traits, nature, 1, "type, element, archetype and makeup of its card, one-hot each, if known"),
    ]
}

/// Fills these channels with parts and their places.
fn observe_held<I: Iterator<Item = (usize, u8)>>(
    game: &Widgets,
    s: &State,
    [numbers, traits]: [&str; 2],
    parts: impl Fn() -> I,
    out: &mut Encoder<'_>,
) {
    out.next(numbers);
    parts().for_each(|(place, part)| number(out, place, part));
    out.next(traits);
    let (deck, types) = (&game.deck, game.deck.types);
    let natures = types + deck.traits();
    for (place, part) in parts().filter(|(_, part)| *part != NONE) {
        let card = s.card(part);
        if card != NONE {
            let place = place * natures;
            out.mark(place + deck.type_of(card));
            deck.places_of(card).into_iter().for_each(|value| out.mark(place + types + value));
        }
    }
}

fn bays(f: &mut List<Widgets>, axes: &Axes, two_sets: bool, deck: &Deck) {
    let (player, bay, place) = (&axes.player, &axes.bay, &axes.place);
    let places = vec![player.clone(), bay.clone(), place.clone()];
    let [elements, archetypes, makeups] = deck.values;
    let traits = format!("their element ({elements}), archetype ({archetypes}), makeup ({makeups}), one-hot each");
    let channels = vec![
        Channel::over("bays", places.clone(), deck.parts as i32, "parts in bays").coded(Coding::Category),
        Channel::over("bay_traits", [places, vec![axes.value.clone()]].concat(), 1, traits),
    ];
    f.open(
        "bays",
        [player, bay, place],
        Part::known(axes, two_sets),
        held!(s, [p, bay, place] => s.bays[p][bay][place]),
    )
    .says(format!(
        "per player a list of {} dicts, part type → part, only filled places, in the order of the types",
        in_words(bay.size)
    ))
    .written((
        |game, s, out| write_places(game, &s.bays, game.counts.bays, out),
        |game, s, from| read_places(game, &mut s.bays, game.counts.bays, from),
    ))
    .shown_in(channels, observe_bays);
}

fn observe_bays(game: &Widgets, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    out.next("bays");
    filled(game, &s.bays, game.counts.bays, viewer).for_each(|(place, part)| number(out, place, part));
    out.next("bay_traits");
    let traits = game.deck.traits();
    for (place, part) in filled(game, &s.bays, game.counts.bays, viewer) {
        game.deck.places_of(s.card(part)).into_iter().for_each(|value| out.mark(place * traits + value));
    }
}

// --- constructs --------------------------------------------------------------------------------------------------------

fn constructs(f: &mut List<Widgets>, axes: &Axes, two_sets: bool, scoring: &Scoring) {
    let axes_of_all = [&axes.player, &axes.construct];
    let place = axes.place.styled(Style::List);
    let name = |index: usize| axes.place.name(index).unwrap_or_default();
    let (all, range) = (in_words(place.size), format!("{} to {}", name(0), name(place.size - 1)));
    let finished = |_: &Widgets, s: &State, [p, i]: [usize; 2]| !is_empty(s.constructs[p][i]);
    f.record_if("constructs", axes_of_all, finished, |f| {
        f.told_of_rest("name", axes_of_all, json!({"type": "string"}), |game, s, [p, i]| {
            game.construct_name(s.cards_of(s.constructs[p][i])).into()
        })
        .says("text");
        let most = scoring.most_of_construct();
        f.follows("points", axes_of_all, Number::new(0, most, most.max(1)), points)
            .says("number")
            .shown_as("construct_points", "points of constructs")
            .observed_after("constructs");
        let parts = [&axes.player, &axes.construct, &place];
        f.open("parts", parts, Part::known(axes, two_sets), held!(s, [p, i, place] => s.constructs[p][i][place]))
            .says(format!("{all} parts, {range}"))
            .shown_as("constructs", format!("parts of constructs, {range}"))
            .filled(observe_constructs);
    })
    .says(format!(
        "per player a list in the order of completion of \
        `{{\"name\": text, \"points\": number, \"parts\": [{all} parts, {range}]}}`"
    ))
    .written((
        |game, s, out| write_places(game, &s.constructs, game.counts.constructs, out),
        |game, s, from| read_places(game, &mut s.constructs, game.counts.constructs, from),
    ));
}

fn observe_constructs(game: &Widgets, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    out.next("constructs");
    filled(game, &s.constructs, game.counts.constructs, viewer).for_each(|(place, part)| number(out, place, part));
}

/// The points of a construct, 0 if there is none.
fn points(game: &Widgets, s: &State, [player, i]: [usize; 2]) -> u8 {
    let parts = s.constructs[player][i];
    if is_empty(parts) { 0 } else { game.worth.points(s.cards_of(parts)) }
}

// --- the pile ----------------------------------------------------------------------------------------------------------

/// What parts look like.
fn shape(game: &Widgets, _: &State, _: Option<usize>) -> Value {
    let name = if game.options.rectangle { "rectangle" } else { "gear" };
    json!({"name": name, "cell": 50, "size": game.physics.shape.size()})
}

fn shape_schema() -> Value {
    let size = json!({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2});
    json!({
        "type": "object",
        "properties": {"name": {"enum": ["gear", "rectangle"]}, "cell": {"const": 50}, "size": size},
        "required": ["name", "cell", "size"],
        "additionalProperties": false,
    })
}

/// Getter and setter of how the part at an index from the bottom lies.
macro_rules! lies {
    ($what:ident) => {
        (
            |_: &Widgets, s: &State, [h]: [usize; 1]| lying(s, h).$what,
            |_: &Widgets, s: &mut State, [h]: [usize; 1], value| {
                relay(s, h, |lying| lying.$what = value);
                Ok(())
            },
        )
    };
}

fn pile(f: &mut List<Widgets>, axes: &Axes, deck: &Deck) {
    let height = Axis::numbered("part of the pile", "parts", deck.parts).styled(Style::Row);
    let lies = |_: &Widgets, s: &State, [h]: [usize; 1]| h < s.pile.len();
    f.record_if("pile", [&height], lies, |f| lying_parts(f, axes, &height))
        .says(PILE)
        .says_in_view(SEEN_PILE)
        .written((write_pile, read_pile))
        .shown_in(pile_channels(axes, deck), observe_pile)
        .observed_after("pending");
}

/// The parts of the pile, by height.
fn lying_parts(f: &mut List<Widgets>, axes: &Axes, height: &Axis) {
    let face = Axis::named("face", "faces", &["down", "up"]);
    let turn = |_: &_, s: &mut State, [h]: [usize; 1], up: u8| {
        relay(s, h, |lying| lying.up = up == 1);
        Ok(())
    };
    let (place, cells) = (|| Number::new(0, MOST, 1), || Number::new(0, u8::MAX, 1));
    f.open("part", [height], Choice::of(&axes.part), (|_, s, [h]| at(s, h), put)).says("number");
    f.open("card", [height], Choice::or_none(&axes.card), (|_, s, [h]| s.card(at(s, h)), note_at))
        .says("name, null if nobody knows it");
    f.open("x", [height], place(), lies!(x)).says("column of the frame");
    f.open("y", [height], place(), lies!(y)).says("row of the frame");
    let highest = Number::new(0, height.size as i64 - 1, 1);
    f.seen("height", [height], highest, |_, _, _, [h]| h as u8).says("index in the list, 0 lowest");
    f.open("rotation", [height], Number::new(0, ROTATIONS as u8 - 1, 1), lies!(rotation)).says("0 to 15");
    f.open("face", [height], Choice::of(&face), (|_, s, [h]| u8::from(lying(s, h).up), turn))
        .says("`\"up\"` or `\"down\"`");
    f.open("known", [height], Flag, lies!(known)).says("true if its card is known or about to be read");
    f.seen("visible", [height], cells(), |_, s, _, [h]| s.pile.visible(at(s, h))).says("visible cells");
    f.seen("area", [height], cells(), |game, s, _, [h]| game.physics.shape.area(s.pile.rotation(at(s, h))))
        .says("cells of the whole part");
    f.seen("free_spots", [height], Set(axes.spot.clone()), |_, s, _, [h]| s.pile.free(at(s, h)))
        .says("a list of spot numbers");
    f.seen("sides", [height], Set(axes.side.clone()), |_, s, _, [h]| s.pile.sides(at(s, h)))
        .says("names of the sides to which it can be pulled");
}

/// The part at an index from the bottom.
fn at(s: &State, h: usize) -> u8 {
    s.pile.at(h as u8)
}

/// How the part at an index from the bottom lies.
fn lying(s: &State, h: usize) -> Lying {
    s.pile.lying(at(s, h))
}

/// Changes how it lies.
fn relay(s: &mut State, h: usize, change: impl FnOnce(&mut Lying)) {
    let mut lying = lying(s, h);
    change(&mut lying);
    s.pile.lay(lying);
}

/// A part comes on top; how it lies is read next.
fn put(_: &Widgets, s: &mut State, _: [usize; 1], part: u8) -> Result<()> {
    put_lying(s, Lying { part, x: 0, y: 0, rotation: 0, up: false, known: false })
}

fn put_lying(s: &mut State, lying: Lying) -> Result<()> {
    if s.pile.has(lying.part) {
        return Err(Error::state(format!("pile: part {} is there twice", lying.part)));
    }
    s.pile.put(lying);
    Ok(())
}

fn note_at(_: &Widgets, s: &mut State, [h]: [usize; 1], card: u8) -> Result<()> {
    note(s, at(s, h), card)
}

/// The cards of all parts, then the pile.
fn write_pile(game: &Widgets, s: &State, out: &mut Writer) {
    out.u8s(&s.cards[..game.deck.parts]);
    out.u8(s.pile.len() as u8);
    for lying in s.pile.bottom_up() {
        let pose = lying.rotation | u8::from(lying.up) << 4 | u8::from(lying.known) << 5;
        out.u8s(&[lying.part, lying.x, lying.y, pose]);
    }
}

fn read_pile(game: &Widgets, s: &mut State, from: &mut Reader<'_>) -> Result<()> {
    let parts = game.deck.parts as u8;
    for card in &mut s.cards[..game.deck.parts] {
        *card = from.u8()?;
        if *card != NONE {
            check_most("a card", *card, parts - 1)?;
        }
    }
    for _ in 0..check_most("the size of the pile", from.u8()?, parts)? {
        let [part, x, y, pose] = from.u8s()?;
        check_most("a part", part, parts - 1)?;
        check_most("x", x, MOST)?;
        check_most("y", y, MOST)?;
        check_most("rotation and facing", pose, 63)?;
        put_lying(s, Lying { part, x, y, rotation: pose & 15, up: pose >> 4 & 1 == 1, known: pose >> 5 == 1 })?;
    }
    Ok(())
}

fn pile_channels(axes: &Axes, deck: &Deck) -> Vec<Channel> {
    let [elements, archetypes, makeups] = deck.values;
    let one = |name, high, summary| Channel::over(name, vec![axes.part.clone()], high, summary);
    let of = |name, axis: Axis, summary| Channel::over(name, vec![axes.part.clone(), axis], 1, summary);
    let one_hot = |name, axis, summary| of(name, axis, summary).coded(Coding::OneHot);
    let values = |one, many, size| Axis::numbered(one, many, size);
    vec![
        one("in_pile", 1, "parts of the pile; the next eight channels are 0 where this is 0"),
        one("height", deck.parts as i32, "from 1 at the bottom"),
        one("x", 104, "column of the frame"),
        one("y", 104, "row of the frame"),
        one("rotation", 15, "in steps of 11.25 degrees"),
        one("face_up", 1, "lies face-up"),
        one("visible", 255, "visible cells"),
        of("free_spots", axes.spot.clone(), "free finger spots"),
        of("sides", axes.side.clone(), "sides to which it can be pulled"),
        one("known", 1, "its card has been drawn"),
        one_hot("part_type", values("type", "types", deck.types), "the type of that card, one-hot, if known"),
        one_hot("element", values("element", "elements", elements), "its element, one-hot, if known"),
        one_hot("archetype", values("archetype", "archetypes", archetypes), "its archetype, one-hot, if known"),
        one_hot("makeup", values("makeup", "makeups", makeups), "its makeup, one-hot, if known"),
    ]
}

fn observe_pile(game: &Widgets, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    let (pile, lying) = (&s.pile, s.pile.parts());
    mark_all(out, "in_pile", lying);
    let mut each = |name: &str, raw: &dyn Fn(u8) -> u8| {
        out.next(name);
        lying.iter().for_each(|part| out.put(usize::from(part), raw(part)));
    };
    each("height", &|part| pile.height(part) + 1);
    each("x", &|part| pile.place(part).0);
    each("y", &|part| pile.place(part).1);
    each("rotation", &|part| pile.rotation(part));
    mark_all(out, "face_up", pile.up());
    out.next("visible");
    lying.iter().for_each(|part| out.put(usize::from(part), pile.visible(part)));
    mark_bits(out, "free_spots", lying, SPOTS, |part| pile.free(part).into());
    mark_bits(out, "sides", lying, SIDES, |part| pile.sides(part).into());
    observe_cards(game, s, out);
}

fn observe_cards(game: &Widgets, s: &State, out: &mut Encoder<'_>) {
    let deck = &game.deck;
    mark_all(out, "known", s.drawn);
    let mut each = |name: &str, size: usize, value: &dyn Fn(u8) -> usize| {
        out.next(name);
        s.drawn.iter().for_each(|part| out.mark(usize::from(part) * size + value(s.card(part))));
    };
    each("part_type", deck.types, &|card| deck.type_of(card));
    for (i, name) in ["element", "archetype", "makeup"].into_iter().enumerate() {
        each(name, deck.values[i], &|card| deck.traits_of(card)[i]);
    }
}

fn mark_all(out: &mut Encoder<'_>, name: &str, parts: Parts) {
    out.next(name);
    parts.iter().for_each(|part| out.mark(usize::from(part)));
}

fn mark_bits(out: &mut Encoder<'_>, name: &str, parts: Parts, size: usize, bits: impl Fn(u8) -> u64) {
    out.next(name);
    for part in parts.iter() {
        places(bits(part)).for_each(|bit| out.mark(usize::from(part) * size + usize::from(bit)));
    }
}

/// With two sets the pile is these (R31).
fn sets(f: &mut List<Widgets>, axes: &Axes) {
    let cards = || Set(axes.card.clone());
    let turn_up = |_: &_, s: &mut State, []: [usize; 0], up: Parts| {
        up.iter().for_each(|card| s.pile.set_up(card, true));
        Ok(())
    };
    f.record("pile", [], |f| {
        f.open("face_up", [], cards(), (|_, s, []| s.pile.up(), turn_up))
            .says("names")
            .shown("lies face-up")
            .observed_after("unseen");
        f.open("face_down", [], cards(), (|_, s, []| face_down(s), check_down))
            .says("names")
            .shown("by card: lies face-down")
            .observed_after("face_up");
    })
    .says(PILE)
    .says_in_view(SEEN_PILE);
}

/// What lies face-down follows from all that was read before.
fn check_down(game: &Widgets, s: &mut State, _: [usize; 0], down: Parts) -> Result<()> {
    derive(game, s);
    if face_down(s) == down {
        return Ok(());
    }
    Err(Error::state("pile.face_down must be the cards that are nowhere else"))
}

// --- what nobody has seen ----------------------------------------------------------------------------------------------

fn unread(f: &mut List<Widgets>, axes: &Axes, two_sets: bool) {
    let parts = Set(axes.part.clone());
    if two_sets {
        f.seen("pending", [], parts, |_, _, _, []| Parts::default()).says(PENDING);
    } else {
        f.seen("pending", [], parts, |_, s, _, []| pending(s))
            .says(PENDING)
            .shown("parts that are about to be read")
            .observed_after("shaking_direction");
    }
    f.seen("unseen", [], Set(axes.card.clone()), |_, s, _, []| s.unseen)
        .says(
            "names of the cards not drawn yet, ascending ids; \
            in `abstract` from the first drop on those that lie face-down",
        )
        .shown("cards that nobody has seen");
}

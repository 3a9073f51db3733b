//! The fields of a position, in the order of the page.

use super::Railways;
use super::cards::Cards;
use super::data::{Data, ENGINE, FIRST_CITY, MOST_KINDS};
use super::moves;
use super::network::{Link, Network};
use super::state::{Phase, State, Trigger};
use super::table::{Ids, Names};
use super::variant::Options;
use super::view;
use crate::axis::{Axis, Style};
use crate::bits::places;
use crate::channels::{Channel, Coding, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::fields::{self, Choice, Fields, Kind, List, NONE, Number, Reading, kept};
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// The format number of positions and views.
const FORMAT: u32 = 1;

/// What the entries of the lists are, and the most of what there is.
struct Axes {
    player: Axis,
    card: Axis,
    city: Axis,
    place: Axis,
    colour: Axis,
    good: Axis,
    slot: Axis,
    /// The discard pile at its largest.
    pile: Axis,
    track: Axis,
    /// Track and engines: what links are laid with.
    link: Axis,
    ids: Ids,
    /// The copies of each kind in the game.
    copies: [u8; MOST_KINDS],
    most: Most,
}

/// The most of what there is; the scales of the channels, so nowhere 0.
struct Most {
    drawn: u8,
    cards: u8,
    /// Copies of one kind.
    copies: u8,
    /// Track cards worth 1, worth 2, of one colour.
    ones: u8,
    twos: u8,
    track: u8,
    engines: u8,
    /// Cubes of one good, and on a city when it is built.
    cubes: u8,
    on_city: u8,
    link_value: u8,
    hand: u8,
    trains: u8,
    /// Rounds of final deliveries, and cities dealt at the start, which may be 0.
    deliveries: u8,
    dealt_cities: u8,
}

impl Most {
    fn of(data: &Data, options: &Options) -> Self {
        let (ones, twos) = data.most_track();
        Self {
            drawn: data.most_drawn.max(1),
            cards: data.cards() as u8,
            copies: data.most_copies(),
            ones: ones.max(1),
            twos: twos.max(1),
            track: ones.max(twos).max(1),
            engines: data.engines.max(1),
            cubes: data.cubes.into_iter().max().unwrap_or(0),
            on_city: data.cities.iter().map(|city| city.goods).max().unwrap_or(0).max(1),
            link_value: data.most_link_value().max(1),
            hand: data.hand.limit + data.most_drawn,
            trains: options.link_trains.max(data.per_player - data.markers),
            deliveries: data.deliveries,
            dealt_cities: data.hand.cities,
        }
    }
}

impl Axes {
    fn new(players: usize, data: &Data, options: &Options, names: &Names) -> Self {
        let cities = names.cities();
        let places: Vec<&str> = cities.iter().map(String::as_str).chain(["Start"]).collect();
        let engine = usize::from(names.ids.card(ENGINE));
        Self {
            player: Axis::numbered("player", "players", players).turning(),
            card: Axis::named("card", "cards", &names.cards),
            city: Axis::named("city", "cities", cities),
            place: Axis::named("place", "places", &places),
            colour: Axis::named("colour", "colours", &names.colours),
            good: Axis::named("good", "goods", &names.goods),
            slot: Axis::numbered("slot", "slots", data.slots),
            pile: Axis::numbered("place", "cards", data.cards()),
            track: Axis::named("card", "cards", &names.cards[..engine]),
            link: Axis::named("card", "cards", &names.cards[..=engine]),
            ids: names.ids,
            copies: options.copies(data),
            most: Most::of(data, options),
        }
    }

    fn cards(&self) -> CardCounts {
        CardCounts { card: self.card.clone(), ids: self.ids, copies: self.copies }
    }
}

/// A number up to the most, which is its scale too.
fn up_to(most: u8) -> Number {
    Number::new(0, most, most)
}

/// A number that may always be 0.
fn up_to_or_none(most: u8) -> Number {
    Number::new(0, most, most.max(1))
}

/// The forms of a position.
pub(super) fn fields(players: usize, data: &Data, options: &Options, names: &Names) -> Fields<Railways> {
    let axes = Axes::new(players, data, options, names);
    let reading = Reading::<Railways> { empty: |_| State::empty(), settle: |_, s| settle(s) };
    Fields::new(FORMAT, players, reading, |f| {
        progress(f, &axes);
        supply(f, &axes);
        network(f, &axes);
        hands(f, &axes);
        score_track(f, &axes);
        choice(f, &axes);
    })
    .idle_if(options.family, &["bag", "cubes", "engines", "delivered", "ship_from", "ship_good", "cube"])
    .idle_if(!options.engines || data.engines == 0, &["known_engines", "hand_engines"])
}

/// A number of the state as it is told outside, and back; none is none.
fn told(number: u8, outside: impl Fn(u8) -> u8) -> u8 {
    if number == NONE { NONE } else { outside(number) }
}

/// A link is there or not, as a whole; the rest follows from links and cubes.
fn settle(s: &mut State) -> Result<()> {
    let Network { links, cubes, .. } = &s.network;
    let half = |link: &Link| *link != Link::NONE && [link.parent, link.owner, link.colour].contains(&NONE);
    if links.iter().any(half) {
        return Err(Error::state("a link has a parent, an owner and a colour, or it is not there"));
    }
    s.network = Network::of(links, cubes);
    Ok(())
}

fn progress(f: &mut List<Railways>, axes: &Axes) {
    let phase = Axis::named("phase", "phases", &Phase::ALL.map(Phase::name));
    let set_phase = |_: &_, s: &mut State, _: [usize; 0], phase| {
        s.phase = Phase::ALL[usize::from(phase)];
        Ok(())
    };
    f.open("phase", [], Choice::of(&phase), (|_, s, []| s.phase as u8, set_phase))
        .says("the phase's name")
        .shown("the phase, one-hot");
    f.current_player(&axes.player).shown("who acts, one-hot; zero at chance and at the end");
    f.legal_actions();
    f.open("turn_player", [], Choice::or_none(&axes.player), kept!(s => s.turn))
        .says("0 …, null in `deal_open`, `first_player`, `over`")
        .shown("whose turn it is, one-hot");
    f.open("first_player", [], Choice::or_none(&axes.player), kept!(s => s.first))
        .says("0 …, null in the phases 0 to 3")
        .shown("the start player, one-hot");
    f.open("round", [], Number::new(0, u8::MAX, 100), kept!(s => s.round))
        .says("1 …, 0 in the phases 0 to 3")
        .shown("the round, from 1");
    let trigger = Axis::named("end trigger", "end triggers", &Trigger::ALL.map(Trigger::name));
    let set_trigger = |_: &_, s: &mut State, _: [usize; 0], trigger: u8| {
        s.trigger = Trigger::ALL.get(usize::from(trigger)).copied();
        Ok(())
    };
    let trigger_of = |_: &_, s: &State, _: [usize; 0]| s.trigger.map_or(NONE, |trigger| trigger as u8);
    f.open("end_trigger", [], Choice::or_none(&trigger), (trigger_of, set_trigger))
        .says("null, `\"deck_empty\"`, `\"trains\"`, `\"bag_empty\"`, `\"max_rounds\"`")
        .shown("one-hot: deck_empty, trains, bag_empty, max_rounds");
    f.open("final_deliveries", [], up_to_or_none(axes.most.deliveries), kept!(s => s.final_deliveries))
        .says("which of the final deliveries it is, from 1; 0 before")
        .shown("which of the final deliveries it is, from 1; 0 before");
    f.open("picks_done", [], up_to(axes.most.drawn), kept!(s => s.picks))
        .says("cards taken in this drawing step")
        .shown("cards taken in this drawing step");
}

fn supply(f: &mut List<Railways>, axes: &Axes) {
    f.hidden("deck", [], axes.cards(), kept!(s => s.deck)).says("counts of card kinds");
    f.seen("deck_size", [], up_to(axes.most.cards), |_, s, _, []| s.deck.size())
        .says("cards in the deck")
        .shown("cards in the deck");
    let lying = |game: &Railways, s: &State, [slot]: [usize; 1]| told(s.open[slot], |kind| game.ids.card(kind));
    let lay = |game: &Railways, s: &mut State, [slot]: [usize; 1], card| {
        s.open[slot] = told(card, |card| game.ids.kind(card));
        Ok(())
    };
    f.open("open", [&axes.slot], Choice::or_none(&axes.card), (lying, lay))
        .says("a card name or null for each open slot")
        .shown("the open cards, one-hot a slot");
    let kinds = axes.card.size as i32;
    let channels = vec![
        Channel::over("discard_pile", vec![axes.pile.clone()], kinds, "kind + 1, bottom first, then 0")
            .coded(Coding::Category),
        Channel::over("discard_top", vec![axes.card.clone()], 1, "the top card of the discard pile, one-hot")
            .coded(Coding::OneHot),
    ];
    let discarded =
        |game: &Railways, s: &State, [i]: [usize; 1]| s.pile().get(i).map_or(NONE, |kind| game.ids.card(*kind));
    let put = |game: &Railways, s: &mut State, _: [usize; 1], card| {
        s.push_pile(game.ids.kind(card));
        Ok(())
    };
    f.open("discard_pile", [&axes.pile.styled(Style::Row)], Choice::part(&axes.card), (discarded, put))
        .says("card names, bottom first")
        .written((write_pile, read_pile))
        .shown_in(channels, observe_pile);
    f.open("bag", [&axes.good], up_to(axes.most.cubes), kept!(s, [good] => s.bag[good]))
        .says("counts of goods")
        .shown("cubes in the bag");
}

/// The length, then the kinds.
fn write_pile(game: &Railways, s: &State, out: &mut Writer) {
    out.u8(s.pile_len);
    s.pile().iter().for_each(|kind| out.u8(game.ids.card(*kind)));
}

fn read_pile(game: &Railways, s: &mut State, from: &mut Reader<'_>) -> Result<()> {
    let (cards, kinds) = (game.data.cards() as u8, game.ids.kinds() as u8);
    let length: u8 = Number::new(0, cards, 1).read(&"the length of discard_pile", from)?;
    for _ in 0..length {
        let card = Number::new(0, kinds - 1, 1).read(&"discard_pile", from)?;
        s.push_pile(game.ids.kind(card));
    }
    Ok(())
}

fn observe_pile(game: &Railways, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("discard_pile");
    s.pile().iter().enumerate().for_each(|(i, kind)| out.put(i, game.ids.card(*kind) + 1));
    out.next("discard_top");
    if let Some(top) = s.pile_top() {
        out.mark(usize::from(game.ids.card(top)));
    }
}

fn network(f: &mut List<Railways>, axes: &Axes) {
    let city = &axes.city.styled(Style::Listed("name"));
    f.record_if(
        "cities",
        [city],
        |_, s, [c]| s.network.links[c].parent != NONE,
        |f| {
            f.follows("name", [city], Choice::part(&axes.city), |_, _, [c]| c as u8).says("the city");
            let parent = |game: &Railways, s: &State, [c]: [usize; 1]| {
                told(s.network.links[c].parent, |place| game.ids.place(place))
            };
            let join = |game: &Railways, s: &mut State, [c]: [usize; 1], number| {
                s.network.links[c].parent = told(number, |number| game.ids.place_of(number));
                Ok(())
            };
            f.open("parent", [city], Choice::part(&axes.place), (parent, join))
                .says("a city or `\"Start\"`")
                .shown("one-hot a city on the table");
            f.open("owner", [city], Choice::part(&axes.player), kept!(s, [c] => s.network.links[c].owner))
                .says("of the link to the parent")
                .shown("who owns the link to the parent, one-hot");
            f.open("value", [city], up_to(axes.most.link_value), kept!(s, [c] => s.network.links[c].value))
                .says("what was laid for the link to the parent")
                .shown_as("link_value", "what was laid for the link to the parent")
                .observed_after("colour");
            f.open("colour", [city], Choice::part(&axes.colour), kept!(s, [c] => s.network.links[c].colour))
                .says("of the link to the parent")
                .shown("the colour of the link to the parent, one-hot");
            let cubes = |_: &_, s: &State, [c, good]: [usize; 2]| s.network.cubes_of(c as u8, good as u8);
            let put = |_: &_, s: &mut State, [c, good]: [usize; 2], count| {
                s.network.cubes[c] |= u32::from(count) << (4 * good);
                Ok(())
            };
            f.open("cubes", [city, &axes.good], up_to(axes.most.on_city), (cubes, put))
                .says("counts of goods")
                .shown("cubes on the city")
                .filled(observe_cubes);
        },
    )
    .says(
        "the cities on the table in file order, each `{\"name\", \"parent\", \"owner\", \"value\", \"colour\", \"cubes\"}`: \
         parent a city or `\"Start\"`; owner, value (what was laid) and colour of the link to the parent; cubes: counts of goods",
    );
    let laid = "track kinds and engine on the table as links";
    f.seen("laid", [], axes.cards(), |game, s, _, []| laid_cards(game, s))
        .says("counts of the track kinds and `engine` that lie on the table as links")
        .shown_in(vec![Channel::over("laid", vec![axes.link.clone()], axes.most.copies.into(), laid)], observe_laid)
        .observed_after("bag");
}

fn observe_cubes(game: &Railways, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("cubes");
    for (good, cities) in s.network.stocked.iter().take(game.good_count()).enumerate() {
        places(*cities).for_each(|city| {
            out.put(usize::from(city) * game.good_count() + good, s.network.cubes_of(city, good as u8));
        });
    }
}

fn laid_cards(game: &Railways, s: &State) -> Cards {
    let mut counts = [0; MOST_KINDS];
    counts.iter_mut().zip(view::laid(game, s)).for_each(|(count, laid)| *count = laid as u8);
    Cards::from_counts(&counts)
}

fn observe_laid(game: &Railways, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("laid");
    let laid = view::laid(game, s).into_iter().enumerate().filter(|(_, count)| *count > 0);
    laid.for_each(|(kind, count)| out.put(usize::from(game.ids.card(kind as u8)), count));
}

fn hands(f: &mut List<Railways>, axes: &Axes) {
    let Axes { player, city, track, most, .. } = axes;
    f.hidden("hands", [player], axes.cards(), kept!(s, [p] => s.hands[p])).says("list of counts of card kinds");
    let channels = vec![
        Channel::over(
            "hand_track",
            vec![track.clone()],
            most.track.into(),
            "private: the viewer's hand, zero for a spectator",
        ),
        Channel::over("hand_engines", Vec::new(), most.engines.into(), "private: engines in the viewer's hand"),
        Channel::over("hand_cities", vec![city.clone()], 1, "private: cities in the viewer's hand"),
    ];
    f.own("hand", [], axes.cards(), |_, s, viewer, []| s.hands[viewer])
        .says("the viewer's hand, null for a spectator")
        .shown_in(channels, observe_hand)
        .observed_after("cube");
    f.seen("hand_sizes", [player], up_to(most.hand), |_, s, _, [p]| s.hands[p].size())
        .says("list: cards in hand")
        .shown_as("hand_size", "cards in hand");
    let channels = vec![
        Channel::over(
            "known_track",
            vec![player.clone(), track.clone()],
            most.track.into(),
            "track known to be in the hand",
        ),
        Channel::over("known_engines", vec![player.clone()], most.engines.into(), "engines known to be in the hand"),
        Channel::over("known_cities", vec![player.clone(), city.clone()], 1, "cities known to be in the hand"),
    ];
    f.open("known", [player], axes.cards(), kept!(s, [p] => s.known[p]))
        .says("list of counts of card kinds")
        .shown_in(channels, observe_known)
        .written_in_turn();
    f.open("v2_hidden", [player], up_to_or_none(most.dealt_cities), kept!(s, [p] => s.v2_hidden[p]))
        .says("list: cities dealt at the start that are hidden in the hand")
        .shown("cities dealt at the start that are hidden in the hand")
        .written_in_turn();
}

fn observe_hand(game: &Railways, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let hand = viewer.map(|player| s.hands[player]);
    put_cards(game, ["hand_track", "hand_engines", "hand_cities"], hand.into_iter(), out);
}

fn observe_known(game: &Railways, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let (players, first) = (game.players(), viewer.unwrap_or(0));
    let seats = (0..players).map(|seat| s.known[(seat + first) % players]);
    put_cards(game, ["known_track", "known_engines", "known_cities"], seats, out);
}

/// Hands in three channels: track, engines, cities.
fn put_cards(game: &Railways, channels: [&str; 3], hands: impl Iterator<Item = Cards> + Clone, out: &mut Encoder<'_>) {
    let [track, engines, cities] = channels;
    out.next(track);
    for (seat, hand) in hands.clone().enumerate() {
        let first = seat * usize::from(game.ids.card(ENGINE));
        hand.each_kind(|kind| {
            if kind < ENGINE {
                out.put(first + usize::from(kind), hand.count(kind));
            }
        });
    }
    out.next(engines);
    hands.clone().enumerate().for_each(|(seat, hand)| out.put(seat, hand.engines()));
    out.next(cities);
    for (seat, hand) in hands.enumerate() {
        places(hand.cities()).for_each(|city| out.mark(seat * usize::from(game.ids.cities) + usize::from(city)));
    }
}

fn score_track(f: &mut List<Railways>, axes: &Axes) {
    let Axes { player, good, most, .. } = axes;
    f.open("engines", [player], up_to(most.engines), kept!(s, [p] => s.engines[p]))
        .says("list: engines played")
        .shown("engines played")
        .written_in_turn();
    f.seen("trains", [player], up_to(most.trains), |game, s, _, [p]| moves::trains(game, s, p))
        .says("list: trains left for links")
        .shown("trains left for links");
    f.open("points", [player], Number::new(0, u16::MAX, 200), kept!(s, [p] => s.points[p]))
        .says("list: the score track")
        .shown("the score track, may exceed 1")
        .written_in_turn();
    f.open("delivered", [player, good], up_to(most.cubes), kept!(s, [p, good] => s.delivered[p][good]))
        .says("list of counts of goods")
        .shown("delivered cubes")
        .written_in_turn();
}

fn choice(f: &mut List<Railways>, axes: &Axes) {
    let Axes { city, place, colour, good, most, .. } = axes;
    f.record_if(
        "build",
        [],
        |_, s, []| s.build.city != NONE,
        |f| {
            f.open("city", [], Choice::part(city), kept!(s => s.build.city))
                .says("the new city")
                .shown_as("build_city", "the city being built, one-hot");
            let from = |game: &Railways, s: &State, []: [usize; 0]| told(s.build.from, |place| game.ids.place(place));
            let leave = |game: &Railways, s: &mut State, []: [usize; 0], number| {
                s.build.from = told(number, |number| game.ids.place_of(number));
                Ok(())
            };
            f.open("from", [], Choice::or_none(place), (from, leave))
                .says("the other end, null in `connect` and `place_goods`")
                .shown_as("build_from", "the other end of the link being built, one-hot");
            f.open("colour", [], Choice::or_none(colour), kept!(s => s.build.colour))
                .says("null in `connect` and `place_goods`")
                .shown_as("build_colour", "the colour of the link being built, one-hot");
            let laid = Axis::named("card", "cards", &["ones", "twos", "wilds"]);
            let laid = Channel::over("build_laid", vec![laid], most.copies.into(), "ones, twos, wilds");
            f.open("ones", [], up_to(most.ones), kept!(s => s.build.ones))
                .says("laid track cards worth 1")
                .shown_in(vec![laid], observe_build_laid);
            f.open("twos", [], up_to(most.twos), kept!(s => s.build.twos))
                .says("laid track cards worth 2");
            f.open("wilds", [], up_to(most.engines), kept!(s => s.build.wilds)).says("laid engines");
        },
    )
    .says(
        "null, or `{\"city\", \"from\", \"colour\", \"ones\", \"twos\", \"wilds\"}`: in `connect` and `place_goods` `from` and \
         `colour` are null and the numbers 0; in `pay` all are set",
    );
    f.record_if(
        "shipment",
        [],
        |_, s, []| s.shipment.from != NONE,
        |f| {
            f.open("from", [], Choice::part(city), kept!(s => s.shipment.from))
                .says("where the cube lies")
                .shown_as("ship_from", "where the cube lies that is being shipped, one-hot");
            f.open("good", [], Choice::part(good), kept!(s => s.shipment.good))
                .says("its colour")
                .shown_as("ship_good", "the colour of the cube being shipped, one-hot");
        },
    )
    .says("null, or `{\"from\", \"good\"}` in `deliver`; the cube lies on its city until `deliver to`");
    f.open("cube", [], Choice::or_none(good), kept!(s => s.cube))
        .says("null, or the good drawn, in `replenish`")
        .shown("the cube drawn to replenish, one-hot");
}

fn observe_build_laid(_: &Railways, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("build_laid");
    [s.build.ones, s.build.twos, s.build.wilds].into_iter().enumerate().for_each(|(i, laid)| out.put(i, laid));
}

/// Cards as counts by name, a byte a kind.
#[derive(Clone)]
struct CardCounts {
    card: Axis,
    ids: Ids,
    /// The copies of each kind in the game.
    copies: [u8; MOST_KINDS],
}

impl Kind<Cards> for CardCounts {
    fn json(&self, cards: Cards) -> Value {
        let mut map = Map::new();
        cards.each_kind(|kind| {
            let name = self.card.name(usize::from(self.ids.card(kind))).unwrap_or_default();
            map.insert(name.to_owned(), cards.count(kind).into());
        });
        Value::Object(map)
    }

    fn parse(&self, at: &dyn Display, json: &Value) -> Result<Cards> {
        let mut counts = [0; MOST_KINDS];
        for (name, count) in json.as_object().ok_or_else(|| fields::wrong(at, "an object", json))? {
            let card = self.card.find(name).ok_or_else(|| fields::unknown(at, self.card.one, name))?;
            let kind = usize::from(self.ids.kind(card as u8));
            counts[kind] = Number::new(1, self.copies[kind], 1).parse(&format_args!("{at}.{name}"), count)?;
        }
        Ok(Cards::from_counts(&counts))
    }

    fn write(&self, cards: Cards, out: &mut Writer) {
        let counts = cards.counts();
        let cities = usize::from(FIRST_CITY);
        out.u8s(&counts[..usize::from(self.ids.card(ENGINE))]);
        out.u8(counts[usize::from(ENGINE)]);
        out.u8s(&counts[cities..cities + usize::from(self.ids.cities)]);
    }

    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<Cards> {
        let mut counts = [0; MOST_KINDS];
        for card in 0..self.ids.kinds() {
            let kind = usize::from(self.ids.kind(card as u8));
            counts[kind] = from.u8()?;
            if counts[kind] > self.copies[kind] {
                let expected = format!("at most {} of card {card}", self.copies[kind]);
                return Err(fields::wrong(at, expected, &counts[kind].into()));
            }
        }
        Ok(Cards::from_counts(&counts))
    }

    fn schema(&self, _something: bool) -> Value {
        let count = |kind: u8| json!({"type": "integer", "minimum": 1, "maximum": self.copies[usize::from(kind)]});
        let name = |kind: u8| self.card.name(usize::from(self.ids.card(kind))).unwrap_or_default().to_owned();
        let names = self.ids.each_kind().map(|kind| (name(kind), count(kind)));
        json!({"type": "object", "properties": names.collect::<Map<_, _>>(), "additionalProperties": false})
    }
}

//! The fields of a position, in the order of the page.

use super::Arkwright;
use super::data::{Data, event, track};
use super::score::title;
use super::state::{Kind, MOST_CASH, NONE, Phase, State, Warehouse};
use super::variant::Options;
use crate::axis::{Axis, Style};
use crate::bits::places;
use crate::channels::{Channel, Coding, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result};
use crate::fields::{self, Acting, Choice, Fields, Flag, List, Maybe, Number, Reading, Set, kept, twice, wrong};
use crate::game::Game;
use serde_json::{Value, json};
use std::fmt::Display;

/// The format number of positions and views.
const FORMAT: u32 = 1;

/// What the entries of the lists are.
struct Axes {
    player: Axis,
    good: Axis,
    track: Axis,
    card: Axis,
    event: Axis,
    /// The worker cards of a factory.
    worker: Axis,
    decade: Axis,
}

impl Axes {
    fn new(players: usize, data: &Data) -> Self {
        Self {
            player: Axis::numbered("player", "players", players).turning(),
            good: Axis::named("good", "goods", &data.goods),
            track: Axis::named("track", "tracks", &data.tracks),
            card: Axis::named("card", "cards", &data.cards),
            event: Axis::named("event", "events", &data.events),
            worker: Axis::numbered("worker card", "worker cards", data.worker_cards.into()).from(1),
            decade: Axis::numbered("decade", "decades", data.decades.into()).from(1),
        }
    }
}

/// The forms of a position.
pub(super) fn fields(players: usize, data: &Data, options: &Options) -> Fields<Arkwright> {
    let axes = Axes::new(players, data);
    let settle = |_: &Arkwright, s: &mut State| {
        s.in_supply = s.in_supply_now();
        s.seats.iter_mut().for_each(|seat| seat.open = seat.open_now());
        Ok(())
    };
    let reading = Reading { empty: |_: &Arkwright| State::empty(), settle };
    Fields::new(FORMAT, players, reading, |f| {
        progress(f, &axes, data);
        market(f, &axes, data, players);
        steps(f, &axes, data);
        f.record("seats", [&axes.player], |f| {
            money(f, &axes, data);
            board(f, &axes, data);
            prices(f, &axes, data);
            factories(f, &axes, data);
            warehouses(f, &axes, data);
        })
        .says("list of n dicts, below");
        let text = json!({"type": ["string", "null"]});
        f.told("title", text, |game, s, _| title(game, s).into())
            .says("in a finished game of one player the title of R53, else null");
    })
    .idle_if(players > 2, &["neutral"])
    .idle_if(!options.events, &["event", "events_shown"])
    .idle_if(!options.shipping_optional, &["producing", "rest", "sold_set", "sold"])
    .idle_if(!options.expert_actions, &["extra_used"])
}

/// A number from 0 to `most`, which is also its scale, unless that is 0.
fn up_to(most: u8) -> Number {
    Number::new(0, most, most.max(1))
}

// --- phase, round, turn ----------------------------------------------------------------------------------------------

fn progress(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let player = &axes.player;
    let phase = Axis::named("phase", "phases", &Phase::ALL.map(Phase::name));
    let set_phase = |_: &_, s: &mut State, _: [usize; 0], phase| {
        s.phase = Phase::ALL[usize::from(phase)];
        Ok(())
    };
    f.open("phase", [], Choice::of(&phase), (|_, s, []| s.phase as u8, set_phase))
        .says("phase name")
        .shown("phase, one-hot");
    let acts =
        Channel::over("current_player", vec![player.clone()], 1, "who acts, one-hot; zeros at chance and at the end")
            .coded(Coding::OneHot);
    let says = "the player number of the first seat of the seat axis, one-hot";
    let number = Axis::numbered("player", "players", player.size);
    let seat = Channel::over("seat", vec![number], 1, says).coded(Coding::OneHot);
    f.open("current_player", [], Acting(player.clone()), (|game, s, []| game.actor(s).number(), set_actor))
        .says("player, −1 in `event`, −4 in `over`")
        .written((|_, s, out| out.u8(s.actor), read_actor))
        .shown_in(vec![acts, seat], observe_actor);
    f.legal_actions();
    let round = Axis::numbered("round", "rounds", data.round_count.into()).from(1);
    f.open("round", [], Choice::of(&round), kept!(s => s.round)).says("from 1").shown("round, one-hot");
    f.open("start_player", [], Choice::of(player), kept!(s => s.start)).says("player").shown("start player, one-hot");
}

/// The phase says whether it can be a player, chance or nobody.
fn set_actor(_: &Arkwright, s: &mut State, _: [usize; 0], number: i32) -> Result<()> {
    let fits = match s.phase {
        Phase::Event => number == -1,
        Phase::Over => number == -4,
        _ => number >= 0,
    };
    if !fits {
        return Err(Error::state(format!("current_player cannot be {number} in the phase {}", s.phase.name())));
    }
    s.actor = u8::try_from(number).unwrap_or(NONE);
    Ok(())
}

fn read_actor(_: &Arkwright, s: &mut State, from: &mut Reader<'_>) -> Result<()> {
    s.actor = from.u8()?;
    Ok(())
}

fn observe_actor(game: &Arkwright, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let (n, first) = (game.setup.players, viewer.unwrap_or(0));
    out.next("current_player");
    if s.actor != NONE {
        out.mark((usize::from(s.actor) + n - first) % n);
    }
    out.next("seat");
    out.mark(first);
}

// --- the market ------------------------------------------------------------------------------------------------------

fn market(f: &mut List<Arkwright>, axes: &Axes, data: &Data, players: usize) {
    let row = data.setup(players);
    let goods = axes.good.styled(Style::Full);
    let (low, high) = (i16::from(data.demand_low), i16::from(data.demand_high));
    let set_demand = |_: &_, s: &mut State, [good]: [usize; 1], demand: i16| {
        s.demand[good] = demand as i8;
        Ok(())
    };
    let demand = Number::new(low.into(), high, high - low);
    f.open("demand", [&goods], demand, (|_, s, [good]| i16::from(s.demand[good]), set_demand))
        .says("all goods in order → number")
        .shown("demand above the lowest")
        .filled(observe_demand);
    let space = Axis::numbered("wage space", "wage spaces", row.wages.len()).from(1);
    f.open("wage_space", [], Choice::of(&space), kept!(s => s.wage_space)).says("from 1").shown("wage space, one-hot");
    f.open("neutral", [&goods], up_to(data.appeal_top), kept!(s, [good] => s.neutral[good]))
        .or_null(|_, s| s.neutral[0] == NONE)
        .says("all goods → appeal; null without neutral markers")
        .written((|game, s, out| out.u8s(&s.neutral[..game.data.goods_count]), read_neutral))
        .shown("appeal of the neutral markers, zeros without");
    f.open("supply", [&axes.card], up_to(row.copies), kept!(s, [card] => s.supply[card]))
        .says("card name → copies, non-zero only, in card order")
        .shown("copies of the Development cards in the supply");
    f.open("event", [], Choice::or_none(&axes.event), kept!(s => s.event))
        .says("name of this decade's event, null if none")
        .shown("this decade's event, one-hot");
    f.open("events_shown", [], Set(axes.event.clone()), kept!(s => s.events_shown))
        .says("names in table order, this decade's included")
        .shown("events shown so far");
}

fn observe_demand(game: &Arkwright, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("demand");
    for (good, demand) in s.demand[..game.data.goods_count].iter().enumerate() {
        out.put(good, i32::from(*demand) - i32::from(game.data.demand_low));
    }
}

fn read_neutral(game: &Arkwright, s: &mut State, from: &mut Reader<'_>) -> Result<()> {
    for appeal in &mut s.neutral[..game.data.goods_count] {
        *appeal = from.u8()?;
    }
    Ok(())
}

// --- between the steps of an action ----------------------------------------------------------------------------------

fn steps(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let good = &axes.good;
    let kind = Axis::named("kind of action", "kinds of action", &Kind::ALL.map(Kind::name));
    let set_kind = |_: &_, s: &mut State, _: [usize; 0], kind| {
        s.kind = Kind::ALL.get(usize::from(kind)).copied().unwrap_or_default();
        Ok(())
    };
    f.open("kind", [], Choice::or_none(&kind), (|_, s, []| s.kind as u8, set_kind))
        .says("null, `\"build\"`, `\"employ\"`, `\"automate\"`, `\"quality\"`, `\"distribution\"`, `\"early\"`")
        .shown("kind of the action begun, one-hot: build, employ, automate, quality, distribution, early");
    f.open("used", [], Number::new(0, u8::MAX, most_steps(data)), kept!(s => s.used))
        .says("number")
        .shown("machines added, points spent or Patent steps made");
    let flags = Axis::named("flag", "flags", &["built", "token_moved", "card_turned"]);
    let flags = Channel::over("flags", vec![flags], 1, "built, Engineer moved, Engineer turned in this action");
    f.open("built", [], Flag, kept!(s => s.built)).says("true or false").shown_in(vec![flags], observe_flags);
    f.open("token_moved", [], Flag, kept!(s => s.token_moved)).says("true or false");
    f.open("card_turned", [], Flag, kept!(s => s.card_turned)).says("true or false");
    f.open("set_factories", [], Set(good.clone()), kept!(s => s.set_factories))
        .says("list of goods, in order")
        .shown("factories set in this action");
    let begun = Begun { good: good.clone(), worker: axes.worker.clone() };
    f.open("begun", [], begun, kept!(s => s.begun))
        .says("list of `[good, card from 1]`, in order")
        .shown("worker cards begun in this action");
    f.open("producing", [], Choice::or_none(good), kept!(s => s.producing))
        .says("the good of the pending `ship` decision, else null")
        .shown("good of the pending shipping decision, one-hot");
    f.open("rest", [], Number::new(0, u8::MAX, data.highest_output.max(30)), kept!(s => s.rest))
        .says("goods left over in it, else 0")
        .shown("goods left over in it");
    f.open("given_up", [], Choice::or_none(&axes.card), kept!(s => s.given_up))
        .says("card name in `lower` and `take`, else null")
        .shown("card just given up, one-hot");
}

/// No count of steps is higher, and it is the scale of them all.
fn most_steps(data: &Data) -> u8 {
    let counts = [
        data.highest_value(track::AUTOMATION),
        data.highest_value(track::QUALITY) + data.craftsman_points,
        data.highest_value(track::DISTRIBUTION) + data.advertiser_points,
        data.points,
        data.patent_steps,
        data.event_amount[event::MACHINE_BREAKERS],
    ];
    counts.into_iter().fold(20, u8::max)
}

fn observe_flags(_: &Arkwright, s: &State, _: Option<usize>, out: &mut Encoder<'_>) {
    out.next("flags");
    out.put(0, s.built);
    out.put(1, s.token_moved);
    out.put(2, s.card_turned);
}

/// Worker cards, a bit W f + c each, with W of them in a factory: in JSON a list of `[good, card from 1]`.
struct Begun {
    good: Axis,
    worker: Axis,
}

impl Begun {
    fn size(&self) -> usize {
        self.good.size * self.worker.size
    }

    /// Bytes: one for eight cards, two for twice as many, four for more.
    fn bytes(&self) -> usize {
        self.size().div_ceil(8).next_power_of_two()
    }

    fn place(&self, pair: &Value) -> Option<usize> {
        match &pair.as_array()?[..] {
            [good, worker] => Some(self.worker.size * self.good.index(good)? + self.worker.index(worker)?),
            _ => None,
        }
    }
}

impl fields::Kind<u32> for Begun {
    fn width(&self) -> Option<usize> {
        Some(self.bytes())
    }
    fn json(&self, value: u32) -> Value {
        let width = self.worker.size;
        let pair = |place: usize| json!([self.good.word(place / width), self.worker.word(place % width)]);
        places(value.into()).map(|place| pair(usize::from(place))).collect()
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<u32> {
        let mut begun = 0;
        for pair in json.as_array().ok_or_else(|| wrong(at, "a list", json))? {
            let bit = 1 << self.place(pair).ok_or_else(|| wrong(at, "a list of pairs [good, worker card]", json))?;
            if begun & bit != 0 {
                return Err(twice(at, pair));
            }
            begun |= bit;
        }
        Ok(begun)
    }
    fn write(&self, value: u32, out: &mut Writer) {
        out.u8s(&value.to_le_bytes()[..self.bytes()]);
    }
    fn read(&self, at: &dyn Display, from: &mut Reader<'_>) -> Result<u32> {
        let mut bytes = [0; 4];
        for byte in &mut bytes[..self.bytes()] {
            *byte = from.u8()?;
        }
        let begun = u32::from_le_bytes(bytes);
        if begun >> self.size() == 0 {
            Ok(begun)
        } else {
            Err(wrong(at, format!("{} bits", self.size()), &begun.into()))
        }
    }
    fn schema(&self, _: bool) -> Value {
        json!({"type": "array", "items": pair_of(&self.good, &json!({"enum": self.worker.words()})), "uniqueItems": true})
    }
    fn axes(&self) -> Vec<Axis> {
        vec![self.good.clone(), self.worker.clone()]
    }
    fn put(&self, value: u32, place: usize, _: usize, out: &mut Encoder<'_>) {
        places(value.into()).for_each(|bit| out.mark(place * self.size() + usize::from(bit)));
    }
}

/// The schema of a list of a good and something else.
fn pair_of(good: &Axis, other: &Value) -> Value {
    json!({"type": "array", "prefixItems": [{"enum": good.words()}, other], "minItems": 2, "maxItems": 2})
}

// --- seats -----------------------------------------------------------------------------------------------------------

fn money(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let player = &axes.player;
    let round = Maybe { of: Number::new(1, data.round_count, data.round_count), none: 0 };
    f.open("bankrupt_round", [player], round, kept!(s, [p] => s.seats[p].bankrupt_round))
        .says("from 1, or null")
        .shown("round of the bankruptcy, 0 solvent");
    f.open("cash", [player], Number::new(0, MOST_CASH, 250), kept!(s, [p] => s.seats[p].cash))
        .says("number")
        .shown("cash");
    f.open("shares", [player], up_to(data.holding_cap), kept!(s, [p] => s.seats[p].shares))
        .says("number")
        .shown("shares held");
    let value = Number::new(1, data.value_cap, data.value_cap);
    f.open("share_value", [player], value, kept!(s, [p] => s.seats[p].share_value)).says("number").shown("share value");
    f.open("loans", [player], up_to(data.loan_spaces), kept!(s, [p] => s.seats[p].loans)).says("number").shown("loans");
    let tokens = up_to(data.ship_tokens);
    f.open("ship_tokens", [player], tokens, kept!(s, [p] => s.seats[p].ship_tokens))
        .says("number")
        .shown("ship tokens placed");
    f.open("ships_used", [player], tokens, kept!(s, [p] => s.seats[p].ships_used)).says("number").shown("ships used");
    f.open("extra_used", [player], Flag, kept!(s, [p] => s.seats[p].extra_used))
        .says("true or false")
        .shown("Extra Production used in this decade");
}

fn board(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let player = &axes.player;
    let levels = up_to(data.gates.len() as u8);
    f.open("levels", [player, &axes.track], levels, kept!(s, [p, track] => s.seats[p].levels[track]))
        .says("track name → level, non-zero only, in order")
        .shown("levels of the board developments");
    f.open("cards", [player], Set(axes.card.clone()), kept!(s, [p] => s.seats[p].cards))
        .says("names in card order")
        .shown("Development cards held");
    f.open("patent_used", [player], Flag, kept!(s, [p] => s.seats[p].patent_used))
        .says("true or false")
        .shown("Patent used in this decade");
    f.open("engineer", [player], Choice::or_none(&axes.good), kept!(s, [p] => s.seats[p].engineer))
        .says("null, or the good where the token is")
        .shown("where the Engineer is, one-hot");
    f.open("engineer_turned", [player], Flag, kept!(s, [p] => s.seats[p].engineer_turned))
        .says("true or false")
        .shown("the Engineer shows the second side");
}

fn prices(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let player = &axes.player;
    let over = |name, high, summary| Channel::over(name, vec![player.clone()], high, summary);
    let price =
        [over("price_set", 1, "a price is set in this round"), over("price", data.highest_price.into(), "that price")];
    f.open("price", [player], maybe(data.highest_price), kept!(s, [p] => s.seats[p].price))
        .says("number or null: set this round, until the production is over")
        .shown_in(price.to_vec(), |game, s, viewer, out| {
            observe_maybe(["price_set", "price"], |p| s.seats[p].price, game, viewer, out);
        });
    let sold = [
        over("sold_set", 1, "home sales of this production are made"),
        over("sold", data.appeal_top.max(60).into(), "those sales"),
    ];
    f.open("sold", [player], maybe(data.appeal_top), kept!(s, [p] => s.seats[p].sold))
        .says("number or null: home sales of this production, only in its `ship` phase")
        .shown_in(sold.to_vec(), |game, s, viewer, out| {
            observe_maybe(["sold_set", "sold"], |p| s.seats[p].sold, game, viewer, out);
        });
}

fn maybe(most: u8) -> Maybe<u8> {
    Maybe { of: Number::new(0, most, 1), none: NONE }
}

/// Whether there is a number, then the number.
fn observe_maybe(
    names: [&str; 2],
    number: impl Fn(usize) -> u8,
    game: &Arkwright,
    viewer: Option<usize>,
    out: &mut Encoder<'_>,
) {
    let (n, first) = (game.setup.players, viewer.unwrap_or(0));
    let numbers = || (0..n).map(|place| number((first + place) % n)).enumerate().filter(|(_, number)| *number != NONE);
    out.next(names[0]);
    numbers().for_each(|(place, _)| out.mark(place));
    out.next(names[1]);
    numbers().for_each(|(place, number)| out.put(place, number));
}

fn factories(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let Axes { player, good, worker, decade, .. } = axes;
    f.record_if("factories", [player, good], |_, s, [p, good]| s.seats[p].factories[good].decade != 0, |f| {
        let summary = "decade of the tile, one-hot; zeros: not open";
        let tile = Channel::over("tile", vec![player.clone(), good.clone(), decade.clone()], 1, summary).coded(Coding::OneHot);
        let decade = Maybe { of: Number::new(1, data.decades, 1), none: 0 };
        f.open("decade", [player, good], decade, kept!(s, [p, good] => s.seats[p].factories[good].decade))
            .says("decade of the tile")
            .shown_in(vec![tile], observe_tiles);
        let cards = up_to(data.worker_cards);
        f.open("worker_cards", [player, good], cards, kept!(s, [p, good] => s.seats[p].factories[good].worker_cards))
            .says("number")
            .shown("worker cards");
        let machines = up_to(data.most_units);
        f.open("machines", [player, good, worker], machines, kept!(s, [p, g, c] => s.seats[p].factories[g].machines[c]))
            .says("list of all worker cards")
            .shown("machines on each worker card");
        f.open("quality", [player, good], up_to(data.engineer_quality_cap), kept!(s, [p, g] => s.seats[p].factories[g].quality))
            .says("number")
            .shown("Quality");
        let distribution = up_to(data.distribution_cap);
        f.open("distribution", [player, good], distribution, kept!(s, [p, g] => s.seats[p].factories[g].distribution))
            .says("number")
            .shown("Distribution");
        let appeal = up_to(data.appeal_top);
        f.open("appeal", [player, good], appeal, kept!(s, [p, good] => s.seats[p].factories[good].appeal))
            .says("number")
            .shown("appeal marker");
    })
    .says("open ones, good → `{\"decade\", \"worker_cards\", \"machines\": [first, second], \"quality\", \"distribution\", \"appeal\"}`");
}

fn observe_tiles(game: &Arkwright, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    out.next("tile");
    let (n, goods, decades) = (game.setup.players, game.data.goods_count, usize::from(game.data.decades));
    for place in 0..n {
        let seat = &s.seats[(viewer.unwrap_or(0) + place) % n];
        for good in seat.open_factories() {
            out.mark(decades * (place * goods + good) + usize::from(seat.factories[good].decade) - 1);
        }
    }
}

fn warehouses(f: &mut List<Arkwright>, axes: &Axes, data: &Data) {
    let warehouse = Axis::numbered("warehouse", "warehouses", data.small_warehouses + 1);
    let sizes = data.warehouse.iter().flatten().copied();
    let most = sizes.fold(data.large_warehouse_size.max(9), u8::max);
    let stock = Stock { good: axes.good.clone(), count: Number::new(1, most, most) };
    f.open("warehouses", [&axes.player, &warehouse], stock, kept!(s, [p, w] => s.seats[p].warehouses[w]))
        .says("list of all: the small ones, last the large one")
        .shown_as("stored", "goods in each warehouse");
}

/// What a warehouse holds: in JSON null or `[good, count]`.
struct Stock {
    good: Axis,
    count: Number,
}

impl fields::Kind<Warehouse> for Stock {
    fn width(&self) -> Option<usize> {
        Some(2)
    }
    fn json(&self, value: Warehouse) -> Value {
        if value.good == NONE { Value::Null } else { json!([self.good.word(usize::from(value.good)), value.count]) }
    }
    fn parse(&self, at: &dyn Display, json: &Value) -> Result<Warehouse> {
        if json.is_null() {
            return Ok(Warehouse::EMPTY);
        }
        match json.as_array().map(Vec::as_slice) {
            Some([good, count]) => {
                let good = Choice::of(&self.good).parse(at, good)?;
                Ok(Warehouse { good, count: self.count.parse(at, count)? })
            }
            _ => Err(wrong(at, "null or [good, count]", json)),
        }
    }
    fn write(&self, value: Warehouse, out: &mut Writer) {
        out.u8s(&[value.good, value.count]);
    }
    fn read(&self, _: &dyn Display, from: &mut Reader<'_>) -> Result<Warehouse> {
        let [good, count] = from.u8s()?;
        Ok(Warehouse { good, count })
    }
    fn schema(&self, _: bool) -> Value {
        let count = fields::Kind::<u8>::schema(&self.count, true);
        json!({"anyOf": [pair_of(&self.good, &count), {"type": "null"}]})
    }
    fn axes(&self) -> Vec<Axis> {
        vec![self.good.clone()]
    }
    fn coding(&self) -> Coding {
        Coding::Number
    }

    fn high(&self) -> i32 {
        fields::Kind::<u8>::high(&self.count)
    }
    fn put(&self, value: Warehouse, place: usize, _: usize, out: &mut Encoder<'_>) {
        if value.good != NONE {
            out.put(place * self.good.size + usize::from(value.good), value.count);
        }
    }
}

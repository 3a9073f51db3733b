//! A position's fields, declared once. From a game's one list come its positions as JSON, read and written, the canonical bytes,
//! the view, the observation with its channels, and the JSON schemas of positions and views with a line for each key.
//!
//! # How to declare a field
//!
//! A game's `fields.rs` fills a [`List`], in the order of the keys of the page's table; [`Fields::new`] makes the forms of it.
//!
//! ```text
//! let player = Axis::numbered("player", "players", n).turning();       // own seat first in the observation
//! let town = Axis::named("town", "towns", names);                      // {name: ...}, what is nothing left out
//! let box_ = Axis::numbered("box", "boxes", k).styled(Style::Row);     // [.. as many as there are]
//!
//! f.open("cash", [&player], Number::new(0, u16::MAX, 50), kept!(s, [p] => s.cash[p]))
//!     .says("list per player").shown("cash");
//! ```
//!
//! * **Axes** come first: an entry each, as many axes as there are; `[]` for a single value. The closures get the indices.
//! * **Kind**: [`Number`] with least, most and scale (u8, u16, u32, i16, i32: the type decides how many bytes), [`Maybe`] a
//!   number or null, [`Flag`], [`Choice`] an entry of an axis (`of`: always one; `or_none`: null; `part`: missing only with its
//!   record or row), [`Set`] some entries of an axis as bits, [`Acting`] who acts. A kind of the game's own implements [`Kind`].
//! * **Where it is kept**: `(get, set)`; [`kept!`] where that is a place in the state. A value that is packed, or that is an enum,
//!   is unpacked in the closures; a setter may refuse. The reader begins with the game's empty state, so what is left out in
//!   JSON is never set.
//! * **Who sees it** is the method, see [`Place`]: `open` everybody; `hidden` nobody; `seen` what is seen of what is hidden (its
//!   getter alone is told the viewer); `own` the same, null for a spectator; `follows` everybody, compared when read.
//! * **`says`** is the line for the page; **`shown`** gives it a channel, **`shown_as`** one of another name. Without, it has none.
//!
//! A **record** has parts under one key; the axes of its parts begin with its own. It can be there or not:
//!
//! ```text
//! f.record("seats", [&seat], |f| { f.open("cash", [&seat], ...); f.open("levels", [&seat, &track], ...); });
//! f.record_if("turn", [], |_, s, []| s.turn.colour != NONE, |f| { f.open("card", [], ...).shown_as("turn_card", ..); });
//! ```
//!
//! Where the entries of a list are records that say which they are, their axis is `styled(Style::Listed("name"))`, and `name` is
//! a part that `follows`. A record that is not there is null, or left out of such a list or of an object by name; its parts then hold what they hold in the empty state,
//! which is what bytes and channels show. A record's own channel is a flag: it is there.
//!
//! # Where the forms differ
//!
//! * A field that a view shows otherwise is two fields of one name: `hidden` and `seen`. `told` is any JSON without a channel;
//!   `told_of_rest` the same that follows from the rest, such as a text.
//! * Another order in bytes or in the observation: `written_after`, `written_in_turn` (an entry of each in turn, along the first axis),
//!   `observed_after` the channel of that name.
//! * Faster, or otherwise, into the tensor: `filled` (same channel), `shown_in` (channels of its own). Into bytes: `written`.
//! * A form of the game's own, such as a pile: implement [`Form`] and `add` it.

mod form;
mod kind;
mod leaf;
mod record;
mod tree;
mod wording;

pub use form::{Audience, Bytes, Fill, Form, Info, Pass, Place};
pub use kind::{Acting, Choice, Flag, Kind, Maybe, Number, Set};
pub use tree::{At, Step};
pub use wording::{does_not_follow, length, missing, no_key, nothing, twice, unknown, wrong};

use crate::axis::Axis;
use crate::channels::{Channel, Encoder};
use crate::codec::{Reader, Writer};
use crate::error::{Error, Result, quoted};
use crate::game::{Action, ActionList, Actor, Game};
use leaf::{Leaf, Told};
use record::{Record, object_schema};
use serde_json::{Map, Value, json};
use std::marker::PhantomData;
use std::sync::Arc;

/// Nothing, nobody, nowhere: "none" in a byte of a state that else holds an index or a number.
pub const NONE: u8 = u8::MAX;

/// The number, if it is one.
pub fn some(number: u8) -> Option<u8> {
    (number != NONE).then_some(number)
}

/// Getter and setter of a place in the state.
#[macro_export]
macro_rules! kept {
    ($state:ident => $place:expr) => {
        $crate::kept!($state, [] => $place)
    };
    ($state:ident, $index:pat => $place:expr) => {
        (
            |_, $state, $index| $place,
            |_, $state, $index, value| {
                $place = value;
                Ok(())
            },
        )
    };
}
pub use crate::kept;

/// The fields of a game while they are written down, see the [module](self).
pub struct List<G: Game> {
    forms: Vec<Box<dyn Form<G>>>,
    prefix: Vec<Step>,
}

impl<G: Game> List<G> {
    /// Adds a form of the game's own.
    pub fn add(&mut self, form: impl Form<G> + 'static) -> &mut Info<G> {
        self.forms.push(Box::new(form));
        self.forms.last_mut().expect("just pushed").info_mut()
    }

    /// What is told of a field that is added here, over these axes.
    pub fn info(&self, name: &'static str, place: Place, axes: &[Axis]) -> Info<G> {
        let along = |step: &&Step| matches!(step, Step::Along(_));
        let fixed = self.prefix.iter().filter(along).count();
        let own = axes[fixed..].iter().cloned().map(Step::Along);
        let steps = self.prefix.iter().cloned().chain([Step::Key(name)]).chain(own).collect();
        Info::new(name, place, steps)
    }

    fn leaf<T, K, Get, Set, const D: usize>(
        &mut self,
        name: &'static str,
        place: Place,
        axes: [&Axis; D],
        kind: K,
        (get, set): (Get, Set),
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, Option<usize>, [usize; D]) -> T + Send + Sync + 'static,
        Set: Fn(&G, &mut G::State, [usize; D], T) -> Result<()> + Send + Sync + 'static,
    {
        let axes = axes.map(Axis::clone);
        self.add(Leaf { info: self.info(name, place, &axes), axes, kind, get, set, of: PhantomData })
    }

    /// A field that everybody sees.
    pub fn open<T, K, Get, Set, const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        kind: K,
        (get, set): (Get, Set),
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, [usize; D]) -> T + Send + Sync + 'static,
        Set: Fn(&G, &mut G::State, [usize; D], T) -> Result<()> + Send + Sync + 'static,
    {
        self.leaf(name, Place::Open, axes, kind, (move |game: &G, s: &G::State, _, index| get(game, s, index), set))
    }

    /// A field that nobody sees.
    pub fn hidden<T, K, Get, Set, const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        kind: K,
        (get, set): (Get, Set),
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, [usize; D]) -> T + Send + Sync + 'static,
        Set: Fn(&G, &mut G::State, [usize; D], T) -> Result<()> + Send + Sync + 'static,
    {
        self.leaf(name, Place::Hidden, axes, kind, (move |game: &G, s: &G::State, _, index| get(game, s, index), set))
    }

    /// A field that everybody sees and that follows from the rest.
    pub fn follows<T, K, Get, const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        kind: K,
        get: Get,
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, [usize; D]) -> T + Send + Sync + 'static,
    {
        let get = move |game: &G, s: &G::State, _, index| get(game, s, index);
        self.leaf(name, Place::Follows, axes, kind, (get, |_: &G, _: &mut G::State, _, _| Ok(())))
    }

    /// What a viewer sees of what is hidden.
    pub fn seen<T, K, Get, const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        kind: K,
        get: Get,
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, Option<usize>, [usize; D]) -> T + Send + Sync + 'static,
    {
        self.leaf(name, Place::Seen, axes, kind, (get, |_: &G, _: &mut G::State, _, _| Ok(())))
    }

    /// What a player sees of their own; a spectator has none.
    pub fn own<T, K, Get, const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        kind: K,
        get: Get,
    ) -> &mut Info<G>
    where
        T: Copy + 'static,
        K: Kind<T>,
        Get: Fn(&G, &G::State, usize, [usize; D]) -> T + Send + Sync + 'static,
    {
        let own = move |game: &G, s: &G::State, viewer: Option<usize>, index| get(game, s, viewer.unwrap_or(0), index);
        let info = self.seen(name, axes, kind, own);
        info.private = true;
        info
    }

    /// What a viewer is told, as JSON of this schema; it has no channel.
    pub fn told(
        &mut self,
        name: &'static str,
        schema: Value,
        value: fn(&G, &G::State, Option<usize>) -> Value,
    ) -> &mut Info<G> {
        let tell = move |game: &G, s: &G::State, viewer, []: [usize; 0]| value(game, s, viewer);
        self.add(Told { info: self.info(name, Place::Seen, &[]), axes: [], tell, schema })
    }

    /// What everybody sees and what follows from the rest, as JSON of this schema; it has no channel.
    pub fn told_of_rest<const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        schema: Value,
        value: fn(&G, &G::State, [usize; D]) -> Value,
    ) -> &mut Info<G> {
        let axes = axes.map(Axis::clone);
        let tell = move |game: &G, s: &G::State, _, index| value(game, s, index);
        self.add(Told { info: self.info(name, Place::Follows, &axes), axes, tell, schema })
    }

    /// A record that is always there, an entry each of the axes; `parts` declares its parts.
    pub fn record<const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        parts: impl FnOnce(&mut Self),
    ) -> &mut Info<G> {
        self.with_parts(name, axes, None, parts)
    }

    /// A record that can be missing.
    pub fn record_if<const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        there: impl Fn(&G, &G::State, [usize; D]) -> bool + Send + Sync + 'static,
        parts: impl FnOnce(&mut Self),
    ) -> &mut Info<G> {
        self.with_parts(name, axes, Some(Box::new(there)), parts)
    }

    fn with_parts<const D: usize>(
        &mut self,
        name: &'static str,
        axes: [&Axis; D],
        there: Option<record::There<G, D>>,
        parts: impl FnOnce(&mut Self),
    ) -> &mut Info<G> {
        let axes = axes.map(Axis::clone);
        let info = self.info(name, Place::Open, &axes);
        let mut list = Self { forms: Vec::new(), prefix: info.steps.clone() };
        parts(&mut list);
        let parts: Forms<G> = list.forms.into_iter().map(Arc::from).collect();
        let widths = record::kept(&parts).map(|part| part.width()).collect();
        self.add(Record { info, axes, there, parts, widths })
    }

    /// Who acts, which follows from the rest, and what the viewer may choose: nothing unless it is their decision.
    pub fn current_player(&mut self, player: &Axis) -> &mut Info<G> {
        let acting = |game: &G, s: &G::State, []: [usize; 0]| game.actor(s).number();
        self.follows("current_player", [], Acting(player.clone()), acting).says("player, -1 chance, -4 the end")
    }

    /// The ids of what the viewer may choose now: none unless it is their decision.
    pub fn legal_actions(&mut self) -> &mut Info<G> {
        let ids = json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "uniqueItems": true});
        let legal = |game: &G, s: &G::State, viewer| choices_of(game, s, viewer).into();
        self.told("legal_actions", ids, legal).says("ids if the viewer is to decide, else []")
    }
}

/// What `viewer` may choose now: nothing unless it is their decision.
pub fn choices_of<G: Game>(game: &G, state: &G::State, viewer: Option<usize>) -> Vec<Action> {
    let mut legal = ActionList::new();
    if viewer.is_some_and(|player| game.actor(state) == Actor::Player(player)) {
        game.legal_actions(state, &mut legal);
    }
    legal.to_vec()
}

type Forms<G> = Vec<Arc<dyn Form<G>>>;

/// How positions are begun and completed.
pub struct Reading<G: Game> {
    /// Nothing anywhere: what the readers of positions fill in.
    pub empty: fn(&G) -> G::State,
    /// Works out what is kept at hand of what follows.
    pub settle: fn(&G, &mut G::State) -> Result<()>,
}

/// The forms of a position.
pub struct Fields<G: Game> {
    format: u32,
    players: usize,
    reading: Reading<G>,
    forms: Forms<G>,
    /// In the order of the bytes; several that take turns side by side.
    written: Vec<Forms<G>>,
    /// In the order of the channels.
    observed: Forms<G>,
    /// The channels that hold nothing but zeros.
    idle: Vec<&'static str>,
}

impl<G: Game> Fields<G> {
    /// The forms of what `list` declares, for a number of players; `format` is the number of JSON positions and views.
    pub fn new(format: u32, players: usize, reading: Reading<G>, list: impl FnOnce(&mut List<G>)) -> Self {
        let mut declared = List { forms: Vec::new(), prefix: Vec::new() };
        list(&mut declared);
        let forms: Forms<G> = declared.forms.into_iter().map(Arc::from).collect();
        let kept = forms.iter().filter(|form| form.info().place.is_kept()).cloned().collect();
        let written = in_turns(moved(kept, |form| form.info().written_after, |form| Some(form.info().name)));
        let mut shown = Vec::new();
        collect_shown(&forms, &mut shown);
        let channel = |form: &Arc<dyn Form<G>>| form.channels().last().map(|channel| channel.name);
        let observed = moved(shown, |form| form.info().observed_after, channel);
        Self { format, players, reading, forms, written, observed, idle: Vec::new() }
    }

    /// The same, where these channels hold nothing but zeros if that is so: the configuration rules out the rest.
    #[must_use]
    pub fn idle_if(mut self, so: bool, channels: &[&'static str]) -> Self {
        if so {
            self.idle.extend_from_slice(channels);
        }
        self
    }

    fn read_by(&self, audience: Audience) -> impl Iterator<Item = &Arc<dyn Form<G>>> {
        self.forms.iter().filter(move |form| audience.reads(form.info().place))
    }

    fn head(&self) -> Map<String, Value> {
        let mut map = Map::with_capacity(self.forms.len() + 4);
        map.insert("format".to_owned(), self.format.into());
        map.insert("game".to_owned(), G::declaration().name.into());
        map.insert("players".to_owned(), self.players.into());
        map
    }

    fn json(&self, game: &G, state: &G::State, audience: Audience) -> Value {
        let mut map = self.head();
        if let Audience::View(viewer) = audience {
            map.insert("viewer".to_owned(), viewer.into());
        }
        for form in self.read_by(audience) {
            map.insert(form.info().name.to_owned(), form.json(game, state, audience, &[]));
        }
        Value::Object(map)
    }

    /// The position as JSON.
    pub fn to_json(&self, game: &G, state: &G::State) -> Value {
        self.json(game, state, Audience::Position)
    }

    /// All that a viewer may know, as JSON.
    pub fn view_json(&self, game: &G, state: &G::State, viewer: Option<usize>) -> Value {
        self.json(game, state, Audience::View(viewer))
    }

    /// The position of a JSON value, every number in range; what must hold between them is for the invariants.
    pub fn read_json(&self, game: &G, value: &Value) -> Result<G::State> {
        let map = value.as_object().ok_or_else(|| wrong(&"the position", "an object", value))?;
        let names =
            || ["format", "game", "players"].into_iter().chain(self.read_by(Audience::Position).map(|f| f.info().name));
        if let Some(name) = names().find(|name| !map.contains_key(*name)) {
            return Err(missing(&"the position", name));
        }
        if map.len() > names().count() {
            let unknown = map.keys().find(|key| !names().any(|name| name == key.as_str()));
            return Err(no_key(&"the position", unknown.map_or("", String::as_str)));
        }
        self.check_head(map)?;
        let mut state = (self.reading.empty)(game);
        for form in self.forms.iter().filter(|form| form.info().place.is_kept()) {
            form.parse(game, &mut state, Pass::Kept, &[], &map[form.info().name])?;
        }
        (self.reading.settle)(game, &mut state)?;
        for form in self.forms.iter().filter(|form| follows(form)) {
            form.parse(game, &mut state, Pass::Follows, &[], &map[form.info().name])?;
        }
        Ok(state)
    }

    fn check_head(&self, map: &Map<String, Value>) -> Result<()> {
        let Self { format, players, .. } = self;
        let its_format: u32 = Number::new(0, u32::MAX, 1).parse(&"format", &map["format"])?;
        if its_format != *format {
            return Err(Error::state(format!("the position has format {its_format}; this version reads {format}")));
        }
        let its_game = map["game"].as_str().ok_or_else(|| wrong(&"game", "a text", &map["game"]))?;
        let name = G::declaration().name;
        if its_game != name {
            return Err(Error::state(format!("the position is of {}, not of {name}", quoted(its_game))));
        }
        let its_players: u32 = Number::new(0, u32::MAX, 1).parse(&"players", &map["players"])?;
        if its_players as usize != *players {
            return Err(Error::state(format!("the position has {its_players} players, not {players}")));
        }
        Ok(())
    }

    /// Canonical bytes, after their header.
    pub fn encode(&self, game: &G, state: &G::State, out: &mut Writer) {
        for forms in &self.written {
            match &forms[..] {
                [form] => form.write(game, state, &[], out),
                forms => {
                    for entry in 0..forms[0].entries() {
                        forms.iter().for_each(|form| form.write(game, state, &[entry], out));
                    }
                }
            }
        }
    }

    /// Reads them back, every number in range; what must hold between them is for the invariants.
    pub fn decode(&self, game: &G, from: &mut Reader<'_>) -> Result<G::State> {
        let mut state = (self.reading.empty)(game);
        for forms in &self.written {
            match &forms[..] {
                [form] => form.read(game, &mut state, &[], from)?,
                forms => {
                    for entry in 0..forms[0].entries() {
                        forms.iter().try_for_each(|form| form.read(game, &mut state, &[entry], from))?;
                    }
                }
            }
        }
        (self.reading.settle)(game, &mut state)?;
        Ok(state)
    }

    /// The channels of the observation.
    pub fn channels(&self) -> Vec<Channel> {
        let mut channels: Vec<Channel> = self.observed.iter().flat_map(|form| form.channels()).collect();
        for channel in &mut channels {
            channel.active = !self.idle.contains(&channel.name);
        }
        channels
    }

    /// The observation.
    pub fn observe(&self, game: &G, state: &G::State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        self.observed.iter().for_each(|form| form.observe(game, state, viewer, out));
    }

    fn schema(&self, title: &str, audience: Audience) -> Value {
        let mut keys = vec![
            ("format", json!({"const": self.format})),
            ("game", json!({"const": G::declaration().name})),
            ("players", json!({"const": self.players})),
        ];
        if audience != Audience::Position {
            let players: Vec<Value> = (0..self.players).map(Value::from).chain([Value::Null]).collect();
            keys.push(("viewer", json!({"enum": players})));
        }
        keys.extend(self.read_by(audience).map(|form| (form.info().name, form.schema(audience))));
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        schema.insert("title".to_owned(), format!("{title} of {}", G::declaration().title).into());
        if let Value::Object(object) = object_schema(keys.into_iter()) {
            schema.extend(object);
        }
        Value::Object(schema)
    }

    /// The JSON schema (draft 2020-12) of positions; each key has its line for the docs and who sees it.
    pub fn position_schema(&self) -> Value {
        self.schema("A position", Audience::Position)
    }

    /// The same of views.
    pub fn view_schema(&self) -> Value {
        self.schema("A view", Audience::View(None))
    }
}

/// Whether a part of it follows from the rest.
fn follows<G: Game>(form: &Arc<dyn Form<G>>) -> bool {
    form.info().place == Place::Follows || form.parts().iter().any(follows)
}

/// Those that have channels, with the parts of records after their record.
fn collect_shown<G: Game>(forms: &[Arc<dyn Form<G>>], shown: &mut Forms<G>) {
    for form in forms.iter().filter(|form| Audience::View(None).reads(form.info().place)) {
        if !form.channels().is_empty() {
            shown.push(form.clone());
        }
        collect_shown(form.parts(), shown);
    }
}

/// Puts each that says so after the one of that name.
fn moved<G: Game>(
    forms: Forms<G>,
    after: impl Fn(&Arc<dyn Form<G>>) -> Option<&'static str>,
    name: impl Fn(&Arc<dyn Form<G>>) -> Option<&'static str>,
) -> Forms<G> {
    let (mut moving, mut order): (Forms<G>, Forms<G>) = forms.into_iter().partition(|form| after(form).is_some());
    while !moving.is_empty() {
        let place = |form: &Arc<dyn Form<G>>| order.iter().position(|other| name(other) == after(form));
        let next = moving.iter().enumerate().find_map(|(i, form)| Some((i, place(form)?)));
        let (i, place) = next.expect("what something comes after is declared");
        order.insert(place + 1, moving.remove(i));
    }
    order
}

/// Those that take turns side by side.
fn in_turns<G: Game>(forms: Forms<G>) -> Vec<Forms<G>> {
    let mut groups: Vec<Forms<G>> = Vec::new();
    for form in forms {
        match groups.last_mut().filter(|_| form.info().in_turn) {
            Some(group) => group.push(form),
            None => groups.push(vec![form]),
        }
    }
    groups
}

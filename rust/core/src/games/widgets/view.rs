//! Who may see what: step texts, the observation, resampling, and the nouns that a view offers.

use super::Widgets;
use super::chance::pending;
use super::parts::{NONE, PARTS, Parts, TYPES, triple_of, type_of};
use super::score::{Worth, construct_points, score};
use super::shape::{SIDES, SPOTS};
use super::state::{BAYS, CONSTRUCTS, Phase, State};
use super::table::Move;
use crate::View;
use crate::channels::{Channel, Encoder};
use crate::game::{Action, Actor, Game};

/// What everybody reads instead of a salt.
pub(super) fn hidden_step(s: &State) -> Option<&'static str> {
    match s.phase {
        Phase::FirstDrop => Some("the parts fall"),
        Phase::Shake => Some("the pile shifts"),
        Phase::Fall => Some("the part falls"),
        _ => None,
    }
}

/// Nobody knows more than the others: all that a state holds is public (R33).
pub(super) fn resample(s: &State) -> State {
    s.clone()
}

// --- accessors for bots ------------------------------------------------------------------------------------------------

impl View<'_, Widgets> {
    /// Points for agreeing parts.
    pub fn worth(&self) -> &Worth {
        self.game().worth()
    }

    /// The phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The typed move of an action.
    #[inline]
    pub fn typed(&self, action: Action) -> Move {
        self.game().typed(action)
    }

    /// The card of a part, if anybody has seen it.
    #[inline]
    pub fn card(&self, part: u8) -> Option<u8> {
        let state = self.state();
        if self.game().options.two_sets && state.unseen.has(part) {
            return None;
        }
        Some(state.card(part)).filter(|card| *card != NONE)
    }

    /// A part in hand: 0 the one pulled first, 1 the one pulled second.
    #[inline]
    pub fn hand(&self, index: usize) -> Option<u8> {
        Some(self.state().hand[index]).filter(|part| *part != NONE)
    }

    /// The cards in a bay, by type.
    #[inline]
    pub fn bay(&self, player: usize, bay: usize) -> [Option<u8>; TYPES] {
        self.state().bays[player][bay].map(|part| if part == NONE { None } else { self.card(part) })
    }

    /// How many constructs a player still needs.
    #[inline]
    pub fn constructs_left(&self, player: usize) -> usize {
        usize::from(self.game().options.constructs - self.state().finished[player])
    }

    /// The final turns a player has left, this one included; None before the trigger.
    #[inline]
    pub fn final_turns(&self, player: usize) -> Option<u8> {
        let state = self.state();
        (state.trigger != NONE).then(|| state.final_turns[player])
    }

    /// The cards that nobody has seen.
    #[inline]
    pub fn unseen(&self) -> Parts {
        self.state().unseen
    }

    /// The parts that lie face-up in the pile.
    #[inline]
    pub fn face_up(&self) -> Parts {
        self.state().pile.up()
    }

    /// The parts of the pile that can be pulled; with two sets, the face-up ones.
    #[inline]
    pub fn free_parts(&self) -> Parts {
        if self.game().options.two_sets { self.face_up() } else { self.state().pile.free_parts() }
    }

    /// How many parts lie face-down and can be pulled.
    #[inline]
    pub fn face_down_parts(&self) -> usize {
        let state = self.state();
        if self.game().options.two_sets { state.unseen.len() } else { (self.free_parts() & !state.pile.up()).len() }
    }

    /// The visible cells of a part of the pile; with two sets, none.
    #[inline]
    pub fn visible(&self, part: u8) -> u8 {
        self.state().pile.visible(part)
    }
}

// --- the observation ---------------------------------------------------------------------------------------------------

/// The observation's channels (see the page, "Observation").
pub(super) fn channels(players: usize, two_sets: bool) -> Vec<Channel> {
    let one = Channel::new;
    let mut all = turn_channels(players);
    all.extend([
        one("dealt", &[players], 80, "part that waits for set-up"),
        one("hand", &[2], 80, "parts in hand, in the order of pulling"),
        one("falling", &[1], 80, "part that is being dropped"),
        one("bays", &[players, BAYS, TYPES], 80, "parts in bays"),
        one("bay_traits", &[players, BAYS, TYPES, 8], 1, "their element (4), archetype (2), makeup (2)"),
        one("constructs", &[players, CONSTRUCTS, TYPES], 80, "parts of constructs, torso to right leg"),
        one("construct_points", &[players, CONSTRUCTS], 150, "points of constructs"),
        one("unseen", &[PARTS], 1, "cards that nobody has seen"),
    ]);
    if two_sets {
        all.push(one("face_up", &[PARTS], 1, "cards that lie face-up"));
        all.push(one("face_down", &[PARTS], 1, "cards that lie face-down"));
    } else {
        all.extend(pile_channels());
    }
    all
}

fn turn_channels(players: usize) -> Vec<Channel> {
    let one = Channel::new;
    vec![
        one("phase", &[Phase::ALL.len()], 1, "one-hot, in the order of the phases"),
        one("next_phase", &[Phase::ALL.len()], 1, "one-hot, the decision after reading"),
        one("current_player", &[players], 1, "one-hot, zero at chance nodes"),
        one("turn_of", &[players], 1, "one-hot"),
        one("first", &[players], 1, "one-hot"),
        one("trigger", &[players], 1, "one-hot"),
        one("turn", &[1], 1000, "completed turns"),
        one("final_turns", &[players], 10, "final turns left"),
        one("end_reason", &[3], 1, "one-hot: finished, pile_empty, turn_cap"),
        one("scores", &[players], 1000, "points"),
    ]
}

fn pile_channels() -> Vec<Channel> {
    let one = Channel::new;
    vec![
        one("shaking", &[1], 80, "part of the pull that happens"),
        one("shaking_direction", &[SIDES], 1, "one-hot, its side"),
        one("pending", &[PARTS], 1, "parts that are about to be read"),
        one("in_pile", &[PARTS], 1, "parts of the pile"),
        one("height", &[PARTS], 80, "from 1 at the bottom"),
        one("x", &[PARTS], 104, "column of the frame"),
        one("y", &[PARTS], 104, "row of the frame"),
        one("rotation", &[PARTS], 15, "in steps of 11.25 degrees"),
        one("face_up", &[PARTS], 1, "lies face-up"),
        one("visible", &[PARTS], 255, "visible cells"),
        one("free_spots", &[PARTS, SPOTS], 1, "free finger spots"),
        one("sides", &[PARTS, SIDES], 1, "sides to which it can be pulled"),
        one("known", &[PARTS], 1, "its card has been drawn"),
        one("part_type", &[PARTS, TYPES], 1, "one-hot, if known"),
        one("element", &[PARTS, 4], 1, "one-hot, if known"),
        one("archetype", &[PARTS, 2], 1, "one-hot, if known"),
        one("makeup", &[PARTS, 2], 1, "one-hot, if known"),
    ]
}

/// Fills the channels.
pub(super) fn observe(game: &Widgets, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    let seats = Seats { players: game.players(), viewer: viewer.unwrap_or(0) };
    observe_turn(game, s, seats, out);
    observe_parts(s, seats, out);
    observe_constructs(game, s, seats, out);
    set(out, "unseen", s.unseen);
    if game.options.two_sets {
        set(out, "face_up", s.pile.up());
        set(out, "face_down", face_down(s));
    } else {
        observe_pile(s, out);
        observe_cards(s, out);
    }
}

/// With two sets: what lies face-down.
pub(super) fn face_down(s: &State) -> Parts {
    if s.phase.is_before_the_drop() { Parts::default() } else { s.unseen }
}

/// Seats as the viewer counts them: the own seat is 0.
#[derive(Clone, Copy)]
struct Seats {
    players: usize,
    viewer: usize,
}

impl Seats {
    /// The relative number of a player, None for nobody.
    fn of(self, player: u8) -> Option<usize> {
        (player != NONE).then(|| (usize::from(player) + self.players - self.viewer) % self.players)
    }

    /// Each relative number with its player.
    fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.players).map(move |seat| (seat, (seat + self.viewer) % self.players))
    }
}

fn one_hot(out: &mut Encoder<'_>, name: &str, index: Option<usize>) {
    out.next(name);
    if let Some(index) = index {
        out.put(index, 1);
    }
}

fn set(out: &mut Encoder<'_>, name: &str, parts: Parts) {
    out.next(name);
    parts.iter().for_each(|part| out.put(usize::from(part), 1));
}

/// A part's number + 1, 0 for none.
fn number(out: &mut Encoder<'_>, index: usize, part: u8) {
    if part != NONE {
        out.put(index, i32::from(part) + 1);
    }
}

fn observe_turn(game: &Widgets, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    one_hot(out, "phase", Some(s.phase as usize));
    one_hot(out, "next_phase", s.next.map(|phase| phase as usize));
    let acting = if let Actor::Player(player) = game.actor(s) { player as u8 } else { NONE };
    one_hot(out, "current_player", seats.of(acting));
    one_hot(out, "turn_of", seats.of(s.turn_of));
    one_hot(out, "first", seats.of(s.first));
    one_hot(out, "trigger", seats.of(s.trigger));
    out.next("turn");
    out.put(0, s.turn);
    out.next("final_turns");
    seats.each().for_each(|(seat, player)| out.put(seat, s.final_turns[player]));
    one_hot(out, "end_reason", s.end.map(|end| end as usize));
    out.next("scores");
    seats.each().for_each(|(seat, player)| out.put(seat, score(game, s, player)));
}

fn observe_parts(s: &State, seats: Seats, out: &mut Encoder<'_>) {
    out.next("dealt");
    seats.each().for_each(|(seat, player)| number(out, seat, s.dealt[player]));
    out.next("hand");
    s.hand.iter().enumerate().for_each(|(i, part)| number(out, i, *part));
    out.next("falling");
    number(out, 0, s.falling);
    let places = || {
        let all = seats.each().flat_map(|(seat, player)| (0..BAYS * TYPES).map(move |i| (seat, player, i)));
        all.map(|(seat, player, i)| (seat * BAYS * TYPES + i, s.bays[player][i / TYPES][i % TYPES]))
    };
    out.next("bays");
    places().for_each(|(index, part)| number(out, index, part));
    out.next("bay_traits");
    for (index, part) in places().filter(|(_, part)| *part != NONE) {
        let triple = triple_of(s.card(part));
        for value in [triple / 4, 4 + triple / 2 % 2, 6 + triple % 2] {
            out.put(index * 8 + value, 1);
        }
    }
}

fn observe_constructs(game: &Widgets, s: &State, seats: Seats, out: &mut Encoder<'_>) {
    out.next("constructs");
    for (seat, player) in seats.each() {
        for (i, part) in s.constructs(player).iter().flatten().enumerate() {
            number(out, seat * CONSTRUCTS * TYPES + i, *part);
        }
    }
    out.next("construct_points");
    for (seat, player) in seats.each() {
        for (i, points) in construct_points(game, s, player).enumerate() {
            out.put(seat * CONSTRUCTS + i, points);
        }
    }
}

fn observe_pile(s: &State, out: &mut Encoder<'_>) {
    let pile = &s.pile;
    out.next("shaking");
    number(out, 0, s.shaking);
    one_hot(out, "shaking_direction", (s.side != NONE).then_some(usize::from(s.side)));
    set(out, "pending", pending(s));
    let lying = pile.parts();
    set(out, "in_pile", lying);
    let mut each = |name: &str, raw: &dyn Fn(u8) -> u8| {
        out.next(name);
        lying.iter().for_each(|part| out.put(usize::from(part), raw(part)));
    };
    each("height", &|part| pile.height(part) + 1);
    each("x", &|part| pile.place(part).0);
    each("y", &|part| pile.place(part).1);
    each("rotation", &|part| pile.rotation(part));
    each("face_up", &|part| u8::from(pile.up().has(part)));
    each("visible", &|part| pile.visible(part));
    out.next("free_spots");
    for part in lying.iter() {
        (0..SPOTS).for_each(|k| out.put(usize::from(part) * SPOTS + k, pile.free(part) >> k & 1));
    }
    out.next("sides");
    for part in lying.iter() {
        (0..SIDES).for_each(|d| out.put(usize::from(part) * SIDES + d, pile.sides(part) >> d & 1));
    }
}

fn observe_cards(s: &State, out: &mut Encoder<'_>) {
    set(out, "known", s.drawn);
    let mut each = |name: &str, size: usize, value: &dyn Fn(u8) -> usize| {
        out.next(name);
        s.drawn.iter().for_each(|part| out.put(usize::from(part) * size + value(s.card(part)), 1));
    };
    each("part_type", TYPES, &type_of);
    each("element", 4, &|card| triple_of(card) / 4);
    each("archetype", 2, &|card| triple_of(card) / 2 % 2);
    each("makeup", 2, &|card| triple_of(card) % 2);
}

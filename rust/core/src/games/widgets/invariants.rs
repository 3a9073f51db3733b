//! What must hold between the fields of a position: the checks of the page, "The position as a dict", and all that is
//! derived against its slow twin.

use super::Widgets;
use super::chance::pending;
use super::flow::{may_play, pile_is_empty};
use super::parts::{NONE, PARTS, Parts, TYPES, type_of};
use super::state::{BAYS, CONSTRUCTS, EMPTY, End, PLAYERS, Phase, Places, State, derive, is_empty};
use crate::error::{Error, Result};

fn unless(holds: bool, what: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::state(what)) }
}

/// The checks of the page, "The position as a dict", and all that is derived against its slow twin.
pub(super) fn check(game: &Widgets, s: &State) -> Result<()> {
    check_ranges(game, s)?;
    check_parts(game, s)?;
    check_places(s)?;
    check_opening(game, s)?;
    check_next(game, s)?;
    check_hand(game, s)?;
    check_waiting(game, s)?;
    check_pile(game, s)?;
    check_turns(game, s)?;
    check_end(game, s)?;
    check_derived(game, s)
}

/// How many players have been dealt a part.
fn dealt_count(game: &Widgets, s: &State) -> usize {
    match s.phase {
        Phase::Start => 0,
        Phase::Deal => PARTS - s.unseen.len(),
        _ => game.players(),
    }
}

/// Whether the first turn has not begun.
fn is_opening(s: &State) -> bool {
    let reading = s.phase == Phase::Read && matches!(s.next, Some(Phase::Setup | Phase::Pull));
    s.phase <= Phase::Setup || reading
}

fn check_ranges(game: &Widgets, s: &State) -> Result<()> {
    let players = game.players();
    let player = |p: u8| p == NONE || usize::from(p) < players;
    unless(player(s.first), "first must be a player")?;
    unless(player(s.turn_of), "turn_of must be a player")?;
    unless(player(s.trigger), "trigger must be a player")?;
    let unused = players..PLAYERS;
    let none = |p: usize| {
        s.final_turns[p] == 0
            && s.finished[p] == 0
            && s.dealt[p] == NONE
            && s.bays[p] == [EMPTY; BAYS]
            && s.constructs[p] == [EMPTY; CONSTRUCTS]
    };
    unless(unused.into_iter().all(none), "there are no more players")?;
    unless(s.hand[0] != NONE || s.hand[1] == NONE, "hand must be filled from the front")?;
    let part = |part: u8| part == NONE || usize::from(part) < PARTS;
    let places = s.bays.iter().flatten().chain(s.constructs.iter().flatten()).flatten();
    let others = s.dealt.iter().chain(&s.hand).chain([&s.falling, &s.shaking]);
    unless(places.chain(others).all(|p| part(*p)), "a part must have a number from 0 to 79")?;
    unless(s.cards.iter().all(|card| part(*card)), "a card must have a number from 0 to 79")
}

/// Each part once, each card once.
fn check_parts(game: &Widgets, s: &State) -> Result<()> {
    let two_sets = game.options.two_sets;
    let mut found = Parts::default();
    for part in s.taken() {
        unless(!found.has(part), "a part is in two places")?;
        found.insert(part);
    }
    let in_hand: Parts = s.in_hand().collect();
    if s.phase.is_before_the_drop() {
        let dealt = dealt_count(game, s);
        unless(s.pile.is_empty() && s.pile.up().is_empty(), "there is no pile before the first drop")?;
        unless(found.len() == dealt, "before the first drop exactly the parts dealt are there")?;
        unless(s.phase != Phase::Deal || dealt < game.players(), "everybody has been dealt a part")?;
    } else {
        let pile = if two_sets { s.pile.up() | s.unseen } else { s.pile.parts() };
        let apart = (pile & found).is_empty() && (!two_sets || (s.pile.up() & s.unseen).is_empty());
        unless(apart, "a part is in the pile and somewhere else")?;
        unless((pile | found) == Parts::ALL, "a part is missing")?;
    }
    if two_sets {
        return unless(s.cards.iter().enumerate().all(|(i, card)| i == usize::from(*card)), "a part is its card");
    }
    let mut cards = Parts::default();
    for part in 0..PARTS as u8 {
        let card = s.card(part);
        if card == NONE {
            let may_be = !found.has(part) || in_hand.has(part);
            unless(may_be, "a card may be null in the pile and in hand only")?;
            continue;
        }
        unless(!cards.has(card), "a card is there twice")?;
        cards.insert(card);
        let somewhere = !s.phase.is_before_the_drop() || found.has(part);
        unless(somewhere, "before the first drop only parts dealt have a card")?;
    }
    Ok(())
}

/// Parts at the places of their types.
fn check_places(s: &State) -> Result<()> {
    let fits = |places: &Places| {
        let mut typed = (0..TYPES).zip(places).filter(|(_, part)| **part != NONE);
        typed.all(|(t, part)| s.card(*part) != NONE && type_of(s.card(*part)) == t)
    };
    let all = || s.bays.iter().flatten().chain(s.constructs.iter().flatten());
    unless(all().all(fits), "a part lies at the place of another type")?;
    let full = |places: &Places| !places.contains(&NONE);
    unless(!s.bays.iter().flatten().any(full), "a bay is full")?;
    for (constructs, finished) in s.constructs.iter().zip(s.finished) {
        let (done, rest) = constructs.split_at(usize::from(finished).min(CONSTRUCTS));
        let right = done.iter().all(full) && rest.iter().copied().all(is_empty);
        unless(right && usize::from(finished) <= CONSTRUCTS, "a construct has five parts")?;
    }
    Ok(())
}

/// Who has which part before the first turn.
fn check_opening(game: &Widgets, s: &State) -> Result<()> {
    check_first(game, s)?;
    let auto = game.options.auto_setup;
    if !is_opening(s) {
        return unless(s.dealt == [NONE; PLAYERS], "dealt: only before the first turn");
    }
    unless(s.phase != Phase::Setup || !auto, "there is no setup with auto_setup")?;
    unless(s.turn == 0, "turn must be 0 before the first turn")?;
    unless(s.finished == [0; PLAYERS], "there are no constructs before the first turn")?;
    if s.phase == Phase::Read {
        let next = if auto { Phase::Pull } else { Phase::Setup };
        unless(s.next == Some(next), "next_phase does not follow the first drop")?;
        unless(s.turn_of == s.first, "turn_of must be the start player")?;
    }
    let dealt = dealt_count(game, s);
    for k in 0..game.players() {
        check_dealt(game, s, k, k < dealt)?;
    }
    Ok(())
}

fn check_first(game: &Widgets, s: &State) -> Result<()> {
    if s.phase == Phase::Start {
        unless(game.options.start_player.is_none(), "the start player is known")?;
        return unless(s.first == NONE, "first must be null in start");
    }
    let right = game.options.start_player.map_or(s.first != NONE, |first| s.first == first);
    unless(right, "first must be the start player")
}

/// The part of the k-th player in turn order.
fn check_dealt(game: &Widgets, s: &State, k: usize, dealt: bool) -> Result<()> {
    let first = if s.first == NONE { 0 } else { usize::from(s.first) };
    let p = (first + k) % game.players();
    let parts = || s.bays[p].iter().flatten().filter(|part| **part != NONE);
    let in_bays = parts().count();
    let waiting = s.dealt[p] != NONE;
    let placed = game.options.auto_setup || s.phase == Phase::Setup && k < place_in_turn_order(game, s);
    let right = (in_bays, waiting) == (usize::from(dealt && placed), dealt && !placed);
    unless(right, "each player dealt has one part, in a bay or waiting")?;
    if game.options.auto_setup {
        let in_first = s.bays[p][1..].iter().copied().all(is_empty);
        unless(in_first, "with auto_setup the part dealt lies in bay 1")?;
    }
    let part = parts().next().copied().unwrap_or(s.dealt[p]);
    let numbered = game.options.two_sets || !dealt || usize::from(part) == PARTS - 1 - k;
    unless(numbered, "the parts dealt have the numbers from 79 down")
}

/// Where the player whose turn it is comes, counted from the start player.
fn place_in_turn_order(game: &Widgets, s: &State) -> usize {
    let players = game.players();
    if s.turn_of == NONE { 0 } else { (usize::from(s.turn_of) + players - usize::from(s.first)) % players }
}

/// `turn_of` and `next_phase`.
fn check_next(game: &Widgets, s: &State) -> Result<()> {
    unless((s.turn_of == NONE) == s.phase.is_before_the_drop(), "turn_of does not fit the phase")?;
    unless(s.next.is_some() == (s.phase == Phase::Read), "next_phase is given in read only")?;
    let Some(next) = s.next else { return Ok(()) };
    let (held, down) = (s.held(), s.unseen.len());
    let right = match next {
        Phase::Keep if game.options.two_sets => matches!((held, down), (0, 2..) | (1, 1..)),
        Phase::Resolve if game.options.two_sets => held == 0 && down == 1,
        _ if game.options.two_sets => false,
        Phase::Setup | Phase::Pull => held == 0,
        Phase::Second | Phase::Resolve => held == 1,
        Phase::Keep => held == 2,
        _ => false,
    };
    unless(right, "next_phase does not fit the hand")
}

fn check_hand(game: &Widgets, s: &State) -> Result<()> {
    let held = s.held();
    let cut_short = game.options.strict_empty && s.end == Some(End::PileEmpty) && pile_is_empty(game, s);
    let right = match s.phase {
        Phase::Second => held == 1 && !game.options.two_sets,
        Phase::Resolve => held == 1,
        Phase::Keep => held == 2,
        Phase::Shake | Phase::Fall => held <= 1 && !game.options.two_sets,
        Phase::Over => held == 0 || cut_short,
        Phase::Read => true,
        _ => held == 0,
    };
    unless(right, "the hand does not fit the phase")?;
    let may_be_null = matches!(s.phase, Phase::Second | Phase::Shake | Phase::Read | Phase::Over);
    let known = s.in_hand().all(|part| s.card(part) != NONE);
    unless(may_be_null || known, "the cards in hand are known")
}

/// What waits for its salt, and what cannot be without something to pull.
fn check_waiting(game: &Widgets, s: &State) -> Result<()> {
    let given = s.shaking != NONE;
    unless(given == (s.phase == Phase::Shake), "shaking is given in shake only")?;
    unless(given == (s.side != NONE) && (!given || s.side < 4), "shaking has a side")?;
    if given {
        let possible = s.pile.has(s.shaking) && s.pile.sides(s.shaking) >> s.side & 1 == 1;
        let down = s.held() == 0 || !s.pile.up().has(s.shaking);
        unless(possible && down, "the part that is shaking cannot be pulled to that side")?;
    }
    unless((s.falling != NONE) == (s.phase == Phase::Fall), "falling is given in fall only")?;
    let decision = s.next.unwrap_or(s.phase);
    if decision == Phase::Second {
        let down = s.pile.free_parts() & !s.pile.up();
        unless(!down.is_empty(), "no second part can be pulled")?;
    }
    let needs_pile = matches!(decision, Phase::Setup | Phase::Pull | Phase::Second);
    unless(!needs_pile || !pile_is_empty(game, s), "the pile is empty")
}

/// What could be read is read.
fn check_pile(game: &Widgets, s: &State) -> Result<()> {
    if game.options.two_sets {
        return Ok(());
    }
    let drawn: Parts = (0..PARTS as u8).filter(|part| s.card(*part) != NONE).collect();
    let in_pile = s.pile.parts();
    unless((drawn & in_pile & !s.pile.known()).is_empty(), "a part with a card is known")?;
    let fresh = s.pile.refreshed(&game.physics);
    unless(fresh.known() == s.pile.known(), "a part that can be read is known")?;
    unless(fresh == s.pile, "what can be seen of the pile is not what follows from where parts lie")?;
    let pending = !pending(s).is_empty();
    unless(pending == (s.phase == Phase::Read), "something is to be read in read only")
}

fn check_turns(game: &Widgets, s: &State) -> Result<()> {
    let needed = game.options.constructs;
    let players = game.players();
    unless(s.finished.iter().all(|count| *count <= needed), "somebody has too many constructs")?;
    let anybody = s.finished.contains(&needed);
    let owner = s.trigger != NONE && s.finished[usize::from(s.trigger)] == needed;
    unless(anybody == owner && (s.trigger == NONE) != anybody, "trigger must own the constructs")?;
    for p in 0..players {
        let most = if s.trigger == NONE || usize::from(s.trigger) == p { 0 } else { game.final_turns };
        unless(s.final_turns[p] <= most, "there are too many final turns")?;
    }
    let emptying = s.phase == Phase::Fall && s.held() == 0;
    let finished = |p: usize| s.finished[p] == needed;
    if (Phase::Pull..=Phase::Read).contains(&s.phase) {
        let player = s.turn_of;
        let right = may_play(game, s, player) || finished(usize::from(player)) && emptying;
        unless(right, "turn_of has no turn left")?;
    }
    let kept = |p: usize| {
        finished(p) && s.bays[p].iter().any(|bay| !is_empty(*bay)) && !(emptying && p == usize::from(s.turn_of))
    };
    unless(!(0..players).any(kept), "a player with all constructs has no parts in bays")
}

fn check_end(game: &Widgets, s: &State) -> Result<()> {
    let most = game.options.max_turns;
    let over = s.phase == Phase::Over;
    unless(s.turn < most || over && s.turn == most, "turn is too large")?;
    unless(s.end.is_some() == over, "end_reason is given in game_over only")?;
    let Some(end) = s.end else { return Ok(()) };
    let anybody = (0..game.players()).any(|p| may_play(game, s, p as u8));
    let right = match end {
        End::PileEmpty => true,
        End::Finished => !anybody,
        End::TurnCap => anybody && s.turn == most,
    };
    let empty = pile_is_empty(game, s) == (end == End::PileEmpty);
    unless(right && empty, "end_reason does not fit")
}

/// Everything derived, worked out anew.
fn check_derived(game: &Widgets, s: &State) -> Result<()> {
    let mut fresh = s.clone();
    derive(game, &mut fresh);
    unless(fresh == *s, "what is derived differs from what it is derived from")
}

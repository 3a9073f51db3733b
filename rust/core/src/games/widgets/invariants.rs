//! What must hold between the fields of a position: the checks of the page, "The position as a dict", and all that is
//! derived against its slow twin.

use super::Widgets;
use super::chance::pending;
use super::flow::{may_play, pile_is_empty};
use super::parts::{MOST_BAYS, MOST_CONSTRUCTS, NONE, PLAYERS, Parts};
use super::state::{EMPTY, End, Phase, Places, State, derive, is_empty, is_full};
use crate::error::{Error, Result};

fn unless(holds: bool, what: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::state(what)) }
}

/// The checks of the page, "The position as a dict", and all that is derived against its slow twin.
pub(super) fn check(game: &Widgets, s: &State) -> Result<()> {
    check_ranges(game, s)?;
    check_parts(game, s)?;
    check_places(game, s)?;
    check_opening(game, s)?;
    check_next(game, s)?;
    check_hand(game, s)?;
    check_waiting(game, s)?;
    check_pile(game, s)?;
    check_turns(game, s)?;
    check_end(game, s)?;
    check_derived(game, s)
}

/// How many parts are dealt in all.
fn dealt_in_all(game: &Widgets) -> usize {
    game.players() * game.counts.dealt
}

/// How many parts have been dealt.
fn dealt_count(game: &Widgets, s: &State) -> usize {
    match s.phase {
        Phase::Start => 0,
        Phase::Deal => game.deck.parts - s.unseen.len(),
        _ => dealt_in_all(game),
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
            && s.bays[p] == [EMPTY; MOST_BAYS]
            && s.constructs[p] == [EMPTY; MOST_CONSTRUCTS]
    };
    unless(unused.into_iter().all(none), "there are no more players")?;
    unless(s.in_hand().eq(s.hand[..s.held()].iter().copied()), "hand must be filled from the front")?;
    check_counts(game, s)?;
    let parts = game.deck.parts;
    let part = |part: u8| part == NONE || usize::from(part) < parts;
    let places = s.bays.iter().flatten().chain(s.constructs.iter().flatten()).flatten();
    let others = s.dealt.iter().chain(&s.hand).chain([&s.falling, &s.shaking]);
    let most = parts - 1;
    unless(places.chain(others).all(|p| part(*p)), &format!("a part must have a number from 0 to {most}"))?;
    unless(s.cards.iter().all(|card| part(*card)), &format!("a card must have a number from 0 to {most}"))
}

/// Nothing lies where this game has no place.
fn check_counts(game: &Widgets, s: &State) -> Result<()> {
    let (deck, counts) = (&game.deck, game.counts);
    let bays = s.bays.iter().flat_map(|bays| &bays[counts.bays..]);
    let constructs = s.constructs.iter().flat_map(|constructs| &constructs[counts.constructs..]);
    unless(bays.chain(constructs).all(|places| is_empty(*places)), "there are no more bays or constructs")?;
    let mut places = s.bays.iter().flatten().chain(s.constructs.iter().flatten());
    unless(places.all(|places| places[deck.types..].iter().all(|part| *part == NONE)), "there are no more types")?;
    unless(s.held() <= counts.hand, "there are too many parts in hand")?;
    unless(s.cards[deck.parts..].iter().all(|card| *card == NONE), "there are no more parts")
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
        unless(s.phase != Phase::Deal || dealt < dealt_in_all(game), "everybody has been dealt a part")?;
    } else {
        let pile = if two_sets { s.pile.up() | s.unseen } else { s.pile.parts() };
        let apart = (pile & found).is_empty() && (!two_sets || (s.pile.up() & s.unseen).is_empty());
        unless(apart, "a part is in the pile and somewhere else")?;
        unless((pile | found) == game.deck.all, "a part is missing")?;
    }
    if two_sets {
        return unless(game.deck.numbers().all(|card| s.card(card) == card), "a part is its card");
    }
    let mut cards = Parts::default();
    for part in game.deck.numbers() {
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
fn check_places(game: &Widgets, s: &State) -> Result<()> {
    let deck = &game.deck;
    let fits = |places: &Places| {
        let mut typed = places.iter().enumerate().filter(|(_, part)| **part != NONE);
        typed.all(|(t, part)| s.card(*part) != NONE && deck.type_of(s.card(*part)) == t)
    };
    let all = || s.bays.iter().flatten().chain(s.constructs.iter().flatten());
    unless(all().all(fits), "a part lies at the place of another type")?;
    let full = |places: &Places| is_full(deck, places);
    unless(!s.bays.iter().flatten().any(full), "a bay is full")?;
    for (constructs, finished) in s.constructs.iter().zip(s.finished) {
        let (done, rest) = constructs.split_at(usize::from(finished).min(MOST_CONSTRUCTS));
        let right = done.iter().all(full) && rest.iter().copied().all(is_empty);
        unless(right && usize::from(finished) <= MOST_CONSTRUCTS, "a construct has a part of each type")?;
    }
    Ok(())
}

/// Who has which part before the first turn.
fn check_opening(game: &Widgets, s: &State) -> Result<()> {
    check_first(game, s)?;
    let has_setup = game.options.has_setup(game.counts);
    if !is_opening(s) {
        return unless(s.dealt == [NONE; PLAYERS], "dealt: only before the first turn");
    }
    unless(s.phase != Phase::Deal || game.counts.dealt > 0, "no parts are dealt")?;
    unless(s.phase != Phase::Setup || has_setup, "there is no setup")?;
    unless(s.turn == 0, "turn must be 0 before the first turn")?;
    unless(s.finished == [0; PLAYERS], "there are no constructs before the first turn")?;
    if s.phase == Phase::Read {
        let next = if has_setup { Phase::Setup } else { Phase::Pull };
        unless(s.next == Some(next), "next_phase does not follow the first drop")?;
        unless(s.turn_of == s.first, "turn_of must be the start player")?;
    }
    let dealt = dealt_count(game, s);
    (0..game.players()).try_for_each(|k| check_dealt(game, s, k, dealt))
}

fn check_first(game: &Widgets, s: &State) -> Result<()> {
    if s.phase == Phase::Start {
        unless(game.options.start_player.is_none(), "the start player is known")?;
        return unless(s.first == NONE, "first must be null in start");
    }
    let right = game.options.start_player.map_or(s.first != NONE, |first| s.first == first);
    unless(right, "first must be the start player")
}

/// The parts of the k-th player in turn order, when so many have been dealt to all.
fn check_dealt(game: &Widgets, s: &State, k: usize, dealt: usize) -> Result<()> {
    let (players, rounds, last) = (game.players(), game.counts.dealt, game.deck.parts - 1);
    let first = if s.first == NONE { 0 } else { usize::from(s.first) };
    let p = (first + k) % players;
    let numbers = (k..dealt).step_by(players);
    let chosen = !game.options.auto_setup && numbers.len() == rounds && rounds > 0;
    let waits = chosen && !(s.phase == Phase::Setup && k < place_in_turn_order(game, s));
    let parts = || s.bays[p].iter().flatten().copied().filter(|part| *part != NONE);
    let right = (parts().count(), s.dealt[p] != NONE) == (numbers.len() - usize::from(waits), waits);
    unless(right, "each player has the parts dealt, in bays or waiting")?;
    let by_themselves = numbers.clone().take(numbers.len() - usize::from(chosen));
    let in_its_bay = |(bay, number): (&Places, usize)| {
        let part = if game.options.two_sets { None } else { Some((last - number) as u8) };
        bay.iter().any(|own| part.map_or(*own != NONE, |part| *own == part))
    };
    let placed = s.bays[p].iter().zip(by_themselves).all(in_its_bay);
    unless(placed, "bays: a dealt part is not in the bay of its round")?;
    let own: Parts = parts().chain(Some(s.dealt[p]).filter(|part| *part != NONE)).collect();
    let numbered = game.options.two_sets || numbers.map(|number| (last - number) as u8).collect::<Parts>() == own;
    unless(numbered, &format!("the parts dealt have the numbers from {last} down"))
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
    let (held, down, most) = (s.held(), s.unseen.len(), game.counts.hand);
    let right = match next {
        Phase::Keep if game.options.two_sets => most > 1 && held < most && down >= 1 && held + down >= 2,
        Phase::Resolve if game.options.two_sets => held == 0 && (down == 1 || most == 1 && down > 1),
        _ if game.options.two_sets => false,
        Phase::Setup | Phase::Pull => held == 0,
        Phase::Second => (1..most).contains(&held),
        Phase::Resolve => held == 1,
        Phase::Keep => held >= 2,
        _ => false,
    };
    unless(right, "next_phase does not fit the hand")
}

fn check_hand(game: &Widgets, s: &State) -> Result<()> {
    let (held, most) = (s.held(), game.counts.hand);
    let cut_short = game.options.strict_empty && s.end == Some(End::PileEmpty) && pile_is_empty(game, s);
    let right = match s.phase {
        Phase::Second => (1..most).contains(&held) && !game.options.two_sets,
        Phase::Resolve => held == 1,
        Phase::Keep => held >= 2,
        Phase::Shake | Phase::Fall => held < most && !game.options.two_sets,
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
    let drawn: Parts = game.deck.numbers().filter(|part| s.card(*part) != NONE).collect();
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

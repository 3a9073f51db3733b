//! What happens: a function an action kind and an outcome kind, in the order of play.

use super::Widgets;
use super::chance::pending;
use super::flow::{after_start, end_turn, game_over, next_player, pile_is_empty, read_before};
use super::parts::NONE;
use super::pile::PileRng;
use super::state::{EMPTY, End, Phase, State, is_full};
use super::table::Move;
use crate::game::Action;

/// The consequences of a legal action.
#[inline]
pub(super) fn decision(game: &Widgets, s: &mut State, action: Action) {
    match game.ids.typed(action) {
        Move::Pull(part, side) => {
            (s.shaking, s.side) = (part, side);
            s.phase = Phase::Shake;
        }
        Move::PullCard(card) => pull_card(game, s, card),
        Move::PullDown => pull_down(game, s),
        Move::Keep(kept) => keep(game, s, usize::from(kept)),
        Move::Place(bay) if s.phase == Phase::Setup => set_up(game, s, usize::from(bay)),
        Move::Place(bay) => place(game, s, usize::from(bay)),
        Move::DropBack => {
            let part = s.hand[0];
            s.hand[0] = NONE;
            drop_part(game, s, part);
        }
    }
}

/// The consequences of an outcome that can happen.
#[inline]
pub(super) fn outcome(game: &Widgets, s: &mut State, outcome: u32) {
    match s.phase {
        Phase::Start => {
            s.first = (outcome - game.deck.parts as u32) as u8;
            s.phase = after_start(game);
        }
        Phase::Deal => deal(game, s, outcome as u8),
        Phase::FirstDrop => first_drop(game, s, u64::from(outcome)),
        Phase::Shake => shake(game, s, u64::from(outcome)),
        Phase::Fall => fall(game, s, u64::from(outcome)),
        _ if game.options.two_sets => draw_face_down(game, s, outcome as u8),
        _ => read(s, outcome as u8),
    }
}

// --- set-up ------------------------------------------------------------------------------------------------------------

/// R3, R34: the next player's part of this round. It goes into the bay of the round, or waits if it is the last one.
fn deal(game: &Widgets, s: &mut State, card: u8) {
    let (k, players, rounds) = (game.deck.parts - s.unseen.len(), game.players(), game.counts.dealt);
    let (player, round) = ((usize::from(s.first) + k) % players, k / players);
    s.unseen.remove(card);
    let mut part = card;
    if !game.options.two_sets {
        part = (game.deck.parts - 1 - k) as u8;
        s.cards[usize::from(part)] = card;
        s.drawn.insert(part);
    }
    if game.options.auto_setup || round + 1 < rounds {
        s.bays[player][round][game.deck.type_of(card)] = part;
    } else {
        s.dealt[player] = part;
    }
    if k + 1 == players * rounds {
        s.phase = Phase::FirstDrop;
    }
}

/// R4, R31: all other parts fall.
fn first_drop(game: &Widgets, s: &mut State, salt: u64) {
    let rng = &mut PileRng::new(salt);
    s.turn_of = s.first;
    let next = if game.options.has_setup(game.counts) { Phase::Setup } else { Phase::Pull };
    if game.options.two_sets {
        for card in s.unseen.iter() {
            if game.physics.falls_up(rng) {
                s.pile.set_up(card, true);
            }
        }
        s.unseen = s.unseen & !s.pile.up();
        s.phase = next;
    } else {
        s.pile.first_drop(&game.physics, (game.deck.parts - game.players() * game.counts.dealt) as u8, rng);
        read_before(s, next);
    }
}

/// R3: the part dealt goes into one of the bays.
fn set_up(game: &Widgets, s: &mut State, bay: usize) {
    let player = usize::from(s.turn_of);
    let part = s.dealt[player];
    s.dealt[player] = NONE;
    s.bays[player][bay][game.deck.type_of(s.card(part))] = part;
    s.turn_of = next_player(game, s.turn_of);
    if s.turn_of == s.first {
        s.phase = Phase::Pull;
    }
}

// --- pulling -----------------------------------------------------------------------------------------------------------

/// R12: the card of the pending part with the lowest number.
#[inline]
fn read(s: &mut State, card: u8) {
    let mut pending = pending(s);
    let part = pending.first();
    s.cards[usize::from(part)] = card;
    s.drawn.insert(part);
    s.unseen.remove(card);
    pending.remove(part);
    if pending.is_empty() {
        s.phase = s.next.take().unwrap_or(Phase::Pull);
    }
}

/// R6 to R8, R11, R35: the pull happens, and its part is in hand.
#[inline]
fn shake(game: &Widgets, s: &mut State, salt: u64) {
    let (part, side) = (s.shaking, s.side);
    (s.shaking, s.side) = (NONE, NONE);
    let up = s.pile.up().has(part);
    s.pile.pull(&game.physics, part, side, &mut PileRng::new(salt));
    let held = s.held();
    s.hand[held] = part;
    if game.options.strict_empty && s.pile.is_empty() {
        return game_over(s, End::PileEmpty);
    }
    let another = || !(s.pile.free_parts() & !s.pile.up()).is_empty();
    let decision = if !up && held + 1 < game.counts.hand && another() {
        Phase::Second
    } else if held == 0 {
        Phase::Resolve
    } else {
        Phase::Keep
    };
    read_before(s, decision);
}

/// R31: a card that lies face-up.
#[inline]
fn pull_card(game: &Widgets, s: &mut State, card: u8) {
    s.pile.set_up(card, false);
    s.hand[0] = card;
    if game.options.strict_empty && pile_is_empty(game, s) {
        return game_over(s, End::PileEmpty);
    }
    s.phase = Phase::Resolve;
}

/// R31, R35: some of those that lie face-down, or the only one.
#[inline]
fn pull_down(game: &Widgets, s: &mut State) {
    let several = game.counts.hand > 1 && s.unseen.len() > 1;
    s.next = Some(if several { Phase::Keep } else { Phase::Resolve });
    s.phase = Phase::Read;
}

/// R31, R35: a card that lay face-down is in hand.
#[inline]
fn draw_face_down(game: &Widgets, s: &mut State, card: u8) {
    s.unseen.remove(card);
    let held = s.held();
    s.hand[held] = card;
    if game.options.strict_empty && pile_is_empty(game, s) {
        return game_over(s, End::PileEmpty);
    }
    if held + 1 == game.counts.hand || s.unseen.is_empty() || s.next == Some(Phase::Resolve) {
        s.phase = s.next.take().unwrap_or(Phase::Keep);
    }
}

/// R14: the other part is dropped.
#[inline]
fn keep(game: &Widgets, s: &mut State, kept: usize) {
    for i in 1..=kept {
        s.hand.swap(0, i);
    }
    drop_others(game, s);
}

/// R14, R35: those in hand beside the kept part are dropped, in the order of pulling. Then the kept one is next.
#[inline]
fn drop_others(game: &Widgets, s: &mut State) {
    while s.hand[1] != NONE {
        let [kept, other, third, fourth] = s.hand;
        s.hand = [kept, third, fourth, NONE];
        if !game.options.two_sets {
            return begin_fall(s, other);
        }
        s.pile.set_up(other, true);
    }
    s.phase = Phase::Resolve;
}

// --- placing -----------------------------------------------------------------------------------------------------------

/// R15, R16, R18, R24: the part in hand goes into a bay.
#[inline]
fn place(game: &Widgets, s: &mut State, bay: usize) {
    let player = usize::from(s.turn_of);
    let part = s.hand[0];
    s.hand[0] = NONE;
    let place = game.deck.type_of(s.card(part));
    let replaced = std::mem::replace(&mut s.bays[player][bay][place], part);
    if replaced != NONE {
        return drop_part(game, s, replaced);
    }
    if is_full(&game.deck, &s.bays[player][bay]) {
        complete(game, s, player, bay);
    }
    after_drop(game, s);
}

/// R18, R21, R22: a construct.
fn complete(game: &Widgets, s: &mut State, player: usize, bay: usize) {
    let parts = std::mem::replace(&mut s.bays[player][bay], EMPTY);
    s.constructs[player][usize::from(s.finished[player])] = parts;
    s.finished[player] += 1;
    if s.finished[player] == game.options.constructs && s.trigger == NONE {
        s.trigger = player as u8;
        for other in (0..game.players()).filter(|other| *other != player) {
            s.final_turns[other] = game.final_turns;
        }
    }
}

/// R17: a part is dropped; with two sets at once.
#[inline]
fn drop_part(game: &Widgets, s: &mut State, part: u8) {
    if game.options.two_sets {
        s.pile.set_up(part, true);
        after_drop(game, s);
    } else {
        begin_fall(s, part);
    }
}

/// R17: a part falls.
#[inline]
fn begin_fall(s: &mut State, part: u8) {
    s.falling = part;
    s.phase = Phase::Fall;
}

/// R17: the drop happens.
#[inline]
fn fall(game: &Widgets, s: &mut State, salt: u64) {
    let part = std::mem::replace(&mut s.falling, NONE);
    s.pile.drop(&game.physics, part, &mut PileRng::new(salt));
    after_drop(game, s);
}

/// The others in hand, then the kept part are next (R14, R35); or what remains in the bays of a player who has all
/// constructs (R23); or the turn ends.
#[inline]
fn after_drop(game: &Widgets, s: &mut State) {
    if s.hand[0] != NONE {
        return drop_others(game, s);
    }
    let player = usize::from(s.turn_of);
    if s.finished[player] == game.options.constructs {
        while let Some(part) = take_first(s, player) {
            if !game.options.two_sets {
                return begin_fall(s, part);
            }
            s.pile.set_up(part, true);
        }
    }
    end_turn(game, s);
}

/// The first part in a player's bays leaves them.
fn take_first(s: &mut State, player: usize) -> Option<u8> {
    let place = s.bays[player].as_flattened_mut().iter_mut().find(|part| **part != NONE)?;
    Some(std::mem::replace(place, NONE))
}

//! What comes next: turns, productions, rounds, decades, the end.

use super::Arkwright;
use super::chance::unseen;
use super::market::{add_cards, raise_neutral, take_markers_off};
use super::moves::{can_develop, solvent_seats};
use super::production::{
    distribution_after, pay, raise_share_values, sell_and_store, ship, ship_capacity, ships_in_production,
};
use super::setup::lay_out;
use super::state::{NONE, Phase, Seat, State};

/// The position before the first decision or event.
pub(super) fn initial(game: &Arkwright) -> State {
    let mut s = lay_out(game);
    if !game.options.expert_setup {
        begin_decade(game, &mut s);
    }
    s
}

// --- set-up ----------------------------------------------------------------------------------------------------------

/// A starting good was picked; the next pick, in turn order and back (R5), then the points or the first decade.
pub(super) fn good_picked(game: &Arkwright, s: &mut State) {
    let last = game.setup.players as u8 - 1;
    if s.acting().open.is_power_of_two() {
        s.actor = (s.actor + 1).min(last);
    } else if s.actor > 0 {
        s.actor -= 1;
    } else if game.data.points > 0 {
        s.phase = Phase::Points;
    } else {
        begin_decade(game, s);
    }
}

/// A set-up point was spent; then the same player's next one, the next player's first, or the first decade (R6).
pub(super) fn point_spent(game: &Arkwright, s: &mut State) {
    s.used += 1;
    if s.used < game.data.points {
        return;
    }
    s.used = 0;
    s.actor += 1;
    if usize::from(s.actor) == game.setup.players {
        begin_decade(game, s);
    }
}

// --- turns -----------------------------------------------------------------------------------------------------------

/// The player at a place of the turn order (R2), places counted from 0.
#[inline]
fn in_turn(game: &Arkwright, s: &State, place: usize) -> usize {
    let player = usize::from(s.start) + place;
    if player < game.setup.players { player } else { player - game.setup.players }
}

/// The place of a player in the turn order.
#[inline]
pub(super) fn place_of(game: &Arkwright, s: &State, player: usize) -> usize {
    let start = usize::from(s.start);
    if player < start { player + game.setup.players - start } else { player - start }
}

/// The first player of the turn order, from a place on, of whom `wanted` is true.
fn first_in_turn(game: &Arkwright, s: &State, place: usize, wanted: impl Fn(&Seat) -> bool) -> Option<u8> {
    (place..game.setup.players)
        .map(|place| in_turn(game, s, place))
        .find(|player| s.seats[*player].solvent() && wanted(&s.seats[*player]))
        .map(|player| player as u8)
}

/// The start player's turn.
pub(super) fn first_turn(s: &mut State) {
    s.phase = Phase::Action;
    s.actor = s.start;
}

/// The next solvent player's turn, or the production (R9).
pub(super) fn next_turn(game: &Arkwright, s: &mut State) {
    let place = place_of(game, s, usize::from(s.actor));
    match first_in_turn(game, s, place + 1, |_| true) {
        Some(player) => {
            s.phase = Phase::Action;
            s.actor = player;
        }
        None => produce_from(game, s, 0),
    }
}

/// Price and appeal, if the factory of the active good is open (R24).
pub(super) fn to_price(game: &Arkwright, s: &mut State) {
    if s.acting().is_open(s.active(&game.data)) {
        s.phase = Phase::Price;
    } else {
        to_develop(game, s);
    }
}

/// The development, if any is possible (R27).
pub(super) fn to_develop(game: &Arkwright, s: &mut State) {
    if can_develop(game, s) {
        s.phase = Phase::Develop;
    } else {
        next_turn(game, s);
    }
}

// --- productions -----------------------------------------------------------------------------------------------------

/// The producers from a place in the turn order on; stops at a `ship` decision, else ends the production.
pub(super) fn produce_from(game: &Arkwright, s: &mut State, place: usize) {
    let good = s.active(&game.data);
    for place in place..game.setup.players {
        let player = in_turn(game, s, place);
        let seat = &s.seats[player];
        if seat.solvent() && seat.is_open(good) {
            let rest = sell_and_store(game, s, player, good);
            if rest > 0 && asks_for_ships(game, s, player, good, rest) {
                return;
            }
            pay(game, s, player, good);
        }
    }
    end_production(game, s, good);
}

/// R38, R39: ships what is left over, or makes the state ask how many ships sail.
pub(super) fn asks_for_ships(game: &Arkwright, s: &mut State, player: usize, good: usize, rest: u8) -> bool {
    let seat = &s.seats[player];
    let available = ships_in_production(game, s, seat);
    if available == 0 {
        return false;
    }
    if game.options.shipping_optional {
        s.phase = Phase::Ship;
        s.actor = player as u8;
        s.producing = good as u8;
        s.rest = rest;
        return true;
    }
    let useful = rest.div_ceil(ship_capacity(game, seat));
    ship(game, s, player, good, rest, useful.min(available));
    false
}

/// R43–R45, the markers of bankrupt players (R42), and the end of the round.
fn end_production(game: &Arkwright, s: &mut State, good: usize) {
    raise_share_values(game, s, good);
    let mut left = false;
    for seat in &mut s.seats[..game.setup.players] {
        if seat.sold != NONE {
            let distribution = seat.factories[good].distribution;
            seat.factories[good].distribution = distribution_after(game, seat, distribution);
        }
        left |= !seat.solvent();
        seat.sold = NONE;
        seat.price = NONE;
    }
    if left {
        for player in 0..game.setup.players {
            take_markers_off(game, s, player);
        }
    }
    if s.round + 1 == game.data.round_count || (left && few_are_solvent(game, s)) {
        finish(s);
    } else {
        prepare(game, s);
    }
}

/// Costs and the loss of Distribution; a bankruptcy takes effect at once and ends the turn.
pub(super) fn end_extra_production(game: &Arkwright, s: &mut State, good: usize) {
    let player = usize::from(s.actor);
    pay(game, s, player, good);
    let seat = &mut s.seats[player];
    let distribution = seat.factories[good].distribution;
    seat.factories[good].distribution = distribution_after(game, seat, distribution);
    if seat.solvent() {
        to_price(game, s);
        return;
    }
    take_markers_off(game, s, player);
    if few_are_solvent(game, s) {
        finish(s);
    } else {
        next_turn(game, s);
    }
}

// --- rounds and decades ----------------------------------------------------------------------------------------------

/// The Preparation (R46–R49).
fn prepare(game: &Arkwright, s: &mut State) {
    s.round += 1;
    let new_decade = game.data.rounds[usize::from(s.round)].opens;
    if new_decade {
        refresh(game, s);
    }
    if (new_decade || game.options.neutral_every_round) && s.neutral[0] != NONE {
        raise_neutral(game, s);
    }
    if !new_decade {
        s.start = next_solvent(game, s);
        first_turn(s);
        return;
    }
    let chooser = lowest_portfolio(game, s);
    if game.options.lowest_starts || game.setup.players == 1 {
        s.start = chooser;
        begin_decade(game, s);
    } else {
        s.phase = Phase::Start;
        s.actor = chooser;
    }
}

/// R47.
fn refresh(game: &Arkwright, s: &mut State) {
    add_cards(game, s);
    s.event = NONE;
    for seat in &mut s.seats[..game.setup.players] {
        seat.patent_used = false;
        seat.extra_used = false;
    }
}

/// The next solvent seat clockwise after the start player's (R46).
fn next_solvent(game: &Arkwright, s: &State) -> u8 {
    first_in_turn(game, s, 1, |_| true).unwrap_or(s.start)
}

/// Who chooses the start player (R48): the former one is looked at last.
pub(super) fn lowest_portfolio(game: &Arkwright, s: &State) -> u8 {
    (1..=game.setup.players)
        .map(|place| in_turn(game, s, place % game.setup.players))
        .filter(|player| s.seats[*player].solvent())
        .min_by_key(|player| {
            let seat = &s.seats[*player];
            (u32::from(seat.share_value) * u32::from(seat.shares), seat.cash)
        })
        .map_or(s.start, |player| player as u8)
}

/// The start player is known: the event of the decade, if one is left (R56), or the first turn.
pub(super) fn begin_decade(game: &Arkwright, s: &mut State) {
    if game.options.events && unseen(game, s) != 0 {
        s.phase = Phase::Event;
        s.actor = NONE;
    } else {
        first_turn(s);
    }
}

/// The next player, from a place of the turn order on, who has a machine to lose; else the first turn.
pub(super) fn next_break(game: &Arkwright, s: &mut State, place: usize) {
    match first_in_turn(game, s, place, Seat::has_machine) {
        Some(player) => {
            s.phase = Phase::Break;
            s.actor = player;
        }
        None => first_turn(s),
    }
}

// --- the end ---------------------------------------------------------------------------------------------------------

/// The number of solvent players.
pub(super) fn solvent_count(game: &Arkwright, s: &State) -> u32 {
    solvent_seats(game, s).count_ones()
}

/// Whether the game ends for want of players (R50).
pub(super) fn few_are_solvent(game: &Arkwright, s: &State) -> bool {
    solvent_count(game, s) < if game.setup.players > 1 { 2 } else { 1 }
}

/// The game is over: no price stands any more, also where a player went bankrupt in the middle of a round.
fn finish(s: &mut State) {
    for seat in &mut s.seats {
        seat.price = NONE;
    }
    s.phase = Phase::Over;
    s.actor = NONE;
}

//! Consequences: a function an action kind and an outcome kind, in the order of play.

use super::Workshop;
use super::flow::{
    arrive, ask_for_counter, begin_demand, begin_round, begin_turn, buy, end_turn, least_price, next_optional,
    next_slot, next_speaker, place_industry, use_card,
};
use super::moves::link_cost;
use super::state::{Auction, Fist, NO_AMOUNT, NONE, Phase, State};
use super::table::{DEMAND, DONE, OVERBID, PASS, SWAP, TAKE};
use crate::bits::{count_down, count_up};
use crate::game::{Action, MAX_PLAYERS};

/// The consequences of a legal action.
#[inline]
pub(super) fn decision(game: &Workshop, s: &mut State, action: Action) {
    let from = |first: Action| (action - first) as u8;
    match s.phase {
        Phase::DemandMay if action == PASS => next_optional(game, s),
        Phase::DemandMust | Phase::DemandMay => place_counter(game, s, from(DEMAND)),
        Phase::Nominate => nominate(game, s, from(game.ids.choose)),
        Phase::Bid if action == PASS => next_speaker(game, s),
        Phase::Bid => bid(game, s, action - game.ids.bid),
        Phase::Close => close(game, s, action),
        Phase::FistColour => choose_fist(s, from(game.ids.fist)),
        Phase::FistAmount => close_fist(game, s, action - game.ids.bid),
        Phase::Pick => pick(game, s, from(game.ids.choose)),
        Phase::Swap if action == SWAP => swap(s),
        Phase::Swap => use_card(game, s),
        Phase::Town => arrive(game, s, from(game.ids.place)),
        Phase::Move => relocate(game, s, from(game.ids.relocate)),
        Phase::Displace => displace(s, from(game.ids.remove)),
        Phase::Build if action == DONE => end_turn(game, s, NONE),
        Phase::Build => lay(game, s, from(game.ids.link)),
        _ => debug_assert!(false, "nobody decides in the phase {}", s.phase.name()),
    }
}

/// The consequences of a chance outcome that can happen.
#[inline]
pub(super) fn outcome(game: &Workshop, s: &mut State, outcome: u32) {
    let outcome = outcome as u8;
    match s.phase {
        Phase::DrawOrder => draw_order(game, s, outcome),
        Phase::TossDemand => {
            s.demand_first = outcome;
            begin_demand(game, s);
        }
        Phase::DrawDemand => draw_counter(game, s, outcome - game.counter_outcome),
        Phase::Reveal => reveal(game, s, outcome - game.card_outcome),
        Phase::TossFists => {
            let ranks = rank_of_two(outcome);
            settle_fists(game, s, ranks);
        }
        Phase::DrawSwap => {
            let kind = outcome - game.card_outcome;
            game.deck.take(&mut s.unseen, kind);
            s.set_aside -= 1;
            s.turn.card = kind;
            use_card(game, s);
        }
        _ => debug_assert!(false, "chance does not act in the phase {}", s.phase.name()),
    }
}

// --- set-up and Demand (R3 to R6, R33, R38) ------------------------------------------------------------------------------

fn draw_order(game: &Workshop, s: &mut State, colour: u8) {
    let filled = s.order.iter().position(|colour| *colour == NONE).unwrap_or(0);
    s.order[filled] = colour;
    if filled + 1 == game.colours() {
        begin_demand(game, s);
    }
}

/// A counter for the player whose turn it is to draw (R5).
fn draw_counter(game: &Workshop, s: &mut State, kind: u8) {
    let player = usize::from(s.step / game.plan.draw);
    count_down(&mut s.pool, kind);
    count_up(&mut s.hands[player], kind);
    s.step += 1;
    if s.step == game.plan.drawn() {
        s.step = 0;
        ask_for_counter(game, s);
    }
}

fn place_counter(game: &Workshop, s: &mut State, kind: u8) {
    let player = s.mover();
    count_down(&mut s.hands[player], kind);
    s.demand[usize::from(kind)] += 1;
    if s.phase == Phase::DemandMust { next_slot(game, s) } else { next_optional(game, s) }
}

// --- rounds (R7, R32) ----------------------------------------------------------------------------------------------------

/// A card is turned up (R4, R7).
fn reveal(game: &Workshop, s: &mut State, kind: u8) {
    if s.unseen_setup == 0 {
        game.deck.take(&mut s.unseen, kind);
    } else {
        s.unseen_setup &= !(1 << kind);
    }
    s.deck -= 1;
    game.deck.add(&mut s.face_up, kind);
    s.derived.lying += 1;
    if usize::from(s.derived.lying) == game.colours() {
        begin_round(game, s);
    }
}

// --- the once-round auction (R8 to R12); a player is a colour ------------------------------------------------------------

fn nominate(game: &Workshop, s: &mut State, card: u8) {
    let nominator = s.derived.mover;
    s.auction = Auction { card, nominator, speaker: nominator, ..Auction::NONE };
    next_speaker(game, s);
}

fn bid(game: &Workshop, s: &mut State, amount: u16) {
    s.auction.standing = amount;
    s.auction.leader = s.auction.speaker;
    next_speaker(game, s);
}

fn close(game: &Workshop, s: &mut State, action: Action) {
    let Auction { card, nominator, standing, leader, .. } = s.auction;
    s.auction = Auction::NONE;
    match action {
        TAKE => buy(game, s, nominator, card, least_price(game, s, nominator)),
        OVERBID => buy(game, s, nominator, card, standing + 1),
        _ => buy(game, s, leader, card, standing),
    }
}

// --- hidden bids (R14 to R19) --------------------------------------------------------------------------------------------

fn choose_fist(s: &mut State, colour: u8) {
    let player = s.derived.mover;
    s.fists[usize::from(player)] = Fist { colour, amount: NO_AMOUNT };
    s.ask(Phase::FistAmount, player);
}

/// The fist is closed; when all are, they open.
fn close_fist(game: &Workshop, s: &mut State, amount: u16) {
    let player = s.mover();
    let fist = &mut s.fists[player];
    if fist.colour == NONE {
        fist.colour = forced_colour(game, s.derived.boxed, player as u8);
    }
    fist.amount = amount;
    let next = player + 1;
    if next == game.players() {
        open_fists(game, s);
    } else if game.plan.two() && s.derived.boxes == 0 {
        s.ask(Phase::FistColour, next as u8);
    } else {
        s.ask(Phase::FistAmount, next as u8);
    }
}

/// The first colour of a player that has not played this round (R14, R19).
fn forced_colour(game: &Workshop, boxed: u8, player: u8) -> u8 {
    let mut colour = player;
    while boxed >> colour & 1 == 1 {
        colour += game.players() as u8;
    }
    colour
}

fn open_fists(game: &Workshop, s: &mut State) {
    if !game.plan.two() {
        let ranks = rank_of_all(game, s);
        return settle_fists(game, s, ranks);
    }
    let [first, second, ..] = s.fists.map(|fist| fist.amount);
    let favoured = match first.cmp(&second) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => {
            // R17: box 1 of this round, else of the last one, else a toss.
            let box_1 = if s.derived.boxes > 0 { s.next_order[0] } else { s.order[0] };
            if box_1 == NONE {
                return s.leave_to_chance(Phase::TossFists);
            }
            game.owner(box_1)
        }
    };
    let ranks = rank_of_two(favoured);
    settle_fists(game, s, ranks);
}

/// The players by their hidden bids, the winner first.
type Ranks = [u8; MAX_PLAYERS];

fn rank_of_two(first: u8) -> Ranks {
    [first, 1 - first, NONE, NONE, NONE]
}

/// The highest bid first; of equal ones the player who is earlier in the order (R17, R19).
fn rank_of_all(game: &Workshop, s: &State) -> Ranks {
    let mut ranks = s.order;
    let ranked = &mut ranks[..game.players()];
    for last in 1..ranked.len() {
        let mut at = last;
        while at > 0 && s.fists[usize::from(ranked[at])].amount > s.fists[usize::from(ranked[at - 1])].amount {
            ranked.swap(at, at - 1);
            at -= 1;
        }
    }
    ranks
}

/// Payment and boxes; then the first of these colours picks (R14, R16).
fn settle_fists(game: &Workshop, s: &mut State, ranks: Ranks) {
    let first_box = s.derived.boxes;
    for (place, player) in ranks.into_iter().take(game.players()).enumerate() {
        let fist = s.fists[usize::from(player)];
        if game.plan.all_pay || place == 0 {
            s.pay(game, usize::from(player), fist.amount);
        }
        s.fill_box(fist.colour);
    }
    s.ask(Phase::Pick, game.owner(s.next_order[usize::from(first_box)]));
}

fn pick(game: &Workshop, s: &mut State, card: u8) {
    let colour = s.next_order[usize::from(s.taken(game))];
    begin_turn(game, s, colour, card);
}

// --- the turn (R20 to R31) -----------------------------------------------------------------------------------------------

/// The card is discarded for one of those set aside (R20).
fn swap(s: &mut State) {
    s.turn.card = NONE;
    s.leave_to_chance(Phase::DrawSwap);
}

/// An Industry is taken from the map to be placed anew (R42).
fn relocate(game: &Workshop, s: &mut State, town: u8) {
    s.take_industry(town, s.turn.colour);
    place_industry(game, s);
}

/// One that was there goes home, the new one takes its place (R23).
fn displace(s: &mut State, colour: u8) {
    let town = s.turn.town;
    s.take_industry(town, colour);
    s.add_industry(town, s.turn.colour);
    s.phase = Phase::Build;
}

/// Links are paid when laid; the last that a turn can take ends it (R25 to R27).
#[inline]
fn lay(game: &Workshop, s: &mut State, link: u8) {
    s.pay(game, s.mover(), link_cost(game, s, link));
    s.links[usize::from(s.turn.colour)] |= game.board.bit(link);
    s.derived.occupied |= game.board.bit(link);
    if s.turn.link == NONE && game.board.links(link) < game.plan.figures.in_turn {
        s.turn.link = link;
    } else {
        end_turn(game, s, link);
    }
}

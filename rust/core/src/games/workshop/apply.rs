//! Consequences: a function an action kind, in the order of play.

use super::Workshop;
use super::action::{DEMAND, DONE, OVERBID, PASS, REMOVE, SWAP, TAKE};
use super::moves;
use super::score;
use super::state::{Auction, Era, Fist, NO_AMOUNT, NONE, Phase, State, Turn};
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
        Phase::Displace => displace(game, s, from(REMOVE)),
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
            s.leave_to_chance(Phase::DrawDemand);
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
        s.phase = Phase::DrawDemand;
    }
}

/// A counter for the player whose turn it is to draw (R5).
fn draw_counter(game: &Workshop, s: &mut State, kind: u8) {
    let player = usize::from(s.step / game.plan.draw);
    s.pool[usize::from(kind)] -= 1;
    s.hands[player][usize::from(kind)] += 1;
    s.step += 1;
    if s.step == game.plan.drawn() {
        s.step = 0;
        let first = if s.demand_first == NONE { game.owner(s.order[0]) } else { s.demand_first };
        s.ask(Phase::DemandMust, first);
    }
}

fn place_counter(game: &Workshop, s: &mut State, kind: u8) {
    let player = s.mover();
    s.hands[player][usize::from(kind)] -= 1;
    s.demand[usize::from(kind)] += 1;
    if s.phase == Phase::DemandMust { next_slot(game, s) } else { next_optional(game, s) }
}

/// The next box of Demand 1 or 3 (R5, R6, R38).
fn next_slot(game: &Workshop, s: &mut State) {
    s.step += 1;
    if usize::from(s.step) == game.colours() {
        s.step = 0;
        s.demand_first = NONE;
        s.leave_to_chance(Phase::Reveal);
        return;
    }
    let owner =
        if s.demand_first == NONE { game.owner(s.order[usize::from(s.step)]) } else { (s.demand_first ^ s.step) & 1 };
    s.ask(Phase::DemandMust, owner);
}

/// The next box of Demand 2 or 4 whose owner holds a counter (R33, R38).
fn next_optional(game: &Workshop, s: &mut State) {
    s.step += 1;
    offer_demand(game, s);
}

fn offer_demand(game: &Workshop, s: &mut State) {
    while usize::from(s.step) < game.colours() {
        let owner = game.owner(s.order[usize::from(s.step)]);
        if s.holds_counters(usize::from(owner)) {
            return s.ask(Phase::DemandMay, owner);
        }
        s.step += 1;
    }
    end_era(game, s);
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

fn begin_round(game: &Workshop, s: &mut State) {
    if !game.plan.hidden_bids {
        s.ask(Phase::Nominate, s.order[0]);
    } else if game.plan.two() {
        s.ask(Phase::FistColour, 0);
    } else {
        s.ask(Phase::FistAmount, 0);
    }
}

/// The order in which cards were taken is the new order (R32).
fn end_round(game: &Workshop, s: &mut State) {
    s.order = s.next_order;
    s.clear_boxes();
    s.fists = [Fist::NONE; MAX_PLAYERS];
    if s.round < game.plan.rounds {
        s.round += 1;
        return s.leave_to_chance(Phase::Reveal);
    }
    s.step = 0;
    offer_demand(game, s);
}

// --- the once-round auction (R8 to R12); a player is his colour ----------------------------------------------------------

fn nominate(game: &Workshop, s: &mut State, card: u8) {
    let nominator = s.derived.mover;
    s.auction = Auction { card, nominator, speaker: nominator, ..Auction::NONE };
    next_speaker(game, s);
}

/// Clockwise the next player without a card; the nominator speaks last (R9, R10).
#[inline]
fn next_speaker(game: &Workshop, s: &mut State) {
    let mut speaker = s.auction.speaker;
    loop {
        speaker = if usize::from(speaker) + 1 == game.players() { 0 } else { speaker + 1 };
        if !s.has_card(speaker) {
            break;
        }
    }
    s.auction.speaker = speaker;
    let phase = if speaker == s.auction.nominator { Phase::Close } else { Phase::Bid };
    s.ask(phase, speaker);
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
        TAKE => buy(game, s, nominator, card, s.payable(usize::from(nominator)).min(1)),
        OVERBID => buy(game, s, nominator, card, standing + 1),
        _ => buy(game, s, leader, card, standing),
    }
}

/// The winner pays, takes the next box and his turn (R11).
fn buy(game: &Workshop, s: &mut State, player: u8, card: u8, price: u16) {
    s.pay(usize::from(player), price);
    s.fill_box(player);
    begin_turn(game, s, player, card);
}

/// Who comes next in the once-round auction (R11, R12).
fn next_auction(game: &Workshop, s: &mut State) {
    match game.colours() as u8 - s.derived.boxes {
        0 => end_round(game, s),
        1 => {
            let last = earliest_without_card(game, s);
            let price = s.payable(usize::from(last)).min(1);
            let card = last_card(game, s);
            buy(game, s, last, card, price);
        }
        _ => s.ask(Phase::Nominate, earliest_without_card(game, s)),
    }
}

/// The player who nominates (R8).
fn earliest_without_card(game: &Workshop, s: &State) -> u8 {
    let order = &s.order[..game.colours()];
    order.iter().copied().find(|player| !s.has_card(*player)).unwrap_or(NONE)
}

/// The only card that lies open.
fn last_card(game: &Workshop, s: &State) -> u8 {
    game.deck.nth(s.face_up, 0)
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
            s.pay(usize::from(player), fist.amount);
        }
        s.fill_box(fist.colour);
    }
    s.ask(Phase::Pick, game.owner(s.next_order[usize::from(first_box)]));
}

fn pick(game: &Workshop, s: &mut State, card: u8) {
    let colour = s.next_order[usize::from(s.taken(game))];
    begin_turn(game, s, colour, card);
}

/// Who comes next where turn order was bid for (R14, R18).
fn next_pick(game: &Workshop, s: &mut State) {
    let taken = s.taken(game);
    if usize::from(taken) == game.colours() {
        return end_round(game, s);
    }
    if taken == s.derived.boxes {
        s.fists = [Fist::NONE; MAX_PLAYERS];
        return s.ask(Phase::FistAmount, 0);
    }
    let colour = s.next_order[usize::from(taken)];
    if s.derived.lying == 1 {
        let card = last_card(game, s);
        return begin_turn(game, s, colour, card);
    }
    s.ask(Phase::Pick, game.owner(colour));
}

// --- the turn (R20 to R31) -----------------------------------------------------------------------------------------------

fn begin_turn(game: &Workshop, s: &mut State, colour: u8, card: u8) {
    game.deck.take(&mut s.face_up, card);
    s.derived.lying -= 1;
    s.turn = Turn { colour, card, ..Turn::NONE };
    if s.set_aside > 0 && moves::is_blocked(game, s, card) {
        s.ask(Phase::Swap, game.owner(colour));
    } else {
        use_card(game, s);
    }
}

/// The card is discarded for one of those set aside (R20).
fn swap(s: &mut State) {
    s.turn.card = NONE;
    s.leave_to_chance(Phase::DrawSwap);
}

/// The card is used, blocked or not (R22).
#[inline]
fn use_card(game: &Workshop, s: &mut State) {
    if game.is_wild(s.turn.card) {
        s.ask(Phase::Town, game.owner(s.turn.colour));
    } else {
        arrive(game, s, s.turn.card);
    }
}

/// The Industry is placed, unless the town is full (R22, R23).
#[inline]
fn arrive(game: &Workshop, s: &mut State, town: u8) {
    s.turn.town = town;
    let owner = game.owner(s.turn.colour);
    if s.is_full(game, town) {
        return s.ask(Phase::Displace, owner);
    }
    s.add_industry(game, town, s.turn.colour);
    s.ask(Phase::Build, owner);
}

/// One that was there goes home, the new one takes its place (R23).
fn displace(game: &Workshop, s: &mut State, colour: u8) {
    let town = s.turn.town;
    s.take_industry(game, town, colour);
    s.add_industry(game, town, s.turn.colour);
    s.phase = Phase::Build;
}

/// Links are paid when laid; the second, and a double, end the turn (R25 to R27).
#[inline]
fn lay(game: &Workshop, s: &mut State, link: u8) {
    s.pay(s.mover(), game.link_cost(s, link));
    s.links[usize::from(s.turn.colour)] |= 1 << link;
    s.derived.occupied |= 1 << link;
    if s.turn.link == NONE && !game.board.is_double(link) {
        s.turn.link = link;
    } else {
        end_turn(game, s, link);
    }
}

/// Revenue is counted, the card is used; `last` is the connection laid in this decision (R30).
#[inline]
fn end_turn(game: &Workshop, s: &mut State, last: u8) {
    let player = s.mover();
    s.revenue[player] += score::turn_revenue(game, s, s.turn, last);
    s.turn = Turn::NONE;
    if game.plan.hidden_bids { next_pick(game, s) } else { next_auction(game, s) }
}

// --- the end of an era (R34 to R39) --------------------------------------------------------------------------------------

fn end_era(game: &Workshop, s: &mut State) {
    score::collect(game, s);
    s.links = Default::default();
    s.derived.occupied = 0;
    s.step = 0;
    if s.era == Era::Rail {
        return s.leave_to_chance(Phase::Over);
    }
    s.era = Era::Rail;
    s.round = 1;
    s.unseen = game.deck.all();
    s.deck = game.plan.deck();
    s.set_aside = game.plan.aside;
    s.leave_to_chance(Phase::DrawDemand);
}

//! Why an action is not legal: the first reason, in the order of the rules.

use super::Workshop;
use super::moves::{fits_card, hidden_bids, link_cost};
use super::state::{NONE, Phase, State};
use super::table::Move;
use crate::error::Error;
use crate::game::Action;

/// Why an action of the table is not legal at a decision, None if it is.
pub(super) fn why_not(game: &Workshop, s: &State, action: Action) -> Option<Error> {
    let chosen = game.ids.to_move(action);
    if !belongs(s.phase, chosen) {
        let message =
            format!("{} is not a choice now: {}; now {}", game.names.text(chosen), when(chosen), now(s.phase));
        return no("wrong_phase", None, message);
    }
    match chosen {
        Move::Keep | Move::Swap | Move::Done => None,
        Move::Pass if s.phase != Phase::Close => None,
        Move::Pass | Move::Take | Move::Overbid => why_not_close(game, s, chosen),
        Move::Demand(kind) => {
            let message =
                || format!("player {} holds no {} counter", s.mover(), game.names.type_name(usize::from(kind)));
            unless(s.hands[s.mover()][usize::from(kind)] > 0, "no_counter", "R5", message)
        }
        Move::Remove(colour) => {
            let (town, name) = (s.turn.town, game.names.colour(colour));
            let there = s.industries[usize::from(town)].count(colour) > 0;
            unless(there, "not_there", "R23", || format!("{name} has no Industry in {}", game.names.kind(town)))
        }
        Move::Relocate(town) => {
            let (colour, name) = (s.turn.colour, game.names.kind(town));
            let there = s.industries[usize::from(town)].count(colour) > 0;
            let message = || format!("{} has no Industry in {name}", game.names.colour(colour));
            unless(there, "not_there", "R42", message)
        }
        Move::Fist(colour) => {
            let message = || format!("{} is not a colour of player {}", game.names.colour(colour), s.mover());
            unless(usize::from(game.owner(colour)) == s.mover(), "not_yours", "R14", message)
        }
        Move::Choose(card) => {
            let rule = if s.phase == Phase::Nominate { "R8" } else { "R18" };
            let message = || format!("{} is not face up", game.names.kind(card));
            unless(game.deck.holds(s.face_up, card), "not_face_up", rule, message)
        }
        Move::Place(town) => {
            let (value, card) = (game.board.value(town), game.names.kind(s.turn.card));
            let message = || format!("{} has value {value}, the card is {card}", game.names.kind(town));
            unless(fits_card(game, town, s.turn.card), "wrong_value", "R22", message)
        }
        Move::Link(link) => why_not_link(game, s, link),
        Move::Bid(amount) => why_not_bid(game, s, amount),
    }
}

/// Whether a move is in the phase's row of the page's table.
fn belongs(phase: Phase, chosen: Move) -> bool {
    match chosen {
        Move::Pass => matches!(phase, Phase::Bid | Phase::Close | Phase::DemandMay),
        Move::Take | Move::Overbid => phase == Phase::Close,
        Move::Keep | Move::Swap => phase == Phase::Swap,
        Move::Done | Move::Link(_) => phase == Phase::Build,
        Move::Demand(_) => matches!(phase, Phase::DemandMust | Phase::DemandMay),
        Move::Remove(_) => phase == Phase::Displace,
        Move::Fist(_) => phase == Phase::FistColour,
        Move::Choose(_) => matches!(phase, Phase::Nominate | Phase::Pick),
        Move::Place(_) => phase == Phase::Town,
        Move::Relocate(_) => phase == Phase::Move,
        Move::Bid(_) => matches!(phase, Phase::Bid | Phase::FistAmount),
    }
}

/// When a move of another phase is possible.
fn when(chosen: Move) -> &'static str {
    match chosen {
        Move::Demand(_) => "Demand counters are placed at the beginning and at the end of an era (R5, R33)",
        Move::Choose(_) => "cards are chosen when a player nominates one, or takes one without an auction (R8, R18)",
        Move::Bid(_) => "bids are made when a card is nominated, or secretly for the order of turns (R9, R15)",
        Move::Pass => "a player passes instead of a bid, or of a Demand counter at the end of an era (R9, R10, R33)",
        Move::Take | Move::Overbid => "the nominator takes the card or overbids when all others have spoken (R10)",
        Move::Fist(_) => "colours are chosen for the hidden bids of two players (R14)",
        Move::Keep | Move::Swap => "a card is kept or swapped when a turn begins whose card is blocked (R20, R21)",
        Move::Place(_) => "a town is chosen when a turn begins with a wild card (R22)",
        Move::Remove(_) => "an Industry is removed when a new one comes to a full town (R23)",
        Move::Relocate(_) => {
            "an Industry is moved when a new one comes from a colour that has none in its supply (R42)"
        }
        Move::Link(_) | Move::Done => "Links are laid when the Industry of the turn is placed (R25)",
    }
}

/// What is done in a phase; no player decides in the last ones.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::DemandMust => "a Demand counter must be placed (R5)",
        Phase::Nominate => "a card is nominated (R8)",
        Phase::Bid => "bids are made for the nominated card (R9)",
        Phase::Close => "the nominator closes the auction (R10)",
        Phase::FistColour => "the colour of a hidden bid is chosen (R14)",
        Phase::FistAmount => "the amount of a hidden bid is chosen (R15)",
        Phase::Pick => "a card is taken without an auction (R18)",
        Phase::Swap => "a blocked card is kept or swapped (R20)",
        Phase::Town => "a town is chosen for the wild card (R22)",
        Phase::Displace => "an Industry of the full town is removed (R23)",
        Phase::Move => "an Industry of the colour is moved (R42)",
        Phase::Build => "Links are laid (R25)",
        Phase::DemandMay => "a Demand counter may be placed (R33)",
        Phase::DrawOrder
        | Phase::TossDemand
        | Phase::DrawDemand
        | Phase::Reveal
        | Phase::TossFists
        | Phase::DrawSwap
        | Phase::Over => "no player decides",
    }
}

#[allow(clippy::unnecessary_wraps)] // reads like the other answers
fn no(code: &'static str, rule: Option<&'static str>, message: impl Into<String>) -> Option<Error> {
    Some(Error::illegal(code, rule, message))
}

fn unless(legal: bool, code: &'static str, rule: &'static str, message: impl FnOnce() -> String) -> Option<Error> {
    if legal { None } else { no(code, Some(rule), message()) }
}

fn not_payable(game: &Workshop, s: &State, rule: &'static str, amount: u16) -> Option<Error> {
    let limit = s.payable(game, s.mover());
    let message = || format!("{amount} is more than the {limit} that player {} can pay", s.mover());
    unless(amount <= limit, "not_payable", rule, message)
}

fn why_not_bid(game: &Workshop, s: &State, amount: u16) -> Option<Error> {
    let below = |rule, low: u16| no("below_minimum", Some(rule), format!("the minimum bid is {low}"));
    if s.phase == Phase::FistAmount {
        let low = *hidden_bids(game, s, s.mover()).start();
        return if amount < low { below("R15", low) } else { not_payable(game, s, "R15", amount) };
    }
    let minimum = game.plan.figures.minimum_bid;
    if amount < minimum {
        return below("R9", minimum);
    }
    let standing = s.auction.standing;
    if amount <= standing {
        return no("not_higher", Some("R9"), format!("{amount} is not above the standing bid of {standing}"));
    }
    not_payable(game, s, "R9", amount)
}

fn why_not_close(game: &Workshop, s: &State, chosen: Move) -> Option<Error> {
    let (standing, leader) = (s.auction.standing, s.auction.leader);
    let nobody = "nobody has bid: the nominator must take the card";
    match chosen {
        Move::Pass if standing == 0 => no("must_take", Some("R10"), nobody),
        Move::Overbid if standing == 0 => no("no_bid", Some("R10"), nobody),
        Move::Take if standing > 0 => {
            let message = format!("player {leader} has bid {standing}: pass or overbid");
            no("bid_made", Some("R10"), message)
        }
        Move::Overbid => not_payable(game, s, "R10", standing + 1),
        _ => None,
    }
}

fn why_not_link(game: &Workshop, s: &State, link: u8) -> Option<Error> {
    let (town, first) = (s.turn.town, s.turn.link);
    let (name, here) = (game.names.link(link), game.names.kind(town));
    let touches = |town: u8| game.board.ends(link).contains(&town);
    let needed = game.board.links(link);
    if first == NONE && !touches(town) {
        return no("not_at_town", Some("R25"), format!("{name} does not touch {here}"));
    }
    let in_turn = game.plan.figures.in_turn;
    if first == NONE && needed > in_turn {
        let message = format!("Links needed for {name}: {needed}, in a turn: {in_turn}");
        return no("too_many", Some("R25"), message);
    }
    if first != NONE {
        let far = game.board.far(first, town);
        if !touches(town) && !touches(far) {
            let message = format!("{name} touches neither {here} nor {}", game.names.kind(far));
            return no("not_at_town", Some("R25"), message);
        }
        if game.board.links(link) == 2 {
            let message = format!("{name} is double and takes both Links of a turn");
            return no("double_second", Some("R26"), message);
        }
    }
    if let Some(colour) = s.link_owner(link) {
        let message = format!("{name} already holds Links of {}", game.names.colour(colour));
        return no("occupied", Some("R28"), message);
    }
    if game.board.banned[usize::from(town)] >> link & 1 == 1 {
        let message = format!("{name} crosses a line of {here}, where the Industry was placed");
        return no("crossing", Some("R29"), message);
    }
    let (colour, left) = (s.turn.colour, s.links_left(game, s.turn.colour));
    if needed > left {
        let message = format!("Links needed for {name}: {needed}, left to {}: {left}", game.names.colour(colour));
        return no("no_links", Some("R43"), message);
    }
    let (cost, limit) = (link_cost(game, s, link), s.payable(game, s.mover()));
    if cost > limit {
        let message = format!("{name} costs {cost}, more than the {limit} that player {} can pay", s.mover());
        return no("not_payable", Some("R27"), message);
    }
    if first != NONE && touches(town) && link < first {
        let message = format!("{name} comes before {} in the table: lay it first", game.names.link(first));
        return no("table_order", Some("R31"), message);
    }
    None
}

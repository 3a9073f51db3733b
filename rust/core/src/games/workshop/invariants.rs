//! What must be true of a position: the numbered checks of the page.

use super::Workshop;
use super::data::COLOURS;
use super::moves;
use super::state::{Auction, Derived, Era, Fist, NONE, Phase, State, Turn};
use crate::bits::places;
use crate::error::{Error, Result, counted};
use crate::game::MAX_PLAYERS;

/// The most that a hidden bid of a position that is set up can be.
pub(super) const MOST_FIST: u16 = 9999;

/// Refuses a position that play cannot lead to, as far as the page's list goes. The numbers are in range.
pub(super) fn check(game: &Workshop, s: &State) -> Result<()> {
    check_numbers(game, s)?;
    check_phase(game, s)?;
    check_demand_first(game, s)?;
    check_order(game, s)?;
    check_next_order(game, s)?;
    check_pieces(game, s)?;
    check_counters(game, s)?;
    check_cards(game, s)?;
    check_auction(game, s)?;
    check_fists(game, s)?;
    check_turn(game, s)?;
    check_empty_map(s)?;
    check_derived(game, s)
}

/// Check 1 of the page.
fn check_numbers(game: &Workshop, s: &State) -> Result<()> {
    if !(1..=game.plan.rounds).contains(&s.round) {
        return refuse(format!("round cannot be {}", s.round));
    }
    let most = game.most_of_round * u16::from(rounds_begun(game, s));
    if s.cash.iter().zip(&s.revenue).any(|(cash, revenue)| cash.saturating_add(*revenue) > most) {
        return refuse(format!("cash and revenue of a player are together from 0 to {most} here"));
    }
    let steps = match s.phase {
        Phase::DrawDemand => game.plan.drawn(),
        Phase::DemandMust => game.plan.must_slots(),
        Phase::DemandMay => game.plan.may_slots(),
        _ => 1,
    };
    if s.step >= steps {
        return refuse(format!("step cannot be {} in the phase {}", s.step, s.phase.name()));
    }
    Ok(())
}

/// Rounds of both eras, the present one included; the end counts as one more.
fn rounds_begun(game: &Workshop, s: &State) -> u8 {
    let earlier = if s.era == Era::Rail { game.plan.rounds } else { 0 };
    earlier + s.round + u8::from(s.phase == Phase::Over)
}

/// Check 2.
fn check_phase(game: &Workshop, s: &State) -> Result<()> {
    let (two, hidden) = (game.plan.two(), game.plan.hidden_bids);
    let (canal, last) = (s.era == Era::Canal, s.round == game.plan.rounds);
    let first = s.round == 1;
    let fits = match s.phase {
        Phase::DrawOrder => !two && canal && first,
        Phase::TossDemand | Phase::TossFists => two && canal && first,
        Phase::DrawDemand | Phase::DemandMust => first,
        Phase::Nominate | Phase::Bid | Phase::Close => !hidden,
        Phase::FistColour => two,
        Phase::FistAmount | Phase::Pick => hidden,
        Phase::DemandMay => last,
        Phase::Over => last && !canal,
        _ => true,
    };
    if fits { Ok(()) } else { refuse(format!("phase cannot be {} here", s.phase.name())) }
}

/// Check 3.
fn check_demand_first(game: &Workshop, s: &State) -> Result<()> {
    let wanted = game.plan.two() && s.era == Era::Canal && matches!(s.phase, Phase::DrawDemand | Phase::DemandMust);
    if (s.demand_first != NONE) == wanted {
        return Ok(());
    }
    refuse("demand_first does not fit the phase")
}

/// Whether there is no order yet: two players in the first round of all, which may be the only one of its era.
fn before_order(game: &Workshop, s: &State) -> bool {
    game.plan.two() && s.era == Era::Canal && s.round == 1 && s.phase != Phase::DemandMay
}

/// Check 4.
fn check_order(game: &Workshop, s: &State) -> Result<()> {
    let length = check_boxes(game, "order", s.order)?;
    let colours = game.colours();
    let fits = match s.phase {
        Phase::DrawOrder => length < colours,
        _ if before_order(game, s) => length == 0,
        _ => length == colours,
    };
    if fits { Ok(()) } else { refuse(format!("order cannot have a length of {length} here")) }
}

/// Check 5.
fn check_next_order(game: &Workshop, s: &State) -> Result<()> {
    let length = check_boxes(game, "next_order", s.next_order)?;
    let colours = game.colours();
    let Some(taken) = colours.checked_sub(s.face_up.size() as usize) else {
        return refuse("face_up has more cards than there are colours");
    };
    let fits = match s.phase {
        _ if s.phase.is_outside_rounds() => length == 0,
        Phase::Reveal | Phase::FistColour | Phase::TossFists => length == 0,
        _ if !game.plan.hidden_bids => length == taken && (s.phase.is_turn() || taken + 2 <= colours),
        Phase::FistAmount => length == if game.plan.two() { taken } else { 0 },
        _ if game.plan.two() => length == if taken < 2 || taken == 2 && s.phase.is_turn() { 2 } else { 4 },
        _ => length == colours,
    };
    if !fits {
        return refuse(format!("next_order cannot have a length of {length} here"));
    }
    if s.phase.is_turn() && (taken == 0 || s.next_order[taken - 1] != s.turn.colour) {
        return refuse("the colour of the turn is not the one that next_order names");
    }
    if s.phase == Phase::Pick && (taken + 2 > colours || taken >= length) {
        return refuse("in the phase pick two or more cards lie open, and a box without a card is filled");
    }
    Ok(())
}

/// Check 6; the towns hold no more than their values.
fn check_pieces(game: &Workshop, s: &State) -> Result<()> {
    for colour in 0..game.colours() {
        let others = s.links.iter().enumerate().filter(|(other, _)| *other != colour);
        if others.fold(0, |all, (_, links)| all | links) & s.links[colour] != 0 {
            return refuse("two colours have Links on one connection");
        }
    }
    (0..game.colours() as u8).try_for_each(|colour| check_supply(game, s, colour))
}

/// The part of check 6 where pieces can run out (R41 to R43).
fn check_supply(game: &Workshop, s: &State, colour: u8) -> Result<()> {
    let name = || game.names.colour(colour);
    let supply = game.plan.industry_supply(colour);
    if game.plan.short_of_industries() && s.works(game, colour, |_| true) > supply {
        return refuse(format!("industries: {} has more than {supply}", name()));
    }
    let links = game.plan.figures.links;
    if game.plan.short_of_links() && game.board.count_links(s.links[usize::from(colour)]) > links.into() {
        return refuse(format!("links: {} has more than {links}", name()));
    }
    Ok(())
}

fn hand_size(s: &State, player: usize) -> u8 {
    s.hands[player].iter().sum()
}

/// The counters that a player has drawn in the era.
fn drawn_in_era(game: &Workshop, s: &State, player: usize) -> u8 {
    let draw = game.plan.draw;
    match s.phase {
        Phase::DrawOrder | Phase::TossDemand => 0,
        Phase::DrawDemand => s.step.saturating_sub(player as u8 * draw).min(draw),
        _ => draw,
    }
}

/// Check 7.
fn check_counters(game: &Workshop, s: &State) -> Result<()> {
    for kind in 0..game.types() {
        let held: u32 = s.hands.iter().map(|hand| u32::from(hand[kind])).sum();
        let found = u32::from(s.demand[kind]) + held + u32::from(s.pool[kind]);
        if found != u32::from(game.counters[kind]) {
            return refuse(format!(
                "the game cannot have {}",
                counted(found, &format!("{} counter", game.names.type_name(kind)))
            ));
        }
    }
    let earlier = if s.era == Era::Rail { game.plan.draw } else { 0 };
    let mut drawn = 0;
    for player in 0..game.players() {
        let own = earlier + drawn_in_era(game, s, player);
        let size = hand_size(s, player);
        let unplaced = s.era == Era::Canal && s.phase <= Phase::DrawDemand;
        if size > own || unplaced && size != own || size < slots_to_serve(game, s, player) {
            return refuse(format!("player {player} cannot hold {}", counted(size, "counter")));
        }
        drawn += own;
    }
    let all: u8 = game.counters.iter().sum();
    if s.pool.iter().sum::<u8>() != all - drawn {
        return refuse(format!("the pool must have {}", counted(all - drawn, "counter")));
    }
    Ok(())
}

/// The counters that a player needs for the Demand phase.
fn slots_to_serve(game: &Workshop, s: &State, player: usize) -> u8 {
    let owns = |slot: u8| {
        if s.demand_first == NONE {
            let colour = s.order[game.box_of(slot)];
            colour != NONE && usize::from(game.owner(colour)) == player
        } else {
            usize::from((s.demand_first + slot) % 2) == player
        }
    };
    match s.phase {
        Phase::DemandMust => (s.step..game.plan.must_slots()).filter(|slot| owns(*slot)).count() as u8,
        Phase::DemandMay => u8::from(owns(s.step)),
        _ => 0,
    }
}

/// Check 8.
fn check_cards(game: &Workshop, s: &State) -> Result<()> {
    for kind in 0..game.kinds() as u8 {
        if s.used(game, kind) < 0 {
            return refuse(format!("there are too many cards {}", game.names.kind(kind)));
        }
    }
    let colours = game.colours() as u8;
    let lying = s.face_up.size() as u8;
    let fits = match s.phase {
        _ if s.phase.is_outside_rounds() => lying == 0,
        Phase::Reveal => lying < colours,
        Phase::FistColour | Phase::TossFists => lying == colours,
        Phase::FistAmount => lying == colours || game.plan.two() && lying == 2,
        _ => true,
    };
    if !fits {
        return refuse(format!("face_up cannot have {} here", counted(lying, "card")));
    }
    check_unseen(game, s)
}

fn check_unseen(game: &Workshop, s: &State) -> Result<()> {
    let colours = game.colours() as u8;
    let to_come = match s.phase {
        Phase::Reveal => colours - s.face_up.size() as u8,
        phase if phase < Phase::Reveal => colours,
        _ => 0,
    };
    if s.deck != (game.plan.rounds - s.round) * colours + to_come {
        return refuse(format!("deck cannot have {} here", counted(s.deck, "card")));
    }
    if s.set_aside > game.plan.aside {
        return refuse(format!("set_aside cannot have {}", counted(s.set_aside, "card")));
    }
    let setup = s.unseen_setup.count_ones();
    if u32::from(s.deck) + u32::from(s.set_aside) != s.unseen.size() + setup {
        return refuse("deck and set_aside together are not the unseen cards");
    }
    let canal = s.era == Era::Canal;
    let turned_up = game.plan.deck() - s.deck;
    let wanted = if canal { game.deck.setup().count_ones().saturating_sub(u32::from(turned_up)) } else { 0 };
    if setup != wanted || s.unseen_setup & !game.deck.setup() != 0 {
        return refuse("unseen_setup does not hold the set-up cards that are to come");
    }
    let others = game.deck.without_setup();
    let more = |kind: u8| game.deck.count(s.unseen, kind) > game.deck.count(others, kind);
    if canal && (0..game.kinds() as u8).any(more) {
        return refuse("unseen holds a set-up card");
    }
    Ok(())
}

/// Check 9.
fn check_auction(game: &Workshop, s: &State) -> Result<()> {
    let auction = s.auction;
    if !s.phase.is_auction() {
        return if auction == Auction::NONE { Ok(()) } else { refuse("auction does not fit the phase") };
    }
    let Auction { card, nominator, standing, leader, speaker } = auction;
    if card == NONE || nominator == NONE || speaker == NONE {
        return refuse("an auction has a card, a nominator and a speaker");
    }
    if !game.deck.holds(s.face_up, card) {
        return refuse("the auctioned card is not face up");
    }
    let boxed = |player: u8| s.next_order.contains(&player);
    if s.order.iter().find(|colour| !boxed(**colour)) != Some(&nominator) {
        return refuse("the nominator is not the earliest player without a card");
    }
    if boxed(speaker) || (speaker == nominator) != (s.phase == Phase::Close) {
        return refuse("the speaker does not fit the phase");
    }
    if (standing == 0) != (leader == NONE) {
        return refuse("a standing bid has a leader");
    }
    if leader == NONE {
        return Ok(());
    }
    let players = game.players() as u8;
    let seats_on = |player: u8| (player + players - nominator) % players;
    let has_spoken = s.phase == Phase::Close || seats_on(leader) < seats_on(speaker);
    if boxed(leader) || leader == nominator || !has_spoken {
        return refuse("the leader is one who has spoken");
    }
    if standing > s.payable(game, usize::from(leader)) {
        return refuse("the leader cannot pay the standing bid");
    }
    Ok(())
}

/// Check 10.
fn check_fists(game: &Workshop, s: &State) -> Result<()> {
    let players = game.players();
    let fists = &s.fists[..players];
    let in_round = s.phase.is_fist() || s.phase.is_turn() || s.phase == Phase::Pick;
    if !game.plan.hidden_bids || !in_round {
        let none = fists.iter().all(|fist| *fist == Fist::NONE);
        return if none { Ok(()) } else { refuse("fists do not fit the phase") };
    }
    let auction_1 = game.plan.two() && s.phase.is_fist() && s.next_order[0] == NONE;
    let current = fists.iter().position(|fist| !fist.is_closed()).unwrap_or(players);
    let making = matches!(s.phase, Phase::FistColour | Phase::FistAmount);
    for (player, fist) in fists.iter().enumerate() {
        let begun = s.phase == Phase::FistAmount && auction_1 && player == current;
        let wanted = (player < current || !making || begun, player < current || !making);
        if (fist.colour != NONE, fist.is_closed()) != wanted {
            return refuse(format!("the fist of player {player} does not fit the phase"));
        }
        check_fist(game, s, player, *fist, auction_1)?;
    }
    if making && current == players {
        return refuse("all fists are closed");
    }
    if s.phase == Phase::TossFists && fists[0].amount != fists[1].amount {
        return refuse("there is no toss for different bids");
    }
    Ok(())
}

fn check_fist(game: &Workshop, s: &State, player: usize, fist: Fist, auction_1: bool) -> Result<()> {
    let Fist { colour, amount } = fist;
    if colour == NONE {
        return Ok(());
    }
    if usize::from(game.owner(colour)) != player {
        return refuse(format!("the fist of player {player} has another player's colour"));
    }
    if s.phase.is_fist() && !auction_1 && s.next_order.contains(&colour) {
        return refuse(format!("the fist of player {player} has a colour that has played"));
    }
    if !s.phase.is_fist() {
        let last = usize::from(s.derived.boxes).saturating_sub(game.players());
        if !s.next_order[last..].contains(&colour) {
            return refuse(format!("the fist of player {player} is not in next_order"));
        }
    }
    let legal = !s.phase.is_fist() || moves::hidden_bids(game, s, player).contains(&amount);
    if fist.is_closed() && (amount > MOST_FIST || !legal) {
        return refuse(format!("player {player} cannot bid {amount}"));
    }
    Ok(())
}

/// Check 11.
fn check_turn(game: &Workshop, s: &State) -> Result<()> {
    let Turn { colour, card, town, link } = s.turn;
    let phase = s.phase;
    if !phase.is_turn() {
        return if s.turn == Turn::NONE { Ok(()) } else { refuse("turn does not fit the phase") };
    }
    let with_town = matches!(phase, Phase::Displace | Phase::Build | Phase::Move);
    let parts = colour != NONE
        && (card != NONE) == (phase != Phase::DrawSwap)
        && (town != NONE) == with_town
        && (link == NONE || phase == Phase::Build && game.plan.figures.in_turn == 2);
    if !parts {
        return refuse("the parts of turn do not fit the phase");
    }
    let fits = match phase {
        Phase::Swap => s.set_aside > 0 && moves::is_blocked(game, s, card),
        Phase::DrawSwap => s.set_aside > 0,
        Phase::Town => game.is_wild(card),
        _ => moves::fits_card(game, town, card),
    };
    if !fits {
        return refuse(format!("the card of the turn does not fit the phase {}", phase.name()));
    }
    if phase == Phase::Displace && !s.is_full(game, town) {
        return refuse("the town of the turn is not full");
    }
    let without = game.plan.short_of_industries() && s.is_out_of_industries(game, colour);
    if phase == Phase::Move && !without || phase == Phase::Displace && without {
        return refuse(format!("the Industries left to the colour of the turn do not fit the phase {}", phase.name()));
    }
    if phase == Phase::Build && s.industries[usize::from(town)].count(colour) == 0 {
        return refuse("the colour of the turn has no Industry in the town");
    }
    let first_links = || s.links[usize::from(colour)] & game.board.singles & game.board.at[usize::from(town)];
    if link != NONE && first_links() >> link & 1 == 0 {
        return refuse("the link of the turn is no single one of its colour at the town");
    }
    Ok(())
}

/// Check 12.
fn check_empty_map(s: &State) -> Result<()> {
    let before_play = s.round == 1 && s.phase <= Phase::Reveal;
    let empty = s.links == [0; COLOURS] && s.revenue == [0; MAX_PLAYERS];
    if (before_play || s.phase == Phase::Over) && !empty {
        return refuse(format!("there are no Links and no revenue in the phase {}", s.phase.name()));
    }
    Ok(())
}

fn check_derived(game: &Workshop, s: &State) -> Result<()> {
    let derived = Derived::of(game, s);
    if s.derived != derived {
        return refuse("what is kept at hand does not follow from the position");
    }
    let decides = !s.phase.is_chance() && s.phase != Phase::Over;
    if decides != (derived.mover != NONE) {
        return refuse(format!("nobody can act in the phase {}", s.phase.name()));
    }
    Ok(())
}

/// The boxes filled in an order: from the first, no colour twice, with two players each pair of both players (R14).
fn check_boxes(game: &Workshop, name: &str, boxes: [u8; COLOURS]) -> Result<usize> {
    let length = boxes.iter().position(|colour| *colour == NONE).unwrap_or(COLOURS);
    let (filled, empty) = boxes.split_at(length);
    if empty.iter().any(|colour| *colour != NONE) {
        return Err(Error::state(format!("{name} has a gap")));
    }
    let colours = filled.iter().fold(0_u64, |all, colour| all | 1 << colour);
    if places(colours).count() != length {
        return Err(Error::state(format!("{name} has a colour twice")));
    }
    let both = |pair: &[u8]| pair.len() < 2 || game.owner(pair[0]) != game.owner(pair[1]);
    if game.plan.two() && !filled.chunks(2).all(both) {
        return Err(Error::state(format!("{name} must have both players' colours in each pair of boxes")));
    }
    Ok(length)
}

fn refuse(reason: impl Into<String>) -> Result<()> {
    Err(Error::state(reason))
}

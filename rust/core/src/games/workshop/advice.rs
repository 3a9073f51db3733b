//! What the greedy bot does: worths in tenths of a pound, after the game's page ("Playing well").

use super::Workshop;
use super::data::MOST_TYPES;
use super::moves;
use super::state::{Era, Phase};
use super::table::Move;
use crate::View;
use crate::bits::{places, wide_places};
use crate::game::{Action, Game};
use crate::games::advice::{Greedy, Rollout, Searching};
use crate::rng::Rng;
use arrayvec::ArrayVec;

/// The worth of a Link that joins the largest network, and of another one, for each pound that it is paid (R35).
const JOINING: i32 = 9;
const ALONE: i32 = 11;
/// The most that is bid for a card, and for turn order, for each pound that the best town is worth.
const MOST_FOR_CARD: i32 = 2;
const MOST_FOR_ORDER: i32 = 1;

impl Greedy for Workshop {
    fn advise(view: &View<'_, Self>, legal: &[Action], _rng: &mut Rng) -> Action {
        let Some(player) = view.viewer() else { return legal[0] };
        let advice = match view.phase() {
            Phase::DemandMust | Phase::DemandMay => counter(view, player),
            Phase::Nominate => best_card(view, player as u8),
            Phase::Bid | Phase::Close => bid(view, player as u8),
            Phase::FistColour => Move::Fist(fist_colour(view, player)),
            Phase::FistAmount => hidden_bid(view, player, legal.len() == 1),
            Phase::Pick => view.picking_colour().map_or(Move::Done, |colour| best_card(view, colour)),
            _ => turn(view),
        };
        let action = view.game().action_of(advice);
        if legal.binary_search(&action).is_ok() { action } else { legal[0] }
    }

    fn searching(&self) -> Searching {
        Searching {
            rollout: Rollout::Greedy,
            epsilon: 0.0,
            turns: 6,
            scale: 30.0,
            exploration: 0.3,
            ..Searching::default()
        }
    }
}

// --- Demand --------------------------------------------------------------------------------------------------------------

/// The counter whose type the player has more of than the others; if it need not be placed, only where they have more.
fn counter(view: &View<'_, Workshop>, player: usize) -> Move {
    let kinds = (0..view.game().types()).filter(|kind| view.counters(*kind) > 0);
    let best = kinds.map(|kind| (lead(view, player, kind), kind)).rev().max_by_key(|(lead, _)| *lead);
    match best {
        Some((lead, _)) if lead <= 0 && view.phase() == Phase::DemandMay => Move::Pass,
        Some((_, kind)) => Move::Demand(kind as u8),
        None => Move::Pass,
    }
}

/// A player's Industries in towns of a type, once for each opponent, less theirs.
fn lead(view: &View<'_, Workshop>, player: usize, kind: usize) -> i32 {
    let game = view.game();
    let players = game.setup().players;
    let of_player = |p: usize| game.colours_of(p).map(|colour| i32::from(view.works(colour, kind))).sum::<i32>();
    let all: i32 = (0..players).map(of_player).sum();
    players as i32 * of_player(player) - all
}

/// What an Industry in a town of a type may be paid at the end of the era.
fn demand(view: &View<'_, Workshop>, kind: usize) -> i32 {
    let plan = &view.game().plan;
    let (must, may) = (i32::from(plan.figures.must_place), i32::from(plan.figures.may_place));
    let own_colours = (plan.colours / plan.players) as i32;
    // The own counters that can still come onto the chart; without any, nobody's do.
    let still_placed = own_colours * if view.era() == Era::Canal { must + 2 * may } else { may };
    let own = i32::from(view.counters(kind)).min(still_placed);
    let hoped_for = match view.era() {
        _ if must + may == 0 => 0,
        Era::Canal => 5 * own + 10,
        Era::Rail => 8 * own.min(1) + 3,
    };
    i32::from(plan.figures.demand_pay) * (10 * i32::from(view.demand(kind)) + hoped_for)
}

// --- cards, towns, builds ------------------------------------------------------------------------------------------------

/// What a colour may do now.
struct Prospect<'a> {
    view: &'a View<'a, Workshop>,
    game: &'a Workshop,
    colour: u8,
    /// Connections that are free and can be laid and paid for.
    free: u128,
    /// Whether two Links can be laid and paid for.
    two: bool,
    price: i32,
    /// What a Link is worth that joins a network, and another one.
    joining_worth: i32,
    alone_worth: i32,
    /// Connections that join the colour's largest network.
    joining: u128,
    /// What a placed Industry may be paid to the end of the game, by type.
    demand: [i32; MOST_TYPES],
}

impl<'a> Prospect<'a> {
    fn new(view: &'a View<'a, Workshop>, player: usize, colour: u8) -> Self {
        let game = view.game();
        let era = view.era();
        let figures = &game.plan.figures;
        let links = moves::links_at_once(game, view.payable(player), era, view.links_left(colour));
        let payments = if era == Era::Canal { 2 } else { 1 };
        Self {
            view,
            game,
            colour,
            free: !view.occupied() & game.board.of_links(links),
            two: links == 2,
            price: 10 * i32::from(game.link_price(era)),
            joining_worth: JOINING * i32::from(figures.largest_network),
            alone_worth: ALONE * i32::from(figures.other_networks),
            joining: view.joining_links(colour),
            demand: std::array::from_fn(|kind| if kind < game.types() { payments * demand(view, kind) } else { 0 }),
        }
    }

    /// The revenue of touching a town, in tenths.
    fn revenue(&self, town: u8) -> i32 {
        if self.view.industries(town, self.colour) > 0 { 10 * i32::from(self.game.board.value(town)) } else { 0 }
    }

    fn link(&self, connection: u8) -> i32 {
        if self.joining >> connection & 1 == 1 { self.joining_worth } else { self.alone_worth }
    }

    /// The connections that can be the first of a build at a town, were all free, a bit each (R25, R29).
    fn first_links(&self, town: u8) -> u128 {
        self.game.board.at[usize::from(town)] & !self.game.board.banned[usize::from(town)]
    }

    /// The connections that can follow a first single one at a town, were all free, a bit each (R25, R26, R29, R31).
    fn second_links(&self, town: u8, first: u8) -> u128 {
        moves::second_links(self.game, town, first) & !self.game.board.banned[usize::from(town)]
    }

    /// The best build at a town, and its first connection; nothing is worth 0.
    fn best_build(&self, town: u8) -> (i32, Option<u8>) {
        let here = 10 * i32::from(self.game.board.value(town));
        let mut best = (0, None);
        for first in wide_places(self.first_links(town) & self.free) {
            let far = here + self.revenue(self.game.board.far(first, town));
            let links = i32::from(self.game.board.links(first));
            let mut worth = far + links * (self.link(first) - self.price);
            if links == 1 && self.two {
                worth = worth.max(far + self.best_second(town, first).map_or(i32::MIN / 2, |(second, _)| second));
            }
            if worth > best.0 {
                best = (worth, Some(first));
            }
        }
        best
    }

    /// The best second Link, with what both Links bring besides the revenue of the first one's ends.
    fn best_second(&self, town: u8, first: u8) -> Option<(i32, u8)> {
        let far = self.game.board.far(first, town);
        let worth = |second: u8| {
            let [end, other] = [town, far].map(|near| self.game.board.far(second, near));
            let third = if self.first_links(town) >> second & 1 == 1 { end } else { other };
            self.revenue(third) + 2 * (self.joining_worth - self.price)
        };
        let seconds = wide_places(self.second_links(town, first) & self.free);
        seconds.map(|second| (worth(second), second)).max_by_key(|(worth, _)| *worth)
    }

    /// What an Industry in a town and the Links after it are worth.
    fn town(&self, town: u8) -> i32 {
        self.demand[self.game.board.kind(town)] + self.best_build(town).0
    }

    /// The best town for a card, and what it is worth.
    fn best_town(&self, card: u8) -> (i32, u8) {
        let towns = places(self.game.towns_of_card(card));
        towns
            .map(|town| (self.town(town), town))
            .fold((i32::MIN, 0), |best, one| if one.0 > best.0 { one } else { best })
    }

    fn card(&self, card: u8) -> i32 {
        self.best_town(card).0
    }

    /// What the cards that lie open are worth, each copy for itself, the most first.
    fn face_up(&self, without: Option<u8>) -> ArrayVec<i32, 8> {
        let mut worths = ArrayVec::new();
        for kind in self.view.face_up() {
            let copies = self.view.face_up_count(kind) - u8::from(without == Some(kind));
            let worth = if copies > 0 { self.card(kind) } else { 0 };
            (0..copies).for_each(|_| worths.push(worth));
        }
        worths.sort_unstable_by(|a, b| b.cmp(a));
        worths
    }
}

/// The card of the greatest worth; of equal ones the first.
fn best_card(view: &View<'_, Workshop>, colour: u8) -> Move {
    let player = usize::from(colour) % view.game().setup().players;
    let prospect = Prospect::new(view, player, colour);
    let worths = view.face_up().map(|card| (prospect.card(card), card));
    let best = worths.fold((i32::MIN, 0), |best, one| if one.0 > best.0 { one } else { best });
    Move::Choose(best.1)
}

// --- bids ----------------------------------------------------------------------------------------------------------------

/// The price of a turn's Links stays payable, if more than the least is bid.
fn leaving_links(view: &View<'_, Workshop>, player: usize, limit: i32, least: i32) -> i32 {
    let game = view.game();
    let links = i32::from(game.plan.figures.in_turn) * i32::from(game.link_price(view.era()));
    limit.min((i32::from(view.payable(player)) - links).max(least))
}

/// The next bid, as long as the card is worth so much more than the others.
fn bid(view: &View<'_, Workshop>, player: u8) -> Move {
    let Some((card, standing)) = view.auction() else { return Move::Pass };
    let closing = view.phase() == Phase::Close;
    if closing && standing == 0 {
        return Move::Take;
    }
    let prospect = Prospect::new(view, usize::from(player), player);
    let others = prospect.face_up(Some(card));
    let mean = others.iter().take(2).sum::<i32>() / others.len().clamp(1, 2) as i32;
    let limit = 12 * (prospect.card(card) - mean + 10) / 100;
    let most = MOST_FOR_CARD * i32::from(view.game().top_value);
    let minimum = i32::from(view.game().plan.figures.minimum_bid);
    let limit = leaving_links(view, usize::from(player), limit.min(most), minimum.max(1));
    match (i32::from(standing) + 1).max(minimum) {
        next if next > limit => Move::Pass,
        _ if closing => Move::Overbid,
        next => Move::Bid(next as u16),
    }
}

/// The colour whose best card is worth more; of equal ones the first.
fn fist_colour(view: &View<'_, Workshop>, player: usize) -> u8 {
    let worth = |colour: u8| Prospect::new(view, player, colour).face_up(None).first().copied().unwrap_or(0);
    let colours = view.game().colours_of(player).map(|colour| (worth(colour), colour));
    colours.fold((i32::MIN, 0), |best, one| if one.0 > best.0 { one } else { best }).1
}

/// More the more the best card is worth above the worst.
fn hidden_bid(view: &View<'_, Workshop>, player: usize, forced: bool) -> Move {
    if forced {
        return Move::Bid(view.payable(player).min(view.game().plan.figures.minimum_bid));
    }
    let mut colours = view.game().colours_of(player).filter(|colour| !view.has_box(*colour));
    let colour = view.own_fist().or_else(|| colours.next()).unwrap_or(player as u8);
    let worths = Prospect::new(view, player, colour).face_up(None);
    let spread = worths.first().copied().unwrap_or(0) - worths.last().copied().unwrap_or(0);
    let wanted = (1 + spread / 40).min(MOST_FOR_ORDER * i32::from(view.game().top_value));
    let minimum = i32::from(view.game().plan.figures.minimum_bid);
    Move::Bid(leaving_links(view, player, wanted, minimum).max(minimum) as u16)
}

// --- the turn ------------------------------------------------------------------------------------------------------------

fn turn(view: &View<'_, Workshop>) -> Move {
    let (card, town, link) = view.turn();
    let (Some(colour), Some(card), Some(player)) = (view.turn_colour(), card, view.viewer()) else { return Move::Done };
    match (view.phase(), town) {
        (Phase::Swap, _) => swap(view, card),
        (Phase::Town, _) => Move::Place(Prospect::new(view, player, colour).best_town(card).1),
        (Phase::Move, Some(town)) => Move::Relocate(town_to_leave(&Prospect::new(view, player, colour), town)),
        (Phase::Displace, Some(town)) => displace(view, player, town),
        (Phase::Build, Some(town)) => build(&Prospect::new(view, player, colour), town, link),
        _ => Move::Done,
    }
}

/// A town card goes if no type is less in demand than its own.
fn swap(view: &View<'_, Workshop>, card: u8) -> Move {
    if view.game().is_wild(card) {
        return Move::Keep;
    }
    let least = (0..view.game().types()).map(|kind| demand(view, kind)).min();
    if least == Some(demand(view, view.game().board.kind(card))) { Move::Swap } else { Move::Keep }
}

/// The town whose Industry is worth least; the one where it is to be placed only if there is no other (R42).
fn town_to_leave(prospect: &Prospect<'_>, placed: u8) -> u8 {
    let game = prospect.game;
    let there = (0..game.towns() as u8).filter(|town| prospect.view.industries(*town, prospect.colour) > 0);
    there.min_by_key(|town| (*town == placed, prospect.demand[game.board.kind(*town)])).unwrap_or(placed)
}

/// The Industry of the richest opponent goes, an own one only if no other is there.
fn displace(view: &View<'_, Workshop>, player: usize, town: u8) -> Move {
    let game = view.game();
    let mut best = (i32::MIN, player as u8);
    for owner in 0..game.setup().players {
        let money = if owner == player { -1 } else { i32::from(view.cash(owner)) + i32::from(view.revenue(owner)) };
        for colour in game.colours_of(owner).filter(|colour| view.industries(town, *colour) > 0) {
            if money > best.0 {
                best = (money, colour);
            }
        }
    }
    Move::Remove(best.1)
}

/// The best build, a Link at a time.
fn build(prospect: &Prospect<'_>, town: u8, first: Option<u8>) -> Move {
    let Some(first) = first else {
        return prospect.best_build(town).1.map_or(Move::Done, Move::Link);
    };
    // What the first one brought alone, were the second not to come.
    let alone = prospect.link(first) - prospect.price;
    match prospect.best_second(town, first) {
        Some((worth, second)) if worth > alone => Move::Link(second),
        _ => Move::Done,
    }
}

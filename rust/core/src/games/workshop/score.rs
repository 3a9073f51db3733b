//! Revenue, collecting, and what ties are broken by.

use super::Workshop;
use super::data::{COLOURS, MOST_COUNTERS, MOST_TOWNS, MOST_VALUE};
use super::state::{NONE, State, Turn};
use crate::game::{Named, PerPlayer, RankKey, ScorePart};

/// What a turn's Links add to the revenue (R30): each town that they touch, once, if the builder has an Industry there.
///
/// `last` is the connection laid last, besides `turn.link`; either may be none. The towns differ: a second Link at the
/// placed town leads to a third town, and so does one beyond the first.
#[inline]
pub(super) fn turn_revenue(game: &Workshop, s: &State, turn: Turn, last: u8) -> u16 {
    let Turn { colour, town, link: first, .. } = turn;
    let of_town = |town: u8| {
        let there = s.industries[usize::from(town)].count(colour) > 0;
        if there { u16::from(game.board.value(town)) } else { 0 }
    };
    let mut revenue = 0;
    let mut reached = town;
    if first != NONE {
        reached = game.board.far(first, town);
        revenue += of_town(reached);
    }
    if last != NONE {
        let from = if game.board.ends(last).contains(&town) { town } else { reached };
        revenue += of_town(game.board.far(last, from));
    }
    if first != NONE || last != NONE { revenue + of_town(town) } else { 0 }
}

/// What a colour is paid for its connections: all its Links and those of its largest network (R35).
pub(super) fn network_pay(game: &Workshop, connections: u128) -> u16 {
    let networks = game.board.networks(connections).map(|(_, links)| links);
    let (all, largest) = networks.fold((0, 0), |(all, largest), links| (all + links, links.max(largest)));
    game.plan.figures.largest_network * largest + game.plan.figures.other_networks * (all - largest)
}

/// What each colour is paid for its Industries (R36).
pub(super) fn industry_pays(game: &Workshop, s: &State) -> [u16; COLOURS] {
    // All colours of a town at once, without a check of sums that have room: collecting would take a tenth of a playout.
    let (mut first_four, mut last) = (0_u64, 0_u64);
    for (works, town) in s.industries[..game.towns()].iter().zip(0..) {
        let demand = u64::from(s.demand[game.board.kind(town)]);
        let (four, fifth) = works.spread();
        first_four = first_four.wrapping_add(four.wrapping_mul(demand));
        last = last.wrapping_add(fifth.wrapping_mul(demand));
    }
    let counters = |colour: usize| if colour < 4 { (first_four >> (16 * colour)) as u16 } else { last as u16 };
    std::array::from_fn(|colour| game.plan.figures.demand_pay * counters(colour))
}

const _: () = assert!(MOST_TOWNS * MOST_VALUE as usize * MOST_COUNTERS < 1 << 16, "16 bits a colour have room");

/// Collects for revenue, Links and Industries (R34 to R36). The Links go home elsewhere.
pub(super) fn collect(game: &Workshop, s: &mut State) {
    for player in 0..game.players() {
        s.cash[player] += std::mem::take(&mut s.revenue[player]);
    }
    let industries = industry_pays(game, s);
    for (colour, industry_pay) in industries.into_iter().enumerate().take(game.colours()) {
        let player = usize::from(game.owner(colour as u8));
        s.cash[player] += network_pay(game, s.links[colour]) + industry_pay;
    }
}

/// Cash and revenue.
pub(super) fn scores(game: &Workshop, s: &State) -> PerPlayer<i32> {
    (0..game.players()).map(|p| i32::from(s.cash[p]) + i32::from(s.revenue[p])).collect()
}

/// Cash, and the revenue that is not yet collected.
pub(super) fn score_parts(game: &Workshop, s: &State) -> PerPlayer<Vec<ScorePart>> {
    let parts = |p: usize| {
        vec![ScorePart::new("cash", "R39", s.cash[p].into()), ScorePart::new("revenue", "R34", s.revenue[p].into())]
    };
    (0..game.players()).map(parts).collect()
}

/// The entries of a rank key.
pub(super) const RANK_NAMES: &[Named] = &[("score", "R39"), ("place on the turn order chart", "R39")];

/// Score, then the earlier box on the turn order chart (R39).
pub(super) fn rank_keys(game: &Workshop, s: &State) -> PerPlayer<RankKey> {
    let first_box = |player: usize| {
        let owns = |colour: &u8| *colour != NONE && usize::from(game.owner(*colour)) == player;
        s.order.iter().position(owns).map_or(0, |position| position as i32 + 1)
    };
    let scores = scores(game, s);
    scores.iter().enumerate().map(|(p, score)| [*score, -first_box(p), 0, 0, 0, 0, 0, 0]).collect()
}

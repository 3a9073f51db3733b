//! How much money there can be, worked out from the data (see the page, "The highest bid"): what the table of bids and the
//! scales of the observation end at, and what a position may hold.
//!
//! All in 64 bits: the bounds of the data file are wide, and what would be too much is refused by these very numbers.

use super::data::{Data, Seats};

/// The most that a data file may let a player bid.
pub(super) const MOST_BID: i64 = 4000;
/// A player's cash and revenue are at most this for each round begun, or less where the data brings more at the end of
/// an era: more than any round brings, so that play from a position with the most stays within the bound.
const MOST_OF_ROUND: i64 = 2500;

/// The highest numbers that a game from the start can reach, and those of a position that is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Bid.
    pub(super) bid: i64,
    /// Cash.
    pub(super) cash: i64,
    /// Revenue.
    pub(super) revenue: i64,
    /// What a player may have for each round begun.
    pub(super) most_of_round: i64,
    /// What they may need for it.
    pub(super) round_wealth: i64,
}

impl Limits {
    /// The limits for a number of players; the cards make whole rounds for it.
    pub(super) fn new(data: &Data, seats: &Seats) -> Self {
        let figures = &data.figures;
        let rounds = data.rounds(seats) as i64;
        let own_colours = (seats.colours / seats.players) as i64;
        let turns = rounds * own_colours;
        let start = i64::from(seats.start);
        let back = i64::from(figures.revenue_for_pound);
        let [canal_cost, rail_cost] = figures.link_costs.map(i64::from);
        let link_pay = i64::from(figures.largest_network.max(figures.other_networks));
        let builds = best_builds(data);
        let best = |gain: &dyn Fn(i64) -> i64| builds.iter().map(|(links, sum)| sum + gain(*links)).fold(0, i64::max);
        let canal_turn = best(&|links| links * (link_pay - canal_cost));
        let rail_raised = best(&|links| -links * back * rail_cost);
        let rail_turn = best(&|links| links * (link_pay - rail_cost));
        let revenue_turn = best(&|_| 0);
        let (early, late) = industry_pays(data, seats);
        let canal = start + turns * canal_turn + turns * early;
        let bid = (canal + (turns - 1) * rail_raised / back).max(figures.minimum_bid.into());
        let cash = canal + turns * late + turns * rail_turn + turns * late;

        let gain = own_colours * revenue_turn;
        let collected = most_collected(data, link_pay);
        let most_of_round = ((65_535 - 2 * collected) / (2 * rounds + 1)).clamp(0, MOST_OF_ROUND);
        let era_end = (start + rounds * gain + collected + rounds) / (rounds + 1);
        let game_end = (start + 2 * rounds * gain + 2 * collected + 2 * rounds) / (2 * rounds + 1);
        let round_wealth = (start + gain).max(era_end).max(game_end);
        Self { bid, cash, revenue: turns * revenue_turn, most_of_round, round_wealth }
    }
}

/// The builds of one and of two Links, as many as a turn may have, each with the most that its towns are worth; 0 where
/// there is no such build.
fn best_builds(data: &Data) -> Vec<(i64, i64)> {
    let value = |town: u8| i64::from(data.value(usize::from(town)));
    let both_ends = |ends: [u8; 2]| value(ends[0]) + value(ends[1]);
    let of_links = |double: bool| data.connections.iter().filter(move |c| c.double == double).map(|c| c.ends);
    let one = of_links(false).map(both_ends).max().unwrap_or(0);
    let mut two = of_links(true).map(both_ends).max().unwrap_or(0);
    for first in of_links(false) {
        for second in of_links(false).filter(|second| *second != first) {
            let Some(shared) = first.into_iter().find(|end| second.contains(end)) else { continue };
            two = two.max(both_ends(first) + both_ends(second) - value(shared));
        }
    }
    [(1, one), (2, two)].into_iter().take(data.figures.in_turn.into()).collect()
}

/// The most that an Industry is paid at the end of the canal and of the railway era.
fn industry_pays(data: &Data, seats: &Seats) -> (i64, i64) {
    let of_a_type = i64::from(data.types.iter().map(|kind| kind.counters).max().unwrap_or(0));
    let drawn = (seats.players * usize::from(seats.draw)) as i64;
    let pay = i64::from(data.figures.demand_pay);
    (pay * of_a_type.min(drawn), pay * of_a_type.min(2 * drawn))
}

/// The most that a player can collect for Links and Industries at the end of an era, in any position.
fn most_collected(data: &Data, link_pay: i64) -> i64 {
    let links: i64 = data.connections.iter().map(|connection| if connection.double { 2 } else { 1 }).sum();
    let worth = |town: usize| i64::from(data.value(town)) * i64::from(data.type_of(town).counters);
    let industries: i64 = (0..data.towns.len()).map(worth).sum();
    link_pay * links + i64::from(data.figures.demand_pay) * industries
}

/// The last cross-check of the data: money must fit what it is written in, whatever happens in a game.
pub(super) fn check_money(data: &Data) -> Result<(), String> {
    for (i, seats) in data.seats.iter().enumerate() {
        let (row, players) = (format!("[players] row {}", i + 1), seats.players);
        let Limits { bid, round_wealth, most_of_round, .. } = Limits::new(data, seats);
        if bid > MOST_BID {
            return Err(format!("{row}: {players} players could bid up to {bid}, more than {MOST_BID}"));
        }
        if round_wealth > most_of_round {
            return Err(format!(
                "{row}: {players} players could have {round_wealth} pounds for each round, more than {most_of_round}"
            ));
        }
    }
    Ok(())
}

// --- how revenue is turned into cash (R24) ------------------------------------------------------------------------------

/// Revenue given back for a pound, with what divides by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    revenue: u16,
    /// The 32nd power of 2 divided by it, rounded up: exact for 16 bits, and far cheaper than a division.
    reciprocal: u64,
}

impl Rate {
    /// So much revenue for a pound, at least 1.
    pub(super) fn new(revenue: u16) -> Self {
        Self { revenue, reciprocal: (1 << 32) / u64::from(revenue) + 1 }
    }

    /// The pounds that revenue brings.
    #[inline]
    pub(super) fn pounds(self, revenue: u16) -> u16 {
        // At most 16 and 33 bits.
        (u64::from(revenue).wrapping_mul(self.reciprocal) >> 32) as u16
    }

    /// The revenue that pounds take.
    #[inline]
    pub(super) fn revenue(self, pounds: u16) -> u16 {
        self.revenue * pounds
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn pounds_are_whole() {
        for revenue_for_pound in 1..=20 {
            let rate = Rate::new(revenue_for_pound);
            for revenue in 0..=u16::MAX {
                assert_eq!(rate.pounds(revenue), revenue / revenue_for_pound, "{revenue} at {revenue_for_pound}");
            }
        }
    }
}

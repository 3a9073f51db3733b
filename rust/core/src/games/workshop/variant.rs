//! Variants and rules options, and the numbers that depend on the players.

use super::Workshop;
use super::data::{CARD_PLANS, Data, TYPES};
use crate::game::Setup;
use crate::options::{Allowed, OptionSpec, Value, VariantSpec};

/// The game of 2010.
const FIRST_EDITION: &str = "first-edition";

pub(super) const VARIANTS: &[VariantSpec] = &[
    VariantSpec { name: "standard", rule: "R8", summary: "the rules of 2012", rules: &[], players: None },
    VariantSpec {
        name: FIRST_EDITION,
        rule: "R19",
        summary: "three to five players bid secretly for turn order; two players as in standard",
        rules: &[],
        players: None,
    },
];

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "crossing_strict",
        default: Value::Bool(true),
        allowed: Allowed::Choices(&[Value::Bool(true), Value::Bool(false)]),
        rule: "R29",
        summary: "whoever placed in an end of one crossing line may not lay the other at all this turn",
    },
    OptionSpec {
        name: "fists_paid",
        default: Value::Name("both"),
        allowed: Allowed::Choices(&[Value::Name("both"), Value::Name("winner")]),
        rule: "R16",
        summary: "who pays hidden bids: everybody, or only the one who comes first; no effect in the once-round auction",
    },
];

/// What variant, options, players and data come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Players.
    pub(super) players: usize,
    /// Colours in play (R1).
    pub(super) colours: usize,
    /// Rounds of an era (R4).
    pub(super) rounds: u8,
    /// Cards set aside (R4).
    pub(super) aside: u8,
    /// Demand counters that a player draws in an era (R5).
    pub(super) draw: u8,
    /// Cash at the start (R2).
    pub(super) start: u16,
    /// Whether turn order is bid for with hidden bids (R14, R19).
    pub(super) hidden_bids: bool,
    /// R29.
    pub(super) crossing_strict: bool,
    /// Whether everybody pays hidden bids (R16).
    pub(super) all_pay: bool,
}

impl Plan {
    pub(super) fn new(setup: &Setup, data: &Data) -> Self {
        let two = setup.players == 2;
        let (_, aside, colours) =
            *CARD_PLANS.iter().find(|(players, ..)| *players == setup.players).expect("2 to 5 players");
        let cards: usize = data.copies().into_iter().map(usize::from).sum();
        Self {
            players: setup.players,
            colours,
            rounds: ((cards - aside) / colours) as u8,
            aside: aside as u8,
            draw: if two { 4 } else { 2 },
            start: if two { 100 } else { 50 },
            hidden_bids: two || setup.variant == FIRST_EDITION,
            crossing_strict: setup.rules.switch("crossing_strict"),
            all_pay: setup.rules.name("fists_paid") == "both",
        }
    }

    /// Two players with two colours each (R1).
    #[inline]
    pub(super) fn two(&self) -> bool {
        self.players == 2
    }

    /// The cards that are turned up in an era.
    pub(super) fn deck(&self) -> u8 {
        self.rounds * self.colours as u8
    }

    /// The counters that everybody together draws in an era.
    pub(super) fn drawn(&self) -> u8 {
        self.players as u8 * self.draw
    }

    /// The bound on decisions of players (see the page, "Bounds").
    pub(super) fn max_game_length(&self) -> usize {
        let n = self.players;
        let auctions = match (self.two(), self.hidden_bids) {
            (true, _) => 9,
            (false, true) => 2 * n - 1,
            (false, false) => 2 * (n - 1) + n * (n - 1) / 2,
        };
        let rounds = usize::from(self.rounds);
        2 * rounds * auctions + 10 * rounds * self.colours + 4 * self.colours
    }

    /// The bound on chance nodes (see the page, "Bounds").
    pub(super) fn max_chance_nodes(&self) -> usize {
        let deck = usize::from(self.deck());
        let order = if self.two() { 2 } else { self.colours };
        2 * usize::from(self.drawn()) + 2 * deck + 2 * usize::from(self.aside).min(deck) + order
    }
}

/// The highest numbers that a game from the start can reach, worked out from the data (see the page, "The highest bid").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Highest {
    /// Bid.
    pub(super) bid: u16,
    /// Cash.
    pub(super) cash: u16,
    /// Revenue.
    pub(super) revenue: u16,
}

impl Highest {
    pub(super) fn new(plan: &Plan, data: &Data) -> Self {
        let (one, two) = best_builds(data);
        let turns = i32::from(plan.deck()) / plan.players as i32;
        let start = i32::from(plan.start);
        let of_a_type = i32::from((0..TYPES).map(|t| data.counters[t]).max().unwrap_or(0));
        let drawn = i32::from(plan.drawn());
        let (early, late) = (of_a_type.min(drawn), of_a_type.min(2 * drawn));
        let canal_turn = (one - 1).max(two - 2).max(0);
        let rail_turn = (one - 4).max(two - 8).max(0);
        let canal = start + turns * canal_turn + turns * early;
        let revenue = turns * one.max(two);
        Self {
            bid: (canal + (turns - 1) * rail_turn / 2) as u16,
            cash: (canal + revenue + 2 * turns * late) as u16,
            revenue: revenue as u16,
        }
    }
}

/// The most revenue of a build of one Link and of a build of two, 0 where there is none.
fn best_builds(data: &Data) -> (i32, i32) {
    let value = |town: u8| i32::from(data.value(usize::from(town)));
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
    (one, two)
}

impl Workshop {
    #[inline]
    pub(super) fn players(&self) -> usize {
        self.plan.players
    }

    #[inline]
    pub(super) fn colours(&self) -> usize {
        self.plan.colours
    }

    /// The player whose colour it is (R1): with two players every other one.
    #[inline]
    pub(super) fn owner(&self, colour: u8) -> u8 {
        if self.plan.two() { colour & 1 } else { colour }
    }

    /// The colours of a player (R1).
    pub fn colours_of(&self, player: usize) -> impl Iterator<Item = u8> + '_ {
        (player..self.colours()).step_by(self.players()).map(|colour| colour as u8)
    }
}

//! Variants and rules options, and the numbers that depend on the players.

use super::Workshop;
use super::data::{Data, Figures};
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
    /// The numbers of the rules that are the same for all.
    pub(super) figures: Figures,
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
        let seats = data.seats_of(setup.players);
        Self {
            players: setup.players,
            colours: seats.colours,
            rounds: data.rounds(&seats) as u8,
            aside: seats.aside,
            draw: seats.draw,
            start: seats.start,
            figures: data.figures,
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

    /// The slots of Demand 1 and 3: counters that must be placed, round the boxes (R5, R38).
    pub(super) fn must_slots(&self) -> u8 {
        self.figures.must_place * self.colours as u8
    }

    /// The slots of Demand 2 and 4: counters that may be placed (R33, R38).
    #[inline]
    pub(super) fn may_slots(&self) -> u8 {
        self.figures.may_place * self.colours as u8
    }

    /// Whether Industries can run out (R41): two of a colour are markers, and a game has a turn a round.
    #[inline]
    pub(super) fn short_of_industries(&self) -> bool {
        i32::from(self.figures.industries) - 2 < 2 * i32::from(self.rounds)
    }

    /// Whether Links can run out (R41): a turn lays so many at most.
    #[inline]
    pub(super) fn short_of_links(&self) -> bool {
        u16::from(self.figures.links) < u16::from(self.figures.in_turn) * u16::from(self.rounds)
    }

    /// The Industries of a colour for the map: a player has one on the Revenue track, a colour one on the chart (R42).
    pub(super) fn industry_supply(&self, colour: u8) -> u16 {
        let on_track = usize::from(colour) < self.players;
        u16::from(self.figures.industries) - 1 - u16::from(on_track)
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
        let of_turn = if self.short_of_industries() { 6 } else { 5 };
        let slots = usize::from(self.must_slots()) + usize::from(self.may_slots());
        2 * rounds * auctions + 2 * of_turn * rounds * self.colours + 2 * slots
    }

    /// The bound on chance nodes (see the page, "Bounds").
    pub(super) fn max_chance_nodes(&self) -> usize {
        let deck = usize::from(self.deck());
        let order = if self.two() { 2 } else { self.colours };
        2 * usize::from(self.drawn()) + 2 * deck + 2 * usize::from(self.aside).min(deck) + order
    }
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

    /// Types of towns.
    #[inline]
    pub(super) fn types(&self) -> usize {
        self.names.types.len()
    }

    /// The box of a Demand phase's slot: round and round (R5, R33, R38).
    #[inline]
    pub(super) fn box_of(&self, slot: u8) -> usize {
        let (slot, colours) = (usize::from(slot), self.colours());
        // Nearly always the first round, which needs no division.
        if slot < colours { slot } else { slot % colours }
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

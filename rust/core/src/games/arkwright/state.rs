//! One position: plain bytes, no heap. Of what follows from other numbers it keeps two caches only: each seat's mask of
//! open factories, and the mask of the cards in the supply.

use super::data::{Data, MOST_CARDS, MOST_CREW, MOST_GOODS, MOST_SMALL, TRACKS};
use crate::bits::places;
pub(super) use crate::fields::NONE;

/// Seats of the largest game.
pub(super) const SEATS: usize = 4;
/// The most money that a position may have.
pub(super) const MOST_CASH: i32 = 2_000_000_000;
/// Warehouses of a player at most: the small ones, then the large one.
pub(super) const MOST_WAREHOUSES: usize = MOST_SMALL + 1;

/// What is decided next; the order is that of the page's table of phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Starting goods (R5).
    #[default]
    Goods,
    /// Set-up points (R6).
    Points,
    /// Chance shows an event (R7).
    Event,
    /// A machine turns back (R8).
    Break,
    /// The action (R9).
    Action,
    /// Second half of the Stock Exchange (R21).
    Loan,
    /// Price and appeal (R24).
    Price,
    /// The development (R27).
    Develop,
    /// A step with the Patent (R31).
    PatentStep,
    /// A card is missing (R30).
    Lower,
    /// After a card was given up (R29).
    Take,
    /// The Engineer's first place (R32).
    Engineer,
    /// How many ships sail (R39).
    Ship,
    /// Who begins the decade (R48).
    Start,
    /// Nothing any more.
    Over,
}

impl Phase {
    /// All phases, in order.
    pub(super) const ALL: [Phase; 15] = [
        Phase::Goods,
        Phase::Points,
        Phase::Event,
        Phase::Break,
        Phase::Action,
        Phase::Loan,
        Phase::Price,
        Phase::Develop,
        Phase::PatentStep,
        Phase::Lower,
        Phase::Take,
        Phase::Engineer,
        Phase::Ship,
        Phase::Start,
        Phase::Over,
    ];

    /// The page's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Phase::Goods => "goods",
            Phase::Points => "points",
            Phase::Event => "event",
            Phase::Break => "break",
            Phase::Action => "action",
            Phase::Loan => "loan",
            Phase::Price => "price",
            Phase::Develop => "develop",
            Phase::PatentStep => "patent_step",
            Phase::Lower => "lower",
            Phase::Take => "take",
            Phase::Engineer => "engineer",
            Phase::Ship => "ship",
            Phase::Start => "start",
            Phase::Over => "over",
        }
    }
}

/// The kind of the action that was begun (R9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Build and upgrade (R10).
    Build = 0,
    /// Employ (R13).
    Employ = 1,
    /// Automate (R14).
    Automate = 2,
    /// Quality and the Engineer (R16, R18).
    Quality = 3,
    /// Distribution (R19).
    Distribution = 4,
    /// Early Shipping (R23).
    Early = 5,
    /// None begun.
    #[default]
    None = NONE,
}

impl Kind {
    /// The kinds, in order.
    pub(super) const ALL: [Kind; 6] =
        [Kind::Build, Kind::Employ, Kind::Automate, Kind::Quality, Kind::Distribution, Kind::Early];

    /// The page's name; "none" before the first step.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Build => "build",
            Kind::Employ => "employ",
            Kind::Automate => "automate",
            Kind::Quality => "quality",
            Kind::Distribution => "distribution",
            Kind::Early => "early",
            Kind::None => "none",
        }
    }
}

/// A factory; all 0 while it is not open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Factory {
    /// Of the tile, from 1; 0: not open.
    pub decade: u8,
    /// Up to as many as the data file allows.
    pub worker_cards: u8,
    /// On each worker card.
    pub machines: [u8; MOST_CREW],
    /// On its Quality cards.
    pub quality: u8,
    /// On its Distribution card.
    pub distribution: u8,
    /// Where the appeal marker stands.
    pub appeal: u8,
}

/// A warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warehouse {
    /// What it holds, 255 while it is empty.
    pub good: u8,
    /// How many.
    pub count: u8,
}

impl Warehouse {
    pub(super) const EMPTY: Self = Self { good: NONE, count: 0 };
}

/// One player's board, cards and money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Pounds.
    pub cash: i32,
    /// Development cards: a bit for each row of their table.
    pub cards: u16,
    /// Round in which the player went bankrupt, from 1; 0: solvent.
    pub bankrupt_round: u8,
    /// Own shares held.
    pub shares: u8,
    /// What one of them is worth.
    pub share_value: u8,
    /// Regular and emergency loans.
    pub loans: u8,
    /// Placed so far.
    pub ship_tokens: u8,
    /// Until the next Stock Exchange.
    pub ships_used: u8,
    /// Whether this decade's Extra Production is over.
    pub extra_used: bool,
    /// Until the decade ends.
    pub patent_used: bool,
    /// Where the Engineer is, 255 without.
    pub engineer: u8,
    /// Whether the Engineer's card shows its second side.
    pub engineer_turned: bool,
    /// Price set in this round, 255 if none.
    pub price: u8,
    /// Home sales of this production, 255 if none.
    pub sold: u8,
    /// Cache: bit g for each open factory.
    pub open: u8,
    /// Of the six tracks.
    pub levels: [u8; TRACKS],
    /// The small ones, then the large one.
    pub warehouses: [Warehouse; MOST_WAREHOUSES],
    /// By good.
    pub factories: [Factory; MOST_GOODS],
}

impl Default for Seat {
    fn default() -> Self {
        Self {
            cash: 0,
            cards: 0,
            bankrupt_round: 0,
            shares: 0,
            share_value: 0,
            loans: 0,
            ship_tokens: 0,
            ships_used: 0,
            extra_used: false,
            patent_used: false,
            engineer: NONE,
            engineer_turned: false,
            price: NONE,
            sold: NONE,
            open: 0,
            levels: [0; TRACKS],
            warehouses: [Warehouse::EMPTY; MOST_WAREHOUSES],
            factories: [Factory::default(); MOST_GOODS],
        }
    }
}

impl Seat {
    /// Whether the player is still in the game.
    #[inline]
    pub fn solvent(&self) -> bool {
        self.bankrupt_round == 0
    }

    /// Whether there is a factory for the good.
    #[inline]
    pub fn is_open(&self, good: usize) -> bool {
        self.open >> good & 1 != 0
    }

    /// The open factories by good, ascending.
    #[inline]
    pub(super) fn open_factories(&self) -> impl Iterator<Item = usize> + use<> {
        places(u64::from(self.open)).map(usize::from)
    }

    /// What the present level of a track gives.
    #[inline]
    pub(super) fn track_value(&self, data: &Data, track: usize) -> u8 {
        data.level_value[track][usize::from(self.levels[track])]
    }

    /// Whether the player has the Development card of a number; nobody has one that is left out.
    #[inline]
    pub(super) fn holds(&self, data: &Data, number: usize) -> bool {
        self.cards & data.card_bits[number] != 0
    }

    /// Whether the player has the Development card of a row.
    #[inline]
    pub(super) fn has_row(&self, row: usize) -> bool {
        self.cards >> row & 1 != 0
    }

    /// Stored goods of one kind.
    #[inline]
    pub fn stored(&self, good: usize) -> u16 {
        self.warehouses.iter().filter(|w| usize::from(w.good) == good).map(|w| u16::from(w.count)).sum()
    }

    /// The slow twin of `open`.
    pub(super) fn open_now(&self) -> u8 {
        (0..MOST_GOODS).filter(|g| self.factories[*g].decade != 0).fold(0, |mask, g| mask | 1 << g)
    }

    /// Whether there is a machine anywhere.
    pub(super) fn has_machine(&self) -> bool {
        self.factories.iter().any(|factory| factory.machines != [0; MOST_CREW])
    }
}

/// A position of the game. Seats that are not in the game stay as `Seat::default` made them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// The player who acts, `NONE` at a chance node and at the end.
    pub(super) actor: u8,
    /// From 0.
    pub(super) round: u8,
    /// The start player.
    pub(super) start: u8,
    pub(super) demand: [i8; MOST_GOODS],
    /// The space of the wage marker, from 0.
    pub(super) wage_space: u8,
    /// Appeal of the neutral markers, `NONE` without.
    pub(super) neutral: [u8; MOST_GOODS],
    /// Copies of each Development card in the supply.
    pub(super) supply: [u8; MOST_CARDS],
    /// Cache: a bit for each card of which the supply has a copy.
    pub(super) in_supply: u16,
    /// This decade's event.
    pub(super) event: u8,
    /// Bit set of the events shown so far.
    pub(super) events_shown: u8,

    /// The kind of the action begun.
    pub(super) kind: Kind,
    /// Machines added or broken, points spent, or steps made with the Patent.
    pub(super) used: u8,
    /// Whether the action has built.
    pub(super) built: bool,
    /// Whether the action has moved the Engineer.
    pub(super) token_moved: bool,
    /// Whether the action has turned the Engineer.
    pub(super) card_turned: bool,
    /// Factories set in this Quality or Distribution action.
    pub(super) set_factories: u8,
    /// Worker cards begun in this Automate action: bit W f + c, with W worker cards of a factory.
    pub(super) begun: u32,
    /// The good of the pending `ship` decision.
    pub(super) producing: u8,
    /// The goods left over in it.
    pub(super) rest: u8,
    /// The card given up, in `lower` and `take`.
    pub(super) given_up: u8,

    pub(super) seats: [Seat; SEATS],
}

impl State {
    /// Before anything is set up.
    pub(super) fn empty() -> Self {
        Self {
            phase: Phase::Goods,
            actor: 0,
            round: 0,
            start: 0,
            demand: [0; MOST_GOODS],
            wage_space: 0,
            neutral: [NONE; MOST_GOODS],
            supply: [0; MOST_CARDS],
            in_supply: 0,
            event: NONE,
            events_shown: 0,
            kind: Kind::None,
            used: 0,
            built: false,
            token_moved: false,
            card_turned: false,
            set_factories: 0,
            begun: 0,
            producing: NONE,
            rest: 0,
            given_up: NONE,
            seats: [Seat::default(); SEATS],
        }
    }

    /// The slow twin of `in_supply`.
    pub(super) fn in_supply_now(&self) -> u16 {
        (0..MOST_CARDS).filter(|k| self.supply[*k] > 0).fold(0, |mask, k| mask | 1 << k)
    }

    /// The number of the decade, from 1.
    #[inline]
    pub(super) fn decade(&self, data: &Data) -> u8 {
        data.rounds[usize::from(self.round)].decade
    }

    /// The active good.
    #[inline]
    pub(super) fn active(&self, data: &Data) -> usize {
        usize::from(data.rounds[usize::from(self.round)].active)
    }

    /// The seat that acts.
    #[inline]
    pub(super) fn acting(&self) -> &Seat {
        &self.seats[usize::from(self.actor)]
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn acting_mut(&mut self) -> &mut Seat {
        &mut self.seats[usize::from(self.actor)]
    }

    /// Forgets what is kept between the steps of an action.
    pub(super) fn clear_steps(&mut self) {
        self.kind = Kind::None;
        self.used = 0;
        self.built = false;
        self.token_moved = false;
        self.card_turned = false;
        self.set_factories = 0;
        self.begun = 0;
    }
}

const _: () = assert!(MOST_CARDS < NONE as usize, "none is no card and no good");

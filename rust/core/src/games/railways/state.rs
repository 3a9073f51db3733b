//! The position: plain data.

use super::cards::Cards;
use super::data::{ENGINE, MOST_CARDS, MOST_GOODS, MOST_SLOTS, PLAYERS};
use super::network::Network;
use crate::bits::{equal_bytes, places};
use crate::fields::NONE;

/// The phases, as the game's page numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: the cities dealt to each player.
    DealCity,
    /// Chance: the other cards dealt to each player.
    DealCard,
    /// Chance: the open row.
    DealOpen,
    /// Chance: who begins.
    FirstPlayer,
    /// One action.
    Action,
    /// Where the new link starts, and its colour.
    Connect,
    /// Which cards are laid.
    Pay,
    /// Chance: the cubes of a new city.
    PlaceGoods,
    /// A delivery after an engine.
    EngineDelivery,
    /// Where the cube goes.
    Deliver,
    /// What a discard is for.
    DiscardUse,
    /// Chance: the replenishing cube.
    ReplenishCube,
    /// Where it goes.
    Replenish,
    /// Cards after the action.
    Draw,
    /// Chance: the blind card.
    DrawCard,
    /// Chance: the card for an empty slot.
    Refill,
    /// Down to the hand limit.
    Trim,
    /// A last delivery.
    FinalDelivery,
    /// The end.
    Over,
}

impl Phase {
    /// All phases by id.
    pub(super) const ALL: [Phase; 19] = [
        Phase::DealCity,
        Phase::DealCard,
        Phase::DealOpen,
        Phase::FirstPlayer,
        Phase::Action,
        Phase::Connect,
        Phase::Pay,
        Phase::PlaceGoods,
        Phase::EngineDelivery,
        Phase::Deliver,
        Phase::DiscardUse,
        Phase::ReplenishCube,
        Phase::Replenish,
        Phase::Draw,
        Phase::DrawCard,
        Phase::Refill,
        Phase::Trim,
        Phase::FinalDelivery,
        Phase::Over,
    ];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Phase::DealCity => "deal_city",
            Phase::DealCard => "deal_card",
            Phase::DealOpen => "deal_open",
            Phase::FirstPlayer => "first_player",
            Phase::Action => "action",
            Phase::Connect => "connect",
            Phase::Pay => "pay",
            Phase::PlaceGoods => "place_goods",
            Phase::EngineDelivery => "engine_delivery",
            Phase::Deliver => "deliver",
            Phase::DiscardUse => "discard_use",
            Phase::ReplenishCube => "replenish_cube",
            Phase::Replenish => "replenish",
            Phase::Draw => "draw",
            Phase::DrawCard => "draw_card",
            Phase::Refill => "refill",
            Phase::Trim => "trim",
            Phase::FinalDelivery => "final_delivery",
            Phase::Over => "over",
        }
    }

    /// Whether chance acts.
    #[inline]
    pub(super) fn is_chance(self) -> bool {
        const CHANCE: u32 = 1 << Phase::DealCity as u32
            | 1 << Phase::DealCard as u32
            | 1 << Phase::DealOpen as u32
            | 1 << Phase::FirstPlayer as u32
            | 1 << Phase::PlaceGoods as u32
            | 1 << Phase::ReplenishCube as u32
            | 1 << Phase::DrawCard as u32
            | 1 << Phase::Refill as u32;
        CHANCE >> self as u32 & 1 == 1
    }

    /// Whether the game is still being set up (R1 to R4).
    pub(super) fn is_deal(self) -> bool {
        self < Phase::Action
    }
}

/// What brought the end about (R36, R39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Trigger {
    /// The last card left the deck.
    DeckEmpty,
    /// A player laid the last train.
    Trains,
    /// The last cube left the bag.
    BagEmpty,
    /// The last round began.
    MaxRounds,
}

impl Trigger {
    /// All triggers by id.
    pub(super) const ALL: [Trigger; 4] = [Trigger::DeckEmpty, Trigger::Trains, Trigger::BagEmpty, Trigger::MaxRounds];

    /// The end reason.
    pub fn name(self) -> &'static str {
        match self {
            Trigger::DeckEmpty => "deck_empty",
            Trigger::Trains => "trains",
            Trigger::BagEmpty => "bag_empty",
            Trigger::MaxRounds => "max_rounds",
        }
    }
}

/// A link being built; what is not chosen yet is 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Build {
    /// The new city.
    pub city: u8,
    /// The place it is built from.
    pub from: u8,
    /// The colour of the link.
    pub colour: u8,
    /// Track cards worth 1 that are laid.
    pub ones: u8,
    /// Track cards worth 2 that are laid.
    pub twos: u8,
    /// Engines that are laid.
    pub wilds: u8,
}

impl Build {
    pub(super) const NONE: Self = Self { city: NONE, from: NONE, colour: NONE, ones: 0, twos: 0, wilds: 0 };

    /// What is laid so far, with engines of this worth.
    #[inline]
    pub(super) fn total(self, wild: u8) -> u8 {
        self.ones + 2 * self.twos + wild * self.wilds
    }
}

/// A cube under way; 255 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shipment {
    /// The city where it lies.
    pub from: u8,
    /// Its colour.
    pub good: u8,
}

impl Shipment {
    pub(super) const NONE: Self = Self { from: NONE, good: NONE };
}

/// The bits that stand for slots.
const ALL_SLOTS: u64 = 0x8080_8080_8080_8080;

/// The slots of a mask, ascending.
#[inline]
pub(super) fn slots(mask: u64) -> impl Iterator<Item = u8> {
    places(mask).map(|place| place / 8)
}

/// One position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// The turn player, or [`NONE`].
    pub(super) turn: u8,
    /// The first player, or [`NONE`].
    pub(super) first: u8,
    pub(super) round: u8,
    pub(super) trigger: Option<Trigger>,
    /// Which round of the final deliveries it is, from 1; 0 before (R51).
    pub(super) final_deliveries: u8,
    pub(super) picks: u8,
    /// How many of the cities dealt at the start are in each hand, though the table has not seen which (R49).
    pub(super) v2_hidden: [u8; PLAYERS],
    pub(super) deck: Cards,
    pub(super) hands: [Cards; PLAYERS],
    pub(super) known: [Cards; PLAYERS],
    /// Kinds, or [`NONE`]; the file says how many slots there are.
    pub(super) open: [u8; MOST_SLOTS],
    pub(super) pile_len: u8,
    /// Kinds, bottom first, zeros above the top.
    pub(super) pile: [u8; MOST_CARDS],
    pub(super) bag: [u8; MOST_GOODS],
    pub(super) engines: [u8; PLAYERS],
    pub(super) points: [u16; PLAYERS],
    pub(super) delivered: [[u8; MOST_GOODS]; PLAYERS],
    pub(super) build: Build,
    pub(super) shipment: Shipment,
    /// The good drawn to replenish a city, or [`NONE`].
    pub(super) cube: u8,
    pub(super) network: Network,
}

impl State {
    /// Nothing anywhere: what the readers of positions fill in.
    pub(super) fn empty() -> Self {
        Self {
            phase: Phase::DealCity,
            turn: NONE,
            first: NONE,
            round: 0,
            trigger: None,
            final_deliveries: 0,
            picks: 0,
            v2_hidden: [0; PLAYERS],
            deck: Cards::default(),
            hands: [Cards::default(); PLAYERS],
            known: [Cards::default(); PLAYERS],
            open: [NONE; MOST_SLOTS],
            pile_len: 0,
            pile: [0; MOST_CARDS],
            bag: [0; MOST_GOODS],
            engines: [0; PLAYERS],
            points: [0; PLAYERS],
            delivered: [[0; MOST_GOODS]; PLAYERS],
            build: Build::NONE,
            shipment: Shipment::NONE,
            cube: NONE,
            network: Network::EMPTY,
        }
    }

    /// The slots whose open card is of a kind, or empty: the top bit of a byte each.
    #[inline]
    fn slots_of(&self, kind: u8) -> u64 {
        equal_bytes(u64::from_le_bytes(self.open), kind)
    }

    /// The slots with an open card that may be taken, the engines among them or not: a bit each, for [`slots`].
    #[inline]
    pub(super) fn lying(&self, engines: bool) -> u64 {
        let empty = self.slots_of(NONE);
        let held_back = if engines { 0 } else { self.slots_of(ENGINE) };
        ALL_SLOTS & !empty & !held_back
    }

    /// The lowest empty slot; where all that there are are full, one that there is not.
    #[inline]
    pub(super) fn empty_slot(&self) -> usize {
        self.slots_of(NONE).trailing_zeros() as usize / 8
    }

    /// The turn player as an index; only where there is one.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        usize::from(self.turn)
    }

    /// The discard pile, bottom first.
    #[inline]
    pub(super) fn pile(&self) -> &[u8] {
        &self.pile[..usize::from(self.pile_len)]
    }

    /// The top card of the discard pile.
    #[inline]
    pub(super) fn pile_top(&self) -> Option<u8> {
        self.pile().last().copied()
    }

    #[inline]
    pub(super) fn push_pile(&mut self, kind: u8) {
        self.pile[usize::from(self.pile_len)] = kind;
        self.pile_len += 1;
    }

    #[inline]
    pub(super) fn pop_pile(&mut self) -> u8 {
        self.pile_len -= 1;
        std::mem::take(&mut self.pile[usize::from(self.pile_len)])
    }

    #[inline]
    pub(super) fn bag_is_empty(&self) -> bool {
        self.bag == [0; MOST_GOODS]
    }
}

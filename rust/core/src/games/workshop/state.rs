//! The position: plain data, and what is derived from it.

use super::Workshop;
use super::cards::Cards;
use super::data::{COLOURS, MOST_TOWNS, MOST_TYPES, MOST_VALUE};
pub(super) use crate::fields::NONE;
use crate::fields::some;
use crate::game::MAX_PLAYERS;

/// No amount chosen.
pub(super) const NO_AMOUNT: u16 = u16::MAX;
/// Bits of an Industry count in a packed town.
const COUNT_BITS: u8 = 4;
/// The bits of one count, and the remainder by which counts sum up.
const COUNT_MASK: u32 = 15;

/// The phases, as the game's page numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: the first turn order.
    DrawOrder,
    /// Chance: who places first in Demand 1 of two players.
    TossDemand,
    /// Chance: a Demand counter.
    DrawDemand,
    /// A counter must be placed.
    DemandMust,
    /// Chance: a card is turned up.
    Reveal,
    /// Which card is auctioned.
    Nominate,
    /// Bid or pass.
    Bid,
    /// The nominator's last word.
    Close,
    /// The colour of a hidden bid.
    FistColour,
    /// A hidden bid.
    FistAmount,
    /// Chance: equal bids in the first auction.
    TossFists,
    /// Which card is taken.
    Pick,
    /// Whether a blocked card is swapped.
    Swap,
    /// Chance: a set-aside card.
    DrawSwap,
    /// The town of a wild card.
    Town,
    /// Which Industry leaves the full town.
    Displace,
    /// Links.
    Build,
    /// A counter may be placed.
    DemandMay,
    /// The end.
    Over,
    /// Which Industry is placed anew; only where they can run out (R42).
    Move,
}

impl Phase {
    /// All phases by id; the last one only where Industries can run out.
    pub(super) const ALL: [Phase; 20] = [
        Phase::DrawOrder,
        Phase::TossDemand,
        Phase::DrawDemand,
        Phase::DemandMust,
        Phase::Reveal,
        Phase::Nominate,
        Phase::Bid,
        Phase::Close,
        Phase::FistColour,
        Phase::FistAmount,
        Phase::TossFists,
        Phase::Pick,
        Phase::Swap,
        Phase::DrawSwap,
        Phase::Town,
        Phase::Displace,
        Phase::Build,
        Phase::DemandMay,
        Phase::Over,
        Phase::Move,
    ];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Phase::DrawOrder => "draw_order",
            Phase::TossDemand => "toss_demand",
            Phase::DrawDemand => "draw_demand",
            Phase::DemandMust => "demand_must",
            Phase::Reveal => "reveal",
            Phase::Nominate => "nominate",
            Phase::Bid => "bid",
            Phase::Close => "close",
            Phase::FistColour => "fist_colour",
            Phase::FistAmount => "fist_amount",
            Phase::TossFists => "toss_fists",
            Phase::Pick => "pick",
            Phase::Swap => "swap",
            Phase::DrawSwap => "draw_swap",
            Phase::Town => "town",
            Phase::Displace => "displace",
            Phase::Build => "build",
            Phase::DemandMay => "demand_may",
            Phase::Over => "over",
            Phase::Move => "move",
        }
    }

    /// Whether chance acts.
    #[inline]
    pub(super) fn is_chance(self) -> bool {
        const CHANCE: u32 = 1 << Phase::DrawOrder as u32
            | 1 << Phase::TossDemand as u32
            | 1 << Phase::DrawDemand as u32
            | 1 << Phase::Reveal as u32
            | 1 << Phase::TossFists as u32
            | 1 << Phase::DrawSwap as u32;
        CHANCE >> self as u32 & 1 == 1
    }

    /// Whether a colour's turn is under way.
    #[inline]
    pub(super) fn is_turn(self) -> bool {
        matches!(self, Phase::Swap | Phase::DrawSwap | Phase::Town | Phase::Displace | Phase::Build | Phase::Move)
    }

    /// Whether a card is being auctioned.
    pub(super) fn is_auction(self) -> bool {
        matches!(self, Phase::Bid | Phase::Close)
    }

    /// Whether hidden bids are being made.
    pub(super) fn is_fist(self) -> bool {
        matches!(self, Phase::FistColour | Phase::FistAmount | Phase::TossFists)
    }

    /// Whether no card of the era's first or next round has been turned up yet, or none is left.
    pub(super) fn is_outside_rounds(self) -> bool {
        self < Phase::Reveal || matches!(self, Phase::DemandMay | Phase::Over)
    }
}

/// The two halves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Era {
    /// The first.
    Canal,
    /// The second.
    Rail,
}

impl Era {
    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Era::Canal => "canal",
            Era::Rail => "rail",
        }
    }
}

/// The Industries of a town: a few bits a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Works(u32);

impl Works {
    #[inline]
    pub(super) fn count(self, colour: u8) -> u8 {
        (self.0 >> (COUNT_BITS * colour) & COUNT_MASK) as u8
    }

    /// All Industries; there are at most 9, so that the digits to base 16 sum up to the remainder by 15.
    #[inline]
    pub(super) fn total(self) -> u8 {
        (self.0 % COUNT_MASK) as u8
    }

    /// The counts of the first four colours with 16 bits for each, and that of the fifth.
    #[inline]
    pub(super) fn spread(self) -> (u64, u64) {
        let counts = u64::from(self.0);
        let pairs = (counts | counts << 24) & 0xFF_0000_00FF;
        ((pairs | pairs << 12) & 0xF_000F_000F_000F, counts >> 16)
    }

    #[inline]
    fn add(&mut self, colour: u8) {
        self.0 += 1 << (COUNT_BITS * colour);
    }

    #[inline]
    fn take(&mut self, colour: u8) {
        self.0 -= 1 << (COUNT_BITS * colour);
    }

    /// The same with a colour's first Industries; None if the town, of this value, cannot hold so many.
    pub(super) fn with(self, colour: u8, count: u8, value: u8) -> Option<Self> {
        let fits = count <= value.saturating_sub(self.total());
        fits.then(|| Self(self.0 | u32::from(count) << (COUNT_BITS * colour)))
    }
}

/// A once-round auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Auction {
    pub(super) card: u8,
    pub(super) nominator: u8,
    pub(super) standing: u16,
    pub(super) leader: u8,
    pub(super) speaker: u8,
}

impl Auction {
    pub(super) const NONE: Self = Self { card: NONE, nominator: NONE, standing: 0, leader: NONE, speaker: NONE };
}

/// A hidden bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fist {
    pub(super) colour: u8,
    /// [`NO_AMOUNT`] until it is chosen.
    pub(super) amount: u16,
}

impl Fist {
    pub(super) const NONE: Self = Self { colour: NONE, amount: NO_AMOUNT };

    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.amount != NO_AMOUNT
    }
}

/// A colour's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    pub(super) colour: u8,
    pub(super) card: u8,
    pub(super) town: u8,
    /// The first connection laid, while a second may follow.
    pub(super) link: u8,
}

impl Turn {
    pub(super) const NONE: Self = Self { colour: NONE, card: NONE, town: NONE, link: NONE };
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Connections with Links of each colour.
    pub(super) links: [u128; COLOURS],
    pub(super) unseen: Cards,
    pub(super) face_up: Cards,
    /// Set-up cards not yet seen, a bit a kind.
    pub(super) unseen_setup: u64,
    pub(super) industries: [Works; MOST_TOWNS],
    pub(super) cash: [u16; MAX_PLAYERS],
    pub(super) revenue: [u16; MAX_PLAYERS],
    pub(super) auction: Auction,
    pub(super) fists: [Fist; MAX_PLAYERS],
    pub(super) phase: Phase,
    pub(super) era: Era,
    pub(super) round: u8,
    pub(super) step: u8,
    pub(super) demand_first: u8,
    /// Colours, box 1 first, then [`NONE`].
    pub(super) order: [u8; COLOURS],
    pub(super) next_order: [u8; COLOURS],
    /// The Demand chart.
    pub(super) demand: [u8; MOST_TYPES],
    pub(super) hands: [[u8; MOST_TYPES]; MAX_PLAYERS],
    pub(super) pool: [u8; MOST_TYPES],
    pub(super) deck: u8,
    pub(super) set_aside: u8,
    pub(super) turn: Turn,
    pub(super) derived: Derived,
}

/// What follows from the rest, kept at hand; [`Derived::of`] is its slow twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Derived {
    /// Connections that hold Links.
    pub(super) occupied: u128,
    /// The player to act, [`NONE`] if nobody is.
    pub(super) mover: u8,
    /// Boxes filled in `next_order`.
    pub(super) boxes: u8,
    /// The colours in them, a bit each.
    pub(super) boxed: u8,
    /// Cards that lie face up.
    pub(super) lying: u8,
}

impl Derived {
    const EMPTY: Self = Self { occupied: 0, mover: NONE, boxes: 0, boxed: 0, lying: 0 };

    /// Derives everything from a position whose numbers are in range.
    pub(super) fn of(game: &Workshop, s: &State) -> Self {
        let mut derived = Self::EMPTY;
        derived.occupied = s.links.iter().fold(0, |all, links| all | links);
        for colour in s.next_order.iter().filter(|colour| **colour != NONE) {
            derived.boxes += 1;
            derived.boxed |= 1 << colour;
        }
        derived.lying = s.face_up.size() as u8;
        derived.mover = acting(game, s, &derived).unwrap_or(NONE);
        derived
    }
}

/// The player to act, None if the phase or the position has none.
fn acting(game: &Workshop, s: &State, derived: &Derived) -> Option<u8> {
    let owner = |colour: Option<&u8>| colour.and_then(|colour| some(*colour)).map(|colour| game.owner(colour));
    match s.phase {
        Phase::DemandMust if s.demand_first != NONE => Some((s.demand_first ^ s.step) & 1),
        Phase::DemandMust | Phase::DemandMay => owner(Some(&s.order[game.box_of(s.step)])),
        Phase::Nominate => owner(s.order.iter().find(|c| **c != NONE && derived.boxed >> **c & 1 == 0)),
        Phase::Bid => some(s.auction.speaker),
        Phase::Close => some(s.auction.nominator),
        Phase::FistColour | Phase::FistAmount => {
            s.fists[..game.players()].iter().position(|fist| !fist.is_closed()).map(|player| player as u8)
        }
        Phase::Pick => {
            let taken = (game.colours() as u8).checked_sub(derived.lying)?;
            owner(s.next_order.get(usize::from(taken)))
        }
        Phase::Swap | Phase::Town | Phase::Displace | Phase::Build | Phase::Move => owner(Some(&s.turn.colour)),
        _ => None,
    }
}

impl State {
    /// Nothing anywhere: what the readers of positions fill in.
    pub(super) fn empty() -> Self {
        Self {
            links: [0; COLOURS],
            unseen: Cards::default(),
            face_up: Cards::default(),
            unseen_setup: 0,
            industries: [Works::default(); MOST_TOWNS],
            cash: [0; MAX_PLAYERS],
            revenue: [0; MAX_PLAYERS],
            auction: Auction::NONE,
            fists: [Fist::NONE; MAX_PLAYERS],
            phase: Phase::DrawOrder,
            era: Era::Canal,
            round: 0,
            step: 0,
            demand_first: NONE,
            order: [NONE; COLOURS],
            next_order: [NONE; COLOURS],
            demand: [0; MOST_TYPES],
            hands: [[0; MOST_TYPES]; MAX_PLAYERS],
            pool: [0; MOST_TYPES],
            deck: 0,
            set_aside: 0,
            turn: Turn::NONE,
            derived: Derived::EMPTY,
        }
    }

    /// The player to act as an index; only at a decision.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        usize::from(self.derived.mover)
    }

    /// A player decides next.
    #[inline]
    pub(super) fn ask(&mut self, phase: Phase, player: u8) {
        self.phase = phase;
        self.derived.mover = player;
    }

    /// Chance is next, or nobody.
    #[inline]
    pub(super) fn leave_to_chance(&mut self, phase: Phase) {
        self.ask(phase, NONE);
    }

    /// What a player can pay (R24).
    #[inline]
    pub(super) fn payable(&self, game: &Workshop, player: usize) -> u16 {
        self.cash[player] + game.rate.pounds(self.revenue[player])
    }

    /// Cash first, then revenue for each missing pound (R24). The player can pay it.
    #[inline]
    pub(super) fn pay(&mut self, game: &Workshop, player: usize, amount: u16) {
        let from_cash = amount.min(self.cash[player]);
        self.cash[player] -= from_cash;
        self.revenue[player] -= game.rate.revenue(amount - from_cash);
    }

    /// The next box of the next round's order (R11).
    #[inline]
    pub(super) fn fill_box(&mut self, colour: u8) {
        self.next_order[usize::from(self.derived.boxes)] = colour;
        self.derived.boxes += 1;
        self.derived.boxed |= 1 << colour;
    }

    #[inline]
    pub(super) fn clear_boxes(&mut self) {
        self.next_order = [NONE; COLOURS];
        self.derived.boxes = 0;
        self.derived.boxed = 0;
    }

    /// Whether a player, whose colour has the same number, has a card this round; only in the once-round auction.
    #[inline]
    pub(super) fn has_card(&self, player: u8) -> bool {
        self.derived.boxed >> player & 1 == 1
    }

    #[inline]
    pub(super) fn holds_counters(&self, player: usize) -> bool {
        self.hands[player] != [0; MOST_TYPES]
    }

    #[inline]
    pub(super) fn add_industry(&mut self, town: u8, colour: u8) {
        self.industries[usize::from(town)].add(colour);
    }

    #[inline]
    pub(super) fn take_industry(&mut self, town: u8, colour: u8) {
        self.industries[usize::from(town)].take(colour);
    }

    /// The Industries of a colour on the map, in the towns that are asked for.
    pub(super) fn works(&self, game: &Workshop, colour: u8, is_asked: impl Fn(u8) -> bool) -> u16 {
        let towns = self.industries[..game.towns()].iter().zip(0..).filter(|(_, town)| is_asked(*town));
        towns.map(|(works, _)| u16::from(works.count(colour))).sum()
    }

    /// Whether a colour has no Industry left to place (R42); only where they can run out.
    pub(super) fn is_out_of_industries(&self, game: &Workshop, colour: u8) -> bool {
        self.works(game, colour, |_| true) >= game.plan.industry_supply(colour)
    }

    /// The Links that a colour has left (R43): as many as a turn can take where they cannot run out.
    #[inline]
    pub(super) fn links_left(&self, game: &Workshop, colour: u8) -> u8 {
        if game.plan.short_of_links() { self.counted_links_left(game, colour) } else { 2 }
    }

    /// Out of the way of the files where they cannot run out.
    #[cold]
    #[inline(never)]
    fn counted_links_left(&self, game: &Workshop, colour: u8) -> u8 {
        let laid = game.board.count_links(self.links[usize::from(colour)]) as u8;
        game.plan.figures.links.saturating_sub(laid)
    }

    /// Whether the town holds as many Industries as its value (R23).
    #[inline]
    pub(super) fn is_full(&self, game: &Workshop, town: u8) -> bool {
        self.industries[usize::from(town)].total() == game.board.value(town)
    }

    /// The colour whose Links a connection holds.
    pub(super) fn link_owner(&self, connection: u8) -> Option<u8> {
        self.links.iter().position(|links| links >> connection & 1 == 1).map(|colour| colour as u8)
    }

    /// Cards taken this round: by those whose turn is over or under way.
    pub(super) fn taken(&self, game: &Workshop) -> u8 {
        game.colours() as u8 - self.derived.lying
    }

    /// Used or discarded cards of a kind: all that are nowhere else. Negative if cards were invented.
    pub(super) fn used(&self, game: &Workshop, kind: u8) -> i32 {
        let count = |cards| i32::from(game.deck.count(cards, kind));
        let in_turn = i32::from(self.turn.card == kind);
        count(game.deck.all()) - count(self.unseen) - self.setup_count(kind) - count(self.face_up) - in_turn
    }

    /// 1 if the set-up card of a kind is unseen, else 0.
    pub(super) fn setup_count(&self, kind: u8) -> i32 {
        i32::from(self.unseen_setup >> kind & 1 == 1)
    }
}

const _: () = assert!(size_of::<State>() <= 512, "the size that is promised");
const _: () = assert!((MOST_VALUE as u32) < COUNT_MASK && COLOURS == 5 && COUNT_BITS == 4, "Works holds a town");

//! The position: plain data, and what is derived from it.

use super::Widgets;
use super::parts::{Deck, MOST_BAYS, MOST_CONSTRUCTS, MOST_HAND, MOST_PARTS, MOST_TYPES, NONE, PLAYERS, Parts};
use super::pile::Pile;

/// The phases, as the game's page numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: who starts.
    Start,
    /// Chance: the parts that each player begins with.
    Deal,
    /// Chance: all other parts fall.
    FirstDrop,
    /// Where the dealt part goes.
    Setup,
    /// The pull of a turn.
    Pull,
    /// The second face-down pull, and the third and fourth.
    Second,
    /// Which of several parts is kept.
    Keep,
    /// Where the part in hand goes.
    Resolve,
    /// Chance: a pull happens.
    Shake,
    /// Chance: a drop happens.
    Fall,
    /// Chance: a card is read.
    Read,
    /// The end.
    Over,
}

impl Phase {
    /// All phases by number.
    pub(super) const ALL: [Phase; 12] = [
        Phase::Start,
        Phase::Deal,
        Phase::FirstDrop,
        Phase::Setup,
        Phase::Pull,
        Phase::Second,
        Phase::Keep,
        Phase::Resolve,
        Phase::Shake,
        Phase::Fall,
        Phase::Read,
        Phase::Over,
    ];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Deal => "deal",
            Phase::FirstDrop => "first_drop",
            Phase::Setup => "setup",
            Phase::Pull => "pull",
            Phase::Second => "second",
            Phase::Keep => "keep",
            Phase::Resolve => "resolve",
            Phase::Shake => "shake",
            Phase::Fall => "fall",
            Phase::Read => "read",
            Phase::Over => "game_over",
        }
    }

    /// Whether there is no pile yet.
    #[inline]
    pub(super) fn is_before_the_drop(self) -> bool {
        self <= Phase::FirstDrop
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum End {
    /// Nobody has a turn left (R26).
    Finished,
    /// There is no part in the pile (R25).
    PileEmpty,
    /// The last turn (R27).
    TurnCap,
}

impl End {
    /// All of them by number.
    pub(super) const ALL: [End; 3] = [End::Finished, End::PileEmpty, End::TurnCap];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            End::Finished => "finished",
            End::PileEmpty => "pile_empty",
            End::TurnCap => "turn_cap",
        }
    }
}

/// The part of each type, 255 for none.
pub(super) type Places = [u8; MOST_TYPES];
/// No part at any place.
pub(super) const EMPTY: Places = [NONE; MOST_TYPES];

/// One position. 255 stands for nobody and no part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) pile: Pile,
    /// The cards that nobody has seen: not drawn yet; with two sets, from the first drop on, those that lie face-down.
    pub(super) unseen: Parts,
    /// The parts whose card has been drawn. With two sets a part is its card, and this stays empty.
    pub(super) drawn: Parts,
    /// The card of each part.
    pub(super) cards: [u8; MOST_PARTS],
    /// By player and bay.
    pub(super) bays: [[Places; MOST_BAYS]; PLAYERS],
    /// By player, in the order of completion.
    pub(super) constructs: [[Places; MOST_CONSTRUCTS]; PLAYERS],
    /// How many constructs each player has.
    pub(super) finished: [u8; PLAYERS],
    pub(super) phase: Phase,
    /// The decision that follows the reading.
    pub(super) next: Option<Phase>,
    pub(super) first: u8,
    pub(super) turn_of: u8,
    /// Completed turns.
    pub(super) turn: u16,
    pub(super) trigger: u8,
    pub(super) end: Option<End>,
    /// Final turns left.
    pub(super) final_turns: [u8; PLAYERS],
    /// Parts that wait for set-up.
    pub(super) dealt: [u8; PLAYERS],
    /// In the order of pulling.
    pub(super) hand: [u8; MOST_HAND],
    pub(super) falling: u8,
    /// The part of a pull that waits for its salt.
    pub(super) shaking: u8,
    /// The side of that pull.
    pub(super) side: u8,
}

const _: () = assert!(size_of::<State>() <= 1600, "a state is at most 1600 bytes");

impl State {
    /// Nothing anywhere.
    pub(super) fn empty(deck: &Deck, two_sets: bool) -> Self {
        let mut cards = [NONE; MOST_PARTS];
        if two_sets {
            deck.numbers().for_each(|card| cards[usize::from(card)] = card);
        }
        Self {
            pile: Pile::default(),
            unseen: deck.all,
            drawn: Parts::default(),
            cards,
            bays: [[EMPTY; MOST_BAYS]; PLAYERS],
            constructs: [[EMPTY; MOST_CONSTRUCTS]; PLAYERS],
            finished: [0; PLAYERS],
            phase: Phase::Start,
            next: None,
            first: NONE,
            turn_of: NONE,
            turn: 0,
            trigger: NONE,
            end: None,
            final_turns: [0; PLAYERS],
            dealt: [NONE; PLAYERS],
            hand: [NONE; MOST_HAND],
            falling: NONE,
            shaking: NONE,
            side: NONE,
        }
    }

    /// The card of a part, 255 if nobody knows it.
    #[inline]
    pub(super) fn card(&self, part: u8) -> u8 {
        self.cards[usize::from(part)]
    }

    /// How many parts are in hand.
    #[inline]
    pub(super) fn held(&self) -> usize {
        // Numbers of parts are below 128, so that the highest bit tells them from none.
        MOST_HAND - ((!u32::from_le_bytes(self.hand)).leading_zeros() / u8::BITS) as usize
    }

    /// The parts in hand.
    pub(super) fn in_hand(&self) -> impl Iterator<Item = u8> {
        self.hand.into_iter().filter(|part| *part != NONE)
    }

    /// The constructs of a player.
    #[inline]
    pub(super) fn constructs(&self, player: usize) -> &[Places] {
        &self.constructs[player][..usize::from(self.finished[player])]
    }

    /// The cards of the parts in a bay or a construct.
    #[inline]
    pub(super) fn cards_of(&self, places: Places) -> impl Iterator<Item = u8> {
        places.into_iter().filter(|part| *part != NONE).map(|part| self.card(part))
    }

    /// All parts that are not in the pile.
    pub(super) fn taken(&self) -> impl Iterator<Item = u8> {
        let bays = self.bays.iter().flatten().flatten();
        let constructs = self.constructs.iter().flatten().flatten();
        let others = self.dealt.iter().chain(&self.hand).chain([&self.falling]);
        bays.chain(constructs).chain(others).copied().filter(|part| *part != NONE)
    }
}

/// Whether no part is in it.
#[inline]
pub(super) fn is_empty(bay: Places) -> bool {
    bay == EMPTY
}

/// Whether there is a part of each type.
#[inline]
pub(super) fn is_full(deck: &Deck, places: &Places) -> bool {
    let mut bytes = [0; 8];
    bytes[..MOST_TYPES].copy_from_slice(places);
    u64::from_le_bytes(bytes) & deck.gaps == 0
}

/// Works out what follows from bays, constructs, pile and cards.
pub(super) fn derive(game: &Widgets, s: &mut State) {
    for p in 0..PLAYERS {
        s.finished[p] = s.constructs[p].iter().filter(|construct| !is_empty(**construct)).count() as u8;
    }
    if game.options.two_sets {
        let taken: Parts = s.taken().collect();
        s.unseen = game.deck.all & !(taken | s.pile.up());
        return;
    }
    let drawn = |part: &u8| s.card(*part) != NONE;
    s.drawn = game.deck.numbers().filter(drawn).collect();
    s.unseen = game.deck.all & !s.drawn.iter().map(|part| s.card(part)).collect::<Parts>();
}

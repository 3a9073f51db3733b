//! Cards as bits: each copy in the game has a bit of its own, the copies of a kind lie side by side.
//!
//! Copies cannot be told apart, so a multiset of cards always holds the lowest copies of each kind: equal multisets are
//! equal masks.

use super::Workshop;
use super::data::{Data, MOST_CARDS, MOST_KINDS};
use crate::bits::{WideBits, places, wide_places};

/// A multiset of cards: the lower and the upper half of its bits, as a small deck needs the lower one only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cards([u64; 2]);

impl Cards {
    #[inline]
    fn of(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    #[inline]
    fn bits(self) -> u128 {
        let [lower, upper] = self.0.map(u128::from);
        upper << 64 | lower
    }

    #[inline]
    pub(super) fn size(self) -> u32 {
        self.bits().count_ones()
    }
}

/// Which bit is which card.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    /// The copies of each kind.
    copies: [u128; MOST_KINDS],
    /// The lowest copy of each kind.
    lowest: u128,
    /// The kind of each bit.
    kind_of: [u8; MOST_CARDS],
    /// Every card of the game.
    all: Cards,
    /// Kinds that have a set-up card, a bit a kind.
    setup: u64,
}

impl Deck {
    pub(super) fn new(data: &Data) -> Self {
        let mut deck =
            Self { copies: [0; MOST_KINDS], lowest: 0, kind_of: [0; MOST_CARDS], all: Cards::default(), setup: 0 };
        let mut next = 0;
        for (kind, copies) in data.copies().into_iter().enumerate() {
            if copies > 0 {
                deck.lowest |= 1 << next;
            }
            for bit in next..next + usize::from(copies) {
                deck.copies[kind] |= 1 << bit;
                deck.kind_of[bit] = kind as u8;
            }
            next += usize::from(copies);
        }
        deck.all = Cards::of(deck.copies.iter().fold(0, |all, copies| all | copies));
        deck.setup = data.towns.iter().enumerate().fold(0, |kinds, (i, town)| kinds | u64::from(town.setup) << i);
        deck
    }

    /// All cards (R37).
    pub(super) fn all(&self) -> Cards {
        self.all
    }

    /// The kinds that have a set-up card, a bit a kind.
    pub(super) fn setup(&self) -> u64 {
        self.setup
    }

    /// All cards but one of each set-up kind (R4).
    pub(super) fn without_setup(&self) -> Cards {
        let mut cards = self.all;
        places(self.setup).for_each(|kind| self.take(&mut cards, kind));
        cards
    }

    /// Adds copies of a kind to cards that hold none of it; None if there are not so many.
    pub(super) fn add_all(&self, cards: &mut Cards, kind: u8, count: u8) -> Option<()> {
        let fits = u32::from(count) <= self.copies[usize::from(kind)].count_ones();
        fits.then(|| (0..count).for_each(|_| self.add(cards, kind)))
    }

    /// The copies of a kind.
    #[inline]
    pub(super) fn count(&self, cards: Cards, kind: u8) -> u8 {
        (cards.bits() & self.copies[usize::from(kind)]).count_ones() as u8
    }

    #[inline]
    pub(super) fn holds(&self, cards: Cards, kind: u8) -> bool {
        cards.bits() & self.copies[usize::from(kind)] != 0
    }

    /// Adds a copy; there is one that `cards` does not hold.
    #[inline]
    pub(super) fn add(&self, cards: &mut Cards, kind: u8) {
        let copies = self.copies[usize::from(kind)];
        let lower = copies as u64;
        if u128::from(lower) == copies {
            let there = cards.0[0];
            cards.0[0] |= (there & lower) << 1 & lower | self.lowest as u64 & lower;
        } else {
            *cards = add_above(*cards, copies, self.lowest);
        }
    }

    /// Takes out a copy that is there.
    #[inline]
    pub(super) fn take(&self, cards: &mut Cards, kind: u8) {
        let copies = self.copies[usize::from(kind)];
        let lower = copies as u64;
        if u128::from(lower) == copies {
            let there = cards.0[0];
            cards.0[0] = there & !lower | (there & lower) >> 1 & lower;
        } else {
            *cards = take_above(*cards, copies);
        }
    }

    /// The kinds that are there, ascending.
    #[inline]
    pub(super) fn kinds(&self, cards: Cards) -> impl Iterator<Item = u8> + '_ {
        wide_places(cards.bits() & self.lowest).map(|bit| self.kind_of[usize::from(bit)])
    }

    /// The kinds that are there by number, a card of each.
    #[inline]
    pub(super) fn numbered_kinds(&self, cards: Cards) -> WideBits {
        WideBits::new(cards.bits() & self.lowest)
    }

    /// The kind of a card.
    #[inline]
    pub(super) fn kind(&self, card: u32) -> u8 {
        self.kind_of[card as usize]
    }

    /// The kind of card number `index`, counted from 0 in the order of kinds: what a walk over the counts arrives at.
    #[inline]
    pub(super) fn nth(&self, cards: Cards, index: u32) -> u8 {
        self.kind(WideBits::new(cards.bits()).nth(index))
    }
}

/// `Deck::add` for copies in the upper half.
#[cold]
#[inline(never)]
fn add_above(cards: Cards, copies: u128, lowest: u128) -> Cards {
    let there = cards.bits();
    Cards::of(there | (there & copies) << 1 & copies | lowest & copies)
}

/// `Deck::take` for copies in the upper half.
#[cold]
#[inline(never)]
fn take_above(cards: Cards, copies: u128) -> Cards {
    let there = cards.bits();
    Cards::of(there & !copies | (there & copies) >> 1 & copies)
}

impl Workshop {
    #[inline]
    pub(super) fn towns(&self) -> usize {
        usize::from(self.towns)
    }

    /// The kinds of cards: the towns, then the wild ones.
    pub(super) fn kinds(&self) -> usize {
        self.names.kinds.len()
    }

    /// Whether a card is wild.
    #[inline]
    pub(super) fn is_wild(&self, card: u8) -> bool {
        card >= self.towns
    }

    /// The towns where a card's Industry may be placed, a bit each (R22).
    #[inline]
    pub(super) fn towns_of_card(&self, card: u8) -> u64 {
        if self.is_wild(card) { self.board.of_wild(card - self.towns) } else { 1 << card }
    }
}

//! Cards as bits: each copy in the game has a bit of its own, the copies of a kind lie side by side.
//!
//! Copies cannot be told apart, so a multiset of cards always holds the lowest copies of each kind: equal multisets are
//! equal masks.

use super::data::{CARDS, Data, KINDS};

/// A multiset of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cards(u64);

impl Cards {
    #[inline]
    pub(super) fn size(self) -> u32 {
        self.0.count_ones()
    }
}

/// Which bit is which card.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    /// The copies of each kind.
    copies: [u64; KINDS],
    /// The lowest copy of each kind.
    lowest: u64,
    /// The kind of each bit.
    kind_of: [u8; CARDS],
    /// Every card of the game.
    all: Cards,
    /// Kinds that have a set-up card, a bit a kind.
    setup: u32,
}

impl Deck {
    pub(super) fn new(data: &Data) -> Self {
        let mut deck = Self { copies: [0; KINDS], lowest: 0, kind_of: [0; CARDS], all: Cards::default(), setup: 0 };
        let mut next = 0;
        for (kind, copies) in data.copies().into_iter().enumerate() {
            if copies > 0 {
                deck.lowest |= 1 << next;
            }
            for bit in next..next + usize::from(copies) {
                deck.copies[kind] |= 1 << bit;
                deck.kind_of[bit] = kind as u8;
                deck.all.0 |= 1 << bit;
            }
            next += usize::from(copies);
        }
        deck.setup = data.towns.iter().enumerate().fold(0, |kinds, (i, town)| kinds | u32::from(town.setup) << i);
        deck
    }

    /// All cards (R37).
    pub(super) fn all(&self) -> Cards {
        self.all
    }

    /// The kinds that have a set-up card, a bit a kind.
    pub(super) fn setup(&self) -> u32 {
        self.setup
    }

    /// All cards but one of each set-up kind (R4).
    pub(super) fn without_setup(&self) -> Cards {
        let mut cards = self.all;
        bits(u64::from(self.setup)).for_each(|kind| self.take(&mut cards, kind));
        cards
    }

    /// The cards of a number of copies of each kind; None if there are not so many.
    pub(super) fn of_counts(&self, counts: &[u8]) -> Option<Cards> {
        let mut cards = Cards::default();
        for (kind, count) in counts.iter().enumerate() {
            if u32::from(*count) > self.copies[kind].count_ones() {
                return None;
            }
            (0..*count).for_each(|_| self.add(&mut cards, kind as u8));
        }
        Some(cards)
    }

    /// The copies of a kind.
    #[inline]
    pub(super) fn count(&self, cards: Cards, kind: u8) -> u8 {
        (cards.0 & self.copies[usize::from(kind)]).count_ones() as u8
    }

    #[inline]
    pub(super) fn holds(&self, cards: Cards, kind: u8) -> bool {
        cards.0 & self.copies[usize::from(kind)] != 0
    }

    /// Adds a copy; there is one that `cards` does not hold.
    #[inline]
    pub(super) fn add(&self, cards: &mut Cards, kind: u8) {
        let copies = self.copies[usize::from(kind)];
        cards.0 |= (cards.0 & copies) << 1 & copies | self.lowest & copies;
    }

    /// Takes out a copy that is there.
    #[inline]
    pub(super) fn take(&self, cards: &mut Cards, kind: u8) {
        let copies = self.copies[usize::from(kind)];
        cards.0 = cards.0 & !copies | (cards.0 & copies) >> 1 & copies;
    }

    /// The kinds that are there, ascending.
    #[inline]
    pub(super) fn kinds(&self, cards: Cards) -> impl Iterator<Item = u8> + '_ {
        bits(cards.0 & self.lowest).map(|bit| self.kind_of[usize::from(bit)])
    }

    /// The kind of card number `index`, counted from 0 in the order of kinds: what a walk over the counts arrives at.
    #[inline]
    pub(super) fn nth(&self, cards: Cards, index: u32) -> u8 {
        self.kind_of[usize::from(nth_bit(cards.0, index))]
    }
}

/// The set bits of a mask, ascending.
#[inline]
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            bit
        })
    })
}

/// A one in each byte.
const ONE_EACH: u64 = 0x0101_0101_0101_0101;
/// The top bit of each byte.
const TOP_EACH: u64 = ONE_EACH << 7;

/// The set bit of a mask that has `index` set bits below it; there is one.
#[inline]
pub(super) fn nth_bit(mask: u64, index: u32) -> u8 {
    debug_assert!(index < mask.count_ones(), "the mask has more set bits than the index");
    let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Byte i counts the bits up to and including byte i; the first that exceeds the index holds the bit.
    let sums = bytes.wrapping_mul(ONE_EACH);
    let above = ((sums | TOP_EACH) - u64::from(index + 1).wrapping_mul(ONE_EACH)) & TOP_EACH;
    let shift = above.trailing_zeros() & 0b11_1000;
    let before = (sums << 8) >> shift & 0xFF;
    let mut rest = mask >> shift;
    for _ in before..u64::from(index) {
        rest &= rest - 1;
    }
    (shift + rest.trailing_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::{bits, nth_bit};

    #[test]
    fn nth_bit_walks_the_bits() {
        for mask in [1, 1 << 63, u64::MAX, 0xF0F0_0001_8000_1234, 0x8000_0000_0000_0001, 0x0101_0101_0101_0101] {
            for (index, bit) in bits(mask).enumerate() {
                assert_eq!(nth_bit(mask, index as u32), bit, "bit {index} of {mask:x}");
            }
        }
    }
}

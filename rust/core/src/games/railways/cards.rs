//! A multiset of cards: a hand, the deck, what is known of a hand.

use super::data::{ENGINE, FIRST_CITY, MOST_KINDS};
use crate::bits;

/// The slot that counts all cities; slots below it count one kind each.
const CITY_SLOT: usize = FIRST_CITY as usize;
/// A one in each byte.
const ONE_EACH: u64 = 0x0101_0101_0101_0101;
/// The top bit of each byte.
const TOP_EACH: u64 = 0x8080_8080_8080_8080;

/// Cards by kind: the kinds of track, engines, and at most one card of each city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cards {
    counts: [u8; 16],
    cities: u64,
}

/// The slot that counts a kind.
#[inline]
fn slot(kind: u8) -> usize {
    usize::from(kind).min(CITY_SLOT)
}

/// The bit of a city card, 0 for the other kinds.
#[inline]
fn city_bit(kind: u8) -> u64 {
    u64::from(kind > ENGINE) << (kind.wrapping_sub(FIRST_CITY) & 63)
}

impl Cards {
    /// The cards of a count a kind; cities count at most once.
    pub(super) fn from_counts(counts: &[u8; MOST_KINDS]) -> Self {
        let mut cards = Self::default();
        cards.counts[..CITY_SLOT].copy_from_slice(&counts[..CITY_SLOT]);
        for (city, _) in counts[CITY_SLOT..].iter().enumerate().filter(|(_, count)| **count > 0) {
            cards.add((CITY_SLOT + city) as u8);
        }
        cards
    }

    /// A count a kind.
    pub(super) fn counts(&self) -> [u8; MOST_KINDS] {
        let mut counts = [0; MOST_KINDS];
        counts[..CITY_SLOT].copy_from_slice(&self.counts[..CITY_SLOT]);
        for (city, count) in counts[CITY_SLOT..].iter_mut().enumerate() {
            *count = (self.cities >> city & 1) as u8;
        }
        counts
    }

    /// The copies of a kind.
    #[inline]
    pub(super) fn count(&self, kind: u8) -> u8 {
        if kind > ENGINE { u8::from(self.cities & city_bit(kind) != 0) } else { self.counts[slot(kind)] }
    }

    /// All cards.
    #[inline]
    pub(super) fn size(&self) -> u8 {
        let (low, high) = self.words();
        ((low + high).wrapping_mul(ONE_EACH) >> 56) as u8
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let (low, high) = self.words();
        low | high == 0
    }

    /// The cities, a bit each.
    #[inline]
    pub(super) fn cities(&self) -> u64 {
        self.cities
    }

    /// The track cards of a colour: worth 1, worth 2.
    #[inline]
    pub(super) fn track(&self, colour: u8) -> (u8, u8) {
        let one = usize::from(colour) * 2;
        (self.counts[one], self.counts[one + 1])
    }

    #[inline]
    pub(super) fn engines(&self) -> u8 {
        self.counts[usize::from(ENGINE)]
    }

    /// The most that a link of a colour could be worth with engines of this worth; 0 without a track card of it (R17).
    #[inline]
    pub(super) fn worth(&self, colour: u8, wild: u8) -> u8 {
        let (ones, twos) = self.track(colour);
        if ones + twos == 0 { 0 } else { ones + 2 * twos + wild * self.engines() }
    }

    #[inline]
    pub(super) fn add(&mut self, kind: u8) {
        self.counts[slot(kind)] += 1;
        self.cities |= city_bit(kind);
    }

    /// Takes out a card that is there.
    #[inline]
    pub(super) fn remove(&mut self, kind: u8) {
        self.counts[slot(kind)] -= 1;
        self.cities &= !city_bit(kind);
    }

    /// Takes out a card if it is there.
    #[inline]
    pub(super) fn remove_if_there(&mut self, kind: u8) -> bool {
        let there = self.count(kind) > 0;
        if there {
            self.remove(kind);
        }
        there
    }

    /// The kind of card number `index`, counted from 0 in the order of kinds: what a walk over the counts arrives at.
    #[inline]
    pub(super) fn nth(&self, index: u8) -> u8 {
        let (low, high) = self.words();
        let low = low.wrapping_mul(ONE_EACH);
        let high = (high + (low >> 56)).wrapping_mul(ONE_EACH);
        let wanted = u64::from(index + 1).wrapping_mul(ONE_EACH);
        let at = CITY_SLOT as u64 + 3 - reaching(low, wanted) - reaching(high, wanted);
        if at < CITY_SLOT as u64 {
            return at as u8;
        }
        let before = (high >> 32) as u8;
        nth_city(self.cities, index - before) + FIRST_CITY
    }

    /// The kinds that are there, ascending.
    #[inline]
    pub(super) fn each_kind(&self, mut with: impl FnMut(u8)) {
        let (low, high) = self.words();
        // A byte is not 0 when adding 127 reaches its top bit: counts stay below 128.
        let mut there = (low + (TOP_EACH - ONE_EACH)) & TOP_EACH;
        while there != 0 {
            with((there.trailing_zeros() / 8) as u8);
            there &= there - 1;
        }
        // Of the second word the engines and what is below them: the cities have their mask.
        let mut there = ((high & 0xFF_FFFF_FFFF) + (TOP_EACH - ONE_EACH)) & 0x80_8080_8080;
        while there != 0 {
            with(8 + (there.trailing_zeros() / 8) as u8);
            there &= there - 1;
        }
        let mut cities = self.cities;
        while cities != 0 {
            with((CITY_SLOT as u32 + cities.trailing_zeros()) as u8);
            cities &= cities - 1;
        }
    }

    #[inline]
    fn words(&self) -> (u64, u64) {
        let low = self.counts.first_chunk().expect("eight slots");
        let high = self.counts.last_chunk().expect("eight more");
        (u64::from_le_bytes(*low), u64::from_le_bytes(*high))
    }
}

/// How many of the running totals, a byte each, reach the wanted one: a comparison of unsigned bytes, none of which
/// borrows from the next.
#[inline]
fn reaching(totals: u64, wanted: u64) -> u64 {
    let low_bits = (totals | TOP_EACH) - (wanted & !TOP_EACH);
    let reached = totals & !wanted | !(totals ^ wanted) & low_bits;
    ((reached & TOP_EACH) >> 7).wrapping_mul(ONE_EACH) >> 56
}

/// The city of a set bit that has `index` set bits below it.
#[inline]
pub(super) fn nth_city(cities: u64, index: u8) -> u8 {
    bits::nth_bit(cities, bits::running_counts(cities), u32::from(index)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn cards_are_counted_found_and_listed_like_a_plain_list() {
        let mut rng = Rng::new(7, 7);
        let most = |kind: u8| match kind {
            ENGINE => 60,
            kind if kind > ENGINE => 1,
            _ => 8,
        };
        for _ in 0..500 {
            let mut counts = [0; MOST_KINDS];
            for (kind, count) in counts.iter_mut().enumerate() {
                *count = rng.below(most(kind as u8) + 1) as u8;
            }
            let mut cards = Cards::from_counts(&counts);
            let list: Vec<u8> =
                (0..MOST_KINDS as u8).flat_map(|k| (0..counts[usize::from(k)]).map(move |_| k)).collect();
            assert_eq!((cards.counts(), usize::from(cards.size())), (counts, list.len()));
            for (index, kind) in list.iter().enumerate() {
                assert_eq!(cards.nth(index as u8), *kind, "{counts:?}");
            }
            let mut kinds = Vec::new();
            cards.each_kind(|kind| kinds.push(kind));
            assert_eq!(kinds, (0..MOST_KINDS as u8).filter(|k| counts[usize::from(*k)] > 0).collect::<Vec<_>>());
            for kind in list {
                assert!(cards.remove_if_there(kind));
            }
            assert!(cards.is_empty() && !cards.remove_if_there(3) && cards == Cards::default());
        }
    }
}

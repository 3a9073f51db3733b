//! Sets of bits.

/// `BYTE_BITS[b][i]` is the place of the `i`-th set bit (from 0) of the byte `b`.
static BYTE_BITS: [[u8; 8]; 256] = byte_bits();

const fn byte_bits() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut index) = (0, 0);
        while place < 8 {
            if byte >> place & 1 != 0 {
                table[byte][index] = place;
                index += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Byte `i` is the number of set bits in the bytes 0 to `i` of the mask; the last byte counts them all.
#[inline]
pub(crate) fn running_counts(mask: u64) -> u64 {
    let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(LOW)
}

/// Byte `i` is the sum of the bytes 0 to `i`; all together are at most 255.
#[inline]
pub(crate) fn running_sums(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(LOW)
}

/// Adds 1 to a byte. The word is written as a whole: the next to read it whole would wait for a part to reach memory.
#[inline]
pub(crate) fn count_up(bytes: &mut [u8; 8], place: u8) {
    *bytes = (u64::from_le_bytes(*bytes) + (1 << (8 * place))).to_le_bytes();
}

/// Takes 1 from a byte that is not 0, see [`count_up`].
#[inline]
pub(crate) fn count_down(bytes: &mut [u8; 8], place: u8) {
    *bytes = (u64::from_le_bytes(*bytes) - (1 << (8 * place))).to_le_bytes();
}

/// The byte in which number `index` (from 0) is counted; it is less than the last of the running counts, which are at
/// most 128.
#[inline]
pub(crate) fn byte_of(counts: u64, index: u32) -> u32 {
    // The high bit stays where a byte's running count is at most the index: the wanted byte lies above those.
    let below = (((u64::from(index) * LOW) | HIGH) - counts) & HIGH;
    ((below >> 7).wrapping_mul(LOW) >> 56) as u32
}

/// The place of the set bit number `index` (from 0) of a mask, whose `running_counts` are `counts`; the mask has more
/// set bits than that.
#[inline]
pub(crate) fn nth_bit(mask: u64, counts: u64, index: u32) -> u32 {
    debug_assert!(u64::from(index) < counts >> 56, "the mask has more set bits than the index");
    let shift = 8 * byte_of(counts, index);
    let before = ((counts << 8) >> shift) as u32 & 0xFF;
    let byte = (mask >> shift) as usize & 0xFF;
    shift + u32::from(BYTE_BITS[byte][(index - before) as usize & 7])
}

/// The top bit of each byte of a word that is not 0.
#[inline]
pub(crate) fn nonzero_bytes(word: u64) -> u64 {
    (((word & !HIGH) + !HIGH) | word) & HIGH
}

/// The top bit of each byte of a word that is this one.
#[inline]
pub(crate) fn equal_bytes(word: u64, byte: u8) -> u64 {
    nonzero_bytes(word ^ (u64::from(byte) * LOW)) ^ HIGH
}

/// The places of the set bits of a mask, ascending.
#[inline]
pub(crate) fn places(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            place
        })
    })
}

/// The set bits of a wide mask, to be found by number; as fast as a mask of 64 bits where the upper half is empty.
#[derive(Clone, Copy)]
pub(crate) struct WideBits {
    lower: u64,
    upper: u64,
    /// Running counts of the lower half.
    counts: u64,
}

impl WideBits {
    #[inline]
    pub(crate) fn new(mask: u128) -> Self {
        let lower = mask as u64;
        Self { lower, upper: (mask >> 64) as u64, counts: running_counts(lower) }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn size(self) -> u32 {
        if self.upper == 0 { self.size_of_lower() } else { size_of_both(self.lower, self.upper) }
    }

    /// The place of number `index` (from 0); there are more than that.
    #[inline]
    pub(crate) fn nth(self, index: u32) -> u32 {
        match index.checked_sub(self.size_of_lower()) {
            None => nth_bit(self.lower, self.counts, index),
            Some(index) => nth_above(self.upper, index),
        }
    }

    #[inline]
    fn size_of_lower(self) -> u32 {
        (self.counts >> 56) as u32
    }
}

/// The bits of both halves: out of the way, so that small masks are not counted as wide ones.
#[cold]
#[inline(never)]
fn size_of_both(lower: u64, upper: u64) -> u32 {
    lower.count_ones() + upper.count_ones()
}

/// The place of a bit of the upper half.
#[cold]
#[inline(never)]
fn nth_above(upper: u64, index: u32) -> u32 {
    64 + nth_bit(upper, running_counts(upper), index)
}

/// The places of the set bits of a wide mask, ascending.
#[inline]
pub(crate) fn wide_places(mut mask: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn equal_bytes_are_found() {
        let mut rng = Rng::new(6, 6);
        for _ in 0..500 {
            let bytes: [u8; 8] = std::array::from_fn(|_| rng.pick(&[0, 1, 12, 127, 128, 254, 255]));
            for byte in [0, 12, 128, 255] {
                let expected = (0..8).filter(|i| bytes[*i] == byte).fold(0, |mask, i| mask | 0x80_u64 << (8 * i));
                assert_eq!(equal_bytes(u64::from_le_bytes(bytes), byte), expected, "{byte} in {bytes:?}");
            }
        }
    }

    #[test]
    fn bytes_are_found_by_number() {
        let mut rng = Rng::new(7, 7);
        for _ in 0..500 {
            let bytes: [u8; 8] = std::array::from_fn(|_| rng.pick(&[0, 0, 1, 5, 16]));
            let counted: Vec<u32> = (0..8).flat_map(|i| vec![i as u32; bytes[i].into()]).collect();
            let sums = running_sums(bytes);
            assert_eq!(sums >> 56, counted.len() as u64, "the sum of {bytes:?}");
            for (index, byte) in counted.iter().enumerate() {
                assert_eq!(byte_of(sums, index as u32), *byte, "number {index} of {bytes:?}");
            }
        }
    }

    #[test]
    fn bits_are_found_by_number() {
        let mut rng = Rng::new(5, 5);
        let sparse: Vec<u64> = (0..200).map(|_| rng.next_u64() & rng.next_u64() & rng.next_u64()).collect();
        for mask in sparse.into_iter().chain([1, 1 << 63, u64::MAX, 0xFF00_0000_0000_0000, 0x8000_0000_0000_0001]) {
            let counts = running_counts(mask);
            assert_eq!((counts >> 56) as u32, mask.count_ones());
            let set: Vec<u8> = (0..64).filter(|place| mask >> place & 1 != 0).collect();
            for (index, place) in set.iter().enumerate() {
                assert_eq!(nth_bit(mask, counts, index as u32), u32::from(*place), "bit {index} of {mask:x}");
            }
            assert_eq!(places(mask).collect::<Vec<_>>(), set, "{mask:x}");
        }
    }

    #[test]
    fn bits_of_wide_masks_are_found_by_number() {
        let mut rng = Rng::new(6, 6);
        let mut half = || u128::from(rng.next_u64() & rng.next_u64());
        let sparse: Vec<u128> = (0..200).map(|_| half() << 64 | half()).collect();
        for mask in sparse.into_iter().chain([1, 1 << 64, 1 << 127, u128::MAX, u64::MAX.into()]) {
            let set: Vec<u8> = (0..128).filter(|place| mask >> place & 1 != 0).collect();
            for (index, place) in set.iter().enumerate() {
                assert_eq!(WideBits::new(mask).nth(index as u32), u32::from(*place), "bit {index} of {mask:x}");
            }
            assert_eq!(WideBits::new(mask).size(), mask.count_ones());
            assert_eq!(wide_places(mask).collect::<Vec<_>>(), set, "{mask:x}");
        }
    }
}

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

/// The place of the set bit number `index` (from 0) of a mask, whose `running_counts` are `counts`; the mask has more
/// set bits than that.
#[inline]
pub(crate) fn nth_bit(mask: u64, counts: u64, index: u32) -> u32 {
    debug_assert!(u64::from(index) < counts >> 56, "the mask has more set bits than the index");
    // The high bit stays where a byte's running count is at most the index: the wanted bit lies above those bytes.
    let below = (((u64::from(index) * LOW) | HIGH) - counts) & HIGH;
    let shift = ((below >> 7).wrapping_mul(LOW) >> 56) as u32 * 8;
    let before = ((counts << 8) >> shift) as u32 & 0xFF;
    let byte = (mask >> shift) as usize & 0xFF;
    shift + u32::from(BYTE_BITS[byte][(index - before) as usize & 7])
}

/// The top bit of each byte of a word that is this one.
#[inline]
pub(crate) fn equal_bytes(word: u64, byte: u8) -> u64 {
    let differing = word ^ (u64::from(byte) * LOW);
    !(((differing & !HIGH) + !HIGH) | differing) & HIGH
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
    halves: [u64; 2],
    counts: [u64; 2],
}

impl WideBits {
    #[inline]
    pub(crate) fn new(mask: u128) -> Self {
        let halves = [mask as u64, (mask >> 64) as u64];
        let upper = if halves[1] == 0 { 0 } else { running_counts(halves[1]) };
        Self { halves, counts: [running_counts(halves[0]), upper] }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn size(self) -> u32 {
        ((self.counts[0] >> 56) + (self.counts[1] >> 56)) as u32
    }

    /// The place of number `index` (from 0); there are more than that.
    #[inline]
    pub(crate) fn nth(self, index: u32) -> u32 {
        let lower = (self.counts[0] >> 56) as u32;
        if self.halves[1] == 0 || index < lower {
            nth_bit(self.halves[0], self.counts[0], index)
        } else {
            64 + nth_bit(self.halves[1], self.counts[1], index - lower)
        }
    }
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

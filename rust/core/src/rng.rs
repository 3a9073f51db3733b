//! The specified generator: `SplitMix64` seeding from (seed, stream), xoshiro256\*\*, bounded draws without bias.
//!
//! Seeds mean the same thing for ever, here and in the reference:
//!
//! * `mix` is `SplitMix64`'s output function; `SplitMix64` started at `s` gives `mix(s + GOLD)`, `mix(s + 2 GOLD)`, …
//! * `Rng::new(seed, stream)`: `a = mix(seed + GOLD)`, `b = mix(stream + GOLD)`; the four words of xoshiro256\*\* are
//!   the first four outputs of `SplitMix64` started at `a ^ rotl(b, 32)`.
//! * `below(n)` multiplies a 64-bit output by `n` and keeps the high word, rejecting the few low words that would bias
//!   it (Lemire's method).

const GOLD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The stream of the game's chance.
pub const CHANCE: u64 = 0;
/// The stream that resamples hidden things.
pub const DETERMINIZE: u64 = 1 << 16;
/// `GAMES + i` is the stream that gives the seed of game `i` of a series.
pub const GAMES: u64 = 1 << 32;
/// `SAMPLES + i` is the stream that draws an action for slot `i` of a batch.
pub const SAMPLES: u64 = 1 << 48;
/// `BOT_ACTIONS + i` is the stream of a bot that is asked about slot `i` of a batch.
pub const BOT_ACTIONS: u64 = 1 << 49;

/// The stream of a player's bot.
pub fn bot_stream(player: usize) -> u64 {
    1 + player as u64
}

/// The seed of game `index` (from 0) of the series that starts from `seed`.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    Rng::new(seed, GAMES.wrapping_add(index)).next_u64()
}

/// `SplitMix64`'s output function: a bijection of 64-bit numbers.
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// xoshiro256\*\* with the seeding above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    words: [u64; 4],
}

impl Rng {
    /// The generator of a seed and a stream.
    pub fn new(seed: u64, stream: u64) -> Self {
        let start = mix(seed.wrapping_add(GOLD)) ^ mix(stream.wrapping_add(GOLD)).rotate_left(32);
        let word = |k: u64| mix(start.wrapping_add(k.wrapping_mul(GOLD)));
        Self { words: [word(1), word(2), word(3), word(4)] }
    }

    /// What it stands at.
    pub fn words(&self) -> [u64; 4] {
        self.words
    }

    /// One that stands at these words; not all are 0.
    pub fn at(words: [u64; 4]) -> Option<Self> {
        words.iter().any(|word| *word != 0).then_some(Self { words })
    }

    /// The next 64-bit number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.words;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 to `n - 1`, each equally likely. `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// A number from 0 to less than 1, a multiple of 2^-53: `below(2^53)` of them, each equally likely.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        self.below(1 << 53) as f64 / (1u64 << 53) as f64
    }

    /// An element of a slice that is not empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// An index drawn with probability proportional to its weight: `below(total)`, then walking up.
    #[inline]
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: u64 = weights.clone().map(u64::from).sum();
        let mut rest = self.below(total);
        for (index, weight) in weights.enumerate() {
            if rest < u64::from(weight) {
                return index;
            }
            rest -= u64::from(weight);
        }
        unreachable!("the walk ends before the weights do")
    }
}

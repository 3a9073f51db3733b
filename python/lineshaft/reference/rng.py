"""The specified generator: SplitMix64 seeding from (seed, stream), xoshiro256**, bounded draws without bias.

The engine has the same generator. It is specified here, on one page, so that seeds mean the same thing for ever:

* ``mix`` is SplitMix64's output function; SplitMix64 started at ``s`` gives ``mix(s + GOLD)``, ``mix(s + 2*GOLD)``, ...
* ``Rng(seed, stream)``: ``a = mix(seed + GOLD)``, ``b = mix(stream + GOLD)``; the four words of xoshiro256** are the
  first four outputs of SplitMix64 started at ``a ^ rotl(b, 32)``.
* ``below(n)`` multiplies a 64-bit output by ``n`` and keeps the high word, rejecting the few low words that would
  bias it (Lemire's method).

Streams: 0 is chance, ``1 + player`` is the bot of that player, ``DETERMINIZE`` the resampling of hidden things,
``GAMES + i`` gives the seed of game ``i`` of a series.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15

CHANCE = 0
DETERMINIZE = 1 << 16
GAMES = 1 << 32


def mix(z: int) -> int:
    """SplitMix64's output function: a bijection of 64-bit numbers."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def game_seed(seed: int, index: int) -> int:
    """The seed of game ``index`` (from 0) of the series that starts from ``seed``."""
    return Rng(seed, GAMES + index).next()


class Rng:
    """xoshiro256** with the seeding above."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        start = mix((seed + GOLD) & MASK) ^ rotl(mix((stream + GOLD) & MASK), 32)
        self.words = [mix((start + k * GOLD) & MASK) for k in (1, 2, 3, 4)]

    def next(self) -> int:
        """The next 64-bit number."""
        s = self.words
        result = (rotl((s[1] * 5) & MASK, 7) * 9) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely. ``n`` is at least 1."""
        product = self.next() * n
        if product & MASK < n:
            threshold = (1 << 64) % n
            while product & MASK < threshold:
                product = self.next() * n
        return product >> 64

    def weighted(self, weights: list[int]) -> int:
        """An index drawn with probability proportional to its weight: ``below(total)``, then walking up."""
        rest = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if rest < weight:
                return index
            rest -= weight
        raise AssertionError("the walk ends before the weights do")

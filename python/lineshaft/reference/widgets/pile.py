"""The physical pile: which part lies where, what is free, what a pull drags along, where a drop lands.

The pile lists its parts from the bottom to the top. Everything is a whole number, and every random number comes from
one small generator that starts afresh from the salt of the event. Nothing is kept: what is visible is worked out when
asked for. (R4, R9 to R12, R17)
"""

from __future__ import annotations

from .shape import MAX_ORIGIN, ROTATIONS, STEPS, shifted
from .state import Lying, Position

MASK64 = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15


class PileRng:
    """A counter-based generator: 64-bit words from a salt, and bounded draws by the upper 32 bits."""

    def __init__(self, salt: int) -> None:
        self.key = self.mix((salt + GOLD) & MASK64)
        self.drawn = 0

    @staticmethod
    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return z ^ (z >> 31)

    def next(self) -> int:
        self.drawn += 1
        return self.mix((self.key + self.drawn * GOLD) & MASK64)

    def below(self, n: int) -> int:
        return ((self.next() >> 32) * n) >> 32


# --- what is visible and free -----------------------------------------------------------------------------------------


def index_of(s: Position, part: int) -> int | None:
    for index, lying in enumerate(s.lying):
        if lying.part == part:
            return index
    return None


def remaining(s: Position, index: int, covers: list[int]) -> int:
    """The cells of part ``index`` that are not below ``covers[rotation]`` of a part that lies higher."""
    me, reach = s.lying[index], s.game.settings.shape.reach
    free = s.game.settings.shape.masks[me.rotation]
    for other in s.lying[index + 1 :]:
        dx, dy = other.x - me.x, other.y - me.y
        if abs(dx) < reach and abs(dy) < reach:
            free &= ~shifted(covers[other.rotation], dx, dy)
    return free


def visible(s: Position, index: int) -> int:
    """The number of cells that can be seen."""
    return remaining(s, index, s.game.settings.shape.masks).bit_count()


def free_spots(s: Position, index: int) -> list[int]:
    """The finger spots that are wholly free. (R9)"""
    covered = ~remaining(s, index, s.game.settings.shape.masks)
    return [
        k for k, window in enumerate(s.game.settings.shape.windows[s.lying[index].rotation]) if not window & covered
    ]


def face_down_free(s: Position) -> bool:
    """Whether a face-down part can be pulled. (R8)"""
    return any(not lying.face_up and free_spots(s, index) for index, lying in enumerate(s.lying))


def readable(s: Position, index: int) -> bool:
    """Whether the symbols can be read now: face-up, and enough of the part in sight. (R12)"""
    me, settings = s.lying[index], s.game.settings
    covers = settings.shape.clear if settings.see_through else settings.shape.masks
    seen = remaining(s, index, covers).bit_count()
    return me.face_up and seen * 100 >= settings.read_share * settings.shape.area(me.rotation)


def faced_sides(s: Position, index: int) -> list[int]:
    """The sides of the table that a free edge faces. (R10)"""
    spots = sum(1 << k for k in free_spots(s, index))
    return [d for d in range(4) if spots & s.game.settings.shape.facing[s.lying[index].rotation][d]]


def nearest(s: Position, index: int, sides: list[int]) -> int:
    """Of these sides the one nearest to the part, in doubt the first. (R10)"""
    me = s.lying[index]
    distance = (me.y + 12, 116 - me.x, 116 - me.y, me.x + 12)
    return min(sides, key=lambda d: distance[d])


def allowed_sides(s: Position, index: int) -> list[int]:
    """The sides to which the part at ``index`` of the pile could be pulled, whatever the phase. (R9, R10)"""
    sides = faced_sides(s, index)
    if sides and s.game.rules["dir_mode"] == "auto":
        return [nearest(s, index, sides)]
    return sides


def overlap(s: Position, lower: int, upper: int) -> int:
    """The number of cells that the two silhouettes share."""
    low, up, masks = s.lying[lower], s.lying[upper], s.game.settings.shape.masks
    dx, dy, reach = up.x - low.x, up.y - low.y, s.game.settings.shape.reach
    if abs(dx) >= reach or abs(dy) >= reach:
        return 0
    return (masks[low.rotation] & shifted(masks[up.rotation], dx, dy)).bit_count()


# --- what happens -----------------------------------------------------------------------------------------------------


def note_readable(s: Position) -> None:
    for index, lying in enumerate(s.lying):
        lying.known = lying.known or readable(s, index)


def falls_face_up(s: Position, rng: PileRng) -> bool:
    """R4"""
    return rng.below(100) >= 100 - s.game.data.face_up


def first_drop(s: Position, parts: list[int], rng: PileRng) -> None:
    """The whole deck falls, the first part lowest. (R4)"""
    plateau, ramp = s.game.settings.spread, MAX_ORIGIN + 2 - s.game.settings.spread
    for part in parts:
        x = rng.below(plateau) + rng.below(ramp)
        y = rng.below(plateau) + rng.below(ramp)
        rotation = rng.below(ROTATIONS)
        s.lying.append(Lying(part, x, y, rotation, falls_face_up(s, rng), False))
    note_readable(s)


def drags(s: Position, index: int) -> dict[int, int]:
    """How far each part that rests on part ``index``, directly or not, is dragged, in cells before chance. (R11)"""
    settings = s.game.settings
    drag = {index: settings.drag}
    for upper in range(index + 1, len(s.lying)):
        scale = settings.shape.area(s.lying[upper].rotation) * 256
        best = max(d * overlap(s, t, upper) * settings.friction // scale for t, d in drag.items())
        if best > 0:
            drag[upper] = best
    del drag[index]
    return drag


def pull(s: Position, index: int, side: int, rng: PileRng) -> Lying:
    """Takes part ``index`` out towards ``side``; what rests on it is dragged along. (R11)"""
    dx, dy = STEPS[side]
    for upper, drag in drags(s, index).items():
        word = rng.next()
        move = drag * (128 + (word & 127)) >> 8
        if move == 0:
            continue
        aside = (-1, 0, 0, 1)[word >> 8 & 3]
        turn = (-1, 0, 0, 1)[word >> 10 & 3]
        lying = s.lying[upper]
        lying.x = clamped(lying.x + dx * move + dy * aside)
        lying.y = clamped(lying.y + dy * move + dx * aside)
        lying.rotation = (lying.rotation + turn) % ROTATIONS
        if move >= s.game.settings.flip_least and (word >> 16 & 255) < s.game.settings.flips:
            lying.face_up = not lying.face_up
    pulled = s.lying.pop(index)
    note_readable(s)
    return pulled


def drop(s: Position, part: int, rng: PileRng) -> None:
    """A part falls face-up on top, near a part picked at random. (R17)"""
    x = y = MAX_ORIGIN // 2
    if s.lying:
        near, jitter = s.lying[rng.below(len(s.lying))], s.game.settings.jitter
        x = clamped(near.x + rng.below(2 * jitter + 1) - jitter)
        y = clamped(near.y + rng.below(2 * jitter + 1) - jitter)
    s.lying.append(Lying(part, x, y, rng.below(ROTATIONS), True, True))


def clamped(value: int) -> int:
    return min(max(value, 0), MAX_ORIGIN)

"""The physical pile: which part lies where, what is free, what a pull drags along, where a drop lands.

The table is a raster of 128 x 128 cells of 5 mm. A part has the origin (x, y) of its 24 x 24 frame, one of 16
rotations and a facing; the pile lists its parts from the bottom to the top. Everything is a whole number, and every
random number comes from one small generator that starts afresh from the salt of the event. (R4, R9 to R12, R17)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .data import Data

MASK64 = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15

FRAME = 24
MAX_ORIGIN = 104
ROTATIONS = 16
SPOTS = 16
STRIDE = 72
"""A bitmap is one whole number: cell (row i, column j) is bit ``i * STRIDE + FRAME + j``. A shift of up to 23 rows and
columns then never reaches the frame's columns of another row."""

COS = (4096, 4017, 3784, 3406, 2896, 2276, 1567, 799, 0, -799, -1567, -2276, -2896, -3406, -3784, -4017)
SIN = (0, 799, 1567, 2276, 2896, 3406, 3784, 4017, 4096, 4017, 3784, 3406, 2896, 2276, 1567, 799)

SIDES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


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


# --- the shapes: built once a game ------------------------------------------------------------------------------------


@dataclass
class Shape:
    """Bitmaps of a part: ``masks[r]`` its cells, ``clear[r]`` the same without the clear centre, ``windows[r][k]`` the
    cells of finger spot ``k``, ``facing[r][d]`` the set of spots (bit k) that face side ``d``."""

    masks: list[int]
    clear: list[int]
    windows: list[list[int]]
    facing: list[list[int]]
    reach: int

    def area(self, rotation: int) -> int:
        return self.masks[rotation].bit_count()


def bit(i: int, j: int) -> int:
    return 1 << (i * STRIDE + FRAME + j)


def cells() -> list[tuple[int, int, int, int]]:
    """(row, column, u, v) of every cell of the frame; u to the right and v down are half cells from the middle."""
    return [(i, j, 2 * j + 1 - FRAME, 2 * i + 1 - FRAME) for i in range(FRAME) for j in range(FRAME)]


def gear_tables(data: Data) -> tuple[list[int], list[list[int]], list[list[tuple[int, int]]]]:
    """A disc looks the same at all rotations; its spots lie every 22.5 degrees round the rim."""
    radius2 = data.diameter * data.diameter // 2500
    inner = data.diameter * 4096 // 50 - data.finger_depth * 4096 // 25
    half = data.finger_width * 4096 // 50
    disc = [(i, j, u, v) for i, j, u, v in cells() if u * u + v * v <= radius2]
    mask = sum(bit(i, j) for i, j, _, _ in disc)
    normals = [(COS[2 * k], SIN[2 * k]) for k in range(8)] + [(-COS[2 * k], -SIN[2 * k]) for k in range(8)]
    windows = [
        sum(bit(i, j) for i, j, u, v in disc if u * c + v * s >= inner and abs(v * c - u * s) <= half)
        for c, s in normals
    ]
    return [mask] * ROTATIONS, [windows] * ROTATIONS, [normals] * ROTATIONS


def rectangle_tables(data: Data) -> tuple[list[int], list[list[int]], list[list[tuple[int, int]]]]:
    """Five spots along each long edge, three along each short one, at every rotation."""
    depth, half = data.finger_depth * 4096 // 25, data.finger_width * 4096 // 50
    width, height = data.width * 4096 // 50, data.height * 4096 // 50
    long = mirrored([t * 4096 // 25 for t in data.long_spots])
    short = mirrored([t * 4096 // 25 for t in data.short_spots])
    all_masks, all_windows, all_normals = [], [], []
    for c, s in zip(COS, SIN, strict=True):
        turned = [(i, j, u * c + v * s, v * c - u * s) for i, j, u, v in cells()]
        card = [(i, j, a, b) for i, j, a, b in turned if abs(a) <= width and abs(b) <= height]
        windows = []
        for sign in (1, -1):
            windows += [
                [(i, j) for i, j, a, b in card if sign * a >= width - depth and abs(b - t) <= half] for t in long
            ]
        for sign in (1, -1):
            windows += [
                [(i, j) for i, j, a, b in card if sign * b >= height - depth and abs(a - t) <= half] for t in short
            ]
        all_masks.append(sum(bit(i, j) for i, j, _, _ in card))
        all_windows.append([sum(bit(i, j) for i, j in window) for window in windows])
        all_normals.append([(c, s)] * 5 + [(-c, -s)] * 5 + [(-s, c)] * 3 + [(s, -c)] * 3)
    return all_masks, all_windows, all_normals


def mirrored(offsets: list[int]) -> list[int]:
    """[27, 55] becomes [-55, -27, 0, 27, 55]."""
    return [-t for t in reversed(offsets)] + [0] + offsets


def build_shape(name: str, data: Data) -> Shape:
    masks, windows, normals = gear_tables(data) if name == "gear" else rectangle_tables(data)
    centre2 = data.clear_centre * data.clear_centre // 2500
    hole = sum(bit(i, j) for i, j, u, v in cells() if u * u + v * v <= centre2)
    facing = [
        [sum(1 << k for k, (c, s) in enumerate(row) if c * dx + s * dy >= 2896) for dx, dy in STEPS] for row in normals
    ]
    union = 0
    for mask in masks:
        union |= mask
    columns = [j for i, j, _, _ in cells() if union & bit(i, j)]
    return Shape(masks, [mask & ~hole for mask in masks], windows, facing, max(columns) - min(columns) + 1)


# --- the pile ---------------------------------------------------------------------------------------------------------


@dataclass
class Lying:
    """A part in the pile. ``known``: it has been readable since it fell, or it was dropped face-up. (R12, R17)"""

    part: int
    x: int
    y: int
    rotation: int
    face_up: bool
    known: bool

    def __deepcopy__(self, memo: object) -> Lying:
        return replace(self)


@dataclass(frozen=True)
class Settings:
    """The shape and the rules options that touch the pile."""

    shape: Shape
    drag: int
    flip_least: int
    jitter: int
    spread: int = 70
    friction: int = 224
    flips: int = 4
    read_share: int = 40
    see_through: bool = False


class Pile:
    """The parts from the bottom to the top. Nothing is cached: what is visible is worked out when asked for."""

    def __init__(self, settings: Settings, parts: list[Lying]) -> None:
        self.settings = settings
        self.parts = parts

    # what is visible and free

    def remaining(self, index: int, covers: list[int]) -> int:
        """The cells of part ``index`` that are not below ``covers[rotation]`` of a part that lies higher."""
        me, reach = self.parts[index], self.settings.shape.reach
        free = self.settings.shape.masks[me.rotation]
        for other in self.parts[index + 1 :]:
            dx, dy = other.x - me.x, other.y - me.y
            if abs(dx) < reach and abs(dy) < reach:
                free &= ~shifted(covers[other.rotation], dx, dy)
        return free

    def visible(self, index: int) -> int:
        """The number of cells that can be seen."""
        return self.remaining(index, self.settings.shape.masks).bit_count()

    def free_spots(self, index: int) -> list[int]:
        """The finger spots that are wholly free. (R9)"""
        covered = ~self.remaining(index, self.settings.shape.masks)
        return [
            k
            for k, window in enumerate(self.settings.shape.windows[self.parts[index].rotation])
            if not window & covered
        ]

    def readable(self, index: int) -> bool:
        """Whether the symbols can be read now: face-up, and enough of the part in sight. (R12)"""
        me, settings = self.parts[index], self.settings
        covers = settings.shape.clear if settings.see_through else settings.shape.masks
        seen = self.remaining(index, covers).bit_count()
        return me.face_up and seen * 100 >= settings.read_share * settings.shape.area(me.rotation)

    def sides(self, index: int) -> list[int]:
        """The sides of the table that a free edge faces. (R10)"""
        spots = sum(1 << k for k in self.free_spots(index))
        return [d for d in range(4) if spots & self.settings.shape.facing[self.parts[index].rotation][d]]

    def nearest(self, index: int, sides: list[int]) -> int:
        """Of these sides the one nearest to the part, in doubt the first. (R10)"""
        me = self.parts[index]
        distance = (me.y + 12, 116 - me.x, 116 - me.y, me.x + 12)
        return min(sides, key=lambda d: distance[d])

    def overlap(self, lower: int, upper: int) -> int:
        """The number of cells that the two silhouettes share."""
        low, up, masks = self.parts[lower], self.parts[upper], self.settings.shape.masks
        dx, dy, reach = up.x - low.x, up.y - low.y, self.settings.shape.reach
        if abs(dx) >= reach or abs(dy) >= reach:
            return 0
        return (masks[low.rotation] & shifted(masks[up.rotation], dx, dy)).bit_count()

    def index_of(self, part: int) -> int | None:
        for index, lying in enumerate(self.parts):
            if lying.part == part:
                return index
        return None

    # what happens

    def note_readable(self) -> None:
        for index, lying in enumerate(self.parts):
            lying.known = lying.known or self.readable(index)

    def first_drop(self, parts: list[int], rng: PileRng) -> None:
        """The whole deck falls, the first part lowest. (R4)"""
        plateau, ramp = self.settings.spread, MAX_ORIGIN + 2 - self.settings.spread
        for part in parts:
            x = rng.below(plateau) + rng.below(ramp)
            y = rng.below(plateau) + rng.below(ramp)
            rotation, face = rng.below(ROTATIONS), rng.below(2)
            self.parts.append(Lying(part, x, y, rotation, face == 1, False))
        self.note_readable()

    def drags(self, index: int) -> dict[int, int]:
        """How far each part that rests on part ``index``, directly or not, is dragged, in cells before chance. (R11)"""
        settings = self.settings
        drag = {index: settings.drag}
        for upper in range(index + 1, len(self.parts)):
            scale = settings.shape.area(self.parts[upper].rotation) * 256
            best = max(d * self.overlap(t, upper) * settings.friction // scale for t, d in drag.items())
            if best > 0:
                drag[upper] = best
        del drag[index]
        return drag

    def pull(self, index: int, side: int, rng: PileRng) -> Lying:
        """Takes part ``index`` out towards ``side``; what rests on it is dragged along. (R11)"""
        dx, dy = STEPS[side]
        for upper, drag in self.drags(index).items():
            word = rng.next()
            move = drag * (128 + (word & 127)) >> 8
            if move == 0:
                continue
            aside = (-1, 0, 0, 1)[word >> 8 & 3]
            turn = (-1, 0, 0, 1)[word >> 10 & 3]
            lying = self.parts[upper]
            lying.x = clamped(lying.x + dx * move + dy * aside)
            lying.y = clamped(lying.y + dy * move + dx * aside)
            lying.rotation = (lying.rotation + turn) % ROTATIONS
            if move >= self.settings.flip_least and (word >> 16 & 255) < self.settings.flips:
                lying.face_up = not lying.face_up
        pulled = self.parts.pop(index)
        self.note_readable()
        return pulled

    def drop(self, part: int, rng: PileRng) -> None:
        """A part falls face-up on top, near a part picked at random. (R17)"""
        x = y = MAX_ORIGIN // 2
        if self.parts:
            near, jitter = self.parts[rng.below(len(self.parts))], self.settings.jitter
            x = clamped(near.x + rng.below(2 * jitter + 1) - jitter)
            y = clamped(near.y + rng.below(2 * jitter + 1) - jitter)
        self.parts.append(Lying(part, x, y, rng.below(ROTATIONS), True, True))


def shifted(mask: int, dx: int, dy: int) -> int:
    by = dy * STRIDE + dx
    return mask << by if by >= 0 else mask >> -by


def clamped(value: int) -> int:
    return min(max(value, 0), MAX_ORIGIN)

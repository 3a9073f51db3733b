"""What a part looks like on the raster: its cells, its finger spots and the sides that they face. (R9, R10)

The table is a raster of 128 x 128 cells of 5 mm. A part has the origin (x, y) of its 24 x 24 frame and one of 16
rotations. Everything is a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..data_file import DataFile
from .data import Data

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


def shifted(mask: int, dx: int, dy: int) -> int:
    by = dy * STRIDE + dx
    return mask << by if by >= 0 else mask >> -by


def check_shapes(data: Data, file: DataFile) -> None:
    """A part has at most 255 cells, and every finger spot one at every rotation: a covered part is never free."""
    for name in ("gear", "rectangle"):
        shape = build_shape(name, data)
        for rotation, mask in enumerate(shape.masks):
            if mask.bit_count() > 255:
                raise file.refuse(f"[{name}]: {mask.bit_count()} cells at rotation {rotation}, over 255")
        for rotation, windows in enumerate(shape.windows):
            for spot, window in enumerate(windows):
                if not window:
                    raise file.refuse(f"[{name}]: spot {spot} has no cell at rotation {rotation}")

"""The map: towns where the data file says, connections between them, Industries and Links on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import hypot
from typing import Any, NamedTuple

from ...canvas import label, path, points, rect
from ...parts import ACCENT, INK, LINE, PAPER, SUNKEN, Drawn, rail, shortened, thing, width
from ..data import Atlas, Connection, Point, Town
from .pieces import badge, industry, mark

__all__ = ["EDGES", "country"]

SLOT = 21.0
NAME = 11.5
LONGEST = 120.0
"""How wide a name may be."""
TALLEST = 1150.0
MARGIN = 4.0
STEPS = 100
"""How often a map may grow by a fiftieth where towns lie on each other."""
SIGN = 14.0
"""How far the sign of a town lies off its left side."""

EDGES: dict[str, dict[str, str | float]] = {
    "turn": {"stroke": ACCENT, "stroke_width": 4},
    "open": {"stroke": ACCENT, "stroke_width": 2.5, "stroke_dasharray": "5 3"},
}
"""Around the town of the turn, and around towns whose cards lie open."""

Box = tuple[float, float, float, float]


class Site(NamedTuple):
    """A town as it is drawn: the middle of its Industries, how wide and high they are, and its name below."""

    town: Town
    at: Point
    size: Point
    name: str
    plate: float
    """How wide the name is."""

    def boxes(self) -> tuple[Box, Box, Box]:
        """Of the Industries, of the sign at their left side, and of the name."""
        (x, y), (wide, high) = self.at, self.size
        slots = (x - wide / 2 - 3, y - high / 2 - 3, x + wide / 2 + 3, y + high / 2 + 3)
        sign = (x - wide / 2 - SIGN, y - 9, x - wide / 2, y + 9)
        return slots, sign, (x - self.plate / 2, y + high / 2, x + self.plate / 2, y + high / 2 + NAME * 1.4)

    def holds(self, at: Point) -> bool:
        """Whether a point lies on the Industries or on the name."""
        (x, y), (wide, high) = self.at, self.size
        on_slots = abs(at[0] - x) <= wide / 2 + 2 and abs(at[1] - y) <= high / 2 + 2
        return on_slots or any(_inside(at, box) for box in self.boxes()[1:])

    def meets(self, other: Site) -> bool:
        """Whether something of one town lies on something of the other."""
        return any(_overlap(mine, theirs) for mine in self.boxes() for theirs in other.boxes())


def _inside(at: Point, box: Box) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def country(view: Mapping[str, Any], atlas: Atlas, room: float) -> Drawn:
    """All towns and connections, of the data file or, where it does not have them, none of what lies there."""
    sites, wide, high = _sites(tuple(atlas.towns.values()), room)
    lines = [_line(connection, sites) for connection in atlas.connections.values()]
    links = [_link(name, view["links"].get(name), atlas, sites) for name in atlas.connections]
    bridges = [_bridge(second, view["links"].get(second), atlas, sites) for _, second in atlas.crossings]
    towns = [_town(site, view, atlas) for site in sites.values()]
    marks = [_marks(name, colour, atlas, sites) for name, colour in view["links"].items() if name in atlas.connections]
    drawn = [*lines, *links, *bridges, *towns, *marks]
    return Drawn("\n".join(drawn), wide, high)


# --- where towns lie --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _sites(towns: tuple[Town, ...], room: float) -> tuple[Mapping[str, Site], float, float]:
    """Towns at their coordinates, as large as the room allows, and larger where they would lie on each other."""
    plain = [_site(town) for town in towns]
    edges = [_edges(plain, axis) for axis in (0, 1)]
    across, down = (max(town.at[axis] for town in towns) - min(town.at[axis] for town in towns) for axis in (0, 1))
    usual = min((room - sum(edges[0])) / (across or 1), TALLEST / (down or 1))
    grown = (_scaled(plain, usual * (1 + step / 50)) for step in range(STEPS + 1))
    sites = next((scaled for scaled in grown if not any(a.meets(b) for a, b in combinations(scaled, 2))), None)
    sites = sites or _scaled(plain, usual)
    left, top = (min(site.at[axis] for site in sites) - edges[axis][0] for axis in (0, 1))
    right, bottom = (max(site.at[axis] for site in sites) + edges[axis][1] for axis in (0, 1))
    wide = max(room, right - left)
    inset = (wide - (right - left)) / 2 - left
    moved = {site.town.name: site._replace(at=(site.at[0] + inset, site.at[1] - top)) for site in sites}
    return moved, wide, bottom - top


def _edges(sites: Sequence[Site], axis: int) -> tuple[float, float]:
    """How far towns reach beyond their coordinates, on the one side and on the other."""
    boxes = [box for site in sites for box in site._replace(at=(0, 0)).boxes()]
    return MARGIN - min(box[axis] for box in boxes), MARGIN + max(box[axis + 2] for box in boxes)


def _scaled(sites: Sequence[Site], scale: float) -> list[Site]:
    return [site._replace(at=(site.town.at[0] * scale, site.town.at[1] * scale)) for site in sites]


def _site(town: Town) -> Site:
    columns, rows = _grid(town.kind.value)
    name = shortened(town.name, LONGEST, NAME, bold=True)
    return Site(town, town.at, (columns * SLOT, rows * SLOT), name, width(name, NAME, bold=True) + 6)


def _grid(value: int) -> tuple[int, int]:
    """Columns and rows of the places for Industries."""
    columns = 1 if value == 1 else 2 if value <= 4 else 3
    return columns, -(-value // columns)


# --- connections ------------------------------------------------------------------------------------------------------


def _ends(connection: Connection, sites: Mapping[str, Site]) -> tuple[Point, Point]:
    one, other = connection.ends
    return sites[one].at, sites[other].at


def _straight(one: Point, other: Point) -> str:
    return points([one, other]).removesuffix("Z")


def _line(connection: Connection, sites: Mapping[str, Site]) -> str:
    """The bed on which a Link can be laid: one line, or two for a double connection."""
    return _bed(connection, *_ends(connection, sites))


def _bed(connection: Connection, one: Point, other: Point) -> str:
    way = _straight(one, other)
    if connection.links == 2:
        return path(way, fill="none", stroke=LINE, stroke_width=13) + path(
            way, fill="none", stroke=PAPER, stroke_width=4
        )
    return path(way, fill="none", stroke=LINE, stroke_width=5)


def _link(name: str, colour: str | None, atlas: Atlas, sites: Mapping[str, Site]) -> str:
    """What lies on a connection."""
    connection = atlas.connections[name]
    one, other = _ends(connection, sites)
    kind = "double connection" if connection.links == 2 else "connection"
    laid = _rails(connection, colour, atlas, one, other) if colour else path(_straight(one, other), fill="none")
    said = f"Link of {colour}" if colour else "free"
    return thing(f"{kind} {name}: {said}", laid, data_connection=name)


def _rails(connection: Connection, colour: str, atlas: Atlas, one: Point, other: Point) -> str:
    found = atlas.colour(colour)
    if connection.links != 2:
        return rail(found.place, found.look, _straight(one, other), 6)
    length = hypot(other[0] - one[0], other[1] - one[1]) or 1
    x, y = 5 * (one[1] - other[1]) / length, 5 * (other[0] - one[0]) / length
    sides = [_straight((one[0] + k * x, one[1] + k * y), (other[0] + k * x, other[1] + k * y)) for k in (1, -1)]
    return "".join(rail(found.place, found.look, side, 6) for side in sides)


@lru_cache(maxsize=512)
def _visible(one: Site, other: Site) -> tuple[float, float]:
    """Which part of the way from town to town is hidden by neither, as shares of its length."""
    shares = [at / 100 for at in range(101)]
    spots = ((share, _along(one.at, other.at, share)) for share in shares)
    seen = [share for share, at in spots if not (one.holds(at) or other.holds(at))]
    return (seen[0], seen[-1]) if seen else (0.4, 0.6)


def _along(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _marks(name: str, colour: str, atlas: Atlas, sites: Mapping[str, Site]) -> str:
    """The letters of a Link, one for each of its pieces, away from a crossing."""
    connection = atlas.connections[name]
    one, other = _ends(connection, sites)
    near, far = _visible(*(sites[town] for town in connection.ends))
    shares = [near + (far - near) * part for part in ((0.3, 0.7) if connection.links == 2 else (0.5,))]
    crossed = _crossed(name, atlas, sites)
    if crossed is not None:
        apart = 16 / (hypot(other[0] - one[0], other[1] - one[1]) or 1)
        shares = [crossed + (apart if t > crossed else -apart) if abs(t - crossed) < apart else t for t in shares]
    drawn = mark(atlas.colour(colour))
    return "".join(drawn.at(x - 8, y - 8) for x, y in (_along(one, other, share) for share in shares))


# --- crossings --------------------------------------------------------------------------------------------------------


def _crossed(name: str, atlas: Atlas, sites: Mapping[str, Site]) -> float | None:
    """Where another connection crosses this one, as a share of its length."""
    for pair in atlas.crossings:
        if name in pair:
            other = pair[0] if name == pair[1] else pair[1]
            return _meeting(_ends(atlas.connections[name], sites), _ends(atlas.connections[other], sites))
    return None


def _meeting(one: tuple[Point, Point], other: tuple[Point, Point]) -> float | None:
    """Where the second line meets the first; None if they do not meet between their ends."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    slope = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not slope:
        return None
    first = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / slope
    second = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / slope
    return first if 0 < first < 1 and 0 < second < 1 else None


def _bridge(name: str, colour: str | None, atlas: Atlas, sites: Mapping[str, Site]) -> str:
    """The part of a connection that leads over the one it crosses."""
    connection = atlas.connections[name]
    one, other = _ends(connection, sites)
    crossed = _crossed(name, atlas, sites)
    if crossed is None:
        return ""
    length = hypot(other[0] - one[0], other[1] - one[1])
    begin, end = (_along(one, other, crossed + side * 13 / length) for side in (-1, 1))
    gap = path(_straight(begin, end), fill="none", stroke=PAPER, stroke_width=24)
    begin, end = (_along(one, other, crossed + side * 14 / length) for side in (-1, 1))
    return gap + (_rails(connection, colour, atlas, begin, end) if colour else _bed(connection, begin, end))


# --- towns ------------------------------------------------------------------------------------------------------------


def _town(site: Site, view: Mapping[str, Any], atlas: Atlas) -> str:
    """Its places with the Industries, its sign and its name."""
    town = site.town
    (x, y), (wide, high) = site.at, site.size
    left, top = x - wide / 2, y - high / 2
    below = rect(x - site.plate / 2, y + high / 2 - 1, site.plate, NAME * 1.4, rx=3, fill=PAPER)
    ground = rect(left - 2, top - 2, wide + 4, high + 4, rx=4, fill=PAPER, **_edge(town.name, view))
    places = [
        rect(
            left + at % (wide // SLOT) * SLOT + 2,
            top + at // (wide // SLOT) * SLOT + 2,
            SLOT - 4,
            SLOT - 4,
            rx=3,
            fill=SUNKEN,
        )
        for at in range(town.kind.value)
    ]
    there = view["industries"].get(town.name, {})
    every = (industry(atlas.colour(colour)) for colour, number in there.items() for _ in range(number))
    pieces = [*islice(every, town.kind.value)]
    drawn = [
        piece.at(left + at % (wide // SLOT) * SLOT + 0.5, top + at // (wide // SLOT) * SLOT + 0.5)
        for at, piece in enumerate(pieces)
    ]
    name = label(site.name, x, y + high / 2 + NAME, NAME, text_anchor="middle", font_weight="bold")
    sign = badge(town.kind, 18).at(left - SIGN, y - 9)
    return thing(_told(town, there, view), below, ground, *places, *drawn, name, sign, data_town=town.name)


def _edge(name: str, view: Mapping[str, Any]) -> dict[str, str | float]:
    """The town of the turn, and those whose cards lie open, are marked."""
    turn = view["turn"] or {}
    if name in (turn.get("town"), turn.get("card")):
        return EDGES["turn"]
    return EDGES["open"] if name in view["face_up"] else {"stroke": INK}


def _told(town: Town, there: Mapping[str, int], view: Mapping[str, Any]) -> str:
    industries = ", ".join(f"{number} {colour}" for colour, number in there.items()) or "none"
    open_card = "; its card lies open" if town.name in view["face_up"] else ""
    return f"{town.name}, {town.kind.name} {town.kind.value}; Industries: {industries}{open_card}"

"""The Market board: demand and appeal of each good, the wage, and the Development cards of the supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...canvas import group, label, path, rect
from ...parts import (
    ACCENT,
    INK,
    LINE,
    NOTE,
    PAPER,
    SEATS,
    SUNKEN,
    Drawn,
    beside,
    blank,
    chip,
    flow,
    hatch,
    shortened,
    stack,
    text,
    thing,
    token,
)
from ..data import Ledger, roman, sales_limit
from ..words import card_words, event_words
from .signs import framed, good_mark

LANE = 19.0
NEUTRAL = 4
"""The look of a neutral marker is that of no seat."""
END = 29.0
"""From the first and the last space to the edge: half a marker, and a figure beside it."""
COLUMNS = 2
GAP = 20.0


def market(view: Mapping[str, Any], ledger: Ledger, room: float) -> Drawn:
    """A chart a good, two side by side: every appeal marker on the track, and where demand stands."""
    wide = (room - GAP * (COLUMNS - 1)) / COLUMNS
    charts = [_chart(view, ledger, good, wide) for good in range(len(ledger.goods))]
    return flow(charts, room + 1, gap=GAP, line_gap=12)


class _Track:
    """The appeal track of a good, with room for the lowest demand at its left."""

    def __init__(self, ledger: Ledger, wide: float) -> None:
        self.low: int = ledger.data["demand"]["low"]
        self.high: int = max(ledger.data["appeal"]["top"], ledger.data["demand"]["high"])
        self.step: float = (wide - 2 * END) / (self.high - self.low)
        self.wide = wide

    def x(self, value: int) -> float:
        return END + (value - self.low) * self.step


def _chart(view: Mapping[str, Any], ledger: Ledger, good: int, wide: float) -> Drawn:
    name, track = ledger.goods[good], _Track(ledger, wide)
    demand, active = view["demand"][name], _is_active(view, ledger, good)
    marks = [(f"player {at}", at, str(at), seat) for at, seat in enumerate(view["seats"])]
    lanes = [_lane(track, marked, _appeal(seat, name), demand) for *marked, seat in marks]
    if view["neutral"] is not None:
        lanes.append(_lane(track, ["neutral marker", NEUTRAL, "N"], view["neutral"][name], demand))
    high = LANE * len(lanes) + 8
    drawn = (
        _ground(track, high),
        _demand(track, demand, high),
        *(group(lane, y=4 + LANE * at) for at, lane in enumerate(lanes)),
        group(_scale(track, ledger), y=high),
    )
    chart = Drawn("".join(drawn), wide, high + 18)
    produced = ", is produced in this round" if active else ""
    whole = stack([_heading(ledger, good, demand, active, wide), chart], 4)
    return Drawn(thing(f"{name}: demand {demand}{produced}", whole.svg, data_good=name), wide, whole.height)


def _is_active(view: Mapping[str, Any], ledger: Ledger, good: int) -> bool:
    return view["phase"] != "over" and ledger.active(view["round"]) == good


def _appeal(seat: Mapping[str, Any], name: str) -> int | None:
    factory = seat["factories"].get(name)
    return None if factory is None or seat["bankrupt_round"] is not None else factory["appeal"]


def _heading(ledger: Ledger, good: int, demand: int, active: bool, wide: float) -> Drawn:
    said = text(f"demand {_signed(demand)}", 13, bold=True)
    note = [text("in this round", 12, fill=ACCENT, bold=True)] if active else []
    mark = good_mark(ledger, good)
    room = wide - said.width - mark.width - sum(each.width + 8 for each in note) - 24
    name = beside([mark, text(ledger.goods[good], 14, bold=True, room=room), *note], 8)
    return beside([name, blank(wide - name.width - said.width, 1), said], 0)


def _signed(number: int) -> str:
    """With a proper minus."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def _ground(track: _Track, high: float) -> str:
    """The track; left of its middle part demand is under 0."""
    whole = rect(0.5, 0.5, track.wide - 1, high - 1, rx=5, fill=PAPER, stroke=LINE)
    below = rect(1, 1, track.x(0) - 1, high - 2, rx=4, fill=SUNKEN) if track.low < 0 else ""
    return whole + below


def _lane(track: _Track, marked: list[Any], appeal: int | None, demand: int) -> str:
    """A marker, and as long as the home market takes goods a bar that ends at it."""
    who, kind, letter = marked
    if appeal is None:
        return ""
    right = track.x(appeal)
    piece = token(kind, SEATS[kind], letter, LANE - 1).at(right - LANE / 2 + 0.5, 0.5)
    if kind == NEUTRAL:
        return thing(f"{who}: appeal {appeal}", piece)
    limit = sales_limit(appeal, demand)
    side = 1 if limit else -1  # where the line of demand is not
    anchor, fill = ("start", INK) if limit else ("end", NOTE)
    figure = label(str(limit), right + side * (LANE / 2 + 3), LANE / 2 + 4, 11, fill=fill, text_anchor=anchor)
    sells = bar(kind, track.x(appeal - limit), right) if limit else ""
    return thing(f"{who}: appeal {appeal}, the home market takes {limit}", sells, piece, figure)


def bar(kind: int, left: float, right: float) -> str:
    """In the look of a seat."""
    box = (left, LANE / 2 - 5, right - left, 10)
    return rect(*box, fill=SEATS[kind].fill, stroke=INK) + hatch(kind, *box, SEATS[kind].shade)


def _demand(track: _Track, demand: int, high: float) -> str:
    return flag(track.x(demand), high)


def flag(x: float, high: float) -> str:
    """Where demand stands."""
    line = path(f"M{x:.2f} 0V{high:.2f}", fill="none", stroke=INK, stroke_width=2.5)
    return line + path(f"M{x - 5:.2f} -2H{x + 5:.2f}L{x:.2f} 6Z", fill=INK)


def _scale(track: _Track, ledger: Ledger) -> str:
    """Every fifth space, or fewer where there are many; a small mark at each arrow space (R25)."""
    room = 26 / track.step
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if step >= room)
    first = -(-track.low // every) * every
    numbers = [
        label(_signed(at), track.x(at), 14, 11, text_anchor="middle", fill=NOTE)
        for at in range(first, track.high + 1, every)
    ]
    arrows = "".join(
        f"M{track.x(at) - 2.5:.2f} 0h5l-2.5 4.5z" for at in ledger.data["appeal"]["arrows"] if track.step > 3
    )
    return "".join(numbers) + (path(arrows, fill=NOTE) if arrows else "")


def wages(view: Mapping[str, Any], ledger: Ledger, room: float) -> Drawn:
    """The wage track."""
    spaces = ledger.wages(view["players"])
    step = min(38.0, room / len(spaces))
    boxes = [_space(wage, at == view["wage_space"], at, step) for at, wage in enumerate(spaces, 1)]
    return beside(boxes, 0)


def _space(wage: int, here: bool, at: int, step: float) -> Drawn:
    figure = text(str(wage), 13 if here else 11, bold=here, fill=PAPER if here else NOTE, room=step - 5)
    look: dict[str, str | float] = {"fill": INK, "stroke": INK} if here else {}
    box = framed(figure, step - 3, 24, **look)
    marker = ", the wage" if here else ""
    return Drawn(thing(f"wage space {at}: £{wage}{marker}", box.svg, data_wage=str(at)), step, 24)


def supply(view: Mapping[str, Any], ledger: Ledger, room: float) -> Drawn:
    """Each kind of Development card, and how many copies are there."""
    return flow([_kind(view, ledger, *entry) for entry in enumerate(ledger.cards)], room, gap=6, line_gap=6)


def _kind(view: Mapping[str, Any], ledger: Ledger, at: int, card: Any) -> Drawn:
    copies, decade = view["supply"].get(card.name, 0), ledger.decade(view["round"])
    later = card.decade > decade
    count = f"from {roman(card.decade)}" if later else f"\N{MULTIPLICATION SIGN}{copies}"
    said = [text(f"{card.number} {card.name}", 12, fill=None if copies else NOTE, room=160)]
    said.append(text(count, 12, bold=bool(copies), fill=None if copies else NOTE))
    inner = beside(said, 6)
    look: dict[str, str | float] = {} if copies else {"fill": "none", "stroke_dasharray": "4 3"}
    box = framed(inner, inner.width + 14, 22, **look)
    title = f"{card.name}: {card_words(card.number, ledger)}; copies in the supply: {copies}"
    return Drawn(thing(title, box.svg, data_supply=card.name), box.width, box.height)


def calendar(view: Mapping[str, Any], ledger: Ledger, room: float) -> Drawn:
    """The rounds of all decades, each with its good."""
    step = min(34.0, (room - 14 * (ledger.rounds // ledger.in_decade - 1)) / ledger.rounds)
    decades = []
    for first in range(1, ledger.rounds + 1, ledger.in_decade):
        boxes = [_round(view, ledger, at, step) for at in range(first, first + ledger.in_decade)]
        decades.append(stack([text(f"decade {roman(ledger.decade(first))}", 11, fill=NOTE), beside(boxes, 0)], 2))
    return beside(decades, 14)


def _round(view: Mapping[str, Any], ledger: Ledger, at: int, step: float) -> Drawn:
    good = ledger.active(at)
    now, past = at == view["round"], at < view["round"]
    mark = good_mark(ledger, good, min(20.0, step - 3))
    edge: dict[str, str | float] = {"fill": SUNKEN if past else PAPER}
    edge |= {"stroke": ACCENT, "stroke_width": 3} if now else {}
    box = framed(mark, step - 2, 28, **edge)
    when = "now" if now else "over" if past else "to come"
    title = f"round {at}: {ledger.goods[good]}, {when}"
    return Drawn(thing(title, box.svg, data_round=str(at)), step, 28)


def event(view: Mapping[str, Any], ledger: Ledger, room: float) -> Drawn | None:
    """The event of the decade, in words."""
    if view["event"] is None:
        return None
    said = event_words(view["event"], ledger)
    drawn = chip(shortened(said, room - 14, 12, bold=True), bold=True)
    return Drawn(thing(said, drawn.svg, data_event=view["event"]), drawn.width, drawn.height)

"""What lies beside the map: players, turn order, Demand, cards, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...canvas import rect
from ...parts import (
    ACCENT,
    INK,
    LINE,
    NOTE,
    PAPER,
    SUNKEN,
    Column,
    Drawn,
    Seated,
    beside,
    blank,
    flow,
    legend,
    panel,
    paragraph,
    rail,
    roster,
    stack,
    table,
    text,
    times,
)
from ...sentences import watcher
from ..data import Atlas, Colour
from ..words import part, sentence
from .country import EDGES
from .pieces import badge, counter, industry

__all__ = ["above", "below"]

GAP = 14.0


def above(view: Mapping[str, Any], atlas: Atlas, room: float) -> list[Drawn]:
    """What stands above the map."""
    half = (room - GAP) / 2
    order = stack([_order(view, atlas, half - 40), *_hand(view, atlas, half - 40)], gap=GAP)
    return [
        _head(view, room),
        _players(view, atlas, room),
        beside([_demand(view, atlas, half + 40), order], GAP, top=True),
        _cards(view, atlas, room),
    ]


def below(view: Mapping[str, Any], atlas: Atlas, room: float) -> list[Drawn]:
    """What stands below the map."""
    return [*_elsewhere(view, atlas, room), _unseen(view, room), _meanings(view, atlas, room)]


def _head(view: Mapping[str, Any], room: float) -> Drawn:
    facts = f"Workshop of the World, {part(view)}, seen by {watcher(view['viewer'])}"
    first = paragraph(sentence(view).begun(), 18, room, bold=True)
    return stack([first, paragraph(facts, 12, room, fill=NOTE)], gap=2)


# --- players ----------------------------------------------------------------------------------------------------------

COLUMNS = (
    Column("player", 150),
    Column("cash", 62, number=True),
    Column("revenue", 72, number=True),
    Column("counters", 74, number=True),
    Column("Industries", 84, number=True),
    Column("Links", 66, number=True),
    Column("", 248),
)


def _players(view: Mapping[str, Any], atlas: Atlas, room: float) -> Drawn:
    owned = atlas.seats(view["players"])
    players = [
        Seated(_player(view, atlas, seat, owned[seat]), _acts(view, owned, seat), _told(view, seat))
        for seat in range(view["players"])
    ]
    return roster(COLUMNS, players, room)


def _acts(view: Mapping[str, Any], owned: list[list[str]], seat: int) -> bool:
    """Whose turn it is, also while chance speaks."""
    turn = view["turn"]
    return bool(view["current_player"] == seat or (turn and turn["colour"] in owned[seat]))


def _player(view: Mapping[str, Any], atlas: Atlas, seat: int, colours: list[str]) -> list[Drawn]:
    pieces = beside([industry(atlas.colour(colour)) for colour in colours], 2)
    name = beside([pieces, text(f"Player {seat}", 12, bold=view["current_player"] == seat)])
    industries = [sum(town.get(colour, 0) for town in view["industries"].values()) for colour in colours]
    links = [sum(atlas.links(name) for name, of in view["links"].items() if of == colour) for colour in colours]
    figures = [str(view[key][seat]) for key in ("cash", "revenue", "hand_sizes")]
    figures += [" + ".join(map(str, numbers)) for numbers in (industries, links)]
    cash, *others = figures
    said = paragraph(", ".join(_notes(view, seat, colours)), 12, COLUMNS[6].width - 4, fill=ACCENT)
    return [name, text(cash, 14, bold=True), *(text(figure, 13) for figure in others), said]


def _notes(view: Mapping[str, Any], seat: int, colours: list[str]) -> Iterator[str]:
    """What a player is doing."""
    auction, turn, fist = view["auction"] or {}, view["turn"], view["fists"][seat]
    if auction.get("nominator") == seat:
        yield f"nominated {auction['card']}"
    if auction.get("leader") == seat:
        yield f"leads with £{auction['standing']}"
    if auction.get("speaker") == seat:
        yield "to speak"
    if fist is not None:
        yield _fist(fist)
    if turn and turn["colour"] in colours:
        yield f"plays {turn['colour']}" + (f", {turn['card']}" if turn["card"] else "")


def _fist(fist: Mapping[str, Any]) -> str:
    colour = f" for {fist['colour']}" if fist["colour"] else ""
    if fist["amount"] is None:
        return f"a closed fist{colour}" if fist["closed"] else f"a fist{colour}, not yet closed"
    return f"a fist with £{fist['amount']}{colour}"


def _told(view: Mapping[str, Any], seat: int) -> str:
    cash, revenue, counters = (view[key][seat] for key in ("cash", "revenue", "hand_sizes"))
    return f"player {seat}: cash {cash}, revenue {revenue}, Demand counters in hand {counters}"


# --- turn order and Demand --------------------------------------------------------------------------------------------


def _order(view: Mapping[str, Any], atlas: Atlas, wide: float) -> Drawn:
    boxes = 4 if view["players"] == 2 else view["players"]
    rows = [_boxes(words, view[key], boxes, atlas) for words, key in (("now", "order"), ("next", "next_order"))]
    return panel("Turn order", stack(rows, gap=8), wide)


def _boxes(words: str, order: list[str], boxes: int, atlas: Atlas) -> Drawn:
    row = [_box(order[at] if at < len(order) else None, at + 1, words, atlas) for at in range(boxes)]
    said = text(words, 12, fill=NOTE)
    return beside([Drawn(said.svg, 34, said.height), *row], 5)


def _box(colour: str | None, place: int, words: str, atlas: Atlas) -> Drawn:
    ground = rect(0.5, 0.5, 29, 29, rx=4, fill=SUNKEN, stroke=LINE)
    inner = text(str(place), 13, fill=NOTE) if colour is None else industry(atlas.colour(colour), 24)
    drawn = Drawn(ground + inner.at((30 - inner.width) / 2, (30 - inner.height) / 2), 30, 30)
    return drawn.called(f"turn order {words}, box {place}: {colour or 'empty'}", data_box=f"{words} {place}")


def _demand(view: Mapping[str, Any], atlas: Atlas, wide: float) -> Drawn:
    """Each kind of town, what counts of it, and where its Demand counters are."""
    columns = [Column("kind of town", 170), Column("value", 48, number=True), Column("counters", wide - 302)]
    columns += [Column("not seen", 60, number=True)]
    kinds = [*atlas.kinds, *(name for name in view["demand"] if name not in atlas.kinds)]
    rows = []
    for name in kinds:
        kind, number = atlas.kind(name), view["demand"].get(name, 0)
        placed = counter(number) if number <= 6 else beside([counter(1), text(times(number), 13, bold=True)], 3)
        unseen = view["unseen_counters"].get(name, 0)
        said = beside([badge(kind), text(name, 12, room=140)])
        rows.append([said, text(str(kind.value or "?"), 12), placed, text(str(unseen), 12)])
    heads, *drawn = table(columns, rows, 22)
    named = [
        row.called(f"Demand for {name}: {view['demand'].get(name, 0)}", data_demand=name)
        for name, row in zip(kinds, drawn, strict=True)
    ]
    return panel("Demand", stack([heads, *named], gap=2), wide)


def _hand(view: Mapping[str, Any], atlas: Atlas, room: float) -> list[Drawn]:
    """The viewer's Demand counters."""
    if view["hand"] is None:
        return []
    counters = [
        beside([badge(atlas.kind(name)), text(f"{name} {times(number)}".rstrip(), 12)]).called(
            f"Demand counters in hand: {number} {name}", data_counter=name
        )
        for name, number in view["hand"].items()
    ]
    inner = flow(counters, room - 24, gap=18) if counters else text("no Demand counter", 12, fill=NOTE)
    return [panel(f"Hand of player {view['viewer']}", inner, room)]


# --- cards ------------------------------------------------------------------------------------------------------------


def _cards(view: Mapping[str, Any], atlas: Atlas, room: float) -> Drawn:
    """The cards that lie open, the one of the turn, and the piles."""
    auction, turn = view["auction"] or {}, view["turn"] or {}
    cards = [_card(name, number, atlas, marked=name == auction.get("card")) for name, number in view["face_up"].items()]
    open_cards = [text("open:", 12, fill=NOTE), *(cards or [text("none", 12)])]
    if turn.get("card"):
        open_cards += [
            blank(4, 0),
            text(f"{turn['colour']} plays", 12, fill=NOTE),
            _card(turn["card"], 1, atlas, marked=True),
        ]
    piles = f"deck {view['deck']}, set aside {view['set_aside']}"
    return panel("Cards", flow(open_cards, room - 24, gap=9), room, note=piles)


def _card(name: str, number: int, atlas: Atlas, *, marked: bool) -> Drawn:
    """A town with its kind and value, or a wild card with the value that it stands for."""
    town = atlas.towns.get(name)
    said = text(f"{name} {times(number)}".rstrip(), 12.5, bold=True, room=190)
    value = town.kind.value if town else atlas.wilds.get(name)
    kind = [badge(town.kind), text(str(value), 12.5)] if town else []
    inner = beside([*kind, said], 6)
    wide, high = inner.width + 18, 32.0
    look: dict[str, str | float] = {"stroke": ACCENT, "stroke_width": 3} if marked else {"stroke": INK}
    ground = rect(1, 1, wide - 2, high - 2, rx=5, fill=PAPER, **look)
    title = f"card: {name}" if value is None else f"card: {name}, value {value}"
    return Drawn(ground + inner.at(9, (high - inner.height) / 2), wide, high).called(title, data_card=name)


def _elsewhere(view: Mapping[str, Any], atlas: Atlas, room: float) -> list[Drawn]:
    """What lies where this data file has neither town nor connection, in words."""
    said = [
        f"{town}: {', '.join(f'{number} {colour}' for colour, number in there.items())}"
        for town, there in view["industries"].items()
        if town not in atlas.towns
    ]
    said += [f"{name}: {colour}" for name, colour in view["links"].items() if name not in atlas.connections]
    return [panel("Not on this map", paragraph("; ".join(said), 12, room - 24), room)] if said else []


def _unseen(view: Mapping[str, Any], room: float) -> Drawn:
    """Which cards have been played, and which are in the deck or set aside."""
    lines = []
    for words, key in (("set-up cards, which come first", "unseen_setup"), ("not seen", "unseen"), ("used", "used")):
        names = ", ".join(f"{name} {times(number)}".rstrip() for name, number in view[key].items())
        if names:
            lines.append(paragraph(f"{words}: {names}", 12, room - 24))
    return panel("Cards of this era", stack(lines or [text("none", 12)], gap=6), room)


# --- meanings ---------------------------------------------------------------------------------------------------------


def _meanings(view: Mapping[str, Any], atlas: Atlas, room: float) -> Drawn:
    colours = [(seat, atlas.colour(name)) for seat, names in enumerate(atlas.seats(view["players"])) for name in names]
    entries = [
        (beside([industry(colour), _sample(colour)]), f"{colour.name}, of player {seat}") for seat, colour in colours
    ]
    entries += [(badge(kind), f"{kind.name} {kind.value}") for kind in atlas.kinds.values()]
    entries += [(_swatch("open"), "a town whose card lies open"), (_swatch("turn"), "the town of the turn")]
    return legend(entries, room)


def _sample(colour: Colour) -> Drawn:
    """A piece of a Link."""
    return Drawn(rail(colour.place, colour.look, "M1 6H35", 6), 36, 12)


def _swatch(kind: str) -> Drawn:
    return Drawn(rect(2, 2, 18, 18, rx=4, fill=PAPER, **EDGES[kind]), 22, 22)

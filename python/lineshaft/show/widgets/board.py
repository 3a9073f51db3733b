"""The table of Widget's Workshop in characters: bays and constructs, the pile as it lies, and where each part is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ..characters import (
    Cell,
    Column,
    Text,
    Words,
    codes,
    flow,
    heading,
    ink,
    join,
    paragraph,
    said,
    sections,
    table,
    who,
)
from .data import Card, Deck, deck_of
from .outline import CELL, TABLE, pile_of
from .words import sentence

__all__ = ["LEFT_OUT", "board"]

EXACTLY = "the pile is drawn, to 2 cm; svg() and fields() have it exactly"
LEFT_OUT = {
    "legal_actions": "choices are told apart, see choices()",
    "pile x": EXACTLY,
    "pile y": EXACTLY,
    "pile height": EXACTLY,
    "pile rotation": EXACTLY,
    "pile visible": EXACTLY,
    "pile area": EXACTLY,
    "pile free_spots": "the sides to which a part can be pulled follow from them, and these are shown",
    "pile known": "it follows from the card",
    "shape cell": "it is always 5 mm",
    "bays part": "the number of a part that has left the pile is of no use any more",
    "constructs part": "the number of a part that has left the pile is of no use any more",
}
"""Fields of the view that the board does not show, and why: the key, and the name of an entry below it."""

STYLES = ("31", "36", "33", "34", "32", "35")
"""Of the elements, by their place in the data file."""
SIDES = {"north": "N", "east": "E", "south": "S", "west": "W"}
STEP = 4 * CELL
"""What a number of the drawing stands for, in pixels of ``outline``: 20 mm."""
MOST_PARTS = 5
"""Of a body: with more types of part the short forms of traits have two letters."""


def board(position: Mapping[str, Any], data_text: str, width: int) -> list[Text]:
    """The dict of a view or of a state: what a player looks at first stands first."""
    deck = deck_of(data_text)
    return sections(
        _now(position, width),
        _players(position, width),
        _bays(position, deck, width),
        _drawing(position, deck),
        _parts(position, deck, width),
    )


# --- what is going on -------------------------------------------------------------------------------------------------


def _now(position: Mapping[str, Any], width: int) -> list[Text]:
    most = f" of at most {position['max_turns']}" if "max_turns" in position else ""
    lines = paragraph(f"turns taken: {position['turn']}{most}; " + said(sentence(position), position), width)
    for note in _notes(position):
        lines += paragraph(note, width)
    return lines


def _notes(position: Mapping[str, Any]) -> Iterator[Words]:
    """Parts that lie nowhere yet, and what comes next."""
    if position["hand"]:
        yield "in hand: " + join(map(_part, position["hand"]), "; ")
    for player, part in enumerate(position["dealt"]):
        if part is not None:
            yield who(position, player) + " places: " + _part(part)
    if position["falling"] is not None:
        yield "falls on the pile: " + _part(position["falling"])
    if position["shaking"] is not None:
        yield f"being pulled: part {position['shaking']['part']} to the {position['shaking']['direction']}"
    if position.get("pending"):
        yield "read next: parts " + join(map(str, position["pending"]))
    if position["next_phase"] is not None:
        yield f"after the reading: {position['next_phase']}"
    if position.get("shape") is not None:
        wide, tall = (size / 10 for size in position["shape"]["size"])
        yield f"parts: {position['shape']['name']}, {wide} mm by {tall} mm"


def _part(part: Mapping[str, Any]) -> Text:
    """``part 12 (fire strength mechanical torso)``; without a number in the abstract game."""
    card = "not read yet" if part["card"] is None else part["card"]
    return ink(f"part {part['part']} ({card})" if "part" in part else card)


def _players(position: Mapping[str, Any], width: int) -> list[Text]:
    columns = [Column("player"), *(Column(name, right=True) for name in ("points", "constructs", "final turns"))]
    needed = f" of {position['constructs_needed']}" if "constructs_needed" in position else ""
    rows: list[list[Cell]] = []
    for player, done in enumerate(position["constructs"]):
        notes = ["start player"] if position["first"] == player else []
        notes += ["in turn"] if position["turn_of"] == player else []
        notes += ["triggered the end"] if position["trigger"] == player else []
        points = position["scores"][player] if "scores" in position else sum(each["points"] for each in done)
        final = position["final_turns"][player]
        rows.append([who(position, player), *map(ink, (points, f"{len(done)}{needed}", final)), join(notes, none="")])
    return [heading("players"), *table([*columns, Column("", least=10)], rows, width)]


# --- bays and constructs ----------------------------------------------------------------------------------------------


def _bays(position: Mapping[str, Any], deck: Deck, width: int) -> list[Text]:
    """A line a bay and a construct, a column a type of part."""
    short = _short(deck)
    kinds = list(dict.fromkeys([*deck.parts, *(kind for bays in position["bays"] for bay in bays for kind in bay)]))
    columns = [Column("", least=15), *(Column(kind, least=5) for kind in kinds)]
    rows: list[list[Cell]] = []
    for player, bays in enumerate(position["bays"]):
        rows.append([who(position, player), *(ink("") for _ in kinds)])
        for number, bay in enumerate(bays, 1):
            cards = (_traits(deck, short, bay[kind]["card"]) if kind in bay else ink("·") for kind in kinds)
            rows.append([ink(f" bay {number}"), *cards])
        for each in position["constructs"][player]:
            cards = (_traits(deck, short, part["card"]) for part in each["parts"][: len(kinds)])
            rows.append([ink(f" {each['points']} {each['name']}"), *cards])
    return [heading("bays and constructs", "(constructs: points, name)"), *table(columns, rows, width)]


def _short(deck: Deck) -> dict[str, str]:
    """Short forms of the traits."""
    return codes([name for names in deck.traits for name in names], 3 if len(deck.parts) <= MOST_PARTS else 2)


def _traits(deck: Deck, short: Mapping[str, str], name: str) -> Text:
    """``fir str mec``: element, archetype and makeup in short; a card that the file does not have by its name."""
    card = deck.card(name)
    if card.part is None:
        return ink(name)
    return ink(" ".join(short[trait] for trait in deck.traits_of(card)), _style(card))


def _style(card: Card) -> str:
    """Of the element."""
    return STYLES[card.traits[0]] if card.traits else ""


# --- the pile ---------------------------------------------------------------------------------------------------------


def _drawing(position: Mapping[str, Any], deck: Deck) -> list[Text]:
    """The pile from above. A number stands wherever its part is what one sees, in the colour of its element."""
    if position.get("shape") is None or not position["pile"]:
        return []
    parts = pile_of(position)[::-1]
    digits = max(len(str(part.entry["part"])) for part in parts)
    rows = []
    for row in range(int(TABLE / STEP)):
        y = (row + 0.5) * STEP
        near = [part for part in parts if abs(part.middle[1] - y) < part.reach]
        seen = [next((p for p in near if p.depth((at + 0.5) * STEP, y) > 0), None) for at in range(int(TABLE / STEP))]
        rows.append(seen)
    across = [at for at in range(len(rows[0])) if any(row[at] for row in rows)]
    down = [at for at, row in enumerate(rows) if any(row)]
    if not across:
        return []
    lines = [
        join((_seen(cell.entry if cell else None, deck, digits) for cell in row[across[0] : across[-1] + 1]), "")
        for row in rows[down[0] : down[-1] + 1]
    ]
    return [heading("the pile", "from above, north on top; #: face-down, ?: not read yet"), *lines]


def _seen(entry: Mapping[str, Any] | None, deck: Deck, digits: int) -> Text:
    if entry is None:
        return ink(" " * (digits + 1))
    mark = "#" if entry["face"] == "down" else "?" if entry["card"] is None else " "
    card = None if entry["card"] is None or entry["face"] == "down" else deck.card(entry["card"])
    return ink(mark + str(entry["part"]).rjust(digits), "" if card is None else _style(card))


def _parts(position: Mapping[str, Any], deck: Deck, width: int) -> list[Text]:
    """Where every part of the deck is, a line a trio of traits; then the parts that nobody has read."""
    places = _places(position)
    columns = [Column("", least=11), *(Column(kind, least=6) for kind in deck.parts)]
    trios: dict[int, list[Card]] = {}
    for card in deck.cards.values():
        trios.setdefault(card.column, []).append(card)
    rows = [
        [
            ink(" ".join(deck.traits_of(cards[0])), _style(cards[0])),
            *(ink(places.get(card.name, "·"), _style(card)) for card in cards),
        ]
        for cards in trios.values()
    ]
    others = [f"{name}: {place}" for name, place in places.items() if name not in deck.cards]
    return [
        heading("where the parts are"),
        *table(columns, rows, width),
        *(flow("other parts: ", others, width, "; ") if others else []),
        *_unread(position, width),
    ]


def _places(position: Mapping[str, Any]) -> dict[str, str]:
    """Of each card where it is: a number in the pile with the sides to which it can be pulled, a bay, a hand."""
    found = dict.fromkeys(position.get("unseen", ()), "?")
    for player, bays in enumerate(position["bays"]):
        found |= {part["card"]: f"p{player} bay {at}" for at, bay in enumerate(bays, 1) for part in bay.values()}
        found |= {part["card"]: f"p{player} done" for each in position["constructs"][player] for part in each["parts"]}
    loose = [(part, "hand") for part in position["hand"]] + [(part, "dealt") for part in position["dealt"] if part]
    loose += [(position["falling"], "falls")] if position["falling"] is not None else []
    found |= {part["card"]: place for part, place in loose if part["card"] is not None}
    pile = position["pile"]
    if isinstance(pile, Mapping):
        return found | dict.fromkeys(pile["face_up"], "up") | dict.fromkeys(pile["face_down"], "down")
    return found | {entry["card"]: _lies(entry) for entry in pile if entry["card"] is not None}


def _lies(entry: Mapping[str, Any]) -> str:
    """``12 NE``: part 12 can be pulled north and east; ``12 covered``. A state does not say what is free."""
    down = "#" if entry["face"] == "down" else ""
    if "sides" not in entry:
        return f"{down}{entry['part']}"
    free = "".join(SIDES.get(side, side) for side in entry["sides"]) or "under"
    return f"{down}{entry['part']} {free}"


def _unread(position: Mapping[str, Any], width: int) -> list[Text]:
    pile = position["pile"]
    if isinstance(pile, Mapping):
        said = ", ".join(f"{counted(len(names), 'part')} {face.replace('_', '-')}" for face, names in pile.items())
        return paragraph(f"the pile: {said} (each equally likely to be pulled); ? has not been drawn yet", width)
    unread = [entry for entry in reversed(pile) if entry["card"] is None]
    down = [_lies(entry).removeprefix("#") for entry in unread if entry["face"] == "down"]
    up = [_lies(entry) for entry in unread if entry["face"] == "up"]
    lines = flow("face-down, not read: ", down, width)
    lines += flow("face-up, not read: ", up, width)
    key = "12 NE: part 12, can be pulled north and east; under: covered; #: lies face-down; ?: not read yet"
    return lines + paragraph(f"{counted(len(pile), 'part')} in the pile. {key}", width)

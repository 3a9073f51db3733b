"""The actions: numbers, typed actions, texts; the chance outcomes likewise."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .data import CITIES, COLOURS, GOODS, KINDS, OPEN_SLOTS, START, Data
from .state import Phase


class Kind(Enum):
    """What an action does; the value says what its ``target`` and ``detail`` are."""

    PASS = "nothing"
    BUILD = "a city"
    CONNECT = "a place, a colour"
    LAY_ONE = "a track 1"
    LAY_TWO = "a track 2"
    LAY_WILD = "an engine as track"
    DONE_LAYING = "the link is complete"
    PLAY_ENGINE = "an engine"
    SHIP = "a city, a good"
    DELIVER = "the destination"
    SKIP = "no delivery"
    DISCARD = "a card kind"
    REPLENISH = "a cube from the bag"
    PLACE_CUBE = "an empty city"
    DRAW_DECK = "a blind card"
    DRAW_OPEN = "a slot"
    DRAW_PILE = "the top of the discard pile"
    STOP_DRAWING = "no second card"


class Action(NamedTuple):
    kind: Kind
    target: int = 0
    detail: int = 0


def build_table() -> list[Action]:
    """All actions, in the order of their ids."""
    table = [Action(Kind.PASS)]
    table += [Action(Kind.BUILD, city) for city in range(CITIES)]
    table += [Action(Kind.CONNECT, place, colour) for place in range(CITIES + 1) for colour in range(len(COLOURS))]
    table += [Action(Kind.LAY_ONE), Action(Kind.LAY_TWO), Action(Kind.LAY_WILD), Action(Kind.DONE_LAYING)]
    table += [Action(Kind.PLAY_ENGINE)]
    table += [Action(Kind.SHIP, city, good) for city in range(CITIES) for good in range(len(GOODS))]
    table += [Action(Kind.DELIVER, city) for city in range(CITIES)]
    table += [Action(Kind.SKIP)]
    table += [Action(Kind.DISCARD, kind) for kind in range(KINDS)]
    table += [Action(Kind.REPLENISH)]
    table += [Action(Kind.PLACE_CUBE, city) for city in range(CITIES)]
    table += [Action(Kind.DRAW_DECK)]
    table += [Action(Kind.DRAW_OPEN, slot) for slot in range(OPEN_SLOTS)]
    table += [Action(Kind.DRAW_PILE), Action(Kind.STOP_DRAWING)]
    return table


TABLE = build_table()

KINDS_OF: dict[Phase, tuple[Kind, ...]] = {
    Phase.ACTION: (Kind.PASS, Kind.BUILD, Kind.PLAY_ENGINE, Kind.SHIP, Kind.DISCARD),
    Phase.CONNECT: (Kind.CONNECT,),
    Phase.PAY: (Kind.LAY_ONE, Kind.LAY_TWO, Kind.LAY_WILD, Kind.DONE_LAYING),
    Phase.ENGINE_DELIVERY: (Kind.SHIP, Kind.SKIP),
    Phase.DELIVER: (Kind.DELIVER,),
    Phase.DISCARD_USE: (Kind.REPLENISH, Kind.DRAW_DECK, Kind.DRAW_OPEN, Kind.DRAW_PILE),
    Phase.REPLENISH: (Kind.PLACE_CUBE,),
    Phase.DRAW: (Kind.DRAW_DECK, Kind.DRAW_OPEN, Kind.DRAW_PILE, Kind.STOP_DRAWING),
    Phase.TRIM: (Kind.DISCARD,),
    Phase.FINAL_DELIVERY: (Kind.SHIP, Kind.SKIP),
}
"""The kinds of action that belong to each phase of decision."""


FIXED_TEXTS = {
    Kind.PASS: "pass",
    Kind.LAY_ONE: "lay a one",
    Kind.LAY_TWO: "lay a two",
    Kind.LAY_WILD: "lay a wild",
    Kind.DONE_LAYING: "done laying",
    Kind.PLAY_ENGINE: "play engine",
    Kind.SKIP: "skip",
    Kind.REPLENISH: "replenish",
    Kind.DRAW_DECK: "draw from deck",
    Kind.DRAW_PILE: "draw from discard pile",
    Kind.STOP_DRAWING: "stop drawing",
}


def action_text(action: Action, data: Data) -> str:
    kind, target, detail = action
    if kind in FIXED_TEXTS:
        return FIXED_TEXTS[kind]
    if kind is Kind.DISCARD:
        return f"discard {data.kind_name(target)}"
    if kind is Kind.DRAW_OPEN:
        return f"draw open {target + 1}"
    place = "Start" if target == START else data.place_name(target)
    if kind is Kind.CONNECT:
        return f"from {place} in {COLOURS[detail]}"
    if kind is Kind.SHIP:
        return f"ship {GOODS[detail]} from {place}"
    return {Kind.BUILD: "build", Kind.DELIVER: "deliver to", Kind.PLACE_CUBE: "place cube on"}[kind] + f" {place}"


FIRST_CUBE_OUTCOME = KINDS
FIRST_PLAYER_OUTCOME = KINDS + len(GOODS)


def outcome_texts(data: Data) -> list[str]:
    """The chance outcomes: 0 to 35 cards, 36 to 39 cubes, 40 to 43 first players."""
    cards = [f"card {data.kind_name(kind)}" for kind in range(KINDS)]
    return cards + [f"cube {good}" for good in GOODS] + [f"first player {p}" for p in range(4)]

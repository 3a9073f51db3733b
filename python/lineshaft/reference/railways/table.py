"""What is fixed in play: the tables of actions and of chance outcomes (ids, typed forms, texts), and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from ..data_file import DataFile
from ..options import Value
from ..protocol import Game
from .data import CITIES, COLOURS, GOODS, KINDS, OPEN_SLOTS, START, Data, copies, load
from .variant import OPTIONS, VARIANTS, check_rules


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


class Tables(Game):
    """Railways of the World: The Card Game, without the rules."""

    name = "railways"
    title = "Railways of the World: The Card Game"
    rules_version = 1
    min_players = 2
    max_players = 4
    variants = VARIANTS
    options = OPTIONS

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        check_rules(self.variant, self.rules)
        self.data = load(data)
        self.goods_in_game = self.variant.name == "standard"  # R44
        self.engines_in_game = self.goods_in_game or self.flag("family_wilds")  # R45
        self.opening_hand = 3 + self.engines_in_game  # R2
        self.link_trains = self.number("link_trains") or 0
        self.max_rounds = self.number("max_rounds") or 0
        self.exit_capacity = self.number("exit_capacity")
        self.overpay_cap = self.number("overpay_cap")
        self.engine_cap = self.number("engine_cap")
        self.faceup_engine_second = self.flag("faceup_engine_second")
        self.value5_must_stop = self.flag("value5_must_stop")
        self.name_steps([action_text(action, self.data) for action in TABLE], outcome_texts(self.data))

    def flag(self, name: str) -> bool:
        return self.rules[name] is True

    def number(self, name: str) -> int | None:
        value = self.rules[name]
        assert value is None or isinstance(value, int)
        return value

    @property
    def max_game_length(self) -> int:
        return 6 * self.num_players * self.max_rounds + 11 * CITIES + 2 * self.num_players

    @property
    def max_chance_nodes(self) -> int:
        cards = sum(copies(kind, self.engines_in_game) for kind in range(KINDS))
        dealt = self.num_players if self.engines_in_game else 0
        return cards - dealt + (60 if self.goods_in_game else 0) + 1

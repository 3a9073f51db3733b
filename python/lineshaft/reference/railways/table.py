"""What is fixed in play: the tables of actions and of chance outcomes (ids, typed forms, texts), and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from ..data_file import DataFile
from ..options import Value
from ..protocol import Game
from .data import MOST_PLAYERS, Data, load
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


def build_table(data: Data) -> list[Action]:
    """All actions, in the order of their ids."""
    cities, colours, goods = range(len(data.cities)), range(len(data.track)), range(len(data.goods))
    table = [Action(Kind.PASS)]
    table += [Action(Kind.BUILD, city) for city in cities]
    table += [Action(Kind.CONNECT, place, colour) for place in range(data.start + 1) for colour in colours]
    table += [Action(Kind.LAY_ONE), Action(Kind.LAY_TWO), Action(Kind.LAY_WILD), Action(Kind.DONE_LAYING)]
    table += [Action(Kind.PLAY_ENGINE)]
    table += [Action(Kind.SHIP, city, good) for city in cities for good in goods]
    table += [Action(Kind.DELIVER, city) for city in cities]
    table += [Action(Kind.SKIP)]
    table += [Action(Kind.DISCARD, kind) for kind in range(data.kinds)]
    table += [Action(Kind.REPLENISH)]
    table += [Action(Kind.PLACE_CUBE, city) for city in cities]
    table += [Action(Kind.DRAW_DECK)]
    table += [Action(Kind.DRAW_OPEN, slot) for slot in range(data.slots)]
    table += [Action(Kind.DRAW_PILE), Action(Kind.STOP_DRAWING)]
    return table


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
    place = data.place_name(target)
    if kind is Kind.CONNECT:
        return f"from {place} in {data.track[detail].colour}"
    if kind is Kind.SHIP:
        return f"ship {data.goods[detail].colour} from {place}"
    return {Kind.BUILD: "build", Kind.DELIVER: "deliver to", Kind.PLACE_CUBE: "place cube on"}[kind] + f" {place}"


def outcome_texts(data: Data) -> list[str]:
    """The chance outcomes: cards, cubes, first players."""
    cards = [f"card {data.kind_name(kind)}" for kind in range(data.kinds)]
    cubes = [f"cube {good.colour}" for good in data.goods]
    return cards + cubes + [f"first player {p}" for p in range(MOST_PLAYERS)]


class Tables(Game):
    """Railways of the World: The Card Game, without the rules."""

    name = "railways"
    title = "Railways of the World: The Card Game"
    rules_version = 1
    min_players = 2
    max_players = MOST_PLAYERS
    variants = VARIANTS
    options = OPTIONS

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        check_rules(self.variant, self.rules)
        self.data = load(data)
        self.table = build_table(self.data)
        self.first_cube_outcome = self.data.kinds
        self.first_player_outcome = self.data.kinds + len(self.data.goods)
        self.goods_in_game = self.variant.name == "standard"  # R44
        self.engines_in_game = self.goods_in_game or self.flag("family_wilds")  # R45
        self.copies = self.data.copies(self.engines_in_game)
        self.opening_engines = self.data.hand.engines if self.engines_in_game else 0  # R2, R45
        self.opening_hand = self.opening_engines + self.data.hand.cities + self.data.hand.cards  # R2
        self.link_trains = self.number("link_trains") or self.data.trains  # R1
        self.max_rounds = self.number("max_rounds") or 0
        self.exit_capacity = self.number("exit_capacity")
        self.overpay_cap = self.number("overpay_cap")
        self.engine_cap = self.number("engine_cap")
        self.faceup_engine_second = self.flag("faceup_engine_second")
        self.value5_must_stop = self.flag("value5_must_stop")
        self.name_steps([action_text(action, self.data) for action in self.table], outcome_texts(self.data))

    def flag(self, name: str) -> bool:
        return self.rules[name] is True

    def number(self, name: str) -> int | None:
        value = self.rules[name]
        assert value is None or isinstance(value, int)
        return value

    @property
    def max_game_length(self) -> int:
        """A turn is longest with a discard, or a delivery, and as many cards to drop; a link can be longer still."""
        most, limit = self.data.drawing.most, self.data.hand.limit
        turn = max(3, 2 + 2 * most)
        link = 3 + most + max(limit - 1, most - 1)
        turns = turn * self.num_players * self.max_rounds + (link - turn) * len(self.data.cities)
        return turns + 2 * self.num_players * self.data.deliveries

    @property
    def max_chance_nodes(self) -> int:
        cards = sum(self.copies) - self.num_players * self.opening_engines
        return cards + (self.data.all_cubes if self.goods_in_game else 0) + 1

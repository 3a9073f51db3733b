"""A position: the fields and simple questions about them. Their invariants are in ``invariants``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ..protocol import CHANCE_PLAYER, TERMINAL_PLAYER, State
from .table import Tables


class Phase(IntEnum):
    """The phases of the page, in its order; the name in lower case is the phase's name."""

    DEAL_CITY = 0
    DEAL_CARD = 1
    DEAL_OPEN = 2
    FIRST_PLAYER = 3
    ACTION = 4
    CONNECT = 5
    PAY = 6
    PLACE_GOODS = 7
    ENGINE_DELIVERY = 8
    DELIVER = 9
    DISCARD_USE = 10
    REPLENISH_CUBE = 11
    REPLENISH = 12
    DRAW = 13
    DRAW_CARD = 14
    REFILL = 15
    TRIM = 16
    FINAL_DELIVERY = 17
    OVER = 18


SETUP = (Phase.DEAL_CITY, Phase.DEAL_CARD, Phase.DEAL_OPEN, Phase.FIRST_PLAYER)
CHANCE = (*SETUP, Phase.PLACE_GOODS, Phase.REPLENISH_CUBE, Phase.DRAW_CARD, Phase.REFILL)
TRIGGERS = ("deck_empty", "trains", "bag_empty", "max_rounds")


@dataclass
class City:
    """A city on the table: the link to its parent place, and its cubes, a number a good."""

    parent: int
    owner: int
    value: int
    colour: int
    cubes: list[int]


@dataclass
class Build:
    """A link that is being built: the new city, then the other end and the colour, then the cards laid so far."""

    city: int
    origin: int | None = None
    colour: int | None = None
    ones: int = 0
    twos: int = 0
    wilds: int = 0


class Shipment(NamedTuple):
    """A cube on its way: the city where it lies, and its colour."""

    source: int
    good: int


class Position(State[Tables]):
    """The fields. Hands, deck and ``known`` are lists of counts, one a card kind."""

    def __init__(self, game: Tables) -> None:
        """The position before the first chance outcome (R2): engines are given out, all else is undealt."""
        super().__init__(game)
        n, data = game.num_players, game.data
        self.phase = self.opening_phase(game)
        self.turn_player: int | None = None if self.phase is Phase.DEAL_OPEN else 0
        self.first_player: int | None = None
        self.round = 0
        self.end_trigger: str | None = None
        self.final_deliveries = 0
        self.picks_done = 0
        self.deck = list(game.copies)
        self.open: list[int | None] = [None] * data.slots
        self.pile: list[int] = []
        self.bag = [good.cubes if game.goods_in_game else 0 for good in data.goods]
        self.cities: dict[int, City] = {}
        self.hands = [[0] * data.kinds for _ in range(n)]
        self.known = [[0] * data.kinds for _ in range(n)]
        self.v2_hidden = [0] * n
        self.engines = [0] * n
        self.points = [0] * n
        self.delivered = [[0] * len(data.goods) for _ in range(n)]
        self.build: Build | None = None
        self.shipment: Shipment | None = None
        self.cube: int | None = None
        for p in range(n):
            self.deck[data.engine] -= game.opening_engines
            self.hands[p][data.engine] = self.known[p][data.engine] = game.opening_engines

    @staticmethod
    def opening_phase(game: Tables) -> Phase:
        """R48: what is dealt first."""
        if game.data.hand.cities > 0:
            return Phase.DEAL_CITY
        return Phase.DEAL_CARD if game.data.hand.cards > 0 else Phase.DEAL_OPEN

    # --- who acts -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.phase is Phase.OVER:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self.phase in CHANCE else self.mover

    def phase_name(self) -> str:
        return self.phase.name.lower()

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        assert self.turn_player is not None
        return self.turn_player

    # --- questions ------------------------------------------------------------------------------------------------

    @property
    def hand(self) -> list[int]:
        return self.hands[self.mover]

    def holds(self, city: int) -> bool:
        return self.hand[self.game.data.city_kind(city)] > 0

    def links_of(self, player: int) -> list[City]:
        return [city for city in self.cities.values() if city.owner == player]

    def empty_cities(self) -> list[int]:
        return [c for c in sorted(self.cities) if sum(self.cities[c].cubes) == 0]

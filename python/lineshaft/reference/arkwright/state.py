"""A position of Arkwright: plain fields, and the numbers that follow from them.

Goods, factories, tracks, cards and events are indices into the data; ``round`` counts from 0; ``player`` is who acts,
-1 where nobody does. ``kind`` and the fields after it keep what an action or a pending step needs, and are empty
outside of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..protocol import CHANCE_PLAYER, TERMINAL_PLAYER, State
from .data import OFFICE, TRACKS, Data, Tile
from .table import Tables

PHASES = (
    "goods",
    "points",
    "event",
    "break",
    "action",
    "loan",
    "price",
    "develop",
    "patent_step",
    "lower",
    "take",
    "engineer",
    "ship",
    "start",
    "over",
)
KINDS = ("build", "employ", "automate", "quality", "distribution", "early")


@dataclass
class Factory:
    """``decade`` is that of the tile, 0 while the factory is not open; ``appeal`` is where its marker stands."""

    decade: int = 0
    worker_cards: int = 0
    machines: list[int] = field(default_factory=list)
    """On each worker card that the factory may have."""
    quality: int = 0
    distribution: int = 0
    appeal: int = 0

    @classmethod
    def opened(cls, data: Data, decade: int, crew: int = 0, quality: int = 0, distribution: int = 0) -> Factory:
        """A factory as it opens, without machines; with decade 0 the place of one."""
        return cls(decade, crew, [0] * data.worker_cards, quality, distribution)

    @property
    def is_open(self) -> bool:
        return self.decade > 0


@dataclass
class Warehouse:
    """Bound to a good while it holds any."""

    good: int | None = None
    goods: int = 0


@dataclass
class Seat:
    """A player's board. ``price``: of the active good in this round; ``sold``: the home sales of this production."""

    cash: int = 0
    shares: int = 0
    share_value: int = 0
    loans: int = 0
    ship_tokens: int = 0
    ships_used: int = 0
    extra_used: bool = False
    levels: list[int] = field(default_factory=lambda: [0] * TRACKS)
    cards: set[int] = field(default_factory=set)
    patent_used: bool = False
    engineer: int | None = None
    engineer_turned: bool = False
    price: int | None = None
    sold: int | None = None
    bankrupt_round: int | None = None
    factories: list[Factory] = field(default_factory=list)
    warehouses: list[Warehouse] = field(default_factory=list)
    """The small ones, last the large one."""

    @classmethod
    def empty(cls, data: Data) -> Seat:
        """A board with a place for everything that the file has."""
        factories = [Factory.opened(data, 0) for _ in data.goods]
        return cls(factories=factories, warehouses=[Warehouse() for _ in range(data.small_warehouses + 1)])

    @property
    def solvent(self) -> bool:
        return self.bankrupt_round is None


class Position(State[Tables]):
    """All fields of a state; the rules are in the other files."""

    def __init__(self, game: Tables) -> None:
        super().__init__(game)
        self.phase = "over"
        self.player = -1
        self.round = 0
        self.start_player = 0
        self.demand = [0] * len(game.data.goods)
        self.wage_space = 0
        self.neutral: list[int] | None = None
        self.supply = [0] * len(game.data.card_names)
        self.event: int | None = None
        self.events_shown: set[int] = set()
        self.kind: str | None = None
        self.used = 0
        self.built = False
        self.token_moved = False
        self.card_turned = False
        self.set_factories: set[int] = set()
        self.begun: set[tuple[int, int]] = set()
        self.producing: int | None = None
        self.rest = 0
        self.given_up: int | None = None
        self.seats: list[Seat] = [Seat.empty(game.data) for _ in range(game.num_players)]

    # --- who acts -------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.phase == "event":
            return CHANCE_PLAYER
        return TERMINAL_PLAYER if self.phase == "over" else self.player

    def phase_name(self) -> str:
        return self.phase

    # --- frame (R1, R2) -------------------------------------------------------------------------------------------

    @property
    def decade(self) -> int:
        return self.game.data.decade_of(self.round)

    @property
    def active_good(self) -> int:
        return self.game.data.good_of(self.round)

    @property
    def decade_begins(self) -> bool:
        return self.round % self.game.data.rounds_per_decade == 0

    def event_amount(self, event: int) -> int | None:
        """The amount of the event with this number if it is this decade's, else None."""
        data = self.game.data
        this = self.event is not None and data.event_numbers[self.event] == event
        return data.amount(event) if this else None

    def turn_order(self) -> list[int]:
        """Solvent seats, clockwise from the start player."""
        n = self.game.num_players
        seats = [(self.start_player + i) % n for i in range(n)]
        return [p for p in seats if self.seats[p].solvent]

    def later_in_turn_order(self, player: int) -> list[int]:
        """Solvent seats that come after ``player`` (who may be bankrupt) in this round."""
        n = self.game.num_players
        place = (player - self.start_player) % n
        return [p for p in self.turn_order() if (p - self.start_player) % n > place]

    @property
    def wage(self) -> int:
        return self.game.setup.wages[self.wage_space]

    # --- a player's board -----------------------------------------------------------------------------------------

    def tile(self, player: int, good: int) -> Tile:
        return self.game.data.tile(good, self.seats[player].factories[good].decade)

    def track(self, player: int, track: int) -> int:
        """The value of a track at the player's level."""
        return self.game.data.track(track)[self.seats[player].levels[track]]

    def holds(self, player: int, number: int) -> bool:
        """Whether the player has the Development card with this number; nobody has one that the file left out (R60)."""
        return any(self.game.data.is_card(card, number) for card in self.seats[player].cards)

    def effect(self, player: int, number: int, key: str) -> int:
        """The number ``key`` of ``card_effects`` if the player holds the card, else 0."""
        return self.game.data["card_effects", key] if self.holds(player, number) else 0

    def card_limit(self, player: int) -> int:
        return self.track(player, OFFICE)

    # --- tracks and cards (R27, R28) ------------------------------------------------------------------------------

    def next_level_gate(self, player: int, track: int) -> int | None:
        """The decade that opens the next level of a track, None at the last level."""
        level = self.seats[player].levels[track] + 1
        if level >= len(self.game.data.track(track)):
            return None
        return self.game.data.gates[level - 1]

    def track_open(self, player: int, track: int, decade: int) -> bool:
        gate = self.next_level_gate(player, track)
        return gate is not None and gate <= decade

    def any_track_open(self, player: int, decade: int) -> bool:
        return any(self.track_open(player, track, decade) for track in range(TRACKS))

    def stored(self, player: int, good: int) -> int:
        return sum(w.goods for w in self.seats[player].warehouses if w.good == good)

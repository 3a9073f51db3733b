"""A position of Arkwright: plain fields, and the numbers that follow from them.

Goods, factories, tracks, cards and events are indices into the data; ``round`` counts from 0; ``player`` is who acts,
-1 where nobody does. ``kind`` and the fields after it keep what an action or a pending step needs, and are empty
outside of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .data import (
    ADVERTISER,
    BLOCKADE,
    CARDS,
    CRAFTSMAN,
    DISTRIBUTION,
    GOODS,
    LARGE_WAREHOUSE,
    MERCHANT,
    NAVIGATION_ACT,
    OFFICE,
    QUALITY,
    ROUNDS_PER_DECADE,
    SHIPPING,
    SHIPYARD,
    TRACKS,
    WAREHOUSE,
    Tile,
)
from .variant import Config

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
    machines: list[int] = field(default_factory=lambda: [0, 0])
    quality: int = 0
    distribution: int = 0
    appeal: int = 0

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
    bankrupt_round: int = 0
    factories: list[Factory] = field(default_factory=lambda: [Factory() for _ in range(GOODS)])
    warehouses: list[Warehouse] = field(default_factory=lambda: [Warehouse() for _ in range(3)])

    @property
    def solvent(self) -> bool:
        return self.bankrupt_round == 0

    def copy(self) -> Seat:
        return replace(
            self,
            levels=list(self.levels),
            cards=set(self.cards),
            factories=[replace(f, machines=list(f.machines)) for f in self.factories],
            warehouses=[replace(w) for w in self.warehouses],
        )


class Position:
    """All fields of a state; the rules are in the other files."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.phase = "over"
        self.player = -1
        self.round = 0
        self.start_player = 0
        self.demand = [0] * GOODS
        self.wage_space = 0
        self.neutral: list[int] | None = None
        self.supply = [0] * CARDS
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
        self.seats: list[Seat] = [Seat() for _ in range(config.players)]

    def copy_fields(self, other: Position) -> None:
        """Takes over all fields of ``other``, sharing nothing that can change."""
        self.__dict__.update(other.__dict__)
        self.demand = list(other.demand)
        self.neutral = None if other.neutral is None else list(other.neutral)
        self.supply = list(other.supply)
        self.events_shown = set(other.events_shown)
        self.set_factories = set(other.set_factories)
        self.begun = set(other.begun)
        self.seats = [seat.copy() for seat in other.seats]

    # --- frame (R1, R2) -------------------------------------------------------------------------------------------

    @property
    def decade(self) -> int:
        return self.round // ROUNDS_PER_DECADE + 1

    @property
    def active_good(self) -> int:
        return self.round % ROUNDS_PER_DECADE

    def turn_order(self) -> list[int]:
        """Solvent seats, clockwise from the start player."""
        n = self.config.players
        seats = [(self.start_player + i) % n for i in range(n)]
        return [p for p in seats if self.seats[p].solvent]

    def later_in_turn_order(self, player: int) -> list[int]:
        """Solvent seats that come after ``player`` (who may be bankrupt) in this round."""
        n = self.config.players
        place = (player - self.start_player) % n
        return [p for p in self.turn_order() if (p - self.start_player) % n > place]

    def still_produced(self, good: int) -> bool:
        """Whether the good has a production to come, this round included (R10, R13)."""
        return self.decade < 3 or good >= self.active_good

    @property
    def wage(self) -> int:
        return self.config.setup.wages[self.wage_space]

    # --- a player's board -----------------------------------------------------------------------------------------

    def tile(self, player: int, good: int) -> Tile:
        return self.config.tables.tile(good, self.seats[player].factories[good].decade)

    def units(self, factory: Factory, card: int) -> int:
        """Labour units of a worker card, 0 where there is no card (R12)."""
        return self.config.tables.units(factory.decade, card) if card < factory.worker_cards else 0

    def workers(self, factory: Factory) -> int:
        return sum(self.units(factory, card) - factory.machines[card] for card in (0, 1))

    def track(self, player: int, track: int) -> int:
        """The value of a track at the player's level."""
        return self.config.tables.track(track)[self.seats[player].levels[track]]

    def effect(self, player: int, card: int, key: str) -> int:
        """The number ``key`` of ``card_effects`` if the player holds the card, else 0."""
        return self.config.tables["card_effects", key] if card in self.seats[player].cards else 0

    def card_limit(self, player: int) -> int:
        return self.track(player, OFFICE)

    def engineer_value(self, player: int, good: int) -> int:
        seat = self.seats[player]
        if seat.engineer != good:
            return 0
        return self.config.tables["card_effects", "engineer_turned" if seat.engineer_turned else "engineer_value"]

    # --- Quality and Distribution (R16, R17, R19) -----------------------------------------------------------------

    def quality_points(self, player: int) -> int:
        return self.track(player, QUALITY) + self.effect(player, CRAFTSMAN, "craftsman_points")

    def distribution_points(self, player: int) -> int:
        return self.track(player, DISTRIBUTION) + self.effect(player, ADVERTISER, "advertiser_points")

    def quality_cap(self, player: int, good: int) -> int:
        limits = "limits"
        if self.seats[player].engineer == good:
            return self.config.tables[limits, "engineer_quality_cap"] - self.engineer_value(player, good)
        return self.config.tables[limits, "quality_cap"]

    def cards_for_quality(self, quality: int) -> int:
        return -(-quality // self.config.tables["quality", "per_card"])

    def quality_cards_in_use(self, player: int) -> int:
        return sum(self.cards_for_quality(f.quality) for f in self.seats[player].factories)

    def quality_cards(self, player: int) -> int:
        return self.config.tables["limits", "quality_cards"] + self.effect(player, CRAFTSMAN, "craftsman_cards")

    def distribution_cards_in_use(self, player: int) -> int:
        return sum(f.distribution > 0 for f in self.seats[player].factories)

    def distribution_cards(self, player: int) -> int:
        own = self.config.tables["limits", "distribution_cards"]
        return own + self.effect(player, ADVERTISER, "advertiser_cards")

    def too_many_quality_cards(self, player: int) -> bool:
        return self.quality_cards_in_use(player) > self.quality_cards(player)

    def too_many_distribution_cards(self, player: int) -> bool:
        return self.distribution_cards_in_use(player) > self.distribution_cards(player)

    # --- price (R24) ----------------------------------------------------------------------------------------------

    def price_range(self, player: int, good: int) -> tuple[int, int]:
        tables = self.config.tables
        low = self.tile(player, good).price
        quality = self.seats[player].factories[good].quality
        from_quality = -(-quality // tables["quality", "price_divisor"])
        return low, low + tables["rules", "token_positions"] - 1 + tables["office", "value"] + from_quality

    def appeal_at(self, player: int, good: int, price: int) -> int:
        factory, tile = self.seats[player].factories[good], self.tile(player, good)
        total = tile.price + tile.appeal + self.config.tables["office", "value"]
        total += factory.quality + self.engineer_value(player, good) + factory.distribution
        return min(self.config.tables["appeal", "top"], total - price)

    # --- tracks and cards (R27, R28) ------------------------------------------------------------------------------

    def next_level_gate(self, player: int, track: int) -> int | None:
        """The decade that opens the next level of a track, None at the last level."""
        level = self.seats[player].levels[track] + 1
        if level >= len(self.config.tables.track(track)):
            return None
        return self.config.tables.gates[level - 1]

    def development_decade(self, player: int) -> int:
        """The decade as board developments see it: one later in the steps of a Patent (R31)."""
        later = self.config.tables["card_effects", "patent_decades"] if self.phase == "patent_step" else 0
        return self.decade + later

    def track_open(self, player: int, track: int, decade: int) -> bool:
        gate = self.next_level_gate(player, track)
        return gate is not None and gate <= decade

    def any_track_open(self, player: int, decade: int) -> bool:
        return any(self.track_open(player, track, decade) for track in range(TRACKS))

    def can_take(self, player: int, card: int) -> bool:
        return self.supply[card] > 0 and card not in self.seats[player].cards and card != self.given_up

    # --- warehouses and ships (R37, R38) --------------------------------------------------------------------------

    def warehouse_sizes(self, player: int) -> list[int]:
        """Sizes of first small, second small and large warehouse, 0 for none."""
        small = self.config.tables.warehouse_sizes[self.seats[player].levels[WAREHOUSE]]
        large = self.effect(player, LARGE_WAREHOUSE, "large_warehouse_size")
        return small + [0] * (2 - len(small)) + [large]

    def stored(self, player: int, good: int) -> int:
        return sum(w.goods for w in self.seats[player].warehouses if w.good == good)

    def ships_owned(self, player: int) -> int:
        return self.config.tables["ships", "owned"] + self.effect(player, SHIPYARD, "shipyard_ships")

    def ships_available(self, player: int) -> int:
        seat = self.seats[player]
        tokens_left = self.config.tables["limits", "ship_tokens"] - seat.ship_tokens
        return min(self.ships_owned(player) - seat.ships_used, tokens_left)

    def ship_capacity(self, player: int) -> int:
        return self.track(player, SHIPPING) + self.effect(player, SHIPYARD, "shipyard_capacity")

    def most_ships(self, player: int, rest: int) -> int:
        """How many ships can usefully sail with ``rest`` goods in a production (R38, R8)."""
        ships = min(self.ships_available(player), -(-rest // self.ship_capacity(player)))
        if self.event == BLOCKADE:
            ships = min(ships, self.config.tables.event_amounts[BLOCKADE])
        return ships

    def export_income(self, player: int, good: int) -> int:
        """What one shipped good pays now (R38, R33, R8)."""
        pounds = self.tile(player, good).export + self.effect(player, MERCHANT, "merchant_income")
        if self.event == NAVIGATION_ACT:
            pounds += self.config.tables.event_amounts[NAVIGATION_ACT]
        return pounds

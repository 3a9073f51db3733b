"""A position: plain fields, and who acts."""

from __future__ import annotations

from dataclasses import dataclass

from ..protocol import CHANCE_PLAYER, TERMINAL_PLAYER, State
from .table import Tables

PHASES = (
    "draw_order",
    "toss_demand",
    "draw_demand",
    "demand_must",
    "reveal",
    "nominate",
    "bid",
    "close",
    "fist_colour",
    "fist_amount",
    "toss_fists",
    "pick",
    "swap",
    "draw_swap",
    "town",
    "displace",
    "build",
    "demand_may",
    "over",
    "move",
)
"""``move`` is a phase only of games that are short of Industries (R42)."""
CHANCE_PHASES = ("draw_order", "toss_demand", "draw_demand", "reveal", "toss_fists", "draw_swap")
TURN_PHASES = ("swap", "draw_swap", "town", "displace", "build", "move")
ERAS = ("canal", "rail")


@dataclass
class Auction:
    """The once-round auction (R8 to R10). Numbers are players, ``card`` is a kind; ``leader`` is None before a bid."""

    card: int
    nominator: int
    standing: int
    leader: int | None
    speaker: int


@dataclass
class Fist:
    """A hidden bid (R14, R19): closed as soon as it has an amount."""

    colour: int
    amount: int | None


@dataclass
class Turn:
    """The turn that is being played. ``card`` is None while a swapped card is drawn, ``link`` the first Link laid."""

    colour: int
    card: int | None
    town: int | None = None
    link: int | None = None


class Position(State[Tables]):
    """The fields. Lists run over players, colours, towns, connections, types or card kinds, in table order."""

    def __init__(self, game: Tables) -> None:
        """Before the first chance outcome (R1 to R5)."""
        super().__init__(game)
        data, counts = game.data, game.counts
        n, k = counts.players, counts.colours
        self.phase = "toss_demand" if n == 2 else "draw_order"
        self.era = "canal"
        self.round = 1
        self.step = 0
        self.demand_first: int | None = None
        self.cash = [counts.start_cash] * n
        self.revenue = [0] * n
        self.order: list[int] = []
        self.next_order: list[int] = []
        self.industries = [[0] * k for _ in data.towns]
        self.links: list[int | None] = [None] * len(data.connections)
        self.demand = [0] * len(data.types)
        self.hands = [[0] * len(data.types) for _ in range(n)]
        self.pool = list(data.counters)
        self.unseen_setup = [kind.setup for kind in data.kinds]
        self.unseen = [kind.cards - kind.setup for kind in data.kinds]
        self.deck = data.cards - counts.set_aside
        self.set_aside = counts.set_aside
        self.face_up = [0] * len(data.kinds)
        self.auction: Auction | None = None
        self.fists: list[Fist | None] = [None] * n
        self.turn: Turn | None = None

    # --- who ----------------------------------------------------------------------------------------------------------

    def owner(self, colour: int) -> int:
        """R1."""
        return colour % self.game.num_players

    def slot_player(self, slot: int) -> int:
        """R5, R6: the player whom a slot of a Demand phase asks."""
        if self.demand_first is not None:
            return (self.demand_first + slot) % 2
        return self.owner(self.order[slot % len(self.order)])

    def taken(self) -> int:
        """How many cards of this round have been taken (all are face up at its beginning)."""
        return self.game.counts.colours - sum(self.face_up)

    def nominator(self) -> int:
        """R8."""
        return next(colour for colour in self.order if colour not in self.next_order)

    def drawing_player(self) -> int:
        """R5: who gets the next Demand counter."""
        return self.step // self.game.counts.counters

    def bidding_player(self) -> int:
        """R14, R19: the first whose fist is not closed."""
        return next(p for p, fist in enumerate(self.fists) if fist is None or fist.amount is None)

    def fists_open(self) -> bool:
        return all(fist is not None and fist.amount is not None for fist in self.fists)

    def first_auction(self) -> bool:
        """R14: two players choose a colour in this auction."""
        return self.game.num_players == 2 and not self.next_order

    def current_player(self) -> int:
        if self.phase in CHANCE_PHASES:
            return CHANCE_PLAYER
        if self.phase == "over":
            return TERMINAL_PLAYER
        if self.phase in ("demand_must", "demand_may"):
            return self.slot_player(self.step)
        if self.phase == "nominate":
            return self.nominator()
        if self.phase in ("bid", "close"):
            return self.the_auction().speaker
        if self.phase in ("fist_colour", "fist_amount"):
            return self.bidding_player()
        if self.phase == "pick":
            return self.owner(self.next_order[self.taken()])
        return self.owner(self.the_turn().colour)

    def phase_name(self) -> str:
        return self.phase

    # --- pending things that the phase promises -----------------------------------------------------------------------

    def the_auction(self) -> Auction:
        assert self.auction is not None
        return self.auction

    def the_turn(self) -> Turn:
        assert self.turn is not None
        return self.turn

    def turn_town(self) -> int:
        town = self.the_turn().town
        assert town is not None
        return town

    def turn_card(self) -> int:
        card = self.the_turn().card
        assert card is not None
        return card

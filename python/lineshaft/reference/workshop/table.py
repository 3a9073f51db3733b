"""What is fixed in play: the tables of actions and of chance outcomes (ids, typed forms, texts), and their sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..data_file import DataFile
from ..options import Value
from ..protocol import Game
from .data import Counts, Data, load
from .limits import check_bounds, find_bounds
from .variant import OPTIONS, VARIANTS


@dataclass(frozen=True)
class Action:
    """``kind`` is the first word of the text; ``index`` counts in the kind's table (a bid's amount, a town)."""

    kind: str
    index: int
    text: str


KINDS = {
    "demand_must": ("demand",),
    "demand_may": ("pass", "demand"),
    "nominate": ("choose",),
    "bid": ("pass", "bid"),
    "close": ("pass", "take", "overbid"),
    "fist_colour": ("fist",),
    "fist_amount": ("bid",),
    "pick": ("choose",),
    "swap": ("keep", "swap"),
    "town": ("place",),
    "displace": ("remove",),
    "build": ("done", "link"),
    "move": ("move",),
}
"""The kinds of action of each phase in which a player decides."""


def action_table(data: Data, counts: Counts, highest_bid: int, short_of_industries: bool) -> list[Action]:
    colours = data.colours[: counts.colours]
    table = [Action(word, 0, word) for word in ("pass", "take", "overbid", "keep", "swap", "done")]

    def add(kind: str, names: list[str]) -> None:
        table.extend(Action(kind, i, f"{kind} {name}") for i, name in enumerate(names))

    add("demand", list(data.types))
    add("remove", list(colours))
    if counts.players == 2:
        add("fist", list(colours))
    add("choose", [kind.name for kind in data.kinds])
    add("place", [town.name for town in data.towns])
    if short_of_industries:  # R42
        add("move", [town.name for town in data.towns])
    add("link", [connection.name for connection in data.connections])
    add("bid", [str(amount) for amount in range(highest_bid + 1)])
    return table


def outcome_table(data: Data, counts: Counts) -> list[Action]:
    if counts.players == 2:
        table = [Action("toss", player, f"toss player {player}") for player in range(2)]
    else:
        table = [Action("order", c, f"order {data.colours[c]}") for c in range(counts.colours)]
    table += [Action("counter", t, f"counter {name}") for t, name in enumerate(data.types)]
    table += [Action("card", i, f"card {kind.name}") for i, kind in enumerate(data.kinds)]
    return table


def ids_by_kind(table: list[Action]) -> dict[str, list[int]]:
    """The ids of each kind, ascending."""
    ids: dict[str, list[int]] = {}
    for action_id, action in enumerate(table):
        ids.setdefault(action.kind, []).append(action_id)
    return ids


class Tables(Game):
    """Workshop of the World, without the rules."""

    name = "workshop"
    title = "Workshop of the World"
    rules_version = 1
    min_players = 2
    max_players = 5
    default_players = 3
    variants = VARIANTS
    options = OPTIONS

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        self.data = load(data)
        check_bounds(data, self.data)
        self.counts = self.data.counts[players]
        self.rounds = self.counts.rounds(self.data.cards)
        self.hidden_bids = players == 2 or variant == "first-edition"
        self.bounds = find_bounds(self.data, self.counts)
        pieces, in_turn = self.data.pieces, self.data.links.in_turn
        self.short_of_industries = pieces.industries_per_colour - 2 < 2 * self.rounds  # R41
        self.short_of_links = pieces.links_per_colour < in_turn * self.rounds
        self.table = action_table(self.data, self.counts, self.bounds.bid, self.short_of_industries)
        self.outcomes = outcome_table(self.data, self.counts)
        self.ids = ids_by_kind(self.table)
        self.outcome_ids = ids_by_kind(self.outcomes)
        self.name_steps([action.text for action in self.table], [outcome.text for outcome in self.outcomes])

    def supply(self, colour: int) -> int:
        """R42: a colour's Industries for the map; the others mark revenue, one a player, and turn order."""
        return self.data.pieces.industries_per_colour - (2 if colour < self.counts.players else 1)

    def slots(self, phase: str) -> int:
        """R5, R33: how often a Demand phase asks."""
        demand = self.data.demand
        return self.counts.colours * (demand.must_place if phase == "demand_must" else demand.may_place)

    @property
    def max_game_length(self) -> int:
        n, k = self.counts.players, self.counts.colours
        turn = 6 if self.short_of_industries else 5
        demand = 2 * (self.slots("demand_must") + self.slots("demand_may"))
        if n == 2:
            bidding = 9
        elif self.hidden_bids:
            bidding = 2 * n - 1
        else:
            bidding = 2 * (n - 1) + n * (n - 1) // 2
        return 2 * self.rounds * (bidding + turn * k) + demand

    @property
    def max_chance_nodes(self) -> int:
        counts = self.counts
        turns = self.rounds * counts.colours
        opening = 2 if counts.players == 2 else counts.colours
        return 2 * counts.players * counts.counters + 2 * turns + 2 * min(counts.set_aside, turns) + opening

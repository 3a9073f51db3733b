"""The static table of actions and that of chance outcomes: ids, typed forms, texts."""

from __future__ import annotations

from dataclasses import dataclass

from .data import Data
from .variant import Counts


@dataclass(frozen=True)
class Action:
    """``kind`` is the first word of the text; ``index`` counts in the kind's table (a bid's amount, a town)."""

    kind: str
    index: int
    text: str


def action_table(data: Data, counts: Counts, highest_bid: int) -> list[Action]:
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

"""Path counts: how many lines of play lead from a position to each depth, and a hash of where they end.

From a few positions of a set-up, every choice is tried at every node down to some depth: each legal action, each listed
chance outcome, and three salts where chance is sampled. A rule that allows one action too many, or leads to another
position, changes the numbers. The positions are reached by a match with the seed 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import lineshaft
from lineshaft import reference

__all__ = ["PathCounts", "count_paths", "recount", "reference_differs"]

PathCounts = dict[str, dict[str, Any]]
SALTS_TRIED = (0, 1, (1 << 31) - 1)
PLIES = (0, 8, 40)
DEEPEST = 8
MOST = 1500
"""The engine counts as deep as there are fewer nodes than this, the reference to where there are fewer than a tenth."""


def count_paths(game: lineshaft.Game) -> PathCounts:
    """For each position: the number of nodes at depth 0, 1, 2 … and the sum of the last depth's hashes."""
    return {name: _facts(*_expand([state], MOST)) for name, state in _positions(game).items()}


def recount(game: lineshaft.Game, stored: Mapping[str, Any]) -> PathCounts:
    """The same again, as deep as the stored counts are."""
    positions = _positions(game)
    return {
        name: _facts(*_expand([positions[name]], MOST, len(facts["nodes"]) - 1)) if name in positions else {}
        for name, facts in stored.items()
    }


def reference_differs(game: lineshaft.Game, stored: Mapping[str, Any]) -> str | None:
    """What the reference counts otherwise, at the depths that it can afford; None if nothing."""
    slow = reference.load_game(game.name, game.num_players, game.variant, game.rules, game.data_text)
    for name, state in _positions(game).items():
        nodes, _ = _expand([slow.state_from_dict(state.to_dict())], MOST // 10)
        if nodes != stored[name]["nodes"][: len(nodes)]:
            return f"{name}: the reference counts {nodes}, the corpus says {stored[name]['nodes']}"
    return None


def _facts(nodes: list[int], ends: Sequence[Any]) -> dict[str, Any]:
    return {"nodes": nodes, "hash": f"{sum(state.hash64() for state in ends) % (1 << 64):016x}"}


def _positions(game: lineshaft.Game) -> dict[str, Any]:
    """The start, and positions after some decisions of a match that plays evenly through its legal actions."""
    found: dict[str, Any] = {"start": game.new_initial_state()}
    match, ply = game.new_match(1), 0
    while not match.is_terminal() and ply <= max(PLIES):
        if ply in PLIES:
            found[f"after {ply} decisions"] = match.state
        legal = match.legal_actions()
        match.apply_action(legal[ply * 7 % len(legal)])
        ply += 1
    return found


def _expand(level: Sequence[Any], most: int, depth: int | None = None) -> tuple[list[int], Sequence[Any]]:
    """The sizes of the levels, and the last level: down to ``depth``, or as deep as ``most`` nodes allow."""
    nodes = [len(level)]
    while len(nodes) - 1 != depth and not all(state.is_terminal() for state in level):
        if depth is None and (len(nodes) > DEEPEST or sum(len(_choices(state)) for state in level) > most):
            break
        level = [state.child(choice) for state in level for choice in _choices(state)]
        nodes.append(len(level))
    return nodes, level


def _choices(state: Any) -> Sequence[int]:
    return SALTS_TRIED if state.is_sampled_chance() else list(state.legal_actions())

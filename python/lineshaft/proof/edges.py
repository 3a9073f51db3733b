"""The search for edge games: few games that together run every citation of the reference that play can reach.

Candidates are games with drawn set-ups, played at random, greedily, or by taking what was taken least often so far. The
reference follows each while it is watched; the games that bring the most citations not yet seen are kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import lineshaft
from lineshaft.proof.citations import Citation, citations, declared_rules, sort_rules
from lineshaft.proof.golden import watch
from lineshaft.proof.parity import load_both
from lineshaft.reference.rng import Rng

__all__ = ["EdgeGame", "find_edges"]

MODES = ("rare", "random", "rare kinds", "greedy")
STREAM = 2 << 40


class EdgeGame(NamedTuple):
    """A game, the citations that it ran, and the rules that it visits."""

    replay: lineshaft.Replay
    visited: frozenset[Citation]

    def to_json(self) -> str:
        record = self.replay.to_dict()
        rules = sort_rules({cited.rule for cited in self.visited} | declared_rules(record))
        return json.dumps({"visits": rules, "replay": record}, ensure_ascii=False, separators=(",", ":"))


def find_edges(
    name: str, games: int, seed: int = 1, on_game: Callable[[str], None] = lambda what: None
) -> list[EdgeGame]:
    """Plays so many candidates and keeps those that are needed. ``on_game`` is told how far it is."""
    every = citations(name)
    seen: set[Citation] = set()
    kept: list[EdgeGame] = []
    taken: Counter[int | str] = Counter()
    for index in range(games):
        replay = _candidate(name, Rng(seed, STREAM + index), index, taken)
        visited = frozenset(watch(replay.to_dict())[1])
        if visited - seen:
            seen |= visited
            kept.append(EdgeGame(replay, visited))
        on_game(f"{name}: game {index + 1}, {len(seen)} of {len(every)} citations")
        if seen == every:
            break
    return _needed(kept)


def _needed(games: list[EdgeGame]) -> list[EdgeGame]:
    """A small part of the games with the same citations: the one that adds most, again and again."""
    chosen: list[EdgeGame] = []
    missing: set[Citation] = set().union(*(game.visited for game in games))
    while missing:
        best = max(games, key=lambda game: (len(game.visited & missing), -len(game.replay.steps)))
        chosen.append(best)
        missing -= best.visited
    return chosen


def _candidate(name: str, rng: Rng, index: int, taken: Counter[int | str]) -> lineshaft.Replay:
    game: lineshaft.Game = load_both(name, None, rng, index + index // len(MODES))[0]
    match, mode = game.new_match(rng.next()), MODES[index % len(MODES)]
    while not match.is_terminal():
        match.apply_action(_choose(match, mode, rng, taken))
    return match.replay()


def _choose(match: lineshaft.Match, mode: str, rng: Rng, taken: Counter[int | str]) -> int:
    legal = match.legal_actions().tolist()
    choice = legal[rng.below(len(legal))]
    if mode == "greedy":
        player = match.current_player()
        return lineshaft.make_bot("greedy", match.game, rng.next(), player).choose(match.view(player))
    if mode == "rare" and rng.below(4):
        choice = min(legal, key=lambda action: (taken[action], rng.next()))
    if mode == "rare kinds" and rng.below(4):
        choice = min(legal, key=lambda action: (taken[_kind(match, action)], rng.next()))
    taken[choice] += 1
    taken[_kind(match, choice)] += 1
    return int(choice)


def _kind(match: lineshaft.Match, action: int) -> str:
    """The phase and the first word of an action's text."""
    return f"{match.view(None).phase_name()} {match.game.action_to_string(action).split()[0]}"

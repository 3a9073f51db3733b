"""A playthrough: one recorded game written out for human eyes, so that a change of behaviour shows as a readable diff.

Every step has its line. Every few steps, and where a phase comes up for the first time, the position is spelled out:
the view of the player to act (what has changed in it since it was last printed), what the other viewers see
differently, the legal actions by their texts, the scores.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import lineshaft
from lineshaft.reference.wording import counted

__all__ = ["write_playthrough"]

EVERY = 24


def write_playthrough(replay: lineshaft.Replay) -> str:
    """The text of a replay that follows the rules; its first line names the rules version."""
    lineshaft.Match.from_replay(replay)
    game = lineshaft.load_game(replay.game, replay.players, replay.variant, replay.rules)
    return "\n".join(_lines(game, replay)) + "\n"


def _lines(game: lineshaft.Game, replay: lineshaft.Replay) -> Iterator[str]:
    yield f"{game.title}, rules version {game.rules_version}"
    players = counted(game.num_players, "player")
    yield f"{game.variant}, {players}, bots {', '.join(replay.bots or ())}, seed {replay.seed}"
    state, phases = game.new_initial_state(), set[str]()
    printed: dict[str, Any] = {}
    for ply, step in enumerate(replay.steps):
        if ply % EVERY == 0 or state.phase_name() not in phases:
            phases.add(state.phase_name())
            yield from _position(state, ply, printed)
        action = state.string_to_action(step.partition(" ")[2])
        hidden = {state.step_to_string(action, viewer) for viewer in (*range(game.num_players), None)}
        others = sorted(hidden - {state.action_to_string(action)})
        yield f"[{ply}] {step}" + "".join(f" (to others: {text})" for text in others)
        state.apply_action(action)
    yield from _position(state, len(replay.steps), printed)
    yield f"end: {state.end_reason()}, ranking {state.ranking().tolist()}, hash {state.hash64():016x}"


def _position(state: lineshaft.State, ply: int, printed: dict[str, Any]) -> Iterator[str]:
    actor = state.current_player()
    who = f"player {actor} to act" if actor >= 0 else "chance" if state.is_chance_node() else "over"
    yield f"\n--- ply {ply}: {state.phase_name()}, {who}, scores {state.scores().tolist()}"
    viewers: list[int | None] = [*range(state.game.num_players), None]
    first = actor if actor >= 0 else 0
    seen = state.view(first).to_dict()
    yield f"player {first} sees:"
    yield from _entries({key: value for key, value in seen.items() if key not in printed or printed[key] != value})
    printed.update(seen)
    for viewer in viewers:
        theirs = state.view(viewer).to_dict()
        other = {key: value for key, value in theirs.items() if key not in seen or seen[key] != value}
        if viewer != first and other:
            yield f"{'a spectator' if viewer is None else f'player {viewer}'} sees instead:"
            yield from _entries(other)
    if actor >= 0:
        yield "legal: " + ", ".join(state.action_to_string(action) for action in state.legal_actions())
    elif state.chance_weights():
        yield "chance: " + ", ".join(f"{state.action_to_string(o)} x{weight}" for o, weight in state.chance_weights())
    yield ""


def _entries(view: Mapping[str, Any]) -> Iterator[str]:
    for key, value in view.items():
        yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"

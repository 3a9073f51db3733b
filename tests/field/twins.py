"""Games in pairs that a seat cannot tell apart, while what is hidden from it differs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import lineshaft
from lineshaft import Game, Session, State


def choices(state: State, rng: Random) -> list[int]:
    if state.is_sampled_chance():
        return [rng.randrange(1 << 31) for _ in range(3)]
    return rng.sample(legal := state.legal_actions().tolist(), len(legal))


def same_to(viewer: int | None, state: State, choice: int, twin: State, rng: Random) -> int | None:
    """What a twin can do that reads the same to the viewer and opens the same, if there is anything."""
    told = (state.step_to_string(choice, viewer), state.opened(choice))
    if twin.current_player() != state.current_player():
        return None
    found = [choice] if twin.explain(choice) is None else []
    hidden = told[0] != state.action_to_string(choice)
    found = choices(twin, rng) if hidden else found
    return next((other for other in found if (twin.step_to_string(other, viewer), twin.opened(other)) == told), None)


def twins(game: Game, viewer: int | None, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    """The choices of two games that are told to a viewer in the same words, at every decision of a random game."""
    rng, state = Random(seed), game.new_initial_state()
    steps: list[int] = []
    twin, other_steps = state.clone(), list(steps)
    while not state.is_terminal():
        for choice in choices(state, rng):
            other = same_to(viewer, state, choice, twin, rng)
            if other is not None:
                break
        else:
            twin, other_steps, other = state.clone(), list(steps), choice
        state.apply_action(choice)
        twin.apply_action(other)
        steps.append(choice)
        other_steps.append(other)
        if state.current_player() >= 0:
            yield steps, other_steps


def session_of(game: Game, steps: list[int], seats: list[str]) -> Session:
    """The session that went this way."""
    state, texts = game.new_initial_state(), []
    for choice in steps:
        player = state.current_player()
        texts.append(f"{player if player >= 0 else '*'} {state.action_to_string(choice)}")
        state.apply_action(choice)
    record = game.new_match(0).replay(seats).to_dict()
    record |= {
        "steps": texts,
        "marks": [],
        "end_reason": state.end_reason(),
        "scores": state.scores().tolist(),
        "ranking": state.ranking().tolist(),
        "hash": state.hash64().to_bytes(8, "little").hex(),
    }
    return Session.resume(lineshaft.Replay(record))

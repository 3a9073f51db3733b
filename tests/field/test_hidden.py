"""What is hidden stays hidden, in each form, and what was seen is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import numpy as np
from playing import finish, walk_through

import lineshaft
from lineshaft import Game, State


def test_f10_nothing_of_the_seed_is_in_a_position(usual: Game) -> None:
    """The same steps under another seed give the same position and views; imagined states disagree on the hidden."""
    match = usual.new_match(11)
    for _ in range(30):
        if not match.is_terminal():
            match.apply_action(match.legal_actions()[0])
    twin = lineshaft.Match.from_replay(match.replay().to_dict() | {"seed": "12"})
    assert twin.state.to_bytes() == match.state.to_bytes()
    for player in (*range(usual.num_players), None):
        assert twin.view(player).to_dict() == match.view(player).to_dict()
        assert twin.log(player) == match.log(player)
    for player in range(usual.num_players):
        imagined = {seed: match.view(player).determinize(seed) for seed in range(20)}
        if any(state != match.state for state in imagined.values()):
            assert len(set(imagined.values())) > 1
        assert imagined[3] == match.view(player).determinize(3)


def test_f13_reasons_tell_no_secret(usual: Game, walk: Iterator[State]) -> None:
    """Why an action is not legal is the same on each state that the player to act cannot tell from the real one."""
    for ply, state in enumerate(walk):
        player = state.current_player()
        if player < 0 or ply % 9:
            continue
        other = state.determinize(player, ply)
        for action in range(usual.num_actions):
            assert str(state.explain(action)) == str(other.explain(action))


def test_f14_what_a_player_saw_fixes_what_he_knows(usual: Game) -> None:
    """Two positions after the same visible history look the same to that player; another history has another log."""
    seen: dict[tuple[int | None, str], str] = {}
    histories: dict[tuple[int | None, tuple[str, ...]], set[str]] = {}
    for seed in range(12):
        match = usual.new_match(seed % 6)
        for _ in range(12):
            if match.is_terminal():
                break
            for player in (*range(usual.num_players), None):
                log = tuple(match.log(player))
                view = json.dumps(match.view(player).to_dict())
                assert seen.setdefault((player, json.dumps(log)), view) == view
                histories.setdefault((player, log), set()).add(json.dumps(log))
            legal = match.legal_actions()
            match.apply_action(legal[seed * 5 % len(legal)])
    assert all(len(encoded) == 1 for encoded in histories.values())
    assert len({(player, next(iter(encoded))) for (player, _), encoded in histories.items()}) == len(histories)


def told(state: State, choice: int, viewer: int | None) -> list[str]:
    """The lines of a viewer's log for a step that is legal now."""
    actor = state.current_player()
    step = f"{actor if actor >= 0 else '*'} {state.step_to_string(choice, viewer)}"
    return [step, *(f"opened: {line}" for line in state.opened(choice))]


def choices(state: State, rng: Random) -> list[int]:
    """What can be applied, in random order; a few salts, where chance is sampled."""
    if state.is_sampled_chance():
        return [rng.randrange(1 << 31) for _ in range(3)]
    return rng.sample(legal := state.legal_actions().tolist(), len(legal))


def same_to(viewer: int | None, state: State, choice: int, twin: State, rng: Random) -> int | None:
    """What a twin can do that reads the same to the viewer: the same, or anything if the step is hidden."""
    text = state.step_to_string(choice, viewer)
    hidden = text != state.action_to_string(choice)
    if twin.current_player() != state.current_player():
        return None
    if not hidden:
        return choice if twin.explain(choice) is None else None
    return next((other for other in choices(twin, rng) if twin.step_to_string(other, viewer) == text), None)


def test_f14_equal_logs_mean_equal_views_to_the_end(game: Game) -> None:
    """Twins: a game and another one that goes the same way for a viewer, while what is hidden from them differs.

    As soon as their logs part, the second begins anew as a copy of the first.
    """
    parted = 0
    for seed, viewer in enumerate((0, game.num_players - 1, None)):
        rng, state = Random(seed), game.new_initial_state()
        twin = state.clone()
        while not state.is_terminal():
            pairs = ((choice, same_to(viewer, state, choice, twin, rng)) for choice in choices(state, rng))
            choice, other = next((pair for pair in pairs if pair[1] is not None), (choices(state, rng)[0], None))
            if other is None or told(state, choice, viewer) != told(twin, other, viewer):
                twin = state.child(choice)
            else:
                twin.apply_action(other)
            state.apply_action(choice)
            parted += twin != state
            assert twin.view(viewer).to_dict() == state.view(viewer).to_dict()
            assert np.array_equal(twin.observation_tensor(viewer), state.observation_tensor(viewer))
    assert bool(parted) == (game.name in ("railways", "workshop"))


def test_f14_a_log_is_what_was_told_of_each_step(game: Game) -> None:
    match = finish(game.new_match(3), 3)
    for viewer in (0, None):
        state, lines = game.new_initial_state(), []
        for _, choice in match.steps:
            lines += told(state, choice, viewer)
            state.apply_action(choice)
        assert match.log(viewer) == lines


def test_f16_a_spectator_sees_what_is_public(usual: Game, walk: Iterator[State]) -> None:
    for ply, state in enumerate(walk):
        if ply % 5:
            continue
        spectator, tensor = state.view(None).to_dict(), state.observation_tensor(None)
        for player in range(usual.num_players):
            other = state.determinize(player, ply)
            assert other.view(None).to_dict() == spectator
            assert np.array_equal(other.observation_tensor(None), tensor)


def test_f22_imagined_games_can_be_played(usual: Game, walk: Iterator[State]) -> None:
    """From each imagined state every outcome that is offered can happen: all pieces stay accounted for, to the end."""
    for ply, state in enumerate(walk):
        if ply % 25 or state.is_terminal():
            continue
        imagined = state.determinize(ply % usual.num_players, ply)
        for step in range(10_000):
            if imagined.is_terminal():
                break
            if not imagined.is_sampled_chance():
                assert sum(p for _, p in imagined.chance_outcomes()) in (0, 1) or imagined.is_chance_node()
            legal = imagined.legal_actions()
            imagined.apply_action(legal[step * 11 % len(legal)] if len(legal) else step)
            if step % 10 == 0:
                imagined.check_invariants()
        assert imagined.is_terminal()


def test_f27_entries_are_whole_numbers_of_their_scale(usual: Game) -> None:
    """In a random game and the longest of a few: each entry times its channel's ``high`` is whole, and not above it."""
    matches = [finish(usual.new_match(seed), seed) for seed in range(5)]
    longest = max(matches, key=lambda match: len(match.steps))
    high = np.concatenate([np.full(c.size, c.high) for c in usual.observation_channels])
    for state in (*walk_through(usual, 1), longest.state):
        for player in (0, None):
            raw = state.observation_tensor(player).astype(np.float64) * high
            assert np.abs(raw - np.round(raw)).max() < 1e-3
            assert (np.abs(raw) <= high + 1e-3).all()

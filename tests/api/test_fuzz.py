"""Whatever goes in, what comes out is a result or an error of the hierarchy: no panic, no broken state."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import lineshaft
from lineshaft import LineshaftError

GAMES = lineshaft.games()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@cache
def loaded(name: str) -> tuple[lineshaft.Game, list[bytes], list[str]]:
    """A game, and canonical bytes and dicts (as JSON) of some of its positions."""
    game = lineshaft.load_game(name)
    match = game.new_match(1)
    states = [game.new_initial_state(), match.state]
    while not match.is_terminal():
        legal = match.legal_actions()
        match.apply_action(legal[len(states) * 7 % len(legal)])
        states.append(match.state)
    states = states[:: len(states) // 8 + 1]
    return game, [state.to_bytes() for state in states], [json.dumps(state.to_dict()) for state in states]


def use(state: lineshaft.State) -> None:
    """A position that was let in must answer everything, and play."""
    for player in (*range(state.game.num_players), None):
        state.view(player).to_dict()
        state.observation_tensor(player)
        if player is not None:
            state.determinize(player, 1).check_invariants()
    assert state.game.state_from_bytes(state.to_bytes()) == state
    for _ in range(30):
        state.check_invariants()
        if state.is_terminal():
            break
        state.apply_action(3 if state.is_sampled_chance() else state.legal_actions()[0])


def refused(error: LineshaftError) -> bool:
    return error.code == "invalid_state" and bool(error.message)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(deadline=None)
def test_bytes_with_some_changed(name: str, data: st.DataObject) -> None:
    game, positions, _ = loaded(name)
    changed = bytearray(data.draw(st.sampled_from(positions)))
    for _ in range(data.draw(st.integers(1, 3))):
        changed[data.draw(st.integers(12, len(changed) - 1))] = data.draw(st.integers(0, 255))
    try:
        state = game.state_from_bytes(bytes(changed))
    except LineshaftError as error:
        assert refused(error)
    else:
        use(state)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something can be put inside a JSON value."""
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)  # type: ignore[assignment]
    else:
        return [path]
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(deadline=None)
def test_dicts_with_something_changed(name: str, data: st.DataObject) -> None:
    game, _, positions = loaded(name)
    position = json.loads(data.draw(st.sampled_from(positions)))
    *way, last = data.draw(st.sampled_from([path for path in paths(position) if path]))
    inner = position
    for key in way:
        inner = inner[key]
    old = inner[last]
    near = st.integers(old - 3, old + 3) if type(old) is int else st.nothing()
    inner[last] = data.draw(near | JSON)
    try:
        state = game.state_from_dict(position)
    except LineshaftError as error:
        assert refused(error)
    else:
        use(state)


@cache
def words_of(game: lineshaft.Game) -> set[str]:
    """Texts that make sense; Hypothesis takes some of its texts from the code that it finds."""
    actions = {game.action_to_string(action) for action in range(game.num_actions)}
    return {*lineshaft.games(), *actions, *(game.outcome_to_string(outcome) for outcome in range(game.num_outcomes))}


@pytest.mark.parametrize("name", GAMES)
@given(position=st.dictionaries(st.text(max_size=8), JSON, max_size=4), data=st.binary(max_size=64), text=st.text())
@settings(deadline=None)
def test_nonsense(name: str, position: dict[str, Any], data: bytes, text: str) -> None:
    game, _, _ = loaded(name)
    assume(text not in words_of(game))
    calls: list[tuple[Callable[[Any], object], object]] = [
        (game.state_from_dict, position),
        (game.state_from_bytes, data),
        (game.string_to_action, text),
        (game.string_to_outcome, text),
        (game.new_initial_state().string_to_action, text),
        (lineshaft.Replay, text),
        (lineshaft.Replay, position),
        (lineshaft.load_game, text),
    ]
    for call, argument in calls:
        with pytest.raises(LineshaftError) as raised:
            call(argument)
        assert raised.value.code != "internal"


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\U0001f682\ud83d"])
@pytest.mark.parametrize("name", GAMES)
def test_texts_that_are_no_unicode(name: str, text: str) -> None:
    game, _, _ = loaded(name)
    state = game.new_initial_state()
    match = game.new_match(1)
    calls: list[Callable[[], object]] = [
        lambda: lineshaft.load_game(text),
        lambda: lineshaft.load_game(text, players=-1),
        lambda: lineshaft.load_game(name, variant=text),
        lambda: lineshaft.load_game(name, utility=text),
        lambda: lineshaft.load_game(name, rules={text: 1}),
        lambda: lineshaft.load_game(name, rules={next(iter(game.rules)): text}),
        lambda: lineshaft.describe(text),
        lambda: game.string_to_action(text),
        lambda: game.string_to_outcome(text),
        lambda: state.string_to_action(text),
        lambda: match.state.string_to_action(text),
        lambda: match.view(0).string_to_action(text),
        lambda: game.match_from_replay(text),
        lambda: lineshaft.Match.from_replay(text),
        lambda: lineshaft.make_bot(text, game),
        lambda: lineshaft.kernels.score(game, text, [[1]]),
        lambda: game.state_from_dict({text: text}),
    ]
    for call in calls:
        with pytest.raises(LineshaftError) as raised:
            call()
        assert raised.value.code != "internal"


@pytest.mark.parametrize("name", GAMES)
@given(action=st.integers())
@settings(deadline=None)
def test_any_number_as_an_action(name: str, action: int) -> None:
    match = loaded(name)[0].new_match(2)
    legal = set(match.legal_actions().tolist())
    try:
        match.apply_action(action)
    except LineshaftError as error:
        assert action not in legal
        assert error.code != "internal"
    else:
        assert action in legal

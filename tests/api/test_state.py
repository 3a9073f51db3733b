"""State: types, freshness, errors, copies, forms."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections import ChainMap, UserDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Game, GameOver, IllegalAction, InvalidArgument, InvalidState, InvalidText, State
from lineshaft.proof import golden

States = list[State]


def is_array(array: NDArray[Any], dtype: type, *shape: int) -> bool:
    return array.dtype == dtype and array.shape == shape


def test_types_at_every_kind_of_node(game: Game, positions: States) -> None:
    n = game.num_players
    for state in positions:
        assert state.game is game
        assert state.current_player() in (*range(n), -1, -4)
        assert isinstance(state.phase_name(), str)
        assert (state.end_reason() is not None) == state.is_terminal()
        legal, mask = state.legal_actions(), state.legal_actions_mask()
        assert is_array(legal, np.int32, len(legal))
        assert is_array(mask, np.bool_, game.num_actions)
        assert is_array(state.scores(), np.int32, n)
        assert is_array(state.returns(), np.float64, n)
        assert is_array(state.ranking(), np.int32, n)
        for player in (*range(n), None):
            assert is_array(state.observation_tensor(player), np.float32, *game.observation_shape)
        assert isinstance(state.to_bytes(), bytes)
        assert 0 <= state.hash64() < 2**64
        state.check_invariants()


def test_legal_actions_mask_and_chance_agree(positions: States) -> None:
    for state in positions:
        legal = state.legal_actions()
        assert np.all(np.diff(legal) > 0)
        if state.current_player() >= 0:
            assert np.array_equal(np.flatnonzero(state.legal_actions_mask()), legal)
            assert len(legal) > 0
        else:
            assert not state.legal_actions_mask().any()
        weights = state.chance_weights()
        assert [outcome for outcome, _ in weights] == (legal.tolist() if state.is_chance_node() else [])
        total = sum(weight for _, weight in weights)
        assert state.chance_outcomes() == [(outcome, weight / total) for outcome, weight in weights]
        assert state.is_sampled_chance() == (state.is_chance_node() and not weights)


def test_arrays_are_the_callers(positions: States) -> None:
    for state in positions:
        before = state.to_bytes()
        for call in ("legal_actions", "legal_actions_mask", "scores", "returns", "ranking"):
            first, second = getattr(state, call)(), getattr(state, call)()
            assert first.flags.owndata or first.base is not second.base
            assert first.flags.writeable
            first[...] = 1
            assert np.array_equal(getattr(state, call)(), second)
        first, second = state.observation_tensor(0), state.observation_tensor(0)
        first += 7
        assert np.array_equal(state.observation_tensor(0), second)
        assert state.to_bytes() == before


def test_plain_objects_are_the_callers(positions: States) -> None:
    for state in positions:
        position = state.to_dict()
        position.clear()
        state.chance_weights().clear()
        state.chance_outcomes().clear()
        assert state.to_dict() != {}


@pytest.mark.parametrize("convert", [int, np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint64])
def test_any_whole_number_is_an_action(decisions: States, convert: Any) -> None:
    for state in decisions:
        action = next((int(a) for a in state.legal_actions() if a < 128), None)
        if action is None:
            continue
        child = state.child(convert(action))
        assert child == state.child(action)
        twin = state.clone()
        twin.apply_action(convert(action))
        assert twin == child
        assert state.action_to_string(convert(action)) == state.action_to_string(action)
        assert state.explain(convert(action)) is None


@pytest.mark.parametrize("action", ["0", "build", None, 1.0, np.float32(1), [1], b"1"])
def test_nothing_else_is_an_action(positions: States, action: Any) -> None:
    for state in positions:
        before = state.to_bytes()
        for call in (state.apply_action, state.child, state.explain, state.action_to_string):
            with pytest.raises(TypeError):
                call(action)
        assert state.to_bytes() == before


def test_an_illegal_action_changes_nothing_and_says_why(game: Game, positions: States) -> None:
    random = Random(3)
    for state in positions:
        before, legal = state.to_bytes(), set(state.legal_actions().tolist())
        if state.is_sampled_chance():
            legal = set(range(game.num_actions + 1))
        tried = {-1, game.num_actions, 2**31, 2**63, -(2**70)}
        tried |= {random.randrange(game.num_actions) for _ in range(30)}
        for action in sorted(tried - legal):
            found = state.explain(action)
            assert found is not None
            with pytest.raises(IllegalAction) as raised:
                state.apply_action(action)
            error = raised.value
            assert (type(error), str(error)) == (type(found), str(found))
            assert (error.code, error.rule, error.message) == (found.code, found.rule, found.message)
            assert error.message
            assert isinstance(error, GameOver) == state.is_terminal()
            with pytest.raises(IllegalAction):
                state.child(action)
            assert state.to_bytes() == before


def test_the_codes_of_what_no_game_decides(game: Game, positions: States) -> None:
    for state in positions:
        for action in (-1, 2**31, 2**70):
            error = state.explain(action)
            assert error is not None
            if state.is_terminal():
                expected = "game_over"
            else:
                expected = "illegal_outcome" if state.is_chance_node() else "out_of_range"
            assert error.code == expected


def test_a_broken_rule_has_a_number(decisions: States) -> None:
    rules = set()
    for state in decisions:
        for action in np.flatnonzero(~state.legal_actions_mask())[::7]:
            error = state.explain(action)
            assert error is not None
            assert str(error) == (f"{error.rule}: {error.message}" if error.rule else error.message)
            rules.add(error.rule)
    assert any(rule is not None and rule.startswith("R") for rule in rules)


def test_words_read_back(positions: States) -> None:
    for state in positions:
        for action in state.legal_actions():
            assert state.string_to_action(state.action_to_string(action)) == action
        with pytest.raises(InvalidText, match="'no such thing'"):
            state.string_to_action("no such thing")
        if state.is_sampled_chance():
            assert state.string_to_action("salt 12") == 12
            assert state.action_to_string(12) == "salt 12"
            assert state.string_to_action(state.action_to_string(2**31 - 1)) == 2**31 - 1
            for salt in (-1, 2**31, 2**32, 2**70):
                with pytest.raises(InvalidArgument, match="a salt is a number from 0 to 2147483647"):
                    state.action_to_string(salt)
                with pytest.raises(InvalidText, match=f"a number from 0 to 2147483647, not 'salt {salt}'"):
                    state.string_to_action(f"salt {salt}")


def test_steps_as_their_player_sees_them(game: Game, decisions: States) -> None:
    for state in decisions:
        action = state.legal_actions()[0]
        for viewer in (*range(game.num_players), None):
            assert state.step_to_string(action, viewer)
        illegal = np.flatnonzero(~state.legal_actions_mask())
        if len(illegal):
            with pytest.raises(IllegalAction):
                state.step_to_string(illegal[0], 0)


@pytest.mark.parametrize("player", [-1, 99, 2**70])
def test_a_player_that_is_not_there(game: Game, positions: States, player: int) -> None:
    calls: list[Callable[[State], object]] = [
        lambda state: state.view(player),
        lambda state: state.observation_tensor(player),
        lambda state: state.determinize(player, 0),
        lambda state: state.step_to_string(0, player),
    ]
    known = f"players are 0 to {game.num_players - 1}|the only one is 0"
    for state in positions[:3]:
        for call in calls:
            with pytest.raises(InvalidArgument, match=known) as raised:
                call(state)
            assert raised.value.code == "invalid_argument"


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none(positions: States, seed: int) -> None:
    with pytest.raises(InvalidArgument, match=f"not {seed}"):
        positions[0].determinize(0, seed)
    with pytest.raises(TypeError):
        positions[0].determinize(0, "7")  # type: ignore[arg-type]


# --- out= -------------------------------------------------------------------------------------------------------------


def test_out_is_filled_and_returned(game: Game, positions: States) -> None:
    buffers = np.full((2, *game.observation_shape), 9, np.float32)
    for state in positions:
        for player in (0, None):
            assert state.observation_tensor(player, buffers[0]) is not None
            out = buffers[1]
            assert state.observation_tensor(player, out=out) is out
            assert np.array_equal(out, state.observation_tensor(player))
            assert np.array_equal(state.view(player).observation_tensor(out=out), buffers[0])


def test_a_wrong_out_is_refused_and_untouched(game: Game, positions: States) -> None:
    (size,) = game.observation_shape
    read_only = np.ones(size, np.float32)
    read_only.flags.writeable = False
    wrong: dict[str, NDArray[Any]] = {
        "dtype": np.ones(size, np.float64),
        "shape": np.ones(size + 1, np.float32),
        r"shape \(1, ": np.ones((1, size), np.float32),
        "contiguous": np.ones(2 * size, np.float32)[::2],
        "read-only": read_only,
    }
    for reason, out in wrong.items():
        for call in (lambda out: positions[0].observation_tensor(0, out), positions[0].view(0).observation_tensor):
            with pytest.raises(InvalidArgument, match=reason) as raised:
                call(out)
            assert f"({size},)" in str(raised.value)
        assert np.all(out == 1)
    with pytest.raises(InvalidArgument, match="NumPy"):
        positions[0].observation_tensor(0, [0.0] * size)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="dtype"):
        positions[0].observation_tensor(0, np.ones(size, ">f4"))


# --- copies and forms -------------------------------------------------------------------------------------------------


def test_copies_are_equal_and_apart(positions: States) -> None:
    for state in positions:
        before = state.to_bytes()
        for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert hash(twin) == hash(state)
            assert twin is not state
            if state.is_terminal():
                continue
            choice = 5 if state.is_sampled_chance() else twin.legal_actions()[0]
            assert twin.child(choice) == state.child(choice)
            twin.apply_action(choice)
            assert twin != state
            assert state.to_bytes() == before


def test_a_copy_shares_its_game(positions: States) -> None:
    first, second = copy.deepcopy([positions[0], positions[1]])
    assert first.game is second.game is positions[0].game
    first, second = pickle.loads(pickle.dumps([positions[0], positions[1]]))
    assert first.game is second.game


def test_every_form_reads_back(game: Game, whole_game: States) -> None:
    for state in whole_game:
        assert game.state_from_bytes(state.to_bytes()) == state
        assert game.state_from_dict(state.to_dict()) == state


def test_a_state_travels_to_a_spawned_process(positions: States) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for state, hashed, back in zip(
            positions[:4],
            pool.map(methodcaller("hash64"), positions[:4]),
            pool.map(methodcaller("clone"), positions[:4]),
            strict=True,
        ):
            assert hashed == state.hash64()
            assert back == state


def test_equality_is_of_positions_of_one_game(game: Game, positions: States) -> None:
    assert positions[0] != positions[-1]
    assert positions[0] != positions[0].to_bytes()
    other = next((other for other in _other_games(game) if other.config_digest != game.config_digest), None)
    if other is not None:
        assert other.new_initial_state() != game.new_initial_state()
        with pytest.raises(InvalidState, match="another game"):
            other.state_from_bytes(game.new_initial_state().to_bytes())


def _other_games(game: Game) -> list[Game]:
    taken = [players for variant, players in golden.setups(game.name) if variant == game.variant]
    return [lineshaft.load_game(game.name, players=players) for players in taken]


@pytest.mark.parametrize("data", [b"", b"LSS", b"nonsense that is long enough", bytes(2000)])
def test_bytes_of_no_position(game: Game, data: bytes) -> None:
    with pytest.raises(InvalidState) as raised:
        game.state_from_bytes(data)
    assert raised.value.code == "invalid_state"


def test_damaged_bytes(game: Game, positions: States) -> None:
    whole = positions[2].to_bytes()
    for data in (whole[:-1], whole + b"\0", b"X" + whole[1:], whole[:3] + b"\xff" + whole[4:]):
        with pytest.raises(InvalidState):
            game.state_from_bytes(data)
    with pytest.raises(TypeError):
        game.state_from_bytes(whole.hex())  # type: ignore[arg-type]


def test_dicts_of_no_position(game: Game, positions: States) -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    wrong: list[Any] = [{}, [], None, 7, "text", loop, {1: 2}, {"a": object()}, {"a": float("nan")}, {"a": 10**30}]
    for position in wrong:
        with pytest.raises(InvalidState) as raised:
            game.state_from_dict(position)
        assert raised.value.code == "invalid_state"
    for key in positions[2].to_dict():
        position = positions[2].to_dict()
        del position[key]
        with pytest.raises(InvalidState, match=key):
            game.state_from_dict(position)
    with pytest.raises(InvalidState, match="no_such_key"):
        game.state_from_dict(positions[2].to_dict() | {"no_such_key": 1})


def test_any_mapping_is_a_position(game: Game, positions: States) -> None:
    def wrap(value: Any) -> Any:
        if isinstance(value, dict):
            return MappingProxyType({key: wrap(inner) for key, inner in value.items()})
        return tuple(wrap(inner) for inner in value) if isinstance(value, list) else value

    for state in positions:
        position = state.to_dict()
        for form in (MappingProxyType(position), UserDict(position), ChainMap(position), wrap(position)):
            assert game.state_from_dict(form) == state


def test_a_wrong_value_is_named_in_short(game: Game, positions: States) -> None:
    position = positions[2].to_dict()
    for value, words in {
        2**64: "the number 18446744073709551616 is too large",
        -(2**63) - 1: "the number -9223372036854775809 is too large",
        10**5000: "is too large",
        float("inf"): "the number inf is not finite",
        "\ud800": "is not Unicode",
        frozenset(range(1000)): "is not a text, number, list or dict",
        b"bytes" * 1000: "is not a text, number, list or dict",
    }.items():
        for form in (position | {"no_such_key": value}, [value], {"a": UserDict({"b": value})}):
            with pytest.raises(InvalidState, match=words) as raised:
                game.state_from_dict(form)  # type: ignore[arg-type]
            assert len(str(raised.value)) < 130
    for key in (1, "\ud800", tuple(range(1000))):
        with pytest.raises(InvalidState) as raised:
            game.state_from_dict({key: 1})  # type: ignore[dict-item]
        assert len(str(raised.value)) < 130


def test_a_mapping_that_changes_while_it_is_read(game: Game) -> None:
    class Meddler:
        def __index__(self) -> int:
            position[f"key {len(position)}"] = 1
            return 1

    position: dict[str, Any] = {f"key {i}": Meddler() for i in range(20)}
    with pytest.raises(InvalidState):
        game.state_from_dict(position)


def test_texts_name_the_game_and_phase(game: Game, positions: States) -> None:
    for state in positions:
        for text in (str(state), repr(state)):
            assert game.title in text
            assert state.phase_name() in text


def test_returns_are_paid_at_the_end(game: Game, whole_game: States) -> None:
    for state in whole_game[:-1]:
        assert not state.returns().any()
    last = whole_game[-1]
    for utility in ("win", "score", "margin"):
        other = lineshaft.load_game(game.name, players=game.num_players, utility=utility)
        returns = other.state_from_dict(last.to_dict()).returns()
        scores = last.scores()
        if other.utility == "score":
            assert np.array_equal(returns, scores)
        elif utility == "margin":
            best = [max(np.delete(scores, p)) for p in range(game.num_players)]
            assert np.array_equal(returns, scores - best)
        else:
            first = last.ranking() == 1
            assert np.allclose(returns, first / first.sum() - 1 / game.num_players)
            assert abs(returns.sum()) < 1e-12


def test_reading_changes_nothing(game: Game, positions: States) -> None:
    for state in positions:
        before = state.to_bytes()
        for player in (*range(game.num_players), None):
            state.view(player)
            state.observation_tensor(player)
        state.determinize(0, 1)
        state.explain(0)
        state.legal_actions()
        state.to_dict()
        hash(state)
        assert state.to_bytes() == before

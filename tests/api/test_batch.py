"""``Batch``: slots are matches, arrays belong to the caller, errors change nothing, threads change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Batch, Game, IllegalAction, InvalidArgument
from lineshaft.replays import MAX_THREADS

SIZE = 9


def choose(mask: NDArray[np.bool_], turn: int) -> NDArray[np.int32]:
    """A legal action a slot, another one from turn to turn; -1 where there is none."""
    chosen = np.full(len(mask), -1, dtype=np.int32)
    for slot, row in enumerate(mask):
        legal = np.flatnonzero(row)
        if len(legal):
            chosen[slot] = legal[(turn * 7 + slot) % len(legal)]
    return chosen


def play_out(batch: Batch, turns: int = 100_000) -> list[NDArray[np.int32]]:
    taken = []
    for turn in range(turns):
        if (batch.current_players() == -4).all():
            break
        taken.append(choose(batch.legal_actions_mask(), turn))
        batch.step(taken[-1])
    return taken


def test_slots_are_the_matches_of_the_series(game: Game) -> None:
    batch = Batch(game, SIZE, seed=5)
    matches = [game.new_match(lineshaft.game_seed(5, i)) for i in range(SIZE)]
    for turn in range(100_000):
        for slot, match in enumerate(matches):
            assert batch.current_players()[slot] == match.current_player()
            if turn % 17 == 0:
                state = match.state
                viewer = max(match.current_player(), 0)
                assert batch.state(slot) == state
                assert np.array_equal(batch.legal_actions_mask()[slot], state.legal_actions_mask())
                assert np.array_equal(batch.observation_tensor()[slot], state.observation_tensor(viewer))
                assert np.array_equal(batch.scores()[slot], state.scores())
        if all(match.is_terminal() for match in matches):
            break
        actions = choose(batch.legal_actions_mask(), turn)
        batch.step(actions)
        for match, action in zip(matches, actions.tolist(), strict=True):
            if not match.is_terminal():
                match.apply_action(action)
    assert np.array_equal(batch.returns(), [match.state.returns() for match in matches])
    assert not batch.legal_actions_mask().any()


def test_threads_change_nothing(game: Game) -> None:
    first, second = (Batch(game, 200, seed=3, threads=threads) for threads in (1, 4))
    for one, two in zip(play_out(first, 40), play_out(second, 40), strict=True):
        assert np.array_equal(one, two)
    assert np.array_equal(first.observation_tensor(), second.observation_tensor())


def test_reset_starts_the_next_games_of_the_flagged_slots(game: Game) -> None:
    batch = Batch(game, SIZE, seed=1)
    play_out(batch, 3)
    kept = batch.state(0)
    which = np.arange(SIZE) % 2 == 1
    batch.reset(which)
    assert batch.games().tolist() == [i + SIZE * (i % 2) for i in range(SIZE)]
    assert batch.state(0) == kept
    assert batch.state(1) == game.new_match(lineshaft.game_seed(1, SIZE + 1)).state
    batch.reset()
    assert batch.games().tolist() == [i + SIZE * (1 + i % 2) for i in range(SIZE)]


def test_an_illegal_action_names_its_slot_and_changes_nothing(game: Game) -> None:
    batch = Batch(game, SIZE, seed=2)
    before = [batch.state(slot) for slot in range(SIZE)]
    actions = choose(batch.legal_actions_mask(), 0)
    actions[4] = game.num_actions
    with pytest.raises(IllegalAction, match="slot 4") as raised:
        batch.step(actions)
    assert raised.value.code == "out_of_range"
    assert [batch.state(slot) for slot in range(SIZE)] == before


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.intp, np.int16, np.uint16, np.uint32])
def test_actions_are_whole_numbers_of_any_width(game: Game, dtype: type[np.integer[Any]]) -> None:
    """``argmax`` gives NumPy's own whole numbers."""
    first, second = Batch(game, SIZE, seed=4), Batch(game, SIZE, seed=4)
    for turn in range(20):
        actions = choose(first.legal_actions_mask(), turn)
        first.step(actions)
        spread = np.repeat(actions.astype(dtype), 3)
        packed = np.zeros(SIZE, dtype=[("pad", np.int8), ("action", dtype)])
        packed["action"] = actions
        second.step([spread[::3], spread[::-1][::-3], packed["action"], spread[1::3]][turn % 4])
        assert all(first.state(slot) == second.state(slot) for slot in range(SIZE))
    second.step(second.legal_actions_mask().argmax(axis=1))


def test_actions_beyond_32_bits_name_their_slot(game: Game) -> None:
    batch = Batch(game, SIZE)
    before = [batch.state(slot) for slot in range(SIZE)]
    for number in (2**31, 2**32, 2**63 - 1, -(2**31) - 1):
        actions = choose(batch.legal_actions_mask(), 0).astype(np.int64)
        actions[4] = number
        with pytest.raises(InvalidArgument, match=f"slot 4: {number} is no 32-bit number"):
            batch.step(actions)
    assert [batch.state(slot) for slot in range(SIZE)] == before


def test_what_is_no_array_of_actions_or_flags(game: Game) -> None:
    batch = Batch(game, SIZE)
    before = [batch.state(slot) for slot in range(SIZE)]
    numbers, flags = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.bool_)
    actions: dict[str, object] = {
        "int32 of [10]": np.zeros(SIZE + 1, np.int32),
        "int64 of [0]": np.zeros(0, np.int64),
        "int64 of [9, 1]": np.zeros((SIZE, 1), np.int64),
        "int32 of []": np.array(0, np.int32),
        "uint64 of [9]": numbers.astype(np.uint64),
        "float64 of [9]": numbers.astype(np.float64),
        ">i4 of [9]": numbers.astype(">i4"),
        "object of [9]": numbers.astype(object),
        "bool of [9]": flags,
        "<class 'list'>": [0] * SIZE,
        "<class 'NoneType'>": None,
    }
    for given, array in actions.items():
        with pytest.raises(InvalidArgument) as raised:
            batch.step(array)  # type: ignore[arg-type]
        assert (
            str(raised.value) == f"actions must be an array of whole numbers of shape [9], int32 for one, not {given}"
        )
        assert raised.value.code == "invalid_argument"
    which: dict[str, object] = {
        "bool of [2]": flags[:2],
        "bool of [9, 1]": flags[:, None],
        "uint8 of [9]": flags.astype(np.uint8),
        "int32 of [9]": numbers,
        "<class 'list'>": flags.tolist(),
        "<class 'bool'>": True,
    }
    for given, array in which.items():
        with pytest.raises(InvalidArgument) as raised:
            batch.reset(array)  # type: ignore[arg-type]
        assert str(raised.value) == f"which must be a bool array of shape [9], not {given}"
    assert [batch.state(slot) for slot in range(SIZE)] == before


def test_a_batch_uses_as_many_threads_as_a_series(game: Game) -> None:
    assert Batch(game, 1, threads=MAX_THREADS).threads == MAX_THREADS
    for threads in (0, -1, MAX_THREADS + 1, 2**63, 2**64):
        with pytest.raises(InvalidArgument, match=f"not {threads}"):
            Batch(game, 1, threads=threads)


@pytest.mark.parametrize("size", [0, -1, 2**24 + 1, 2**63 + 1, 2**70])
def test_a_wrong_size_is_named(game: Game, size: int) -> None:
    with pytest.raises(InvalidArgument, match=f"not {size}"):
        Batch(game, size)


def test_wrong_buffers_are_refused(game: Game) -> None:
    batch = Batch(game, SIZE)
    with pytest.raises(InvalidArgument, match="bool"):
        batch.legal_actions_mask(out=np.zeros((SIZE, game.num_actions), dtype=np.uint8))
    with pytest.raises(InvalidArgument, match="shape"):
        batch.observation_tensor(out=np.zeros((SIZE, 3), dtype=np.float32))
    with pytest.raises(InvalidArgument, match="contiguous"):
        batch.legal_actions_mask(out=np.zeros((game.num_actions, SIZE), dtype=np.bool_).T)
    with pytest.raises(InvalidArgument, match="slots are 0 to 8"):
        batch.state(SIZE)
    with pytest.raises(InvalidArgument, match=r"out must be a NumPy array .*, not <class 'list'>"):
        batch.current_players(out=[0] * SIZE)  # type: ignore[arg-type]


def test_arrays_are_new_unless_out_is_given(game: Game) -> None:
    batch = Batch(game, SIZE)
    mask, seen = batch.legal_actions_mask(), batch.observation_tensor()
    kept = mask.copy(), seen.copy()
    batch.step(choose(mask, 0))
    assert np.array_equal(mask, kept[0])
    assert np.array_equal(seen, kept[1])
    assert batch.legal_actions_mask(out=mask) is mask
    assert np.array_equal(mask, batch.legal_actions_mask())
    bytes_of_frameworks = np.ones(mask.shape, np.int8)
    assert batch.legal_actions_mask(out=bytes_of_frameworks) is bytes_of_frameworks
    assert np.array_equal(mask, bytes_of_frameworks)
    assert batch.observation_tensor(out=seen) is seen
    assert batch.current_players(out=np.empty(SIZE, dtype=np.int32)).tolist() == batch.current_players().tolist()
    assert len(batch) == batch.size == SIZE
    assert batch.game == game
    assert "Batch" in repr(batch)

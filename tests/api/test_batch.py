"""``Batch``: slots are matches, arrays belong to the caller, errors change nothing, threads change nothing."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Batch, Game, IllegalAction, InvalidArgument

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


def test_wrong_arrays_are_refused(game: Game) -> None:
    batch = Batch(game, SIZE)
    with pytest.raises(InvalidArgument, match="9 slots"):
        batch.step(np.zeros(SIZE + 1, dtype=np.int32))
    with pytest.raises(TypeError):
        batch.step(np.zeros(SIZE, dtype=np.float64))
    with pytest.raises(InvalidArgument, match="flags"):
        batch.reset(np.zeros(2, dtype=np.bool_))
    with pytest.raises(InvalidArgument, match="bool"):
        batch.legal_actions_mask(out=np.zeros((SIZE, game.num_actions), dtype=np.int8))
    with pytest.raises(InvalidArgument, match="shape"):
        batch.observation_tensor(out=np.zeros((SIZE, 3), dtype=np.float32))
    with pytest.raises(InvalidArgument, match="contiguous"):
        batch.legal_actions_mask(out=np.zeros((game.num_actions, SIZE), dtype=np.bool_).T)
    with pytest.raises(InvalidArgument, match="slots are 0 to 8"):
        batch.state(SIZE)
    with pytest.raises(InvalidArgument, match="slots"):
        Batch(game, 0)
    with pytest.raises(InvalidArgument, match="threads"):
        Batch(game, 1, threads=0)


def test_arrays_are_new_unless_out_is_given(game: Game) -> None:
    batch = Batch(game, SIZE)
    mask, seen = batch.legal_actions_mask(), batch.observation_tensor()
    kept = mask.copy(), seen.copy()
    batch.step(choose(mask, 0))
    assert np.array_equal(mask, kept[0])
    assert np.array_equal(seen, kept[1])
    assert batch.legal_actions_mask(out=mask) is mask
    assert np.array_equal(mask, batch.legal_actions_mask())
    assert batch.observation_tensor(out=seen) is seen
    assert batch.current_players(out=np.empty(SIZE, dtype=np.int32)).tolist() == batch.current_players().tolist()
    assert len(batch) == batch.size == SIZE
    assert batch.game == game
    assert "Batch" in repr(batch)

"""The page's search with mctx over rows of a pool: it plays legally, repeatably, and better than at random."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest
from page import run_example

import lineshaft


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return run_example("mctx")


def test_its_actions_are_legal_and_repeatable(example: dict[str, Any]) -> None:
    pool, real, search = example["pool"], example["real"], example["search"]
    before = pool.hash64(real)
    actions = search(jax.random.key(5), real)
    assert pool.masks(real)[np.arange(len(real)), actions].all()
    assert np.array_equal(actions, search(jax.random.key(5), real))
    assert len(pool) == len(real) and np.array_equal(pool.hash64(real), before), "the tree is let go of"


def test_nodes_are_states(example: dict[str, Any]) -> None:
    """What is expanded is what the single state does, to the end of its game, the signs of values included."""
    pool, game = example["pool"], example["game"]
    mark = pool.mark()
    (row,), state = pool.alloc(1), game.new_match(3).state
    pool.load(np.array([row]), [state])
    for turn in range(1_000):
        mover, action = state.current_player(), int(state.legal_actions()[-1])
        (child,), reward, discount, logits, value = example["expand"]([row], [action], [turn])
        state.apply_action(action)
        state.resolve_chance(turn)
        assert pool.state(child) == state
        assert reward[0] == np.float32(state.returns()[mover])
        assert np.array_equal(logits[0] == 0, state.legal_actions_mask())
        if state.is_terminal():
            assert discount[0] == 0
            break
        assert discount[0] == (1 if state.current_player() == mover else -1)
        assert value[0] == np.float32(state.playout(turn)[state.current_player()])
        pool.free(np.array([row]))
        row = child
    assert state.is_terminal()
    pool.release(mark)


def test_it_wins_against_random(example: dict[str, Any]) -> None:
    pool, real, search = example["pool"], example["real"], example["search"]
    batch = lineshaft.Batch(example["game"], len(real), seed=11, learner=0, opponents="random")
    for turn in range(200):
        going = np.flatnonzero(batch.current_players() >= 0)
        if not len(going):
            break
        pool.load_batch(real[going], batch, going)
        actions = search(jax.random.key(turn), real)
        batch.step(np.where(batch.current_players() >= 0, actions, 0))
    wins = (batch.returns()[:, 0] > 0).sum()
    assert wins > 0.75 * len(real)

"""Actions: masks that suffice, outcomes that can happen, arrays that stay in step."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Batch, Game, IllegalAction, State


def masked(mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int32]:
    """A random legal action a row, 0 where there is none."""
    counts = mask.sum(axis=1)
    columns = np.append(np.nonzero(mask)[1], 0)
    starts = np.cumsum(counts) - counts
    chosen = columns[np.minimum(starts + (rng.random(len(mask)) * counts).astype(np.int64), len(columns) - 1)]
    return np.where(counts > 0, chosen, 0).astype(np.int32)


def test_f29_outcomes_that_cannot_happen_are_refused(usual: Game, walk: Iterator[State]) -> None:
    for ply, state in enumerate(walk):
        if not state.is_chance_node() or state.is_sampled_chance() or ply % 4:
            continue
        before = state.to_bytes()
        for outcome in set(range(usual.num_outcomes)) - set(state.legal_actions().tolist()):
            with pytest.raises(IllegalAction) as raised:
                state.apply_action(outcome)
            assert raised.value.code == "illegal_outcome"
        assert state.to_bytes() == before


def test_f33_a_masked_player_makes_no_illegal_move(usual: Game) -> None:
    """A thousand games, stepped by their masks alone; an illegal move would be an error."""
    batch, rng = Batch(usual, 1000, seed=1, threads=2), np.random.default_rng(1)
    for _ in range(usual.max_game_length):
        if (batch.current_players() == -4).all():
            break
        batch.step(masked(batch.legal_actions_mask(), rng))
    assert (batch.current_players() == -4).all()


def test_f36_finished_slots_keep_their_place(usual: Game) -> None:
    batch, rng = Batch(usual, 20, seed=2), np.random.default_rng(2)
    mixed = False
    while not (over := batch.current_players() == -4).all():
        mixed |= bool(over.any())
        mask = batch.legal_actions_mask()
        assert mask.shape == (20, usual.num_actions)
        assert (mask.any(axis=1) == ~over).all()
        assert batch.observation_tensor().shape == (20, *usual.observation_shape)
        assert batch.returns().shape == batch.scores().shape == (20, usual.num_players)
        assert not batch.returns()[~over].any()
        batch.step(masked(mask, rng))
    assert mixed


def test_f39_decisions_stay_small(usual: Game) -> None:
    """The table is small, and no decision in two hundred games offers more than the contract's thousand."""
    assert usual.num_actions < 4096
    batch, rng, most = Batch(usual, 200, seed=3), np.random.default_rng(3), 0
    while not (batch.current_players() == -4).all():
        mask = batch.legal_actions_mask()
        most = max(most, int(mask.sum(axis=1).max()))
        batch.step(masked(mask, rng))
    assert 1 < most <= min(1024, usual.num_actions)


def test_f56_f65_there_is_no_undo_to_get_wrong() -> None:
    """Whoever wants to go back keeps a clone, or replays; nobody can take back what another player did."""
    for cls in (lineshaft.State, lineshaft.Match, lineshaft.View, Batch):
        assert not [name for name in dir(cls) if "undo" in name or "take_back" in name]


def test_f73_pairs_are_not_shifted(usual: Game) -> None:
    """Observations kept from a batch are those of the matches that the same actions replay."""
    size, seed = 6, 4
    batch, rng = Batch(usual, size, seed=seed), np.random.default_rng(4)
    kept = []
    for _ in range(40):
        kept.append((batch.current_players(), batch.observation_tensor(), masked(batch.legal_actions_mask(), rng)))
        batch.step(kept[-1][2])
    for slot in range(size):
        match = usual.new_match(lineshaft.game_seed(seed, slot))
        for players, observations, actions in kept:
            if match.is_terminal():
                break
            assert players[slot] == match.current_player()
            assert np.array_equal(observations[slot], match.view(match.current_player()).observation_tensor())
            match.apply_action(actions[slot])
        assert batch.state(slot) == match.state

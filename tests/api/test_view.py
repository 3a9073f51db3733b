"""View: all that one player may know, and no way to more."""

from __future__ import annotations

import copy
import gc
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Game, InvalidArgument, InvalidText, State

States = list[State]


def is_array(array: NDArray[Any], dtype: type, *shape: int) -> bool:
    return array.dtype == dtype and array.shape == shape


def viewers(game: Game) -> list[int | None]:
    return [*range(game.num_players), None]


def test_a_view_says_what_the_state_says(game: Game, positions: States) -> None:
    for state in positions:
        for player in viewers(game):
            view = state.view(player)
            assert view.player == player
            assert view.game is game
            assert view.current_player() == state.current_player()
            assert view.phase_name() == state.phase_name()
            assert view.is_terminal() == state.is_terminal()
            assert np.array_equal(view.observation_tensor(), state.observation_tensor(player))


def test_legal_actions_are_those_of_the_viewer(game: Game, positions: States) -> None:
    for state in positions:
        for player in viewers(game):
            view = state.view(player)
            legal, mask = view.legal_actions(), view.legal_actions_mask()
            assert is_array(legal, np.int32, len(legal))
            assert is_array(mask, np.bool_, game.num_actions)
            if player is not None and player == state.current_player():
                assert np.array_equal(legal, state.legal_actions())
                assert np.array_equal(mask, state.legal_actions_mask())
            else:
                assert len(legal) == 0
                assert not mask.any()


def test_views_are_fresh_and_stay(decisions: States) -> None:
    for state in decisions:
        view = state.view(state.current_player())
        before, text, legal = view.to_dict(), str(view), view.legal_actions()
        view.to_dict().clear()
        view.legal_actions()[:] = 0
        view.observation_tensor()[:] = 9
        state.clone().apply_action(legal[0])
        moved = state.clone()
        kept = moved.view(state.current_player())
        moved.apply_action(legal[0])
        for seen in (view, kept):
            assert seen.to_dict() == before
            assert str(seen) == text
            assert np.array_equal(seen.legal_actions(), legal)


def test_words(game: Game, decisions: States) -> None:
    view = decisions[0].view(decisions[0].current_player())
    for action in view.legal_actions():
        assert view.string_to_action(view.action_to_string(action)) == action
    with pytest.raises(InvalidArgument):
        view.action_to_string(game.num_actions)
    with pytest.raises(InvalidText):
        view.string_to_action("no such thing")


def test_determinized_states_look_the_same(game: Game, positions: States) -> None:
    for state in positions:
        for player in range(game.num_players):
            view = state.view(player)
            for seed in range(3):
                drawn = view.determinize(seed)
                assert drawn == state.determinize(player, seed)
                assert drawn.view(player).to_dict() == view.to_dict()
                assert np.array_equal(drawn.observation_tensor(player), view.observation_tensor())
                drawn.check_invariants()


def test_a_spectator_cannot_determinize(positions: States) -> None:
    with pytest.raises(InvalidArgument, match="spectator"):
        positions[0].view(None).determinize(0)


def test_a_view_follows_from_what_its_player_knows(game: Game, positions: States) -> None:
    """Whatever the player cannot tell apart gives the same view: text, dict and tensor tell no secret."""
    for state in positions:
        for player in range(game.num_players):
            other = state.determinize(player, 11)
            ours, theirs = state.view(player), other.view(player)
            assert (str(ours), repr(ours)) == (str(theirs), repr(theirs))
            assert np.array_equal(ours.legal_actions(), theirs.legal_actions())


def test_no_attribute_leads_to_the_state(game: Game, decisions: States) -> None:
    view = decisions[0].view(0)
    assert not hasattr(view, "__dict__")
    for name in dir(view):
        assert not isinstance(getattr(view, name), lineshaft.State | lineshaft.Match)
    assert not [thing for thing in gc.get_referents(view) if isinstance(thing, lineshaft.State)]
    with pytest.raises(AttributeError):
        view.player = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        type(view)()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.dumps(view, protocol)
    for duplicate in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            duplicate(view)


def test_texts_show_whose_view_it_is(game: Game, positions: States) -> None:
    for state in positions:
        assert "player 0" in str(state.view(0))
        assert "spectator" in str(state.view(None))
        assert game.title in str(state.view(0))
        for key, value in state.view(0).to_dict().items():
            assert key in str(state.view(0))
            if isinstance(value, str):
                assert value in repr(state.view(0))

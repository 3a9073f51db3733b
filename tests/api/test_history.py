"""``History``: a state with its log; equal to the state and to the logs of matches, whatever is copied or pickled."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import lineshaft
from lineshaft import Game, History, IllegalAction, InvalidArgument, Match, ReplayError


def played(game: Game, seed: int, decisions: int) -> Match:
    match = game.new_match(seed)
    random = np.random.default_rng(seed)
    for _ in range(decisions):
        if not match.is_terminal():
            match.apply_action(random.choice(match.legal_actions()))
    return match


def same(history: History, other: History) -> bool:
    viewers = (None, *range(history.game.num_players))
    logs = all(history.information_state(viewer) == other.information_state(viewer) for viewer in viewers)
    return logs and history.steps == other.steps and history.state == other.state


def test_a_history_goes_with_its_state(game: Game) -> None:
    match = played(game, 3, 60)
    history, state = game.new_history(), game.new_initial_state()
    for ply, (player, step) in enumerate(match.steps):
        assert (history.ply, history.state) == (ply, state)
        assert history.current_player() == state.current_player() == player
        assert history.is_chance_node() == state.is_chance_node()
        assert history.is_sampled_chance() == state.is_sampled_chance()
        assert history.chance_outcomes() == state.chance_outcomes()
        assert np.array_equal(history.legal_actions(), state.legal_actions())
        assert str(history) == str(state)
        text = history.action_to_string(step)
        assert text == state.action_to_string(step)
        assert history.string_to_action(text) == step
        for viewer in range(game.num_players):
            assert str(history.view(viewer)) == str(state.view(viewer))
            seen = np.empty(game.observation_shape, np.float32)
            assert history.observation_tensor(viewer, seen) is seen
            assert np.array_equal(seen, state.observation_tensor(viewer))
        history.apply_action(step)
        state.apply_action(step)
    assert history.steps == match.steps
    assert history.is_terminal() == state.is_terminal()
    assert np.array_equal(history.returns(), state.returns())
    for viewer in (None, *range(game.num_players)):
        assert history.information_state(viewer) == "\n".join(match.log(viewer))
    assert f"{len(match.steps)} step" in repr(history)


def pickled(history: History) -> History:
    again: History = pickle.loads(pickle.dumps(history))
    return again


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, History.clone, pickled])
def test_copies_go_their_own_ways(game: Game, how: Callable[[History], History]) -> None:
    history = game.new_history(played(game, 5, 30).steps)
    twin = how(history)
    assert same(history, twin)
    kept = history.clone()
    first, *_, last = history.legal_actions()
    history.apply_action(first)
    twin.apply_action(last)
    assert same(kept, game.new_history(kept.steps))
    assert [history.steps[-1][1], twin.steps[-1][1]] == [first, last]
    assert history.steps[:-1] == twin.steps[:-1] == kept.steps


def test_a_redrawn_position_keeps_the_log(game: Game) -> None:
    history = game.new_history(played(game, 7, 25).steps)
    player = max(history.current_player(), 0)
    drawn = history.determinize(player, 11)
    assert drawn.state == history.state.determinize(player, 11)
    assert drawn.steps == history.steps
    assert drawn.information_state(player) == history.information_state(player)
    assert same(pickled(drawn), drawn)
    if not drawn.is_terminal():
        drawn.apply_action(drawn.legal_actions()[0])
        assert same(pickled(drawn), drawn)
        assert drawn.ply == history.ply + 1


def test_what_is_refused_changes_nothing(game: Game) -> None:
    history = game.new_history(played(game, 2, 10).steps)
    kept = history.clone()
    with pytest.raises(IllegalAction) as raised:
        history.apply_action(game.num_actions)
    assert raised.value.code == "out_of_range"
    assert same(history, kept)
    with pytest.raises(InvalidArgument, match="there is no player"):
        history.information_state(game.num_players)


def test_steps_that_cannot_be_followed_are_named(game: Game) -> None:
    steps = played(game, 2, 10).steps
    ply = next(ply for ply, (player, _) in enumerate(steps) if player >= 0)
    wrong = [*steps[:ply], (steps[ply][0], game.num_actions), *steps[ply + 1 :]]
    with pytest.raises(ReplayError, match=rf"^step {ply} \({steps[ply][0]}, {game.num_actions}\): "):
        game.new_history(wrong)
    with pytest.raises(ReplayError, match=rf"^step {ply} \(-1, 0\): player {steps[ply][0]} is to act$"):
        game.new_history([*steps[:ply], (-1, 0)])
    other = lineshaft.load_game(next(name for name in lineshaft.games() if name != game.name))
    with pytest.raises(InvalidArgument, match="of another game"):
        game.new_history(position=other.new_initial_state())


def test_a_long_log_is_let_go_of() -> None:
    """Link by link, from the last: ten thousand of them are no depth of calls."""
    game = lineshaft.load_game("widgets", variant="abstract")
    history = game.new_history()
    for ply in range(10_000):
        if history.is_terminal():
            history = game.new_history(position=game.new_initial_state())
        history.apply_action(history.legal_actions()[0] if not history.is_sampled_chance() else ply)
    del history

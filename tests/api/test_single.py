"""What one position can do for search: chance from a seed, playouts, matches from anywhere, masks in one's arrays."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import lineshaft
from lineshaft import Game, InvalidArgument, InvalidText, Match, ReplayError, State


@pytest.fixture
def chance_nodes(positions: list[State]) -> list[State]:
    return [state for state in positions if state.is_chance_node()]


def test_chance_is_that_of_the_match(game: Game) -> None:
    for seed in (0, 7, 2**64 - 1):
        match, state, steps = game.new_match(seed), game.new_initial_state(), game.new_initial_state()
        assert state.resolve_chance(seed) == len(match.steps)
        assert state == match.state
        if match.steps:
            assert steps.sample_outcome(seed) == match.steps[0][1]
            assert steps == game.new_initial_state()
        assert state.resolve_chance(seed) == 0


def test_an_outcome_is_drawn_by_its_probability(chance_nodes: list[State]) -> None:
    for state in chance_nodes:
        outcomes = [state.sample_outcome(seed) for seed in range(400)]
        if state.is_sampled_chance():
            assert len(set(outcomes)) > 390 and max(outcomes) < 2**31
            continue
        for outcome, share in state.chance_outcomes():
            assert abs(outcomes.count(outcome) / 400 - share) < 0.12


def test_where_chance_does_not_act_there_is_no_outcome(positions: list[State]) -> None:
    for state in positions:
        if not state.is_chance_node():
            who = "the game is over" if state.is_terminal() else f"player {state.current_player()} is to act"
            with pytest.raises(InvalidArgument, match=who):
                state.sample_outcome(1)
            before = state.clone()
            assert state.resolve_chance(1) == 0 and state == before


def play_with(match: Match, bots: list[str]) -> Match:
    seats = [lineshaft.make_bot(bot, match.game, match.seed, seat) for seat, bot in enumerate(bots)]
    while not match.is_terminal():
        player = match.current_player()
        legal = match.legal_actions()
        match.apply_action(legal[0] if len(legal) == 1 else seats[player].choose(match.view(player)))
    return match


@pytest.mark.parametrize("bot", ["random", "greedy", "greedy:epsilon=0.5"])
def test_a_playout_is_the_match_of_its_seed(game: Game, positions: list[State], bot: str) -> None:
    for seed, state in enumerate(positions):
        before = state.clone()
        match = play_with(game.match_from_state(state, seed), [bot] * game.num_players)
        assert np.array_equal(state.playout(seed, bot), match.returns())
        assert state == before
    assert np.array_equal(positions[0].playout(3), positions[0].playout(3, bots="random"))


def test_a_bot_a_seat(game: Game) -> None:
    bots = (["greedy", "random"] * 3)[: game.num_players]
    match = game.new_match(4)
    start = match.state
    wanted = play_with(game.match_from_state(start, 4), bots).returns()
    assert np.array_equal(start.playout(4, bots), wanted)
    with pytest.raises(InvalidArgument, match="name one bot a player"):
        start.playout(1, [*bots, "random"])
    with pytest.raises(InvalidText, match="nobody"):
        start.playout(1, "nobody")
    with pytest.raises(InvalidArgument, match="bots are the text of a built-in bot, or a list"):
        start.playout(1, 5)  # type: ignore[arg-type]


def test_a_match_begins_anywhere(game: Game, positions: list[State]) -> None:
    for state in positions:
        match = game.match_from_state(state, 9)
        twin = state.clone()
        drawn = twin.resolve_chance(9)
        assert (match.state, len(match.steps), match.seed) == (twin, drawn, 9)
        random = np.random.default_rng(1)
        for _ in range(20):
            if not match.is_terminal():
                match.apply_action(random.choice(match.legal_actions()))
        again = state.clone()
        for player, step in match.steps:
            assert again.current_player() == player
            again.apply_action(step)
        assert again == match.state
        for viewer in (None, *range(game.num_players)):
            assert len(match.log(viewer)) >= len(match.steps)
        for copied in (match.clone(), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            assert (copied.state, copied.steps, copied.seed) == (match.state, match.steps, 9)
            assert copied.log(0) == match.log(0)
        followed = game.match_from_state(state, 9, match.steps)
        while not match.is_terminal():
            action = match.legal_actions()[-1]
            match.apply_action(action)
            followed.apply_action(action)
        assert followed.steps == match.steps


def test_a_match_from_the_start_is_a_match(game: Game) -> None:
    match = game.match_from_state(game.new_initial_state(), 6)
    assert match.replay() == game.new_match(6).replay()


def test_a_match_with_a_start_of_its_own_has_no_replay(game: Game, decisions: list[State]) -> None:
    match = game.match_from_state(decisions[-1], 6)
    with pytest.raises(ReplayError, match="began at a position of its own") as raised:
        match.replay()
    assert raised.value.code == "own_start"


def test_what_no_match_begins_with(game: Game, decisions: list[State]) -> None:
    other = lineshaft.load_game(next(name for name in lineshaft.games() if name != game.name))
    with pytest.raises(InvalidArgument, match="the position is of another game"):
        game.match_from_state(other.new_initial_state())
    state = decisions[0]
    player = state.current_player()
    with pytest.raises(ReplayError, match=rf"^step 0 \({player}, {game.num_actions}\): "):
        game.match_from_state(state, 0, [(player, game.num_actions)])
    with pytest.raises(ReplayError, match=rf"^step 0 \(-1, 0\): player {player} is to act$"):
        game.match_from_state(state, 0, [(-1, 0)])
    with pytest.raises(TypeError):
        game.match_from_state(game.new_match(1))  # type: ignore[arg-type]


def test_legal_is_what_is_listed(game: Game, positions: list[State]) -> None:
    far = [-(2**70), -1, game.num_actions, 2**31, 2**70]
    for state in positions:
        listed = set(state.legal_actions().tolist())
        ids = [*range(max(game.num_actions, game.num_outcomes)), *far]
        if state.is_sampled_chance():
            listed = {number for number in ids if 0 <= number < 2**31}
        assert {number for number in ids if state.is_legal(number)} == listed
        for player in range(game.num_players):
            view = state.view(player)
            own = listed if player == state.current_player() else set()
            assert {number for number in ids if view.is_legal(number)} == own
        assert not any(state.view(None).is_legal(number) for number in ids)
        match = game.match_from_state(state)
        assert [match.is_legal(number) for number in ids] == [match.state.is_legal(number) for number in ids]
    with pytest.raises(TypeError):
        positions[0].is_legal("one")  # type: ignore[arg-type]


def test_a_view_knows_the_points_that_everybody_knows(game: Game, whole_game: list[State]) -> None:
    """They are no secret of anybody: what a player cannot tell apart has the same."""
    for ply, state in enumerate(whole_game[::7] + whole_game[-1:]):
        for player in range(game.num_players):
            view, other = state.view(player), state.determinize(player, ply)
            for name in ("scores", "returns", "ranking"):
                told = getattr(view, name)()
                assert np.array_equal(told, getattr(state, name)())
                assert np.array_equal(told, getattr(other, name)())
        assert np.array_equal(state.view(None).ranking(), state.ranking())


@pytest.mark.parametrize("dtype", [np.bool_, np.int8])
def test_masks_go_into_ones_own_arrays(game: Game, positions: list[State], dtype: Any) -> None:
    rows = np.ones((2, game.num_actions), dtype)
    for state in positions:
        match = game.match_from_state(state, 1)
        things: list[Any] = [state, match, *(state.view(player) for player in (None, *range(game.num_players)))]
        for thing in things:
            rows.fill(1)
            own = rows[1]
            assert thing.legal_actions_mask(out=own) is own
            assert np.array_equal(own, thing.legal_actions_mask())
            assert rows[0].all()


def test_wrong_arrays_for_masks(game: Game) -> None:
    state, size = game.new_match(1).state, game.num_actions
    others: tuple[Any, ...] = (
        np.zeros(size, np.uint8),
        np.zeros(size + 1, np.int8),
        np.zeros(2 * size, np.int8)[::2],
        np.zeros((1, size), np.bool_),
        [False] * size,
        np.frombuffer(bytes(size), np.int8),
    )
    for wrong in others:
        with pytest.raises(InvalidArgument, match="out must be a"):
            state.legal_actions_mask(out=wrong)


def test_a_match_observes_as_its_state(game: Game) -> None:
    match = game.new_match(3)
    out = np.empty(game.observation_shape, np.float32)
    for player in (None, *range(game.num_players)):
        assert match.observation_tensor(player, out) is out
        assert np.array_equal(out, match.state.observation_tensor(player))
        assert np.array_equal(out, match.observation_tensor(player))

"""A game that was added by the docs keeps the promises of a reference, outside of any registry; so do the real ones.

Its engine is held to the contract in ``rust/core/tests``. The two are compared by bytes at the end of the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from stones import DATA, Stones

import lineshaft
from lineshaft import reference
from lineshaft.errors import GameOver, IllegalAction, InvalidData, InvalidState, LineshaftError
from lineshaft.reference.data_file import DataFile
from lineshaft.reference.protocol import Game, State

SHIPPED = DataFile(DATA.name, DATA.read_text(encoding="utf-8"))
HASH = "1f6658d51add401c"
"""Of the position after the steps below, as ``rust/core/tests/toy/mod.rs`` has it."""
GAMES = ["stones plain", "stones kind", *lineshaft.games()]


def load(name: str) -> Game:
    if name.startswith("stones"):
        return Stones(2, name.split()[1], {}, SHIPPED)
    return reference.load_game(name)


def walk(game: Game, seed: int, most: int = 250) -> Iterator[State[Any]]:
    """Positions of a random game, the last one too if it is not too far away."""
    rng, state = Random(seed), game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_sampled_chance():
            state.apply_action(rng.randrange(1 << 31))
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_weights(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def test_texts_parse_back(game: Game) -> None:
    assert [game.string_to_action(text) for text in game.action_texts] == list(range(game.num_actions))
    assert [game.string_to_outcome(text) for text in game.outcome_texts] == list(range(game.num_outcomes))


def test_what_is_listed_is_accepted_and_nothing_else(game: Game) -> None:
    for ply, state in enumerate(walk(game, 1)):
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and bool(legal) != (state.is_terminal() or state.is_sampled_chance())
        if state.current_player() >= 0 and ply % 9 == 0:
            before = state.to_bytes()
            assert legal == [action for action in range(game.num_actions) if state.explain(action) is None]
            for action in set(range(game.num_actions)) - set(legal):
                with pytest.raises(IllegalAction):
                    state.apply_action(action)
            assert state.to_bytes() == before


def test_positions_survive_every_form(game: Game) -> None:
    for ply, state in enumerate(walk(game, 2)):
        if ply % 5 == 0:
            state.check_invariants()
            for twin in (state.clone(), game.state_from_bytes(state.to_bytes()), game.state_from_dict(state.to_dict())):
                assert twin == state and twin.to_dict() == state.to_dict()
            for damaged in (state.to_bytes()[:-1], state.to_bytes() + b"\0", b""):
                with pytest.raises(InvalidState):
                    game.state_from_bytes(damaged)


def test_resampling_keeps_what_the_player_knows(game: Game) -> None:
    differing = 0
    for ply, state in enumerate(walk(game, 3)):
        if ply % 6:
            continue
        for player in range(game.num_players):
            other = state.determinize(player, ply)
            other.check_invariants()
            assert other.view(player) == state.view(player)
            assert other.view(None) == state.view(None)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert len(state.observation_tensor(player)) == game.observation_shape[0]
            differing += other != state
    assert differing > 0 or game.num_outcomes == 0 or game.name not in ("stones",)


@pytest.mark.parametrize("name", ["stones plain", "stones kind"])
def test_games_end_within_their_bounds(name: str) -> None:
    game = load(name)
    for seed in range(200):
        players = [state.current_player() for state in walk(game, seed)]
        assert players[-1] == -4 and players.count(-1) <= game.max_chance_nodes
        assert sum(player >= 0 for player in players) <= game.max_game_length
    *_, state = walk(game, 1)
    assert [sum(points for _, _, points in parts) for parts in state.score_parts()] == state.scores()
    assert list(zip(*(numbers for _, _, numbers in state.ranked_by()), strict=True)) == state.rank_keys()
    assert state.end_reason() and min(state.ranking()) == 1 and sum(state.returns()) == pytest.approx(0)
    with pytest.raises(GameOver):
        state.apply_action(0)


def test_errors_name_the_rule() -> None:
    state = load("stones plain").new_initial_state()
    for text in ["white stone", "throw away", "white stone", "keep"] * 2 + ["black stone"]:
        state.apply_action(state.string_to_action(text))
    assert str(state.explain(1)) == "R4: you have thrown away two stones"
    with pytest.raises(LineshaftError, match="R5: rules option black_points cannot be 9; choose -3 to 1"):
        Stones(2, "plain", {"black_points": 9}, SHIPPED)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("white = 6", "white = 51", "white must be 1 to 50, not 51"),
        ("white = 6", "white = true", "white must be a whole number, not true"),
        ("black = 4", "grey = 4", "there is no key grey; keys are: format, game, white, black"),
        ("black = 4", "", "the key black is missing"),
        ('"stones"', '"pebbles"', 'game must be stones, not "pebbles"'),
        ("format = 1", "format 1", "line 2: "),
    ],
)
def test_the_data_file_is_read_as_in_all_games(old: str, new: str, sentence: str) -> None:
    with pytest.raises(InvalidData) as raised:
        Stones(2, "plain", {}, DataFile("mine.toml", SHIPPED.text.replace(old, new)))
    assert raised.value.message.startswith(f"mine.toml: {sentence}")


def test_the_engine_comes_to_the_same_bytes() -> None:
    state = load("stones plain").new_initial_state()
    for text in ["white stone", "keep", "black stone", "throw away", "black stone", "keep", "white stone"]:
        state.apply_action(state.string_to_action(text))
    assert list(state.to_bytes()[12:]) == [4, 2, 1, 1, 0, 0, 0, 0, 0, 1, 0]
    assert f"{state.hash64():016x}" == HASH
    assert state.scores() == [1, 0]

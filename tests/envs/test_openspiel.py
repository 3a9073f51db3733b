"""OpenSpiel's own simulations and searches on every game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import lineshaft
from lineshaft.envs import openspiel

NAMES = openspiel.register()


def test_every_game_is_registered_once() -> None:
    assert openspiel.register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())
    for name in lineshaft.games():
        alone = lineshaft.describe(name)["players"][0] == 1
        assert (f"lineshaft_{name}_solo" in NAMES) == alone


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations(name: str) -> None:
    np.random.seed(1)
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_positions_survive_serialization(name: str) -> None:
    game = pyspiel.load_game(name)
    state, dice = game.new_initial_state(), random.Random(5)
    while not state.is_terminal() and len(state.history()) < 120:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, shares)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    again = game.deserialize_state(game.serialize_state(state)) if hasattr(game, "serialize_state") else state.clone()
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


def decision(name: str, after: int) -> Any:
    """A position at which a player decides."""
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(7)
    decisions = 0
    while True:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, shares)[0])
            continue
        if decisions >= after and len(state.legal_actions()) > 1:
            return state
        decisions += 1
        state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", NAMES)
def test_its_tree_searches_play(name: str) -> None:
    state = decision(name, 20)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(state.get_game(), 1.4, 4, rollouts, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
    if state.num_players() > 1:
        searcher = ismcts.ISMCTSBot(
            game=state.get_game(),
            evaluator=rollouts,
            uct_c=1.4,
            max_simulations=4,
            random_state=np.random.RandomState(3),
        )
        searcher.set_resampler(openspiel.resampler)
        assert searcher.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name: str) -> None:
    state = decision(name, 15)
    player = state.current_player()
    drawn = openspiel.resampler(state, player)
    assert drawn.observation_string(player) == state.observation_string(player)
    assert drawn.information_state_string(player) == state.information_state_string(player)


def test_logs_are_those_of_a_match() -> None:
    game = lineshaft.load_game("workshop", players=2)
    match = game.new_match(3)
    state = openspiel.SpielGame(
        "workshop", openspiel._type("workshop", False), {"players": 2, "variant": game.variant}
    ).new_initial_state()
    for turn in range(60):
        match.apply_action(match.legal_actions()[turn % len(match.legal_actions())])
    for _, step in match.steps:
        state.apply_action(step)
    for player in range(2):
        assert state.information_state_string(player) == "\n".join(match.log(player))

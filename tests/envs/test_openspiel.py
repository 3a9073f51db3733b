"""OpenSpiel's own simulations and searches on every game."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import lineshaft
from lineshaft.envs import openspiel

NAMES = openspiel.register()


def pickle_again(state: Any) -> Any:
    return pickle.loads(pickle.dumps(state))


def serialize_again(state: Any) -> Any:
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    return again


def test_every_game_is_registered_once() -> None:
    assert openspiel.register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())
    for name in lineshaft.games():
        alone = lineshaft.describe(name)["players"][0] == 1
        assert (f"lineshaft_{name}_solo" in NAMES) == alone


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_with_serialization(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def play_on(state: Any, dice: random.Random) -> None:
    """One step, of chance or of a player, at random."""
    if state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(outcomes, shares)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("how", [pickle_again, copy.deepcopy, serialize_again], ids=["pickle", "deepcopy", "serialize"])
@pytest.mark.parametrize("name", NAMES)
def test_positions_survive_copies(name: str, how: Callable[[Any], Any]) -> None:
    """Also one with half a salt drawn, where the game has salts."""
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(5)
    while not state.is_terminal() and not (len(state.history()) >= 100 and state.salt) and len(state.history()) < 300:
        play_on(state, dice)
    again = how(state)
    assert (str(again), again.history(), again.legal_actions()) == (str(state), state.history(), state.legal_actions())
    for player in range(state.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)
    if not again.is_terminal():
        before = str(state)
        play_on(again, dice)
        assert str(state) == before


def decision(name: str, after: int) -> Any:
    """A position at which a player decides."""
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(7)
    decisions = 0
    while decisions < after or state.is_chance_node() or len(state.legal_actions()) == 1:
        decisions += not state.is_chance_node()
        play_on(state, dice)
    return state


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
        searcher.set_resampler(openspiel.resampler(4))
        assert searcher.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name: str) -> None:
    state = decision(name, 15)
    player = state.current_player()
    drawn = openspiel.resampler(1)(state, player)
    assert str(openspiel.resampler(1)(state, player)) == str(drawn)
    assert drawn.observation_string(player) == state.observation_string(player)
    assert drawn.information_state_string(player) == state.information_state_string(player)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name for name in NAMES if "widgets" not in name] + ["lineshaft_widgets(variant=abstract)"]
)
def test_a_playthrough_replays(name: str, tmp_path: Path) -> None:
    """What OpenSpiel writes of a game, step by step, is the same when the actions of that text are played again."""
    flags.FLAGS.mark_as_parsed()  # as OpenSpiel's own program does it
    page = tmp_path / "playthrough.txt"
    page.write_text(generate_playthrough.playthrough(name, None, seed=3), encoding="utf-8")
    written, again = generate_playthrough.replay(page)
    assert again == written


def test_nothing_is_left_to_fall_over_when_python_ends() -> None:
    program = "import pyspiel; from lineshaft.envs import openspiel; pyspiel.load_game(openspiel.register()[0])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_logs_are_those_of_a_match() -> None:
    game = lineshaft.load_game("workshop", players=2)
    match = game.new_match(3)
    state = pyspiel.load_game("lineshaft_workshop", {"players": 2, "variant": game.variant}).new_initial_state()
    for turn in range(60):
        match.apply_action(match.legal_actions()[turn % len(match.legal_actions())])
    for _, step in match.steps:
        state.apply_action(step)
    for player in range(2):
        assert state.information_state_string(player) == "\n".join(match.log(player))

"""One seed fixes everything, and nothing else has a say."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from playing import finish, quick

import lineshaft
from lineshaft import Game

PROGRAM = """
import hashlib, random, lineshaft
from lineshaft import reference
for name in lineshaft.games():
    game = lineshaft.load_game(name)
    bots = ["greedy", *["random"] * (game.num_players - 1)]
    played = lineshaft.selfplay(game, bots, games=3, seed=7, record=True, threads=2)
    text = "".join(replay.to_json() for replay in played.replays)
    rng, state = random.Random(3), reference.load_game(name).new_initial_state()
    for _ in range(60):
        legal = state.legal_actions()
        if not state.is_terminal():
            state.apply_action(rng.choice(legal) if legal else 5)
    text += repr([state.to_dict(), state.view(0), state.to_bytes()])
    print(name, hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.long
def test_f01_neither_hash_order_nor_the_process_matters() -> None:
    outputs = set()
    for hash_seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_f03_each_seed_is_used(usual: Game) -> None:
    first = [tuple(finish(usual.new_match(seed), 1).replay().steps) for seed in range(50)]
    again = [tuple(finish(usual.new_match(seed), 1).replay().steps) for seed in range(3)]
    assert again == first[:3]
    opening = {next((step for step in steps if step.startswith("*")), "") for steps in first}
    assert len(opening) > 1 or usual.max_chance_nodes == 0


def test_f04_a_replay_says_how_to_play_it_again(game: Game) -> None:
    """The set-up, the seed and the bots of a line give the same line, wherever it stood in its series."""
    bots = ["greedy", *["random"] * (game.num_players - 1)]
    for replay in lineshaft.selfplay(game, bots, games=3, seed=2**63 + 9, record=True, threads=2).replays:
        again = lineshaft.load_game(replay.game, replay.players, replay.variant, replay.rules)
        assert lineshaft.play(again, list(replay.bots or ()), replay.seed) == replay


def test_f05_global_generators_are_left_alone(usual: Game) -> None:
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index]
    lineshaft.selfplay(usual, ["random"] * usual.num_players, games=100, seed=1)
    lineshaft.play(usual, [lambda view: view.legal_actions()[-1]] * usual.num_players, seed=1)
    finish(usual.new_match(5), 1).state.determinize(0, 1)
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before  # type: ignore[index]


def test_f07_another_bot_changes_no_card(usual: Game) -> None:
    """Up to the first decision that differs, both games are the same, chance included."""
    n = usual.num_players
    for seed in range(10):
        plain = lineshaft.play(usual, ["random"] * n, seed).steps
        for seat in range(n):
            other = lineshaft.play(usual, ["random"] * seat + ["greedy"] + ["random"] * (n - 1 - seat), seed).steps
            differ = [index for index, pair in enumerate(zip(plain, other, strict=False)) if pair[0] != pair[1]]
            if differ:
                assert plain[differ[0]].split()[0] == other[differ[0]].split()[0] == str(seat)


@pytest.mark.parametrize("times", [0, 1, 50])
def test_f08_thinking_changes_nothing(usual: Game, times: int) -> None:
    match = usual.new_match(8)
    for ply in range(25):
        if match.is_terminal():
            break
        player = match.current_player()
        for k in range(times):
            match.view(player).determinize(k)
            finish(match.clone(), k) if k < 2 else match.state.clone()
            for kind in lineshaft.bots():
                lineshaft.make_bot(quick(kind), usual, k, player).choose(match.view(player)) if k < 2 else None
        legal = match.legal_actions()
        match.apply_action(legal[ply % len(legal)])
    plain = usual.new_match(8)
    for player, choice in match.steps:
        if player >= 0:
            plain.apply_action(choice)
    assert plain.replay() == match.replay()


def test_f09_games_of_a_series_differ(usual: Game) -> None:
    played = lineshaft.selfplay(usual, ["random"] * usual.num_players, games=100, seed=1, record=True, threads=2)
    assert len(set(played.seeds.tolist())) == len({replay.steps for replay in played.replays}) == 100
    assert played.seeds.tolist() == [lineshaft.game_seed(1, index) for index in range(100)]

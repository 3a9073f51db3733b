"""Many games, long games, little memory, little stack, other processes."""

from __future__ import annotations

import multiprocessing
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from playing import finish, quick

import lineshaft
from lineshaft import Batch, Game, View


def test_f49_a_thousand_games_of_each_set_up(game: Game) -> None:
    """Each variant with each number of players, in declared bounds of length and utility."""
    played = lineshaft.selfplay(game, ["random"] * game.num_players, games=1000, seed=5, threads=2)
    assert played.decisions.max() <= game.max_game_length
    assert played.chance.max() <= game.max_chance_nodes
    assert all(played.end_reasons)
    assert (played.ranking.min(axis=1) == 1).all()
    if game.utility == "win":
        n = game.num_players
        assert played.returns.min() >= -1 / n - 1e-9 and played.returns.max() <= 1 - 1 / n + 1e-9
        assert np.abs(played.returns.sum(axis=1)).max() < 1e-9


def first_legal(view: View) -> int:
    return int(view.legal_actions()[0])


def last_legal(view: View) -> int:
    return int(view.legal_actions()[-1])


@pytest.mark.long
def test_f67_stalling_ends_in_time(game: Game) -> None:
    """Whoever always takes the first action (often a pass), or always the last, comes to an end."""
    for bot in (first_legal, last_legal):
        replay = lineshaft.play(game, [bot] * game.num_players, seed=6)
        decisions = sum(not step.startswith("*") for step in replay.steps)
        assert replay.end_reason and decisions <= game.max_game_length


def test_f41_no_decision_is_slow(usual: Game) -> None:
    """The last part of a game is not out of all proportion to the first: medians, in seconds of the processor."""
    match, times = finish(usual.new_match(3), 3), []
    state = usual.new_initial_state()
    for player, choice in match.steps:
        if player >= 0:
            started = time.process_time_ns()
            for _ in range(20):
                state.legal_actions()
                state.child(choice)
            times.append(time.process_time_ns() - started)
        state.apply_action(choice)
    quarter = max(1, len(times) // 4)
    assert median(times[-quarter:]) < 30 * max(median(times[:quarter]), 20_000)


def test_f68_bots_need_little_stack(usual: Game) -> None:
    """Every bot plays whole games on a thread with half a megabyte of stack."""
    done: list[int] = []

    def play() -> None:
        for kind in lineshaft.bots():
            done.append(len(lineshaft.play(usual, [quick(kind)] * usual.num_players, seed=2).steps))
            lineshaft.selfplay(usual, [quick(kind)] * usual.num_players, games=2, seed=2)

    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=play)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(done) == len(lineshaft.bots())


def resident() -> int:
    """The process's resident memory in bytes; 0 where the system does not say."""
    path = Path("/proc/self/statm")
    return int(path.read_text().split()[1]) * 4096 if path.exists() else 0


@pytest.mark.long
def test_f74_memory_stays_flat(usual: Game) -> None:
    """Resets of a batch, and matches, states and views that come and go."""
    batch = Batch(usual, 16, seed=1)

    def churn(times: int) -> None:
        for index in range(times):
            batch.reset()
            match = usual.new_match(index)
            match.apply_action(match.legal_actions()[0])
            state = match.state
            state.view(0).to_dict(), state.clone(), state.to_dict(), state.observation_tensor(0), match.replay()
            lineshaft.load_game(usual.name, usual.num_players) if index % 50 == 0 else None

    churn(150)
    before = resident()
    churn(800)
    assert resident() - before < 2 << 20


def hashes(name: str) -> list[str]:
    game = lineshaft.load_game(name)
    played = lineshaft.selfplay(game, ["greedy"] * game.num_players, games=8, seed=3, threads=2, record=True)
    return [replay.hash for replay in played.replays]


@pytest.mark.long
@pytest.mark.parametrize("method", [m for m in ("spawn", "fork") if m in multiprocessing.get_all_start_methods()])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_f01_other_processes_play_the_same(method: str) -> None:
    """A child process plays with threads of its own, though its parent has used some before."""
    expected = {name: hashes(name) for name in lineshaft.games()}
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        for name in lineshaft.games():
            assert pool.submit(hashes, name).result(timeout=120) == expected[name]

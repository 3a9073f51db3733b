"""What long calls promise: Ctrl-C is answered, other threads run; and the generator is the one that is written down."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import lineshaft
from lineshaft import InvalidArgument, _engine
from lineshaft.reference.rng import Rng, game_seed

ENDLESS = {
    "selfplay": "lineshaft.selfplay(game, ['greedy'] * n, games=10**9, threads=2)",
    "watched": "lineshaft.selfplay(game, ['random'] * n, games=10**9, threads=2, on_results=lambda results: None)",
    "python": "lineshaft.selfplay(game, [lambda view: view.legal_actions()[0]] * n, games=10**9)",
    "playouts": "lineshaft.playouts(game, games=10**12)",
}

PROGRAM = """
import threading, lineshaft
game = lineshaft.load_game({name!r})
n = game.num_players
threading.Timer(0.3, lambda: print("going", flush=True)).start()
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("call", ENDLESS.values(), ids=ENDLESS)
def test_ctrl_c_is_answered_within_half_a_second(call: str) -> None:
    for name in lineshaft.games():
        program = [sys.executable, "-c", PROGRAM.format(name=name, call=call)]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            assert running.stdout.readline() == "going\n"
            sent = time.perf_counter()
            running.send_signal(signal.SIGINT)
            assert running.stdout.readline() == "stopped\n"
            assert time.perf_counter() - sent < 0.5
        assert running.returncode == 0


def test_other_threads_run_during_selfplay() -> None:
    game = lineshaft.load_game(lineshaft.games()[0])
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.001):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.perf_counter()
    while time.perf_counter() - started < 0.3:
        lineshaft.selfplay(game, ["random"] * game.num_players, games=500)
    done.set()
    thread.join()
    assert len(ticks) > 20


def test_one_game_serves_many_threads() -> None:
    game = lineshaft.load_game(lineshaft.games()[0])
    bots = ["greedy", *["random"] * (game.num_players - 1)]
    expected = [lineshaft.play(game, bots, seed) for seed in range(8)]
    found: dict[int, lineshaft.Replay] = {}

    def work(seed: int) -> None:
        found[seed] = lineshaft.play(game, bots, seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(8)] == expected


@pytest.mark.parametrize("seed", [0, 7, 2**63, 2**64 - 1])
@pytest.mark.parametrize("stream", [0, 1, 2**16, 2**32 + 5])
def test_the_generator_is_the_specified_one(seed: int, stream: int) -> None:
    rng = Rng(seed, stream)
    numbers = _engine.rng_numbers(seed, stream, 100)
    assert numbers.dtype == np.uint64
    assert numbers.tolist() == [rng.next() for _ in range(100)]
    for below in (1, 6, 2**32, 2**63 + 1):
        rng = Rng(seed, stream)
        assert _engine.rng_numbers(seed, stream, 100, below).tolist() == [rng.below(below) for _ in range(100)]
    assert lineshaft.game_seed(seed, stream) == game_seed(seed, stream)


def test_numbers_that_the_generator_refuses() -> None:
    for wrong in ((-1, 0, 1), (0, 2**64, 1), (0, 0, -1), (0, 0, 1, 0)):
        with pytest.raises(InvalidArgument):
            _engine.rng_numbers(*wrong)

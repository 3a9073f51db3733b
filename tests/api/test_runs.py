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
    "search": "lineshaft.selfplay(game, ['mcts:simulations=1000000'] * n, games=10**9, threads=2)",
    "choose": "lineshaft.make_bot('flat:simulations=1000000', game).choose(first_view())",
    "analyse": "lineshaft.analyse(first_view(), 'mcts:simulations=1000000')",
    "python": "lineshaft.selfplay(game, [lambda view: view.legal_actions()[0]] * n, games=10**9)",
    "playouts": "lineshaft.playouts(game, games=10**12)",
    "rows": "pool.playout(pool.alloc(1), np.zeros(1, np.uint64), 'greedy', repeat=10**9)",
    "verify": "deque(map(lineshaft._engine.Library().verify, repeat(lines()), repeat(1), repeat(2)), 0)",
    "columns": "deque(map(lineshaft._engine.Library().columns, repeat(lines()), repeat(1), repeat(2)), 0)",
}

PROGRAM = """
import threading, lineshaft
import numpy as np
from collections import deque
from itertools import repeat
game = lineshaft.load_game({name!r})
n = game.num_players
pool = lineshaft.Pool(game, 1, threads=2)
def first_view():
    match = game.new_match(1)
    while match.current_player() or len(match.legal_actions()) == 1:
        match.apply_action(match.legal_actions()[-1])
    return match.view(0)
lines = lambda: (lineshaft.play(game, ["random"] * n).to_json() + "\\n").encode() * 5000
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


SETTING_UP = """
import os, signal, threading, time, lineshaft
game = lineshaft.load_game("widgets", players=2)
lineshaft.Batch(game, 1)
threading.Timer(0.3, lambda: (print(time.perf_counter()), os.kill(os.getpid(), signal.SIGINT))).start()
try:
    lineshaft.Batch(game, {size}, threads={threads})
except KeyboardInterrupt:
    print(time.perf_counter())
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_answered_while_a_batch_is_set_up(threads: int) -> None:
    size = (1 << 30) // lineshaft.load_game("widgets", players=2).state_size
    program = [sys.executable, "-c", SETTING_UP.format(size=size, threads=threads)]
    sent, stopped = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert float(stopped) - float(sent) < 0.5


SHORT_OF_MEMORY = """
import resource
import numpy as np
import lineshaft
from lineshaft import Batch, _engine
game = lineshaft.load_game("railways")
batch = Batch(game, 1 << 17)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (128 << 20),) * 2)
try:
    {call}
except MemoryError as error:
    print("refused", error)
print(lineshaft.playouts(game, 10).games, len(batch.legal_actions_mask(out=None)[0]))
"""

TOO_MUCH = {
    "slots": "Batch(game, 1 << 24)",
    "rows of a pool": "lineshaft.Pool(game, 1 << 24)",
    "observations": "batch.observation_tensor()",
    "numbers": "_engine.rng_numbers(1, 0, 1 << 40)",
    "numbers beyond counting": "_engine.rng_numbers(1, 0, 1 << 62)",
    "all numbers": "_engine.rng_numbers(1, 0, 2**64 - 1)",
    "rows": "_engine.run_kernel(game, 'cube_bonus', np.broadcast_to(np.int32(1), (1 << 30, 4)))",
}


# Only there can a process limit its own memory.
@pytest.mark.parametrize("call", TOO_MUCH.values() if sys.platform == "linux" else (), ids=TOO_MUCH)
def test_too_little_memory_is_an_error_and_not_the_end(call: str) -> None:
    program = [sys.executable, "-c", SHORT_OF_MEMORY.format(call=call)]
    done = subprocess.run(program, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    refused, lives = done.stdout.splitlines()
    assert refused.startswith("refused ")
    assert lives == "10 355"


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


@pytest.mark.parametrize("index", [0, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 1])
def test_games_are_numbered_by_64_bits(index: int) -> None:
    assert lineshaft.game_seed(1, index) == game_seed(1, index)
    assert lineshaft.game_seed(1, np.uint64(index)) == game_seed(1, index)


@pytest.mark.parametrize("index", [-1, -(2**70), 2**64, 10**30])
def test_a_number_that_no_game_has_is_named(index: int) -> None:
    with pytest.raises(InvalidArgument, match=f"a number from 0 to {2**64 - 1}, not {index}"):
        lineshaft.game_seed(1, index)
    with pytest.raises(InvalidArgument, match=f"not {index}"):
        lineshaft.playouts(lineshaft.load_game("railways"), index)
    with pytest.raises(InvalidArgument, match="not "):
        lineshaft.game_seed(1, 10**5000)


def test_numbers_that_the_generator_refuses() -> None:
    for wrong in ((-1, 0, 1), (0, 2**64, 1), (0, 0, -1), (0, 0, 1, 0)):
        with pytest.raises(InvalidArgument):
            _engine.rng_numbers(*wrong)

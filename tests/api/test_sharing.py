"""What serves one thread at a time says so to another one, by name, and nothing is moved by that."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import lineshaft
from lineshaft import Batch, IllegalAction, LineshaftError, Pool

MANY = 20_000


@contextmanager
def busy(work: Callable[[], object]) -> Iterator[None]:
    """Another thread that does the work again and again, whether or not it is refused."""
    over = threading.Event()

    def labour() -> None:
        while not over.is_set():
            try:
                work()
            except LineshaftError as error:
                assert error.code == "in_use"

    other = threading.Thread(target=labour)
    other.start()
    try:
        yield
    finally:
        over.set()
        other.join()


def refusals(work: Callable[[], object]) -> Iterator[LineshaftError]:
    """The errors of many tries; all of them are of the library."""
    for _ in range(MANY):
        try:
            work()
        except LineshaftError as error:
            yield error


@pytest.fixture
def batch(first_game: lineshaft.Game) -> Batch:
    return Batch(first_game, size=20_000, seed=3)


@pytest.fixture(scope="module")
def first_game() -> lineshaft.Game:
    return lineshaft.load_game(lineshaft.games()[0])


def first_actions(batch: Batch) -> np.ndarray[Any, Any]:
    return np.asarray(batch.legal_actions_mask().argmax(axis=1))


@pytest.mark.parametrize("kind", ["step", "reset", "current_players", "observation_tensor", "scores", "state"])
def test_a_batch_that_is_stepped_by_another_thread_names_itself(batch: Batch, kind: str) -> None:
    actions = first_actions(batch)
    work: dict[str, Callable[[], object]] = {
        "step": lambda: batch.step(actions),
        "reset": batch.reset,
        "current_players": batch.current_players,
        "observation_tensor": batch.observation_tensor,
        "scores": batch.scores,
        "state": lambda: batch.state(0),
    }
    drawn = np.zeros(len(batch), np.int32)
    with busy(lambda: batch.sample(out=drawn)):
        error = next(error for error in refusals(work[kind]) if not isinstance(error, IllegalAction))
    assert type(error) is LineshaftError and (error.code, error.rule) == ("in_use", None)
    assert str(error) == (
        "this Batch is in use by another thread: a Batch serves one thread at a time; nothing was changed"
    )


def test_what_never_changes_is_told_while_a_batch_is_in_use(batch: Batch) -> None:
    with busy(batch.reset):
        for _ in range(200):
            facts = (len(batch), batch.size, batch.seed, batch.threads, batch.game == batch.game)
            assert facts == (20_000, 20_000, 3, 1, True) and "20000 slots" in repr(batch)


def test_a_refused_step_moves_nothing(first_game: lineshaft.Game, batch: Batch) -> None:
    twin = Batch(first_game, size=batch.size, seed=3)
    actions = first_actions(batch)
    taken = 0
    with busy(batch.observation_tensor):
        for _ in range(MANY):
            try:
                batch.step(actions)
            except LineshaftError as error:
                assert error.code == "in_use"
                taken += 1
                if taken == 3:
                    break
                continue
            twin.step(actions)
            actions = first_actions(twin)
    assert taken
    assert (batch.legal_actions_mask() == twin.legal_actions_mask()).all()
    assert batch.state(7) == twin.state(7)


@pytest.mark.parametrize("kind", ["step", "masks", "playout", "alloc", "state"])
def test_a_pool_at_work_for_another_thread_names_itself(first_game: lineshaft.Game, kind: str) -> None:
    pool = Pool(first_game, 20_000)
    rows, seeds = pool.alloc(2_000), np.zeros(2_000, np.uint64)
    pool.load(rows, [first_game.new_match(seed=1).state] * 2_000)
    work: dict[str, Callable[[], object]] = {
        "step": lambda: pool.step(rows, rows, rows),
        "masks": lambda: pool.masks(rows),
        "playout": lambda: pool.playout(rows[:1], seeds[:1]),
        "alloc": lambda: pool.alloc(1),
        "state": lambda: pool.state(0),
    }
    with busy(lambda: pool.determinize(rows, rows, 0, seeds)):
        error = next(error for error in refusals(work[kind]) if error.code == "in_use")
    assert (
        str(error) == "this Pool is in use by another thread: a Pool serves one thread at a time; nothing was changed"
    )


def test_a_bot_that_chooses_for_another_thread_names_itself(first_game: lineshaft.Game) -> None:
    view = first_game.new_match(seed=1).view(0)
    bot = lineshaft.make_bot("greedy", first_game, seed=1)
    with busy(lambda: bot.choose(view)):
        error = next(refusals(lambda: bot.choose(view)))
    assert (type(error), error.code) == (LineshaftError, "in_use")
    assert str(error) == "this Bot is in use by another thread: a Bot serves one thread at a time; nothing was changed"


class Nosy:
    """A number that looks at the object that it is given to, and changes what is behind it, while it is read."""

    def __init__(self, number: int, look: Callable[[], object]) -> None:
        self.number = number
        self.look = look

    def __index__(self) -> int:
        self.look()
        return self.number


def test_an_argument_that_uses_the_object_itself_is_no_other_thread(first_game: lineshaft.Game) -> None:
    match = first_game.new_match(seed=1)
    action = int(match.legal_actions()[0])
    match.apply_action(Nosy(action, match.legal_actions))
    state = match.state
    assert (match.ply, state.child(Nosy(int(state.legal_actions()[0]), state.to_bytes)).game) == (1, first_game)
    state.apply_action(Nosy(int(state.legal_actions()[0]), state.scores))
    batch = Batch(first_game, size=2)
    assert batch.state(Nosy(1, batch.reset)) == batch.state(1)


def test_two_threads_that_share_an_object_meet_no_other_error(first_game: lineshaft.Game) -> None:
    """Explanations and views run Python code while they are made: the other thread may come in between."""
    match = first_game.new_match(seed=1)
    state, history = match.state, first_game.new_history(match.steps)
    illegal = next(action for action in range(first_game.num_actions) if state.explain(action))
    bots = ["random"] * first_game.num_players
    library = lineshaft.replays.library(None)
    following = library.follow(lineshaft.play(first_game, bots, 3))
    playback = lineshaft.Playback(lineshaft.play(first_game, bots, 3))
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def use() -> None:
        for apply in (state.apply_action, match.apply_action, history.apply_action):
            with pytest.raises(lineshaft.IllegalAction):
                apply(illegal)
        assert state.explain(illegal) is not None
        match.log(None)
        history.information_state(None)
        next(following, None)
        for ply in range(len(playback), 0, -100):
            assert playback.state(ply).game == first_game

    try:
        with busy(use):
            assert not [error for _, error in zip(range(300), refusals(use), strict=False) if error.code != "in_use"]
    finally:
        sys.setswitchinterval(before)

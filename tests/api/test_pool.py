"""``Pool``: rows are states, step by step; threads change nothing; what is misused is refused and nothing has moved."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import lineshaft
from lineshaft import Batch, Game, IllegalAction, InvalidArgument, InvalidText, Pool, PoolFull, State, Step
from lineshaft.replays import MAX_THREADS

Rows = NDArray[np.int32]


def seeds(count: int, start: int = 0) -> NDArray[np.uint64]:
    return np.arange(start, start + count, dtype=np.uint64)


def filled(game: Game, positions: list[State], spare: int = 0, threads: int = 1) -> tuple[Pool, Rows]:
    """A pool whose first rows hold these positions."""
    pool = Pool(game, len(positions) + spare, threads)
    rows = pool.alloc(len(positions))
    pool.load(rows, positions)
    return pool, rows


def states(pool: Pool, rows: Rows) -> list[State]:
    return [pool.state(row) for row in rows]


def legal_picks(pool: Pool, rows: Rows, turn: int) -> Rows:
    """A legal action a row, another one from turn to turn; 0 where there is none."""
    legal = [np.flatnonzero(mask) for mask in pool.masks(rows)]
    return np.array([row[(turn * 7 + i) % len(row)] if len(row) else 0 for i, row in enumerate(legal)], np.int32)


# --- rows are states --------------------------------------------------------------------------------------------------


def test_a_row_begins_at_the_start(game: Game) -> None:
    pool = Pool(game, 5)
    rows = pool.alloc(3)
    assert (str(rows.dtype), rows.tolist(), len(pool), pool.capacity) == ("int32", [0, 1, 2], 3, 5)
    assert states(pool, rows) == [game.new_initial_state()] * 3
    pool.load(rows[1:2], [game.new_match(1).state])
    pool.free(rows[1:2])
    assert states(pool, pool.alloc(1)) == [game.new_initial_state()]


def test_what_is_loaded_is_there(game: Game, positions: list[State]) -> None:
    pool, rows = filled(game, positions)
    assert states(pool, rows) == positions
    assert pool.players(rows).tolist() == [state.current_player() for state in positions]
    assert pool.hash64(rows).tolist() == [state.hash64() for state in positions]
    assert np.array_equal(pool.scores(rows), [state.scores() for state in positions])
    assert np.array_equal(pool.returns(rows), [state.returns() for state in positions])
    assert np.array_equal(pool.masks(rows), [state.legal_actions_mask() for state in positions])
    positions[0].clone().resolve_chance(1)
    pool.state(rows[0]).resolve_chance(1)
    assert pool.state(rows[0]) == positions[0], "a state is a copy"


def test_rows_are_seen_with_any_eyes(game: Game, positions: list[State]) -> None:
    pool, rows = filled(game, positions)
    acting = [max(state.current_player(), 0) for state in positions]
    assert np.array_equal(pool.observe(rows), [s.observation_tensor(p) for s, p in zip(positions, acting, strict=True)])
    last = game.num_players - 1
    assert np.array_equal(pool.observe(rows, last), [state.observation_tensor(last) for state in positions])
    each = np.arange(len(rows), dtype=np.int32) % game.num_players
    wanted = [state.observation_tensor(player) for state, player in zip(positions, each, strict=True)]
    assert np.array_equal(pool.observe(rows, each), wanted)
    every = pool.observe(rows, "all")
    assert every.shape == (len(rows), game.num_players, *game.observation_shape)
    for player in range(game.num_players):
        assert np.array_equal(every[:, player], pool.observe(rows, player))


def test_a_batch_is_loaded(game: Game) -> None:
    batch = Batch(game, 9, seed=3)
    batch.step(batch.sample())
    pool = Pool(game, 4)
    rows = pool.alloc(4)
    slots = np.array([8, 0, 3, 3])
    pool.load_batch(rows, batch, slots)
    assert states(pool, rows) == batch.states(slots)


def test_steps_are_those_of_single_states(game: Game) -> None:
    """From every root to the end, with the chance of each entry's seed."""
    pool = Pool(game, 40, threads=2)
    rows, others = pool.alloc(20), pool.alloc(20)
    singles = [game.new_match(seed).state for seed in range(20)]
    pool.load(rows, singles)
    for turn in range(100_000):
        actions = legal_picks(pool, rows, turn)
        target = others if turn % 3 else rows
        step = pool.step(rows, target, actions, seeds(20, turn))
        for i, single in enumerate(singles):
            over = single.is_terminal()
            if not over:
                single.apply_action(actions[i])
                single.resolve_chance(turn + i)
            assert step.terminated[i] == (single.is_terminal() and not over)
            wanted = single.returns() if step.terminated[i] else np.zeros(game.num_players)
            assert np.array_equal(step.reward[i], wanted.astype(np.float32))
            assert step.player[i] == single.current_player()
        if turn % 10 == 0:
            viewers = np.maximum(step.player, 0)
            assert states(pool, target) == singles
            assert np.array_equal(step.scores, [single.scores() for single in singles])
            assert np.array_equal(step.action_mask, [single.legal_actions_mask() for single in singles])
            seen = [single.observation_tensor(viewer) for single, viewer in zip(singles, viewers, strict=True)]
            assert np.array_equal(step.observation, seen)
        if target is others:
            rows, others = others, rows
        if (step.player == -4).all():
            break
    assert all(single.is_terminal() for single in singles)
    assert np.array_equal(pool.returns(rows), [single.returns() for single in singles])


def test_one_row_is_stepped_in_many_ways(game: Game, decisions: list[State]) -> None:
    state = max(decisions, key=lambda state: len(state.legal_actions()))
    pool = Pool(game, 1 + game.num_actions)
    root, actions = pool.alloc(1), state.legal_actions()
    pool.load(root, [state])
    children = pool.alloc(len(actions))
    pool.step(np.repeat(root, len(actions)), children, actions)
    assert states(pool, children) == [state.child(action) for action in actions]
    assert pool.state(root[0]) == state


def test_chance_can_be_expanded(game: Game, positions: list[State]) -> None:
    """Without seeds the chance after an action is left; ``chance`` lists it, ``apply_outcome`` takes it."""
    pool, rows = filled(game, positions, spare=len(positions))
    ends, outcomes, shares, sampled = pool.chance(rows)
    assert [str(array.dtype) for array in pool.chance(rows)] == ["int64", "int32", "float64", "bool"]
    assert len(ends) == len(rows) + 1 and ends[0] == 0 and ends[-1] == len(outcomes)
    for i, state in enumerate(positions):
        listed = list(zip(outcomes[ends[i] : ends[i + 1]], shares[ends[i] : ends[i + 1]], strict=True))
        assert listed == state.chance_outcomes()
        assert sampled[i] == state.is_sampled_chance()
    nodes = np.array([state.is_chance_node() for state in positions])
    singles = [state.clone() for state in positions if state.is_chance_node()]
    drawn = np.array([single.sample_outcome(i) for i, single in enumerate(singles)], np.int32)
    target = pool.alloc(len(singles))
    step = pool.apply_outcome(rows[nodes], target, drawn)
    for single, outcome in zip(singles, drawn, strict=True):
        single.apply_action(outcome)
    assert states(pool, target) == singles
    assert step.player.tolist() == [single.current_player() for single in singles]
    acting = np.array([state.current_player() >= 0 for state in positions])
    actions = legal_picks(pool, rows[acting], 1)
    children = [state for state in positions if state.current_player() >= 0]
    pool.step(rows[acting], rows[acting], actions)
    assert states(pool, rows[acting]) == [state.child(a) for state, a in zip(children, actions, strict=True)]


def test_determinized_rows_are_determinized_states(game: Game, decisions: list[State]) -> None:
    pool, rows = filled(game, decisions, spare=3 * len(decisions))
    target = pool.alloc(len(rows))
    last = game.num_players - 1
    each = np.arange(len(rows), dtype=np.int32) % game.num_players
    cases: list[tuple[Any, list[int]]] = [
        (None, [state.current_player() for state in decisions]),
        (last, [last] * len(rows)),
        (each, each.tolist()),
    ]
    for players, viewers in cases:
        pool.determinize(rows, target, players, seeds(len(rows), 5))
        wanted = [state.determinize(p, 5 + i) for i, (state, p) in enumerate(zip(decisions, viewers, strict=True))]
        assert states(pool, target) == wanted
    assert states(pool, rows) == decisions
    pool.determinize(rows, rows, each, seeds(len(rows), 5))
    assert states(pool, rows) == wanted, "a row may be drawn into itself"


def test_playouts_are_those_of_states(game: Game, positions: list[State]) -> None:
    pool, rows = filled(game, positions, threads=2)
    for bot in ("random", "greedy:epsilon=0.5", (["greedy", "random"] * 3)[: game.num_players]):
        alone = [state.playout(i, bot) for i, state in enumerate(positions)]
        assert np.array_equal(pool.playout(rows, seeds(len(rows)), bot), alone)
    assert states(pool, rows) == positions
    out = np.empty((len(rows), game.num_players))
    assert pool.playout(rows, seeds(len(rows)), repeat=3, out=out) is out
    for i, state in enumerate(positions):
        series = [i, lineshaft.game_seed(i, 1), lineshaft.game_seed(i, 2)]
        assert np.array_equal(out[i], sum(state.playout(seed) for seed in series) / 3)


def test_playouts_can_be_broken_off(game: Game, decisions: list[State]) -> None:
    over = next(state for state in decisions[::-1])
    while not over.is_terminal():
        before = over.clone()
        over.apply_action(over.legal_actions()[0] if not over.is_sampled_chance() else 1)
    pool, rows = filled(game, [game.new_initial_state(), over])
    short = pool.playout(rows, seeds(2), max_decisions=1)
    assert not short[0].any()
    assert np.array_equal(short[1], over.returns())
    assert np.array_equal(
        pool.playout(rows, seeds(2), max_decisions=game.max_game_length), pool.playout(rows, seeds(2))
    )
    assert not before.is_terminal()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(game: Game, threads: int) -> None:
    told = []
    for count in (1, threads):
        pool = Pool(game, 600, threads=count)
        rows = pool.alloc(300)
        pool.load(rows, [game.new_match(seed % 50).state for seed in range(300)])
        other = pool.alloc(300)
        for turn in range(12):
            pool.step(rows, other, legal_picks(pool, rows, turn), seeds(300, turn))
            rows, other = other, rows
        acting = rows[pool.players(rows) >= 0]
        target = other[: len(acting)]
        pool.determinize(acting, target, None, seeds(len(acting)))
        played = pool.playout(target, seeds(len(acting), 9), repeat=2)
        seen = pool.observe(target, "all"), pool.masks(target), pool.hash64(target), played
        told.append([array.tobytes() for array in seen])
    assert told[0] == told[1]


# --- handing out ------------------------------------------------------------------------------------------------------


def test_marks_release_what_came_since(game: Game) -> None:
    pool = Pool(game, 10)
    before = pool.alloc(3)
    mark = pool.mark()
    since = pool.alloc(5)
    pool.free(before[:1])
    pool.free(since[2:3])
    again = pool.alloc(1)
    assert again[0] == since[2], "the row that was freed last"
    pool.release(mark)
    assert len(pool) == 2
    pool.release(mark)
    assert len(pool) == 2
    assert sorted(pool.alloc(8).tolist()) == sorted({*range(10)} - {*before[1:].tolist()})
    pool.release(0)
    assert len(pool) == 0
    with pytest.raises(InvalidArgument, match=r"there is no mark 99: this pool has handed out 17 rows"):
        pool.release(99)


def test_a_full_pool_hands_out_nothing(game: Game) -> None:
    pool = Pool(game, 4)
    pool.alloc(3)
    for count in (2, 5, 2**40, 2**63):
        with pytest.raises(PoolFull, match="1 of 4 rows are free, not") as raised:
            pool.alloc(count)
        assert raised.value.code == "pool_full"
    assert len(pool) == 3
    assert pool.alloc(0).shape == (0,)
    assert pool.alloc(1).tolist() == [3]


def test_no_rows_are_no_work(game: Game) -> None:
    pool, none = Pool(game, 3), np.zeros(0, np.int32)
    step = pool.step(none, none, none, seeds(0))
    assert step.player.shape == (0,) and step.observation.shape == (0, *game.observation_shape)
    pool.determinize(none, none, None, seeds(0))
    assert pool.playout(none, seeds(0)).shape == (0, game.num_players)
    assert [len(array) for array in pool.chance(none)] == [1, 0, 0, 0]
    assert pool.masks(none).shape == (0, game.num_actions)
    pool.free(none)


# --- misuse -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def busy(game: Game) -> tuple[Pool, Rows]:
    """A pool of eight rows: six in use at decisions, row 6 freed, row 7 never handed out."""
    pool = Pool(game, 8)
    rows = pool.alloc(7)
    pool.load(rows, [game.new_match(seed).state for seed in range(7)])
    pool.free(rows[6:])
    return pool, rows[:6]


def first_actions(pool: Pool, rows: Rows) -> Rows:
    return np.asarray(pool.masks(rows).argmax(axis=1), np.int32)


def test_rows_that_are_not_handed_out(busy: tuple[Pool, Rows]) -> None:
    pool, rows = busy
    before = pool.hash64(rows).tolist()
    calls: dict[str, Callable[[Any], object]] = {
        "rows": pool.free,
        "rows ": pool.masks,
        "rows  ": lambda wrong: pool.playout(wrong, seeds(len(wrong))),
        "src": lambda wrong: pool.step(wrong, rows[: len(wrong)], np.zeros(len(wrong), np.int32)),
        "dst": lambda wrong: pool.step(rows[: len(wrong)], wrong, first_actions(pool, rows[: len(wrong)])),
        "dst ": lambda wrong: pool.determinize(rows[: len(wrong)], wrong, 0, seeds(len(wrong))),
    }
    for what, call in calls.items():
        for wrong in (6, 7):
            with pytest.raises(InvalidArgument, match=f"^{what.strip()}: row {wrong} is free; alloc hands rows out$"):
                call(np.array([2, wrong], np.int32))
        for wrong in (-1, 8, 2**31 - 1):
            with pytest.raises(InvalidArgument, match=f"^{what.strip()}: there is no row {wrong}; rows are 0 to 7$"):
                call(np.array([2, wrong], np.int32))
        with pytest.raises(InvalidArgument, match=f"there is no row {2**40}; rows are 0 to 7"):
            call(np.array([2, 2**40]))
        for array in ([0, 1], np.zeros(2, np.float64), np.zeros((2, 1), np.int32), np.zeros(2, np.uint32)):
            with pytest.raises(
                InvalidArgument, match=f"^{what.strip()} must be an int32 or int64 array of row numbers"
            ):
                call(array)
    with pytest.raises(InvalidArgument, match=r"^row: row 6 is free"):
        pool.state(6)
    with pytest.raises(InvalidArgument, match=f"^there is no row {2**70}; rows are 0 to 7"):
        pool.state(2**70)
    assert (len(pool), pool.hash64(rows).tolist()) == (6, before)


def test_rows_are_freed_once(busy: tuple[Pool, Rows]) -> None:
    pool, rows = busy
    with pytest.raises(InvalidArgument, match=r"^rows: row 3 is named twice, by the entries 0 and 2$"):
        pool.free(np.array([3, 1, 3]))
    assert len(pool) == 6
    pool.free(rows[3:4])
    with pytest.raises(InvalidArgument, match=r"^rows: row 3 is free"):
        pool.free(rows[3:4])
    assert len(pool) == 5


def test_entries_of_a_call_are_independent(busy: tuple[Pool, Rows]) -> None:
    pool, rows = busy
    before = states(pool, rows)
    cases = [
        ([0, 1], [2, 2], "dst: row 2 is named twice, by the entries 0 and 1"),
        (
            [0, 1],
            [1, 2],
            "row 1 is the src of entry 1 and the dst of entry 0: a row may be both in the same entry alone",
        ),
        (
            [0, 0],
            [0, 1],
            "row 0 is the src of entry 1 and the dst of entry 0: a row may be both in the same entry alone",
        ),
        ([0, 1], [2], "2 rows in src and 1 in dst: name as many"),
    ]
    for src, dst, sentence in cases:
        one, two = np.array(src, np.int32), np.array(dst, np.int32)
        with pytest.raises(InvalidArgument) as raised:
            pool.step(one, two, np.zeros(len(src), np.int32))
        assert str(raised.value) == sentence
        with pytest.raises(InvalidArgument) as raised:
            pool.determinize(one, two, 0, seeds(len(src)))
        assert str(raised.value) == sentence
    with pytest.raises(InvalidArgument, match=r"^rows: row 4 is named twice"):
        pool.load(np.array([4, 4]), before[:2])
    assert states(pool, rows) == before
    pool.step(rows[:2], rows[:2], first_actions(pool, rows[:2]))


def test_illegal_actions_move_nothing(busy: tuple[Pool, Rows], game: Game) -> None:
    pool, rows = busy
    before = states(pool, rows)
    actions = first_actions(pool, rows)
    actions[[1, 4]] = game.num_actions, -1
    with pytest.raises(IllegalAction, match=r"^entry 1 \(row 1\): ") as raised:
        pool.step(rows, rows, actions, seeds(6))
    assert (list(raised.value.slots), len(raised.value.errors)) == ([1, 4], 2)
    assert raised.value.code == "out_of_range"
    assert states(pool, rows) == before
    with pytest.raises(IllegalAction, match=r"entry 0 \(row 0\): player 0 is to act, not chance|player . is to act"):
        pool.apply_outcome(rows, rows, actions)
    step = pool.new_step(6)
    step.illegal = np.zeros(6, np.bool_)
    assert pool.step(rows, rows, actions, seeds(6), step) is step
    assert step.illegal.tolist() == [False, True, False, False, True, False]
    after = states(pool, rows)
    assert [a == b for a, b in zip(before, after, strict=True)] == step.illegal.tolist()
    assert step.player.tolist() == [state.current_player() for state in after]


def test_chance_is_no_player(game: Game) -> None:
    state = game.new_initial_state()
    if not state.is_chance_node():
        return
    pool, rows = filled(game, [state])
    with pytest.raises(IllegalAction, match=r"entry 0 \(row 0\): chance is to act: apply_outcome takes what it brings"):
        pool.step(rows, rows, np.zeros(1, np.int32))
    with pytest.raises(IllegalAction, match=r"entry 0 \(row 0\): ") as raised:
        pool.apply_outcome(rows, rows, np.array([-5]))
    assert raised.value.code == "illegal_outcome"
    with pytest.raises(InvalidArgument, match=r"entry 0 \(row 0\): chance is to act: name the player"):
        pool.determinize(rows, rows, None, seeds(1))
    assert pool.state(0) == state


def test_a_row_whose_game_is_over_stays(game: Game, whole_game: list[State]) -> None:
    pool, rows = filled(game, [whole_game[-1]], spare=1)
    target = pool.alloc(1)
    step = pool.step(rows, target, np.array([-7]), seeds(1))
    assert (step.player[0], step.terminated[0], step.reward.max()) == (-4, False, 0)
    assert not step.action_mask.any()
    assert pool.state(target[0]) == whole_game[-1]
    pool.apply_outcome(target, target, np.array([1]))
    assert pool.state(target[0]) == whole_game[-1]


def test_lists_have_an_entry_a_row(busy: tuple[Pool, Rows], game: Game) -> None:
    pool, rows = busy
    other = lineshaft.load_game(next(name for name in lineshaft.games() if name != game.name))
    one = np.zeros(1, np.int32)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: pool.step(rows, rows, one), r"actions must be an array of whole numbers of shape \[6\]"),
        (lambda: pool.step(rows, rows, rows, seeds(5)), r"seeds must be a uint64 array of shape \[6\]"),
        (lambda: pool.step(rows, rows, rows, rows), r"seeds must be a uint64 array of shape \[6\]"),  # type: ignore[arg-type]
        (lambda: pool.step(rows, rows, rows + np.int64(2**33)), r"entry 0: 8589934592 is no 32-bit number"),
        (lambda: pool.apply_outcome(rows, rows, one), r"outcomes must be an array of whole numbers of shape \[6\]"),
        (lambda: pool.determinize(rows, rows, 0, seeds(2)), r"seeds must be a uint64 array of shape \[6\]"),
        (lambda: pool.determinize(rows, rows, one, seeds(6)), r"players must be an int32 array of shape \[6\]"),
        (lambda: pool.determinize(rows, rows, 9, seeds(6)), r"there is no player 9"),
        (lambda: pool.determinize(rows, rows, "all", seeds(6)), r"players: a row is drawn for one player"),  # type: ignore[arg-type]
        (lambda: pool.observe(rows, np.full(6, 7, np.int32)), r"players must be 0 to"),
        (lambda: pool.observe(rows, 1.5), r"players must be None, a player's number"),  # type: ignore[arg-type]
        (lambda: pool.load(rows, [pool.state(0)]), r"1 states for 6 rows: give one a row"),
        (lambda: pool.load(one, [other.new_initial_state()]), r"state 0 is of another game than the pool"),
        (lambda: pool.load_batch(one, Batch(other, 1), one), r"the batch plays another game than that of the pool"),
        (lambda: pool.load_batch(rows, Batch(game, 1), one), r"1 states for 6 rows: give one a row"),
        (lambda: pool.load_batch(one, Batch(game, 1), one + 1), r"slots: there is no slot 1; slots are 0 to 0"),
        (lambda: pool.playout(rows, seeds(6), repeat=0), r"repeat must be 1 or more, not 0"),
        (lambda: pool.playout(rows, seeds(6), max_decisions=0), r"max_decisions must be 1 or more, not 0"),
        (lambda: pool.playout(rows, seeds(6), ["random"] * 9), r"9 bots for"),
    ]
    before = states(pool, rows)
    for call, sentence in cases:
        with pytest.raises(InvalidArgument, match=sentence):
            call()
    with pytest.raises(InvalidText, match="nobody"):
        pool.playout(rows, seeds(6), "nobody")
    assert states(pool, rows) == before


def test_arrays_of_ones_own(busy: tuple[Pool, Rows], game: Game) -> None:
    pool, rows = busy
    players, width = game.num_players, game.observation_shape[0]
    outs: list[tuple[Callable[..., Any], NDArray[Any]]] = [
        (pool.masks, np.ones((6, game.num_actions), np.bool_)),
        (pool.masks, np.ones((6, game.num_actions), np.int8)),
        (pool.observe, np.ones((6, width), np.float32)),
        (pool.returns, np.ones((6, players))),
        (pool.scores, np.ones((6, players), np.int32)),
        (pool.players, np.ones(6, np.int32)),
        (pool.hash64, np.ones(6, np.uint64)),
    ]
    for method, out in outs:
        assert method(rows, out=out) is out
        assert np.array_equal(out, method(rows))
        read_only = out.copy()
        read_only.flags.writeable = False
        for wrong in (out[:5], out.astype(np.complex128), np.repeat(out, 2, axis=0)[::2], read_only, out.tolist()):
            kept = np.array(wrong)
            with pytest.raises(InvalidArgument, match="out must be a"):
                method(rows, out=wrong)
            assert np.array_equal(wrong, kept)


def test_a_step_of_ones_own(busy: tuple[Pool, Rows], game: Game) -> None:
    pool, rows = busy
    before = states(pool, rows)
    actions = first_actions(pool, rows)
    step = Step(player=np.zeros(6, np.int32), action_mask=np.zeros((6, game.num_actions), np.int8))
    for field, wrong in (("decisions", np.int32), ("game", np.uint64), ("truncated", np.bool_)):
        bad = Step()
        setattr(bad, field, np.zeros(6, wrong))
        with pytest.raises(InvalidArgument, match=f"^a pool does not fill the field {field} of a Step: leave it None$"):
            pool.step(rows, rows, actions, seeds(6), bad)
    for bad in (Step(player=np.zeros(5, np.int32)), Step(reward=np.zeros((6, 9), np.float32))):
        with pytest.raises(InvalidArgument, match="must be a writable"):
            pool.step(rows, rows, actions, seeds(6), bad)
    with pytest.raises(InvalidArgument, match=r"out must be a lineshaft\.Step"):
        pool.step(rows, rows, actions, seeds(6), actions)  # type: ignore[arg-type]
    assert states(pool, rows) == before
    assert pool.step(rows, rows, actions, seeds(6), step) is step
    assert np.array_equal(step.action_mask, pool.masks(rows))
    assert step.player.tolist() == pool.players(rows).tolist()
    assert step.reward is None


@pytest.mark.parametrize("capacity", [0, -1, 2**24 + 1, 2**70])
def test_a_wrong_capacity_is_named(game: Game, capacity: int) -> None:
    with pytest.raises(InvalidArgument, match=f"not {capacity}"):
        Pool(game, capacity)


def test_what_a_pool_is(game: Game) -> None:
    pool = Pool(game, 3, threads=MAX_THREADS)
    assert (pool.game, pool.capacity, pool.threads, len(pool)) == (game, 3, MAX_THREADS, 0)
    assert pool.new_step(3).player.shape == (3,)
    for count in (4, 2**62, 2**64 - 1):
        with pytest.raises(InvalidArgument, match=f"a step of this pool has 0 to 3 rows, not {count}"):
            pool.new_step(count)
    assert repr(pool) == f"<lineshaft.Pool of {game.name}: 3 rows>"
    for threads in (0, MAX_THREADS + 1):
        with pytest.raises(InvalidArgument, match=f"not {threads}"):
            Pool(game, 1, threads=threads)
    for make in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            make(pool)


# --- any calls --------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.data())
def test_a_pool_does_what_a_dict_of_states_does(data: st.DataObject) -> None:
    """Any calls, right and wrong: after each the rows hold what a plain dict says."""
    name = data.draw(st.sampled_from(lineshaft.games()))
    game = lineshaft.load_game(name)
    pool = Pool(game, 6, threads=data.draw(st.integers(1, 2)))
    model: dict[int, State] = {}
    some_rows = st.lists(st.integers(-1, 6), max_size=4)
    for _ in range(data.draw(st.integers(1, 12))):
        call = data.draw(st.sampled_from(["alloc", "free", "step", "determinize", "load"]))
        if call == "alloc":
            count = data.draw(st.integers(0, 4))
            if count > 6 - len(model):
                with pytest.raises(PoolFull):
                    pool.alloc(count)
            else:
                model.update((row, game.new_initial_state()) for row in pool.alloc(count).tolist())
            continue
        src, dst = data.draw(some_rows), data.draw(some_rows)
        if call == "free":
            if set(src) <= set(model) and len(set(src)) == len(src):
                pool.free(np.array(src, np.int32))
                for row in src:
                    del model[row]
            else:
                with pytest.raises(InvalidArgument):
                    pool.free(np.array(src, np.int32))
        elif call == "load":
            states = [game.new_match(data.draw(st.integers(0, 3))).state for _ in src]
            if set(src) <= set(model) and len(set(src)) == len(src):
                pool.load(np.array(src, np.int32), states)
                model.update(zip(src, states, strict=True))
            else:
                with pytest.raises(InvalidArgument):
                    pool.load(np.array(src, np.int32), states)
        else:
            change(game, pool, model, src, dst, determinize=call == "determinize")
        rows = np.array(sorted(model), np.int32)
        assert len(pool) == len(model)
        assert [pool.state(row) for row in rows] == [model[row] for row in rows]


def change(game: Game, pool: Pool, model: dict[int, State], src: list[int], dst: list[int], determinize: bool) -> None:
    """A call with a source and a destination, on both."""
    one, two = np.array(src, np.int32), np.array(dst, np.int32)
    fits = len(src) == len(dst) == len(set(dst)) and {*src, *dst} <= set(model)
    fits = fits and not any(row == other and i != j for i, row in enumerate(src) for j, other in enumerate(dst))
    if determinize:
        if not fits:
            with pytest.raises(InvalidArgument):
                pool.determinize(one, two, 0, seeds(len(src)))
            return
        pool.determinize(one, two, 0, seeds(len(src)))
        drawn = [model[row].determinize(0, i) for i, row in enumerate(src)]
        model.update(zip(dst, drawn, strict=True))
        return
    if not fits:
        with pytest.raises(InvalidArgument):
            pool.step(one, two, np.zeros(len(src), np.int32))
        return
    deciding = [model[row].current_player() >= 0 for row in src]
    picks = [model[row].legal_actions()[-1] if acts else 0 for row, acts in zip(src, deciding, strict=True)]
    actions = np.array(picks, np.int32)
    if any(model[row].is_chance_node() for row in src):
        with pytest.raises(IllegalAction):
            pool.step(one, two, actions, seeds(len(src)))
        return
    pool.step(one, two, actions, seeds(len(src)))
    after = [model[row].clone() for row in src]
    for i, state in enumerate(after):
        if not state.is_terminal():
            state.apply_action(actions[i])
            state.resolve_chance(i)
    model.update(zip(dst, after, strict=True))

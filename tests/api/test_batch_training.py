"""``Batch`` as a training environment: rewards, ends, opponents, seeds, sampling, copies; equal to single matches."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import lineshaft
from lineshaft import Batch, Game, IllegalAction, InvalidArgument, InvalidState, Step

SIZE = 7
TURNS = 100_000


def legal_picks(mask: NDArray[np.bool_], turn: int) -> NDArray[np.int32]:
    """A legal action a slot, another one from turn to turn; 0 where there is none."""
    rows = [np.flatnonzero(row) for row in mask]
    return np.array([row[turn * 7 % len(row)] if len(row) else 0 for row in rows], dtype=np.int32)


def episodes(batch: Batch, wanted: int) -> list[dict[str, Any]]:
    """What is learnt of the first games that end: game, rewards summed up, decisions, scores, returns."""
    ended: list[dict[str, Any]] = []
    rewards = np.zeros((batch.size, batch.game.num_players))
    step = batch.reset(seed=batch.seed)
    for turn in range(TURNS):
        before = step
        step = batch.step(legal_picks(np.asarray(step.action_mask, dtype=np.bool_), turn))
        rewards += step.reward
        for slot in np.flatnonzero(step.terminated | step.truncated):
            if batch.autoreset == "same_step":
                row = list(step.final_slots).index(slot)
                scores, returns = step.final_scores[row], step.final_returns[row]
                decisions, game = step.final_decisions[row], step.final_game[row]
            else:
                scores, returns = batch.scores()[slot], batch.returns()[slot]
                decisions, game = step.decisions[slot], step.game[slot]
            assert before.game[slot] == game
            ended.append(
                {
                    "game": int(game),
                    "reward": rewards[slot].tolist(),
                    "scores": scores.tolist(),
                    "returns": returns.tolist(),
                    "decisions": int(decisions),
                }
            )
            rewards[slot] = 0
        if len(ended) >= wanted:
            return ended[:wanted]
        if batch.autoreset == "disabled":
            over = step.player == -4
            if over.any():
                step = batch.reset(over)
    raise AssertionError("no game ends")


@pytest.mark.parametrize("autoreset", ["disabled", "next_step", "same_step"])
@pytest.mark.parametrize("reward", ["returns", "score", "margin"])
def test_rewards_of_a_game_add_up(game: Game, reward: Any, autoreset: Any) -> None:
    for ended in episodes(Batch(game, SIZE, seed=3, reward=reward, autoreset=autoreset), 9):
        start = game.new_match(lineshaft.game_seed(3, ended["game"])).state.scores()
        scores = np.array(ended["scores"])
        if reward == "returns":
            wanted: NDArray[Any] = np.array(ended["returns"], dtype=np.float32)
        elif reward == "score":
            wanted = scores - start
        else:

            def margins(of: Any) -> Any:
                best = [max([s for q, s in enumerate(of) if q != p], default=0) for p in range(len(of))]
                return np.array(of) - np.array(best)

            wanted = margins(scores) - margins(start)
        assert np.array_equal(ended["reward"], wanted)


def test_the_three_ways_of_resetting_play_the_same_games(game: Game) -> None:
    modes: tuple[Any, ...] = ("disabled", "next_step", "same_step")
    batches = [Batch(game, 3, seed=5, reward="score", autoreset=mode) for mode in modes]
    started = [set(), set(), set()]  # type: list[set[int]]
    for batch, games in zip(batches, started, strict=True):
        step = batch.reset(seed=5)
        for _ in range(900):
            if batch.autoreset == "disabled" and (step.player == -4).any():
                step = batch.reset(step.player == -4)
            games.update(step.game.tolist())
            actions = [state.legal_actions()[0] if not state.is_terminal() else 0 for state in batch.states()]
            step = batch.step(np.array(actions, dtype=np.int32))
        for slot, index in enumerate(step.game.tolist()):
            assert index % 3 == slot
    assert all(games == set(range(len(games))) or len(games) > 3 for games in started)


def test_what_a_step_shows_is_what_the_methods_say(game: Game) -> None:
    batch = Batch(game, SIZE, seed=1, autoreset="same_step", threads=2)
    step = batch.new_step()
    for turn in range(60):
        shown = batch.look()
        for field in ("player", "observation", "action_mask", "decisions", "game", "scores"):
            if turn:
                assert np.array_equal(getattr(step, field), getattr(shown, field))
        assert np.array_equal(shown.player, batch.current_players())
        assert np.array_equal(shown.action_mask, batch.legal_actions_mask())
        assert np.array_equal(shown.observation, batch.observation_tensor())
        assert batch.step(batch.sample(), out=step) is step


def test_opponents_play_the_games_of_self_play(game: Game) -> None:
    """Game ``i`` with a greedy learner is game ``i`` of ``selfplay`` with greedy bots on the same seats."""
    players = game.num_players
    opponents = [None] + ["greedy"] * (players - 1)
    batch = Batch(game, 4, seed=9, learner="rotate", opponents=opponents, autoreset="same_step")
    learners = {i: -i % players for i in range(40)}
    seen: dict[int, list[int]] = {}
    step = batch.reset(seed=9)
    chosen: dict[int, list[int]] = {i: [] for i in range(4)}
    for turn in range(TURNS):
        for index, player in zip(step.game.tolist(), step.player.tolist(), strict=True):
            assert player == learners[index], "only the learner's seat is asked"
        actions = legal_picks(np.asarray(step.action_mask), turn)
        for slot, index in enumerate(step.game.tolist()):
            chosen.setdefault(index, []).append(int(actions[slot]))
        step = batch.step(actions)
        for row in range(len(step.final_slots)):
            seen[int(step.final_game[row])] = step.final_scores[row].tolist()
        if all(index in seen for index in range(6)):
            break
    for index in range(6):
        moves = iter(chosen[index])

        def learner(view: Any, moves: Any = moves) -> int:
            return int(next(moves))

        seats: list[Any] = [learner if (s + index) % players == 0 else "greedy" for s in range(players)]
        match = game.new_match(lineshaft.game_seed(9, index))
        bots_at = [
            None if not isinstance(bot, str) else lineshaft.make_bot(bot, game, match.seed, player)
            for player, bot in enumerate(seats)
        ]
        while not match.is_terminal():
            player = match.current_player()
            bot = bots_at[player]
            match.apply_action(next(moves) if bot is None else bot.choose(match.view(player)))
        assert match.state.scores().tolist() == seen[index]


def test_seeds_a_slot(game: Game) -> None:
    batch = Batch(game, 3, autoreset="same_step")
    seeds = np.array([11, 2**64 - 1, 11], dtype=np.uint64)
    batch.reset(seeds=seeds)
    for slot, seed in enumerate(seeds.tolist()):
        assert batch.state(slot) == game.new_match(seed).state
    assert batch.games().tolist() == [0, 0, 0]
    flags = np.array([False, True, False])
    batch.reset(flags)
    assert batch.games().tolist() == [0, 1, 0]
    assert batch.state(1) == game.new_match(lineshaft.game_seed(2**64 - 1, 1)).state
    batch.reset(seed=4)
    assert batch.seed == 4
    assert batch.state(2) == game.new_match(lineshaft.game_seed(4, 2)).state
    with pytest.raises(InvalidArgument, match="exclude"):
        batch.reset(seed=1, seeds=seeds)
    with pytest.raises(InvalidArgument, match=r"uint64 array of shape \[3\]"):
        batch.reset(seeds=seeds[:2])


def test_all_illegal_actions_are_named(game: Game) -> None:
    batch = Batch(game, 70, seed=2)
    before = batch.to_bytes()
    actions = batch.sample()
    bad = np.arange(0, 70, 3)
    actions[bad] = game.num_actions
    with pytest.raises(IllegalAction, match="slot 0: ") as raised:
        batch.step(actions)
    assert np.array_equal(raised.value.slots, bad)
    assert len(raised.value.errors) == 16
    assert batch.to_bytes() != before, "only the count of draws has moved"
    again = pickle.loads(pickle.dumps(raised.value))
    assert np.array_equal(again.slots, bad)
    assert str(again) == str(raised.value)


@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_illegal_actions_can_lose_or_be_replaced(game: Game, illegal: Any) -> None:
    batch = Batch(game, 5, seed=2, illegal=illegal, reward="score")
    actions = batch.sample()
    actions[3] = -7
    movers = batch.current_players()
    step = batch.step(actions)
    assert step.illegal.tolist() == [False, False, False, True, False]
    if illegal == "lose":
        wanted = [0.0] * game.num_players
        wanted[movers[3]] = -1.0
        assert step.terminated[3] and step.player[3] == -4
        assert step.reward[3].tolist() == wanted
        assert not batch.legal_actions_mask()[3].any()
    else:
        assert not step.terminated[3]
        assert step.decisions[3] == 1


def test_forced_moves_are_made_inside(game: Game) -> None:
    batch = Batch(game, SIZE, seed=8, skip_forced=True, autoreset="same_step")
    step = batch.look()
    for _ in range(200):
        assert (step.action_mask.sum(axis=1) != 1).all()
        step = batch.step(batch.sample())


def test_a_game_is_cut_off_after_so_many_decisions(game: Game) -> None:
    batch = Batch(game, 4, seed=8, max_decisions=10, autoreset="next_step", reward="returns")
    for turn in range(10):
        step = batch.step(batch.sample())
        assert step.truncated.all() == (turn == 9)
        assert (step.decisions == turn + 1).all()
    step = batch.step(batch.sample())
    assert not step.decisions.any()
    assert step.game.tolist() == [4, 5, 6, 7]


def test_samples_are_legal_and_follow_the_logits(game: Game) -> None:
    batch = Batch(game, 200, seed=1, autoreset="same_step")
    again = Batch(game, 200, seed=1, threads=3, autoreset="same_step")
    for turn in range(30):
        mask = batch.legal_actions_mask()
        logits = np.sin(np.arange(mask.size, dtype=np.float32) * 12.9898 + turn).reshape(mask.shape) * 4
        logp, other = np.zeros(200, np.float32), np.zeros(200, np.float32)
        drawn = batch.sample(logits, logp=logp, temperature=0.7)
        assert np.array_equal(drawn, again.sample(logits, logp=other, temperature=0.7))
        assert np.array_equal(logp, other)
        assert mask[np.arange(200), drawn].all()
        masked = np.where(mask, logits.astype(np.float64) / np.float32(0.7), -np.inf)
        masked -= masked.max(axis=1, keepdims=True)
        log = masked - np.log(np.exp(masked).sum(axis=1, keepdims=True))
        assert np.allclose(logp, log[np.arange(200), drawn], atol=1e-5)
        best = batch.sample(logits, mode="argmax")
        again.sample(logits, mode="argmax")
        assert np.array_equal(best, masked.argmax(axis=1))
        uniform = batch.sample(logp=logp)
        assert np.array_equal(uniform, again.sample())
        assert np.allclose(logp, -np.log(mask.sum(axis=1)), atol=1e-6)
        batch.step(uniform)
        again.step(uniform)


def test_draws_are_fair() -> None:
    """Over many slots in one position, each action comes as often as its share."""
    game = lineshaft.load_game("widgets", variant="abstract")
    batch = Batch(game, 20_000)
    batch.set_states(np.arange(20_000), [batch.state(0)] * 20_000, np.zeros(20_000, np.uint64))
    legal = np.flatnonzero(batch.legal_actions_mask()[0])
    logits = np.zeros((20_000, game.num_actions), np.float32)
    logits[:, legal[0]] = np.log(3)
    counts = np.bincount(batch.sample(logits), minlength=game.num_actions)[legal] / 20_000
    shares = np.full(len(legal), 1 / (len(legal) + 2))
    shares[0] *= 3
    assert np.abs(counts - shares).max() < 0.02


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"logits": "nan"}, r"slot 3: the logits of its legal actions must be finite"),
        ({"temperature": 0.0}, "temperature must be above 0"),
        ({"temperature": float("nan")}, "temperature must be above 0"),
        ({"mode": "best"}, "mode must be 'sample' or 'argmax', not 'best'"),
        ({"mode": "argmax", "logits": None}, "give some"),
        ({"logits": "short"}, r"logits must be a float32 array of shape \[5"),
    ],
)
def test_what_cannot_be_drawn_by(game: Game, changes: dict[str, Any], sentence: str) -> None:
    batch = Batch(game, 5)
    logits = np.zeros((5, game.num_actions), np.float32)
    given: dict[str, Any] = {"logits": logits} | changes
    if changes.get("logits") == "nan":
        logits[3] = np.nan
        given["logits"] = logits
    elif changes.get("logits") == "short":
        given["logits"] = logits[:4]
    with pytest.raises(InvalidArgument, match=sentence):
        batch.sample(given.pop("logits"), **given)


def test_actions_that_are_never_drawn(game: Game) -> None:
    batch = Batch(game, 50)
    logits = np.full((50, game.num_actions), -np.inf, np.float32)
    last = [np.flatnonzero(row)[-1] for row in batch.legal_actions_mask()]
    logits[np.arange(50), last] = 1.0
    assert batch.sample(logits).tolist() == last


def test_bots_are_asked_in_all_slots(game: Game) -> None:
    batch = Batch(game, SIZE, seed=6)
    for _ in range(20):
        actions = batch.bot_actions("greedy")
        for slot, state in enumerate(batch.states()):
            assert actions[slot] in state.legal_actions()
        batch.step(actions)
    with pytest.raises(lineshaft.InvalidText, match="there is no bot"):
        batch.bot_actions("nobody")


def test_legal_actions_one_after_the_other(game: Game) -> None:
    batch = Batch(game, SIZE, seed=6)
    for _ in range(30):
        ends, actions = batch.legal_actions()
        for slot, row in enumerate(batch.legal_actions_mask()):
            assert actions[ends[slot] : ends[slot + 1]].tolist() == np.flatnonzero(row).tolist()
        batch.step(batch.sample())


def test_every_seat_can_be_looked_at(game: Game) -> None:
    batch = Batch(game, SIZE, seed=6)
    batch.step(batch.sample())
    all_seats = batch.observation_tensor("all")
    for slot, state in enumerate(batch.states()):
        for player in range(game.num_players):
            assert np.array_equal(all_seats[slot, player], state.observation_tensor(player))
    last = game.num_players - 1
    assert np.array_equal(batch.observation_tensor(last), all_seats[:, last])
    each = np.arange(SIZE, dtype=np.int32) % game.num_players
    assert np.array_equal(batch.observation_tensor(each), all_seats[np.arange(SIZE), each])
    some = np.array([4, 1])
    out = np.zeros((2, *game.observation_shape), np.float32)
    assert batch.observation_tensor(0, slots=some, out=out) is out
    assert np.array_equal(out, all_seats[some, 0])
    wrong: list[Any] = [game.num_players, -1, "some", 1.5]
    for player in wrong:
        with pytest.raises(InvalidArgument):
            batch.observation_tensor(player)
    with pytest.raises(InvalidArgument, match="there is no slot 7; slots are 0 to 6"):
        batch.observation_tensor(slots=np.array([7]))


def test_raw_observations_are_the_whole_numbers(game: Game) -> None:
    batch = Batch(game, 5, seed=4, autoreset="same_step")
    size = game.observation_shape[0]
    step = Step(raw_observation=np.full((5, size), -1, np.int16))
    batch.look(out=step)
    high = np.concatenate([np.full(c.size, c.high) for c in game.observation_channels])
    for _ in range(150):
        batch.step(batch.sample(), out=step)
        assert step.observation is None
        scaled = batch.observation_tensor()
        np.testing.assert_array_equal((step.raw_observation / high).astype(np.float32), scaled)
    wide = Step(raw_observation=np.zeros((5, size), np.int32))
    with pytest.raises(InvalidArgument, match="raw_observation must be a writable, contiguous int16 array"):
        batch.step(batch.sample(), out=wide)


def test_a_step_fills_the_callers_arrays_and_no_others(game: Game) -> None:
    batch = Batch(game, SIZE, reward="score")
    buffer = np.full((3, SIZE, *game.observation_shape), -1, np.float32)
    mask = np.zeros((SIZE, game.num_actions), np.int8)
    step = Step(observation=buffer[1], action_mask=mask)
    assert batch.step(batch.sample(), out=step) is step
    assert step.player is None and step.reward is None
    assert np.array_equal(buffer[1], batch.observation_tensor())
    assert (buffer[0] == -1).all() and (buffer[2] == -1).all()
    assert np.array_equal(mask, batch.legal_actions_mask())
    before = [state.to_bytes() for state in batch.states()]
    wrong: list[tuple[str, Any, str]] = [
        ("player", np.zeros(SIZE, np.int64), "player must be a writable, contiguous int32 array"),
        ("observation", buffer[1, :3], "observation must be .* has shape"),
        ("action_mask", np.zeros((SIZE, game.num_actions), np.uint8), "action_mask must be .* has dtype uint8"),
        ("reward", [0.0], "reward must be a NumPy array"),
        ("terminated", np.broadcast_to(np.array(False), (SIZE,)), "terminated must be"),
    ]
    actions = batch.sample()
    for field, array, sentence in wrong:
        with pytest.raises(InvalidArgument, match=sentence):
            batch.step(actions, out=Step(**{field: array}))
    same = np.zeros(SIZE, np.bool_)
    with pytest.raises(InvalidArgument, match="in use elsewhere"):
        batch.step(actions, out=Step(terminated=same, truncated=same))
    with pytest.raises(InvalidArgument, match=r"out must be a lineshaft\.Step"):
        batch.step(actions, out=buffer)
    assert [state.to_bytes() for state in batch.states()] == before


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle", "bytes"])
def test_copies_go_on_alike(game: Game, way: str) -> None:
    options: dict[str, Any] = {"autoreset": "same_step", "illegal": "random", "reward": "margin", "max_decisions": 500}
    if game.num_players > 1:
        options |= {"learner": "rotate", "opponents": "random"}
    batch = Batch(game, SIZE, seed=6, **options)
    for _ in range(25):
        batch.step(batch.sample())
    ways: dict[str, Callable[[], Batch]] = {
        "copy": batch.copy,
        "deepcopy": lambda: copy.deepcopy(batch),
        "pickle": lambda: pickle.loads(pickle.dumps(batch)),
        "bytes": lambda: game.batch_from_bytes(batch.to_bytes()),
    }
    twin = ways[way]()
    assert (twin.size, twin.seed, twin.autoreset) == (batch.size, batch.seed, batch.autoreset)
    for _ in range(150):
        actions = batch.sample()
        assert np.array_equal(twin.sample(), actions)
        actions[2] = -1
        first, second = batch.step(actions), twin.step(actions)
        for field in ("player", "observation", "action_mask", "reward", "game", "decisions", "illegal"):
            assert np.array_equal(getattr(first, field), getattr(second, field)), field
    assert twin.to_bytes() == batch.to_bytes()


def test_damaged_bytes_are_refused(game: Game) -> None:
    whole = Batch(game, 2, illegal="random").to_bytes()
    other = lineshaft.load_game("widgets" if game.name != "widgets" else "railways")
    with pytest.raises(InvalidState, match="belongs to another game"):
        other.batch_from_bytes(whole)
    for cut in range(0, len(whole), 5):
        with pytest.raises(InvalidState):
            game.batch_from_bytes(whole[:cut])
    with pytest.raises(InvalidState):
        game.batch_from_bytes(whole + b"\0")


def test_states_go_in_and_out(game: Game) -> None:
    batch = Batch(game, 4, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    state = batch.state(2)
    other = Batch(game, 3, seed=50)
    other.set_states(np.array([2, 0]), [state, state], np.array([5, 6], np.uint64))
    assert other.state(0) == other.state(2) == state
    other.copy_rows(np.array([2]), np.array([1]))
    for _ in range(30):
        actions = other.sample()
        actions[1] = actions[2]
        other.step(actions)
        assert other.state(1) == other.state(2)
    with pytest.raises(InvalidArgument, match="give one a slot"):
        other.set_states(np.array([0]), [state, state], np.zeros(1, np.uint64))
    foreign = lineshaft.load_game("widgets" if game.name != "widgets" else "railways").new_match().state
    with pytest.raises(InvalidArgument, match="state 0 is of another game"):
        other.set_states(np.array([0]), [foreign], np.zeros(1, np.uint64))
    with pytest.raises(InvalidArgument, match="there is no slot 3"):
        other.copy_rows(np.array([0]), np.array([3]))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"autoreset": "always"}, "autoreset must be 'disabled', 'next_step' or 'same_step', not 'always'"),
        ({"reward": "points"}, "reward must be 'returns', 'score' or 'margin', not 'points'"),
        ({"illegal": "skip"}, "illegal must be 'raise', 'lose' or 'random', not 'skip'"),
        ({"learner": 0}, "learner= needs opponents="),
        ({"opponents": "random"}, "needs learner="),
        ({"opponents": "random", "learner": 9}, "player"),
        ({"opponents": "random", "learner": "nobody"}, "learner must be a seat from 0 to 1 or 'rotate'"),
        ({"opponents": ["random", "random"]}, "leave at least one to the caller"),
        ({"opponents": ["random"]}, "1 opponents for 2 players|name one a player"),
        ({"opponents": ["random", None], "learner": 0}, "None at the learner's seat"),
        ({"opponents": ["nobody", None]}, "there is no bot"),
        ({"opponents": 3, "learner": 0}, "opponents must be the text of a bot"),
        ({"max_decisions": 0}, "max_decisions must be 1 or more, not 0"),
    ],
)
def test_what_does_not_fit_is_named(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidArgument, match=sentence):
        Batch(lineshaft.load_game("railways", players=2), 2, **options)

"""Bots, play, self-play, summaries."""

from __future__ import annotations

import copy
import pickle
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray
from playing import quick

import lineshaft
from lineshaft import Game, GameResult, IllegalAction, InvalidArgument, InvalidText, Match, View
from lineshaft.bot import start_seed
from lineshaft.proof.golden import verify_with_reference
from lineshaft.reference import rng
from lineshaft.reference.wording import counted
from lineshaft.replays import MAX_THREADS
from lineshaft.summaries import mean_interval, wilson
from lineshaft.tables import convert_replays

KINDS = [kind.name for kind in lineshaft.bots()]
QUICK = [quick(kind) for kind in lineshaft.bots()]


def seated(game: Game, *names: str) -> list[str]:
    """One bot a player, taking turns among the names."""
    return [names[player % len(names)] for player in range(game.num_players)]


def first_legal(view: View) -> int:
    """A bot as simple as can be."""
    return int(view.legal_actions()[0])


class Imitator:
    """A bot in Python that plays as a built-in one would in a series."""

    def __init__(self, name: str, series: int, first: int = 0) -> None:
        self.name = name
        self.series = series
        self.index = first - 1
        self.seats: list[int] = []
        self.seeds: list[int] = []

    def start(self, game: Game, player: int, seed: int) -> None:
        self.index += 1
        self.seats.append(player)
        self.seeds.append(seed)
        self.bot = lineshaft.make_bot(self.name, game, lineshaft.game_seed(self.series, self.index), player)

    def choose(self, view: View) -> int:
        assert view.player == view.current_player() == self.seats[-1]
        assert len(view.legal_actions()) > 1
        return self.bot.choose(view)


# --- bots -------------------------------------------------------------------------------------------------------------


def test_bots_are_described() -> None:
    assert {"random", "greedy"} <= set(KINDS)
    for kind in lineshaft.bots():
        assert kind.summary
        assert kind.sees


@pytest.mark.parametrize("name", QUICK)
def test_a_built_in_bot_chooses_legally(game: Game, name: str) -> None:
    bots = [lineshaft.make_bot(name, game, seed=3, player=player) for player in range(game.num_players)]
    assert bots[0].name == name
    assert name in repr(bots[0])
    match = game.new_match(3)
    while not match.is_terminal():
        player = match.current_player()
        action = bots[player].choose(match.view(player))
        assert action in match.legal_actions()
        match.apply_action(action)


def test_a_bot_needs_the_view_of_the_player_to_act(game: Game) -> None:
    bot, match = lineshaft.make_bot("random", game), game.new_match(1)
    with pytest.raises(InvalidArgument, match="spectator"):
        bot.choose(match.view(None))
    for player in set(range(game.num_players)) - {match.current_player()}:
        with pytest.raises(InvalidArgument, match=f"player {player} is not the one to act"):
            bot.choose(match.view(player))
    with pytest.raises(TypeError):
        bot.choose(match.state)  # type: ignore[arg-type]


def test_a_bot_of_another_game() -> None:
    games = [lineshaft.load_game(name) for name in lineshaft.games()]
    for own in games:
        bot = lineshaft.make_bot("random", own)
        for other in games:
            match = other.new_match(1)
            if other is not own:
                with pytest.raises(InvalidArgument, match="another game"):
                    bot.choose(match.view(match.current_player()))


def test_a_bot_that_is_not_there(game: Game) -> None:
    for spec in ("no such bot", "", "random:level=3"):
        with pytest.raises(InvalidText):
            lineshaft.make_bot(spec, game)
        with pytest.raises(InvalidText):
            lineshaft.play(game, [spec] * game.num_players)
        with pytest.raises(InvalidText):
            lineshaft.selfplay(game, [first_legal, *[spec] * (game.num_players - 1)], games=0) if (
                game.num_players > 1
            ) else lineshaft.make_bot(spec, game)
    with pytest.raises(InvalidText, match=", ".join(KINDS)):
        lineshaft.make_bot("no such bot", game)
    with pytest.raises(InvalidText, match=f"there is no bot 'clever'; choose one of: {', '.join(KINDS)}"):
        lineshaft.make_bot("clever:simulations=200", game)
    with pytest.raises(InvalidText, match="bot greedy has no parameter 'level'; choose one of: epsilon, version"):
        lineshaft.make_bot("greedy:level=3", game)
    with pytest.raises(InvalidArgument, match="there is no player"):
        lineshaft.make_bot("random", game, player=game.num_players)


@pytest.mark.parametrize("run", [lineshaft.play, lineshaft.selfplay, lineshaft.check_bots])
def test_wrong_lists_of_bots(game: Game, run: Any) -> None:
    n = game.num_players
    lists: list[list[Any]] = [[], ["random"] * (n + 1), [first_legal] * (n + 1)]
    for bots in lists:
        with pytest.raises(InvalidArgument, match=f"{counted(len(bots), 'bot')} for {counted(n, 'player')}"):
            run(game, bots)
    lists = [[7] * n, [Imitator] * n, [None] * n]
    for bots in lists:
        with pytest.raises(InvalidArgument, match="a bot is"):
            run(game, bots)
    with pytest.raises(InvalidArgument, match="a list"):
        run(game, "random")


def test_bots_have_names(game: Game) -> None:
    class Nameless:
        def choose(self, view: View) -> int:
            return first_legal(view)

        def __call__(self, view: View) -> NoReturn:
            raise AssertionError("choose comes first")

    class Named(Nameless):
        name = "my bot"

    for bot, name in ((first_legal, "first_legal"), (Nameless(), "Nameless"), (Named(), "my bot"), ("random",) * 2):
        assert lineshaft.check_bots(game, [bot] * game.num_players) == [name] * game.num_players
        assert lineshaft.play(game, [bot] * game.num_players).bots == (name,) * game.num_players


def test_a_name_of_a_bot_is_text(game: Game) -> None:
    """A replay is UTF-8."""

    class Named:
        name = "\ud800"

        def choose(self, view: View) -> int:
            return first_legal(view)

    wrong: tuple[Any, ...] = (Named(), "\ud800")
    for bot in wrong:
        for run in (lineshaft.play, lineshaft.selfplay, lineshaft.check_bots):
            with pytest.raises(InvalidText, match=r"'\\ud800' is no name of a bot"):
                run(game, [bot] * game.num_players)


def test_parameters_of_bots_are_described() -> None:
    kinds = {kind.name: kind for kind in lineshaft.bots()}
    assert kinds["random"].parameters == ()
    epsilon = kinds["greedy"].parameters[0]
    assert (epsilon.name, epsilon.default, epsilon.allowed) == ("epsilon", "0", "a number from 0 to 1")
    assert all(parameter.summary for kind in lineshaft.bots() for parameter in kind.parameters)


def test_a_bot_says_whether_its_choice_had_luck_in_it() -> None:
    game = lineshaft.load_game("railways")
    match = game.new_match(1)
    player = match.current_player()
    view = match.view(player)
    for spec, drew in (("random", True), ("greedy", False), ("greedy:epsilon=0.1", True)):
        bot = lineshaft.make_bot(spec, game, player=player)
        assert not bot.drew
        bot.choose(view)
        assert bot.drew == drew


@pytest.mark.parametrize("kind", lineshaft.bots(), ids=lambda kind: str(kind.name))
def test_a_default_that_is_written_out_changes_nothing(kind: lineshaft.BotKind) -> None:
    """Nor does it draw a number more."""
    game = lineshaft.load_game("railways")
    plain_spec = quick(kind)
    # What others do can be said of a tree alone.
    values = {p.name: p.default for p in kind.parameters if p.name != "opponents"}
    values |= dict([plain_spec.partition(":")[2].split("=")] if ":" in plain_spec else [])
    spec = ":".join([kind.name, ",".join(f"{name}={value}" for name, value in values.items())]).rstrip(":")
    plain, written = (lineshaft.play(game, [name] * game.num_players, seed=5) for name in (plain_spec, spec))
    assert written.bots == (spec,) * game.num_players
    assert (written.steps, written.scores) == (plain.steps, plain.scores)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("greedy:epsilon=1.5", "parameter epsilon of bot greedy cannot be '1.5'; choose a number from 0 to 1"),
        ("greedy:epsilon=nan", "parameter epsilon of bot greedy cannot be 'nan'; choose a number from 0 to 1"),
        ("greedy:epsilon=0,epsilon=0", "parameter epsilon of bot greedy is given twice: name its value once"),
        (
            "mcts:opponents=self",
            "parameter opponents of bot mcts says what others do in a tree; choose method=tree with it",
        ),
        (
            "flat:method=tree",
            (
                "bot flat has no parameter 'method'; choose one of: simulations, objective, rollout, rollout_epsilon, "
                "turns"
            ),
        ),
        ("mcts:turns=all", "parameter turns of bot mcts cannot be 'all'; choose auto or a whole number from 0 to 1000"),
        ("greedy:0.3", "bot greedy takes parameters as NAME=VALUE, not '0.3'; it has: epsilon, version"),
    ],
)
def test_wrong_parameters_of_bots(spec: str, said: str) -> None:
    game = lineshaft.load_game("railways")
    for call in (lineshaft.make_bot, lambda *a: lineshaft.selfplay(a[1], [a[0], "random"], games=0)):
        with pytest.raises(InvalidText) as caught:
            call(spec, game)
        assert caught.value.message == said


def test_a_list_of_bots_is_split() -> None:
    assert lineshaft.split_bots("greedy:epsilon=0.3,version=1,random") == ["greedy:epsilon=0.3,version=1", "random"]
    assert lineshaft.split_bots("random, greedy") == ["random", "greedy"]
    with pytest.raises(InvalidText, match=r"there is no bot before 'epsilon=0\.3'"):
        lineshaft.split_bots("epsilon=0.3,random")


class Wanderer:
    """Greedy with epsilon as docs/rng.md tells it, the stream of its own; it counts where it leaves greedy's way."""

    def __init__(self, epsilon: float, match_seed: int) -> None:
        self.epsilon, self.match_seed = epsilon, match_seed
        self.asked = self.strayed = 0

    def start(self, game: Game, player: int, seed: int) -> None:
        self.stream = rng.Rng(self.match_seed, 1 + player)
        self.greedy = lineshaft.make_bot("greedy", game)

    def choose(self, view: View) -> int:
        legal = view.legal_actions()
        self.asked += 1
        if self.stream.below(2**53) / 2**53 < self.epsilon:
            self.strayed += 1
            return int(legal[self.stream.below(len(legal))])
        return self.greedy.choose(view)


@pytest.mark.parametrize("epsilon", [0.3, 1.0])
def test_epsilon_is_the_chance_of_any_legal_action(epsilon: float) -> None:
    """Arkwright's advice draws nothing, so that a copy of the stream follows."""
    game = lineshaft.load_game("arkwright", players=3)
    ours = [Wanderer(epsilon, match_seed=8) for _ in range(3)]
    wanted = lineshaft.play(game, ours, seed=8)
    spec = f"greedy:epsilon={epsilon}"
    played = lineshaft.play(game, [spec] * 3, seed=8)
    assert (played.steps, played.scores) == (wanted.steps, wanted.scores)
    asked, strayed = sum(bot.asked for bot in ours), sum(bot.strayed for bot in ours)
    assert abs(strayed - epsilon * asked) <= 3 * (epsilon * (1 - epsilon) * asked) ** 0.5
    again = next(iter(lineshaft.selfplay(game, [spec] * 3, games=1, seed=1, record=True).replays or ()))
    assert again.bots == (spec,) * 3


# --- play -------------------------------------------------------------------------------------------------------------


def test_play_is_the_same_game_as_selfplay(game: Game) -> None:
    bots = seated(game, "greedy", "random")
    results = lineshaft.selfplay(game, bots, games=6, seed=11, record=True)
    for index, replay in enumerate(results.replays):
        at = [bots[bot] for bot in results.bots_at[index]]
        seed = lineshaft.game_seed(11, index)
        assert seed == results.seeds[index] == replay.seed
        assert lineshaft.play(game, at, seed) == replay
        assert Match.from_replay(replay).is_terminal()


@pytest.mark.parametrize("name", QUICK)
def test_a_python_bot_that_imitates_gives_the_same_games(game: Game, name: str) -> None:
    built_in = lineshaft.selfplay(game, seated(game, name), games=5, seed=4, record=True, first=2)
    bots = [Imitator(name, 4, first=2) for _ in range(game.num_players)]
    ours = lineshaft.selfplay(game, bots, games=5, seed=4, record=True, first=2)
    mixed: list[Any] = [Imitator(name, 4, first=2), *seated(game, name)[1:]]
    for results in (ours, lineshaft.selfplay(game, mixed, games=5, seed=4, record=True, first=2)):
        assert_equal_results(results, built_in)
    for bot, start in enumerate(bots):
        assert start.seats == [(bot - index) % game.num_players for index in range(2, 7)]
        assert not set(start.seeds) & set(ours.seeds.tolist())


def undone(number: int, stream: int) -> int:
    """The seed whose stream begins with a number: the generator run backwards."""

    def unshifted(z: int, by: int) -> int:
        """The ``y`` with ``y ^ (y >> by) == z``."""
        y = z
        for _ in range(64 // by):
            y = z ^ (y >> by)
        return y

    def unmixed(z: int) -> int:
        for by, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
            z = unshifted(z, by) * pow(factor, -1, 2**64) % 2**64
        return unshifted(z, 30)

    gold = rng.GOLD
    word = rng.rotl(number * pow(9, -1, 2**64) % 2**64, 57) * pow(5, -1, 2**64) % 2**64
    start = (unmixed(word) - 2 * gold) % 2**64
    return (unmixed(start ^ rng.rotl(rng.mix((stream + gold) % 2**64), 32)) - gold) % 2**64


def started(game: Game, seed: int) -> list[int]:
    """What ``start`` gets at each seat."""
    bots = [Imitator("random", 0) for _ in range(game.num_players)]
    lineshaft.play(game, bots, seed)
    assert [bot.seats for bot in bots] == [[player] for player in range(game.num_players)]
    return [bot.seeds[0] for bot in bots]


def test_what_a_bot_is_given_does_not_open_the_match(game: Game) -> None:
    """From a number of the generator it could work out the seed of its match, and play by the cards to come."""
    for seed in (0, 7, 2**64 - 1, lineshaft.game_seed(7, 3)):
        streams = [*range(10), rng.DETERMINIZE, rng.GAMES, rng.GAMES + 3]
        assert [undone(rng.Rng(seed, stream).next(), stream) for stream in streams] == [seed] * len(streams)
        given = started(game, seed)
        for number in given:
            assert not {number, *(undone(number, stream) for stream in streams)} & {seed, 7}
        assert len({*given}) == game.num_players
        assert given == started(game, seed) == [start_seed(np.uint64(seed), player) for player in range(len(given))]
        assert not {*given} & {*started(game, seed ^ 1)}


def test_the_number_that_a_bot_is_given_stays_the_same() -> None:
    """Bots of their own play the same games in every version."""
    assert [start_seed(7, player) for player in range(3)] == [
        13337649537462703114,
        5748336390085677976,
        15827900803950881185,
    ]


def test_a_python_bot_may_answer_with_a_numpy_number(game: Game) -> None:
    plain = lineshaft.play(game, [first_legal] * game.num_players, 5)

    def numpy(view: View) -> Any:
        return view.legal_actions()[0]

    numpy.__name__ = "first_legal"
    assert lineshaft.play(game, [numpy] * game.num_players, 5) == plain


def test_a_bot_that_chooses_what_is_not_legal(game: Game) -> None:
    def cheat(view: View) -> int:
        return int(np.flatnonzero(~view.legal_actions_mask())[0])

    def wild(view: View) -> int:
        return game.num_actions

    for run in (lineshaft.play, lineshaft.selfplay):
        with pytest.raises(IllegalAction, match=r"bot cheat of player \d chose action \d+ \(.+\): ") as raised:
            run(game, [cheat] * game.num_players)
        assert raised.value.code not in ("bot_error", "out_of_range")
        with pytest.raises(IllegalAction, match=rf"bot wild of player \d chose action {game.num_actions}: ") as raised:
            run(game, [wild] * game.num_players)
        assert raised.value.code == "out_of_range"


@pytest.mark.parametrize("answer", [None, "0", 1.5, [1]])
def test_a_bot_that_chooses_no_number(game: Game, answer: Any) -> None:
    def odd(view: View) -> Any:
        return answer

    with pytest.raises(IllegalAction, match=r"bot odd of player \d chose .*, which is not the number") as raised:
        lineshaft.play(game, [odd] * game.num_players)
    assert raised.value.code == "bot_error"


def test_a_bot_that_fails(game: Game) -> None:
    def broken(view: View) -> int:
        raise ZeroDivisionError("no plan")

    with pytest.raises(IllegalAction, match=r"bot broken of player \d raised ZeroDivisionError: no plan") as raised:
        lineshaft.selfplay(game, [broken] * game.num_players)
    assert raised.value.code == "bot_error"
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_a_bot_that_fails_at_the_start(game: Game) -> None:
    class Late:
        def start(self, game: Game, player: int, seed: int) -> None:
            raise ZeroDivisionError("no plan")

        def choose(self, view: View) -> int:
            return first_legal(view)

    bots: list[Any] = ["random"] * (game.num_players - 1) + [Late()]
    named = rf"bot Late of player {len(bots) - 1} raised ZeroDivisionError in start: no plan"
    for run in (lineshaft.play, lineshaft.selfplay):
        with pytest.raises(IllegalAction, match=named) as raised:
            run(game, bots)
        assert raised.value.code == "bot_error"
        assert isinstance(raised.value.__cause__, ZeroDivisionError)


# --- self-play --------------------------------------------------------------------------------------------------------


def assert_equal_results(ours: lineshaft.SelfplayResults, theirs: lineshaft.SelfplayResults) -> None:
    for name in ("seeds", "bots_at", "scores", "ranking", "returns", "decisions", "chance"):
        mine, other = getattr(ours, name), getattr(theirs, name)
        assert mine.dtype == other.dtype
        assert np.array_equal(mine, other), name
    assert (ours.bots, ours.end_reasons, ours.replays) == (theirs.bots, theirs.end_reasons, theirs.replays)


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_change_nothing(game: Game, threads: int) -> None:
    bots = seated(game, "greedy", "random")
    series = [lineshaft.selfplay(game, bots, games=40, seed=3, threads=n, record=True) for n in (1, threads)]
    assert_equal_results(series[1], series[0])


def test_results_have_a_row_a_game(game: Game) -> None:
    bots, n = seated(game, "random", "greedy"), game.num_players
    results = lineshaft.selfplay(game, bots, games=30, seed=5)
    assert len(results) == 30
    by_seat: list[NDArray[Any]] = [results.bots_at, results.scores, results.ranking, results.returns]
    by_game: list[NDArray[Any]] = [results.seeds, results.decisions, results.chance]
    assert [array.dtype for array in by_seat] == [np.int32, np.int32, np.int32, np.float64]
    assert [array.dtype for array in by_game] == [np.uint64, np.int32, np.int32]
    assert {array.shape for array in by_seat} == {(30, n)}
    assert {array.shape for array in by_game} == {(30,)}
    assert all(array.flags.writeable for array in (*by_seat, *by_game))
    assert len(results.end_reasons) == 30
    assert results.replays == []
    assert results.bots == tuple(bots)
    assert len(set(results.seeds.tolist())) == 30
    assert np.all(results.ranking.min(axis=1) == 1)
    assert np.all(results.decisions <= game.max_game_length)
    assert np.all(results.chance <= game.max_chance_nodes)


def test_bots_move_on_by_a_seat(game: Game) -> None:
    n = game.num_players
    bots = seated(game, "random")
    seats, index = np.arange(n)[None, :], np.arange(2 * n)[:, None]
    rotated = lineshaft.selfplay(game, bots, games=2 * n)
    assert np.array_equal(rotated.bots_at, (seats + index) % n)
    for list_of_bots in (bots, [first_legal] * n):
        still = lineshaft.selfplay(game, list_of_bots, games=2 * n, rotate=False)
        assert np.array_equal(still.bots_at, np.broadcast_to(seats, (2 * n, n)))


def test_a_series_can_be_continued(game: Game) -> None:
    bots = seated(game, "greedy", "random")
    whole = lineshaft.selfplay(game, bots, games=10, seed=9, record=True)
    later = lineshaft.selfplay(game, bots, games=6, seed=9, first=4, record=True)
    assert later.replays == whole.replays[4:]
    assert np.array_equal(later.bots_at, whole.bots_at[4:])


@pytest.mark.parametrize("own", [False, True])
def test_results_come_in_order_while_it_runs(game: Game, own: bool) -> None:
    seen: list[GameResult] = []

    def on_results(results: Sequence[GameResult]) -> None:
        assert len(results) > 0
        seen.extend(results)

    bots: list[Any] = [first_legal if own else "random"] * game.num_players
    results = lineshaft.selfplay(game, bots, games=25, seed=2, threads=2, record=True, first=3, on_results=on_results)
    assert [result.index for result in seen] == list(range(3, 28))
    for row, result in enumerate(seen):
        assert (result.seed, result.decisions, result.chance) == (
            results.seeds[row],
            results.decisions[row],
            results.chance[row],
        )
        for name in ("bots_at", "scores", "ranking", "returns"):
            assert getattr(result, name) == tuple(getattr(results, name)[row].tolist())
        assert result.end_reason == results.end_reasons[row]
        assert result.replay is not None and result.replay.scores == result.scores
    assert results.replays == []
    lineshaft.selfplay(game, bots, games=1, on_results=seen.extend)
    assert seen[-1].replay is None


@pytest.mark.parametrize("own", [False, True])
def test_progress_has_the_lines_of_the_replays(game: Game, own: bool) -> None:
    news: list[lineshaft.Progress] = []
    bots: list[Any] = [first_legal if own else "random"] * game.num_players
    results = lineshaft.selfplay(game, bots, games=25, seed=2, threads=2, record=True, on_progress=news.append)
    kept = lineshaft.selfplay(game, bots, games=25, seed=2, record=True)
    assert results.replays == []
    assert sum(news_.games for news_ in news) == 25
    assert sum(news_.steps for news_ in news) == int(results.decisions.sum() + results.chance.sum())
    lines = b"".join(news_.lines for news_ in news)
    assert lines.decode() == "".join(f"{replay.to_json()}\n" for replay in kept.replays)
    news.clear()
    lineshaft.selfplay(game, bots, games=3, on_progress=news.append)
    assert {news_.lines for news_ in news} == {b""}


def test_results_are_joined(game: Game) -> None:
    bots = seated(game, "random")
    whole = lineshaft.selfplay(game, bots, games=9, seed=2, record=True)
    parts = [lineshaft.selfplay(game, bots, games=n, first=first, seed=2, record=True) for first, n in ((0, 4), (4, 5))]
    joined = lineshaft.SelfplayResults.join(*parts)
    assert joined.summary() == whole.summary()
    assert (joined.replays, joined.end_reasons) == (whole.replays, whole.end_reasons)
    assert np.array_equal(joined.seeds, whole.seeds) and np.array_equal(joined.returns, whole.returns)


@pytest.mark.parametrize("own", [False, True])
def test_ctrl_c_leaves_the_results_so_far(game: Game, own: bool) -> None:
    seen: list[GameResult] = []

    def on_results(results: Sequence[GameResult]) -> None:
        seen.extend(results)
        if len(seen) > 5:
            signal.raise_signal(signal.SIGINT)

    bots: list[Any] = [first_legal if own else "random"] * game.num_players
    with pytest.raises(lineshaft.Interrupted) as raised:
        lineshaft.selfplay(game, bots, games=10**9, on_results=on_results)
    assert isinstance(raised.value, KeyboardInterrupt)
    assert len(raised.value.results) == len(seen) > 5
    assert raised.value.results.seeds.tolist() == [result.seed for result in seen]


@pytest.mark.parametrize("own", [False, True])
def test_an_error_of_on_results_ends_the_series(game: Game, own: bool) -> None:
    def on_results(results: Sequence[GameResult]) -> NoReturn:
        raise OSError("disk full")

    bots: list[Any] = [first_legal if own else "random"] * game.num_players
    with pytest.raises(OSError, match="disk full"):
        lineshaft.selfplay(game, bots, games=10**9, on_results=on_results)


def test_numbers_out_of_range(game: Game) -> None:
    n = game.num_players
    for bots in (["random"] * n, [first_legal] * n):
        for wrong in ({"games": -1}, {"first": -1}, {"seed": -1}, {"seed": 2**64}, {"threads": 0}, {"threads": 10**6}):
            with pytest.raises(InvalidArgument):
                lineshaft.selfplay(game, bots, **{"games": 1} | wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument):
        lineshaft.play(game, ["random"] * n, seed=-1)


@pytest.mark.parametrize("own", [False, True])
def test_the_last_games_of_all(game: Game, own: bool) -> None:
    bots: list[Any] = [first_legal if own else "random"] * game.num_players
    for first in (2**63 - 1, 2**63 + 5, 2**64 - 3):
        results = lineshaft.selfplay(game, bots, games=2, first=first)
        assert results.seeds.tolist() == [rng.game_seed(0, first), rng.game_seed(0, first + 1)]
        assert results.bots_at[1, 0] == (first + 1) % game.num_players
    for first, games in ((2**64 - 2, 2), (2**64 - 1, 1), (2**64, 0), (1, 2**64 - 1), (10**30, 1)):
        with pytest.raises(InvalidArgument, match="games are numbered up to 18446744073709551614"):
            lineshaft.selfplay(game, bots, games=games, first=first)


@pytest.mark.parametrize("own", [False, True])
def test_numbers_are_whole_numbers_of_any_kind(own: bool) -> None:
    game = lineshaft.load_game("railways", 2)
    bots: Any = [first_legal, "random"] if own else ["random", "random"]
    wanted = lineshaft.selfplay(game, bots, games=2, seed=200, first=255)
    few: dict[str, Any] = {"games": np.uint8(2), "seed": np.uint8(200), "first": np.uint8(255), "threads": np.uint8(1)}
    assert lineshaft.selfplay(game, bots, **few).seeds.tolist() == wanted.seeds.tolist()
    assert lineshaft.play(game, bots, np.uint8(7)).seed == 7
    for key in few:
        for wrong in (1.5, "1", None, np.float32(1)):
            numbers: dict[str, Any] = {"games": 0, key: wrong}
            with pytest.raises(TypeError, match="integer"):
                lineshaft.selfplay(game, bots, **numbers)
    for seed in (-1, 2**64):
        with pytest.raises(InvalidArgument, match=f"not {seed}"):
            lineshaft.selfplay(game, bots, games=0, seed=seed)
        with pytest.raises(InvalidArgument, match="from 0 to"):
            start_seed(seed, 0)


def test_verify_and_convert_refuse_numbers_that_mean_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"")
    writer: Any = None
    for run in (lineshaft.verify_replays, lambda path, **numbers: convert_replays(path, writer, **numbers)):
        for threads in (0, -1, MAX_THREADS + 1):
            with pytest.raises(InvalidArgument, match=f"threads must be 1 to {MAX_THREADS}, not {threads}"):
                list(run(path, threads=threads))
        for line in (0, -1):
            with pytest.raises(InvalidArgument, match=f"there is no line {line}"):
                list(run(path, line=line))
        for broken in ({"threads": 1.5}, {"line": 1.5}):
            odd: dict[str, Any] = dict(broken)
            with pytest.raises(TypeError, match="integer"):
                list(run(path, **odd))
    with pytest.raises(InvalidArgument, match="there is no line 0"):
        list(verify_with_reference(path, line=0))


def test_what_ctrl_c_raises_is_pickled_and_copied_whole() -> None:
    results = lineshaft.selfplay(lineshaft.load_game("railways", 2), ["random"] * 2, games=1)
    raised = lineshaft.Interrupted(results)
    for again in (pickle.loads(pickle.dumps(raised)), copy.copy(raised)):
        assert str(again) == str(raised) == "interrupted after 1 game"
        assert again.results.seeds.tolist() == results.seeds.tolist()


def test_a_series_of_no_games(game: Game) -> None:
    for bot in ("random", first_legal):
        results = lineshaft.selfplay(game, [bot] * game.num_players, games=0)
        assert results.scores.shape == (0, game.num_players)
        summary = results.summary()
        assert summary.games == 0
        assert (summary.by_bot[0].low, summary.by_bot[0].high) == (0.0, 1.0)
        assert (summary.by_bot[0].score_low, summary.by_bot[0].wins) == (None, 0)


def test_a_summary_adds_up(game: Game) -> None:
    results = lineshaft.selfplay(game, seated(game, "greedy", "random"), games=60, seed=1)
    summary = results.summary()
    assert summary.games == 60
    for tallies in (summary.by_bot, summary.by_seat):
        assert len(tallies) == game.num_players
        assert sum(tally.wins for tally in tallies) == pytest.approx(60)
        assert sum(tally.mean_score for tally in tallies) == pytest.approx(results.scores.sum(axis=1).mean())
        for tally in tallies:
            assert tally.games == 60
            assert tally.low is not None and tally.high is not None
            assert 0 <= tally.low <= tally.win_rate <= tally.high <= 1
    assert [tally.name for tally in summary.by_bot] == list(results.bots)
    assert summary.by_seat[0].mean_score == pytest.approx(results.scores[:, 0].mean())
    assert summary.by_bot[0].mean_return == pytest.approx(results.returns[results.bots_at == 0].mean())
    assert summary.mean_decisions == pytest.approx(results.decisions.mean())
    assert sum(summary.ends.values()) == 60


def test_a_shared_win_is_shared(game: Game) -> None:
    n = game.num_players
    results = lineshaft.selfplay(game, ["random"] * n, games=2, rotate=False)
    results.ranking[:] = 1
    assert [tally.wins for tally in results.summary().by_seat] == pytest.approx([2 / n] * n)


def row_of(scores: list[int], ranking: list[int], index: int = 0, **others: Any) -> GameResult:
    """A game without chance between bots that move on by a seat; nothing but what is named varies."""
    n = len(scores)
    fixed: dict[str, Any] = {
        "seed": index,
        "bots_at": tuple((seat + index) % n for seat in range(n)),
        "returns": (0.0,) * n,
        "decisions": 9,
        "chance": 0,
        "end_reason": "over",
        "replay": None,
    }
    return GameResult(index=index, scores=tuple(scores), ranking=tuple(ranking), **(fixed | others))


def series(bots: list[str], *rows: GameResult) -> lineshaft.Summary:
    game = lineshaft.load_game(lineshaft.games()[0], players=len(bots))
    return lineshaft.SelfplayResults.of(game, bots, rows).summary()


def test_wins_are_whole_where_they_are() -> None:
    """Thirds of three games are one win, without a rounding error."""
    rows = [row_of([5, 5, 5], [1, 1, 1], index, chance=index) for index in range(3)]
    wins = [tally.wins for tally in series(["a", "b", "c"], *rows).by_seat]
    assert wins == [1, 1, 1] and all(isinstance(won, int) for won in wins)


def test_margins_and_spread_tell_by_how_much() -> None:
    rows = [row_of([9, 4, 2], [1, 2, 3], 0), row_of([1, 7, 7], [3, 1, 1], 3, chance=1)]
    seats = series(["a", "b", "c"], *rows).by_seat
    assert [tally.mean_margin for tally in seats] == [(5 - 6) / 2, (-5 + 0) / 2, (-7 + 0) / 2]
    assert [tally.score_spread for tally in seats] == [4, 1.5, 2.5]
    low, high = seats[0].score_low, seats[0].score_high
    assert low is not None and high is not None and (low + high) / 2 == pytest.approx(5)
    assert high - low == pytest.approx(2 * 12.706205 * 4)  # one degree of freedom


def test_bots_of_one_name_are_summed_and_told_apart_by_seat() -> None:
    rows = [row_of([9, 4, 2], [1, 2, 3], index, chance=index) for index in range(3)]
    summary = series(["a", "b", "b"], *rows)
    assert [(tally.name, tally.seat) for tally in summary.by_bot] == [("a", 0), ("b", 1), ("b", 2)]
    assert [(tally.name, tally.seat, tally.games, tally.wins) for tally in summary.by_name] == [
        ("a", None, 3, 1),
        ("b", None, 3, 2),
    ]
    assert summary.by_name[1].mean_score == pytest.approx(5)


def test_one_player_has_no_margin() -> None:
    game = lineshaft.load_game("arkwright", players=1, variant="solo")
    (tally,) = lineshaft.selfplay(game, ["random"], games=5).summary().by_bot
    assert (tally.mean_margin, tally.margin_low, tally.wins) == (None, None, 5)


@pytest.mark.parametrize(
    ("bots", "distinct"), [(["a", "a", "a"], 1), (["a", "b", "b"], 3)], ids=["equal bots", "bots that move on"]
)
def test_games_that_repeat_themselves_have_no_intervals(bots: list[str], distinct: int) -> None:
    """Nothing but the bots' seats varies; one game that goes otherwise, or a chance outcome, and all are counted."""
    rows = [row_of([index % distinct, 4, 2], [3, 1, 2], index) for index in range(7)]
    same = series(bots, *rows)
    assert same.distinct_games == distinct
    for tally in (*same.by_bot, *same.by_name, *same.by_seat):
        assert (tally.low, tally.high, tally.score_low, tally.margin_high) == (None, None, None, None)
    others: list[dict[str, Any]] = [{"decisions": 8}, {"chance": 1}, {"end_reason": "other"}, {"ranking": (2, 1, 2)}]
    for other in others:
        varied = series(bots, *rows[:-1], replace(rows[-1], **other))
        assert (varied.distinct_games, varied.by_bot[0].low is None) == (7, False)


def test_greedy_bots_without_chance_play_one_game() -> None:
    game = lineshaft.load_game("arkwright", players=2)
    assert lineshaft.selfplay(game, ["greedy"] * 2, games=6).summary().distinct_games == 1
    assert lineshaft.selfplay(game, ["greedy", "random"], games=6).summary().distinct_games == 6


def test_intervals_of_means() -> None:
    """Student's t: 2.7764 for 4 degrees of freedom, 2.5706 for 5, 2.0452 for 29."""
    for number, quantile in ((5, 2.7764), (6, 2.5706), (30, 2.0452)):
        values = np.arange(number, dtype=np.float64)
        low, high = mean_interval(values)
        reach = (high - low) / 2
        assert reach == pytest.approx(quantile * values.std(ddof=1) / number**0.5, rel=0.01)
        assert (low + high) / 2 == pytest.approx(values.mean())


def test_wilson_intervals() -> None:
    assert wilson(5, 10) == pytest.approx((0.236593, 0.763407), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.277533), abs=1e-6)
    assert wilson(10, 10) == pytest.approx((0.722467, 1.0), abs=1e-6)


def test_playouts(game: Game) -> None:
    counts = lineshaft.playouts(game, games=50, seed=3)
    assert counts == lineshaft.playouts(game, 50, 3)
    assert counts.games == 50
    assert 50 <= counts.decisions <= 50 * game.max_game_length
    assert counts != lineshaft.playouts(game, 50, 4)
    assert lineshaft.playouts(game, 0) == (0, 0, 0)
    with pytest.raises(InvalidArgument):
        lineshaft.playouts(game, -1)


def test_what_a_text_says_of_a_bot() -> None:
    assert lineshaft.bot_parameters("greedy") == lineshaft.bot_parameters("greedy:") == {}
    assert lineshaft.bot_parameters("mcts:simulations=200,objective=win") == {"simulations": "200", "objective": "win"}

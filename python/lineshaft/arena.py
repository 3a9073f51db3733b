"""Whole games: ``play`` one, ``selfplay`` many, go on with a series that was stopped. ``results`` is what came out.

Game ``i`` of a series is played from ``game_seed(seed, i)``; with ``rotate`` the bots move on by one seat from game to
game: seat ``s`` of game ``i`` is held by bot ``(s + i) mod players``.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, SupportsIndex

from . import _engine
from ._engine import Game, Match, View
from .bot import BotLike, Chooser, Starter, bot_name, check_bots, make_bot, start_seed
from .errors import IllegalAction, InvalidArgument, LineshaftError, ReplayError
from .reference.wording import shown
from .registry import path_and_reason
from .replays import Replay, thread_count
from .results import GameResult, Interrupted, Row, SelfplayResults, Series

MAX_INDEX = 2**64 - 2
"""The number of the last game that a series may have."""


class Progress(NamedTuple):
    """What a series has done since it last told of its progress."""

    games: int
    steps: int
    lines: bytes
    """The replays of these games, if the series records: the lines of a file of replays, in the order of the games."""


# --- one game ---------------------------------------------------------------------------------------------------------


class _Seat:
    """A bot in its seat for one game."""

    def __init__(self, bot: BotLike, game: Game, player: int, seed: int) -> None:
        self.player = player
        self.name = bot_name(bot)
        self.foreign = not isinstance(bot, str)
        self.choose: Callable[[View], SupportsIndex]
        if isinstance(bot, str):
            self.choose = make_bot(bot, game, seed, player).choose
        elif isinstance(bot, Chooser):
            self.choose = bot.choose
        else:
            self.choose = bot
        if isinstance(bot, Starter):
            self.start(bot, game, start_seed(seed, player))

    def start(self, bot: Starter, game: Game, seed: int) -> None:
        try:
            bot.start(game, self.player, seed)
        except Exception as error:
            raise self.fault(f"raised {type(error).__name__} in start: {error}", "bot_error") from error

    def act(self, match: Match) -> None:
        """Asks for a decision and applies it."""
        view = match.view(self.player)
        if not self.foreign:
            match.apply_action(operator.index(self.choose(view)))
            return
        action = self.ask(view)
        try:
            match.apply_action(action)
        except IllegalAction as error:
            chosen = f"chose {self.describe(action, match.game)}: {error.message}"
            raise self.fault(chosen, error.code, error.rule) from None

    def ask(self, view: View) -> int:
        """The answer of a bot that is not ours, which may be anything."""
        try:
            answer = self.choose(view)
        except Exception as error:
            raise self.fault(f"raised {type(error).__name__}: {error}", "bot_error") from error
        try:
            return operator.index(answer)
        except TypeError:
            raise self.fault(f"chose {shown(answer)}, which is not the number of an action", "bot_error") from None

    @staticmethod
    def describe(action: int, game: Game) -> str:
        inside = 0 <= action < game.num_actions
        return f"action {action} ({game.action_to_string(action)})" if inside else f"action {action}"

    def fault(self, what: str, code: str, rule: str | None = None) -> IllegalAction:
        return IllegalAction(f"bot {self.name} of player {self.player} {what}", code, rule)


def _play_match(game: Game, bots: Sequence[BotLike], seed: int) -> Match:
    """A whole game; ``bots`` are by seat."""
    match = game.new_match(seed)
    seats = [_Seat(bot, game, player, seed) for player, bot in enumerate(bots)]
    while (player := match.current_player()) >= 0:
        legal = match.legal_actions()
        if len(legal) == 1:
            match.apply_action(int(legal[0]))
        else:
            seats[player].act(match)
    return match


def play(game: Game, bots: Sequence[BotLike], seed: SupportsIndex = 0) -> Replay:
    """Plays one whole game.

    Where a player has one legal action it is played without asking. The built-in bot of player ``p`` draws from stream
    ``1 + p`` of the seed, so that the same game of a ``selfplay`` has the same replay.

    Args:
        game: the game.
        bots: a bot a player, by seat.
        seed: the seed of the match, from 0 to 2^64 - 1.

    Raises:
        InvalidArgument: the number of bots is wrong, or one is no bot.
        InvalidText: there is no built-in bot of that name.
        IllegalAction: a bot of the caller's chose what is not legal, or raised an exception (code ``bot_error``).
    """
    names = check_bots(game, bots)
    return _play_match(game, bots, operator.index(seed)).replay(names)


class Counts(NamedTuple):
    """What random playouts did."""

    games: int
    decisions: int
    """Decisions of players, forced ones too."""
    chance: int
    """Chance outcomes."""


def playouts(game: Game, games: int = 1000, seed: int = 0) -> Counts:
    """Plays random games in the engine on one thread, every choice uniform among the legal ones, and keeps no result.

    Raises:
        InvalidArgument: a number is out of range.
        KeyboardInterrupt: Ctrl-C, within half a second.
    """
    return Counts(*_engine.playouts(game, games, seed))


# --- many games -------------------------------------------------------------------------------------------------------


def selfplay(
    game: Game,
    bots: Sequence[BotLike],
    games: SupportsIndex = 1000,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    rotate: bool = True,
    record: bool = False,
    first: SupportsIndex = 0,
    on_results: Callable[[list[GameResult]], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> SelfplayResults:
    """Plays many games. The results depend on the seed alone, not on the number of threads.

    Args:
        game: the game.
        bots: a bot a player. With built-in bots alone the games run in the engine, outside the GIL; with a bot of the
            caller's among them they run one after the other on the caller's thread.
        games: how many.
        seed: the seed of the series, from 0 to 2^64 - 1.
        threads: how many worker threads the engine starts, from 1 to 1024.
        rotate: whether bots move on by one seat from game to game.
        record: whether each game's replay is written. It is in the results, or, where there is ``on_results`` or
            ``on_progress``, in what they are given and nowhere else: a long series needs no memory for its replays.
        first: the number of the first game; a series can be continued with it.
        on_results: called on the caller's thread, while the series runs, with lists of results in the order of the
            games. An exception that it raises ends the series. After Ctrl-C it is called once more, with what is
            finished by then.
        on_progress: the same with counts, and with replays as lines ready to be written: this costs least.

    Raises:
        InvalidArgument: the number of bots is wrong, one is no bot, or a number is out of range.
        InvalidText: there is no built-in bot of that name.
        IllegalAction: a bot of the caller's chose what is not legal, or raised an exception (code ``bot_error``).
        Interrupted: Ctrl-C, within half a second. It has the results so far and is a KeyboardInterrupt.
    """
    names = check_bots(game, bots)
    games, seed, threads, first = _numbers(games, seed, threads, first)
    specs = [bot for bot in bots if isinstance(bot, str)]
    if len(specs) == len(bots):
        return _in_engine(game, specs, games, seed, threads, rotate, record, first, on_results, on_progress)
    results: list[GameResult] = []
    try:
        for result in _one_by_one(game, bots, games, seed, rotate, record, first):
            results.append(result if on_results is None and on_progress is None else replace(result, replay=None))
            if on_results is not None:
                on_results([result])
            if on_progress is not None:
                on_progress(_progress(result))
    except KeyboardInterrupt:
        raise Interrupted(SelfplayResults.of(game, names, results)) from None
    return SelfplayResults.of(game, names, results)


def _progress(result: GameResult) -> Progress:
    lines = f"{result.replay.to_json()}\n".encode() if result.replay else b""
    return Progress(1, result.decisions + result.chance, lines)


def _numbers(
    games: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex, first: SupportsIndex
) -> tuple[int, int, int, int]:
    """The numbers of a series as Python's own, which do not overflow."""
    games, seed, first = operator.index(games), operator.index(seed), operator.index(first)
    for name, number in (("games", games), ("first", first)):
        if number < 0:
            raise InvalidArgument(f"{name} cannot be negative: {number}")
    if first + games > MAX_INDEX + 1:
        raise InvalidArgument(f"games are numbered up to {MAX_INDEX}: {games} after game {first} are too many")
    _engine.game_seed(seed, 0)  # refuses what is no seed, even where no game is played
    return games, seed, thread_count(operator.index(threads)), first


def _in_engine(
    game: Game,
    bots: list[str],
    games: int,
    seed: int,
    threads: int,
    rotate: bool,
    record: bool,
    first: int,
    on_results: Callable[[list[GameResult]], object] | None,
    on_progress: Callable[[Progress], object] | None,
) -> SelfplayResults:
    replays: list[Replay] = []

    def on_rows(rows: list[Row]) -> None:
        results = [GameResult(*row[:-1], None if row[-1] is None else Replay._of(row[-1])) for row in rows]
        if on_results is not None:
            on_results(results)
        if on_results is None and on_progress is None:
            replays.extend(result.replay for result in results if result.replay is not None)

    rows = on_rows if on_results is not None or (record and on_progress is None) else None
    news = None if on_progress is None else lambda *news: on_progress(Progress(*news))
    columns, interrupted = _engine.selfplay(game, bots, games, seed, threads, rotate, record, first, rows, news)
    results = SelfplayResults(bots=tuple(bots), replays=replays, **columns)
    if interrupted:
        raise Interrupted(results)
    return results


def _one_by_one(
    game: Game, bots: Sequence[BotLike], games: int, seed: int, rotate: bool, record: bool, first: int
) -> Iterator[GameResult]:
    for index in range(first, first + games):
        bots_at = _seating(game, index, rotate)
        seated = [bots[bot] for bot in bots_at]
        match = _play_match(game, seated, _engine.game_seed(seed, index))
        replay = match.replay([bot_name(bot) for bot in seated]) if record else None
        yield _result(match, index, bots_at, replay)


def _seating(game: Game, index: int, rotate: bool) -> tuple[int, ...]:
    """Which bot sits at which seat in game ``index`` of a series."""
    n = game.num_players
    return tuple((seat + (index if rotate else 0)) % n for seat in range(n))


def _result(match: Match, index: int, bots_at: tuple[int, ...], replay: Replay | None) -> GameResult:
    """How a match went that is over."""
    state, steps = match.state, match.steps
    chance = sum(player < 0 for player, _ in steps)
    return GameResult(
        index=index,
        seed=match.seed,
        bots_at=bots_at,
        scores=tuple(state.scores().tolist()),
        ranking=tuple(state.ranking().tolist()),
        returns=tuple(state.returns().tolist()),
        decisions=len(steps) - chance,
        chance=chance,
        end_reason=state.end_reason() or "over",
        replay=replay,
    )


# --- a series that was stopped ----------------------------------------------------------------------------------------


def read_series(
    path: str | os.PathLike[str], game: Game, bots: Sequence[str], seed: SupportsIndex = 0, rotate: bool = True
) -> Series:
    """The games that a recorded ``selfplay`` has written to a file so far, one replay a line.

    ``selfplay(..., first=len(series.results))`` plays those that are missing. Each line is followed, and must be what
    this very series writes there. A last line without an end is left out: whoever wrote it was stopped.

    Raises:
        ReplayError: the file cannot be read, is damaged, or is of another series; the message names the line.
        InvalidArgument, InvalidText: as in ``selfplay``.
    """
    names = check_bots(game, bots)
    _, seed, _, _ = _numbers(0, seed, 1, 0)
    results: list[GameResult] = []
    size = 0
    try:
        with Path(path).open("rb") as lines:
            for index, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    break
                results.append(
                    _read_result(line, f"{os.fspath(path)}, line {index + 1}", game, names, seed, index, rotate)
                )
                size += len(line)
    except (OSError, ValueError) as error:
        raise ReplayError(f"cannot read the replays {path_and_reason(path, error)}") from error
    return Series(SelfplayResults.of(game, names, results), size)


def _read_result(
    line: bytes, where: str, game: Game, names: list[str], seed: int, index: int, rotate: bool
) -> GameResult:
    """Follows a line, which must be that of game ``index`` of the series."""
    bots_at = _seating(game, index, rotate)
    try:
        replay = Replay.from_json(line.decode("utf-8"))
        for what, found, wanted in (
            ("game", replay.game, game.name),
            ("rules version", replay.rules_version, game.rules_version),
            ("variant", replay.variant, game.variant),
            ("number of players", replay.players, game.num_players),
            ("rules", replay.rules, game.rules),
            ("seed", replay.seed, _engine.game_seed(seed, index)),
            ("bots", list(replay.bots or ()), [names[bot] for bot in bots_at]),
        ):
            if found != wanted:
                raise ReplayError(f"this is not game {index} of this series: the {what} is {found}, not {wanted}")
        match = game.match_from_replay(replay.to_json())
        if not match.is_terminal() or f"{match.replay(replay.bots).to_json()}\n".encode() != line:
            raise ReplayError("the line is not as this series would write it")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{where}: this is not UTF-8 text: {error.reason}") from error
    except LineshaftError as error:
        raise ReplayError(f"{where}: {error.message}", error.code) from error
    return _result(match, index, bots_at, None)

"""A series in a few numbers: who won from where, by how much, and how sure that is."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""

T95 = (12.706205, 4.302653, 3.182446, 2.776445)
"""The quantiles of Student's t for 1 to 4 degrees of freedom, where ``t95`` would be too far off."""


Interval = tuple[float, float] | tuple[None, None]


class Tally(NamedTuple):
    """What one bot, all bots of one name, or one seat made of its games.

    An interval is None where it would mean nothing: the games repeat themselves (``Summary.distinct_games``), or it is
    that of a mean and there is one game.
    """

    name: str
    """The bot's name, or ``seat 0``, ``seat 1``, …"""
    seat: int | None
    """The seat; of a bot the one that it has in game 0. None for all bots of one name."""
    games: int
    wins: float
    """A win shared by k winners counts 1/k for each. An int where it is whole."""
    win_rate: float
    low: float | None
    """The lower end of the 95 % Wilson interval of the win rate."""
    high: float | None
    """Its upper end."""
    mean_score: float
    score_low: float | None
    """The lower end of the 95 % interval of the mean score, by Student's t over the games."""
    score_high: float | None
    """Its upper end."""
    score_spread: float
    """The standard deviation of the scores."""
    mean_margin: float | None
    """The mean of the score less the best score among the other players; None where one player plays."""
    margin_low: float | None
    """The lower end of the 95 % interval of the mean margin."""
    margin_high: float | None
    """Its upper end."""
    mean_return: float


@dataclass(frozen=True)
class Summary:
    """A series in a few numbers. ``by_bot`` is in the order of the list of bots, ``by_name`` in that of their names."""

    games: int
    distinct_games: int
    """How many of the games are different ones: fewer than ``games`` where neither chance nor the bots vary.

    That is seen by looking: no game has a chance outcome, and games with the same bots in the same seats have the same
    number of decisions, the same scores and places and the same end.
    """
    by_bot: tuple[Tally, ...]
    by_name: tuple[Tally, ...]
    """All bots of one name together."""
    by_seat: tuple[Tally, ...]
    mean_decisions: float
    """The mean number of decisions a game."""
    mean_chance: float
    """The mean number of chance outcomes a game."""
    ends: dict[str, int]
    """How many games ended for which reason, the most frequent first."""


class Results(Protocol):
    """What is read of a series: ``SelfplayResults`` says what it is."""

    def __len__(self) -> int: ...
    @property
    def bots(self) -> tuple[str, ...]: ...
    @property
    def bots_at(self) -> NDArray[np.int32]: ...
    @property
    def scores(self) -> NDArray[np.int32]: ...
    @property
    def ranking(self) -> NDArray[np.int32]: ...
    @property
    def returns(self) -> NDArray[np.float64]: ...
    @property
    def decisions(self) -> NDArray[np.int32]: ...
    @property
    def chance(self) -> NDArray[np.int32]: ...
    @property
    def end_reasons(self) -> list[str]: ...


def summarize(results: Results) -> Summary:
    """The numbers of a series."""
    bots, distinct = results.bots, distinct_games(results)
    table = _Table(results, varies=distinct == len(results))
    seats = np.broadcast_to(np.arange(len(bots)), results.scores.shape)
    by_name = []
    for name in dict.fromkeys(bots):
        among = [bot for bot, other in enumerate(bots) if other == name]
        by_name.append(table.tally(name, None, np.isin(results.bots_at, among)))
    return Summary(
        games=len(results),
        distinct_games=distinct,
        by_bot=tuple(table.tally(name, bot, results.bots_at == bot) for bot, name in enumerate(bots)),
        by_name=tuple(by_name),
        by_seat=tuple(table.tally(f"seat {seat}", seat, seats == seat) for seat in range(len(bots))),
        mean_decisions=_mean(results.decisions),
        mean_chance=_mean(results.chance),
        ends=dict(sorted(Counter(results.end_reasons).items(), key=lambda end: (-end[1], end[0]))),
    )


def distinct_games(results: Results) -> int:
    """``Summary.distinct_games``: as many as there are ways to sit, if each of them has one outcome alone."""
    if not len(results) or results.chance.any():
        return len(results)
    # Bots of one name are one bot here.
    seated = np.array([results.bots.index(name) for name in results.bots])[results.bots_at]
    reasons = np.unique(results.end_reasons, return_inverse=True)[1]
    outcomes = np.column_stack([seated, results.scores, results.ranking, results.decisions, reasons])
    seatings = len(np.unique(seated, axis=0))
    return seatings if len(np.unique(outcomes, axis=0)) == seatings else len(results)


class _Table:
    """Wins, scores and margins of a series, a row a game and a column a seat."""

    def __init__(self, results: Results, *, varies: bool) -> None:
        players = len(results.bots)
        first = results.ranking == 1
        # A win in parts that can be shared by any number of winners: no sum of theirs is rounded.
        self.parts = math.lcm(*range(1, players + 1))
        self.wins = first * (self.parts // np.maximum(first.sum(axis=1, keepdims=True), 1))
        self.scores = results.scores
        self.margins = margins(results.scores) if players > 1 else None
        self.returns = results.returns
        self.varies = varies

    def tally(self, name: str, seat: int | None, places: NDArray[np.bool_]) -> Tally:
        """``places`` marks the seats of each game, equally many in all."""
        games, won = len(places), int(self.wins[places].sum())
        rate = won / (self.parts * games) if games else 0.0
        low, high = wilson(rate * games, games) if self.varies else (None, None)
        score_low, score_high = self._interval(self.scores, places)
        margin_low, margin_high = (None, None) if self.margins is None else self._interval(self.margins, places)
        return Tally(
            name=name,
            seat=seat,
            games=games,
            wins=won / self.parts if won % self.parts else won // self.parts,
            win_rate=rate,
            low=low,
            high=high,
            mean_score=_mean(self.scores[places]),
            score_low=score_low,
            score_high=score_high,
            score_spread=float(self.scores[places].std()) if games else 0.0,
            mean_margin=None if self.margins is None else _mean(self.margins[places]),
            margin_low=margin_low,
            margin_high=margin_high,
            mean_return=_mean(self.returns[places]),
        )

    def _interval(self, values: NDArray[np.int32], places: NDArray[np.bool_]) -> Interval:
        """Bots of one name in one game depend on each other: games are what is counted."""
        if not self.varies or len(places) < 2:
            return None, None
        return mean_interval(values[places].reshape(len(places), -1).mean(axis=1))


def margins(scores: NDArray[np.int32]) -> NDArray[np.int32]:
    """[games, players]: each score less the best of the other players' of its game. There are at least two players."""
    ordered = np.sort(scores, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    # Where two share the best score, it is the second one too.
    return scores - np.where(scores == best, second, best)


def _mean(values: NDArray[np.int32] | NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else 0.0


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval of the mean that the values, at least two, were drawn around: Student's t."""
    reach = t95(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return float(values.mean()) - reach, float(values.mean()) + reach


def t95(freedom: int) -> float:
    """The quantile of Student's t of a two-sided 95 % interval; an expansion, good to 0.3 %."""
    if freedom <= len(T95):
        return T95[freedom - 1]
    z = Z95
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a win rate; (0, 1) if no game was played."""
    if games == 0:
        return 0.0, 1.0
    rate, spread = wins / games, Z95 * Z95 / games
    centre = rate + spread / 2
    reach = (spread * (rate * (1 - rate) + spread / 4)) ** 0.5
    # Rounding must not leave the rate itself outside.
    return max(0.0, min(rate, (centre - reach) / (1 + spread))), min(1.0, max(rate, (centre + reach) / (1 + spread)))

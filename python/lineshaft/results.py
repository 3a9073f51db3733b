"""What came out of games: of one, and of a series. ``summaries`` has a series in a few numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from ._engine import Game
from .reference.wording import counted
from .replays import Replay
from .summaries import Summary, summarize


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game of a series went; what is by player is by seat."""

    index: int
    """The game's number in the series."""
    seed: int
    """The seed of its match."""
    bots_at: tuple[int, ...]
    """The bot at each seat, as a position in the list of bots."""
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    """The places, from 1; players who cannot be told apart share a place."""
    returns: tuple[float, ...]
    """The utilities that the game was loaded with."""
    decisions: int
    """Decisions of players, forced ones too."""
    chance: int
    """Chance outcomes."""
    end_reason: str
    replay: Replay | None
    """The replay, if the series records."""


Row = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[float, ...], int, int, str, str | None]
"""A result as the engine hands it over: the replay is a line."""


class Columns(TypedDict):
    """Results as the engine returns them, see ``SelfplayResults``."""

    seeds: NDArray[np.uint64]
    bots_at: NDArray[np.int32]
    scores: NDArray[np.int32]
    ranking: NDArray[np.int32]
    returns: NDArray[np.float64]
    decisions: NDArray[np.int32]
    chance: NDArray[np.int32]
    end_reasons: list[str]


@dataclass(frozen=True, eq=False)
class SelfplayResults:
    """Results of a series, a row a game. The arrays are the caller's."""

    bots: tuple[str, ...]
    """The names of the bots, in the order that ``bots_at`` refers to."""
    seeds: NDArray[np.uint64]
    """[games]: the seed of each match."""
    bots_at: NDArray[np.int32]
    """[games, players]: which bot sat at which seat."""
    scores: NDArray[np.int32]
    """[games, players]: final scores by seat."""
    ranking: NDArray[np.int32]
    """[games, players]: final places by seat, from 1."""
    returns: NDArray[np.float64]
    """[games, players]: utilities by seat."""
    decisions: NDArray[np.int32]
    """[games]: decisions of players, forced ones too."""
    chance: NDArray[np.int32]
    """[games]: chance outcomes."""
    end_reasons: list[str]
    """[games]: why each game ended."""
    replays: list[Replay]
    """[games]: the replays; empty unless the series recorded and kept them."""

    @classmethod
    def of(cls, game: Game, bots: Sequence[str], results: Sequence[GameResult]) -> SelfplayResults:
        """From the results of single games, by column."""
        shape = (len(results), game.num_players)
        return cls(
            bots=tuple(bots),
            seeds=np.array([r.seed for r in results], np.uint64),
            bots_at=np.array([r.bots_at for r in results], np.int32).reshape(shape),
            scores=np.array([r.scores for r in results], np.int32).reshape(shape),
            ranking=np.array([r.ranking for r in results], np.int32).reshape(shape),
            returns=np.array([r.returns for r in results], np.float64).reshape(shape),
            decisions=np.array([r.decisions for r in results], np.int32),
            chance=np.array([r.chance for r in results], np.int32),
            end_reasons=[r.end_reason for r in results],
            replays=[r.replay for r in results if r.replay is not None],
        )

    @classmethod
    def join(cls, *parts: SelfplayResults) -> SelfplayResults:
        """One series out of at least one part, in this order; the parts are between the same bots."""
        return cls(
            bots=parts[0].bots,
            seeds=np.concatenate([part.seeds for part in parts]),
            bots_at=np.concatenate([part.bots_at for part in parts]),
            scores=np.concatenate([part.scores for part in parts]),
            ranking=np.concatenate([part.ranking for part in parts]),
            returns=np.concatenate([part.returns for part in parts]),
            decisions=np.concatenate([part.decisions for part in parts]),
            chance=np.concatenate([part.chance for part in parts]),
            end_reasons=[reason for part in parts for reason in part.end_reasons],
            replays=[replay for part in parts for replay in part.replays],
        )

    def __len__(self) -> int:
        return len(self.seeds)

    def summary(self) -> Summary:
        """Wins, scores and margins with 95 % intervals by bot, by name and by seat, lengths and ends."""
        return summarize(self)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while a series ran. ``results`` are those of the games that were finished by then."""

    def __init__(self, results: SelfplayResults) -> None:
        super().__init__(f"interrupted after {counted(len(results), 'game')}")
        self.results = results

    def __reduce__(self) -> tuple[type[Interrupted], tuple[SelfplayResults]]:
        return Interrupted, (self.results,)


class Series(NamedTuple):
    """What the file of a series holds: the results of its first games, and the length of their lines."""

    results: SelfplayResults
    size: int
    """In bytes. What the file has beyond it is a torn line."""

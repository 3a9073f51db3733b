"""Following a replay step by step, and going to any of its positions.

The *ply* of a position is the number of steps that lead to it: ply 0 is the start, step ``n`` is taken at ply ``n``.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator
from typing import NamedTuple, SupportsIndex

from ._engine import Following, Game, State
from .errors import InvalidArgument
from .reference.wording import shown
from .replays import MARK_EVERY, Replay, library


class Shown(NamedTuple):
    """A position on the way: its ply, the step that led to it as the viewer saw it, the state, and what was opened."""

    ply: int
    step: str | None
    """None at the start."""
    state: State
    opened: tuple[str, ...]
    """What that step opened to everybody, as ``State.opened`` has it."""


class Playback:
    """A replay with its game, open at every ply.

    ``state`` goes to a position, in any order; ``walk`` goes from the start to the end. What cannot be followed is an
    error when it is reached: the positions before it are there.
    """

    def __init__(self, replay: Replay, data: str | os.PathLike[str] | None = None) -> None:
        """Loads the replay's game.

        Args:
            replay: the replay.
            data: the path of the data file that it was played with, if that was not the shipped one.

        Raises:
            ReplayError: it was played with another data file, or under another rules version with other options.
            UnknownGame, InvalidVariant: its game, variant, player count or options are not declared.
            InvalidData: the data file cannot be read or is wrong.
        """
        self.replay = replay
        self._steps = replay.steps
        start = library(data).follow(replay)
        self.game: Game = start.game
        self._kept: dict[int, Following] = {0: start}

    def __len__(self) -> int:
        """The number of steps, which is the ply of the last position."""
        return len(self._steps)

    def state(self, ply: SupportsIndex) -> State:
        """A new state: the position at a ply.

        Raises:
            InvalidArgument: there is no such ply.
            ReplayError: the steps before it do not follow the rules or miss a mark.
        """
        ply = operator.index(ply)
        if not 0 <= ply <= len(self):
            raise InvalidArgument(f"there is no ply {shown(ply)}; the replay has ply 0 to {len(self)}")
        now = max(kept for kept in list(self._kept) if kept <= ply)  # another thread may add one
        following = self._kept[now].clone()
        while now < ply:
            now, _ = next(following)
            if now % MARK_EVERY == 0:
                self._kept.setdefault(now, following.clone())
        return following.state

    def walk(self, viewer: SupportsIndex | None = None, *, hidden: bool = False) -> Iterator[Shown]:
        """Every position in order, the start first. The state is a new one each time.

        Args:
            viewer: the player who watches: steps read as that player saw them.
            hidden: without a viewer, whether steps read as a spectator saw them, or are written in full.

        Raises:
            InvalidArgument: there is no such player.
            ReplayError: a step does not follow the rules, or a mark or the result is another one.
        """
        player = None if viewer is None else operator.index(viewer)
        if player is not None and not 0 <= player < self.game.num_players:
            last = self.game.num_players - 1
            known = f"players are 0 to {last}" if last else "the only one is 0"
            raise InvalidArgument(f"there is no player {shown(player)}; {known}")
        return self._walk(player, hidden or player is not None)

    def _walk(self, viewer: int | None, hidden: bool) -> Iterator[Shown]:
        step: str | None = None
        opened: tuple[str, ...] = ()
        following = self._kept[0].clone()
        for ply, choice in following:
            state = following.state
            yield Shown(ply, step, state.clone(), opened)
            if ply < len(self):
                step = self._steps[ply]
            if choice is None or state.explain(choice) is not None:
                continue
            opened = tuple(state.opened(choice))
            if hidden:
                step = f"{self._steps[ply].partition(' ')[0]} {state.step_to_string(choice, viewer)}"

    def choices(self) -> Iterator[tuple[State, int]]:
        """Every step in order: the position before it (a new state), and the action or outcome taken there.

        Raises:
            ReplayError: as in ``walk``.
        """
        following = self._kept[0].clone()
        for _, choice in following:
            if choice is not None:
                yield following.state, choice

"""Who sits at a table: people, bots, nobody; since when; and how that is written into a replay.

A replay names one text a seat. Where somebody took a seat over, it says so: ``person; from ply 57 greedy``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .._engine import Bot, Game, View, make_bot
from ..errors import InvalidArgument, InvalidText
from ..reference.wording import counted, quoted

PERSON = "person"
"""A seat whose decisions come from outside."""

NOBODY = "nobody"
"""A seat that waits for somebody to take it."""

TAKEN = re.compile(r"; from ply ([0-9]{1,9}) ")


class Choice(NamedTuple):
    """What a bot chose, and whether it had luck in it: with another seed it might have chosen otherwise."""

    action: int
    lucky: bool


class Stay(NamedTuple):
    """Somebody in a seat from a ply on; ``bot`` is None for people, nobody, and what plays here no more."""

    since: int
    who: str
    bot: Bot | None


class Chair:
    """One seat and all who sat there. A bot that sits down draws from the seat's stream from its beginning."""

    def __init__(self, game: Game, seed: int, player: int, who: str) -> None:
        self._game, self._seed, self._player = game, seed, player
        self._stays: list[Stay] = []
        self.take(0, who)

    @classmethod
    def of_text(cls, game: Game, seed: int, player: int, text: str) -> Chair:
        """From the text in a replay. Who sat there before may be a bot that is not known here."""
        first, *later = TAKEN.split(text)
        taken = [(0, first), *((int(ply), who) for ply, who in zip(later[::2], later[1::2], strict=True))]
        chair = cls(game, seed, player, NOBODY)
        chair._stays = [Stay(since, who, chair._bot(who, known=False)) for since, who in taken]
        return chair

    def to_text(self) -> str:
        """For a replay."""
        first, *later = self._stays
        return first.who + "".join(f"; from ply {since} {who}" for since, who, _ in later)

    def at(self, ply: int) -> Stay:
        """Who has the decision at a ply."""
        return next(stay for stay in reversed(self._stays) if stay.since <= ply)

    @property
    def now(self) -> Stay:
        """Who sits there."""
        return self._stays[-1]

    def take(self, ply: int, who: str) -> None:
        """Somebody sits down.

        Raises:
            InvalidText: there is no such bot.
        """
        self._seat(Stay(ply, who, self._bot(who, known=True)))

    def back_to(self, ply: int) -> None:
        """The game goes back to a ply; who sits there stays."""
        if self.now.since > ply:
            self._seat(self.now._replace(since=ply))

    def _seat(self, stay: Stay) -> None:
        earlier = [each for each in self._stays if each.since < stay.since]
        same = earlier and stay.bot is None and earlier[-1].who == stay.who
        self._stays = earlier if same else [*earlier, stay]

    def fork(self, seed: int, ply: int) -> Chair:
        """The same for another game that goes on from a ply with another seed: a bot there begins anew."""
        chair = Chair(self._game, seed, self._player, NOBODY)
        chair._stays = [stay for stay in self._stays if stay.since <= ply]
        chair.take(ply, self.now.who)
        return chair

    def check(self) -> None:
        """Raises InvalidText if who sits there is not known here."""
        self._bot(self.now.who, known=True)

    def _bot(self, who: str, *, known: bool) -> Bot | None:
        if who in (PERSON, NOBODY):
            return None
        try:
            return make_bot(who, self._game, self._seed, self._player)
        except InvalidText as error:
            if known:
                raise InvalidText(f"seat {self._player}: {error.message}, or {PERSON} or {NOBODY}") from None
            return None


def choose(bot: Bot, view: View) -> Choice:
    """Asks a bot."""
    return Choice(bot.choose(view), bot.drew)


def check_seats(game: Game, seats: Sequence[str]) -> list[str]:
    """The texts, one a seat.

    Raises:
        InvalidArgument: it is another number of texts.
    """
    if isinstance(seats, str):
        raise InvalidArgument(f"seats is a list with one text a player, not the text {quoted(seats)}")
    if len(seats) != game.num_players:
        seated, players = counted(len(seats), "seat"), counted(game.num_players, "player")
        raise InvalidArgument(f"{seated} for {players}: say of each who sits there")
    return list(seats)

"""Bots: what can play, and how a bot of your own looks.

A bot is a text that names a built-in one (``"greedy"``, or with parameters ``"greedy:epsilon=0.3"``), a function from a
view to an action, or an object with a method ``choose``. It sees a ``View`` of its player and nothing else; it is not
asked where one action alone is legal.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, SupportsIndex, runtime_checkable

from . import _engine
from ._engine import Bot, Game, View, make_bot
from .errors import InvalidArgument, InvalidText
from .reference.wording import counted, quoted, shown

__all__ = [
    "Bot",
    "BotKind",
    "BotLike",
    "BotParameter",
    "Chooser",
    "Starter",
    "bot_name",
    "bot_parameters",
    "bots",
    "check_bots",
    "make_bot",
    "start_seed",
]


@runtime_checkable
class Chooser(Protocol):
    """A bot as an object. An attribute ``name`` (a text), if there is one, names it in replays and summaries."""

    def choose(self, view: View) -> SupportsIndex:
        """One of ``view.legal_actions()``."""


@runtime_checkable
class Starter(Protocol):
    """What a bot may have besides: ``start`` is called before each game that it plays."""

    def start(self, game: Game, player: int, seed: int) -> None:
        """``player`` is the bot's seat in the coming game; ``seed`` is the bot's own, see ``start_seed``."""


BotLike = str | Callable[[View], SupportsIndex] | Chooser


class BotParameter(NamedTuple):
    """A parameter of a kind of bot: its default as it would be written, the values it may have (for people)."""

    name: str
    default: str
    allowed: str
    summary: str


class BotKind(NamedTuple):
    """A kind of built-in bot: the word that names it, what it does, what it looks at, what can be said of it."""

    name: str
    summary: str
    sees: str
    parameters: tuple[BotParameter, ...]


def bots() -> tuple[BotKind, ...]:
    """The built-in bots."""
    return tuple(
        BotKind(name, summary, sees, tuple(BotParameter(*parameter) for parameter in parameters))
        for name, summary, sees, parameters in _engine.bot_kinds()
    )


def bot_parameters(bot: str) -> dict[str, str]:
    """What a text says of a bot's parameters, by their names; whether it may say so is checked by ``make_bot``."""
    pieces = (piece.partition("=") for piece in bot.partition(":")[2].split(",") if piece)
    return {name: value for name, _, value in pieces}


def bot_name(bot: BotLike) -> str:
    """How a bot is called in replays, summaries and errors.

    Raises:
        InvalidArgument: this cannot be a bot.
    """
    if isinstance(bot, str):
        return bot
    if isinstance(bot, type) or not (callable(bot) or isinstance(bot, Chooser)):
        raise InvalidArgument(
            f"a bot is a text, a function of a view, or an object with a method choose, not {shown(bot)}"
        )
    for name in (getattr(bot, "name", None), getattr(bot, "__name__", None)):
        if isinstance(name, str):
            return name
    return type(bot).__name__


def start_seed(seed: SupportsIndex, player: SupportsIndex) -> int:
    """The number that ``start`` of a player's bot gets in the match of a seed: the same each time, another one a seat.

    It is a hash and not a number of the generator, which runs backwards: from one of its numbers a bot could work out
    the seed of the match, and from that every card to come.

    Raises:
        InvalidArgument: a number is out of range.
    """
    numbers = operator.index(seed), operator.index(player)
    if not all(0 <= number < 2**64 for number in numbers):
        raise InvalidArgument(
            f"seed and player are numbers from 0 to {2**64 - 1}, not {shown(numbers[0])} and {shown(numbers[1])}"
        )
    text = b"".join(number.to_bytes(8, "little") for number in numbers)
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=b"lineshaft start").digest(), "little")


def check_bots(game: Game, bots: Sequence[BotLike]) -> list[str]:
    """The names of the bots, one a player, as ``play`` and ``selfplay`` take them.

    Raises:
        InvalidArgument: the number of bots is wrong, or one is no bot.
        InvalidText: there is no built-in bot of that name, it has no such parameter or value, or UTF-8 cannot write a
            bot's name.
    """
    if isinstance(bots, str):
        raise InvalidArgument(f"bots is a list with one bot a player, not the text {quoted(bots)}")
    if len(bots) != game.num_players:
        raise InvalidArgument(
            f"{counted(len(bots), 'bot')} for {counted(game.num_players, 'player')}: name one bot a player"
        )
    names = [bot_name(bot) for bot in bots]
    for bot, name in zip(bots, names, strict=True):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise InvalidText(f"{quoted(name)} is no name of a bot: UTF-8 cannot write it") from None
        if isinstance(bot, str):
            make_bot(bot, game)
    return names

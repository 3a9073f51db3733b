"""The games by name: listing, describing and loading them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, SupportsIndex, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _engine
from ._engine import Game
from .errors import InvalidArgument, InvalidData
from .reference.wording import shown

RuleValue = bool | int | str | None
"""What a rules option can be; None is "no limit"."""


def rule_value(text: str) -> RuleValue:
    """The value of a rules option as people write it: ``true``, ``false``, ``none``, a number, else a word."""
    words = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


class ChannelAxis(NamedTuple):
    """What the entries along an axis of a channel are: ``city`` and the names of the cities, or their numbers."""

    name: str
    labels: tuple[str | int, ...]


class Channel(NamedTuple):
    """One slice of the observation vector: ``vector[offset : offset + size].reshape(shape)``.

    An entry is ``raw / high``, where ``raw`` is a whole number from ``least`` to ``most``; ``high`` is 1 for flags and
    one-hot codes, and else what numbers are of that order: some, such as cash, go beyond.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    summary: str
    offset: int
    size: int
    least: int
    most: int
    kind: str
    """``flag``, ``one_hot`` (along the last axis), ``number``, or ``category``: a thing's number + 1, 0 for none."""
    axes: tuple[ChannelAxis, ...]
    """An axis each of ``shape``; none where the channel is a single number."""
    seats: int | None
    """Which of them is that of the players, the viewer's own entry first; its labels are the distance from there."""
    active: bool
    """Whether it can be anything but zeros in this configuration."""


class VariantDeclaration(TypedDict):
    """A named way to play; ``rules`` holds the option values that differ from the options' own defaults.

    ``players`` is the fewest and the most players that it takes.
    """

    name: str
    rule: str
    summary: str
    rules: dict[str, RuleValue]
    players: tuple[int, int]


class OptionDeclaration(TypedDict):
    """A rules option: its default, the values it may have (as a text for people), the rule that it touches."""

    name: str
    default: RuleValue
    allowed: str
    rule: str
    summary: str


class Declaration(TypedDict):
    """The fixed facts of a game. ``players`` is the fewest and the most; the first variant is the default.

    Who names no number gets ``default_players``, or the nearest number that the variant takes.
    """

    name: str
    title: str
    rules_version: int
    players: tuple[int, int]
    default_players: int
    variants: list[VariantDeclaration]
    options: list[OptionDeclaration]


def observation_low(game: Game) -> NDArray[np.float32]:
    """What ``Game.observation_low`` gives."""
    return np.concatenate([np.full(c.size, c.least / c.high, np.float32) for c in game.observation_channels])


def observation_high(game: Game) -> NDArray[np.float32]:
    """What ``Game.observation_high`` gives."""
    return np.concatenate([np.full(c.size, c.most / c.high, np.float32) for c in game.observation_channels])


def decode_observation(game: Game, observation: ArrayLike) -> dict[str, NDArray[np.int32]]:
    """What ``Game.decode_observation`` gives."""
    vectors = np.asarray(observation)
    if vectors.dtype.kind not in "fiu" or vectors.shape[-1:] != game.observation_shape:
        raise InvalidArgument(
            f"the last axis of observations has length {game.observation_shape[0]}, and they are numbers; this is an "
            f"array of {vectors.dtype} and shape {list(vectors.shape)}"
        )
    return {
        channel.name: np.rint(vectors[..., channel.offset : channel.offset + channel.size] * channel.high)
        .astype(np.int32)
        .reshape(*vectors.shape[:-1], *channel.shape)
        for channel in game.observation_channels
    }


def games() -> tuple[str, ...]:
    """The names of the games, ascending."""
    return _engine.games()


def describe(name: str) -> Declaration:
    """What a game offers before it is loaded: players, variants, rules options.

    Raises:
        UnknownGame: there is no game of that name.
    """
    return _engine.declaration(name)


def load_game(
    name: str,
    players: SupportsIndex | None = None,
    variant: str | None = None,
    rules: Mapping[str, RuleValue] | None = None,
    data: str | os.PathLike[str] | None = None,
    utility: str | None = None,
) -> Game:
    """Loads a game.

    Args:
        name: one of ``games()``.
        players: the number of players; None takes the game's default, or the nearest number that the variant takes.
        variant: the name of a variant; None takes the first one.
        rules: values of rules options, over those of the variant.
        data: the path of a TOML file that replaces the shipped boards, cards and counts.
        utility: what ``returns()`` pays: ``"win"`` (default; 1 shared by the winners, less 1/players), ``"score"``, or
            ``"margin"`` (score less the best other score). With one player it is always the score.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidVariant: the game does not declare this number of players, variant, option, value or utility.
        InvalidData: the data file cannot be read, or something in it is wrong; the message names it.
    """
    own, options = None if data is None else named_data(data), None if rules is None else dict(rules)
    return _engine.load_game_text(name, players, variant, options, own, utility)


def read_data(path: str | os.PathLike[str]) -> str:
    """The text of a data file.

    Raises:
        InvalidData: it cannot be read, or is no UTF-8.
    """
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidData(f"the data file {os.fspath(path)} is not UTF-8 text: {error.reason}") from error
    except (OSError, ValueError) as error:
        raise InvalidData(f"cannot read the data file {path_and_reason(path, error)}") from error


def named_data(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a data file, and what sentences about it call it: the last part of its path."""
    return read_data(path), os.fsencode(Path(path).name).decode("utf-8", "replace")


def path_and_reason(path: str | os.PathLike[str], error: OSError | ValueError) -> str:
    """The path of a file, and why it cannot be read. What can be no path at all is a ValueError to Python."""
    if isinstance(error, OSError):
        return f"{os.fspath(path)}: {error.strerror}"
    return f"{shown(os.fspath(path))}: this is no path, {error}"

"""Following a replay with the reference: each step must be legal, each mark and the result what the replay says.

A replay comes as the dict of its line; ``docs/replays.md`` gives the format. The *ply* of a position is the number of
steps that lead to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from . import load_game
from .codec import digest64
from .errors import LineshaftError, ReplayError
from .fields import told
from .protocol import Game, State, config_text
from .wording import quoted

Record = Mapping[str, Any]

LISTS: dict[str, type] = {"steps": str, "marks": str, "scores": int, "ranking": int}
"""What is in the lists of a replay."""

CONFIG = slice(4, 12)
"""Where canonical bytes have the digest of the configuration."""


class Library:
    """The games of replays. A game stays loaded until one comes that is of another.

    Args:
        data: the text of the data file that they were played with, None for the shipped one.
        data_name: what a refusal calls that file.
    """

    def __init__(self, data: str | None = None, data_name: str | None = None) -> None:
        self._data, self._data_name = data, data_name
        self._choices = ""
        self._game: Game | None = None

    def game(self, record: Record) -> Game:
        name, players, variant, rules = (record[key] for key in ("game", "players", "variant", "rules"))
        check_kind(record, "game", str)
        check_kind(record, "variant", str)
        check_kind(record, "players", int)
        check_kind(record, "rules", Mapping)
        for option, value in rules.items():
            if not isinstance(value, bool | int | str | None):
                raise ReplayError(f"rules option {quoted(str(option))} has the value {told(value)}")
        choices = json.dumps([name, players, variant, rules], sort_keys=True)
        if self._game is None or choices != self._choices:
            self._game = load_game(name, players, variant, rules, self._data, data_name=self._data_name)
            self._choices = choices
        return self._game


def check_kind(record: Record, key: str, kind: type, entries: type | None = None) -> None:
    """A replay is read one level deep alone, as far as its format goes: what is below could go on for ever."""
    value: Any = record[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ReplayError(f"{key} cannot be {told(value)}")
    listed: list[Any] = record[key] if entries is not None else []
    wrong = [entry for entry in listed if not isinstance(entry, entries or object)]
    if wrong:
        raise ReplayError(f"{key} cannot hold {told(wrong[0])}")


def follow(state: State[Any], record: Record) -> Iterator[int]:
    """Takes all steps of a replay on an initial state of its game.

    The ply of each position is handed out before the next step is taken, that of the last one when everything is found
    to be right.

    Raises:
        ReplayError: a step is not legal, or a mark or the result is another one.
    """
    for key, kind in LISTS.items():
        check_kind(record, key, list, kind)
    header = config_digest(state.game, record)
    steps: list[str] = record["steps"]
    marks: list[str] = list(record["marks"])
    agreed = 0
    for ply, step in enumerate(steps):
        yield ply
        try:
            take(state, step)
        except LineshaftError as error:
            raise ReplayError(f"step {ply} ({step}): {error}") from error
        if marks and mark_ply(marks[0]) == ply + 1:
            check_mark(marks.pop(0), f"{ply + 1} {digest_as(state, header)}", agreed, ply + 1)
            agreed = ply + 1
    if marks:
        raise ReplayError(f"the mark '{marks[0]}' is after no step, or out of order")
    check_end(state, header, record)
    yield len(steps)


def take(state: State[Any], step: str) -> None:
    """Applies a step: ``0 build Chicago`` of a player, ``* card orange 1`` of chance."""
    who, _, text = step.partition(" ")
    if state.is_terminal():
        raise ReplayError("the game is over already")
    expected = "*" if state.is_chance_node() else str(state.current_player())
    if who != expected:
        actor = "chance (*)" if expected == "*" else f"player {expected}"
        raise ReplayError(f"it is {actor} who acts now")
    state.apply_action(state.string_to_action(text))


def mark_ply(mark: str) -> int:
    """The ply that a mark is of; -1 for what is no mark."""
    number, blank, _ = mark.partition(" ")
    return int(number) if blank and number.isascii() and number.isdigit() and len(number) < 10 else -1


def check_mark(mark: str, own: str, agreed: int, ply: int) -> None:
    if mark != own:
        raise ReplayError(
            f"the position at ply {ply} is not the one that was recorded (its mark is {own}, the replay says {mark}):"
            f" the first difference lies between ply {agreed} and ply {ply}"
        )


def check_end(state: State[Any], header: bytes, record: Record) -> None:
    facts = {
        "end_reason": state.end_reason(),
        "scores": list(state.scores()),
        "ranking": list(state.ranking()),
        "hash": digest_as(state, header),
    }
    for key, value in facts.items():
        said = record[key] if key in LISTS or isinstance(record[key], str) else told(record[key])
        if value != record[key]:
            raise ReplayError(f"the steps lead to {key} {value}, the replay says {said}")


def config_digest(game: Game, record: Record) -> bytes:
    """The digest of the configuration that a replay names, whatever rules version and order of options it has."""
    rules = {name: record["rules"][name] for name in game.rules if name in record["rules"]}
    text = config_text(
        record["game"], record["rules_version"], record["variant"], record["players"], rules, record["data_digest"]
    )
    return digest64(text.encode())


def digest_as(state: State[Any], header: bytes) -> str:
    """The digest of a position's canonical bytes as if its configuration had the digest ``header``."""
    data = bytearray(state.to_bytes())
    data[CONFIG] = header
    return digest64(bytes(data)).hex()

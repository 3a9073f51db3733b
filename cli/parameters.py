"""Kinds of parameters that several commands share."""

from __future__ import annotations

import re

import click

import lineshaft

SEED = click.IntRange(0, 2**64 - 1)


class GameName(click.ParamType):
    """The name of a game of the registry, or one of the further ``words``."""

    name = "game"

    def __init__(self, *words: str) -> None:
        self.words = words

    def names(self) -> list[str]:
        return [*lineshaft.games(), *self.words]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.names():
            raise click.UsageError(f"there is no game {value!r}; choose one of: {', '.join(self.names())}")
        return value

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"Choose one of: {', '.join(self.names())}"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        names = [name for name in self.names() if name.startswith(incomplete)]
        return [click.shell_completion.CompletionItem(name) for name in names]


class PlayerRange(click.ParamType):
    """``3`` or ``2-4``: a range of player counts."""

    name = "range"

    def convert(self, value: str | range, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", value)
        if not match or int(match[1]) > int(match[2] or match[1]):
            self.fail(f"{value!r} is not a range of players; write 3 or 2-4", param, ctx)
        return range(int(match[1]), int(match[2] or match[1]) + 1)


def rule_values(texts: tuple[str, ...]) -> dict[str, bool | int | str | None]:
    """The rules options of ``KEY=VALUE`` texts; which keys and values a game takes is the engine's to say."""
    rules: dict[str, bool | int | str | None] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise click.UsageError(f"--rule takes KEY=VALUE, not {text!r}; 'lineshaft games GAME' lists the keys")
        rules[name] = rule_value(value)
    return rules


def rule_value(text: str) -> bool | int | str | None:
    words = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text

"""Parameters that several commands share, and how their texts are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

import lineshaft

SEED = click.IntRange(0, 2**64 - 1)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def game_argument(*words: str, required: bool = True) -> Decorator:
    """The argument GAME: the name of a game of the registry, or one of the further ``words``."""

    def names() -> list[str]:
        return [*lineshaft.games(), *words]

    def check(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        if value is None and required:
            raise click.UsageError(f"name a game: one of {', '.join(names())}")
        if value is not None and value not in names():
            raise click.UsageError(f"there is no game {value!r}; choose one of: {', '.join(names())}")
        return value

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]

    metavar = "|".join(["GAME", *words]) if required else "[GAME]"
    return click.argument("game", required=False, callback=check, shell_complete=complete, metavar=metavar)


def game_arguments() -> Decorator:
    """The argument GAMES: any number of names of the registry."""

    def check(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        for value in values:
            if value not in lineshaft.games():
                raise click.UsageError(f"there is no game {value!r}; choose among: {', '.join(lineshaft.games())}")
        return tuple(dict.fromkeys(values))

    return click.argument("games", nargs=-1, callback=check, metavar="[GAME]...")


def player_range(_ctx: click.Context, _param: click.Parameter, text: str | None) -> range | None:
    """``3`` or ``2-4``: a range of player counts."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if not match or int(match[1]) > int(match[2] or match[1]):
        raise click.UsageError(f"--players takes a number or a range such as 2-4, not {text!r}")
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

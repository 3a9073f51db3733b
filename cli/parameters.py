"""Parameters that several commands share, and how their texts are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

import click
from click.shell_completion import CompletionItem

import lineshaft
from lineshaft.reference.wording import quoted

from .output import count


class Count(click.IntRange):
    """A whole number as people write it: ``1000``, ``1_000_000``, ``1e6``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str):
            if not re.fullmatch(r"-?[0-9]+(_[0-9]+)*(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?", value):
                self.fail(f"{quoted(value)} is no whole number such as 1000, 1_000 or 1e3", param, ctx)
            number = Decimal(value)
            if number != number.to_integral_value():
                self.fail(f"{quoted(value)} is no whole number", param, ctx)
            value = int(number)
        return super().convert(value, param, ctx)


COUNT = Count(1)
SEED = Count(0, 2**64 - 1)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def game_argument(*words: str, required: bool = True) -> Decorator:
    """The argument GAME: the name of a game of the registry, or one of the further ``words``."""

    def names() -> list[str]:
        return [*lineshaft.games(), *words]

    def check(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        if value is None and required:
            raise click.UsageError(f"name a game: one of {', '.join(names())}")
        if value is not None and value not in names():
            raise click.UsageError(f"there is no game {quoted(value)}; choose one of: {', '.join(names())}")
        return value

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return beginning_with(incomplete, names())

    metavar = "|".join(["GAME", *words]) if required else "[GAME]"
    return click.argument("game", required=False, callback=check, shell_complete=complete, metavar=metavar)


def beginning_with(text: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(text)]


def declaration_of(ctx: click.Context) -> lineshaft.Declaration | None:
    """What the game that was named before declares, while a command line is being completed."""
    # Behind an option that still waits for its value, click has not come to the arguments.
    words = [ctx.params.get("game"), *ctx.args]
    return next((lineshaft.describe(word) for word in words if word in lineshaft.games()), None)


def complete_variant(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    declared = declaration_of(ctx)
    return beginning_with(incomplete, (variant["name"] for variant in declared["variants"]) if declared else ())


def complete_rule(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    declared = declaration_of(ctx)
    return beginning_with(incomplete, (f"{option['name']}=" for option in declared["options"]) if declared else ())


def complete_bots(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The name of the list's last bot, or a parameter that it does not have yet."""
    begun = max(incomplete.rfind(mark) for mark in ",:") + 1
    before = incomplete[:begun]
    words = [] if before.endswith(":") else [kind.name for kind in lineshaft.bots()]
    return beginning_with(incomplete, (f"{before}{word}" for word in [*words, *further_parameters(before)]))


def further_parameters(before: str) -> list[str]:
    """``NAME=`` of what can still be said of the bot at the end of a list, where its parameters have begun."""
    try:
        bot = lineshaft.split_bots(before[:-1])[-1]
    except lineshaft.InvalidText:
        return []
    name, colon, _ = bot.partition(":")
    if not colon and not before.endswith(":"):
        return []
    names = [parameter.name for kind in lineshaft.bots() if kind.name == name for parameter in kind.parameters]
    said = lineshaft.bot_parameters(bot)
    return [f"{name}=" for name in names if name not in said]


def game_arguments() -> Decorator:
    """The argument GAMES: any number of names of the registry."""

    def check(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        for value in values:
            if value not in lineshaft.games():
                raise click.UsageError(
                    f"there is no game {quoted(value)}; choose among: {', '.join(lineshaft.games())}"
                )
        return tuple(dict.fromkeys(values))

    return click.argument("games", nargs=-1, callback=check, metavar="[GAME]...")


def player_range(_ctx: click.Context, _param: click.Parameter, text: str | None) -> range | None:
    """``3`` or ``2-4``: a range of player counts."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if not match or int(match[1]) > int(match[2] or match[1]):
        raise click.UsageError(f"--players takes a number or a range such as 2-4, not {quoted(text)}")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def check_players(game: str, players: int | None, variant: str | None) -> None:
    """Where another variant takes so many players, name it."""
    variants = lineshaft.describe(game)["variants"]
    chosen = next((v for v in variants if variant in {None, v["name"]}), None)
    takers = [v["name"] for v in variants if players is not None and v["players"][0] <= players <= v["players"][1]]
    if players is None or chosen is None or not takers or chosen["name"] in takers:
        return
    low, high = chosen["players"]
    takes = f"{low} to {count(high, 'player')}" if low < high else count(high, "player")
    others = " or ".join(f"--variant {name}" for name in takers)
    raise click.UsageError(f"{chosen['name']} takes {takes}, not {players}; {count(players, 'player')}: {others}")


VARIANT = click.option(
    "--variant", metavar="V", shell_complete=complete_variant, help="A variant of the game [default: its first]."
)
RULES = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete_rule,
    help="A rules option; give it again for another one.",
)
DATA = click.option("--data", metavar="FILE", help="A corrected data file in place of the shipped one.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")


def rule_values(texts: tuple[str, ...]) -> dict[str, bool | int | str | None]:
    """The rules options of ``KEY=VALUE`` texts; which keys and values a game takes is the engine's to say."""
    rules: dict[str, bool | int | str | None] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise click.UsageError(f"--rule takes KEY=VALUE, not {quoted(text)}; 'lineshaft games GAME' lists the keys")
        if name in rules:
            raise click.UsageError(f"--rule {name} is given twice: name its value once")
        rules[name] = lineshaft.rule_value(value)
    return rules

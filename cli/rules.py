"""``lineshaft rules``: the rules of a game, in words."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

import lineshaft

from .output import say, say_json, say_wrapped
from .parameters import JSON, beginning_with, declaration_of, game_argument


def complete_rules(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    declared = declaration_of(ctx)
    rules = lineshaft.read_rules(declared["name"]) if declared else ()
    return beginning_with(incomplete, (rule.number for rule in rules))


@click.command(
    epilog="""\b
Examples:
  lineshaft rules railways
  lineshaft rules railways R16 R17"""
)
@game_argument()
@click.argument("numbers", nargs=-1, metavar="[RULE]...", shell_complete=complete_rules)
@JSON
def rules(game: str, numbers: tuple[str, ...], as_json: bool) -> None:
    """Tell the rules of GAME, or those of some numbers, as errors and scores cite them: R16.

    In brackets stands where a rule comes from: a section of the rulebook, or a ruling where that is silent. Numbers in
    the rules are those of the shipped data file.
    """
    found = [lineshaft.find_rule(game, number) for number in numbers] or list(lineshaft.read_rules(game))
    if as_json:
        say_json({"format": "lineshaft-rules/1", "game": game, "rules": [rule._asdict() for rule in found]})
        return
    heading = ""
    for rule in found:
        if rule.heading != heading:
            heading = rule.heading
            say_wrapped(heading)
            say()
        say_rule(rule)
        say()


def say_rule(rule: lineshaft.Rule) -> None:
    """A rule in a paragraph."""
    say_wrapped(f"{rule.number:<4} {rule.text}", indent=5)

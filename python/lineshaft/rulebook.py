"""The rules of the games, in the words of their pages: ``docs/games`` travels in the package, so they are written once.

Errors, ``explain`` and the parts of a score cite these numbers.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from . import _engine
from .errors import InvalidText
from .reference.wording import quoted

__all__ = ["Rule", "find_rule", "read_rules"]

RULE = re.compile(r"- \*\*(R[0-9]+)\*\* (.*)")
MARKS = re.compile(r"\*\*|`|(?<![A-Za-z0-9*])\*(?=[^ *])|(?<=[^ *])\*(?![A-Za-z0-9*])|\]\([^)]*\)|\[")
"""What Markdown marks words with; of a link the words stay."""


class Rule(NamedTuple):
    """A rule of a game."""

    number: str
    """``R12``."""
    heading: str
    """What the rules around it are about; empty where the page has no such headings."""
    text: str
    """The rule in one paragraph, with its source in brackets: a section of the rulebook, or a ruling where that is
    silent. Numbers are those of the shipped data file."""


def read_rules(name: str) -> tuple[Rule, ...]:
    """The rules of a game, in order.

    Raises:
        UnknownGame: there is no game of that name.
    """
    _engine.declaration(name)
    return _rules(name)


def find_rule(name: str, number: str) -> Rule:
    """One rule by its number: ``R12``, ``r12`` or ``12``.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidText: the game has no such rule.
    """
    rules = read_rules(name)
    wanted = f"R{number.strip().upper().removeprefix('R')}"
    for rule in rules:
        if rule.number == wanted:
            return rule
    raise InvalidText(f"{name} has no rule {quoted(number)}; its rules are {rules[0].number} to {rules[-1].number}")


@cache
def _rules(name: str) -> tuple[Rule, ...]:
    page = (files(__package__) / "pages" / f"{name}.md").read_text(encoding="utf-8")
    section = page.partition("\n## Rules\n")[2].partition("\n## ")[0]
    rules: list[Rule] = []
    heading = ""
    for block in re.split(r"\n\n|\n(?=- )", section):
        words = " ".join(block.split())
        found = RULE.match(words)
        if found:
            rules.append(Rule(found[1], heading, _plain(found[2])))
        elif words and not words.endswith("."):
            heading = _plain(words.lstrip("# "))
    return tuple(rules)


def _plain(text: str) -> str:
    """Markdown as it is read aloud."""
    return MARKS.sub("", text)

"""Engine and reference declare the same variants, options and channels, in the words of the game's page."""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import lineshaft
from lineshaft import reference

PAGES = Path(__file__).parents[2] / "docs" / "games"


def page_rows(name: str) -> list[tuple[str, str, str]]:
    """Name, rule and summary of the page's variants and options."""
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    [part] = re.findall(r"^## Variants and rules options\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    found, at = [], (0, 0)
    for line in part.splitlines():
        cells = line.strip("| ").split(" | ")
        if "what it is" in line or "what it does" in line:
            at = cells.index("rule"), next(i for i, cell in enumerate(cells) if cell.startswith("what it"))
        elif line.startswith("| `"):
            found.append((cells[0].removesuffix(" (default)").strip("`"), cells[at[0]], cells[at[1]]))
    return found


@pytest.mark.parametrize("name", lineshaft.games())
def test_variants_and_options_are_declared_alike(name: str) -> None:
    declared, slow = lineshaft.describe(name), reference.game_class(name)
    variants: list[dict[str, Any]] = [
        {
            "name": variant.name,
            "rule": variant.rule,
            "summary": variant.summary,
            "rules": dict(variant.rules),
            "players": variant.players or (slow.min_players, slow.max_players),
        }
        for variant in slow.variants
    ]
    options: list[dict[str, Any]] = [
        {
            "name": option.name,
            "rule": option.rule,
            "summary": option.summary,
            "default": option.default,
            "allowed": option.allowed_text(),
        }
        for option in slow.options
    ]
    assert declared["variants"] == variants
    assert declared["options"] == options
    for option, other in zip(declared["options"], slow.options, strict=True):
        assert type(option["default"]) is type(other.default)
    said = [(each["name"], each["rule"], each["summary"]) for each in (*variants, *options)]
    assert page_rows(name)[: len(said)] == said


def test_channels_are_declared_alike(game: lineshaft.Game) -> None:
    slow = reference.load_game(game.name, game.num_players, game.variant)
    assert game.rules == slow.rules
    channels = [(c.name, c.shape, c.high, c.summary, c.size) for c in game.observation_channels]
    assert channels == [(c.name, c.shape, c.high, c.summary, c.size) for c in slow.observation_channels]
    assert [c.offset for c in game.observation_channels] == list(accumulate((c[4] for c in channels[:-1]), initial=0))

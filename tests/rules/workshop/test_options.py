"""Variants and rules options: defaults, what they allow, what they refuse. What they do is tested with their rules."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side
from workshop.table import game_of

from lineshaft.errors import InvalidVariant

DEFAULTS = {"crossing_strict": True, "fists_paid": "both"}


@pytest.mark.parametrize("variant", ["standard", "first-edition"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_options_have_their_defaults_in_declared_order(side: Side, players: int, variant: str) -> None:
    game = game_of(side, players, variant)
    assert list(game.rules.items()) == list(DEFAULTS.items())


def test_r8_standard_is_the_default(side: Side) -> None:
    standard, by_default = game_of(side, 4), side.load("workshop", 4)
    assert by_default.config_digest == standard.config_digest
    assert game_of(side, 4, "first-edition").config_digest != standard.config_digest


@pytest.mark.parametrize(
    ("name", "value"),
    [("crossing_strict", True), ("crossing_strict", False), ("fists_paid", "both"), ("fists_paid", "winner")],
)
def test_r16_r29_allowed_values(side: Side, name: str, value: bool | str) -> None:
    for variant in ("standard", "first-edition"):
        assert game_of(side, 3, variant, {name: value}).rules[name] == value


@pytest.mark.parametrize(
    ("name", "value", "written", "rule", "choices"),
    [
        ("crossing_strict", None, "none", "R29", "true or false"),
        ("crossing_strict", 1, "1", "R29", "true or false"),
        ("crossing_strict", "yes", "'yes'", "R29", "true or false"),
        ("fists_paid", "loser", "'loser'", "R16", "both or winner"),
        ("fists_paid", True, "true", "R16", "both or winner"),
        ("fists_paid", None, "none", "R16", "both or winner"),
    ],
)
def test_r16_r29_other_values_are_refused(
    side: Side, name: str, value: Any, written: str, rule: str, choices: str
) -> None:
    with pytest.raises(InvalidVariant) as raised:
        side.load("workshop", 3, rules={name: value})
    assert raised.value.rule == rule
    assert raised.value.message == f"rules option {name} cannot be {written}; choose {choices}"


def test_there_are_no_other_options_and_variants(side: Side) -> None:
    with pytest.raises(InvalidVariant):
        side.load("workshop", 3, rules={"network_pay": 2})
    with pytest.raises(InvalidVariant):
        side.load("workshop", 3, "second-edition")

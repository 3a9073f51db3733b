"""The rules options: defaults, what they allow, what they refuse. What they do is tested with the rules they touch."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side

from lineshaft.errors import InvalidVariant

DEFAULTS = {
    "link_trains": None,
    "faceup_engine_second": False,
    "exit_capacity": None,
    "overpay_cap": None,
    "engine_cap": None,
    "value5_must_stop": True,
    "family_wilds": False,
    "max_rounds": 100,
}
RANGES = {
    "link_trains": ("R1", "none or 1 to 40", 1, 40),
    "exit_capacity": ("R19", "none or 1 to 40", 1, 40),
    "overpay_cap": ("R18", "none or 1 to 80", 1, 80),
    "engine_cap": ("R23", "none or 1 to 60", 1, 60),
    "max_rounds": ("R39", "1 to 100", 1, 100),
}
SWITCHES = {"faceup_engine_second": "R10", "value5_must_stop": "R30", "family_wilds": "R45"}


@pytest.mark.parametrize("variant", ["standard", "family"])
def test_options_have_their_defaults_in_declared_order(side: Side, variant: str) -> None:
    rules = side.load("railways", 2, variant).rules
    assert list(rules.items()) == list(DEFAULTS.items())


@pytest.mark.parametrize("name", RANGES)
def test_numbers_are_accepted_from_end_to_end(side: Side, name: str) -> None:
    _, allowed, low, high = RANGES[name]
    values: list[int | None] = [low, high] + ([None] if allowed.startswith("none") else [])
    for value in values:
        assert side.load("railways", 2, rules={name: value}).rules[name] == value


@pytest.mark.parametrize("name", RANGES)
def test_numbers_are_refused_beyond_their_ends(side: Side, name: str) -> None:
    rule, allowed, low, high = RANGES[name]
    for value in (low - 1, high + 1, -1):
        with pytest.raises(InvalidVariant) as raised:
            side.load("railways", 2, rules={name: value})
        assert raised.value.rule == rule
        assert raised.value.message == f"rules option {name} cannot be {value}; choose {allowed}"


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_true_or_false(side: Side, name: str) -> None:
    for value in (True, False):
        assert side.load("railways", 2, "family", {name: value}).rules[name] is value
    wrong: tuple[Any, ...] = (None, 1, 0, "yes")
    for value in wrong:
        with pytest.raises(InvalidVariant) as raised:
            side.load("railways", 2, "family", {name: value})
        assert raised.value.rule == SWITCHES[name]


@pytest.mark.parametrize("rules", [{"link_trains": True}, {"max_rounds": None}, {"link_trains": "10"}])
def test_numbers_are_numbers(side: Side, rules: dict[str, Any]) -> None:
    with pytest.raises(InvalidVariant):
        side.load("railways", 2, rules=rules)


def test_there_are_no_other_options_and_variants(side: Side) -> None:
    with pytest.raises(InvalidVariant):
        side.load("railways", 2, rules={"trains": 5})
    with pytest.raises(InvalidVariant):
        side.load("railways", 2, "expansion")

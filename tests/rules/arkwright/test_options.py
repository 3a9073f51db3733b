"""The rules options: defaults, what they allow, what they refuse. What they do is tested with the rules they touch."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side

from lineshaft.errors import InvalidVariant

DEFAULTS = {
    "expert_setup": False,
    "expert_actions": False,
    "events": False,
    "final_purchase": True,
    "neutral_step": "decade_end",
    "shipping_optional": False,
    "starter": "choose",
    "neutral_blocks_bonus": False,
}
SWITCHES = {
    "expert_setup": "R5",
    "expert_actions": "R22",
    "events": "R7",
    "final_purchase": "R51",
    "shipping_optional": "R39",
    "neutral_blocks_bonus": "R44",
}
CHOICES = {"neutral_step": ("R49", ["decade_end", "every_round"]), "starter": ("R48", ["choose", "lowest_starts"])}


@pytest.mark.parametrize(("variant", "players"), [("standard", 2), ("expert", 2), ("solo", 1)])
def test_options_have_their_defaults_in_declared_order(side: Side, variant: str, players: int) -> None:
    expert = {"expert_setup": True, "expert_actions": True} if variant == "expert" else {}
    assert list(side.load("arkwright", players, variant).rules.items()) == list((DEFAULTS | expert).items())


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_true_or_false(side: Side, name: str) -> None:
    for value in (True, False):
        for variant in ("standard", "expert"):
            assert side.load("arkwright", 2, variant, {name: value}).rules[name] is value
    wrong: tuple[Any, ...] = (None, 1, 0, "true", "yes")
    for value in wrong:
        with pytest.raises(InvalidVariant) as raised:
            side.load("arkwright", 2, rules={name: value})
        assert raised.value.rule == SWITCHES[name]


@pytest.mark.parametrize("name", CHOICES)
def test_choices_are_those_declared(side: Side, name: str) -> None:
    rule, values = CHOICES[name]
    for value in values:
        assert side.load("arkwright", 3, rules={name: value}).rules[name] == value
    wrong: tuple[Any, ...] = (None, True, 0, "always", values[0].upper())
    for value in wrong:
        with pytest.raises(InvalidVariant) as raised:
            side.load("arkwright", 3, rules={name: value})
        assert raised.value.rule == rule


def test_options_mix_freely(side: Side) -> None:
    everything: dict[str, bool | str] = {**dict.fromkeys(SWITCHES, True), "neutral_step": "every_round"}
    for players, variant in ((1, "solo"), (4, "standard"), (3, "expert")):
        rules = side.load("arkwright", players, variant, everything).rules
        assert dict(rules) == DEFAULTS | everything


def test_there_are_no_other_options_and_variants(side: Side) -> None:
    with pytest.raises(InvalidVariant):
        side.load("arkwright", 2, rules={"loans": 5})
    with pytest.raises(InvalidVariant):
        side.load("arkwright", 2, "beginner")

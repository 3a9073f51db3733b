"""The rules options: defaults, what they allow, what they refuse. What they do is tested with the rules they touch."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side
from widgets.table import SHIPPED

from lineshaft.errors import InvalidVariant

DEFAULTS = {
    "longer": False,
    "start_player": None,
    "auto_setup": True,
    "max_turns": None,
    "strict_empty": False,
    "dedupe": False,
    "shape": "gear",
    "spread": 70,
    "friction": 224,
    "flips": 4,
    "dir_mode": "choose",
    "read_share": 40,
    "see_through": False,
}
NUMBERS = {
    "start_player": ("R2", "none or 0 to 4", 0, 4),
    "max_turns": ("R27", "none or 1 to 1000", 1, 1000),
    "spread": ("R4", "53 to 105", 53, 105),
    "friction": ("R11", "0 to 256", 0, 256),
    "flips": ("R11", "0 to 256", 0, 256),
    "read_share": ("R12", "1 to 100", 1, 100),
}
SWITCHES = {"longer": "R20", "auto_setup": "R3", "strict_empty": "R25", "dedupe": "R16", "see_through": "R12"}
CHOICES = {"shape": ("R9", "gear or rectangle"), "dir_mode": ("R10", "choose or auto")}


def refused(side: Side, rules: dict[str, Any], players: int = 4) -> InvalidVariant:
    with pytest.raises(InvalidVariant) as raised:
        side.load("widgets", players, rules=rules)
    return raised.value


@pytest.mark.parametrize("variant", ["table", "abstract"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_options_have_their_defaults_in_declared_order(side: Side, players: int, variant: str) -> None:
    assert list(side.load("widgets", players, variant).rules.items()) == list(DEFAULTS.items())


def test_table_for_two_is_the_default(side: Side) -> None:
    game = side.load("widgets")
    assert (game.num_players, game.num_actions, game.rules_version) == (2, 326, 1)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_accepted_from_end_to_end(side: Side, name: str) -> None:
    _, allowed, low, high = NUMBERS[name]
    values: list[int | None] = [low, high] + ([None] if allowed.startswith("none") else [])
    for value in values:
        assert side.load("widgets", 5, rules={name: value}).rules[name] == value


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_refused_beyond_their_ends(side: Side, name: str) -> None:
    rule, allowed, low, high = NUMBERS[name]
    for value in (low - 1, high + 1):
        error = refused(side, {name: value}, 5)
        assert (error.rule, error.message) == (rule, f"rules option {name} cannot be {value}; choose {allowed}")


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_numbers(side: Side, name: str) -> None:
    values: tuple[Any, ...] = (True, "5") if NUMBERS[name][1].startswith("none") else (True, "5", None)
    for value in values:
        assert refused(side, {name: value}).rule == NUMBERS[name][0]


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_true_or_false(side: Side, name: str) -> None:
    for value in (True, False):
        assert side.load("widgets", 2, rules={name: value}).rules[name] is value
    wrong: tuple[Any, ...] = (None, 1, 0, "yes")
    for value in wrong:
        assert refused(side, {name: value}).rule == SWITCHES[name]


@pytest.mark.parametrize("name", CHOICES)
def test_choices_are_named(side: Side, name: str) -> None:
    rule, allowed = CHOICES[name]
    for value in allowed.split(" or "):
        assert side.load("widgets", 2, rules={name: value}).rules[name] == value
    wrong: tuple[Any, ...] = ("round", None, 1, True)
    for value in wrong:
        assert refused(side, {name: value}).rule == rule
    assert refused(side, {name: "round"}).message == f"rules option {name} cannot be 'round'; choose {allowed}"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r2_the_start_player_must_be_there(side: Side, players: int) -> None:
    error = refused(side, {"start_player": players}, players)
    sentence = f"rules option start_player cannot be {players} with {players} player{'s' if players > 1 else ''}"
    assert (error.rule, error.message) == ("R2", f"{sentence}; choose none or 0 to {players - 1}")


def test_r20_no_longer_game_for_one_player_if_the_data_file_has_none(side: Side) -> None:
    data = SHIPPED.replace("longer = 5\nmax_turns = 25", "longer = 0\nmax_turns = 25")
    with pytest.raises(InvalidVariant) as raised:
        side.load("widgets", 1, rules={"longer": True}, data=data)
    sentence = "rules option longer cannot be true with 1 player; choose false"
    assert (raised.value.rule, raised.value.message) == ("R20", sentence)


def test_r2_r20_the_longer_game_is_refused_first(side: Side) -> None:
    """Each option by itself comes before both, and the longer game before the start player."""
    assert refused(side, {"longer": True, "start_player": 5}, 5).message.startswith("rules option start_player")
    assert refused(side, {"longer": True, "start_player": 4}, 5).rule == "R20"
    assert refused(side, {"longer": True, "start_player": 3}, 3).rule == "R2"


def test_there_are_no_other_options_and_variants(side: Side) -> None:
    refused(side, {"solo": True})
    with pytest.raises(InvalidVariant):
        side.load("widgets", 2, "standard")

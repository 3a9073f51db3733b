"""Variants and rules options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from ..errors import InvalidVariant
from ..options import Option, Value, Variant
from .data import Data

VARIANTS = (
    Variant("standard", "R1", "the whole game"),
    Variant("family", "R44", "the younger players' game: no goods, no engines"),
)

OPTIONS = (
    Option("link_trains", 10, "R1", "trains a player has for links", low=1, high=10),
    Option(
        "faceup_engine_second",
        False,
        "R10",
        "whether an engine may be taken face up as the second card",
        choices=(False, True),
    ),
    Option("exit_capacity", None, "R19", "links that one colour of a city carries", low=1, high=25, none_allowed=True),
    Option(
        "overpay_cap",
        None,
        "R18",
        "how much a link may be worth above the city's value",
        low=1,
        high=19,
        none_allowed=True,
    ),
    Option("engine_cap", None, "R23", "largest engine size", low=1, high=21, none_allowed=True),
    Option("value5_must_stop", True, "R30", "whether a value-5 city ends each route", choices=(False, True)),
    Option(
        "family_wilds",
        False,
        "R45",
        "whether the engines stay in the family game as wilds",
        choices=(False, True),
    ),
    Option("max_rounds", 100, "R39", "the last round", low=1, high=100),
)


@dataclass(frozen=True)
class Config:
    """Everything fixed that the rules ask for: players, cards, options."""

    players: int
    data: Data
    goods_in_game: bool
    engines_in_game: bool
    link_trains: int
    faceup_engine_second: bool
    exit_capacity: int | None
    overpay_cap: int | None
    engine_cap: int | None
    value5_must_stop: bool
    max_rounds: int

    def __deepcopy__(self, _memo: object) -> Self:
        """Copies of a position share it."""
        return self

    @property
    def opening_hand(self) -> int:
        """R2: with the engine, where there are engines."""
        return 3 + self.engines_in_game


def configure(players: int, variant: Variant, rules: Mapping[str, Value], data: Data) -> Config:
    def number(name: str) -> int | None:
        value = rules[name]
        assert value is None or isinstance(value, int)
        return value

    goods = variant.name == "standard"  # R44
    return Config(
        players=players,
        data=data,
        goods_in_game=goods,
        engines_in_game=goods or rules["family_wilds"] is True,  # R45
        link_trains=number("link_trains") or 0,
        faceup_engine_second=rules["faceup_engine_second"] is True,
        exit_capacity=number("exit_capacity"),
        overpay_cap=number("overpay_cap"),
        engine_cap=number("engine_cap"),
        value5_must_stop=rules["value5_must_stop"] is True,
        max_rounds=number("max_rounds") or 0,
    )


def check_rules(variant: Variant, rules: dict[str, Value]) -> None:
    """What the options' own ranges cannot say."""
    if variant.name == "standard" and rules["family_wilds"]:
        raise InvalidVariant(
            "rules option family_wilds cannot be true in the variant standard; choose false", rule="R45"
        )

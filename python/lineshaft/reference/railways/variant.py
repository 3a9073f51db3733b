"""Variants and rules options."""

from __future__ import annotations

from ..errors import InvalidVariant
from ..options import Option, Value, Variant

VARIANTS = (
    Variant("standard", "R1", "the whole game"),
    Variant("family", "R44", "the younger players' game: no goods, no engines"),
)

OPTIONS = (
    Option(
        "link_trains",
        None,
        "R1",
        "trains a player has for links; none: as many as the data leave",
        low=1,
        high=40,
        none_allowed=True,
    ),
    Option(
        "faceup_engine_second",
        False,
        "R10",
        "whether an engine may be taken face up after the first card",
        choices=(False, True),
    ),
    Option("exit_capacity", None, "R19", "links that one colour of a city carries", low=1, high=40, none_allowed=True),
    Option(
        "overpay_cap",
        None,
        "R18",
        "how much a link may be worth above the city's value",
        low=1,
        high=80,
        none_allowed=True,
    ),
    Option("engine_cap", None, "R23", "largest engine size", low=1, high=60, none_allowed=True),
    Option(
        "value5_must_stop", True, "R30", "whether a city that takes all goods ends each route", choices=(False, True)
    ),
    Option(
        "family_wilds",
        False,
        "R45",
        "whether the engines stay in the family game as wilds",
        choices=(False, True),
    ),
    Option("max_rounds", 100, "R39", "the last round", low=1, high=100),
)


def check_rules(variant: Variant, rules: dict[str, Value]) -> None:
    """What the options' own ranges cannot say."""
    if variant.name == "standard" and rules["family_wilds"]:
        raise InvalidVariant(
            "rules option family_wilds cannot be true in the variant standard; choose false", rule="R45"
        )

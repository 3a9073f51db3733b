"""The variants and rules options, as declared on the game's page."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InvalidVariant
from ..options import Option, Value, Variant
from .data import End

TABLE, ABSTRACT = "table", "abstract"

VARIANTS = (
    Variant(TABLE, "R4", "the physical pile"),
    Variant(ABSTRACT, "R31", "two sets of cards; the options from shape to see_through have no effect"),
)

OPTIONS = (
    Option("longer", False, "R20", "one more construct triggers the end", choices=(False, True)),
    Option("start_player", None, "R2", "who starts; none: chance", low=0, high=4, none_allowed=True),
    Option("auto_setup", True, "R3", "the dealt part goes into bay 1 without a decision", choices=(True, False)),
    Option(
        "max_turns",
        None,
        "R27",
        "turns of all players together; none: the number of the data file",
        low=1,
        high=1000,
        none_allowed=True,
    ),
    Option(
        "strict_empty",
        False,
        "R25",
        "the game also ends in the middle of a turn when the pile is empty",
        choices=(False, True),
    ),
    Option("dedupe", False, "R16", "of several empty bays only the first may be chosen", choices=(False, True)),
    Option("shape", "gear", "R9", "what a part looks like", choices=("gear", "rectangle")),
    Option(
        "spread",
        70,
        "R4",
        "how evenly the first drop spreads: 105 evenly over the table, 53 heaped in the middle",
        low=53,
        high=105,
    ),
    Option("friction", 224, "R11", "how strongly parts are dragged, of 256", low=0, high=256),
    Option("flips", 4, "R11", "chance of 256 that a dragged part turns over", low=0, high=256),
    Option(
        "dir_mode",
        "choose",
        "R10",
        "the player chooses the side, or the nearest one is taken",
        choices=("choose", "auto"),
    ),
    Option("read_share", 40, "R12", "per cent of a part that must be in sight to be read", low=1, high=100),
    Option("see_through", False, "R12", "one reads through the clear centre of parts on top", choices=(False, True)),
)


def check_combination(rules: Mapping[str, Value], players: int, end: End) -> None:
    """What the options' own ranges cannot say. (R20, R2)"""
    number = "1 player" if players == 1 else f"{players} players"
    if rules["longer"] and end.longer == 0:
        raise InvalidVariant(f"rules option longer cannot be true with {number}; choose false", rule="R20")
    start = rules["start_player"]
    if isinstance(start, int) and start >= players:
        raise InvalidVariant(
            f"rules option start_player cannot be {start} with {number}; choose none or 0 to {players - 1}",
            rule="R2",
        )

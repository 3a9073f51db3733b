"""Variants and rules options of Arkwright, and the configuration that a position reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from ..options import Option, Value, Variant
from .data import Setup, Tables

OPTIONS = (
    Option("expert_setup", False, "R5", "players choose starting goods and spend three points", (False, True)),
    Option("expert_actions", False, "R22", "Extra Production and Early Shipping", (False, True)),
    Option("events", False, "R7", "an event each decade (an invention)", (False, True)),
    Option("final_purchase", True, "R51", "cash buys shares at the end", (False, True)),
    Option("neutral_step", "decade_end", "R49", "when neutral markers climb", ("decade_end", "every_round")),
    Option("shipping_optional", False, "R39", "the owner chooses how many ships sail", (False, True)),
    Option("starter", "choose", "R48", "who begins a decade", ("choose", "lowest_starts")),
    Option("neutral_blocks_bonus", False, "R44", "the neutral marker competes for the highest appeal", (False, True)),
)

VARIANTS = (
    Variant("standard", "R3", "fixed starting factories by seat, five kinds of action", {}, (2, 4)),
    Variant(
        "expert",
        "R5",
        "chosen starting factories, Extra Production and Early Shipping",
        {"expert_setup": True, "expert_actions": True},
        (2, 4),
    ),
    Variant("solo", "R53", "one player against neutral markers, for a score and its title", {}, (1, 1)),
)


@dataclass(frozen=True)
class Config:
    """Everything fixed that the rules ask for: players, tables, options."""

    players: int
    tables: Tables
    setup: Setup
    expert_setup: bool
    expert_actions: bool
    events: bool
    final_purchase: bool
    neutral_every_round: bool
    shipping_optional: bool
    starter_chooses: bool
    neutral_blocks_bonus: bool

    def __deepcopy__(self, _memo: object) -> Self:
        """Copies of a position share it."""
        return self


def configure(players: int, rules: Mapping[str, Value], tables: Tables) -> Config:
    return Config(
        players=players,
        tables=tables,
        setup=tables.setup(players),
        expert_setup=rules["expert_setup"] is True,
        expert_actions=rules["expert_actions"] is True,
        events=rules["events"] is True,
        final_purchase=rules["final_purchase"] is True,
        neutral_every_round=rules["neutral_step"] == "every_round",
        shipping_optional=rules["shipping_optional"] is True,
        starter_chooses=rules["starter"] == "choose",
        neutral_blocks_bonus=rules["neutral_blocks_bonus"] is True,
    )

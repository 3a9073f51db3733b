"""Variants and rules options."""

from __future__ import annotations

from ..options import Option, Variant

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

"""What is going on in Railways of the World, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ..sentences import Sentence

__all__ = ["laid", "sentence", "trigger"]

PHASES = {
    "deal_city": "{player} is dealt a city",
    "deal_card": "{player} is dealt a card",
    "deal_open": "the open row is dealt",
    "first_player": "the first player is drawn",
    "action": "{player} chooses an action",
    "connect": "{player} builds {city} and chooses where its link begins",
    "pay": "{player} lays track for the link from {near} to {city}: {laid} of {colour}",
    "place_goods": "cubes are drawn for {city}",
    "engine_delivery": "{player} has played an engine and may deliver",
    "deliver": "{player} ships a {good} cube from {near}",
    "discard_use": "{player} chooses what a discard is for",
    "replenish_cube": "{player} draws a cube for a city without any",
    "replenish": "{player} puts a {good} cube on a city without any",
    "draw": "{player} draws cards",
    "draw_card": "{player} draws a card from the deck",
    "refill": "the open row is filled up",
    "trim": "{player} discards down to the hand limit",
    "final_delivery": "{player} may make a final delivery",
    "over": "the game is over",
}
TRIGGERS = {
    "deck_empty": "the deck is empty",
    "trains": "a player has laid the last train",
    "bag_empty": "the bag is empty",
    "max_rounds": "the last round is reached",
}


def sentence(position: Mapping[str, Any]) -> Sentence:
    """What is going on."""
    build, shipment = position["build"] or {}, position["shipment"] or {}
    names = {
        "city": build.get("city"),
        "near": build.get("from") or shipment.get("from"),
        "colour": build.get("colour"),
        "laid": laid(build),
        "good": shipment.get("good") or position["cube"],
    }
    return Sentence(PHASES[position["phase"]], position["turn_player"], names)


def laid(build: Mapping[str, Any]) -> str:
    """The cards that lie for a link."""
    numbers = [(build.get(kind), noun) for kind, noun in (("twos", "two"), ("ones", "one"), ("wilds", "wild"))]
    return " and ".join(counted(number, noun) for number, noun in numbers if number) or "nothing yet"


def trigger(position: Mapping[str, Any]) -> str | None:
    """Why the game ends with this round, if it does."""
    ending: str | None = position["end_trigger"]
    return None if ending is None else TRIGGERS.get(ending, ending)

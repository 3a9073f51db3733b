"""The legal actions of Widget's Workshop in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..table import Words
from ..telling import Kind, Teller, teller_of
from .deck import Deck, deck_of
from .words import ORDINALS

__all__ = ["teller"]

UP, DOWN = "pull a part that lies face-up", "pull a part that lies face-down"
HAND = "the part in hand"


def teller(position: Mapping[str, Any], data_text: str) -> Teller:
    """For the view of the player to act."""
    deck = deck_of(data_text)
    lying = {str(entry["part"]): entry for entry in position["pile"]} if position["shape"] is not None else {}
    faces = {number: DOWN if entry["face"] == "down" else UP for number, entry in lying.items()}
    pulls = [Kind(f"pull {number} ", faces[number], _pull(entry)) for number, entry in lying.items()]
    return teller_of(
        [
            *pulls,
            Kind("pull face down", DOWN, lambda _: "pull parts that lie face-down, whichever they are"),
            Kind("pull ", UP, lambda card: f"pull {card}"),
            Kind("keep ", "keep a part and drop the others", lambda which: _keep(position, which)),
            Kind("place in bay ", HAND, lambda bay: _place(position, deck, int(bay))),
            Kind("drop back", HAND, lambda _: f"drop {_card(position)} back on the pile"),
        ]
    )


def _pull(entry: Mapping[str, Any]) -> Callable[[str], Words]:
    """What a pull of this part says of the side."""
    card = "not read" if entry["card"] is None else entry["card"]
    share = round(100 * entry["visible"] / entry["area"])
    return lambda side: f"pull part {entry['part']} ({card}, {share}% in sight) to the {side}"


def _card(position: Mapping[str, Any]) -> str:
    """The part that is about to be placed: the one in hand, or in the set-up the one dealt."""
    part = position["hand"][0] if position["hand"] else position["dealt"][position["current_player"]]
    return str(part["card"])


def _keep(position: Mapping[str, Any], which: str) -> Words:
    return f"keep the {which} part, {position['hand'][ORDINALS.index(which)]['card']}"


def _place(position: Mapping[str, Any], deck: Deck, number: int) -> Words:
    """What the bay holds, and what would have to leave it."""
    card, bay = _card(position), position["bays"][position["current_player"]][number - 1]
    kind = deck.part_of(deck.card(card))
    replaced = f", {bay[kind]['card']} is dropped" if kind in bay else ""
    return f"place {card} in bay {number} with {len(bay)} of {len(deck.parts)} parts{replaced}"

"""The legal actions of Railways in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..characters import Words, ink
from ..telling import Kind, Teller, teller_of
from .data import ENGINE
from .names import Names, names_of

__all__ = ["teller"]


def teller(position: Mapping[str, Any], data_text: str) -> Teller:
    """For the view of the player to act."""
    names = names_of(data_text)
    trims = position["phase"] == "trim"
    discards = "discard to the hand limit" if trims else "discard a card for a card or a cube"
    last = position["discard_pile"][-1:] or ["card"]
    return teller_of(
        [
            Kind("pass", "pass", lambda _: "take no action"),
            Kind("build ", "build a link to a new city", lambda city: "build " + names.card(city)),
            Kind("from ", "connect the new city", lambda rest: _connect(position, rest)),
            Kind("lay a ", "lay cards for the link", lambda kind: _lay(position, names, kind)),
            Kind("done laying", "lay cards for the link", lambda _: f"build the link, worth {_worth(position, names)}"),
            Kind("play engine", "play an engine", lambda _: _engine_size(position)),
            Kind("ship ", "deliver goods", lambda rest: _ship(names, rest)),
            Kind("deliver to ", "choose the destination", lambda city: "deliver to " + names.card(city)),
            Kind("skip", "deliver nothing", lambda _: "make no delivery"),
            Kind("discard ", discards, lambda card: "discard " + _card(names, card)),
            Kind("replenish", "use the discard", lambda _: "draw a cube for a city that has none"),
            Kind("place cube on ", "place the cube", lambda city: "put the cube on " + names.card(city)),
            Kind("draw from deck", "draw a card", lambda _: f"draw blind from the deck of {position['deck_size']}"),
            Kind("draw open ", "draw a card", lambda slot: _take(position, names, slot)),
            Kind("draw from discard pile", "draw a card", lambda _: f"take {last[0]} from the discard pile"),
            Kind("stop drawing", "draw a card", lambda _: "draw no more"),
        ]
    )


def _card(names: Names, name: str) -> Words:
    """``an engine``, ``a green 2``, or a city with what is printed on it."""
    if name in names.deck.cities:
        return names.card(name)
    return ("an " if name[:1] in "aeiou" else "a ") + ink(name)


def _take(position: Mapping[str, Any], names: Names, slot: str) -> Words:
    return "take " + _card(names, position["open"][int(slot) - 1]) + f", open card {slot}"


def _connect(position: Mapping[str, Any], rest: str) -> Words:
    place, _, colour = rest.rpartition(" in ")
    return f"reach {position['build']['city']} from {place} by a {colour} link"


def _worth(position: Mapping[str, Any], names: Names) -> int:
    build = position["build"]
    return int(build["ones"] + 2 * build["twos"] + build["wilds"] * names.deck.numbers["engines"]["wild_value"])


def _lay(position: Mapping[str, Any], names: Names, kind: str) -> Words:
    """How much the link is worth then, and how much the new city asks for."""
    worth = {"one": 1, "two": 2, "wild": names.deck.numbers["engines"]["wild_value"]}[kind]
    build = position["build"]
    card = ENGINE if kind == "wild" else f"{build['colour']} {worth}"
    value = names.deck.city(build["city"]).value
    asked = "?" if value is None else value
    article = "an" if kind == "wild" else "a"
    return f"lay {article} {card}: the link is worth {_worth(position, names) + worth} then, {asked} needed"


def _engine_size(position: Mapping[str, Any]) -> Words:
    return f"play engine number {position['engines'][position['current_player']] + 1}, and deliver at once if you can"


def _ship(names: Names, rest: str) -> Words:
    colour, _, city = rest.partition(" from ")
    kind = names.deck.cube(colour)
    return f"deliver the {colour} cube{f' ({kind.good})' if kind.good else ''} from {city}"

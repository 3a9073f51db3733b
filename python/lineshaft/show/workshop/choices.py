"""The legal actions of Workshop in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..characters import Words, ink, join
from ..telling import Kind, Teller, teller_of
from .names import Names, names_of

__all__ = ["teller"]


def teller(position: Mapping[str, Any], data_text: str) -> Teller:
    """For the view of the player to act."""
    names = names_of(data_text)
    auction, turn = position["auction"], position["turn"]
    passes = "place no counter" if position["phase"] == "demand_may" else "bid nothing"
    least = names.atlas.numbers["money"]["minimum_bid"]
    card = "" if turn is None or turn["card"] is None else turn["card"]
    nominated = "the card that you nominated"
    chooses = "nominate a card" if position["phase"] == "nominate" else "take a card"
    return teller_of(
        [
            Kind("pass", "pass", lambda _: passes),
            Kind("take", nominated, lambda _: f"take {auction['card']} for £{least}, or for all you can raise"),
            Kind("overbid", nominated, lambda _: f"bid £{auction['standing'] + 1} and take {auction['card']}"),
            Kind("keep", "the card of a blocked town", lambda _: f"keep {card}"),
            Kind("swap", "the card of a blocked town", lambda _: f"discard {card} and draw one of those set aside"),
            Kind("done", "build Links", lambda _: "build no more Links"),
            Kind("demand ", "place a Demand counter", lambda kind: _demand(position, names, kind)),
            Kind("remove ", "the town is full: send an Industry home", lambda colour: f"send one of {colour} home"),
            Kind("fist ", "bid for a colour", lambda colour: f"bid for {colour}"),
            Kind("choose ", chooses, lambda name: _card(position, names, name)),
            Kind("place ", "place the Industry", lambda town: "place it in " + _town(position, names, town)),
            Kind(
                "move ",
                "take an own Industry from the map",
                lambda town: "take it from " + _town(position, names, town),
            ),
            Kind("link ", "build Links", lambda name: _link(position, names, name)),
            Kind("bid ", "bid", lambda amount: f"bid £{amount}"),
        ]
    )


def _demand(position: Mapping[str, Any], names: Names, kind: str) -> Words:
    chart = position["demand"].get(kind, 0)
    return f"place a {kind} counter: {chart + 1} on the chart then"


def _card(position: Mapping[str, Any], names: Names, name: str) -> Words:
    """A card, with what stands in its town."""
    return _town(position, names, name) if name in names.atlas.towns else ink(f"{name}, a town of one's choice")


def _town(position: Mapping[str, Any], names: Names, name: str) -> Words:
    """``Leeds (Textile 4), holds red, 2 blue``."""
    here = [f"{number} {colour}" for colour, number in position["industries"].get(name, {}).items()]
    return names.card(name) + (", holds " + join(here) if here else ", empty")


def _link(position: Mapping[str, Any], names: Names, name: str) -> Words:
    """What it costs, and the towns at its ends that add to revenue, having an Industry of the builder."""
    atlas, colour = names.atlas, position["turn"]["colour"]
    links = atlas.links(name)
    cost = links * atlas.link_cost(position["era"])
    ends = atlas.connections[name].ends if name in atlas.connections else ()
    paid = [f"{end} {atlas.towns[end].kind.value}" for end in ends if colour in position["industries"].get(end, {})]
    double = ", both Links of a double connection" if links > 1 else ""
    return f"build {name} for £{cost}{double}; revenue from " + join(paid, " and ", none="neither end")

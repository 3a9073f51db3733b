"""What is going on in Workshop of the World, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..sentences import Sentence

__all__ = ["part", "sentence"]

PHASES = {
    "draw_order": "the turn order is drawn",
    "toss_demand": "a coin toss says who places Demand counters first",
    "draw_demand": "Demand counters are drawn",
    "demand_must": "{player} places a Demand counter",
    "reveal": "cards are turned up",
    "nominate": "{player} nominates a card",
    "bid": "{player} bids for {card} or passes; {standing}",
    "close": "{player} has the last word on {card}; {standing}",
    "fist_colour": "{player} chooses a colour in secret",
    "fist_amount": "{player} bids in secret",
    "toss_fists": "a coin toss decides between equal bids",
    "pick": "{player} takes a card",
    "swap": "{player} may swap {card}, which is blocked",
    "draw_swap": "a card that was set aside is drawn for {colour}",
    "town": "{player} chooses a town for {colour} and {card}",
    "displace": "{player} sends an Industry home from {town}",
    "build": "{player} may build Links of {colour} from {town}",
    "move": "{player} takes an Industry of {colour} from the map",
    "demand_may": "{player} may place a Demand counter",
    "over": "the game is over",
}
ERAS = {"canal": "canal era", "rail": "railway era"}


def sentence(position: Mapping[str, Any]) -> Sentence:
    """What is going on."""
    auction, turn = position["auction"] or {}, position["turn"] or {}
    leader = auction.get("leader")
    names = {
        "card": auction.get("card") or turn.get("card"),
        "standing": "no bid yet" if leader is None else f"player {leader} has bid £{auction['standing']}",
        "colour": turn.get("colour"),
        "town": turn.get("town"),
    }
    return Sentence(PHASES[position["phase"]], position["current_player"], names)


def part(position: Mapping[str, Any]) -> str:
    """Era and round."""
    return f"{ERAS[position['era']]}, round {position['round']}"

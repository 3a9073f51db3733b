"""What is going on in Arkwright, in sentences, and what events and cards do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..sentences import Sentence
from .data import ADVERTISER, CRAFTSMAN, ENGINEER, PATENT, TRACKS, Ledger, roman

__all__ = ["card_words", "event_words", "sentence", "value_words"]

PHASES = {
    "goods": "{player} chooses a starting good",
    "points": "{player} spends set-up point {next} of {points}",
    "event": "the event of decade {decade} is drawn",
    "break": "{player} turns a machine back into a worker",
    "action": "{player} takes an action",
    "loan": "{player} takes loans at the Stock Exchange",
    "price": "{player} sets the price of {active}",
    "develop": "{player} takes a development",
    "patent_step": "{player} takes step {next} of the {patent}",
    "lower": "{player} lowers a factory for the {given_up} given up",
    "take": "{player} takes a card for the {given_up} given up",
    "engineer": "{player} chooses a factory for the {engineer}",
    "ship": "{player} decides how many ships sail with {rest} {producing}",
    "start": "{player} chooses the start player of decade {decade}",
    "over": "the game is over",
}
KINDS = {
    "build": "{player} builds and upgrades factories",
    "employ": "{player} employs workers",
    "automate": "{player} automates production, {used} of {automation} machines used",
    "quality": "{player} adds Quality, {used} of {quality} points spent",
    "distribution": "{player} adds Distribution, {used} of {distribution} points spent",
    "early": "{player} ships early",
}
"""An action that has begun."""

EVENTS = (
    "",
    "the wage goes up by {amount}",
    "all demand falls by {amount}",
    "all demand rises by {amount}",
    "each good shipped pays £{amount} more in this decade",
    "ships in a production in this decade: {amount} at most",
    "each regular loan pays £{amount} more in this decade",
    "each open factory costs £{amount}",
    "machines of each player that become workers: {amount}",
)
"""By number."""
EFFECTS = (
    "",
    "each worker costs £{foreman_wage_cut} less, but £{foreman_least_wage} at least",
    "the fixed cost of each factory is £{steward_cost_cut} less",
    "Distribution of {agent_keeps} or less does not fall",
    "Quality cards more: {craftsman_cards}, points for Quality more: {craftsman_points}",
    "Distribution cards more: {advertiser_cards}, points for Distribution more: {advertiser_points}",
    "once a decade {patent_steps} steps on the tracks in place of one, of a later decade too",
    "a warehouse for {large_warehouse_size} goods",
    "ships more: {shipyard_ships}, and each ship carries {shipyard_capacity} more",
    "each good shipped pays £{merchant_income} more; ship tokens that do not count at the end: {merchant_tokens}",
    "machines cost £{mechanic_upkeep} each",
    "the share value rises from {entrepreneur_sales} sold, and by the highest appeal in a tie too",
    "Quality {engineer_value} in one factory, {engineer_turned} when turned",
)
"""Of Development cards, by number."""


def sentence(position: Mapping[str, Any], ledger: Ledger) -> Sentence:
    """What is going on."""
    pattern = KINDS[position["kind"]] if position["kind"] else PHASES[position["phase"]]
    title = ": {title}" if position.get("title") else ""
    return Sentence(pattern + title, position["current_player"], _figures(position, ledger))


def _figures(position: Mapping[str, Any], ledger: Ledger) -> dict[str, Any]:
    player = position["current_player"]
    figures: dict[str, Any] = {key: position.get(key) for key in ("used", "given_up", "rest", "producing", "title")}
    if player >= 0:
        seat, effects = position["seats"][player], ledger.data["card_effects"]
        more = (
            0,
            effects["craftsman_points"] * ledger.holds(seat, CRAFTSMAN),
            effects["advertiser_points"] * ledger.holds(seat, ADVERTISER),
        )
        for at, track in enumerate(TRACKS[: len(more)]):
            value = ledger.value(seat, at)
            figures[track] = value_words(None if value is None else value + more[at])
    return figures | {
        "decade": roman(ledger.decade(position["round"])),
        "active": ledger.goods[ledger.active(position["round"])],
        "next": position["used"] + 1,
        "points": ledger.data["expert"]["points"],
        "patent": ledger.name(PATENT),
        "engineer": ledger.name(ENGINEER),
    }


def event_words(name: str, ledger: Ledger) -> str:
    """An event and what it does; of one that the file does not have the name alone."""
    if name not in ledger.events:
        return name
    number, amount = ledger.events[name]
    return f"{name}: {EVENTS[number].format(amount=amount)}"


def card_words(number: int, ledger: Ledger) -> str:
    """What a Development card does."""
    return EFFECTS[number].format(**ledger.data["card_effects"])


def value_words(value: Any) -> str:
    """What a track says at a level: a number, or the sizes of warehouses, ``2+3``."""
    if value is None:
        return "?"
    return "+".join(map(str, value)) or "none" if isinstance(value, list) else str(value)

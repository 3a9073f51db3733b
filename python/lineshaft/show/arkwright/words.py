"""Sentences about a position of Arkwright: what is going on, and what events and cards do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .ledger import ADVERTISER, CRAFTSMAN, ENGINEER, PATENT, ROMAN, Ledger

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


def sentence(view: Mapping[str, Any], ledger: Ledger) -> str:
    """What is going on."""
    pattern = KINDS[view["kind"]] if view["kind"] else PHASES[view["phase"]]
    title = f": {view['title']}" if view["title"] else ""
    return pattern.format(**_figures(view, ledger)) + title


def _figures(view: Mapping[str, Any], ledger: Ledger) -> dict[str, Any]:
    player = view["current_player"]
    figures: dict[str, Any] = {key: view[key] for key in ("used", "given_up", "rest", "producing")}
    if player >= 0:
        seat = view["seats"][player]
        effects = ledger.data["card_effects"]
        figures["automation"] = ledger.value(seat, 0)
        figures["quality"] = ledger.value(seat, 1) + effects["craftsman_points"] * ledger.holds(seat, CRAFTSMAN)
        figures["distribution"] = ledger.value(seat, 2) + effects["advertiser_points"] * ledger.holds(seat, ADVERTISER)
    return figures | {
        "player": f"player {player}",
        "decade": ROMAN[ledger.decade(view["round"])],
        "active": ledger.goods[ledger.active(view["round"])],
        "next": view["used"] + 1,
        "points": ledger.data["expert"]["points"],
        "patent": ledger.name(PATENT),
        "engineer": ledger.name(ENGINEER),
    }


def event_words(name: str, ledger: Ledger) -> str:
    """What an event does."""
    number, amount = ledger.events[name]
    return EVENTS[number].format(amount=amount)


def card_words(number: int, ledger: Ledger) -> str:
    """What a Development card does."""
    return EFFECTS[number].format(**ledger.data["card_effects"])

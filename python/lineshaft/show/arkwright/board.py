"""The table of Arkwright in characters: the market, the players, and the factories of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ..characters import (
    BOLD,
    Cell,
    Column,
    Text,
    Words,
    flow,
    heading,
    ink,
    join,
    paragraph,
    said,
    sections,
    table,
    who,
)
from .data import PATENT, Ledger, ledger_of, roman
from .words import event_words, sentence, value_words

__all__ = ["LEFT_OUT", "board"]

LEFT_OUT = {"legal_actions": "choices are told apart, see choices()"}
"""Keys of the view that the board does not show, and why."""

STYLES = ("33", "35", "36", "31", "32", "34")
"""Of the goods, by their place in the data file."""
FLAGS = {
    "built": "a factory was built in this action",
    "token_moved": "the Engineer was moved in this action",
    "card_turned": "the Engineer's card was turned in this action",
}
NONE = "·"


def board(position: Mapping[str, Any], data_text: str, width: int) -> list[Text]:
    """The dict of a view or of a state: what a player looks at first stands first."""
    ledger = ledger_of(data_text)
    seats = [_factories(position, ledger, player, width) for player in range(len(position["seats"]))]
    return sections(
        _now(position, ledger, width), _market(position, ledger, width), _players(position, ledger, width), *seats
    )


# --- what is going on -------------------------------------------------------------------------------------------------


def _now(position: Mapping[str, Any], ledger: Ledger, width: int) -> list[Text]:
    turn = position["round"]
    good = _good(ledger, ledger.goods[ledger.active(turn)])
    begun = f"decade {roman(ledger.decade(turn))}, round {turn} of {ledger.rounds} (" + good + "): "
    lines = paragraph(begun + said(sentence(position, ledger), position), width)
    for note in _notes(position, ledger):
        lines += paragraph(note, width)
    return lines


def _notes(position: Mapping[str, Any], ledger: Ledger) -> Iterator[Words]:
    """The event, and how far an action has come."""
    if position["event"] is not None:
        yield f"event of this decade: {event_words(position['event'], ledger)}"
    if position["events_shown"]:
        yield "events shown so far: " + join(position["events_shown"])
    if position["used"]:
        yield f"points, machines or steps used so far: {position['used']}"
    yield from (words for key, words in FLAGS.items() if position[key])
    if position["set_factories"]:
        yield "set in this action: " + join(_good(ledger, good) for good in position["set_factories"])
    if position["begun"]:
        begun = (_good(ledger, good) + f" {card}" for good, card in position["begun"])
        yield "worker cards half automated: " + join(begun)
    if position["producing"] is not None:
        yield "producing: " + _good(ledger, position["producing"])
    if position["rest"]:
        yield f"left over and not stored: {counted(position['rest'], 'good')}"
    if position["given_up"] is not None:
        yield f"given up: {position['given_up']}"


def _good(ledger: Ledger, name: str) -> Text:
    return ink(name, STYLES[ledger.goods.index(name)] if name in ledger.goods else "")


# --- the market -------------------------------------------------------------------------------------------------------


def _market(position: Mapping[str, Any], ledger: Ledger, width: int) -> list[Text]:
    goods = list(dict.fromkeys([*ledger.goods, *position["demand"]]))
    active = ledger.goods[ledger.active(position["round"])]
    columns = [Column("", least=20), *(Column(good, right=True, least=5) for good in goods)]
    rows: list[list[Cell]] = [[ink("demand"), *(ink(position["demand"].get(good, "?"), BOLD) for good in goods)]]
    if position["neutral"] is not None:
        rows.append([ink("neutral appeal"), *(ink(position["neutral"].get(good, "?")) for good in goods)])
    for player, seat in enumerate(position["seats"]):
        appeal = (seat["factories"][good]["appeal"] if good in seat["factories"] else NONE for good in goods)
        rows.append(["appeal " + who(position, player), *map(ink, appeal)])
    decade = ledger.decade(position["round"])
    for words, key in (("price from", "price"), ("fixed cost", "fixed_cost"), ("export price", "export")):
        prices = (ledger.tiles.get((good, decade), {}).get(key) for good in goods)
        rows.append([ink(f"{words}, tile {roman(decade)}"), *(ink("?" if p is None else f"£{p}") for p in prices)])
    wages, space = ledger.wages(position["players"]), position["wage_space"]
    wage = wages[space - 1] if 0 < space <= len(wages) else "?"
    return [
        heading("market", f"active good: {active}"),
        *table(columns, rows, width),
        *flow("wage: ", [f"£{wage}, space {space} of {len(wages)}"], width),
        *flow("Development cards to take: ", [_copies(*entry) for entry in position["supply"].items()], width),
    ]


def _copies(card: str, number: int) -> Words:
    return card if number == 1 else f"{number} {card}"


# --- the players ------------------------------------------------------------------------------------------------------


def _players(position: Mapping[str, Any], ledger: Ledger, width: int) -> list[Text]:
    columns = [Column("player")]
    columns += [Column(name, right=True) for name in ("cash", "shares", "value", "worth", "loans", "tokens")]
    columns += [Column("ships used", right=True), Column("", least=5)]
    rows: list[list[Cell]] = [
        [
            who(position, player),
            ink(f"£{seat['cash']}"),
            ink(seat["shares"]),
            ink(f"£{seat['share_value']}"),
            ink(f"£{seat['shares'] * seat['share_value']}"),
            ink(seat["loans"]),
            ink(seat["ship_tokens"]),
            ink(f"{seat['ships_used']} of {ledger.ships(seat)[0]}"),
            ink("start" if position["start_player"] == player else ""),
        ]
        for player, seat in enumerate(position["seats"])
    ]
    return [heading("players"), *table(columns, rows, width)]


def _factories(position: Mapping[str, Any], ledger: Ledger, player: int, width: int) -> list[Text]:
    seat = position["seats"][player]
    columns = [Column("good", least=6), Column("tile")]
    columns += [Column(name, right=True) for name in ("workers", "machines", "output", "quality", "distr.", "appeal")]
    columns += [Column(name, right=True) for name in ("price", "stored")]
    rows = [_factory(position, ledger, seat, good, factory) for good, factory in seat["factories"].items()]
    lines = table(columns, rows, width) if rows else [ink("no factory is open")]
    return [
        heading("factories of player " + str(player), "(you)" if position.get("viewer") == player else ""),
        *lines,
        *flow("developments: ", _levels(ledger, seat), width),
        *flow("cards: ", _cards(ledger, seat), width),
        *flow("warehouses: ", _warehouses(ledger, seat), width),
        *(line for note in _fate(seat) for line in paragraph(note, width)),
    ]


def _factory(
    position: Mapping[str, Any], ledger: Ledger, seat: Mapping[str, Any], good: str, factory: Mapping[str, Any]
) -> list[Cell]:
    """Workers and machines of each worker card; the price of the active good."""
    crews, machines = ledger.crews(factory), factory["machines"]
    workers = ["?" if crew is None else str(crew.workers) for crew in crews]
    output = ledger.output(good, factory)
    priced = good == ledger.goods[ledger.active(position["round"])] and seat["price"] is not None
    stored = sum(entry[1] for entry in seat["warehouses"] if entry is not None and entry[0] == good)
    return [
        _good(ledger, good),
        ink(roman(factory["decade"])),
        ink("+".join(workers) or NONE),
        ink("+".join(str(has) for at, has in enumerate(machines) if at < len(crews) or has) or NONE),
        ink("?" if output is None else output),
        ink(str(factory["quality"]) + ("+E" if seat["engineer"] == good else "")),
        ink(factory["distribution"]),
        ink(factory["appeal"]),
        ink(f"£{seat['price']}" if priced else NONE),
        ink(stored or NONE),
    ]


def _levels(ledger: Ledger, seat: Mapping[str, Any]) -> Iterator[Words]:
    """``Automation 1 (4)``: the level, and what the track says there."""
    for track in dict.fromkeys([*ledger.tracks, *seat["levels"]]):
        level = seat["levels"].get(track, 0)
        yield f"{track} {level} ({value_words(ledger.reached(track, level))})"


def _cards(ledger: Ledger, seat: Mapping[str, Any]) -> Iterator[Words]:
    """With what their state is. The cards that have one are known by their number."""
    for card in seat["cards"]:
        yield card + (" (used)" if card == ledger.name(PATENT) and seat["patent_used"] else "")
    if seat["patent_used"] and not ledger.holds(seat, PATENT):
        yield "the Patent is used"
    if seat["engineer"] is not None:
        side = 2 if seat["engineer_turned"] else 1
        yield "(the Engineer is at " + _good(ledger, seat["engineer"]) + f", side {side} up)"


def _warehouses(ledger: Ledger, seat: Mapping[str, Any]) -> Iterator[Words]:
    """Those that the player has, and whatever is in one."""
    for size, entry in zip(ledger.warehouses(seat), seat["warehouses"], strict=False):
        if entry is not None:
            yield f"{entry[1]} of {size or '?'} " + _good(ledger, entry[0])
        elif size:
            yield f"empty of {size}"


def _fate(seat: Mapping[str, Any]) -> Iterator[str]:
    if seat["sold"] is not None:
        yield f"sold at home in this production: {seat['sold']}"
    if seat["extra_used"]:
        yield "Extra Production is used in this decade"
    if seat["bankrupt_round"] is not None:
        yield f"bankrupt since round {seat['bankrupt_round']}"

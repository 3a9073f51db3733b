"""The table of Arkwright in characters: the market, the players, and the factories of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lineshaft.reference.wording import counted

from ..table import (
    BOLD,
    Cell,
    Column,
    Text,
    Words,
    filled,
    flow,
    heading,
    ink,
    join,
    paragraph,
    sections,
    table,
    who,
)
from .works import Works, roman, works_of

__all__ = ["LEFT_OUT", "board"]

LEFT_OUT = {"legal_actions": "choices are told apart, see choices()"}
"""Keys of the view that the board does not show, and why."""

PHASES = {
    "goods": "{player} chooses a starting good",
    "points": "{player} spends set-up points",
    "event": "an event is drawn",
    "break": "{player} turns a machine back into a worker",
    "action": "{player} takes an action",
    "loan": "{player} may take loans",
    "price": "{player} sets the price",
    "develop": "{player} takes a development",
    "patent_step": "{player} takes a step with the Patent",
    "lower": "{player} lowers a factory, as a card is missing",
    "take": "{player} takes another Development card",
    "engineer": "{player} places the Engineer",
    "ship": "{player} chooses how many ships sail",
    "start": "{player} chooses the start player of the next decade",
    "over": "the game is over",
}
FLAGS = {
    "built": "a factory was built in this action",
    "token_moved": "the Engineer was moved in this action",
    "card_turned": "the Engineer's card was turned in this action",
}
NONE = "·"


def board(position: Mapping[str, Any], data_text: str, width: int) -> list[Text]:
    """The dict of a view or of a state: what a player looks at first stands first."""
    works = works_of(data_text)
    seats = [_factories(position, works, player, width) for player in range(len(position["seats"]))]
    return sections(
        _now(position, works, width), _market(position, works, width), _players(position, works, width), *seats
    )


# --- what is going on -------------------------------------------------------------------------------------------------


def _now(position: Mapping[str, Any], works: Works, width: int) -> list[Text]:
    turn = position["round"]
    begun = f"decade {roman(works.decade(turn))}, round {turn} of {works.rounds()} (" + works.good(works.active(turn))
    said = filled(PHASES[position["phase"]], who(position, position["current_player"]))
    lines = paragraph(begun + "): " + said, width)
    for note in _notes(position, works):
        lines += paragraph(note, width)
    return lines


def _notes(position: Mapping[str, Any], works: Works) -> Iterator[Words]:
    """The event, and how far an action has come."""
    if position["event"] is not None:
        yield f"event of this decade: {position['event']}"
    if position["events_shown"]:
        yield "events shown so far: " + join(position["events_shown"])
    if position["kind"] is not None:
        yield f"action: {position['kind']}"
    if position["used"]:
        yield f"points, machines or steps used so far: {position['used']}"
    yield from (words for key, words in FLAGS.items() if position[key])
    if position["set_factories"]:
        yield "set in this action: " + join(map(works.good, position["set_factories"]))
    if position["begun"]:
        yield "worker cards half automated: " + join(works.good(good) + f" {card}" for good, card in position["begun"])
    if position["producing"] is not None:
        yield "producing: " + works.good(position["producing"])
    if position["rest"]:
        yield f"left over and not stored: {counted(position['rest'], 'good')}"
    if position["given_up"] is not None:
        yield f"given up: {position['given_up']}"
    if position.get("title") is not None:
        yield f"title: {position['title']}"


# --- the market -------------------------------------------------------------------------------------------------------


def _market(position: Mapping[str, Any], works: Works, width: int) -> list[Text]:
    goods = list(dict.fromkeys([*works.goods, *position["demand"]]))
    active = works.active(position["round"])
    columns = [Column("", least=20), *(Column(good, right=True, least=5) for good in goods)]
    rows: list[list[Cell]] = [[ink("demand"), *(ink(position["demand"].get(good, "?"), BOLD) for good in goods)]]
    if position["neutral"] is not None:
        rows.append([ink("neutral appeal"), *(ink(position["neutral"].get(good, "?")) for good in goods)])
    for player, seat in enumerate(position["seats"]):
        appeal = (seat["factories"][good]["appeal"] if good in seat["factories"] else NONE for good in goods)
        rows.append(["appeal " + who(position, player), *map(ink, appeal)])
    decade = works.decade(position["round"])
    for words, key in (("price from", "price"), ("fixed cost", "fixed_cost"), ("export price", "export")):
        prices = (works.tiles.get((good, decade), {}).get(key) for good in goods)
        rows.append([ink(f"{words}, tile {roman(decade)}"), *(ink("?" if p is None else f"£{p}") for p in prices)])
    wages, space = works.wages(position["players"]), position["wage_space"]
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


def _players(position: Mapping[str, Any], works: Works, width: int) -> list[Text]:
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
            ink(f"{seat['ships_used']} of {works.ships(seat)}"),
            ink("start" if position["start_player"] == player else ""),
        ]
        for player, seat in enumerate(position["seats"])
    ]
    return [heading("players"), *table(columns, rows, width)]


def _factories(position: Mapping[str, Any], works: Works, player: int, width: int) -> list[Text]:
    seat = position["seats"][player]
    columns = [Column("good", least=6), Column("tile")]
    columns += [Column(name, right=True) for name in ("workers", "machines", "output", "quality", "distr.", "appeal")]
    columns += [Column(name, right=True) for name in ("price", "stored")]
    rows = [_factory(position, works, seat, good, factory) for good, factory in seat["factories"].items()]
    lines = table(columns, rows, width) if rows else [ink("no factory is open")]
    return [
        heading("factories of player " + str(player), "(you)" if position.get("viewer") == player else ""),
        *lines,
        *flow("developments: ", _levels(works, seat), width),
        *flow("cards: ", _cards(works, seat), width),
        *flow("warehouses: ", _warehouses(works, seat), width),
        *(line for note in _fate(seat) for line in paragraph(note, width)),
    ]


def _factory(
    position: Mapping[str, Any], works: Works, seat: Mapping[str, Any], good: str, factory: Mapping[str, Any]
) -> list[Cell]:
    """Workers and machines of each worker card; the price of the active good."""
    sides = works.sides(factory["decade"], factory["worker_cards"])
    units = [works.units(side) for side in sides]
    machines = factory["machines"]
    workers = ["?" if all_of is None else str(all_of - has) for all_of, has in zip(units, machines, strict=False)]
    output = works.output(good, factory)
    priced = good == works.active(position["round"]) and seat["price"] is not None
    stored = sum(entry[1] for entry in seat["warehouses"] if entry is not None and entry[0] == good)
    return [
        works.good(good),
        ink(roman(factory["decade"])),
        ink("+".join(workers) or NONE),
        ink("+".join(str(has) for at, has in enumerate(machines) if at < len(sides) or has) or NONE),
        ink("?" if output is None else output),
        ink(str(factory["quality"]) + ("+E" if seat["engineer"] == good else "")),
        ink(factory["distribution"]),
        ink(factory["appeal"]),
        ink(f"£{seat['price']}" if priced else NONE),
        ink(stored or NONE),
    ]


def _levels(works: Works, seat: Mapping[str, Any]) -> Iterator[Words]:
    """``Automation 1 (4)``: the level, and what the track says there."""
    for track in dict.fromkeys([*works.tracks, *seat["levels"]]):
        level = seat["levels"].get(track, 0)
        value = works.level(track, level)
        if isinstance(value, list):
            value = "+".join(map(str, value)) or "none"
        yield f"{track} {level} ({'?' if value is None else value})"


def _cards(works: Works, seat: Mapping[str, Any]) -> Iterator[Words]:
    """With what their state is. The cards that have one are known by their number."""
    by_number = {row["name"]: row["number"] for row in works.data["cards"]["rows"]}
    for card in seat["cards"]:
        number = by_number.get(card)
        yield card + (" (used)" if number == 6 and seat["patent_used"] else "")
    if seat["patent_used"] and not any(by_number.get(card) == 6 for card in seat["cards"]):
        yield "the Patent is used"
    if seat["engineer"] is not None:
        side = 2 if seat["engineer_turned"] else 1
        yield "(the Engineer is at " + works.good(seat["engineer"]) + f", side {side} up)"


def _warehouses(works: Works, seat: Mapping[str, Any]) -> Iterator[Words]:
    """Those that the player has, and whatever is in one."""
    track = list(works.tracks)[4]
    small = works.level(track, seat["levels"].get(track, 0)) or []
    large = works.data["card_effects"]["large_warehouse_size"] if works.has(seat, 7) else None
    sizes = [*small, *[None] * (len(seat["warehouses"]) - 1 - len(small)), large]
    for size, entry in zip(sizes, seat["warehouses"], strict=False):
        if size is None and entry is None:
            continue
        room = f" of {'?' if size is None else size}"
        yield "empty" + room if entry is None else f"{entry[1]}{room} " + works.good(entry[0])


def _fate(seat: Mapping[str, Any]) -> Iterator[str]:
    if seat["sold"] is not None:
        yield f"sold at home in this production: {seat['sold']}"
    if seat["extra_used"]:
        yield "Extra Production is used in this decade"
    if seat["bankrupt_round"] is not None:
        yield f"bankrupt since round {seat['bankrupt_round']}"

"""Positions of Arkwright: The Card Game: those of the set-up, with what the arguments change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from data_files import shipped
from positions import AnyGame, Play, Rules, Side

SHIPPED = shipped("arkwright")
"""The data file, for tests that change a number in it."""

GOODS = ("Food", "Clothes", "Cutlery", "Lamps")
TRACKS = ("Automation", "Quality", "Distribution", "Shipping", "Warehouse", "Office")
EARLY_CARDS = ("Foreman", "Sales Agent", "Craftsman", "Advertiser", "Patent", "Engineer")
LATER_CARDS = ("Steward", "Large Warehouse", "Shipyard", "Merchant", "Mechanic", "Entrepreneur")
COPIES = {1: 1, 2: 1, 3: 2, 4: 3}
"""Copies of each Development card, by the number of players."""

Changes = dict[str, Any]


def counts(text: str) -> dict[str, int]:
    """``Food 2, Lamps 1`` as a number of each; a name alone counts 1."""
    parts = (re.fullmatch(r"(.+?)(?: (-?\d+))?", part) for part in text.split(", ") if part)
    return {part[1]: int(part[2] or 1) for part in parts if part is not None}


def factory(
    decade: int = 1,
    crew: int = 1,
    machines: Sequence[int] = (0, 0),
    quality: int = 0,
    distribution: int = 0,
    appeal: int = 0,
) -> dict[str, Any]:
    """An open factory with ``crew`` worker cards, its appeal marker on ``appeal``."""
    return {
        "decade": decade,
        "worker_cards": crew,
        "machines": list(machines),
        "quality": quality,
        "distribution": distribution,
        "appeal": appeal,
    }


def seat(
    *,
    factories: dict[str, Any] | None = None,
    only: dict[str, Any] | None = None,
    levels: str = "",
    cards: str = "",
    store: str = "",
    **changes: Any,
) -> Changes:
    """What differs at a seat from the set-up.

    Args:
        factories: factories by good, beside or in place of those of the set-up.
        only: all factories there are.
        levels: ``Office 2, Shipping 1``. The Office is as high as the cards need, unless it is given.
        cards: Development cards; an Engineer stands at the first factory unless ``engineer`` says where.
        store: the warehouses in order, ``Food 2, -, Lamps 1``.
        changes: other keys of a seat.
    """
    own: Changes = {"factories": factories or {}, "only": only, **changes}
    own["levels"] = {track: level for track, level in counts(levels).items() if level}
    own["cards"] = cards.split(", ") if cards else []
    stored = [None if part == "-" else next(iter(counts(part).items())) for part in store.split(", ") if part]
    own["warehouses"] = [None if pair is None else list(pair) for pair in stored] + [None] * (3 - len(stored))
    return own


def put_seat(d: dict[str, Any], change: Changes) -> None:
    factories = d["factories"] | change["factories"] if change["only"] is None else change["only"]
    d |= {key: value for key, value in change.items() if key != "only"}
    d["factories"] = {good: factories[good] for good in GOODS if factories.get(good) is not None}
    if len(d["cards"]) > 1 and "Office" not in d["levels"]:
        d["levels"]["Office"] = len(d["cards"]) - 1
    if "Engineer" in d["cards"] and "engineer" not in change:
        d["engineer"] = next(iter(d["factories"]))


def the_game(
    side: Side,
    players: int = 2,
    variant: str | None = None,
    rules: Rules | None = None,
    data: str | None = None,
) -> AnyGame:
    """The game, loaded once: one player plays ``solo``, more play ``standard``."""
    variant = variant or ("solo" if players == 1 else "standard")
    return side.loaded("arkwright", players, variant, rules, data)


def position(
    side: Side,
    seats: Sequence[Changes] = (),
    *,
    players: int = 2,
    variant: str | None = None,
    rules: Rules | None = None,
    in_round: int = 1,
    start: int = 0,
    turn: int | None = None,
    demand: Sequence[int] | None = None,
    wage: int = 1,
    neutral: int | None = None,
    data: str | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """The first position of a game without expert set-up, changed as the arguments say.

    Args:
        side: which implementation sets up.
        seats: changes of the seats in order; those left out are as in the set-up.
        players, variant, rules, data: the game; one player plays ``solo``, more ``standard``.
        in_round: from 1 to 12; the Development cards of its decade are in the supply.
        start, turn: start player, and who acts (without it the start player).
        demand: of all four goods.
        wage: the space of the wage marker, from 1.
        neutral: the appeal of all neutral markers.
        fields: other keys of the dict; the phase is ``action``.
    """
    basic = dict(rules or {}) | {"expert_setup": False, "events": False}
    d = the_game(side, players, variant, basic, data).new_initial_state().to_dict()
    for own, change in zip(d["seats"], seats, strict=False):
        put_seat(own, change)
    cards = (*EARLY_CARDS, *(LATER_CARDS if in_round > 4 else ()))
    held = [card for own in d["seats"] for card in own["cards"]]
    left = {card: COPIES[players] - held.count(card) for card in cards}
    assert min(left.values()) >= 0 and set(held) <= set(cards), f"there are not so many cards: {held}"
    d["supply"] = {card: number for card, number in left.items() if number}
    d |= {
        "round": in_round,
        "start_player": start,
        "current_player": start if turn is None else turn,
        "wage_space": wage,
    }
    d["demand"] = d["demand"] if demand is None else dict(zip(GOODS, demand, strict=True))
    if neutral is not None:
        d["neutral"] = dict.fromkeys(GOODS, neutral)
    d |= fields
    if d["phase"] in ("over", "event"):
        d["current_player"] = -4 if d["phase"] == "over" else -1
    return d


def play(side: Side, seats: Sequence[Changes] = (), **arguments: Any) -> Play:
    """The position that the arguments of ``position`` describe, to be played on."""
    d = position(side, seats, **arguments)
    chosen = {key: arguments[key] for key in ("players", "variant", "rules", "data") if key in arguments}
    return Play(the_game(side, **chosen).state_from_dict(d))


def producing(side: Side, seats: Sequence[Changes], *, demand: Sequence[int] = (0, 0, 0, 0), **arguments: Any) -> Play:
    """The last development of a round: ``develop Office``, and the production comes with the markers as they stand.

    Each seat with an open factory of the active good gives its ``price``.
    """
    players, start = arguments.get("players", 2), arguments.get("start", 0)
    last = arguments.pop("last", (start - 1) % players)
    return play(side, seats, demand=demand, turn=last, phase="develop", **arguments)


def after_production(side: Side, seats: Sequence[Changes], **arguments: Any) -> Play:
    """The position after that production."""
    return producing(side, seats, **arguments).do("develop Office")


def started(side: Side, players: int = 2, variant: str | None = None, rules: Rules | None = None) -> Play:
    """The real first position."""
    return Play(the_game(side, players, variant, rules).new_initial_state())


def each(play: Play, key: str) -> list[Any]:
    """One number of each seat."""
    return [own[key] for own in play.now["seats"]]


def own(play: Play, player: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = play.now["seats"][player]
    return found


def works(play: Play, good: str, player: int = 0) -> dict[str, Any]:
    """A factory."""
    found: dict[str, Any] = play.now["seats"][player]["factories"][good]
    return found


def demand(play: Play) -> list[int]:
    return list(play.now["demand"].values())


def legal(play: Play, *words: str) -> list[str]:
    """The legal actions that begin with one of the words."""
    return [text for text in play.legal() if text.startswith(words)]


def end_turn(play: Play, price: int | None = None) -> Play:
    """What is left of a turn: nothing bought, the lowest price unless one is given, the first development."""
    now = (play.player, play.now["round"])
    while (play.player, play.now["round"]) == now and play.phase not in ("start", "ship", "over"):
        if play.phase == "action":
            play.do("done" if play.now["kind"] else "buy 0 shares")
        elif play.phase == "price" and price is not None:
            play.do(f"price {price}")
        else:
            play.do(play.legal()[0])
    return play


def end_round(play: Play) -> Play:
    """Turns in which nobody does anything, up to the next round, to a choice of the start player, or to the end."""
    this_round = play.now["round"]
    while play.now["round"] == this_round and play.phase not in ("start", "ship", "over"):
        end_turn(play)
    return play


# --- producers --------------------------------------------------------------------------------------------------------

HARBOUR: dict[str, Any] = {"ships_used": 2, "ship_tokens": 2}
"""No ship is available."""


def maker(
    tile: int = 1,
    crew: int = 1,
    machines: tuple[int, int] = (0, 0),
    *,
    good: str = "Food",
    appeal: int = 0,
    distribution: int = 0,
    price: int | None = 10,
    cash: int = 100,
    **changes: Any,
) -> Changes:
    """A seat whose factory produces; the other one does not."""
    other = "Cutlery" if good != "Cutlery" else "Food"
    only = {good: factory(tile, crew, machines, 0, distribution, appeal), other: factory()}
    return seat(only=only, price=price, cash=cash, **changes)


IDLE = seat(only={"Clothes": factory(), "Cutlery": factory()})
"""A seat without Food and Lamps."""


def trader(crew: int, appeal: int, card: str = "", **changes: Any) -> Changes:
    """Makes 1, 2 or 3 Lamps with 0, 1 or 2 worker cards, and sells them if the appeal allows."""
    return maker(1, crew, good="Lamps", appeal=appeal, cards=card, **changes)

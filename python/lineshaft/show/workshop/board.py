"""The board of Workshop in characters: players, the Demand chart, the cards, and the towns with their connections."""

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
    counts,
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
from .names import Names, names_of
from .words import part, sentence

__all__ = ["LEFT_OUT", "board"]

LEFT_OUT = {"legal_actions": "choices are told apart, see choices()"}
"""Keys of the view that the board does not show, and why."""

STEPS = {"draw_demand": "counters drawn", "demand_must": "boxes served", "demand_may": "boxes served"}
FREE = "·"
"""A place in a town that nobody has taken."""
LINES = {1: "-", 2: "="}
"""How single and double connections are drawn."""
MOST_PLACES = 4
"""Of a town, that are drawn one by one."""


def board(position: Mapping[str, Any], data_text: str, width: int) -> list[Text]:
    """The dict of a view or of a state: what a player looks at first stands first."""
    names = names_of(data_text)
    return sections(
        _now(position, names, width),
        _players(position, names, width),
        _demand(position, names, width),
        _cards(position, names, width),
        _towns(position, names, width),
    )


# --- what is going on -------------------------------------------------------------------------------------------------


def _now(position: Mapping[str, Any], names: Names, width: int) -> list[Text]:
    begun = f"{part(position)} of {names.atlas.rounds(position['players'])}: "
    lines = paragraph(begun + said(sentence(position), position), width)
    for note in _notes(position, names):
        lines += paragraph(note, width)
    return lines


def _notes(position: Mapping[str, Any], names: Names) -> Iterator[Words]:
    """The auction, the fists, the turn: what stands only for a while."""
    if position["step"]:
        yield f"{STEPS.get(position['phase'], 'steps done')}: {position['step']}"
    if position["demand_first"] is not None:
        yield who(position, position["demand_first"]) + " won the toss and is first to place a counter"
    if position["auction"] is not None:
        yield from _auction(position, names)
    fists = [who(position, player) + " " + _fist(fist, names) for player, fist in enumerate(position["fists"]) if fist]
    if fists:
        yield "fists: " + join(fists, "; ")
    if position["turn"] is not None:
        yield from _turn(position["turn"], names)


def _auction(position: Mapping[str, Any], names: Names) -> Iterator[Words]:
    auction = position["auction"]
    bid = ink("no bid yet")
    if auction["leader"] is not None or auction["standing"]:
        bid = f"£{auction['standing']} bid by " + who(position, auction["leader"])
    nominated = ", nominated by " + who(position, auction["nominator"]) + ", "
    yield "auction: " + names.card(auction["card"]) + nominated + bid
    if auction["speaker"] != position["current_player"]:
        yield "speaks: " + who(position, auction["speaker"])


def _fist(fist: Mapping[str, Any], names: Names) -> Words:
    """A state says of a fist what its owner knows; a view whether it is closed, too."""
    closed = fist.get("closed", fist["amount"] is not None)
    colour = "" if fist["colour"] is None else " for " + names.colour(fist["colour"])
    if fist["amount"] is not None:
        return ink(f"bid £{fist['amount']}") + colour + ("" if closed else ", fist open")
    return ink("has closed the fist" if closed else "is bidding") + colour


def _turn(turn: Mapping[str, Any], names: Names) -> Iterator[Words]:
    card = "a card to be drawn" if turn["card"] is None else names.card(turn["card"])
    town = "" if turn["town"] is None else f", in {turn['town']}"
    link = "" if turn["link"] is None else f", first Link {turn['link']}"
    yield "turn of " + names.colour(turn["colour"]) + ": " + card + town + link


# --- players and Demand -----------------------------------------------------------------------------------------------


def _players(position: Mapping[str, Any], names: Names, width: int) -> list[Text]:
    columns = [Column("colour", least=8), Column("player")]
    columns += [Column(name, right=True) for name in ("cash", "revenue", "counters", "industries", "links", "network")]
    rows = [_colour(position, names, colour) for colour in names.atlas.in_play(position["players"])]
    order = [f"{box} " + names.colour(colour) for box, colour in enumerate(position["order"], 1)]
    following = [f"{box} " + names.colour(colour) for box, colour in enumerate(position["next_order"], 1)]
    return [
        heading("players"),
        *table(columns, rows, width),
        *flow("turn order: ", order, width, none="not drawn yet"),
        *flow("next round: ", following, width, none="nobody has a card yet"),
    ]


def _colour(position: Mapping[str, Any], names: Names, colour: str) -> list[Cell]:
    """Cash, revenue and counters are a player's: they stand with the first colour."""
    colours = names.atlas.in_play(position["players"])
    player = colours.index(colour) % position["players"]
    first = colours.index(colour) == player
    held = position["hand_sizes"] if "hand_sizes" in position else [sum(hand.values()) for hand in position["hands"]]
    money = [f"£{position['cash'][player]}", position["revenue"][player], held[player]] if first else ["", "", ""]
    return [
        names.colour(colour),
        who(position, player),
        *(ink(number) for number in money),
        ink(sum(town.get(colour, 0) for town in position["industries"].values())),
        ink(sum(names.atlas.links(name) for name, has in position["links"].items() if has == colour)),
        ink(_network(position, names, colour)),
    ]


def _network(position: Mapping[str, Any], names: Names, colour: str) -> int:
    """The Links of the largest network of a colour (R35)."""
    networks: list[tuple[set[str], int]] = []
    for name, has in position["links"].items():
        if has != colour or name not in names.atlas.connections:
            continue
        towns, links = set(names.atlas.connections[name].ends), names.atlas.links(name)
        for other in [network for network in networks if network[0] & towns]:
            networks.remove(other)
            towns, links = towns | other[0], links + other[1]
        networks.append((towns, links))
    return max((links for _, links in networks), default=0)


def _demand(position: Mapping[str, Any], names: Names, width: int) -> list[Text]:
    """The chart, whose Industries it pays, and where the other counters are as far as the viewer knows."""
    colours = names.atlas.in_play(position["players"])
    held = _held(position)
    columns = [Column("type", least=10), Column("value", right=True), Column("chart", right=True)]
    columns += [Column(f"{names.short(colour)}", right=True) for colour in colours]
    columns += [Column(name, right=True) for name in held]
    types = dict.fromkeys([*names.atlas.kinds, *position["demand"], *(kind for hand in held.values() for kind in hand)])
    rows = [
        [
            ink(kind),
            ink(names.atlas.kind(kind).value or "?"),
            ink(position["demand"].get(kind, 0), BOLD),
            *(ink(_of_kind(position, names, kind, colour) or FREE, names.style(colour)) for colour in colours),
            *(ink(hand.get(kind, 0) or FREE) for hand in held.values()),
        ]
        for kind in types
    ]
    note = "counters on the chart, Industries of each colour, other counters"
    return [heading("demand", note), *table(columns, rows, width)]


def _held(position: Mapping[str, Any]) -> dict[str, Mapping[str, int]]:
    """Counters that are not on the chart."""
    if "hands" in position:
        return {f"player {player}": hand for player, hand in enumerate(position["hands"])} | {"pool": position["pool"]}
    own = {} if position["hand"] is None else {"yours": position["hand"]}
    return own | {"unseen": position["unseen_counters"]}


def _of_kind(position: Mapping[str, Any], names: Names, kind: str, colour: str) -> int:
    """The Industries of a colour in towns of a kind."""
    return sum(
        here.get(colour, 0)
        for town, here in position["industries"].items()
        if town in names.atlas.towns and names.atlas.towns[town].kind.name == kind
    )


# --- cards and towns --------------------------------------------------------------------------------------------------


def _cards(position: Mapping[str, Any], names: Names, width: int) -> list[Text]:
    """What lies open; town cards stand with their towns, the others here."""
    places = _places(position)
    others = [f"{name}: " + join(places[name]) for name in places if name not in names.atlas.towns]
    return [
        heading("cards"),
        *flow("face up: ", counts(position["face_up"], names.card), width),
        *flow("deck: ", [f"{counted(position['deck'], 'card')} to turn up in this era"], width),
        *flow("set aside: ", [counted(position["set_aside"], "card")], width),
        *flow("wild cards: ", others, width, "; "),
    ]


def _places(position: Mapping[str, Any]) -> dict[str, list[Words]]:
    """Of each card where it is: ``open``, ``used``, ``to come``, ``on top``."""
    said = {"face_up": "open", "unseen_setup": "on top", "unseen": "to come", "used": "used"}
    found: dict[str, list[Words]] = {}
    for key, words in said.items():
        for name, number in position[key].items():
            found.setdefault(name, []).append(words if number == 1 else f"{number} {words}")
    return found


def _towns(position: Mapping[str, Any], names: Names, width: int) -> list[Text]:
    columns = [Column("town", least=10), Column("type"), Column("card", least=7), Column("industries", least=8)]
    places = _places(position)
    towns = dict.fromkeys([*names.atlas.towns, *position["industries"]])
    rows: list[list[Cell]] = [
        [
            ink(town, BOLD),
            names.kind(town),
            places.get(town, []),
            _industries(position, names, town),
            list(_connections(position, names, town)),
        ]
        for town in towns
    ]
    price = names.atlas.link_cost(position["era"])
    key = f"- single, = double, a colour in between is the owner; a Link costs £{price}"
    unknown = {name: has for name, has in position["links"].items() if name not in names.atlas.connections}
    strange = [f"{name}: " + names.colour(has) for name, has in unknown.items()]
    return [
        heading("towns"),
        *table([*columns, Column("connections")], rows, width),
        *paragraph(key, width),
        *flow("crossing without a junction: ", map(" and ".join, names.atlas.crossings), width, "; "),
        *(flow("other Links: ", strange, width) if strange else []),
    ]


def _industries(position: Mapping[str, Any], names: Names, town: str) -> Text:
    """``red blu ·``, a word a place; ``3 red, 4 free`` in a large town."""
    here = position["industries"].get(town, {})
    value = names.atlas.towns[town].kind.value if town in names.atlas.towns else sum(here.values())
    if value <= MOST_PLACES:
        taken = [names.short(colour) for colour, number in here.items() for _ in range(number)]
        return join([*taken, *[ink(FREE)] * (value - len(taken))], " ", none="")
    return join([*counts(here, names.short), f"{value - sum(here.values())} free"])


def _connections(position: Mapping[str, Any], names: Names, town: str) -> Iterator[Text]:
    """``-Leeds`` is free, ``=red=Leeds`` is a double connection of red."""
    for name, ends, links in names.atlas.connections.values():
        if town in ends:
            line, has = LINES.get(links, "="), position["links"].get(name)
            far = ends[1] if ends[0] == town else ends[0]
            yield (ink(f"{line}{far}") if has is None else line + names.short(has) + line + ink(far, names.style(has)))

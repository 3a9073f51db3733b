"""The table of Railways in characters: the tree of cities, the players, their hands, what can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lineshaft.reference.wording import counted

from ..table import Column, Text, Words, counts, filled, flow, heading, ink, join, paragraph, sections, table, who
from .cards import START, Cards, cards_of

__all__ = ["LEFT_OUT", "board"]

LEFT_OUT = {"legal_actions": "choices are told apart, see choices()"}
"""Keys of the view that the board does not show, and why."""

PHASES = {
    "deal_city": "{player} is dealt a city",
    "deal_card": "{player} is dealt a card",
    "deal_open": "the open row is laid out",
    "first_player": "the first player is drawn",
    "action": "{player} is to take an action",
    "connect": "{player} chooses from where the new city is reached",
    "pay": "{player} lays cards for the link",
    "place_goods": "cubes are drawn for the new city of {player}",
    "engine_delivery": "{player} may deliver with the new engine",
    "deliver": "{player} chooses where the cube goes",
    "discard_use": "{player} has discarded and chooses what for",
    "replenish_cube": "a cube is drawn for {player}",
    "replenish": "{player} puts the cube on an empty city",
    "draw": "{player} draws cards",
    "draw_card": "{player} draws from the deck",
    "refill": "the open row is filled up",
    "trim": "{player} has too many cards and discards",
    "final_delivery": "{player} may make a final delivery",
    "over": "the game is over",
}
TRIGGERS = {
    "deck_empty": "the deck is empty",
    "trains": "somebody has laid the last train",
    "bag_empty": "the bag is empty",
    "max_rounds": "the last round is reached",
}
STEPS = ((" ├ ", " └ ", " │ ", "   "), ("├ ", "└ ", "│ ", "  "), ("├", "└", "│", " "))
"""How a branch of the tree begins: an own one, the last one, beside later ones, below the last one. Wide to narrow."""
BRANCHES = 12
"""How many columns the branches may take: where the tree is deeper they begin further on."""


def board(position: Mapping[str, Any], data_text: str, width: int) -> list[Text]:
    """The dict of a view or of a state: what a player looks at first stands first."""
    cards = cards_of(data_text)
    return sections(
        _now(position, cards, width),
        _network(position, cards, width),
        _players(position, cards, width),
        _hands(position, cards, width),
        _supply(position, cards, width),
    )


# --- what is going on -------------------------------------------------------------------------------------------------


def _now(position: Mapping[str, Any], cards: Cards, width: int) -> list[Text]:
    said = filled(PHASES[position["phase"]], who(position, position["turn_player"]))
    begun = f"round {position['round']}: " if position["round"] else ""
    lines = paragraph(begun + said, width)
    for note in _notes(position, cards):
        lines += paragraph(note, width)
    return lines


def _notes(position: Mapping[str, Any], cards: Cards) -> Iterator[Words]:
    """What has been begun in this turn, and what ends the game."""
    build, shipment = position["build"], position["shipment"]
    if build is not None:
        laid = f"{counted(build['ones'], 'one')}, {counted(build['twos'], 'two')}, {counted(build['wilds'], 'wild')}"
        colour = ink(str(build["colour"]), cards.tracks.get(build["colour"], ("", ""))[1])
        start = "" if build["from"] is None else f" from {build['from']} in " + colour
        yield "being built: " + cards.card(build["city"]) + start + f", laid so far: {laid}"
    if shipment is not None:
        good = _cube(cards, shipment["good"])
        yield "being delivered: " + good + f" from {shipment['from']}"
    if position["cube"] is not None:
        yield "drawn from the bag: " + _cube(cards, position["cube"])
    if position["picks_done"]:
        yield f"drawn so far: {counted(position['picks_done'], 'card')} of {cards.numbers['drawing']['most']}"
    if position["end_trigger"] is not None:
        yield f"the end: {TRIGGERS.get(position['end_trigger'], position['end_trigger'])}, this is the last round"
    if position["final_deliveries"]:
        yield f"final delivery {position['final_deliveries']} of {cards.numbers['end']['deliveries']}"


def _cube(cards: Cards, colour: str) -> Text:
    """``red (wood)``."""
    kind = f" ({cards.kinds[colour]})" if colour in cards.kinds else ""
    return ink(colour, cards.goods.get(colour, ("", ""))[1]) + kind


# --- the network ------------------------------------------------------------------------------------------------------


def _network(position: Mapping[str, Any], cards: Cards, width: int) -> list[Text]:
    columns = [
        Column("city", least=16),
        Column("val", right=True),
        Column("takes"),
        Column("colours"),
        Column("link"),
        Column("by"),
        Column("cubes", least=7),
    ]
    rows: list[list[Text | list[Words]]] = [[ink(START), ink(""), ink(""), ink("any"), ink(""), ink(""), []]]
    rows += [_city(position, cards, branch, city) for branch, city in _tree(position["cities"])]
    return [heading("cities and links", f"({len(position['cities'])})"), *table(columns, rows, width)]


def _city(position: Mapping[str, Any], cards: Cards, branch: str, city: Mapping[str, Any]) -> list[Text | list[Words]]:
    name, printed = city["name"], cards.cities.get(city["name"])
    owner = "you" if position.get("viewer") == city["owner"] else city["owner"]
    return [
        branch + ink(name, "1"),
        ink(printed.value if printed else "?"),
        cards.demand(name),
        cards.colours(name),
        cards.track(city["colour"]) + f" {city['value']}",
        ink(owner),
        counts(city["cubes"], cards.good),
    ]


def _tree(cities: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each city behind its branch, below the city that it was built from; narrow branches where the tree is deep."""
    below: dict[str, list[Mapping[str, Any]]] = {}
    for city in cities:
        below.setdefault(city["parent"], []).append(city)
    depth = _depth(below, START)
    own, last, beside, under = next((step for step in STEPS if len(step[0]) * depth <= BRANCHES), STEPS[-1])
    hanging, seen = [(city, "") for city in reversed(below.get(START, []))], {START}
    while hanging:
        city, before = hanging.pop()
        is_last = city is below[city["parent"]][-1]
        yield (before + (last if is_last else own))[-BRANCHES:], city
        if city["name"] not in seen:
            seen.add(city["name"])
            inset = before + (under if is_last else beside)
            hanging += [(child, inset) for child in reversed(below.get(city["name"], []))]


def _depth(below: Mapping[str, Sequence[Mapping[str, Any]]], place: str) -> int:
    """How many links the farthest city is away."""
    depth, names, seen = 0, [place], {place}
    while names := [city["name"] for name in names for city in below.get(name, []) if city["name"] not in seen]:
        seen.update(names)
        depth += 1
    return depth


# --- players and cards ------------------------------------------------------------------------------------------------


def _players(position: Mapping[str, Any], cards: Cards, width: int) -> list[Text]:
    columns = [
        Column("player"),
        *(Column(name, right=True) for name in ("points", "engines", "links", "trains", "cards")),
        Column("delivered", least=10),
        Column("", least=8),
    ]
    rows = [_player(position, cards, player) for player in range(position["players"])]
    return [heading("players"), *table(columns, rows, width)]


def _player(position: Mapping[str, Any], cards: Cards, player: int) -> list[Text | list[Words]]:
    """A state does not say how many trains are left: that hangs on a rules option."""
    links = sum(city["owner"] == player for city in position["cities"])
    notes = ["first"] if position["first_player"] == player else []
    notes += ["to act"] if position["current_player"] == player else []
    notes += ["in turn"] if position["turn_player"] == player != position["current_player"] else []
    return [
        who(position, player),
        ink(position["points"][player]),
        ink(position["engines"][player]),
        ink(links),
        ink(position["trains"][player] if "trains" in position else ""),
        ink(position["hand_sizes"][player] if "hand_sizes" in position else sum(position["hands"][player].values())),
        counts(position["delivered"][player], cards.good) or ["none"],
        join(notes, none=""),
    ]


def _hands(position: Mapping[str, Any], cards: Cards, width: int) -> list[Text]:
    lines = [heading("hands")]
    for player in range(position["players"]):
        held, known = _held(position, player), position["known"][player]
        dealt = _dealt(position["v2_hidden"][player], cards)
        if held is None:
            unseen = position["hand_sizes"][player] - sum(known.values())
            dealt = f" ({dealt})" if dealt else ""
            hand = [*counts(known, cards.card), *([f"{unseen} not seen{dealt}"] if unseen or dealt else [])]
            lines += flow(who(position, player) + ": ", hand, width)
            continue
        lines += flow(who(position, player) + ": ", counts(held, cards.card), width)
        lines += flow("  seen by all of them: ", counts(known, cards.kind), width) if known else []
        lines += paragraph(f"not seen by the others: {dealt}", width, "  ") if dealt else []
    return lines


def _held(position: Mapping[str, Any], player: int) -> Mapping[str, int] | None:
    """The hand of a player, where it is shown: that of the viewer, or in a state any."""
    if "hands" in position:
        hand: Mapping[str, int] = position["hands"][player]
        return hand
    return position["hand"] if position["viewer"] == player else None


def _dealt(number: int, cards: Cards) -> str:
    """Cities that were dealt at the start and that nobody else has seen."""
    if not number:
        return ""
    return f"{counted(number, 'city')} of value {cards.numbers['hand']['city_value']} dealt at the start"


def _supply(position: Mapping[str, Any], cards: Cards, width: int) -> list[Text]:
    """What can be drawn, and what cannot be any more."""
    row = [ink("empty") if name is None else cards.card(name) for name in position["open"]]
    slots = [f"{slot} " + card for slot, card in enumerate(row, 1)]
    pile = [cards.kind(name) for name in reversed(position["discard_pile"])]
    size = position["deck_size"] if "deck_size" in position else sum(position["deck"].values())
    lines = [heading("to draw")]
    lines += flow("open row: ", slots, width, "; ")
    lines += flow("deck: ", [counted(size, "card")], width)
    lines += flow("discard pile: ", [card + " (on top)" for card in pile[:1]] + pile[1:], width)
    lines += flow("bag: ", counts(position["bag"], lambda colour: _cube(cards, colour)), width)
    if "laid" in position:
        lines += flow("laid as links: ", counts(position["laid"], cards.kind), width)
    else:
        lines += flow("in the deck: ", counts(position["deck"], cards.kind), width)
    return lines

"""Positions of Workshop of the World, put down piece by piece; the tables are those of the sources, not of the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from positions import AnyGame, Play, Rules, Side, counts

COLOURS = ("red", "blue", "green", "yellow", "black")
VALUES = {"Textile": 4, "Light Industry": 3, "Heavy Industry": 3, "Port": 2, "Crafts": 2}
TYPES = tuple(VALUES)
LETTERS = {name[0]: name for name in TYPES}
MAP = """
    Glasgow H, Edinburgh L, Carlisle T, Newcastle H, Middlesbrough H, Lancaster L, York C, Leeds T, Hull P,
    Manchester T, Liverpool P, Sheffield H, Stoke L, Nottingham T, Leicester T, Wrexham H, Birmingham L,
    Northampton L, Norwich T, Gloucester C, Oxford C, Cardiff H, Bristol P, Reading C, London L, Guildford C,
    Southampton P, Portsmouth P, Dover P, Exeter C
"""
LINES = """
    Glasgow - Edinburgh, Glasgow = Carlisle, Edinburgh = Carlisle, Edinburgh = Newcastle, Carlisle - Newcastle,
    Carlisle = Lancaster, Newcastle - Middlesbrough, Middlesbrough - York, Middlesbrough - Leeds, York - Leeds,
    York - Hull, Lancaster - Manchester, Lancaster - Liverpool, Leeds = Liverpool, Leeds - Manchester,
    Leeds - Sheffield, Leeds - Hull, Manchester - Liverpool, Manchester - Sheffield, Manchester - Stoke,
    Liverpool - Stoke, Liverpool - Wrexham, Stoke - Wrexham, Hull - Sheffield, Sheffield - Nottingham,
    Hull = Nottingham, Hull = Norwich, Stoke - Nottingham, Stoke - Birmingham, Wrexham - Birmingham,
    Nottingham - Leicester, Leicester - Birmingham, Leicester - Northampton, Leicester = Norwich,
    Birmingham - Northampton, Birmingham - Gloucester, Birmingham - Oxford, Wrexham = Cardiff,
    Gloucester - Cardiff, Gloucester - Bristol, Gloucester = Reading, Oxford - Reading, Oxford - Northampton,
    Northampton - London, London = Norwich, London - Reading, London - Guildford, London - Dover,
    Reading - Southampton, Reading - Guildford, Reading = Bristol, Guildford - Portsmouth, Dover = Portsmouth,
    Southampton - Portsmouth, Southampton = Exeter, Bristol - Exeter
"""
TOWNS = {town: LETTERS[letter] for town, letter in re.findall(r"(\w+) (\w)\b", MAP)}
SETUP = ("Newcastle", "York", "Manchester", "Birmingham", "Bristol", "London")
WILDS = ("Wild 2", "Wild 3", "Wild 4")
CARDS = {**dict.fromkeys(TOWNS, 1), **dict.fromkeys(WILDS, 3)}
CONNECTIONS = {f"{a} - {b}": 1 if line == "-" else 2 for a, line, b in re.findall(r"(\w+) ([-=]) (\w+)", LINES)}
"""The towns, the cards and the connections with their Links, all in table order."""


class Plan(NamedTuple):
    """What the rulebook prints for a number of players (R1, R2, R4, R5)."""

    colours: int
    aside: int
    rounds: int
    cash: int
    draw: int


PLANS = {2: Plan(4, 11, 7, 100, 4), 3: Plan(3, 12, 9, 50, 2), 4: Plan(4, 11, 7, 50, 2), 5: Plan(5, 9, 6, 50, 2)}
BEFORE_A_ROUND = ("draw_order", "toss_demand", "draw_demand", "demand_must")
TURN = ("swap", "draw_swap", "town", "displace", "build", "move")


def value(town: str) -> int:
    return VALUES[TOWNS[town]]


def ends(link: str) -> set[str]:
    return set(link.split(" - "))


def at(*towns: str) -> list[str]:
    """The connections that touch one of these towns, in table order."""
    return [link for link in CONNECTIONS if ends(link) & set(towns)]


def blocked(*towns: str, by: str = "blue") -> dict[str, str]:
    """Links on every connection at these towns (R20), of one colour or of several in turn."""
    colours = by.split(", ")
    return {link: colours[i % len(colours)] for i, link in enumerate(at(*towns))}


def in_order(numbers: Mapping[str, int], names: Mapping[str, Any]) -> dict[str, int]:
    return {name: numbers[name] for name in names if numbers.get(name, 0)}


def position(
    players: int = 3,
    *,
    phase: str = "nominate",
    era: str = "canal",
    round: int = 3,  # noqa: A002 - the word of the rules
    player: int | None = None,
    cash: list[int] | None = None,
    industries: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    demand: str | None = None,
    hands: list[str] | None = None,
    face_up: str | None = None,
    used: str = "",
    turn: Mapping[str, str | None] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A position as a dict: what is not said is as in the middle of the canal era, on an empty map.

    Args:
        players: how many; red is the first in the turn order.
        phase, era, round: the time.
        player: who is to act; without it the owner of the turn's colour, of no turn the owner of box 1.
        cash: a number each; without it that of the start.
        industries: a text of colours for each town, ``{"Leeds": "2x red, blue"}``.
        links: the owner of each connection that has one.
        demand: the chart; without it, what has been drawn and is in no hand.
        hands: a text of counters for each player; without it, what has been drawn and is not on the chart.
        face_up: the face-up cards; without it, as many as the phase needs.
        used: cards that are used at any rate; of the others, as many are unseen as must be.
        turn: the parts of the turn that are there.
        fields: other keys of the dict.
    """
    plan = PLANS[players]
    order = list(COLOURS[: plan.colours])
    acting = COLOURS.index((turn or {}).get("colour") or order[0]) % players
    d: dict[str, Any] = {"format": 1, "game": "workshop", "players": players, "phase": phase}
    d |= {"current_player": acting if player is None else player, "era": era, "round": round, "step": 0}
    d |= {"demand_first": None, "cash": cash or [plan.cash] * players, "revenue": [0] * players}
    d |= {"order": order, "next_order": [], "industries": {}, "links": {}}
    d["industries"] = {town: counts(text) for town, text in (industries or {}).items()}
    d["links"] = dict(links or {})
    put_counters(d, plan, demand, hands)
    d |= {"unseen_setup": {}, "unseen": {}, "deck": 0, "set_aside": plan.aside, "face_up": {}, "used": {}}
    d |= {"auction": None, "fists": [None] * players, "turn": None}
    if turn is not None:
        d["turn"] = {"colour": "red", "card": None, "town": None, "link": None} | dict(turn)
    d |= fields
    put_cards(d, plan, face_up, used)
    return d


def put_counters(d: dict[str, Any], plan: Plan, demand: str | None, hands: list[str] | None) -> None:
    """All counters that have been drawn, on the chart or in hands; the rest in the pool."""
    eras = 1 if d["era"] == "canal" else 2
    left = Counter(dict.fromkeys(TYPES, 5))
    chart = Counter(counts(demand or ""))
    held = [Counter(counts(text)) for text in hands or [""] * d["players"]]
    for part in (chart, *held):
        left.subtract(part)
    free = d["players"] * plan.draw * eras - chart.total() - sum(hand.total() for hand in held)
    assert free == 0 or demand is None or hands is None, f"{free} counters are nowhere"
    for i in range(free):
        name = left.most_common(1)[0][0]
        left[name] -= 1
        (chart if demand is None else held[-1 - i % d["players"]])[name] += 1
    d["demand"] = in_order(chart, VALUES)
    d["hands"] = [in_order(hand, VALUES) for hand in held]
    d["pool"] = in_order(left, VALUES)


def put_cards(d: dict[str, Any], plan: Plan, face_up: str | None, used: str) -> None:
    """The deck for the round and the phase; of the cards that lie nowhere else, set-up cards are used first."""
    to_come = plan.colours if d["phase"] in BEFORE_A_ROUND else 0
    cards = Counter(CARDS)
    if d["turn"] is not None and d["turn"]["card"] is not None:
        cards.subtract([d["turn"]["card"]])
    if face_up is None:
        number = 0 if d["phase"] in (*BEFORE_A_ROUND, "reveal", "demand_may", "over") else plan.colours
        number -= len(d["next_order"]) if d["phase"] in (*TURN, "nominate", "bid", "close") else 0
        face_up = ", ".join(
            [card for card in ("Leeds", "Hull", "Stoke", "Exeter", "Dover", "York") if cards[card]][:number]
        )
    d["face_up"] = in_order(counts(face_up), CARDS)
    to_come += plan.colours - sum(d["face_up"].values()) if d["phase"] == "reveal" else 0
    d["deck"] = (plan.rounds - d["round"]) * plan.colours + to_come
    gone = Counter(counts(used))
    cards.subtract(counts(face_up))
    cards.subtract(gone)
    assert min(cards.values()) >= 0, f"there are not so many cards: {-cards}"
    rest = sorted(cards.elements(), key=lambda card: card in SETUP)
    unseen = d["deck"] + d["set_aside"]
    d["unseen"] = in_order(Counter(rest[:unseen]), CARDS)
    d["used"] = in_order(gone + Counter(rest[unseen:]), CARDS)


def game_of(
    side: Side, players: int = 3, variant: str = "standard", rules: Rules | None = None, data: str | None = None
) -> AnyGame:
    """The game, loaded once."""
    return side.loaded("workshop", players, variant, rules, data)


def play(
    side: Side,
    players: int = 3,
    *,
    variant: str = "standard",
    rules: Rules | None = None,
    data: str | None = None,
    **arguments: Any,
) -> Play:
    """The position that the arguments of ``position`` describe, to be played on."""
    return Play(game_of(side, players, variant, rules, data).state_from_dict(position(players, **arguments)))


def beginning(
    side: Side, players: int = 3, variant: str = "standard", rules: Rules | None = None, data: str | None = None
) -> Play:
    return Play(game_of(side, players, variant, rules, data).new_initial_state())


def building(side: Side, town: str, *, rules: Rules | None = None, **arguments: Any) -> Play:
    """The end of red's turn, the first in its round: red has placed in a town, and has money for everything."""
    industries = {town: "red"} | dict(arguments.pop("industries", {}))
    turn = {"colour": "red", "card": town, "town": town}
    arguments = dict[str, Any](cash=[100] * 3, next_order=["red"]) | arguments
    return play(side, rules=rules, phase="build", industries=industries, turn=turn, **arguments)


def auction(side: Side, *cards: str, players: int = 3, **arguments: Any) -> Play:
    """The first nomination of a round; these cards lie open, the first ones of the table fill up."""
    more = [card for card in ("Leeds", "Hull", "Stoke", "Exeter", "Dover", "York") if card not in cards]
    face_up = ", ".join([*cards, *more][: PLANS[players].colours])
    return play(side, players, face_up=face_up, **arguments)


def take(play: Play, card: str) -> Play:
    """The nominator takes a card that nobody bids for: their turn begins."""
    play.do(f"choose {card}")
    while play.phase == "bid":
        play.do("pass")
    return play.do("take")


def collecting(side: Side, players: int = 3, *, era: str = "rail", **arguments: Any) -> Play:
    """The last box of the last Demand phase of an era, after which money is collected; nobody has cash."""
    plan = PLANS[players]
    arguments = dict[str, Any](cash=[0] * players, player=players - 1, demand="") | arguments
    arguments |= {"phase": "demand_may", "round": plan.rounds, "step": plan.colours - 1}
    return play(side, players, era=era, **arguments)


def collected(side: Side, players: int = 3, **arguments: Any) -> list[int]:
    """What everybody has after collecting, having had nothing."""
    cash: list[int] = collecting(side, players, **arguments).do("pass").now["cash"]
    return cash


def over(side: Side, players: int = 3, **arguments: Any) -> Play:
    """A finished game."""
    return play(side, players, phase="over", era="rail", round=PLANS[players].rounds, player=-4, **arguments)


def idle_round(play: Play) -> Play:
    """A whole round, and whatever chance does before it: the first legal action each time, no Links."""
    play.chance()
    start = (play.now["era"], play.now["round"])
    while not play.state.is_terminal() and (play.now["era"], play.now["round"]) == start:
        play.do(play.legal()[0]).chance()
    return play

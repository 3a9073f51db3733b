"""Data files of Workshop of the World made at random: valid ones of all kinds, near the shipped numbers and far off."""

from __future__ import annotations

import random
from typing import Any

from lineshaft.proof.toml_writer import dump

COLOURS_IN_PLAY = {2: 4, 3: 3, 4: 4, 5: 5}
NAMED = "invented"


def random_file(seed: int) -> str:
    """A valid file; the same for the same seed."""
    rng = random.Random(f"workshop {seed}")
    types = random_types(rng)
    towns, connections = random_map(rng, types)
    cards = [rng.randint(0, 2) for _ in towns]
    wilds = random_wilds(rng, types, towns)
    aside = deal(rng, cards, wilds)
    setup = random_setup(rng, cards, sum(cards) + sum(wilds.values()) - max(aside))
    numbers = random_numbers(rng, types)
    board = {"source": NAMED, "width": 100, "height": 100}
    table = {"format": 2, "game": "workshop", "board": board, **numbers}
    for row, number in zip(table["players"], aside, strict=True):
        row["set_aside"] = number
    if sum(types[kind]["value"] * types[kind]["counters"] for kind in towns.values()) > 800:
        table["demand"]["pay"] = 1
    rows = [
        {"source": NAMED, "name": name, "type": kind, "x": i, "y": i, "cards": number, "setup": i in setup}
        for i, ((name, kind), number) in enumerate(zip(towns.items(), cards, strict=True))
    ]
    table |= {"colours": [{"source": NAMED, "name": f"Colour {i}"} for i in range(rng.randint(5, 6))]}
    table |= {"types": [{"source": NAMED, "name": name, **kind} for name, kind in types.items()], "towns": rows}
    table["connections"] = [{"source": NAMED, "a": a, "b": b, "links": links} for (a, b), links in connections.items()]
    table["crossings"] = random_crossings(rng, list(connections))
    table["wilds"] = [{"source": NAMED, "value": value, "count": count} for value, count in wilds.items()]
    return dump(table)


def random_types(rng: random.Random) -> dict[str, dict[str, int]]:
    high = rng.choice((4, 9))
    return {
        f"Type {i}": {"value": rng.randint(1, high), "counters": rng.choice((0, 3, 5, 8))}
        for i in range(rng.randint(2, 8))
    }


def random_map(
    rng: random.Random, types: dict[str, dict[str, int]]
) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Towns with their types; connections with their Links, so that each town is reached."""
    names = [f"Town {i}" for i in range(rng.choice((2, 4, 12, 30, 48)))]
    towns = {name: rng.choice(list(types)) for name in names}
    pairs = [(names[rng.randrange(i)], name) for i, name in enumerate(names) if i > 0]
    for _ in range(rng.randint(0, len(names))):
        a, b = rng.sample(names, 2)
        if (a, b) not in pairs and (b, a) not in pairs:
            pairs.append((a, b))
    rng.shuffle(pairs)
    return towns, {pair: rng.choice((1, 1, 1, 2)) for pair in pairs[:96]}


def random_wilds(rng: random.Random, types: dict[str, dict[str, int]], towns: dict[str, str]) -> dict[int, int]:
    values = sorted({types[kind]["value"] for kind in towns.values()})
    chosen = rng.sample(values, rng.randint(0, len(values)))
    return {value: rng.randint(0, 4) for value in chosen}


def deal(rng: random.Random, cards: list[int], wilds: dict[int, int]) -> list[int]:
    """Set-aside cards by number of players, so that there are whole rounds; more cards if there are not enough."""
    while sum(cards) + sum(wilds.values()) < 8:
        cards[rng.randrange(len(cards))] += 1
    total = sum(cards) + sum(wilds.values())
    rounds = rng.randint(1, total // 5)
    return [total - k * rng.randint(1, min(rounds + 3, total // k)) for k in COLOURS_IN_PLAY.values()]


def random_setup(rng: random.Random, cards: list[int], most: int) -> list[int]:
    """The towns with a set-up card."""
    able = [i for i, number in enumerate(cards) if number > 0]
    return rng.sample(able, rng.randint(0, min(len(able), most)))


def random_numbers(rng: random.Random, types: dict[str, dict[str, int]]) -> dict[str, Any]:
    total = sum(kind["counters"] for kind in types.values())
    place = rng.choice((0, 1, 1, 2))
    if total < 20 * place:
        place = 0
    players = []
    for n, k in COLOURS_IN_PLAY.items():
        counters = rng.randint(place * k // n, max(place * k // n, min(5, total // (2 * n))))
        cash = rng.choice((0, 5, 50, 120))
        players.append({"source": NAMED, "number": n, "start_cash": cash, "set_aside": 0, "counters": counters})
    pieces = {"industries_per_colour": rng.choice((3, 4, 6, 12, 100)), "links_per_colour": rng.choice((0, 1, 4, 200))}
    money = {"minimum_bid": rng.choice((0, 1, 1, 7)), "revenue_for_pound": rng.choice((1, 2, 2, 3))}
    demand = {"must_place": place, "may_place": rng.choice((0, 1, 1, 3)), "pay": rng.choice((0, 1, 1, 2))}
    links = {"canal_cost": rng.randint(0, 4), "rail_cost": rng.randint(0, 4), "in_turn": rng.choice((0, 1, 2, 2, 2))}
    links |= {"largest_network": rng.randint(0, 3), "other_networks": rng.randint(0, 2)}
    tables = {"pieces": pieces, "money": money, "demand": demand, "links": links}
    said: dict[str, Any] = {name: {"source": NAMED, **table} for name, table in tables.items()}
    return {"pieces": said.pop("pieces"), "players": players, **said}


def random_crossings(rng: random.Random, pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    rows = []
    for _ in range(rng.randint(0, 3)):
        first, second = rng.choice(pairs), rng.choice(pairs)
        if not set(first) & set(second):
            rows.append({"source": NAMED, "first": list(first), "second": list(second)})
    return rows

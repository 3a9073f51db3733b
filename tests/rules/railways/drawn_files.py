"""Data files of Railways drawn at random: valid ones, of all sizes and with all sorts of numbers."""

from __future__ import annotations

from random import Random

from edits import Table

from lineshaft.proof.toml_writer import dump

SOURCES = ("rulebook", "inferred", "reconstructed", "invented")
MOST_PLAYERS = 4


def drawn_file(seed: int) -> str:
    """The text of a valid file; the same for the same seed. Half of the numbers are near the shipped ones."""
    draw = Random(seed)
    while True:
        table = drawn_table(draw)
        if fits(table):
            return dump(table)


def near(draw: Random, low: int, usual: int, high: int) -> int:
    """A number in its bounds, each bound now and then."""
    sort = draw.randrange(8)
    if sort < 2:
        return (low, high)[sort]
    return draw.randint(low, high) if sort < 5 else min(max(draw.randint(usual - 2, usual + 2), low), high)


def drawn_table(draw: Random) -> Table:
    """A table whose numbers are in their bounds; whether they fit together is another matter."""
    colours = [f"colour {i}" for i in range(near(draw, 3, 5, 6))]
    goods = [f"good {i}" for i in range(near(draw, 2, 4, 6))]
    source = {"source": draw.choice(SOURCES)}
    per_player, most = near(draw, 1, 12, 64), near(draw, 0, 2, 5)
    twos = near(draw, 0, 7, 30)
    table: Table = {"format": 2, "game": "railways"}
    table["engines"] = source | {
        "count": near(draw, 0, 21, 60),
        "wild_value": near(draw, 0, 1, 2),
        "links": near(draw, 1, 1, 10),
    }
    table["trains"] = source | {"per_player": per_player, "markers": near(draw, 0, 2, per_player - 1)}
    table["hand"] = source | {
        "limit": near(draw, 1, 13, 40),
        "engines": near(draw, 0, 1, 3),
        "cities": near(draw, 0, 1, 3),
        "city_value": near(draw, 1, 2, 12),
        "cards": near(draw, 0, 2, 10),
    }
    table["open_row"] = source | {"slots": near(draw, 1, 3, 8)}
    table["drawing"] = source | {"most": most, "least": draw.randint(0, most)}
    table["end"] = source | {"deliveries": near(draw, 0, 1, 10)}
    table["track"] = [
        source | {"colour": colour, "ones": near(draw, 0, 6, 30), "twos": draw.choice((twos, near(draw, 0, 7, 30)))}
        for colour in colours
    ]
    table["goods"] = [source | {"colour": good, "good": f"a {good}", "cubes": near(draw, 0, 15, 60)} for good in goods]
    table["scoring"] = source | {
        "delivery": near(draw, 0, 1, 10),
        "owner": near(draw, 0, 1, 10),
        "engine": near(draw, 0, 1, 10),
        "different": draw.randint(2, len(goods)),
        "different_points": near(draw, 0, 5, 50),
    }
    table["alike"] = [
        source | {"size": near(draw, 1, 3, 12), "points": near(draw, 0, 3, 50)} for _ in range(near(draw, 1, 2, 4))
    ]
    table["cities"] = [drawn_city(draw, i, colours, goods, table["hand"]) for i in range(near(draw, 8, 25, 40))]
    return table


def drawn_city(draw: Random, number: int, colours: list[str], goods: list[str], hand: Table) -> Table:
    dealt = draw.random() < 0.3
    return {
        "source": draw.choice(SOURCES),
        "name": f"City {number}",
        "value": hand["city_value"] if dealt else near(draw, 1, 3, 12),
        "goods": near(draw, 0, 2, 12),
        "demand": draw.choice(("any", *goods)),
        "colours": draw.sample(colours, draw.randint(1, len(colours))),
    }


def fits(table: Table) -> bool:
    """The cross-checks of the page."""
    hand, engines = table["hand"], table["engines"]["count"]
    track = sum(row["ones"] + row["twos"] for row in table["track"])
    cards, cities = track + len(table["cities"]), hand["cities"] + hand["cards"]
    dealt = sum(city["value"] == hand["city_value"] for city in table["cities"])
    slots = table["open_row"]["slots"]
    return bool(
        hand["engines"] + cities <= hand["limit"]
        and MOST_PLAYERS * hand["engines"] <= engines
        and cards + engines <= 200
        and 1 <= sum(row["cubes"] for row in table["goods"]) <= 120
        and MOST_PLAYERS * hand["cities"] <= dealt
        and MOST_PLAYERS * (cities + hand["engines"]) + slots < cards + engines
        and MOST_PLAYERS * cities + slots < cards
    )

"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

import re
from typing import Any

import pytest
from data_files import NAME_RULE, DataFile
from edits import Edit, Keys, all_of, put
from positions import Play, Side

from lineshaft.errors import InvalidData

FILE = DataFile("railways")
TRACK = ("violet", "green", "brown", "orange", "white")
SOURCES = "rulebook, inferred, reconstructed, invented"


def city(row: int, key: str, to: Any) -> Edit:
    return put("cities", row, key, to=to)


def rows(table: str, number: int) -> Edit:
    """So many rows of a table: the first ones, or new ones like the last."""

    def edit(content: dict[str, Any]) -> None:
        names = {key for key, kind in content[table][-1].items() if isinstance(kind, str)} & {"name", "colour", "good"}
        last = content[table][-1]
        more = [last | {key: f"{last[key]} {i}" for key in names} for i in range(number)]
        content[table] = [*content[table], *more][:number]

    return edit


BOUNDS: list[tuple[Keys, str, int, int]] = [
    (("engines", "count"), "[engines]: count", 0, 60),
    (("engines", "wild_value"), "[engines]: wild_value", 0, 2),
    (("engines", "links"), "[engines]: links", 1, 10),
    (("trains", "per_player"), "[trains]: per_player", 1, 64),
    (("trains", "markers"), "[trains]: markers", 0, 11),
    (("hand", "limit"), "[hand]: limit", 1, 40),
    (("hand", "engines"), "[hand]: engines", 0, 3),
    (("hand", "cities"), "[hand]: cities", 0, 3),
    (("hand", "city_value"), "[hand]: city_value", 1, 12),
    (("hand", "cards"), "[hand]: cards", 0, 10),
    (("open_row", "slots"), "[open_row]: slots", 1, 8),
    (("drawing", "most"), "[drawing]: most", 0, 5),
    (("drawing", "least"), "[drawing]: least", 0, 2),
    (("end", "deliveries"), "[end]: deliveries", 0, 10),
    *((("track", i, "ones"), f"[track] row {i + 1}: ones", 0, 30) for i in range(5)),
    *((("track", i, "twos"), f"[track] row {i + 1}: twos", 0, 30) for i in range(5)),
    *((("goods", i, "cubes"), f"[goods] row {i + 1}: cubes", 0, 60) for i in range(4)),
    (("scoring", "delivery"), "[scoring]: delivery", 0, 10),
    (("scoring", "owner"), "[scoring]: owner", 0, 10),
    (("scoring", "engine"), "[scoring]: engine", 0, 10),
    (("scoring", "different"), "[scoring]: different", 2, 4),
    (("scoring", "different_points"), "[scoring]: different_points", 0, 50),
    *((("alike", i, "size"), f"[alike] row {i + 1}: size", 1, 12) for i in range(2)),
    *((("alike", i, "points"), f"[alike] row {i + 1}: points", 0, 50) for i in range(2)),
    (("cities", 3, "value"), "[cities] row 4 (Boston): value", 1, 12),
    (("cities", 3, "goods"), "[cities] row 4 (Boston): goods", 0, 12),
]
"""Each number of the file (of the cities one), its place in words and its bounds beside the shipped numbers."""

FITTING: dict[Keys, Edit] = {
    ("hand", "limit"): all_of(put("hand", "engines", to=0), put("hand", "cities", to=0), put("hand", "cards", to=1)),
    ("engines", "count"): put("hand", "engines", to=0),
    ("trains", "per_player"): put("trains", "markers", to=0),
    ("hand", "city_value"): put("hand", "cities", to=0),
    ("hand", "cities"): rows("cities", 40),
    ("drawing", "most"): put("drawing", "least", to=0),
}
"""What else must change for a number to be at its bounds."""

TABLES = ("engines", "trains", "hand", "open_row", "drawing", "end", "scoring")
WRONG: list[tuple[list[Edit], str]] = [
    ([put("format", to=1)], "format must be 2, not 1"),
    ([put("game", to="trains")], 'game must be railways, not "trains"'),
    *(
        ([put(table, "source", to="known")], f'[{table}]: source must be one of {SOURCES}, not "known"')
        for table in TABLES
    ),
    *(
        ([put(table, 1, "source", to="")], f'[{table}] row 2: source must be one of {SOURCES}, not ""')
        for table in ("track", "goods", "alike")
    ),
    ([city(1, "source", "")], f'[cities] row 2 (New York): source must be one of {SOURCES}, not ""'),
    ([put("trains", "per_player", to=1), put("trains", "markers", to=1)], "[trains]: markers must be 0, not 1"),
    ([rows("track", 2)], "[track] must have 3 to 6 rows, not 2"),
    ([rows("track", 7)], "[track] must have 3 to 6 rows, not 7"),
    ([put("track", 1, "colour", to="violet")], "[track] row 2: the name violet stands twice (first in row 1)"),
    ([put("track", 1, "colour", to="")], f'[track] row 2: colour {NAME_RULE}""'),
    ([rows("goods", 1)], "[goods] must have 2 to 6 rows, not 1"),
    ([rows("goods", 7)], "[goods] must have 2 to 6 rows, not 7"),
    ([put("goods", 2, "colour", to="red")], "[goods] row 3: the name red stands twice (first in row 1)"),
    ([put("goods", 2, "good", to="wood")], "[goods] row 3: the name wood stands twice (first in row 1)"),
    ([put("goods", 2, "colour", to="any")], "[goods] row 3: the name any belongs to another thing of the game"),
    ([put("goods", 2, "good", to=" ")], f'[goods] row 3: good {NAME_RULE}" "'),
    (
        [rows("goods", 2), put("scoring", "different", to=3)],
        "[scoring]: different must be 2, not 3",
    ),
    ([put("alike", to=[])], "[alike] must have 1 to 4 rows, not 0"),
    ([rows("alike", 5)], "[alike] must have 1 to 4 rows, not 5"),
]
CITIES: list[tuple[list[Edit], str]] = [
    ([rows("cities", 7)], "[cities] must have 8 to 40 rows, not 7"),
    ([rows("cities", 41)], "[cities] must have 8 to 40 rows, not 41"),
    ([city(3, "name", "Chicago")], "[cities] row 4 (Chicago): the name Chicago stands twice (first in row 1)"),
    ([city(3, "name", "York ")], f'[cities] row 4: name {NAME_RULE}"York "'),
    *(
        ([city(3, "name", name)], f"[cities] row 4 ({name}): the name {name} belongs to another thing of the game")
        for name in ("Start", "engine", *(f"{colour} {value}" for colour in TRACK for value in (1, 2)))
    ),
    (
        [
            put("track", 0, "colour", to="teal"),
            *(city(i, "colours", ["green"]) for i in range(25)),
            city(3, "name", "teal 2"),
        ],
        "[cities] row 4 (teal 2): the name teal 2 belongs to another thing of the game",
    ),
    (
        [city(5, "demand", "grain")],
        '[cities] row 6 (Rochester): demand must be one of any, red, yellow, blue, black, not "grain"',
    ),
    (
        [rows("goods", 3), put("scoring", "different", to=3)],
        '[cities] row 9 (Fort Worth): demand must be one of any, red, yellow, blue, not "black"',
    ),
    ([city(5, "colours", [])], "[cities] row 6 (Rochester): colours must have 1 to 6 entries, not 0"),
    ([city(5, "colours", ["brown"] * 7)], "[cities] row 6 (Rochester): colours must have 1 to 6 entries, not 7"),
    (
        [city(5, "colours", ["brown", "red"])],
        '[cities] row 6 (Rochester): colours entry 2 must be one of violet, green, brown, orange, white, not "red"',
    ),
    (
        [rows("track", 4)],
        '[cities] row 5 (St. Louis): colours entry 1 must be one of violet, green, brown, orange, not "white"',
    ),
    (
        [city(5, "colours", ["violet", "brown", "brown"])],
        "[cities] row 6 (Rochester): colours entry 3: brown stands twice (first in entry 2)",
    ),
]
NO_TRACK = [put("track", i, key, to=0) for i in range(5) for key in ("ones", "twos")]
NO_ENGINES = [put("engines", "count", to=0), put("hand", "engines", to=0)]
TOGETHER: list[tuple[list[Edit], str]] = [
    ([put("hand", "limit", to=3)], "[hand]: limit must be 4 or more, the cards dealt to a player, not 3"),
    (
        [put("hand", "cards", to=10), put("hand", "engines", to=3)],
        "[hand]: limit must be 14 or more, the cards dealt to a player, not 13",
    ),
    ([put("engines", "count", to=3)], "[engines]: count must be 4 or more, the cards dealt to four players, not 3"),
    (
        [put("hand", "engines", to=3), put("engines", "count", to=11)],
        "[engines]: count must be 12 or more, the cards dealt to four players, not 11",
    ),
    ([put("track", i, "ones", to=30) for i in range(5)], "the game must have 200 cards at most, not 231"),
    ([put("goods", i, "cubes", to=0) for i in range(4)], "[goods] must have 1 to 120 cubes, not 0"),
    ([put("goods", i, "cubes", to=31) for i in range(4)], "[goods] must have 1 to 120 cubes, not 124"),
    ([city(i, "value", 1) for i in (23, 24)], "[cities] must have 4 rows or more of value 2, not 3"),
    ([put("hand", "city_value", to=1)], "[cities] must have 4 rows or more of value 1, not 0"),
    ([put("hand", "cities", to=3)], "[cities] must have 12 rows or more of value 2, not 5"),
    (
        [*NO_TRACK, *NO_ENGINES, put("hand", "cards", to=5), put("open_row", "slots", to=1)],
        "the deal to four players takes 25 cards: there must be more, not 25",
    ),
    (
        [*NO_TRACK, put("hand", "cards", to=5)],
        "without engines the deal to four players takes 27 cards: there must be more, not 25",
    ),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([city(3, "value", 13), put("format", to=1)], "format must be 2, not 1"),
    ([put("engines", "count", to=61), put("engines", "source", to="")], "[engines]: source must be one of "),
    ([put("hand", "limit", to=0), put("engines", "links", to=0)], "[engines]: links must be 1 to 10, not 0"),
    ([put("track", 1, "ones", to=31), put("track", 0, "twos", to=31)], "[track] row 1: twos must be 0 to 30, not 31"),
    ([put("goods", 0, "cubes", to=61), put("track", 4, "twos", to=31)], "[track] row 5: twos must be 0 to 30, not 31"),
    ([put("scoring", "owner", to=11), put("goods", 0, "cubes", to=61)], "[goods] row 1: cubes must be 0 to 60, not 61"),
    ([put("alike", 0, "size", to=0), put("scoring", "owner", to=11)], "[scoring]: owner must be 0 to 10, not 11"),
    ([city(0, "value", 0), put("alike", 0, "size", to=0)], "[alike] row 1: size must be 1 to 12, not 0"),
    ([city(5, "value", 13), city(4, "colours", [])], "[cities] row 5 (St. Louis): colours must have 1 to 6 entries"),
    ([city(5, "value", 13), city(5, "goods", 13)], "[cities] row 6 (Rochester): value must be 1 to 12, not 13"),
    ([city(5, "colours", ["red"]), city(5, "demand", "")], "[cities] row 6 (Rochester): demand must be one of any, "),
    ([city(5, "colours", ["brown", "brown", "red"])], "[cities] row 6 (Rochester): colours entry 2: brown stands "),
    ([city(5, "goods", 13), put("hand", "limit", to=3)], "[cities] row 6 (Rochester): goods must be 0 to 12, not 13"),
    ([put("engines", "count", to=3), put("hand", "limit", to=3)], "[hand]: limit must be 4 or more, "),
    ([put("engines", "count", to=3), *(put("track", i, "ones", to=30) for i in range(5))], "[engines]: count must be "),
    ([put("hand", "city_value", to=1), *(put("track", i, "ones", to=30) for i in range(5))], "the game must have 200 "),
    ([put("hand", "city_value", to=1), *(put("goods", i, "cubes", to=0) for i in range(4))], "[goods] must have 1 "),
    ([*NO_TRACK, put("hand", "cards", to=5), put("hand", "city_value", to=1)], "[cities] must have 4 rows or more "),
    ([*NO_TRACK, *NO_ENGINES, put("hand", "cards", to=5)], "the deal to four players takes 27 cards: "),
]


@pytest.mark.parametrize(("path", "where", "low", "high"), BOUNDS, ids=lambda x: x if isinstance(x, str) else "")
def test_each_number_has_its_bounds(side: Side, path: Keys, where: str, low: int, high: int) -> None:
    """Beyond them it is refused; up to them it is taken, where what belongs to it is as it must be."""
    for number in (low - 1, high + 1):
        sentence = f"railways.toml: {where} must be {low} to {high}, not {number}"
        assert FILE.refusal(side, FILE.edited(put(*path, to=number))).message == sentence
    for number in (low, high):
        data = FILE.edited(FITTING.get(path, put("format", to=2)), put(*path, to=number))
        assert side.load("railways", data=data).name == "railways"


@pytest.mark.parametrize(
    ("edits", "sentence"), [*WRONG, *CITIES, *TOGETHER], ids=lambda x: x if isinstance(x, str) else ""
)
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"railways.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER, ids=lambda x: x if isinstance(x, str) else "")
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"railways.toml: {sentence}")


@pytest.mark.parametrize("variant", ["standard", "family"])
@pytest.mark.parametrize(("edits", "sentence"), TOGETHER, ids=lambda x: x if isinstance(x, str) else "")
def test_a_file_is_checked_alike_for_all_set_ups(side: Side, variant: str, edits: list[Edit], sentence: str) -> None:
    with pytest.raises(InvalidData, match=re.escape(sentence)):
        side.load("railways", 2, variant, data=FILE.edited(*edits))


@pytest.mark.parametrize("source", ["rulebook", "inferred", "reconstructed", "invented"])
def test_where_a_number_comes_from_changes_nothing(side: Side, source: str) -> None:
    edits = [put(table, "source", to=source) for table in TABLES]
    edits += [put(table, 1, "source", to=source) for table in ("track", "goods", "alike", "cities")]
    game = side.load("railways", data=FILE.edited(*edits))
    assert game.num_actions == 355 and Play(game.new_initial_state()).phase == "deal_city"


def test_the_shipped_file_passes_and_an_edited_one_takes_its_place(side: Side) -> None:
    """Colours may come in any order; names and demands are the owner's to correct."""
    assert side.load("railways", data=FILE.edited()).num_actions == 355
    data = FILE.edited(
        city(5, "name", "Zürich"),
        city(5, "colours", ["orange", "brown"]),
        city(16, "colours", ["violet"]),
        city(16, "demand", "black"),
        city(4, "name", "x" * 40),
    )
    game = side.load("railways", data=data)
    assert game.string_to_action("build Zürich") == 6
    deal = Play(game.new_initial_state())
    while deal.phase != "first_player":
        deal.do(deal.legal()[0])
    position = deal.do("first player 0").now
    for card in ("Zürich", "Louisville", "violet 2"):
        place = position["deck"] if card in position["deck"] else position["hands"][1]
        place[card] -= 1
        position["hands"][0][card] = position["hands"][0].get(card, 0) + 1
    for counts in (position["deck"], *position["hands"]):
        for card in [card for card, number in counts.items() if number == 0]:
            del counts[card]
    position["deck"]["violet 2"] -= 1
    position["hands"][0]["violet 2"] += 1
    edited_play = Play(game.state_from_dict(position))
    assert edited_play.refusal("build Zürich").code == "cannot_pay"
    assert edited_play.do("build Louisville").legal() == ["from Start in violet"]

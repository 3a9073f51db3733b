"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.random_files import RANGES
from data_files import DataFile
from edits import Edit, drop
from edits import put as put_at
from positions import Side

FILE = DataFile("arkwright")
Case = tuple[list[Edit], str]


def put(*path: str | int, to: Any) -> Edit:
    """Sets the entry at a path; a path that begins with a table and a number is a row of it, from 1."""
    if len(path) > 1 and isinstance(path[1], int):
        path = (path[0], "rows", path[1] - 1, *path[2:])
    return put_at(*path, to=to)


SOURCES = ("rulebook", "inferred", "reconstructed", "invented")
TABLES = (
    *("game", "goods", "limits", "rules", "shares", "office", "quality", "ships", "appeal", "demand", "setups"),
    *("seats", "start", "tiles", "crew_sides", "crew_flips", "tracks", "cards", "card_effects", "expert", "events"),
    "solo",
)
NUMBERS = [(table, key, *ends) for table, keys in RANGES.items() for key, ends in keys.items()]


def between(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


@pytest.mark.parametrize("table", TABLES)
def test_each_table_says_where_its_numbers_come_from(side: Side, table: str) -> None:
    sentence = f'[{table}]: source must be one of {", ".join(SOURCES)}, not "guess"'
    assert FILE.refusal(side, FILE.edited(put(table, "source", to="guess"))).message == f"arkwright.toml: {sentence}"


@pytest.mark.parametrize("source", SOURCES)
def test_each_source_is_accepted(side: Side, source: str) -> None:
    data = FILE.edited(*(put(table, "source", to=source) for table in TABLES))
    assert side.load("arkwright", data=data).num_actions == 213


@pytest.mark.parametrize(("table", "key", "low", "high"), NUMBERS)
def test_each_number_has_its_range(side: Side, table: str, key: str, low: int, high: int) -> None:
    for wrong in (low - 1, high + 1):
        sentence = f"[{table}]: {key} must be {between(low, high)}, not {wrong}"
        assert FILE.refusal(side, FILE.edited(put(table, key, to=wrong))).message == f"arkwright.toml: {sentence}"


ENTRIES: list[Case] = [
    ([put("format", to=1)], "format must be 2, not 1"),
    ([put("goods", "names", to=["A"])], "[goods]: names must have 2 to 6 entries, not 1"),
    ([put("goods", "names", to=list("ABCDEFG"))], "[goods]: names must have 2 to 6 entries, not 7"),
    ([put("ships", "penalty", to=[])], "[ships]: penalty must have 1 to 21 entries, not 0"),
    ([put("ships", "penalty", to=[0] * 22)], "[ships]: penalty must have 1 to 21 entries, not 22"),
    ([put("ships", "penalty", 3, to=251)], "[ships]: penalty entry 4 must be 0 to 250, not 251"),
    ([put("appeal", "arrows", to=[1] * 41)], "[appeal]: arrows must have 0 to 40 entries, not 41"),
    ([put("appeal", "arrows", 8, to=21)], "[appeal]: arrows entry 9 must be 1 to 20, not 21"),
    ([put("appeal", "arrows", 0, to=0)], "[appeal]: arrows entry 1 must be 1 to 20, not 0"),
    ([drop("setups", "rows", 3)], "[setups] must have 4 rows, not 3"),
    ([put("setups", 2, "players", to=3)], "[setups] row 2: players must be 2, not 3"),
    ([put("setups", 2, "side", to="C")], '[setups] row 2: side must be one of A, B, not "C"'),
    ([put("setups", 2, "demand", to=[1])], "[setups] row 2: demand must have 2 to 6 entries, not 1"),
    ([put("setups", 2, "demand", to=[1, 2, 4, 13])], "[setups] row 2: demand entry 4 must be -4 to 12, not 13"),
    ([put("setups", 1, "neutral", to=-2)], "[setups] row 1: neutral must be -1 to 20, not -2"),
    ([put("setups", 1, "neutral", to=21)], "[setups] row 1: neutral must be -1 to 20, not 21"),
    ([put("setups", 4, "copies", to=-1)], "[setups] row 4: copies must be 0 to 9, not -1"),
    ([put("setups", 4, "copies", to=10)], "[setups] row 4: copies must be 0 to 9, not 10"),
    ([put("setups", 4, "wages", to=[])], "[setups] row 4: wages must have 1 to 40 entries, not 0"),
    ([put("setups", 4, "wages", to=[2] * 41)], "[setups] row 4: wages must have 1 to 40 entries, not 41"),
    ([put("setups", 4, "wages", to=[2, 100])], "[setups] row 4: wages entry 2 must be 0 to 99, not 100"),
    ([drop("seats", "rows", 0)], "[seats] must have 10 rows, not 9"),
    ([put("seats", 3, "players", to=3)], "[seats] row 3: players must be 2, not 3"),
    ([put("seats", 3, "seat", to=1)], "[seats] row 3: seat must be 2, not 1"),
    (
        [put("seats", 3, "first", to="Ale")],
        '[seats] row 3: first must be one of Food, Clothes, Cutlery, Lamps, not "Ale"',
    ),
    ([put("seats", 3, "cash", to=1000)], "[seats] row 3: cash must be 0 to 999, not 1000"),
    (
        [put("limits", "distribution_cards", to=0)],
        "[start]: first_distribution must be 0, not 2",
    ),
    (
        [put("limits", "quality_cards", to=0)],
        "[start]: second_quality must be 0, not 1",
    ),
    (
        [
            put("quality", "per_card", to=1),
            put("limits", "quality_cards", to=2),
            put("limits", "quality_cap", to=3),
            put("start", "second_quality", to=3),
        ],
        "[start]: second_quality must be 0 to 2, not 3",
    ),
    ([put("tiles", "rows", to=[FILE.content["tiles"]["rows"][0]])], "[tiles] must have 2 to 24 rows, not 1"),
    ([put("tiles", 5, "good", to="Food")], '[tiles] row 5: good must be Clothes, not "Food"'),
    ([put("tiles", 5, "decade", to=1)], "[tiles] row 5: decade must be 2, not 1"),
    ([put("tiles", 5, "price", to=100)], "[tiles] row 5: price must be 0 to 99, not 100"),
    ([put("tiles", 5, "appeal", to=2)], "[tiles] row 5: appeal must be 3 to 99, not 2"),
    ([put("tiles", 5, "output", to=51)], "[tiles] row 5: output must be 0 to 50, not 51"),
    ([put("tiles", 5, "fixed_cost", to=251)], "[tiles] row 5: fixed_cost must be 0 to 250, not 251"),
    ([put("tiles", 5, "export", to=-1)], "[tiles] row 5: export must be 0 to 99, not -1"),
    ([put("crew_flips", "by_decade", to=["AA"] * 5)], "[crew_flips]: by_decade must have 1 to 4 entries, not 5"),
    (
        [put("crew_flips", "by_decade", 1, to="AC")],
        '[crew_flips]: by_decade entry 2 must be 1 to 3 letters A or B, not "AC"',
    ),
    ([put("tracks", "names", to=["A"])], "[tracks]: names must have 6 entries, not 1"),
    ([put("tracks", "gates", to=[1] * 9)], "[tracks]: gates must have 0 to 8 entries, not 9"),
    ([put("tracks", "gates", 3, to=10)], "[tracks]: gates entry 4 must be 1 to 9, not 10"),
    ([put("tracks", "automation", to=[1] * 10)], "[tracks]: automation must have 1 to 9 entries, not 10"),
    ([put("tracks", "automation", 4, to=31)], "[tracks]: automation entry 5 must be 0 to 30, not 31"),
    ([put("tracks", "quality", 0, to=31)], "[tracks]: quality entry 1 must be 0 to 30, not 31"),
    ([put("tracks", "distribution", 0, to=-1)], "[tracks]: distribution entry 1 must be 0 to 30, not -1"),
    ([put("tracks", "shipping", 0, to=0)], "[tracks]: shipping entry 1 must be 1 to 99, not 0"),
    ([put("tracks", "warehouse", to=[])], "[tracks]: warehouse must have 1 to 9 entries, not 0"),
    ([put("tracks", "warehouse", 4, to=[2] * 5)], "[tracks]: warehouse entry 5 must have 0 to 4 entries, not 5"),
    ([put("tracks", "warehouse", 3, 1, to=100)], "[tracks]: warehouse entry 4.2 must be 1 to 99, not 100"),
    ([put("tracks", "office", 3, to=13)], "[tracks]: office entry 4 must be 0 to 12, not 13"),
    ([put("cards", "rows", to=[])], "[cards] must have 1 to 12 rows, not 0"),
    ([put("cards", 12, "number", to=13)], "[cards] row 12 (Engineer): number must be 1 to 12, not 13"),
    ([put("cards", 12, "decade", to=10)], "[cards] row 12 (Engineer): decade must be 1 to 9, not 10"),
    ([put("expert", "takers", to=[1, 1, 2])], "[expert]: takers must have 4 entries, not 3"),
    ([put("expert", "takers", 2, to=1)], "[expert]: takers entry 3 must be 2 to 3, not 1"),
    ([put("expert", "takers", 3, to=5)], "[expert]: takers entry 4 must be 2 to 4, not 5"),
    ([put("expert", "takers", 0, to=2)], "[expert]: takers entry 1 must be 1, not 2"),
    ([put("expert", "cash", to=[1])], "[expert]: cash must have 4 entries, not 1"),
    ([put("expert", "cash", 1, to=1000)], "[expert]: cash entry 2 must be 0 to 999, not 1000"),
    ([put("events", "rows", to=[])], "[events] must have 1 to 8 rows, not 0"),
    ([put("events", 7, "number", to=9)], "[events] row 7 (Window tax): number must be 1 to 8, not 9"),
    ([put("events", 7, "amount", to=100)], "[events] row 7 (Window tax): amount must be 0 to 99, not 100"),
    ([put("solo", "rows", to=[])], "[solo] must have 1 to 12 rows, not 0"),
    ([put("solo", 1, "from", to=1)], "[solo] row 1: from must be 0, not 1"),
    ([put("solo", 5, "from", to=100_000)], "[solo] row 5: from must be 0 to 99999, not 100000"),
]
TWICE: list[Case] = [
    (
        [put("goods", "names", 3, to="Clothes"), put("seats", 1, "first", to="Ale")],
        "[goods]: names entry 4: the name Clothes stands twice (first in entry 2)",
    ),
    (
        [put("tracks", "names", 5, to="Quality")],
        "[tracks]: names entry 6: the name Quality stands twice (first in entry 2)",
    ),
    (
        [put("cards", 9, "name", to="Patent")],
        "[cards] row 9 (Patent): the name Patent stands twice (first in row 6)",
    ),
    ([put("events", 3, "name", to="Boom")], "[events] row 3 (Boom): the name Boom stands twice (first in row 2)"),
    ([put("solo", 2, "title", to="workshop")], "[solo] row 2: the name workshop stands twice (first in row 1)"),
]
ACROSS: list[Case] = [
    (
        [put("ships", "penalty", to=[0] * 9)],
        "[ships]: penalty must have 10 entries, one for each number of ship tokens from 0, not 9",
    ),
    (
        [put("limits", "ship_tokens", to=5)],
        "[ships]: penalty must have 6 entries, one for each number of ship tokens from 0, not 10",
    ),
    ([put("appeal", "arrows", to=[3, 5, 5])], "[appeal]: arrows must rise"),
    ([put("appeal", "arrows", to=[5, 3])], "[appeal]: arrows must rise"),
    (
        [put("setups", 2, "demand", to=[1, 2, 4])],
        "[setups] row 2: demand must have 4 entries, one for each good, not 3",
    ),
    ([put("seats", 3, "second", to="Clothes")], "[seats] row 3: first and second must differ"),
    ([drop("tiles", "rows", 11)], "[tiles] must have 12 rows, one for each good and decade, not 11"),
    (
        [put("crew_flips", "by_decade", to=["AA", "BB"])],
        "[crew_flips]: by_decade must have 3 entries, one for each decade, not 2",
    ),
    (
        [put("crew_flips", "by_decade", 1, to="BAB")],
        "[crew_flips]: by_decade entry 2 must have 2 letters, one for each worker card, not 3",
    ),
    (
        [put("crew_flips", "by_decade", to=["BA", "AA", "BB"])],
        "[crew_flips]: card 1 must not shrink in decade 2",
    ),
    (
        [put("crew_flips", "by_decade", to=["AA", "AB", "BA"])],
        "[crew_flips]: card 2 must not shrink in decade 3",
    ),
    ([put("crew_sides", "a_units", to=4)], "[crew_flips]: card 1 must not shrink in decade 2"),
    (
        [put("tracks", "gates", to=[1, 1, 2])],
        "[tracks]: automation must have at most 4 entries, one more than gates, not 5",
    ),
    (
        [put("tracks", "shipping", to=[1] * 6)],
        "[tracks]: shipping must have at most 5 entries, one more than gates, not 6",
    ),
    ([put("tracks", "warehouse", 3, to=[])], "[tracks]: warehouse level 3 must not shrink"),
    ([put("tracks", "warehouse", 4, to=[1, 2])], "[tracks]: warehouse level 4 must not shrink"),
    ([put("tracks", "office", 2, to=1)], "[tracks]: office level 2 must not shrink"),
    ([put("cards", 7, "number", to=6)], "[cards] row 7: number must rise"),
    (
        [put("card_effects", "engineer_value", to=3)],
        "[card_effects]: the Engineer leaves no room for Quality 4",
    ),
    ([put("events", 2, "number", to=1)], "[events] row 2: number must rise"),
    ([put("solo", 3, "from", to=200)], "[solo] row 3: from must rise"),
]


def ids(value: object) -> str:
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize(("edits", "sentence"), [*ENTRIES, *TWICE, *ACROSS], ids=ids)
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"arkwright.toml: {sentence}"


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ([put("limits", "loans", to=21), put("format", to=3)], "format must be 2, not 3"),
        ([put("limits", "loans", to=21), put("limits", "source", to="")], "[limits]: source must be one of "),
        ([put("rules", "source", to=""), put("limits", "loans", to=21)], "[limits]: loans must be 0 to 20, not 21"),
        ([put("setups", 2, "copies", to=10), put("setups", 1, "wages", to=[])], "[setups] row 1: wages must have "),
        ([put("seats", 1, "second", to="Food"), put("solo", 1, "from", to=5)], "[solo] row 1: from must be 0, not 5"),
        ([put("seats", 1, "second", to="Food"), put("appeal", "arrows", to=[2, 1])], "[appeal]: arrows must rise"),
        ([put("ships", "penalty", to=[251])], "[ships]: penalty entry 1 must be 0 to 250, not 251"),
        ([put("tracks", "names", 3, to="Office"), put("tracks", "gates", to=[])], "[tracks]: names entry 6: the name "),
        ([put("ships", "penalty", to=[0]), put("appeal", "arrows", to=[2, 1])], "[ships]: penalty must have 10 "),
        ([put("events", 2, "number", to=1), put("cards", 2, "number", to=1)], "[cards] row 2: number must rise"),
        ([put("format", to=3), drop("solo", "rows", 0, "title")], "format must be 2, not 3"),
    ],
)
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"arkwright.toml: {sentence}")


def test_two_actions_of_one_text_are_refused(side: Side) -> None:
    message = FILE.refusal(side, FILE.edited(put("cards", 7, "name", to="2 loans"))).message
    assert message == "arkwright.toml: the actions 106 and 168 have the same text: take 2 loans"


def test_the_shipped_file_passes_and_an_edited_one_takes_its_place(side: Side) -> None:
    """Ends of ranges, and names with spaces."""
    assert side.load("arkwright", data=FILE.edited()).num_actions == 213
    data = FILE.edited(
        put("goods", "names", 0, to="Fine Bread"),
        put("seats", 7, "first", to="Fine Bread"),
        *(put("seats", row, "first", to="Fine Bread") for row in (1, 2, 4, 9)),
        *(put("tiles", row, "good", to="Fine Bread") for row in (1, 2, 3)),
        put("seats", 7, "cash", to=999),
        put("tiles", 1, "price", to=20),
        put("cards", 1, "name", to="A" * 24),
        put("appeal", "arrows", to=[]),
        put("demand", "low", to=-20),
    )
    state = side.load("arkwright", 4, data=data).new_initial_state()
    seats = state.to_dict()["seats"]
    assert seats[0]["cash"] == 999 and list(seats[0]["factories"]) == ["Fine Bread", "Cutlery"]

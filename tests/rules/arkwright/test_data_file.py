"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
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


SOURCES = ("fact", "inferred", "reconstruction", "invention")
TABLES = (
    *("game", "goods", "limits", "rules", "shares", "office", "quality", "ships", "appeal", "demand", "setups"),
    *("seats", "start", "tiles", "crew_sides", "crew_flips", "tracks", "cards", "card_effects", "expert", "events"),
    "solo",
)
RANGES = {
    "game": {"decades": (3, 3), "rounds_per_decade": (4, 4)},
    "limits": {
        "loans": (1, 9),
        "ship_tokens": (1, 9),
        "worker_cards": (2, 2),
        "quality_cards": (1, 8),
        "distribution_cards": (1, 4),
        "quality_cap": (1, 6),
        "engineer_quality_cap": (4, 6),
        "distribution_cap": (1, 4),
    },
    "rules": {
        "token_positions": (1, 4),
        "machine_upkeep": (0, 9),
        "emergency_divisor": (1, 9),
        "qualify_sales": (1, 9),
        "qualify_steps": (0, 9),
        "appeal_steps": (0, 9),
        "distribution_loss": (0, 4),
        "demand_drop": (0, 9),
        "wage_rise": (0, 9),
    },
    "shares": {"start": (0, 30), "start_value": (1, 99), "value_cap": (10, 99), "holding_cap": (6, 30)},
    "office": {"value": (0, 4)},
    "quality": {"per_card": (1, 6), "price_divisor": (1, 6)},
    "ships": {"owned": (0, 9)},
    "appeal": {"top": (1, 30)},
    "demand": {"low": (-20, 0), "high": (1, 40)},
    "start": {"worker_cards": (0, 2), "first_distribution": (0, 4), "second_quality": (0, 4)},
    "crew_sides": {"a_units": (1, 2), "a_output": (0, 9), "b_units": (1, 2), "b_output": (0, 9)},
    "card_effects": {
        "foreman_wage_cut": (0, 9),
        "foreman_least_wage": (0, 9),
        "steward_cost_cut": (0, 99),
        "agent_keeps": (0, 4),
        "craftsman_cards": (0, 1),
        "craftsman_points": (0, 9),
        "advertiser_cards": (0, 1),
        "advertiser_points": (0, 9),
        "patent_decades": (0, 2),
        "patent_steps": (1, 2),
        "large_warehouse_size": (1, 9),
        "shipyard_ships": (0, 1),
        "shipyard_capacity": (0, 9),
        "merchant_income": (0, 9),
        "merchant_tokens": (0, 9),
        "mechanic_upkeep": (0, 9),
        "entrepreneur_sales": (1, 2),  # no more than qualify_sales
        "engineer_value": (1, 6),
        "engineer_turned": (1, 6),
        "engineer_cost": (1, 9),
    },
    "expert": {
        "worker_cards": (0, 2),
        "points": (0, 9),
        "point_quality": (1, 6),
        "point_distribution": (1, 4),
        "point_cash": (0, 99),
        "point_level": (0, 4),
    },
}
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
    ([put("format", to=2)], "format must be 1, not 2"),
    ([put("goods", "names", to=["A", "B", "C"])], "[goods]: names must have 4 entries, not 3"),
    ([put("ships", "penalty", to=[0] * 9)], "[ships]: penalty must have 10 entries, not 9"),
    ([put("ships", "penalty", 3, to=100)], "[ships]: penalty entry 4 must be 0 to 99, not 100"),
    ([put("appeal", "arrows", to=[1] * 21)], "[appeal]: arrows must have 0 to 20 entries, not 21"),
    ([put("appeal", "arrows", 8, to=21)], "[appeal]: arrows entry 9 must be 1 to 20, not 21"),
    ([put("appeal", "arrows", 0, to=0)], "[appeal]: arrows entry 1 must be 1 to 20, not 0"),
    ([drop("setups", "rows", 3)], "[setups] must have 4 rows, not 3"),
    ([put("setups", 2, "players", to=3)], "[setups] row 2: players must be 2, not 3"),
    ([put("setups", 2, "side", to="C")], '[setups] row 2: side must be one of A, B, not "C"'),
    ([put("setups", 2, "demand", to=[1, 2, 4])], "[setups] row 2: demand must have 4 entries, not 3"),
    ([put("setups", 2, "demand", to=[1, 2, 4, 13])], "[setups] row 2: demand entry 4 must be -4 to 12, not 13"),
    ([put("setups", 1, "neutral", to=-2)], "[setups] row 1: neutral must be -1 to 20, not -2"),
    ([put("setups", 1, "neutral", to=21)], "[setups] row 1: neutral must be -1 to 20, not 21"),
    ([put("setups", 4, "copies", to=0)], "[setups] row 4: copies must be 1 to 4, not 0"),
    ([put("setups", 4, "copies", to=5)], "[setups] row 4: copies must be 1 to 4, not 5"),
    ([put("setups", 4, "wages", to=[])], "[setups] row 4: wages must have 1 to 24 entries, not 0"),
    ([put("setups", 4, "wages", to=[2] * 25)], "[setups] row 4: wages must have 1 to 24 entries, not 25"),
    ([put("setups", 4, "wages", to=[2, 21])], "[setups] row 4: wages entry 2 must be 1 to 20, not 21"),
    ([drop("seats", "rows", 0)], "[seats] must have 10 rows, not 9"),
    ([put("seats", 3, "players", to=3)], "[seats] row 3: players must be 2, not 3"),
    ([put("seats", 3, "seat", to=1)], "[seats] row 3: seat must be 2, not 1"),
    (
        [put("seats", 3, "first", to="Ale")],
        '[seats] row 3: first must be one of Food, Clothes, Cutlery, Lamps, not "Ale"',
    ),
    ([put("seats", 3, "cash", to=100)], "[seats] row 3: cash must be 0 to 99, not 100"),
    ([drop("tiles", "rows", 0)], "[tiles] must have 12 rows, not 11"),
    ([put("tiles", 5, "good", to="Food")], '[tiles] row 5: good must be Clothes, not "Food"'),
    ([put("tiles", 5, "decade", to=1)], "[tiles] row 5: decade must be 2, not 1"),
    ([put("tiles", 5, "price", to=21)], "[tiles] row 5: price must be 0 to 20, not 21"),
    ([put("tiles", 5, "appeal", to=2)], "[tiles] row 5: appeal must be 3 to 20, not 2"),
    ([put("tiles", 5, "output", to=10)], "[tiles] row 5: output must be 0 to 9, not 10"),
    ([put("tiles", 5, "fixed_cost", to=100)], "[tiles] row 5: fixed_cost must be 0 to 99, not 100"),
    ([put("tiles", 5, "export", to=-1)], "[tiles] row 5: export must be 0 to 20, not -1"),
    ([put("crew_flips", "by_decade", to=["AA"])], "[crew_flips]: by_decade must have 3 entries, not 1"),
    (
        [put("crew_flips", "by_decade", 1, to="AC")],
        '[crew_flips]: by_decade entry 2 must be one of AA, AB, BA, BB, not "AC"',
    ),
    ([put("tracks", "names", to=["A"])], "[tracks]: names must have 6 entries, not 1"),
    ([put("tracks", "gates", to=[1, 1, 2])], "[tracks]: gates must have 4 entries, not 3"),
    ([put("tracks", "gates", 3, to=4)], "[tracks]: gates entry 4 must be 1 to 3, not 4"),
    ([put("tracks", "automation", to=[1] * 6)], "[tracks]: automation must have 1 to 5 entries, not 6"),
    ([put("tracks", "automation", 4, to=17)], "[tracks]: automation entry 5 must be 1 to 16, not 17"),
    ([put("tracks", "quality", 0, to=21)], "[tracks]: quality entry 1 must be 0 to 20, not 21"),
    ([put("tracks", "distribution", 0, to=-1)], "[tracks]: distribution entry 1 must be 0 to 20, not -1"),
    ([put("tracks", "shipping", 0, to=0)], "[tracks]: shipping entry 1 must be 1 to 9, not 0"),
    ([put("tracks", "warehouse", to=[])], "[tracks]: warehouse must have 1 to 5 entries, not 0"),
    ([put("tracks", "warehouse", 4, to=[2, 2, 2])], "[tracks]: warehouse entry 5 must have 0 to 2 entries, not 3"),
    ([put("tracks", "warehouse", 3, 1, to=10)], "[tracks]: warehouse entry 4.2 must be 1 to 9, not 10"),
    ([put("tracks", "office", 3, to=13)], "[tracks]: office entry 4 must be 0 to 12, not 13"),
    ([drop("cards", "rows", 0)], "[cards] must have 12 rows, not 11"),
    ([put("cards", 12, "number", to=13)], "[cards] row 12 (Engineer): number must be 12, not 13"),
    ([put("cards", 12, "decade", to=4)], "[cards] row 12 (Engineer): decade must be 1 to 3, not 4"),
    ([put("expert", "takers", to=[1, 1, 2])], "[expert]: takers must have 4 entries, not 3"),
    ([put("expert", "takers", 2, to=1)], "[expert]: takers entry 3 must be 2 to 3, not 1"),
    ([put("expert", "takers", 3, to=5)], "[expert]: takers entry 4 must be 2 to 4, not 5"),
    ([put("expert", "takers", 0, to=2)], "[expert]: takers entry 1 must be 1, not 2"),
    ([put("expert", "cash", to=[1])], "[expert]: cash must have 4 entries, not 1"),
    ([put("expert", "cash", 1, to=100)], "[expert]: cash entry 2 must be 0 to 99, not 100"),
    ([drop("events", "rows", 0)], "[events] must have 8 rows, not 7"),
    ([put("events", 7, "amount", to=10)], "[events] row 7 (Window tax): amount must be 0 to 9, not 10"),
    ([put("events", 8, "amount", to=2)], "[events] row 8 (Machine breakers): amount must be 1, not 2"),
    ([drop("solo", "rows", 0)], "[solo] must have 5 rows, not 4"),
    ([put("solo", 1, "from", to=1)], "[solo] row 1: from must be 0, not 1"),
    ([put("solo", 5, "from", to=10000)], "[solo] row 5: from must be 0 to 9999, not 10000"),
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
]
ACROSS: list[Case] = [
    ([put("seats", 3, "second", to="Clothes")], "[seats] row 3: first and second must differ"),
    ([put("appeal", "arrows", to=[3, 5, 5])], "[appeal]: arrows must rise"),
    ([put("appeal", "arrows", to=[5, 3])], "[appeal]: arrows must rise"),
    (
        [put("tiles", 12, "price", to=20), put("office", "value", to=4), put("quality", "price_divisor", to=1)],
        "[tiles] row 12: the highest price would be 32, over 31",
    ),
    (
        [put("crew_flips", "by_decade", to=["BA", "AA", "BB"])],
        "[crew_flips]: card 1 must not shrink in decade 2",
    ),
    (
        [put("crew_flips", "by_decade", to=["AA", "AB", "BA"])],
        "[crew_flips]: card 2 must not shrink in decade 3",
    ),
    ([put("tracks", "warehouse", 3, to=[])], "[tracks]: warehouse level 3 must not shrink"),
    ([put("tracks", "warehouse", 4, to=[1, 2])], "[tracks]: warehouse level 4 must not shrink"),
    ([put("tracks", "office", 2, to=1)], "[tracks]: office level 2 must not shrink"),
    (
        [put("card_effects", "engineer_value", to=3)],
        "[card_effects]: the Engineer leaves no room for Quality 4",
    ),
    ([put("ships", "owned", to=9)], "[card_effects]: ships would number 10, over 9"),
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
        ([put("limits", "loans", to=0), put("format", to=2)], "format must be 1, not 2"),
        ([put("limits", "loans", to=0), put("limits", "source", to="")], "[limits]: source must be one of "),
        ([put("rules", "source", to=""), put("limits", "loans", to=0)], "[limits]: loans must be 1 to 9, not 0"),
        ([put("setups", 2, "copies", to=9), put("setups", 1, "wages", to=[])], "[setups] row 1: wages must have "),
        ([put("seats", 1, "second", to="Food"), put("solo", 1, "from", to=5)], "[solo] row 1: from must be 0, not 5"),
        ([put("seats", 1, "second", to="Food"), put("appeal", "arrows", to=[2, 1])], "[seats] row 1: first and second"),
        ([put("ships", "penalty", to=[100])], "[ships]: penalty must have 10 entries, not 1"),
        ([put("tracks", "names", 3, to="Office"), put("tracks", "gates", to=[])], "[tracks]: names entry 6: the name "),
        ([put("ships", "owned", to=9), put("appeal", "arrows", to=[2, 1])], "[appeal]: arrows must rise"),
        ([put("format", to=2), drop("solo", "rows", 0, "title")], "[solo] row 1: the key title is missing"),
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
        put("seats", 7, "cash", to=99),
        put("tiles", 1, "price", to=20),
        put("cards", 1, "name", to="A" * 24),
        put("appeal", "arrows", to=[]),
        put("demand", "low", to=-20),
    )
    state = side.load("arkwright", 4, data=data).new_initial_state()
    seats = state.to_dict()["seats"]
    assert seats[0]["cash"] == 99 and list(seats[0]["factories"]) == ["Fine Bread", "Cutlery"]

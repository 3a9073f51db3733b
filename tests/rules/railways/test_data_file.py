"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, drop, put
from positions import Play, Side

FILE = DataFile("railways")


def city(row: int, key: str, to: Any) -> Edit:
    return put("cities", row, key, to=to)


PROVENANCE = (
    *("track", "engines", "goods", "trains", "hand", "open_row"),
    *("city_values", "city_goods", "city_names", "city_demands", "city_colours"),
)
NUMBERS = (
    ("engines", "count", 21),
    ("trains", "per_player", 12),
    ("trains", "markers", 2),
    ("hand", "limit", 13),
    ("hand", "engines", 1),
    ("hand", "value_2_cities", 1),
    ("hand", "cards", 2),
    ("open_row", "slots", 3),
)
TRACK = ("violet", "green", "brown", "orange", "white")
GOODS = (("red", "wood"), ("yellow", "grain"), ("blue", "ore"), ("black", "cattle"))

FIXED: list[tuple[list[Edit], str]] = [
    ([put("format", to=2)], "format must be 1, not 2"),
    ([put("game", to="trains")], 'game must be railways, not "trains"'),
    *(
        (
            [put("provenance", key, to="guessed")],
            f'[provenance]: {key} must be one of known, reconstructed, not "guessed"',
        )
        for key in PROVENANCE
    ),
    *(
        ([put(section, key, to=number + 1)], f"[{section}]: {key} must be {number}, not {number + 1}")
        for section, key, number in NUMBERS
    ),
]
ROWS: list[tuple[list[Edit], str]] = [
    ([drop("track", 4)], "[track] must have 5 rows, not 4"),
    *(
        ([put("track", i, "colour", to="pink")], f'[track] row {i + 1}: colour must be {colour}, not "pink"')
        for i, colour in enumerate(TRACK)
    ),
    *(([put("track", i, "ones", to=7)], f"[track] row {i + 1}: ones must be 6, not 7") for i in range(5)),
    *(([put("track", i, "twos", to=6)], f"[track] row {i + 1}: twos must be 7, not 6") for i in range(5)),
    ([drop("goods", 0)], "[goods] must have 4 rows, not 3"),
    *(
        ([put("goods", i, "colour", to="pink")], f'[goods] row {i + 1}: colour must be {colour}, not "pink"')
        for i, (colour, _) in enumerate(GOODS)
    ),
    *(
        ([put("goods", i, "good", to="beer")], f'[goods] row {i + 1}: good must be {good}, not "beer"')
        for i, (_, good) in enumerate(GOODS)
    ),
    *(([put("goods", i, "cubes", to=14)], f"[goods] row {i + 1}: cubes must be 15, not 14") for i in range(4)),
]
CITIES: list[tuple[list[Edit], str]] = [
    ([drop("cities", 24)], "[cities] must have 25 rows, not 24"),
    *(
        ([city(3, "name", name)], f"[cities] row 4 ({name}): the name {name} belongs to another thing of the game")
        for name in ("Start", "engine", "violet 1", "white 2")
    ),
    ([city(3, "name", "Chicago")], "[cities] row 4 (Chicago): the name Chicago stands twice (first in row 1)"),
    ([city(3, "value", 6)], "[cities] row 4 (Boston): value must be 2 to 5, not 6"),
    ([city(24, "value", 1)], "[cities] row 25 (Fargo): value must be 2 to 5, not 1"),
    ([city(3, "goods", 3)], "[cities] row 4 (Boston): goods must be 4, not 3"),
    ([city(24, "goods", -1)], "[cities] row 25 (Fargo): goods must be 1, not -1"),
    ([city(3, "demand", "red")], '[cities] row 4 (Boston): demand must be any, not "red"'),
    (
        [city(5, "demand", "any")],
        '[cities] row 6 (Rochester): demand must be one of red, yellow, blue, black, not "any"',
    ),
    (
        [city(5, "demand", "grain")],
        '[cities] row 6 (Rochester): demand must be one of red, yellow, blue, black, not "grain"',
    ),
    ([city(5, "colours", [])], "[cities] row 6 (Rochester): colours must have 1 to 5 entries, not 0"),
    ([city(5, "colours", ["brown"] * 6)], "[cities] row 6 (Rochester): colours must have 1 to 5 entries, not 6"),
    (
        [city(5, "colours", ["brown", "red"])],
        '[cities] row 6 (Rochester): colours entry 2 must be one of violet, green, brown, orange, white, not "red"',
    ),
    (
        [city(5, "colours", ["violet", "brown", "brown"])],
        "[cities] row 6 (Rochester): colours entry 3: brown stands twice (first in entry 2)",
    ),
    (
        [city(24, "value", 3), city(24, "goods", 2)],
        "[cities] must have 5 rows of value 2, not 4",
    ),
    (
        [city(9, "value", 3), city(9, "goods", 2)],
        "[cities] must have 10 rows of value 3, not 11",
    ),
    (
        [city(4, "value", 4), city(4, "goods", 3), city(4, "demand", "red")],
        "[cities] must have 5 rows of value 4, not 6",
    ),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([city(3, "value", 6), put("format", to=2)], "format must be 1, not 2"),
    ([put("engines", "count", to=1), put("provenance", "track", to="")], "[provenance]: track must be one of known, "),
    ([put("track", 1, "ones", to=1), put("track", 0, "twos", to=1)], "[track] row 1: twos must be 7, not 1"),
    ([put("goods", 0, "cubes", to=1), put("track", 4, "twos", to=1)], "[track] row 5: twos must be 7, not 1"),
    (
        [city(5, "value", 9), city(4, "colours", [])],
        "[cities] row 5 (St. Louis): colours must have 1 to 5 entries, not 0",
    ),
    ([city(5, "value", 9), city(5, "goods", 9)], "[cities] row 6 (Rochester): value must be 2 to 5, not 9"),
    (
        [city(5, "colours", ["red"]), city(5, "demand", "any")],
        "[cities] row 6 (Rochester): demand must be one of red, ",
    ),
    ([city(5, "colours", ["brown", "brown", "red"])], "[cities] row 6 (Rochester): colours entry 2: brown stands "),
]


@pytest.mark.parametrize(("edits", "sentence"), [*FIXED, *ROWS, *CITIES], ids=lambda x: x if isinstance(x, str) else "")
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"railways.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER)
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"railways.toml: {sentence}")


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

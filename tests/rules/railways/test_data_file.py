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


NAME = "name must have 1 to 40 characters, none of them a control character, no space at either end"
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
    ([put("format", to=2)], "format: must be 1, not 2"),
    ([put("game", to="trains")], "game: must be railways, not trains"),
    *(
        ([put("provenance", key, to="guessed")], f"provenance.{key}: must be known or reconstructed, not guessed")
        for key in PROVENANCE
    ),
    *(
        ([put(section, key, to=number + 1)], f"{section}.{key}: must be {number}, not {number + 1}")
        for section, key, number in NUMBERS
    ),
]
ROWS: list[tuple[list[Edit], str]] = [
    ([drop("track", 4)], "track: must have 5 rows, not 4"),
    *(
        ([put("track", i, "colour", to="pink")], f"track {i}: colour must be {colour}, not pink")
        for i, colour in enumerate(TRACK)
    ),
    *(([put("track", i, "ones", to=7)], f"track {i}: ones must be 6, not 7") for i in range(5)),
    *(([put("track", i, "twos", to=6)], f"track {i}: twos must be 7, not 6") for i in range(5)),
    ([drop("goods", 0)], "goods: must have 4 rows, not 3"),
    *(
        ([put("goods", i, "colour", to="pink")], f"goods {i}: colour must be {colour}, not pink")
        for i, (colour, _) in enumerate(GOODS)
    ),
    *(
        ([put("goods", i, "good", to="beer")], f"goods {i}: good must be {good}, not beer")
        for i, (_, good) in enumerate(GOODS)
    ),
    *(([put("goods", i, "cubes", to=14)], f"goods {i}: cubes must be 15, not 14") for i in range(4)),
]
CITIES: list[tuple[list[Edit], str]] = [
    ([drop("cities", 24)], "cities: must have 25 rows, not 24"),
    *(
        ([city(3, "name", name)], f"cities 3: {NAME}")
        for name in ("", "x" * 41, " Boston", "Boston ", "Bos\ton", "Bos\x1fton", "Bos\x7fton")
    ),
    *(
        ([city(3, "name", name)], f"cities 3 ({name}): the name belongs to another thing of the game")
        for name in ("Start", "engine", "violet 1", "white 2")
    ),
    ([city(3, "name", "Chicago")], "cities 3 (Chicago): the name is used twice"),
    ([city(3, "value", 6)], "cities 3 (Boston): value must be 2 to 5, not 6"),
    ([city(24, "value", 1)], "cities 24 (Fargo): value must be 2 to 5, not 1"),
    ([city(3, "goods", 3)], "cities 3 (Boston): goods must be 4, not 3"),
    ([city(24, "goods", -1)], "cities 24 (Fargo): goods must be 1, not -1"),
    ([city(3, "demand", "red")], "cities 3 (Boston): demand must be any, not red"),
    ([city(5, "demand", "any")], "cities 5 (Rochester): demand must be red, yellow, blue or black, not any"),
    ([city(5, "demand", "grain")], "cities 5 (Rochester): demand must be red, yellow, blue or black, not grain"),
    ([city(5, "colours", [])], "cities 5 (Rochester): colours must have 1 to 5 entries, not 0"),
    ([city(5, "colours", ["brown"] * 6)], "cities 5 (Rochester): colours must have 1 to 5 entries, not 6"),
    ([city(5, "colours", ["brown", "red"])], "cities 5 (Rochester): red is not a track colour"),
    ([city(5, "colours", ["brown", "brown"])], "cities 5 (Rochester): brown is given twice"),
    (
        [city(24, "value", 3), city(24, "goods", 2)],
        "cities: must have 5 of value 2, not 4",
    ),
    (
        [city(9, "value", 3), city(9, "goods", 2)],
        "cities: must have 10 of value 3, not 11",
    ),
    (
        [city(4, "value", 4), city(4, "goods", 3), city(4, "demand", "red")],
        "cities: must have 5 of value 4, not 6",
    ),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([city(3, "value", 6), put("format", to=2)], "format: must be 1, not 2"),
    ([put("engines", "count", to=1), put("provenance", "track", to="")], "provenance.track: must be known or "),
    ([put("track", 1, "ones", to=1), put("track", 0, "twos", to=1)], "track 0: twos must be 7, not 1"),
    ([put("goods", 0, "cubes", to=1), put("track", 4, "twos", to=1)], "track 4: twos must be 7, not 1"),
    ([city(5, "value", 9), city(4, "colours", [])], "cities 4 (St. Louis): colours must have 1 to 5 entries, not 0"),
    ([city(5, "value", 9), city(5, "goods", 9)], "cities 5 (Rochester): value must be 2 to 5, not 9"),
    ([city(5, "colours", ["red"]), city(5, "demand", "any")], "cities 5 (Rochester): demand must be red, yellow,"),
    ([city(5, "colours", ["brown", "brown", "red"])], "cities 5 (Rochester): brown is given twice"),
]


@pytest.mark.parametrize(("edits", "sentence"), [*FIXED, *ROWS, *CITIES], ids=lambda x: x if isinstance(x, str) else "")
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"railways.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER)
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"railways.toml: {sentence}")


@pytest.mark.parametrize(
    "data",
    [
        "cities = [",
        "",
        FILE.edited(put("colour", to="red")),
        FILE.edited(put("hand", "size", to=1)),
        FILE.edited(put("cities", 0, "row", to=1)),
        FILE.edited(drop("format")),
        FILE.edited(drop("provenance")),
        FILE.edited(drop("hand", "cards")),
        FILE.edited(drop("cities", 7, "demand")),
        FILE.edited(put("format", to="1")),
        FILE.edited(put("format", to=True)),
        FILE.edited(put("format", to=1.0)),
        FILE.edited(put("track", 0, "ones", to=True)),
        FILE.edited(put("cities", 0, "name", to=5)),
        FILE.edited(put("cities", 0, "colours", to="violet")),
        FILE.edited(put("cities", 0, "colours", to=[1])),
        FILE.edited(put("track", to=5)),
        FILE.edited(put("engines", to=21)),
    ],
    ids=range(18),
)
def test_what_is_no_table_of_the_right_kind_is_refused(side: Side, data: str) -> None:
    FILE.refusal(side, data)


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

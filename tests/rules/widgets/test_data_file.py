"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, drop, put
from positions import Play, Side
from widgets.table import ARCHETYPES, ELEMENTS, MAKEUPS, TYPES, settle

FILE = DataFile("widgets")
NUMBERS = {"parts": 5, "elements": 4, "archetypes": 2, "makeups": 2}
NAMES = {"parts": TYPES, "elements": ELEMENTS, "archetypes": ARCHETYPES, "makeups": MAKEUPS}


def again(table: str, row: int) -> Edit:
    """The row once more at the end of its table."""
    return lambda d: d[table].append(dict(d[table][row]))


def out_of_range(row: str, path: tuple[str | int, ...], low: int, high: int) -> list[tuple[list[Edit], str]]:
    key = path[-1]
    return [
        ([put(*path, to=value)], f"{row}: {key} is {value}; {low} to {high} is allowed")
        for value in (low - 1, high + 1)
    ]


FORM = "the name must be lower-case words, 20 characters at most"
HEAD: list[tuple[list[Edit], str]] = [
    ([put("format", to=2)], "format: must be 1, not 2"),
    ([put("game", to="railways")], "game: must be widgets, not railways"),
    *(([drop(t, 0)], f"{t}: {n - 1} rows; exactly {n} are needed") for t, n in NUMBERS.items()),
    *(([again(t, 0)], f"{t}: {n + 1} rows; exactly {n} are needed") for t, n in NUMBERS.items()),
]
LISTS: list[tuple[list[Edit], str]] = [
    *(
        ([put("elements", 2, "name", to=name)], f"elements row 3: {FORM}")
        for name in ("", "Earth", "earth ", " earth", "ear  th", "earth1", "ear-th", "érth", "e" * 21, "earth\n")
    ),
    *(([put(t, 1, "name", to="X")], f"{t} row 2: {FORM}") for t in NUMBERS),
    *(([put(t, 1, "name", to=NAMES[t][0])], f"{t} row 2: the name {NAMES[t][0]} is used twice") for t in NUMBERS),
    (
        [
            put("parts", 0, "name", to="arm"),
            put("parts", 1, "name", to="organic arm"),
            put("makeups", 0, "name", to="organic organic"),
        ],
        "cards: the name fire strength organic organic arm is used twice",
    ),
    ([drop("parts", 2, "fragments", 0)], "parts row 3: 15 fragments; exactly 16 are needed"),
    ([put("parts", 2, "fragments", to=["a"] * 17)], "parts row 3: 17 fragments; exactly 16 are needed"),
    *(
        ([put("parts", 4, "fragments", 6, to=text)], "parts row 5: fragment 7 must be 1 to 12 letters")
        for text in ("", "a" * 13, "a b", "a1", "é", "a-b")
    ),
]
POINTS: list[tuple[list[Edit], str]] = [
    *out_of_range("scoring", ("scoring", "four"), 0, 50),
    *out_of_range("scoring", ("scoring", "five"), 0, 50),
    *out_of_range("scoring", ("scoring", "bonus"), 0, 100),
    *out_of_range("endgame", ("endgame", "final_turns"), 1, 10),
]
ENDS: list[tuple[list[Edit], str]] = [
    ([drop("ends", 4)], "ends: 4 rows; exactly 5 are needed"),
    ([again("ends", 4)], "ends: 6 rows; exactly 5 are needed"),
    ([put("ends", 2, "players", to=2)], "ends row 3: players is 2; 3 is expected"),
    *out_of_range("ends row 3", ("ends", 2, "constructs"), 1, 4),
    *(
        ([put("ends", 2, "longer", to=value)], f"ends row 3: longer is {value}; 0 or 5 to 5 is allowed")
        for value in (-1, 1, 4, 6)
    ),
    ([put("ends", 3, "longer", to=3)], "ends row 4: longer is 3; 0 or 4 to 5 is allowed"),
    ([put("ends", 3, "longer", to=5)], "ends row 4: 100 parts are needed; there are 80"),
    ([put("ends", 4, "constructs", to=4)], "ends row 5: 100 parts are needed; there are 80"),
    ([put("ends", 4, "longer", to=4)], "ends row 5: 100 parts are needed; there are 80"),
    *out_of_range("ends row 1", ("ends", 0, "max_turns"), 1, 1000),
]
PILE: list[tuple[list[Edit], str]] = [
    *out_of_range("pile", ("pile", "finger_width"), 100, 200),
    *out_of_range("pile", ("pile", "finger_depth"), 75, 150),
    *out_of_range("pile", ("pile", "clear_centre"), 0, 800),
    *out_of_range("pile", ("pile", "drag"), 0, 24),
    *out_of_range("pile", ("pile", "flip_least"), 0, 24),
    *out_of_range("pile", ("pile", "jitter"), 0, 24),
    *out_of_range("gear", ("gear", "diameter"), 400, 880),
]


def card(**values: Any) -> list[Edit]:
    return [put("rectangle", key, to=value) for key, value in values.items()]


RECTANGLE: list[tuple[list[Edit], str]] = [
    *out_of_range("rectangle", ("rectangle", "width"), 400, 700),
    *out_of_range("rectangle", ("rectangle", "height"), 400, 1000),
    (card(width=630, height=629), "rectangle: width is 630; it may not exceed height, 629"),
    (card(width=600, height=982), "rectangle: the diagonal is longer than 1150"),
    (card(width=700, height=880), "rectangle: the area is 616000; at most 600000 is allowed"),
    (card(long_spots=[170]), "rectangle: long_spots has 1 numbers; exactly 2 are needed"),
    (card(long_spots=[1, 2, 3]), "rectangle: long_spots has 3 numbers; exactly 2 are needed"),
    (card(short_spots=[]), "rectangle: short_spots has 0 numbers; exactly 1 are needed"),
    (card(long_spots=[0, 340]), "rectangle: long_spots is 0; 1 to 500 is allowed"),
    (card(long_spots=[170, 501]), "rectangle: long_spots is 501; 1 to 500 is allowed"),
    (card(short_spots=[501]), "rectangle: short_spots is 501; 1 to 500 is allowed"),
    (card(long_spots=[340, 340]), "rectangle: long_spots must ascend"),
    (card(long_spots=[340, 170]), "rectangle: long_spots must ascend"),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([put("scoring", "four", to=99), put("format", to=2)], "format: must be 1"),
    ([put("parts", 0, "name", to="X"), drop("makeups", 0)], "makeups: 1 rows"),
    ([put("parts", 0, "fragments", to=[]), put("makeups", 1, "name", to="X")], "makeups row 2: the name must be"),
    ([put("elements", 2, "name", to="fire"), put("elements", 1, "name", to="X")], "elements row 2: the name must be"),
    ([put("elements", 1, "name", to="fire"), put("elements", 2, "name", to="X")], "elements row 2: the name fire is"),
    ([put("scoring", "four", to=99), put("parts", 4, "fragments", to=[])], "parts row 5: 0 fragments"),
    ([put("scoring", "bonus", to=101), put("scoring", "five", to=51)], "scoring: five is 51"),
    ([drop("ends", 4), put("endgame", "final_turns", to=0)], "endgame: final_turns is 0"),
    ([put("ends", 1, "players", to=9), put("ends", 0, "max_turns", to=0)], "ends row 1: max_turns is 0"),
    ([put("ends", 4, "constructs", to=4), put("ends", 4, "max_turns", to=0)], "ends row 5: 100 parts are needed"),
    ([put("pile", "drag", to=25), put("ends", 4, "longer", to=2)], "ends row 5: longer is 2"),
    ([put("gear", "diameter", to=0), put("pile", "jitter", to=25)], "pile: jitter is 25"),
    ([*card(width=0), put("gear", "diameter", to=0)], "gear: diameter is 0"),
    (card(width=700, height=1000), "rectangle: the diagonal"),
    (card(long_spots=[600], short_spots=[]), "rectangle: long_spots has 1"),
    (card(long_spots=[400, 300], short_spots=[0]), "rectangle: short_spots is 0"),
]


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [*HEAD, *LISTS, *POINTS, *ENDS, *PILE, *RECTANGLE],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"widgets.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER, ids=lambda x: x if isinstance(x, str) else "")
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"widgets.toml: {sentence}")


def test_a_spot_without_a_cell(side: Side) -> None:
    """Spots 50 mm from the middle of a long edge that reaches to 44 mm on both sides."""
    sentence = "widgets.toml: rectangle: spot 0 has no cell at rotation "
    data = FILE.edited(*card(long_spots=[170, 500], height=880))
    assert FILE.refusal(side, data).message.startswith(sentence)
    data = FILE.edited(*card(long_spots=[170, 500], height=410, width=400))
    assert FILE.refusal(side, data).message == f"{sentence}0"


@pytest.mark.parametrize(
    "data",
    [
        "parts = [",
        "",
        FILE.edited(put("colour", to="red")),
        FILE.edited(put("scoring", "three", to=1)),
        FILE.edited(put("parts", 0, "colour", to="red")),
        FILE.edited(drop("format")),
        FILE.edited(drop("provenance")),
        FILE.edited(drop("scoring")),
        FILE.edited(drop("scoring", "provenance")),
        FILE.edited(drop("parts", 0, "fragments")),
        FILE.edited(drop("ends", 4, "longer")),
        FILE.edited(put("format", to="1")),
        FILE.edited(put("format", to=True)),
        FILE.edited(put("format", to=1.0)),
        FILE.edited(put("game", to=1)),
        FILE.edited(put("scoring", "four", to=True)),
        FILE.edited(put("scoring", "four", to=5.0)),
        FILE.edited(put("parts", 0, "name", to=5)),
        FILE.edited(put("parts", 0, "fragments", to="Bol")),
        FILE.edited(put("parts", 0, "fragments", 3, to=1)),
        FILE.edited(put("rectangle", "long_spots", to=170)),
        FILE.edited(put("rectangle", "short_spots", to=[True])),
        FILE.edited(put("parts", to=5)),
        FILE.edited(put("pile", to=5)),
        FILE.edited(put("ends", 0, "provenance", to=1)),
        FILE.edited(put("endgame", to=[3, "rulebook"])),
    ],
    ids=range(26),
)
def test_what_is_no_table_of_the_right_kind_is_refused(side: Side, data: str) -> None:
    assert FILE.refusal(side, data).message.startswith("widgets.toml: ")


@pytest.mark.parametrize(
    "edits",
    [
        [],
        [put("scoring", key, to=0) for key in ("four", "five", "bonus")],
        [put("scoring", "four", to=50), put("scoring", "five", to=50), put("scoring", "bonus", to=100)],
        [put("endgame", "final_turns", to=10)],
        [put("ends", i, "longer", to=0) for i in range(5)],
        [put("ends", 0, "constructs", to=1), put("ends", 0, "longer", to=2), put("ends", 0, "max_turns", to=1000)],
        [put("pile", "clear_centre", to=800), put("pile", "drag", to=0), put("pile", "jitter", to=24)],
        [put("gear", "diameter", to=880)],
        card(width=600, height=981),
        card(width=400, height=1000),
    ],
    ids=range(10),
)
def test_the_ends_of_the_ranges_are_accepted(side: Side, edits: list[Edit]) -> None:
    assert side.load("widgets", data=FILE.edited(*edits)).num_actions == 326


def test_a_part_has_at_most_255_cells(side: Side) -> None:
    """This rectangle is within all ranges, and one cell too large where it lies along the grid."""
    message = FILE.refusal(side, FILE.edited(*card(width=640, height=928))).message
    assert message == "widgets.toml: rectangle: 256 cells at rotation 4; at most 255 are allowed"


def test_r1_an_owner_may_correct_names(side: Side) -> None:
    """Cards, bays, outcomes and construct names follow the file."""
    data = FILE.edited(
        put("parts", 0, "name", to="head"),
        put("elements", 0, "name", to="hot steam"),
        put("parts", 0, "fragments", 0, to="Zap"),
    )
    game = side.load("widgets", 2, "abstract", {"start_player": 0}, data)
    assert game.action_to_string(0) == "pull hot steam strength mechanical head"
    play = Play(game.new_initial_state()).do("hot steam strength mechanical head", "air speed organic head")
    assert list(settle(play).now["bays"][0][0]) == ["head"]

"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile, found
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
        ([put(*path, to=value)], f"{row}: {key} must be {low} to {high}, not {value}") for value in (low - 1, high + 1)
    ]


LETTERS = "must be 1 to 12 letters from A to Z or a to z"
HEAD: list[tuple[list[Edit], str]] = [
    ([put("format", to=2)], "format must be 1, not 2"),
    ([put("game", to="railways")], 'game must be widgets, not "railways"'),
    *(([drop(t, 0)], f"[{t}] must have {n} rows, not {n - 1}") for t, n in NUMBERS.items()),
    *(([again(t, 0)], f"[{t}] must have {n} rows, not {n + 1}") for t, n in NUMBERS.items()),
]
LISTS: list[tuple[list[Edit], str]] = [
    *(
        (
            [put(t, 1, "name", to=NAMES[t][0])],
            f"[{t}] row 2 ({NAMES[t][0]}): the name {NAMES[t][0]} stands twice (first in row 1)",
        )
        for t in NUMBERS
    ),
    (
        [
            put("parts", 0, "name", to="arm"),
            put("parts", 1, "name", to="organic arm"),
            put("makeups", 0, "name", to="organic organic"),
        ],
        "the outcomes 0 and 17 have the same text: fire strength organic organic arm",
    ),
    ([drop("parts", 2, "fragments", 0)], "[parts] row 3 (right arm): fragments must have 16 entries, not 15"),
    (
        [put("parts", 2, "fragments", to=["a"] * 17)],
        "[parts] row 3 (right arm): fragments must have 16 entries, not 17",
    ),
    *(
        (
            [put("parts", 4, "fragments", 6, to=text)],
            f"[parts] row 5 (right leg): fragments entry 7 {LETTERS}, not {found(text)}",
        )
        for text in ("", "a" * 13, "a b", "a1", "é", "a-b")
    ),
]
POINTS: list[tuple[list[Edit], str]] = [
    *out_of_range("[scoring]", ("scoring", "four"), 0, 50),
    *out_of_range("[scoring]", ("scoring", "five"), 0, 50),
    *out_of_range("[scoring]", ("scoring", "bonus"), 0, 100),
    *out_of_range("[endgame]", ("endgame", "final_turns"), 1, 10),
]
ENDS: list[tuple[list[Edit], str]] = [
    ([drop("ends", 4)], "[ends] must have 5 rows, not 4"),
    ([again("ends", 4)], "[ends] must have 5 rows, not 6"),
    ([put("ends", 2, "players", to=2)], "[ends] row 3: players must be 3, not 2"),
    *out_of_range("[ends] row 3", ("ends", 2, "constructs"), 1, 4),
    *out_of_range("[ends] row 3", ("ends", 2, "longer"), 0, 5),
    *(([put("ends", 2, "longer", to=value)], f"[ends] row 3: longer must be 0 or 5, not {value}") for value in (1, 4)),
    ([put("ends", 3, "longer", to=3)], "[ends] row 4: longer must be 0 or 4 to 5, not 3"),
    ([put("ends", 3, "longer", to=5)], "[ends] row 4: 100 parts are needed, there are 80"),
    ([put("ends", 4, "constructs", to=4)], "[ends] row 5: 100 parts are needed, there are 80"),
    ([put("ends", 4, "longer", to=4)], "[ends] row 5: 100 parts are needed, there are 80"),
    *out_of_range("[ends] row 1", ("ends", 0, "max_turns"), 1, 1000),
]
PILE: list[tuple[list[Edit], str]] = [
    *out_of_range("[pile]", ("pile", "finger_width"), 100, 200),
    *out_of_range("[pile]", ("pile", "finger_depth"), 75, 150),
    *out_of_range("[pile]", ("pile", "clear_centre"), 0, 800),
    *out_of_range("[pile]", ("pile", "drag"), 0, 24),
    *out_of_range("[pile]", ("pile", "flip_least"), 0, 24),
    *out_of_range("[pile]", ("pile", "jitter"), 0, 24),
    *out_of_range("[gear]", ("gear", "diameter"), 400, 880),
]


def card(**values: Any) -> list[Edit]:
    return [put("rectangle", key, to=value) for key, value in values.items()]


RECTANGLE: list[tuple[list[Edit], str]] = [
    *out_of_range("[rectangle]", ("rectangle", "width"), 400, 700),
    *out_of_range("[rectangle]", ("rectangle", "height"), 630, 1000),
    (card(width=630, height=629), "[rectangle]: height must be 630 to 1000, not 629"),
    (card(width=600, height=982), "[rectangle]: the diagonal is longer than 1150"),
    (card(width=700, height=880), "[rectangle]: the area must be at most 600000, not 616000"),
    (card(long_spots=[170]), "[rectangle]: long_spots must have 2 entries, not 1"),
    (card(long_spots=[1, 2, 3]), "[rectangle]: long_spots must have 2 entries, not 3"),
    (card(short_spots=[]), "[rectangle]: short_spots must have 1 entry, not 0"),
    (card(long_spots=[0, 340]), "[rectangle]: long_spots entry 1 must be 1 to 500, not 0"),
    (card(long_spots=[170, 501]), "[rectangle]: long_spots entry 2 must be 1 to 500, not 501"),
    (card(short_spots=[501]), "[rectangle]: short_spots entry 1 must be 1 to 500, not 501"),
    (card(long_spots=[340, 340]), "[rectangle]: long_spots must rise"),
    (card(long_spots=[340, 170]), "[rectangle]: long_spots must rise"),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([put("scoring", "four", to=99), put("format", to=2)], "format must be 1"),
    ([put("parts", 0, "name", to="_"), drop("makeups", 0)], "[parts] row 1: name must be "),
    ([put("parts", 0, "fragments", to=[]), put("makeups", 1, "name", to="_")], "[parts] row 1 (torso): fragments must"),
    ([put("elements", 2, "name", to="fire"), put("elements", 1, "name", to="_")], "[elements] row 2: name must be "),
    ([put("elements", 1, "name", to="fire"), put("elements", 2, "name", to="_")], "[elements] row 2 (fire): the name"),
    ([put("scoring", "four", to=99), put("parts", 4, "fragments", to=[])], "[parts] row 5 (right leg): fragments"),
    ([put("scoring", "bonus", to=101), put("scoring", "five", to=51)], "[scoring]: five must be"),
    ([drop("ends", 4), put("endgame", "final_turns", to=0)], "[endgame]: final_turns must be"),
    ([put("ends", 1, "players", to=9), put("ends", 0, "max_turns", to=0)], "[ends] row 1: max_turns must be"),
    ([put("ends", 4, "constructs", to=4), put("ends", 4, "max_turns", to=0)], "[ends] row 5: max_turns must be"),
    ([put("pile", "drag", to=25), put("ends", 4, "longer", to=2)], "[pile]: drag must be"),
    ([put("gear", "diameter", to=0), put("pile", "jitter", to=25)], "[pile]: jitter must be"),
    ([*card(width=0), put("gear", "diameter", to=0)], "[gear]: diameter must be"),
    ([put("ends", 3, "longer", to=5), put("ends", 4, "longer", to=2)], "[ends] row 4: 100 parts"),
    ([*card(width=700, height=1000), put("ends", 4, "longer", to=2)], "[ends] row 5: longer must be"),
    (card(width=700, height=1000), "[rectangle]: the diagonal"),
    (card(long_spots=[600], short_spots=[]), "[rectangle]: long_spots must have"),
    (card(long_spots=[400, 300], short_spots=[0]), "[rectangle]: short_spots entry 1 must be"),
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
    sentence = "widgets.toml: [rectangle]: spot 0 has no cell at rotation "
    data = FILE.edited(*card(long_spots=[170, 500], height=880))
    assert FILE.refusal(side, data).message.startswith(sentence)
    data = FILE.edited(*card(long_spots=[170, 500], height=410, width=400))
    assert FILE.refusal(side, data).message == f"{sentence}0"


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
    assert message == "widgets.toml: [rectangle]: 256 cells at rotation 4, over 255"


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

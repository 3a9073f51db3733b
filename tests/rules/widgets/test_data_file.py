"""The data file: each check of the page refuses its breach, with the same sentence on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile, found
from edits import Edit, drop, put
from positions import Play, Side
from widgets.changed import deck
from widgets.table import ARCHETYPES, ELEMENTS, MAKEUPS, TYPES, settle

FILE = DataFile("widgets")
NUMBERS = {"parts": (3, 6), "elements": (2, 6), "archetypes": (2, 4), "makeups": (2, 4)}
SOURCES = "rulebook, inferred, reconstructed, invented"
NAMES = {"parts": TYPES, "elements": ELEMENTS, "archetypes": ARCHETYPES, "makeups": MAKEUPS}


def again(table: str, row: int) -> Edit:
    """The row once more at the end of its table."""
    return lambda d: d[table].append(dict(d[table][row]))


def rows(table: str, number: int) -> Edit:
    """So many rows, all as the first."""
    return lambda d: d.update({table: [dict(d[table][0])] * number})


def out_of_range(row: str, path: tuple[str | int, ...], low: int, high: int) -> list[tuple[list[Edit], str]]:
    key = path[-1]
    return [
        ([put(*path, to=value)], f"{row}: {key} must be {low} to {high}, not {value}") for value in (low - 1, high + 1)
    ]


LETTERS = "must be 1 to 12 letters from A to Z or a to z"
DECK = "[parts], [elements], [archetypes], [makeups]"
HEAD: list[tuple[list[Edit], str]] = [
    ([put("format", to=1)], "format must be 2, not 1"),
    ([put("format", to=3)], "format must be 2, not 3"),
    ([put("game", to="railways")], 'game must be widgets, not "railways"'),
    *(
        ([rows(t, n)], f"[{t}] must have {low} to {high} rows, not {n}")
        for t, (low, high) in NUMBERS.items()
        for n in (low - 1, high + 1)
    ),
    *(
        ([put(t, "source", to="known")], f'[{t}]: source must be one of {SOURCES}, not "known"')
        for t in ("setup", "turn", "scoring", "endgame", "pile", "gear", "rectangle")
    ),
    *(
        ([put(t, 0, "source", to="fact")], f'[{t}] row 1 ({NAMES[t][0]}): source must be one of {SOURCES}, not "fact"')
        for t in NUMBERS
    ),
    ([put("ends", 4, "source", to="")], f'[ends] row 5: source must be one of {SOURCES}, not ""'),
    ([deck(6, 6, 2, 2)], f"{DECK}: 6 x 6 x 2 x 2 make 144 parts, over 128"),
    ([deck(3, 6, 4, 2)], f"{DECK}: 3 x 6 x 4 x 2 make 144 parts, over 128"),
    ([deck(3, 3, 4, 4)], f"{DECK}: 3 x 3 x 4 x 4 make 144 parts, over 128"),
]
MORE_MAKEUPS = [lambda d: d["makeups"].extend([{"source": "invented", "name": name} for name in ("glass", "bone")])]
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
    (
        [again("elements", 0), put("elements", 4, "name", to="steam")],
        "[parts] row 1 (torso): fragments must have 20 entries, not 16",
    ),
    ([drop("makeups", 1), *MORE_MAKEUPS], "[parts] row 1 (torso): fragments must have 24 entries, not 16"),
    (
        [put("parts", 4, "fragments", to=["a"] * 7)],
        "[parts] row 5 (right leg): fragments must have 8 to 96 entries, not 7",
    ),
    (
        [put("parts", 4, "fragments", to=["a"] * 97)],
        "[parts] row 5 (right leg): fragments must have 8 to 96 entries, not 97",
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
    *(
        ([put("scoring", "points", i, to=n)], f"[scoring]: points entry {i + 1} must be 0 to 50, not {n}")
        for i in range(5)
        for n in (-1, 51)
    ),
    *(
        ([put("scoring", "points", to=[1] * n)], f"[scoring]: points must have {wanted} entries, not {n}")
        for n, wanted in ((2, "3 to 6"), (3, 5), (4, 5), (6, 5), (7, "3 to 6"))
    ),
    *out_of_range("[scoring]", ("scoring", "bonus"), 0, 100),
    *out_of_range("[endgame]", ("endgame", "final_turns"), 0, 10),
    *out_of_range("[setup]", ("setup", "bays"), 1, 6),
    *out_of_range("[setup]", ("setup", "dealt"), 0, 3),
    ([put("setup", "bays", to=1), put("setup", "dealt", to=2)], "[setup]: dealt must be 0 to 1, not 2"),
    *out_of_range("[setup]", ("setup", "face_up"), 0, 100),
    *out_of_range("[turn]", ("turn", "face_down"), 1, 4),
    (
        [deck(3, 2, 2, 2), put("setup", "bays", to=5), put("setup", "dealt", to=5)],
        "[setup]: 25 parts are dealt to 5 players, there are 24",
    ),
]
ENDS: list[tuple[list[Edit], str]] = [
    ([drop("ends", 4)], "[ends] must have 5 rows, not 4"),
    ([again("ends", 4)], "[ends] must have 5 rows, not 6"),
    ([put("ends", 2, "players", to=2)], "[ends] row 3: players must be 3, not 2"),
    *out_of_range("[ends] row 3", ("ends", 2, "constructs"), 1, 6),
    *out_of_range("[ends] row 3", ("ends", 2, "longer"), 0, 6),
    *(
        ([put("ends", 2, "longer", to=value)], f"[ends] row 3: longer must be 0 or 5 to 6, not {value}")
        for value in (1, 4)
    ),
    ([put("ends", 3, "longer", to=3)], "[ends] row 4: longer must be 0 or 4 to 6, not 3"),
    ([put("ends", 1, "constructs", to=5)], "[ends] row 2: longer must be 0 or 6, not 5"),
    ([put("ends", 1, "constructs", to=6)], "[ends] row 2: longer must be 0, not 5"),
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
    ([put("scoring", "bonus", to=101), put("format", to=1)], "format must be 2"),
    ([put("parts", 0, "name", to="_"), drop("makeups", 0)], "[parts] row 1: name must be "),
    ([put("parts", 0, "fragments", to=[]), put("makeups", 1, "name", to="_")], "[parts] row 1 (torso): fragments must"),
    ([put("elements", 2, "name", to="fire"), put("elements", 1, "name", to="_")], "[elements] row 2: name must be "),
    ([put("elements", 1, "name", to="fire"), put("elements", 2, "name", to="_")], "[elements] row 2 (fire): the name"),
    ([put("scoring", "bonus", to=101), put("parts", 4, "fragments", to=[])], "[parts] row 5 (right leg): fragments"),
    ([put("parts", 0, "source", to="x"), put("parts", 0, "name", to="_")], "[parts] row 1: source must be"),
    ([put("setup", "dealt", to=4), put("setup", "bays", to=7)], "[setup]: bays must be"),
    ([put("setup", "face_up", to=101), put("makeups", 1, "name", to="_")], "[makeups] row 2: name must be"),
    ([put("turn", "face_down", to=5), put("setup", "face_up", to=101)], "[setup]: face_up must be"),
    ([put("scoring", "points", to=[]), put("turn", "face_down", to=5)], "[turn]: face_down must be"),
    ([put("scoring", "bonus", to=101), put("scoring", "points", 4, to=51)], "[scoring]: points entry 5 must be"),
    ([drop("ends", 4), put("endgame", "final_turns", to=11)], "[endgame]: final_turns must be"),
    ([put("scoring", "points", to=[1] * 4), put("gear", "diameter", to=0)], "[gear]: diameter must be"),
    ([deck(6, 6, 2, 2), put("parts", 0, "fragments", to=["a"] * 8)], DECK),
    ([put("scoring", "points", to=[1] * 4), put("parts", 1, "fragments", to=["a"] * 8)], "[parts] row 2 (left arm)"),
    (
        [
            deck(3, 2, 2, 2),
            put("setup", "bays", to=5),
            put("setup", "dealt", to=5),
            put("scoring", "points", to=[1] * 4),
        ],
        "[scoring]: points must have 3 entries",
    ),
    (
        [deck(3, 2, 2, 2), put("setup", "bays", to=5), put("setup", "dealt", to=5), put("ends", 4, "longer", to=2)],
        "[setup]: 25 parts",
    ),
    ([put("ends", 1, "players", to=9), put("ends", 0, "max_turns", to=0)], "[ends] row 1: max_turns must be"),
    ([put("ends", 4, "longer", to=2), put("ends", 4, "max_turns", to=0)], "[ends] row 5: max_turns must be"),
    ([put("pile", "drag", to=25), put("ends", 4, "longer", to=2)], "[pile]: drag must be"),
    ([put("gear", "diameter", to=0), put("pile", "jitter", to=25)], "[pile]: jitter must be"),
    ([*card(width=0), put("gear", "diameter", to=0)], "[gear]: diameter must be"),
    ([put("ends", 3, "longer", to=2), put("ends", 4, "longer", to=2)], "[ends] row 4: longer must be"),
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
        [put("scoring", "points", to=[0] * 5), put("scoring", "bonus", to=0)],
        [put("scoring", "points", to=[50] * 5), put("scoring", "bonus", to=100)],
        [put("endgame", "final_turns", to=0)],
        [put("endgame", "final_turns", to=10)],
        [put("setup", "dealt", to=0), put("setup", "face_up", to=0)],
        [put("setup", "dealt", to=3), put("setup", "face_up", to=100)],
        [put("ends", 4, "constructs", to=6), put("ends", 3, "longer", to=6)],
        [put("ends", i, "longer", to=0) for i in range(5)],
        [put("ends", 0, "constructs", to=1), put("ends", 0, "longer", to=2), put("ends", 0, "max_turns", to=1000)],
        [put("pile", "clear_centre", to=800), put("pile", "drag", to=0), put("pile", "jitter", to=24)],
        [put("gear", "diameter", to=880)],
        card(width=600, height=981),
        card(width=400, height=1000),
    ],
    ids=range(14),
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

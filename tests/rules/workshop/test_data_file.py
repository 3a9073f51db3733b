"""The data file: what it holds, and each check of the page, which names the row and the reason on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, Table, drop, put
from positions import Play, Side
from workshop.table import CARDS, COLOURS, CONNECTIONS, SETUP, TOWNS, VALUES

from lineshaft.errors import InvalidData

FILE = DataFile("workshop")
CONTENT = FILE.content


def more(table_name: str, /, **changes: Any) -> Edit:
    """One more row, like the last one but for some keys."""
    return lambda table: table[table_name].append(table[table_name][-1] | changes)


def keep(name: str, number: int) -> Edit:
    """The first rows only."""
    return lambda table: table[name].__delitem__(slice(number, None))


def town(name: str, key: str, to: Any) -> Edit:
    return put("towns", list(TOWNS).index(name), key, to=to)


def link(name: str, key: str, to: Any) -> Edit:
    return put("connections", list(CONNECTIONS).index(name), key, to=to)


def renamed(old: str, new: str) -> list[Edit]:
    """A town has another name wherever it is named."""

    def step(table: Table) -> None:
        for row in (*table["towns"], *table["connections"]):
            row |= {key: new for key in ("name", "a", "b") if row.get(key) == old}
        for key in ("first", "second"):
            table["crossing"][key] = [new if name == old else name for name in table["crossing"][key]]

    return [step]


# --- what the shipped file holds --------------------------------------------------------------------------------------


def test_r22_five_types_of_town_with_the_rulebooks_values() -> None:
    assert {row["name"]: row["value"] for row in CONTENT["types"]} == VALUES
    assert {row["status"] for row in CONTENT["types"]} == {"rulebook"}


def test_r4_39_cards_six_of_them_set_up_cards() -> None:
    assert sum(row["cards"] for row in CONTENT["towns"]) + sum(row["count"] for row in CONTENT["wilds"]) == 39
    assert [row["name"] for row in CONTENT["towns"] if row["setup"]] == list(SETUP)
    assert [(row["value"], row["count"]) for row in CONTENT["wilds"]] == [(2, 3), (3, 3), (4, 3)]
    assert {row["name"]: row["cards"] for row in CONTENT["towns"]} == {name: CARDS[name] for name in TOWNS}


def test_r25_the_map_is_that_of_the_sources() -> None:
    assert {row["name"]: row["type"] for row in CONTENT["towns"]} == TOWNS
    assert {f"{row['a']} - {row['b']}": row["links"] for row in CONTENT["connections"]} == CONNECTIONS
    assert (list(CONNECTIONS.values()).count(1), list(CONNECTIONS.values()).count(2)) == (42, 14)


def test_r25_what_the_rulebook_prints_of_the_map_is_there() -> None:
    """Its example round Reading, and the crossing."""
    printed = {
        "Oxford - Reading": 1,
        "Reading - Southampton": 1,
        "Gloucester - Reading": 2,
        "Guildford - Portsmouth": 1,
    }
    assert printed.items() <= CONNECTIONS.items()
    assert (TOWNS["Southampton"], TOWNS["Bristol"]) == ("Port", "Port")
    assert VALUES[TOWNS["Reading"]] == VALUES[TOWNS["Gloucester"]] == 2
    lines = (CONTENT["crossing"]["first"], CONTENT["crossing"]["second"])
    assert lines == (["Lancaster", "Manchester"], ["Leeds", "Liverpool"])
    assert {"Lancaster - Manchester", "Leeds - Liverpool"} < set(CONNECTIONS)


def test_r5_r41_25_counters_and_enough_pieces() -> None:
    assert [row["counters"] for row in CONTENT["types"]] == [5] * 5
    assert (CONTENT["pieces"]["industries_per_colour"], CONTENT["pieces"]["links_per_colour"]) == (20, 18)
    assert [row["name"] for row in CONTENT["colours"]] == list(COLOURS)


# --- what is refused --------------------------------------------------------------------------------------------------

TYPES = tuple(VALUES)
OTHER = "belongs to another thing of the game"
TWICE = "[connections] row 57: {} and {} are connected twice (first in row 10)"
KNOWN = "status must be one of rulebook, inferred, reconstructed, not"


def out_of_range(place: str, path: tuple[str | int, ...], low: int, high: int) -> list[tuple[list[Edit], str]]:
    return [
        ([put(*path, to=value)], f"{place}: {path[-1]} must be {low} to {high}, not {value}")
        for value in (low - 1, high + 1)
    ]


HEAD: list[tuple[list[Edit], str]] = [
    ([put("format", to=2)], "format must be 1, not 2"),
    ([put("game", to="workshops")], 'game must be workshop, not "workshops"'),
    *out_of_range("[board]", ("board", "width"), 1, 10000),
    *out_of_range("[board]", ("board", "height"), 1, 10000),
    ([put("board", "status", to="guessed")], f'[board]: {KNOWN} "guessed"'),
    *out_of_range("[pieces]", ("pieces", "industries_per_colour"), 20, 100),
    *out_of_range("[pieces]", ("pieces", "links_per_colour"), 18, 100),
    ([put("pieces", "status", to="")], f'[pieces]: {KNOWN} ""'),
    ([drop("colours", 4)], "[colours] must have 5 rows, not 4"),
    ([more("colours", name="white")], "[colours] must have 5 rows, not 6"),
    ([put("colours", 4, "name", to="red")], "[colours] row 5 (red): the name red stands twice (first in row 1)"),
    ([put("colours", 2, "status", to="known")], f'[colours] row 3 (green): {KNOWN} "known"'),
    ([drop("types", 0)], "[types] must have 5 rows, not 4"),
    ([put("types", 3, "name", to="Harbour")], '[types] row 4 (Harbour): name must be Port, not "Harbour"'),
    ([put("types", 0, "value", to=3)], "[types] row 1 (Textile): value must be 4, not 3"),
    ([put("types", 1, "name", to="Crafts")], '[types] row 2 (Crafts): name must be Light Industry, not "Crafts"'),
    *out_of_range("[types] row 5 (Crafts)", ("types", 4, "counters"), 1, 15),
    ([put("types", 2, "status", to="known")], f'[types] row 3 (Heavy Industry): {KNOWN} "known"'),
    ([put("types", i, "counters", to=3) for i in range(3)], "[types]: counters must be 20 to 40 in all, not 19"),
    (
        [put("types", 0, "counters", to=15), put("types", 1, "counters", to=11)],
        "[types]: counters must be 20 to 40 in all, not 41",
    ),
]
MAP: list[tuple[list[Edit], str]] = [
    ([keep("towns", 1)], "[towns] must have 2 to 32 rows, not 1"),
    ([more("towns", name=f"Town {'abc'[i]}") for i in range(3)], "[towns] must have 2 to 32 rows, not 33"),
    *(
        ([town("Leeds", "name", f"Wild {value}")], f"[towns] row 8 (Wild {value}): the name Wild {value} {OTHER}")
        for value in (2, 3, 4)
    ),
    ([town("Leeds", "name", "Glasgow")], "[towns] row 8 (Glasgow): the name Glasgow stands twice (first in row 1)"),
    ([town("Leeds", "type", "Cotton")], f'[towns] row 8 (Leeds): type must be one of {", ".join(TYPES)}, not "Cotton"'),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "x"), 0, 900),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "y"), 0, 1360),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "cards"), 0, 9),
    ([town("York", "cards", 0)], "[towns] row 7 (York): a set-up town needs a card"),
    ([town("Leeds", "status", "known")], f'[towns] row 8 (Leeds): {KNOWN} "known"'),
    ([put("connections", to=[])], "[connections] must have 1 to 64 rows, not 0"),
    ([more("connections") for _ in range(9)], "[connections] must have 1 to 64 rows, not 65"),
    ([put("connections", 0, "a", to="Ayr")], '[connections] row 1: a must be the name of a town, not "Ayr"'),
    ([put("connections", 55, "b", to="Ayr")], '[connections] row 56: b must be the name of a town, not "Ayr"'),
    ([put("connections", 4, "b", to="Carlisle")], "[connections] row 5: a town is not connected with itself"),
    ([more("connections", a="Leeds", b="York")], TWICE.format("Leeds", "York")),
    ([more("connections", a="York", b="Leeds")], TWICE.format("York", "Leeds")),
    *out_of_range("[connections] row 5", ("connections", 4, "links"), 1, 2),
    ([put("connections", 4, "status", to="known")], f'[connections] row 5: {KNOWN} "known"'),
    ([keep("connections", 54)], "[connections]: Exeter cannot be reached from Glasgow"),
    ([put("crossing", "first", to=["Lancaster"])], "[crossing]: first must have 2 entries, not 1"),
    ([put("crossing", "second", to=["Leeds", "Liverpool", "York"])], "[crossing]: second must have 2 entries, not 3"),
    (
        [put("crossing", "second", to=["Leeds", "Ayr"])],
        '[crossing]: second entry 2 must be the name of a town, not "Ayr"',
    ),
    ([put("crossing", "first", to=["Leeds", "Norwich"])], "[crossing]: Leeds - Norwich is not a connection"),
    ([put("crossing", "second", to=["Leeds", "Leeds"])], "[crossing]: Leeds - Leeds is not a connection"),
    ([put("crossing", "first", to=["Leeds", "Manchester"])], "[crossing]: the two connections share a town"),
    ([put("crossing", "status", to="known")], f'[crossing]: {KNOWN} "known"'),
]
CARD_COUNTS: list[tuple[list[Edit], str]] = [
    ([drop("wilds", 1)], "[wilds] must have 3 rows, not 2"),
    ([more("wilds", value=5)], "[wilds] must have 3 rows, not 4"),
    ([put("wilds", 1, "value", to=2)], "[wilds] row 2: value must be 3, not 2"),
    *out_of_range("[wilds] row 3", ("wilds", 2, "count"), 0, 9),
    ([put("wilds", 0, "status", to="known")], f'[wilds] row 1: {KNOWN} "known"'),
    ([town(name, "type", "Port") for name in TOWNS if VALUES[TOWNS[name]] == 4], "[wilds] row 3: no town has value 4"),
    ([town("Leeds", "setup", True)], "[towns]: 6 must be set-up towns, not 7"),
    ([town("York", "setup", False)], "[towns]: 6 must be set-up towns, not 5"),
    (
        [town("Leeds", "cards", 9), town("Hull", "cards", 9), town("Stoke", "cards", 9), town("Exeter", "cards", 3)],
        "[towns]: cards must be at most 64 in all with the wild ones, not 65",
    ),
    ([town("Leeds", "cards", 2)], "[towns]: 40 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 0)], "[towns]: 38 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 5)], "[towns]: 43 cards less 12 set aside are no whole rounds of 3"),
    (
        [town("Leeds", "cards", 9), put("wilds", 0, "count", to=7)],
        "[towns]: 51 cards less 9 set aside are no whole rounds of 5",
    ),
    (
        [
            *(renamed("Leeds", "A") + renamed("Hull", "B - C") + renamed("Lancaster", "A - B")),
            *renamed("Manchester", "C"),
        ],
        "the actions 88 and 93 have the same text: link A - B - C",
    ),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([put("board", "width", to=0), put("game", to="x"), put("format", to=0)], "format must be 1, not 0"),
    ([put("board", "width", to=0), put("board", "status", to="x")], "[board]: width must be "),
    ([put("colours", 0, "name", to="_"), drop("colours", 4)], "[colours] must have 5 rows, not 4"),
    ([put("types", 4, "counters", to=0), put("colours", 0, "status", to="x")], f"[colours] row 1 (red): {KNOWN}"),
    ([town("Leeds", "cards", 10), town("York", "status", "x")], f"[towns] row 7 (York): {KNOWN}"),
    (
        [town("Leeds", "cards", 10), town("Leeds", "type", "x"), town("Leeds", "status", "x")],
        "[towns] row 8 (Leeds): type must be one of ",
    ),
    ([town("Leeds", "name", "-"), town("Hull", "name", "York")], "[towns] row 8: name must be "),
    ([put("connections", 3, "links", to=3), put("crossing", "status", to="x")], "[connections] row 4: links must be "),
    ([put("wilds", 0, "count", to=10), keep("connections", 54)], "[wilds] row 1: count must be "),
    ([town("York", "cards", 0), put("connections", 4, "b", to="Carlisle")], "[towns] row 7 (York): a set-up town "),
    (
        [put("crossing", "first", to=["Leeds", "Norwich"]), keep("connections", 54)],
        "[connections]: Exeter cannot be reached from Glasgow",
    ),
    ([town("York", "setup", False), town("Leeds", "cards", 2)], "[towns]: 6 must be set-up towns, not 5"),
]


@pytest.mark.parametrize(("edits", "sentence"), [*HEAD, *MAP, *CARD_COUNTS])
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"workshop.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER)
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message.startswith(f"workshop.toml: {sentence}")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_checks_are_made_whatever_the_number_of_players(side: Side, players: int) -> None:
    """43 cards would do for two and four players."""
    with pytest.raises(InvalidData):
        side.load("workshop", players, data=FILE.edited(town("Leeds", "cards", 5)))


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_a_file_that_says_the_same_is_taken(side: Side) -> None:
    assert side.load("workshop", data=FILE.edited()).num_actions == 326


@pytest.mark.parametrize(
    "edits",
    [
        [put("board", "width", to=10000), put("board", "height", to=10000)],
        [put("pieces", "industries_per_colour", to=100), put("pieces", "links_per_colour", to=100)],
        [put("types", 0, "counters", to=15), put("types", 1, "counters", to=10)],
        [put("types", 0, "counters", to=1), put("types", 1, "counters", to=4)],
        renamed("Leeds", "St. Ives-by-Dee o'Lea"),
        [town("Leeds", "x", 0), town("Leeds", "y", 1360), town("Hull", "x", 900), town("Hull", "y", 0)],
        [town("Leeds", "cards", 4), put("wilds", 2, "count", to=0)],
        [put("crossing", "first", to=["Manchester", "Lancaster"])],
        [put("board", "status", to="rulebook"), put("board", "status", to="inferred")],
    ],
    ids=[
        "board",
        "pieces",
        "40 counters",
        "20 counters",
        "name",
        "corners",
        "39 other cards",
        "either order",
        "status",
    ],
)
def test_the_ends_of_the_ranges_are_taken(side: Side, edits: list[Edit]) -> None:
    assert side.load("workshop", data=FILE.edited(*edits)).num_players == 3


@pytest.mark.parametrize(("other", "own"), [("first", "second"), ("second", "first")])
def test_r26_r29_a_corrected_map_is_played(side: Side, other: str, own: str) -> None:
    """Leeds - Hull is double, and the crossing is Hull - Sheffield with York - Leeds; four Leeds cards, no Wild 4."""
    data = FILE.edited(
        link("Leeds - Hull", "links", 2),
        put("crossing", other, to=["Sheffield", "Hull"]),
        put("crossing", own, to=["York", "Leeds"]),
        town("Leeds", "cards", 4),
        put("wilds", 2, "count", to=0),
    )
    game = Play(side.load("workshop", data=data).new_initial_state())
    assert game.now["unseen"]["Leeds"] == 4 and "Wild 4" not in game.now["unseen"]
    while game.phase != "reveal":
        game.do(game.legal()[0])
    game.do("card York", "card London", "card Bristol", "choose York", "pass", "pass", "take", "link York - Hull")
    assert game.refusal("link Leeds - Hull").code == "double_second"
    sentence = "Hull - Sheffield crosses a line of York, where the Industry was placed"
    assert game.refusal("link Hull - Sheffield") == ("crossing", "R29", sentence)

"""The data file: what it holds, and each check of the page, which names the row and the reason on both sides."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, Table, drop, put
from positions import Play, Side
from workshop.table import CARDS, COLOURS, CONNECTIONS, SETUP, TOWNS, VALUES

from lineshaft.errors import InvalidData

FILE = DataFile("workshop")
CONTENT = tomllib.loads(FILE.text)


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

STATUS = "status must be rulebook, inferred or reconstructed"
SIZE = "width and height must be from 1 to 10000"
HEAD: list[tuple[list[Edit], str]] = [
    ([put("format", to=2)], "format: must be 1"),
    ([put("game", to="workshops")], 'game: must be "workshop"'),
    *(([put("board", key, to=to)], f"board: {SIZE}") for key in ("width", "height") for to in (0, -5, 10001)),
    ([put("board", "status", to="guessed")], f"board: {STATUS}"),
    *(
        ([put("pieces", "industries_per_colour", to=to)], "pieces: industries_per_colour must be from 20 to 100")
        for to in (19, 101)
    ),
    *(
        ([put("pieces", "links_per_colour", to=to)], "pieces: links_per_colour must be from 18 to 100")
        for to in (17, 101)
    ),
    ([put("pieces", "status", to="")], f"pieces: {STATUS}"),
    ([drop("colours", 4)], "colours: there must be 5, not 4"),
    ([more("colours", name="white")], "colours: there must be 5, not 6"),
    ([put("colours", 1, "name", to="Red 2")], 'colours 2: "Red 2" is not a name'),
    ([put("colours", 4, "name", to="red")], "colours 5: red is there twice"),
    ([put("colours", 2, "status", to="known")], f"colours 3: {STATUS}"),
    ([drop("types", 0)], "types: there must be 5, not 4"),
    ([put("types", 3, "name", to="Harbour")], "types 4: must be Port with value 2"),
    ([put("types", 0, "value", to=3)], "types 1: must be Textile with value 4"),
    ([put("types", 1, "name", to="Heavy Industry")], "types 2: must be Light Industry with value 3"),
    ([put("types", 4, "counters", to=0)], "types 5: counters must be from 1 to 15"),
    ([put("types", 4, "counters", to=16)], "types 5: counters must be from 1 to 15"),
    ([put("types", 2, "status", to="known")], f"types 3: {STATUS}"),
    ([put("types", i, "counters", to=3) for i in range(3)], "types: there must be 20 to 40 counters, not 19"),
    (
        [put("types", 0, "counters", to=15), put("types", 1, "counters", to=11)],
        "types: there must be 20 to 40 counters, not 41",
    ),
]
MAP: list[tuple[list[Edit], str]] = [
    ([keep("towns", 1)], "towns: there must be 2 to 32, not 1"),
    ([more("towns", name=f"Town {'abc'[i]}") for i in range(3)], "towns: there must be 2 to 32, not 33"),
    *(
        ([put("towns", 2, "name", to=name)], f'towns 3: "{name}" is not a name')
        for name in ("", "x" * 25, " York", "York ", "Y  k", "York 2", "Yörk", "-York", "York,", "St/Ives")
    ),
    ([town("Leeds", "name", "Glasgow")], "towns 8: Glasgow is there twice"),
    ([town("Leeds", "type", "Cotton")], "towns 8: Cotton is not a type"),
    *(
        ([town("Leeds", key, to)], "towns 8: x and y must lie on the board")
        for key, to in (("x", -1), ("x", 901), ("y", -1), ("y", 1361))
    ),
    ([town("Leeds", "cards", -1)], "towns 8: cards must be from 0 to 9"),
    ([town("Leeds", "cards", 10)], "towns 8: cards must be from 0 to 9"),
    ([town("York", "cards", 0)], "towns 7: a set-up town needs a card"),
    ([town("Leeds", "status", "known")], f"towns 8: {STATUS}"),
    ([put("connections", to=[])], "connections: there must be 1 to 64, not 0"),
    ([more("connections") for _ in range(9)], "connections: there must be 1 to 64, not 65"),
    ([put("connections", 0, "a", to="Ayr")], "connections 1: Ayr is not a town"),
    ([put("connections", 55, "b", to="Ayr")], "connections 56: Ayr is not a town"),
    ([put("connections", 4, "b", to="Carlisle")], "connections 5: a town is not connected with itself"),
    ([more("connections", a="Leeds", b="York")], "connections 57: Leeds and York are connected twice"),
    ([more("connections", a="York", b="Leeds")], "connections 57: York and Leeds are connected twice"),
    ([put("connections", 4, "links", to=0)], "connections 5: links must be 1 or 2"),
    ([put("connections", 4, "links", to=3)], "connections 5: links must be 1 or 2"),
    ([put("connections", 4, "status", to="known")], f"connections 5: {STATUS}"),
    ([keep("connections", 54)], "connections: Exeter cannot be reached from Glasgow"),
    ([put("crossing", "first", to=["Leeds", "Norwich"])], "crossing: Leeds - Norwich is not a connection"),
    ([put("crossing", "second", to=["Ayr", "Leeds"])], "crossing: Ayr - Leeds is not a connection"),
    ([put("crossing", "second", to=["Leeds", "Leeds"])], "crossing: Leeds - Leeds is not a connection"),
    ([put("crossing", "first", to=["Leeds", "Manchester"])], "crossing: the two connections share a town"),
    ([put("crossing", "status", to="known")], f"crossing: {STATUS}"),
]
CARD_COUNTS: list[tuple[list[Edit], str]] = [
    ([drop("wilds", 1)], "wilds: there must be 3, not 2"),
    ([more("wilds", value=5)], "wilds: there must be 3, not 4"),
    ([put("wilds", 1, "value", to=2)], "wilds 2: value must be 3"),
    ([put("wilds", 2, "count", to=-1)], "wilds 3: count must be from 0 to 9"),
    ([put("wilds", 2, "count", to=10)], "wilds 3: count must be from 0 to 9"),
    ([put("wilds", 0, "status", to="known")], f"wilds 1: {STATUS}"),
    ([town(name, "type", "Port") for name in TOWNS if VALUES[TOWNS[name]] == 4], "wilds 3: no town has value 4"),
    ([town("Leeds", "setup", True)], "towns: 6 must be set-up towns, not 7"),
    ([town("York", "setup", False)], "towns: 6 must be set-up towns, not 5"),
    (
        [town("Leeds", "cards", 9), town("Hull", "cards", 9), town("Stoke", "cards", 9), town("Exeter", "cards", 3)],
        "cards: there must be at most 64, not 65",
    ),
    ([town("Leeds", "cards", 2)], "cards: 40 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 0)], "cards: 38 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 5)], "cards: 43 cards less 12 set aside are no whole rounds of 3"),
    (
        [town("Leeds", "cards", 9), put("wilds", 0, "count", to=7)],
        "cards: 51 cards less 9 set aside are no whole rounds of 5",
    ),
]
ORDER: list[tuple[list[Edit], str]] = [
    ([put("board", "width", to=0), put("game", to="x"), put("format", to=0)], "format: must be 1"),
    ([put("board", "width", to=0), put("board", "status", to="x")], f"board: {SIZE}"),
    ([put("colours", 0, "name", to="2"), drop("colours", 4)], "colours: there must be 5, not 4"),
    ([put("types", 4, "counters", to=0), put("colours", 0, "status", to="x")], f"colours 1: {STATUS}"),
    ([town("Leeds", "cards", 10), town("York", "status", "x")], f"towns 7: {STATUS}"),
    (
        [town("Leeds", "cards", 10), town("Leeds", "type", "x"), town("Leeds", "status", "x")],
        "towns 8: x is not a type",
    ),
    ([put("connections", 3, "links", to=3), put("crossing", "status", to="x")], "connections 4: links must be 1 or 2"),
    ([put("wilds", 0, "count", to=10), keep("connections", 54)], "connections: Exeter cannot be reached from Glasgow"),
    ([town("York", "setup", False), town("Leeds", "cards", 2)], "towns: 6 must be set-up towns, not 5"),
]


@pytest.mark.parametrize(("edits", "sentence"), [*HEAD, *MAP, *CARD_COUNTS])
def test_each_check_refuses_its_breach(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"workshop.toml: {sentence}"


@pytest.mark.parametrize(("edits", "sentence"), ORDER)
def test_the_first_failure_is_raised(side: Side, edits: list[Edit], sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(*edits)).message == f"workshop.toml: {sentence}"


@pytest.mark.parametrize(
    "data",
    [
        "towns = [",
        "",
        FILE.edited(put("colour", to="red")),
        FILE.edited(put("board", "depth", to=1)),
        FILE.edited(put("towns", 0, "value", to=3)),
        FILE.edited(drop("format")),
        FILE.edited(drop("board")),
        FILE.edited(drop("wilds")),
        FILE.edited(drop("pieces", "status")),
        FILE.edited(drop("connections", 7, "links")),
        FILE.edited(put("format", to="1")),
        FILE.edited(put("format", to=True)),
        FILE.edited(put("format", to=1.0)),
        FILE.edited(put("towns", 0, "cards", to=True)),
        FILE.edited(put("towns", 0, "setup", to=0)),
        FILE.edited(put("towns", 0, "name", to=5)),
        FILE.edited(put("crossing", "first", to=["Lancaster"])),
        FILE.edited(put("crossing", "first", to=["Lancaster", "Manchester", "Leeds"])),
        FILE.edited(put("crossing", "first", to=["Lancaster", 1])),
        FILE.edited(put("crossing", "first", to="Lancaster - Manchester")),
        FILE.edited(put("towns", to=5)),
        FILE.edited(put("board", to=5)),
        FILE.edited(put("board", to=[900, 1360, "reconstructed"])),
    ],
    ids=range(23),
)
def test_what_is_no_table_of_the_right_kind_is_refused(side: Side, data: str) -> None:
    assert FILE.refusal(side, data).message.startswith("workshop.toml: ")


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

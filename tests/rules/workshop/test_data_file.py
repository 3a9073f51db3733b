"""The data file: what it holds, and each check of the page, which names the row and the reason on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, Table, drop, put
from positions import Play, Side
from workshop.table import CARDS, COLOURS, CONNECTIONS, PLANS, SETUP, TOWNS, VALUES

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


def crossing(key: str, *towns: str) -> Edit:
    """The first crossing has another end."""
    return put("crossings", 0, key, to=list(towns))


def renamed(old: str, new: str) -> list[Edit]:
    """A town has another name wherever it is named."""

    def step(table: Table) -> None:
        for row in (*table["towns"], *table["connections"]):
            row |= {key: new for key in ("name", "a", "b") if row.get(key) == old}
        for row in table["crossings"]:
            row |= {key: [new if name == old else name for name in row[key]] for key in ("first", "second")}

    return [step]


# --- what the shipped file holds --------------------------------------------------------------------------------------


def test_r22_five_types_of_town_with_the_rulebooks_values() -> None:
    assert {row["name"]: row["value"] for row in CONTENT["types"]} == VALUES
    assert {row["source"] for row in CONTENT["types"]} == {"reconstructed"}


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
    (crossing,) = CONTENT["crossings"]
    assert crossing == {"source": "rulebook", "first": ["Lancaster", "Manchester"], "second": ["Leeds", "Liverpool"]}
    assert {"Lancaster - Manchester", "Leeds - Liverpool"} < set(CONNECTIONS)


def test_r5_r41_25_counters_and_enough_pieces() -> None:
    assert [row["counters"] for row in CONTENT["types"]] == [5] * 5
    assert (CONTENT["pieces"]["industries_per_colour"], CONTENT["pieces"]["links_per_colour"]) == (20, 18)
    assert [row["name"] for row in CONTENT["colours"]] == list(COLOURS)


def test_r2_r4_r5_the_numbers_of_each_number_of_players() -> None:
    rows = CONTENT["players"]
    assert [row["number"] for row in rows] == list(PLANS)
    assert [row["start_cash"] for row in rows] == [plan.cash for plan in PLANS.values()]
    assert [row["set_aside"] for row in rows] == [plan.aside for plan in PLANS.values()]
    assert [row["counters"] for row in rows] == [plan.draw for plan in PLANS.values()]


def test_r9_r24_r27_r35_r36_prices_and_pay() -> None:
    assert CONTENT["money"] == {"source": "rulebook", "minimum_bid": 1, "revenue_for_pound": 2}
    assert CONTENT["demand"] == {"source": "rulebook", "must_place": 1, "may_place": 1, "pay": 1}
    links = {"source": "rulebook", "canal_cost": 3, "rail_cost": 2, "in_turn": 2}
    assert CONTENT["links"] == links | {"largest_network": 2, "other_networks": 1}


def test_the_source_is_the_first_key_everywhere() -> None:
    tables = [table for table in CONTENT.values() if isinstance(table, dict)]
    rows = [row for table in CONTENT.values() if isinstance(table, list) for row in table]
    assert {next(iter(table)) for table in tables + rows} == {"source"}


# --- what is refused --------------------------------------------------------------------------------------------------

OTHER = "belongs to another thing of the game"
TWICE = "[connections] row 57: {} and {} are connected twice (first in row 10)"
KNOWN = "source must be one of rulebook, inferred, reconstructed, invented, not"

Case = tuple[list[Edit], str]


def out_of_range(place: str, path: tuple[str | int, ...], low: int, high: int) -> list[Case]:
    return [
        ([put(*path, to=value)], f"{place}: {path[-1]} must be {low} to {high}, not {value}")
        for value in (low - 1, high + 1)
    ]


def of_table(name: str, **bounds: tuple[int, int]) -> list[Case]:
    """Each number of a table below and above its bounds, and its source."""
    cases = [case for key, (low, high) in bounds.items() for case in out_of_range(f"[{name}]", (name, key), low, high)]
    return [*cases, ([put(name, "source", to="guessed")], f'[{name}]: {KNOWN} "guessed"')]


HEAD: list[Case] = [
    *(([put("format", to=to)], f"format must be 2, not {to}") for to in (1, 3)),
    ([put("game", to="workshops")], 'game must be workshop, not "workshops"'),
    *of_table("board", width=(1, 10000), height=(1, 10000)),
    *of_table("pieces", industries_per_colour=(3, 100), links_per_colour=(0, 200)),
    ([drop("players", 3)], "[players] must have 4 rows, not 3"),
    *(([put("players", 1, "number", to=to)], f"[players] row 2: number must be 3, not {to}") for to in (2, 4)),
    *out_of_range("[players] row 1", ("players", 0, "start_cash"), 0, 1000),
    *out_of_range("[players] row 2", ("players", 1, "set_aside"), 0, 125),
    *out_of_range("[players] row 4", ("players", 3, "counters"), 0, 20),
    ([put("players", 3, "source", to="known")], f'[players] row 4: {KNOWN} "known"'),
    *of_table("money", minimum_bid=(0, 100), revenue_for_pound=(1, 20)),
    *of_table("demand", must_place=(0, 10), may_place=(0, 20), pay=(0, 20)),
    *of_table("links", canal_cost=(0, 50), rail_cost=(0, 50), in_turn=(0, 2)),
    *of_table("links", largest_network=(0, 20), other_networks=(0, 20)),
    ([drop("colours", 4)], "[colours] must have 5 to 6 rows, not 4"),
    ([more("colours", name=name) for name in ("white", "grey")], "[colours] must have 5 to 6 rows, not 7"),
    ([put("colours", 4, "name", to="red")], "[colours] row 5 (red): the name red stands twice (first in row 1)"),
    ([put("colours", 2, "source", to="known")], f'[colours] row 3 (green): {KNOWN} "known"'),
    ([keep("types", 1)], "[types] must have 2 to 8 rows, not 1"),
    ([more("types", name=name) for name in "ABCD"], "[types] must have 2 to 8 rows, not 9"),
    (
        [put("types", 1, "name", to="Textile")],
        "[types] row 2 (Textile): the name Textile stands twice (first in row 1)",
    ),
    *out_of_range("[types] row 1 (Textile)", ("types", 0, "value"), 1, 9),
    *out_of_range("[types] row 5 (Crafts)", ("types", 4, "counters"), 0, 60),
    ([put("types", 2, "source", to="known")], f'[types] row 3 (Heavy Industry): {KNOWN} "known"'),
    (
        [put("types", 0, "counters", to=60), put("types", 1, "counters", to=54)],
        "[types]: counters must be at most 128 in all, not 129",
    ),
    (
        [put("types", i, "counters", to=3) for i in range(3)],
        "[players] row 4: 5 players draw 20 counters in a game, [types] has 19",
    ),
    ([put("players", 0, "counters", to=7)], "[players] row 1: 2 players draw 28 counters in a game, [types] has 25"),
    ([put("players", 2, "counters", to=0)], "[players] row 3: each player must place 1 counters and draws 0"),
    ([put("demand", "must_place", to=3)], "[players] row 1: each player must place 6 counters and draws 4"),
]
MAP: list[Case] = [
    ([keep("towns", 1)], "[towns] must have 2 to 48 rows, not 1"),
    ([more("towns", name=f"Town {i}") for i in range(19)], "[towns] must have 2 to 48 rows, not 49"),
    *(
        ([town("Leeds", "name", f"Wild {value}")], f"[towns] row 8 (Wild {value}): the name Wild {value} {OTHER}")
        for value in range(1, 10)
    ),
    ([town("Leeds", "name", "Glasgow")], "[towns] row 8 (Glasgow): the name Glasgow stands twice (first in row 1)"),
    ([town("Leeds", "type", "Cotton")], '[towns] row 8 (Leeds): type must be the name of a type, not "Cotton"'),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "x"), 0, 900),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "y"), 0, 1360),
    *out_of_range("[towns] row 8 (Leeds)", ("towns", 7, "cards"), 0, 20),
    ([town("York", "cards", 0)], "[towns] row 7 (York): a set-up town needs a card"),
    ([town("Leeds", "source", "known")], f'[towns] row 8 (Leeds): {KNOWN} "known"'),
    ([put("connections", to=[])], "[connections] must have 1 to 96 rows, not 0"),
    ([more("connections") for _ in range(41)], "[connections] must have 1 to 96 rows, not 97"),
    ([put("connections", 0, "a", to="Ayr")], '[connections] row 1: a must be the name of a town, not "Ayr"'),
    ([put("connections", 55, "b", to="Ayr")], '[connections] row 56: b must be the name of a town, not "Ayr"'),
    ([put("connections", 4, "b", to="Carlisle")], "[connections] row 5: a town is not connected with itself"),
    ([more("connections", a="Leeds", b="York")], TWICE.format("Leeds", "York")),
    ([more("connections", a="York", b="Leeds")], TWICE.format("York", "Leeds")),
    *out_of_range("[connections] row 5", ("connections", 4, "links"), 1, 2),
    ([put("connections", 4, "source", to="known")], f'[connections] row 5: {KNOWN} "known"'),
    ([keep("connections", 54)], "[connections]: Exeter cannot be reached from Glasgow"),
    ([more("crossings") for _ in range(8)], "[crossings] must have 0 to 8 rows, not 9"),
    ([crossing("first", "Lancaster")], "[crossings] row 1: first must have 2 entries, not 1"),
    ([crossing("second", "Leeds", "Liverpool", "York")], "[crossings] row 1: second must have 2 entries, not 3"),
    (
        [crossing("second", "Leeds", "Ayr")],
        '[crossings] row 1: second entry 2 must be the name of a town, not "Ayr"',
    ),
    ([crossing("first", "Leeds", "Norwich")], "[crossings] row 1: Leeds - Norwich is not a connection"),
    ([crossing("second", "Leeds", "Leeds")], "[crossings] row 1: Leeds - Leeds is not a connection"),
    ([crossing("first", "Leeds", "Manchester")], "[crossings] row 1: the two connections share a town"),
    ([more("crossings", second=["Lancaster", "Liverpool"])], "[crossings] row 2: the two connections share a town"),
    ([put("crossings", 0, "source", to="known")], f'[crossings] row 1: {KNOWN} "known"'),
]
CARD_COUNTS: list[Case] = [
    ([more("wilds", value=value) for value in (1, 5, 6, 7, 8, 9)], "[wilds] must have 0 to 8 rows, not 9"),
    *out_of_range("[wilds] row 3", ("wilds", 2, "value"), 1, 9),
    *out_of_range("[wilds] row 3", ("wilds", 2, "count"), 0, 20),
    ([put("wilds", 0, "source", to="known")], f'[wilds] row 1: {KNOWN} "known"'),
    ([put("wilds", 1, "value", to=2)], "[wilds] row 2: value 2 stands twice (first in row 1)"),
    ([town(name, "type", "Port") for name in TOWNS if VALUES[TOWNS[name]] == 4], "[wilds] row 3: no town has value 4"),
    ([put("types", 0, "value", to=5)], "[wilds] row 3: no town has value 4"),
    (
        [town(name, "cards", 20) for name in ("Leeds", "Hull", "Stoke", "Exeter")] + [town("Dover", "cards", 15)],
        "[towns]: cards must be at most 128 in all with the wild ones, not 129",
    ),
    ([town("Leeds", "cards", 2)], "[towns]: 40 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 0)], "[towns]: 38 cards less 11 set aside are no whole rounds of 4"),
    ([town("Leeds", "cards", 5)], "[towns]: 43 cards less 12 set aside are no whole rounds of 3"),
    (
        [town("Leeds", "cards", 9), put("wilds", 0, "count", to=7)],
        "[towns]: 51 cards less 9 set aside are no whole rounds of 5",
    ),
    ([put("players", 2, "set_aside", to=12)], "[towns]: 39 cards less 12 set aside are no whole rounds of 4"),
    ([put("players", 1, "set_aside", to=39)], "[towns]: 39 cards less 39 set aside are no whole rounds of 3"),
    (
        [put("players", 1, "set_aside", to=36)],
        "[towns]: 6 set-up cards are more than the 3 cards of the deck of 3 players",
    ),
    (
        [put("types", 0, "counters", to=60), put("demand", "pay", to=20)],
        "[players] row 1: 2 players could have 4686 pounds for each round, more than 0",
    ),
    (
        [town("Leeds", "cards", 20), town("Hull", "cards", 20), town("York", "cards", 20), town("Stoke", "cards", 13)]
        + [put("players", i, "set_aside", to=aside) for i, aside in enumerate((0, 0, 0, 3))]
        + [put("links", "canal_cost", to=0), put("links", "largest_network", to=20)]
        + [put("players", 0, "start_cash", to=1000)],
        "[players] row 1: 2 players could bid up to 4130, more than 4000",
    ),
    (
        [
            *(renamed("Leeds", "A") + renamed("Hull", "B - C") + renamed("Lancaster", "A - B")),
            *renamed("Manchester", "C"),
        ],
        "the actions 88 and 93 have the same text: link A - B - C",
    ),
]
ORDER: list[Case] = [
    ([put("board", "width", to=0), put("game", to="x"), put("format", to=0)], "format must be 2, not 0"),
    ([put("board", "width", to=0), put("board", "source", to="x")], f"[board]: {KNOWN}"),
    ([put("colours", 0, "name", to="_"), drop("colours", 4)], "[colours] must have 5 to 6 rows, not 4"),
    ([put("types", 4, "counters", to=-1), put("colours", 0, "source", to="x")], f"[colours] row 1 (red): {KNOWN}"),
    ([town("Leeds", "cards", 21), town("York", "source", "x")], f"[towns] row 7 (York): {KNOWN}"),
    ([town("Leeds", "cards", 21), town("Leeds", "type", "x")], "[towns] row 8 (Leeds): type must be the name of "),
    ([town("Leeds", "type", "Mine"), put("types", 1, "name", to="Port")], "[types] row 4 (Port): the name Port stands"),
    ([town("Leeds", "name", "-"), town("Hull", "name", "York")], "[towns] row 8: name must be "),
    ([put("connections", 3, "links", to=3), crossing("first", "Ayr")], "[connections] row 4: links must be "),
    ([put("wilds", 0, "count", to=21), keep("connections", 54)], "[wilds] row 1: count must be "),
    ([put("players", 0, "counters", to=7), town("York", "cards", 0)], "[players] row 1: 2 players draw 28 "),
    ([town("York", "cards", 0), put("connections", 4, "b", to="Carlisle")], "[towns] row 7 (York): a set-up town "),
    (
        [crossing("first", "Leeds", "Norwich"), keep("connections", 54)],
        "[connections]: Exeter cannot be reached from Glasgow",
    ),
    ([put("wilds", 1, "value", to=2), put("players", 1, "set_aside", to=36)], "[wilds] row 2: value 2 stands twice"),
    (
        [put("players", 1, "set_aside", to=36), put("players", 2, "set_aside", to=12)],
        "[towns]: 6 set-up cards are more than the 3 cards of the deck of 3 players",
    ),
    ([put("demand", "pay", to=20), town("Leeds", "cards", 2)], "[towns]: 40 cards less 11 set aside are no whole"),
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
        [put("pieces", "industries_per_colour", to=100), put("pieces", "links_per_colour", to=200)],
        [put("pieces", "industries_per_colour", to=3), put("pieces", "links_per_colour", to=0)],
        [put("types", 0, "counters", to=60), put("types", 1, "counters", to=0), put("demand", "pay", to=0)],
        [put("types", 0, "counters", to=0)],
        [more("colours", name="white")],
        renamed("Leeds", "St. Ives-by-Dee o'Lea"),
        [town("Leeds", "x", 0), town("Leeds", "y", 1360), town("Hull", "x", 900), town("Hull", "y", 0)],
        [town("Leeds", "cards", 4), put("wilds", 2, "count", to=0)],
        [town("Leeds", "cards", 4), drop("wilds", 2)],
        [crossing("first", "Manchester", "Lancaster")],
        [put("crossings", to=[])],
        [put("board", "source", to="rulebook"), put("pieces", "source", to="invented")],
        [town("Leeds", "setup", True), town("York", "setup", False), town("Hull", "setup", True)],
    ],
    ids=[
        *("board", "many pieces", "few pieces", "60 counters", "20 counters", "six colours", "name", "corners"),
        *("39 other cards", "no Wild 4", "either order", "no crossing", "source", "7 set-up towns"),
    ],
)
def test_the_ends_of_the_ranges_are_taken(side: Side, edits: list[Edit]) -> None:
    assert side.load("workshop", data=FILE.edited(*edits)).num_players == 3


@pytest.mark.parametrize(("other", "own"), [("first", "second"), ("second", "first")])
def test_r26_r29_a_corrected_map_is_played(side: Side, other: str, own: str) -> None:
    """Leeds - Hull is double, and the crossing is Hull - Sheffield with York - Leeds; four Leeds cards, no Wild 4."""
    data = FILE.edited(
        link("Leeds - Hull", "links", 2),
        crossing(other, "Sheffield", "Hull"),
        crossing(own, "York", "Leeds"),
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

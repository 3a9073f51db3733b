"""Each number of the data file, changed in each direction: what it does in play, or why the file is refused."""

from __future__ import annotations

from typing import Any

import pytest
from data_files import DataFile
from edits import Edit, drop, put
from positions import Play, Side
from workshop.table import CONNECTIONS, TOWNS, auction, beginning, building, collected, collecting, idle_round, play

FILE = DataFile("workshop")
NETWORK = {
    "Oxford - Reading": "red",
    "Reading - Southampton": "red",
    "Gloucester - Reading": "red",
    "Guildford - Portsmouth": "red",
}
"""The rulebook's example: four Links in one network, one apart."""


def number(*path: str | int, to: int) -> str:
    """The shipped file with another number."""
    return FILE.edited(put(*path, to=to))


def of_players(players: int, key: str, to: int) -> Edit:
    return put("players", players - 2, key, to=to)


def town(name: str, key: str, to: Any) -> Edit:
    return put("towns", list(TOWNS).index(name), key, to=to)


def without(table: str, *kept: str) -> Edit:
    """No crossings, say."""
    return put(table, to=list(kept))


def roger(side: Side, **arguments: Any) -> Play:
    """The rulebook's example: red has Industries in Southampton and Gloucester, and has just placed in Reading."""
    return building(side, "Reading", industries={"Southampton": "red", "Gloucester": "red"}, **arguments)


# --- [[players]] ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("cash", [0, 40, 120])
def test_r2_start_cash(side: Side, players: int, cash: int) -> None:
    data = FILE.edited(of_players(players, "start_cash", cash))
    assert beginning(side, players, data=data).now["cash"] == [cash] * players


@pytest.mark.parametrize(("players", "aside", "rounds"), [(3, 0, 13), (3, 9, 10), (3, 15, 8), (2, 15, 6), (5, 4, 7)])
def test_r4_set_aside_cards_make_an_era_shorter_or_longer(side: Side, players: int, aside: int, rounds: int) -> None:
    game = beginning(side, players, data=FILE.edited(of_players(players, "set_aside", aside)))
    assert (game.now["set_aside"], game.now["deck"]) == (aside, 39 - aside)
    for _ in range(rounds):
        assert game.now["era"] == "canal"
        idle_round(game)
    assert game.phase != "reveal" and game.now["deck"] == (0 if game.now["era"] == "canal" else 39 - aside)


@pytest.mark.parametrize("counters", [1, 2, 4])
def test_r5_counters_drawn_in_an_era(side: Side, counters: int) -> None:
    game = beginning(side, data=FILE.edited(of_players(3, "counters", counters))).chance()
    assert game.phase == "demand_must" and [sum(hand.values()) for hand in game.now["hands"]] == [counters] * 3


# --- [money] ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minimum", "least"), [(0, "bid 1"), (1, "bid 1"), (2, "bid 2"), (40, "bid 40")])
def test_r9_r45_the_least_bid(side: Side, minimum: int, least: str) -> None:
    game = auction(side, "York", data=number("money", "minimum_bid", to=minimum)).do("choose York")
    assert game.legal()[:2] == ["pass", least]
    below = f"bid {minimum - 1}" if minimum > 0 else "bid 0"
    reason = "below_minimum" if minimum > 0 else "not_higher"
    assert game.refusal(below)[:2] == (reason, "R9")
    if minimum > 0:
        assert game.refusal(below).sentence == f"the minimum bid is {minimum}"
    assert game.do(least, "pass", "pass").now["cash"][1] == 50 - int(least.split()[1])


@pytest.mark.parametrize(("minimum", "cash", "paid"), [(0, 50, 0), (2, 50, 2), (7, 3, 3), (7, 0, 0)])
def test_r10_r12_r45_what_a_card_costs_that_nobody_bids_for(side: Side, minimum: int, cash: int, paid: int) -> None:
    game = auction(side, "York", cash=[cash, 50, 50], data=number("money", "minimum_bid", to=minimum))
    assert game.do("choose York", "pass", "pass", "take").now["cash"][0] == cash - paid


def test_r12_the_last_card_costs_the_minimum_too(side: Side) -> None:
    game = auction(side, "York", data=number("money", "minimum_bid", to=3))
    game.do("choose York", "pass", "pass", "take", "done", "choose Leeds", "pass", "take", "done")
    assert game.now["cash"] == [47, 47, 47]


@pytest.mark.parametrize(
    ("minimum", "cash", "legal"),
    [(0, 3, ["bid 0", "bid 1", "bid 2", "bid 3"]), (2, 3, ["bid 2", "bid 3"]), (5, 3, ["bid 3"]), (5, 0, ["bid 0"])],
)
def test_r15_r45_the_least_hidden_bid(side: Side, minimum: int, cash: int, legal: list[str]) -> None:
    """Who cannot raise the minimum bids all that they can raise."""
    data = number("money", "minimum_bid", to=minimum)
    game = play(side, variant="first-edition", phase="fist_amount", player=0, cash=[cash, 9, 9], data=data)
    assert game.legal() == legal
    if legal[0] != "bid 0":
        least = legal[0].split()[1]
        assert game.refusal("bid 0") == ("below_minimum", "R15", f"the minimum bid is {least}")


@pytest.mark.parametrize(
    ("rate", "limit", "after"), [(1, None, (0, 4)), (2, None, (0, 3)), (3, None, (0, 2)), (9, 2, None)]
)
def test_r24_revenue_for_a_pound(side: Side, rate: int, limit: int | None, after: tuple[int, int] | None) -> None:
    """Cash 2 and revenue 5 at a Link of 3; what it brings is counted when the turn ends."""
    game = roger(side, cash=[2, 9, 9], revenue=[5, 0, 0], data=number("money", "revenue_for_pound", to=rate))
    if limit is not None:
        sentence = f"Oxford - Reading costs 3, more than the {limit} that player 0 can pay"
        assert game.refusal("link Oxford - Reading") == ("not_payable", "R27", sentence)
        return
    game.do("link Oxford - Reading")
    assert (game.now["cash"][0], game.now["revenue"][0]) == after


# --- [demand] ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("places", [0, 1, 2])
def test_r5_r6_r44_counters_that_must_be_placed(side: Side, players: int, places: int) -> None:
    """The boxes are gone through so many times; with none, the first card is turned up."""
    game = beginning(side, players, data=number("demand", "must_place", to=places)).chance()
    boxes = 4 if players == 2 else 3
    asked = []
    while game.phase == "demand_must":
        asked.append(game.player)
        game.do(game.legal()[0])
    assert sum(game.now["demand"].values()) == len(asked) == places * boxes
    assert asked == list(range(players)) * (places * boxes // players)
    assert game.now["demand_first"] is None and game.phase in ("reveal", "nominate", "fist_colour")


@pytest.mark.parametrize("places", [0, 1, 2])
def test_r33_r44_counters_that_may_be_placed(side: Side, places: int) -> None:
    game = beginning(side, data=number("demand", "may_place", to=places))
    for _ in range(8):
        idle_round(game)
    game.chance()
    while game.now["era"] == "canal" and game.phase != "demand_may":
        game.do(game.legal()[0]).chance()
    asked = 0
    while game.phase == "demand_may":
        game.do(next(text for text in game.legal() if text != "pass"))
        asked += 1
    assert (asked, game.now["era"]) == (min(places, 1) * 3, "rail")


@pytest.mark.parametrize("counters", [0, 1])
def test_r44_nobody_draws(side: Side, counters: int) -> None:
    """Without counters the game begins with the first card; two players toss all the same."""
    edits = [put("demand", "must_place", to=0), *(of_players(n, "counters", counters) for n in (2, 3, 4, 5))]
    for players, before in ((2, "toss player 1"), (3, "order green")):
        game = beginning(side, players, data=FILE.edited(*edits)).do(before)
        while game.legal()[0].startswith("order"):
            game.do(game.legal()[0])
        assert game.phase == ("reveal" if counters == 0 else "draw_demand")


@pytest.mark.parametrize("pay", [0, 1, 3])
def test_r36_pay_for_each_counter(side: Side, pay: int) -> None:
    industries = {"Bristol": "red", "Southampton": "red"}
    data = number("demand", "pay", to=pay)
    assert collected(side, industries=industries, demand="3x Port", data=data) == [6 * pay, 0, 0]


# --- [links] ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "key"), [("canal", "canal_cost"), ("rail", "rail_cost")])
@pytest.mark.parametrize("cost", [0, 1, 4])
def test_r27_the_cost_of_a_link(side: Side, era: str, key: str, cost: int) -> None:
    single = roger(side, era=era, data=number("links", key, to=cost)).do("link Oxford - Reading")
    assert single.now["cash"][0] == 100 - cost
    double = roger(side, era=era, data=number("links", key, to=cost)).do("link Gloucester - Reading")
    assert double.now["cash"][0] == 100 - 2 * cost


def test_r25_one_link_in_a_turn(side: Side) -> None:
    """It ends the turn, and no double is laid."""
    game = roger(side, data=number("links", "in_turn", to=1))
    sentence = "Links needed for Gloucester - Reading: 2, in a turn: 1"
    assert game.refusal("link Gloucester - Reading") == ("too_many", "R25", sentence)
    game.do("link Oxford - Reading")
    assert (game.phase, game.now["turn"], game.now["revenue"][0]) == ("nominate", None, 2)


def test_r25_no_link_in_a_turn(side: Side) -> None:
    game = roger(side, data=number("links", "in_turn", to=0))
    assert game.legal() == ["done"]
    sentence = "Links needed for Oxford - Reading: 1, in a turn: 0"
    assert game.refusal("link Oxford - Reading") == ("too_many", "R25", sentence)
    assert game.refusal("link York - Hull").code == "not_at_town"


@pytest.mark.parametrize(("largest", "other", "income"), [(2, 1, 9), (3, 1, 13), (1, 1, 5), (0, 1, 1), (2, 4, 12)])
def test_r35_pay_of_networks(side: Side, largest: int, other: int, income: int) -> None:
    data = FILE.edited(put("links", "largest_network", to=largest), put("links", "other_networks", to=other))
    assert collected(side, links=NETWORK, data=data) == [income, 0, 0]


# --- [[types]] --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [1, 5, 9])
def test_r22_r23_r30_a_type_of_another_value(side: Side, to: int) -> None:
    """Ports: what they bring, how many Industries they hold, and which wild card reaches them."""
    data = FILE.edited(put("types", 3, "value", to=to))
    game = roger(side, data=data).do("link Reading - Southampton", "done")
    assert game.now["revenue"][0] == 2 + to
    full = {"Southampton": f"{to}x blue"}
    wild = {"colour": "red", "card": "Wild 2"}
    game = play(side, phase="town", next_order=["red"], turn=wild, industries=full, data=data)
    sentence = f"Southampton has value {to}, the card is Wild 2"
    assert game.refusal("place Southampton") == ("wrong_value", "R22", sentence)
    town_card = auction(side, "Southampton", industries=full, data=data)
    assert town_card.do("choose Southampton", "pass", "pass", "take").phase == "displace"


@pytest.mark.parametrize("counters", [0, 4, 9])
def test_r5_counters_of_a_type(side: Side, counters: int) -> None:
    game = beginning(side, data=number("types", 4, "counters", to=counters))
    assert game.now["pool"].get("Crafts", 0) == counters


def test_r5_a_type_may_have_another_name(side: Side) -> None:
    edits: list[Edit] = [put("types", 3, "name", to="Harbour")]
    edits += [town(name, "type", "Harbour") for name, kind in TOWNS.items() if kind == "Port"]
    game = beginning(side, data=FILE.edited(*edits))
    assert game.now["pool"] == {"Textile": 5, "Light Industry": 5, "Heavy Industry": 5, "Harbour": 5, "Crafts": 5}
    assert game.state.game.action_to_string(9) == "demand Harbour"


@pytest.mark.parametrize("number_of_types", [2, 8])
def test_r5_fewer_or_more_types(side: Side, number_of_types: int) -> None:
    names = [f"Kind {i}" for i in range(number_of_types)]

    def step(table: dict[str, Any]) -> None:
        row = table["types"][0]
        table["types"] = [row | {"name": name, "value": 2 + i % 3, "counters": 13} for i, name in enumerate(names)]
        for i, each in enumerate(table["towns"]):
            each["type"] = names[i % len(names)]
        table["wilds"] = [wild | {"count": 9 if wild["value"] == 2 else 0} for wild in table["wilds"]]

    edits: list[Edit] = (
        [step] if number_of_types == 2 else [step, *(put("types", i, "counters", to=9) for i in range(8))]
    )
    game = beginning(side, data=FILE.edited(*edits))
    texts = [game.state.game.action_to_string(i) for i in range(6, 6 + number_of_types)]
    assert texts == [f"demand {name}" for name in names]
    for _ in range(18):
        idle_round(game)
    assert game.state.is_terminal()


# --- [[colours]] ------------------------------------------------------------------------------------------------------


def test_r1_a_sixth_colour_is_never_in_play(side: Side) -> None:
    data = FILE.edited(lambda table: table["colours"].append(table["colours"][0] | {"name": "white"}))
    game = beginning(side, 5, data=data)
    assert "order white" not in game.legal() and "order black" in game.legal()


# --- [[towns]], [[wilds]] ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "hull"), [(0, 2), (2, 0)])
def test_r4_town_cards(side: Side, cards: int, hull: int) -> None:
    """Hull makes up for it: there are whole rounds."""
    data = FILE.edited(town("Leeds", "cards", cards), town("Hull", "cards", hull))
    assert beginning(side, data=data).now["unseen"].get("Leeds", 0) == cards


@pytest.mark.parametrize("counts", [(0, 0, 9), (9, 0, 0), (2, 2, 5)])
def test_r4_wild_cards(side: Side, counts: tuple[int, int, int]) -> None:
    data = FILE.edited(*(put("wilds", i, "count", to=count) for i, count in enumerate(counts)))
    unseen = beginning(side, data=data).now["unseen"]
    assert tuple(unseen.get(f"Wild {value}", 0) for value in (2, 3, 4)) == counts


def test_r21_r22_wild_cards_of_other_values(side: Side) -> None:
    """Textile towns have value 7 and their wild card goes there alone."""
    data = FILE.edited(put("types", 0, "value", to=7), put("wilds", 2, "value", to=7))
    game = beginning(side, data=data)
    assert game.now["unseen"]["Wild 7"] == 3
    names = [game.state.game.action_to_string(i) for i in range(game.state.game.num_actions)]
    assert "choose Wild 7" in names and "choose Wild 4" not in names


def test_r21_no_wild_cards_at_all(side: Side) -> None:
    data = FILE.edited(without("wilds"), *(town(name, "cards", 2) for name in list(TOWNS)[:9]))
    game = beginning(side, data=data)
    for _ in range(18):
        idle_round(game)
    assert game.state.is_terminal()


@pytest.mark.parametrize("marked", [0, 3, 12])
def test_r4_r7_as_many_set_up_cards_as_the_file_marks(side: Side, marked: int) -> None:
    """They are turned up first, however many rounds they last."""
    data = FILE.edited(*(town(name, "setup", i < marked) for i, name in enumerate(TOWNS)))
    game = beginning(side, data=data)
    assert game.now["unseen_setup"] == dict.fromkeys(list(TOWNS)[:marked], 1)
    while game.phase != "reveal":
        game.do(game.legal()[0])
    assert len(game.legal()) == (marked or 33)
    for _ in range(4):
        idle_round(game)
        assert sum(game.now["unseen_setup"].values()) == max(0, marked - (27 - game.now["deck"]))


@pytest.mark.parametrize(
    ("key", "size", "sentence"),
    [
        ("width", 849, "[towns] row 29 (Dover): x must be 0 to 849, not 850"),
        ("height", 1289, "[towns] row 30 (Exeter): y must be 0 to 1289, not 1290"),
    ],
)
def test_r25_towns_lie_on_the_board(side: Side, key: str, size: int, sentence: str) -> None:
    assert FILE.refusal(side, FILE.edited(put("board", key, to=size))).message == f"workshop.toml: {sentence}"
    assert side.load("workshop", data=FILE.edited(put("board", key, to=size + 1))).num_actions == 326


# --- [[connections]], [[crossings]] -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("link", "links", "cash"), [("Oxford - Reading", 2, 94), ("Gloucester - Reading", 1, 97)])
def test_r26_a_single_connection_becomes_double_and_a_double_one_single(
    side: Side, link: str, links: int, cash: int
) -> None:
    data = number("connections", list(CONNECTIONS).index(link), "links", to=links)
    game = roger(side, data=data).do(f"link {link}")
    assert (game.now["cash"][0], game.phase) == (cash, "nominate" if links == 2 else "build")


def test_r25_fewer_and_more_connections(side: Side) -> None:
    fewer = roger(side, data=FILE.edited(drop("connections", list(CONNECTIONS).index("Reading - Guildford"))))
    assert "link Reading - Guildford" not in fewer.legal()
    row = {"source": "invented", "a": "Exeter", "b": "Reading", "links": 1}
    more = roger(side, data=FILE.edited(lambda table: table["connections"].append(row)))
    assert "link Exeter - Reading" in more.legal()


def test_r29_no_crossing(side: Side) -> None:
    """Liverpool reaches Lancaster - Manchester by way of Manchester, whatever the option."""
    lines = ("link Manchester - Liverpool", "link Lancaster - Manchester")
    shipped = building(side, "Liverpool").do(lines[0])
    assert shipped.refusal(lines[1]).code == "crossing"
    free = building(side, "Liverpool", data=FILE.edited(without("crossings"))).do(*lines)
    assert free.now["links"]["Lancaster - Manchester"] == "red"


def test_r29_two_crossings(side: Side) -> None:
    row = {"source": "invented", "first": ["Oxford", "Reading"], "second": ["Guildford", "London"]}
    data = FILE.edited(lambda table: table["crossings"].append(row))
    game = building(side, "Reading", data=data).do("link London - Reading")
    sentence = "London - Guildford crosses a line of Reading, where the Industry was placed"
    assert game.refusal("link London - Guildford") == ("crossing", "R29", sentence)
    shipped = building(side, "Liverpool", data=data).do("link Manchester - Liverpool")
    assert shipped.refusal("link Lancaster - Manchester").code == "crossing"


def test_r35_collecting_takes_changed_numbers_together(side: Side) -> None:
    """Two pounds a counter, three a Link of the largest network, none for others."""
    edits = (put("demand", "pay", to=2), put("links", "largest_network", to=3), put("links", "other_networks", to=0))
    game = collecting(side, industries={"York": "red"}, links=NETWORK, demand="2x Crafts", data=FILE.edited(*edits))
    assert game.do("pass").now["cash"] == [16, 0, 0]


def test_r15_imagined_bids_are_as_high_as_they_must_be(side: Side) -> None:
    """Player 1 imagines what player 0 has bid of 5 pounds."""
    data = number("money", "minimum_bid", to=3)
    game = play(side, variant="first-edition", phase="fist_amount", player=0, cash=[5, 9, 9], data=data).do("bid 4")
    drawn = {game.state.determinize(1, seed).to_dict()["fists"][0]["amount"] for seed in range(40)}
    assert drawn == {3, 4, 5}

"""R24 to R31: raising cash, building Links, revenue."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from positions import Play, Side
from workshop.table import CONNECTIONS, TOWNS, at, auction, blocked, building, ends, play, take, value

SINGLES = [link for link, number in CONNECTIONS.items() if number == 1]
LANCASTER, LEEDS = "Lancaster - Manchester", "Leeds - Liverpool"


def roger(side: Side, **arguments: Any) -> Play:
    """The rulebook's example: red has Industries in Southampton and Gloucester, and has just placed in Reading."""
    return building(side, "Reading", industries={"Southampton": "red", "Gloucester": "red"}, **arguments)


def purse(game: Play) -> tuple[int, int]:
    """Red's cash and revenue."""
    return game.now["cash"][0], game.now["revenue"][0]


# --- raising cash -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "revenue", "after"),
    [
        (3, 0, (0, 0)),
        (9, 9, (6, 9)),
        (2, 2, (0, 0)),
        (2, 3, (0, 1)),
        (1, 4, (0, 0)),
        (0, 7, (0, 1)),
    ],
)
def test_r24_two_revenue_for_each_missing_pound(side: Side, cash: int, revenue: int, after: tuple[int, int]) -> None:
    """A Link at 3 to empty Oxford; cash goes first."""
    game = roger(side, cash=[cash, 50, 50], revenue=[revenue, 0, 0]).do("link Oxford - Reading")
    assert purse(game) == after


@pytest.mark.parametrize(("cash", "revenue", "limit"), [(2, 0, 2), (2, 1, 2), (1, 3, 2), (0, 5, 2), (0, 1, 0)])
def test_r24_nobody_pays_more_than_cash_and_half_his_revenue(side: Side, cash: int, revenue: int, limit: int) -> None:
    """An odd space of the track is worth nothing; neither falls below 0."""
    game = roger(side, cash=[cash, 50, 50], revenue=[revenue, 0, 0])
    assert game.legal() == ["done"]
    sentence = f"Oxford - Reading costs 3, more than the {limit} that player 0 can pay"
    assert game.refusal("link Oxford - Reading") == ("not_payable", "R27", sentence)


def test_r24_the_pages_example(side: Side) -> None:
    """Cash 2, revenue 5, two Links at 3: payable is 2 + 2 = 4, only one Link; after it cash 0, revenue 3."""
    game = roger(side, cash=[2, 50, 50], revenue=[5, 0, 0])
    sentence = "Gloucester - Reading costs 6, more than the 4 that player 0 can pay"
    assert game.refusal("link Gloucester - Reading") == ("not_payable", "R27", sentence)
    game.do("link Oxford - Reading")
    assert purse(game) == (0, 3) and game.legal() == ["done"]


def test_r24_nothing_is_converted_without_need(side: Side) -> None:
    game = roger(side, cash=[3, 50, 50], revenue=[20, 0, 0]).do("done")
    assert purse(game) == (3, 20)
    words = {game.state.game.action_to_string(a).split()[0] for a in range(game.state.game.num_actions)}
    assert not words & {"raise", "convert"}


# --- the builds -------------------------------------------------------------------------------------------------------


def builds(town: str, strict: bool = True) -> set[frozenset[str]]:
    """All that R25, R26 and R29 allow on an empty map, read off the map."""
    found: set[frozenset[str]] = {frozenset()}
    found |= {frozenset([link]) for link in at(town)}
    singles = [link for link in at(town) if link in SINGLES]
    found |= {frozenset(pair) for pair in combinations(singles, 2)}
    for first in singles:
        (far,) = ends(first) - {town}
        found |= {frozenset([first, link]) for link in at(far) if link in SINGLES and link != first}
    banned = {LANCASTER} if town in ends(LEEDS) and strict else set()
    return {build for build in found if not build & banned}


def offered(game: Play) -> set[frozenset[str]]:
    """All builds that the choices lead to, each of which must come once."""
    found: list[frozenset[str]] = []
    for text in game.legal():
        first = frozenset([text.removeprefix("link ")]) - {"done"}
        after = Play(game.state.child(game.state.string_to_action(text)))
        if after.phase != "build":
            found.append(first)
            continue
        found += [first | {second.removeprefix("link ")} - {"done"} for second in after.legal()]
    assert len(found) == len(set(found))
    return set(found)


def test_r25_r31_the_legal_builds_are_those_of_the_map_each_once(side: Side) -> None:
    """All 460: at most 37 at a town, Birmingham; 155, 200 and 105 for a wild card of value 2, 3, 4."""
    numbers = {}
    for town in TOWNS:
        found = offered(building(side, town))
        assert found == builds(town)
        numbers[town] = len(found)
    assert sum(numbers.values()) == 460
    assert max(numbers.values()) == numbers["Birmingham"] == 37
    of_value = {worth: sum(numbers[town] for town in TOWNS if value(town) == worth) for worth in (2, 3, 4)}
    assert of_value == {2: 155, 3: 200, 4: 105}


def test_r25_no_link_need_be_laid(side: Side) -> None:
    game = roger(side).do("done")
    assert game.phase == "nominate" and game.now["links"] == {} and purse(game) == (100, 0)


def test_r25_one_link(side: Side) -> None:
    game = roger(side).do("link Oxford - Reading", "done")
    assert game.phase == "nominate" and game.now["links"] == {"Oxford - Reading": "red"}


@pytest.mark.parametrize("second", ["Reading - Southampton", "Birmingham - Oxford"])
def test_r25_two_links_from_the_town_or_one_after_the_other(side: Side, second: str) -> None:
    """The turn ends with the second."""
    game = roger(side).do("link Oxford - Reading", f"link {second}")
    assert game.phase == "nominate" and set(game.now["links"]) == {"Oxford - Reading", second}


def test_r25_the_first_link_is_at_the_placed_town(side: Side) -> None:
    """An own Industry or an own network elsewhere does not help."""
    game = roger(side, links={"Southampton - Portsmouth": "red"})
    sentence = "Guildford - Portsmouth does not touch Reading"
    assert game.refusal("link Guildford - Portsmouth") == ("not_at_town", "R25", sentence)
    assert game.refusal("link Gloucester - Bristol").code == "not_at_town"


def test_r25_the_second_link_touches_the_town_or_the_one_reached(side: Side) -> None:
    game = roger(side, links={"Reading - Southampton": "red"}).do("link London - Reading")
    sentence = "Southampton - Portsmouth touches neither Reading nor London"
    assert game.refusal("link Southampton - Portsmouth") == ("not_at_town", "R25", sentence)
    assert game.legal() == [
        *("done", "link Northampton - London", "link London - Guildford", "link London - Dover"),
        "link Reading - Guildford",
    ]


def test_r25_two_links_are_the_most(side: Side) -> None:
    game = roger(side).do("link Oxford - Reading", "link Reading - Southampton")
    assert game.refusal("link Reading - Guildford").code == "wrong_phase"


# --- double connections -----------------------------------------------------------------------------------------------


def test_r26_a_double_takes_both_links_of_the_turn(side: Side) -> None:
    game = roger(side).do("link Gloucester - Reading")
    assert game.phase == "nominate" and game.now["links"] == {"Gloucester - Reading": "red"}


@pytest.mark.parametrize(("era", "left"), [("canal", 94), ("rail", 96)])
def test_r26_r27_a_double_costs_two(side: Side, era: str, left: int) -> None:
    assert roger(side, era=era).do("link Gloucester - Reading").now["cash"][0] == left


def test_r26_a_double_is_complete_or_empty(side: Side) -> None:
    """With money for one Link none of it can be laid."""
    game = roger(side, cash=[5, 50, 50])
    assert game.refusal("link Gloucester - Reading").code == "not_payable"
    assert "link Oxford - Reading" in game.legal()


@pytest.mark.parametrize("double", ["Gloucester - Reading", "London - Norwich"])
def test_r26_a_double_is_no_second_link(side: Side, double: str) -> None:
    game = roger(side).do("link London - Reading")
    sentence = f"{double} is double and takes both Links of a turn"
    assert game.refusal(f"link {double}") == ("double_second", "R26", sentence)


def test_r25_r26_after_a_single_a_second_link_after_a_double_none(side: Side) -> None:
    """Every connection, from its second town."""
    for link, number in CONNECTIONS.items():
        game = building(side, link.split(" - ")[1]).do(f"link {link}")
        assert game.phase == ("build" if number == 1 else "nominate")
        assert game.now["cash"][0] == 100 - 3 * number and game.now["links"] == {link: "red"}


# --- cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "left"), [("canal", [97, 94]), ("rail", [98, 96])])
def test_r27_a_link_costs_3_in_the_canal_era_and_2_in_the_railway_era(side: Side, era: str, left: list[int]) -> None:
    """Paid when laid."""
    game = roger(side, era=era).do("link Oxford - Reading")
    assert game.now["cash"][0] == left[0]
    assert game.do("link Reading - Southampton").now["cash"][0] == left[1]


def test_r27_revenue_of_this_turn_cannot_pay(side: Side) -> None:
    """Reading to Southampton brings 4, worth 2 pounds with the 1 that is left; but only after the turn."""
    game = roger(side, cash=[4, 50, 50]).do("link Reading - Southampton")
    assert purse(game) == (1, 0) and game.legal() == ["done"]
    sentence = "Reading - Guildford costs 3, more than the 1 that player 0 can pay"
    assert game.refusal("link Reading - Guildford") == ("not_payable", "R27", sentence)
    assert purse(game.do("done")) == (1, 4)


def test_r27_the_money_goes_to_nobody(side: Side) -> None:
    game = roger(side, links={"Southampton - Portsmouth": "blue"})
    game.do("link Reading - Southampton", "done")
    assert game.now["cash"] == [97, 100, 100]


# --- one owner --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_r28_a_connection_has_one_owner(side: Side, owner: str) -> None:
    game = roger(side, links={"Oxford - Reading": owner})
    sentence = f"Oxford - Reading already holds Links of {owner}"
    assert game.refusal("link Oxford - Reading") == ("occupied", "R28", sentence)


def test_r28_nobody_builds_the_same_twice(side: Side) -> None:
    game = roger(side).do("link London - Reading")
    sentence = "London - Reading already holds Links of red"
    assert game.refusal("link London - Reading") == ("occupied", "R28", sentence)


def test_r28_nobody_else_uses_a_link(side: Side) -> None:
    """Blue's Link to Oxford reaches no town for red; a red one from earlier does not either."""
    for owner in ("blue", "red"):
        game = roger(side, links={"Oxford - Reading": owner})
        sentence = "Birmingham - Oxford does not touch Reading"
        assert game.refusal("link Birmingham - Oxford") == ("not_at_town", "R25", sentence)


def test_r28_a_blocked_town_leaves_nothing_to_lay(side: Side) -> None:
    assert roger(side, links=blocked("Reading")).legal() == ["done"]


# --- the crossing -----------------------------------------------------------------------------------------------------

AROUND = [
    ("Leeds", "Leeds - Manchester"),
    ("Liverpool", "Manchester - Liverpool"),
    ("Liverpool", "Lancaster - Liverpool"),
]


@pytest.mark.parametrize(("town", "first"), AROUND)
def test_r29_who_placed_at_one_line_may_not_lay_the_other(side: Side, town: str, first: str) -> None:
    """Not even as a second Link, reached in the normal way: these are the three."""
    game = building(side, town).do(f"link {first}")
    sentence = f"Lancaster - Manchester crosses a line of {town}, where the Industry was placed"
    assert game.refusal(f"link {LANCASTER}") == ("crossing", "R29", sentence)


@pytest.mark.parametrize(("town", "first"), AROUND)
def test_r29_option_crossing_strict_false(side: Side, town: str, first: str) -> None:
    game = building(side, town, rules={"crossing_strict": False}).do(f"link {first}", f"link {LANCASTER}")
    assert game.now["links"] == {first: "red", LANCASTER: "red"}


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("town", ["Manchester", "Lancaster"])
def test_r29_leeds_to_liverpool_cannot_be_reached_from_the_other_line(side: Side, town: str, strict: bool) -> None:
    """It is no first Link there, and a double is no second one."""
    game = building(side, town, rules={"crossing_strict": strict})
    assert game.refusal(f"link {LEEDS}").code == "not_at_town"
    way = {"Manchester": "Leeds - Manchester", "Lancaster": "Lancaster - Liverpool"}[town]
    assert game.do(f"link {way}").refusal(f"link {LEEDS}").code == "double_second"


@pytest.mark.parametrize("town", ["Leeds", "Liverpool", "Manchester", "Lancaster"])
def test_r29_the_own_line_may_be_laid(side: Side, town: str) -> None:
    own = LEEDS if town in ends(LEEDS) else LANCASTER
    assert f"link {own}" in building(side, town).legal()


@pytest.mark.parametrize(("town", "own", "other"), [("Leeds", LEEDS, LANCASTER), ("Lancaster", LANCASTER, LEEDS)])
def test_r29_both_can_be_built(side: Side, town: str, own: str, other: str) -> None:
    """Neither stands in the other's way, whoever owns it."""
    for owner in ("red", "blue"):
        game = building(side, town, links={other: owner}).do(f"link {own}")
        assert game.now["links"] == {other: owner, own: "red"}


def test_r29_an_industry_from_an_earlier_turn_does_not_count(side: Side) -> None:
    """Red has one in Leeds, but has placed in Sheffield this turn."""
    game = building(side, "Sheffield", industries={"Leeds": "red", "Liverpool": "red"})
    game.do("link Manchester - Sheffield", f"link {LANCASTER}")
    assert LANCASTER in game.now["links"]


def test_r29_without_the_ban_three_builds_more(side: Side) -> None:
    rules = {"crossing_strict": False}
    numbers = {town: len(offered(building(side, town, rules=rules))) for town in ("Leeds", "Liverpool")}
    assert numbers == {"Leeds": len(builds("Leeds")) + 1, "Liverpool": len(builds("Liverpool")) + 2}
    for town in ("Leeds", "Liverpool", "Manchester", "Lancaster"):
        assert offered(building(side, town, rules=rules)) == builds(town, strict=False)


# --- revenue ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "revenue"),
    [
        (("Oxford - Reading",), 2),
        (("Reading - Southampton",), 4),
        (("Oxford - Reading", "Reading - Southampton"), 4),
        (("Gloucester - Reading",), 4),
    ],
)
def test_r30_the_rulebooks_examples(side: Side, links: tuple[str, ...], revenue: int) -> None:
    game = roger(side).do(*(f"link {link}" for link in links))
    if game.phase == "build":
        game.do("done")
    assert game.now["revenue"] == [revenue, 0, 0]


def test_r30_without_a_link_nothing_is_added(side: Side) -> None:
    """Not even in a town with own Links from before."""
    game = roger(side, links={"Reading - Southampton": "red"}, revenue=[7, 0, 0]).do("done")
    assert game.now["revenue"] == [7, 0, 0]


def test_r30_several_industries_in_a_town_count_once(side: Side) -> None:
    game = building(side, "Leeds", industries={"Leeds": "3x red", "Manchester": "2x red"})
    game.do("link Leeds - Manchester", "done")
    assert game.now["revenue"] == [8, 0, 0]


@pytest.mark.parametrize("there", ["blue", "blue, green"])
def test_r30_industries_of_others_count_for_nobody(side: Side, there: str) -> None:
    game = building(side, "Reading", industries={"Southampton": there}).do("link Reading - Southampton", "done")
    assert game.now["revenue"] == [2, 0, 0]


def test_r30_three_towns_may_count(side: Side) -> None:
    """4 + 4 + 3, the most of a turn; after another, and both from the town in between."""
    industries = {"Leeds": "red", "Manchester": "red", "Stoke": "red"}
    game = building(side, "Leeds", industries=industries).do("link Leeds - Manchester", "link Manchester - Stoke")
    assert game.now["revenue"] == [11, 0, 0]
    game = building(side, "Manchester", industries=industries).do("link Leeds - Manchester", "link Manchester - Stoke")
    assert game.now["revenue"] == [11, 0, 0]


def test_r30_the_far_end_of_a_second_link_counts(side: Side) -> None:
    """No Industry in Oxford in between: Reading 2 and Birmingham 3."""
    game = building(side, "Reading", industries={"Birmingham": "red"})
    game.do("link Oxford - Reading", "link Birmingham - Oxford")
    assert game.now["revenue"] == [5, 0, 0]


def test_r30_a_double_counts_each_end_once(side: Side) -> None:
    game = building(side, "Leeds", industries={"Liverpool": "2x red"}).do("link Leeds - Liverpool")
    assert game.now["revenue"] == [6, 0, 0]


def test_r30_older_links_count_nothing(side: Side) -> None:
    """Red's network beyond Southampton, with an Industry in Portsmouth, stays out of it."""
    industries = {"Southampton": "red", "Portsmouth": "red"}
    game = building(side, "Reading", industries=industries, links={"Southampton - Portsmouth": "red"})
    game.do("link Reading - Southampton", "done")
    assert game.now["revenue"] == [4, 0, 0]


def test_r30_the_other_colour_of_a_player_earns_nothing(side: Side) -> None:
    """R1: two players; green is player 0's too."""
    game = play(
        side,
        2,
        phase="build",
        industries={"Reading": "red", "Southampton": "green"},
        next_order=["red", "blue"],
        face_up="York, Hull, Stoke",
        fists=[{"colour": "red", "amount": 2}, {"colour": "blue", "amount": 1}],
        turn={"colour": "red", "card": "Reading", "town": "Reading"},
    )
    game.do("link Reading - Southampton", "done")
    assert game.now["revenue"] == [2, 0]


def test_r30_revenue_has_no_limit(side: Side) -> None:
    """The track may be gone round."""
    game = roger(side, revenue=[99, 0, 0]).do("link Reading - Southampton", "done")
    assert game.now["revenue"][0] == 103


def test_r30_r23_the_placed_industry_counts_in_a_town_that_was_full(side: Side) -> None:
    game = take(auction(side, "York", industries={"York": "blue, green"}), "York").do("remove blue")
    game.do("link York - Leeds", "done")
    assert game.now["revenue"] == [2, 0, 0]


# --- the order of two Links -------------------------------------------------------------------------------------------


def test_r31_two_links_at_the_town_in_the_order_of_the_table(side: Side) -> None:
    game = roger(side).do("link London - Reading")
    sentence = "Oxford - Reading comes before London - Reading in the table: lay it first"
    assert game.refusal("link Oxford - Reading") == ("table_order", "R31", sentence)
    game = roger(side).do("link Oxford - Reading", "link London - Reading")
    assert set(game.now["links"]) == {"Oxford - Reading", "London - Reading"}


def test_r31_a_link_at_the_far_town_may_come_earlier_in_the_table(side: Side) -> None:
    game = roger(side).do("link Oxford - Reading", "link Birmingham - Oxford")
    assert list(game.now["links"]) == ["Birmingham - Oxford", "Oxford - Reading"]


# --- which reason comes first -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "links", "cash", "text", "code"),
    [
        (None, {"Gloucester - Bristol": "blue"}, 0, "link Gloucester - Bristol", "not_at_town"),
        (None, {"Oxford - Reading": "blue"}, 0, "link Oxford - Reading", "occupied"),
        ("Reading - Southampton", {"Oxford - Reading": "blue"}, 3, "link Oxford - Reading", "occupied"),
        ("London - Reading", {"Gloucester - Reading": "blue"}, 3, "link Gloucester - Reading", "double_second"),
        ("London - Reading", {}, 3, "link Oxford - Reading", "not_payable"),
    ],
)
def test_r25_the_first_reason_is_given(
    side: Side, first: str | None, links: dict[str, str], cash: int, text: str, code: str
) -> None:
    game = roger(side, links=links, cash=[cash, 50, 50])
    if first:
        game.do(f"link {first}")
    assert game.refusal(text).code == code


def test_r29_the_crossing_comes_before_the_price(side: Side) -> None:
    game = building(side, "Leeds", cash=[3, 50, 50]).do("link Leeds - Manchester")
    assert game.refusal(f"link {LANCASTER}").code == "crossing"
    game = building(side, "Leeds", links={LANCASTER: "blue"}).do("link Leeds - Manchester")
    assert game.refusal(f"link {LANCASTER}").code == "occupied"

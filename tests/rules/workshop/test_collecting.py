"""R32, R34 to R37: the end of a round, collecting, the railway era."""

from __future__ import annotations

import pytest
from positions import Side
from workshop.table import CARDS, PLANS, SETUP, auction, building, collected, collecting, idle_round, play, take

NETWORK = ("Oxford - Reading", "Reading - Southampton", "Gloucester - Reading")
ALONE = "Guildford - Portsmouth"


def owned(*links: str, by: str = "red") -> dict[str, str]:
    return dict.fromkeys(links, by)


# --- the end of a round -----------------------------------------------------------------------------------------------


def test_r32_the_order_of_taking_cards_is_the_new_turn_order(side: Side) -> None:
    game = auction(side, "York", "Hull", "Stoke", order=["green", "red", "blue"], player=2)
    game.do("choose York", "bid 1", "pass", "pass", "done")
    take(game, "Hull").do("done", "done")
    assert (game.now["order"], game.now["next_order"]) == (["red", "green", "blue"], [])
    assert (game.phase, game.now["round"]) == ("reveal", 4)
    game.chance()
    assert (game.phase, game.player) == ("nominate", 0)


@pytest.mark.parametrize(("number", "phase"), [(8, "reveal"), (9, "demand_may")])
def test_r32_cards_are_left_in_the_deck_or_the_era_ends(side: Side, number: int, phase: str) -> None:
    order = ["blue", "green", "red"]
    game = building(side, "York", round=number, face_up="", next_order=order, hands=["Port", "Port", "Port"])
    assert game.now["deck"] == (3 if number == 8 else 0)
    assert (game.do("done").phase, game.now["round"]) == (phase, 9)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r32_hidden_bids_are_cleared_at_the_end_of_a_round(side: Side, players: int) -> None:
    phase = "fist_colour" if players == 2 else "fist_amount"
    game = play(side, players, variant="first-edition", phase=phase, player=0)
    while game.phase != "reveal":
        game.do(game.legal()[0])
    assert game.now["fists"] == [None] * players and game.now["round"] == 4


# --- 1: revenue -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("era", ["canal", "rail"])
def test_r34_revenue_is_paid_one_for_one_and_falls_to_0(side: Side, era: str) -> None:
    game = collecting(side, era=era, cash=[10, 0, 5], revenue=[7, 1, 0]).do("pass")
    assert (game.now["cash"], game.now["revenue"]) == ([17, 1, 5], [0, 0, 0])


def test_r34_two_players_have_one_revenue_each(side: Side) -> None:
    assert collected(side, 2, revenue=[7, 118]) == [7, 118]


# --- 2: Links ---------------------------------------------------------------------------------------------------------


def test_r35_the_rulebooks_network_pays_9(side: Side) -> None:
    """Four Links round Reading at 2, and 1 between Portsmouth and Guildford."""
    assert collected(side, links=owned(*NETWORK, ALONE)) == [9, 0, 0]


@pytest.mark.parametrize(
    ("links", "pounds"),
    [
        ((), 0),
        ((ALONE,), 2),
        (("Gloucester - Reading",), 4),
        (("York - Leeds", "York - Hull"), 4),
        (("York - Leeds", ALONE), 2 + 1),
        (("York - Leeds", "York - Hull", ALONE), 4 + 1),
        (("York - Leeds", "York - Hull", "Gloucester - Reading"), 4 + 2),
        (("York - Leeds", "Gloucester - Reading"), 4 + 1),
        (("York - Leeds", "York - Hull", "Leeds - Hull"), 6),
        (("York - Leeds", ALONE, "Bristol - Exeter"), 2 + 1 + 1),
        (("Southampton - Exeter", "Bristol - Exeter", "York - Leeds", "York - Hull"), 6 + 2),
    ],
)
def test_r35_two_for_each_link_of_the_largest_network_one_for_others(
    side: Side, links: tuple[str, ...], pounds: int
) -> None:
    """A double is two Links. Of two equal networks one pays double."""
    assert collected(side, links=owned(*links)) == [pounds, 0, 0]


def test_r35_links_laid_apart_may_join_later(side: Side) -> None:
    """Glasgow - Carlisle and Newcastle - Middlesbrough, joined by Carlisle - Newcastle: four Links."""
    apart = ("Glasgow - Carlisle", "Newcastle - Middlesbrough")
    assert collected(side, links=owned(*apart)) == [4 + 1, 0, 0]
    assert collected(side, links=owned(*apart, "Carlisle - Newcastle")) == [8, 0, 0]


def test_r35_networks_are_joined_in_towns_whoever_stands_there(side: Side) -> None:
    """No Industry is needed, and those of others do not matter."""
    links = owned("York - Leeds", "York - Hull")
    assert collected(side, links=links, industries={"York": "blue, green"}) == [4, 0, 0]


def test_r35_links_of_others_join_nothing(side: Side) -> None:
    links = owned("York - Leeds", "Leeds - Sheffield") | owned("Hull - Sheffield", by="blue") | owned("York - Hull")
    assert collected(side, links=links) == [6, 2, 0]
    between = owned("Carlisle - Newcastle", "Middlesbrough - York") | owned("Newcastle - Middlesbrough", by="blue")
    assert collected(side, links=between) == [2 + 1, 2, 0]


def test_r35_the_crossing_joins_nothing(side: Side) -> None:
    """The double Leeds - Liverpool at 2, Lancaster - Manchester at 1."""
    assert collected(side, links=owned("Lancaster - Manchester", "Leeds - Liverpool")) == [4 + 1, 0, 0]


def test_r1_r35_each_colour_has_its_own_largest_network(side: Side) -> None:
    """Red and green are player 0's: 2 and 2, not 4 in one network (the same) nor 2 + 1."""
    links = owned("York - Leeds") | owned(ALONE, by="green") | owned("Bristol - Exeter", by="yellow")
    assert collected(side, 2, links=links) == [4, 2]


def test_r1_r35_two_colours_of_a_player_make_no_common_network(side: Side) -> None:
    """Red has one Link at York and two at Reading, green one at York: 4 + 1 and 2; together it would be 4 + 2."""
    links = owned("York - Leeds", "Oxford - Reading", "Reading - Southampton") | owned("York - Hull", by="green")
    assert collected(side, 2, links=links) == [4 + 1 + 2, 0]


@pytest.mark.parametrize("era", ["canal", "rail"])
def test_r35_all_links_go_home(side: Side, era: str) -> None:
    game = collecting(side, era=era, links=owned(*NETWORK) | owned(ALONE, by="blue")).do("pass")
    assert game.now["links"] == {}


# --- 3: Industries ----------------------------------------------------------------------------------------------------


def test_r36_the_rulebooks_ports_pay_6(side: Side) -> None:
    """Three Port counters; an Industry in Bristol and one in Southampton; the one in Gloucester is no Port's."""
    industries = {"Bristol": "red", "Southampton": "red", "Gloucester": "red"}
    assert collected(side, demand="3x Port", industries=industries) == [6, 0, 0]


@pytest.mark.parametrize(
    ("town", "pounds"),
    [("Leeds", 1), ("Stoke", 2), ("Cardiff", 0), ("Hull", 3), ("York", 4)],
)
def test_r36_as_many_pounds_as_there_are_counters_of_the_type(side: Side, town: str, pounds: int) -> None:
    """Textile, Light Industry, Heavy Industry, Port, Crafts; without a counter nothing."""
    demand = "Textile, 2x Light Industry, 3x Port, 4x Crafts"
    assert collected(side, demand=demand, industries={town: "blue"}) == [0, pounds, 0]


def test_r36_each_industry_in_a_town_is_paid(side: Side) -> None:
    industries = {"Leeds": "2x red, blue", "Norwich": "3x green, red"}
    assert collected(side, demand="2x Textile", industries=industries) == [3 * 2, 1 * 2, 3 * 2]


def test_r36_no_link_is_needed(side: Side) -> None:
    assert collected(side, demand="Port", industries={"Hull": "red"}, links={}) == [1, 0, 0]


def test_r36_a_player_of_two_is_paid_for_both_colours(side: Side) -> None:
    assert collected(side, 2, demand="2x Port", industries={"Hull": "red, green", "Dover": "yellow"}) == [4, 2]


def test_r33_r36_the_counter_just_placed_counts(side: Side) -> None:
    game = collecting(side, hands=["", "", "Port"], demand=None, industries={"Hull": "red"})
    before = game.now["demand"].get("Port", 0)
    assert game.do("demand Port").now["cash"] == [before + 1, 0, 0]


def test_r36_industries_and_counters_stay(side: Side) -> None:
    industries = {"Leeds": "2x red, blue", "Hull": "green"}
    game = collecting(side, era="canal", demand="2x Port, Textile", industries=industries).do("pass")
    assert game.now["industries"] == {"Leeds": {"red": 2, "blue": 1}, "Hull": {"green": 1}}
    assert game.now["demand"] == {"Textile": 1, "Port": 2}


def test_r36_all_three_ways_together(side: Side) -> None:
    game = collecting(
        side,
        era="canal",
        cash=[10, 20, 30],
        revenue=[5, 0, 2],
        links=owned(*NETWORK, ALONE) | owned("York - Hull", by="green"),
        industries={"Bristol": "red", "Southampton": "red", "Hull": "blue"},
        demand="3x Port",
    )
    assert game.do("pass").now["cash"] == [10 + 5 + 9 + 6, 20 + 3, 30 + 2 + 2]


def test_r36_the_bank_has_no_limit(side: Side) -> None:
    """Nobody pays 50 back, however much there is in play."""
    assert collecting(side, cash=[400, 300, 200]).do("pass").now["cash"] == [400, 300, 200]


# --- the railway era --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r37_all_cards_are_shuffled_together(side: Side, players: int) -> None:
    """Used, set aside and set-up alike; the same number is set aside."""
    plan = PLANS[players]
    now = collecting(side, players, era="canal", set_aside=plan.aside - 1).do("pass").now
    assert (now["unseen"], now["unseen_setup"], now["used"]) == (CARDS, {}, {})
    assert (now["set_aside"], now["deck"]) == (plan.aside, 39 - plan.aside)
    assert (now["era"], now["round"], now["step"], now["phase"]) == ("rail", 1, 0, "draw_demand")


def test_r37_the_turn_order_stays(side: Side) -> None:
    order = ["blue", "green", "red"]
    game = collecting(side, era="canal", order=order, player=0).do("pass")
    assert game.now["order"] == order
    while game.phase != "nominate":
        game.do(game.legal()[0])
    assert (game.now["order"], game.player) == (order, 1)


def test_r37_set_up_cards_are_like_all_others(side: Side) -> None:
    game = collecting(side, era="canal").do("pass").chance()
    while game.phase != "reveal":
        game.do(game.legal()[0])
    assert game.weights() == {f"card {card}": number for card, number in CARDS.items()}
    assert {f"card {card}" for card in SETUP} < set(game.legal())


def test_r37_the_railway_era_has_as_many_rounds(side: Side) -> None:
    game = collecting(side, 5, era="canal").do("pass")
    for _ in range(6):
        idle_round(game)
    assert game.state.is_terminal() and game.now["deck"] == 0


def test_r37_r27_links_of_the_railway_era_cost_2_on_the_same_map(side: Side) -> None:
    """The Industries of the canal era earn on: York 2 and Leeds 4."""
    game = auction(side, "York", "Hull", "Stoke", era="rail", round=1, industries={"Leeds": "red"})
    take(game, "York").do("link York - Leeds", "done")
    assert (game.now["cash"][0], game.now["revenue"][0]) == (50 - 1 - 2, 6)


def test_r23_r37_a_town_may_be_full_from_the_canal_era(side: Side) -> None:
    industries = {"York": "blue, green", "Hull": "blue"}
    game = take(auction(side, "York", era="rail", round=1, industries=industries), "York")
    assert game.phase == "displace"

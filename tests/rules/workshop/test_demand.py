"""R5, R6, R33, R38: Demand 1 to 4."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from workshop.table import COLOURS, PLANS, TYPES, beginning, building, collecting, idle_round, play


def ordered(side: Side, *order: str, variant: str = "standard") -> Play:
    """Three to five players, the turn order drawn."""
    return beginning(side, len(order), variant=variant).do(*(f"order {colour}" for colour in order))


def drawn(side: Side, order: tuple[str, ...], counters: str) -> Play:
    """The same, and each player has drawn counters, written for players in seat order."""
    return ordered(side, *order).do(*(f"counter {name}" for name in counters.split(", ")))


# --- Demand 1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "number"), [(2, 4), (3, 2), (4, 2), (5, 2)])
def test_r5_everybody_draws_two_counters_or_four(side: Side, players: int, number: int) -> None:
    game = beginning(side, players)
    while game.phase != "demand_must":
        game.do(game.legal()[0])
    assert [sum(hand.values()) for hand in game.now["hands"]] == [number] * players
    assert sum(game.now["pool"].values()) == 25 - players * number


def test_r5_all_draws_come_first_in_seat_order(side: Side) -> None:
    """Whatever the turn order is."""
    game = ordered(side, "green", "blue", "red").do("counter Port", "counter Port", "counter Textile")
    assert game.now["hands"] == [{"Port": 2}, {"Textile": 1}, {}]
    assert (game.phase, game.player, game.now["step"]) == ("draw_demand", -1, 3)
    game.do("counter Crafts", "counter Port", "counter Crafts")
    assert game.now["hands"] == [{"Port": 2}, {"Textile": 1, "Crafts": 1}, {"Port": 1, "Crafts": 1}]
    assert (game.phase, game.player, game.now["step"]) == ("demand_must", 2, 0)


def test_r5_each_counter_of_the_pool_is_as_likely(side: Side) -> None:
    game = ordered(side, "red", "blue", "green")
    assert game.weights() == {f"counter {name}": 5 for name in TYPES}
    game.do("counter Port", "counter Port", "counter Crafts")
    assert list(game.weights().values()) == [5, 5, 5, 3, 4]
    game.do("counter Port", "counter Port", "counter Port")
    assert game.now["pool"] == {"Textile": 5, "Light Industry": 5, "Heavy Industry": 5, "Crafts": 4}


def test_r5_in_turn_order_everybody_places_one(side: Side) -> None:
    game = drawn(side, ("blue", "green", "red"), "Port, Textile, Port, Crafts, Light Industry, Heavy Industry")
    assert (game.player, game.legal()) == (1, ["demand Port", "demand Crafts"])  # and no pass
    game.do("demand Crafts")
    assert (game.player, game.legal()) == (2, ["demand Light Industry", "demand Heavy Industry"])
    game.do("demand Heavy Industry")
    assert (game.player, game.legal()) == (0, ["demand Textile", "demand Port"])
    game.do("demand Textile")
    assert game.now["demand"] == {"Textile": 1, "Heavy Industry": 1, "Crafts": 1}
    assert game.now["hands"] == [{"Port": 1}, {"Port": 1}, {"Light Industry": 1}]
    assert (game.phase, game.now["step"]) == ("reveal", 0)


def test_r5_later_players_see_what_was_placed(side: Side) -> None:
    game = drawn(side, ("red", "blue", "green"), "Port, Port, Port, Crafts, Textile, Textile").do("demand Port")
    assert game.view(1)["demand"] == game.view(None)["demand"] == {"Port": 1}


def test_r5_nobody_may_pass(side: Side) -> None:
    game = drawn(side, ("red", "blue", "green"), "Port, Port, Port, Crafts, Textile, Textile")
    assert game.refusal("pass").is_not_now("pass", "a Demand counter must be placed (R5)")


def test_r5_only_a_counter_from_the_own_hand(side: Side) -> None:
    game = drawn(side, ("green", "blue", "red"), "Port, Port, Port, Crafts, Textile, Textile")
    assert game.refusal("demand Port") == ("no_counter", "R5", "player 2 holds no Port counter")
    assert game.legal() == ["demand Textile"]  # a decision with one choice is one


def test_r5_there_is_no_limit_for_a_type(side: Side) -> None:
    game = drawn(side, ("red", "blue", "green"), "Port, Port, Port, Port, Port, Crafts")
    game.do("demand Port", "demand Port", "demand Port")
    assert game.now["demand"] == {"Port": 3}


def test_r5_a_chart_may_hold_all_counters_of_a_type(side: Side) -> None:
    hands = ["Textile, 3x Port", "3x Light Industry", "Crafts"]
    game = play(side, era="rail", round=1, phase="demand_must", hands=hands, demand="4x Textile")
    assert game.do("demand Textile").now["demand"] == {"Textile": 5}


# --- two players ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_r6_a_coin_says_who_places_first_then_they_alternate(side: Side, first: int) -> None:
    game = beginning(side, 2)
    assert (game.phase, game.weights()) == ("toss_demand", {"toss player 0": 1, "toss player 1": 1})
    game.do(f"toss player {first}")
    assert game.now["demand_first"] == first
    game.chance()
    players = []
    while game.phase == "demand_must":
        assert game.now["demand_first"] == first
        players.append(game.player)
        game.do(game.legal()[0])
    assert players == [first, 1 - first, first, 1 - first]
    assert game.phase == "reveal" and game.now["demand_first"] is None


def test_r6_two_players_draw_player_by_player_whoever_won_the_toss(side: Side) -> None:
    game = beginning(side, 2).do("toss player 1", *["counter Port"] * 4)
    assert game.now["hands"] == [{"Port": 4}, {}]
    game.do("counter Port", *["counter Crafts"] * 3)
    assert game.player == 1 and game.legal() == ["demand Port", "demand Crafts"]


def test_r6_two_players_place_two_each_and_keep_two(side: Side) -> None:
    game = beginning(side, 2)
    while game.phase != "reveal":
        game.do(game.legal()[0])
    assert [sum(hand.values()) for hand in game.now["hands"]] == [2, 2]
    assert sum(game.now["demand"].values()) == 4


def test_r6_r38_two_players_in_demand_3_one_a_box(side: Side) -> None:
    """Boxes 1 to 4 belong to players 1, 0, 0, 1."""
    hands = ["4x Port", "4x Textile"]
    order = ["blue", "red", "green", "yellow"]
    game = play(side, 2, era="rail", round=1, phase="demand_must", hands=hands, order=order, player=1)
    players = []
    while game.phase == "demand_must":
        players.append(game.player)
        game.do(game.legal()[0])
    assert players == [1, 0, 0, 1]
    assert game.now["hands"] == [{"Port": 2}, {"Textile": 2}]


# --- Demand 2 ---------------------------------------------------------------------------------------------------------


def last_round(side: Side, players: int, **arguments: Any) -> Play:
    """The first box of Demand 2."""
    rounds = PLANS[players].rounds
    return play(side, players, phase="demand_may", round=rounds, **arguments)


def test_r33_demand_2_follows_the_last_round_in_the_order_just_formed(side: Side) -> None:
    """Blue and green have taken cards before red takes the last one."""
    order = ["blue", "green", "red"]
    game = building(side, "York", round=9, face_up="", next_order=order, hands=["Port", "Textile", "Crafts"])
    game.do("done")
    assert (game.phase, game.player, game.now["step"]) == ("demand_may", 1, 0)
    assert game.do("pass").player == 2
    assert game.do("pass").player == 0


def test_r33_each_may_place_one_or_keep_what_he_has(side: Side) -> None:
    game = last_round(side, 3, hands=["2x Port", "Textile", "Crafts"], order=["green", "red", "blue"], player=2)
    before = game.now["demand"]
    assert game.legal() == ["pass", "demand Crafts"]
    game.do("demand Crafts")
    assert (game.player, game.legal()) == (0, ["pass", "demand Port"])
    game.do("pass")
    assert game.now["demand"] == before | {"Crafts": before.get("Crafts", 0) + 1}
    assert game.now["hands"] == [{"Port": 2}, {"Textile": 1}, {}]
    assert game.refusal("demand Port") == ("no_counter", "R5", "player 1 holds no Port counter")


def test_r33_kept_counters_stay_in_hand(side: Side) -> None:
    game = last_round(side, 3, hands=["Port", "Textile", "Crafts"])
    game.do("pass", "demand Textile", "pass")
    assert (game.phase, game.now["era"]) == ("draw_demand", "rail")
    assert game.now["hands"] == [{"Port": 1}, {}, {"Crafts": 1}]


def test_r33_who_holds_no_counter_is_not_asked(side: Side) -> None:
    game = last_round(side, 3, hands=["Port", "", "Crafts"]).do("pass")
    assert (game.player, game.now["step"]) == (2, 2)
    game = last_round(side, 3, hands=["Port", "", ""]).do("pass")
    assert game.now["era"] == "rail"


def test_r33_if_nobody_holds_a_counter_money_is_collected_at_once(side: Side) -> None:
    order = ["blue", "green", "red"]
    game = building(side, "York", round=9, face_up="", next_order=order, hands=["", "", ""])
    assert game.do("done").phase == "draw_demand"


@pytest.mark.parametrize(
    ("steps", "chart"),
    [
        (("demand Port", "demand Textile", "demand Port", "demand Textile"), {"Port": 2, "Textile": 2}),
        (("demand Port", "pass", "pass", "demand Textile"), {"Port": 1, "Textile": 1}),
        (("pass", "pass", "pass", "pass"), {}),
    ],
)
def test_r33_two_players_place_two_one_or_none(side: Side, steps: tuple[str, ...], chart: dict[str, int]) -> None:
    game = last_round(side, 2, hands=["2x Port", "2x Textile"])
    before = game.now["demand"]
    game.do(*steps)
    assert game.now["era"] == "rail"
    after = game.now["demand"]
    assert {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)} == chart


def test_r33_two_players_are_asked_box_by_box(side: Side) -> None:
    game = last_round(side, 2, hands=["2x Port", "2x Textile"], order=["red", "blue", "yellow", "green"])
    players = []
    while game.phase == "demand_may":
        players.append(game.player)
        game.do("pass")
    assert players == [0, 1, 1, 0]


# --- Demand 3 and 4 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "number"), [(2, 4), (3, 2), (4, 2), (5, 2)])
def test_r38_everybody_draws_again(side: Side, players: int, number: int) -> None:
    hands = ["Port"] * players
    game = collecting(side, players, era="canal", hands=hands, demand=None).do("pass")
    pool = sum(game.now["pool"].values())
    assert (game.phase, pool) == ("draw_demand", 25 - players * number)
    game.chance()
    assert [sum(hand.values()) for hand in game.now["hands"]] == [1 + number] * players
    assert sum(game.now["pool"].values()) == pool - players * number


def test_r38_a_kept_counter_may_be_placed_in_demand_3(side: Side) -> None:
    """In the order of the boxes, which is that of the last canal round; everybody must place one."""
    order = ["green", "red", "blue"]
    chart = "2x Light Industry, 2x Heavy Industry"
    game = collecting(side, era="canal", hands=["", "Crafts", "Port"], demand=chart, order=order, player=1)
    game.do(
        "pass",
        "counter Textile",
        "counter Textile",
        "counter Port",
        "counter Port",
        "counter Textile",
        "counter Textile",
    )
    assert (game.phase, game.player, game.legal()) == ("demand_must", 2, ["demand Textile", "demand Port"])
    game.do("demand Port")
    assert (game.player, game.legal()) == (0, ["demand Textile"])
    game.do("demand Textile")
    assert (game.player, game.legal()) == (1, ["demand Port", "demand Crafts"])
    game.do("demand Crafts")
    assert game.now["hands"] == [{"Textile": 1}, {"Port": 2}, {"Textile": 2}]
    assert game.phase == "reveal"


def test_r38_in_demand_4_each_may_place_one_and_the_rest_is_void(side: Side) -> None:
    """Three Ports in hand, one goes to the chart; the game ends with two kept."""
    game = collecting(side, hands=["", "", "3x Port"], demand=None, industries={"Hull": "red"})
    before = game.now["demand"].get("Port", 0)
    assert game.legal() == ["pass", "demand Port"]
    game.do("demand Port")
    assert game.phase == "over" and game.now["hands"] == [{}, {}, {"Port": 2}]
    assert game.scores() == [before + 1, 0, 0]


def test_r38_rounds_are_played_as_before(side: Side) -> None:
    game = collecting(side, era="canal").do("pass").chance()
    for _ in COLOURS[:3]:
        game.do(game.legal()[0])
    game.chance()
    assert (game.phase, game.player, game.now["era"], game.now["round"]) == ("nominate", 0, "rail", 1)
    idle_round(game)
    assert (game.phase, game.now["era"], game.now["round"]) == ("nominate", "rail", 2)


@pytest.mark.parametrize(("players", "least"), [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_r5_r33_r38_the_chart_grows_as_the_rules_say(side: Side, players: int, least: int) -> None:
    """One a colour in Demand 1 and 3, up to one a colour in Demand 2 and 4."""
    game, sizes = beginning(side, players), []
    while not game.state.is_terminal():
        game.chance()
        phase, size = game.phase, sum(game.now["demand"].values())
        if game.phase == "demand_may":
            game.do(game.legal()[-1])
        elif not game.state.is_terminal():
            game.do(game.legal()[0])
        if phase.startswith("demand") and game.phase != phase:
            sizes.append(sum(game.now["demand"].values()))
            assert sizes[-1] == size + 1
    assert sizes == [least, 2 * least, 3 * least, 4 * least]

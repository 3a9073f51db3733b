"""R39: the end, the winner, the ties."""

from __future__ import annotations

import pytest
from positions import Side
from workshop.table import beginning, building, collecting, over, play

from lineshaft.errors import GameOver


def test_r39_the_game_ends_after_collecting_in_the_railway_era(side: Side) -> None:
    game = collecting(side, revenue=[3, 0, 0])
    assert not game.state.is_terminal() and game.state.end_reason() is None
    game.do("pass")
    assert (game.phase, game.player, game.legal()) == ("over", -4, [])
    assert game.state.end_reason() == "railway_collected"
    assert game.now["revenue"] == [0, 0, 0] and game.scores() == [3, 0, 0]


def test_r39_not_after_the_canal_era(side: Side) -> None:
    game = collecting(side, era="canal").do("pass")
    assert not game.state.is_terminal() and game.phase == "draw_demand"


def test_r39_after_the_end_nothing_can_be_applied(side: Side) -> None:
    game = collecting(side).do("pass")
    with pytest.raises(GameOver):
        game.do("pass")


@pytest.mark.parametrize(
    ("cash", "ranking"),
    [([120, 140, 130], [3, 1, 2]), ([9, 8, 7], [1, 2, 3]), ([0, 0, 1], [2, 3, 1])],
)
def test_r39_most_cash_wins(side: Side, cash: list[int], ranking: list[int]) -> None:
    game = over(side, cash=cash)
    assert game.scores() == cash and game.ranking() == ranking
    assert game.returns() == pytest.approx([2 / 3 if place == 1 else -1 / 3 for place in ranking])


@pytest.mark.parametrize(
    ("order", "ranking"),
    [
        (["red", "blue", "green"], [1, 2, 3]),
        (["green", "blue", "red"], [3, 2, 1]),
        (["blue", "green", "red"], [3, 1, 2]),
    ],
)
def test_r39_of_tied_players_the_earlier_on_the_turn_order_chart_wins(
    side: Side, order: list[str], ranking: list[int]
) -> None:
    assert over(side, cash=[130, 130, 130], order=order).ranking() == ranking


def test_r39_the_order_breaks_ties_only(side: Side) -> None:
    order = ["red", "blue", "yellow", "green"]
    assert over(side, 4, cash=[99, 130, 130, 100], order=order).ranking() == [4, 1, 2, 3]
    assert over(side, 4, cash=[99, 100, 130, 130], order=order).ranking() == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("order", "ranking"),
    [
        (["red", "blue", "yellow", "green"], [1, 2]),
        (["green", "yellow", "blue", "red"], [1, 2]),
        (["blue", "red", "green", "yellow"], [2, 1]),
        (["yellow", "green", "red", "blue"], [2, 1]),
    ],
)
def test_r39_two_players_tie_by_the_owner_of_box_1(side: Side, order: list[str], ranking: list[int]) -> None:
    game = over(side, 2, cash=[270, 270], order=order)
    assert game.ranking() == ranking
    assert game.returns() == [0.5 if place == 1 else -0.5 for place in ranking]


def test_r39_the_order_is_that_of_the_last_round(side: Side) -> None:
    """Blue and green have the same; green took the first card of the last round."""
    order = ["green", "blue", "red"]
    game = building(side, "York", era="rail", round=9, face_up="", next_order=order, hands=["", "", ""])
    crafts = game.now["demand"]["Crafts"]
    game.do("done")
    assert game.phase == "over" and game.now["order"] == order
    assert game.scores() == [100 + crafts, 100, 100] and game.ranking() == [1, 3, 2]


@pytest.mark.parametrize(("utility", "returns"), [("score", [120, 140, 130]), ("margin", [-20, 10, -10])])
def test_r39_returns_as_score_or_margin(side: Side, utility: str, returns: list[float]) -> None:
    position = over(side, cash=[120, 140, 130]).now
    game = side.load("workshop", 3, utility=utility).state_from_dict(position)
    assert [float(value) for value in game.returns()] == returns


def test_r39_nothing_is_returned_before_the_end(side: Side) -> None:
    assert collecting(side, cash=[1, 2, 3]).returns() == [0.0, 0.0, 0.0]


def test_r34_the_score_on_the_table_is_cash_and_revenue(side: Side) -> None:
    """At every moment: revenue is worth one for one at the end of an era."""
    game = play(side, cash=[10, 20, 30], revenue=[5, 0, 1])
    assert game.scores() == [15, 20, 31]
    assert game.score_parts(0) == [("cash", "R39", 10), ("revenue", "R34", 5)]
    assert [(name, rule) for name, rule, _ in game.ranked_by()] == [
        ("score", "R39"),
        ("place on the turn order chart", "R39"),
    ]
    assert beginning(side, 4).scores() == [50] * 4


def test_r39_before_there_is_an_order_nobody_is_earlier(side: Side) -> None:
    assert beginning(side, 2).ranking() == [1, 1]
    game = beginning(side, 3).do("order green")
    assert game.scores() == [50, 50, 50]

"""R42 and R50: who cannot pay leaves the game."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import (
    Changes,
    after_production,
    demand,
    each,
    end_turn,
    factory,
    own,
    play,
    producing,
    seat,
    works,
)
from positions import Side

BROKE: dict[str, Any] = {"loans": 9, "ships_used": 2, "ship_tokens": 2}
IDLE = seat(only={"Clothes": factory(), "Cutlery": factory()})


def ruined(appeal: int = 0, price: int = 2, cash: int = 9, **changes: Any) -> Changes:
    """Three Food made, 10 to pay, £9 and no loan left; the Cutlery marker is on 5."""
    only = {"Food": factory(appeal=appeal, distribution=2), "Cutlery": factory(appeal=5)}
    return seat(only=only, **(BROKE | {"price": price, "cash": cash} | changes))


def test_r42_no_loan_left_and_cash_under_0(side: Side) -> None:
    game = after_production(side, [ruined(), IDLE, IDLE], players=3)
    assert (own(game)["bankrupt_round"], own(game)["cash"], own(game)["price"]) == (1, 0, None)
    assert own(after_production(side, [ruined(cash=10), IDLE, IDLE], players=3))["bankrupt_round"] is None


def test_r42_the_last_loans_are_taken_first(side: Side) -> None:
    """One space left: 5 of the 10 that are missing."""
    game = after_production(side, [ruined(cash=0, loans=8), IDLE, IDLE], players=3)
    assert (own(game)["bankrupt_round"], own(game)["loans"], own(game)["cash"]) == (1, 9, 0)
    game = after_production(side, [ruined(cash=5, loans=8), IDLE, IDLE], players=3)
    assert (own(game)["bankrupt_round"], own(game)["loans"], own(game)["cash"]) == (None, 9, 0)


def test_r42_the_appeal_markers_are_taken_off(side: Side) -> None:
    """8 has three arrows under it, 5 has two; nobody else's marker moves."""
    rival = seat(only={"Clothes": factory(appeal=7), "Cutlery": factory(appeal=6)})
    game = after_production(side, [ruined(8), rival, IDLE], players=3, demand=(9, 9, 9, 9))
    assert [f["appeal"] for f in own(game)["factories"].values()] == [0, 0]
    assert demand(game) == [6, 9, 7, 9] and works(game, "Cutlery", 1)["appeal"] == 6


def test_r42_r26_demand_does_not_fall_off_the_track(side: Side) -> None:
    game = after_production(side, [ruined(price=0), IDLE, IDLE], players=3, demand=(0, 0, -3, 0))
    assert demand(game) == [0, 0, -4, 0]


def test_r42_r45_distribution_falls_all_the_same(side: Side) -> None:
    game = after_production(side, [ruined(), IDLE, IDLE], players=3)
    assert works(game, "Food")["distribution"] == 1


def test_r42_board_and_cards_stay_as_they_are(side: Side) -> None:
    """The Development cards do not return to the supply."""
    owner = ruined(cards="Foreman", cash=8, levels="Warehouse 1", store="Cutlery 1")
    game = after_production(side, [owner, IDLE, IDLE], players=3)
    assert own(game)["cards"] == ["Foreman"] and game.now["supply"]["Foreman"] == 1
    assert own(game)["warehouses"] == [["Cutlery", 1], None, None] and own(game)["shares"] == 6


def test_r42_r43_r44_a_bankrupt_seller_neither_gains_nor_competes(side: Side) -> None:
    """Three sold at £2 and appeal 9 do not save the first; the second has the highest appeal of the solvent."""
    second = seat(only={"Food": factory(appeal=7), "Cutlery": factory()}, price=4, cash=20)
    game = after_production(side, [ruined(9, cash=3), second, IDLE], players=3, demand=(5, 0, 0, 0))
    assert each(game, "bankrupt_round") == [1, None, None]
    assert each(game, "share_value") == [10, 12, 10]


def test_r42_r34_the_others_meet_the_demand_of_before(side: Side) -> None:
    """The markers go when all have produced."""
    second = seat(only={"Food": factory(appeal=9), "Cutlery": factory()}, price=4, cash=20)
    game = after_production(side, [ruined(8), second, IDLE], players=3, demand=(8, 0, 0, 0))
    assert own(game, 1)["cash"] == 20 + 4 + 2 * 2 - 10  # one sold, two shipped
    assert demand(game)[0] == 5


def test_r42_r46_the_seat_is_left_out(side: Side) -> None:
    """Seat 2 is bankrupt: after seat 1 seat 3 is start player, and nobody asks seat 2."""
    game = after_production(side, [IDLE, ruined(), IDLE], players=3)
    assert (game.now["start_player"], game.player) == (2, 2)
    assert end_turn(game).player == 0


def test_r50_the_last_solvent_player_wins_at_once(side: Side) -> None:
    game = after_production(side, [ruined(), seat(cash=25)])
    assert (game.phase, game.state.end_reason(), game.now["round"]) == ("over", "last_solvent", 1)
    assert game.ranking() == [2, 1] and game.returns() == [-0.5, 0.5]
    assert game.scores() == [0, 8 * 10]  # £25 buy two shares


def test_r50_r52_all_bankrupt_in_the_same_production_share_the_place(side: Side) -> None:
    game = after_production(side, [ruined(), ruined()])
    assert (game.phase, game.state.end_reason()) == ("over", "all_bankrupt")
    assert game.scores() == [0, 0] and game.ranking() == [1, 1] and game.returns() == [0.0, 0.0]


def test_r50_solo_a_bankruptcy_ends_the_game(side: Side) -> None:
    game = after_production(side, [ruined()], players=1)
    assert (game.phase, game.state.end_reason(), game.scores()) == ("over", "all_bankrupt", [0])


def test_r50_two_solvent_players_go_on(side: Side) -> None:
    assert after_production(side, [ruined(), IDLE, IDLE], players=3).phase == "action"


def test_r50_bankrupt_in_the_last_round(side: Side) -> None:
    """Seat 3 of three: the two others finish; a score of 0 is ahead of a bankrupt."""
    only = {"Lamps": factory(), "Food": factory()}
    third = seat(only=only, **(BROKE | {"price": 5, "cash": 0}))
    poor = seat(only={"Clothes": factory(), "Cutlery": factory()}, shares=2, loans=9, cash=0)
    game = after_production(side, [IDLE, poor, third], players=3, in_round=12)
    assert game.state.end_reason() == "rounds_played"
    assert game.scores()[1:] == [0, 0] and game.ranking() == [1, 2, 3]


def test_r52_of_the_bankrupt_the_later_one_is_ahead(side: Side) -> None:
    seats = [seat(bankrupt_round=left, cash=0) for left in (3, 7, None, 3)]
    game = play(side, seats, players=4, in_round=7, start=2, phase="over")
    assert game.state.end_reason() == "last_solvent" and game.ranking() == [3, 2, 1, 3]


def test_r48_a_bankrupt_seat_does_not_start_and_does_not_choose(side: Side) -> None:
    gone = seat(bankrupt_round=2, cash=0, shares=0)
    seats = [IDLE, gone, seat(only=IDLE["only"], shares=7)]
    game = after_production(side, seats, players=3, in_round=4)
    assert (game.phase, game.player) == ("start", 0)
    assert game.legal() == ["start seat 1", "start seat 3"]
    assert game.refusal("start seat 2") == ("bankrupt", "R48", "seat 2 is bankrupt")


def test_r42_a_bankrupt_start_player(side: Side) -> None:
    """Who left as the start player is followed by the next solvent seat."""
    game = after_production(side, [ruined(), IDLE, IDLE], players=3, in_round=5)
    assert (game.now["round"], game.now["start_player"]) == (6, 1)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_r42_whatever_the_turn_order(side: Side, start: int) -> None:
    game = producing(side, [ruined(), IDLE, IDLE], players=3, in_round=5, start=start).do("develop Office")
    assert each(game, "bankrupt_round") == [5, None, None]
    assert game.now["start_player"] == {0: 1, 1: 2, 2: 1}[start]

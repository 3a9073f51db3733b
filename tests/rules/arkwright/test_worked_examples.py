"""The page's examples, move by move: two rounds of a game of four, a final score, an upgrade."""

from __future__ import annotations

import pytest
from arkwright.table import demand, each, factory, own, play, producing, seat, started, works
from positions import Play, Side

# --- two rounds of four players, in which nobody ships ----------------------------------------------------------------


def food(side: Side) -> Play:
    """The Action phase of round 1."""
    game = started(side, 4, rules={"shipping_optional": True})
    game.do("employ Food", "done", "price 3", "develop Office")
    game.do("employ Clothes", "employ Lamps", "done", "develop Office")
    game.do("distribution Food 4", "done", "price 3", "develop Office")
    return game.do("automate Clothes 1", "automate Cutlery 1", "done", "develop Office")


def clothes(side: Side) -> Play:
    """The Action phase of round 2."""
    game = food(side).do("ship 0")
    game.do("automate Clothes 1", "automate Clothes 2", "done", "price 4", "develop Office")
    game.do("employ Food", "employ Lamps", "done", "develop Office")
    game.do("employ Clothes", "employ Cutlery", "done", "price 4", "develop Office")
    return game.do("build Clothes", "build Lamps", "done", "price 3", "develop Office")


def test_r13_r24_r25_round_1_seat_1_employs_and_sets_price_3(side: Side) -> None:
    game = started(side, 4).do("employ Food", "done")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2
    game.do("price 3")
    assert works(game, "Food")["appeal"] == 8 and demand(game) == [3, 1, 2, 3]


def test_r13_round_1_seat_2_fills_both_factories(side: Side) -> None:
    game = started(side, 4).do("employ Food", "done", "price 3", "develop Office")
    game.do("employ Clothes", "employ Lamps", "done")
    assert demand(game) == [2, 0, 1, 2] and game.now["wage_space"] == 3
    assert game.phase == "develop" and game.player == 1


def test_r19_r25_round_1_seat_3_advertises_and_seat_4_automates(side: Side) -> None:
    game = food(side)
    assert demand(game) == [6, 0, 1, 2]
    assert works(game, "Food", 2)["distribution"] == 4 and works(game, "Food", 2)["appeal"] == 10
    assert [works(game, good, 3)["machines"] for good in ("Clothes", "Cutlery")] == [[1, 0], [1, 0]]


def test_r34_r35_r36_r40_r43_r44_r45_production_of_round_1(side: Side) -> None:
    game = food(side)
    assert (game.phase, game.player, own(game)["sold"], game.now["rest"]) == ("ship", 0, 2, 2)
    assert own(game)["cash"] == 12 + 2 * 3
    game.do("ship 0")
    assert each(game, "cash") == [6, 11, 9, 15]
    assert each(game, "share_value") == [11, 10, 12, 10]
    assert [works(game, "Food", p)["distribution"] for p in (0, 2)] == [1, 3]


def test_r46_round_2_begins_with_seat_2(side: Side) -> None:
    game = food(side).do("ship 0")
    assert (game.now["round"], game.now["start_player"], game.player, game.phase) == (2, 1, 1, "action")
    game.do("automate Clothes 1", "automate Clothes 2", "done", "price 4")
    assert works(game, "Clothes", 1)["appeal"] == 8 and demand(game) == [6, 3, 1, 2]


def test_r13_r25_round_2_seats_3_and_4_fill_both_factories(side: Side) -> None:
    game = food(side).do("ship 0")
    game.do("automate Clothes 1", "automate Clothes 2", "done", "price 4", "develop Office")
    game.do("employ Food", "employ Lamps", "done", "develop Office")
    assert demand(game) == [5, 2, 0, 1]
    game.do("employ Clothes", "employ Cutlery", "done", "price 4")
    assert works(game, "Clothes", 3)["appeal"] == 8 and demand(game) == [4, 4, -1, 0]


def test_r10_r11_r25_round_2_seat_1_builds_two_factories(side: Side) -> None:
    game = clothes(side)
    assert works(game, "Clothes")["appeal"] == 7 and demand(game) == [3, 6, -2, -1]
    assert game.now["wage_space"] == 6  # £3
    assert works(game, "Lamps") == factory(1, 0)


def test_r35_r40_r43_r44_production_of_round_2(side: Side) -> None:
    """Seats 2 and 4 tie for the highest appeal; seat 1 sells a single good."""
    game = clothes(side)
    for player, sold, cash in ((1, 2, 11 + 8), (3, 2, 15 + 8), (0, 1, 6 + 3)):
        assert (game.phase, game.player, own(game, player)["sold"]) == ("ship", player, sold)
        assert own(game, player)["cash"] == cash
        game.do("ship 0")
    assert each(game, "cash") == [0, 8, 9, 10]
    assert each(game, "share_value") == [11, 11, 12, 11]
    assert each(game, "shares") == [6] * 4 and each(game, "loans") == [0] * 4 == each(game, "ship_tokens")


# --- the final score --------------------------------------------------------------------------------------------------

RICH = seat(
    only={"Food": factory(3), "Cutlery": factory(3)},
    levels="Warehouse 4",
    store="Food 2, Food 1",
    cash=31,
    shares=14,
    loans=2,
    share_value=23,
    ship_tokens=3,
)
POOR = seat(only={"Food": factory(3), "Cutlery": factory(3)}, cash=0)


def test_r51_the_final_score_step_by_step(side: Side) -> None:
    """3 x 4 for the stock, one share for 23, a share a loan, 2 for three tokens: 13 x 21."""
    game = producing(side, [RICH, POOR], in_round=12)
    assert game.scores() == [273, 60]
    game.do("develop Office")
    assert game.phase == "over" and game.state.end_reason() == "rounds_played"
    assert game.scores() == [273, 60] and game.ranking() == [1, 2]
    assert own(game)["shares"] == 14 and own(game)["cash"] == 31  # the position is left as it is
    assert game.score_parts(0) == [
        ("shares held", "R51", 14 * 23),
        ("final purchase of shares", "R51", 23),
        ("shares for loans", "R51", -2 * 23),
        ("ship tokens", "R51", -13 * 2),
    ]
    ranked = [("solvency", [1, 1]), ("score, of the bankrupt the round of leaving", [273, 60])]
    assert [(name, numbers) for name, _, numbers in game.ranked_by()[:2]] == ranked
    assert [(name, rule) for name, rule, _ in game.ranked_by()[2:]] == [("cash left", "R52"), ("share value", "R52")]


def test_r51_option_final_purchase(side: Side) -> None:
    game = producing(side, [RICH, POOR], in_round=12, rules={"final_purchase": False})
    assert game.scores() == [12 * 21, 60]


# --- an upgrade -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [1, 2])
def test_r12_r34_an_upgrade_in_decade_iii(side: Side, tile: int) -> None:
    """Sides B/B, four labour units of which two are machines: output 3 + 6, wages for two."""
    owner = seat(only={"Food": factory(tile, 2, (1, 1)), "Cutlery": factory()}, cash=50)
    game = play(side, [owner], in_round=9, start=1, turn=0, demand=(0, 0, 0, 0))
    game.do("upgrade Food", "done")
    assert works(game, "Food") == factory(3, 2, (1, 1))
    game.do("price 4")
    assert works(game, "Food")["appeal"] == 11 and demand(game) == [5, 0, 0, 0]
    game.do("develop Office")
    # 9 made: 6 sold at 4, two ships with one at 4 each, one lost; 16 + 2 x 2 + 2 x 1 paid
    assert own(game)["cash"] == 50 + 24 + 8 - 22
    assert own(game)["ship_tokens"] == 2

"""R20 to R23: the Stock Exchange and the two expert actions."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import Changes, demand, each, end_round, end_turn, factory, legal, own, play, seat, works
from positions import Play, Side

EXPERT = {"expert_actions": True}


# --- Stock Exchange ---------------------------------------------------------------------------------------------------


def test_r20_shares_cost_the_share_value(side: Side) -> None:
    game = play(side, [seat(cash=50, share_value=16)]).do("buy 3 shares")
    assert (own(game)["cash"], own(game)["shares"], game.phase) == (2, 9, "loan")


def test_r20_from_cash_only(side: Side) -> None:
    game = play(side)
    assert legal(game, "buy") == ["buy 0 shares", "buy 1 share"]
    assert game.refusal("buy 2 shares") == ("cash", "R20", "buying 2 costs £20, you have £12")


def test_r20_nobody_holds_more_than_thirty(side: Side) -> None:
    game = play(side, [seat(cash=99, shares=28)])
    assert legal(game, "buy") == ["buy 0 shares", "buy 1 share", "buy 2 shares"]
    assert game.refusal("buy 3 shares") == ("holding", "R20", "nobody holds more than 30 shares")


def test_r20_nothing_bought_is_a_pass(side: Side) -> None:
    before = play(side).now["seats"]
    assert play(side).do("buy 0 shares", "take 0 loans").now["seats"] == before


def test_r21_loans_pay_the_share_value(side: Side) -> None:
    game = play(side, [seat(share_value=17)]).do("buy 0 shares", "take 3 loans")
    assert (own(game)["cash"], own(game)["loans"]) == (12 + 51, 3)


def test_r21_nine_loans_in_all(side: Side) -> None:
    game = play(side, [seat(loans=7)]).do("buy 0 shares")
    assert game.legal() == ["take 0 loans", "take 1 loan", "take 2 loans"]
    assert game.refusal("take 3 loans") == ("loan_spaces", "R21", "you have 2 free loan spaces")


def test_r21_loans_come_after_the_purchase(side: Side) -> None:
    game = play(side).do("buy 1 share", "take 9 loans")
    assert own(game)["cash"] == 2 + 90 and game.phase == "price"
    assert game.refusal("buy 1 share").code == "wrong_phase"


@pytest.mark.parametrize("loans", [0, 1])
def test_r21_used_ships_are_available_again(side: Side, loans: int) -> None:
    """The tokens stay."""
    game = play(side, [seat(ships_used=2, ship_tokens=5)])
    game.do("buy 0 shares", f"take {loans} loan" + "s" * (loans != 1))
    assert (own(game)["ships_used"], own(game)["ship_tokens"]) == (0, 5)


# --- Extra Production -------------------------------------------------------------------------------------------------


def extra(side: Side, owner: Changes | None = None, **arguments: Any) -> Play:
    rules = {"rules": EXPERT} | arguments
    return play(side, [owner or seat(cash=20)], **rules)


def test_r22_stores_ships_and_pays_at_once(side: Side) -> None:
    """Cutlery makes two: one in store, one shipped for 4; 10 + 2 to pay; Distribution falls, share value does not."""
    owner = seat(factories={"Cutlery": factory(distribution=2, appeal=20)}, cash=20, levels="Warehouse 1")
    game = extra(side, owner, demand=(0, 0, 0, 0)).do("extra Cutlery")
    assert own(game)["cash"] == 20 + 4 - 12 and own(game)["warehouses"] == [["Cutlery", 1], None, None]
    assert (own(game)["ship_tokens"], own(game)["ships_used"], own(game)["share_value"]) == (1, 1, 10)
    assert works(game, "Cutlery")["distribution"] == 1 and game.phase == "price"


def test_r22_then_price_and_development(side: Side) -> None:
    game = extra(side).do("extra Cutlery", "price 2", "develop Office")
    assert (game.player, game.phase) == (1, "action")
    game = play(side, [seat(), seat(cash=20)], rules=EXPERT, in_round=3, start=1).do("extra Lamps")
    assert (game.player, game.phase) == (1, "develop")


def test_r22_what_cannot_produce(side: Side) -> None:
    owner = seat(factories={"Clothes": factory(1, 0)})
    game = extra(side, owner)
    assert game.refusal("extra Food") == ("active_good", "R22", "Food is produced in this round anyway")
    assert game.refusal("extra Clothes") == ("no_crew", "R22", "Clothes has no worker card")
    assert game.refusal("extra Lamps") == ("not_open", "R22", "you have no Lamps factory")
    assert legal(game, "extra") == ["extra Cutlery"]


def test_r22_once_in_a_decade(side: Side) -> None:
    game = extra(side, seat(cash=20, extra_used=True))
    sentence = "you have had your Extra Production of this decade"
    assert game.refusal("extra Cutlery") == ("extra_used", "R22", sentence)
    assert own(extra(side).do("extra Cutlery"))["extra_used"] is True


def test_r22_free_again_in_the_next_decade(side: Side) -> None:
    owners = [seat(extra_used=True, cash=40), seat(extra_used=True, cash=40)]
    game = end_round(play(side, owners, rules=EXPERT, in_round=4))
    assert each(game, "extra_used") == [False, False]
    game = end_round(play(side, owners, rules=EXPERT, in_round=3))
    assert each(game, "extra_used") == [True, True]


@pytest.mark.parametrize("good", ["Food", "Clothes", "Cutlery"])
def test_r22_any_factory_in_decade_iii(side: Side, good: str) -> None:
    owner = seat(factories={"Clothes": factory(), "Food": factory(), "Cutlery": factory()}, cash=40)
    assert own(extra(side, owner, in_round=12).do(f"extra {good}"))["extra_used"] is True


def test_r22_emergency_loans_pay_for_it(side: Side) -> None:
    game = extra(side, seat(cash=0)).do("extra Cutlery")
    assert (own(game)["loans"], own(game)["cash"]) == (1, 8 - 12 + 5)


def test_r22_r42_a_bankruptcy_ends_the_turn_at_once(side: Side) -> None:
    """Three players: the appeal markers go, demand falls by their arrows, the next one acts."""
    ruined = seat(
        only={"Food": factory(appeal=8), "Cutlery": factory(appeal=5, distribution=3)},
        cash=3,
        loans=9,
        ships_used=2,
        ship_tokens=2,
    )
    game = play(side, [ruined], rules=EXPERT, players=3).do("extra Cutlery")
    assert (own(game)["bankrupt_round"], own(game)["cash"], own(game)["loans"]) == (1, 0, 9)
    assert demand(game) == [2 - 3, 3, 4 - 2, 5] and works(game, "Cutlery")["distribution"] == 2
    assert [works(game, good)["appeal"] for good in ("Food", "Cutlery")] == [0, 0]
    assert (game.phase, game.player) == ("action", 1)


def test_r22_r50_the_last_solvent_player_wins_at_once(side: Side) -> None:
    ruined = seat(cash=0, loans=9, ships_used=2, ship_tokens=2)
    rival = seat(factories={"Food": factory(appeal=6)}, price=3)
    game = play(side, [ruined, rival], rules=EXPERT, in_round=5, start=1, turn=0).do("extra Cutlery")
    assert (game.phase, game.state.end_reason(), game.now["round"]) == ("over", "last_solvent", 5)
    assert each(game, "price") == [None, None] and game.ranking() == [2, 1]


def test_r22_r39_the_owner_may_choose_the_ships(side: Side) -> None:
    game = extra(side, rules=EXPERT | {"shipping_optional": True}).do("extra Cutlery")
    assert (game.phase, game.player, game.now["producing"], game.now["rest"]) == ("ship", 0, "Cutlery", 2)
    game.do("ship 1")
    assert own(game)["cash"] == 20 + 4 - 12 and game.phase == "price"


# --- Early Shipping ---------------------------------------------------------------------------------------------------

LOADED = seat(levels="Shipping 1, Warehouse 3", store="Food 2, Food 1")


def test_r23_each_ship_as_full_as_stock_and_capacity_allow(side: Side) -> None:
    """Ships of two: two Food, then one; the smallest content goes first."""
    game = play(side, [LOADED], rules=EXPERT, in_round=5).do("ship early Food")
    assert own(game)["cash"] == 12 + 2 * 2 and own(game)["warehouses"] == [["Food", 1], None, None]
    assert (own(game)["ship_tokens"], own(game)["ships_used"]) == (1, 1)
    game.do("ship early Food")
    assert own(game)["cash"] == 12 + 3 * 2 and own(game)["warehouses"] == [None] * 3
    assert own(game)["ship_tokens"] == 2


def test_r23_one_good_a_ship_at_the_price_of_its_tile(side: Side) -> None:
    owner = seat(factories={"Cutlery": factory(2)}, levels="Shipping 2, Warehouse 3", store="Food 1, Cutlery 1")
    game = play(side, [owner], rules=EXPERT, in_round=5).do("ship early Cutlery")
    assert own(game)["cash"] == 12 + 5 and own(game)["warehouses"] == [["Food", 1], None, None]


def test_r23_one_or_more_ships(side: Side) -> None:
    game = play(side, [LOADED], rules=EXPERT, in_round=5).do("ship early Food")
    assert game.legal() == ["ship early Food", "done"]
    assert game.do("done").phase == "price"


def test_r23_what_cannot_sail(side: Side) -> None:
    game = play(side, [LOADED], rules=EXPERT, in_round=5)
    assert game.refusal("ship early Cutlery") == ("nothing_stored", "R23", "you have no Cutlery in store")
    used = LOADED | {"ships_used": 2, "ship_tokens": 2}
    no_ship = ("no_ship", "R23", "you have no ship available")
    assert play(side, [used], rules=EXPERT, in_round=5).refusal("ship early Food") == no_ship
    placed = LOADED | {"ship_tokens": 9}
    assert play(side, [placed], rules=EXPERT, in_round=5).refusal("ship early Food") == no_ship


def test_r22_r23_the_basic_game_has_neither(side: Side) -> None:
    game = play(side, [LOADED], in_round=5)
    assert game.refusal("extra Cutlery") == ("expert_only", "R22", "Extra Production is not in this game")
    assert game.refusal("ship early Food") == ("expert_only", "R23", "Early Shipping is not in this game")


def test_r23_the_goods_are_gone_before_the_production(side: Side) -> None:
    """Nothing is left of the stock to be sold at home."""
    owner = seat(only={"Food": factory(), "Cutlery": factory()}, levels="Warehouse 1", store="Food 1", cash=20)
    game = play(side, [owner], rules=EXPERT, start=0, demand=(-4, 0, 0, 0)).do("ship early Food", "done")
    end_turn(game, price=2)
    end_round(game)
    # appeal 7 takes the three new goods only, at £2
    assert own(game)["cash"] == 20 + 2 + 6 - 10

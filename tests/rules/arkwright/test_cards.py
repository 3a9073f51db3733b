"""R33 and what belongs to it: each of the twelve Development cards, held and not held."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import (
    HARBOUR,
    IDLE,
    SHIPPED,
    after_production,
    each,
    factory,
    legal,
    maker,
    own,
    play,
    seat,
    works,
)
from positions import Side


def cash_after(side: Side, card: str, *numbers: Any, data: str | None = None, **changes: Any) -> int:
    """What is left of £100 after a production of Food in decade III in which nothing is sold or shipped."""
    owner = maker(*numbers, cards=card, **(HARBOUR | changes))
    found: int = own(after_production(side, [owner], in_round=9, data=data))["cash"]
    return found


def changed(key: str, number: int) -> str:
    """The data file with another number of a card's effect."""
    lines = [f"{key} = {number}" if line.startswith(f"{key} =") else line for line in SHIPPED.splitlines()]
    return "\n".join(lines)


def test_r33_foreman_each_worker_a_pound_cheaper(side: Side) -> None:
    """Four workers at £2."""
    assert cash_after(side, "", 3, 2) == 100 - 16 - 8
    assert cash_after(side, "Foreman", 3, 2) == 100 - 16 - 4


@pytest.mark.parametrize("cut", [1, 2, 5])
def test_r33_foreman_not_under_a_pound(side: Side, cut: int) -> None:
    assert cash_after(side, "Foreman", 3, 2, data=changed("foreman_wage_cut", cut)) == 100 - 16 - 4


def test_r33_foreman_leaves_machines_alone(side: Side) -> None:
    assert cash_after(side, "Foreman", 3, 2, (2, 2)) == 100 - 16 - 4


def test_r33_steward_fixed_cost_two_pounds_less(side: Side) -> None:
    assert cash_after(side, "", 1, 0) == 100 - 8
    assert cash_after(side, "Steward", 1, 0) == 100 - 6
    assert cash_after(side, "Steward", 1, 2, data=changed("steward_cost_cut", 99)) == 100 - 4  # not under 0


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_r33_r45_sales_agent_keeps_a_distribution_of_two_or_less(side: Side, before: int, after: int) -> None:
    game = after_production(side, [maker(distribution=before, cards="Sales Agent")])
    assert works(game, "Food")["distribution"] == after


def test_r16_r17_r33_craftsman_one_point_and_one_card_more(side: Side) -> None:
    only = {
        good: factory(quality=value)
        for good, value in zip(("Food", "Clothes", "Cutlery", "Lamps"), (1, 1, 1, 0), strict=True)
    }
    plain = play(side, [seat(only=only)])
    assert plain.refusal("quality Food 3").code == "points" and plain.refusal("quality Lamps 1").code == "no_card"
    game = play(side, [seat(only=only, cards="Craftsman")]).do("quality Food 2", "quality Lamps 1")
    assert game.now["used"] == 2 and game.refusal("quality Cutlery 2").code == "points"


def test_r17_r19_r33_advertiser_two_points_and_one_card_more(side: Side) -> None:
    only = {"Food": factory(distribution=1), "Clothes": factory(distribution=1), "Lamps": factory()}
    plain = play(side, [seat(only=only)])
    assert plain.refusal("distribution Food 4").code == "points"
    assert plain.refusal("distribution Lamps 1").code == "no_card"
    game = play(side, [seat(only=only, cards="Advertiser")]).do("distribution Food 4", "distribution Lamps 1")
    assert game.now["used"] == 4 and game.refusal("distribution Clothes 2").code == "points"


def test_r31_r33_patent_two_steps_a_decade_and_a_decade_ahead(side: Side) -> None:
    """Used in decade I, free again in decade II."""
    owner = seat(only=IDLE["only"], cards="Patent", levels="Shipping 2", cash=40)
    game = play(side, [owner, seat(only=IDLE["only"])], in_round=4, phase="develop")
    assert game.refusal("develop Shipping").code == "level_closed"
    game.do("patent", "develop Shipping", "develop Office")
    assert own(game)["levels"] == {"Shipping": 3, "Office": 1} and own(game)["patent_used"] is True
    game.do("buy 0 shares", "take 0 loans", "develop Office")
    assert game.phase == "start" and own(game)["patent_used"] is False


def test_r33_r37_large_warehouse_holds_four_of_one_good(side: Side) -> None:
    game = after_production(side, [maker(3, 2, cards="Large Warehouse", **HARBOUR)], in_round=9)
    assert own(game)["warehouses"] == [None, None, ["Food", 4]]
    full = maker(3, 2, cards="Large Warehouse", store="-, -, Cutlery 1", **HARBOUR)
    assert own(after_production(side, [full], in_round=9))["warehouses"] == [None, None, ["Cutlery", 1]]


def test_r33_r38_shipyard_a_third_ship_and_one_good_more_in_each(side: Side) -> None:
    """Nine over: three ships of two instead of two of one, at £4."""
    plain = after_production(side, [maker(3, 2)], in_round=9)
    assert own(plain)["cash"] == 100 + 2 * 4 - 24 and own(plain)["ships_used"] == 2
    game = after_production(side, [maker(3, 2, cards="Shipyard")], in_round=9)
    assert own(game)["cash"] == 100 + 6 * 4 - 24
    assert (own(game)["ships_used"], own(game)["ship_tokens"]) == (3, 3)


def test_r23_r33_shipyard_carries_more_in_early_shipping(side: Side) -> None:
    owner = seat(cards="Shipyard", levels="Warehouse 2", store="Food 2", ships_used=2, ship_tokens=2)
    game = play(side, [owner], in_round=6, rules={"expert_actions": True}).do("ship early Food")
    assert own(game)["warehouses"] == [None] * 3 and own(game)["cash"] == 12 + 4


def test_r33_merchant_a_pound_more_for_each_good_shipped(side: Side) -> None:
    assert own(after_production(side, [maker(cards="Merchant")], in_round=5))["cash"] == 100 + 2 * 3 - 10
    trader = seat(cards="Merchant", levels="Warehouse 2", store="Food 2")
    game = play(side, [trader], in_round=6, rules={"expert_actions": True}).do("ship early Food")
    assert own(game)["cash"] == 12 + 3


@pytest.mark.parametrize(("tokens", "lost"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (9, 4)])
def test_r33_r51_merchant_two_tokens_are_ignored(side: Side, tokens: int, lost: int) -> None:
    owner = seat(cards="Merchant", cash=0, ship_tokens=tokens)
    assert play(side, [owner], in_round=12, phase="over").scores()[0] == 6 * (10 - lost)


def test_r33_r51_merchant_not_in_the_final_sale(side: Side) -> None:
    """Two Food at £2, not £3, do not make the share of £10."""
    owner = seat(cards="Merchant", cash=5, levels="Warehouse 2", store="Food 2")
    assert play(side, [owner], in_round=12, phase="over").scores()[0] == 60


def test_r33_r40_mechanic_no_upkeep(side: Side) -> None:
    assert cash_after(side, "", 3, 2, (2, 1)) == 100 - 16 - 2 - 3
    assert cash_after(side, "Mechanic", 3, 2, (2, 1)) == 100 - 16 - 2


def test_r33_r43_r44_entrepreneur_one_sale_and_won_ties(side: Side) -> None:
    """Nothing without the card; one step for the sale, one for the tie with it."""
    for card, value in (("", 10), ("Entrepreneur", 12)):
        owner = maker(1, 0, good="Lamps", appeal=6, cards=card)
        game = after_production(side, [owner, maker(good="Lamps", appeal=6), IDLE], players=3, in_round=8)
        assert each(game, "share_value") == [value, 11 + (card == ""), 10]


def test_r17_r24_r33_engineer_quality_six_in_all_and_appeal(side: Side) -> None:
    """Quality 5 + 1: three of the five may be price, the Engineer stays appeal."""
    owner = seat(factories={"Food": factory(quality=4)}, cards="Engineer")
    game = play(side, [owner]).do("quality Food 5", "done")
    assert legal(game, "price") == [f"price {price}" for price in range(2, 10)]
    assert works(game.do("price 9"), "Food")["appeal"] == 8 + 1 + 5 + 1 - 9


def test_r33_r32_a_card_works_only_while_it_is_held(side: Side) -> None:
    """The Steward is given up for the Foreman in the same turn in which Food is made."""
    game = play(side, [maker(cards="Steward", **HARBOUR)], in_round=5, turn=0, start=1, phase="develop")
    game.do("give up Steward", "take Foreman")
    assert own(game)["cash"] == 100 - 8 - 1

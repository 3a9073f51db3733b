"""R24 to R26: price and appeal of the active good, demand."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import GOODS, demand, each, factory, legal, own, play, seat, started, works
from positions import Play, Side

TILES = {
    ("Food", 1): (2, 6),
    ("Food", 2): (3, 8),
    ("Food", 3): (4, 10),
    ("Clothes", 1): (3, 6),
    ("Clothes", 2): (4, 8),
    ("Clothes", 3): (5, 10),
    ("Cutlery", 1): (4, 6),
    ("Cutlery", 2): (5, 8),
    ("Cutlery", 3): (6, 10),
    ("Lamps", 1): (5, 6),
    ("Lamps", 2): (6, 8),
    ("Lamps", 3): (7, 10),
}
"""Price and appeal of the cheapest of the four positions."""
OTHER = {"Food": "Lamps", "Clothes": "Lamps", "Cutlery": "Lamps", "Lamps": "Food"}


def pricing(side: Side, good: str = "Food", tile: int = 1, **fields: Any) -> Play:
    """Seat 1 is to set the price, with an own factory as the arguments say."""
    changes = {key: fields.pop(key) for key in ("cards", "engineer", "engineer_turned") if key in fields}
    only: dict[str, Any] = {good: factory(tile, 1), OTHER[good]: factory()}
    values = {key: fields.pop(key) for key in ("quality", "distribution", "appeal") if key in fields}
    only[good].update(values)
    in_round = 9 + GOODS.index(good)
    owner = seat(only=only, **changes)
    return play(side, [owner], in_round=in_round, phase="price", **fields)


@pytest.mark.parametrize(("good", "tile"), TILES)
def test_r24_four_positions_and_the_office(side: Side, good: str, tile: int) -> None:
    """Each position costs one appeal and gives a pound; the office is worth one of either."""
    price, appeal = TILES[good, tile]
    assert pricing(side, good, tile).legal() == [f"price {price + k}" for k in range(5)]
    for k in range(4):  # the office to the appeal
        game = pricing(side, good, tile).do(f"price {price + k}")
        assert works(game, good)["appeal"] == appeal - k + 1 and own(game)["price"] == price + k
    game = pricing(side, good, tile).do(f"price {price + 4}")  # the office to the price
    assert works(game, good)["appeal"] == appeal - 3


@pytest.mark.parametrize(("quality", "as_price"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_r24_half_the_quality_rounded_up_may_be_price(side: Side, quality: int, as_price: int) -> None:
    """At the lowest price all of it is appeal."""
    card: dict[str, Any] = {"cards": "Engineer", "engineer": "Food"} if quality == 5 else {}
    value = 1 if card else 0
    game = pricing(side, quality=quality, **card)
    top = 2 + 3 + 1 + as_price
    assert game.legal() == [f"price {price}" for price in range(2, top + 1)]
    sentence = f"Food can have a price of £2 to £{top}"
    assert game.refusal(f"price {top + 1}") == ("price_range", "R24", sentence)
    assert game.refusal("price 1") == ("price_range", "R24", sentence)
    assert works(game.do("price 2"), "Food")["appeal"] == 7 + quality + value


@pytest.mark.parametrize(("turned", "value"), [(False, 1), (True, 2)])
def test_r24_distribution_and_engineer_are_always_appeal(side: Side, turned: bool, value: int) -> None:
    game = pricing(side, distribution=4, cards="Engineer", engineer="Food", engineer_turned=turned)
    assert game.legal()[-1] == "price 6"
    assert works(game.do("price 6"), "Food")["appeal"] == 3 + 4 + value


def test_r24_an_engineer_elsewhere_does_not_count(side: Side) -> None:
    game = pricing(side, cards="Engineer", engineer="Lamps").do("price 2")
    assert works(game, "Food")["appeal"] == 7


def test_r24_the_appeal_track_ends_at_twenty(side: Side) -> None:
    """A total of 8 + 6 + 1 + 4 + 4 + 2 would be 24 at the lowest price, 20 at the fourth pound more."""
    card = {"cards": "Engineer", "engineer": "Lamps", "engineer_turned": True}
    for price, appeal in ((7, 20), (8, 20), (9, 19)):
        game = pricing(side, "Lamps", 3, quality=4, distribution=4, **card).do(f"price {price}")
        assert works(game, "Lamps")["appeal"] == appeal


def test_r24_only_an_open_factory_of_the_active_good(side: Side) -> None:
    game = play(side, in_round=2).do("buy 0 shares", "take 0 loans")
    assert game.phase == "develop" and own(game)["price"] is None


def test_r24_the_price_stays_until_the_production_is_over(side: Side) -> None:
    game = started(side).do("buy 0 shares", "take 0 loans", "price 4", "develop Office")
    assert each(game, "price") == [4, None]
    game.do("buy 0 shares", "take 0 loans", "develop Office")
    assert each(game, "price") == [None, None]


# --- arrows -----------------------------------------------------------------------------------------------------------

ARROWS = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]
"""Passed from 0 up to each space of the track."""


@pytest.mark.parametrize("appeal", range(21))
def test_r25_each_arrow_passed_moves_demand_by_one(side: Side, appeal: int) -> None:
    """To 7 from wherever it stood: up with the arrows, down against them."""
    game = pricing(side, appeal=appeal, demand=(2, 0, 0, 0)).do("price 2")
    assert works(game, "Food")["appeal"] == 7
    assert demand(game) == [2 + 3 - ARROWS[appeal], 0, 0, 0]


@pytest.mark.parametrize("distribution", range(5))
@pytest.mark.parametrize(("tile", "price", "least"), [(1, 2, 7), (3, 4, 11)])
def test_r25_from_nothing_to_each_space(side: Side, tile: int, price: int, least: int, distribution: int) -> None:
    game = pricing(side, tile=tile, distribution=distribution, demand=(0, 0, 0, 0)).do(f"price {price}")
    appeal = least + distribution
    assert works(game, "Food")["appeal"] == appeal and demand(game)[0] == ARROWS[appeal]


def test_r25_new_quality_shows_at_the_next_price(side: Side) -> None:
    owner = seat(only={"Food": factory(appeal=7), "Cutlery": factory(appeal=7, quality=1)})
    game = play(side, [owner], demand=(0, 0, 0, 0)).do("quality Cutlery 0", "done")
    assert works(game, "Cutlery")["appeal"] == 7 and demand(game) == [0, 0, 0, 0]
    game = play(side, [owner], demand=(0, 0, 0, 0)).do("distribution Food 2", "done")
    assert works(game, "Food")["appeal"] == 7
    game.do("price 2")
    assert works(game, "Food")["appeal"] == 9 and demand(game) == [1, 0, 0, 0]


# --- ends of the tracks -----------------------------------------------------------------------------------------------


def test_r26_what_goes_beyond_the_top_of_demand_is_lost(side: Side) -> None:
    game = pricing(side, demand=(11, 0, 0, 0)).do("price 2")
    assert demand(game) == [12, 0, 0, 0]


def test_r26_what_goes_below_the_bottom_of_demand_is_lost(side: Side) -> None:
    game = pricing(side, appeal=20, demand=(-2, 0, 0, 0)).do("price 6")
    assert works(game, "Food")["appeal"] == 3 and demand(game) == [-4, 0, 0, 0]


def test_r26_demand_and_wage_at_their_ends(side: Side) -> None:
    game = play(side, players=4, demand=(-4, -3, 12, 0), wage=17).do("employ Food")
    assert demand(game) == [-4, -4, 11, -1] and game.now["wage_space"] == 17


def test_r26_each_single_change_is_cut(side: Side) -> None:
    """Up to 12 and no further, so that a later fall starts from 12."""
    game = started(side, 4)
    d = game.now | {"demand": dict.fromkeys(GOODS, 12)}
    game = Play(game.state.game.state_from_dict(d)).do("buy 0 shares", "take 0 loans", "price 2", "develop Office")
    assert demand(game) == [12] * 4
    assert demand(game.do("employ Clothes")) == [11] * 4


def test_r25_demand_moves_for_all_at_once(side: Side) -> None:
    """What the second owner adds is there when the first one sells."""
    game = started(side, 4).do("buy 0 shares", "take 0 loans", "price 2")
    assert demand(game)[0] == 1 + 4
    game.do("develop Office", "buy 0 shares", "take 0 loans", "develop Office", "buy 0 shares", "take 0 loans")
    assert legal(game, "price") and demand(game.do("price 2"))[0] == 1 + 8

"""R34 to R45: output, home sales, warehouses, ships, costs, share values, Distribution."""

from __future__ import annotations

import pytest
from arkwright.table import (
    GOODS,
    HARBOUR,
    IDLE,
    after_production,
    demand,
    each,
    factory,
    maker,
    own,
    play,
    seat,
    trader,
    works,
)
from positions import Side

OUTPUT = {"Food": (2, 2, 3), "Clothes": (2, 2, 3), "Cutlery": (1, 2, 2), "Lamps": (1, 1, 2)}
FIXED = {"Food": (8, 12, 16), "Clothes": (9, 13, 17), "Cutlery": (10, 14, 18), "Lamps": (11, 15, 19)}
EXPORT = {"Food": (2, 3, 4), "Clothes": (3, 4, 5), "Cutlery": (4, 5, 6), "Lamps": (5, 6, 7)}
CREWS = {1: ((0, 0), (1, 1), (2, 2)), 2: ((0, 0), (2, 3), (3, 4)), 3: ((0, 0), (2, 3), (4, 6))}
"""Labour units and what they add to the output, for none, one and two worker cards on a tile."""
WAGES = {
    1: [2, 2, 3, 3, 4, 4, 5, 5, 6],
    2: [2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6],
    3: [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6],
    4: [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6],
}


# --- output and costs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [1, 2, 3])
@pytest.mark.parametrize("good", GOODS)
def test_r34_r36_r40_tiles_and_worker_cards(side: Side, good: str, tile: int) -> None:
    """All of it is sold at £10; paid are the fixed cost and £2 a worker."""
    for crew, (units, added) in enumerate(CREWS[tile]):
        seats = [maker(tile, crew, good=good, appeal=20), seat(only={"Lamps": factory(), "Food": factory()})]
        if good in ("Food", "Lamps"):
            seats[1] = seat(only={"Clothes": factory(), "Cutlery": factory()})
        game = after_production(side, seats, in_round=9 + GOODS.index(good))
        made = OUTPUT[good][tile - 1] + added
        assert own(game)["cash"] == 100 + 10 * made - FIXED[good][tile - 1] - 2 * units


@pytest.mark.parametrize(("machines", "cost"), [((0, 0), 24), ((1, 0), 23), ((2, 1), 21), ((2, 2), 20)])
def test_r40_a_machine_costs_a_pound(side: Side, machines: tuple[int, int], cost: int) -> None:
    """Four labour units at decade III: 16, £2 a worker, £1 a machine."""
    game = after_production(side, [maker(3, 2, machines, **HARBOUR)], in_round=9)
    assert own(game)["cash"] == 100 - cost


@pytest.mark.parametrize("players", WAGES)
def test_r40_the_wage_of_each_space(side: Side, players: int) -> None:
    for space, wage in enumerate(WAGES[players], start=1):
        seats = [maker(crew=2, **HARBOUR), *[IDLE] * (players - 1)]
        game = after_production(side, seats, players=players, wage=space)
        assert own(game)["cash"] == 100 - 8 - 2 * wage


def test_r40_the_wage_of_this_moment(side: Side) -> None:
    """A later player of the same round raises it from £2 to £3; three are sold for £2 each (appeal 7, demand 4)."""
    game = play(side, [maker(price=None, **HARBOUR), IDLE], wage=3).do("buy 0 shares", "take 0 loans", "price 2")
    game.do("develop Office", "employ Clothes", "done", "develop Office")
    assert own(game)["cash"] == 100 + 6 - 8 - 3


def test_r34_all_produce_before_anything_changes(side: Side) -> None:
    """Two owners, the same demand for both, whoever comes first."""
    seats = [maker(appeal=7), maker(appeal=6), IDLE]
    for start in (0, 1):
        game = after_production(side, seats, players=3, in_round=5, start=start, demand=(4, 0, 0, 0))
        # 3 and 2 sold at £10, nothing and one shipped for £2, 8 + 2 paid
        assert each(game, "cash")[:2] == [100 + 30 - 10, 100 + 20 + 2 - 10]
        assert demand(game) == [4, 0, 0, 0]


# --- home sales -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("appeal", "present", "sold"),
    [
        (8, 6, 2),
        (10, 6, 4),
        (6, -2, 6),
        (7, -4, 7),
        (4, 0, 4),
        (5, 5, 0),
        (4, 9, 0),
        (0, -4, 0),
        (12, 4, 8),
        (20, 0, 9),
    ],
)
def test_r35_appeal_less_demand_at_most_the_appeal(side: Side, appeal: int, present: int, sold: int) -> None:
    """Nine are made at most; one sold is a pound."""
    owner = maker(3, 2, appeal=appeal, price=1, **HARBOUR)
    game = after_production(side, [owner], in_round=9, demand=(present, 0, 0, 0))
    assert own(game)["cash"] == 100 + sold - 24


def test_r35_new_goods_first_then_stored_ones(side: Side) -> None:
    """Limit 5: three new ones and two of the stock, the smallest content first."""
    owner = maker(appeal=5, levels="Warehouse 3", store="Food 2, Food 1")
    game = after_production(side, [owner])
    assert own(game)["cash"] == 100 + 50 - 10
    assert own(game)["warehouses"] == [["Food", 1], None, None]


def test_r35_other_goods_stay_in_store(side: Side) -> None:
    owner = maker(appeal=9, levels="Warehouse 3", store="Cutlery 2, Food 1")
    game = after_production(side, [owner])
    assert own(game)["warehouses"] == [["Cutlery", 2], None, None]
    assert own(game)["cash"] == 100 + 40 - 10


# --- warehouses -------------------------------------------------------------------------------------------------------

LEFT = {1: (1, 0), 2: (1, 0), 3: (1, 1), 4: (1, 2), 5: (2, 1), 6: (2, 2), 9: (3, 2)}
"""Tile and worker cards that leave so many goods over when nothing is sold (or one, for 1)."""


@pytest.mark.parametrize(
    ("level", "large", "before", "left", "after"),
    [
        (0, False, "", 2, "-, -, -"),
        (1, False, "", 2, "Food 1, -, -"),
        (2, False, "", 1, "Food 1, -, -"),
        (2, False, "", 3, "Food 2, -, -"),
        (3, False, "", 1, "-, Food 1, -"),  # the smallest that takes all
        (3, False, "", 2, "Food 2, -, -"),
        (3, False, "", 3, "Food 2, Food 1, -"),  # or else the largest
        (4, False, "", 2, "Food 2, -, -"),  # of equal ones the first
        (4, False, "", 9, "Food 2, Food 2, -"),
        (0, True, "", 3, "-, -, Food 3"),
        (3, True, "", 1, "-, Food 1, -"),
        (3, True, "", 3, "-, -, Food 3"),
        (3, True, "", 5, "-, Food 1, Food 4"),
        (3, True, "", 6, "Food 2, -, Food 4"),
        (3, True, "", 9, "Food 2, Food 1, Food 4"),
        (3, False, "Food 1", 1, "Food 2, -, -"),  # what holds the good is filled up first
        (3, False, "Food 1", 2, "Food 2, Food 1, -"),
        (3, True, "-, -, Food 1", 3, "-, -, Food 4"),
        (3, True, "Food 1, -, Food 1", 3, "Food 2, -, Food 3"),
        (3, False, "Cutlery 1", 1, "Cutlery 1, Food 1, -"),  # one good only
        (3, False, "Cutlery 2, Cutlery 1", 3, "Cutlery 2, Cutlery 1, -"),
        (3, True, "-, Cutlery 1", 6, "Food 2, Cutlery 1, Food 4"),
    ],
)
def test_r37_where_goods_are_stored(side: Side, level: int, large: bool, before: str, left: int, after: str) -> None:
    tile, crew = LEFT[left]
    owner = maker(tile, crew, appeal=1 if left == 1 else 0, levels=f"Warehouse {level}", store=before, **HARBOUR)
    owner["cards"] = ["Large Warehouse"] if large else []
    game = after_production(side, [owner], in_round=9)
    found = [f"{stored[0]} {stored[1]}" if stored else "-" for stored in own(game)["warehouses"]]
    assert ", ".join(found) == after


@pytest.mark.parametrize(
    ("before", "taken", "after"),
    [
        ("Food 2, Food 1", 1, [["Food", 2], None, None]),
        ("Food 2, Food 1", 2, [["Food", 1], None, None]),
        ("Food 2, Food 1", 3, [None, None, None]),
        ("Food 1, Food 1", 1, [None, ["Food", 1], None]),
        ("Food 2, -, Food 1", 2, [["Food", 1], None, None]),
        ("Food 2, -, Food 4", 3, [None, None, ["Food", 3]]),
        ("Food 2, -, Food 2", 1, [["Food", 1], None, ["Food", 2]]),
    ],
)
def test_r37_the_smallest_content_is_taken_first(side: Side, before: str, taken: int, after: list[object]) -> None:
    owner = maker(crew=0, appeal=2 + taken, levels="Warehouse 3", store=before, cards="Large Warehouse")
    game = after_production(side, [owner], in_round=5)
    assert own(game)["warehouses"] == after


def test_r37_a_warehouse_that_grows_keeps_its_content(side: Side) -> None:
    owner = maker(levels="Warehouse 1", store="Food 1")
    game = play(side, [owner], phase="develop", start=0).do("develop Warehouse")
    assert own(game)["warehouses"] == [["Food", 1], None, None]


def test_r37_goods_stay_from_decade_to_decade(side: Side) -> None:
    trader = seat(only={"Food": factory(), "Cutlery": factory()}, levels="Warehouse 2", store="Food 2")
    game = after_production(side, [trader, IDLE], in_round=4).do("start seat 1")
    assert game.now["round"] == 5 and own(game)["warehouses"] == [["Food", 2], None, None]


# --- ships ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "used", "tokens", "ships", "goods"),
    [
        (0, 0, 0, 2, 2),  # the third is lost
        (1, 0, 0, 2, 3),  # the second is not full
        (2, 0, 0, 1, 3),
        (0, 1, 1, 1, 1),
        (1, 1, 4, 1, 2),
        (0, 2, 2, 0, 0),
        (0, 0, 8, 1, 1),
        (0, 0, 9, 0, 0),
    ],
)
def test_r38_what_does_not_fit_is_shipped(
    side: Side, level: int, used: int, tokens: int, ships: int, goods: int
) -> None:
    """Three Food are left over, at £2 each."""
    owner = maker(levels=f"Shipping {level}", ships_used=used, ship_tokens=tokens)
    game = after_production(side, [owner])
    assert own(game)["cash"] == 100 + 2 * goods - 10
    assert (own(game)["ships_used"], own(game)["ship_tokens"]) == (used + ships, tokens + ships)


@pytest.mark.parametrize(("level", "goods"), list(enumerate([2, 4, 6, 8, 9])))
def test_r38_two_ships_of_the_tracks_capacity(side: Side, level: int, goods: int) -> None:
    game = after_production(side, [maker(3, 2, levels=f"Shipping {level}")], in_round=9)
    assert own(game)["cash"] == 100 + 4 * goods - 24


@pytest.mark.parametrize("good", GOODS)
def test_r38_each_tile_has_its_export_price(side: Side, good: str) -> None:
    """Two ships with one good each."""
    rival = seat(only={other: factory() for other in GOODS if other != good})
    for tile in (1, 2, 3):
        game = after_production(side, [maker(tile, 1, good=good), rival], in_round=9 + GOODS.index(good))
        cost = FIXED[good][tile - 1] + 2 * CREWS[tile][1][0]
        assert own(game)["cash"] == 100 + 2 * EXPORT[good][tile - 1] - cost


def test_r38_stored_before_shipped(side: Side) -> None:
    game = after_production(side, [maker(levels="Warehouse 2")])
    assert own(game)["warehouses"] == [["Food", 2], None, None] and own(game)["ship_tokens"] == 1


OPTIONAL = {"shipping_optional": True}


@pytest.mark.parametrize("ships", [0, 1, 2])
def test_r39_the_owner_chooses_how_many_sail(side: Side, ships: int) -> None:
    game = after_production(side, [maker()], rules=OPTIONAL)
    assert (game.phase, game.player, game.now["producing"], game.now["rest"]) == ("ship", 0, "Food", 3)
    assert game.legal() == ["ship 0", "ship 1", "ship 2"]
    assert game.refusal("ship 3") == ("too_many_ships", "R39", "at most 2 ships can sail")
    game.do(f"ship {ships}")
    assert own(game)["cash"] == 100 + 2 * ships - 10 and own(game)["ship_tokens"] == ships


def test_r39_no_more_than_are_useful(side: Side) -> None:
    game = after_production(side, [maker(levels="Shipping 2")], rules=OPTIONAL)
    assert game.legal() == ["ship 0", "ship 1"]


def test_r39_nothing_left_or_no_ship_nothing_asked(side: Side) -> None:
    for owner in (maker(appeal=3), maker(levels="Warehouse 3"), maker(**HARBOUR), maker(ship_tokens=9)):
        assert after_production(side, [owner], rules=OPTIONAL).phase == "action"


def test_r39_in_turn_order(side: Side) -> None:
    seats = [maker(), maker(), IDLE]
    game = after_production(side, seats, players=3, in_round=5, start=1, rules=OPTIONAL)
    assert game.player == 1
    assert game.do("ship 0").player == 0
    game.do("ship 2")
    assert each(game, "ship_tokens") == [2, 0, 0] and game.now["round"] == 6


# --- emergency loans --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "value", "loans", "left"),
    [(10, 10, 0, 0), (9, 10, 1, 4), (0, 10, 2, 0), (0, 11, 2, 2), (0, 7, 3, 2), (0, 25, 1, 3)],
)
def test_r41_half_the_share_value_rounded_up(side: Side, cash: int, value: int, loans: int, left: int) -> None:
    """Ten to pay; no more loans than needed."""
    game = after_production(side, [maker(cash=cash, share_value=value, **HARBOUR)])
    assert (own(game)["loans"], own(game)["cash"], own(game)["bankrupt_round"]) == (loans, left, None)


def test_r41_the_share_value_before_it_rises(side: Side) -> None:
    """3 x 1 sold, 7 short: two loans of 5 at £10, though the value is 12 afterwards."""
    game = after_production(side, [maker(appeal=3, price=1, cash=0)])
    assert (own(game)["loans"], own(game)["cash"], own(game)["share_value"]) == (2, 3, 12)


def test_r41_income_is_there_before_the_costs(side: Side) -> None:
    game = after_production(side, [maker(appeal=3, price=4, cash=0)])
    assert (own(game)["loans"], own(game)["cash"]) == (0, 2)


# --- share values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        ([(2, 7), (1, 7), (0, 9)], [11, 11, 10]),  # a tie; one sold does not count
        ([(1, 8), (1, 6)], [12, 11]),
        ([(1, 5)], [12]),
        ([(0, 9)], [10]),
        ([(1, 3), (0, 9)], [12, 10]),  # the highest among the qualified
        ([(2, 6), (2, 6), (2, 6), (1, 5)], [11, 11, 11, 11]),
        ([(1, 0)], [10]),
    ],
)
def test_r43_r44_two_home_sales_and_the_highest_appeal(
    side: Side, seats: list[tuple[int, int]], values: list[int]
) -> None:
    table = [trader(*numbers) for numbers in seats] + [IDLE] * (4 - len(seats))
    game = after_production(side, table, players=4, in_round=8)
    assert each(game, "share_value")[: len(values)] == values
    assert each(game, "share_value")[len(values) :] == [10] * (4 - len(values))


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        ([(0, 5, "e")], [12]),  # one sale qualifies
        ([(1, 7, "e"), (1, 7, "")], [12, 11]),
        ([(1, 7, "e"), (1, 7, "e"), (1, 7, "")], [12, 12, 11]),  # all tied holders
        ([(1, 6, "e"), (1, 7, "")], [11, 12]),
        ([(0, 7, "e"), (1, 7, "")], [12, 11]),
        ([(0, 0, "e")], [10]),
    ],
)
def test_r43_r44_the_entrepreneur(side: Side, seats: list[tuple[int, int, str]], values: list[int]) -> None:
    table = [trader(crew, appeal, "Entrepreneur" if card else "") for crew, appeal, card in seats]
    table += [IDLE] * (4 - len(seats))
    game = after_production(side, table, players=4, in_round=8)
    assert each(game, "share_value")[: len(values)] == values


def test_r43_shipping_does_not_count(side: Side) -> None:
    game = after_production(side, [trader(2, 1), IDLE], in_round=8)
    assert own(game)["ship_tokens"] == 2 and own(game)["share_value"] == 10


def test_r43_sales_from_the_stock_count(side: Side) -> None:
    owner = trader(0, 2, levels="Warehouse 1", store="Lamps 1")
    assert own(after_production(side, [owner, IDLE], in_round=8))["share_value"] == 12


@pytest.mark.parametrize(("value", "after"), [(38, 40), (39, 40), (40, 40)])
def test_r43_above_forty_steps_are_lost(side: Side, value: int, after: int) -> None:
    game = after_production(side, [trader(1, 5, share_value=value), IDLE], in_round=8)
    assert own(game)["share_value"] == after


@pytest.mark.parametrize(("neutral", "value"), [(6, 12), (7, 11), (8, 11)])
def test_r44_option_neutral_blocks_bonus(side: Side, neutral: int, value: int) -> None:
    """The neutral marker counts as one more among the qualified; without the option it does not."""
    for rules, expected in (({"neutral_blocks_bonus": True}, value), ({}, 12)):
        game = after_production(side, [trader(1, 7), IDLE], in_round=8, neutral=neutral, rules=rules)
        assert own(game)["share_value"] == expected


@pytest.mark.parametrize(("neutral", "value"), [(7, 12), (8, 11)])
def test_r44_the_entrepreneur_wins_a_tie_with_the_neutral_marker(side: Side, neutral: int, value: int) -> None:
    rules = {"neutral_blocks_bonus": True}
    game = after_production(side, [trader(1, 7, "Entrepreneur"), IDLE], in_round=8, neutral=neutral, rules=rules)
    assert own(game)["share_value"] == value


def test_r44_the_neutral_marker_needs_a_qualified_player_beside_it(side: Side) -> None:
    rules = {"neutral_blocks_bonus": True}
    game = after_production(side, [trader(0, 7), IDLE], in_round=8, neutral=3, rules=rules)
    assert own(game)["share_value"] == 10


# --- Distribution -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("appeal", [0, 5])
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3)])
def test_r45_distribution_falls_by_one(side: Side, before: int, after: int, appeal: int) -> None:
    """Whether anything was sold or not; the marker stays."""
    game = after_production(side, [maker(appeal=appeal, distribution=before)])
    assert works(game, "Food")["distribution"] == after and works(game, "Food")["appeal"] == appeal


def test_r45_only_where_something_was_produced(side: Side) -> None:
    owner = seat(only={"Food": factory(distribution=3), "Cutlery": factory(distribution=3)}, price=2, cash=50)
    game = after_production(side, [owner, seat()])
    assert [f["distribution"] for f in own(game)["factories"].values()] == [2, 3]
    assert works(game, "Clothes", 1)["distribution"] == 2

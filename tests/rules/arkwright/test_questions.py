"""What players ask, in the order of a turn, and what the rules answer."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import (
    HARBOUR,
    IDLE,
    SHIPPED,
    Changes,
    after_production,
    demand,
    each,
    end_round,
    factory,
    legal,
    maker,
    own,
    play,
    seat,
    started,
    trader,
    works,
)
from positions import Side

IDLE_ONLY = {"Clothes": factory(), "Cutlery": factory()}


# --- building ---------------------------------------------------------------------------------------------------------


def test_r11_does_building_several_move_demand_several_times(side: Side) -> None:
    """No: one shift an action."""
    game = play(side, players=4).do("build Clothes", "build Lamps", "done")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2


def test_r11_do_upgrades_move_demand_or_wages(side: Side) -> None:
    """No."""
    game = play(side, players=4, in_round=5).do("upgrade Food", "upgrade Cutlery", "done")
    assert demand(game) == [1, 2, 3, 4] and game.now["wage_space"] == 1


def test_r10_r11_does_building_and_upgrading_together_cost_more(side: Side) -> None:
    """No: one action, one shift, because something was built."""
    game = play(side, players=4, in_round=5).do("upgrade Food", "build Lamps", "upgrade Cutlery", "done")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2 and own(game)["cash"] == 12


@pytest.mark.parametrize(
    "text", ["build Lamps", "employ Food", "automate Food 1", "quality Food 1", "distribution Food 4"]
)
def test_r9_do_actions_cost_money(side: Side, text: str) -> None:
    """Only shares do."""
    assert own(play(side).do(text, "done"))["cash"] == 12
    assert own(play(side).do("buy 1 share"))["cash"] == 2


def test_r34_does_a_factory_without_workers_produce(side: Side) -> None:
    """The tile's output, for its fixed cost."""
    game = after_production(side, [maker(1, 0, appeal=9)])
    assert own(game)["cash"] == 100 + 2 * 10 - 8


def test_r24_r34_may_production_be_skipped(side: Side) -> None:
    """No: the price is the only choice, and the factory produces."""
    game = play(side, phase="price")
    assert {text.split()[0] for text in game.legal()} == {"price"}


def test_r10_r24_does_a_factory_built_now_produce_now(side: Side) -> None:
    """Yes, and its marker starts from 0."""
    only = {"Clothes": factory(), "Lamps": factory()}
    game = play(side, [seat(only=only, cash=20)], demand=(0, 0, 0, 0)).do("build Food", "done")
    assert game.phase == "price"
    game.do("price 2")
    assert works(game, "Food")["appeal"] == 7 and demand(game) == [-1 + 3, -1, -1, -1]
    end_round(game)
    assert own(game)["cash"] == 20 + 2 * 2 - 8


def test_r10_what_may_be_built_in_round_10(side: Side) -> None:
    """Clothes, which are made in this round; Food no more."""
    game = play(side, [seat(only={"Cutlery": factory(), "Lamps": factory()})], in_round=10)
    assert legal(game, "build") == ["build Clothes"]
    assert game.refusal("build Food").code == "no_more_production"


def test_r10_r12_from_decade_i_to_iii_at_once(side: Side) -> None:
    """Yes, and both worker cards flip: output 3 + 6."""
    game = play(side, [seat(factories={"Food": factory(1, 2)}, cash=60)], in_round=9, start=1, turn=0)
    game.do("upgrade Food", "done", "price 4", "develop Office")
    # appeal 11, demand 2 + 5 = 7: four sold, two shipped; 16 + 4 x 2 paid
    assert own(game)["cash"] == 60 + 4 * 4 + 2 * 4 - 24


def test_r12_is_flipping_worker_cards_employing(side: Side) -> None:
    """No shift."""
    game = play(side, [seat(factories={"Food": factory(1, 2)})], players=4, in_round=9).do("upgrade Food", "done")
    assert demand(game) == [1, 2, 3, 4] and game.now["wage_space"] == 1


def test_r12_r40_an_automated_card_flips_are_both_units_machines(side: Side) -> None:
    """No: one machine and a worker, who is paid until automated: 12 + £2 + £1."""
    game = play(
        side, [seat(factories={"Food": factory(1, 1, (1, 0))}, cash=50, **HARBOUR)], in_round=5, start=1, turn=0
    )
    game.do("upgrade Food", "done", "price 6", "develop Office")
    assert works(game, "Food")["machines"] == [1, 0]
    # appeal 6, demand 2 + 2: two sold at £6
    assert own(game)["cash"] == 50 + 12 - 15


# --- workers and machines ---------------------------------------------------------------------------------------------


def test_r13_r14_r54_may_workers_be_dismissed_or_machines_undone(side: Side) -> None:
    """There is no such action; the only one that breaks machines belongs to an event."""
    game = play(side, [seat(factories={"Food": factory(1, 2, (1, 0))})])
    words = {text.split()[0] for text in game.legal()}
    assert words == {"build", "employ", "automate", "quality", "distribution", "buy"}
    assert game.refusal("break Food 1").code == "wrong_phase"


def test_r13_may_one_card_in_one_factory_be_employed(side: Side) -> None:
    game = started(side).do("employ Cutlery", "done")
    assert [f["worker_cards"] for f in own(game)["factories"].values()] == [1, 2]


def test_r15_may_a_card_stay_half_automated(side: Side) -> None:
    """Where the limit is used up in the middle of it; how many are half done on the table does not matter."""
    half = {"Food": factory(2, 2, (1, 0)), "Clothes": factory(2, 1, (1, 0)), "Cutlery": factory(2, 2)}
    game = play(side, [seat(only=half)], in_round=5).do("automate Food 2", "automate Cutlery 1", "done")
    assert [f["machines"] for f in own(game)["factories"].values()] == [[1, 1], [1, 0], [1, 0]]
    game = play(side, [seat(only=half)], in_round=5).do("automate Cutlery 1")
    assert game.refusal("done") == ("finish_card", "R15", "a card that was begun must be finished first")


# --- Quality and Distribution -----------------------------------------------------------------------------------------


def test_r16_r19_both_kinds_in_one_action(side: Side) -> None:
    """No."""
    assert legal(play(side).do("quality Cutlery 0"), "distribution") == []


def test_r16_can_quality_be_moved_to_another_factory(side: Side) -> None:
    """Lowering Food is free and lost; raising Lamps costs points, of which there is one."""
    only = {"Food": factory(quality=3), "Lamps": factory()}
    game = play(side, [seat(only=only)]).do("quality Food 0")
    assert legal(game, "quality") == ["quality Lamps 1"]


def test_r16_r19_does_lowering_cost_points(side: Side) -> None:
    """No."""
    assert play(side).do("quality Cutlery 0").now["used"] == 0
    assert play(side).do("distribution Food 0").now["used"] == 0


def test_r25_when_does_a_new_value_move_the_marker(side: Side) -> None:
    """When the price of that good is set the next time."""
    owner = seat(factories={"Food": factory(appeal=6), "Cutlery": factory(appeal=6)})
    game = play(side, [owner], in_round=3, demand=(0, 0, 0, 0)).do("distribution Food 2", "done", "price 4")
    assert works(game, "Food")["appeal"] == 6 and works(game, "Cutlery")["appeal"] == 7
    assert demand(game) == [0, 0, 1, 0]


def test_r25_r45_does_the_marker_fall_with_the_distribution(side: Side) -> None:
    """It stays until the good is active again."""
    game = after_production(side, [maker(appeal=9, distribution=2)], demand=(4, 0, 0, 0))
    assert works(game, "Food")["distribution"] == 1 and works(game, "Food")["appeal"] == 9
    assert demand(game)[0] == 4


def test_r45_does_a_factory_that_sold_nothing_lose_distribution(side: Side) -> None:
    """Yes, it produced; one of another good does not."""
    owner = maker(distribution=3)
    owner["only"]["Cutlery"] = factory(distribution=3)
    assert [f["distribution"] for f in own(after_production(side, [owner]))["factories"].values()] == [2, 3]


# --- money ------------------------------------------------------------------------------------------------------------


def test_r20_r21_can_loans_buy_shares_in_the_same_action(side: Side) -> None:
    game = started(side)
    assert game.refusal("buy 2 shares").code == "cash"
    assert game.do("buy 1 share", "take 9 loans").phase == "price"


def test_r21_r41_a_regular_loan_for_production(side: Side) -> None:
    """No: emergency loans at half the value."""
    game = after_production(side, [maker(cash=0, share_value=20, **HARBOUR)])
    assert (own(game)["loans"], own(game)["cash"]) == (1, 0)


def test_r54_can_loans_be_paid_back_or_shares_sold(side: Side) -> None:
    """No action does either."""
    game = play(side, [seat(loans=3, cash=90)]).do("buy 0 shares")
    assert game.legal() == [f"take {n} loan" + "s" * (n != 1) for n in range(7)]
    assert "sell" not in " ".join(started(side).legal())


def test_r41_which_share_value_prices_an_emergency_loan(side: Side) -> None:
    """The one before this production's steps: 5 at £10, not 6 at £12."""
    game = after_production(side, [maker(appeal=3, price=2, cash=0)])
    assert (own(game)["loans"], own(game)["cash"], own(game)["share_value"]) == (1, 6 - 10 + 5, 12)


def test_r41_more_emergency_loans_than_needed(side: Side) -> None:
    """They stop as soon as the debt is covered, and nobody is asked."""
    game = after_production(side, [maker(cash=4, **HARBOUR)])
    assert (own(game)["loans"], own(game)["cash"], game.phase) == (2, 4, "action")


# --- share values -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        ([(2, 7), (1, 7), (0, 9)], [11, 11, 10]),  # sold 3, 2, 1: a tie among those who qualify
        ([(1, 8), (1, 6)], [12, 11]),
        ([(1, 2)], [12]),  # the only producer
    ],
)
def test_r43_r44_who_gains(side: Side, seats: list[tuple[int, int]], values: list[int]) -> None:
    table = [trader(*numbers) for numbers in seats] + [IDLE] * (3 - len(seats))
    game = after_production(side, table, players=3, in_round=8)
    assert each(game, "share_value")[: len(values)] == values


def test_r43_do_goods_from_the_warehouse_count(side: Side) -> None:
    """Yes, one new and one stored are two home sales."""
    owner = trader(0, 2, levels="Warehouse 1", store="Lamps 1")
    assert own(after_production(side, [owner, IDLE], in_round=8))["share_value"] == 12


def test_r43_do_shipped_goods_count(side: Side) -> None:
    """No: one sold, two shipped."""
    game = after_production(side, [trader(2, 1), IDLE], in_round=8)
    assert (own(game)["ship_tokens"], own(game)["share_value"]) == (2, 10)


# --- the market -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("appeal", "present", "limit"), [(6, -2, 6), (5, 5, 0)])
def test_r35_demand_below_0_and_demand_like_the_appeal(side: Side, appeal: int, present: int, limit: int) -> None:
    """Never more than the appeal; nothing where they are equal."""
    owner = maker(3, 2, appeal=appeal, price=1, **HARBOUR)
    game = after_production(side, [owner], in_round=9, demand=(present, 0, 0, 0))
    assert own(game)["cash"] == 100 + limit - 24


def test_r35_does_selling_use_up_demand_for_the_next(side: Side) -> None:
    """Each has an own limit: 3 and 3 at the same appeal."""
    seats = [maker(appeal=7, price=1), maker(appeal=7, price=1), IDLE]
    game = after_production(side, seats, players=3, demand=(4, 0, 0, 0))
    assert each(game, "cash")[:2] == [100 + 3 - 10] * 2


def test_r25_r35_a_later_player_raises_the_appeal(side: Side) -> None:
    """The demand at the production counts for all: five arrows more leave the first nothing."""
    seats = [seat(only={"Food": factory(appeal=7), "Cutlery": factory()}, price=2, cash=20, **HARBOUR)]
    seats += [IDLE, seat(only={"Food": factory(distribution=4), "Cutlery": factory()}, cash=20, **HARBOUR)]
    game = play(side, seats, players=3, turn=2, phase="price", demand=(3, 0, 0, 0)).do("price 2")
    assert demand(game)[0] == 3 + 5
    game.do("develop Office")
    assert own(game)["cash"] == 20 - 10


def test_r25_the_marker_moves_down(side: Side) -> None:
    """Demand goes back one an arrow: from 11 to 5 three arrows."""
    owner = seat(factories={"Food": factory(appeal=11)})
    game = play(side, [owner], phase="price", demand=(5, 0, 0, 0)).do("price 4")
    assert works(game, "Food")["appeal"] == 5 and demand(game)[0] == 2


@pytest.mark.parametrize(("before", "after"), [(12, 12), (11, 12), (-4, -1)])
def test_r26_demand_at_the_end_of_the_track(side: Side, before: int, after: int) -> None:
    """The surplus is lost."""
    game = play(side, [seat(factories={"Food": factory()})], phase="price", demand=(before, 0, 0, 0)).do("price 2")
    assert demand(game)[0] == after


# --- storing and shipping ---------------------------------------------------------------------------------------------


def test_r37_r38_must_surplus_be_stored_before_it_is_shipped(side: Side) -> None:
    game = after_production(side, [maker(levels="Warehouse 2")])
    assert own(game)["warehouses"][0] == ["Food", 2] and own(game)["ship_tokens"] == 1


def test_r38_r39_must_surplus_be_shipped(side: Side) -> None:
    """Yes, with as many ships as are useful; with the option the owner chooses."""
    assert own(after_production(side, [maker()]))["ship_tokens"] == 2
    game = after_production(side, [maker()], rules={"shipping_optional": True})
    assert game.legal() == ["ship 0", "ship 1", "ship 2"]


def test_r37_may_a_warehouse_take_more_of_its_good_later(side: Side) -> None:
    owner = maker(1, 0, appeal=1, levels="Warehouse 2", store="Food 1")
    assert own(after_production(side, [owner]))["warehouses"][0] == ["Food", 2]


def test_r37_two_goods_in_one_warehouse(side: Side) -> None:
    """Never: the Food is shipped, the Cutlery stays alone."""
    owner = maker(1, 0, levels="Warehouse 2", store="Cutlery 1")
    game = after_production(side, [owner])
    assert own(game)["warehouses"][0] == ["Cutlery", 1] and own(game)["ship_tokens"] == 2


def test_r38_one_crate_on_a_ship_of_five(side: Side) -> None:
    """One token."""
    game = after_production(side, [maker(1, 0, appeal=1, levels="Shipping 4")], in_round=9)
    assert own(game)["ship_tokens"] == 1


def test_r38_nine_tokens_placed(side: Side) -> None:
    """No ship sails any more, used or not."""
    game = after_production(side, [maker(ship_tokens=9)])
    assert own(game)["cash"] == 100 - 10 and own(game)["ship_tokens"] == 9


def test_r21_r51_does_the_stock_exchange_remove_tokens(side: Side) -> None:
    """It frees ships; the penalty stays."""
    game = play(side, [seat(cash=0, ships_used=2, ship_tokens=4)]).do("buy 0 shares", "take 0 loans")
    assert (own(game)["ships_used"], own(game)["ship_tokens"]) == (0, 4)
    assert game.scores()[0] == 6 * (10 - 2)


# --- development ------------------------------------------------------------------------------------------------------


def test_r28_a_card_already_held_at_the_limit(side: Side) -> None:
    """No duplicates, not even after another one was given up."""
    game = play(side, [seat(cards="Foreman, Patent")], players=4, in_round=2, phase="develop").do("give up Patent")
    assert game.refusal("take Foreman").code == "held"


def test_r29_who_can_take_a_discarded_card(side: Side) -> None:
    """Anyone from a later turn on: not its former owner in this one, the next player at once."""
    seats = [seat(only=IDLE_ONLY, cards="Foreman"), seat(only=IDLE_ONLY)]
    game = play(side, seats, in_round=4, phase="develop").do("give up Foreman")
    assert game.refusal("take Foreman").code == "just_given_up"
    game.do("take Patent", "buy 0 shares", "take 0 loans")
    assert game.player == 1 and "take Foreman" in game.legal()


def test_r27_is_a_development_mandatory(side: Side) -> None:
    """Where any is possible: every legal action is one."""
    game = play(side, in_round=2, phase="develop")
    assert {text.split()[0] for text in game.legal()} == {"develop", "take"}


def test_r27_r31_level_3_in_decade_i(side: Side) -> None:
    """Not without the Patent."""
    plain: Changes = seat(levels="Quality 2")
    assert play(side, [plain], in_round=2, phase="develop").refusal("develop Quality").code == "level_closed"
    game = play(side, [seat(levels="Quality 2", cards="Patent")], in_round=2, phase="develop")
    assert own(game.do("patent", "develop Quality"))["levels"]["Quality"] == 3


# --- decades ----------------------------------------------------------------------------------------------------------


def test_r48_who_starts_decade_ii(side: Side) -> None:
    """Whom the player with the lowest share value x shares names."""
    seats = [seat(only=IDLE_ONLY), seat(only=IDLE_ONLY, shares=5), seat(only=IDLE_ONLY)]
    game = after_production(side, seats, players=3, in_round=4)
    assert (game.phase, game.player) == ("start", 1)
    assert game.do("start seat 3").player == 2


def test_r46_r48_does_the_start_player_also_pass_on(side: Side) -> None:
    """No, the choice stands in for it."""
    seats = [seat(only=IDLE_ONLY)] * 3
    game = after_production(side, seats, players=3, in_round=8, start=2).do("start seat 3")
    assert game.now["start_player"] == 2


def test_r49_when_do_neutral_markers_rise(side: Side) -> None:
    """At the two ends of decades: 4 to 5 to 6."""
    seats: list[Changes] = [seat(only=IDLE_ONLY, cash=90)] * 2
    game = after_production(side, seats, in_round=4).do("start seat 1")
    assert set(game.now["neutral"].values()) == {5}
    game = after_production(side, seats, in_round=8, neutral=5).do("start seat 1")
    assert set(game.now["neutral"].values()) == {6}


def test_r4_r44_can_a_neutral_marker_take_the_bonus(side: Side) -> None:
    """No, only players qualify."""
    game = after_production(side, [trader(1, 3), IDLE], in_round=8, neutral=9)
    assert own(game)["share_value"] == 12


# --- the end ----------------------------------------------------------------------------------------------------------


def final(side: Side, rules: dict[str, Any] | None = None, **changes: Any) -> int:
    game = play(side, [seat(**changes)], in_round=12, phase="over", rules=rules)
    return game.scores()[0]


def test_r51_is_the_last_income_worthless(side: Side) -> None:
    """A last purchase follows, unless it is switched off."""
    assert final(side, cash=35) == 90
    assert final(side, {"final_purchase": False}, cash=35) == 60


def test_r51_in_which_order_are_the_last_steps(side: Side) -> None:
    """Stock 2 x 2, purchase of one share at £10, a share for the loan, 1 for the token: 6 x 9."""
    assert final(side, cash=6, levels="Warehouse 2", store="Food 2", loans=1, ship_tokens=1) == 54


def test_r51_more_loans_than_shares(side: Side) -> None:
    """Shares stop at 0."""
    assert final(side, cash=0, shares=2, loans=5) == 0


def test_r42_the_markers_of_a_bankrupt_player(side: Side) -> None:
    """Removed; demand falls by the arrows under them."""
    broke = maker(appeal=8, price=0, cash=0, loans=9, **HARBOUR)
    game = after_production(side, [broke, IDLE, IDLE], players=3, demand=(9, 0, 0, 0))
    assert works(game, "Food")["appeal"] == 0 and demand(game)[0] == 6


def test_r33_does_the_foreman_pay_less_than_a_pound(side: Side) -> None:
    """No: on a track that begins at £1 too."""
    data = SHIPPED.replace("wages = [2, 2, 2, 3,", "wages = [1, 2, 2, 3,")
    game = after_production(side, [maker(crew=2, cards="Foreman", **HARBOUR)], data=data)
    assert own(game)["cash"] == 100 - 8 - 2


def test_r40_does_a_rise_of_the_wage_count_in_this_round(side: Side) -> None:
    """The space at the payment counts: the last player raises it from £2 to £3."""
    game = play(side, [maker(appeal=7, **HARBOUR), IDLE], turn=1, wage=3, demand=(12, 0, 0, 0))
    game.do("employ Clothes", "done", "develop Office")
    assert own(game)["cash"] == 100 - 8 - 3


def test_r24_prices_with_quality_3(side: Side) -> None:
    """Clothes of decade II, £4 to £7: £4 to £10, one appeal less for each pound."""
    only = {"Clothes": factory(2, 1, quality=3), "Lamps": factory()}
    for price in range(4, 11):
        game = play(side, [seat(only=only)], in_round=6, phase="price")
        assert game.legal() == [f"price {p}" for p in range(4, 11)]
        assert works(game.do(f"price {price}"), "Clothes")["appeal"] == 12 + 1 + 3 - price


def test_r24_an_appeal_above_the_track(side: Side) -> None:
    """The marker stays on 20: 17 + 1 + 4 + 4 + 2 - 7 would be 21."""
    only = {"Food": factory(), "Lamps": factory(3, 1, quality=4, distribution=4)}
    owner = seat(only=only, cards="Engineer", engineer="Lamps", engineer_turned=True)
    game = play(side, [owner], in_round=12, phase="price").do("price 7")
    assert works(game, "Lamps")["appeal"] == 20

"""R7 and R8: the optional event of each decade."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import Changes, after_production, demand, each, end_round, factory, own, play, seat, started, works
from positions import Play, Side

EVENTS = (
    "Bread riots",
    "Boom",
    "Slump",
    "Navigation Act",
    "Blockade",
    "Cheap credit",
    "Window tax",
    "Machine breakers",
)
ON = {"events": True}
PAIR = {"Cutlery": factory(), "Lamps": factory()}


def shown(event: str) -> dict[str, Any]:
    """The fields of a first decade with an event."""
    return {"event": event, "events_shown": [event], "rules": ON | {"expert_actions": True}}


def drawn(side: Side, event: str, seats: list[Changes] | None = None, **arguments: Any) -> Play:
    """The event is drawn at the start of the game."""
    return play(side, seats or [], phase="event", rules=ON, players=4, **arguments).do(event)


# --- drawing ----------------------------------------------------------------------------------------------------------


def test_r7_the_first_event_comes_before_the_first_turn(side: Side) -> None:
    """All eight are equally likely."""
    game = started(side, 4, rules=ON)
    assert (game.phase, game.player) == ("event", -1)
    assert game.weights() == dict.fromkeys(EVENTS, 1)
    game.do("Blockade")
    assert (game.phase, game.player, game.now["event"]) == ("action", 0, "Blockade")


def test_r7_without_the_option_there_is_none(side: Side) -> None:
    game = started(side, 4)
    assert game.phase == "action" and game.state.game.max_chance_nodes == 0


def test_r7_after_the_start_player_is_known_one_not_yet_shown(side: Side) -> None:
    """The event of a decade ends with its fourth round."""
    seats = [seat(only={"Food": factory(), "Clothes": factory()})] * 2
    game = end_round(play(side, seats, in_round=4, **shown("Slump")))
    assert game.phase == "start" and game.now["event"] is None and game.now["events_shown"] == ["Slump"]
    game.do(f"start seat {game.player + 1}")
    assert game.phase == "event"
    assert game.weights() == dict.fromkeys([event for event in EVENTS if event != "Slump"], 1)
    assert game.do("Boom").now["events_shown"] == ["Boom", "Slump"]


def test_r7_an_event_lasts_to_the_fourth_round(side: Side) -> None:
    game = started(side, 2, rules=ON).do("Blockade")
    while game.now["round"] < 4:
        end_round(game)
        assert game.now["event"] == "Blockade"
    assert end_round(game).now["event"] is None


def test_r7_at_most_three_in_a_game(side: Side) -> None:
    game = side.load("arkwright", 4, rules=ON)
    assert (game.max_chance_nodes, game.num_outcomes) == (3, 8)


def test_r7_in_the_expert_set_up_it_waits_for_goods_and_points(side: Side) -> None:
    game = started(side, 2, "expert", ON)
    while game.phase in ("goods", "points"):
        game.do(game.legal()[-1])
    assert game.phase == "event"


# --- the eight --------------------------------------------------------------------------------------------------------


def test_r8_bread_riots_raise_the_wage_two_spaces(side: Side) -> None:
    assert drawn(side, "Bread riots").now["wage_space"] == 3
    assert drawn(side, "Bread riots", wage=16).now["wage_space"] == 17


@pytest.mark.parametrize(("event", "after"), [("Boom", [-1, 0, 1, 2]), ("Slump", [3, 4, 5, 6])])
def test_r8_boom_and_slump_move_all_demand(side: Side, event: str, after: list[int]) -> None:
    assert demand(drawn(side, event)) == after


def test_r8_r26_demand_stays_on_its_track(side: Side) -> None:
    assert demand(drawn(side, "Boom", demand=(-3, -4, 0, 12))) == [-4, -4, -2, 10]
    assert demand(drawn(side, "Slump", demand=(-3, 11, 12, 10))) == [-1, 12, 12, 12]


FOOD = seat(only={"Food": factory(), "Cutlery": factory()}, cash=20, price=2)
"""Makes three, sells none; pays 8 + 2."""


def test_r8_navigation_act_pays_a_pound_more_for_shipped_goods(side: Side) -> None:
    game = after_production(side, [FOOD], **shown("Navigation Act"))
    assert own(game)["cash"] == 20 + 2 * (2 + 1) - 10


def test_r8_navigation_act_is_not_for_the_final_sale(side: Side) -> None:
    trader = seat(only={"Food": factory(), "Cutlery": factory()}, cash=4, levels="Warehouse 4", store="Food 2, Food 1")
    late = {"event": "Navigation Act", "events_shown": ["Boom", "Navigation Act", "Slump"], "rules": ON}
    game = play(side, [trader], in_round=12, phase="over", **late)
    assert game.scores()[0] == (6 + 1) * 10  # 4 + 3 x 2 buys one share


def test_r8_blockade_lets_one_ship_sail_in_a_production(side: Side) -> None:
    game = after_production(side, [FOOD], **shown("Blockade"))
    assert own(game)["cash"] == 20 + 2 - 10 and own(game)["ship_tokens"] == 1


def test_r8_blockade_holds_for_extra_production(side: Side) -> None:
    game = play(side, [seat(cash=20)], **shown("Blockade")).do("extra Cutlery")
    assert own(game)["cash"] == 20 + 4 - 12 and own(game)["ship_tokens"] == 1


def test_r8_blockade_does_not_touch_early_shipping(side: Side) -> None:
    trader = seat(levels="Warehouse 2", store="Cutlery 2")
    game = play(side, [trader], **shown("Blockade")).do("ship early Cutlery", "ship early Cutlery", "done")
    assert own(game)["cash"] == 12 + 2 * 4 and own(game)["ship_tokens"] == 2


def test_r8_blockade_with_shipping_optional(side: Side) -> None:
    fields = shown("Blockade") | {"rules": ON | {"shipping_optional": True}}
    game = after_production(side, [FOOD], **fields)
    assert game.legal() == ["ship 0", "ship 1"]
    assert game.refusal("ship 2") == ("too_many_ships", "R39", "at most 1 ship can sail")


def test_r8_cheap_credit_is_for_regular_loans(side: Side) -> None:
    game = play(side, **shown("Cheap credit")).do("buy 0 shares", "take 2 loans")
    assert own(game)["cash"] == 12 + 2 * (10 + 3)
    debtor = FOOD | {"cash": 2, "ships_used": 2, "ship_tokens": 2}
    assert own(after_production(side, [debtor], **shown("Cheap credit")))["cash"] == 2 - 10 + 2 * 5


def test_r8_window_tax_takes_two_pounds_a_factory_as_far_as_cash_goes(side: Side) -> None:
    four = {good: factory() for good in ("Food", "Clothes", "Cutlery", "Lamps")}
    game = drawn(side, "Window tax", [seat(), seat(factories=four), seat(cash=3), seat(cash=4)])
    assert each(game, "cash") == [12 - 4, 11 - 8, 0, 0] and each(game, "loans") == [0] * 4


def test_r8_machine_breakers_in_turn_order(side: Side) -> None:
    """Only who has a machine loses one, of own choice."""
    seats = [
        seat(factories={"Food": factory(1, 2, (1, 0)), "Cutlery": factory(2, 1, (2, 0))}),
        seat(),
        seat(factories={"Lamps": factory(1, 2, (0, 1))}),
    ]
    game = play(side, seats, phase="event", rules=ON, players=3, in_round=5, start=1, events_shown=["Boom"])
    game.do("Machine breakers")
    assert (game.phase, game.player, game.legal()) == ("break", 2, ["break Lamps 2"])
    game.do("break Lamps 2")
    assert (game.phase, game.player, game.legal()) == ("break", 0, ["break Food 1", "break Cutlery 1"])
    assert game.refusal("break Food 2") == ("no_machine", "R8", "card 2 of Food has no machine")
    assert game.refusal("break Lamps 1") == ("not_open", "R8", "you have no Lamps factory")
    game.do("break Cutlery 1")
    assert works(game, "Cutlery")["machines"] == [1, 0] and works(game, "Lamps", 2)["machines"] == [0, 0]
    assert (game.phase, game.player) == ("action", 1)


def test_r8_machine_breakers_leave_the_bankrupt_alone(side: Side) -> None:
    armed = {"Food": factory(1, 1, (1, 0))}
    seats = [seat(factories=armed, bankrupt_round=3, cash=0), seat(), seat()]
    game = play(side, seats, phase="event", rules=ON, players=3, in_round=5, start=1, events_shown=["Boom"])
    game.do("Machine breakers")
    assert (game.phase, game.player) == ("action", 1)


def test_r8_without_machines_nothing_breaks(side: Side) -> None:
    game = drawn(side, "Machine breakers")
    assert (game.phase, game.player) == ("action", 0)

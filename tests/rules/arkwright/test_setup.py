"""R1 to R6: rounds, turn order, the basic and the expert set-up."""

from __future__ import annotations

import re

import pytest
from arkwright.table import (
    COPIES,
    EARLY_CARDS,
    GOODS,
    SHIPPED,
    demand,
    each,
    end_round,
    end_turn,
    factory,
    own,
    play,
    seat,
    started,
)
from positions import Play, Side

from lineshaft.errors import InvalidVariant

SEATS = {
    1: [("Food", "Cutlery", 12)],
    2: [("Food", "Cutlery", 12), ("Clothes", "Lamps", 13)],
    3: [("Food", "Cutlery", 11), ("Clothes", "Lamps", 16), ("Clothes", "Cutlery", 13)],
    4: [("Food", "Cutlery", 12), ("Clothes", "Lamps", 11), ("Food", "Lamps", 10), ("Clothes", "Cutlery", 15)],
}
DEMAND = {1: [3, 4, 5, 6], 2: [2, 3, 5, 6], 3: [2, 3, 4, 5], 4: [1, 2, 3, 4]}
EXPERT = {"expert_setup": True}


# --- the frame --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("in_round", range(1, 13))
def test_r1_the_active_good_of_each_round(side: Side, in_round: int) -> None:
    """Food, Clothes, Cutlery, Lamps, three times over: the one whose price is asked for."""
    everything = seat(only={good: factory() for good in GOODS})
    game = play(side, [everything], in_round=in_round).do("buy 0 shares", "take 0 loans")
    assert game.phase == "price"
    active = GOODS[(in_round - 1) % 4]
    assert game.refusal("price 31").sentence.startswith(f"{active} can have a price of")


def test_r1_r50_twelve_rounds(side: Side) -> None:
    game = started(side, 2)
    for number in range(1, 13):
        assert (game.now["round"], game.phase) == (number, "action")
        end_round(game)
        if game.phase == "start":
            game.do("start seat 1")
    assert game.phase == "over" and game.now["round"] == 12


def test_r2_clockwise_from_the_start_player(side: Side) -> None:
    game = play(side, players=4, in_round=4, start=2)
    seen = []
    while game.phase == "action":
        seen.append(game.player)
        end_turn(game)
    assert seen == [2, 3, 0, 1]


def test_r2_bankrupt_seats_are_left_out(side: Side) -> None:
    seats = [seat(), seat(), seat(), seat(bankrupt_round=1, cash=0)]
    game = play(side, seats, players=4, in_round=4, start=2)
    assert end_turn(game).player == 0


# --- the basic set-up -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SEATS)
def test_r3_each_seat_has_its_factories_and_cash(side: Side, players: int) -> None:
    game = started(side, players)
    for found, (first, second, cash) in zip(game.now["seats"], SEATS[players], strict=True):
        assert found["factories"] == {first: factory(distribution=2), second: factory(quality=1)}
        assert (found["cash"], found["shares"], found["share_value"]) == (cash, 6, 10)
        assert (found["loans"], found["ship_tokens"], found["ships_used"]) == (0, 0, 0)
        assert (found["levels"], found["cards"], found["warehouses"]) == ({}, [], [None] * 3)


@pytest.mark.parametrize("players", SEATS)
def test_r3_r4_the_market_board(side: Side, players: int) -> None:
    """With one or two players the arrow under the neutral markers is in the demand."""
    game = started(side, players)
    assert demand(game) == DEMAND[players] and game.now["wage_space"] == 1
    assert game.now["neutral"] == (dict.fromkeys(GOODS, 4) if players < 3 else None)
    assert (game.phase, game.player, game.now["round"], game.now["start_player"]) == ("action", 0, 1, 0)


@pytest.mark.parametrize("players", SEATS)
def test_r3_the_supply_has_the_cards_of_decade_i(side: Side, players: int) -> None:
    """max(1, players - 1) copies."""
    assert started(side, players).now["supply"] == dict.fromkeys(EARLY_CARDS, COPIES[players])


def test_r3_the_first_round_by_the_set_up_alone(side: Side) -> None:
    """Seats 1 and 3 have Distribution 2: appeal 9 at the lowest price, 4 arrows each; nobody needs a loan."""
    game = started(side, 4)
    for _ in range(4):
        end_turn(game)
    # demand 1 + 8 = 9: nobody sells; three goods each, two ships of one: 12 + 4 - 10, 10 + 4 - 10
    assert demand(game) == [9, 2, 3, 4]
    assert each(game, "cash") == [6, 11, 4, 15] and each(game, "share_value") == [10] * 4


def test_r4_neutral_markers_sell_nothing_and_do_not_compete(side: Side) -> None:
    """Two home sales at an appeal below theirs bring two steps; they do not move."""
    rivals = [seat(only={"Food": factory(1, 1, appeal=3), "Cutlery": factory()}, price=2, cash=20)]
    game = play(side, rivals, turn=1, phase="develop", demand=(0, 0, 0, 0)).do("develop Office")
    assert each(game, "share_value") == [12, 10]
    assert game.now["neutral"] == dict.fromkeys(GOODS, 4)


@pytest.mark.parametrize(
    ("variant", "players", "sentence"),
    [
        ("standard", 1, "standard takes 2 to 4 players, not 1"),
        ("expert", 1, "expert takes 2 to 4 players, not 1"),
        ("solo", 2, "solo takes 1 player, not 2"),
        ("solo", 4, "solo takes 1 player, not 4"),
    ],
)
def test_r3_r53_players_of_the_variants(side: Side, variant: str, players: int, sentence: str) -> None:
    with pytest.raises(InvalidVariant, match=re.escape(sentence)):
        side.load("arkwright", players, variant)


@pytest.mark.parametrize("players", [0, 5])
def test_r3_one_to_four_players(side: Side, players: int) -> None:
    with pytest.raises(InvalidVariant):
        side.load("arkwright", players)


def test_r3_four_players_play_standard_by_default(side: Side) -> None:
    game = side.load("arkwright")
    assert game.num_players == 4 and not game.rules["expert_setup"] and not game.rules["expert_actions"]


# --- the expert set-up: goods -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r5_there_and_back(side: Side, players: int) -> None:
    """First goods in turn order, second ones in reverse order; demand and wage do not move."""
    game = started(side, players, rules=EXPERT)
    order = []
    while game.phase == "goods":
        order.append(game.player)
        game.do(game.legal()[0])
    assert order == [*range(players), *reversed(range(players))]
    assert (game.phase, game.player) == ("points", 0)
    assert demand(game) == DEMAND[players] and game.now["wage_space"] == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r5_what_everybody_has(side: Side, players: int) -> None:
    game = started(side, players, rules=EXPERT)
    while game.phase == "goods":
        game.do(game.legal()[0])
    assert each(game, "cash") == [10, 11, 12, 13][:players]
    for found in game.now["seats"]:
        assert list(found["factories"].values()) == [factory()] * 2
        assert (found["shares"], found["share_value"], found["levels"], found["cards"]) == (6, 10, {}, [])


def test_r5_a_second_good_is_a_different_one(side: Side) -> None:
    game = started(side, 4, rules=EXPERT)
    game.do("begin with Food", "begin with Clothes", "begin with Cutlery", "begin with Lamps")
    assert game.player == 3
    assert game.refusal("begin with Lamps") == ("good_held", "R5", "Lamps is among your starting goods already")
    assert game.legal() == ["begin with Food", "begin with Clothes", "begin with Cutlery"]


@pytest.mark.parametrize(("players", "takers"), [(2, 1), (3, 2), (4, 2)])
def test_r5_how_many_may_begin_with_the_same_good(side: Side, players: int, takers: int) -> None:
    game = started(side, players, rules=EXPERT).do(*["begin with Food"] * takers)
    assert game.refusal("begin with Food") == ("good_full", "R5", "no more players may begin with Food")


def test_r5_a_choice_that_blocks_the_others(side: Side) -> None:
    """After Lamps by seat 2, only Food were left for seat 1, who has it."""
    game = started(side, 4, rules=EXPERT)
    game.do("begin with Food", "begin with Clothes", "begin with Cutlery", "begin with Clothes")
    game.do("begin with Cutlery", "begin with Lamps")
    assert game.player == 1 and game.legal() == ["begin with Food"]
    sentence = "after Lamps the other choices could not all be made"
    assert game.refusal("begin with Lamps") == ("blocks_others", "R5", sentence)
    assert list(own(game.do("begin with Food", "begin with Lamps"))["factories"]) == ["Food", "Lamps"]


def test_r5_solo_chooses_the_own_pair(side: Side) -> None:
    game = started(side, 1, rules=EXPERT).do("begin with Lamps", "begin with Clothes", "cash", "cash", "cash")
    assert list(own(game)["factories"]) == ["Clothes", "Lamps"]
    assert (game.phase, own(game)["cash"]) == ("action", 10 + 15)


# --- the expert set-up: points ----------------------------------------------------------------------------------------


def points(side: Side, data: str | None = None) -> Play:
    """Seat 1 has Food and Clothes, seat 2 Cutlery and Lamps; three points each."""
    game = Play(side.load("arkwright", 2, "standard", EXPERT, data).new_initial_state())
    return game.do("begin with Food", "begin with Cutlery", "begin with Lamps", "begin with Clothes")


def test_r6_three_points_each_in_turn_order(side: Side) -> None:
    game = points(side).do("cash", "cash", "cash")
    assert (game.phase, game.player) == ("points", 1)
    game.do("cash", "cash", "cash")
    assert (game.phase, game.player, each(game, "cash")) == ("action", 0, [25, 26])


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("employ Food", {"worker_cards": 2}),
        ("quality Food 1", {"quality": 1}),
        ("distribution Food 2", {"distribution": 2}),
    ],
)
def test_r6_a_point_for_a_factory(side: Side, text: str, changed: dict[str, int]) -> None:
    game = points(side).do(text)
    assert own(game)["factories"]["Food"] == factory() | changed
    assert demand(game) == DEMAND[2] and game.now["wage_space"] == 1


def test_r6_a_point_for_a_development_or_cash(side: Side) -> None:
    game = points(side).do("develop Office", "develop Quality", "cash")
    assert own(game)["levels"] == {"Quality": 1, "Office": 1} and own(game)["cash"] == 15


def test_r6_repeats_are_allowed(side: Side) -> None:
    game = points(side).do("quality Food 1", "quality Food 2", "quality Food 3")
    assert own(game)["factories"]["Food"]["quality"] == 3
    game = points(side).do("distribution Food 2", "distribution Food 4", "distribution Clothes 2")
    assert [f["distribution"] for f in own(game)["factories"].values()] == [4, 2]


def test_r6_what_a_point_does_not_do(side: Side) -> None:
    game = points(side).do("employ Food")
    assert game.refusal("employ Food") == ("crew_full", "R6", "Food has no place for a worker card")
    assert game.refusal("employ Lamps") == ("not_open", "R6", "you have no Lamps factory")
    assert game.refusal("quality Lamps 1") == ("not_open", "R6", "you have no Lamps factory")
    assert game.refusal("distribution Lamps 2") == ("not_open", "R6", "you have no Lamps factory")
    assert game.refusal("quality Food 2") == ("wrong_value", "R6", "a point raises Quality of Food to 1")
    assert game.refusal("distribution Food 1") == ("wrong_value", "R6", "a point raises Distribution of Food to 2")


def test_r6_level_2_at_most(side: Side) -> None:
    game = points(side).do("develop Office", "develop Office")
    assert game.refusal("develop Office") == ("top_level", "R6", "Office can go no further in the set-up")


def test_r6_r17_caps_and_cards_hold(side: Side) -> None:
    """With nine points and a single Quality card."""
    data = SHIPPED.replace("\npoints = 3", "\npoints = 9").replace("quality_cards = 3", "quality_cards = 1")
    game = points(side, data).do(*[f"quality Food {value}" for value in (1, 2, 3, 4)])
    assert game.refusal("quality Food 5") == ("cap", "R17", "Quality of Food stops at 4")
    assert game.refusal("quality Clothes 1") == ("no_card", "R17", "you have no more Quality cards")


def test_r6_the_data_may_give_no_point(side: Side) -> None:
    game = points(side, SHIPPED.replace("\npoints = 3", "\npoints = 0"))
    assert (game.phase, game.player) == ("action", 0)


def test_r5_r22_the_expert_variant_has_both_modules(side: Side) -> None:
    game = started(side, 2, "expert")
    assert game.phase == "goods"
    assert game.state.game.rules["expert_setup"] is True and game.state.game.rules["expert_actions"] is True

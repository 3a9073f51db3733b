"""R16 to R19: Quality, Distribution, the Engineer."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import Changes, factory, legal, own, play, seat, works
from positions import Play, Side


def owner(quality: str = "0 0 0 0", distribution: str = "0 0 0 0", **changes: Any) -> Changes:
    """All four factories, with a Quality and a Distribution each."""
    values = zip(quality.split(), distribution.split(), strict=True)
    goods = ("Food", "Clothes", "Cutlery", "Lamps")
    only = {good: factory(1, 1, (0, 0), int(q), int(d)) for good, (q, d) in zip(goods, values, strict=True)}
    return seat(only=only, **changes)


def acting(side: Side, *arguments: str, in_round: int = 9, **changes: Any) -> Play:
    return play(side, [owner(*arguments, **changes)], in_round=in_round)


def values(play: Play, key: str) -> list[int]:
    return [f[key] for f in own(play)["factories"].values()]


# --- Quality ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "points"), list(enumerate([1, 2, 3, 4, 5])))
def test_r16_the_points_of_the_quality_track(side: Side, level: int, points: int) -> None:
    """All but one go to Food, the last to Clothes."""
    steps = [f"quality Food {points - 1}"] if points > 1 else []
    game = acting(side, levels=f"Quality {level}").do(*steps, "quality Clothes 1")
    sentence = "raising Lamps to Quality 1 costs 1, 0 left"
    assert game.refusal("quality Lamps 1") == ("points", "R16", sentence)


def test_r16_a_point_for_each_step_up(side: Side) -> None:
    game = acting(side, "2 0 0 0", levels="Quality 2")
    assert legal(game, "quality Food") == ["quality Food 0", "quality Food 1", "quality Food 3", "quality Food 4"]
    game.do("quality Food 4")
    assert game.now["used"] == 2
    sentence = "raising Lamps to Quality 2 costs 2, 1 left"
    assert game.refusal("quality Lamps 2") == ("points", "R16", sentence)


def test_r16_lowering_is_free_and_gives_nothing_back(side: Side) -> None:
    game = acting(side, "3 0 0 0").do("quality Food 0")
    assert game.now["used"] == 0
    assert game.refusal("quality Clothes 2").code == "points"
    assert values(game.do("quality Clothes 1", "done"), "quality") == [0, 1, 0, 0]


def test_r16_each_factory_once_in_an_action(side: Side) -> None:
    game = acting(side, "1 0 0 0", levels="Quality 3").do("quality Food 2")
    for value in (1, 2, 3):
        sentence = "Food has been set in this action already"
        assert game.refusal(f"quality Food {value}") == ("set_already", "R16", sentence)


def test_r16_something_must_change(side: Side) -> None:
    game = play(side)
    assert game.refusal("quality Cutlery 1") == ("no_change", "R16", "Cutlery has Quality 1 already")
    assert game.refusal("quality Lamps 1") == ("not_open", "R16", "you have no Lamps factory")


def test_r16_one_may_only_lower(side: Side) -> None:
    assert works(play(side).do("quality Cutlery 0", "done"), "Cutlery")["quality"] == 0


# --- caps and cards ---------------------------------------------------------------------------------------------------


def test_r17_quality_stops_at_four(side: Side) -> None:
    game = acting(side, "4 0 0 0", levels="Quality 4")
    assert game.refusal("quality Food 5") == ("cap", "R17", "Quality of Food stops at 4")
    assert game.refusal("quality Clothes 5") == ("cap", "R17", "Quality of Clothes stops at 4")


def test_r17_three_quality_cards(side: Side) -> None:
    """Up to four points a card: a fourth factory finds none, until one is lowered to 0."""
    game = acting(side, "4 1 1 0", levels="Quality 1")
    assert game.refusal("quality Lamps 1") == ("no_card", "R17", "you have no more Quality cards")
    game.do("quality Clothes 0", "quality Lamps 2")
    assert values(game, "quality") == [4, 0, 1, 2]


def test_r17_quality_above_four_takes_two_cards(side: Side) -> None:
    engineer: dict[str, Any] = {"cards": "Engineer", "engineer": "Food"}
    game = acting(side, "4 1 1 0", **engineer)
    assert game.refusal("quality Food 5") == ("no_card", "R17", "you have no more Quality cards")
    game = acting(side, "4 1 0 0", **engineer).do("quality Food 5")
    assert values(game, "quality") == [5, 1, 0, 0]


def test_r17_distribution_stops_at_four_with_two_cards(side: Side) -> None:
    game = acting(side, "0 0 0 0", "4 1 0 0", levels="Distribution 4")
    assert game.refusal("distribution Lamps 1") == ("no_card", "R17", "you have no more Distribution cards")
    assert game.refusal("distribution Clothes 1").code == "no_change"
    game.do("distribution Food 0", "distribution Lamps 4")
    assert values(game, "distribution") == [0, 1, 0, 4]


# --- Distribution -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "points"), list(enumerate([2, 3, 4, 6, 8])))
def test_r19_the_points_of_the_distribution_track(side: Side, level: int, points: int) -> None:
    """Four to Food as far as they go, the rest to Clothes; then Lamps has no card, so points are asked at Clothes."""
    first = min(points, 4)
    game = acting(side, levels=f"Distribution {level}").do(f"distribution Food {first}")
    if points < 8:
        value, left = points - first + 1, points - first
        sentence = f"raising Clothes to Distribution {value} costs {value}, {left} left"
        assert game.refusal(f"distribution Clothes {value}") == ("points", "R19", sentence)
    if points > first:
        game.do(f"distribution Clothes {points - first}")
        assert game.now["used"] == points


def test_r19_as_with_quality(side: Side) -> None:
    game = acting(side, "0 0 0 0", "3 1 0 0")
    assert game.refusal("distribution Food 3") == ("no_change", "R19", "Food has Distribution 3 already")
    game.do("distribution Food 0")
    assert game.refusal("distribution Food 1") == ("set_already", "R19", "Food has been set in this action already")
    game.do("distribution Clothes 3", "done")
    assert values(game, "distribution") == [0, 3, 0, 0]
    assert play(side).refusal("distribution Lamps 1") == ("not_open", "R19", "you have no Lamps factory")


def test_r19_never_both_kinds(side: Side) -> None:
    game = play(side).do("quality Cutlery 0")
    assert game.refusal("distribution Food 3") == (
        "other_kind",
        "R9",
        "distribution Food 3 is no step of the action begun: quality",
    )
    assert play(side).do("distribution Food 3").refusal("quality Cutlery 0").code == "other_kind"


# --- the Engineer -----------------------------------------------------------------------------------------------------


def engineer(side: Side, quality: str = "0 0 0 0", turned: bool = False, **changes: Any) -> Play:
    """The token is at Food."""
    return acting(side, quality, cards="Engineer", engineer="Food", engineer_turned=turned, **changes)


def test_r18_moving_costs_a_point_and_turns_the_card_back(side: Side) -> None:
    game = engineer(side, turned=True).do("engineer to Lamps")
    assert own(game)["engineer"] == "Lamps" and own(game)["engineer_turned"] is False
    assert game.now["used"] == 1
    sentence = "raising Food to Quality 1 costs 1, 0 left"
    assert game.refusal("quality Food 1") == ("points", "R16", sentence)
    assert game.refusal("turn engineer") == ("points", "R18", "turning the card costs 1, 0 left")


def test_r18_turning_costs_a_point(side: Side) -> None:
    game = engineer(side, levels="Quality 1").do("turn engineer")
    assert own(game)["engineer_turned"] is True and game.now["used"] == 1
    assert game.refusal("turn engineer") == ("turned", "R18", "the card shows its second side already")
    game.do("quality Food 1", "done")


def test_r18_the_token_moves_first(side: Side) -> None:
    """Move and turn, but no move after a turn or after a move."""
    game = engineer(side, levels="Quality 2").do("engineer to Lamps", "turn engineer")
    assert own(game)["engineer"] == "Lamps" and own(game)["engineer_turned"] is True
    done = ("engineer_done", "R18", "the token cannot move any more in this action")
    assert game.refusal("engineer to Food") == done
    assert engineer(side, levels="Quality 2").do("turn engineer").refusal("engineer to Lamps") == done
    assert engineer(side, levels="Quality 2").do("engineer to Lamps").refusal("engineer to Food") == done


def test_r18_where_the_token_can_go(side: Side) -> None:
    game = play(side, [seat(cards="Engineer", engineer="Food")])
    assert legal(game, "engineer") == ["engineer to Cutlery"]
    assert game.refusal("engineer to Food") == ("engineer_there", "R18", "the token is at Food already")
    assert game.refusal("engineer to Lamps") == ("not_open", "R18", "you have no Lamps factory")
    game.do("quality Food 1")
    assert game.refusal("engineer to Cutlery") == ("points", "R18", "moving the token costs 1, 0 left")


def test_r18_only_its_owner(side: Side) -> None:
    no_engineer = ("no_engineer", "R18", "you do not hold Engineer")
    game = play(side)
    assert game.refusal("engineer to Food") == no_engineer
    assert game.refusal("turn engineer") == no_engineer


def test_r18_quality_five_keeps_the_token_and_the_side(side: Side) -> None:
    """Quality and Engineer are six in all: five and 1, four and 2."""
    game = engineer(side, "5 0 0 0", levels="Quality 2")
    sentence = "Quality of Food must be 4 or less first"
    assert game.refusal("engineer to Lamps") == ("quality_high", "R18", sentence)
    assert game.refusal("turn engineer") == ("quality_high", "R18", sentence)
    game.do("quality Food 4", "engineer to Lamps")
    assert own(game)["engineer"] == "Lamps"


@pytest.mark.parametrize(("turned", "cap"), [(False, 5), (True, 4)])
def test_r17_r18_six_with_the_engineers_own_value(side: Side, turned: bool, cap: int) -> None:
    game = engineer(side, "0 0 0 0", turned, levels="Quality 4")
    assert legal(game, "quality Food") == [f"quality Food {value}" for value in range(1, cap + 1)]
    if turned:
        assert game.refusal("quality Food 5") == ("cap", "R17", "Quality of Food stops at 4")
    assert engineer(side, "5 0 0 0").refusal("quality Food 6") == ("cap", "R17", "Quality of Food stops at 5")


def test_r18_the_engineer_belongs_to_a_quality_action(side: Side) -> None:
    game = engineer(side).do("engineer to Lamps")
    assert game.now["kind"] == "quality" and game.refusal("distribution Food 1").code == "other_kind"

"""R27 to R32: tracks, Development cards, what is given up, the Patent, placing the Engineer."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import EARLY_CARDS, LATER_CARDS, TRACKS, Changes, factory, legal, own, play, seat, works
from positions import Play, Side

ALL = {good: factory() for good in ("Food", "Clothes", "Cutlery", "Lamps")}
EVERYTHING_2 = ", ".join(f"{track} 2" for track in TRACKS)


def developing(side: Side, *seats: Changes, in_round: int = 2, **arguments: Any) -> Play:
    """Seat 1 is to develop; its factory does not produce in the second round of a decade."""
    return play(side, seats, in_round=in_round, phase="develop", **arguments)


# --- tracks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", TRACKS)
def test_r27_levels_open_with_the_decades(side: Side, track: str) -> None:
    """1 and 2 from decade I, 3 from II, 4 from III; the Office ends at 3."""
    for level, in_round, decade in ((2, 2, 2), (3, 6, 3)):
        game = developing(side, seat(levels=f"{track} {level}"), in_round=in_round)
        if (track, level) == ("Office", 3):
            assert game.refusal("develop Office") == ("top_level", "R27", "Office is at its last level")
            continue
        sentence = f"level {level + 1} of {track} opens in decade {decade}"
        assert game.refusal(f"develop {track}") == ("level_closed", "R27", sentence)
        later = developing(side, seat(levels=f"{track} {level}"), in_round=in_round + 4).do(f"develop {track}")
        assert own(later)["levels"] == {track: level + 1}


@pytest.mark.parametrize("track", TRACKS)
def test_r27_one_level_at_a_time(side: Side, track: str) -> None:
    game = developing(side).do(f"develop {track}")
    assert own(game)["levels"] == {track: 1} and (game.phase, game.player) == ("action", 1)


@pytest.mark.parametrize("track", TRACKS)
def test_r27_a_track_has_an_end(side: Side, track: str) -> None:
    game = developing(side, seat(levels=f"{track} {3 if track == 'Office' else 4}"), in_round=10)
    assert game.refusal(f"develop {track}") == ("top_level", "R27", f"{track} is at its last level")


def test_r27_it_is_not_optional(side: Side) -> None:
    assert {text.split()[0] for text in developing(side).legal()} == {"develop", "take"}


def test_r27_with_nothing_to_develop_the_turn_ends(side: Side) -> None:
    """All levels of decade I reached, three cards held, the other three with the rival."""
    full = seat(levels=EVERYTHING_2, cards="Foreman, Sales Agent, Craftsman")
    rival = seat(levels=EVERYTHING_2, cards="Advertiser, Patent, Engineer")
    game = play(side, [full, rival], in_round=2).do("buy 0 shares", "take 0 loans")
    assert (game.phase, game.player) == ("action", 1)
    last = play(side, [full, seat(cards="Advertiser, Patent")], in_round=2).do("buy 0 shares", "take 0 loans")
    assert last.legal() == ["give up Foreman", "give up Sales Agent", "give up Craftsman"]


# --- Development cards ------------------------------------------------------------------------------------------------


def test_r28_cards_of_the_present_decade_and_earlier(side: Side) -> None:
    early = sorted(legal(developing(side), "take"))
    assert early == sorted(f"take {card}" for card in EARLY_CARDS)
    for card in LATER_CARDS:
        sentence = f"there is no {card} in the supply"
        assert developing(side).refusal(f"take {card}") == ("no_copy", "R28", sentence)
    both = sorted(legal(developing(side, in_round=6), "take"))
    assert both == sorted(f"take {card}" for card in (*EARLY_CARDS, *LATER_CARDS))


def test_r28_a_card_comes_from_the_supply(side: Side) -> None:
    game = developing(side, players=4).do("take Foreman")
    assert own(game)["cards"] == ["Foreman"] and game.now["supply"]["Foreman"] == 2
    assert (game.phase, game.player) == ("action", 1)


def test_r28_the_last_copy_is_gone(side: Side) -> None:
    game = developing(side, seat(), seat(cards="Foreman"))
    assert game.refusal("take Foreman") == ("no_copy", "R28", "there is no Foreman in the supply")


def test_r28_no_two_of_a_number(side: Side) -> None:
    """Under the limit, at the limit, and after another card was given up."""
    held = ("held", "R28", "you hold Foreman already")
    below = seat(cards="Foreman", levels="Office 1")
    assert developing(side, below, players=4).refusal("take Foreman") == held
    game = developing(side, seat(cards="Foreman, Patent"), players=4)
    assert game.refusal("take Foreman") == held
    assert game.do("give up Patent").refusal("take Foreman") == held


@pytest.mark.parametrize(("level", "limit"), list(enumerate([1, 2, 3, 4])))
def test_r28_the_office_track_limits_the_cards(side: Side, level: int, limit: int) -> None:
    cards = EARLY_CARDS[:limit]
    game = developing(side, seat(cards=", ".join(cards), levels=f"Office {level}"), in_round=10)
    held = "1 card" if limit == 1 else f"{limit} cards"
    sentence = f"you hold {held}, your limit: give one up first"
    assert game.refusal("take Steward") == ("card_limit", "R28", sentence)
    fewer = seat(cards=", ".join(cards[1:]), levels=f"Office {level}")
    assert "take Steward" in developing(side, fewer, in_round=10).legal()


def test_r29_at_the_limit_a_card_is_given_up_for_another(side: Side) -> None:
    game = developing(side, seat(cards="Foreman"), players=4)
    assert legal(game, "give up", "take") == ["give up Foreman"]
    game.do("give up Foreman")
    assert (game.phase, game.player, game.now["given_up"]) == ("take", 0, "Foreman")
    assert game.now["supply"]["Foreman"] == 3 and own(game)["cards"] == []
    assert game.legal() == [f"take {card}" for card in EARLY_CARDS[1:]]
    assert game.refusal("take Foreman") == ("just_given_up", "R29", "you have just given up Foreman")
    game.do("take Patent")
    assert own(game)["cards"] == ["Patent"] and game.player == 1 and game.now["given_up"] is None


def test_r29_only_at_the_limit(side: Side) -> None:
    game = developing(side, seat(cards="Foreman", levels="Office 1"))
    sentence = "cards are given up at the card limit only, and you may hold 2"
    assert game.refusal("give up Foreman") == ("below_limit", "R29", sentence)
    assert game.refusal("give up Patent") == ("not_held", "R29", "you do not hold Patent")


def test_r29_only_if_another_card_can_be_taken(side: Side) -> None:
    full = seat(cards="Foreman, Sales Agent, Craftsman")
    rival = seat(levels="Office 2", cards="Advertiser, Patent, Engineer")
    game = developing(side, full, rival)
    sentence = "there is no card that you could take instead"
    assert game.refusal("give up Foreman") == ("nothing_to_take", "R29", sentence)


def test_r29_the_given_up_card_may_be_taken_later_by_anyone(side: Side) -> None:
    game = developing(side, seat(cards="Foreman"), start=0).do("give up Foreman", "take Patent")
    game.do("buy 0 shares", "take 0 loans", "price 3")
    assert game.player == 1 and "take Foreman" in legal(game, "take")


def test_r29_a_used_patent_comes_back_unused(side: Side) -> None:
    game = developing(side, seat(cards="Patent", patent_used=True)).do("give up Patent", "take Foreman")
    assert own(game)["patent_used"] is False and game.now["supply"]["Patent"] == 1


# --- what a given-up card brought -------------------------------------------------------------------------------------


def test_r30_goods_in_the_large_warehouse_are_lost(side: Side) -> None:
    owner = seat(cards="Large Warehouse", levels="Warehouse 2", store="Food 1, -, Food 3")
    game = developing(side, owner, in_round=6).do("give up Large Warehouse")
    assert own(game)["warehouses"] == [["Food", 1], None, None] and game.phase == "take"


@pytest.mark.parametrize(("used", "after"), [(0, 0), (1, 0), (3, 2)])
def test_r30_a_ship_of_the_shipyard_goes_a_used_one_first(side: Side, used: int, after: int) -> None:
    owner = seat(cards="Shipyard", ships_used=used, ship_tokens=5)
    game = developing(side, owner, in_round=6).do("give up Shipyard")
    assert own(game)["ships_used"] == after and own(game)["ship_tokens"] == 5


@pytest.mark.parametrize(("quality", "after"), [(5, 4), (4, 4), (2, 2)])
def test_r30_quality_above_four_drops_with_the_engineer(side: Side, quality: int, after: int) -> None:
    owner = seat(factories={"Food": factory(quality=quality)}, cards="Engineer", engineer_turned=quality < 5)
    game = developing(side, owner).do("give up Engineer")
    assert works(game, "Food")["quality"] == after
    assert (own(game)["engineer"], own(game)["engineer_turned"]) == (None, False)


def with_quality(*values: int, cards: str = "Craftsman") -> Changes:
    only = {good: factory(quality=value) for good, value in zip(ALL, values, strict=True)}
    return seat(only=only, cards=cards, price=3)


def test_r30_without_the_craftsman_a_quality_card_comes_free(side: Side) -> None:
    game = developing(side, with_quality(4, 2, 1, 3)).do("give up Craftsman")
    assert (game.phase, game.player) == ("lower", 0)
    assert game.legal() == ["quality Food 0", "quality Clothes 0", "quality Cutlery 0", "quality Lamps 0"]
    wrong = ("wrong_value", "R30", "Food does not free a card with Quality 3")
    assert game.refusal("quality Food 3") == wrong
    assert game.refusal("distribution Food 0") == ("not_too_many", "R30", "you have Distribution cards enough")
    game.do("quality Cutlery 0")
    assert (game.phase, works(game, "Cutlery")["quality"]) == ("take", 0)


def test_r30_quality_five_comes_down_to_four(side: Side) -> None:
    owner = with_quality(5, 2, 1, 0, cards="Craftsman, Engineer")
    game = developing(side, owner).do("give up Craftsman")
    assert game.legal() == ["quality Food 4", "quality Clothes 0", "quality Cutlery 0"]
    assert game.refusal("quality Lamps 0") == ("wrong_value", "R30", "Lamps does not free a card with Quality 0")
    assert works(game.do("quality Food 4"), "Food")["quality"] == 4 and game.phase == "take"


def test_r30_without_the_advertiser_a_distribution_card_comes_free(side: Side) -> None:
    only = {"Food": factory(distribution=1), "Clothes": factory(distribution=4), "Lamps": factory(distribution=2)}
    game = developing(side, seat(only=only, cards="Advertiser", price=3)).do("give up Advertiser")
    assert game.legal() == ["distribution Food 0", "distribution Clothes 0", "distribution Lamps 0"]
    wrong = ("wrong_value", "R30", "Clothes does not free a card with Distribution 3")
    assert game.refusal("distribution Clothes 3") == wrong
    assert game.refusal("distribution Cutlery 0") == ("not_open", "R30", "you have no Cutlery factory")
    assert game.refusal("quality Food 0") == ("not_too_many", "R30", "you have Quality cards enough")
    assert game.do("distribution Clothes 0").phase == "take"


def test_r30_with_cards_enough_nothing_is_lowered(side: Side) -> None:
    assert developing(side, with_quality(4, 2, 1, 0)).do("give up Craftsman").phase == "take"


def test_r30_a_closed_factory_frees_no_quality_card(side: Side) -> None:
    only = {"Food": factory(quality=5), "Clothes": factory(quality=1), "Lamps": factory(quality=1)}
    game = developing(side, seat(only=only, cards="Craftsman, Engineer", price=3)).do("give up Craftsman")
    assert game.refusal("quality Cutlery 0") == ("not_open", "R30", "you have no Cutlery factory")


# --- the Patent -------------------------------------------------------------------------------------------------------


def test_r31_two_steps_one_decade_later(side: Side) -> None:
    """Level 3 in decade I, but not level 4."""
    game = developing(side, seat(cards="Patent", levels="Quality 2, Shipping 2")).do("patent")
    assert (game.phase, own(game)["patent_used"]) == ("patent_step", True)
    game.do("develop Quality")
    assert (game.phase, game.player) == ("patent_step", 0)
    sentence = "level 4 of Quality opens in decade 3"
    assert game.refusal("develop Quality") == ("level_closed", "R27", sentence)
    game.do("develop Shipping")
    assert own(game)["levels"] == {"Quality": 3, "Shipping": 3} and game.player == 1


def test_r31_both_on_the_same_track(side: Side) -> None:
    game = developing(side, seat(cards="Patent")).do("patent", "develop Office", "develop Office")
    assert own(game)["levels"] == {"Office": 2} and game.player == 1


def test_r31_only_tracks_no_card(side: Side) -> None:
    game = developing(side, seat(cards="Patent", levels="Office 1")).do("patent")
    assert {text.split()[0] for text in game.legal()} == {"develop"}


def test_r31_the_second_step_falls_away_if_nothing_is_open(side: Side) -> None:
    """All at 3 as the Patent allows in decade I, one track at 2."""
    levels = "Automation 3, Quality 3, Distribution 3, Shipping 3, Warehouse 2, Office 3"
    game = developing(side, seat(cards="Patent", levels=levels)).do("patent", "develop Warehouse")
    assert (game.phase, game.player, game.now["used"]) == ("action", 1, 0)


def test_r31_what_the_patent_needs(side: Side) -> None:
    assert developing(side).refusal("patent") == ("no_patent", "R31", "you do not hold Patent")
    used = seat(cards="Patent", patent_used=True)
    assert developing(side, used).refusal("patent") == ("patent_used", "R31", "Patent has been used in this decade")
    levels = ", ".join(f"{track} 3" for track in TRACKS)
    game = developing(side, seat(cards="Patent", levels=levels))
    assert game.refusal("patent") == ("nothing_open", "R31", "no track has an open level")


def test_r31_in_decade_iii_nothing_is_closed(side: Side) -> None:
    game = developing(side, seat(cards="Patent", levels="Quality 3"), in_round=10).do("patent", "develop Quality")
    assert own(game)["levels"] == {"Quality": 4}


# --- the Engineer's token ---------------------------------------------------------------------------------------------


def test_r32_the_token_is_placed_at_once(side: Side) -> None:
    game = developing(side).do("take Engineer")
    assert (game.phase, game.player, own(game)["engineer"]) == ("engineer", 0, None)
    assert game.legal() == ["engineer to Food", "engineer to Cutlery"]
    assert game.refusal("engineer to Lamps") == ("not_open", "R32", "you have no Lamps factory")
    game.do("engineer to Cutlery")
    assert (own(game)["engineer"], own(game)["engineer_turned"], game.player) == ("Cutlery", False, 1)


def test_r32_after_another_card_was_given_up_too(side: Side) -> None:
    game = developing(side, seat(cards="Foreman")).do("give up Foreman", "take Engineer", "engineer to Food")
    assert own(game)["engineer"] == "Food" and game.player == 1

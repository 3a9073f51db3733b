"""R9 to R15: an action; building and upgrading, employing, automating."""

from __future__ import annotations

import pytest
from arkwright.table import SHIPPED, Changes, demand, factory, legal, own, play, seat, started, works
from positions import Play, Side

FULL = {good: factory(3, 2) for good in ("Food", "Clothes", "Cutlery", "Lamps")}
"""Sixteen labour units."""


# --- an action --------------------------------------------------------------------------------------------------------


def test_r9_action_then_price_then_development(side: Side) -> None:
    """The price is asked of the owner of the active good's factory only."""
    game = started(side).do("buy 0 shares", "take 0 loans")
    assert (game.phase, game.player) == ("price", 0)
    assert game.do("price 2").phase == "develop"
    game.do("develop Office", "buy 0 shares", "take 0 loans")
    assert (game.phase, game.player) == ("develop", 1)


STEPS = {
    "build": "build Lamps",
    "employ": "employ Cutlery",
    "automate": "automate Cutlery 1",
    "quality": "quality Cutlery 0",
    "distribution": "distribution Cutlery 1",
}


@pytest.mark.parametrize("kind", STEPS)
def test_r9_the_first_step_fixes_the_kind_and_costs_nothing(side: Side, kind: str) -> None:
    game = play(side, in_round=5).do(STEPS[kind])
    assert game.now["kind"] == kind and own(game)["cash"] == 12
    others = [text for other, text in STEPS.items() if other != kind]
    for text in ("buy 0 shares", *others):
        assert game.refusal(text) == ("other_kind", "R9", f"{text} is no step of the action begun: {kind}")


def test_r9_building_and_upgrading_are_one_kind(side: Side) -> None:
    game = play(side, in_round=5).do("upgrade Food")
    assert game.now["kind"] == "build" and "build Lamps" in game.legal()


def test_r9_done_ends_an_action_that_has_begun(side: Side) -> None:
    game = started(side)
    assert game.refusal("done") == ("nothing_begun", "R9", "done ends an action, and none has been begun")
    game.do("employ Food", "done")
    assert game.phase == "price" and game.now["kind"] is None


def test_r9_what_belongs_to_another_phase(side: Side) -> None:
    game = started(side)
    for text in ("price 3", "develop Office", "take 0 loans", "ship 0", "start seat 1", "break Food 1", "cash"):
        assert game.refusal(text).is_not_now(text, "the action of the turn is taken (R9)")
    game.do("buy 0 shares", "take 0 loans")
    assert game.refusal("build Lamps").is_not_now("build Lamps", "the price is set (R24)")


# --- build and upgrade ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("in_round", "decade"), [(2, 1), (6, 2), (9, 3)])
def test_r10_a_new_factory(side: Side, in_round: int, decade: int) -> None:
    """The tile of the present decade, no worker card, its marker on 0."""
    game = play(side, in_round=in_round).do("build Lamps", "done")
    assert works(game, "Lamps") == factory(decade, 0)


def test_r10_any_number_of_both_in_one_action(side: Side) -> None:
    game = play(side, in_round=5).do("build Clothes", "upgrade Food", "build Lamps", "upgrade Cutlery", "done")
    assert [f["decade"] for f in own(game)["factories"].values()] == [2, 2, 2, 2]


def test_r10_at_least_one_in_all(side: Side) -> None:
    """The action has no other end than ``done``, which needs a step."""
    assert "done" not in started(side).legal()
    assert play(side, in_round=5).do("upgrade Food").legal()[-1] == "done"


def test_r10_what_cannot_be_built_or_upgraded(side: Side) -> None:
    game = play(side, in_round=5)
    assert game.refusal("build Food") == ("already_open", "R10", "your Food factory is open already")
    assert game.refusal("upgrade Lamps") == ("not_open", "R10", "you have no Lamps factory")
    game.do("build Lamps", "upgrade Food")
    for good in ("Lamps", "Food"):
        sentence = f"{good} has the tile of this decade already"
        assert game.refusal(f"upgrade {good}") == ("newest_tile", "R10", sentence)


@pytest.mark.parametrize(
    ("in_round", "buildable"),
    [(8, ["Food", "Clothes"]), (9, ["Food", "Clothes"]), (10, ["Clothes"]), (11, []), (12, [])],
)
def test_r10_decade_iii_builds_what_is_still_produced(side: Side, in_round: int, buildable: list[str]) -> None:
    """This round included."""
    game = play(side, [seat(only={"Cutlery": factory(), "Lamps": factory()})], in_round=in_round)
    assert legal(game, "build") == [f"build {good}" for good in buildable]


def test_r10_decade_iii_upgrades_have_no_such_limit(side: Side) -> None:
    game = play(side, in_round=12)
    assert game.refusal("build Clothes") == ("no_more_production", "R10", "Clothes is not produced any more")
    assert legal(game, "build", "upgrade") == ["build Lamps", "upgrade Food", "upgrade Cutlery"]
    assert works(game.do("upgrade Food", "done"), "Food")["decade"] == 3


def test_r11_one_shift_however_many_are_built(side: Side) -> None:
    game = play(side, players=4, in_round=5).do("build Clothes")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2
    game.do("build Lamps", "upgrade Food", "done")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2


def test_r11_the_shift_comes_with_a_build_after_an_upgrade(side: Side) -> None:
    game = play(side, players=4, in_round=5).do("upgrade Food", "upgrade Cutlery")
    assert demand(game) == [1, 2, 3, 4] and game.now["wage_space"] == 1
    game.do("build Lamps")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2


def units(side: Side, decade: int, crew: int) -> list[int]:
    """Labour units of the two worker cards: as many machines as fit."""
    owner = seat(factories={"Food": factory(decade, crew)}, levels="Automation 4")
    game = play(side, [owner], in_round=9)
    while steps := legal(game, "automate Food"):
        game.do(steps[0])
    found: list[int] = works(game, "Food")["machines"]
    return found


@pytest.mark.parametrize(
    ("decade", "one", "two"),
    [(1, [1, 0], [1, 1]), (2, [2, 0], [2, 1]), (3, [2, 0], [2, 2])],
)
def test_r12_sides_follow_from_the_tile(side: Side, decade: int, one: list[int], two: list[int]) -> None:
    assert units(side, decade, 0) == [0, 0]
    assert units(side, decade, 1) == one
    assert units(side, decade, 2) == two


def test_r12_an_upgrade_flips_cards_and_keeps_machines(side: Side) -> None:
    """The new unit is a worker; nothing is employed by it."""
    game = play(side, [seat(factories={"Food": factory(1, 2, (1, 1))})], players=4, in_round=5)
    game.do("upgrade Food", "done")
    assert works(game, "Food") == factory(2, 2, (1, 1))
    assert demand(game) == [1, 2, 3, 4] and game.now["wage_space"] == 1


# --- employ -----------------------------------------------------------------------------------------------------------


def test_r13_any_number_of_worker_cards_for_one_shift(side: Side) -> None:
    hungry = seat(factories={"Food": factory(1, 0), "Clothes": factory(1, 0), "Cutlery": factory()})
    game = play(side, [hungry], players=4).do("employ Food")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2
    game.do("employ Clothes", "employ Clothes", "employ Cutlery", "done")
    assert demand(game) == [0, 1, 2, 3] and game.now["wage_space"] == 2
    assert [f["worker_cards"] for f in own(game)["factories"].values()] == [1, 2, 2]


def test_r13_two_worker_cards_in_a_factory(side: Side) -> None:
    game = started(side).do("employ Food")
    assert game.refusal("employ Food") == ("crew_full", "R13", "Food has no place for a worker card")
    assert game.refusal("employ Lamps") == ("not_open", "R13", "you have no Lamps factory")


@pytest.mark.parametrize(
    ("in_round", "hiring"),
    [(8, ["Food", "Cutlery"]), (9, ["Food", "Cutlery"]), (10, ["Cutlery"]), (11, ["Cutlery"]), (12, [])],
)
def test_r13_decade_iii_employs_where_production_is_to_come(side: Side, in_round: int, hiring: list[str]) -> None:
    game = play(side, in_round=in_round)
    assert legal(game, "employ") == [f"employ {good}" for good in hiring]
    if "Food" not in hiring:
        assert game.refusal("employ Food") == ("no_more_production", "R13", "Food is not produced any more")


# --- automate ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "limit"), list(enumerate([2, 4, 6, 8, 10])))
def test_r14_as_many_machines_as_the_track_says(side: Side, level: int, limit: int) -> None:
    game = play(side, [seat(only=FULL, levels=f"Automation {level}")], in_round=9)
    for _ in range(limit):
        game.do(legal(game, "automate")[0])
    assert game.legal() == ["done"]
    sentence = f"the machines of this action are used: {limit} at most"
    assert game.refusal("automate Lamps 2") == ("limit_used", "R14", sentence)
    assert sum(sum(f["machines"]) for f in own(game)["factories"].values()) == limit


def test_r14_what_cannot_be_automated(side: Side) -> None:
    game = play(side, [seat(factories={"Food": factory(1, 1, (1, 0))})])
    for card in (1, 2):
        sentence = f"card {card} of Food has no worker to replace"
        assert game.refusal(f"automate Food {card}") == ("no_worker", "R14", sentence)
    assert game.refusal("automate Lamps 1") == ("not_open", "R14", "you have no Lamps factory")


def test_r14_the_limit_is_for_an_action(side: Side) -> None:
    game = play(side, [seat(only=FULL)], in_round=9, start=1, turn=0)
    game.do("automate Food 1", "automate Food 1", "done")
    assert game.now["used"] == 0 and game.now["begun"] == []


FINISH = ("finish_card", "R15", "a card that was begun must be finished first")


def automating(side: Side, machines: tuple[int, int] = (0, 0), limit: int = 3) -> Play:
    """Two cards of two units at Food, two of one unit at Cutlery, and some machines an action."""
    owner = seat(only={"Food": factory(3, 2, machines), "Cutlery": factory(1, 2)})
    data = SHIPPED.replace("automation = [2, ", f"automation = [{limit}, ")
    return play(side, [owner], in_round=9, data=data)


def test_r15_a_card_may_be_left_half_done_when_the_limit_is_used_up_in_it(side: Side) -> None:
    game = automating(side).do("automate Food 1", "automate Food 1", "automate Food 2")
    assert game.now["begun"] == [["Food", 2]]
    assert works(game.do("done"), "Food")["machines"] == [2, 1]


def test_r15_with_machines_left_a_begun_card_must_be_finished(side: Side) -> None:
    game = automating(side).do("automate Food 1")
    assert game.refusal("done") == FINISH
    game.do("automate Food 1")
    assert "done" in game.legal()


def test_r15_only_one_card_is_left_half_done(side: Side) -> None:
    """Two begun with one machine left: one of them must be finished."""
    game = automating(side).do("automate Food 1", "automate Food 2")
    assert game.legal() == ["automate Food 1", "automate Food 2"]
    assert game.refusal("automate Cutlery 1") == FINISH and game.refusal("done") == FINISH
    game.do("automate Food 2")
    assert game.legal() == ["done"] and works(game, "Food")["machines"] == [1, 2]


def test_r15_no_second_card_is_begun_that_could_not_be_finished(side: Side) -> None:
    game = automating(side, limit=2).do("automate Food 1")
    assert game.refusal("automate Food 2") == FINISH
    assert game.legal() == ["automate Food 1", "automate Cutlery 1", "automate Cutlery 2"]
    assert game.do("automate Cutlery 1").legal() == ["done"]


def test_r15_cards_half_done_before_are_free(side: Side) -> None:
    """As after an upgrade: left alone, finished, or finished beside a begun one."""
    game = automating(side, (1, 1)).do("automate Cutlery 1")
    assert "done" in game.legal() and game.now["begun"] == []
    game.do("automate Food 1")
    assert "done" in game.legal() and works(game, "Food")["machines"] == [2, 1]
    game = automating(side, (1, 0)).do("automate Food 2", "automate Food 1")
    assert game.refusal("done") == FINISH
    assert game.do("automate Cutlery 2").legal() == ["done"]


def test_r15_a_later_action_finishes_the_card(side: Side) -> None:
    half: Changes = seat(only={"Food": factory(2, 1, (1, 0)), "Cutlery": factory()})
    game = play(side, [half], in_round=6).do("automate Food 1", "done")
    assert works(game, "Food")["machines"] == [2, 0]

"""R46 to R49: the start player, the new decade, neutral markers."""

from __future__ import annotations

from typing import Any

import pytest
from arkwright.table import (
    EARLY_CARDS,
    LATER_CARDS,
    Changes,
    after_production,
    demand,
    each,
    end_round,
    factory,
    play,
    seat,
)
from positions import Play, Rules, Side

QUIET = {"Food": factory(), "Clothes": factory()}
"""Nobody has Lamps, so that the fourth round of a decade produces nothing."""


def quiet(shares: int = 6, value: int = 10, cash: int = 10, **changes: Any) -> Changes:
    return seat(only=QUIET, shares=shares, share_value=value, cash=cash, **changes)


def decade_end(side: Side, *seats: Changes, start: int = 0, in_round: int = 4, rules: Rules | None = None) -> Play:
    """After the last development of a decade."""
    return after_production(side, seats, players=len(seats), start=start, in_round=in_round, rules=rules)


# --- within a decade --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r46_the_start_player_passes_on_clockwise(side: Side, players: int) -> None:
    game = play(side, [quiet(cash=60)] * players, players=players, in_round=5)
    starters = [game.now["start_player"]]
    for _ in range(3):
        end_round(game)
        starters.append(game.now["start_player"])
        assert game.player == game.now["start_player"] and game.phase == "action"
    assert starters == [p % players for p in range(4)]


def test_r46_to_the_next_solvent_seat(side: Side) -> None:
    gone = quiet(bankrupt_round=1, cash=0)
    game = after_production(side, [quiet(), gone, gone, quiet()], players=4, in_round=3, start=0)
    assert game.now["start_player"] == 3


# --- the end of a decade ----------------------------------------------------------------------------------------------


def test_r47_the_new_cards_join_the_supply(side: Side) -> None:
    """Cards that are held stay away from it, those of decade I stay in it."""
    game = decade_end(side, quiet(cards="Foreman"), quiet(), quiet()).do("start seat 1")
    assert game.now["supply"] == dict.fromkeys((*EARLY_CARDS, *LATER_CARDS), 2) | {"Foreman": 1}


def test_r47_decade_iii_brings_no_more_cards(side: Side) -> None:
    game = decade_end(side, quiet(cards="Steward"), quiet(), quiet(), in_round=8).do("start seat 1")
    assert game.now["supply"] == dict.fromkeys((*EARLY_CARDS, *LATER_CARDS), 2) | {"Steward": 1}


def test_r47_patents_and_extra_productions_are_free_again(side: Side) -> None:
    """Those of bankrupt seats too."""
    used: dict[str, Any] = {"cards": "Patent", "patent_used": True, "extra_used": True}
    seats = [quiet(**used), quiet(bankrupt_round=2, **(used | {"cash": 0})), quiet(), quiet()]
    game = decade_end(side, *seats, rules={"expert_actions": True})
    assert each(game, "patent_used") == [False] * 4 == each(game, "extra_used")


def test_r47_not_within_a_decade(side: Side) -> None:
    used = quiet(cards="Patent", patent_used=True, cash=40)
    game = after_production(side, [used, quiet()], in_round=3)
    assert each(game, "patent_used") == [True, False] and "Steward" not in game.now["supply"]


def test_r48_the_lowest_share_value_times_shares_chooses_any_player(side: Side) -> None:
    game = decade_end(side, quiet(7, 10), quiet(6, 11), quiet(13, 5), quiet(5, 14))
    assert (game.phase, game.player, game.now["round"]) == ("start", 2, 5)
    assert game.legal() == [f"start seat {number}" for number in (1, 2, 3, 4)]
    game.do("start seat 4")
    assert (game.phase, game.player, game.now["start_player"]) == ("action", 3, 3)


def test_r48_loans_and_ship_tokens_do_not_matter(side: Side) -> None:
    game = decade_end(side, quiet(6, 10), quiet(7, 10, loans=9, ship_tokens=9))
    assert game.player == 0


def test_r48_equal_the_least_cash(side: Side) -> None:
    """5 x 12 and 6 x 10."""
    game = decade_end(side, quiet(6, 10, 9), quiet(5, 12, 8), quiet(6, 10, 8 + 1))
    assert game.player == 1


@pytest.mark.parametrize(("start", "chooser"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_r48_equal_again_clockwise_after_the_former_start_player(side: Side, start: int, chooser: int) -> None:
    assert decade_end(side, *[quiet()] * 4, start=start, in_round=8).player == chooser


def test_r48_the_former_start_player_comes_last(side: Side) -> None:
    game = decade_end(side, quiet(9), quiet(6), quiet(9), quiet(6), start=1)
    assert game.player == 3


def test_r48_only_seats_that_are_there(side: Side) -> None:
    game = decade_end(side, *[quiet()] * 3)
    assert game.refusal("start seat 4") == ("no_player", "R48", "there is no seat 4")


def test_r48_option_lowest_starts(side: Side) -> None:
    game = decade_end(side, quiet(7), quiet(8), quiet(6), rules={"starter": "lowest_starts"})
    assert (game.phase, game.player, game.now["start_player"]) == ("action", 2, 2)


def test_r48_r53_solo_nothing_is_chosen(side: Side) -> None:
    game = decade_end(side, quiet())
    assert (game.phase, game.player, game.now["round"]) == ("action", 0, 5)


def test_r46_r48_the_choice_replaces_the_passing(side: Side) -> None:
    game = decade_end(side, quiet(), quiet(), quiet(), start=1).do("start seat 2")
    assert game.now["start_player"] == 1


# --- neutral markers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2])
def test_r49_one_space_at_the_ends_of_decades_i_and_ii(side: Side, players: int) -> None:
    """4 to 5 passes an arrow, 5 to 6 does not."""
    seats = [quiet()] * players
    game = after_production(side, seats, players=players, in_round=4, demand=(1, 2, 3, 4))
    assert list(game.now["neutral"].values()) == [5] * 4 and demand(game) == [2, 3, 4, 5]
    game = after_production(side, seats, players=players, in_round=8, neutral=5, demand=(1, 2, 3, 4))
    assert list(game.now["neutral"].values()) == [6] * 4 and demand(game) == [1, 2, 3, 4]


def test_r49_not_within_a_decade_and_not_at_the_end(side: Side) -> None:
    for in_round in (3, 7, 12):
        game = after_production(side, [quiet(cash=50)] * 2, in_round=in_round, demand=(1, 2, 3, 4))
        assert list(game.now["neutral"].values()) == [4] * 4 and demand(game)[3] == 4


def test_r49_with_three_or_four_players_there_are_none(side: Side) -> None:
    game = decade_end(side, *[quiet()] * 3)
    assert game.now["neutral"] is None and demand(game) == [0, 0, 0, 0]


def test_r49_option_every_round(side: Side) -> None:
    """In every Preparation, none after round 12."""
    rules = {"neutral_step": "every_round"}
    for in_round, after in ((3, 5), (4, 5), (12, 4)):
        game = after_production(side, [quiet(cash=50)] * 2, in_round=in_round, rules=rules, demand=(0, 0, 0, 0))
        assert list(game.now["neutral"].values()) == [after] * 4
        assert demand(game) == [after - 4] * 4


def test_r49_not_past_twenty_and_r26_not_past_twelve(side: Side) -> None:
    game = after_production(side, [quiet()] * 2, in_round=4, neutral=20, demand=(0, 0, 0, 0))
    assert list(game.now["neutral"].values()) == [20] * 4 and demand(game) == [0] * 4
    game = after_production(side, [quiet()] * 2, in_round=4, neutral=18, demand=(12, 11, 0, -4))
    assert demand(game) == [12, 12, 1, -3]

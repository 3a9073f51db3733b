"""R50 to R54: the end, the final score, the ranking, solo titles."""

from __future__ import annotations

import random
from typing import Any

import pytest
from arkwright.table import (
    COPIES,
    EARLY_CARDS,
    GOODS,
    LATER_CARDS,
    Changes,
    after_production,
    factory,
    own,
    play,
    seat,
    started,
)
from positions import Play, Rules, Side

from lineshaft.errors import GameOver

PENALTY = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def over(side: Side, *seats: Changes, in_round: int = 12, **arguments: Any) -> Play:
    return play(side, seats, in_round=in_round, phase="over", **arguments)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_r50_after_the_production_of_round_12(side: Side) -> None:
    """Lamps are made, nothing is prepared."""
    lamps = seat(only={"Lamps": factory(3), "Food": factory()}, price=10, cash=50)
    game = after_production(side, [lamps, seat(only={"Food": factory(), "Clothes": factory()})], in_round=12)
    assert (game.phase, game.player, game.now["round"]) == ("over", -4, 12)
    assert game.state.end_reason() == "rounds_played" and game.legal() == []
    assert own(game)["cash"] == 50 + 2 * 7 - 19 - 4
    with pytest.raises(GameOver):
        game.state.apply_action(0)


def test_r50_not_before(side: Side) -> None:
    game = started(side)
    assert not game.state.is_terminal() and game.state.end_reason() is None and game.returns() == [0.0, 0.0]


# --- the score --------------------------------------------------------------------------------------------------------


def test_r51_stored_goods_go_for_the_export_price_of_their_tile(side: Side) -> None:
    """Four Food at £3 and a Lamps at £5 with £3: 20 for two shares."""
    trader = seat(
        only={"Food": factory(2), "Lamps": factory(1)},
        cards="Large Warehouse",
        levels="Warehouse 1",
        store="Lamps 1, -, Food 4",
        cash=3,
    )
    assert over(side, trader).scores()[0] == 8 * 10


def test_r51_final_purchase_up_to_thirty_shares(side: Side) -> None:
    game = over(side, seat(shares=28, share_value=10, cash=99))
    assert game.scores()[0] == 300


@pytest.mark.parametrize(("cash", "shares"), [(9, 6), (10, 7), (39, 9)])
def test_r51_whole_shares_at_the_share_value(side: Side, cash: int, shares: int) -> None:
    assert over(side, seat(cash=cash)).scores()[0] == shares * 10


def test_r51_option_final_purchase_off(side: Side) -> None:
    assert over(side, seat(cash=39), rules={"final_purchase": False}).scores()[0] == 60


@pytest.mark.parametrize(("loans", "shares"), [(0, 6), (2, 4), (6, 0), (9, 0)])
def test_r51_each_loan_costs_a_share_not_under_0(side: Side, loans: int, shares: int) -> None:
    assert over(side, seat(cash=0, loans=loans)).scores()[0] == shares * 10


def test_r51_loans_come_after_the_purchase(side: Side) -> None:
    """A share bought for £10 pays a loan back, whatever the value after the ships."""
    assert over(side, seat(cash=20, loans=8, ship_tokens=9)).scores()[0] == 0
    assert over(side, seat(cash=30, loans=8, ship_tokens=9)).scores()[0] == 5


@pytest.mark.parametrize("tokens", range(10))
def test_r51_ship_tokens_lower_the_share_value(side: Side, tokens: int) -> None:
    assert over(side, seat(cash=0, ship_tokens=tokens)).scores()[0] == 6 * (10 - PENALTY[tokens])


def test_r51_the_share_value_does_not_fall_under_0(side: Side) -> None:
    assert over(side, seat(cash=0, share_value=3, ship_tokens=9)).scores()[0] == 0


def test_r51_the_purchase_is_at_the_value_before_the_ships(side: Side) -> None:
    """£19 buy one share at £10, not three at £5."""
    assert over(side, seat(cash=19, ship_tokens=9)).scores()[0] == 7 * 5


def test_r51_scores_at_any_time_as_if_it_ended_now(side: Side) -> None:
    assert started(side, 4).scores() == [70, 70, 70, 70]
    game = started(side, 4).do("buy 1 share", "take 3 loans")
    assert game.scores()[0] == (7 + 3 - 3) * 10  # £32 buy three again


def test_r51_a_bankrupt_player_scores_0(side: Side) -> None:
    gone = seat(bankrupt_round=4, cash=0, shares=20, share_value=30)
    assert play(side, [seat(), seat(), gone], players=3, in_round=6).scores() == [70, 70, 0]


# --- the ranking ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "ranking"),
    [
        ({"shares": 7}, {"shares": 6}, [1, 2]),
        ({"shares": 6}, {"shares": 7}, [2, 1]),
        ({"cash": 3}, {"cash": 5}, [2, 1]),  # more cash left after the purchase
        ({"shares": 5, "cash": 14}, {"cash": 3}, [1, 2]),
        ({"shares": 5, "share_value": 20}, {"shares": 10}, [1, 2]),  # the higher share value
        ({"shares": 10}, {"shares": 10, "share_value": 13, "ship_tokens": 5}, [1, 1]),
        ({}, {}, [1, 1]),
    ],
)
def test_r52_score_cash_share_value(
    side: Side, first: dict[str, Any], second: dict[str, Any], ranking: list[int]
) -> None:
    seats = [seat(**({"cash": 0} | numbers)) for numbers in (first, second)]
    assert over(side, *seats).ranking() == ranking


def test_r52_equal_in_all_share_the_place(side: Side) -> None:
    game = over(side, seat(cash=0), seat(cash=0), seat(cash=0, shares=5), players=3)
    assert game.ranking() == [1, 1, 3]
    assert game.returns() == pytest.approx([1 / 2 - 1 / 3, 1 / 2 - 1 / 3, -1 / 3])


def test_r52_solvent_with_nothing_is_ahead_of_bankrupt(side: Side) -> None:
    gone = seat(bankrupt_round=12, cash=0)
    game = over(side, seat(cash=0, shares=0), seat(cash=0), gone, players=3)
    assert game.scores() == [0, 60, 0] and game.ranking() == [2, 1, 3]


@pytest.mark.parametrize(("utility", "returns"), [("win", [0.5, -0.5]), ("score", [70, 60]), ("margin", [10, -10])])
def test_r52_what_the_end_pays(side: Side, utility: str, returns: list[float]) -> None:
    d = over(side, seat(cash=0, shares=7), seat(cash=0)).now
    game = side.load("arkwright", 2, utility=utility)
    assert Play(game.state_from_dict(d)).returns() == returns


# --- solo -------------------------------------------------------------------------------------------------------------


def test_r53_solo_set_up(side: Side) -> None:
    """One copy of each card, neutral markers, the score is the result."""
    game = started(side, 1)
    assert game.now["supply"] == dict.fromkeys(EARLY_CARDS, 1)
    assert list(game.now["neutral"].values()) == [4] * 4
    end = over(side, seat(cash=0), players=1)
    assert end.scores() == [60] and end.ranking() == [1]


@pytest.mark.parametrize(
    ("shares", "value", "title"),
    [
        (6, 10, "workshop"),
        (19, 10, "workshop"),
        (20, 10, "manufacturer"),
        (9, 31, "manufacturer"),
        (28, 10, "mill owner"),
        (17, 21, "mill owner"),
        (18, 20, "magnate"),
        (23, 19, "magnate"),
        (22, 20, "Arkwright"),
        (30, 40, "Arkwright"),
    ],
)
def test_r53_titles(side: Side, shares: int, value: int, title: str) -> None:
    game = over(side, seat(shares=shares, share_value=value, cash=0), players=1, variant="solo")
    assert (game.scores(), game.view(0)["title"], game.view(None)["title"]) == ([shares * value], title, title)


def test_r53_no_title_before_the_end_or_among_rivals(side: Side) -> None:
    assert started(side, 1, "solo").view(0)["title"] is None
    assert over(side, seat(), seat()).view(0)["title"] is None


# --- what never happens -----------------------------------------------------------------------------------------------

SETUPS: list[tuple[int, str, Rules]] = [
    (1, "solo", {}),
    (1, "solo", {"expert_setup": True, "expert_actions": True, "events": True}),
    *((players, "standard", {}) for players in (2, 3, 4)),
    *((players, "expert", {"events": True, "shipping_optional": True}) for players in (2, 3, 4)),
]


def stored(one: dict[str, Any]) -> int:
    return sum(int(pair[1]) for pair in one["warehouses"] if pair)


def check_seat(before: dict[str, Any], after: dict[str, Any], kind: str) -> None:
    """Loans, shares, ship tokens, factories, workers, machines of a seat never go back."""
    for key in ("loans", "shares", "ship_tokens", "share_value"):
        assert after[key] >= before[key], key
    assert after["share_value"] - before["share_value"] <= 2
    assert sum(after["levels"].values()) - sum(before["levels"].values()) in (0, 1)
    assert 0 <= after["ships_used"] <= 2 + ("Shipyard" in after["cards"])
    for good, old in before["factories"].items():
        new = after["factories"][good]
        assert new["decade"] >= old["decade"] and new["worker_cards"] >= old["worker_cards"]
        fell = sum(old["machines"]) - sum(new["machines"])
        assert fell <= (kind == "break")
    gained = stored(after) - stored(before)
    assert gained <= 0 or kind in ("develop", "take", "engineer", "ship", "extra", "price", "done")


def check_cards(d: dict[str, Any]) -> None:
    """Every copy is in the supply or with a player, bankrupt ones too."""
    for card in (*EARLY_CARDS, *LATER_CARDS):
        there = d["supply"].get(card, 0) + sum(card in one["cards"] for one in d["seats"])
        out = card in EARLY_CARDS or d["round"] > 4
        assert there == (COPIES[d["players"]] if out else 0), card


@pytest.mark.parametrize(("players", "variant", "rules"), SETUPS)
def test_r54_nothing_is_paid_back_sold_dismissed_or_taken_off(
    side: Side, players: int, variant: str, rules: Rules
) -> None:
    """A random game from its first step to its last."""
    rng = random.Random(players)
    game = started(side, players, variant, rules)
    before = game.now
    while game.phase != "over":
        text = rng.choice(game.legal())
        after = game.do(text).now
        for old, new in zip(before["seats"], after["seats"], strict=True):
            check_seat(old, new, text.split()[0])
        assert after["wage_space"] >= before["wage_space"] and set(after["demand"]) == set(GOODS)
        check_cards(after)
        before = after
    assert game.now["round"] == 12 or game.state.end_reason() in ("last_solvent", "all_bankrupt")

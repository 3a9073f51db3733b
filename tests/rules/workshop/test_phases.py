"""The page's phases: who decides, which kinds of action are choices, which outcomes can happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from positions import Play, Side
from workshop.table import CARDS, TYPES, auction, beginning, blocked, building, over, play, take

from lineshaft.errors import IllegalAction

KINDS = {
    "demand_must": {"demand"},
    "nominate": {"choose"},
    "bid": {"pass", "bid"},
    "close": {"pass", "take", "overbid"},
    "fist_colour": {"fist"},
    "fist_amount": {"bid"},
    "pick": {"choose"},
    "swap": {"keep", "swap"},
    "town": {"place"},
    "displace": {"remove"},
    "build": {"done", "link"},
    "demand_may": {"pass", "demand"},
}
"""The kinds of action that are choices in each phase in which a player decides."""


def fists(side: Side, *steps: str) -> Play:
    return play(side, 2, phase="fist_colour", face_up="York, Hull, Leeds, Stoke").do(*steps)


IN_PHASE: dict[str, Callable[[Side], Play]] = {
    "demand_must": lambda side: play(side, era="rail", round=1, phase="demand_must", hands=["Port"] * 3),
    "nominate": lambda side: auction(side, "York"),
    "bid": lambda side: auction(side, "York").do("choose York"),
    "close": lambda side: auction(side, "York").do("choose York", "pass", "pass"),
    "fist_colour": fists,
    "fist_amount": lambda side: fists(side, "fist red"),
    "pick": lambda side: fists(side, "fist red", "bid 2", "fist blue", "bid 1"),
    "swap": lambda side: take(auction(side, "Exeter", links=blocked("Exeter")), "Exeter"),
    "town": lambda side: take(auction(side, "Wild 2"), "Wild 2"),
    "displace": lambda side: take(auction(side, "York", industries={"York": "2x blue"}), "York"),
    "build": lambda side: building(side, "York"),
    "demand_may": lambda side: play(side, phase="demand_may", round=9, hands=["Port"] * 3),
}


@pytest.mark.parametrize("phase", KINDS)
def test_what_is_no_choice_of_the_phase_is_refused_as_such(side: Side, phase: str) -> None:
    """Every action of the table."""
    state = IN_PHASE[phase](side).state
    assert state.phase_name() == phase
    for action in range(state.game.num_actions):
        text = state.game.action_to_string(action)
        reason = state.explain(action)
        if text.split()[0] in KINDS[phase]:
            assert reason is None or (reason.code != "wrong_phase" and reason.rule is not None)
        else:
            assert reason is not None and (reason.code, reason.rule) == ("wrong_phase", None)


@pytest.mark.parametrize("phase", KINDS)
def test_what_is_listed_is_what_has_no_reason_against_it(side: Side, phase: str) -> None:
    state = IN_PHASE[phase](side).state
    free = [action for action in range(state.game.num_actions) if state.explain(action) is None]
    assert free == [int(action) for action in state.legal_actions()] != []


def chance_nodes(side: Side) -> dict[str, tuple[Play, list[str]]]:
    """A position in each chance phase, and what can happen there."""
    exeter = take(auction(side, "Exeter", links=blocked("Exeter")), "Exeter").do("swap")
    tied = beginning(side, 2)
    while tied.phase != "fist_colour":
        tied.do(tied.legal()[0])
    tied.do("fist red", "bid 1", "fist blue", "bid 1")
    counters = beginning(side).do("order red", "order blue", "order green")
    reveal = play(side, phase="reveal", era="rail", round=1, player=-1)
    return {
        "draw_order": (beginning(side).do("order blue"), ["order red", "order green"]),
        "toss_demand": (beginning(side, 2), ["toss player 0", "toss player 1"]),
        "draw_demand": (counters, [f"counter {name}" for name in TYPES]),
        "reveal": (reveal, [f"card {card}" for card in CARDS]),
        "toss_fists": (tied, ["toss player 0", "toss player 1"]),
        "draw_swap": (exeter, [f"card {card}" for card in exeter.now["unseen"]]),
    }


def test_chance_has_its_phases_and_nobody_decides_there(side: Side) -> None:
    for phase, (game, outcomes) in chance_nodes(side).items():
        assert (game.phase, game.player) == (phase, -1)
        assert list(game.weights()) == game.legal() == outcomes
        assert not any(game.state.legal_actions_mask())


def test_an_outcome_that_cannot_happen_is_refused(side: Side) -> None:
    """A colour that has a box, a counter or a card that is not there."""
    game = beginning(side).do("order blue")
    for text in ("order blue", "counter Port", "card York"):
        before = game.now
        with pytest.raises(IllegalAction) as raised:
            game.do(text)
        assert (raised.value.code, raised.value.rule) == ("illegal_outcome", None)
        assert game.now == before
    exeter = chance_nodes(side)["draw_swap"][0]
    for text in ("card Exeter", "card Leeds"):
        with pytest.raises(IllegalAction):
            exeter.do(text)


def test_at_the_end_nobody_decides(side: Side) -> None:
    game = over(side)
    assert (game.phase, game.player, game.legal(), game.weights()) == ("over", -4, [], {})


# --- the forms --------------------------------------------------------------------------------------------------------

OPEN = [
    "era",
    "round",
    "step",
    "demand_first",
    "cash",
    "revenue",
    "order",
    "next_order",
    "industries",
    "links",
    "demand",
]
CARD_KEYS = ["unseen_setup", "unseen", "deck", "set_aside", "face_up", "used", "auction", "fists", "turn"]


@pytest.mark.parametrize("phase", KINDS)
def test_position_and_view_have_the_pages_keys_in_its_order(side: Side, phase: str) -> None:
    game = IN_PHASE[phase](side)
    head = ["format", "game", "players", "phase", "current_player"]
    assert list(game.now) == [*head, *OPEN, "hands", "pool", *CARD_KEYS]
    view = [*head[:3], "viewer", *head[3:], "legal_actions", *OPEN, "hand_sizes", "hand", "unseen_counters", *CARD_KEYS]
    for viewer in (0, 1, None):
        assert list(game.view(viewer)) == view


def test_counts_are_written_in_table_order_without_zeros(side: Side) -> None:
    game = auction(side, "Wild 3", "Stoke", "Hull", industries={"York": "blue, red", "Leeds": "green"})
    assert list(game.now["face_up"]) == ["Hull", "Stoke", "Wild 3"]
    assert list(game.now["industries"]) == ["York", "Leeds"]
    assert list(game.now["industries"]["York"]) == ["red", "blue"]
    assert list(game.now["unseen"]) == [card for card in CARDS if card in game.now["unseen"]]

"""R40: what is secret: counters in hands and pool, places of cards, hidden bids until all are made."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from workshop.table import TYPES, auction, beginning, blocked, play, take

import lineshaft

VIEWERS = (0, 1, 2, None)


def third_round(side: Side, hands: list[str]) -> Play:
    """A round of the canal era: each holds one counter, three are on the chart."""
    return play(side, hands=hands, demand="Textile, Port, Crafts")


# --- steps ------------------------------------------------------------------------------------------------------------


def test_r40_a_drawn_counter_is_seen_by_its_owner(side: Side) -> None:
    game = beginning(side, 3).do("order green", "order red", "order blue")
    for owner in (0, 0, 1, 1, 2, 2):
        for viewer in VIEWERS:
            text = "counter Port" if viewer == owner else "a counter"
            assert game.seen("counter Port", viewer) == text
        game.do("counter Crafts" if owner else "counter Textile")


def test_r40_the_order_the_toss_and_cards_are_open(side: Side) -> None:
    game = beginning(side, 3)
    for text in ("order green", "order red", "order blue"):
        assert [game.seen(text, viewer) for viewer in VIEWERS] == [text] * 4
        game.do(text)
    while game.phase != "reveal":
        game.do(game.legal()[0])
    assert [game.seen("card York", viewer) for viewer in VIEWERS] == ["card York"] * 4
    toss = beginning(side, 2)
    assert [toss.seen("toss player 1", viewer) for viewer in (0, 1, None)] == ["toss player 1"] * 3


def test_r40_a_placed_counter_is_open(side: Side) -> None:
    last = play(side, phase="demand_may", round=9, hands=["Port", "Textile", "Crafts"], demand="3x Heavy Industry")
    assert [last.seen("demand Port", viewer) for viewer in VIEWERS] == ["demand Port"] * 4
    assert [last.seen("pass", viewer) for viewer in VIEWERS] == ["pass"] * 4


def test_r40_the_once_round_auction_and_the_turn_are_open(side: Side) -> None:
    game = auction(side, "Exeter", "York", "Stoke", links=blocked("Exeter"))
    for text in ("choose Exeter", "bid 2", "pass", "overbid", "swap", "card Wild 2", "place York", "link York - Hull"):
        assert [game.seen(text, viewer) for viewer in VIEWERS] == [text] * 4
        game.do(text)


def test_r40_a_hidden_bid_is_seen_by_its_owner_until_all_are_made(side: Side) -> None:
    """The last amount opens the fists."""
    game = play(side, 2, phase="fist_colour")
    for owner, text, hidden in ((0, "fist green", "a colour"), (0, "bid 7", "a bid"), (1, "fist blue", "a colour")):
        for viewer in (0, 1, None):
            assert game.seen(text, viewer) == (text if viewer == owner else hidden)
        game.do(text)
    assert [game.seen("bid 3", viewer) for viewer in (0, 1, None)] == ["bid 3"] * 3


def test_r40_in_the_first_edition_too(side: Side) -> None:
    game = play(side, 3, variant="first-edition", phase="fist_amount", player=0)
    for owner in (0, 1):
        assert [game.seen("bid 2", viewer) for viewer in VIEWERS] == [
            "bid 2" if viewer == owner else "a bid" for viewer in VIEWERS
        ]
        game.do("bid 2")
    assert [game.seen("bid 2", viewer) for viewer in VIEWERS] == ["bid 2"] * 4


def test_r14_all_fists_open_with_the_last_amount(side: Side) -> None:
    game = play(side, 2, phase="fist_colour")
    for text in ("fist green", "bid 7", "fist blue"):
        assert game.opened(text) == []
        game.do(text)
    assert game.opened("bid 1") == ["player 0 bid 7 pounds for green", "player 1 bid 1 pound for blue"]
    assert game.do("bid 1").opened(game.legal()[0]) == []


def test_r19_all_fists_open_in_the_first_edition(side: Side) -> None:
    game = play(side, 3, variant="first-edition", phase="fist_amount", player=0).do("bid 2", "bid 5")
    bids = ("player 0 bid 2 pounds for red", "player 1 bid 5 pounds for blue", "player 2 bid 2 pounds for green")
    assert game.opened("bid 2") == list(bids)


def test_r14_what_the_fists_held_is_in_every_log() -> None:
    match = lineshaft.load_game("workshop", 2).new_match(seed=5)
    while not match.phase_name().startswith("fist"):
        match.apply_action(match.legal_actions()[0])
    for text in ("fist green", "bid 7", "fist blue", "bid 3"):
        match.apply_action(match.game.string_to_action(text))
    lines = ["opened: player 0 bid 7 pounds for green", "opened: player 1 bid 3 pounds for blue"]
    for viewer in (0, 1, None):
        log = match.log(viewer)
        last = log.index("1 bid 3")
        assert log[last + 1 : last + 3] == lines
        assert [line for line in log if line.startswith("opened: ")] == lines


def test_r40_in_auction_2_there_is_no_colour_to_hide(side: Side) -> None:
    game = play(side, 2, phase="fist_colour", face_up="York, Hull, Leeds, Stoke")
    game.do("fist red", "bid 2", "fist blue", "bid 1", "choose York", "done", "choose Hull", "done")
    assert [game.seen("bid 4", viewer) for viewer in (0, 1, None)] == ["bid 4", "a bid", "a bid"]
    game.do("bid 4")
    assert game.view(1)["fists"] == [{"colour": None, "amount": None, "closed": True}, None]


def test_r40_the_log_of_a_match_hides_counters() -> None:
    match = lineshaft.load_game("workshop", 3).new_match(seed=5)
    for viewer in VIEWERS:
        lines = match.log(viewer)
        hidden = sum(line == "* a counter" for line in lines)
        shown = sum(line.startswith("* counter ") for line in lines)
        assert (hidden, shown) == ((6, 0) if viewer is None else (4, 2))
    assert match.log(None)[:3] == match.log(0)[:3]


# --- views ------------------------------------------------------------------------------------------------------------


def test_r40_a_view_shows_the_own_hand_only(side: Side) -> None:
    game = third_round(side, ["Port", "Textile", "Crafts"])
    hands = [{"Port": 1}, {"Textile": 1}, {"Crafts": 1}, None]
    assert [game.view(viewer)["hand"] for viewer in VIEWERS] == hands
    for viewer in VIEWERS:
        assert game.view(viewer)["viewer"] == viewer
        assert "hands" not in game.view(viewer) and "pool" not in game.view(viewer)


def test_r40_how_many_counters_a_player_holds_is_open(side: Side) -> None:
    game = play(side, era="rail", hands=["", "2x Port", "4x Crafts"])
    assert [game.view(viewer)["hand_sizes"] for viewer in VIEWERS] == [[0, 2, 4]] * 4


def test_r40_pool_and_other_hands_are_seen_together(side: Side) -> None:
    """25 counters, three of them on the chart."""
    game = third_round(side, ["Port", "Textile", "Crafts"])
    assert game.view(0)["unseen_counters"] == dict(zip(TYPES, (4, 5, 5, 3, 4), strict=True))
    assert game.view(2)["unseen_counters"] == dict(zip(TYPES, (4, 5, 5, 4, 3), strict=True))
    assert game.view(None)["unseen_counters"] == dict(zip(TYPES, (4, 5, 5, 4, 4), strict=True))


def test_r40_cash_revenue_and_the_map_are_open(side: Side) -> None:
    game = play(side, cash=[7, 8, 9], revenue=[1, 2, 3], industries={"Leeds": "red"}, links={"York - Leeds": "blue"})
    for viewer in VIEWERS:
        view = game.view(viewer)
        for key in ("cash", "revenue", "industries", "links", "demand", "order", "next_order", "face_up", "used"):
            assert view[key] == game.now[key]


def test_r40_which_cards_are_unseen_is_open_their_places_are_not(side: Side) -> None:
    game = auction(side, "York")
    for viewer in VIEWERS:
        view = game.view(viewer)
        assert [view[key] for key in ("unseen", "unseen_setup")] == [game.now["unseen"], {}]
        assert (view["deck"], view["set_aside"]) == (18, 12)


def test_r40_what_is_hidden_makes_no_difference(side: Side) -> None:
    """Other hands, other pools: the view and the observation of who cannot know it are the same."""
    one = third_round(side, ["Port", "Textile", "Crafts"])
    two = third_round(side, ["Port", "Heavy Industry", "Textile"])
    for viewer in (0, None):
        assert one.view(viewer) == two.view(viewer)
        assert list(one.state.observation_tensor(viewer)) == list(two.state.observation_tensor(viewer))
    assert one.view(1) != two.view(1)
    assert list(one.state.observation_tensor(1)) != list(two.state.observation_tensor(1))


def test_r40_a_closed_fist_shows_that_it_is_closed_and_no_more(side: Side) -> None:
    game = play(side, 2, phase="fist_colour").do("fist green")
    assert game.view(0)["fists"] == [{"colour": "green", "amount": None, "closed": False}, None]
    assert game.view(1)["fists"] == [{"colour": None, "amount": None, "closed": False}, None]
    game.do("bid 7")
    assert game.view(0)["fists"] == [{"colour": "green", "amount": 7, "closed": True}, None]
    for viewer in (1, None):
        assert game.view(viewer)["fists"] == [{"colour": None, "amount": None, "closed": True}, None]


def test_r40_different_fists_look_the_same(side: Side) -> None:
    one = play(side, 2, phase="fist_colour").do("fist green", "bid 7")
    two = play(side, 2, phase="fist_colour").do("fist red", "bid 1")
    for viewer in (1, None):
        assert one.view(viewer) == two.view(viewer)
        assert list(one.state.observation_tensor(viewer)) == list(two.state.observation_tensor(viewer))
    assert one.view(0) != two.view(0)


def test_r14_r40_open_fists_stay_open_to_the_next_bids(side: Side) -> None:
    game = play(side, 2, phase="fist_colour", face_up="York, Hull, Leeds, Stoke")
    game.do("fist green", "bid 7", "fist blue", "bid 3")
    shown = [{"colour": "green", "amount": 7, "closed": True}, {"colour": "blue", "amount": 3, "closed": True}]
    for text in ("choose York", "done", "choose Hull"):
        for viewer in (0, 1, None):
            assert game.view(viewer)["fists"] == shown
        game.do(text)
    assert game.do("done").view(None)["fists"] == [None, None]


def test_r17_r40_equal_fists_are_open_at_the_toss(side: Side) -> None:
    game = beginning(side, 2)
    while game.phase != "fist_colour":
        game.do(game.legal()[0])
    game.do("fist red", "bid 5", "fist yellow", "bid 5")
    assert [fist["amount"] for fist in game.view(None)["fists"]] == [5, 5]


def test_r40_only_the_player_to_act_sees_what_is_legal(side: Side) -> None:
    game = auction(side, "York").do("choose York")
    assert list(game.view(1)["legal_actions"]) == [int(action) for action in game.state.legal_actions()]
    for viewer in (0, 2, None):
        assert list(game.view(viewer)["legal_actions"]) == []


# --- positions in accordance with a view ------------------------------------------------------------------------------


def drawn(game: Play, viewer: int, seed: int) -> dict[str, Any]:
    """A full position that looks the same to the viewer."""
    other = Play(game.state.determinize(viewer, seed))
    assert other.view(viewer) == game.view(viewer)
    other.state.check_invariants()
    return other.now


def test_r40_resampling_deals_the_counters_that_a_player_does_not_see(side: Side) -> None:
    game = play(side, era="rail", hands=["Port, Crafts", "2x Textile, Port", "Crafts"], demand=None)
    seen = [drawn(game, 0, seed) for seed in range(40)]
    for position in seen:
        assert position["hands"][0] == {"Port": 1, "Crafts": 1}
        assert [sum(hand.values()) for hand in position["hands"]] == [2, 3, 1]
        assert (position["demand"], position["unseen"]) == (game.now["demand"], game.now["unseen"])
    assert len({str(position["hands"]) for position in seen}) > 10
    assert {name for position in seen for name in position["hands"][2]} > {"Crafts"}


def test_r40_resampling_redraws_a_closed_fist_among_the_legal_ones(side: Side) -> None:
    """Player 0 can pay 6: any of their colours, any amount from 1 to 6; nothing is read into their choice."""
    game = play(side, 2, phase="fist_colour", cash=[5, 100], revenue=[3, 0]).do("fist green", "bid 4", "fist blue")
    fists = [drawn(game, 1, seed)["fists"] for seed in range(80)]
    assert all(fist[1] == {"colour": "blue", "amount": None} for fist in fists)
    assert {fist[0]["colour"] for fist in fists} == {"red", "green"}
    assert {fist[0]["amount"] for fist in fists} == {1, 2, 3, 4, 5, 6}


def test_r40_resampling_leaves_the_own_and_open_fists(side: Side) -> None:
    game = play(side, 2, phase="fist_colour").do("fist green", "bid 4", "fist blue")
    assert drawn(game, 0, 3)["fists"][0] == {"colour": "green", "amount": 4}
    game.do("bid 2")
    for viewer in (0, 1):
        assert drawn(game, viewer, 3)["fists"] == game.now["fists"]


def test_r40_resampling_keeps_forced_colours(side: Side) -> None:
    game = play(side, 3, variant="first-edition", phase="fist_amount", player=0, cash=[3, 50, 50]).do("bid 2")
    fists = [drawn(game, 1, seed)["fists"][0] for seed in range(40)]
    assert {fist["colour"] for fist in fists} == {"red"}
    assert {fist["amount"] for fist in fists} == {1, 2, 3}


@pytest.mark.parametrize(("cash", "amounts"), [(0, {0}), (1, {1})])
def test_r15_r40_a_redrawn_bid_is_0_only_for_who_has_nothing(side: Side, cash: int, amounts: set[int]) -> None:
    game = play(side, 3, variant="first-edition", phase="fist_amount", player=0, cash=[cash, 50, 50])
    game.do(game.legal()[0])
    assert {drawn(game, 2, seed)["fists"][0]["amount"] for seed in range(10)} == amounts


def test_r40_resampling_leaves_all_that_is_open(side: Side) -> None:
    game = take(auction(side, "York", "Hull", hands=["Port", "Textile", "Crafts"]), "York")
    before = game.now
    for viewer in (0, 1, 2):
        after = drawn(game, viewer, 11)
        assert {key: after[key] for key in after if key not in ("hands", "pool")} == {
            key: before[key] for key in before if key not in ("hands", "pool")
        }
        assert sum(after["pool"].values()) == 25 - 6
        assert after["hands"][viewer] == before["hands"][viewer]

"""R5: who may know what. A blind card is "a card" to the others; a card taken openly stays known."""

from __future__ import annotations

import pytest
from positions import Play, Side
from railways.table import VALUE_2, dealt, link, play

import lineshaft

VIEWERS = (0, 1, None)
LOUISVILLE = link("Louisville", "Start", 1, "orange", cubes="red, blue")


# --- steps ------------------------------------------------------------------------------------------------------------


def test_r5_dealt_cards_are_seen_by_their_owner(side: Side) -> None:
    deal = Play(side.load("railways", 2).new_initial_state())
    hidden = "a value-2 city"
    assert [deal.seen("card Fargo", viewer) for viewer in VIEWERS] == ["card Fargo", hidden, hidden]
    deal.do("card Fargo")
    assert [deal.seen("card Topeka", viewer) for viewer in VIEWERS] == [hidden, "card Topeka", hidden]
    deal.do("card Topeka")
    for owner, card in ((0, "engine"), (0, "white 1"), (1, "Chicago"), (1, "violet 2")):
        for viewer in VIEWERS:
            assert deal.seen(f"card {card}", viewer) == (f"card {card}" if viewer == owner else "a card")
        deal.do(f"card {card}")
    for viewer in VIEWERS:
        assert deal.seen("card orange 1", viewer) == "card orange 1"  # the open row


@pytest.mark.parametrize("steps", [("pass",), ("discard white 2",)])
def test_r5_blind_cards_are_seen_by_their_owner(side: Side, steps: tuple[str, ...]) -> None:
    game = play(side, hands=["white 2"]).do(*steps)
    assert [game.seen("draw from deck", viewer) for viewer in VIEWERS] == ["draw from deck"] * 3
    game.do("draw from deck")
    assert [game.seen("card engine", viewer) for viewer in VIEWERS] == ["card engine", "a card", "a card"]


def test_r5_all_other_steps_are_open(side: Side) -> None:
    game = play(side, [link("Topeka", "Start", 1, "green")], ["Fargo, violet 2, white 2"], pile="brown 1")
    steps = [
        *("discard white 2", "replenish", "cube red", "place cube on Topeka"),
        *("draw open 1", "card Chicago", "draw from discard pile"),
    ]
    for step in steps:
        assert [game.seen(step, viewer) for viewer in VIEWERS] == [step] * 3
        game.do(step)
    game = play(side, hands=["Fargo, violet 2"])
    for step in ("build Fargo", "from Start in violet", "lay a two", "done laying", "cube blue"):
        assert [game.seen(step, viewer) for viewer in VIEWERS] == [step] * 3
        game.do(step)


def test_r5_the_log_of_a_match_hides_blind_cards() -> None:
    match = lineshaft.load_game("railways", 2).new_match(seed=3)
    mover = match.current_player()
    for text in ("pass", "draw from deck"):
        match.apply_action(match.game.string_to_action(text))
    own, other, spectator = match.log(mover), match.log(1 - mover), match.log(None)
    assert own[:-1][-1] == other[:-1][-1] == f"{mover} draw from deck"
    assert other[-1] == spectator[-1] == "* a card"
    assert own[-1].startswith("* card ")
    assert sum(line == "* a value-2 city" for line in own) == 1
    assert sum(line == "* a value-2 city" for line in spectator) == 2
    assert sum(line == "* a card" for line in spectator) == 4 + 1


# --- views ------------------------------------------------------------------------------------------------------------


def test_r5_a_view_shows_the_own_hand_only(side: Side) -> None:
    game = play(side, hands=["white 2, Fargo", "Chicago, orange 2, engine"])
    assert [game.view(viewer)["hand"] for viewer in VIEWERS] == [
        {"white 2": 1, "Fargo": 1},
        {"orange 2": 1, "engine": 1, "Chicago": 1},
        None,
    ]
    for viewer in (0, None):
        assert "Chicago" not in str(game.view(viewer))


def test_r5_what_is_hidden_makes_no_difference(side: Side) -> None:
    """Two positions that differ in another's hand and in the deck look the same."""
    one = play(side, [LOUISVILLE], ["white 2", "Chicago, orange 2"])
    two = play(side, [LOUISVILLE], ["white 2", "engine, violet 1"])
    for viewer in (0, None):
        assert one.view(viewer) == two.view(viewer)
        assert list(one.state.observation_tensor(viewer)) == list(two.state.observation_tensor(viewer))
    assert one.view(1) != two.view(1)
    assert list(one.state.observation_tensor(1)) != list(two.state.observation_tensor(1))


def test_r5_only_the_player_to_act_sees_what_is_legal(side: Side) -> None:
    game = play(side, hands=["Fargo, violet 2", "Topeka, green 2"])
    assert list(game.view(0)["legal_actions"]) == [int(action) for action in game.state.legal_actions()]
    assert list(game.view(1)["legal_actions"]) == [] == list(game.view(None)["legal_actions"])


# --- what stays known of a hand ---------------------------------------------------------------------------------------


def test_r5_after_the_deal_the_engine_and_a_value_2_city_are_known(side: Side) -> None:
    game = dealt(side, 3)
    assert game.now["known"] == [{"engine": 1}] * 3
    assert game.now["v2_hidden"] == [1] * 3


def test_r5_cards_taken_openly_stay_known(side: Side) -> None:
    game = play(side, hands=["white 2, brown 2"], open_row="Chicago, orange 2, engine", pile="white 1")
    game.do("pass", "draw open 1", "card violet 2", "draw from discard pile")
    assert game.now["known"] == [{"white 1": 1, "Chicago": 1}, {}]
    assert game.view(1)["known"] == game.view(None)["known"] == game.now["known"]
    game = play(side, hands=["white 2, brown 2"], open_row="Chicago, orange 2, engine").do(
        "discard white 2", "draw open 2"
    )
    assert game.now["known"] == [{"orange 2": 1}, {}]
    game = play(side, open_row="Chicago, orange 2, engine").do("pass", "draw open 3", "card white 1")
    assert game.now["known"] == [{"engine": 1}, {}]


def test_r5_blind_cards_do_not_become_known(side: Side) -> None:
    game = play(side, hands=["white 2"]).do("discard white 2", "draw from deck", "card engine")
    game.do("draw from deck", "card orange 1", "stop drawing")
    assert game.now["known"] == [{}, {}] and game.view(1)["hand_sizes"] == [2, 0]


def test_r5_known_cards_that_leave_the_hand_are_forgotten(side: Side) -> None:
    hand = "Fargo, 2x violet 2, 2x engine, white 2"
    known = [{"violet 2": 1, "engine": 2, "white 2": 1}, {}]
    built = play(side, hands=[hand], known=known)
    built.do("build Fargo", "from Start in violet", "lay a two", "lay a two", "lay a wild", "done laying")
    assert built.now["known"][0] == {"white 2": 1, "engine": 1}  # never below 0
    assert play(side, hands=[hand], known=known).do("play engine").now["known"][0]["engine"] == 1
    assert "white 2" not in play(side, hands=[hand], known=known).do("discard white 2").now["known"][0]


def test_r5_the_dealt_city_is_hidden_until_it_shows(side: Side) -> None:
    hand = "Fargo, Topeka, 2x violet 2, white 2"
    game = play(side, hands=[hand], v2_hidden=[1, 0])
    assert game.view(1)["v2_hidden"] == [1, 0]
    game.do("build Fargo", "from Start in violet", "lay a two")
    assert game.now["v2_hidden"] == [1, 0]
    assert game.do("done laying").now["v2_hidden"] == [0, 0]
    discarded = play(side, hands=[hand], v2_hidden=[1, 0]).do("discard Topeka")
    assert discarded.now["v2_hidden"] == [0, 0]


def test_r5_a_known_value_2_city_is_not_the_dealt_one(side: Side) -> None:
    hand = "Fargo, Topeka, 2x violet 2, white 2"
    game = play(side, hands=[hand], v2_hidden=[1, 0], known=[{"Topeka": 1}, {}]).do("discard Topeka")
    assert game.now["v2_hidden"] == [1, 0] and game.now["known"] == [{}, {}]
    assert play(side, hands=[hand], v2_hidden=[1, 0]).do("discard white 2").now["v2_hidden"] == [1, 0]


# --- positions in accordance with a view ------------------------------------------------------------------------------


def hand_of_other(play: Play, seed: int) -> dict[str, int]:
    other = play.state.determinize(1, seed)
    assert Play(other).view(1) == play.view(1)
    hand: dict[str, int] = other.to_dict()["hands"][0]
    return hand


def test_r5_resampling_keeps_what_is_known(side: Side) -> None:
    game = play(
        side,
        hands=["Chicago, 2x engine, Fargo, white 2, brown 1", "Boston, 2x green 2"],
        known=[{"Chicago": 1, "engine": 1}, {}],
        v2_hidden=[1, 0],
    )
    hands = [hand_of_other(game, seed) for seed in range(40)]
    for hand in hands:
        assert sum(hand.values()) == 6
        assert hand["Chicago"] == 1 and hand["engine"] >= 1 and any(name in hand for name in VALUE_2)
        assert "Boston" not in hand
    assert len({str(hand) for hand in hands}) > 30


def test_r5_resampling_believes_an_announced_link(side: Side) -> None:
    """R14 to R17: the city, the cards laid so far, and enough to complete the link."""
    game = play(side, hands=["Boston, orange 2, 3x engine, white 1", "green 2"]).do("build Boston")
    for seed in range(20):
        hand = hand_of_other(game, seed)
        orange = hand.get("orange 1", 0) + 2 * hand.get("orange 2", 0)
        assert "Boston" in hand and orange >= 1 and orange + hand.get("engine", 0) >= 5
    game.do("from Start in orange", "lay a two", "lay a wild")
    for seed in range(20):
        hand = hand_of_other(game, seed)
        assert hand["orange 2"] >= 1 and hand["engine"] >= 3 and "Boston" in hand

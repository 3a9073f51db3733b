"""R7 to R13: one action, then drawing, then the check of the hand."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side
from railways.table import dealt, link, nothing_left, pass_turn, play

ENGINE_SECOND = ("engine_second", "R10", "a face-up engine cannot be the second card")
LOUISVILLE = link("Louisville", "Start", 1, "orange", cubes="red, blue")


def test_r7_turns_go_clockwise(side: Side) -> None:
    game = dealt(side, 4, first=2)
    players = []
    for _ in range(8):
        players.append(game.player)
        pass_turn(game)
    assert players == [2, 3, 0, 1, 2, 3, 0, 1]


def test_r7_passing_is_always_possible(side: Side) -> None:
    assert play(side).legal() == ["pass"]
    assert "pass" in play(side, hands=["Fargo, violet 2, engine"]).legal()
    assert nothing_left(side).legal() == ["pass"]


def test_r7_the_five_actions(side: Side) -> None:
    game = play(
        side,
        [
            link("Louisville", "Start", 0, "green", cubes="yellow"),
            link("Topeka", "Louisville", 0, "brown"),
        ],
        ["Fargo, violet 2, engine"],
        engines=[1, 0],
    )
    assert game.legal() == [
        "pass",
        "build Fargo",
        "play engine",
        "ship yellow from Louisville",
        "discard violet 2",
        "discard engine",
        "discard Fargo",
    ]


def test_r7_one_action_a_turn(side: Side) -> None:
    game = play(side, hands=["Fargo, Topeka, 2x violet 2, 2x engine"])
    game.do("play engine")
    assert game.phase == "draw" and game.player == 0
    for text in ("pass", "build Fargo", "play engine", "discard engine"):
        assert game.refusal(text).is_not_now(text, "cards are drawn (R8)")


def test_r7_drawing_is_not_an_action(side: Side) -> None:
    game = play(side)
    for text in ("draw from deck", "draw open 1", "draw from discard pile", "stop drawing", "skip"):
        assert game.refusal(text).code == "wrong_phase"


@pytest.mark.parametrize(
    "action",
    [
        ("pass",),
        ("play engine",),
        ("build Fargo", "from Start in violet", "lay a two", "done laying", "cube red"),
        ("discard white 2", "draw from deck", "card white 1"),
        ("discard white 2", "replenish", "cube red", "place cube on Topeka"),
    ],
)
def test_r8_drawing_follows_each_action(side: Side, action: tuple[str, ...]) -> None:
    game = play(side, [link("Topeka", "Start", 1, "green")], ["Fargo, violet 2, engine, white 2"], pile="brown 1")
    game.do(*action)
    assert (game.phase, game.player, game.now["picks_done"]) == ("draw", 0, 0)
    assert game.legal()[:5] == [
        "draw from deck",
        "draw open 1",
        "draw open 2",
        "draw open 3",
        "draw from discard pile",
    ]


def test_r8_one_card_at_least(side: Side) -> None:
    game = play(side).do("pass")
    assert game.refusal("stop drawing") == ("draw_first", "R8", "you must take one card at least")
    game.do("draw from deck", "card violet 1")
    assert "stop drawing" in game.legal()
    assert game.do("stop drawing").player == 1


def test_r8_two_cards_at_most(side: Side) -> None:
    game = play(side).do("pass", "draw from deck", "card violet 1", "draw from deck", "card violet 2")
    assert (game.phase, game.player) == ("action", 1)
    assert game.now["hands"][0] == {"violet 1": 1, "violet 2": 1}


@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        (["draw from deck", "card violet 1"], ["draw open 1", "card violet 2"], {"violet 1": 1, "orange 1": 1}),
        (["draw open 2", "card violet 1"], ["draw open 2", "card violet 2"], {"orange 2": 1, "violet 1": 1}),
        (["draw open 1", "card violet 1"], ["draw from discard pile"], {"orange 1": 1, "brown 2": 1}),
        (["draw from discard pile"], ["draw from deck", "card violet 1"], {"brown 2": 1, "violet 1": 1}),
        (["draw from discard pile"], ["draw from discard pile"], {"brown 2": 1, "brown 1": 1}),
    ],
)
def test_r8_any_mixture(side: Side, first: list[str], second: list[str], hand: dict[str, int]) -> None:
    """The second card may be what the first one brought into the open row, or uncovered on the pile."""
    game = play(side, open_row="orange 1, orange 2, white 1", pile="brown 1, brown 2").do("pass", *first, *second)
    assert game.player == 1 and game.now["hands"][0] == hand


def test_r8_the_discarded_card_may_be_taken_back(side: Side) -> None:
    game = play(side, hands=["white 2"])
    game.do("discard white 2", "draw from deck", "card violet 1", "draw from discard pile")
    assert game.now["hands"][0] == {"violet 1": 1, "white 2": 1} and game.now["discard_pile"] == []


def test_r9_an_open_card_is_replaced_at_once(side: Side) -> None:
    game = play(side, open_row="orange 1, orange 2, white 1").do("pass", "draw open 2")
    assert (game.phase, game.player) == ("refill", -1)
    assert game.now["open"] == ["orange 1", None, "white 1"]
    game.do("card Chicago")
    assert game.now["open"] == ["orange 1", "Chicago", "white 1"]
    assert (game.phase, game.player, game.now["picks_done"]) == ("draw", 0, 1)


def test_r9_the_deck_gives_each_card_with_its_chance(side: Side) -> None:
    game = play(side, open_row="orange 1, orange 2, white 1", deck="violet 1, 3x violet 2, Chicago")
    game.do("pass", "draw open 1")
    assert game.weights() == {"card violet 1": 1, "card violet 2": 3, "card Chicago": 1}


@pytest.mark.parametrize("second", [False, True])
def test_r10_an_open_engine_ends_the_drawing(side: Side, second: bool) -> None:
    """R10, whatever ``faceup_engine_second`` says."""
    rules = {"faceup_engine_second": second}
    game = play(side, open_row="engine, white 1, white 1", rules=rules).do("pass", "draw open 1", "card violet 1")
    assert (game.phase, game.player) == ("action", 1)
    assert game.now["hands"][0] == {"engine": 1} and game.now["open"][0] == "violet 1"
    game = play(side, pile="white 1, engine", rules=rules).do("pass", "draw from discard pile")
    assert (game.phase, game.player) == ("action", 1)
    assert game.now["hands"][0] == {"engine": 1} and game.now["discard_pile"] == ["white 1"]


def test_r10_an_open_engine_is_not_the_second_card(side: Side) -> None:
    game = play(side, open_row="white 1, engine, white 1", pile="engine").do("pass", "draw open 1", "card engine")
    assert game.refusal("draw open 1") == ENGINE_SECOND  # it came from the deck, but it lies open
    assert game.refusal("draw open 2") == ENGINE_SECOND
    assert game.refusal("draw from discard pile") == ENGINE_SECOND
    assert game.legal() == ["draw from deck", "draw open 3", "stop drawing"]


def test_r10_option_faceup_engine_second(side: Side) -> None:
    rules = {"faceup_engine_second": True}
    game = play(side, open_row="white 1, engine, white 1", pile="engine", rules=rules)
    game.do("pass", "draw open 1", "card violet 1")
    assert {"draw open 2", "draw from discard pile"} <= set(game.legal())
    game.do("draw open 2", "card violet 2")
    assert game.player == 1 and game.now["hands"][0] == {"white 1": 1, "engine": 1}


def test_r10_a_blind_engine_is_no_restriction(side: Side) -> None:
    game = play(side).do("pass", "draw from deck", "card engine")
    assert (game.phase, game.now["picks_done"]) == ("draw", 1)
    game.do("draw from deck", "card engine")
    assert game.player == 1 and game.now["hands"][0] == {"engine": 2}


def test_r11_with_the_deck_empty_open_row_and_pile_are_drawn_from(side: Side) -> None:
    game = play(side, deck="", open_row="orange 1, -, white 1", pile="brown 1", end_trigger="deck_empty").do("pass")
    assert game.refusal("draw from deck") == ("deck_empty", "R11", "the deck is empty")
    assert game.refusal("draw open 2") == ("slot_empty", "R11", "there is no card in open slot 2")
    assert game.legal() == ["draw open 1", "draw open 3", "draw from discard pile"]
    game.do("draw open 1")
    assert game.now["open"] == [None, None, "white 1"]
    assert (game.phase, game.now["picks_done"]) == ("draw", 1)
    assert game.do("draw from discard pile").player == 1


def test_r11_an_empty_pile_gives_nothing(side: Side) -> None:
    assert play(side).do("pass").refusal("draw from discard pile") == (
        "pile_empty",
        "R11",
        "the discard pile is empty",
    )


def test_r11_with_nothing_to_take_drawing_is_skipped(side: Side) -> None:
    game = nothing_left(side).do("pass")
    assert (game.phase, game.player) == ("action", 2)


def test_r11_a_second_card_that_cannot_be_had_is_skipped(side: Side) -> None:
    """Only face-up engines are left (R10)."""
    last: dict[str, Any] = {"deck": "", "open_row": "white 1, engine, -", "pile": "engine", "end_trigger": "deck_empty"}
    game = play(side, **last).do("pass", "draw open 1")
    assert (game.phase, game.player) == ("action", 1)
    game = play(side, **last, rules={"faceup_engine_second": True}).do("pass", "draw open 1")
    assert game.legal() == ["draw open 2", "draw from discard pile", "stop drawing"]


def test_r12_more_than_13_cards_are_discarded_in_an_order_of_choice(side: Side) -> None:
    game = play(side, hands=["6x violet 1, 6x violet 2, Chicago"], open_row="white 1, brown 1, green 1")
    game.do("pass", "draw from deck", "card engine")
    assert game.phase == "draw"  # 14 cards in the middle of the turn are no matter
    game.do("draw from deck", "card engine")
    assert (game.phase, game.player) == ("trim", 0)
    assert game.legal() == ["discard violet 1", "discard violet 2", "discard engine", "discard Chicago"]
    assert game.refusal("discard white 1") == ("card_not_in_hand", "R12", "you do not hold white 1")
    for text in ("pass", "stop drawing", "draw from deck", "replenish"):
        assert game.refusal(text).code == "wrong_phase"
    game.do("discard Chicago")
    assert (game.phase, game.player) == ("trim", 0)
    game.do("discard violet 2")
    assert (game.phase, game.player) == ("action", 1)  # no use of the discards follows
    assert game.now["discard_pile"] == ["Chicago", "violet 2"]
    assert sum(game.now["hands"][0].values()) == 13


def test_r12_13_cards_are_allowed(side: Side) -> None:
    game = play(side, hands=["6x violet 1, 5x violet 2", "6x white 2, 7x green 2"])
    game.do("pass", "draw from deck", "card violet 2", "draw from deck", "card violet 2")
    assert (game.phase, game.player) == ("action", 1)
    game.do("pass", "draw from deck", "card engine", "stop drawing")
    assert (game.phase, game.player) == ("trim", 1)
    assert game.do("discard engine").player == 0


def test_r13_track_and_engines_stay_on_the_table(side: Side) -> None:
    game = play(side, hands=["Fargo, violet 2, 2x engine", "Topeka, green 1, engine"])
    game.do("build Fargo", "from Start in violet", "lay a two", "lay a wild", "done laying", "cube red")
    assert game.now["discard_pile"] == []
    assert game.view(None)["laid"] == {"violet 2": 1, "engine": 1}
    game = play(side, hands=["engine"]).do("play engine")
    assert game.now["discard_pile"] == [] and game.view(None)["laid"] == {}
    assert game.now["engines"] == [1, 0]


def test_r13_the_pile_is_never_shuffled_back(side: Side) -> None:
    game = play(side, hands=["white 2"], deck="violet 1").do("pass", "draw from deck", "card violet 1")
    assert game.now["deck"] == {} and len(game.now["discard_pile"]) > 100
    assert game.refusal("draw from deck").code == "deck_empty"
    assert game.now["end_trigger"] == "deck_empty"


def test_r13_discards_feed_the_pile(side: Side) -> None:
    game = play(side, [LOUISVILLE], ["white 2"], pile="brown 1").do("discard white 2")
    assert game.now["discard_pile"] == ["brown 1", "white 2"]

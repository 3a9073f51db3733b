"""R33 to R35: a card given up for another card or for a cube."""

from __future__ import annotations

import pytest
from positions import Side
from railways.table import city, link, nothing_left, play

EMPTY_TOPEKA = link("Topeka", "Start", 1, "green")
FULL_LOUISVILLE = link("Louisville", "Start", 0, "orange", cubes="red, blue")


@pytest.mark.parametrize("card", ["orange 1", "white 2", "engine", "Chicago"])
def test_r33_a_card_of_any_kind_face_up_on_the_pile(side: Side, card: str) -> None:
    game = play(side, hands=["orange 1, white 2, engine, Chicago"], pile="brown 1").do(f"discard {card}")
    assert game.phase == "discard_use" and game.player == 0
    assert game.now["discard_pile"] == ["brown 1", card]
    assert card not in game.now["hands"][0]


def test_r33_only_a_card_of_the_hand(side: Side) -> None:
    game = play(side, hands=["white 2"])
    assert game.refusal("discard engine") == ("card_not_in_hand", "R33", "you do not hold engine")


def test_r33_one_of_two_uses(side: Side) -> None:
    game = play(side, [EMPTY_TOPEKA], ["white 2, orange 1"]).do("discard white 2")
    assert game.legal() == ["replenish", "draw from deck", "draw open 1", "draw open 2", "draw open 3"]
    for text in ("pass", "skip", "discard orange 1", "stop drawing"):
        assert game.refusal(text).code == "wrong_phase"


def test_r33_without_a_use_there_is_no_discard(side: Side) -> None:
    no_use = ("no_use", "R33", "there is neither a card to draw nor a city to replenish")
    assert nothing_left(side).refusal("discard violet 1") == no_use
    only_engines = {"deck": "", "open_row": "engine, -, -", "end_trigger": "deck_empty"}
    assert play(side, [FULL_LOUISVILLE], ["white 2"], **only_engines).refusal("discard white 2") == no_use
    one_use = play(side, [FULL_LOUISVILLE, EMPTY_TOPEKA], ["white 2"], **only_engines).do("discard white 2")
    assert one_use.legal() == ["replenish"]


def test_r34_a_card_from_the_deck_then_the_ordinary_drawing(side: Side) -> None:
    """The blind card may be an engine."""
    game = play(side, hands=["white 2"]).do("discard white 2", "draw from deck", "card engine")
    assert (game.phase, game.player, game.now["picks_done"]) == ("draw", 0, 0)
    game.do("draw from deck", "card violet 1", "draw from deck", "card violet 2")
    assert game.now["hands"][0] == {"engine": 1, "violet 1": 1, "violet 2": 1} and game.player == 1


def test_r34_an_open_card_is_replaced_at_once(side: Side) -> None:
    game = play(side, hands=["white 2"], open_row="orange 1, engine, Chicago").do("discard white 2", "draw open 3")
    assert (game.phase, game.player) == ("refill", -1)
    game.do("card brown 1")
    assert game.now["open"] == ["orange 1", "engine", "brown 1"]
    assert (game.phase, game.now["picks_done"]) == ("draw", 0)
    assert game.now["hands"][0] == {"Chicago": 1}


def test_r34_not_an_open_engine(side: Side) -> None:
    game = play(side, hands=["white 2"], open_row="orange 1, engine, Chicago").do("discard white 2")
    assert game.refusal("draw open 2") == (
        "no_open_engine",
        "R34",
        "an open engine cannot be drawn for a discard",
    )


def test_r34_not_from_the_discard_pile(side: Side) -> None:
    game = play(side, hands=["white 2"], pile="brown 1").do("discard white 2")
    assert game.refusal("draw from discard pile") == (
        "not_from_pile",
        "R34",
        "the card for a discard does not come from the discard pile",
    )


def test_r34_with_the_deck_empty_the_open_row_is_left(side: Side) -> None:
    game = play(side, hands=["white 2"], deck="", open_row="orange 1, -, -", end_trigger="deck_empty")
    game.do("discard white 2")
    assert game.refusal("draw from deck") == ("deck_empty", "R11", "the deck is empty")
    assert game.refusal("draw open 2") == ("slot_empty", "R11", "there is no card in open slot 2")
    game.do("draw open 1")
    assert game.now["open"] == [None] * 3 and game.legal() == ["draw from discard pile"]


def test_r35_a_cube_is_drawn_then_put_on_an_empty_city_of_choice(side: Side) -> None:
    """One cube, whatever the value of the city, and whoever built it."""
    links = [FULL_LOUISVILLE, EMPTY_TOPEKA, link("Boston", "Start", 0, "orange")]
    game = play(side, links, ["white 2"]).do("discard white 2", "replenish")
    assert (game.phase, game.player) == ("replenish_cube", -1)
    assert game.weights() == {"cube red": 14, "cube yellow": 15, "cube blue": 14, "cube black": 15}
    game.do("cube black")
    assert (game.phase, game.player, game.now["cube"]) == ("replenish", 0, "black")
    assert game.legal() == ["place cube on Boston", "place cube on Topeka"]
    assert game.refusal("place cube on Louisville") == ("has_cubes", "R35", "Louisville has cubes")
    assert game.refusal("place cube on Fargo") == ("not_on_table", "R35", "Fargo is not on the table")
    game.do("place cube on Boston")
    assert city(game, "Boston")["cubes"] == {"black": 1} and game.now["bag"]["black"] == 14
    assert (game.phase, game.player, game.now["picks_done"]) == ("draw", 0, 0)


def test_r35_without_an_empty_city_nothing_is_replenished(side: Side) -> None:
    no_city = ("no_empty_city", "R35", "no city on the table is without cubes")
    assert play(side, hands=["white 2"]).do("discard white 2").refusal("replenish") == no_city
    game = play(side, [FULL_LOUISVILLE], ["white 2"]).do("discard white 2")
    assert game.refusal("replenish") == no_city


def test_r35_a_city_with_fewer_cubes_than_it_had_is_not_empty(side: Side) -> None:
    game = play(side, [link("Boston", "Start", 0, "orange", cubes="red")], ["white 2"]).do("discard white 2")
    assert game.refusal("replenish").code == "no_empty_city"


def test_r35_without_a_cube_nothing_is_replenished(side: Side) -> None:
    game = play(side, [EMPTY_TOPEKA], ["white 2"], bag="", end_trigger="bag_empty").do("discard white 2")
    assert game.refusal("replenish") == ("bag_empty", "R35", "the bag is empty")

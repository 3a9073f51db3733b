"""R44 and R45: the younger players' game."""

from __future__ import annotations

import pytest
from positions import Play, Side
from railways.table import LAST, OVER, VALUE_2, board, city, dealt, link, pass_turn, play

from lineshaft.errors import InvalidVariant

FAMILY = "family"
WILDS = {"family_wilds": True}
TOPEKA = link("Topeka", "Start", 1, "green")


def test_r44_a_new_city_has_no_cubes(side: Side) -> None:
    game = play(side, hands=["Rochester, 2x orange 2"], variant=FAMILY)
    game.do("build Rochester", "from Start in orange", "lay a two", "lay a two", "done laying")
    assert game.phase == "draw" and game.now["points"] == [4, 0]
    assert city(game, "Rochester")["cubes"] == {} and game.now["bag"] == {}


def test_r44_no_engines_no_deliveries_no_replenishing(side: Side) -> None:
    game = play(side, [TOPEKA], ["engine, white 2"], variant=FAMILY, rules=WILDS)
    no_goods = ("no_goods_in_family", "R44", "there are no goods in the family game")
    assert game.refusal("play engine") == (
        "no_engines_in_family",
        "R44",
        "engines are not played in the family game",
    )
    assert game.refusal("ship yellow from Topeka") == no_goods
    game.do("discard white 2")
    assert game.refusal("replenish") == no_goods
    assert game.legal() == ["draw from deck", "draw open 1", "draw open 2", "draw open 3"]


def test_r44_a_discard_needs_a_card_to_draw(side: Side) -> None:
    """An empty city is no use here (R33)."""
    last = {"deck": "", "open_row": "-, -, -", "end_trigger": "deck_empty"}
    game = play(side, [TOPEKA], ["white 2"], variant=FAMILY, **last)
    assert game.refusal("discard white 2").code == "no_use"


def test_r44_the_empty_bag_ends_nothing(side: Side) -> None:
    game = pass_turn(pass_turn(dealt(side, variant=FAMILY)))
    assert game.now["bag"] == {} and game.now["end_trigger"] is None and game.now["round"] == 2


def test_r44_deck_and_trains_end_it(side: Side) -> None:
    game = play(side, variant=FAMILY, deck="violet 1").do("pass", "draw from deck", "card violet 1")
    assert game.now["end_trigger"] == "deck_empty"
    game = play(side, board([0] * 9), ["Topeka, green 2"], variant=FAMILY)
    game.do("build Topeka", "from Start in green", "lay a two", "done laying")
    assert game.now["end_trigger"] == "trains"


def test_r44_there_are_no_final_deliveries(side: Side) -> None:
    game = pass_turn(play(side, [TOPEKA], variant=FAMILY, turn=1, **LAST))
    assert game.phase == "over" and game.state.end_reason() == "max_rounds"


def test_r44_track_and_cities_score(side: Side) -> None:
    """Ties: more links, then shared (R43)."""
    links = [
        link("Rochester", "Start", 0, "orange"),
        link("Fargo", "Start", 1, "violet"),
        link("Topeka", "Start", 1, "violet"),
    ]
    game = play(side, links, variant=FAMILY, **OVER)
    assert game.scores() == [8, 8] and game.ranking() == [2, 1]
    game = play(side, links[1:], variant=FAMILY, players=3, **OVER)
    assert game.scores() == [0, 8, 0] and game.ranking() == [2, 1, 2]


@pytest.mark.parametrize(("players", "deck"), [(2, 81), (3, 78), (4, 75)])
def test_r45_the_engines_are_taken_out(side: Side, players: int, deck: int) -> None:
    initial = Play(side.load("railways", players, FAMILY).new_initial_state())
    assert sum(initial.now["deck"].values()) == 90 and initial.now["hands"] == [{}] * players
    assert "engine" not in initial.now["deck"]
    game = dealt(side, players, FAMILY)
    assert sum(game.now["deck"].values()) == deck
    for hand in game.now["hands"]:
        assert sum(hand.values()) == 3 and any(name in hand for name in VALUE_2)
    game = play(side, hands=["Fargo, violet 2"], variant=FAMILY)
    game.do("build Fargo", "from Start in violet", "lay a two")
    assert game.refusal("lay a wild").code == "no_card_left"


@pytest.mark.parametrize(("players", "deck"), [(2, 100), (3, 96), (4, 92)])
def test_r45_option_family_wilds_keeps_the_engines(side: Side, players: int, deck: int) -> None:
    """They are dealt as in R2."""
    game = dealt(side, players, FAMILY, WILDS)
    assert sum(game.now["deck"].values()) == deck
    assert all(hand["engine"] >= 1 and sum(hand.values()) == 4 for hand in game.now["hands"])
    assert game.now["known"] == [{"engine": 1}] * players


def test_r45_family_wilds_are_good_as_wilds_only(side: Side) -> None:
    game = play(side, hands=["Rochester, orange 2, 2x engine"], variant=FAMILY, rules=WILDS)
    game.do("build Rochester", "from Start in orange", "lay a two", "lay a wild", "lay a wild", "done laying")
    assert game.now["points"] == [4, 0] and game.phase == "draw"
    assert play(side, hands=["engine"], variant=FAMILY, rules=WILDS).refusal("play engine").rule == "R44"


def test_r45_family_wilds_are_drawn_as_ever(side: Side) -> None:
    """R10: face up, an engine ends the drawing and is not the second card."""
    game = play(side, variant=FAMILY, rules=WILDS, open_row="engine, engine, white 1").do("pass", "draw open 1")
    assert game.do("card white 1").player == 1
    game = play(side, variant=FAMILY, rules=WILDS, open_row="engine, engine, white 1")
    game.do("pass", "draw open 3", "card white 1")
    assert game.refusal("draw open 1").code == "engine_second"
    game = play(side, hands=["white 2"], variant=FAMILY, rules=WILDS, open_row="engine, engine, white 1")
    assert game.do("discard white 2").refusal("draw open 1").code == "no_open_engine"


@pytest.mark.parametrize("rules", [{"engine_cap": 1}, {"value5_must_stop": False}])
def test_r45_options_about_engines_are_accepted_and_change_nothing(side: Side, rules: dict[str, int]) -> None:
    plain, with_option = dealt(side, variant=FAMILY), dealt(side, variant=FAMILY, rules=rules)
    for _ in range(6):
        assert plain.now == with_option.now and plain.legal() == with_option.legal()
        pass_turn(plain)
        pass_turn(with_option)


def test_r45_family_wilds_are_refused_with_standard(side: Side) -> None:
    with pytest.raises(InvalidVariant) as raised:
        side.load("railways", 2, "standard", WILDS)
    assert raised.value.rule == "R45"
    assert raised.value.message == ("rules option family_wilds cannot be true in the variant standard; choose false")
    assert side.load("railways", 2, "standard", {"family_wilds": False}).rules["family_wilds"] is False

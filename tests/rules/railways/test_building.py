"""R14 to R22: a link to a new city."""

from __future__ import annotations

import pytest
from positions import Play, Rules, Side
from railways.table import VALUES, city, link, play

BECKY = "Rochester, orange 1, orange 2, engine"
LOUISVILLE = link("Louisville", "Start", 1, "orange", cubes="blue, black")


def becky(side: Side, hand: str = BECKY, rules: Rules | None = None) -> Play:
    """The rulebook's Becky is player 0; the value-3 city with an orange connection is player 1's."""
    return play(side, [LOUISVILLE], [hand], rules=rules)


def build(play: Play, name: str, origin: str, colour: str, twos: int = 0, ones: int = 0, wilds: int = 0) -> Play:
    """A whole build, up to the cubes."""
    play.do(f"build {name}", f"from {origin} in {colour}")
    return play.do(*["lay a two"] * twos, *["lay a one"] * ones, *["lay a wild"] * wilds, "done laying")


# --- the rulebook's examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["Louisville", "Start"])
def test_r14_r20_beckys_link(side: Side, origin: str) -> None:
    """R14 to R21: all her orange track and her engine, from the value-3 city or from Start, for 4 points."""
    game = build(becky(side), "Rochester", origin, "orange", twos=1, ones=1, wilds=1)
    assert game.now["points"] == [4, 3]
    assert game.view(0)["trains"] == [9, 9]
    game.do("cube red", "cube red", "cube blue")
    assert city(game, "Rochester") == {
        "name": "Rochester",
        "parent": origin,
        "owner": 0,
        "value": 4,
        "colour": "orange",
        "cubes": {"red": 2, "blue": 1},
    }
    assert game.now["hands"][0] == {}
    assert (game.phase, game.player) == ("draw", 0)


def test_r20_two_orange_cards_worth_three(side: Side) -> None:
    """R20, the example under Scoring: a 1 and a 2 to a value-3 city score 3 points."""
    game = play(side, hands=["Louisville, orange 1, orange 2"])
    assert build(game, "Louisville", "Start", "orange", twos=1, ones=1).now["points"] == [3, 0]


# --- where ------------------------------------------------------------------------------------------------------------


def test_r14_only_a_new_city_from_ones_own_hand(side: Side) -> None:
    game = play(
        side,
        [LOUISVILLE, link("Fargo", "Start", 0, "violet")],
        ["3x orange 2", "Rochester"],
        open_row="Boston, white 1, white 1",
        pile="Buffalo",
    )
    for name in ("Louisville", "Fargo", "Rochester", "Boston", "Buffalo", "Chicago"):
        assert game.refusal(f"build {name}") == ("card_not_in_hand", "R14", f"you do not hold {name}")


def test_r14_from_start_or_any_city_whoever_built_it(side: Side) -> None:
    links = [LOUISVILLE, link("Fargo", "Louisville", 0, "green"), link("Birmingham", "Fargo", 1, "brown")]
    game = play(side, links, [BECKY]).do("build Rochester")
    assert game.legal() == [
        "from Birmingham in orange",
        "from Louisville in orange",
        "from Fargo in orange",
        "from Start in orange",
    ]
    game.do("from Fargo in orange")
    assert game.now["build"]["from"] == "Fargo"


def test_r14_not_from_a_city_in_the_hand(side: Side) -> None:
    game = becky(side, f"{BECKY}, Boston").do("build Rochester")
    assert game.refusal("from Boston in orange") == ("not_on_table", "R14", "Boston is not on the table")
    assert game.refusal("from Rochester in orange") == ("not_on_table", "R14", "Rochester is not on the table")


def test_r14_the_first_link_starts_at_start(side: Side) -> None:
    game = play(side, hands=["Fargo, violet 2", "Topeka, violet 2"])
    assert game.do("build Fargo").legal() == ["from Start in violet"]
    game.do("from Start in violet", "lay a two", "done laying", "cube red")
    game.do("draw from deck", "card white 1", "stop drawing")
    assert game.do("build Topeka").legal() == ["from Fargo in violet", "from Start in violet"]


# --- which colour -----------------------------------------------------------------------------------------------------


def test_r15_the_colour_is_one_of_both_ends(side: Side) -> None:
    game = play(
        side,
        [link("Fort Worth", "Start", 1, "violet")],
        ["Rochester, Grand Rapids, 2x orange 2, 2x brown 2, 2x green 2, 2x violet 2"],
    )
    game.do("build Rochester")
    assert game.legal() == ["from Start in brown", "from Start in orange"]
    assert game.refusal("from Fort Worth in orange") == (
        "near_city_lacks_colour",
        "R15",
        "Fort Worth has no orange track",
    )
    assert game.refusal("from Fort Worth in violet") == (
        "new_city_lacks_colour",
        "R15",
        "Rochester has no violet track",
    )
    assert game.refusal("from Start in violet") == ("new_city_lacks_colour", "R15", "Rochester has no violet track")


def test_r15_start_takes_any_colour(side: Side) -> None:
    colours = {"Savannah": ["violet", "brown", "orange", "white"], "Fargo": ["violet", "green", "brown", "orange"]}
    for name, own in colours.items():
        hand = f"{name}, violet 2, green 2, brown 2, orange 2, white 2"
        assert play(side, hands=[hand]).do(f"build {name}").legal() == [f"from Start in {colour}" for colour in own]


def test_r15_the_whole_link_has_one_colour(side: Side) -> None:
    """An orange 2 and a brown 2 do not pay 4, not even from Start."""
    refusal = play(side, hands=["Rochester, orange 2, brown 2"]).refusal("build Rochester")
    assert refusal == (
        "cannot_pay",
        "R16",
        "your hand cannot pay a link to Rochester: it needs 4, with a track card in one of the city's colours",
    )
    game = play(side, hands=["Rochester, 2x orange 2, brown 2"]).do("build Rochester")
    assert game.legal() == ["from Start in orange"]
    assert game.refusal("from Start in brown") == (
        "cannot_pay",
        "R16",
        "your brown track and engines cannot pay a link to Rochester: it needs 4, with a track card of that colour",
    )
    game.do("from Start in orange", "lay a two", "lay a two")
    assert game.refusal("lay a two") == ("no_card_left", "R17", "you have no orange 2 left to lay")
    assert game.refusal("lay a one") == ("no_card_left", "R17", "you have no orange 1 left to lay")


# --- what it costs ----------------------------------------------------------------------------------------------------


def test_r16_the_link_is_worth_the_new_city_at_least(side: Side) -> None:
    """A 1 and a 2 do not pay 4."""
    assert becky(side, "Rochester, orange 1, orange 2").refusal("build Rochester").code == "cannot_pay"
    game = becky(side).do("build Rochester", "from Louisville in orange", "lay a two", "lay a one")
    assert game.refusal("done laying") == ("too_low", "R16", "the link is worth 3: Rochester needs 4")
    assert game.legal() == ["lay a wild"]


def test_r16_the_other_end_does_not_matter(side: Side) -> None:
    """2 points pay a value-2 city joined to a value-5 city; 4 do not pay a value-5 city joined to a value-2 city."""
    game = play(side, [link("Chicago", "Start", 1, "violet")], ["Fargo, violet 2"])
    assert build(game, "Fargo", "Chicago", "violet", twos=1).now["points"] == [2, 5]
    small = [link("Fargo", "Start", 1, "violet")]
    assert play(side, small, ["Chicago, 2x violet 2"]).refusal("build Chicago").code == "cannot_pay"
    game = play(side, small, ["Chicago, 2x violet 2, violet 1"])
    assert build(game, "Chicago", "Fargo", "violet", twos=2, ones=1).now["points"] == [5, 2]


def test_r16_r22_only_what_can_be_completed_may_be_laid(side: Side) -> None:
    """R22: a link is complete in its action. Twos come first, then ones, then wilds, so each payment is one path."""
    game = becky(side).do("build Rochester", "from Start in orange")
    short = ("cannot_finish", "R16", "the cards that may follow do not reach 4")
    assert game.legal() == ["lay a two"]
    assert game.refusal("lay a one") == short
    assert game.do("lay a two").refusal("lay a wild") == short
    assert game.legal() == ["lay a one"]
    assert game.do("lay a one").legal() == ["lay a wild"]


def test_r17_twos_then_ones_then_wilds(side: Side) -> None:
    order = ("lay_order", None, "twos are laid first, then ones, then wilds")
    game = play(side, hands=["Fargo, 2x violet 2, 3x violet 1, 2x engine"])
    game.do("build Fargo", "from Start in violet", "lay a one")
    assert game.refusal("lay a two") == order
    game.do("lay a wild")
    assert game.refusal("lay a two") == order
    assert game.refusal("lay a one") == order
    assert game.legal() == ["lay a wild", "done laying"]


def test_r17_wilds_alone_do_not_make_a_link(side: Side) -> None:
    assert play(side, hands=["Rochester, 4x engine"]).refusal("build Rochester").code == "cannot_pay"
    assert play(side, hands=["Rochester, 4x engine, violet 2"]).refusal("build Rochester").code == "cannot_pay"
    game = play(side, hands=["Rochester, 4x engine, orange 1"]).do("build Rochester", "from Start in orange")
    assert game.refusal("lay a wild") == ("track_first", "R17", "a link needs at least one orange track card")
    assert game.legal() == ["lay a one"]


def test_r17_one_track_card_and_any_number_of_wilds(side: Side) -> None:
    game = play(side, hands=["Boston, orange 1, 11x engine"])
    assert build(game, "Boston", "Start", "orange", ones=1, wilds=11).now["points"] == [12, 0]
    assert city(game, "Boston")["value"] == 12


def test_r17_wilds_are_worth_one(side: Side) -> None:
    assert play(side, hands=["Boston, orange 2, 2x engine"]).refusal("build Boston").code == "cannot_pay"
    game = play(side, hands=["Boston, orange 2, 3x engine"])
    assert build(game, "Boston", "Start", "orange", twos=1, wilds=3).now["points"] == [5, 0]


def test_r17_engines_that_were_played_cannot_be_laid(side: Side) -> None:
    game = play(side, hands=["Rochester, orange 1, orange 2"], engines=[5, 0])
    assert game.refusal("build Rochester").code == "cannot_pay"
    game = play(side, hands=["Fargo, violet 2"], engines=[5, 0])
    game.do("build Fargo", "from Start in violet", "lay a two")
    assert game.refusal("lay a wild") == ("no_card_left", "R17", "you have no engine left to lay")


def test_r18_more_than_needed_counts(side: Side) -> None:
    game = play(side, hands=["Rochester, orange 1, 2x orange 2"])
    build(game, "Rochester", "Start", "orange", twos=2, ones=1)
    assert game.now["points"] == [5, 0] and city(game, "Rochester")["value"] == 5


def test_r18_nineteen_points_in_one_link(side: Side) -> None:
    """Twelve cards besides the city: seven twos and five ones."""
    game = play(side, hands=["Fargo, 7x violet 2, 5x violet 1"])
    assert build(game, "Fargo", "Start", "violet", twos=7, ones=5).now["points"] == [19, 0]


def test_r18_option_overpay_cap(side: Side) -> None:
    hand = "Louisville, 3x orange 2, 3x orange 1, engine"
    too_much = ("overpaid", "R18", "a link to Louisville may be worth 4 at most")
    game = play(side, hands=[hand], rules={"overpay_cap": 1})
    game.do("build Louisville", "from Start in orange", "lay a two", "lay a two")
    assert game.refusal("lay a two") == too_much
    assert game.refusal("lay a one") == too_much
    assert game.refusal("lay a wild") == too_much
    assert game.do("done laying").now["points"] == [4, 0]
    game = play(side, hands=[hand], rules={"overpay_cap": 3})
    game.do("build Louisville", "from Start in orange", "lay a two", "lay a two", "lay a two")
    assert game.refusal("lay a wild").sentence == "a link to Louisville may be worth 6 at most"
    game = play(side, hands=[hand], rules={"overpay_cap": None})
    assert build(game, "Louisville", "Start", "orange", twos=3, ones=3, wilds=1).now["points"] == [10, 0]


def test_r19_a_colour_of_a_city_carries_any_number_of_links(side: Side) -> None:
    """The rulebook's picture: three links meet at a value-4 city, which has two colours."""
    links = [
        link("Rochester", "Start", 1, "orange"),
        link("Louisville", "Rochester", 1, "orange"),
        link("Buffalo", "Rochester", 1, "orange"),
    ]
    game = play(side, links, ["Fargo, orange 2"]).do("build Fargo")
    assert "from Rochester in orange" in game.legal()


def test_r19_option_exit_capacity(side: Side) -> None:
    """The link that the city was built with is one of them; Start is never limited."""
    hand = "Rochester, Buffalo, 4x orange 2, 2x brown 2"
    one = {"exit_capacity": 1}
    game = play(side, [LOUISVILLE, link("Fargo", "Start", 1, "orange")], [hand], rules=one).do("build Rochester")
    full = "exit_full", "R19", "Louisville carries no more orange links: 1 is the limit"
    assert game.refusal("from Louisville in orange") == full
    assert game.legal() == [
        "from Louisville in brown",
        "from Fargo in brown",
        "from Start in brown",
        "from Start in orange",
    ]
    two = {"exit_capacity": 2}
    assert "from Louisville in orange" in play(side, [LOUISVILLE], [hand], rules=two).do("build Rochester").legal()
    links = [LOUISVILLE, link("Buffalo", "Louisville", 1, "orange")]
    game = play(side, links, ["Rochester, 2x orange 2"], rules=two).do("build Rochester")
    assert (
        game.refusal("from Louisville in orange").sentence == "Louisville carries no more orange links: 2 is the limit"
    )
    assert "from Louisville in orange" in play(side, links, ["Rochester, 2x orange 2"]).do("build Rochester").legal()


# --- what it brings ---------------------------------------------------------------------------------------------------


def test_r20_a_link_without_a_train_is_not_built(side: Side) -> None:
    game = play(
        side,
        [link("Topeka", "Start", 0, "green")],
        ["Fargo, violet 2"],
        rules={"link_trains": 1},
        end_trigger="trains",
    )
    assert game.refusal("build Fargo") == ("no_train_left", "R20", "you have no train left for a link")


def test_r20_the_builder_owns_the_link_and_the_city_scores_at_the_end_only(side: Side) -> None:
    game = build(becky(side), "Rochester", "Louisville", "orange", twos=1, ones=1, wilds=1)
    assert game.now["points"] == [4, 3] and game.scores() == [4, 3]
    assert (city(game, "Rochester")["owner"], city(game, "Louisville")["owner"]) == (0, 1)


@pytest.mark.parametrize("name", ["Fargo", "Louisville", "Rochester", "Boston"])
def test_r21_value_less_one_cubes_from_the_bag(side: Side, name: str) -> None:
    value = VALUES[name]
    game = build(play(side, hands=[f"{name}, 3x orange 2"]), name, "Start", "orange", twos=(value + 1) // 2)
    for done in range(value - 1):
        assert (game.phase, game.player) == ("place_goods", -1)
        assert game.weights() == {"cube red": 15, "cube yellow": 15, "cube blue": 15, "cube black": 15 - done}
        game.do("cube black")
    assert game.phase == "draw" and game.now["bag"]["black"] == 15 - (value - 1)
    assert city(game, name)["cubes"] == {"black": value - 1}


def test_r21_a_short_bag_gives_what_it_has(side: Side) -> None:
    game = build(play(side, hands=["Rochester, 2x orange 2"], bag="red, blue"), "Rochester", "Start", "orange", twos=2)
    game.do("cube red", "cube blue")
    assert city(game, "Rochester")["cubes"] == {"red": 1, "blue": 1}
    assert game.phase == "draw" and game.now["end_trigger"] == "bag_empty"


def test_r21_an_empty_bag_gives_nothing(side: Side) -> None:
    game = play(side, hands=["Rochester, 2x orange 2"], bag="", end_trigger="bag_empty")
    build(game, "Rochester", "Start", "orange", twos=2)
    assert game.phase == "draw" and city(game, "Rochester")["cubes"] == {}


def test_r22_one_link_an_action(side: Side) -> None:
    game = play(side, hands=["Fargo, Topeka, 2x violet 2"])
    build(game, "Fargo", "Start", "violet", twos=1).do("cube red")
    assert game.refusal("build Topeka").code == "wrong_phase"


def test_r22_an_announced_link_is_completed(side: Side) -> None:
    game = becky(side).do("build Rochester")
    for text in ("pass", "build Rochester", "skip", "lay a two", "done laying"):
        assert game.refusal(text).code == "wrong_phase"
    game.do("from Start in orange")
    for text in ("pass", "from Louisville in orange", "skip", "stop drawing"):
        assert game.refusal(text).code == "wrong_phase"


def test_r22_the_network_is_a_tree(side: Side) -> None:
    """Each city has one parent: what is on the table cannot be built again, so there are no circles."""
    game = build(becky(side), "Rochester", "Louisville", "orange", twos=1, ones=1, wilds=1).chance()
    assert {row["name"]: row["parent"] for row in game.now["cities"]} == {
        "Rochester": "Louisville",
        "Louisville": "Start",
    }

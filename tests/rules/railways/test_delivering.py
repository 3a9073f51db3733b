"""R23 to R32: engines and deliveries."""

from __future__ import annotations

import pytest
from positions import Play, Side
from railways.table import Link, city, link, play

LOUISVILLE = link("Louisville", "Start", 1, "green", cubes="yellow")


def chain(owners: tuple[int, int, int] = (0, 1, 0)) -> list[Link]:
    """Louisville with a yellow cube, then Cleveland, Kansas City, Minneapolis; only the last one wants yellow."""
    return [
        LOUISVILLE,
        link("Cleveland", "Louisville", owners[0], "brown"),
        link("Kansas City", "Cleveland", owners[1], "green"),
        link("Minneapolis", "Kansas City", owners[2], "violet"),
    ]


def gained(play: Play, before: list[int]) -> list[int]:
    return [now - then for now, then in zip(play.now["points"], before, strict=True)]


# --- the rulebook's example -------------------------------------------------------------------------------------------


def test_r32_steves_delivery(side: Side) -> None:
    """R25 to R32: engine size 3, three links of which Becky (player 1) owns the middle one: 3 points and 1 point."""
    game = play(side, chain(), engines=[3, 0])
    before = game.now["points"]
    game.do("ship yellow from Louisville")
    assert game.legal() == ["deliver to Minneapolis"]
    game.do("deliver to Minneapolis")
    assert gained(game, before) == [3, 1]
    assert game.now["delivered"] == [{"yellow": 1}, {}] and city(game, "Louisville")["cubes"] == {}
    assert (game.phase, game.player) == ("draw", 0)


# --- engines ----------------------------------------------------------------------------------------------------------


def test_r23_an_engine_from_the_hand_enlarges_the_engine(side: Side) -> None:
    game = play(side, hands=["2x engine", "engine"]).do("play engine")
    assert game.now["engines"] == [1, 0] and game.now["hands"][0] == {"engine": 1}
    assert game.phase == "draw"
    assert play(side, hands=["orange 1"]).refusal("play engine") == (
        "card_not_in_hand",
        "R23",
        "you do not hold engine",
    )


def test_r23_there_is_no_upper_limit(side: Side) -> None:
    """All 21 engines in one hand."""
    assert play(side, hands=["engine"], engines=[20, 0]).do("play engine").now["engines"] == [21, 0]


def test_r23_option_engine_cap(side: Side) -> None:
    rules = {"engine_cap": 2}
    game = play(side, hands=["engine"], engines=[2, 0], rules=rules)
    assert game.refusal("play engine") == ("engine_cap", "R23", "your engine cannot grow beyond 2")
    assert play(side, hands=["engine"], engines=[1, 2], rules=rules).do("play engine").now["engines"] == [2, 2]


@pytest.mark.parametrize("size", [0, 2])
def test_r24_an_engine_brings_a_delivery_with_the_new_size(side: Side, size: int) -> None:
    links = [LOUISVILLE, link("Topeka", "Louisville", 0, "brown")] if size == 0 else chain()
    game = play(side, links, ["engine"], engines=[size, 0])
    assert not [text for text in game.legal() if text.startswith("ship")]
    game.do("play engine")
    assert (game.phase, game.player) == ("engine_delivery", 0)
    assert game.legal() == ["ship yellow from Louisville", "skip"]
    before = game.now["points"]
    game.do("ship yellow from Louisville")
    game.do(*game.legal())
    assert gained(game, before)[0] == size + 1
    assert game.phase == "draw"


def test_r24_the_delivery_may_be_declined(side: Side) -> None:
    game = play(side, chain(), ["engine"], engines=[2, 0]).do("play engine", "skip")
    assert (game.phase, game.player) == ("draw", 0) and game.now["delivered"] == [{}, {}]


def test_r24_without_a_delivery_drawing_follows(side: Side) -> None:
    assert play(side, chain(), ["engine"], engines=[1, 0]).do("play engine").phase == "draw"


def test_r24_one_delivery_only(side: Side) -> None:
    links = [
        link("Louisville", "Start", 1, "green", cubes="2x yellow"),
        link("Topeka", "Louisville", 0, "brown"),
    ]
    game = play(side, links, ["2x engine"]).do("play engine", "ship yellow from Louisville", "deliver to Topeka")
    assert game.phase == "draw"
    for text in ("ship yellow from Louisville", "play engine", "skip"):
        assert game.refusal(text).code == "wrong_phase"


# --- which cube, which route ------------------------------------------------------------------------------------------


def test_r25_an_engine_must_have_been_played(side: Side) -> None:
    game = play(side, chain(), ["engine"], engines=[0, 3])
    assert game.refusal("ship yellow from Louisville") == ("no_engine", "R25", "you have not played an engine")


def test_r25_one_cube_from_any_city_on_the_table(side: Side) -> None:
    """Louisville is player 1's; what matters is the first link."""
    game = play(side, chain(), engines=[3, 0])
    assert "ship yellow from Louisville" in game.legal()
    for good, name in (("red", "Louisville"), ("yellow", "Cleveland"), ("yellow", "Chicago")):
        text = f"there is no {good} cube on {name}"
        assert game.refusal(f"ship {good} from {name}") == ("no_such_cube", "R25", text)


def test_r25_a_delivery_that_was_begun_is_finished(side: Side) -> None:
    game = play(side, chain(), engines=[3, 0]).do("ship yellow from Louisville")
    for text in ("pass", "skip", "ship yellow from Louisville"):
        assert game.refusal(text).code == "wrong_phase"


def test_r26_the_first_link_must_be_ones_own(side: Side) -> None:
    game = play(side, chain((1, 0, 0)), engines=[3, 0])
    refusal = game.refusal("ship yellow from Louisville")
    assert refusal == ("no_own_link", "R26", "no link of yours touches Louisville")
    links = [*chain((1, 0, 0)), link("Topeka", "Louisville", 0, "brown")]
    game = play(side, links, engines=[3, 0]).do("ship yellow from Louisville")
    assert game.legal() == ["deliver to Topeka"]
    assert game.refusal("deliver to Minneapolis") == (
        "first_link",
        "R26",
        "the first link from Louisville to Minneapolis is not yours",
    )


def test_r26_all_other_links_may_be_anyones(side: Side) -> None:
    game = play(side, chain((0, 1, 1)), engines=[3, 0])
    before = game.now["points"]
    assert gained(game.do("ship yellow from Louisville", "deliver to Minneapolis"), before) == [3, 2]


def test_r27_at_most_as_many_links_as_the_engine_size(side: Side) -> None:
    assert play(side, chain(), engines=[2, 5]).refusal("ship yellow from Louisville") == (
        "no_destination",
        "R27",
        "no city within 2 links, the first of them yours, of Louisville takes a yellow cube",
    )
    links = [*chain(), link("Topeka", "Louisville", 0, "brown")]
    game = play(side, links, engines=[2, 0]).do("ship yellow from Louisville")
    assert game.refusal("deliver to Minneapolis") == (
        "too_far",
        "R27",
        "Minneapolis is 3 links away: your engine covers 2",
    )
    game = play(side, links, engines=[3, 0]).do("ship yellow from Louisville")
    assert game.legal() == ["deliver to Minneapolis", "deliver to Topeka"]


def test_r27_r6_through_start_both_links_count(side: Side) -> None:
    """R6: Start is a point on the way."""
    links = [link("Louisville", "Start", 0, "green", cubes="yellow"), link("Topeka", "Start", 1, "green")]
    assert play(side, links, engines=[1, 0]).refusal("ship yellow from Louisville").code == "no_destination"
    game = play(side, links, engines=[2, 0])
    before = game.now["points"]
    assert gained(game.do("ship yellow from Louisville", "deliver to Topeka"), before) == [2, 1]


def test_r28_the_destination_accepts_the_cube(side: Side) -> None:
    game = play(side, chain(), engines=[3, 0]).do("ship yellow from Louisville")
    assert game.refusal("deliver to Cleveland") == (
        "not_accepted",
        "R28",
        "Cleveland does not take yellow cubes",
    )
    assert game.refusal("deliver to Fargo") == ("not_on_table", "R28", "Fargo is not on the table")


def test_r28_never_to_start(side: Side) -> None:
    game = play(side, [link("Louisville", "Start", 0, "green", cubes="red, yellow")], engines=[1, 0])
    assert game.refusal("ship yellow from Louisville").code == "no_destination"
    assert game.refusal("ship red from Louisville").code == "no_destination"


def test_r28_a_cube_goes_to_another_city_even_from_one_that_demands_it(side: Side) -> None:
    links = [link("Minneapolis", "Start", 1, "violet", cubes="yellow"), link("Topeka", "Minneapolis", 0, "green")]
    game = play(side, links, engines=[2, 0]).do("ship yellow from Minneapolis")
    assert game.refusal("deliver to Minneapolis") == ("same_city", "R28", "the cube lies on Minneapolis already")
    before = game.now["points"]
    assert gained(game.do("deliver to Topeka"), before) == [1, 0]


def test_r29_the_cube_stops_at_the_first_city_that_accepts_it(side: Side) -> None:
    links = [
        LOUISVILLE,
        link("Topeka", "Louisville", 0, "brown"),
        link("Minneapolis", "Topeka", 0, "green"),
    ]
    game = play(side, links, engines=[5, 0]).do("ship yellow from Louisville")
    assert game.legal() == ["deliver to Topeka"]
    assert game.refusal("deliver to Minneapolis") == (
        "must_stop",
        "R29",
        "the cube must stop at Topeka, the first city on its way that takes it",
    )


def through_chicago(side: Side, **rules: bool) -> Play:
    """Kansas City with a yellow and a red cube, Chicago (value 5) next to it, Minneapolis (yellow) behind that."""
    links = [
        link("Kansas City", "Start", 1, "violet", cubes="yellow, red"),
        link("Chicago", "Kansas City", 0, "violet"),
        link("Minneapolis", "Chicago", 0, "violet"),
        link("Topeka", "Minneapolis", 0, "white"),
    ]
    return play(side, links, engines=[4, 0], rules=rules)


def test_r30_a_value_5_city_accepts_every_cube_and_ends_each_route(side: Side) -> None:
    game = through_chicago(side).do("ship yellow from Kansas City")
    assert game.legal() == ["deliver to Chicago"]
    assert game.refusal("deliver to Minneapolis") == (
        "must_stop",
        "R29",
        "the cube must stop at Chicago, the first city on its way that takes it",
    )
    assert through_chicago(side).do("ship red from Kansas City").legal() == ["deliver to Chicago"]


def test_r30_option_value5_must_stop(side: Side) -> None:
    """With false a cube may stop there but need not; other cities stop it as before."""
    game = through_chicago(side, value5_must_stop=False).do("ship yellow from Kansas City")
    assert game.legal() == ["deliver to Chicago", "deliver to Minneapolis"]
    assert game.refusal("deliver to Topeka").sentence.startswith("the cube must stop at Minneapolis")
    before = game.now["points"]
    assert gained(game.do("deliver to Minneapolis"), before) == [2, 0]
    assert through_chicago(side, value5_must_stop=True).do("ship yellow from Kansas City").legal() == [
        "deliver to Chicago"
    ]


def test_r31_no_route_comes_back(side: Side) -> None:
    """With size 9 a cube could otherwise go out and return to a city that demands it, or use a link twice."""
    links = [link("Topeka", "Start", 0, "green", cubes="yellow"), link("Cleveland", "Topeka", 0, "brown")]
    game = play(side, links, engines=[9, 0])
    assert game.refusal("ship yellow from Topeka").code == "no_destination"
    game = play(side, chain(), engines=[9, 0])
    before = game.now["points"]
    assert gained(game.do("ship yellow from Louisville", "deliver to Minneapolis"), before) == [3, 1]


def test_r32_other_owners_score_their_own_links(side: Side) -> None:
    """Four links of players 0, 1, 2, 1: 4 points for the whole route, 2 and 1 for their links."""
    links = [
        link("Louisville", "Start", 2, "green", cubes="yellow"),
        link("Cleveland", "Louisville", 0, "brown"),
        link("Kansas City", "Cleveland", 1, "green"),
        link("Fort Worth", "Kansas City", 2, "violet"),
        link("Minneapolis", "Fort Worth", 1, "violet"),
    ]
    game = play(side, links, players=3, engines=[4, 0, 0])
    before = game.now["points"]
    assert gained(game.do("ship yellow from Louisville", "deliver to Minneapolis"), before) == [4, 2, 1]


def test_r32_own_links_score_once(side: Side) -> None:
    game = play(side, chain((0, 0, 0)), engines=[3, 0])
    before = game.now["points"]
    assert gained(game.do("ship yellow from Louisville", "deliver to Minneapolis"), before) == [3, 0]


def test_r32_the_cube_is_kept(side: Side) -> None:
    """It never goes back to the bag."""
    game = play(side, chain(), engines=[3, 0], delivered=["yellow"])
    assert game.now["bag"]["yellow"] == 13
    game.do("ship yellow from Louisville", "deliver to Minneapolis")
    assert game.now["bag"]["yellow"] == 13 and game.now["delivered"][0] == {"yellow": 2}

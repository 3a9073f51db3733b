"""The three changes of the page: its lines, put into the shipped file, do what it says."""

from __future__ import annotations

from pathlib import Path

from positions import Side
from railways.table import LAST, city, dealt, link, pass_turn, play

from lineshaft.proof.changes_to_try import changes_to_try

PAGE = Path(__file__).parents[3] / "docs/games/railways.md"
LONG_HAULS, STRONG_ENGINES, SIXTH_COLOUR = [
    change.data for change in changes_to_try("railways", PAGE.read_text(encoding="utf-8"))
]


def test_r47_r51_long_hauls(side: Side) -> None:
    """Two engines carry over four links, whose owner gets nothing; then three rounds of final deliveries."""
    links = [
        link("Grand Rapids", "Start", 0, "orange", cubes="3x yellow"),
        link("Cleveland", "Grand Rapids", 0, "green"),
        link("Kansas City", "Cleveland", 1, "green"),
        link("Omaha", "Kansas City", 1, "violet"),
        link("Minneapolis", "Kansas City", 1, "green"),
        link("Topeka", "Omaha", 1, "white"),
    ]
    game = play(side, links, engines=[2, 0], turn=1, data=LONG_HAULS, **LAST)
    before = game.now["points"]
    pass_turn(game)
    for which, target in enumerate(("Topeka", "Minneapolis", "Topeka"), start=1):
        assert (game.player, game.now["final_deliveries"]) == (0, which)
        game.do("ship yellow from Grand Rapids", f"deliver to {target}")
    gained = [now - then for now, then in zip(game.now["points"], before, strict=True)]
    assert (game.phase, gained) == ("over", [4 + 3 + 4, 0])


def test_r46_strong_engines(side: Side) -> None:
    data = STRONG_ENGINES
    assert dealt(side, 4, data=data).now["hands"][3]["engine"] == 1
    game = play(side, hands=["St. Louis, white 1, 2x engine"], data=data)
    game.do("build St. Louis", "from Start in white", "lay a one", "lay a wild", "lay a wild", "done laying")
    assert city(game, "St. Louis")["value"] == 5
    full = play(side, hands=["6x violet 2, 4x green 2"], data=data).do("pass", "draw from deck").chance()
    assert full.do("stop drawing").phase == "trim"


def test_r15_a_sixth_colour(side: Side) -> None:
    data = SIXTH_COLOUR
    game = side.loaded("railways", 2, data=data)
    shipped = side.loaded("railways", 2)
    assert game.string_to_action("lay a one") == shipped.string_to_action("lay a one") + 26
    assert game.outcome_to_string(10) == "card pink 1" and game.outcome_to_string(12) == "card engine"
    chicago = [link("Chicago", "Start", 0, "violet")]
    pink = play(side, chicago, ["Boston, 3x pink 2"], data=data)
    assert pink.do("build Boston").legal() == ["from Chicago in pink", "from Start in pink"]

"""R36 to R39: what ends the game, the last round, the final deliveries."""

from __future__ import annotations

import pytest
from positions import Side
from railways.table import LAST, Link, board, dealt, link, pass_turn, play

from lineshaft.errors import GameOver

TOPEKA = link("Topeka", "Start", 1, "green")


# --- the triggers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "steps",
    [
        ("pass", "draw from deck", "card violet 1"),
        ("pass", "draw open 2", "card violet 1"),
        ("discard white 2", "draw from deck", "card violet 1"),
        ("discard white 2", "draw open 2", "card violet 1"),
    ],
)
def test_r36_the_last_card_leaves_the_deck(side: Side, steps: tuple[str, ...]) -> None:
    """At that moment, be it into a hand or into the open row."""
    game = play(side, hands=["white 2"], deck="violet 1").do(*steps[:-1])
    assert game.now["end_trigger"] is None
    assert game.do(steps[-1]).now["end_trigger"] == "deck_empty"


def test_r36_a_player_lays_the_last_train(side: Side) -> None:
    """The tenth: the two trains that mark the score are not for links. Option ``link_trains``."""
    ninth = ("build Louisville", "from Start in green", "lay a two", "lay a one", "done laying")
    hand = ["Louisville, green 2, green 1"]
    game = play(side, board([0] * 8), hand).do(*ninth)
    assert game.view(0)["trains"] == [1, 10] and game.now["end_trigger"] is None
    game = play(side, board([0] * 9), ["Topeka, green 2"])
    game.do("build Topeka", "from Start in green", "lay a two", "done laying")
    assert game.view(0)["trains"] == [0, 10] and game.now["end_trigger"] == "trains"
    game = play(side, board([0] * 8), hand, rules={"link_trains": 9}).do(*ninth)
    assert game.view(0)["trains"] == [0, 9] and game.now["end_trigger"] == "trains"


def test_r36_the_last_cube_leaves_the_bag(side: Side) -> None:
    game = play(side, [TOPEKA], ["white 2"], bag="red").do("discard white 2", "replenish", "cube red")
    assert game.now["end_trigger"] == "bag_empty"
    game = play(side, hands=["Fargo, violet 2"], bag="red")
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying")
    assert game.now["end_trigger"] is None
    assert game.do("cube red").now["end_trigger"] == "bag_empty"


def test_r36_the_first_trigger_is_the_reason(side: Side) -> None:
    game = play(side, [TOPEKA], ["white 2"], bag="red", deck="violet 1")
    game.do("discard white 2", "replenish", "cube red", "place cube on Topeka", "draw from deck", "card violet 1")
    assert game.now["end_trigger"] == "bag_empty"
    one_train = {"link_trains": 1}
    game = play(side, [TOPEKA], ["Fargo, violet 2"], bag="red", rules=one_train, end_trigger="trains")
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying", "cube red")
    assert game.now["end_trigger"] == "trains"


def test_r36_the_train_counts_before_the_cubes(side: Side) -> None:
    game = play(side, hands=["Fargo, violet 2"], bag="red", rules={"link_trains": 1})
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying", "cube red")
    assert game.now["end_trigger"] == "trains"


# --- the last round ---------------------------------------------------------------------------------------------------


def test_r37_the_round_is_played_to_its_end(side: Side) -> None:
    """Player 1 of 1, 2, 0 takes the last card; the others have their turns, ordinary ones; then it is over."""
    game = play(side, hands=["", "", "Fargo, violet 2"], players=3, turn=1, first=1, deck="violet 1")
    game.do("pass", "draw from deck", "card violet 1", "stop drawing")
    assert (game.phase, game.player, game.now["round"]) == ("action", 2, 1)
    game.do("build Fargo", "from Start in violet", "lay a two", "done laying", "cube red")
    assert game.legal() == ["draw open 1", "draw open 2", "draw open 3", "draw from discard pile"]
    game.do("draw open 3", "draw open 2")
    assert (game.phase, game.player) == ("action", 0)
    game.do("pass", "draw from discard pile", "stop drawing")
    assert game.phase == "over" and game.state.is_terminal()
    assert game.state.end_reason() == "deck_empty"


def test_r37_the_last_player_finishes_the_turn(side: Side) -> None:
    """A trigger in the last turn of a round: drawing and the check of the hand follow, but no further round."""
    game = play(side, hands=["", "6x violet 2, 7x green 2"], turn=1, deck="violet 1", pile="violet 2")
    game.do("pass", "draw from deck", "card violet 1")
    assert (game.phase, game.player, game.now["end_trigger"]) == ("draw", 1, "deck_empty")
    game.do("draw from discard pile")
    assert game.phase == "trim"
    game.do("discard green 2", "discard green 2")
    assert game.phase == "over" and game.now["round"] == 1


def test_r37_without_a_trigger_a_new_round_begins(side: Side) -> None:
    game = pass_turn(pass_turn(play(side)))
    assert (game.phase, game.player, game.now["round"]) == ("action", 0, 2)


# --- the final deliveries ---------------------------------------------------------------------------------------------


def star(*cubes: str) -> list[Link]:
    """A city of each player on Start with these cubes, and Topeka, which wants yellow, two links from each."""
    cities = zip(("Louisville", "Atlanta", "Youngstown"), cubes, strict=False)
    links = [link(name, "Start", p, "green", cubes=own) for p, (name, own) in enumerate(cities)]
    return [*links, link("Topeka", "Start", 0, "violet")]


def test_r38_each_player_may_make_one_delivery_from_the_first_player_on(side: Side) -> None:
    links = star("2x yellow", "yellow", "yellow")
    game = play(side, links, players=3, engines=[2, 2, 2], turn=0, first=1, **LAST)
    before = game.now["points"]
    pass_turn(game)
    assert (game.phase, game.player, game.now["final_deliveries"]) == ("final_delivery", 1, 1)
    assert game.legal() == ["ship yellow from Atlanta", "skip"]
    game.do("ship yellow from Atlanta", "deliver to Topeka")
    assert (game.phase, game.player) == ("final_delivery", 2)
    game.do("skip")
    assert (game.phase, game.player) == ("final_delivery", 0)
    game.do("ship yellow from Louisville", "deliver to Topeka")
    assert game.phase == "over"  # though another cube of player 0 could be delivered
    assert [now - then for now, then in zip(game.now["points"], before, strict=True)] == [3, 2, 0]
    assert game.now["delivered"] == [{"yellow": 1}, {"yellow": 1}, {}]


def test_r38_nothing_but_a_delivery(side: Side) -> None:
    game = play(side, star("yellow"), ["engine, Fargo, violet 2"], engines=[2, 0], turn=1, **LAST)
    pass_turn(game)
    for text in ("pass", "build Fargo", "play engine", "discard engine", "draw from deck"):
        assert game.refusal(text).code == "wrong_phase"
    game.do("ship yellow from Louisville", "deliver to Topeka")
    assert game.phase == "over"  # and no card is drawn


def test_r38_only_players_who_can_deliver_are_asked(side: Side) -> None:
    """Player 0 has no engine, player 1 too small a one, player 2 can."""
    game = play(side, star("yellow", "yellow", "yellow"), players=3, engines=[0, 1, 2], turn=2, **LAST)
    pass_turn(game)
    assert (game.phase, game.player) == ("final_delivery", 2)
    assert pass_turn(play(side, star("red"), engines=[1, 0], turn=1, **LAST)).phase == "over"


def test_r38_an_earlier_player_may_take_the_cube(side: Side) -> None:
    links = [
        link("Louisville", "Start", 1, "green", cubes="yellow"),
        link("Topeka", "Louisville", 0, "brown"),
        link("Fargo", "Start", 0, "violet"),
    ]
    game = pass_turn(play(side, links, engines=[1, 2], turn=1, **LAST))
    assert game.player == 0
    assert game.state.child(game.state.string_to_action("skip")).current_player() == 1
    assert game.do("ship yellow from Louisville", "deliver to Topeka").phase == "over"


def test_r38_r42_final_deliveries_count_for_sets(side: Side) -> None:
    """R42: the fourth colour is worth 5 points more than the 2 points of its route."""
    game = play(side, star("yellow"), engines=[2, 0], delivered=["red, blue, black"], turn=1, **LAST)
    pass_turn(game)
    skipped = game.state.child(game.state.string_to_action("skip")).scores()
    game.do("ship yellow from Louisville", "deliver to Topeka")
    assert game.scores()[0] == skipped[0] + 2 + 5


# --- the safety cap ---------------------------------------------------------------------------------------------------


def test_r39_round_100_is_the_last(side: Side) -> None:
    game = pass_turn(play(side, turn=1, round=98))
    assert (game.now["round"], game.now["end_trigger"]) == (99, None)
    pass_turn(pass_turn(game))
    assert (game.now["round"], game.now["end_trigger"]) == (100, "max_rounds")
    assert pass_turn(game).player == 1
    assert pass_turn(game).phase == "over"
    assert game.state.end_reason() == "max_rounds"


@pytest.mark.parametrize("rounds", [1, 2])
def test_r39_option_max_rounds(side: Side, rounds: int) -> None:
    game = dealt(side, rules={"max_rounds": rounds})
    turns = 0
    while not game.state.is_terminal():
        assert game.now["end_trigger"] == ("max_rounds" if turns // 2 + 1 == rounds else None)
        pass_turn(game)
        turns += 1
    assert turns == 2 * rounds and game.state.end_reason() == "max_rounds"


def test_r39_an_earlier_trigger_stays(side: Side) -> None:
    game = play(side, turn=1, round=2, deck="violet 1", rules={"max_rounds": 2}, end_trigger="max_rounds")
    game.do("pass", "draw from deck", "card violet 1", "stop drawing")
    assert game.state.end_reason() == "max_rounds"


def test_r37_after_the_end_nothing_can_be_applied(side: Side) -> None:
    game = pass_turn(play(side, turn=1, **LAST))
    assert game.legal() == [] and game.player == -4
    with pytest.raises(GameOver):
        game.do("pass")

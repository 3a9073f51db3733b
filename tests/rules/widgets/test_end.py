"""R20 to R27, R30: what triggers the end, the final turns, the empty pile, the last turn, one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from positions import Play, Side
from widgets.table import (
    CONSTRUCTS,
    NAMES,
    SHIPPED,
    Lies,
    down,
    flat,
    in_bay,
    in_hand,
    left_arm,
    left_leg,
    new,
    pass_turn,
    perfect,
    play,
    pose,
    position,
    right_leg,
    settle,
    torso,
)

from lineshaft.errors import GameOver, InvalidVariant

LONGER = {2: 5, 3: 5, 4: 4}
"""The number of constructs of the longer game (R20)."""


def nearly(side: Side, number: int, player: int = 0, variant: str = "abstract", **arguments: Any) -> Play:
    """The player is about to complete the construct that makes ``number`` of them."""
    built = {player: [perfect(triple) for triple in range(number - 1)]} | arguments.pop("constructs", {})
    bays = {(player, 0): perfect(15)[:4]} | arguments.pop("bays", {})
    hand = [right_leg(15)]
    return play(
        side, variant=variant, phase="resolve", turn_of=player, hand=hand, constructs=built, bays=bays, **arguments
    )


def movers(game: Play) -> list[int]:
    """Whose turns follow until the end."""
    found = []
    while game.phase != "game_over":
        found.append(game.player)
        pass_turn(game)
    return found


# --- R20: the number --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_r20_the_number_of_constructs(side: Side, players: int) -> None:
    number = CONSTRUCTS[players]
    assert new(side, players).view(None)["constructs_needed"] == number
    game = nearly(side, number - 1, players=players).do("place in bay 1")
    assert game.now["trigger"] is None and len(game.now["constructs"][0]) == number - 1
    game = nearly(side, number, players=players).do("place in bay 1")
    assert game.now["trigger"] == 0 and len(game.now["constructs"][0]) == number


@pytest.mark.parametrize("players", LONGER)
def test_r20_option_longer(side: Side, players: int) -> None:
    number, rules = LONGER[players], {"longer": True}
    assert new(side, players, rules=rules).view(None)["constructs_needed"] == number
    assert nearly(side, number - 1, players=players, rules=rules).do("place in bay 1").now["trigger"] is None
    assert nearly(side, number, players=players, rules=rules).do("place in bay 1").now["trigger"] == 0


def test_r20_no_longer_game_for_five(side: Side) -> None:
    with pytest.raises(InvalidVariant) as raised:
        side.load("widgets", 5, rules={"longer": True})
    assert raised.value.rule == "R20"
    assert raised.value.message == "rules option longer cannot be true with 5 players; choose false"


# --- R21: the trigger and the bonus -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r21_whoever_is_first_triggers_the_end(side: Side, players: int) -> None:
    for player in range(players):
        game = nearly(side, CONSTRUCTS[players], player, players=players)
        assert game.scores()[player] == 30 * (CONSTRUCTS[players] - 1)
        game.do("place in bay 1")
        assert game.now["trigger"] == player
        assert game.scores()[player] == 30 * CONSTRUCTS[players] + 5


def test_r21_there_is_one_bonus(side: Side) -> None:
    """The second to reach the number does not get it."""
    first = {0: [perfect(triple) for triple in range(4, 8)]}
    game = nearly(side, 4, 1, constructs=first, trigger=0, final_turns=[0, 3]).do("place in bay 1")
    assert game.scores() == [125, 120] and game.now["trigger"] == 0


def test_r21_the_bonus_of_the_data_file(side: Side) -> None:
    data = SHIPPED.replace("bonus = 5", "bonus = 11")
    assert nearly(side, 4, data=data).do("place in bay 1").scores() == [131, 0]


# --- R22: the final turns ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["table", "abstract"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r22_three_more_turns_for_each_other_player(side: Side, players: int, variant: str) -> None:
    """In the normal order, from the left of the trigger; with two players in a row."""
    for player in range(players):
        game = nearly(side, CONSTRUCTS[players], player, variant, players=players).do("place in bay 1")
        assert game.now["final_turns"] == [0 if p == player else 3 for p in range(players)]
        others = [(player + k) % players for k in range(1, players)]
        assert movers(game) == others * 3
        assert (game.state.end_reason(), game.now["final_turns"]) == ("finished", [0] * players)


def test_r22_the_number_of_final_turns_goes_down_with_each(side: Side) -> None:
    game = nearly(side, 4, 1, players=3).do("place in bay 1")
    seen = [game.now["final_turns"]]
    while game.phase != "game_over":
        seen.append(pass_turn(game).now["final_turns"])
    assert seen == [[3, 0, 3], [3, 0, 2], [2, 0, 2], [2, 0, 1], [1, 0, 1], [1, 0, 0], [0, 0, 0]]


def test_r22_final_turns_are_ordinary_turns(side: Side) -> None:
    built = {0: [perfect(triple) for triple in range(4)]}
    bays = {(1, 0): perfect(9)[:4]}
    game = flat(side, players=2, turn_of=1, constructs=built, bays=bays, trigger=0, final_turns=[0, 2], up=[73])
    game.do(f"pull {NAMES[right_leg(9)]}", "place in bay 1")
    assert game.scores() == [125, 30] and (game.player, game.now["final_turns"]) == (1, [0, 1])
    settle(game.do("pull face down")).do("keep first", "place in bay 3")
    assert game.phase == "game_over" and len(in_bay(game, 1, 3)) == 1  # nobody has to drop it: no number was reached


def test_r22_the_number_of_final_turns_is_that_of_the_data_file(side: Side) -> None:
    data = SHIPPED.replace("final_turns = 3", "final_turns = 1")
    assert movers(nearly(side, 4, players=3, data=data).do("place in bay 1")) == [1, 2]


# --- R23: not more, and the rest is dropped ---------------------------------------------------------------------------


def test_r23_who_reaches_the_number_takes_no_more_turns(side: Side) -> None:
    """In the first of the final turns, of three players."""
    first = {0: [perfect(triple) for triple in range(4, 8)]}
    game = nearly(side, 4, 1, players=3, constructs=first, trigger=0, final_turns=[0, 3, 3]).do("place in bay 1")
    assert (game.now["final_turns"], game.player) == ([0, 2, 3], 2)
    assert movers(game) == [2, 2, 2]
    assert len(game.now["constructs"][1]) == 4


@pytest.mark.parametrize("trigger", [True, False])
def test_r23_what_remains_in_the_bays_is_dropped_in_order(side: Side, trigger: bool) -> None:
    """Bay by bay, in each from torso to right leg; of the first player and of a later one alike."""
    bays = {(1, 1): [left_leg(12), torso(12)], (1, 2): [right_leg(11), left_arm(11)], (0, 0): [torso(13)]}
    others: dict[str, Any] = {"constructs": {0: [perfect(triple) for triple in range(4, 8)]}, "trigger": 0}
    if not trigger:
        bays.pop((0, 0))
    arguments = {} if trigger else {**others, "final_turns": [0, 3]}
    game = nearly(side, 4, 1, "table", bays=bays, **arguments).do("place in bay 1")
    for part in (torso(12), left_leg(12), left_arm(11), right_leg(11)):
        assert (game.phase, game.now["falling"]["part"]) == ("fall", part)
        game.do("salt 4")
    assert game.now["bays"][1] == [{}, {}, {}]
    assert [entry["part"] for entry in game.now["pile"][-4:]] == [torso(12), left_leg(12), left_arm(11), right_leg(11)]
    assert game.now["bays"][0][0].keys() == ({"torso"} if trigger else set())
    assert game.phase == ("pull" if trigger else "game_over")


def test_r23_nobody_builds_more(side: Side) -> None:
    """The trigger has no further turn in which to do so."""
    game = nearly(side, 3, players=5).do("place in bay 1")
    assert movers(game).count(0) == 0 and len(game.now["constructs"][0]) == 3


# --- R25: the empty pile ----------------------------------------------------------------------------------------------

LAST = torso(15)


def scarce(
    side: Side, aside: Sequence[int], variant: str = "table", built: Sequence[int] = (2,) * 5, **arguments: Any
) -> Play:
    """Five players with so many constructs. The others' bays hold all but the parts set aside, which ``arguments`` put
    somewhere: in the hand, the pile, or in a bay of player 0."""
    triples = iter(range(16))
    constructs = {p: [perfect(next(triples)) for _ in range(number)] for p, number in enumerate(built)}
    rest = [card for triple in triples for card in perfect(triple) if card not in aside]
    bays: dict[tuple[int, int], list[int]] = dict(arguments.pop("bays", {}))
    others = [(p, b) for p in range(1, 5) if built[p] < 3 for b in range(3)]
    for card in rest:
        kind = card // 16
        room = [
            at
            for k, at in enumerate(others)
            if k % 5 != kind and all(other // 16 != kind for other in bays.get(at, ()))
        ]
        bays.setdefault(room[0], []).append(card)
    return play(side, players=5, variant=variant, constructs=constructs, bays=bays, **arguments)


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_r25_without_a_part_in_the_pile_the_game_is_over(side: Side, variant: str) -> None:
    up = {"up": [LAST]} if variant == "abstract" else {}
    game = scarce(side, [LAST], variant, **up)
    settle(game.do(f"pull {NAMES[LAST]}" if variant == "abstract" else "pull 15 north"))
    assert (game.phase, game.state.end_reason()) == ("resolve", None)
    game.do("place in bay 1")
    assert (game.phase, game.state.end_reason(), game.player) == ("game_over", "pile_empty", -4)
    assert in_bay(game, 0, 1) == {"torso": NAMES[LAST]}
    assert game.scores() == [60] * 5 and game.now["trigger"] is None  # nobody gets the bonus


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_r25_a_part_dropped_back_keeps_the_game_going(side: Side, variant: str) -> None:
    game = settle(scarce(side, [LAST], variant, phase="resolve", hand=[LAST]).do("drop back"))
    assert (game.phase, game.player) == ("pull", 1)


def test_r17_r25_on_an_empty_table_a_part_falls_into_the_middle(side: Side) -> None:
    """The first word of salt 0 is its rotation: 0.652 * 16 = 10; of salt 12345, 0.016 * 16 = 0."""
    game = scarce(side, [LAST], phase="fall", falling=LAST)
    assert pose(Play(game.state.child(0)), LAST) == (52, 52, 10, "up")
    assert pose(Play(game.state.child(12345)), LAST) == (52, 52, 0, "up")


def test_r25_so_does_a_replaced_part(side: Side) -> None:
    other = torso(14)
    game = scarce(side, [LAST, other], phase="resolve", hand=[LAST], bays={(0, 0): [other]})
    game.do("place in bay 1", "salt 0")
    assert (game.phase, game.player, [entry["part"] for entry in game.now["pile"]]) == ("pull", 1, [other])
    game = scarce(side, [LAST, other], phase="resolve", hand=[LAST], bays={(0, 0): [other]}).do("place in bay 2")
    assert game.state.end_reason() == "pile_empty"


def test_r25_so_do_parts_left_in_the_bays(side: Side) -> None:
    """The third construct of player 0 triggers the end; what is dropped refills the pile in the same turn."""
    bay, left = perfect(15), torso(14)
    bays = {(0, 0): bay[:4], (0, 1): [left]}
    game = scarce(side, [*bay, left], phase="resolve", hand=[bay[4]], bays=bays).do("place in bay 1", "salt 0")
    assert (game.phase, game.player, game.scores()) == ("pull", 1, [95, 60, 60, 60, 60])


def test_r25_a_bonus_already_won_stays(side: Side) -> None:
    bay = perfect(15)
    game = scarce(side, bay, phase="resolve", hand=[bay[4]], bays={(0, 0): bay[:4]}).do("place in bay 1")
    assert (game.state.end_reason(), game.now["trigger"]) == ("pile_empty", 0)
    assert game.scores() == [95, 60, 60, 60, 60] and game.ranking() == [1, 2, 2, 2, 2]


def test_r25_an_empty_pile_cuts_the_final_turns_short(side: Side) -> None:
    built = (2, 3, 2, 2, 2)
    left = {"trigger": 1, "final_turns": [1, 0, 3, 3, 3]}
    game = scarce(side, [LAST], "abstract", built, phase="resolve", hand=[LAST], **left).do("place in bay 3")
    assert (game.state.end_reason(), game.scores()) == ("pile_empty", [60, 95, 60, 60, 60])
    assert game.now["final_turns"] == [1, 0, 3, 3, 3] and game.now["turn"] == 11


def test_r25_before_the_turn_limit(side: Side) -> None:
    """Of two reasons the empty pile is the one."""
    game = scarce(side, [LAST], phase="resolve", hand=[LAST], rules={"max_turns": 11}).do("place in bay 1")
    assert game.state.end_reason() == "pile_empty"


STRICT = {"strict_empty": True}


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_r25_option_strict_empty(side: Side, variant: str) -> None:
    """The game ends with the pull; the part in hand counts nothing, even if it would complete a construct."""
    bay = perfect(15)
    up = {"up": [bay[4]]} if variant == "abstract" else {}
    game = scarce(side, bay, variant, bays={(0, 0): bay[:4]}, rules=STRICT, **up)
    settle(game.do(f"pull {NAMES[bay[4]]}" if variant == "abstract" else f"pull {bay[4]} north"))
    assert (game.phase, game.state.end_reason(), game.now["turn"]) == ("game_over", "pile_empty", 10)
    assert in_hand(game) == [NAMES[bay[4]]] and game.scores() == [60] * 5


def test_r25_strict_empty_before_anything_is_revealed(side: Side) -> None:
    game = scarce(side, [LAST], heap="down", rules=STRICT).do("pull 15 north", "salt 0")
    assert (game.state.end_reason(), in_hand(game)) == ("pile_empty", [None])
    two = [LAST, left_arm(15)]
    game = scarce(side, two, pile=[down(LAST, 20, 20), down(two[1], 60, 60)], rules=STRICT)
    game.do("pull 15 north", "salt 0")
    assert game.phase == "second"
    game.do("pull 31 north", "salt 0")
    assert (game.state.end_reason(), in_hand(game), game.view(0)["pending"]) == ("pile_empty", [None, None], [])


def test_r25_strict_empty_in_the_abstract_game(side: Side) -> None:
    """The second of two is drawn, and the game is over before one is kept."""
    two = [LAST, left_arm(15)]
    game = scarce(side, two, "abstract", rules=STRICT).do("pull face down", NAMES[LAST])
    assert game.phase == "read"
    game.do(NAMES[two[1]])
    assert (game.state.end_reason(), in_hand(game)) == ("pile_empty", [NAMES[LAST], NAMES[two[1]]])


def test_r25_r35_strict_empty_with_three_face_down(side: Side) -> None:
    """The data file lets pull three: the third one ends the game."""
    data = SHIPPED.replace("face_down = 2", "face_down = 3")
    three = [LAST, left_arm(15), torso(14)]
    game = scarce(side, three, "abstract", rules=STRICT, data=data).do("pull face down", *(NAMES[c] for c in three[:2]))
    assert (game.phase, game.player) == ("read", -1)
    game.do(NAMES[three[2]])
    assert (game.state.end_reason(), in_hand(game)) == ("pile_empty", [NAMES[card] for card in three])
    assert game.state.game.state_from_dict(game.now).to_dict() == game.now


def test_r25_strict_empty_after_a_turn_too(side: Side) -> None:
    """A position in which the pile is empty and a part in hand is not over yet; the end of the turn ends it."""
    game = scarce(side, [LAST], phase="resolve", hand=[LAST], rules=STRICT).do("place in bay 1")
    assert game.state.end_reason() == "pile_empty"


def test_r25_without_strict_empty_the_last_two_are_chosen_from(side: Side) -> None:
    two = [LAST, left_arm(15)]
    game = scarce(side, two, pile=[down(LAST, 20, 20), down(two[1], 60, 60)])
    game.do("pull 15 north", "salt 0", "pull 31 north", "salt 0")
    assert settle(game).phase == "keep"
    settle(game.do("keep first")).do("place in bay 1")
    assert game.phase == "pull" and len(game.now["pile"]) == 1


# --- R26: nobody has a turn left --------------------------------------------------------------------------------------


def test_r26_when_all_own_the_number(side: Side) -> None:
    """Though two of the final turns are left."""
    first = {0: [perfect(triple) for triple in range(4, 8)]}
    game = nearly(side, 4, 1, constructs=first, trigger=0, final_turns=[0, 3]).do("place in bay 1")
    assert (game.phase, game.state.end_reason(), game.now["final_turns"]) == ("game_over", "finished", [0, 2])
    assert game.ranking() == [1, 2]


def test_r26_when_the_final_turns_are_used_up(side: Side) -> None:
    built = {2: [perfect(triple) for triple in range(4)]}
    game = flat(side, players=3, turn_of=1, constructs=built, trigger=2, final_turns=[0, 1, 0])
    assert movers(game) == [1] and game.state.end_reason() == "finished"


def test_r26_one_player_complete_another_out_of_turns(side: Side) -> None:
    built = {0: [perfect(triple) for triple in range(4)], 1: [perfect(triple) for triple in range(4, 8)]}
    game = flat(side, players=3, turn_of=2, constructs=built, trigger=0, final_turns=[0, 2, 2])
    assert movers(game) == [2, 2]


def test_r26_after_the_end_nothing_can_be_applied(side: Side) -> None:
    game = nearly(side, 4, 1, constructs={0: [perfect(t) for t in range(4, 8)]}, trigger=0, final_turns=[0, 1])
    game.do("place in bay 1")
    assert game.legal() == [] and game.player == -4
    with pytest.raises(GameOver):
        game.do("drop back")


# --- R27: the last turn -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "turns"), [(1, 25), (2, 400), (3, 600), (4, 800), (5, 1000)])
def test_r27_the_number_of_turns_of_the_data_file(side: Side, players: int, turns: int) -> None:
    assert new(side, players).view(None)["max_turns"] == turns
    game = flat(side, players=players, turn=turns - 2)
    assert pass_turn(game).phase == "pull"
    assert pass_turn(game).phase == "game_over" and game.state.end_reason() == "turn_cap"


@pytest.mark.parametrize("variant", ["table", "abstract"])
@pytest.mark.parametrize("turns", [1, 2, 7])
def test_r27_option_max_turns(side: Side, turns: int, variant: str) -> None:
    """Of all players together."""
    game = settle(new(side, 3, variant, {"max_turns": turns, "start_player": 0}))
    assert movers(game) == [turn % 3 for turn in range(turns)]
    assert game.state.end_reason() == "turn_cap" and game.now["turn"] == turns


def test_r27_nobody_gets_anything_for_it(side: Side) -> None:
    game = pass_turn(flat(side, constructs={1: [perfect(3)]}, rules={"max_turns": 11}))
    assert (game.scores(), game.now["trigger"], game.ranking()) == ([0, 30], None, [2, 1])


def test_r27_a_finished_game_is_finished(side: Side) -> None:
    """The last final turn in the last turn: nobody has a turn left."""
    built = {0: [perfect(triple) for triple in range(4)]}
    game = flat(side, turn_of=1, constructs=built, trigger=0, final_turns=[0, 1], rules={"max_turns": 11})
    assert pass_turn(game).state.end_reason() == "finished"
    game = flat(side, turn_of=1, constructs=built, trigger=0, final_turns=[0, 2], rules={"max_turns": 11})
    assert pass_turn(game).state.end_reason() == "turn_cap" and game.scores() == [125, 0]


@pytest.mark.parametrize(
    ("variant", "rules", "decisions", "chances"),
    [
        ("table", {}, 4 * 400, 4 * 400 + 8 * 2 + 82),
        ("table", {"max_turns": 10, "auto_setup": False}, 4 * 10 + 2, 4 * 10 + 8 * 2 + 82),
        ("abstract", {}, 3 * 400, 82),
        ("abstract", {"max_turns": 10, "auto_setup": False}, 3 * 10 + 2, 82),
    ],
)
def test_r27_bounds_of_a_game(side: Side, variant: str, rules: dict[str, Any], decisions: int, chances: int) -> None:
    game = side.load("widgets", 2, variant, rules)
    assert (game.max_game_length, game.max_chance_nodes) == (decisions, chances)


# --- R30: one player --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_r30_at_most_25_turns(side: Side, variant: str) -> None:
    game = settle(new(side, 1, variant))
    assert movers(game) == [0] * 25
    assert (game.state.end_reason(), game.scores()) == ("turn_cap", [0])


@pytest.mark.parametrize(("rules", "number"), [({}, 4), ({"longer": True}, 5)])
def test_r30_the_bonus_for_reaching_the_number(side: Side, rules: dict[str, bool], number: int) -> None:
    """And then the game is over."""
    game = nearly(side, number, players=1, rules=rules).do("place in bay 1")
    assert (game.state.end_reason(), game.scores()) == ("finished", [30 * number + 5])
    assert game.returns() == [30 * number + 5]


def test_r30_the_rest_is_dropped_before_the_end(side: Side) -> None:
    game = nearly(side, 4, 0, "table", players=1, bays={(0, 1): [torso(12)]}).do("place in bay 1")
    assert game.phase == "fall"
    assert game.do("salt 0").phase == "game_over" and game.now["pile"][-1]["part"] == torso(12)


def test_r30_returns_are_the_score(side: Side) -> None:
    """Whatever utility is asked for."""
    built = {0: [perfect(1)]}
    over: dict[str, Any] = {"phase": "game_over", "end_reason": "turn_cap", "turn": 25}
    for utility in ("win", "score", "margin"):
        game = side.load("widgets", 1, "abstract", utility=utility)
        d = position(players=1, variant="abstract", constructs=built, **over)
        assert Play(game.state_from_dict(d)).returns() == [30.0]


def test_r30_one_card_is_dealt_and_79_fall(side: Side) -> None:
    game = new(side, 1).do(NAMES[7])
    assert game.now["bays"] == [[{"torso": {"part": 79, "card": NAMES[7]}}, {}, {}]]
    assert len(settle(game).now["pile"]) == 79 and Lies(0, 70, 50, 12)[1:4] == tuple(
        game.now["pile"][0][key] for key in ("x", "y", "rotation")
    )

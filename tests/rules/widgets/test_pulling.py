"""R5 to R11, R13: what may be pulled, face-up and face-down, to which side, and what is dragged along.

A gear fills 120 cells, the columns and rows 6 to 17 of its frame. Of a gear below one that lies n cells east of it
120, 108, 96, 84, 72, 60, 48, 38, 28, 20, 12, 6, 0 cells are covered (n = 0, 1 ... 12).
"""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from widgets.table import NAMES, SHIPPED, SIDES, Lies, down, in_bay, in_hand, lying, play, pose, pulls, settle

from lineshaft.errors import IllegalAction

APART = (Lies(1, 40, 0), down(20, 80, 0), down(21, 0, 60), Lies(40, 60, 60), Lies(41, 60, 60))
"""One face-up, two face-down, and 41 exactly on 40, far from each other."""


def apart(side: Side) -> Play:
    return play(side, pile=APART)


# --- R5: a turn is one pull -------------------------------------------------------------------------------------------


def test_r5_there_is_nothing_but_pulls(side: Side) -> None:
    legal = apart(side).legal()
    assert legal and all(text.startswith("pull ") for text in legal)
    assert {int(text.split()[1]) for text in legal} == {1, 20, 21, 41, 79}  # 79 is the top of the heap


@pytest.mark.parametrize("text", ["drop back", "place in bay 1", "keep first", "keep second"])
def test_r5_passing_is_not_possible(side: Side, text: str) -> None:
    refusal = apart(side).refusal(text)
    assert refusal.is_not_now(text, "a part is pulled (R5)")


def test_r5_a_turn_ends_with_what_comes_of_its_pull(side: Side) -> None:
    game = settle(apart(side).do("pull 1 north")).do("place in bay 1")
    assert (game.phase, game.player, game.now["turn"]) == ("pull", 1, 11)
    assert settle(game.do("pull 41 east")).player == 1
    assert (settle(game.do("drop back")).player, game.now["turn"]) == (0, 12)


@pytest.mark.parametrize(
    ("phase", "hand", "now"),
    [
        ("resolve", [2], "the part in hand is placed or dropped back (R15)"),
        ("keep", [2, 3], "one of two parts is kept (R14)"),
    ],
)
def test_r5_no_second_pull_in_a_turn(side: Side, phase: str, hand: list[int], now: str) -> None:
    game = play(side, phase=phase, hand=hand, pile=APART)
    assert game.refusal("pull 1 north").is_not_now("pull 1 north", now)


def test_r5_actions_have_their_numbers(side: Side) -> None:
    game = side.load("widgets")
    assert game.num_actions == 326
    assert [game.action_to_string(a) for a in (48, 0, 319)] == ["pull 12 north", "pull 0 north", "pull 79 west"]
    assert [game.action_to_string(49 + k) for k in range(3)] == ["pull 12 east", "pull 12 south", "pull 12 west"]
    rest = ["keep first", "keep second", "place in bay 1", "place in bay 2", "place in bay 3", "drop back"]
    assert [game.action_to_string(a) for a in range(320, 326)] == rest


# --- R6: face-up ------------------------------------------------------------------------------------------------------


def test_r6_one_face_up_part(side: Side) -> None:
    game = apart(side).do("pull 1 east")
    assert (game.phase, game.now["shaking"]) == ("shake", {"part": 1, "direction": "east"})
    game.do("salt 9")
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[1]])
    assert game.legal() == ["place in bay 1", "place in bay 2", "place in bay 3", "drop back"]
    assert 1 not in [entry["part"] for entry in game.now["pile"]]


def test_r6_covered_symbols_are_read_when_the_part_is_out(side: Side) -> None:
    """Three cells west of its cover the part shows 36 cells of 120: less than 40 per cent, but its western edge."""
    hidden = Lies(50, 40, 40, up=True, known=False)
    game = play(side, pile=[hidden, Lies(51, 43, 40)])
    assert lying(game, 50)["visible"] == 36 and lying(game, 50)["card"] is None
    game.do("pull 50 west", "salt 0")
    assert (game.phase, game.now["next_phase"], in_hand(game)) == ("read", "resolve", [None])
    assert game.view(None)["pending"] == [50] and game.weights() == {NAMES[50]: 1}
    game.do(NAMES[50])
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[50]])


def test_r6_only_with_a_free_edge(side: Side) -> None:
    refusal = apart(side).refusal("pull 40 north")
    assert refusal == ("not_free", "R9", "no edge of part 40 is free")


# --- R7, R8: face-down ------------------------------------------------------------------------------------------------


def test_r7_two_face_down_parts(side: Side) -> None:
    game = apart(side).do("pull 20 north", "salt 1")
    assert (game.phase, game.player) == ("second", 0)
    assert game.legal() == [f"pull 21 {name}" for name in SIDES]
    game.do("pull 21 south", "salt 2")
    assert (game.phase, game.now["next_phase"], game.view(0)["pending"]) == ("read", "keep", [20, 21])
    game.do(NAMES[21], NAMES[20])
    assert (game.phase, in_hand(game)) == ("keep", [NAMES[21], NAMES[20]])


def test_r7_hand_is_in_the_order_of_the_pulls(side: Side) -> None:
    """The part with the lower number is read first, whichever was pulled first."""
    game = apart(side).do("pull 21 north", "salt 1", "pull 20 south", "salt 2")
    assert [part["part"] for part in game.now["hand"]] == [21, 20]
    game.do(NAMES[20], NAMES[21])
    assert in_hand(game) == [NAMES[21], NAMES[20]]


def test_r7_the_second_pull_cannot_be_declined(side: Side) -> None:
    game = apart(side).do("pull 20 north", "salt 1")
    for text in ("drop back", "keep first", "place in bay 1"):
        assert game.refusal(text).is_not_now(text, "a second part is pulled (R7)")


def test_r7_the_second_part_must_lie_face_down(side: Side) -> None:
    game = apart(side).do("pull 20 north", "salt 1")
    sentence = "part 1 lies face-up; the second part must lie face-down"
    assert game.refusal("pull 1 north") == ("face_up", "R7", sentence)
    assert game.refusal("pull 40 north").code == "face_up"  # before the edge is looked at
    assert game.refusal("pull 20 north") == ("not_in_pile", "R9", "part 20 is not in the pile")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_r7_the_first_part_is_secret_until_the_second_is_out(side: Side, viewer: int | None) -> None:
    game = apart(side).do("pull 20 north", "salt 1")
    assert game.view(viewer)["hand"] == [{"part": 20, "card": None}] and game.view(viewer)["pending"] == []
    game.do("pull 21 north")
    assert game.view(viewer)["hand"] == [{"part": 20, "card": None}]
    game.do("salt 2")
    assert game.view(viewer)["hand"] == [{"part": 20, "card": None}, {"part": 21, "card": None}]
    game.do(NAMES[21], NAMES[20])
    assert [part["card"] for part in game.view(viewer)["hand"]] == [NAMES[21], NAMES[20]]


def test_r7_the_first_pull_may_free_the_second(side: Side) -> None:
    """Part 21 lies below part 20 only."""
    pile = [down(21, 40, 40), down(20, 40, 40)]
    game = play(side, pile=pile)
    assert pulls(game, 21) == []
    game.do("pull 20 north", "salt 1")
    assert game.phase == "second" and pulls(game, 21) == list(SIDES)


def test_r7_what_the_first_pull_lays_open_is_read_before_the_second(side: Side) -> None:
    pile = [down(21, 80, 40), Lies(30, 40, 40, known=False), down(20, 40, 40)]
    game = play(side, pile=pile).do("pull 20 north", "salt 1")
    assert (game.phase, game.now["next_phase"], game.view(0)["pending"]) == ("read", "second", [30])
    assert set(game.weights()) == {NAMES[20], NAMES[21], NAMES[30]}
    game.do(NAMES[30])
    assert game.phase == "second" and in_hand(game) == [None]


def test_r7_the_first_pull_may_turn_the_second_over(side: Side) -> None:
    """With ``flips`` 256 what is dragged turns over: the part on top comes to lie face-up, and no other is left."""
    game = play(side, rules={"flips": 256}, pile=[down(20, 40, 40), down(21, 46, 40)])
    game.do("pull 20 west", "salt 0")
    assert lying(game, 21)["face"] == "up" and game.now["next_phase"] == "resolve"


def test_r7_a_known_part_that_lies_face_down_may_be_one_of_the_two(side: Side) -> None:
    turned = Lies(22, 40, 60, up=False, known=True)
    game = play(side, pile=[*APART, turned]).do("pull 22 north", "salt 1")
    assert game.phase == "second" and in_hand(game) == [NAMES[22]]
    game.do("pull 20 north", "salt 2")
    assert game.view(0)["pending"] == [20]
    game.do(NAMES[20])
    assert in_hand(game) == [NAMES[22], NAMES[20]]
    second = play(side, pile=[*APART, turned]).do("pull 20 north", "salt 1", "pull 22 west", "salt 2", NAMES[20])
    assert in_hand(second) == [NAMES[20], NAMES[22]]


def test_r8_the_last_face_down_part_is_pulled_alone(side: Side) -> None:
    game = play(side, pile=[down(20, 80, 0)]).do("pull 20 north", "salt 1")
    assert (game.phase, game.now["next_phase"], game.view(0)["pending"]) == ("read", "resolve", [20])
    game.do(NAMES[20])
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[20]])


def test_r8_a_part_that_nobody_can_reach_does_not_count(side: Side) -> None:
    """Face-down part 21 lies below face-up part 41."""
    game = play(side, pile=[down(20, 80, 0), down(21, 60, 60), Lies(41, 60, 60)]).do("pull 20 north", "salt 1")
    assert (game.phase, game.now["next_phase"]) == ("read", "resolve")
    assert game.do(NAMES[20]).phase == "resolve"


def test_r8_known_and_alone_nothing_is_read(side: Side) -> None:
    game = play(side, pile=[Lies(22, 40, 60, up=False, known=True)]).do("pull 22 north", "salt 1")
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[22]])


# --- R9: free edges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("east", "visible", "free"),
    [(0, 0, []), (1, 12, []), (2, 24, ["north", "south", "west"]), (6, 72, ["north", "south", "west"])],
)
def test_r9_a_finger_needs_two_cells(side: Side, east: int, visible: int, free: list[str]) -> None:
    """10 mm deep: one free row is not enough. Obliquely the edge faces two sides."""
    game = play(side, pile=[Lies(40, 50, 50, known=east >= 4), Lies(41, 50 + east, 50)])
    assert lying(game, 40)["visible"] == visible
    assert pulls(game, 40) == free
    assert bool(lying(game, 40)["free_spots"]) == bool(free)


@pytest.mark.parametrize(("east", "free"), [(11, False), (12, True)])
def test_r9_what_only_touches_covers_nothing(side: Side, east: int, free: bool) -> None:
    game = play(side, pile=[Lies(40, 50, 50), Lies(41, 50 + east, 50)])
    assert (lying(game, 40)["visible"], 0 in lying(game, 40)["free_spots"]) == (120 if free else 114, free)


def test_r9_the_topmost_part_is_always_free(side: Side) -> None:
    game = play(side)  # 80 parts, one exactly on the other
    assert game.legal() == [f"pull 79 {name}" for name in SIDES]
    assert [entry["visible"] for entry in game.view(None)["pile"]] == [0] * 79 + [120]


def test_r9_a_pull_is_final_once_chosen(side: Side) -> None:
    game = apart(side).do("pull 1 east")
    assert game.player == -1 and game.legal() == []
    with pytest.raises(IllegalAction) as raised:
        game.state.apply_action(2**31)
    assert raised.value.code == "illegal_outcome"
    assert game.do("salt 3").phase == "resolve"


def test_r9_no_looking_below(side: Side) -> None:
    """Nothing but pulls uncovers a card: part 40, face-up below part 41, stays unread."""
    game = play(side, pile=[Lies(40, 60, 60, known=False), Lies(41, 60, 60)])
    assert lying(game, 40)["card"] is None and NAMES[40] in game.view(0)["unseen"]
    game.do("pull 41 east", "salt 1")
    assert (game.phase, game.view(0)["pending"]) == ("read", [40])


def test_r9_parts_that_are_elsewhere(side: Side) -> None:
    game = play(side, pile=APART, bays={(0, 0): [5]}, constructs={1: [[2, 18, 34, 50, 66]]})
    for part in (5, 34):
        assert game.refusal(f"pull {part} south") == ("not_in_pile", "R9", f"part {part} is not in the pile")


# --- R10: to which side -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cover", "free"),
    [
        ((56, 50), ["north", "south", "west"]),
        ((44, 50), ["north", "east", "south"]),
        ((50, 56), ["north", "east", "west"]),
        ((50, 44), ["east", "south", "west"]),
    ],
)
def test_r10_to_the_sides_that_free_edges_face(side: Side, cover: tuple[int, int], free: list[str]) -> None:
    game = play(side, pile=[Lies(40, 50, 50), Lies(41, *cover)])
    assert pulls(game, 40) == free == lying(game, 40)["sides"]
    [blocked] = set(SIDES) - set(free)
    assert game.refusal(f"pull 40 {blocked}") == ("wrong_side", "R10", f"no free edge of part 40 faces {blocked}")


def test_r10_a_part_between_two_others(side: Side) -> None:
    """Three of its four sides are covered: parts north, east and south of it leave the western edge."""
    game = play(side, pile=[Lies(40, 50, 50), Lies(41, 50, 44), Lies(42, 50, 56), Lies(43, 54, 50)])
    assert pulls(game, 40) == ["west"]


@pytest.mark.parametrize(
    ("x", "y", "nearest"),
    [
        (50, 20, "north"),
        (90, 50, "east"),
        (50, 90, "south"),
        (20, 50, "west"),
        (52, 52, "north"),  # 64 cells to each side: the first in doubt
        (60, 60, "east"),
        (40, 64, "south"),  # as far from the west
        (104, 104, "east"),
    ],
)
def test_r10_option_dir_mode_auto(side: Side, x: int, y: int, nearest: str) -> None:
    game = play(side, rules={"dir_mode": "auto"}, pile=[Lies(1, x, y)])
    assert pulls(game, 1) == [nearest] == lying(game, 1)["sides"]
    for other in set(SIDES) - {nearest}:
        sentence = f"part 1 is pulled to the nearest side, {nearest}"
        assert game.refusal(f"pull 1 {other}") == ("not_nearest", "R10", sentence)


def test_r10_the_nearest_of_the_free_sides(side: Side) -> None:
    """The part is nearest to the north, but its northern edge is covered; then west 42, east 86, south 106."""
    game = play(side, rules={"dir_mode": "auto"}, pile=[Lies(40, 30, 10), Lies(41, 30, 4)])
    assert pulls(game, 40) == ["west"]
    assert game.refusal("pull 40 north") == ("wrong_side", "R10", "no free edge of part 40 faces north")
    assert game.refusal("pull 40 east").sentence == "part 40 is pulled to the nearest side, west"


# --- R11: what is dragged along ---------------------------------------------------------------------------------------
#
# The first word of salt 0 is a706dd2f4d197e6f: a drag of D becomes a move of D * 239 // 256, not aside, and one step of
# rotation; the part turns over if 25 is below ``flips``. The second word, b382a305f4414f5e: D * 222 // 256, one cell
# aside, one step. The first word of salt 12345, 040d6020823fbd3f: D * 191 // 256, not aside, one step.


def dragged(side: Side, *pile: Lies, towards: str = "east", salt: int = 0, **arguments: Any) -> Play:
    """Part 40 is pulled, with these parts on top of it."""
    return play(side, pile=[Lies(40, 50, 50), *pile], **arguments).do(f"pull 40 {towards}", f"salt {salt}")


@pytest.mark.parametrize(("towards", "dx", "dy"), [("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0)])
def test_r11_what_rests_on_the_part_is_dragged_along(side: Side, towards: str, dx: int, dy: int) -> None:
    """Two cells behind it: 96 cells shared, a drag of 12 * 96 * 224 // 30720 = 8, a move of 8 * 239 // 256 = 7."""
    game = dragged(side, Lies(41, 50 - 2 * dx, 50 - 2 * dy), towards=towards)
    assert pose(game, 41) == (50 + 5 * dx, 50 + 5 * dy, 1, "up")


@pytest.mark.parametrize(
    ("behind", "salt", "move"), [(2, 0, 7), (4, 0, 5), (6, 0, 3), (7, 0, 2), (8, 0, 1), (2, 12345, 5), (6, 12345, 2)]
)
def test_r11_the_farther_the_more_it_rests(side: Side, behind: int, salt: int, move: int) -> None:
    """Drags of 8, 6, 4, 3, 2 for 96, 72, 48, 38, 28 shared cells."""
    game = dragged(side, Lies(41, 50 - behind, 50), salt=salt)
    assert pose(game, 41) == (50 - behind + move, 50, 1, "up")


@pytest.mark.parametrize(("friction", "move"), [(0, 0), (64, 1), (224, 7), (256, 8)])
def test_r11_option_friction(side: Side, friction: int, move: int) -> None:
    """Drags of 0, 2, 8, 9."""
    game = dragged(side, Lies(41, 48, 50), rules={"friction": friction})
    assert pose(game, 41) == (48 + move, 50, 1 if move else 0, "up")


@pytest.mark.parametrize(
    ("towards", "first", "second"),
    [
        ("east", (50, 44, 53, 44), (50, 56, 53, 57)),
        ("west", (50, 44, 47, 44), (50, 56, 47, 55)),
        ("north", (44, 50, 44, 47), (56, 50, 55, 47)),
        ("south", (44, 50, 44, 53), (56, 50, 57, 53)),
    ],
)
def test_r11_each_part_has_its_own_chance(
    side: Side, towards: str, first: tuple[int, int, int, int], second: tuple[int, int, int, int]
) -> None:
    """The lower one first. The second, with the second word of the salt, goes one cell aside."""
    game = dragged(side, Lies(41, *first[:2]), Lies(42, *second[:2]), towards=towards)
    assert pose(game, 41) == (*first[2:], 1, "up")
    assert pose(game, 42) == (*second[2:], 1, "up")


def test_r11_what_rests_on_a_dragged_part_is_dragged_too(side: Side) -> None:
    """With a drag of 24, which the data file may give: 24 * 48 * 224 // 30720 = 8, then 8 * 48 * 224 // 30720 = 2."""
    data = SHIPPED.replace("drag = 12 ", "drag = 24 ")
    game = dragged(side, Lies(41, 44, 50), Lies(42, 38, 50), data=data)
    assert pose(game, 41) == (51, 50, 1, "up") and pose(game, 42) == (39, 51, 1, "up")


def test_r11_a_part_too_little_dragged_to_move_stays_but_has_had_its_chance(side: Side) -> None:
    """20 shared cells are a drag of 1, a move of 0, no turn; the other part has the second word."""
    game = dragged(side, Lies(41, 50, 41), Lies(42, 50, 56))
    assert pose(game, 41) == (50, 41, 0, "up") and pose(game, 42) == (53, 57, 1, "up")


def test_r11_a_part_that_hardly_touches_is_not_dragged_at_all(side: Side) -> None:
    """6 shared cells are a drag of 0; the other part has the first word."""
    game = dragged(side, Lies(41, 50, 39), Lies(42, 50, 56))
    assert pose(game, 41) == (50, 39, 0, "up") and pose(game, 42) == (53, 56, 1, "up")


def test_r11_what_lies_below_or_beside_stays(side: Side) -> None:
    below, beside = down(30, 52, 50), down(31, 62, 50)
    game = play(side, pile=[below, beside, Lies(40, 50, 50)]).do("pull 40 west", "salt 0")
    assert pose(game, 30) == (52, 50, 0, "down") and pose(game, 31) == (62, 50, 0, "down")


@pytest.mark.parametrize(
    ("towards", "at", "upper", "lands"),
    [
        ("north", (50, 2), (50, 4), (50, 0)),
        ("west", (2, 50), (4, 50), (0, 50)),
        ("south", (50, 102), (50, 100), (50, 104)),
        ("east", (102, 50), (100, 50), (104, 50)),
    ],
)
def test_r11_nothing_leaves_the_table(
    side: Side, towards: str, at: tuple[int, int], upper: tuple[int, int], lands: tuple[int, int]
) -> None:
    game = play(side, pile=[Lies(40, *at, known=False), Lies(41, *upper)]).do(f"pull 40 {towards}", "salt 0")
    assert pose(game, 41) == (*lands, 1, "up")


def test_r11_dragged_parts_keep_their_order_and_belong_to_the_pile(side: Side) -> None:
    """Each entry's height in the view is its place in the pile; 42 is dragged clear of everything and can be pulled."""
    game = dragged(side, Lies(41, 50, 44), Lies(42, 50, 56))
    pile = game.view(None)["pile"]
    assert [(entry["part"], entry["height"]) for entry in pile[-2:]] == [(41, 77), (42, 78)]
    game = settle(game).do("place in bay 1")
    assert pulls(game, 42) == list(SIDES) and len(pile) == 79


def test_r11_rotations_go_round(side: Side) -> None:
    game = dragged(side, Lies(41, 44, 50, rotation=15))
    assert pose(game, 41) == (47, 50, 0, "up")


@pytest.mark.parametrize(("flips", "face"), [(0, "up"), (25, "up"), (26, "down"), (256, "down")])
def test_r11_option_flips(side: Side, flips: int, face: str) -> None:
    """The salt's number is 25: below ``flips`` the part turns over."""
    assert pose(dragged(side, Lies(41, 44, 50), rules={"flips": flips}), 41) == (47, 50, 1, face)


@pytest.mark.parametrize(("behind", "move", "face"), [(7, 2, "down"), (8, 1, "up")])
def test_r11_what_moves_less_than_two_cells_never_turns_over(side: Side, behind: int, move: int, face: str) -> None:
    game = dragged(side, Lies(41, 50 - behind, 50), rules={"flips": 256})
    assert pose(game, 41) == (50 - behind + move, 50, 1, face)


def test_r11_a_part_that_turns_face_up_is_read(side: Side) -> None:
    game = dragged(side, down(41, 44, 50), rules={"flips": 256})
    assert (game.phase, game.now["next_phase"], game.view(0)["pending"]) == ("read", "resolve", [41])
    assert lying(game.do(NAMES[41]), 41)["card"] == NAMES[41] and game.phase == "resolve"


def test_r11_every_pull_waits_for_its_salt(side: Side) -> None:
    """Even if nothing rests on the part: then all salts are alike."""
    game = apart(side).do("pull 1 north")
    assert game.phase == "shake" and game.state.is_sampled_chance()
    ends = {game.state.child(salt).to_bytes() for salt in (0, 1, 2**31 - 1)}
    assert len(ends) == 1


# --- R13: what is out is public ---------------------------------------------------------------------------------------


def test_r13_a_part_pulled_face_up_is_seen_by_all(side: Side) -> None:
    game = play(side, pile=[Lies(50, 40, 40, known=False), Lies(51, 43, 40)]).do("pull 50 west", "salt 0")
    for viewer in (0, 1, None):
        assert game.seen(NAMES[50], viewer) == NAMES[50]
    game.do(NAMES[50])
    for viewer in (0, 1, None):
        assert game.view(viewer)["hand"] == [{"part": 50, "card": NAMES[50]}]


def test_r13_revealed_parts_stay_public(side: Side) -> None:
    game = apart(side).do("pull 20 north", "salt 1", "pull 21 north", "salt 2", NAMES[20], NAMES[21])
    settle(game.do("keep first")).do("place in bay 2")
    for viewer in (0, 1, None):
        assert lying(game, 21)["card"] == NAMES[21] and game.view(viewer)["unseen"] == []
        assert game.view(viewer)["bays"][0][1]["left arm"]["card"] == NAMES[20]
    assert in_bay(game, 0, 2) == {"left arm": NAMES[20]}

"""R14 to R18, R24: keeping one of two, bays, dropping, constructs."""

from __future__ import annotations

import pytest
from positions import Play, Side
from widgets.table import (
    NAMES,
    SHIPPED,
    TYPES,
    Lies,
    down,
    flat,
    in_bay,
    in_hand,
    left_arm,
    left_leg,
    lying,
    made_of,
    perfect,
    play,
    pose,
    right_arm,
    right_leg,
    torso,
)

PLACES = ["place in bay 1", "place in bay 2", "place in bay 3"]


def top(game: Play) -> dict[str, object]:
    entry: dict[str, object] = game.view(None)["pile"][-1]
    return entry


# --- R14: keep one, drop the other ------------------------------------------------------------------------------------


def keeping(side: Side) -> Play:
    """Torso 3 and left arm 5 have been revealed."""
    return play(side, phase="keep", hand=[torso(3), left_arm(5)])


@pytest.mark.parametrize(("text", "kept", "dropped"), [("keep first", 3, 21), ("keep second", 21, 3)])
def test_r14_one_is_kept_and_the_other_dropped(side: Side, text: str, kept: int, dropped: int) -> None:
    game = keeping(side)
    assert game.legal() == ["keep first", "keep second"]
    game.do(text)
    assert (game.phase, game.now["falling"]) == ("fall", {"part": dropped, "card": NAMES[dropped]})
    game.do("salt 0")
    assert (game.phase, game.player, in_hand(game)) == ("resolve", 0, [NAMES[kept]])
    assert (top(game)["part"], top(game)["face"]) == (dropped, "up")


def test_r14_before_anything_else(side: Side) -> None:
    game = keeping(side)
    for text in (*PLACES, "drop back", "pull 0 north"):
        assert game.refusal(text).is_not_now(text, "one of two parts is kept (R14)")


def test_r14_a_face_up_part_is_not_chosen_from(side: Side) -> None:
    game = play(side, phase="resolve", hand=[torso(3)])
    for text in ("keep first", "keep second"):
        assert game.refusal(text).is_not_now(text, "the part in hand is placed or dropped back (R15)")


# --- R15: into a bay or back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bay", [1, 2, 3])
@pytest.mark.parametrize("kind", range(5))
def test_r15_into_one_of_the_own_bays(side: Side, kind: int, bay: int) -> None:
    card = 16 * kind + 6
    game = play(side, phase="resolve", hand=[card], turn_of=1)
    assert game.legal() == [*PLACES, "drop back"]
    game.do(f"place in bay {bay}")
    assert in_bay(game, 1, bay) == {TYPES[kind]: NAMES[card]}
    assert game.now["bays"][0] == [{}, {}, {}] and (game.phase, game.player, game.now["turn"]) == ("pull", 0, 11)


def test_r15_or_back_on_the_pile(side: Side) -> None:
    game = play(side, phase="resolve", hand=[torso(6)]).do("drop back")
    assert (game.phase, game.now["falling"]) == ("fall", {"part": 6, "card": NAMES[6]})
    game.do("salt 0")
    assert top(game)["card"] == NAMES[6] and in_hand(game) == []
    assert (game.phase, game.player, game.now["turn"]) == ("pull", 1, 11)


def test_r15_both_parts_of_a_face_down_pull_may_go_back(side: Side) -> None:
    game = keeping(side).do("keep first", "salt 0")
    assert game.legal() == [*PLACES, "drop back"]
    game.do("drop back", "salt 0")
    assert [entry["part"] for entry in game.now["pile"][-2:]] == [left_arm(5), torso(3)]
    assert (game.player, game.now["turn"]) == (1, 11) and game.now["bays"] == [[{}, {}, {}]] * 2


def test_r15_a_kept_part_may_be_placed(side: Side) -> None:
    game = keeping(side).do("keep second", "salt 0", "place in bay 3")
    assert in_bay(game, 0, 3) == {"left arm": NAMES[21]} and game.player == 1


# --- R16: what a bay holds --------------------------------------------------------------------------------------------


def test_r16_a_part_of_the_same_type_is_replaced(side: Side) -> None:
    game = play(side, phase="resolve", hand=[torso(6)], bays={(0, 1): [torso(3), left_leg(3)]}).do("place in bay 2")
    assert in_bay(game, 0, 2) == {"torso": NAMES[6], "left leg": NAMES[51]}
    assert (game.phase, game.now["falling"]["card"]) == ("fall", NAMES[3])
    game.do("salt 0")
    assert top(game)["card"] == NAMES[3] and top(game)["face"] == "up"
    assert (game.phase, game.player, game.now["turn"]) == ("pull", 1, 11)


def test_r16_other_types_stay(side: Side) -> None:
    bays = {(0, 0): [torso(3), left_arm(3), right_arm(3)], (0, 1): [torso(4)]}
    game = play(side, phase="resolve", hand=[left_leg(3)], bays=bays).do("place in bay 1")
    assert list(in_bay(game, 0, 1)) == ["torso", "left arm", "right arm", "left leg"]
    assert in_bay(game, 0, 2) == {"torso": NAMES[4]} and game.now["falling"] is None


def test_r16_each_bay_has_its_own_torso(side: Side) -> None:
    bays = {(0, 0): [torso(1)], (0, 1): [torso(2)]}
    game = play(side, phase="resolve", hand=[torso(3)], bays=bays).do("place in bay 3")
    assert [in_bay(game, 0, bay)["torso"] for bay in (1, 2, 3)] == [NAMES[1], NAMES[2], NAMES[3]]


def test_r16_no_action_moves_or_discards_a_placed_part(side: Side) -> None:
    """Whatever is chosen from here, what lies in bays 1 and 2 stays unless the torso in hand replaces one."""
    bays = {(0, 0): [torso(1), left_arm(1)], (0, 1): [torso(2)]}
    for text in (*PLACES, "drop back"):
        game = play(side, phase="resolve", hand=[torso(3)], bays=bays).do(text)
        held = {card for bay in (1, 2, 3) for card in in_bay(game, 0, bay).values()}
        replaced = {PLACES[0]: {NAMES[1]}, PLACES[1]: {NAMES[2]}}.get(text, set())
        assert held == {NAMES[1], NAMES[2], NAMES[17]} - replaced | (set() if text == "drop back" else {NAMES[3]})
    kinds = {"pull", "keep", "place", "drop"}
    table = side.load("widgets")
    assert {table.action_to_string(a).split()[0] for a in range(table.num_actions)} == kinds


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_r16_option_dedupe(side: Side, variant: str) -> None:
    """Bays 2 and 3 are empty, then all three."""
    game = play(side, variant=variant, rules={"dedupe": True}, phase="resolve", hand=[3], bays={(0, 0): [20]})
    assert game.legal() == ["place in bay 1", "place in bay 2", "drop back"]
    assert game.refusal("place in bay 3") == ("same_empty_bay", "R16", "bay 3 is as empty as bay 2; choose bay 2")
    game = play(side, variant=variant, rules={"dedupe": True}, phase="resolve", hand=[3], bays={(1, 0): [20]})
    assert game.legal() == ["place in bay 1", "drop back"]
    assert game.refusal("place in bay 2").sentence == "bay 2 is as empty as bay 1; choose bay 1"
    assert game.refusal("place in bay 3").sentence == "bay 3 is as empty as bay 1; choose bay 1"


def test_r16_dedupe_leaves_bays_that_differ(side: Side) -> None:
    bays = {(0, 0): [20], (0, 1): [21], (0, 2): [22]}
    game = play(side, rules={"dedupe": True}, phase="resolve", hand=[3], bays=bays)
    assert game.legal() == [*PLACES, "drop back"]
    bays = {(0, 1): [21], (0, 2): [22]}
    game = play(side, rules={"dedupe": True}, phase="resolve", hand=[3], bays=bays)
    assert game.legal() == [*PLACES, "drop back"]  # the only empty bay


def test_r16_dedupe_in_setup(side: Side) -> None:
    rules = {"dedupe": True, "auto_setup": False, "start_player": 0}
    game = Play(side.load("widgets", 2, "abstract", rules).new_initial_state())
    game.do(NAMES[0], NAMES[1], "salt 0")
    assert game.phase == "setup" and game.legal() == ["place in bay 1"]
    assert game.refusal("place in bay 2") == ("same_empty_bay", "R16", "bay 2 is as empty as bay 1; choose bay 1")


# --- R17: where a dropped part lands ----------------------------------------------------------------------------------
#
# The words of salt 0 choose the part at 65 per cent of the height, 3 cells east, 2 cells north, and rotation 10.


def test_r17_on_top_near_another_part_at_any_rotation(side: Side) -> None:
    """79 parts lie in the pile; 0.65245 * 79 = 51.5: the 52nd from the bottom, alone at (50, 60)."""
    pile = [Lies(40, 50, 60), *(Lies(part, 10, 10) for part in range(41, 68))]
    game = play(side, phase="resolve", hand=[0], pile=pile)
    assert [entry["part"] for entry in game.now["pile"]].index(40) == 51
    game.do("drop back", "salt 0")
    assert pose(game, 0) == (53, 58, 10, "up")
    assert top(game)["part"] == 0 and top(game)["known"] is True and top(game)["visible"] == 120


@pytest.mark.parametrize(("x", "y", "lands"), [(0, 0, (3, 0)), (104, 104, (104, 102)), (102, 1, (104, 0))])
def test_r17_never_off_the_table(side: Side, x: int, y: int, lands: tuple[int, int]) -> None:
    pile = [Lies(part, x, y) for part in range(1, 80)]
    game = play(side, phase="fall", falling=0, pile=pile).do("salt 0")
    assert pose(game, 0) == (*lands, 10, "up")


def test_r17_nothing_else_moves(side: Side) -> None:
    game = play(side, phase="fall", falling=0, heap="down")
    before = game.now["pile"]
    assert game.do("salt 77").now["pile"][:-1] == before


def test_r17_every_drop_has_its_own_salt(side: Side) -> None:
    state = play(side, phase="fall", falling=0).state
    places = {pose(Play(state.child(salt)), 0) for salt in range(40)}
    assert len(places) > 30
    assert {place[2] for place in places} > set(range(8))
    assert all(abs(place[0]) <= 8 and abs(place[1]) <= 8 for place in places)  # the heap lies at (0, 0)


def test_r17_a_jitter_of_0_lets_it_fall_exactly_on_another(side: Side) -> None:
    """So the data file may say."""
    data = SHIPPED.replace("jitter = 8 ", "jitter = 0 ")
    game = play(side, data=data, phase="fall", falling=0, pile=[Lies(p, 40, 60) for p in range(1, 80)]).do("salt 0")
    assert pose(game, 0) == (40, 60, 10, "up")


# --- R18: constructs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", range(5))
@pytest.mark.parametrize("bay", [0, 2])
def test_r18_a_full_bay_is_a_construct_at_once(side: Side, last: int, bay: int) -> None:
    """Whichever type comes last; the bay is free again."""
    cards = perfect(9)
    game = play(side, phase="resolve", hand=[cards[last]], bays={(0, bay): cards[:last] + cards[last + 1 :]})
    game.do(f"place in bay {bay + 1}")
    assert in_bay(game, 0, bay + 1) == {}
    [construct] = game.now["constructs"][0]
    assert construct["points"] == 30 and [part["card"] for part in construct["parts"]] == [NAMES[c] for c in cards]
    assert (game.phase, game.player, game.now["turn"], game.scores()) == ("pull", 1, 11, [30, 0])


def test_r18_other_bays_stay(side: Side) -> None:
    bays = {(0, 0): perfect(9)[:4], (0, 1): [torso(1), left_arm(1)], (1, 0): perfect(8)[:4]}
    game = play(side, phase="resolve", hand=[right_leg(9)], bays=bays).do("place in bay 1")
    assert in_bay(game, 0, 2) == {"torso": NAMES[1], "left arm": NAMES[17]}
    assert len(in_bay(game, 1, 1)) == 4 and game.now["constructs"][1] == []


def test_r18_four_parts_are_none(side: Side) -> None:
    game = play(side, phase="resolve", hand=[left_leg(9)], bays={(0, 0): perfect(9)[:3]}).do("place in bay 1")
    assert game.now["constructs"] == [[], []] and len(in_bay(game, 0, 1)) == 4


def test_r18_constructs_stand_in_the_order_of_completion(side: Side) -> None:
    built = {0: [made_of(0, 1, 6, 11, 12), perfect(2)]}
    game = play(side, phase="resolve", hand=[right_leg(9)], bays={(0, 0): perfect(9)[:4]}, constructs=built)
    game.do("place in bay 1")
    assert [construct["points"] for construct in game.now["constructs"][0]] == [0, 30, 30]


def test_r18_a_construct_of_no_points_counts(side: Side) -> None:
    """Two fire and one of each other element; three to two in archetype and makeup. It is the fourth: the end."""
    cards = made_of(0, 1, 6, 11, 12)
    built = {0: [perfect(2), perfect(3), perfect(4)]}
    game = flat(side, phase="resolve", hand=[cards[4]], bays={(0, 1): cards[:4]}, constructs=built)
    game.do("place in bay 2")
    assert game.now["constructs"][0][3]["points"] == 0 and game.now["trigger"] == 0
    assert game.scores() == [95, 0]


# --- R24: the order within a placement --------------------------------------------------------------------------------


def test_r24_a_replaced_part_falls_and_no_construct_comes_of_it(side: Side) -> None:
    """Four types, one of them replaced: still four."""
    game = play(side, phase="resolve", hand=[torso(9)], bays={(0, 0): [torso(1), *perfect(9)[1:4]]})
    game.do("place in bay 1")
    assert game.phase == "fall" and game.now["falling"]["card"] == NAMES[1] and len(in_bay(game, 0, 1)) == 4
    assert game.now["constructs"] == [[], []] and game.now["turn"] == 10
    assert game.do("salt 3").now["turn"] == 11


def test_r24_construct_then_trigger_then_what_remains_then_the_end_of_the_turn(side: Side) -> None:
    built = {0: [perfect(2), perfect(3), perfect(4)]}
    bays = {(0, 0): perfect(9)[:4], (0, 2): [left_leg(1)]}
    game = play(side, phase="resolve", hand=[right_leg(9)], bays=bays, constructs=built).do("place in bay 1")
    assert (game.phase, game.now["falling"]["card"], game.now["turn"]) == ("fall", NAMES[49], 10)
    assert (len(game.now["constructs"][0]), game.now["trigger"], game.now["final_turns"]) == (4, 0, [0, 3])
    assert game.scores() == [125, 0]
    game.do("salt 0")
    assert (game.phase, game.player, game.now["turn"], game.now["final_turns"]) == ("pull", 1, 11, [0, 3])
    assert lying(game, left_leg(1))["face"] == "up"


def test_r24_the_dropped_part_may_be_pulled_next(side: Side) -> None:
    bays = {(0, 0): [torso(1)]}
    game = play(side, phase="resolve", hand=[torso(9)], bays=bays, pile=[down(70, 60, 60)]).do(
        "place in bay 1", "salt 0"
    )
    assert game.player == 1 and {f"pull 1 {name}" for name in ("north", "west")} <= set(game.legal())
    game.do("pull 1 north", "salt 0", "place in bay 1")
    assert in_bay(game, 1, 1) == {"torso": NAMES[1]}

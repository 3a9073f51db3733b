"""Positions that cannot be: a breach of each numbered check of the page is refused on both sides."""

from __future__ import annotations

import re
from typing import Any

import pytest
from edits import Edit, Position, drop, put, refused_after
from positions import Play, Side
from widgets.table import (
    NAMES,
    Lies,
    down,
    left_arm,
    left_leg,
    made_of,
    new,
    perfect,
    position,
    right_arm,
    right_leg,
    torso,
)

from lineshaft import reference
from lineshaft.errors import InvalidState

TABLE: dict[str, Any] = {
    "pile": [
        Lies(40, 60, 60),
        Lies(41, 63, 60, 5),
        down(20, 20, 80),
        down(22, 80, 20),
        Lies(45, 30, 30, 3, up=False),
    ],
    "bays": {(0, 0): [torso(3), left_arm(3)], (1, 2): [right_leg(4)]},
    "constructs": {1: [perfect(10), made_of(11, 11, 11, 11, 12)]},
}
FLAT: dict[str, Any] = {
    "variant": "abstract",
    "up": [1, 5, 21, 70],
    "bays": TABLE["bays"],
    "constructs": TABLE["constructs"],
}


def lies(part: int, /, **to: Any) -> Edit:
    """Changes the entry of a part of the pile."""

    def edit(d: Position) -> None:
        next(entry for entry in d["pile"] if entry["part"] == part).update(to)

    return edit


def without(part: int) -> Edit:
    """Takes a part out of the pile."""
    return lambda d: d["pile"].remove(next(entry for entry in d["pile"] if entry["part"] == part))


def refused(side: Side, d: Position, *edits: Edit, **rules: Any) -> None:
    variant = "table" if isinstance(d["pile"], list) else "abstract"
    refused_after(side.loaded("widgets", d["players"], variant, rules), d, *edits)


def part(number: int, card: int | None = None) -> dict[str, Any]:
    return {"part": number, "card": NAMES[number if card is None else card]}


# --- 1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        *(put(key, to="x") for key in ("format", "players", "current_player", "first", "turn_of", "turn", "trigger")),
        *(put(key, to=1) for key in ("game", "phase", "next_phase", "end_reason", "dealt", "hand", "shaking")),
        *(put(key, to=1) for key in ("falling", "bays", "constructs", "pile", "final_turns")),
        *(drop(key) for key in ("format", "phase", "next_phase", "turn_of", "hand", "shaking", "bays", "pile")),
        put("colour", to="red"),
        put("format", to=2),
        put("format", to=True),
        put("game", to="railways"),
        put("players", to=3),
        put("phase", to="Pull"),
        put("current_player", to=1),
        put("current_player", to=-1),
        put("turn", to=10.0),
        put("turn", to=-1),
        put("turn", to=True),
        put("first", to=2),
        put("turn_of", to=2),
        put("turn_of", to=-1),
        put("trigger", to=2),
        put("final_turns", to=[0]),
        put("final_turns", to=[0, None]),
        put("dealt", to=[None] * 3),
        put("bays", to=[[{}, {}, {}]]),
        put("bays", 1, to=[{}, {}]),
        put("bays", 0, 0, "torso", to=None),
        put("bays", 0, 0, "torso", "part", to="3"),
        put("bays", 0, 0, "torso", "part", to=80),
        put("bays", 0, 0, "torso", "card", to="fire torso"),
        put("bays", 0, 0, "torso", "colour", to="red"),
        put("bays", 0, 0, "head", to=None),
        put("constructs", to=[[]]),
        put("constructs", 1, 0, "points", to=25),
        put("constructs", 1, 0, "name", to="Bolbabrimonk"),
        put("constructs", 1, 1, "points", to=30),
        drop("constructs", 1, 0, "name"),
        lies(40, x="60"),
        lies(40, x=60.0),
        lies(40, face="sideways"),
        lies(40, known=1),
        lies(40, part=True),
        lies(40, colour="red"),
        put("shaking", to={"part": 40}),
    ],
)
def test_1_wrong_types_names_and_ranges(side: Side, edit: Edit) -> None:
    refused(side, position(**TABLE), edit)


@pytest.mark.parametrize(
    "edit",
    [
        put("pile", to=[]),
        put("pile", "face_up", to=None),
        put("pile", "face_up", 0, to="fire torso"),
        put("pile", "face_up", 0, to=1),
        lambda d: d["pile"]["face_up"].reverse(),
        lambda d: d["pile"]["face_down"].reverse(),
        put("bays", 0, 0, "torso", "part", to=3),
        put("bays", 0, 0, "torso", "card", to=None),
        drop("pile", "face_down"),
    ],
)
def test_1_wrong_types_names_and_ranges_of_the_two_sets(side: Side, edit: Edit) -> None:
    refused(side, position(**FLAT), edit)


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (drop("turn"), "the position: the key turn is missing"),
        (put("turn", to=10.0), "turn must be a whole number from 0 to 1000, not 10.0"),
        (put("colour", to="red"), "the position: there is no key 'colour'"),
        (put("hand", to={}), "hand must be a list, not an object"),
        (put("final_turns", to=[0]), "final_turns must have 2 entries, one for each player, not 1"),
        (drop("bays", 0, 0, "torso", "card"), "bays[0][0].torso: the key card is missing"),
        (drop("bays", 0, 0, "torso", "part"), "bays[0][0].torso: the key part is missing"),
        (put("bays", 0, 0, "torso", to=None), "bays[0][0].torso must be left out where there is none"),
        (drop("constructs", 1, 1, "parts", 2, "card"), "constructs[1][1].parts[2]: the key card is missing"),
        (drop("constructs", 1, 1, "parts"), "constructs[1][1]: the key parts is missing"),
        (drop("pile", 3, "x"), "pile[3]: the key x is missing"),
        (put("pile", 3, "known", to=1), "pile[3].known must be true or false, not 1"),
        (put("pile", 3, "card", to="fire torso"), "pile[3].card: there is no card 'fire torso'"),
        (put("shaking", to={"part": 40}), "shaking: the key direction is missing"),
        (put("dealt", 1, to={}), "dealt[1]: the key part is missing"),
        (put("falling", to=[]), "falling must be an object, not a list"),
    ],
)
def test_1_the_reference_names_the_field(edit: Edit, named: str) -> None:
    d = position(**TABLE)
    edit(d)
    with pytest.raises(InvalidState, match=re.escape(named)):
        reference.load_game("widgets", 2).state_from_dict(d)


# --- 2, 3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        without(40),
        without(20),
        lies(40, part=3),
        lies(40, card=NAMES[3]),
        lies(40, card=NAMES[41]),
        put("bays", 0, 1, to={"torso": part(3)}),
        put("bays", 0, 1, to={"torso": part(20, 3)}),
        drop("bays", 0, 0, "torso"),
        drop("constructs", 1, 0),
        lambda d: d["pile"].append(d["pile"][0]),
        put("hand", to=[part(3)]),
    ],
)
def test_2_every_part_and_every_card_once(side: Side, edit: Edit) -> None:
    refused(side, position(**TABLE), edit)


@pytest.mark.parametrize(
    "edit",
    [
        drop("pile", "face_up", 0),
        drop("pile", "face_down", 0),
        lambda d: d["pile"]["face_up"].insert(0, NAMES[0]),
        drop("bays", 0, 0, "torso"),
        put("bays", 0, 1, to={"torso": {"card": NAMES[3]}}),
    ],
)
def test_2_every_card_once_in_the_two_sets(side: Side, edit: Edit) -> None:
    refused(side, position(**FLAT), edit)


def test_2_cards_are_unknown_in_the_pile_and_in_hand_only(side: Side) -> None:
    refused(side, position(**TABLE), put("bays", 0, 0, "torso", "card", to=None))
    refused(side, position(**TABLE), put("constructs", 1, 0, "parts", 0, "card", to=None))


def test_2_before_the_first_drop_only_what_is_dealt(side: Side) -> None:
    d = new(side, rules={"start_player": 0}).do(NAMES[5]).now
    refused(
        side,
        d,
        put("pile", to=[part(0) | {"x": 1, "y": 1, "rotation": 0, "face": "up", "known": True}]),
        start_player=0,
    )
    d = new(side, rules={"start_player": 0}).do(NAMES[5]).now
    refused(side, d, put("bays", 0, 0, "torso", "part", to=78), start_player=0)


@pytest.mark.parametrize("variant", [TABLE, FLAT])
def test_3_parts_lie_at_the_places_of_their_types(side: Side, variant: dict[str, Any]) -> None:
    def swap(d: Position) -> None:
        bay = d["bays"][0][0]
        bay["torso"], bay["left arm"] = bay["left arm"], bay["torso"]

    refused(side, position(**variant), swap)
    refused(side, position(**variant), lambda d: d["constructs"][1][0]["parts"].reverse())
    refused(side, position(**variant), drop("constructs", 1, 0, "parts", 0))


def test_3_no_bay_is_full(side: Side) -> None:
    d = position(bays={(0, 0): perfect(9)[:4]}, phase="resolve", hand=[right_leg(9)])

    def fill(d: Position) -> None:
        d["bays"][0][0]["right leg"] = d["hand"][0]
        d |= {"hand": [], "phase": "pull"}

    refused(side, d, fill)


def test_3_nobody_owns_more_than_the_number(side: Side) -> None:
    """A fourth construct of five players, its parts from the pile."""
    built = [perfect(triple) for triple in range(4)]
    fields: dict[str, Any] = {"players": 5, "trigger": 0, "turn_of": 1, "final_turns": [0, 3, 3, 3, 3]}
    more = position(constructs={0: built}, **fields)
    refused(side, position(constructs={0: built[:3]}, **fields), lambda d: d.update(more))


# --- 4: the opening ---------------------------------------------------------------------------------------------------


def opening(side: Side, phase: str, variant: str = "table", players: int = 3, **rules: Any) -> Position:
    """The first position of a phase; player 1 starts."""
    game = new(side, players, variant, rules)
    cards = iter(NAMES[::17])
    while game.phase != phase:
        if game.phase == "start":
            game.do("player 1 starts")
        elif game.phase == "deal":
            game.do(next(cards))
        elif game.phase == "read":
            game.do(game.legal()[0])
        else:
            game.do("salt 3")
    return game.now


@pytest.mark.parametrize("variant", ["table", "abstract"])
@pytest.mark.parametrize(
    ("phase", "edit"),
    [
        ("start", put("first", to=1)),
        ("start", put("turn", to=1)),
        ("start", put("phase", to="deal")),
        ("deal", put("first", to=None)),
        ("deal", put("turn_of", to=1)),
        ("deal", put("phase", to="first_drop")),
        ("deal", put("turn", to=1)),
        ("first_drop", put("turn_of", to=1)),
        ("first_drop", put("phase", to="deal")),
        ("first_drop", lambda d: d["bays"][1].reverse()),
    ],
)
def test_4_before_the_first_drop(side: Side, variant: str, phase: str, edit: Edit) -> None:
    refused(side, opening(side, phase, variant), edit)


def test_4_parts_are_dealt_in_turn_order(side: Side) -> None:
    d = opening(side, "first_drop")
    assert [d["bays"][p][0]["torso"]["part"] for p in (1,)] == [79]

    def swap(d: Position) -> None:
        d["bays"][0], d["bays"][1] = d["bays"][1], d["bays"][0]

    refused(side, d, swap)


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_4_setup(side: Side, variant: str) -> None:
    def fresh() -> Position:
        return opening(side, "setup", variant, auto_setup=False)

    def place(player: int) -> Edit:
        def edit(d: Position) -> None:
            kind = d["dealt"][player]["card"].split(" ", 3)[3]
            d["bays"][player][0][kind], d["dealt"][player] = d["dealt"][player], None

        return edit

    for edit in (
        put("turn_of", to=2),
        put("turn", to=1),
        put("phase", to="pull"),
        place(1),
        place(0),
        put("dealt", 1, to=None),
    ):
        refused(side, fresh(), edit, auto_setup=False)


def test_4_no_setup_with_auto_setup(side: Side) -> None:
    d = opening(side, "setup", auto_setup=False)
    with pytest.raises(InvalidState):
        side.load("widgets", 3).state_from_dict(d)


def test_4_reading_in_the_opening(side: Side) -> None:
    for edit in (put("next_phase", to="setup"), put("turn_of", to=2), put("turn", to=1), put("next_phase", to=None)):
        refused(side, opening(side, "read"), edit)
    refused(side, opening(side, "read", auto_setup=False), put("next_phase", to="pull"), auto_setup=False)


@pytest.mark.parametrize("variant", [TABLE, FLAT])
def test_4_afterwards_nobody_has_a_dealt_part(side: Side, variant: dict[str, Any]) -> None:
    def give_back(d: Position) -> None:
        d["dealt"][0] = d["bays"][0][0].pop("torso")

    refused(side, position(**variant), give_back)


def test_4_the_start_player_of_the_option(side: Side) -> None:
    refused(side, position(**TABLE), put("first", to=1), start_player=0)
    one = {**TABLE, "players": 1, "bays": {}, "constructs": {}}
    refused(side, position(**one), put("first", to=None))
    refused(side, position(**TABLE), put("first", to=None))
    refused(side, new(side).now, put("phase", to="deal"))


# --- 5, 6, 7: whose turn, what is in hand, what is about to happen ----------------------------------------------------


@pytest.mark.parametrize(
    "edits",
    [
        [put("turn_of", to=None)],
        [put("next_phase", to="resolve")],
        [put("phase", to="read"), put("current_player", to=-1)],
        [put("phase", to="read"), put("current_player", to=-1), put("next_phase", to="pull")],
        [put("phase", to="keep")],
        [put("phase", to="resolve")],
        [put("phase", to="second")],
        [put("phase", to="shake"), put("current_player", to=-1)],
        [put("phase", to="fall"), put("current_player", to=-1)],
        [put("shaking", to={"part": 41, "direction": "north"})],
        [without(41), put("falling", to=part(41))],
        [without(41), put("hand", to=[part(41)])],
    ],
)
def test_5_6_7_in_pull(side: Side, edits: list[Edit]) -> None:
    refused(side, position(**TABLE), *edits)


@pytest.mark.parametrize(
    ("phase", "hand"),
    [
        ("resolve", []),
        ("resolve", [1, 2]),
        ("keep", []),
        ("keep", [1]),
        ("second", []),
        ("second", [1, 2]),
        ("pull", [1]),
    ],
)
def test_6_so_many_parts_are_in_hand(side: Side, phase: str, hand: list[int]) -> None:
    right = {"resolve": [1], "keep": [1, 2], "second": [1], "pull": []}[phase]
    wrong = position(**TABLE, phase=phase, hand=hand)
    refused(side, position(**TABLE, phase=phase, hand=right), lambda d: d.update(wrong))


@pytest.mark.parametrize(("phase", "hand"), [("resolve", [1]), ("keep", [1, 2])])
def test_6_what_is_kept_or_placed_is_known(side: Side, phase: str, hand: list[int]) -> None:
    refused(side, position(**TABLE, phase=phase, hand=hand), put("hand", 0, "card", to=None))


@pytest.mark.parametrize(
    "edit",
    [
        put("shaking", to=None),
        put("shaking", "part", to=3),
        put("shaking", "part", to=80),
        put("shaking", "direction", to="up"),
        put("shaking", "direction", to="east"),  # part 40 lies below 41, which lies east of it
        put("hand", to=[part(1), part(2)]),
    ],
)
def test_7_the_pull_that_waits_for_its_salt(side: Side, edit: Edit) -> None:
    d = position(**TABLE, phase="shake", shaking={"part": 40, "direction": "west"})
    refused(side, d, edit)


def test_7_a_second_pull_is_of_a_face_down_part(side: Side) -> None:
    d = position(**TABLE, phase="shake", hand=[1], shaking={"part": 20, "direction": "west"})
    refused(side, d, put("shaking", "part", to=41))


def test_7_to_the_nearest_side_with_auto(side: Side) -> None:
    d = position(**TABLE, phase="shake", shaking={"part": 20, "direction": "west"})
    assert d["shaking"]["part"] == 20  # at (20, 80): 32 to the west, 36 to the south
    refused(side, d, put("shaking", "direction", to="south"), dir_mode="auto")


def test_7_a_falling_part_is_known_and_nowhere_else(side: Side) -> None:
    for edit in (
        put("falling", "card", to=None),
        put("falling", to=None),
        put("falling", "part", to=40),
        put("falling", "card", to=NAMES[40]),
        put("hand", to=[part(1), part(2)]),
    ):
        refused(side, position(**TABLE, phase="fall", falling=5), edit)


def test_7_in_second_a_face_down_part_is_free(side: Side) -> None:
    """Part 20 is the only one that lies face-down."""
    d = position(phase="second", hand=[1], pile=[down(20, 50, 50)])
    refused(side, d, lies(20, face="up", known=True, card=NAMES[20]))
    d = position(phase="second", hand=[1], pile=[down(20, 50, 50), Lies(40, 54, 50)])
    refused(side, d, lies(40, x=50))


@pytest.mark.parametrize("variant", ["table", "abstract"])
def test_5_7_the_pile_is_not_empty_in_pull(side: Side, variant: str) -> None:
    """All parts are in constructs and bays of five players, the last one in hand."""
    built = {p: [perfect(2 * p), perfect(2 * p + 1)] for p in range(5)}
    kinds = [torso, left_arm, right_arm, left_leg, right_leg]
    cards = [kind(triple) for triple in range(10, 16) for kind in kinds]
    bays: dict[tuple[int, int], list[int]] = {}
    for card in cards[:-1]:
        at = next(
            (p, b)
            for p in range(5)
            for b in range(3)
            if (card // 16) != b and all(other // 16 != card // 16 for other in bays.get((p, b), []))
        )
        bays.setdefault(at, []).append(card)
    d = position(players=5, variant=variant, constructs=built, bays=bays, phase="resolve", hand=[cards[-1]])

    def lay_down(d: Position) -> None:
        d["bays"][4][0]["right leg"] = d["hand"].pop()
        d["phase"] = "pull"

    refused(side, d, lay_down)


@pytest.mark.parametrize(
    ("next_phase", "down", "hand", "wrong"),
    [
        ("keep", 2, 0, {"next_phase": "resolve"}),
        ("keep", 1, 1, {"next_phase": "resolve"}),
        ("resolve", 1, 0, {"next_phase": "keep"}),
        ("keep", 3, 1, {"next_phase": None}),
        ("keep", 3, 1, {"next_phase": "second"}),
        ("keep", 3, 1, {"hand": []}),
    ],
)
def test_5_reading_in_the_abstract_game(
    side: Side, next_phase: str, down: int, hand: int, wrong: dict[str, Any]
) -> None:
    up, held = range(80 - down - hand), range(80 - down - hand, 80 - down)
    d = position(variant="abstract", phase="read", next_phase=next_phase, up=up, hand=held)
    refused(side, d, lambda d: d.update(wrong))


# --- 8: the pile ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        *(lies(40, **{key: value}) for key in ("x", "y") for value in (-1, 105)),
        lies(40, rotation=-1),
        lies(40, rotation=16),
        lies(41, card=None),
        lies(41, known=False),
        lies(41, card=None, known=False),
        lies(45, card=None),
        lies(20, known=True),
        lies(20, card=NAMES[20]),
        lies(20, face="up"),
    ],
)
def test_8_poses_and_what_is_known(side: Side, edit: Edit) -> None:
    refused(side, position(**TABLE), edit)


def test_8_in_read_something_is_pending(side: Side) -> None:
    fields: dict[str, Any] = {"phase": "read", "next_phase": "resolve"}
    pile = [*TABLE["pile"], Lies(50, 90, 90)]
    d = position(bays=TABLE["bays"], pile=pile, secret=[50], hand=[1], **fields)
    refused(side, d, lies(50, card=NAMES[50]))
    d = position(**TABLE, hand=[1], secret=[1], **fields)
    refused(side, d, put("hand", 0, "card", to=NAMES[1]))


@pytest.mark.parametrize(
    ("hand", "right", "wrong"), [(1, "resolve", "keep"), (2, "keep", "second"), (1, "second", "pull")]
)
def test_5_8_what_is_in_hand_while_parts_are_read(side: Side, hand: int, right: str, wrong: str) -> None:
    held = [1, 2][:hand]
    pile = [*TABLE["pile"], Lies(50, 90, 90)]
    d = position(bays=TABLE["bays"], pile=pile, secret=[50], hand=held, phase="read", next_phase=right)
    refused(side, d, put("next_phase", to=wrong))


# --- 9, 10: the end ---------------------------------------------------------------------------------------------------

FOUR = [perfect(triple) for triple in range(4)]


def final(**fields: Any) -> Position:
    """Player 0 has triggered the end."""
    usual: dict[str, Any] = {"constructs": {0: FOUR}, "trigger": 0, "final_turns": [0, 3], "turn_of": 1}
    return position(**(usual | fields))


@pytest.mark.parametrize(
    "edits",
    [
        [put("trigger", to=None)],
        [put("trigger", to=None), put("final_turns", to=[0, 0])],
        [put("trigger", to=1)],
        [put("final_turns", to=[1, 3])],
        [put("final_turns", to=[0, 4])],
        [put("final_turns", to=[0, -1])],
        [put("final_turns", to=[0, 0])],
        [put("turn_of", to=0), put("current_player", to=0)],
    ],
)
def test_9_the_trigger_and_the_final_turns(side: Side, edits: list[Edit]) -> None:
    refused(side, final(), *edits)


def test_9_no_trigger_without_the_number(side: Side) -> None:
    refused(side, position(constructs={0: FOUR[:3]}), put("trigger", to=0))
    refused(side, position(constructs={0: FOUR[:3]}), put("final_turns", to=[0, 3]))


def test_9_who_owns_the_number_does_not_play(side: Side) -> None:
    both = {0: FOUR, 1: [perfect(triple) for triple in range(4, 8)]}
    d = final(players=3, final_turns=[0, 2, 2], turn_of=2, constructs=both)
    refused(side, d, put("turn_of", to=1), put("current_player", to=1))


def test_9_who_owns_the_number_has_empty_bays(side: Side) -> None:
    """But while the parts fall one by one."""
    d = final(bays={(1, 0): [torso(9)]})

    def move(d: Position) -> None:
        d["bays"][0], d["bays"][1] = d["bays"][1], d["bays"][0]

    refused(side, d, move)
    falling = final(phase="fall", turn_of=0, falling=torso(8), bays={(0, 0): [torso(9)]})
    assert Play(side.load("widgets").state_from_dict(falling)).do("salt 0").now["falling"]["part"] == torso(9)
    refused(side, falling, put("turn_of", to=1))


@pytest.mark.parametrize(
    ("end", "edits"),
    [
        ({"end_reason": "turn_cap", "turn": 400}, [put("turn", to=399)]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("turn", to=401)]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("end_reason", to="finished")]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("end_reason", to="pile_empty")]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("end_reason", to="empty")]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("end_reason", to=None)]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("phase", to="pull"), put("current_player", to=0)]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("current_player", to=0)]),
        ({"end_reason": "turn_cap", "turn": 400}, [put("turn_of", to=None)]),
    ],
)
def test_10_the_reason_fits(side: Side, end: dict[str, Any], edits: list[Edit]) -> None:
    refused(side, position(**TABLE, phase="game_over", **end), *edits)


def test_10_a_finished_game(side: Side) -> None:
    d = final(phase="game_over", final_turns=[0, 0], end_reason="finished", turn=30)
    refused(side, d, put("final_turns", to=[0, 1]))
    d = final(phase="game_over", final_turns=[0, 0], end_reason="finished", turn=30)
    refused(side, d, put("end_reason", to="turn_cap"))


def test_10_a_game_that_is_finished_in_its_last_turn_is_finished(side: Side) -> None:
    d = final(phase="game_over", final_turns=[0, 1], end_reason="turn_cap", turn=400)
    refused(side, d, put("final_turns", to=[0, 0]))


def test_10_the_turn_limit(side: Side) -> None:
    refused(side, position(**TABLE), put("turn", to=400))
    refused(side, position(**TABLE), put("turn", to=12), max_turns=11)


def test_6_a_hand_after_the_end_only_if_strictly_empty(side: Side) -> None:
    d = position(**TABLE, phase="game_over", end_reason="turn_cap", turn=400)
    with_hand = position(**TABLE, phase="game_over", end_reason="turn_cap", turn=400, hand=[1])
    refused(side, d, lambda d: d.update(with_hand), strict_empty=True)


# --- bytes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [TABLE, FLAT])
def test_bytes_that_are_cut_or_too_long(side: Side, variant: dict[str, Any]) -> None:
    d = position(**variant)
    game = side.load("widgets", 2, d.get("variant", variant.get("variant", "table")))
    data = game.state_from_dict(d).to_bytes()
    for wrong in (b"", data[:-1], data + b"\0", data[:8]):
        with pytest.raises(InvalidState):
            game.state_from_bytes(wrong)


def test_bytes_of_another_variant(side: Side) -> None:
    data = side.load("widgets").state_from_dict(position(**TABLE)).to_bytes()
    for players, variant, rules in ((3, "table", {}), (2, "abstract", {}), (2, "table", {"flips": 5})):
        with pytest.raises(InvalidState):
            side.load("widgets", players, variant, rules).state_from_bytes(data)

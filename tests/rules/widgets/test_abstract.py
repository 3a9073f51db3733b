"""R31: the variant in which the pile is two sets of cards."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Side
from widgets.table import NAMES, dealt, flat, in_bay, in_hand, left_arm, new, perfect, settle, torso

PLACES = ["place in bay 1", "place in bay 2", "place in bay 3"]


def test_r31_actions_have_their_numbers(side: Side) -> None:
    game = side.load("widgets", 2, "abstract")
    assert game.num_actions == 87
    assert [game.action_to_string(card) for card in range(80)] == [f"pull {name}" for name in NAMES]
    rest = ["pull face down", "keep first", "keep second", *PLACES, "drop back"]
    assert [game.action_to_string(action) for action in range(80, 87)] == rest
    assert game.string_to_action("pull fire strength mechanical torso") == 0


def test_r31_face_up_parts_are_all_known_and_free(side: Side) -> None:
    game = flat(side, up=[torso(0), left_arm(1), 79])
    assert game.legal() == [*(f"pull {NAMES[card]}" for card in (0, 17, 79)), "pull face down"]
    game.do(f"pull {NAMES[17]}")
    assert (game.phase, in_hand(game), game.legal()) == ("resolve", [NAMES[17]], [*PLACES, "drop back"])
    assert game.now["pile"]["face_up"] == [NAMES[0], NAMES[79]]


def test_r31_a_card_that_does_not_lie_face_up(side: Side) -> None:
    game = flat(side, up=[0], bays={(0, 0): [left_arm(2)]})
    for card in (1, left_arm(2)):
        sentence = f"{NAMES[card]} does not lie face-up in the pile"
        assert game.refusal(f"pull {NAMES[card]}") == ("not_face_up", "R31", sentence)


def test_r31_two_face_down_parts_each_equally_likely(side: Side) -> None:
    game = flat(side, up=range(76)).do("pull face down")
    assert (game.phase, game.now["next_phase"], game.player) == ("read", "keep", -1)
    assert game.weights() == dict.fromkeys(NAMES[76:], 1)
    game.do(NAMES[78])
    assert game.weights() == {NAMES[76]: 1, NAMES[77]: 1, NAMES[79]: 1} and in_hand(game) == [NAMES[78]]
    game.do(NAMES[76])
    assert (game.phase, in_hand(game), game.legal()) == ("keep", [NAMES[78], NAMES[76]], ["keep first", "keep second"])


@pytest.mark.parametrize(("text", "kept", "dropped"), [("keep first", 78, 76), ("keep second", 76, 78)])
def test_r31_the_other_one_joins_the_face_up_ones(side: Side, text: str, kept: int, dropped: int) -> None:
    """A drop happens at once."""
    game = flat(side, up=range(76)).do("pull face down", NAMES[78], NAMES[76], text)
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[kept]])
    assert game.now["pile"]["face_up"] == [*NAMES[:76], NAMES[dropped]]
    assert game.now["pile"]["face_down"] == [NAMES[77], NAMES[79]]


def test_r31_two_are_pulled_if_there_are_two(side: Side) -> None:
    game = flat(side, up=range(78)).do("pull face down", NAMES[79], NAMES[78])
    assert game.phase == "keep"


def test_r31_one_alone_is_in_hand(side: Side) -> None:
    game = flat(side, up=range(79)).do("pull face down")
    assert (game.phase, game.now["next_phase"], game.weights()) == ("read", "resolve", {NAMES[79]: 1})
    game.do(NAMES[79])
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[79]])


def test_r31_none_at_all(side: Side) -> None:
    game = flat(side, up=range(80))
    assert game.refusal("pull face down") == ("none_face_down", "R31", "no part lies face-down in the pile")
    assert len(game.legal()) == 80


def test_r31_no_face_up_part(side: Side) -> None:
    assert flat(side).legal() == ["pull face down"]


def test_r31_dropped_back(side: Side) -> None:
    game = flat(side, phase="resolve", hand=[5], up=[3, 9]).do("drop back")
    assert game.now["pile"]["face_up"] == [NAMES[3], NAMES[5], NAMES[9]]
    assert (game.phase, game.player, game.now["turn"]) == ("pull", 1, 11)


def test_r31_a_replaced_part_joins_the_face_up_ones(side: Side) -> None:
    game = flat(side, phase="resolve", hand=[5], bays={(0, 0): [9]}).do("place in bay 1")
    assert game.now["pile"]["face_up"] == [NAMES[9]] and in_bay(game, 0, 1) == {"torso": NAMES[5]}
    assert (game.phase, game.player) == ("pull", 1)


def test_r31_what_remains_in_the_bays_joins_them_at_once(side: Side) -> None:
    built = {0: [perfect(triple) for triple in range(3)]}
    bays = {(0, 0): perfect(9)[:4], (0, 1): [torso(7), left_arm(7)]}
    game = flat(side, phase="resolve", hand=[perfect(9)[4]], bays=bays, constructs=built).do("place in bay 1")
    assert game.now["pile"]["face_up"] == [NAMES[7], NAMES[23]] and game.player == 1


def test_r31_the_fall_decides_each_face(side: Side) -> None:
    """In ascending order. The words of salt 0 begin with bits 1, 1, 0, 1, those of salt 12345 with 0, 1."""
    game = new(side, 2, "abstract", {"start_player": 0}).do(NAMES[78], NAMES[79])
    for salt, faces in ((0, "up up down up"), (12345, "down up")):
        pile = game.state.child(salt).to_dict()["pile"]
        for name, face in zip(NAMES, faces.split(), strict=False):
            assert name in pile[f"face_{face}"]
    game = new(side, 2, "abstract", {"start_player": 0}).do(NAMES[0], NAMES[2])
    up = game.state.child(0).to_dict()["pile"]["face_up"]
    assert [name in up for name in (NAMES[1], NAMES[3], NAMES[4], NAMES[5])] == [True, True, False, True]


def test_r31_half_of_the_cards_lie_face_up(side: Side) -> None:
    """78 * 60 cards, standard deviation 34."""
    game = new(side, 2, "abstract", {"start_player": 0}).do(NAMES[0], NAMES[1])
    numbers = [len(game.state.child(salt).to_dict()["pile"]["face_up"]) for salt in range(60)]
    assert 2340 - 140 < sum(numbers) < 2340 + 140
    assert len(set(numbers)) > 8


def test_r31_nothing_is_read_after_the_fall(side: Side) -> None:
    game = new(side, 2, "abstract", {"start_player": 0}).do(NAMES[0], NAMES[1], "salt 3")
    assert game.phase == "pull"


def test_r31_parts_have_no_numbers_and_no_places(side: Side) -> None:
    game = settle(new(side, 2, "abstract").do("player 0 starts", NAMES[7]))
    assert game.now["bays"][0][0] == {"torso": {"card": NAMES[7]}}
    assert game.view(0)["shape"] is None and game.view(0)["pending"] == []
    assert game.view(0)["pile"] == game.now["pile"]


@pytest.mark.parametrize(
    "rules",
    [
        {"shape": "rectangle", "spread": 53, "friction": 0},
        {"flips": 256, "dir_mode": "auto"},
        {"read_share": 100, "see_through": True},
    ],
)
def test_r31_options_of_the_physical_pile_have_no_effect(side: Side, rules: dict[str, Any]) -> None:
    usual, other = dealt(side, 2, "abstract"), dealt(side, 2, "abstract", rules)
    assert usual.now == other.now and usual.legal() == other.legal() and usual.view(0) == other.view(0)
    for text in ("pull face down",):
        assert settle(usual.do(text)).now == settle(other.do(text)).now


@pytest.mark.parametrize("phase", ["second", "shake", "fall"])
def test_r31_phases_of_the_table_do_not_occur(side: Side, phase: str) -> None:
    game = dealt(side, 3, "abstract", {"max_turns": 30})
    seen = set()
    while game.phase != "game_over":
        seen.add(game.phase)
        game.do(game.legal()[len(seen) % len(game.legal())])
    assert phase not in seen and seen >= {"pull", "resolve"}

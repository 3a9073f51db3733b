"""R12: what can be read, and when it is."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from widgets.table import NAMES, Lies, down, in_hand, lying, new, play, pose, position, settle

from lineshaft.errors import InvalidState


def uncovered(side: Side, east: int, towards: str = "east", **rules: Any) -> Play:
    """Parts 40 and 42 cover part 41, which nobody has read; 42 is pulled away. 40 lies ``east`` cells beside it."""
    pile = [Lies(41, 50, 50, known=False), Lies(40, 50 + east, 50), Lies(42, 50, 50)]
    return play(side, rules={"friction": 0, **rules}, pile=pile).do(f"pull 42 {towards}", "salt 0")


@pytest.mark.parametrize(("east", "visible", "read"), [(3, 36, False), (4, 48, True), (5, 60, True), (0, 0, False)])
def test_r12_two_fifths_must_be_in_sight(side: Side, east: int, visible: int, read: bool) -> None:
    """48 of 120 cells are just enough."""
    game = uncovered(side, east)
    assert lying(game, 41)["visible"] == visible
    assert (game.phase == "read", game.view(0)["pending"]) == (read, [41] if read else [])


@pytest.mark.parametrize(("share", "read"), [(1, True), (40, True), (41, False), (100, False)])
def test_r12_option_read_share(side: Side, share: int, read: bool) -> None:
    assert (uncovered(side, 4, read_share=share).phase == "read") == read


def test_r12_share_100_needs_the_whole_part(side: Side) -> None:
    assert uncovered(side, 12, read_share=100).phase == "read"
    assert uncovered(side, 11, read_share=100).phase == "resolve"


@pytest.mark.parametrize(("see_through", "read"), [(False, False), (True, True)])
def test_r12_option_see_through(side: Side, see_through: bool, read: bool) -> None:
    """36 cells are in sight, and more through the clear centre of the part on top, 35 mm wide."""
    game = uncovered(side, 3, see_through=see_through)
    assert (lying(game, 41)["visible"], game.phase == "read") == (36, read)


def can_be_read(side: Side, *above: Lies, **rules: Any) -> bool:
    """Whether part 41 could be read below these parts: then a position in which it is not known cannot be."""
    game = side.load("widgets", rules={"see_through": True, **rules})
    try:
        game.state_from_dict(position(pile=[Lies(41, 50, 50, known=False), *above]))
    except InvalidState:
        return True
    return False


def test_r12_the_clear_centre_is_32_cells(side: Side) -> None:
    """u*u + v*v <= 49: rows of 4, 6, 6, 6, 6, 4. Of a part exactly below another that is 26.7 per cent."""
    assert can_be_read(side, Lies(40, 50, 50), read_share=26)
    assert not can_be_read(side, Lies(40, 50, 50), read_share=27)
    assert not can_be_read(side, Lies(40, 50, 50), read_share=1, see_through=False)


def test_r12_through_two_parts_only_where_nothing_is_in_the_way(side: Side) -> None:
    """A part six cells east hides the eastern half of that centre: 16 cells are left, 13.3 per cent."""
    above = Lies(40, 50, 50), Lies(43, 56, 50)
    assert can_be_read(side, *above, read_share=13)
    assert not can_be_read(side, *above, read_share=14)


def test_r12_a_face_down_part_cannot_be_read(side: Side) -> None:
    pile = [down(41, 50, 50), Lies(42, 50, 50)]
    game = play(side, pile=pile, rules={"friction": 0}).do("pull 42 east", "salt 0")
    assert (game.phase, lying(game, 41)["visible"], lying(game, 41)["card"]) == ("resolve", 120, None)


def test_r12_what_has_been_read_stays_known(side: Side) -> None:
    """A known part below another, and one that has been turned over."""
    pile = [Lies(40, 50, 50), Lies(41, 50, 50), Lies(43, 20, 60, up=False, known=True)]
    game = play(side, pile=pile)
    for viewer in (0, 1, None):
        pile_seen = {entry["part"]: entry for entry in game.view(viewer)["pile"]}
        assert (pile_seen[40]["visible"], pile_seen[40]["card"]) == (0, NAMES[40])
        assert (pile_seen[43]["face"], pile_seen[43]["card"]) == ("down", NAMES[43])


def test_r12_a_part_that_is_covered_by_a_drop_stays_known(side: Side) -> None:
    """Salt 0 lets part 30 fall 3 cells east and 2 north of part 52, the one that lies at 65 per cent of the height."""
    pile = [Lies(part, 10 + 12 * (part % 8), 11 * (part // 8)) for part in range(80) if part != 30]
    game = play(side, phase="fall", falling=30, pile=pile).do("salt 0")
    assert pose(game, 30) == (10 + 12 * 4 + 3, 11 * 6 - 2, 10, "up")
    assert lying(game, 52)["visible"] < 48 and lying(game, 52)["card"] == NAMES[52]


def test_r12_several_parts_are_read_one_by_one_from_the_lowest_number(side: Side) -> None:
    pile = [Lies(60, 44, 50, known=False), Lies(41, 56, 50, known=False), Lies(42, 50, 50)]
    game = play(side, rules={"read_share": 100}, pile=pile).do("pull 42 north", "salt 0")
    assert (game.phase, game.view(0)["pending"], set(game.weights())) == ("read", [41, 60], {NAMES[41], NAMES[60]})
    game.do(NAMES[60])
    assert (game.phase, game.view(0)["pending"], lying(game, 41)["card"]) == ("read", [60], NAMES[60])
    game.do(NAMES[41])
    assert (game.phase, game.view(0)["pending"], lying(game, 60)["card"]) == ("resolve", [], NAMES[41])


def test_r12_each_reading_is_one_of_the_unseen_cards(side: Side) -> None:
    """All of them as likely; also when one is left."""
    game = new(side, 2, rules={"start_player": 0}).do(NAMES[0], NAMES[1], "salt 0")
    unseen = NAMES[2:]
    for part in list(game.view(0)["pending"]):
        assert game.weights() == dict.fromkeys(unseen, 1)
        card = unseen.pop(7)
        game.do(card)
        assert lying(game, part)["card"] == card
    assert game.phase == "pull" and game.view(0)["unseen"] == unseen


def test_r12_the_last_unseen_card_is_a_chance_node_too(side: Side) -> None:
    game = play(side, pile=[down(20, 80, 0)]).do("pull 20 north", "salt 1")
    assert game.weights() == {NAMES[20]: 1} and game.player == -1


def test_r12_a_card_is_not_its_number(side: Side) -> None:
    """Part 20 turns out to be card 77, part 77 below it whatever is left."""
    game = play(side, heap="down", pile=[down(77, 60, 60), down(20, 80, 0)])
    settle(game.do("pull 20 north", "salt 1").do("pull 77 north", "salt 1").do(NAMES[77], NAMES[20]))
    assert in_hand(game) == [NAMES[77], NAMES[20]]
    assert [part["part"] for part in game.now["hand"]] == [20, 77]


@pytest.mark.parametrize("east", [4, 6, 12])
def test_r12_a_readable_part_is_never_unread(side: Side, east: int) -> None:
    """Nor can such a position be set up."""
    pile = [Lies(41, 50, 50, known=False), Lies(40, 50 + east, 50)]
    with pytest.raises(InvalidState):
        side.load("widgets").state_from_dict(position(pile=pile))

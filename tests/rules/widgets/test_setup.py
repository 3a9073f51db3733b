"""R1 to R4: what is in the box, who begins, what is dealt, what falls on the table."""

from __future__ import annotations

import pytest
from positions import Play, Side
from widgets.table import ARCHETYPES, ELEMENTS, MAKEUPS, NAMES, TYPES, dealt, in_bay, lying, new, settle

from lineshaft.errors import InvalidArgument, InvalidText, InvalidVariant
from lineshaft.reference.wording import quoted

PLAYERS = (1, 2, 3, 4, 5)
VARIANTS = ("table", "abstract")


def undealt(play: Play) -> list[str]:
    """The cards that nobody has been dealt."""
    return [name for name in NAMES if name not in str(play.now["bays"]) + str(play.now["dealt"])]


# --- R1: the pieces ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_r1_each_combination_once(side: Side, variant: str) -> None:
    unseen = new(side, variant=variant).view(None)["unseen"]
    assert unseen == NAMES and len(set(unseen)) == 80 == len(TYPES) * len(ELEMENTS) * len(ARCHETYPES) * len(MAKEUPS)
    assert NAMES[0] == "fire strength mechanical torso" and NAMES[79] == "water speed organic right leg"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_r1_three_bays_a_player(side: Side, players: int, variant: str) -> None:
    play = new(side, players, variant)
    assert play.now["bays"] == [[{}, {}, {}]] * players
    assert play.now["constructs"] == [[]] * players


@pytest.mark.parametrize("players", [0, 6])
def test_r1_fifteen_bay_cards_are_enough_for_five(side: Side, players: int) -> None:
    with pytest.raises(InvalidVariant) as raised:
        side.load("widgets", players)
    assert "1 to 5 players" in raised.value.message


def test_r1_a_bay_has_one_place_for_each_type(side: Side) -> None:
    play = new(side, 5, rules={"auto_setup": False, "start_player": 0})
    settle(play.do(*(NAMES[16 * kind] for kind in range(5))))
    for player, (kind, bay) in enumerate(zip(TYPES, (1, 2, 3, 1, 2), strict=True)):
        play.do(f"place in bay {bay}")
        assert in_bay(play, player, bay) == {kind: f"fire strength mechanical {kind}"}


# --- R2: who begins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", PLAYERS[1:])
def test_r2_the_start_player_is_drawn_evenly(side: Side, players: int, variant: str) -> None:
    play = new(side, players, variant)
    assert (play.phase, play.player, play.now["first"]) == ("start", -1, None)
    assert play.weights() == {f"player {p} starts": 1 for p in range(players)}
    assert play.state.legal_actions()[0] == 80
    play.do(f"player {players - 1} starts")
    assert (play.phase, play.now["first"]) == ("deal", players - 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_r2_option_start_player(side: Side, players: int) -> None:
    for first in range(players):
        play = new(side, players, rules={"start_player": first})
        assert (play.phase, play.now["first"]) == ("deal", first)
        assert settle(play).player == first


def test_r2_one_player_always_begins(side: Side) -> None:
    assert (new(side, 1).phase, new(side, 1).now["first"]) == ("deal", 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_r2_play_goes_clockwise(side: Side, players: int) -> None:
    play = dealt(side, players, "abstract", {"start_player": players - 1})
    for turn in range(2 * players):
        assert (play.player, play.now["turn"]) == ((players - 1 + turn) % players, turn)
        settle(play.do(play.legal()[0]))
        play.do("drop back")


# --- R3: the dealt parts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_r3_a_part_for_each_player_from_the_start_player_on(side: Side, variant: str) -> None:
    play = new(side, 3, variant).do("player 1 starts")
    assert play.weights() == dict.fromkeys(NAMES, 1)
    play.do("air speed organic left leg")
    assert play.weights() == dict.fromkeys([name for name in NAMES if name != "air speed organic left leg"], 1)
    play.do("fire strength organic torso", "earth strength mechanical left leg")
    assert [in_bay(play, p, 1) for p in (1, 2, 0)] == [
        {"left leg": "air speed organic left leg"},
        {"torso": "fire strength organic torso"},
        {"left leg": "earth strength mechanical left leg"},
    ]
    assert play.phase == "first_drop" and play.now["pile"] == (
        [] if variant == "table" else {"face_up": [], "face_down": []}
    )


def test_r3_dealt_parts_have_the_highest_numbers(side: Side) -> None:
    play = new(side, 3).do("player 1 starts", *NAMES[:3])
    numbers = [play.now["bays"][p][0]["torso"]["part"] for p in (1, 2, 0)]
    assert numbers == [79, 78, 77]


@pytest.mark.parametrize("variant", VARIANTS)
def test_r3_what_is_dealt_is_seen_by_everybody(side: Side, variant: str) -> None:
    play = new(side, 2, variant, {"start_player": 0}).do(NAMES[20])
    for viewer in (0, 1, None):
        assert play.view(viewer)["bays"][0][0]["left arm"]["card"] == NAMES[20]
        assert NAMES[20] not in play.view(viewer)["unseen"]
        assert play.seen(NAMES[21], viewer) == NAMES[21]


@pytest.mark.parametrize("variant", VARIANTS)
def test_r3_without_auto_setup_each_player_places(side: Side, variant: str) -> None:
    """Option ``auto_setup``: the start player first, after the fall."""
    play = settle(new(side, 3, variant, {"auto_setup": False}).do("player 2 starts", *NAMES[16:19]))
    assert [part["card"] for part in play.now["dealt"]] == [NAMES[17], NAMES[18], NAMES[16]]
    for player, bay in ((2, 3), (0, 1), (1, 2)):
        assert (play.phase, play.player, play.now["turn_of"]) == ("setup", player, player)
        assert play.legal() == ["place in bay 1", "place in bay 2", "place in bay 3"]
        play.do(f"place in bay {bay}")
        assert play.now["dealt"][player] is None
    assert (play.phase, play.player, play.now["turn"]) == ("pull", 2, 0)
    assert in_bay(play, 2, 3) == {"left arm": NAMES[16]} and in_bay(play, 1, 2) == {"left arm": NAMES[18]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_r3_in_setup_nothing_else_can_be_done(side: Side, variant: str) -> None:
    play = dealt(side, 2, variant, {"auto_setup": False, "start_player": 0})
    for text in ("drop back", "keep first", "pull 0 north" if variant == "table" else "pull face down"):
        assert play.refusal(text).is_not_now(text, "the dealt part is placed (R3)")


def test_r3_the_part_waits_until_the_first_drop_is_read(side: Side) -> None:
    play = new(side, 2, rules={"auto_setup": False, "start_player": 1}).do(NAMES[5], NAMES[6])
    assert (play.phase, play.now["turn_of"]) == ("first_drop", None)
    play.do("salt 0")
    assert (play.phase, play.now["next_phase"], play.now["turn_of"]) == ("read", "setup", 1)
    assert (settle(play).phase, play.player) == ("setup", 1)


# --- R4: the fall -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_r4_all_other_parts_make_the_pile(side: Side, players: int) -> None:
    play = dealt(side, players)
    assert len(play.now["pile"]) == 80 - players == {1: 79, 2: 78, 3: 77, 4: 76, 5: 75}[players]
    play = dealt(side, players, "abstract")
    pile = play.now["pile"]
    assert sorted(pile["face_up"] + pile["face_down"], key=NAMES.index) == undealt(play)
    assert len(undealt(play)) == 80 - players


def test_r4_the_pile_may_lie_in_a_lump_of_two_feet(side: Side) -> None:
    """The table is 640 mm square; the rulebook speaks of about 2 feet, that is 610 mm."""
    xs, ys = (sorted(lies[key] for lies in dealt(side).now["pile"]) for key in ("x", "y"))
    for places in (xs, ys):
        assert places[0] >= 0 and places[-1] <= 104
        assert places[-1] - places[0] >= 60  # with the parts' own 12 cells at least 36 cm


def test_r4_who_lies_above_whom_is_public(side: Side) -> None:
    play = dealt(side)
    for viewer in (0, 1, None):
        pile = play.view(viewer)["pile"]
        assert [entry["height"] for entry in pile] == list(range(78))
        assert [entry["part"] for entry in pile] == list(range(78))
    assert lying(play, 77)["visible"] == 120


@pytest.mark.parametrize("variant", VARIANTS)
def test_r4_every_salt_is_an_outcome_of_the_fall(side: Side, variant: str) -> None:
    play = new(side, 2, variant, {"start_player": 0}).do(*NAMES[:2])
    assert play.state.is_sampled_chance() and play.legal() == [] and play.weights() == {}
    for salt in (0, 2**31 - 1):
        assert play.state.child(salt).phase_name() in ("read", "pull")
    for salt in (-1, 2**31):
        refusal = play.state.explain(salt)
        assert refusal is not None and refusal.code == "illegal_outcome"


def test_r4_a_text_of_a_salt_has_a_salt(side: Side) -> None:
    """Both implementations read and write the same salts, and refuse the others in the same words."""
    state = new(side, 2, rules={"start_player": 0}).do(*NAMES[:2]).state
    assert state.is_sampled_chance()
    for salt in (0, 7, 2**31 - 1):
        assert state.action_to_string(salt) == f"salt {salt}"
        assert state.string_to_action(f"salt {salt}") == salt
    assert state.string_to_action("salt " + "0" * 6000 + "7") == 7
    for salt in (-1, 2**31, 2**32, 2**62):
        with pytest.raises(InvalidArgument) as wrong:
            state.action_to_string(salt)
        assert str(wrong.value) == f"a salt is a number from 0 to 2147483647, not {salt}"
    for number in ("-1", "2147483648", "99999999999", "9" * 6000, "", " 7", "7 ", "+7", "1_000", "\u0667"):
        with pytest.raises(InvalidText) as misspelt:
            state.string_to_action(f"salt {number}")
        said = quoted(f"salt {number}")
        assert str(misspelt.value) == (
            f"a sampled chance outcome is written 'salt NUMBER', a number from 0 to 2147483647, not {said}"
        )


def test_r4_the_same_salt_is_the_same_fall(side: Side) -> None:
    def fall(salt: int) -> object:
        return new(side, 2, rules={"start_player": 0}).do(*NAMES[:2], f"salt {salt}").now["pile"]

    assert fall(5) == fall(5) != fall(6)

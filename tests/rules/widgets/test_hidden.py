"""R33: all that can be seen is public, also places of buried parts; hidden are the salts."""

from __future__ import annotations

from typing import Any

import pytest
from positions import Play, Side
from widgets.table import NAMES, Lies, dealt, down, flat, left_arm, lying, new, perfect, play, settle, torso

import lineshaft

VIEWERS = (0, 1, None)
VARIANTS = ("table", "abstract")


def without_seat(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in ("viewer", "legal_actions")}


def middle(side: Side) -> Play:
    """A position in which some parts are known and buried, some unknown, one is in hand and secret."""
    pile = [Lies(40, 60, 60), down(21, 60, 60), Lies(41, 60, 60), down(20, 20, 80), Lies(50, 80, 20, 3, False, True)]
    built = {1: [perfect(10)]}
    arguments: dict[str, Any] = {"bays": {(0, 1): [torso(3)]}, "constructs": built}
    return play(side, phase="second", hand=[23], secret=[23], pile=pile, **arguments)


# --- steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_r33_the_parts_fall_without_a_salt_to_be_seen(side: Side, variant: str, viewer: int | None) -> None:
    game = new(side, 2, variant, {"start_player": 0}).do(*NAMES[:2])
    assert game.seen("salt 7", viewer) == "the parts fall"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_r33_the_salts_are_told_to_nobody(side: Side, viewer: int | None) -> None:
    """Not to the player to act either: from a salt one could work out what is going to happen."""
    game = play(side, pile=[Lies(1, 40, 40)]).do("pull 1 north")
    assert game.seen("salt 7", viewer) == "the pile shifts"
    game.do("salt 7", "drop back")
    assert game.seen("salt 8", viewer) == "the part falls"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_r33_all_other_steps_are_open(side: Side, viewer: int | None) -> None:
    game = new(side, rules={"auto_setup": False})
    steps = ["player 1 starts", NAMES[5], NAMES[17], "salt 0"]
    for step in steps[:3]:
        assert game.seen(step, viewer) == step
        game.do(step)
    settle(game)
    for step in ("place in bay 2", "place in bay 1"):
        assert game.seen(step, viewer) == step
        game.do(step)
    assert game.seen("pull 77 north", viewer) == "pull 77 north"
    game = play(side, phase="keep", hand=[3, 20])
    for step in ("keep first", "keep second"):
        assert game.seen(step, viewer) == step


def test_r33_the_log_of_a_match_is_without_salts_the_replay_has_them() -> None:
    match = lineshaft.load_game("widgets", 2).new_match(seed=5)
    pull = match.state.action_to_string(int(match.state.legal_actions()[0]))
    match.apply_action(match.game.string_to_action(pull))
    steps = match.replay().to_dict()["steps"]
    assert [step.split()[1] for step in steps].count("salt") == 2
    told = ["* the parts fall" if step.startswith("* salt ") else step for step in steps]
    told[told.index(f"{match.state.to_dict()['turn_of']} {pull}") + 1] = "* the pile shifts"
    for viewer in VIEWERS:
        assert [line for line in match.log(viewer) if not line.startswith("opened: ")] == told


def lies(part: dict[str, Any]) -> str:
    return f"part {part['part']} lies face {part['face']} at {part['x']}, {part['y']}, rotation {part['rotation']}"


def test_r4_everybody_sees_how_the_parts_fall(side: Side) -> None:
    game = new(side, 2)
    while game.phase != "first_drop":
        assert game.opened(game.legal()[0]) == []
        game.do(game.legal()[0])
    told = game.opened("salt 5")
    assert told == [lies(part) for part in game.do("salt 5").now["pile"]]
    assert len(told) == 78


def test_r11_everybody_sees_what_moves_when_a_part_is_pulled_or_dropped(side: Side) -> None:
    game = new(side, 2)
    while game.phase != "pull":
        game.do("salt 5" if game.phase == "first_drop" else game.legal()[0])
    moved = 0
    for _ in range(40):
        before, sampled = {lies(part) for part in game.now["pile"]}, game.state.is_sampled_chance()
        step = "salt 9" if sampled else game.legal()[-1]
        told = game.opened(step)
        after = [lies(part) for part in game.do(step).now["pile"]]
        assert told == [line for line in after if line not in before]
        assert sampled or told == []
        moved += len(told)
    assert moved > 5


def test_r31_everybody_sees_which_cards_fall_face_up(side: Side) -> None:
    game = new(side, 2, "abstract")
    while game.phase != "first_drop":
        game.do(game.legal()[0])
    told = game.opened("salt 5")
    assert told == [f"{card} lies face up" for card in game.do("salt 5").now["pile"]["face_up"]]
    assert len(told) > 20


# --- views ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [1, None])
def test_r33_everybody_sees_the_same(side: Side, viewer: int | None) -> None:
    """But for whose view it is, and what the player to act may do."""
    game = middle(side)
    assert without_seat(game.view(viewer)) == without_seat(game.view(0))
    assert (game.view(viewer)["viewer"], game.view(viewer)["legal_actions"]) == (viewer, [])
    assert game.view(0)["legal_actions"] == [int(action) for action in game.state.legal_actions()] != []


@pytest.mark.parametrize("variant", VARIANTS)
def test_r33_a_whole_game_through_all_eyes(side: Side, variant: str) -> None:
    game = dealt(side, 3, variant, {"max_turns": 6})
    while game.phase != "game_over":
        views = [game.view(viewer) for viewer in (0, 1, 2, None)]
        assert all(without_seat(view) == without_seat(views[0]) for view in views)
        acting = game.player
        assert [bool(view["legal_actions"]) for view in views[:3]] == [p == acting for p in range(3)]
        game.do("salt 3" if game.state.is_sampled_chance() else game.legal()[-1])


def test_r33_places_of_buried_parts_are_public(side: Side) -> None:
    """Where it lies, how it is turned, which face is up, and what has been read."""
    buried = lying(middle(side), 40)
    expected = {"part": 40, "card": NAMES[40], "x": 60, "y": 60, "rotation": 0, "face": "up", "known": True}
    assert buried == expected | {"height": buried["height"], "visible": 0, "area": 120, "free_spots": [], "sides": []}
    below = lying(middle(side), 21)
    assert (below["card"], below["face"], below["known"], below["visible"]) == (None, "down", False, 0)


def test_r33_what_nobody_has_read_is_in_no_state(side: Side) -> None:
    """In a dict a part's card is null until it is drawn, hidden things included."""
    game = middle(side)
    unread = {entry["part"]: entry["card"] for entry in game.now["pile"] if not entry["known"]}
    assert unread == {21: None, 20: None} and game.now["hand"] == [{"part": 23, "card": None}]
    assert game.view(None)["unseen"] == [NAMES[20], NAMES[21], NAMES[23]]


def test_r33_unseen_are_all_cards_not_drawn_yet(side: Side) -> None:
    game = new(side, rules={"start_player": 0})
    assert game.view(0)["unseen"] == NAMES
    assert game.do(NAMES[4]).view(1)["unseen"] == NAMES[:4] + NAMES[5:]
    game.do(NAMES[5], "salt 0")
    game.do(NAMES[70])
    assert set(NAMES) - set(game.view(None)["unseen"]) == {NAMES[4], NAMES[5], NAMES[70]}


def test_r33_abstract_unseen_are_the_face_down_ones(side: Side) -> None:
    game = flat(side, up=[1, 5, 9], hand=[7], phase="resolve", bays={(1, 0): [20]})
    assert game.view(0)["unseen"] == game.now["pile"]["face_down"]
    assert game.view(0)["unseen"] == [name for card, name in enumerate(NAMES) if card not in (1, 5, 7, 9, 20)]


def test_r33_nobody_forgets_a_part_that_was_dropped_and_buried(side: Side) -> None:
    """A part goes to the pile face-up and is then covered by another; it is still named in every view."""
    game = play(side, phase="keep", hand=[torso(3), left_arm(5)], heap="down").do("keep first", "salt 0")
    game.do("drop back", "salt 0")
    for viewer in VIEWERS:
        cards = {entry["part"]: entry["card"] for entry in game.view(viewer)["pile"]}
        assert cards[3] == NAMES[3] and cards[21] == NAMES[21]


def test_r33_the_view_has_what_the_page_lists(side: Side) -> None:
    keys = {
        *("format", "game", "players", "viewer", "phase", "current_player", "legal_actions", "next_phase", "first"),
        *("turn_of", "turn", "max_turns", "constructs_needed", "trigger", "final_turns", "end_reason", "scores"),
        *("dealt", "hand", "shaking", "falling", "bays", "constructs", "shape", "pile", "pending", "unseen"),
    }
    for game in (middle(side), flat(side)):
        assert game.view(0).keys() == keys
    part = {"part", "card", "x", "y", "height", "rotation", "face", "known", "visible", "area", "free_spots", "sides"}
    assert all(entry.keys() == part for entry in middle(side).view(None)["pile"])


# --- positions in accordance with a view ------------------------------------------------------------------------------


def test_r33_a_determinized_position_is_a_copy(side: Side) -> None:
    for game in (middle(side), dealt(side), flat(side)):
        for player, seed in ((0, 1), (1, 1), (1, 2)):
            assert game.state.determinize(player, seed).to_bytes() == game.state.to_bytes()


# --- the observation --------------------------------------------------------------------------------------------------


def channels(game: Play, viewer: int | None) -> dict[str, list[float]]:
    values = [float(value) for value in game.state.observation_tensor(viewer)]
    found, at = {}, 0
    for channel in game.state.game.observation_channels:
        size = 1
        for length in channel.shape:
            size *= length
        found[channel.name] = [round(value * channel.high, 3) for value in values[at : at + size]]
        at += size
    assert at == len(values)
    return found


def test_r33_an_observation_tells_what_the_view_tells(side: Side) -> None:
    game = middle(side)
    seen = channels(game, 0)
    assert seen["phase"].index(1) == 5 and seen["turn"] == [10] and seen["scores"] == [0, 30]
    assert seen["hand"] == [24, 0] and [card for card in range(80) if seen["unseen"][card]] == [20, 21, 23]
    assert seen["bays"] == [0] * 5 + [4] + [0] * 9 + [0] * 15
    assert seen["constructs"][25:30] == [card + 1 for card in perfect(10)] and seen["construct_points"][5] == 30
    for entry in game.view(None)["pile"]:
        part = entry["part"]
        for name in ("x", "y", "rotation", "visible"):
            assert seen[name][part] == entry[name]
        assert seen["height"][part] == entry["height"] + 1 and seen["in_pile"][part] == 1
        assert seen["face_up"][part] == (entry["face"] == "up")
        assert [k for k in range(16) if seen["free_spots"][16 * part + k]] == entry["free_spots"]
        assert seen["known"][part] == (entry["card"] is not None)


def test_r33_an_observation_is_seen_from_the_viewers_seat(side: Side) -> None:
    game = middle(side)
    own, other, spectator = channels(game, 0), channels(game, 1), channels(game, None)
    assert own == spectator
    assert other["scores"] == own["scores"][::-1] == [30, 0]
    assert other["turn_of"] == own["turn_of"][::-1] == [0, 1]
    assert other["bays"] == own["bays"][15:] + own["bays"][:15]
    for name in ("x", "known", "unseen", "hand", "element", "free_spots"):
        assert other[name] == own[name]

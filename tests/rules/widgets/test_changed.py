"""Data files with other numbers and counts: what each number does in play, in both directions, and what runs out.

What is refused, and in which words, is tested in ``test_data_file``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from edits import Edit, all_of, put, refused_after
from positions import Play, Rules, Side
from widgets.changed import (
    ARCHETYPES,
    ELEMENTS,
    FILE,
    MAKEUPS,
    TYPES,
    deck,
    drawn_file,
    fragment,
    play_out,
)
from widgets.table import (
    NAMES,
    Lies,
    down,
    flat,
    in_bay,
    in_hand,
    lying,
    pass_turn,
    perfect,
    play,
    pose,
    right_leg,
    settle,
)

VARIANTS = ("table", "abstract")
ALL_UP = (put("setup", "dealt", to=0), put("setup", "face_up", to=100))
"""Nothing is dealt, and in ``abstract`` every card can be pulled."""


def edited(**numbers: Any) -> str:
    """A file with other numbers: ``setup__bays=2``."""
    return FILE.edited(*(put(*key.split("__"), to=value) for key, value in numbers.items()))


def new(side: Side, data: str, players: int = 1, variant: str = "abstract", rules: Rules | None = None) -> Play:
    return Play(side.loaded("widgets", players, variant, rules, data).new_initial_state())


def alone(side: Side, *edits: Edit) -> Play:
    """One player in ``abstract`` who can have any card."""
    return settle(new(side, FILE.edited(*edits, *ALL_UP)))


def take(game: Play, *names: str, bay: int = 1) -> Play:
    """Pulls each of the cards and places it."""
    for name in names:
        game.do(f"pull {name}", f"place in bay {bay}")
    return game


def channels(play: Play) -> dict[str, tuple[tuple[int, ...], int]]:
    """Shape and scale of each channel of the observation."""
    return {channel.name: (tuple(channel.shape), channel.high) for channel in play.state.game.observation_channels}


# --- R1: types and traits ---------------------------------------------------------------------------------------------

DECKS = [(3, 4, 2, 2), (4, 4, 2, 2), (6, 4, 2, 2), (5, 2, 2, 2), (5, 6, 2, 2), (5, 3, 4, 2), (5, 3, 2, 4), (3, 2, 3, 3)]
"""Fewer and more of each kind; of archetypes and makeups there cannot be fewer."""


@pytest.mark.parametrize("counts", DECKS, ids=str)
def test_r1_the_deck_is_the_product_of_the_lists(side: Side, counts: tuple[int, int, int, int]) -> None:
    types, elements, archetypes, makeups = counts
    names = [
        f"{e} {a} {m} {t}"
        for t in TYPES[:types]
        for e in ELEMENTS[:elements]
        for a in ARCHETYPES[:archetypes]
        for m in MAKEUPS[:makeups]
    ]
    data = FILE.edited(deck(*counts))
    game = new(side, data, 2)
    assert game.view(None)["unseen"] == names
    assert game.weights() == {"player 0 starts": 1, "player 1 starts": 1}
    assert list(game.state.legal_actions()) == [len(names), len(names) + 1]
    assert game.do("player 0 starts").weights() == dict.fromkeys(names, 1)
    assert len(settle(game).now["pile"]["face_up"] + game.now["pile"]["face_down"]) == len(names) - 2


@pytest.mark.parametrize("counts", DECKS, ids=str)
def test_r1_actions_have_the_numbers_that_follow(side: Side, counts: tuple[int, int, int, int]) -> None:
    types, elements, archetypes, makeups = counts
    parts = types * elements * archetypes * makeups
    data = FILE.edited(deck(*counts))
    rest = ["keep first", "keep second", "place in bay 1", "place in bay 2", "place in bay 3", "drop back"]
    table, abstract = (side.loaded("widgets", 2, variant, None, data) for variant in VARIANTS)
    assert [table.action_to_string(a) for a in range(4 * parts, table.num_actions)] == rest
    assert table.action_to_string(4 * parts - 1) == f"pull {parts - 1} west"
    assert [abstract.action_to_string(a) for a in range(parts, abstract.num_actions)] == ["pull face down", *rest]
    last = f"{ELEMENTS[elements - 1]} {ARCHETYPES[archetypes - 1]} {MAKEUPS[makeups - 1]} {TYPES[types - 1]}"
    assert abstract.action_to_string(parts - 1) == f"pull {last}"


@pytest.mark.parametrize("counts", DECKS, ids=str)
def test_r1_observations_have_the_sizes_that_follow(side: Side, counts: tuple[int, int, int, int]) -> None:
    types, elements, archetypes, makeups = counts
    parts = types * elements * archetypes * makeups
    found = channels(new(side, FILE.edited(deck(*counts)), 2, "table"))
    assert found["bays"] == ((2, 3, types), parts) and found["constructs"] == ((2, 5, types), parts)
    assert found["bay_traits"] == ((2, 3, types, elements + archetypes + makeups), 1)
    assert found["known"] == ((parts,), 1) and found["height"] == ((parts,), parts)
    assert found["part_type"] == ((parts, types), 1) and found["element"] == ((parts, elements), 1)
    assert found["archetype"] == ((parts, archetypes), 1) and found["makeup"] == ((parts, makeups), 1)


@pytest.mark.parametrize("counts", DECKS, ids=str)
def test_r18_a_construct_has_one_part_of_each_type(side: Side, counts: tuple[int, int, int, int]) -> None:
    """R19 and R32 too: points and name of a construct of the last triple."""
    types, elements, archetypes, makeups = counts
    triples = elements * archetypes * makeups
    triple = f"{ELEMENTS[elements - 1]} {ARCHETYPES[archetypes - 1]} {MAKEUPS[makeups - 1]}"
    game = alone(side, deck(*counts))
    take(game, *(f"{triple} {kind}" for kind in TYPES[: types - 1]))
    assert list(in_bay(game, 0, 1)) == list(TYPES[: types - 1]) and game.scores() == [0]
    take(game, f"{triple} {TYPES[types - 1]}")
    [construct] = game.now["constructs"][0]
    name = "".join(fragment(kind * triples + triples - 1) for kind in range(types))
    assert (construct["name"], construct["points"], in_bay(game, 0, 1)) == (name, 30, {})


# --- R1, R3, R34: bays and dealt parts --------------------------------------------------------------------------------


@pytest.mark.parametrize("bays", [1, 2, 4, 6])
def test_r1_bays(side: Side, bays: int) -> None:
    game = take(alone(side, put("setup", "bays", to=bays)), NAMES[5], bay=bays)
    assert game.now["bays"] == [[{}] * (bays - 1) + [{"torso": {"card": NAMES[5]}}]]
    game.do(f"pull {NAMES[6]}")
    assert game.legal() == [f"place in bay {bay}" for bay in range(1, bays + 1)] + ["drop back"]
    assert channels(game)["bays"] == ((1, bays, 5), 80)


@pytest.mark.parametrize("variant", VARIANTS)
def test_r34_no_part_is_dealt(side: Side, variant: str) -> None:
    """Neither ``deal`` nor ``setup``: 80 parts fall."""
    data = edited(setup__dealt=0)
    for rules in ({"auto_setup": False}, {"auto_setup": True}):
        game = new(side, data, 2, variant, rules).do("player 1 starts")
        assert (game.phase, game.now["turn_of"]) == ("first_drop", None)
        assert settle(game).phase == "pull" and (game.player, game.now["bays"]) == (1, [[{}, {}, {}]] * 2)
    one = new(side, data, 1, variant)
    assert one.phase == "first_drop" and one.state.game.max_game_length == (4 if variant == "table" else 3) * 25


@pytest.mark.parametrize("variant", VARIANTS)
def test_r34_parts_are_dealt_in_rounds_each_into_its_bay(side: Side, variant: str) -> None:
    game = new(side, edited(setup__dealt=3), 2, variant).do("player 1 starts")
    for number in (20, 40, 21, 41, 3):
        assert game.do(NAMES[number]).phase == "deal"
    assert game.do(NAMES[4]).phase == "first_drop"
    assert [in_bay(game, 1, bay) for bay in (1, 2, 3)] == [
        {"left arm": NAMES[20]},
        {"left arm": NAMES[21]},
        {"torso": NAMES[3]},
    ]
    assert [in_bay(game, 0, bay) for bay in (1, 2, 3)] == [
        {"right arm": NAMES[40]},
        {"right arm": NAMES[41]},
        {"torso": NAMES[4]},
    ]
    if variant == "table":
        numbers = [[part["part"] for bay in bays for part in bay.values()] for bays in game.now["bays"]]
        assert numbers == [[78, 76, 74], [79, 77, 75]]
        assert {entry["part"] for entry in settle(game).now["pile"]} == set(range(74))


def in_setup(side: Side, variant: str, **rules: bool) -> Play:
    """Two parts each: torso and torso for player 0, torso and left arm for player 1."""
    chosen = {"auto_setup": False, "start_player": 0, **rules}
    return settle(new(side, edited(setup__dealt=2), 2, variant, chosen).do(*(NAMES[n] for n in (0, 1, 2, 16))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_r34_the_part_of_the_last_round_is_placed_where_none_lies(side: Side, variant: str) -> None:
    game = in_setup(side, variant)
    assert [part["card"] for part in game.now["dealt"]] == [NAMES[2], NAMES[16]]
    assert (game.player, game.legal()) == (0, ["place in bay 2", "place in bay 3"])
    sentence = "bay 1 has a torso already; no part is replaced in set-up"
    assert game.refusal("place in bay 1") == ("place_taken", "R34", sentence)
    game.do("place in bay 3")
    assert game.legal() == ["place in bay 1", "place in bay 2", "place in bay 3"]
    game.do("place in bay 1")
    assert in_bay(game, 1, 1) == {"torso": NAMES[1], "left arm": NAMES[16]}
    assert (game.phase, game.player, in_bay(game, 0, 3)) == ("pull", 0, {"torso": NAMES[2]})


def test_r34_dedupe_in_setup(side: Side) -> None:
    game = in_setup(side, "abstract", dedupe=True)
    assert game.legal() == ["place in bay 2"]
    assert game.do("place in bay 2").legal() == ["place in bay 1", "place in bay 2"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_r34_positions_of_the_set_up(side: Side, variant: str) -> None:
    game = in_setup(side, variant)
    taken, one_placed = game.state.game, game.do("place in bay 3").now

    def moved(player: int, source: int, target: int) -> Edit:
        return lambda d: (
            d["bays"][player][target].update(d["bays"][player][source]) or d["bays"][player][source].clear()
        )

    refused_after(taken, one_placed, moved(0, 0, 1))
    refused_after(taken, one_placed, moved(1, 0, 2))
    refused_after(taken, one_placed, put("dealt", 1, to=None))
    refused_after(taken, one_placed, put("turn_of", to=0), put("current_player", to=0))


# --- R4: how many fall face-up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("share", "low", "high"), [(0, 0, 0), (25, 10, 30), (75, 48, 68), (100, 78, 78)])
def test_r4_the_chance_to_lie_face_up(side: Side, variant: str, share: int, low: int, high: int) -> None:
    """Of 78 parts, with several salts; the standard deviation of one fall is 4."""
    game = new(side, edited(setup__face_up=share), 2, variant).do("player 0 starts", NAMES[0], NAMES[1])
    for salt in range(4):
        pile = game.state.child(salt).to_dict()["pile"]
        up = [entry for entry in pile if entry["face"] == "up"] if variant == "table" else pile["face_up"]
        assert low <= len(up) <= high


@pytest.mark.parametrize("variant", VARIANTS)
def test_r4_all_face_down_and_all_face_up(side: Side, variant: str) -> None:
    game = settle(new(side, edited(setup__face_up=0), 1, variant))
    assert len(game.view(0)["unseen"]) == 79
    settle(game.do(game.legal()[0]))
    assert game.phase == ("second" if variant == "table" else "keep")
    game = settle(new(side, edited(setup__face_up=100), 1, variant))
    assert settle(game.do(game.legal()[0])).phase == "resolve"


# --- R7, R8, R35: face-down pulls -------------------------------------------------------------------------------------

APART = (Lies(1, 40, 0), down(20, 80, 0), down(21, 0, 60), down(22, 80, 80))
"""One face-up and three face-down, far from each other."""


def pulled(side: Side, number: int, *parts: int) -> Play:
    """The file lets pull ``number`` face-down parts, and these were."""
    game = play(side, data=edited(turn__face_down=number), pile=APART)
    for part in parts:
        game.do(f"pull {part} north", "salt 1")
    return game


def test_r35_one_face_down_part_is_in_hand_at_once(side: Side) -> None:
    game = pulled(side, 1, 20)
    assert (game.phase, game.now["next_phase"], game.view(0)["pending"]) == ("read", "resolve", [20])
    assert game.do(NAMES[20]).legal() == ["place in bay 1", "place in bay 2", "place in bay 3", "drop back"]
    texts = [game.state.game.action_to_string(a) for a in range(game.state.game.num_actions)]
    assert len(texts) == 324 and not any(text.startswith("keep") for text in texts)


def test_r35_three_face_down_parts(side: Side) -> None:
    """The second one stays secret until the third is out; the two that are not kept fall as they were pulled."""
    game = pulled(side, 3, 20, 21)
    assert (game.phase, in_hand(game), game.view(None)["pending"]) == ("second", [None, None], [])
    sentence = "part 1 lies face-up; the third part must lie face-down"
    assert game.refusal("pull 1 north") == ("face_up", "R7", sentence)
    game.do("pull 22 north", "salt 1")
    assert (game.now["next_phase"], game.view(0)["pending"]) == ("keep", [20, 21, 22])
    game.do(NAMES[20], NAMES[21], NAMES[22])
    assert (game.phase, game.legal()) == ("keep", ["keep first", "keep second", "keep third"])
    game.do("keep second")
    assert (game.phase, game.now["falling"]["card"], in_hand(game)) == ("fall", NAMES[20], [NAMES[21], NAMES[22]])
    game.do("salt 1")
    assert (game.phase, game.now["falling"]["card"], in_hand(game)) == ("fall", NAMES[22], [NAMES[21]])
    game.do("salt 1")
    assert (game.phase, in_hand(game)) == ("resolve", [NAMES[21]])
    assert [entry["part"] for entry in game.now["pile"]][-2:] == [20, 22]


@pytest.mark.parametrize(("number", "action"), [(3, "keep third"), (4, "keep third"), (4, "keep fourth")])
def test_r35_what_is_not_in_hand_cannot_be_kept(side: Side, number: int, action: str) -> None:
    """Only two face-down parts are there."""
    game = play(side, data=edited(turn__face_down=number), pile=APART[:3])
    game.do("pull 20 north", "salt 1", "pull 21 north", "salt 1", NAMES[20], NAMES[21])
    assert (game.phase, game.legal()) == ("keep", ["keep first", "keep second"])
    assert game.refusal(action) == ("not_in_hand", "R35", f"there is no {action.split()[1]} part in hand")
    assert game.state.game.num_actions == 324 + number


def test_r35_bounds_of_a_game(side: Side) -> None:
    for number, decisions, salts in ((1, 2, 2), (2, 4, 4), (3, 5, 6), (4, 6, 8)):
        game = side.loaded("widgets", 2, "table", None, edited(turn__face_down=number))
        assert (game.max_game_length, game.max_chance_nodes) == (decisions * 400, salts * 400 + 8 * 2 + 82)


@pytest.mark.parametrize(("number", "hand"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_r35_in_the_abstract_game(side: Side, number: int, hand: int) -> None:
    """Three lie face-down."""
    game = flat(side, data=edited(turn__face_down=number), up=range(77)).do("pull face down")
    assert game.now["next_phase"] == ("resolve" if hand == 1 else "keep")
    for card in (79, 77, 78)[:hand]:
        assert game.phase == "read" and NAMES[card] in game.weights()
        game.do(NAMES[card])
    assert in_hand(game) == [NAMES[card] for card in (79, 77, 78)[:hand]]
    if hand == 1:
        assert game.phase == "resolve"
        return
    keeps = ["keep first", "keep second", "keep third"][:hand]
    assert (game.phase, game.legal()) == ("keep", keeps)
    assert in_hand(game.do(keeps[-1])) == [NAMES[(79, 77, 78)[hand - 1]]]
    assert game.phase == "resolve" and len(game.now["pile"]["face_up"]) == 77 + hand - 1


# --- R19, R21, R36: points --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "worth"), [([0, 0, 0, 0, 0], 0), ([0, 0, 0, 5, 9], 9), ([0, 0, 0, 5, 50], 50), ([1, 2, 3, 4, 5], 5)]
)
def test_r19_points_for_five(side: Side, points: list[int], worth: int) -> None:
    game = alone(side, put("scoring", "points", to=points))
    take(game, *(NAMES[card] for card in perfect(3)))
    assert game.scores() == [3 * worth]


def test_r36_the_largest_group_counts_and_once(side: Side) -> None:
    """Six types: elements 3 and 3, archetypes 4 and 2, makeups 6."""
    game = alone(side, deck(6, 4, 2, 2), put("scoring", "points", to=[1, 2, 40, 7, 8, 9]))
    elements = ("fire", "fire", "fire", "air", "air", "air")
    archetypes = ("speed", "strength", "speed", "speed", "strength", "speed")
    take(game, *(f"{e} {a} organic {t}" for e, a, t in zip(elements, archetypes, TYPES, strict=True)))
    assert game.scores() == [40 + 7 + 9]


def test_r36_all_different(side: Side) -> None:
    game = alone(side, deck(3, 4, 3, 3), put("scoring", "points", to=[6, 2, 1]))
    take(game, "fire strength mechanical torso", "air speed organic left arm", "earth wit crystal right arm")
    assert game.scores() == [18]


@pytest.mark.parametrize("bonus", [0, 4, 100])
def test_r21_the_bonus(side: Side, bonus: int) -> None:
    game = alone(side, put("scoring", "bonus", to=bonus), put("ends", 0, "constructs", to=1))
    take(game, *(NAMES[card] for card in perfect(3)))
    assert (game.state.end_reason(), game.scores()) == ("finished", [30 + bonus])


# --- R20 to R27: the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "movers"), [(0, []), (2, [1, 2, 1, 2]), (10, [1, 2] * 10)])
def test_r22_final_turns(side: Side, turns: int, movers: list[int]) -> None:
    """With 0 the game is over with the turn that triggers the end."""
    built = {0: [perfect(triple) for triple in range(3)]}
    hand, bays = [right_leg(9)], {(0, 0): perfect(9)[:4]}
    data = edited(endgame__final_turns=turns)
    game = flat(side, data=data, players=3, phase="resolve", hand=hand, bays=bays, constructs=built)
    game.do("place in bay 1")
    found = []
    while game.phase != "game_over":
        found.append(game.player)
        pass_turn(game)
    assert (found, game.state.end_reason(), game.scores()[0]) == (movers, "finished", 125)


@pytest.mark.parametrize(("number", "longer"), [(1, 2), (2, 6), (3, 4), (5, 6), (6, 0)])
def test_r20_the_number_of_constructs(side: Side, number: int, longer: int) -> None:
    edits = [put("ends", 0, "constructs", to=number), put("ends", 0, "longer", to=longer)]
    game = alone(side, *edits, put("ends", 0, "max_turns", to=100))
    assert game.view(0)["constructs_needed"] == number
    for triple in range(number):
        assert game.phase == "pull"
        take(game, *(NAMES[card] for card in perfect(triple)))
    assert (game.state.end_reason(), game.scores()) == ("finished", [30 * number + 5])
    if longer:
        taken = side.loaded("widgets", 1, "abstract", {"longer": True}, FILE.edited(*edits))
        assert Play(taken.new_initial_state()).view(None)["constructs_needed"] == longer


def test_r20_observations_have_room_for_the_largest_number_of_the_file(side: Side) -> None:
    """Whatever the number of players."""
    for number, room in ((2, 5), (6, 6)):
        found = channels(new(side, FILE.edited(put("ends", 4, "constructs", to=number)), 2))
        assert found["constructs"] == ((2, room, 5), 80) and found["construct_points"] == ((2, room), 30)
    low = [put("ends", row, "constructs", to=1) for row in range(5)] + [
        put("ends", row, "longer", to=0) for row in range(5)
    ]
    game = new(side, FILE.edited(*low), 2)
    assert channels(game)["constructs"] == ((2, 1, 5), 80)


@pytest.mark.parametrize("turns", [1, 24, 26])
def test_r27_the_turn_limit(side: Side, turns: int) -> None:
    game = settle(new(side, FILE.edited(put("ends", 0, "max_turns", to=turns))))
    while game.phase != "game_over":
        pass_turn(game)
    assert (game.now["turn"], game.state.end_reason()) == (turns, "turn_cap")


@pytest.mark.parametrize("variant", VARIANTS)
def test_r25_r37_parts_that_do_not_suffice(side: Side, variant: str) -> None:
    """24 parts, five players who would need six constructs of three: the pile runs out, and that is the end."""
    edits = [deck(3, 2, 2, 2), *(put("ends", row, "constructs", to=6) for row in range(5))]
    edits += [put("ends", row, "longer", to=0) for row in range(5)]
    game = settle(new(side, FILE.edited(*edits), 5, variant))
    while not game.state.is_terminal():
        texts = game.legal()
        places = [text for text in texts if text.startswith("place")]
        free = [text for text in places if in_hand(game)[0] and free_place(game, int(text.split()[-1]))]
        settle(game.do((free or texts)[0]))
    assert game.state.end_reason() == "pile_empty" and game.now["trigger"] is None


def free_place(game: Play, bay: int) -> bool:
    """Whether the part in hand would replace none."""
    card = in_hand(game)[0]
    return not any(str(card).endswith(kind) for kind in in_bay(game, game.player, bay))


@pytest.mark.parametrize("variant", VARIANTS)
def test_r34_a_small_pile_is_played_out(side: Side, variant: str) -> None:
    """Of 24 parts 20 are dealt, and four fall; one more for each of the five players is refused."""
    data = FILE.edited(deck(3, 2, 2, 2), put("setup", "bays", to=4), put("setup", "dealt", to=4))
    game = settle(new(side, data, 5, variant))
    pile = game.now["pile"]
    assert len(pile if variant == "table" else pile["face_up"] + pile["face_down"]) == 4
    play_out(game.state, Random(1))
    assert game.state.is_terminal()


# --- R9 to R12, R17: the pile -----------------------------------------------------------------------------------------


def below(side: Side, data: str, dx: int, dy: int, shape: str = "gear") -> dict[str, Any]:
    """A part on which another lies, so far off."""
    pile = [Lies(1, 40, 40), Lies(2, 40 + dx, 40 + dy)]
    return lying(play(side, data=data, rules={"shape": shape}, pile=pile), 1)


@pytest.mark.parametrize(
    ("key", "value", "dx", "spots"),
    [
        ("finger_width", 100, 5, 9),
        ("finger_width", 150, 5, 7),
        ("finger_width", 150, 7, 11),
        ("finger_width", 200, 7, 9),
        ("finger_depth", 75, 1, 1),
        ("finger_depth", 100, 1, 0),
        ("finger_depth", 100, 4, 7),
        ("finger_depth", 150, 4, 5),
    ],
)
def test_r9_the_finger(side: Side, key: str, value: int, dx: int, spots: int) -> None:
    """The smaller a finger, the more spots are free."""
    assert len(below(side, edited(**{f"pile__{key}": value}), dx, 0)["free_spots"]) == spots


@pytest.mark.parametrize(("diameter", "area"), [(400, 52), (635, 120), (880, 248)])
def test_r9_the_diameter(side: Side, diameter: int, area: int) -> None:
    game = play(side, data=edited(gear__diameter=diameter), pile=[Lies(1, 40, 40)])
    assert game.view(None)["shape"] == {"name": "gear", "cell": 50, "size": [diameter, diameter]}
    assert lying(game, 1)["area"] == area


@pytest.mark.parametrize(
    ("numbers", "area"),
    [({}, 216), ({"width": 500}, 180), ({"width": 700, "height": 850}, 252), ({"height": 640}, 144)],
)
def test_r9_the_rectangle(side: Side, numbers: dict[str, int], area: int) -> None:
    data = edited(**{f"rectangle__{key}": value for key, value in numbers.items()})
    assert below(side, data, 30, 0, "rectangle")["area"] == area


@pytest.mark.parametrize(
    ("key", "value", "dx", "dy", "free"),
    [
        ("long_spots", [170, 340], 0, 8, [0, 1, 5, 6, 13, 14, 15]),
        ("long_spots", [100, 340], 0, 8, [0, 5, 13, 14, 15]),
        ("long_spots", [170, 250], 0, 4, [13, 14, 15]),
        ("long_spots", [170, 390], 0, 3, [0, 5, 13, 14, 15]),
        ("short_spots", [200], 4, 0, [5, 6, 7, 8, 9, 10, 13]),
        ("short_spots", [100], 4, 0, [5, 6, 7, 8, 9]),
        ("short_spots", [250], 3, 0, [5, 6, 7, 8, 9, 10, 13]),
    ],
)
def test_r9_spots_of_the_rectangle(side: Side, key: str, value: list[int], dx: int, dy: int, free: list[int]) -> None:
    """Spots farther out are free sooner; from the shipped ones 0 3 and 3 0 leave 13 to 15 and 5 to 9."""
    assert below(side, edited(**{f"rectangle__{key}": value}), dx, dy, "rectangle")["free_spots"] == free


@pytest.mark.parametrize(("centre", "readable"), [(0, False), (350, False), (500, True), (800, True)])
def test_r12_the_clear_centre(side: Side, centre: int, readable: bool) -> None:
    """A part that lies exactly below another is read through a centre that shows 40 per cent of it."""
    pile = [Lies(1, 40, 40), Lies(2, 40, 40)]
    game = play(side, data=edited(pile__clear_centre=centre), rules={"see_through": True}, pile=pile)
    unread = all_of(put("pile", -2, "card", to=None), put("pile", -2, "known", to=False))
    position = game.now
    if readable:
        refused_after(game.state.game, position, unread)
    else:
        unread(position)
        assert game.state.game.state_from_dict(position).to_dict() == position


@pytest.mark.parametrize(("drag", "x"), [(0, 46), (12, 43), (24, 39)])
def test_r11_the_drag(side: Side, drag: int, x: int) -> None:
    assert pose(dragged(side, edited(pile__drag=drag), 6), 2)[0] == x


@pytest.mark.parametrize(
    ("least", "dx", "face"), [(2, 6, "down"), (4, 6, "up"), (24, 6, "up"), (2, 8, "up"), (1, 8, "down"), (0, 8, "down")]
)
def test_r11_the_least_move_that_turns_over(side: Side, least: int, dx: int, face: str) -> None:
    """Part 2 moves three cells where it lies 6 off, one where it lies 8 off."""
    assert pose(dragged(side, edited(pile__flip_least=least), dx, 256), 2)[3] == face


def dragged(side: Side, data: str, dx: int, flips: int = 0) -> Play:
    """Part 1 is pulled out to the west below part 2."""
    pile = [Lies(1, 40, 40), Lies(2, 40 + dx, 40)]
    return play(side, data=data, rules={"flips": flips}, pile=pile).do("pull 1 west", "salt 0")


@pytest.mark.parametrize("jitter", [0, 4, 24])
def test_r17_the_jitter(side: Side, jitter: int) -> None:
    pile = [Lies(part, 50, 50) for part in range(1, 80)]
    state = play(side, data=edited(pile__jitter=jitter), phase="fall", falling=0, pile=pile).state
    places = [pose(Play(state.child(salt)), 0) for salt in range(40)]
    assert max(abs(value - 50) for place in places for value in place[:2]) in range(jitter - jitter // 4, jitter + 1)


# --- everything at once -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_drawn_files_are_played_to_their_end(side: Side, seed: int) -> None:
    """No position is without a legal step, and each comes back the same from its dict and its bytes."""
    rng = Random(seed)
    rules = {key: rng.random() < 0.5 for key in ("auto_setup", "strict_empty", "dedupe", "see_through")}
    variant, players = rng.choice(VARIANTS), rng.randint(1, 5)
    game = side.load("widgets", players, variant, rules, drawn_file(seed))
    state = game.new_initial_state()
    play_out(state, rng, every=17)
    assert state.is_terminal() and len(state.scores()) == players

"""R19, R21, R28, R29, R32: what constructs are worth, scores, ties, names. All constructs there can be: tests/api."""

from __future__ import annotations

import numpy as np
import pytest
from positions import Play, Side
from widgets.table import (
    FRAGMENTS,
    NAMES,
    SHIPPED,
    flat,
    left_arm,
    made_of,
    perfect,
    position,
    right_arm,
    right_leg,
    torso,
    worth,
)

import lineshaft

# --- R19: a construct -------------------------------------------------------------------------------------------------


def completed(side: Side, cards: list[str], data: str | None = None) -> int:
    """The points of a construct that is completed with its right leg."""
    numbers = [NAMES.index(card) for card in cards]
    game = flat(side, data=data, phase="resolve", hand=[numbers[4]], bays={(0, 0): numbers[:4]}).do("place in bay 1")
    points: int = game.now["constructs"][0][0]["points"]
    return points


def test_r19_the_rulebooks_example_is_worth_15(side: Side) -> None:
    """Three fire: 0. Four strength: 5. Five mechanical: 10."""
    cards = [
        "fire strength mechanical torso",
        "fire strength mechanical left arm",
        "fire strength mechanical right arm",
        "air strength mechanical left leg",
        "earth speed mechanical right leg",
    ]
    assert completed(side, cards) == 15


@pytest.mark.parametrize(
    ("elements", "points"),
    [
        (("fire", "fire", "fire", "fire", "fire"), 10),
        (("water", "fire", "fire", "fire", "fire"), 5),
        (("fire", "fire", "air", "fire", "fire"), 5),
        (("fire", "fire", "fire", "fire", "earth"), 5),
        (("fire", "fire", "fire", "air", "earth"), 0),
        (("fire", "fire", "fire", "air", "air"), 0),
        (("fire", "air", "earth", "water", "water"), 0),
    ],
)
def test_r19_elements(side: Side, elements: tuple[str, ...], points: int) -> None:
    """Three strength, three organic: nothing for these."""
    rest = ["strength organic torso", "speed organic left arm", "strength mechanical right arm"]
    rest += ["speed mechanical left leg", "strength organic right leg"]
    assert completed(side, [f"{e} {r}" for e, r in zip(elements, rest, strict=True)]) == points


@pytest.mark.parametrize("speed", range(6))
@pytest.mark.parametrize("organic", range(6))
def test_r19_archetypes_and_makeups(side: Side, speed: int, organic: int) -> None:
    """So many parts with the other value: two values, 3 to 2 is nothing. The elements give nothing."""
    value = {0: 10, 1: 5, 2: 0, 3: 0, 4: 5, 5: 10}
    triples = [4 * (kind % 4) + 2 * (kind < speed) + (kind < organic) for kind in range(5)]
    game = flat(side, phase="resolve", hand=[right_leg(triples[4])], bays={(0, 0): made_of(*triples)[:4]})
    assert game.do("place in bay 1").scores() == [value[speed] + value[organic], 0]


@pytest.mark.parametrize("triple", range(16))
def test_r19_sixteen_perfect_constructs(side: Side, triple: int) -> None:
    game = flat(side, phase="resolve", hand=[right_leg(triple)], bays={(0, 0): perfect(triple)[:4]})
    assert game.do("place in bay 1").scores() == [30, 0]


def test_r19_a_hundred_constructs_counted_once_more(side: Side) -> None:
    """A position is refused if its points are not those of the parts: ``points`` of the tests counts once more."""
    dice = np.random.default_rng(1)
    found = set()
    for _ in range(25):
        columns = [dice.permutation(16)[:4] for _ in range(5)]
        built = {p: [made_of(*(int(c[2 * p + k]) for c in columns)) for k in range(2)] for p in range(2)}
        game = flat(side, constructs=built)
        found |= {construct["points"] for row in game.now["constructs"] for construct in row}
    assert found >= {0, 5, 10, 15}


def test_r19_the_numbers_are_those_of_the_data_file(side: Side) -> None:
    data = SHIPPED.replace("[0, 0, 0, 5, 10]", "[0, 0, 3, 7, 20]")
    cards = [
        "fire strength mechanical torso",
        "fire strength mechanical left arm",
        "fire strength mechanical right arm",
    ]
    cards += ["air strength mechanical left leg", "earth speed mechanical right leg"]
    assert completed(side, cards, data) == 3 + 7 + 20


def test_r19_the_kernel_knows_the_rulebooks_example_and_the_data() -> None:
    """R19 by arrays; the engine only has kernels."""
    rows = [[torso(0), left_arm(0), right_arm(0), 48 + 4, 64 + 10], perfect(7), made_of(0, 1, 6, 11, 12)]
    game = lineshaft.load_game("widgets")
    assert lineshaft.kernels.score(game, "construct_points", rows).tolist() == [15, 30, 0]
    with pytest.raises(lineshaft.InvalidArgument):
        lineshaft.kernels.score(game, "construct_points", [[0, 1, 32, 48, 64]])


# --- R28: a player ----------------------------------------------------------------------------------------------------


def over(side: Side, *values: list[int], trigger: int | None = None, utility: str = "win") -> Play:
    """A finished game in which each player has constructs of these values, in this order."""
    every = iter(worth(*(value for row in values for value in row)))
    built = {player: [next(every) for _ in row] for player, row in enumerate(values)}
    reason = "turn_cap" if trigger is None else "finished"
    d = position(
        players=len(values),
        variant="abstract",
        phase="game_over",
        constructs=built,
        trigger=trigger,
        end_reason=reason,
        turn=50,
    )
    game = side.load("widgets", len(values), "abstract", {"max_turns": 50}, utility=utility)
    return Play(game.state_from_dict(d))


def test_r28_the_sum_of_the_constructs_and_the_bonus(side: Side) -> None:
    game = over(side, [20, 30, 0, 30], [15, 30], trigger=0)
    assert [c["points"] for row in game.now["constructs"] for c in row] == [20, 30, 0, 30, 15, 30]
    assert game.scores() == [20 + 30 + 0 + 30 + 5, 15 + 30]
    assert game.ranking() == [1, 2] and game.returns() == [0.5, -0.5]
    names = [f"construct {construct['name']}" for construct in game.now["constructs"][0]]
    parts = [(name, "R19", points) for name, points in zip(names, (20, 30, 0, 30), strict=True)]
    assert game.score_parts(0) == [*parts, ("bonus", "R21", 5)]
    assert [part[1:] for part in game.score_parts(1)] == [("R19", 15), ("R19", 30)]
    assert game.ranked_by()[:3] == [
        ("score", "R28", [85, 45]),
        ("best construct", "R29", [30, 30]),
        ("second best construct", "R29", [30, 15]),
    ]


@pytest.mark.parametrize("trigger", [0, 1])
def test_r21_r28_the_bonus_can_win_the_game(side: Side, trigger: int) -> None:
    game = over(side, [20, 20, 20, 20], [20, 20, 20, 20], trigger=trigger)
    assert game.scores()[trigger] == 85 and game.scores()[1 - trigger] == 80
    assert game.ranking()[trigger] == 1 and game.ranking()[1 - trigger] == 2


def test_r28_the_trigger_need_not_win(side: Side) -> None:
    game = over(side, [5, 5, 5, 0], [30, 25], trigger=0)
    assert (game.scores(), game.ranking()) == ([20, 55], [2, 1])


def test_r28_parts_in_bays_count_nothing(side: Side) -> None:
    game = flat(side, bays={(0, 0): perfect(9)[:4], (0, 1): perfect(8)[1:]}, constructs={0: [perfect(2)]})
    assert game.scores() == [30, 0]


def test_r28_scores_are_those_on_the_table_now(side: Side) -> None:
    built = {0: [perfect(2), perfect(3), perfect(4)], 1: [perfect(5)]}
    game = flat(side, phase="resolve", hand=[right_leg(9)], bays={(0, 0): perfect(9)[:4]}, constructs=built)
    assert game.scores() == [90, 30] == game.view(1)["scores"]
    assert game.do("place in bay 1").scores() == [125, 30]
    assert game.returns() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("utility", "expected"), [("win", [0.5, -0.5]), ("score", [75.0, 30.0]), ("margin", [45.0, -45.0])]
)
def test_r28_what_a_game_returns(side: Side, utility: str, expected: list[float]) -> None:
    assert over(side, [30, 30, 5, 5], [30], trigger=0, utility=utility).returns() == expected


# --- R29: ties --------------------------------------------------------------------------------------------------------


def test_r29_the_pages_example(side: Side) -> None:
    """30, 20, 20, 20 and the bonus are 95; 25, 25, 25, 20 are 95. The best construct decides."""
    game = over(side, [20, 30, 20, 20], [25, 25, 25, 20], trigger=0)
    assert (game.scores(), game.ranking(), game.returns()) == ([95, 95], [1, 2], [0.5, -0.5])
    game = over(side, [25, 25, 25, 20], [20, 20, 20, 30], trigger=1)
    assert (game.scores(), game.ranking(), game.returns()) == ([95, 95], [2, 1], [-0.5, 0.5])


@pytest.mark.parametrize(
    ("first", "second", "ranking"),
    [
        ([30], [20, 10], [1, 2]),
        ([20, 10], [30], [2, 1]),
        ([20, 15, 5], [20, 10, 10], [1, 2]),
        ([10, 10, 20], [5, 20, 15], [2, 1]),
        ([15, 15], [15, 10, 5], [1, 2]),
        ([30], [25], [1, 2]),
    ],
)
def test_r29_the_best_construct_then_the_second_best(
    side: Side, first: list[int], second: list[int], ranking: list[int]
) -> None:
    """A missing construct counts 0; the order of completion means nothing."""
    assert over(side, first, second).ranking() == ranking


@pytest.mark.parametrize(
    ("first", "second"), [([30], [30]), ([10, 30], [30, 10]), ([30, 0], [30]), ([], []), ([0], []), ([5] * 3, [5] * 3)]
)
def test_r29_equal_constructs_share_the_place(side: Side, first: list[int], second: list[int]) -> None:
    game = over(side, first, second)
    assert game.ranking() == [1, 1] and game.returns() == [0.0, 0.0]


def test_r29_three_players(side: Side) -> None:
    """Two share the victory, and the third has the third place; two share the second place."""
    game = over(side, [30], [10], [30])
    assert game.ranking() == [1, 3, 1]
    assert game.returns() == pytest.approx([1 / 2 - 1 / 3, -1 / 3, 1 / 2 - 1 / 3])
    game = over(side, [20, 5], [30], [5, 20])
    assert game.ranking() == [2, 1, 2] and game.returns() == pytest.approx([-1 / 3, 2 / 3, -1 / 3])


def test_r29_five_players_all_alike(side: Side) -> None:
    game = over(side, [15], [15], [15], [15], [15])
    assert game.ranking() == [1] * 5 and game.returns() == pytest.approx([0.0] * 5)


# --- R32: names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("triples", "name"),
    [
        ((0, 0, 0, 0, 0), "Bolbabrimonk"),
        ((15, 1, 2, 3, 4), "Vashkatrisom"),
        ((6, 15, 9, 14, 13), "Lomvaflikort"),
    ],
)
def test_r32_fragments_from_torso_to_right_leg(side: Side, triples: tuple[int, ...], name: str) -> None:
    """Read off the data file: an element is four fragments, an archetype two."""
    cards = made_of(*triples)
    game = flat(side, phase="resolve", hand=[cards[0]], bays={(0, 0): cards[1:]}).do("place in bay 1")
    assert game.now["constructs"][0][0]["name"] == name == game.view(1)["constructs"][0][0]["name"]


def test_r32_every_fragment_stands_for_its_card(side: Side) -> None:
    for triple in range(16):
        game = flat(side, phase="resolve", hand=[torso(triple)], bays={(0, 0): perfect(triple)[1:]})
        name = game.do("place in bay 1").now["constructs"][0][0]["name"]
        assert name == "".join(fragments[triple] for fragments in FRAGMENTS)

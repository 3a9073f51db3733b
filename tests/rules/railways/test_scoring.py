"""R40 to R43: the final scoring and the ranking."""

from __future__ import annotations

import pytest
from positions import Side
from railways.table import OVER, Link, link, play


def bonus(side: Side, links: list[Link], players: int = 2) -> list[int]:
    """What the final scoring adds to the score track, without engines and cubes."""
    game = play(side, links, players=players, **OVER)
    return [score - points for score, points in zip(game.scores(), game.now["points"], strict=True)]


def test_r40_james_and_steve(side: Side) -> None:
    """The rulebook's example: James (0) has two 3-point links and a 2-point link, Steve (1) one 4-point link."""
    links = [
        link("Louisville", "Start", 0, "orange"),
        link("Rochester", "Louisville", 1, "brown"),
        link("Fargo", "Rochester", 0, "brown"),
        link("Birmingham", "Rochester", 0, "orange"),
    ]
    assert [new.value for new in links] == [3, 4, 2, 3]
    assert bonus(side, links) == [4 + 2 + 3, 3]
    game = play(side, links, players=2, **OVER)
    for player, cities in enumerate((4 + 2 + 3, 3)):
        parts = game.score_parts(player)
        assert [part[:2] for part in parts[:2]] == [("links", "R20"), ("deliveries", "R32")]
        assert parts[2] == ("control of cities", "R40", cities)
        assert [part[:2] for part in parts[3:]] == [("engines played", "R41"), ("delivered cubes", "R42")]
    assert game.ranked_by()[1] == ("links", "R43", [3, 1])
    assert [name for name, _, _ in game.ranked_by()] == ["score", "links", "delivered cubes"]


def test_r20_r32_the_track_is_told_as_links_and_deliveries(side: Side) -> None:
    """Links of 3, 2 and 3, and a cube that came over three links."""
    links = [
        link("Louisville", "Start", 0, "orange"),
        link("Rochester", "Louisville", 1, "brown"),
        link("Fargo", "Rochester", 0, "brown"),
        link("Birmingham", "Rochester", 0, "orange"),
    ]
    game = play(side, links, engines=[3], delivered=["red"], points=[11, 4])
    assert game.score_parts(0) == [("links", "R20", 3 + 2 + 3), ("deliveries", "R32", 3)]
    assert game.score_parts(1) == [("links", "R20", 4), ("deliveries", "R32", 0)]


def test_r40_all_that_tie_score_the_full_value(side: Side) -> None:
    """Two players with 5 points each at a value-5 city."""
    links = [
        link("Chicago", "Start", 0, "violet"),
        link("Cleveland", "Chicago", 1, "violet", ones=1, twos=2),
    ]
    assert bonus(side, links) == [5, 5 + 3]
    links = [link("Chicago", "Start", 0, "violet"), link("Cleveland", "Chicago", 1, "violet", twos=2)]
    assert bonus(side, links) == [5, 3]


def test_r40_three_may_tie(side: Side) -> None:
    links = [
        link("Fargo", "Start", 0, "violet", twos=2),
        link("Cleveland", "Fargo", 1, "green", twos=2),
        link("Birmingham", "Fargo", 2, "brown", twos=2),
    ]
    assert bonus(side, links, players=4) == [2, 2 + 3, 2 + 3, 0]


def test_r40_the_sum_counts_not_the_single_link(side: Side) -> None:
    links = [
        link("Boston", "Start", 1, "orange", twos=3),
        link("Louisville", "Boston", 0, "orange", twos=2),
        link("Buffalo", "Boston", 0, "orange"),
    ]
    assert bonus(side, links) == [5 + 3 + 3, 0]


def test_r40_a_link_counts_at_both_its_ends(side: Side) -> None:
    """Overpaid, the link to Fargo takes Rochester from its builder as well."""
    links = [link("Rochester", "Start", 0, "brown"), link("Fargo", "Rochester", 1, "brown", ones=1, twos=2)]
    assert bonus(side, links) == [0, 4 + 2]
    links = [link("Rochester", "Start", 0, "brown"), link("Fargo", "Rochester", 1, "brown", ones=1, twos=1)]
    assert bonus(side, links) == [4, 2]


def test_r40_start_scores_nothing(side: Side) -> None:
    links = [link("Fargo", "Start", 0, "violet"), link("Topeka", "Start", 0, "violet")]
    assert bonus(side, links) == [4, 0]
    assert bonus(side, []) == [0, 0]


def test_r40_only_at_the_end(side: Side) -> None:
    links = [link("Fargo", "Start", 0, "violet")]
    assert play(side, links, ["engine"], engines=[3, 0]).scores() == [2, 0]
    assert play(side, links, ["engine"], engines=[3, 0], **OVER).scores() == [2 + 2 + 3, 0]


@pytest.mark.parametrize("engines", [1, 4, 21])
def test_r41_a_point_for_each_engine_played(side: Side, engines: int) -> None:
    assert play(side, engines=[engines, 0], **OVER).scores() == [engines, 0]


@pytest.mark.parametrize(
    ("cubes", "points"),
    [
        ("", 0),
        ("red", 0),
        ("2x red, 2x yellow, 2x blue", 0),
        ("red, yellow, blue, black", 5),
        ("3x red", 2),
        ("4x blue", 3),
        ("5x red", 3),
        ("6x red", 4),
        ("7x red", 5),
        ("8x red", 6),
        ("9x red", 6),
        ("10x red", 7),
        ("4x red, yellow, blue, black", 7),
        ("4x red, 4x yellow, blue, black", 9),
        ("2x red, 2x yellow, 2x blue, 2x black", 10),
        ("3x red, 3x yellow", 4),
        ("3x red, 3x yellow, 3x blue, 3x black", 15),
        ("3x red, 3x yellow, 3x blue, black", 6),
        ("4x red, 4x yellow, 4x blue, black", 11),
    ],
)
def test_r42_cubes_in_the_best_split(side: Side, cubes: str, points: int) -> None:
    """Five for four different, three for four alike, two for three alike; each cube once."""
    game = play(side, engines=[1, 0], delivered=[cubes], **OVER)
    assert game.scores()[0] - game.now["points"][0] == 1 + points


def test_r43_cards_in_hand_score_nothing(side: Side) -> None:
    assert play(side, hands=["Chicago, 5x engine, 3x orange 2"], **OVER).scores() == [0, 0]


def test_r43_the_higher_score_wins(side: Side) -> None:
    game = play(side, [link("Fargo", "Start", 1, "violet")], engines=[1, 0], **OVER)
    assert game.scores() == [1, 4]
    assert game.ranking() == [2, 1] and game.returns() == [-0.5, 0.5]


def test_r43_ties_more_links(side: Side) -> None:
    """Two links of 2 (2 + 2 on the track, 2 + 2 at the end) against one link of 4 (4 and 4)."""
    links = [
        link("Rochester", "Start", 0, "orange"),
        link("Fargo", "Start", 1, "violet"),
        link("Topeka", "Start", 1, "violet"),
    ]
    game = play(side, links, **OVER)
    assert game.scores() == [8, 8] and game.ranking() == [2, 1]
    assert game.returns() == [-0.5, 0.5]


def test_r43_ties_links_go_before_cubes(side: Side) -> None:
    """Player 0 has delivered two cubes and has one link, player 1 none and two links."""
    links = [
        link("Rochester", "Start", 0, "orange"),
        link("Fargo", "Start", 1, "violet"),
        link("Topeka", "Start", 1, "violet"),
    ]
    game = play(side, links, engines=[1, 0], delivered=["2x red"], points=[6, 7], **OVER)
    assert game.scores() == [11, 11] and game.ranking() == [2, 1]


def test_r43_ties_then_more_delivered_cubes(side: Side) -> None:
    """Player 1 has no engine and no cube, but the same points: others' deliveries brought them."""
    links = [link("Fargo", "Start", 0, "violet"), link("Topeka", "Start", 1, "violet")]
    game = play(side, links, engines=[1, 0], delivered=["red"], points=[3, 4], **OVER)
    assert game.scores() == [6, 6] and game.ranking() == [1, 2]


def test_r43_ties_then_shared_victory(side: Side) -> None:
    links = [link("Fargo", "Start", 0, "violet"), link("Topeka", "Start", 1, "violet")]
    game = play(side, links, ["Chicago"], **OVER)
    assert game.scores() == [4, 4] and game.ranking() == [1, 1]
    assert game.returns() == [0.0, 0.0]


def test_r43_two_of_three_share(side: Side) -> None:
    links = [link("Fargo", "Start", 0, "violet"), link("Topeka", "Start", 2, "violet")]
    game = play(side, links, players=3, **OVER)
    assert game.ranking() == [1, 3, 1]
    assert game.returns() == pytest.approx([1 / 2 - 1 / 3, -1 / 3, 1 / 2 - 1 / 3])

"""The pile, exactly: the golden values of the page, on both sides as far as a game shows them.

Both sides start a generator afresh for each event, so that of the page's one long run only the first drop occurs in a
game. The rest of it is run on a plain raster, whose positions and falls both sides must then agree with.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import pytest
from positions import Play, Side
from widgets.raster import PRIME, STEPS, WORDS, PileRng, Raster, digest
from widgets.raster import SHAPES as SHAPES_OF_THE_PAGE
from widgets.table import NAMES, SIDES, Lies, new, position


class Golden(NamedTuple):
    """The page's values of a shape."""

    dropped: int
    sums: tuple[int, int, int]
    pulled: int
    numbers: int
    fallen: int
    pose: tuple[int, int, int]
    runs: tuple[int, int]


GOLDEN = {
    "gear": Golden(
        dropped=0x61A85AC33FAA3C6A,
        sums=(5045, 18, 66),
        pulled=0xC3D64A941B88F536,
        numbers=470,
        fallen=0xF3D786D2CBA53ACD,
        pose=(20, 63, 11),
        runs=(0x87F57222AAC5C462, 0x83419BDF663C070D),
    ),
    "rectangle": Golden(
        dropped=0xFF4C4977B8E162A1,
        sums=(6826, 15, 54),
        pulled=0xA60F48EFFA16E33E,
        numbers=472,
        fallen=0x391B2FB560768C2A,
        pose=(86, 20, 4),
        runs=(0x870E36CD9C551F98, 0x2A694F442C6C1751),
    ),
}
SHAPES = tuple(GOLDEN)
BOTTOM = [(70, 50, 12, "down"), (63, 46, 6, "down"), (24, 51, 11, "up")]
TOP = (31, 76, 3, "up")


def fallen(side: Side, players: int, salt: int, **rules: Any) -> Play:
    """A game whose parts have just fallen; players have the first cards of the deck."""
    play = new(side, players, rules={"start_player": 0, **rules})
    return play.do(*NAMES[:players], f"salt {salt}")


def poses(play: Play) -> list[tuple[int, int, int, str]]:
    return [(lies["x"], lies["y"], lies["rotation"], lies["face"]) for lies in play.now["pile"]]


# --- the plain raster is that of the page -----------------------------------------------------------------------------


def test_r4_the_generator() -> None:
    rng = PileRng(0)
    words = [0xA706DD2F4D197E6F, 0xB382A305F4414F5E, 0x631A9154FBABF717, 0xA80ABA8C86640906]
    assert [rng.next() for _ in range(4)] == words
    rng = PileRng(12345)
    assert [rng.next(), rng.next()] == [0x040D6020823FBD3F, 0x803DF548DE3A1110]
    assert [rng.below(105) for _ in range(6)] == [18, 74, 9, 31, 85, 81]


@pytest.mark.parametrize("shape", SHAPES)
def test_r4_r11_r17_a_drop_a_pull_a_drop(shape: str) -> None:
    golden, rng, pile = GOLDEN[shape], PileRng(0), Raster(shape)
    pile.first_drop(78, rng)
    assert (digest(pile.as_viewed()), rng.drawn) == (golden.dropped, 468)
    pile.pull(5, "east", rng)
    assert (digest(pile.as_viewed()), rng.drawn) == (golden.pulled, golden.numbers)
    pile.drop(5, rng)
    assert (digest(pile.as_viewed()), pile.parts[-1][1:4]) == (golden.fallen, golden.pose)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", [0, 1])
def test_r9_r10_r11_r17_a_long_run(shape: str, seed: int) -> None:
    rng, choices, pile = PileRng(seed), PileRng(seed ^ 0xABCDEF), Raster(shape)
    pile.first_drop(78, rng)
    h = digest(pile.as_viewed())
    for _ in range(200):
        looks = pile.looks()
        free = [index for index, look in enumerate(looks) if look.free]
        if not free:
            break
        index = free[choices.below(len(free))]
        sides, part = looks[index].sides, pile.parts[index].part
        pile.pull(index, sides[choices.below(len(sides))], rng)
        if choices.below(4) == 0:
            pile.drop(part, rng)
        h = (h ^ digest(pile.as_viewed())) * PRIME & WORDS
    assert h == GOLDEN[shape].runs[seed]


# --- the shapes -------------------------------------------------------------------------------------------------------

AREAS = {"gear": [120] * 16, "rectangle": [216, 224, 220, 226, 212, 226, 220, 224] * 2}
FACING = {"gear": (0x7C00, 0xC007, 0x007C, 0x07C0), "rectangle": (0xE000, 0x001F, 0x1C00, 0x03E0)}
SIZES = {"gear": (635, 635), "rectangle": (630, 880)}


@pytest.mark.parametrize("shape", SHAPES)
def test_r9_areas_at_all_rotations(side: Side, shape: str) -> None:
    """Option ``shape``."""
    pile = [Lies(16 * (r // 4) + r % 4, 24 * (r % 4), 24 * (1 + r // 4) % 104, r) for r in range(16)]
    play = Play(side.load("widgets", rules={"shape": shape}).state_from_dict(position(pile=pile)))
    entries = [entry for entry in play.view(None)["pile"] if entry["part"] in [lies.part for lies in pile]]
    assert [entry["rotation"] for entry in entries] == list(range(16))
    assert [entry["area"] for entry in entries] == AREAS[shape]
    assert play.view(None)["shape"] == {"name": shape, "cell": 50, "size": list(SIZES[shape])}


@pytest.mark.parametrize("shape", SHAPES)
def test_r9_r10_the_top_part_is_free_to_all_sides(side: Side, shape: str) -> None:
    play = Play(side.load("widgets", rules={"shape": shape}).state_from_dict(position(pile=[Lies(0, 50, 50)])))
    top = play.view(None)["pile"][-1]
    assert (top["visible"], top["free_spots"], top["sides"]) == (AREAS[shape][0], list(range(16)), list(SIDES))


@pytest.mark.parametrize("shape", SHAPES)
def test_r10_each_side_has_its_spots(shape: str) -> None:
    normals = SHAPES_OF_THE_PAGE[shape][0].normals
    for (dx, dy), spots in zip(STEPS.values(), FACING[shape], strict=True):
        assert sum(1 << k for k, (c, s) in enumerate(normals) if c * dx + s * dy >= 2896) == spots


# --- the first drop ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_r4_r9_r12_the_first_drop(side: Side, shape: str) -> None:
    golden, play = GOLDEN[shape], fallen(side, 2, 0, shape=shape)
    assert poses(play)[:3] == BOTTOM and poses(play)[-1] == TOP
    pile = play.view(None)["pile"]
    assert digest(pile) == golden.dropped
    known = [entry["part"] for entry in pile if entry["known"]]
    assert (sum(e["visible"] for e in pile), len(known), sum(e["free_spots"] != [] for e in pile)) == golden.sums
    assert play.view(None)["pending"] == sorted(known)
    assert play.phase == "read" and play.now["next_phase"] == "pull"


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_r4_all_other_parts_fall(side: Side, players: int) -> None:
    """The lowest first; the same salt throws the same parts to the same places, however many players there are."""
    play = fallen(side, players, 0)
    assert [lies["part"] for lies in play.now["pile"]] == list(range(80 - players))
    assert poses(play)[:3] == BOTTOM
    if players <= 2:
        assert poses(play)[77] == TOP


@pytest.mark.parametrize("spread", [53, 70, 105])
def test_r4_option_spread(side: Side, spread: int) -> None:
    raster = Raster(spread=spread)
    raster.first_drop(78, PileRng(7))
    assert [lies[1:5] for lies in raster.parts] == [
        (*pose[:3], pose[3] == "up") for pose in poses(fallen(side, 2, 7, spread=spread))
    ]


def test_r4_half_of_the_parts_lie_face_up(side: Side) -> None:
    """Each by itself: 78 * 40 parts, standard deviation 28; every rotation occurs."""
    found = [pose for salt in range(40) for pose in poses(fallen(side, 2, salt))]
    assert 1560 - 112 < sum(pose[3] == "up" for pose in found) < 1560 + 112
    assert {pose[2] for pose in found} == set(range(16))
    assert len({sum(pose[3] == "up" for pose in poses(fallen(side, 2, salt))) for salt in range(8)}) > 3


# --- positions of the golden run on both sides ------------------------------------------------------------------------


@cache
def golden_piles(shape: str) -> tuple[list[Lies], list[Lies]]:
    """After the pull and after the drop of the page's run."""
    rng, pile = PileRng(0), Raster(shape)
    pile.first_drop(78, rng)
    pile.pull(5, "east", rng)
    pulled = list(pile.parts)
    pile.drop(5, rng)
    return pulled, list(pile.parts)


@pytest.mark.parametrize("shape", SHAPES)
def test_r9_r12_what_shows_after_a_pull_and_a_drop(side: Side, shape: str) -> None:
    game, (pulled, dropped) = side.load("widgets", rules={"shape": shape}), golden_piles(shape)
    bays = {(0, 0): [78], (1, 0): [79]}
    play = Play(game.state_from_dict(position(phase="resolve", hand=[5], pile=pulled, bays=bays)))
    assert digest(play.view(None)["pile"]) == GOLDEN[shape].pulled
    play = Play(game.state_from_dict(position(pile=dropped, bays=bays)))
    assert digest(play.view(None)["pile"]) == GOLDEN[shape].fallen


# --- whole games fall as the raster says ------------------------------------------------------------------------------


def follow(play: Play, raster: Raster, salt: int) -> None:
    """The next event on the raster as well."""
    now = play.now
    if play.phase == "first_drop":
        raster.first_drop(80 - now["players"], PileRng(salt))
    elif play.phase == "shake":
        part, towards = now["shaking"]["part"], now["shaking"]["direction"]
        raster.pull(raster.index(part), towards, PileRng(salt))
    else:
        raster.drop(now["falling"]["part"], PileRng(salt))
    play.do(f"salt {salt}")


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {}),
        (2, {"shape": "rectangle"}),
        (3, {"friction": 256, "flips": 256}),
        (5, {"shape": "rectangle", "dir_mode": "auto", "read_share": 10}),
        (4, {"see_through": True, "read_share": 90}),
        (1, {"shape": "rectangle", "spread": 53, "friction": 64, "see_through": True}),
    ],
)
def test_r9_r10_r11_r12_r17_games_fall_as_the_page_says(side: Side, players: int, rules: dict[str, Any]) -> None:
    dice, raster = random.Random(players), Raster(**rules)
    play = new(side, players, rules={"start_player": 0, **rules})
    events = 0
    while events < 30 and not play.state.is_terminal():
        if play.state.is_sampled_chance():
            follow(play, raster, dice.randrange(2**31))
            seen = play.view(None)["pile"]
            assert [{k: v for k, v in entry.items() if k != "card"} for entry in seen] == raster.as_viewed()
            events += 1
        else:
            play.do(dice.choice(play.legal()))

"""The picture of Railways of the World: the whole tree without crossings, and all else that the view has."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from data_files import DataFile
from looking import contrast, ends, lines_of, overlaps, shapes, things
from played import played, sampled

from lineshaft import show

FILE = DataFile("railways")
View = dict[str, Any]


@pytest.fixture(scope="module")
def late() -> View:
    return played("railways", 3, -1)[1]


def test_every_city_lies_in_the_tree_with_its_link(late: View) -> None:
    picture = show.svg(late)
    cities, links = things(picture, "data-city"), things(picture, "data-link")
    assert [*cities] == ["Start", *(city["name"] for city in late["cities"])]
    for city in late["cities"]:
        assert links[city["name"]] == (
            f"link from {city['parent']} to {city['name']}: {city['colour']}, "
            f"worth {city['value']}, of player {city['owner']}"
        )
        lying = ", ".join(f"{number} {colour}" for colour, number in city["cubes"].items())
        assert cities[city["name"]].endswith(f"; cubes: {lying or 'none'}")


def test_players_have_their_figures(late: View) -> None:
    players = things(show.svg(late), "data-player")
    assert [*players] == ["0", "1", "2"]
    for seat, title in enumerate(players.values()):
        figures = [late[key][seat] for key in ("points", "engines", "trains", "hand_sizes")]
        assert [int(figure) for figure in re.findall(r"\d+", title)] == [seat, *figures]


def test_hand_open_row_piles_and_bag_are_drawn() -> None:
    view = played("railways", 2, 100, 1)[1]
    picture = show.svg(view)
    assert things(picture, "data-card") == {name: f"{n} {name} in hand" for name, n in view["hand"].items()}
    assert [*things(picture, "data-open").values()] == [
        f"open card {slot}: {name or 'none'}" for slot, name in enumerate(view["open"], 1)
    ]
    assert things(picture, "data-bag") == {good: f"in the bag: {n} {good}" for good, n in view["bag"].items()}
    piles = things(picture, "data-pile")
    assert piles["deck"] == f"deck: {view['deck_size']} cards"
    assert piles["discard"] == f"discard pile, the top first: {', '.join(reversed(view['discard_pile'])) or 'none'}"


def test_the_family_game_shows_no_goods() -> None:
    view = played("railways", 3, -1, variant="family")[1]
    picture = show.svg(view)
    assert not things(picture, "data-bag")
    assert not re.search(r"takes|cubes:|wood|gets", picture.replace("cubes delivered", ""))


# --- the tree ---------------------------------------------------------------------------------------------------------


def grown(cities: int, parent: Callable[[int], int]) -> View:
    """A view with a tree of so many cities of the shipped file, or of others that it does not have."""
    names = [row["name"] for row in FILE.content["cities"]]
    names = [*names, *(f"City {number}" for number in range(cities - len(names)))][:cities]
    view = played("railways", 4, 20)[1]
    view["cities"] = [
        {"name": name, "parent": ["Start", *names][parent(at)], "owner": at % 4, "value": 5, "colour": "green"}
        | {"cubes": {"red": at % 3, "blue": at % 2}}
        for at, name in enumerate(names)
    ]
    return view


def drawn_tree(seed: int, parent: Callable[[random.Random, int], int]) -> View:
    dice = random.Random(seed)
    return grown(40, lambda at: parent(dice, at))


TREES: dict[str, View] = {
    "a chain": grown(25, lambda at: at),
    "a star": grown(40, lambda _: 0),
    "two stars": grown(25, lambda at: (0, 1)[at > 8]),
    "a comb": grown(40, lambda at: at if at % 2 else max(0, at - 1)),
    "nothing": grown(0, lambda _: 0),
}
for seed in range(4):
    TREES[f"any {seed}"] = drawn_tree(seed, lambda dice, at: dice.randint(0, at))
    TREES[f"low {seed}"] = drawn_tree(seed, lambda dice, at: dice.randint(0, min(at, 9)))
    TREES[f"high {seed}"] = drawn_tree(seed, lambda dice, at: dice.randint(max(0, at - 4), at))

QUICK = ("a chain", "two stars", "a comb", "nothing", "any 0", "low 0", "high 0")

Box = tuple[float, float, float, float]


def boxes(picture: str, name: str) -> dict[str, Box]:
    """Of the cards: the first rectangle of each."""
    found = {}
    for group in ET.fromstring(picture).iter():
        if group.get(name) is not None:
            moved = next((each.get("transform") for each in group if each.get("transform")), "translate(0 0)")
            x, y = (float(number) for number in re.findall(r"-?[\d.]+", str(moved)))
            wide = float(next(group.iter("{http://www.w3.org/2000/svg}rect")).get("width", 0)) + 2
            found[str(group.get(name))] = (x, y, x + wide, y + 68)
    return found


def ways(picture: str) -> dict[str, list[tuple[float, float]]]:
    """The corners of each link."""
    groups = [group for group in ET.fromstring(picture).iter() if group.get("data-link")]
    return {
        str(group.get("data-link")): ends(next(group.iter("{http://www.w3.org/2000/svg}path")).get("d", ""))
        for group in groups
    }


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def strokes(way: list[tuple[float, float]], wide: float) -> list[Box]:
    """What each straight part of a link covers."""
    return [
        (min(a[0], b[0]) - wide, min(a[1], b[1]) - wide, max(a[0], b[0]) + wide, max(a[1], b[1]) + wide)
        for a, b in pairwise(way)
    ]


@pytest.mark.parametrize("name", sampled(TREES, QUICK))
def test_no_link_crosses_another_or_a_card(name: str) -> None:
    view = TREES[name]
    picture = show.svg(view)
    cards, links = boxes(picture, "data-city"), ways(picture)
    assert len(cards) == len(view["cities"]) + 1
    assert not [pair for pair in combinations(cards, 2) if meet(cards[pair[0]], cards[pair[1]])]
    covered = {name: strokes(way, 5) for name, way in links.items()}
    for one, other in combinations(covered, 2):
        assert not any(meet(a, b) for a in covered[one] for b in covered[other]), (one, other)
    parents = {city["name"]: city["parent"] for city in view["cities"]}
    for link, parts in covered.items():
        others = [city for city in cards if city not in (link, parents[link])]
        assert not [city for city in others if any(meet(cards[city], part) for part in parts)]
        for end, city in ((links[link][0], parents[link]), (links[link][-1], link)):
            left, top, right, bottom = cards[city]
            assert left <= end[0] <= right and top <= end[1] <= bottom


@pytest.mark.parametrize("name", sampled(TREES, QUICK))
def test_no_words_of_a_tree_lie_on_others(name: str) -> None:
    lines = lines_of(show.svg(TREES[name]))
    assert not overlaps(lines)
    assert all(contrast(line.ink, line.ground) >= 4.5 for line in lines)


def test_a_tree_that_is_too_deep_makes_the_page_wider() -> None:
    """Each city has two children, and they lie below it: each level needs a lane and an inset."""
    view = grown(40, lambda at: at // 2 * 2)
    assert float(ET.fromstring(show.svg(view)).get("width", 0)) >= 824


# --- data files -------------------------------------------------------------------------------------------------------


def backwards(name: str) -> str:
    return name[0] + name[:0:-1]


def reversed_names(text: str) -> str:
    """All names but their first letters written from right to left: others, and as wide as before."""
    names = {
        row[key]
        for list_, keys in (("track", ["colour"]), ("goods", ["colour", "good"]), ("cities", ["name"]))
        for row in FILE.content[list_]
        for key in keys
    }
    return re.sub(r'"([^"]*)"', lambda at: f'"{backwards(at[1])}"' if at[1] in names else at[0], text)


@pytest.mark.parametrize(("players", "ply"), [(2, 60), (4, 300)])
def test_the_place_in_the_lists_decides_how_things_look_and_not_their_names(
    players: int, ply: int, tmp_path: Any
) -> None:
    path = tmp_path / "renamed.toml"
    path.write_text(reversed_names(FILE.text), encoding="utf-8")
    both = (played("railways", players, ply), played("railways", players, ply, data=path))
    shipped, renamed = (show.svg(view, game) for game, view in both)
    assert shapes(renamed) == shapes(shipped)
    assert {*things(renamed, "data-city")} == {
        backwards(name) if name != "Start" else name for name in things(shipped, "data-city")
    }


def test_names_are_escaped_and_long_ones_shortened(tmp_path: Any) -> None:
    names = {"Topeka": "A & B's (very) long name, of 40 letters!", "Pueblo": "Ü", "violet": "B & c", "wood": "a & b"}
    path = tmp_path / "names.toml"
    path.write_text(re.sub(r'"([^"]*)"', lambda at: f'"{names.get(at[1], at[1])}"', FILE.text), encoding="utf-8")
    for ply in (100, -1):
        game, view = played("railways", 2, ply, data=path)
        picture = show.svg(view, game)
        assert not overlaps(lines_of(picture))
        assert {*things(picture, "data-city")} == {"Start", *(city["name"] for city in view["cities"])}


def test_numbers_that_no_game_has_are_drawn_all_the_same(late: View) -> None:
    city = late["cities"][0] | {"cubes": {"red": 10**9}}
    view = late | {"cities": [city, *late["cities"][1:]], "delivered": [{"blue": 10**9}, {}, {}]}
    assert things(show.svg(view), "data-city")[city["name"]].endswith(f"cubes: {10**9} red")

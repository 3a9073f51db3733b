"""The picture of Widget's Workshop: all of the view is drawn, in the right order, and nothing else."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from edits import put
from widgets.changed import ELEMENTS, FILE, deck

import lineshaft
from lineshaft import show

ROOT = Path(__file__).parents[2]
DATA = ROOT / "python/lineshaft/data/widgets.toml"
SVG = "{http://www.w3.org/2000/svg}"
CARD = re.compile(
    r"(fire|air|earth|water) (strength|speed) (mechanical|organic) (torso|left arm|right arm|left leg|right leg)"
)
GAMES: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2, "rules": {"shape": "rectangle", "auto_setup": False}},
    {"players": 3, "rules": {"strict_empty": True}},
    {"players": 5, "rules": {"shape": "rectangle", "read_share": 5, "dir_mode": "auto"}},
    {"players": 2, "variant": "abstract"},
    {"players": 4, "variant": "abstract", "rules": {"auto_setup": False}},
]

View = dict[str, Any]
PICTURES: dict[str, str] = {}


def positions(game: lineshaft.Game, seed: int = 1) -> Iterator[lineshaft.State]:
    """Every position of a random game, which drops more than a person would."""
    state, dice = game.new_initial_state(), random.Random(seed)
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_sampled_chance():
            state.apply_action(dice.randrange(2**31))
        elif state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))


@cache
def sample(index: int, data: Path | None = None) -> list[View]:
    """Views of a game of ``GAMES``: one of each phase, and one late in the game."""
    game = lineshaft.load_game("widgets", data=data, **GAMES[index])
    found: dict[str, View] = {}
    for ply, state in enumerate(positions(game)):
        name = "late" if ply == 150 else state.phase_name()
        if name not in found:
            found[name] = state.view(None).to_dict()
    return list(found.values())


@pytest.fixture(scope="module", params=range(len(GAMES)), ids=lambda index: str(GAMES[index]))
def views(request: pytest.FixtureRequest) -> list[View]:
    return sample(request.param)


def drawn(view: View) -> ET.Element:
    return ET.fromstring(written(view))


def written(view: View) -> str:
    """The picture; each is drawn once for all tests."""
    key = json.dumps(view)
    if key not in PICTURES:
        PICTURES[key] = show.svg(view)
    return PICTURES[key]


def classed(picture: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in picture.iter(f"{SVG}g") if element.get("class") == name]


def titles(elements: list[ET.Element]) -> list[str]:
    return [element.findtext(f"{SVG}title", "") for element in elements]


def test_widgets_is_an_illustrated_game() -> None:
    assert "widgets" in show.illustrated_games()


def test_the_pile_is_drawn_from_bottom_to_top(views: list[View]) -> None:
    for view in views:
        parts = [element.get("id") for element in classed(drawn(view), "part")]
        if view["shape"] is not None:
            assert parts == [f"part-{entry['part']}" for entry in view["pile"]]
        else:
            assert len(parts) == len(view["pile"]["face_up"]) + len(view["pile"]["face_down"])


def test_a_part_lies_where_the_view_says(views: list[View]) -> None:
    for view in views:
        if view["shape"] is None:
            continue
        for element, entry in zip(classed(drawn(view), "part"), view["pile"], strict=True):
            x, y = (float(number) / 1.25 for number in re.findall(r"[\d.]+", element.get("transform", "")))
            assert (x, y) == ((entry["x"] + 12) * 5, (entry["y"] + 12) * 5)
            turned = f"rotate({entry['rotation'] * 11.25:.2f})"
            assert any(turned == shape.get("transform") for shape in element.iter(f"{SVG}path"))


def test_free_edges_are_marked_one_by_one(views: list[View]) -> None:
    for view in views:
        if view["shape"] is None:
            continue
        for element, entry in zip(classed(drawn(view), "part"), view["pile"], strict=True):
            marks = [path for path in element.iter(f"{SVG}path") if path.get("fill") == "none"]
            assert len(marks) == len(entry["free_spots"])


def test_every_player_has_three_bays(views: list[View]) -> None:
    for view in views:
        boards = classed(drawn(view), "board")
        assert [board.get("id") for board in boards] == [f"player-{player}" for player in range(view["players"])]
        for board, bays, built in zip(boards, view["bays"], view["constructs"], strict=True):
            assert [titles(classed(bay, "tile")) for bay in classed(board, "bay")] == [
                [
                    bay[kind]["card"]
                    for kind in ("torso", "left arm", "right arm", "left leg", "right leg")
                    if kind in bay
                ]
                for bay in bays
            ]
            assert titles(classed(board, "construct")) == [construct["name"] for construct in built]


def test_hand_and_falling_part_are_drawn(views: list[View]) -> None:
    for view in views:
        away = [*view["hand"], *([view["falling"]] if view["falling"] else [])]
        held = titles([tile for held in classed(drawn(view), "held") for tile in classed(held, "tile")])
        assert held == [part["card"] or "a part that nobody has read" for part in away]
        assert (drawn(view).find(".//*[@id='pull']") is not None) == (view["shaking"] is not None)


def test_no_card_is_drawn_that_nobody_has_read(views: list[View]) -> None:
    """In ``abstract`` the cards that lie face-down are known as a set, and drawn as one."""
    for view in views:
        words = written(view) + show.text(view)
        shown = {match[0] for match in CARD.finditer(words)}
        if view["shape"] is not None:
            assert not shown & set(view["unseen"])
            unread = [entry for entry in view["pile"] if entry["card"] is None]
            drawn_parts = {part.get("id"): part for part in classed(drawn(view), "part")}
            for entry in unread:
                assert not CARD.search(ET.tostring(drawn_parts[f"part-{entry['part']}"], encoding="unicode"))


def test_an_unread_part_looks_like_any_other() -> None:
    """Two worlds that differ only in cards nobody has read have one picture."""
    game = lineshaft.load_game("widgets", players=2)
    for ply, state in enumerate(positions(game)):
        if ply in (20, 60):
            assert show.svg(state.view(0).to_dict()) == show.svg(state.determinize(0, 99).view(0).to_dict())


@pytest.mark.long
def test_pictures_are_the_same_every_time(views: list[View]) -> None:
    for view in views:
        assert show.svg(view) == written(view)


def test_pictures_stand_alone(views: list[View]) -> None:
    for view in views:
        words = written(view)
        assert not re.search(r"<script|<image|<style|href|url\(|@import", words)
        assert words.count("http") == 1, "the name of SVG's namespace alone"


RENAMED = {
    "torso": "right leg",
    "right leg": "torso",
    "left arm": "upper limb",
    "fire": "water",
    "water": "very hot steam",
    "strength": "speed",
    "speed": "haste",
    "organic": "mechanical",
    "mechanical": "iron",
}
"""New names, some of which are old names of something else."""


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped data under other names."""
    path = tmp_path_factory.mktemp("data") / "widgets.toml"
    named = re.compile(r'^name = "(.*)"$', re.MULTILINE)
    words = DATA.read_text(encoding="utf-8")
    path.write_text(named.sub(lambda at: f'name = "{RENAMED.get(at[1], at[1])}"', words), encoding="utf-8")
    return path


def shapes(picture: str) -> list[tuple[str, dict[str, str]]]:
    """All that is drawn and no word."""
    elements = ET.fromstring(picture).iter()
    return [(each.tag, dict(each.attrib)) for each in elements if each.tag not in (f"{SVG}text", f"{SVG}title")]


@pytest.mark.parametrize("index", [1, 4])
def test_the_place_in_the_lists_decides_how_a_card_looks_and_not_its_name(index: int, renamed: Path) -> None:
    game = lineshaft.load_game("widgets", data=renamed, **GAMES[index])
    pictures = [show.svg(view, game) for view in sample(index, renamed)]
    assert [shapes(picture) for picture in pictures] == [shapes(written(view)) for view in sample(index)]
    for picture in pictures:
        legend = ET.fromstring(picture).find(".//*[@id='legend']")
        assert legend is not None
        said = [text.text for text in legend.iter(f"{SVG}text")]
        assert said[:8] == ["water", "air", "earth", "very hot steam", "speed", "haste", "iron", "mechanical"]


@pytest.mark.parametrize("index", [1, 4])
def test_without_its_game_names_of_another_data_file_are_written_out(index: int, renamed: Path) -> None:
    for view in sample(index, renamed):
        boards = classed(drawn(view), "board")
        for board, bays in zip(boards, view["bays"], strict=True):
            found = [sorted(titles(classed(bay, "tile"))) for bay in classed(board, "bay")]
            assert found == [sorted(part["card"] for part in bay.values()) for bay in bays]


@pytest.fixture(scope="module", params=["table", "abstract"])
def wide(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> lineshaft.Game:
    """Six types of part, five elements, six bays with a part each, six constructs."""
    path = tmp_path_factory.mktemp("data") / "wide.toml"
    largest = [put("setup", "bays", to=6), put("ends", 0, "constructs", to=6), put("ends", 0, "longer", to=0)]
    path.write_text(FILE.edited(deck(6, 5, 2, 2), *largest, put("setup", "dealt", to=6)), encoding="utf-8")
    return lineshaft.load_game("widgets", players=1, variant=request.param, data=path)


def test_a_picture_follows_the_counts_of_the_file(wide: lineshaft.Game) -> None:
    states = positions(wide)
    view = next(state for state in states if state.phase_name() == "pull").view(0).to_dict()
    picture = ET.fromstring(show.svg(view, wide))
    [board] = classed(picture, "board")
    assert [titles(classed(bay, "tile")) for bay in classed(board, "bay")] == [
        [part["card"] for part in bay.values()] for bay in view["bays"][0]
    ]
    assert len(classed(board, "bay")) == 6
    parts = view["pile"] if view["shape"] is not None else view["pile"]["face_up"] + view["pile"]["face_down"]
    assert len(classed(picture, "part")) == len(parts) == 114
    legend = picture.find(".//*[@id='legend']")
    assert legend is not None
    said = [text.text for text in legend.iter(f"{SVG}text")]
    assert said[:9] == [*ELEMENTS[:5], "strength", "speed", "mechanical", "organic"]
    grounds = [element for element in legend.iter(f"{SVG}rect") if element.get("stroke") == "#1f2933"]
    assert len({element.get("fill") for element in grounds[:5]}) == 5


@pytest.mark.parametrize(
    ("phase", "hand", "said"),
    [
        ("second", 1, "player 0 is to pull a second part that lies face-down"),
        ("second", 3, "player 0 is to pull a fourth part that lies face-down"),
        ("keep", 2, "player 0 keeps one of two parts"),
        ("keep", 4, "player 0 keeps one of four parts"),
    ],
)
def test_sentences_say_how_many_parts_are_in_hand(phase: str, hand: int, said: str) -> None:
    state = next(state for state in positions(lineshaft.load_game("widgets")) if state.phase_name() == "pull")
    position = state.view(None).to_dict() | {"phase": phase, "turn_of": 0}
    position["hand"] = [{"part": number, "card": None} for number in range(hand)]
    assert said in " ".join(show.text(position).split())


def test_a_picture_of_another_game_is_refused() -> None:
    view = sample(0)[0]
    with pytest.raises(lineshaft.InvalidArgument, match="this is a view of widgets, and the game is railways"):
        show.svg(view, lineshaft.load_game("railways"))


def test_red_is_explained_and_hides_no_number(views: list[View]) -> None:
    for view in views:
        legend = drawn(view).find(".//*[@id='legend']")
        assert legend is not None
        red = [each for each in legend.iter() if each.get("stroke") == "#c81e4a"]
        assert len(red) == (view["shape"] is not None)
        pull = drawn(view).find(".//*[@id='pull']")
        if pull is not None:
            numbers = [(text.text, float(text.get("font-size", "0"))) for text in pull.iter(f"{SVG}text")]
            assert numbers == [(str(view["shaking"]["part"]), 9.0)]


def test_a_state_alone_does_not_say_how_parts_look() -> None:
    state = lineshaft.load_game("widgets").new_initial_state()
    with pytest.raises(lineshaft.InvalidArgument, match="from a view"):
        show.svg(state.to_dict())


def test_words_tell_where_every_part_is(views: list[View]) -> None:
    """Each known card has its place in the table of parts, and each part of the pile its number."""
    for view in views:
        words = show.text(view)
        _, _, where = words.partition("WHERE THE PARTS ARE")
        places = [f"p{player} bay" for player, bays in enumerate(view["bays"]) for bay in bays for _ in bay]
        places += [
            f"p{player} done" for player, done in enumerate(view["constructs"]) for each in done for _ in each["parts"]
        ]
        for place in set(places):
            assert len(re.findall(place, where)) == places.count(place)
        if view["shape"] is None:
            assert where.count(" up") == len(view["pile"]["face_up"])
            assert where.count(" down") == len(view["pile"]["face_down"])
        else:
            for entry in view["pile"]:
                free = "".join(side[0].upper() for side in entry["sides"]) or "under"
                assert re.search(rf"[ #]{entry['part']} {free}\b", where)


def test_words_of_a_state_number_the_parts() -> None:
    game = lineshaft.load_game("widgets", players=2)
    state = next(state for state in positions(game) if state.phase_name() == "pull")
    _, _, where = show.text(state.to_dict()).partition("WHERE THE PARTS ARE")
    assert all(re.search(rf"[ #]{entry['part']}\b", where) for entry in state.to_dict()["pile"])


def test_the_picture_of_the_docs_is_the_one_that_is_drawn_today() -> None:
    """`lineshaft replay show seeds/widgets.jsonl --game 14 --ply 110 --svg docs/pile.svg` makes it anew."""
    replays = list(lineshaft.read_replays(ROOT / "seeds/widgets.jsonl"))
    position = lineshaft.Playback(replays[13]).state(110).view(None).to_dict()
    assert (ROOT / "docs/pile.svg").read_text(encoding="utf-8") == show.svg(position)

"""What holds for every board that is drawn: readable, the same each time, and nothing in it that the view has not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from looking import contrast, hidden, lines_of, overlaps
from played import sampled

import lineshaft
from lineshaft import show

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds/data"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("arkwright", {"players": 2, "rules": {"events": True}}),
    ("arkwright", {"players": 4, "data": SEEDS / "arkwright-dear-loans.toml"}),
    ("railways", {"players": 2}),
    ("railways", {"players": 3, "variant": "family"}),
    ("railways", {"players": 4}),
    ("railways", {"players": 3, "data": SEEDS / "railways-sixth-colour.toml"}),
    ("railways", {"players": 4, "data": SEEDS / "railways-strong-engines.toml"}),
    ("workshop", {"players": 2}),
    ("workshop", {"players": 3}),
    ("workshop", {"players": 5}),
    ("workshop", {"players": 4, "variant": "first-edition", "data": SEEDS / "workshop-33-towns.toml"}),
    ("workshop", {"players": 3, "data": SEEDS / "workshop-few-pieces.toml"}),
]
QUICK = (0, 5, 8)
"""Places in the list."""
SMALLEST = 10
"""What is written on a board 820 units wide can be read where it is 700 pixels wide."""

View = dict[str, Any]


@cache
def sample(index: int) -> list[tuple[lineshaft.Game, View, View]]:
    """Positions of a game: the first of each phase, some in the middle, and the last.

    Each as a player sees it who does not act, and a world that this player cannot tell from it.
    """
    name, options = GAMES[index]
    game = lineshaft.load_game(name, **options)
    playback = lineshaft.Playback(
        lineshaft.play(game, bots=["greedy:epsilon=0.2"] * game.num_players, seed=5), options.get("data")
    )
    chosen: dict[object, tuple[lineshaft.Game, View, View]] = {}
    for at in playback.walk(None):
        state, late = at.state, 4 * at.ply // len(playback)
        for key in (state.phase_name(), late):
            if key not in chosen:
                viewer = at.ply % game.num_players
                other = state.determinize(viewer, 99)
                chosen[key] = (game, state.view(viewer).to_dict(), other.view(viewer).to_dict())
    return list(chosen.values())


@pytest.fixture(scope="module", params=sampled(range(len(GAMES)), QUICK), ids=lambda index: str(GAMES[index]))
def positions(request: pytest.FixtureRequest) -> list[tuple[lineshaft.Game, View, str]]:
    return [(game, view, show.svg(view, game)) for game, view, _ in sample(request.param)]


def lines(positions: list[tuple[lineshaft.Game, View, str]]) -> Iterator[tuple[str, list[Any]]]:
    for _, view, picture in positions:
        yield f"{view['phase']} {view['viewer']}", lines_of(picture)


def test_no_words_lie_on_others(positions: list[tuple[lineshaft.Game, View, str]]) -> None:
    for where, found in lines(positions):
        assert not overlaps(found), where


def test_nothing_lies_on_words(positions: list[tuple[lineshaft.Game, View, str]]) -> None:
    for _, _, picture in positions:
        assert not hidden(picture)


def test_words_stay_on_the_page_and_can_be_read(positions: list[tuple[lineshaft.Game, View, str]]) -> None:
    for _, _, picture in positions:
        root = ET.fromstring(picture)
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        assert 780 <= width <= 900
        for line in lines_of(picture):
            assert line.left >= 0 and line.top >= 0 and line.right <= width and line.bottom <= height, line
            assert line.size >= SMALLEST, line


@pytest.mark.parametrize("dark", [False, True])
def test_words_stand_out_from_what_is_below_them(positions: list[tuple[lineshaft.Game, View, str]], dark: bool) -> None:
    for _, _, picture in positions:
        for line in lines_of(picture, dark=dark):
            assert contrast(line.ink, line.ground) >= 4.5, line


def test_pictures_stand_alone(positions: list[tuple[lineshaft.Game, View, str]]) -> None:
    for _, _, picture in positions:
        assert not re.search(r"<script|<image|href|url\(|@import", picture)
        assert picture.count("http") == 1, "the name of SVG's namespace alone"
        assert picture.count("prefers-color-scheme:dark") == 1


def test_a_picture_is_the_same_every_time(positions: list[tuple[lineshaft.Game, View, str]]) -> None:
    for game, view, picture in positions:
        assert show.svg(view, game) == picture


@pytest.mark.parametrize("index", sampled(range(len(GAMES)), QUICK), ids=lambda index: str(GAMES[index]))
def test_what_a_player_does_not_know_is_not_drawn(index: int) -> None:
    for game, view, other in sample(index):
        assert show.svg(view, game) == show.svg(other, game)


@pytest.mark.parametrize("name", sorted({name for name, _ in GAMES} - {"arkwright"}))  # in which nothing is hidden
def test_spectators_see_no_hand(name: str) -> None:
    state = lineshaft.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seen = [show.svg(state.view(viewer).to_dict()) for viewer in (None, 0)]
    assert ["Hand of player 0" in picture for picture in seen] == [False, True]
    with pytest.raises(lineshaft.InvalidArgument, match="from a view"):
        show.svg(state.to_dict())


@pytest.mark.parametrize("index", sampled([at for at, (_, options) in enumerate(GAMES) if "data" in options], QUICK))
def test_names_that_no_data_file_has_are_written_out(index: int) -> None:
    """A view of a game with a file of its own, drawn without the game."""
    for _, view, _ in sample(index):
        assert not overlaps(lines_of(show.svg(view)))


@pytest.mark.parametrize(
    ("name", "line", "ply", "player", "picture"),
    [("railways", 8, 250, 1, "tree"), ("workshop", 13, 140, 0, "map")],
)
def test_the_pictures_of_the_docs_are_those_that_are_drawn_today(
    name: str, line: int, ply: int, player: int, picture: str
) -> None:
    """`lineshaft replay show seeds/NAME.jsonl --game LINE --ply PLY --player PLAYER --svg docs/PICTURE.svg`."""
    replay = list(lineshaft.read_replays(ROOT / f"seeds/{name}.jsonl"))[line - 1]
    position = lineshaft.Playback(replay).state(ply).view(player).to_dict()
    assert (ROOT / f"docs/{picture}.svg").read_text(encoding="utf-8") == show.svg(position)

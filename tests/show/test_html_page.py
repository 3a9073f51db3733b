"""The page of a recorded game: every picture comes back as it was drawn, and nothing is loaded or hidden in it."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from played import sampled

import lineshaft
from lineshaft import show
from lineshaft.show.page import Film, Frame, page


def data(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">\n(.*?)\n</script>', text, re.DOTALL)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content


def pictures(text: str) -> list[str]:
    """What the script of the page makes of its data."""
    told, now, found = data(text), list[int](), []
    for change in told["changes"]:
        for start, gone, come in change:
            now[start : start + gone] = come
        found.append("".join(told["pieces"][piece] for piece in now))
    return found


def logged(text: str) -> list[str]:
    return [unescape(line) for line in re.findall(r'<a href="#\d+">(.*?)</a>', text)]


GAMES: dict[str, dict[str, Any]] = {
    "arkwright": {"rules": {"events": True}},
    "widgets": {"variant": "abstract", "rules": {"max_turns": 20}},
}


@pytest.fixture(scope="module", params=sampled(GAMES, {"widgets"}))
def playback(request: pytest.FixtureRequest) -> lineshaft.Playback:
    game = lineshaft.load_game(request.param, players=2, **GAMES[request.param])
    return lineshaft.Playback(lineshaft.play(game, ["random", "random"], 3))


@pytest.fixture(scope="module")
def written(playback: lineshaft.Playback) -> str:
    """The page of a spectator."""
    return show.html(playback)


@pytest.mark.parametrize("viewer", [None, 1])
def test_every_picture_is_in_the_page(playback: lineshaft.Playback, viewer: int | None) -> None:
    frames = list(show.frames(playback, viewer))
    text = show.html(playback, viewer, facts=["a fact"], end=["<won>"])
    assert pictures(text) == [frame.picture.strip() for frame in frames]
    assert len(frames) == len(playback) + 1
    said = [frame.step.split(" ", 1) for frame in frames if frame.step]
    assert logged(text) == [f"{'chance' if who == '*' else f'player {who}'}: {what}" for who, what in said]
    assert "<div>a fact</div>" in text and "&lt;won&gt;" in text
    assert frames[-1].picture.strip() in text, "without scripts the last position is there"


def test_a_page_is_much_smaller_than_its_pictures(written: str) -> None:
    assert len(written) < sum(map(len, pictures(written))) / 8


def test_a_page_is_the_same_every_time(playback: lineshaft.Playback, written: str) -> None:
    assert show.html(playback) == written


def test_a_page_loads_nothing(written: str) -> None:
    addresses = set(re.findall(r"https?://[a-z0-9./]*", written))
    assert addresses == {"http://www.w3.org/2000/svg"}, "the name of SVG's namespace alone"
    assert not re.search(r"<link|<img|<iframe|src=|url\(|@import|fetch\(|import\(", written)


class Tags(HTMLParser):
    """The elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_elements_are_closed_in_order(written: str) -> None:
    parser = Tags()
    parser.feed(written)
    assert parser.open == []


def test_nothing_that_others_wrote_becomes_an_element() -> None:
    evil = "</script><script>alert(1)</script><!-- <script>"
    picture = "<svg><text>&lt;/script&gt;</text></svg>"
    frames = [Frame(None, [], picture), Frame(f"0 {evil}", [evil], picture)]
    text = page(evil, [evil], frames, [evil])
    assert "<script>alert" not in text and "<!--" not in text
    assert text.count("</script>") == 2
    assert pictures(text) == [picture, picture]
    film = Film()
    film.add("<svg><!-- </script> --></svg>")
    assert "</script>" not in film.data() and "<!--" not in film.data()
    assert json.loads(film.data())["pieces"] == ["<svg><!-- </script> --></svg>"]


def test_a_viewer_sees_no_more_than_in_the_log() -> None:
    """What a spectator of a pile does not know is in no piece and no line."""
    game = lineshaft.load_game("railways", players=2, rules={"max_rounds": 6})
    playback = lineshaft.Playback(lineshaft.play(game, ["greedy", "greedy"], 3))
    steps = [at.step for at in playback.walk(hidden=True) if at.step]
    hidden = set(playback.replay.steps) - set(steps)
    assert hidden, "some draws are secret"
    if "railways" in show.illustrated_games():
        lines = logged(show.html(playback))
        assert not {f"chance: {step[2:]}" for step in hidden} & set(lines)

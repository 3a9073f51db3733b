"""The pieces that boards are made of: what must be told apart can be, on light and on dark pages."""

from __future__ import annotations

import re

import pytest
from looking import contrast, ends, hidden, lines_of, overlaps, things

from lineshaft.show import parts
from lineshaft.show.canvas import picture, rect

LOOKS = [getattr(parts, name) for name in parts.__all__ if isinstance(getattr(parts, name), parts.Look)]
GROUNDS = (parts.PAPER, parts.PANEL, parts.SUNKEN)


def test_words_stand_out_from_every_ground_on_light_and_dark_pages() -> None:
    for ink in (parts.INK, parts.NOTE, parts.ACCENT, parts.ALERT):
        for ground in GROUNDS:
            assert contrast(ink, ground) >= 4.5
            assert contrast(parts.DARK[ink], parts.DARK[ground]) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_written_on_a_colour_stands_out(look: parts.Look) -> None:
    assert contrast(look.fill, look.ink) >= 4.5
    assert contrast(look.fill, look.shade) >= 2.5
    assert not {look.fill, look.ink, look.shade} & {*parts.DARK}, "a look is the same on every page"


def test_every_colour_of_the_dark_page_is_replaced_once() -> None:
    assert not {*parts.DARK} & {*parts.DARK.values()}
    for light, dark in parts.DARK.items():
        assert f'[fill="{light}"]{{fill:{dark}}}' in parts.STYLE


def test_patterns_differ() -> None:
    drawn = [parts.hatch(kind, 0, 0, 20, 6, parts.INK) for kind in range(6)]
    lines = [parts.rail(kind, parts.RED, "M0 0H50") for kind in range(6)]
    assert len({*drawn}) == len({*lines}) == 6


def test_a_pattern_stays_in_its_box() -> None:
    for kind in range(1, 6):
        [outline] = re.findall(r' d="([^"]*)"', parts.hatch(kind, 10, 20, 31, 8, parts.INK))
        assert all(9.99 <= x <= 41.01 and 19.99 <= y <= 28.01 for x, y in ends(outline)) and ends(outline)


def test_letters_are_of_the_name_and_each_another() -> None:
    assert parts.letters(["red", "blue", "green", "yellow", "black", "brown"]) == ["R", "B", "G", "Y", "L", "O"]
    assert parts.letters(["a", "a", "a"]) == ["A", "B", "C"]
    assert parts.letters(["Ölmühle", "--", "紅"]) == ["Ö", "A", "B"]


def test_words_are_shortened_to_their_room() -> None:
    assert parts.shortened("Manchester", 100, 12) == "Manchester"
    for room in (20, 40, 60):
        short = parts.shortened("Middlesbrough", room, 12, bold=True)
        assert short.endswith("…") and parts.width(short, 12, bold=True) <= room
    assert parts.shortened("Middlesbrough", 0, 12) == "…"
    assert parts.text("Middlesbrough", 14, room=70).width <= 70.01


def test_what_flows_keeps_its_room_and_meets_nothing() -> None:
    chips = [parts.chip(f"card {number}") for number in range(20)]
    flowing = parts.flow(chips, 300)
    assert flowing.width <= 300 and flowing.height > 2 * chips[0].height
    lines = lines_of(picture(300, flowing.height, "chips", flowing.svg))
    assert len(lines) == 20 and not overlaps(lines)
    assert parts.flow([], 300) == parts.blank(0, 0)


def test_a_table_has_its_numbers_at_the_right() -> None:
    columns = [parts.Column("player", 80), parts.Column("points", 60, number=True)]
    rows = parts.table(columns, [[parts.text("red", 12), parts.text(str(points), 12)] for points in (7, 120)])
    drawn = parts.stack(rows)
    lines = lines_of(picture(200, drawn.height, "table", drawn.svg))
    assert [line.words for line in lines] == ["player", "points", "red", "7", "red", "120"]
    assert lines[3].right == pytest.approx(lines[5].right) == pytest.approx(130)


def test_names_are_escaped() -> None:
    name = "<b>&\"'"
    drawn = parts.thing(name, parts.panel(name, parts.chip(name), 200, note=name).svg, data_town=name)
    whole = picture(200, 100, name, drawn)
    assert things(whole, "data-town") == {name: name}
    assert [line.words for line in lines_of(whole)] == [name] * 3


def test_what_covers_words_is_found() -> None:
    below, above = (rect(0, 0, 90, 30, fill=parts.PANEL), rect(5, 5, 60, 20, fill=parts.INK))
    said = parts.text("words", 12).at(8, 8)
    assert hidden(picture(100, 40, "covered", below, said, above)) == ["words"]
    assert hidden(picture(100, 40, "seen", below, above, said)) == []

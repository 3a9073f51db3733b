"""What holds for the data files of all games: how a file is read, before its game's own checks."""

from __future__ import annotations

import re

import pytest
from data_files import DataFile
from positions import Side

import lineshaft

GAMES = lineshaft.games()


def with_format_line(file: DataFile, line: str) -> tuple[str, int]:
    """The text with another line in place of the one that gives the format, and that line's number."""
    lines = file.text.splitlines()
    place = next(i for i, text in enumerate(lines) if text.startswith("format"))
    lines[place] = line
    return "\n".join(lines), place + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_byte_order_mark_is_no_part_of_the_text(side: Side, game: str) -> None:
    text = DataFile(game).text
    assert side.load(game, data="\ufeff" + text).num_actions == side.load(game, data=text).num_actions


@pytest.mark.parametrize("game", GAMES)
def test_values_nested_without_end_are_refused(side: Side, game: str) -> None:
    file = DataFile(game)
    assert file.refusal(side, file.text + "\nnested = " + "[" * 5000).message.startswith(f"{game}.toml: ")


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_read_is_refused_with_its_line(side: Side, game: str) -> None:
    file = DataFile(game)
    text, number = with_format_line(file, "format 1")
    message = file.refusal(side, text).message
    assert message.startswith(f"{game}.toml: ")
    assert re.search(rf"\bline {number}\b", message)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('format = "1"', "expected a whole number"),
        ("format = true", "expected a whole number"),
        ("formats = 1", "unknown field `formats`"),
    ],
)
def test_the_engine_names_the_line_of_a_wrong_key_or_type(game: str, line: str, reason: str) -> None:
    file = DataFile(game)
    text, number = with_format_line(file, line)
    message = file.refusal(Side("engine"), text).message
    assert message.startswith(f"{game}.toml: line {number}: ")
    assert reason in message

"""What differs between a data file and the shipped one, as Python programs are told."""

from __future__ import annotations

from pathlib import Path

import pytest

import lineshaft
from lineshaft import DataDifference, data_differences

GAMES = lineshaft.games()


def railways(old: str, new: str) -> list[str]:
    text = lineshaft.load_game("railways").data_text
    assert old in text
    return [str(difference) for difference in data_differences("railways", text.replace(old, new, 1))]


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_file_does_not_differ(name: str) -> None:
    game = lineshaft.load_game(name)
    assert data_differences(name, game.data_text) == data_differences(name, f"# mine\n{game.data_text}") == []
    assert lineshaft.data_digest(game.data_text) == game.data_digest


def test_a_difference_has_its_parts() -> None:
    text = lineshaft.load_game("railways").data_text.replace("limit = 13", "limit = 15")
    sentence = "[hand] limit: 13 -> 15"
    assert data_differences("railways", text) == [DataDifference("[hand]", "limit", "13", "15", sentence)]


def test_rows_and_keys_that_come_and_go() -> None:
    assert railways("limit = 13\n", "") == ["[hand] limit: 13 -> nothing"]
    assert railways("limit = 13\n", "limit = 13\nmore = 2\n") == ["[hand] more: nothing -> 2"]
    assert railways('name = "Omaha"', 'name = "Ayr"') == ['[cities] row 15 (Ayr) name: "Omaha" -> "Ayr"']
    row = '[[cities]]\nname = "Ayr"\nvalue = 2\n\n[[cities]]'
    assert railways("[[cities]]", row) == ["[cities] row 1 (Ayr): a new row"]
    assert railways('colours = ["violet"]', 'colours = ["violet", "green"]') == [
        '[cities] row 1 (Chicago) colours: ["violet"] -> ["violet", "green"]'
    ]


def test_a_text_need_not_be_valid_but_toml() -> None:
    assert railways("limit = 13", 'limit = "many"') == ['[hand] limit: 13 -> "many"']
    with pytest.raises(lineshaft.InvalidData, match=r"^railways\.toml: line 1: "):
        data_differences("railways", "= = =")
    with pytest.raises(lineshaft.InvalidData, match=r"^mine\.toml: line 2: "):
        data_differences("railways", ("\n= = =", "mine.toml"))
    with pytest.raises(lineshaft.UnknownGame):
        data_differences("chess", "")


def test_the_text_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes("name = 'Köln'\r\n".encode())
    assert lineshaft.read_data(path) == lineshaft.read_data(str(path)) == "name = 'Köln'\r\n"
    for content, reason in ((b"\xff", "not UTF-8"), (None, "No such file")):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(lineshaft.InvalidData, match=reason):
            lineshaft.read_data(path)
        path.touch()

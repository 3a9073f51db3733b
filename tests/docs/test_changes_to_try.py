"""The changes to try of each game's page: files that load and play, with figures of the files they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lineshaft
from lineshaft.proof.changes_to_try import changes_to_try
from lineshaft.proof.marked import split
from lineshaft.reference import load_game as load_reference

PAGES = Path(__file__).parents[2] / "docs/games"


@pytest.mark.parametrize("name", lineshaft.games())
def test_each_page_has_three_files_that_are_others_and_play(name: str, tmp_path: Path) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    changes = changes_to_try(name, page)
    assert len({change.data for change in changes}) == 3
    for change in changes:
        file = tmp_path / "changed.toml"
        file.write_text(change.data, encoding="utf-8")
        assert lineshaft.data_differences(name, change.data)
        game = lineshaft.load_game(name, data=file)
        assert load_reference(name, data=change.data).num_actions == game.num_actions
        assert lineshaft.playouts(game, games=3, seed=1).games == 3
    _, measured, _ = split(page, "changes")
    named = re.findall(r"^\| ([^|]+?) \|", measured, re.MULTILINE)[1:]
    assert named == ["the shipped file", *(change.title for change in changes)], "run python benches/changes.py"

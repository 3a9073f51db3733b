"""What a notebook shows of views, states, matches and replays: pictures that hide what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lineshaft
from lineshaft import show


def pictured(given: Any) -> str | None:
    """As IPython asks for it."""
    method = type(given)._repr_svg_
    assert callable(method)
    drawn: str | None = given._repr_svg_()
    return drawn


@pytest.mark.parametrize("name", show.illustrated_games())
def test_views_states_matches_and_replays_have_pictures(name: str) -> None:
    game = lineshaft.load_game(name)
    match = game.new_match(seed=7)
    while match.current_player() < 0 or match.ply < 20:
        match.apply_action(int(match.legal_actions()[0]))
    state = match.state
    spectators = show.svg(state.view(None).to_dict(), game)
    assert pictured(state.view(0)) == show.svg(state.view(0).to_dict(), game)
    assert [pictured(each) for each in (state.view(None), state, match, match.replay())] == [spectators] * 4


def test_without_a_picture_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own.toml"
    own = lineshaft.load_game("arkwright", players=2).data_text.replace('"Foreman"', '"Overseer"')
    path.write_text(own, encoding="utf-8")
    match = lineshaft.load_game("arkwright", players=2, data=path).new_match(seed=7)
    assert "Overseer" in (pictured(match) or "")
    assert pictured(match.replay()) is None, "a replay does not hold its data file"
    monkeypatch.setattr(show, "illustrated_games", lambda: ())
    assert pictured(match) is None

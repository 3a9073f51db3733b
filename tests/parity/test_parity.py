"""Engine and reference, side by side. The number of games is set by LINESHAFT_PARITY_GAMES for a deeper run."""

from __future__ import annotations

import os

import pytest

import lineshaft
from lineshaft.proof import parity
from lineshaft.proof.parity import run_parity

GAMES = int(os.environ.get("LINESHAFT_PARITY_GAMES", "16"))


@pytest.mark.long
@pytest.mark.parametrize("name", lineshaft.games())
def test_engine_and_reference_agree(name: str) -> None:
    report = run_parity([name], games=GAMES, seed=2026)
    assert not report.differences, report.differences[0].describe()
    assert report.games == GAMES
    assert report.steps > GAMES


def test_a_difference_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself can fail: a reference that miscounts a score is reported with its replay."""
    name = lineshaft.games()[0]
    state_class = type(lineshaft.reference.load_game(name).new_initial_state())
    honest = state_class.scores
    monkeypatch.setattr(state_class, "scores", lambda self: [honest(self)[0] + 1, *honest(self)[1:]])
    report = parity.run_parity([name], games=1, seed=1)
    assert len(report.differences) == 1
    assert "scores differs" in report.differences[0].describe()
    assert '"steps"' in report.differences[0].describe()

"""Engine and reference, side by side. The number of games is set by LINESHAFT_PARITY_GAMES for a deeper run."""

from __future__ import annotations

import os

import pytest

import lineshaft
from lineshaft.proof import parity
from lineshaft.proof.parity import run_parity
from lineshaft.proof.random_data import RandomData, Refused

GAMES = int(os.environ.get("LINESHAFT_PARITY_GAMES", "16"))


@pytest.mark.long
@pytest.mark.parametrize("name", lineshaft.games())
def test_engine_and_reference_agree(name: str) -> None:
    report = run_parity([name], games=GAMES, seed=2026)
    assert not report.differences, report.differences[0].describe()
    assert report.games == GAMES
    assert report.steps > GAMES


@pytest.mark.long
@pytest.mark.parametrize("name", lineshaft.games())
def test_they_agree_on_random_data_files(name: str) -> None:
    report = run_parity([name], games=GAMES, seed=2027, random_files=True)
    assert not report.differences, report.differences[0].describe()
    assert report.games == GAMES
    assert GAMES <= report.files_kept < report.files_tried


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


def test_a_difference_on_a_random_file_is_told_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    name = lineshaft.games()[0]
    state_class = type(lineshaft.reference.load_game(name).new_initial_state())
    honest = state_class.scores
    monkeypatch.setattr(state_class, "scores", lambda self: [honest(self)[0] + 1, *honest(self)[1:]])
    report = parity.run_parity([name], games=1, seed=1, random_files=True)
    [difference] = report.differences
    assert "scores differs" in difference.describe() and "  data:      " in difference.describe()
    found = parity.compare_steps(difference.replay)
    assert found is not None and found.what == "scores"
    monkeypatch.setattr(state_class, "scores", honest)
    assert parity.compare_steps(difference.replay) is None


def test_a_file_that_one_side_alone_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    name = lineshaft.games()[0]
    text, sentence = lineshaft.load_game(name).data_text, f"{name}.toml: format must be 7, not 1"
    file = RandomData(text, 1, 1, [Refused(text, "standard", 2, sentence)])
    monkeypatch.setattr(parity, "random_data", lambda name, seed: file)
    [difference] = parity.run_parity([name], games=1, random_files=True).differences
    assert (difference.what, difference.engine, difference.reference) == ("refusal", sentence, "let in")

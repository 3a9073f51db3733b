"""The corpus in seeds/ replays with engine and reference to the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lineshaft
from lineshaft.errors import ReplayError
from lineshaft.golden import follow_with_reference, setups, verify

SEEDS = Path(__file__).parents[2] / "seeds"


@pytest.mark.parametrize("name", lineshaft.games())
def test_corpus_replays_with_both_implementations(name: str) -> None:
    report = verify(SEEDS, [name])
    assert report.failures == []
    assert report.games > 0 and report.tables > 0 and report.numbers > 0


@pytest.mark.parametrize("name", lineshaft.games())
def test_corpus_covers_every_variant_and_number_of_players(name: str) -> None:
    lines = (SEEDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    replays = [json.loads(line) for line in lines]
    assert {(r["variant"], r["players"]) for r in replays} == set(setups(name))
    assert {bot for r in replays for bot in r["bots"]} == {"random", "greedy"}


@pytest.mark.parametrize("name", lineshaft.games())
def test_a_changed_line_is_noticed_by_both(name: str) -> None:
    line = (SEEDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0]
    replay = json.loads(line)
    replay["scores"][0] += 1
    with pytest.raises(ReplayError):
        lineshaft.Match.from_replay(json.dumps(replay))
    with pytest.raises(ReplayError):
        follow_with_reference(replay)

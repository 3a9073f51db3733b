"""Damaged input by the thousand, in a process of its own with little memory; and both implementations agree on it.

LINESHAFT_FUZZ multiplies the numbers of cases and draws new ones for each value, for a deeper run.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import fuzz
import pytest

import lineshaft
from lineshaft import LineshaftError, reference

FOLDER = Path(__file__).parent
TIMES = int(os.environ.get("LINESHAFT_FUZZ", "1"))
CASES = {"bytes": 3000, "dict": 2000, "replay": 2000, "text": 1000, "toml": 1000, "data": 200}
COMPARED = 120


def test_every_kind_of_damage_is_run() -> None:
    assert tuple(CASES) == fuzz.KINDS


@pytest.mark.long
@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("name", lineshaft.games())
def test_damaged_input_is_refused_or_works(name: str, kind: str) -> None:
    program = [sys.executable, str(FOLDER / "fuzz.py"), name, kind, str(CASES[kind] * TIMES), str(TIMES)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120 * TIMES)
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout)
    assert report["cases"] == CASES[kind] * TIMES == sum(report["outcomes"].values())
    refused = report["cases"] - report["outcomes"]["let in"]
    assert (refused == 0) == (kind == "data"), f"{refused} were refused"


def verdict(call: Callable[..., object], *arguments: object) -> tuple[str, str, str | None] | None:
    """Class, code and rule of the error; the sentences about form may differ."""
    try:
        call(*arguments)
    except LineshaftError as error:
        return type(error).__name__, error.code, error.rule
    return None


@pytest.mark.long
@pytest.mark.parametrize("name", lineshaft.games())
def test_both_implementations_let_in_and_refuse_the_same(name: str) -> None:
    rng = random.Random(f"{name} {TIMES}")
    for index in range(COMPARED * TIMES):
        if index % 40 == 0:
            material = fuzz.Material(name, rng)
            ours = material.game
            theirs = reference.load_game(name, ours.num_players, ours.variant)
        data = material.damage_bytes(rng.choice(material.bytes))
        assert verdict(ours.state_from_bytes, data) == verdict(theirs.state_from_bytes, data), data
        position = material.damage_json(json.loads(rng.choice(material.dicts)))
        assert verdict(ours.state_from_dict, position) == verdict(theirs.state_from_dict, position), position
        toml = material.damage_lines(ours.data_text)
        engine = verdict(lineshaft._engine.load_game_text, name, None, None, None, toml, None)
        assert engine == verdict(reference.load_game, name, None, None, None, toml), toml

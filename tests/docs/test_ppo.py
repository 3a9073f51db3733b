"""The example of learning without a framework: its gradient, what it learns in little time, and the recorded curve."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


@pytest.fixture(scope="module")
def ppo() -> Any:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLES / "ppo.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo"] = module  # its annotations are looked up there
    spec.loader.exec_module(module)
    return module


def loss(ppo: Any, net: Any, part: Any, gain: Any, target: Any) -> float:
    """PPO's loss, written down by itself."""
    _, logits, value = ppo.forward(net, part.seen)
    logits = np.where(part.mask, logits, -np.inf)
    share = np.exp(logits - logits.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    ratio = share[np.arange(len(gain)), part.action] / np.exp(part.logp)
    clipped = np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP)
    entropy = -(share * np.log(np.where(part.mask, share, 1))).sum(axis=1)
    surrogate = np.minimum(ratio * gain, clipped * gain)
    return float((-surrogate - ppo.ENTROPY * entropy + (value - target) ** 2 / 2).mean())


def test_its_gradient_is_that_of_the_loss(ppo: Any) -> None:
    random, rows, entries, actions = np.random.default_rng(3), 40, 12, 7
    net = {name: part.astype(np.float64) for name, part in ppo.new_network(entries, actions, random).items()}
    net["w2"] *= 100
    mask = random.random((rows, actions)) < 0.6
    mask[:, 0] = True
    action = np.array([random.choice(np.flatnonzero(row)) for row in mask])
    logp = np.log(random.random(rows) * 0.5 + 0.2)
    part = ppo.Rollout(random.random((rows, entries)), mask, action, logp, *np.zeros((3, rows)))
    gain, target = random.standard_normal(rows), random.standard_normal(rows)
    slope = ppo.gradient(net, part, gain, target)
    for name, weights in net.items():
        for _ in range(5):
            place = tuple(random.integers(size) for size in weights.shape)
            found, kept = [], weights[place]
            for move in (1e-5, -1e-5):
                weights[place] = kept + move
                found.append(loss(ppo, net, part, gain, target))
            weights[place] = kept
            assert slope[name][place] == pytest.approx((found[0] - found[1]) / 2e-5, abs=1e-5), name


@pytest.mark.long
def test_it_learns(tmp_path: Path) -> None:
    """Eight rollouts: from a quarter of the bot's points to more than half of them."""
    files = ["--csv", str(tmp_path / "ppo.csv"), "--svg", str(tmp_path / "ppo.svg")]
    small = ["--steps", "131072", "--games", "128", "--every", "8"]
    subprocess.run([sys.executable, str(EXAMPLES / "ppo.py"), *small, *files], check=True, capture_output=True)
    rows = list(csv.DictReader((tmp_path / "ppo.csv").read_text(encoding="utf-8").splitlines()))
    assert [int(row["steps"]) for row in rows] == [0, 131072]
    assert float(rows[0]["own"]) * 2 < float(rows[0]["other"])
    assert float(rows[1]["own"]) > 60
    assert ET.parse(tmp_path / "ppo.svg").getroot().tag.endswith("svg")


def test_the_curve_of_the_page_is_the_record(ppo: Any) -> None:
    kinds = (int, float, float, float, float)
    records = list(csv.reader((EXAMPLES / "ppo.csv").read_text(encoding="utf-8").splitlines()))[1:]
    rows = [ppo.Row(*(kind(text) for kind, text in zip(kinds, record, strict=True))) for record in records]
    assert ppo.draw(rows, "greedy:epsilon=0.5") == (EXAMPLES / "ppo.svg").read_text(encoding="utf-8")

"""The workloads of ``lineshaft bench`` under pytest-benchmark: ``pytest benches``, named and seeded alike."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import lineshaft
from lineshaft.cli.bench import Workload, all_workloads
from lineshaft.proof.workloads import WORKLOADS


@pytest.mark.parametrize("workload", all_workloads(), ids=lambda workload: workload.name)
def test_workload(benchmark: BenchmarkFixture, workload: Workload) -> None:
    game = lineshaft.load_game(workload.game)
    work = benchmark(WORKLOADS[workload.kind], game, workload.games, workload.seed)
    assert work.games >= workload.games and work.steps > 0
    benchmark.extra_info.update(games=work.games, decisions=work.decisions, chance=work.chance)


@pytest.mark.parametrize("name", lineshaft.games())
def test_clone(benchmark: BenchmarkFixture, name: str) -> None:
    """One clone through Python; in the engine it is a copy of ``state_size`` bytes."""
    state = lineshaft.load_game(name).new_match(seed=1).state
    assert benchmark(state.clone) == state


@pytest.mark.parametrize("name", lineshaft.games())
def test_observation(benchmark: BenchmarkFixture, name: str) -> None:
    """One observation of the first player, into a buffer that is used again."""
    state = lineshaft.load_game(name).new_match(seed=1).state
    out = state.observation_tensor(0)
    benchmark(state.observation_tensor, 0, out=out)

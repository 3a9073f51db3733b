"""Hypothesis drives set-up, seed and choices through engine and reference; what differs shrinks to a few steps.

The steps of a failure join ``seeds/regressions/GAME.jsonl``, which ``lineshaft golden verify`` follows from then on.
LINESHAFT_PROPERTY sets the number of examples and draws new ones each time, for a deeper run.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import lineshaft
from lineshaft import LineshaftError, reference
from lineshaft.proof.parity import Differs, Pair, compare_steps
from lineshaft.reference.options import Option
from lineshaft.reference.rng import Rng

REGRESSIONS = Path(__file__).parents[2] / "seeds/regressions"
EXAMPLES = settings().max_examples // 3
GAMES = lineshaft.games()
PHASES = [Phase.generate, Phase.shrink]
"""Without Hypothesis' explanations, for which it would trace the reference line by line."""


def option_values(option: Option) -> st.SearchStrategy[Any]:
    """What a rules option may be."""
    if option.choices:
        return st.sampled_from(option.choices)
    numbers = st.integers(option.low, option.high)
    return numbers | st.none() if option.none_allowed else numbers


def set_ups(name: str) -> st.SearchStrategy[tuple[int, str, dict[str, Any]]]:
    """(players, variant, rules) as declared; a combination may still be refused."""
    declared = reference.game_class(name)
    rules = st.fixed_dictionaries({}, optional={option.name: option_values(option) for option in declared.options})
    variants = st.sampled_from([variant.name for variant in declared.variants])
    return st.tuples(st.integers(declared.min_players, declared.max_players), variants, rules)


def error_facts(call: Callable[..., Any], *arguments: Any) -> Any:
    """What was loaded, or all that an error says."""
    try:
        return call(*arguments)
    except LineshaftError as error:
        return type(error).__name__, error.code, error.rule, error.message


class Recorder:
    """Compares along drawn choices, and remembers the steps of the last difference."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.failed: dict[str, Any] | None = None

    def drive(self, set_up: tuple[int, str, dict[str, Any]], seed: int, skip: int, choices: list[int]) -> None:
        """Takes ``skip`` steps that the seed draws, then one step a choice, comparing after each of these."""
        ours = error_facts(lineshaft.load_game, self.name, *set_up)
        theirs = error_facts(reference.load_game, self.name, *set_up)
        if isinstance(ours, tuple) or isinstance(theirs, tuple):
            assert ours == theirs
            return
        rng = Rng(seed, 0)
        pair = Pair(ours, theirs, rng)
        try:
            for index in range(skip + len(choices)):
                if index >= skip:
                    pair.compare()
                if pair.reference.is_terminal():
                    break
                choice = rng.next() if index < skip else choices[index - skip]
                legal = pair.reference.legal_actions()
                pair.step(legal[choice % len(legal)] if legal else choice % (1 << 31))
            pair.compare()
        except Differs as found:
            self.failed = pair.replay()
            raise AssertionError(f"{found.what}: {found.engine} is not {found.reference} after {pair.steps}") from found


def check(name: str, examples: int, folder: Path, longest: int = 40) -> None:
    """Runs the examples; the smallest failure is written to the folder, and raised."""
    recorder = Recorder(name)

    @settings(max_examples=examples, phases=PHASES)
    @given(
        set_up=set_ups(name),
        seed=st.integers(0, 2**64 - 1),
        skip=st.integers(0, 5 * longest),
        choices=st.lists(st.integers(0, 400), max_size=longest),
    )
    def run(set_up: tuple[int, str, dict[str, Any]], seed: int, skip: int, choices: list[int]) -> None:
        recorder.drive(set_up, seed, skip, choices)

    try:
        run()
    except AssertionError:
        if recorder.failed is not None:
            save(recorder.failed, folder)
        raise


def save(record: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record['game']}.jsonl"
    line = json.dumps(record)
    if not path.exists() or line not in path.read_text(encoding="utf-8").splitlines():
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{line}\n")


@pytest.mark.parametrize("name", GAMES)
def test_engine_and_reference_go_in_lockstep(name: str) -> None:
    check(name, EXAMPLES, REGRESSIONS)


def test_a_failure_shrinks_and_joins_the_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference that miscounts as soon as anything has happened: the shortest game that shows it is kept."""
    name = GAMES[0]
    state_class = type(reference.load_game(name).new_initial_state())
    honest = state_class.scores

    def scores(self: Any) -> list[int]:
        moved = self.to_dict() != self.game.new_initial_state().to_dict()
        return [honest(self)[0] + moved, *honest(self)[1:]]

    monkeypatch.setattr(state_class, "scores", scores)
    with pytest.raises(AssertionError, match="scores"):
        check(name, 10, tmp_path, longest=3)
    [line] = (tmp_path / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(line)
    assert len(record["steps"]) == 1
    difference = compare_steps(record)
    assert difference is not None and "scores" in difference.what
    monkeypatch.undo()
    assert compare_steps(record) is None


WRONG = st.integers(-3, 12) | st.sampled_from([True, False, None, "", "x", 2**40, -(2**40)])


@pytest.mark.parametrize("name", GAMES)
def test_set_ups_are_refused_alike(name: str) -> None:
    declared = reference.game_class(name)
    names = st.sampled_from([*(option.name for option in declared.options), "no_such_option"])
    variants = st.sampled_from([*(variant.name for variant in declared.variants), "no such variant"])

    @settings(max_examples=EXAMPLES * 5)
    @given(st.integers(0, 7), variants, st.dictionaries(names, WRONG, max_size=2), st.sampled_from(["win", "gold"]))
    def run(players: int, variant: str, rules: dict[str, Any], utility: str) -> None:
        ours = error_facts(lineshaft.load_game, name, players, variant, rules, None, utility)
        theirs = error_facts(reference.load_game, name, players, variant, rules, None, utility)
        if isinstance(ours, tuple) or isinstance(theirs, tuple):
            assert ours == theirs
        else:
            assert ours.config_digest == theirs.config_digest.hex()

    run()

"""The golden corpus: recorded games and digests that pin behaviour from version to version.

``seeds/`` holds one file a game, ``<game>.jsonl``, with one replay a line; ``tables.json`` with digests of the action,
outcome and channel tables; ``rng.json`` with numbers of the specified generator. ``verify`` replays all of it with
the engine and with the reference; ``record`` writes the corpus anew, which is right only together with a new rules
version or a new game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import lineshaft
from lineshaft import _engine, reference
from lineshaft.errors import LineshaftError
from lineshaft.playback import follow
from lineshaft.reference.codec import digest64
from lineshaft.reference.rng import Rng, game_seed

__all__ = ["GoldenReport", "follow_with_reference", "record", "setups", "verify"]

RNG_CASES = ((0, 0), (1, 0), (0, 1), (7, 3), (2**64 - 1, 2**16), (12345678901234567890, 2**32))
BOUNDS = (1, 2, 6, 52, 111, 2**31, 2**63 + 1)
COUNT = 8


@dataclass
class GoldenReport:
    """What ``verify`` looked at, and what it found wrong."""

    games: int = 0
    tables: int = 0
    numbers: int = 0
    failures: list[str] = field(default_factory=list)


def setups(name: str) -> Iterator[tuple[str, int]]:
    """Every variant with every number of players it takes."""
    declared = lineshaft.describe(name)
    for variant in declared["variants"]:
        low, high = declared["players"]
        for players in range(low, high + 1):
            try:
                lineshaft.load_game(name, players=players, variant=variant["name"])
            except lineshaft.errors.InvalidVariant:
                continue
            yield variant["name"], players


def verify(directory: Path, names: Sequence[str] | None = None) -> GoldenReport:
    """Replays the corpus with the engine and the reference, and recomputes the digests and numbers."""
    report = GoldenReport()
    for name in names if names is not None else lineshaft.games():
        path = directory / f"{name}.jsonl"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            report.games += 1
            try:
                lineshaft.Match.from_replay(line)
                follow_with_reference(json.loads(line))
            except LineshaftError as error:
                report.failures.append(f"{path.name}:{number}: {error}")
    _verify_tables(directory, names, report)
    _verify_numbers(directory, report)
    return report


def follow_with_reference(replay: dict[str, Any], data: str | None = None) -> reference.State[Any]:
    """Follows a replay with the reference alone; a step, mark or result that differs is a ReplayError.

    ``data`` is the text of a data file, None for the shipped one.
    """
    game = reference.load_game(replay["game"], replay["players"], replay["variant"], replay["rules"], data)
    state = game.new_initial_state()
    for _ in follow(state, replay):
        pass
    return state


def record(directory: Path, names: Sequence[str] | None = None, seed: int = 1) -> None:
    """Writes the corpus: random and greedy games of every variant and number of players."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in names if names is not None else lineshaft.games():
        lines = []
        for variant, players in setups(name):
            game = lineshaft.load_game(name, players=players, variant=variant)
            for bot, count in (("random", 2), ("greedy", 2)):
                played = lineshaft.selfplay(game, [bot] * players, games=count, seed=seed, record=True)
                lines += [replay.to_json() for replay in played.replays or ()]
        (directory / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    _write_json(directory / "tables.json", dict(_tables(lineshaft.games())))
    _write_json(directory / "rng.json", _numbers())


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8", newline="\n")


def _tables(names: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The digest of each static table, of engine and reference alike."""
    for name in names:
        for variant, players in setups(name):
            for side in (lineshaft, reference):
                game: Any = side.load_game(name, players=players, variant=variant)
                key = f"{name} {variant} {players}" + (" reference" if side is reference else "")
                actions = [game.action_to_string(i) for i in range(game.num_actions)]
                outcomes = [game.outcome_to_string(i) for i in range(game.num_outcomes)]
                channels = [[c.name, list(c.shape), c.high] for c in game.observation_channels]
                yield (
                    key,
                    {
                        "rules_version": game.rules_version,
                        "actions": [len(actions), _digest(actions)],
                        "outcomes": [len(outcomes), _digest(outcomes)],
                        "channels": [len(channels), _digest(channels)],
                    },
                )


def _digest(value: object) -> str:
    return digest64(json.dumps(value).encode()).hex()


def _verify_tables(directory: Path, names: Sequence[str] | None, report: GoldenReport) -> None:
    stored = json.loads((directory / "tables.json").read_text(encoding="utf-8"))
    for key, facts in _tables(names if names is not None else lineshaft.games()):
        report.tables += 1
        wanted = stored.get(key.removesuffix(" reference"))
        if wanted != facts:
            report.failures.append(f"tables.json: {key}: the corpus says {wanted}, the tables give {facts}")


def _numbers() -> list[dict[str, Any]]:
    """Numbers of the generator: raw, bounded, and the seeds of a series. 64-bit numbers are texts."""
    cases = []
    for seed, stream in RNG_CASES:
        raw = Rng(seed, stream)
        bounded = {bound: Rng(seed, stream) for bound in BOUNDS}
        cases.append(
            {
                "seed": str(seed),
                "stream": str(stream),
                "raw": [str(raw.next()) for _ in range(COUNT)],
                "below": {str(bound): [str(rng.below(bound)) for _ in range(COUNT)] for bound, rng in bounded.items()},
                "game_seeds": [str(game_seed(seed, i)) for i in range(COUNT)],
            }
        )
    return cases


def _verify_numbers(directory: Path, report: GoldenReport) -> None:
    """The stored numbers against the reference's generator, then the engine's."""
    stored = json.loads((directory / "rng.json").read_text(encoding="utf-8"))
    if stored != _numbers():
        report.failures.append("rng.json: the reference's generator gives other numbers")
    for case in stored:
        seed, stream = int(case["seed"]), int(case["stream"])
        ours = {
            "raw": _texts(_engine.rng_numbers(seed, stream, COUNT)),
            "below": {bound: _texts(_engine.rng_numbers(seed, stream, COUNT, int(bound))) for bound in case["below"]},
            "game_seeds": [str(_engine.game_seed(seed, i)) for i in range(COUNT)],
        }
        report.numbers += COUNT * (2 + len(case["below"]))
        for what, numbers in ours.items():
            if numbers != case[what]:
                report.failures.append(f"rng.json: the engine's {what} of seed {seed}, stream {stream}: {numbers}")


def _texts(numbers: Iterable[int]) -> list[str]:
    return [str(number) for number in numbers]

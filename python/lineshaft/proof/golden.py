"""The golden corpus: recorded games and digests that pin behaviour from version to version.

``seeds/`` holds, with one JSON object a line where a name ends in ``.jsonl``:

* ``GAME.jsonl``: replays of every variant and number of players, random and greedy, with a game of other options;
* ``edges/GAME.jsonl``: replays with drawn options that reach rare rules; each names the rules that it visits;
* ``data/GAME-NAME.toml``: changed data files, and in ``data/GAME-NAME.jsonl`` replays of games played on them;
* ``regressions/GAME.jsonl``: steps on which engine and reference once differed;
* ``GAME.playthrough.txt``: one of the games, written out for human eyes;
* ``tables.json``, ``paths.json``: digests of the action, outcome and channel tables, and path counts, of each set-up;
* ``rng.json``: numbers of the specified generator.

``verify`` follows all of it with the engine and with the reference. ``lineshaft.proof.recording`` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any

import lineshaft
from lineshaft import _engine, reference, replays
from lineshaft.errors import LineshaftError, ReplayError
from lineshaft.proof.citations import Citation, RuleTracer, ask, citations, cited_rules, declared_rules, sort_rules
from lineshaft.proof.parity import compare_steps
from lineshaft.proof.pathcounts import count_paths, recount, reference_differs
from lineshaft.proof.playthrough import write_playthrough
from lineshaft.proof.setups import setups
from lineshaft.reference.codec import digest64
from lineshaft.reference.replay import Library
from lineshaft.reference.replay import follow as take_steps
from lineshaft.reference.rng import Rng, game_seed
from lineshaft.registry import named_data
from lineshaft.replays import Verified

__all__ = ["GoldenReport", "follow", "follow_with_reference", "setups", "verify", "verify_with_reference", "watch"]

RNG_CASES = ((0, 0), (1, 0), (0, 1), (7, 3), (2**64 - 1, 2**16), (12345678901234567890, 2**32))
BOUNDS = (1, 2, 6, 52, 111, 2**31, 2**63 + 1)
COUNT = 8


@dataclass
class GoldenReport:
    """What ``verify`` looked at, and what it found wrong."""

    games: int = 0
    edges: int = 0
    data_games: int = 0
    regressions: int = 0
    playthroughs: int = 0
    tables: int = 0
    paths: int = 0
    numbers: int = 0
    visited: dict[str, set[Citation]] = field(default_factory=dict)
    """By game: the citations of the reference that its edge games run, loading included."""
    failures: list[str] = field(default_factory=list)

    def unvisited_rules(self, name: str) -> list[str]:
        """The rules cited by the reference of which no edge game visits any citation."""
        visited = {cited.rule for cited in self.visited[name]}
        return [rule for rule in cited_rules(name) if rule not in visited | self.declared[name]]

    def unvisited_citations(self, name: str) -> list[Citation]:
        """The citations inside functions that no edge game runs."""
        return sorted(citations(name) - self.visited[name], key=lambda cited: (cited.file, cited.line, cited.rule))

    declared: dict[str, set[str]] = field(default_factory=dict)
    """By game: the rules of the variants that its edge games play, and of the options that they set."""


def verify(
    directory: Path,
    names: Sequence[str] | None = None,
    *,
    current_only: bool = False,
    on_line: Callable[[str], None] = lambda where: None,
) -> GoldenReport:
    """Follows the corpus with the engine and the reference, and recomputes the digests, counts and numbers.

    ``current_only`` looks at nothing but behaviour that was recorded under each game's present rules version: what must
    hold before the corpus may be recorded anew. ``on_line`` is told what comes next, for progress.
    """
    report = GoldenReport()
    for name in names if names is not None else lineshaft.games():
        lines = Lines(directory, name, current_only, on_line)
        report.visited[name], report.declared[name] = set(), set()
        for check in (_verify_games, _verify_edges, _verify_data, _verify_regressions, _verify_playthrough):
            try:
                check(lines, report)
            except OSError as error:
                report.failures.append(f"cannot read {error.filename}: {error.strerror}")
    _verify_setups(directory, names, report, current_only, on_line)
    if not current_only:
        _verify_numbers(directory, report)
    return report


@dataclass(frozen=True)
class Lines:
    """The lines of a game's files."""

    directory: Path
    name: str
    current_only: bool
    on_line: Callable[[str], None]

    def read(
        self, report: GoldenReport, folder: str = "", *, stem: str | None = None, optional: bool = False
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Where each line stands, and its object. A line that is none, or lacks a key, is a failure.

        The file is called as the game, or else ``stem``.
        """
        path = self.directory / folder / f"{stem or self.name}.jsonl"
        if (optional or self.current_only) and not path.exists():
            return
        version = lineshaft.describe(self.name)["rules_version"]
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            where = f"{path.relative_to(self.directory).as_posix()}:{number}"
            self.on_line(where)
            try:
                record = _object(line, KEYS[folder])
            except ReplayError as error:
                report.failures.append(f"{where}: {error}")
                continue
            if not self.current_only or record.get("replay", record).get("rules_version", version) == version:
                yield where, record


KEYS: dict[str, dict[str, type]] = {
    "": {},
    "edges": {"replay": dict, "visits": list},
    "data": {},
    "regressions": {"game": str, "players": int, "variant": str, "rules": dict, "steps": list},
}
"""What a line of a folder must have. Replays have a reader of their own."""


def _object(line: bytes, keys: Mapping[str, type]) -> dict[str, Any]:
    record = _parsed(line)
    if not isinstance(record, dict):
        raise ReplayError("the line is no JSON object")
    for key, kind in keys.items():
        if not isinstance(record.get(key), kind):
            raise ReplayError(f"the line has no {key}, or one of another kind")
    return record


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"this is no JSON: {error}") from error


def _verify_games(lines: Lines, report: GoldenReport) -> None:
    report.games += _follow_with_both(lines.read(report), None, report)


def _follow_with_both(lines: Iterable[tuple[str, dict[str, Any]]], data: Path | None, report: GoldenReport) -> int:
    """Replays by engine and reference, and how many; ``data`` is the data file that they were played with."""
    engine, ours, count = replays.library(data), Library(*(named_data(data) if data else ())), 0
    for where, replay in lines:
        count += 1
        try:
            for _ in engine.follow(replay):
                pass
            follow_with_reference(replay, ours)
        except LineshaftError as error:
            report.failures.append(f"{where}: {error}")
    return count


def data_files(directory: Path, name: str) -> list[Path]:
    """The changed data files of a game in a corpus."""
    return sorted((directory / "data").glob(f"{name}-*.toml"))


def _verify_data(lines: Lines, report: GoldenReport) -> None:
    paths = data_files(lines.directory, lines.name)
    for path in paths:
        report.data_games += _follow_with_both(lines.read(report, "data", stem=path.stem), path, report)
    played = sorted((lines.directory / "data").glob(f"{lines.name}-*.jsonl"))
    for path in [path for path in played if path.with_suffix(".toml") not in paths]:
        report.failures.append(f"data/{path.name}: its data file {path.stem}.toml is missing")


def _verify_edges(lines: Lines, report: GoldenReport) -> None:
    """Each edge game is followed while the reference is watched, and must visit the rules that its line names."""
    name = lines.name
    for where, record in lines.read(report, "edges"):
        report.edges += 1
        replay, named = record["replay"], set(record["visits"])
        try:
            lineshaft.Match.from_replay(replay)
            loading, visited = watch(replay)
        except LineshaftError as error:
            report.failures.append(f"{where}: {error}")
            continue
        report.visited[name] |= loading | visited
        report.declared[name] |= (declared := declared_rules(replay))
        missing = named - declared - {cited.rule for cited in visited}
        if missing and not lines.current_only:
            report.failures.append(
                f"{where}: the game does not visit {', '.join(sort_rules(missing))}, as the line says"
            )


def watch(replay: Mapping[str, Any]) -> tuple[set[Citation], set[Citation]]:
    """Follows a replay with the reference; the citations that run while it loads, and those that run in play."""
    with RuleTracer(replay["game"]) as loading:
        game = reference.load_game(replay["game"], replay["players"], replay["variant"], replay["rules"])
    with RuleTracer(replay["game"]) as playing:
        follow(game.new_initial_state(), replay, watch=ask)
    return loading.visited, playing.visited


def _verify_regressions(lines: Lines, report: GoldenReport) -> None:
    for where, record in lines.read(report, "regressions", optional=True):
        report.regressions += 1
        try:
            difference = compare_steps(record)
        except LineshaftError as error:
            report.failures.append(f"{where}: {error}")
        else:
            if difference is not None:
                report.failures.append(f"{where}: {difference.describe()}")


def _verify_playthrough(lines: Lines, report: GoldenReport) -> None:
    if lines.current_only:
        return
    path = lines.directory / f"{lines.name}.playthrough.txt"
    stored = path.read_text(encoding="utf-8").splitlines()
    report.playthroughs += 1
    try:
        written = write_playthrough(playthrough_replay(lines.directory, lines.name)).splitlines()
    except LineshaftError as error:
        report.failures.append(f"{path.name}: {error}")
        return
    diff = list(unified_diff(stored, written, "the corpus", "today", lineterm="", n=1))
    if diff:
        shown = "\n".join(diff[:40] + (["..."] if len(diff) > 40 else []))
        report.failures.append(f"{path.name}: the playthrough reads otherwise today\n{shown}")


def playthrough_replay(directory: Path, name: str) -> lineshaft.Replay:
    """The game that is written out: the first greedy one of the default set-up."""
    declared = lineshaft.describe(name)
    for replay in lineshaft.read_replays(directory / f"{name}.jsonl"):
        usual = (replay.variant, replay.players) == (declared["variants"][0]["name"], declared["default_players"])
        if usual and replay.bots is not None and set(replay.bots) == {"greedy"}:
            return replay
    raise ReplayError(f"{name}.jsonl has no greedy game of the default set-up")


def follow_with_reference(replay: Mapping[str, Any], library: Library | None = None) -> reference.State[Any]:
    """Follows a replay with the reference alone; a step, mark or result that differs is a ReplayError.

    ``library`` loads its game, where many replays are of one.
    """
    state = (library or Library()).game(replay).new_initial_state()
    follow(state, replay)
    return state


def verify_with_reference(
    path: replays.Source, data: Path | str | None = None, line: int | None = None
) -> Iterator[Verified]:
    """``lineshaft.verify_replays`` with engine and reference, one line after the other."""
    engine = replays.library(data)
    ours = Library() if data is None else Library(*named_data(data))
    wanted = replays.line_number(line)
    for number, text in replays.numbered_lines(path):
        if wanted not in (None, number):
            continue
        games, steps, faults = engine.verify(text, number, 1)
        try:
            if games:
                follow_with_reference(lineshaft.Replay._of(_engine.read_line(text)).to_dict(), ours)
        except LineshaftError as error:
            games, faults = 0, [(number, error)]
        yield Verified(games, games * steps, [(number, replays.placed(fault, path, number)) for _, fault in faults])


def follow(
    state: reference.State[Any],
    replay: Mapping[str, Any],
    watch: Callable[[reference.State[Any], int], None] = lambda state, ply: None,
) -> None:
    """Takes the steps of a replay and compares the end. ``watch`` is shown each position, the last one too."""
    for ply in take_steps(state, replay):
        watch(state, ply)


def tables(name: str, variant: str, players: int) -> dict[str, Any]:
    """The digest of each static table, of engine and reference alike."""
    found = []
    version = lineshaft.load_game(name, players=players, variant=variant).observation_version
    for side in (lineshaft, reference):
        game: Any = side.load_game(name, players=players, variant=variant)
        actions = [game.action_to_string(i) for i in range(game.num_actions)]
        outcomes = [game.outcome_to_string(i) for i in range(game.num_outcomes)]
        channels = [[c.name, list(c.shape), c.high] for c in game.observation_channels]
        found.append(
            {
                "rules_version": game.rules_version,
                "actions": [len(actions), _digest(actions)],
                "outcomes": [len(outcomes), _digest(outcomes)],
                "observation_version": version,
                "channels": [len(channels), _digest(channels)],
            }
        )
    if found[0] != found[1]:
        raise ReplayError(f"the engine has {found[0]}, the reference {found[1]}")
    return found[0]


def paths(name: str, variant: str, players: int) -> dict[str, Any]:
    """The path counts of a set-up."""
    game = lineshaft.load_game(name, players=players, variant=variant)
    return {"rules_version": game.rules_version, "positions": count_paths(game)}


def _digest(value: object) -> str:
    return digest64(json.dumps(value).encode()).hex()


def read_json(path: Path) -> Any:
    """What a file holds, nothing if there is none. What is no JSON is a ReplayError."""
    if not path.exists():
        return {}
    try:
        return _parsed(path.read_bytes())
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from error


def _verify_setups(
    directory: Path,
    names: Sequence[str] | None,
    report: GoldenReport,
    current_only: bool,
    on_line: Callable[[str], None],
) -> None:
    """The digests and path counts of each variant with each number of players."""
    kinds = {"tables.json": _check_tables, "paths.json": _check_paths}
    for file, check in kinds.items():
        stored = read_json(directory / file)
        for name in names if names is not None else lineshaft.games():
            for variant, players in setups(name):
                key = f"{name} {variant} {players}"
                facts, version = stored.get(key), lineshaft.describe(name)["rules_version"]
                if current_only and (facts is None or facts["rules_version"] != version):
                    continue
                on_line(f"{file}: {key}")
                problem = "not in the corpus" if facts is None else check(name, variant, players, facts, current_only)
                report.tables += file == "tables.json"
                report.paths += file == "paths.json"
                if problem is not None:
                    report.failures.append(f"{file}: {key}: {problem}")


def _check_tables(name: str, variant: str, players: int, stored: Mapping[str, Any], current_only: bool) -> str | None:
    try:
        found = tables(name, variant, players)
    except ReplayError as error:
        return str(error)
    stored = {"observation_version": 1, **stored}  # version 0.1.0 had the first, and did not say so
    if current_only and stored["observation_version"] != found["observation_version"]:
        stored = {**stored, **{key: found[key] for key in ("observation_version", "channels")}}
    return None if found == stored else f"the corpus says {stored}, the tables give {found}"


def _check_paths(name: str, variant: str, players: int, stored: Mapping[str, Any], current_only: bool) -> str | None:
    game = lineshaft.load_game(name, players=players, variant=variant)
    if game.rules_version != stored["rules_version"]:
        return f"counted under rules version {stored['rules_version']}, not {game.rules_version}"
    found = recount(game, stored["positions"])
    for position, facts in stored["positions"].items():
        if found[position] != facts:
            return f"{position}: the corpus says {facts}, the engine counts {found[position]}"
    return reference_differs(game, stored["positions"])


def numbers() -> list[dict[str, Any]]:
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
    stored = read_json(directory / "rng.json")
    if stored != numbers():
        report.failures.append("rng.json: the reference's generator gives other numbers")
    for case in stored:
        seed, stream = int(case["seed"]), int(case["stream"])
        ours = {
            "raw": _texts(_engine.rng_numbers(seed, stream, COUNT)),
            "below": {bound: _texts(_engine.rng_numbers(seed, stream, COUNT, int(bound))) for bound in case["below"]},
            "game_seeds": [str(_engine.game_seed(seed, i)) for i in range(COUNT)],
        }
        report.numbers += COUNT * (2 + len(case["below"]))
        for what, found in ours.items():
            if found != case[what]:
                report.failures.append(f"rng.json: the engine's {what} of seed {seed}, stream {stream}: {found}")


def _texts(values: Iterable[int]) -> list[str]:
    return [str(value) for value in values]

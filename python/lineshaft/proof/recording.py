"""Writing the golden corpus (see ``golden``): for a reason, never over a change without a new rules version."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import lineshaft
from lineshaft.drafts import write_whole
from lineshaft.proof.edges import find_edges
from lineshaft.proof.golden import data_files, numbers, paths, playthrough_replay, read_json, tables, verify
from lineshaft.proof.playthrough import write_playthrough
from lineshaft.proof.random_data import engine_refusal
from lineshaft.proof.setups import setups
from lineshaft.registry import read_data

__all__ = ["EDGE_CANDIDATES", "record"]

EDGE_CANDIDATES = 60
HISTORY = "# Why this corpus was recorded\n\nWritten by `lineshaft golden record`; the newest entry is the last.\n\n"


def record(
    directory: Path,
    names: Sequence[str],
    reason: str,
    edges: int = EDGE_CANDIDATES,
    on_step: Callable[[str], None] = lambda what: None,
) -> list[str]:
    """Records the games anew and notes the reason in ``HISTORY.md``.

    What the corpus holds under a game's present rules version must still be so: otherwise the differences are returned,
    and nothing is written. Lines of older rules versions are replaced. Regressions are kept, and with ``edges`` 0 the
    edge games as well; otherwise so many candidates are played in the search for them. The data files in ``data/`` are
    kept too: games are recorded on each. A file that was changed has no games any more: they are removed first.
    """
    refused = verify(directory, names, current_only=True, on_line=on_step).failures + _unplayable(directory, names)
    if refused:
        return refused
    directory.mkdir(parents=True, exist_ok=True)
    for name in names:
        on_step(f"{name}: games")
        _write_lines(directory / f"{name}.jsonl", _games(name))
        for path in data_files(directory, name):
            on_step(f"data/{path.name}")
            _write_lines(path.with_suffix(".jsonl"), _games_on(name, path))
        _write(directory / f"{name}.playthrough.txt", write_playthrough(playthrough_replay(directory, name)))
        kept = directory / "edges" / f"{name}.jsonl"
        kept.parent.mkdir(exist_ok=True)
        if edges or not kept.exists():
            _write_lines(kept, (edge.to_json() for edge in find_edges(name, edges, on_game=on_step)))
    for file, count in (("tables.json", tables), ("paths.json", paths)):
        on_step(file)
        _update(directory / file, {f"{n} {v} {p}": count(n, v, p) for n in names for v, p in setups(n)})
    _write_json(directory / "rng.json", numbers())
    _note(directory / "HISTORY.md", names, reason)
    return []


def _games(name: str, seed: int = 1) -> Iterable[str]:
    """Random and greedy games of every variant and number of players, and a greedy one with the options turned over."""
    for variant, players in setups(name):
        other = turned_over(name, variant, players)
        for rules, bot, count in (({}, "random", 2), ({}, "greedy", 2), (other, "greedy", 1)):
            game = lineshaft.load_game(name, players=players, variant=variant, rules=rules)
            played = lineshaft.selfplay(game, [bot] * players, games=count, seed=seed, record=True)
            yield from (replay.to_json() for replay in played.replays)


def _unplayable(directory: Path, names: Sequence[str]) -> list[str]:
    """The data files of the corpus that can be played in no set-up."""
    found = [(path, engine_refusal(name, read_data(path))) for name in names for path in data_files(directory, name)]
    return [f"data/{path.name}: {refusal.sentence}" for path, refusal in found if refusal is not None]


def _games_on(name: str, data: Path, seed: int = 1) -> Iterable[str]:
    """A random and a greedy game on a data file, of every variant and number of players that it can be played in."""
    for variant, players in setups(name):
        try:
            game = lineshaft.load_game(name, players=players, variant=variant, data=data)
        except lineshaft.InvalidData:
            continue
        for bot in ("random", "greedy"):
            yield lineshaft.play(game, [bot] * players, seed).to_json()


def turned_over(name: str, variant: str, players: int) -> dict[str, bool | str]:
    """Every switch at its other value and every choice at another; not those that a variant is made of."""
    described = lineshaft.describe(name)
    parts_of_variants = {option for declared in described["variants"] for option in declared["rules"]}
    rules: dict[str, bool | str] = {}
    for option in described["options"]:
        key, default = option["name"], option["default"]
        if key in parts_of_variants or not isinstance(default, bool | str):
            continue
        other = not default if isinstance(default, bool) else _other_choice(option["allowed"], default)
        if _is_allowed(name, variant, players, {key: other}):
            rules[key] = other
    return rules


def _other_choice(allowed: str, default: str) -> str:
    return next(choice for choice in allowed.split(" or ") if choice != default)


def _is_allowed(name: str, variant: str, players: int, rules: dict[str, bool | str]) -> bool:
    try:
        lineshaft.load_game(name, players, variant, rules)
    except lineshaft.InvalidVariant:
        return False
    return True


def _update(path: Path, facts: dict[str, Any]) -> None:
    """Replaces the entries of the games that were recorded; those of games that are no more go."""
    games = {key.split()[0] for key in facts}
    kept = {k: v for k, v in read_json(path).items() if k.split()[0] in set(lineshaft.games()) - games}
    _write_json(path, dict(sorted({**kept, **facts}.items())))


def _note(path: Path, names: Sequence[str], reason: str) -> None:
    text = path.read_text(encoding="utf-8") if path.exists() else HISTORY
    told = ", ".join(f"{name} (rules version {lineshaft.describe(name)['rules_version']})" for name in names)
    _write(path, f"{text}- {told}: {' '.join(reason.split())}\n")


def _write_json(path: Path, value: object) -> None:
    """A line an entry: short, and a change shows where it is."""
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in value.items()]
        _write(path, "{\n" + ",\n".join(lines) + "\n}\n")
    else:
        _write(path, json.dumps(value, indent=1) + "\n")


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    _write(path, "".join(f"{line}\n" for line in lines))


def _write(path: Path, text: str) -> None:
    write_whole(path, lambda file: file.write(text.encode()), replace=True)

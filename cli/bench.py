"""``lineshaft bench``: named workloads, timed, and the ratio of the engine to the reference in the same run."""

from __future__ import annotations

import os
import platform
import re
import time
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import click

import lineshaft
from lineshaft.proof.peers import PEERS, Peer
from lineshaft.proof.workloads import WORKLOADS, Work
from lineshaft.reference.wording import quoted

from .output import Column, count, say, say_json, show_table
from .parameters import JSON

ROUNDS = 5
ENOUGH = 0.25
"""Seconds that one round takes at least; the fastest of the rounds counts, because other programs only ever slow it.

Seconds are those of the processor, not of the wall: no workload waits, and a busy machine distorts them less.
"""


class Workload(NamedTuple):
    """One kind of work for one game."""

    game: str
    kind: str
    summary: str
    games: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.game}/{self.kind}"


class Timing(NamedTuple):
    """What the fastest round did, and in how many seconds."""

    work: Work
    seconds: float

    @property
    def steps_per_second(self) -> float:
        return self.work.steps / self.seconds


@click.command(
    epilog="""\b
Examples:
  lineshaft bench --quick
  lineshaft bench playouts reference --quick --json"""
)
@click.argument("names", nargs=-1, metavar="[WORKLOAD]...")
@click.option(
    "--quick", is_flag=True, help="One short round each: checks that everything runs; the figures mean little."
)
@click.option(
    "--peers",
    is_flag=True,
    help="Measure games of OpenSpiel and EnvPool too, and the ratio to ours; needs the extra lineshaft[peers].",
)
@JSON
def bench(names: tuple[str, ...], quick: bool, peers: bool, as_json: bool) -> None:
    """Measure the speed of each game, or of some WORKLOADs.

    A workload is GAME/KIND (the kinds are playouts, selfplay, stepping, matches, batch and reference); a game or
    a kind alone stands for all of its workloads. Each is run on one core, and the fastest of a few rounds is shown.
    """
    workloads = chosen(names)
    kinds = {workload.kind: workload for workload in workloads}
    beside = peers_at(kinds) if peers else []
    versions = {peer.name: peer.version() for peer in beside}
    timings = run_all(workloads, quick)
    theirs = run_all([workload for peer in beside for workload in peer_workloads(peer, kinds)], quick)
    report = {
        "format": "lineshaft-bench/1",
        "version": lineshaft.__version__,
        "machine": f"{processor()}, {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "quick": quick,
        "workloads": [facts(workload, timing) for workload, timing in (timings | theirs).items()],
        "games": [sizes(game, timings) for game in dict.fromkeys(workload.game for workload in timings)],
        "peers": [peer_facts(peer, versions[peer.name], timings, theirs) for peer in beside],
    }
    if as_json:
        say_json(report)
    else:
        show(report)


def processor() -> str:
    """What the processor calls itself; Linux tells it in a file, other systems by Python's own means."""
    try:
        told = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        told = None
    name = told[1] if told else platform.processor()
    return f"{name or 'unknown processor'}, {count(os.cpu_count() or 1, 'core')}"


def run_all(workloads: Sequence[Workload], quick: bool) -> dict[Workload, Timing]:
    timings: dict[Workload, Timing] = {}
    for workload in workloads:
        say(f"{workload.name}: {workload.summary}", err=True)
        timings[workload] = measure(workload, quick)
    return timings


def all_workloads() -> list[Workload]:
    """Each kind of workloads.toml for each game."""
    kinds = tomllib.loads((files(__package__) / "workloads.toml").read_text(encoding="utf-8"))
    return [Workload(game, kind, **settings) for game in lineshaft.games() for kind, settings in kinds.items()]


def chosen(names: Sequence[str]) -> list[Workload]:
    """The workloads that the names stand for, all without names."""
    workloads = all_workloads()
    for name in names:
        if not any(name in workload or name == workload.name for workload in workloads):
            known = [*dict.fromkeys(w.game for w in workloads), *dict.fromkeys(w.kind for w in workloads)]
            choices = ", ".join([*known, *(w.name for w in workloads)])
            raise click.UsageError(f"there is no workload {quoted(name)}; choose among: {choices}")
    wanted = set(names)
    return [w for w in workloads if not wanted or wanted & {w.game, w.kind, w.name}]


def peers_at(kinds: Collection[str]) -> list[Peer]:
    """Those that have counterparts of some of these kinds."""
    beside = [peer for peer in PEERS if peer.loops.keys() & set(kinds)]
    if not beside:
        known = " or ".join(kind for peer in PEERS for kind in peer.loops)
        raise click.UsageError(f"--peers measures others at {known}, not at {' or '.join(sorted(kinds))}")
    return beside


def peer_workloads(peer: Peer, kinds: Mapping[str, Workload]) -> list[Workload]:
    """What a peer's games can be measured at, of the kinds that are run; with one of our workloads of each kind."""
    return [
        ours._replace(game=f"{peer.name}:{game}", summary=f"{peer.title}'s {game}: the counterpart of {kind}")
        for game in peer.games
        for kind, ours in kinds.items()
        if kind in peer.loops
    ]


def measure(workload: Workload, quick: bool) -> Timing:
    """The fastest of a few rounds that each take long enough."""
    run = runner(workload)
    if quick:
        return timed(run, 1)
    games = workload.games
    while timed(run, games).seconds < ENOUGH:
        games *= 2
    return max((timed(run, games) for _ in range(ROUNDS)), key=lambda timing: timing.steps_per_second)


def runner(workload: Workload) -> Callable[[int], Work]:
    """The loop of a workload, for a number of games. What has to be done once is done here."""
    owner, colon, name = workload.game.partition(":")
    if colon:
        peer = next(peer for peer in PEERS if peer.name == owner)
        peer.prepare(name)
        return lambda games: peer.loops[workload.kind](name, games, workload.seed)
    game = lineshaft.load_game(workload.game)
    return lambda games: WORKLOADS[workload.kind](game, games, workload.seed)


def timed(run: Callable[[int], Work], games: int) -> Timing:
    started = time.process_time()
    work = run(games)
    return Timing(work, max(time.process_time() - started, 1e-9))


def facts(workload: Workload, timing: Timing) -> dict[str, Any]:
    """One row, for JSON and for the table."""
    work, seconds = timing
    return {
        "name": workload.name,
        "summary": workload.summary,
        "games": work.games,
        "decisions": work.decisions,
        "chance": work.chance,
        "seconds": seconds,
        "steps_per_second": work.steps / seconds,
        "decisions_per_second": work.decisions / seconds,
        "games_per_second": work.games / seconds,
        "nanoseconds_per_step": seconds / work.steps * 1e9,
    }


def sizes(name: str, timings: dict[Workload, Timing]) -> dict[str, Any]:
    """The size of a game's state, and how many times faster its engine's playouts are than its reference's."""
    speeds = {workload.kind: timing.steps_per_second for workload, timing in timings.items() if workload.game == name}
    ratio = speeds["playouts"] / speeds["reference"] if {"playouts", "reference"} <= speeds.keys() else None
    game = lineshaft.load_game(name)
    return {"game": name, "players": game.num_players, "state_bytes": game.state_size, "engine_to_reference": ratio}


def peer_facts(
    peer: Peer, version: str, ours: dict[Workload, Timing], theirs: dict[Workload, Timing]
) -> dict[str, Any]:
    """A peer, and for each of our workloads that it has too: how many times as many steps a second ours takes."""
    rows = []
    for workload, timing in ours.items():
        named = {f"{peer.name}:{game}" for game in peer.games}
        beside = {w.game: t for w, t in theirs.items() if w.game in named and w.kind == workload.kind}
        ratios = {game: timing.steps_per_second / other.steps_per_second for game, other in beside.items()}
        rows += [{"name": workload.name, **ratios}] if ratios else []
    return {"name": peer.name, "title": peer.title, "version": version, "ratios": rows}


def show(report: dict[str, Any]) -> None:
    headings = ["steps/s", "decisions/s", "games/s", "ns/step"]
    columns = [Column("workload"), *(Column(heading, figures=True) for heading in headings), Column("what it runs")]
    keys = ["steps_per_second", "decisions_per_second", "games_per_second", "nanoseconds_per_step"]
    rows = [[row["name"], *(f"{row[key]:,.0f}" for key in keys), row["summary"]] for row in report["workloads"]]
    show_table(f"Lineshaft {report['version']} on {report['machine']}", columns, rows)
    headings = ["players", "state bytes", "engine / reference"]
    columns = [Column("game"), *(Column(heading, figures=True) for heading in headings)]
    rows = [
        [row["game"], str(row["players"]), str(row["state_bytes"]), ratio_text(row["engine_to_reference"])]
        for row in report["games"]
    ]
    show_table("State size, and steps/s of playouts against the reference in this run", columns, rows)
    for peer in report["peers"]:
        show_peer(peer)


def show_peer(peer: dict[str, Any]) -> None:
    games = [key for key in peer["ratios"][0] if key != "name"]
    columns = [Column("workload"), *(Column(game, figures=True) for game in games)]
    rows = [[row["name"], *(ratio_text(row[game], 1) for game in games)] for row in peer["ratios"]]
    show_table(f"Our steps/s against those of {peer['title']} {peer['version']} in this run", columns, rows)


def ratio_text(ratio: float | None, digits: int = 0) -> str:
    return "-" if ratio is None else f"{ratio:,.{digits}f} x"

"""Runs ``lineshaft bench`` and writes its figures into docs/benchmarks.md, between the two marks.

With ``--peers`` OpenSpiel and EnvPool are measured in the same run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from lineshaft.proof.marked import put

PAGE = Path(__file__).parent.parent / "docs/benchmarks.md"


def main() -> None:
    """Measure everything anew; a partial table would mix figures of different runs."""
    command = [sys.executable, "-m", "lineshaft.cli", "bench", "--json", *sys.argv[1:]]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    put(PAGE, "measured", tables(report))


def tables(report: dict[str, Any]) -> str:
    lines = [
        f"Lineshaft {report['version']} on {report['machine']}.",
        "",
        "| workload | steps/s | decisions/s | games/s | ns/step |",
        "|---|--:|--:|--:|--:|",
    ]
    keys = ("steps_per_second", "decisions_per_second", "games_per_second", "nanoseconds_per_step")
    for row in report["workloads"]:
        figures = " | ".join(f"{row[key]:,.0f}" for key in keys)
        lines.append(f"| `{row['name']}` | {figures} |")
    lines += ["", "| game | players | state bytes | engine / reference (steps/s of playouts) |", "|---|--:|--:|--:|"]
    for row in report["games"]:
        ratio = f"{row['engine_to_reference']:,.0f}"
        lines.append(f"| {row['game']} | {row['players']} | {row['state_bytes']} | {ratio} |")
    for peer in report["peers"]:
        lines += peer_lines(peer)
    return "\n".join(lines) + "\n"


def peer_lines(peer: dict[str, Any]) -> list[str]:
    names = [key for key in peer["ratios"][0] if key != "name"]
    lines = ["", f"Our steps/s against those of {peer['title']} {peer['version']} in the same run:", ""]
    lines += ["| workload | " + " | ".join(names) + " |", "|---" + "|--:" * len(names) + "|"]
    for row in peer["ratios"]:
        lines.append(f"| `{row['name']}` | " + " | ".join(f"{row[name]:.1f}" for name in names) + " |")
    return lines


if __name__ == "__main__":
    main()

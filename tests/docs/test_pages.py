"""Every example of the README and the documentation runs, in the order of its page, in one folder a page.

* ``python``: executed; the blocks of a page share their names.
* ``pycon``: executed as a doctest in the same names; ``...`` stands for any text.
* ``console``: each line after ``$`` is run as a command; the lines below it are its output, ``...`` any text. What
  stands there behind ``>`` is typed into it.
* ``sh``: set-up commands; the Makefile and ``.ci/run`` run them, so here they only have to exist.
* ``text``, ``rust``, ``toml``, ``json`` and plain blocks are read, not run; JSON and TOML must parse.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import lineshaft
from lineshaft import Game

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted([ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
PROGRAMS = {"lineshaft": [sys.executable, "-m", "lineshaft.cli"], "python": [sys.executable]}


class Block(NamedTuple):
    language: str
    line: int
    text: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(match[1], text.count("\n", 0, match.start()) + 1, match[2])


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_examples(README, tmp_path, monkeypatch)


def test_the_description_in_the_package_stands_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index shows it away from the files of this tree: no link or picture may need them, and its examples run."""
    page = ROOT / tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["readme"]
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r"(?:href|src)=\W?([^\s>]+)", text)
    targets += re.findall(r"^ *\[[^\]]+\]: *(\S+)", text, re.MULTILINE)
    assert [target for target in targets if not target.startswith("https://")] == []
    run_examples(page, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_examples(page, tmp_path, monkeypatch)


def run_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    names: dict[str, Any] = {"__name__": "__example__"}
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        match block.language:
            case "python":
                exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
            case "pycon":
                run_doctest(block, where, names)
            case "console":
                run_console(block, where)
            case "sh":
                check_setup(block, where)
            case "json":
                json.loads(block.text)
            case "toml":
                tomllib.loads(block.text)
            case "" | "text" | "rust":
                pass
            case other:
                pytest.fail(f"{where}: a block of the unknown language {other!r}")


def run_doctest(block: Block, where: str, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(report)


def run_console(block: Block, where: str) -> None:
    for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = entry.partition("\n")
        words = shlex.split(command)
        assert words[0] in PROGRAMS, f"{where}: {words[0]} is not a command that this test can run"
        typed = "\n".join(line.removeprefix("> ") for line in expected.splitlines() if line.startswith("> "))
        done = subprocess.run(
            [*PROGRAMS[words[0]], *words[1:]], input=typed, capture_output=True, text=True, timeout=300
        )
        output = done.stdout + done.stderr
        if expected.strip():
            pattern = ".*".join(re.escape(part) for part in tidy(expected).split("..."))
            assert re.fullmatch(pattern, tidy(output), re.DOTALL), f"{where}: {command}\n{output}"
        assert done.returncode in (0, 2 if "lineshaft: " in expected else 0), f"{where}: {command}\n{output}"


def tidy(text: str) -> str:
    """Without blanks at the ends of lines and without empty lines at the end of the text."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def check_setup(block: Block, where: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if words and words[0] == "make":
            assert set(words[1:]) <= targets, f"{where}: the Makefile has no target for {line!r}"


# --- the tables of a game's page, against the engine ------------------------------------------------------------------


def tables(name: str, title: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The rows of each table below a title of a game's page, with the text above the table."""
    page = (ROOT / f"docs/games/{name}.md").read_text(encoding="utf-8")
    section = page.split(f"\n## {title}\n")[1].split("\n## ", maxsplit=1)[0]
    above = ""
    for block in section.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if lines:
            yield above, [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
        above = block


def declared() -> Iterator[Game]:
    """The first variant of each game whose fields are declared, and the variants with tables of their own."""
    for name in lineshaft.games():
        texts = [above for above, _ in tables(name, "Observation")]
        for i, variant in enumerate(lineshaft.describe(name)["variants"]):
            if i == 0 or any(f"`{variant['name']}`" in text for text in texts):
                yield lineshaft.load_game(name, variant=variant["name"])


def table(game: Game, title: str, columns: int) -> list[list[str]]:
    """The rows of the tables below a title: where the text above one names variants, it is of these alone."""
    variants = [variant["name"] for variant in lineshaft.describe(game.name)["variants"]]
    rows = [
        row
        for above, rows in tables(game.name, title)
        if f"`{game.variant}`" in above or not any(f"`{variant}`" in above for variant in variants)
        for row in rows
    ]
    assert all(len(row) == columns for row in rows), f"{title}: a row has other columns"
    return rows


DECLARED = [game for game in declared() if game.position_schema()]


def names(cell: str) -> list[str]:
    return re.findall(r"`([a-z0-9_]+)`", cell)


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: f"{game.name}-{game.variant}")
def test_the_tables_of_positions_and_views(game: Game) -> None:
    """Each key, who sees it and its line; of a row with several keys the names."""
    schemas = {"The position as a dict": game.position_schema(), "The view as a dict": game.view_schema()}
    for title, schema in schemas.items():
        rows = table(game, title, 3)
        assert [name for row in rows for name in names(row[0])] == schema["required"] == list(schema["properties"])
        for key, seen, value in rows:
            for name in names(key):
                declared = schema["properties"][name]
                if "visibility" in declared:
                    assert (name, seen) == (name, declared["visibility"])
                if value == "as in the position":
                    assert declared == schemas["The position as a dict"]["properties"][name], name
                elif len(names(key)) == 1:
                    assert (name, value) == (name, declared["description"])


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: f"{game.name}-{game.variant}")
def test_the_table_of_the_observation(game: Game) -> None:
    """Names and meanings in order; a letter stands for the same size, or scale, in every row."""
    rows = table(game, "Observation", 4)
    channels = game.observation_channels
    assert [names(row[0]) for row in rows] == [[channel.name] for channel in channels]
    meant = {"n": game.num_players}
    for (_, shape, high, meaning), channel in zip(rows, channels, strict=True):
        assert (channel.name, meaning) == (channel.name, channel.summary)
        words = [*shape.split(", "), high]
        for word, number in zip(words, [*channel.shape, channel.high], strict=True):
            known = int(word) if word.isdigit() else meant.setdefault(word, number)
            assert (channel.name, word, known) == (channel.name, word, number)


def test_links_lead_somewhere() -> None:
    for page in [README, *PAGES, ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}, which is not there"

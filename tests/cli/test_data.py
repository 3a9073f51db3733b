"""``lineshaft games --data-template`` and ``lineshaft data`` as their users meet them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lineshaft
from lineshaft.cli.data import data

FIRST = "railways"


def run(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lineshaft.cli", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL, cwd=cwd)


def checked(cwd: Path, *args: str) -> tuple[int, str]:
    done = run("data", "check", FIRST, *args, cwd=cwd)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The shipped file with another name in it."""
    path = tmp_path / "mine.toml"
    path.write_text(lineshaft.load_game(FIRST).data_text.replace('"Omaha"', '"Ayr"'), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", lineshaft.games())
def test_the_template_is_the_shipped_file(name: str, tmp_path: Path) -> None:
    shipped = lineshaft.load_game(name).data_text
    assert run("games", name, "--data-template", cwd=tmp_path).stdout == shipped
    for force in ((), ("--force",)):
        done = run("games", name, "--data-template", "--out", "mine.toml", *force, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("mine.toml: ")
        assert (tmp_path / "mine.toml").read_bytes() == shipped.encode()
    done = run("data", "check", name, "mine.toml", cwd=tmp_path)
    assert done.returncode == 0 and "It is the shipped file." in done.stdout and "in all" in done.stdout


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--data-template"], "name one of"),
        ([FIRST, "--data-template", "--json"], "leave out --json"),
        ([FIRST, "--out", "new.toml"], "--data-template"),
        ([FIRST, "--force"], "--data-template"),
        ([FIRST, "--data-template", "--force"], "stdout"),
        ([FIRST, "--data-template", "--out", "mine.toml"], "mine.toml exists"),
        ([FIRST, "--data-template", "--out", "no/mine.toml"], "cannot write no/mine.toml"),
    ],
)
def test_wrong_wishes_for_a_template(args: list[str], reason: str, mine: Path) -> None:
    before = mine.read_bytes()
    done = run("games", *args, cwd=mine.parent)
    assert (done.returncode, done.stdout) == (2, "") and reason in done.stderr, done.stderr
    assert mine.read_bytes() == before and list(mine.parent.iterdir()) == [mine]


def test_check_says_what_differs(mine: Path) -> None:
    code, text = checked(mine.parent, "mine.toml")
    assert code == 0 and '[cities] row 15 (Ayr) name: "Omaha" -> "Ayr"' in text
    code, text = checked(mine.parent, "mine.toml", "--json")
    found = json.loads(text)
    loaded = lineshaft.load_game(FIRST, data=mine)
    assert (code, found["valid"], found["digest"]) == (0, True, loaded.data_digest)
    assert [one["sentence"] for one in found["differences"]] == ['[cities] row 15 (Ayr) name: "Omaha" -> "Ayr"']
    assert len(found["setups"]) == 6 and {one["refusal"] for one in found["setups"]} == {None}


def test_check_says_that_only_comments_differ(mine: Path) -> None:
    mine.write_text(lineshaft.load_game(FIRST).data_text + "# mine\n", encoding="utf-8")
    code, text = checked(mine.parent, "mine.toml")
    assert code == 0 and "only comments or layout differ" in text


def test_check_of_some_set_ups(mine: Path) -> None:
    code, text = checked(mine.parent, "mine.toml", "--variant", "family", "--players", "2-3", "--json")
    setups = [(one["variant"], one["players"]) for one in json.loads(text)["setups"]]
    assert (code, setups) == (0, [("family", 2), ("family", 3)])
    for args, reason in ((["--variant", "x"], "standard, family"), (["--players", "9"], "2 to 4")):
        done = run("data", "check", FIRST, "mine.toml", *args, cwd=mine.parent)
        assert done.returncode == 2 and reason in done.stderr


def test_check_refuses_with_1_and_the_sentence(mine: Path) -> None:
    text = mine.read_text(encoding="utf-8")
    mine.write_text(text.replace('game = "railways"', 'game = "chess"'), encoding="utf-8")
    code, told = checked(mine.parent, "mine.toml")
    assert code == 1 and 'It cannot be played: mine.toml: game must be railways, not "chess"' in told
    assert 'game: "railways" -> "chess"' in told
    mine.write_text("= = =", encoding="utf-8")
    code, told = checked(mine.parent, "mine.toml", "--json")
    found = json.loads(told)
    assert (code, found["valid"], found["differences"]) == (1, False, None)
    assert all(one["refusal"].startswith("mine.toml: line 1: ") for one in found["setups"])


def test_check_of_no_file_is_wrong_use(tmp_path: Path) -> None:
    done = run("data", "check", FIRST, "no.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "no.toml: No such file" in done.stderr
    done = run("data", "check", "chess", "no.toml", cwd=tmp_path)
    assert done.returncode == 2 and "no game 'chess'" in done.stderr


@pytest.mark.parametrize("command", data.commands)
def test_help_has_examples_that_run(command: str, tmp_path: Path) -> None:
    text = run("data", command, "--help", cwd=tmp_path).stdout
    examples = [line.split()[1:] for line in text.splitlines() if line.strip().startswith("lineshaft ")]
    assert examples
    for example in examples:
        assert run(*example, cwd=tmp_path).returncode == 0, example

"""``lineshaft golden`` as its users meet it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lineshaft.cli.golden import golden
from lineshaft.proof.recording import record

FIRST = "railways"


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lineshaft.cli", "golden", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpus")
    assert record(folder, [FIRST], "first", edges=1) == []
    return str(folder)


@pytest.mark.parametrize("command", golden.commands)
def test_help_has_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0 and f"lineshaft golden {command} " in done.stdout.split("Example:")[1]


@pytest.mark.long
def test_verify_reports(corpus: str) -> None:
    done = run("verify", FIRST, "--corpus", corpus)
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("golden games", "edge games", "path counts", "playthroughs", "not visited", "all is as recorded"):
        assert word in done.stdout


@pytest.mark.long
def test_verify_fails_with_1_and_names_the_line(corpus: str, tmp_path: Path) -> None:
    lines = (Path(corpus) / f"{FIRST}.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / f"{FIRST}.jsonl").write_text("\n".join([lines[0], lines[1].replace('"0 ', '"7 ', 1)]), encoding="utf-8")
    done = run("verify", FIRST, "--corpus", str(tmp_path))
    assert done.returncode == 1 and f"{FIRST}.jsonl:2: " in done.stdout and "Traceback" not in done.stderr


@pytest.mark.long
def test_record_refuses_a_changed_line(corpus: str, tmp_path: Path) -> None:
    line = (Path(corpus) / f"{FIRST}.jsonl").read_text(encoding="utf-8").splitlines()[0]
    path = tmp_path / f"{FIRST}.jsonl"
    path.write_text(line.replace('"hash":"', '"hash":"0'), encoding="utf-8")
    done = run("record", FIRST, "--corpus", str(tmp_path), "--reason", "no good one")
    assert done.returncode == 1 and "nothing recorded" in done.stdout and f"{FIRST}.jsonl:1: " in done.stdout
    assert list(tmp_path.iterdir()) == [path]


def test_wrong_use(tmp_path: Path) -> None:
    for args, words in (
        (["verify", "--corpus", str(tmp_path / "absent")], "--corpus"),
        (["verify", "chess"], FIRST),
        (["record", FIRST], "--reason"),
        (["record", FIRST, "--reason", " "], "--reason"),
        (["forget"], "record, verify"),
    ):
        done = run(*args)
        assert done.returncode == 2 and done.stderr.startswith("lineshaft: ") and words in done.stderr, done.stderr

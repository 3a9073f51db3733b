"""``lineshaft golden`` as its users meet it."""

from __future__ import annotations

import shutil
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
def test_without_a_search_for_edge_games_the_corpus_is_whole(tmp_path: Path) -> None:
    assert record(tmp_path, [FIRST], "no edges", edges=0) == []
    done = run("verify", FIRST, "--corpus", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.long
def test_a_file_that_cannot_be_written_is_named_and_left_as_it_was(corpus: str, tmp_path: Path) -> None:
    """A disk that is full after the first file: no empty one stands where a whole one was."""
    folder = tmp_path / "corpus"
    shutil.copytree(corpus, folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    limited = f"ulimit -f 2; trap '' XFSZ; exec {sys.executable} -m lineshaft.cli golden record {FIRST} --reason x"
    done = subprocess.run(["sh", "-c", f"{limited} --corpus {folder} --edges 0"], capture_output=True, text=True)
    assert done.returncode == 2 and f"{FIRST}.jsonl" in done.stderr and "too large" in done.stderr, done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


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

"""A run that is stopped in any way loses no line, and goes on to exactly what an undisturbed run writes."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest

import lineshaft
from lineshaft.cli.files import CtrlCLater, LineFile, Mode
from lineshaft.drafts import Draft

FIRST = "railways"
BOTS = "greedy,random"


def command(out: Path, *args: str, games: int, threads: int = 1) -> list[str]:
    start = [sys.executable, "-m", "lineshaft.cli", "selfplay", FIRST, "--bots", BOTS, "--seed", "3", "--json"]
    return [*start, "--games", str(games), "--threads", str(threads), "--out", str(out), *args]


def run(out: Path, *args: str, games: int, threads: int = 1) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(out, *args, games=games, threads=threads), capture_output=True, text=True, timeout=300
    )


def report(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    del found["speed"]
    return found


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    return done.stderr


def whole_lines(path: Path) -> bytes:
    data = path.read_bytes() if path.exists() else b""
    return data[: data.rfind(b"\n") + 1]


def stop_after(out: Path, lines: int, kind: signal.Signals, *args: str, games: int, threads: int) -> tuple[int, str]:
    """Lets a run go on until its file has so many lines, and sends it a signal: its exit code and what it printed."""
    with subprocess.Popen(
        command(out, *args, games=games, threads=threads), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        while running.poll() is None and whole_lines(out).count(b"\n") < lines:
            time.sleep(0.001)
        running.send_signal(kind)
        sent = time.perf_counter()
        printed, complaint = running.communicate(timeout=60)
        if kind == signal.SIGINT:
            assert time.perf_counter() - sent < 0.5 + STARTUP, complaint
        return running.returncode, printed


STARTUP = 1.0
"""Seconds that a busy machine may take to end a Python process."""

ENDLESS = 10**7


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, dict[str, Any]]:
    out = tmp_path_factory.mktemp("undisturbed") / "games.jsonl"
    found = report(run(out, games=400))
    return out.read_bytes(), found


@pytest.mark.long
def test_a_run_killed_ten_times_equals_an_undisturbed_one(tmp_path: Path) -> None:
    """At random moments. A run that is killed has no end that it could reach before."""
    out, dice = tmp_path / "games.jsonl", random.Random(5)
    lines = kills = 0
    while kills < 10:
        before = whole_lines(out)
        if dice.random() < 0.7:
            threads = dice.choice((1, 2, 3))
            stop_after(out, lines + 1, signal.SIGKILL, "--resume", games=ENDLESS, threads=threads)
        else:
            kill_later(out, dice.random(), threads=2)
        kills += 1
        assert whole_lines(out).startswith(before), "a kill took a finished game"
        for line in whole_lines(out).splitlines():
            json.loads(line)
        lines = whole_lines(out).count(b"\n")
    again = report(run(out, "--resume", games=lines + 20, threads=3))
    fresh = tmp_path / "fresh.jsonl"
    assert report(run(fresh, games=lines + 20)) == again
    assert out.read_bytes() == fresh.read_bytes()
    assert lines >= 5


def kill_later(out: Path, seconds: float, threads: int) -> None:
    """Kills a run after so many seconds, whatever it is doing then."""
    with subprocess.Popen(
        command(out, "--resume", games=ENDLESS, threads=threads), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as running:
        time.sleep(seconds)
        assert running.poll() is None, running.communicate()
        running.kill()


@pytest.mark.long
@pytest.mark.parametrize("cut", [0, 1, 1000, -1, -2, -500])
def test_any_torn_file_is_completed(cut: int, tmp_path: Path, undisturbed: tuple[bytes, dict[str, Any]]) -> None:
    whole, found = undisturbed
    out = tmp_path / "games.jsonl"
    out.write_bytes(whole[:cut])
    assert report(run(out, "--resume", games=400, threads=2)) == found
    assert out.read_bytes() == whole


def test_resume_of_a_whole_file_or_of_none(tmp_path: Path, undisturbed: tuple[bytes, dict[str, Any]]) -> None:
    whole, found = undisturbed
    out = tmp_path / "games.jsonl"
    assert report(run(out, "--resume", games=400)) == found
    assert report(run(out, "--resume", games=400)) == found
    assert out.read_bytes() == whole
    assert "--games 400" in refused(run(out, "--resume", games=399))
    assert out.read_bytes() == whole


def test_ctrl_c_leaves_whole_lines_and_a_summary(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    code, printed = stop_after(out, 30, signal.SIGINT, games=ENDLESS, threads=2)
    data = out.read_bytes()
    assert code == 130 and data == whole_lines(out)
    found = json.loads(printed)
    assert found["games"] == data.count(b"\n") >= 30
    lines = found["games"]
    assert report(run(out, "--resume", games=lines + 5))["games"] == lines + 5


@pytest.mark.long
def test_files_of_another_run_are_refused_and_kept(tmp_path: Path, undisturbed: tuple[bytes, dict[str, Any]]) -> None:
    whole, _ = undisturbed
    lines = whole.splitlines(keepends=True)
    out = tmp_path / "games.jsonl"
    changed = json.loads(lines[2]) | {"scores": [99, 99]}
    cases = {
        "line 1": b"precious\n",
        "line 2": lines[0] + lines[2],
        "seed": lines[1],
        "line 3": b"".join(lines[:2]) + json.dumps(changed, separators=(",", ":")).encode() + b"\n",
        "as this series would write it": json.dumps(json.loads(lines[0])).encode() + b"\n",
        "UTF-8": b"\xff\n",
        "line 4": b"".join(lines[:3]) + b"\n" + lines[3],
    }
    for reason, content in cases.items():
        out.write_bytes(content)
        assert reason in refused(run(out, "--resume", games=400)), reason
        assert out.read_bytes() == content
    out.write_bytes(whole)
    for other in (["--bots", "random"], ["--seed", "4"], ["--bots", "random,greedy"]):
        assert "line 1" in refused(run(out, "--resume", *other, games=400)), other
    assert "--resume" in refused(run(out, games=400))
    assert "choose one" in refused(run(out, "--resume", "--force", games=400))
    assert out.read_bytes() == whole
    assert "none" in refused(run(tmp_path, "--resume", games=400))


def test_other_data_is_another_run(tmp_path: Path, undisturbed: tuple[bytes, dict[str, Any]]) -> None:
    whole, _ = undisturbed
    out, data = tmp_path / "games.jsonl", tmp_path / "mine.toml"
    out.write_bytes(whole)
    data.write_text(lineshaft.load_game(FIRST).data_text + "# mine\n", encoding="utf-8")
    assert "data" in refused(run(out, "--resume", "--data", str(data), games=400))
    assert out.read_bytes() == whole


def test_a_full_disk_is_said_in_one_line() -> None:
    done = run(Path("/dev/full"), "--force", games=5)
    assert "cannot write /dev/full" in refused(done) and "Traceback" not in done.stderr


# --- the file itself --------------------------------------------------------------------------------------------------


class FullDisk:
    """Takes so many bytes, then no more."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.write = os.write

    def __call__(self, fd: int, data: bytes) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self.write(fd, data[: self.room])
        self.room -= written
        return written


def test_a_disk_that_fills_up_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr("os.write", FullDisk(25))

    def fill() -> None:
        with LineFile(path, "new") as file:
            for number in range(9):
                file.write(b"line %d\n" % number)

    with pytest.raises(click.UsageError, match="No space left"):
        fill()
    assert path.read_text() == "line 0\nline 1\nline 2\n"


def test_a_full_disk_keeps_the_file_that_was_to_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious\n")
    monkeypatch.setattr("os.write", FullDisk(3))
    with pytest.raises(click.UsageError, match=r"games\.jsonl: No space left"), LineFile(path, "replace") as file:
        file.write(b"line\n")
    assert path.read_text() == "precious\n"
    assert list(tmp_path.iterdir()) == [path]


def test_replacing_takes_place_with_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious\n")
    path.chmod(0o640)
    with LineFile(path, "replace") as file:
        assert path.read_text() == "precious\n"
        file.write(b"a\n")
        assert path.read_text() == "a\n"
        file.write(b"b\nc\n")
    assert path.read_text() == "a\nb\nc\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_waits_until_the_lines_are_written() -> None:
    done = []

    def work() -> None:
        with CtrlCLater():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_ends_a_write_that_hangs(tmp_path: Path) -> None:
    """A pipe that is open and never read takes some lines and then no more."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with subprocess.Popen(command(pipe, games=ENDLESS), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        wait_until_blocked(running.pid)
        running.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        printed = running.communicate(timeout=30)
    os.close(reader)
    assert (running.returncode, printed) == (-signal.SIGINT, (b"", b""))


def wait_until_blocked(process: int) -> None:
    """Until a process waits in the system for a pipe to be read."""
    while "pipe" not in Path(f"/proc/{process}/wchan").read_text(encoding="ascii"):
        time.sleep(0.01)


@pytest.mark.parametrize("mode", ["continue", "replace"])
def test_two_runs_never_write_one_file(mode: Mode, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with LineFile(path, "new") as first:
        first.write(b"1\n")
    with LineFile(path, mode) as first:
        if mode == "continue":
            first.keep(2)
        with pytest.raises(click.UsageError, match=r"another run is writing .*games.jsonl: wait for it"):
            LineFile(path, mode)
        first.write(b"2\n")
    assert path.read_bytes() == (b"1\n2\n" if mode == "continue" else b"2\n")


@pytest.mark.parametrize("way", ["--force", "--resume"])
def test_a_file_that_is_being_written_is_refused_at_once(way: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    with LineFile(out, "new") as first:
        first.write(b"a line that no other run may read\n")
        assert "another run is writing" in refused(run(out, way, games=4))
    assert out.read_bytes() == b"a line that no other run may read\n"


@pytest.mark.parametrize("notes", [b"notes", b'{"format": "mine"}', b"{"])
def test_resume_cuts_nothing_but_the_beginning_of_its_own_line(
    notes: bytes, tmp_path: Path, undisturbed: tuple[bytes, dict[str, Any]]
) -> None:
    out = tmp_path / "games.jsonl"
    for before in (b"", undisturbed[0].splitlines(keepends=True)[0]):
        out.write_bytes(before + notes + b" of mine")
        assert "is not the beginning of game" in refused(run(out, "--resume", games=4))
        assert out.read_bytes() == before + notes + b" of mine"


def test_replays_go_to_stdout_and_the_report_to_stderr(undisturbed: tuple[bytes, dict[str, Any]]) -> None:
    lines = undisturbed[0].splitlines(keepends=True)[:7]
    for name in ("-", "/dev/stdout"):
        done = subprocess.run(command(Path(name), games=7), capture_output=True, timeout=300)
        assert (done.returncode, done.stdout) == (0, b"".join(lines)), done.stderr
        assert json.loads(done.stderr)["games"] == 7
    assert "stdout" in refused(run(Path("-"), "--resume", games=7))


def test_a_full_disk_keeps_the_whole_lines_of_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr("os.write", FullDisk(17))
    with pytest.raises(click.UsageError, match="the lines before are whole"), LineFile(path, "new") as file:
        file.write(b"line 0\nline 1\nline 2\n")
    assert path.read_bytes() == b"line 0\nline 1\n"


def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr("os.write", FullDisk(3))
    with pytest.raises(click.UsageError, match="No space left"), LineFile(path, "new") as file:
        file.write(b"line 0\n")
    assert not path.exists()


def test_drafts_of_killed_runs_go_and_files_of_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"old\n")
    left = tmp_path / ".games.jsonl.0123456789abcdef.draft"
    link = tmp_path / ".games.jsonl.fedcba9876543210.draft"
    others = [tmp_path / ".games.jsonl.new", tmp_path / ".other.jsonl.0123456789abcdef.draft"]
    for path_of_others in (left, *others):
        path_of_others.write_bytes(b"x")
    link.symlink_to(others[0])
    with LineFile(path, "replace") as file:
        file.write(b"new\n")
    assert sorted(tmp_path.iterdir()) == sorted([path, link, *others])
    assert [other.read_bytes() for other in others] == [b"x", b"x"]


def test_a_draft_of_a_living_run_stays(tmp_path: Path) -> None:
    target = tmp_path / "tables.npz"
    with Draft(target) as first:
        with Draft(target) as second:
            os.write(second.fd, b"second")
            second.publish(replace=False)
        os.write(first.fd, b"first")
        with pytest.raises(FileExistsError):
            first.publish(replace=False)
    assert target.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [target]

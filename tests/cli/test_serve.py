"""``lineshaft serve`` as a program: where it is, how it ends, what it needs."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from click.testing import CliRunner

from lineshaft.cli import serve as command
from lineshaft.cli.main import cli


def started(*args: str, cwd: Path) -> tuple[subprocess.Popen[str], str]:
    """The program, and its address."""
    program = [sys.executable, "-m", "lineshaft.cli", "serve", *args, "--port", "0"]
    process = subprocess.Popen(program, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.fullmatch(r"Lineshaft is served at (http://\S+) ; Ctrl-C ends it\.\n", process.stdout.readline())
    assert found is not None
    return process, found[1]


def ended(process: subprocess.Popen[str], by: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
    process.send_signal(by)
    out, err = process.communicate(timeout=30)
    return process.returncode, out.strip(), err


def test_the_examples_of_its_help_are_served_and_ctrl_c_saves(tmp_path: Path) -> None:
    text = CliRunner().invoke(cli, ["serve", "--help"]).output
    examples = re.findall(r"^ +lineshaft serve ?(.*)$", text, re.MULTILINE)
    assert len(examples) == 2
    for example in examples:
        process, address = started(*example.split(), cwd=tmp_path)
        assert httpx2.get(address).status_code == 200
        folder = "my-tables" if "my-tables" in example else "lineshaft-tables"
        assert ended(process) == (0, f"All tables are saved in {folder}.", "")
        assert (tmp_path / folder).is_dir()


def test_pages_that_wait_for_news_do_not_hold_it_up(tmp_path: Path) -> None:
    process, address = started(cwd=tmp_path)
    with httpx2.Client(base_url=address) as client:
        token = re.search(r'name="token" value="(\w+)"', client.get("/new/railways").text)
        assert token is not None
        made = client.post("/new/railways", data={"token": token[1], "seat0": "you", "seat1": "greedy"})
        with client.stream("GET", f"{made.headers['location']}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 2000"
            assert ended(process)[0] == 0
    assert len(list((tmp_path / "lineshaft-tables").iterdir())) == 2
    process, address = started(cwd=tmp_path)
    assert httpx2.get(address).status_code == 200
    assert ended(process, signal.SIGTERM)[1].startswith("1 table found in lineshaft-tables.")


def test_it_says_nothing_of_what_is_asked(tmp_path: Path) -> None:
    process, address = started(cwd=tmp_path)
    for path in ("/table/secret", "/join?code=secret", "/"):
        httpx2.get(f"{address.rstrip('/')}{path}")
    code, out, err = ended(process)
    assert code == 0 and "secret" not in out + err


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        program = [sys.executable, "-m", "lineshaft.cli", "serve", "--port", port]
        done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"lineshaft: cannot listen at 127.0.0.1 port {port}: ")


def test_a_folder_that_holds_something_else(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.json").write_text('{"format": "x"}', encoding="utf-8")
    program = [sys.executable, "-m", "lineshaft.cli", "serve", "--port", "0", "--dir", str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "tells of no table" in done.stderr


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "NEEDED", ("a_module_that_is_not_there",))
    done = CliRunner().invoke(cli, ["serve"], standalone_mode=False)
    assert str(done.exception) == 'serve needs Starlette and uvicorn: pip install "lineshaft[serve]"'

"""``lineshaft replay show`` draws whole games: a folder of pictures, and a page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lineshaft
from lineshaft import show


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lineshaft.cli", "replay", "show", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def output(*args: str | Path) -> str:
    done = run(*args)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def refused(*args: str | Path, code: int = 2) -> str:
    done = run(*args)
    assert (done.returncode, done.stdout) == (code, ""), done.stdout
    line, rest = done.stderr.split("\n", 1)
    assert line.startswith("lineshaft: ") and rest == ""
    return line


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game with pictures, and a longer one."""
    game = lineshaft.load_game("arkwright", variant="solo")
    path = tmp_path_factory.mktemp("replays") / "games.jsonl"
    replays = [lineshaft.play(game, ["random"], seed) for seed in (3, 4)]
    path.write_text("".join(f"{replay.to_json()}\n" for replay in replays), encoding="utf-8")
    return path


def test_a_folder_has_a_picture_of_every_ply(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    said = output(played, "--svg-dir", folder)
    playback = lineshaft.Playback(next(lineshaft.read_replays(played)))
    names = [f"{ply:0{len(str(len(playback)))}}.svg" for ply in range(len(playback) + 1)]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert said.startswith(f"{folder}: {len(names)} pictures as a spectator sees them, ")
    for name, frame in zip(names, show.frames(playback), strict=True):
        assert (folder / name).read_text(encoding="utf-8") == frame.picture


def test_a_folder_with_anything_else_is_refused(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    for force in ([], ["--force"]):
        assert "holds notes.txt, which is no picture" in refused(played, "--svg-dir", folder, *force)
    (folder / "notes.txt").unlink()
    (folder / "7.svg").mkdir()
    assert "holds 7.svg, which is no picture" in refused(played, "--svg-dir", folder, "--force")
    (folder / "7.svg").rmdir()
    (folder / "00000.svg").write_text("old", encoding="utf-8")
    assert "holds pictures" in refused(played, "--svg-dir", folder)
    assert (folder / "00000.svg").read_text(encoding="utf-8") == "old"
    output(played, "--svg-dir", folder, "--force")
    assert not (folder / "00000.svg").exists(), "a picture of another game would be taken for one of this"
    assert "is no folder" in refused(played, "--svg-dir", played)
    assert "is stdout" in refused(played, "--svg-dir", "-")
    assert "cannot write" in refused(played, "--svg-dir", tmp_path / "no" / "game")


def test_what_is_read_is_no_picture(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    copy = folder / "1.svg"
    copy.write_bytes(played.read_bytes())
    assert "holds 1.svg" in refused(copy, "--svg-dir", folder, "--force")
    assert "is read here" in refused(copy, "--html", copy, "--force")
    assert copy.read_bytes() == played.read_bytes()


def test_a_page_has_the_whole_game(played: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    said = output(played, "--game", "2", "--html", target, "--player", "0")
    replay = list(lineshaft.read_replays(played))[1]
    text = target.read_text(encoding="utf-8")
    assert said.startswith(f"{target}: {len(replay.steps) + 1} pictures as player 0 sees them, ")
    assert "as player 0 saw it</h1>" in text and "played by random" in text
    assert f"player 0: {replay.scores[0]} points, place 1" in text
    assert str(tmp_path) not in text and played.name not in text, "a page knows no machine"
    assert "exists" in refused(played, "--html", target)
    output(played, "--html", target, "--force")
    assert target.read_text(encoding="utf-8") != text


def test_a_page_goes_to_stdout(played: Path, tmp_path: Path) -> None:
    output(played, "--html", tmp_path / "game.html")
    done = run(played, "--html", "-")
    assert done.stdout == (tmp_path / "game.html").read_text(encoding="utf-8")
    assert done.returncode == 0 and "pictures as a spectator" in done.stderr


def test_wishes_that_do_not_go_together_are_refused(played: Path, tmp_path: Path) -> None:
    folder, target, one = tmp_path / "game", tmp_path / "game.html", tmp_path / "one.svg"
    assert "leave --ply out" in refused(played, "--svg-dir", folder, "--ply", "3")
    assert "leave --ply out" in refused(played, "--html", target, "--ply", "3")
    assert "leave one of them out" in refused(played, "--html", target, "--svg", one, "--ply", "3")
    assert "--json has none to print" in refused(played, "--html", target, "--json")
    assert "draw them all with --svg-dir" in refused(played, "--svg", one)
    assert "--svg-dir or --html" in refused(played, "--force")
    assert not [*tmp_path.iterdir()]


def test_a_game_that_cannot_be_followed_is_not_drawn(played: Path, tmp_path: Path) -> None:
    record = next(lineshaft.read_replays(played)).to_dict()
    record["steps"][5] = "0 done"
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(lineshaft.Replay.from_dict(record).to_json() + "\n", encoding="utf-8")
    refused(wrong, "--svg-dir", tmp_path / "game", "--html", tmp_path / "game.html", code=1)
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.jsonl"]

"""``lineshaft play`` and ``lineshaft rules`` as their users meet them, through plain pipes and on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import lineshaft
from lineshaft import Session
from lineshaft.session import PERSON

COMMAND = [sys.executable, "-m", "lineshaft.cli"]
ROOT = Path(__file__).parents[2]


def run(*args: str | Path, typed: str | bytes = "", cwd: Path) -> subprocess.CompletedProcess[str]:
    given = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([*COMMAND, *map(str, args)], input=given, capture_output=True, cwd=cwd, timeout=300)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def played(*args: str | Path, typed: str | bytes = "", cwd: Path) -> str:
    done = run("play", *args, typed=typed, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def refused(*args: str | Path, cwd: Path) -> str:
    done = run("play", *args, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    return done.stderr


def followed(session: Session, rng: Random) -> list[str]:
    """Plays a session at random to its end: what its people would type."""
    typed = []
    session.play_on()
    while not session.is_terminal():
        seat = session.current_player()
        action = rng.choice(session.legal_actions(seat).tolist())
        typed.append(session.game.action_to_string(action))
        session.act(seat, action)
        session.play_on()
    return typed


def record(path: Path) -> lineshaft.Replay:
    (found,) = lineshaft.read_replays(path)
    return found


@pytest.mark.parametrize("name", lineshaft.games())
def test_a_whole_game_through_pipes(name: str, tmp_path: Path) -> None:
    game = lineshaft.load_game(name)
    session = Session(game, [PERSON] + ["greedy"] * (game.num_players - 1), seed=3, skip_forced=True)
    typed = followed(session, Random(3))
    text = played(name, "--seed", "3", "--save", "game.jsonl", typed="\n".join([*typed, ""]), cwd=tmp_path)
    assert record(tmp_path / "game.jsonl") == session.replay()
    assert max(map(len, text.splitlines())) <= 80 and "\x1b" not in text
    assert f"The game is over ({str(session.end_reason()).replace('_', ' ')})." in text
    for player, (score, parts) in enumerate(zip(session.scores(), session.score_parts(), strict=True)):
        assert f"player {player}: {score} point" in text
        for label, rule, points in parts:
            assert not points or re.search(rf"^ +{points}  {re.escape(label)} \({rule}\)$", text, re.MULTILINE)
    shown = run("replay", "verify", "game.jsonl", cwd=tmp_path)
    assert shown.returncode == 0


@pytest.mark.parametrize("name", ["railways", "workshop"])
def test_stopped_and_resumed_it_ends_the_same(name: str, tmp_path: Path) -> None:
    game = lineshaft.load_game(name)
    seats = [PERSON] + ["greedy:epsilon=0.3"] * (game.num_players - 1)
    session = Session(game, seats, seed=5, skip_forced=True)
    typed = followed(session, Random(5))
    first, second, third = typed[:4], typed[4:11], typed[11:]
    setup = (name, "--seed", "5", "--bots", "greedy:epsilon=0.3")
    text = played(*setup, typed="\n".join(first), cwd=tmp_path)
    assert text.endswith(f"Saved in {name}.jsonl. To go on:\n  lineshaft play --resume {name}.jsonl\n")
    text = played("--resume", f"{name}.jsonl", typed="\n".join([*second, "quit"]), cwd=tmp_path)
    assert f"from {name}.jsonl" in text and text.endswith(f"--resume {name}.jsonl\n")
    played("--resume", f"{name}.jsonl", typed="\n".join(third), cwd=tmp_path)
    assert record(tmp_path / f"{name}.jsonl") == session.replay()


def test_two_people_at_one_keyboard_see_their_own_hands_alone(tmp_path: Path) -> None:
    game = lineshaft.load_game("railways", players=2)
    session = Session(game, [PERSON, PERSON], seed=1, skip_forced=True)
    typed: list[str] = []
    looking, rng = -1, Random(1)
    while len(typed) < 60:
        session.play_on()
        seat = session.current_player()
        if seat != looking:
            typed.append("")
            looking = seat
        action = rng.choice(session.legal_actions(seat).tolist())
        typed.append(game.action_to_string(action))
        session.act(seat, action)
    text = played(
        "railways", "--players", "2", "--seat", "0", "--seat", "1", "--seed", "1", typed="\n".join(typed), cwd=tmp_path
    )
    parts = re.split(r"\n{60}Player (\d) is next: press Enter when nobody else looks. \n", text)
    assert len(parts) > 5
    for who, part in zip(parts[1::2], parts[2::2], strict=True):
        assert f"seen by player {1 - int(who)}" not in part
        assert all(line.startswith(f"player {who}> ") for line in part.splitlines() if "> " in line)
    assert record(tmp_path / "railways.jsonl").bots == (PERSON, PERSON)


def test_what_can_be_typed(tmp_path: Path) -> None:
    typed = [
        *("", "help", "board", "hint", "1", "undo", "undo", "score", "log 3", "log", "why", "why 1", "why xyz", "xyz"),
        *("why build New York", "build new york", "why done laying", "99", "discard", "rule 16", "rule R99", "rule"),
        *("save", "save mine.jsonl", "save mine.jsonl", "save nowhere/x.jsonl", "play eng"),
    ]
    text = played("railways", "--seed", "7", "--players", "3", typed="\n".join(typed), cwd=tmp_path)
    answers = dict(zip(typed, re.split(r"^> .*\n", text, flags=re.MULTILINE)[1:], strict=True))
    assert answers["hint"] == "greedy would choose: play engine (3)\n"
    assert answers["xyz"].startswith("'xyz' is no choice and no command")
    assert "  you: pass\n" in answers["1"] and "Nothing can be taken back: chance has spoken" in answers["undo"]
    assert "R16: your hand cannot pay a link to New York" in " ".join(answers["why build New York"].split())
    assert "R16  The link must be worth at least the value of the new city" in answers["why build New York"]
    assert "Not possible: R16: your hand cannot pay" in answers["build new york"]
    assert "R7 " in answers["why done laying"]
    assert answers["why 1"] == "pass is possible now.\n"
    assert answers["99"] == "There is no choice 99; the numbers are 1 to 7.\n"
    assert "Several choices begin like that: discard violet 2; discard engine" in answers["discard"]
    assert answers["rule 16"].startswith("R16  The link must be worth")
    assert answers["rule R99"] == "railways has no rule 'R99'; its rules are R1 to R53.\n"
    assert answers["save"] == "Saved in railways.jsonl. To go on:\n  lineshaft play --resume railways.jsonl\n"
    assert answers["save mine.jsonl"] == "Saved in mine.jsonl. To go on:\n  lineshaft play --resume mine.jsonl\n"
    assert "cannot write nowhere/x.jsonl: No such file or directory" in " ".join(
        answers["save nowhere/x.jsonl"].split()
    )
    assert "  you: play engine\n" in answers["play eng"]
    for command in re.findall(r"^  (\w+)", answers["help"], re.MULTILINE)[1:]:
        assert f"{command!r} is no choice" not in played("railways", typed=command, cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir())[0] == "mine.jsonl"


def test_no_name_of_an_action_is_taken_by_a_command() -> None:
    commands = {"board", "choices", "why", "rule", "hint", "undo", "log", "score", "save", "help", "quit"}
    for name in lineshaft.games():
        game = lineshaft.load_game(name)
        texts = [game.action_to_string(action) for action in range(game.num_actions)]
        assert not [text for text in texts if text.split()[0].casefold() in commands or text.isdecimal()]
        assert len({text.casefold() for text in texts}) == len(texts)


def test_bytes_that_are_no_text_and_no_input_at_all(tmp_path: Path) -> None:
    text = played("railways", typed=b"\xff\xfe\x1b]0;title\x07\n" + b"x" * 100_000 + b"\n\x00\n", cwd=tmp_path)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", text)
    done = subprocess.run([*COMMAND, "play", "railways"], stdin=subprocess.DEVNULL, capture_output=True, cwd=tmp_path)
    assert done.returncode == 0 and b"--resume railways-2.jsonl" in done.stdout


def test_nothing_is_overwritten_and_nothing_lost(tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text("mine\n", encoding="utf-8")
    said = refused("railways", "--save", "old.jsonl", cwd=tmp_path)
    assert said == "lineshaft: old.jsonl exists; name another with --save, or add --force to replace it\n"
    assert "save FILE" in played("railways", typed="save old.jsonl\n", cwd=tmp_path)
    assert (tmp_path / "old.jsonl").read_text(encoding="utf-8") == "mine\n"
    played("railways", "--save", "old.jsonl", "--force", typed="pass\n", cwd=tmp_path)
    before = record(tmp_path / "old.jsonl")
    played("--resume", "old.jsonl", "--save", "new.jsonl", typed="draw from deck\n", cwd=tmp_path)
    assert record(tmp_path / "old.jsonl") == before
    assert record(tmp_path / "new.jsonl").steps[: len(before.steps)] == before.steps


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    done = run("play", "railways", "--save", "nowhere/game.jsonl", typed="pass\nhint\n", cwd=tmp_path)
    assert done.returncode == 2 and done.stdout.count("cannot write nowhere/game.jsonl") == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name a game, one of arkwright, railways, widgets, workshop, or a saved one with --resume FILE"),
        (("railways", "--seat", "4", "--players", "3"), "--seat takes 0 to 2 with 3 players, not 4"),
        (("railways", "--bots", "greedy,random", "--players", "4"), "--bots names 2 bots for 3 seats"),
        (("railways", "--bots", "greedi"), "there is no bot 'greedi'; choose one of: "),
        (("railways", "--hint-bot", "greedi"), "there is no bot 'greedi'; choose one of: "),
        (("railways", "--force"), "--force says what --save does: name a file with --save"),
        (("arkwright", "--players", "1"), "1 player: --variant solo"),
        (("--resume", "none.jsonl"), "cannot read the replays none.jsonl: No such file or directory"),
    ],
)
def test_wrong_use_is_one_line(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    line = refused(*args, cwd=tmp_path)
    assert line.startswith("lineshaft: ") and line.count("\n") == 1 and said in line


def test_a_saved_game_says_how_it_was_set_up(tmp_path: Path) -> None:
    data = tmp_path / "my own.toml"
    data.write_text("# mine\n" + lineshaft.load_game("railways").data_text, encoding="utf-8")
    text = played(
        *("railways", "--players", "3", "--seat", "1", "--data", data, "--rule", "exit_capacity=2"),
        typed="pass\n",
        cwd=tmp_path,
    )
    assert "3 players, variant standard, exit_capacity 2. You are player 1;" in " ".join(text.split())
    assert text.endswith(f"lineshaft play --resume railways.jsonl --data '{data}'\n")
    assert "pass the file it was played with" in refused("--resume", "railways.jsonl", cwd=tmp_path)
    resume = ("--resume", "railways.jsonl", "--data", data)
    assert "leave --players out" in refused(*resume, "--players", "3", cwd=tmp_path)
    assert "is a game of railways, not of widgets" in refused("widgets", *resume, cwd=tmp_path)
    text = played("railways", *resume, "--seat", "2", "--bots", "random", typed="hint\n", cwd=tmp_path)
    assert "You are player 2; player 0: random; player 1: random" in " ".join(text.split())


def test_forced_decisions_are_asked_for_on_request(tmp_path: Path) -> None:
    game = lineshaft.load_game("railways", variant="family")
    session = Session(game, [PERSON, "greedy"], seed=7)
    typed = followed(session, Random(7))
    mine = [state for state, _ in lineshaft.Playback(session.replay()).choices() if state.current_player() == 0]
    assert len(mine) == len(typed) and any(len(state.legal_actions()) == 1 for state in mine)
    setup = ("railways", "--variant", "family", "--seed", "7", "--save", "game.jsonl")
    text = played(*setup, "--ask-forced", "--board", "ask", typed="\n".join(typed), cwd=tmp_path)
    assert record(tmp_path / "game.jsonl") == session.replay() and text.count("CITIES AND LINKS") == 1


# --- interrupted ------------------------------------------------------------------------------------------------------


def started(tmp_path: Path, *args: str) -> subprocess.Popen[bytes]:
    """A game that waits for a line."""
    process = subprocess.Popen(
        [*COMMAND, "play", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"pass\n")
    process.stdin.flush()
    while b"you: pass" not in process.stdout.readline():
        pass
    time.sleep(0.3)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_ended_from_outside_is_saved(number: signal.Signals, tmp_path: Path) -> None:
    process = started(tmp_path, "railways")
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert out.endswith(b"  lineshaft play --resume railways.jsonl\n")
    assert record(tmp_path / "railways.jsonl").steps[-1] == "0 pass"


def test_a_game_that_is_killed_has_its_last_decision_in_the_file(tmp_path: Path) -> None:
    process = started(tmp_path, "railways", "--save", "game.jsonl")
    process.kill()
    process.communicate(timeout=60)
    assert record(tmp_path / "game.jsonl").steps[-1] == "0 pass"
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_reader_who_goes_loses_no_game(tmp_path: Path) -> None:
    process = started(tmp_path, "railways")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    process.communicate(b"board\n" * 2000, timeout=60)
    assert process.returncode == 141
    assert record(tmp_path / "railways.jsonl").steps[-1] == "0 pass"


# --- on a terminal ----------------------------------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[..., str]:
    """Runs a command on a terminal of its own and types some lines; what the screen was sent."""

    def run(typed: list[bytes], *args: str) -> str:
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(tmp_path)
            os.environ.update(TERM="xterm", COLUMNS="80", LINES="24")
            os.environ.pop("NO_COLOR", None)
            os.execv(COMMAND[0], [*COMMAND, "play", *args])
        seen = b""
        for line in [*typed, b"\x04"]:
            waits = len(seen)
            while not seen.endswith((b"> ", b"looks. ")) or len(seen) == waits:
                seen += os.read(fd, 1 << 16)
            os.write(fd, line)
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(fd, 1 << 16):
                seen += chunk
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        return seen.decode()

    return run


def test_names_are_completed_and_colours_shown(terminal: Callable[..., str], tmp_path: Path) -> None:
    seen = terminal([b"pa\t\n", b"undo\n", b"why done l\t\n"], "railways", "--seed", "7", "--players", "3")
    assert "you: pass" in seen and "done laying is not a choice now" in " ".join(seen.split())
    assert "\x1b[1m" in seen
    assert "Saved in railways.jsonl" in seen and record(tmp_path / "railways.jsonl").steps
    assert "\x1b[1m" not in terminal([b"pass\n"], "railways", "--no-color")


def test_the_curtain_clears_the_screen(terminal: Callable[..., str]) -> None:
    seen = terminal([b"\n"], "railways", "--seat", "0", "--seat", "1", "--players", "2")
    assert "\x1b[2J\x1b[3J\x1b[1;1HPlayer " in seen


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", lineshaft.games())
def test_the_rules_are_those_of_the_page(name: str, tmp_path: Path) -> None:
    page = (ROOT / "docs/games" / f"{name}.md").read_text(encoding="utf-8")
    bullets = re.findall(r"^- \*\*(R\d+)\*\* ((?:.*\n)(?:  .*\n)*)", page, re.MULTILINE)
    rules = lineshaft.read_rules(name)
    assert [rule.number for rule in rules] == [number for number, _ in bullets]

    def words(text: str) -> str:
        return "".join(re.findall(r"[\w£]+", text))

    for rule, (_, text) in zip(rules, bullets, strict=True):
        assert words(rule.text) == words(text) and "  " not in rule.text and "**" not in rule.text
    report = json.loads(run("rules", name, "--json", cwd=tmp_path).stdout)
    assert report["format"] == "lineshaft-rules/1" and report["rules"] == [rule._asdict() for rule in rules]
    told = run("rules", name, cwd=tmp_path).stdout
    assert max(map(len, told.splitlines())) <= 80
    assert "".join(told.split()).count("(rul") == "".join(text for _, text in bullets).count("(rul")


def test_rules_by_number(tmp_path: Path) -> None:
    told = run("rules", "railways", "r16", "17", cwd=tmp_path).stdout
    assert told.startswith("Building a link (action A)\n\nR16  The link must be worth") and "\nR17  Engines" in told
    done = run("rules", "railways", "R99", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lineshaft: railways has no rule 'R99'; its rules are R1 to R53\n"
    with pytest.raises(lineshaft.InvalidText, match="railways has no rule"):
        lineshaft.find_rule("railways", "\x1b")
    with pytest.raises(lineshaft.UnknownGame):
        lineshaft.read_rules("chess")


def test_every_rule_that_an_error_or_a_score_cites_is_told() -> None:
    for name in lineshaft.games():
        game = lineshaft.load_game(name)
        match = game.new_match(1)
        cited = {rule for parts in match.score_parts() for _, rule, _ in parts}
        cited |= {rule for _, rule, _ in match.ranked_by()}
        while not match.is_terminal():
            state = match.state
            errors = [state.explain(action) for action in range(0, game.num_actions, 7)]
            cited |= {error.rule for error in errors if error is not None and error.rule is not None}
            match.apply_action(match.legal_actions()[-1])
        assert cited and all(lineshaft.find_rule(name, rule).number == rule for rule in cited)


def test_the_pages_are_in_the_package() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["maturin"]["include"]
    assert "python/lineshaft/pages/**/*" in included

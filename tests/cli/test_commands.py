"""The command line as its users meet it: a program with output, errors and an exit code."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import lineshaft
from lineshaft.cli.main import cli, main
from lineshaft.cli.output import apportion, column_widths, printable
from lineshaft.proof import parity
from lineshaft.proof.peers import PEERS, Peer
from lineshaft.proof.workloads import BATCH, WORKLOADS, batch, play_out, random_legal

FIRST = "railways"
COMMANDS = sorted(cli.commands)


def run(*args: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lineshaft.cli", *args]
    env = {**os.environ, "COLUMNS": "200", **environment}
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=env,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )


def output(*args: str, cwd: Path | None = None) -> str:
    done = run(*args, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def refused(*args: str, cwd: Path | None = None) -> str:
    """The one line of an error with exit code 2."""
    done = run(*args, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, "")
    line, rest = done.stderr.split("\n", 1)
    assert line.startswith("lineshaft: ") and rest == "", done.stderr
    return line


# --- the program ------------------------------------------------------------------------------------------------------


def test_version() -> None:
    assert output("--version") == f"lineshaft {lineshaft.__version__}\n"


def test_without_a_command_it_shows_its_help_and_fails() -> None:
    done = run()
    assert done.returncode == 2 and "Commands:" in done.stderr and done.stdout == ""


@pytest.mark.long
@pytest.mark.parametrize("command", [None, *(name for name in COMMANDS if name != "serve")])
def test_help_has_examples_that_run(command: str | None, tmp_path: Path) -> None:
    text = output(*([command] if command else []), "--help")
    examples = re.findall(r"^ +lineshaft (.*)$", text, re.MULTILINE)
    assert re.search("^ *Examples?:", text, re.MULTILINE) and examples
    for example in examples:
        done = run(*example.split(), cwd=tmp_path)
        assert done.returncode == 0 and done.stdout, done.stderr


def test_help_is_in_plain_text() -> None:
    for command in COMMANDS:
        assert "\x1b" not in output(command, "--help")


def test_unknown_command_and_option() -> None:
    line = refused("chess")
    assert all(command in line for command in COMMANDS)
    assert "--players" in refused("selfplay", FIRST, "--player-count", "3")


def test_needs_numpy_and_click_alone() -> None:
    code = "import sys, lineshaft.cli.main; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {"lineshaft", "numpy", "click", "__main__"}
    foreign = {"rich", "pytest", "hypothesis", "maturin", "starlette", "uvicorn"} & (set(done.stdout.split()) - ours)
    assert not foreign


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = [sys.executable, "-m", "lineshaft.cli", "games", FIRST]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), errors) == (141, "")


@pytest.mark.parametrize("module", ["lineshaft", "lineshaft.cli"])
def test_ctrl_c_while_python_imports_is_no_traceback(module: str, tmp_path: Path) -> None:
    """An import that waits says when it is reached."""
    slow = tmp_path / "numpy.py"
    slow.write_text("import sys, time\nprint('importing', flush=True)\ntime.sleep(60)\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", module, "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == "importing\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == -signal.SIGINT
        assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_the_package_as_a_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "lineshaft", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"lineshaft {lineshaft.__version__}\n")


def test_text_of_others_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    """Control characters, line ends and changes of direction in names and sentences are written as escapes."""
    evil = "evil\x1b]0;title\x07\x9b\u202e\u2028x\ny"
    written = r"evil\x1b]0;title\x07\x9b\u202e\u2028x"
    assert printable(evil) == written + r"\ny"
    for args in (["games", evil], ["selfplay", FIRST, "--bots", evil], ["selfplay", FIRST, "--rule", f"{evil}=1"]):
        line = refused(*args)
        assert "evil" in line and line == printable(line)


def test_all_output_goes_through_one_place() -> None:
    """Nothing but ``output`` writes to the terminal, where what others wrote is made harmless."""
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in Path(main.__code__.co_filename).parent.glob("*.py")
    }
    assert [name for name, text in sorted(texts.items()) if "click.echo(" in text or "print(" in text] == ["output.py"]


def redirected(command: str, to: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command with its streams sent elsewhere by the shell."""
    line = f'exec "$0" -m lineshaft.cli {command} {to}'
    env = {**os.environ, **environment}
    return subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, text=True, env=env, timeout=300)


@pytest.mark.parametrize("command", ["games", "selfplay railways --games 2", "selfplay railways --games 2 --json"])
def test_an_output_that_cannot_be_written_is_one_line(command: str) -> None:
    full = redirected(command, ">/dev/full")
    assert (full.returncode, full.stderr) == (2, "lineshaft: cannot write to stdout: No space left on device\n")
    closed = redirected(command, ">&-")
    assert (closed.returncode, closed.stderr) == (2, "lineshaft: stdout is closed; there is nowhere to print to\n")


def test_what_cannot_be_said_changes_no_exit_code() -> None:
    for to in ("2>/dev/full", "2>&-"):
        assert redirected("games chess", to).returncode == 2
        done = redirected("selfplay railways --games 2", to)
        assert done.returncode == 0 and "Wins by bot" in done.stdout


def test_letters_that_the_terminal_lacks_are_written_in_ascii(tmp_path: Path) -> None:
    data, games, town = tmp_path / "mine.toml", tmp_path / "games.jsonl", "Köln 東京"
    own = lineshaft.load_game(FIRST).data_text.replace('"Chicago"', f'"{town}"')
    data.write_text(own, encoding="utf-8")
    game = lineshaft.load_game(FIRST, data=data)
    games.write_text(lineshaft.play(game, ["random", "random"], 3).to_json() + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "lineshaft.cli", "replay", "show", str(games), "--data", str(data)]
    env = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(command, capture_output=True, env=env, timeout=300)
    assert (done.returncode, done.stderr) == (0, b"")
    assert town.encode("cp1252", "backslashreplace") in done.stdout


def test_tables_break_no_word_at_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal each word and number stands as in a pipe."""
    monkeypatch.setenv("COLUMNS", "80")
    commands = [["games"], *(["games", name] for name in lineshaft.games())]
    commands += [["selfplay", FIRST, "--games", "9", "--bots", "greedy,random,random"]]
    for command in commands:
        shown = []
        for rich in (False, True):
            monkeypatch.setattr("lineshaft.cli.output.has_rich", lambda _, rich=rich: rich)
            with pytest.raises(SystemExit):
                main(command)
            shown.append(capsys.readouterr().out)
        plain, drawn = ("\n".join(text.splitlines()[:-1]) for text in shown)  # the last line has the speed
        assert "\u2500" in drawn and all(
            len(line) <= 80 for line in drawn.splitlines() if not line.startswith("A game has")
        )
        assert set(plain.split()) <= set(drawn.split()), command


def test_columns_share_the_room() -> None:
    assert column_widths([5, 7], [9, 7], 40) == [9, 7]  # all fits
    assert column_widths([5, 7], [50, 7], 40) == [33, 7]  # what is long is wrapped
    assert column_widths([30, 7], [30, 20], 32) == [25, 7]  # the words are too wide for the terminal
    assert column_widths([3, 3], [3, 3], 0) == [1, 1]


# --- games ------------------------------------------------------------------------------------------------------------


def test_games_lists_the_registry() -> None:
    text = output("games")
    for name in lineshaft.games():
        declaration = lineshaft.describe(name)
        assert name in text and declaration["title"] in text


@pytest.mark.parametrize("name", lineshaft.games())
def test_game_shows_its_declarations(name: str) -> None:
    text = output("games", name)
    declaration = lineshaft.describe(name)
    for item in [*declaration["variants"], *declaration["options"]]:
        assert item["name"] in text and item["rule"] in text and item["summary"] in text
    for option in declaration["options"]:
        assert option["allowed"] in text
    game = lineshaft.load_game(name)
    assert f"{game.num_actions:,}" in text and f"{game.state_size:,}" in text


def test_every_command_that_reports_has_json(tmp_path: Path) -> None:
    """One object in one line of ASCII, with a format that names it."""
    play = ["selfplay", FIRST, "--games", "2"]
    output(*play, "--out", "two.jsonl", cwd=tmp_path)
    output("games", FIRST, "--data-template", "--out", "mine.toml", cwd=tmp_path)
    commands = {
        "games": ["games"],
        "parity": ["parity", FIRST, "--games", "1"],
        "selfplay": play,
        "verify": ["replay", "verify", "two.jsonl"],
        "position": ["replay", "show", "two.jsonl", "--ply", "3"],
        "data": ["data", "check", FIRST, "mine.toml"],
        "bench": ["bench", f"{FIRST}/playouts", "--quick"],
        "bots": ["bots"],
        "rules": ["rules", FIRST],
    }
    for name, command in commands.items():
        done = run(*command, "--json", cwd=tmp_path)
        assert done.returncode == 0 and done.stdout.count("\n") == 1 and done.stdout.isascii(), done.stderr
        assert json.loads(done.stdout)["format"] == f"lineshaft-{name}/1"


def test_games_as_json_hold_what_is_declared() -> None:
    found = json.loads(output("games", "--json"))["games"]
    assert [game["name"] for game in found] == list(lineshaft.games()) and "sizes" not in found[0]
    (game,) = json.loads(output("games", FIRST, "--json"))["games"]
    assert game["options"] == lineshaft.describe(FIRST)["options"]
    assert {(row["variant"], row["players"]) for row in game["sizes"]} >= {("standard", 2), ("standard", 3)}


def test_counts_are_read_as_people_write_them() -> None:
    for text, number in (("2", 2), ("1_0", 10), ("2e0", 2), ("1.2e1", 12)):
        assert report("--games", text, "--bots", "random")["games"] == number
    for text in ("1e-3", "1.5", "1.25e1", "_2", "1__0", "1e", "e6", "0", "0e9", "-1", "\u0663"):
        assert "--games" in refused("selfplay", FIRST, "--games", text), text


def test_a_rule_is_given_once() -> None:
    line = refused("selfplay", FIRST, "--rule", "exit_capacity=1", "--rule", "exit_capacity=2")
    assert "exit_capacity is given twice" in line


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("lineshaft self", "selfplay"),
        ("lineshaft selfplay rail", "railways"),
        ("lineshaft selfplay railways --variant fam", "family"),
        ("lineshaft selfplay railways --rule exit", "exit_capacity="),
        ("lineshaft selfplay railways --bots greedy,ran", "greedy,random"),
        ("lineshaft selfplay railways --bots random,greedy:ep", "random,greedy:epsilon="),
        ("lineshaft selfplay railways --bots greedy:epsilon=0.3,v", "greedy:epsilon=0.3,version="),
        ("lineshaft selfplay railways --bots greedy:epsilon=0.3,r", "greedy:epsilon=0.3,random"),
    ],
)
def test_the_shell_completes(typed: str, offered: str) -> None:
    words = typed.split()
    cursor = str(len(words) - 1)
    done = run(_LINESHAFT_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD=cursor)
    assert offered in done.stdout.replace("plain,", "").split(), done.stdout


def test_no_parameter_is_completed_twice_or_behind_a_bot_without_it() -> None:
    for text in ("greedy:epsilon=0.3,e", "greedy,e", "greedy:r", "random:e"):
        typed = f"lineshaft selfplay railways --bots {text}"
        assert run(_LINESHAFT_COMPLETE="bash_complete", COMP_WORDS=typed, COMP_CWORD="4").stdout.strip() == "", text


def test_bots_are_listed_with_their_parameters() -> None:
    text = output("bots")
    assert columns_of(text, "Bots (--bots BOT,BOT,...)")["bot"] == [kind.name for kind in lineshaft.bots()]
    table = columns_of(text, "Parameters (--bots BOT:PARAMETER=VALUE,...)")
    assert (table["bot"][0], table["parameter"][0]) == ("greedy", "epsilon")
    assert (table["default"][0], table["allowed"][0]) == ("0", "a number from 0 to 1")
    found = json.loads(output("bots", "--json"))["bots"]
    assert [(bot["name"], bot["summary"], bot["sees"]) for bot in found] == [kind[:3] for kind in lineshaft.bots()]
    assert [[tuple(parameter.values()) for parameter in bot["parameters"]] for bot in found] == [
        list(kind.parameters) for kind in lineshaft.bots()
    ]
    assert found[1]["parameters"][0].keys() == {"name", "default", "allowed", "summary"}


def test_unknown_game_names_the_games() -> None:
    for command in ("games", "selfplay", "parity"):
        line = refused(command, "chess")
        assert "chess" in line and all(name in line for name in lineshaft.games())


def test_missing_game_names_the_games() -> None:
    for command in ("selfplay", "parity"):
        assert FIRST in refused(command)


# --- selfplay ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", lineshaft.games())
def test_selfplay_prints_plain_tables(name: str) -> None:
    text = output("selfplay", name, "--games", "20", "--bots", "greedy")
    assert text.isascii() or "\x1b" not in text
    for word in ("bot", "seat", "share", "score", "greedy"):
        assert word in text


def report(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output("selfplay", FIRST, "--json", *args))
    return found


def test_selfplay_json_is_one_object() -> None:
    found = report("--games", "30", "--seed", "5", "--bots", "greedy,random")
    assert (found["game"], found["games"], found["seed"], found["players"]) == (FIRST, 30, "5", 2)
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]
    assert len(found["seats"]) == 2
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(30)
    assert sum(bot["wins"] for bot in found["bots"]) == pytest.approx(30)
    assert sum(end["games"] for end in found["ends"]) == 30
    for row in [*found["bots"], *found["seats"]]:
        assert 0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1
    assert found["speed"]["games_per_second"] > 0


def columns_of(text: str, title: str) -> dict[str, list[str]]:
    """The cells of a plain table by column."""
    heading, *rows = text.split(f"{title}\n")[1].split("\n\n", maxsplit=1)[0].splitlines()
    cells = [re.split(r" {2,}", row.strip()) for row in (heading, *rows)]
    return {column[0]: list(column[1:]) for column in zip(*cells, strict=True)}


def test_shares_add_up_and_whole_numbers_have_no_decimals() -> None:
    text = output("selfplay", FIRST, "--games", "31", "--players", "3", "--bots", "random", "--seed", "2")
    for title, whole in (("Wins by bot", "wins"), ("Wins by seat", "wins"), ("How games ended", "games")):
        table = columns_of(text, title)
        assert sum(Decimal(share.rstrip("%")) for share in table["share"]) == 100
        assert sum(Decimal(wins) for wins in table[whole]) == 31
        assert not any(wins.endswith(".0") for wins in table[whole])
    assert all("\xb1" in cell for what in ("mean score", "margin") for cell in columns_of(text, "Wins by seat")[what])


@pytest.mark.parametrize("parts", [[1, 1, 1], [0, 7, 0], [0.5, 0.5, 5], [1 / 3] * 3, [2, 3, 1, 1], [1] * 7])
def test_apportioned_parts_add_up(parts: list[float]) -> None:
    given = apportion(parts, 1000)
    assert sum(given) == 1000
    assert all(abs(share - part * 1000 / sum(parts)) < 1 for share, part in zip(given, parts, strict=True))


def test_equal_bots_are_told_apart_by_seat_and_summed_by_name() -> None:
    start = ["selfplay", FIRST, "--games", "9", "--bots", "greedy,random,random"]
    text = output(*start)
    assert columns_of(text, "Wins by bot")["bot"] == ["greedy", "random, seat 1", "random, seat 2"]
    assert columns_of(text, "Wins by name")["name"] == ["greedy", "random"]
    found = json.loads(output(*start, "--json"))
    assert [(bot["name"], bot["seat"]) for bot in found["bots"]] == [("greedy", 0), ("random", 1), ("random", 2)]
    assert found["names"][1]["wins"] == found["bots"][1]["wins"] + found["bots"][2]["wins"]
    assert "by name" not in output("selfplay", FIRST, "--games", "3", "--bots", "random")


def test_one_game_is_spoken_of_in_the_singular() -> None:
    text = output("selfplay", "arkwright", "--variant", "solo", "--games", "1", "--threads", "1")
    assert "\n1 game in " in text and " on 1 thread:" in text
    assert re.search(r"A game has \d+ decisions and 0 chance outcomes on average, \d+ steps in all\.", text)
    assert "margin" not in text


@pytest.mark.parametrize("remedy", ["--rule events=true", "--bots random", "--bots greedy:epsilon=0.1"])
def test_one_game_played_again_and_again_is_called_so(remedy: str) -> None:
    start = ["selfplay", "arkwright", "--games", "6", "--players", "2"]
    varied = remedy.split()
    said, text = "All 6 games are the same game", output(*start)
    assert said in text and "95 %" not in text and "\xb1" not in text
    found = json.loads(output(*start, "--json"))
    assert (found["distinct_games"], found["bots"][0]["low"], found["bots"][0]["score_high"]) == (1, None, None)
    searching = ["--bots flat", "--bots mcts"]
    would_vary = ["--rule events=true", "--bots random", *searching, "--bots greedy:epsilon=0.1"]
    assert found["would_vary"] == would_vary
    assert remedy in found["would_vary"] and all(remedy in text for remedy in found["would_vary"])
    text = output(*start, *varied)
    assert said not in text and "95 %" in text
    found = json.loads(output(*start, *varied, "--json"))
    assert (found["distinct_games"], found["would_vary"]) == (6, [])


def test_selfplay_does_not_depend_on_threads() -> None:
    one, three = report("--games", "40", "--threads", "1"), report("--games", "40", "--threads", "3")
    del one["speed"], three["speed"]
    assert one == three


def test_one_bot_sits_everywhere_and_bots_set_the_players() -> None:
    assert report("--games", "2", "--bots", "random", "--players", "3")["players"] == 3
    assert report("--games", "2", "--bots", "random,greedy,random")["players"] == 3


def test_parameters_belong_to_the_bot_before_them() -> None:
    found = report("--games", "4", "--bots", "greedy:epsilon=0.3,version=1, random")
    assert [bot["name"] for bot in found["bots"]] == ["greedy:epsilon=0.3,version=1", "random"]
    start = ["selfplay", FIRST, "--games", "1", "--bots"]
    said = "parameter epsilon of bot greedy cannot be '3'; choose a number from 0 to 1"
    assert refused(*start, "random,greedy:epsilon=3") == f"lineshaft: {said}"
    assert "no bot before 'epsilon=0.3'" in refused(*start, "epsilon=0.3,greedy")


def test_a_solo_variant_is_played_by_one() -> None:
    found = json.loads(output("selfplay", "arkwright", "--variant", "solo", "--games", "2", "--json"))
    assert (found["variant"], found["players"]) == ("solo", 1)
    assert "takes 1 player" in refused("selfplay", "arkwright", "--variant", "solo", "--players", "2", "--games", "1")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "1"], "standard takes 2 to 4 players, not 1; 1 player: --variant solo"),
        (["--players", "1", "--variant", "expert"], "expert takes 2 to 4 players, not 1; 1 player: --variant solo"),
        (
            ["--bots", "greedy,random", "--variant", "solo"],
            "solo takes 1 player, not 2; 2 players: --variant standard or --variant expert",
        ),
        (["--players", "5"], "arkwright takes 1 to 4 players, not 5"),
    ],
)
def test_a_variant_that_takes_so_many_players_is_proposed(args: list[str], said: str) -> None:
    assert refused("selfplay", "arkwright", "--games", "1", *args) == f"lineshaft: {said}"


def test_selfplay_takes_variants_and_options() -> None:
    declaration = lineshaft.describe(FIRST)
    variant = declaration["variants"][-1]["name"]
    option = next(o for o in declaration["options"] if o["default"] is not None)
    value = json.dumps(option["default"]).strip('"')
    found = report("--games", "2", "--variant", variant, "--rule", f"{option['name']}={value}")
    assert found["variant"] == variant and found["rules"][option["name"]] == option["default"]


def test_selfplay_refuses_with_the_valid_choices() -> None:
    declaration = lineshaft.describe(FIRST)
    start = ["selfplay", FIRST, "--games", "1"]
    assert declaration["variants"][0]["name"] in refused(*start, "--variant", "solo")
    assert declaration["options"][0]["name"] in refused(*start, "--rule", "speed=3")
    option = declaration["options"][0]
    assert option["allowed"] in refused(*start, "--rule", f"{option['name']}=99999")
    assert "KEY=VALUE" in refused(*start, "--rule", option["name"])
    assert "greedy, random" in refused(*start, "--bots", "clever") or "random" in refused(*start, "--bots", "clever")
    assert "players" in refused(*start, "--players", "9")
    assert "bot" in refused(*start, "--bots", "greedy,random", "--players", str(lineshaft.load_game(FIRST).max_players))
    assert "missing.toml" in refused(*start, "--data", "missing.toml")
    assert "--seed" in refused(*start, "--seed", "-1")
    assert "--games" in refused("selfplay", FIRST, "--games", "0")


def test_wrong_data_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = lineshaft.load_game(FIRST).data_text
    path.write_text(text.replace("format = ", "format = 9", 1), encoding="utf-8")
    assert "mine.toml: format must be " in refused("selfplay", FIRST, "--games", "1", "--data", str(path))


def test_own_data_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(lineshaft.load_game(FIRST).data_text + "# mine\n", encoding="utf-8")
    assert output("selfplay", FIRST, "--games", "2", "--data", str(path))


# --- replays ----------------------------------------------------------------------------------------------------------


def test_out_writes_the_same_bytes_twice_and_for_any_threads(tmp_path: Path) -> None:
    start = ["selfplay", FIRST, "--games", "40", "--seed", "7", "--bots", "greedy,random"]
    for name, threads in (("a", "1"), ("b", "1"), ("c", "4")):
        output(*start, "--threads", threads, "--out", f"{name}.jsonl", cwd=tmp_path)
    first, *others = ((tmp_path / f"{name}.jsonl").read_bytes() for name in "abc")
    assert others == [first, first] and first.endswith(b"}\n") and b"\r" not in first
    assert len(first.splitlines()) == 40


def test_out_can_be_followed(tmp_path: Path) -> None:
    output("selfplay", FIRST, "--games", "5", "--out", "games.jsonl", cwd=tmp_path)
    replays = list(lineshaft.read_replays(tmp_path / "games.jsonl"))
    assert len(replays) == 5
    for replay in replays:
        assert lineshaft.Match.from_replay(replay).is_terminal()


def test_out_keeps_what_exists_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("precious\n" * 5000, encoding="utf-8")
    start = ["selfplay", FIRST, "--games", "3", "--out", "games.jsonl"]
    assert "--force" in refused(*start, cwd=tmp_path)
    refused(*start, "--force", "--bots", "clever", cwd=tmp_path)
    assert path.read_text(encoding="utf-8").startswith("precious")
    output(*start, "--force", cwd=tmp_path)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_out_that_cannot_be_written(tmp_path: Path) -> None:
    for target in (str(tmp_path / "absent" / "games.jsonl"), str(tmp_path)):
        line = refused("selfplay", FIRST, "--games", "1", "--out", target)
        assert target in line
    refused("selfplay", FIRST, "--bots", "clever", "--out", "new.jsonl", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "lineshaft.cli", "selfplay", FIRST, "--games", "100000000", "--out", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (path.exists() and path.stat().st_size):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("lineshaft: interrupted after ") and errors.count("\n") == 1
    text = path.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert all(json.loads(line)["game"] == FIRST for line in text.splitlines())


# --- parity and bench -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*lineshaft.games(), "all"])
def test_parity(name: str) -> None:
    assert "no difference" in output("parity", name, "--games", "2")


def test_parity_refuses_a_range_of_players_that_is_none() -> None:
    for text in ("4-2", "x", "2-"):
        assert "2-4" in refused("parity", FIRST, "--players", text)
    assert "players" in refused("parity", FIRST, "--players", "77")


def test_a_difference_exits_with_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    replay = {"game": FIRST, "steps": []}
    found = parity.ParityReport(1, 0, 1, [parity.Difference(FIRST, "scores", "[1]", "[2]", replay)])
    monkeypatch.setattr("lineshaft.cli.parity.run_parity", lambda *_, **__: found)
    with pytest.raises(SystemExit) as exit_:
        main(["parity", FIRST])
    assert exit_.value.code == 1
    assert "scores differs" in capsys.readouterr().out


def test_bench_runs_every_workload() -> None:
    done = run("bench", "--quick", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    names = {row["name"] for row in found["workloads"]}
    assert names == {f"{g}/{kind}" for g in lineshaft.games() for kind in WORKLOADS}
    assert WORKLOADS.keys() == {"playouts", "selfplay", "stepping", "matches", "batch", "training", "reference"}
    assert all(row["steps_per_second"] > 0 for row in found["workloads"])
    assert all(row["engine_to_reference"] > 0 for row in found["games"])


def test_bench_names_its_workloads() -> None:
    assert f"{FIRST}/playouts" in refused("bench", "everything")


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: str(peer.name))
def test_bench_beside_peers(peer: Peer) -> None:
    """With a peer installed the ratios are there, like beside like; without it the way to get it is named."""
    if importlib.util.find_spec(peer.module) is None:
        line = refused("bench", *peer.loops, "--quick", "--peers")
        assert peer.title in line and line.endswith("is not installed: pip install 'lineshaft[peers]'")
        return
    done = run("bench", *peer.loops, "--quick", "--peers", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    (beside,) = found["peers"]
    assert (beside["name"], beside["title"]) == (peer.name, peer.title) and beside["version"]
    speeds = {row["name"]: row["steps_per_second"] for row in found["workloads"]}
    assert {row.pop("name"): row for row in beside["ratios"]} == {
        f"{game}/{kind}": {
            (other := f"{peer.name}:{name}"): pytest.approx(speeds[f"{game}/{kind}"] / speeds[f"{other}/{kind}"])
            for name in peer.games
        }
        for game in lineshaft.games()
        for kind in peer.loops
    }


def test_a_peer_that_is_not_installed_is_named_in_one_sentence() -> None:
    absent = replace(PEERS[0], title="Chess", module="no_such_module")
    said = "Chess, which is measured beside playouts and stepping, is not installed: pip install 'lineshaft\\[peers\\]'"
    with pytest.raises(lineshaft.InvalidArgument, match=f"^{said}$"):
        absent.version()
    line = refused("bench", "matches", "selfplay", "--peers")
    assert line == ("lineshaft: --peers measures others at playouts or stepping or batch, not at matches or selfplay")


def test_the_same_loop_goes_through_states_and_counts_like_a_match() -> None:
    """Chance that is drawn in Python, listed and sampled, is counted as that of a match is."""
    for name in lineshaft.games():
        game = lineshaft.load_game(name)
        match, state = game.new_match(seed=3), game.new_initial_state()
        decisions, chance = play_out(state, Random(3))
        assert state.is_terminal() and decisions > 0
        while not match.is_terminal():
            match.apply_action(int(match.legal_actions()[0]))
        assert (chance > 0) == (match.ply > sum(1 for step in match.replay().steps if not step.startswith("*")))


def test_actions_are_chosen_evenly_from_masks() -> None:
    mask = np.array([[0, 1, 0, 1], [1, 1, 1, 1], [0, 0, 1, 0]] * 3000, dtype=np.bool_)
    chosen = random_legal(mask, np.random.default_rng(1))
    assert chosen.dtype == np.int32 and mask[np.arange(len(mask)), chosen].all()
    for row, often in ((0, [0, 1500, 0, 1500]), (1, [750] * 4), (2, [0, 0, 3000, 0])):
        counts = np.bincount(chosen[row::3], minlength=4)
        assert np.abs(counts - often).max() < 150


def test_games_that_are_stepped_together_go_on_to_the_next() -> None:
    game = lineshaft.load_game(FIRST)
    work = batch(game, 2 * BATCH, seed=1)
    alone = lineshaft.playouts(game, 1000, seed=1)
    assert work.games >= 2 * BATCH and work.decisions % BATCH == 0
    assert work.decisions / work.games == pytest.approx(alone.decisions / alone.games, rel=0.25)

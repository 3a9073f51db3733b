"""``lineshaft replay`` as its users meet it: what it shows, what it refuses, and that no file brings a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import lineshaft
from lineshaft import show
from lineshaft.cli.output import has_color
from lineshaft.show import result, result_lines

FIRST = "railways"
Record = dict[str, Any]


def run(*args: str | Path, cwd: Path | None = None, stdin: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lineshaft.cli", "replay", *map(str, args)]
    with Path(os.devnull if stdin is None else stdin).open("rb") as read:
        done = subprocess.run(
            command, stdin=read, capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=300
        )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def output(*args: str | Path, stdin: Path | None = None) -> str:
    done = run(*args, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def refused(*args: str | Path, stdin: Path | None = None) -> str:
    """The one line of an error with exit code 2."""
    done = run(*args, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    line, rest = done.stderr.split("\n", 1)
    assert line.startswith("lineshaft: ") and rest == "", done.stderr
    return line


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games."""
    game = lineshaft.load_game(FIRST, players=3)
    path = tmp_path_factory.mktemp("replays") / "games.jsonl"
    played = lineshaft.selfplay(game, ["greedy", "random", "random"], games=3, seed=4, record=True)
    path.write_text("".join(f"{replay.to_json()}\n" for replay in played.replays), encoding="utf-8")
    return path


@pytest.fixture
def record(games: Path) -> Record:
    return next(lineshaft.read_replays(games)).to_dict()


# --- show -------------------------------------------------------------------------------------------------------------


def test_show_goes_step_by_step_to_the_result(games: Path, record: Record) -> None:
    text = output("show", games)
    assert f"{games}, line 1: " in text and "greedy, random, random" in text
    lines = text.splitlines()
    for ply, step in enumerate(record["steps"], 1):
        assert f"{ply:>5}  {step}" in lines
    assert f"the game is over ({record['end_reason']})" in text
    for player, (score, place) in enumerate(zip(record["scores"], record["ranking"], strict=True)):
        assert f"player {player}: {score} points, place {place}" in text


def test_show_at_a_ply_is_what_the_viewer_may_know(games: Path) -> None:
    replay = list(lineshaft.read_replays(games))[1]
    state = lineshaft.Playback(replay).state(60)
    for player in (None, 0, 1, 2):
        viewer = ["--player", "spectator" if player is None else str(player)]
        seen = json.loads(output("show", games, "--game", "2", "--ply", "60", *viewer, "--json"))
        assert (seen["line"], seen["ply"], seen["phase"]) == (2, 60, state.phase_name())
        assert seen["position"] == state.view(player).to_dict()
        assert bool(seen["legal"]) == (player == state.current_player())
        assert f"ply 60 of {len(replay.steps)}" in output("show", games, "--game", "2", "--ply", "60", *viewer)
    assert json.loads(output("show", games, "--game", "2", "--ply", "60", "--json"))["position"] == state.to_dict()


def test_show_draws_the_board_with_the_last_moves_and_the_choices(games: Path) -> None:
    replay = list(lineshaft.read_replays(games))[1]
    playback = lineshaft.Playback(replay)
    ply = next(ply for ply in range(60, len(playback)) if playback.state(ply).current_player() == 0)
    state = playback.state(ply)
    text = output("show", games, "--game", "2", "--ply", str(ply), "--player", "0")
    assert show.text(state.view(0).to_dict()) in text
    assert show.choices_text(show.choices(state)) in text
    moves = text.partition("last moves:\n")[2].split("\n")[:6]
    assert [int(line.split()[0]) for line in moves] == list(range(ply - 5, ply + 1))
    assert "\x1b" not in text
    whole = output("show", games, "--game", "2", "--ply", str(ply))
    assert show.text(state.to_dict()) in whole
    hidden = output("show", games, "--game", "2", "--ply", str(ply), "--player", "1")
    assert show.text(state.view(1).to_dict()) in hidden and show.choices(state)[0].title.upper() not in hidden


def test_show_prints_the_fields_where_they_are_asked_for(games: Path) -> None:
    state = lineshaft.Playback(next(lineshaft.read_replays(games))).state(60)
    text = output("show", games, "--ply", "60", "--fields", "--player", "1")
    assert all(f"  {line}" in text.splitlines() for line in show.fields(state.view(1).to_dict()).split("\n"))
    assert "CITIES AND LINKS" not in text
    assert "leave --fields out" in refused("show", games, "--fields", "--json")


def test_a_game_without_secrets_is_drawn_with_all_that_a_view_says(pile: Path) -> None:
    state = lineshaft.Playback(next(lineshaft.read_replays(pile))).state(5)
    assert show.text(state.view(None).to_dict()) in output("show", pile, "--ply", "5")


@pytest.mark.parametrize(
    ("terminal", "environment", "wanted"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    terminal: bool, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_color(stream) == wanted


def test_show_hides_what_others_drew(games: Path) -> None:
    replay = list(lineshaft.read_replays(games))[1]
    for player in range(replay.players):
        shown = [
            json.loads(line)
            for line in output("show", games, "--game", "2", "--player", str(player), "--json").splitlines()
        ]
        log = lineshaft.Match.from_replay(replay).log(player)
        assert [at["step"] for at in shown] == [None, *log]
        assert log != list(replay.steps)


@pytest.mark.parametrize("viewer", [[], ["--player", "0"], ["--player", "spectator"]])
def test_show_tells_what_is_opened(viewer: list[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = lineshaft.load_game("workshop", 2).new_match(seed=5)
    while match.phase_name() != "fist_colour":
        match.apply_action(match.legal_actions()[0])
    for text in ("fist green", "bid 7", "fist blue", "bid 3"):
        match.apply_action(match.game.string_to_action(text))
    path.write_text(match.replay().to_json() + "\n", encoding="utf-8")
    told = ["player 0 bid 7 pounds for green", "player 1 bid 3 pounds for blue"]
    lines = output("show", path, *viewer).splitlines()
    bid = lines.index(f"{match.ply:>5}  1 bid 3")
    assert lines[bid + 1 : bid + 3] == [f"       opened: {line}" for line in told]
    shown = [json.loads(line) for line in output("show", path, *viewer, "--json").splitlines()]
    assert shown[match.ply]["opened"] == told
    assert [at["opened"] for at in shown[: match.ply]] == [[]] * match.ply
    position = output("show", path, "--ply", str(match.ply), *viewer)
    assert all(f"opened: {line}" in position.splitlines() for line in told)


def test_show_refuses_what_is_not_there(games: Path, tmp_path: Path) -> None:
    assert "last line is 3" in refused("show", games, "--game", "4")
    for command in (["show"], ["verify"], ["verify", "--reference"], ["convert", "--to", "npz"]):
        assert "no game on line 4" in refused(*command[:1], games, *command[1:], "--game", "4")
    assert "ply 0 to" in refused("show", games, "--ply", "9999")
    assert "0 to 2 or spectator" in refused("show", games, "--player", "3")
    assert "--ply" in refused("show", games, "--svg", "x.svg")
    assert "cannot read" in refused("show", tmp_path / "none.jsonl")
    assert "cannot read" in refused("verify", tmp_path)


@pytest.mark.parametrize("name", lineshaft.games())
def test_show_draws_a_picture(name: str, tmp_path: Path) -> None:
    replay = lineshaft.play(lineshaft.load_game(name, players=2), ["random", "random"], 3)
    path, picture = tmp_path / "games.jsonl", tmp_path / "picture.svg"
    path.write_text(replay.to_json() + "\n", encoding="utf-8")
    output("show", path, "--ply", "50", "--player", "1", "--svg", picture)
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("players", [2, 3])
def test_show_says_who_has_which_colour(players: int, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = lineshaft.load_game("workshop", players=players)
    path.write_text(lineshaft.play(game, ["random"] * players, 3).to_json() + "\n", encoding="utf-8")
    names = [row["name"] for row in tomllib.loads(game.data_text)["colours"]]
    two = [f"{names[0]} and {names[2]}", f"{names[1]} and {names[3]}"]
    wanted = two if players == 2 else names[:players]
    lines = output("show", path, "--ply", "0").splitlines()
    assert lines[2 : 2 + players] == [f"player {player} has {words}" for player, words in enumerate(wanted)]


class Ended(NamedTuple):
    """The end of a game as far as its result is concerned."""

    points: list[int]
    places: list[int]
    links: list[int]
    cubes: list[int]

    def scores(self) -> Any:
        return np.array(self.points)

    def ranking(self) -> Any:
        return np.array(self.places)

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        return [[] for _ in self.points]

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        return [("score", "R43", self.points), ("links", "R43", self.links), ("cubes", "R44", self.cubes)]


def told(ended: Any) -> list[str]:
    return list(result_lines(result(ended)))


def test_the_result_says_where_equal_points_were_told_apart() -> None:
    after = "after the tie-break among equal points"
    assert told(Ended([7, 7, 1], [2, 1, 3], links=[3, 3, 9], cubes=[1, 2, 0])) == [
        f"player 0: 7 points, place 2, {after}: cubes (R44)",
        f"player 1: 7 points, place 1, {after}: cubes (R44)",
        "player 2: 1 point, place 3",
    ]
    assert told(Ended([7, 7, 7], [1, 2, 3], links=[4, 4, 3], cubes=[1, 0, 2]))[:2] == [
        f"player 0: 7 points, place 1, {after}: links (R43) and cubes (R44)",
        f"player 1: 7 points, place 2, {after}: links (R43) and cubes (R44)",
    ]
    shared = told(Ended([7, 7], [1, 1], links=[0, 0], cubes=[0, 0]))
    assert shared == [f"player {player}: 7 points, place 1, shared" for player in (0, 1)]


def test_the_result_says_where_each_point_came_from(games: Path, record: Record) -> None:
    lines = output("show", games).splitlines()
    state = lineshaft.Match.from_replay(record).state
    at = next(index for index, line in enumerate(lines) if re.match(r"player 0: -?\d+ points?, place", line))
    wanted = []
    for player, parts in enumerate(state.score_parts()):
        wanted.append(f"player {player}: {record['scores'][player]} points, place {record['ranking'][player]}")
        wanted += [f"  {points:>5}  {label} ({rule})" for label, rule, points in parts if points]
    assert lines[at:] == wanted and len(wanted) > 6
    shown = [json.loads(line) for line in output("show", games, "--json").splitlines()]
    assert {at["result"] for at in shown[:-1]} == {None}
    for player, of in enumerate(shown[-1]["result"]):
        assert (of["player"], of["score"], of["place"]) == (player, record["scores"][player], record["ranking"][player])
        assert (of["shared"], of["tie_breaks"]) == (False, [])
        assert [tuple(part.values()) for part in of["parts"]] == state.score_parts()[player]


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    """One short game with a picture."""
    path = tmp_path / "pile.jsonl"
    game = lineshaft.load_game("widgets", players=2, variant="abstract")
    path.write_text(lineshaft.play(game, ["random", "random"], 3).to_json() + "\n", encoding="utf-8")
    return path


def test_a_picture_replaces_a_file_only_when_told_and_never_what_is_read(pile: Path) -> None:
    picture = pile.with_name("pile.svg")
    picture.write_text("mine", encoding="utf-8")
    drawing = ("show", pile, "--ply", "5", "--svg")
    assert f"{picture} exists" in refused(*drawing, picture)
    assert picture.read_text(encoding="utf-8") == "mine"
    output(*drawing, picture, "--force")
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    before = pile.read_bytes()
    link = pile.with_name("link.svg")
    link.symlink_to(pile)
    for name in (pile, link):
        assert "is read here" in refused(*drawing, name, "--force")
    assert "is read here" in refused("show", "-", "--ply", "5", "--svg", pile, "--force", stdin=pile)
    assert pile.read_bytes() == before
    assert "cannot write" in refused(*drawing, pile.with_name("no") / "x.svg")
    assert "name a file with --svg" in refused("show", pile, "--force")
    assert sorted(path.name for path in pile.parent.iterdir()) == ["link.svg", "pile.jsonl", "pile.svg"]
    done = run(*drawing, "-")
    assert (done.returncode, done.stdout) == (0, drawn) and "ply 5 of" in done.stderr


# --- explain ----------------------------------------------------------------------------------------------------------


def test_explain_says_why_an_action_is_not_legal_and_when_it_is(games: Path) -> None:
    replay = next(lineshaft.read_replays(games))
    playback = lineshaft.Playback(replay)
    ply = next(ply for ply, step in enumerate(replay.steps) if step.split()[1] == "build")
    state = playback.state(ply)
    where = f"{games}, line 1, ply {ply}: player {state.current_player()} to act, phase action"
    texts = [replay.steps[ply].split(" ", 1)[1], "pass", "play engine", "done laying"]
    assert {state.explain(state.string_to_action(text)) is None for text in texts} == {True, False}
    for text in texts:
        error = state.explain(state.string_to_action(text))
        said = f"{text}: {'legal' if error is None else f'not legal: {error}'}"
        assert output("explain", games, "--ply", str(ply), text).splitlines() == [where, said]
    draw = output("explain", games, "--ply", str(ply), "draw", "from", "deck").splitlines()[1]
    assert draw.startswith("draw from deck: not legal: draw from deck is not a choice now: cards are drawn after ")


def test_explain_takes_the_last_decision_unless_a_ply_is_named(games: Path, record: Record) -> None:
    last = max(ply for ply, step in enumerate(record["steps"]) if not step.startswith("*"))
    taken = record["steps"][last].split(" ", 1)[1]
    assert output("explain", games, taken).splitlines()[-1] == f"{taken}: legal"
    report = json.loads(output("explain", games, "pass", "--json"))
    assert (report["format"], report["line"], report["ply"]) == ("lineshaft-explanation/1", 1, last)
    over = json.loads(output("explain", games, "pass", "--json", "--ply", str(len(record["steps"]))))
    assert (over["legal"], over["code"], over["current_player"]) == (False, "game_over", -4)


def test_explain_has_its_keys_in_json(games: Path) -> None:
    replay = list(lineshaft.read_replays(games))[1]
    playback = lineshaft.Playback(replay)
    ply = next(ply for ply in range(60, len(playback)) if playback.state(ply).current_player() >= 0)
    state = playback.state(ply)
    for action in range(state.game.num_actions):
        error = state.explain(action)
        if error is not None and error.rule is not None:
            break
    assert error is not None
    text = state.action_to_string(action)
    report = json.loads(output("explain", games, "--game", "2", "--ply", str(ply), text, "--json"))
    assert report == {
        "format": "lineshaft-explanation/1",
        "line": 2,
        "game": FIRST,
        "variant": replay.variant,
        "ply": ply,
        "current_player": state.current_player(),
        "phase": state.phase_name(),
        "action": text,
        "legal": False,
        "code": error.code,
        "rule": error.rule,
        "reason": error.message,
    }


def test_explain_knows_outcomes_of_chance(games: Path, record: Record) -> None:
    dealt = record["steps"][0].removeprefix("* ")
    assert output("explain", games, "--ply", "0", dealt).splitlines()[1] == f"{dealt}: legal"
    assert (
        output("explain", games, "--ply", "0", "first player 0")
        .splitlines()[1]
        .startswith("first player 0: not legal: ")
    )
    assert "'pass'" in refused("explain", games, "--ply", "0", "pass")


def test_explain_refuses_what_names_nothing(games: Path, record: Record) -> None:
    last = len(record["steps"])
    assert refused("explain", games, "--ply", str(last + 1), "pass").endswith(f"the replay has ply 0 to {last}")
    assert "'fly to Omaha'" in refused("explain", games, "fly", "to", "Omaha")
    assert "ACTION" in refused("explain", games)
    assert refused("explain", games, "--game", "9", "pass").endswith("its last line is 3")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("bu", "build"), ("draw from d", "deck"), ("draw from d", "discard"), ("--ply 3 lay a t", "two")],
)
def test_the_shell_completes_actions(games: Path, typed: str, offered: str) -> None:
    words = ["lineshaft", "replay", "explain", str(games), *typed.split()]
    environment = os.environ | {
        "_LINESHAFT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    command = [sys.executable, "-m", "lineshaft.cli"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert f"plain,{offered}" in done.stdout.split(), done.stdout + done.stderr


# --- verify and convert -----------------------------------------------------------------------------------------------


def damages(record: Record) -> dict[str, Record]:
    """A word of the reason, and the line."""
    steps = record["steps"]
    return {
        "64-bit": record | {"seed": str(2**64)},
        "bots has 1": record | {"bots": ["greedy"]},
        "scores has 6": record | {"scores": record["scores"] * 2},
        "no game": record | {"game": "chess"},
        "no variant": record | {"variant": "nope"},
        "4 players": record | {"players": 4},
        "--data FILE": record | {"data_digest": "0" * 16},
        "rules version 7": record | {"rules_version": 7},
        "lacks the rules option": record | {"rules": {}},
        "no rules option": record | {"rules": record["rules"] | {"magic": 1}},
        "step 50": record | {"steps": [*steps[:50], f"{steps[50][0]} fly", *steps[51:]]},
        "over already": record | {"steps": [*steps, "0 pass"]},
        "the replay says": record | {"steps": steps[:-1]},
        "mark": record | {"marks": ["soon"]},
    }


@pytest.mark.long
def test_a_bad_line_is_named_and_takes_no_other_with_it(games: Path, record: Record, tmp_path: Path) -> None:
    good = games.read_text(encoding="utf-8").splitlines()
    path = tmp_path / "mixed.jsonl"
    bad = damages(record)
    lines = [good[0], *(json.dumps(line) for line in bad.values()), good[1]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for ways in ([], ["--reference"]):
        done = run("verify", path, *ways)
        assert done.returncode == 1
        for number, (reason, found) in enumerate(zip(bad, done.stdout.splitlines(), strict=False), 2):
            assert found.startswith(f"{path}, line {number}: ") and reason in found, reason
        assert (
            f"2 games followed by the {'engine and reference' if ways else 'engine'}, {len(bad)} bad lines"
            in done.stdout
        )
    report = json.loads(run("verify", path, "--json").stdout)
    assert (report["good"], [fault["line"] for fault in report["bad"]]) == (2, list(range(2, len(bad) + 2)))
    assert output("verify", path, "--game", "1").endswith("1 game followed by the engine, 0 bad lines\n")
    for number in range(2, len(bad) + 2):
        done = run("show", path, "--game", str(number))
        assert done.returncode == 1 and done.stderr.startswith(f"lineshaft: {path}, line {number}: "), done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("content", ["", "\n \n", "\ufeff\n"])
def test_a_file_without_a_game_is_no_success(content: str, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text(content, encoding="utf-8")
    for command in (
        ["show"],
        ["verify"],
        ["verify", "--json"],
        ["convert", "--to", "npz"],
        ["convert", "--to", "parquet"],
    ):
        assert f"{path} is empty: there is no game in it" in refused(*command[:1], path, *command[1:])
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_of_another_tool_is_followed_by_every_command(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "sorted.jsonl"
    line = json.dumps(record, sort_keys=True)
    path.write_text(line + "\n", encoding="utf-8-sig")
    assert list(json.loads(line)["rules"]) != list(record["rules"])
    assert output("verify", path, "--reference").endswith("1 game followed by the engine and reference, 0 bad lines\n")
    assert f"the game is over ({record['end_reason']})" in output("show", path)
    assert f"1 game, {len(record['steps']):,} steps" in output("convert", path, "--to", "npz")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["npz", "parquet"])
def test_bad_lines_are_left_out_of_the_tables(kind: str, games: Path, record: Record, tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    bad = damages(record)
    path.write_text("".join(json.dumps(line) + "\n" for line in [record, *bad.values()]), encoding="utf-8")
    done = run("convert", path, "--to", kind)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == len(bad)
    assert f"1 game, {len(record['steps']):,} steps, without {len(bad)} bad lines" in done.stdout
    targets = [tmp_path / name for name in ("mixed.npz", "mixed.games.parquet", "mixed.steps.parquet")]
    assert [target.exists() for target in targets] == ([True, False, False] if kind == "npz" else [False, True, True])
    assert "--force" in refused("convert", path, "--to", kind)
    assert run("convert", path, "--to", kind, "--force", "--game", "1").returncode == 0


def test_tables_that_cannot_be_written_leave_nothing(games: Path, tmp_path: Path) -> None:
    assert "cannot write" in refused("convert", games, "--to", "npz", "--out", tmp_path / "no" / "games")
    output("convert", games, "--to", "npz", "--out", tmp_path / "games")
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]
    assert np.load(tmp_path / "games.npz")["games.line"].tolist() == [1, 2, 3]


def test_a_dash_is_stdin(games: Path, record: Record, tmp_path: Path) -> None:
    assert output("show", "-", "--game", "2", "--ply", "60", "--json", stdin=games) == output(
        "show", games, "--game", "2", "--ply", "60", "--json"
    )
    assert output("show", "-", "--ply", "3", stdin=games).startswith("<stdin>, line 1: ")
    for ways in ([], ["--reference"]):
        assert output("verify", "-", *ways, stdin=games).startswith("<stdin>: 3 games followed")
    assert "--out" in refused("convert", "-", "--to", "npz", stdin=games)
    assert "3 games" in output("convert", "-", "--to", "npz", "--out", tmp_path / "x", stdin=games)
    assert np.load(tmp_path / "x.npz")["games.line"].tolist() == [1, 2, 3]
    assert "stdout" in refused("convert", games, "--to", "npz", "--out", "-")
    for command in (["show"], ["verify"], ["verify", "--reference"]):
        assert "<stdin> is empty" in refused(command[0], "-", *command[1:])
    path = tmp_path / "bad.jsonl"
    path.write_text("no game\n", encoding="utf-8")
    assert run("verify", "-", stdin=path).stdout.startswith("<stdin>, line 1: ")
    closed = subprocess.run(
        ["sh", "-c", 'exec "$0" -m lineshaft.cli replay verify - <&-', sys.executable], capture_output=True, text=True
    )
    assert (closed.returncode, closed.stderr) == (2, "lineshaft: stdin is closed; there is nothing to read\n")


@pytest.mark.parametrize("kind", ["npz", "parquet"])
def test_tables_never_replace_what_is_read_or_what_nobody_named(kind: str, games: Path, tmp_path: Path) -> None:
    names = ["x.npz"] if kind == "npz" else ["x.games.parquet", "x.steps.parquet"]
    path = tmp_path / names[0]
    path.write_bytes(games.read_bytes())
    converting = ("convert", path, "--to", kind, "--out", tmp_path / "x")
    assert "is read here" in refused(*converting, "--force")
    assert path.read_bytes() == games.read_bytes()
    others = tmp_path / f".{names[-1]}.new"
    others.symlink_to(path)
    last = tmp_path / names[-1]
    last.write_bytes(b"mine")
    assert f"{tmp_path}" in refused("convert", games, *converting[2:])
    assert last.read_bytes() == b"mine"
    output("convert", games, *converting[2:], "--force")
    assert others.is_symlink() and last.read_bytes() != b"mine"
    assert sorted(found.name for found in tmp_path.iterdir()) == sorted([*names, others.name])


def test_a_game_on_other_data_is_followed_with_its_file(tmp_path: Path) -> None:
    data = tmp_path / "mine.toml"
    data.write_text(lineshaft.load_game(FIRST).data_text + "# mine\n", encoding="utf-8")
    path = tmp_path / "games.jsonl"
    game = lineshaft.load_game(FIRST, data=data)
    path.write_text(lineshaft.play(game, ["random", "random"], 3).to_json() + "\n", encoding="utf-8")
    assert "--data FILE" in run("verify", path).stdout
    shown = run("show", path)
    assert (shown.returncode, shown.stdout) == (1, "") and "--data FILE" in shown.stderr
    assert "1 game followed" in output("verify", path, "--data", data, "--reference")
    assert "ply 5 of" in output("show", path, "--data", data, "--ply", "5")
    assert "1 game" in output("convert", path, "--data", data, "--to", "npz")
    data.write_text("[provenance]\n", encoding="utf-8")
    sentence = refused("verify", path, "--data", data)
    assert f"{data.name}: " in sentence and path.name not in sentence

"""What cannot be followed is refused with file, line number and reason, and takes nothing else with it."""

from __future__ import annotations

import codecs
import contextlib
import json
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import lineshaft
from lineshaft import Game, Match, Playback, Replay, ReplayError
from lineshaft.proof.golden import follow_with_reference, verify_with_reference
from lineshaft.proof.random_data import random_data
from lineshaft.reference import replay as following
from lineshaft.reference.wording import counted
from lineshaft.replays import MARK_EVERY

Record = dict[str, Any]


def digests(record: Record, plies: Iterable[int], told: Record | None = None) -> list[str]:
    """The digests of positions of a good record, as the configuration of another one (``told``) has them."""
    state = following.Library().game(record).new_initial_state()
    header = following.config_digest(state.game, told or record)
    found = {ply: following.digest_as(state, header) for ply in following.follow(state, record) if ply in plies}
    return [found[ply] for ply in plies]


def marks_at(record: Record, plies: Sequence[int], told: Record | None = None) -> list[str]:
    return [f"{ply} {digest}" for ply, digest in zip(plies, digests(record, plies, told), strict=True)]


@pytest.fixture
def record(game: Game) -> Record:
    return lineshaft.play(game, ["greedy"] * game.num_players, 9).to_dict()


# --- the schema -------------------------------------------------------------------------------------------------------


def test_replays_fit_their_schema(game: Game, record: Record) -> None:
    check = jsonschema.Draft202012Validator(lineshaft.replay_schema()).validate
    check(record)
    check(game.new_match(2**64 - 1).replay().to_dict())
    assert list(record) == list(lineshaft.replay_schema()["properties"]) == lineshaft.replay_schema()["required"]


def test_schema_and_reader_refuse_alike(record: Record) -> None:
    jsonschema.Draft202012Validator.check_schema(lineshaft.replay_schema())
    valid = jsonschema.Draft202012Validator(lineshaft.replay_schema()).is_valid
    wrong = [record | {"format": "lineshaft-replay/3"}, record | {"extra": 1}, record | {"steps": "x"}]
    wrong += [{key: value for key, value in record.items() if key != missing} for missing in ("steps", "marks", "hash")]
    wrong += [record | {"scores": ["1"]}, record | {"seed": 7}, record | {"players": "two"}, record | {"rules": []}]
    wrong += [record | {"seed": seed} for seed in ("", "-1", "007", "+7", "1e3", "7 ", "x")]
    wrong += [record | {"players": players} for players in (-1, 0, 6, 2**64)]
    wrong += [record | {"rules_version": version} for version in (-1, 0, 1.5, 2**32)]
    wrong += [
        record | {key: digest} for key in ("data_digest", "hash") for digest in ("", "0" * 15, "F" * 16, "x" * 16)
    ]
    wrong += [record | {"bots": bots} for bots in ("greedy", [None], 3)]
    for line in wrong:
        assert not valid(line) or line["rules_version"] == 2**32, line
        with pytest.raises(ReplayError):
            Replay(line)


def test_lists_have_an_entry_a_player(record: Record) -> None:
    """Which the schema cannot say."""
    for key in ("bots", "scores", "ranking"):
        lists: list[list[Any]] = [record[key][:-1], record[key] + record[key][:1], []]
        for wrong in lists:
            said = f"{key} has {counted(len(wrong), 'entry')} for {counted(record['players'], 'player')}"
            with pytest.raises(ReplayError, match=said):
                Replay(record | {key: wrong})
    with pytest.raises(ReplayError, match="'18446744073709551616' is not a 64-bit number"):
        Replay(record | {"seed": str(2**64)})
    assert Replay(record | {"bots": None}).bots is None


# --- small things that mean nothing -----------------------------------------------------------------------------------


def test_objects_have_no_order(record: Record, tmp_path: Path) -> None:
    shuffled = dict(sorted(record.items())) | {"rules": dict(reversed(record["rules"].items()))}
    assert list(shuffled["rules"]) != list(record["rules"]) or len(record["rules"]) < 2
    assert Match.from_replay(shuffled).replay(record["bots"]).to_dict() == record
    assert follow_with_reference(shuffled).to_bytes() == Match.from_replay(record).state.to_bytes()
    assert [at.step for at in Playback(Replay(shuffled)).walk()] == [None, *record["steps"]]
    other = as_version(record, 99, rules=shuffled["rules"])
    assert Match.from_replay(other).is_terminal()
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (shuffled, other)), encoding="utf-8")
    assert [part.games for part in verify_with_reference(path)] == [1, 1]


def test_the_reference_names_the_data_file_of_the_user(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference reads it as well, and is asked alone here."""
    games, data = tmp_path / "games.jsonl", tmp_path / "mine.toml"
    games.write_text(json.dumps(record) + "\n", encoding="utf-8")
    data.write_text("no toml", encoding="utf-8")

    class AllGood:
        def verify(self, _line: bytes, _number: int, _threads: int) -> tuple[int, int, list[Any]]:
            return 1, 1, []

    monkeypatch.setattr(lineshaft.replays, "library", lambda _data: AllGood())
    [part] = verify_with_reference(games, data)
    assert "mine.toml: line 1: " in str(part.faults[0][1])


def test_a_byte_order_mark_is_no_part_of_a_file(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8-sig")
    assert [replay.to_dict() for replay in lineshaft.read_replays(path)] == [record]
    assert [part.games for part in lineshaft.verify_replays(path)] == [1]
    assert Replay(path.read_text(encoding="utf-8")).to_dict() == record
    path.write_bytes(codecs.BOM_UTF8 + b"\r\n")
    assert list(lineshaft.scan_replays(path)) == []
    assert [tuple(part) for part in lineshaft.verify_replays(path)] == [(0, 0, [])]


# --- steps, marks, results --------------------------------------------------------------------------------------------


def both_refuse(record: Record) -> str:
    """What engine and reference say alike, and the playback where it gets there."""
    with pytest.raises(ReplayError) as engine:
        Match.from_replay(record)
    with pytest.raises(ReplayError) as ours:
        follow_with_reference(record)
    with pytest.raises(ReplayError) as walked:
        list(Playback(Replay(record)).walk())
    assert str(walked.value) == str(engine.value)
    assert str(engine.value)[:12] == str(ours.value)[:12]
    return str(engine.value)


def test_a_wrong_step_is_named(record: Record) -> None:
    for ply in (0, 7, len(record["steps"]) - 1):
        steps = list(record["steps"])
        steps[ply] = "0 nonsense" if steps[ply][0] == "*" else "* nonsense"
        message = both_refuse(record | {"steps": steps})
        assert f"step {ply} ({steps[ply]})" in message and "who acts now" in message
        steps[ply] = f"{record['steps'][ply][0]} nonsense"
        assert f"step {ply} " in both_refuse(record | {"steps": steps})


def test_a_wrong_mark_narrows_the_difference_down(record: Record) -> None:
    for index in range(len(record["marks"])):
        marks = list(record["marks"])
        ply = (index + 1) * MARK_EVERY
        marks[index] = f"{ply} {'0' * 16}"
        assert f"between ply {ply - MARK_EVERY} and ply {ply}" in both_refuse(record | {"marks": marks})
    for wrong in (["7"], ["0 " + "0" * 16], ["x y"], [f"{10**9} {'0' * 16}"]):
        assert "mark" in both_refuse(record | {"marks": [*record["marks"], *wrong]})


def test_marks_may_stand_anywhere(record: Record) -> None:
    last = len(record["steps"])
    marks = marks_at(record, sorted({1, 5, last // 2, last}))
    for chosen in (marks, marks[1:2], []):
        assert Match.from_replay(record | {"marks": chosen}).is_terminal()
        follow_with_reference(record | {"marks": chosen})
    assert "order" in both_refuse(record | {"marks": marks[::-1]})


def test_a_wrong_result_is_named(record: Record) -> None:
    for change in (
        {"end_reason": "boredom"},
        {"ranking": [place % 5 + 1 for place in record["ranking"]]},
        {"hash": "0" * 16},
    ):
        message = both_refuse(record | change)
        assert "the replay says" in message and "Some(" not in message
    assert "the replay says none" in both_refuse(record | {"end_reason": None})


# --- other rules versions ---------------------------------------------------------------------------------------------


def as_version(record: Record, version: int, **changes: Any) -> Record:
    """The record that another rules version with the same behaviour would have written."""
    other, last = record | {"rules_version": version} | changes, len(record["steps"])
    marks = marks_at(record, range(MARK_EVERY, last + 1, MARK_EVERY), other)
    return other | {"marks": marks, "hash": digests(record, [last], other)[0]}


def test_a_game_that_another_rules_version_plays_alike_is_followed(game: Game, record: Record) -> None:
    old = as_version(record, game.rules_version + 7)
    assert old["hash"] != record["hash"]
    assert Match.from_replay(old).replay(old["bots"]).to_dict() == record
    assert Playback(Replay(old)).state(9) == Playback(Replay(record)).state(9)


def test_another_rules_version_is_named_with_the_first_difference(game: Game, record: Record) -> None:
    old = as_version(record, game.rules_version + 7)
    steps = list(old["steps"])
    ply = next(ply for ply, step in enumerate(steps) if ply > 20 and step[0] != "*")
    steps[ply] = f"{steps[ply][0]} declare bankruptcy"
    both = f"rules version {game.rules_version + 7} of {game.name}, this is rules version {game.rules_version}"
    with pytest.raises(ReplayError, match=both) as raised:
        Match.from_replay(old | {"steps": steps})
    message = str(raised.value)
    assert f"step {ply} ({steps[ply]})" in message and f"lineshaft replay show FILE --ply {ply}" in message
    assert f"lineshaft games {game.name}" in message and raised.value.code == "rules_version"
    assert Playback(Replay(old | {"steps": steps})).state(ply) == Playback(Replay(record)).state(ply)
    last = len(steps)
    with pytest.raises(ReplayError, match=f"between ply 0 and ply {min(128, last)}|after no step"):
        Match.from_replay(old | {"marks": [f"{min(128, last)} {'0' * 16}"]})


def changed_file(game: Game, folder: Path, seed: int = 1) -> Path:
    """A file on which this set-up can be played, with one thing or more changed."""
    for number in range(seed, seed + 100):
        path = folder / "mine.toml"
        path.write_text(random_data(game.name, number).text, encoding="utf-8")
        if not lineshaft.data_differences(game.name, path.read_text(encoding="utf-8")):
            continue
        with contextlib.suppress(lineshaft.InvalidData):
            lineshaft.load_game(game.name, game.num_players, game.variant, game.rules, path)
            return path
    raise AssertionError("no file can be played")


def test_a_changed_file_is_refused_with_what_differs(game: Game, record: Record, tmp_path: Path) -> None:
    """Where the shipped file was played, which is at hand."""
    path = changed_file(game, tmp_path)
    text = path.read_text(encoding="utf-8")
    found = [str(difference) for difference in lineshaft.data_differences(game.name, text)]
    told = "; ".join(found[:4]) + (f"; and {len(found) - 4} more" if len(found) > 4 else "")
    lines = tmp_path / "games.jsonl"
    lines.write_text(json.dumps(record) + "\n", encoding="utf-8")
    [verified] = lineshaft.verify_replays(lines, path)
    [(_, fault)] = verified.faults
    for call in (lambda: Match.from_replay(record, data=path), lambda: Playback(Replay(record), path)):
        with pytest.raises(ReplayError) as raised:
            call()
        for error in (raised.value, fault):
            assert error.code == "other_data"
            own = f"the data {lineshaft.data_digest(text)} of mine.toml"
            assert f"this game has {own}, which differs: {told}. " in str(error)


def test_comments_alone_make_another_file(game: Game, record: Record, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(game.data_text + "# mine\n", encoding="utf-8")
    with pytest.raises(ReplayError, match=r"mine\.toml, which differs: comments or layout alone"):
        Match.from_replay(record, data=path)


def test_a_replay_of_a_changed_file_asks_for_it(game: Game, tmp_path: Path) -> None:
    path = changed_file(game, tmp_path)
    mine = lineshaft.load_game(game.name, game.num_players, game.variant, game.rules, path)
    replay = lineshaft.play(mine, ["random"] * mine.num_players, 1)
    Match.from_replay(replay, data=path)
    asked = f"played with data {mine.data_digest}, this game has the shipped data {game.data_digest}: pass the file"
    with pytest.raises(ReplayError, match=asked):
        Match.from_replay(replay)
    path.write_text(mine.data_text + "# later\n", encoding="utf-8")
    later = lineshaft.data_digest(path.read_text(encoding="utf-8"))
    with pytest.raises(ReplayError, match=f"this game has data {later}: pass the file"):
        Match.from_replay(replay, data=path)


def test_another_rules_version_with_other_options(game: Game, record: Record) -> None:
    old = as_version(record, game.rules_version + 7)
    with pytest.raises(ReplayError, match="rules version"):
        Match.from_replay(old | {"rules": record["rules"] | {"handicap": 3}})
    with pytest.raises(ReplayError, match="rules version"):
        Playback(Replay(old | {"variant": "of old"}))
    fewer = {key: value for key, value in record["rules"].items() if key != next(iter(record["rules"]))}
    if len(fewer) < len(record["rules"]):
        assert Match.from_replay(as_version(record, 99, rules=fewer)).is_terminal()
        with pytest.raises(ReplayError, match=f"lacks the rules option {next(iter(record['rules']))}"):
            Match.from_replay(record | {"rules": fewer})


# --- files ------------------------------------------------------------------------------------------------------------


def damage(lines: list[bytes]) -> list[tuple[str, bytes, str]]:
    """What, the second line in place of the right one, and a word of the reason."""
    line = lines[1]
    return [
        ("cut off", line[: len(line) // 2] + b"\n", "cut off"),
        ("empty object", b"{}\n", "format"),
        ("another format", line.replace(b"lineshaft-replay/2", b"lineshaft-replay/99"), "lineshaft-replay/99"),
        ("a format of the future", b'{"format":"lineshaft-replay/3","moves":[]}\n', "lineshaft-replay/2"),
        ("text", b"once upon a time\n", "JSON"),
        ("bytes", b"\x89PNG\r\x00\xff\xfe\n", "UTF-8"),
        ("zeros", b"\0" * 300 + b"\n", "JSON"),
        ("deep", b"[" * 100_000 + b"\n", "JSON"),
        ("a field missing", line.replace(b'"hash"', b'"cash"'), "cash"),
    ]


def test_damage_is_refused_with_line_and_reason_and_the_rest_is_there(game: Game, tmp_path: Path) -> None:
    played = lineshaft.selfplay(game, ["random"] * game.num_players, games=3, record=True)
    lines = [f"{replay.to_json()}\n".encode() for replay in played.replays]
    path = tmp_path / "games.jsonl"
    for what, second, reason in damage(lines):
        path.write_bytes(lines[0] + second + lines[2])
        reader = lineshaft.read_replays(path)
        assert next(reader) == played.replays[0]
        with pytest.raises(ReplayError, match=r"games\.jsonl, line 2: ") as raised:
            next(reader)
        assert reason in str(raised.value) and len(str(raised.value)) < 500, what
        scanned = [(number, type(found)) for number, found in lineshaft.scan_replays(path)]
        assert scanned == [(1, Replay), (2, ReplayError), (3, Replay)], what


def test_a_torn_last_line_is_called_that(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = game.new_match(1).replay().to_json()
    path.write_text(f"{line}\n{line[:-9]}", encoding="utf-8")
    (_, first), (number, second) = lineshaft.scan_replays(path)
    assert isinstance(first, Replay) and number == 2
    assert "no end" in str(second)
    path.write_text(f"{line}\n{line}", encoding="utf-8")
    assert len(list(lineshaft.read_replays(path))) == 2


def test_the_lines_of_a_file_are_followed_whatever_stands_between_them(game: Game, tmp_path: Path) -> None:
    played = lineshaft.selfplay(game, ["random"] * game.num_players, games=3, record=True)
    lines = [f"{replay.to_json()}\n".encode() for replay in played.replays]
    path = tmp_path / "games.jsonl"
    for what, second, reason in damage(lines):
        path.write_bytes(lines[0] + second + b" \n" + lines[2].rstrip())
        for threads in (1, 2):
            (part,) = lineshaft.verify_replays(path, threads=threads)
            assert (part.games, part.steps) == (2, len(played.replays[0].steps) + len(played.replays[2].steps)), what
            ((number, error),) = part.faults
            assert number == 2 and reason in str(error) and str(error).startswith(f"{path}, line 2: ")
            assert str(error) == str(dict(lineshaft.scan_replays(path))[2])
        assert [part.games for part in lineshaft.verify_replays(path, line=4)] == [1]


def test_a_file_is_read_by_the_block(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replays = lineshaft.selfplay(game, ["random"] * game.num_players, games=5, record=True).replays
    path = tmp_path / "games.jsonl"
    lines = [replay.to_json() for replay in replays]
    path.write_text("\n".join([*lines[:4], "", "nonsense", lines[4]]), encoding="utf-8")
    monkeypatch.setattr(lineshaft.replays, "BLOCK", len(lines[0]) + 5)
    parts = list(lineshaft.verify_replays(path))
    assert len(parts) > 2 and sum(part.games for part in parts) == 5
    assert [number for part in parts for number, _ in part.faults] == [6]


def test_half_a_character_is_refused(record: Record) -> None:
    line = json.dumps(record)
    for spoilt in (
        line.replace("greedy", "\ud800"),
        "\ud800",
        record | {"game": "\ud800"},
        record | {"bots": ["\ud800"]},
    ):
        with pytest.raises(ReplayError):
            Replay(spoilt)


def test_random_damage_gives_replay_errors_alone(record: Record) -> None:
    line, dice = json.dumps(record).encode(), random.Random(4)
    spoil: list[Callable[[bytearray, int], object]] = [
        lambda data, at: data.__delitem__(slice(at, at + dice.randrange(1, 40))),
        lambda data, at: data.__setitem__(at, dice.randrange(256)),
        lambda data, at: data.__setitem__(slice(at, at), bytes(dice.randrange(256) for _ in range(3))),
        lambda data, at: data.__setitem__(slice(at, at), data[:at]),
    ]
    for _ in range(300):
        data = bytearray(line)
        for _ in range(dice.randrange(1, 4)):
            dice.choice(spoil)(data, dice.randrange(len(data)))
        with contextlib.suppress(ReplayError, lineshaft.UnknownGame, lineshaft.InvalidVariant):
            Match.from_replay(data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode())

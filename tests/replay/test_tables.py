"""Tables of games and steps say what the replays say."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import lineshaft
from lineshaft import Game, Match, Replay, replays
from lineshaft.proof.setups import setups
from lineshaft.tables import GAME_COLUMNS, STEP_COLUMNS, NpzWriter, ParquetWriter, convert_replays, read_texts

Found = dict[str, Any]


def write(path: Path, lines: Iterable[Replay | dict[str, Any]]) -> Path:
    texts = (line.to_json() if isinstance(line, Replay) else json.dumps(line) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def npz(path: Path) -> Found:
    target = path.with_suffix(".npz")
    with NpzWriter(target) as writer:
        list(convert_replays(path, writer))
    found = dict(np.load(target, allow_pickle=False))
    assert list(path.parent.iterdir()) == [path, target] or list(path.parent.iterdir()) == [target, path]
    return found


def parquet(path: Path) -> tuple[Any, Any]:
    targets = path.with_suffix(".games.parquet"), path.with_suffix(".steps.parquet")
    with ParquetWriter(*targets) as writer:
        list(convert_replays(path, writer))
    games, steps = (pyarrow.parquet.read_table(target) for target in targets)
    return games, steps


@pytest.fixture
def played(game: Game) -> list[Replay]:
    return lineshaft.selfplay(game, ["random"] * game.num_players, games=3, seed=2**63, record=True).replays


@pytest.fixture
def path(played: list[Replay], tmp_path: Path) -> Path:
    return write(tmp_path / "games.jsonl", played)


@pytest.fixture(params=[1 << 22, 1], ids=["one block", "a block a game"])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "BLOCK", request.param)


@pytest.mark.usefixtures("block")
def test_npz(game: Game, played: list[Replay], path: Path) -> None:
    found = npz(path)
    texts = read_texts(found)
    assert found["games.seed"].tolist() == [replay.seed for replay in played]
    assert found["games.scores"].tolist() == [list(replay.scores) for replay in played]
    assert found["games.ranking"].tolist() == [list(replay.ranking) for replay in played]
    assert texts[found["games.bots"]].tolist() == [list(replay.bots or ()) for replay in played]
    assert found["games.line"].tolist() == [1, 2, 3]
    for name in ("game", "variant", "data_digest", "end_reason"):
        assert texts[found[f"games.{name}"]].tolist() == [getattr(replay, name) for replay in played]
    assert [json.loads(rules) for rules in texts[found["games.rules"]]] == [replay.rules for replay in played]
    steps = {name: found[f"steps.{name}"] for name in STEP_COLUMNS}
    for row, replay in enumerate(played):
        rows = steps["game"] == row
        ids = list(zip(steps["player"][rows].tolist(), steps["id"][rows].tolist(), strict=True))
        assert ids == Match.from_replay(replay).steps
        words = (step.partition(" ")[2] for step in replay.steps)
        assert texts[steps["text"][rows]].tolist() == ["" if word.startswith("salt ") else word for word in words]
        assert steps["ply"][rows].tolist() == list(range(len(replay.steps)))
        assert found["games.decisions"][row] == (steps["player"][rows] >= 0).sum()
        assert found["games.chance"][row] == (steps["player"][rows] < 0).sum()
    assert (steps["legal"][steps["player"] >= 0] >= 1).all()
    assert ((steps["legal"] == 0) == (steps["text"] == -1)).all()
    assert steps["id"].max() < max(game.num_actions, game.num_outcomes, 2**31)


def test_legal_is_how_many_choices_there_were(played: list[Replay], path: Path) -> None:
    legal = npz(path)["steps.legal"]
    choices = [state for replay in played for state, _ in lineshaft.Playback(replay).choices()]
    assert legal.tolist() == [
        len(state.chance_outcomes()) if state.is_chance_node() else len(state.legal_actions()) for state in choices
    ]


@pytest.mark.usefixtures("block")
def test_parquet_has_the_same(played: list[Replay], path: Path) -> None:
    games, steps = parquet(path)
    found = npz_beside(path)
    texts = read_texts(found)
    assert games.column_names == list(GAME_COLUMNS) and steps.column_names == list(STEP_COLUMNS)
    for name in GAME_COLUMNS:
        column = found[f"games.{name}"]
        words = name in ("game", "variant", "rules", "data_digest", "end_reason", "bots")
        assert games[name].to_pylist() == (texts[column] if words else column).tolist(), name
    for name in set(STEP_COLUMNS) - {"text"}:
        assert steps[name].to_pylist() == found[f"steps.{name}"].tolist(), name
    assert steps["text"].to_pylist() == [step.partition(" ")[2] for replay in played for step in replay.steps]


def npz_beside(path: Path) -> Found:
    target = path.parent / "beside.npz"
    with NpzWriter(target) as writer:
        list(convert_replays(path, writer))
    return dict(np.load(target, allow_pickle=False))


def test_games_of_many_kinds_in_one_file(tmp_path: Path) -> None:
    kinds = [(name, *kind) for name in lineshaft.games() for kind in setups(name)]
    games = [lineshaft.load_game(name, players=players, variant=variant) for name, variant, players in kinds]
    path = write(tmp_path / "games.jsonl", [game.new_match(0).replay() for game in games])
    found = npz(path)
    texts = read_texts(found)
    most = max(game.num_players for game in games)
    assert found["games.scores"].shape == found["games.bots"].shape == (len(games), most)
    assert (found["games.bots"] == -1).all() and texts[-1] == ""
    assert texts[found["games.game"]].tolist() == [game.name for game in games]
    assert set(texts[found["games.end_reason"]]) == {""}
    assert [row["scores"] for row in parquet(path)[0].to_pylist()] == [
        game.new_match(0).state.scores().tolist() for game in games
    ]


def test_games_of_different_rules_can_be_told_apart(game: Game, tmp_path: Path) -> None:
    data = tmp_path / "mine.toml"
    data.write_text(game.data_text + "# mine\n", encoding="utf-8")
    mine = lineshaft.load_game(game.name, players=game.num_players, variant=game.variant, data=data)
    path = write(tmp_path / "games.jsonl", [mine.new_match(1).replay()])
    with NpzWriter(tmp_path / "games.npz") as writer:
        list(convert_replays(path, writer, data))
    found = np.load(tmp_path / "games.npz")
    texts = read_texts(found)
    assert texts[found["games.data_digest"]].tolist() == [mine.data_digest] != [game.data_digest]
    assert list(json.loads(texts[found["games.rules"][0]]).items()) == list(mine.rules.items())


def test_a_long_name_is_written_once(played: list[Replay], tmp_path: Path) -> None:
    long = "x" * 100_000
    path = write(tmp_path / "games.jsonl", [played[0].to_dict() | {"bots": [long] * played[0].players}, *played * 50])
    found = npz(path)
    assert read_texts(found)[found["games.bots"][0]].tolist() == [long] * played[0].players
    assert sum(column.nbytes for column in found.values()) < 3 * path.stat().st_size


def test_what_cannot_be_followed_leaves_the_tables_alone(played: list[Replay], path: Path, tmp_path: Path) -> None:
    good = npz(path)
    spoilt = tmp_path / "spoilt"
    spoilt.mkdir()
    wrong = played[0].to_dict() | {"hash": "0" * 16}
    mixed = write(spoilt / "games.jsonl", [played[0], wrong, *played[1:]])
    found = npz(mixed)
    assert found.pop("games.line").tolist() == [1, 3, 4]
    assert all((column == good[name]).all() for name, column in found.items())


def test_no_games(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", [])
    found = npz(path)
    assert found["games.scores"].shape == (0, 0) and read_texts(found).tolist() == [""]
    assert [len(table) for table in parquet(path)] == [0, 0]


def test_a_writer_that_is_left_by_an_error_writes_nothing(path: Path) -> None:
    target = path.with_suffix(".npz")
    with pytest.raises(ZeroDivisionError), NpzWriter(target) as writer:
        list(convert_replays(path, writer))
        raise ZeroDivisionError
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("kind", [NpzWriter, ParquetWriter])
def test_a_writer_replaces_nothing_that_it_was_not_told_to(
    kind: type[NpzWriter] | type[ParquetWriter], tmp_path: Path
) -> None:
    targets = [tmp_path / "a"] if kind is NpzWriter else [tmp_path / "a", tmp_path / "b"]
    path = tmp_path / "none.jsonl"
    path.write_bytes(b"")
    with pytest.raises(FileExistsError) as raised, kind(*targets) as writer:
        list(convert_replays(path, writer))
        targets[-1].write_bytes(b"mine")
    assert raised.value.filename == str(targets[-1])
    assert targets[-1].read_bytes() == b"mine" and sorted(tmp_path.iterdir()) == sorted([path, targets[-1]])
    with pytest.raises(FileExistsError):
        kind(*targets)
    with kind(*targets, replace=True) as writer:
        list(convert_replays(path, writer))
    assert sorted(tmp_path.iterdir()) == sorted([path, *targets]) and targets[-1].read_bytes() != b"mine"

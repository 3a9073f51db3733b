"""Tables of games and steps say what the replays say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import lineshaft
from lineshaft import Game, Match, ReplayError
from lineshaft.proof import golden
from lineshaft.tables import Tables, write_npz, write_parquet


@pytest.fixture
def replays(game: Game) -> list[lineshaft.Replay]:
    return lineshaft.selfplay(game, ["random"] * game.num_players, games=3, seed=2**63, record=True).replays


@pytest.fixture
def tables(replays: list[lineshaft.Replay]) -> Tables:
    tables = Tables()
    for line, replay in enumerate(replays, 1):
        tables.add(line, replay)
    return tables


def test_npz(game: Game, replays: list[lineshaft.Replay], tables: Tables, tmp_path: Path) -> None:
    write_npz(tables, tmp_path / "games.npz")
    found = np.load(tmp_path / "games.npz", allow_pickle=False)
    assert found["games.seed"].tolist() == [replay.seed for replay in replays]
    assert found["games.scores"].tolist() == [list(replay.scores) for replay in replays]
    assert found["games.bots"].tolist() == [list(replay.bots or ()) for replay in replays]
    assert found["games.line"].tolist() == [1, 2, 3]
    steps = {name: found[f"steps.{name}"] for name in ("game", "ply", "player", "id", "text", "legal")}
    for row, replay in enumerate(replays):
        rows = steps["game"] == row
        ids = list(zip(steps["player"][rows].tolist(), steps["id"][rows].tolist(), strict=True))
        assert ids == Match.from_replay(replay).steps
        assert found["texts"][steps["text"][rows]].tolist() == [step.partition(" ")[2] for step in replay.steps]
        assert steps["ply"][rows].tolist() == list(range(len(replay.steps)))
        assert found["games.decisions"][row] == (steps["player"][rows] >= 0).sum()
    assert (steps["legal"][steps["player"] >= 0] >= 1).all()
    assert steps["id"].max() < max(game.num_actions, game.num_outcomes, 2**31)


def test_parquet_has_the_same(replays: list[lineshaft.Replay], tables: Tables, tmp_path: Path) -> None:
    write_parquet(tables, tmp_path / "games.parquet", tmp_path / "steps.parquet")
    games: Any = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    steps: Any = pyarrow.parquet.read_table(tmp_path / "steps.parquet")
    assert games.to_pylist() == tables.games
    texts = list(tables.texts)
    assert steps["text"].to_pylist() == [texts[text] for text in tables.steps["text"]]
    assert steps["legal"].to_pylist() == tables.steps["legal"]
    assert len(steps) == sum(len(replay.steps) for replay in replays)


def test_games_of_many_kinds_in_one_file(tmp_path: Path) -> None:
    tables = Tables()
    for line, name in enumerate(lineshaft.games(), 1):
        for variant, players in golden.setups(name):
            tables.add(line, lineshaft.load_game(name, players=players, variant=variant).new_match(0).replay())
    write_npz(tables, tmp_path / "games.npz")
    found = np.load(tmp_path / "games.npz", allow_pickle=False)
    assert found["games.scores"].shape == (len(tables.games), max(row["players"] for row in tables.games))
    assert set(found["games.game"].tolist()) == set(lineshaft.games())
    assert set(found["games.end_reason"].tolist()) == {""}


def test_what_cannot_be_followed_leaves_the_tables_alone(replays: list[lineshaft.Replay], tables: Tables) -> None:
    games, steps = list(tables.games), len(tables.steps["ply"])
    with pytest.raises(ReplayError):
        tables.add(4, lineshaft.Replay(replays[0].to_dict() | {"hash": "0" * 16}))
    assert tables.games == games and len(tables.steps["ply"]) == steps


def test_no_games(tmp_path: Path) -> None:
    write_npz(Tables(), tmp_path / "none.npz")
    write_parquet(Tables(), tmp_path / "games.parquet", tmp_path / "steps.parquet")
    assert np.load(tmp_path / "none.npz")["games.scores"].shape == (0, 0)
    assert len(pyarrow.parquet.read_table(tmp_path / "steps.parquet")) == 0

"""The corpus in seeds/ is followed by engine and reference to the same bytes, and cannot be overwritten by accident."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lineshaft
from lineshaft import reference
from lineshaft.errors import ReplayError
from lineshaft.proof import golden
from lineshaft.proof.citations import cited_rules
from lineshaft.proof.golden import follow_with_reference
from lineshaft.proof.random_data import random_data
from lineshaft.proof.recording import record
from lineshaft.proof.setups import setups

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds"
GAMES = lineshaft.games()
FEW = 2
"""So many rules of a game may be out of the reach of the search for edge games."""


@cache
def verified(name: str) -> golden.GoldenReport:
    return golden.verify(SEEDS, [name])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_corpus_is_followed_by_both_implementations(name: str) -> None:
    report = verified(name)
    assert report.failures == []
    assert min(report.games, report.edges, report.playthroughs, report.tables, report.paths, report.numbers) > 0


@pytest.mark.parametrize("name", GAMES)
def test_corpus_covers_every_variant_and_number_of_players(name: str) -> None:
    replays = lines(SEEDS / f"{name}.jsonl")
    assert {(r["variant"], r["players"]) for r in replays} == set(setups(name))
    assert {bot for r in replays for bot in r["bots"]} == {"random", "greedy"}


@pytest.mark.parametrize("name", GAMES)
def test_each_switch_and_choice_stands_in_more_than_one_way(name: str) -> None:
    replays = lines(SEEDS / f"{name}.jsonl")
    for option in lineshaft.describe(name)["options"]:
        if isinstance(option["default"], bool | str):
            values = {replay["rules"][option["name"]] for replay in replays}
            assert len(values) > 1, f"{option['name']} is always {values}"


def test_longer_games_of_widgets_are_there_for_each_number_of_players() -> None:
    longer = {(r["variant"], r["players"]) for r in lines(SEEDS / "widgets.jsonl") if r["rules"]["longer"]}
    assert longer == {(variant, players) for variant in ("table", "abstract") for players in range(1, 5)}


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_edge_games_visit_nearly_every_rule(name: str) -> None:
    report = verified(name)
    assert len(report.unvisited_rules(name)) <= FEW, report.unvisited_rules(name)
    assert all(record["visits"] for record in lines(SEEDS / "edges" / f"{name}.jsonl"))


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_cites_every_rule_of_the_page(name: str) -> None:
    page = (ROOT / "docs/games" / f"{name}.md").read_text(encoding="utf-8")
    numbered = re.findall(r"^(?:- )?\*\*(R\d+)\*\*", page, re.MULTILINE)
    assert len(numbered) > 30
    assert set(numbered) <= set(cited_rules(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_line_is_noticed_by_both(name: str) -> None:
    replay = lines(SEEDS / f"{name}.jsonl")[0]
    replay["scores"][0] += 1
    with pytest.raises(ReplayError):
        lineshaft.Match.from_replay(json.dumps(replay))
    with pytest.raises(ReplayError):
        follow_with_reference(replay)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_recording_again_writes_the_same(name: str, tmp_path: Path) -> None:
    """All but the edge games, whose search takes long, and the games of bots that may learn to play better."""
    assert record(tmp_path, [name], "a test", edges=0) == []
    again, stored = lines(tmp_path / f"{name}.jsonl"), lines(SEEDS / f"{name}.jsonl")
    assert [r for r in again if "greedy" not in r["bots"]] == [r for r in stored if "greedy" not in r["bots"]]
    assert (tmp_path / "rng.json").read_bytes() == (SEEDS / "rng.json").read_bytes()
    for file in ("tables.json", "paths.json"):
        facts = json.loads((SEEDS / file).read_text(encoding="utf-8"))
        found = json.loads((tmp_path / file).read_text(encoding="utf-8"))
        assert found == {key: entry for key, entry in facts.items() if key.split()[0] == name}


# --- a small corpus that tests may spoil ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the first game; one golden game is left in it, and the same as an edge game."""
    folder, name = tmp_path_factory.mktemp("corpus"), GAMES[0]
    assert record(folder, [name], "first", edges=0) == []
    line = golden.playthrough_replay(folder, name).to_json()
    (folder / f"{name}.jsonl").write_text(line + "\n", encoding="utf-8")
    (folder / "edges" / f"{name}.jsonl").write_text(f'{{"visits": ["R7"], "replay": {line}}}\n', encoding="utf-8")
    return folder


@pytest.fixture
def corpus(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "corpus"))


def failures(corpus: Path) -> str:
    return "\n".join(golden.verify(corpus, GAMES[:1]).failures)


@pytest.mark.long
def test_each_kind_of_change_is_named(corpus: Path) -> None:
    name = GAMES[0]
    edges = corpus / "edges" / f"{name}.jsonl"
    [edge] = lines(edges)
    edge["visits"].append("R999")
    edges.write_text(json.dumps(edge) + "\n", encoding="utf-8")
    found = failures(corpus)
    assert f"edges/{name}.jsonl:1: the game does not visit R999" in found
    damage = {
        "paths.json": ('"nodes": [1, ', '"nodes": [2, '),
        "tables.json": ('"actions": [', '"actions": [1'),
        "rng.json": ('"raw": [\n   "', '"raw": [\n   "1'),
        f"{name}.playthrough.txt": ("[0] ", "[0] otherwise "),
    }
    for file, (old, new) in damage.items():
        text = (corpus / file).read_text(encoding="utf-8")
        (corpus / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        assert f"{file}: " not in found
    edges.write_text("", encoding="utf-8")
    found = failures(corpus)
    for file in damage:
        assert f"{file}: " in found, file
    (corpus / f"{name}.jsonl").unlink()
    assert f"cannot read {corpus / f'{name}.jsonl'}" in failures(corpus)


@pytest.mark.long
def test_damaged_files_of_the_corpus_are_named(corpus: Path) -> None:
    name = GAMES[0]
    for folder in ("edges", "regressions"):
        (corpus / folder).mkdir(exist_ok=True)
    golden_line = (corpus / f"{name}.jsonl").read_text(encoding="utf-8")
    for file in (f"{name}.jsonl", f"edges/{name}.jsonl", f"regressions/{name}.jsonl"):
        whole = (corpus / file).read_bytes() if (corpus / file).exists() else b""
        for damage in (
            b"once upon a time",
            b"\xff",
            b"[]",
            b"17",
            b"[" * 100_000,
            b"{}",
            b'{"replay": 3, "visits": []}',
        ):
            (corpus / file).write_bytes(damage + b"\n")
            lines_named = [reason for reason in failures(corpus).splitlines() if reason.startswith(f"{file}:1: ")]
            assert len(lines_named) == 1, damage
        (corpus / file).write_bytes(whole)
    (corpus / f"{name}.jsonl").write_text(golden_line, encoding="utf-8")
    for file in ("tables.json", "paths.json", "rng.json"):
        whole = (corpus / file).read_bytes()
        (corpus / file).write_bytes(b"{")
        with pytest.raises(ReplayError, match=file):
            failures(corpus)
        (corpus / file).write_bytes(whole)


@pytest.mark.long
def test_a_playthrough_that_changed_shows_what(corpus: Path) -> None:
    path = corpus / f"{GAMES[0]}.playthrough.txt"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("legal: ", "legal: swim, ", 1), encoding="utf-8")
    assert "-legal: swim, " in failures(corpus) and "+legal: " in failures(corpus)


@pytest.mark.long
def test_a_change_of_behaviour_is_not_recorded(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state_class = type(reference.load_game(GAMES[0]).new_initial_state())
    honest = state_class.scores
    monkeypatch.setattr(state_class, "scores", lambda self: [honest(self)[0] + 1, *honest(self)[1:]])
    before = {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    refused = record(corpus, GAMES[:1], "I changed the scores", edges=0)
    assert any("scores" in reason for reason in refused)
    assert {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()} == before


@pytest.mark.long
def test_lines_of_an_older_rules_version_are_replaced(corpus: Path) -> None:
    name = GAMES[0]
    for path in (corpus / f"{name}.jsonl", corpus / "edges" / f"{name}.jsonl", corpus / "tables.json"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'"rules_version": ?\d+', '"rules_version":0', text)
        path.write_text(text, encoding="utf-8")
    assert "rules version 0" in failures(corpus)
    assert record(corpus, [name], "a new printing", edges=1) == []
    assert failures(corpus) == ""
    assert (corpus / "HISTORY.md").read_text(encoding="utf-8").rstrip().endswith(": a new printing")


@pytest.mark.long
def test_a_regression_is_followed(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps on which the two once differed are compared again, and kept when the corpus is recorded anew."""
    name = GAMES[0]
    game = lineshaft.load_game(name)
    steps = game.new_match(3).replay().steps
    line = {"game": name, "variant": game.variant, "players": game.num_players, "rules": game.rules, "steps": steps}
    path = corpus / "regressions" / f"{name}.jsonl"
    path.parent.mkdir()
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    report = golden.verify(corpus, [name])
    assert (report.regressions, report.failures) == (1, [])
    assert record(corpus, [name], "again", edges=0) == [] and path.exists()
    (corpus / "edges" / f"{name}.jsonl").write_text("", encoding="utf-8")
    path.write_text(json.dumps(line | {"steps": ["0 swim"]}) + "\n", encoding="utf-8")
    assert f"regressions/{name}.jsonl:1: step 0 (0 swim)" in failures(corpus)


@pytest.mark.long
def test_games_on_changed_data_are_recorded_and_followed(corpus: Path) -> None:
    name = GAMES[0]
    path = corpus / "data" / f"{name}-mine.toml"
    path.parent.mkdir()
    path.write_text(random_data(name, 3).text, encoding="utf-8")
    assert f"cannot read {path.with_suffix('.jsonl')}" in failures(corpus)
    assert record(corpus, [name], "a changed file", edges=0) == []
    found = lines(path.with_suffix(".jsonl"))
    assert {bot for replay in found for bot in replay["bots"]} == {"random", "greedy"}
    assert {replay["data_digest"] for replay in found} == {lineshaft.data_digest(path.read_text(encoding="utf-8"))}
    report = golden.verify(corpus, [name])
    assert (report.failures, report.data_games) == ([], len(found))

    stored = path.with_suffix(".jsonl").read_text(encoding="utf-8")
    path.with_suffix(".jsonl").write_text(stored.replace('"scores":[', '"scores":[1', 1), encoding="utf-8")
    assert f"data/{name}-mine.jsonl:1: " in failures(corpus)
    path.with_suffix(".jsonl").write_text(stored, encoding="utf-8")
    shipped = lineshaft.load_game(name).data_text
    path.write_text(shipped, encoding="utf-8")
    assert f"data/{name}-mine.jsonl:1: the replay was played with data " in failures(corpus)
    assert any("the replay was played with data" in reason for reason in record(corpus, [name], "again", edges=0))
    path.unlink()
    assert f"data/{name}-mine.jsonl: its data file {name}-mine.toml is missing" in failures(corpus)
    path.with_suffix(".jsonl").unlink()
    path.write_text("format = 0", encoding="utf-8")
    assert any(f"data/{name}-mine.toml: " in reason for reason in record(corpus, [name], "wrong", edges=0))

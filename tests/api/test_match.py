"""Match and Replay."""

from __future__ import annotations

import copy
import json
import pickle
from collections import UserDict
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import lineshaft
from lineshaft import Game, GameOver, IllegalAction, InvalidArgument, Match, Replay, ReplayError
from lineshaft.proof import golden


def advance(match: Match, steps: int, seed: int = 0) -> Match:
    """Plays some random decisions."""
    random = Random(seed)
    for _ in range(steps):
        if match.is_terminal():
            break
        match.apply_action(random.choice(match.legal_actions().tolist()))
    return match


def finish(match: Match, seed: int = 0) -> Match:
    return advance(match, match.game.max_game_length, seed)


@pytest.fixture
def halfway(game: Game) -> Match:
    """A match with a dozen decisions, not over."""
    return advance(game.new_match(5), 12)


@pytest.fixture
def finished(game: Game) -> Match:
    return finish(game.new_match(6))


def test_a_match_stands_at_decisions(game: Game) -> None:
    match = game.new_match(3)
    assert match.game is game
    assert match.seed == 3
    assert game.new_match().seed == 0
    while not match.is_terminal():
        state = match.state
        assert match.current_player() == state.current_player() >= 0
        assert not state.is_chance_node()
        assert np.array_equal(match.legal_actions(), state.legal_actions())
        assert np.array_equal(match.legal_actions_mask(), state.legal_actions_mask())
        assert match.legal_actions().dtype == np.int32
        match.apply_action(match.legal_actions()[-1])
    assert match.current_player() == -4
    assert len(match.legal_actions()) == 0
    assert not match.legal_actions_mask().any()


def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    first, second, other = (finish(game.new_match(seed)) for seed in (8, 8, 9))
    assert first.steps == second.steps
    assert first.replay() == second.replay()
    assert first.replay() != other.replay()
    assert game.new_match(2**64 - 1).seed == 2**64 - 1


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none(game: Game, seed: int) -> None:
    with pytest.raises(InvalidArgument, match="a seed is a number from 0"):
        game.new_match(seed)


def test_the_state_is_a_copy(halfway: Match) -> None:
    state = halfway.state
    state.apply_action(state.legal_actions()[0])
    assert halfway.state != state
    halfway.steps.clear()
    assert halfway.steps


def test_steps_lead_to_the_state(game: Game, finished: Match) -> None:
    state = game.new_initial_state()
    for player, choice in finished.steps:
        assert state.current_player() == player
        state.apply_action(choice)
    assert state == finished.state


def test_an_illegal_action_changes_nothing(game: Game, halfway: Match) -> None:
    before, steps = halfway.state, halfway.steps
    for action in (-1, game.num_actions, *np.flatnonzero(~halfway.legal_actions_mask())[:20]):
        with pytest.raises(IllegalAction) as raised:
            halfway.apply_action(action)
        assert str(raised.value) == str(before.explain(action))
    with pytest.raises(TypeError):
        halfway.apply_action("0")  # type: ignore[arg-type]
    assert (halfway.state, halfway.steps) == (before, steps)


def test_a_finished_match_is_over(finished: Match) -> None:
    for action in (0, -1):
        with pytest.raises(GameOver) as raised:
            finished.apply_action(action)
        assert raised.value.code == "game_over"


@pytest.mark.parametrize(
    "duplicate", [Match.clone, copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))]
)
def test_copies_play_on_alike_and_apart(halfway: Match, duplicate: Callable[[Match], Match]) -> None:
    twin = duplicate(halfway)
    before = halfway.steps
    assert (twin.steps, twin.seed, twin.state, twin.game) == (before, 5, halfway.state, halfway.game)
    finish(twin)
    assert halfway.steps == before
    assert finish(halfway).replay() == twin.replay()


def test_copies_do_not_disturb_the_original(game: Game) -> None:
    plain, busy = game.new_match(4), game.new_match(4)
    for _ in range(10):
        busy.view(0).determinize(3)
        finish(busy.clone())
        busy.replay()
        busy.log(None)
        for match in (plain, busy):
            advance(match, 1)
    assert busy.replay() == plain.replay()


def test_views_of_a_match(game: Game, halfway: Match) -> None:
    for player in (*range(game.num_players), None):
        assert halfway.view(player).to_dict() == halfway.state.view(player).to_dict()
    for call in (halfway.view, halfway.log):
        with pytest.raises(InvalidArgument, match="there is no player"):
            call(game.num_players)


def test_a_match_is_asked_for_its_result_like_a_state(game: Game, halfway: Match, finished: Match) -> None:
    for match in (game.new_match(1), halfway, finished):
        state = match.state
        assert (match.phase_name(), match.end_reason()) == (state.phase_name(), state.end_reason())
        assert (match.score_parts(), match.ranked_by()) == (state.score_parts(), state.ranked_by())
        for of_match, of_state in (
            (match.scores(), state.scores()),
            (match.returns(), state.returns()),
            (match.ranking(), state.ranking()),
        ):
            assert (of_match.dtype, of_match.tolist()) == (of_state.dtype, of_state.tolist())
    assert finished.end_reason() is not None and halfway.end_reason() is None


def test_the_log_has_a_line_a_step(game: Game, finished: Match) -> None:
    full = finished.replay().steps
    for player in (*range(game.num_players), None):
        log = [line for line in finished.log(player) if not line.startswith("opened: ")]
        assert len(log) == len(full)
        assert [line.split()[0] for line in log] == [line.split()[0] for line in full]
        for line, (actor, _), whole in zip(log, finished.steps, full, strict=True):
            assert actor != player or line == whole


# --- replays ----------------------------------------------------------------------------------------------------------


def test_a_replay_is_the_record(game: Game, finished: Match) -> None:
    replay, state = finished.replay(), finished.state
    assert (replay.game, replay.variant, replay.rules) == (game.name, game.variant, game.rules)
    assert (replay.players, replay.seed, replay.bots) == (game.num_players, 6, None)
    assert (replay.rules_version, replay.data_digest) == (game.rules_version, game.data_digest)
    assert replay.end_reason == state.end_reason()
    assert replay.scores == tuple(state.scores())
    assert replay.ranking == tuple(state.ranking())
    assert replay.hash == state.hash64().to_bytes(8, "little").hex()
    assert replay.format == "lineshaft-replay/2"
    assert len(replay.steps) == len(finished.steps) == finished.ply
    names = [f"bot {seat}" for seat in range(game.num_players)]
    assert finished.replay(names).bots == tuple(names)
    with pytest.raises(InvalidArgument, match="one bot a player"):
        finished.replay([*names, "one more"])
    assert game.name in repr(replay)


@pytest.mark.parametrize("steps", [0, 1, 12, 10**6])
def test_replays_lead_to_the_same_bytes(game: Game, steps: int) -> None:
    match = advance(game.new_match(2**64 - 1), steps)
    replay = match.replay()
    for form in (replay, replay.to_json(), replay.to_dict(), pickle.loads(pickle.dumps(replay))):
        again = Match.from_replay(form)
        assert again.state.to_bytes() == match.state.to_bytes()
        assert again.steps == match.steps
        assert again.replay() == replay
        assert again.game == game
    again = Match.from_replay(replay)
    assert finish(again).replay() == finish(match).replay()


def test_replays_in_every_form(finished: Match) -> None:
    replay = finished.replay()
    line = replay.to_json()
    assert "\n" not in line
    assert json.loads(line) == replay.to_dict()
    assert Replay.from_json(line) == Replay.from_dict(replay.to_dict()) == Replay(replay) == replay
    assert Replay.from_json(json.dumps(replay.to_dict(), indent=2, sort_keys=True)) == replay
    assert hash(Replay.from_json(line)) == hash(replay)
    assert copy.deepcopy(replay) == replay
    assert json.dumps(replay.to_dict(), ensure_ascii=False, separators=(",", ":")) == line
    assert replay != line
    replay.to_dict()["steps"].clear()
    replay.rules.clear()
    assert replay.to_json() == line


def test_any_mapping_is_a_replay(finished: Match) -> None:
    replay = finished.replay()
    for form in (MappingProxyType(replay.to_dict()), UserDict(replay.to_dict())):
        assert Match.from_replay(form).replay() == Replay(form) == replay


def test_what_is_no_replay(finished: Match) -> None:
    record = finished.replay().to_dict()
    needed = record.keys() - {"bots", "end_reason"}
    wrong: list[Any] = ["", "{}", "nonsense", "[]", {}, [], 7, None, record | {"extra": 1}, record | {"steps": "x"}]
    wrong += [
        "\ud800",
        finished.replay().to_json().replace('"bots":null', '"bots":["\ud800"]'),
        record | {"bots": ["\ud800"]},
    ]
    wrong += [{key: value for key, value in record.items() if key != missing} for missing in sorted(needed)]
    for form in wrong:
        for read in (Replay, Match.from_replay):
            with pytest.raises(ReplayError) as raised:
                read(form)
            assert raised.value.code == "replay_error"
    with pytest.raises(ReplayError, match="lineshaft-replay/2"):
        Replay(record | {"format": "lineshaft-replay/999"})


def test_replays_that_do_not_follow_the_rules(game: Game, finished: Match) -> None:
    record = finished.replay().to_dict()
    steps = record["steps"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"steps": [*steps, steps[-1]]}, "over already"),
        ({"steps": steps[:-1]}, "the replay says"),
        ({"steps": [*steps[:4], "nonsense", *steps[5:]]}, "step 4"),
        ({"steps": ["9 nothing", *steps[1:]]}, "step 0"),
        ({"scores": [score + 1 for score in record["scores"]]}, "scores"),
        ({"hash": "0" * 16}, "hash"),
        ({"rules_version": game.rules_version + 1}, f"rules version {game.rules_version + 1}"),
        ({"data_digest": "0" * 16}, "data 0000000000000000"),
        ({"seed": "-1"}, "-1"),
        ({"rules": {}}, "rules option"),
    ]
    for change, reason in wrong:
        if change["rules"] == game.rules if "rules" in change else False:
            continue
        with pytest.raises(ReplayError, match=reason):
            Match.from_replay(record | change)
    with pytest.raises(lineshaft.UnknownGame):
        Match.from_replay(record | {"game": "chess"})
    with pytest.raises(ReplayError, match="1 to 5 players, not 99"):
        Match.from_replay(record | {"players": 99})
    with pytest.raises(lineshaft.InvalidVariant):
        Match.from_replay(record | {"variant": "unheard-of"})


def test_a_replay_of_other_data(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_bytes(game.data_text.encode() + b"# mine\n")
    custom = lineshaft.load_game(game.name, players=game.num_players, data=path)
    replay = advance(custom.new_match(1), 5).replay()
    with pytest.raises(ReplayError, match="pass the file"):
        Match.from_replay(replay)
    for data in (path, str(path)):
        assert Match.from_replay(replay, data=data).game == custom
    with pytest.raises(lineshaft.InvalidData, match=r"missing\.toml"):
        Match.from_replay(replay, data=tmp_path / "missing.toml")
    path.write_text("= = =")
    with pytest.raises(lineshaft.InvalidData, match=r"^cards\.toml: line 1: "):
        Match.from_replay(replay, data=path)


def test_a_game_follows_its_own_replays_alone(game: Game, finished: Match) -> None:
    line = finished.replay().to_json()
    scoring = lineshaft.load_game(game.name, players=game.num_players, utility="score")
    assert scoring.match_from_replay(line).game is scoring
    for variant, other in golden.setups(game.name):
        if variant == game.variant and other != game.num_players:
            with pytest.raises(ReplayError, match="player count"):
                lineshaft.load_game(game.name, players=other).match_from_replay(line)


def test_files_of_replays(game: Game, tmp_path: Path) -> None:
    replays = [finish(game.new_match(seed)).replay() for seed in range(3)]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{replay.to_json()}\n" for replay in replays) + "\n", encoding="utf-8")
    for given in (path, str(path)):
        assert list(lineshaft.read_replays(given)) == replays
    with path.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    following = lineshaft.read_replays(path)
    assert [next(following) for _ in replays] == replays
    with pytest.raises(ReplayError, match=r"games\.jsonl, line 5: "):
        next(following)
    path.write_bytes(b"\xff\n")
    for wrong in (path, tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(ReplayError, match=wrong.name):
            list(lineshaft.read_replays(wrong))

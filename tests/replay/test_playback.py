"""Every ply of a replay can be reached, in any order, and shows what was there when the game was played."""

from __future__ import annotations

import contextlib
import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import lineshaft
from lineshaft import Game, InvalidArgument, Match, Playback, Replay, ReplayError, show
from lineshaft.proof.golden import follow_with_reference
from lineshaft.reference.replay import config_digest, digest_as
from lineshaft.replays import MARK_EVERY


def recorded(game: Game, seed: int = 3) -> Replay:
    return lineshaft.play(game, ["greedy", *["random"] * (game.num_players - 1)], seed)


@pytest.fixture
def replay(game: Game) -> Replay:
    return recorded(game)


def test_every_ply_is_the_position_that_was_played(game: Game, replay: Replay) -> None:
    match = Match.from_replay(replay)
    state = game.new_initial_state()
    walked = list(Playback(replay).walk())
    assert len(walked) == len(replay.steps) + 1
    for at, (_, choice) in zip(walked, match.steps, strict=False):
        assert at.state == state
        assert at.step == (replay.steps[at.ply - 1] if at.ply else None)
        state.apply_action(choice)
    assert walked[-1].state == state == match.state


def test_seeking_in_any_order_equals_replaying_afresh(replay: Replay) -> None:
    playback, dice = Playback(replay), random.Random(1)
    plies = [0, len(playback), *(dice.randrange(len(playback) + 1) for _ in range(12))]
    for ply in plies:
        assert playback.state(ply) == Playback(replay).state(ply)
    for ply in (-1, len(playback) + 1):
        with pytest.raises(InvalidArgument, match="ply"):
            playback.state(ply)


def test_a_state_that_is_played_on_disturbs_nothing(replay: Replay) -> None:
    playback = Playback(replay)
    ply = min(MARK_EVERY, len(playback) // 2)
    fresh = playback.state(ply).to_bytes()
    state = playback.state(ply)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if not state.is_sampled_chance() else 7)
    assert playback.state(ply).to_bytes() == fresh
    assert playback.state(len(playback)) == Match.from_replay(replay).state


def test_steps_read_as_their_viewer_saw_them(game: Game, replay: Replay) -> None:
    match, playback = Match.from_replay(replay), Playback(replay)
    for viewer in (*range(game.num_players), None):
        told = [(at.step, *(f"opened: {line}" for line in at.opened)) for at in playback.walk(viewer, hidden=True)]
        assert told[0] == (None,)
        assert [line for lines in told[1:] for line in lines] == match.log(viewer)


def test_what_a_step_opens_is_told_with_it_in_full_too(usual: Game) -> None:
    playback, game = Playback(recorded(usual)), usual
    opened = [list(at.opened) for at in playback.walk()]
    assert opened == [[], *(state.opened(choice) for state, choice in playback.choices())]
    assert any(opened) == (game.name == "widgets")


def test_naming_a_viewer_hides_and_a_viewer_who_does_not_exist_is_refused(usual: Game) -> None:
    playback = Playback(recorded(usual))
    for player in range(usual.num_players):
        seen = [at.step for at in playback.walk(player, hidden=True)]
        assert [at.step for at in playback.walk(player)] == [at.step for at in playback.walk(np.uint8(player))] == seen
    assert [at.step for at in playback.walk()][1:] == list(playback.replay.steps)
    for player in (-1, usual.num_players, 2**70):
        for hidden in (False, True):
            with pytest.raises(InvalidArgument, match=f"there is no player {player}; "):
                playback.walk(player, hidden=hidden)
    for wrong in (1.5, "0"):
        with pytest.raises(TypeError, match="integer"):
            playback.walk(wrong)  # type: ignore[arg-type]


def test_plies_are_whole_numbers(usual: Game) -> None:
    playback = Playback(recorded(usual))
    assert playback.state(np.uint8(3)) == playback.state(3)
    for wrong in (1.5, "3", np.float64(2), None):
        with pytest.raises(TypeError, match="integer"):
            playback.state(wrong)  # type: ignore[arg-type]


def test_choices_are_the_steps_of_the_match(replay: Replay) -> None:
    found = [(state.current_player(), choice) for state, choice in Playback(replay).choices()]
    assert found == Match.from_replay(replay).steps


def test_marks_are_digests_of_the_positions(replay: Replay) -> None:
    playback = Playback(replay)
    plies = range(MARK_EVERY, len(playback) + 1, MARK_EVERY)
    assert replay.marks == tuple(f"{ply} {playback.state(ply).hash64().to_bytes(8, 'little').hex()}" for ply in plies)
    record = replay.to_dict()
    state = follow_with_reference(record)
    assert config_digest(state.game, record).hex() == playback.game.config_digest
    assert digest_as(state, config_digest(state.game, record)) == replay.hash


def test_the_reference_follows_too(replay: Replay) -> None:
    state = follow_with_reference(replay.to_dict())
    assert state.to_bytes() == Match.from_replay(replay).state.to_bytes()


def test_other_data_needs_its_file(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(game.data_text + "# mine\n", encoding="utf-8")
    mine = lineshaft.load_game(game.name, players=game.num_players, variant=game.variant, data=path)
    replay = recorded(mine)
    with pytest.raises(ReplayError, match="--data FILE") as raised:
        Playback(replay)
    assert raised.value.code == "other_data"
    assert Playback(replay, path).state(5) == Playback(replay, str(path)).state(5)


# --- positions in words -----------------------------------------------------------------------------------------------


def test_every_view_has_a_text(game: Game, replay: Replay) -> None:
    playback = Playback(replay)
    for ply in range(0, len(playback), 37):
        state = playback.state(ply)
        for position in (state.to_dict(), *(state.view(p).to_dict() for p in (*range(game.num_players), None))):
            text = show.text(position)
            assert text and "{" not in text and "[" not in text


@pytest.mark.long
def test_changes_name_what_a_step_changed(replay: Replay) -> None:
    positions = [at.state.to_dict() for at in Playback(replay).walk()]
    assert show.changes(positions[0], positions[0]) == []
    changed = [bool(show.changes(a, b)) for a, b in itertools.pairwise(positions)]
    assert sum(changed) > 0.5 * len(changed)
    assert show.changes({"points": [4, 0], "hand": ["a"]}, {"points": [7, 0], "hand": ["a", "b"]}) == [
        "points, 0: 4 -> 7",
        "hand: a -> a, b",
    ]
    assert show.changes({"bag": {"red": 1}}, {"bag": {}}) == ["bag, red: 1 -> none"]


def test_pictures_for_the_games_that_have_one(game: Game) -> None:
    position = game.new_initial_state().view(None).to_dict()
    if game.name in show.illustrated_games():
        assert show.svg(position).startswith("<svg")
    else:
        with pytest.raises(InvalidArgument, match=f"no picture of {game.name}"):
            show.svg(position)
    with pytest.raises(InvalidArgument, match="no picture of chess"):
        show.svg({"game": "chess"})


def test_a_change_to_the_same_words_is_no_change() -> None:
    assert show.changes({"card": None, "hand": [], "bag": {}}, {"card": [], "hand": None, "cube": None}) == []
    assert show.changes({"card": None}, {"card": "red"}) == ["card: none -> red"]


@pytest.mark.parametrize("name", lineshaft.games())
def test_what_is_no_position_is_refused_by_its_type(name: str) -> None:
    game = lineshaft.load_game(name)
    view = game.new_initial_state().view(0).to_dict()
    strangers: list[object] = [None, [], "x", 7, {}, {"game": name}, {"game": [name]}, {"format": 1, "phase": "x"}]
    for stranger in strangers:
        with pytest.raises(InvalidArgument):
            show.text(stranger)  # type: ignore[arg-type]
        with pytest.raises(InvalidArgument):
            show.svg(stranger)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="no game 'chess'"):
        show.text(view | {"game": "chess"})
    for key, value in view.items():
        for stranger in ({k: v for k, v in view.items() if k != key}, view | {key: {"x": [value]}}):
            for function in (show.text, show.svg):
                with contextlib.suppress(InvalidArgument):
                    assert isinstance(function(stranger), str)

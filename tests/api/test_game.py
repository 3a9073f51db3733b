"""Loading games, what a Game says of itself, its tables."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lineshaft
from lineshaft import (
    InvalidArgument,
    InvalidData,
    InvalidText,
    InvalidVariant,
    ReplayError,
    UnknownGame,
    reference,
)
from lineshaft.proof import golden

GAMES = lineshaft.games()


def test_games_are_listed_by_name() -> None:
    assert tuple(sorted(GAMES)) == GAMES
    assert GAMES


def test_the_version_is_a_version() -> None:
    assert all(part.isdigit() for part in lineshaft.__version__.split("."))


@pytest.mark.parametrize("name", GAMES)
def test_a_description_is_what_a_loaded_game_has(name: str) -> None:
    facts = lineshaft.describe(name)
    game = lineshaft.load_game(name)
    assert (facts["name"], facts["title"], facts["rules_version"]) == (game.name, game.title, game.rules_version)
    assert facts["players"] == (game.min_players, game.max_players)
    assert facts["default_players"] == game.default_players == game.num_players
    assert facts["variants"][0]["name"] == game.variant
    assert [option["name"] for option in facts["options"]] == list(game.rules)
    values = {option["name"]: option["default"] for option in facts["options"]} | facts["variants"][0]["rules"]
    assert game.rules == values
    for declared in (*facts["variants"], *facts["options"]):
        assert declared["rule"].startswith("R")
        assert declared["summary"]


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_and_player_count_loads(name: str) -> None:
    facts = lineshaft.describe(name)
    rules = {variant["name"]: variant["rules"] for variant in facts["variants"]}
    taken = list(golden.setups(name))
    assert {variant for variant, _ in taken} == set(rules)
    assert {players for _, players in taken} == set(range(facts["players"][0], facts["players"][1] + 1))
    for variant, players in taken:
        game = lineshaft.load_game(name, players=np.int64(players), variant=variant)
        assert (game.num_players, game.variant) == (players, variant)
        assert rules[variant].items() <= game.rules.items()


@pytest.mark.parametrize("name", GAMES)
def test_who_names_no_number_plays_with_one_that_the_variant_takes(name: str) -> None:
    facts = lineshaft.describe(name)
    for variant in facts["variants"]:
        low, high = variant["players"]
        assert [n for v, n in golden.setups(name) if v == variant["name"]] == list(range(low, high + 1))
        usual = min(max(facts["default_players"], low), high)
        assert lineshaft.load_game(name, variant=variant["name"]).num_players == usual
        assert reference.load_game(name, variant=variant["name"]).num_players == usual
        for players in set(range(facts["players"][0], facts["players"][1] + 1)) - set(range(low, high + 1)):
            with pytest.raises(InvalidVariant, match=f"{variant['name']} takes .* not {players}"):
                lineshaft.load_game(name, players=players, variant=variant["name"])


def test_a_solo_variant_is_played_by_one() -> None:
    assert lineshaft.load_game("arkwright", variant="solo").num_players == 1
    assert reference.load_game("arkwright", variant="solo").num_players == 1
    assert lineshaft.load_game("arkwright").num_players == 4


def test_an_unknown_game_names_the_games() -> None:
    for function in (lineshaft.load_game, lineshaft.describe):
        with pytest.raises(UnknownGame, match=", ".join(GAMES)) as raised:
            function("chess")
        assert raised.value.code == "unknown_game"
        assert isinstance(raised.value, lineshaft.LineshaftError)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [0, -1, 99, 2**70])
def test_a_wrong_number_of_players_is_refused(name: str, players: int) -> None:
    low, high = lineshaft.describe(name)["players"]
    with pytest.raises(InvalidVariant, match=f"{name} takes {low} to {high} players, not {players}"):
        lineshaft.load_game(name, players=players)


def test_the_name_of_a_game_is_looked_at_before_the_players() -> None:
    for players in (-1, 0, 99):
        with pytest.raises(UnknownGame):
            lineshaft.load_game("chess", players=players)


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_variant_or_option_or_utility_names_the_choices(name: str) -> None:
    facts = lineshaft.describe(name)
    with pytest.raises(InvalidVariant, match=facts["variants"][0]["name"]):
        lineshaft.load_game(name, variant="no such variant")
    with pytest.raises(InvalidVariant, match="score"):
        lineshaft.load_game(name, utility="glory")
    with pytest.raises(InvalidVariant, match="no_such_option") as raised:
        lineshaft.load_game(name, rules={"no_such_option": 1})
    assert all(option["name"] in str(raised.value) for option in facts["options"])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", ["no such value", 10**30, -(10**30), 1.5])
def test_a_wrong_option_value_names_the_rule(name: str, value: object) -> None:
    for option in lineshaft.describe(name)["options"]:
        with pytest.raises(InvalidVariant, match=option["name"]) as raised:
            lineshaft.load_game(name, rules={option["name"]: value})  # type: ignore[dict-item]
        said = f"'{value}'" if isinstance(value, str) else value
        assert f"cannot be {said};" in str(raised.value)
        assert raised.value.rule == option["rule"]
        assert str(raised.value).startswith(f"{option['rule']}: ")


@pytest.mark.parametrize("name", GAMES)
def test_an_option_value_of_no_kind_is_refused(name: str) -> None:
    for option in lineshaft.describe(name)["options"]:
        with pytest.raises(InvalidArgument, match="rules option"):
            lineshaft.load_game(name, rules={option["name"]: [1]})  # type: ignore[dict-item]


@pytest.mark.parametrize("name", GAMES)
def test_a_data_file_replaces_the_shipped_one(name: str, tmp_path: Path) -> None:
    shipped = lineshaft.load_game(name)
    path = tmp_path / "cards.toml"
    path.write_bytes(shipped.data_text.encode() + b"# mine\n")
    for given in (path, str(path)):
        game = lineshaft.load_game(name, data=given)
        assert game.data_text == shipped.data_text + "# mine\n"
        assert game.data_digest != shipped.data_digest
        assert game != shipped


@pytest.mark.parametrize("name", GAMES)
def test_an_unreadable_data_file_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "broken.toml").write_text("= = =")
    for path in (tmp_path / "missing.toml", tmp_path / "latin.toml", tmp_path):
        with pytest.raises(InvalidData) as raised:
            lineshaft.load_game(name, data=path)
        assert str(path) in str(raised.value)
    with pytest.raises(InvalidData, match=r"^broken\.toml: line 1: "):
        lineshaft.load_game(name, data=tmp_path / "broken.toml")


def test_what_is_no_text_is_refused() -> None:
    """Half a character, as Python reads bytes that are no UTF-8 in arguments and file names."""
    for function in (lineshaft.load_game, lineshaft.describe):
        with pytest.raises(UnknownGame, match=", ".join(GAMES)):
            function("\ud800")
    wrong: list[dict[str, Any]] = [{"variant": "\udcff"}, {"utility": "\udcff"}]
    wrong += [{"rules": {"\udcff": 1}}, {"rules": {"exit_capacity": "\udcff"}}]
    for arguments in wrong:
        with pytest.raises(InvalidVariant):
            lineshaft.load_game("railways", **arguments)


@pytest.mark.parametrize("path", ["a\0b", "a\ud800b"])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(InvalidData, match=r"cannot read the data file 'a\\"):
        lineshaft.load_game(GAMES[0], data=path)
    with pytest.raises(ReplayError, match=r"cannot read the replays 'a\\"):
        next(lineshaft.read_replays(path))
    with pytest.raises(ReplayError, match=r"cannot read the replays 'a\\"):
        lineshaft.read_series(path, lineshaft.load_game("railways", 2), ["random"] * 2)


def test_sizes_are_positive_numbers(game: lineshaft.Game) -> None:
    sizes = [game.num_actions, game.max_game_length, game.state_size, *game.observation_shape]
    assert all(isinstance(size, int) and size > 0 for size in sizes)
    assert min(game.num_outcomes, game.max_chance_nodes) >= 0
    assert len(game.observation_shape) == 1
    assert len(game.data_digest) == len(game.config_digest) == 16
    assert game.utility == ("win" if game.num_players > 1 else "score")


def test_channels_cover_the_observation(game: lineshaft.Game) -> None:
    offset = 0
    for channel in game.observation_channels:
        name, shape, high, summary, start, size, least, most, *_ = channel
        assert (name, shape, high, summary) == (channel.name, channel.shape, channel.high, channel.summary)
        assert channel.least == least <= 0 and most == channel.most >= 1
        assert start == offset
        assert size == np.prod(shape)
        assert high >= 1
        offset += size
    assert (offset,) == game.observation_shape
    assert len({channel.name for channel in game.observation_channels}) == len(game.observation_channels)


def test_tables_read_back(game: lineshaft.Game) -> None:
    for action in range(game.num_actions):
        assert game.string_to_action(game.action_to_string(np.int32(action))) == action
    for outcome in range(game.num_outcomes):
        assert game.string_to_outcome(game.outcome_to_string(outcome)) == outcome


def test_what_is_not_in_a_table_is_refused(game: lineshaft.Game) -> None:
    for number in (-1, game.num_actions, 2**63, -(2**70)):
        with pytest.raises(InvalidArgument, match="not in the table"):
            game.action_to_string(number)
    for number in (-1, game.num_outcomes, 2**63):
        with pytest.raises(InvalidArgument, match="not in the table"):
            game.outcome_to_string(number)
    for parse in (game.string_to_action, game.string_to_outcome):
        for text, said in (("", "''"), ("no such thing", "'no such thing'"), ("é", "'é'"), ("\ufffd", r"'\ufffd'")):
            with pytest.raises(InvalidText) as raised:
                parse(text)
            assert said in str(raised.value)
    with pytest.raises(TypeError):
        game.action_to_string("0")  # type: ignore[arg-type]


def test_equal_games_are_equal(game: lineshaft.Game) -> None:
    twin = lineshaft.load_game(game.name, players=game.num_players)
    assert game == twin
    assert hash(game) == hash(twin)
    assert game.new_initial_state() == twin.new_initial_state()
    assert game != game.name
    assert game.name in repr(game)


@pytest.mark.parametrize("name", GAMES)
def test_games_differ_in_players_variant_and_utility(name: str) -> None:
    games = [
        lineshaft.load_game(name, players=players, variant=variant, utility=utility)
        for variant, players in golden.setups(name)
        for utility in (("win", "score", "margin") if players > 1 else ("score",))
    ]
    assert len(set(games)) == len(games)


def test_copies_and_pickles_of_a_game(game: lineshaft.Game, tmp_path: Path) -> None:
    assert copy.copy(game) is copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) == game
    path = tmp_path / "cards.toml"
    path.write_bytes(game.data_text.encode() + b"# mine\n")
    custom = lineshaft.load_game(game.name, game.num_players, data=path, utility="score", rules=game.rules)
    path.unlink()
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(custom, protocol))
        assert twin == custom
        assert (twin.data_text, twin.rules, twin.utility) == (custom.data_text, custom.rules, "score")


def test_what_a_game_hands_out_is_the_callers(game: lineshaft.Game) -> None:
    rules = game.rules
    rules.clear()
    assert game.rules == lineshaft.load_game(game.name, game.num_players).rules
    with pytest.raises(AttributeError):
        game.num_players = 3  # type: ignore[misc]

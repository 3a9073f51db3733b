"""What is told of observations and returns: kinds, labels, bounds, what is ruled out, and the way back."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest

import lineshaft
from lineshaft import InvalidArgument, InvalidVariant

VARIANTS = [(name, variant["name"]) for name in lineshaft.games() for variant in lineshaft.describe(name)["variants"]]


def setups(name: str, variant: str) -> list[lineshaft.Game]:
    """Every number of players, and each option of a switch turned over."""
    facts = lineshaft.describe(name)
    least, most = next(v["players"] for v in facts["variants"] if v["name"] == variant)
    games = [lineshaft.load_game(name, players, variant) for players in range(least, most + 1)]
    for option in facts["options"]:
        value = games[-1].rules[option["name"]]
        with suppress(InvalidVariant):  # not every number of players takes every value
            if isinstance(value, bool):
                games.append(lineshaft.load_game(name, most, variant, {option["name"]: not value}))
    return games


def walk(game: lineshaft.Game, seed: int, sense: float = 0) -> list[lineshaft.State]:
    """All positions of a game, chance nodes included: random but for that share of decisions."""
    rng, state, seen = random.Random(seed), game.new_initial_state(), list[lineshaft.State]()
    bot = lineshaft.make_bot("greedy", game)
    while not state.is_terminal():
        seen.append(state.clone())
        actions, player = state.legal_actions(), state.current_player()
        if player >= 0 and rng.random() < sense:
            state.apply_action(bot.choose(state.view(player)))
        else:
            state.apply_action(int(rng.choice(actions)) if len(actions) else rng.randrange(1 << 31))
    return [*seen, state]


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_a_channel_that_is_not_active_holds_nothing(name: str, variant: str) -> None:
    for game in setups(name, variant)[::2]:
        idle = [c for c in game.observation_channels if not c.active]
        for state in walk(game, 1):
            for player in (None, *range(game.num_players)):
                seen = state.observation_tensor(player)
                assert [c.name for c in idle if seen[c.offset : c.offset + c.size].any()] == []


RARE = {
    "arkwright": {
        "bankrupt_round",
        "begun",
        "engineer",
        "engineer_turned",
        "given_up",
        "machines",
        "neutral_moved",
        "patent_used",
    },
    "railways": {"cube", "known_cities", "known_engines"},
    "widgets": set[str](),
    "workshop": set[str](),
}
"""Channels that a few games may be without, whatever the configuration."""


@pytest.mark.long
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_an_active_channel_comes_to_hold_something(name: str, variant: str) -> None:
    for game in setups(name, variant):
        most = np.zeros(game.observation_shape, np.float32)
        for seed in range(3):
            for state in walk(game, seed, sense=0.4 * seed):
                np.maximum(most, state.observation_tensor(max(state.current_player(), 0)), out=most)
        empty = {c.name for c in game.observation_channels if c.active and not most[c.offset : c.offset + c.size].any()}
        assert empty <= RARE[name], game.rules


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_entries_are_of_their_kind(name: str, variant: str) -> None:
    game = setups(name, variant)[0]
    for state in walk(game, 2):
        raw = game.decode_observation(state.observation_tensor(0))
        for channel in game.observation_channels:
            numbers = raw[channel.name]
            assert channel.least <= numbers.min() and numbers.max() <= channel.most
            if channel.kind in ("flag", "one_hot"):
                assert channel.high == 1 and set(np.unique(numbers)) <= {0, 1}
            if channel.kind == "one_hot":
                assert numbers.sum(-1).max() <= 1


def test_axes_name_what_their_entries_are() -> None:
    for name in lineshaft.games():
        game = lineshaft.load_game(name)
        for channel in game.observation_channels:
            sizes = tuple(len(axis.labels) for axis in channel.axes)
            assert sizes == channel.shape or (not sizes and channel.shape == (1,))
            if channel.seats is not None:
                assert channel.axes[channel.seats].labels == tuple(range(channel.shape[channel.seats]))
    railways = {c.name: c for c in lineshaft.load_game("railways").observation_channels}
    assert railways["cubes"].axes[0].labels[0] == "Chicago"
    assert [axis.name for axis in railways["cubes"].axes] == ["city", "good"]
    assert railways["points"].seats == 0 and railways["cubes"].seats is None
    assert railways["discard_pile"].kind == "category" and railways["phase"].kind == "one_hot"
    assert railways["hand_cities"].kind == "flag" and railways["trains"].kind == "number"


@pytest.mark.parametrize("name", lineshaft.games())
def test_decoding_gives_back_the_raw_numbers_of_any_batch(name: str) -> None:
    game = lineshaft.load_game(name)
    batch = lineshaft.Batch(game, 3, seed=1)
    seen = batch.observation_tensor("all")
    raw = game.decode_observation(seen)
    assert list(raw) == [c.name for c in game.observation_channels]
    for channel in game.observation_channels:
        assert raw[channel.name].shape == (3, game.num_players, *channel.shape)
        part = seen[..., channel.offset : channel.offset + channel.size].reshape(raw[channel.name].shape)
        assert (raw[channel.name].astype(np.float64) / channel.high).astype(np.float32).tobytes() == part.tobytes()
    for wrong in (seen[..., 1:], np.zeros(0), np.zeros((), np.float32), np.array(["a"] * game.observation_shape[0])):
        with pytest.raises(InvalidArgument, match="the last axis of observations has length"):
            game.decode_observation(wrong)


@pytest.mark.parametrize("utility", ["win", "score", "margin"])
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_returns_stay_within_what_the_game_says(name: str, variant: str, utility: str) -> None:
    players = next(v["players"] for v in lineshaft.describe(name)["variants"] if v["name"] == variant)
    game = lineshaft.load_game(name, players[1], variant, utility=utility)
    for bot in ("random", "greedy:epsilon=0.2"):
        returns = lineshaft.selfplay(game, bots=[bot] * game.num_players, games=40, seed=3).returns
        assert game.min_utility <= returns.min() and returns.max() <= game.max_utility
        if game.utility_sum is not None:
            np.testing.assert_allclose(returns.sum(1), game.utility_sum, atol=1e-12)
    assert (game.utility_sum == 0) == (game.utility == "win")


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_chance_and_hidden_information_are_told(name: str, variant: str) -> None:
    """As they are seen in play: chance nodes, those without a list of outcomes, views that differ."""
    for game in setups(name, variant)[::2]:
        listed = sampled = hidden = False
        for ply, state in enumerate(state for seed in (1, 2) for state in walk(game, seed)):
            assert len(state.legal_actions()) <= game.max_legal_actions or state.is_chance_node()
            if state.is_chance_node():
                sampled, listed = (True, listed) if len(state.legal_actions()) == 0 else (sampled, True)
            if ply % 5:
                continue
            views = [state.view(player).to_dict() for player in range(game.num_players)]
            shown = [{k: v for k, v in view.items() if k not in ("viewer", "legal_actions")} for view in views]
            hidden = hidden or any(a != b for a, b in pairwise(shown))
        assert game.has_chance == (listed or sampled)
        assert game.has_sampled_chance == sampled
        assert game.perfect_information == (not hidden), (game.num_players, game.rules)

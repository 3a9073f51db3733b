"""Valid files of all sorts are played to the end: no dead end, no game too long, each position reads back."""

from __future__ import annotations

import math
from random import Random

import pytest
from positions import AnyGame, AnyState, Side
from railways.drawn_files import drawn_file

SEEDS = 24


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_drawn_file_is_played_to_the_end(side: Side, seed: int) -> None:
    draw = Random(seed)
    variant, rules = drawn_set_up(draw)
    game = side.load("railways", draw.randint(2, 4), variant, rules, drawn_file(seed))
    state: AnyState = game.new_initial_state()
    decisions = chances = 0
    while not state.is_terminal():
        if draw.random() < 0.05:
            check_position(game, state, draw)
        decisions += not state.is_chance_node()
        chances += state.is_chance_node()
        state.apply_action(drawn_step(state, draw))
    check_position(game, state, draw)
    assert decisions <= game.max_game_length and chances <= game.max_chance_nodes
    assert state.end_reason() in ("deck_empty", "trains", "bag_empty", "max_rounds")
    assert len(state.scores()) == game.num_players and min(state.scores()) >= 0


def drawn_set_up(draw: Random) -> tuple[str, dict[str, bool | int | str | None]]:
    """A variant, and options of which half are as usual."""
    variant = draw.choice(("standard", "standard", "family"))
    return variant, {
        "link_trains": draw.choice((None, draw.randint(1, 40))),
        "faceup_engine_second": draw.random() < 0.5,
        "exit_capacity": draw.choice((None, draw.randint(1, 3))),
        "overpay_cap": draw.choice((None, 1, 2)),
        "engine_cap": draw.choice((None, draw.randint(1, 4))),
        "value5_must_stop": draw.random() < 0.5,
        "family_wilds": variant == "family" and draw.random() < 0.5,
        "max_rounds": draw.choice((5, 20)),
    }


def drawn_step(state: AnyState, draw: Random) -> int:
    """Chance as its weights say; of the players something, though seldom a pass."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_weights(), strict=True)
        return int(draw.choices(outcomes, weights)[0])
    legal = state.legal_actions()
    assert len(legal) > 0
    return int(draw.choice(legal[1:] if len(legal) > 1 and draw.random() < 0.8 else legal))


def check_position(game: AnyGame, state: AnyState, draw: Random) -> None:
    """It is one that the page allows, so is one drawn for a player, and channels are within their scales."""
    assert game.state_from_dict(state.to_dict()).to_bytes() == state.to_bytes()
    assert game.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    viewer = draw.randrange(game.num_players)
    twin = state.determinize(viewer, draw.randrange(2**32))
    assert game.state_from_dict(twin.to_dict()).to_bytes() == twin.to_bytes()
    numbers = list(state.observation_tensor(viewer))
    for channel in game.observation_channels:
        size = math.prod(channel.shape)
        assert channel.high > 0 and size > 0
        assert channel.name == "points" or max(numbers[:size]) <= 1
        numbers = numbers[size:]
    assert numbers == []


def test_drawn_files_are_of_all_sorts() -> None:
    """They reach what the bounds allow, so that the games above are no games with the shipped numbers."""
    texts = [drawn_file(seed) for seed in range(200)]
    for line in ("wild_value = 0", "wild_value = 2", "cities = 0", "cities = 3", "most = 0", "most = 5", "slots = 8"):
        assert any(f"\n{line}\n" in text for text in texts), line
    for rows, fewest, most in (("track", 3, 6), ("goods", 2, 6), ("alike", 1, 4), ("cities", 8, 40)):
        found = {text.count(f"[[{rows}]]") for text in texts}
        assert {fewest, most} <= found <= set(range(fewest, most + 1))

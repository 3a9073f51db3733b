"""No entry of an observation leaves the bounds that its channel states: any set-up, good play and bad."""

from __future__ import annotations

import numpy as np
import pytest

import lineshaft

SETUPS = [
    (name, variant["name"], players)
    for name in lineshaft.games()
    for variant in lineshaft.describe(name)["variants"]
    for players in range(variant["players"][0], variant["players"][1] + 1)
]


def highest(game: lineshaft.Game, bot: str, slots: int, seed: int) -> np.ndarray:
    """The largest value of each entry, over whole games and all seats; none is below 0."""
    batch = lineshaft.Batch(game, slots, seed)
    step, most = batch.look(), np.zeros(game.observation_shape, np.float32)
    while True:
        seen = batch.observation_tensor("all")
        assert seen.min() >= 0
        np.maximum(most, seen.max(axis=(0, 1)), out=most)
        if (step.player == -4).all():
            return most
        batch.step(batch.bot_actions(bot), out=step)


@pytest.mark.parametrize(("name", "variant", "players"), SETUPS)
@pytest.mark.parametrize(("bot", "slots"), [("random", 64), ("greedy", 16), ("greedy:epsilon=0.3", 16)])
def test_no_entry_leaves_its_bounds(name: str, variant: str, players: int, bot: str, slots: int) -> None:
    game = lineshaft.load_game(name, players=players, variant=variant)
    most, high = highest(game, bot, slots, 5), game.observation_high
    beyond = {}
    for channel in game.observation_channels:
        part = slice(channel.offset, channel.offset + channel.size)
        if (most[part] > high[part]).any():
            beyond[channel.name] = (round(float(most[part].max()) * channel.high), channel.most)
    assert beyond == {}

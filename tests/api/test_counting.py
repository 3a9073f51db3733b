"""One is spoken of in the singular: sentences and texts that count things."""

from __future__ import annotations

import numpy as np
import pytest

import lineshaft
from lineshaft import InvalidArgument, InvalidState, reference
from lineshaft.reference.wording import counted


def test_things_are_counted() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert (counted(2, "entry"), counted(1, "entry"), counted(2, "bay")) == ("2 entries", "1 entry", "2 bays")


def test_one_bot_and_one_player() -> None:
    several, solo = lineshaft.load_game("railways", players=3), lineshaft.load_game("arkwright", variant="solo")
    for run in (lineshaft.play, lineshaft.selfplay, lineshaft.check_bots):
        with pytest.raises(InvalidArgument, match=r"^1 bot for 3 players: name one bot a player$"):
            run(several, ["random"])
        with pytest.raises(InvalidArgument, match=r"^2 bots for 1 player: name one bot a player$"):
            run(solo, ["random"] * 2)
    with pytest.raises(InvalidArgument, match=r"^1 bot for 3 players"):
        several.new_match(seed=1).replay(["random"])


@pytest.mark.parametrize("load", [lineshaft.load_game, reference.load_game], ids=["engine", "reference"])
def test_one_byte(load: type) -> None:
    game = load("railways", 2)
    whole = game.new_initial_state().to_bytes()
    with pytest.raises(InvalidState, match="the position has 1 byte too many"):
        game.state_from_bytes(whole + b"\0")


def test_one_slot_and_one_step() -> None:
    game = lineshaft.load_game("workshop")
    batch = lineshaft.Batch(game, 1)
    assert "1 slot," in repr(batch) and "2 slots," in repr(lineshaft.Batch(game, 2))
    with pytest.raises(InvalidArgument) as caught:
        batch.step(np.zeros(2, np.int32))
    assert "1 slots" not in caught.value.message
    match = lineshaft.load_game("arkwright").new_match(seed=1)
    match.apply_action(int(match.legal_actions()[0]))
    assert "1 step," in repr(match)
    assert "1 step," in repr(match.replay())

"""What is going on in Widget's Workshop, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..sentences import Sentence

__all__ = ["ORDINALS", "sentence"]

PHASES = {
    "start": "a start player is drawn",
    "deal": "each player is dealt a part",
    "first_drop": "the parts are about to fall on the table",
    "setup": "{player} places the dealt part",
    "pull": "{player} is to pull a part",
    "second": "{player} is to pull a {next} part that lies face-down",
    "keep": "{player} keeps one of {number} parts",
    "resolve": "{player} places the part in hand or drops it back",
    "shake": "{player} pulls part {part} to the {side}",
    "fall": "a part falls on the pile",
    "read": "parts are about to be read",
    "game_over": "the game is over: {reason}",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth")
NUMBERS = ("no", "one", "two", "three", "four")
"""By the number of parts in hand."""
REASONS = {
    "finished": "nobody has a turn left",
    "pile_empty": "the pile is empty",
    "turn_cap": "the last turn has been taken",
}


def sentence(position: Mapping[str, Any]) -> Sentence:
    """What is going on."""
    pull = position["shaking"] or {"part": "", "direction": ""}
    number = len(position["hand"])
    names = {
        "part": pull["part"],
        "side": pull["direction"],
        "next": ORDINALS[number],
        "number": NUMBERS[number],
        "reason": REASONS.get(position["end_reason"], position["end_reason"]),
    }
    return Sentence(PHASES[position["phase"]], position["turn_of"], names)

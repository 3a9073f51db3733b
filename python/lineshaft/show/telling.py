"""Actions in words: each kind of action has the beginning of its text, a title, and a sentence about the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .characters import Words

__all__ = ["Kind", "Teller", "teller_of"]

Teller = Callable[[str], tuple[str, Words]]
"""From the text of an action to the title of its group and what it does."""


class Kind(NamedTuple):
    """A kind of action: how its text begins, its group, and what an action of it does, told of the rest of the text."""

    begins: str
    title: str
    tell: Callable[[str], Words]


def teller_of(kinds: Sequence[Kind]) -> Teller:
    """The first kind that fits tells; a kind whose beginning has no space at its end is the whole text."""

    def tell(text: str) -> tuple[str, Words]:
        for begins, title, words in kinds:
            if text == begins or (begins.endswith(" ") and text.startswith(begins)):
                return title, words(text[len(begins) :])
        return "other actions", text

    return tell

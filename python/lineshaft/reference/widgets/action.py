"""The actions: typed, their ids, their texts. The table depends on the variant and the names of the cards only."""

from __future__ import annotations

from dataclasses import dataclass

from .data import CARDS
from .pile import SIDES
from .variant import TABLE

PHASES = (
    "start",
    "deal",
    "first_drop",
    "setup",
    "pull",
    "second",
    "keep",
    "resolve",
    "shake",
    "fall",
    "read",
    "game_over",
)
CHANCE_PHASES = ("start", "deal", "first_drop", "shake", "fall", "read")
SAMPLED_PHASES = ("first_drop", "shake", "fall")
TABLE_PHASES = ("second", "shake", "fall")
HIDDEN_STEPS = {"first_drop": "the parts fall", "shake": "the pile shifts", "fall": "the part falls"}
END_REASONS = ("finished", "pile_empty", "turn_cap")

BAYS = 3


@dataclass(frozen=True)
class Pull:
    """Pull a part towards a side. (R6 to R10)"""

    part: int
    side: int


@dataclass(frozen=True)
class PullCard:
    """Abstract: take a face-up card. (R31)"""

    card: int


@dataclass(frozen=True)
class PullFaceDown:
    """Abstract: pull two face-down cards. (R31)"""


@dataclass(frozen=True)
class Keep:
    """Keep the first (0) or the second (1) of two revealed parts. (R14)"""

    which: int


@dataclass(frozen=True)
class Place:
    """Put the part into a bay. (R15, R16)"""

    bay: int


@dataclass(frozen=True)
class DropBack:
    """Drop the part on the pile. (R15)"""


Action = Pull | PullCard | PullFaceDown | Keep | Place | DropBack

PHASES_OF: dict[type, tuple[str, ...]] = {
    Pull: ("pull", "second"),
    PullCard: ("pull",),
    PullFaceDown: ("pull",),
    Keep: ("keep",),
    Place: ("setup", "resolve"),
    DropBack: ("resolve",),
}
"""The phases in which a kind of action is a choice."""


def action_table(variant: str) -> list[Action]:
    """All actions by id."""
    pulls: list[Action] = []
    if variant == TABLE:
        pulls += [Pull(part, side) for part in range(CARDS) for side in range(len(SIDES))]
    else:
        pulls += [PullCard(card) for card in range(CARDS)]
        pulls.append(PullFaceDown())
    return [*pulls, Keep(0), Keep(1), *(Place(bay) for bay in range(BAYS)), DropBack()]


def action_text(action: Action, cards: list[str]) -> str:
    match action:
        case Pull(part, side):
            return f"pull {part} {SIDES[side]}"
        case PullCard(card):
            return f"pull {cards[card]}"
        case PullFaceDown():
            return "pull face down"
        case Keep(which):
            return "keep second" if which else "keep first"
        case Place(bay):
            return f"place in bay {bay + 1}"
        case DropBack():
            return "drop back"

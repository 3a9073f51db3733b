"""What is fixed in play: actions (typed, their ids, their texts), outcomes, the settings of the pile, and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..data_file import DataFile
from ..options import Option, Value, Variant
from ..protocol import Game
from .data import Data, load
from .shape import SIDES, Shape, build_shape, check_shapes
from .variant import OPTIONS, TABLE, VARIANTS, check_combination


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
    """Abstract: pull face-down cards. (R31)"""


@dataclass(frozen=True)
class Keep:
    """Keep the first (0), the second (1), ... of the revealed parts. (R14)"""

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


ORDINALS = ("first", "second", "third", "fourth")


def action_table(variant: str, data: Data) -> list[Action]:
    """All actions by id."""
    pulls: list[Action] = []
    if variant == TABLE:
        pulls += [Pull(part, side) for part in range(data.count) for side in range(len(SIDES))]
    else:
        pulls += [PullCard(card) for card in range(data.count)]
        pulls.append(PullFaceDown())
    keeps = [Keep(which) for which in range(data.face_down)] if data.face_down > 1 else []
    return [*pulls, *keeps, *(Place(bay) for bay in range(data.bays)), DropBack()]


def action_text(action: Action, cards: list[str]) -> str:
    match action:
        case Pull(part, side):
            return f"pull {part} {SIDES[side]}"
        case PullCard(card):
            return f"pull {cards[card]}"
        case PullFaceDown():
            return "pull face down"
        case Keep(which):
            return f"keep {ORDINALS[which]}"
        case Place(bay):
            return f"place in bay {bay + 1}"
        case DropBack():
            return "drop back"


@dataclass(frozen=True)
class Settings:
    """The shape and the rules options that touch the pile."""

    shape: Shape
    drag: int
    flip_least: int
    jitter: int
    spread: int = 70
    friction: int = 224
    flips: int = 4
    read_share: int = 40
    see_through: bool = False


class Tables(Game):
    """Widget's Workshop, 1 to 5 players (one player is an unofficial house mode), without the rules."""

    name: ClassVar[str] = "widgets"
    title: ClassVar[str] = "Widget's Workshop"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 5
    variants: ClassVar[tuple[Variant, ...]] = VARIANTS
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        self.data = load(data)
        check_shapes(self.data, data)
        end = self.data.ends[players]
        check_combination(self.rules, players, end)
        self.constructs_needed = end.longer if self.rules["longer"] else end.constructs
        self.max_turns = self.number("max_turns", end.max_turns)
        self.cards = self.data.cards
        self.actions: list[Action] = action_table(self.variant.name, self.data)
        self.name_steps(
            [action_text(action, self.cards) for action in self.actions],
            [*self.cards, *(f"player {player} starts" for player in range(players))],
        )
        self.settings = self.pile_settings()

    def number(self, option: str, default: int) -> int:
        """The value of an option that is a number, ``default`` where it is none."""
        value = self.rules[option]
        return value if isinstance(value, int) else default

    def pile_settings(self) -> Settings:
        return Settings(
            shape=build_shape(str(self.rules["shape"]), self.data),
            drag=self.data.drag,
            flip_least=self.data.flip_least,
            jitter=self.data.jitter,
            spread=self.number("spread", 0),
            friction=self.number("friction", 0),
            flips=self.number("flips", 0),
            read_share=self.number("read_share", 0),
            see_through=self.rules["see_through"] is True,
        )

    @property
    def max_game_length(self) -> int:
        """The decisions of a turn: pulls, which part to keep, what to do with it. And the placing of dealt parts."""
        pulls = self.data.face_down if self.variant.name == TABLE else 1
        keep = 1 if self.data.face_down > 1 else 0
        setup = self.num_players if self.data.dealt and not self.rules["auto_setup"] else 0
        return (pulls + keep + 1) * self.max_turns + setup

    @property
    def max_chance_nodes(self) -> int:
        """The start, the first drop, each card. On the table a salt for each pull, for each part that is dropped in a
        turn, and for those that a complete player drops."""
        salts = 0
        if self.variant.name == TABLE:
            leftovers = (self.data.bays - 1) * (self.data.types - 1)
            salts = 2 * self.data.face_down * self.max_turns + leftovers * self.num_players
        return 2 + self.data.count + salts

"""A position: plain fields, and who acts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..protocol import CHANCE_PLAYER, TERMINAL_PLAYER, State
from .table import Tables

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
END_REASONS = ("finished", "pile_empty", "turn_cap")


@dataclass
class Lying:
    """A part in the pile. ``known``: it has been readable since it fell, or it was dropped face-up. (R12, R17)"""

    part: int
    x: int
    y: int
    rotation: int
    face_up: bool
    known: bool

    def __deepcopy__(self, memo: object) -> Lying:
        return replace(self)


@dataclass
class Shaking:
    """The pull that waits for its salt: a part, and the side to which it is pulled."""

    part: int
    direction: int


class Position(State[Tables]):
    """Parts are numbers: on the table those of the physical parts, in the abstract variant the cards themselves.

    ``cards[part]`` is the card of a part, None until chance has drawn it; ``lying`` is the pile from the bottom to
    the top; ``face_up`` and ``face_down`` are the abstract pile, ascending.
    """

    def __init__(self, game: Tables) -> None:
        super().__init__(game)
        players, data = game.num_players, game.data
        start = game.rules["start_player"]
        self.first: int | None = start if isinstance(start, int) else 0 if players == 1 else None
        self.phase = "start" if self.first is None else "deal" if data.dealt else "first_drop"
        self.next_phase: str | None = None
        self.turn_of: int | None = None
        self.turn = 0
        self.trigger: int | None = None
        self.final_turns = [0] * players
        self.reason: str | None = None
        self.dealt: list[int | None] = [None] * players
        self.hand: list[int] = []
        self.shaking: Shaking | None = None
        self.falling: int | None = None
        self.bays: list[list[list[int | None]]] = [
            [[None] * data.types for _ in range(data.bays)] for _ in range(players)
        ]
        self.constructs: list[list[list[int]]] = [[] for _ in range(players)]
        self.cards: list[int | None] = [None] * data.count
        self.lying: list[Lying] = []
        self.face_up: list[int] = []
        self.face_down: list[int] = []

    def pile_size(self) -> int:
        return len(self.lying) + len(self.face_up) + len(self.face_down)

    def player_to_act(self) -> int:
        assert self.turn_of is not None
        return self.turn_of

    def card(self, part: int) -> int:
        """The card of a part that is known."""
        card = self.cards[part]
        assert card is not None
        return card

    def type_of(self, part: int) -> int:
        """The type of a part that is known."""
        return self.game.data.part_type(self.card(part))

    def cards_of(self, parts: list[int]) -> list[int]:
        return [self.card(part) for part in parts]

    def parts_in_bays(self, player: int) -> list[int]:
        return [part for bay in self.bays[player] for part in bay if part is not None]

    def current_player(self) -> int:
        if self.phase == "game_over":
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self.phase in CHANCE_PHASES else self.player_to_act()

    def phase_name(self) -> str:
        return self.phase

    def is_sampled_chance(self) -> bool:
        return self.phase in SAMPLED_PHASES

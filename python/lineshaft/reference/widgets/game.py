"""The wiring: the protocol's methods, tied to the functions of the other files."""

from __future__ import annotations

from collections.abc import Mapping

from ..data_file import DataFile
from ..errors import IllegalAction
from ..options import Value
from ..rng import Rng
from . import apply, chance, invariants, moves, reasons, score, view
from .fields import position_fields
from .state import Position
from .table import Tables


class Widgets(Tables):
    """The tables, with the fields of a position and the rules."""

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        self.declare(position_fields(self))

    def new_initial_state(self) -> WidgetsState:
        return WidgetsState(self)


class WidgetsState(Position):
    """A position with the protocol's methods."""

    def chance_weights(self) -> list[tuple[int, int]]:
        return chance.chance_weights(self)

    def legal_decisions(self) -> list[int]:
        return moves.legal_decisions(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return reasons.why_not(self, action)

    def apply_decision(self, action: int) -> None:
        apply.apply_decision(self, action)

    def apply_outcome(self, outcome: int) -> None:
        apply.apply_outcome(self, outcome)

    def end_reason(self) -> str | None:
        return self.reason

    def scores(self) -> list[int]:
        return score.scores(self)

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        return score.score_parts(self)

    def rank_names(self) -> tuple[tuple[str, str], ...]:
        return score.rank_names(self.game.data)

    def rank_keys(self) -> list[tuple[int, ...]]:
        return score.rank_keys(self)

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        return view.hidden_step(self)

    def opened_in(self, after: Position) -> list[str]:
        return view.opened(self, after)

    def resample(self, viewer: int, rng: Rng) -> WidgetsState:
        """Nobody knows more than is drawn, and what is not drawn is in no state: a copy. (R33)"""
        return self.clone()

    def check_invariants(self) -> None:
        invariants.check(self)

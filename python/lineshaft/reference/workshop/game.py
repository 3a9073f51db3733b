"""The game: fixed tables, and the protocol's methods tied to the functions of the other files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from ..errors import IllegalAction
from ..options import Value
from ..protocol import Game
from ..rng import Rng
from . import apply, check, moves, score, view
from .action import action_table, ids_by_kind, outcome_table
from .bounds import find_bounds
from .data import load
from .fields import position_fields
from .state import Position
from .variant import COUNTS, OPTIONS, VARIANTS


class Workshop(Game):
    """Workshop of the World."""

    name = "workshop"
    title = "Workshop of the World"
    rules_version = 1
    min_players = 2
    max_players = 5
    default_players = 3
    variants = VARIANTS
    options = OPTIONS

    def __init__(self, players: int, variant: str, rules: Mapping[str, Value], data: str, utility: str = "win") -> None:
        super().__init__(players, variant, rules, data, utility)
        self.data = load(data)
        self.counts = COUNTS[players]
        self.rounds = self.counts.rounds(self.data.cards)
        self.hidden_bids = players == 2 or variant == "first-edition"
        self.bounds = find_bounds(self.data, self.counts)
        self.table = action_table(self.data, self.counts, self.bounds.bid)
        self.outcomes = outcome_table(self.data, self.counts)
        self.ids = ids_by_kind(self.table)
        self.outcome_ids = ids_by_kind(self.outcomes)
        self.action_texts = [action.text for action in self.table]
        self.outcome_texts = [outcome.text for outcome in self.outcomes]
        self.declare(position_fields(self))

    @property
    def max_game_length(self) -> int:
        n, k = self.counts.players, self.counts.colours
        if n == 2:
            bidding = 9
        elif self.hidden_bids:
            bidding = 2 * n - 1
        else:
            bidding = 2 * (n - 1) + n * (n - 1) // 2
        return 2 * self.rounds * bidding + 10 * self.rounds * k + 4 * k

    @property
    def max_chance_nodes(self) -> int:
        counts = self.counts
        turns = self.rounds * counts.colours
        opening = 2 if counts.players == 2 else counts.colours
        return 2 * counts.players * counts.draw + 2 * turns + 2 * min(counts.set_aside, turns) + opening

    def new_initial_state(self) -> WorkshopState:
        return WorkshopState(self)


class WorkshopState(Position):
    """A position with the protocol's methods."""

    def chance_weights(self) -> list[tuple[int, int]]:
        return apply.chance_weights(self)

    def legal_decisions(self) -> list[int]:
        return moves.legal_decisions(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return moves.why_not(self, action)

    def apply_decision(self, action: int) -> None:
        apply.apply_decision(self, action)

    def apply_outcome(self, outcome: int) -> None:
        apply.apply_outcome(self, outcome)

    def scores(self) -> list[int]:
        return score.scores(self)

    def rank_keys(self) -> list[tuple[int, ...]]:
        return score.rank_keys(self)

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        return view.hidden_step(self, viewer)

    def resample(self, viewer: int | None, rng: Rng) -> Self:
        twin = self.clone()
        view.resample_hands(twin, viewer, rng)
        view.resample_fists(twin, viewer, rng)
        return twin

    def check_invariants(self) -> None:
        check.check(self)

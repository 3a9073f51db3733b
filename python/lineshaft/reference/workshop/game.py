"""The game: fixed tables, and the protocol's methods tied to the functions of the other files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ..channels import Channel
from ..errors import IllegalAction, InvalidState
from ..options import Value
from ..protocol import Game
from ..rng import Rng
from . import apply, check, forms, moves, score, view
from .action import action_table, ids_by_kind, outcome_table
from .bounds import find_bounds
from .data import load
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
        self.channels = view.channels(WorkshopState(self))

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

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        return self.channels

    def new_initial_state(self) -> WorkshopState:
        return WorkshopState(self)

    def state_from_dict(self, position: Mapping[str, Any]) -> WorkshopState:
        state = WorkshopState(self)
        forms.from_dict(state, position)
        state.check_invariants()
        used = forms.counts_in("used", position["used"], forms.card_names(state))
        if used != state.used():
            raise InvalidState("used: these are not the cards that are neither unseen, face up nor in the turn")
        current = position["current_player"]
        if type(current) is not int or current != state.current_player():
            raise InvalidState(f"current_player must be {state.current_player()}, not {current!r}")
        return state

    def state_from_bytes(self, data: bytes) -> WorkshopState:
        state = WorkshopState(self)
        forms.from_bytes(state, data)
        state.check_invariants()
        if state.to_bytes() != data:
            raise InvalidState("the position is not in its canonical form")
        return state


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

    def view_dict(self, viewer: int | None) -> dict[str, Any]:
        return view.view_dict(self, viewer)

    def observation(self, viewer: int | None) -> list[float]:
        return view.observation(self, viewer)

    def resample(self, viewer: int | None, rng: Rng) -> Self:
        twin = self.clone()
        view.resample_hands(twin, viewer, rng)
        view.resample_fists(twin, viewer, rng)
        return twin

    def to_dict(self) -> dict[str, Any]:
        return forms.to_dict(self)

    def to_bytes(self) -> bytes:
        return forms.to_bytes(self)

    def check_invariants(self) -> None:
        check.check(self)

"""Ties the files together: ``ArkwrightGame`` and ``ArkwrightState``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from ..errors import IllegalAction
from ..options import Value
from ..protocol import Game, State
from ..rng import Rng
from . import chance, flow, moves, reasons, score
from .apply import apply_action, apply_event
from .data import AUTOMATION, ROUNDS, load
from .fields import position_fields
from .invariants import check_invariants
from .setup import set_up
from .state import Position
from .table import TABLE, action_text
from .variant import OPTIONS, VARIANTS, configure


class ArkwrightGame(Game):
    name = "arkwright"
    title = "Arkwright: The Card Game"
    rules_version = 1
    min_players = 1
    max_players = 4
    default_players = 4
    variants = VARIANTS
    options = OPTIONS

    def __init__(self, players: int, variant: str, rules: Mapping[str, Value], data: str, utility: str = "win") -> None:
        super().__init__(players, variant, rules, data, utility)
        self.config = configure(players, self.rules, load(data))
        self.action_texts = [action_text(action, self.config.tables) for action in TABLE]
        self.outcome_texts = list(self.config.tables.event_names)
        self.declare(position_fields(self.config))

    @property
    def max_game_length(self) -> int:
        """The longest action, a price, four decisions of development and one of shipping, a player and round."""
        tables, n = self.config.tables, self.num_players
        ships = tables["ships", "owned"] + tables["card_effects", "shipyard_ships"]
        action = max(9, max(tables.track(AUTOMATION)) + 1, ships + 1)
        length = ROUNDS * (action + 6) * n + (2 if n > 1 else 0)
        if self.config.expert_setup:
            length += (2 + tables["expert", "points"]) * n
        if self.config.events:
            length += 3 * n
        return length

    @property
    def max_chance_nodes(self) -> int:
        return 3 if self.config.events else 0

    def new_initial_state(self) -> ArkwrightState:
        state = ArkwrightState(self)
        set_up(state)
        flow.begin_game(state)
        return state


class ArkwrightState(Position, State[ArkwrightGame]):
    """A position with the protocol that every game's state follows."""

    def __init__(self, game: ArkwrightGame) -> None:
        State.__init__(self, game)
        Position.__init__(self, game.config)

    def phase_name(self) -> str:
        return self.phase

    def end_reason(self) -> str | None:
        return score.end_reason(self)

    def chance_weights(self) -> list[tuple[int, int]]:
        return chance.chance_weights(self)

    def legal_decisions(self) -> list[int]:
        return moves.legal_ids(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return reasons.why_not(self, TABLE[action])

    def apply_decision(self, action: int) -> None:
        apply_action(self, TABLE[action])

    def apply_outcome(self, outcome: int) -> None:
        apply_event(self, outcome)

    def scores(self) -> list[int]:
        return score.scores(self)

    def rank_keys(self) -> list[tuple[int, ...]]:
        return score.rank_keys(self)

    def resample(self, viewer: int, rng: Rng) -> Self:
        """Nothing is hidden: an equal position, and nothing is drawn."""
        return self.clone()

    def check_invariants(self) -> None:
        check_invariants(self)

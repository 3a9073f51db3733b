"""The game and its states: the protocol, tied to the modules that know the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from ..errors import IllegalAction
from ..options import Value
from ..protocol import Game, State
from ..rng import Rng
from . import apply, chance, invariants, moves, reasons, score, view
from .data import CITIES, KINDS, copies, parse_data
from .fields import position_fields
from .state import Phase, Position
from .table import TABLE, action_text, outcome_texts
from .variant import OPTIONS, VARIANTS, check_rules, configure


class Railways(Game):
    """Railways of the World: The Card Game."""

    name = "railways"
    title = "Railways of the World: The Card Game"
    rules_version = 1
    min_players = 2
    max_players = 4
    variants = VARIANTS
    options = OPTIONS

    def __init__(self, players: int, variant: str, rules: Mapping[str, Value], data: str, utility: str = "win") -> None:
        super().__init__(players, variant, rules, data, utility)
        check_rules(self.variant, self.rules)
        self.config = configure(players, self.variant, self.rules, parse_data(data))
        self.action_texts = [action_text(action, self.config.data) for action in TABLE]
        self.outcome_texts = outcome_texts(self.config.data)
        self.declare(position_fields(self.config))

    @property
    def max_game_length(self) -> int:
        return 6 * self.num_players * self.config.max_rounds + 11 * CITIES + 2 * self.num_players

    @property
    def max_chance_nodes(self) -> int:
        cards = sum(copies(kind, self.config.engines_in_game) for kind in range(KINDS))
        dealt = self.num_players if self.config.engines_in_game else 0
        return cards - dealt + (60 if self.config.goods_in_game else 0) + 1

    def new_initial_state(self) -> RailwaysState:
        return RailwaysState(self)


class RailwaysState(Position, State[Railways]):
    """A position with the protocol that every game's state follows."""

    def __init__(self, game: Railways) -> None:
        State.__init__(self, game)
        Position.__init__(self, game.config)

    def phase_name(self) -> str:
        return self.phase.name.lower()

    def end_reason(self) -> str | None:
        return self.end_trigger if self.phase is Phase.OVER else None

    def chance_weights(self) -> list[tuple[int, int]]:
        return chance.chance_weights(self)

    def legal_decisions(self) -> list[int]:
        return moves.legal_ids(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return reasons.why_not(self, TABLE[action])

    def apply_decision(self, action: int) -> None:
        apply.apply_action(self, TABLE[action])

    def apply_outcome(self, outcome: int) -> None:
        apply.apply_outcome(self, outcome)

    def scores(self) -> list[int]:
        return score.scores(self)

    def rank_keys(self) -> list[tuple[int, ...]]:
        return score.rank_keys(self)

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        return view.hidden_step(self, viewer)

    def resample(self, viewer: int, rng: Rng) -> Self:
        twin = self.clone()
        view.resample(twin, viewer, rng)
        return twin

    def check_invariants(self) -> None:
        invariants.check(self)

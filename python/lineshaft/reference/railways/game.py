"""The game and its states: the protocol, tied to the modules that know the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ..channels import Channel
from ..errors import IllegalAction, InvalidState
from ..options import Value
from ..protocol import Game
from ..rng import Rng
from . import action, apply, forms, invariants, moves, score, view
from .data import CITIES, KINDS, copies, parse_data
from .state import Position
from .variant import OPTIONS, VARIANTS, check_rules


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
        self.cards = parse_data(data)
        self.kind_names = [self.cards.kind_name(kind) for kind in range(KINDS)]
        self.city_names = [card.name for card in self.cards.cities]
        self.actions = action.all_actions()
        self.action_texts = [action.action_text(a, self.cards) for a in self.actions]
        self.outcome_texts = action.outcome_texts(self.cards)
        self.goods_in_game = self.variant.name == "standard"  # R44
        self.engines_in_game = self.goods_in_game or self.flag("family_wilds")  # R45
        self.opening_hand = 3 + self.engines_in_game  # R2
        self.link_trains = self.number("link_trains") or 0
        self.max_rounds = self.number("max_rounds") or 0
        self.exit_capacity = self.number("exit_capacity")
        self.overpay_cap = self.number("overpay_cap")
        self.engine_cap = self.number("engine_cap")
        self.faceup_engine_second = self.flag("faceup_engine_second")
        self.value5_must_stop = self.flag("value5_must_stop")
        self.channels = view.channels(players)

    def flag(self, name: str) -> bool:
        return self.rules[name] is True

    def number(self, name: str) -> int | None:
        value = self.rules[name]
        assert value is None or isinstance(value, int)
        return value

    @property
    def max_game_length(self) -> int:
        return 6 * self.num_players * self.max_rounds + 11 * CITIES + 2 * self.num_players

    @property
    def max_chance_nodes(self) -> int:
        cards = sum(copies(kind, self.engines_in_game) for kind in range(KINDS))
        dealt = self.num_players if self.engines_in_game else 0
        return cards - dealt + (60 if self.goods_in_game else 0) + 1

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        return self.channels

    def new_initial_state(self) -> RailwaysState:
        return RailwaysState(self)

    def state_from_dict(self, position: Mapping[str, Any]) -> RailwaysState:
        state = RailwaysState(self)
        forms.from_dict(state, position)
        state.check_invariants()
        return state

    def state_from_bytes(self, data: bytes) -> RailwaysState:
        state = RailwaysState(self)
        forms.from_bytes(state, data)
        state.check_invariants()
        if state.to_bytes() != data:
            raise InvalidState("these bytes are not in canonical form")
        return state


class RailwaysState(Position):
    """A position of the game. The fields are those of ``Position``."""

    def chance_weights(self) -> list[tuple[int, int]]:
        return apply.chance_weights(self) if self.is_chance_node() else []

    def legal_decisions(self) -> list[int]:
        return moves.legal_ids(self)

    def why_not(self, action: int) -> IllegalAction | None:
        return moves.why_not(self, action)

    def apply_decision(self, action: int) -> None:
        apply.apply_action(self, self.game.actions[action])

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

    def resample(self, viewer: int, rng: Rng) -> Self:
        twin = self.clone()
        view.resample(twin, viewer, rng)
        return twin

    def to_dict(self) -> dict[str, Any]:
        return forms.to_dict(self)

    def to_bytes(self) -> bytes:
        return forms.to_bytes(self)

    def check_invariants(self) -> None:
        invariants.check(self)

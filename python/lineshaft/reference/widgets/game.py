"""The game: its declaration, its tables, and where everything else is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..channels import Channel
from ..options import Option, Value, Variant
from ..protocol import Game
from . import forms, view
from .action import Action, action_table, action_text
from .data import load_data
from .pile import Settings, build_shape
from .state import WidgetsState
from .variant import OPTIONS, TABLE, VARIANTS, check_combination


class Widgets(Game):
    """Widget's Workshop, 1 to 5 players (one player is an unofficial house mode)."""

    name: ClassVar[str] = "widgets"
    title: ClassVar[str] = "Widget's Workshop"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 5
    variants: ClassVar[tuple[Variant, ...]] = VARIANTS
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self, players: int, variant: str, rules: Mapping[str, Value], data: str, utility: str = "win") -> None:
        super().__init__(players, variant, rules, data, utility)
        self.data = load_data(data)
        end = self.data.ends[players]
        check_combination(self.rules, players, end)
        self.constructs_needed = end.longer if self.rules["longer"] else end.constructs
        self.max_turns = self.number("max_turns", end.max_turns)
        self.cards = self.data.cards
        self.actions: list[Action] = action_table(self.variant.name)
        self.action_texts = [action_text(action, self.cards) for action in self.actions]
        self.outcome_texts = [*self.cards, *(f"player {player} starts" for player in range(players))]
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
        """At most four decisions a turn (three without a second pull), and the placing of the dealt parts."""
        setup = 0 if self.rules["auto_setup"] else self.num_players
        return (4 if self.variant.name == TABLE else 3) * self.max_turns + setup

    @property
    def max_chance_nodes(self) -> int:
        """At most four salts a turn, eight parts a player drops at the end, the first drop, 80 cards, the start."""
        return 82 + (4 * self.max_turns + 8 * self.num_players if self.variant.name == TABLE else 0)

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        return view.channels(self)

    def new_initial_state(self) -> WidgetsState:
        return WidgetsState(self)

    def state_from_dict(self, position: Mapping[str, Any]) -> WidgetsState:
        return forms.from_dict(self, position)

    def state_from_bytes(self, data: bytes) -> WidgetsState:
        return forms.from_bytes(self, data)

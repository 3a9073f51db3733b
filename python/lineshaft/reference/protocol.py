"""What every reference game is: a ``Game`` (fixed tables) and a ``State`` (one position), shared behaviour included.

The engine's ``Game`` and ``State`` have the same public methods, so that one program can drive either, and the parity
test can compare them after every step. A reference game subclasses both and fills in the methods marked *the game's*.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from .channels import Channel
from .codec import digest64
from .data_file import DataFile
from .errors import GameOver, IllegalAction, InvalidArgument, InvalidText, InvalidVariant
from .fields import Field, Fields, Schema
from .options import Option, Value, Variant, choose_variant, resolve_rules, value_text
from .rng import DETERMINIZE, Rng
from .wording import in_digits, quoted

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4
SALTS = 1 << 31
UTILITIES = ("win", "score", "margin")


def config_text(
    name: str, rules_version: int, variant: str, players: int, rules: Mapping[str, Value], data_digest: str
) -> str:
    """A game's configuration: one ``key=value`` a line, options in declared order."""
    lines = [f"game={name}", f"rules_version={rules_version}", f"variant={variant}", f"players={players}"]
    lines += [f"rule.{option}={value_text(value)}" for option, value in rules.items()]
    lines.append(f"data={data_digest}")
    return "\n".join(lines)


class Game(ABC):
    """A game with its variant, rules options, number of players and data: everything that does not change in play."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    default_players: ClassVar[int] = 2
    variants: ClassVar[tuple[Variant, ...]]
    options: ClassVar[tuple[Option, ...]]

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        """``data`` is the game's TOML file, or another in its place."""
        if not self.min_players <= players <= self.max_players:
            raise InvalidVariant(
                f"{self.name} takes {self.min_players} to {self.max_players} players, not {in_digits(players)}"
            )
        if utility not in UTILITIES:
            raise InvalidVariant(f"there is no utility {quoted(utility)}; choose one of: {', '.join(UTILITIES)}")
        if players == 1 and utility != "score":
            utility = "score"
        self.num_players = players
        self.variant = choose_variant(self.variants, variant)
        self.rules = resolve_rules(self.options, self.variant, rules)
        self.check_players()
        self.data_file = data
        self.data_text = data.text
        self.data_digest = digest64(data.text.encode()).hex()
        self.utility = utility
        self.config_digest = digest64(self.config_text().encode())
        self.action_texts: list[str] = []
        self.outcome_texts: list[str] = []

    def declare(self, fields: Sequence[Field]) -> None:
        """Called by the game's constructor with the list of a position's fields."""
        self.fields = Fields(self.name, self.num_players, self.config_digest, fields)

    def name_steps(self, actions: list[str], outcomes: list[str]) -> None:
        """Called by the game's constructor with the texts of its actions and of its listed chance outcomes, by id.

        Names of the data file stand in them: a file that makes two of them alike is refused.
        """
        for what, texts in (("actions", actions), ("outcomes", outcomes)):
            first: dict[str, int] = {}
            for number, text in enumerate(texts):
                if first.setdefault(text, number) != number:
                    pair = f"the {what} {first[text]} and {number}"
                    raise self.data_file.refuse(f"{pair} have the same text: {text}")
        self.action_texts, self.outcome_texts = actions, outcomes

    @classmethod
    def players_of(cls, variant: Variant) -> tuple[int, int]:
        """The fewest and the most players of a variant."""
        return variant.players or (cls.min_players, cls.max_players)

    @classmethod
    def usual_players(cls, name: str) -> int:
        """How many play a variant: the game's default, or the nearest number that the variant takes."""
        for variant in cls.variants:
            if variant.name == name:
                low, high = cls.players_of(variant)
                return min(max(cls.default_players, low), high)
        return cls.default_players

    def check_players(self) -> None:
        low, high = self.players_of(self.variant)
        if not low <= self.num_players <= high:
            takes = "1 player" if high == 1 else f"{low} to {high} players"
            raise InvalidVariant(f"{self.variant.name} takes {takes}, not {self.num_players}")

    def config_text(self) -> str:
        """What a position must agree on with its game."""
        return config_text(
            self.name, self.rules_version, self.variant.name, self.num_players, self.rules, self.data_digest
        )

    # --- the tables: filled by the game's constructor -------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        return len(self.action_texts)

    @property
    def num_outcomes(self) -> int:
        """The number of listed chance outcomes (a sampled outcome, a salt, is not listed)."""
        return len(self.outcome_texts)

    @property
    @abstractmethod
    def max_game_length(self) -> int:
        """The game's: no game has more decisions of players than this."""

    @property
    @abstractmethod
    def max_chance_nodes(self) -> int:
        """The game's: no game has more chance nodes than this."""

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        """The slices of the observation vector, in order."""
        return self.fields.channels

    @property
    def observation_shape(self) -> tuple[int]:
        return (sum(channel.size for channel in self.observation_channels),)

    def action_to_string(self, action: int) -> str:
        if not 0 <= action < self.num_actions:
            raise InvalidArgument(f"action {in_digits(action)} is not in the table of {self.num_actions} actions")
        return self.action_texts[action]

    def string_to_action(self, text: str) -> int:
        try:
            return self.action_texts.index(text)
        except ValueError:
            raise InvalidText(f"no action of {self.name} is written {quoted(text)}") from None

    def outcome_to_string(self, outcome: int) -> str:
        if not 0 <= outcome < self.num_outcomes:
            raise InvalidArgument(f"outcome {in_digits(outcome)} is not in the table of {self.num_outcomes} outcomes")
        return self.outcome_texts[outcome]

    def string_to_outcome(self, text: str) -> int:
        try:
            return self.outcome_texts.index(text)
        except ValueError:
            raise InvalidText(f"no chance outcome of {self.name} is written {quoted(text)}") from None

    # --- positions ------------------------------------------------------------------------------------------------

    @abstractmethod
    def new_initial_state(self) -> State[Any]:
        """The game's: the position before the first chance outcome."""

    def state_from_dict(self, position: Mapping[str, Any]) -> State[Any]:
        """The position that ``State.to_dict`` wrote, checked as by ``State.check_invariants``."""
        state = self.new_initial_state()
        self.fields.read_dict(state, position)
        return state

    def state_from_bytes(self, data: bytes) -> State[Any]:
        """The position that ``State.to_bytes`` wrote, checked in the same way."""
        state = self.new_initial_state()
        self.fields.read_bytes(state, data)
        return state

    def position_schema(self) -> Schema:
        """A JSON schema (draft 2020-12) of the dicts of positions."""
        return self.fields.position_schema()

    def view_schema(self) -> Schema:
        """A JSON schema (draft 2020-12) of views."""
        return self.fields.view_schema()


G = TypeVar("G", bound=Game)


class State(ABC, Generic[G]):
    """One position. Fields are plain lists, dicts and numbers; ``game`` is shared and never changes."""

    def __init__(self, game: G) -> None:
        self.game = game

    # --- who acts -------------------------------------------------------------------------------------------------

    @abstractmethod
    def current_player(self) -> int:
        """The game's: the player to act, -1 at a chance node, -4 when the game is over."""

    @abstractmethod
    def phase_name(self) -> str:
        """The game's: the phase in snake_case, as the game's page names it."""

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE_PLAYER

    def is_sampled_chance(self) -> bool:
        """Whether the state waits for a salt (0 to 2^31 - 1) instead of a listed outcome. Most games have none."""
        return False

    @abstractmethod
    def end_reason(self) -> str | None:
        """The game's: why the game ended (snake_case), None while it goes on."""

    # --- choices --------------------------------------------------------------------------------------------------

    @abstractmethod
    def chance_weights(self) -> list[tuple[int, int]]:
        """The game's: (outcome, weight) in ascending order of outcomes, weights at least 1; [] elsewhere."""

    @abstractmethod
    def legal_decisions(self) -> list[int]:
        """The game's: the legal actions of the player to act, ascending. Called at a decision only."""

    @abstractmethod
    def why_not(self, action: int) -> IllegalAction | None:
        """The game's: why an action of the table is not legal at this decision, None if it is.

        It must agree with ``legal_decisions``: None for what is listed, and only for that.
        """

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability), as in OpenSpiel."""
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def legal_actions(self) -> list[int]:
        """Ascending. At a chance node the outcomes (none if sampled), at the end nothing."""
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [outcome for outcome, _ in self.chance_weights()]
        return self.legal_decisions()

    def legal_actions_mask(self) -> list[bool]:
        """One flag an action of the table; all False but at a player's decision."""
        mask = [False] * self.game.num_actions
        if self.current_player() >= 0:
            for action in self.legal_decisions():
                mask[action] = True
        return mask

    def explain(self, action: int) -> IllegalAction | None:
        """The error that ``apply_action(action)`` would raise now, None if the action is legal."""
        if self.is_terminal():
            return GameOver(f"the game is over ({self.end_reason()}): nothing can be applied any more")
        if self.is_chance_node():
            if self.is_sampled_chance():
                if not 0 <= action < SALTS:
                    return IllegalAction(
                        f"a salt is a number from 0 to {SALTS - 1}, not {in_digits(action)}", "illegal_outcome"
                    )
            elif action not in self.legal_actions():
                return IllegalAction(
                    f"{in_digits(action)} is not a chance outcome that can happen now", "illegal_outcome"
                )
            return None
        if not 0 <= action < self.game.num_actions:
            return IllegalAction(
                f"action {in_digits(action)} is not in the table of {self.game.num_actions} actions", "out_of_range"
            )
        return self.why_not(action)

    # --- change ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def apply_decision(self, action: int) -> None:
        """The game's: the consequences of a legal action."""

    @abstractmethod
    def apply_outcome(self, outcome: int) -> None:
        """The game's: the consequences of a chance outcome that can happen."""

    def apply_action(self, action: int) -> None:
        """Applies a legal action, or at a chance node an outcome; raises IllegalAction and changes nothing else."""
        error = self.explain(action)
        if error is not None:
            raise error
        if self.is_chance_node():
            self.apply_outcome(action)
        else:
            self.apply_decision(action)

    def clone(self) -> Self:
        twin = copy.copy(self)
        for key, value in self.__dict__.items():
            if key != "game":
                setattr(twin, key, copy.deepcopy(value))
        return twin

    def child(self, action: int) -> Self:
        """A copy to which ``action`` has been applied."""
        twin = self.clone()
        twin.apply_action(action)
        return twin

    # --- result ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def scores(self) -> list[int]:
        """The game's: the points on the table now, one number a player."""

    @abstractmethod
    def rank_keys(self) -> list[tuple[int, ...]]:
        """The game's: one tuple a player, larger is better, equal tuples share the place (scores, then tie-breaks)."""

    @abstractmethod
    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        """The game's: where each player's points come from, as (label, rule, points); they add up to ``scores``."""

    @abstractmethod
    def rank_names(self) -> tuple[tuple[str, str], ...]:
        """The game's: what each entry of a rank key is, with its rule."""

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        """Name, rule and each player's number of every entry of the rank keys; the first that differs decides."""
        entries = zip(*self.rank_keys(), strict=True)
        return [(name, rule, list(entry)) for (name, rule), entry in zip(self.rank_names(), entries, strict=True)]

    def ranking(self) -> list[int]:
        """The place of each player, from 1; players who cannot be told apart share a place."""
        keys = self.rank_keys()
        return [1 + sum(other > key for other in keys) for key in keys]

    def returns(self) -> list[float]:
        """The utility of each player as ``load_game(utility=)`` names it; zeros until the game is over."""
        n = self.game.num_players
        if not self.is_terminal():
            return [0.0] * n
        scores = self.scores()
        if self.game.utility == "score":
            return [float(s) for s in scores]
        if self.game.utility == "margin":
            return [float(s - max(scores[:p] + scores[p + 1 :])) for p, s in enumerate(scores)]
        places = self.ranking()
        winners = places.count(1)
        return [(1.0 / winners if place == 1 else 0.0) - 1.0 / n for place in places]

    # --- words ----------------------------------------------------------------------------------------------------

    def action_to_string(self, action: int) -> str:
        """The text of an action; at a chance node, of an outcome."""
        if self.is_chance_node():
            if not self.is_sampled_chance():
                return self.game.outcome_to_string(action)
            if not 0 <= action < SALTS:
                raise InvalidArgument(f"a salt is a number from 0 to {SALTS - 1}, not {in_digits(action)}")
            return f"salt {action}"
        return self.game.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        if self.is_sampled_chance():
            word, _, number = text.partition(" ")
            digits = number.lstrip("0") or "0"  # without zeros, as Python reads no more than some thousand digits
            inside = number.isascii() and number.isdigit() and len(digits) <= len(str(SALTS)) and int(digits) < SALTS
            if word != "salt" or not inside:
                form = f"'salt NUMBER', a number from 0 to {SALTS - 1}"
                raise InvalidText(f"a sampled chance outcome is written {form}, not {quoted(text)}")
            return int(digits)
        if self.is_chance_node():
            return self.game.string_to_outcome(text)
        return self.game.string_to_action(text)

    def step_to_string(self, action: int, viewer: int | None) -> str:
        """How ``action``, applied to this state, reads to ``viewer`` (None: a spectator).

        Games with hidden steps override ``hidden_step`` (a blind draw is "a card" to the others), and ``opened_in`` if
        what was hidden is shown later.
        """
        hidden = self.hidden_step(action, viewer)
        return hidden if hidden is not None else self.action_to_string(action)

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        """The game's: what ``viewer`` sees instead of the step's own text, None where they see it all."""
        return None

    def opened(self, action: int) -> list[str]:
        """What ``action``, applied to this state, opens to everybody, a line each."""
        return self.opened_in(self.child(action))

    def opened_in(self, after: Self) -> list[str]:
        """The game's: what the step from this state to ``after`` opened to everybody, a line each.

        That is whatever was hidden and is shown from now on by anything but the steps as they read. With these lines
        equal logs mean equal views.
        """
        return []

    # --- information ----------------------------------------------------------------------------------------------

    def view_dict(self, viewer: int | None) -> dict[str, Any]:
        """All that ``viewer`` (None: a spectator) may know of the position."""
        return self.game.fields.view(self, viewer)

    def observation(self, viewer: int | None) -> list[float]:
        """The same as a vector, see ``Game.observation_channels``."""
        return self.game.fields.observation(self, viewer)

    @abstractmethod
    def resample(self, viewer: int, rng: Rng) -> Self:
        """The game's: a full state drawn among those that ``viewer`` cannot tell from this one."""

    def check_player(self, player: int | None) -> None:
        last = self.game.num_players - 1
        if player is not None and not 0 <= player <= last:
            known = f"players are 0 to {last}" if last else "the only one is 0"
            raise InvalidArgument(f"there is no player {in_digits(player)}; {known}")

    def view(self, player: int | None) -> dict[str, Any]:
        self.check_player(player)
        return self.view_dict(player)

    def observation_tensor(self, player: int | None) -> list[float]:
        self.check_player(player)
        return self.observation(player)

    def determinize(self, player: int, seed: int) -> Self:
        """``resample`` with the generator of (seed, stream DETERMINIZE)."""
        self.check_player(player)
        return self.resample(player, Rng(seed, DETERMINIZE))

    # --- forms ----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The whole position, hidden things included."""
        return self.game.fields.to_dict(self)

    def to_bytes(self) -> bytes:
        """Canonical bytes."""
        return self.game.fields.to_bytes(self)

    @abstractmethod
    def check_invariants(self) -> None:
        """The game's: raises InvalidState where a piece is missing, doubled or impossible."""

    def hash64(self) -> int:
        """BLAKE2b-64 of the canonical bytes, as a number (little-endian)."""
        return int.from_bytes(digest64(self.to_bytes()), "little")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return self.hash64()

    def __str__(self) -> str:
        return f"{self.game.title}, {self.phase_name()}, player {self.current_player()}, scores {self.scores()}"

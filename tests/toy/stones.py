"""Stones: the reference of the toy game whose rules R1 to R6 stand at the top of ``rust/core/tests/toy/mod.rs``.

It was added as ``docs/how-to-add-a-game.md`` says, but in one file and in no registry.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from lineshaft.reference.channels import Channel, Encoder
from lineshaft.reference.codec import Reader, Writer
from lineshaft.reference.data_file import Choice, DataFile, ValueKind, Whole
from lineshaft.reference.errors import IllegalAction, InvalidState
from lineshaft.reference.options import Option, Value, Variant
from lineshaft.reference.protocol import CHANCE_PLAYER, TERMINAL_PLAYER, Game, State
from lineshaft.reference.rng import Rng

DATA = Path(__file__).parents[2] / "rust/core/tests/toy/stones.toml"
TABLES: dict[str, ValueKind] = {
    "format": Whole(1),
    "game": Choice(("stones",)),
    "white": Whole(1, 50),
    "black": Whole(1, 50),
}
KEEP, THROW = 0, 1
THROWS = 2
COLOURS = ("white stone", "black stone")
NONE = 2


class Stones(Game):
    """The tables."""

    name = "stones"
    title = "Stones"
    rules_version = 1
    min_players = max_players = 2
    variants = (
        Variant("plain", "R1", "as above"),
        Variant("kind", "R5", "black stones do no harm", {"black_points": 0}),
    )
    options = (Option("black_points", -1, "R5", "what a black stone is worth", low=-3, high=1),)

    def __init__(
        self, players: int, variant: str, rules: Mapping[str, Value], data: DataFile, utility: str = "win"
    ) -> None:
        super().__init__(players, variant, rules, data, utility)
        table = data.read(TABLES)
        self.stones = [table["white"], table["black"]]
        self.name_steps(["keep", "throw away"], list(COLOURS))

    @property
    def max_game_length(self) -> int:
        return sum(self.stones)

    @property
    def max_chance_nodes(self) -> int:
        return sum(self.stones)

    @property
    def observation_channels(self) -> tuple[Channel, ...]:
        high = sum(self.stones)
        return (
            Channel("thrown", (2, 2), high, "stones thrown away, by player and colour"),
            Channel("kept", (2,), high, "how many each player keeps"),
            Channel("own", (2,), high, "the viewer's own stones by colour"),
            Channel("drawn", (2,), 1, "the stone in the viewer's hand"),
        )

    def new_initial_state(self) -> StonesState:
        return StonesState(self)

    def state_from_dict(self, position: Mapping[str, Any]) -> StonesState:
        state = StonesState(self)
        if set(position) != {"bag", "kept", "thrown", "drawn"}:
            raise InvalidState("a position has bag, kept, thrown and drawn")
        state.bag, state.drawn = list(position["bag"]), position["drawn"]
        state.kept, state.thrown = [list(p) for p in position["kept"]], [list(p) for p in position["thrown"]]
        state.check_invariants()
        return state

    def state_from_bytes(self, data: bytes) -> StonesState:
        state, reader = StonesState(self), Reader(data, self.config_digest)
        state.bag = reader.u8s(2)
        state.kept = [reader.u8s(2), reader.u8s(2)]
        state.thrown = [reader.u8s(2), reader.u8s(2)]
        state.drawn = reader.u8()
        reader.finish()
        state.check_invariants()
        return state


class StonesState(State[Stones]):
    """A position. Each pair counts white and black; ``drawn`` is a colour, or 2."""

    def __init__(self, game: Stones) -> None:
        super().__init__(game)
        self.bag = list(game.stones)
        self.kept = [[0, 0], [0, 0]]
        self.thrown = [[0, 0], [0, 0]]
        self.drawn = NONE

    def turn(self) -> int:
        done = [sum(self.kept[player]) + sum(self.thrown[player]) for player in (0, 1)]
        return 1 if done[0] > done[1] else 0

    def current_player(self) -> int:
        if self.drawn != NONE:
            return self.turn()
        return CHANCE_PLAYER if sum(self.bag) else TERMINAL_PLAYER

    def phase_name(self) -> str:
        return {CHANCE_PLAYER: "draw", TERMINAL_PLAYER: "over"}.get(self.current_player(), "choose")

    def end_reason(self) -> str | None:
        return "bag_empty" if self.is_terminal() else None  # R5

    def chance_weights(self) -> list[tuple[int, int]]:
        if not self.is_chance_node():
            return []
        return [(colour, count) for colour, count in enumerate(self.bag) if count]

    def legal_decisions(self) -> list[int]:
        return [action for action in (KEEP, THROW) if self.why_not(action) is None]

    def why_not(self, action: int) -> IllegalAction | None:
        if action == THROW and sum(self.thrown[self.turn()]) >= THROWS:
            return IllegalAction("you have thrown away two stones", "no_throw_left", "R4")
        return None

    def apply_decision(self, action: int) -> None:
        pile = self.kept if action == KEEP else self.thrown
        pile[self.turn()][self.drawn] += 1  # R3
        self.drawn = NONE

    def apply_outcome(self, outcome: int) -> None:
        self.bag[outcome] -= 1  # R2
        self.drawn = outcome

    def scores(self) -> list[int]:
        black = self.game.rules["black_points"]
        assert isinstance(black, int)
        return [2 * kept[0] + black * kept[1] for kept in self.kept]  # R5

    def score_parts(self) -> list[list[tuple[str, str, int]]]:
        return [[("stones kept", "R5", score)] for score in self.scores()]

    def rank_names(self) -> tuple[tuple[str, str], ...]:
        return (("score", "R6"), ("stones kept", "R6"))

    def rank_keys(self) -> list[tuple[int, ...]]:
        return [(score, sum(kept)) for score, kept in zip(self.scores(), self.kept, strict=True)]  # R6

    def hidden_step(self, action: int, viewer: int | None) -> str | None:
        return "a stone" if self.is_chance_node() and viewer != self.turn() else None  # R2

    def seen_by(self, viewer: int | None) -> int | None:
        return self.drawn if self.drawn != NONE and viewer == self.turn() else None  # R2

    def view_dict(self, viewer: int | None) -> dict[str, Any]:
        return {
            "viewer": viewer,
            "bag_size": sum(self.bag),
            "thrown": [list(pile) for pile in self.thrown],
            "kept_sizes": [sum(pile) for pile in self.kept],
            "own": None if viewer is None else list(self.kept[viewer]),
            "drawn": self.seen_by(viewer),
        }

    def observation(self, viewer: int | None) -> list[float]:
        out = Encoder(self.game.observation_channels)
        for player in (0, 1):
            out.put("kept", sum(self.kept[player]), player)
            for colour in (0, 1):
                out.put("thrown", self.thrown[player][colour], player, colour)
        if viewer is not None:
            for colour in (0, 1):
                out.put("own", self.kept[viewer][colour], colour)
        drawn = self.seen_by(viewer)
        if drawn is not None:
            out.put("drawn", 1, drawn)
        return out.values

    def resample(self, viewer: int, rng: Rng) -> Self:
        other, rival = self.clone(), 1 - viewer
        hidden = self.drawn != NONE and self.seen_by(viewer) is None
        for colour in (0, 1):
            other.bag[colour] += self.kept[rival][colour] + (hidden and self.drawn == colour)
        other.kept[rival] = [0, 0]
        for _ in range(sum(self.kept[rival])):
            other.kept[rival][other.draw(rng)] += 1
        if hidden:
            other.drawn = other.draw(rng)
        return other

    def draw(self, rng: Rng) -> int:
        colour = rng.weighted(self.bag)
        self.bag[colour] -= 1
        return colour

    def to_dict(self) -> dict[str, Any]:
        kept, thrown = [list(p) for p in self.kept], [list(p) for p in self.thrown]
        return {"bag": list(self.bag), "kept": kept, "thrown": thrown, "drawn": self.drawn}

    def to_bytes(self) -> bytes:
        writer = Writer(self.game.config_digest)
        writer.u8(*self.bag, *self.kept[0], *self.kept[1], *self.thrown[0], *self.thrown[1], self.drawn)
        return writer.finish()

    def check_invariants(self) -> None:
        if not 0 <= self.drawn <= NONE:
            raise InvalidState(f"there is no colour {self.drawn}")
        for colour, stones in enumerate(self.game.stones):
            piles = [self.bag, *self.kept, *self.thrown]
            found = sum(pile[colour] for pile in piles) + (self.drawn == colour)
            if found != stones or min(pile[colour] for pile in piles) < 0:
                raise InvalidState(f"{found} of {stones} {COLOURS[colour]}s")
        if any(sum(pile) > THROWS for pile in self.thrown):
            raise InvalidState("a player has thrown away more than two stones", rule="R4")
        done = [sum(self.kept[player]) + sum(self.thrown[player]) for player in (0, 1)]
        if done[0] - done[1] not in (0, 1):
            raise InvalidState("the players have not taken turns")

"""What the tests of rules share: both implementations behind one face, spoken to in action texts."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest

import lineshaft
from lineshaft import reference
from lineshaft.errors import IllegalAction

AnyGame = lineshaft.Game | reference.Game
AnyState = lineshaft.State | reference.State[Any]
Rules = Mapping[str, bool | int | str | None]


@dataclass(frozen=True)
class Side:
    """One of the two implementations."""

    name: str

    def load(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        rules: Rules | None = None,
        data: str | None = None,
        utility: str = "win",
        data_name: str | None = None,
    ) -> AnyGame:
        """The game; ``data`` is the text of a data file, which is called ``data_name``, or else as the shipped one."""
        if self.name == "reference":
            return reference.load_game(game, players, variant, rules, data, utility, data_name=data_name)
        if data is None:
            return lineshaft.load_game(game, players, variant, rules, utility=utility)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / (data_name or f"{game}.toml")
            path.write_text(data, encoding="utf-8", newline="")
            return lineshaft.load_game(game, players, variant, rules, path, utility)

    def loaded(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        rules: Rules | None = None,
        data: str | None = None,
    ) -> AnyGame:
        """The game as ``load`` gives it, but loaded once for all tests."""
        return load_once(self, game, players, variant, tuple(sorted((rules or {}).items())), data)


@cache
def load_once(
    side: Side,
    game: str,
    players: int | None,
    variant: str | None,
    rules: tuple[tuple[str, bool | int | str | None], ...],
    data: str | None,
) -> AnyGame:
    return side.load(game, players, variant, dict(rules), data)


SIDES = (Side("engine"), Side("reference"))


class Refusal(NamedTuple):
    """Why an action is not legal."""

    code: str
    rule: str | None
    sentence: str

    def is_not_now(self, text: str, now: str) -> bool:
        """Whether it is of an action of another phase, and says what is done now."""
        halves = self.sentence.removeprefix(f"{text} is not a choice now: ").split("; now ")
        return self[:2] == ("wrong_phase", None) and halves[0] not in ("", self.sentence) and halves[1:] == [now]


class Play:
    """A position that is driven and asked in texts."""

    def __init__(self, state: AnyState) -> None:
        self.state = state

    @property
    def now(self) -> dict[str, Any]:
        """The position as a dict, hidden things included."""
        return self.state.to_dict()

    @property
    def phase(self) -> str:
        return self.state.phase_name()

    @property
    def player(self) -> int:
        return self.state.current_player()

    def legal(self) -> list[str]:
        """The legal actions, or at a chance node the outcomes that can happen."""
        return [self.state.action_to_string(action) for action in self.state.legal_actions()]

    def weights(self) -> dict[str, int]:
        """The chance outcomes that can happen, each with its weight."""
        return {self.state.action_to_string(outcome): weight for outcome, weight in self.state.chance_weights()}

    def do(self, *texts: str) -> Self:
        """Applies actions and chance outcomes."""
        for text in texts:
            self.state.apply_action(self.state.string_to_action(text))
        return self

    def chance(self) -> Self:
        """Lets chance take its first outcome until a player is to act."""
        while self.state.is_chance_node():
            self.state.apply_action(self.state.legal_actions()[0])
        return self

    def refusal(self, text: str) -> Refusal:
        """Why an action cannot be taken: it is not listed, and trying it raises that reason and changes nothing."""
        action = self.state.string_to_action(text)
        assert text not in self.legal()
        reason = self.state.explain(action)
        assert reason is not None
        before = self.state.to_bytes()
        with pytest.raises(IllegalAction) as raised:
            self.state.apply_action(action)
        assert (raised.value.code, str(raised.value)) == (reason.code, str(reason))
        assert self.state.to_bytes() == before
        return Refusal(reason.code, reason.rule, reason.message)

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player (None: a spectator) may know, as a dict."""
        view = self.state.view(player)
        return view if isinstance(view, dict) else view.to_dict()

    def seen(self, text: str, viewer: int | None) -> str:
        """How a step that is legal now reads to a viewer."""
        return self.state.step_to_string(self.state.string_to_action(text), viewer)

    def opened(self, text: str) -> list[str]:
        """What a step that is legal now opens to everybody."""
        return self.state.opened(self.state.string_to_action(text))

    def scores(self) -> list[int]:
        return [int(score) for score in self.state.scores()]

    def score_parts(self, player: int) -> list[tuple[str, str, int]]:
        """Where a player's points come from: label, rule, points."""
        return self.state.score_parts()[player]

    def ranked_by(self) -> list[tuple[str, str, list[int]]]:
        """What the players are ranked by: name, rule, everybody's numbers."""
        return self.state.ranked_by()

    def ranking(self) -> list[int]:
        return [int(place) for place in self.state.ranking()]

    def returns(self) -> list[float]:
        return [float(value) for value in self.state.returns()]


def counts(text: str) -> dict[str, int]:
    """``4x engine, orange 1`` as a number of each."""
    numbers: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        many = re.fullmatch(r"(\d+)x (.+)", part)
        numbers[many[2] if many else part] += int(many[1]) if many else 1
    return dict(numbers)

"""Analysis: what a bot that searches goes by, for each action of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, SupportsIndex

from . import _engine
from ._engine import View
from .reference.wording import counted

__all__ = ["Analysis", "Choice", "analyse"]

ChoiceRow = tuple[int, int, list[float] | None, list[tuple[int, int]]]
"""What the engine tells of an action: it, visits, values, line."""

WORTH = {"leader": "lead", "score": "score", "win": "chance to be first"}
"""What the values say of a player, by the objective."""


@dataclass(frozen=True)
class Choice:
    """What a search found of one action.

    ``visits`` is in how many simulations it was tried, ``share`` the part of all that is. ``values`` has the mean value
    to each player, from 0 to 1, the more the better: see ``Analysis.objective``; None if the action was never tried.
    ``line`` is what the search expects from here, this action first, as far as it goes without chance: pairs of the
    player who decides and the text of what they do. What others do in it rests on what the search imagined of them.
    """

    action: int
    text: str
    visits: int
    share: float
    values: tuple[float, ...] | None
    line: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Analysis:
    """What a search found of a decision. ``str()`` of it is a table for people.

    ``objective`` says what the values are: of ``"leader"`` how far a player is ahead of the best other one, of
    ``"score"`` how many points a player gains (0.5 is no lead, no gain), of ``"win"`` the share of the first place.
    ``method`` is ``"flat"`` or ``"tree"``; ``decisions`` is how many decisions a tree tells apart, 1 where it is flat.
    ``choices`` has every legal action, best first.
    """

    bot: str
    player: int
    method: str
    objective: str
    simulations: int
    decisions: int
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """What the bot would play."""
        return self.choices[0]

    def to_dict(self) -> dict[str, Any]:
        """As plain objects, for JSON."""
        choices = [
            {
                "action": choice.action,
                "text": choice.text,
                "visits": choice.visits,
                "share": choice.share,
                "values": None if choice.values is None else list(choice.values),
                "line": [{"player": player, "text": text} for player, text in choice.line],
            }
            for choice in self.choices
        ]
        return {**vars(self), "choices": choices}

    def __str__(self) -> str:
        worth = WORTH[self.objective]
        head = f"player {self.player} decides: {self.bot}, {counted(self.simulations, 'simulation')}, {self.method}"
        rows = [head, f"tried  {worth} (0 to 1)  action and what may follow"]
        for choice in self.choices:
            value = "-" if choice.values is None else f"{choice.values[self.player]:.3f}"
            rows.append(f"{choice.share:>5.0%}  {value:<{len(worth) + 9}}  {self.told(choice)}")
        return "\n".join(rows)

    def told(self, choice: Choice) -> str:
        """The line of a choice in words: ``build Topeka, then lay red 2; player 1: pass``."""
        words = choice.text
        before = self.player
        for player, text in choice.line[1:]:
            words += f", then {text}" if player == before else f"; player {player}: {text}"
            before = player
        return words


def analyse(view: View, bot: str = "mcts", seed: SupportsIndex = 0) -> Analysis:
    """What a bot that searches finds of a decision.

    ``analyse(view, bot, seed).best.action`` is what ``make_bot(bot, view.game, seed, view.player)`` chooses first. The
    same view, bot and seed give the same analysis: the search sees the view and nothing behind it.

    Args:
        view: the view of the player to act.
        bot: the text of a bot that searches, with its parameters: ``"mcts:simulations=500"``; see ``bots``.
        seed: from 0 to 2^64 - 1.

    Raises:
        InvalidArgument: the view is a spectator's or its player is not to act, or the bot does not search.
        InvalidText: there is no such bot, or it has no such parameter or value.
        KeyboardInterrupt: Ctrl-C, within half a second.
    """
    player, method, objective, simulations, decisions, rows = _engine.analyse(view, bot, seed)

    def choice(action: int, visits: int, values: list[float] | None, line: list[tuple[int, int]]) -> Choice:
        texts = tuple((mover, view.action_to_string(step)) for mover, step in line)
        share = visits / simulations if simulations else 0.0
        means = None if values is None else tuple(values)
        return Choice(action, view.action_to_string(action), visits, share, means, texts)

    choices = tuple(choice(*row) for row in rows)
    return Analysis(bot, player, method, objective, simulations, decisions, choices)

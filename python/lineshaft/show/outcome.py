"""How a game came out: points, places, tie-breaks, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..reference.wording import counted


class Played(Protocol):
    """A state, a match or a session, as far as points go."""

    def scores(self) -> NDArray[np.int32]: ...

    def ranking(self) -> NDArray[np.int32]: ...

    def score_parts(self) -> list[list[tuple[str, str, int]]]: ...

    def ranked_by(self) -> list[tuple[str, str, list[int]]]: ...


def result(state: Played) -> list[dict[str, Any]]:
    """Of each player: score and place, where the points come from, and what told the player apart from equal points."""
    scores, places, ranked = state.scores().tolist(), state.ranking().tolist(), state.ranked_by()
    found = []
    for player, parts in enumerate(state.score_parts()):
        equals = [p for p, score in enumerate(scores) if score == scores[player] and places[p] != places[player]]
        breaks = {next(name for name, _, n in ranked if n[player] != n[other]) for other in equals}
        found.append(
            {
                "player": player,
                "score": scores[player],
                "place": places[player],
                "shared": places.count(places[player]) > 1,
                "parts": [{"label": label, "rule": rule, "points": points} for label, rule, points in parts],
                "tie_breaks": [{"name": name, "rule": rule} for name, rule, _ in ranked if name in breaks],
            }
        )
    return found


def result_lines(found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Points, place and tie-breaks in words, then the parts that are not zero."""
    for of in found:
        breaks = " and ".join(f"{each['name']} ({each['rule']})" for each in of["tie_breaks"])
        notes = [f"after the tie-break among equal points: {breaks}"] if breaks else []
        notes += ["shared"] if of["shared"] else []
        yield ", ".join([f"player {of['player']}: {counted(of['score'], 'point')}", f"place {of['place']}", *notes])
        for part in of["parts"]:
            if part["points"]:
                yield f"  {part['points']:>5}  {part['label']} ({part['rule']})"

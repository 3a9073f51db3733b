"""What can be drawn: cards, cubes, the first player."""

from __future__ import annotations

from .cards import is_value_2
from .data import GOODS
from .state import CHANCE, Phase, Position
from .table import FIRST_CUBE_OUTCOME, FIRST_PLAYER_OUTCOME


def chance_weights(s: Position) -> list[tuple[int, int]]:
    """(outcome, weight): a card or a cube is as likely as there are copies of it."""
    phase = s.phase
    if phase not in CHANCE:
        return []
    if phase is Phase.FIRST_PLAYER:
        return [(FIRST_PLAYER_OUTCOME + p, 1) for p in range(s.game.num_players)]
    if phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        return [(FIRST_CUBE_OUTCOME + good, s.bag[good]) for good in range(len(GOODS)) if s.bag[good] > 0]
    kinds = [kind for kind, number in enumerate(s.deck) if number > 0]
    if phase is Phase.DEAL_CITY:
        kinds = [kind for kind in kinds if is_value_2(s, kind)]
    return [(kind, s.deck[kind]) for kind in kinds]

"""What can be drawn: cards, cubes, the first player."""

from __future__ import annotations

from .state import CHANCE, Phase, Position


def chance_weights(s: Position) -> list[tuple[int, int]]:
    """(outcome, weight): a card or a cube is as likely as there are copies of it."""
    phase, game = s.phase, s.game
    if phase not in CHANCE:
        return []
    if phase is Phase.FIRST_PLAYER:
        return [(game.first_player_outcome + p, 1) for p in range(game.num_players)]
    if phase in (Phase.PLACE_GOODS, Phase.REPLENISH_CUBE):
        return [(game.first_cube_outcome + good, number) for good, number in enumerate(s.bag) if number > 0]
    kinds = [kind for kind, number in enumerate(s.deck) if number > 0]
    if phase is Phase.DEAL_CITY:
        kinds = [kind for kind in kinds if game.data.is_opening_city(kind)]
    return [(kind, s.deck[kind]) for kind in kinds]

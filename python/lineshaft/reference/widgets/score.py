"""Points: of a construct, of a player; ties; construct names. (R19, R21, R28, R29, R32)"""

from __future__ import annotations

from .data import Data
from .state import Position

PLACES = ("", "second ", "third ", "fourth ", "fifth ", "sixth ")


def rank_names(data: Data) -> tuple[tuple[str, str], ...]:
    """What the entries of a rank key are."""
    return ("score", "R28"), *((f"{place}best construct", "R29") for place in PLACES[: data.most_constructs])


def trait_points(data: Data, values: list[int]) -> int:
    """For the largest number of parts that agree. (R19, R36)"""
    return data.points[max(values.count(value) for value in values) - 1]


def construct_points(data: Data, cards: list[int]) -> int:
    """What the cards of a construct are worth. (R19)"""
    return sum(trait_points(data, list(values)) for values in zip(*map(data.traits, cards), strict=True))


def construct_name(data: Data, cards: list[int]) -> str:
    """The fragments of the cards, in the order of the types. (R32)"""
    return "".join(data.fragments[data.part_type(card)][card % data.triples] for card in cards)


def values_of(s: Position, player: int) -> list[int]:
    """The points of the player's constructs, in the order of completion."""
    return [construct_points(s.game.data, s.cards_of(parts)) for parts in s.constructs[player]]


def scores(s: Position) -> list[int]:
    """Constructs, and the bonus of the player who triggered the end. (R28)"""
    bonus = s.game.data.bonus
    return [sum(values_of(s, player)) + (bonus if player == s.trigger else 0) for player in range(s.game.num_players)]


def score_parts(s: Position) -> list[list[tuple[str, str, int]]]:
    """Each construct with its name, and the bonus. (R19, R21, R28)"""
    data = s.game.data
    parts: list[list[tuple[str, str, int]]] = []
    for player in range(s.game.num_players):
        built = [s.cards_of(construct) for construct in s.constructs[player]]
        parts.append(
            [(f"construct {construct_name(data, cards)}", "R19", construct_points(data, cards)) for cards in built]
        )
        if player == s.trigger:
            parts[player].append(("bonus", "R21", data.bonus))
    return parts


def rank_keys(s: Position) -> list[tuple[int, ...]]:
    """The score, then the constructs from the best to the worst, a missing one as 0. (R29)"""
    keys = []
    for player, score in enumerate(scores(s)):
        values = sorted(values_of(s, player), reverse=True)
        keys.append((score, *values, *[0] * (s.game.data.most_constructs - len(values))))
    return keys

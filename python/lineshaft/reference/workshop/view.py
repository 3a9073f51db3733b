"""Who may know what (R40): what is seen of hidden things, hidden steps, and positions that look alike to a player."""

from __future__ import annotations

from dataclasses import dataclass

from ..rng import Rng
from .state import Fist, Position

# --- what is seen of hidden things ------------------------------------------------------------------------------------


def hidden_counters(position: Position, viewer: int | None) -> list[int]:
    """Pool and all hands but the viewer's."""
    rest = list(position.pool)
    for player, hand in enumerate(position.hands):
        if player != viewer:
            rest = [a + b for a, b in zip(rest, hand, strict=True)]
    return rest


def fist_seen(position: Position, player: int, viewer: int | None) -> bool:
    """R14: a closed fist is seen by its owner alone until all are closed."""
    return player == viewer or position.fists_open()


@dataclass(frozen=True)
class FistSeen:
    """What is seen of a hidden bid; ``closed``: it has an amount."""

    colour: int | None
    amount: int | None
    closed: bool


def fists_seen(position: Position, viewer: int | None) -> list[FistSeen | None]:
    """A hidden bid, where there is one."""
    fists: list[FistSeen | None] = []
    for player, fist in enumerate(position.fists):
        if fist is None:
            fists.append(None)
            continue
        seen = fist_seen(position, player, viewer)
        closed = fist.amount is not None
        fists.append(FistSeen(fist.colour, fist.amount, closed) if seen else FistSeen(None, None, closed))
    return fists


def hand_sizes(position: Position, viewer: int | None) -> list[int]:
    """How many counters each player holds is open."""
    return [sum(hand) for hand in position.hands]


def hand_seen(position: Position, viewer: int | None) -> list[int] | None:
    return None if viewer is None else position.hands[viewer]


def hidden_step(position: Position, viewer: int | None) -> str | None:
    if position.phase == "draw_demand" and viewer != position.drawing_player():
        return "a counter"
    if position.phase == "fist_colour" and viewer != position.current_player():
        return "a colour"
    if position.phase == "fist_amount" and viewer != position.current_player():
        opens = position.current_player() == position.game.num_players - 1
        return None if opens else "a bid"
    return None


# --- determinizing ----------------------------------------------------------------------------------------------------


def resample_hands(position: Position, viewer: int | None, rng: Rng) -> None:
    rest = hidden_counters(position, viewer)
    for player, hand in enumerate(position.hands):
        if player == viewer:
            continue
        fresh = [0] * len(hand)
        for _ in range(sum(hand)):
            counter = rng.weighted(rest)
            rest[counter] -= 1
            fresh[counter] += 1
        position.hands[player] = fresh
    position.pool = rest


def resample_fists(position: Position, viewer: int | None, rng: Rng) -> None:
    if position.fists_open():
        return
    for player, fist in enumerate(position.fists):
        if fist is None or player == viewer:
            continue
        colour, amount = fist.colour, fist.amount
        if position.first_auction():
            own = [c for c in range(position.game.counts.colours) if position.owner(c) == player]
            colour = own[rng.below(2)]
        if amount is not None:
            limit = min(position.payable(player), position.game.bounds.bid)
            low = min(1, limit)
            amount = low + rng.below(limit - low + 1)
        position.fists[player] = Fist(colour, amount)

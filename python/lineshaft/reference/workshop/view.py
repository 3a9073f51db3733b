"""Who may know what (R40): what is seen of hidden things, hidden steps, and positions that look alike to a player."""

from __future__ import annotations

from dataclasses import dataclass

from ..rng import Rng
from .board import forced_price, payable
from .state import Fist, Position

# --- what is seen of hidden things ------------------------------------------------------------------------------------


def hidden_counters(s: Position, viewer: int | None) -> list[int]:
    """R40: the pool and all hands but the viewer's, together."""
    rest = list(s.pool)
    for player, hand in enumerate(s.hands):
        if player != viewer:
            rest = [a + b for a, b in zip(rest, hand, strict=True)]
    return rest


def fist_seen(s: Position, player: int, viewer: int | None) -> bool:
    """R14: a closed fist is seen by its owner alone until all are closed."""
    return player == viewer or s.fists_open()


@dataclass(frozen=True)
class FistSeen:
    """What is seen of a hidden bid; ``closed``: it has an amount."""

    colour: int | None
    amount: int | None
    closed: bool


def fists_seen(s: Position, viewer: int | None) -> list[FistSeen | None]:
    """A hidden bid, where there is one."""
    fists: list[FistSeen | None] = []
    for player, fist in enumerate(s.fists):
        if fist is None:
            fists.append(None)
            continue
        seen = fist_seen(s, player, viewer)
        closed = fist.amount is not None
        fists.append(FistSeen(fist.colour, fist.amount, closed) if seen else FistSeen(None, None, closed))
    return fists


def hand_sizes(s: Position, viewer: int | None) -> list[int]:
    """R40: how many counters each player holds is open."""
    return [sum(hand) for hand in s.hands]


def hand_seen(s: Position, viewer: int | None) -> list[int] | None:
    return None if viewer is None else s.hands[viewer]


def hidden_step(s: Position, viewer: int | None) -> str | None:
    if s.phase == "draw_demand" and viewer != s.drawing_player():
        return "a counter"
    if s.phase == "fist_colour" and viewer != s.current_player():
        return "a colour"
    if s.phase == "fist_amount" and viewer != s.current_player():
        opens = s.current_player() == s.game.num_players - 1
        return None if opens else "a bid"
    return None


def opened(before: Position, after: Position) -> list[str]:
    """R14, R19: all fists open together."""
    if before.fists_open() or not after.fists_open():
        return []
    lines = []
    for player, fist in enumerate(after.fists):
        assert fist is not None
        pounds = "1 pound" if fist.amount == 1 else f"{fist.amount} pounds"
        lines.append(f"player {player} bid {pounds} for {list(after.game.data.colours)[fist.colour]}")
    return lines


# --- determinizing ----------------------------------------------------------------------------------------------------


def resample_hands(s: Position, viewer: int | None, rng: Rng) -> None:
    rest = hidden_counters(s, viewer)
    for player, hand in enumerate(s.hands):
        if player == viewer:
            continue
        fresh = [0] * len(hand)
        for _ in range(sum(hand)):
            counter = rng.weighted(rest)
            rest[counter] -= 1
            fresh[counter] += 1
        s.hands[player] = fresh
    s.pool = rest


def resample_fists(s: Position, viewer: int | None, rng: Rng) -> None:
    if s.fists_open():
        return
    for player, fist in enumerate(s.fists):
        if fist is None or player == viewer:
            continue
        colour, amount = fist.colour, fist.amount
        if s.first_auction():
            own = [c for c in range(s.game.counts.colours) if s.owner(c) == player]
            colour = own[rng.below(2)]
        if amount is not None:
            limit = min(payable(s, player), s.game.bounds.bid)
            low = min(forced_price(s, player), limit)
            amount = low + rng.below(limit - low + 1)
        s.fists[player] = Fist(colour, amount)

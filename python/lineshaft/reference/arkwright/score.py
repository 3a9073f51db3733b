"""Scores, ranking and the reason of the end (R50 to R53)."""

from __future__ import annotations

from .data import MERCHANT
from .state import Position

RANK_NAMES = (
    ("solvency", "R52"),
    ("score, of the bankrupt the round of leaving", "R52"),
    ("cash left", "R52"),
    ("share value", "R52"),
)


def cash_after_sale(s: Position, player: int) -> int:
    """R51: all stored goods are sold for the export price of their factory's tile."""
    seat = s.seats[player]
    stored = [(warehouse.good, warehouse.goods) for warehouse in seat.warehouses if warehouse.good is not None]
    return seat.cash + sum(goods * s.tile(player, good).export for good, goods in stored)


def final_result(s: Position, player: int) -> tuple[int, int, int]:
    """R51, as if the game ended now: score, cash left, share value after the ship tokens; zeros when bankrupt."""
    seat, data = s.seats[player], s.game.data
    if not seat.solvent:
        return 0, 0, 0
    cash = cash_after_sale(s, player)
    shares = seat.shares
    if s.game.final_purchase:
        bought = min(cash // seat.share_value, data["shares", "holding_cap"] - shares)
        shares += bought
        cash -= bought * seat.share_value
    shares = max(0, shares - seat.loans * data["rules", "loan_shares"])
    tokens = max(0, seat.ship_tokens - s.effect(player, MERCHANT, "merchant_tokens"))
    value = max(0, seat.share_value - data.penalty[tokens])
    return shares * value, cash, value


def scores(s: Position) -> list[int]:
    return [final_result(s, player)[0] for player in range(s.game.num_players)]


def score_parts(s: Position) -> list[list[tuple[str, str, int]]]:
    """R51, step by step; nothing for the bankrupt."""
    return [final_parts(s, player) if seat.solvent else [] for player, seat in enumerate(s.seats)]


def final_parts(s: Position, player: int) -> list[tuple[str, str, int]]:
    """R51: what each step adds, shares first at the share value before the ship tokens."""
    seat = s.seats[player]
    score, cash, _ = final_result(s, player)
    bought = (cash_after_sale(s, player) - cash) // seat.share_value
    shares = max(0, seat.shares + bought - seat.loans * s.game.data["rules", "loan_shares"])
    return [
        ("shares held", "R51", seat.shares * seat.share_value),
        ("final purchase of shares", "R51", bought * seat.share_value),
        ("shares for loans", "R51", (shares - seat.shares - bought) * seat.share_value),
        ("ship tokens", "R51", score - shares * seat.share_value),
    ]


def rank_keys(s: Position) -> list[tuple[int, ...]]:
    """R52."""
    keys: list[tuple[int, ...]] = []
    for player, seat in enumerate(s.seats):
        if seat.solvent:
            keys.append((1, *final_result(s, player)))
        else:
            keys.append((0, seat.bankrupt_round or 0, 0, 0))
    return keys


def end_reason(s: Position) -> str | None:
    """R50."""
    if s.phase != "over":
        return None
    solvent = sum(seat.solvent for seat in s.seats)
    if solvent == 0:
        return "all_bankrupt"
    if solvent == 1 and s.game.num_players > 1:
        return "last_solvent"
    return "rounds_played"


def solo_title(s: Position) -> str | None:
    """R53, for the finished game of a player alone."""
    if s.game.num_players > 1 or s.phase != "over":
        return None
    score = scores(s)[0]
    return [title for least, title in s.game.data.titles if score >= least][-1]

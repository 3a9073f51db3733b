"""Scores, ranking and the reason of the end (R50 to R53)."""

from __future__ import annotations

from .data import MERCHANT
from .state import Position


def final_result(pos: Position, player: int) -> tuple[int, int, int]:
    """R51, as if the game ended now: score, cash left, share value after the ship tokens; zeros when bankrupt."""
    seat, tables = pos.seats[player], pos.config.tables
    if not seat.solvent:
        return 0, 0, 0
    cash = seat.cash
    for warehouse in seat.warehouses:
        if warehouse.good is not None:
            cash += warehouse.goods * pos.tile(player, warehouse.good).export
    shares = seat.shares
    if pos.config.final_purchase:
        bought = min(cash // seat.share_value, tables["shares", "holding_cap"] - shares)
        shares += bought
        cash -= bought * seat.share_value
    shares = max(0, shares - seat.loans)
    tokens = max(0, seat.ship_tokens - pos.effect(player, MERCHANT, "merchant_tokens"))
    value = max(0, seat.share_value - tables.penalty[tokens])
    return shares * value, cash, value


def scores(pos: Position) -> list[int]:
    return [final_result(pos, player)[0] for player in range(pos.config.players)]


def rank_keys(pos: Position) -> list[tuple[int, ...]]:
    """R52."""
    keys: list[tuple[int, ...]] = []
    for player, seat in enumerate(pos.seats):
        if seat.solvent:
            keys.append((1, *final_result(pos, player)))
        else:
            keys.append((0, seat.bankrupt_round or 0, 0, 0))
    return keys


def end_reason(pos: Position) -> str | None:
    """R50."""
    if pos.phase != "over":
        return None
    solvent = sum(seat.solvent for seat in pos.seats)
    if solvent == 0:
        return "all_bankrupt"
    if solvent == 1 and pos.config.players > 1:
        return "last_solvent"
    return "rounds_played"


def solo_title(pos: Position) -> str | None:
    """R53, for the finished game of a player alone."""
    if pos.config.players > 1 or pos.phase != "over":
        return None
    score = scores(pos)[0]
    return [title for least, title in pos.config.tables.titles if score >= least][-1]

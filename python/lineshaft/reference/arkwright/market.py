"""The market board: demand, wage and appeal markers (R11, R25, R26, R49)."""

from __future__ import annotations

from .data import GOODS
from .state import Position


def shift_demand(pos: Position, good: int, steps: int) -> None:
    """R26: what goes beyond the ends of the track is lost."""
    low, high = pos.config.tables["demand", "low"], pos.config.tables["demand", "high"]
    pos.demand[good] = max(low, min(high, pos.demand[good] + steps))


def shift_all_demand(pos: Position, steps: int) -> None:
    for good in range(GOODS):
        shift_demand(pos, good, steps)


def raise_wage(pos: Position, spaces: int) -> None:
    pos.wage_space = min(len(pos.config.setup.wages) - 1, pos.wage_space + spaces)


def employment_grows(pos: Position) -> None:
    """R11, R13: once in an action that builds or employs."""
    shift_all_demand(pos, -pos.config.tables["rules", "demand_drop"])
    raise_wage(pos, pos.config.tables["rules", "wage_rise"])


def move_appeal(pos: Position, player: int, good: int, appeal: int) -> None:
    """R25: the demand follows the arrows that the marker passes."""
    factory, tables = pos.seats[player].factories[good], pos.config.tables
    shift_demand(pos, good, tables.arrows_under(appeal) - tables.arrows_under(factory.appeal))
    factory.appeal = appeal


def neutrals_climb(pos: Position) -> None:
    """R49."""
    if pos.neutral is None:
        return
    tables = pos.config.tables
    for good in range(GOODS):
        appeal = min(tables["appeal", "top"], pos.neutral[good] + 1)
        shift_demand(pos, good, tables.arrows_under(appeal) - tables.arrows_under(pos.neutral[good]))
        pos.neutral[good] = appeal

"""The market: demand, wage and appeal markers, Quality and Distribution, prices (R11, R16 to R26, R49)."""

from __future__ import annotations

from .data import ADVERTISER, CRAFTSMAN, DISTRIBUTION, GOODS, QUALITY
from .state import Position

# --- the market board (R11, R25, R26, R49) ----------------------------------------------------------------------------


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


# --- Quality and Distribution (R16 to R19) ----------------------------------------------------------------------------


def engineer_value(pos: Position, player: int, good: int) -> int:
    seat = pos.seats[player]
    if seat.engineer != good:
        return 0
    return pos.config.tables["card_effects", "engineer_turned" if seat.engineer_turned else "engineer_value"]


def quality_points(pos: Position, player: int) -> int:
    """R16: what an action may raise Quality by."""
    return pos.track(player, QUALITY) + pos.effect(player, CRAFTSMAN, "craftsman_points")


def distribution_points(pos: Position, player: int) -> int:
    """R19: what an action may raise Distribution by."""
    return pos.track(player, DISTRIBUTION) + pos.effect(player, ADVERTISER, "advertiser_points")


def quality_cap(pos: Position, player: int, good: int) -> int:
    """R17."""
    if pos.seats[player].engineer == good:
        return pos.config.tables["limits", "engineer_quality_cap"] - engineer_value(pos, player, good)
    return pos.config.tables["limits", "quality_cap"]


def cards_for_quality(pos: Position, quality: int) -> int:
    return -(-quality // pos.config.tables["quality", "per_card"])


def quality_cards_in_use(pos: Position, player: int) -> int:
    return sum(cards_for_quality(pos, f.quality) for f in pos.seats[player].factories)


def quality_cards(pos: Position, player: int) -> int:
    return pos.config.tables["limits", "quality_cards"] + pos.effect(player, CRAFTSMAN, "craftsman_cards")


def distribution_cards_in_use(pos: Position, player: int) -> int:
    return sum(f.distribution > 0 for f in pos.seats[player].factories)


def distribution_cards(pos: Position, player: int) -> int:
    own = pos.config.tables["limits", "distribution_cards"]
    return own + pos.effect(player, ADVERTISER, "advertiser_cards")


def too_many_quality_cards(pos: Position, player: int) -> bool:
    return quality_cards_in_use(pos, player) > quality_cards(pos, player)


def too_many_distribution_cards(pos: Position, player: int) -> bool:
    return distribution_cards_in_use(pos, player) > distribution_cards(pos, player)


# --- prices (R24, R25) ------------------------------------------------------------------------------------------------


def price_range(pos: Position, player: int, good: int) -> tuple[int, int]:
    """R24: the lowest and the highest price."""
    tables = pos.config.tables
    low = pos.tile(player, good).price
    quality = pos.seats[player].factories[good].quality
    from_quality = -(-quality // tables["quality", "price_divisor"])
    return low, low + tables["rules", "token_positions"] - 1 + tables["office", "value"] + from_quality


def appeal_at(pos: Position, player: int, good: int, price: int) -> int:
    """R25: where the marker stands at that price."""
    factory, tile = pos.seats[player].factories[good], pos.tile(player, good)
    total = tile.price + tile.appeal + pos.config.tables["office", "value"]
    total += factory.quality + engineer_value(pos, player, good) + factory.distribution
    return min(pos.config.tables["appeal", "top"], total - price)

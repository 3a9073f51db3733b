"""The market: demand, wage and appeal markers, Quality and Distribution, prices (R11, R16 to R26, R49)."""

from __future__ import annotations

from .data import ADVERTISER, CRAFTSMAN, DISTRIBUTION, QUALITY
from .state import Position

# --- the market board (R11, R25, R26, R49) ----------------------------------------------------------------------------


def shift_demand(s: Position, good: int, steps: int) -> None:
    """R26: what goes beyond the ends of the track is lost."""
    low, high = s.game.data["demand", "low"], s.game.data["demand", "high"]
    s.demand[good] = max(low, min(high, s.demand[good] + steps))


def shift_all_demand(s: Position, steps: int) -> None:
    for good in range(len(s.demand)):
        shift_demand(s, good, steps)


def raise_wage(s: Position, spaces: int) -> None:
    s.wage_space = min(len(s.game.setup.wages) - 1, s.wage_space + spaces)


def employment_grows(s: Position) -> None:
    """R11, R13: once in an action that builds or employs."""
    shift_all_demand(s, -s.game.data["rules", "demand_drop"])
    raise_wage(s, s.game.data["rules", "wage_rise"])


def move_appeal(s: Position, player: int, good: int, appeal: int) -> None:
    """R25: the demand follows the arrows that the marker passes."""
    factory, data = s.seats[player].factories[good], s.game.data
    shift_demand(s, good, data.arrows_under(appeal) - data.arrows_under(factory.appeal))
    factory.appeal = appeal


def neutrals_climb(s: Position) -> None:
    """R49, R63."""
    if s.neutral is None:
        return
    data = s.game.data
    for good, before in enumerate(s.neutral):
        appeal = min(data["appeal", "top"], before + data["rules", "neutral_climb"])
        shift_demand(s, good, data.arrows_under(appeal) - data.arrows_under(before))
        s.neutral[good] = appeal


# --- Quality and Distribution (R16 to R19) ----------------------------------------------------------------------------


def engineer_value(s: Position, player: int, good: int) -> int:
    seat = s.seats[player]
    if seat.engineer != good:
        return 0
    return s.game.data["card_effects", "engineer_turned" if seat.engineer_turned else "engineer_value"]


def quality_points(s: Position, player: int) -> int:
    """R16: what an action may raise Quality by."""
    return s.track(player, QUALITY) + s.effect(player, CRAFTSMAN, "craftsman_points")


def distribution_points(s: Position, player: int) -> int:
    """R19: what an action may raise Distribution by."""
    return s.track(player, DISTRIBUTION) + s.effect(player, ADVERTISER, "advertiser_points")


def quality_cap(s: Position, player: int, good: int) -> int:
    """R17."""
    if s.seats[player].engineer == good:
        return s.game.data["limits", "engineer_quality_cap"] - engineer_value(s, player, good)
    return s.game.data["limits", "quality_cap"]


def cards_for_quality(s: Position, quality: int) -> int:
    return -(-quality // s.game.data["quality", "per_card"])


def quality_cards_in_use(s: Position, player: int) -> int:
    return sum(cards_for_quality(s, f.quality) for f in s.seats[player].factories)


def quality_cards(s: Position, player: int) -> int:
    return s.game.data["limits", "quality_cards"] + s.effect(player, CRAFTSMAN, "craftsman_cards")


def distribution_cards_in_use(s: Position, player: int) -> int:
    return sum(f.distribution > 0 for f in s.seats[player].factories)


def distribution_cards(s: Position, player: int) -> int:
    own = s.game.data["limits", "distribution_cards"]
    return own + s.effect(player, ADVERTISER, "advertiser_cards")


def too_many_quality_cards(s: Position, player: int) -> bool:
    return quality_cards_in_use(s, player) > quality_cards(s, player)


def too_many_distribution_cards(s: Position, player: int) -> bool:
    return distribution_cards_in_use(s, player) > distribution_cards(s, player)


# --- prices (R24, R25) ------------------------------------------------------------------------------------------------


def price_range(s: Position, player: int, good: int) -> tuple[int, int]:
    """R24: the lowest and the highest price."""
    data = s.game.data
    low = s.tile(player, good).price
    return low, low + data.added_price(s.seats[player].factories[good].quality)


def appeal_at(s: Position, player: int, good: int, price: int) -> int:
    """R25: where the marker stands at that price."""
    factory, tile = s.seats[player].factories[good], s.tile(player, good)
    total = tile.price + tile.appeal + s.game.data["office", "value"]
    total += factory.quality + engineer_value(s, player, good) + factory.distribution
    return min(s.game.data["appeal", "top"], total - price)

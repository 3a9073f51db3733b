"""Production: output, home sales, storage, ships, costs, share values (R34 to R45), and bankruptcy (R42)."""

from __future__ import annotations

from .data import (
    BLOCKADE,
    ENTREPRENEUR,
    FOREMAN,
    LARGE_WAREHOUSE,
    MECHANIC,
    MERCHANT,
    NAVIGATION_ACT,
    SALES_AGENT,
    SHIPPING,
    SHIPYARD,
    STEWARD,
    WAREHOUSE,
)
from .market import move_appeal
from .state import Factory, Position, Warehouse

# --- output and home sales (R12, R34 to R36) --------------------------------------------------------------------------


def still_produced(s: Position, good: int) -> bool:
    """Whether the good has a production to come, this round included (R10, R13, R55)."""
    data = s.game.data
    return any(data.good_of(later) == good for later in range(s.round, data.rounds))


def units(s: Position, factory: Factory, card: int) -> int:
    """Labour units of a worker card, 0 where there is no card (R12)."""
    return s.game.data.units(factory.decade, card) if card < factory.worker_cards else 0


def workers(s: Position, factory: Factory) -> int:
    return sum(units(s, factory, card) - machines for card, machines in enumerate(factory.machines))


def output(s: Position, player: int, good: int) -> int:
    """R34."""
    factory = s.seats[player].factories[good]
    crews = (s.game.data.crew_output(factory.decade, card) for card in range(factory.worker_cards))
    return s.tile(player, good).output + sum(crews)


def home_limit(s: Position, player: int, good: int) -> int:
    """R35."""
    appeal = s.seats[player].factories[good].appeal
    return max(0, min(appeal, appeal - s.demand[good]))


def sell_at_home(s: Position, player: int, good: int) -> int:
    """R35 and R36: sells new goods, then stored ones; returns the new goods left over."""
    seat = s.seats[player]
    assert seat.price is not None
    made, limit = output(s, player, good), home_limit(s, player, good)
    fresh = min(made, limit)
    old = min(s.stored(player, good), limit - fresh)
    take_out(s, player, good, old)
    seat.sold = fresh + old
    seat.cash += seat.sold * seat.price
    return made - fresh


# --- warehouses (R37) -------------------------------------------------------------------------------------------------


def warehouse_sizes(s: Position, player: int) -> list[int]:
    """Sizes of the small warehouses and the large one, 0 for none."""
    data = s.game.data
    small = data.warehouse_sizes[s.seats[player].levels[WAREHOUSE]]
    large = s.effect(player, LARGE_WAREHOUSE, "large_warehouse_size")
    return small + [0] * (data.small_warehouses - len(small)) + [large]


def store(s: Position, player: int, good: int, goods: int) -> int:
    """Stores what fits; returns what is left over."""
    sizes = warehouse_sizes(s, player)
    warehouses = s.seats[player].warehouses
    for warehouse, size in zip(warehouses, sizes, strict=True):
        if warehouse.good == good:
            moved = min(goods, size - warehouse.goods)
            warehouse.goods += moved
            goods -= moved
    while goods > 0:
        place = best_empty(warehouses, sizes, goods)
        if place is None:
            break
        warehouses[place] = Warehouse(good, min(goods, sizes[place]))
        goods -= warehouses[place].goods
    return goods


def best_empty(warehouses: list[Warehouse], sizes: list[int], goods: int) -> int | None:
    """The smallest empty warehouse that takes all, or else the largest empty one; of equal ones the first."""
    empty = [i for i, warehouse in enumerate(warehouses) if warehouse.good is None and sizes[i] > 0]
    roomy = [i for i in empty if sizes[i] >= goods]
    if roomy:
        return min(roomy, key=lambda i: sizes[i])
    return max(empty, key=lambda i: sizes[i], default=None)


def take_out(s: Position, player: int, good: int, goods: int) -> None:
    """Takes stored goods, from the smallest content first; of equal ones the first."""
    warehouses = s.seats[player].warehouses
    for warehouse in sorted((w for w in warehouses if w.good == good), key=lambda w: w.goods):
        moved = min(goods, warehouse.goods)
        warehouse.goods -= moved
        goods -= moved
        if warehouse.goods == 0:
            warehouse.good = None


# --- ships (R38, R39) -------------------------------------------------------------------------------------------------


def ships_owned(s: Position, player: int) -> int:
    return s.game.data["ships", "owned"] + s.effect(player, SHIPYARD, "shipyard_ships")


def ships_available(s: Position, player: int) -> int:
    seat = s.seats[player]
    tokens_left = s.game.data["limits", "ship_tokens"] - seat.ship_tokens
    return min(ships_owned(s, player) - seat.ships_used, tokens_left)


def ship_capacity(s: Position, player: int) -> int:
    return s.track(player, SHIPPING) + s.effect(player, SHIPYARD, "shipyard_capacity")


def most_ships(s: Position, player: int, rest: int) -> int:
    """How many ships can usefully sail with ``rest`` goods in a production (R38, R8)."""
    ships = min(ships_available(s, player), -(-rest // ship_capacity(s, player)))
    blockade = s.event_amount(BLOCKADE)
    return ships if blockade is None else min(ships, blockade)


def export_income(s: Position, player: int, good: int) -> int:
    """What one shipped good pays now (R38, R33, R8)."""
    pounds = s.tile(player, good).export + s.effect(player, MERCHANT, "merchant_income")
    return pounds + (s.event_amount(NAVIGATION_ACT) or 0)


def sail(s: Position, player: int, good: int, ships: int, goods: int) -> int:
    """R38: sends ``ships`` with at most ``goods`` goods; returns how many goods they took."""
    seat = s.seats[player]
    shipped = min(goods, ships * ship_capacity(s, player))
    seat.ships_used += ships
    seat.ship_tokens += ships
    seat.cash += shipped * export_income(s, player, good)
    return shipped


def make(s: Position, player: int, good: int, at_home: bool) -> bool:
    """Produces up to the ships; returns whether the owner must choose how many sail (R39)."""
    left = sell_at_home(s, player, good) if at_home else output(s, player, good)
    rest = store(s, player, good, left)
    most = most_ships(s, player, rest)
    if most > 0 and s.game.shipping_optional:
        s.phase, s.player, s.producing, s.rest = "ship", player, good, rest
        return True
    sail(s, player, good, most, rest)
    return False


# --- costs (R40 to R42, R45) ------------------------------------------------------------------------------------------


def cost(s: Position, player: int, good: int) -> int:
    """R40, with the cards of R33; the Foreman makes no worker dearer (R59)."""
    data, factory = s.game.data, s.seats[player].factories[good]
    fixed = max(0, s.tile(player, good).fixed_cost - s.effect(player, STEWARD, "steward_cost_cut"))
    wage = s.wage
    least = min(wage, data["card_effects", "foreman_least_wage"])
    wage = max(least, wage - s.effect(player, FOREMAN, "foreman_wage_cut"))
    upkeep = data["rules", "machine_upkeep"]
    if s.holds(player, MECHANIC):
        upkeep = data["card_effects", "mechanic_upkeep"]
    return fixed + workers(s, factory) * wage + sum(factory.machines) * upkeep


def pay(s: Position, player: int, good: int) -> None:
    """R40 to R42."""
    seat, data = s.seats[player], s.game.data
    seat.cash -= cost(s, player, good)
    while seat.cash < 0 and seat.loans < data["limits", "loans"]:
        seat.loans += 1
        seat.cash += -(-seat.share_value // data["rules", "emergency_divisor"])
    if seat.cash < 0:
        seat.cash, seat.price = 0, None
        seat.bankrupt_round = s.round + 1


def lose_distribution(s: Position, player: int, good: int) -> None:
    """R45."""
    factory = s.seats[player].factories[good]
    if factory.distribution > s.effect(player, SALES_AGENT, "agent_keeps"):
        factory.distribution = max(0, factory.distribution - s.game.data["rules", "distribution_loss"])


def take_off_markers(s: Position) -> None:
    """R42: the appeal markers of bankrupt seats leave the tracks."""
    for player, seat in enumerate(s.seats):
        if not seat.solvent:
            for good in range(len(seat.factories)):
                move_appeal(s, player, good, 0)


# --- the Production phase -----------------------------------------------------------------------------------------


def produce_all(s: Position) -> bool:
    """Runs the production, or goes on with it; returns False where it waits for a ship decision."""
    good = s.active_good
    for player in s.turn_order():
        seat = s.seats[player]
        if seat.factories[good].is_open and seat.sold is None:
            if make(s, player, good, at_home=True):
                return False
            pay(s, player, good)
    raise_share_values(s, good)
    for player, seat in enumerate(s.seats):
        if seat.sold is not None:
            lose_distribution(s, player, good)
        seat.price = seat.sold = None
    take_off_markers(s)
    return True


def raise_share_values(s: Position, good: int) -> None:
    """R43 and R44."""
    data = s.game.data
    qualified = [p for p in range(s.game.num_players) if qualifies(s, p)]
    for player in qualified:
        gain_value(s, player, data["rules", "qualify_steps"])
    appeals = {p: s.seats[p].factories[good].appeal for p in qualified}
    markers = list(appeals.values())
    if s.game.neutral_blocks_bonus and s.neutral is not None:
        markers.append(s.neutral[good])
    for player, appeal in appeals.items():
        alone = markers.count(appeal) == 1
        if appeal == max(markers) and (alone or s.holds(player, ENTREPRENEUR)):
            gain_value(s, player, data["rules", "appeal_steps"])


def qualifies(s: Position, player: int) -> bool:
    seat = s.seats[player]
    needed = s.game.data["rules", "qualify_sales"]
    if s.holds(player, ENTREPRENEUR):
        needed = min(needed, s.game.data["card_effects", "entrepreneur_sales"])
    return seat.solvent and seat.sold is not None and seat.sold >= needed


def gain_value(s: Position, player: int, steps: int) -> None:
    seat = s.seats[player]
    seat.share_value = min(s.game.data["shares", "value_cap"], seat.share_value + steps)

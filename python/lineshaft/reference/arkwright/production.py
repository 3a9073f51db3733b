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


def still_produced(pos: Position, good: int) -> bool:
    """Whether the good has a production to come, this round included (R10, R13)."""
    return pos.decade < 3 or good >= pos.active_good


def units(pos: Position, factory: Factory, card: int) -> int:
    """Labour units of a worker card, 0 where there is no card (R12)."""
    return pos.config.tables.units(factory.decade, card) if card < factory.worker_cards else 0


def workers(pos: Position, factory: Factory) -> int:
    return sum(units(pos, factory, card) - factory.machines[card] for card in (0, 1))


def output(pos: Position, player: int, good: int) -> int:
    """R34."""
    factory = pos.seats[player].factories[good]
    crews = (pos.config.tables.crew_output(factory.decade, card) for card in range(factory.worker_cards))
    return pos.tile(player, good).output + sum(crews)


def home_limit(pos: Position, player: int, good: int) -> int:
    """R35."""
    appeal = pos.seats[player].factories[good].appeal
    return max(0, min(appeal, appeal - pos.demand[good]))


def sell_at_home(pos: Position, player: int, good: int) -> int:
    """R35 and R36: sells new goods, then stored ones; returns the new goods left over."""
    seat = pos.seats[player]
    assert seat.price is not None
    made, limit = output(pos, player, good), home_limit(pos, player, good)
    fresh = min(made, limit)
    old = min(pos.stored(player, good), limit - fresh)
    take_out(pos, player, good, old)
    seat.sold = fresh + old
    seat.cash += seat.sold * seat.price
    return made - fresh


# --- warehouses (R37) -------------------------------------------------------------------------------------------------


def warehouse_sizes(pos: Position, player: int) -> list[int]:
    """Sizes of first small, second small and large warehouse, 0 for none."""
    small = pos.config.tables.warehouse_sizes[pos.seats[player].levels[WAREHOUSE]]
    large = pos.effect(player, LARGE_WAREHOUSE, "large_warehouse_size")
    return small + [0] * (2 - len(small)) + [large]


def store(pos: Position, player: int, good: int, goods: int) -> int:
    """Stores what fits; returns what is left over."""
    sizes = warehouse_sizes(pos, player)
    warehouses = pos.seats[player].warehouses
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
    empty = [i for i in range(3) if warehouses[i].good is None and sizes[i] > 0]
    roomy = [i for i in empty if sizes[i] >= goods]
    if roomy:
        return min(roomy, key=lambda i: sizes[i])
    return max(empty, key=lambda i: sizes[i], default=None)


def take_out(pos: Position, player: int, good: int, goods: int) -> None:
    """Takes stored goods, from the smallest content first; of equal ones the first."""
    warehouses = pos.seats[player].warehouses
    for warehouse in sorted((w for w in warehouses if w.good == good), key=lambda w: w.goods):
        moved = min(goods, warehouse.goods)
        warehouse.goods -= moved
        goods -= moved
        if warehouse.goods == 0:
            warehouse.good = None


# --- ships (R38, R39) -------------------------------------------------------------------------------------------------


def ships_owned(pos: Position, player: int) -> int:
    return pos.config.tables["ships", "owned"] + pos.effect(player, SHIPYARD, "shipyard_ships")


def ships_available(pos: Position, player: int) -> int:
    seat = pos.seats[player]
    tokens_left = pos.config.tables["limits", "ship_tokens"] - seat.ship_tokens
    return min(ships_owned(pos, player) - seat.ships_used, tokens_left)


def ship_capacity(pos: Position, player: int) -> int:
    return pos.track(player, SHIPPING) + pos.effect(player, SHIPYARD, "shipyard_capacity")


def most_ships(pos: Position, player: int, rest: int) -> int:
    """How many ships can usefully sail with ``rest`` goods in a production (R38, R8)."""
    ships = min(ships_available(pos, player), -(-rest // ship_capacity(pos, player)))
    if pos.event == BLOCKADE:
        ships = min(ships, pos.config.tables.event_amounts[BLOCKADE])
    return ships


def export_income(pos: Position, player: int, good: int) -> int:
    """What one shipped good pays now (R38, R33, R8)."""
    pounds = pos.tile(player, good).export + pos.effect(player, MERCHANT, "merchant_income")
    if pos.event == NAVIGATION_ACT:
        pounds += pos.config.tables.event_amounts[NAVIGATION_ACT]
    return pounds


def sail(pos: Position, player: int, good: int, ships: int, goods: int) -> int:
    """R38: sends ``ships`` with at most ``goods`` goods; returns how many goods they took."""
    seat = pos.seats[player]
    shipped = min(goods, ships * ship_capacity(pos, player))
    seat.ships_used += ships
    seat.ship_tokens += ships
    seat.cash += shipped * export_income(pos, player, good)
    return shipped


def make(pos: Position, player: int, good: int, at_home: bool) -> bool:
    """Produces up to the ships; returns whether the owner must choose how many sail (R39)."""
    left = sell_at_home(pos, player, good) if at_home else output(pos, player, good)
    rest = store(pos, player, good, left)
    most = most_ships(pos, player, rest)
    if most > 0 and pos.config.shipping_optional:
        pos.phase, pos.player, pos.producing, pos.rest = "ship", player, good, rest
        return True
    sail(pos, player, good, most, rest)
    return False


# --- costs (R40 to R42, R45) ------------------------------------------------------------------------------------------


def cost(pos: Position, player: int, good: int) -> int:
    """R40, with the cards of R33."""
    tables, factory = pos.config.tables, pos.seats[player].factories[good]
    cards = pos.seats[player].cards
    fixed = max(0, pos.tile(player, good).fixed_cost - pos.effect(player, STEWARD, "steward_cost_cut"))
    wage = pos.wage
    if FOREMAN in cards:
        wage = max(tables["card_effects", "foreman_least_wage"], wage - tables["card_effects", "foreman_wage_cut"])
    upkeep = tables["card_effects", "mechanic_upkeep"] if MECHANIC in cards else tables["rules", "machine_upkeep"]
    return fixed + workers(pos, factory) * wage + sum(factory.machines) * upkeep


def pay(pos: Position, player: int, good: int) -> None:
    """R40 to R42."""
    seat, tables = pos.seats[player], pos.config.tables
    seat.cash -= cost(pos, player, good)
    while seat.cash < 0 and seat.loans < tables["limits", "loans"]:
        seat.loans += 1
        seat.cash += -(-seat.share_value // tables["rules", "emergency_divisor"])
    if seat.cash < 0:
        seat.cash, seat.price = 0, None
        seat.bankrupt_round = pos.round + 1


def lose_distribution(pos: Position, player: int, good: int) -> None:
    """R45."""
    factory = pos.seats[player].factories[good]
    if factory.distribution > pos.effect(player, SALES_AGENT, "agent_keeps"):
        factory.distribution = max(0, factory.distribution - pos.config.tables["rules", "distribution_loss"])


def take_off_markers(pos: Position) -> None:
    """R42: the appeal markers of bankrupt seats leave the tracks."""
    for player, seat in enumerate(pos.seats):
        if not seat.solvent:
            for good in range(len(seat.factories)):
                move_appeal(pos, player, good, 0)


# --- the Production phase -----------------------------------------------------------------------------------------


def produce_all(pos: Position) -> bool:
    """Runs the production, or goes on with it; returns False where it waits for a ship decision."""
    good = pos.active_good
    for player in pos.turn_order():
        seat = pos.seats[player]
        if seat.factories[good].is_open and seat.sold is None:
            if make(pos, player, good, at_home=True):
                return False
            pay(pos, player, good)
    raise_share_values(pos, good)
    for player, seat in enumerate(pos.seats):
        if seat.sold is not None:
            lose_distribution(pos, player, good)
        seat.price = seat.sold = None
    take_off_markers(pos)
    return True


def raise_share_values(pos: Position, good: int) -> None:
    """R43 and R44."""
    tables = pos.config.tables
    qualified = [p for p in range(pos.config.players) if qualifies(pos, p)]
    for player in qualified:
        gain_value(pos, player, tables["rules", "qualify_steps"])
    appeals = {p: pos.seats[p].factories[good].appeal for p in qualified}
    markers = list(appeals.values())
    if pos.config.neutral_blocks_bonus and pos.neutral is not None:
        markers.append(pos.neutral[good])
    for player, appeal in appeals.items():
        alone = markers.count(appeal) == 1
        if appeal == max(markers) and (alone or ENTREPRENEUR in pos.seats[player].cards):
            gain_value(pos, player, tables["rules", "appeal_steps"])


def qualifies(pos: Position, player: int) -> bool:
    seat = pos.seats[player]
    needed = pos.config.tables["rules", "qualify_sales"]
    if ENTREPRENEUR in seat.cards:
        needed = min(needed, pos.config.tables["card_effects", "entrepreneur_sales"])
    return seat.solvent and seat.sold is not None and seat.sold >= needed


def gain_value(pos: Position, player: int, steps: int) -> None:
    seat = pos.seats[player]
    seat.share_value = min(pos.config.tables["shares", "value_cap"], seat.share_value + steps)

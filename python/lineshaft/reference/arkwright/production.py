"""Production: output, home sales, storage, ships, costs, share values (R34 to R45), and bankruptcy (R42)."""

from __future__ import annotations

from .data import ENTREPRENEUR, FOREMAN, MECHANIC, SALES_AGENT, STEWARD
from .market import move_appeal
from .state import Position
from .warehouse import store, take_out


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


def make(pos: Position, player: int, good: int, at_home: bool) -> bool:
    """Produces up to the ships; returns whether the owner must choose how many sail (R39)."""
    left = sell_at_home(pos, player, good) if at_home else output(pos, player, good)
    rest = store(pos, player, good, left)
    most = pos.most_ships(player, rest)
    if most > 0 and pos.config.shipping_optional:
        pos.phase, pos.player, pos.producing, pos.rest = "ship", player, good, rest
        return True
    sail(pos, player, good, most, rest)
    return False


def sail(pos: Position, player: int, good: int, ships: int, goods: int) -> int:
    """R38: sends ``ships`` with at most ``goods`` goods; returns how many goods they took."""
    seat = pos.seats[player]
    shipped = min(goods, ships * pos.ship_capacity(player))
    seat.ships_used += ships
    seat.ship_tokens += ships
    seat.cash += shipped * pos.export_income(player, good)
    return shipped


def cost(pos: Position, player: int, good: int) -> int:
    """R40, with the cards of R33."""
    tables, factory = pos.config.tables, pos.seats[player].factories[good]
    cards = pos.seats[player].cards
    fixed = max(0, pos.tile(player, good).fixed_cost - pos.effect(player, STEWARD, "steward_cost_cut"))
    wage = pos.wage
    if FOREMAN in cards:
        wage = max(tables["card_effects", "foreman_least_wage"], wage - tables["card_effects", "foreman_wage_cut"])
    upkeep = tables["card_effects", "mechanic_upkeep"] if MECHANIC in cards else tables["rules", "machine_upkeep"]
    return fixed + pos.workers(factory) * wage + sum(factory.machines) * upkeep


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

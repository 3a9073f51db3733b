"""Storing goods and taking them out again (R37)."""

from __future__ import annotations

from .state import Position, Warehouse


def store(pos: Position, player: int, good: int, goods: int) -> int:
    """Stores what fits; returns what is left over."""
    sizes = pos.warehouse_sizes(player)
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

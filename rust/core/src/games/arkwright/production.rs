//! The production of a factory (R34–R45): what it makes, where the goods go, what it costs, what it brings.

use super::Arkwright;
use super::data::{card, event, track};
use super::market::{export_income, home_limit, wage};
use super::state::{Factory, MOST_WAREHOUSES, NONE, Seat, State, Warehouse};

/// The labour units of a factory, machines and workers together.
#[inline]
pub(super) fn labour(game: &Arkwright, factory: Factory) -> u8 {
    game.data.labour[usize::from(factory.decade)][usize::from(factory.worker_cards)]
}

/// What a factory makes in a production (R34).
#[inline]
pub(super) fn output(game: &Arkwright, factory: Factory, good: usize) -> u8 {
    game.data.output[good][usize::from(factory.decade)][usize::from(factory.worker_cards)]
}

/// R34–R37: sells at home, stores, and returns what is left over.
pub(super) fn sell_and_store(game: &Arkwright, s: &mut State, player: usize, good: usize) -> u8 {
    let demand = s.demand[good];
    let seat = &mut s.seats[player];
    let factory = seat.factories[good];
    let output = output(game, factory, good);
    let limit = home_limit(factory.appeal, demand);
    let fresh = output.min(limit);
    let stock = seat.stored(good).min((limit - fresh).into()) as u8;
    take_stored(seat, good, stock);
    seat.sold = fresh + stock;
    seat.cash += i32::from(seat.sold) * i32::from(seat.price);
    if output > fresh { store(game, seat, good, output - fresh) } else { 0 }
}

// --- warehouses ------------------------------------------------------------------------------------------------------

/// Sizes of the warehouses, 0 where there is none (R37).
#[inline]
pub(super) fn warehouse_sizes(game: &Arkwright, seat: &Seat) -> [u8; MOST_WAREHOUSES] {
    let mut sizes = game.data.warehouse[usize::from(seat.levels[track::WAREHOUSE])];
    if seat.holds(&game.data, card::LARGE_WAREHOUSE) {
        sizes[game.data.small_warehouses] = game.data.large_warehouse_size;
    }
    sizes
}

/// Stores goods and returns how many did not fit (R37).
pub(super) fn store(game: &Arkwright, seat: &mut Seat, good: usize, mut left: u8) -> u8 {
    let sizes = warehouse_sizes(game, seat);
    for (warehouse, size) in seat.warehouses.iter_mut().zip(sizes) {
        if usize::from(warehouse.good) == good {
            let more = left.min(size - warehouse.count);
            warehouse.count += more;
            left -= more;
        }
    }
    while left > 0 {
        let Some(i) = best_empty(seat.warehouses, sizes, left) else { break };
        let count = left.min(sizes[i]);
        seat.warehouses[i] = Warehouse { good: good as u8, count };
        left -= count;
    }
    left
}

/// The smallest empty warehouse that takes all, or else the largest empty one; the first among equals (R37).
fn best_empty(warehouses: [Warehouse; MOST_WAREHOUSES], sizes: [u8; MOST_WAREHOUSES], left: u8) -> Option<usize> {
    let mut best: Option<usize> = None;
    for i in 0..MOST_WAREHOUSES {
        if warehouses[i].good != NONE || sizes[i] == 0 {
            continue;
        }
        let better = best.is_none_or(|b| match (sizes[b] >= left, sizes[i] >= left) {
            (true, true) => sizes[i] < sizes[b],
            (false, false) => sizes[i] > sizes[b],
            (had, has) => has && !had,
        });
        if better {
            best = Some(i);
        }
    }
    best
}

/// Takes stored goods out, the smallest content first (R37); there are enough.
pub(super) fn take_stored(seat: &mut Seat, good: usize, mut count: u8) {
    while count > 0 {
        let holding = (0..MOST_WAREHOUSES).filter(|i| usize::from(seat.warehouses[*i].good) == good);
        let Some(i) = holding.min_by_key(|i| seat.warehouses[*i].count) else { break };
        let warehouse = &mut seat.warehouses[i];
        let taken = count.min(warehouse.count);
        warehouse.count -= taken;
        count -= taken;
        if warehouse.count == 0 {
            *warehouse = Warehouse::EMPTY;
        }
    }
}

/// A bit for each good in store.
#[inline]
pub(super) fn stored_goods(seat: &Seat) -> u64 {
    seat.warehouses.iter().filter(|w| w.good != NONE).fold(0, |set, w| set | 1 << w.good)
}

// --- ships -----------------------------------------------------------------------------------------------------------

/// Ships of a player.
#[inline]
pub(super) fn ships_owned(game: &Arkwright, seat: &Seat) -> u8 {
    game.data.ships_owned + if seat.holds(&game.data, card::SHIPYARD) { game.data.shipyard_ships } else { 0 }
}

/// Ships that could sail now (R38).
#[inline]
pub(super) fn ships_available(game: &Arkwright, seat: &Seat) -> u8 {
    (ships_owned(game, seat) - seat.ships_used).min(game.data.ship_tokens - seat.ship_tokens)
}

/// Ships that may sail in a production (R38; a blockade, R8).
pub(super) fn ships_in_production(game: &Arkwright, s: &State, seat: &Seat) -> u8 {
    let available = ships_available(game, seat);
    if s.event == game.data.event_rows[event::BLOCKADE] {
        available.min(game.data.event_amount[event::BLOCKADE])
    } else {
        available
    }
}

/// Goods a ship carries (R38).
#[inline]
pub(super) fn ship_capacity(game: &Arkwright, seat: &Seat) -> u8 {
    let more = if seat.holds(&game.data, card::SHIPYARD) { game.data.shipyard_capacity } else { 0 };
    seat.track_value(&game.data, track::SHIPPING) + more
}

/// So many ships carry off the goods, or as many of them as fit (R38).
pub(super) fn ship(game: &Arkwright, s: &mut State, player: usize, good: usize, goods: u8, ships: u8) {
    let seat = &s.seats[player];
    let shipped = u16::from(goods).min(u16::from(ships) * u16::from(ship_capacity(game, seat)));
    let income = i32::from(shipped) * i32::from(export_income(game, s, seat, good));
    let seat = &mut s.seats[player];
    seat.ships_used += ships;
    seat.ship_tokens += ships;
    seat.cash += income;
}

// --- costs -----------------------------------------------------------------------------------------------------------

/// The cost of a production (R40) at a wage.
#[inline]
pub(super) fn cost(game: &Arkwright, seat: &Seat, good: usize, wage: u8) -> i32 {
    let factory = seat.factories[good];
    let tile = &game.data.tiles[good][usize::from(factory.decade)];
    let cut = if seat.holds(&game.data, card::STEWARD) { game.data.steward_cost_cut } else { 0 };
    let machines: u8 = factory.machines.iter().sum();
    let workers = labour(game, factory) - machines;
    let upkeep =
        if seat.holds(&game.data, card::MECHANIC) { game.data.mechanic_upkeep } else { game.data.machine_upkeep };
    i32::from(tile.fixed_cost.saturating_sub(cut))
        + i32::from(workers) * i32::from(worker_wage(game, seat, wage))
        + i32::from(machines) * i32::from(upkeep)
}

/// What a worker is paid: the Foreman makes them cheaper, though not under a least wage (R33, R59).
#[inline]
fn worker_wage(game: &Arkwright, seat: &Seat, wage: u8) -> u8 {
    if seat.holds(&game.data, card::FOREMAN) {
        wage.saturating_sub(game.data.foreman_wage_cut).max(wage.min(game.data.foreman_least_wage))
    } else {
        wage
    }
}

/// R40–R42.
pub(super) fn pay(game: &Arkwright, s: &mut State, player: usize, good: usize) {
    let wage = wage(game, s);
    let round = s.round + 1;
    let seat = &mut s.seats[player];
    seat.cash -= cost(game, seat, good, wage);
    if seat.cash >= 0 {
        return;
    }
    let loan = i32::from(seat.share_value.div_ceil(game.data.emergency_divisor));
    while seat.cash < 0 && seat.loans < game.data.loan_spaces {
        seat.loans += 1;
        seat.cash += loan;
    }
    if seat.cash < 0 {
        seat.bankrupt_round = round;
        seat.cash = 0;
        seat.price = NONE;
    }
}

// --- share value and Distribution ------------------------------------------------------------------------------------

/// R43, R44.
pub(super) fn raise_share_values(game: &Arkwright, s: &mut State, good: usize) {
    let data = &game.data;
    let mut qualified = 0u8;
    let mut best = 0;
    let mut holders = 0u8;
    let mut compare = |appeal: u8, bit: u8| {
        if appeal > best || holders == 0 {
            best = appeal;
            holders = bit;
        } else if appeal == best {
            holders |= bit;
        }
    };
    for (player, seat) in s.seats[..game.setup.players].iter().enumerate() {
        let wanted = if seat.holds(data, card::ENTREPRENEUR) { data.entrepreneur_sales } else { data.qualify_sales };
        if seat.sold != NONE && seat.solvent() && seat.sold >= wanted {
            qualified |= 1 << player;
            compare(seat.factories[good].appeal, 1 << player);
        }
    }
    if qualified == 0 {
        return;
    }
    if game.options.neutral_blocks_bonus && s.neutral[good] != NONE {
        compare(s.neutral[good], NEUTRAL);
    }
    let tied = holders.count_ones() > 1;
    for (player, seat) in s.seats[..game.setup.players].iter_mut().enumerate() {
        if qualified >> player & 1 != 0 {
            let wins = holders >> player & 1 != 0 && (!tied || seat.holds(data, card::ENTREPRENEUR));
            let steps = data.qualify_steps + if wins { data.appeal_steps } else { 0 };
            seat.share_value = risen(game, seat.share_value, steps);
        }
    }
}

/// A share value some steps higher, within its track (R43).
#[inline]
pub(super) fn risen(game: &Arkwright, share_value: u8, steps: u8) -> u8 {
    share_value.saturating_add(steps).min(game.data.value_cap)
}

/// Stands for the neutral marker among the seats' bits.
const NEUTRAL: u8 = 1 << 7;

/// Distribution after a production (R45).
#[inline]
pub(super) fn distribution_after(game: &Arkwright, seat: &Seat, distribution: u8) -> u8 {
    if seat.holds(&game.data, card::SALES_AGENT) && distribution <= game.data.agent_keeps {
        distribution
    } else {
        distribution.saturating_sub(game.data.distribution_loss)
    }
}

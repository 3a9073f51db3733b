//! What a player's board and cards give: limits, ships, warehouses, and the numbers of a factory.

use super::data::{Data, GOODS, card, track};
use super::state::{Factory, NONE, Seat, WAREHOUSES, Warehouse};

impl Data {
    /// What the present level of a track gives.
    #[inline]
    pub(super) fn track_value(&self, seat: &Seat, track: usize) -> u8 {
        self.level_value[track][usize::from(seat.levels[track])]
    }

    /// Points of a Quality action (R16).
    #[inline]
    pub(super) fn quality_points(&self, seat: &Seat) -> u8 {
        let bonus = if seat.holds(card::CRAFTSMAN) { self.craftsman_points } else { 0 };
        self.track_value(seat, track::QUALITY) + bonus
    }

    /// Points of a Distribution action (R19).
    #[inline]
    pub(super) fn distribution_points(&self, seat: &Seat) -> u8 {
        let bonus = if seat.holds(card::ADVERTISER) { self.advertiser_points } else { 0 };
        self.track_value(seat, track::DISTRIBUTION) + bonus
    }

    /// Quality cards of a player (R17).
    #[inline]
    pub(super) fn quality_cards_owned(&self, seat: &Seat) -> u8 {
        self.quality_cards + if seat.holds(card::CRAFTSMAN) { self.craftsman_cards } else { 0 }
    }

    /// Distribution cards of a player (R17).
    #[inline]
    pub(super) fn distribution_cards_owned(&self, seat: &Seat) -> u8 {
        self.distribution_cards + if seat.holds(card::ADVERTISER) { self.advertiser_cards } else { 0 }
    }

    /// Quality cards on the table.
    #[inline]
    pub(super) fn quality_cards_used(&self, seat: &Seat) -> u8 {
        seat.factories.iter().map(|factory| self.quality_cards_for[usize::from(factory.quality)]).sum()
    }

    /// Distribution cards on the table.
    #[inline]
    pub(super) fn distribution_cards_used(seat: &Seat) -> u8 {
        seat.factories.iter().map(|factory| u8::from(factory.distribution > 0)).sum()
    }

    /// The Engineer's value at a factory (R18).
    #[inline]
    pub(super) fn engineer_at(&self, seat: &Seat, good: usize) -> u8 {
        if usize::from(seat.engineer) == good { self.engineer_shows(seat.engineer_turned) } else { 0 }
    }

    /// The value on the Engineer's card.
    #[inline]
    pub(super) fn engineer_shows(&self, turned: bool) -> u8 {
        if turned { self.engineer_turned } else { self.engineer_value }
    }

    /// The highest Quality of a factory (R17).
    #[inline]
    pub(super) fn quality_cap_at(&self, seat: &Seat, good: usize) -> u8 {
        if usize::from(seat.engineer) == good {
            self.engineer_quality_cap.saturating_sub(self.engineer_shows(seat.engineer_turned))
        } else {
            self.quality_cap
        }
    }

    /// Development cards a player may hold (R28).
    #[inline]
    pub(super) fn card_limit(&self, seat: &Seat) -> u32 {
        u32::from(self.track_value(seat, track::OFFICE))
    }

    /// Ships of a player.
    #[inline]
    pub(super) fn ships_owned(&self, seat: &Seat) -> u8 {
        self.ships_owned + if seat.holds(card::SHIPYARD) { self.shipyard_ships } else { 0 }
    }

    /// Ships that could sail now (R38).
    #[inline]
    pub(super) fn ships_available(&self, seat: &Seat) -> u8 {
        (self.ships_owned(seat) - seat.ships_used).min(self.ship_tokens - seat.ship_tokens)
    }

    /// Goods a ship carries (R38).
    #[inline]
    pub(super) fn ship_capacity(&self, seat: &Seat) -> u8 {
        let more = if seat.holds(card::SHIPYARD) { self.shipyard_capacity } else { 0 };
        self.track_value(seat, track::SHIPPING) + more
    }

    /// Sizes of the warehouses, 0 where there is none (R37).
    #[inline]
    pub(super) fn warehouse_sizes(&self, seat: &Seat) -> [u8; WAREHOUSES] {
        let [first, second] = self.warehouse[usize::from(seat.levels[track::WAREHOUSE])];
        let large = if seat.holds(card::LARGE_WAREHOUSE) { self.large_warehouse_size } else { 0 };
        [first, second, large]
    }

    /// Stores goods and returns how many did not fit (R37).
    pub(super) fn store(&self, seat: &mut Seat, good: usize, mut left: u8) -> u8 {
        let sizes = self.warehouse_sizes(seat);
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

    /// The labour units of a factory, machines and workers together.
    #[inline]
    pub(super) fn labour(&self, factory: Factory) -> u8 {
        self.labour[usize::from(factory.decade)][usize::from(factory.worker_cards)]
    }

    /// What a factory makes in a production (R34).
    #[inline]
    pub(super) fn output(&self, factory: Factory, good: usize) -> u8 {
        self.output[good][usize::from(factory.decade)][usize::from(factory.worker_cards)]
    }

    /// The cost of a production (R40) at a wage.
    #[inline]
    pub(super) fn cost(&self, seat: &Seat, good: usize, wage: u8) -> i32 {
        let factory = seat.factories[good];
        let tile = &self.tiles[good][usize::from(factory.decade)];
        let cut = if seat.holds(card::STEWARD) { self.steward_cost_cut } else { 0 };
        let machines = factory.machines[0] + factory.machines[1];
        let workers = self.labour(factory) - machines;
        let upkeep = if seat.holds(card::MECHANIC) { self.mechanic_upkeep } else { self.machine_upkeep };
        i32::from(tile.fixed_cost.saturating_sub(cut))
            + i32::from(workers) * i32::from(self.worker_wage(seat, wage))
            + i32::from(machines) * i32::from(upkeep)
    }

    /// What a worker is paid: the Foreman makes him cheaper, though not under a least wage (R33).
    #[inline]
    fn worker_wage(&self, seat: &Seat, wage: u8) -> u8 {
        if seat.holds(card::FOREMAN) {
            wage.saturating_sub(self.foreman_wage_cut).max(self.foreman_least_wage)
        } else {
            wage
        }
    }

    /// The lowest and the highest price of a factory (R24).
    #[inline]
    pub(super) fn price_range(&self, factory: Factory, good: usize) -> (u8, u8) {
        let low = self.tiles[good][usize::from(factory.decade)].price;
        let from_quality = self.quality_as_price[usize::from(factory.quality)];
        (low, low + self.token_positions - 1 + self.office + from_quality)
    }

    /// The appeal that goes with a price (R24).
    #[inline]
    pub(super) fn appeal_for(&self, seat: &Seat, good: usize, price: u8) -> u8 {
        let total = self.total_but_distribution(seat, good) + seat.factories[good].distribution;
        (total - price).min(self.appeal_top)
    }

    /// Price and appeal of a factory together, without its Distribution (R24).
    #[inline]
    pub(super) fn total_but_distribution(&self, seat: &Seat, good: usize) -> u8 {
        let factory = &seat.factories[good];
        let tile = &self.tiles[good][usize::from(factory.decade)];
        tile.sum + self.office + factory.quality + self.engineer_at(seat, good)
    }

    /// Distribution after a production (R45).
    #[inline]
    pub(super) fn distribution_after(&self, seat: &Seat, distribution: u8) -> u8 {
        if seat.holds(card::SALES_AGENT) && distribution <= self.agent_keeps {
            distribution
        } else {
            distribution.saturating_sub(self.distribution_loss)
        }
    }
}

/// The smallest empty warehouse that takes all, or else the largest empty one; the first among equals (R37).
fn best_empty(warehouses: [Warehouse; WAREHOUSES], sizes: [u8; WAREHOUSES], left: u8) -> Option<usize> {
    let mut best: Option<usize> = None;
    for i in 0..WAREHOUSES {
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
        let holding = (0..WAREHOUSES).filter(|i| usize::from(seat.warehouses[*i].good) == good);
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

const _: () = assert!(GOODS < NONE as usize);

/// A bit for each good in store.
#[inline]
pub(super) fn stored_goods(seat: &Seat) -> u32 {
    seat.warehouses.iter().filter(|w| w.good != NONE).fold(0, |set, w| set | 1 << w.good)
}

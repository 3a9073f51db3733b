//! Why an action is not legal: the first reason that applies, in the order of the page's table.

use super::Arkwright;
use super::action::{MOVES, Move};
use super::data::Data;
use super::moves::worth_building;
use super::setup::GoodRefused;
use super::state::{Kind, Phase, State};
use crate::error::{Error, Result};
use crate::game::Action;

/// Refuses with code, rule and sentence if the condition holds.
macro_rules! refuse_if {
    ($condition:expr, $code:literal, $rule:literal, $($sentence:tt)*) => {
        if $condition {
            return Err(Error::illegal($code, Some($rule), format!($($sentence)*)));
        }
    };
}

impl Arkwright {
    /// Ok for a legal action of the table.
    pub(super) fn check_action(&self, state: &State, action: Action) -> Result<()> {
        let wanted = MOVES[usize::from(action)];
        let text = &self.tables.actions[usize::from(action)];
        if !wanted.fits(state.phase) {
            let message = format!("{text} is not a choice now: the phase is {}", state.phase.name());
            return Err(Error::illegal("wrong_phase", None, message));
        }
        if state.kind != Kind::None && wanted != Move::Done && wanted.kind() != state.kind {
            let message = format!("{text} is no step of the action begun: {}", state.kind.name());
            return Err(Error::illegal("other_kind", Some("R9"), message));
        }
        match wanted {
            Move::Build(g) => self.check_build(state, g),
            Move::Upgrade(g) => self.check_upgrade(state, g),
            Move::Employ(f) => self.check_employ(state, f),
            Move::Automate(f, c) => self.check_automate(state, f, c),
            Move::Quality(f, v) => match state.phase {
                Phase::Lower => self.check_lower_quality(state, f, v),
                Phase::Points => self.check_point_quality(state, f, v),
                _ => self.check_quality(state, f, v),
            },
            Move::Distribution(f, v) => match state.phase {
                Phase::Lower => self.check_lower_distribution(state, f, v),
                Phase::Points => self.check_point_distribution(state, f, v),
                _ => self.check_distribution(state, f, v),
            },
            Move::EngineerTo(f) if state.phase == Phase::Engineer => {
                refuse_if!(!state.acting().is_open(usize::from(f)), "not_open", "R32", "{}", self.no_factory(f));
                Ok(())
            }
            Move::EngineerTo(f) => self.check_engineer_to(state, f),
            Move::EngineerTurn => self.check_engineer_turn(state),
            Move::Stock(n) => self.check_stock(state, n),
            Move::Loan(m) => self.check_loan(state, m),
            Move::Extra(f) => self.check_extra(state, f),
            Move::Early(f) => self.check_early(state, f),
            Move::Done => self.check_done(state),
            Move::Price(x) => self.check_price(state, x),
            Move::Board(t) => self.check_board(state, usize::from(t)),
            Move::Patent => self.check_patent(state),
            Move::Take(k) => self.check_take(state, usize::from(k)),
            Move::GiveUp(k) => self.check_give_up(state, usize::from(k)),
            Move::Ship(n) => {
                let most = self.most_ships(state);
                refuse_if!(n > most, "too_many_ships", "R39", "at most {most} ships can sail");
                Ok(())
            }
            Move::Start(p) => self.check_start(state, usize::from(p)),
            Move::Break(f, c) => self.check_break(state, f, c),
            Move::Good(g) => self.check_good(state, g),
            Move::Cash => Ok(()),
        }
    }

    fn good(&self, good: u8) -> &str {
        &self.data.goods[usize::from(good)]
    }

    fn card(&self, k: usize) -> &str {
        &self.data.cards[k]
    }

    fn no_factory(&self, good: u8) -> String {
        format!("you have no {} factory", self.good(good))
    }

    // --- set-up and events ----------------------------------------------------------------------------------------

    fn check_good(&self, state: &State, g: u8) -> Result<()> {
        let good = self.good(g);
        let (code, message) = match self.why_not_good(state, g) {
            None => return Ok(()),
            Some(GoodRefused::Held) => ("good_held", format!("{good} is among your starting goods already")),
            Some(GoodRefused::Full) => ("good_full", format!("no more players may begin with {good}")),
            Some(GoodRefused::BlocksOthers) => {
                ("blocks_others", format!("after {good} the other choices could not all be made"))
            }
        };
        Err(Error::illegal(code, Some("R5"), message))
    }

    fn check_break(&self, state: &State, f: u8, c: u8) -> Result<()> {
        let seat = state.acting();
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R8", "{}", self.no_factory(f));
        let machines = seat.factories[usize::from(f)].machines[usize::from(c)];
        refuse_if!(machines == 0, "no_machine", "R8", "card {} of {} has no machine", c + 1, self.good(f));
        Ok(())
    }

    fn check_point_quality(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data, good) = (state.acting(), &self.data, self.good(f));
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R6", "{}", self.no_factory(f));
        let quality = seat.factories[usize::from(f)].quality;
        let next = quality + data.point_quality;
        refuse_if!(v != next, "wrong_value", "R6", "a point raises Quality of {good} to {next}");
        self.check_quality_value(state, f, v)
    }

    fn check_point_distribution(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data, good) = (state.acting(), &self.data, self.good(f));
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R6", "{}", self.no_factory(f));
        let next = seat.factories[usize::from(f)].distribution + data.point_distribution;
        refuse_if!(v != next, "wrong_value", "R6", "a point raises Distribution of {good} to {next}");
        self.check_distribution_value(state, f, v)
    }

    // --- the action -----------------------------------------------------------------------------------------------

    fn check_build(&self, state: &State, g: u8) -> Result<()> {
        let good = self.good(g);
        let open = state.acting().is_open(usize::from(g));
        refuse_if!(open, "already_open", "R10", "your {good} factory is open already");
        let produced = worth_building(state) >> g & 1 != 0;
        refuse_if!(!produced, "no_more_production", "R10", "{good} is not produced any more");
        Ok(())
    }

    fn check_upgrade(&self, state: &State, g: u8) -> Result<()> {
        let seat = state.acting();
        refuse_if!(!seat.is_open(usize::from(g)), "not_open", "R10", "{}", self.no_factory(g));
        let newest = seat.factories[usize::from(g)].decade >= state.decade();
        refuse_if!(newest, "newest_tile", "R10", "{} has the tile of this decade already", self.good(g));
        Ok(())
    }

    fn check_employ(&self, state: &State, f: u8) -> Result<()> {
        let seat = state.acting();
        let rule = if state.phase == Phase::Points { "R6" } else { "R13" };
        if !seat.is_open(usize::from(f)) {
            return Err(Error::illegal("not_open", Some(rule), self.no_factory(f)));
        }
        if seat.factories[usize::from(f)].worker_cards >= self.data.worker_cards {
            let message = format!("{} has no place for a worker card", self.good(f));
            return Err(Error::illegal("crew_full", Some(rule), message));
        }
        let produced = state.phase == Phase::Points || worth_building(state) >> f & 1 != 0;
        refuse_if!(!produced, "no_more_production", "R13", "{} is not produced any more", self.good(f));
        Ok(())
    }

    fn check_automate(&self, state: &State, f: u8, c: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R14", "{}", self.no_factory(f));
        let (factory, card) = (&seat.factories[usize::from(f)], usize::from(c));
        let units = if c < factory.worker_cards { self.data.units[usize::from(factory.decade)][card] } else { 0 };
        let machines = factory.machines[card];
        let no_worker = machines >= units;
        refuse_if!(no_worker, "no_worker", "R14", "card {} of {good} has no worker to replace", c + 1);
        let limit = self.data.automation_limit(seat);
        refuse_if!(state.used >= limit, "limit_used", "R14", "all {limit} machines of this action are used");
        let (left, begun) = (u32::from(limit - state.used), state.begun.count_ones());
        let finishes = state.begun >> (2 * f + c) & 1 != 0;
        let needed = if finishes { 0 } else { begun + u32::from(units == 2 && machines == 0) };
        refuse_if!(needed > left, "finish_card", "R15", "a card that was begun must be finished first");
        Ok(())
    }

    fn check_quality(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R16", "{}", self.no_factory(f));
        let already = state.set_factories >> f & 1 != 0;
        refuse_if!(already, "set_already", "R16", "{good} has been set in this action already");
        let quality = seat.factories[usize::from(f)].quality;
        refuse_if!(v == quality, "no_change", "R16", "{good} has Quality {v} already");
        let (rise, left) = (v.saturating_sub(quality), self.data.quality_points(seat) - state.used);
        refuse_if!(rise > left, "points", "R16", "raising {good} to Quality {v} costs {rise}, {left} left");
        self.check_quality_value(state, f, v)
    }

    /// Cap and cards (R17).
    fn check_quality_value(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data) = (state.acting(), &self.data);
        let cap = data.quality_cap_at(seat, usize::from(f));
        refuse_if!(v > cap, "cap", "R17", "Quality of {} stops at {cap}", self.good(f));
        let mut after = *seat;
        after.factories[usize::from(f)].quality = v;
        let missing = data.quality_cards_used(&after) > data.quality_cards_owned(seat);
        refuse_if!(missing, "no_card", "R17", "you have no more Quality cards");
        Ok(())
    }

    fn check_distribution(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R19", "{}", self.no_factory(f));
        let already = state.set_factories >> f & 1 != 0;
        refuse_if!(already, "set_already", "R19", "{good} has been set in this action already");
        let present = seat.factories[usize::from(f)].distribution;
        refuse_if!(v == present, "no_change", "R19", "{good} has Distribution {v} already");
        let (rise, left) = (v.saturating_sub(present), self.data.distribution_points(seat) - state.used);
        refuse_if!(rise > left, "points", "R19", "raising {good} to Distribution {v} costs {rise}, {left} left");
        self.check_distribution_value(state, f, v)
    }

    /// Cap and cards (R17).
    fn check_distribution_value(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data) = (state.acting(), &self.data);
        let cap = data.distribution_cap;
        refuse_if!(v > cap, "cap", "R17", "Distribution of {} stops at {cap}", self.good(f));
        let mut after = *seat;
        after.factories[usize::from(f)].distribution = v;
        let missing = Data::distribution_cards_used(&after) > data.distribution_cards_owned(seat);
        refuse_if!(missing, "no_card", "R17", "you have no more Distribution cards");
        Ok(())
    }

    fn check_engineer_to(&self, state: &State, f: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        self.check_engineer_held(state)?;
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R18", "{}", self.no_factory(f));
        refuse_if!(seat.engineer == f, "engineer_there", "R18", "the token is at {good} already");
        let done = state.token_moved || state.card_turned;
        refuse_if!(done, "engineer_done", "R18", "the token cannot move any more in this action");
        self.check_engineer_quality(state, i32::from(self.data.quality_cap))?;
        let (cost, left) = (self.data.engineer_cost, self.data.quality_points(seat) - state.used);
        refuse_if!(cost > left, "points", "R18", "moving the token costs {cost}, {left} left");
        Ok(())
    }

    fn check_engineer_turn(&self, state: &State) -> Result<()> {
        let seat = state.acting();
        self.check_engineer_held(state)?;
        refuse_if!(seat.engineer_turned, "turned", "R18", "the card shows its second side already");
        let most = i32::from(self.data.engineer_quality_cap) - i32::from(self.data.engineer_turned);
        self.check_engineer_quality(state, most)?;
        let (cost, left) = (self.data.engineer_cost, self.data.quality_points(seat) - state.used);
        refuse_if!(cost > left, "points", "R18", "turning the card costs {cost}, {left} left");
        Ok(())
    }

    fn check_engineer_held(&self, state: &State) -> Result<()> {
        let held = state.acting().holds(super::data::card::ENGINEER);
        refuse_if!(!held, "no_engineer", "R18", "you do not hold {}", self.card(11));
        Ok(())
    }

    /// The Quality where the Engineer is must not be higher.
    fn check_engineer_quality(&self, state: &State, most: i32) -> Result<()> {
        let seat = state.acting();
        let high = i32::from(seat.factories[usize::from(seat.engineer)].quality) > most;
        let good = self.good(seat.engineer);
        refuse_if!(high, "quality_high", "R18", "Quality of {good} must be {most} or less first");
        Ok(())
    }

    fn check_stock(&self, state: &State, n: u8) -> Result<()> {
        let (seat, cap) = (state.acting(), self.data.holding_cap);
        let price = i32::from(n) * i32::from(seat.share_value);
        refuse_if!(price > seat.cash, "cash", "R20", "buying {n} costs £{price}, you have £{}", seat.cash);
        refuse_if!(seat.shares + n > cap, "holding", "R20", "nobody holds more than {cap} shares");
        Ok(())
    }

    fn check_loan(&self, state: &State, m: u8) -> Result<()> {
        let free = self.data.loan_spaces - state.acting().loans;
        refuse_if!(m > free, "loan_spaces", "R21", "you have {free} free loan spaces");
        Ok(())
    }

    fn check_extra(&self, state: &State, f: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        let expert = self.options.expert_actions;
        refuse_if!(!expert, "expert_only", "R22", "Extra Production is not in this game");
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R22", "{}", self.no_factory(f));
        let active = state.active() == usize::from(f);
        refuse_if!(active, "active_good", "R22", "{good} is produced in this round anyway");
        let no_crew = seat.factories[usize::from(f)].worker_cards == 0;
        refuse_if!(no_crew, "no_crew", "R22", "{good} has no worker card");
        let used = seat.extra_used;
        refuse_if!(used, "extra_used", "R22", "you have had your Extra Production of this decade");
        Ok(())
    }

    fn check_early(&self, state: &State, f: u8) -> Result<()> {
        let (seat, good) = (state.acting(), self.good(f));
        let expert = self.options.expert_actions;
        refuse_if!(!expert, "expert_only", "R23", "Early Shipping is not in this game");
        let stored = seat.stored(usize::from(f));
        refuse_if!(stored == 0, "nothing_stored", "R23", "you have no {good} in store");
        let ships = self.data.ships_available(seat);
        refuse_if!(ships == 0, "no_ship", "R23", "you have no ship available");
        Ok(())
    }

    fn check_done(&self, state: &State) -> Result<()> {
        let nothing = state.kind == Kind::None;
        refuse_if!(nothing, "nothing_begun", "R9", "done ends an action, and none has been begun");
        let limit_left = state.kind == Kind::Automate && state.used < self.data.automation_limit(state.acting());
        let begun = state.begun.count_ones();
        let unfinished = begun > 1 || begun == 1 && limit_left;
        refuse_if!(unfinished, "finish_card", "R15", "a card that was begun must be finished first");
        Ok(())
    }

    // --- the rest of a turn ---------------------------------------------------------------------------------------

    fn check_price(&self, state: &State, x: u8) -> Result<()> {
        let good = state.active();
        let (low, high) = self.data.price_range(state.acting().factories[good], good);
        let outside = !(low..=high).contains(&x);
        let name = self.good(good as u8);
        refuse_if!(outside, "price_range", "R24", "{name} can have a price of £{low} to £{high}");
        Ok(())
    }

    fn check_board(&self, state: &State, t: usize) -> Result<()> {
        let (seat, data) = (state.acting(), &self.data);
        let track = &data.tracks[t];
        if state.phase == Phase::Points {
            let open = data.point_board(seat, t);
            refuse_if!(!open, "top_level", "R6", "{track} can go no further in the set-up");
            return Ok(());
        }
        let next = seat.levels[t] + 1;
        refuse_if!(next > data.last_level[t], "top_level", "R27", "{track} is at its last level");
        let later = if state.phase == Phase::PatentStep { data.patent_decades } else { 0 };
        let gate = data.gates[usize::from(next) - 1];
        let closed = gate > state.decade() + later;
        refuse_if!(closed, "level_closed", "R27", "level {next} of {track} opens in decade {gate}");
        Ok(())
    }

    fn check_patent(&self, state: &State) -> Result<()> {
        let (seat, card) = (state.acting(), self.card(5));
        let held = seat.holds(super::data::card::PATENT);
        refuse_if!(!held, "no_patent", "R31", "you do not hold {card}");
        refuse_if!(seat.patent_used, "patent_used", "R31", "{card} has been used in this decade");
        let open = self.patent_boards(state) != 0;
        refuse_if!(!open, "nothing_open", "R31", "no track has an open level");
        Ok(())
    }

    fn check_take(&self, state: &State, k: usize) -> Result<()> {
        let (seat, card) = (state.acting(), self.card(k));
        refuse_if!(seat.holds(1 << k), "held", "R28", "you hold {card} already");
        let given_up = usize::from(state.given_up) == k;
        refuse_if!(given_up, "just_given_up", "R29", "you have just given up {card}");
        refuse_if!(state.supply[k] == 0, "no_copy", "R28", "there is no {card} in the supply");
        let held = seat.cards.count_ones();
        let full = state.phase == Phase::Develop && held >= self.data.card_limit(seat);
        refuse_if!(full, "card_limit", "R28", "you hold {held} cards, your limit: give one up first");
        Ok(())
    }

    fn check_give_up(&self, state: &State, k: usize) -> Result<()> {
        let seat = state.acting();
        refuse_if!(!seat.holds(1 << k), "not_held", "R29", "you do not hold {}", self.card(k));
        let limit = self.data.card_limit(seat);
        let below = seat.cards.count_ones() < limit;
        refuse_if!(below, "below_limit", "R29", "cards are given up at the card limit only, and you may hold {limit}");
        let nothing = super::moves::takeable(state) == 0;
        refuse_if!(nothing, "nothing_to_take", "R29", "there is no card that you could take instead");
        Ok(())
    }

    fn check_lower_quality(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data, good) = (state.acting(), &self.data, self.good(f));
        let enough = data.quality_cards_used(seat) <= data.quality_cards_owned(seat);
        refuse_if!(enough, "not_too_many", "R30", "you have Quality cards enough");
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R30", "{}", self.no_factory(f));
        let cards = data.quality_cards_for[usize::from(seat.factories[usize::from(f)].quality)];
        let frees = cards > 0 && v == data.quality_per_card * (cards - 1);
        refuse_if!(!frees, "wrong_value", "R30", "{good} does not free a card with Quality {v}");
        Ok(())
    }

    fn check_lower_distribution(&self, state: &State, f: u8, v: u8) -> Result<()> {
        let (seat, data, good) = (state.acting(), &self.data, self.good(f));
        let enough = Data::distribution_cards_used(seat) <= data.distribution_cards_owned(seat);
        refuse_if!(enough, "not_too_many", "R30", "you have Distribution cards enough");
        refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R30", "{}", self.no_factory(f));
        let frees = seat.factories[usize::from(f)].distribution > 0 && v == 0;
        refuse_if!(!frees, "wrong_value", "R30", "{good} does not free a card with Distribution {v}");
        Ok(())
    }

    fn check_start(&self, state: &State, p: usize) -> Result<()> {
        refuse_if!(p >= self.setup.players, "no_player", "R48", "there is no seat {}", p + 1);
        let solvent = state.seats[p].solvent();
        refuse_if!(!solvent, "bankrupt", "R48", "seat {} is bankrupt", p + 1);
        Ok(())
    }
}

//! Every piece accounted for: what `check_invariants` refuses. Ranges come first, so that nothing later can go wrong on
//! numbers from outside.

use super::Arkwright;
use super::data::{CARDS, Data, EVENTS, GOODS, LAST_ROUND, TRACKS, card, event};
use super::moves::{breakable, open_factories, takeable};
use super::state::{Factory, Kind, NONE, Phase, SEATS, Seat, State};
use crate::error::{Error, Result};

/// The most money that a position may have.
pub(super) const MOST_CASH: i32 = 2_000_000_000;

/// Refuses with a sentence unless the condition holds.
macro_rules! require {
    ($condition:expr, $($sentence:tt)*) => {
        if !$condition {
            return Err(Error::state(format!($($sentence)*)));
        }
    };
}

impl Arkwright {
    /// Ok for a consistent position.
    pub(super) fn check(&self, state: &State) -> Result<()> {
        self.check_market_ranges(state)?;
        for (player, seat) in state.seats[..self.setup.players].iter().enumerate() {
            self.check_seat_ranges(seat).map_err(in_seat(player))?;
        }
        let unused = &state.seats[self.setup.players..];
        require!(unused.iter().all(|seat| *seat == Seat::default()), "a seat outside the game is in use");
        self.check_cards(state)?;
        for player in 0..self.setup.players {
            self.check_seat(state, player).map_err(in_seat(player))?;
        }
        check_actor(state)?;
        self.check_events(state)?;
        self.check_steps(state)?;
        self.check_prices(state)?;
        self.check_phase(state)?;
        self.check_solvency(state)
    }

    // --- ranges ---------------------------------------------------------------------------------------------------

    fn check_market_ranges(&self, state: &State) -> Result<()> {
        let (data, n) = (&self.data, self.setup.players);
        require!(state.round < LAST_ROUND, "round {} is past the last one", u32::from(state.round) + 1);
        require!(usize::from(state.start) < n, "there is no seat {} to start", u16::from(state.start) + 1);
        require!(state.round > 0 || state.start == 0, "player 0 starts the first round");
        let chance = matches!(state.phase, Phase::Event | Phase::Over);
        let acts = if chance { state.actor == NONE } else { usize::from(state.actor) < n };
        require!(acts, "seat {} cannot act in the phase {}", u16::from(state.actor) + 1, state.phase.name());
        for (good, demand) in data.goods.iter().zip(state.demand) {
            require!((data.demand_low..=data.demand_high).contains(&demand), "demand for {good} cannot be {demand}");
        }
        require!(
            state.wage_space <= self.last_wage_space,
            "there is no wage space {}",
            u32::from(state.wage_space) + 1
        );
        let with_neutral = data.setups[n - 1].neutral.is_some();
        let fits = |appeal: u8| if with_neutral { appeal <= data.appeal_top } else { appeal == NONE };
        require!(state.neutral.into_iter().all(fits), "the neutral markers do not fit the set-up");
        require!(state.event == NONE || usize::from(state.event) < EVENTS, "there is no event {}", state.event);
        require!(state.set_factories < 1 << GOODS, "there are only {GOODS} factories");
        require!(state.producing == NONE || usize::from(state.producing) < GOODS, "there is no such good");
        require!(state.given_up == NONE || usize::from(state.given_up) < CARDS, "there is no such card");
        Ok(())
    }

    fn check_seat_ranges(&self, seat: &Seat) -> Result<()> {
        let data = &self.data;
        require!((0..=MOST_CASH).contains(&seat.cash), "cash cannot be {}", seat.cash);
        require!(seat.cards < 1 << CARDS, "there are only {CARDS} Development cards");
        require!(seat.bankrupt_round <= LAST_ROUND, "there is no round {}", seat.bankrupt_round);
        require!(seat.shares <= data.holding_cap, "{} shares are too many", seat.shares);
        require!((1..=data.value_cap).contains(&seat.share_value), "the share value cannot be {}", seat.share_value);
        require!(seat.loans <= data.loan_spaces, "{} loans are too many", seat.loans);
        require!(seat.ship_tokens <= data.ship_tokens, "{} ship tokens are too many", seat.ship_tokens);
        require!(seat.engineer == NONE || usize::from(seat.engineer) < GOODS, "the Engineer is nowhere");
        require!(seat.price == NONE || seat.price <= 31, "the price cannot be {}", seat.price);
        require!(seat.sold == NONE || seat.sold <= data.appeal_top, "{} goods cannot be sold", seat.sold);
        for track in 0..TRACKS {
            require!(seat.levels[track] <= data.last_level[track], "{} has no such level", data.tracks[track]);
        }
        for (good, factory) in data.goods.iter().zip(&seat.factories) {
            require!(factory.decade <= 3, "there is no tile of decade {}", factory.decade);
            let closed = factory.decade == 0;
            require!(!closed || *factory == Factory::default(), "{good} is not open, but has something in it");
            require!(factory.worker_cards <= data.worker_cards, "{good} has too many worker cards");
            require!(factory.appeal <= data.appeal_top, "the appeal of {good} cannot be {}", factory.appeal);
            require!(factory.quality <= 6 && factory.distribution <= 4, "{good} has too much Quality or Distribution");
        }
        for warehouse in &seat.warehouses {
            let empty = warehouse.good == NONE && warehouse.count == 0;
            require!(empty || usize::from(warehouse.good) < GOODS && warehouse.count > 0, "a warehouse is not right");
        }
        Ok(())
    }

    // --- cards and boards -----------------------------------------------------------------------------------------

    /// No Development card is lost or made (R28, R42, R47).
    fn check_cards(&self, state: &State) -> Result<()> {
        require!(state.in_supply == state.in_supply_now(), "the mask of cards in the supply is wrong");
        let copies = u32::from(self.data.setups[self.setup.players - 1].copies);
        for k in 0..CARDS {
            let held = state.seats[..self.setup.players].iter().filter(|seat| seat.holds(1 << k)).count();
            let there = u32::from(state.supply[k]) + held as u32;
            let expected = if self.data.card_decade[k] <= state.decade() { copies } else { 0 };
            let name = &self.data.cards[k];
            require!(there == expected, "{there} copies of {name} are in play, not {expected}");
        }
        Ok(())
    }

    fn check_seat(&self, state: &State, player: usize) -> Result<()> {
        let (data, seat) = (&self.data, &state.seats[player]);
        require!(seat.open == seat.open_now(), "the mask of open factories is wrong");
        let acts = usize::from(state.actor) == player;
        let (held, limit) = (seat.cards.count_ones(), data.card_limit(seat));
        require!(held <= limit, "{held} cards are over the limit of {limit}");
        let gave_up = acts && matches!(state.phase, Phase::Lower | Phase::Take);
        require!(!gave_up || held + 1 == limit, "a card was given up, and {held} are held of {limit}");
        require!(!seat.patent_used || seat.holds(card::PATENT), "a Patent is used that is not held");
        require!(!seat.extra_used || self.options.expert_actions, "there is no Extra Production in this game");
        require!(seat.ships_used <= data.ships_owned(seat), "more ships are used than there are");
        require!(seat.ships_used <= seat.ship_tokens, "more ships are used than tokens placed");
        self.check_levels(state, seat)?;
        check_engineer(state, seat, acts)?;
        self.check_factories(state, seat)?;
        self.check_card_use(state, seat, acts)?;
        self.check_warehouses(seat)?;
        self.check_bankrupt(state, player)
    }

    fn check_levels(&self, state: &State, seat: &Seat) -> Result<()> {
        let latest = state.decade() + self.data.patent_decades;
        for (level, track) in seat.levels.iter().zip(&self.data.tracks) {
            let gate = level.checked_sub(1).map_or(0, |reached| self.data.gates[usize::from(reached)]);
            require!(gate <= latest, "level {level} of {track} is not open yet");
        }
        Ok(())
    }

    fn check_factories(&self, state: &State, seat: &Seat) -> Result<()> {
        let data = &self.data;
        for good in open_factories(seat.open) {
            let (factory, name) = (&seat.factories[good], &data.goods[good]);
            require!(factory.decade <= state.decade(), "{name} has a tile of a later decade");
            for c in 0..2 {
                let there = c < usize::from(factory.worker_cards);
                let units = if there { data.units[usize::from(factory.decade)][c] } else { 0 };
                require!(factory.machines[c] <= units, "card {} of {name} has too many machines", c + 1);
            }
            let cap = data.quality_cap_at(seat, good);
            require!(factory.quality <= cap, "Quality of {name} stops at {cap}");
            let cap = data.distribution_cap;
            require!(factory.distribution <= cap, "Distribution of {name} stops at {cap}");
        }
        Ok(())
    }

    /// R17; in `lower` the card just given up may be missing (R30).
    fn check_card_use(&self, state: &State, seat: &Seat, acts: bool) -> Result<()> {
        let data = &self.data;
        let lowers =
            |given: u16| acts && state.phase == Phase::Lower && state.given_up != NONE && 1 << state.given_up == given;
        let quality = data.quality_cards_owned(seat) + if lowers(card::CRAFTSMAN) { data.craftsman_cards } else { 0 };
        require!(data.quality_cards_used(seat) <= quality, "more Quality cards are in use than owned");
        let more = if lowers(card::ADVERTISER) { data.advertiser_cards } else { 0 };
        let distribution = data.distribution_cards_owned(seat) + more;
        require!(Data::distribution_cards_used(seat) <= distribution, "more Distribution cards are in use than owned");
        Ok(())
    }

    fn check_warehouses(&self, seat: &Seat) -> Result<()> {
        for (warehouse, size) in seat.warehouses.iter().zip(self.data.warehouse_sizes(seat)) {
            require!(warehouse.count <= size, "a warehouse of {size} holds {}", warehouse.count);
            let own = warehouse.good == NONE || seat.is_open(usize::from(warehouse.good));
            require!(own, "goods are in store that no own factory makes");
        }
        Ok(())
    }

    fn check_bankrupt(&self, state: &State, player: usize) -> Result<()> {
        let seat = &state.seats[player];
        if seat.solvent() {
            return Ok(());
        }
        let this_round = seat.bankrupt_round == state.round + 1;
        require!(seat.bankrupt_round <= state.round + 1, "a bankruptcy lies in the future");
        let possible = match state.phase {
            Phase::Goods | Phase::Points | Phase::Event | Phase::Break | Phase::Start => false,
            Phase::Over => true,
            _ => in_production(state) || self.options.expert_actions,
        };
        require!(!this_round || possible, "nobody can have gone bankrupt in this round yet");
        require!(seat.cash == 0, "a bankrupt player has money");
        require!(seat.price == NONE, "a bankrupt player has set a price");
        let fresh = in_production(state) && this_round;
        let markers = seat.factories.iter().any(|factory| factory.appeal > 0);
        require!(fresh || !markers, "a bankrupt player has appeal markers");
        Ok(())
    }

    // --- who acts, and when ---------------------------------------------------------------------------------------

    fn check_events(&self, state: &State) -> Result<()> {
        let shown = state.events_shown.count_ones();
        let due = u32::from(state.decade());
        let before = matches!(state.phase, Phase::Goods | Phase::Points | Phase::Event | Phase::Start);
        let expected = if self.options.events { due - u32::from(before) } else { 0 };
        require!(shown == expected, "{shown} events are shown, not {expected}");
        let present = self.options.events && !before;
        let known = state.event != NONE && state.events_shown >> state.event & 1 != 0;
        require!(if present { known } else { state.event == NONE }, "the event of the decade is not among those shown");
        let opens = state.round.is_multiple_of(4) && (state.round > 0 || state.phase != Phase::Start);
        let timed = matches!(state.phase, Phase::Event | Phase::Break | Phase::Start);
        require!(!timed || opens, "the phase {} opens a decade", state.phase.name());
        require!(state.phase != Phase::Event || self.options.events, "there are no events in this game");
        Ok(())
    }

    /// What is kept between steps is there only in its phase and kind.
    fn check_steps(&self, state: &State) -> Result<()> {
        let in_action = state.phase == Phase::Action;
        require!(in_action || state.kind == Kind::None, "an action is begun outside the phase action");
        require!(state.kind == Kind::Build || !state.built, "something is built outside a Build action");
        let engineer = state.token_moved || state.card_turned;
        require!(state.kind == Kind::Quality || !engineer, "the Engineer acts outside a Quality action");
        let sets = matches!(state.kind, Kind::Quality | Kind::Distribution);
        require!(sets || state.set_factories == 0, "factories are set outside a Quality or Distribution action");
        require!(state.kind == Kind::Automate || state.begun == 0, "cards are begun outside an Automate action");
        require!(
            (state.producing != NONE) == (state.phase == Phase::Ship),
            "a good is in production at no time for it"
        );
        require!(state.phase == Phase::Ship || state.rest == 0, "goods are left over outside the phase ship");
        let gives = matches!(state.phase, Phase::Lower | Phase::Take);
        require!((state.given_up != NONE) == gives, "a card is given up at no time for it");
        if state.actor == NONE {
            require!(state.used == 0, "steps are counted at no time for it");
            return Ok(());
        }
        let (least, most) = (self.fewest_steps(state), self.most_steps(state));
        require!((least..=most).contains(&state.used), "{} steps are used of {least} to {most}", state.used);
        self.check_kind(state)
    }

    /// The lowest that the count of steps can be at a decision: an action begins with its first step.
    fn fewest_steps(&self, state: &State) -> u8 {
        match state.kind {
            Kind::Automate => 1,
            _ => self.data.engineer_cost * (u8::from(state.token_moved) + u8::from(state.card_turned)),
        }
    }

    /// The highest that the count of steps can be at a decision.
    fn most_steps(&self, state: &State) -> u8 {
        let (data, seat) = (&self.data, state.acting());
        match (state.phase, state.kind) {
            (Phase::Points, _) => data.points.saturating_sub(1),
            (Phase::PatentStep, _) => data.patent_steps - 1,
            (_, Kind::Automate) => data.automation_limit(seat),
            (_, Kind::Quality) => data.quality_points(seat),
            (_, Kind::Distribution) => data.distribution_points(seat),
            _ => 0,
        }
    }

    fn check_kind(&self, state: &State) -> Result<()> {
        let (data, seat) = (&self.data, state.acting());
        require!(state.set_factories & !seat.open == 0, "a factory is set that is not open");
        let sets = matches!(state.kind, Kind::Quality | Kind::Distribution);
        let begun = state.set_factories != 0 || state.token_moved || state.card_turned;
        require!(!sets || begun, "an action is begun without a step");
        if state.token_moved || state.card_turned {
            require!(seat.holds(card::ENGINEER), "the Engineer acts and is not held");
            require!(
                seat.engineer_turned == state.card_turned || !state.token_moved,
                "the Engineer's card is not right"
            );
            require!(seat.engineer_turned || !state.card_turned, "the Engineer's card was turned and is not");
        }
        for bit in (0..2 * GOODS).filter(|bit| state.begun >> bit & 1 != 0) {
            let factory = &seat.factories[bit / 2];
            let two = data.units[usize::from(factory.decade)][bit % 2] == 2;
            require!(two && factory.machines[bit % 2] == 1, "a card is begun that is not half done");
        }
        let begun = state.begun.count_ones();
        if begun > 0 {
            let left = u32::from(data.automation_limit(seat) - state.used);
            require!(begun <= left + 1 && begun <= u32::from(state.used), "cards are begun that cannot be finished");
        }
        require!(state.kind != Kind::Early || self.options.expert_actions, "Early Shipping is not in this game");
        Ok(())
    }

    /// Prices are set by those whose turn has come so far, sales by the producers so far.
    fn check_prices(&self, state: &State) -> Result<()> {
        let good = state.active();
        for player in 0..self.setup.players {
            let seat = &state.seats[player];
            if seat.solvent() {
                let made = seat.is_open(good) && self.price_made(state, player);
                require!(made == (seat.price != NONE), "the price of seat {} is at odds with the turn", player + 1);
            }
            let producer = seat.is_open(good) && in_production(state) && !self.comes_later(state, player);
            let fresh = seat.bankrupt_round == state.round + 1;
            let expected = producer && seat.solvent();
            let sold = seat.sold != NONE;
            require!(
                sold == expected || producer && fresh,
                "the sales of seat {} are at odds with the turn",
                player + 1
            );
        }
        Ok(())
    }

    /// Whether a player's turn for price and appeal is over in this round.
    fn price_made(&self, state: &State, player: usize) -> bool {
        let acts = usize::from(state.actor) == player;
        match state.phase {
            Phase::Ship if in_production(state) => true,
            Phase::Action | Phase::Loan | Phase::Price | Phase::Ship => !acts && !self.comes_later(state, player),
            Phase::Develop | Phase::PatentStep | Phase::Lower | Phase::Take | Phase::Engineer => {
                !self.comes_later(state, player)
            }
            _ => false,
        }
    }

    /// Whether a player comes after the acting one in the turn order.
    fn comes_later(&self, state: &State, player: usize) -> bool {
        self.place_of(state, player) > self.place_of(state, usize::from(state.actor))
    }

    // --- the phases -----------------------------------------------------------------------------------------------

    fn check_phase(&self, state: &State) -> Result<()> {
        self.check_open_counts(state)?;
        match state.phase {
            Phase::Goods | Phase::Points => {
                require!(self.options.expert_setup && state.round == 0, "there is no such set-up in this game");
                let takers = usize::from(self.data.expert_takers[self.setup.players - 1]);
                let begin_with = |good: usize| state.seats.iter().filter(|seat| seat.is_open(good)).count();
                let free = state.phase != Phase::Goods || (0..GOODS).all(|good| begin_with(good) <= takers);
                require!(free, "too many players begin with the same good");
                require!(self.legal_set(state).any(), "nothing can be chosen");
            }
            Phase::Break => {
                require!(state.event == event::MACHINE_BREAKERS, "no machine is to be broken now");
                require!(breakable(state.acting()) != 0, "there is no machine to break");
            }
            Phase::Price => {
                let open = state.acting().is_open(state.active());
                require!(open, "there is no factory to set a price for");
            }
            Phase::Develop => require!(self.can_develop(state), "there is nothing to develop"),
            Phase::PatentStep => {
                let seat = state.acting();
                require!(seat.holds(card::PATENT) && seat.patent_used, "the Patent is not in use");
                require!(self.patent_boards(state) != 0, "no track has an open level");
            }
            Phase::Lower => require!(self.card_missing(state), "no card is missing"),
            Phase::Engineer => require!(state.acting().holds(card::ENGINEER), "the Engineer is not held"),
            Phase::Ship => self.check_ship(state)?,
            Phase::Start => {
                let chosen = self.setup.players > 1 && !self.options.lowest_starts;
                require!(chosen, "the start player is not chosen in this game");
                require!(state.actor == self.lowest_portfolio(state), "another player chooses who starts");
            }
            Phase::Take | Phase::Event | Phase::Action | Phase::Loan | Phase::Over => {}
        }
        if matches!(state.phase, Phase::Lower | Phase::Take) {
            let held = state.acting().holds(1 << state.given_up);
            require!(!held, "the card given up is held");
            require!(state.supply[usize::from(state.given_up)] > 0, "the card given up is not in the supply");
            require!(takeable(state) != 0, "there is no card to take");
        }
        Ok(())
    }

    /// In `goods` the picks so far, in `points` two each, later at least two; at the end it does not matter.
    fn check_open_counts(&self, state: &State) -> Result<()> {
        let n = self.setup.players;
        let counts: [u32; SEATS] = std::array::from_fn(|p| state.seats[p].open.count_ones());
        let acting = usize::from(state.actor);
        for (player, count) in counts[..n].iter().copied().enumerate() {
            let right = match state.phase {
                Phase::Goods if counts[acting] == 0 => count == u32::from(player < acting),
                Phase::Goods => count == 1 + u32::from(player > acting),
                Phase::Points => count == 2,
                Phase::Over => true,
                _ => count >= 2,
            };
            require!(right, "seat {} cannot have {count} factories in the phase {}", player + 1, state.phase.name());
        }
        Ok(())
    }

    fn check_ship(&self, state: &State) -> Result<()> {
        let (seat, good) = (state.acting(), usize::from(state.producing));
        require!(self.options.shipping_optional, "ships are not chosen in this game");
        require!(seat.is_open(good), "goods are left over of a factory that is not open");
        let extra = seat.extra_used && seat.factories[good].worker_cards > 0;
        require!(in_production(state) || extra, "goods are left over of an Extra Production that was not taken");
        let output = self.data.output(seat.factories[good], good);
        require!((1..=output).contains(&state.rest), "{} goods cannot be left over", state.rest);
        require!(self.ships_in_production(state, seat) > 0, "no ship is available");
        Ok(())
    }

    /// Over exactly if R50 says so.
    fn check_solvency(&self, state: &State) -> Result<()> {
        let few = self.few_are_solvent(state);
        if state.phase == Phase::Over {
            require!(few || state.round + 1 == LAST_ROUND, "the game is not over yet");
        } else {
            require!(!few || in_production(state), "the game is over");
        }
        Ok(())
    }
}

fn in_seat(player: usize) -> impl FnOnce(Error) -> Error {
    move |error| Error { message: format!("seat {}: {}", player + 1, error.message), ..error }
}

fn check_engineer(state: &State, seat: &Seat, acts: bool) -> Result<()> {
    let placed = seat.holds(card::ENGINEER) && !(acts && state.phase == Phase::Engineer);
    require!(placed == (seat.engineer != NONE), "the Engineer's token and card do not agree");
    require!(placed || !seat.engineer_turned, "the Engineer's card is turned and not in use");
    let stands = !placed || seat.is_open(usize::from(seat.engineer));
    require!(stands, "the Engineer is at a factory that is not open");
    Ok(())
}

/// Whether the production of the round waits for a `ship` decision (R39), not an Extra Production.
fn in_production(state: &State) -> bool {
    state.phase == Phase::Ship && usize::from(state.producing) == state.active()
}

fn check_actor(state: &State) -> Result<()> {
    let solvent = state.actor == NONE || state.acting().solvent();
    require!(solvent, "seat {} is bankrupt and cannot act", u16::from(state.actor) + 1);
    let start = &state.seats[usize::from(state.start)];
    let left = match state.phase {
        _ if start.solvent() => return Ok(()),
        Phase::Start => state.round,
        Phase::Goods | Phase::Points | Phase::Event | Phase::Break => 0,
        _ => state.round + 1,
    };
    require!(start.bankrupt_round == left, "the start player is bankrupt");
    Ok(())
}

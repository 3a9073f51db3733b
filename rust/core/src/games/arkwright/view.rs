//! What a player may know: everything. The view as JSON, the observation, and the accessors for bots.

use super::Arkwright;
use super::data::{CARDS, Data, EVENTS, GOODS, LAST_ROUND, TRACKS, card};
use super::forms::FORMAT;
use super::market;
use super::moves::takeable;
use super::production;
use super::score::{self, title};
use super::state::{Kind, NONE, Phase, Seat, State, WAREHOUSES};
use crate::View;
use crate::channels::{Channel, Encoder};
use crate::forms::choices_of;
use crate::game::Game;
use serde_json::{Map, Value, json};

impl Arkwright {
    /// The view of a player or a spectator.
    pub(super) fn view_value(&self, state: &State, viewer: Option<usize>) -> Value {
        let mut view = Map::new();
        view.insert("format".into(), json!(FORMAT));
        view.insert("game".into(), json!(Self::declaration().name));
        view.insert("players".into(), json!(self.setup.players));
        view.insert("viewer".into(), json!(viewer));
        view.insert("phase".into(), json!(state.phase.name()));
        view.insert("current_player".into(), json!(self.actor(state).number()));
        view.insert("legal_actions".into(), json!(choices_of(self, state, viewer)));
        if let Value::Object(position) = self.position_value(state) {
            view.extend(position.into_iter().skip_while(|(key, _)| key != "round"));
        }
        view.insert("title".into(), json!(title(self, state)));
        Value::Object(view)
    }

    /// The observation; the seat axis begins with the viewer (a spectator: with seat 1).
    pub(super) fn fill_observation(&self, state: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
        let n = self.setup.players;
        let first = viewer.unwrap_or(0);
        let place = |player: u8| (usize::from(player) + n - first) % n;
        out.next("phase");
        out.put(state.phase as usize, true);
        out.next("current_player");
        if state.actor != NONE {
            out.put(place(state.actor), true);
        }
        out.next("seat");
        out.put(first, true);
        out.next("round");
        out.put(usize::from(state.round), true);
        out.next("start_player");
        out.put(place(state.start), true);
        self.observe_market(state, out);
        observe_steps(state, out);
        let seats: [&Seat; 4] = std::array::from_fn(|i| &state.seats[(first + i) % n]);
        observe_money(&seats[..n], out);
        observe_boards(&seats[..n], out);
        observe_factories(&seats[..n], out);
    }

    fn observe_market(&self, state: &State, out: &mut Encoder<'_>) {
        out.next("demand");
        for (good, demand) in state.demand.iter().enumerate() {
            out.put(good, i32::from(*demand) - i32::from(self.data.demand_low));
        }
        out.next("wage_space");
        out.put(usize::from(state.wage_space), true);
        out.next("neutral");
        for (good, appeal) in state.neutral.iter().enumerate().filter(|(_, appeal)| **appeal != NONE) {
            out.put(good, *appeal);
        }
        out.next("supply");
        for (k, copies) in state.supply.iter().enumerate() {
            out.put(k, *copies);
        }
        out.next("event");
        one_hot(out, 0, state.event);
        out.next("events_shown");
        flags(out, 0, u32::from(state.events_shown), EVENTS);
    }
}

/// What a bot may ask: everything lies open.
impl View<'_, Arkwright> {
    /// The phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The kind of the action begun.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.state().kind
    }

    /// The round, from 0.
    #[inline]
    pub fn round(&self) -> usize {
        usize::from(self.state().round)
    }

    /// A player's board.
    #[inline]
    pub fn seat(&self, player: usize) -> &Seat {
        &self.state().seats[player]
    }

    /// Whether a player's price step of this round is over.
    #[inline]
    pub fn has_priced(&self, player: usize) -> bool {
        self.seat(player).price != NONE
    }

    /// Demand for a good.
    #[inline]
    pub fn demand(&self, good: usize) -> i32 {
        i32::from(self.state().demand[good])
    }

    /// Arrow spaces up to an appeal (R25).
    #[inline]
    pub fn arrows(&self, appeal: u8) -> i32 {
        i32::from(self.game().data.arrows[usize::from(appeal)])
    }

    /// Demand as it can be on its track (R26).
    #[inline]
    pub fn on_track(&self, demand: i32) -> i32 {
        demand.clamp(i32::from(self.game().data.demand_low), i32::from(self.game().data.demand_high))
    }

    /// The lowest and the highest price of an open factory (R24).
    #[inline]
    pub fn price_range(&self, player: usize, good: usize) -> (u8, u8) {
        market::price_range(self.game(), self.seat(player).factories[good], good)
    }

    /// Price and appeal of an open factory together, without its Distribution (R24).
    #[inline]
    pub fn total(&self, player: usize, good: usize) -> u8 {
        market::total_but_distribution(self.game(), self.seat(player), good)
    }

    /// The appeal that a total leaves at a price (R24).
    #[inline]
    pub fn appeal_of(&self, total: u8, price: u8) -> u8 {
        total.saturating_sub(price).min(self.game().data.appeal_top)
    }

    /// The Development cards that the acting player could take, a bit each.
    #[inline]
    pub fn takeable(&self) -> u32 {
        takeable(self.state())
    }

    /// What an open factory makes (R34).
    #[inline]
    pub fn output(&self, player: usize, good: usize) -> u8 {
        production::output(self.game(), self.seat(player).factories[good], good)
    }

    /// The space of the wage marker, from 0.
    #[inline]
    pub fn wage_space(&self) -> usize {
        usize::from(self.state().wage_space)
    }

    /// What a production costs (R40) when the wage marker has gone up by so many spaces.
    #[inline]
    pub fn cost_after(&self, player: usize, good: usize, spaces: usize) -> i32 {
        let space = (self.wage_space() + spaces).min(usize::from(self.game().last_wage_space));
        production::cost(self.game(), self.seat(player), good, self.game().wages[space])
    }

    /// Distribution after a production (R45).
    #[inline]
    pub fn distribution_after(&self, player: usize, distribution: u8) -> u8 {
        production::distribution_after(self.game(), self.seat(player), distribution)
    }

    /// What a shipped good pays (R38).
    #[inline]
    pub fn export_income(&self, player: usize, good: usize) -> u8 {
        market::export_income(self.game(), self.state(), self.seat(player), good)
    }

    /// What each loan pays that the player takes by an action (R21).
    pub fn loan_income(&self, player: usize) -> i32 {
        market::loan_income(self.game(), self.state(), self.seat(player))
    }

    /// Goods that free warehouses and ships can take; in the second half of the Stock Exchange all ships are free.
    pub fn outlet(&self, player: usize) -> u8 {
        let (game, seat) = (self.game(), self.seat(player));
        let sizes: u8 = production::warehouse_sizes(game, seat).iter().sum();
        let held: u8 = seat.warehouses.iter().map(|w| w.count).sum();
        let mut ships = production::ships_available(game, seat);
        if self.phase() == Phase::Loan && usize::from(self.state().actor) == player {
            ships = production::ships_owned(game, seat).min(game.data.ship_tokens - seat.ship_tokens);
        }
        sizes.saturating_sub(held) + ships * production::ship_capacity(game, seat)
    }

    /// Home sales that raise the share value, the steps for them, and those for the highest appeal (R43, R44).
    #[inline]
    pub fn share_steps(&self, player: usize) -> (u8, u8, u8) {
        let data = &self.game().data;
        let entrepreneur = self.seat(player).holds(card::ENTREPRENEUR);
        let sales = if entrepreneur { data.entrepreneur_sales } else { data.qualify_sales };
        (sales, data.qualify_steps, data.appeal_steps)
    }

    /// What the final scoring would make of a seat: all stored goods in pounds, and the share value less the penalty for
    /// ships (R51).
    pub fn closing(&self, player: usize) -> (i32, i32) {
        let (game, seat) = (self.game(), self.seat(player));
        (score::stock_sale(game, seat), score::final_score(game, seat).share_value)
    }

    /// Whether cash buys shares at the end (R51).
    #[inline]
    pub fn final_purchase(&self) -> bool {
        self.game().options.final_purchase
    }
}

/// What is kept between the steps of an action.
fn observe_steps(state: &State, out: &mut Encoder<'_>) {
    out.next("kind");
    one_hot(out, 0, if state.kind == Kind::None { NONE } else { state.kind as u8 });
    out.next("used");
    out.put(0, state.used);
    out.next("flags");
    out.put(0, state.built);
    out.put(1, state.token_moved);
    out.put(2, state.card_turned);
    out.next("set_factories");
    flags(out, 0, u32::from(state.set_factories), GOODS);
    out.next("begun");
    flags(out, 0, u32::from(state.begun), 2 * GOODS);
    out.next("producing");
    one_hot(out, 0, state.producing);
    out.next("rest");
    out.put(0, state.rest);
    out.next("given_up");
    one_hot(out, 0, state.given_up);
}

/// A one at `offset + index`, unless there is none.
fn one_hot(out: &mut Encoder<'_>, offset: usize, index: u8) {
    if index != NONE {
        out.put(offset + usize::from(index), true);
    }
}

/// The bits of a mask.
fn flags(out: &mut Encoder<'_>, offset: usize, mask: u32, count: usize) {
    for i in 0..count {
        out.put(offset + i, mask >> i & 1 != 0);
    }
}

/// One number a seat.
fn each<T: Into<i32>>(seats: &[&Seat], out: &mut Encoder<'_>, name: &str, number: impl Fn(&Seat) -> T) {
    out.next(name);
    for (i, seat) in seats.iter().enumerate() {
        out.put(i, number(seat));
    }
}

fn observe_money(seats: &[&Seat], out: &mut Encoder<'_>) {
    each(seats, out, "bankrupt_round", |seat| seat.bankrupt_round);
    each(seats, out, "cash", |seat| seat.cash);
    each(seats, out, "shares", |seat| seat.shares);
    each(seats, out, "share_value", |seat| seat.share_value);
    each(seats, out, "loans", |seat| seat.loans);
    each(seats, out, "ship_tokens", |seat| seat.ship_tokens);
    each(seats, out, "ships_used", |seat| seat.ships_used);
    each(seats, out, "extra_used", |seat| seat.extra_used);
}

fn observe_boards(seats: &[&Seat], out: &mut Encoder<'_>) {
    out.next("levels");
    for (i, seat) in seats.iter().enumerate() {
        for (track, level) in seat.levels.iter().enumerate() {
            out.put(i * TRACKS + track, *level);
        }
    }
    out.next("cards");
    for (i, seat) in seats.iter().enumerate() {
        flags(out, i * CARDS, u32::from(seat.cards), CARDS);
    }
    each(seats, out, "patent_used", |seat| seat.patent_used);
    out.next("engineer");
    for (i, seat) in seats.iter().enumerate() {
        one_hot(out, i * GOODS, seat.engineer);
    }
    each(seats, out, "engineer_turned", |seat| seat.engineer_turned);
    each(seats, out, "price_set", |seat| seat.price != NONE);
    each(seats, out, "price", |seat| if seat.price == NONE { 0 } else { seat.price });
    each(seats, out, "sold_set", |seat| seat.sold != NONE);
    each(seats, out, "sold", |seat| if seat.sold == NONE { 0 } else { seat.sold });
}

fn observe_factories(seats: &[&Seat], out: &mut Encoder<'_>) {
    let places = || seats.iter().enumerate().flat_map(|(i, seat)| (0..GOODS).map(move |g| (i * GOODS + g, seat, g)));
    out.next("tile");
    for (place, seat, good) in places().filter(|(_, seat, good)| seat.is_open(*good)) {
        out.put(3 * place + usize::from(seat.factories[good].decade) - 1, true);
    }
    out.next("worker_cards");
    places().for_each(|(place, seat, good)| out.put(place, seat.factories[good].worker_cards));
    out.next("machines");
    for (place, seat, good) in places() {
        let [first, second] = seat.factories[good].machines;
        out.put(2 * place, first);
        out.put(2 * place + 1, second);
    }
    out.next("quality");
    places().for_each(|(place, seat, good)| out.put(place, seat.factories[good].quality));
    out.next("distribution");
    places().for_each(|(place, seat, good)| out.put(place, seat.factories[good].distribution));
    out.next("appeal");
    places().for_each(|(place, seat, good)| out.put(place, seat.factories[good].appeal));
    out.next("stored");
    for (i, seat) in seats.iter().enumerate() {
        for (w, warehouse) in seat.warehouses.iter().enumerate().filter(|(_, w)| w.good != NONE) {
            out.put((i * WAREHOUSES + w) * GOODS + usize::from(warehouse.good), warehouse.count);
        }
    }
}

/// The slices of the observation.
pub(super) fn channels(n: usize, wage_spaces: usize, data: &Data) -> Vec<Channel> {
    let demand = i32::from(data.demand_high) - i32::from(data.demand_low);
    let copies = data.setups[n - 1].copies;
    let appeal = i32::from(data.appeal_top);
    let channel = Channel::new;
    vec![
        channel("phase", &[Phase::ALL.len()], 1, "phase, one-hot"),
        channel("current_player", &[n], 1, "who acts, one-hot; zeros at chance and at the end"),
        channel("seat", &[n], 1, "the player number of the first seat of the seat axis, one-hot"),
        channel("round", &[usize::from(LAST_ROUND)], 1, "round, one-hot"),
        channel("start_player", &[n], 1, "start player, one-hot"),
        channel("demand", &[GOODS], demand, "demand above the lowest"),
        channel("wage_space", &[wage_spaces], 1, "wage space, one-hot"),
        channel("neutral", &[GOODS], appeal, "appeal of the neutral markers, zeros without"),
        channel("supply", &[CARDS], i32::from(copies), "copies of the Development cards in the supply"),
        channel("event", &[EVENTS], 1, "this decade's event, one-hot"),
        channel("events_shown", &[EVENTS], 1, "events shown so far"),
        channel("kind", &[Kind::ALL.len()], 1, "kind of the action begun, one-hot"),
        channel("used", &[1], 20, "machines added, points spent or Patent steps made"),
        channel("flags", &[3], 1, "built, Engineer moved, Engineer turned in this action"),
        channel("set_factories", &[GOODS], 1, "factories set in this action"),
        channel("begun", &[GOODS, 2], 1, "worker cards begun in this action"),
        channel("producing", &[GOODS], 1, "good of the pending shipping decision, one-hot"),
        channel("rest", &[1], 30, "goods left over in it"),
        channel("given_up", &[CARDS], 1, "card just given up, one-hot"),
        channel("bankrupt_round", &[n], 12, "round of the bankruptcy, 0 solvent"),
        channel("cash", &[n], 100, "cash"),
        channel("shares", &[n], i32::from(data.holding_cap).max(1), "shares held"),
        channel("share_value", &[n], i32::from(data.value_cap), "share value"),
        channel("loans", &[n], i32::from(data.loan_spaces), "loans"),
        channel("ship_tokens", &[n], i32::from(data.ship_tokens), "ship tokens placed"),
        channel("ships_used", &[n], 9, "ships used"),
        channel("extra_used", &[n], 1, "Extra Production used in this decade"),
        channel("levels", &[n, TRACKS], 4, "levels of the board developments"),
        channel("cards", &[n, CARDS], 1, "Development cards held"),
        channel("patent_used", &[n], 1, "Patent used in this decade"),
        channel("engineer", &[n, GOODS], 1, "where the Engineer is, one-hot"),
        channel("engineer_turned", &[n], 1, "the Engineer shows the second side"),
        channel("price_set", &[n], 1, "a price is set in this round"),
        channel("price", &[n], 31, "that price"),
        channel("sold_set", &[n], 1, "home sales of this production are made"),
        channel("sold", &[n], 60, "those sales"),
        channel("tile", &[n, GOODS, 3], 1, "decade of the tile, one-hot; zeros: not open"),
        channel("worker_cards", &[n, GOODS], 2, "worker cards"),
        channel("machines", &[n, GOODS, 2], 2, "machines on each worker card"),
        channel("quality", &[n, GOODS], 6, "Quality"),
        channel("distribution", &[n, GOODS], 4, "Distribution"),
        channel("appeal", &[n, GOODS], appeal, "appeal marker"),
        channel("stored", &[n, WAREHOUSES, GOODS], 9, "goods in each warehouse"),
    ]
}

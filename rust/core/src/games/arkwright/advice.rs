//! Advice for Arkwright: the action that is worth most together with the best ones of the next two rounds, while the
//! opponents go on as they do.
//!
//! Worth is counted in tenths of a pound: what the game would give for the position now, and what each production still
//! to come brings with the factories as they are: sales less costs, and steps of the share value. An action is built up
//! step by step, each time with the step that is worth most, as long as that is more than before.

use super::Arkwright;
use super::data::{MOST_CARDS, MOST_GOODS, MOST_PRODUCTIONS};
use super::production::{distribution_after, risen};
use super::state::{Factory, Kind, NONE, Phase, Seat, State};
use super::table::Move;
use crate::View;
use crate::bits::places;
use crate::game::{Action, ActionList, Game};
use crate::games::advice::{Greedy, Searching};
use crate::rng::Rng;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// Worth of a position in which the player is bankrupt.
const RUIN: i32 = -1_000_000;
/// More money than this makes no difference.
const RICH: i32 = 100_000;
/// Tenths for each pound that will be missing within the next rounds, as many as there are goods.
const SHORT_OF_CASH: i32 = 30;
/// Tenths of a step of the share value, for the highest appeal: a rival may still top it.
const TOP_APPEAL: i32 = 8;
/// Tenths of its price that a good brings which is stored or shipped.
const SURPLUS: i32 = 7;
/// Steps of the share value count for so many shares at least: more will be bought.
const SHARES: i32 = 3;
/// In so many rounds each player raises the wage once.
const ROUNDS_A_SPACE: usize = 3;
/// How many actions are thought through, and so many rounds beyond their own.
const BREADTH: usize = 4;
const DEPTH: usize = 2;
/// Lines of one decision: six kinds, the goods to build, Stock Exchange, Extra Production.
const LINES: usize = 6 + MOST_GOODS + 2;
/// Worth of a step on each track. Quality pays best, and the earlier the better.
const TRACK_WORTH: [i32; 6] = [70, 220, 40, 70, 90, 20];
/// The same for the Development cards, by number.
const CARD_WORTH: [i32; MOST_CARDS] = [130, 210, 90, 130, 110, 130, 200, 70, 190, 140, 60, 180];
/// A card is given up only for one that is worth so much more.
const EXCHANGE: i32 = 60;
/// A third factory and each one more are worth so much beside their productions, before the last decade, for what they
/// can become.
const MORE_FACTORIES: [i32; MOST_GOODS - 2] = [60, 40, 30, 20];

impl Greedy for Arkwright {
    fn advise(view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action {
        let (Some(me), Some(state)) = (view.viewer(), view.resample(rng)) else { return legal[0] };
        let mut adviser = match view.phase() {
            Phase::Develop | Phase::PatentStep | Phase::Take => {
                return first_best(legal, |action| development(view, action));
            }
            Phase::Start => {
                return first_best(legal, |action| i32::from(view.game().move_of(action) == Move::Start(me as u8)));
            }
            _ => Adviser::new(view, me),
        };
        match view.phase() {
            Phase::Action if view.kind() == Kind::None => adviser.choose_action(&state),
            Phase::Action => adviser.next_step(&state, view.kind()),
            Phase::Loan => first_best(legal, |action| adviser.loans(&state, action)),
            Phase::Points => first_best(legal, |action| adviser.point(&state, action)),
            _ => first_best(legal, |action| adviser.worth_after(&state, action)),
        }
    }

    fn searching(&self) -> Searching {
        Searching { scale: 40.0, exploration: 0.3, ..Searching::default() }
    }
}

/// The highest rated; among equals the lowest id.
fn first_best(legal: &[Action], mut rate: impl FnMut(Action) -> i32) -> Action {
    let mut best = (i32::MIN, legal[0]);
    for &action in legal {
        let rating = rate(action);
        if rating > best.0 {
            best = (rating, action);
        }
    }
    best.1
}

/// Fixed values of developments.
fn development(view: &View<'_, Arkwright>, action: Action) -> i32 {
    let data = &view.game().data;
    let worth = |row: u8| CARD_WORTH[data.card_number(row) - 1];
    match view.game().move_of(action) {
        Move::Board(track) => TRACK_WORTH[usize::from(track)],
        Move::Take(card) => worth(card),
        Move::Patent => TRACK_WORTH.iter().max().copied().unwrap_or(0) + 1,
        Move::GiveUp(card) => {
            let best = places(view.takeable().into()).map(worth).max().unwrap_or(0);
            best - worth(card) - EXCHANGE
        }
        _ => 0,
    }
}

/// What the rivals will have done to the market of a good by its next production.
#[derive(Clone, Copy, Default)]
struct Rivals {
    /// By how much their arrows will raise demand.
    arrows: i32,
    /// Their highest appeal.
    appeal: u8,
}

/// A production of one factory.
#[derive(Clone, Copy, Default)]
struct Forecast {
    cash: i32,
    worth: i32,
    steps: u8,
}

/// Everything that the forecasts of a factory depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    factory: Factory,
    total: u16,
    stored: u16,
    outlet: u16,
    priced: u8,
    wage_space: u8,
    round: u8,
    demand: i8,
    shares: i32,
}

impl Question {
    /// The place of its answer in memory.
    #[inline]
    fn slot(&self) -> usize {
        let Factory { decade, worker_cards, machines: [a, b, c], quality, distribution, appeal } = self.factory;
        let factory = u64::from_le_bytes([decade, worker_cards, a, b, c, quality, distribution, appeal]);
        let around = [self.round, self.wage_space, self.demand as u8, self.shares as u8, self.outlet as u8];
        let around = around.into_iter().fold(0, |all, byte| all << 8 | u64::from(byte));
        ((factory.wrapping_mul(GOLD) ^ around).wrapping_mul(GOLD) >> 32) as usize % SLOTS
    }
}

/// An odd number whose multiples look random.
const GOLD: u64 = 0x9E37_79B9_7F4A_7C15;
/// So many answers are kept for a good.
const SLOTS: usize = 16;

/// One factory's productions, those still to come, and the question that they answer.
#[derive(Clone, Copy)]
struct Answer {
    question: Question,
    /// This round's; nothing if the good is not active.
    now: Forecast,
    /// All of them together.
    worth: i32,
    /// Of each one.
    cash: [i32; MOST_PRODUCTIONS],
}

/// A beginning of an action, and where it leads.
#[derive(Clone)]
struct Line {
    first: Action,
    state: State,
    worth: i32,
}

struct Adviser<'a> {
    game: &'a Arkwright,
    me: usize,
    /// By good: this round's production, and later ones.
    rivals: [[Rivals; 2]; MOST_GOODS],
    memory: [[Option<Answer>; SLOTS]; MOST_GOODS],
}

impl<'a> Adviser<'a> {
    fn new(view: &View<'a, Arkwright>, me: usize) -> Self {
        let mut all = [[Rivals::default(); 2]; MOST_GOODS];
        for (good, of_good) in all[..view.game().data.goods_count].iter_mut().enumerate() {
            *of_good = [rivals(view, me, good, true), rivals(view, me, good, false)];
        }
        Self { game: view.game(), me, rivals: all, memory: [const { [const { None }; SLOTS] }; MOST_GOODS] }
    }

    fn view<'s>(&self, state: &'s State) -> View<'s, Arkwright>
    where
        'a: 's,
    {
        View::new(self.game, state, Some(self.me))
    }

    // --- worth ----------------------------------------------------------------------------------------------------

    fn worth_after(&mut self, state: &State, action: Action) -> i32 {
        let mut next = state.clone();
        self.game.apply_decision(&mut next, action);
        self.worth(&next)
    }

    /// What a position is worth to the player.
    fn worth(&mut self, state: &State) -> i32 {
        let view = self.view(state);
        let seat = view.seat(self.me);
        if !seat.solvent() {
            return RUIN;
        }
        let mut total = closing(&view, self.me);
        let data = &self.game.data;
        let present = view.round();
        let first = present + usize::from(matches!(view.phase(), Phase::Ship | Phase::Over));
        let slots = self.slots(&view);
        for good in seat.open_factories() {
            let answer = self.answer(good, slots);
            total += answer.worth - if first > present { answer.now.worth } else { 0 };
        }
        let mut cash = seat.cash;
        for place in data.played_rounds().skip(first).take(data.goods_count) {
            let good = usize::from(place.active);
            if seat.is_open(good) {
                cash += self.answer(good, slots).cash[usize::from(place.turn)];
                if cash < 0 {
                    total += SHORT_OF_CASH * cash;
                    cash = 0;
                }
            }
        }
        if state.decade(data) < data.decades {
            let more = (seat.open.count_ones() as usize).saturating_sub(2);
            total += MORE_FACTORIES[..more].iter().sum::<i32>();
        }
        total
    }

    /// Loans are taken only against a shortage that is foreseen: the fewest that cover it.
    fn loans(&mut self, state: &State, action: Action) -> i32 {
        let Move::Loan(loans) = self.game.move_of(action) else { return 0 };
        let view = self.view(state);
        let seat = view.seat(self.me);
        let (mut cash, mut least) = (seat.cash, 0);
        let data = &self.game.data;
        let slots = self.slots(&view);
        for place in data.played_rounds().skip(view.round()).take(data.goods_count) {
            let good = usize::from(place.active);
            if seat.is_open(good) {
                cash += self.answer(good, slots).cash[usize::from(place.turn)];
                least = least.min(cash);
            }
        }
        let covers = i32::from(loans) * view.loan_income(self.me) >= -least;
        i32::from(loans) * if covers { -1 } else { 1 } - if covers { 0 } else { 100 }
    }

    /// Where the memory has the productions of each open factory. They are thought through where something has changed
    /// that matters.
    fn slots(&mut self, view: &View<'_, Arkwright>) -> [usize; MOST_GOODS] {
        let (seat, active) = (view.seat(self.me), view.active());
        let (shares, outlet) = (SHARES.max(shares_kept(self.game, seat)), view.outlet(self.me));
        let mut slots = [0; MOST_GOODS];
        for good in seat.open_factories() {
            let question = Question {
                factory: seat.factories[good],
                total: view.total(self.me, good),
                stored: seat.stored(good),
                outlet,
                priced: if active == good { seat.price } else { u8::MAX },
                wage_space: view.wage_space() as u8,
                round: view.round() as u8,
                demand: view.demand(good) as i8,
                shares,
            };
            let slot = question.slot();
            if self.memory[good][slot].as_ref().is_none_or(|answer| answer.question != question) {
                self.memory[good][slot] = Some(self.think(view, good, &question));
            }
            slots[good] = slot;
        }
        slots
    }

    /// What the memory has of an open factory.
    #[inline]
    fn answer(&self, good: usize, slots: [usize; MOST_GOODS]) -> &Answer {
        self.memory[good][slots[good]].as_ref().expect("the factory is open")
    }

    fn think(&self, view: &View<'_, Arkwright>, good: usize, question: &Question) -> Answer {
        let mut answer =
            Answer { question: *question, now: Forecast::default(), worth: 0, cash: [0; MOST_PRODUCTIONS] };
        let data = &self.game.data;
        let market = Market::new(view, self.me, good, question);
        let (mut distribution, mut stored) = (question.factory.distribution, question.stored);
        let present = data.rounds[view.round()].decade;
        for round in
            data.productions[good].iter().map(|round| usize::from(*round)).filter(|round| *round >= view.round())
        {
            let place = &data.rounds[round];
            let ahead = round - view.round();
            let rivals = self.rivals[good][usize::from(ahead > 0)];
            let rises = ahead * view.game().setup().players / ROUNDS_A_SPACE;
            let drops = i32::from(place.decade - present) * i32::from(data.demand_drop);
            let sale = Sale {
                demand: i32::from(question.demand) + rivals.arrows - drops - market.own_arrows,
                rivals: rivals.appeal,
                stored,
                distribution,
                cost: view.cost_after(self.me, good, rises * usize::from(data.wage_rise)),
            };
            let forecast = market.best(&sale, ahead == 0);
            answer.worth += forecast.worth;
            answer.cash[usize::from(place.turn)] = forecast.cash;
            if ahead == 0 {
                answer.now = forecast;
            }
            distribution = view.distribution_after(self.me, distribution);
            stored = 0;
        }
        answer
    }

    // --- actions --------------------------------------------------------------------------------------------------

    /// The first step of the action that is worth most together with those of the next rounds.
    fn choose_action(&mut self, state: &State) -> Action {
        let mut lines: ArrayVec<Line, LINES> = ArrayVec::new();
        self.lines(state, |line| lines.push(line));
        let mut order: ArrayVec<&Line, LINES> = lines.iter().collect();
        order.sort_unstable_by_key(|line| (Reverse(line.worth), line.first));
        let mut best = (i32::MIN, order[0].first);
        for line in order.into_iter().take(BREADTH) {
            let worth = self.worth_ahead(&line.state, DEPTH);
            if worth > best.0 {
                best = (worth, line.first);
            }
        }
        best.1
    }

    /// Every kind of action, and buildings one by one.
    fn lines(&mut self, state: &State, mut found: impl FnMut(Line)) {
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        let ids = &self.game.table.ids;
        for kind in [Kind::Build, Kind::Employ, Kind::Automate, Kind::Quality, Kind::Distribution, Kind::Early] {
            let opening = self.best_step(state, &legal, kind);
            opening.map(|line| self.finished(line, kind)).into_iter().for_each(&mut found);
        }
        for action in between(&legal, ids.build, ids.upgrade) {
            let opening = self.best_of(state, std::slice::from_ref(action));
            opening.map(|line| self.finished(line, Kind::Build)).into_iter().for_each(&mut found);
        }
        self.best_of(state, between(&legal, ids.stock, ids.loan)).into_iter().for_each(&mut found);
        self.best_of(state, between(&legal, ids.extra, ids.early)).into_iter().for_each(&mut found);
    }

    /// The best of some actions, the first of them among equals.
    fn best_of<'l>(&mut self, state: &State, actions: impl IntoIterator<Item = &'l Action>) -> Option<Line> {
        let mut best: Option<Line> = None;
        let mut next = state.clone();
        let mut fresh = true;
        for &action in actions {
            if !fresh {
                next.clone_from(state);
            }
            fresh = false;
            self.game.apply_decision(&mut next, action);
            let worth = self.worth(&next);
            match &mut best {
                Some(best) if worth <= best.worth => {}
                Some(best) => {
                    best.first = action;
                    best.worth = worth;
                    best.state.clone_from(&next);
                }
                None => best = Some(Line { first: action, state: next.clone(), worth }),
            }
        }
        best
    }

    /// An action of a kind that has begun, step by step as far as it is worth it.
    fn finished(&mut self, opening: Line, kind: Kind) -> Line {
        let mut line = opening;
        let mut legal = ActionList::new();
        loop {
            legal.clear();
            self.game.legal_actions(&line.state, &mut legal);
            match self.best_step(&line.state, &legal, kind) {
                Some(step) if step.worth > line.worth || self.end_among(&legal).is_none() => {
                    line = Line { first: line.first, ..step };
                }
                _ => return line,
            }
        }
    }

    /// The best next step of a kind among the legal actions.
    fn best_step(&mut self, state: &State, legal: &[Action], kind: Kind) -> Option<Line> {
        let ids = &self.game.table.ids;
        let (steps, more) = match kind {
            Kind::Build => (between(legal, ids.build, ids.employ), &[][..]),
            Kind::Employ => (between(legal, ids.employ, ids.automate), &[][..]),
            Kind::Automate => (between(legal, ids.automate, ids.quality), &[][..]),
            Kind::Quality => {
                (between(legal, ids.quality, ids.distribution), between(legal, ids.engineer_to, ids.stock))
            }
            Kind::Distribution => (between(legal, ids.distribution, ids.engineer_to), &[][..]),
            Kind::Early => (between(legal, ids.early, ids.done), &[][..]),
            Kind::None => (&[][..], &[][..]),
        };
        let game = self.game;
        let factories = &state.seats[self.me].factories;
        let lowers = |action: Action| match game.move_of(action) {
            Move::Quality(f, value) => value < factories[usize::from(f)].quality,
            Move::Distribution(f, value) => value < factories[usize::from(f)].distribution,
            _ => false,
        };
        self.best_of(state, steps.iter().chain(more).filter(|action| !lowers(**action)))
    }

    /// The end of the action, if it is legal.
    fn end_among(&self, legal: &[Action]) -> Option<Action> {
        let done = self.game.table.ids.done;
        between(legal, done, done + 1).first().copied()
    }

    /// The next step of the action begun, or its end.
    fn next_step(&mut self, state: &State, kind: Kind) -> Action {
        let worth = self.worth(state);
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        match (self.best_step(state, &legal, kind), self.end_among(&legal)) {
            (Some(step), Some(end)) => {
                if step.worth > worth {
                    step.first
                } else {
                    end
                }
            }
            (Some(step), None) => step.first,
            (None, end) => end.unwrap_or(legal[0]),
        }
    }

    /// A position after an own action, with the best action of each of the next rounds.
    fn worth_ahead(&mut self, state: &State, rounds: usize) -> i32 {
        let view = self.view(state);
        let seat = view.seat(self.me);
        let (round, good) = (view.round(), view.active());
        let last = round + 1 >= usize::from(self.game.data.round_count);
        if rounds == 0 || last || !seat.solvent() || view.phase() == Phase::Over {
            return self.worth(state);
        }
        let forecast = if seat.is_open(good) {
            let slots = self.slots(&view);
            self.answer(good, slots).now
        } else {
            Forecast::default()
        };
        let short = (seat.cash + forecast.cash).min(0);
        let next = self.next_turn(state, forecast);
        let mut best: Option<Line> = None;
        self.lines(&next, |line| {
            if best.as_ref().is_none_or(|best| line.worth >= best.worth) {
                best = Some(line);
            }
        });
        let best = best.filter(|line| line.worth > self.worth(&next));
        let ahead = self.worth_ahead(best.as_ref().map_or(&next, |line| &line.state), rounds - 1);
        ahead + SHORT_OF_CASH * short
    }

    /// A thought, not in the last round: the next turn begins, one round later, with what the production is expected to bring;
    /// nobody else has done anything. `state` is the adviser's own, drawn from the view.
    fn next_turn(&self, state: &State, forecast: Forecast) -> State {
        let mut next = state.clone();
        let good = next.active(&self.game.data);
        next.clear_steps();
        let seat = &mut next.seats[self.me];
        if next.phase == Phase::Loan {
            seat.ships_used = 0;
        }
        seat.cash = (seat.cash + forecast.cash).max(0);
        seat.share_value = risen(self.game, seat.share_value, forecast.steps);
        let distribution = seat.factories[good].distribution;
        seat.factories[good].distribution = distribution_after(self.game, seat, distribution);
        seat.price = NONE;
        next.round += 1;
        next.phase = Phase::Action;
        next.actor = self.me as u8;
        next
    }

    /// A set-up point: what the position gains, or the fixed value of a development.
    fn point(&mut self, state: &State, action: Action) -> i32 {
        match self.game.move_of(action) {
            Move::Board(track) => TRACK_WORTH[usize::from(track)],
            _ => self.worth_after(state, action) - self.worth(state),
        }
    }
}

/// The actions with ids from `first` to below `end`, of a list that ascends.
fn between(legal: &[Action], first: u32, end: u32) -> &[Action] {
    let place = |id: u32| legal.partition_point(|action| u32::from(*action) < id);
    &legal[place(first)..place(end)]
}

/// What the rivals' markers of a good will do until a production: who has not set the price sets a low one.
fn rivals(view: &View<'_, Arkwright>, me: usize, good: usize, now: bool) -> Rivals {
    let mut all = Rivals::default();
    for player in (0..view.game().setup().players).filter(|player| *player != me) {
        let seat = view.seat(player);
        if !seat.solvent() || !seat.is_open(good) {
            continue;
        }
        let factory = seat.factories[good];
        let fixed = now && view.has_priced(player) && view.active() == good;
        let appeal = if fixed {
            factory.appeal
        } else {
            let (low, _) = view.price_range(player, good);
            view.appeal_of(view.total(player, good) + u16::from(factory.distribution), low + 1)
        };
        all.arrows += view.arrows(appeal) - view.arrows(factory.appeal);
        all.appeal = all.appeal.max(appeal);
    }
    all
}

/// Shares and money as the final scoring would count them now, without its rounding.
fn closing(view: &View<'_, Arkwright>, me: usize) -> i32 {
    let seat = view.seat(me);
    let (stock, value) = view.closing(me);
    let shares = shares_kept(view.game(), seat).max(0);
    let money = seat.cash.min(RICH) + stock;
    let bought = if view.final_purchase() { 10 * money * value / i32::from(seat.share_value) } else { 5 * money };
    10 * shares * value + bought
}

/// Shares less those that the loans will cost (R51).
fn shares_kept(game: &Arkwright, seat: &Seat) -> i32 {
    i32::from(seat.shares) - i32::from(seat.loans) * i32::from(game.data.loan_shares)
}

/// A factory whose productions are looked at with each price.
struct Market<'a> {
    view: &'a View<'a, Arkwright>,
    question: &'a Question,
    /// The lowest and the highest price.
    prices: (u8, u8),
    output: u8,
    /// What a good brings that is stored or shipped.
    export: i32,
    /// Home sales that raise the share value, the steps for them, and those for the highest appeal.
    share_steps: (u8, u8, u8),
    /// Arrows below the present marker.
    own_arrows: i32,
}

/// What one production finds.
struct Sale {
    /// Without an own marker.
    demand: i32,
    /// The rivals' highest appeal.
    rivals: u8,
    stored: u16,
    distribution: u8,
    cost: i32,
}

impl<'a> Market<'a> {
    fn new(view: &'a View<'a, Arkwright>, me: usize, good: usize, question: &'a Question) -> Self {
        Self {
            view,
            question,
            prices: view.price_range(me, good),
            output: view.output(me, good),
            export: view.export_income(me, good).into(),
            share_steps: view.share_steps(me),
            own_arrows: view.arrows(question.factory.appeal),
        }
    }

    fn best(&self, sale: &Sale, now: bool) -> Forecast {
        let Question { priced, factory, total, .. } = *self.question;
        let is_set = now && priced != u8::MAX;
        let (low, high) = if is_set { (priced, priced) } else { self.prices };
        let total = total + u16::from(sale.distribution);
        let mut best = Forecast { worth: i32::MIN, ..Forecast::default() };
        for price in low..=high {
            let appeal = if is_set { factory.appeal } else { self.view.appeal_of(total, price) };
            let outcome = self.outcome(sale, price, appeal);
            if outcome.worth > best.worth {
                best = outcome;
            }
        }
        best
    }

    /// R35–R45 as far as one player can foresee them.
    #[inline]
    fn outcome(&self, sale: &Sale, price: u8, appeal: u8) -> Forecast {
        let view = self.view;
        let demand = view.on_track(sale.demand + view.arrows(appeal));
        let limit = (i32::from(appeal) - demand).clamp(0, i32::from(appeal)) as u8;
        let fresh = self.output.min(limit);
        let stock = sale.stored.min((limit - fresh).into()) as u8;
        let surplus = i32::from(u16::from(self.output - fresh).min(self.question.outlet));
        let income = i32::from(fresh + stock) * i32::from(price);
        let (sales, plain, top) = self.share_steps;
        let qualifies = fresh + stock >= sales;
        let tops = qualifies && appeal > sale.rivals;
        let steps =
            if qualifies { 10 * i32::from(plain) } else { 0 } + if tops { TOP_APPEAL * i32::from(top) } else { 0 };
        let cash = income - sale.cost;
        let goods = SURPLUS * surplus * self.export - 10 * i32::from(stock) * self.export;
        Forecast {
            cash,
            worth: 10 * cash + goods + steps * self.question.shares,
            steps: if qualifies { plain } else { 0 } + if tops { top } else { 0 },
        }
    }
}

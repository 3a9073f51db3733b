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
        let mut adviser = Adviser::new(view, me);
        match view.phase() {
            Phase::Action if view.kind() == Kind::None => adviser.choose_action(&state),
            Phase::Action => adviser.next_step(&state, view.kind()),
            Phase::Develop | Phase::PatentStep | Phase::Take => first_best(legal, |action| development(view, action)),
            Phase::Start => first_best(legal, |action| i32::from(view.game().move_of(action) == Move::Start(me as u8))),
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
    priced: u8,
    demand: i32,
    wage_space: usize,
    shares: i32,
    stored: u16,
    outlet: u16,
    round: usize,
}

/// One factory's productions, those still to come, in their order; and the question that they answer.
#[derive(Clone, Copy)]
struct Answer {
    question: Question,
    forecasts: [Forecast; MOST_PRODUCTIONS],
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
    memory: [Option<Answer>; MOST_GOODS],
}

impl<'a> Adviser<'a> {
    fn new(view: &View<'a, Arkwright>, me: usize) -> Self {
        let mut all = [[Rivals::default(); 2]; MOST_GOODS];
        for (good, of_good) in all[..view.game().data.goods_count].iter_mut().enumerate() {
            *of_good = [rivals(view, me, good, true), rivals(view, me, good, false)];
        }
        Self { game: view.game(), me, rivals: all, memory: [None; MOST_GOODS] }
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
        let first = view.round() + usize::from(matches!(view.phase(), Phase::Ship | Phase::Over));
        let mut cash = seat.cash;
        let data = &self.game.data;
        for (round, place) in data.played_rounds().enumerate().skip(first) {
            if seat.is_open(place.active.into()) {
                let forecast = self.forecast(&view, round);
                total += forecast.worth;
                cash += forecast.cash;
                if cash < 0 && round < first + data.goods_count {
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
        for (round, place) in data.played_rounds().enumerate().skip(view.round()).take(data.goods_count) {
            if seat.is_open(place.active.into()) {
                cash += self.forecast(&view, round).cash;
                least = least.min(cash);
            }
        }
        let covers = i32::from(loans) * view.loan_income(self.me) >= -least;
        i32::from(loans) * if covers { -1 } else { 1 } - if covers { 0 } else { 100 }
    }

    /// The production of a round, from memory where nothing has changed that matters.
    fn forecast(&mut self, view: &View<'_, Arkwright>, round: usize) -> Forecast {
        let data = &self.game.data;
        let (good, turn) = (usize::from(data.rounds[round].active), usize::from(data.rounds[round].turn));
        let seat = view.seat(self.me);
        let factory = seat.factories[good];
        let question = Question {
            factory,
            total: view.total(self.me, good),
            priced: if view.active() == good { seat.price } else { u8::MAX },
            demand: view.demand(good),
            wage_space: view.wage_space(),
            shares: SHARES.max(shares_kept(self.game, seat)),
            stored: seat.stored(good),
            outlet: view.outlet(self.me),
            round: view.round(),
        };
        match self.memory[good] {
            Some(answer) if answer.question == question => answer.forecasts[turn],
            _ => {
                let forecasts = self.forecasts(view, good, &question);
                self.memory[good] = Some(Answer { question, forecasts });
                forecasts[turn]
            }
        }
    }

    fn forecasts(&self, view: &View<'_, Arkwright>, good: usize, question: &Question) -> [Forecast; MOST_PRODUCTIONS] {
        let mut forecasts = [Forecast::default(); MOST_PRODUCTIONS];
        let data = &self.game.data;
        let (mut distribution, mut stored) = (question.factory.distribution, question.stored);
        let present = data.rounds[view.round()].decade;
        for (round, place) in data.played_rounds().enumerate().skip(view.round()) {
            if usize::from(place.active) != good {
                continue;
            }
            let ahead = round - view.round();
            let rivals = self.rivals[good][usize::from(ahead > 0)];
            let rises = ahead * view.game().setup().players / ROUNDS_A_SPACE;
            let cost = view.cost_after(self.me, good, rises * usize::from(data.wage_rise));
            let market = Market { view, me: self.me, good, question, rivals, stored, distribution, cost };
            let drops = i32::from(place.decade - present) * i32::from(data.demand_drop);
            let demand = question.demand + rivals.arrows - drops;
            forecasts[usize::from(place.turn)] = market.best(demand, ahead == 0);
            distribution = view.distribution_after(self.me, distribution);
            stored = 0;
        }
        forecasts
    }

    // --- actions --------------------------------------------------------------------------------------------------

    /// The first step of the action that is worth most together with those of the next rounds.
    fn choose_action(&mut self, state: &State) -> Action {
        let mut lines: ArrayVec<Line, LINES> = self.lines(state);
        lines.sort_unstable_by_key(|line| (Reverse(line.worth), line.first));
        let mut best = (i32::MIN, lines[0].first);
        for line in lines.iter().take(BREADTH) {
            let worth = self.worth_ahead(&line.state, DEPTH);
            if worth > best.0 {
                best = (worth, line.first);
            }
        }
        best.1
    }

    /// Every kind of action, and buildings one by one.
    fn lines(&mut self, state: &State) -> ArrayVec<Line, LINES> {
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        let mut lines = ArrayVec::new();
        let kinds = [Kind::Build, Kind::Employ, Kind::Automate, Kind::Quality, Kind::Distribution, Kind::Early];
        lines.extend(kinds.into_iter().filter_map(|kind| self.line(state, kind, None)));
        for &action in &legal {
            if matches!(self.game.move_of(action), Move::Build(_)) {
                lines.extend(self.line(state, Kind::Build, Some(action)));
            }
        }
        let game = self.game;
        lines.extend(self.best_of(state, &legal, |action| matches!(game.move_of(action), Move::Stock(_))));
        lines.extend(self.best_of(state, &legal, |action| matches!(game.move_of(action), Move::Extra(_))));
        lines
    }

    /// The best of some actions.
    fn best_of(&mut self, state: &State, legal: &[Action], wanted: impl Fn(Action) -> bool) -> Option<Line> {
        let mut best: Option<Line> = None;
        for &action in legal.iter().filter(|action| wanted(**action)) {
            let mut next = state.clone();
            self.game.apply_decision(&mut next, action);
            let worth = self.worth(&next);
            if best.as_ref().is_none_or(|best| worth > best.worth) {
                best = Some(Line { first: action, state: next, worth });
            }
        }
        best
    }

    /// An action of a kind, step by step; the first step may be given.
    fn line(&mut self, state: &State, kind: Kind, opening: Option<Action>) -> Option<Line> {
        let mut line = match opening {
            Some(action) => self.best_of(state, &[action], |_| true),
            None => self.best_step(state, kind),
        }?;
        while let Some(step) = self.best_step(&line.state, kind) {
            if step.worth <= line.worth && self.may_end(&line.state) {
                break;
            }
            line = Line { first: line.first, ..step };
        }
        Some(line)
    }

    /// The best next step of a kind.
    fn best_step(&mut self, state: &State, kind: Kind) -> Option<Line> {
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        let view = self.view(state);
        let factories = view.seat(self.me).factories;
        let game = self.game;
        self.best_of(state, &legal, |action| {
            let wanted = game.move_of(action);
            wanted.kind() == kind
                && match wanted {
                    Move::Quality(f, value) => value > factories[usize::from(f)].quality,
                    Move::Distribution(f, value) => value > factories[usize::from(f)].distribution,
                    _ => true,
                }
        })
    }

    fn may_end(&self, state: &State) -> bool {
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        legal.iter().any(|action| self.game.move_of(*action) == Move::Done)
    }

    /// The next step of the action begun, or its end.
    fn next_step(&mut self, state: &State, kind: Kind) -> Action {
        let worth = self.worth(state);
        let mut legal = ActionList::new();
        self.game.legal_actions(state, &mut legal);
        let end = legal.iter().copied().find(|action| self.game.move_of(*action) == Move::Done);
        match (self.best_step(state, kind), end) {
            (Some(step), Some(end)) => {
                if step.worth > worth {
                    step.first
                } else {
                    end
                }
            }
            (Some(step), None) => step.first,
            (None, _) => end.unwrap_or(legal[0]),
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
        let forecast = if seat.is_open(good) { self.forecast(&view, round) } else { Forecast::default() };
        let short = (seat.cash + forecast.cash).min(0);
        let next = self.next_turn(state, forecast);
        let lines = self.lines(&next);
        let best = lines.iter().max_by_key(|line| line.worth).filter(|line| line.worth > self.worth(&next));
        let ahead = self.worth_ahead(best.map_or(&next, |line| &line.state), rounds - 1);
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

/// A production that is looked at with each price.
struct Market<'a> {
    view: &'a View<'a, Arkwright>,
    me: usize,
    good: usize,
    question: &'a Question,
    rivals: Rivals,
    stored: u16,
    distribution: u8,
    cost: i32,
}

impl Market<'_> {
    fn best(&self, demand: i32, now: bool) -> Forecast {
        let (view, factory) = (self.view, self.question.factory);
        let demand = demand - view.arrows(factory.appeal);
        if now && self.question.priced != u8::MAX {
            return self.outcome(i32::from(self.question.priced), factory.appeal, demand);
        }
        let (low, high) = view.price_range(self.me, self.good);
        let mut best = Forecast { worth: i32::MIN, ..Forecast::default() };
        for price in low..=high {
            let appeal = view.appeal_of(self.question.total + u16::from(self.distribution), price);
            let outcome = self.outcome(i32::from(price), appeal, demand);
            if outcome.worth > best.worth {
                best = outcome;
            }
        }
        best
    }

    /// R35–R45 as far as one player can foresee them.
    fn outcome(&self, price: i32, appeal: u8, demand: i32) -> Forecast {
        let view = self.view;
        let demand = view.on_track(demand + view.arrows(appeal));
        let limit = (i32::from(appeal) - demand).clamp(0, i32::from(appeal)) as u8;
        let output = view.output(self.me, self.good);
        let fresh = output.min(limit);
        let stock = self.stored.min((limit - fresh).into()) as u8;
        let surplus = i32::from(u16::from(output - fresh).min(self.question.outlet));
        let export = i32::from(view.export_income(self.me, self.good));
        let income = i32::from(fresh + stock) * price;
        let (sales, plain, top) = view.share_steps(self.me);
        let qualifies = fresh + stock >= sales;
        let tops = qualifies && appeal > self.rivals.appeal;
        let steps =
            if qualifies { 10 * i32::from(plain) } else { 0 } + if tops { TOP_APPEAL * i32::from(top) } else { 0 };
        let cash = income - self.cost;
        let goods = SURPLUS * surplus * export - 10 * i32::from(stock) * export;
        Forecast {
            cash,
            worth: 10 * cash + goods + steps * self.question.shares,
            steps: if qualifies { plain } else { 0 } + if tops { top } else { 0 },
        }
    }
}

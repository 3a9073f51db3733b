//! Advice for Widget's Workshop (see the page, "Playing well"): tempo first, and each bay aims at one triple of traits.

use super::Widgets;
use super::parts::{PARTS, TRIPLES, TYPES, triple_of, type_of};
use super::score::Worth;
use super::state::{BAYS, Phase};
use super::table::Move;
use crate::View;
use crate::game::Action;
use crate::games::advice::Greedy;
use crate::rng::Rng;
use arrayvec::ArrayVec;

/// The cards of a bay, by type.
type Bay = [Option<u8>; TYPES];

impl Greedy for Widgets {
    fn advise(view: &View<'_, Self>, legal: &[Action], _rng: &mut Rng) -> Action {
        let Some(player) = view.viewer() else { return legal[0] };
        match view.phase() {
            Phase::Pull => Workshop::new(view, player).pull(view, legal),
            Phase::Second => most_visible(view, legal),
            Phase::Keep => Workshop::new(view, player).keep(view, legal),
            Phase::Resolve => Workshop::new(view, player).place(view, legal),
            _ => legal[0],
        }
    }
}

/// Among pulls the one of the part with the most visible cells, in doubt the first.
fn most_visible(view: &View<'_, Widgets>, pulls: &[Action]) -> Action {
    let mut best = (-1, pulls[0]);
    for &action in pulls {
        if let Move::Pull(part, _) = view.typed(action) {
            let visible = i32::from(view.visible(part));
            if visible > best.0 {
                best = (visible, action);
            }
        }
    }
    best.1
}

/// What it costs to need a card: 0 it can be pulled now, 1 nobody has seen it, 4 it is elsewhere. By triple.
type Costs = [i16; TRIPLES];

/// A player's bays, and how easily their gaps are filled.
struct Workshop {
    worth: Worth,
    bays: [Plan; BAYS],
    /// What each bay promises now.
    values: [i32; BAYS],
    /// How many bays will still become constructs.
    left: usize,
    /// Turns after this one, many before the trigger.
    turns: usize,
    /// By type.
    costs: [Costs; TYPES],
}

/// A bay as the advice sees it.
#[derive(Clone, Copy)]
struct Plan {
    cards: Bay,
    filled: u8,
    /// How often each value of each trait occurs: elements, archetypes, makeups.
    counts: [u8; 8],
    /// What the missing cards of each triple cost.
    missing: Costs,
}

impl Plan {
    fn new(cards: Bay, costs: &[Costs; TYPES]) -> Self {
        let mut plan = Self { cards: [None; TYPES], filled: 0, counts: [0; 8], missing: [0; TRIPLES] };
        for costs in costs {
            plan.missing.iter_mut().zip(costs).for_each(|(all, cost)| *all = all.wrapping_add(*cost));
        }
        cards.into_iter().flatten().for_each(|card| plan.put(card, costs));
        plan
    }

    /// Puts a card at its place, in place of what lies there.
    fn put(&mut self, card: u8, costs: &[Costs; TYPES]) {
        let place = type_of(card);
        if let Some(old) = self.cards[place].replace(card) {
            traits(old).into_iter().for_each(|value| self.counts[value] -= 1);
        } else {
            self.filled += 1;
            self.missing.iter_mut().zip(&costs[place]).for_each(|(all, cost)| *all = all.wrapping_sub(*cost));
        }
        traits(card).into_iter().for_each(|value| self.counts[value] += 1);
    }

    /// The best triple to aim at: the points it may still give, less what its missing cards cost.
    fn best_triple(&self, worth: &Worth) -> i32 {
        let of_value = |agree: u8| i16::from(worth.of_agreeing(TYPES as u8 + agree - self.filled));
        let [e0, e1, e2, e3, a0, a1, m0, m1] = self.counts.map(of_value);
        let others = [a0 + m0, a0 + m1, a1 + m0, a1 + m1];
        let elements = [e0, e1, e2, e3];
        let mut best = i16::MIN;
        for (t, missing) in self.missing.iter().enumerate() {
            best = best.max(elements[t / 4].wrapping_add(others[t % 4]).wrapping_sub(*missing));
        }
        i32::from(best)
    }
}

/// Where the traits of a card are counted.
fn traits(card: u8) -> [usize; 3] {
    let triple = triple_of(card);
    [triple / 4, 4 + triple / 2 % 2, 6 + triple % 2]
}

impl Workshop {
    fn new(view: &View<'_, Widgets>, player: usize) -> Self {
        let mut costs = [[4; TRIPLES]; TYPES];
        view.unseen().iter().for_each(|card| costs[type_of(card)][triple_of(card)] = 1);
        for part in (view.face_up() & view.free_parts()).iter() {
            if let Some(card) = view.card(part) {
                costs[type_of(card)][triple_of(card)] = 0;
            }
        }
        let mut workshop = Self {
            worth: *view.worth(),
            bays: std::array::from_fn(|bay| Plan::new(view.bay(player, bay), &costs)),
            values: [0; BAYS],
            left: view.constructs_left(player),
            turns: view.final_turns(player).map_or(usize::MAX, |turns| usize::from(turns.saturating_sub(1))),
            costs,
        };
        workshop.values = workshop.bays.map(|bay| workshop.bay_value(&bay));
        workshop
    }

    /// What a bay promises, in hundredths.
    fn bay_value(&self, bay: &Plan) -> i32 {
        let filled = i32::from(bay.filled);
        if filled == 0 {
            return 0;
        }
        if filled == TYPES as i32 {
            let points = self.worth.points(bay.cards.map(Option::unwrap_or_default));
            return (i32::from(points) + 8) * 100;
        }
        if self.turns < TYPES - usize::from(bay.filled) {
            return 0;
        }
        bay.best_triple(&self.worth).max(0) * (20 + 16 * filled) + 100 * filled
    }

    /// The sum of as many of the best bays as constructs are left.
    fn total(&self, values: [i32; BAYS]) -> i32 {
        let [a, b, c] = values;
        match self.left {
            0 => 0,
            1 => a.max(b).max(c),
            2 => a + b + c - a.min(b).min(c),
            _ => a + b + c,
        }
    }

    /// What a card adds in a bay; a little less if it replaces one.
    fn gain(&self, card: u8, bay: usize) -> i32 {
        let mut plan = self.bays[bay];
        plan.put(card, &self.costs);
        let mut values = self.values;
        values[bay] = self.bay_value(&plan);
        let replaces = plan.filled == self.bays[bay].filled;
        self.total(values) - self.total(self.values) - i32::from(replaces)
    }

    /// The most that a card adds; 0 if it is best dropped.
    fn value(&self, card: u8) -> i32 {
        (0..BAYS).map(|bay| self.gain(card, bay)).max().unwrap_or(0).max(0)
    }

    /// The best face-up part, or two face-down ones if these promise more.
    fn pull(&self, view: &View<'_, Widgets>, legal: &[Action]) -> Action {
        let up = view.face_up();
        let mut best: Option<(i32, u8, Action)> = None;
        let mut down: Option<(u8, Action)> = None;
        let mut last = None;
        let mut value = 0;
        for &action in legal {
            match view.typed(action) {
                Move::Pull(part, _) | Move::PullCard(part) if up.has(part) => {
                    let Some(card) = view.card(part) else { continue };
                    if last != Some(part) {
                        (last, value) = (Some(part), self.value(card));
                    }
                    let visible = view.visible(part);
                    if best.is_none_or(|(v, seen, _)| (value, visible) > (v, seen)) {
                        best = Some((value, visible, action));
                    }
                }
                Move::Pull(part, _) => {
                    let visible = view.visible(part);
                    if down.is_none_or(|(seen, _)| visible > seen) {
                        down = Some((visible, action));
                    }
                }
                _ => down = Some((0, action)),
            }
        }
        match (best, down) {
            (Some((value, _, action)), Some((_, other))) => {
                if self.is_worth_a_blind_pull(view, value) {
                    other
                } else {
                    action
                }
            }
            (Some((_, _, action)), None) | (None, Some((_, action))) => action,
            (None, None) => most_visible(view, legal),
        }
    }

    /// Whether face-down parts promise more than `value`: the mean of the better of two unseen cards.
    fn is_worth_a_blind_pull(&self, view: &View<'_, Widgets>, value: i32) -> bool {
        let unseen = view.unseen();
        let mut values: ArrayVec<i64, PARTS> = unseen.iter().map(|card| i64::from(self.value(card))).collect();
        let n = values.len() as i64;
        if n == 0 {
            return false;
        }
        if n == 1 || view.face_down_parts() == 1 {
            return values.iter().sum::<i64>() > i64::from(value) * n;
        }
        values.sort_unstable();
        let better: i64 = (0..).zip(&values).map(|(i, v)| v * 2 * i).sum();
        better > i64::from(value) * n * (n - 1)
    }

    /// The part of larger value, in doubt the first.
    fn keep(&self, view: &View<'_, Widgets>, legal: &[Action]) -> Action {
        let value = |index| view.hand(index).and_then(|part| view.card(part)).map_or(0, |card| self.value(card));
        legal[usize::from(value(1) > value(0))]
    }

    /// The bay of the largest gain, in doubt the first; back on the pile if the part is of no use.
    fn place(&self, view: &View<'_, Widgets>, legal: &[Action]) -> Action {
        let card = view.hand(0).and_then(|part| view.card(part)).unwrap_or_default();
        let mut best = (0, legal[legal.len() - 1]);
        for &action in legal {
            if let Move::Place(bay) = view.typed(action) {
                let gain = self.gain(card, usize::from(bay));
                if gain > best.0 {
                    best = (gain, action);
                }
            }
        }
        best.1
    }
}

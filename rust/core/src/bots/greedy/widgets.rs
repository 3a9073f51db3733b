//! Advice for Widget's Workshop (see the page, "Playing well"): tempo first, and each bay aims at one triple of traits.

use super::Greedy;
use crate::View;
use crate::game::Action;
use crate::games::widgets::{BAYS, Move, PARTS, Phase, TRIPLES, TYPES, Widgets, Worth, triple_of, type_of};
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

/// A player's bays, and how easily their gaps are filled.
struct Workshop {
    worth: Worth,
    bays: [Bay; BAYS],
    /// What each bay promises now.
    values: [i32; BAYS],
    /// How many bays will still become constructs.
    left: usize,
    /// Turns after this one, many before the trigger.
    turns: usize,
    /// What it costs to need a card: 0 it can be pulled now, 1 nobody has seen it, 4 it is elsewhere.
    costs: [i32; PARTS],
}

impl Workshop {
    fn new(view: &View<'_, Widgets>, player: usize) -> Self {
        let mut costs = [4; PARTS];
        view.unseen().iter().for_each(|card| costs[usize::from(card)] = 1);
        for part in (view.face_up() & view.free_parts()).iter() {
            if let Some(card) = view.card(part) {
                costs[usize::from(card)] = 0;
            }
        }
        let mut workshop = Self {
            worth: *view.worth(),
            bays: std::array::from_fn(|bay| view.bay(player, bay)),
            values: [0; BAYS],
            left: view.constructs_left(player),
            turns: view.final_turns(player).map_or(usize::MAX, |turns| usize::from(turns.saturating_sub(1))),
            costs,
        };
        workshop.values = workshop.bays.map(|bay| workshop.bay_value(&bay));
        workshop
    }

    /// What a bay promises, in hundredths.
    fn bay_value(&self, bay: &Bay) -> i32 {
        let cards = || bay.iter().flatten().copied();
        let filled = cards().count();
        if filled == 0 {
            return 0;
        }
        if filled == TYPES {
            let points = self.worth.points(bay.map(Option::unwrap_or_default));
            return (i32::from(points) + 8) * 100;
        }
        if self.turns < TYPES - filled {
            return 0;
        }
        let filled = filled as i32;
        self.best_triple(bay).max(0) * (20 + 16 * filled) + 100 * filled
    }

    /// The best triple to aim at: the points it may still give, less what its missing cards cost.
    fn best_triple(&self, bay: &Bay) -> i32 {
        let mut counts = [0_u8; 8];
        let mut filled = 0;
        for triple in bay.iter().flatten().map(|card| triple_of(*card)) {
            filled += 1;
            counts[triple / 4] += 1;
            counts[4 + triple / 2 % 2] += 1;
            counts[6 + triple % 2] += 1;
        }
        let points = counts.map(|agree| i32::from(self.worth.of_agreeing(TYPES as u8 + agree - filled)));
        let mut ratings: [i32; TRIPLES] =
            std::array::from_fn(|t| points[t / 4] + points[4 + t / 2 % 2] + points[6 + t % 2]);
        for (place, _) in bay.iter().enumerate().filter(|(_, card)| card.is_none()) {
            let costs = &self.costs[place * TRIPLES..(place + 1) * TRIPLES];
            ratings.iter_mut().zip(costs).for_each(|(rating, cost)| *rating -= cost);
        }
        ratings.into_iter().max().unwrap_or(0)
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
        let place = type_of(card);
        let mut filled = self.bays[bay];
        let replaced = filled[place].replace(card).is_some();
        let mut values = self.values;
        values[bay] = self.bay_value(&filled);
        self.total(values) - self.total(self.values) - i32::from(replaced)
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

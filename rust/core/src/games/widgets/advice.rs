//! Advice for Widget's Workshop (see the page, "Playing well"): tempo first, and each bay aims at one triple of traits.

use super::Widgets;
use super::parts::{Deck, MOST_BAYS, MOST_ELEMENTS, MOST_PARTS, MOST_TRAITS, MOST_TYPES, MOST_VALUES};
use super::score::Worth;
use super::state::Phase;
use super::table::Move;
use crate::View;
use crate::game::Action;
use crate::games::advice::{Greedy, Method, Rollout, Searching};
use crate::rng::Rng;
use arrayvec::ArrayVec;

/// The cards of a bay, by type.
type Bay = [Option<u8>; MOST_TYPES];

impl Greedy for Widgets {
    fn advise(view: &View<'_, Self>, legal: &[Action], _rng: &mut Rng) -> Action {
        let [_, archetypes, makeups] = view.deck().values;
        if archetypes * makeups <= FEW { advise::<FEW>(view, legal) } else { advise::<MANY>(view, legal) }
    }

    fn searching(&self) -> Searching {
        let turns = if self.options.two_sets { 12 } else { 8 };
        let method = Method::Flat;
        let rollout = Rollout::Greedy;
        // There are many actions, few simulations for each, and the best of many that are no better looks better.
        Searching { method, rollout, epsilon: 0.0, turns, scale: 8.0, bonus: 0.5, ..Searching::default() }
    }
}

/// Pairs of an archetype and a makeup: as many as in the shipped file, and the most.
const FEW: usize = 4;
const MANY: usize = MOST_VALUES * MOST_VALUES;

fn advise<const N: usize>(view: &View<'_, Widgets>, legal: &[Action]) -> Action {
    let Some(player) = view.viewer() else { return legal[0] };
    let workshop = || Workshop::<N>::new(view, player);
    match view.phase() {
        Phase::Pull => workshop().pull(view, legal),
        Phase::Second => most_visible(view, legal),
        Phase::Keep => workshop().keep(view, legal),
        Phase::Resolve => workshop().place(view, legal),
        _ => legal[0],
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

/// What it costs to need a card: nothing if it can be pulled now, [`UNSEEN`] units if nobody has seen it, [`ELSEWHERE`]
/// units if it is elsewhere. By element, and by archetype and makeup.
type Costs<const N: usize> = [[i16; N]; MOST_ELEMENTS];

const UNSEEN: i16 = 1;
const ELSEWHERE: i16 = 4;
/// Less than any pair of an archetype and a makeup promises: there is no such pair.
const NO_PAIR: i16 = -10_000;

/// Where a triple of traits has its costs.
#[inline]
fn cost_of<'a, const N: usize>(costs: &'a mut [Costs<N>; MOST_TYPES], deck: &Deck, card: u8) -> &'a mut i16 {
    let [element, archetype, makeup] = deck.traits_of(card);
    &mut costs[deck.type_of(card)][element][archetype * deck.values[2] + makeup]
}

/// A player's bays, and how easily their gaps are filled.
struct Workshop<'a, const N: usize> {
    deck: &'a Deck,
    worth: &'a Worth,
    /// The weight of all that is not points: as many as a trait of a whole construct that agrees gives.
    unit: i32,
    /// Points that a trait may still give, tenfold, by the number of parts that miss it.
    hopes: [i16; MOST_TYPES],
    /// As many as the game has.
    bays: ArrayVec<Plan<N>, MOST_BAYS>,
    /// What each bay promises now.
    values: [i32; MOST_BAYS],
    /// And what the best of them come to.
    promised: i32,
    /// How many bays will still become constructs.
    left: usize,
    /// Turns after this one, many before the trigger.
    turns: usize,
    /// By type.
    costs: [Costs<N>; MOST_TYPES],
}

/// A bay as the advice sees it.
#[derive(Clone, Copy)]
struct Plan<const N: usize> {
    cards: Bay,
    filled: u8,
    /// How often each value of each trait occurs: elements, archetypes, makeups.
    counts: [u8; MOST_TRAITS],
    /// What the missing cards of each triple cost.
    missing: Costs<N>,
}

impl<const N: usize> Plan<N> {
    fn new(cards: Bay, deck: &Deck, costs: &[Costs<N>; MOST_TYPES]) -> Self {
        let mut plan =
            Self { cards: [None; MOST_TYPES], filled: 0, counts: [0; MOST_TRAITS], missing: [[0; N]; MOST_ELEMENTS] };
        for costs in &costs[..deck.types] {
            let all = plan.missing.as_flattened_mut().iter_mut();
            all.zip(costs.as_flattened()).for_each(|(all, cost)| *all = all.wrapping_add(*cost));
        }
        cards.into_iter().flatten().for_each(|card| plan.put(card, deck, costs));
        plan
    }

    /// Puts a card at its place, in place of what lies there.
    fn put(&mut self, card: u8, deck: &Deck, costs: &[Costs<N>; MOST_TYPES]) {
        let place = deck.type_of(card);
        if let Some(old) = self.cards[place].replace(card) {
            deck.places_of(old).into_iter().for_each(|value| self.counts[value] -= 1);
        } else {
            self.filled += 1;
            let all = self.missing.as_flattened_mut().iter_mut();
            all.zip(costs[place].as_flattened()).for_each(|(all, cost)| *all = all.wrapping_sub(*cost));
        }
        deck.places_of(card).into_iter().for_each(|value| self.counts[value] += 1);
    }

    /// The best triple to aim at: the points it may still give, less what its missing cards cost.
    fn best_triple(&self, deck: &Deck, hopes: &[i16; MOST_TYPES]) -> i32 {
        let hope = |agree: u8| hopes[usize::from(self.filled - agree)];
        let [elements, archetypes, makeups] = deck.values;
        let (elements, others) = self.counts.split_at(elements);
        let (archetypes, makeups) = others[..archetypes + makeups].split_at(archetypes);
        let mut pairs = [NO_PAIR; N];
        for (pairs, archetype) in pairs.chunks_exact_mut(makeups.len()).zip(archetypes) {
            for (pair, makeup) in pairs.iter_mut().zip(makeups) {
                *pair = hope(*archetype) + hope(*makeup);
            }
        }
        let mut best = i16::MIN;
        for (element, missing) in elements.iter().zip(&self.missing) {
            let mut best_pair = i16::MIN;
            for (pair, missing) in pairs.iter().zip(missing) {
                best_pair = best_pair.max(pair.wrapping_sub(*missing));
            }
            best = best.max(hope(*element) + best_pair);
        }
        i32::from(best)
    }
}

impl<'a, const N: usize> Workshop<'a, N> {
    fn new(view: &'a View<'a, Widgets>, player: usize) -> Self {
        let (deck, worth) = (view.deck(), view.worth());
        let hopes = hopes(deck.types, worth);
        let unit = i16::from(worth.of_agreeing(deck.types as u8)).max(1);
        let mut costs = [[[ELSEWHERE * unit; N]; MOST_ELEMENTS]; MOST_TYPES];
        view.unseen().iter().for_each(|card| *cost_of(&mut costs, deck, card) = UNSEEN * unit);
        for part in (view.face_up() & view.free_parts()).iter() {
            if let Some(card) = view.card(part) {
                *cost_of(&mut costs, deck, card) = 0;
            }
        }
        let mut workshop = Self {
            deck,
            worth,
            unit: unit.into(),
            hopes,
            bays: (0..view.counts().bays).map(|bay| Plan::new(view.bay(player, bay), deck, &costs)).collect(),
            values: [0; MOST_BAYS],
            promised: 0,
            left: view.constructs_left(player),
            turns: view.final_turns(player).map_or(usize::MAX, |turns| usize::from(turns.saturating_sub(1))),
            costs,
        };
        for bay in 0..workshop.bays.len() {
            workshop.values[bay] = workshop.bay_value(&workshop.bays[bay]);
        }
        workshop.promised = workshop.total(workshop.values);
        workshop
    }

    /// What a bay promises.
    fn bay_value(&self, bay: &Plan<N>) -> i32 {
        let (filled, types) = (i32::from(bay.filled), self.deck.types as i32);
        if filled == 0 {
            return 0;
        }
        if filled == types {
            let points = self.worth.points(bay.cards.into_iter().flatten());
            return (10 * i32::from(points) + 8 * self.unit) * 100 * types;
        }
        if self.turns < self.deck.types - usize::from(bay.filled) {
            return 0;
        }
        let best = bay.best_triple(self.deck, &self.hopes).max(0);
        best * (20 * types + 80 * filled) + 100 * self.unit * types * filled
    }

    /// The sum of as many of the best bays as constructs are left.
    fn total(&self, mut values: [i32; MOST_BAYS]) -> i32 {
        let values = &mut values[..self.bays.len()];
        if self.left < values.len() {
            values.sort_unstable_by(|a, b| b.cmp(a));
        }
        values.iter().take(self.left).sum()
    }

    /// What a card adds in a bay; a little less if it replaces one.
    fn gain(&self, card: u8, bay: usize) -> i32 {
        let mut plan = self.bays[bay];
        plan.put(card, self.deck, &self.costs);
        let mut values = self.values;
        values[bay] = self.bay_value(&plan);
        let replaces = plan.filled == self.bays[bay].filled;
        let less = if replaces { self.unit * self.deck.types as i32 } else { 0 };
        self.total(values) - self.promised - less
    }

    /// The most that a card adds; 0 if it is best dropped.
    fn value(&self, card: u8) -> i32 {
        (0..self.bays.len()).map(|bay| self.gain(card, bay)).max().unwrap_or(0).max(0)
    }

    /// The best face-up part, or face-down ones if these promise more.
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

    /// Whether face-down parts promise more than `value`: the mean of the best of as many unseen cards as would be
    /// pulled.
    fn is_worth_a_blind_pull(&self, view: &View<'_, Widgets>, value: i32) -> bool {
        let unseen = view.unseen();
        let mut values: ArrayVec<i64, MOST_PARTS> = unseen.iter().map(|card| i64::from(self.value(card))).collect();
        let pulled = view.counts().hand.min(view.face_down_parts()).min(values.len());
        if pulled == 0 {
            return false;
        }
        values.sort_unstable();
        let best: i64 = (0..).zip(&values).map(|(lower, v)| v * choices(lower, pulled - 1)).sum();
        best > i64::from(value) * choices(values.len(), pulled)
    }

    /// The part of the largest value, in doubt the first.
    fn keep(&self, view: &View<'_, Widgets>, legal: &[Action]) -> Action {
        let value = |index| view.hand(index).and_then(|part| view.card(part)).map_or(0, |card| self.value(card));
        let mut best = (value(0), legal[0]);
        for (index, &action) in legal.iter().enumerate().skip(1) {
            let value = value(index);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
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

/// By the number of a bay's parts that miss a value of a trait: ten times the points that the others give at least, if
/// the missing cards agree.
fn hopes(types: usize, worth: &Worth) -> [i16; MOST_TYPES] {
    let mut hopes = [0; MOST_TYPES];
    let mut least = u8::MAX;
    for (missing, hope) in hopes[..types].iter_mut().enumerate() {
        least = least.min(worth.of_agreeing((types - missing) as u8));
        *hope = 10 * i16::from(least);
    }
    hopes
}

/// In how many ways some of `n` things can be chosen.
fn choices(n: usize, some: usize) -> i64 {
    (0..some).fold(1, |ways, i| ways * (n as i64 - i as i64) / (i as i64 + 1))
}

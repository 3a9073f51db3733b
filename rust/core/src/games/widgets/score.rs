//! Points and places (R19, R21, R28, R29).

use super::Widgets;
use super::data::Scoring;
use super::parts::{NONE, TRIPLES, TYPES, triple_of};
use super::state::State;
use crate::game::{PerPlayer, RankKey};

/// What constructs are worth.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// Points for a trait by the number of parts that agree in it.
    agreeing: [u8; TYPES + 1],
}

/// Four bits count each value of a trait: elements, archetypes, makeups. By triple.
const COUNTED: [u32; TRIPLES] = {
    let mut counted = [0; TRIPLES];
    let mut triple = 0;
    while triple < TRIPLES {
        counted[triple] = 1 << (4 * (triple / 4)) | 1 << (16 + 4 * (triple / 2 % 2)) | 1 << (24 + 4 * (triple % 2));
        triple += 1;
    }
    counted
};

/// How often each value of each trait occurs among cards: four elements, two archetypes, two makeups.
#[inline]
pub(super) fn counts(cards: impl Iterator<Item = u8>) -> [u8; 8] {
    let all: u32 = cards.map(|card| COUNTED[triple_of(card)]).sum();
    std::array::from_fn(|i| (all >> (4 * i) & 15) as u8)
}

impl Worth {
    pub(super) fn new(scoring: &Scoring) -> Self {
        Self { agreeing: [0, 0, 0, 0, scoring.four as u8, scoring.five as u8] }
    }

    /// R19: the points for a trait in which so many parts agree.
    #[inline]
    pub fn of_agreeing(&self, parts: u8) -> u8 {
        self.agreeing[usize::from(parts)]
    }

    /// R19: the points of a construct of these cards.
    #[inline]
    pub fn points(&self, cards: [u8; TYPES]) -> u8 {
        let c = counts(cards.into_iter());
        let element = c[0].max(c[1]).max(c[2]).max(c[3]);
        self.of_agreeing(element) + self.of_agreeing(c[4].max(c[5])) + self.of_agreeing(c[6].max(c[7]))
    }
}

impl Widgets {
    /// R32: the name of a construct of these cards.
    pub fn construct_name(&self, cards: [u8; TYPES]) -> String {
        cards.iter().map(|card| self.data.fragments[usize::from(*card)].as_str()).collect()
    }

    /// The points of a player's constructs, in the order of completion.
    pub(super) fn construct_points<'a>(&'a self, s: &'a State, player: usize) -> impl Iterator<Item = u8> + 'a {
        s.constructs(player).iter().map(|places| self.worth.points(s.cards_of(*places)))
    }

    /// R28.
    pub(super) fn score(&self, s: &State, player: usize) -> i32 {
        let bonus = if s.trigger != NONE && usize::from(s.trigger) == player { self.bonus } else { 0 };
        self.construct_points(s, player).map(i32::from).sum::<i32>() + i32::from(bonus)
    }

    /// R28, R29: the score, then the best construct, the second best, and so on.
    pub(super) fn rank_key(&self, s: &State, player: usize) -> RankKey {
        let mut key = [0; 8];
        for (place, points) in key[1..].iter_mut().zip(self.construct_points(s, player)) {
            *place = i32::from(points);
        }
        key[1..].sort_unstable_by(|a, b| b.cmp(a));
        key[0] = self.score(s, player);
        key
    }

    pub(super) fn all_scores(&self, s: &State) -> PerPlayer<i32> {
        (0..self.players()).map(|player| self.score(s, player)).collect()
    }

    pub(super) fn all_rank_keys(&self, s: &State) -> PerPlayer<RankKey> {
        (0..self.players()).map(|player| self.rank_key(s, player)).collect()
    }
}

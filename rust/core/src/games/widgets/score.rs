//! Points, places and names of constructs (R19, R21, R28, R29, R32).

use super::Widgets;
use super::data::Scoring;
use super::parts::{Deck, MOST_CONSTRUCTS, MOST_PARTS, MOST_TRAITS, MOST_TYPES, NONE};
use super::state::State;
use crate::game::{Kernel, Named, PerPlayer, RankKey, ScorePart};
use arrayvec::ArrayVec;

/// What constructs are worth.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Points for a trait by the number of parts that agree in it.
    agreeing: [u8; MOST_TYPES + 1],
    /// How many elements, archetypes and makeups there are.
    values: [usize; 3],
    /// By card: a one for each of its traits, where four bits count each element, archetype and makeup.
    counted: [u64; MOST_PARTS],
}

const _: () = assert!(MOST_TYPES < 16 && 4 * MOST_TRAITS <= 64, "four bits count each trait");

impl Worth {
    pub(super) fn new(scoring: &Scoring, deck: &Deck) -> Self {
        let mut agreeing = [0; MOST_TYPES + 1];
        agreeing[1..].iter_mut().zip(&scoring.points).for_each(|(own, points)| *own = *points);
        let mut counted = [0; MOST_PARTS];
        for card in deck.numbers() {
            counted[usize::from(card)] = deck.places_of(card).into_iter().fold(0, |all, place| all | 1 << (4 * place));
        }
        Self { agreeing, values: deck.values, counted }
    }

    /// R19: the points for a trait in which so many parts agree.
    #[inline]
    pub fn of_agreeing(&self, parts: u8) -> u8 {
        self.agreeing[usize::from(parts)]
    }

    /// R19, R36: the points of a construct of these cards: of each trait those of the largest group that agrees.
    #[inline]
    pub fn points(&self, cards: impl IntoIterator<Item = u8>) -> u8 {
        let mut all: u64 = cards.into_iter().map(|card| self.counted[usize::from(card)]).sum();
        let mut points = 0;
        for values in self.values {
            let mut largest = 0;
            for _ in 0..values {
                largest = largest.max(all & 15);
                all >>= 4;
            }
            points += self.of_agreeing(largest as u8);
        }
        points
    }
}

impl Widgets {
    /// R32: the name of a construct of these cards.
    pub fn construct_name(&self, cards: impl IntoIterator<Item = u8>) -> String {
        cards.into_iter().map(|card| self.data.fragments[usize::from(card)].as_str()).collect()
    }
}

/// The points of a player's constructs, in the order of completion.
pub(super) fn construct_points<'a>(game: &'a Widgets, s: &'a State, player: usize) -> impl Iterator<Item = u8> + 'a {
    s.constructs(player).iter().map(|places| game.worth.points(s.cards_of(*places)))
}

/// R28.
pub(super) fn score(game: &Widgets, s: &State, player: usize) -> i32 {
    let bonus = if s.trigger != NONE && usize::from(s.trigger) == player { game.bonus } else { 0 };
    construct_points(game, s, player).map(i32::from).sum::<i32>() + i32::from(bonus)
}

/// R28, R29: the score, then the best construct, the second best, and so on.
fn rank_key(game: &Widgets, s: &State, player: usize) -> RankKey {
    let mut key = [0; 8];
    for (place, points) in key[1..].iter_mut().zip(construct_points(game, s, player)) {
        *place = i32::from(points);
    }
    key[1..].sort_unstable_by(|a, b| b.cmp(a));
    key[0] = score(game, s, player);
    key
}

/// The points on the table now.
pub(super) fn scores(game: &Widgets, s: &State) -> PerPlayer<i32> {
    (0..game.players()).map(|player| score(game, s, player)).collect()
}

/// R28: each construct, and the bonus.
pub(super) fn score_parts(game: &Widgets, s: &State) -> PerPlayer<Vec<ScorePart>> {
    let parts = |player: usize| {
        let points = construct_points(game, s, player);
        let named = s.constructs(player).iter().zip(points).map(|(places, points)| {
            let label = format!("construct {}", game.construct_name(s.cards_of(*places)));
            ScorePart::new(label, "R19", points.into())
        });
        let bonus = (usize::from(s.trigger) == player).then(|| ScorePart::new("bonus", "R21", game.bonus.into()));
        named.chain(bonus).collect()
    };
    (0..game.players()).map(parts).collect()
}

/// The entries of a rank key; there are as many as constructs can be, and one more.
pub(super) const RANK_NAMES: &[Named; MOST_CONSTRUCTS + 1] = &[
    ("score", "R28"),
    ("best construct", "R29"),
    ("second best construct", "R29"),
    ("third best construct", "R29"),
    ("fourth best construct", "R29"),
    ("fifth best construct", "R29"),
    ("sixth best construct", "R29"),
];

/// What the players are ranked by.
pub(super) fn rank_keys(game: &Widgets, s: &State) -> PerPlayer<RankKey> {
    (0..game.players()).map(|player| rank_key(game, s, player)).collect()
}

/// The scoring kernels.
pub(super) fn kernels() -> Vec<Kernel<Widgets>> {
    vec![Kernel {
        name: "construct_points",
        summary: "what a construct of one card of each type is worth (R19)",
        columns: |game| game.data.types.clone(),
        score: |game, row| {
            let card_of = |kind: usize, number: i32| {
                u8::try_from(number)
                    .ok()
                    .filter(|card| usize::from(*card) < game.deck.parts && game.deck.type_of(*card) == kind)
            };
            let cards: Option<ArrayVec<u8, MOST_TYPES>> =
                row.iter().enumerate().map(|(kind, number)| card_of(kind, *number)).collect();
            Some(game.worth.points(cards?).into())
        },
    }]
}

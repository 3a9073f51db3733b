//! Points, places and names of constructs (R19, R21, R28, R29, R32).

use super::Widgets;
use super::data::Scoring;
use super::parts::{NONE, TRIPLES, TYPES, triple_of};
use super::state::State;
use crate::game::{Kernel, Named, PerPlayer, RankKey, ScorePart};

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

/// The entries of a rank key.
pub(super) const RANK_NAMES: &[Named] = &[
    ("score", "R28"),
    ("best construct", "R29"),
    ("second best construct", "R29"),
    ("third best construct", "R29"),
    ("fourth best construct", "R29"),
    ("fifth best construct", "R29"),
];

/// What the players are ranked by.
pub(super) fn rank_keys(game: &Widgets, s: &State) -> PerPlayer<RankKey> {
    (0..game.players()).map(|player| rank_key(game, s, player)).collect()
}

/// The scoring kernels.
pub(super) fn kernels() -> Vec<Kernel<Widgets>> {
    vec![Kernel {
        name: "construct_points",
        summary: "what a construct of five cards, one of each type, is worth (R19)",
        columns: |_| ["torso", "left arm", "right arm", "left leg", "right leg"].map(str::to_owned).to_vec(),
        score: |game, row| {
            let mut cards = [0; TYPES];
            for (t, (card, number)) in cards.iter_mut().zip(row).enumerate() {
                *card = u8::try_from(*number).ok().filter(|card| usize::from(*card) / TRIPLES == t)?;
            }
            Some(i32::from(game.worth.points(cards)))
        },
    }]
}

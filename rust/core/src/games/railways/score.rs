//! Scores, and what ties are broken by.

use super::Railways;
use super::data::{MOST_CUBES, MOST_GOODS, PLAYERS, Sets};
use super::state::{Phase, State};
use crate::bits::places;
use crate::game::{Named, PerPlayer, RankKey, ScorePart};

/// What the links of each player that touch a city are worth together (R40).
#[inline]
pub(super) fn control(s: &State, city: u8) -> [u16; PLAYERS] {
    let mut sums = [0; PLAYERS];
    for touching in places(s.network.touching(city)) {
        let link = s.network.link(touching);
        sums[usize::from(link.owner)] += u16::from(link.value);
    }
    sums
}

/// What the cities on the table pay each player at the end (R40).
pub(super) fn city_points(game: &Railways, s: &State) -> [u16; PLAYERS] {
    let mut points = [0; PLAYERS];
    for city in places(s.network.built) {
        let sums = control(s, city);
        let best = sums.iter().copied().max().unwrap_or(0);
        for (player, _) in sums.iter().enumerate().filter(|(_, sum)| **sum == best) {
            points[player] += u16::from(game.value(city));
        }
    }
    points
}

/// What sets of delivered cubes score, worked out when a game is loaded (R42, R53).
pub(super) struct CubeBonus {
    goods: usize,
    different: u8,
    different_points: u16,
    /// The best that so many cubes alike are worth.
    alike: [u16; MOST_CUBES + 1],
}

impl CubeBonus {
    pub(super) fn new(sets: &Sets, goods: usize) -> Self {
        let mut alike = [0; MOST_CUBES + 1];
        for cubes in 1..alike.len() {
            let with = |(size, points): &(u8, u16)| Some(alike[cubes.checked_sub(usize::from(*size))?] + points);
            alike[cubes] = sets.alike.iter().filter_map(with).fold(alike[cubes - 1], u16::max);
        }
        Self { goods, different: sets.different, different_points: sets.different_points, alike }
    }

    /// The best split of some cubes into sets of different ones and sets of one colour.
    #[inline]
    pub(super) fn of(&self, cubes: [u8; MOST_GOODS]) -> u16 {
        let cubes = &cubes[..self.goods];
        if usize::from(self.different) < self.goods {
            return self.of_some_goods(cubes);
        }
        let sets = cubes.iter().copied().min().unwrap_or(0);
        let left = |sets: u8| cubes.iter().map(|count| self.alike[usize::from(count - sets)]).sum::<u16>();
        (0..=sets).map(|sets| self.different_points * u16::from(sets) + left(sets)).max().unwrap_or(0)
    }

    /// Where a set of different cubes does not take a cube of each good: so many sets can be made as soon as each good
    /// gives at most one cube to each.
    fn of_some_goods(&self, cubes: &[u8]) -> u16 {
        let mut most = 0;
        for sets in 0..=MOST_CUBES as u8 / self.different {
            let wanted = usize::from(sets) * usize::from(self.different);
            let given = |count: &u8| usize::from(sets.min(*count));
            if cubes.iter().map(given).sum::<usize>() < wanted {
                break;
            }
            most = most.max(self.different_points * u16::from(sets) + self.left_of(cubes, sets, wanted));
        }
        most
    }

    /// The best that is left alike when the goods give `wanted` cubes, each `sets` at most, of which there are enough.
    fn left_of(&self, cubes: &[u8], sets: u8, wanted: usize) -> u16 {
        // The best of the goods so far, by the cubes that they give; None if they cannot give so many.
        let mut best = [None; MOST_CUBES + 1];
        best[0] = Some(0);
        for count in cubes {
            for given in (0..=wanted).rev() {
                let with = |own: u8| {
                    let others: Option<u16> = best[given.checked_sub(usize::from(own))?];
                    Some(others? + self.alike[usize::from(count - own)])
                };
                best[given] = (0..=sets.min(*count)).filter_map(with).max();
            }
        }
        best[wanted].unwrap_or(0)
    }
}

/// The points on the table: the score track, at the end with R40 to R42.
pub(super) fn scores(game: &Railways, s: &State) -> PerPlayer<i32> {
    let over = s.phase == Phase::Over;
    let cities = if over { city_points(game, s) } else { [0; PLAYERS] };
    let last =
        |p: usize| if over { cities[p] + engine_points(game, s, p) + game.cube_bonus(s.delivered[p]) } else { 0 };
    (0..game.players()).map(|p| i32::from(s.points[p]) + i32::from(last(p))).collect()
}

/// What the engines that a player has played pay at the end (R41).
fn engine_points(game: &Railways, s: &State, player: usize) -> u16 {
    game.data.scoring.engine * u16::from(s.engines[player])
}

/// What the links of a player scored when they were built (R20).
fn link_points(s: &State, player: usize) -> i32 {
    places(s.network.owned[player]).map(|city| i32::from(s.network.link(city).value)).sum()
}

/// The score track, and what the end adds to it.
pub(super) fn score_parts(game: &Railways, s: &State) -> PerPlayer<Vec<ScorePart>> {
    let cities = city_points(game, s);
    let parts = |p: usize| {
        let track = i32::from(s.points[p]);
        let links = link_points(s, p);
        let mut parts = vec![ScorePart::new("links", "R20", links), ScorePart::new("deliveries", "R32", track - links)];
        if s.phase == Phase::Over {
            parts.push(ScorePart::new("control of cities", "R40", cities[p].into()));
            parts.push(ScorePart::new("engines played", "R41", engine_points(game, s, p).into()));
            parts.push(ScorePart::new("delivered cubes", "R42", game.cube_bonus(s.delivered[p]).into()));
        }
        parts
    };
    (0..game.players()).map(parts).collect()
}

/// The entries of a rank key.
pub(super) const RANK_NAMES: &[Named] = &[("score", "R43"), ("links", "R43"), ("delivered cubes", "R43")];

/// Score, links, cubes delivered (R43).
pub(super) fn rank_keys(game: &Railways, s: &State) -> PerPlayer<RankKey> {
    let mut keys = PerPlayer::new();
    for (p, score) in scores(game, s).into_iter().enumerate() {
        let delivered = s.delivered[p].iter().map(|cubes| i32::from(*cubes)).sum();
        keys.push([score, i32::from(s.network.links_of(p)), delivered, 0, 0, 0, 0, 0]);
    }
    keys
}

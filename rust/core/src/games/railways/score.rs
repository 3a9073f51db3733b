//! Scores, and what ties are broken by.

use super::Railways;
use super::data::{GOODS, PLAYERS};
use super::state::{Phase, State};
use crate::bits::places;
use crate::game::{Named, PerPlayer, RankKey, ScorePart};

/// What the links of each player that touch a city are worth together (R40).
#[inline]
pub(super) fn control(s: &State, city: u8) -> [u8; PLAYERS] {
    let mut sums = [0; PLAYERS];
    for touching in places(s.network.touching(city).into()) {
        let link = s.network.link(touching);
        sums[usize::from(link.owner)] += link.value;
    }
    sums
}

/// What the cities on the table pay each player at the end (R40).
pub(super) fn city_points(game: &Railways, s: &State) -> [u16; PLAYERS] {
    let mut points = [0; PLAYERS];
    for city in places(s.network.built.into()) {
        let sums = control(s, city);
        let best = sums.iter().copied().max().unwrap_or(0);
        for (player, _) in sums.iter().enumerate().filter(|(_, sum)| **sum == best) {
            points[player] += u16::from(game.value(city));
        }
    }
    points
}

/// What a set of delivered cubes is worth (R42): the best split into fours of all colours and cubes of one colour.
pub fn cube_bonus(cubes: [u8; GOODS]) -> u16 {
    let rainbows = cubes.into_iter().min().unwrap_or(0);
    (0..=rainbows).map(|u| 5 * u16::from(u) + cubes.map(|n| alike(n - u)).iter().sum::<u16>()).max().unwrap_or(0)
}

/// What cubes of one colour are worth: 3 for four, 2 for three.
fn alike(cubes: u8) -> u16 {
    let cubes = u16::from(cubes);
    (0..=cubes / 4).map(|fours| 3 * fours + 2 * ((cubes - 4 * fours) / 3)).max().unwrap_or(0)
}

/// The points on the table: the score track, at the end with R40 to R42.
pub(super) fn scores(game: &Railways, s: &State) -> PerPlayer<i32> {
    let over = s.phase == Phase::Over;
    let cities = if over { city_points(game, s) } else { [0; PLAYERS] };
    let last = |p: usize| if over { cities[p] + u16::from(s.engines[p]) + cube_bonus(s.delivered[p]) } else { 0 };
    (0..game.players()).map(|p| i32::from(s.points[p] + last(p))).collect()
}

/// What the links of a player scored when they were built (R20).
fn link_points(s: &State, player: usize) -> i32 {
    places(s.network.owned[player].into()).map(|city| i32::from(s.network.link(city).value)).sum()
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
            parts.push(ScorePart::new("engines played", "R41", s.engines[p].into()));
            parts.push(ScorePart::new("delivered cubes", "R42", cube_bonus(s.delivered[p]).into()));
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

//! What a position is worth to each player, from 0 to 1.

use super::Objective;
use crate::game::{Actor, Game, MAX_PLAYERS};

/// One value a player; those of nobody are 0.
pub type Values = [f64; MAX_PLAYERS];

/// Values positions by the points on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) objective: Objective,
    /// The points that are valued at three quarters.
    pub(super) scale: f64,
    /// The scores from which a gain is counted.
    pub(super) base: [i32; MAX_PLAYERS],
}

impl Judge {
    /// The values of a position. A lead is weighed so that no lead is so large that one more point is worth nothing: a
    /// search that is sure to win would else play at random, and one that is sure to lose would give up.
    pub(super) fn values<G: Game>(self, game: &G, state: &G::State) -> Values {
        let mut values = Values::default();
        let players = game.setup().players;
        match self.objective {
            Objective::Win => {
                let places = game.ranking(state);
                let share = 1.0 / places.iter().map(|place| f64::from(u8::from(*place == 1))).sum::<f64>();
                for (value, place) in values.iter_mut().zip(places) {
                    *value = if place == 1 { share } else { 0.0 };
                }
            }
            Objective::Leader if players > 1 => {
                let scores = game.scores(state);
                for (player, value) in values[..players].iter_mut().enumerate() {
                    let best = (0..players).filter(|other| *other != player).map(|other| scores[other]).max();
                    *value = self.weighed(scores[player] - best.unwrap_or(0));
                }
            }
            Objective::Leader | Objective::Score => {
                for (player, score) in game.scores(state).into_iter().enumerate() {
                    values[player] = self.weighed(score - self.base[player]);
                }
            }
        }
        values
    }

    fn weighed(self, points: i32) -> f64 {
        let points = f64::from(points);
        0.5 + 0.5 * points / (self.scale + points.abs())
    }
}

/// The player whose decision a position waits for.
pub(super) fn mover<G: Game>(game: &G, state: &G::State) -> Option<usize> {
    match game.actor(state) {
        Actor::Player(player) => Some(player),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_worth_more_than_a_smaller_one_however_large() {
        let judge = Judge { objective: Objective::Leader, scale: 10.0, base: [0; MAX_PLAYERS] };
        for (points, value) in [(-10, 0.25), (0, 0.5), (10, 0.75)] {
            assert!((judge.weighed(points) - value).abs() < 1e-12);
        }
        let values: Vec<f64> = (-500..500).map(|points| judge.weighed(points)).collect();
        assert!(values.windows(2).all(|pair| pair[0] + 1e-6 < pair[1]));
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
    }
}

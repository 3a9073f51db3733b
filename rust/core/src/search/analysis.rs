//! What a search found.

use super::tree::Found;
use super::value::Values;
use super::{Method, Objective};
use crate::game::{Action, PerPlayer};

/// What a search found of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Whose decision it is.
    pub player: usize,
    /// How the actions were compared.
    pub method: Method,
    /// What the values say.
    pub objective: Objective,
    /// How many simulations were made.
    pub simulations: u64,
    /// How many decisions were told apart.
    pub decisions: usize,
    /// Every legal action, the choice first.
    pub choices: Vec<Choice>,
}

/// What a search found of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// In how many simulations it was tried.
    pub visits: u32,
    /// The mean value to each player, from 0 to 1; none if it was never tried.
    pub values: Option<PerPlayer<f64>>,
    /// The action and what is expected after it, as far as it goes without chance: who decides what.
    pub line: Vec<(usize, Action)>,
}

impl Choice {
    pub(super) fn new(action: Action, visits: u32, sums: &Values, players: usize) -> Self {
        let mean = |sum: &f64| sum / f64::from(visits);
        let values = (visits > 0).then(|| sums[..players].iter().map(mean).collect());
        Self { action, visits, values, line: Vec::new() }
    }

    pub(super) fn of(edge: &Found, players: usize) -> Self {
        let values = (edge.visits > 0).then(|| edge.values[..players].iter().copied().collect());
        Self { action: edge.action, visits: edge.visits, values, line: Vec::new() }
    }
}

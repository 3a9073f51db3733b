//! The bots that search.

use super::{Bot, Spec};
use crate::View;
use crate::error::{Error, Result};
use crate::game::Action;
use crate::rng::Rng;
use crate::search::{Analysis, Greedy, Method, Objective, Opponents, Rollout, Searching, Settings, search};

/// Plays what a search finds.
pub(super) struct Searcher {
    simulations: u64,
    objective: Objective,
    opponents: Opponents,
    // What is not said is as the game declares it.
    method: Option<Method>,
    rollout: Option<Rollout>,
    epsilon: Option<f64>,
    turns: Option<u32>,
}

impl Searcher {
    /// What a text says of `flat`.
    pub(super) fn flat(spec: &Spec) -> Self {
        Self {
            simulations: spec.whole("simulations").unwrap_or(1),
            objective: match spec.word("objective") {
                Some("score") => Objective::Score,
                Some("win") => Objective::Win,
                _ => Objective::Leader,
            },
            opponents: Opponents::Maxn,
            method: Some(Method::Flat),
            rollout: match spec.word("rollout") {
                Some("greedy") => Some(Rollout::Greedy),
                Some("random") => Some(Rollout::Random),
                _ => None,
            },
            epsilon: spec.number("rollout_epsilon"),
            turns: spec.whole("turns").map(|turns| turns as u32),
        }
    }

    /// What a text says of `mcts`.
    pub(super) fn mcts(spec: &Spec) -> Result<Self> {
        let method = match spec.word("method") {
            Some("flat") => Some(Method::Flat),
            Some("tree") => Some(Method::Tree),
            _ => None,
        };
        if method != Some(Method::Tree) && spec.is_given("opponents") {
            let message = "parameter opponents of bot mcts says what others do in a tree; choose method=tree with it";
            return Err(Error::text(message));
        }
        let opponents = match spec.word("opponents") {
            Some("paranoid") => Opponents::Paranoid,
            Some("self") => Opponents::Own,
            _ => Opponents::Maxn,
        };
        Ok(Self { opponents, method, ..Self::flat(spec) })
    }

    fn settings<G: Greedy>(&self, game: &G) -> Settings {
        let declared = game.searching();
        Settings {
            simulations: self.simulations,
            objective: self.objective,
            opponents: self.opponents,
            searching: Searching {
                method: self.method.unwrap_or(declared.method),
                rollout: self.rollout.unwrap_or(declared.rollout),
                epsilon: self.epsilon.unwrap_or(declared.epsilon),
                turns: self.turns.unwrap_or(declared.turns),
                ..declared
            },
        }
    }
}

impl<G: Greedy> Bot<G> for Searcher {
    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[Action],
        rng: &mut Rng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Action {
        let found = search(view, legal, &self.settings(view.game()), rng.next_u64(), false, keep_going);
        found.map_or(legal[0], |analysis| analysis.choices[0].action)
    }

    fn analyse(
        &mut self,
        view: &View<'_, G>,
        legal: &[Action],
        rng: &mut Rng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<Analysis> {
        search(view, legal, &self.settings(view.game()), rng.next_u64(), true, keep_going)
    }
}

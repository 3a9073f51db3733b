//! One way down the tree. It stops at a leaf, so that who evaluates leaves may do many at once, and is then told the values.

use super::rollout::{Evaluator, Playing};
use super::tree::{Selection, Step, Tree, key};
use super::value::Values;
use super::{Opponents, value::mover};
use crate::game::{Action, ActionList, Actor, Game};
use crate::games::advice::Greedy;
use crate::rng::Rng;

/// What is the same for every way down.
pub(super) struct Plan<'a, G> {
    pub(super) game: &'a G,
    /// The searching player.
    pub(super) root: usize,
    pub(super) opponents: Opponents,
    pub(super) selection: Selection,
    /// What others play who are no part of the tree.
    pub(super) playing: Playing,
}

/// A way down.
pub(super) struct Descent<G: Game> {
    /// The position: at the end of the way that of the leaf.
    pub(super) state: G::State,
    /// Its luck, for all that is played from here.
    pub(super) luck: Rng,
    /// Who decided last.
    pub(super) last: usize,
    path: Vec<Step>,
    leaf: Option<u32>,
    legal: ActionList,
    priors: Vec<f64>,
}

impl<G: Game + Greedy> Descent<G> {
    /// A way that has not begun, with room for the longest one.
    pub(super) fn new(world: G::State) -> Self {
        let (path, priors) = (Vec::with_capacity(256), Vec::with_capacity(256));
        Self { state: world, luck: Rng::new(0, 0), last: 0, path, leaf: None, legal: ActionList::new(), priors }
    }

    /// Goes from a world down to a leaf: a decision that is new to the tree, the end of the game, or where the tree is full.
    pub(super) fn go(
        &mut self,
        plan: &Plan<'_, G>,
        tree: &mut Tree,
        evaluator: &mut impl Evaluator<G>,
        world: G::State,
        luck: Rng,
    ) {
        (self.state, self.luck, self.last, self.leaf) = (world, luck, plan.root, None);
        self.path.clear();
        let mut first = true;
        loop {
            match plan.game.actor(&self.state) {
                Actor::Over => return,
                Actor::Chance | Actor::Sampled => {
                    let outcome = plan.game.draw_outcome(&self.state, &mut self.luck);
                    plan.game.apply_outcome(&mut self.state, outcome);
                }
                Actor::Player(player) => {
                    self.legal.clear();
                    plan.game.legal_actions(&self.state, &mut self.legal);
                    // A forced decision is no decision; one that is asked about is.
                    let action = if self.legal.len() == 1 && !first {
                        Some(self.legal[0])
                    } else if player != plan.root && plan.opponents == Opponents::Own {
                        Some(plan.playing.choose(plan.game, &self.state, player, &self.legal, &mut self.luck))
                    } else {
                        self.select(plan, tree, evaluator, player)
                    };
                    let Some(action) = action else { return };
                    plan.game.apply_decision(&mut self.state, action);
                    (self.last, first) = (player, false);
                }
            }
        }
    }

    /// The action at a node of the tree; none where this is a leaf.
    fn select(
        &mut self,
        plan: &Plan<'_, G>,
        tree: &mut Tree,
        evaluator: &mut impl Evaluator<G>,
        player: usize,
    ) -> Option<Action> {
        let key = key(plan.game, &self.state, plan.root, player);
        let Some(node) = tree.find(key) else {
            self.leaf = tree.add(key);
            return None;
        };
        if !tree.is_open(node) {
            evaluator.priors(plan.game, &self.state, player, &self.legal, &mut self.luck, &mut self.priors);
            if !tree.open(node, &self.legal, &self.priors) {
                self.leaf = Some(node);
                return None;
            }
        }
        let chosen = match plan.opponents {
            Opponents::Paranoid if player != plan.root => {
                tree.select(node, &self.legal, plan.selection, |values| -values[plan.root])
            }
            _ => tree.select(node, &self.legal, plan.selection, |values| values[player]),
        };
        let Some((edge, action)) = chosen else {
            self.leaf = Some(node);
            return None;
        };
        self.path.push((node, edge));
        Some(action)
    }

    /// Tells the tree what the leaf is worth.
    pub(super) fn back_up(&self, tree: &mut Tree, values: &Values) {
        tree.back_up(&self.path, values);
        if let Some(leaf) = self.leaf {
            tree.count(leaf, values);
        }
    }
}

/// What the tree expects after an action, as far as it goes without chance: who decides what. Forced decisions are in it.
pub(super) fn line<G: Game + Greedy>(
    plan: &Plan<'_, G>,
    tree: &Tree,
    mut state: G::State,
    first: Action,
) -> Vec<(usize, Action)> {
    let (mut line, mut next) = (Vec::new(), Some(first));
    let mut legal = ActionList::new();
    while let (Some(player), Some(action)) = (mover(plan.game, &state), next) {
        line.push((player, action));
        plan.game.apply_decision(&mut state, action);
        let Some(player) = mover(plan.game, &state) else { break };
        legal.clear();
        plan.game.legal_actions(&state, &mut legal);
        next = if legal.len() == 1 {
            Some(legal[0])
        } else {
            let node = tree.find(key(plan.game, &state, plan.root, player));
            let edges = node.into_iter().flat_map(|node| tree.edges(node));
            let known = edges.filter(|edge| edge.visits > 0 && legal.binary_search(&edge.action).is_ok());
            known.max_by_key(|edge| (edge.visits, std::cmp::Reverse(edge.action))).map(|edge| edge.action)
        };
    }
    line
}

//! Search: the choice of an action by trying the actions out on worlds that the player cannot tell from the real one.
//!
//! * A *world* is drawn from the player's [`View`] for each simulation, never taken from the position behind it.
//! * [`Method::Flat`] compares the actions of the decision alone (`flat`); [`Method::Tree`] grows a tree of the decisions
//!   that follow (`tree`), a way down at a time (`descent`).
//! * Where the search knows nothing an [`Evaluator`] says what a position is worth: `rollout` plays on, `value` counts.
//!
//! The seed and the number of simulations alone fix the choice. Memory is taken once a search: at most so many nodes and
//! edges, in arenas; a full tree is still searched and grows no more.

mod analysis;
mod descent;
mod flat;
mod rollout;
mod tree;
mod value;

use crate::View;
use crate::game::{Action, Game, MAX_PLAYERS};
pub use crate::games::advice::{Greedy, Method, Rollout, Searching};
use crate::rng::Rng;
pub use analysis::{Analysis, Choice};
use descent::{Descent, Plan};
pub use rollout::Evaluator;
use rollout::Playing;
use tree::{Selection, Tree};
use value::Judge;
pub use value::Values;

/// `WORLDS + i` is the stream that draws world `i` of a search, `LUCK + i` that of all chance after it.
const WORLDS: u64 = 1 << 32;
const LUCK: u64 = 1 << 33;

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The lead over the best other player.
    Leader,
    /// The own score.
    Score,
    /// To be first.
    Win,
}

impl Objective {
    /// The word that names it.
    pub fn word(self) -> &'static str {
        match self {
            Objective::Leader => "leader",
            Objective::Score => "score",
            Objective::Win => "win",
        }
    }
}

/// What the others in the tree play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// Each for themselves.
    Maxn,
    /// All against the searching player.
    Paranoid,
    /// They are no part of the tree: they play as in the rollouts, and only the searching player's own decisions branch.
    Own,
}

/// What a search does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many positions are evaluated, at least 1.
    pub simulations: u64,
    /// What for.
    pub objective: Objective,
    /// What the others in a tree play for.
    pub opponents: Opponents,
    /// How.
    pub searching: Searching,
}

/// The worlds of a search, by number.
struct Worlds<'a, 'v, G: Game> {
    view: &'a View<'v, G>,
    root: usize,
    seed: u64,
}

impl<G: Game> Worlds<'_, '_, G> {
    fn world(&self, number: u64) -> G::State {
        let mut rng = Rng::new(self.seed, WORLDS.wrapping_add(number));
        self.view.resample(&mut rng).expect("a player's view can be resampled")
    }

    fn luck(&self, number: u64) -> Rng {
        Rng::new(self.seed, LUCK.wrapping_add(number))
    }
}

/// Searches the decision of the view's player, who has to act; `legal` has at least one action. When `keep_going` says so the
/// search stops with what it knows by then. `lines` says whether principal lines are wanted. None for a spectator's view.
pub fn search<G: Game + Greedy>(
    view: &View<'_, G>,
    legal: &[Action],
    settings: &Settings,
    seed: u64,
    lines: bool,
    keep_going: &mut dyn FnMut() -> bool,
) -> Option<Analysis> {
    let (game, root) = (view.game(), view.viewer()?);
    let worlds = Worlds { view, root, seed };
    let Settings { simulations, objective, opponents, searching } = *settings;
    let playing = playing(&worlds, objective, &searching);
    let method = searching.method;
    let analysis =
        |choices, simulations, decisions| Analysis { player: root, method, objective, simulations, decisions, choices };
    if method == Method::Flat {
        let (mut choices, made) = flat::search(&worlds, legal, simulations, playing, searching.bonus, keep_going);
        if lines {
            choices.iter_mut().for_each(|choice| choice.line = flat::line(&worlds, playing, choice.action));
        }
        return Some(analysis(choices, made, 1));
    }
    let selection = Selection { exploration: searching.exploration };
    let plan = Plan { game, root, opponents, selection, playing };
    let (tree, made) = grow(&worlds, &plan, simulations, keep_going);
    let mut choices = ranked(&worlds, &tree, legal);
    if lines {
        let world = worlds.world(0);
        choices.iter_mut().for_each(|choice| choice.line = descent::line(&plan, &tree, world.clone(), choice.action));
    }
    Some(analysis(choices, made, tree.size()))
}

/// How positions are evaluated. A score is counted from the one of now, which is that of a world too.
fn playing<G: Game>(worlds: &Worlds<'_, '_, G>, objective: Objective, searching: &Searching) -> Playing {
    let mut base = [0; MAX_PLAYERS];
    for (base, score) in base.iter_mut().zip(worlds.view.game().scores(&worlds.world(0))) {
        *base = score;
    }
    let Searching { rollout, epsilon, turns, prior, scale, .. } = *searching;
    Playing { rollout, epsilon, turns, prior, judge: Judge { objective, scale, base } }
}

/// Grows a tree, a simulation after the other; also how many were made.
fn grow<G: Game + Greedy>(
    worlds: &Worlds<'_, '_, G>,
    plan: &Plan<'_, G>,
    simulations: u64,
    keep_going: &mut dyn FnMut() -> bool,
) -> (Tree, u64) {
    let world = worlds.world(0);
    let most = usize::try_from(simulations).unwrap_or(usize::MAX);
    let mut tree = Tree::new(most, plan.game.tables().actions.len());
    tree.add(tree::key(plan.game, &world, plan.root, plan.root));
    let mut evaluator = plan.playing;
    let mut descent = Descent::new(world);
    for made in 0..simulations {
        if !keep_going() {
            return (tree, made);
        }
        descent.go(plan, &mut tree, &mut evaluator, worlds.world(made), worlds.luck(made));
        let Descent { state, luck, last, .. } = &mut descent;
        let values = evaluator.values(plan.game, state, plan.root, *last, luck);
        descent.back_up(&mut tree, &values);
    }
    (tree, simulations)
}

/// The choices at the root, the most visited first; of those the best, and the lowest action.
fn ranked<G: Game + Greedy>(worlds: &Worlds<'_, '_, G>, tree: &Tree, legal: &[Action]) -> Vec<Choice> {
    let (game, root) = (worlds.view.game(), worlds.root);
    let players = game.setup().players;
    let mut found: Vec<_> = tree.edges(0).collect();
    found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.values[root].total_cmp(&a.values[root])));
    let choices: Vec<Choice> = found.iter().map(|edge| Choice::of(edge, players)).collect();
    if choices.is_empty() {
        // Stopped before the first simulation.
        let advised = G::advise(worlds.view, legal, &mut worlds.luck(u64::MAX));
        let mut actions = legal.to_vec();
        actions.sort_by_key(|action| *action != advised);
        return actions.into_iter().map(|action| Choice::new(action, 0, &Values::default(), players)).collect();
    }
    choices
}

//! Flat Monte Carlo: the actions of one decision, each tried on the same worlds with the same luck, so that what differs is
//! the action; the worse half is dropped again and again (sequential halving).

use super::rollout::{Evaluator, Playing};
use super::value::Values;
use super::{Choice, Worlds};
use crate::game::{Action, ActionList, Actor, Game, MAX_PLAYERS};
use crate::games::advice::Greedy;
use crate::rng::Rng;

/// With so few simulations an action, only some of the actions are tried.
const LEAST: u64 = 4;

/// An action that is tried.
#[derive(Clone, Copy)]
struct Tried {
    action: Action,
    advised: bool,
    visits: u32,
    sums: Values,
}

impl Tried {
    /// What it is compared by.
    fn score(&self, root: usize, bonus: f64) -> f64 {
        if self.visits == 0 {
            // Stopped before it was tried.
            return if self.advised { -1.0 } else { -2.0 };
        }
        let visits = f64::from(self.visits);
        let ahead = if self.advised { bonus / visits.sqrt() } else { 0.0 };
        self.sums[root] / visits + ahead
    }
}

/// Tries the actions; the best one comes first. Also how many simulations were made.
pub(super) fn search<G: Game + Greedy>(
    worlds: &Worlds<'_, '_, G>,
    legal: &[Action],
    simulations: u64,
    mut playing: Playing,
    bonus: f64,
    keep_going: &mut dyn FnMut() -> bool,
) -> (Vec<Choice>, u64) {
    let (game, root) = (worlds.view.game(), worlds.root);
    let mut tried = candidates(worlds, legal, simulations);
    let mut alive = room(legal.len(), simulations);
    let (mut made, mut world) = (0, 0);
    'search: while alive > 1 || made == 0 {
        let rounds = u64::from(usize::BITS - (alive - 1).leading_zeros()).max(1);
        let share = ((simulations - made.min(simulations)) / (rounds * alive as u64)).max(1);
        for _ in 0..share {
            let (state, luck) = (worlds.world(world), worlds.luck(world));
            for one in &mut tried[..alive] {
                if made >= simulations || !keep_going() {
                    break 'search;
                }
                let (mut state, mut luck) = (state.clone(), luck.clone());
                game.apply_decision(&mut state, one.action);
                let values = playing.values(game, &mut state, root, root, &mut luck);
                one.visits += 1;
                (0..MAX_PLAYERS).for_each(|player| one.sums[player] += values[player]);
                made += 1;
            }
            world += 1;
        }
        sort(&mut tried[..alive], root, bonus);
        alive = alive.div_ceil(2);
    }
    sort(&mut tried[..alive], root, bonus);
    let players = game.setup().players;
    (tried.iter().map(|one| Choice::new(one.action, one.visits, &one.sums, players)).collect(), made)
}

/// How many actions are tried.
fn room(actions: usize, simulations: u64) -> usize {
    usize::try_from(simulations / LEAST).unwrap_or(usize::MAX).max(2).min(actions)
}

/// All actions, those that are tried first: the advised one, and where there is no room for all, of the others any.
fn candidates<G: Game + Greedy>(worlds: &Worlds<'_, '_, G>, legal: &[Action], simulations: u64) -> Vec<Tried> {
    let mut rng = worlds.luck(u64::MAX);
    let advised = G::advise(worlds.view, legal, &mut rng);
    let new =
        |action: &Action| Tried { action: *action, advised: *action == advised, visits: 0, sums: [0.0; MAX_PLAYERS] };
    let mut tried: Vec<Tried> = legal.iter().map(new).collect();
    let room = room(legal.len(), simulations);
    if room < tried.len() {
        tried.sort_by_key(|one| !one.advised);
        for place in 1..room {
            let from = place + rng.below((tried.len() - place) as u64) as usize;
            tried.swap(place, from);
        }
    }
    tried
}

/// The best first; of equal ones the lowest action.
fn sort(tried: &mut [Tried], root: usize, bonus: f64) {
    let by_score = |a: &Tried, b: &Tried| b.score(root, bonus).total_cmp(&a.score(root, bonus));
    tried.sort_by(|a, b| by_score(a, b).then(a.action.cmp(&b.action)));
}

/// What is played after an action up to the end of the player's turn, as the rollouts play it, as far as it goes without
/// chance.
pub(super) fn line<G: Game + Greedy>(
    worlds: &Worlds<'_, '_, G>,
    playing: Playing,
    first: Action,
) -> Vec<(usize, Action)> {
    let game = worlds.view.game();
    let (mut state, mut luck): (G::State, Rng) = (worlds.world(0), worlds.luck(0));
    let (mut line, mut action, mut legal) = (Vec::new(), first, ActionList::new());
    loop {
        line.push((worlds.root, action));
        game.apply_decision(&mut state, action);
        if game.actor(&state) != Actor::Player(worlds.root) {
            return line;
        }
        legal.clear();
        game.legal_actions(&state, &mut legal);
        action = match legal[..] {
            [forced] => forced,
            _ => playing.choose(game, &state, worlds.root, &legal, &mut luck),
        };
    }
}

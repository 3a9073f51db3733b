//! The tree: decisions as nodes, their actions as edges, in arenas of a size that is known beforehand.
//!
//! A node is what the searching player and the one who decides both know when the decision comes, whichever way it was
//! reached. So the orders of the same small decisions end in one node, whatever is hidden from either makes no nodes of its
//! own, and a closed bid is chosen without knowing another. What is legal at a node may depend on what is hidden: an edge
//! counts how often it was there to be taken.

use super::value::Values;
use crate::game::{Action, Game, MAX_PLAYERS};
use crate::rng::{Rng, mix};
use std::hash::{Hash, Hasher};

/// The most nodes and edges of a tree: it takes 80 MiB at most, and so much only after so many simulations.
pub(super) const MOST_NODES: usize = 1 << 18;
const MOST_EDGES: usize = 1 << 20;
/// So many edges a node are made room for: most nodes are met once and have none.
const EDGES_A_NODE: usize = 8;
/// No edge, no node.
const NONE: u32 = u32::MAX;
/// The stream by which hidden things are dealt alike wherever nobody can tell them apart.
const ALIKE: u64 = 1 << 17;

/// What is known of a decision.
#[derive(Clone, Debug)]
struct Node {
    key: u64,
    visits: u32,
    /// The first edge; none until the node is opened.
    edges: u32,
    /// The sums of the values that were found from here.
    sums: Values,
}

/// What is known of an action of a decision.
#[derive(Clone, Debug)]
struct Edge {
    action: Action,
    /// The next one of the node, of a higher action.
    next: u32,
    visits: u32,
    /// How often it was there to be taken.
    available: u32,
    prior: f32,
    sums: Values,
}

/// A step of a path: a node and the edge taken there.
pub(super) type Step = (u32, u32);

/// How an action is selected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    pub(super) exploration: f64,
}

/// An edge, for those who read the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) action: Action,
    pub(super) visits: u32,
    /// The mean values.
    pub(super) values: Values,
}

/// Nodes, edges and where to find them.
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Open addressing: a node's index at a place that its key says.
    places: Vec<u32>,
    most_nodes: usize,
    most_edges: usize,
}

impl Tree {
    /// An empty tree for so many simulations of a game with so many actions; a tree for more takes no more memory than one
    /// for [`MOST_NODES`].
    pub(super) fn new(simulations: usize, actions: usize) -> Self {
        let most_nodes = simulations.saturating_add(1).min(MOST_NODES);
        let most_edges = (most_nodes * EDGES_A_NODE + 2 * actions).min(MOST_EDGES);
        Self {
            nodes: Vec::with_capacity(most_nodes),
            edges: Vec::with_capacity(most_edges),
            places: vec![NONE; (2 * most_nodes).next_power_of_two()],
            most_nodes,
            most_edges,
        }
    }

    /// How many decisions it has.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Where a key is, or would be.
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = key as usize & mask;
        while self.places[place] != NONE && self.nodes[self.places[place] as usize].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// The node of a key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        Some(self.places[self.place(key)]).filter(|node| *node != NONE)
    }

    /// A new node of a key that has none; none where there is no room.
    pub(super) fn add(&mut self, key: u64) -> Option<u32> {
        if self.nodes.len() == self.most_nodes {
            return None;
        }
        let (place, node) = (self.place(key), self.nodes.len() as u32);
        self.places[place] = node;
        self.nodes.push(Node { key, visits: 0, edges: NONE, sums: Values::default() });
        Some(node)
    }

    /// Whether a node has edges.
    pub(super) fn is_open(&self, node: u32) -> bool {
        self.nodes[node as usize].edges != NONE
    }

    /// Gives a node its edges; false where there is no room for them.
    pub(super) fn open(&mut self, node: u32, legal: &[Action], priors: &[f64]) -> bool {
        let first = self.edges.len();
        if first + legal.len() > self.most_edges {
            return false;
        }
        for (index, (action, prior)) in legal.iter().zip(priors).enumerate() {
            let next = if index + 1 < legal.len() { (first + index + 1) as u32 } else { NONE };
            self.edges.push(Edge::new(*action, next, *prior));
        }
        self.nodes[node as usize].edges = first as u32;
        true
    }

    /// The edge of an open node to go along: of the legal ones that of the highest mean value for whom `utility` speaks and
    /// of the largest share still to be explored. One that was never taken is thought as good as the node. None where a
    /// new edge would be the one and has no room.
    pub(super) fn select(
        &mut self,
        node: u32,
        legal: &[Action],
        how: Selection,
        utility: impl Fn(&Values) -> f64,
    ) -> Option<(u32, Action)> {
        let Node { visits, edges, sums, .. } = &self.nodes[node as usize];
        let so_far = if *visits == 0 { 0.5 } else { utility(sums) / f64::from(*visits) };
        let (mut best, mut before, mut here) = ((f64::NEG_INFINITY, NONE), NONE, *edges);
        for action in legal {
            while here != NONE && self.edges[here as usize].action < *action {
                (before, here) = (here, self.edges[here as usize].next);
            }
            if here == NONE || self.edges[here as usize].action != *action {
                let Some(new) = self.insert(node, before, here, *action, 1.0 / legal.len() as f64) else { continue };
                here = new;
            }
            let edge = &mut self.edges[here as usize];
            edge.available += 1;
            let mean = if edge.visits == 0 { so_far } else { utility(&edge.sums) / f64::from(edge.visits) };
            let share = f64::from(edge.prior) * f64::from(edge.available).sqrt() / f64::from(1 + edge.visits);
            let score = mean + how.exploration * share;
            if score > best.0 {
                best = (score, here);
            }
        }
        (best.1 != NONE).then(|| (best.1, self.edges[best.1 as usize].action))
    }

    /// A new edge between two of a node.
    fn insert(&mut self, node: u32, before: u32, after: u32, action: Action, prior: f64) -> Option<u32> {
        if self.edges.len() == self.most_edges {
            return None;
        }
        let new = self.edges.len() as u32;
        self.edges.push(Edge::new(action, after, prior));
        match before {
            NONE => self.nodes[node as usize].edges = new,
            before => self.edges[before as usize].next = new,
        }
        Some(new)
    }

    /// Counts a visit of a node that has no edges yet.
    pub(super) fn count(&mut self, node: u32, values: &Values) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        add(&mut node.sums, values);
    }

    /// Counts the values at each step of a path.
    pub(super) fn back_up(&mut self, path: &[Step], values: &Values) {
        for &(node, edge) in path {
            self.count(node, values);
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            add(&mut edge.sums, values);
        }
    }

    /// The edges of a node, by ascending action.
    pub(super) fn edges(&self, node: u32) -> impl Iterator<Item = Found> {
        let mut here = self.nodes[node as usize].edges;
        std::iter::from_fn(move || {
            let Edge { action, next, visits, sums, .. } = self.edges.get(here as usize)?;
            here = *next;
            let values = sums.map(|sum| if *visits == 0 { 0.0 } else { sum / f64::from(*visits) });
            Some(Found { action: *action, visits: *visits, values })
        })
    }
}

impl Edge {
    fn new(action: Action, next: u32, prior: f64) -> Self {
        Self { action, next, visits: 0, available: 0, prior: prior as f32, sums: Values::default() }
    }
}

fn add(sums: &mut Values, values: &Values) {
    for player in 0..MAX_PLAYERS {
        sums[player] += values[player];
    }
}

/// The key of a decision: equal for positions that the searching player and the one who decides cannot tell apart, each from
/// what they both know.
///
/// `resample` gives the same state for all states that a player cannot tell apart, if it draws the same numbers: a state
/// that stands for all of them. The other's cards of that state come from what the searching player knows, then the
/// searching player's are dealt anew for the other one.
pub(super) fn key<G: Game>(game: &G, state: &G::State, root: usize, mover: usize) -> u64 {
    let mut known = game.resample(state, root, &mut Rng::new(0, ALIKE));
    if mover != root {
        known = game.resample(&known, mover, &mut Rng::new(0, ALIKE));
    }
    let mut hasher = Mixer(mover as u64);
    known.hash(&mut hasher);
    hasher.finish()
}

/// A hash that is the same in every process and on every machine.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..piece.len()].copy_from_slice(piece);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.word(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.word(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.word(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOW: Selection = Selection { exploration: 0.5 };

    fn values(first: f64) -> Values {
        [first, 1.0 - first, 0.0, 0.0, 0.0]
    }

    /// What is known of the edges: action, visits, mean value to player 0.
    fn edges(tree: &Tree, node: u32) -> Vec<(Action, u32, f64)> {
        tree.edges(node).map(|edge| (edge.action, edge.visits, edge.values[0])).collect()
    }

    fn opened(priors: &[f64]) -> Tree {
        let mut tree = Tree::new(100, 10);
        let root = tree.add(7).expect("there is room");
        let legal: Vec<Action> = (0..priors.len()).map(|index| 2 * index as Action + 1).collect();
        assert!(tree.open(root, &legal, priors));
        tree
    }

    #[test]
    fn values_are_backed_up_along_the_path_and_nowhere_else() {
        let mut tree = opened(&[0.5, 0.5]);
        let below = tree.add(8).expect("there is room");
        assert!(tree.open(below, &[4, 5], &[0.5, 0.5]));
        tree.back_up(&[(0, 1), (below, 2)], &values(0.25));
        tree.back_up(&[(0, 1), (below, 3)], &values(0.75));
        tree.back_up(&[(0, 0)], &values(1.0));
        assert_eq!(edges(&tree, 0), [(1, 1, 1.0), (3, 2, 0.5)]);
        assert_eq!(edges(&tree, below), [(4, 1, 0.25), (5, 1, 0.75)]);
        assert_eq!((tree.nodes[0].visits, tree.nodes[1].visits), (3, 2));
    }

    #[test]
    fn the_better_action_is_taken_more_often_and_the_other_still_tried() {
        let mut tree = opened(&[0.5, 0.5]);
        for _ in 0..90 {
            let (edge, action) = tree.select(0, &[1, 3], HOW, |values| values[1]).expect("there is room");
            tree.back_up(&[(0, edge)], &values(if action == 1 { 0.6 } else { 0.4 }));
        }
        let found = edges(&tree, 0);
        assert!(found[0].1 > 3 && found[1].1 > 3 * found[0].1, "player 1 wants little for player 0: {found:?}");
    }

    #[test]
    fn what_is_seldom_there_is_explored_by_how_often_it_is() {
        let mut tree = opened(&[0.5]);
        let all: [&[Action]; 2] = [&[1], &[0, 1, 5]];
        for round in 0..40 {
            let (edge, _) = tree.select(0, all[usize::from(round % 4 == 0)], HOW, |values| values[0]).expect("room");
            tree.back_up(&[(0, edge)], &values(0.5));
        }
        let available: Vec<(Action, u32)> = edges(&tree, 0)
            .iter()
            .map(|(action, ..)| {
                (*action, tree.edges.iter().find(|edge| edge.action == *action).map_or(0, |e| e.available))
            })
            .collect();
        assert_eq!(available, [(0, 10), (1, 40), (5, 10)]);
        assert!(edges(&tree, 0).iter().all(|(_, visits, _)| *visits > 0), "{:?}", edges(&tree, 0));
    }

    #[test]
    fn a_full_tree_takes_no_more_memory_and_is_still_searched() {
        let mut tree = Tree::new(10, 3);
        let room = (tree.nodes.capacity(), tree.edges.capacity(), tree.places.len());
        let nodes: Vec<_> = (0..50).map(|key| tree.add(mix(key))).collect();
        assert_eq!(nodes.iter().flatten().count(), 11);
        assert_eq!(tree.size(), 11);
        assert!((0..11).all(|key| tree.find(mix(key)) == Some(key as u32)) && tree.find(mix(40)).is_none());
        let opened = (0..11).filter(|node| tree.open(*node, &[1; 20], &[0.05; 20])).count();
        assert_eq!(opened, tree.most_edges / 20);
        assert!(tree.select(0, &[1], HOW, |values| values[0]).is_some());
        while tree.insert(0, NONE, NONE, 0, 1.0).is_some() {}
        assert_eq!(tree.select(1, &[9], HOW, |values| values[0]), None, "no room for an edge");
        assert_eq!((tree.nodes.capacity(), tree.edges.capacity(), tree.places.len()), room);
    }

    #[test]
    fn the_largest_tree_is_as_large_as_said() {
        let bytes = MOST_NODES * size_of::<Node>() + MOST_EDGES * size_of::<Edge>() + 2 * MOST_NODES * size_of::<u32>();
        assert!(bytes <= 80 << 20, "{bytes}");
    }
}

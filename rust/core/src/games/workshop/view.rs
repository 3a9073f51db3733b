//! Who may know what (R40): the view's accessors, hidden steps, what is seen of hidden things, and their resampling.

use super::Workshop;
use super::data::{COLOURS, MOST_TYPES};
use super::moves;
use super::state::{Auction, Era, Fist, NONE, Phase, State, Turn};
use crate::View;
use crate::fields::some;
use crate::game::{Action, MAX_PLAYERS};
use crate::rng::Rng;

/// What a viewer reads instead of a step's own text. `state` is before the step.
pub(super) fn hidden_step(game: &Workshop, s: &State, viewer: Option<usize>) -> Option<String> {
    let (actor, text) = match s.phase {
        Phase::DrawDemand => (usize::from(s.step / game.plan.draw), "a counter"),
        Phase::FistColour => (s.mover(), "a colour"),
        // The last amount opens the fists.
        Phase::FistAmount if s.mover() + 1 < game.players() => (s.mover(), "a bid"),
        _ => return None,
    };
    (viewer != Some(actor)).then(|| text.to_owned())
}

/// What everybody reads when the fists open: colour and amount of each hidden bid (R14, R19).
pub(super) fn opened(game: &Workshop, before: &State, after: &State) -> Vec<String> {
    if fists_are_open(game, before) || !fists_are_open(game, after) {
        return Vec::new();
    }
    let bid = |(player, fist): (usize, &Fist)| {
        let pounds = if fist.amount == 1 { "pound" } else { "pounds" };
        format!("player {player} bid {} {pounds} for {}", fist.amount, game.names.colours[usize::from(fist.colour)])
    };
    after.fists[..game.players()].iter().enumerate().map(bid).collect()
}

/// Whether all hidden bids have been made.
pub(super) fn fists_are_open(game: &Workshop, s: &State) -> bool {
    s.fists[..game.players()].iter().all(|fist| fist.is_closed())
}

/// Whether a viewer knows the hidden bid of a player.
pub(super) fn fist_is_known(game: &Workshop, s: &State, viewer: Option<usize>, player: usize) -> bool {
    viewer == Some(player) || fists_are_open(game, s)
}

/// The counters of a type that a viewer cannot tell apart: the pool and all hands but their own.
pub(super) fn unseen_counters_of(game: &Workshop, s: &State, viewer: Option<usize>, kind: usize) -> u8 {
    let others = s.hands[..game.players()].iter().enumerate().filter(|(player, _)| Some(*player) != viewer);
    others.fold(s.pool[kind], |unseen, (_, hand)| unseen + hand[kind])
}

/// The counters that a viewer cannot tell apart: the pool and all hands but their own.
pub(super) fn unseen_counters(game: &Workshop, s: &State, viewer: Option<usize>) -> [u8; MOST_TYPES] {
    std::array::from_fn(|kind| unseen_counters_of(game, s, viewer, kind))
}

// --- what a bot may ask --------------------------------------------------------------------------------------------------

impl View<'_, Workshop> {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.state().phase
    }

    /// The era.
    pub fn era(&self) -> Era {
        self.state().era
    }

    /// A player's cash.
    pub fn cash(&self, player: usize) -> u16 {
        self.state().cash[player]
    }

    /// A player's revenue.
    pub fn revenue(&self, player: usize) -> u16 {
        self.state().revenue[player]
    }

    /// What a player can pay (R24).
    pub fn payable(&self, player: usize) -> u16 {
        self.state().payable(self.game(), player)
    }

    /// The counters of a type on the Demand chart.
    pub fn demand(&self, kind: usize) -> u8 {
        self.state().demand[kind]
    }

    /// The viewer's counters of a type; none for a spectator.
    pub fn counters(&self, kind: usize) -> u8 {
        self.viewer().map_or(0, |player| self.state().hands[player][kind])
    }

    /// The Industries of a colour in towns of a type.
    pub fn works(&self, colour: u8, kind: usize) -> u16 {
        self.state().works(self.game(), colour, |town| self.game().board.kind(town) == kind)
    }

    /// The Links that a turn of a colour can still take (R25, R43).
    pub fn links_left(&self, colour: u8) -> u8 {
        self.state().links_left(self.game(), colour)
    }

    /// The Industries of a colour in a town.
    pub fn industries(&self, town: u8, colour: u8) -> u8 {
        self.state().industries[usize::from(town)].count(colour)
    }

    /// Whether a town is full (R23).
    pub fn is_full(&self, town: u8) -> bool {
        self.state().is_full(self.game(), town)
    }

    /// The connections that hold Links of a colour, a bit each.
    pub fn links(&self, colour: u8) -> u128 {
        self.state().links[usize::from(colour)]
    }

    /// The connections that touch the largest network of a colour, a bit each; all of them if it has no Links (R35).
    pub fn joining_links(&self, colour: u8) -> u128 {
        let links = self.links(colour);
        let board = &self.game().board;
        if links == 0 { u128::MAX } else { board.touching_any(board.largest_network(links)) }
    }

    /// The connections that hold Links, a bit each.
    pub fn occupied(&self) -> u128 {
        self.state().derived.occupied
    }

    /// The card kinds that lie face up, ascending.
    pub fn face_up(&self) -> impl Iterator<Item = u8> + '_ {
        self.game().deck.kinds(self.state().face_up)
    }

    /// How many cards of a kind lie face up.
    pub fn face_up_count(&self, kind: u8) -> u8 {
        self.game().deck.count(self.state().face_up, kind)
    }

    /// The auctioned card and the standing bid.
    pub fn auction(&self) -> Option<(u8, u16)> {
        let Auction { card, standing, .. } = self.state().auction;
        (card != NONE).then_some((card, standing))
    }

    /// Whether a colour has a box in the next round's order.
    pub fn has_box(&self, colour: u8) -> bool {
        self.state().derived.boxed >> colour & 1 == 1
    }

    /// The colour whose turn it is.
    pub fn turn_colour(&self) -> Option<u8> {
        some(self.state().turn.colour)
    }

    /// The colour that takes a card in the phase pick.
    pub fn picking_colour(&self) -> Option<u8> {
        let s = self.state();
        (s.phase == Phase::Pick).then(|| s.next_order[usize::from(s.taken(self.game()))])
    }

    /// The card, town and first connection of the turn.
    pub fn turn(&self) -> (Option<u8>, Option<u8>, Option<u8>) {
        let Turn { card, town, link, .. } = self.state().turn;
        (some(card), some(town), some(link))
    }

    /// The colour that the viewer has chosen for their hidden bid.
    pub fn own_fist(&self) -> Option<u8> {
        some(self.state().fists[self.viewer()?].colour)
    }
}

// --- resampling ----------------------------------------------------------------------------------------------------------

/// A position drawn among those that `viewer` cannot tell from `s`.
pub(super) fn resample(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng) -> State {
    let mut drawn = s.clone();
    resample_counters(game, s, viewer, rng, &mut drawn);
    if !fists_are_open(game, s) {
        resample_fists(game, s, viewer, rng, &mut drawn);
    }
    drawn
}

/// The others' counters are drawn from the pool and their hands together.
fn resample_counters(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng, drawn: &mut State) {
    let mut rest = unseen_counters(game, s, Some(viewer));
    for player in (0..game.players()).filter(|player| *player != viewer) {
        let size: u8 = s.hands[player].iter().sum();
        drawn.hands[player] = [0; MOST_TYPES];
        for _ in 0..size {
            let kind = rng.weighted(rest.iter().map(|count| u32::from(*count)));
            rest[kind] -= 1;
            drawn.hands[player][kind] += 1;
        }
    }
    drawn.pool = rest;
}

/// The others' hidden bids are drawn among the legal ones.
fn resample_fists(game: &Workshop, s: &State, viewer: usize, rng: &mut Rng, drawn: &mut State) {
    let begun = |player: &usize| *player != viewer && s.fists[*player] != Fist::NONE;
    for player in (0..game.players()).filter(begun) {
        let fist = &mut drawn.fists[player];
        if game.plan.two() && s.derived.boxes == 0 {
            fist.colour = player as u8 + 2 * rng.below(2) as u8;
        }
        if fist.is_closed() {
            let (low, high) = moves::hidden_bids(game, s, player).into_inner();
            fist.amount = low + rng.below(u64::from(high - low) + 1) as u16;
        }
    }
}

const _: () = assert!(COLOURS <= MAX_PLAYERS && size_of::<Action>() == 2, "a fist a player, bids as ids");

//! Actions and chance outcomes: typed, as ids, as texts.

use super::Workshop;
use super::data::{COLOURS, Data, TYPE_VALUES, TYPES};
use crate::game::Action;

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// No bid, no counter.
    Pass,
    /// The nominator takes the card that nobody bid for (R10).
    Take,
    /// The nominator bids 1 more (R10).
    Overbid,
    /// Keep the blocked card (R20).
    Keep,
    /// Discard it for a set-aside card (R20).
    Swap,
    /// No more Links (R25).
    Done,
    /// A counter of this type onto the Demand chart (R5).
    Demand(u8),
    /// This colour's Industry leaves the full town (R23).
    Remove(u8),
    /// The colour of a hidden bid (R14).
    Fist(u8),
    /// Nominate or pick this card kind (R8, R18).
    Choose(u8),
    /// The town for a wild card's Industry (R22).
    Place(u8),
    /// Lay this connection (R25).
    Link(u8),
    /// Bid this amount (R9, R15).
    Bid(u16),
}

pub(super) const PASS: Action = 0;
pub(super) const TAKE: Action = 1;
pub(super) const OVERBID: Action = 2;
pub(super) const KEEP: Action = 3;
pub(super) const SWAP: Action = 4;
pub(super) const DONE: Action = 5;
pub(super) const DEMAND: Action = 6;
pub(super) const REMOVE: Action = DEMAND + TYPES as Action;

/// Where the kinds of actions begin whose number depends on players and data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    pub(super) fist: Action,
    pub(super) choose: Action,
    pub(super) place: Action,
    pub(super) link: Action,
    pub(super) bid: Action,
    pub(super) end: Action,
}

impl Ids {
    /// For colours in play, whether two play, towns, card kinds, connections, the highest bid.
    pub(super) fn new(colours: usize, two: bool, kinds: usize, towns: usize, connections: usize, highest: u16) -> Self {
        let fist = REMOVE + colours as Action;
        let choose = fist + if two { colours as Action } else { 0 };
        let place = choose + kinds as Action;
        let link = place + towns as Action;
        let bid = link + connections as Action;
        Self { fist, choose, place, link, bid, end: bid + highest + 1 }
    }

    /// The highest bid of the table.
    #[inline]
    pub(super) fn highest_bid(&self) -> u16 {
        self.end - 1 - self.bid
    }

    /// The move of an id of the table.
    pub(super) fn to_move(self, id: Action) -> Move {
        let from = |first: Action| (id - first) as u8;
        match id {
            PASS => Move::Pass,
            TAKE => Move::Take,
            OVERBID => Move::Overbid,
            KEEP => Move::Keep,
            SWAP => Move::Swap,
            DONE => Move::Done,
            id if id < REMOVE => Move::Demand(from(DEMAND)),
            id if id < self.fist => Move::Remove(from(REMOVE)),
            id if id < self.choose => Move::Fist(from(self.fist)),
            id if id < self.place => Move::Choose(from(self.choose)),
            id if id < self.link => Move::Place(from(self.place)),
            id if id < self.bid => Move::Link(from(self.link)),
            id => Move::Bid(id - self.bid),
        }
    }

    /// The id of a move of the table.
    pub(super) fn of_move(self, chosen: Move) -> Action {
        match chosen {
            Move::Pass => PASS,
            Move::Take => TAKE,
            Move::Overbid => OVERBID,
            Move::Keep => KEEP,
            Move::Swap => SWAP,
            Move::Done => DONE,
            Move::Demand(kind) => DEMAND + Action::from(kind),
            Move::Remove(colour) => REMOVE + Action::from(colour),
            Move::Fist(colour) => self.fist + Action::from(colour),
            Move::Choose(card) => self.choose + Action::from(card),
            Move::Place(town) => self.place + Action::from(town),
            Move::Link(connection) => self.link + Action::from(connection),
            Move::Bid(amount) => self.bid + amount,
        }
    }
}

/// The names that texts are made of.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Colours, also those that are not in play.
    pub(super) colours: [String; COLOURS],
    /// Card kinds: the towns, then the wild cards.
    pub(super) kinds: Vec<String>,
    /// Connections.
    pub(super) links: Vec<String>,
}

impl Names {
    pub(super) fn new(data: &Data) -> Self {
        Self {
            colours: data.colours.clone(),
            kinds: data.kind_names(),
            links: (0..data.connections.len()).map(|i| data.connection_name(i)).collect(),
        }
    }

    pub(super) fn colour(&self, colour: u8) -> &str {
        &self.colours[usize::from(colour)]
    }

    /// A card, or the town of the same number.
    pub(super) fn kind(&self, kind: u8) -> &str {
        &self.kinds[usize::from(kind)]
    }

    pub(super) fn link(&self, connection: u8) -> &str {
        &self.links[usize::from(connection)]
    }

    pub(super) fn text(&self, chosen: Move) -> String {
        match chosen {
            Move::Pass => "pass".to_owned(),
            Move::Take => "take".to_owned(),
            Move::Overbid => "overbid".to_owned(),
            Move::Keep => "keep".to_owned(),
            Move::Swap => "swap".to_owned(),
            Move::Done => "done".to_owned(),
            Move::Demand(kind) => format!("demand {}", type_name(usize::from(kind))),
            Move::Remove(colour) => format!("remove {}", self.colour(colour)),
            Move::Fist(colour) => format!("fist {}", self.colour(colour)),
            Move::Choose(card) => format!("choose {}", self.kind(card)),
            Move::Place(town) => format!("place {}", self.kind(town)),
            Move::Link(connection) => format!("link {}", self.link(connection)),
            Move::Bid(amount) => format!("bid {amount}"),
        }
    }

    /// The texts of all actions.
    pub(super) fn action_texts(&self, ids: Ids) -> Vec<String> {
        (0..ids.end).map(|id| self.text(ids.to_move(id))).collect()
    }

    /// The texts of all chance outcomes: the order of colours or, with two players, a toss; counters; cards.
    pub(super) fn outcome_texts(&self, colours: usize, two: bool) -> Vec<String> {
        let mut texts: Vec<String> = if two {
            (0..2).map(|player| format!("toss player {player}")).collect()
        } else {
            self.colours[..colours].iter().map(|colour| format!("order {colour}")).collect()
        };
        texts.extend((0..TYPES).map(|kind| format!("counter {}", type_name(kind))));
        texts.extend(self.kinds.iter().map(|kind| format!("card {kind}")));
        texts
    }
}

impl Workshop {
    /// The move of an action of the table.
    pub fn move_of(&self, action: Action) -> Move {
        self.ids.to_move(action)
    }

    /// The action of a move; its number must be of the table.
    pub fn action_of(&self, chosen: Move) -> Action {
        self.ids.of_move(chosen)
    }
}

/// The name of a type of town.
pub(super) fn type_name(kind: usize) -> &'static str {
    TYPE_VALUES[kind].0
}

//! Actions and chance outcomes: typed, as ids, as texts.

use super::Workshop;
use super::data::Data;
use super::variant::Plan;
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
    /// The town whose Industry is placed anew, none being left (R42).
    Relocate(u8),
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

/// Where the kinds of actions begin whose number depends on players and data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    pub(super) remove: Action,
    pub(super) fist: Action,
    pub(super) choose: Action,
    pub(super) place: Action,
    pub(super) relocate: Action,
    pub(super) link: Action,
    pub(super) bid: Action,
    pub(super) end: Action,
}

impl Ids {
    /// The highest bid is the last id.
    pub(super) fn new(plan: &Plan, data: &Data, highest: u16) -> Self {
        let (colours, towns) = (plan.colours as Action, data.towns.len() as Action);
        let remove = DEMAND + data.types.len() as Action;
        let fist = remove + colours;
        let choose = fist + if plan.two() { colours } else { 0 };
        let place = choose + towns + data.wilds.len() as Action;
        let relocate = place + towns;
        let link = relocate + if plan.short_of_industries() { towns } else { 0 };
        let bid = link + data.connections.len() as Action;
        Self { remove, fist, choose, place, relocate, link, bid, end: bid + highest + 1 }
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
            id if id < self.remove => Move::Demand(from(DEMAND)),
            id if id < self.fist => Move::Remove(from(self.remove)),
            id if id < self.choose => Move::Fist(from(self.fist)),
            id if id < self.place => Move::Choose(from(self.choose)),
            id if id < self.relocate => Move::Place(from(self.place)),
            id if id < self.link => Move::Relocate(from(self.relocate)),
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
            Move::Remove(colour) => self.remove + Action::from(colour),
            Move::Fist(colour) => self.fist + Action::from(colour),
            Move::Choose(card) => self.choose + Action::from(card),
            Move::Place(town) => self.place + Action::from(town),
            Move::Relocate(town) => self.relocate + Action::from(town),
            Move::Link(connection) => self.link + Action::from(connection),
            Move::Bid(amount) => self.bid + amount,
        }
    }
}

/// The names that texts are made of.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Colours, also those that are not in play.
    pub(super) colours: Vec<String>,
    /// Types of towns.
    pub(super) types: Vec<String>,
    /// Card kinds: the towns, then the wild cards.
    pub(super) kinds: Vec<String>,
    /// Connections.
    pub(super) links: Vec<String>,
}

impl Names {
    pub(super) fn new(data: &Data) -> Self {
        Self {
            colours: data.colours.clone(),
            types: data.types.iter().map(|kind| kind.name.clone()).collect(),
            kinds: data.kind_names(),
            links: (0..data.connections.len()).map(|i| data.connection_name(i)).collect(),
        }
    }

    pub(super) fn colour(&self, colour: u8) -> &str {
        &self.colours[usize::from(colour)]
    }

    /// A type of town.
    pub(super) fn type_name(&self, kind: usize) -> &str {
        &self.types[kind]
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
            Move::Demand(kind) => format!("demand {}", self.type_name(usize::from(kind))),
            Move::Remove(colour) => format!("remove {}", self.colour(colour)),
            Move::Fist(colour) => format!("fist {}", self.colour(colour)),
            Move::Choose(card) => format!("choose {}", self.kind(card)),
            Move::Place(town) => format!("place {}", self.kind(town)),
            Move::Relocate(town) => format!("move {}", self.kind(town)),
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
        texts.extend(self.types.iter().map(|kind| format!("counter {kind}")));
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

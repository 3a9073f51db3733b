//! The 213 actions: ids, kinds and texts (table "Actions" of the game's page), and sets of them.

use super::data::{CARDS, Data, GOODS, TRACKS};
use super::state::Kind;
use crate::bits::{nth_bit, running_counts};
use crate::error::counted;
use crate::game::Action;
use crate::rng::Rng;

/// The number of actions.
const ACTIONS: usize = 213;

/// First ids of the kinds.
pub(super) mod id {
    pub(in super::super) const BUILD: u32 = 0;
    pub(in super::super) const UPGRADE: u32 = 4;
    pub(in super::super) const EMPLOY: u32 = 8;
    pub(in super::super) const AUTOMATE: u32 = 12;
    pub(in super::super) const QUALITY: u32 = 20;
    pub(in super::super) const DISTRIBUTION: u32 = 48;
    pub(in super::super) const ENGINEER_TO: u32 = 68;
    pub(in super::super) const ENGINEER_TURN: u32 = 72;
    pub(in super::super) const STOCK: u32 = 73;
    pub(in super::super) const LOAN: u32 = 104;
    pub(in super::super) const EXTRA: u32 = 114;
    pub(in super::super) const EARLY: u32 = 118;
    pub(in super::super) const DONE: u32 = 122;
    pub(in super::super) const PRICE: u32 = 123;
    pub(in super::super) const BOARD: u32 = 155;
    pub(in super::super) const PATENT: u32 = 161;
    pub(in super::super) const TAKE: u32 = 162;
    pub(in super::super) const GIVE_UP: u32 = 174;
    pub(in super::super) const SHIP: u32 = 186;
    pub(in super::super) const START: u32 = 196;
    pub(in super::super) const BREAK: u32 = 200;
    pub(in super::super) const GOOD: u32 = 208;
    pub(in super::super) const CASH: u32 = 212;
}

/// An action with its parameters: good or factory, worker card, value, track, card (all from 0), number, seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Open a factory.
    Build(u8),
    /// Turn a tile.
    Upgrade(u8),
    /// Add a worker card.
    Employ(u8),
    /// Add a machine to a worker card.
    Automate(u8, u8),
    /// Set the Quality.
    Quality(u8, u8),
    /// Set the Distribution.
    Distribution(u8, u8),
    /// Place or move the Engineer.
    EngineerTo(u8),
    /// Turn the Engineer's card.
    EngineerTurn,
    /// Buy shares.
    Stock(u8),
    /// Take loans.
    Loan(u8),
    /// Produce out of turn.
    Extra(u8),
    /// Send a ship out of turn.
    Early(u8),
    /// End the action.
    Done,
    /// Set the price.
    Price(u8),
    /// A step on a track.
    Board(u8),
    /// Use the Patent.
    Patent,
    /// Take a Development card.
    Take(u8),
    /// Give one up.
    GiveUp(u8),
    /// Send ships.
    Ship(u8),
    /// Choose the start player.
    Start(u8),
    /// Turn a machine back.
    Break(u8, u8),
    /// Choose a starting good.
    Good(u8),
    /// Take money for a set-up point.
    Cash,
}

/// Every action by its id.
pub(super) static MOVES: [Move; ACTIONS] = all_moves();

const fn all_moves() -> [Move; ACTIONS] {
    let mut moves = [Move::Done; ACTIONS];
    let mut i = 0;
    while i < ACTIONS {
        moves[i] = decode(i as u32);
        i += 1;
    }
    moves
}

const fn decode(i: u32) -> Move {
    match i {
        id::BUILD..id::UPGRADE => Move::Build(i as u8),
        id::UPGRADE..id::EMPLOY => Move::Upgrade((i - id::UPGRADE) as u8),
        id::EMPLOY..id::AUTOMATE => Move::Employ((i - id::EMPLOY) as u8),
        id::AUTOMATE..id::QUALITY => Move::Automate(((i - id::AUTOMATE) / 2) as u8, (i % 2) as u8),
        id::QUALITY..id::DISTRIBUTION => Move::Quality(((i - id::QUALITY) / 7) as u8, ((i - id::QUALITY) % 7) as u8),
        id::DISTRIBUTION..id::ENGINEER_TO => {
            Move::Distribution(((i - id::DISTRIBUTION) / 5) as u8, ((i - id::DISTRIBUTION) % 5) as u8)
        }
        id::ENGINEER_TO..id::ENGINEER_TURN => Move::EngineerTo((i - id::ENGINEER_TO) as u8),
        id::ENGINEER_TURN => Move::EngineerTurn,
        id::STOCK..id::LOAN => Move::Stock((i - id::STOCK) as u8),
        id::LOAN..id::EXTRA => Move::Loan((i - id::LOAN) as u8),
        id::EXTRA..id::EARLY => Move::Extra((i - id::EXTRA) as u8),
        id::EARLY..id::DONE => Move::Early((i - id::EARLY) as u8),
        id::DONE => Move::Done,
        id::PRICE..id::BOARD => Move::Price((i - id::PRICE) as u8),
        id::BOARD..id::PATENT => Move::Board((i - id::BOARD) as u8),
        id::PATENT => Move::Patent,
        id::TAKE..id::GIVE_UP => Move::Take((i - id::TAKE) as u8),
        id::GIVE_UP..id::SHIP => Move::GiveUp((i - id::GIVE_UP) as u8),
        id::SHIP..id::START => Move::Ship((i - id::SHIP) as u8),
        id::START..id::BREAK => Move::Start((i - id::START) as u8),
        id::BREAK..id::GOOD => Move::Break(((i - id::BREAK) / 2) as u8, (i % 2) as u8),
        id::GOOD..id::CASH => Move::Good((i - id::GOOD) as u8),
        _ => Move::Cash,
    }
}

impl Move {
    /// The move of an action's id.
    #[inline]
    pub fn of(action: Action) -> Self {
        MOVES[usize::from(action)]
    }

    /// The kind of action that the move is a step of; Stock Exchange and Extra Production are whole actions.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Move::Build(_) | Move::Upgrade(_) => Kind::Build,
            Move::Employ(_) => Kind::Employ,
            Move::Automate(..) => Kind::Automate,
            Move::Quality(..) | Move::EngineerTo(_) | Move::EngineerTurn => Kind::Quality,
            Move::Distribution(..) => Kind::Distribution,
            Move::Early(_) => Kind::Early,
            _ => Kind::None,
        }
    }
}

fn text(data: &Data, action: Move) -> String {
    let good = |g: u8| &data.goods[usize::from(g)];
    let card = |k: u8| &data.cards[usize::from(k)];
    match action {
        Move::Build(g) => format!("build {}", good(g)),
        Move::Upgrade(g) => format!("upgrade {}", good(g)),
        Move::Employ(f) => format!("employ {}", good(f)),
        Move::Automate(f, c) => format!("automate {} {}", good(f), c + 1),
        Move::Quality(f, v) => format!("quality {} {v}", good(f)),
        Move::Distribution(f, v) => format!("distribution {} {v}", good(f)),
        Move::EngineerTo(f) => format!("engineer to {}", good(f)),
        Move::EngineerTurn => "turn engineer".to_owned(),
        Move::Stock(n) => format!("buy {}", counted(n, "share")),
        Move::Loan(m) => format!("take {}", counted(m, "loan")),
        Move::Extra(f) => format!("extra {}", good(f)),
        Move::Early(f) => format!("ship early {}", good(f)),
        Move::Done => "done".to_owned(),
        Move::Price(x) => format!("price {x}"),
        Move::Board(t) => format!("develop {}", data.tracks[usize::from(t)]),
        Move::Patent => "patent".to_owned(),
        Move::Take(k) => format!("take {}", card(k)),
        Move::GiveUp(k) => format!("give up {}", card(k)),
        Move::Ship(n) => format!("ship {n}"),
        Move::Start(p) => format!("start seat {}", p + 1),
        Move::Break(f, c) => format!("break {} {}", good(f), c + 1),
        Move::Good(g) => format!("begin with {}", good(g)),
        Move::Cash => "cash".to_owned(),
    }
}

/// The text of every action.
pub(super) fn texts(data: &Data) -> Vec<String> {
    MOVES.iter().map(|action| text(data, *action)).collect()
}

/// A set of action ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ActionSet {
    low: u128,
    high: u128,
}

impl ActionSet {
    /// Ids below 128 as bits.
    #[inline]
    pub(super) fn of_low(bits: u128) -> Self {
        Self { low: bits, high: 0 }
    }

    /// The ids `first + i` for each bit `i` of `bits`.
    #[inline]
    pub(super) fn at(first: u32, bits: u32) -> Self {
        let bits = u128::from(bits);
        if first >= 128 {
            Self { low: 0, high: bits << (first - 128) }
        } else {
            Self { low: bits << first, high: if first > 96 { bits >> (128 - first) } else { 0 } }
        }
    }

    /// Both sets.
    #[inline]
    #[must_use]
    pub(super) fn with(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// Whether the id is a member.
    #[inline]
    pub(super) fn contains(self, id: u16) -> bool {
        let word = if id < 128 { self.low } else { self.high };
        usize::from(id) < ACTIONS && word >> (id % 128) & 1 != 0
    }

    /// Whether there is a member.
    pub(super) fn any(self) -> bool {
        self.low != 0 || self.high != 0
    }

    #[inline]
    fn words(self) -> [u64; 4] {
        [self.low as u64, (self.low >> 64) as u64, self.high as u64, (self.high >> 64) as u64]
    }

    /// A member, each equally likely; the set is not empty.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "each phase leaves out the words that are always 0 there")]
    pub(super) fn draw(self, rng: &mut Rng) -> u16 {
        let words = self.words();
        let counts = words.map(running_counts);
        let total: u64 = counts.iter().map(|counts| counts >> 56).sum();
        let mut index = rng.below(total) as u32;
        for i in 0..3 {
            let here = (counts[i] >> 56) as u32;
            if index < here {
                return (64 * i as u32 + nth_bit(words[i], counts[i], index)) as u16;
            }
            index -= here;
        }
        (192 + nth_bit(words[3], counts[3], index)) as u16
    }

    /// The members, ascending.
    #[inline]
    pub(super) fn each(self, mut visit: impl FnMut(u16)) {
        for (i, mut word) in self.words().into_iter().enumerate() {
            while word != 0 {
                visit((64 * i) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
    }
}

const _: () = assert!(
    id::UPGRADE as usize == GOODS
        && (id::BOARD as usize + TRACKS) == id::PATENT as usize
        && (id::TAKE as usize + CARDS) == id::GIVE_UP as usize
        && id::CASH as usize + 1 == ACTIONS
);

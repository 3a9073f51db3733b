//! The actions: ids, kinds and texts (table "Actions" of the game's page), and sets of them. How many of a kind there are
//! is a matter of the data file.

use super::data::{Data, TRACKS};
use super::state::{Kind, SEATS};
use crate::bits::{nth_bit, places, running_counts};
use crate::error::counted;
use crate::rng::Rng;

/// Actions of the largest data file.
const MOST_ACTIONS: usize = 611;
/// Words of a set of actions; the last one takes what is shifted out of the one before.
const WORDS: usize = MOST_ACTIONS.div_ceil(64) + 1;

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

/// Every action by its id, and where the kinds begin.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) moves: Box<[Move]>,
    pub(super) ids: Ids,
    /// Whether a `Span` takes all steps of an action.
    pub(super) short_actions: bool,
}

/// First ids of the kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) build: u32,
    pub(super) upgrade: u32,
    pub(super) employ: u32,
    pub(super) automate: u32,
    pub(super) quality: u32,
    pub(super) distribution: u32,
    pub(super) engineer_to: u32,
    pub(super) engineer_turn: u32,
    pub(super) stock: u32,
    pub(super) loan: u32,
    pub(super) extra: u32,
    pub(super) early: u32,
    pub(super) done: u32,
    pub(super) price: u32,
    pub(super) board: u32,
    pub(super) patent: u32,
    pub(super) take: u32,
    pub(super) give_up: u32,
    pub(super) ship: u32,
    pub(super) start: u32,
    pub(super) broken: u32,
    pub(super) good: u32,
    pub(super) cash: u32,
    /// Ids of a factory's values of Quality.
    pub(super) qualities: u32,
    /// And of Distribution.
    pub(super) distributions: u32,
}

impl Table {
    /// The actions of a data file.
    pub(super) fn new(data: &Data) -> Self {
        let goods = data.goods_count as u8;
        let cards = data.cards.len() as u8;
        let (quality, distribution) = (data.engineer_quality_cap, data.distribution_cap);
        let mut moves = Vec::new();
        let mut kind = |actions: &mut dyn Iterator<Item = Move>| {
            let first = moves.len() as u32;
            moves.extend(actions);
            first
        };
        let ids = Ids {
            build: kind(&mut (0..goods).map(Move::Build)),
            upgrade: kind(&mut (0..goods).map(Move::Upgrade)),
            employ: kind(&mut (0..goods).map(Move::Employ)),
            automate: kind(&mut pairs(goods, data.worker_cards, Move::Automate)),
            quality: kind(&mut pairs(goods, quality + 1, Move::Quality)),
            distribution: kind(&mut pairs(goods, distribution + 1, Move::Distribution)),
            engineer_to: kind(&mut (0..goods).map(Move::EngineerTo)),
            engineer_turn: kind(&mut std::iter::once(Move::EngineerTurn)),
            stock: kind(&mut (0..=data.holding_cap).map(Move::Stock)),
            loan: kind(&mut (0..=data.loan_spaces).map(Move::Loan)),
            extra: kind(&mut (0..goods).map(Move::Extra)),
            early: kind(&mut (0..goods).map(Move::Early)),
            done: kind(&mut std::iter::once(Move::Done)),
            price: kind(&mut (0..=data.highest_price).map(Move::Price)),
            board: kind(&mut (0..TRACKS as u8).map(Move::Board)),
            patent: kind(&mut std::iter::once(Move::Patent)),
            take: kind(&mut (0..cards).map(Move::Take)),
            give_up: kind(&mut (0..cards).map(Move::GiveUp)),
            ship: kind(&mut (0..=data.ship_tokens).map(Move::Ship)),
            start: kind(&mut (0..SEATS as u8).map(Move::Start)),
            broken: kind(&mut pairs(goods, data.worker_cards, Move::Break)),
            good: kind(&mut (0..goods).map(Move::Good)),
            cash: kind(&mut std::iter::once(Move::Cash)),
            qualities: u32::from(quality) + 1,
            distributions: u32::from(distribution) + 1,
        };
        assert!(moves.len() <= MOST_ACTIONS, "the bounds of the data file leave room for all actions");
        let largest_kind =
            (ids.distribution - ids.quality).max(ids.engineer_to - ids.distribution).max(ids.loan - ids.stock);
        Self { moves: moves.into(), short_actions: ids.done < SPAN && largest_kind <= u64::BITS, ids }
    }

    /// The text of every action.
    pub(super) fn texts(&self, data: &Data) -> Vec<String> {
        self.moves.iter().map(|action| text(data, *action)).collect()
    }
}

/// The moves of each good, one for each number.
fn pairs(goods: u8, numbers: u8, of: fn(u8, u8) -> Move) -> impl Iterator<Item = Move> {
    (0..goods).flat_map(move |good| (0..numbers).map(move |number| of(good, number)))
}

impl Move {
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

/// A set of action ids.
pub(super) trait Set: Sized {
    /// Ids of a kind that has several for each good, or many.
    type Grid: Grid;

    /// No ids yet; all that will be are from `first` to `last`.
    fn within(first: u32, last: u32) -> Self;

    /// Puts the ids `first + i` in, for each bit `i` of `bits`.
    fn put(&mut self, first: u32, bits: u64);

    /// The same for ids below 64 in a set that begins with 0.
    fn put_low(&mut self, bits: u64);

    /// The same as `put` for the ids of a kind.
    fn put_grid(&mut self, first: u32, bits: Self::Grid);

    /// Whether the id is a member.
    fn contains(&self, id: u16) -> bool;

    /// Whether there is a member.
    fn any(&self) -> bool;

    /// A member, each equally likely; the set is not empty.
    fn draw(&self, rng: &mut Rng) -> u16;

    /// The members, ascending.
    fn each(&self, visit: impl FnMut(u16));
}

/// A bit for each id of a kind.
pub(super) trait Grid: Default {
    /// Puts bits in, the lowest at a place that there is.
    fn put(&mut self, place: u32, bits: u64);

    /// The lowest `n + 1` bits; there are so many.
    fn first(n: impl Into<u32>) -> Self;
}

macro_rules! grid {
    ($($type:ident),*) => {$(
        impl Grid for $type {
            #[inline]
            fn put(&mut self, place: u32, bits: u64) {
                *self |= Self::from(bits).wrapping_shl(place);
            }

            #[inline]
            fn first(n: impl Into<u32>) -> Self {
                let n = n.into();
                debug_assert!(n < Self::BITS, "there are so many bits");
                !(Self::MAX - 1).wrapping_shl(n)
            }
        }
    )*};
}

grid!(u64, u128);

/// Ids of a stretch of `SPAN`, from `first` on. It stays in the processor's registers: nearly all sets are such ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    first: u32,
    words: [u64; 2],
}

/// How far the ids of a `Span` may lie apart.
const SPAN: u32 = 128;

impl Span {
    /// The ids `first + i` for each bit `i` of `bits`.
    #[inline]
    pub(super) fn at(first: u32, bits: u64) -> Self {
        Self { first, words: [bits, 0] }
    }

    /// The ids of the bits.
    #[inline]
    pub(super) fn from_0(bits: u128) -> Self {
        Self { first: 0, words: [bits as u64, (bits >> 64) as u64] }
    }

    /// The members, from the first that there can be on.
    #[inline]
    pub(super) fn bits(self) -> u128 {
        let [low, high] = self.words.map(u128::from);
        high << 64 | low
    }
}

impl Set for Span {
    type Grid = u64;

    #[inline]
    fn within(first: u32, last: u32) -> Self {
        debug_assert!(last - first < SPAN, "the ids lie close together");
        Self { first, words: [0; 2] }
    }

    #[inline]
    fn put(&mut self, first: u32, bits: u64) {
        let place = first.wrapping_sub(self.first);
        debug_assert!(place < SPAN, "the ids lie close together");
        // Rotated within a word, which is less work than to shift two; the lower one ends before `place`, or has it.
        let (bits, in_lower) = (bits.rotate_left(place), u64::MAX.checked_shl(place).unwrap_or(0));
        self.words[0] |= bits & in_lower;
        self.words[1] |= bits & !in_lower;
    }

    #[inline]
    fn put_low(&mut self, bits: u64) {
        self.words[0] |= bits;
    }

    #[inline]
    fn put_grid(&mut self, first: u32, bits: u64) {
        self.put(first, bits);
    }

    #[inline]
    fn contains(&self, id: u16) -> bool {
        let place = u32::from(id).wrapping_sub(self.first);
        self.words.get(place as usize / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    #[inline]
    fn any(&self) -> bool {
        self.words != [0; 2]
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the upper word is left out where it is always 0")]
    fn draw(&self, rng: &mut Rng) -> u16 {
        let [low, high] = self.words;
        let [counts, more] = [low, high].map(running_counts);
        let here = counts >> 56;
        let index = rng.below(here + (more >> 56));
        let place = if index < here {
            nth_bit(low, counts, index as u32)
        } else {
            64 + nth_bit(high, more, (index - here) as u32)
        };
        (self.first + place) as u16
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(u16)) {
        for (i, word) in (0..).zip(self.words) {
            places(word).for_each(|place| visit((self.first + 64 * i) as u16 + u16::from(place)));
        }
    }
}

/// Ids of the whole table: what a `Span` is too short for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    words: [u64; WORDS],
    /// The first and the last word that may have members.
    low: usize,
    high: usize,
}

impl Set for Words {
    type Grid = u128;

    #[inline]
    fn within(first: u32, last: u32) -> Self {
        Self { words: [0; WORDS], low: first as usize / 64, high: last as usize / 64 }
    }

    #[inline]
    fn put(&mut self, first: u32, bits: u64) {
        let (word, shift) = (first as usize / 64, first % 64);
        self.words[word] |= bits << shift;
        self.words[word + 1] |= bits >> 1 >> (63 - shift);
    }

    #[inline]
    fn put_low(&mut self, bits: u64) {
        self.words[0] |= bits;
    }

    #[inline]
    fn put_grid(&mut self, first: u32, bits: u128) {
        self.put(first, bits as u64);
        let more = (bits >> 64) as u64;
        if more != 0 {
            self.put(first + 64, more);
        }
    }

    #[inline]
    fn contains(&self, id: u16) -> bool {
        let word = self.words.get(usize::from(id) / 64);
        word.is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    #[inline]
    fn any(&self) -> bool {
        self.words[self.low..=self.high].iter().any(|word| *word != 0)
    }

    fn draw(&self, rng: &mut Rng) -> u16 {
        let words = &self.words[self.low..=self.high];
        let total: u64 = words.iter().map(|word| running_counts(*word) >> 56).sum();
        let mut index = rng.below(total);
        for (i, word) in words.iter().enumerate() {
            let counts = running_counts(*word);
            let here = counts >> 56;
            if index < here {
                return (64 * (self.low + i) as u32 + nth_bit(*word, counts, index as u32)) as u16;
            }
            index -= here;
        }
        unreachable!("the index is below the number of members")
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(u16)) {
        for i in self.low..=self.high {
            places(self.words[i]).for_each(|place| visit((64 * i) as u16 + u16::from(place)));
        }
    }
}

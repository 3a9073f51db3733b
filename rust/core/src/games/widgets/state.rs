//! The position: plain data, what is derived from it, and what must be true of it.

use super::Widgets;
use super::parts::{NONE, PARTS, Parts, TYPES, type_of};
use super::pile::Pile;
use crate::error::{Error, Result};

/// The most players.
pub(super) const PLAYERS: usize = 5;
/// Bays of a player (R1).
pub const BAYS: usize = 3;
/// The most constructs of a player.
pub const CONSTRUCTS: usize = 5;

/// The phases, as the game's page numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: who starts.
    Start,
    /// Chance: the part that each player begins with.
    Deal,
    /// Chance: all other parts fall.
    FirstDrop,
    /// Where the dealt part goes.
    Setup,
    /// The pull of a turn.
    Pull,
    /// The second face-down pull.
    Second,
    /// Which of two parts is kept.
    Keep,
    /// Where the part in hand goes.
    Resolve,
    /// Chance: a pull happens.
    Shake,
    /// Chance: a drop happens.
    Fall,
    /// Chance: a card is read.
    Read,
    /// The end.
    Over,
}

impl Phase {
    /// All phases by number.
    pub(super) const ALL: [Phase; 12] = [
        Phase::Start,
        Phase::Deal,
        Phase::FirstDrop,
        Phase::Setup,
        Phase::Pull,
        Phase::Second,
        Phase::Keep,
        Phase::Resolve,
        Phase::Shake,
        Phase::Fall,
        Phase::Read,
        Phase::Over,
    ];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Deal => "deal",
            Phase::FirstDrop => "first_drop",
            Phase::Setup => "setup",
            Phase::Pull => "pull",
            Phase::Second => "second",
            Phase::Keep => "keep",
            Phase::Resolve => "resolve",
            Phase::Shake => "shake",
            Phase::Fall => "fall",
            Phase::Read => "read",
            Phase::Over => "game_over",
        }
    }

    /// Whether there is no pile yet.
    #[inline]
    pub(super) fn is_before_the_drop(self) -> bool {
        self <= Phase::FirstDrop
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum End {
    /// Nobody has a turn left (R26).
    Finished,
    /// There is no part in the pile (R25).
    PileEmpty,
    /// The last turn (R27).
    TurnCap,
}

impl End {
    /// All of them by number.
    pub(super) const ALL: [End; 3] = [End::Finished, End::PileEmpty, End::TurnCap];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            End::Finished => "finished",
            End::PileEmpty => "pile_empty",
            End::TurnCap => "turn_cap",
        }
    }
}

/// The part of each type, 255 for none.
pub(super) type Places = [u8; TYPES];
/// No part at any place.
pub(super) const EMPTY: Places = [NONE; TYPES];

/// One position. 255 stands for nobody and no part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) pile: Pile,
    /// The cards that nobody has seen: not drawn yet; with two sets, from the first drop on, those that lie face-down.
    pub(super) unseen: Parts,
    /// The parts whose card has been drawn. With two sets a part is its card, and this stays empty.
    pub(super) drawn: Parts,
    /// The card of each part.
    pub(super) cards: [u8; PARTS],
    /// By player and bay.
    pub(super) bays: [[Places; BAYS]; PLAYERS],
    /// By player, in the order of completion.
    pub(super) constructs: [[Places; CONSTRUCTS]; PLAYERS],
    /// How many constructs each player has.
    pub(super) finished: [u8; PLAYERS],
    pub(super) phase: Phase,
    /// The decision that follows the reading.
    pub(super) next: Option<Phase>,
    pub(super) first: u8,
    pub(super) turn_of: u8,
    /// Completed turns.
    pub(super) turn: u16,
    pub(super) trigger: u8,
    pub(super) end: Option<End>,
    /// Final turns left.
    pub(super) final_turns: [u8; PLAYERS],
    /// Parts that wait for set-up.
    pub(super) dealt: [u8; PLAYERS],
    /// In the order of pulling.
    pub(super) hand: [u8; 2],
    pub(super) falling: u8,
    /// The part of a pull that waits for its salt.
    pub(super) shaking: u8,
    /// The side of that pull.
    pub(super) side: u8,
}

const _: () = assert!(size_of::<State>() <= 1024, "a state is at most 1 KiB");

impl State {
    /// Nothing anywhere.
    pub(super) fn empty(game: &Widgets) -> Self {
        let mut cards = [NONE; PARTS];
        if game.options.two_sets {
            cards = std::array::from_fn(|card| card as u8);
        }
        Self {
            pile: Pile::default(),
            unseen: Parts::ALL,
            drawn: Parts::default(),
            cards,
            bays: [[EMPTY; BAYS]; PLAYERS],
            constructs: [[EMPTY; CONSTRUCTS]; PLAYERS],
            finished: [0; PLAYERS],
            phase: Phase::Start,
            next: None,
            first: NONE,
            turn_of: NONE,
            turn: 0,
            trigger: NONE,
            end: None,
            final_turns: [0; PLAYERS],
            dealt: [NONE; PLAYERS],
            hand: [NONE; 2],
            falling: NONE,
            shaking: NONE,
            side: NONE,
        }
    }

    /// The position before the first chance outcome (R2).
    pub(super) fn initial(game: &Widgets) -> Self {
        let mut s = Self::empty(game);
        if let Some(first) = game.fixed_first() {
            s.first = first;
            s.phase = Phase::Deal;
        }
        s
    }

    /// The card of a part, 255 if nobody knows it.
    #[inline]
    pub(super) fn card(&self, part: u8) -> u8 {
        self.cards[usize::from(part)]
    }

    /// How many parts are in hand.
    #[inline]
    pub(super) fn held(&self) -> usize {
        self.hand.iter().filter(|part| **part != NONE).count()
    }

    /// The parts in hand.
    pub(super) fn in_hand(&self) -> impl Iterator<Item = u8> {
        self.hand.into_iter().filter(|part| *part != NONE)
    }

    /// The parts whose card must be drawn before the game goes on (R7, R12).
    #[inline]
    pub(super) fn pending(&self) -> Parts {
        let mut open = self.pile.known();
        if matches!(self.next.unwrap_or(self.phase), Phase::Keep | Phase::Resolve) {
            self.in_hand().for_each(|part| open.insert(part));
        }
        open & !self.drawn
    }

    /// How many players have been dealt a part.
    pub(super) fn dealt_count(&self, game: &Widgets) -> usize {
        match self.phase {
            Phase::Start => 0,
            Phase::Deal => PARTS - self.unseen.len(),
            _ => game.players(),
        }
    }

    /// Whether a player may take a turn (R22, R23).
    #[inline]
    pub(super) fn may_play(&self, game: &Widgets, player: u8) -> bool {
        let p = usize::from(player);
        self.trigger == NONE
            || player != self.trigger && self.final_turns[p] > 0 && self.finished[p] < game.options.constructs
    }

    /// The constructs of a player.
    #[inline]
    pub(super) fn constructs(&self, player: usize) -> &[Places] {
        &self.constructs[player][..usize::from(self.finished[player])]
    }

    /// The cards of a construct.
    #[inline]
    pub(super) fn cards_of(&self, places: Places) -> [u8; TYPES] {
        places.map(|part| self.card(part))
    }
}

/// Whether no part is in it.
#[inline]
pub(super) fn is_empty(bay: Places) -> bool {
    bay == EMPTY
}

// --- what must be true -------------------------------------------------------------------------------------------------

fn unless(holds: bool, what: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::state(what)) }
}

impl State {
    /// The checks of the page, "The position as a dict", and all that is derived against its slow twin.
    pub(super) fn check(&self, game: &Widgets) -> Result<()> {
        self.check_ranges(game)?;
        self.check_parts(game)?;
        self.check_places()?;
        self.check_opening(game)?;
        self.check_next(game)?;
        self.check_hand(game)?;
        self.check_waiting(game)?;
        self.check_pile(game)?;
        self.check_turns(game)?;
        self.check_end(game)?;
        self.check_derived(game)
    }

    fn opening(&self) -> bool {
        let reading = self.phase == Phase::Read && matches!(self.next, Some(Phase::Setup | Phase::Pull));
        self.phase <= Phase::Setup || reading
    }

    fn check_ranges(&self, game: &Widgets) -> Result<()> {
        let players = game.players();
        let player = |p: u8| p == NONE || usize::from(p) < players;
        unless(player(self.first), "first must be a player")?;
        unless(player(self.turn_of), "turn_of must be a player")?;
        unless(player(self.trigger), "trigger must be a player")?;
        let unused = players..PLAYERS;
        let none = |p: usize| {
            self.final_turns[p] == 0
                && self.finished[p] == 0
                && self.dealt[p] == NONE
                && self.bays[p] == [EMPTY; BAYS]
                && self.constructs[p] == [EMPTY; CONSTRUCTS]
        };
        unless(unused.into_iter().all(none), "there are no more players")?;
        unless(self.hand[0] != NONE || self.hand[1] == NONE, "hand must be filled from the front")?;
        let part = |part: u8| part == NONE || usize::from(part) < PARTS;
        let places = self.bays.iter().flatten().chain(self.constructs.iter().flatten()).flatten();
        let others = self.dealt.iter().chain(&self.hand).chain([&self.falling, &self.shaking]);
        unless(places.chain(others).all(|p| part(*p)), "a part must have a number from 0 to 79")?;
        unless(self.cards.iter().all(|card| part(*card)), "a card must have a number from 0 to 79")
    }

    /// All parts that are not in the pile.
    fn taken(&self) -> impl Iterator<Item = u8> {
        let bays = self.bays.iter().flatten().flatten();
        let constructs = self.constructs.iter().flatten().flatten();
        let others = self.dealt.iter().chain(&self.hand).chain([&self.falling]);
        bays.chain(constructs).chain(others).copied().filter(|part| *part != NONE)
    }

    /// Each part once, each card once.
    fn check_parts(&self, game: &Widgets) -> Result<()> {
        let two_sets = game.options.two_sets;
        let mut found = Parts::default();
        for part in self.taken() {
            unless(!found.has(part), "a part is in two places")?;
            found.insert(part);
        }
        let in_hand: Parts = self.in_hand().collect();
        if self.phase.is_before_the_drop() {
            let dealt = self.dealt_count(game);
            unless(self.pile.is_empty() && self.pile.up().is_empty(), "there is no pile before the first drop")?;
            unless(found.len() == dealt, "before the first drop exactly the parts dealt are there")?;
            unless(self.phase != Phase::Deal || dealt < game.players(), "everybody has been dealt a part")?;
        } else {
            let pile = if two_sets { self.pile.up() | self.unseen } else { self.pile_parts() };
            let apart = (pile & found).is_empty() && (!two_sets || (self.pile.up() & self.unseen).is_empty());
            unless(apart, "a part is in the pile and somewhere else")?;
            unless((pile | found) == Parts::ALL, "a part is missing")?;
        }
        if two_sets {
            return unless(
                self.cards.iter().enumerate().all(|(i, card)| i == usize::from(*card)),
                "a part is its card",
            );
        }
        let mut cards = Parts::default();
        for part in 0..PARTS as u8 {
            let card = self.card(part);
            if card == NONE {
                let may_be = !found.has(part) || in_hand.has(part);
                unless(may_be, "a card may be null in the pile and in hand only")?;
                continue;
            }
            unless(!cards.has(card), "a card is there twice")?;
            cards.insert(card);
            let somewhere = !self.phase.is_before_the_drop() || found.has(part);
            unless(somewhere, "before the first drop only parts dealt have a card")?;
        }
        Ok(())
    }

    fn pile_parts(&self) -> Parts {
        (0..PARTS as u8).filter(|part| self.pile.has(*part)).collect()
    }

    /// Parts at the places of their types.
    fn check_places(&self) -> Result<()> {
        let fits = |places: &Places| {
            let mut typed = (0..TYPES).zip(places).filter(|(_, part)| **part != NONE);
            typed.all(|(t, part)| self.card(*part) != NONE && type_of(self.card(*part)) == t)
        };
        let all = || self.bays.iter().flatten().chain(self.constructs.iter().flatten());
        unless(all().all(fits), "a part lies at the place of another type")?;
        let full = |places: &Places| !places.contains(&NONE);
        unless(!self.bays.iter().flatten().any(full), "a bay is full")?;
        for (constructs, finished) in self.constructs.iter().zip(self.finished) {
            let (done, rest) = constructs.split_at(usize::from(finished).min(CONSTRUCTS));
            let right = done.iter().all(full) && rest.iter().copied().all(is_empty);
            unless(right && usize::from(finished) <= CONSTRUCTS, "a construct has five parts")?;
        }
        Ok(())
    }

    /// Who has which part before the first turn.
    fn check_opening(&self, game: &Widgets) -> Result<()> {
        self.check_first(game)?;
        let auto = game.options.auto_setup;
        if !self.opening() {
            return unless(self.dealt == [NONE; PLAYERS], "dealt: only before the first turn");
        }
        unless(self.phase != Phase::Setup || !auto, "there is no setup with auto_setup")?;
        unless(self.turn == 0, "turn must be 0 before the first turn")?;
        unless(self.finished == [0; PLAYERS], "there are no constructs before the first turn")?;
        if self.phase == Phase::Read {
            let next = if auto { Phase::Pull } else { Phase::Setup };
            unless(self.next == Some(next), "next_phase does not follow the first drop")?;
            unless(self.turn_of == self.first, "turn_of must be the start player")?;
        }
        let dealt = self.dealt_count(game);
        for k in 0..game.players() {
            self.check_dealt(game, k, k < dealt)?;
        }
        Ok(())
    }

    fn check_first(&self, game: &Widgets) -> Result<()> {
        if self.phase == Phase::Start {
            unless(game.fixed_first().is_none(), "the start player is known")?;
            return unless(self.first == NONE, "first must be null in start");
        }
        let right = game.fixed_first().map_or(self.first != NONE, |first| self.first == first);
        unless(right, "first must be the start player")
    }

    /// The part of the k-th player in turn order.
    fn check_dealt(&self, game: &Widgets, k: usize, dealt: bool) -> Result<()> {
        let first = if self.first == NONE { 0 } else { usize::from(self.first) };
        let p = (first + k) % game.players();
        let parts = || self.bays[p].iter().flatten().filter(|part| **part != NONE);
        let in_bays = parts().count();
        let waiting = self.dealt[p] != NONE;
        let placed = game.options.auto_setup || self.phase == Phase::Setup && k < self.place_in_turn_order(game);
        let right = (in_bays, waiting) == (usize::from(dealt && placed), dealt && !placed);
        unless(right, "each player dealt has one part, in a bay or waiting")?;
        if game.options.auto_setup {
            let in_first = self.bays[p][1..].iter().copied().all(is_empty);
            unless(in_first, "with auto_setup the part dealt lies in bay 1")?;
        }
        let part = parts().next().copied().unwrap_or(self.dealt[p]);
        let numbered = game.options.two_sets || !dealt || usize::from(part) == PARTS - 1 - k;
        unless(numbered, "the parts dealt have the numbers from 79 down")
    }

    /// Where the player whose turn it is comes, counted from the start player.
    fn place_in_turn_order(&self, game: &Widgets) -> usize {
        let players = game.players();
        if self.turn_of == NONE { 0 } else { (usize::from(self.turn_of) + players - usize::from(self.first)) % players }
    }

    /// `turn_of` and `next_phase`.
    fn check_next(&self, game: &Widgets) -> Result<()> {
        unless((self.turn_of == NONE) == self.phase.is_before_the_drop(), "turn_of does not fit the phase")?;
        unless(self.next.is_some() == (self.phase == Phase::Read), "next_phase is given in read only")?;
        let Some(next) = self.next else { return Ok(()) };
        let (held, down) = (self.held(), self.unseen.len());
        let right = match next {
            Phase::Keep if game.options.two_sets => matches!((held, down), (0, 2..) | (1, 1..)),
            Phase::Resolve if game.options.two_sets => held == 0 && down == 1,
            _ if game.options.two_sets => false,
            Phase::Setup | Phase::Pull => held == 0,
            Phase::Second | Phase::Resolve => held == 1,
            Phase::Keep => held == 2,
            _ => false,
        };
        unless(right, "next_phase does not fit the hand")
    }

    fn check_hand(&self, game: &Widgets) -> Result<()> {
        let held = self.held();
        let cut_short = game.options.strict_empty && self.end == Some(End::PileEmpty) && game.pile_is_empty(self);
        let right = match self.phase {
            Phase::Second => held == 1 && !game.options.two_sets,
            Phase::Resolve => held == 1,
            Phase::Keep => held == 2,
            Phase::Shake | Phase::Fall => held <= 1 && !game.options.two_sets,
            Phase::Over => held == 0 || cut_short,
            Phase::Read => true,
            _ => held == 0,
        };
        unless(right, "the hand does not fit the phase")?;
        let may_be_null = matches!(self.phase, Phase::Second | Phase::Shake | Phase::Read | Phase::Over);
        let known = self.in_hand().all(|part| self.card(part) != NONE);
        unless(may_be_null || known, "the cards in hand are known")
    }

    /// What waits for its salt, and what cannot be without something to pull.
    fn check_waiting(&self, game: &Widgets) -> Result<()> {
        let given = self.shaking != NONE;
        unless(given == (self.phase == Phase::Shake), "shaking is given in shake only")?;
        unless(given == (self.side != NONE) && (!given || self.side < 4), "shaking has a side")?;
        if given {
            let possible = self.pile.has(self.shaking) && self.pile.sides(self.shaking) >> self.side & 1 == 1;
            let down = self.held() == 0 || !self.pile.up().has(self.shaking);
            unless(possible && down, "the part that is shaking cannot be pulled to that side")?;
        }
        unless((self.falling != NONE) == (self.phase == Phase::Fall), "falling is given in fall only")?;
        let decision = self.next.unwrap_or(self.phase);
        if decision == Phase::Second {
            let down = self.pile.free_parts() & !self.pile.up();
            unless(!down.is_empty(), "no second part can be pulled")?;
        }
        let needs_pile = matches!(decision, Phase::Setup | Phase::Pull | Phase::Second);
        unless(!needs_pile || !game.pile_is_empty(self), "the pile is empty")
    }

    /// What could be read is read.
    fn check_pile(&self, game: &Widgets) -> Result<()> {
        if game.options.two_sets {
            return Ok(());
        }
        let drawn: Parts = (0..PARTS as u8).filter(|part| self.card(*part) != NONE).collect();
        let in_pile = self.pile_parts();
        unless((drawn & in_pile & !self.pile.known()).is_empty(), "a part with a card is known")?;
        let fresh = self.pile.refreshed(&game.physics);
        unless(fresh.known() == self.pile.known(), "a part that can be read is known")?;
        unless(fresh == self.pile, "what can be seen of the pile is not what follows from where parts lie")?;
        let pending = !self.pending().is_empty();
        unless(pending == (self.phase == Phase::Read), "something is to be read in read only")
    }

    fn check_turns(&self, game: &Widgets) -> Result<()> {
        let needed = game.options.constructs;
        let players = game.players();
        unless(self.finished.iter().all(|count| *count <= needed), "somebody has too many constructs")?;
        let anybody = self.finished.contains(&needed);
        let owner = self.trigger != NONE && self.finished[usize::from(self.trigger)] == needed;
        unless(anybody == owner && (self.trigger == NONE) != anybody, "trigger must own the constructs")?;
        for p in 0..players {
            let most = if self.trigger == NONE || usize::from(self.trigger) == p { 0 } else { game.final_turns };
            unless(self.final_turns[p] <= most, "there are too many final turns")?;
        }
        let emptying = self.phase == Phase::Fall && self.held() == 0;
        let finished = |p: usize| self.finished[p] == needed;
        if (Phase::Pull..=Phase::Read).contains(&self.phase) {
            let player = self.turn_of;
            let right = self.may_play(game, player) || finished(usize::from(player)) && emptying;
            unless(right, "turn_of has no turn left")?;
        }
        let kept = |p: usize| {
            finished(p)
                && self.bays[p].iter().any(|bay| !is_empty(*bay))
                && !(emptying && p == usize::from(self.turn_of))
        };
        unless(!(0..players).any(kept), "a player with all constructs has no parts in bays")
    }

    fn check_end(&self, game: &Widgets) -> Result<()> {
        let most = game.options.max_turns;
        let over = self.phase == Phase::Over;
        unless(self.turn < most || over && self.turn == most, "turn is too large")?;
        unless(self.end.is_some() == over, "end_reason is given in game_over only")?;
        let Some(end) = self.end else { return Ok(()) };
        let anybody = (0..game.players()).any(|p| self.may_play(game, p as u8));
        let right = match end {
            End::PileEmpty => true,
            End::Finished => !anybody,
            End::TurnCap => anybody && self.turn == most,
        };
        let empty = game.pile_is_empty(self) == (end == End::PileEmpty);
        unless(right && empty, "end_reason does not fit")
    }

    /// Everything derived, worked out anew.
    fn check_derived(&self, game: &Widgets) -> Result<()> {
        let mut fresh = self.clone();
        game.derive(&mut fresh);
        unless(fresh == *self, "what is derived differs from what it is derived from")
    }
}

impl Widgets {
    /// Works out what follows from bays, constructs, pile and cards.
    pub(super) fn derive(&self, s: &mut State) {
        for p in 0..PLAYERS {
            s.finished[p] = s.constructs[p].iter().filter(|construct| !is_empty(**construct)).count() as u8;
        }
        if self.options.two_sets {
            let taken: Parts = s.taken().collect();
            s.unseen = !(taken | s.pile.up());
            return;
        }
        let drawn = |part: &u8| s.card(*part) != NONE;
        s.drawn = (0..PARTS as u8).filter(drawn).collect();
        s.unseen = !s.drawn.iter().map(|part| s.card(part)).collect::<Parts>();
    }
}

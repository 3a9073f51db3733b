//! The position: plain data, what is derived from it, and what must be true of it.

use super::Railways;
use super::cards::Cards;
use super::moves;
use crate::error::{Error, Result};
pub(super) use crate::forms::NONE;

/// Track colours.
pub const COLOURS: usize = 5;
/// Goods.
pub const GOODS: usize = 4;
/// City cards.
pub const CITIES: usize = 25;
/// Cities and Start.
pub const PLACES: usize = CITIES + 1;
/// Card kinds: two a colour, the engine, the cities.
pub const KINDS: usize = 36;
/// The place number of Start.
pub const START: u8 = 25;
/// The kind of the engines.
pub const ENGINE: u8 = 10;
/// All cards: no pile is larger.
pub(super) const CARDS: usize = 111;
/// The most players.
pub(super) const PLAYERS: usize = 4;
/// Open slots.
pub(super) const SLOTS: usize = 3;
/// Cards that may be kept at the end of a turn (R12).
pub(super) const HAND_LIMIT: u8 = 13;

/// The phases, as the game's page numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance: a value-2 city for each player.
    DealCity,
    /// Chance: two cards for each player.
    DealCard,
    /// Chance: the open row.
    DealOpen,
    /// Chance: who begins.
    FirstPlayer,
    /// One action.
    Action,
    /// Where the new link starts, and its colour.
    Connect,
    /// Which cards are laid.
    Pay,
    /// Chance: the cubes of a new city.
    PlaceGoods,
    /// A delivery after an engine.
    EngineDelivery,
    /// Where the cube goes.
    Deliver,
    /// What a discard is for.
    DiscardUse,
    /// Chance: the replenishing cube.
    ReplenishCube,
    /// Where it goes.
    Replenish,
    /// One or two cards.
    Draw,
    /// Chance: the blind card.
    DrawCard,
    /// Chance: the card for an empty slot.
    Refill,
    /// Down to the hand limit.
    Trim,
    /// The last delivery.
    FinalDelivery,
    /// The end.
    Over,
}

impl Phase {
    /// All phases by id.
    pub(super) const ALL: [Phase; 19] = [
        Phase::DealCity,
        Phase::DealCard,
        Phase::DealOpen,
        Phase::FirstPlayer,
        Phase::Action,
        Phase::Connect,
        Phase::Pay,
        Phase::PlaceGoods,
        Phase::EngineDelivery,
        Phase::Deliver,
        Phase::DiscardUse,
        Phase::ReplenishCube,
        Phase::Replenish,
        Phase::Draw,
        Phase::DrawCard,
        Phase::Refill,
        Phase::Trim,
        Phase::FinalDelivery,
        Phase::Over,
    ];

    /// The name on the game's page.
    pub fn name(self) -> &'static str {
        match self {
            Phase::DealCity => "deal_city",
            Phase::DealCard => "deal_card",
            Phase::DealOpen => "deal_open",
            Phase::FirstPlayer => "first_player",
            Phase::Action => "action",
            Phase::Connect => "connect",
            Phase::Pay => "pay",
            Phase::PlaceGoods => "place_goods",
            Phase::EngineDelivery => "engine_delivery",
            Phase::Deliver => "deliver",
            Phase::DiscardUse => "discard_use",
            Phase::ReplenishCube => "replenish_cube",
            Phase::Replenish => "replenish",
            Phase::Draw => "draw",
            Phase::DrawCard => "draw_card",
            Phase::Refill => "refill",
            Phase::Trim => "trim",
            Phase::FinalDelivery => "final_delivery",
            Phase::Over => "over",
        }
    }

    /// Whether chance acts.
    #[inline]
    pub(super) fn is_chance(self) -> bool {
        const CHANCE: u32 = 1 << Phase::DealCity as u32
            | 1 << Phase::DealCard as u32
            | 1 << Phase::DealOpen as u32
            | 1 << Phase::FirstPlayer as u32
            | 1 << Phase::PlaceGoods as u32
            | 1 << Phase::ReplenishCube as u32
            | 1 << Phase::DrawCard as u32
            | 1 << Phase::Refill as u32;
        CHANCE >> self as u32 & 1 == 1
    }

    /// Whether the game is still being set up (R1 to R4).
    pub(super) fn is_deal(self) -> bool {
        self < Phase::Action
    }
}

/// What brought the end about (R36, R39).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Trigger {
    /// The last card left the deck.
    DeckEmpty,
    /// A player laid the last train.
    Trains,
    /// The last cube left the bag.
    BagEmpty,
    /// The last round began.
    MaxRounds,
}

impl Trigger {
    /// All triggers by id.
    pub(super) const ALL: [Trigger; 4] = [Trigger::DeckEmpty, Trigger::Trains, Trigger::BagEmpty, Trigger::MaxRounds];

    /// The end reason.
    pub fn name(self) -> &'static str {
        match self {
            Trigger::DeckEmpty => "deck_empty",
            Trigger::Trains => "trains",
            Trigger::BagEmpty => "bag_empty",
            Trigger::MaxRounds => "max_rounds",
        }
    }
}

/// The link between a city and its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The place at its other end.
    pub parent: u8,
    /// Whose train is on it.
    pub owner: u8,
    /// What was laid.
    pub value: u8,
    /// The colour of its track.
    pub colour: u8,
}

impl Link {
    /// Of a city that is not on the table.
    pub(super) const NONE: Self = Self { parent: NONE, owner: NONE, value: 0, colour: NONE };
}

/// A link being built; what is not chosen yet is 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Build {
    /// The new city.
    pub city: u8,
    /// The place it is built from.
    pub from: u8,
    /// The colour of the link.
    pub colour: u8,
    /// Track cards worth 1 that are laid.
    pub ones: u8,
    /// Track cards worth 2 that are laid.
    pub twos: u8,
    /// Engines that are laid.
    pub wilds: u8,
}

impl Build {
    pub(super) const NONE: Self = Self { city: NONE, from: NONE, colour: NONE, ones: 0, twos: 0, wilds: 0 };

    /// What is laid so far.
    #[inline]
    pub(super) fn total(self) -> u8 {
        self.ones + 2 * self.twos + self.wilds
    }
}

/// A cube under way; 255 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shipment {
    /// The city where it lies.
    pub from: u8,
    /// Its colour.
    pub good: u8,
}

impl Shipment {
    pub(super) const NONE: Self = Self { from: NONE, good: NONE };
}

/// One position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// The turn player, or [`NONE`].
    pub(super) turn: u8,
    /// The first player, or [`NONE`].
    pub(super) first: u8,
    pub(super) round: u8,
    pub(super) trigger: Option<Trigger>,
    pub(super) final_deliveries: bool,
    pub(super) picks: u8,
    /// Who has a dealt value-2 city that the table has not seen, a bit a player.
    pub(super) v2_hidden: u8,
    pub(super) deck: Cards,
    pub(super) hands: [Cards; PLAYERS],
    pub(super) known: [Cards; PLAYERS],
    /// Kinds, or [`NONE`].
    pub(super) open: [u8; SLOTS],
    pub(super) pile_len: u8,
    /// Kinds, bottom first, zeros above the top.
    pub(super) pile: [u8; CARDS],
    pub(super) bag: [u8; GOODS],
    pub(super) links: [Link; CITIES],
    /// Four bits a good.
    pub(super) cubes: [u16; CITIES],
    pub(super) engines: [u8; PLAYERS],
    pub(super) points: [u16; PLAYERS],
    pub(super) delivered: [[u8; GOODS]; PLAYERS],
    pub(super) build: Build,
    pub(super) shipment: Shipment,
    /// The good drawn to replenish a city, or [`NONE`].
    pub(super) cube: u8,
    pub(super) network: Network,
}

/// What follows from links and cubes, kept at hand; [`Network::of`] is its slow twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Network {
    /// Cities on the table.
    pub(super) built: u32,
    /// Cities whose link belongs to a player.
    pub(super) owned: [u32; PLAYERS],
    /// Cities that hold a cube of a good.
    pub(super) stocked: [u32; GOODS],
    /// The cities built from a place.
    pub(super) children: [u32; PLACES],
}

impl Network {
    const EMPTY: Self = Self { built: 0, owned: [0; PLAYERS], stocked: [0; GOODS], children: [0; PLACES] };

    /// Derives everything from links and cubes whose numbers are in range.
    pub(super) fn of(links: &[Link; CITIES], cubes: &[u16; CITIES]) -> Self {
        let mut network = Self::EMPTY;
        for (city, link) in links.iter().enumerate().filter(|(_, link)| link.parent != NONE) {
            network.join(city as u8, link.parent, link.owner);
        }
        for (city, goods) in cubes.iter().enumerate() {
            for good in 0..GOODS {
                network.stocked[good] |= u32::from(goods >> (4 * good) & 15 != 0) << city;
            }
        }
        network
    }

    #[inline]
    pub(super) fn join(&mut self, city: u8, parent: u8, owner: u8) {
        let bit = 1 << city;
        self.built |= bit;
        self.owned[usize::from(owner)] |= bit;
        self.children[usize::from(parent)] |= bit;
    }

    /// Cities on the table without a cube.
    #[inline]
    pub(super) fn empty_cities(&self) -> u32 {
        self.built & !self.stocked.iter().fold(0, |all, cities| all | cities)
    }
}

/// The set bits of a mask, ascending.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            bit
        })
    })
}

impl State {
    /// The position before the first chance outcome (R1, R2).
    pub(super) fn initial(game: &Railways) -> Self {
        let mut state = Self::empty();
        state.turn = 0;
        let mut deck = game.kind_totals;
        if game.options.engines {
            for p in 0..game.players() {
                state.hands[p].add(ENGINE);
                state.known[p].add(ENGINE);
                deck[usize::from(ENGINE)] -= 1;
            }
        }
        state.deck = Cards::from_counts(&deck);
        state.bag = [game.cubes_of_a_good(); GOODS];
        state
    }

    /// Nothing anywhere: what the readers of positions fill in.
    pub(super) fn empty() -> Self {
        Self {
            phase: Phase::DealCity,
            turn: NONE,
            first: NONE,
            round: 0,
            trigger: None,
            final_deliveries: false,
            picks: 0,
            v2_hidden: 0,
            deck: Cards::default(),
            hands: [Cards::default(); PLAYERS],
            known: [Cards::default(); PLAYERS],
            open: [NONE; SLOTS],
            pile_len: 0,
            pile: [0; CARDS],
            bag: [0; GOODS],
            links: [Link::NONE; CITIES],
            cubes: [0; CITIES],
            engines: [0; PLAYERS],
            points: [0; PLAYERS],
            delivered: [[0; GOODS]; PLAYERS],
            build: Build::NONE,
            shipment: Shipment::NONE,
            cube: NONE,
            network: Network::EMPTY,
        }
    }

    /// The turn player as an index; only where there is one.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        usize::from(self.turn)
    }

    /// The discard pile, bottom first.
    #[inline]
    pub(super) fn pile(&self) -> &[u8] {
        &self.pile[..usize::from(self.pile_len)]
    }

    /// The top card of the discard pile.
    #[inline]
    pub(super) fn pile_top(&self) -> Option<u8> {
        self.pile().last().copied()
    }

    #[inline]
    pub(super) fn push_pile(&mut self, kind: u8) {
        self.pile[usize::from(self.pile_len)] = kind;
        self.pile_len += 1;
    }

    #[inline]
    pub(super) fn pop_pile(&mut self) -> u8 {
        self.pile_len -= 1;
        std::mem::take(&mut self.pile[usize::from(self.pile_len)])
    }

    #[inline]
    pub(super) fn bag_is_empty(&self) -> bool {
        self.bag == [0; GOODS]
    }

    /// The cubes of a good on a city.
    #[inline]
    pub(super) fn cubes_of(&self, city: u8, good: u8) -> u8 {
        (self.cubes[usize::from(city)] >> (4 * good) & 15) as u8
    }

    /// All cubes on a city.
    #[inline]
    pub(super) fn cubes_on(&self, city: u8) -> u8 {
        (0..GOODS as u8).map(|good| self.cubes_of(city, good)).sum()
    }

    #[inline]
    pub(super) fn add_cube(&mut self, city: u8, good: u8) {
        self.cubes[usize::from(city)] += 1 << (4 * good);
        self.network.stocked[usize::from(good)] |= 1 << city;
    }

    #[inline]
    pub(super) fn take_cube(&mut self, city: u8, good: u8) {
        self.cubes[usize::from(city)] -= 1 << (4 * good);
        if self.cubes_of(city, good) == 0 {
            self.network.stocked[usize::from(good)] &= !(1 << city);
        }
    }

    /// The trains that a player has left for links (R20).
    #[inline]
    pub(super) fn trains(&self, game: &Railways, player: usize) -> u8 {
        game.options.link_trains - self.network.owned[player].count_ones() as u8
    }

    #[inline]
    pub(super) fn has_train(&self, game: &Railways, player: usize) -> bool {
        self.network.owned[player].count_ones() < u32::from(game.options.link_trains)
    }

    /// The first trigger stays (R36).
    #[inline]
    pub(super) fn set_trigger(&mut self, trigger: Trigger) {
        self.trigger = self.trigger.or(Some(trigger));
    }

    /// What lies on the table as links: ones and twos of each colour, engines. Negative if cards were invented.
    pub(super) fn laid(&self, game: &Railways) -> [i32; 11] {
        let mut laid: [i32; 11] = std::array::from_fn(|kind| {
            let held: i32 = self.hands.iter().map(|hand| i32::from(hand.count(kind as u8))).sum();
            i32::from(game.kind_totals[kind]) - i32::from(self.deck.count(kind as u8)) - held
        });
        for kind in self.open.iter().chain(self.pile()).filter(|kind| **kind <= ENGINE) {
            laid[usize::from(*kind)] -= 1;
        }
        laid[usize::from(ENGINE)] -= self.engines.iter().map(|size| i32::from(*size)).sum::<i32>();
        laid
    }

    /// Refuses a position that play cannot lead to, as far as the page's list goes. The numbers are in range.
    pub(super) fn check(&self, game: &Railways) -> Result<()> {
        self.check_cards(game)?;
        self.check_cubes(game)?;
        self.check_network(game)?;
        self.check_open_row()?;
        self.check_hands(game)?;
        self.check_players(game)?;
        self.check_triggers(game)?;
        self.check_fields(game)?;
        self.check_choices(game)
    }

    fn check_cards(&self, game: &Railways) -> Result<()> {
        for city in 0..CITIES as u8 {
            let kind = ENGINE + 1 + city;
            let held: usize = self.hands.iter().map(|hand| usize::from(hand.count(kind))).sum();
            let shown = self.open.iter().chain(self.pile()).filter(|card| **card == kind).count();
            let on_table = usize::from(self.network.built >> city & 1 == 1);
            let places = usize::from(self.deck.count(kind)) + held + shown + on_table;
            if places != 1 {
                return refuse(format!("the card {} is in {places} places", game.kinds[usize::from(kind)]));
            }
        }
        let laid = self.laid(game);
        if let Some((kind, count)) = laid.iter().enumerate().find(|(_, count)| **count < 0) {
            return refuse(format!("there are {} cards {} too many", -count, game.kinds[kind]));
        }
        let mut wilds = 0;
        for colour in 0..COLOURS {
            let of_colour = || self.links.iter().filter(|link| usize::from(link.colour) == colour);
            let values: i32 = of_colour().map(|link| i32::from(link.value)).sum();
            let (ones, twos) = (laid[2 * colour], laid[2 * colour + 1]);
            let missing = values - ones - 2 * twos;
            if missing < 0 || of_colour().count() as i32 > ones + twos {
                return refuse(format!("the {} track on the table does not fit its links", game.colour_name(colour)));
            }
            wilds += missing;
        }
        if wilds != laid[usize::from(ENGINE)] {
            return refuse("the engines on the table do not fit the links");
        }
        Ok(())
    }

    fn check_cubes(&self, game: &Railways) -> Result<()> {
        for good in 0..GOODS {
            let on_cities: u32 = (0..CITIES as u8).map(|city| u32::from(self.cubes_of(city, good as u8))).sum();
            let delivered: u32 = self.delivered.iter().map(|cubes| u32::from(cubes[good])).sum();
            let drawn = u32::from(usize::from(self.cube) == good);
            let found = u32::from(self.bag[good]) + on_cities + delivered + drawn;
            if found != u32::from(game.cubes_of_a_good()) {
                return refuse(format!("there are {found} {} cubes", game.good_name(good)));
            }
        }
        for city in 0..CITIES as u8 {
            let built = self.network.built >> city & 1 == 1;
            let most = if built { game.value(city) - 1 } else { 0 };
            if self.cubes_on(city) > most {
                return refuse(format!("{} holds more cubes than it may", game.place_name(city)));
            }
        }
        Ok(())
    }

    fn check_network(&self, game: &Railways) -> Result<()> {
        if self.network != Network::of(&self.links, &self.cubes) {
            return refuse("the network is not the one of the links");
        }
        for city in bits(self.network.built) {
            let link = self.links[usize::from(city)];
            let name = game.place_name(city);
            if !self.leads_to_start(city) {
                return refuse(format!("{name} is not joined to Start"));
            }
            if (game.colours(city) & game.colours(link.parent)) >> link.colour & 1 == 0 {
                return refuse(format!("the link to {name} has a wrong colour"));
            }
            let most = game.most_for(city).min(19);
            if !(game.value(city)..=most).contains(&link.value) {
                return refuse(format!("the link to {name} cannot be worth {}", link.value));
            }
            if usize::from(link.owner) >= game.players() {
                return refuse(format!("the link to {name} has no owner"));
            }
            for colour in 0..COLOURS as u8 {
                if moves::exits_used(self, city, colour) > game.options.exit_capacity.unwrap_or(u8::MAX) {
                    return refuse(format!("{name} carries too many {} links", game.colour_name(usize::from(colour))));
                }
            }
        }
        let most = u32::from(game.options.link_trains);
        if self.network.owned.iter().any(|cities| cities.count_ones() > most) {
            return refuse(format!("a player has more than {most} links"));
        }
        Ok(())
    }

    /// Whether the way up from a city ends at Start.
    fn leads_to_start(&self, mut place: u8) -> bool {
        for _ in 0..=CITIES {
            if place == START {
                return true;
            }
            let Some(link) = self.links.get(usize::from(place)) else { return false };
            place = link.parent;
        }
        false
    }

    fn check_open_row(&self) -> Result<()> {
        let empty = self.open.map(|kind| usize::from(kind == NONE)).iter().sum::<usize>();
        let first_empty = self.open.iter().position(|kind| *kind == NONE).unwrap_or(SLOTS);
        let fits = match self.phase {
            Phase::DealCity | Phase::DealCard => empty == SLOTS,
            Phase::DealOpen => empty > 0 && first_empty + empty == SLOTS,
            Phase::Refill => empty == 1 && !self.deck.is_empty(),
            _ => empty == 0 || self.deck.is_empty(),
        };
        if fits { Ok(()) } else { refuse(format!("the open row does not fit the phase {}", self.phase.name())) }
    }

    fn check_hands(&self, game: &Railways) -> Result<()> {
        for p in 0..PLAYERS {
            let (hand, known) = (&self.hands[p], &self.known[p]);
            let hidden = self.v2_hidden >> p & 1 == 1;
            if p >= game.players() && (!hand.is_empty() || !known.is_empty() || hidden) {
                return refuse(format!("there is no player {p}"));
            }
            if (0..KINDS as u8).any(|kind| known.count(kind) > hand.count(kind)) {
                return refuse(format!("player {p} does not hold all the cards that are known of the hand"));
            }
            if hidden && hand.cities() & !known.cities() & game.small_cities == 0 {
                return refuse(format!("player {p} holds no hidden city of value 2"));
            }
            let sizes = if self.phase.is_deal() { self.dealt_size(game, p) } else { self.hand_size_bounds(p) };
            if !(sizes.0..=sizes.1).contains(&hand.size()) && p < game.players() {
                return refuse(format!("player {p} cannot hold {} cards", hand.size()));
            }
        }
        if self.phase.is_deal() { self.check_deal(game) } else { Ok(()) }
    }

    fn hand_size_bounds(&self, player: usize) -> (u8, u8) {
        if player != usize::from(self.turn) {
            return (0, HAND_LIMIT);
        }
        match self.phase {
            Phase::Trim => (HAND_LIMIT + 1, HAND_LIMIT + 2),
            Phase::Draw | Phase::Refill => (0, HAND_LIMIT + self.picks),
            Phase::DrawCard => (0, HAND_LIMIT + self.picks - 1),
            Phase::DiscardUse => (0, HAND_LIMIT - 1),
            _ => (0, HAND_LIMIT),
        }
    }

    /// The hand sizes during the deal (R2).
    fn dealt_size(&self, game: &Railways, player: usize) -> (u8, u8) {
        let engine = u8::from(game.options.engines);
        let turn = usize::from(self.turn);
        match self.phase {
            Phase::DealCity if player < turn => (engine + 1, engine + 1),
            Phase::DealCity => (engine, engine),
            Phase::DealCard if player == turn => (engine + 1, engine + 2),
            Phase::DealCard if player > turn => (engine + 1, engine + 1),
            _ => (engine + 3, engine + 3),
        }
    }

    fn check_deal(&self, game: &Railways) -> Result<()> {
        let mut engine = Cards::default();
        if game.options.engines {
            engine.add(ENGINE);
        }
        for p in 0..game.players() {
            let dealt = self.phase != Phase::DealCity || p < usize::from(self.turn);
            if (self.v2_hidden >> p & 1 == 1) != dealt {
                return refuse(format!("the value-2 city of player {p} does not fit the phase {}", self.phase.name()));
            }
            if self.known[p] != engine {
                return refuse(format!("nothing but the engine is known of the hand of player {p}"));
            }
        }
        let nothing_yet = self.network.built == 0
            && self.pile_len == 0
            && self.points == [0; PLAYERS]
            && self.engines == [0; PLAYERS]
            && self.delivered == [[0; GOODS]; PLAYERS]
            && self.trigger.is_none();
        if nothing_yet { Ok(()) } else { refuse("the game has begun before the deal is over") }
    }

    fn check_players(&self, game: &Railways) -> Result<()> {
        let by_all: u32 = self.delivered.iter().flatten().map(|cubes| u32::from(*cubes)).sum();
        for p in 0..PLAYERS {
            let delivered: u32 = self.delivered[p].iter().map(|cubes| u32::from(*cubes)).sum();
            let (engines, points) = (self.engines[p], u32::from(self.points[p]));
            if p >= game.players() && (engines > 0 || delivered > 0 || points > 0) {
                return refuse(format!("there is no player {p}"));
            }
            if engines > game.options.engine_cap || game.options.family && engines > 0 {
                return refuse(format!("player {p} cannot have an engine of size {engines}"));
            }
            if delivered > 0 && engines == 0 {
                return refuse(format!("player {p} has delivered without an engine"));
            }
            let links: u32 =
                bits(self.network.owned[p]).map(|city| u32::from(self.links[usize::from(city)].value)).sum();
            if p < game.players() && !(links + delivered..=links + 25 * by_all).contains(&points) {
                return refuse(format!("player {p} cannot have {points} points"));
            }
        }
        Ok(())
    }

    fn check_triggers(&self, game: &Railways) -> Result<()> {
        if self.phase.is_deal() {
            return Ok(());
        }
        let is_cause = |trigger| match trigger {
            Trigger::DeckEmpty => self.deck.is_empty(),
            Trigger::Trains => (0..game.players()).any(|p| !self.has_train(game, p)),
            Trigger::BagEmpty => !game.options.family && self.bag_is_empty(),
            Trigger::MaxRounds => self.round == game.options.max_rounds,
        };
        match self.trigger {
            None if Trigger::ALL.into_iter().any(is_cause) => refuse("the end is not triggered, but has a cause"),
            None if self.final_deliveries => refuse("final deliveries need an end trigger"),
            Some(trigger) if !is_cause(trigger) => refuse(format!("the end trigger {} has no cause", trigger.name())),
            _ if self.round > game.options.max_rounds => refuse(format!("there is no round {}", self.round)),
            _ => Ok(()),
        }
    }

    /// The fields that belong to phases (check 8 of the page).
    fn check_fields(&self, game: &Railways) -> Result<()> {
        use Phase as P;
        let phase = self.phase;
        let is_player = |player: u8| usize::from(player) < game.players();
        let nobody = matches!(phase, P::DealOpen | P::FirstPlayer | P::Over);
        let turn = if nobody { self.turn == NONE } else { is_player(self.turn) };
        let first = if phase.is_deal() { self.first == NONE } else { is_player(self.first) };
        let round = (self.round == 0) == phase.is_deal();
        let picks = match phase {
            P::Draw => self.picks <= 1,
            P::DrawCard | P::Refill => self.picks <= 2,
            _ => self.picks == 0,
        };
        let finals = match phase {
            P::FinalDelivery | P::Over => self.final_deliveries,
            P::Deliver => true,
            _ => !self.final_deliveries,
        };
        let build = match phase {
            P::Connect | P::PlaceGoods => {
                self.build.city != NONE && self.build == (Build { city: self.build.city, ..Build::NONE })
            }
            P::Pay => self.build.city != NONE && self.build.from != NONE && self.build.colour != NONE,
            _ => self.build == Build::NONE,
        };
        let shipment = match phase {
            P::Deliver => self.shipment.from != NONE && self.shipment.good != NONE,
            _ => self.shipment == Shipment::NONE,
        };
        let cube = (self.cube != NONE) == (phase == P::Replenish);
        let fields = [
            ("turn_player", turn),
            ("first_player", first),
            ("round", round),
            ("picks_done", picks),
            ("final_deliveries", finals),
            ("build", build),
            ("shipment", shipment),
            ("cube", cube),
        ];
        match fields.iter().find(|(_, fits)| !fits) {
            Some((field, _)) => refuse(format!("{field} does not fit the phase {}", phase.name())),
            None => Ok(()),
        }
    }

    /// That the phase's player has a choice, or chance an outcome.
    fn check_choices(&self, game: &Railways) -> Result<()> {
        let fits = match self.phase {
            Phase::Connect => moves::can_build(game, self, self.build.city),
            Phase::Pay => moves::payment_fits(game, self),
            Phase::PlaceGoods => {
                let city = self.build.city;
                let built = self.network.built >> city & 1 == 1;
                built && self.cubes_on(city) < game.value(city) - 1 && !self.bag_is_empty()
            }
            Phase::EngineDelivery | Phase::FinalDelivery => moves::has_delivery(game, self, self.mover()),
            Phase::Deliver => {
                self.cubes_of(self.shipment.from, self.shipment.good) > 0
                    && moves::destinations(game, self, self.shipment) != 0
            }
            Phase::DiscardUse => moves::discard_has_use(game, self),
            Phase::ReplenishCube => moves::can_replenish(game, self),
            Phase::Replenish => self.network.empty_cities() != 0,
            Phase::Draw => moves::can_take(game, self),
            Phase::DrawCard => !self.deck.is_empty(),
            _ => true,
        };
        if fits { Ok(()) } else { refuse(format!("there is no choice in the phase {}", self.phase.name())) }
    }
}

fn refuse(reason: impl Into<String>) -> Result<()> {
    Err(Error::state(reason))
}

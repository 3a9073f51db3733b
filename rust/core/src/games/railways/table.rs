//! Actions and chance outcomes: typed, as ids, as texts.

use super::data::{Data, ENGINE, START};
use crate::game::Action;

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// No action (R7).
    Pass,
    /// Announce the city card for a new link.
    Build(u8),
    /// The other end and the colour of the new link.
    From(u8, u8),
    /// Lay a track 1.
    LayOne,
    /// Lay a track 2.
    LayTwo,
    /// Lay an engine as track.
    LayWild,
    /// The link is complete.
    DoneLaying,
    /// Play an engine face up.
    PlayEngine,
    /// Pick up a cube: city, good.
    Ship(u8, u8),
    /// The city where the cube goes.
    DeliverTo(u8),
    /// No delivery.
    Skip,
    /// A card kind onto the discard pile.
    Discard(u8),
    /// The second use of a discard.
    Replenish,
    /// The city that the drawn cube goes to.
    PlaceCube(u8),
    /// The top card of the deck.
    DrawDeck,
    /// The card of an open slot.
    DrawOpen(u8),
    /// The top card of the discard pile.
    DrawPile,
    /// No second card.
    StopDrawing,
}

pub(super) const PASS: Action = 0;
pub(super) const BUILD: Action = 1;

/// The numbers that are told outside: action ids, chance outcomes, cards and places, by the counts of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ids {
    pub(super) colours: u8,
    pub(super) goods: u8,
    pub(super) cities: u8,
    pub(super) slots: u8,
    /// How much lower the engine and the cities are outside.
    gap: u8,
    pub(super) from: Action,
    pub(super) lay_one: Action,
    pub(super) play_engine: Action,
    pub(super) ship: Action,
    pub(super) deliver_to: Action,
    pub(super) skip: Action,
    pub(super) discard: Action,
    pub(super) replenish: Action,
    pub(super) place_cube: Action,
    pub(super) draw_deck: Action,
    pub(super) draw_open: Action,
    pub(super) draw_pile: Action,
    /// Chance outcomes: cards, then cubes, then first players.
    pub(super) cube: u32,
    pub(super) first_player: u32,
}

impl Ids {
    pub(super) fn new(data: &Data) -> Self {
        let [colours, goods, cities, slots] =
            [data.colours.len(), data.goods.len(), data.cities.len(), data.slots].map(|count| count as Action);
        let kinds = 2 * colours + 1 + cities;
        let from = BUILD + cities;
        let lay_one = from + (cities + 1) * colours;
        let play_engine = lay_one + 4;
        let ship = play_engine + 1;
        let deliver_to = ship + cities * goods;
        let skip = deliver_to + cities;
        let discard = skip + 1;
        let replenish = discard + kinds;
        let place_cube = replenish + 1;
        let draw_deck = place_cube + cities;
        let draw_open = draw_deck + 1;
        let cube = u32::from(kinds);
        Self {
            colours: colours as u8,
            goods: goods as u8,
            cities: cities as u8,
            slots: slots as u8,
            gap: ENGINE - 2 * colours as u8,
            from,
            lay_one,
            play_engine,
            ship,
            deliver_to,
            skip,
            discard,
            replenish,
            place_cube,
            draw_deck,
            draw_open,
            draw_pile: draw_open + slots,
            cube,
            first_player: cube + u32::from(goods),
        }
    }

    /// How many card kinds there are.
    pub(super) fn kinds(&self) -> usize {
        self.cube as usize
    }

    /// The number of a kind outside.
    #[inline]
    pub(super) fn card(&self, kind: u8) -> u8 {
        kind - if kind < ENGINE { 0 } else { self.gap }
    }

    /// The kind of a number outside.
    #[inline]
    pub(super) fn kind(&self, card: u8) -> u8 {
        card + if card < ENGINE - self.gap { 0 } else { self.gap }
    }

    /// The kinds of the game, ascending.
    pub(super) fn each_kind(&self) -> impl Iterator<Item = u8> + use<> {
        let ids = *self;
        (0..self.kinds() as u8).map(move |card| ids.kind(card))
    }

    /// The number of a place outside; Start comes after the cities.
    #[inline]
    pub(super) fn place(&self, place: u8) -> u8 {
        place.min(self.cities)
    }

    /// The place of a number outside.
    #[inline]
    pub(super) fn place_of(&self, number: u8) -> u8 {
        if number == self.cities { START } else { number }
    }

    /// The id of `from place in` the first colour.
    #[inline]
    pub(super) fn first_from(&self, place: u8) -> Action {
        self.from + Action::from(self.place(place)) * Action::from(self.colours)
    }

    /// The id of `ship` the first good `from city`.
    #[inline]
    pub(super) fn first_ship(&self, city: u8) -> Action {
        self.ship + Action::from(city) * Action::from(self.goods)
    }

    #[inline]
    pub(super) fn lay_two(&self) -> Action {
        self.lay_one + 1
    }

    #[inline]
    pub(super) fn lay_wild(&self) -> Action {
        self.lay_one + 2
    }

    #[inline]
    pub(super) fn done_laying(&self) -> Action {
        self.lay_one + 3
    }

    #[inline]
    pub(super) fn stop_drawing(&self) -> Action {
        self.draw_pile + 1
    }

    /// All moves, by their ids.
    pub(super) fn moves(&self) -> Vec<Move> {
        let (cities, goods, colours) = (|| 0..self.cities, 0..self.goods, 0..self.colours);
        let mut moves = vec![Move::Pass];
        moves.extend(cities().map(Move::Build));
        let places = (0..=self.cities).map(|number| self.place_of(number));
        moves.extend(places.flat_map(|place| colours.clone().map(move |colour| Move::From(place, colour))));
        moves.extend([Move::LayOne, Move::LayTwo, Move::LayWild, Move::DoneLaying, Move::PlayEngine]);
        moves.extend(cities().flat_map(|city| goods.clone().map(move |good| Move::Ship(city, good))));
        moves.extend(cities().map(Move::DeliverTo));
        moves.push(Move::Skip);
        moves.extend(self.each_kind().map(Move::Discard));
        moves.push(Move::Replenish);
        moves.extend(cities().map(Move::PlaceCube));
        moves.push(Move::DrawDeck);
        moves.extend((0..self.slots).map(Move::DrawOpen));
        moves.extend([Move::DrawPile, Move::StopDrawing]);
        debug_assert!(moves.iter().enumerate().all(|(id, chosen)| usize::from(self.id(*chosen)) == id));
        moves
    }

    /// The id of a move.
    #[inline]
    pub(super) fn id(&self, chosen: Move) -> Action {
        match chosen {
            Move::Pass => PASS,
            Move::Build(city) => BUILD + Action::from(city),
            Move::From(place, colour) => self.first_from(place) + Action::from(colour),
            Move::LayOne => self.lay_one,
            Move::LayTwo => self.lay_two(),
            Move::LayWild => self.lay_wild(),
            Move::DoneLaying => self.done_laying(),
            Move::PlayEngine => self.play_engine,
            Move::Ship(city, good) => self.first_ship(city) + Action::from(good),
            Move::DeliverTo(city) => self.deliver_to + Action::from(city),
            Move::Skip => self.skip,
            Move::Discard(kind) => self.discard + Action::from(self.card(kind)),
            Move::Replenish => self.replenish,
            Move::PlaceCube(city) => self.place_cube + Action::from(city),
            Move::DrawDeck => self.draw_deck,
            Move::DrawOpen(slot) => self.draw_open + Action::from(slot),
            Move::DrawPile => self.draw_pile,
            Move::StopDrawing => self.stop_drawing(),
        }
    }
}

/// The names of what actions and outcomes are about.
pub(super) struct Names {
    pub(super) ids: Ids,
    /// Of all card kinds, by their numbers outside.
    pub(super) cards: Vec<String>,
    pub(super) colours: Vec<String>,
    pub(super) goods: Vec<String>,
}

impl Names {
    pub(super) fn new(data: &Data) -> Self {
        let (cards, colours, goods) = (data.card_names(), data.colours.clone(), data.goods.clone());
        Self { ids: Ids::new(data), cards, colours, goods }
    }

    pub(super) fn card(&self, kind: u8) -> &str {
        &self.cards[usize::from(self.ids.card(kind))]
    }

    pub(super) fn colour(&self, colour: u8) -> &str {
        &self.colours[usize::from(colour)]
    }

    pub(super) fn good(&self, good: u8) -> &str {
        &self.goods[usize::from(good)]
    }

    /// Of a city or of Start.
    pub(super) fn place(&self, place: u8) -> &str {
        if place == START { "Start" } else { &self.cities()[usize::from(place)] }
    }

    pub(super) fn cities(&self) -> &[String] {
        &self.cards[self.cards.len() - usize::from(self.ids.cities)..]
    }

    pub(super) fn text(&self, chosen: Move) -> String {
        match chosen {
            Move::Pass => "pass".to_owned(),
            Move::Build(city) => format!("build {}", self.place(city)),
            Move::From(place, colour) => format!("from {} in {}", self.place(place), self.colour(colour)),
            Move::LayOne => "lay a one".to_owned(),
            Move::LayTwo => "lay a two".to_owned(),
            Move::LayWild => "lay a wild".to_owned(),
            Move::DoneLaying => "done laying".to_owned(),
            Move::PlayEngine => "play engine".to_owned(),
            Move::Ship(city, good) => format!("ship {} from {}", self.good(good), self.place(city)),
            Move::DeliverTo(city) => format!("deliver to {}", self.place(city)),
            Move::Skip => "skip".to_owned(),
            Move::Discard(kind) => format!("discard {}", self.card(kind)),
            Move::Replenish => "replenish".to_owned(),
            Move::PlaceCube(city) => format!("place cube on {}", self.place(city)),
            Move::DrawDeck => "draw from deck".to_owned(),
            Move::DrawOpen(slot) => format!("draw open {}", slot + 1),
            Move::DrawPile => "draw from discard pile".to_owned(),
            Move::StopDrawing => "stop drawing".to_owned(),
        }
    }

    /// The texts of all chance outcomes.
    pub(super) fn outcome_texts(&self) -> Vec<String> {
        let cards = self.cards.iter().map(|card| format!("card {card}"));
        let cubes = self.goods.iter().map(|good| format!("cube {good}"));
        let players = (0..4).map(|player| format!("first player {player}"));
        cards.chain(cubes).chain(players).collect()
    }
}

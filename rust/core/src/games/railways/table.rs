//! Actions and chance outcomes: typed, as ids, as texts.

use super::data::{CITIES, COLOUR_NAMES, COLOURS, GOOD_NAMES, GOODS, KINDS, PLACES, START};
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
pub(super) const FROM: Action = BUILD + CITIES as Action;
pub(super) const LAY_ONE: Action = FROM + (PLACES * COLOURS) as Action;
pub(super) const LAY_TWO: Action = LAY_ONE + 1;
pub(super) const LAY_WILD: Action = LAY_ONE + 2;
pub(super) const DONE_LAYING: Action = LAY_ONE + 3;
pub(super) const PLAY_ENGINE: Action = LAY_ONE + 4;
pub(super) const SHIP: Action = PLAY_ENGINE + 1;
pub(super) const DELIVER_TO: Action = SHIP + (CITIES * GOODS) as Action;
pub(super) const SKIP: Action = DELIVER_TO + CITIES as Action;
pub(super) const DISCARD: Action = SKIP + 1;
pub(super) const REPLENISH: Action = DISCARD + KINDS as Action;
pub(super) const PLACE_CUBE: Action = REPLENISH + 1;
pub(super) const DRAW_DECK: Action = PLACE_CUBE + CITIES as Action;
pub(super) const DRAW_OPEN: Action = DRAW_DECK + 1;
pub(super) const DRAW_PILE: Action = DRAW_OPEN + 3;
pub(super) const STOP_DRAWING: Action = DRAW_PILE + 1;
pub(super) const ACTIONS: Action = STOP_DRAWING + 1;

/// Chance outcomes: cards are 0 to 35, then cubes, then first players.
pub(super) const CUBE_OUTCOME: u32 = KINDS as u32;
pub(super) const FIRST_PLAYER_OUTCOME: u32 = CUBE_OUTCOME + GOODS as u32;

impl Move {
    /// The move of an id of the table.
    #[inline]
    pub fn of(id: Action) -> Self {
        match id {
            PASS => Move::Pass,
            BUILD..FROM => Move::Build((id - BUILD) as u8),
            FROM..LAY_ONE => {
                Move::From(((id - FROM) / COLOURS as Action) as u8, ((id - FROM) % COLOURS as Action) as u8)
            }
            LAY_ONE => Move::LayOne,
            LAY_TWO => Move::LayTwo,
            LAY_WILD => Move::LayWild,
            DONE_LAYING => Move::DoneLaying,
            PLAY_ENGINE => Move::PlayEngine,
            SHIP..DELIVER_TO => {
                Move::Ship(((id - SHIP) / GOODS as Action) as u8, ((id - SHIP) % GOODS as Action) as u8)
            }
            DELIVER_TO..SKIP => Move::DeliverTo((id - DELIVER_TO) as u8),
            SKIP => Move::Skip,
            DISCARD..REPLENISH => Move::Discard((id - DISCARD) as u8),
            REPLENISH => Move::Replenish,
            PLACE_CUBE..DRAW_DECK => Move::PlaceCube((id - PLACE_CUBE) as u8),
            DRAW_DECK => Move::DrawDeck,
            DRAW_OPEN..DRAW_PILE => Move::DrawOpen((id - DRAW_OPEN) as u8),
            DRAW_PILE => Move::DrawPile,
            _ => Move::StopDrawing,
        }
    }

    /// Its id.
    #[inline]
    pub fn id(self) -> Action {
        match self {
            Move::Pass => PASS,
            Move::Build(city) => BUILD + Action::from(city),
            Move::From(place, colour) => FROM + Action::from(place) * COLOURS as Action + Action::from(colour),
            Move::LayOne => LAY_ONE,
            Move::LayTwo => LAY_TWO,
            Move::LayWild => LAY_WILD,
            Move::DoneLaying => DONE_LAYING,
            Move::PlayEngine => PLAY_ENGINE,
            Move::Ship(city, good) => SHIP + Action::from(city) * GOODS as Action + Action::from(good),
            Move::DeliverTo(city) => DELIVER_TO + Action::from(city),
            Move::Skip => SKIP,
            Move::Discard(kind) => DISCARD + Action::from(kind),
            Move::Replenish => REPLENISH,
            Move::PlaceCube(city) => PLACE_CUBE + Action::from(city),
            Move::DrawDeck => DRAW_DECK,
            Move::DrawOpen(slot) => DRAW_OPEN + Action::from(slot),
            Move::DrawPile => DRAW_PILE,
            Move::StopDrawing => STOP_DRAWING,
        }
    }

    fn text(self, kinds: &[String; KINDS]) -> String {
        match self {
            Move::Pass => "pass".to_owned(),
            Move::Build(city) => format!("build {}", place_name(kinds, city)),
            Move::From(place, colour) => {
                format!("from {} in {}", place_name(kinds, place), COLOUR_NAMES[usize::from(colour)])
            }
            Move::LayOne => "lay a one".to_owned(),
            Move::LayTwo => "lay a two".to_owned(),
            Move::LayWild => "lay a wild".to_owned(),
            Move::DoneLaying => "done laying".to_owned(),
            Move::PlayEngine => "play engine".to_owned(),
            Move::Ship(city, good) => {
                format!("ship {} from {}", GOOD_NAMES[usize::from(good)], place_name(kinds, city))
            }
            Move::DeliverTo(city) => format!("deliver to {}", place_name(kinds, city)),
            Move::Skip => "skip".to_owned(),
            Move::Discard(kind) => format!("discard {}", kinds[usize::from(kind)]),
            Move::Replenish => "replenish".to_owned(),
            Move::PlaceCube(city) => format!("place cube on {}", place_name(kinds, city)),
            Move::DrawDeck => "draw from deck".to_owned(),
            Move::DrawOpen(slot) => format!("draw open {}", slot + 1),
            Move::DrawPile => "draw from discard pile".to_owned(),
            Move::StopDrawing => "stop drawing".to_owned(),
        }
    }
}

/// The name of a city or of Start.
pub(super) fn place_name(kinds: &[String; KINDS], place: u8) -> &str {
    if place == START { "Start" } else { &kinds[KINDS - CITIES + usize::from(place)] }
}

/// The texts of all actions.
pub(super) fn action_texts(kinds: &[String; KINDS]) -> Vec<String> {
    (0..ACTIONS).map(|id| Move::of(id).text(kinds)).collect()
}

/// The texts of all chance outcomes.
pub(super) fn outcome_texts(kinds: &[String; KINDS]) -> Vec<String> {
    let cards = kinds.iter().map(|kind| format!("card {kind}"));
    let cubes = GOOD_NAMES.iter().map(|good| format!("cube {good}"));
    let players = (0..4).map(|player| format!("first player {player}"));
    cards.chain(cubes).chain(players).collect()
}

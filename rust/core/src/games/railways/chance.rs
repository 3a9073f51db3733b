//! What chance can bring: the outcomes of a node with their weights, and one drawn among them.

use super::Railways;
use super::cards::nth_city;
use super::data::{FIRST_CITY, MOST_GOODS};
use super::state::{Phase, State};
use crate::bits::places;
use crate::game::OutcomeList;
use crate::rng::Rng;

/// Fills `list` with the outcomes of a chance node, ascending.
pub(super) fn outcomes(game: &Railways, s: &State, list: &mut OutcomeList) {
    match s.phase {
        Phase::DealCity => {
            let cities = s.deck.cities() & game.dealt_cities;
            list.extend(places(cities).map(|city| (u16::from(game.ids.card(FIRST_CITY + city)), 1)));
        }
        Phase::DealCard | Phase::DealOpen | Phase::DrawCard | Phase::Refill => {
            s.deck.each_kind(|kind| list.push((u16::from(game.ids.card(kind)), u32::from(s.deck.count(kind)))));
        }
        Phase::FirstPlayer => {
            list.extend((0..game.players()).map(|player| (game.ids.first_player as u16 + player as u16, 1)));
        }
        Phase::PlaceGoods | Phase::ReplenishCube => {
            let cubes = s.bag.iter().enumerate().filter(|(_, count)| **count > 0);
            list.extend(cubes.map(|(good, count)| (game.ids.cube as u16 + good as u16, u32::from(*count))));
        }
        _ => {}
    }
}

/// An outcome by weight, without the list: the same number from the generator, the same walk.
#[inline]
pub(super) fn draw(game: &Railways, s: &State, rng: &mut Rng) -> u32 {
    let mut below = |total: u32| rng.below(u64::from(total)) as u8;
    match s.phase {
        Phase::DealCity => {
            let cities = s.deck.cities() & game.dealt_cities;
            u32::from(game.ids.card(FIRST_CITY + nth_city(cities, below(cities.count_ones()))))
        }
        Phase::FirstPlayer => game.ids.first_player + u32::from(below(game.players() as u32)),
        Phase::PlaceGoods | Phase::ReplenishCube => {
            let index = below(s.bag.iter().map(|count| u32::from(*count)).sum());
            game.ids.cube + nth_cube(s.bag, index)
        }
        _ => u32::from(game.ids.card(s.deck.nth(below(u32::from(s.deck.size()))))),
    }
}

/// The good of cube number `index`, counted from 0 in the order of goods.
#[inline]
fn nth_cube(bag: [u8; MOST_GOODS], index: u8) -> u32 {
    let mut above = 0;
    let mut total = 0;
    for count in &bag[..MOST_GOODS - 1] {
        total += count;
        above += u32::from(total <= index);
    }
    above
}

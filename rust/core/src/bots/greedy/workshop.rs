//! Workshop of the World.

use super::Greedy;
use crate::View;
use crate::game::Action;
use crate::games::workshop::Workshop;
use crate::rng::Rng;

impl Greedy for Workshop {
    fn advise(_view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action {
        rng.pick(legal)
    }
}

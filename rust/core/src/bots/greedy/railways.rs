//! Advice for railways.

use super::Greedy;
use crate::View;
use crate::game::Action;
use crate::games::railways::Railways;
use crate::rng::Rng;

impl Greedy for Railways {
    fn advise(_view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action {
        rng.pick(legal)
    }
}

//! Advice for Arkwright.

use super::{Greedy, best_by};
use crate::View;
use crate::game::Action;
use crate::games::arkwright::Arkwright;
use crate::rng::Rng;

impl Greedy for Arkwright {
    fn advise(_view: &View<'_, Self>, legal: &[Action], rng: &mut Rng) -> Action {
        best_by(legal, rng, |_| 0)
    }
}

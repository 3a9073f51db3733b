//! The games by name: one line each.

use crate::bots::Greedy;
use crate::erased::{AnyGame, Loaded};
use crate::error::{Error, Kind, Result, quoted};
use crate::game::{Choices, Declaration, Game, Setup};
use std::sync::Arc;

/// Does something with every game; contract tests and benches walk the registry with it.
pub trait Visitor {
    /// Called once a game.
    fn visit<G: Game + Greedy>(&mut self);
}

macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        /// The fixed facts of every game, by ascending name.
        pub fn declarations() -> Vec<&'static Declaration> {
            vec![$(<$game>::declaration()),*]
        }

        /// Loads a game by its name.
        pub fn load(name: &str, choices: Choices) -> Result<Arc<dyn AnyGame>> {
            $(if name == <$game>::declaration().name {
                let setup = Setup::new(<$game>::declaration(), choices)?;
                return Ok(Arc::new(Loaded(Arc::new(<$game>::load(setup)?))));
            })*
            Err(unknown(name))
        }

        /// Shows a visitor every game with its type, by ascending name.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$game>();)*
        }
    };
}

registry!(
    crate::games::arkwright::Arkwright,
    crate::games::railways::Railways,
    crate::games::widgets::Widgets,
    crate::games::workshop::Workshop,
);

/// The error for a name that is not in the registry.
pub fn unknown(name: &str) -> Error {
    let names: Vec<&str> = declarations().iter().map(|decl| decl.name).collect();
    Error::new(Kind::UnknownGame, format!("there is no game {}; choose one of: {}", quoted(name), names.join(", ")))
}

//! What plays: a bot receives a [`View`] and the legal actions, never the state.

pub mod greedy;
mod random;

use crate::View;
use crate::error::{Error, Result, quoted};
use crate::game::{Action, Game};
use crate::rng::Rng;
pub use greedy::Greedy;

/// Chooses an action from what its player may know.
pub trait Bot<G: Game>: Send + Sync {
    /// One of `legal`, which has at least one entry. `rng` is the bot's own stream of the match.
    fn choose(&mut self, view: &View<'_, G>, legal: &[Action], rng: &mut Rng) -> Action;
}

/// A kind of bot, for lists and help texts.
pub struct BotKind {
    /// The word that names it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it looks at.
    pub sees: &'static str,
}

/// The built-in bots.
pub const KINDS: &[BotKind] = &[
    BotKind { name: "random", summary: "plays any legal action, each equally likely", sees: "its legal actions" },
    BotKind {
        name: "greedy",
        summary: "takes the action its game's advice rates highest now",
        sees: "its player's view",
    },
];

/// The bot that a text names.
pub fn make<G: Game + Greedy>(spec: &str) -> Result<Box<dyn Bot<G>>> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let bot: Box<dyn Bot<G>> = match name {
        "random" => Box::new(random::Random),
        "greedy" => Box::new(greedy::GreedyBot),
        _ => {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(Error::text(format!("there is no bot {}; choose one of: {}", quoted(name), names.join(", "))));
        }
    };
    if !parameters.is_empty() {
        return Err(Error::text(format!("bot {name} takes no parameters, not {}", quoted(parameters))));
    }
    Ok(bot)
}

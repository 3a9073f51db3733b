//! What plays: a bot receives a [`View`] and the legal actions, never the state.

pub mod greedy;
mod random;
mod spec;
mod wandering;

use crate::View;
use crate::error::{Error, Result, counted};
use crate::game::{Action, ActionList, Game};
use crate::rng::Rng;
pub use greedy::Greedy;
pub use spec::{Parameter, Spec, Takes, split};

/// Chooses an action from what its player may know.
pub trait Bot<G: Game>: Send + Sync {
    /// One of `legal`, which has at least one entry. `rng` is the bot's own stream of the match.
    fn choose(&mut self, view: &View<'_, G>, legal: &[Action], rng: &mut Rng) -> Action;
}

/// A kind of bot: what lists and help texts say of it, and what its specs are checked by.
#[derive(Debug)]
pub struct BotKind {
    /// The word that names it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it looks at.
    pub sees: &'static str,
    /// What can be said of it.
    pub parameters: &'static [Parameter],
    plays: Plays,
}

/// What is behind a name.
#[derive(Clone, Copy, Debug)]
enum Plays {
    Random,
    Greedy,
}

/// The built-in bots.
pub const KINDS: &[BotKind] = &[
    BotKind {
        name: "random",
        summary: "plays any legal action, each equally likely",
        sees: "its legal actions",
        parameters: &[],
        plays: Plays::Random,
    },
    BotKind {
        name: "greedy",
        summary: "takes the action its game's advice rates highest now",
        sees: "its player's view",
        parameters: &[
            Parameter {
                name: "epsilon",
                takes: Takes::Number(0.0, 1.0),
                default: "0",
                summary: "the chance of a decision to be any legal action, each equally likely",
            },
            Parameter {
                name: "version",
                takes: Takes::Whole(1, 1),
                default: "1",
                summary: "which advice: a number names the same one in every later version of Lineshaft",
            },
        ],
        plays: Plays::Greedy,
    },
];

/// The bot that a text names.
pub fn make<G: Game + Greedy>(text: &str) -> Result<Box<dyn Bot<G>>> {
    let spec = Spec::parse(text)?;
    Ok(match spec.kind.plays {
        Plays::Random => Box::new(random::Random),
        Plays::Greedy => wandering::wandering(Box::new(greedy::GreedyBot), spec.number("epsilon")),
    })
}

/// A bot a seat.
pub(crate) fn seat<G: Game + Greedy>(texts: &[String], players: usize) -> Result<Vec<Box<dyn Bot<G>>>> {
    if texts.len() != players {
        let message =
            format!("{} for {}: name one bot a player", counted(texts.len(), "bot"), counted(players, "player"));
        return Err(Error::argument(message));
    }
    texts.iter().map(|text| make(text)).collect()
}

/// What a bot plays for the player who acts. A decision with one legal action is made without asking it.
pub fn decide<G: Game>(game: &G, state: &G::State, player: usize, bot: &mut dyn Bot<G>, rng: &mut Rng) -> Action {
    let mut legal = ActionList::new();
    game.legal_actions(state, &mut legal);
    match legal[..] {
        [forced] => forced,
        _ => bot.choose(&View::new(game, state, Some(player)), &legal, rng),
    }
}

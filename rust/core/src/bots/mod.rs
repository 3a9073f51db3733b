//! What plays: a bot receives a [`View`] and the legal actions, never the state.

pub mod greedy;
mod random;
mod searcher;
mod spec;
mod wandering;

use crate::View;
use crate::error::{Error, Result, counted};
use crate::game::{Action, ActionList, Game};
use crate::rng::Rng;
use crate::search::Analysis;
pub use greedy::Greedy;
pub use spec::{Parameter, Spec, Takes, split};

/// Chooses an action from what its player may know.
pub trait Bot<G: Game>: Send + Sync {
    /// One of `legal`, which has at least one entry. `rng` is the bot's own stream of the match. A bot that thinks for long
    /// asks `keep_going` often; when it says no, the bot answers at once with what it has, and the caller drops the answer
    /// or, where it was a matter of time, takes it.
    fn choose(
        &mut self,
        view: &View<'_, G>,
        legal: &[Action],
        rng: &mut Rng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Action;

    /// What the choice is made by; none by a bot that does not search.
    fn analyse(
        &mut self,
        _view: &View<'_, G>,
        _legal: &[Action],
        _rng: &mut Rng,
        _keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<Analysis> {
        None
    }
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

impl BotKind {
    /// Whether such a bot can say what its choice is made by.
    pub fn searches(&self) -> bool {
        matches!(self.plays, Plays::Flat | Plays::Mcts)
    }
}

/// What is behind a name.
#[derive(Clone, Copy, Debug)]
enum Plays {
    Random,
    Greedy,
    Flat,
    Mcts,
}

/// The parameters of the bots that search.
mod searching {
    use super::{Parameter, Takes};

    pub(super) const SIMULATIONS: Parameter = Parameter {
        name: "simulations",
        takes: Takes::Whole(1, 1_000_000),
        default: "1000",
        summary: "how many positions are evaluated for a decision",
    };
    pub(super) const OBJECTIVE: Parameter = Parameter {
        name: "objective",
        takes: Takes::Word(&["leader", "score", "win"]),
        default: "leader",
        summary: "what is played for: the lead over the best other player, the own score, or to be first",
    };
    pub(super) const ROLLOUT: Parameter = Parameter {
        name: "rollout",
        takes: Takes::Auto(&Takes::Word(&["greedy", "random"])),
        default: "auto",
        summary: "how positions are played on; auto: as plays best in the game",
    };
    pub(super) const ROLLOUT_EPSILON: Parameter = Parameter {
        name: "rollout_epsilon",
        takes: Takes::Auto(&Takes::Number(0.0, 1.0)),
        default: "auto",
        summary: "the chance of a decision of a greedy rollout to be any legal action",
    };
    pub(super) const TURNS: Parameter = Parameter {
        name: "turns",
        takes: Takes::Auto(&Takes::Whole(0, 1000)),
        default: "auto",
        summary: "before which of the player's own next turns a rollout stops and counts points; 0: at the end of the game",
    };
    pub(super) const METHOD: Parameter = Parameter {
        name: "method",
        takes: Takes::Auto(&Takes::Word(&["flat", "tree"])),
        default: "auto",
        summary: "whether the actions alone are compared or a tree of what follows; auto: as plays best in the game",
    };
    pub(super) const OPPONENTS: Parameter = Parameter {
        name: "opponents",
        takes: Takes::Word(&["maxn", "paranoid", "self"]),
        default: "maxn",
        summary: "with method=tree, what the others do: each their best, all against the player, or as in the rollouts",
    };
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
    BotKind {
        name: "flat",
        summary: "tries the actions of a decision on the same worlds and drops the worse half again and again",
        sees: "its player's view, and worlds drawn from it",
        parameters: &[
            searching::SIMULATIONS,
            searching::OBJECTIVE,
            searching::ROLLOUT,
            searching::ROLLOUT_EPSILON,
            searching::TURNS,
        ],
        plays: Plays::Flat,
    },
    BotKind {
        name: "mcts",
        summary: "searches as plays best in the game: as flat, or in a tree of what players know",
        sees: "its player's view, and worlds drawn from it",
        parameters: &[
            searching::SIMULATIONS,
            searching::OBJECTIVE,
            searching::METHOD,
            searching::OPPONENTS,
            searching::ROLLOUT,
            searching::ROLLOUT_EPSILON,
            searching::TURNS,
        ],
        plays: Plays::Mcts,
    },
];

/// The bot that a text names.
pub fn make<G: Game + Greedy>(text: &str) -> Result<Box<dyn Bot<G>>> {
    let spec = Spec::parse(text)?;
    Ok(match spec.kind.plays {
        Plays::Random => Box::new(random::Random),
        Plays::Greedy => wandering::wandering(Box::new(greedy::GreedyBot), spec.number("epsilon").unwrap_or(0.0)),
        Plays::Flat => Box::new(searcher::Searcher::flat(&spec)),
        Plays::Mcts => Box::new(searcher::Searcher::mcts(&spec)?),
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

/// What a bot plays for the player who acts. A decision with one legal action is made without asking it; one that thinks for
/// long answers with what it has when `keep_going` says so.
pub fn decide<G: Game>(
    game: &G,
    state: &G::State,
    player: usize,
    bot: &mut dyn Bot<G>,
    rng: &mut Rng,
    keep_going: &mut dyn FnMut() -> bool,
) -> Action {
    let mut legal = ActionList::new();
    game.legal_actions(state, &mut legal);
    match legal[..] {
        [forced] => forced,
        _ => bot.choose(&View::new(game, state, Some(player)), &legal, rng, keep_going),
    }
}

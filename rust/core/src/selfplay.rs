//! Many games at once, on threads, with results that do not depend on how many.
//!
//! Game `i` is played from `game_seed(seed, i)`: chance from stream 0, the bot of player `p` from stream `1 + p`.

use crate::bots::{self, Bot, Greedy};
use crate::codec::digest64;
use crate::crew::work_in_order;
use crate::error::{Error, Result};
use crate::game::{Actor, Game, PerPlayer};
use crate::rng::{self, Rng};
use crate::runner::{Notes, Runner};
use crate::scribe::{Line, Scribe};
use std::sync::atomic::{AtomicBool, Ordering};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A bot a player.
    pub bots: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The index of the first game; that of the last is below 2^64 - 1.
    pub first: u64,
    /// The seed of the series.
    pub seed: u64,
    /// The number of worker threads, at least 1.
    pub threads: usize,
    /// Whether bots move on by one seat from game to game: seat `s` of game `i` is held by bot `(s + i) mod players`.
    pub rotate: bool,
    /// Whether each result carries its replay.
    pub record: bool,
}

/// How one game went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The game's index in the series.
    pub index: u64,
    /// Its own seed.
    pub seed: u64,
    /// The bot (a position in the plan's list) at each seat.
    pub seats: PerPlayer<u8>,
    /// Final scores by seat.
    pub scores: PerPlayer<i32>,
    /// Final places by seat, from 1.
    pub ranking: PerPlayer<u8>,
    /// Utilities by seat.
    pub returns: PerPlayer<f64>,
    /// Decisions of players.
    pub decisions: u32,
    /// Chance outcomes.
    pub chance: u32,
    /// Why the game ended.
    pub end_reason: &'static str,
    /// The replay as a line of JSON, if the plan records.
    pub replay: Option<String>,
}

/// Plays the plan; `sink` receives the results in order of their index and may refuse further ones with an error.
pub fn selfplay<G: Game + Greedy>(
    game: &G,
    plan: &Plan,
    sink: &mut dyn FnMut(GameResult) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let players = game.setup().players;
    bots::seat::<G>(&plan.bots, players)?;
    if plan.first.checked_add(plan.games).is_none() {
        let (last, first, games) = (u64::MAX - 1, plan.first, plan.games);
        let message = format!("games are numbered up to {last}: {games} after game {first} are too many");
        return Err(Error::argument(message));
    }
    let scribe = plan.record.then(|| Scribe::new(G::declaration(), game.setup(), game.tables()));
    let desk = || Desk { bots: bots::seat(&plan.bots, players).expect("checked above"), room: Vec::new() };
    let work = |desk: &mut Desk<G>, number, stop: &AtomicBool| {
        play(game, plan, plan.first + number, desk, scribe.as_ref(), stop)
    };
    work_in_order(plan.games, plan.threads, desk, work, sink, keep_going)
}

/// What a worker keeps from game to game.
struct Desk<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// Where the lines of replays are written.
    room: Vec<u8>,
}

/// What is noted of a game.
struct Protocol<'a> {
    line: Option<Line<'a>>,
    decisions: u32,
    chance: u32,
}

impl<G: Game> Notes<G> for Protocol<'_> {
    #[inline]
    fn note(&mut self, game: &G, state: &G::State, actor: Actor, id: u32) {
        match actor {
            Actor::Player(_) => self.decisions += 1,
            _ => self.chance += 1,
        }
        if let Some(line) = &mut self.line {
            line.push(actor, id, || digest64(&game.to_bytes(state)));
        }
    }
}

/// Plays one game; None if asked to stop in the middle.
fn play<G: Game>(
    game: &G,
    plan: &Plan,
    index: u64,
    desk: &mut Desk<G>,
    scribe: Option<&Scribe>,
    stop: &AtomicBool,
) -> Option<GameResult> {
    let players = game.setup().players;
    let seed = rng::game_seed(plan.seed, index);
    let turn = if plan.rotate { (index % players as u64) as usize } else { 0 };
    let seats: PerPlayer<u8> = (0..players).map(|seat| ((seat + turn) % players) as u8).collect();
    let Desk { bots, room } = desk;
    let line = scribe.map(|scribe| {
        let names: PerPlayer<&str> = seats.iter().map(|bot| plan.bots[usize::from(*bot)].as_str()).collect();
        scribe.begin(seed, &names, room)
    });
    let mut notes = Protocol { line, decisions: 0, chance: 0 };
    let mut state = game.initial_state();
    let mut chance = Rng::new(seed, rng::CHANCE);
    let mut streams: PerPlayer<Rng> = (0..players).map(|p| Rng::new(seed, rng::bot_stream(p))).collect();
    let runner = Runner { game, state: &mut state, chance: &mut chance, notes: &mut notes };
    let over = runner.run(|game, state, player, _| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let bot = &mut *bots[usize::from(seats[player])];
        Some(bots::decide(game, state, player, bot, &mut streams[player], &mut || !stop.load(Ordering::Relaxed)))
    });
    if !over {
        return None;
    }
    let (end_reason, scores, ranking) = (game.end_reason(&state), game.scores(&state), game.ranking(&state));
    let Protocol { line, decisions, chance } = notes;
    let replay = line.map(|line| line.end(end_reason, &scores, &ranking, digest64(&game.to_bytes(&state))));
    Some(GameResult {
        index,
        seed,
        scores,
        ranking,
        returns: game.returns(&state),
        decisions,
        chance,
        end_reason: end_reason.unwrap_or("over"),
        replay,
        seats,
    })
}

//! Many games at once, on threads, with results that do not depend on how many.
//!
//! Game `i` is played from `game_seed(seed, i)`: chance from stream 0, the bot of player `p` from stream `1 + p`. Workers
//! take one game after the other from a counter, so that a finished game never waits for a later one; the caller's thread
//! puts the results in order, hands them on, and asks `keep_going` at least every 20 milliseconds. The threads live for one
//! call, so a forked child never meets them.

use crate::View;
use crate::bots::{self, Bot, Greedy};
use crate::codec::digest64;
use crate::error::{Error, Kind, Result};
use crate::game::{ActionList, Actor, Game, PerPlayer};
use crate::rng::{self, Rng};
use crate::scribe::Scribe;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// How long the caller's thread sleeps before it looks after results again.
const PAUSE: Duration = Duration::from_millis(10);

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
    if plan.bots.len() != players {
        let message = format!("{} bots for {players} players: name one bot a player", plan.bots.len());
        return Err(Error::argument(message));
    }
    if plan.first.checked_add(plan.games).is_none() {
        let (last, first, games) = (u64::MAX - 1, plan.first, plan.games);
        let message = format!("games are numbered up to {last}: {games} after game {first} are too many");
        return Err(Error::argument(message));
    }
    for spec in &plan.bots {
        bots::make::<G>(spec)?;
    }
    let threads = plan.threads.max(1) as u64;
    let scribe = plan.record.then(|| Scribe::new(G::declaration(), game.setup(), game.tables()));
    let scribe = scribe.as_ref();
    let next = AtomicU64::new(0);
    let left = AtomicU64::new(plan.games);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        for started in 0..threads {
            let (sender, next, left, stop, caller) = (sender.clone(), &next, &left, &stop, &caller);
            let work = move || {
                let mut bots: Vec<_> =
                    plan.bots.iter().map(|spec| bots::make::<G>(spec).expect("checked above")).collect();
                let mut room = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let scribe = scribe.map(|scribe| (scribe, &mut room));
                    let Some(result) = play(game, plan, plan.first + number, &mut bots, scribe, stop) else { break };
                    if sender.send(result).is_err() {
                        break;
                    }
                    if left.fetch_sub(1, Ordering::AcqRel) == 1 {
                        caller.unpark();
                    }
                }
            };
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if started == 0 => {
                    return Err(Error::new(Kind::OutOfMemory, format!("cannot start a thread: {error}")));
                }
                // Nothing depends on the number of threads: those that there are play all games.
                Err(_) => break,
            }
        }
        drop(sender);
        let outcome = deliver(plan, &receiver, sink, keep_going);
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        outcome
    })
}

/// Puts results in order and hands them on, every few milliseconds and at the end: to wake up for each game would cost more
/// than a fast game. Who stops it still gets what is finished by then.
fn deliver(
    plan: &Plan,
    receiver: &Receiver<GameResult>,
    sink: &mut dyn FnMut(GameResult) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut wanted = plan.first;
    while wanted < plan.first + plan.games {
        let going = keep_going();
        let ended = loop {
            match receiver.try_recv() {
                Ok(result) => waiting.insert(result.index, result),
                Err(reason) => break reason == TryRecvError::Disconnected,
            };
            while let Some(result) = waiting.remove(&wanted) {
                sink(result)?;
                wanted += 1;
            }
        };
        if wanted == plan.first + plan.games {
            break;
        }
        if !going {
            return Err(Error::interrupted());
        }
        assert!(!ended, "workers end only after their last game");
        std::thread::park_timeout(PAUSE);
    }
    Ok(())
}

/// Plays one game; None if asked to stop in the middle.
fn play<G: Game>(
    game: &G,
    plan: &Plan,
    index: u64,
    bots: &mut [Box<dyn Bot<G>>],
    scribe: Option<(&Scribe, &mut Vec<u8>)>,
    stop: &AtomicBool,
) -> Option<GameResult> {
    let players = game.setup().players;
    let seed = rng::game_seed(plan.seed, index);
    let turn = if plan.rotate { (index % players as u64) as usize } else { 0 };
    let seats: PerPlayer<u8> = (0..players).map(|seat| ((seat + turn) % players) as u8).collect();
    let mut chance = Rng::new(seed, rng::CHANCE);
    let mut streams: PerPlayer<Rng> = (0..players).map(|p| Rng::new(seed, rng::bot_stream(p))).collect();
    let mut state = game.initial_state();
    let mut legal = ActionList::new();
    let mut line = scribe.map(|(scribe, room)| {
        let names: PerPlayer<&str> = seats.iter().map(|bot| plan.bots[usize::from(*bot)].as_str()).collect();
        scribe.begin(seed, &names, room)
    });
    let (mut decisions, mut chances) = (0, 0);
    loop {
        let actor = game.actor(&state);
        let id = match actor {
            Actor::Over => break,
            Actor::Chance | Actor::Sampled => {
                chances += 1;
                game.draw_outcome(&state, &mut chance)
            }
            Actor::Player(player) => {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                decisions += 1;
                legal.clear();
                game.legal_actions(&state, &mut legal);
                u32::from(if legal.len() == 1 {
                    legal[0]
                } else {
                    let view = View::new(game, &state, Some(player));
                    bots[usize::from(seats[player])].choose(&view, &legal, &mut streams[player])
                })
            }
        };
        game.apply_legal(&mut state, id);
        if let Some(line) = &mut line {
            line.push(actor, id, || digest64(&game.to_bytes(&state)));
        }
    }
    let (end_reason, scores, ranking) = (game.end_reason(&state), game.scores(&state), game.ranking(&state));
    let replay = line.map(|line| line.end(end_reason, &scores, &ranking, digest64(&game.to_bytes(&state))));
    Some(GameResult {
        index,
        seed,
        scores,
        ranking,
        returns: game.returns(&state),
        decisions,
        chance: chances,
        end_reason: end_reason.unwrap_or("over"),
        replay,
        seats,
    })
}

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
use crate::replay::{Record, Replay};
use crate::rng::{self, Rng};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A bot a player.
    pub bots: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The index of the first game.
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
    for spec in &plan.bots {
        bots::make::<G>(spec)?;
    }
    let threads = plan.threads.max(1) as u64;
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut bots: Vec<_> =
                    plan.bots.iter().map(|spec| bots::make::<G>(spec).expect("checked above")).collect();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games {
                        break;
                    }
                    let Some(result) = play(game, plan, plan.first + number, &mut bots, stop) else { break };
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let outcome = deliver(plan, &receiver, sink, keep_going);
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        outcome
    })
}

/// Puts results in order and hands them on. Who stops it still gets what is finished by then.
fn deliver(
    plan: &Plan,
    receiver: &Receiver<GameResult>,
    sink: &mut dyn FnMut(GameResult) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut wanted = plan.first;
    let mut hand_on = |result: GameResult| {
        waiting.insert(result.index, result);
        while let Some(result) = waiting.remove(&wanted) {
            sink(result)?;
            wanted += 1;
        }
        Ok(wanted - plan.first)
    };
    let mut done = 0;
    while done < plan.games {
        if !keep_going() {
            receiver.try_iter().try_for_each(|result| hand_on(result).map(drop))?;
            return Err(Error::new(Kind::Interrupted, "stopped by the caller"));
        }
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(result) => done = hand_on(result)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("workers end only after their last game"),
        }
    }
    Ok(())
}

/// Plays one game; None if asked to stop in the middle.
fn play<G: Game>(
    game: &G,
    plan: &Plan,
    index: u64,
    bots: &mut [Box<dyn Bot<G>>],
    stop: &AtomicBool,
) -> Option<GameResult> {
    let players = game.setup().players;
    let seed = rng::game_seed(plan.seed, index);
    let turn = if plan.rotate { index } else { 0 };
    let seats: PerPlayer<u8> = (0..players).map(|seat| ((seat as u64 + turn) % players as u64) as u8).collect();
    let mut chance = Rng::new(seed, rng::CHANCE);
    let mut streams: PerPlayer<Rng> = (0..players).map(|p| Rng::new(seed, rng::bot_stream(p))).collect();
    let mut state = game.initial_state();
    let mut legal = ActionList::new();
    let mut record = Record::default();
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
        if plan.record {
            record.push(actor, id, || digest64(&game.to_bytes(&state)));
        }
    }
    let names = || seats.iter().map(|bot| plan.bots[usize::from(*bot)].clone()).collect();
    Some(GameResult {
        index,
        seed,
        scores: game.scores(&state),
        ranking: game.ranking(&state),
        returns: game.returns(&state),
        decisions,
        chance: chances,
        end_reason: game.end_reason(&state).unwrap_or("over"),
        replay: plan.record.then(|| replay_of(game, seed, Some(names()), &record, &state).to_line()),
        seats,
    })
}

/// The replay of a game that led to `last`.
pub fn replay_of<G: Game>(game: &G, seed: u64, bots: Option<Vec<String>>, record: &Record, last: &G::State) -> Replay {
    let mut replay = Replay::begin(G::declaration(), game.setup(), seed, bots);
    replay.note(record, |actor, id| game.choice_text(actor, id));
    let digest = digest64(&game.to_bytes(last));
    replay.end(game.end_reason(last), &game.scores(last), &game.ranking(last), digest);
    replay
}

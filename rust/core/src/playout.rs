//! Playouts: at random, the fastest way through a game, for measuring; and with bots, from any position, for search.

use crate::bots::{self, Bot, Greedy};
use crate::error::Result;
use crate::game::{Actor, Game, PerPlayer};
use crate::rng::{self, Rng};
use crate::runner::{Notes, Runner};

/// What playouts did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games played to the end.
    pub games: u64,
    /// Decisions of players.
    pub decisions: u64,
    /// Chance outcomes.
    pub chance: u64,
}

impl<G: Game> Notes<G> for Counts {
    #[inline]
    fn note(&mut self, _: &G, _: &G::State, actor: Actor, _: u32) {
        match actor {
            Actor::Player(_) => self.decisions += 1,
            _ => self.chance += 1,
        }
    }
}

/// Plays from `state` to the end, every choice uniform among the legal ones.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, counts: &mut Counts) {
    let runner = Runner { game, state, chance: rng, notes: counts };
    runner.run(|game, state, _, rng| Some(game.draw_action(state, rng)));
    counts.games += 1;
}

/// Bots that play positions out, one a seat.
pub(crate) struct Company<G: Game>(Vec<Box<dyn Bot<G>>>);

impl<G: Game + Greedy> Company<G> {
    /// The bots that these texts name.
    pub(crate) fn new(specs: &[String], players: usize) -> Result<Self> {
        bots::seat(specs, players).map(Self)
    }

    /// Plays on as the match of a seed would: to the end, or until players have made so many decisions. The utilities there,
    /// zeros where the game is not over; None if `keep_going` says no.
    pub(crate) fn play_out(
        &mut self,
        game: &G,
        state: &mut G::State,
        seed: u64,
        most: Option<u64>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<PerPlayer<f64>> {
        let mut streams: PerPlayer<Rng> =
            (0..game.setup().players).map(|player| Rng::new(seed, rng::bot_stream(player))).collect();
        let (mut decisions, mut going) = (0, true);
        let runner = Runner { game, state, chance: &mut Rng::new(seed, rng::CHANCE), notes: &mut () };
        runner.run(|game, state, player, _| {
            going = keep_going();
            if !going || most.is_some_and(|most| decisions >= most) {
                return None;
            }
            decisions += 1;
            Some(bots::decide(game, state, player, &mut *self.0[player], &mut streams[player], &mut *keep_going))
        });
        going.then(|| game.returns(state))
    }
}

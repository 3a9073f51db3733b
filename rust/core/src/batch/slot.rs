//! A slot: a game of the series, played on to the caller's next decision.

use super::rules::{Autoreset, Illegal, Reward, Rules, gains, penalty};
use super::table::Table;
use crate::View;
use crate::bots::{self, Bot, Greedy};
use crate::channels::{Cells, Encoder};
use crate::error::Error;
use crate::game::{Action, ActionList, Actor, Game, MAX_PLAYERS, PerPlayer};
use crate::rng::{self, Rng};

/// Whether and how a slot's game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It goes on.
    No,
    /// By the rules.
    Over,
    /// It was given up: a player chose an illegal action.
    Lost,
    /// It was cut off after so many decisions.
    CutOff,
}

/// The series that a slot's games belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Series {
    /// The batch's: each game is as many games further as there are slots.
    Shared,
    /// Its own, which starts from a seed: that of its first game.
    Own(u64),
}

/// The bots of a game, by the entries of the rules, and the streams of its seats.
struct Seats<G: Game> {
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    streams: PerPlayer<Rng>,
    /// Where legal actions in place of illegal ones are drawn from, by seat.
    stand_ins: PerPlayer<Rng>,
}

/// One game of a batch.
pub(super) struct Slot<G: Game> {
    pub(super) state: G::State,
    pub(super) game: u64,
    pub(super) series: Series,
    pub(super) ended: Ended,
    pub(super) decisions: u32,
    chance: Rng,
    /// The scores when the caller was last told of them.
    told: [i32; MAX_PLAYERS],
    seats: Option<Box<Seats<G>>>,
}

/// A slot but for its position: what is kept of it in bytes and copies.
pub(super) struct Saved {
    pub(super) game: u64,
    pub(super) series: Series,
    pub(super) ended: Ended,
    pub(super) decisions: u32,
    pub(super) told: [i32; MAX_PLAYERS],
    /// Of chance, then of the seats' bots and of what is drawn for them.
    pub(super) streams: Vec<Rng>,
}

/// All that is the same for every slot.
pub(super) struct House<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) rules: &'a Rules,
    /// The seed of the series, and how many games it moves on.
    pub(super) seed: u64,
    pub(super) size: u64,
}

impl<G: Game> House<'_, G> {
    /// The seed of a game of a series.
    fn seed_of(&self, series: Series, game: u64) -> u64 {
        match (series, game) {
            (Series::Shared, _) => rng::game_seed(self.seed, game),
            (Series::Own(seed), 0) => seed,
            (Series::Own(seed), _) => rng::game_seed(seed, game),
        }
    }
}

impl<G: Game + Greedy> Slot<G> {
    /// A game of a series before its first decision.
    pub(super) fn new(house: &House<'_, G>, series: Series, game: u64) -> Self {
        let mut slot = Self {
            state: house.game.initial_state(),
            game,
            series,
            ended: Ended::No,
            decisions: 0,
            chance: Rng::new(0, rng::CHANCE),
            told: [0; MAX_PLAYERS],
            seats: seats(house.rules),
        };
        slot.start(house, series, game);
        slot
    }

    /// Sets up a game of a series and plays on to its first decision.
    pub(super) fn start(&mut self, house: &House<'_, G>, series: Series, game: u64) {
        let state = house.game.initial_state();
        self.put(house, series, game, state, house.seed_of(series, game));
    }

    /// The next game of its series.
    pub(super) fn start_next(&mut self, house: &House<'_, G>) {
        let step = if self.series == Series::Shared { house.size } else { 1 };
        self.start(house, self.series, self.game.wrapping_add(step));
    }

    /// Goes on from a position, with the streams of a seed.
    pub(super) fn put(&mut self, house: &House<'_, G>, series: Series, game: u64, state: G::State, seed: u64) {
        (self.series, self.game, self.state) = (series, game, state);
        (self.ended, self.decisions) = (Ended::No, 0);
        self.chance = Rng::new(seed, rng::CHANCE);
        let players = house.game.setup().players;
        if let Some(seats) = &mut self.seats {
            seats.streams = (0..players).map(|p| Rng::new(seed, rng::bot_stream(p))).collect();
            seats.stand_ins = (0..players).map(|p| Rng::new(seed, rng::bot_stream(players + p))).collect();
        }
        self.tell(house.game);
        self.play_on(house);
    }

    fn tell(&mut self, game: &G) -> [i32; MAX_PLAYERS] {
        let (before, scores) = (self.told, game.scores(&self.state));
        self.told[..scores.len()].copy_from_slice(&scores);
        before
    }

    /// Up to the caller's next decision, or the end.
    fn play_on(&mut self, house: &House<'_, G>) {
        let House { game, rules, .. } = house;
        let inside = rules.skip_forced || !rules.bots.is_empty();
        loop {
            let player = match game.actor(&self.state) {
                Actor::Over => return self.ended = Ended::Over,
                Actor::Player(player) => player,
                Actor::Chance | Actor::Sampled => {
                    let outcome = game.draw_outcome(&self.state, &mut self.chance);
                    game.apply_outcome(&mut self.state, outcome);
                    continue;
                }
            };
            let Some(action) = inside.then(|| self.made_inside(house, player)).flatten() else { return };
            self.decide(game, action);
        }
    }

    /// What is played without asking the caller, if anything is.
    fn made_inside(&mut self, house: &House<'_, G>, player: usize) -> Option<Action> {
        let House { game, rules, .. } = house;
        let callers = rules.is_callers(player, self.game);
        if callers && !rules.skip_forced {
            return None;
        }
        let mut legal = ActionList::new();
        game.legal_actions(&self.state, &mut legal);
        if let [forced] = legal[..] {
            return Some(forced);
        }
        let Seats { bots, streams, .. } = self.seats.as_deref_mut().filter(|_| !callers)?;
        let bot = bots[rules.entry(player, self.game)].as_mut()?;
        Some(bot.choose(&View::new(*game, &self.state, Some(player)), &legal, &mut streams[player], &mut || true))
    }

    fn decide(&mut self, game: &G, action: Action) {
        game.apply_decision(&mut self.state, action);
        self.decisions = self.decisions.saturating_add(1);
    }

    /// The error that an action would be, if it is not legal; none where it is ignored.
    pub(super) fn refuse(&self, game: &G, action: i32) -> Option<Error> {
        let legal = Action::try_from(action).is_ok_and(|id| game.is_legal(&self.state, id));
        if self.ended != Ended::No || legal { None } else { game.explain(&self.state, i64::from(action)) }
    }

    /// Applies an action and plays on; the row is told of it.
    pub(super) fn step(&mut self, house: &House<'_, G>, action: i32, table: &mut Table<'_>, row: usize) {
        let House { game, rules, .. } = house;
        table.begin(row);
        if self.ended != Ended::No {
            if rules.autoreset != Autoreset::Disabled {
                self.start_next(house);
            }
            return self.show(house, table, row);
        }
        let Actor::Player(mover) = game.actor(&self.state) else { return self.show(house, table, row) };
        let played = self.playable(game, rules, action, mover);
        table.put(|t| &mut t.illegal, row, played.map(i32::from) != Some(action));
        if let Some(played) = played {
            self.decide(game, played);
            self.play_on(house);
            if self.ended == Ended::No && rules.max_decisions.is_some_and(|most| self.decisions >= most) {
                self.ended = Ended::CutOff;
            }
            self.reward(house, table, row);
        } else {
            self.ended = Ended::Lost;
            if let Some(reward) = table.row(|t| &mut t.reward, row) {
                reward[mover] = penalty(rules.reward, game.setup().utility, reward.len());
            }
        }
        table.put(|t| &mut t.terminated, row, matches!(self.ended, Ended::Over | Ended::Lost));
        table.put(|t| &mut t.truncated, row, self.ended == Ended::CutOff);
        if self.ended == Ended::No || rules.autoreset != Autoreset::SameStep {
            self.show(house, table, row);
        }
    }

    /// The action, if it is legal or another one takes its place.
    fn playable(&mut self, game: &G, rules: &Rules, action: i32, mover: usize) -> Option<Action> {
        let id = Action::try_from(action).ok();
        if rules.illegal == Illegal::Raise {
            return id;
        }
        let mut legal = ActionList::new();
        game.legal_actions(&self.state, &mut legal);
        let is_legal = id.filter(|id| legal.binary_search(id).is_ok());
        let stand_ins = self.seats.as_deref_mut().filter(|_| rules.illegal == Illegal::Random);
        is_legal.or_else(|| stand_ins.map(|seats| seats.stand_ins[mover].pick(&legal)))
    }

    fn reward(&mut self, house: &House<'_, G>, table: &mut Table<'_>, row: usize) {
        let House { game, rules, .. } = house;
        if rules.reward != Reward::Returns {
            let before = self.tell(game);
            let players = game.setup().players;
            if let Some(out) = table.row(|t| &mut t.reward, row) {
                gains(rules.reward, &before[..players], &self.told[..players], out);
            }
        } else if self.ended == Ended::Over
            && let Some(out) = table.row(|t| &mut t.reward, row)
        {
            out.iter_mut().zip(game.returns(&self.state)).for_each(|(gain, utility)| *gain = utility as f32);
        }
    }

    /// The player to act, -4 where the game has ended.
    pub(super) fn player(&self, game: &G) -> i32 {
        if self.ended == Ended::No { game.actor(&self.state).number() } else { Actor::Over.number() }
    }

    /// Who looks: the player to act, the caller's first seat where the game has ended.
    pub(super) fn viewer(&self, house: &House<'_, G>) -> usize {
        usize::try_from(self.player(house.game)).unwrap_or_else(|_| house.rules.learner(self.game))
    }

    /// Fills the legal actions; none where the game has ended.
    pub(super) fn legal(&self, game: &G, legal: &mut ActionList) {
        legal.clear();
        if self.player(game) >= 0 {
            game.legal_actions(&self.state, legal);
        }
    }

    /// What a player observes.
    pub(super) fn observe<'a>(&self, game: &'a G, viewer: usize, out: impl Into<Cells<'a>>) {
        game.observe(&self.state, Some(viewer), &mut Encoder::new(&game.tables().channels, out));
    }

    /// Fills the row with how the game stands.
    pub(super) fn show(&self, house: &House<'_, G>, table: &mut Table<'_>, row: usize) {
        let game = house.game;
        table.put(|t| &mut t.player, row, self.player(game));
        table.put(|t| &mut t.decisions, row, self.decisions as i32);
        table.put(|t| &mut t.game, row, self.game);
        if let Some(scores) = table.row(|t| &mut t.scores, row) {
            scores.copy_from_slice(&game.scores(&self.state));
        }
        if let Some(mask) = table.row(|t| &mut t.mask, row) {
            if self.ended == Ended::No { game.mask(&self.state, mask) } else { mask.fill(false) }
        }
        table.observe(row, |cells| self.observe(game, self.viewer(house), cells));
    }

    /// A copy; its bots are new, on the streams of the original's.
    pub(super) fn copy(&self, house: &House<'_, G>) -> Self {
        Self::restored(house, self.state.clone(), self.saved()).expect("it has the streams that it needs")
    }

    /// All but the position.
    pub(super) fn saved(&self) -> Saved {
        let Self { game, series, ended, decisions, told, .. } = *self;
        let seats = self.seats.as_deref();
        let of_seats = seats.into_iter().flat_map(|seats| seats.streams.iter().chain(&seats.stand_ins));
        let streams = std::iter::once(&self.chance).chain(of_seats).cloned().collect();
        Saved { game, series, ended, decisions, told, streams }
    }

    /// The slot of a position and what else was saved of it, if there are as many streams as it needs; its bots are new.
    pub(super) fn restored(house: &House<'_, G>, state: G::State, saved: Saved) -> Option<Self> {
        let players = house.game.setup().players;
        let Saved { game, series, ended, decisions, told, mut streams } = saved;
        let mut seats = seats(house.rules);
        if streams.len() != 1 + seats.as_ref().map_or(0, |_| 2 * players) {
            return None;
        }
        if let Some(seats) = &mut seats {
            seats.stand_ins = streams.drain(1 + players..).collect();
            seats.streams = streams.drain(1..).collect();
        }
        let chance = streams.pop()?;
        Some(Self { state, game, series, ended, decisions, chance, told, seats })
    }
}

/// What seats need, if there is a bot or something is drawn in place of illegal actions.
fn seats<G: Game + Greedy>(rules: &Rules) -> Option<Box<Seats<G>>> {
    let bot = |spec: &Option<String>| spec.as_ref().map(|spec| bots::make::<G>(spec).expect("it was checked"));
    (!rules.bots.is_empty() || rules.illegal == Illegal::Random).then(|| {
        let bots = rules.bots.iter().map(bot).collect();
        Box::new(Seats { bots, streams: PerPlayer::new(), stand_ins: PerPlayer::new() })
    })
}

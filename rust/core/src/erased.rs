//! Games and states without their types, for callers that drive any game of the registry.
//!
//! [`AnyGame`] and [`AnyState`] repeat the contract's methods as trait objects; nothing here knows a rule.

use crate::View;
use crate::batch::{AnyBatch, Batch, Rules};
use crate::bots::{self, Bot, Greedy};
use crate::channels::Encoder;
use crate::error::{Error, Result, counted, quoted};
use crate::game::{
    Action, ActionList, Actor, Declaration, Game, Named, OutcomeList, PerPlayer, ScorePart, Setup, Tables,
};
use crate::playout::{Company, Counts, random_playout};
use crate::pool::{AnyPool, Pool};
use crate::replay::Record;
use crate::rng::{self, Rng};
use crate::runner::Runner;
use crate::search::Analysis;
use crate::selfplay::{GameResult, Plan, selfplay};
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

/// A loaded game.
pub trait AnyGame: Send + Sync {
    /// The fixed facts.
    fn declaration(&self) -> &'static Declaration;
    /// What the caller chose.
    fn setup(&self) -> &Setup;
    /// Texts, channels, bounds.
    fn tables(&self) -> &Tables;
    /// Whether it has chance nodes that are sampled.
    fn samples_chance(&self) -> bool;
    /// No return is below the first or above the second.
    fn utility_bounds(&self) -> (f64, f64);
    /// The size of a state in bytes.
    fn state_size(&self) -> usize;
    /// The text of an action.
    fn action_text(&self, id: i64) -> Result<&str>;
    /// The action of a text.
    fn parse_action(&self, text: &str) -> Result<Action>;
    /// The text of a listed chance outcome.
    fn outcome_text(&self, id: i64) -> Result<&str>;
    /// The listed chance outcome of a text.
    fn parse_outcome(&self, text: &str) -> Result<u16>;
    /// The text of what an actor chooses.
    fn choice_text(&self, actor: Actor, id: i64) -> Result<Cow<'_, str>>;
    /// The position before the first chance outcome.
    fn new_initial_state(&self) -> Box<dyn AnyState>;
    /// The checked position of canonical bytes.
    fn state_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>>;
    /// The checked position of a JSON value.
    fn state_from_json(&self, position: &Value) -> Result<Box<dyn AnyState>>;
    /// The JSON schema of positions.
    fn position_schema(&self) -> Value;
    /// The JSON schema of views.
    fn view_schema(&self) -> Value;
    /// The bot that a text names, on the stream of a player in a match.
    fn make_bot(&self, spec: &str, seed: u64, player: usize) -> Result<Box<dyn AnyBot>>;
    /// Plays many games, see [`selfplay`].
    fn selfplay(
        &self,
        plan: &Plan,
        sink: &mut dyn FnMut(GameResult) -> Result<()>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<()>;
    /// Name, summary and columns of each scoring kernel.
    fn kernels(&self) -> Vec<(&'static str, &'static str, Vec<String>)>;
    /// The scores of many rows by a kernel; `rows` holds one after the other, `out` has an entry a row.
    fn run_kernel(&self, name: &str, rows: &[i32], out: &mut [i32]) -> Result<()>;
    /// Many games stepped together, see [`crate::batch`]; gives up when `keep_going` says so.
    fn make_batch(
        &self,
        size: usize,
        seed: u64,
        threads: usize,
        rules: Rules,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Box<dyn AnyBatch>>;
    /// The batch of its bytes.
    fn batch_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyBatch>>;
    /// Rows of positions, see [`crate::pool`].
    fn make_pool(&self, capacity: usize, threads: usize) -> Result<Box<dyn AnyPool>>;
    /// A copy of the position of a slot of a batch, or of another value of the game's state type.
    fn adopt(&self, state: &dyn Any) -> Box<dyn AnyState>;
    /// Random playouts from the start, on one thread; stops early when `keep_going` says so.
    fn playouts(&self, games: u64, seed: u64, keep_going: &mut dyn FnMut() -> bool) -> Counts;
}

/// A position with its game.
pub trait AnyState: Send + Sync {
    /// Who acts.
    fn actor(&self) -> Actor;
    /// The phase's name.
    fn phase_name(&self) -> &'static str;
    /// Why the game ended.
    fn end_reason(&self) -> Option<&'static str>;
    /// Fills an empty list with the legal actions; nothing but at a player's decision.
    fn legal_actions(&self, list: &mut ActionList);
    /// The legal actions as flags, one an action of the table; none but at a player's decision.
    fn mask(&self, flags: &mut [bool]);
    /// Fills an empty list with the outcomes of a listed chance node; nothing elsewhere.
    fn chance_outcomes(&self, list: &mut OutcomeList);
    /// Whether an id is a legal action, or an outcome that can happen.
    fn accepts(&self, id: i64) -> bool;
    /// The error that applying `id` would raise now.
    fn explain(&self, id: i64) -> Option<Error>;
    /// Applies a legal action or outcome, or changes nothing.
    fn apply(&mut self, id: i64) -> Result<()>;
    /// Applies an action or outcome that was just listed or drawn.
    fn apply_legal(&mut self, id: u32);
    /// Resolves chance up to the next decision, and notes each outcome.
    fn resolve_chance(&mut self, chance: &mut Rng, record: &mut Record);
    /// Draws a chance outcome.
    fn draw_outcome(&self, rng: &mut Rng) -> u32;
    /// Draws a chance outcome with the stream of a seed; refused where chance does not act.
    fn sample_outcome(&self, seed: u64) -> Result<u32>;
    /// The text of an id at this state.
    fn step_text(&self, id: i64) -> Result<String>;
    /// The id of a text at this state.
    fn parse_step(&self, text: &str) -> Result<u32>;
    /// How a step that is legal now reads to a viewer.
    fn visible_step(&self, id: i64, viewer: Option<usize>) -> Result<String>;
    /// What a step that is legal now opens to everybody.
    fn opened(&self, id: i64) -> Result<Vec<String>>;
    /// The points on the table now.
    fn scores(&self) -> PerPlayer<i32>;
    /// Refuses to tell points, places and utilities to whoever sees a view alone, if they hang on something hidden.
    fn check_open_scores(&self) -> Result<()>;
    /// Where the points come from.
    fn score_parts(&self) -> PerPlayer<Vec<ScorePart>>;
    /// What the players are ranked by.
    fn ranked_by(&self) -> Vec<(Named, PerPlayer<i32>)>;
    /// The places, from 1.
    fn ranking(&self) -> PerPlayer<u8>;
    /// The utilities.
    fn returns(&self) -> PerPlayer<f64>;
    /// What a viewer may know.
    fn view_json(&self, viewer: Option<usize>) -> Value;
    /// The same as a vector, into a slice of the declared length.
    fn observe(&self, viewer: Option<usize>, values: &mut [f32]);
    /// A state drawn among those that a player cannot tell from this one.
    fn determinize(&self, viewer: usize, seed: u64) -> Box<dyn AnyState>;
    /// The whole position.
    fn to_json(&self) -> Value;
    /// Canonical bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// BLAKE2b-64 of the canonical bytes.
    fn hash64(&self) -> u64;
    /// Every piece accounted for.
    fn check_invariants(&self) -> Result<()>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyState>;
    /// Whether another position is equal, its game's configuration included.
    fn equals(&self, other: &dyn AnyState) -> bool;
    /// The utilities at the end of a copy that bots, one a seat, play out as the match of a seed.
    fn playout(&self, bots: &[String], seed: u64, keep_going: &mut dyn FnMut() -> bool) -> Result<PerPlayer<f64>>;
    /// The typed position.
    fn as_any(&self) -> &dyn Any;
    /// The state alone, of the game's state type.
    fn state_as_any(&self) -> &dyn Any;
}

/// A bot without its game's type.
pub trait AnyBot: Send {
    /// Chooses for `player` at a decision of theirs. The bot gets the view, not the state. A bot that thinks for long answers
    /// with what it has when `keep_going` says so.
    fn choose(&mut self, state: &dyn AnyState, player: usize, keep_going: &mut dyn FnMut() -> bool) -> Result<Action>;
    /// Whether the last choice drew from the bot's stream: another stream might have chosen otherwise.
    fn drew(&self) -> bool;
    /// What `choose` would go by; none of a bot that does not search.
    fn analyse(
        &mut self,
        state: &dyn AnyState,
        player: usize,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Analysis>>;
}

/// A game of known type behind [`AnyGame`].
pub struct Loaded<G: Game>(pub Arc<G>);

/// A state of known type behind [`AnyState`].
struct Position<G: Game> {
    game: Arc<G>,
    state: G::State,
}

/// A bot of known type behind [`AnyBot`].
struct Seated<G: Game> {
    bot: Box<dyn Bot<G>>,
    rng: Rng,
    drew: bool,
}

impl<G: Game + Greedy> Loaded<G> {
    fn position(&self, state: G::State) -> Box<dyn AnyState> {
        Box::new(Position { game: Arc::clone(&self.0), state })
    }
}

impl<G: Game + Greedy> AnyGame for Loaded<G> {
    fn declaration(&self) -> &'static Declaration {
        G::declaration()
    }

    fn setup(&self) -> &Setup {
        self.0.setup()
    }

    fn tables(&self) -> &Tables {
        self.0.tables()
    }

    fn samples_chance(&self) -> bool {
        self.0.samples_chance()
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.0.utility_bounds()
    }

    fn state_size(&self) -> usize {
        size_of::<G::State>()
    }

    fn action_text(&self, id: i64) -> Result<&str> {
        self.0.action_text(id)
    }

    fn parse_action(&self, text: &str) -> Result<Action> {
        self.0.parse_action(text)
    }

    fn outcome_text(&self, id: i64) -> Result<&str> {
        self.0.outcome_text(id)
    }

    fn parse_outcome(&self, text: &str) -> Result<u16> {
        self.0.parse_outcome(text)
    }

    fn choice_text(&self, actor: Actor, id: i64) -> Result<Cow<'_, str>> {
        self.0.choice_text(actor, id)
    }

    fn new_initial_state(&self) -> Box<dyn AnyState> {
        self.position(self.0.initial_state())
    }

    fn state_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>> {
        Ok(self.position(self.0.state_from_bytes(bytes)?))
    }

    fn state_from_json(&self, position: &Value) -> Result<Box<dyn AnyState>> {
        Ok(self.position(self.0.state_from_json(position)?))
    }

    fn position_schema(&self) -> Value {
        self.0.fields().position_schema()
    }

    fn view_schema(&self) -> Value {
        self.0.fields().view_schema()
    }

    fn make_bot(&self, spec: &str, seed: u64, player: usize) -> Result<Box<dyn AnyBot>> {
        let rng = Rng::new(seed, rng::bot_stream(player));
        Ok(Box::new(Seated::<G> { bot: bots::make(spec)?, rng, drew: false }))
    }

    fn selfplay(
        &self,
        plan: &Plan,
        sink: &mut dyn FnMut(GameResult) -> Result<()>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        selfplay(&*self.0, plan, sink, keep_going)
    }

    fn kernels(&self) -> Vec<(&'static str, &'static str, Vec<String>)> {
        G::kernels().iter().map(|kernel| (kernel.name, kernel.summary, (kernel.columns)(&self.0))).collect()
    }

    fn run_kernel(&self, name: &str, rows: &[i32], out: &mut [i32]) -> Result<()> {
        let kernels = G::kernels();
        let kernel = kernels.iter().find(|kernel| kernel.name == name).ok_or_else(|| {
            let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
            let game = G::declaration().name;
            Error::argument(format!("{game} has no kernel {}; choose one of: {}", quoted(name), names.join(", ")))
        })?;
        let columns = (kernel.columns)(&self.0).len();
        if rows.len() != out.len() * columns {
            return Err(Error::argument(format!("kernel {name} takes rows of {}", counted(columns, "number"))));
        }
        for (i, (row, score)) in rows.chunks_exact(columns).zip(out).enumerate() {
            *score = (kernel.score)(&self.0, row)
                .ok_or_else(|| Error::argument(format!("row {i}: {row:?} is out of range for kernel {name}")))?;
        }
        Ok(())
    }

    fn make_batch(
        &self,
        size: usize,
        seed: u64,
        threads: usize,
        rules: Rules,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Box<dyn AnyBatch>> {
        Ok(Box::new(Batch::new(Arc::clone(&self.0), size, seed, threads, rules, keep_going)?))
    }

    fn batch_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyBatch>> {
        Ok(Box::new(Batch::load(Arc::clone(&self.0), bytes)?))
    }

    fn make_pool(&self, capacity: usize, threads: usize) -> Result<Box<dyn AnyPool>> {
        Ok(Box::new(Pool::new(Arc::clone(&self.0), capacity, threads)?))
    }

    fn adopt(&self, state: &dyn Any) -> Box<dyn AnyState> {
        self.position(state.downcast_ref::<G::State>().expect("the caller has checked the game").clone())
    }

    fn playouts(&self, games: u64, seed: u64, keep_going: &mut dyn FnMut() -> bool) -> Counts {
        let mut rng = Rng::new(seed, rng::CHANCE);
        let mut counts = Counts::default();
        while counts.games < games && keep_going() {
            for _ in counts.games..games.min(counts.games + 256) {
                random_playout(&*self.0, &mut self.0.initial_state(), &mut rng, &mut counts);
            }
        }
        counts
    }
}

impl<G: Game + Greedy> AnyState for Position<G> {
    fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }

    fn phase_name(&self) -> &'static str {
        self.game.phase_name(&self.state)
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.game.end_reason(&self.state)
    }

    fn legal_actions(&self, list: &mut ActionList) {
        if matches!(self.actor(), Actor::Player(_)) {
            self.game.legal_actions(&self.state, list);
        }
    }

    fn mask(&self, flags: &mut [bool]) {
        self.game.mask(&self.state, flags);
    }

    fn chance_outcomes(&self, list: &mut OutcomeList) {
        if self.actor() == Actor::Chance {
            self.game.chance_outcomes(&self.state, list);
        }
    }

    fn accepts(&self, id: i64) -> bool {
        self.game.accepts(&self.state, id)
    }

    fn explain(&self, id: i64) -> Option<Error> {
        self.game.explain(&self.state, id)
    }

    fn apply(&mut self, id: i64) -> Result<()> {
        self.game.apply(&mut self.state, id)
    }

    fn apply_legal(&mut self, id: u32) {
        self.game.apply_legal(&mut self.state, id);
    }

    fn resolve_chance(&mut self, chance: &mut Rng, record: &mut Record) {
        Runner { game: &*self.game, state: &mut self.state, chance, notes: record }.resolve_chance();
    }

    fn draw_outcome(&self, rng: &mut Rng) -> u32 {
        self.game.draw_outcome(&self.state, rng)
    }

    fn sample_outcome(&self, seed: u64) -> Result<u32> {
        if matches!(self.actor(), Actor::Chance | Actor::Sampled) {
            return Ok(self.draw_outcome(&mut Rng::new(seed, rng::CHANCE)));
        }
        let who = self.actor().named();
        Err(Error::argument(format!("there is no chance outcome to draw: {who}")))
    }

    fn step_text(&self, id: i64) -> Result<String> {
        self.game.step_text(&self.state, id)
    }

    fn parse_step(&self, text: &str) -> Result<u32> {
        self.game.parse_step(&self.state, text)
    }

    fn visible_step(&self, id: i64, viewer: Option<usize>) -> Result<String> {
        if let Some(error) = self.game.explain(&self.state, id) {
            return Err(error);
        }
        match self.game.hidden_step(&self.state, id as u32, viewer) {
            Some(text) => Ok(text),
            None => self.game.step_text(&self.state, id),
        }
    }

    fn opened(&self, id: i64) -> Result<Vec<String>> {
        let mut after = self.state.clone();
        self.game.apply(&mut after, id)?;
        Ok(self.game.opened(&self.state, &after))
    }

    fn scores(&self) -> PerPlayer<i32> {
        self.game.scores(&self.state)
    }

    fn check_open_scores(&self) -> Result<()> {
        if self.game.scores_are_open(&self.state) {
            return Ok(());
        }
        let message = "the points hang on something hidden: a view does not tell them";
        Err(Error::argument(message).with_code("hidden_scores"))
    }

    fn score_parts(&self) -> PerPlayer<Vec<ScorePart>> {
        self.game.score_parts(&self.state)
    }

    fn ranked_by(&self) -> Vec<(Named, PerPlayer<i32>)> {
        self.game.ranked_by(&self.state)
    }

    fn ranking(&self) -> PerPlayer<u8> {
        self.game.ranking(&self.state)
    }

    fn returns(&self) -> PerPlayer<f64> {
        self.game.returns(&self.state)
    }

    fn view_json(&self, viewer: Option<usize>) -> Value {
        self.game.view_json(&self.state, viewer)
    }

    fn observe(&self, viewer: Option<usize>, values: &mut [f32]) {
        self.game.observe(&self.state, viewer, &mut Encoder::new(&self.game.tables().channels, values));
    }

    fn determinize(&self, viewer: usize, seed: u64) -> Box<dyn AnyState> {
        let state = self.game.resample(&self.state, viewer, &mut Rng::new(seed, rng::DETERMINIZE));
        Box::new(Self { game: Arc::clone(&self.game), state })
    }

    fn to_json(&self) -> Value {
        self.game.to_json(&self.state)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.game.to_bytes(&self.state)
    }

    fn hash64(&self) -> u64 {
        self.game.hash64(&self.state)
    }

    fn check_invariants(&self) -> Result<()> {
        self.game.check_invariants(&self.state)
    }

    fn boxed_clone(&self) -> Box<dyn AnyState> {
        Box::new(Self { game: Arc::clone(&self.game), state: self.state.clone() })
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.state == other.state && self.game.setup().config_digest == other.game.setup().config_digest
        })
    }

    fn playout(&self, bots: &[String], seed: u64, keep_going: &mut dyn FnMut() -> bool) -> Result<PerPlayer<f64>> {
        let mut company = Company::<G>::new(bots, self.game.setup().players)?;
        let returns = company.play_out(&self.game, &mut self.state.clone(), seed, None, keep_going);
        returns.ok_or_else(Error::interrupted)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn state_as_any(&self) -> &dyn Any {
        &self.state
    }
}

impl<G: Game + Greedy> Seated<G> {
    /// The view and the legal actions of a player who has to act.
    fn seat(state: &dyn AnyState, player: usize) -> Result<(View<'_, G>, ActionList)> {
        let position = state
            .as_any()
            .downcast_ref::<Position<G>>()
            .ok_or_else(|| Error::argument("this bot was made for another game"))?;
        if position.actor() != Actor::Player(player) {
            return Err(Error::argument(format!("player {player} is not the one to act")));
        }
        let mut legal = ActionList::new();
        position.legal_actions(&mut legal);
        Ok((View::new(&*position.game, &position.state, Some(player)), legal))
    }
}

impl<G: Game + Greedy> AnyBot for Seated<G> {
    fn choose(&mut self, state: &dyn AnyState, player: usize, keep_going: &mut dyn FnMut() -> bool) -> Result<Action> {
        let (view, legal) = Self::seat(state, player)?;
        let before = self.rng.words();
        let action = match legal[..] {
            [forced] => forced,
            _ => self.bot.choose(&view, &legal, &mut self.rng, keep_going),
        };
        self.drew = self.rng.words() != before;
        Ok(action)
    }

    fn drew(&self) -> bool {
        self.drew
    }

    fn analyse(
        &mut self,
        state: &dyn AnyState,
        player: usize,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Analysis>> {
        let (view, legal) = Self::seat(state, player)?;
        Ok(self.bot.analyse(&view, &legal, &mut self.rng, keep_going))
    }
}

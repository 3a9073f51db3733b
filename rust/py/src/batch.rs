//! `Batch`: many games stepped together, arrays in and arrays out.

use crate::convert::{self, Count, Id, Seed, flags, no_array, numbers, output, with_slice, zeros};
use crate::errors::{detached, invalid, released, total};
use crate::game::Game;
use crate::lists::{self, Viewers};
use crate::sharing::OneThread;
use crate::state::State;
use crate::step::{Held, Sizes, Step, filled, filling, given};
use lineshaft_core::batch::{AnyBatch, Autoreset, Eyes, Illegal, Reward, Rules, Sampling, Seeds};
use lineshaft_core::error::{Result, counted};
use numpy::ndarray::{Dim, Dimension, IntoDimension};
use numpy::{Element, Ix1, Ix2, PyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::any::Any;
use std::sync::RwLockReadGuard;
use std::sync::atomic::{AtomicU64, Ordering};

/// Many games stepped together, for training: NumPy in, NumPy out, chance resolved inside, on threads.
///
/// Slot ``i`` of a batch plays the games ``i``, ``i + size``, ``i + 2 * size``, ... of the series that starts from
/// ``seed``; each is the match that ``game.new_match(lineshaft.game_seed(seed, index))`` would be. Nothing depends on
/// the number of threads. Methods with ``out=`` write into the caller's array (C-contiguous, of the stated shape and
/// dtype) and return it; without it the array is new and the caller's.
///
/// Args:
///     game: the game to play.
///     size: the number of slots.
///     seed: the seed of the series.
///     threads: how many threads step it.
///     autoreset: what follows the end of a game, as in Gymnasium: it waits for ``reset``; the next step starts the
///         next game and ignores the slot's action; or the step that ends it starts the next one at once.
///     learner: the caller's seat, the others are the opponents'; ``"rotate"``: in game ``i`` of the series entry
///         ``(s + i) % players`` of the opponents holds seat ``s``, as in ``selfplay``, so that a learner whose
///         entry is the first sits at ``-i % players``.
///     opponents: a bot for all other seats, or a list with a bot a player and None where the caller decides. Bots
///         play inside, each on its stream of the game's seed: the same games as those of a match.
///     reward: the utility on the step that ends the game, else 0; the change of the score; or the change of the
///         score less the best other player's. Over a game they add up to exactly the final utility, or the change
///         since the game's start.
///     skip_forced: decisions with one legal action are made inside; ``decisions`` counts them.
///     max_decisions: a game is cut off (truncated) at the caller's first decision after so many of all players.
///     illegal: an illegal action raises and nothing moves; ends the game as lost, with reward -1 for its player
///         (-1 / players where the reward is the utility of a win); or is replaced by a legal one drawn at random.
///
/// Raises:
///     InvalidArgument: ``size`` is not 1 to 16,777,216, ``threads`` not 1 to ``MAX_THREADS``, 1024, a word is none of
///         those above, ``max_decisions`` is 0, or learner and opponents do not fit each other or the game.
///     InvalidText: there is no such bot.
///     MemoryError: so many slots have no room, see ``Game.state_size``.
///     KeyboardInterrupt: Ctrl-C, within half a second.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Batch {
    game: Py<Game>,
    inner: OneThread<Box<dyn AnyBatch>>,
    size: usize,
    threads: usize,
    rules: Rules,
    /// Told while the batch is in use.
    seed: AtomicU64,
}

const AUTORESET: [(&str, Autoreset); 3] =
    [("disabled", Autoreset::Disabled), ("next_step", Autoreset::NextStep), ("same_step", Autoreset::SameStep)];
const REWARD: [(&str, Reward); 3] =
    [("returns", Reward::Returns), ("score", Reward::Score), ("margin", Reward::Margin)];
const ILLEGAL: [(&str, Illegal); 3] = [("raise", Illegal::Raise), ("lose", Illegal::Lose), ("random", Illegal::Random)];

/// Where rows end, and the rows one after the other.
type Ragged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

/// The one of some words that a text is.
fn one_of<T: Copy>(py: Python<'_>, what: &str, words: [(&str, T); 3], text: &str) -> PyResult<T> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let [a, b, c] = words.map(|(word, _)| word);
        invalid(py, format!("{what} must be '{a}', '{b}' or '{c}', not '{text}'"))
    })
}

/// The word of a choice.
fn word<T: PartialEq>(words: [(&'static str, T); 3], value: &T) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("", |(word, _)| *word)
}

/// Which bots sit where: entries that are None are the caller's, and whether the entries move on from game to game.
fn opponents(
    players: usize,
    learner: Option<&Bound<'_, PyAny>>,
    opponents: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<Option<String>>, bool)> {
    let Some(opponents) = opponents else {
        return match learner {
            None => Ok((Vec::new(), false)),
            Some(learner) => Err(invalid(learner.py(), "learner= needs opponents=: the bots at the other seats")),
        };
    };
    let py = opponents.py();
    let rotate = learner.is_some_and(|learner| learner.extract::<&str>().is_ok_and(|text| text == "rotate"));
    let seat = match learner {
        Some(learner) if !rotate => Some(convert::player(
            py,
            players,
            learner
                .extract()
                .map_err(|_| invalid(py, format!("learner must be a seat from 0 to {} or 'rotate'", players - 1)))?,
        )?),
        _ => None,
    };
    let bots: Vec<Option<String>> = if let Ok(bot) = opponents.cast::<PyString>() {
        if learner.is_none() {
            return Err(invalid(py, "one text for all opponents needs learner=: your seat, or 'rotate'"));
        }
        let bot = convert::lookup(bot).into_owned();
        (0..players).map(|player| (player != seat.unwrap_or(0)).then(|| bot.clone())).collect()
    } else {
        opponents.extract().map_err(|_| {
            invalid(py, "opponents must be the text of a bot, or a list with a text a player, None where you decide")
        })?
    };
    let fits = |(player, bot): (usize, &Option<String>)| bot.is_none() == (Some(player) == seat);
    if seat.is_some() && !bots.iter().enumerate().all(fits) {
        return Err(invalid(py, "opponents must have None at the learner's seat, and there alone"));
    }
    Ok((bots, rotate))
}

impl Batch {
    pub(crate) fn new_of(game: Py<Game>, inner: Box<dyn AnyBatch>) -> Self {
        let (size, threads, rules) = (inner.size(), inner.threads(), inner.rules().clone());
        let seed = inner.seed().into();
        Self { game, inner: OneThread::new("Batch", inner), size, threads, rules, seed }
    }

    fn filled<'py, T: Element, const N: usize>(
        &self,
        py: Python<'py>,
        shape: [usize; N],
        out: Option<&Bound<'py, PyAny>>,
        fill: impl FnOnce(&dyn AnyBatch, &mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArray<T, Dim<[usize; N]>>>>
    where
        [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
        Dim<[usize; N]>: Dimension,
    {
        self.inner.fill(py, shape, out, |inner, values| {
            fill(&**inner, values);
            Ok(())
        })
    }

    fn size(&self) -> usize {
        self.size
    }

    /// The game that is played.
    pub(crate) fn of(&self) -> &Game {
        self.game.get()
    }

    /// The number of its last slot.
    pub(crate) fn last(&self) -> usize {
        self.size - 1
    }

    /// Core's batch, to look at.
    pub(crate) fn behind(&self) -> PyResult<RwLockReadGuard<'_, Box<dyn AnyBatch>>> {
        self.inner.read()
    }

    fn sizes(&self) -> Sizes {
        let game = self.game.get();
        Sizes {
            slots: self.size(),
            players: game.players(),
            actions: game.tables().actions.len(),
            observation: game.tables().observation_size(),
        }
    }

    fn may_be_illegal(&self) -> bool {
        self.rules.illegal != Illegal::Raise
    }

    /// The caller's step, or a new one.
    fn step_of<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, Step>> {
        match out {
            Some(out) => given(out),
            None => Bound::new(py, Step::allocated(py, self.sizes(), self.may_be_illegal())?),
        }
    }

    /// A copy of the state in a slot.
    fn copied(&self, py: Python<'_>, index: usize) -> PyResult<State> {
        let loaded = self.game.get().inner();
        let state = self.inner.look(py, |batch| loaded.adopt(batch.state(index)))?;
        Ok(State::new(self.game.clone_ref(py), state))
    }

    /// What ended in this step, before the next games start.
    fn note_ended(&self, py: Python<'_>, inner: &dyn AnyBatch, step: &mut Step, ended: Vec<i32>) -> PyResult<()> {
        let Sizes { players, observation, .. } = self.sizes();
        let count = ended.len();
        let scores = zeros::<i32, 2>(py, [count, players])?;
        let returns = zeros::<f64, 2>(py, [count, players])?;
        let decisions = zeros::<i32, 1>(py, [count])?;
        let games = zeros::<u64, 1>(py, [count])?;
        total(py, || {
            for (row, slot) in ended.iter().enumerate() {
                let of = inner.ending(*slot as usize);
                for player in 0..players {
                    scores.readwrite().as_array_mut()[[row, player]] = of.scores[player];
                    returns.readwrite().as_array_mut()[[row, player]] = of.returns[player];
                }
                decisions.readwrite().as_array_mut()[row] = of.decisions as i32;
                games.readwrite().as_array_mut()[row] = of.game;
            }
        })?;
        step.final_observation = if step.observes() {
            let seen = zeros::<f32, 3>(py, [count, players, observation])?;
            with_slice(&seen, |values| {
                detached(py, || -> Result<()> {
                    inner.observe(Some(&ended), Eyes::All, values);
                    Ok(())
                })
            })?;
            Some(seen.into_any().unbind())
        } else {
            None
        };
        step.final_scores = Some(scores.into_any().unbind());
        step.final_returns = Some(returns.into_any().unbind());
        step.final_decisions = Some(decisions.into_any().unbind());
        step.final_game = Some(games.into_any().unbind());
        step.final_slots = Some(PyArray1::from_vec(py, ended).into_any().unbind());
        Ok(())
    }

    /// Slot numbers, each checked; all without them.
    fn slots(&self, slots: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Option<Vec<i32>>> {
        slots.map(|slots| lists::places(slots, what, "slot", self.size() - 1)).transpose()
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (game, size, seed = Seed(0), threads = Count(1), *, autoreset = "disabled", learner = None,
            opponents = None, reward = "returns", skip_forced = false, max_decisions = None, illegal = "raise"),
        text_signature = "(game, size, seed=0, threads=1, *, autoreset='disabled', learner=None, opponents=None, \
            reward='returns', skip_forced=False, max_decisions=None, illegal='raise')"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        size: Count,
        seed: Seed,
        threads: Count,
        autoreset: &str,
        learner: Option<&Bound<'_, PyAny>>,
        opponents: Option<&Bound<'_, PyAny>>,
        reward: &str,
        skip_forced: bool,
        max_decisions: Option<Count>,
        illegal: &str,
    ) -> PyResult<Self> {
        if !(1..=1 << 24).contains(&size.0) {
            return Err(invalid(py, format!("a batch has 1 to {} slots, not {}", 1 << 24, size.0)));
        }
        let (size, threads) = (size.0 as usize, convert::threads(py, threads)?);
        let (bots, rotate) = self::opponents(game.get().players(), learner, opponents)?;
        let most = |most: Count| {
            let fits = u32::try_from(most.0).ok().filter(|most| *most > 0);
            fits.ok_or_else(|| invalid(py, format!("max_decisions must be 1 or more, not {}", most.0)))
        };
        let rules = Rules {
            autoreset: one_of(py, "autoreset", AUTORESET, autoreset)?,
            bots,
            rotate,
            reward: one_of(py, "reward", REWARD, reward)?,
            skip_forced,
            max_decisions: max_decisions.map(most).transpose()?,
            illegal: one_of(py, "illegal", ILLEGAL, illegal)?,
        };
        let loaded = game.get().inner();
        let make = |keep_going: &mut dyn FnMut() -> bool| loaded.make_batch(size, seed.0, threads, rules, keep_going);
        let inner = released(py, |_| Ok(()), make)?;
        Ok(Self::new_of(game, inner))
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of slots.
    #[getter(size)]
    fn count(&self) -> usize {
        self.size()
    }

    /// The seed of the series.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed.load(Ordering::Relaxed)
    }

    /// The number of threads that step it.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// What happens to a slot whose game has ended.
    #[getter]
    fn autoreset(&self) -> &'static str {
        word(AUTORESET, &self.rules.autoreset)
    }

    /// What is rewarded.
    #[getter]
    fn reward(&self) -> &'static str {
        word(REWARD, &self.rules.reward)
    }

    /// What an illegal action leads to.
    #[getter]
    fn illegal(&self) -> &'static str {
        word(ILLEGAL, &self.rules.illegal)
    }

    /// New arrays for the results of steps.
    fn new_step(&self, py: Python<'_>) -> PyResult<Step> {
        Step::allocated(py, self.sizes(), self.may_be_illegal())
    }

    /// Applies one action a slot and plays on, through chance and opponents, to the caller's next decision.
    ///
    /// One pass over the slots, which fills the fields of ``out`` (of a new ``Step`` without it). Slots whose game is
    /// over ignore their entry.
    ///
    /// Args:
    ///     actions: [size], whole numbers.
    ///
    /// Raises:
    ///     IllegalAction: with ``illegal="raise"``, an action is not legal; the message names the first such slot,
    ///         ``slots`` all of them, ``errors`` says what is wrong in the first 16. No slot has changed.
    ///     InvalidArgument: it is no array of that kind and shape, a number in it does not fit into 32 bits, or a field
    ///         of ``out`` is no array to write to or the same as another. No slot has changed.
    #[pyo3(signature = (actions, out = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Step>> {
        let actions = lists::choices(actions, "actions", "slot", self.size())?;
        let step = self.step_of(py, out)?;
        let sizes = self.sizes();
        let mut held: Held<'_> = filling(&step)?.hold(py, sizes)?;
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        let table = held.table(sizes);
        detached(py, || inner.step(&actions, table))?;
        if self.rules.autoreset == Autoreset::SameStep {
            let ended = inner.ended();
            let some = !ended.is_empty();
            let mut filled = filled(&step)?;
            self.note_ended(py, inner, &mut filled, ended)?;
            if some {
                let table = held.table(sizes);
                detached(py, || -> Result<()> {
                    inner.restart(table);
                    Ok(())
                })?;
            }
        } else {
            filled(&step)?.clear_final();
        }
        drop(held);
        Ok(step)
    }

    /// Starts games in the slots that ``which`` ([size], bool) flags, in all without it.
    ///
    /// Without a seed the next of each slot's series; with ``seed`` a new series from its game ``i`` in slot ``i``;
    /// with ``seeds`` ([size]) slot ``i`` plays the match of ``seeds[i]``, and then those of
    /// ``game_seed(seeds[i], 1)``, ``game_seed(seeds[i], 2)``, ...
    ///
    /// Raises:
    ///     InvalidArgument: an array is not of that type and shape, or ``seed`` comes with ``seeds`` or ``which``.
    #[pyo3(signature = (which = None, seed = None, seeds = None, out = None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        which: Option<&Bound<'py, PyAny>>,
        seed: Option<Seed>,
        seeds: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Step>> {
        let size = self.size();
        let read = |which: &Bound<'_, PyAny>| {
            let flags = numbers::<bool, Ix1>(which, |shape| shape == [size])?;
            flags.ok_or_else(|| no_array(which, "which", &format!("a bool array of shape [{size}]")))
        };
        let flags = which.map(read).transpose()?;
        let each = seeds.map(|seeds| lists::seeds(seeds, size)).transpose()?;
        let seeds = match (seed, &each) {
            (Some(_), Some(_)) => return Err(invalid(py, "seed and seeds exclude each other: name one")),
            (Some(_), None) if flags.is_some() => {
                return Err(invalid(py, "seed starts a series in all slots: leave out which, or name seeds"));
            }
            (Some(seed), None) => Seeds::Series(seed.0),
            (None, Some(each)) => Seeds::Each(each),
            (None, None) => Seeds::Next,
        };
        let step = self.step_of(py, out)?;
        let sizes = self.sizes();
        let mut held = filling(&step)?.hold(py, sizes)?;
        let mut inner = self.inner.write()?;
        let (inner, table) = (&mut **inner, held.table(sizes));
        detached(py, || -> Result<()> {
            inner.reset(flags.as_deref(), seeds, table);
            Ok(())
        })?;
        self.seed.store(inner.seed(), Ordering::Relaxed);
        drop(held);
        filled(&step)?.clear_final();
        Ok(step)
    }

    /// How the games stand, without a step; rewards and flags of the last step are left as they are in ``out``.
    #[pyo3(signature = (out = None))]
    fn look<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, Step>> {
        let step = self.step_of(py, out)?;
        let sizes = self.sizes();
        let mut held = filling(&step)?.hold(py, sizes)?;
        let inner = self.inner.read()?;
        let (inner, table) = (&**inner, held.table(sizes));
        detached(py, || -> Result<()> {
            inner.look(table);
            Ok(())
        })?;
        drop(held);
        Ok(step)
    }

    /// [size]: the player to act, -4 where the game has ended.
    #[pyo3(signature = (out = None))]
    fn current_players<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        self.filled(py, [self.size()], out, |batch, values| batch.actors(values))
    }

    /// [size, num_actions]: one flag an action; all False where the game has ended. ``out`` may be int8.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.size(), self.sizes().actions];
        let flags = out.map(flags).transpose()?;
        let mask = self.filled(py, shape, flags.as_ref(), |batch, values| batch.masks(values))?;
        Ok(out.cloned().unwrap_or_else(|| mask.into_any()))
    }

    /// Ends [size + 1] and actions: those of slot ``i`` are ``actions[ends[i]:ends[i + 1]]``, ascending.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Ragged<'py>> {
        let ends = zeros::<i64, 1>(py, [self.size() + 1])?;
        let (inner, mut actions) = (self.inner.read()?, Vec::new());
        let inner = &**inner;
        with_slice(&ends, |ends| {
            actions = detached(py, || Ok(inner.legal(ends)))?;
            Ok(())
        })?;
        Ok((ends, PyArray1::from_vec(py, actions)))
    }

    /// [size, observation_shape[0]]: what the player to act observes; where the game has ended, the learner.
    ///
    /// Args:
    ///     player: whose eyes it is seen with: one player's, an array with one a row, or ``"all"`` players', then the
    ///         shape is [size, players, observation_shape[0]].
    ///     slots: a row for each of these slots in place of all.
    ///
    /// Raises:
    ///     InvalidArgument: there is no such player or slot, or ``out`` is no array of that shape.
    #[pyo3(signature = (player = None, slots = None, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
        slots: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let slots = self.slots(slots, "slots")?;
        let Sizes { players, observation, .. } = self.sizes();
        let count = slots.as_ref().map_or(self.size(), Vec::len);
        let slots = slots.as_deref();
        let viewers = Viewers::read(player, "player", "slot", count, players)?;
        let eyes = viewers.eyes();
        if matches!(viewers, Viewers::All) {
            let shape = [count, players, observation];
            let seen = self.filled(py, shape, out, |batch, values| batch.observe(slots, eyes, values))?;
            return Ok(seen.into_any());
        }
        let seen = self.filled(py, [count, observation], out, |batch, values| batch.observe(slots, eyes, values))?;
        Ok(seen.into_any())
    }

    /// [size, players]: the points on the table.
    #[pyo3(signature = (out = None))]
    fn scores<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.filled(py, [self.size(), self.sizes().players], out, |batch, values| batch.scores(values))
    }

    /// [size, players]: the utilities; zeros until a game is over.
    #[pyo3(signature = (out = None))]
    fn returns<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.filled(py, [self.size(), self.sizes().players], out, |batch, values| batch.returns(values))
    }

    /// [size, players]: the places, from 1; players who cannot be told apart share a place.
    #[pyo3(signature = (out = None))]
    fn ranking<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        self.filled(py, [self.size(), self.sizes().players], out, |batch, values| batch.ranking(values))
    }

    /// [size]: the index in its series of the game that each slot plays.
    #[pyo3(signature = (out = None))]
    fn games<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.filled(py, [self.size()], out, |batch, values| batch.games(values))
    }

    /// [size]: a legal action a slot; 0 where the game has ended.
    ///
    /// Without ``logits`` ([size, num_actions]) each legal action is as likely; with them it is drawn by the softmax of
    /// those of the legal actions, divided by ``temperature``, or is that of the largest (``mode="argmax"``). ``logp``
    /// ([size]) gets the logarithm of how likely it was. What is drawn depends on the seed and on how often was drawn
    /// before, and on nothing else.
    ///
    /// Raises:
    ///     InvalidArgument: an array has another type or shape, the logits of a slot's legal actions are not finite
    ///         (minus infinity is allowed for all but one), or ``temperature`` is not above 0.
    #[pyo3(signature = (logits = None, *, out = None, logp = None, temperature = 1.0, mode = "sample"))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        logits: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        logp: Option<&Bound<'py, PyAny>>,
        temperature: f32,
        mode: &str,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let Sizes { slots, actions, .. } = self.sizes();
        let read = |logits: &Bound<'_, PyAny>| {
            let values = numbers::<f32, Ix2>(logits, |shape| shape == [slots, actions])?;
            values.ok_or_else(|| no_array(logits, "logits", &format!("a float32 array of shape [{slots}, {actions}]")))
        };
        let logits = logits.map(read).transpose()?;
        if !(temperature > 0.0 && temperature.is_finite()) {
            return Err(invalid(py, format!("temperature must be above 0, not {temperature}")));
        }
        let sampling = match (mode, &logits) {
            ("sample", None) => Sampling::Uniform,
            ("sample", Some(logits)) => Sampling::Softmax(logits, temperature),
            ("argmax", Some(logits)) => Sampling::Largest(logits),
            ("argmax", None) => return Err(invalid(py, "mode='argmax' takes the largest of logits: give some")),
            _ => return Err(invalid(py, format!("mode must be 'sample' or 'argmax', not '{mode}'"))),
        };
        let array = output(py, [slots], out)?;
        let logp: Option<Bound<'py, PyArray1<f32>>> =
            logp.map(|logp| convert::fitting("logp", [slots], logp)).transpose()?;
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        with_slice(&array, |values| match &logp {
            None => detached(py, || inner.sample(sampling, values, None)),
            Some(logp) => with_slice(logp, |logs| detached(py, || inner.sample(sampling, values, Some(logs)))),
        })?;
        Ok(array)
    }

    /// [size]: what a built-in bot would play in each slot, 0 where the game has ended; its luck as in ``sample``.
    ///
    /// Raises:
    ///     InvalidText: there is no such bot.
    #[pyo3(signature = (bot, out = None))]
    fn bot_actions<'py>(
        &self,
        py: Python<'py>,
        bot: &Bound<'py, PyString>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (array, bot) = (output(py, [self.size()], out)?, convert::lookup(bot));
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        with_slice(&array, |values| detached(py, || inner.bot_actions(&bot, values)))?;
        Ok(array)
    }

    /// A copy of the state in a slot.
    ///
    /// Raises:
    ///     InvalidArgument: there is no such slot.
    fn state(&self, py: Python<'_>, slot: Id) -> PyResult<State> {
        let index = usize::try_from(slot.0)
            .ok()
            .filter(|index| *index < self.size())
            .ok_or_else(|| invalid(py, format!("there is no slot {}; slots are 0 to {}", slot.0, self.size() - 1)))?;
        self.copied(py, index)
    }

    /// Copies of the states in these slots, in all without them.
    ///
    /// Raises:
    ///     InvalidArgument: there is no such slot.
    #[pyo3(signature = (slots = None))]
    fn states(&self, py: Python<'_>, slots: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<State>> {
        let slots = self.slots(slots, "slots")?.unwrap_or_else(|| (0..self.size() as i32).collect());
        slots.into_iter().map(|slot| self.copied(py, slot as usize)).collect()
    }

    /// Goes on in ``slots`` from ``states``, each with the chance and bots of its seed; decisions count from 0.
    ///
    /// Later games of such a slot are those of ``game_seed(seeds[i], 1)`` and so on. A state at a chance node, or at
    /// an opponent's decision, is played on from at once.
    ///
    /// Raises:
    ///     InvalidArgument: there is no such slot, a state is of another game, or the numbers of entries differ.
    fn set_states(
        &self,
        py: Python<'_>,
        slots: &Bound<'_, PyAny>,
        states: Vec<PyRef<'_, State>>,
        seeds: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let slots = self.slots(Some(slots), "slots")?.unwrap_or_default();
        if states.len() != slots.len() {
            return Err(invalid(py, format!("{} states for {} slots: give one a slot", states.len(), slots.len())));
        }
        let seeds = lists::seeds(seeds, slots.len())?;
        let game = self.game.get();
        if let Some(slot) = states.iter().position(|state| !state.is_of(game)) {
            return Err(invalid(py, format!("state {slot} is of another game than the batch")));
        }
        let states = states.iter().map(|state| state.behind()).collect::<PyResult<Vec<_>>>()?;
        let states: Vec<&dyn Any> = states.iter().map(|state| state.state_as_any()).collect();
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        total(py, || inner.set_states(&slots, &states, &seeds))
    }

    /// Makes the slots ``dst`` copies of the slots ``src``, their luck to come included.
    ///
    /// Raises:
    ///     InvalidArgument: there is no such slot, or the numbers of entries differ.
    fn copy_rows(&self, py: Python<'_>, src: &Bound<'_, PyAny>, dst: &Bound<'_, PyAny>) -> PyResult<()> {
        let (from, to) = (self.slots(Some(src), "src")?, self.slots(Some(dst), "dst")?);
        let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
        if from.len() != to.len() {
            return Err(invalid(py, format!("{} slots to copy into {}: name as many", from.len(), to.len())));
        }
        let mut inner = self.inner.write()?;
        let inner = &mut **inner;
        total(py, || inner.copy_rows(&from, &to))
    }

    /// A copy that goes on by itself: with the same actions, the same games.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let inner = self.inner.look(py, |batch| batch.boxed_clone())?;
        Ok(Self::new_of(self.game.clone_ref(py), inner))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    /// All of it, for ``Game.batch_from_bytes``; pickle does the same.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let inner = self.inner.read()?;
        let inner = &**inner;
        let bytes = detached(py, || Ok(inner.to_bytes()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((self.game.bind(py).getattr("batch_from_bytes")?, (self.to_bytes(py)?,)))
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().inner().declaration().name;
        let slots = counted(self.size(), "slot");
        format!("<lineshaft.Batch of {name}: {slots}, seed {}>", self.seed())
    }
}

//! `State`: one position, as in the contract's words.

use crate::convert::{
    Id, Part, Ranked, Seed, bots_of, json_to_py, legal_array, lookup, mask, observation, player, ranked_by,
    ranking_array, returns_array, score_parts, scores_array, viewer,
};
use crate::errors::{released, to_object, total};
use crate::game::Game;
use crate::sharing::OneThread;
use crate::view::View;
use lineshaft_core::erased::AnyState;
use lineshaft_core::game::{Actor, OutcomeList};
use lineshaft_core::replay::Record;
use lineshaft_core::rng::{CHANCE, Rng};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use std::sync::RwLockReadGuard;

/// One position: pure rules, with chance as a player.
///
/// ``Game.new_initial_state`` and the ``state_from`` methods make it. Equal positions of equal games are equal and have
/// equal hashes; mind that ``apply_action`` changes the hash. Copies and pickles keep everything.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct State {
    game: Py<Game>,
    inner: OneThread<Box<dyn AnyState>>,
}

impl State {
    pub(crate) fn new(game: Py<Game>, inner: Box<dyn AnyState>) -> Self {
        Self { game, inner: OneThread::new("State", inner) }
    }

    /// Core's position, to look at.
    pub(crate) fn behind(&self) -> PyResult<RwLockReadGuard<'_, Box<dyn AnyState>>> {
        self.inner.read()
    }

    /// Whether it is a position of this game: variant, options and data included.
    pub(crate) fn is_of(&self, game: &Game) -> bool {
        self.game.get().is_like(game)
    }

    fn players(&self) -> usize {
        self.game.get().players()
    }
}

/// The outcomes of a listed chance node, with their weights.
pub(crate) fn outcomes(state: &dyn AnyState) -> OutcomeList {
    let mut list = OutcomeList::new();
    state.chance_outcomes(&mut list);
    list
}

/// The same with probabilities.
pub(crate) fn shares(list: &OutcomeList) -> Vec<(u16, f64)> {
    let total: u64 = list.iter().map(|(_, weight)| u64::from(*weight)).sum();
    list.iter().map(|(outcome, weight)| (*outcome, f64::from(*weight) / total as f64)).collect()
}

#[pymethods]
impl State {
    /// The game, shared by all its states.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The player to act, -1 at a chance node, -4 when the game is over.
    fn current_player(&self) -> PyResult<i32> {
        Ok(self.inner.read()?.actor().number())
    }

    /// Whether chance acts.
    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(matches!(self.inner.read()?.actor(), Actor::Chance | Actor::Sampled))
    }

    /// Whether the state waits for a salt, any number from 0 to 2^31 - 1, instead of a listed outcome.
    fn is_sampled_chance(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.actor() == Actor::Sampled)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.inner.read()?.actor() == Actor::Over)
    }

    /// The phase in snake_case, as the game's page names it.
    fn phase_name(&self) -> PyResult<&'static str> {
        Ok(self.inner.read()?.phase_name())
    }

    /// Why the game ended (snake_case), None while it goes on.
    fn end_reason(&self) -> PyResult<Option<&'static str>> {
        Ok(self.inner.read()?.end_reason())
    }

    /// (outcome, probability) at a listed chance node, ascending; [] elsewhere.
    fn chance_outcomes(&self, py: Python<'_>) -> PyResult<Vec<(u16, f64)>> {
        Ok(shares(&self.inner.look(py, |state| outcomes(&**state))?))
    }

    /// (outcome, weight) at a listed chance node, ascending, weights at least 1; [] elsewhere.
    fn chance_weights(&self, py: Python<'_>) -> PyResult<Vec<(u16, u32)>> {
        Ok(self.inner.look(py, |state| outcomes(&**state))?.to_vec())
    }

    /// [n]: the legal actions, ascending. At a listed chance node its outcomes; empty at sampled chance and at the
    /// end.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        legal_array(py, &**self.inner.read()?)
    }

    /// [num_actions]: one flag an action of the table; all False but at a player's decision.
    ///
    /// Args:
    ///     out: a writable, contiguous bool or int8 array of that shape to write into; it is returned.
    #[pyo3(signature = (out = None))]
    fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        mask(py, Some(&**self.inner.read()?), self.game.get().tables().actions.len(), out)
    }

    /// Whether ``apply_action`` would take it: a legal action; at a chance node, an outcome that can happen.
    fn is_legal(&self, py: Python<'_>, action: Id) -> PyResult<bool> {
        self.inner.look(py, |state| state.accepts(action.0))
    }

    /// Applies a legal action; at a chance node, an outcome that can happen (a salt, where chance is sampled).
    ///
    /// Raises:
    ///     IllegalAction: it is not legal now; ``code`` and ``rule`` say why. The state is as it was.
    ///     GameOver: the game has ended.
    fn apply_action(&self, py: Python<'_>, action: Id) -> PyResult<()> {
        action.named(py, self.inner.change(py, |state| state.apply(action.0)))
    }

    /// A copy to which an action has been applied; raises like ``apply_action``.
    fn child(&self, py: Python<'_>, action: Id) -> PyResult<Self> {
        let twin = self.clone(py)?;
        twin.apply_action(py, action)?;
        Ok(twin)
    }

    /// Draws chance outcomes from the stream of chance of the seed and applies them, up to the next decision of a player
    /// or the end; how many there were.
    fn resolve_chance(&self, py: Python<'_>, seed: Seed) -> PyResult<usize> {
        self.inner.change(py, |state| {
            let mut record = Record::default();
            state.resolve_chance(&mut Rng::new(seed.0, CHANCE), &mut record);
            Ok(record.steps().len())
        })
    }

    /// The chance outcome, or salt, that ``resolve_chance`` with this seed would apply first; nothing is applied.
    ///
    /// Raises:
    ///     InvalidArgument: this is no chance node.
    fn sample_outcome(&self, py: Python<'_>, seed: Seed) -> PyResult<u32> {
        self.inner.ask(py, |state| state.sample_outcome(seed.0))
    }

    /// [players]: the utilities at the end of a copy that bots play out.
    ///
    /// It is the match of this position and seed (see ``Game.match_from_state``) with these bots: chance and each bot
    /// draw from their own streams of the seed.
    ///
    /// Args:
    ///     seed: the seed of that match.
    ///     bots: the text of a built-in bot for all seats, or a list with one a seat.
    ///
    /// Raises:
    ///     InvalidText: there is no such bot.
    ///     InvalidArgument: the list has not a bot a seat.
    ///     KeyboardInterrupt: Ctrl-C, within half a second.
    #[pyo3(signature = (seed, bots = None), text_signature = "($self, seed, bots='random')")]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        seed: Seed,
        bots: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let bots = bots_of(bots, self.players())?;
        let state = self.inner.read()?;
        let state = &**state;
        let returns = released(py, |_| Ok(()), |keep_going| state.playout(&bots, seed.0, keep_going))?;
        Ok(PyArray1::from_slice(py, &returns))
    }

    /// A copy.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, |state| state.boxed_clone())?))
    }

    /// The text of an action of the table; at a chance node, of an outcome (``salt N``, where it is sampled). Raises
    /// InvalidArgument where there is none.
    fn action_to_string(&self, py: Python<'_>, action: Id) -> PyResult<String> {
        action.named(py, self.inner.ask(py, |state| state.step_text(action.0)))
    }

    /// The action of a text; at a chance node, the outcome. Raises InvalidText if there is none.
    fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u32> {
        self.inner.ask(py, |state| state.parse_step(&lookup(text)))
    }

    /// How a step that is legal now reads to a viewer: a blind draw is "a card" to the others.
    ///
    /// Raises:
    ///     IllegalAction: the step is not legal now.
    #[pyo3(signature = (action, viewer))]
    fn step_to_string(&self, py: Python<'_>, action: Id, viewer: Option<Id>) -> PyResult<String> {
        let viewer = self::viewer(py, self.players(), viewer)?;
        action.named(py, self.inner.ask(py, |state| state.visible_step(action.0, viewer)))
    }

    /// What a step that is legal now opens to everybody, a line each: hidden bids when the last one is made, where
    /// parts lie after they fell. Most steps open nothing. A log has these lines behind the step, after ``opened: ``.
    ///
    /// Raises:
    ///     IllegalAction: the step is not legal now.
    fn opened(&self, py: Python<'_>, action: Id) -> PyResult<Vec<String>> {
        action.named(py, self.inner.ask(py, |state| state.opened(action.0)))
    }

    /// The error that ``apply_action`` would raise now, None if the action is legal.
    fn explain<'py>(&self, py: Python<'py>, action: Id) -> PyResult<Option<Bound<'py, PyAny>>> {
        let error = self.inner.look(py, |state| state.explain(action.0))?;
        error.map(|error| action.name(to_object(py, &error)?)).transpose()
    }

    /// [players]: the points on the table now.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        scores_array(py, &**self.inner.read()?)
    }

    /// [players]: where the points of ``scores`` come from, a list of (label, rule, points) for each player.
    ///
    /// The points of a player's parts add up to the score; they may be negative.
    fn score_parts(&self, py: Python<'_>) -> PyResult<Vec<Vec<Part>>> {
        score_parts(py, &**self.inner.read()?)
    }

    /// What players are ranked by, in order: (name, rule, a number for each player). Larger is better, and the first
    /// entry in which two players differ tells them apart.
    fn ranked_by(&self, py: Python<'_>) -> PyResult<Vec<Ranked>> {
        ranked_by(py, &**self.inner.read()?)
    }

    /// [players]: the utilities that ``Game.utility`` names; zeros until the game is over.
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        returns_array(py, &**self.inner.read()?)
    }

    /// [players]: the places now, from 1; players who cannot be told apart share a place.
    fn ranking<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        ranking_array(py, &**self.inner.read()?)
    }

    /// All that a player may know of the position; it stays as it is when the state changes.
    #[pyo3(signature = (player))]
    fn view(&self, py: Python<'_>, player: Option<Id>) -> PyResult<View> {
        let viewer = viewer(py, self.players(), player)?;
        Ok(View::new(self.game.clone_ref(py), self.inner.look(py, |state| state.boxed_clone())?, viewer))
    }

    /// [observation_shape]: what a player may know as a vector, see ``Game.observation_channels``.
    ///
    /// Args:
    ///     player: whose observation.
    ///     out: a writable, contiguous float32 array of that shape to write into; it is returned.
    ///
    /// Raises:
    ///     InvalidArgument: ``out`` has another shape or dtype, is not contiguous or is read-only. It is as it was.
    #[pyo3(signature = (player, out = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Id>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let viewer = viewer(py, self.players(), player)?;
        observation(py, &**self.inner.read()?, viewer, self.game.get().tables().observation_size(), out)
    }

    /// A full state drawn at random among those that this player cannot tell from the real one.
    fn determinize(&self, py: Python<'_>, player: Id, seed: Seed) -> PyResult<Self> {
        let player = self::player(py, self.players(), player)?;
        Ok(Self::new(self.game.clone_ref(py), self.inner.look(py, |state| state.determinize(player, seed.0))?))
    }

    /// The whole position, hidden things included, as new plain objects. ``Game.state_from_dict`` reads it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json_to_py(py, &self.inner.look(py, |state| state.to_json())?)
    }

    /// Canonical bytes: a written format, equal for equal positions. ``Game.state_from_bytes`` reads them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.inner.look(py, |state| state.to_bytes())?))
    }

    /// BLAKE2b-64 of the canonical bytes, a number from 0 to 2^64 - 1.
    fn hash64(&self, py: Python<'_>) -> PyResult<u64> {
        self.inner.look(py, |state| state.hash64())
    }

    /// Raises InvalidState where a piece is missing, doubled or impossible. No play leads there.
    fn check_invariants(&self, py: Python<'_>) -> PyResult<()> {
        self.inner.ask(py, |state| state.check_invariants())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = self.game.bind(py).getattr("state_from_bytes")?;
        Ok((restore, PyTuple::new(py, [self.to_bytes(py)?])?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => {
                let (state, other) = (self.inner.read()?, other.get().inner.read()?);
                total(py, || state.equals(&**other))
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.hash64(py)
    }

    pub(crate) fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let scores = self.inner.look(py, |state| state.scores())?;
        Ok(format!(
            "{}, {}, player {}, scores {}",
            self.game.get().inner().declaration().title,
            self.phase_name()?,
            self.current_player()?,
            PyList::new(py, scores)?
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<State: {}>", self.__str__(py)?))
    }
}

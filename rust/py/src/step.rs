//! `Step`: the arrays that a step of a batch or pool fills.

use crate::convert::{fitting, flags, misfit, zeros};
use crate::errors::{in_use, invalid};
use lineshaft_core::batch::{Column, Table};
use numpy::ndarray::Dim;
use numpy::{Element, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// How many slots, players, actions there are, and how long an observation is.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) slots: usize,
    pub(crate) players: usize,
    pub(crate) actions: usize,
    pub(crate) observation: usize,
}

/// A field of a step: an array, or None if it is not wanted.
type Field = Option<Py<PyAny>>;

/// What a step of a batch or pool fills: an array a field. S slots or rows, P players, A actions, D
/// ``observation_shape[0]``.
///
/// ``new_step`` of the batch or pool makes one; so can the caller, of arrays of their own (C-contiguous, of these shapes and types:
/// rows of rollout buffers, shared memory, views of tensors). A field that is None, which the types leave out, is not
/// worked out.
// Not frozen: its fields are the caller's to set. It serves one thread at a time.
#[pyclass(module = "lineshaft._engine", get_all, set_all)]
#[derive(Default)]
pub(crate) struct Step {
    /// [S]: who acts, -4 where the game has ended; in a pool -1 where chance does.
    player: Field,
    /// [S, D]: what they observe; where the game has ended, what the learner does. In a pool, where nobody acts, what
    /// player 0 does.
    observation: Field,
    /// [S, D]: the same as raw whole numbers, int16: half of the bytes. Times ``1 / high`` of its channel each is the
    /// entry of ``observation``; what is beyond 32,767 is told as that. None unless an array is given.
    raw_observation: Field,
    /// [S, A]: a flag an action; all False where the game has ended.
    action_mask: Field,
    /// [S, P]: of every player, since the last step.
    reward: Field,
    /// [S]: whether the game ended in this step.
    terminated: Field,
    /// [S]: whether it was cut off in this step, after ``max_decisions``.
    truncated: Field,
    /// [S]: decisions of the running game so far, of all players. A pool has none of this, ``truncated`` and ``game``.
    decisions: Field,
    /// [S]: the running game's index in its series.
    game: Field,
    /// [S, P]: points on the table.
    scores: Field,
    /// [S]: whether the action was not legal; None where that is an error. In a pool it is one unless there is an array.
    illegal: Field,
    /// [K]: with ``autoreset="same_step"``, the slots whose game ended in this step; the rest are rows for them.
    pub(crate) final_slots: Field,
    /// [K, P, D]: what every player observes at the end; None where neither ``observation`` nor ``raw_observation`` is filled.
    pub(crate) final_observation: Field,
    /// [K, P]: the utilities; zeros where the game was cut off or given up.
    pub(crate) final_returns: Field,
    /// [K, P]: points on the table.
    pub(crate) final_scores: Field,
    /// [K]: decisions of the game that ended.
    pub(crate) final_decisions: Field,
    /// [K]: its index in its series.
    pub(crate) final_game: Field,
}

type Line<'py, T> = Option<PyReadwriteArray<'py, T, Dim<[usize; 1]>>>;
type Plane<'py, T> = Option<PyReadwriteArray<'py, T, Dim<[usize; 2]>>>;

/// The arrays of a step, held for writing.
pub(crate) struct Held<'py> {
    player: Line<'py, i32>,
    observation: Plane<'py, f32>,
    raw_observation: Plane<'py, i16>,
    action_mask: Plane<'py, bool>,
    reward: Plane<'py, f32>,
    terminated: Line<'py, bool>,
    truncated: Line<'py, bool>,
    decisions: Line<'py, i32>,
    game: Line<'py, u64>,
    scores: Plane<'py, i32>,
    illegal: Line<'py, bool>,
}

/// Holds a field's array for writing.
fn hold<'py, T: Element, const N: usize>(
    py: Python<'py>,
    what: &str,
    field: Option<&Py<PyAny>>,
    shape: [usize; N],
) -> PyResult<Option<PyReadwriteArray<'py, T, Dim<[usize; N]>>>>
where
    [usize; N]: numpy::ndarray::IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: numpy::ndarray::Dimension,
{
    let Some(field) = field else { return Ok(None) };
    let array = fitting::<T, N>(what, shape, field.bind(py))?;
    let held = array.try_readwrite().map_err(|_| misfit::<T>(what, array.as_any(), array.shape()))?;
    Ok(Some(held))
}

fn column<'a, T: Element, const N: usize>(
    held: Option<&'a mut PyReadwriteArray<'_, T, Dim<[usize; N]>>>,
    width: usize,
) -> Option<Column<'a, T>>
where
    [usize; N]: numpy::ndarray::IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: numpy::ndarray::Dimension,
{
    held.map(|held| Column::new(held.as_slice_mut().expect("its layout was checked"), width))
}

impl Held<'_> {
    /// The columns that core fills.
    pub(crate) fn table(&mut self, sizes: Sizes) -> Table<'_> {
        let Sizes { players, actions, observation, .. } = sizes;
        Table {
            player: column(self.player.as_mut(), 1),
            observation: column(self.observation.as_mut(), observation),
            raw_observation: column(self.raw_observation.as_mut(), observation),
            mask: column(self.action_mask.as_mut(), actions),
            reward: column(self.reward.as_mut(), players),
            terminated: column(self.terminated.as_mut(), 1),
            truncated: column(self.truncated.as_mut(), 1),
            decisions: column(self.decisions.as_mut(), 1),
            game: column(self.game.as_mut(), 1),
            scores: column(self.scores.as_mut(), players),
            illegal: column(self.illegal.as_mut(), 1),
        }
    }
}

impl Step {
    /// New arrays of zeros for all fields; `illegal` only where that can be.
    pub(crate) fn allocated(py: Python<'_>, sizes: Sizes, illegal: bool) -> PyResult<Self> {
        let Sizes { slots, players, actions, observation } = sizes;
        let line = |field: Bound<'_, PyAny>| Some(field.unbind());
        Ok(Self {
            player: line(zeros::<i32, 1>(py, [slots])?.into_any()),
            observation: line(zeros::<f32, 2>(py, [slots, observation])?.into_any()),
            action_mask: line(zeros::<bool, 2>(py, [slots, actions])?.into_any()),
            reward: line(zeros::<f32, 2>(py, [slots, players])?.into_any()),
            terminated: line(zeros::<bool, 1>(py, [slots])?.into_any()),
            truncated: line(zeros::<bool, 1>(py, [slots])?.into_any()),
            decisions: line(zeros::<i32, 1>(py, [slots])?.into_any()),
            game: line(zeros::<u64, 1>(py, [slots])?.into_any()),
            scores: line(zeros::<i32, 2>(py, [slots, players])?.into_any()),
            illegal: if illegal { line(zeros::<bool, 1>(py, [slots])?.into_any()) } else { None },
            ..Self::default()
        })
    }

    /// Without what a pool does not know: it counts no games and no decisions.
    pub(crate) fn of_pool(self) -> Self {
        Self { truncated: None, decisions: None, game: None, ..self }
    }

    /// The name of such a field that has an array.
    pub(crate) fn not_of_pool(&self) -> Option<&'static str> {
        let fields = [("truncated", &self.truncated), ("decisions", &self.decisions), ("game", &self.game)];
        fields.iter().find(|(_, field)| field.is_some()).map(|(name, _)| *name)
    }

    /// Holds the arrays for writing; each must fit, and none be the same as another.
    pub(crate) fn hold<'py>(&self, py: Python<'py>, sizes: Sizes) -> PyResult<Held<'py>> {
        let Sizes { slots, players, actions, observation } = sizes;
        let mask = self.action_mask.as_ref().map(|mask| flags(mask.bind(py))).transpose()?.map(Bound::unbind);
        Ok(Held {
            player: hold(py, "player", self.player.as_ref(), [slots])?,
            observation: hold(py, "observation", self.observation.as_ref(), [slots, observation])?,
            raw_observation: hold(py, "raw_observation", self.raw_observation.as_ref(), [slots, observation])?,
            action_mask: hold(py, "action_mask", mask.as_ref(), [slots, actions])?,
            reward: hold(py, "reward", self.reward.as_ref(), [slots, players])?,
            terminated: hold(py, "terminated", self.terminated.as_ref(), [slots])?,
            truncated: hold(py, "truncated", self.truncated.as_ref(), [slots])?,
            decisions: hold(py, "decisions", self.decisions.as_ref(), [slots])?,
            game: hold(py, "game", self.game.as_ref(), [slots])?,
            scores: hold(py, "scores", self.scores.as_ref(), [slots, players])?,
            illegal: hold(py, "illegal", self.illegal.as_ref(), [slots])?,
        })
    }

    /// Whether observations are wanted.
    pub(crate) fn observes(&self) -> bool {
        self.observation.is_some() || self.raw_observation.is_some()
    }

    /// Forgets what ended in an earlier step.
    pub(crate) fn clear_final(&mut self) {
        (self.final_slots, self.final_observation, self.final_returns) = (None, None, None);
        (self.final_scores, self.final_decisions, self.final_game) = (None, None, None);
    }
}

#[pymethods]
impl Step {
    #[new]
    #[pyo3(signature = (*, player = None, observation = None, raw_observation = None, action_mask = None, reward = None,
        terminated = None, truncated = None, decisions = None, game = None, scores = None, illegal = None))]
    #[expect(clippy::too_many_arguments, reason = "a keyword a field")]
    fn new(
        player: Field,
        observation: Field,
        raw_observation: Field,
        action_mask: Field,
        reward: Field,
        terminated: Field,
        truncated: Field,
        decisions: Field,
        game: Field,
        scores: Field,
        illegal: Field,
    ) -> Self {
        Self {
            player,
            observation,
            raw_observation,
            action_mask,
            reward,
            terminated,
            truncated,
            decisions,
            game,
            scores,
            illegal,
            ..Self::default()
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let slots = match &self.player {
            Some(player) => player.bind(py).len()?,
            None => return Ok("<lineshaft.Step>".to_owned()),
        };
        Ok(format!("<lineshaft.Step of {slots} slots>"))
    }
}

/// A step that the caller gave, or `InvalidArgument`.
pub(crate) fn given<'py>(out: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Step>> {
    let wrong = || format!("out must be a lineshaft.Step, as new_step makes one, not {}", out.get_type());
    out.cast::<Step>().cloned().map_err(|_| invalid(out.py(), wrong()))
}

/// A step, to look at its arrays.
pub(crate) fn filling<'py>(step: &'py Bound<'_, Step>) -> PyResult<PyRef<'py, Step>> {
    step.try_borrow().map_err(|_| in_use("Step"))
}

/// A step, to change it.
pub(crate) fn filled<'py>(step: &'py Bound<'_, Step>) -> PyResult<PyRefMut<'py, Step>> {
    step.try_borrow_mut().map_err(|_| in_use("Step"))
}

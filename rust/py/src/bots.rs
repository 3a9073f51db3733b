//! `Bot`: a built-in bot with its own stream of a match.

use crate::convert::{Id, Seed, lookup, player};
use crate::errors::{invalid, released, run};
use crate::game::Game;
use crate::sharing::enter;
use crate::view::View;
use lineshaft_core::bots::{self, Parameter};
use lineshaft_core::erased::AnyBot;
use lineshaft_core::error::quoted;
use lineshaft_core::search::Choice;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Mutex;

/// A built-in bot with its own stream of random numbers; ``make_bot`` makes it.
#[pyclass(frozen, module = "lineshaft._engine")]
pub(crate) struct Bot {
    name: String,
    inner: Mutex<Box<dyn AnyBot>>,
}

#[pymethods]
impl Bot {
    /// The text that names it.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// A legal action of the view's player, whose decision it must be.
    ///
    /// Raises:
    ///     InvalidArgument: this player is not the one to act, or the bot was made for another game.
    ///     KeyboardInterrupt: Ctrl-C, within half a second also where the bot thinks for long.
    fn choose(&self, py: Python<'_>, view: &Bound<'_, View>) -> PyResult<u16> {
        let view = view.get();
        let player = viewer(py, view)?;
        let mut bot = enter("Bot", self.inner.try_lock())?;
        let bot = &mut **bot;
        released(py, |_| Ok(()), |keep_going| bot.choose(view.behind(), player, keep_going))
    }

    /// Whether its last choice drew from its stream: with other luck it might have chosen otherwise.
    #[getter]
    fn drew(&self) -> PyResult<bool> {
        Ok(enter("Bot", self.inner.try_lock())?.drew())
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}

/// A built-in bot.
///
/// Args:
///     spec: its name, see ``lineshaft.bots``, and its parameters by name: ``"greedy:epsilon=0.3"``.
///     game: the game that it is to play.
///     seed: the seed of the match; the bot draws from its own stream of it, never from that of chance.
///     player: its seat, which says which stream.
///
/// Raises:
///     InvalidText: there is no such bot, it has no such parameter, or a parameter is given twice or with a value that
///         it cannot have.
#[pyfunction]
#[pyo3(signature = (spec, game, seed = Seed(0), player = Id::FIRST), text_signature = "(spec, game, seed=0, player=0)")]
pub(crate) fn make_bot(spec: &Bound<'_, PyString>, game: &Bound<'_, Game>, seed: Seed, player: Id) -> PyResult<Bot> {
    let (py, game) = (game.py(), game.get());
    let spec = lookup(spec);
    let player = self::player(py, game.players(), player)?;
    let inner = run(py, || game.inner().make_bot(&spec, seed.0, player))?;
    Ok(Bot { name: spec.into_owned(), inner: Mutex::new(inner) })
}

/// Whose view it is; a spectator has nothing to choose.
fn viewer(py: Python<'_>, view: &View) -> PyResult<usize> {
    view.viewer().ok_or_else(|| invalid(py, "a spectator's view has no action to choose: take the view of a player"))
}

type ChoiceRow = (u16, u32, Option<Vec<f64>>, Vec<(usize, u16)>);
type AnalysisRow = (usize, &'static str, &'static str, u64, usize, Vec<ChoiceRow>);

/// ``lineshaft.analyse``: whose decision it is, method, objective, simulations, decisions told apart, and the
/// choices, best first: action, visits, values, line.
#[pyfunction]
pub(crate) fn analyse(view: &Bound<'_, View>, bot: &Bound<'_, PyString>, seed: Seed) -> PyResult<AnalysisRow> {
    let (py, view) = (view.py(), view.get());
    let player = viewer(py, view)?;
    let spec = lookup(bot);
    let mut bot = run(py, || view.loaded().make_bot(&spec, seed.0, player))?;
    let found = released(py, |_| Ok(()), |keep_going| bot.analyse(view.behind(), player, keep_going))?;
    let Some(found) = found else {
        let searching = bots::KINDS.iter().filter(|kind| kind.searches()).map(|kind| kind.name);
        let names = searching.collect::<Vec<_>>().join(", ");
        return Err(invalid(py, format!("bot {} does not search; choose one of: {names}", quoted(&spec))));
    };
    let row = |choice: Choice| {
        let Choice { action, visits, values, line } = choice;
        (action, visits, values.map(|values| values.to_vec()), line)
    };
    let choices = found.choices.into_iter().map(row).collect();
    let (method, objective) = (found.method.word(), found.objective.word());
    Ok((found.player, method, objective, found.simulations, found.decisions, choices))
}

type ParameterRow = (&'static str, &'static str, String, &'static str);
type KindRow = (&'static str, &'static str, &'static str, Vec<ParameterRow>);

/// Name, summary and what it looks at, of every kind of built-in bot, and its parameters: name, default, what is
/// allowed, summary.
#[pyfunction]
pub(crate) fn bot_kinds() -> Vec<KindRow> {
    let row =
        |parameter: &Parameter| (parameter.name, parameter.default, parameter.takes.to_string(), parameter.summary);
    bots::KINDS
        .iter()
        .map(|kind| (kind.name, kind.summary, kind.sees, kind.parameters.iter().map(row).collect()))
        .collect()
}

/// The bots of a list in one text, as ``--bots`` takes it: ``"greedy:epsilon=0.3,version=1,random"`` has two.
///
/// A piece ``NAME=VALUE`` belongs to the bot before it; blanks around the pieces are dropped. Whether there are such
/// bots is not looked at.
///
/// Raises:
///     InvalidText: there is no bot before such a piece.
#[pyfunction]
pub(crate) fn split_bots(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Vec<String>> {
    let text = lookup(text);
    run(py, || bots::split(&text))
}

//! `Bot`: a built-in bot with its own stream of a match.

use crate::convert::{Id, Seed, lookup, player};
use crate::errors::{detached, invalid, run};
use crate::game::Game;
use crate::sharing::enter;
use crate::view::View;
use lineshaft_core::bots;
use lineshaft_core::erased::AnyBot;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Mutex;

/// A built-in bot, which chooses from views.
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
    fn choose(&self, py: Python<'_>, view: &Bound<'_, View>) -> PyResult<u16> {
        let view = view.get();
        let Some(player) = view.viewer() else {
            return Err(invalid(py, "a spectator's view has no action to choose: take the view of a player"));
        };
        let mut bot = enter("Bot", self.inner.try_lock())?;
        let bot = &mut **bot;
        detached(py, || bot.choose(view.behind(), player))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }
}

/// The bot that a text names, on the stream of a player in the match of a seed.
#[pyfunction]
#[pyo3(signature = (spec, game, seed = Seed(0), player = Id::FIRST), text_signature = "(spec, game, seed=0, player=0)")]
pub(crate) fn make_bot(spec: &Bound<'_, PyString>, game: &Bound<'_, Game>, seed: Seed, player: Id) -> PyResult<Bot> {
    let (py, game) = (game.py(), game.get());
    let spec = lookup(spec);
    let player = self::player(py, game.players(), player)?;
    let inner = run(py, || game.inner().make_bot(&spec, seed.0, player))?;
    Ok(Bot { name: spec.into_owned(), inner: Mutex::new(inner) })
}

/// Name, summary and what it looks at, of every kind of bot.
#[pyfunction]
pub(crate) fn bot_kinds() -> Vec<(&'static str, &'static str, &'static str)> {
    bots::KINDS.iter().map(|kind| (kind.name, kind.summary, kind.sees)).collect()
}

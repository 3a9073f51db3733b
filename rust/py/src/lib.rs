//! The glue between core and Python: it converts arguments, calls core, converts results. It knows no rule.
//!
//! [`errors`] is the only way into core: it maps errors to the Python classes, stops panics, releases the GIL for
//! anything long and answers Ctrl-C.
//!
//! What Python sees is described in the words of the stub, `python/lineshaft/_engine.pyi`, so that `help()` shows them;
//! a test compares the two.

#![forbid(unsafe_code)]
#![allow(clippy::doc_markdown, reason = "comments on what Python sees are Python's docstrings")]
#![expect(clippy::needless_pass_by_value, reason = "PyO3 gives arguments by value")]

mod batch;
mod bots;
mod convert;
mod errors;
mod following;
mod game;
mod history;
mod lists;
mod matches;
mod pool;
mod runs;
mod sharing;
mod state;
mod step;
mod view;

use pyo3::prelude::*;

/// The compiled part of Lineshaft: games, positions, matches, views, bots and whole runs.
///
/// Common to all of it:
///
/// * A player is a number from 0; ``None`` in place of a viewer is a spectator. -1 stands for chance, -4 for "the game is
///   over". An action or outcome is a whole number, NumPy's included; a seed is a number from 0 to 2^64 - 1.
/// * Arrays that are returned are new and the caller's. Ids, scores and places are ``int32``, masks ``bool``, observations
///   ``float32``, utilities ``float64``.
/// * Errors are those of ``lineshaft.errors``, each with ``code``, ``message`` and ``rule``. A number that is out of its
///   range raises InvalidArgument, and so does what is not the array that a method takes; another argument of the wrong
///   kind raises TypeError. After an error nothing has changed. Where there is no memory for a result, MemoryError.
/// * A State, History, Match, Following, Batch, Pool or Bot serves one thread at a time: to another one that comes while it
///   is at work it raises LineshaftError with code ``in_use``, and nothing has changed. Games and views may be shared.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bots::{Bot, analyse, bot_kinds, make_bot, split_bots};
    #[pymodule_export]
    use crate::following::{Following, Library, read_line};
    #[pymodule_export]
    use crate::game::{Game, data_differences, declaration, games, load_game_text};
    #[pymodule_export]
    use crate::history::History;
    #[pymodule_export]
    use crate::matches::{Match, check_replay};
    #[pymodule_export]
    use crate::pool::Pool;
    #[pymodule_export]
    use crate::runs::{game_seed, kernels, playouts, rng_numbers, run_kernel, selfplay};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::step::Step;
    #[pymodule_export]
    use crate::view::View;

    /// The most threads that a batch, a pool or a series may use.
    #[pymodule_export]
    const MAX_THREADS: usize = lineshaft_core::threads::MAX_THREADS;

    /// The version of the workspace.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

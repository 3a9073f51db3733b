//! The glue between core and Python: it converts arguments, calls core, converts results. It knows no rule.
//!
//! [`errors`] is the only way into core: it maps errors to the Python classes, stops panics, releases the GIL for
//! anything long and answers Ctrl-C.

#![forbid(unsafe_code)]

mod batch;
mod bots;
mod convert;
mod errors;
mod following;
mod game;
mod matches;
mod runs;
mod state;
mod view;

use pyo3::prelude::*;

/// The compiled part of `lineshaft`.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bots::{Bot, bot_kinds, make_bot};
    #[pymodule_export]
    use crate::following::{Following, Library, read_line};
    #[pymodule_export]
    use crate::game::{Game, data_differences, declaration, games, load_game_text};
    #[pymodule_export]
    use crate::matches::{Match, check_replay};
    #[pymodule_export]
    use crate::runs::{game_seed, kernels, playouts, rng_numbers, run_kernel, selfplay};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::view::View;

    /// The most threads that a batch or a series may use.
    #[pymodule_export]
    const MAX_THREADS: usize = lineshaft_core::pool::MAX_THREADS;

    /// The version of the workspace.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

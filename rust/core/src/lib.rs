//! The rules of four board games of the industrial age, and what plays them: chance, views, bots, matches, self-play.
//!
//! * [`game`] is the contract that every game fulfils, [`setup`] what is chosen before one is played, [`games`] the games,
//!   [`registry`] their list.
//! * [`View`] is what a player may know, [`bots`] what plays from a view, [`search`] what some of them find out by trying.
//! * [`runner`] plays on through chance; [`matches`], [`replay`], [`selfplay`] and [`playout`] run whole games with it,
//!   [`batch`] and [`pool`] many positions side by side; [`history`] is a position with its log; [`erased`] lets callers that
//!   do not know a game's type (the Python glue) drive any of them.
//!
//! No clock, no I/O, no floating point in any rule, no unsafe code.

#![forbid(unsafe_code)]

pub mod axis;
pub mod batch;
mod bits;
pub mod bots;
pub mod channels;
pub mod codec;
pub mod columns;
mod crew;
pub mod data_file;
pub mod erased;
pub mod error;
pub mod fields;
pub mod following;
pub mod game;
pub mod games;
pub mod history;
pub mod matches;
pub mod options;
pub mod playout;
pub mod pool;
pub mod registry;
pub mod replay;
pub mod rng;
pub mod runner;
pub mod scribe;
pub mod search;
pub mod selfplay;
pub mod setup;
pub mod texts;
pub mod threads;

pub use games::view::View;

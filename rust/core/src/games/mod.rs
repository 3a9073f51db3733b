//! The games, a folder each, all with the same files; the view of a position, whose secrets
//! only a game can open; and the advice that a game gives to bots.

pub mod advice;
pub mod arkwright;
pub mod railways;
pub mod view;
pub mod widgets;
pub mod workshop;

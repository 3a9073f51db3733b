//! The games, a folder each, all with the same files; and the view of a position, whose secrets only a game can open.

pub mod arkwright;
pub mod railways;
pub mod view;
pub mod widgets;
pub mod workshop;

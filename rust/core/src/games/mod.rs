//! The games, a folder each, all with the same files; and the view of a position, whose secrets only a game can open.

pub mod view;

//! Replays as tables: a row a game, and a row a step, by column.

use crate::erased::AnyGame;
use crate::error::Result;
use crate::following::Following;
use crate::game::{ActionList, Actor, OutcomeList};
use crate::replay::Replay;
use std::sync::Arc;

/// The rows of one game.
pub struct Rows {
    game: Arc<dyn AnyGame>,
    replay: Arc<Replay>,
    steps: Steps,
}

/// A row a step.
#[derive(Default)]
pub struct Steps {
    /// The player, -1 for chance.
    pub player: Vec<i32>,
    /// The action's or outcome's id, or the salt.
    pub id: Vec<i32>,
    /// Where the table of texts has the choice; -1 where chance is sampled.
    pub text: Vec<i32>,
    /// How many choices there were; 0 where chance is sampled.
    pub legal: Vec<i32>,
}

impl Rows {
    /// Follows a replay from its start to its end.
    pub fn read(mut following: Following) -> Result<Self> {
        let mut steps = Steps::default();
        let actions = following.game().tables().actions.len() as i32;
        let (mut legal, mut outcomes) = (ActionList::new(), OutcomeList::new());
        while let Some(ply) = following.next() {
            let Some(step) = ply?.step else { continue };
            let (text, choices) = match step.actor {
                Actor::Chance => {
                    outcomes.clear();
                    following.state().chance_outcomes(&mut outcomes);
                    (actions + step.id as i32, outcomes.len())
                }
                Actor::Player(_) => {
                    legal.clear();
                    following.state().legal_actions(&mut legal);
                    (step.id as i32, legal.len())
                }
                Actor::Sampled | Actor::Over => (-1, 0),
            };
            steps.player.push(step.actor.number());
            steps.id.push(step.id as i32);
            steps.text.push(text);
            steps.legal.push(choices as i32);
        }
        Ok(Self { game: Arc::clone(following.game()), replay: following.into_replay(), steps })
    }
}

/// The rows of many games.
#[derive(Default)]
pub struct Columns {
    /// The line of each game.
    pub lines: Vec<u64>,
    /// The replay of each game.
    pub replays: Vec<Arc<Replay>>,
    /// The rules of each game as an object of JSON, options in declared order.
    pub rules: Vec<String>,
    /// How many of its steps were a player's.
    pub decisions: Vec<i32>,
    /// By step: the row of its game.
    pub games: Vec<i32>,
    /// By step: its ply.
    pub plies: Vec<i32>,
    /// The steps of all games, one game after the other.
    pub steps: Steps,
    /// By loaded game: where its texts begin in the table.
    tables: Vec<(Arc<dyn AnyGame>, i32)>,
}

impl Columns {
    /// Adds the rows of a game.
    pub fn push(&mut self, line: u64, rows: Rows) {
        let Rows { game, replay, steps } = rows;
        let first = self.first_text(&game);
        let (row, length) = (self.lines.len() as i32, steps.player.len());
        self.games.extend(std::iter::repeat_n(row, length));
        self.plies.extend(0..length as i32);
        self.lines.push(line);
        self.rules.push(replay.rules_text(game.setup()));
        self.decisions.push(steps.player.iter().filter(|player| **player >= 0).count() as i32);
        self.replays.push(replay);
        self.steps.player.extend(steps.player);
        self.steps.id.extend(steps.id);
        self.steps.text.extend(steps.text.into_iter().map(|text| if text < 0 { text } else { first + text }));
        self.steps.legal.extend(steps.legal);
    }

    fn first_text(&mut self, game: &Arc<dyn AnyGame>) -> i32 {
        if let Some((_, first)) = self.tables.iter().find(|(known, _)| Arc::ptr_eq(known, game)) {
            return *first;
        }
        let first = self.texts().count() as i32;
        self.tables.push((Arc::clone(game), first));
        first
    }

    /// The table of texts: of each loaded game the actions, then the outcomes.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let tables = self.tables.iter().map(|(game, _)| game.tables());
        tables.flat_map(|tables| tables.actions.iter().chain(&tables.outcomes)).map(String::as_str)
    }
}

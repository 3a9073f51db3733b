//! A position with the log of the steps that led to it: chance is explicit, and copies share the log.

use crate::erased::{AnyGame, AnyState};
use crate::error::{Error, Result};
use crate::game::Actor;
use crate::replay::{Step, step_line};
use std::sync::Arc;

/// A position and how it came about.
pub struct History {
    game: Arc<dyn AnyGame>,
    state: Box<dyn AnyState>,
    log: Option<Arc<Link>>,
    redrawn: bool,
}

/// A step, with those before it.
struct Link {
    before: Option<Arc<Link>>,
    ply: usize,
    step: Step,
    /// How it reads to each player and to a spectator; one text, where that is the same.
    texts: Vec<String>,
}

impl Drop for Link {
    /// One after the other: a log is too long for each link to let go of the one before it.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.take();
        }
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        let (game, state) = (Arc::clone(&self.game), self.state.boxed_clone());
        Self { game, state, log: self.log.clone(), redrawn: self.redrawn }
    }
}

impl History {
    /// Follows steps (who acted, and the id of the action or outcome) from the start.
    pub fn new(game: Arc<dyn AnyGame>, steps: &[(i64, i64)]) -> Result<Self> {
        let state = game.new_initial_state();
        let mut history = Self { game, state, log: None, redrawn: false };
        for (ply, step) in steps.iter().enumerate() {
            acts(&*history.state, *step)
                .and_then(|_| history.apply(step.1))
                .map_err(|error| misstep(ply, *step, &error))?;
        }
        Ok(history)
    }

    /// Applies a legal action or outcome, or changes nothing.
    pub fn apply(&mut self, id: i64) -> Result<()> {
        let players = self.game.setup().players;
        let viewers: Vec<_> = (0..players).map(Some).chain([None]).collect();
        let mut texts = told(&*self.state, id, &viewers)?;
        if texts.iter().all(|text| *text == texts[0]) {
            texts.truncate(1);
        }
        let actor = self.state.actor();
        self.state.apply(id)?;
        let (ply, step) = (self.ply() + 1, Step { actor, id: id as u32 });
        self.log = Some(Arc::new(Link { before: self.log.take(), ply, step, texts }));
        Ok(())
    }

    /// The position now.
    pub fn state(&self) -> &dyn AnyState {
        &*self.state
    }

    /// How many steps there were.
    pub fn ply(&self) -> usize {
        self.log.as_ref().map_or(0, |link| link.ply)
    }

    /// Every decision and chance outcome so far.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<_> = self.links().map(|link| link.step).collect();
        steps.reverse();
        steps
    }

    /// The steps as a viewer (None: a spectator) saw them, a line each, and what they opened.
    pub fn information_state(&self, viewer: Option<usize>) -> String {
        let entry = viewer.unwrap_or(self.game.setup().players);
        let mut texts: Vec<_> =
            self.links().map(|link| link.texts.get(entry).unwrap_or(&link.texts[0]).as_str()).collect();
        texts.reverse();
        texts.join("\n")
    }

    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.log.as_deref(), |link| link.before.as_deref())
    }

    /// Whether it stands at another position than the one that its steps lead to.
    pub fn is_redrawn(&self) -> bool {
        self.redrawn
    }

    /// The same log at another position of the game.
    #[must_use]
    pub fn at(&self, state: Box<dyn AnyState>) -> Self {
        Self { game: Arc::clone(&self.game), state, log: self.log.clone(), redrawn: true }
    }
}

/// Who acts at a state, if that is whose step it is.
pub(crate) fn acts(state: &dyn AnyState, (who, _): (i64, i64)) -> Result<Actor> {
    let actor = state.actor();
    if i64::from(actor.number()) == who { Ok(actor) } else { Err(Error::replay(actor.named())) }
}

/// The error of a step that cannot be followed.
pub(crate) fn misstep(ply: usize, (who, id): (i64, i64), error: &Error) -> Error {
    Error::replay(format!("step {ply} ({who}, {id}): {error}"))
}

/// How a step that is legal now reads to some viewers; what it opens to everybody follows on lines of its own.
pub(crate) fn told(state: &dyn AnyState, id: i64, viewers: &[Option<usize>]) -> Result<Vec<String>> {
    let text = |viewer: &Option<usize>| Ok(step_line(state.actor(), &state.visible_step(id, *viewer)?));
    let mut texts = viewers.iter().map(text).collect::<Result<Vec<_>>>()?;
    for line in state.opened(id)? {
        texts.iter_mut().for_each(|text| text.extend(["\nopened: ", &line]));
    }
    Ok(texts)
}

//! One error type: a kind (the class Python raises), a stable code, a sentence, and the broken rule's number.

use std::collections::TryReserveError;
use std::fmt;

/// Which class of the Python hierarchy an error belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The action is not legal now; the state is unchanged.
    IllegalAction,
    /// The game has ended.
    GameOver,
    /// A position is damaged or breaks an invariant.
    InvalidState,
    /// Players, variant or rules option are not declared.
    InvalidVariant,
    /// A data file is wrong.
    InvalidData,
    /// An argument is out of range.
    InvalidArgument,
    /// A text names no action, outcome or bot.
    InvalidText,
    /// There is no such game.
    UnknownGame,
    /// A replay is damaged, foreign or breaks the rules.
    ReplayError,
    /// The caller asked to stop.
    Interrupted,
    /// There is no memory, or no thread, for what was asked.
    OutOfMemory,
}

impl Kind {
    /// The code of an error of this kind that names no narrower reason.
    pub fn default_code(self) -> &'static str {
        match self {
            Kind::IllegalAction => "illegal_action",
            Kind::GameOver => "game_over",
            Kind::InvalidState => "invalid_state",
            Kind::InvalidVariant => "invalid_variant",
            Kind::InvalidData => "invalid_data",
            Kind::InvalidArgument => "invalid_argument",
            Kind::InvalidText => "invalid_text",
            Kind::UnknownGame => "unknown_game",
            Kind::ReplayError => "replay_error",
            Kind::Interrupted => "interrupted",
            Kind::OutOfMemory => "out_of_memory",
        }
    }
}

/// What went wrong, for programs (`kind`, `code`, `rule`) and for people (`message`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    /// The class of the error.
    pub kind: Kind,
    /// A stable word for the reason.
    pub code: &'static str,
    /// The sentence, without the rule's number.
    pub message: String,
    /// The number of the broken rule, such as `R12`.
    pub rule: Option<&'static str>,
    /// The slots of a batch whose actions were refused, each with its sentence.
    pub slots: Vec<(usize, String)>,
}

/// Core's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{rule}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl From<TryReserveError> for Error {
    fn from(error: TryReserveError) -> Self {
        Self::new(Kind::OutOfMemory, error.to_string())
    }
}

impl Error {
    /// An error with the kind's own code and no rule.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, code: kind.default_code(), message: message.into(), rule: None, slots: Vec::new() }
    }

    /// Why an action is not legal, with the rule it would break.
    pub fn illegal(code: &'static str, rule: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { kind: Kind::IllegalAction, code, message: message.into(), rule, slots: Vec::new() }
    }

    /// A damaged or impossible position.
    pub fn state(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidState, message)
    }

    /// A wrong data file.
    pub fn data(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidData, message)
    }

    /// A choice of players, variant or option that is not declared.
    pub fn variant(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidVariant, message)
    }

    /// An argument out of range.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidArgument, message)
    }

    /// A text that names nothing.
    pub fn text(message: impl Into<String>) -> Self {
        Self::new(Kind::InvalidText, message)
    }

    /// A replay that cannot be followed.
    pub fn replay(message: impl Into<String>) -> Self {
        Self::new(Kind::ReplayError, message)
    }

    /// The caller asked to stop.
    pub fn interrupted() -> Self {
        Self::new(Kind::Interrupted, "stopped by the caller")
    }

    /// The same error with a narrower code.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// The same error with a rule's number.
    #[must_use]
    pub fn with_rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }
}

/// `1 card`, `2 cards`, `3 entries`.
pub fn counted<T: Copy + fmt::Display + PartialEq + From<u8>>(number: T, what: &str) -> String {
    if number == T::from(1) {
        return format!("{number} {what}");
    }
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {what}s"),
    }
}

/// A text in quotation marks, for error sentences.
pub fn quoted(text: &str) -> String {
    format!("'{text}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_spoken_of_in_the_singular() {
        assert_eq!([counted(1, "card"), counted(0, "card"), counted(-1, "card")], ["1 card", "0 cards", "-1 cards"]);
        assert_eq!([counted(1_usize, "byte"), counted(12_u8, "byte")], ["1 byte", "12 bytes"]);
        assert_eq!([counted(1, "entry"), counted(2, "entry"), counted(2, "bay")], ["1 entry", "2 entries", "2 bays"]);
    }
}

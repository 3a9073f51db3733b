//! One error type: a kind (the class Python raises), a stable code, a sentence, and the broken rule's number.

use std::collections::TryReserveError;
use std::fmt::{self, Write};
use std::ops::RangeInclusive;

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
    /// A pool has too few free rows.
    PoolFull,
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
            Kind::PoolFull => "pool_full",
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
    /// The slots of a batch, or entries of a call of a pool, that were refused, each with its sentence.
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

/// What cannot be seen, or turns the writing round; the reference has the same list, so neither asks Unicode's tables.
const INVISIBLE: [RangeInclusive<char>; 21] = [
    '\u{80}'..='\u{a0}',
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{1680}'..='\u{1680}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{2000}'..='\u{200f}',
    '\u{2028}'..='\u{202f}',
    '\u{205f}'..='\u{206f}',
    '\u{3000}'..='\u{3000}',
    '\u{3164}'..='\u{3164}',
    '\u{e000}'..='\u{f8ff}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{ffff}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{10ffff}',
];

/// Whether a character is not ASCII, and cannot be seen or turns the writing round.
pub(crate) fn is_invisible(c: char) -> bool {
    let noncharacter = u32::from(c) & 0xfffe == 0xfffe;
    !c.is_ascii() && (noncharacter || INVISIBLE.iter().any(|range| range.contains(&c)))
}

/// How many characters of a text an error shows.
const MOST_QUOTED: usize = 60;

/// A text in quotation marks, for error sentences: cut after 60 characters, escaped where it cannot be seen. As in Python the
/// marks are double ones where single ones stand in the text.
pub fn quoted(text: &str) -> String {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(mark);
    for (place, c) in text.chars().enumerate() {
        if place == MOST_QUOTED {
            out.push('…');
            break;
        }
        push_escaped(&mut out, c, mark);
    }
    out.push(mark);
    out
}

/// A character as it stands between such quotation marks.
pub(crate) fn push_escaped(out: &mut String, c: char, mark: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        _ if c == mark => out.extend(['\\', c]),
        _ if c.is_ascii_control() || is_invisible(c) => {
            let code = u32::from(c);
            let written = if code < 0x1_0000 { write!(out, "\\u{code:04x}") } else { write!(out, "\\U{code:08x}") };
            written.expect("a string takes all that is written");
        }
        _ => out.push(c),
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

#[cfg(test)]
mod tests {
    use super::{counted, quoted};

    #[test]
    fn quotes_are_whole_and_nothing_in_them_is_raw() {
        let pairs = [
            ("York", "'York'"),
            ("", "''"),
            ("O'Hara", "\"O'Hara\""),
            ("'\"", "'\\'\"'"),
            ("a\\b\n\u{1b}[2J\u{7f}\u{202e}", "'a\\\\b\\n\\u001b[2J\\u007f\\u202e'"),
        ];
        for (text, shown) in pairs {
            assert_eq!(quoted(text), shown);
        }
        assert_eq!(quoted(&"é".repeat(60)), format!("'{}'", "é".repeat(60)));
        assert_eq!(quoted(&"x".repeat(61)), format!("'{}…'", "x".repeat(60)));
    }

    #[test]
    fn one_is_spoken_of_in_the_singular() {
        assert_eq!([counted(1, "card"), counted(0, "card"), counted(-1, "card")], ["1 card", "0 cards", "-1 cards"]);
        assert_eq!([counted(1_usize, "byte"), counted(12_u8, "byte")], ["1 byte", "12 bytes"]);
        assert_eq!([counted(1, "entry"), counted(2, "entry"), counted(2, "bay")], ["1 entry", "2 entries", "2 bays"]);
    }
}

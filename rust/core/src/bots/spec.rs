//! How a bot is written: its name, and its parameters by name: `greedy:epsilon=0.3,version=1`.

use super::{BotKind, KINDS};
use crate::error::{Error, Result, quoted};
use std::fmt;

/// A parameter of a kind of bot: declared once, checked here.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in `snake_case`.
    pub name: &'static str,
    /// What it may be.
    pub takes: Takes,
    /// What it is where nothing is said, as it would be written.
    pub default: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A number of this range, its ends included.
    Number(f64, f64),
    /// A whole number of this range, its ends included.
    Whole(u64, u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// `auto`, which is what the game declares, or what else is allowed.
    Auto(&'static Takes),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Number(f64),
    Whole(u64),
    Word(&'static str),
    Auto,
}

impl Takes {
    /// The value that a text stands for, if it is allowed.
    fn find(self, text: &str) -> Option<Value> {
        match self {
            Takes::Number(low, high) => {
                text.parse().ok().filter(|number| (low..=high).contains(number)).map(Value::Number)
            }
            Takes::Whole(low, high) => {
                text.parse().ok().filter(|number| (low..=high).contains(number)).map(Value::Whole)
            }
            Takes::Word(words) => words.iter().find(|word| **word == text).map(|word| Value::Word(word)),
            Takes::Auto(_) if text == "auto" => Some(Value::Auto),
            Takes::Auto(takes) => takes.find(text),
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Takes::Whole(low, high) if low == high => write!(f, "{low}"),
            Takes::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Takes::Word(words) => f.write_str(&words.join(" or ")),
            Takes::Auto(takes) => write!(f, "auto or {takes}"),
        }
    }
}

/// A bot as a text names it, checked: its kind, and what the text says of the kind's parameters.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The kind of bot.
    pub kind: &'static BotKind,
    given: Vec<(&'static str, Value)>,
}

impl Spec {
    /// Reads `NAME` or `NAME:PARAMETER=VALUE,...`.
    pub fn parse(text: &str) -> Result<Self> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        let kind = KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            Error::text(format!("there is no bot {}; choose one of: {}", quoted(name), names.join(", ")))
        })?;
        let mut spec = Self { kind, given: Vec::new() };
        if let Some(parameters) = parameters {
            spec.read(parameters)?;
        }
        Ok(spec)
    }

    fn read(&mut self, parameters: &str) -> Result<()> {
        let BotKind { name: bot, parameters: declared, .. } = self.kind;
        if declared.is_empty() {
            return Err(Error::text(format!("bot {bot} takes no parameters, not {}", quoted(parameters))));
        }
        let names = || declared.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ");
        for piece in parameters.split(',') {
            let Some((name, text)) = piece.split_once('=') else {
                let (wanted, names) = ("takes parameters as NAME=VALUE", names());
                return Err(Error::text(format!("bot {bot} {wanted}, not {}; it has: {names}", quoted(piece))));
            };
            let Some(parameter) = declared.iter().find(|parameter| parameter.name == name) else {
                let (name, names) = (quoted(name), names());
                return Err(Error::text(format!("bot {bot} has no parameter {name}; choose one of: {names}")));
            };
            if self.given.iter().any(|(earlier, _)| *earlier == name) {
                let message = format!("parameter {name} of bot {bot} is given twice: name its value once");
                return Err(Error::text(message));
            }
            let Parameter { name, takes, .. } = parameter;
            let value = takes.find(text).ok_or_else(|| {
                Error::text(format!("parameter {name} of bot {bot} cannot be {}; choose {takes}", quoted(text)))
            })?;
            self.given.push((name, value));
        }
        Ok(())
    }

    /// Whether something is said of a parameter.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == name)
    }

    /// What is given for a parameter, or its default; none where the kind has no such parameter.
    fn value(&self, name: &str) -> Option<Value> {
        let given = self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        given.or_else(|| {
            let parameter = self.kind.parameters.iter().find(|parameter| parameter.name == name)?;
            parameter.takes.find(parameter.default)
        })
    }

    /// The value of a parameter that is a number; none where it is `auto`, or there is no such parameter.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        match self.value(name)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The same of a whole number.
    pub(super) fn whole(&self, name: &str) -> Option<u64> {
        match self.value(name)? {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    /// The same of a word.
    pub(super) fn word(&self, name: &str) -> Option<&'static str> {
        match self.value(name)? {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The bots of a list such as `greedy:epsilon=0.3,version=1,random`: a piece `NAME=VALUE` belongs to the bot before it.
///
/// Blanks around the pieces are dropped. What is in the pieces, [`Spec::parse`] checks.
pub fn split(list: &str) -> Result<Vec<String>> {
    let mut bots: Vec<String> = Vec::new();
    for piece in list.split(',').map(str::trim) {
        if !is_parameter(piece) {
            bots.push(piece.to_owned());
        } else if let Some(bot) = bots.last_mut() {
            bot.push(if bot.contains(':') { ',' } else { ':' });
            bot.push_str(piece);
        } else {
            let message = format!("there is no bot before {}: a parameter stands behind its bot", quoted(piece));
            return Err(Error::text(message));
        }
    }
    Ok(bots)
}

/// Whether a piece of a list is `NAME=VALUE`. A bot with parameters, `NAME:NAME=VALUE`, is none.
fn is_parameter(piece: &str) -> bool {
    piece.split_once('=').is_some_and(|(name, _)| !name.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_allowed_and_every_name_stands_once() {
        for kind in KINDS {
            for parameter in kind.parameters {
                assert!(parameter.takes.find(parameter.default).is_some(), "{} of {}", parameter.name, kind.name);
                let namesakes = kind.parameters.iter().filter(|other| other.name == parameter.name);
                assert_eq!(namesakes.count(), 1);
            }
        }
    }

    #[test]
    fn values_are_read_within_their_bounds() {
        let part = Takes::Number(0.0, 1.0);
        for (text, number) in [("0", 0.0), ("1", 1.0), ("0.3", 0.3), (".5", 0.5), ("1e-3", 0.001)] {
            assert_eq!(part.find(text), Some(Value::Number(number)), "{text}");
        }
        for text in ["", "1.1", "-0.1", "nan", "inf", "-inf", "0,3", "0.3 ", "a third"] {
            assert_eq!(part.find(text), None, "{text}");
        }
        let many = Takes::Whole(1, 1000);
        assert_eq!(many.find("1000"), Some(Value::Whole(1000)));
        for text in ["", "0", "1001", "-1", "1.0", "1e3", "99999999999999999999"] {
            assert_eq!(many.find(text), None, "{text}");
        }
        let words = Takes::Word(&["win", "score"]);
        assert_eq!(words.find("score"), Some(Value::Word("score")));
        assert_eq!(words.find("scores"), None);
    }

    #[test]
    fn what_is_allowed_is_said() {
        assert_eq!(Takes::Number(0.0, 0.5).to_string(), "a number from 0 to 0.5");
        assert_eq!(Takes::Whole(1, 8).to_string(), "a whole number from 1 to 8");
        assert_eq!(Takes::Whole(1, 1).to_string(), "1");
        assert_eq!(Takes::Word(&["win", "score"]).to_string(), "win or score");
        assert_eq!(Takes::Auto(&Takes::Word(&["flat", "tree"])).to_string(), "auto or flat or tree");
    }

    #[test]
    fn a_parameter_has_what_is_given_or_its_default() {
        let epsilon = |text| Spec::parse(text).map(|spec| spec.number("epsilon"));
        assert_eq!(epsilon("greedy:epsilon=0.3"), Ok(Some(0.3)));
        assert_eq!(epsilon("greedy:version=1,epsilon=1"), Ok(Some(1.0)));
        assert_eq!(epsilon("greedy"), Ok(Some(0.0)));
        let of_rollouts = |text| Spec::parse(text).map(|spec| spec.number("rollout_epsilon"));
        assert_eq!(of_rollouts("mcts"), Ok(None), "auto");
        assert_eq!(of_rollouts("mcts:rollout_epsilon=0"), Ok(Some(0.0)));
        assert_eq!(epsilon("random"), Ok(None), "no such parameter");
    }

    #[test]
    fn wrong_parameters_are_named_with_what_is_allowed() {
        for (text, said) in [
            ("clever:epsilon=1", "there is no bot 'clever'; choose one of: random, greedy, flat, mcts"),
            ("random:level=3", "bot random takes no parameters, not 'level=3'"),
            ("random:", "bot random takes no parameters, not ''"),
            ("greedy:", "bot greedy takes parameters as NAME=VALUE, not ''; it has: epsilon, version"),
            ("greedy:0.3", "bot greedy takes parameters as NAME=VALUE, not '0.3'; it has: epsilon, version"),
            ("greedy:level=3", "bot greedy has no parameter 'level'; choose one of: epsilon, version"),
            ("greedy:epsilon=2", "parameter epsilon of bot greedy cannot be '2'; choose a number from 0 to 1"),
            ("greedy:epsilon=", "parameter epsilon of bot greedy cannot be ''; choose a number from 0 to 1"),
            ("greedy:version=0", "parameter version of bot greedy cannot be '0'; choose 1"),
            (
                "flat:method=tree",
                "bot flat has no parameter 'method'; choose one of: simulations, objective, rollout, rollout_epsilon, turns",
            ),
            (
                "mcts:simulations=0",
                "parameter simulations of bot mcts cannot be '0'; choose a whole number from 1 to 1000000",
            ),
            (
                "mcts:turns=-1",
                "parameter turns of bot mcts cannot be '-1'; choose auto or a whole number from 0 to 1000",
            ),
            ("mcts:method=deep", "parameter method of bot mcts cannot be 'deep'; choose auto or flat or tree"),
            ("greedy:epsilon=0,epsilon=1", "parameter epsilon of bot greedy is given twice: name its value once"),
        ] {
            let error = Spec::parse(text).expect_err(text);
            assert_eq!((error.code, error.message.as_str()), ("invalid_text", said));
        }
    }

    #[test]
    fn a_piece_with_a_value_belongs_to_the_bot_before_it() {
        for (list, bots) in [
            ("greedy", vec!["greedy"]),
            ("greedy,random", vec!["greedy", "random"]),
            ("greedy:epsilon=0.3,version=1,random", vec!["greedy:epsilon=0.3,version=1", "random"]),
            ("random, greedy:epsilon=0.3 , version=1", vec!["random", "greedy:epsilon=0.3,version=1"]),
            ("greedy,epsilon=0.3,random", vec!["greedy:epsilon=0.3", "random"]),
            ("greedy:epsilon=0,greedy:epsilon=1", vec!["greedy:epsilon=0", "greedy:epsilon=1"]),
            ("", vec![""]),
        ] {
            assert_eq!(split(list).as_deref(), Ok(&bots.iter().map(ToString::to_string).collect::<Vec<_>>()[..]));
        }
        let message = split("epsilon=0.3,greedy").expect_err("no bot").message;
        assert_eq!(message, "there is no bot before 'epsilon=0.3': a parameter stands behind its bot");
    }
}

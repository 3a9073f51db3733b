//! Variants and rules options: declared once, validated here.

use crate::error::{Error, Result, quoted};
use std::fmt;

/// The value of a rules option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A switch.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A named choice.
    Name(&'static str),
    /// No limit.
    None,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Name(s) => f.write_str(s),
            Value::None => f.write_str("none"),
        }
    }
}

/// A value as a caller gives it, before it is held against a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A switch.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A named choice.
    Text(String),
    /// What no option can be, as it is shown: a fraction, a number beyond 64 bits.
    Foreign(String),
    /// No limit.
    None,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Bool(b) => write!(f, "{b}"),
            Given::Int(i) => write!(f, "{i}"),
            Given::Text(s) | Given::Foreign(s) => f.write_str(s),
            Given::None => f.write_str("none"),
        }
    }
}

/// The values an option may take.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// One of these.
    Choices(&'static [Value]),
    /// A number of this range.
    Range(i64, i64),
    /// No limit, or a number of this range.
    NoneOrRange(i64, i64),
}

/// On or off.
pub const SWITCH: Allowed = Allowed::Choices(&[Value::Bool(false), Value::Bool(true)]);

impl Allowed {
    fn find(&self, given: &Given) -> Option<Value> {
        match (self, given) {
            (Allowed::Choices(values), _) => values.iter().copied().find(|value| match (value, given) {
                (Value::Bool(a), Given::Bool(b)) => a == b,
                (Value::Int(a), Given::Int(b)) => a == b,
                (Value::Name(a), Given::Text(b)) => a == b,
                (Value::None, Given::None) => true,
                _ => false,
            }),
            (Allowed::NoneOrRange(..), Given::None) => Some(Value::None),
            (Allowed::Range(low, high) | Allowed::NoneOrRange(low, high), Given::Int(i)) => {
                (low <= i && i <= high).then_some(Value::Int(*i))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Choices(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join(" or "))
            }
            Allowed::Range(low, high) => write!(f, "{low} to {high}"),
            Allowed::NoneOrRange(low, high) => write!(f, "none or {low} to {high}"),
        }
    }
}

/// A rules option: one reading or number of the rules that may be changed.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in `snake_case`.
    pub name: &'static str,
    /// Its value unless variant or caller say otherwise.
    pub default: Value,
    /// What it may be.
    pub allowed: Allowed,
    /// The rule it touches.
    pub rule: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
}

/// A variant: a named set of defaults.
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// Its name.
    pub name: &'static str,
    /// The rule it comes from.
    pub rule: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
    /// Option values that differ from the options' own defaults.
    pub rules: &'static [(&'static str, Value)],
    /// The fewest and the most players, where it does not take all that the game takes.
    pub players: Option<(usize, usize)>,
}

/// The value of every option of a game, in declared order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules(Vec<(&'static str, Value)>);

impl Rules {
    /// Resolves what the caller gave against the declarations.
    pub fn resolve(options: &[OptionSpec], variant: &VariantSpec, given: &[(String, Given)]) -> Result<Self> {
        for (name, _) in given {
            if !options.iter().any(|option| option.name == name) {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                return Err(Error::variant(format!(
                    "there is no rules option {}; choose one of: {}",
                    quoted(name),
                    names.join(", ")
                )));
            }
        }
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            let from_variant = variant.rules.iter().find(|(name, _)| *name == option.name).map(|(_, value)| *value);
            let value = match given.iter().rev().find(|(name, _)| name == option.name) {
                None => from_variant.unwrap_or(option.default),
                Some((_, wanted)) => option.allowed.find(wanted).ok_or_else(|| {
                    let wanted = if let Given::Text(text) = wanted { quoted(text) } else { wanted.to_string() };
                    let message = format!("rules option {} cannot be {wanted}; choose {}", option.name, option.allowed);
                    Error::variant(message).with_rule(option.rule)
                })?,
            };
            values.push((option.name, value));
        }
        Ok(Self(values))
    }

    /// Name and value of every option.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.0.iter().copied()
    }

    /// The value of a declared option.
    pub fn get(&self, name: &str) -> Value {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| *value).expect("a declared option")
    }

    /// The value of a switch.
    pub fn switch(&self, name: &str) -> bool {
        self.get(name) == Value::Bool(true)
    }

    /// The value of a number; None for "no limit".
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Value::Int(i) => Some(i),
            _ => None,
        }
    }

    /// The value of a named choice.
    pub fn name(&self, name: &str) -> &'static str {
        match self.get(name) {
            Value::Name(s) => s,
            _ => "",
        }
    }
}

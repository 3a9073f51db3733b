//! What a name is, in all games and in any language, and how a value that was found is shown.

use crate::error::{is_invisible, push_escaped};
use toml::Value;

/// What a name must be, for people.
pub(super) const NAME_RULE: &str = "1 to 40 characters: letters of any language, digits, ' - . , & ( ) / ! and single \
    spaces between; it begins with a letter, a digit or (, and is not punctuation alone;";

/// Whether a text can name a thing of a game.
pub(super) fn is_name(text: &str) -> bool {
    let counts = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
    let fits = |c: char| if c.is_ascii() { counts(c) || " '-.,&()/!".contains(c) } else { !is_invisible(c) };
    (1..=40).contains(&text.chars().count())
        && text.chars().all(fits)
        && text.chars().any(counts)
        && text.starts_with(|c| counts(c) || c == '(')
        && !text.ends_with(' ')
        && !text.contains("  ")
}

/// A key that there is not: as it is if it needs no quotes.
pub(super) fn shown_key(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare { key.to_owned() } else { cut(quoted(key)) }
}

/// A value as in JSON, cut after 40 characters.
pub(super) fn shown(value: &Value) -> String {
    cut(json(value))
}

fn cut(text: String) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A value as in JSON.
pub(super) fn json(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => float(*number),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(_) => "a date or time".to_owned(),
        Value::Array(items) => format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let mut keys: Vec<&String> = table.keys().collect();
            keys.sort();
            let pairs: Vec<String> =
                keys.iter().map(|key| format!("{}: {}", quoted(key), json(&table[*key]))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
    }
}

/// As Python writes it: the fewest digits that give it back, with an exponent where it is very large or small.
fn float(number: f64) -> String {
    let plain = number == 0.0 || (1e-4..1e16).contains(&number.abs());
    if number.is_nan() {
        return "nan".to_owned();
    }
    let text = if plain { format!("{number:?}") } else { format!("{number:e}") };
    match text.split_once('e') {
        Some((digits, exponent)) if exponent.starts_with('-') => format!("{digits}e-{:0>2}", &exponent[1..]),
        Some((digits, exponent)) => format!("{digits}e+{exponent:0>2}"),
        None => text,
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        push_escaped(&mut out, c, '"');
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{float, is_name};

    #[test]
    fn names() {
        for name in ["York", "é", "7", "(Old) York", "St. John's/Fa-Le, Co & Sons (1830)!", &"é".repeat(40)] {
            assert!(is_name(name), "{name}");
        }
        for text in ["", " ", "York ", "Y  k", "(-)", "Yo_k", "Yo\u{7f}k", "Yo\u{200b}k", "A\u{2fffe}", &"x".repeat(41)]
        {
            assert!(!is_name(text), "{text}");
        }
    }

    #[test]
    fn floats_are_written_as_python_does() {
        let pairs =
            [(1.0, "1.0"), (-0.0, "-0.0"), (1e16, "1e+16"), (1.5e-5, "1.5e-05"), (0.0001, "0.0001"), (1e300, "1e+300")];
        for (number, text) in pairs {
            assert_eq!(float(number), text);
        }
        assert_eq!(float(f64::NAN), "nan");
        assert_eq!(float(f64::NEG_INFINITY), "-inf");
    }
}

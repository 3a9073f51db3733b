//! What a name is, in all games and in any language, and how a value that was found is shown.

use std::fmt::Write;
use std::ops::RangeInclusive;
use toml::Value;

/// What a name must be, for people.
pub(super) const NAME_RULE: &str = "1 to 40 characters: letters of any language, digits, ' - . , & ( ) / ! and single \
    spaces between; it begins with a letter, a digit or (, and is not punctuation alone;";

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

fn is_invisible(c: char) -> bool {
    let noncharacter = u32::from(c) & 0xfffe == 0xfffe;
    !c.is_ascii() && (noncharacter || INVISIBLE.iter().any(|range| range.contains(&c)))
}

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
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            _ if c.is_ascii_control() || is_invisible(c) => escape(c, &mut out),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

fn escape(c: char, out: &mut String) {
    let code = u32::from(c);
    let written = if code < 0x1_0000 { write!(out, "\\u{code:04x}") } else { write!(out, "\\U{code:08x}") };
    written.expect("a string takes all that is written");
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

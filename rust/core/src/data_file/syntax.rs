//! From the text of a data file to its tables: TOML 1.0 and nothing else, whatever the toml crate takes.

use crate::error::{Error, Result};
use toml::Table;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// The tables of a text; what is no TOML 1.0 is refused with its line.
pub(super) fn parse(file: &str, text: &str) -> Result<Table> {
    let refuse = |start: usize, reason: &str| {
        let line = 1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count();
        Error::data(format!("{file}: line {line}: {reason}"))
    };
    let table = toml::from_str(text)
        .map_err(|error| refuse(error.span().map_or(text.len(), |span| span.start), error.message()))?;
    match beyond_1_0(text) {
        Some((start, what)) => Err(refuse(start, &format!("{what} is not TOML 1.0"))),
        None => Ok(table),
    }
}

/// The first thing in well-formed TOML 1.1 that TOML 1.0 does not have: where it is, and what.
fn beyond_1_0(text: &str) -> Option<(usize, &'static str)> {
    let mut open = Vec::new();
    let mut last_comma = None;
    for token in Source::new(text).lex() {
        let (kind, start) = (token.kind(), token.span().start());
        let raw = &text[start..token.span().end()];
        let inline = open.last() == Some(&TokenKind::LeftCurlyBracket);
        match kind {
            TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => open.push(kind),
            TokenKind::RightCurlyBracket if last_comma.is_some() => return last_comma,
            TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => drop(open.pop()),
            TokenKind::Newline | TokenKind::Comment if inline => {
                return Some((start, "a line's end in an inline table"));
            }
            TokenKind::BasicString | TokenKind::MlBasicString => {
                if let Some(place) = escape_of_1_1(raw) {
                    return Some((start + place, "the escape \\e or \\x"));
                }
            }
            TokenKind::Atom if lacks_seconds(raw) => return Some((start, "a time without seconds")),
            _ => {}
        }
        last_comma = match kind {
            TokenKind::Comma if inline => Some((start, "a comma at the end of an inline table")),
            TokenKind::Whitespace => last_comma,
            _ => None,
        };
    }
    None
}

/// Where a string has one of the escapes that TOML 1.1 brought.
fn escape_of_1_1(string: &str) -> Option<usize> {
    let mut escaped = false;
    string.bytes().enumerate().find_map(|(place, byte)| {
        let found = escaped && matches!(byte, b'e' | b'x');
        escaped = byte == b'\\' && !escaped;
        found.then(|| place - 1)
    })
}

/// Whether a bare value is a time, with a date or without, that ends with its minutes.
fn lacks_seconds(atom: &str) -> bool {
    let bytes = atom.as_bytes();
    let time = if matches!(bytes.get(10), Some(b'T' | b't')) { &bytes[11..] } else { bytes };
    time.get(2) == Some(&b':') && time.get(5) != Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn line_of(text: &str) -> usize {
        let sentence = parse("toy.toml", text).expect_err("it must be refused").to_string();
        let rest = sentence.strip_prefix("toy.toml: line ").expect("the line is told");
        rest.split(':').next().and_then(|line| line.parse().ok()).expect("a number")
    }

    #[test]
    fn what_is_no_toml_is_refused_with_its_line() {
        assert!(parse("toy.toml", "a = 1\nb = 2").is_ok());
        assert_eq!(line_of("a = 1\nb  2\n"), 2);
        assert_eq!(line_of("a = 1\n\na = 1"), 3);
        assert_eq!(line_of("a = 1\nb = 9223372036854775808"), 2);
        assert_eq!(line_of("a = ["), 1);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert!(parse("toy.toml", "\u{feff}a = 1").is_ok());
        assert_eq!(line_of("\u{feff}a = 1\nb = {a = 1,}"), 2);
    }

    #[test]
    fn what_only_toml_1_1_has_is_refused_with_its_line() {
        for value in
            [r#""\e""#, r#""\x41""#, r#""\\\e""#, "{a = 1 ,}", "{\n}", "{a = 1 # b\n}", "07:32", "1979-05-27t07:32Z"]
        {
            assert_eq!(line_of(&format!("# one\nb = {value}\n")), 2, "{value}");
        }
        for value in
            [r"'\e'", r#""\\e""#, "{a = [\n1,\n]}", "07:32:00.5", "1979-05-27 07:32:00+07:00", "\"\"\"\n{,}\"\"\""]
        {
            assert!(parse("toy.toml", &format!("b = {value}\n")).is_ok(), "{value}");
        }
    }
}

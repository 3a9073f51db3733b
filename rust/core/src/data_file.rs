//! Reading of data files: from TOML to the tables that a game declares, before the game's own checks.

use crate::error::{Error, Result};
use crate::forms::in_words;
use serde::de::DeserializeOwned;

/// The tables of a data file. What is no TOML, or has other keys and types than the tables, is refused with its line.
pub(crate) fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let reason = in_words(error.message());
        match error.span() {
            Some(span) => {
                let line = 1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count();
                Error::data(format!("{name}: line {line}: {reason}"))
            }
            None => Error::data(format!("{name}: {reason}")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::read;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only whether it can be read is of interest")]
    struct Tables {
        format: i64,
        rows: Vec<Row>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only whether it can be read is of interest")]
    struct Row {
        links: i64,
    }

    fn refusal(text: &str) -> String {
        read::<Tables>("toy.toml", text).expect_err("it must be refused").to_string()
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_line() {
        let row = |line: &str| format!("format = 1\n[[rows]]\nlinks = 1\n[[rows]]\n{line}\n");
        assert!(read::<Tables>("toy.toml", &row("links = 2")).is_ok());
        let wrong_type = "toy.toml: line 5: invalid type: string \"1\", expected a whole number";
        assert_eq!(refusal(&row("links = \"1\"")), wrong_type);
        assert_eq!(refusal(&row("link = 1")), "toy.toml: line 5: unknown field `link`, expected `links`");
        assert_eq!(refusal(&row("")), "toy.toml: line 4: missing field `links`");
        assert!(refusal(&row("links  1")).starts_with("toy.toml: line 5: "));
        assert!(refusal(&row("links = 1\nlinks = 1")).starts_with("toy.toml: line 6: duplicate key"));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert!(read::<Tables>("toy.toml", "\u{feff}format = 1\nrows = []\n").is_ok());
        assert!(refusal("\u{feff}format = 1\nrows = 1\n").starts_with("toy.toml: line 2: "));
    }
}

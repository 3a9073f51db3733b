//! Many short texts in one block of memory.

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// A list of texts that grows at its end. In JSON it is an array.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text at a position of the list.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.text[start..end])
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: AsRef<str>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut all = Self::default();
        texts.into_iter().for_each(|text| all.push(text.as_ref()));
        all
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reader(Self::default()))
    }
}

/// Reads an array: no text gets memory of its own.
struct Reader(Texts);

impl<'de> Visitor<'de> for Reader {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut array: A) -> Result<Texts, A::Error> {
        while array.next_element_seed(Next(&mut self.0))?.is_some() {}
        Ok(self.0)
    }
}

/// Reads one text of an array.
struct Next<'a>(&'a mut Texts);

impl<'de> DeserializeSeed<'de> for Next<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Next<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn a_list_of_texts_is_an_array_of_json() {
        let texts: Texts = ["0 pass", "", "* \"é\""].into_iter().collect();
        let line = serde_json::to_string(&texts).expect("plain data");
        assert_eq!(line, r#"["0 pass","","* \"é\""]"#);
        assert_eq!(serde_json::from_str::<Texts>(&line).expect("an array of texts"), texts);
        assert_eq!((texts.get(1), texts.get(2), texts.get(3)), (Some(""), Some("* \"é\""), None));
        for wrong in ["[1]", "\"x\"", "[null]", "{}"] {
            serde_json::from_str::<Texts>(wrong).expect_err(wrong);
        }
    }
}

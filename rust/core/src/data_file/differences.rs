//! What differs between two data files of a game, in the words of the file. They need not be valid.

use super::{entry_of, row_of, syntax, table_of, words};
use crate::error::Result;
use std::fmt;
use toml::{Table, Value};
use words::{json, shown, shown_key};

/// One place in which two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The table or row, as refusals call it: `[cities] row 3 (Omaha)`; empty for the keys at the top. A row that is gone has the
    /// number that it had.
    pub place: String,
    /// The key, perhaps with the entry of a list; empty for a row.
    pub key: String,
    /// What the first file has there.
    pub before: Option<String>,
    /// What the second file has there.
    pub after: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, key, before, after } = self;
        let of = |side: &Option<String>| side.clone().unwrap_or_else(|| "nothing".into());
        match (key.as_str(), before, after) {
            ("", None, _) => write!(out, "{place}: a new row"),
            ("", _, None) => write!(out, "{place}: the row is gone"),
            ("", Some(before), Some(after)) => write!(out, "{place}: the order of the rows: {before} -> {after}"),
            _ if place.is_empty() => write!(out, "{key}: {} -> {}", of(before), of(after)),
            _ => write!(out, "{place} {key}: {} -> {}", of(before), of(after)),
        }
    }
}

/// What differs in the second text, in the order of the first; then what only the second has. `name` is the second's file.
pub fn differences(name: &str, before: &str, after: &str) -> Result<Vec<Difference>> {
    let mut found = Found(Vec::new());
    found.tables("", &syntax::parse(name, before)?, &syntax::parse(name, after)?);
    Ok(found.0)
}

struct Found(Vec<Difference>);

impl Found {
    fn push(&mut self, place: &str, key: &str, before: Option<String>, after: Option<String>) {
        self.0.push(Difference { place: place.to_owned(), key: key.to_owned(), before, after });
    }

    fn tables(&mut self, place: &str, before: &Table, after: &Table) {
        for (key, value) in before {
            match after.get(key) {
                Some(other) => self.values(place, &shown_key(key), value, other),
                None => self.push(place, &shown_key(key), Some(shown(value)), None),
            }
        }
        for (key, value) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
            self.push(place, &shown_key(key), None, Some(shown(value)));
        }
    }

    fn values(&mut self, place: &str, key: &str, before: &Value, after: &Value) {
        match (before, after) {
            (Value::Table(before), Value::Table(after)) => self.tables(&format!("[{key}]"), before, after),
            (Value::Array(rows), Value::Array(others)) if has_rows(rows, others) => {
                self.rows(&table_of(place, key), &tables_of(rows), &tables_of(others));
            }
            (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
                for (i, (item, other)) in items.iter().zip(others).enumerate() {
                    self.values(place, &entry_of(key, i), item, other);
                }
            }
            _ if before != after => {
                let (before, after) = told_apart(before, after);
                self.push(place, key, Some(before), Some(after));
            }
            _ => {}
        }
    }

    fn rows(&mut self, table: &str, before: &[&Table], after: &[&Table]) {
        let pairs = matched(before, after);
        for (i, row) in after.iter().enumerate() {
            let place = row_of(table, i, row);
            match pairs.iter().position(|pair| *pair == Some(i)) {
                Some(own) => self.tables(&place, before[own], row),
                None => self.push(&place, "", None, Some(shown(&Value::Table((*row).clone())))),
            }
        }
        for (i, row) in before.iter().enumerate().filter(|(i, _)| pairs[*i].is_none()) {
            self.push(&row_of(table, i, row), "", Some(shown(&Value::Table((*row).clone()))), None);
        }
        let order: Vec<usize> = pairs.iter().flatten().copied().collect();
        if !order.is_sorted() {
            let numbers = |order: &[usize]| Value::from(order.iter().map(|i| *i as i64 + 1).collect::<Vec<_>>());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            let (before, after) = told_apart(&numbers(&sorted), &numbers(&order));
            self.push(table, "", Some(before), Some(after));
        }
    }
}

fn has_rows(rows: &[Value], others: &[Value]) -> bool {
    let all = || rows.iter().chain(others);
    all().next().is_some() && all().all(Value::is_table)
}

fn tables_of(rows: &[Value]) -> Vec<&Table> {
    rows.iter().filter_map(Value::as_table).collect()
}

/// Two values that differ, cut to what a line has room for if they can still be told apart.
fn told_apart(before: &Value, after: &Value) -> (String, String) {
    let (short, other) = (shown(before), shown(after));
    match (before, after) {
        (Value::Array(items), Value::Array(others)) if items.len() != others.len() && short == other => {
            (format!("{} entries", items.len()), format!("{} entries", others.len()))
        }
        _ if short == other => (json(before), json(after)),
        _ => (short, other),
    }
}

/// For each row the one of the others that is the same thing: of the same name, or where rows have no names with the same
/// first values; else a row that differs in its name alone, and then the row of the same number.
fn matched(rows: &[&Table], others: &[&Table]) -> Vec<Option<usize>> {
    let keys = identity(rows, others);
    let named = keys == ["name"];
    let is_same = |a: &Table, b: &Table| !keys.is_empty() && keys.iter().all(|key| a.get(*key) == b.get(*key));
    let is_renamed =
        |a: &Table, b: &Table| named && a.iter().all(|(key, value)| key == "name" || b.get(key) == Some(value));
    let mut pairs: Vec<Option<usize>> = vec![None; rows.len()];
    let mut pair = |fits: &dyn Fn(usize, usize) -> bool| {
        for i in 0..rows.len() {
            if pairs[i].is_none() {
                pairs[i] = (0..others.len()).find(|j| !pairs.contains(&Some(*j)) && fits(i, *j));
            }
        }
    };
    pair(&|i, j| is_same(rows[i], others[j]));
    pair(&|i, j| i == j && is_renamed(rows[i], others[j]));
    pair(&|i, j| is_renamed(rows[i], others[j]));
    pair(&|i, j| i == j);
    pairs
}

/// The keys that tell the rows of a table apart: the name, or as many of the first ones as it takes; none if nothing does.
fn identity<'a>(rows: &[&'a Table], others: &[&Table]) -> Vec<&'a str> {
    if rows.iter().chain(others).all(|row| row.contains_key("name")) {
        return vec!["name"];
    }
    let keys: Vec<&str> = rows.first().map_or(Vec::new(), |row| row.keys().map(String::as_str).collect());
    let keys: Vec<&str> = keys.into_iter().filter(|key| *key != "source").collect();
    let tells_apart = |keys: &[&str], rows: &[&Table]| {
        let of = |row: &Table| keys.iter().map(|key| row.get(*key).map(json)).collect::<Vec<_>>();
        (1..rows.len()).all(|i| !rows[..i].iter().any(|earlier| of(earlier) == of(rows[i])))
    };
    let enough = |n: &usize| tells_apart(&keys[..*n], rows) && tells_apart(&keys[..*n], others);
    let taken = (1..=keys.len()).find(enough).unwrap_or(0);
    keys[..taken].to_vec()
}

/// The first few, and how many more there are.
pub fn first_few(found: &[Difference]) -> String {
    const FEW: usize = 4;
    let told: Vec<String> = found.iter().take(FEW).map(Difference::to_string).collect();
    let more = if found.len() > FEW { format!("; and {} more", found.len() - FEW) } else { String::new() };
    format!("{}{more}", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::{differences, first_few};

    const SHIPPED: &str = "
        format = 1\nhand = {limit = 13, cards = 2}\ngates = [1, 2, 3]\nsizes = [[], [1]]
        cities = [{name = 'York', value = 2}, {name = 'Ayr', value = 3}, {name = 'Bath', value = 4}]
        seats = [{players = 2, seat = 1, cash = 5}, {players = 2, seat = 2, cash = 6}]";

    fn told(old: &str, new: &str) -> Vec<String> {
        let after = SHIPPED.replacen(old, new, 1);
        assert_ne!(after, SHIPPED);
        differences("mine.toml", SHIPPED, &after).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn values_are_told_with_their_place() {
        assert_eq!(told("format = 1", "format = 2"), ["format: 1 -> 2"]);
        assert_eq!(told("limit = 13", "limit = 15"), ["[hand] limit: 13 -> 15"]);
        assert_eq!(told("limit = 13, ", ""), ["[hand] limit: 13 -> nothing"]);
        assert_eq!(told("limit", "most"), ["[hand] limit: 13 -> nothing", "[hand] most: nothing -> 13"]);
        assert_eq!(told("2, 3]", "1, 3]"), ["gates entry 2: 2 -> 1"]);
        assert_eq!(told("2, 3]", "2]"), ["gates: [1, 2, 3] -> [1, 2]"]);
        assert_eq!(told("[1]]", "[2]]"), ["sizes entry 2.1: 1 -> 2"]);
        assert_eq!(told("[1, 2, 3]", "1"), ["gates: [1, 2, 3] -> 1"]);
        assert_eq!(told("format = 1", "format = 1 # one"), [""; 0]);
    }

    #[test]
    fn rows_are_told_by_their_names() {
        assert_eq!(told("value = 3", "value = 5"), ["[cities] row 2 (Ayr) value: 3 -> 5"]);
        assert_eq!(told("'Ayr'", "'Bute'"), ["[cities] row 2 (Bute) name: \"Ayr\" -> \"Bute\""]);
        assert_eq!(told("{name = 'York', value = 2}, ", ""), ["[cities] row 1 (York): the row is gone"]);
        assert_eq!(told("cities = [", "cities = [{name = 'Deal', value = 4}, "), ["[cities] row 1 (Deal): a new row"]);
        let moved = "{name = 'Ayr', value = 3}, {name = 'York', value = 2}";
        let order = ["[cities]: the order of the rows: [1, 2, 3] -> [2, 1, 3]"];
        assert_eq!(told("{name = 'York', value = 2}, {name = 'Ayr', value = 3}", moved), order);
        assert_eq!(told("{players = 2, seat = 1, cash = 5}, ", ""), ["[seats] row 1: the row is gone"]);
        assert_eq!(told("seat = 2, cash = 6", "seat = 3, cash = 6"), ["[seats] row 2 seat: 2 -> 3"]);
    }

    #[test]
    fn a_sentence_has_room_for_a_few() {
        let after = SHIPPED.replace('2', "7").replace('1', "8");
        let found = differences("mine.toml", SHIPPED, &after).unwrap();
        assert!(first_few(&found[..4]).ends_with(&found[3].to_string()));
        assert!(first_few(&found).ends_with(&format!("; and {} more", found.len() - 4)));
    }
}

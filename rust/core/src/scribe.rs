//! The writer of replays: a line of JSON that grows while its game is played.

use crate::codec::hex;
use crate::game::{Actor, Declaration, Setup, Tables};
use crate::replay::{MARK_EVERY, Replay, mark_line, step_line};

/// Writes the replay of a game as a line of JSON while it is played: nothing is played or worded a second time. The line is
/// the one that [`Replay::to_line`] writes.
pub struct Scribe {
    /// The line up to the seed.
    begin: String,
    /// Each action as a step of player 0, then each outcome, as they stand in the line.
    steps: Vec<Phrase>,
    actions: usize,
}

/// Where the seed stands in the line.
const SEED: &str = "\"seed\":\"";

/// The longest step that is copied as one block, whatever its length; longer ones take a little more time.
const BLOCK: usize = 46;

/// Where a step has the number of its player.
const PLAYER: usize = 1;

/// A step with its quotation marks and comma. Small: each step of a game looks one up.
enum Phrase {
    Short { length: u8, block: [u8; BLOCK] },
    Long(Box<str>),
}

impl Phrase {
    fn new(actor: Actor, text: &str) -> Self {
        let text = format!("{},", json_text(&step_line(actor, text)));
        if text.len() > BLOCK {
            return Self::Long(text.into());
        }
        let mut block = [0; BLOCK];
        block[..text.len()].copy_from_slice(text.as_bytes());
        Self::Short { length: text.len() as u8, block }
    }
}

impl Scribe {
    /// Words every step that can be taken.
    pub fn new(decl: &Declaration, setup: &Setup, tables: &Tables) -> Self {
        let empty = Replay::begin(decl, setup, 0, None).to_line();
        let begin = empty[..empty.find(SEED).expect("a replay has a seed") + SEED.len()].to_owned();
        let actions = tables.actions.iter().map(|text| Phrase::new(Actor::Player(0), text));
        let outcomes = tables.outcomes.iter().map(|text| Phrase::new(Actor::Chance, text));
        Self { begin, steps: actions.chain(outcomes).collect(), actions: tables.actions.len() }
    }

    /// Begins the line of a game in `room`, which the games of a worker share: it stays in the processor's cache.
    pub fn begin<'a>(&'a self, seed: u64, bots: &[&str], room: &'a mut Vec<u8>) -> Line<'a> {
        let bots: Vec<String> = bots.iter().map(|bot| json_text(bot)).collect();
        let begin = format!("{}{seed}\",\"bots\":[{}],\"steps\":[", self.begin, bots.join(","));
        let mut line = Line { scribe: self, text: room, end: 0, ply: 0, marks: Vec::new() };
        line.add(&begin);
        line
    }
}

fn json_text(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// A line that is being written.
pub struct Line<'a> {
    scribe: &'a Scribe,
    /// What is written, and room for more.
    text: &'a mut Vec<u8>,
    /// Where the room begins.
    end: usize,
    ply: usize,
    marks: Vec<[u8; 8]>,
}

impl Line<'_> {
    /// Adds a step that was just applied; `digest` is asked for that of the position where a mark is due.
    #[inline]
    pub fn push(&mut self, actor: Actor, id: u32, digest: impl FnOnce() -> [u8; 8]) {
        let Scribe { steps, actions, .. } = self.scribe;
        let start = self.end;
        match actor {
            Actor::Player(player) => {
                self.add_phrase(&steps[id as usize]);
                self.text[start + PLAYER] = b'0' + player as u8;
            }
            Actor::Chance => self.add_phrase(&steps[actions + id as usize]),
            _ => self.add(&format!("\"* salt {id}\",")),
        }
        self.ply += 1;
        if self.ply.is_multiple_of(MARK_EVERY) {
            self.marks.push(digest());
        }
    }

    #[inline]
    fn add_phrase(&mut self, phrase: &Phrase) {
        let (length, block) = match phrase {
            Phrase::Short { length, block } => (*length, block),
            Phrase::Long(text) => return self.add(text),
        };
        let end = self.end + BLOCK;
        if end > self.text.len() {
            self.grow(end);
        }
        self.text[self.end..end].copy_from_slice(block);
        self.end += usize::from(length);
    }

    fn add(&mut self, text: &str) {
        let end = self.end + text.len();
        if end > self.text.len() {
            self.grow(end);
        }
        self.text[self.end..end].copy_from_slice(text.as_bytes());
        self.end = end;
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.text.resize(2 * size, 0);
    }

    /// Ends the line with where the game led.
    pub fn end(mut self, end_reason: Option<&str>, scores: &[i32], ranking: &[u8], digest: [u8; 8]) -> String {
        if self.ply > 0 {
            self.end -= 1;
        }
        let marks: Vec<String> =
            (1..).zip(&self.marks).map(|(nth, mark)| json_text(&mark_line(nth * MARK_EVERY, *mark))).collect();
        let reason = end_reason.map_or_else(|| "null".to_owned(), json_text);
        let (scores, ranking) = (numbers(scores), numbers(ranking));
        self.add(&format!(
            "],\"marks\":[{}],\"end_reason\":{reason},\"scores\":[{scores}],\"ranking\":[{ranking}],\"hash\":\"{}\"}}",
            marks.join(","),
            hex(digest)
        ));
        str::from_utf8(&self.text[..self.end]).expect("whole texts were added").to_owned()
    }
}

fn numbers<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

//! Which rows of a pool are handed out.

use crate::error::{Error, Kind, Result, counted};

/// What is known of a row.
#[derive(Clone, Copy, Default)]
struct Row {
    /// The how-manieth that was handed out it is, from 1; 0 while it is free.
    number: u64,
    /// The check that it was last named in, and by which entry.
    named: (u64, usize),
}

/// The rows of a pool. Rows that were never handed out have no entry yet.
pub(super) struct Rows {
    capacity: usize,
    rows: Vec<Row>,
    /// Free rows that were handed out before; the last one goes first.
    free: Vec<i32>,
    /// How many were handed out so far.
    handed: u64,
    checks: u64,
}

impl Rows {
    pub(super) fn new(capacity: usize) -> Result<Self> {
        let mut empty = Self { capacity, rows: Vec::new(), free: Vec::new(), handed: 0, checks: 0 };
        empty.rows.try_reserve_exact(capacity)?;
        empty.free.try_reserve_exact(capacity)?;
        Ok(empty)
    }

    /// How many are handed out.
    pub(super) fn used(&self) -> usize {
        self.rows.len() - self.free.len()
    }

    /// Hands rows out, freed ones first.
    pub(super) fn alloc(&mut self, count: usize) -> Result<Vec<i32>> {
        let left = self.capacity - self.used();
        if count > left {
            let capacity = counted(self.capacity, "row");
            let message = format!("{left} of {capacity} are free, not {count}: free or release some");
            return Err(Error::new(Kind::PoolFull, message));
        }
        Ok((0..count).map(|_| self.hand_out()).collect())
    }

    fn hand_out(&mut self) -> i32 {
        let row = self.free.pop().unwrap_or_else(|| {
            self.rows.push(Row::default());
            self.rows.len() as i32 - 1
        });
        self.handed += 1;
        self.rows[row as usize].number = self.handed;
        row
    }

    /// Frees rows: all, or none if one is not handed out or named twice.
    pub(super) fn free(&mut self, rows: &[i32]) -> Result<()> {
        self.check("rows", rows)?;
        self.check_distinct("rows", rows)?;
        for row in rows {
            self.rows[*row as usize].number = 0;
            self.free.push(*row);
        }
        Ok(())
    }

    /// A mark for [`Self::release`].
    pub(super) fn mark(&self) -> u64 {
        self.handed
    }

    /// Frees all rows that were handed out since a mark. The lowest is handed out again first.
    pub(super) fn release(&mut self, mark: u64) -> Result<()> {
        if mark > self.handed {
            return Err(Error::argument(format!(
                "there is no mark {mark}: this pool has handed out {} rows",
                self.handed
            )));
        }
        for (row, entry) in self.rows.iter_mut().enumerate().rev() {
            if entry.number > mark {
                entry.number = 0;
                self.free.push(row as i32);
            }
        }
        Ok(())
    }

    /// Refuses rows that are not handed out.
    pub(super) fn check(&self, what: &str, rows: &[i32]) -> Result<()> {
        let handed_out = |row: &i32| {
            let entry = usize::try_from(*row).ok().and_then(|row| self.rows.get(row));
            entry.is_some_and(|entry| entry.number > 0)
        };
        match rows.iter().find(|row| !handed_out(row)) {
            Some(row) => Err(Error::argument(format!("{what}: row {row} is free; alloc hands rows out"))),
            None => Ok(()),
        }
    }

    /// Refuses rows that are named twice. They are handed out.
    pub(super) fn check_distinct(&mut self, what: &str, rows: &[i32]) -> Result<()> {
        self.checks += 1;
        for (entry, row) in rows.iter().enumerate() {
            let named = &mut self.rows[*row as usize].named;
            if named.0 == self.checks {
                let message = format!("{what}: row {row} is named twice, by the entries {} and {entry}", named.1);
                return Err(Error::argument(message));
            }
            *named = (self.checks, entry);
        }
        Ok(())
    }

    /// Refuses a call whose entries would not be independent: one that writes where another one writes or reads.
    pub(super) fn check_apart(&mut self, src: &[i32], dst: &[i32]) -> Result<()> {
        self.check("src", src)?;
        self.check("dst", dst)?;
        if src.len() != dst.len() {
            return Err(Error::argument(format!("{} rows in src and {} in dst: name as many", src.len(), dst.len())));
        }
        self.check_distinct("dst", dst)?;
        for (entry, row) in src.iter().enumerate() {
            let (check, writer) = self.rows[*row as usize].named;
            if check == self.checks && writer != entry {
                let message = format!(
                    "row {row} is the src of entry {entry} and the dst of entry {writer}: \
                                       a row may be both in the same entry alone"
                );
                return Err(Error::argument(message));
            }
        }
        Ok(())
    }
}

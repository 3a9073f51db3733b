//! Threads for batches: one pool a number of threads, made when first needed and kept, and the sharing out of rows.
//!
//! After a fork the child has none of its parent's threads, so a pool is kept together with the id of the process that
//! made it, and a child makes its own. What is done on one thread is done on the caller's own: handing it over would take
//! longer than a step of a small batch.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most threads that a batch, or a series of games, may use.
pub const MAX_THREADS: usize = 1024;
/// How many rows are worked on at a time: few enough to stay in the cache, enough to be worth a thread.
const PIECE: usize = 64;

type Pools = BTreeMap<(u32, usize), Option<Arc<ThreadPool>>>;

/// Rows side by side that can be shared out.
pub trait Rows: Sized + Send {
    /// Those before a row, and those from it on.
    fn split(self, row: usize) -> (Self, Self);
}

impl<T: Send> Rows for &mut [T] {
    fn split(self, row: usize) -> (Self, Self) {
        self.split_at_mut(row)
    }
}

impl<T: Sync> Rows for &[T] {
    fn split(self, row: usize) -> (Self, Self) {
        self.split_at(row)
    }
}

impl<A: Rows, B: Rows> Rows for (A, B) {
    fn split(self, row: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split(row), self.1.split(row));
        ((a, b), (c, d))
    }
}

impl<A: Rows> Rows for Option<A> {
    fn split(self, row: usize) -> (Self, Self) {
        self.map_or((None, None), |rows| {
            let (before, after) = rows.split(row);
            (Some(before), Some(after))
        })
    }
}

/// Calls `work` with a few of `count` rows at a time and the number of the first of them, on so many threads.
pub(crate) fn share<R: Rows>(threads: usize, count: usize, rows: R, work: impl Fn(usize, R) + Sync) {
    match pool(if count > PIECE { threads } else { 1 }) {
        Some(pool) => pool.install(|| halve(0, count, rows, &work)),
        None => in_order(count, rows, &work),
    }
}

fn halve<R: Rows>(first: usize, count: usize, rows: R, work: &(impl Fn(usize, R) + Sync)) {
    if count <= PIECE {
        return work(first, rows);
    }
    let half = (count / 2).next_multiple_of(PIECE);
    let (before, after) = rows.split(half);
    rayon::join(|| halve(first, half, before, work), || halve(first + half, count - half, after, work));
}

fn in_order<R: Rows>(count: usize, mut rows: R, work: &impl Fn(usize, R)) {
    let mut first = 0;
    while count - first > PIECE {
        let (piece, rest) = rows.split(PIECE);
        work(first, piece);
        (first, rows) = (first + PIECE, rest);
    }
    work(first, rows);
}

/// The pool of a number of threads; none for one thread, and where none can be made.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: OnceLock<Mutex<Pools>> = OnceLock::new();
    if threads == 1 {
        return None;
    }
    let mut pools = POOLS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let make = || ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new);
    pools.entry((std::process::id(), threads)).or_insert_with(make).clone()
}

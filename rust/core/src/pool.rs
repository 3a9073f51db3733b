//! Threads for batches: one pool a number of threads, made when first needed and kept.
//!
//! After a fork the child has none of its parent's threads, so a pool is kept together with the id of the process that
//! made it, and a child makes its own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most threads that a batch, or a series of games, may use.
pub const MAX_THREADS: usize = 1024;

type Pools = BTreeMap<(u32, usize), Option<Arc<ThreadPool>>>;

/// Runs `work` so that its parallel parts use `threads` threads (where none can be made, those that rayon finds).
pub(crate) fn run<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match pool(threads) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: OnceLock<Mutex<Pools>> = OnceLock::new();
    let mut pools = POOLS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let make = || ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new);
    pools.entry((std::process::id(), threads)).or_insert_with(make).clone()
}

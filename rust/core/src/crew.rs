//! A crew of threads for numbered jobs, whose results come in order and do not depend on how many threads there are.
//!
//! Workers take one job after the other from a counter, so that a finished one never waits for a later one; the caller's
//! thread puts the results in order, hands them on, and asks `keep_going` at least every 20 milliseconds. The threads live
//! for one call, so a forked child never meets them.

use crate::error::{Error, Kind, Result};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// How long the caller's thread sleeps before it looks after results again.
const PAUSE: Duration = Duration::from_millis(10);

/// Does the jobs `0..jobs` on so many threads (at least one). Each worker has a desk of its own, made by `desk`; `work` may
/// give a job up, with None, once its flag says that the crew is to stop. `sink` receives the results in order and may refuse
/// further ones with an error.
pub(crate) fn work_in_order<D, T: Send>(
    jobs: u64,
    threads: usize,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, u64, &AtomicBool) -> Option<T> + Sync,
    sink: &mut dyn FnMut(T) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let next = AtomicU64::new(0);
    let left = AtomicU64::new(jobs);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        for started in 0..threads.max(1) {
            let (sender, next, left, stop, caller) = (sender.clone(), &next, &left, &stop, &caller);
            let (desk, work) = (&desk, &work);
            let shift = move || {
                let mut desk = desk();
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        break;
                    }
                    let Some(result) = work(&mut desk, job, stop) else { break };
                    if sender.send((job, result)).is_err() {
                        break;
                    }
                    if left.fetch_sub(1, Ordering::AcqRel) == 1 {
                        caller.unpark();
                    }
                }
            };
            match std::thread::Builder::new().spawn_scoped(scope, shift) {
                Ok(_) => {}
                Err(error) if started == 0 => {
                    return Err(Error::new(Kind::OutOfMemory, format!("cannot start a thread: {error}")));
                }
                // Nothing depends on the number of threads: those that there are do all jobs.
                Err(_) => break,
            }
        }
        drop(sender);
        let outcome = deliver(jobs, &receiver, sink, keep_going);
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        outcome
    })
}

/// Puts results in order and hands them on, every few milliseconds and at the end: to wake up for each job would cost more
/// than a short job. Who stops it still gets what is finished by then.
fn deliver<T>(
    jobs: u64,
    receiver: &Receiver<(u64, T)>,
    sink: &mut dyn FnMut(T) -> Result<()>,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let mut wanted = 0;
    while wanted < jobs {
        let going = keep_going();
        let ended = loop {
            match receiver.try_recv() {
                Ok((job, result)) => waiting.insert(job, result),
                Err(reason) => break reason == TryRecvError::Disconnected,
            };
            while let Some(result) = waiting.remove(&wanted) {
                sink(result)?;
                wanted += 1;
            }
        };
        if wanted == jobs {
            break;
        }
        if !going {
            return Err(Error::interrupted());
        }
        assert!(!ended, "workers end only after their last job");
        std::thread::park_timeout(PAUSE);
    }
    Ok(())
}

//! Runs numbered jobs on several threads and hands over the results in order, so that the number of results in a file
//! identifies the jobs done.

use anyhow::Result;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Stack of a worker in bytes: a search of maximum depth needs less. The default of the system varies.
const STACK_BYTES: usize = 8 << 20;

/// Runs `work` for every job of `jobs`, with one thread per worker, and passes the results to `take` in the order of the
/// jobs. After `take` breaks, no job is started any more, and the results of those that run are dropped.
///
/// # Errors
/// The first error of `work` or `take`; other threads end after their current job.
pub(super) fn run_in_order<W: Send, T: Send>(
    workers: Vec<W>,
    jobs: Range<usize>,
    work: impl Fn(&mut W, usize) -> Result<T> + Sync,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let next = AtomicUsize::new(jobs.start);
    thread::scope(|scope| {
        let (sender, results) = channel();
        for mut worker in workers {
            let (sender, next, work, end) = (sender.clone(), &next, &work, jobs.end);
            let run = move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= end {
                        return;
                    }
                    let result = work(&mut worker, job);
                    let failed = result.is_err();
                    // An error drops the receiver, which ends the other threads.
                    if sender.send((job, result)).is_err() || failed {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run)?;
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), jobs.start);
        for (job, result) in results {
            early.insert(job, result?);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if take(result)?.is_break() {
                    next.store(jobs.end, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

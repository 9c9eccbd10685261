//! The speed cap: pure decisions about sleeping. The engine's time check sleeps on the search thread and tests the stop
//! flag and the clock between sleeps. Source: MadChess 3.2 beta, which spins instead of sleeping.

/// Longest single sleep in microseconds: the latency of a stop and of the panels.
pub const MAX_SLEEP_US: u64 = 10_000;

/// Must the search sleep before the next node? True while the integer nodes per second exceed `cap`.
pub fn should_throttle(nodes: u64, elapsed_us: u64, cap: u64) -> bool {
    match per_second(nodes, elapsed_us) {
        Some(speed) => speed > u128::from(cap),
        None => nodes > 0,
    }
}

/// Microseconds to sleep until [`should_throttle`] is false; 0 if it is. Saturates instead of overflowing.
pub fn sleep_needed(nodes: u64, elapsed_us: u64, cap: u64) -> u64 {
    if !should_throttle(nodes, elapsed_us, cap) {
        return 0;
    }
    // The truncated speed is at most `cap` when the exact one is below `cap + 1`.
    let due = u128::from(nodes) * 1_000_000 / (u128::from(cap) + 1) + 1;
    u64::try_from(due.saturating_sub(u128::from(elapsed_us))).unwrap_or(u64::MAX)
}

/// The next sleep in microseconds, or `None` to continue the search.
pub fn next_sleep(nodes: u64, elapsed_us: u64, cap: u64) -> Option<u64> {
    let wait = sleep_needed(nodes, elapsed_us, cap);
    (wait > 0).then_some(wait.min(MAX_SLEEP_US))
}

/// Nodes between two polls, so that a poll occurs about every [`MAX_SLEEP_US`] at the capped speed and the search
/// advances evenly.
pub fn poll_every(cap: u64) -> u32 {
    (cap / (1_000_000 / MAX_SLEEP_US)).clamp(1, 1024) as u32
}

/// Integer nodes per second; `None` before time has passed.
fn per_second(nodes: u64, elapsed_us: u64) -> Option<u128> {
    (u128::from(nodes) * 1_000_000).checked_div(u128::from(elapsed_us))
}

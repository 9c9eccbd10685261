//! Holding the search to the dial's speed: pure decisions about waiting. The engine's supervisor does the waiting, on
//! the search thread, and looks at the stop flag and the clock between slices. Source: MadChess 3.2 beta, which spins
//! instead of waiting.

/// Longest single wait in microseconds: a stop is noticed within it, and the panels stay live.
pub const SLICE_US: u64 = 10_000;

/// Must the search wait before it visits another node? True while the whole nodes a second exceed `cap`.
#[must_use]
pub fn must_stall(nodes: u64, elapsed_us: u64, cap: u64) -> bool {
    match per_second(nodes, elapsed_us) {
        Some(speed) => speed > u128::from(cap),
        None => nodes > 0,
    }
}

/// Microseconds to wait until [`must_stall`] is false; 0 if it is. Saturates when the wait would never end.
#[must_use]
pub fn wait_needed(nodes: u64, elapsed_us: u64, cap: u64) -> u64 {
    if !must_stall(nodes, elapsed_us, cap) {
        return 0;
    }
    // The speed truncates to at most `cap` as soon as it is below `cap + 1`.
    let due = u128::from(nodes) * 1_000_000 / (u128::from(cap) + 1) + 1;
    u64::try_from(due.saturating_sub(u128::from(elapsed_us))).unwrap_or(u64::MAX)
}

/// The next slice to wait, in microseconds, or `None` to go on.
#[must_use]
pub fn next_slice(nodes: u64, elapsed_us: u64, cap: u64) -> Option<u64> {
    let wait = wait_needed(nodes, elapsed_us, cap);
    (wait > 0).then_some(wait.min(SLICE_US))
}

/// Nodes between two polls, so that a poll falls due about every [`SLICE_US`] at the capped speed: the search then
/// advances evenly instead of in bursts.
#[must_use]
pub fn poll_every(cap: u64) -> u32 {
    (cap / (1_000_000 / SLICE_US)).clamp(1, 1024) as u32
}

/// Whole nodes a second; `None` before time has passed.
fn per_second(nodes: u64, elapsed_us: u64) -> Option<u128> {
    (u128::from(nodes) * 1_000_000).checked_div(u128::from(elapsed_us))
}

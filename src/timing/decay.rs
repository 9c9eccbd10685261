//! Exponential decay, the smoothing rule of the time manager.

/// Moves `from` towards `to`: no change for a `value` of 0, half of the way for one `step`, three quarters for two.
/// Not clamped: a negative `value` moves away. Source: Lc0's `ExponentialDecay` (2020).
#[must_use]
pub fn decay(from: f64, to: f64, step: f64, value: f64) -> f64 {
    to - (to - from) * 0.5_f64.powf(value / step)
}

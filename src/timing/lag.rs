//! Lag: time lost outside the search, measured during a game. The option `Move Overhead` is a guess for every machine and
//! connection; what really passes between two moves is on the clock.

use super::budget::ClockState;
use crate::base::Millis;
use std::collections::VecDeque;

/// Lags that are remembered; the largest counts.
const KEPT: usize = 16;
/// Lags before the measurement replaces the option.
const ENOUGH: usize = 3;
/// Added to the largest lag: the resolution of the clock and of the polls of a search.
const MARGIN: Millis = Millis(3);
/// The measurement may exceed the option by this factor.
const ABOVE_OPTION: i64 = 10;
/// Overhead of a move with a fixed time before any was measured: pipes and polls.
const FIRST_FIXED: Millis = Millis(8);

/// The overhead of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overhead {
    /// Time lost outside the engine, as far as it is known.
    pub lost: Millis,
    /// The option `Move Overhead`.
    pub option: Millis,
}

impl From<Millis> for Overhead {
    /// Nothing was measured.
    fn from(option: Millis) -> Self {
        Self { lost: option, option }
    }
}

/// The lags of the last moves on a clock, and the overruns of searches that ended by their time.
#[derive(Clone, Debug, Default)]
pub struct Lag {
    /// Clock at the start of the last move, and the time that the engine took for it.
    last: Option<(ClockState, Millis)>,
    lags: VecDeque<Millis>,
    overruns: VecDeque<Millis>,
}

impl Lag {
    /// Forgets everything, for a new game.
    pub fn new_game(&mut self) {
        *self = Self::default();
    }

    /// At the start of a move: what the clock has lost beyond the time of the last move.
    pub fn start(&mut self, clock: &ClockState) {
        let Some((before, used)) = self.last.take() else { return };
        // A time control that was reached adds an unknown time.
        let next = before.ply + 2 == clock.ply && before.increment == clock.increment;
        let same_control = match (before.moves_to_go, clock.moves_to_go) {
            (None, None) => true,
            (Some(before), Some(now)) => now < before,
            _ => false,
        };
        if next && same_control {
            let expected = before.remaining - used + before.increment;
            remember(&mut self.lags, expected - clock.remaining);
        }
    }

    /// At the end of a move that began with `clock` and took `used`.
    pub const fn finish(&mut self, clock: ClockState, used: Millis) {
        self.last = Some((clock, used));
    }

    /// A search that had to end at `deadline` took `used`.
    pub fn overrun(&mut self, deadline: Millis, used: Millis) {
        remember(&mut self.overruns, used - deadline);
    }

    /// The overhead of a move on the clock: the largest lag and a margin, at most ten times `option`; `option` itself
    /// until three lags are known.
    pub fn overhead(&self, option: Millis) -> Overhead {
        let lost = match self.lags.iter().max() {
            Some(&most) if self.lags.len() >= ENOUGH => {
                (most + MARGIN).min(Millis(option.0.saturating_mul(ABOVE_OPTION)))
            }
            _ => option,
        };
        Overhead { lost, option }
    }

    /// The overhead of a move with a fixed time: the largest overrun and a margin, at most `option`.
    pub fn fixed_overhead(&self, option: Millis) -> Millis {
        let most = self.overruns.iter().max().map_or(FIRST_FIXED, |&most| most + MARGIN);
        most.min(option)
    }
}

fn remember(kept: &mut VecDeque<Millis>, seen: Millis) {
    kept.truncate(KEPT - 1);
    kept.push_front(seen.max(Millis(0)));
}

#[cfg(test)]
mod tests {
    use super::{Lag, Overhead};
    use crate::base::Millis;
    use crate::timing::ClockState;

    fn clock(ply: usize, remaining: i64) -> ClockState {
        let (remaining, increment) = (Millis(remaining), Millis(100));
        ClockState { ply, remaining, increment, ..ClockState::default() }
    }

    #[test]
    fn the_largest_of_the_last_lags_replaces_the_option() {
        let (mut lag, option) = (Lag::default(), Millis(30));
        let mut remaining = 10_000;
        for (moves, passed) in [2, 5, 4, 1].into_iter().enumerate() {
            lag.start(&clock(2 * moves, remaining));
            let lost = if moves < 3 { option } else { Millis(8) };
            assert_eq!(lag.overhead(option), Overhead { lost, option }, "{moves}");
            lag.finish(clock(2 * moves, remaining), Millis(300));
            remaining += 100 - 300 - passed;
        }
        lag.start(&clock(8, remaining));
        assert_eq!(lag.overhead(Millis(0)).lost, Millis(0), "no overhead is no overhead");
        lag.finish(clock(8, remaining), Millis(300));
        lag.start(&clock(10, remaining + 100 - 300 - 200));
        assert_eq!(lag.overhead(option).lost, Millis(203), "more than the option says");
        assert_eq!(lag.overhead(Millis(5)).lost, Millis(50), "but not without limit");
    }

    #[test]
    fn a_jump_in_the_game_and_a_new_control_say_nothing() {
        let mut lag = Lag::default();
        for (ply, remaining) in [(0, 10_000), (10, 5_000), (12, 50_000), (30, 1)] {
            lag.start(&clock(ply, remaining));
            lag.finish(clock(ply, remaining), Millis(100));
        }
        let control = |ply, togo| ClockState { moves_to_go: Some(togo), ..clock(ply, 5_000) };
        lag.finish(control(40, 1), Millis(100));
        lag.start(&control(42, 40));
        // Only the third clock follows its predecessor, and it gained time.
        assert_eq!(lag.overhead(Millis(30)).lost, Millis(30));
    }

    #[test]
    fn a_fixed_time_loses_what_searches_overran() {
        let mut lag = Lag::default();
        assert_eq!(lag.fixed_overhead(Millis(30)), Millis(8));
        assert_eq!(lag.fixed_overhead(Millis(0)), Millis(0));
        lag.overrun(Millis(192), Millis(194));
        assert_eq!(lag.fixed_overhead(Millis(30)), Millis(5));
        lag.overrun(Millis(192), Millis(300));
        assert_eq!(lag.fixed_overhead(Millis(30)), Millis(30));
    }
}

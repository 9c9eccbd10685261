//! Both clocks as a pure state machine: the caller passes the time in milliseconds since any fixed origin.
//! Every move is timed, with or without a time control; [`super::Game`] owns it and decides which times are recorded.

use super::TimeControl;
use crate::base::Millis;
use crate::rules::Color;
use shakmaty::ByColor;

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Clocks {
    control: ByColor<TimeControl>,
    /// Time left at the start of the current move; `None` without a clock.
    remaining: ByColor<Option<Millis>>,
    /// Number of moves made by each side.
    made: ByColor<u32>,
    /// Time used for the current move before the clock was last started.
    used: Millis,
    /// The side whose clock runs, and since when.
    running: Option<(Color, Millis)>,
}

impl Clocks {
    /// Stopped clocks before the first move.
    pub fn new(control: ByColor<TimeControl>) -> Self {
        let remaining = control.as_ref().map(TimeControl::initial);
        Self { control, remaining, made: ByColor::default(), used: Millis(0), running: None }
    }

    /// The time controls of both sides.
    pub fn controls(&self) -> ByColor<TimeControl> {
        self.control.clone()
    }

    /// The time control of `side`.
    pub const fn control(&self, side: Color) -> &TimeControl {
        match side {
            Color::White => &self.control.white,
            Color::Black => &self.control.black,
        }
    }

    /// Starts `side`'s clock at `now`; time on a running clock is deducted first.
    pub fn start(&mut self, side: Color, now: Millis) {
        self.pause(now);
        self.running = Some((side, now));
    }

    /// Stops the clocks; the time used for the current move is kept.
    pub fn pause(&mut self, now: Millis) {
        if let Some((_, since)) = self.running.take() {
            self.used = self.used + Millis((now - since).0.max(0));
        }
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Time used for the current move.
    pub fn used(&self, now: Millis) -> Millis {
        let running = self.running.map_or(0, |(_, since)| (now - since).0.max(0));
        self.used + Millis(running)
    }

    /// Time left for `side`; negative after its flag fell, `None` without a clock. `turn` is the side to move.
    pub fn remaining(&self, side: Color, turn: Color, now: Millis) -> Option<Millis> {
        let used = if side == turn { self.used(now) } else { Millis(0) };
        Some(*self.remaining.get(side).as_ref()? - used)
    }

    /// Whether the flag of `turn`, the side to move, has fallen: no time is left.
    pub fn flag_fell(&self, turn: Color, now: Millis) -> bool {
        self.remaining(turn, turn, now).is_some_and(|left| left <= Millis(0))
    }

    /// Presses the clock after `side`'s move: deducts the time used, adds the increment, and starts the other clock if
    /// this one was running.
    /// Returns the time the move took.
    pub fn press(&mut self, side: Color, now: Millis) -> Millis {
        let used = self.used(now);
        let made = self.made.get_mut(side);
        *made += 1;
        let gain = self.control.get(side).time_added(*made);
        if let Some(left) = self.remaining.get_mut(side) {
            *left = *left - used + gain;
        }
        self.used = Millis(0);
        self.running = self.running.map(|_| (!side, now));
        used
    }

    /// Restores an earlier state: time left and number of moves made of each side. A running clock continues for
    /// `turn` from `now`.
    pub fn restore(&mut self, left: ByColor<(Option<Millis>, u32)>, turn: Color, now: Millis) {
        for side in Color::ALL {
            let (time, made) = *left.get(side);
            *self.remaining.get_mut(side) = time.or_else(|| self.control.get(side).initial());
            *self.made.get_mut(side) = made;
        }
        self.used = Millis(0);
        self.running = self.running.map(|_| (turn, now));
    }

    /// Deducts time that was used for the current move before the program was restarted.
    pub fn deduct(&mut self, used: Millis) {
        self.used = self.used + Millis(used.0.max(0));
    }

    /// Number of moves that `side` has made.
    pub const fn made(&self, side: Color) -> u32 {
        match side {
            Color::White => self.made.white,
            Color::Black => self.made.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(text: &str) -> Clocks {
        let control = TimeControl::from_tag(text).expect("tag");
        Clocks::new(ByColor { white: control.clone(), black: control })
    }

    #[test]
    fn a_move_is_charged_and_credited_and_the_other_clock_runs() {
        let mut clocks = clocks("60+2");
        clocks.start(Color::White, Millis(1_000));
        assert_eq!(clocks.press(Color::White, Millis(6_000)), Millis(5_000));
        assert_eq!(clocks.running(), Some(Color::Black));
        let left = |side| clocks.remaining(side, Color::Black, Millis(9_000)).map(|left| left.0);
        assert_eq!((left(Color::White), left(Color::Black)), (Some(57_000), Some(57_000)));
    }

    #[test]
    fn a_pause_costs_nothing_and_a_clock_that_goes_back_gives_nothing() {
        let mut clocks = clocks("60");
        clocks.start(Color::White, Millis(0));
        clocks.pause(Millis(4_000));
        clocks.start(Color::White, Millis(100_000));
        assert_eq!(clocks.used(Millis(101_000)), Millis(5_000));
        assert_eq!(clocks.used(Millis(50_000)), Millis(4_000));
    }

    #[test]
    fn the_flag_falls_at_zero() {
        let mut clocks = clocks("60");
        clocks.start(Color::White, Millis(0));
        assert!(!clocks.flag_fell(Color::White, Millis(59_999)));
        assert!(clocks.flag_fell(Color::White, Millis(60_000)));
    }

    #[test]
    fn without_a_time_control_moves_are_timed_and_no_flag_falls() {
        let mut clocks = clocks("-");
        clocks.start(Color::White, Millis(0));
        assert!(!clocks.flag_fell(Color::White, Millis(i64::MAX)));
        assert_eq!(clocks.press(Color::White, Millis(7)), Millis(7));
        assert_eq!(clocks.remaining(Color::White, Color::Black, Millis(9)), None);
    }
}

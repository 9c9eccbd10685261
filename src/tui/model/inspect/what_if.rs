//! Question 3: the budget with another clock or other parameters, from the recorded factors, without a search.

use crate::base::Millis;
use crate::game::TimeControl;
use crate::timing::{Budget, ClockState, Overhead, TimeManager};
use crate::tui::values::format::duration;

/// A hypothetical clock and parameter text.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// The real budget.
    pub real: Budget,
    /// The hypothetical clock.
    clock: ClockState,
    /// The hypothetical parameters.
    pub text: String,
    /// The real ones.
    real_text: String,
    overhead: Millis,
}

impl WhatIf {
    /// Labels of the rows.
    pub const FIELDS: [&str; 4] = ["clock", "increment", "moves to go", "pieces"];

    /// Starts with a real budget and its parameters.
    pub fn new(real: &Budget, text: &str, overhead: Millis) -> Self {
        let (real_text, text) = (text.to_owned(), text.to_owned());
        Self { real: real.clone(), clock: real.clock, text, real_text, overhead }
    }

    /// The hypothetical budget.
    ///
    /// # Errors
    /// The parameter text is invalid.
    pub fn budget(&self) -> Result<Budget, String> {
        let manager = TimeManager::from_text(&self.text).map_err(|error| error.to_string())?;
        let real = &self.real;
        // Before the first move of a game nothing is learned: the parameters say where it begins.
        let learned = if real.carried.has_moved { real.factors() } else { manager.learned() };
        let manager = TimeManager::resumed(*manager.settings(), learned, real.carried);
        let reused = real.reused_nodes as u64;
        let option = self.overhead;
        let overhead = Overhead { lost: real.overhead.unwrap_or(option), option };
        let mut budget = manager.preview(&self.clock, overhead, reused);
        // The iterations would have been the same; what other factors make of them is not known.
        let before = TimeManager::from_text(&self.real_text).ok();
        let before = before.as_ref().and_then(|before| before.settings().stretch());
        if let (Some(settings), Some(of)) = (manager.settings().stretch(), &real.stretch)
            && before == Some(settings)
        {
            budget.stretch = Some(settings.repeated(&budget, of));
        }
        Ok(budget)
    }

    /// Changes the value of a row by steps.
    pub fn change(&mut self, row: usize, steps: i32) {
        let clock = &mut self.clock;
        let by = |ms: i64| i64::from(steps) * ms;
        match row {
            0 => {
                let step = (clock.remaining.0 / 10).max(100);
                clock.remaining.0 = (clock.remaining.0 + by(step)).max(0);
            }
            1 => clock.increment.0 = (clock.increment.0 + by(500)).max(0),
            2 => {
                let next = clock.moves_to_go.unwrap_or(0).saturating_add_signed(5 * steps);
                clock.moves_to_go = Some(next).filter(|&moves| moves > 0);
            }
            _ => clock.pieces = clock.pieces.saturating_add_signed(steps).clamp(2, 32),
        }
    }

    /// Sets a clock in the notation of time controls, such as `1+1` or `90s+1`, or a parameter text.
    ///
    /// # Errors
    /// The text is neither; the error of a parameter text names the column.
    pub fn take(&mut self, text: &str) -> Result<(), String> {
        if text.starts_with(|letter: char| letter.is_ascii_digit()) {
            let control = TimeControl::parse_clock(text).map_err(|error| error.to_string())?;
            self.clock.remaining = control.initial().unwrap_or_default();
            self.clock.increment = control.increment(0);
            self.clock.moves_to_go = control.moves_to_go(0);
            return Ok(());
        }
        TimeManager::from_text(text).map_err(|error| error.to_string())?;
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// Values of the rows: hypothetical and real.
    pub fn values(&self) -> ([String; 4], [String; 4]) {
        let ms = |time: Millis| duration(time.seconds() * 1000.0);
        let values = |clock: &ClockState| {
            let to_go = clock.moves_to_go.map_or_else(|| "–".to_owned(), |moves| moves.to_string());
            [ms(clock.remaining), ms(clock.increment), to_go, clock.pieces.to_string()]
        };
        (values(&self.clock), values(&self.real.clock))
    }
}

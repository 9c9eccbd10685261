//! Question 3: the budget with another clock or other parameters, from the recorded factors, without a search.

use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::base::Millis;
use crate::timing::{Budget, ClockState, TimeManager};
use crate::tui::page::duration;
use crate::tui::panels::budget_steps;

/// A hypothetical clock and parameter text.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// The real budget.
    real: Budget,
    /// The hypothetical clock.
    clock: ClockState,
    /// The hypothetical parameters.
    text: String,
    overhead: Millis,
}

/// Labels of the rows.
const FIELDS: [&str; 4] = ["clock", "increment", "moves to go", "pieces"];

/// Direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Up.
    More,
    /// Down.
    Less,
}

impl WhatIf {
    /// Starts with a real budget and its parameters.
    #[must_use]
    pub fn new(real: &Budget, text: &str, overhead: Millis) -> Self {
        Self { real: real.clone(), clock: real.clock, text: text.to_owned(), overhead }
    }

    /// The hypothetical budget.
    ///
    /// # Errors
    /// The parameter text is invalid.
    pub fn budget(&self) -> Result<Budget, String> {
        let manager = TimeManager::from_text(&self.text).map_err(|error| error.to_string())?;
        let factors = [self.real.nps, self.real.tree_reuse, self.real.timeuse];
        let manager = TimeManager::resumed(*manager.settings(), factors);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a node count")]
        let reused = self.real.reused_nodes as u64;
        Ok(manager.preview(&self.clock, self.overhead, reused))
    }

    /// Changes the value of a row.
    pub fn change(&mut self, row: usize, step: Step) {
        let more = step == Step::More;
        let clock = &mut self.clock;
        match row {
            0 => {
                let by = (clock.remaining.0 / 10).max(100);
                clock.remaining.0 = (clock.remaining.0 + if more { by } else { -by }).max(0);
            }
            1 => {
                let by = if more { 500 } else { -500 };
                clock.increment.0 = (clock.increment.0 + by).max(0);
            }
            2 => {
                let now = clock.moves_to_go.unwrap_or(0);
                let next = if more { now + 5 } else { now.saturating_sub(5) };
                clock.moves_to_go = Some(next).filter(|&moves| moves > 0);
            }
            _ => {
                let next = if more { clock.pieces + 1 } else { clock.pieces.saturating_sub(1) };
                clock.pieces = next.clamp(2, 32);
            }
        }
    }

    /// Sets a clock such as `60+1`, in seconds, or a parameter text.
    ///
    /// # Errors
    /// The text is neither; the error of a parameter text names the column.
    pub fn take(&mut self, text: &str) -> Result<(), String> {
        if text.starts_with(|letter: char| letter.is_ascii_digit()) {
            let (clock, increment) = text.split_once('+').unwrap_or((text, "0"));
            let ms = |part: &str| {
                let seconds = part.trim().parse::<f64>().ok().filter(|s| (0.0..1e6).contains(s));
                seconds.ok_or_else(|| format!("clock {text:?}: expected seconds such as 60+1"))
            };
            #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
            let whole = |seconds: f64| Millis((seconds * 1000.0) as i64);
            let (clock, increment) = (ms(clock)?, ms(increment)?);
            (self.clock.remaining, self.clock.increment) = (whole(clock), whole(increment));
            return Ok(());
        }
        TimeManager::from_text(text).map_err(|error| error.to_string())?;
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// Number of selectable rows.
    #[must_use]
    pub const fn rows() -> usize {
        FIELDS.len()
    }

    /// The page.
    #[must_use]
    pub fn styled_text(&self, row: usize) -> StyledText {
        let mut sheet = StyledText::default();
        let tried = match self.budget() {
            Ok(budget) => budget,
            Err(wrong) => return StyledText::words(&wrong),
        };
        sheet.line(
            TextStyle::Strong,
            format!("{} instead of {}", duration(tried.budget), duration(self.real.budget)),
        );
        sheet.line(TextStyle::Dim, "↑↓ choose, ←→ change, or :whatif 60+1, or :whatif smooth(…)");
        sheet.heading(&format!("{:<18}{:>9}{:>10}", "setting", "tried", "real"));
        sheet.selected = Some(sheet.rows.len() + row.min(FIELDS.len() - 1));
        let ms = |time: Millis| duration(time.seconds() * 1000.0);
        let clock = |clock: &ClockState| {
            let to_go = clock.moves_to_go.map_or_else(|| "–".to_owned(), |moves| moves.to_string());
            [ms(clock.remaining), ms(clock.increment), to_go, clock.pieces.to_string()]
        };
        let (now, before) = (clock(&self.clock), clock(&self.real.clock));
        for ((name, now), before) in FIELDS.into_iter().zip(now).zip(before) {
            sheet.rows.push(
                StyledLine::of(TextStyle::Text, format!("{name:<18}"))
                    .and(TextStyle::Strong, format!("{now:>9}"))
                    .and(TextStyle::Dim, format!("{before:>10}")),
            );
        }
        sheet.heading(&format!("{:<12}{:>8}{:>10}", "step", "tried", "real"));
        for step in budget_steps(&tried, Some(&self.real)) {
            let ink = if step.value == step.other { TextStyle::Dim } else { TextStyle::Strong };
            sheet.rows.push(
                StyledLine::of(TextStyle::Text, format!("{:<12}", step.name))
                    .and(ink, format!("{:>8}", step.value))
                    .and(TextStyle::Dim, format!("{:>10}", step.other)),
            );
        }
        sheet.heading("time manager");
        sheet.line(TextStyle::Dim, self.text.clone());
        sheet
    }
}

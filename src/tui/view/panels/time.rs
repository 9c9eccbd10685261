//! The time budget as a waterfall: each step from the clock to the budget with its value, the value of the previous
//! move, the formula and the history of what the manager learns; then planned and used time of every move.

use crate::engine::{MoveTiming, TimeReport};
use crate::rules::Color;
use crate::strength::StrengthLevel;
use crate::timing::{LearnedFactors, TimeManager};
use crate::tui::model::Model;
use crate::tui::values::format::{duration, percent};
use crate::tui::view::budget::{BudgetStep, Factor, budget_steps, same_step};
use crate::tui::view::page::{Page, span, sparkline};
use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

/// Time used against the budget.
pub fn summary(model: &Model) -> String {
    let time = model.report().and_then(|report| report.time.as_ref());
    match (model.elapsed(), time) {
        (Some(used), Some(time)) => {
            format!("{} of {}", duration(used), duration(time.budget.planned()))
        }
        (Some(used), None) => duration(used),
        (None, _) => String::new(),
    }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let has_clock = model.session.dial_side().is_none_or(|side| {
        !model.session.started || model.session.game.clock_of(side, model.now).is_some()
    });
    let side = model.session.dial_side().filter(|_| model.session.started);
    let level = side.map_or(StrengthLevel::Full, |side| model.session.dial_of(side));
    let is_human = level.human().is_some();
    let not_used = |why: String| format!("{why}: time manager not used");
    let usual = match model.report() {
        // An evaluation alone is no search.
        Some(report) if model.recorded.is_some() && report.search.nodes == 0 => model.no_search(),
        Some(report) => not_used(model.untimed_report(report)),
        None if model.recorded.is_some() => model.no_search(),
        None if has_clock && !is_human => {
            "the budget of each move, step by step, appears when the engine has searched".to_owned()
        }
        None => not_used(model.untimed(level, side.unwrap_or(Color::White))),
    };
    let planned = planned(model);
    if planned.is_some() {
        page.text(theme.dim, "the plan for the engine's first move");
    }
    let Some(time) = model.report().and_then(|report| report.time.as_ref()).or(planned.as_ref())
    else {
        page.paragraph(&usual, theme.dim);
        if let Some(used) = model.elapsed() {
            page.justified(span(theme.dim, "used"), span(theme.strong, duration(used)));
        }
        let waited = model.report().map_or(0.0, |report| report.dial.waited.seconds() * 1000.0);
        if is_human && waited > 0.0 {
            let words = "of it at a person's pace (human pace)";
            page.justified(span(theme.dim, words), span(theme.strong, duration(waited)));
        }
        return;
    };
    let steps = budget_steps(&time.budget);
    let previous = time.previous.as_ref().map(budget_steps);
    // Steps give way to nothing; the title has the figures of the gauge.
    let rows = usize::from(page.rows());
    let has_gauge = rows >= 8 && rows != steps.len();
    if let Some(used) = model.elapsed().filter(|_| has_gauge) {
        let share = used / time.budget.planned().max(1.0);
        let of = if time.budget.stretch.is_some() { "deadline" } else { "budget" };
        page.gauge(share, &format!("{} of the {of}", percent(share)));
    }
    let room = usize::from(page.rows());
    for step in steps.iter().filter(|step| step.rank < room) {
        let before = previous.as_ref().and_then(|previous| same_step(step, previous));
        budget_row(step, before, time, page);
    }
    page.cut(0, steps.len().saturating_sub(room));
    history(&time.history, page);
}

/// Before the engine's first search: the budget that its clock gives it for that.
fn planned(model: &Model) -> Option<TimeReport> {
    let (session, options) = (&model.session, &model.prefs.engine);
    let is_next = session.started && model.report().is_none() && model.recorded.is_none();
    // The human model searches to a node limit.
    let is_timed = |side: &Color| session.dial_of(*side).human().is_none();
    let side = session.dial_side().filter(|_| is_next && session.game.end().is_none());
    let side = side.filter(is_timed)?;
    let clock = session.game.clock_of(side, model.now)?;
    let manager = TimeManager::from_text(&options.time_manager).ok()?;
    let budget = manager.preview(&clock, options.move_overhead, 0);
    let factors = manager.learned();
    Some(TimeReport { budget, previous: None, factors, history: Vec::new() })
}

fn budget_row(step: &BudgetStep, before: Option<&str>, time: &TimeReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let style = if step.name == "budget" { theme.real } else { theme.strong };
    let mut row = vec![
        span(theme.text, format!("{:<11}", step.name)),
        span(style, format!("{:>8}", step.value)),
    ];
    // On narrow panels the previous value has priority over the formula.
    let is_wide = page.width() >= 53;
    if is_wide || before.is_some() {
        let before = before.unwrap_or_default();
        row.push(span(theme.dim, format!("{before:>9}")));
    }
    let used = row.iter().map(Span::width).sum::<usize>() + 2;
    let fits = used + step.formula.width() <= usize::from(page.width());
    if fits && (is_wide || before.is_none()) {
        row.push(span(theme.dim, format!("  {:<24}", step.formula)));
    }
    // The factors that the time manager learns have a history.
    if let Some(factor) = step.factor {
        let used = row.iter().map(Span::width).sum::<usize>() + 1;
        let (of, style): (fn(&LearnedFactors) -> f64, Style) = match factor {
            Factor::Nps => (|factors| factors.nps, theme.series_a),
            Factor::TreeReuse => (|factors| factors.tree_reuse, theme.series_b),
            Factor::Timeuse => (|factors| factors.timeuse, theme.series_c),
        };
        let past: Vec<f64> = time.history.iter().map(|timing| of(&timing.factors)).collect();
        let room = usize::from(page.width()).saturating_sub(used);
        let line = sparkline(&past, u16::try_from(room).unwrap_or(u16::MAX));
        row.push(span(style, format!(" {line}")));
    }
    page.row(row);
}

/// Planned and used time of every move, the newest first.
fn history(history: &[MoveTiming], page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(last) = history.last() else { return };
    if page.rows() == 0 {
        return;
    }
    if page.rows() < 3 {
        let shares: Vec<f64> = history.iter().map(share).collect();
        page.row([
            span(theme.dim, "used     "),
            span(theme.text, format!("{:>6} ", percent(share(last)))),
            span(theme.gauge, sparkline(&shares, page.width().saturating_sub(16))),
        ]);
        return;
    }
    page.text(
        theme.dim,
        format!("{:<5}{:>9}{:>9}{:>7}  stopped", "move", "planned", "used", "share"),
    );
    for timing in history.iter().rev() {
        let dots = if timing.ply.is_multiple_of(2) { "." } else { "…" };
        let (number, share) = (timing.ply / 2 + 1, share(timing));
        let (planned, used) = (duration(timing.planned), duration(timing.used));
        page.row([
            span(theme.text, format!("{:<5}", format!("{number}{dots}"))),
            span(theme.dim, format!("{planned:>9}")),
            span(theme.text, format!("{used:>9}")),
            span(
                if share > 1.0 { theme.warn } else { theme.text },
                format!("{:>7}", percent(share)),
            ),
            span(
                theme.dim,
                format!("  {}", timing.stop.map_or_else(String::new, |stop| stop.to_string())),
            ),
        ]);
    }
}

/// The share of its budget that a move used.
fn share(timing: &MoveTiming) -> f64 {
    timing.used / timing.planned.max(1.0)
}

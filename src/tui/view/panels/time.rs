//! The time budget as a waterfall: each step from the clock to the budget with its value, the value of the previous
//! move and the formula; time used, and the history of the factors.

use crate::engine::{MoveTiming, TimeReport};
use crate::tui::model::Model;
use crate::tui::values::format::{compact, duration, percent};
use crate::tui::view::budget::{BudgetStep, budget_steps};
use crate::tui::view::page::{Page, span, sparkline};
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

/// Time used against the budget.
pub fn summary(model: &Model) -> String {
    let time = model.report().and_then(|report| report.time.as_ref());
    match (model.elapsed(), time) {
        (Some(used), Some(time)) => {
            format!("{} of {}", duration(used), duration(time.budget.budget))
        }
        (Some(used), None) => duration(used),
        (None, _) => String::new(),
    }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let usual = match model.report() {
        Some(_) => "no clock: time manager not used",
        None => "the engine has not searched yet",
    };
    let Some(time) = model.report().and_then(|report| report.time.as_ref()) else {
        page.paragraph(model.no_report(usual), theme.dim);
        if let Some(used) = model.elapsed() {
            page.justified(span(theme.dim, "used"), span(theme.strong, duration(used)));
        }
        return;
    };
    if let Some(used) = model.elapsed() {
        let share = used / time.budget.budget.max(1.0);
        page.gauge(share, &format!("{} of the budget", percent(share)));
    }
    let steps = budget_steps(&time.budget);
    let previous = time.previous.as_ref().map(budget_steps);
    let has_room = usize::from(page.rows()) > steps.len();
    for (index, step) in steps.iter().enumerate().filter(|(_, it)| has_room || it.is_essential) {
        budget_row(step, previous.as_ref().map(|previous| &previous[index]), page);
    }
    factors(time, page);
    if !time.history.is_empty() {
        history(&time.history, page);
    }
}

fn budget_row(step: &BudgetStep, before: Option<&BudgetStep>, page: &mut Page<'_>) {
    let theme = page.theme;
    let style = if step.name == "budget" { theme.real } else { theme.strong };
    let mut row = vec![
        span(theme.text, format!("{:<11}", step.name)),
        span(style, format!("{:>8}", step.value)),
    ];
    // On narrow panels the previous value has priority over the formula.
    let is_wide = page.width() >= 53;
    if is_wide || before.is_some() {
        let before = before.map_or("", |step| &step.value);
        row.push(span(theme.dim, format!("{before:>9}")));
    }
    let used = row.iter().map(Span::width).sum::<usize>() + 2;
    let fits = used + step.formula.width() <= usize::from(page.width());
    if fits && (is_wide || before.is_none()) {
        row.push(span(theme.dim, format!("  {}", step.formula)));
    }
    page.row(row);
}

fn factors(time: &TimeReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let series = [
        ("speed", compact(time.nps), theme.series_a),
        ("reuse", format!("{:.2}", time.tree_reuse), theme.series_b),
        ("timeuse", format!("{:.2}", time.timeuse), theme.series_c),
    ];
    for (index, (name, now, style)) in series.into_iter().enumerate() {
        let past: Vec<f64> = time.history.iter().map(|timing| timing.factors[index]).collect();
        page.row([
            span(theme.dim, format!("{name:<8}")),
            span(theme.text, format!("{now:>6}  ")),
            span(style, sparkline(&past, page.width().saturating_sub(16))),
        ]);
    }
}

fn history(history: &[MoveTiming], page: &mut Page<'_>) {
    let theme = page.theme;
    let shares: Vec<f64> =
        history.iter().map(|timing| timing.used / timing.planned.max(1.0)).collect();
    page.row([
        span(theme.dim, "budget used     "),
        span(
            theme.gauge.bg(theme.background()),
            sparkline(&shares, page.width().saturating_sub(16)),
        ),
    ]);
    if let Some(stop) = history.last().and_then(|timing| timing.stop) {
        page.text(theme.dim, format!("last stop: {}", stop.words()));
    }
}

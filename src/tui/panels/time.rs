//! The time budget as a waterfall: each step from the clock to the budget with its value, the value of the previous
//! move and the formula; time used, and the history of the factors.

use crate::engine::{MoveTiming, TimeReport};
use crate::timing::Budget;
use crate::tui::model::Model;
use crate::tui::page::{Page, compact, duration, sparkline};
use ratatui::text::{Line, Span};

/// Unit of a step's value.
#[derive(Clone, Copy, Debug)]
enum Unit {
    Span,
    Count,
    Ratio,
}

/// One step of the waterfall.
struct Step {
    name: &'static str,
    formula: &'static str,
    unit: Unit,
    /// Shown on small panels too.
    essential: bool,
    value: fn(&Budget) -> f64,
}

#[expect(clippy::cast_precision_loss, reason = "clock times are far below 2^53 ms")]
const STEPS: [Step; 18] = [
    step("clock", "time left", Unit::Span, |b| b.clock.remaining.0 as f64),
    step("increment", "per move", Unit::Span, |b| b.clock.increment.0 as f64).minor(),
    step("moves left", "median at this ply", Unit::Ratio, |b| b.moves_left),
    step("game time", "clock+(n−1)inc−overhead", Unit::Span, |b| b.game_time),
    step("speed", "nps, smoothed", Unit::Count, |b| b.nps).minor(),
    step("game nodes", "game time · speed", Unit::Count, |b| b.game_nodes).minor(),
    step("new/move", "game nodes ÷ moves left", Unit::Count, |b| b.average_new_nodes).minor(),
    step("time/move", "game time ÷ moves left", Unit::Span, |b| b.average_move_time),
    step("tree reuse", "share of the tree kept", Unit::Ratio, |b| b.tree_reuse),
    step("nodes/move", "new ÷ (1 − reuse)", Unit::Count, |b| b.average_total_nodes).minor(),
    step("reused", "kept from the last search", Unit::Count, |b| b.reused_nodes).minor(),
    step("to search", "nodes/move − reused", Unit::Count, |b| b.target_new_nodes).minor(),
    step("target", "to search ÷ speed", Unit::Span, |b| b.target_time),
    step("timeuse", "share of a budget used", Unit::Ratio, |b| b.timeuse),
    step("uncapped", "target ÷ timeuse", Unit::Span, |b| b.uncapped).minor(),
    step("move cap", "max share of the clock", Unit::Span, |b| b.move_cap).minor(),
    step("clock cap", "clock − overhead", Unit::Span, |b| b.clock_cap).minor(),
    step("budget", "minimum of the three", Unit::Span, |b| b.budget),
];

const fn step(
    name: &'static str,
    formula: &'static str,
    unit: Unit,
    value: fn(&Budget) -> f64,
) -> Step {
    Step { name, formula, unit, essential: true, value }
}

impl Step {
    const fn minor(mut self) -> Self {
        self.essential = false;
        self
    }

    fn shown(&self, budget: &Budget) -> String {
        let value = (self.value)(budget);
        match self.unit {
            Unit::Span => duration(value),
            Unit::Count => compact(value),
            Unit::Ratio => format!("{value:.2}"),
        }
    }
}

/// A step of the waterfall as text, with the value of another budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetStep {
    /// What it is.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The other budget's value, or empty.
    pub other: String,
    /// Its formula.
    pub formula: &'static str,
}

/// Every step of a budget, and of another one for comparison.
#[must_use]
pub fn budget_steps(budget: &Budget, other: Option<&Budget>) -> Vec<BudgetStep> {
    let step = |step: &Step| BudgetStep {
        name: step.name,
        value: step.shown(budget),
        other: other.map_or_else(String::new, |other| step.shown(other)),
        formula: step.formula,
    };
    STEPS.iter().map(step).collect()
}

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
            page.justified(
                Line::styled("used", theme.dim),
                Line::styled(duration(used), theme.strong),
            );
        }
        return;
    };
    if let Some(used) = model.elapsed() {
        let share = used / time.budget.budget.max(1.0);
        page.gauge(share, &format!("{:.0} % of the budget", share * 100.0));
    }
    let rows = usize::from(page.rows());
    let roomy = rows > STEPS.len();
    for step in STEPS.iter().filter(|step| roomy || step.essential) {
        budget_row(step, time, page);
    }
    factors(time, page);
    if !time.history.is_empty() {
        history(&time.history, page);
    }
}

fn budget_row(step: &Step, time: &TimeReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let before = time.previous.as_ref().map_or_else(String::new, |budget| step.shown(budget));
    let value = step.shown(&time.budget);
    let style = if step.name == "budget" { theme.real } else { theme.strong };
    let mut line = vec![
        Span::styled(format!("{:<11}", step.name), theme.text),
        Span::styled(format!("{value:>8}"), style),
    ];
    // On narrow panels the previous value has priority over the formula.
    let roomy = page.width() >= 53;
    if roomy || time.previous.is_some() {
        line.push(Span::styled(format!("{before:>9}"), theme.dim));
    }
    let used = line.iter().map(Span::width).sum::<usize>() + 2;
    let fits = used + step.formula.chars().count() <= usize::from(page.width());
    if fits && (roomy || time.previous.is_none()) {
        line.push(Span::styled(format!("  {}", step.formula), theme.dim));
    }
    page.line(Line::from(line));
}

fn factors(time: &TimeReport, page: &mut Page<'_>) {
    let theme = page.theme;
    let series: [(&str, String, usize); 3] = [
        ("speed", compact(time.nps), 0),
        ("reuse", format!("{:.2}", time.tree_reuse), 1),
        ("timeuse", format!("{:.2}", time.timeuse), 2),
    ];
    let styles = [theme.series_a, theme.series_b, theme.series_c];
    for (name, now, index) in series {
        let past: Vec<f64> = time.history.iter().map(|timing| timing.factors[index]).collect();
        page.line(Line::from(vec![
            Span::styled(format!("{name:<8}"), theme.dim),
            Span::styled(format!("{now:>6}  "), theme.text),
            Span::styled(sparkline(&past, page.width().saturating_sub(16)), styles[index]),
        ]));
    }
}

fn history(history: &[MoveTiming], page: &mut Page<'_>) {
    let theme = page.theme;
    let shares: Vec<f64> =
        history.iter().map(|timing| timing.used / timing.planned.max(1.0)).collect();
    page.line(Line::from(vec![
        Span::styled("budget used     ", theme.dim),
        Span::styled(
            sparkline(&shares, page.width().saturating_sub(16)),
            theme.gauge.bg(theme.background()),
        ),
    ]));
    if let Some(stop) = history.last().and_then(|timing| timing.stop) {
        page.line(Line::styled(format!("last stop: {}", stop.words()), theme.dim));
    }
}

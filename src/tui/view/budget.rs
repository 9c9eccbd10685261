//! The steps of a time budget with their names, values and formulas, for the time panel and the inspector.

use crate::base::Millis;
use crate::timing::Budget;
use crate::tui::values::format::{compact, duration};

/// A step of the waterfall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetStep {
    /// Its name.
    pub name: &'static str,
    /// Its formula.
    pub formula: &'static str,
    /// Its value.
    pub value: String,
    /// How many steps have a better claim to a row.
    pub rank: usize,
    /// The learned factor that it is.
    pub factor: Option<Factor>,
}

/// A learned factor, whose history is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// Nodes a second.
    Nps,
    /// Share of a tree that is reused.
    TreeReuse,
    /// Share of a budget that is used.
    Timeuse,
}

/// The steps of a budget.
pub fn budget_steps(b: &Budget) -> Vec<BudgetStep> {
    let ms = |time: Millis| duration(time.seconds() * 1000.0);
    let ratio = |value: f64| format!("{value:.2}");
    let step = |rank, name, formula, value| BudgetStep { name, formula, value, rank, factor: None };
    let kept = |factor, step| BudgetStep { factor: Some(factor), ..step };
    let mut steps = vec![
        step(5, "clock", "time left", ms(b.clock.remaining)),
        step(17, "increment", "per move", ms(b.clock.increment)),
        step(0, "moves left", "median at this ply", ratio(b.moves_left)),
        step(8, "game time", "clock+(n−1)inc−overhead", duration(b.game_time)),
        kept(Factor::Nps, step(9, "speed", "nps, smoothed", compact(b.nps))),
        step(1, "game nodes", "game time · speed", compact(b.game_nodes)),
        step(10, "new/move", "game nodes ÷ moves left", compact(b.average_new_nodes)),
        step(7, "time/move", "game time ÷ moves left", duration(b.average_move_time)),
        kept(
            Factor::TreeReuse,
            step(2, "tree reuse", "share of the tree kept", ratio(b.tree_reuse)),
        ),
        step(11, "nodes/move", "new ÷ (1 − reuse)", compact(b.average_total_nodes)),
        step(13, "reused", "kept from the last search", compact(b.reused_nodes)),
        step(12, "to search", "nodes/move − reused", compact(b.target_new_nodes)),
        step(6, "target", "to search ÷ speed", duration(b.target_time)),
        kept(Factor::Timeuse, step(3, "timeuse", "share of a budget used", ratio(b.timeuse))),
        step(14, "uncapped", "target ÷ timeuse", duration(b.uncapped)),
        step(15, "move cap", "max share of the clock", duration(b.move_cap)),
        step(16, "clock cap", "clock − overhead", duration(b.clock_cap)),
        step(4, "budget", "minimum of the three", duration(b.budget)),
    ];
    if b.saved > 0.0 || b.extension.0 > 0 {
        steps.push(step(18, "piggybank", "saved for unsettled moves", duration(b.saved)));
        steps.push(step(19, "extension", "for this move, if unsettled", ms(b.extension)));
    }
    steps
}

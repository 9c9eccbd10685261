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
    /// Whether it is shown on small panels too.
    pub is_essential: bool,
}

/// The steps of a budget.
pub fn budget_steps(b: &Budget) -> [BudgetStep; 18] {
    let ms = |time: Millis| duration(time.seconds() * 1000.0);
    let ratio = |value: f64| format!("{value:.2}");
    let main = |name, formula, value| BudgetStep { name, formula, value, is_essential: true };
    let detail = |name, formula, value| BudgetStep { name, formula, value, is_essential: false };
    [
        main("clock", "time left", ms(b.clock.remaining)),
        detail("increment", "per move", ms(b.clock.increment)),
        main("moves left", "median at this ply", ratio(b.moves_left)),
        main("game time", "clock+(n−1)inc−overhead", duration(b.game_time)),
        detail("speed", "nps, smoothed", compact(b.nps)),
        detail("game nodes", "game time · speed", compact(b.game_nodes)),
        detail("new/move", "game nodes ÷ moves left", compact(b.average_new_nodes)),
        main("time/move", "game time ÷ moves left", duration(b.average_move_time)),
        main("tree reuse", "share of the tree kept", ratio(b.tree_reuse)),
        detail("nodes/move", "new ÷ (1 − reuse)", compact(b.average_total_nodes)),
        detail("reused", "kept from the last search", compact(b.reused_nodes)),
        detail("to search", "nodes/move − reused", compact(b.target_new_nodes)),
        main("target", "to search ÷ speed", duration(b.target_time)),
        main("timeuse", "share of a budget used", ratio(b.timeuse)),
        detail("uncapped", "target ÷ timeuse", duration(b.uncapped)),
        detail("move cap", "max share of the clock", duration(b.move_cap)),
        detail("clock cap", "clock − overhead", duration(b.clock_cap)),
        main("budget", "minimum of the three", duration(b.budget)),
    ]
}

//! The steps of a time budget with their names, values and formulas, for the time panel and the inspector.

use crate::base::Millis;
use crate::timing::{Budget, Plan, Stretch};
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

/// The steps of a budget in the order of their computation, then those that do not change it.
pub fn budget_steps(b: &Budget) -> Vec<BudgetStep> {
    match b.plan {
        Plan::Smooth => tree_steps(b),
        Plan::Fixed => {
            share_steps(b, ["1 ÷ fraction, or to control", "clock", "increment · its share"])
        }
        Plan::AlphaZero => share_steps(b, ["100 ÷ percentage", "clock − overhead", "none"]),
        Plan::Simple => {
            let extra = "increment, bonus, unused";
            share_steps(b, ["100 ÷ percentage at this ply", "clock − overhead", extra])
        }
    }
}

const fn step(rank: usize, name: &'static str, formula: &'static str, value: String) -> BudgetStep {
    BudgetStep { name, formula, value, rank, factor: None }
}

fn factor(factor: Factor, step: BudgetStep) -> BudgetStep {
    BudgetStep { factor: Some(factor), ..step }
}

fn ms(time: Millis) -> String {
    duration(time.seconds() * 1000.0)
}

fn decimal(value: f64) -> String {
    format!("{value:.2}")
}

/// Steps of a plan of equal trees.
fn tree_steps(b: &Budget) -> Vec<BudgetStep> {
    let has_piggybank = b.saved > 0.0 || b.extension.0 > 0;
    let [game_time, uncapped] = match has_piggybank {
        true => ["clock+(n−1)inc−overhead−saved", "(target − deposit) ÷ timeuse"],
        false => ["clock+(n−1)inc−overhead", "target ÷ timeuse"],
    };
    let mut steps = vec![
        step(5, "clock", "time left", ms(b.clock.remaining)),
        step(17, "increment", "per move", ms(b.clock.increment)),
        step(0, "moves left", "expected from here", decimal(b.moves_left)),
        step(8, "game time", game_time, duration(b.game_time)),
        factor(Factor::Nps, step(9, "speed", "nps, smoothed", compact(b.nps))),
        step(1, "game nodes", "game time · speed", compact(b.game_nodes)),
        step(10, "new/move", "game nodes ÷ moves left", compact(b.average_new_nodes)),
        step(7, "time/move", "game time ÷ moves left", duration(b.average_move_time)),
        factor(
            Factor::TreeReuse,
            step(2, "tree reuse", "share of the tree kept", decimal(b.tree_reuse)),
        ),
        step(11, "nodes/move", "new ÷ (1 − reuse)", compact(b.average_total_nodes)),
        step(13, "reused", "kept from the last search", compact(b.reused_nodes)),
        step(12, "to search", "nodes/move − reused", compact(b.target_new_nodes)),
        step(6, "target", "to search ÷ speed", duration(b.target_time)),
        factor(Factor::Timeuse, step(3, "timeuse", "share of a budget used", decimal(b.timeuse))),
        step(14, "uncapped", uncapped, duration(b.uncapped)),
        step(15, "move cap", "max share of the clock", duration(b.move_cap)),
        step(16, "clock cap", "clock − overhead", duration(b.clock_cap)),
        step(4, "budget", "minimum of the three", duration(b.budget)),
    ];
    if let Some(Stretch { share, stability, fall, factor, deadline, .. }) = b.stretch {
        // The product and the deadline come after the four learned figures and the budget.
        for step in steps.iter_mut().filter(|step| step.rank > 4) {
            step.rank += 2;
        }
        let last = steps.len() + 2;
        steps.push(step(last, "best share", "by its part of the nodes", decimal(share)));
        steps.push(step(last + 1, "stability", "by iterations agreeing", decimal(stability)));
        steps.push(step(last + 2, "score fall", "by the fall of the score", decimal(fall)));
        steps.push(step(5, "stretch", "product of the three", decimal(factor)));
        steps.push(step(6, "deadline", "budget · stretch, capped", ms(deadline)));
        let latest = ms(b.latest_deadline());
        steps.push(step(last + 3, "latest", "to end an iteration", latest));
    }
    if let Some(overhead) = b.overhead {
        steps.push(step(steps.len(), "overhead", "lost outside, each move", ms(overhead)));
    }
    if has_piggybank {
        let last = steps.len();
        steps.push(step(last, "piggybank", "saved for unsettled moves", duration(b.saved)));
        steps.push(step(last + 1, "extension", "for this move, if unsettled", ms(b.extension)));
    }
    steps
}

/// Steps of a plan of shares of the clock; `formulas` are those of the moves left, the game time and the extra time.
fn share_steps(b: &Budget, formulas: [&'static str; 3]) -> Vec<BudgetStep> {
    let [moves_left, game_time, extra] = formulas;
    vec![
        step(5, "clock", "time left", ms(b.clock.remaining)),
        step(10, "increment", "per move", ms(b.clock.increment)),
        step(0, "moves left", moves_left, decimal(b.moves_left)),
        step(8, "game time", game_time, duration(b.game_time)),
        step(7, "time/move", "game time ÷ moves left", duration(b.average_move_time)),
        step(9, "added", extra, duration(b.extra)),
        step(6, "target", "time/move + added", duration(b.target_time)),
        step(11, "move cap", "max share of the clock", duration(b.move_cap)),
        step(12, "clock cap", "clock − overhead", duration(b.clock_cap)),
        step(4, "budget", "minimum of the three", duration(b.budget)),
        factor(Factor::Nps, step(13, "speed", "nps, smoothed", compact(b.nps))),
        step(14, "to search", "target · speed", compact(b.target_new_nodes)),
        step(15, "reused", "kept from the last search", compact(b.reused_nodes)),
        step(16, "nodes/move", "to search + reused", compact(b.average_total_nodes)),
        step(1, "game nodes", "no part of the budget", compact(b.game_nodes)),
        factor(
            Factor::TreeReuse,
            step(2, "tree reuse", "no part of the budget", decimal(b.tree_reuse)),
        ),
        factor(Factor::Timeuse, step(3, "timeuse", "no part of the budget", decimal(b.timeuse))),
    ]
}

/// The value of the same step in another budget's steps, which may be those of another plan.
pub fn same_step<'a>(step: &BudgetStep, others: &'a [BudgetStep]) -> Option<&'a str> {
    others.iter().find(|other| other.name == step.name).map(|other| &*other.value)
}

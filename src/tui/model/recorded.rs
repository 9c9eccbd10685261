//! The game record's engine information of a move as a report for the panels. Nothing is searched; missing values stay
//! unknown.

use crate::base::{Bound, Millis};
use crate::engine::{DialReport, MoveTiming, Report, TimeReport};
use crate::game::{EngineInfo, Evaluation, Game, NodeId, SearchInfo};
use crate::knowledge::Activity;
use crate::rules::Color;
use crate::search::{PvLine, SearchReport};
use crate::strength::StrengthLevel;
use crate::timing::Budget;

/// The recorded report of the move shown on the board.
#[derive(Clone, Debug)]
pub struct RecordedReport {
    /// The move.
    pub node: NodeId,
    /// The recorded report, if any.
    pub report: Option<Report>,
    /// The stop reason; empty if unknown.
    pub stop: String,
    /// The recorded strength level, if any.
    pub dial: Option<StrengthLevel>,
    /// Time used, from the record's times or clocks.
    pub elapsed: Option<Millis>,
}

/// Depth and selective depth as text; empty if unknown.
pub fn depth_text(search: &SearchReport) -> String {
    match (search.depth, search.selective_depth) {
        (0, _) => String::new(),
        (depth, 0) => format!("depth {depth}"),
        (depth, selective) => format!("depth {depth}/{selective}"),
    }
}

/// The recorded report of the move to `node`.
pub fn recorded_report(game: &Game, node: NodeId) -> RecordedReport {
    let facts = &game.tree().node(node).annotation;
    let insight = facts.engine_info.as_ref();
    let thought = insight.and_then(|insight| insight.search.as_ref());
    let own = thought.filter(|thought| is_own(facts.evaluation, thought));
    let stop = own.map_or_else(String::new, |thought| thought.stop.clone());
    let dial = insight.and_then(|insight| insight.dial.as_ref()).map(|(setting, _)| *setting);
    RecordedReport {
        node,
        report: report(game, node),
        stop,
        dial,
        elapsed: game.time_used_at(node),
    }
}

fn report(game: &Game, node: NodeId) -> Option<Report> {
    let here = game.tree().node(node);
    let (parent, mover) = (here.parent()?, here.mover()?);
    if here.annotation.evaluation.is_none() && here.annotation.engine_info.is_none() {
        return None;
    }
    let none = EngineInfo::default();
    let insight = here.annotation.engine_info.as_deref().unwrap_or(&none);
    let evaluation = here.annotation.evaluation;
    let own = insight.search.as_ref().is_none_or(|thought| is_own(evaluation, thought));
    // An evaluation that was added later stands alone: nothing of the search of the game is mixed with it.
    let thought = insight.search.clone().filter(|_| own).unwrap_or_default();
    let insight = if own { insight } else { &none };
    let depth = evaluation.and_then(|evaluation| evaluation.depth);
    let line = here.annotation.evaluation.map(|Evaluation { score, .. }| PvLine {
        score: if mover == Color::White { score } else { -score },
        bound: Bound::Exact,
        shadow: insight.shadow,
        depends_on: insight.depends_on,
        depth: depth.unwrap_or(thought.depth),
        selective_depth: thought.selective_depth,
        moves: if thought.line.is_empty() { here.mv().into_iter().collect() } else { thought.line },
    });
    let search = SearchReport {
        depth: depth.unwrap_or(thought.depth),
        selective_depth: thought.selective_depth,
        nodes: thought.nodes,
        lines: line.into_iter().collect(),
        activity: activity(insight),
        ..SearchReport::default()
    };
    let played = here.annotation.engine_info.as_deref().unwrap_or(&none);
    let (setting, inferior) = played.dial.clone().unwrap_or_default();
    Some(Report {
        epoch: 0,
        root: game.position_at(parent).clone(),
        elapsed: game.time_used_at(node).unwrap_or_default(),
        nps: thought.nps,
        pondering: false,
        search,
        time: played.budget.as_ref().map(|budget| time(game, node, budget)),
        dial: DialReport { level: setting, weakened: inferior, ..DialReport::default() },
    })
}

/// Whether an evaluation is that of the search made in the game, not one that was added later.
fn is_own(evaluation: Option<Evaluation>, thought: &SearchInfo) -> bool {
    evaluation.and_then(|found| found.depth).is_none_or(|depth| depth == thought.depth)
}

fn activity(insight: &EngineInfo) -> Activity {
    insight.activity.as_ref().map_or_else(Activity::default, |kept| Activity {
        evaluations: kept.evaluations,
        flips: kept.flips,
        signals: kept.signals,
        flips_by_category: kept.by_category,
        ..Activity::default()
    })
}

/// The budget, with the budgets of the side's earlier moves.
fn time(game: &Game, node: NodeId, budget: &Budget) -> TimeReport {
    let tree = game.tree();
    let mover = tree.node(node).mover();
    let mut earlier: Vec<(&Budget, MoveTiming)> = Vec::new();
    for id in tree.path(node).into_iter().filter(|&id| id != node) {
        let here = tree.node(id);
        let insight = here.annotation.engine_info.as_deref().filter(|_| here.mover() == mover);
        if let Some(budget) = insight.and_then(|insight| insight.budget.as_ref()) {
            earlier.push((budget, timing(budget, game.time_used_at(id).unwrap_or_default())));
        }
    }
    TimeReport {
        previous: earlier.last().map(|(budget, _)| (*budget).clone()),
        history: earlier.into_iter().map(|(_, timing)| timing).collect(),
        budget: budget.clone(),
        factors: budget.factors(),
    }
}

fn timing(budget: &Budget, used: Millis) -> MoveTiming {
    MoveTiming {
        ply: budget.clock.ply,
        planned: budget.budget,
        used: used.seconds() * 1000.0,
        factors: budget.factors(),
        ..MoveTiming::default()
    }
}

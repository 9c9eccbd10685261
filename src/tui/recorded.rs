//! What the record says of a move, in the form in which the panels show a thought: nothing is searched, and what the
//! record does not keep stays unknown.

use crate::base::{Bound, Millis};
use crate::engine::{DialReport, MoveTiming, Report, TimeReport};
use crate::game::{Evaluation, Game, Insight, NodeId};
use crate::knowledge::Activity;
use crate::rules::Color;
use crate::search::{Line, SearchReport};
use crate::strength::DialSetting;
use crate::timing::Budget;
use crate::tui::model::Model;

/// The account of a move that is looked at.
#[derive(Clone, Debug)]
pub struct Recalled {
    /// The move.
    pub node: NodeId,
    /// What was kept of it, if anything.
    pub report: Option<Report>,
    /// Why its search ended, in words; empty when not known.
    pub stop: String,
    /// How the dial stood, if that was kept.
    pub dial: Option<DialSetting>,
    /// The time it took, from the record's times or clocks.
    pub elapsed: Option<Millis>,
}

impl Model {
    /// Milliseconds that the panels' thought took; `None` where the record does not say.
    #[must_use]
    pub fn elapsed(&self) -> Option<f64> {
        let elapsed = match &self.recalled {
            Some(recalled) => recalled.elapsed,
            None => self.thinking.report.as_ref().map(|report| report.elapsed),
        };
        elapsed.map(|elapsed| elapsed.seconds() * 1000.0)
    }
}

/// The depth in words, with the selective one where it is known; empty where the record names none.
#[must_use]
pub fn depth_words(search: &SearchReport) -> String {
    match (search.depth, search.selective_depth) {
        (0, _) => String::new(),
        (depth, 0) => format!("depth {depth}"),
        (depth, selective) => format!("depth {depth}/{selective}"),
    }
}

/// What the record of `game` says of the move that leads to `node`.
#[must_use]
pub fn recall(game: &Game, node: NodeId) -> Recalled {
    let facts = &game.tree().node(node).facts;
    let insight = facts.insight.as_ref();
    let thought = insight.and_then(|insight| insight.thought.as_ref());
    let stop = thought.map_or_else(String::new, |thought| thought.stop.clone());
    let dial = insight.and_then(|insight| insight.dial.as_ref()).map(|(setting, _)| *setting);
    Recalled { node, report: report(game, node), stop, dial, elapsed: game.time_used_at(node) }
}

fn report(game: &Game, node: NodeId) -> Option<Report> {
    let here = game.tree().node(node);
    let (parent, mover) = (here.parent()?, here.mover()?);
    if here.facts.evaluation.is_none() && here.facts.insight.is_none() {
        return None;
    }
    let none = Insight::default();
    let insight = here.facts.insight.as_deref().unwrap_or(&none);
    let thought = insight.thought.clone().unwrap_or_default();
    let depth = here.facts.evaluation.and_then(|evaluation| evaluation.depth);
    let line = here.facts.evaluation.map(|Evaluation { score, .. }| Line {
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
    let (setting, inferior) = insight.dial.clone().unwrap_or_default();
    Some(Report {
        epoch: 0,
        root: game.position_at(parent).clone(),
        elapsed: game.time_used_at(node).unwrap_or_default(),
        nps: thought.nps,
        pondering: false,
        search,
        time: insight.budget.as_ref().map(|budget| time(game, node, budget)),
        dial: DialReport { setting, inferior, ..DialReport::default() },
    })
}

fn activity(insight: &Insight) -> Activity {
    insight.activity.as_ref().map_or_else(Activity::default, |kept| Activity {
        evaluations: kept.evaluations,
        flips: kept.flips,
        signals: kept.signals,
        flips_by_category: kept.by_category,
        ..Activity::default()
    })
}

/// The budget, with those of the mover's earlier moves.
fn time(game: &Game, node: NodeId, budget: &Budget) -> TimeReport {
    let tree = game.tree();
    let mover = tree.node(node).mover();
    let mut earlier: Vec<(&Budget, MoveTiming)> = Vec::new();
    for id in tree.path(node).into_iter().filter(|&id| id != node) {
        let here = tree.node(id);
        let insight = here.facts.insight.as_deref().filter(|_| here.mover() == mover);
        if let Some(budget) = insight.and_then(|insight| insight.budget.as_ref()) {
            earlier.push((budget, timing(budget, game.time_used_at(id).unwrap_or_default())));
        }
    }
    TimeReport {
        previous: earlier.last().map(|(budget, _)| (*budget).clone()),
        history: earlier.into_iter().map(|(_, timing)| timing).collect(),
        budget: budget.clone(),
        nps: budget.nps,
        tree_reuse: budget.tree_reuse,
        timeuse: budget.timeuse,
    }
}

fn timing(budget: &Budget, used: Millis) -> MoveTiming {
    MoveTiming {
        ply: budget.clock.ply,
        planned: budget.budget,
        used: used.seconds() * 1000.0,
        factors: [budget.nps, budget.tree_reuse, budget.timeuse],
        ..MoveTiming::default()
    }
}

//! The game record's engine information of a move as a report for the panels. Nothing is searched; missing values stay
//! unknown.

use crate::base::Millis;
use crate::engine::{DialReport, MoveTiming, Report, TimeReport};
use crate::game::{DialInfo, EngineInfo, Evaluation, Game, NodeId};
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
    /// Whether that is the time of the search whose evaluation the report has, and not of a person or of another search.
    pub is_search_time: bool,
}

/// Depth and selective depth as text; empty if unknown.
pub fn depth_text(depth: u16, selective_depth: u16) -> String {
    match (depth, selective_depth) {
        (0, _) => String::new(),
        (depth, 0) => format!("depth {depth}"),
        (depth, selective) => format!("depth {depth}/{selective}"),
    }
}

/// The recorded report of the move to `node`.
pub fn recorded_report(game: &Game, node: NodeId) -> RecordedReport {
    let here = game.tree().node(node);
    let insight = here.annotation.engine_info.as_ref();
    let own = here.own_search();
    let stop = own.map_or_else(String::new, |thought| thought.stop.clone());
    let dial = insight.and_then(|insight| insight.dial.as_ref()).map(|dial| dial.level);
    RecordedReport {
        node,
        report: report(game, node),
        stop,
        dial,
        elapsed: game.time_used_at(node),
        is_search_time: own.is_some(),
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
    let own = insight.search.is_none() || here.own_search().is_some();
    // An evaluation that was added later stands alone: nothing of the search of the game is mixed with it.
    let thought = insight.search.clone().filter(|_| own).unwrap_or_default();
    let insight = if own { insight } else { &none };
    let depth = evaluation.and_then(|evaluation| evaluation.depth);
    let line = here.annotation.evaluation.map(|Evaluation { score, .. }| PvLine {
        score: if mover == Color::White { score } else { -score },
        bound: thought.bound,
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
    let DialInfo { level, weakened } = played.dial.clone().unwrap_or_default();
    Some(Report {
        epoch: 0,
        root: game.position_at(parent).clone(),
        elapsed: game.time_used_at(node).unwrap_or_default(),
        pondered: Millis(0),
        again: None,
        nps: thought.nps,
        pondering: false,
        search,
        time: played.budget.as_ref().and_then(|budget| time(game, node, budget)),
        dial: DialReport { level, weakened, ..DialReport::default() },
    })
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

/// The budget, with the budgets of the side's moves up to this one; `None` where the time of the move is not known.
fn time(game: &Game, node: NodeId, budget: &Budget) -> Option<TimeReport> {
    let tree = game.tree();
    let mover = tree.node(node).mover();
    let mut earlier: Vec<(&Budget, MoveTiming)> = Vec::new();
    for id in tree.path(node).into_iter().filter(|&id| id != node) {
        let here = tree.node(id);
        let insight = here.annotation.engine_info.as_deref().filter(|_| here.mover() == mover);
        let budget = insight.and_then(|insight| insight.budget.as_ref());
        if let Some((budget, used)) = budget.zip(game.time_used_at(id)) {
            earlier.push((budget, timing(budget, used)));
        }
    }
    let this = timing(budget, game.time_used_at(node)?);
    Some(TimeReport {
        previous: earlier.last().map(|(budget, _)| (*budget).clone()),
        history: earlier.into_iter().map(|(_, timing)| timing).chain([this]).collect(),
        budget: budget.clone(),
        factors: budget.factors(),
    })
}

fn timing(budget: &Budget, used: Millis) -> MoveTiming {
    MoveTiming {
        ply: budget.clock.ply,
        planned: budget.planned(),
        used: used.seconds() * 1000.0,
        factors: budget.factors(),
        ..MoveTiming::default()
    }
}

#[cfg(test)]
mod tests {
    use super::recorded_report;
    use crate::base::{Bound, Interval, Millis, Score};
    use crate::game::{EngineInfo, Evaluation, Game, SearchInfo, pgn};
    use crate::rules::parse_move;

    /// A game of one move with the figures of the search that chose it, written and read again.
    fn recorded(own: i32, later: Option<(i32, u16)>) -> Game {
        let mut game = Game::default();
        let mv = parse_move(game.position(), "e4").unwrap();
        let node = game.play(mv, Millis(0)).unwrap();
        let facts = &mut game.tree_mut().node_mut(node).annotation;
        let (score, depth) = (Score::raw(own), 12);
        facts.engine_info = Some(Box::new(EngineInfo {
            search: Some(SearchInfo {
                depth,
                score: Some(score),
                is_superseded: false,
                bound: Bound::Exact,
                selective_depth: 20,
                nodes: 345_000,
                nps: 900_000,
                stop: "budget spent".to_owned(),
                line: vec![mv],
            }),
            shadow: Some(Interval::exact(score)),
            ..EngineInfo::default()
        }));
        let (score, depth) = later.map_or((score, depth), |(cp, depth)| (Score::raw(cp), depth));
        facts.evaluation = Some(Evaluation { score, depth: Some(depth) });
        pgn::read_bytes(pgn::write(&game).as_bytes()).unwrap().remove(0).game
    }

    #[test]
    fn a_move_has_the_figures_of_one_search() {
        for (later, own) in [
            (None, true),
            (Some((34, 12)), true),
            // Another depth, and the same depth with another score.
            (Some((-50, 18)), false),
            (Some((-50, 12)), false),
        ] {
            let game = recorded(34, later);
            let found = recorded_report(&game, game.current());
            let report = found.report.unwrap();
            let line = &report.search.lines[0];
            let (score, depth) = later.unwrap_or((34, 12));
            assert_eq!((line.score, line.depth), (Score::raw(score), depth), "{later:?}");
            assert_eq!(report.search.nodes > 0, own, "{later:?}");
            assert_eq!(report.nps > 0, own, "{later:?}");
            assert_eq!(!found.stop.is_empty(), own, "{later:?}");
            assert_eq!(found.is_search_time, own, "{later:?}");
            assert_eq!(line.shadow.is_some(), own, "{later:?}");
            assert_eq!(report.search.selective_depth > 0, own, "{later:?}");
        }
    }
}

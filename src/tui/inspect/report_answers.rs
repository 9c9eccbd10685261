//! Answers from the engine's reports: stop reason, time budget, path dependence of a draw, error draw. Node counts are
//! in `node_counts`.

use super::debugger::bound_text;
use super::inspected_search;
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::base::{Category, Score};
use crate::engine::Report;
use crate::rules::{Move, Position, notation, parse_move};
use crate::search::{PvLine, StopReason};
use crate::strength::percent;
use crate::timing::{Cap, TimeManager, next_iteration};
use crate::tui::model::Model;
use crate::tui::page::{compact, count, duration, ratio};
use crate::tui::panels::budget_steps;

pub(super) const NO_SEARCH: &str = "the engine has not searched yet";

/// The report of the last finished search.
fn finished(model: &Model) -> Option<&Report> {
    model.thinking.finished.as_ref().map(|(_, report)| &**report)
}

/// Question 1.
pub(super) fn stop(model: &Model) -> StyledText {
    let Some(report) = finished(model) else { return StyledText::words(NO_SEARCH) };
    // A cancelled search has no stop reason.
    let stop = report.search.stop.unwrap_or(StopReason::Stopped);
    let mut sheet = StyledText::default();
    let used = report.elapsed.seconds() * 1000.0;
    sheet.line(TextStyle::Strong, format!("stopped after {}: {}", duration(used), stop.words()));
    sheet.line(TextStyle::Text, because(stop, report));
    if let Some(figures) = figures(stop, report, model) {
        sheet.line(TextStyle::Text, figures);
    }
    sheet.heading("state at the stop");
    if let Some(time) = &report.time {
        let budget = time.budget.budget;
        let part = 100.0 * used / budget.max(1.0);
        sheet.pair("budget", format!("{}, of which {part:.0} % was used", duration(budget)));
        sheet.pair("deadline", format!("{} ms after the start", time.budget.deadline.0));
    } else {
        sheet.pair("budget", "none: no clock");
    }
    let search = &report.search;
    sheet.pair("depth", format!("{}, selective depth {}", search.depth, search.selective_depth));
    sheet.pair("nodes", count(search.nodes));
    if let Some(best) = search.root_moves.iter().max_by_key(|root| root.nodes) {
        let total: u64 = search.root_moves.iter().map(|root| root.nodes).sum();
        let part = ratio(best.nodes, total) * 100.0;
        let san = notation::san(&report.root, best.mv);
        sheet.pair("most nodes", format!("{san}, {part:.0} % of the nodes"));
    }
    sheet
}

/// The figures behind the stop reason, if any.
fn figures(stop: StopReason, report: &Report, model: &Model) -> Option<String> {
    let (search, time) = (&report.search, report.time.as_ref()?);
    let manager = TimeManager::from_text(&model.prefs.engine.time_manager).ok()?;
    let rule = *manager.settings().stop();
    let (deadline, used) = (time.budget.deadline.seconds(), report.elapsed.seconds());
    match stop {
        StopReason::NoTimeForIteration => {
            let expected = next_iteration(&search.statistics.nodes_by_iteration)?;
            let left = (deadline - used).max(0.0);
            let affordable = left * time.nps;
            Some(format!(
                "predicted: {} nodes; {} left are enough for {} at {}/s: {:.0} %, {:.0} % required",
                compact(expected),
                duration(left * 1000.0),
                compact(affordable),
                compact(time.nps),
                100.0 * affordable / expected,
                100.0 * rule.iteration_share,
            ))
        }
        StopReason::Decided => {
            let best = search.lines.first()?.moves.first()?;
            let own = search.root_moves.iter().find(|root| root.mv == *best)?.nodes;
            Some(format!(
                "{} had {:.0} % of the nodes ({:.0} % required) for {:.0} iterations with a stable score, \
                 after {:.0} % of the budget ({:.0} % required)",
                notation::san(&report.root, *best),
                100.0 * ratio(own, search.root_nodes()),
                100.0 * rule.decided_share,
                rule.decided_iterations,
                100.0 * used / deadline,
                100.0 * rule.decided_after,
            ))
        }
        _ => None,
    }
}

/// The reason in a sentence.
const fn because(stop: StopReason, report: &Report) -> &'static str {
    match stop {
        StopReason::Stopped => "a stop command arrived, or the game continued",
        StopReason::Depth => "the requested depth was complete",
        StopReason::Nodes => "the node limit was reached",
        StopReason::Budget if report.time.is_some() => {
            "the time budget for this move was used; question 2 shows its calculation"
        }
        StopReason::Budget => "the time for this move was used",
        StopReason::MoveTime => "no clock: the fixed time per move was used",
        StopReason::Mate => "a deeper search could not find a shorter mate",
        StopReason::OnlyMove => "only one move was legal",
        StopReason::NoMoves => "the game was over",
        StopReason::Decided => {
            "the best move had most of the nodes over several iterations: more time rarely changes it"
        }
        StopReason::NoTimeForIteration => {
            "the next iteration would have needed more time than the budget had left"
        }
    }
}

/// Question 2.
pub(super) fn budget(model: &Model) -> StyledText {
    let running = inspected_search(model).map(|(_, report)| &**report);
    let timed = [running, finished(model)].into_iter().flatten().find(|it| it.time.is_some());
    let Some(time) = timed.and_then(|report| report.time.as_ref()) else {
        return StyledText::words(
            "no clock: the time manager is not used, every move has a fixed time",
        );
    };
    let budget = &time.budget;
    let cap = match budget.cap {
        Cap::None => "no cap applies",
        Cap::MoveBudget => "limited by the largest share of the clock for one move",
        Cap::Clock => "limited by the time on the clock",
    };
    let mut sheet = StyledText::default();
    sheet.line(TextStyle::Strong, format!("{} for this move: {cap}", duration(budget.budget)));
    sheet.heading("step             now    before  from");
    for step in budget_steps(budget, time.previous.as_ref()) {
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{:<12}", step.name))
                .and(TextStyle::Strong, format!("{:>8}", step.value))
                .and(TextStyle::Dim, format!("{:>10}  {}", step.other, step.formula)),
        );
    }
    if let Some(update) = &budget.reuse_update {
        let words = format!(
            "tree reuse updated from {:.2} to {:.2}: {:.2} measured",
            update.before, update.after, update.seen
        );
        sheet.line(TextStyle::Dim, words);
    }
    sheet
}

/// Question 6.
pub(super) fn draw(model: &Model) -> StyledText {
    let Some((_, report)) = inspected_search(model) else { return StyledText::words(NO_SEARCH) };
    let Some(line) = report.search.lines.first() else { return StyledText::words("no legal move") };
    let mut sheet = StyledText::default();
    let mover = report.root.turn();
    let white = |score: Score| if mover.is_white() { score } else { -score };
    let score = white(line.score);
    let verdict = dependence_text(line, &report.root);
    sheet.line(
        TextStyle::Strong,
        if line.score == Score::DRAW { verdict } else { format!("{score}: {verdict}") },
    );
    sheet.heading("real and shadow, White's view");
    sheet.pair("real score", score.to_string());
    if let Some(shadow) = line.shadow {
        let shadow = if mover.is_white() { shadow } else { -shadow };
        let words = if shadow == crate::base::Interval::exact(score) {
            format!("{score}, the same")
        } else {
            format!("{} to {}", bound_text(shadow.low), bound_text(shadow.high))
        };
        sheet.pair("shadow score", words);
    }
    sheet.heading("repetitions in this search");
    let counters = &report.search.shadow;
    sheet.pair("in the tree", format!("{} nodes scored as draws", count(counters.repetitions)));
    sheet.pair("with the game", format!("{} third occurrences", count(counters.game_draws)));
    sheet.pair("path-dependent", format!("{} node scores", count(counters.differing)));
    sheet.heading("principal variation");
    sheet.line(TextStyle::Text, pv_text(&report.root, &line.moves));
    sheet
}

/// The moves with their numbers: `12.Nf3`, `12…d5`.
#[must_use]
pub fn numbered_moves(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(numbered_move(&position, mv));
        position.play(mv);
    }
    words
}

/// A line with move numbers: `12…d5 13.Nf3 c5`.
#[must_use]
pub fn pv_text(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        let needs_number = position.turn().is_white() || words.is_empty();
        words.push(if needs_number {
            numbered_move(&position, mv)
        } else {
            notation::san(&position, mv)
        });
        position.play(mv);
    }
    words.join(" ")
}

/// One move with its number.
#[must_use]
pub fn numbered_move(position: &Position, mv: Move) -> String {
    let dots = if position.turn().is_white() { "." } else { "…" };
    format!("{}{dots}{}", position.game_ply() / 2 + 1, notation::san(position, mv))
}

/// The repetition that a score depends on: the repeating move and the repeated position.
#[must_use]
pub fn dependence_text(line: &PvLine, root: &Position) -> String {
    let Some(ply) = line.depends_on else {
        let unchanged =
            line.shadow.is_none_or(|shadow| shadow == crate::base::Interval::exact(line.score));
        return match (line.score == Score::DRAW, unchanged) {
            (true, _) => "a draw that depends on no repetition in this tree".to_owned(),
            (false, true) => "depends on no repetition".to_owned(),
            (false, false) => "the interval is open: not every reply was needed".to_owned(),
        };
    };
    let words = numbered_moves(root, &line.moves);
    let back = match ply.checked_sub(1).and_then(|before| words.get(before)) {
        Some(mv) => format!("the position after {mv}"),
        None => "the position on the board".to_owned(),
    };
    let kind = if line.score == Score::DRAW {
        "a draw only by a repetition in this tree"
    } else {
        "depends on a repetition in this tree"
    };
    match repeating_move(line, root, ply) {
        Some(at) => format!("{kind}: {} returns to {back}", words[at]),
        None => format!("{kind}: a line returns to {back}"),
    }
}

/// Index of the move that returns to the position at `ply`.
fn repeating_move(line: &PvLine, root: &Position, ply: usize) -> Option<usize> {
    let mut position = root.clone();
    let mut keys = vec![position.key()];
    for &mv in &line.moves {
        position.play(mv);
        keys.push(position.key());
    }
    let wanted = *keys.get(ply)?;
    let at = keys.iter().skip(ply + 1).position(|key| *key == wanted)?;
    Some(ply + at)
}

/// Question 10.
pub(super) fn dial(model: &Model) -> StyledText {
    let Some(report) = &model.thinking.last_move else {
        return StyledText::words("the engine has made no move yet");
    };
    let mut sheet = StyledText::default();
    let Some(inferior) = &report.dial.weakened else {
        let best = report.search.lines.first().and_then(|line| line.moves.first());
        let san = best.map_or_else(String::new, |&mv| numbered_move(&report.root, mv));
        sheet.line(TextStyle::Strong, format!("none: {san} is the engine's best move"));
        let setting = model.strengths.setting(report.dial.level);
        sheet.line(TextStyle::Text, format!("strength level: {setting}"));
        return sheet;
    };
    let kind = if inferior.draw < inferior.blunder_per128 { "blunder" } else { "error" };
    let san = |uci: &str| match parse_move(&report.root, uci) {
        Ok(mv) => numbered_move(&report.root, mv),
        Err(_) => uci.to_owned(),
    };
    let (played, wanted) = (san(&inferior.played.0), san(&inferior.best.0));
    sheet
        .line(TextStyle::Strong, format!("deliberate {kind}: played {played} instead of {wanted}"));
    sheet.heading("error draw, engine's view");
    sheet.pair("strength level", model.strengths.setting(report.dial.level));
    sheet.pair("best move", format!("{wanted}  {}", inferior.best.1));
    sheet.pair("played", format!("{played}  {}", inferior.played.1));
    sheet.pair("loss", format!("{} cp of {} allowed", inferior.loss, inferior.max_error));
    sheet.pair("candidates", format!("{} moves within that loss", inferior.candidates));
    sheet.pair(
        "random draw",
        format!("{} of 128; below {} is a blunder", inferior.draw, inferior.blunder_per128),
    );
    let known = report.dial.level.limits();
    let known = known
        .iter()
        .flat_map(|known| Category::SCALED.map(|category| (category, known.share(category))));
    let missing: Vec<_> = known.filter(|(_, share)| *share < 128).collect();
    if !missing.is_empty() {
        sheet.heading("reduced knowledge");
        for (category, share) in missing {
            sheet.pair(category.name(), format!("{} %", percent(share)));
        }
    }
    sheet
}

//! Answers read off the reports that the engine has sent: why it stopped, its budget, what a draw hangs on, what the
//! dial did. Where the nodes went is in `effort`.

use super::sheet::{Ink, Row, Sheet};
use super::standstill::edge;
use super::thought;
use crate::base::Score;
use crate::engine::Report;
use crate::rules::{Move, Position, notation, parse_move};
use crate::search::{Line, StopReason};
use crate::strength::{Skill, percent};
use crate::timing::{Cap, TimeManager, next_iteration};
use crate::tui::model::Model;
use crate::tui::page::{compact, count, share, span};
use crate::tui::panels::budget_steps;

pub(super) const NO_THOUGHT: &str = "the engine has not thought yet";

/// The last finished thought's report.
fn finished(model: &Model) -> Option<&Report> {
    model.thinking.finished.as_ref().map(|(_, report)| &**report)
}

/// Question 1.
pub(super) fn stop(model: &Model) -> Sheet {
    let Some(report) = finished(model) else { return Sheet::words(NO_THOUGHT) };
    // A thought that was broken off had not said its reason yet.
    let stop = report.search.stop.unwrap_or(StopReason::Stopped);
    let mut sheet = Sheet::default();
    let used = report.elapsed.seconds() * 1000.0;
    sheet.line(Ink::Strong, format!("it stopped after {}: {}", span(used), stop.words()));
    sheet.line(Ink::Text, because(stop, report));
    if let Some(figures) = figures(stop, report, model) {
        sheet.line(Ink::Text, figures);
    }
    sheet.heading("what it had then");
    if let Some(time) = &report.time {
        let budget = time.budget.budget;
        let part = 100.0 * used / budget.max(1.0);
        sheet.pair("budget", format!("{}, of which {part:.0} % was used", span(budget)));
        sheet.pair("deadline", format!("{} ms after the order", time.budget.deadline.0));
    } else {
        sheet.pair("budget", "none: there is no clock");
    }
    let search = &report.search;
    sheet.pair("depth", format!("{}, longest line {}", search.depth, search.selective_depth));
    sheet.pair("nodes", count(search.nodes));
    if let Some(best) = search.root_moves.iter().max_by_key(|root| root.nodes) {
        let total: u64 = search.root_moves.iter().map(|root| root.nodes).sum();
        let part = share(best.nodes, total) * 100.0;
        let san = notation::san(&report.root, best.mv);
        sheet.pair("most work", format!("{san}, {part:.0} % of the nodes"));
    }
    sheet
}

/// The figures that the reason rests on, where there are any.
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
                "about {} nodes, of which {} left room for {} at {}/s: {:.0} %, and {:.0} % must fit",
                compact(expected),
                span(left * 1000.0),
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
                "{} held {:.0} % of the nodes ({:.0} % is enough) for {:.0} iterations at a steady score, \
                 after {:.0} % of the budget ({:.0} % is enough)",
                notation::san(&report.root, *best),
                100.0 * share(own, search.root_nodes()),
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
        StopReason::Stopped => "someone asked for the move, or the game went on",
        StopReason::Depth => "the last iteration that was asked for was complete",
        StopReason::Nodes => "as many nodes as were asked for had been searched",
        StopReason::Budget if report.time.is_some() => {
            "the time planned for this move was spent; question 2 shows how it was planned"
        }
        StopReason::Budget => "the time for this move was spent",
        StopReason::MoveTime => "there is no clock, and the fixed time for a move was spent",
        StopReason::Mate => "a deeper search could not find a shorter mate",
        StopReason::OnlyMove => "there was nothing to choose",
        StopReason::NoMoves => "the game was over",
        StopReason::Decided => {
            "one move took most of the work and did not change: more time would hardly alter it"
        }
        StopReason::NoTimeForIteration => {
            "the next iteration would have needed more than what was left of the budget"
        }
    }
}

/// Question 2.
pub(super) fn budget(model: &Model) -> Sheet {
    let running = thought(model).map(|(_, report)| &**report);
    let timed = [running, finished(model)].into_iter().flatten().find(|it| it.time.is_some());
    let Some(time) = timed.and_then(|report| report.time.as_ref()) else {
        return Sheet::words(
            "no clock runs: the time manager is bypassed, every move has a fixed time",
        );
    };
    let budget = &time.budget;
    let cap = match budget.cap {
        Cap::None => "no limit was in the way",
        Cap::MoveBudget => "the largest share of the clock that one move may take is less",
        Cap::Clock => "there is not more on the clock",
    };
    let mut sheet = Sheet::default();
    sheet.line(Ink::Strong, format!("{} for this move: {cap}", span(budget.budget)));
    sheet.heading("step             now    before  from");
    for step in budget_steps(budget, time.previous.as_ref()) {
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<12}", step.name))
                .and(Ink::Strong, format!("{:>8}", step.value))
                .and(Ink::Dim, format!("{:>10}  {}", step.other, step.formula)),
        );
    }
    if let Some(update) = &budget.reuse_update {
        let words = format!(
            "tree reuse went from {:.2} to {:.2}: {:.2} was seen",
            update.before, update.after, update.seen
        );
        sheet.line(Ink::Dim, words);
    }
    sheet
}

/// Question 6.
pub(super) fn draw(model: &Model) -> Sheet {
    let Some((_, report)) = thought(model) else { return Sheet::words(NO_THOUGHT) };
    let Some(line) = report.search.lines.first() else { return Sheet::words("no legal move") };
    let mut sheet = Sheet::default();
    let mover = report.root.turn();
    let white = |score: Score| if mover.is_white() { score } else { -score };
    let score = white(line.score);
    let verdict = hangs_on(line, &report.root);
    sheet.line(
        Ink::Strong,
        if line.score == Score::DRAW { verdict } else { format!("{score}: {verdict}") },
    );
    sheet.heading("real and shadow, White's view");
    sheet.pair("real score", score.to_string());
    if let Some(shadow) = line.shadow {
        let shadow = if mover.is_white() { shadow } else { -shadow };
        let words = if shadow == crate::base::Interval::exactly(score) {
            format!("{score}, the same")
        } else {
            format!("{} to {}", edge(shadow.low), edge(shadow.high))
        };
        sheet.pair("without repeats", words);
    }
    sheet.heading("repetitions in this search");
    let counters = &report.search.shadow;
    sheet.pair("on a line", format!("{} nodes were draws only so", count(counters.repetitions)));
    sheet.pair("with the game", format!("{} were third occurrences", count(counters.game_draws)));
    sheet.pair("scores hanging", format!("{} nodes on one of them", count(counters.differing)));
    sheet.heading("the line");
    sheet.line(Ink::Text, line_words(&report.root, &line.moves));
    sheet
}

/// The moves with their numbers: `12.Nf3`, `12…d5`.
#[must_use]
pub fn numbered(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        words.push(number(&position, mv));
        position.play(mv);
    }
    words
}

/// A line as people write it: `12…d5 13.Nf3 c5`.
#[must_use]
pub fn line_words(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &mv in moves {
        let needs_number = position.turn().is_white() || words.is_empty();
        words.push(if needs_number { number(&position, mv) } else { notation::san(&position, mv) });
        position.play(mv);
    }
    words.join(" ")
}

/// One move with its number.
#[must_use]
pub fn number(position: &Position, mv: Move) -> String {
    let dots = if position.turn().is_white() { "." } else { "…" };
    format!("{}{dots}{}", position.game_ply() / 2 + 1, notation::san(position, mv))
}

/// In words, which repetition a score hangs on, naming the move that repeats and what it comes back to.
#[must_use]
pub fn hangs_on(line: &Line, root: &Position) -> String {
    let Some(ply) = line.depends_on else {
        let unchanged =
            line.shadow.is_none_or(|shadow| shadow == crate::base::Interval::exactly(line.score));
        return match (line.score == Score::DRAW, unchanged) {
            (true, _) => "a draw that hangs on no repetition in this tree".to_owned(),
            (false, true) => "hangs on no repetition".to_owned(),
            (false, false) => "the interval is open: not every reply was needed".to_owned(),
        };
    };
    let words = numbered(root, &line.moves);
    let back = match ply.checked_sub(1).and_then(|before| words.get(before)) {
        Some(mv) => format!("the position after {mv}"),
        None => "the position on the board".to_owned(),
    };
    let kind = if line.score == Score::DRAW {
        "no draw by itself, a repetition in this tree"
    } else {
        "hangs on a repetition in this tree"
    };
    match repeater(line, root, ply) {
        Some(at) => format!("{kind}: {} comes back to {back}", words[at]),
        None => format!("{kind}: a line comes back to {back}"),
    }
}

/// Which move of the line comes back to the position at `ply`?
fn repeater(line: &Line, root: &Position, ply: usize) -> Option<usize> {
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
pub(super) fn dial(model: &Model) -> Sheet {
    let Some(report) = &model.thinking.last_move else {
        return Sheet::words("the engine has made no move yet");
    };
    let mut sheet = Sheet::default();
    let Some(inferior) = &report.dial.inferior else {
        let best = report.search.lines.first().and_then(|line| line.moves.first());
        let san = best.map_or_else(String::new, |&mv| number(&report.root, mv));
        sheet.line(Ink::Strong, format!("none: {san} is the move that it wanted"));
        let setting = model.strengths.setting(report.dial.setting);
        sheet.line(Ink::Text, format!("the dial stood at {setting}"));
        return sheet;
    };
    let kind = if inferior.roll < inferior.blunder_per128 { "a blunder" } else { "an error" };
    let san = |uci: &str| match parse_move(&report.root, uci) {
        Ok(mv) => number(&report.root, mv),
        Err(_) => uci.to_owned(),
    };
    let (played, wanted) = (san(&inferior.played.0), san(&inferior.wanted.0));
    sheet.line(
        Ink::Strong,
        format!("{kind} on purpose: it played {played}, and would have played {wanted}"),
    );
    sheet.heading("how it was drawn, its own view");
    sheet.pair("the dial", model.strengths.setting(report.dial.setting));
    sheet.pair("wanted", format!("{wanted}  {}", inferior.wanted.1));
    sheet.pair("played", format!("{played}  {}", inferior.played.1));
    sheet.pair("given away", format!("{} cp of {} allowed", inferior.loss, inferior.allowed));
    sheet.pair("candidates", format!("{} moves were within that", inferior.candidates));
    sheet.pair(
        "roll",
        format!("{} of 128; below {} is a blunder", inferior.roll, inferior.blunder_per128),
    );
    let known = report.dial.setting.handicap();
    let known = known.iter().flat_map(|known| Skill::ALL.map(|skill| (skill, known.share(skill))));
    let missing: Vec<_> = known.filter(|(_, share)| *share < 128).collect();
    if !missing.is_empty() {
        sheet.heading("what it knew in part or not at all");
        for (skill, share) in missing {
            sheet.pair(skill.name(), format!("{} %", percent(share)));
        }
    }
    sheet
}

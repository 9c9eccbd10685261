//! Answers read off the reports that the engine has sent: why it stopped, its budget, what a draw hangs on, what the
//! dial did, where the nodes went.

use super::sheet::{Ink, Row, Sheet};
use super::thought;
use crate::base::Score;
use crate::engine::Report;
use crate::rules::{Move, Position, notation};
use crate::search::{Line, SearchReport, StopReason};
use crate::strength::{Skill, percent};
use crate::timing::Cap;
use crate::tui::model::Model;
use crate::tui::page::{count, share, span, thin_bar};
use crate::tui::panels::budget_steps;

const NO_THOUGHT: &str = "the engine has not thought yet";

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
    let start = model.session.game.position_at(model.thinking.node);
    let mut sheet = Sheet::default();
    sheet.line(Ink::Strong, hangs_on(line, &report.root));
    sheet.heading("real and shadow");
    sheet.pair("real score", line.score.to_string());
    if let Some(shadow) = line.shadow {
        sheet.pair("without repeats", format!("{} to {}", end(shadow.low), end(shadow.high)));
    }
    let counters = &report.search.shadow;
    sheet.pair("repetitions", count(counters.repetitions));
    sheet.pair("draws in the game", count(counters.game_draws));
    sheet.pair("scores hanging", count(counters.differing));
    let shown = if start.key() == report.root.key() { start } else { &report.root };
    sheet.heading("the line");
    sheet.line(Ink::Text, numbered(shown, &line.moves).join(" "));
    sheet
}

fn end(score: Score) -> String {
    match score {
        s if s >= Score::INFINITE => "∞".to_owned(),
        s if s <= -Score::INFINITE => "−∞".to_owned(),
        s => s.to_string(),
    }
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
    sheet.line(
        Ink::Strong,
        format!(
            "{kind} on purpose: it played {}, and would have played {}",
            inferior.played.0, inferior.wanted.0
        ),
    );
    sheet.heading("how it was drawn");
    sheet.pair("the dial", model.strengths.setting(report.dial.setting));
    sheet.pair("wanted", format!("{}  {}", inferior.wanted.0, inferior.wanted.1));
    sheet.pair("played", format!("{}  {}", inferior.played.0, inferior.played.1));
    sheet.pair("given away", format!("{} cp of {} allowed", inferior.loss, inferior.allowed));
    sheet.pair("candidates", inferior.candidates.to_string());
    sheet
        .pair("roll", format!("{}; below {} is a blunder", inferior.roll, inferior.blunder_per128));
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

/// Question 11.
pub(super) fn nodes(model: &Model) -> Sheet {
    let Some((_, report)) = thought(model) else { return Sheet::words(NO_THOUGHT) };
    let search = &report.search;
    let mut sheet = Sheet::default();
    let quiet = share(search.statistics.quiescence_nodes, search.nodes) * 100.0;
    let words = format!("{} nodes, {quiet:.0} % of them in quiescence", count(search.nodes));
    sheet.line(Ink::Strong, words);
    by_root_move(search, &report.root, &mut sheet);
    by_iteration(search, &mut sheet);
    sheet.heading("technique                 tried   worked");
    for (name, tally) in &search.statistics.techniques {
        let part = share(tally.accepted, tally.attempted);
        sheet.rows.push(
            Row::of(Ink::Text, format!("{name:<22.22}"))
                .and(Ink::Dim, format!("{:>8}", count(tally.attempted)))
                .and(Ink::Strong, format!("{:>7.0} % ", part * 100.0))
                .and(Ink::Good, thin_bar(part, 10)),
        );
    }
    sheet
}

fn by_root_move(search: &SearchReport, root: &Position, sheet: &mut Sheet) {
    sheet.heading("root move     nodes  share");
    let mut moves: Vec<_> = search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    let total: u64 = moves.iter().map(|root| root.nodes).sum();
    for searched in moves {
        let part = share(searched.nodes, total);
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<10}", notation::san(root, searched.mv)))
                .and(Ink::Dim, format!("{:>9}", count(searched.nodes)))
                .and(Ink::Strong, format!("{:>5.0} % ", part * 100.0))
                .and(Ink::Good, thin_bar(part, 20)),
        );
    }
}

fn by_iteration(search: &SearchReport, sheet: &mut Sheet) {
    let totals = &search.statistics.nodes_by_iteration;
    sheet.heading("depth         nodes  branching");
    let mut before = (0, 0);
    for (index, &total) in totals.iter().enumerate() {
        let own = total.saturating_sub(before.0);
        let branching = share(own, before.1);
        let factor = if before.1 == 0 { "–".to_owned() } else { format!("{branching:.2}") };
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<10}", index + 1))
                .and(Ink::Dim, format!("{:>9}", count(own)))
                .and(Ink::Strong, format!("{factor:>7}   "))
                .and(Ink::Good, thin_bar(share(own, search.nodes), 20)),
        );
        before = (total, own);
    }
}

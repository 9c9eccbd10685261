//! What the debugger is told: a search that is paused or resumed, replies of the engine, explanations.

use super::{inspect, propagation, search};
use crate::base::Score;
use crate::engine::{DebugEvent, Query, Reply};
use crate::search::observe::{PausedSearch, SearchRecording};
use crate::tui::model::inspect::{ExplainQuery, Explanation, NodeKey, Subject};
use crate::tui::model::messages::About;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{Effect, EngineEffect, Model, StorageEffect};
use crate::tui::values::draws::is_conditional;
use std::borrow::Cow;

/// Takes in what happened to an observed search.
pub fn observed(model: &mut Model, event: DebugEvent) {
    let current = model.thinking.epoch;
    match event {
        DebugEvent::Paused(epoch, paused) if epoch == current => pause(model, paused),
        DebugEvent::Repeats(epoch, progress) if epoch == current => {
            inspect::repeats(model, progress);
        }
        DebugEvent::Resumed(epoch) if epoch == current => {
            model.inspect.end_pause();
            model.run_clock_on();
        }
        DebugEvent::Complete(epoch) if epoch == current => {
            model.run_clock_on();
            model.messages.settle(About::Command("pause-search"));
            model.inspect.repeats = None;
            let words = "the search is complete: it waits, and there is nothing to pause";
            model.notify_error_about(About::Command("pause-search"), words);
        }
        DebugEvent::Hits(epoch, hits) if epoch == current => {
            hits.into_iter().for_each(|hit| model.inspect.note(epoch, hit));
        }
        // Stale; replies are events of their own.
        DebugEvent::Paused(..)
        | DebugEvent::Repeats(..)
        | DebugEvent::Resumed(_)
        | DebugEvent::Complete(_)
        | DebugEvent::Hits(..)
        | DebugEvent::Reply(..) => {}
    }
}

/// Takes in the reply to a query, unless another is pending by now or none; analysis that rested is resumed.
pub fn replied(model: &mut Model, number: u64, reply: Reply) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Some(query) = model.inspect.pending.take_if(|query| query.number == number) {
        let root = model.inspect.query_root.clone();
        match model.inspect.answered(reply, &root) {
            Ok(text) => {
                let file = query.file.zip(text);
                effects.extend(file.map(|(file, text)| StorageEffect::Write(file, text).into()));
            }
            Err(wrong) => {
                model.inspect.subject = Subject::Words(wrong.clone());
                model.notify_error(wrong);
            }
        }
    }
    effects.extend(search::resume_analysis(model));
    effects
}

/// The commands that pause a search, or are refused until it is paused.
const STEPS: [&str; 6] =
    ["pause-search", "step-into", "step-back", "step-over", "step-out", "step-iteration"];

/// A search is paused: the page shows it, and the clock of the game is stopped.
fn pause(model: &mut Model, paused: Box<PausedSearch>) {
    model.hold_clock();
    if model.thinking.purpose == Purpose::Move {
        // The board shows the paused search, and so do the panels.
        model.session.viewed = None;
    }
    // What asked to pause it first has been done; other errors wait to be read.
    for command in STEPS {
        model.messages.settle(About::Command(command));
    }
    let last = paused.open.len().saturating_sub(1);
    model.inspect.begin_pause(model.thinking.epoch, paused);
    inspect::show(model, Subject::Paused);
    model.inspect.selected = last;
}

/// Replays the search of a file, or says what is wrong with the file.
pub fn recording_read(
    model: &mut Model,
    number: u64,
    read: Result<Box<SearchRecording>, String>,
) -> Vec<Effect> {
    match read {
        Ok(recording) => {
            vec![EngineEffect::Query(number, Box::new(Query::Replay(recording))).into()]
        }
        Err(wrong) => replied(model, number, Reply::Failed(wrong)),
    }
}

/// Takes in an explanation for a page.
pub fn explained(model: &mut Model, page: u64, explanation: Result<Explanation, String>) {
    if let Ok(Explanation::Node(evaluation)) = explanation {
        if model.inspect.node_requested == Some(evaluation.of) {
            model.inspect.node_evaluation = Some(evaluation);
        }
        return;
    }
    if let Ok(Explanation::Deviations(key, found)) = explanation {
        model.inspect.deviations = Some((key, found));
        return;
    }
    if page != model.inspect.page {
        return;
    }
    model.inspect.subject = match explanation {
        Ok(Explanation::Node(_) | Explanation::Deviations(..)) => return,
        Ok(Explanation::Propagation(of, stepper, sums)) => {
            return propagation::shown(model, *of, *stepper, sums);
        }
        Ok(Explanation::Words(text)) => Subject::Words(text),
        Ok(Explanation::Change(change)) => Subject::Change(change),
        Err(wrong) => {
            model.notify_error(wrong.clone());
            Subject::Words(wrong)
        }
    };
}

/// Asks for what the panels lack: what there is instead of a draw by repetition, and the evaluation of the node shown.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let mut effects = follow_draw(model);
    effects.extend(follow_node(model));
    effects
}

/// Asks once for each position what the sides have instead of the draw by repetition that the engine sees.
fn follow_draw(model: &mut Model) -> Vec<Effect> {
    let Some(report) = model.report() else { return Vec::new() };
    let key = report.root.key();
    let Some(line) = report.played_line().filter(|line| line.score == Score::DRAW) else {
        return Vec::new();
    };
    if model.inspect.deviations_requested == Some(key) {
        return Vec::new();
    }
    let root = model.report_root(report);
    if !is_conditional(line, &root) {
        return Vec::new();
    }
    let emphasis = Box::new(report.dial.emphasis.clone());
    model.inspect.deviations_requested = Some(key);
    vec![inspect::explain(model, ExplainQuery::Deviations(Box::new(root), emphasis))]
}

/// Asks for the static evaluation of the node that the page shows, or of the board where no search says anything of it, once
/// for each.
fn follow_node(model: &mut Model) -> Vec<Effect> {
    let node = model.inspected_node();
    let is_trace = model.shows_trace();
    let is_unsearched = is_trace || model.report().is_none() || model.recorded.is_some();
    let board = match is_trace {
        true => model.shown_position(),
        false => Cow::Borrowed(model.session.position()),
    };
    let wanted = match &node {
        Some(node) => Some(node.node_key()),
        None => is_unsearched.then(|| NodeKey { position: board.key(), mv: None }),
    };
    if wanted == model.inspect.node_requested {
        return Vec::new();
    }
    let board = Box::new(board.into_owned());
    model.inspect.node_requested = wanted;
    let query = match node {
        Some(node) => {
            let report = model.thinking.report.as_ref();
            let emphasis = report.map(|report| report.dial.emphasis.clone()).unwrap_or_default();
            ExplainQuery::Node(Box::new(node), Box::new(emphasis))
        }
        None if is_unsearched => ExplainQuery::Board(board),
        None => {
            model.inspect.node_evaluation = None;
            return Vec::new();
        }
    };
    vec![inspect::explain(model, query)]
}

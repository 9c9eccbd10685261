//! What the debugger hears: a search that stops or goes on, answers of the engine and of the scholar.

use super::{Effect, engine, inspect};
use crate::engine::{DebugEvent, Reply};
use crate::search::observe::PausedSearch;
use crate::tui::inspect::{ExplainQuery, Explanation, PendingQuery, Subject};
use crate::tui::layout::Preset;
use crate::tui::model::Model;
use crate::tui::thinking::Purpose;

/// What the engine says of a watched thought, or in answer.
pub fn take(model: &mut Model, news: DebugEvent) -> Vec<Effect> {
    let current = model.thinking.epoch;
    match news {
        DebugEvent::Paused(epoch, paused) if epoch == current => {
            stopped(model, paused);
            Vec::new()
        }
        DebugEvent::Resumed(epoch) if epoch == current => {
            model.inspect.paused = None;
            if model.thinking.purpose == Purpose::Move {
                model.session.game.start_clock(model.now);
            }
            Vec::new()
        }
        DebugEvent::Hit(epoch, hit) => {
            if epoch == current {
                model.inspect.note(hit);
            }
            Vec::new()
        }
        DebugEvent::Reply(number, reply) => {
            let mut effects = answered(model, number, reply);
            effects.extend(engine::resume_analysis(model));
            effects
        }
        DebugEvent::Paused(..) | DebugEvent::Resumed(_) => Vec::new(),
    }
}

/// Takes an answer in, unless another is awaited by now or none.
fn answered(model: &mut Model, number: u64, reply: Reply) -> Vec<Effect> {
    let file = match &mut model.inspect.pending {
        PendingQuery::Numbered(awaited, file) if *awaited == number => file.take(),
        _ => return Vec::new(),
    };
    model.inspect.pending = PendingQuery::Nothing;
    let asked_in = model.inspect.query_root.clone();
    match model.inspect.answered(reply, &asked_in) {
        Ok(text) => {
            file.zip(text).map(|(file, text)| Effect::Write(file, text)).into_iter().collect()
        }
        Err(wrong) => {
            model.inspect.subject = Subject::Words(wrong.clone());
            model.notify_error(wrong);
            Vec::new()
        }
    }
}

/// A search stands still: the page shows it, and the clock of the game waits.
fn stopped(model: &mut Model, paused: Box<PausedSearch>) {
    if model.thinking.purpose == Purpose::Move {
        model.session.game.pause_clock(model.now);
    }
    let last = paused.open.len().saturating_sub(1);
    model.inspect.paused = Some(paused);
    inspect::show(model, Subject::Paused);
    model.inspect.selected = last;
}

/// An answer of the scholar.
pub fn learned(model: &mut Model, learned: Result<Explanation, String>) {
    model.inspect.subject = match learned {
        Ok(Explanation::Node(regarded)) => {
            if model.inspect.node_requested == Some(regarded.of) {
                model.inspect.node_evaluation = Some(regarded);
            }
            return;
        }
        Ok(Explanation::Words(text)) => Subject::Words(text),
        Ok(Explanation::Change(change)) => Subject::Change(change),
        Err(wrong) => {
            model.notify_error(wrong.clone());
            Subject::Words(wrong)
        }
    };
}

/// Asks the scholar about the node that the page stands at, once for each.
pub fn regard(model: &mut Model) -> Vec<Effect> {
    let node = Some(&model.inspect).filter(|_| model.layout.preset == Preset::Debug);
    let node = node.and_then(|inspect| inspect.node());
    let wanted = node.as_ref().map(|node| node.name());
    if wanted == model.inspect.node_requested {
        return Vec::new();
    }
    model.inspect.node_requested = wanted;
    let Some(node) = node else {
        model.inspect.node_evaluation = None;
        return Vec::new();
    };
    let report = model.thinking.report.as_ref();
    let emphasis = report.map(|report| report.dial.emphasis.clone()).unwrap_or_default();
    vec![Effect::Explain(Box::new(ExplainQuery::Node(Box::new(node), Box::new(emphasis))))]
}

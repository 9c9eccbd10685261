//! What the debugger hears: a search that stops or goes on, answers of the engine and of the scholar.

use super::{Effect, engine, inspect};
use crate::engine::{DebugNews, Reply};
use crate::search::observe::Paused;
use crate::tui::inspect::{Inquiry, Learned, Subject, Waiting};
use crate::tui::layout::Preset;
use crate::tui::model::Model;
use crate::tui::thinking::Purpose;

/// What the engine says of a watched thought, or in answer.
pub fn take(model: &mut Model, news: DebugNews) -> Vec<Effect> {
    let current = model.thinking.epoch;
    match news {
        DebugNews::Paused(epoch, paused) if epoch == current => {
            stopped(model, paused);
            Vec::new()
        }
        DebugNews::Resumed(epoch) if epoch == current => {
            model.inspect.paused = None;
            if model.thinking.purpose == Purpose::Move {
                model.session.game.start_clock(model.now);
            }
            Vec::new()
        }
        DebugNews::Hit(epoch, hit) => {
            if epoch == current {
                model.inspect.note(hit);
            }
            Vec::new()
        }
        DebugNews::Reply(number, reply) => {
            let mut effects = answered(model, number, reply);
            effects.extend(engine::go_on(model));
            effects
        }
        DebugNews::Paused(..) | DebugNews::Resumed(_) => Vec::new(),
    }
}

/// Takes an answer in, unless another is awaited by now or none.
fn answered(model: &mut Model, number: u64, reply: Reply) -> Vec<Effect> {
    let file = match &mut model.inspect.waiting {
        Waiting::Numbered(awaited, file) if *awaited == number => file.take(),
        _ => return Vec::new(),
    };
    model.inspect.waiting = Waiting::Nothing;
    let asked_in = model.inspect.asked_in.clone();
    match model.inspect.answered(reply, &asked_in) {
        Ok(text) => {
            file.zip(text).map(|(file, text)| Effect::Write(file, text)).into_iter().collect()
        }
        Err(wrong) => {
            model.inspect.subject = Subject::Words(wrong.clone());
            model.complain(wrong);
            Vec::new()
        }
    }
}

/// A search stands still: the page shows it, and the clock of the game waits.
fn stopped(model: &mut Model, paused: Box<Paused>) {
    if model.thinking.purpose == Purpose::Move {
        model.session.game.pause_clock(model.now);
    }
    let last = paused.open.len().saturating_sub(1);
    model.inspect.paused = Some(paused);
    inspect::show(model, Subject::Standstill);
    model.inspect.row = last;
}

/// An answer of the scholar.
pub fn learned(model: &mut Model, learned: Result<Learned, String>) {
    model.inspect.subject = match learned {
        Ok(Learned::Node(regarded)) => {
            if model.inspect.regarding == Some(regarded.of) {
                model.inspect.regarded = Some(regarded);
            }
            return;
        }
        Ok(Learned::Words(text)) => Subject::Words(text),
        Ok(Learned::Change(change)) => Subject::Change(change),
        Err(wrong) => {
            model.complain(wrong.clone());
            Subject::Words(wrong)
        }
    };
}

/// Asks the scholar about the node that the page stands at, once for each.
pub fn regard(model: &mut Model) -> Vec<Effect> {
    let node = Some(&model.inspect).filter(|_| model.choice.preset == Preset::Debug);
    let node = node.and_then(|inspect| inspect.node());
    let wanted = node.as_ref().map(|node| node.name());
    if wanted == model.inspect.regarding {
        return Vec::new();
    }
    model.inspect.regarding = wanted;
    let Some(node) = node else {
        model.inspect.regarded = None;
        return Vec::new();
    };
    let report = model.thinking.report.as_ref();
    let emphasis = report.map(|report| report.dial.emphasis.clone()).unwrap_or_default();
    vec![Effect::Inquire(Box::new(Inquiry::Node(Box::new(node), Box::new(emphasis))))]
}

//! Search traces: opening them, questions about them, and showing what was read.

use super::inspect;
use crate::tui::model::inspect::trace::{TraceAnswer, TraceQuery};
use crate::tui::model::inspect::{Subject, TraceView};
use crate::tui::model::messages::About;
use crate::tui::model::{CommandResult, Model, require};
use crate::tui::values::layout::PAGE;
use crate::tui::values::panel::Panel;
use lucena_trace::Condition;
use std::path::PathBuf;

/// Opens one search trace, or two to compare.
pub fn open(model: &mut Model, text: &str) -> CommandResult {
    let words = shlex::split(text).ok_or("a quotation mark is not closed")?;
    let files: Vec<PathBuf> = words.into_iter().map(PathBuf::from).collect();
    if files.len() > 2 {
        return Err(":trace takes one file, or two to compare".to_owned());
    }
    model.notify_info_about(About::Command("trace"), format!("reading {text} …"));
    Ok(vec![TraceQuery::Open(files).into()])
}

/// The trace that the page shows.
fn view(model: &mut Model) -> Result<&mut TraceView, String> {
    model.inspect.trace_mut().ok_or_else(no_trace)
}

/// Fails unless the page shows a trace.
pub fn is_shown(model: &Model) -> Result<(), String> {
    require(model.inspector_focused() && model.inspect.trace().is_some(), no_trace)
}

fn no_trace() -> String {
    "there is no trace; :trace FILE opens one".to_owned()
}

/// Selects the next node that meets the condition, or the last one if the text is empty.
pub fn find(model: &mut Model, text: &str) -> CommandResult {
    let condition = Condition::parse(text)?;
    let view = view(model)?;
    view.check(&condition)?;
    let query = view.find(Some(condition).filter(|condition| !condition.is_empty()));
    match query {
        Ok(query) => Ok(vec![query.into()]),
        Err(_) => inspect::begin(model, "trace-find "),
    }
}

/// Shows only nodes that meet the condition; all if the text is empty.
pub fn filter(model: &mut Model, text: &str) -> CommandResult {
    let condition = Condition::parse(text)?;
    let view = view(model)?;
    view.check(&condition)?;
    view.filter = condition;
    Ok(Vec::new())
}

/// Selects the node where two traces part.
pub fn select_difference(model: &mut Model) -> CommandResult {
    view(model)?.select_difference()?;
    Ok(Vec::new())
}

/// Is the page too narrow for the rows of a tree?
fn is_narrow(model: &Model) -> bool {
    let panes = model.layout().map(|layout| layout.panes).unwrap_or_default();
    let page = panes.iter().find(|pane| pane.tabs.contains(&Panel::Inspector));
    page.is_none_or(|pane| pane.area.width < PAGE)
}

/// Shows what was read of traces.
pub fn show(model: &mut Model, answer: TraceAnswer) {
    match answer {
        TraceAnswer::Opened(heads, difference) => {
            model.messages.answer();
            let is_comparison = heads.len() > 1;
            let view = TraceView::new(heads, difference);
            inspect::show(model, Subject::Trace(Box::new(view)));
            if is_comparison || is_narrow(model) {
                model.layout.zoom = true;
            }
        }
        TraceAnswer::Reading(words) => {
            model.inspect.reading = true;
            let key = model.keymap.way_to("cancel");
            model.notify_info(format!("{words}; {key} stops"));
        }
        TraceAnswer::Done(done) => {
            if std::mem::take(&mut model.inspect.reading) {
                model.messages.answer();
            }
            model.messages.settle(About::Command("trace"));
            match done {
                Ok(None) => {}
                Ok(Some(words)) => model.notify_info(words),
                Err(words) => model.notify_error(words),
            }
        }
        TraceAnswer::Roots(..)
        | TraceAnswer::Node(..)
        | TraceAnswer::Select(..)
        | TraceAnswer::SelectDifference
        | TraceAnswer::Words(_) => {
            if let Some(view) = model.inspect.trace_mut() {
                view.take(answer);
                model.scroll.remove(&Panel::Inspector);
            }
        }
    }
}

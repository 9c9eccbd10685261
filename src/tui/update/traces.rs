//! Search traces: opening them, and showing what was read.

use super::inspect;
use crate::tui::model::inspect::trace::{TraceAnswer, TraceQuery};
use crate::tui::model::inspect::{Subject, TraceView};
use crate::tui::model::{Model, Outcome};
use std::path::PathBuf;

/// Opens one search trace, or two to compare.
pub fn open(model: &mut Model, text: &str) -> Outcome {
    let files: Vec<PathBuf> = text.split_whitespace().map(PathBuf::from).collect();
    if files.len() > 2 {
        return Err(":trace takes one file, or two to compare".to_owned());
    }
    model.notify_info(format!("reading {text} …"));
    Ok(vec![TraceQuery::Open(files).into()])
}

/// Shows what was read of traces.
pub fn show(model: &mut Model, answer: TraceAnswer) {
    match answer {
        TraceAnswer::Opened(heads) => {
            model.messages.answer();
            inspect::show(model, Subject::Trace(Box::new(TraceView::new(heads))));
        }
        TraceAnswer::Words(words) => inspect::show(model, Subject::Words(words)),
        TraceAnswer::Roots(..) | TraceAnswer::Node(..) | TraceAnswer::Select(..) => {
            if let Subject::Trace(view) = &mut model.inspect.subject {
                view.take(answer);
            }
        }
    }
}

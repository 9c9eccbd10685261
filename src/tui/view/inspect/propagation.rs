//! A propagation step by step: the component that flipped, whom it told, what its weights add, and the queue.

use super::page_text::PageText;
use crate::base::number_of;
use crate::propnet::{Id, Kind, Pair, Step, Stepper};
use crate::tui::model::inspect::{Inspection, PropagationView};
use crate::tui::view::page::span;
use ratatui::style::Style;

/// Columns of a component's name in the tables, at least; the rest of the width is added.
const NAME: usize = 18;
/// Columns of the tables before and after the name.
const OTHERS: usize = 25;

pub(super) fn write(view: &PropagationView, inspection: &Inspection, text: &mut PageText<'_>) {
    let (theme, stepper) = (text.theme, &view.stepper);
    let (at, steps) = (stepper.at(), stepper.steps().len());
    let title = view.of.which.title(&view.of.words);
    let queued = stepper.queue().count();
    text.line(theme.strong, format!("{title}, step {at} of {steps}, {queued} queued"));
    text.pin();
    let mut table = Table { view, inspection, row: 0 };
    match stepper.last() {
        Some(step) => table.last(step, text),
        None => {
            let (inputs, size) = (stepper.inputs(), stepper.network().len());
            let noun = if inputs == 1 { "input is set" } else { "inputs are set" };
            text.line(theme.text, format!("{inputs} of {size} components: {noun}, nobody is told"));
        }
    }
    table.queue(text);
    breakpoints(view, inspection, text);
}

/// Writes the rows that can be selected.
struct Table<'a> {
    view: &'a PropagationView,
    inspection: &'a Inspection,
    row: usize,
}

impl Table<'_> {
    fn last(&mut self, step: &Step, text: &mut PageText<'_>) {
        let (theme, view, stepper) = (text.theme, self.view, &self.view.stepper);
        let (id, told) = (step.component, stepper.told(step));
        let words = match step.truth {
            Some(true) => "is true now",
            Some(false) => "is false now",
            None => "flipped back",
        };
        self.component(id, &inputs(stepper, id), theme.strong, words, text);
        for (sum, change) in stepper.changes(step) {
            let name = view.sums.get(sum).map_or("", String::as_str);
            let (change, now) = (signed(change), pair(stepper.sums()[sum]));
            text.line(theme.good, format!("  {change} {name}: {now} (middlegame/endgame)"));
        }
        let lanes: Vec<String> = view.lanes(id).iter().map(ToString::to_string).collect();
        if !lanes.is_empty() {
            text.line(theme.text, format!("  true on {}", lanes.join(" ")));
        }
        text.heading(format!("told: {}", told.len()));
        for told in told {
            let [before, after] = stepper.counts(told);
            let (_, needed) = stepper.count(told.reader);
            let truth = stepper.is_true(told.reader);
            let (style, words) = match (told.flips(), truth) {
                (true, true) => (theme.strong, "true, queued"),
                (true, false) => (theme.strong, "false, queued"),
                (false, true) => (theme.dim, "stays true"),
                (false, false) => (theme.dim, "stays false"),
            };
            let counts = format!("{before} → {after} of {needed}");
            self.component(told.reader, &counts, style, words, text);
        }
    }

    fn queue(&mut self, text: &mut PageText<'_>) {
        let stepper = &self.view.stepper;
        let style = text.theme.text;
        text.heading(format!("queue: {}", stepper.queue().count()));
        for id in stepper.queue() {
            let words = if stepper.is_true(id) { "true" } else { "false" };
            self.component(id, &inputs(stepper, id), style, words, text);
        }
    }

    /// A component: its name, its true inputs and what follows, marked if a breakpoint means it.
    fn component(
        &mut self,
        id: Id,
        inputs: &str,
        style: Style,
        words: &'static str,
        text: &mut PageText<'_>,
    ) {
        let network = self.view.stepper.network();
        let meant = self.inspection.flip_breakpoints.iter().any(|it| it.means(network, id));
        if self.row == self.inspection.selected {
            text.select();
        }
        self.row += 1;
        let width = text.width.saturating_sub(OTHERS).clamp(NAME, 44);
        let name = network.name(id);
        // The end of a name says more than its beginning.
        let cut = name.chars().count().saturating_sub(width);
        let name: String = match cut {
            0 => name.to_owned(),
            cut => ['…'].into_iter().chain(name.chars().skip(cut + 1)).collect(),
        };
        let mark = if meant { "● " } else { "  " };
        text.row([
            span(text.theme.warn, mark),
            span(style, format!("{name:<width$}")),
            span(text.theme.dim, format!(" {inputs:<8} ")),
            span(style, words),
        ]);
    }
}

/// The true inputs of a component, and how many it needs.
fn inputs(stepper: &Stepper, id: Id) -> String {
    let (count, needed) = stepper.count(id);
    match stepper.network().kind(id) {
        Kind::Input => "input".to_owned(),
        Kind::AtLeast(_) | Kind::Pending => format!("{count} of {needed}"),
    }
}

fn breakpoints(view: &PropagationView, inspection: &Inspection, text: &mut PageText<'_>) {
    text.heading("breakpoints");
    if inspection.flip_breakpoints.is_empty() {
        let sets = text.ways([("row-switch", "sets one on the row")]);
        text.sentence(&format!("none; {sets}, :break-flip d6 passed by words of the name"));
    }
    let network = view.stepper.network();
    for breakpoint in &inspection.flip_breakpoints {
        let steps = view.stepper.steps().iter();
        let hits = steps.filter(|it| it.truth.is_some() && breakpoint.means(network, it.component));
        let hits = number_of(hits.count(), "flip");
        text.line(text.theme.warn, format!("● {}: {hits} here", breakpoint.0));
    }
}

fn pair([middle, end]: Pair) -> String {
    format!("{middle}/{end}")
}

fn signed([middle, end]: Pair) -> String {
    format!("{middle:+}/{end:+}")
}

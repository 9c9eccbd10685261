//! The inspector page: its text, wrapped to the panel and scrolled to the selected row.

mod page_text;
mod paused;
mod perft;
mod propagation;
mod reports;
mod roots;
mod searches;
mod trace;
mod tree;

pub use reports::{branching, iteration_nodes, logarithms};

use super::page::{Page, SELECTED};
use crate::engine::Provenance;
use crate::rules::{Move, Position, notation};
use crate::tui::model::Model;
use crate::tui::model::inspect::Subject;
use crate::tui::values::panel::Panel;
use page_text::PageText;

/// Rows below the selected one that stay visible.
const BELOW: usize = 3;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let width = usize::from(page.width());
    let mut text = PageText::new(page.theme, &model.keymap, model.plain, width);
    write(model, &mut text);
    let PageText { mut lines, selected, pinned, .. } = text;
    if let Some(line) = selected.and_then(|at| lines.get_mut(at)) {
        line.spans.iter_mut().for_each(|span| span.style = page.theme.selected);
        if model.plain {
            line.spans.insert(0, SELECTED.into());
        }
    }
    let rows = usize::from(page.rows());
    // Half of a low page is left to the rows that scroll.
    let pinned = if pinned * 2 > rows { pinned.min(rows / 2) } else { pinned };
    let scrolled = lines.split_off(pinned.min(lines.len()));
    let selected = selected.and_then(|at| at.checked_sub(pinned));
    lines.into_iter().for_each(|line| page.line(line));
    let rows = rows - pinned;
    let last = scrolled.len().saturating_sub(rows);
    // The selected row stays visible until the user scrolls.
    let first = match selected {
        Some(line) if line + BELOW >= rows => line.saturating_sub(rows / 2).min(last),
        Some(_) | None => 0,
    };
    let first = first.saturating_add_signed(model.scrolled(Panel::Inspector)).min(last);
    page.cut(first, scrolled.len().saturating_sub(first + rows));
    scrolled.into_iter().skip(first).take(rows).for_each(|line| page.line(line));
}

/// The move that the strength limits chose in a position, if the last move was made there.
fn chosen_in(position: &Position, model: &Model) -> Option<Move> {
    let report = model.thinking.last_move.as_ref()?;
    let weakened = report.dial.weakened.as_ref()?;
    let is_here = report.root.key() == position.key();
    is_here.then(|| notation::parse_move(position, &weakened.played.uci).ok()).flatten()
}

fn write(model: &Model, text: &mut PageText<'_>) {
    let (inspection, theme) = (&model.inspect, text.theme);
    if inspection.pending.is_some() {
        let cancels = text.ways([("leave-inspector", "cancels")]);
        // What is known of the table is older than what the engine writes to it at present.
        if matches!(inspection.subject, Subject::Table(..)) {
            let words =
                format!("the engine is at work: it looks at the table when it is done; {cancels}");
            return text.line(theme.warn, words);
        }
        text.line(theme.warn, format!("searching again to answer; {cancels}"));
    }
    match &inspection.subject {
        Subject::Nothing => text.sentence("no question asked yet"),
        Subject::Stop => reports::stop(model, text),
        Subject::Budget => reports::budget(model, text),
        Subject::WhatIf(what_if) => reports::what_if(what_if, inspection.selected, text),
        Subject::Rivals => searches::rivals(model, text),
        Subject::Compared(comparison, root) => searches::compared(comparison, root, text),
        Subject::WhyNot(list, tree, from) => {
            searches::why_not(list, tree, chosen_in(&tree.start, model), text);
            if *from != Provenance::Same {
                text.line(text.theme.warn, from.words());
            }
        }
        Subject::Draw => reports::draw(model, text),
        Subject::Table(probe, position) => searches::tt_probe(probe, position, model, text),
        Subject::Words(words) => {
            for (index, line) in words.lines().enumerate() {
                text.line(if index == 0 { theme.strong } else { theme.text }, line);
            }
        }
        Subject::Change(change) => reports::change(change, model, text),
        Subject::Dial => reports::error_draw(model, text),
        Subject::Nodes => reports::nodes(model, text),
        Subject::Roots(table) => roots::write(table, model, text),
        Subject::Breakpoints => paused::breakpoints(inspection, text),
        Subject::Paused => paused::paused(model, text),
        Subject::Tree(explorer) => tree::write(explorer, text),
        Subject::Trace(view) => trace::write(view, text),
        Subject::Divide(divide) => perft::write(divide, inspection.selected, text),
        Subject::Propagation(view) => propagation::write(view, inspection, text),
    }
}

//! The other engine, as an opponent or as a second opinion: what it does, depth, nodes, speed, its lines, and the last of what it
//! says in words.

use super::multi_pv::variation;
use crate::tui::model::Model;
use crate::tui::model::external::ExternalTask;
use crate::tui::values::format::count;
use crate::tui::view::page::{Page, span};

/// Its name.
pub fn summary(model: &Model) -> String {
    model.external.called().to_owned()
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let external = &model.external;
    let state = match (external.task, &external.who) {
        (Some(_), None) => "it is being started",
        (Some(ExternalTask::Move), Some(_)) => "thinks about its move",
        (Some(ExternalTask::Opinion), Some(_)) => "thinks about this position",
        (None, Some(_)) if external.ended => "its search has ended",
        (None, Some(_)) => "waits",
        (None, None) => "does not run",
    };
    let Some(report) = model.external_report() else {
        page.text(theme.dim, state);
        let texts = external.report.as_ref().map_or(&[][..], |report| &report.texts);
        return said(texts, page);
    };
    let info = &report.info;
    let depth = match (info.depth, info.selective_depth) {
        (Some(depth), Some(selective)) => Some(format!("depth {depth}/{selective}")),
        (Some(depth), None) => Some(format!("depth {depth}")),
        (None, _) => None,
    };
    let nodes = info.nodes.map(|nodes| format!("{} nodes", count(nodes)));
    let speed = info.nps.map(|nps| format!("{}/s", count(nps)));
    let figures: Vec<String> = [depth, nodes, speed].into_iter().flatten().collect();
    let left = figures.join("  ");
    if left.len() + 1 + state.len() <= page.width().into() {
        page.justified(span(theme.text, left), span(theme.dim, state));
    } else {
        page.text(theme.text, left);
        page.text(theme.dim, state);
    }
    let several = report.lines.len() > 1;
    for line in &report.lines {
        variation(&report.root, line, several, page);
    }
    said(&report.texts, page);
}

/// The newest of its free texts that the rest of the page has room for, the newest last.
fn said(texts: &[String], page: &mut Page<'_>) {
    let first = texts.len().saturating_sub(page.rows().into());
    for text in &texts[first..] {
        page.text(page.theme.dim, text.clone());
    }
}

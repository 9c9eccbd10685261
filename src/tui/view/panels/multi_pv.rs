//! Principal variations in SAN with their scores in White's view.

use crate::base::number_of;
use crate::engine::{DialReport, Report};
use crate::game::openings::Opening;
use crate::rules::{Position, notation};
use crate::search::{CurrentMove, PvLine};
use crate::strength::StrengthLevel;
use crate::tui::model::Model;
use crate::tui::model::choice::{other_preference, value_depth};
use crate::tui::model::inspect::node::white_view;
use crate::tui::values::format::{bounded, count, duration, numbered_uci, pv_text, wrap};
use crate::tui::view::page::{Page, span};

/// Nodes and speed.
pub fn summary(model: &Model) -> String {
    model.report().map_or_else(String::new, |report| {
        if model.inspect.paused.is_some() {
            // What the lines are of, which the search is beyond.
            return match report.epoch == model.thinking.epoch {
                true => format!("of node {}", report.search.nodes),
                false => "of the previous search".to_owned(),
            };
        }
        let nodes = format!("{} nodes", count(report.search.nodes));
        let speed = format!("{}/s", count(report.nps));
        let figures = [(report.search.nodes, nodes), (report.nps, speed)];
        // A record may have only one of them.
        let known = figures.into_iter().filter(|(figure, _)| *figure > 0).map(|(_, words)| words);
        known.collect::<Vec<_>>().join(", ")
    })
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    if let Some(node) = model.inspected_node() {
        page.text(theme.title, node.label());
        page.paragraph(&node.path_line(), theme.strong);
    }
    let Some(report) = model.report() else {
        let openings = openings(model);
        let usual = match (openings.is_empty(), page.rows() < 6) {
            (true, _) => "principal variations appear when the engine searches",
            (false, true) => "openings from here:",
            (false, false) => {
                "principal variations appear when the engine searches; openings from here:"
            }
        };
        page.paragraph(&model.no_report(usual), theme.dim);
        for (san, opening) in openings {
            page.row([
                span(theme.strong, format!("{san:<6}")),
                span(theme.dim, format!("{} ", opening.eco)),
                span(theme.text, opening.name),
            ]);
        }
        return;
    };
    let several = report.search.lines.len() > 1;
    if several || draws_error(report) {
        view_of_level(report, page);
    }
    for line in &report.search.lines {
        variation(&report.root, line, several, page);
    }
    let under = report.search.current.map_or_else(
        String::new,
        |CurrentMove { mv, number, .. }| match model.thinking.is_busy() {
            true => format!("searching {} ({number})", notation::san(&report.root, mv)),
            false => "stopped".to_owned(),
        },
    );
    let stop = match &model.recorded {
        Some(recalled) => recalled.stop.clone(),
        None => report.search.stop.map_or(under, |stop| stop.to_string()),
    };
    let is_search_time = model.recorded.as_ref().is_none_or(|recorded| recorded.is_search_time);
    // Where the search began again, nodes and lines are of the new one; the time panel has the time of the move.
    let again = report.again.map(|time| time.seconds() * 1000.0);
    let elapsed =
        again.or_else(|| model.elapsed()).map_or_else(String::new, |used| match is_search_time {
            true => duration(used),
            false => format!("the move took {}", duration(used)),
        });
    // The time panel has the time, too.
    let fits = stop.chars().count() + 1 + elapsed.len() <= usize::from(page.width());
    let elapsed = if fits { elapsed } else { String::new() };
    page.justified(span(theme.dim, stop), span(theme.dim, elapsed));
}

/// Has the level an error drawn for this move, and only the lines of the moves that are near enough to the best for it?
fn draws_error(report: &Report) -> bool {
    let DialReport { level, nps_cap, .. } = &report.dial;
    level.human().is_none() && nps_cap.is_some()
}

/// Whose scores stand below, where the strength is limited: the level chooses among these moves, and the first need not be the best. In
/// a small panel the moves have the room.
fn view_of_level(report: &Report, page: &mut Page<'_>) {
    let level = report.dial.level;
    if level == StrengthLevel::Full {
        return;
    }
    let depth = match level.human() {
        Some(_) => value_depth(report),
        None => report.search.depth,
    };
    let mut view = format!("the level's view, depth {depth}");
    let mut words = format!("{view}: it chooses among these");
    if draws_error(report) {
        let error = report.dial.weakened.as_ref().map_or_else(
            || "the error drawn here".to_owned(),
            |weakened| format!("the error drawn here, {} cp", weakened.max_error),
        );
        // More lines would take time that the level does not have.
        words = match report.search.lines.len() {
            1 => format!("{view}: no other move is near enough to the best for {error}"),
            count => format!(
                "{view}: it chooses among these {count}, as many as are near enough to the best for {error}"
            ),
        };
        view = format!("{view}, {} near the best", number_of(report.search.lines.len(), "move"));
    }
    if let Some(preference) = other_preference(report, |uci| numbered_uci(&report.root, uci)) {
        words = format!("{words}; {preference}");
    }
    let is_small = 3 * wrap(&words, page.width().into()).len() > page.rows().into();
    page.paragraph(if is_small { &view } else { &words }, page.theme.dim);
}

/// The openings that begin here, each with its move in SAN.
fn openings(model: &Model) -> Vec<(String, Opening)> {
    let (Some(table), position) = (&model.openings, model.shown_position()) else {
        return Vec::new();
    };
    let named = position.legal_moves().into_iter().filter_map(|mv| {
        let opening = table.at(&position.after(mv))?;
        Some((notation::san(&position, mv), opening))
    });
    let mut named: Vec<_> = named.collect();
    // The open games before the flank openings.
    named.sort_by_key(|(_, opening)| std::cmp::Reverse(opening.eco));
    named
}

/// A principal variation with its score and depth.
pub(super) fn variation(root: &Position, line: &PvLine, several: bool, page: &mut Page<'_>) {
    let theme = page.theme;
    let PvLine { score, bound, .. } = white_view(line.clone(), root.turn());
    let depth = if line.depth > 0 { line.depth.to_string() } else { String::new() };
    let moves = pv_text(root, &line.moves);
    let width = usize::from(page.width()).saturating_sub(12);
    let wrapped = wrap(&theme.charset.spelled(&moves), width);
    let rows = if several { 1 } else { usize::from(page.rows().saturating_sub(1)) };
    for (index, text) in wrapped.into_iter().take(rows.max(1)).enumerate() {
        let head = if index == 0 { bounded(score, bound).replace(' ', "") } else { String::new() };
        let gap = " ".repeat(7_usize.saturating_sub(head.chars().count()));
        let depth = if index == 0 { &*depth } else { "" };
        page.row([
            span(theme.text, gap),
            span(theme.favouring(score), head),
            span(theme.dim, format!(" {depth:>3} ")),
            span(theme.text, text),
        ]);
    }
}

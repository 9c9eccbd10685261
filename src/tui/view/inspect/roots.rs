//! The table of root moves: order and why, depth, bound, score, real against shadow, nodes, share, line.

use super::page_text::PageText;
use crate::engine::Report;
use crate::rules::{Move, notation, white_view};
use crate::search::RootMove;
use crate::tui::model::Model;
use crate::tui::model::inspect::RootTable;
use crate::tui::values::draws::interval_text;
use crate::tui::values::format::{bounded, count, percent, pv_text, ratio, truncate};
use crate::tui::view::page::span;

/// Cells before the column of the lines.
const LINE_AT: usize = 65;
/// Cells from which the shadow interval has a column; the row of the selected move has it too.
const WITH_SHADOW: usize = 46;

pub(super) fn write(table: &RootTable, model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let Some((_, report)) = model.inspected_search() else {
        return text.sentence(&model.no_search());
    };
    if let Some(words) = model.paused_words(report) {
        text.sentence(&words);
    }
    let rows = table.rows(report);
    let [sort, filter] = table.words();
    let all = report.search.root_moves.len();
    text.line(theme.strong, format!("{} of {all} root moves, White's view", rows.len()));
    text.sentence(&format!("{sort}, {filter} · s sort · t filter · Enter tree below the move"));
    let selected = model.inspect.selected.min(rows.len().saturating_sub(1));
    if let Some((_, root)) = rows.get(selected) {
        for line in details(root, report) {
            text.line(theme.text, line);
        }
    }
    let has_shadow = text.width >= WITH_SHADOW;
    let column = |words: &str| if has_shadow { format!("{words:>8}") } else { String::new() };
    text.heading(format!(
        "{:<4}{:<8}{:>3}{:>9}{}{:>7}{:>6}  {:<18}line",
        "",
        "move",
        "d",
        "score",
        column("shadow"),
        "nodes",
        "share",
        "order"
    ));
    text.pin();
    let room = text.width.saturating_sub(LINE_AT);
    // Of several lines a later one may have come out better than the first one of the order.
    let best = report.search.lines.first().and_then(|line| line.moves.first());
    let total = report.search.root_nodes();
    for (index, (place, root)) in rows.iter().enumerate() {
        if index == selected {
            text.select();
        }
        let line = match root.line.moves.as_slice() {
            [_, ..] if root.best_at > 0 => truncate(&pv_text(&report.root, &root.line.moves), room),
            _ => String::new(),
        };
        let score = score(root, report);
        let style = match root.depth {
            0 => theme.dim,
            _ => theme.favouring(white_view(root.score, report.root.turn())),
        };
        text.row([
            span(theme.dim, format!("{place:<4}")),
            span(theme.text, format!("{:<8}", notation::san(&report.root, root.mv))),
            span(theme.dim, format!("{:>3}", root.depth)),
            span(theme.text, " ".repeat(9_usize.saturating_sub(score.chars().count()))),
            span(style, score),
            span(theme.shadow, column(&shadow(root, report))),
            span(theme.dim, format!("{:>7}", count(root.nodes))),
            span(theme.strong, format!("{:>6}  ", percent(ratio(root.nodes, total)))),
            span(theme.dim, format!("{:<18}", order(root, best))),
            span(theme.text, line),
        ]);
    }
}

/// The real score with its bound, White's view.
fn score(root: &RootMove, report: &Report) -> String {
    if root.depth == 0 {
        return "–".to_owned();
    }
    let turn = report.root.turn();
    let bound = if turn.is_white() { root.bound } else { root.bound.reversed() };
    bounded(white_view(root.score, turn), bound)
}

/// The shadow interval, White's view, where it says something else than the real score.
fn shadow(root: &RootMove, report: &Report) -> String {
    match (root.shadow, root.depends_on) {
        (None, _) => "–".to_owned(),
        (Some(_), None) => "same".to_owned(),
        (Some(shadow), Some(_)) => {
            let shadow = white_view(shadow, report.root.turn());
            let known = shadow != crate::base::Interval::UNKNOWN;
            if known { interval_text(shadow) } else { "unknown".to_owned() }
        }
    }
}

/// Why the move has its place in the order of the search.
fn order(root: &RootMove, best: Option<&Move>) -> String {
    match root.best_at {
        0 => "as generated".to_owned(),
        _ if best == Some(&root.mv) => "best move".to_owned(),
        iteration => format!("best at depth {iteration}"),
    }
}

/// What does not fit into the row of the selected move.
fn details(root: &RootMove, report: &Report) -> Vec<String> {
    let san = notation::san(&report.root, root.mv);
    let depends = root.depends_on.map_or_else(
        || "depends on no earlier position".to_owned(),
        |ply| format!("depends on a return to ply {ply}"),
    );
    let real = score(root, report);
    let shadow = root.shadow.map(|shadow| white_view(shadow, report.root.turn()));
    let shadow = shadow.map_or_else(|| "–".to_owned(), interval_text);
    let mut lines = vec![format!("{san}: real {real}, shadow {shadow}, {depends}")];
    if root.best_at > 0 {
        let line = pv_text(&report.root, &root.line.moves);
        lines.push(format!("line of depth {}: {line}", root.line.depth));
    }
    lines
}

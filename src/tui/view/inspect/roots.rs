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

/// Which columns a page of some width has, so that none is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    /// The shadow interval; the line of the selected move has it too.
    shadow: bool,
    /// The order in words, not as the depth at which the move was best.
    order_words: bool,
    /// Cells for the line of the move, if it has some.
    line: Option<usize>,
}

impl Columns {
    /// Cells of the columns that every page has, of the shadow interval, and of the order in both forms.
    const FIRST: usize = 37;
    const SHADOW: usize = 8;
    const ORDER: usize = 6;
    const ORDER_WORDS: usize = 18;
    /// Least cells for a line, which begins with two blanks.
    const LINE: usize = 12;

    fn of(width: usize) -> Self {
        let order_words = width >= Self::FIRST + Self::SHADOW + Self::ORDER_WORDS;
        let order = if order_words { Self::ORDER_WORDS } else { Self::ORDER };
        let shadow = width >= Self::FIRST + Self::SHADOW + order;
        let used = Self::FIRST + order + if shadow { Self::SHADOW } else { 0 };
        let line = width.checked_sub(used).filter(|cells| *cells >= Self::LINE);
        Self { shadow, order_words, line: line.map(|cells| cells - 2) }
    }
}

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
    let ways = text.ways([
        ("tree-sort", "sorts"),
        ("tree-filter", "filters"),
        ("row-enter", "opens the tree below the move"),
    ]);
    text.sentence(&format!("{sort}, {filter} · {ways}"));
    let selected = model.inspect.selected.min(rows.len().saturating_sub(1));
    // Of several lines a later one may have come out better than the first one of the order.
    let best = report.search.lines.first().and_then(|line| line.moves.first());
    let columns = Columns::of(text.width);
    if let Some((_, root)) = rows.get(selected) {
        for line in details(root, report, (!columns.order_words).then(|| order(root, best))) {
            text.line(theme.text, line);
        }
    }
    let shadow_cell = |words: &str| match columns.shadow {
        true => format!("{words:>8}"),
        false => String::new(),
    };
    let order_cell = |words: &str, depth: &str| match columns.order_words {
        true => format!("  {words:<16}"),
        false => format!("{depth:>6}"),
    };
    text.headings([
        format!("{:<4}", "#"),
        format!("{:<8}", "move"),
        format!("{:>3}", "d"),
        format!("{:>9}", "score"),
        shadow_cell("shadow"),
        format!("{:>7}", "nodes"),
        format!("{:>6}", "share"),
        order_cell("order", "best"),
        if columns.line.is_some() { "  line".to_owned() } else { String::new() },
    ]);
    text.pin();
    let total = report.search.root_nodes();
    for (index, (place, root)) in rows.iter().enumerate() {
        if index == selected {
            text.select();
        }
        let line = match (root.line.moves.as_slice(), columns.line) {
            ([_, ..], Some(room)) if root.best_at > 0 => {
                format!("  {}", truncate(&pv_text(&report.root, &root.line.moves), room))
            }
            _ => String::new(),
        };
        let score = score(root, report);
        let style = match root.depth {
            0 => theme.dim,
            _ => theme.favouring(white_view(root.score, report.root.turn())),
        };
        let gap = " ".repeat(9_usize.saturating_sub(score.chars().count()));
        text.cells([
            span(theme.dim, format!("{place:<4}")).into(),
            span(theme.text, format!("{:<8}", notation::san(&report.root, root.mv))).into(),
            span(theme.dim, format!("{:>3}", root.depth)).into(),
            vec![span(theme.text, gap), span(style, score)].into(),
            span(theme.shadow, shadow_cell(&shadow(root, report))).into(),
            span(theme.dim, format!("{:>7}", count(root.nodes))).into(),
            span(theme.strong, format!("{:>6}", percent(ratio(root.nodes, total)))).into(),
            span(theme.dim, order_cell(&order(root, best), &best_depth(root, best))).into(),
            span(theme.text, line).into(),
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

/// The same in few cells: the last depth at which it was the best move.
fn best_depth(root: &RootMove, best: Option<&Move>) -> String {
    match root.best_at {
        0 => "–".to_owned(),
        _ if best == Some(&root.mv) => "now".to_owned(),
        iteration => iteration.to_string(),
    }
}

/// What does not fit into the row of the selected move.
fn details(root: &RootMove, report: &Report, order: Option<String>) -> Vec<String> {
    let san = notation::san(&report.root, root.mv);
    let depends = root.depends_on.map_or_else(
        || "depends on no earlier position".to_owned(),
        |ply| format!("depends on a return to ply {ply}"),
    );
    let real = score(root, report);
    let shadow = root.shadow.map(|shadow| white_view(shadow, report.root.turn()));
    let shadow = shadow.map_or_else(|| "–".to_owned(), interval_text);
    let order = order.map_or_else(String::new, |order| format!("; {order}"));
    let mut lines = vec![format!("{san}: real {real}, shadow {shadow}, {depends}{order}")];
    if root.best_at > 0 {
        let line = pv_text(&report.root, &root.line.moves);
        lines.push(format!("line of depth {}: {line}", root.line.depth));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn no_column_is_wider_than_the_page() {
        let columns = |shadow, order_words, line| Columns { shadow, order_words, line };
        assert_eq!(Columns::of(44), columns(false, false, None));
        assert_eq!(Columns::of(51), columns(true, false, None));
        assert_eq!(Columns::of(62), columns(true, false, None));
        assert_eq!(Columns::of(63), columns(true, true, None));
        assert_eq!(Columns::of(75), columns(true, true, Some(10)));
    }
}

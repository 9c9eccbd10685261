//! The tree explorer: a recorded search tree, expanded node by node, filtered and sorted.

use super::page_text::{PageText, indented};
use crate::base::{Bound, Score};
use crate::engine::Provenance;
use crate::rules::{Color, Position, notation, white_view};
use crate::search::NodeType;
use crate::search::observe::{NodeId, TreeNode, names};
use crate::tui::model::inspect::Explorer;
use crate::tui::values::draws::interval_text;
use crate::tui::values::format::{bound_text, bounded, count, numbered_moves, pawns, truncate};
use crate::tui::view::page::span;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

pub(super) fn write(explorer: &Explorer, text: &mut PageText<'_>) {
    let (tree, theme) = (&explorer.tree, text.theme);
    let line = match tree.line.as_slice() {
        [] => "the root".to_owned(),
        line => numbered_moves(&tree.start, line).join(" "),
    };
    let total = count(tree.total());
    text.line(theme.strong, format!("{total} nodes below {line}, {} recorded", tree.node_count()));
    let style = if explorer.from == Provenance::Same { theme.dim } else { theme.warn };
    text.line(style, explorer.from.words());
    if let Some(level) = tree.cut_at {
        let words = format!("memory limit of 64 MiB reached: complete to level {level}");
        text.line(theme.warn, words);
    }
    let ways = text.ways([
        ("row-open", "open"),
        ("row-close", "close"),
        ("tree-pv", "PV"),
        ("tree-sort", "sort"),
        ("tree-filter", "filter"),
        ("tree-colour", "colour"),
    ]);
    text.sentence(&format!("{ways} · :export FILE"));
    if let Some((id, node)) = explorer.selected.and_then(|id| Some((id, tree.node(id)?))) {
        text.line(theme.text, details(node, tree.position(id).turn()));
    }
    let wide = name_width(text);
    text.headings([
        format!("{:<wide$}", "move"),
        format!("{:>8}", "score"),
        format!("{:>6}", "nodes"),
        format!("{:>4}", "d"),
        "  type, exit reason; White's view".to_owned(),
    ]);
    for (level, id) in explorer.visible() {
        let Some(node) = tree.node(id) else { continue };
        if Some(id) == explorer.selected {
            text.select();
        }
        text.cells(row(explorer, level, id, node, text));
    }
}

/// Cells of the column of moves: fewer on narrow panels, so that the type of a node is on the screen.
fn name_width(text: &PageText<'_>) -> usize {
    text.width.saturating_sub(26).clamp(16, 22)
}

fn row(
    explorer: &Explorer,
    level: usize,
    id: NodeId,
    node: &TreeNode,
    text: &PageText<'_>,
) -> [Line<'static>; 5] {
    let (tree, theme) = (&explorer.tree, text.theme);
    let style = style(explorer, id, node, text);
    let sign = match (node.children.is_empty(), explorer.open.contains(&id)) {
        (true, _) => ' ',
        (false, true) => '▾',
        (false, false) => '▸',
    };
    let name = match (node.mv, node.parent) {
        // A search of the same position, as without its TT move.
        (Some(_), Some(parent)) if tree.node(parent).is_some_and(|it| it.ply == node.ply) => {
            node.purpose.to_string()
        }
        (Some(mv), Some(parent)) => {
            let san = notation::san(&tree.position(parent), mv);
            let is_side_search = node.purpose.is_side_search();
            if is_side_search { format!("{san} {}", node.purpose) } else { san }
        }
        (Some(_), None) => numbered_moves(&tree.start, &tree.line).pop().unwrap_or_default(),
        (None, Some(_)) => node.purpose.to_string(),
        (None, None) => format!("{} {}", node.purpose, node.iteration),
    };
    let name = indented(level, sign, &name);
    let wide = name_width(text);
    let position = tree.position(id);
    let score = white_score(node, &position);
    let score_style = score.map_or(theme.dim, |(score, _)| theme.favouring(score));
    let score = score.map_or_else(|| "–".to_owned(), |(score, bound)| bounded(score, bound));
    let ended = node.left.map_or_else(
        || "unfinished".to_owned(),
        |left| names::ending(&left.reason, Some(&position)),
    );
    let reduction = node.place.map_or(0, |place| place.reduction);
    let reduced = if reduction == 0 { String::new() } else { format!(", reduced {reduction}") };
    let eval = node
        .evaluation
        .map(|eval| white_view(eval.raw.value(), position.turn()))
        .map_or_else(String::new, |raw| format!(", eval {}", pawns(raw)));
    let gap = Span::raw(" ".repeat(8_usize.saturating_sub(score.chars().count())));
    let kind = span(style, node.node_type.to_string());
    [
        span(style, format!("{:<wide$}", truncate(&name, wide - 1))).into(),
        vec![gap, span(score_style, score)].into(),
        span(theme.dim, format!("{:>6}", count(node.nodes))).into(),
        span(theme.dim, format!("{:>4}  ", node.depth)).into(),
        vec![kind, span(theme.dim, format!(", {ended}{reduced}{eval}"))].into(),
    ]
}

fn style(explorer: &Explorer, id: NodeId, node: &TreeNode, text: &PageText<'_>) -> Style {
    let theme = text.theme;
    if explorer.by_score {
        let score = white_score(node, &explorer.tree.position(id));
        return score.map_or(theme.dim, |(score, _)| theme.favouring(score));
    }
    match node.node_type {
        NodeType::Root | NodeType::Pv => theme.good,
        NodeType::Cut => theme.bad,
        NodeType::All => theme.text,
        NodeType::Quiescence => theme.shadow,
    }
}

/// The score and its bound from White's view.
fn white_score(node: &TreeNode, position: &Position) -> Option<(Score, Bound)> {
    let (score, bound) = node.score().zip(node.bound())?;
    let turn = position.turn();
    Some((white_view(score, turn), turn.fold_wb(bound, bound.reversed())))
}

/// Details of the selected node, with the scores of its side to move.
fn details(node: &TreeNode, turn: Color) -> String {
    let mut parts = vec![
        format!("{}'s view", turn.fold_wb("White", "Black")),
        format!("window {} to {}", bound_text(node.alpha), bound_text(node.beta)),
        format!("searched as {}", node.purpose),
    ];
    if let Some(place) = &node.place {
        parts.push(format!("move number {}, {}", place.number, place.reason));
        if place.extension != 0 {
            parts.push(format!("extended {}", place.extension));
        }
    }
    if let Some(eval) = node.evaluation {
        parts.push(format!("evaluation {eval}"));
    }
    parts.extend(node.probe.map(|probe| match probe.depth {
        Some(depth) => {
            let (low, high) = (bound_text(probe.low), bound_text(probe.high));
            format!("TT {low} to {high} at depth {depth}")
        }
        None => "no TT entry".to_owned(),
    }));
    if let Some(left) = &node.left {
        parts.push(format!("shadow {}", interval_text(left.value.shadow)));
        parts.extend(left.value.depends_on().map(|ply| format!("depends on ply {ply}")));
    }
    parts.join(", ")
}

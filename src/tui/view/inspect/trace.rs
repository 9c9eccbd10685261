//! The explorer of search traces: one tree, or two side by side.

use super::page_text::PageText;
use crate::base::sanitise;
use crate::rules::{Position, notation, parse_move};
use crate::tui::model::inspect::trace::{Item, Side, TraceEvent, TraceView};
use crate::tui::values::format::count;
use crate::tui::values::theme::Theme;
use crate::tui::view::page::span;
use lucena_trace::record::{Bound, Flags, NodeType};
use lucena_trace::{Index, Node};
use ratatui::style::Style;
use ratatui::text::Span;
use std::collections::BTreeMap;

/// Score units from which a score is coloured.
const COLOURED: i64 = 50;
/// Columns of each of two traces.
const HALF: usize = 58;

type Row = Vec<Span<'static>>;

pub(super) fn write(view: &TraceView, text: &mut PageText<'_>) {
    let theme = text.theme;
    let keys = "→ open · ← close · p PV · s sort · t filter · C colour · F6 d origin";
    for (number, side) in view.sides.iter().enumerate() {
        let engine = side.head.index.header("engine").unwrap_or("an engine without a name");
        let version = side.head.index.header("version").unwrap_or("");
        let name = ["A", "B"].get(number).filter(|_| view.sides.len() > 1).unwrap_or(&"");
        let nodes = count(side.head.index.stat.counted);
        let head = format!("{name} {engine} {version}: {nodes} nodes, {}", side.head.file);
        text.line(theme.strong, sanitise(head.trim_start()));
        if let Some(fault) = side.head.index.fault {
            text.line(theme.warn, format!("read up to byte {}: {fault}", fault.offset));
        }
        for words in &side.head.words {
            text.line(theme.text, sanitise(words));
        }
    }
    let other = if view.sides.len() > 1 { " · Space other trace" } else { "" };
    text.sentence(&format!("{keys}{other}"));
    text.row([]);
    let tables: Vec<(Option<usize>, Vec<Row>)> =
        view.sides.iter().map(|side| table(view, side, theme)).collect();
    if let [(selected, rows)] = tables.as_slice() {
        for (at, row) in rows.iter().enumerate() {
            if Some(at) == *selected {
                text.select();
            }
            text.row(row.iter().cloned());
        }
        return;
    }
    // Both selected rows stand beside each other.
    let above = tables.iter().filter_map(|(selected, _)| *selected).max().unwrap_or(0);
    let shift = |(selected, _): &(Option<usize>, Vec<Row>)| selected.map_or(0, |own| above - own);
    let most = tables.iter().map(|table| table.1.len() + shift(table)).max();
    for at in 0..most.unwrap_or(0) {
        if at == above {
            text.select();
        }
        let mut row = Row::new();
        for (side, table) in tables.iter().enumerate() {
            let own = at.checked_sub(shift(table)).and_then(|at| table.1.get(at));
            row.extend(fitted(own, side == view.side && at == above, theme));
        }
        text.row(row);
    }
}

fn table(view: &TraceView, side: &Side, theme: &Theme) -> (Option<usize>, Vec<Row>) {
    let rows = view.rows(side);
    let selected = rows.iter().position(|(_, item)| *item == side.chosen);
    // Positions of parents are followed once for all their children.
    let mut positions: BTreeMap<u64, Option<Position>> = BTreeMap::new();
    let lines = rows
        .iter()
        .map(|(level, item)| match item {
            Item::Iteration(at) => iteration_row(side, *at, side.open.contains(item), theme),
            Item::Event(offset, at) => {
                let words = side.events.get(offset).and_then(|events| events.get(*at));
                let words = match words {
                    Some(TraceEvent::Words(words)) => words.as_str(),
                    Some(TraceEvent::Child(_)) | None => "",
                };
                let indent = "  ".repeat((*level).min(8));
                vec![span(theme.dim, format!("{indent}· {}", sanitise(words)))]
            }
            Item::Node(offset) => {
                let Some(known) = side.known.get(offset) else { return Row::new() };
                let above = known.parent.and_then(|parent| {
                    let position = positions
                        .entry(parent)
                        .or_insert_with(|| side.position(parent).map(|(at, _)| at));
                    position.as_ref()
                });
                node_row(view, side, *level, &known.node, above, theme)
            }
        })
        .collect();
    (selected, lines)
}

fn node_row(
    view: &TraceView,
    side: &Side,
    level: usize,
    node: &Node,
    above: Option<&Position>,
    theme: &Theme,
) -> Row {
    let style = style(view, node, theme);
    let sign = match (node.has_children, side.open.contains(&Item::Node(node.offset))) {
        (false, _) => ' ',
        (true, true) => '▾',
        (true, false) => '▸',
    };
    let name = format!("{}{sign} {}", "  ".repeat(level.min(8)), move_name(above, node));
    let score = node
        .exit
        .map_or_else(|| "–".to_owned(), |exit| format!("{}{}", node.bound().sign(), exit.score));
    let depth = side.depth(node.enter.depth);
    let eval = node.eval.map_or_else(String::new, |(_, eval)| format!(", eval {eval}"));
    let ending = ending(&side.head.index, node);
    vec![
        span(style, format!("{name:<22}")),
        span(theme.strong, format!("{score:>8}")),
        span(theme.dim, format!("{:>7}{depth:>4}  ", count(node.nodes))),
        span(style, node.enter.flags.words()),
        span(theme.dim, format!("; {ending}{eval}")),
    ]
}

fn style(view: &TraceView, node: &Node, theme: &Theme) -> Style {
    if view.by_score {
        // White moves at even plies of a game that White begins; a trace knows the side only by its root.
        let score = node.exit.map(|exit| if node.ply % 2 == 0 { exit.score } else { -exit.score });
        return match score {
            None => theme.dim,
            Some(score) if score >= COLOURED => theme.good,
            Some(score) if score <= -COLOURED => theme.bad,
            Some(_) => theme.text,
        };
    }
    match node.enter.flags.node_type() {
        _ if node.enter.flags.has(Flags::QUIESCENCE) => theme.shadow,
        NodeType::Pv => theme.good,
        NodeType::Cut => theme.bad,
        NodeType::All | NodeType::Unknown => theme.text,
    }
}

fn iteration_row(side: &Side, at: usize, is_open: bool, theme: &Theme) -> Row {
    let Some(iteration) = side.head.index.iterations.get(at) else { return Row::new() };
    let searches = side.head.index.searches.len();
    let search =
        if searches > 1 { format!("search {}, ", iteration.search + 1) } else { String::new() };
    let sign = if is_open { '▾' } else { '▸' };
    let name = format!("{sign} {search}iteration {}", side.depth(iteration.depth));
    let (score, best) = iteration.result.map_or_else(
        || ("–".to_owned(), String::new()),
        |(score, best)| (score.to_string(), best.to_string()),
    );
    vec![
        span(theme.title, format!("{name:<24}")),
        span(theme.strong, format!("{score:>8}")),
        span(theme.dim, format!("{:>7}  ", count(iteration.nodes))),
        span(theme.text, best),
        span(theme.dim, format!(", window {}..{}", iteration.alpha, iteration.beta)),
    ]
}

/// A row cut or filled to half of the page.
fn fitted(row: Option<&Row>, is_selected: bool, theme: &Theme) -> Row {
    let mut room = HALF;
    let mut parts = vec![span(theme.warn, if is_selected { "»" } else { " " })];
    for part in row.map_or(&[][..], Vec::as_slice) {
        let words: String = part.content.chars().take(room).collect();
        room -= words.chars().count();
        parts.push(span(part.style, words));
    }
    parts.push(span(theme.dim, format!("{} ", " ".repeat(room))));
    parts
}

/// How a node ended.
fn ending(index: &Index, node: &Node) -> String {
    let Some(exit) = node.exit else { return "not left".to_owned() };
    match exit.reason {
        Some(reason) => sanitise(index.name(reason)).into_owned(),
        None if node.probe.is_some_and(|probe| probe.used) => "TT cut-off".to_owned(),
        None if node.bound() == Bound::Lower && !exit.best.is_none() => {
            format!("cut off by {}", exit.best)
        }
        None => "all moves".to_owned(),
    }
}

/// The name of a node's move in its parent's position.
fn move_name(above: Option<&Position>, node: &Node) -> String {
    let mv = node.enter.mv;
    if node.enter.flags.has(Flags::SAME) {
        return if mv.is_none() { "same".to_owned() } else { format!("without {mv}") };
    }
    if mv.is_none() {
        return if node.enter.flags.has(Flags::NULL) { "null move" } else { "root" }.to_owned();
    }
    let known = above.and_then(|position| {
        let legal = parse_move(position, &mv.to_string()).ok()?;
        Some(notation::san(position, legal))
    });
    known.unwrap_or_else(|| mv.to_string())
}

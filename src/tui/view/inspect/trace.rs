//! The explorer of search traces: one tree, or two side by side.

use super::page_text::{PageText, indented};
use crate::base::Score;
use crate::base::sanitise;
use crate::rules::{Color, Position, notation, parse_line, parse_move};
use crate::tui::model::inspect::trace::{Item, Side, TraceView};
use crate::tui::values::format::{count, pv_text};
use crate::tui::values::theme::Theme;
use crate::tui::view::page::span;
use lucena_trace::diff::{self, Difference};
use lucena_trace::record::{Flags, Move, NodeType};
use lucena_trace::{Node, Step};
use ratatui::style::Style;
use ratatui::text::Span;
use std::collections::BTreeMap;

/// Columns from which the windows are shown.
const WITH_WINDOW: usize = 84;
/// Columns from which names have their full width.
const WIDE: usize = 60;
/// Columns that a tree beside another one needs; with fewer only the current one is shown.
const BESIDE: usize = 32;
/// Figures that are shown above a comparison.
const FIGURES: usize = 6;

type Row = Vec<Span<'static>>;

pub(super) fn write(view: &TraceView, text: &mut PageText<'_>) {
    if let Some(answer) = &view.answer {
        for (index, line) in answer.lines().enumerate() {
            let style = if index == 0 { text.theme.strong } else { text.theme.text };
            text.line(style, sanitise(line));
        }
        text.sentence(&text.ways([("leave-inspector", "goes back to the trace")]));
        return;
    }
    head(view, text);
    let beside = (text.width + 1) / view.sides.len().max(1) - 1;
    let is_one = view.sides.len() > 1 && beside < BESIDE;
    if is_one {
        let name = ["A", "B"][view.side.min(1)];
        let shows = text.ways([("row-switch", "shows the other one")]);
        text.line(text.theme.title, format!("trace {name}; {shows}"));
    }
    let shown: Vec<&Side> =
        if is_one { view.current().into_iter().collect() } else { view.sides.iter().collect() };
    let width = if shown.len() > 1 { beside } else { text.width };
    let columns = Columns::of(width);
    let headings = shown.iter().map(|_| columns.heading(text.theme));
    let tables: Vec<Table> =
        shown.iter().map(|side| table(view, side, columns, text.theme)).collect();
    if let [table] = tables.as_slice() {
        headings.for_each(|heading| text.row(heading));
        text.pin();
        for (at, row) in table.rows.iter().enumerate() {
            if Some(at) == table.selected {
                text.select();
            }
            text.row(row.iter().cloned());
        }
        return;
    }
    let heading: Vec<Row> =
        headings.map(|heading| fitted(Some(&heading), width, false, text.theme)).collect();
    text.row(heading.concat());
    text.pin();
    // Both selected rows stand beside each other.
    let above = tables.iter().filter_map(|table| table.selected).max().unwrap_or(0);
    let shift = |table: &Table| table.selected.map_or(0, |own| above - own);
    let most = tables.iter().map(|table| table.rows.len() + shift(table)).max().unwrap_or(0);
    for at in 0..most {
        if at == above {
            text.select();
        }
        let mut row = Row::new();
        for (side, table) in tables.iter().enumerate() {
            let own = at.checked_sub(shift(table)).and_then(|at| table.rows.get(at));
            row.extend(fitted(own, width, side == view.side && at == above, text.theme));
        }
        text.row(row);
    }
}

/// What stands above the tree: the files, where two of them part, the selected node.
fn head(view: &TraceView, text: &mut PageText<'_>) {
    let theme = text.theme;
    for (number, side) in view.sides.iter().enumerate() {
        let index = &side.head.index;
        let engine = index.engine_words();
        let name = if view.sides.len() > 1 { ["A: ", "B: "][number.min(1)] } else { "" };
        let searches = match index.searches.len() {
            1 => String::new(),
            several => format!(", {several} searches"),
        };
        let nodes = match index.stat.counted {
            1 => "1 node".to_owned(),
            several => format!("{} nodes", count(several)),
        };
        let words = format!("{name}{engine}, {}: {nodes}{searches}", side.head.file);
        text.line(theme.strong, sanitise(&words));
        if let Some(fault) = index.fault {
            text.line(theme.warn, format!("read up to byte {}: {fault}", index.end));
        }
        if index.unlisted > 0 {
            let words = format!("searches and iterations not listed: {}", index.unlisted);
            text.line(theme.warn, words);
        }
    }
    if let [a, b] = view.sides.as_slice() {
        comparison(view, [a, b], text);
    }
    let ways = if view.sides.len() > 1 {
        let figures = text.keymap.way_to_question('b');
        text.ways([
            ("row-open", "open"),
            ("row-close", "close"),
            ("row-switch", "other trace"),
            ("trace-difference", "difference"),
            ("tree-pv", "PV"),
            ("trace-find", "find"),
        ]) + &format!(" · {figures} figures")
    } else {
        let question = text.keymap.way_to_question('d');
        text.ways([
            ("row-open", "open"),
            ("row-close", "close"),
            ("tree-pv", "PV"),
            ("trace-find", "find"),
            ("tree-filter", "filter"),
            ("tree-sort", "sort"),
            ("tree-colour", "colour"),
        ]) + &format!(" · {question} 7 5 b questions")
    };
    text.sentence(&ways);
    if !view.filter.is_empty() {
        text.line(theme.warn, format!("only nodes with {}, and those that are open", view.filter));
    }
    if let Some(side) = view.current() {
        details(side, text);
    }
}

fn comparison(view: &TraceView, [a, b]: [&Side; 2], text: &mut PageText<'_>) {
    let theme = text.theme;
    let mut rows = diff::figures(&a.head.index, &b.head.index);
    rows.sort_by(|x, y| far(y.1).total_cmp(&far(x.1)));
    let nodes = [a.head.index.stat.counted, b.head.index.stat.counted];
    let total = format!("nodes {} | {} ({})", nodes[0], nodes[1], diff::growth(nodes));
    let others = rows.iter().filter(|(name, _)| name != "nodes counted").take(FIGURES);
    let others = others.map(|(name, pair)| format!("{name} {}", diff::growth(*pair)));
    let figures: Vec<String> = std::iter::once(total).chain(others).collect();
    let Some(parts) = &view.difference else {
        text.line(theme.good, "the traces are equal, record by record");
        return;
    };
    text.line(theme.dim, sanitise(&figures.join(" · ")));
    // The record in which they part begins the next search.
    let begins = |side: &Side, at: u64| {
        let next = side.head.index.searches.get(parts.search as usize);
        next.is_some_and(|search| search.offset == at)
    };
    if begins(a, parts.sides[0].offset) && begins(b, parts.sides[1].offset) {
        let number = parts.search + 1;
        text.line(theme.warn, format!("the positions of search {number} differ:"));
        return records(parts, text);
    }
    if parts.search == 0 {
        text.line(theme.warn, "they part before the first search:");
        return records(parts, text);
    }
    let path = san_line(a.root(parts.search.saturating_sub(1) as usize), &parts.path);
    let place = parts.place_words(&a.head.index);
    text.line(theme.warn, format!("they part in {place}, {path}:"));
    records(parts, text);
}

/// The records in which two traces differ.
fn records(parts: &Difference, text: &mut PageText<'_>) {
    let theme = text.theme;
    for (name, side) in ["A", "B"].iter().zip(&parts.sides) {
        let record = side.record.as_deref().unwrap_or("the trace ends");
        text.line(theme.text, sanitise(&format!("  {name}: {record}")));
    }
}

/// How far a figure is from equal, as a factor; rare things are less telling than frequent ones.
fn far([x, y]: [u64; 2]) -> f64 {
    let (x, y) = (x as f64 + 50.0, y as f64 + 50.0);
    (x / y).max(y / x)
}

/// Moves in SAN as far as they are legal, the rest in UCI form.
fn san_line(root: Option<Position>, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "at the root".to_owned();
    }
    let uci = || moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let Some(root) = root else { return format!("after {}", uci()) };
    let line = parse_line(&root, moves.iter().map(ToString::to_string));
    match line.error {
        Some(_) => format!("after {}", uci()),
        None => format!("after {}", pv_text(&root, &line.moves)),
    }
}

/// The selected node in two lines: its place, and what was asked and found.
fn details(side: &Side, text: &mut PageText<'_>) {
    let theme = text.theme;
    let index = &side.head.index;
    let Some(node) = side.selected_node() else {
        let search = side.search(side.selected);
        if let Some((fen, before)) = side.head.roots.get(search) {
            let moves: Vec<String> = before.iter().map(ToString::to_string).collect();
            let words = format!("{fen} {}", moves.join(" "));
            text.line(theme.text, sanitise(words.trim_end()));
        }
        return;
    };
    let root = side.root(side.search(side.selected));
    text.line(theme.text, san_line(root, &side.path(node.offset)));
    let mut parts = vec![
        format!("window {}..{}", node.enter.alpha, node.enter.beta),
        format!("depth {}, ply {}", index.plies(node.enter.depth), node.ply),
    ];
    let turn = side.turn(node);
    let named = match turn {
        Some(Color::White) => "White to move",
        Some(Color::Black) => "Black to move",
        None => "the side to move",
    };
    if let Some(exit) = node.exit {
        let sign = node.bound().sign();
        let negated = index.score_words(exit.score.wrapping_neg());
        let white = match (turn, sign) {
            (Some(Color::Black), "≤") => format!(" (≥{negated} for White)"),
            (Some(Color::Black), "≥") => format!(" (≤{negated} for White)"),
            (Some(Color::Black), _) => format!(" ({negated} for White)"),
            (Some(Color::White) | None, _) => String::new(),
        };
        let score = index.score_words(exit.score);
        parts.push(format!("score {sign}{score}, {named}{white}"));
    }
    if let Some((raw, corrected)) = node.eval {
        parts.push(format!("evaluation {raw}, corrected {corrected}"));
    }
    if let Some(probe) = node.probe {
        parts.push(format!("TT entry: {}", index.entry_words(&probe)));
    }
    parts.push(format!("byte {}", node.offset));
    text.line(theme.text, parts.join(" · "));
}

/// Widths of the columns of a tree.
#[derive(Clone, Copy, Debug)]
struct Columns {
    name: usize,
    has_window: bool,
}

impl Columns {
    const fn of(width: usize) -> Self {
        Self { name: if width < WIDE { 16 } else { 21 }, has_window: width >= WITH_WINDOW }
    }

    fn heading(self, theme: &Theme) -> Row {
        let window = if self.has_window { format!("{:>14}", "window") } else { String::new() };
        let name = self.name;
        let (head, kind) = (["move", "score", "nodes", "d"], "kind; ending");
        let [mv, score, nodes, depth] = head;
        let words = format!("{mv:<name$}{score:>8}{nodes:>7}{depth:>5}{window}  {kind} ");
        vec![span(theme.title, words), span(theme.dim, "(score: side to move)")]
    }
}

/// The rows of a tree and the selected one.
struct Table {
    rows: Vec<Row>,
    selected: Option<usize>,
}

fn table(view: &TraceView, side: &Side, columns: Columns, theme: &Theme) -> Table {
    let items = view.rows(side);
    let selected = items.iter().position(|(_, item)| *item == side.selected);
    // Positions of parents are followed once for all their children.
    let mut positions: BTreeMap<u64, Option<Position>> = BTreeMap::new();
    let mut position = |offset: u64| {
        let at = positions.entry(offset);
        at.or_insert_with(|| side.position(offset).map(|(position, _)| position)).clone()
    };
    let rows = items
        .iter()
        .map(|&(level, item)| match item {
            Item::Search(at) => search_row(side, at, theme),
            Item::Iteration(at) => iteration_row(side, level, at, columns, theme),
            Item::Event(offset, at) => {
                let step = side.events.get(&offset).and_then(|events| events.get(at));
                let above = position(offset);
                let name = |mv: Move| san(above.as_ref(), mv);
                let words = step.and_then(|step| side.head.index.step_words(step, name));
                let style = match step {
                    Some(Step::Pruned { .. }) => theme.warn,
                    _ => theme.dim,
                };
                let words = words.unwrap_or_default();
                vec![span(style, indented(level, '·', &sanitise(&words)))]
            }
            Item::Node(offset) => {
                let Some(loaded) = side.nodes.get(&offset) else { return Row::new() };
                let above = loaded.parent.and_then(&mut position);
                let row = NodeRow { view, side, level, node: &loaded.node, columns };
                row.spans(loaded.parent, above.as_ref(), theme)
            }
        })
        .collect();
    Table { rows, selected }
}

fn sign(side: &Side, item: Item) -> char {
    if side.open.contains(&item) { '▾' } else { '▸' }
}

fn search_row(side: &Side, at: usize, theme: &Theme) -> Row {
    let Some(search) = side.head.index.searches.get(at) else { return Row::new() };
    let name = format!("{} search {}", sign(side, Item::Search(at)), at + 1);
    let end = match search.end {
        Some((_, best, score)) => {
            format!("  {best}, score {}", side.head.index.score_words(score))
        }
        None => "  not ended".to_owned(),
    };
    let fen = side.head.roots.get(at).map_or("", |(fen, _)| fen.as_str());
    vec![
        span(theme.title, format!("{name:<16}")),
        span(theme.dim, format!("{:>7}", count(search.nodes))),
        span(theme.text, end),
        span(theme.dim, format!("  {}", sanitise(fen))),
    ]
}

fn iteration_row(side: &Side, level: usize, at: usize, columns: Columns, theme: &Theme) -> Row {
    let index = &side.head.index;
    let Some(iteration) = index.iterations.get(at) else { return Row::new() };
    let indent = "  ".repeat(level);
    let number = index.number_in_search(at);
    let line = if iteration.line > 1 { format!(" line {}", iteration.line) } else { String::new() };
    let depth = index.plies(iteration.depth);
    let name = format!("{indent}{} iteration {number}{line}", sign(side, Item::Iteration(at)));
    let [score, best] = iteration.result_words(index);
    let best = match iteration.result {
        None => iteration.no_result_words().to_owned(),
        Some(result) if result.best.is_none() => "no best move".to_owned(),
        Some(_) => best,
    };
    let window = format!("{}..{}", iteration.alpha, iteration.beta);
    let width = columns.name;
    let mut row = vec![
        span(theme.title, format!("{name:<width$}")),
        span(theme.strong, format!("{score:>8}")),
        span(theme.dim, format!("{:>7} {depth:>4}", count(iteration.nodes))),
    ];
    row.extend(columns.has_window.then(|| span(theme.dim, format!("{window:>14}"))));
    row.push(span(theme.text, format!("  {best}")));
    row
}

/// A node as a row.
struct NodeRow<'a> {
    view: &'a TraceView,
    side: &'a Side,
    level: usize,
    node: &'a Node,
    columns: Columns,
}

impl NodeRow<'_> {
    fn spans(&self, parent: Option<u64>, above: Option<&Position>, theme: &Theme) -> Row {
        let Self { side, node, columns, .. } = self;
        let index = &side.head.index;
        let style = self.style(theme);
        let sign = if self.view.can_open(node) || side.open.contains(&Item::Node(node.offset)) {
            sign(side, Item::Node(node.offset))
        } else {
            ' '
        };
        let name = indented(self.level, sign, &move_name(above, node));
        let score = node.exit.map_or_else(
            || "–".to_owned(),
            |exit| format!("{}{}", node.bound().sign(), index.score_words(exit.score)),
        );
        let depth = index.plies(node.enter.depth);
        let width = columns.name;
        let mut row = vec![
            span(style, format!("{name:<width$}")),
            Span::raw(" ".repeat(8_usize.saturating_sub(score.chars().count()))),
            span(self.score_style(theme), score),
            span(theme.dim, format!("{:>7} {depth:>4}", count(node.nodes))),
        ];
        let window = format!("{}..{}", node.enter.alpha, node.enter.beta);
        row.extend(columns.has_window.then(|| span(theme.dim, format!("{window:>14}"))));
        let changes = self.changes(parent);
        let kind = node.enter.flags.description();
        row.push(span(style, format!("  {kind}{changes}")));
        let ended = index.ending(node).to_string();
        let eval = node.eval.map_or_else(String::new, |(_, eval)| format!(", eval {eval}"));
        row.push(span(theme.dim, format!("; {}{eval}", sanitise(&ended))));
        row
    }

    /// Why its depth was changed: the events before it for the same move.
    fn changes(&self, parent: Option<u64>) -> String {
        let steps = parent.and_then(|parent| self.side.events.get(&parent));
        let steps = steps.map_or(&[][..], Vec::as_slice);
        let own =
            |step: &Step| matches!(step, Step::Child(node) if node.offset == self.node.offset);
        let Some(at) = steps.iter().position(own) else { return String::new() };
        let before = steps[..at].iter().rev().take_while(|step| !matches!(step, Step::Child(_)));
        let words: Vec<String> = before
            .filter_map(|step| {
                let Step::Change { mv, by, why } = step else { return None };
                let (index, plus) = (&self.side.head.index, if *by > 0 { "+" } else { "" });
                (*mv == self.node.enter.mv)
                    .then(|| format!(", {plus}{} {}", index.plies(*by), sanitise(index.name(*why))))
            })
            .collect();
        words.concat()
    }

    /// The style of the node's score: the side that it favours.
    fn score_style(&self, theme: &Theme) -> Style {
        let Some(exit) = self.node.exit else { return theme.dim };
        let is_black = self.side.turn(self.node) == Some(Color::Black);
        let score = if is_black { exit.score.wrapping_neg() } else { exit.score };
        let largest = i64::from(Score::MATE.value());
        theme.favouring_by(score.clamp(-largest, largest) as i32)
    }

    fn style(&self, theme: &Theme) -> Style {
        if self.view.by_score {
            return self.score_style(theme);
        }
        let flags = self.node.enter.flags;
        match flags.node_type() {
            _ if flags.has(Flags::QUIESCENCE) => theme.shadow,
            NodeType::Pv => theme.good,
            NodeType::Cut => theme.bad,
            NodeType::All | NodeType::Unknown => theme.text,
        }
    }
}

/// A move in SAN if it is legal there, else in UCI form.
fn san(above: Option<&Position>, mv: Move) -> String {
    let legal = above.and_then(|position| {
        let legal = parse_move(position, &mv.to_string()).ok()?;
        Some(notation::san(position, legal))
    });
    legal.unwrap_or_else(|| mv.to_string())
}

/// The name of a node's move in its parent's position.
fn move_name(above: Option<&Position>, node: &Node) -> String {
    let (mv, flags) = (node.enter.mv, node.enter.flags);
    match (mv.is_none(), flags.has(Flags::SAME)) {
        (true, true) => "same".to_owned(),
        (false, true) => format!("without {}", san(above, mv)),
        (true, false) if flags.has(Flags::NULL) => "null move".to_owned(),
        (true, false) => "root".to_owned(),
        (false, false) => san(above, mv),
    }
}

/// A row cut or filled to `width` columns, with a column in front for the mark of the selected one.
fn fitted(row: Option<&Row>, width: usize, is_selected: bool, theme: &Theme) -> Row {
    let mut room = width.saturating_sub(1);
    let mut parts = vec![span(theme.warn, if is_selected { "»" } else { " " })];
    for part in row.map_or(&[][..], Vec::as_slice) {
        let mut words: String = part.content.chars().take(room).collect();
        let is_cut = words.len() < part.content.trim_end().len();
        if is_cut && words.pop().is_some() {
            words.push('…');
        }
        room -= words.chars().count();
        parts.push(span(part.style, words));
        if is_cut {
            break;
        }
    }
    parts.push(span(theme.dim, format!("{} ", " ".repeat(room))));
    parts
}

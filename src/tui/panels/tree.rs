//! The game tree with indented variations, comments and NAGs. The walk has an explicit stack, so that depth is not
//! limited by the call stack.

use crate::game::{NodeId, Tree};
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::page::Page;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Maximum indent in steps of two cells.
const DEEPEST: usize = 5;

/// One word: a move, or a part of a comment.
struct Word {
    text: String,
    node: Option<NodeId>,
}

/// One row: its indent and its words.
struct Row {
    depth: usize,
    words: Vec<Word>,
}

/// Pending work: the continuations of a node, or a variation that starts with a node.
enum Task {
    On(NodeId, usize, Numbered),
    Aside(NodeId, usize),
}

/// Whether Black's move needs its number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbered {
    Yes,
    No,
}

/// The glyph of a NAG; `$n` if it has none.
#[must_use]
pub fn nag_sign(nag: u8) -> String {
    let known = match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        10 => " =",
        13 => " ∞",
        14 => " ⩲",
        15 => " ⩱",
        16 => " ±",
        17 => " ∓",
        18 => " +−",
        19 => " −+",
        _ => return format!(" ${nag}"),
    };
    known.to_owned()
}

fn move_text(tree: &Tree, id: NodeId, numbered: Numbered) -> String {
    let node = tree.node(id);
    let number = node.position().game_ply().saturating_sub(1) / 2 + 1;
    let signs: String = node.nags.iter().map(|&nag| nag_sign(nag)).collect();
    let san = tree.san(id);
    match (node.mover(), numbered) {
        (Some(Color::White), _) => format!("{number}.{san}{signs}"),
        (_, Numbered::Yes) => format!("{number}…{san}{signs}"),
        (_, Numbered::No) => format!("{san}{signs}"),
    }
}

/// All rows at `width` cells.
fn rows(tree: &Tree, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    prose(&mut rows, &tree.node(NodeId::ROOT).comment, 0, width);
    let mut tasks = vec![Task::On(NodeId::ROOT, 0, Numbered::Yes)];
    while let Some(task) = tasks.pop() {
        let (id, depth, numbered) = match task {
            Task::On(parent, depth, numbered) => {
                let Some((&first, others)) = tree.node(parent).children().split_first() else {
                    continue;
                };
                let spoken = !others.is_empty() || !tree.node(first).comment.is_empty();
                let next = if spoken { Numbered::Yes } else { Numbered::No };
                tasks.push(Task::On(first, depth, next));
                tasks.extend(others.iter().rev().map(|&other| Task::Aside(other, depth + 1)));
                (first, depth, numbered)
            }
            Task::Aside(id, depth) => {
                rows.push(Row { depth, words: Vec::new() });
                let spoken = !tree.node(id).comment.is_empty();
                tasks.push(Task::On(id, depth, if spoken { Numbered::Yes } else { Numbered::No }));
                (id, depth, Numbered::Yes)
            }
        };
        prose(&mut rows, &tree.node(id).before, depth, width);
        let text = move_text(tree, id, numbered);
        put(&mut rows, Word { text, node: Some(id) }, depth, width);
        prose(&mut rows, &tree.node(id).comment, depth, width);
    }
    rows
}

fn prose(rows: &mut Vec<Row>, text: &str, depth: usize, width: usize) {
    for word in text.split_whitespace() {
        put(rows, Word { text: word.to_owned(), node: None }, depth, width);
    }
}

/// Appends a word, on a new row when it does not fit or belongs to another line.
fn put(rows: &mut Vec<Row>, word: Word, depth: usize, width: usize) {
    let room = width.saturating_sub(2 * depth.min(DEEPEST));
    let length =
        |words: &[Word]| -> usize { words.iter().map(|word| word.text.chars().count() + 1).sum() };
    match rows.last_mut() {
        Some(row)
            if row.depth == depth
                && length(&row.words) + word.text.chars().count() <= room.max(1) =>
        {
            row.words.push(word);
        }
        _ => rows.push(Row { depth, words: vec![word] }),
    }
}

/// The first visible row: keeps the move shown visible unless the user scrolled.
fn first(model: &Model, rows: &[Row], height: usize) -> usize {
    let most = rows.len().saturating_sub(height);
    let shown = Some(model.session.shown());
    let here = |row: &Row| row.words.iter().any(|word| word.node.is_some() && word.node == shown);
    let at = rows.iter().position(here).unwrap_or(0);
    let natural = at.saturating_sub(height / 2).min(most);
    natural.saturating_add_signed(model.scrolled(super::Panel::Moves)).min(most)
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let rows = rows(model.session.game.tree(), usize::from(page.width()));
    let skip = first(model, &rows, usize::from(page.rows()));
    for row in rows.iter().skip(skip) {
        let mut spans = vec![Span::raw("  ".repeat(row.depth.min(DEEPEST)))];
        for word in &row.words {
            let style = match word.node {
                Some(node) if node == model.session.shown() => theme.selected,
                Some(_) if row.depth == 0 => theme.strong,
                Some(_) => theme.text,
                None => theme.dim,
            };
            spans.push(Span::styled(word.text.clone(), style));
            spans.push(Span::raw(" "));
        }
        page.line(Line::from(spans));
    }
}

/// The move at a point of the panel that fills `area` (title included).
#[must_use]
pub fn at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    let rows = rows(model.session.game.tree(), usize::from(area.width));
    let skip = first(model, &rows, usize::from(area.height.saturating_sub(1)));
    let row = rows.get(skip + usize::from(point.y.checked_sub(area.y + 1)?))?;
    let mut x = usize::from(area.x) + 2 * row.depth.min(DEEPEST);
    for word in &row.words {
        let end = x + word.text.chars().count();
        if (x..end).contains(&usize::from(point.x)) {
            return word.node;
        }
        x = end + 1;
    }
    None
}

//! The game tree with indented variations, comments and NAGs. The walk has an explicit stack, so that depth is not
//! limited by the call stack.

use crate::game::{NodeId, Tree};
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::values::charset::Charset;
use crate::tui::values::format::{nag_sign, wrap};
use crate::tui::values::panel::Panel;
use crate::tui::view::page::{Page, span};
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

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
    Continuations { of: NodeId, depth: usize, is_numbered: bool },
    Variation { start: NodeId, depth: usize },
}

fn move_text(tree: &Tree, id: NodeId, is_numbered: bool) -> String {
    let node = tree.node(id);
    let number = node.position().game_ply().saturating_sub(1) / 2 + 1;
    let signs: String = node.nags.iter().map(|&nag| nag_sign(nag)).collect();
    let san = tree.san(id);
    match node.mover() {
        Some(Color::White) => format!("{number}.{san}{signs}"),
        Some(Color::Black) | None if is_numbered => format!("{number}…{san}{signs}"),
        Some(Color::Black) | None => format!("{san}{signs}"),
    }
}

/// All rows at `width` cells, in what the terminal can show.
fn rows(tree: &Tree, width: usize, charset: Charset) -> Vec<Row> {
    let mut rows = Vec::new();
    let prose = |rows: &mut Vec<Row>, text: &str, depth: usize| {
        for word in charset.spelled(text).split_whitespace() {
            put(rows, Word { text: word.to_owned(), node: None }, depth, width);
        }
    };
    prose(&mut rows, &tree.node(NodeId::ROOT).comment, 0);
    let root = Task::Continuations { of: NodeId::ROOT, depth: 0, is_numbered: true };
    let has_comment = |id| !tree.node(id).comment.is_empty();
    let mut tasks = vec![root];
    while let Some(task) = tasks.pop() {
        let (id, depth, is_numbered) = match task {
            Task::Continuations { of, depth, is_numbered } => {
                let Some((&first, others)) = tree.node(of).children().split_first() else {
                    continue;
                };
                let next = !others.is_empty() || has_comment(first);
                tasks.push(Task::Continuations { of: first, depth, is_numbered: next });
                let variation = |&start| Task::Variation { start, depth: depth + 1 };
                tasks.extend(others.iter().rev().map(variation));
                (first, depth, is_numbered)
            }
            Task::Variation { start, depth } => {
                rows.push(Row { depth, words: Vec::new() });
                let is_numbered = has_comment(start);
                tasks.push(Task::Continuations { of: start, depth, is_numbered });
                (start, depth, true)
            }
        };
        prose(&mut rows, &tree.node(id).before, depth);
        let text = charset.spelled(&move_text(tree, id, is_numbered)).into_owned();
        put(&mut rows, Word { text, node: Some(id) }, depth, width);
        prose(&mut rows, &tree.node(id).comment, depth);
    }
    rows
}

/// Appends a word, on a new row when it does not fit or belongs to another line.
fn put(rows: &mut Vec<Row>, word: Word, depth: usize, width: usize) {
    let room = width.saturating_sub(2 * depth.min(DEEPEST));
    let length = |words: &[Word]| -> usize { words.iter().map(|word| word.text.width() + 1).sum() };
    match rows.last_mut() {
        Some(row)
            if row.depth == depth && length(&row.words) + word.text.width() <= room.max(1) =>
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
    natural.saturating_add_signed(model.scrolled(Panel::Moves)).min(most)
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let rows = rows(model.session.game.tree(), usize::from(page.width()), theme.charset);
    let foot = foot(model, page.width(), page.rows());
    let height = usize::from(page.rows()) - foot.len();
    let skip = first(model, &rows, height);
    if !foot.is_empty() {
        page.cut(0, rows.len().saturating_sub(skip + height));
    }
    let drawn = if foot.is_empty() { rows.len() } else { height };
    for row in rows.iter().skip(skip).take(drawn) {
        let mut spans = vec![Span::raw("  ".repeat(row.depth.min(DEEPEST)))];
        for word in &row.words {
            let style = match word.node {
                Some(node) if node == model.session.shown() => theme.selected,
                Some(_) if row.depth == 0 => theme.strong,
                Some(_) => theme.text,
                None => theme.dim,
            };
            spans.push(span(style, word.text.clone()));
            spans.push(Span::raw(" "));
        }
        page.row(spans);
    }
    foot.into_iter().for_each(|words| page.text(theme.text, words));
}

/// Rows of moves at least above the foot.
const MIN_ROWS: u16 = 4;

/// The ratings of the sides, below the moves where there is room.
fn foot(model: &Model, width: u16, rows: u16) -> Vec<String> {
    let words = model.move_ratings.words();
    let lines = words.map_or_else(Vec::new, |words| wrap(&words, usize::from(width)));
    if lines.len() + usize::from(MIN_ROWS) > usize::from(rows) { Vec::new() } else { lines }
}

/// The move at a point of the panel that fills `area` (title included).
pub fn at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    let charset = model.theme.charset;
    let rows = rows(model.session.game.tree(), usize::from(area.width), charset);
    let height = area.height.saturating_sub(1);
    let height = usize::from(height) - foot(model, area.width, height).len();
    if usize::from(point.y.checked_sub(area.y + 1)?) >= height {
        return None;
    }
    let skip = first(model, &rows, height);
    let row = rows.get(skip + usize::from(point.y.checked_sub(area.y + 1)?))?;
    let mut x = usize::from(area.x) + 2 * row.depth.min(DEEPEST);
    for word in &row.words {
        let end = x + word.text.width();
        if (x..end).contains(&usize::from(point.x)) {
            return word.node;
        }
        x = end + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::game::pgn;
    use crate::tui::values::charset::Charset;

    #[test]
    fn points_for_an_ellipsis_have_room() {
        let games = pgn::read_bytes(b"1. e4 (1. d4) 1... e5 2. Nf3 *").unwrap();
        let texts = |charset| -> Vec<String> {
            let rows = rows(games[0].game.tree(), 11, charset);
            let text = |row: &super::Row| {
                let words: Vec<&str> = row.words.iter().map(|word| word.text.as_str()).collect();
                words.join(" ")
            };
            rows.iter().map(text).collect()
        };
        assert_eq!(texts(Charset::Unicode), ["1.e4", "1.d4", "1…e5 2.Nf3"]);
        assert_eq!(texts(Charset::Console), ["1.e4", "1.d4", "1...e5", "2.Nf3"]);
    }
}

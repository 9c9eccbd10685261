//! The game tree with indented variations, comments and NAGs. The walk has an explicit stack, so that depth is not
//! limited by the call stack.

use crate::game::{NodeId, Tree};
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::values::charset::Charset;
use crate::tui::values::format::{crop, wrap};
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

/// Writes the glyphs behind a move.
type NagWriter = fn(&[u8]) -> String;

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

fn move_text(tree: &Tree, id: NodeId, is_numbered: bool, write_nags: NagWriter) -> String {
    let node = tree.node(id);
    let number = node.move_number();
    let (san, signs) = (tree.san(id), write_nags(&node.nags));
    match node.mover() {
        Some(Color::White) => format!("{number}.{san}{signs}"),
        Some(Color::Black) | None if is_numbered => format!("{number}…{san}{signs}"),
        Some(Color::Black) | None => format!("{san}{signs}"),
    }
}

/// All rows at `width` cells, in what the terminal can show.
fn rows(tree: &Tree, width: usize, charset: Charset, write_nags: NagWriter) -> Vec<Row> {
    let mut rows = Vec::new();
    let prose = |rows: &mut Vec<Row>, text: &str, depth: usize| {
        let room = room(width, depth);
        for mut word in charset.spelled(text).split_whitespace() {
            // A text without blanks is broken where the row ends.
            while word.width() > room {
                let (row, rest) = word.split_at(crop(word, room).len());
                if row.is_empty() {
                    break;
                }
                put(rows, Word { text: row.to_owned(), node: None }, depth, width);
                word = rest;
            }
            put(rows, Word { text: word.to_owned(), node: None }, depth, width);
        }
    };
    prose(&mut rows, &tree.node(NodeId::ROOT).comment, 0);
    prose(&mut rows, &marks(tree, NodeId::ROOT), 0);
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
        let text = charset.spelled(&move_text(tree, id, is_numbered, write_nags)).into_owned();
        put(&mut rows, Word { text, node: Some(id) }, depth, width);
        prose(&mut rows, &tree.node(id).comment, depth);
        prose(&mut rows, &marks(tree, id), depth);
    }
    rows
}

/// The coloured squares and arrows of a move in words.
fn marks(tree: &Tree, id: NodeId) -> String {
    let words = tree.node(id).annotation.mark_words();
    if words.is_empty() { words } else { format!("[{words}]") }
}

/// Cells of a row at an indent.
fn room(width: usize, depth: usize) -> usize {
    width.saturating_sub(2 * depth.min(DEEPEST)).max(2)
}

/// Appends a word, on a new row when it does not fit or belongs to another line.
fn put(rows: &mut Vec<Row>, word: Word, depth: usize, width: usize) {
    let room = room(width, depth);
    let length = |words: &[Word]| -> usize { words.iter().map(|word| word.text.width() + 1).sum() };
    match rows.last_mut() {
        Some(row) if row.depth == depth && length(&row.words) + word.text.width() <= room => {
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
    let (tree, width) = (model.session.game.tree(), usize::from(page.width()));
    let rows = rows(tree, width, theme.charset, model.nag_writer());
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
    let (tree, width) = (model.session.game.tree(), usize::from(area.width));
    let rows = rows(tree, width, model.theme.charset, model.nag_writer());
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

    fn texts(pgn: &str, width: usize, charset: Charset) -> Vec<String> {
        let games = pgn::read_bytes(pgn.as_bytes()).unwrap();
        let text = |row: &super::Row| {
            let words: Vec<&str> = row.words.iter().map(|word| word.text.as_str()).collect();
            words.join(" ")
        };
        rows(games[0].game.tree(), width, charset, pgn::nag_signs).iter().map(text).collect()
    }

    #[test]
    fn points_for_an_ellipsis_have_room() {
        let text = "1. e4 (1. d4) 1... e5 2. Nf3 *";
        assert_eq!(texts(text, 11, Charset::Unicode), ["1.e4", "1.d4", "1…e5 2.Nf3"]);
        assert_eq!(texts(text, 11, Charset::Console), ["1.e4", "1.d4", "1...e5", "2.Nf3"]);
    }

    #[test]
    fn a_text_without_blanks_is_broken_and_marks_are_named() {
        let text =
            "1. e4 {世界选手权世界选手权} e5 {abcdefghijklmno [%csl Gd4,Rd5][%cal Ye2e4,Xa1a2]} *";
        let rows = texts(text, 12, Charset::Unicode);
        assert_eq!(
            rows,
            [
                "1.e4",
                "世界选手权世",
                "界选手权",
                "1…e5",
                "abcdefghijkl",
                "mno [d4",
                "green, d5",
                "red, e2-e4",
                "yellow,",
                "a1-a2 X]"
            ]
        );
    }
}

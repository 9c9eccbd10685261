//! The help: commands with their keys, with search and scrolling.

use crate::tui::model::Model;
use crate::tui::model::dialogs::Help;
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::values::format::{more, pad, wrap};
use crate::tui::view::page::{Page, span};
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// A line of the help.
enum Entry {
    Heading(&'static str),
    Item { keys: String, text: String },
}

/// The entries that contain the words of the search.
fn entries(help: &Help, model: &Model) -> Vec<Entry> {
    let item = |keys: String, text: &str| Entry::Item { keys, text: text.to_owned() };
    let mut entries = Vec::new();
    let mut group = "";
    for spec in model.keymap.specs() {
        let (keys, usage) = (model.keymap.keys(spec.name).join("  "), spec.usage());
        if spec.is_found_by(&help.filter, &keys) {
            if group != spec.group {
                group = spec.group;
                entries.push(Entry::Heading(group));
            }
            let keys = match (keys.is_empty(), spec.argument.usage.is_empty()) {
                (true, _) => usage,
                (false, true) => keys,
                (false, false) => format!("{keys}  {usage}"),
            };
            entries.push(item(keys, spec.help));
        }
    }
    let key = model.keymap.way_to("questions");
    let wanted = help.filter.to_lowercase();
    let fits = |text: &str| {
        let text = format!("questions {}", text.to_lowercase());
        wanted.split_whitespace().all(|word| text.contains(word))
    };
    let questions = QUESTIONS.iter().filter(|it| fits(it.text));
    let questions = questions.map(|it| item(format!("{key} {} {}", it.key, it.then), it.text));
    let questions: Vec<Entry> = questions.collect();
    entries.extend((!questions.is_empty()).then_some(Entry::Heading("Questions about a search")));
    entries.extend(questions);
    entries
}

/// Draws the search line and the entries.
pub fn draw(help: &Help, model: &Model, page: &mut Page<'_>) {
    let (theme, top) = (page.theme, page.area);
    let (search, style) = match help.filter.as_str() {
        "" => ("type to search", theme.dim),
        filter => (filter, theme.input),
    };
    let keys = if page.width() < NARROW { "Esc close" } else { "↑↓ scroll   Esc close" };
    let search = [span(theme.dim, "search  "), span(style, search.to_owned())];
    page.justified(search.into_iter().collect::<Line<'_>>(), span(theme.key, keys));
    page.take(1);
    let lines: Vec<Line<'static>> =
        entries(help, model).into_iter().flat_map(|entry| lines(entry, page)).collect();
    if lines.is_empty() {
        return page.paragraph("no match", theme.dim);
    }
    let rows = usize::from(page.rows());
    let first = help.scroll.min(lines.len().saturating_sub(rows));
    let hidden = format!(" {} ", more(first, lines.len().saturating_sub(first + rows)));
    let title = Rect { y: top.y.saturating_sub(1), height: 1, ..top };
    if !hidden.trim().is_empty() {
        Page::new(page.buffer, title, theme).justified("", span(theme.key, hidden));
    }
    lines.into_iter().skip(first).take(rows).for_each(|line| page.line(line));
}

/// Below this width the keys get a narrow column. Measured: the longest line of an action needs 31 cells beside the usual
/// one.
const NARROW: u16 = 50;

/// The lines of an entry: the keys, and the wrapped text beside them.
fn lines(entry: Entry, page: &Page<'_>) -> Vec<Line<'static>> {
    let theme = page.theme;
    let (keys, text) = match entry {
        Entry::Heading(text) => return vec![span(theme.title, text).into()],
        Entry::Item { keys, text } => (keys, text),
    };
    let column = if page.width() < NARROW { 8 } else { 22 };
    let mut lines = Vec::new();
    let blank = " ".repeat(column + 3);
    let mut head = format!("  {} ", pad(&keys, column));
    if keys.width() > column {
        lines.push(span(theme.key, std::mem::replace(&mut head, blank.clone())).into());
    }
    for row in wrap(&text, usize::from(page.width()).saturating_sub(column + 3)) {
        let head = std::mem::replace(&mut head, blank.clone());
        lines.push(Line::from(vec![span(theme.key, head), span(theme.text, row)]));
    }
    lines
}

//! Draws a form.

use crate::tui::model::dialogs::Form;
use crate::tui::values::format::truncate;
use crate::tui::view::page::{Page, span};
use unicode_width::UnicodeWidthStr;

/// Cells for the labels.
const LABEL: usize = 16;

/// The keys of a form, for wide and narrow screens.
pub const KEYS: [&str; 2] =
    ["↑↓ field   ←→ value   Enter accept   Esc close", "↑↓ field  ←→ value  Enter  Esc"];

/// The same of a new game, which a move begins too.
pub const NEW_GAME_KEYS: [&str; 2] = [
    "↑↓ field   ←→ value   Enter or a move starts   Esc close",
    "↑↓ ←→  Enter or a move starts  Esc",
];

/// Draws the fields, then the error, or `advice`, or the help of the selected field.
pub fn draw(form: &Form, advice: Option<&str>, keys: &[&'static str], page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    let room = width.saturating_sub(LABEL + 4);
    let visible = form.visible(page.rows());
    for (index, field) in form.fields.iter().enumerate() {
        if !visible.contains(&index) {
            continue;
        }
        let is_selected = index == form.selected;
        // A long text shows its end, where typing continues.
        let mut value = field.value.as_str();
        while is_selected && value.width() >= room && field.value.width() > room {
            value = value.char_indices().nth(1).map_or("", |(next, _)| &value[next..]);
        }
        let is_whole = value.len() == field.value.len();
        let value = if is_whole { truncate(value, room) } else { format!("…{value}") };
        let is_stepped = is_selected && field.options.len() > 1;
        let label = format!("{:<LABEL$}", field.id.label());
        page.row([
            span(if is_selected { theme.strong } else { theme.dim }, label),
            span(theme.key, if is_stepped { "◂ " } else { "  " }),
            span(if is_selected { theme.selected } else { theme.text }, value),
            span(theme.key, if is_stepped { " ▸" } else { "  " }),
        ]);
    }
    let (above, below) = (visible.start, form.fields.len() - visible.end);
    let hidden = [("▴", above), ("▾", below)].into_iter().filter(|(_, count)| *count > 0);
    let hidden: Vec<String> = hidden.map(|(sign, count)| format!("{sign} {count} more")).collect();
    page.text(theme.dim, hidden.join("   "));
    let help = form.fields.get(form.selected).map_or("", |field| advice.unwrap_or(field.help));
    let (text, style) = match &form.error {
        Some(error) => (error.as_str(), theme.bad),
        None => (help, theme.dim),
    };
    page.cut_paragraph(text, style, usize::from(page.rows().saturating_sub(1)));
    page.take(page.rows().saturating_sub(1));
    let keys = keys.iter().copied().find(|keys| keys.width() <= width);
    page.text(theme.key, keys.unwrap_or_default());
}

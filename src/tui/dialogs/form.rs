//! A form with fields, used for a new game and for the settings.

use crate::tui::page::{Page, truncate, wrap};
use ratatui::text::{Line, Span};
use std::ops::Range;

/// One field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its label.
    pub label: &'static str,
    /// Its help in one sentence.
    pub help: &'static str,
    /// Its value as text.
    pub value: String,
    /// Values for the arrow keys.
    pub options: Vec<String>,
    /// Whether other values may be typed.
    pub entry: Entry,
    /// Whether typing replaces the value.
    pristine: bool,
}

/// May a field be typed into?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Only what is offered.
    Offered,
    /// Anything; what is offered are examples.
    Free,
}

impl Field {
    /// A field with one of `options` chosen.
    #[must_use]
    pub fn choice(label: &'static str, value: &str, options: &[&str], help: &'static str) -> Self {
        Self {
            label,
            help,
            value: value.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            entry: Entry::Offered,
            pristine: true,
        }
    }

    /// The same, but anything may be typed.
    #[must_use]
    pub fn free(mut self) -> Self {
        self.entry = Entry::Free;
        self
    }

    fn step(&mut self, forward: Direction) {
        let count = self.options.len();
        if count == 0 {
            return;
        }
        let at = self.options.iter().position(|option| *option == self.value);
        let next = match (at, forward) {
            (None, _) => 0,
            (Some(at), Direction::Forward) => (at + 1) % count,
            (Some(at), Direction::Back) => (at + count - 1) % count,
        };
        self.value = self.options[next].clone();
        self.pristine = true;
    }
}

/// Which way a field is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the next.
    Forward,
    /// To the one before.
    Back,
}

/// Fields with a selection and an error message.
#[derive(Clone, Debug)]
pub struct Form {
    /// Rows from top to bottom.
    pub fields: Vec<Field>,
    /// The chosen one.
    pub selected: usize,
    /// Validation error.
    pub error: Option<String>,
}

/// Cells for the labels.
const LABEL: usize = 16;

/// Rows below the fields: an empty one, two for help or error, one for the keys.
const BELOW: u16 = 4;

impl Form {
    /// A form with its first field chosen.
    #[must_use]
    pub const fn new(fields: Vec<Field>) -> Self {
        Self { fields, selected: 0, error: None }
    }

    /// The value of the field called `label`; empty if there is none.
    #[must_use]
    pub fn value(&self, label: &str) -> &str {
        self.fields.iter().find(|field| field.label == label).map_or("", |field| &field.value)
    }

    /// Sets the value of the field called `label`, if there is one.
    pub fn set(&mut self, label: &str, value: &str) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.label == label) {
            value.clone_into(&mut field.value);
        }
    }

    /// Its height: the fields and the rows below.
    #[must_use]
    pub fn rows(&self) -> u16 {
        u16::try_from(self.fields.len()).unwrap_or(u16::MAX).saturating_add(BELOW)
    }

    /// Chooses the next field, or the one before.
    pub fn go(&mut self, direction: Direction) {
        let count = self.fields.len().max(1);
        self.selected = match direction {
            Direction::Forward => (self.selected + 1) % count,
            Direction::Back => (self.selected + count - 1) % count,
        };
    }

    /// Steps the value of the chosen field.
    pub fn step(&mut self, direction: Direction) {
        self.error = None;
        if let Some(field) = self.fields.get_mut(self.selected) {
            field.step(direction);
        }
    }

    /// Types into the selected field.
    pub fn enter(&mut self, text: &str) {
        self.error = None;
        let Some(field) = self.fields.get_mut(self.selected) else { return };
        if field.entry == Entry::Free {
            if field.pristine {
                field.value.clear();
                field.pristine = false;
            }
            field.value.extend(text.chars().filter(|letter| !letter.is_control()));
        } else if text == " " {
            field.step(Direction::Forward);
        }
    }

    /// Removes the last character.
    pub fn erase(&mut self) {
        self.error = None;
        if let Some(field) = self.fields.get_mut(self.selected).filter(|f| f.entry == Entry::Free) {
            field.pristine = false;
            field.value.pop();
        }
    }

    /// The field in a row of the form, of which `rows` rows are seen.
    #[must_use]
    pub fn row(&self, row: u16, rows: u16) -> Option<usize> {
        let shown = self.visible(rows);
        Some(usize::from(row) + shown.start).filter(|at| shown.contains(at))
    }

    /// The fields that are seen on `rows` rows; the chosen one is among them.
    fn visible(&self, rows: u16) -> Range<usize> {
        let room = usize::from(rows.saturating_sub(BELOW)).max(1);
        let first = (self.selected + 1).saturating_sub(room);
        first..(first + room).min(self.fields.len())
    }

    /// Draws the fields, then the error, or `advice`, or the help of the selected field.
    pub fn draw(&self, advice: Option<&str>, page: &mut Page<'_>) {
        let theme = page.theme;
        let room = usize::from(page.width()).saturating_sub(LABEL + 4);
        let shown = self.visible(page.rows());
        for (index, field) in self.fields.iter().enumerate() {
            if !shown.contains(&index) {
                continue;
            }
            let chosen = index == self.selected;
            let length = field.value.chars().count();
            // A long text shows its end, where typing continues.
            let value = if chosen && length > room {
                ['…'].into_iter().chain(field.value.chars().skip(length + 1 - room)).collect()
            } else {
                truncate(&field.value, room)
            };
            let (left, right) =
                if chosen && field.options.len() > 1 { ("◂ ", " ▸") } else { ("  ", "  ") };
            let label = format!("{:<width$}", field.label, width = LABEL);
            page.line(Line::from(vec![
                Span::styled(label, if chosen { theme.strong } else { theme.dim }),
                Span::styled(left, theme.key),
                Span::styled(value, if chosen { theme.selected } else { theme.text }),
                Span::styled(right, theme.key),
            ]));
        }
        page.line(Line::styled(
            hidden_fields(shown.start, self.fields.len() - shown.end),
            theme.dim,
        ));
        match (&self.error, self.fields.get(self.selected)) {
            (Some(wrong), _) => {
                for line in wrap(wrong, usize::from(page.width())).into_iter().take(2) {
                    page.line(Line::styled(line, theme.bad));
                }
            }
            (None, Some(field)) => {
                let help = wrap(advice.unwrap_or(field.help), usize::from(page.width()));
                for line in help.into_iter().take(usize::from(page.rows().saturating_sub(1))) {
                    page.line(Line::styled(line, theme.dim));
                }
            }
            (None, None) => {}
        }
        let free = page.rows().saturating_sub(1);
        page.take(free);
        let keys =
            ["↑↓ field   ←→ value   Enter accept   Esc close", "↑↓ field  ←→ value  Enter  Esc"];
        let fitting =
            keys.into_iter().find(|keys| keys.chars().count() <= usize::from(page.width()));
        page.line(Line::styled(fitting.unwrap_or_default(), theme.key));
    }
}

/// Number of hidden fields above and below.
fn hidden_fields(above: usize, below: usize) -> String {
    match (above, below) {
        (0, 0) => String::new(),
        (0, below) => format!("▾ {below} more"),
        (above, 0) => format!("▴ {above} more"),
        (above, below) => format!("▴ {above} more   ▾ {below} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Field, Form};

    #[test]
    fn values_are_stepped_and_typed_over() {
        let fields = vec![
            Field::choice("side", "White", &["White", "Black"], ""),
            Field::choice("time", "5+3", &["5+3", "none"], "").free(),
        ];
        let mut form = Form::new(fields);
        form.step(Direction::Forward);
        form.step(Direction::Forward);
        form.step(Direction::Back);
        form.enter("x");
        form.go(Direction::Forward);
        form.enter("1");
        form.enter("0+\n0");
        form.erase();
        assert_eq!((form.value("side"), form.value("time")), ("Black", "10+"));
        assert_eq!(form.value("no such field"), "");
    }
}

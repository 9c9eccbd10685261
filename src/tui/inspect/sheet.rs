//! Text of the debugger's page: rows of coloured words, one of them chosen perhaps.

use crate::tui::theme::Theme;
use ratatui::style::Style;

/// What a word is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Plain.
    Text,
    /// By the way.
    Dim,
    /// What the answer is.
    Strong,
    /// A heading.
    Title,
    /// Good for the side spoken of; a principal variation.
    Good,
    /// Bad for it; a cut node.
    Bad,
    /// To look at.
    Warn,
    /// A real score.
    Real,
    /// A shadow score; quiescence.
    Shadow,
}

impl Ink {
    /// Its style in a theme.
    #[must_use]
    pub const fn style(self, theme: &Theme) -> Style {
        match self {
            Self::Text => theme.text,
            Self::Dim => theme.dim,
            Self::Strong => theme.strong,
            Self::Title => theme.title,
            Self::Good => theme.good,
            Self::Bad => theme.bad,
            Self::Warn => theme.warn,
            Self::Real => theme.real,
            Self::Shadow => theme.shadow,
        }
    }
}

/// A row: words with their ink. A row of one word is broken over lines where it is too long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row(pub Vec<(Ink, String)>);

impl Row {
    /// A row in one ink.
    #[must_use]
    pub fn of(ink: Ink, text: impl Into<String>) -> Self {
        Self(vec![(ink, text.into())])
    }

    /// The row with more at its end.
    #[must_use]
    pub fn and(mut self, ink: Ink, text: impl Into<String>) -> Self {
        self.0.push((ink, text.into()));
        self
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// The chosen row, which is kept in sight.
    pub chosen: Option<usize>,
}

impl Sheet {
    /// A page of one sentence.
    #[must_use]
    pub fn words(text: &str) -> Self {
        Self { rows: vec![Row::of(Ink::Dim, text)], chosen: None }
    }

    /// A page of lines, the first of them the answer.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let ink = |index| if index == 0 { Ink::Strong } else { Ink::Text };
        let rows = text.lines().enumerate().map(|(i, line)| Row::of(ink(i), line)).collect();
        Self { rows, chosen: None }
    }

    /// Adds a row in one ink.
    pub fn line(&mut self, ink: Ink, text: impl Into<String>) {
        self.rows.push(Row::of(ink, text));
    }

    /// Adds a heading with an empty row above it.
    pub fn heading(&mut self, text: &str) {
        if !self.rows.is_empty() {
            self.rows.push(Row::default());
        }
        self.line(Ink::Title, text);
    }

    /// Adds a name and its value.
    pub fn pair(&mut self, name: &str, value: impl Into<String>) {
        self.rows.push(Row::of(Ink::Dim, format!("{name:<17} ")).and(Ink::Text, value));
    }
}

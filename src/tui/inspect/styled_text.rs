//! Text of the inspector page: styled rows with an optional selection.

use crate::tui::theme::Theme;
use ratatui::style::Style;

/// Meaning of a word, mapped to a style of the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Plain.
    Text,
    /// Secondary.
    Dim,
    /// The answer.
    Strong,
    /// A heading.
    Title,
    /// Good for the side in question; a PV node.
    Good,
    /// Bad for the side in question; a cut node.
    Bad,
    /// Attention.
    Warn,
    /// A real score.
    Real,
    /// A shadow score; quiescence.
    Shadow,
}

impl TextStyle {
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

/// A row of styled words. A row of one word is wrapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledLine(pub Vec<(TextStyle, String)>);

impl StyledLine {
    /// A row in one style.
    #[must_use]
    pub fn of(ink: TextStyle, text: impl Into<String>) -> Self {
        Self(vec![(ink, text.into())])
    }

    /// Appends a word.
    #[must_use]
    pub fn and(mut self, ink: TextStyle, text: impl Into<String>) -> Self {
        self.0.push((ink, text.into()));
        self
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledText {
    /// Rows from top to bottom.
    pub rows: Vec<StyledLine>,
    /// The selected row.
    pub selected: Option<usize>,
}

impl StyledText {
    /// A page of one sentence.
    #[must_use]
    pub fn words(text: &str) -> Self {
        Self { rows: vec![StyledLine::of(TextStyle::Dim, text)], selected: None }
    }

    /// A page of lines with the first one emphasised.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let ink = |index| if index == 0 { TextStyle::Strong } else { TextStyle::Text };
        let rows = text.lines().enumerate().map(|(i, line)| StyledLine::of(ink(i), line)).collect();
        Self { rows, selected: None }
    }

    /// Adds a row in one style.
    pub fn line(&mut self, ink: TextStyle, text: impl Into<String>) {
        self.rows.push(StyledLine::of(ink, text));
    }

    /// Adds a heading with an empty row above it.
    pub fn heading(&mut self, text: &str) {
        if !self.rows.is_empty() {
            self.rows.push(StyledLine::default());
        }
        self.line(TextStyle::Title, text);
    }

    /// Adds a name and its value.
    pub fn pair(&mut self, name: &str, value: impl Into<String>) {
        self.rows.push(
            StyledLine::of(TextStyle::Dim, format!("{name:<17} ")).and(TextStyle::Text, value),
        );
    }
}

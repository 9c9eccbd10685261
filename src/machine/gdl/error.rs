//! Errors in rules written in GDL, with the place in the text.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The beginning of the text, for what is of no line.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place of byte `offset` of `bytes`; text after it is ignored.
    pub fn of(bytes: &[u8], offset: usize) -> Self {
        let before = String::from_utf8_lossy(bytes.get(..offset).unwrap_or(bytes));
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Invalid rules, or rules outside the subset or the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct GdlError {
    /// The expression or rule at fault.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

/// An error at `place`.
pub(super) fn error<T>(place: Place, message: impl Into<String>) -> Result<T, GdlError> {
    Err(GdlError { place, message: message.into() })
}

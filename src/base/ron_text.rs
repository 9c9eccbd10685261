//! Texts in RON that people write or that the program keeps: read in one dialect, and wrong in words with the place.

use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// What people need not write: the `Some` of a value that may be left out, the name and parentheses of a wrapped one.
pub const RON_DIALECT: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_NEWTYPES);

/// A text that is not what its reader expects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct RonError {
    /// The file, or what else the text is known by.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl RonError {
    /// What the reader said about the text of `file`.
    #[must_use]
    pub fn new(file: impl Display, error: &SpannedError) -> Self {
        let place = error.span.start;
        let message = error.code.to_string();
        Self { file: file.to_string(), line: place.line, column: place.col, message }
    }
}

/// Reads `text` in [`RON_DIALECT`]; `file` is what errors call it.
///
/// # Errors
/// The text is not in that form.
pub fn read_ron<T: DeserializeOwned>(file: impl Display, text: &str) -> Result<T, RonError> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    options.from_str(text).map_err(|error| RonError::new(file, &error))
}

#[cfg(test)]
mod tests {
    use super::read_ron;
    use std::collections::BTreeMap;

    #[test]
    fn what_people_leave_out_is_understood_and_what_is_wrong_has_its_place() {
        let read = |text| read_ron::<BTreeMap<String, Option<i32>>>("mine.ron", text);
        assert_eq!(read("{\"a\": 1, \"b\": None}").unwrap()["a"], Some(1));
        let error = read("{\n \"a\": one}").unwrap_err();
        assert_eq!((error.line, error.column), (2, 6));
        assert_eq!(error.to_string(), format!("mine.ron:2:6: {}", error.message));
    }
}

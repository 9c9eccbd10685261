//! The error of an argument that the parser cannot judge alone: the program ends with the exit code of wrong arguments.

use crate::base::{UnknownEnding, error_chain};
use crate::rules::{Position, parse_start};
use anyhow::Error;

/// An argument has a value that it cannot have, in words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongArgument(pub String);

impl WrongArgument {
    /// The start position of an argument.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn position(text: &str) -> Result<Position, Self> {
        parse_start(text).map_err(|error| Self(error.to_string()))
    }

    /// The end of the name of an output file, where `--format` names a format as well.
    pub(super) fn ending(error: &UnknownEnding) -> Self {
        Self(format!("--output {error}; --format names one for any name"))
    }

    /// The error with its causes as one of an argument.
    pub(super) fn of(error: &Error) -> Error {
        Self(error_chain(error.as_ref())).into()
    }
}

//! The configuration of an external engine and its command line.

use super::traffic::Traffic;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

/// Where Debian puts its games, which is not on everybody's search path.
pub const GAMES: &str = "/usr/games";

/// An external engine: command and options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExternalEngineConfig {
    /// Its name; empty for the name that it sends.
    pub name: String,
    /// The program: a path, or a name on the search path or in [`GAMES`].
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Working directory; the current one if `None`.
    pub folder: Option<PathBuf>,
    /// Options to set at the start, as `(name, value)`.
    pub options: Vec<(String, String)>,
    /// Where its lines are recorded.
    #[serde(skip)]
    pub traffic: Traffic,
}

/// An invalid command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalCommandError {
    /// No program.
    #[error("engine command: nothing to run")]
    Empty,
    /// An unclosed quotation mark.
    #[error("{0:?}: a quotation mark is not closed")]
    Unclosed(String),
}

impl FromStr for ExternalEngineConfig {
    type Err = ExternalCommandError;

    /// Words as a shell splits them, with quotation marks; no shell runs.
    fn from_str(text: &str) -> Result<Self, ExternalCommandError> {
        let mut words = words(text)?.into_iter();
        let program =
            words.next().filter(|word| !word.is_empty()).ok_or(ExternalCommandError::Empty)?;
        Ok(Self { program: PathBuf::from(program), arguments: words.collect(), ..Self::default() })
    }
}

impl ExternalEngineConfig {
    /// The file of the program: the path, or the first file of this name on the search path or in [`GAMES`].
    pub fn program_file(&self) -> Option<PathBuf> {
        if self.program.components().count() > 1 {
            return Some(self.program.clone());
        }
        let mut files = program_folders().map(|folder| folder.join(&self.program));
        files.find(|file| file.is_file())
    }

    /// What starts the program with its arguments. A name that is no file stays as it is: Windows completes it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.program_file().as_ref().unwrap_or(&self.program));
        command.args(&self.arguments);
        command
    }
}

/// The words of a line, separated by white space; `'…'` and `"…"` quote. Not shlex, because a backslash is part of a
/// Windows path here.
///
/// # Errors
/// An unclosed quotation mark.
pub fn words(text: &str) -> Result<Vec<String>, ExternalCommandError> {
    let (mut found, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => found.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(ExternalCommandError::Unclosed(text.to_owned()));
    }
    found.extend(word);
    Ok(found)
}

/// A word of a command, with quotation marks if it needs them.
pub fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "\"'".contains(c));
    if is_plain { word.to_owned() } else { in_marks(word) }
}

/// A word of a command in quotation marks.
pub fn in_marks(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"'\"'\""))
}

/// The folders where a program is looked for by its name.
pub fn program_folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter().chain([PathBuf::from(GAMES)])
}

#[cfg(test)]
mod tests {
    use super::{ExternalCommandError, ExternalEngineConfig};

    #[test]
    fn command_lines() {
        let cases: [(&str, &[&str]); 4] = [
            ("stockfish", &["stockfish"]),
            ("  /usr/games/toga2   -x ", &["/usr/games/toga2", "-x"]),
            (r#""my engine" 'a b'c "" \n"#, &["my engine", "a bc", "", "\\n"]),
            ("a'b", &[]),
        ];
        for (text, expected) in cases {
            match text.parse::<ExternalEngineConfig>() {
                Ok(program) => {
                    let mut words = vec![program.program.display().to_string()];
                    words.extend(program.arguments);
                    assert_eq!(words, expected, "{text}");
                }
                Err(error) => {
                    assert_eq!(
                        (error, expected.len()),
                        (ExternalCommandError::Unclosed(text.into()), 0)
                    );
                }
            }
        }
        assert_eq!(" ".parse::<ExternalEngineConfig>(), Err(ExternalCommandError::Empty));
        assert_eq!("''".parse::<ExternalEngineConfig>(), Err(ExternalCommandError::Empty));
    }
}

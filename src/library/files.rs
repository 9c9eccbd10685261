//! The file that lists the PGN files of the library.

use crate::base::{
    RonError, create_private_dir, read_ron, read_text, ron_fields, ron_items, write_atomic,
};
use crate::game::autosave::recorded_games;
use crate::game::pgn::{GameEntry, Index, PgnError};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Why the list cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// An operation of the file system failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is no such list.
    #[error(transparent)]
    Ron(#[from] RonError),
    /// A PGN file cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A repertoire cannot be read in full.
    #[error("{}: {text}", path.display())]
    Repertoire {
        /// The file.
        path: PathBuf,
        /// The game, the line and what is wrong there.
        text: String,
    },
    /// A file is not in the list.
    #[error("{}: is not in the library", .0.display())]
    NotListed(PathBuf),
}

/// Checks that `file` has a game with a tag that lists show, or with a move.
///
/// # Errors
/// It cannot be read, or has no such game.
pub fn check_games(file: &Path) -> Result<(), PgnError> {
    let index = Index::build(file, &mut |_, _| ControlFlow::Continue(()))?;
    let is_game =
        |number: usize| index.read(number).is_ok_and(|read| read.game.tree().mainline().len() > 1);
    let has_tags = index.entries().iter().any(GameEntry::has_tags);
    let found = has_tags || (0..index.entries().len().min(PROBED)).any(is_game);
    if found { Ok(()) } else { Err(PgnError::NoGames(file.to_owned())) }
}

/// Games without tags of which one has to have a move.
const PROBED: usize = 100;

/// The PGN files of the library besides the recorded games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryFiles {
    /// Absolute paths.
    pub files: Vec<PathBuf>,
    /// The repertoire that the games are compared with.
    pub repertoire: Option<PathBuf>,
}

impl LibraryFiles {
    /// Reads the list in `path` to change it: what cannot be read would be lost. A missing one is empty.
    ///
    /// # Errors
    /// The file cannot be read, with line and column.
    pub fn load(path: &Path) -> Result<Self, LibraryError> {
        match read_text(path) {
            Ok(text) => Ok(read_ron(path.display(), &text)?),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(LibraryError::Io { path: path.to_owned(), source }),
        }
    }

    /// Reads what is valid of the list in `path`; an error for each value that is not. A missing list is empty.
    ///
    /// # Errors
    /// The file cannot be read, or its fields are not known.
    pub fn load_valid(path: &Path) -> Result<(Self, Vec<LibraryError>), LibraryError> {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
            Err(source) => return Err(LibraryError::Io { path: path.to_owned(), source }),
        };
        let name = path.display();
        let fields =
            ron_fields("LibraryFiles", &text).map_err(|error| RonError::new(&name, &error))?;
        let (mut list, mut errors, mut known) = (Self::default(), Vec::new(), HashSet::new());
        for (field, value) in fields {
            let mut refuse = |value: &str, reason: &str| {
                errors.push(RonError::of_field(&name, &text, &field, value, reason).into());
            };
            if !known.insert(field.clone()) {
                refuse(value, "the field stands twice");
                continue;
            }
            match field.as_str() {
                "files" => match ron_items(value) {
                    Ok(items) => {
                        for item in items {
                            match read_ron("", item) {
                                Ok(file) => list.files.push(file),
                                Err(_) => refuse(item, "expected a path, as a text in quotes"),
                            }
                        }
                    }
                    Err(_) => refuse(value, "expected a list of paths in brackets"),
                },
                "repertoire" => match read_ron("", value) {
                    Ok(file) => list.repertoire = file,
                    Err(_) => refuse(value, "expected a path, as a text in quotes"),
                },
                _ => refuse(value, "there is no such field; the fields are files, repertoire"),
            }
        }
        Ok((list, errors))
    }

    /// Replaces the list in `path`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), LibraryError> {
        let text = ron::ser::to_string_pretty(self, PrettyConfig::default());
        let written = text.map_err(io::Error::other).and_then(|text| {
            path.parent().map_or(Ok(()), create_private_dir)?;
            write_atomic(path, text.as_bytes())
        });
        written.map_err(|source| LibraryError::Io { path: path.to_owned(), source })
    }

    /// Adds a file unless it is there, under this or another name; whether it is new.
    pub fn add(&mut self, file: &Path) -> bool {
        let is_new = !self.files.iter().any(|known| real_path(known) == real_path(file));
        if is_new {
            self.files.push(file.to_owned());
        }
        is_new
    }

    /// Takes a file out of the list; the file itself stays.
    ///
    /// # Errors
    /// It is not in the list.
    pub fn remove(&mut self, file: &Path) -> Result<(), LibraryError> {
        let before = self.files.len();
        self.files.retain(|known| real_path(known) != real_path(file));
        let removed = self.files.len() < before;
        if removed { Ok(()) } else { Err(LibraryError::NotListed(file.to_owned())) }
    }

    /// The files of the games recorded in `folder`, oldest first, then the listed ones, each once.
    pub fn with_records(&self, folder: &Path) -> Vec<PathBuf> {
        without_repeats(recorded_games(folder).into_iter().chain(self.files.iter().cloned())).0
    }
}

/// The files, each once, and the further names of files that are among them.
pub fn without_repeats(files: impl IntoIterator<Item = PathBuf>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut known = HashSet::new();
    files.into_iter().partition(|file| known.insert(real_path(file)))
}

/// The path without links, or as it is where nothing is.
fn real_path(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

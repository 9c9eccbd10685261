//! The user's directories: the platform's standard ones (crate `directories`), or one directory given by `--home` or
//! `LUCENA_HOME` (tests, portable copies). Nothing is created here; the writer of a file creates its directory.

use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that sets one directory for everything.
pub const HOME_VARIABLE: &str = "LUCENA_HOME";

/// The user's directories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    settings: PathBuf,
    kept: PathBuf,
}

/// Why the directories are unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathsError {
    /// The user has no home directory.
    #[error("no home directory: set LUCENA_HOME to a directory for settings and games")]
    NoHome,
}

impl Paths {
    /// The directories by `home` if given, else by `LUCENA_HOME` if set and not empty, else the platform's standard.
    ///
    /// # Errors
    /// The user has no home directory.
    pub fn find(home: Option<&Path>) -> Result<Self, PathsError> {
        Self::choose(home, std::env::var_os(HOME_VARIABLE))
    }

    /// The same with the value of the variable as an argument.
    ///
    /// # Errors
    /// The user has no home directory.
    pub fn choose(home: Option<&Path>, variable: Option<OsString>) -> Result<Self, PathsError> {
        let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(home) = home.map(Path::to_owned).or(variable) {
            return Ok(Self { settings: home.clone(), kept: home });
        }
        let project = ProjectDirs::from("", "", "lucena").ok_or(PathsError::NoHome)?;
        Ok(Self { settings: project.config_dir().to_owned(), kept: project.data_dir().to_owned() })
    }

    /// The settings file.
    pub fn settings(&self) -> PathBuf {
        self.settings.join("settings.ron")
    }

    /// The user's key map.
    pub fn keys(&self) -> PathBuf {
        self.settings.join("keys.ron")
    }

    /// The user's themes.
    pub fn themes(&self) -> PathBuf {
        self.settings.join("themes")
    }

    /// The user's personalities for the strength dial. The file name is older than the word.
    pub fn personalities(&self) -> PathBuf {
        self.settings.join("characters.ron")
    }

    /// Games, one file each.
    pub fn games(&self) -> PathBuf {
        self.kept.join("games")
    }

    /// The log file.
    pub fn log(&self) -> PathBuf {
        self.kept.join("lucena.log")
    }

    /// The list of the PGN files of the library.
    pub fn library(&self) -> PathBuf {
        self.kept.join("library.ron")
    }

    /// The likelihoods of moves that were rated.
    pub fn move_ratings(&self) -> PathBuf {
        self.kept.join("move-ratings.txt")
    }

    /// A file of the program's own data.
    pub fn data(&self, file: &str) -> PathBuf {
        self.kept.join(file)
    }
}

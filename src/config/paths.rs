//! The user's folders: by the system's custom (`directories`), or all below one folder when `--home` or `LUCENA_HOME`
//! names it, as tests and portable copies do. Nothing is made here; who writes makes the folder.

use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that names one folder for everything.
pub const HOME_VARIABLE: &str = "LUCENA_HOME";

/// Where things lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    settings: PathBuf,
    kept: PathBuf,
}

/// Why no folder can be named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathsError {
    /// The system knows no home folder of this user.
    #[error("no home folder is known: set LUCENA_HOME to a folder for settings and games")]
    NoHome,
}

impl Paths {
    /// The folders by `home` if given, else by `LUCENA_HOME` if set and not empty, else by the system's custom.
    ///
    /// # Errors
    /// No home folder is known.
    pub fn find(home: Option<&Path>) -> Result<Self, PathsError> {
        Self::choose(home, std::env::var_os(HOME_VARIABLE))
    }

    /// The same with the variable's value passed in.
    ///
    /// # Errors
    /// No home folder is known.
    pub fn choose(home: Option<&Path>, variable: Option<OsString>) -> Result<Self, PathsError> {
        let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(home) = home.map(Path::to_owned).or(variable) {
            return Ok(Self { settings: home.clone(), kept: home });
        }
        let project = ProjectDirs::from("", "", "lucena").ok_or(PathsError::NoHome)?;
        Ok(Self { settings: project.config_dir().to_owned(), kept: project.data_dir().to_owned() })
    }

    /// The settings file.
    #[must_use]
    pub fn settings(&self) -> PathBuf {
        self.settings.join("settings.ron")
    }

    /// The key map, if the user has one of his own.
    #[must_use]
    pub fn keys(&self) -> PathBuf {
        self.settings.join("keys.ron")
    }

    /// The user's themes.
    #[must_use]
    pub fn themes(&self) -> PathBuf {
        self.settings.join("themes")
    }

    /// The user's characters for the dial.
    #[must_use]
    pub fn characters(&self) -> PathBuf {
        self.settings.join("characters.ron")
    }

    /// Games, one file each.
    #[must_use]
    pub fn games(&self) -> PathBuf {
        self.kept.join("games")
    }

    /// The log file.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.kept.join("lucena.log")
    }

    /// What the program keeps for itself: the player's rating, learned times.
    #[must_use]
    pub fn kept(&self, file: &str) -> PathBuf {
        self.kept.join(file)
    }
}

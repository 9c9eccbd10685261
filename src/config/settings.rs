//! The user's settings: defaults in code, the file `settings.ron` is a patch over them. A missing field has its default,
//! so that files of older versions stay valid; an unknown field is an error with its position.

use crate::base::{RON_DIALECT, RonError, create_private_dir, read_ron, read_text, write_atomic};
use crate::timing;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Initial values of the new-game dialog.
    pub play: Play,
    /// The engine's options.
    pub engine: EngineSettings,
    /// Appearance of the screen.
    pub screen: Screen,
}

/// Initial values of the new-game dialog.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    /// The user's name in game records.
    pub name: String,
    /// `white`, `black` or `random`.
    pub side: String,
    /// Time control as typed: `5+3`, `40/900+5`, `none`.
    pub control: String,
    /// `full`, a rating from 600 to 2600, or the name of a personality.
    pub dial: String,
    /// Claim a draw by threefold repetition or the fifty-move rule as soon as possible.
    pub claim_draws: bool,
    /// Polyglot opening book; empty for none.
    pub book: PathBuf,
    /// Thinking time of the engine for one move without a clock, in ms.
    pub think: i64,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            name: "Player".to_owned(),
            side: "white".to_owned(),
            control: "5+3".to_owned(),
            dial: "full".to_owned(),
            claim_draws: true,
            book: PathBuf::new(),
            think: 2000,
        }
    }
}

/// The engine options; the same as the UCI options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSettings {
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Search threads.
    pub threads: usize,
    /// Number of principal variations (multi-PV).
    pub lines: usize,
    /// Move overhead in ms.
    pub move_overhead: i64,
    /// Parameter text of the time manager.
    pub time_manager: String,
    /// Contempt in centipawns: a draw scores this much below 0 for the engine.
    pub contempt: i32,
    /// Directory of Syzygy tablebases; empty for none.
    pub syzygy: PathBuf,
    /// Ponder: search on the opponent's time.
    pub ponder: bool,
    /// Command line of the external UCI engine.
    pub external: String,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            hash_mib: 16,
            threads: 1,
            lines: 1,
            move_overhead: 30,
            time_manager: timing::PLAYING.to_owned(),
            contempt: 0,
            syzygy: PathBuf::new(),
            ponder: false,
            external: "stockfish".to_owned(),
        }
    }
}

/// Appearance of the screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Screen {
    /// Name of the theme.
    pub theme: String,
    /// Piece set; empty for the theme's one.
    pub pieces: String,
    /// Name of the layout.
    pub layout: String,
    /// Show coordinates at the board's edge.
    pub coordinates: bool,
    /// Largest frame rate in frames per second.
    pub frame_rate: u16,
    /// Ring the terminal bell after a move of the engine.
    pub bell: bool,
    /// Names of the hidden panels.
    pub hidden: Vec<String>,
    /// Name of the focused panel.
    pub focus: String,
    /// Does the focused panel fill the screen?
    pub zoom: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            theme: "default".to_owned(),
            pieces: String::new(),
            layout: "play".to_owned(),
            coordinates: true,
            frame_rate: 30,
            bell: false,
            hidden: Vec::new(),
            focus: String::new(),
            zoom: false,
        }
    }
}

/// An error in the user's settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The text is not a patch over the settings.
    #[error(transparent)]
    Broken(#[from] RonError),
    /// A value is outside its range.
    #[error("{}: {field} is {value}, expected {expected}", file.display())]
    Range {
        /// The file.
        file: PathBuf,
        /// The field.
        field: &'static str,
        /// The value.
        value: String,
        /// The allowed values.
        expected: &'static str,
    },
}

impl Settings {
    /// Reads `file`; returns the defaults if it does not exist.
    ///
    /// # Errors
    /// The file cannot be read, is malformed, or holds a value out of range.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        match read_text(file) {
            Ok(text) => Self::parse(&text, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Io { file: file.to_owned(), source }),
        }
    }

    /// The same; returns the defaults and the error if the file is invalid.
    #[must_use]
    pub fn load_or_default(file: &Path) -> (Self, Option<SettingsError>) {
        match Self::load(file) {
            Ok(settings) => (settings, None),
            Err(error) => (Self::default(), Some(error)),
        }
    }

    /// Parses the text of `file`, whose name is for errors only. An empty text gives the defaults.
    ///
    /// # Errors
    /// Malformed, an unknown field, or a value out of range.
    pub fn parse(text: &str, file: &Path) -> Result<Self, SettingsError> {
        if text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//")) {
            return Ok(Self::default());
        }
        read_ron::<Self>(file.display(), text)?.checked(file)
    }

    /// Saves the fields that differ from the defaults, so that new defaults of a later version apply.
    /// A broken file is not overwritten.
    ///
    /// # Errors
    /// The existing file is broken, or it cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), SettingsError> {
        Self::load(file)?;
        let failed = |source| SettingsError::Io { file: file.to_owned(), source };
        if let Some(folder) = file.parent() {
            create_private_dir(folder).map_err(failed)?;
        }
        let text = self.patch().map_err(|error| failed(io::Error::other(error)))?;
        write_atomic(file, text.as_bytes()).map_err(failed)
    }

    /// The patch over the defaults for these settings. Both are serialized with one field per line; equal lines and
    /// empty sections are omitted.
    fn patch(&self) -> ron::Result<String> {
        let pretty = || PrettyConfig::new().depth_limit(2).new_line("\n").extensions(RON_DIALECT);
        let own = ron::ser::to_string_pretty(self, pretty())?;
        let default = ron::ser::to_string_pretty(&Self::default(), pretty())?;
        let mut kept: Vec<&str> = Vec::new();
        for (line, other) in own.lines().zip(default.lines()) {
            let opens = line.ends_with('(');
            let closes = line.trim_start().starts_with(')');
            if closes
                && line.starts_with(' ')
                && kept.last().is_some_and(|last| last.ends_with('('))
            {
                kept.pop();
            } else if opens || closes || line != other {
                kept.push(line);
            }
        }
        let kept: Vec<&str> = kept.into_iter().filter(|line| !line.starts_with("#!")).collect();
        Ok(format!("// Only what differs from the defaults.\n{}\n", kept.join("\n")))
    }

    fn checked(self, file: &Path) -> Result<Self, SettingsError> {
        let (engine, side) = (&self.engine, self.play.side.as_str());
        let checks = [
            (
                (1..=1_048_576).contains(&engine.hash_mib),
                "engine.hash_mib",
                engine.hash_mib.to_string(),
                "1 to 1048576",
            ),
            (
                (1..=1024).contains(&engine.threads),
                "engine.threads",
                engine.threads.to_string(),
                "1 to 1024",
            ),
            (
                (1..=218).contains(&engine.lines),
                "engine.lines",
                engine.lines.to_string(),
                "1 to 218",
            ),
            (
                (0..=10_000).contains(&engine.move_overhead),
                "engine.move_overhead",
                engine.move_overhead.to_string(),
                "0 to 10000",
            ),
            (
                engine.contempt.abs() <= 500,
                "engine.contempt",
                engine.contempt.to_string(),
                "-500 to 500",
            ),
            (
                (1..=120).contains(&self.screen.frame_rate),
                "screen.frame_rate",
                self.screen.frame_rate.to_string(),
                "1 to 120",
            ),
            (
                ["white", "black", "random"].contains(&side),
                "play.side",
                side.to_owned(),
                "white, black or random",
            ),
        ];
        for (fits, field, value, expected) in checks {
            if !fits {
                return Err(SettingsError::Range { file: file.to_owned(), field, value, expected });
            }
        }
        Ok(self)
    }
}

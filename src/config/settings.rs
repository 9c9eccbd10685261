//! What the user may set: defaults in code, the file `settings.ron` a patch over them. A field that is missing has its
//! default, so that files of older versions go on working; a field that is unknown is an error with its place.

use crate::base::{RON_DIALECT, RonError, own_folder, read_ron, read_text, replace_file};
use crate::timing;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What the new-game dialog begins with.
    pub play: Play,
    /// The engine's options.
    pub engine: EngineSettings,
    /// What the screen looks like.
    pub screen: Screen,
}

/// What the new-game dialog begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    /// The user's name in records.
    pub name: String,
    /// `white`, `black` or `random`.
    pub side: String,
    /// Time control as typed: `5+3`, `40/900+5`, `none`.
    pub control: String,
    /// `full`, a rating from 600 to 2600, or a character's name.
    pub dial: String,
    /// Claim threefold repetition and fifty moves as soon as they can be claimed.
    pub claim_draws: bool,
    /// Polyglot book to play from; empty for none.
    pub book: PathBuf,
    /// Time for a move of the engine without a clock, in ms.
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

/// The engine's options; the same as those of the UCI protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSettings {
    /// Hash table in MiB.
    pub hash_mib: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines with exact scores.
    pub lines: usize,
    /// Taken off the clock for each move, in ms.
    pub move_overhead: i64,
    /// Parameter text of the time manager.
    pub time_manager: String,
    /// Centipawns that a draw is worth less than nothing to the engine.
    pub contempt: i32,
    /// Folder of Syzygy tables; empty for none.
    pub syzygy: PathBuf,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Command that starts another UCI engine, as an opponent or for a second opinion.
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

/// What the screen looks like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Screen {
    /// Name of the theme.
    pub theme: String,
    /// How pieces are drawn: the theme's way when empty.
    pub pieces: String,
    /// Layout of the panels by name.
    pub layout: String,
    /// Show the squares' names at the board's edge.
    pub coordinates: bool,
    /// Frames a second at most.
    pub frame_rate: u16,
    /// Ring the terminal's bell when the engine has moved.
    pub bell: bool,
    /// Panels that were put away, by name.
    pub hidden: Vec<String>,
    /// The panel with the focus, by name.
    pub focus: String,
    /// Is that panel enlarged to the whole screen?
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

/// Why the user's settings do not hold.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file system refused.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// The text is no patch over the settings.
    #[error(transparent)]
    Broken(#[from] RonError),
    /// A value is outside its range.
    #[error("{}: {field} is {value}, expected {expected}", file.display())]
    Range {
        /// The file.
        file: PathBuf,
        /// The field.
        field: &'static str,
        /// What it says.
        value: String,
        /// What it may say.
        expected: &'static str,
    },
}

impl Settings {
    /// Reads `file`; the defaults when it does not exist.
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

    /// The same, with the defaults and the reason when the file does not hold.
    #[must_use]
    pub fn load_or_default(file: &Path) -> (Self, Option<SettingsError>) {
        match Self::load(file) {
            Ok(settings) => (settings, None),
            Err(error) => (Self::default(), Some(error)),
        }
    }

    /// Reads the text of `file`, which is only named in errors. An empty text changes nothing.
    ///
    /// # Errors
    /// Malformed, an unknown field, or a value out of range.
    pub fn parse(text: &str, file: &Path) -> Result<Self, SettingsError> {
        if text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//")) {
            return Ok(Self::default());
        }
        read_ron::<Self>(file.display(), text)?.checked(file)
    }

    /// Saves what differs from the defaults, so that better defaults of a later version reach the user.
    /// A file that is broken is left alone: the user's work is in it.
    ///
    /// # Errors
    /// The file that is there is broken, or it cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), SettingsError> {
        Self::load(file)?;
        let failed = |source| SettingsError::Io { file: file.to_owned(), source };
        if let Some(folder) = file.parent() {
            own_folder(folder).map_err(failed)?;
        }
        let text = self.patch().map_err(|error| failed(io::Error::other(error)))?;
        replace_file(file, text.as_bytes()).map_err(failed)
    }

    /// The patch over the defaults that makes these settings. Both are written one field a line; lines that are the
    /// same in both are left out, and so are sections without a line.
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

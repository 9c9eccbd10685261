//! The user's settings: defaults in code, the file `settings.ron` is a patch over them. A missing field has its default,
//! so that files of older versions stay valid; an invalid or unknown field is reported and has its default.

use crate::base::{RON_DIALECT, RonError, create_private_dir, read_ron, read_text, write_atomic};
use crate::engine::{EngineOption, EngineOptions, OptionKind, UciOption};
use ron::ser::PrettyConfig;
use ron::value::RawValue;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The allowed values of a field beyond its type.
#[derive(Clone, Copy, Debug)]
enum Allowed {
    Any,
    Range(i64, i64),
    OneOf(&'static [&'static str]),
}

/// Declares a section: its struct with defaults and its table: `field: Type = default, allowed values;`.
macro_rules! section {
    (
        $(#[$meta:meta])*
        pub struct $section:ident $table:ident {
            $(#[doc = $help:literal] $(#[$attribute:meta])* $field:ident: $type:ty = $default:expr, $allowed:expr;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $section {
            $(#[doc = $help] $(#[$attribute])* pub $field: $type,)*
        }

        impl Default for $section {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        const $table: &[(&str, &str, Allowed)] = &[$((stringify!($field), $help, $allowed),)*];
    };
}

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

section! {
    /// Initial values of the new-game dialog.
    pub struct Play PLAY {
        /// Your name in game records.
        name: String = "Player".to_owned(), Allowed::Any;
        /// Your side.
        side: String = "white".to_owned(), Allowed::OneOf(&["white", "black", "random"]);
        /// Time control as typed: `5+3`, `40/900+5`, `none`.
        control: String = "5+3".to_owned(), Allowed::Any;
        /// `full`, a rating from 600 to 2600, or the name of a personality.
        dial: String = "full".to_owned(), Allowed::Any;
        /// Claim a draw by threefold repetition or the fifty-move rule as soon as possible.
        claim_draws: bool = true, Allowed::Any;
        /// Polyglot opening book, empty for none.
        book: PathBuf = PathBuf::new(), Allowed::Any;
        /// Time per move without a clock, in ms.
        think: i64 = 2000, Allowed::Range(50, 3_600_000);
    }
}

section! {
    /// The engine options; those of the UCI protocol have their ranges in [`EngineOption::TABLE`].
    pub struct EngineSettings ENGINE {
        /// Size of the transposition table in MiB.
        hash_mib: usize = EngineOptions::default().hash_mib, Allowed::Any;
        /// Search threads.
        threads: usize = EngineOptions::default().threads, Allowed::Any;
        /// Number of principal variations (multi-PV).
        #[serde(alias = "lines")]
        multi_pv: usize = EngineOptions::default().multi_pv, Allowed::Any;
        /// Move overhead in ms.
        move_overhead: i64 = EngineOptions::default().move_overhead.0, Allowed::Any;
        /// Parameter text of the time manager.
        time_manager: String = EngineOptions::default().time_manager, Allowed::Any;
        /// Contempt in centipawns: a draw scores this much below 0 for the engine.
        contempt: i32 = EngineOptions::default().contempt, Allowed::Any;
        /// Prefer quick wins and slow losses by the delayed-loss bonus instead of the distance from the root in mate scores.
        delayed_loss: bool = EngineOptions::default().delayed_loss, Allowed::Any;
        /// Directory of Syzygy tablebases, empty for none.
        syzygy: PathBuf = PathBuf::new(), Allowed::Any;
        /// Search during your turn as well.
        ponder: bool = false, Allowed::Any;
        /// Command that starts another UCI engine.
        external: String = "stockfish".to_owned(), Allowed::Any;
    }
}

section! {
    /// Appearance of the screen.
    pub struct Screen SCREEN {
        /// Applied at once; includes your own themes.
        theme: String = "default".to_owned(), Allowed::Any;
        /// Piece style.
        pieces: String = String::new(), Allowed::Any;
        /// Name of the layout.
        layout: String = "play".to_owned(), Allowed::Any;
        /// Show file and rank names.
        coordinates: bool = true, Allowed::Any;
        /// Largest frame rate in frames per second.
        frame_rate: u16 = 30, Allowed::Range(1, 120);
        /// Ring the terminal bell when the engine moves.
        bell: bool = false, Allowed::Any;
        /// Names of the hidden panels.
        hidden: Vec<String> = Vec::new(), Allowed::Any;
        /// Name of the focused panel.
        focus: String = String::new(), Allowed::Any;
        /// Does the focused panel fill the screen?
        zoom: bool = false, Allowed::Any;
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
    Syntax(#[from] RonError),
    /// A field is unknown or has a value of a wrong type.
    #[error("{}: {field} = {value}: {reason}", file.display())]
    Field {
        /// The file.
        file: PathBuf,
        /// The field, as `section.field`.
        field: String,
        /// The value.
        value: String,
        /// The reason.
        reason: String,
    },
    /// A value is out of range.
    #[error("{}: {field} is {value}, expected {expected}", file.display())]
    Range {
        /// The file.
        file: PathBuf,
        /// The field, as `section.field`.
        field: String,
        /// The value.
        value: String,
        /// The allowed values.
        expected: String,
    },
}

/// A row of the settings table.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Help sentence.
    pub help: &'static str,
    /// Range of the value, if it is limited beyond its type.
    pub range: Option<OptionKind>,
}

impl Setting {
    /// The row of the field `section.field`. The rows of the engine's options are those of its option table.
    #[must_use]
    pub fn find(field: &str) -> Option<Self> {
        let (section, name) = field.split_once('.')?;
        let table = match section {
            "play" => PLAY,
            "engine" => ENGINE,
            "screen" => SCREEN,
            _ => return None,
        };
        if let Some(row) = EngineOption::find(name).filter(|_| section == "engine") {
            return Some(Self { help: row.help(), range: Some(row.option().kind) });
        }
        let (_, help, allowed) = *table.iter().find(|(field, ..)| *field == name)?;
        let range = match allowed {
            Allowed::Any => None,
            Allowed::Range(min, max) => Some(OptionKind::Spin { default: min, min, max }),
            Allowed::OneOf(choices) => {
                let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
                Some(OptionKind::Combo { default: String::new(), choices })
            }
        };
        Some(Self { help: help.trim(), range })
    }
}

/// The fields of a RON struct with the text of their values.
struct Fields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a struct")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_struct("", &[], FieldsVisitor)
    }
}

impl Settings {
    /// Reads `file`; returns the defaults if it does not exist.
    ///
    /// # Errors
    /// The file cannot be read, is malformed, or has an invalid field.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        match read_text(file) {
            Ok(text) => Self::parse(&text, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Io { file: file.to_owned(), source }),
        }
    }

    /// The same; an invalid field has its default and one error each. A malformed file gives the defaults.
    #[must_use]
    pub fn load_or_default(file: &Path) -> (Self, Vec<SettingsError>) {
        match (Self::load(file), read_text(file)) {
            (Ok(settings), _) => (settings, Vec::new()),
            (Err(_), Ok(text)) => Self::parse_fields(&text, file),
            (Err(error), Err(_)) => (Self::default(), vec![error]),
        }
    }

    /// Parses the text of `file`, whose name is for errors only. An empty text gives the defaults.
    ///
    /// # Errors
    /// Malformed, an unknown field, or an invalid value.
    pub fn parse(text: &str, file: &Path) -> Result<Self, SettingsError> {
        if text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//")) {
            return Ok(Self::default());
        }
        // For the line and column of the first error.
        let settings = read_ron::<Self>(file.display(), text)?;
        // Fields are not found in a struct that is written with its name.
        let (_, errors) = Self::parse_fields(text, file);
        let invalid = |error: &SettingsError| !matches!(error, SettingsError::Syntax(_));
        errors.into_iter().find(invalid).map_or(Ok(settings), Err)
    }

    /// Parses each field on its own: an invalid one has its default and an error.
    fn parse_fields(text: &str, file: &Path) -> (Self, Vec<SettingsError>) {
        let fields = |text: &str| read_ron::<Fields>(file.display(), text);
        let sections = match fields(text) {
            Ok(Fields(sections)) => sections,
            Err(error) => return (Self::default(), vec![error.into()]),
        };
        let (mut valid, mut errors) = (String::from("("), Vec::new());
        for (section, body) in &sections {
            let body = body.get_ron();
            let Ok(Fields(fields)) = fields(body) else {
                errors.extend(Self::check_field(
                    file,
                    section,
                    body,
                    &format!("({section}: {body})"),
                ));
                continue;
            };
            let mut kept = String::new();
            for (name, value) in &fields {
                let (field, value) = (format!("{section}.{name}"), value.get_ron());
                let patch = format!("({section}: ({name}: {value}))");
                match Self::check_field(file, &field, value, &patch) {
                    None => kept += &format!("{name}: {value}, "),
                    Some(error) => errors.push(error),
                }
            }
            valid += &format!("{section}: ({kept}), ");
        }
        match read_ron(file.display(), &(valid + ")")) {
            Ok(settings) => (settings, errors),
            Err(error) => {
                errors.push(error.into());
                (Self::default(), errors)
            }
        }
    }

    /// The error of one field, if any. `patch` is a settings text with this field only.
    fn check_field(file: &Path, field: &str, value: &str, patch: &str) -> Option<SettingsError> {
        let (file, field) = (file.to_owned(), field.to_owned());
        if let Err(error) = read_ron::<Self>("", patch) {
            let (value, reason) = (value.to_owned(), error.message);
            return Some(SettingsError::Field { file, field, value, reason });
        }
        let plain = ron::from_str::<i64>(value).map(|number| number.to_string());
        let value = plain.or_else(|_| ron::from_str(value)).unwrap_or_else(|_| value.to_owned());
        let kind = Setting::find(&field)?.range?;
        let expected = kind.to_string();
        UciOption { name: field.clone(), kind }.check(&value).err()?;
        Some(SettingsError::Range { file, field, value, expected })
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
}

//! The user's settings: defaults in code, the file `settings.ron` is a patch over them. A missing field has its default,
//! so that files of older versions stay valid. The fields are read one by one: an invalid or unknown one is reported, has
//! its default, and stays in the file as it is until it is changed.

use crate::base::{RON_DIALECT, RonError, create_private_dir, read_ron, read_text, write_atomic};
use crate::engine::{EngineOption, EngineOptions, OptionKind, UciOption};
use crate::strength::StrengthModel;
use ron::error::SpannedResult;
use ron::value::RawValue;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use strum::VariantNames as _;

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
        /// `full`, a rating of the strength model, or the name of a personality.
        dial: String = "full".to_owned(), Allowed::Any;
        /// Strength model that a rating means: `human` (600 to 2400) or `madchess` (600 to 2600).
        strength_model: String = StrengthModel::default().to_string(),
            Allowed::OneOf(StrengthModel::VARIANTS);
        /// Claim a draw by threefold repetition or the fifty-move rule as soon as possible.
        claim_draws: bool = true, Allowed::Any;
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
        multi_pv: usize = EngineOptions::default().multi_pv, Allowed::Any;
        /// Move overhead in ms.
        move_overhead: i64 = EngineOptions::default().move_overhead.0, Allowed::Any;
        /// Parameter text of the time manager.
        time_manager: String = EngineOptions::default().time_manager, Allowed::Any;
        /// Contempt in centipawns: a draw scores this much below 0 for the engine.
        contempt: i32 = EngineOptions::default().contempt, Allowed::Any;
        /// Prefer quick wins and slow losses by the delayed-loss bonus instead of the distance from the root in mate scores.
        delayed_loss: bool = EngineOptions::default().delayed_loss, Allowed::Any;
        /// Score a draw by its distance from the root, later ones higher.
        draw_by_ply: bool = EngineOptions::default().draw_by_ply, Allowed::Any;
        /// Step in centipawns to which evaluations are rounded.
        granularity: i32 = EngineOptions::default().granularity, Allowed::Any;
        /// What a TT entry says about the score: `interval`, `ibv` or `forced`.
        table_bounds: String = "interval".to_owned(), Allowed::Any;
        /// Directory of Syzygy tablebases, empty for none.
        syzygy: PathBuf = PathBuf::new(), Allowed::Any;
        /// Polyglot opening book, empty for none.
        book: PathBuf = PathBuf::new(), Allowed::Any;
        /// Take a person's time for a move of the human strength model instead of playing as fast as possible.
        human_pace: bool = EngineOptions::default().human_pace, Allowed::Any;
        /// File with weights of the human strength model, empty for the built-in ones.
        human_model: PathBuf = PathBuf::new(), Allowed::Any;
        /// File with an opening book of the human strength model, empty for the built-in one.
        human_book: PathBuf = PathBuf::new(), Allowed::Any;
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
    /// The text is not a struct of structs, so that its fields are not known.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// A field is unknown, or its value is not allowed.
    #[error("{}:{line}: {field} = {}: {reason}", file.display(), shortened(value))]
    Field {
        /// The file.
        file: PathBuf,
        /// Line of the value, from 1.
        line: usize,
        /// The field, as `section.field`, or a section that is no struct.
        field: String,
        /// The value as it is written.
        value: String,
        /// The reason.
        reason: String,
    },
}

/// The first line of a value, at most 60 characters.
fn shortened(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    let short: String = line.chars().take(60).collect();
    if short.len() < value.len() { short + " …" } else { short }
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

/// Reads a RON struct as its fields and the text of their values. The struct may be written with this name.
struct Fields(&'static str);

impl<'de> DeserializeSeed<'de> for Fields {
    type Value = Vec<(String, &'de RawValue)>;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_struct(self.0, &[], self)
    }
}

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<(String, &'de RawValue)>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a struct")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }
}

/// The fields of a struct in `text` and the text of their values, without the white space around them.
fn fields<'a>(name: &'static str, text: &'a str) -> SpannedResult<Vec<(String, &'a str)>> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    let fields = options.from_str_seed(text, Fields(name))?;
    Ok(fields.into_iter().map(|(field, value)| (field, value.trim().get_ron())).collect())
}

/// Sections with the names of their structs.
const SECTIONS: [(&str, &str); 3] =
    [("play", "Play"), ("engine", "EngineSettings"), ("screen", "Screen")];

/// A field, and a value of `play.side`, with their names in earlier versions.
const RENAMED_FIELD: (&str, &str) = ("engine.lines", "multi_pv");
const RENAMED_SIDE: (&str, &str) = ("\"either\"", "\"random\"");

/// The dial and its model.
const OWN_DIAL: &str = "play.dial";
const MODEL: &str = "play.strength_model";

impl Play {
    /// A rating without a model is MadChess's: files of before the human model have no other.
    fn read_old_dial(&mut self, valid: &[(String, String)]) {
        let has_model = |(section, body): &(String, String)| {
            section == "play" && body.contains("strength_model:")
        };
        if self.dial.trim().parse::<u16>().is_ok() && !valid.iter().any(has_model) {
            self.dial = format!("{} {}", StrengthModel::MadChess, self.dial.trim());
        }
    }
}

impl Settings {
    /// Reads `file`: the defaults if it does not exist. A field that is not read has its default and an error; the others
    /// are read.
    pub fn load(file: &Path) -> (Self, Vec<SettingsError>) {
        match read_text(file) {
            Ok(text) => Self::parse(&text, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Self::default(), Vec::new()),
            Err(source) => {
                (Self::default(), vec![SettingsError::Io { file: file.to_owned(), source }])
            }
        }
    }

    /// The same for the text of `file`, whose name is for errors only. An empty text gives the defaults.
    pub fn parse(text: &str, file: &Path) -> (Self, Vec<SettingsError>) {
        let mut reader = FieldReader::new(text, file);
        if !text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//")) {
            match fields("Settings", text) {
                Ok(sections) => sections.iter().for_each(|(name, body)| reader.section(name, body)),
                Err(error) => {
                    reader.errors.push(RonError::new(file.display(), &error).into());
                }
            }
        }
        reader.settings.play.read_old_dial(&reader.valid);
        (reader.settings, reader.errors)
    }

    /// Saves the fields that differ from the defaults, so that new defaults of a later version apply. A field that could
    /// not be read stays as it was until it is changed.
    ///
    /// # Errors
    /// The fields of the existing file are not known, or it cannot be written; the file is unchanged.
    pub fn save(&self, file: &Path) -> Result<(), SettingsError> {
        let mut unread = Vec::new();
        for error in Self::load(file).1 {
            match error {
                SettingsError::Field { field, value, .. } => unread.push((field, value)),
                error @ (SettingsError::Io { .. } | SettingsError::Syntax(_)) => return Err(error),
            }
        }
        let failed = |source| SettingsError::Io { file: file.to_owned(), source };
        if let Some(folder) = file.parent() {
            create_private_dir(folder).map_err(failed)?;
        }
        let text = self.text(unread).map_err(|error| failed(io::Error::other(error)))?;
        write_atomic(file, text.as_bytes()).map_err(failed)
    }

    /// The text of the fields that differ from the defaults, and of those that could not be read and have their default.
    fn text(&self, mut unread: Vec<(String, String)>) -> ron::Result<String> {
        let (own, default) = (self.values()?, Self::default().values()?);
        let pairs = own.into_iter().zip(default);
        let mut kept: Vec<(String, String)> =
            pairs.filter(|(own, default)| own != default).map(|(own, _)| own).collect();
        // A rating means nothing without its model.
        let has = |kept: &[(String, String)], name| kept.iter().any(|(field, _)| field == name);
        if has(&kept, OWN_DIAL) && !has(&kept, MODEL) {
            kept.push((MODEL.to_owned(), ron::to_string(&self.play.strength_model)?));
        }
        unread.retain(|(field, _)| {
            !kept.iter().any(|(own, _)| own == field || own.starts_with(&format!("{field}.")))
        });
        kept.extend(unread);
        let mut sections: Vec<(&str, String)> = Vec::new();
        for (field, value) in &kept {
            let Some((section, name)) = field.split_once('.') else {
                sections.push((field, format!(" {value}")));
                continue;
            };
            let line = format!("        {name}: {value},\n");
            match sections.iter_mut().find(|(known, _)| *known == section) {
                Some((_, body)) => *body += &line,
                None => sections.push((section, format!(" (\n{line}"))),
            }
        }
        let mut text = String::from("// Only what differs from the defaults.\n(\n");
        for (section, body) in sections {
            let end = if body.starts_with(" (\n") { "    )" } else { "" };
            text += &format!("    {section}:{body}{end},\n");
        }
        Ok(text + ")\n")
    }

    /// Every field as `section.field` with the text of its value.
    fn values(&self) -> ron::Result<Vec<(String, String)>> {
        let text = ron::ser::to_string(self)?;
        let mut values = Vec::new();
        for (section, body) in fields("Settings", &text)? {
            let named = fields("", body)?.into_iter();
            values
                .extend(named.map(|(name, value)| (format!("{section}.{name}"), value.to_owned())));
        }
        Ok(values)
    }
}

/// Reads the fields one after the other.
struct FieldReader<'a> {
    text: &'a str,
    file: &'a Path,
    /// The settings of the valid fields so far, and these fields by section, as text.
    settings: Settings,
    valid: Vec<(String, String)>,
    errors: Vec<SettingsError>,
}

impl<'a> FieldReader<'a> {
    fn new(text: &'a str, file: &'a Path) -> Self {
        let settings = Settings::default();
        Self { text, file, settings, valid: Vec::new(), errors: Vec::new() }
    }

    fn section(&mut self, section: &str, body: &'a str) {
        let name = SECTIONS.iter().find(|(known, _)| *known == section).map_or("", |names| names.1);
        match fields(name, body) {
            Ok(fields) => fields.into_iter().for_each(|(name, value)| {
                self.field(section, &name, value);
            }),
            Err(error) => self.refuse(section, body, &error.code.to_string()),
        }
    }

    fn field(&mut self, section: &str, name: &str, value: &'a str) {
        let field = format!("{section}.{name}");
        let name = if field == RENAMED_FIELD.0 { RENAMED_FIELD.1 } else { name };
        let field = format!("{section}.{name}");
        let is_renamed = field == "play.side" && value == RENAMED_SIDE.0;
        let used = if is_renamed { RENAMED_SIDE.1 } else { value };
        let mut valid = self.valid.clone();
        // The line feed ends a comment.
        let line = format!("{name}: {used}\n, ");
        match valid.iter_mut().find(|(known, _)| known == section) {
            Some((_, body)) => *body += &line,
            None => valid.push((section.to_owned(), line)),
        }
        let body = |(section, body): &(String, String)| format!("{section}: ({body}), ");
        let patch: String = valid.iter().map(body).collect();
        match read_ron(self.file.display(), &format!("({patch})")) {
            Err(error) => self.refuse(&field, value, &error.message),
            Ok(settings) => match check_range(&field, used) {
                Err(expected) => self.refuse(&field, value, &format!("expected {expected}")),
                Ok(()) => (self.settings, self.valid) = (settings, valid),
            },
        }
    }

    fn refuse(&mut self, field: &str, value: &str, reason: &str) {
        // `value` is a part of the text.
        let offset = (value.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let line = 1 + self.text.as_bytes().iter().take(offset).filter(|&&b| b == b'\n').count();
        let (file, field, value) = (self.file.to_owned(), field.to_owned(), value.to_owned());
        let reason = reason.to_owned();
        self.errors.push(SettingsError::Field { file, line, field, value, reason });
    }
}

/// Fields that hold a path.
const PATHS: [&str; 2] = ["engine.syzygy", "engine.external"];

/// Checks the range of the field's value, a RON text; an error is what is expected.
fn check_range(field: &str, value: &str) -> Result<(), String> {
    // In RON `"C:\tables"` is `C:`, a tab and `ables`.
    let is_broken = |path: String| path.contains(char::is_control);
    if PATHS.contains(&field) && ron::from_str(value).is_ok_and(is_broken) {
        return Err(
            r#"no control characters: write \\ for a backslash, or r"C:\tables""#.to_owned()
        );
    }
    let Some(kind) = Setting::find(field).and_then(|setting| setting.range) else { return Ok(()) };
    let number = ron::from_str::<i64>(value).map(|number| number.to_string());
    let value = number.or_else(|_| ron::from_str(value)).unwrap_or_else(|_| value.to_owned());
    let expected = kind.to_string();
    let option = UciOption { name: field.to_owned(), kind };
    option.check(&value).map(drop).map_err(|_| expected)
}

//! The user's settings: defaults in code, the file `settings.ron` is a patch over them. A missing field has its default,
//! so that files of older versions stay valid. The fields are read one by one: an invalid or unknown one is reported, has
//! its default, and stays in the file as it is until it is changed.

use crate::base::{
    ChangeLock, RonError, create_private_dir, read_ron, read_text, ron_fields, ron_words,
    write_atomic,
};
use crate::engine::{EngineOption, EngineOptions, OptionKind, UciOption};
use crate::game::UNNAMED;
use crate::strength::StrengthModel;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use strum::VariantNames as _;

/// The allowed values of a field beyond its type.
#[derive(Clone, Copy, Debug)]
enum Allowed {
    Any,
    /// A path or a command: a text without control characters.
    Path,
    /// A text without control characters.
    Line,
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
        name: String = UNNAMED.to_owned(), Allowed::Line;
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
        /// Directories of Syzygy tablebases, separated as in `PATH`; empty for none.
        syzygy: PathBuf = PathBuf::new(), Allowed::Path;
        /// Polyglot opening book, empty for none.
        book: PathBuf = PathBuf::new(), Allowed::Path;
        /// Take a person's time for a move of the human strength model instead of playing as fast as possible.
        human_pace: bool = EngineOptions::default().human_pace, Allowed::Any;
        /// File with weights of the human strength model, empty for the built-in ones.
        human_model: PathBuf = PathBuf::new(), Allowed::Path;
        /// File with an opening book of the human strength model, empty for the built-in one.
        human_book: PathBuf = PathBuf::new(), Allowed::Path;
        /// Search during your turn as well.
        ponder: bool = false, Allowed::Any;
        /// Command that starts another UCI engine.
        external: String = "stockfish".to_owned(), Allowed::Path;
        /// Options of other UCI engines as names and values, by the command that starts the engine.
        external_options: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new(), Allowed::Any;
    }
}

section! {
    /// Appearance of the screen.
    pub struct Screen SCREEN {
        /// Name of a theme, built in or your own; applied at once.
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

/// Help and allowed values of the field `section.field`.
fn row(field: &str) -> Option<(&'static str, Allowed)> {
    let (section, name) = field.split_once('.')?;
    let table = match section {
        "play" => PLAY,
        "engine" => ENGINE,
        "screen" => SCREEN,
        _ => return None,
    };
    table.iter().find(|(field, ..)| *field == name).map(|&(_, help, allowed)| (help, allowed))
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
        if let Some(row) = field.strip_prefix("engine.").and_then(EngineOption::find) {
            return Some(Self { help: row.help(), range: Some(row.option().kind) });
        }
        let (help, allowed) = row(field)?;
        let range = match allowed {
            Allowed::Any | Allowed::Path | Allowed::Line => None,
            Allowed::Range(min, max) => Some(OptionKind::Spin { default: min, min, max }),
            Allowed::OneOf(choices) => {
                let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
                Some(OptionKind::Combo { default: String::new(), choices })
            }
        };
        Some(Self { help: help.trim(), range })
    }
}

/// Sections with the names of their structs.
const SECTIONS: [(&str, &str); 3] =
    [("play", "Play"), ("engine", "EngineSettings"), ("screen", "Screen")];

/// Fields, and a value of `play.side`, with their names in earlier versions and in this one.
const RENAMED_FIELDS: [(&str, &str); 1] = [("engine.lines", "engine.multi_pv")];
const RENAMED_SIDE: (&str, &str) = ("\"either\"", "\"random\"");

/// The dial and its model.
const OWN_DIAL: &str = "play.dial";
const MODEL: &str = "play.strength_model";

/// What the layers above know of a field beyond its type and range; an error is what is wrong with its value.
pub type FieldCheck<'a> = &'a dyn Fn(&str, &Settings) -> Result<(), String>;

impl Settings {
    /// Reads `file`: the defaults if it does not exist. A field that is not read has its default and an error; the others
    /// are read.
    pub fn load(file: &Path) -> (Self, Vec<SettingsError>) {
        Self::load_checked(file, &|_, _| Ok(()))
    }

    /// The same; a field that `check` refuses is not read either.
    pub fn load_checked(file: &Path, check: FieldCheck<'_>) -> (Self, Vec<SettingsError>) {
        match read_text(file) {
            Ok(text) => Self::parse_checked(&text, file, check),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Self::default(), Vec::new()),
            Err(source) => {
                (Self::default(), vec![SettingsError::Io { file: file.to_owned(), source }])
            }
        }
    }

    /// Reads the text of `file`, whose name is for errors only. An empty text gives the defaults.
    pub fn parse(text: &str, file: &Path) -> (Self, Vec<SettingsError>) {
        Self::parse_checked(text, file, &|_, _| Ok(()))
    }

    fn parse_checked(text: &str, file: &Path, check: FieldCheck<'_>) -> (Self, Vec<SettingsError>) {
        let mut reader = FieldReader::new(text, file);
        match written_fields(text, file) {
            Ok(fields) => {
                fields.iter().for_each(|written| reader.field(written));
                reader.check(check);
            }
            Err(error) => reader.errors.push(error.into()),
        }
        (reader.settings, reader.errors)
    }

    /// Saves what differs from what the file says.
    ///
    /// # Errors
    /// As [`Self::save_changes`].
    pub fn save(&self, file: &Path) -> Result<(), SettingsError> {
        self.save_changes(&Self::load(file).0, file)
    }

    /// Saves the fields that differ from those of `before`. Others stay in the file as they are, whether they could be read
    /// or not. A field that has its default again leaves the file, so that a new default of a later version applies.
    ///
    /// # Errors
    /// The fields of the existing file are not known, or it cannot be written; the file is unchanged.
    pub fn save_changes(&self, before: &Self, file: &Path) -> Result<(), SettingsError> {
        let failed = |source| SettingsError::Io { file: file.to_owned(), source };
        if let Some(folder) = file.parent() {
            create_private_dir(folder).map_err(failed)?;
        }
        // Another Lucena may save other fields at the same time.
        let _lock = ChangeLock::of(file);
        let text = match read_text(file) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(source) => return Err(failed(source)),
        };
        let written = written_fields(text.as_deref().unwrap_or_default(), file)?;
        let changes = self.changes(before).map_err(|error| failed(io::Error::other(error)))?;
        if text.is_some() && changes.is_empty() {
            return Ok(());
        }
        let mut fields: Vec<(String, String)> =
            written.into_iter().map(|it| (it.field, it.value.to_owned())).collect();
        for (field, value) in changes {
            // A section that is no struct gives way to the fields of the section.
            let is_replaced = |old: &str| {
                old == field || field.strip_prefix(old).is_some_and(|rest| rest.starts_with('.'))
            };
            let place = fields.iter().position(|(old, _)| is_replaced(old)).unwrap_or(fields.len());
            fields.retain(|(old, _)| !is_replaced(old));
            if let Some(value) = value {
                fields.insert(place.min(fields.len()), (field, value));
            }
        }
        let fields = fields.iter().map(|(field, value)| (field.as_str(), value.as_str()));
        write_atomic(
            file,
            format!("// Only what differs from the defaults.\n{}", text_of(fields)).as_bytes(),
        )
        .map_err(failed)
    }

    /// The fields that differ from those of `before`, with the text of their values; `None` for a default.
    fn changes(&self, before: &Self) -> ron::Result<Vec<(String, Option<String>)>> {
        let (own, before, default) = (self.values()?, before.values()?, Self::default().values()?);
        // A rating means nothing without its model.
        let is_dial = |field: &str| [OWN_DIAL, MODEL].contains(&field);
        let differs = |other: &[(String, String)]| {
            own.iter().zip(other).any(|(own, other)| is_dial(&own.0) && own != other)
        };
        let (dial_changed, has_dial) = (differs(&before), differs(&default));
        let mut changes = Vec::new();
        for ((own, before), default) in own.iter().zip(&before).zip(&default) {
            if own != before || is_dial(&own.0) && dial_changed {
                let is_written = own != default || own.0 == MODEL && has_dial;
                changes.push((own.0.clone(), is_written.then(|| own.1.clone())));
            }
        }
        Ok(changes)
    }

    /// Every field as `section.field` with the text of its value.
    fn values(&self) -> ron::Result<Vec<(String, String)>> {
        let text = ron::ser::to_string(self)?;
        let mut values = Vec::new();
        for (section, body) in ron_fields("Settings", &text)? {
            let named = ron_fields("", body)?.into_iter();
            values
                .extend(named.map(|(name, value)| (format!("{section}.{name}"), value.to_owned())));
        }
        Ok(values)
    }
}

/// A field as it stands in a file.
#[derive(Clone, Debug)]
struct Written<'a> {
    /// `section.field`, or a section that is no struct.
    field: String,
    /// The text of its value.
    value: &'a str,
    /// Why the section is none, or no struct.
    error: Option<String>,
}

/// The fields of `text` in their order; fields with names of earlier versions have those of this one.
fn written_fields<'a>(text: &'a str, file: &Path) -> Result<Vec<Written<'a>>, RonError> {
    let mut found = Vec::new();
    if text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//")) {
        return Ok(found);
    }
    let sections =
        ron_fields("Settings", text).map_err(|error| RonError::new(file.display(), &error))?;
    for (section, body) in sections {
        let known = SECTIONS.iter().find(|(known, _)| *known == section);
        let unknown = known.is_none().then(|| {
            let known = SECTIONS.map(|(section, _)| section).join(", ");
            format!("there is no such section; the sections are {known}")
        });
        match ron_fields(known.map_or("", |(_, name)| name), body) {
            Ok(fields) if unknown.is_some() && fields.is_empty() => {
                found.push(Written { field: section, value: body, error: unknown });
            }
            Ok(fields) => found.extend(fields.into_iter().map(|(name, value)| {
                let field = format!("{section}.{name}");
                let renamed = RENAMED_FIELDS.iter().find(|(old, _)| *old == field);
                let field = renamed.map_or(field, |(_, new)| (*new).to_owned());
                Written { field, value, error: unknown.clone() }
            })),
            Err(error) => {
                let error = unknown.or_else(|| Some(ron_words(&error.code)));
                found.push(Written { field: section, value: body, error });
            }
        }
    }
    Ok(found)
}

/// The fields as a RON text, by section.
fn text_of<'a>(fields: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for (field, value) in fields {
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
    let mut text = String::from("(\n");
    for (section, body) in sections {
        let end = if body.starts_with(" (\n") { "    )" } else { "" };
        text += &format!("    {section}:{body}{end},\n");
    }
    text + ")\n"
}

/// Reads the fields one after the other.
struct FieldReader<'a> {
    text: &'a str,
    file: &'a Path,
    /// The settings of the valid fields so far.
    settings: Settings,
    /// These fields.
    valid: Vec<Written<'a>>,
    errors: Vec<SettingsError>,
}

impl<'a> FieldReader<'a> {
    fn new(text: &'a str, file: &'a Path) -> Self {
        let settings = Settings::default();
        Self { text, file, settings, valid: Vec::new(), errors: Vec::new() }
    }

    fn field(&mut self, written: &Written<'a>) {
        if let Some(error) = &written.error {
            return self.refuse(written, error);
        }
        self.valid.push(written.clone());
        let in_range = check_range(&written.field, current_value(written));
        let in_range = in_range.map_err(|expected| format!("expected {expected}"));
        let is_number = || ron::from_str::<f64>(current_value(written)).is_ok();
        let checked = match (self.read_valid(), in_range) {
            // The range says more than the message of the RON reader about a number that its type cannot hold.
            (Err(_), Err(expected)) if is_number() => Err(expected),
            (read, in_range) => read.and_then(|settings| in_range.map(|()| settings)),
        };
        match checked {
            Ok(settings) => self.settings = settings,
            Err(reason) => {
                self.valid.pop();
                self.refuse(written, &reason);
            }
        }
    }

    /// The settings of the valid fields.
    fn read_valid(&self) -> Result<Settings, String> {
        let fields = self.valid.iter().map(|it| (it.field.as_str(), current_value(it)));
        read_ron(self.file.display(), &text_of(fields)).map_err(|error| error.message)
    }

    /// Takes out the fields that `check` refuses, and puts the errors into the order of the file.
    fn check(&mut self, check: FieldCheck<'_>) {
        for written in self.valid.clone() {
            if let Err(reason) = check(&written.field, &self.settings) {
                self.valid.retain(|it| it.field != written.field);
                self.refuse(&written, &reason);
            }
        }
        if let Ok(settings) = self.read_valid() {
            self.settings = settings;
        }
        self.errors.sort_by_key(|error| match error {
            SettingsError::Field { line, .. } => *line,
            SettingsError::Io { .. } | SettingsError::Syntax(_) => 0,
        });
    }

    fn refuse(&mut self, written: &Written<'a>, reason: &str) {
        // The value is a part of the text.
        let offset = (written.value.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let line = 1 + self.text.as_bytes().iter().take(offset).filter(|&&b| b == b'\n').count();
        self.errors.push(SettingsError::Field {
            file: self.file.to_owned(),
            line,
            field: written.field.clone(),
            value: written.value.to_owned(),
            reason: reason.to_owned(),
        });
    }
}

/// The value with its name in this version.
fn current_value<'a>(written: &Written<'a>) -> &'a str {
    let is_renamed = written.field == "play.side" && written.value == RENAMED_SIDE.0;
    if is_renamed { RENAMED_SIDE.1 } else { written.value }
}

/// Checks the range of the field's value, a RON text; an error is what is expected.
fn check_range(field: &str, value: &str) -> Result<(), String> {
    // In RON `"C:\tables"` is `C:`, a tab and `ables`.
    let is_broken = |path: String| path.contains(char::is_control);
    let is_path = matches!(row(field), Some((_, Allowed::Path)));
    if is_path && ron::from_str(value).is_ok_and(is_broken) {
        return Err(
            r#"no control characters: write \\ for a backslash, or r"C:\tables""#.to_owned()
        );
    }
    let is_line = matches!(row(field), Some((_, Allowed::Line)));
    if is_line && ron::from_str::<String>(value).is_ok_and(is_broken) {
        return Err("a text without control characters".to_owned());
    }
    let Some(kind) = Setting::find(field).and_then(|setting| setting.range) else { return Ok(()) };
    let number = ron::from_str::<i64>(value).map(|number| number.to_string());
    let value = number.or_else(|_| ron::from_str(value)).unwrap_or_else(|_| value.to_owned());
    let expected = kind.to_string();
    let option = UciOption { name: field.to_owned(), kind };
    option.check(&value).map(drop).map_err(|_| expected)
}

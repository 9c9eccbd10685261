//! A theme as a file writes it, read value by value: what cannot be used is an error with file, field and value, and the base
//! theme's stands for it. `theme` has the roles and makes the theme.

use crate::base::{RonError, read_ron, ron_fields};
use ratatui::style::{Color, Modifier, Style};
use serde::de::DeserializeOwned;
use std::collections::HashSet;

/// Styles of roles.
pub(super) trait Roles: Default {
    /// The names of all roles.
    const NAMES: &[&str];

    /// The style of the role with this name, if there is such a role.
    fn role_mut(&mut self, name: &str) -> Option<&mut Option<Style>>;
}

/// The valid values of a theme file.
#[derive(Debug, Default)]
pub(super) struct ThemeFile<R> {
    pub name: Option<String>,
    /// A theme that is compiled in.
    pub base: Option<String>,
    pub roles: R,
    pub colours_256: R,
    pub colours_16: R,
}

/// What is expected of a colour, of modifiers and of a style.
const COLOUR: &str = "expected a colour such as \"#9aa7b6\", \"light-blue\" or \"0\" to \"255\"";
const MODIFIER: &str = "expected modifiers such as \"BOLD\" or \"DIM | ITALIC\"";
const STYLE: &str = "expected a style such as (fg: \"#9aa7b6\")";
/// The fields of a style.
const STYLE_FIELDS: &str = "fg, bg, underline_color, add_modifier, sub_modifier";

/// What a value may be.
const TWICE: &str = "the field stands twice";
const TEXT: &str = "expected a text in quotes";

impl<R: Roles> ThemeFile<R> {
    /// Reads `text` of `file`, whose base is to be one of `bases`; the first of them stands for another.
    ///
    /// # Errors
    /// The text is no struct, so that its fields are not known.
    pub(super) fn read(
        file: &str,
        text: &str,
        bases: &[&str],
    ) -> Result<(Self, Vec<RonError>), RonError> {
        let fields = ron_fields("Theme", text).map_err(|error| RonError::new(file, &error))?;
        let mut reader = Reader { file, text, errors: Vec::new() };
        let (mut theme, mut known) = (Self::default(), HashSet::new());
        for (field, value) in fields {
            if !known.insert(field.clone()) {
                reader.refuse(&field, value, TWICE);
                continue;
            }
            match field.as_str() {
                "name" => theme.name = reader.value(&field, value, TEXT, Some),
                "base" => theme.base = reader.base(value, bases),
                "colours_256" => reader.palette(&field, value, &mut theme.colours_256),
                "colours_16" => reader.palette(&field, value, &mut theme.colours_16),
                role => reader.role("", role, value, &mut theme.roles),
            }
        }
        Ok((theme, reader.errors))
    }
}

/// Reads the values of a file one by one.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    errors: Vec<RonError>,
}

impl Reader<'_> {
    fn refuse(&mut self, field: &str, value: &str, reason: &str) {
        self.errors.push(RonError::of_field(self.file, self.text, field, value, reason));
    }

    /// An optional value as `convert` takes it.
    fn value<V: DeserializeOwned, T>(
        &mut self,
        field: &str,
        value: &str,
        expected: &str,
        convert: impl Fn(V) -> Option<T>,
    ) -> Option<T> {
        match read_ron::<Option<V>>("", value).map(|read| read.map(convert)) {
            Ok(None) => None,
            Ok(Some(Some(read))) => Some(read),
            Ok(Some(None)) | Err(_) => {
                self.refuse(field, value, expected);
                None
            }
        }
    }

    fn base(&mut self, value: &str, bases: &[&str]) -> Option<String> {
        let is_known = |base: &String| bases.contains(&base.as_str());
        let before = self.errors.len();
        let expected = format!("expected one of {}", bases.join(", "));
        let base = self.value("base", value, &expected, |base| Some(base).filter(is_known));
        if self.errors.len() > before { bases.first().map(ToString::to_string) } else { base }
    }

    fn palette<R: Roles>(&mut self, field: &str, value: &str, palette: &mut R) {
        let Ok(roles) = ron_fields("Palette", value) else {
            return self.refuse(field, value, "expected roles with their styles in parentheses");
        };
        let mut known = HashSet::new();
        for (role, style) in roles {
            if known.insert(role.clone()) {
                self.role(&format!("{field}."), &role, style, palette);
            } else {
                self.refuse(&format!("{field}.{role}"), style, TWICE);
            }
        }
    }

    fn role<R: Roles>(&mut self, within: &str, role: &str, value: &str, palette: &mut R) {
        let field = format!("{within}{role}");
        let Some(place) = palette.role_mut(role) else {
            let near = R::NAMES.iter().min_by_key(|known| strsim::osa_distance(known, role));
            let near = near.filter(|known| strsim::osa_distance(known, role) <= 2);
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return self.refuse(&field, value, &format!("there is no such role{near}"));
        };
        *place = self.style(&field, value);
    }

    /// A style without the values that cannot be used.
    fn style(&mut self, field: &str, value: &str) -> Option<Style> {
        if value == "None" {
            return None;
        }
        let Ok(values) = ron_fields("Style", value) else {
            self.refuse(field, value, STYLE);
            return None;
        };
        let colour = |text: String| text.parse::<Color>().ok();
        let (mut style, mut known) = (Style::new(), HashSet::new());
        for (name, value) in values {
            let field = format!("{field}.{name}");
            if !known.insert(name.clone()) {
                self.refuse(&field, value, TWICE);
                continue;
            }
            match name.as_str() {
                "fg" => style.fg = self.value(&field, value, COLOUR, colour),
                "bg" => style.bg = self.value(&field, value, COLOUR, colour),
                "underline_color" => {
                    style.underline_color = self.value(&field, value, COLOUR, colour);
                }
                "add_modifier" => style.add_modifier = self.modifier(&field, value),
                "sub_modifier" => style.sub_modifier = self.modifier(&field, value),
                _ => {
                    let reason = format!("there is no such field; the fields are {STYLE_FIELDS}");
                    self.refuse(&field, value, &reason);
                }
            }
        }
        Some(style)
    }

    fn modifier(&mut self, field: &str, value: &str) -> Modifier {
        self.value(field, value, MODIFIER, Some).unwrap_or_default()
    }
}

//! A UCI option with type, default and range: the options that external engines declare, and our own.

use std::fmt;

/// A UCI option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name; may contain spaces.
    pub name: String,
    /// Its type with default and range.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Default value.
        default: bool,
    },
    /// An integer.
    Spin {
        /// Default value.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of a list.
    Combo {
        /// Default value.
        default: String,
        /// The choices.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// Default value.
        default: String,
    },
    /// An action without a value.
    Button,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("the engine has no option {0:?}")]
    Unknown(String),
    /// A value that is not allowed.
    #[error("option {name:?}: {value:?} is not {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The allowed values.
        expected: String,
    },
}

impl OptionError {
    /// The name of the option.
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown(name) | Self::Value { name, .. } => name,
        }
    }
}

impl fmt::Display for OptionKind {
    /// The allowed values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { .. } => f.write_str("true or false"),
            Self::Spin { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            Self::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            Self::Text { .. } => f.write_str("a single line of text"),
            Self::Button => f.write_str("empty: the option is a button"),
        }
    }
}

/// The protocol's notation of an empty text.
const EMPTY: &str = "<empty>";
/// Keywords of an `option` line.
const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl UciOption {
    /// Parses the text after the word `option`; `None` if name or type is missing or invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let parts = parts(text);
        let values = |wanted: &'static str| {
            parts.iter().filter(move |(key, _)| *key == wanted).map(|(_, value)| value)
        };
        let part = |wanted| values(wanted).next().map(String::as_str);
        let name = part("name").filter(|name| !name.is_empty())?;
        let default = part("default").unwrap_or_default();
        let kind = match part("type")? {
            "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
            "spin" => spin(default, part("min"), part("max"))?,
            "combo" => OptionKind::Combo {
                default: default.to_owned(),
                choices: values("var").cloned().collect(),
            },
            "string" if default == EMPTY => OptionKind::Text { default: String::new() },
            "string" => OptionKind::Text { default: default.to_owned() },
            "button" => OptionKind::Button,
            _ => return None,
        };
        Some(Self { name: name.to_owned(), kind })
    }

    /// The `value` in canonical form.
    ///
    /// # Errors
    /// The value is not allowed.
    pub fn check(&self, value: &str) -> Result<String, OptionError> {
        let value = value.trim();
        let canonical = match &self.kind {
            OptionKind::Check { .. } => {
                let lower = value.to_ascii_lowercase();
                ["true", "false"].contains(&lower.as_str()).then_some(lower)
            }
            OptionKind::Spin { min, max, .. } => value
                .parse::<i64>()
                .ok()
                .filter(|number| (min..=max).contains(&number))
                .map(|number| number.to_string()),
            OptionKind::Combo { choices, .. } => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)).cloned()
            }
            OptionKind::Text { .. } => {
                let text = if value == EMPTY { "" } else { value };
                (!text.contains(['\n', '\r'])).then(|| text.to_owned())
            }
            OptionKind::Button => value.is_empty().then(String::new),
        };
        canonical.ok_or_else(|| OptionError::Value {
            name: self.name.clone(),
            value: value.to_owned(),
            expected: self.kind.to_string(),
        })
    }

    /// The line that sets this option to `value`.
    ///
    /// # Errors
    /// The value is not allowed.
    pub fn set_option_line(&self, value: &str) -> Result<String, OptionError> {
        let name = &self.name;
        Ok(match (self.check(value)?, &self.kind) {
            (_, OptionKind::Button) => format!("setoption name {name}"),
            (text, _) if text.is_empty() => format!("setoption name {name} value {EMPTY}"),
            (text, _) => format!("setoption name {name} value {text}"),
        })
    }
}

impl fmt::Display for UciOption {
    /// The declaration: the line after the word `option`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default} var {}", choices.join(" var "))
            }
            OptionKind::Text { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::Text { default } => write!(f, "string default {default}"),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

/// An integer with its range; a missing limit is none, and the default is clamped to the range.
fn spin(default: &str, min: Option<&str>, max: Option<&str>) -> Option<OptionKind> {
    let limit = |text: Option<&str>, none| text.map_or(Some(none), |text| text.parse().ok());
    let (min, max) = (limit(min, i64::MIN)?, limit(max, i64::MAX)?);
    if min > max {
        return None;
    }
    let default = default.parse::<i64>().unwrap_or(min).clamp(min, max);
    Some(OptionKind::Spin { default, min, max })
}

/// The text split before each word of [`PARTS`], where it cannot be a part of a name or a value: `name`, `type` and `default`
/// begin a part once, and only the parts of the type that is declared do.
fn parts(text: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for word in text.split_whitespace() {
        let kind = found.iter().find(|(key, _)| *key == "type").map(|(_, kind)| kind.as_str());
        let is_first = |part: &str| found.iter().all(|(key, _)| *key != part);
        let begins = PARTS.into_iter().find(|part| *part == word).filter(|part| match *part {
            "name" => found.is_empty(),
            "type" => is_first("type"),
            "default" => kind.is_some() && is_first("default"),
            "var" => kind == Some("combo"),
            _ => kind == Some("spin"),
        });
        match (begins, found.last_mut()) {
            (Some(part), _) => found.push((part, String::new())),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{OptionKind, UciOption};

    fn kind(text: &str) -> Option<OptionKind> {
        UciOption::parse(text).map(|option| option.kind)
    }

    #[test]
    fn words_of_declarations_may_be_choices() {
        let choices = |text: &str| match kind(text) {
            Some(OptionKind::Combo { default, choices }) => (default, choices.join("|")),
            other => panic!("{other:?}"),
        };
        for (text, default, wanted) in [
            (
                "name Style type combo default default var default var bold",
                "default",
                "default|bold",
            ),
            ("name Level type combo default min var min var max", "min", "min|max"),
            ("name Kind type combo default a b var a b var type", "a b", "a b|type"),
        ] {
            assert_eq!(choices(text), (default.to_owned(), wanted.to_owned()), "{text}");
        }
        let path = kind("name Path type string default /a max b default var");
        assert_eq!(path, Some(OptionKind::Text { default: "/a max b default var".to_owned() }));
    }

    #[test]
    fn each_type_is_read() {
        let spin = OptionKind::Spin { default: 16, min: 1, max: 1024 };
        let combo = OptionKind::Combo {
            default: "Normal".into(),
            choices: vec!["Solid".into(), "Very Risky".into(), "Normal".into()],
        };
        let cases = [
            ("name Hash type spin default 16 min 1 max 1024", Some(spin)),
            ("name Ponder type check default false", Some(OptionKind::Check { default: false })),
            (
                "name Style type combo default Normal var Solid var Very Risky var Normal",
                Some(combo),
            ),
            (
                "name Path type string default <empty>",
                Some(OptionKind::Text { default: String::new() }),
            ),
            (
                "name Path type string default /a b",
                Some(OptionKind::Text { default: "/a b".into() }),
            ),
            ("name Clear Hash type button", Some(OptionKind::Button)),
            (
                "name N type spin default 99 max 5",
                Some(OptionKind::Spin { default: 5, min: i64::MIN, max: 5 }),
            ),
            ("name N type spin default 1 min 5 max 2", None),
            ("name N type spin default 1 min x", None),
            ("name N type slider", None),
            ("type check default true", None),
            ("name type check", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(kind(text), expected, "{text}");
        }
        let named = UciOption::parse("name min default type button").unwrap();
        assert_eq!(named.name, "min default");
    }

    #[test]
    fn values_are_checked_before_they_are_sent() {
        let cases = [
            ("name Hash type spin default 1 min 1 max 8", "8", "setoption name Hash value 8"),
            ("name Hash type spin default 1 min 1 max 8", "9", "a whole number from 1 to 8"),
            ("name Hash type spin default 1 min 1 max 8", "x", "a whole number from 1 to 8"),
            ("name P type check default false", "TRUE", "setoption name P value true"),
            ("name P type check default false", "yes", "true or false"),
            ("name S type combo default a var a var b c", "B C", "setoption name S value b c"),
            ("name S type combo default a var a var b c", "d", "one of a, b c"),
            ("name T type string", "", "setoption name T value <empty>"),
            ("name T type string", "a\nquit", "a single line"),
            ("name C H type button", "", "setoption name C H"),
            ("name C H type button", "1", "button"),
        ];
        for (declared, value, expected) in cases {
            let option = UciOption::parse(declared).unwrap();
            match option.set_option_line(value) {
                Ok(line) => assert_eq!(line, expected),
                Err(error) => assert!(error.to_string().contains(expected), "{error}"),
            }
        }
    }
}

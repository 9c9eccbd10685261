//! Personalities: named changes to the strength model, from RON. The shipped ones are compiled in; the caller merges the
//! user's text over them. A broken entry is reported with file and field and skipped.

use super::limits::StrengthLimits;
use crate::base::{Category, Elo, RonError, read_ron};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The file name of the shipped personalities in error messages.
const SHIPPED: &str = "assets/characters.ron";

/// A named opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personality {
    /// Its name; unique in a list.
    pub name: String,
    /// One line about its style.
    pub about: String,
    /// Its limits; `elo` is the rating of the model they are based on.
    pub limits: StrengthLimits,
}

/// An error in a file of personalities.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PersonalityError {
    /// The text is not a list of personalities.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// A value out of range.
    #[error("{file}: '{name}': {field} = {value} is out of range; allowed is {low} to {high}")]
    OutOfRange {
        /// The file.
        file: String,
        /// The personality.
        name: String,
        /// The field.
        field: String,
        /// The value.
        value: i64,
        /// The smallest value allowed.
        low: i64,
        /// The largest value allowed.
        high: i64,
    },
    /// A value that is not an integer.
    #[error("{file}: '{name}': {field} = {value} is not an integer")]
    NoNumber {
        /// The file.
        file: String,
        /// The personality.
        name: String,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// An unknown knowledge category.
    #[error("{file}: '{name}': knowledge of '{skill}' is unknown; allowed are {allowed}")]
    UnknownSkill {
        /// The file.
        file: String,
        /// The personality.
        name: String,
        /// The value.
        skill: String,
        /// The known names.
        allowed: String,
    },
    /// A personality without a name, or a duplicate name in one file.
    #[error("{file}: entry {entry}: name '{name}' is {problem}")]
    BadName {
        /// The file.
        file: String,
        /// Which entry, from 1.
        entry: usize,
        /// The name.
        name: String,
        /// The problem.
        problem: &'static str,
    },
}

/// The personalities in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Personalities {
    characters: Vec<Personality>,
}

impl Personalities {
    /// The shipped personalities.
    #[must_use]
    pub fn shipped() -> Self {
        let mut roster = Self::default();
        let errors = roster.merge(
            SHIPPED,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/characters.ron")),
        );
        debug_assert!(errors.is_empty(), "{errors:?}");
        roster
    }

    /// All personalities in order.
    #[must_use]
    pub fn all(&self) -> &[Personality] {
        &self.characters
    }

    /// The personality with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Personality> {
        self.characters.iter().find(|character| character.name == name)
    }

    /// Adds the personalities in `text`; one with a known name replaces it. `file` is the name of the text in errors.
    /// Returns the errors; valid entries are added.
    pub fn merge(&mut self, file: &str, text: &str) -> Vec<PersonalityError> {
        let entries = match read_ron::<Vec<Entry>>(file, text) {
            Ok(entries) => entries,
            Err(error) => return vec![error.into()],
        };
        let mut errors = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let named = entry.check_name(file, &entries[..index]);
            match named.and_then(|()| entry.resolve(file)) {
                Ok(character) => self.insert(character),
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Replaces the personality with the same name, or appends.
    fn insert(&mut self, character: Personality) {
        match self.characters.iter_mut().find(|known| known.name == character.name) {
            Some(known) => *known = character,
            None => self.characters.push(character),
        }
    }
}

/// An entry of the file. The types are wide, so that a value out of range gets our message instead of the RON reader's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Character")]
struct Entry {
    name: String,
    #[serde(default)]
    about: String,
    elo: Number,
    nps: Option<Number>,
    move_error: Option<Number>,
    blunder_error: Option<Number>,
    blunder_percent: Option<Number>,
    #[serde(default)]
    knowledge: BTreeMap<String, Number>,
}

/// A value that must be an integer; anything else gets our message instead of the RON reader's.
#[derive(Debug)]
enum Number {
    Whole(i64),
    Other(String),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match ron::Value::deserialize(from)? {
            ron::Value::Number(number) => match number.into_f64() {
                // A number large enough to be rounded is out of every range.
                whole if whole.fract() == 0.0 => Self::Whole(whole as i64),
                broken => Self::Other(broken.to_string()),
            },
            ron::Value::String(text) => Self::Other(format!("{text:?}")),
            ron::Value::Bool(yes) => Self::Other(yes.to_string()),
            other => Self::Other(format!("{other:?}")),
        })
    }
}

impl Entry {
    /// Checks that the name is not empty and not a duplicate of an `earlier` entry of the file.
    fn check_name(&self, file: &str, earlier: &[Self]) -> Result<(), PersonalityError> {
        let problem = match self.name.trim() {
            "" => "empty",
            _ if earlier.iter().any(|entry| entry.name == self.name) => "a duplicate",
            _ => return Ok(()),
        };
        let (file, entry, name) = (file.to_owned(), earlier.len() + 1, self.name.clone());
        Err(PersonalityError::BadName { file, entry, name, problem })
    }

    /// The model at the entry's rating with the entry's changes.
    fn resolve(&self, file: &str) -> Result<Personality, PersonalityError> {
        let within = |field: &str, value: &Number, range: RangeInclusive<i64>| {
            let value = match value {
                Number::Whole(value) if range.contains(value) => return Ok(*value),
                Number::Whole(value) => *value,
                Number::Other(value) => {
                    return Err(PersonalityError::NoNumber {
                        file: file.to_owned(),
                        name: self.name.clone(),
                        field: field.to_owned(),
                        value: value.clone(),
                    });
                }
            };
            Err(PersonalityError::OutOfRange {
                file: file.to_owned(),
                name: self.name.clone(),
                field: field.to_owned(),
                value,
                low: *range.start(),
                high: *range.end(),
            })
        };
        let elo = within("elo", &self.elo, 600..=2600)?;
        let mut handicap = StrengthLimits::at(Elo(elo as u16));
        if let Some(nps) = &self.nps {
            handicap.nps = within("nps", nps, 100..=100_000_000)?.unsigned_abs();
        }
        if let Some(error) = &self.move_error {
            handicap.move_error = within("move_error", error, 0..=1000)? as i32;
        }
        if let Some(error) = &self.blunder_error {
            handicap.blunder_error = within("blunder_error", error, 0..=2000)? as i32;
        }
        if let Some(chance) = &self.blunder_percent {
            handicap.blunder_per128 = per128(within("blunder_percent", chance, 0..=100)?);
        }
        for (name, share) in &self.knowledge {
            let index = Category::SCALED.iter().position(|known| known.name() == name);
            let index = index.ok_or_else(|| self.unknown_skill(file, name))?;
            let share = within(&format!("knowledge of '{name}'"), share, 0..=100)?;
            handicap.knowledge[index] = per128(share);
        }
        Ok(Personality { name: self.name.clone(), about: self.about.clone(), limits: handicap })
    }

    fn unknown_skill(&self, file: &str, skill: &str) -> PersonalityError {
        PersonalityError::UnknownSkill {
            file: file.to_owned(),
            name: self.name.clone(),
            skill: skill.to_owned(),
            allowed: Category::SCALED.map(Category::name).join(", "),
        }
    }
}

/// Percent, 0 to 100, in 128ths, rounded to the nearest.
const fn per128(percent: i64) -> u8 {
    ((percent * 128 + 50) / 100) as u8
}

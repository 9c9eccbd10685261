//! Opponents with a character: named changes to the dial's law, from RON. The shipped ones are compiled in; a user's
//! text is merged over them by whoever reads files. A broken entry is reported with file and field and left out.

use super::law::Handicap;
use super::skill::Skill;
use crate::base::{Elo, RonError, read_ron};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The name under which errors speak of the shipped file.
const SHIPPED: &str = "assets/characters.ron";

/// An opponent with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// Its name; unique in a roster.
    pub name: String,
    /// One line on how it plays.
    pub about: String,
    /// The figures it plays by; `elo` is the rating it was made from.
    pub handicap: Handicap,
}

/// What is wrong in a file of characters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CharacterError {
    /// The text is no list of characters.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// A figure outside its range.
    #[error("{file}: '{name}': {field} = {value} is out of range; allowed is {low} to {high}")]
    OutOfRange {
        /// The file.
        file: String,
        /// The character.
        name: String,
        /// The field, for a percentage its skill.
        field: String,
        /// What was read.
        value: i64,
        /// The smallest value allowed.
        low: i64,
        /// The largest value allowed.
        high: i64,
    },
    /// Something else where a whole number belongs.
    #[error("{file}: '{name}': {field} = {value} is no whole number")]
    NoNumber {
        /// The file.
        file: String,
        /// The character.
        name: String,
        /// The field, for a percentage its skill.
        field: String,
        /// What stands there.
        value: String,
    },
    /// A category of knowledge that does not exist.
    #[error("{file}: '{name}': knowledge of '{skill}' is unknown; allowed are {allowed}")]
    UnknownSkill {
        /// The file.
        file: String,
        /// The character.
        name: String,
        /// What was read.
        skill: String,
        /// The names that exist.
        allowed: String,
    },
    /// A character without a name, or a second one of the same name in the same file.
    #[error("{file}: entry {entry}: name '{name}' is {problem}")]
    BadName {
        /// The file.
        file: String,
        /// Which entry, from 1.
        entry: usize,
        /// The name.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// The characters to choose from, in the order they are offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    characters: Vec<Character>,
}

impl Roster {
    /// The shipped characters.
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

    /// The characters, in order.
    #[must_use]
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// The character of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Character> {
        self.characters.iter().find(|character| character.name == name)
    }

    /// Adds the characters in `text`; one of a known name takes its place. `file` is what errors call the text.
    /// Returns what was wrong; everything that was right is in the roster.
    pub fn merge(&mut self, file: &str, text: &str) -> Vec<CharacterError> {
        let entries = match read_ron::<Vec<Entry>>(file, text) {
            Ok(entries) => entries,
            Err(error) => return vec![error.into()],
        };
        let mut errors = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let named = entry.check_name(file, &entries[..index]);
            match named.and_then(|()| entry.resolve(file)) {
                Ok(character) => self.put(character),
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Replaces the character of the same name, or appends.
    fn put(&mut self, character: Character) {
        match self.characters.iter_mut().find(|known| known.name == character.name) {
            Some(known) => *known = character,
            None => self.characters.push(character),
        }
    }
}

/// An entry as it stands in the file. Wide types, so that a figure out of range gets our message and not the reader's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Character")]
struct Entry {
    name: String,
    #[serde(default)]
    about: String,
    elo: Figure,
    nps: Option<Figure>,
    move_error: Option<Figure>,
    blunder_error: Option<Figure>,
    blunder_percent: Option<Figure>,
    #[serde(default)]
    knowledge: BTreeMap<String, Figure>,
}

/// What stands where a whole number belongs, so that something else gets our message and not the reader's.
#[derive(Debug)]
enum Figure {
    Whole(i64),
    Other(String),
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match ron::Value::deserialize(from)? {
            ron::Value::Number(number) => match number.into_f64() {
                // So large a figure is out of every range, however it is rounded.
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
    /// Checks that the name says something and is new among the `earlier` entries of the file.
    fn check_name(&self, file: &str, earlier: &[Self]) -> Result<(), CharacterError> {
        let problem = match self.name.trim() {
            "" => "empty",
            _ if earlier.iter().any(|entry| entry.name == self.name) => "given already",
            _ => return Ok(()),
        };
        let (file, entry, name) = (file.to_owned(), earlier.len() + 1, self.name.clone());
        Err(CharacterError::BadName { file, entry, name, problem })
    }

    /// The law at the entry's rating with the entry's changes.
    fn resolve(&self, file: &str) -> Result<Character, CharacterError> {
        let within = |field: &str, value: &Figure, range: RangeInclusive<i64>| {
            let value = match value {
                Figure::Whole(value) if range.contains(value) => return Ok(*value),
                Figure::Whole(value) => *value,
                Figure::Other(value) => {
                    return Err(CharacterError::NoNumber {
                        file: file.to_owned(),
                        name: self.name.clone(),
                        field: field.to_owned(),
                        value: value.clone(),
                    });
                }
            };
            Err(CharacterError::OutOfRange {
                file: file.to_owned(),
                name: self.name.clone(),
                field: field.to_owned(),
                value,
                low: *range.start(),
                high: *range.end(),
            })
        };
        let elo = within("elo", &self.elo, 600..=2600)?;
        let mut handicap = Handicap::at(Elo(elo as u16));
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
            let skill = Skill::named(name).ok_or_else(|| self.unknown_skill(file, name))?;
            let share = within(&format!("knowledge of '{name}'"), share, 0..=100)?;
            handicap.knowledge[skill as usize] = per128(share);
        }
        Ok(Character { name: self.name.clone(), about: self.about.clone(), handicap })
    }

    fn unknown_skill(&self, file: &str, skill: &str) -> CharacterError {
        CharacterError::UnknownSkill {
            file: file.to_owned(),
            name: self.name.clone(),
            skill: skill.to_owned(),
            allowed: Skill::ALL.map(Skill::name).join(", "),
        }
    }
}

/// Per cent, 0 to 100, in 128ths, rounded to the nearest.
const fn per128(percent: i64) -> u8 {
    ((percent * 128 + 50) / 100) as u8
}

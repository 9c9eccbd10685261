//! Personalities: named changes to the strength models, from RON: of the human model with `human`, of MadChess's with `elo`. The shipped ones are compiled in; the caller merges the
//! user's text over them. A broken entry is reported with file and field and skipped.

use super::human::{self, HumanLevel, Style};
use super::level::{StrengthLevel, StrengthModel};
use super::limits::StrengthLimits;
use crate::base::{Category, Elo, RonError, UniqueMap, read_ron};
use ron::value::RawValue;
use serde::{Deserialize, Deserializer};
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
    /// Its level: [`StrengthLevel::Human`] or [`StrengthLevel::Personality`].
    pub level: StrengthLevel,
}

/// An error in a file of personalities.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PersonalityError {
    /// The text is not a list of personalities.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// An invalid entry.
    #[error("{file}: {entry}: {problem}")]
    Entry {
        /// The file and the line, with the column where it is known.
        file: String,
        /// The entry, by name or number.
        entry: String,
        /// Field, value and what is allowed.
        problem: String,
    },
}

/// The personalities in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Personalities {
    list: Vec<Personality>,
}

impl Personalities {
    /// The shipped personalities.
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
    pub fn all(&self) -> &[Personality] {
        &self.list
    }

    /// The personality with this name; case is ignored where it does not tell two apart.
    pub fn named(&self, name: &str) -> Option<&Personality> {
        let in_any_case = || self.list.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        self.list.iter().find(|known| known.name == name).or_else(in_any_case)
    }

    /// The personality at this level; of several the last, since the user's own follow the shipped ones.
    pub fn named_by(&self, level: StrengthLevel) -> Option<&Personality> {
        self.list.iter().rfind(|known| known.level == level)
    }

    /// Adds the personalities in `whole`; one with a known name replaces it. `file` is the name of the text in errors.
    /// Returns the errors; valid entries are added.
    pub fn merge(&mut self, file: &str, whole: &str) -> Vec<PersonalityError> {
        let texts = match read_ron::<Vec<Box<RawValue>>>(file, whole) {
            Ok(texts) => texts,
            Err(error) => return vec![error.into()],
        };
        let (mut entries, mut places, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut read = 0;
        for (index, text) in texts.iter().enumerate() {
            let begin = read + whole[read..].find(text.get_ron()).unwrap_or(0);
            read = begin + text.get_ron().len();
            // One that is broken does not cost the others.
            match read_ron::<Entry>(file, text.get_ron()) {
                Ok(entry) => {
                    entries.push(entry);
                    let line = 1 + whole[..begin].matches('\n').count();
                    places.push((index + 1, format!("{file}:{line}")));
                }
                Err(error) => errors.push(PersonalityError::Entry {
                    file: place(file, &whole[..begin], &error),
                    entry: name_in(text.get_ron())
                        .unwrap_or_else(|| format!("entry {}", index + 1)),
                    problem: match field_before(text.get_ron(), &error) {
                        Some(field) => format!("{field}: {}", error.message),
                        None => error.message,
                    },
                }),
            }
        }
        for (index, entry) in entries.iter().enumerate() {
            let checked = entry.check_name(&entries[..index]).map_err(|problem| {
                let (number, _) = places[index];
                (format!("entry {number}"), format!("name '{}' is {problem}", entry.name))
            });
            let resolved = checked.and_then(|()| {
                entry.resolve().map_err(|problem| (format!("'{}'", entry.name), problem))
            });
            match resolved {
                Ok(personality) => self.insert(personality),
                Err((entry, problem)) => {
                    let file = places[index].1.clone();
                    errors.push(PersonalityError::Entry { file, entry, problem });
                }
            }
        }
        errors
    }

    /// Replaces the personality with the same name, or appends.
    fn insert(&mut self, personality: Personality) {
        match self.list.iter_mut().find(|known| known.name == personality.name) {
            Some(known) => *known = personality,
            None => self.list.push(personality),
        }
    }
}

/// File, line and column of an error in an entry that stands behind `before`.
fn place(file: &str, before: &str, error: &RonError) -> String {
    let lines = before.matches('\n').count();
    let on_line = before.rsplit('\n').next().unwrap_or("").chars().count();
    let column = if error.line == 1 { on_line + error.column } else { error.column };
    format!("{file}:{}:{column}", lines + error.line)
}

/// The field of `entry` whose value begins where the error is.
fn field_before(entry: &str, error: &RonError) -> Option<String> {
    let line = entry.lines().nth(error.line.checked_sub(1)?)?;
    let before: String = line.chars().take(error.column.checked_sub(1)?).collect();
    let field = before.trim_end().strip_suffix(':')?.trim_end();
    let name = field.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The name in the text of an entry, in quotes; `None` where it cannot be read.
fn name_in(entry: &str) -> Option<String> {
    /// An entry of which only the name is read.
    #[derive(Deserialize)]
    #[serde(rename = "Character")]
    struct Named {
        name: String,
    }
    let named = read_ron::<Named>("", entry).ok()?;
    Some(format!("'{}'", named.name))
}

/// An entry of the file. The types are wide, so that a value out of range gets our message instead of the RON reader's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Character")]
struct Entry {
    name: String,
    #[serde(default)]
    about: String,
    elo: Option<Number>,
    human: Option<Number>,
    #[serde(default)]
    style: UniqueMap<String, Number>,
    nps: Option<Number>,
    move_error: Option<Number>,
    blunder_error: Option<Number>,
    blunder_percent: Option<Number>,
    #[serde(default)]
    knowledge: UniqueMap<String, Number>,
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
    /// Checks that the name can be chosen: it is not empty, no duplicate of an `earlier` entry of the file, and no level.
    fn check_name(&self, earlier: &[Self]) -> Result<(), &'static str> {
        let name = self.name.trim();
        if name.is_empty() {
            return Err("empty");
        }
        if name != self.name {
            return Err("written with spaces around it");
        }
        let first = name.split_whitespace().next().unwrap_or_default();
        let is_level = name.eq_ignore_ascii_case("full")
            || name.starts_with('~')
            || name.parse::<i64>().is_ok()
            || first != name && first.parse::<StrengthModel>().is_ok();
        if is_level {
            return Err("a level of the dial");
        }
        let is_duplicate = earlier.iter().any(|entry| entry.name == self.name);
        if is_duplicate { Err("a duplicate") } else { Ok(()) }
    }

    /// The entry's model at its rating with its changes.
    fn resolve(&self) -> Result<Personality, String> {
        let level = match (&self.human, &self.elo) {
            (Some(rating), None) => StrengthLevel::Human(self.human_level(rating)?),
            (None, Some(elo)) => StrengthLevel::Personality(self.limits(elo)?),
            (None, None) => return Err("either human or elo must be given".to_owned()),
            (Some(_), Some(_)) => {
                return Err("human and elo are given; only one of them may be".to_owned());
            }
        };
        Ok(Personality { name: self.name.clone(), about: self.about.clone(), level })
    }

    /// The level of the human model.
    fn human_level(&self, rating: &Number) -> Result<HumanLevel, String> {
        let foreign = [
            ("nps", self.nps.is_some()),
            ("move_error", self.move_error.is_some()),
            ("blunder_error", self.blunder_error.is_some()),
            ("blunder_percent", self.blunder_percent.is_some()),
            ("knowledge", !self.knowledge.0.is_empty()),
        ];
        if let Some((field, _)) = foreign.into_iter().find(|(_, is_given)| *is_given) {
            return Err(format!("{field} belongs to elo, not to human"));
        }
        let ratings = human::MIN_RATING.0.into()..=human::MAX_RATING.0.into();
        let mut level = HumanLevel::at(Elo(rating.within("human", ratings)? as u16));
        for (name, value) in &self.style.0 {
            let field = level.style.field(name).ok_or_else(|| {
                let allowed = Style::FIELDS.join(", ");
                format!("style of '{name}' is unknown; allowed are {allowed}")
            })?;
            let range = i64::from(*Style::RANGE.start())..=i64::from(*Style::RANGE.end());
            *field = value.within(&format!("style of '{name}'"), range)? as i16;
        }
        Ok(level)
    }

    /// The limits of MadChess's model.
    fn limits(&self, elo: &Number) -> Result<StrengthLimits, String> {
        if !self.style.0.is_empty() {
            return Err("style belongs to human, not to elo".to_owned());
        }
        let levels = StrengthLimits::MIN_ELO.0.into()..=StrengthLimits::MAX_ELO.0.into();
        let mut limits = StrengthLimits::at(Elo(elo.within("elo", levels)? as u16));
        if let Some(nps) = &self.nps {
            limits.nps = nps.within("nps", 100..=100_000_000)?.unsigned_abs();
        }
        if let Some(error) = &self.move_error {
            limits.move_error = error.within("move_error", 0..=1000)? as i32;
        }
        if let Some(error) = &self.blunder_error {
            limits.blunder_error = error.within("blunder_error", 0..=2000)? as i32;
        }
        if let Some(chance) = &self.blunder_percent {
            limits.blunder_per128 = per128(chance.within("blunder_percent", 0..=100)?);
        }
        for (name, share) in &self.knowledge.0 {
            let named = |category: &Category| category.name() == name;
            let index = Category::SCALED.iter().position(named).ok_or_else(|| {
                let allowed = Category::SCALED.map(Category::name).join(", ");
                format!("knowledge of '{name}' is unknown; allowed are {allowed}")
            })?;
            let share = share.within(&format!("knowledge of '{name}'"), 0..=100)?;
            limits.knowledge[index] = per128(share);
        }
        Ok(limits)
    }
}

impl Number {
    fn within(&self, field: &str, range: RangeInclusive<i64>) -> Result<i64, String> {
        match self {
            Self::Whole(value) if range.contains(value) => Ok(*value),
            Self::Whole(value) => {
                let (low, high) = (range.start(), range.end());
                Err(format!("{field} = {value} is out of range; allowed is {low} to {high}"))
            }
            Self::Other(value) => Err(format!("{field} = {value} is not an integer")),
        }
    }
}

/// Percent, 0 to 100, in 128ths, rounded to the nearest.
const fn per128(percent: i64) -> u8 {
    ((percent * 128 + 50) / 100) as u8
}

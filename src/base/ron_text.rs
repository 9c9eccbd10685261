//! Reads RON files in one dialect; errors name file, line and column.

use super::sanitise::shortened;
use ron::error::{SpannedError, SpannedResult};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

/// The RON extensions in use: `Some` of an optional value and the name of a newtype may be omitted.
pub const RON_DIALECT: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_NEWTYPES);

/// What to do about a path such as `"C:\Users"`.
const BACKSLASH: &str = r#"; write \\ for a backslash, or r"…" for a text with backslashes"#;

/// Characters of a value that an error shows.
const SHOWN: usize = 60;

/// A syntax or type error in a RON text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct RonError {
    /// The file, or another name of the text.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The error.
    pub message: String,
}

impl RonError {
    /// Converts an error of the RON parser in the text of `file`.
    pub fn new(file: impl Display, error: &SpannedError) -> Self {
        let (place, message) = (error.span.start, ron_words(&error.code));
        Self { file: file.to_string(), line: place.line, column: place.col, message }
    }

    /// Why the `value` of `field` cannot be used, a part of the text `whole` of `file`; names all of them.
    pub fn of_field(file: impl Display, whole: &str, field: &str, value: &str, why: &str) -> Self {
        let words = format!("{field} = {}: {why}", shortened(value, SHOWN));
        Self::of_part(file, whole, value, words)
    }

    /// What is wrong with `value`, a part of the text `whole` of `file`.
    pub fn of_part(file: impl Display, whole: &str, value: &str, message: String) -> Self {
        let offset = (value.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
        let before = whole.get(..offset).unwrap_or_default();
        let on_line = before.rsplit('\n').next().unwrap_or_default();
        let (line, column) = (1 + before.matches('\n').count(), 1 + on_line.chars().count());
        Self { file: file.to_string(), line, column, message }
    }
}

/// What is wrong, for somebody who writes the file and does not know the parser.
pub fn ron_words(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::InvalidEscape(_) => format!("{error}{BACKSLASH}"),
        Error::NoSuchStructField { expected, found, .. } => {
            format!("there is no field {found}; the fields are {}", expected.join(", "))
        }
        Error::MissingStructField { field, .. } => format!("the field {field} is missing"),
        Error::DuplicateStructField { field, .. } => format!("the field {field} stands twice"),
        Error::InvalidIntegerDigit { .. } => "expected a whole number, in digits".to_owned(),
        Error::ExceededRecursionLimit => "nested too deeply".to_owned(),
        other => other.to_string(),
    }
}

/// Parses `text` in [`RON_DIALECT`]; error messages name `file`.
///
/// # Errors
/// A syntax or type error.
pub fn read_ron<T: DeserializeOwned>(file: impl Display, text: &str) -> Result<T, RonError> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    options.from_str(text).map_err(|error| RonError::new(file, &error))
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
///
/// # Errors
/// A syntax error, or the text is no struct.
pub fn ron_fields<'a>(name: &'static str, text: &'a str) -> SpannedResult<Vec<(String, &'a str)>> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    let fields = options.from_str_seed(text, Fields(name))?;
    Ok(fields.into_iter().map(|(field, value)| (field, value.trim().get_ron())).collect())
}

/// A name without quotation marks, as a key of a map.
struct Identifier(String);

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Identifier;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }
            fn visit_str<E>(self, text: &str) -> Result<Identifier, E> {
                Ok(Identifier(text.to_owned()))
            }
        }
        from.deserialize_identifier(Text)
    }
}

/// Reads a RON map as its names and the text of their values.
struct Entries;

impl<'de> DeserializeSeed<'de> for Entries {
    type Value = Vec<(String, &'de RawValue)>;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, &'de RawValue)>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((Identifier(name), value)) = map.next_entry()? {
            entries.push((name, value));
        }
        Ok(entries)
    }
}

/// The entries of a map in `text` whose keys are names, with the text of their values, without the white space around them.
/// A name may stand twice.
///
/// # Errors
/// A syntax error, or the text is no such map.
pub fn ron_entries(text: &str) -> SpannedResult<Vec<(String, &str)>> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    let entries = options.from_str_seed(text, Entries)?;
    Ok(entries.into_iter().map(|(name, value)| (name, value.trim().get_ron())).collect())
}

/// The text of each value of a list in `text`, without the white space around them.
///
/// # Errors
/// A syntax error, or the text is no list.
pub fn ron_items(text: &str) -> SpannedResult<Vec<&str>> {
    let options = ron::Options::default().with_default_extension(RON_DIALECT);
    let items: Vec<&RawValue> = options.from_str(text)?;
    Ok(items.into_iter().map(|value| value.trim().get_ron()).collect())
}

/// A map that is an error where a key stands twice, which serde's maps take for the last of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueMap<K, V>(pub BTreeMap<K, V>);

impl<K, V> Default for UniqueMap<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, K: Deserialize<'de> + Ord + Debug, V: Deserialize<'de>> Deserialize<'de>
    for UniqueMap<K, V>
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(UniqueKeys(PhantomData))
    }
}

struct UniqueKeys<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord + Debug, V: Deserialize<'de>> Visitor<'de>
    for UniqueKeys<K, V>
{
    type Value = UniqueMap<K, V>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some(key) = map.next_key::<K>()? {
            if entries.contains_key(&key) {
                return Err(A::Error::custom(format_args!("{key:?} stands twice")));
            }
            entries.insert(key, map.next_value()?);
        }
        Ok(UniqueMap(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::{UniqueMap, read_ron};
    use std::collections::BTreeMap;

    #[test]
    fn what_people_leave_out_is_understood_and_what_is_wrong_has_its_place() {
        let read = |text| read_ron::<BTreeMap<String, Option<i32>>>("mine.ron", text);
        assert_eq!(read("{\"a\": 1, \"b\": None}").unwrap()["a"], Some(1));
        let error = read("{\n \"a\": one}").unwrap_err();
        assert_eq!((error.line, error.column), (2, 6));
        assert_eq!(error.to_string(), format!("mine.ron:2:6: {}", error.message));
        let error = read_ron::<UniqueMap<String, i32>>("mine.ron", "{\"a\": 1,\n \"a\": 2}");
        let error = error.unwrap_err();
        assert_eq!((error.line, &*error.message), (2, "\"a\" stands twice"));
        let error = read_ron::<String>("mine.ron", r#""C:\Users""#).unwrap_err();
        assert!(error.message.contains(r"; write \\ for a backslash"), "{error}");
    }
}

//! The text form of a network, in RON: inputs, gates, bit sets and named groups of components. Read once, at start.
//!
//! ```ron
//! (
//!     inputs: ["a", "b"],
//!     gates: {
//!         "both": All(["a", "b"]),
//!         "only a": All(["a", "not b"]),
//!         "enough": AtLeast(2, ["a", "b", "only a"]),
//!     },
//!     categories: ["taste"],
//!     weights: { "both": ("taste", (3, 5)) },
//!     sets: { "seen": ["both", "not only a"] },
//!     groups: { "letters": ["a", "b"] },
//! )
//! ```
//!
//! Bit `i` of a set follows its `i`-th entry. The caller defines the meaning of groups: `machine/` has groups of base
//! propositions and of the moves of each role. Gates may refer to later gates.

use super::{Builder, Error, Id, Literal, Network, Pair, SetId};
use crate::base::ron_words;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A network read from text, with its bit sets and groups.
#[derive(Debug)]
pub struct TextNetwork {
    /// The components.
    pub network: Arc<Network>,
    /// The bit sets by name, with what each bit follows.
    pub sets: Vec<(String, SetId, Vec<Literal>)>,
    /// Groups of components by name, in the order of the text.
    pub groups: Vec<(String, Vec<Id>)>,
}

impl TextNetwork {
    /// The bit set called `name`.
    pub fn set(&self, name: &str) -> Option<(SetId, &[Literal])> {
        let found = self.sets.iter().find(|set| set.0 == name);
        found.map(|(_, id, literals)| (*id, literals.as_slice()))
    }

    /// The group called `name`.
    pub fn group(&self, name: &str) -> Option<&[Id]> {
        self.groups.iter().find(|group| group.0 == name).map(|group| group.1.as_slice())
    }
}

/// Reads a network.
///
/// # Errors
/// [`Error::Text`] with the line: invalid RON, a name that is unknown or defined twice, or an error of construction.
pub fn read(text: &str) -> Result<TextNetwork, Error> {
    let form: Form = ron::from_str(text).map_err(|error| {
        Error::Text(format!(
            "{}: {}",
            place(error.span.start.line, error.span.start.col),
            ron_words(&error.code)
        ))
    })?;
    let mut reader = Reader { text, builder: Builder::default(), known: HashSet::new() };
    reader.collect_names(&form)?;
    reader.components(&form)?;
    let mut sets = Vec::new();
    for (name, entries) in form.sets.0 {
        let literals = reader.literals(&name, &entries)?;
        let set = reader.builder.bit_set(&name, literals.len());
        for (bit, &literal) in literals.iter().enumerate() {
            reader.builder.trigger(set, bit, literal);
        }
        sets.push((name, set, literals));
    }
    let mut groups = Vec::new();
    for (name, entries) in form.groups.0 {
        let literals = reader.literals(&name, &entries)?;
        if let Some(at) = literals.iter().position(|literal| !literal.positive) {
            return Err(reader
                .error(&entries[at], &format!("group {name:?} lists components, not negations")));
        }
        groups.push((name, literals.iter().map(|literal| literal.id).collect()));
    }
    let network = reader.builder.build().map_err(|error| {
        let place = place_of(text, component(&error));
        Error::Text(format!("{place}: {error}"))
    })?;
    Ok(TextNetwork { network, sets, groups })
}

/// The text form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    inputs: Vec<String>,
    gates: Entries<Gate>,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    weights: Entries<(String, Pair)>,
    #[serde(default)]
    tables: Entries<(String, Vec<Pair>)>,
    #[serde(default)]
    sets: Entries<Vec<String>>,
    #[serde(default)]
    groups: Entries<Vec<String>>,
}

#[derive(Deserialize)]
enum Gate {
    All(Vec<String>),
    Any(Vec<String>),
    AtLeast(u32, Vec<String>),
    Always,
    Never,
}

/// A map in the order of the text that keeps duplicate keys, so that they can be reported.
struct Entries<T>(Vec<(String, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
    type Value = Entries<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

struct Reader<'a> {
    text: &'a str,
    builder: Builder,
    known: HashSet<String>,
}

impl Reader<'_> {
    fn error(&self, name: &str, what: &str) -> Error {
        Error::Text(format!("{}: component {name:?}: {what}", place_of(self.text, name)))
    }

    /// Collects all names first, to tell misspelt names from names that are defined later.
    fn collect_names(&mut self, form: &Form) -> Result<(), Error> {
        let gates = form.gates.0.iter().map(|(name, _)| name);
        for name in form.inputs.iter().chain(gates) {
            if name.starts_with(NOT) {
                return Err(self.error(name, "a name cannot begin with \"not \""));
            }
            if !self.known.insert(name.clone()) {
                let place = second_place_of(self.text, name);
                return Err(Error::Text(format!("{place}: component {name:?} is defined twice")));
            }
        }
        Ok(())
    }

    fn components(&mut self, form: &Form) -> Result<(), Error> {
        for name in &form.inputs {
            self.builder.input(name);
        }
        for (name, gate) in &form.gates.0 {
            match gate {
                Gate::All(inputs) => {
                    let inputs = self.literals(name, inputs)?;
                    self.builder.all(name, inputs)
                }
                Gate::Any(inputs) => {
                    let inputs = self.literals(name, inputs)?;
                    self.builder.any(name, inputs)
                }
                Gate::AtLeast(needed, inputs) => {
                    let inputs = self.literals(name, inputs)?;
                    self.builder.at_least(name, *needed, inputs)
                }
                Gate::Always => self.builder.constant(name, true),
                Gate::Never => self.builder.constant(name, false),
            };
        }
        for category in &form.categories {
            self.builder.category(category);
        }
        for (name, (category, weight)) in &form.weights.0 {
            let (id, category) = self.weighted("weights", name, category, form)?;
            self.builder.weight(id, category, *weight);
        }
        for (name, (category, table)) in &form.tables.0 {
            let (id, category) = self.weighted("tables", name, category, form)?;
            self.builder.table(id, category, table.clone());
        }
        Ok(())
    }

    fn weighted(
        &mut self,
        reader: &str,
        name: &str,
        category: &str,
        form: &Form,
    ) -> Result<(Id, usize), Error> {
        let id = self.literal(reader, name)?.id;
        match form.categories.iter().position(|known| known == category) {
            Some(index) => Ok((id, index)),
            None => Err(Error::Text(format!(
                "{}: component {name:?} has a weight in the unknown category {category:?}",
                place_of(self.text, name)
            ))),
        }
    }

    fn literals(&mut self, reader: &str, entries: &[String]) -> Result<Vec<Literal>, Error> {
        entries.iter().map(|entry| self.literal(reader, entry)).collect()
    }

    fn literal(&mut self, reader: &str, entry: &str) -> Result<Literal, Error> {
        let name = entry.strip_prefix(NOT).unwrap_or(entry);
        if !self.known.contains(name) {
            let place = place_of(self.text, entry);
            let what = format!("{place}: component {name:?}, read by {reader:?}, is not defined");
            return Err(Error::Text(what));
        }
        let literal = self.builder.named(name);
        Ok(if name.len() == entry.len() { literal } else { !literal })
    }
}

/// The prefix of a negation.
const NOT: &str = "not ";

/// The component that an error names.
fn component(error: &Error) -> &str {
    match error {
        Error::DuplicateName(name) | Error::Cycle(name) | Error::Dangling { name, .. } => name,
        Error::Unreachable { component, .. }
        | Error::Trigger { component, .. }
        | Error::TooLarge { component, .. } => component,
        Error::Text(_) => "",
    }
}

fn place(line: usize, column: usize) -> String {
    format!("line {line}, column {column}")
}

/// The first place that defines `name`, else the first that contains it, without comments.
fn place_of(text: &str, name: &str) -> String {
    let gates = places_of(text, &format!("{name:?}:"));
    gates
        .first()
        .or(places_of(text, &format!("{name:?}")).first())
        .cloned()
        .unwrap_or_else(|| place(1, 1))
}

/// The place of the second definition of `name`: its last gate, else in the list of inputs.
fn second_place_of(text: &str, name: &str) -> String {
    let gates = places_of(text, &format!("{name:?}:"));
    let mentions = places_of(text, &format!("{name:?}"));
    gates.last().or(mentions.get(1)).cloned().unwrap_or_else(|| place_of(text, name))
}

/// The places of `part` outside comments, one for each line.
fn places_of(text: &str, part: &str) -> Vec<String> {
    let column = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        Some(code[..code.find(part)?].chars().count() + 1)
    };
    (1..).zip(text.lines()).filter_map(|(line, code)| Some(place(line, column(code)?))).collect()
}

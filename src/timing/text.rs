//! The tokenizer of the parameter text and its errors with columns. `read` gives the names their meaning.

use super::parameter::Parameters;

/// An error in a parameter text with its position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("time manager, column {column}: {mistake}")]
pub struct TextError {
    /// The column of the mistake, in characters from 1.
    pub column: usize,
    /// The mistake.
    pub mistake: Mistake,
}

/// The ways a parameter text can be wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Mistake {
    /// An unknown name.
    #[error("unknown name '{found}' in {place}; allowed are {allowed}")]
    UnknownName {
        /// The name.
        found: String,
        /// The group it occurred in.
        place: &'static str,
        /// The known names of that group.
        allowed: String,
    },
    /// Unexpected input.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What is expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A number outside its range.
    #[error("{name} = {value} is out of range; allowed is {low} to {high}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A duplicate name, or a second estimator.
    #[error("duplicate '{name}'")]
    Twice {
        /// The name.
        name: String,
    },
}

impl Mistake {
    /// This mistake at a column.
    pub(super) const fn at(self, column: usize) -> TextError {
        TextError { column, mistake: self }
    }

    /// Unexpected input.
    pub(super) const fn expected(expected: &'static str, found: String) -> Self {
        Self::Expected { expected, found }
    }

    /// An unknown name in `place`, which knows only `allowed`.
    pub(super) fn unknown(found: &str, place: &'static str, allowed: &[&str]) -> Self {
        Self::UnknownName { found: found.to_owned(), place, allowed: allowed.join(", ") }
    }
}

/// A cursor over the characters of a text. Columns count characters from 1.
pub(super) struct Reader {
    characters: Vec<char>,
    at: usize,
}

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        Self { characters: text.chars().collect(), at: 0 }
    }

    /// The next character that is not white space, without consuming it.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    /// Consumes `wanted` if it is next.
    pub(super) fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Consumes a run of the characters of names and numbers; returns it with its column.
    pub(super) fn word(&mut self) -> (String, usize) {
        self.peek();
        let start = self.at;
        let in_word = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
        while self.characters.get(self.at).is_some_and(in_word) {
            self.at += 1;
        }
        (self.characters[start..self.at].iter().collect(), start + 1)
    }

    /// Consumes a required word.
    pub(super) fn name(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        let (word, column) = self.word();
        if word.is_empty() { Err(self.expected(expected)) } else { Ok((word, column)) }
    }

    /// The error for a missing `expected`.
    pub(super) fn expected(&mut self, expected: &'static str) -> TextError {
        let end = || "the end of the text".to_owned();
        let found = self.peek().map_or_else(end, |next| format!("'{next}'"));
        Mistake::expected(expected, found).at(self.at + 1)
    }

    /// Reads `(item, item)` if a parenthesis is next; `item` reads the rest of each item after its name.
    pub(super) fn group(
        &mut self,
        mut item: impl FnMut(&mut Self, &str, usize) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let mut seen: Vec<String> = Vec::new();
        if !self.takes('(') || self.takes(')') {
            return Ok(());
        }
        loop {
            let (name, column) = self.name("the name of a parameter")?;
            if seen.contains(&name) {
                return Err(Mistake::Twice { name }.at(column));
            }
            item(self, &name, column)?;
            seen.push(name);
            if self.takes(')') {
                return Ok(());
            }
            if !self.takes(',') {
                return Err(self.expected("',' or ')'"));
            }
        }
    }

    /// Reads a nested group of numbers.
    pub(super) fn parameters<T: Parameters + Default>(&mut self) -> Result<T, TextError> {
        let mut values = T::default();
        self.group(|reader, name, column| {
            if reader.number(&mut values, name)? {
                Ok(())
            } else {
                Err(unknown_in::<T>(name, column, &[]))
            }
        })?;
        Ok(values)
    }

    /// Reads `=number` into `values` if `name` is one of its parameters; returns whether it is.
    pub(super) fn number<T: Parameters>(
        &mut self,
        values: &mut T,
        name: &str,
    ) -> Result<bool, TextError> {
        let Some(parameter) = T::TABLE.iter().find(|parameter| parameter.name == name) else {
            return Ok(false);
        };
        let (word, column) = self.value("a number")?;
        let Ok(value) = word.parse::<f64>() else {
            return Err(Mistake::expected("a number", format!("'{word}'")).at(column));
        };
        if !(parameter.low..=parameter.high).contains(&value) {
            let (name, low, high) = (parameter.name, parameter.low, parameter.high);
            return Err(Mistake::OutOfRange { name, value, low, high }.at(column));
        }
        (parameter.set)(values, value);
        Ok(true)
    }

    /// Reads a required `=word`.
    pub(super) fn value(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        if self.takes('=') { self.name(expected) } else { Err(self.expected("'='")) }
    }
}

/// The error for a `name` that is neither a parameter of `T` nor one of the `extra` names.
pub(super) fn unknown_in<T: Parameters>(name: &str, column: usize, extra: &[&str]) -> TextError {
    let own = T::TABLE.iter().map(|parameter| parameter.name);
    let allowed: Vec<&str> = own.chain(extra.iter().copied()).collect();
    Mistake::unknown(name, T::NAME, &allowed).at(column)
}

//! The tokenizer of the parameter text and its errors with columns. `read` gives the names their meaning.

use super::parameter::Parameters;

/// An error in a parameter text with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("time manager, column {column}: {problem}")]
pub struct TextError {
    /// The column, in characters from 1.
    pub column: usize,
    /// The problem.
    pub problem: String,
}

impl TextError {
    pub(super) fn new(column: usize, problem: impl Into<String>) -> Self {
        Self { column, problem: problem.into() }
    }

    /// An unknown name in `place`, which knows only `allowed`.
    pub(super) fn unknown(column: usize, found: &str, place: &str, allowed: &[&str]) -> Self {
        let allowed = allowed.join(", ");
        Self::new(column, format!("unknown name '{found}' in {place}; allowed are {allowed}"))
    }
}

/// A cursor over the characters of a text. Columns count characters from 1.
pub(super) struct Reader {
    characters: Vec<char>,
    at: usize,
}

impl Reader {
    pub fn new(text: &str) -> Self {
        Self { characters: text.chars().collect(), at: 0 }
    }

    /// The next character that is not white space, without consuming it.
    pub fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    /// Consumes `wanted` if it is next.
    pub fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Consumes a run of the characters of names and numbers; returns it with its column.
    pub fn word(&mut self) -> (String, usize) {
        self.peek();
        let start = self.at;
        let in_word = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
        while self.characters.get(self.at).is_some_and(in_word) {
            self.at += 1;
        }
        (self.characters[start..self.at].iter().collect(), start + 1)
    }

    /// Consumes a required word.
    pub fn name(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        let (word, column) = self.word();
        if word.is_empty() { Err(self.expected(expected)) } else { Ok((word, column)) }
    }

    /// The error for a missing `expected`.
    pub fn expected(&mut self, expected: &'static str) -> TextError {
        let end = || "the end of the text".to_owned();
        let found = self.peek().map_or_else(end, |next| format!("'{next}'"));
        TextError::new(self.at + 1, format!("expected {expected}, found {found}"))
    }

    /// Reads `(item, item)` if a parenthesis is next; `item` reads the rest of each item after its name.
    pub fn group(
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
                return Err(TextError::new(column, format!("duplicate '{name}'")));
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
    pub fn parameters<T: Parameters + Default>(&mut self) -> Result<T, TextError> {
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
    pub fn number<T: Parameters>(&mut self, values: &mut T, name: &str) -> Result<bool, TextError> {
        let Some(parameter) = T::TABLE.iter().find(|parameter| parameter.name == name) else {
            return Ok(false);
        };
        let (word, column) = self.value("a number")?;
        let Ok(value) = word.parse::<f64>() else {
            return Err(TextError::new(column, format!("expected a number, found '{word}'")));
        };
        if !(parameter.low..=parameter.high).contains(&value) {
            let (name, low, high) = (parameter.name, parameter.low, parameter.high);
            let problem = format!("{name} = {value} is out of range; allowed is {low} to {high}");
            return Err(TextError::new(column, problem));
        }
        (parameter.set)(values, value);
        Ok(true)
    }

    /// Reads a required `=word`.
    pub fn value(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        if self.takes('=') { self.name(expected) } else { Err(self.expected("'='")) }
    }
}

/// The error for a `name` that is neither a parameter of `T` nor one of the `extra` names.
pub(super) fn unknown_in<T: Parameters>(name: &str, column: usize, extra: &[&str]) -> TextError {
    let own = T::TABLE.iter().map(|parameter| parameter.name);
    let allowed: Vec<&str> = own.chain(extra.iter().copied()).collect();
    TextError::unknown(column, name, T::NAME, &allowed)
}

//! Reading a parameter text, whatever it says: characters, columns, brackets, numbers, and the errors that point at
//! them. Which names mean something is in `read`.

use super::parameter::Parameters;

/// What is wrong with a parameter text, and where.
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
    /// A name that means nothing here.
    #[error("unknown name '{found}' in {place}; allowed are {allowed}")]
    UnknownName {
        /// What was read.
        found: String,
        /// The group it stood in.
        place: &'static str,
        /// The names that mean something there.
        allowed: String,
    },
    /// Something else should have come here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should have come.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// A number outside its range.
    #[error("{name} = {value} is out of range; allowed is {low} to {high}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was read.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A name was given a second time, or a second estimator.
    #[error("'{name}' was given already")]
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

    /// Something else came than was expected.
    pub(super) const fn expected(expected: &'static str, found: String) -> Self {
        Self::Expected { expected, found }
    }

    /// A name means nothing in `place`, where only `allowed` do.
    pub(super) fn unknown(found: &str, place: &'static str, allowed: &[&str]) -> Self {
        Self::UnknownName { found: found.to_owned(), place, allowed: allowed.join(", ") }
    }
}

/// The characters of a text and the place in it. Columns count characters from 1.
pub(super) struct Reader {
    characters: Vec<char>,
    at: usize,
}

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        Self { characters: text.chars().collect(), at: 0 }
    }

    /// The next character that is not white space, without taking it.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    /// Takes `wanted` if it comes next.
    pub(super) fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Takes a run of the characters of names and numbers, with its column.
    pub(super) fn word(&mut self) -> (String, usize) {
        self.peek();
        let start = self.at;
        let in_word = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
        while self.characters.get(self.at).is_some_and(in_word) {
            self.at += 1;
        }
        (self.characters[start..self.at].iter().collect(), start + 1)
    }

    /// Takes a word that must be there.
    pub(super) fn name(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        let (word, column) = self.word();
        if word.is_empty() { Err(self.expected(expected)) } else { Ok((word, column)) }
    }

    /// The error that `expected` does not come next.
    pub(super) fn expected(&mut self, expected: &'static str) -> TextError {
        let end = || "the end of the text".to_owned();
        let found = self.peek().map_or_else(end, |next| format!("'{next}'"));
        Mistake::expected(expected, found).at(self.at + 1)
    }

    /// Reads `(item, item)` if a bracket comes next; `item` reads what follows each item's name.
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

    /// Reads a nested group that holds nothing but numbers.
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

    /// Reads `=number` into `values` if `name` is one of its parameters; says whether it is.
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

    /// Reads `=word`, which must be there.
    pub(super) fn value(&mut self, expected: &'static str) -> Result<(String, usize), TextError> {
        if self.takes('=') { self.name(expected) } else { Err(self.expected("'='")) }
    }
}

/// The error that `name` means nothing among the parameters of `T` and the `extra` names.
pub(super) fn unknown_in<T: Parameters>(name: &str, column: usize, extra: &[&str]) -> TextError {
    let own = T::TABLE.iter().map(|parameter| parameter.name);
    let allowed: Vec<&str> = own.chain(extra.iter().copied()).collect();
    Mistake::unknown(name, T::NAME, &allowed).at(column)
}

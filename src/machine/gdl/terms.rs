//! Ground terms, each stored once, so that equal terms have equal numbers.

use super::error::{GdlError, Place, error};
use std::collections::HashMap;

/// Longest ground term, in bytes of its text. Recursion through functions would otherwise not end.
const MAX_TERM: usize = 400;
/// Limit of the texts of all terms in bytes.
const MAX_TEXT: usize = 16 << 20;

/// A symbol, by number.
pub type Symbol = u32;
/// A ground term, by number.
pub type TermId = u32;

/// The symbols and ground terms of a game.
#[derive(Debug, Default)]
pub struct Terms {
    symbols: Vec<String>,
    symbol_numbers: HashMap<String, Symbol>,
    /// Functor and arguments; a constant has none.
    terms: Vec<(Symbol, Box<[TermId]>)>,
    term_numbers: HashMap<(Symbol, Box<[TermId]>), TermId>,
    /// Length of each term's text in bytes.
    lengths: Vec<usize>,
    text: usize,
}

impl Terms {
    /// The number of a symbol.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&known) = self.symbol_numbers.get(name) {
            return known;
        }
        let number = self.symbols.len() as Symbol;
        self.symbols.push(name.to_owned());
        self.symbol_numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of the term `functor(arguments)`.
    ///
    /// # Errors
    /// The term or all terms together are too long; `place` is that of the rule.
    pub fn term(
        &mut self,
        place: Place,
        functor: Symbol,
        arguments: &[TermId],
    ) -> Result<TermId, GdlError> {
        let key = (functor, Box::from(arguments));
        if let Some(&known) = self.term_numbers.get(&key) {
            return Ok(known);
        }
        let words = arguments.iter().map(|&argument| self.lengths[argument as usize] + 1);
        let brackets = if arguments.is_empty() { 0 } else { 2 };
        let length = self.symbols[functor as usize].len() + brackets + words.sum::<usize>();
        self.text += length;
        if length > MAX_TERM {
            return error(
                place,
                format!("a term grows beyond {MAX_TERM} bytes: the recursion does not end"),
            );
        }
        if self.text > MAX_TEXT {
            return error(place, format!("the terms exceed {} MiB", MAX_TEXT >> 20));
        }
        let number = self.terms.len() as TermId;
        self.terms.push(key.clone());
        self.lengths.push(length);
        self.term_numbers.insert(key, number);
        Ok(number)
    }

    /// The functor of a term; a constant is its own.
    pub fn functor(&self, term: TermId) -> Symbol {
        self.terms[term as usize].0
    }

    /// The arguments of a term; a constant has none.
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        &self.terms[term as usize].1
    }

    /// The term as text, such as `(cell 1 1 x)`.
    pub fn text(&self, term: TermId) -> String {
        let mut text = String::new();
        self.write(term, &mut text);
        text
    }

    fn write(&self, term: TermId, text: &mut String) {
        let name = &self.symbols[self.functor(term) as usize];
        if self.arguments(term).is_empty() {
            text.push_str(name);
            return;
        }
        text.push('(');
        text.push_str(name);
        for &argument in self.arguments(term) {
            text.push(' ');
            self.write(argument, text);
        }
        text.push(')');
    }
}

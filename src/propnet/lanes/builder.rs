//! Puts a network of lanes together. Words can only read words that exist already, so circles cannot be built.

use super::geometry::{Lines, Step};
use super::network::{self, Network, Output, OutputKind};
use crate::propnet::{Error, Pair};
use std::collections::HashMap;
use std::ops::Not;
use std::sync::Arc;

/// A gate of 64 lanes, by position; a gate's readers come after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub(super) u16);

impl Word {
    /// Position in the network.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A word read as it is or negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lit {
    /// The word read.
    pub word: Word,
    /// Is it read as it is?
    pub positive: bool,
}

impl From<Word> for Lit {
    fn from(word: Word) -> Self {
        Self { word, positive: true }
    }
}

impl Not for Word {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit { word: self, positive: false }
    }
}

/// Which of several true lanes comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Lowest row first.
    Up,
    /// Highest row first.
    Down,
}

/// What a word's lanes mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    Input,
    Constant(u64),
    /// Every literal.
    All(Vec<Lit>),
    /// Some literal.
    Any(Vec<Lit>),
    /// At least two of the words.
    Twice(Vec<Word>),
    /// Some true lane lies one of the steps away.
    Leap(Word, Vec<Step>),
    /// A true lane of the first word sees the lane along the lines, nothing of the second word between.
    Reach(Word, Word, Lines),
    /// A true lane lies behind, any number of steps.
    Ahead(Word, Step),
    /// The first true lane.
    First(Word, Order),
    /// Every true lane but the first.
    Rest(Word, Order),
    /// All lanes when some lane is true.
    Somewhere(Word),
}

pub(super) struct Definition {
    pub name: String,
    pub category: u8,
    pub meaning: Meaning,
}

/// A sum of units over words, looked up in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterId(pub(super) u16);

#[derive(Debug)]
pub(super) struct Counter {
    pub sum: u8,
    pub label: u32,
    pub table: Vec<Pair>,
    pub parts: Vec<(Word, i32)>,
}

/// Collects words and outputs; the first fault is reported by [`Builder::build`].
#[derive(Default)]
pub struct Builder {
    pub(super) definitions: Vec<Definition>,
    pub(super) outputs: Vec<Output>,
    pub(super) counters: Vec<Counter>,
    pub(super) names: HashMap<String, Word>,
    /// Words by meaning, so that the same logic is not built twice.
    known: HashMap<Meaning, Word>,
    category: u8,
    fault: Option<Error>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Builder({} words, {} outputs)", self.definitions.len(), self.outputs.len())
    }
}

impl Builder {
    /// An empty network.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the flips of the words defined from here on under `category`.
    pub fn begin_category(&mut self, category: u8) {
        self.category = category;
    }

    /// 64 propositions set from outside.
    pub fn input(&mut self, name: &str) -> Word {
        self.define(name, Meaning::Input)
    }

    /// 64 propositions that never change.
    pub fn constant(&mut self, name: &str, lanes: u64) -> Word {
        self.define(name, Meaning::Constant(lanes))
    }

    /// Lane by lane: every literal is true.
    pub fn all<const N: usize>(&mut self, name: &str, literals: [Lit; N]) -> Word {
        self.define(name, Meaning::All(literals.to_vec()))
    }

    /// Lane by lane: some literal is true.
    pub fn any(&mut self, name: &str, literals: &[Lit]) -> Word {
        self.define(name, Meaning::Any(literals.to_vec()))
    }

    /// Lane by lane: at least two of the words are true.
    pub fn twice(&mut self, name: &str, words: &[Word]) -> Word {
        self.define(name, Meaning::Twice(words.to_vec()))
    }

    /// A lane is true when `source` is true one of the `steps` before it.
    pub fn leap(&mut self, name: &str, source: Word, steps: &[Step]) -> Word {
        self.define(name, Meaning::Leap(source, steps.to_vec()))
    }

    /// A lane is true when `source` sees it along the lines up to and including the first of the `blockers`.
    pub fn reach(&mut self, name: &str, source: Word, blockers: Word, lines: Lines) -> Word {
        self.define(name, Meaning::Reach(source, blockers, lines))
    }

    /// A lane is true when `source` is true any number of steps before it, whatever lies between.
    pub fn ahead(&mut self, name: &str, source: Word, step: Step) -> Word {
        self.define(name, Meaning::Ahead(source, step))
    }

    /// Only the first true lane of `source`.
    pub fn first(&mut self, name: &str, source: Word, order: Order) -> Word {
        self.define(name, Meaning::First(source, order))
    }

    /// Every true lane of `source` but the first.
    pub fn rest(&mut self, name: &str, source: Word, order: Order) -> Word {
        self.define(name, Meaning::Rest(source, order))
    }

    /// One proposition, in every lane: some lane of `source` is true. Outputs count it once.
    pub fn somewhere(&mut self, name: &str, source: Word) -> Word {
        self.define(name, Meaning::Somewhere(source))
    }

    /// Adds `value` to sum number `sum` for every true lane. The label is the caller's, for taking sums apart.
    pub fn weight(&mut self, word: Word, sum: u8, label: u32, value: Pair) {
        self.outputs.push(Output { word, sum, label, kind: OutputKind::Weight(value) });
    }

    /// Adds `values[lane]` to sum number `sum` for every true lane.
    pub fn lane_table(&mut self, word: Word, sum: u8, label: u32, values: [Pair; 64]) {
        let kind = OutputKind::Lanes(Box::new(values));
        self.outputs.push(Output { word, sum, label, kind });
    }

    /// A counter that adds `table[units]` to sum number `sum`; below 0 its first entry, beyond the end its last.
    pub fn counter(&mut self, sum: u8, label: u32, table: Vec<Pair>) -> CounterId {
        let id = CounterId(u16::try_from(self.counters.len()).unwrap_or(u16::MAX));
        self.counters.push(Counter { sum, label, table, parts: Vec::new() });
        id
    }

    /// Adds `units` to the counter for every true lane of `word`.
    pub fn count(&mut self, counter: CounterId, word: Word, units: i32) {
        self.counters[usize::from(counter.0)].parts.push((word, units));
        let kind = OutputKind::Units { counter, units };
        self.outputs.push(Output { word, sum: 0, label: 0, kind });
    }

    /// Checks and freezes the network.
    ///
    /// # Errors
    /// A name used twice, or more words than a state can hold.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        Ok(Arc::new(super::freeze::freeze(self)))
    }

    /// Names a word. The same logic under a second name is the same word: only the first name is shown.
    fn define(&mut self, name: &str, meaning: Meaning) -> Word {
        if meaning != Meaning::Input
            && let Some(&word) = self.known.get(&meaning)
        {
            self.claim(name, word);
            return word;
        }
        let index = self.definitions.len();
        if index >= network::MAX_WORDS {
            let component = name.to_owned();
            let limit = network::MAX_WORDS;
            self.fault.get_or_insert(Error::TooLarge { component, what: "words", limit });
            return Word(0);
        }
        let word = Word(u16::try_from(index).unwrap_or(0));
        self.claim(name, word);
        self.known.insert(meaning.clone(), word);
        let category = self.category;
        self.definitions.push(Definition { name: name.to_owned(), category, meaning });
        word
    }

    fn claim(&mut self, name: &str, word: Word) {
        if self.names.insert(name.to_owned(), word).is_some() {
            self.fault.get_or_insert(Error::DuplicateName(name.to_owned()));
        }
    }
}

//! Writes a network of lanes as straight Rust: the same words in the same order, without looking anything up.
//!
//! Visiting words one by one costs more than most of them take to compute, so that the fastest way to bring a network up
//! to date is code that computes a whole stage at once, and only the stages of which an input changed.
//! Measured: 13,000 instructions a leaf visited word by word. `knowledge/` keeps the text as a file and a test compares
//! it with what this writes, and its results with the network's.

use super::builder::{Lit, Meaning, Order, Word};
use super::geometry::{Lines, Step};
use super::network::{Network, OutputKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Writes the stages as functions `stage_0`, `stage_1`, ... of `(words, handed on, tables, sums before, sums)`.
///
/// `stages` are sets of inputs, each containing the one before; a word belongs to the first stage that has everything it
/// depends on, and to one last stage if none has. A word is a local of its stage, and handed on when a later stage reads
/// it; with `ALL` every word is written among the words.
#[must_use]
pub fn emit(network: &Network, stages: &[u64]) -> String {
    let writer = Writer::new(network, stages);
    let (outputs, counters) = (network.outputs().len(), network.counters().count());
    let handed = writer.handed.len();
    let mut text = format!(
        "// Written by `propnet::lanes::emit`; a test says how. Not to be edited.\n\n\
         pub(super) const OUTPUTS: usize = {outputs};\n\
         pub(super) const COUNTERS: usize = {counters};\n\
         pub(super) const HANDED: usize = {handed};\n"
    );
    for stage in 0..=stages.len() {
        let _ = write!(
            text,
            "\n#[inline(always)]\npub(super) fn stage_{stage}<const ALL: bool>(\n    \
             w: &mut Words, h: &mut Handed, t: &Tables, before: &Sums, s: &mut Sums,\n) {{\n"
        );
        for statement in writer.stage(stage) {
            let _ = writeln!(text, "    {statement}");
        }
        text.push_str("}\n");
    }
    text
}

/// Where every word is computed.
struct Writer<'a> {
    network: &'a Network,
    /// Stage of each word: the first that has everything it depends on.
    stages: Vec<usize>,
    /// Words that later stages read; their place is where they are handed on.
    handed: Vec<usize>,
    last: usize,
}

impl<'a> Writer<'a> {
    fn new(network: &'a Network, stages: &[u64]) -> Self {
        let last = stages.len();
        let first = |support: u64| stages.iter().position(|stage| support & !stage == 0);
        let stages: Vec<usize> =
            supports(network).into_iter().map(|support| first(support).unwrap_or(last)).collect();
        // A word with the stage that reads it; counters are the last stage's.
        let defined = network.definitions.iter().zip(&stages).flat_map(|(definition, &stage)| {
            definition.meaning.sources().into_iter().map(move |source| (source, stage))
        });
        let counted = network.counters().flat_map(|(counter, ..)| network.counter_parts(counter));
        let read = defined.chain(counted.map(|&(word, _)| (word, last)));
        let later = read.map(|(word, stage)| (word.index(), stage)).filter(|&(word, stage)| {
            stages[word] < stage && value(&network.definitions[word].meaning).is_some()
        });
        let handed: BTreeSet<usize> = later.map(|(word, _)| word).collect();
        Self { network, stages, handed: handed.into_iter().collect(), last }
    }

    /// The statements of a stage: sum after sum, each word where it is needed first, so that little is held at once.
    fn stage(&self, stage: usize) -> Vec<String> {
        let mut text = Text { writer: self, stage, there: BTreeSet::new(), lines: Vec::new() };
        for sum in 0..self.network.sums {
            text.sum(sum);
        }
        for word in self.network.iter().filter(|word| self.stages[word.index()] == stage) {
            text.word(word);
        }
        text.lines
    }
}

/// A stage under way.
struct Text<'a> {
    writer: &'a Writer<'a>,
    stage: usize,
    /// Words that have been written.
    there: BTreeSet<usize>,
    lines: Vec<String>,
}

impl Text<'_> {
    /// What the stage adds to a sum.
    fn sum(&mut self, sum: usize) {
        let (writer, network) = (self.writer, self.writer.network);
        let mut parts = Vec::new();
        for (number, output) in network.outputs().iter().enumerate() {
            let (word, here) = (output.word, usize::from(output.sum) == sum);
            let here = here && writer.stages[word.index()] == self.stage;
            let part = match output.kind {
                OutputKind::Units { .. } => continue,
                OutputKind::Lanes(_) => format!("by_lane(w{}, t, {number})", word.index()),
                OutputKind::Weight(_) => format!("{} * t.weights[{number}]", count(network, word)),
            };
            parts.extend(here.then_some((vec![word], part)));
        }
        for (number, (counter, into, ..)) in network.counters().enumerate() {
            let units = network.counter_parts(counter).iter();
            let text = units.clone().map(|&(word, by)| format!("{} * {by}", count(network, word)));
            let part = format!("t.entry({number}, {})", text.collect::<Vec<_>>().join(" + "));
            let here = usize::from(into) == sum && self.stage == writer.last;
            parts.extend(here.then(|| (units.map(|&(word, _)| word).collect(), part)));
        }
        if parts.is_empty() {
            self.lines.push(format!("s[{sum}] = before[{sum}];"));
            return;
        }
        self.lines.push(format!("let mut sum = before[{sum}];"));
        for (words, part) in parts {
            words.into_iter().for_each(|word| self.word(word));
            self.lines.push(format!("sum += {part};"));
        }
        self.lines.push(format!("s[{sum}] = sum;"));
    }

    /// Makes a word a local of the stage, after those it is computed from.
    fn word(&mut self, word: Word) {
        let (index, name) = (word.index(), self.writer.network.name(word));
        if !self.there.insert(index) {
            return;
        }
        let meaning = &self.writer.network.definitions[index].meaning;
        let value = value(meaning).filter(|_| self.writer.stages[index] == self.stage);
        let place = self.writer.handed.binary_search(&index);
        let Some(value) = value else {
            let from = place.map_or(format!("w[{index}]"), |place| format!("h[{place}]"));
            return self.lines.push(format!("let w{index} = {from}; // {name}"));
        };
        meaning.sources().into_iter().for_each(|source| self.word(source));
        self.lines.push(format!("let w{index} = {value}; // {name}"));
        self.lines.extend(place.map(|place| format!("h[{place}] = w{index};")).ok());
        self.lines.push(format!("keep::<ALL>(w, {index}, w{index});"));
    }
}

/// The inputs every word depends on, as a bit set.
fn supports(network: &Network) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    for (index, definition) in network.definitions.iter().enumerate() {
        let sources = definition.meaning.sources();
        let support = match definition.meaning {
            Meaning::Input => 1 << index,
            _ => sources.iter().fold(0, |all, source| all | found[source.index()]),
        };
        found.push(support);
    }
    found
}

fn literals(literals: &[Lit], operator: &str) -> String {
    let sign = |literal: &Lit| if literal.positive { "" } else { "!" };
    let texts = literals.iter().map(|l| format!("{}w{}", sign(l), l.word.index()));
    texts.collect::<Vec<_>>().join(operator)
}

/// The expression that computes a word; inputs and constants are there already.
fn value(meaning: &Meaning) -> Option<String> {
    Some(match meaning {
        Meaning::Input | Meaning::Constant(_) => return None,
        Meaning::All(list) => literals(list, " & "),
        Meaning::Any(list) => literals(list, " | "),
        Meaning::Twice(words) => {
            let list: Vec<Lit> = words.iter().copied().map(Lit::from).collect();
            format!("twice([{}])", literals(&list, ", "))
        }
        Meaning::Leap(word, steps) => leap(&format!("w{}", word.index()), steps),
        Meaning::Reach(word, blockers, lines) => {
            let function = match lines {
                Lines::Straight => "straight",
                Lines::Diagonal => "diagonal",
            };
            format!("{function}(w{}, w{})", word.index(), blockers.index())
        }
        Meaning::Ahead(word, step) => {
            let turn = step.compile();
            format!("ahead::<{}, {:#x}>(w{})", turn.rotation, turn.mask, word.index())
        }
        Meaning::First(word, order) => format!("{}(w{})", first(*order), word.index()),
        Meaning::Rest(word, order) => {
            format!("w{0} ^ {1}(w{0})", word.index(), first(*order))
        }
        Meaning::Somewhere(word) => format!("somewhere(w{})", word.index()),
    })
}

/// All steps from `word`: one by one when they are few, else sideways first and then every row that is needed.
fn leap(word: &str, steps: &[Step]) -> String {
    let turned = |step: &Step| {
        let turn = step.compile();
        format!("{word}.rotate_left({}) & {:#x}", turn.rotation, turn.mask)
    };
    if steps.len() < 4 {
        return steps.iter().map(turned).collect::<Vec<_>>().join(" | ");
    }
    let mut rows: BTreeMap<i8, BTreeSet<i8>> = BTreeMap::new();
    for step in steps {
        rows.entry(step.rank).or_default().insert(step.file);
    }
    let sideways = |file: i8| match file {
        0 => word.to_owned(),
        _ => format!("({})", turned(&Step::new(file, 0))),
    };
    let row =
        |files: &BTreeSet<i8>| files.iter().copied().map(sideways).collect::<Vec<_>>().join(" | ");
    let moved = rows.iter().map(|(&rank, files)| match rank {
        0 => row(files),
        1.. => format!("({}) << {}", row(files), 8 * rank),
        _ => format!("({}) >> {}", row(files), -8 * rank),
    });
    moved.collect::<Vec<_>>().join(" | ")
}

const fn first(order: Order) -> &'static str {
    match order {
        Order::Up => "lowest",
        Order::Down => "highest_row",
    }
}

/// How many true propositions a word has.
fn count(network: &Network, word: Word) -> String {
    if network.is_single(word) {
        format!("(w{} & 1) as i64", word.index())
    } else {
        format!("count(w{})", word.index())
    }
}

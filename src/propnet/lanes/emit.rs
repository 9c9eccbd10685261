//! Writes a network of lanes as straight Rust: the same words in the same order, without looking anything up.
//!
//! Visiting words one by one costs more than most of them take to compute, so that the fastest way to bring a network up
//! to date is code that computes a whole stage at once, and only the stages of which an input changed.
//! Measured: 13,000 instructions a leaf visited word by word. `knowledge/` keeps the text as a file and a test compares
//! it with what this writes, and its results with the network's.

use super::builder::{Lit, Meaning, Order};
use super::geometry::Lines;
use super::network::{Network, OutputKind};
use std::fmt::Write as _;

/// Writes the stages as functions `stage_0`, `stage_1`, ... of `(words, seen, tables, sums)`.
///
/// `stages` are sets of inputs, each containing the one before; a word belongs to the first stage that has everything it
/// depends on, and to one last stage if none has.
#[must_use]
pub fn emit(network: &Network, stages: &[u64]) -> String {
    let support = supports(network);
    let stage_of = |word: usize| {
        let fits = |stage: &u64| support[word] & !stage == 0;
        stages.iter().position(fits).unwrap_or(stages.len())
    };
    let mut text =
        String::from("// Written by `propnet::lanes::emit`; a test says how. Not to be edited.\n");
    for stage in 0..=stages.len() {
        let _ = write!(
            text,
            "\n#[inline(always)]\npub(super) fn stage_{stage}(w: &mut Words, seen: &mut Seen, t: &Tables, s: &mut Sums) {{\n"
        );
        if stage < stages.len() {
            let _ = writeln!(text, "    let _ = &seen;");
        }
        for word in network.iter().filter(|word| stage_of(word.index()) == stage) {
            let meaning = &network.definitions[word.index()].meaning;
            if let Some(statement) = statement(network, word.index(), meaning) {
                let _ = writeln!(text, "    {statement}; // {}", network.name(word));
            }
        }
        outputs(network, &mut text, |word| stage_of(word) == stage);
        if stage == stages.len() {
            counters(network, &mut text);
        }
        text.push_str("}\n");
    }
    text
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
    let texts = literals.iter().map(|l| format!("{}w[{}]", sign(l), l.word.index()));
    texts.collect::<Vec<_>>().join(operator)
}

/// The assignment that computes a word; none for inputs and constants, which stay.
fn statement(network: &Network, index: usize, meaning: &Meaning) -> Option<String> {
    let value = match meaning {
        Meaning::Input | Meaning::Constant(_) => return None,
        Meaning::All(list) => literals(list, " & "),
        Meaning::Any(list) => literals(list, " | "),
        Meaning::Twice(words) => {
            let list: Vec<Lit> = words.iter().copied().map(Lit::from).collect();
            format!("twice([{}])", literals(&list, ", "))
        }
        Meaning::Leap(word, steps) => {
            let turns = steps.iter().map(|step| step.compile());
            let turn = |t: super::geometry::Turn| {
                format!("w[{}].rotate_left({}) & {:#x}", word.index(), t.rotation, t.mask)
            };
            turns.map(turn).collect::<Vec<_>>().join(" | ")
        }
        Meaning::Reach(word, blockers, lines) => {
            let function = match lines {
                Lines::Straight => "straight",
                Lines::Diagonal => "diagonal",
            };
            let memory = network.reach_memory(index);
            let (word, blockers) = (word.index(), blockers.index());
            return Some(format!("{function}(w, seen, [{index}, {word}, {blockers}, {memory}])"));
        }
        Meaning::Ahead(word, step) => {
            let turn = step.compile();
            format!("ahead::<{}, {:#x}>(w[{}])", turn.rotation, turn.mask, word.index())
        }
        Meaning::First(word, order) => format!("{}(w[{}])", first(*order), word.index()),
        Meaning::Rest(word, order) => {
            format!("w[{0}] ^ {1}(w[{0}])", word.index(), first(*order))
        }
        Meaning::Somewhere(word) => format!("somewhere(w[{}])", word.index()),
    };
    Some(format!("w[{index}] = {value}"))
}

const fn first(order: Order) -> &'static str {
    match order {
        Order::Up => "lowest",
        Order::Down => "highest_row",
    }
}

/// How many true propositions a word has.
fn count(network: &Network, word: super::builder::Word) -> String {
    if network.is_single(word) {
        format!("(w[{}] & 1) as i64", word.index())
    } else {
        format!("count(w[{}])", word.index())
    }
}

fn outputs(network: &Network, text: &mut String, mut here: impl FnMut(usize) -> bool) {
    for (number, output) in network.outputs().iter().enumerate() {
        let (word, sum) = (output.word, output.sum);
        if here(word.index()) {
            let _ = match output.kind {
                OutputKind::Weight(_) => {
                    let count = count(network, word);
                    writeln!(text, "    s[{sum}] += {count} * t.weights[{number}];")
                }
                OutputKind::Lanes(_) => {
                    writeln!(text, "    s[{sum}] += by_lane(w[{}], t, {number});", word.index())
                }
                OutputKind::Units { .. } => Ok(()),
            };
        }
    }
}

fn counters(network: &Network, text: &mut String) {
    for (number, (counter, sum, ..)) in network.counters().enumerate() {
        let parts = network.counter_parts(counter).iter();
        let parts = parts.map(|&(word, units)| format!("{} * {units}", count(network, word)));
        let units = parts.collect::<Vec<_>>().join(" + ");
        let _ = writeln!(text, "    s[{sum}] += t.entry({number}, {units});");
    }
}
